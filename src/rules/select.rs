//! Which units a selector means, by itself or in a scene of play, and how much an amount is.

use super::possible::{printed, rated};
use super::{Piece, Query, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    Amount, Ban, Counted, Group, Location, Measure, Pick, Points, Quantity, RatingValue, Role, SideId, SideWord, Units,
};
use crate::sorting::Arrange;

/// One thing more that must be so: what is surely not so needs no look at the rest. What is asked first costs least.
macro_rules! need {
    ($truth:ident, $more:expr) => {
        $truth = $truth.and($more);
        if $truth == Truth::False {
            return Truth::False;
        }
    };
}
pub(super) use need;

/// Whether each holds; what comes after one that does not is not asked.
pub(super) fn all<T>(list: impl IntoIterator<Item = T>, each: impl Fn(T) -> Truth) -> Truth {
    let mut truth = Truth::True;
    for part in list {
        truth = truth.and(each(part));
        if truth == Truth::False {
            break;
        }
    }
    truth
}

/// Whether one holds; what comes after it is not asked.
pub(super) fn some<T>(list: impl IntoIterator<Item = T>, each: impl Fn(T) -> Truth) -> Truth {
    let mut truth = Truth::False;
    for part in list {
        truth = truth.or(each(part));
        if truth == Truth::True {
            break;
        }
    }
    truth
}

/// The same of a list that need not be there.
pub(super) fn any<T>(list: Option<&Vec<T>>, each: impl Fn(&T) -> Truth) -> Truth {
    list.map_or(Truth::True, |list| some(list, each))
}

impl Query<'_> {
    /// Whether a word means that side.
    pub fn is_side(&self, word: SideWord, side: SideId) -> Truth {
        match word {
            SideWord::Is(wanted) => Truth::from(wanted == side),
            SideWord::Own => self.side.map_or(Truth::Unknown, |own| Truth::from(own == side)),
            SideWord::Enemy => self.side.map_or(Truth::Unknown, |own| Truth::from(own != side)),
        }
    }

    pub(super) fn sides(&self, word: SideWord) -> Vec<SideId> {
        self.situation.engine.game().sides.ids().filter(|side| self.is_side(word, *side).sure()).collect()
    }

    /// Whether a piece that stands there fits.
    pub fn fits(&self, units: &Units, piece: &Piece, hex: Option<HexId>) -> Truth {
        let engine = self.situation.engine;
        let game = engine.game();
        let position = self.situation.position;
        if !printed(game, units, piece.unit) || units.state.as_ref().is_some_and(|list| !list.iter().any(|s| piece.is(*s))) {
            return Truth::False;
        }
        let mut truth = Truth::True;
        if let Some(sides) = &units.side {
            let side = engine.side_of(piece);
            let is = sides.iter().fold(Truth::False, |t, word| t.or(side.map_or(Truth::False, |side| self.is_side(*word, side))));
            // Nothing is asked about units of a side that is not meant: what zones and supply hang on stays what it is.
            if is == Truth::False {
                return Truth::False;
            }
            need!(truth, is);
        }
        for test in units.rating.iter().flatten() {
            need!(truth, rated(engine.printed(piece, test.name), test));
        }
        if let Some(range) = &units.steps {
            need!(
                truth,
                engine.steps_of(piece).map_or(Truth::Unknown, |n| {
                    Truth::from(range.at_least.is_none_or(|least| n >= least) && range.at_most.is_none_or(|most| n <= most))
                })
            );
        }
        if let Some(full) = units.full {
            let steps = game.units.at(piece.unit).and_then(|unit| unit.steps);
            need!(
                truth,
                engine.steps_of(piece).zip(steps).map_or(Truth::Unknown, |(now, all)| Truth::from((now == all) == full))
            );
        }
        if let Some(markers) = &units.marker {
            let on = position.unit_markers.get(&(piece.unit, piece.n));
            need!(truth, Truth::from(on.is_some_and(|on| on.iter().any(|marker| markers.contains(marker)))));
        }
        if let Some(deeds) = &units.did {
            let did = position.did.get(&(piece.unit, piece.n));
            need!(truth, Truth::from(did.is_some_and(|did| deeds.iter().any(|deed| did.has(*deed)))));
        }
        if let Some(modes) = &units.mode {
            need!(truth, self.mode.map_or(Truth::False, |mode| Truth::from(modes.contains(&mode))));
        }
        if let Some(at) = &units.at {
            need!(truth, hex.map_or(Truth::False, |hex| self.is_hex(at, hex)));
        }
        if let Some(start) = &units.start {
            need!(truth, self.start.or(hex).map_or(Truth::Unknown, |hex| self.is_hex(start, hex)));
        }
        if units.with.is_some() || units.alone.is_some() {
            let side = engine.side_of(piece);
            let stack = hex.map(|hex| self.together(hex)).unwrap_or_default();
            let rest: Vec<(Piece, Option<HexId>)> = stack
                .iter()
                .filter(|other| (other.unit, other.n) != (piece.unit, piece.n) && engine.side_of(other) == side)
                .map(|other| (*other, hex))
                .collect();
            if let Some(alone) = units.alone {
                need!(truth, Truth::from(rest.is_empty() == alone));
            }
            need!(truth, all(units.with.iter().flatten(), |group| self.quantity(group, &rest)));
        }
        need!(
            truth,
            all(units.near.iter().flatten(), |near| hex.map_or(Truth::False, |hex| self.is_near(near, hex, Some(piece))))
        );
        if let Some(across) = &units.across {
            need!(
                truth,
                match (hex, self.target) {
                    (Some(from), Some(to)) => self.is_hexside(across, from, to),
                    _ => Truth::Unknown,
                }
            );
        }
        if let Some(traces) = &units.supplied {
            let side = engine.side_of(piece);
            need!(
                truth,
                match hex.zip(side) {
                    Some((hex, side)) => some(traces, |trace| self.situation.supplied(*trace, side, piece, hex)),
                    None => Truth::Unknown,
                }
            );
        }
        need!(
            truth,
            all(units.same.iter().flatten(), |same| {
                let own = engine.formation(piece.unit, same.level.as_ref());
                let others = self.members(same.with);
                Truth::from(
                    own.is_some()
                        && others.is_some_and(|list| {
                            list.iter().any(|(other, _)| {
                                (other.unit, other.n) != (piece.unit, piece.n)
                                    && engine.formation(other.unit, same.level.as_ref()) == own
                            })
                        }),
                )
            })
        );
        if let Some(roles) = &units.role {
            need!(
                truth,
                roles.iter().fold(Truth::False, |t, role| {
                    let members = self.members(*role);
                    t.or(Truth::from(
                        members.is_some_and(|list| list.iter().any(|(p, _)| (p.unit, p.n) == (piece.unit, piece.n))),
                    ))
                })
            );
        }
        need!(truth, all(units.all.iter().flatten(), |part| self.fits(part, piece, hex)));
        need!(truth, any(units.any.as_ref(), |part| self.fits(part, piece, hex)));
        if let Some(not) = &units.not {
            need!(truth, !self.fits(not, piece, hex));
        }
        truth
    }

    /// Who stands in a hex, or would with those who come.
    fn together(&self, hex: HexId) -> &[Piece] {
        self.stack.filter(|_| self.hex == Some(hex)).unwrap_or_else(|| self.situation.stack(hex))
    }

    /// Who has that part; nothing if nobody can say.
    pub fn members(&self, role: Role) -> Option<Vec<(Piece, Option<HexId>)>> {
        let at = |list: &[(Piece, HexId)]| list.iter().map(|(piece, hex)| (*piece, Some(*hex))).collect::<Vec<_>>();
        let stack = |hex: HexId| self.together(hex).iter().map(|piece| (*piece, Some(hex))).collect::<Vec<_>>();
        match role {
            Role::Attackers => self.battle.map(|battle| at(&battle.attackers)),
            Role::Defenders => self.battle.map(|battle| at(&battle.defenders)),
            Role::Supporters => self.battle.map(|battle| at(&battle.supporters)),
            Role::Participants => self.battle.map(|b| [at(&b.attackers), at(&b.defenders), at(&b.supporters)].concat()),
            Role::Unit => self.subject.map(|subject| vec![subject]),
            Role::Stack => self.subject.and_then(|(_, hex)| hex).map(stack),
            Role::Hex => self.hex.map(stack),
            Role::Map => Some(self.situation.pieces().map(|(hex, piece)| (*piece, Some(hex))).collect()),
        }
    }

    /// Whether a group of units is so.
    pub fn group(&self, group: &Group) -> Truth {
        let members = match group.in_box {
            Some(id) => {
                let there = self.situation.position.at(Location::Box(id));
                Some(there.iter().map(|piece| (*piece, None)).collect())
            }
            None => self.members(group.place.unwrap_or(Role::Map)),
        };
        match members {
            Some(members) => self.quantity(group, &members),
            None => Truth::Unknown,
        }
    }

    pub(super) fn quantity(&self, group: &Group, members: &[(Piece, Option<HexId>)]) -> Truth {
        let fit =
            |(piece, hex): &(Piece, Option<HexId>)| group.of.as_ref().map_or(Truth::True, |units| self.fits(units, piece, *hex));
        let truths: Vec<Truth> = members.iter().map(fit).collect();
        let mut truth = Truth::True;
        let some = truths.iter().fold(Truth::False, |t, f| t.or(*f));
        if group.hexes.is_some() || group.apart.is_some() {
            truth = truth.and(self.spread(group, members, &truths));
        }
        match (group.is, group.at_least.is_some() || group.at_most.is_some()) {
            (Some(Quantity::Some), _) | (None, false) => truth = truth.and(some),
            (Some(Quantity::All), _) => {
                let every = truths.iter().fold(Truth::True, |t, f| t.and(*f));
                truth = truth.and(every).and(Truth::from(!members.is_empty()));
            }
            (Some(Quantity::None), _) => truth = truth.and(!some),
            (None, true) => {}
        }
        if group.at_least.is_some() || group.at_most.is_some() {
            truth = truth.and(self.counted(group, members, &truths));
        }
        truth
    }

    /// From how many hexes a group stands, and whether they lie apart.
    fn spread(&self, group: &Group, members: &[(Piece, Option<HexId>)], truths: &[Truth]) -> Truth {
        let there = members.iter().zip(truths).filter(|(_, truth)| truth.sure());
        let mut hexes: Vec<HexId> = there.filter_map(|((_, hex), _)| *hex).collect();
        hexes.arrange();
        hexes.dedup();
        let count = i32::try_from(hexes.len()).unwrap_or(i32::MAX);
        let enough = group.hexes.as_ref().is_none_or(|range| {
            range.at_least.is_none_or(|least| count >= least) && range.at_most.is_none_or(|most| count <= most)
        });
        let touch = |a: &HexId, b: &HexId| self.situation.engine.land().is_some_and(|land| land.slot(*a, *b).is_some());
        let apart = hexes.iter().enumerate().any(|(n, a)| hexes.iter().skip(n + 1).any(|b| !touch(a, b)));
        Truth::from(enough && group.apart.is_none_or(|wanted| wanted == apart))
    }

    fn counted(&self, group: &Group, members: &[(Piece, Option<HexId>)], truths: &[Truth]) -> Truth {
        let engine = self.situation.engine;
        let sum = |keep: &dyn Fn(&Piece) -> bool, sure: bool| -> Points {
            let fitting =
                members.iter().zip(truths).filter(|((piece, _), t)| keep(piece) && if sure { t.sure() } else { t.possible() });
            let each =
                fitting.map(|((piece, _), _)| engine.weight(piece, group.count.unwrap_or(Counted::Units)).unwrap_or(Points(0)));
            each.sum()
        };
        let inside = |keep: &dyn Fn(&Piece) -> bool| -> Truth {
            let (low, high) = (sum(keep, true), sum(keep, false));
            let least = group.at_least.map(Points::whole);
            let most = group.at_most.map(Points::whole);
            let enough = match least {
                Some(least) if high < least => Truth::False,
                Some(least) if low < least => Truth::Unknown,
                _ => Truth::True,
            };
            let few = match most {
                Some(most) if low > most => Truth::False,
                Some(most) if high > most => Truth::Unknown,
                _ => Truth::True,
            };
            enough.and(few)
        };
        match &group.by {
            None => inside(&|_| true),
            Some(level) => {
                let mut formations: Vec<_> =
                    members.iter().filter_map(|(piece, _)| engine.formation(piece.unit, Some(level))).collect();
                formations.arrange();
                formations.dedup();
                let each = formations
                    .into_iter()
                    .map(|formation| inside(&|piece: &Piece| engine.formation(piece.unit, Some(level)) == Some(formation)));
                each.fold(Truth::False, Truth::or)
            }
        }
    }

    /// Whether a ban that holds forbids going from a hex to another: what it names, or with `only` all else.
    pub fn forbids(&self, ban: &Ban, from: HexId, to: HexId) -> bool {
        let named = ban.to.as_ref().is_none_or(|hexes| self.is_hex(hexes, to).sure())
            && ban.from.as_ref().is_none_or(|hexes| self.is_hex(hexes, from).sure())
            && ban.across.as_ref().is_none_or(|sides| self.is_hexside(sides, from, to).sure());
        named != (ban.only == Some(true))
    }

    /// How much; nothing if dice or something unknown decide.
    pub fn amount(&self, amount: &Amount) -> Option<Points> {
        match amount {
            Amount::Number(points) => Some(*points),
            Amount::Measure(measure) => self.measure(measure),
        }
    }

    /// The parts that a piece has in the battle.
    fn roles_of(&self, piece: &Piece) -> Vec<Role> {
        let has = |list: &[(Piece, HexId)]| list.iter().any(|(other, _)| (other.unit, other.n) == (piece.unit, piece.n));
        let Some(battle) = self.battle else { return vec![Role::Unit] };
        let mut roles = vec![Role::Participants];
        roles.extend(has(&battle.attackers).then_some(Role::Attackers));
        roles.extend(has(&battle.defenders).then_some(Role::Defenders));
        roles.extend(has(&battle.supporters).then_some(Role::Supporters));
        roles
    }

    /// How far the unit that the rule speaks of is from the hex that is attacked, or the farthest attacker.
    fn distance(&self) -> Option<u32> {
        let (target, board) = (self.target?, &self.situation.engine.land()?.map().board);
        let own = self.subject.as_ref().and_then(|(_, hex)| *hex).filter(|hex| *hex != target);
        let from = || self.battle.into_iter().flat_map(|battle| &battle.attackers).map(|(_, hex)| *hex);
        match own {
            Some(hex) => Some(board.distance(hex, target)),
            None => from().map(|hex| board.distance(hex, target)).max(),
        }
    }

    fn measure(&self, measure: &Measure) -> Option<Points> {
        let engine = self.situation.engine;
        let members = || -> Option<Vec<Piece>> {
            let list = self.members(measure.place.unwrap_or(Role::Map))?;
            let fitting = list
                .into_iter()
                .filter(|(piece, hex)| measure.of.as_ref().is_none_or(|units| self.fits(units, piece, *hex).sure()));
            Some(fitting.map(|(piece, _)| piece).collect())
        };
        let ratings = |rating| -> Option<Vec<Points>> {
            let list = self
                .members(measure.place.unwrap_or(Role::Map))?
                .into_iter()
                .filter(|(piece, hex)| measure.of.as_ref().is_none_or(|units| self.fits(units, piece, *hex).sure()));
            let known = list.filter_map(|(piece, hex)| match engine.printed(&piece, rating) {
                // Ratings count as they are now, unless one of them is just being found.
                RatingValue::Known(_) if measure.printed != Some(true) && !self.rating => {
                    let query = Query { subject: Some((piece, hex)), ..*self };
                    self.situation.rating(&query, &piece, rating, &self.roles_of(&piece)).map(|(points, _)| points)
                }
                RatingValue::Known(n) => Some(Points::whole(n)),
                _ => None,
            });
            Some(known.collect())
        };
        let mut sum = if let Some(Counted::Rating(rating)) = measure.count {
            ratings(rating)?.into_iter().sum()
        } else if let Some(count) = measure.count {
            members()?.iter().map(|piece| engine.weight(piece, count).unwrap_or(Points(0))).sum()
        } else if let Some(rating) = measure.highest {
            ratings(rating)?.into_iter().max()?
        } else if let Some(rating) = measure.lowest {
            ratings(rating)?.into_iter().min()?
        } else if let Some(word) = measure.points {
            if self.pointing {
                return None;
            }
            engine
                .game()
                .sides
                .ids()
                .filter(|side| self.is_side(word, *side).sure())
                .map(|side| self.situation.points_of(side))
                .sum()
        } else if measure.distance == Some(true) {
            Points::whole(i32::try_from(self.distance()?).ok()?)
        } else if measure.retreated == Some(true) {
            Points::whole(i32::try_from(self.retreated?).ok()?)
        } else if let Some(value) = &measure.value {
            let pick = measure.pick.unwrap_or(Pick::Highest);
            let exit = || engine.game().map.as_ref()?.exits.at(self.left?)?.values.get(&value.0);
            let hex = || self.target.or(self.hex).and_then(|hex| engine.value_of(hex, &value.0, pick));
            Points::whole(exit().or_else(hex).unwrap_or(0))
        } else if let Some(counter) = &measure.counter {
            Points::whole(self.situation.position.counters.get(counter).copied().unwrap_or(0))
        } else if let Some(dice) = measure.dice {
            Points::whole(self.thrown.iter().find(|(thrown, _)| *thrown == dice)?.1)
        } else {
            Points(0)
        };
        if let Some(times) = measure.times {
            sum = sum.times(times);
        }
        if let Some(rounding) = measure.round {
            sum = sum.rounded(rounding);
        }
        if let Some(add) = measure.add {
            sum = Points(sum.0.saturating_add(add.0));
        }
        if let Some(min) = measure.min {
            sum = sum.max(min);
        }
        if let Some(max) = &measure.max {
            sum = sum.min(self.amount(max)?);
        }
        Some(sum)
    }
}
