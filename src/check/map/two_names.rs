//! Two names for one place, or one name for two.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{PlaceId, TerrainId};

static RULE: Rule = Rule { code: "M0321", name: "two-names", severity: Severity::Warning, docs: include_str!("two_names.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let origin = |id: PlaceId| crate::origins::of(&context.origins.map.places, id);
    let mut by_name: BTreeMap<String, PlaceId> = BTreeMap::new();
    let mut by_hex: BTreeMap<(HexId, TerrainId), PlaceId> = BTreeMap::new();
    for (id, place) in map.places.iter() {
        let Some(here) = origin(id) else { continue };
        let key = place.name.to_lowercase();
        let first = *by_name.entry(key).or_insert(id);
        if first != id {
            let message = format!("place `{}` has the name of another place", place.name);
            let mut diag = Diag::new(&RULE, here.at("name"), message).help("tell the two apart by their names");
            if let Some(first) = origin(first) {
                diag = diag.related(first.at("name"), "the other one");
            }
            sink.report(diag);
            continue;
        }
        // A hill and a village may share a hex; two villages may not.
        let Some(class) = place.class else { continue };
        let taken = place.hexes.iter().find_map(|hex| {
            let first = *by_hex.entry((*hex, class)).or_insert(id);
            (first != id).then_some((*hex, first))
        });
        if let Some((hex, first)) = taken {
            let (hex, other) = (map.board.name(hex), &map.places[first].name);
            let class = &context.game.terrain[class].id;
            let message = format!("`{}` and `{other}` are both the `{class}` in hex {hex}", place.name);
            let mut diag = Diag::new(&RULE, here.at("name"), message).at_hex(hex);
            if let Some(first) = origin(first) {
                diag = diag.related(first.at("name"), "the other name");
            }
            sink.report(diag.help("keep one of the two names, or correct a hex"));
        }
    }
}
