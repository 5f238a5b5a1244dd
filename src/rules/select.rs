//! Which units, hexes and hexsides a selector means: by itself, or in a scene of play.

use super::possible::{printed, rated};
use super::{Piece, Query, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    Amount, Ban, BridgeCondition, BridgeWord, Counted, Group, HexRole, Hexes, Hexsides, Location, Measure, Near, Pick, Points,
    Quantity, RatingValue, Role, SideId, SideWord, TerrainId, Units,
};

fn all<T>(list: Option<&Vec<T>>, each: impl Fn(&T) -> Truth) -> Truth {
    list.into_iter().flatten().fold(Truth::True, |truth, part| truth.and(each(part)))
}

fn any<T>(list: Option<&Vec<T>>, each: impl Fn(&T) -> Truth) -> Truth {
    list.map_or(Truth::True, |list| list.iter().fold(Truth::False, |truth, part| truth.or(each(part))))
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

    fn sides(&self, word: SideWord) -> Vec<SideId> {
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
        let mut and = |other: Truth| truth = truth.and(other);
        if let Some(sides) = &units.side {
            let side = engine.side_of(piece);
            let is = sides.iter().fold(Truth::False, |t, word| t.or(side.map_or(Truth::False, |side| self.is_side(*word, side))));
            // Nothing is asked about units of a side that is not meant: what zones and supply hang on stays what it is.
            if is == Truth::False {
                return Truth::False;
            }
            and(is);
        }
        for test in units.rating.iter().flatten() {
            and(rated(engine.printed(piece, test.name), test));
        }
        if let Some(range) = &units.steps {
            and(engine.steps_of(piece).map_or(Truth::Unknown, |n| {
                Truth::from(range.at_least.is_none_or(|least| n >= least) && range.at_most.is_none_or(|most| n <= most))
            }));
        }
        if let Some(full) = units.full {
            let steps = game.units.at(piece.unit).and_then(|unit| unit.steps);
            and(engine.steps_of(piece).zip(steps).map_or(Truth::Unknown, |(now, all)| Truth::from((now == all) == full)));
        }
        if let Some(markers) = &units.marker {
            let on = position.unit_markers.get(&(piece.unit, piece.n));
            and(Truth::from(on.is_some_and(|on| on.iter().any(|marker| markers.contains(marker)))));
        }
        if let Some(deeds) = &units.did {
            let did = position.did.get(&(piece.unit, piece.n));
            and(Truth::from(did.is_some_and(|did| deeds.iter().any(|deed| did.has(*deed)))));
        }
        if let Some(modes) = &units.mode {
            and(self.mode.map_or(Truth::False, |mode| Truth::from(modes.contains(&mode))));
        }
        if let Some(at) = &units.at {
            and(hex.map_or(Truth::False, |hex| self.is_hex(at, hex)));
        }
        if let Some(start) = &units.start {
            and(self.start.or(hex).map_or(Truth::Unknown, |hex| self.is_hex(start, hex)));
        }
        if units.with.is_some() || units.alone.is_some() {
            let side = engine.side_of(piece);
            let stack = hex.map(|hex| self.situation.stack(hex)).unwrap_or_default();
            let rest: Vec<(Piece, Option<HexId>)> = stack
                .iter()
                .filter(|other| (other.unit, other.n) != (piece.unit, piece.n) && engine.side_of(other) == side)
                .map(|other| (*other, hex))
                .collect();
            if let Some(alone) = units.alone {
                and(Truth::from(rest.is_empty() == alone));
            }
            and(all(units.with.as_ref(), |group| self.quantity(group, &rest)));
        }
        and(all(units.near.as_ref(), |near| hex.map_or(Truth::False, |hex| self.is_near(near, hex, Some(piece)))));
        if let Some(across) = &units.across {
            and(match (hex, self.target) {
                (Some(from), Some(to)) => self.is_hexside(across, from, to),
                _ => Truth::Unknown,
            });
        }
        if let Some(traces) = &units.supplied {
            let side = engine.side_of(piece);
            and(match hex.zip(side) {
                Some((hex, side)) => any(Some(traces), |trace| self.situation.supplied(*trace, side, piece, hex)),
                None => Truth::Unknown,
            });
        }
        and(all(units.same.as_ref(), |same| {
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
        }));
        if let Some(roles) = &units.role {
            and(roles.iter().fold(Truth::False, |t, role| {
                let members = self.members(*role);
                t.or(Truth::from(members.is_some_and(|list| list.iter().any(|(p, _)| (p.unit, p.n) == (piece.unit, piece.n)))))
            }));
        }
        and(all(units.all.as_ref(), |part| self.fits(part, piece, hex)));
        and(any(units.any.as_ref(), |part| self.fits(part, piece, hex)));
        if let Some(not) = &units.not {
            and(!self.fits(not, piece, hex));
        }
        truth
    }

    /// Who has that part; nothing if nobody can say.
    pub fn members(&self, role: Role) -> Option<Vec<(Piece, Option<HexId>)>> {
        let at = |list: &[(Piece, HexId)]| list.iter().map(|(piece, hex)| (*piece, Some(*hex))).collect::<Vec<_>>();
        let stack = |hex: HexId| self.situation.stack(hex).iter().map(|piece| (*piece, Some(hex))).collect::<Vec<_>>();
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

    fn quantity(&self, group: &Group, members: &[(Piece, Option<HexId>)]) -> Truth {
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
        hexes.sort();
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
                formations.sort();
                formations.dedup();
                let each = formations
                    .into_iter()
                    .map(|formation| inside(&|piece: &Piece| engine.formation(piece.unit, Some(level)) == Some(formation)));
                each.fold(Truth::False, Truth::or)
            }
        }
    }

    /// Whether a hex fits.
    pub fn is_hex(&self, hexes: &Hexes, hex: HexId) -> Truth {
        let engine = self.situation.engine;
        let Some(land) = engine.land() else { return Truth::Unknown };
        let position = self.situation.position;
        let mut truth = Truth::True;
        let mut and = |other: Truth| truth = truth.and(other);
        if let Some(set) = &hexes.hex {
            and(Truth::from(set.0.contains(&hex)));
        }
        if let Some(terrain) = &hexes.terrain {
            let there = |t: &TerrainId| land.map().ground(hex) == Some(*t) || land.features(hex).contains(t);
            and(Truth::from(terrain.iter().any(there)));
        }
        if let Some(places) = &hexes.place {
            and(Truth::from(land.places(hex).iter().any(|place| places.contains(place))));
        }
        if let Some(areas) = &hexes.area {
            and(Truth::from(areas.iter().any(|area| land.in_area(*area, hex))));
        }
        if let Some(entries) = &hexes.entry {
            and(Truth::from(entries.iter().any(|entry| land.in_entry(*entry, hex))));
        }
        if let Some(edges) = &hexes.edge {
            and(Truth::from(edges.iter().any(|edge| land.map().on_edge(hex, *edge))));
        }
        for test in hexes.value.iter().flatten() {
            let value = engine.value_of(hex, &test.name.0, Pick::Highest);
            and(Truth::from(
                value.is_some_and(|n| test.at_least.is_none_or(|least| n >= least) && test.at_most.is_none_or(|most| n <= most)),
            ));
        }
        if let Some(roads) = &hexes.road {
            let through = land.through(hex);
            and(Truth::from(if roads.is_empty() { through.is_empty() } else { through.iter().any(|r| roads.contains(r)) }));
        }
        // What the map refuses needs no look at who is where: most hexes end here.
        if truth == Truth::False {
            return truth;
        }
        let mut and = |other: Truth| truth = truth.and(other);
        if let Some(sides) = &hexes.sides {
            let near = land.near(hex).into_iter().flatten();
            and(near.fold(Truth::False, |t, other| t.or(self.is_hexside(sides, hex, other))));
        }
        and(all(hexes.all.as_ref(), |part| self.is_hex(part, hex)));
        and(any(hexes.any.as_ref(), |part| self.is_hex(part, hex)));
        if let Some(not) = &hexes.not {
            and(!self.is_hex(not, hex));
        }
        // The rest depends on play.
        if self.ever {
            let of_play = hexes.control.is_some()
                || hexes.marker.is_some()
                || hexes.vacant.is_some()
                || hexes.units.is_some()
                || hexes.zone.is_some()
                || hexes.bond.is_some()
                || hexes.near.is_some()
                || hexes.supplied.is_some()
                || hexes.role.is_some();
            return if of_play { truth.and(Truth::Unknown) } else { truth };
        }
        if let Some(side) = hexes.control {
            let held = land
                .places(hex)
                .iter()
                .map(|place| position.held.get(place).map_or(Truth::Unknown, |holder| self.is_side(side, *holder)));
            and(held.fold(Truth::False, Truth::or));
        }
        if let Some(markers) = &hexes.marker {
            let there = position.markers.get(&Location::Hex(hex));
            and(Truth::from(there.is_some_and(|there| there.iter().any(|m| markers.contains(m)))));
        }
        if let Some(vacant) = hexes.vacant {
            and(Truth::from(self.situation.stack(hex).is_empty() == vacant));
        }
        if let Some(groups) = &hexes.units {
            let here: Vec<(Piece, Option<HexId>)> = self.situation.stack(hex).iter().map(|piece| (*piece, Some(hex))).collect();
            and(all(Some(groups), |group| self.quantity(group, &here)));
        }
        if let Some(word) = hexes.zone {
            and(Truth::from(!self.without_zones));
            and(self.sides(word).into_iter().fold(Truth::False, |t, side| t.or(Truth::from(self.situation.in_zone(side, hex)))));
        }
        if let Some(word) = hexes.bond {
            and(self
                .sides(word)
                .into_iter()
                .fold(Truth::False, |t, side| t.or(Truth::from(self.situation.bonds(side).hex(hex).is_some()))));
        }
        let asked = self.subject.as_ref().map(|(piece, _)| piece);
        and(all(hexes.near.as_ref(), |near| self.is_near(near, hex, asked)));
        if let Some(traces) = &hexes.supplied {
            // A trace that is for one side is traced for that side, whoever asks.
            and(any(Some(traces), |trace| {
                let side = self.situation.side_of_trace(*trace).or(self.side);
                side.map_or(Truth::Unknown, |side| self.situation.traced(*trace, side, hex))
            }));
        }
        if let Some(role) = hexes.role {
            let wanted = match role {
                HexRole::Target => self.target,
                HexRole::Start => self.start,
            };
            and(wanted.map_or(Truth::Unknown, |wanted| Truth::from(wanted == hex)));
        }
        truth
    }

    fn is_near(&self, near: &Near, hex: HexId, but: Option<&Piece>) -> Truth {
        let Some(land) = self.situation.engine.land() else { return Truth::Unknown };
        let within = near.within.unwrap_or(1);
        let around: Vec<HexId> = match within {
            _ if near.linked == Some(true) => {
                let near = land.near(hex).into_iter().enumerate();
                near.filter(|(slot, _)| !land.roads(hex, *slot).is_empty()).filter_map(|(_, to)| to).collect()
            }
            1 => land.near(hex).into_iter().flatten().chain([hex]).collect(),
            _ => land.map().board.range(hex, within),
        };
        let mut truth = Truth::True;
        if let Some(units) = &near.units {
            let found = around.iter().flat_map(|at| self.situation.stack(*at).iter().map(move |piece| (piece, *at)));
            let others = found.filter(|(piece, _)| but.is_none_or(|b| (b.unit, b.n) != (piece.unit, piece.n)));
            truth = truth.and(others.fold(Truth::False, |t, (piece, at)| t.or(self.fits(units, piece, Some(at)))));
        }
        if let Some(hexes) = &near.hexes {
            truth = truth.and(around.iter().fold(Truth::False, |t, at| t.or(self.is_hex(hexes, *at))));
        }
        truth
    }

    /// Whether the side that one crosses from a hex to its neighbour fits.
    pub fn is_hexside(&self, sides: &Hexsides, from: HexId, to: HexId) -> Truth {
        let Some(land) = self.situation.engine.land() else { return Truth::Unknown };
        let Some(slot) = land.slot(from, to) else { return Truth::False };
        let mut truth = Truth::True;
        let mut and = |other: Truth| truth = truth.and(other);
        if let Some(kinds) = &sides.kind {
            and(Truth::from(land.along(from, slot).iter().any(|t| kinds.contains(t))));
        }
        if let Some(set) = &sides.between {
            and(Truth::from(set.0.iter().any(|(a, b)| (*a, *b) == (from, to) || (*a, *b) == (to, from))));
        }
        let roads = land.roads(from, slot);
        if let Some(classes) = &sides.road {
            and(Truth::from(roads.iter().any(|r| classes.contains(r))));
        }
        if let Some(linked) = sides.linked {
            and(Truth::from(roads.is_empty() != linked));
        }
        // What the map refuses needs no look at what stands there: most sides end here.
        if truth == Truth::False {
            return truth;
        }
        let mut and = |other: Truth| truth = truth.and(other);
        if let Some(hexes) = &sides.from {
            and(self.is_hex(hexes, from));
        }
        if let Some(hexes) = &sides.to {
            and(self.is_hex(hexes, to));
        }
        if let Some(hexes) = &sides.both {
            and(self.is_hex(hexes, from).and(self.is_hex(hexes, to)));
        }
        if let Some(group) = &sides.boundary {
            let of = |hex: HexId| {
                let mut areas = land.map().areas.iter().filter(|(_, area)| area.group.as_ref() == Some(&group.0));
                areas.find(|(id, _)| land.in_area(*id, hex)).map(|(id, _)| id)
            };
            and(Truth::from(of(from).zip(of(to)).is_some_and(|(a, b)| a != b)));
        }
        and(all(sides.all.as_ref(), |part| self.is_hexside(part, from, to)));
        and(any(sides.any.as_ref(), |part| self.is_hexside(part, from, to)));
        if let Some(not) = &sides.not {
            and(!self.is_hexside(not, from, to));
        }
        if self.ever {
            let of_play = sides.bridge.is_some() || sides.owner.is_some() || sides.bond.is_some() || sides.marker.is_some();
            return if of_play { truth.and(Truth::Unknown) } else { truth };
        }
        if let Some(bridges) = &sides.bridge {
            let is = match self.situation.bridge(from, slot, to) {
                None => BridgeWord::None,
                Some(BridgeCondition::Intact) => BridgeWord::Intact,
                Some(BridgeCondition::Blown) => BridgeWord::Blown,
                Some(BridgeCondition::Building) => BridgeWord::Building,
            };
            let ford = || bridges.contains(&BridgeWord::Ford) && land.is_ford(from, to);
            and(Truth::from(bridges.contains(&is) || ford()));
        }
        if let Some(word) = sides.owner {
            let side = land.map().board.hexside_between(from, to);
            let owner = side.and_then(|side| {
                let stated = self.situation.position.bridge_owners.get(&side).copied();
                stated.or_else(|| land.map().bridges.values().find(|bridge| bridge.side == side)?.owner)
            });
            and(owner.map_or(Truth::False, |owner| self.is_side(word, owner)));
        }
        if let Some(word) = sides.bond {
            let bonded = self.sides(word).into_iter().any(|side| self.situation.bonds(side).side(from, to).is_some());
            and(Truth::from(bonded));
        }
        if let Some(markers) = &sides.marker {
            let side = land.map().board.hexside_between(from, to);
            let there = side.and_then(|side| self.situation.position.side_markers.get(&side));
            and(Truth::from(there.is_some_and(|there| there.iter().any(|m| markers.contains(m)))));
        }
        truth
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
            Points::whole(
                self.target
                    .or(self.hex)
                    .and_then(|hex| engine.value_of(hex, &value.0, measure.pick.unwrap_or(Pick::Highest)))
                    .unwrap_or(0),
            )
        } else if let Some(counter) = &measure.counter {
            Points::whole(self.situation.position.counters.get(counter).copied().unwrap_or(0))
        } else if measure.dice.is_some() {
            return None;
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
