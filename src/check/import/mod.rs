//! Checks of what an import saw in its source: silent as soon as the game no longer bears it out.

pub(super) mod between_hexes;
pub(super) mod doubled_counter;
pub(super) mod idle_picture;
pub(super) mod idle_prototype;
pub(super) mod lost_picture;
pub(super) mod name_and_place;
pub(super) mod off_board;
pub(super) mod property_spelling;
pub(super) mod stray_counter;
pub(super) mod unknown_prototype;

use super::CheckContext;
use crate::model::{Found, FoundKind, Location, Where};
use crate::span::Origin;

/// Everything of that kind, and where it stands in imported.json.
fn there<'i>(context: &'i CheckContext<'_>, kind: FoundKind) -> impl Iterator<Item = (&'i Found, Origin)> {
    context.game.imported.iter().zip(context.origins.imported.iter().copied()).filter(move |(found, _)| found.is == kind)
}

/// The units and markers of it that are still in the game.
fn pieces<'i>(context: &CheckContext<'_>, found: &'i Found) -> Vec<&'i str> {
    let game = context.game;
    let known = |id: &&String| {
        game.units.values().any(|unit| unit.id == **id)
            || game.markers.values().any(|marker| marker.id == **id)
            || game.cards.values().any(|card| card.id == **id)
    };
    found.pieces.iter().filter(known).map(String::as_str).collect()
}

/// Whether its scenario sets a unit up, in that hex if one is named. Of a marker it is taken for granted.
fn placed(context: &CheckContext<'_>, found: &Found, piece: &str, hex: Option<&str>) -> bool {
    let game = context.game;
    let Some(scenario) = game.scenarios.values().find(|scenario| Some(&scenario.id) == found.scenario.as_ref()) else {
        return hex.is_none();
    };
    if !game.units.values().any(|unit| unit.id == piece) {
        return hex.is_some();
    }
    let mut lines = scenario.setup.iter().filter(|line| game.units.at(line.unit).is_some_and(|unit| unit.id == piece));
    lines.any(|line| match (&line.at, hex) {
        (Where::At(Location::Hex(at)), Some(hex)) => game.map.as_ref().is_some_and(|map| map.board.name(*at) == hex),
        (_, Some(_)) => false,
        (_, None) => true,
    })
}

/// ` (and 3 more)`, if there are.
fn more(count: usize) -> String {
    if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() }
}
