//! Pages of the help menu: each scenario with everything that one must know to begin, the keys, the credits.

use super::prototypes::{OR, letter};
use super::tracker::{BEFORE, NEXT};
use super::traits::read_key;
use super::{Build, version};
use crate::draw::roster::{DEEPER, scenario_in_words};
use crate::model::{Called, Location, Scenario, UnitId, Where};
use crate::words::Teller;

impl Build<'_> {
    pub(super) fn help_titles(&self, scenarios: &[&Scenario]) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> =
            scenarios.iter().map(|scenario| (scenario.called().to_owned(), format!("help/{}.html", scenario.id))).collect();
        all.push(("Keys".to_owned(), self.page_file("keys-of-the-game")));
        all.push(("Credits".to_owned(), self.credits()));
        all
    }

    fn credits(&self) -> String {
        self.page_file("credits-of-the-game")
    }

    /// The file of a page that no scenario has.
    fn page_file(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.game.scenarios.values().any(|scenario| scenario.id == name) {
            name.push('-');
        }
        format!("help/{name}.html")
    }

    /// A page about each scenario, and the credits.
    pub(super) fn help(&self, scenarios: &[&Scenario]) -> Vec<(String, Vec<u8>)> {
        let game = self.game;
        let mut pages = Vec::new();
        for ((title, file), scenario) in self.help_titles(scenarios).into_iter().zip(scenarios) {
            let mut body = vec![format!("<h1>{}</h1>", safe(&title))];
            body.extend(scenario.about.iter().map(|about| format!("<p>{}</p>", safe(about))));
            if let Some((first, last)) = game.turns_of(scenario) {
                let told = |turn| {
                    game.turns.at(turn).map_or_else(String::new, |turn| match &turn.date {
                        Some(date) => format!("{} ({date})", turn.id),
                        None => turn.id.clone(),
                    })
                };
                body.push(match first == last {
                    true => format!("<p>Turn {}.</p>", safe(&told(first))),
                    false => format!("<p>Turns {} to {}.</p>", safe(&told(first)), safe(&told(last))),
                });
            }
            body.push(self.about_setup(scenario));
            body.push(self.about_arrivals(scenario));
            body.extend(scenario_in_words(game, scenario).iter().map(|(heading, lines)| listed(heading, lines)));
            pages.push((file, document(&title, &body.concat())));
        }
        let list = |items: &[String]| items.iter().map(|item| format!("<li>{}</li>", safe(item))).collect::<String>();
        let body = format!(
            "<h1>{} {}</h1><p>{}</p><ul>{}</ul><ul>{}</ul><p>{}</p>",
            safe(&game.name),
            safe(&version(game)),
            safe(game.about.as_deref().unwrap_or("")),
            list(&game.authors),
            list(&game.credits),
            safe(game.license.as_deref().unwrap_or("")),
        );
        pages.push((self.page_file("keys-of-the-game"), document("Keys", &self.about_keys())));
        pages.push((self.credits(), document("Credits", &body)));
        pages
    }

    fn turn_told(&self, turn: crate::model::TurnId) -> String {
        self.game.turns.at(turn).map(|turn| turn.id.clone()).unwrap_or_default()
    }

    /// Who stands where, side by side of the game, in the order in which they are set up.
    fn about_setup(&self, scenario: &Scenario) -> String {
        let game = self.game;
        let mut out = String::new();
        if !scenario.set_up.is_empty() {
            let order: Vec<String> = scenario.set_up.iter().map(|side| self.side_name(Some(*side))).collect();
            out += &format!("<p>Set up in this order: {}.</p>", safe(&order.join(", then ")));
        }
        for side in game.sides.ids() {
            let own = |line: &&crate::model::Setup| game.units.at(line.unit).is_some_and(|unit| unit.side == Some(side));
            let mut lines: Vec<(String, Vec<String>)> = Vec::new();
            for line in scenario.setup.iter().filter(own) {
                let place = match line.drawn {
                    Some((_, count)) => format!("{}, {count} of them drawn at random", self.place_told(&line.at)),
                    None => self.place_told(&line.at),
                };
                let mut unit = self.unit_told(line.unit);
                let states = [line.state].into_iter().chain(line.also.iter().copied());
                let states = states.filter(|state| *state != crate::model::Game::FULL).filter_map(|id| game.states.at(id));
                let said: Vec<&str> = states.map(|state| state.called()).collect();
                if !said.is_empty() {
                    unit += &format!(" ({})", said.join(", "));
                }
                match lines.last_mut().filter(|(known, _)| *known == place) {
                    Some((_, units)) => units.push(unit),
                    None => lines.push((place, vec![unit])),
                }
            }
            let told: Vec<String> = lines.into_iter().map(|(place, units)| format!("{place}: {}", units.join(", "))).collect();
            out += &listed(&format!("Setup: {}", self.side_name(Some(side))), &told);
        }
        out
    }

    fn place_told(&self, at: &Where) -> String {
        let map = self.game.map.as_ref();
        let hex = |hex: &crate::hexgrid::HexId| map.map(|map| map.board.name(*hex)).unwrap_or_default();
        match at {
            Where::At(Location::Hex(at)) => hex(at),
            Where::At(Location::Box(id)) => {
                map.and_then(|map| map.boxes.at(*id)).map(|it| it.called().to_owned()).unwrap_or_default()
            }
            Where::In(area, _) => {
                let area = map.and_then(|map| map.areas.at(*area)).map(|area| area.called().to_owned());
                format!("anywhere in {}", area.unwrap_or_default())
            }
            Where::Within(hexes, far) => {
                let hexes: Vec<String> = hexes.iter().map(hex).collect();
                format!("within {far} of {}", hexes.join(", "))
            }
        }
    }

    /// Who comes and who leaves, turn by turn.
    fn about_arrivals(&self, scenario: &Scenario) -> String {
        let teller = Teller::new(self.game);
        let map = self.game.map.as_ref();
        let letters = |ids: &[crate::model::EntryId]| {
            let all: Vec<&str> = ids.iter().filter_map(|id| map?.entries.at(*id)).map(letter).collect();
            all.join(OR)
        };
        let units = |ids: &[UnitId]| ids.iter().map(|id| self.unit_told(*id)).collect::<Vec<_>>().join(", ");
        let mut all: Vec<(crate::model::TurnId, String)> = Vec::new();
        for arrival in &scenario.arrivals {
            let entries = letters(&arrival.entries);
            let mut line = format!("turn {}", self.turn_told(arrival.turn));
            if !entries.is_empty() {
                line += &format!(", at {entries}");
            }
            line += &format!(": {}", units(&arrival.units));
            if let Some(when) = &arrival.when {
                let later = if arrival.again { ", else a turn later" } else { "" };
                line += &format!(" ({}{later})", teller.provided_that(when));
            }
            all.push((arrival.turn, line));
        }
        for leaves in &scenario.withdrawals {
            let turn = self.turn_told(leaves.turn);
            all.push((leaves.turn, format!("turn {turn}, leave by its end: {}", units(&leaves.units))));
        }
        all.sort_by_key(|(turn, _)| *turn);
        listed("Arrivals", &all.into_iter().map(|(_, line)| line).collect::<Vec<_>>())
    }

    /// Every command with its key.
    fn about_keys(&self) -> String {
        let mut lines = vec![("Next phase".to_owned(), NEXT.to_owned()), ("Phase before".to_owned(), BEFORE.to_owned())];
        lines.extend(self.shared.keys.iter().cloned());
        let row = |(name, key): &(String, String)| {
            let key = read_key(key).unwrap_or_else(|| "from the menu".to_owned());
            format!("<tr><td>{}</td><td>{}</td></tr>", safe(&key), safe(name))
        };
        let rows: String = lines.iter().map(row).collect();
        let more = "Click a counter with the right button for its menu. Hold the mouse over a hex to see what is there.";
        format!("<h1>Keys</h1><p>{more}</p><table>{rows}</table>")
    }
}

/// Lines under a heading; nothing if there are none.
fn listed(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match items.last_mut().filter(|_| line.starts_with(DEEPER)) {
            Some(item) => *item += &format!("<br>{}", safe(line)),
            None => items.push(safe(line.trim_start_matches("• "))),
        }
    }
    let lines: String = items.iter().map(|item| format!("<li>{item}</li>")).collect();
    format!("<h2>{}</h2><ul>{lines}</ul>", safe(heading))
}

fn document(title: &str, body: &str) -> Vec<u8> {
    format!("<html><head><title>{}</title></head><body>{body}</body></html>\n", safe(title)).into_bytes()
}

/// Text in a page; letters beyond ASCII as numbers, since old viewers guess the encoding.
fn safe(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_ascii() => out.push(c),
            c => out += &format!("&#{};", u32::from(c)),
        }
    }
    out
}
