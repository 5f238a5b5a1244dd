//! What came of a simulation as one page: tables that sort, plots, heat maps on the game's own map. It needs no network.

mod plots;

use std::fmt::Write as _;

use super::{Counts, Part, never, share};
use crate::diag::so_many;
use crate::model::{Called, Game, Scenario};
use crate::play::Naming;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Letters that HTML takes for its own.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A page that is being written.
struct Writer<'r> {
    game: &'r Game,
    scenario: &'r Scenario,
    part: &'r Part,
    page: String,
}

/// A cell of a table: words, or a number that sorts.
enum Cell {
    Words(String),
    Number(f64, String),
}

fn words(text: &str) -> Cell {
    Cell::Words(text.to_owned())
}

fn number(n: i64) -> Cell {
    Cell::Number(n as f64, n.to_string())
}

fn part_of(count: i64, of: i64) -> Cell {
    let part = if of > 0 { count as f64 / of as f64 } else { 0.0 };
    Cell::Number(part, if of > 0 { format!("{:.1} %", part * 100.0) } else { String::new() })
}

impl<'r> Writer<'r> {
    fn counts(&self) -> &'r Counts {
        &self.part.counts
    }

    fn games(&self) -> i64 {
        self.counts().number(&["games"])
    }

    /// How many games, in words.
    fn told(&self) -> String {
        so_many(self.games(), "game", "games")
    }

    fn push(&mut self, html: &str) {
        self.page.push_str(html);
        self.page.push('\n');
    }

    fn heading(&mut self, text: &str) {
        self.push(&format!("<h2>{}</h2>", escaped(text)));
    }

    fn note(&mut self, text: &str) {
        self.push(&format!("<p class=note>{}</p>", escaped(text)));
    }

    fn table(&mut self, heads: &[&str], rows: &[Vec<Cell>]) {
        let class = |n: usize| {
            let numbers = rows.first().and_then(|row| row.get(n)).is_some_and(|cell| matches!(cell, Cell::Number(..)));
            if numbers { " class=n" } else { "" }
        };
        let mut html = String::from("<table class=sorts><thead><tr>");
        for (n, head) in heads.iter().enumerate() {
            let _ = write!(html, "<th scope=col{}>{}</th>", class(n), escaped(head));
        }
        html.push_str("</tr></thead><tbody>\n");
        for row in rows {
            html.push_str("<tr>");
            for cell in row {
                let _ = match cell {
                    Cell::Words(text) => write!(html, "<td>{}</td>", escaped(text)),
                    Cell::Number(value, text) => write!(html, "<td class=n data-v=\"{value}\">{}</td>", escaped(text)),
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table>");
        self.push(&html);
    }

    /// What a side is called.
    fn side(&self, id: &str) -> String {
        let side = self.game.sides.values().find(|side| side.id == id);
        side.map_or_else(|| id.to_owned(), |side| side.called().to_owned())
    }

    fn head(&mut self) {
        let about = &self.part.about;
        let players: Vec<String> = about.players.iter().map(|(side, player)| format!("{}: {player}", self.side(side))).collect();
        let title = format!("{}, {}", self.game.name, self.scenario.called());
        self.page = format!(
            "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\n\
             <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{0}: {1}</title>\n<style>\n{STYLE}</style></head><body>\n<h1>{0}</h1>\n<p>{1}, seed {2}. {3}.",
            escaped(&title),
            self.told(),
            about.seed,
            escaped(&players.join("; "))
        );
        if !about.options.is_empty() {
            self.page.push_str(&format!(" Options: {}.", escaped(&about.options.join(", "))));
        }
        self.push("</p>");
        self.push(
            "<p class=warn>Programs played these games. They overlook what people see, so a figure here tells what these \
             players did with these rules, not how good the game is. Weaker players stand beside, so that one sees how \
             much hangs on who plays.</p>",
        );
    }

    fn results(&mut self) {
        self.heading("Who wins");
        let (counts, games) = (self.counts(), self.games());
        let picture = plots::won(self, counts);
        self.push(&picture);
        let row = |level: &str, side: String, count: i64| {
            vec![words(level), Cell::Words(side), number(count), Cell::Number(count as f64, share(count, games))]
        };
        let side = |level: &crate::model::Level| {
            level.side.and_then(|side| self.game.sides.at(side)).map_or_else(String::new, |side| side.called().to_owned())
        };
        let levels = self.scenario.levels.iter();
        let rows: Vec<Vec<Cell>> =
            levels.map(|level| row(&level.name, side(level), counts.number(&["levels", &level.name]))).collect();
        self.table(&["Level of victory", "Winner", "Games", "Share (95 % interval)"], &rows);
        let mut rows = Vec::new();
        for (lineup, counts) in counts.at(&["beside"]).into_iter().flat_map(Counts::each) {
            let games = counts.number(&["games"]);
            for (side, count) in counts.numbers(&["won"]) {
                rows.push(vec![
                    words(lineup),
                    Cell::Words(self.side(side)),
                    number(count),
                    Cell::Number(count as f64, share(count, games)),
                ]);
            }
        }
        if !rows.is_empty() {
            self.note("Beside them, weaker players: by lot, and each side against one that does only what it must.");
            self.table(&["Players", "Winner", "Games", "Share (95 % interval)"], &rows);
        }
    }

    fn length(&mut self) {
        self.heading("How long");
        let (counts, games) = (self.counts(), self.games());
        let mean = counts.number(&["decisions"]).checked_div(games.max(1)).unwrap_or(0);
        self.note(&format!("A game takes {mean} decisions on average, rolls and draws with them."));
        let last = counts.numbers(&["last-turn"]);
        let turns = plots::in_order(self.game, last.iter().map(|(turn, _)| *turn));
        let rows: Vec<Vec<Cell>> = turns
            .iter()
            .map(|turn| {
                let count = counts.number(&["last-turn", turn]);
                vec![words(turn), number(count), part_of(count, games)]
            })
            .collect();
        self.table(&["Last turn", "Games", "Share"], &rows);
    }

    fn trouble(&mut self, logs: &[KeptLog]) {
        let counts = self.counts();
        let (dead, stuck) = (counts.number(&["ended", "dead-end"]), counts.number(&["ended", "stuck"]));
        if dead + stuck == 0 {
            return;
        }
        self.heading("Games that did not end");
        self.note(&format!(
            "{dead} came to a dead end (somebody was asked and nothing could be decided), {stuck} went on without end. \
             `muster replay game.muster LOG` plays a log again."
        ));
        let list: String = logs
            .iter()
            .map(|log| {
                let watch = log.watched.as_ref().map(|to| format!(" (<a href=\"{}\">watch it</a>)", escaped(to)));
                format!("<li><a href=\"{0}\">{0}</a>{1}</li>", escaped(&log.name), watch.unwrap_or_default())
            })
            .collect();
        self.push(&format!("<ul>{list}</ul>"));
    }

    fn losses(&mut self) {
        let counts = self.counts();
        let Some(lost) = counts.at(&["steps-lost"]) else { return };
        self.heading("Losses");
        let picture = plots::losses(self, lost);
        self.push(&picture);
        let games = self.games().max(1);
        let mut rows = Vec::new();
        for (side, types) in lost.each() {
            for (kind, turns) in types.each() {
                let steps = turns.sum();
                let name = self.game.types.values().find(|other| other.id == kind).map_or(kind, |kind| kind.called());
                let mean = steps as f64 / games as f64;
                rows.push(vec![
                    Cell::Words(self.side(side)),
                    words(name),
                    number(steps),
                    Cell::Number(mean, format!("{mean:.2}")),
                ]);
            }
        }
        self.table(&["Side", "Type", "Steps lost", "A game"], &rows);
    }

    fn units(&mut self) {
        let (counts, naming, game) = (self.counts(), Naming { game: self.game }, self.game);
        let mut rows = Vec::new();
        for (id, unit) in game.units.iter() {
            for n in 1..=unit.count.max(1) {
                let name = naming.counter((id, n));
                let did = |word: &str| counts.number(&["units", &name, word]);
                let here = did("here");
                if here == 0 && did("due") == 0 {
                    continue;
                }
                let mut row = vec![
                    words(&name),
                    words(unit.name.as_deref().or(unit.designation.as_deref()).unwrap_or("")),
                    Cell::Words(
                        unit.side.and_then(|side| game.sides.at(side)).map_or_else(String::new, |side| side.called().to_owned()),
                    ),
                    number(here),
                ];
                let deeds = ["moved", "attacked", "defended", "supported", "retreated", "lost-a-step", "lost", "exited"];
                row.extend(deeds.map(|word| part_of(did(word), here)));
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return;
        }
        self.heading("Units");
        self.note(
            "In how many games a unit was on the map, and in what part of these it did or suffered something at least once.",
        );
        let heads = [
            "Unit",
            "Name",
            "Side",
            "Games",
            "moved",
            "attacked",
            "defended",
            "supported",
            "retreated",
            "lost a step",
            "lost",
            "left the map",
        ];
        self.table(&heads, &rows);
    }

    fn nevers(&mut self) {
        let found = never(self.game, self.scenario, self.counts());
        self.heading("What never happened");
        if found.is_empty() {
            return self.note("Everything that is written happened at least once.");
        }
        self.note(&format!("In {}. Better players, or more games, may still find it.", self.told()));
        let rows: Vec<Vec<Cell>> = found.iter().map(|one| vec![words(&one.id), words(&one.of), words(one.kind.said())]).collect();
        self.table(&["What", "Of", "In all games"], &rows);
    }

    fn combats(&mut self) {
        let counts = self.counts();
        let Some(tables) = counts.at(&["tables"]) else { return };
        self.heading("Combat tables");
        for (table, columns) in tables.each() {
            let all = columns.sum();
            let title =
                self.game.tables.values().find(|other| other.id == table).and_then(|t| t.title.as_deref()).unwrap_or(table);
            self.note(&format!("{title}: {all} rolls."));
            let mut rows: Vec<Vec<Cell>> = Vec::new();
            for (column, rolls) in columns.each() {
                rows.push(vec![words(column), number(rolls.sum()), part_of(rolls.sum(), all)]);
            }
            self.table(&["Column", "Rolls", "Share"], &rows);
            let results = counts.numbers(&["results", table]);
            let all = results.iter().map(|(_, count)| count).sum();
            let rows: Vec<Vec<Cell>> =
                results.iter().map(|(code, count)| vec![words(code), number(*count), part_of(*count, all)]).collect();
            if !rows.is_empty() {
                self.table(&["Result", "Times", "Share"], &rows);
            }
        }
    }

    fn lists(&mut self) {
        let counts = self.counts();
        let lists = [
            ("modifiers", "Modifiers and values that counted in combats"),
            ("actions", "Actions"),
            ("triggers", "Triggers"),
            ("modes", "Modes of movement"),
            ("combats", "Kinds of combat"),
        ];
        for (word, title) in lists {
            let numbers = counts.numbers(&[word]);
            if numbers.is_empty() {
                continue;
            }
            self.heading(title);
            let rows: Vec<Vec<Cell>> = numbers
                .iter()
                .map(|(id, count)| {
                    let mean = *count as f64 / self.games().max(1) as f64;
                    vec![
                        words(if id.is_empty() { "(plain)" } else { id }),
                        number(*count),
                        Cell::Number(mean, format!("{mean:.2}")),
                    ]
                })
                .collect();
            self.table(&["Entry", "Times", "A game"], &rows);
        }
        if let Some(cards) = counts.at(&["cards"]) {
            self.heading("Cards");
            let rows: Vec<Vec<Cell>> = cards
                .each()
                .map(|(id, counts)| {
                    let name = self.game.cards.values().find(|card| card.id == id).map_or(id, |card| card.called());
                    vec![words(id), words(name), number(counts.number(&["drawn"])), number(counts.number(&["played"]))]
                })
                .collect();
            self.table(&["Card", "Name", "Drawn", "Played"], &rows);
        }
    }

    fn places(&mut self) {
        let picture = plots::places(self);
        if !picture.is_empty() {
            self.heading("Places");
            self.note("In what part of the games a side holds a place at the end of each turn.");
            self.push(&picture);
        }
    }

    fn points(&mut self) {
        let picture = plots::points(self);
        if !picture.is_empty() {
            self.heading("Victory points");
            self.push(&picture);
        }
    }

    fn heat(&mut self) {
        let picture = plots::heat(self);
        if !picture.is_empty() {
            self.heading("Where it happens");
            self.push(&picture);
        }
    }
}

/// A log that lies beside the page.
pub struct KeptLog {
    /// Its path from there.
    pub name: String,
    /// The address of a page that plays it again.
    pub watched: Option<String>,
}

/// The page of a simulation; `logs` are the logs that lie beside it.
pub fn page(game: &Game, scenario: &Scenario, part: &Part, logs: &[KeptLog]) -> String {
    let mut writer = Writer { game, scenario, part, page: String::new() };
    writer.head();
    writer.results();
    writer.trouble(logs);
    writer.nevers();
    writer.length();
    writer.points();
    writer.losses();
    writer.places();
    writer.heat();
    writer.units();
    writer.combats();
    writer.lists();
    writer.push(&format!("<script>\n{SCRIPT}</script>\n</body></html>"));
    writer.page
}
