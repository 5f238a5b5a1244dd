//! What a side wants, read from how the scenario says that it is won: places to hold, units to bring off the map, to
//! destroy or to keep; and, the other way round, what the other side must not get.

use std::collections::BTreeMap;

use crate::hexgrid::HexId;
use crate::model::{
    Condition, Control, Counted, Exited, Game, Group, Level, Map, PlaceId, Quantity, Scenario, SideId, SideWord, UnitId, Units,
    VictoryPoints,
};
use crate::rules::{Engine, Moment, Piece, Position, Situation, Truth, holds};
use crate::sorting::Arrange;

/// Hexes that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) hexes: Vec<HexId>,
    /// The place that they are; nothing where units must stand in any of them.
    pub(super) place: Option<PlaceId>,
    /// How much, in thousandths of the greatest wish.
    pub(super) weight: i64,
    pub(super) why: Why,
}

/// Why hexes are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Why {
    /// To hold them.
    Hold,
    /// Own units leave the map there.
    Leave,
    /// Units of the other side would leave the map there.
    Bar,
}

/// What a side wants.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    pub(super) aims: Vec<Aim>,
    /// Own units that should leave the map, each with its wish.
    pub(super) leaving: BTreeMap<UnitId, i64>,
    /// Units that should not be lost: own ones.
    pub(super) kept: BTreeMap<UnitId, i64>,
    /// Units that should be lost: those of others.
    pub(super) hunted: BTreeMap<UnitId, i64>,
}

/// What a level of victory is worth to a side: 2 if it wins, 1 if nobody does, 0 if another does.
fn rank(level: &Level, side: SideId) -> i64 {
    match level.side {
        Some(winner) if winner == side => 2,
        None => 1,
        Some(_) => 0,
    }
}

/// What it is worth to a side that a level holds rather than one that comes after it, from -2 to 2.
pub(super) fn worth_of(levels: &[Level], n: usize, side: SideId) -> i64 {
    let Some(own) = levels.get(n).map(|level| rank(level, side)) else { return 0 };
    let later = || levels.iter().skip(n + 1).map(|level| rank(level, side));
    let (most, least) = (later().max().unwrap_or(1), later().min().unwrap_or(1));
    if own < most { own - most } else { own - least }
}

/// Reads what sides want.
pub(super) struct Reader<'a> {
    pub(super) engine: &'a Engine<'a>,
    pub(super) scenario: &'a Scenario,
    pub(super) moment: Moment,
}

struct Wishes {
    side: SideId,
    places: BTreeMap<PlaceId, i64>,
    hexes: BTreeMap<Vec<HexId>, i64>,
    leave: BTreeMap<Vec<HexId>, i64>,
    bar: BTreeMap<Vec<HexId>, i64>,
    aims: Aims,
}

fn more<K: Ord>(map: &mut BTreeMap<K, i64>, key: K, weight: i64) {
    let known = map.entry(key).or_default();
    *known = known.saturating_add(weight);
}

impl<'a> Reader<'a> {
    fn game(&self) -> &'a Game {
        self.engine.game()
    }

    fn map(&self) -> Option<&'a Map> {
        self.game().map.as_ref()
    }

    /// What a side wants.
    pub(super) fn aims(&self, side: SideId) -> Aims {
        let mut wishes = Wishes {
            side,
            places: BTreeMap::new(),
            hexes: BTreeMap::new(),
            leave: BTreeMap::new(),
            bar: BTreeMap::new(),
            aims: Aims::default(),
        };
        let levels = &self.scenario.levels;
        for (n, level) in levels.iter().enumerate() {
            let Some(when) = &level.when else { continue };
            self.read(when, worth_of(levels, n, side) * 500, level.side, &mut wishes);
        }
        for entry in self.engine.live(&self.scenario.points, &self.moment) {
            self.read_points(entry, &mut wishes);
        }
        self.weighed(wishes)
    }

    fn weighed(&self, mut wishes: Wishes) -> Aims {
        let map = self.map();
        let mut aims = Vec::new();
        for (place, weight) in &wishes.places {
            let hexes = map.and_then(|map| map.places.at(*place)).map(|place| place.hexes.clone()).unwrap_or_default();
            aims.push(Aim { hexes, place: Some(*place), weight: *weight, why: Why::Hold });
        }
        for (list, why) in [(&wishes.hexes, Why::Hold), (&wishes.leave, Why::Leave), (&wishes.bar, Why::Bar)] {
            aims.extend(list.iter().map(|(hexes, weight)| Aim { hexes: hexes.clone(), place: None, weight: *weight, why }));
        }
        aims.retain(|aim| aim.weight > 0 && !aim.hexes.is_empty());
        let most = aims.iter().map(|aim| aim.weight).max().unwrap_or(1).max(1);
        for aim in &mut aims {
            aim.weight = (aim.weight.saturating_mul(1000) / most).max(1);
        }
        let lists = [&mut wishes.aims.leaving, &mut wishes.aims.kept, &mut wishes.aims.hunted];
        for list in lists {
            list.retain(|_, weight| *weight > 0);
            list.values_mut().for_each(|weight| *weight = (*weight).clamp(1, 1000));
        }
        Aims { aims, ..wishes.aims }
    }

    /// Whether the calendar and the options let a condition hold at all.
    fn may_hold(&self, condition: &Condition) -> bool {
        let moment = Moment { turn: None, ..self.moment.clone() };
        holds(self.game(), condition, &moment) != Truth::False
    }

    fn is_side(&self, word: SideWord, own: Option<SideId>, side: SideId) -> bool {
        match word {
            SideWord::Is(wanted) => wanted == side,
            SideWord::Own => own == Some(side),
            SideWord::Enemy => own.is_some_and(|own| own != side),
        }
    }

    fn read(&self, condition: &Condition, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        if weight == 0 || !self.may_hold(condition) {
            return;
        }
        for part in condition.all.iter().flatten() {
            self.read(part, weight, own, wishes);
        }
        let any = condition.any.as_ref().map_or(0, Vec::len);
        for part in condition.any.iter().flatten() {
            // Of several ways one is enough.
            let share = weight / i64::try_from(any.clamp(1, 3)).unwrap_or(1);
            self.read(part, share, own, wishes);
        }
        if let Some(not) = &condition.not {
            self.read(not, -weight, own, wishes);
        }
        if let Some(control) = &condition.control {
            self.read_control(control, weight, own, wishes);
        }
        if let Some(exited) = &condition.exited {
            self.read_exited(exited, weight, own, wishes);
        }
        if let Some(eliminated) = &condition.eliminated {
            self.read_lost(&eliminated.of, weight, own, wishes);
        }
        for group in condition.units.iter().flatten() {
            self.read_group(group, weight, own, wishes);
        }
    }

    fn read_control(&self, control: &Control, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        // What one holds the other does not: it is wanted if it should hold by oneself, or should not by the other.
        let mine = self.is_side(control.by, own, wishes.side);
        let wish = if mine { weight } else { -weight };
        for place in &control.of {
            more(&mut wishes.places, *place, wish);
        }
    }

    /// The units that a selector means, as far as their counters tell.
    fn units(&self, of: &Units, own: Option<SideId>) -> Vec<(UnitId, SideId)> {
        let position = Position::default();
        let situation = Situation::new(self.engine, &position, self.moment.clone());
        let all = self.game().units.iter().filter_map(|(id, unit)| Some((id, unit.side?)));
        let fits = |(id, _): &(UnitId, SideId)| {
            let piece = Piece::new(*id, Game::FULL);
            let query = crate::rules::Query { side: own, ..situation.about(piece, None) };
            query.fits(of, &piece, None).possible()
        };
        all.filter(fits).collect()
    }

    fn read_exited(&self, exited: &Exited, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        let units = self.units(&exited.of, own);
        self.leaves(&units, exited.through.as_deref(), weight, wishes);
    }

    fn leaves(&self, units: &[(UnitId, SideId)], through: Option<&[crate::model::EntryId]>, weight: i64, wishes: &mut Wishes) {
        let Some(map) = self.map() else { return };
        for side in self.game().sides.ids() {
            if !units.iter().any(|(_, other)| *other == side) {
                continue;
            }
            let exits = map.exits.values().filter(|exit| exit.side.is_none_or(|of| of == side));
            let mut hexes: Vec<HexId> = exits.flat_map(|exit| exit.hexes.iter().copied()).collect();
            if let Some(through) = through {
                hexes.retain(|hex| through.iter().any(|id| map.entries.at(*id).is_some_and(|entry| entry.hexes.contains(hex))));
            }
            hexes.arrange();
            hexes.dedup();
            if side == wishes.side {
                more(&mut wishes.leave, hexes, weight);
                for (unit, _) in units.iter().filter(|(_, other)| *other == side) {
                    more(&mut wishes.aims.leaving, *unit, weight);
                    more(&mut wishes.aims.kept, *unit, weight / 2);
                }
            } else {
                more(&mut wishes.bar, hexes, -weight);
                for (unit, _) in units.iter().filter(|(_, other)| *other == side) {
                    more(&mut wishes.aims.hunted, *unit, -weight / 2);
                }
            }
        }
    }

    fn read_lost(&self, of: &Units, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        for (unit, side) in self.units(of, own) {
            if side == wishes.side {
                more(&mut wishes.aims.kept, unit, -weight);
            } else {
                more(&mut wishes.aims.hunted, unit, weight);
            }
        }
    }

    /// The hexes that a selector means, as far as the map tells.
    fn hexes(&self, hexes: &crate::model::Hexes) -> Vec<HexId> {
        let position = Position::default();
        let situation = Situation::new(self.engine, &position, self.moment.clone());
        let query = situation.ever();
        let all = self.map().into_iter().flat_map(|map| map.board.hexes());
        all.filter(|hex| query.is_hex(hexes, *hex).sure()).collect()
    }

    fn read_group(&self, group: &Group, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        let Some(of) = &group.of else { return };
        // None of them, or few of them, is the other way round.
        let few = group.is == Some(Quantity::None) || (group.at_most.is_some() && group.at_least.is_none());
        let weight = if few { -weight } else { weight };
        self.read_there(of, weight, own, wishes);
    }

    /// Units that count where they are.
    fn read_there(&self, of: &Units, weight: i64, own: Option<SideId>, wishes: &mut Wishes) {
        let units = self.units(of, own);
        let mine = units.iter().any(|(_, side)| *side == wishes.side);
        let theirs = units.iter().any(|(_, side)| *side != wishes.side);
        if let Some(at) = of.at.as_deref() {
            let hexes = self.hexes(at);
            if !hexes.is_empty() && mine != theirs {
                more(&mut wishes.hexes, hexes, if mine { weight } else { -weight });
            }
        }
        for (unit, side) in units {
            if side == wishes.side {
                more(&mut wishes.aims.kept, unit, weight / 4);
            } else {
                more(&mut wishes.aims.hunted, unit, -weight / 4);
            }
        }
    }

    fn read_points(&self, entry: &VictoryPoints, wishes: &mut Wishes) {
        let points = match &entry.add {
            crate::model::Amount::Number(points) => points.0.saturating_mul(100) / crate::model::Points::ONE.0,
            crate::model::Amount::Measure(_) => 100,
        };
        let weight = if entry.side == wishes.side { points } else { -points };
        if entry.when.as_ref().is_some_and(|when| !self.may_hold(when)) {
            return;
        }
        let own = Some(entry.side);
        for place in entry.places.iter().flatten() {
            more(&mut wishes.places, *place, weight.abs());
        }
        // Of units that count by their steps or a rating, each is worth about two.
        let weight = if matches!(entry.count, None | Some(Counted::Units)) { weight } else { weight.saturating_mul(2) };
        if let Some(of) = &entry.lost {
            self.read_lost(of, weight, own, wishes);
        }
        if let Some(of) = &entry.exited {
            self.leaves(&self.units(of, own), None, weight, wishes);
        }
        if let Some(of) = entry.each.as_ref().and_then(|each| each.of.as_ref()) {
            self.read_there(of, weight, own, wishes);
        }
        let alone = entry.places.is_none() && entry.lost.is_none() && entry.exited.is_none() && entry.each.is_none();
        if let Some(when) = entry.when.as_ref().filter(|_| alone) {
            self.read(when, weight, own, wishes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;

    fn level(side: Option<usize>) -> Level {
        Level { name: String::new(), side: side.map(SideId::new), when: None, checked: Vec::new() }
    }

    #[test]
    fn a_level_is_worth_what_it_is_better_than_what_comes_after() {
        let (red, blue) = (SideId::new(0), SideId::new(1));
        let levels = [level(Some(0)), level(None), level(Some(1))];
        let worths = |side| [0, 1, 2].map(|n| worth_of(&levels, n, side));
        assert_eq!(worths(red)[..2], [2, 1]);
        assert_eq!(worths(blue)[..2], [-2, -1]);
        // What another wins before one's own level can hold must not come.
        let barred = [level(Some(1)), level(Some(0)), level(Some(1))];
        assert_eq!((worth_of(&barred, 0, red), worth_of(&barred, 1, red)), (-2, 2));
    }
}
