//! A word in braces that is blank on every counter of its layout.

use super::unknown_slot_word::{FIELDS, tokens};
use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, Rated, Unit};
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
        for (slot, text) in &layout.slots {
            for (bytes, token) in tokens(text) {
                let words = token.split('|').map(str::trim);
                let known = words.clone().all(|w| FIELDS.contains(&w) || game.ratings.values().any(|r| r.id == w));
                let blank = |unit: &&Unit| words.clone().all(|word| is_blank(game, unit, word));
                if known && !units.is_empty() && units.iter().all(blank) {
                    let message = format!("`{{{token}}}` is blank on every counter of this layout");
                    let place = origin.at("slots").field(slot).bytes(bytes);
                    sink.report(Diag::new(&RULE, place, message).help("fill in what it shows, or take it out"));
                }
            }
        }
    }
}

fn is_blank(game: &Game, unit: &Unit, word: &str) -> bool {
    let formation = unit.formation.and_then(|f| game.formations.at(f));
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
