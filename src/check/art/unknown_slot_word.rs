//! A word in braces on a counter that is no rating and no field of a unit, or that is blank on every counter.

use crate::diag::did_you_mean;
use crate::model::{Game, Rated, Unit};
use crate::rules::could_fit;
use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0701", name: "unknown-slot-word", severity: Severity::Error, docs: include_str!("unknown_slot_word.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Fields of a unit that a slot may show.
const FIELDS: [&str; 14] = [
    "id", "name", "side", "nation", "formation", "formation.name", "formation.short", "type", "class", "size", "designation", "setup", "arrives",
    "steps",
];

fn check(input: &Input<'_>, sink: &mut Sink) {
    let game = input.game;
    if input.incomplete.ratings {
        return;
    }
    for (layout, origin) in game.layouts.iter().zip(&input.origins.layouts) {
        for (slot, text) in &layout.slots {
            for (bytes, token) in tokens(text) {
                let place = origin.at("slots").field(slot).bytes(bytes);
                // `{arrives|setup}` shows the first of them that is there.
                for word in token.split('|').map(str::trim) {
                    let rating = game.ratings.values().any(|r| r.id == word);
                    if !rating && !FIELDS.contains(&word) {
                        let known = FIELDS.iter().copied().chain(game.ratings.values().map(|r| r.id.as_str()));
                        let message = format!("`{{{word}}}` is no rating and no field of a unit");
                        let help = did_you_mean(word, known).unwrap_or_else(|| format!("write a rating, or one of {}", FIELDS.join(", ")));
                        sink.report(Diag::new(&RULE, place.clone(), message).help(help));
                    }
                }
                let blank = |unit: &Unit| token.split('|').map(str::trim).all(|word| is_blank(game, unit, word));
                let fits = |id| layout.who.as_ref().is_none_or(|who| could_fit(game, who, id));
                let mut units = game.units.iter().filter(|(id, _)| fits(*id)).map(|(_, unit)| unit).peekable();
                let known = token.split('|').all(|w| FIELDS.contains(&w.trim()) || game.ratings.values().any(|r| r.id == w.trim()));
                if known && !input.incomplete.units && !input.incomplete.formations && units.peek().is_some() && units.all(blank) {
                    let message = format!("`{{{token}}}` is blank on every counter of this layout");
                    let mut diag = Diag::new(&RULE, place, message).help("fill in what it shows, or take it out");
                    diag.severity = Severity::Warning;
                    sink.report(diag);
                }
            }
        }
    }
}

/// The words in braces, with their bytes.
fn tokens(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')) {
        let start = at + open;
        let Some(length) = text.get(start..).and_then(|rest| rest.find('}')) else { break };
        let end = start + length + 1;
        if let Some(word) = text.get(start + 1..end - 1) {
            found.push((start..end, word));
        }
        at = end;
    }
    found
}

fn is_blank(game: &Game, unit: &Unit, word: &str) -> bool {
    let formation = unit.formation.and_then(|f| game.formations.get(f));
    match word {
        "id" => false,
        "name" => unit.name.is_none(),
        "side" => unit.side.is_none(),
        "nation" => unit.nation.is_none(),
        "formation" => formation.is_none(),
        "formation.name" => formation.is_none_or(|f| f.name.is_none()),
        "formation.short" => formation.is_none_or(|f| f.short.is_none()),
        "type" => unit.kind.is_none(),
        "class" => unit.class.is_none(),
        "size" => unit.size.is_none(),
        "designation" => unit.designation.is_none(),
        "setup" => unit.setup.is_empty(),
        "arrives" => unit.arrives.is_none(),
        "steps" => unit.steps.is_none(),
        rating => {
            let id = game.ratings.iter().find(|(_, r)| r.id == rating).map(|(id, _)| id);
            id.is_none_or(|id| unit.faces.iter().all(|face| face.rating(id) == Rated::Absent))
        }
    }
}
