//! Scenarios: who stands where, who comes when.

pub(super) mod arrival_out_of_turn;
pub(super) mod at_odds;
pub(super) mod cannot_enter;
pub(super) mod crowded_entry;
pub(super) mod early_withdrawal;
pub(super) mod enemy_entry;
pub(super) mod forbidden_setup;
pub(super) mod half_placed;
pub(super) mod idle_removal;
pub(super) mod kept_apart;
pub(super) mod lone_arrival;
pub(super) mod misplaced_marker;
pub(super) mod needless_marker;
pub(super) mod no_room;
pub(super) mod nowhere;
pub(super) mod off_the_map;
pub(super) mod out_of_supply;
pub(super) mod overstacked;
pub(super) mod placed_twice;
pub(super) mod prohibited_terrain;
pub(super) mod shut_entry;
pub(super) mod too_many_markers;
pub(super) mod trackless_marker;
pub(super) mod two_holders;
pub(super) mod with_the_enemy;

use super::CheckContext;
use crate::model::UnitId;

/// Whether the game came from an import, and none of its setups places everything: then what is left over lies in the
/// palettes of the module, for players to take, and says nothing.
fn spare_of_import(context: &CheckContext<'_>) -> bool {
    let units = context.game.units.len();
    let whole = |scenario: &crate::model::Scenario| {
        let comes = scenario.arrivals.iter().flat_map(|line| line.units.iter().copied());
        let all = || scenario.setup.iter().map(|line| line.unit).chain(comes.clone()).chain(scenario.removed.iter().copied());
        // Most lists are too short, and need not be gone through.
        all().count() >= units && all().collect::<std::collections::BTreeSet<UnitId>>().len() == units
    };
    context.origins.from_import && !context.game.scenarios.values().any(whole)
}
