//! What a result does: its effects with their amounts, and whom they strike; and where the losers may go.

use std::collections::BTreeMap;

use super::{Battle, Piece, Query, Situation, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    Act, BondBlocks, Effect, Hexes, Points, Prefer, RatingId, RatingValue, SideId, StackingAt, Table, Units, Who, ZoneEffectKind,
};
use crate::sorting::Arrange;

/// An effect that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingEffect<'g> {
    pub effect: &'g Effect,
    /// The units that it may strike.
    pub who: Vec<(Piece, HexId)>,
    /// How many steps, hexes or points; nothing if it has no number, or dice decide.
    pub amount: Option<Points>,
    /// Whether it surely happens.
    pub sure: Truth,
}

/// A way to retreat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retreat<'g> {
    /// The hexes, without the one that is left.
    pub path: Vec<HexId>,
    /// Preferences that it breaks.
    pub breaks: Vec<&'g Prefer>,
    /// Whether none is better.
    pub best: bool,
}

/// So many ways to retreat are followed.
const WAYS: usize = 20_000;

/// What a rule for retreats was told of the hexes of other ways: by what it asks, and hex.
type Asked = BTreeMap<(u8, HexId), bool>;

impl<'a> Situation<'a> {
    /// What a result of a table does in a battle.
    pub fn outcome(&self, battle: &Battle<'_>, table: &'a Table, code: &'a str) -> Vec<PendingEffect<'a>> {
        let query = Query { result: Some(code), ..self.of_battle(battle) };
        let effects = table.results.iter().flatten().find(|result| result.code == code).map(|result| result.effects.as_slice());
        let mut list = Vec::new();
        self.happenings(&query, battle, effects.unwrap_or_default(), &mut list);
        list
    }

    /// What a list of effects does in a battle, where one effect has several to choose from.
    pub fn outcome_of(&self, battle: &Battle<'_>, effects: &'a [Effect]) -> Vec<PendingEffect<'a>> {
        let query = self.of_battle(battle);
        let mut list = Vec::new();
        self.happenings(&query, battle, effects, &mut list);
        list
    }

    /// What happens of a list; what hangs on something that is known is looked into.
    fn happenings(&self, query: &Query<'_>, battle: &Battle<'_>, effects: &'a [Effect], list: &mut Vec<PendingEffect<'a>>) {
        for effect in effects {
            let inside = match effect {
                Effect::When { when, then, otherwise } => match query.holds(when) {
                    Truth::True => Some(then),
                    Truth::False => Some(otherwise),
                    Truth::Unknown => None,
                },
                _ => None,
            };
            match inside {
                Some(inside) => self.happenings(query, battle, inside.as_deref().unwrap_or_default(), list),
                None => list.extend(self.happening(query, battle, effect)),
            }
        }
    }

    fn happening(&self, query: &Query<'_>, battle: &Battle<'_>, effect: &'a Effect) -> Option<PendingEffect<'a>> {
        let strikes = |who: Who, of: Option<&Units>| -> Vec<(Piece, HexId)> {
            let mut list: Vec<(Piece, HexId)> = match who {
                Who::Attacker => battle.attackers.clone(),
                Who::Defender => battle.defenders.clone(),
                Who::Both => battle.attackers.iter().chain(&battle.defenders).copied().collect(),
                Who::Unit => query.subject.and_then(|(piece, hex)| Some((piece, hex?))).into_iter().collect(),
            };
            list.retain(|(piece, hex)| of.is_none_or(|of| query.fits(of, piece, Some(*hex)).possible()));
            list
        };
        let sum = |rating: RatingId| -> Points {
            let known = battle.defenders.iter().filter_map(|(piece, _)| match self.engine.printed(piece, rating) {
                RatingValue::Known(n) => Some(Points::whole(n)),
                _ => None,
            });
            known.sum()
        };
        let (who, amount, when) = match effect {
            Effect::Lose { who, steps, of, when, .. } => (strikes(*who, of.as_deref()), query.amount(steps), when),
            Effect::Eliminate { who, of, when } => (strikes(*who, of.as_deref()), None, when),
            Effect::Exchange { rating, .. } => (strikes(Who::Both, None), Some(sum(*rating)), &None),
            Effect::Retreat { who, hexes, of, when, .. } => (strikes(*who, of.as_deref()), query.amount(hexes), when),
            Effect::Advance { who, hexes, of, when } => {
                let amount = hexes.as_ref().and_then(|hexes| query.amount(hexes));
                (strikes(who.unwrap_or(Who::Attacker), of.as_deref()), amount, when)
            }
            Effect::State { who, of, when, .. }
            | Effect::Clear { who, of, when, .. }
            | Effect::Gain { who, of, when, .. }
            | Effect::Exit { who, of, when } => (strikes(*who, of.as_deref()), None, when),
            Effect::AttackAgain { of } => (strikes(Who::Attacker, of.as_deref()), None, &None),
            Effect::Shift { add } | Effect::Modify { add } => (Vec::new(), query.amount(add), &None),
            _ => (Vec::new(), None, &None),
        };
        let chosen = match effect {
            Effect::Lose { of, .. }
            | Effect::Eliminate { of, .. }
            | Effect::Retreat { of, .. }
            | Effect::Advance { of, .. }
            | Effect::State { of, .. }
            | Effect::Clear { of, .. }
            | Effect::Gain { of, .. }
            | Effect::Exit { of, .. }
            | Effect::AttackAgain { of } => of.is_some(),
            _ => false,
        };
        // What strikes only some and finds none of them does not happen.
        if chosen && who.is_empty() {
            return None;
        }
        let sure = when.as_ref().map_or(Truth::True, |when| query.holds(when));
        sure.possible().then_some(PendingEffect { effect, who, amount, sure })
    }

    /// Where a piece may retreat to over so many hexes: ways that break nothing that must be, best first.
    pub fn retreats(&'a self, piece: Piece, from: HexId, hexes: u32) -> Vec<Retreat<'a>> {
        self.ways_out(piece, from, hexes).0
    }

    /// The rule that leaves a piece no way to retreat: the first that every way breaks which is open at all.
    pub fn no_retreat(&'a self, piece: Piece, from: HexId, hexes: u32) -> Option<&'a Prefer> {
        self.ways_out(piece, from, hexes).1
    }

    fn ways_out(&'a self, piece: Piece, from: HexId, hexes: u32) -> (Vec<Retreat<'a>>, Option<&'a Prefer>) {
        let nowhere = (Vec::new(), None);
        let Some(land) = self.engine.land() else { return nowhere };
        let Some(side) = self.engine.side_of(&piece) else { return nowhere };
        let rules = self.engine.live(&self.engine.game().rules.retreat, &self.moment);
        let query = self.about(piece, Some(from));
        let rules: Vec<&Prefer> = rules
            .into_iter()
            .filter(|rule| {
                query.counts(rule.when.as_ref()).sure()
                    && rule.who.as_ref().is_none_or(|who| query.fits(who, &piece, Some(from)).sure())
            })
            .collect();
        let bans = self.bans(&query, &[Act::Retreat]);
        let mover = self.driven(piece, from);
        let is_open = |at: HexId, to: HexId| -> bool {
            let ground = self.is_passable(mover.as_ref(), side, at, to, at == from);
            let zoned = self.zoned(&query, ZoneEffectKind::Retreat, &piece, from, to);
            let banned = bans.iter().any(|ban| query.forbids(ban, at, to));
            ground && !zoned && !banned && self.bonded(side, at, to, BondBlocks::Retreat).is_none()
        };
        // Many ways go over the same hexes: each is asked about once.
        let mut steps: Vec<(HexId, [Option<HexId>; 6])> = Vec::new();
        let mut open = |at: HexId| {
            let known = steps.iter().find(|(hex, _)| *hex == at).map(|(_, open)| *open);
            known.unwrap_or_else(|| {
                let open = land.near(at).map(|to| to.filter(|to| *to != from && is_open(at, *to)));
                steps.push((at, open));
                open
            })
        };
        let mut ways: Vec<Vec<HexId>> = vec![Vec::new()];
        for step in 1..=hexes as usize {
            let mut next = Vec::new();
            // Six hexes and what players can oversee are looked at in full, then fewer ways with every step.
            let most = WAYS.saturating_mul(36) / step.saturating_mul(step).max(36);
            for way in ways {
                let at = way.last().copied().unwrap_or(from);
                if next.len() >= most {
                    break;
                }
                for to in open(at).into_iter().flatten() {
                    if next.len() >= most || way.contains(&to) {
                        continue;
                    }
                    let mut longer = way.clone();
                    longer.push(to);
                    next.push(longer);
                }
            }
            ways = next;
            // Who can go no further need not try a billion times.
            if ways.is_empty() {
                break;
            }
        }
        let mut out: Vec<Retreat<'a>> = Vec::new();
        let mut closing: Vec<&Prefer> = rules.iter().filter(|rule| rule.must == Some(true)).copied().collect();
        let mut asked: Vec<Asked> = vec![Asked::default(); rules.len()];
        for path in ways {
            let mut breaks: Vec<&Prefer> = Vec::new();
            for (rule, asked) in rules.iter().zip(&mut asked) {
                if !self.kept(rule, &query, from, &path, side, asked) {
                    breaks.push(rule);
                }
            }
            closing.retain(|rule| breaks.iter().any(|broken| broken.id == rule.id) || path.is_empty());
            if !breaks.iter().any(|rule| rule.must == Some(true)) && !path.is_empty() {
                out.push(Retreat { path, breaks, best: false });
            }
        }
        // The list is read from the top: what breaks a later preference is better than what breaks an earlier one.
        let goals: Vec<Vec<HexId>> =
            rules.iter().map(|rule| rule.toward.as_ref().map(|hexes| query.hexes(hexes)).unwrap_or_default()).collect();
        let far = |end: HexId| -> Vec<u32> {
            let nearest = |goals: &Vec<HexId>| goals.iter().map(|goal| land.map().board.distance(end, *goal)).min().unwrap_or(0);
            goals.iter().map(nearest).collect()
        };
        let mut ends: Vec<(HexId, Vec<u32>)> = Vec::new();
        let mut rank = |retreat: &Retreat<'_>| -> Vec<(bool, u32)> {
            let end = retreat.path.last().copied().unwrap_or(from);
            if ends.iter().all(|(hex, _)| *hex != end) {
                ends.push((end, far(end)));
            }
            let far = ends.iter().find(|(hex, _)| *hex == end).map(|(_, far)| far.as_slice()).unwrap_or_default();
            let each = rules.iter().zip(far);
            each.map(|(rule, far)| (retreat.breaks.iter().any(|broken| broken.id == rule.id), *far)).collect()
        };
        let mut ranked: Vec<(Vec<(bool, u32)>, Retreat<'a>)> = out.into_iter().map(|way| (rank(&way), way)).collect();
        ranked.arrange_by(|(a, way), (b, other)| a.cmp(b).then_with(|| way.path.cmp(&other.path)));
        let best = ranked.first().map(|(rank, _)| rank.clone());
        let ways = ranked.into_iter().map(|(rank, way)| Retreat { best: Some(&rank) == best.as_ref(), ..way }).collect();
        (ways, closing.first().copied())
    }

    /// Whether a piece that does not pay for its way can go from a hex to the next.
    pub fn may_pass(&'a self, piece: Piece, at: HexId, to: HexId, first: bool) -> bool {
        let Some(side) = self.engine.side_of(&piece) else { return false };
        self.is_passable(self.driven(piece, at).as_ref(), side, at, to, first)
    }

    /// What is closed to its class is closed to its retreat and its advance; what it costs does not matter.
    fn is_passable(&self, mover: Option<&super::Mover<'_>>, side: SideId, at: HexId, to: HexId, first: bool) -> bool {
        use super::StepBlocked as Blocked;
        let Some(mover) = mover else {
            // It has no class: only enemies close its way.
            let beside = self.engine.land().is_some_and(|land| land.slot(at, to).is_some());
            return beside && !self.has_enemy(to, side);
        };
        match mover.step(at, to, first, None) {
            Ok(_) => true,
            Err(bar) => !matches!(
                bar,
                Blocked::Terrain(_) | Blocked::OnlyByRoad(_) | Blocked::Hexside(_) | Blocked::Enemy(_) | Blocked::Apart
            ),
        }
    }

    fn kept(&self, rule: &Prefer, query: &Query<'_>, from: HexId, path: &[HexId], side: SideId, asked: &mut Asked) -> bool {
        let Some(land) = self.engine.land() else { return true };
        let mut may = |what: u8, hexes: &Hexes, hex: HexId| -> bool {
            *asked.entry((what, hex)).or_insert_with(|| query.is_hex(hexes, hex).possible())
        };
        let end = path.last().copied().unwrap_or(from);
        let steps = || std::iter::once(from).chain(path.iter().copied()).zip(path.iter().copied());
        let long = i32::try_from(path.len()).unwrap_or(i32::MAX);
        let other = rule.hexes.as_ref().is_some_and(|range| {
            range.at_least.is_some_and(|least| long < least) || range.at_most.is_some_and(|most| long > most)
        });
        if other {
            return true;
        }
        rule.later.as_ref().is_none_or(|hexes| path.iter().skip(1).all(|hex| may(0, hexes, *hex)))
            && rule.path.as_ref().is_none_or(|hexes| path.iter().all(|hex| may(1, hexes, *hex)))
            && rule.end.as_ref().is_none_or(|hexes| may(2, hexes, end))
            && rule.across.as_ref().is_none_or(|sides| steps().all(|(a, b)| query.is_hexside(sides, a, b).possible()))
            && (rule.away != Some(true) || land.map().board.distance(from, end) as usize == path.len())
            && (rule.stacking != Some(true)
                || *asked.entry((3, end)).or_insert_with(|| {
                    let mut stack: Vec<Piece> = self.stack(end).to_vec();
                    stack.retain(|piece| self.engine.side_of(piece) == Some(side));
                    stack.extend(query.subject.map(|(piece, _)| piece));
                    self.overstacks(end, &stack, StackingAt::Retreat).is_empty()
                }))
    }
}
