//! A hex that belongs to two entries of one side.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{EntryId, SideId};

static RULE: Rule =
    Rule { code: "M0323", name: "shared-entry", severity: Severity::Warning, docs: include_str!("shared_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let mut taken: BTreeMap<(Option<SideId>, HexId), EntryId> = BTreeMap::new();
    for (id, entry) in map.entries.iter() {
        let shared = entry.hexes.iter().filter_map(|&hex| {
            let first = *taken.entry((entry.side, hex)).or_insert(id);
            (first != id).then_some((first, hex))
        });
        let shared: Vec<(EntryId, HexId)> = shared.collect();
        if let Some((other, hex)) = shared.first() {
            let message =
                format!("hex {} belongs to entries `{}` and `{}`", map.board.name(*hex), map.entries[*other].id, entry.id);
            let place = context.place(crate::origins::of(&context.origins.map.entries, id), "hexes");
            let mut diag = Diag::new(&RULE, place, message);
            if let Some(other) = crate::origins::of(&context.origins.map.entries, *other) {
                diag = diag.related(other.at("hexes"), "the other entry");
            }
            sink.report(diag.help("correct the hexes of one of them"));
        }
    }
}
