//! Bridges: those with a name, and one wherever a road crosses water.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Lower, Read, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::hexgrid::Hexside;
use crate::model::*;
use crate::span::Origin;

impl Lower<'_, '_, '_> {
    /// Bridges that are written down, and unless only those count, one at every other crossing.
    pub(super) fn bridges(&mut self, origin: Origin, map: &mut Map, broken: bool) {
        let wet: BTreeSet<Hexside> = map.water_sides(&self.game.terrain).collect();
        let crossings: BTreeSet<Hexside> = map.links().map(|(_, _, side)| side).filter(|side| wet.contains(side)).collect();
        let list = self.list::<format::Bridge>(origin, "bridges");
        self.names.bridges.absorb(&list);
        let mut named: BTreeMap<Hexside, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let Some(side) = hexes::hexside(&map.board, &value.at, origin.at("at"), self.sink) else {
                self.names.bridges.incomplete = true;
                continue;
            };
            let written = map.board.hexside_name(side);
            if !crossings.contains(&side) && !broken && !self.incomplete.map && !self.names.features.partial() {
                let lacks = if wet.contains(&side) { "no road crosses it" } else { "nothing is there to cross" };
                let message = format!("bridge at {written}, but {lacks}");
                self.sink.report(
                    Diag::new(&codes::NO_CROSSING, origin.at("at"), message)
                        .help("correct the hexside, or lead road and river through it"),
                );
            }
            if let Some(&first) = named.get(&side) {
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("at"), format!("bridge at {written} stands twice"));
                self.sink.report(diag.related(first.at("at"), "first here").help("keep one of the two"));
                continue;
            }
            named.insert(side, origin);
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map(|id| id.0).or_else(|| value.name.clone());
            let bridge = Bridge {
                side,
                id: id.clone(),
                name: value.name.clone(),
                ford: value.kind == Some(format::BridgeKind::Ford),
                weak: value.weak.unwrap_or(false),
                state: value.state.map(|state| state.0),
                owner: value.owner.as_ref().and_then(|side| self.side(&side.0, origin.at("owner"))),
                site: value.site,
            };
            match id {
                Some(id) => {
                    let added =
                        self.names.bridges.add(&mut map.bridges, &id, Some(origin), origin.at(id_field), bridge, self.sink);
                    if let (Some(added), Some(name)) = (added, &value.name) {
                        self.names.bridges.alias(name, added);
                    }
                }
                None => {
                    map.bridges.push(bridge);
                    self.names.bridges.origins.push(Some(origin));
                }
            }
        }
        for side in crossings.into_iter().filter(|side| map.bridged && !named.contains_key(side)) {
            map.bridges.push(Bridge::plain(side));
            self.names.bridges.origins.push(None);
        }
        self.origins.map.bridges = self.names.bridges.origins.clone();
    }
}
