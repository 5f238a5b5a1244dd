//! A word in braces that is blank on every counter of its layout, or a slot that shows nothing anywhere.

use std::collections::BTreeMap;

use super::unknown_slot_word::{Whose, shown_at, slots, words};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{FIELDS, Slot, Unit};
use crate::rules::layout_of;

static RULE: Rule = Rule { code: "M0702", name: "blank-slot", severity: Severity::Warning, docs: include_str!("blank_slot.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let nothing = |slot: &Slot| slot.show.trim().is_empty() && slot.fill.is_none() && slot.frame.is_none();
    for (_, place, _) in slots(context).filter(|(slot, ..)| slot.area.is_some() && nothing(slot) && !context.incomplete.art) {
        let message = "the slot shows nothing: it has neither `show` nor `fill` nor `box`";
        sink.report(Diag::new(&RULE, place, message).help("say what it shows, or take it out"));
    }
    for (slot, place, whose) in slots(context) {
        let show = slot.show.trim();
        let (message, help) = match whose {
            Whose::Unit if show == "icon" => (
                "`icon` is blank on every unit: only markers and cards have one".to_owned(),
                "name an icon, as in `icon:fuel`, or write `symbol`",
            ),
            Whose::Marker | Whose::Card if matches!(show, "symbol" | "size" | "steps") => (
                format!("`{show}` is blank on every marker and every card: only units have it"),
                "write `icon`, or a word in braces such as `{name}`",
            ),
            _ => continue,
        };
        sink.report(Diag::new(&RULE, place, message).help(help));
    }
    if context.incomplete.ratings || context.incomplete.units || context.incomplete.formations {
        return;
    }
    let properties = game.properties();
    let mut by_layout: BTreeMap<usize, Vec<(&Unit, usize)>> = BTreeMap::new();
    for (id, unit) in game.units.iter() {
        for (n, face) in unit.faces.iter().enumerate() {
            if let Some(layout) = layout_of(game, id, face.state) {
                by_layout.entry(layout).or_default().push((unit, n));
            }
        }
    }
    for (n, (layout, origin)) in game.layouts.iter().zip(&context.origins.layouts).enumerate() {
        let Some(faces) = by_layout.get(&n) else { continue };
        for (at, slot) in &layout.slots {
            for (bytes, token) in words(&slot.show) {
                let known = |w: &str| FIELDS.contains(&w) || properties.contains(w) || game.ratings.values().any(|r| r.id == w);
                let blank = |(unit, face): &(&Unit, usize)| game.word(unit, *face, token).is_none();
                if token.split('|').all(|w| known(w.trim())) && faces.iter().all(blank) {
                    let message = format!("`{{{token}}}` is blank on every counter of this layout");
                    let place = shown_at(*origin, *at, slot).bytes(bytes);
                    sink.report(Diag::new(&RULE, place, message).help("fill in what it shows, or take it out"));
                }
            }
        }
    }
}
