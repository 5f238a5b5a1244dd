//! Phases and windows, what may be done in them, control and victory.

use super::{Engine, Moment, Piece, Query, Situation, Truth, holds};
use crate::hexgrid::HexId;
use crate::model::{Action, Counted, ExitId, Level, Phase, Points, Role, SideId, SideWord, TurnId, VictoryPoints};

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'g> {
    /// The first level that surely holds; nothing if none does.
    pub level: Option<&'g Level>,
    /// Levels before it that may hold: dice or something unknown decide.
    pub open: Vec<&'g Level>,
    /// Victory points, by side.
    pub points: Vec<(SideId, Points)>,
}

impl<'g> Engine<'g> {
    /// The phases of a turn, in order: those whose condition does not fail, and whether it surely holds.
    pub fn phases(&self, turn: TurnId, moment: &Moment) -> Vec<(&'g Phase, Truth)> {
        let when = |phase: &Phase| {
            let moment = Moment { turn: Some(turn), side: phase.side, ..moment.clone() };
            phase.when.as_ref().map_or(Truth::True, |when| holds(self.game, when, &moment))
        };
        let all = self.game.phases.values().map(|phase| (phase, when(phase)));
        all.filter(|(_, truth)| truth.possible()).collect()
    }
}

impl<'a> Situation<'a> {
    /// The phase that it is, if it is not that side's; nothing if no phase is known, or it is everybody's.
    pub(super) fn phase_of_others(&self, side: Option<SideId>) -> Option<&'a Phase> {
        let now = self.moment.phase?;
        let mut other = None;
        for phase in self.engine.game().phases.values().filter(|phase| phase.number == now) {
            if phase.side.is_none() || phase.side == side || side.is_none() {
                return None;
            }
            other = Some(phase);
        }
        other
    }

    /// What a side may do now, beside moving and fighting.
    pub fn actions(&self, side: SideId) -> Vec<&'a Action> {
        let somebody = |action: &&Action| {
            action.who.as_ref().is_none_or(|who| {
                self.pieces().any(|(hex, piece)| {
                    let query = self.about(*piece, Some(hex));
                    let query = Query { side: Some(side), ..query };
                    let own = who.side.is_some() || self.engine.side_of(piece) == Some(side);
                    own && query.fits(who, piece, Some(hex)).possible()
                })
            })
        };
        let all = self.engine.live(&self.engine.game().rules.actions, &self.moment);
        all.filter(|action| self.is_for(action, side)).filter(somebody).collect()
    }

    /// Whether an action is for that side now, whoever does it.
    pub fn is_for(&self, action: &Action, side: SideId) -> bool {
        let query = Query { side: Some(side), ..self.query() };
        let phase = self.moment.phase;
        let now = action.phase.as_ref().is_none_or(|phases| phase.is_none_or(|now| phases.contains(&now)));
        let by = || match action.by {
            Some(word @ SideWord::Is(_)) => query.is_side(word, side).sure(),
            // Without a side it is for the one whose phase it is.
            Some(SideWord::Own) | None => self.moment.side.is_none_or(|active| active == side),
            Some(SideWord::Enemy) => self.moment.side.is_none_or(|active| active != side),
        };
        // A condition that speaks of a unit or a hex is asked when one is chosen.
        now && by() && self.affordable(action) && query.counts(action.when.as_ref()).possible()
    }

    /// Whether the price of an action can be paid. Of a counter that nobody told how it stands, it may be.
    fn affordable(&self, action: &Action) -> bool {
        action.costs.iter().flatten().all(|price| match self.position.counters.get(&price.counter) {
            Some(there) => Points::whole(*there) >= price.points,
            None => !self.moment.play || price.points.0 <= 0,
        })
    }

    /// Who has won, as the levels of a scenario say.
    pub fn victory(&self, levels: &'a [Level], points: &[VictoryPoints]) -> Verdict<'a> {
        let query = self.query();
        let mut verdict = Verdict { level: None, open: Vec::new(), points: Vec::new() };
        for side in self.engine.game().sides.ids() {
            let sum = points.iter().filter(|entry| entry.side == side).map(|entry| self.points(entry)).sum();
            verdict.points.push((side, sum));
        }
        for level in levels {
            let query = Query { side: level.side, ..query };
            match level.when.as_ref().map_or(Truth::True, |when| query.holds(when)) {
                Truth::True => {
                    verdict.level = Some(level);
                    break;
                }
                Truth::Unknown => verdict.open.push(level),
                Truth::False => {}
            }
        }
        verdict
    }

    /// The victory points that each side has now, as the scenario counts them.
    pub fn points_now(&self) -> Vec<(SideId, Points)> {
        self.engine.game().sides.ids().map(|side| (side, self.points_of(side))).collect()
    }

    /// The victory points of a side, as the scenario counts them.
    pub(super) fn points_of(&self, side: SideId) -> Points {
        self.points_once(side, || {
            let scenario = self.engine.scenario.and_then(|id| self.engine.game().scenarios.at(id));
            let entries = scenario.map(|scenario| self.engine.live(&scenario.points, &self.moment)).unwrap_or_default();
            entries.filter(|entry| entry.side == side).map(|entry| self.points(entry)).sum()
        })
    }

    fn points(&self, entry: &VictoryPoints) -> Points {
        let query = Query { side: Some(entry.side), pointing: true, ..self.query() };
        if !query.counts(entry.when.as_ref()).sure() {
            return Points(0);
        }
        // How much may hang on what is counted: the value of each place, the strength of each unit.
        let worth = |subject: Option<(Piece, Option<HexId>)>, hex: Option<HexId>, left: Option<ExitId>, times: Points| {
            let about = Query { subject: subject.or(query.subject), hex: hex.or(query.hex), left, ..query };
            about.amount(&entry.add).unwrap_or(Points(0)).times(times)
        };
        let weight = |piece: &Piece| self.engine.weight(piece, entry.count.unwrap_or(Counted::Units)).unwrap_or(Points(0));
        let mut sum = Points(0);
        if let Some(each) = &entry.each {
            let members = query.members(each.place.unwrap_or(Role::Map)).unwrap_or_default();
            for (piece, hex) in members.iter().filter(|(p, hex)| each.of.as_ref().is_none_or(|of| query.fits(of, p, *hex).sure()))
            {
                sum = sum.plus(worth(Some((*piece, *hex)), *hex, None, weight(piece)));
            }
        }
        let map = self.engine.game().map.as_ref();
        for place in entry.places.iter().flatten().filter(|place| self.position.held.get(place) == Some(&entry.side)) {
            let hex = map.and_then(|map| map.places.at(*place)).and_then(|place| place.hexes.first().copied());
            sum = sum.plus(worth(None, hex, None, Points::ONE));
        }
        let lost = entry.lost.iter().flat_map(|units| self.position.eliminated.iter().map(move |piece| (units, *piece, None)));
        let exited =
            entry.exited.iter().flat_map(|units| self.position.exited.iter().map(move |(piece, way)| (units, *piece, way.exit)));
        for (_, piece, exit) in lost.chain(exited).filter(|(units, piece, _)| query.fits(units, piece, None).sure()) {
            sum = sum.plus(worth(Some((piece, None)), None, exit, weight(&piece)));
        }
        let counts = entry.each.is_some() || entry.places.is_some() || entry.lost.is_some() || entry.exited.is_some();
        if counts { sum } else { worth(None, None, None, Points::ONE) }
    }
}
