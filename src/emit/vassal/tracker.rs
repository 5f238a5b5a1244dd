//! The turn tracker: every phase of every turn in one list. A setup says which of them its scenario plays; VASSAL passes
//! over the others. After the last there is a counter that never comes round: the tracker stays there, and one step back
//! leads to the last phase again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Build;
use super::cards::HAND;
use super::encode::{list, sequence};
use super::traits::command;
use super::xml::{Component, part};
use crate::model::{Per, Scenario, TurnId};
use crate::play::{PlayPhase, sequence as phases_of};
use crate::rules::{Moment, holds};

/// What the tracker says after the last turn.
pub(super) const OVER: &str = "The game is over";
/// What the tracker shows, as a property.
const SHOWN: &str = "Turn_value";
/// So many entries has the list at most: a longer one has turns alone.
const MOST: usize = 6_000;

/// Everything that the tracker goes through.
#[derive(Default)]
pub(super) struct Steps {
    texts: Vec<String>,
    /// The entries that a scenario plays, by the scenario's place.
    played: Vec<Vec<usize>>,
    /// Those with which a turn begins in some scenario.
    first: BTreeSet<usize>,
}

impl Build<'_> {
    fn turn_text(&self, turn: TurnId) -> String {
        self.game.turns.at(turn).map_or_else(String::new, |turn| match &turn.date {
            Some(date) => format!("Turn {}, {date}", turn.id),
            None => format!("Turn {}", turn.id),
        })
    }

    fn phase_text(&self, phase: &PlayPhase) -> String {
        let name = phase.name.clone();
        match phase.side.and_then(|side| self.game.sides.at(side)) {
            Some(side) => {
                let side = crate::model::Called::called(side);
                if name.starts_with(side) { name } else { format!("{side}: {name}") }
            }
            None => name,
        }
    }

    /// The phases that a scenario plays on a turn: those whose condition can hold there, with the options that are usual.
    fn played(&self, turn: TurnId, all: &[PlayPhase], options: &Arc<BTreeSet<usize>>) -> Vec<String> {
        let game = self.game;
        let comes = |phase: &&PlayPhase| {
            let when = phase.number.and_then(|n| game.phases.values().nth(n)?.when.as_ref());
            let moment =
                Moment { turn: Some(turn), side: phase.side, phase: phase.id, options: options.clone(), ..Moment::default() };
            !phase.run && when.is_none_or(|when| holds(game, when, &moment).possible())
        };
        all.iter().filter(comes).map(|phase| self.phase_text(phase)).collect()
    }

    /// Makes the list of all phases of all turns; phases that scenarios play in another order stand in it twice.
    pub(super) fn make_steps(&mut self, scenarios: &[&Scenario]) {
        let game = self.game;
        let without = Scenario::default();
        let all: Vec<&Scenario> = if scenarios.is_empty() { vec![&without] } else { scenarios.to_vec() };
        let named = !game.phases.is_empty() && game.phases.len() * game.turns.len() <= MOST;
        let sequences: Vec<Vec<PlayPhase>> =
            all.iter().map(|scenario| if named { phases_of(game, scenario) } else { Vec::new() }).collect();
        let options: Vec<Arc<_>> = all.iter().map(|scenario| self.usual_options(scenario)).collect();
        let mut steps = Steps { played: vec![Vec::new(); all.len()], ..Steps::default() };
        for turn in game.turns.ids() {
            let text = self.turn_text(turn);
            let first = steps.texts.len();
            let mut merged: Vec<String> = Vec::new();
            for (n, scenario) in all.iter().enumerate() {
                let Some(sequence) = sequences.get(n) else { continue };
                let Some(options) = options.get(n) else { continue };
                let mut here = self.played(turn, sequence, options);
                if here.is_empty() {
                    here.push(String::new());
                }
                let mut from = 0;
                let mut places = Vec::new();
                for phase in here {
                    let found = merged.iter().skip(from).position(|known| *known == phase).map(|at| at + from);
                    let at = found.unwrap_or_else(|| {
                        merged.push(phase);
                        merged.len() - 1
                    });
                    from = at + 1;
                    places.push(first + at);
                }
                let (start, end) = scenario.turns.map_or((None, None), |(start, end)| (Some(start), Some(end)));
                let end = [end, scenario.checked].into_iter().flatten().min();
                let played = start.is_none_or(|start| start <= turn) && end.is_none_or(|end| turn <= end);
                if let Some(list) = steps.played.get_mut(n).filter(|_| played) {
                    steps.first.extend(places.first());
                    list.extend(places);
                }
            }
            let told = |phase: String| if phase.is_empty() { text.clone() } else { format!("{text} – {phase}") };
            steps.texts.extend(merged.into_iter().map(told));
        }
        self.steps = steps;
    }

    /// The tracker with its list, and what happens whenever it goes on.
    pub(super) fn tracker(&self) -> Vec<Component> {
        if self.game.turns.is_empty() {
            return Vec::new();
        }
        let turns = part("VASSAL.build.module.turn.ListTurnLevel")
            .with("name", "Turn")
            .with("property", "Turn")
            .with("turnFormat", "$value$")
            .with("list", list(&self.steps.texts))
            .with("configList", false)
            .with("configFirst", false)
            .with("prompt", "");
        let over = part("VASSAL.build.module.turn.CounterTurnLevel")
            .with("name", OVER)
            .with("property", "TurnsAfterTheEnd")
            .with("turnFormat", OVER)
            .with("start", 1)
            .with("incr", 0)
            .with("loop", true)
            .with("loopLimit", 1);
        let before = part("VASSAL.build.module.turn.ListTurnLevel")
            .with("name", NOT_YET)
            .with("property", "TurnsBeforeTheFirst")
            .with("turnFormat", "$value$")
            .with("list", list(std::iter::repeat_n(NOT_YET, FAR_BEFORE)))
            .with("configList", false)
            .with("configFirst", false)
            .with("prompt", "");
        let hotkey = |name: &str, key: String, when: &str| {
            let hotkey = part("VASSAL.build.module.turn.TurnGlobalHotkey").with("name", name).with("hotkey", key);
            hotkey.with("match", when).with("reportFormat", "")
        };
        let mut tracker = part("VASSAL.build.module.turn.TurnTracker")
            .with("name", "Turn")
            .with("buttonText", "Turn")
            .with("nexthotkey", NEXT)
            .with("prevhotkey", BEFORE)
            .with("turnFormat", "$level1$")
            .with("reportFormat", "$newTurn$")
            .with("lengthStyle", "Maximum")
            .with("length", -1)
            .has(turns)
            .has(over)
            .has(before)
            .has(hotkey("Moved units are unmarked", clear_key(), ""));
        let follows: Vec<String> = self
            .game
            .markers
            .iter()
            .filter(|(id, _)| self.follows_turn(*id).is_some())
            .map(|(_, marker)| format!("Marker = {}", marker.id))
            .collect();
        if !follows.is_empty() {
            // When all is over, or nothing has begun, no turn is shown: the marker stays where it is.
            let when = format!("{{{SHOWN}!=\"{OVER}\" && {SHOWN}!=\"{NOT_YET}\"}}");
            tracker = tracker.has(hotkey("The turn marker follows", follow_key(), &when));
        }
        let full_again = self.full_again();
        for (deck, each) in &full_again {
            let when = if *each == Per::Turn { self.turn_begins() } else { String::new() };
            tracker = tracker.has(hotkey(&format!("{}: full again", self.deck_name(deck)), full_key(deck), &when));
        }
        let order = |name: &str, key: &str, button: String, filter: &str| {
            part("VASSAL.build.module.GlobalKeyCommand")
                .with("name", name)
                .with("buttonText", "")
                .with("tooltip", name)
                .with("buttonHotkey", button)
                .with("hotkey", key)
                .with("filter", filter)
                .with("reportSingle", true)
        };
        let quiet = |order: Component| order.with("deckCount", 0).with("reportFormat", "");
        let mut all = vec![tracker];
        all.push(
            quiet(order("Unmark moved units", &super::traits::ctrl('M'), clear_key(), "Moved = true"))
                .with("icon", "/images/unmoved.gif"),
        );
        if !follows.is_empty() {
            all.push(quiet(order("Move the turn marker", &moving_key(), follow_key(), &follows.join(" || "))));
        }
        for (deck, _) in &full_again {
            let name = format!("Whatever was drawn goes back: {}", self.deck_name(deck));
            let told = deck.replace(['"', '\\'], "");
            // What lies in the deck stays there, and so does what is not in play yet, what somebody holds, and what lies
            // face down: else it would go back if its owner turns the tracker, and stay if another does.
            let away = format!(
                "{{Deck==\"{told}\" && DeckName!=\"{told}\" && DeckName!=\"{told}: later\" && !(\"\"+CurrentMap).startsWith(\"{HAND}\") && !(\"\"+ObscuredToOthers).equals(\"true\")}}"
            );
            let order = order(&name, &super::traits::ctrl('R'), full_key(deck), &away);
            all.push(order.with("deckCount", -1).with("reportFormat", name));
        }
        all
    }

    /// Decks to which all that was drawn goes back whenever a turn or a phase begins.
    fn full_again(&self) -> Vec<(String, Per)> {
        let rules = self.game.rules.decks.list.iter();
        let there = |id: &str| self.game.cards.values().any(|card| card.deck == id);
        let each = rules.filter_map(|rule| Some((rule.id.0.clone(), rule.each?)));
        each.filter(|(id, each)| matches!(each, Per::Turn | Per::Phase) && there(id)).collect()
    }

    /// Holds while the tracker shows the first phase of a turn.
    fn turn_begins(&self) -> String {
        let texts = self.steps.first.iter().filter_map(|n| self.steps.texts.get(*n));
        let quoted = |text: &String| text.replace('\\', "\\\\").replace('"', "\\\"");
        let all: String = texts.map(|text| format!("{}|", quoted(text))).collect();
        format!("{{\"|{all}\".contains(\"|\"+{SHOWN}+\"|\")}}")
    }

    /// The trait by which a marker that lies on the calendar goes to the space of the turn.
    pub(super) fn follows_turn(&self, id: crate::model::MarkerId) -> Option<super::encode::Trait> {
        let game = self.game;
        let calendar = self.calendar?;
        let there = |line: &crate::model::MarkerSetup| {
            line.marker == id && line.at == crate::model::MarkerAt::Location(crate::model::Location::Box(calendar))
        };
        if !game.scenarios.values().any(|scenario| scenario.markers.iter().any(there)) {
            return None;
        }
        // The spaces of all turns, the last first: each begins as its turn is called.
        let mut zone = String::from("\"\"");
        for turn in game.turns.ids() {
            let place = game.turns.at(turn).and_then(|turn| self.turn_spaces.get(&turn.id));
            let Some(space) = place.filter(|space| space.map == super::MAP) else { continue };
            let text = self.turn_text(turn).replace(['"', '\\'], "");
            zone = if zone == "\"\"" {
                format!("\"{}\"", space.zone)
            } else {
                format!("({SHOWN}==\"{text}\"||{SHOWN}.startsWith(\"{text} \"))?\"{}\":({zone})", space.zone)
            };
        }
        let key = moving_key();
        Some(super::traits::send_to_zone("", &key, (super::MAP, super::MAP), &format!("{{{zone}}}"), 0))
    }

    /// The tracker as a scenario begins: on its first phase, and only with what it plays.
    pub(super) fn turn_command(&self, n: usize) -> Option<String> {
        if self.game.turns.is_empty() {
            return None;
        }
        let played = self.steps.played.get(n)?;
        let mut active = vec!["false"; self.steps.texts.len()];
        for step in played {
            if let Some(flag) = active.get_mut(*step) {
                *flag = "true";
            }
        }
        let first = played.first().copied().unwrap_or(0).to_string();
        let turns = sequence([first.as_str(), "0", "0", &list(&active)], ';');
        let over = sequence(["1", "0", "true", "1"], ';');
        let before = sequence(["0", "0", "0", &list(std::iter::repeat_n("true", FAR_BEFORE))], ';');
        let state = sequence(["0", &turns, &over, &before], '|');
        Some(sequence(["TURNTurnTracker0", &state], '\t'))
    }
}

/// What the tracker says before the first phase. Who goes back from the first phase comes there, and not to the end: there
/// the way on would be shut. It is a list whose entries are alike, as deep as anybody would go; a save of an older build
/// knows nothing of it, and then all of them are played.
const NOT_YET: &str = "Before the game";
const FAR_BEFORE: usize = 20;
/// Alt and N goes on, alt and P goes back.
pub(super) const NEXT: &str = "78,520";
pub(super) const BEFORE: &str = "80,520";

fn follow_key() -> String {
    command("follow-the-turn")
}

fn full_key(deck: &str) -> String {
    command(&format!("full-again-{deck}"))
}

fn clear_key() -> String {
    command("unmark-the-moved")
}

fn moving_key() -> String {
    command("to-the-turn")
}
