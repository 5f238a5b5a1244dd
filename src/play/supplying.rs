//! Supply, where a phase looks at it: who lacks a trace shows it, and worse each time; who has it shows nothing more.

use std::collections::BTreeSet;

use super::{Match, Site};
use crate::model::{MarkerId, StateId};
use crate::rules::{Counter, Truth};

/// What a trace found of a unit.
struct Found {
    counter: Counter,
    lacks: bool,
    /// Whether the trace is asked for now.
    asked: bool,
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
        // What traces of this look have found: a trace that is not asked for now does not take it away.
        let mut lacking: BTreeSet<(Counter, StateId)> = BTreeSet::new();
        let mut marked: BTreeSet<(Counter, MarkerId)> = BTreeSet::new();
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
                    let asked = query.counts(trace.when.as_ref()) != Truth::False;
                    let (counter, ladder) = (piece.counter(), ladder.clone());
                    let found = Found { counter, lacks, asked, state, ladder, marker: trace.marker };
                    (lacks || shows).then_some(found)
                };
                pieces.filter_map(judge).collect()
            });
            for Found { counter, lacks, asked, state, ladder, marker } in found {
                let kept =
                    |other: StateId| if lacks { Some(other) == state } else { !asked && lacking.contains(&(counter, other)) };
                let before: Vec<StateId> = ladder.into_iter().filter(|other| !kept(*other)).collect();
                for other in before {
                    self.lose_state(counter, other);
                }
                if let Some(state) = state.filter(|_| lacks) {
                    self.gain_state(counter, state);
                    lacking.insert((counter, state));
                }
                if let Some(marker) = marker.filter(|marker| lacks || asked || !marked.contains(&(counter, *marker))) {
                    marked.extend(lacks.then_some((counter, marker)));
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
