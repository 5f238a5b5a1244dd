//! A word in braces that is blank on every counter of its layout.

use super::unknown_slot_word::{shown_at, words};
use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{FIELDS, Unit};
use crate::rules::could_fit;

static RULE: Rule = Rule { code: "M0702", name: "blank-slot", severity: Severity::Warning, docs: include_str!("blank_slot.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    let game = input.game;
    if input.incomplete.ratings || input.incomplete.units || input.incomplete.formations {
        return;
    }
    // Each unit has the first layout that fits it.
    let fits = |n: usize, id| game.layouts.get(n).is_some_and(|l| l.who.as_ref().is_none_or(|who| could_fit(game, who, id)));
    let first = |id| (0..game.layouts.len()).find(|n| fits(*n, id));
    for (n, (layout, origin)) in game.layouts.iter().zip(&input.origins.layouts).enumerate() {
        let units: Vec<&Unit> = game.units.iter().filter(|(id, _)| first(*id) == Some(n)).map(|(_, unit)| unit).collect();
        for (at, slot) in &layout.slots {
            for (bytes, token) in words(&slot.show) {
                let known = |w: &str| FIELDS.contains(&w) || game.ratings.values().any(|r| r.id == w);
                let blank = |unit: &&Unit| (0..unit.faces.len()).all(|face| game.word(unit, face, token).is_none());
                if token.split('|').all(|w| known(w.trim())) && !units.is_empty() && units.iter().all(blank) {
                    let message = format!("`{{{token}}}` is blank on every counter of this layout");
                    let place = shown_at(*origin, *at, slot).bytes(bytes);
                    sink.report(Diag::new(&RULE, place, message).help("fill in what it shows, or take it out"));
                }
            }
        }
    }
}
