//! Actions: what a side may do beside moving and fighting.

use super::{About, Acting, Asker, Change, Decision, Frame, Match, Next, Origin, Refused, Running, Span, UseOf, What, sum};
use crate::hexgrid::{HexId, Hexside};
use crate::model::{Act, Action, Dice, Effect, Per, Points, SideId};
use crate::rules::{Counter, Piece, Query};

impl<'e> Match<'e> {
    fn action(&self, n: u16) -> Option<&'e Action> {
        self.live_at(&self.engine.game().rules.actions, n)
    }

    /// What of an action is counted, and for how long.
    fn counted(&self, action: &Action, frame: &Acting) -> (UseOf, Span) {
        match action.per {
            None | Some(Per::Combat | Per::Unit) => (UseOf::Action(frame.action, frame.piece, frame.across), Span::Phase),
            Some(Per::Hexside) => (UseOf::Action(frame.action, None, frame.across), Span::Phase),
            Some(Per::Hex) => {
                let own = frame.piece.and_then(|piece| self.on_map(piece)).map(|(hex, _)| hex);
                (UseOf::ActionAt(frame.action, frame.hex.or(own)), Span::Phase)
            }
            Some(Per::Phase) => (UseOf::Action(frame.action, None, None), Span::Phase),
            Some(Per::Turn) => (UseOf::Action(frame.action, None, None), Span::Turn),
            Some(Per::Side) => (UseOf::ActionBy(frame.action, frame.side), Span::Game),
            Some(Per::Game) => (UseOf::Action(frame.action, None, None), Span::Game),
        }
    }

    fn is_used_up(&self, action: &Action, frame: &Acting) -> bool {
        let (of, per) = self.counted(action, frame);
        let times = action.times.as_ref().map_or(1, |times| {
            let points = self.asking(&self.about_of(frame), |_, query| query.amount(times)).unwrap_or(Points(0));
            u32::try_from(points.floor().clamp(0, 100_000)).unwrap_or(0)
        });
        self.used(of, per) >= times
    }

    fn about_of(&self, frame: &Acting) -> About {
        About { side: Some(frame.side), unit: frame.piece, hex: frame.hex, across: frame.across, ..About::default() }
    }

    fn can_pay(&self, action: &Action) -> bool {
        action.costs.iter().flatten().all(|price| {
            let there = self.state.position.counters.get(&price.counter).copied().unwrap_or(0);
            Points::whole(there) >= price.points
        })
    }

    /// What sort of deed an action is, as far as bans know it.
    fn deeds_of(&self, action: &Action) -> Vec<Act> {
        let table = action.table.and_then(|table| self.engine.game().tables.at(table));
        let results = table.into_iter().flat_map(|table| table.results.iter().flatten()).flat_map(|result| &result.effects);
        let effects = action.effects.iter().flatten().chain(action.otherwise.iter().flatten()).chain(results);
        let act = |effect: &Effect| match effect {
            Effect::Bridge { .. } | Effect::Place { .. } => Some(Act::Build),
            Effect::Clear { .. } => Some(Act::Rally),
            Effect::Return { .. } => Some(Act::Replace),
            _ => None,
        };
        effects.filter_map(act).collect()
    }

    /// Whether a side may begin an action: its phase, its price, and somebody or somewhere to do it.
    pub(super) fn may_act(&self, side: SideId, n: u16) -> Result<(), Refused> {
        let Some(action) = self.action(n) else { return Err(Refused::new("there is no such action now")) };
        if !self.look(|situation| situation.is_for(action, side)) {
            return Err(self.refuse(|_| format!("`{}` is not for this side, this phase or this moment", action.id.0)));
        }
        if !self.can_pay(action) {
            return Err(self.refuse(|_| format!("`{}` costs more than there is", action.id.0)));
        }
        let frame = Acting { action: n, side, piece: None, hex: None, across: None, done: false };
        match self.is_open(action, &frame) {
            true => Ok(()),
            false => Err(self.refuse(|_| format!("nobody can do `{}` now", action.id.0))),
        }
    }

    /// Whether an action can still be completed as it was begun.
    fn is_open(&self, action: &Action, frame: &Acting) -> bool {
        if action.who.is_some() && frame.piece.is_none() {
            let own = self.pieces_for(action, frame);
            return own.into_iter().any(|piece| self.is_open(action, &Acting { piece: Some(piece), ..frame.clone() }));
        }
        if action.across.is_some() && frame.across.is_none() {
            let sides = self.sides_for(action, frame);
            return sides.into_iter().any(|across| self.is_open(action, &Acting { across: Some(across), ..frame.clone() }));
        }
        if action.at.is_some() && frame.piece.is_none() && frame.hex.is_none() {
            let hexes = self.hexes_for_action(action, frame);
            return hexes.into_iter().any(|hex| self.is_open(action, &Acting { hex: Some(hex), ..frame.clone() }));
        }
        let holds =
            action.when.as_ref().is_none_or(|when| self.asking(&self.about_of(frame), |_, query| query.holds(when).sure()));
        // Nobody pays for what changes nothing.
        let about = self.about_of(frame);
        let effects = action.effects.as_deref().unwrap_or_default();
        let rolls = action.roll.is_some() || action.table.is_some();
        let useful = rolls || effects.is_empty() || effects.iter().any(|effect| self.can_happen(&about, effect));
        holds && useful && !self.is_used_up(action, frame)
    }

    fn pieces_for(&self, action: &Action, frame: &Acting) -> Vec<Counter> {
        let Some(who) = &action.who else { return Vec::new() };
        let acts = self.deeds_of(action);
        self.look(|situation| {
            // Own units, unless it says whose.
            let own =
                situation.pieces().filter(|(_, piece)| who.side.is_some() || self.engine.side_of(piece) == Some(frame.side));
            let fits = |(hex, piece): &(HexId, &Piece)| {
                let query = Query { side: Some(frame.side), ..situation.about(**piece, Some(*hex)) };
                let there = action.at.as_ref().is_none_or(|at| query.is_hex(at, *hex).sure());
                let banned = || situation.bans(&query, &acts).into_iter().any(|ban| query.forbids(ban, *hex, *hex));
                query.fits(who, piece, Some(*hex)).sure() && there && (acts.is_empty() || !banned())
            };
            own.filter(fits).map(|(_, piece)| piece.counter()).collect::<Vec<_>>()
        })
        .into_iter()
        .filter(|counter| self.is_active(*counter))
        .collect()
    }

    /// Hexsides where an action can be done: around the unit that does it, or those with bridges.
    fn sides_for(&self, action: &Action, frame: &Acting) -> Vec<Hexside> {
        let (Some(across), Some(land)) = (&action.across, self.engine.land()) else { return Vec::new() };
        let board = &land.map().board;
        let own = frame.piece.and_then(|piece| self.on_map(piece)).map(|(hex, _)| hex);
        let mut pairs: Vec<(HexId, HexId)> = match own {
            Some(hex) => land.near(hex).into_iter().flatten().map(|to| (hex, to)).collect(),
            None => {
                let bridges = land.map().bridges.values().filter_map(|bridge| match board.hexside_hexes(bridge.side) {
                    (a, Some(b)) => Some((a, b)),
                    (_, None) => None,
                });
                bridges.collect()
            }
        };
        self.asking(&self.about_of(frame), |_, query| {
            pairs.retain(|(a, b)| {
                query.is_hexside(across, *a, *b).sure() || own.is_none() && query.is_hexside(across, *b, *a).sure()
            });
        });
        pairs.into_iter().filter_map(|(a, b)| board.hexside_between(a, b)).collect()
    }

    fn hexes_for_action(&self, action: &Action, frame: &Acting) -> Vec<HexId> {
        let Some(at) = &action.at else { return Vec::new() };
        self.asking(&self.about_of(frame), |_, query| query.hexes(at))
    }

    pub(super) fn begin_action(&mut self, side: SideId, action: u16) {
        self.push(Frame::Act(Acting { action, side, piece: None, hex: None, across: None, done: false }));
    }

    fn dice_of(&self, action: &Action) -> Option<(Dice, String)> {
        let table = action.table.and_then(|table| self.engine.game().tables.at(table));
        match (table, &action.roll) {
            (Some(table), _) => Some((table.dice?, table.id.clone())),
            (None, Some(roll)) => Some((roll.dice, action.id.0.clone())),
            (None, None) => None,
        }
    }

    pub(super) fn run_act(&mut self, mut frame: Acting) -> Next {
        let Some(action) = self.action(frame.action).filter(|_| !frame.done) else {
            self.pop();
            return Next::Goes;
        };
        let by = Asker::Side(frame.side);
        if action.who.is_some() && frame.piece.is_none() {
            return Next::Asks(by, What::ActBy(frame.action));
        }
        if action.across.is_some() && frame.across.is_none() {
            return Next::Asks(by, What::ActAcross(frame.action));
        }
        if action.at.is_some() && frame.piece.is_none() && frame.hex.is_none() {
            return Next::Asks(by, What::ActAt(frame.action));
        }
        if let Some((dice, what)) = self.dice_of(action) {
            return Next::Asks(Asker::Dice, What::Roll(dice, what));
        }
        self.pays(action, &frame);
        frame.done = true;
        let about = self.about_of(&frame);
        let of = Origin::Action(frame.action, true);
        self.step(Frame::Act(frame));
        self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
        Next::Goes
    }

    fn pays(&mut self, action: &Action, frame: &Acting) {
        let (of, per) = self.counted(action, frame);
        self.use_up(of, per);
        for price in action.costs.iter().flatten() {
            let before = self.state.position.counters.get(&price.counter).copied();
            let left = Points::whole(before.unwrap_or(0)).less(price.points).floor();
            self.change(Change::Count { name: price.counter, before, after: i32::try_from(left).ok() });
        }
    }

    pub(super) fn candidates_act(&self, frame: &Acting) -> Vec<Decision> {
        let Some(action) = self.action(frame.action) else { return vec![Decision::Pass] };
        let mut list: Vec<Decision> = if action.who.is_some() && frame.piece.is_none() {
            self.pieces_for(action, frame).into_iter().map(Decision::Piece).collect()
        } else if action.across.is_some() && frame.across.is_none() {
            self.sides_for(action, frame).into_iter().map(Decision::Side).collect()
        } else {
            self.hexes_for_action(action, frame).into_iter().map(Decision::Hex).collect()
        };
        list.push(Decision::Pass);
        list
    }

    pub(super) fn allow_act(&self, frame: &Acting, decision: &Decision) -> Result<(), Refused> {
        let Some(action) = self.action(frame.action) else { return Err(Refused::new("there is no such action")) };
        let known = match decision {
            Decision::Pass => return Ok(()),
            Decision::Piece(piece) if action.who.is_some() && frame.piece.is_none() => {
                self.pieces_for(action, frame).contains(piece)
            }
            Decision::Side(side) if frame.across.is_none() && (action.who.is_none() || frame.piece.is_some()) => {
                self.sides_for(action, frame).contains(side)
            }
            Decision::Hex(hex) if frame.hex.is_none() && action.who.is_none() => {
                self.hexes_for_action(action, frame).contains(hex)
            }
            _ => false,
        };
        match known {
            true if self.act_goes_on(frame, decision) => Ok(()),
            true => Err(Refused::new("it cannot be done there now, or was done already")),
            false => Err(Refused::new("name who does it and where, or pass")),
        }
    }

    /// Whether an action can be completed once somebody or something that it can be done by or at is named.
    pub(super) fn act_goes_on(&self, frame: &Acting, decision: &Decision) -> bool {
        let next = match decision {
            Decision::Piece(piece) => Acting { piece: Some(*piece), ..frame.clone() },
            Decision::Side(side) => Acting { across: Some(*side), ..frame.clone() },
            Decision::Hex(hex) => Acting { hex: Some(*hex), ..frame.clone() },
            _ => return true,
        };
        self.action(frame.action).is_some_and(|action| self.is_open(action, &next))
    }

    pub(super) fn decide_act(&mut self, mut frame: Acting, decision: &Decision) {
        match decision {
            Decision::Piece(piece) => frame.piece = Some(*piece),
            Decision::Side(side) => frame.across = Some(*side),
            Decision::Hex(hex) => frame.hex = Some(*hex),
            Decision::Roll(faces) => return self.rolled_for_action(frame, faces),
            _ => {
                self.pop();
                return self.put_back();
            }
        }
        self.step(Frame::Act(frame));
    }

    fn rolled_for_action(&mut self, mut frame: Acting, faces: &[u32]) {
        let Some(action) = self.action(frame.action) else { return self.pop() };
        let Some((dice, _)) = self.dice_of(action) else { return self.pop() };
        let Some(rolled) = sum(dice, faces) else { return };
        let about = self.about_of(&frame);
        self.pays(action, &frame);
        frame.done = true;
        let n = frame.action;
        self.step(Frame::Act(frame));
        let next = match (action.table, &action.roll) {
            (Some(table), _) => self.table_result(table, rolled, &about),
            (None, Some(roll)) => Some((Origin::Action(n, self.succeeds(&about, roll, rolled)), None)),
            (None, None) => None,
        };
        if let Some((of, code)) = next {
            self.push(Frame::Effects(Box::new(Running { of, next: 0, about: About { code, ..about.clone() }, only: None })));
        }
        // What is done in any case comes before the result.
        if action.table.is_some() && action.effects.is_some() {
            let of = Origin::Action(n, true);
            self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
        }
    }
}
