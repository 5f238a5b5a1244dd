//! A position of a game as a scenario that authors can go on with.

use std::collections::BTreeSet;

use super::{Coming, Match};
use crate::model::{Arrival, MarkerAt, MarkerSetup, Scenario, Setup, UnitId, Where};

impl Match<'_> {
    /// The game as it stands, as a scenario: who is where, what lies where, who holds what, who is still to come. What
    /// units did this turn and what is under way is not in it.
    pub fn as_scenario(&self) -> Scenario {
        let game = self.engine.game();
        let position = &self.state.position;
        let turn = self.state.clock.turn;
        let name = turn.and_then(|turn| game.turns.at(turn)).map(|turn| turn.id.clone()).unwrap_or_default();
        let mut scenario = self.scenario.clone();
        scenario.id = format!("{}-{}", scenario.id, if name.is_empty() { "later".to_owned() } else { name });
        scenario.turns = turn.zip(scenario.turns).map(|(turn, (_, last))| (turn, last.max(turn)));
        let setup = position.everybody().map(|(at, piece)| {
            let several = game.units.at(piece.unit).is_some_and(|unit| unit.count > 1);
            let also = game.states.ids().filter(|state| piece.also.has(*state)).collect();
            let markers = position.unit_markers.get(&piece.counter()).cloned().unwrap_or_default();
            let n = several.then_some(piece.n);
            Setup { n, state: piece.state, also, markers, ..Setup::new(piece.unit, Where::At(at)) }
        });
        scenario.setup = setup.collect();
        scenario.has_setup = true;
        let there: BTreeSet<UnitId> = scenario.setup.iter().map(|line| line.unit).collect();
        let open = |(n, arrival): (usize, &Arrival)| {
            let waits = match self.state.arrivals.get(n) {
                Some(Coming::Waiting) => true,
                Some(Coming::Comes) => arrival.units.iter().any(|unit| self.state.due.keys().any(|(due, _)| due == unit)),
                Some(Coming::Never) | None => false,
            };
            let units: Vec<UnitId> = arrival.units.iter().copied().filter(|unit| !there.contains(unit)).collect();
            let turn = turn.map_or(arrival.turn, |now| arrival.turn.max(now));
            (waits && !units.is_empty()).then(|| Arrival { units, turn, ..arrival.clone() })
        };
        scenario.arrivals = self.scenario.arrivals.iter().enumerate().filter_map(open).collect();
        scenario.withdrawals.retain(|line| turn.is_none_or(|turn| line.turn >= turn));
        let lying = position.markers.iter().flat_map(|(at, list)| list.iter().map(|marker| (MarkerAt::Location(*at), *marker)));
        let beside = position.side_markers.iter().flat_map(|(at, list)| list.iter().map(|marker| (MarkerAt::Side(*at), *marker)));
        scenario.markers = lying.chain(beside).map(|(at, marker)| MarkerSetup { marker, at }).collect();
        scenario.control = position.held.iter().map(|(place, side)| (*place, *side)).collect();
        let bridges = game.map.iter().flat_map(|map| map.bridges.iter());
        scenario.bridges = bridges.filter_map(|(id, bridge)| Some((id, *position.bridges.get(&bridge.side)?))).collect();
        let owned = game.map.iter().flat_map(|map| map.bridges.iter());
        scenario.owners = owned.filter_map(|(id, bridge)| Some((id, *position.bridge_owners.get(&bridge.side)?))).collect();
        scenario.lost = position.eliminated.iter().map(|piece| piece.unit).filter(|unit| !there.contains(unit)).collect();
        scenario.lost.dedup();
        let coming: BTreeSet<UnitId> = scenario.arrivals.iter().flat_map(|arrival| arrival.units.iter().copied()).collect();
        let absent = game.units.ids().filter(|unit| !there.contains(unit) && !coming.contains(unit));
        scenario.removed = absent.collect();
        scenario
    }
}
