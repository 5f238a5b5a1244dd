//! A word in braces on a counter that is no rating and no field of a unit.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::diag::{did_you_mean, nearest};

static RULE: Rule =
    Rule { code: "M0701", name: "unknown-slot-word", severity: Severity::Error, docs: include_str!("unknown_slot_word.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Fields of a unit that a slot may show.
pub(super) const FIELDS: [&str; 14] = [
    "id",
    "name",
    "side",
    "nation",
    "formation",
    "formation.name",
    "formation.short",
    "type",
    "class",
    "size",
    "designation",
    "setup",
    "arrives",
    "steps",
];

fn check(input: &Input<'_>, sink: &mut Sink) {
    let game = input.game;
    if input.incomplete.ratings {
        return;
    }
    for (layout, origin) in game.layouts.iter().zip(&input.origins.layouts) {
        for (slot, text) in &layout.slots {
            let bare = text.trim();
            let near = ["symbol", "stripe"].into_iter().filter(|w| *w != bare).find(|w| nearest(bare, [*w]).is_some());
            if let Some(near) = near.filter(|_| !["symbol", "stripe"].contains(&bare) && !bare.contains('{')) {
                let message = format!("`{bare}` would be printed as it stands");
                sink.report(Diag::new(&RULE, origin.at("slots").field(slot), message).help(format!("did you mean `{near}`?")));
            }
            for (bytes, token) in tokens(text) {
                let place = origin.at("slots").field(slot).bytes(bytes);
                // `{arrives|setup}` shows the first of them that is there.
                for word in token.split('|').map(str::trim) {
                    let rating = game.ratings.values().any(|r| r.id == word);
                    if !rating && !FIELDS.contains(&word) {
                        let known = FIELDS.iter().copied().chain(game.ratings.values().map(|r| r.id.as_str()));
                        let message = format!("`{{{word}}}` is no rating and no field of a unit");
                        let help = did_you_mean(word, known)
                            .unwrap_or_else(|| format!("write a rating, or one of {}", FIELDS.join(", ")));
                        sink.report(Diag::new(&RULE, place.clone(), message).help(help));
                    }
                }
            }
        }
    }
}

/// The words in braces, with their bytes.
pub(super) fn tokens(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
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
