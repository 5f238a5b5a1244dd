//! Whether a unit may stand in a hex: is the terrain closed to its class?

use super::Engine;
use crate::hexgrid::HexId;
use crate::model::{Cost, Key, Layer, TerrainId, UnitId};

/// Whether a unit may be in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It may.
    Yes,
    /// This terrain is closed to its class.
    Never(TerrainId),
    /// This terrain is open to its class only along a road, and no road runs here.
    OnlyByRoad(TerrainId),
    /// Nobody has said.
    Unknown,
}

impl Engine<'_> {
    /// Whether a unit may stand there.
    pub fn standing(&self, unit: UnitId, hex: HexId) -> Standing {
        let class = self.game.units.at(unit).and_then(|u| u.class);
        let (Some(class), Some(land)) = (class, &self.land) else { return Standing::Unknown };
        let cost = |terrain: TerrainId| {
            self.game.terrain.at(terrain).and_then(|t| t.cost.get(class.index())?.as_ref()).map(|toll| toll.cost)
        };
        // A town counts instead of the woods around it, unless it says "as the terrain beneath".
        let replaces = |f: &&TerrainId| self.game.terrain.at(**f).is_some_and(|t| t.layer == Layer::Replaces);
        let feature =
            land.features(hex).iter().filter(replaces).find_map(|&f| cost(f).filter(|c| *c != Cost::Other).map(|c| (f, c)));
        let ground = || land.map().ground(hex).and_then(|g| cost(g).map(|c| (g, c)));
        // What lies on the ground beside may close it too.
        let beside = |f: &&TerrainId| self.game.terrain.at(**f).is_some_and(|t| t.layer == Layer::Adds);
        let closes = |c: &Cost| matches!(c, Cost::No | Cost::Road);
        let added = land.features(hex).iter().filter(beside).find_map(|&f| cost(f).filter(closes).map(|c| (f, c)));
        match added.or(feature).or_else(ground) {
            None | Some((_, Cost::Unknown)) => Standing::Unknown,
            Some((terrain, Cost::No)) => Standing::Never(terrain),
            Some((terrain, Cost::Road)) if land.through(hex).is_empty() => Standing::OnlyByRoad(terrain),
            Some(_) => Standing::Yes,
        }
    }
}
