//! Supply, where a phase looks at it: who lacks a trace shows it, and worse each time; who has it shows nothing more.

use super::{Match, Site};
use crate::model::{MarkerId, StateId};
use crate::rules::{Counter, Truth};

/// What a trace found of a unit.
struct Found {
    counter: Counter,
    lacks: bool,
    /// The state that it then has, and those that end.
    state: Option<StateId>,
    ladder: Vec<StateId>,
    marker: Option<MarkerId>,
}

impl Match<'_> {
    /// Looks at every trace that belongs to this phase.
    pub(super) fn judge_supply(&mut self) {
        let Some(supply) = &self.engine.game().rules.supply else { return };
        let now = self.phase().and_then(|phase| phase.id);
        let side = self.phase_side();
        let traces: Vec<_> = self.engine.live(&supply.traces, &self.moment()).collect();
        for trace in traces {
            let here = match &trace.phase {
                Some(phases) => now.is_some_and(|now| phases.contains(&now)),
                None => true,
            };
            if !here || trace.state.is_none() && trace.marker.is_none() {
                continue;
            }
            let found: Vec<Found> = self.look(|situation| {
                let ladder: Vec<StateId> = trace.state.into_iter().chain(trace.worse.iter().flatten().copied()).collect();
                let pieces = situation.pieces().filter(|(_, piece)| side.is_none() || self.engine.side_of(piece) == side);
                let judge = |(hex, piece): (_, &crate::rules::Piece)| {
                    let lacks = situation.lacks(trace, piece, hex) == Truth::True;
                    // The next of the ladder that it is not in yet; at its end it stays.
                    let worst = ladder.iter().rposition(|state| piece.is(*state));
                    let next = worst.map_or(0, |n| n + 1).min(ladder.len().saturating_sub(1));
                    // What another side's trace made it show is not this one's to take away.
                    let query = situation.about(*piece, Some(hex));
                    let own = trace.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(hex)).sure());
                    let shows = own && situation.shows_lack(trace, piece);
                    let state = ladder.get(next).copied();
                    let found = Found { counter: piece.counter(), lacks, state, ladder: ladder.clone(), marker: trace.marker };
                    (lacks || shows).then_some(found)
                };
                pieces.filter_map(judge).collect()
            });
            for Found { counter, lacks, state, ladder, marker } in found {
                let before: Vec<StateId> = ladder.into_iter().filter(|other| !lacks || Some(*other) != state).collect();
                for other in before {
                    self.lose_state(counter, other);
                }
                if let Some(state) = state.filter(|_| lacks) {
                    self.gain_state(counter, state);
                }
                if let Some(marker) = marker {
                    // Lack of supply does not end with the counter mix: players mark it with something else then.
                    match lacks {
                        true => self.lay_marker(Site::Unit(counter), marker),
                        false => self.take_marker(Site::Unit(counter), marker),
                    }
                }
            }
        }
    }
}
