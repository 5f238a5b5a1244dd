//! Areas of one group that overlap.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::AreaId;

static RULE: Rule =
    Rule { code: "M0322", name: "overlapping-areas", severity: Severity::Error, docs: include_str!("overlapping_areas.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let mut taken: BTreeMap<(&str, HexId), AreaId> = BTreeMap::new();
    for (id, area) in map.areas.iter() {
        let Some(group) = area.group.as_deref() else { continue };
        let mut shared: BTreeMap<AreaId, Vec<HexId>> = BTreeMap::new();
        for &hex in &area.hexes {
            let first = *taken.entry((group, hex)).or_insert(id);
            if first != id {
                shared.entry(first).or_default().push(hex);
            }
        }
        for (other, hexes) in shared {
            let named: Vec<String> = hexes.iter().take(6).map(|hex| map.board.name(*hex)).collect();
            let more = if hexes.len() > named.len() { format!(" and {} more", hexes.len() - named.len()) } else { String::new() };
            let message = format!(
                "areas `{}` and `{}` of group `{group}` overlap in {}{more}",
                map.areas[other].id,
                area.id,
                named.join(", ")
            );
            let place = context.place(crate::origins::of(&context.origins.map.areas, id), "id");
            let mut diag = Diag::new(&RULE, place, message);
            if let Some(other) = crate::origins::of(&context.origins.map.areas, other) {
                diag = diag.related(other.at("id"), "the other area");
            }
            sink.report(diag.help("take the hexes out of one of them, with `except` if it is a flood"));
        }
    }
}
