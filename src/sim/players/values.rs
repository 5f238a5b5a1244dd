//! What units are worth, and how a side stands: whole numbers, a hundred for a point of strength.

use std::sync::Arc;

use super::aims::{Aim, Why, worth_of};
use super::fields::{FAR, POINT};
use super::lore::{Lore, Ways};
use crate::hexgrid::HexId;
use crate::model::{BridgeCondition, BridgeIs, Condition, Key, Location, RatingValue, SideId, SideWord, UnitId};
use crate::play::Match;
use crate::rules::{Piece, Query, Situation, Truth};
use crate::sorting::Arrange;

/// What the end of a game is worth.
const WON: i64 = 1_000_000;
/// So many aims count, the weightiest first: where a map has a hundred towns, most are on the way to another.
const MOST_AIMS: usize = 12;
/// What a level of victory is worth that holds, where nothing ends yet.
const LEVEL: i64 = 20;

impl Lore<'_> {
    /// What a piece is worth to everybody.
    pub(super) fn plain_value(&self, piece: &Piece) -> i64 {
        let (attack, defense) = self.strength(piece);
        let steps = i64::from(self.engine.steps_of(piece).unwrap_or(1)).clamp(1, 20);
        (attack + defense) / 2 + 30 * steps
    }

    /// What a piece is worth to a side that may lose it, or destroy it.
    pub(super) fn value(&self, piece: &Piece, side: SideId) -> i64 {
        let aims = self.aims(side);
        let own = self.engine.side_of(piece) == Some(side);
        let list = if own { &aims.kept } else { &aims.hunted };
        // Those from whom others live are worth more than they look.
        let supplier = if self.supplies(piece.unit) { 400 } else { 0 };
        self.plain_value(piece) + 2 * list.get(&piece.unit).copied().unwrap_or(0) + supplier
    }

    /// What the next step of a piece is worth.
    pub(super) fn step_value(&self, piece: &Piece, side: SideId) -> i64 {
        let steps = i64::from(self.engine.steps_of(piece).unwrap_or(1)).max(1);
        match steps {
            1 => self.value(piece, side),
            // What remains can still do most of what the whole could.
            steps => self.plain_value(piece) / steps,
        }
    }

    /// The points that a piece moves by, as its face says, in the units of distances.
    pub(super) fn allowance(&self, piece: &Piece) -> u32 {
        let rating = self.engine.game().rules.movement.as_ref().and_then(|movement| movement.allowance);
        let points = match rating.map(|rating| self.engine.printed(piece, rating)) {
            Some(RatingValue::Known(n)) => i64::from(n),
            _ => 4,
        };
        u32::try_from(points.clamp(1, 100) * POINT).unwrap_or(4)
    }

    /// How many turns come after this one, as far as is known; many if that is not known.
    pub(super) fn turns_left(&self, game: &Match<'_>) -> i64 {
        let last = self.engine.game().turns_of(self.scenario).map(|(_, last)| last);
        let last = match (last, self.scenario.checked) {
            (Some(last), Some(checked)) => Some(last.min(checked)),
            (last, checked) => last.or(checked),
        };
        match (last, game.state().clock.turn) {
            (Some(last), Some(now)) => i64::try_from(last.index().saturating_sub(now.index())).unwrap_or(100),
            _ => 100,
        }
    }

    /// What the end of a game is worth to a side; nothing if it goes on.
    pub(super) fn result(&self, game: &Match<'_>, side: SideId) -> Option<i64> {
        let over = game.state().over.as_ref()?;
        Some(match over.side {
            Some(winner) if winner == side => WON,
            Some(_) => -WON,
            None => 0,
        })
    }

    /// How a side stands.
    pub(super) fn stand(&self, game: &Match<'_>, side: SideId, like: Option<&Ways>) -> i64 {
        self.result(game, side).unwrap_or_else(|| self.standing(game, side, like))
    }

    /// How a side stands, whether or not the game is over. Distances that were found before help to find these.
    pub(super) fn standing(&self, game: &Match<'_>, side: SideId, like: Option<&Ways>) -> i64 {
        let levels = &self.scenario.levels;
        let held = game.look(|situation| {
            let each = levels.iter().enumerate().filter_map(|(n, level)| {
                let worth = worth_of(levels, n, side);
                let when = level.when.as_ref().filter(|_| worth != 0)?;
                Some(worth * self.holds(situation, when, level.side) * LEVEL)
            });
            each.sum::<i64>()
        });
        let ways = self.ways_like(&game.state().position, like);
        let mut all = held;
        for (at, piece) in game.state().position.everybody() {
            let Some(of) = self.engine.side_of(piece) else { continue };
            let value = match at {
                Location::Hex(_) => self.value(piece, side),
                Location::Box(_) => self.plain_value(piece) / 2,
            };
            all += if of == side { value } else { -value };
        }
        for (piece, _) in &game.state().position.exited {
            let wanted = |of: SideId| self.aims(of).leaving.contains_key(&piece.unit);
            let Some(of) = self.engine.side_of(piece).filter(|of| wanted(*of)) else { continue };
            let value = self.value(piece, side) + 500;
            all += if of == side { value } else { -value };
        }
        for other in self.engine.game().sides.ids() {
            let far = self.way_to_go(game, &ways, other);
            all += if other == side { -far } else { far };
        }
        all
    }

    /// How far the units of a side still have to go for what it wants.
    fn way_to_go(&self, game: &Match<'_>, ways: &Ways, side: SideId) -> i64 {
        let position = &game.state().position;
        let aims = self.aims(side);
        let mut sum = 0;
        // Where everybody is and how fast it goes, asked once for all aims.
        let pieces = position.stacks().flat_map(|(hex, stack)| stack.iter().map(move |piece| (hex, piece)));
        let own = pieces.filter(|(_, piece)| self.engine.side_of(piece) == Some(side));
        let own: Vec<(HexId, UnitId, usize, u32)> = own
            .filter_map(|(hex, piece)| Some((hex, piece.unit, self.profile(piece.unit)?, self.allowance(piece))))
            .map(|(hex, unit, profile, allowance)| (hex, unit, usize::from(profile), allowance))
            .collect();
        let profiles = own.iter().map(|(_, _, profile, _)| *profile).max().map_or(0, |most| most + 1);
        let mut aims_by_weight: Vec<&Aim> = aims.aims.iter().collect();
        aims_by_weight.arrange_by_key(|aim| std::cmp::Reverse(aim.weight));
        for aim in aims_by_weight.into_iter().take(MOST_AIMS) {
            let held = aim.place.is_some_and(|place| position.held.get(&place) == Some(&side));
            let Some(target) = self.target(aim).filter(|_| !held) else { continue };
            let mut fields: Vec<Option<Arc<Vec<u32>>>> = vec![None; profiles];
            let mut far = |hex: HexId, profile: usize, allowance: u32| -> Option<i64> {
                let field = fields.get_mut(profile)?;
                let field = field.get_or_insert_with(|| self.far(ways, u16::try_from(profile).unwrap_or(0), target));
                let cost = field.get(hex.index()).copied()?.min(FAR / 1024);
                Some(i64::from(cost.saturating_mul(100) / allowance).min(2000))
            };
            sum += match aim.why {
                Why::Leave => {
                    let going = own.iter().filter_map(|(hex, unit, profile, allowance)| {
                        let weight = aims.leaving.get(unit)?;
                        Some(far(*hex, *profile, *allowance)? * weight / 1000)
                    });
                    going.sum::<i64>()
                }
                Why::Hold => {
                    let mut nearest = [i64::MAX; 3];
                    for (hex, _, profile, allowance) in &own {
                        let Some(far) = far(*hex, *profile, *allowance) else { continue };
                        let place = nearest.iter().position(|known| far < *known);
                        if let Some(rest) = place.and_then(|place| nearest.get_mut(place..)) {
                            rest.rotate_right(1);
                            rest.iter_mut().take(1).for_each(|first| *first = far);
                        }
                    }
                    nearest.iter().filter(|far| **far < i64::MAX).sum::<i64>() * aim.weight / 1500
                }
                Why::Bar => 0,
            };
        }
        sum
    }

    /// How nearly a condition holds, in thousandths.
    fn holds(&self, situation: &Situation<'_>, condition: &Condition, own: Option<SideId>) -> i64 {
        let query = Query { side: own, ..situation.query() };
        match query.holds(condition) {
            Truth::True => return 1000,
            Truth::Unknown | Truth::False => {}
        }
        let position = situation.position;
        let (mut sum, mut count) = (0, 0);
        let mut add = |part: i64| {
            sum += part.clamp(0, 1000);
            count += 1;
        };
        for part in condition.all.iter().flatten() {
            add(self.holds(situation, part, own));
        }
        if let Some(any) = &condition.any {
            add(any.iter().map(|part| self.holds(situation, part, own)).max().unwrap_or(0));
        }
        if let Some(not) = &condition.not {
            add(1000 - self.holds(situation, not, own));
        }
        if let Some(control) = &condition.control {
            let by = |side: SideId| match control.by {
                SideWord::Is(wanted) => wanted == side,
                SideWord::Own => own == Some(side),
                SideWord::Enemy => own.is_some_and(|own| own != side),
            };
            let held = control.of.iter().filter(|place| position.held.get(place).is_some_and(|side| by(*side))).count();
            let wanted = control.at_least.map_or(control.of.len(), |least| least as usize).max(1);
            add(i64::try_from(held * 1000 / wanted).unwrap_or(0));
        }
        let share =
            |found: usize, wanted: Option<u32>| i64::try_from(found * 1000 / wanted.unwrap_or(1).max(1) as usize).unwrap_or(0);
        if let Some(exited) = &condition.exited {
            let gone = position.exited.iter().filter(|(piece, _)| query.fits(&exited.of, piece, None).possible());
            add(share(gone.count(), exited.steps));
        }
        if let Some(eliminated) = &condition.eliminated {
            let lost = position.eliminated.iter().filter(|piece| query.fits(&eliminated.of, piece, None).possible());
            add(share(lost.count(), eliminated.at_least));
        }
        if let Some(bridge) = &condition.bridge {
            let is = |is: BridgeCondition| {
                let bridge = Some(BridgeIs { is, ..bridge.clone() });
                query.holds(&Condition { bridge, ..Condition::default() }).sure()
            };
            let begun = bridge.is == BridgeCondition::Intact && is(BridgeCondition::Building);
            add(if is(bridge.is) {
                1000
            } else if begun {
                400
            } else {
                0
            });
        }
        if condition.units.is_some() || condition.compare.is_some() || condition.counter.is_some() || condition.flag.is_some() {
            let alone = Condition {
                units: condition.units.clone(),
                compare: condition.compare.clone(),
                counter: condition.counter.clone(),
                flag: condition.flag.clone(),
                ..Condition::default()
            };
            add(if query.holds(&alone).sure() { 1000 } else { 0 });
        }
        if condition.option.is_some() || condition.turns.is_some() {
            let alone = Condition { option: condition.option.clone(), turns: condition.turns.clone(), ..Condition::default() };
            // What the calendar and the options do not let hold, nothing else brings nearer.
            if !query.holds(&alone).possible() {
                return 0;
            }
        }
        if count == 0 { 0 } else { sum / count * 9 / 10 }
    }
}
