//! Strengths: a rating as the rules change it, what the units of a side come to in a battle, and what supporters give.

use super::{Battle, Piece, Query, Situation};
use crate::hexgrid::HexId;
use crate::model::{Act, Gives, Points, RatingId, RatingValue, Role, Support, Value, ValueOf, Who};
use crate::sorting::Arrange;

/// A unit's strength in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength<'g> {
    /// The piece, and where it is.
    pub piece: Piece,
    /// Where it is.
    pub hex: HexId,
    /// What stands on its face; nothing if not known.
    pub printed: Option<i32>,
    pub counts: Points,
    /// What changed it.
    pub by: Vec<&'g Value>,
}

/// The strength of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total<'g> {
    pub units: Vec<Strength<'g>>,
    /// What was added to a hex or to the sum, and how much.
    pub more: Vec<(&'g Value, Points)>,
    /// What supporters gave.
    pub support: Vec<(&'g Support, Piece, Points)>,
    pub sum: Points,
}

impl<'a> Situation<'a> {
    /// A rating of a piece as the rules change it, in one of these parts; with what changed it. Nothing if not known.
    pub fn rating(&self, query: &Query<'_>, piece: &Piece, rating: RatingId, roles: &[Role]) -> Option<(Points, Vec<&'a Value>)> {
        let printed = match self.engine.printed(piece, rating) {
            RatingValue::Known(n) => Points::whole(n),
            RatingValue::Absent => Points(0),
            RatingValue::Unknown => return None,
        };
        let query = &Query { rating: true, ..*query };
        let values = self.values(query, rating, roles, ValueOf::Unit);
        Some(change(query, printed, &values))
    }

    /// The values that hold for the subject of a scene.
    fn values(&self, query: &Query<'_>, rating: RatingId, roles: &[Role], level: ValueOf) -> Vec<&'a Value> {
        let rules = &self.engine.game().rules;
        let list = self.engine.live(&rules.values, &self.moment);
        let kind = query.battle.and_then(|battle| battle.kind).map(|kind| kind.id.0.as_str());
        let mut combats = rules.combat.as_ref().map(|list| self.engine.live(list, &self.moment)).unwrap_or_default();
        let combat = combats.find(|combat| Some(combat.id.0.as_str()) == kind);
        let own = combat.map(|combat| self.engine.live(&combat.values, &self.moment)).unwrap_or_default();
        let mut words: Vec<&str> = Vec::new();
        let holding = list.chain(own).filter(|value| {
            let holds = value.rating.contains(&rating)
                && value.level.unwrap_or(ValueOf::Unit) == level
                && value.role.as_ref().is_none_or(|wanted| roles.iter().any(|role| wanted.contains(role)))
                && query.counts(value.when.as_ref()).sure()
                && match (&value.who, query.subject) {
                    (None, _) => true,
                    (Some(who), Some((piece, hex))) => query.fits(who, &piece, hex).sure(),
                    (Some(who), None) => {
                        let members = roles.iter().find_map(|role| query.members(*role)).unwrap_or_default();
                        members.iter().any(|(piece, hex)| query.fits(who, piece, *hex).sure())
                    }
                };
            // Of those that share a word, the first that holds counts.
            let word = value.once.as_ref().map(|once| once.0.as_str());
            let again = holds && word.is_some_and(|word| words.contains(&word));
            words.extend(word.filter(|_| holds));
            holds && !again
        });
        holding.collect()
    }

    pub(super) fn total(&'a self, battle: &Battle<'_>, rating: RatingId, role: Role) -> Total<'a> {
        let side_units = if role == Role::Attackers { &battle.attackers } else { &battle.defenders };
        let plain = self.of_battle(battle);
        let mut total = Total::default();
        let mut hexes: Vec<HexId> = Vec::new();
        for (piece, hex) in side_units {
            // `own` is the attacker in combat, whoever is asked about.
            let query = Query { subject: Some((*piece, Some(*hex))), ..plain };
            let printed = match self.engine.printed(piece, rating) {
                RatingValue::Known(n) => Some(n),
                _ => None,
            };
            let (counts, by) = self.rating(&query, piece, rating, &[role, Role::Participants]).unwrap_or_default();
            total.units.push(Strength { piece: *piece, hex: *hex, printed, counts, by });
            hexes.push(*hex);
        }
        hexes.arrange();
        hexes.dedup();
        let mut sum = Points(0);
        for hex in hexes {
            let own: Points = total.units.iter().filter(|unit| unit.hex == hex).map(|unit| unit.counts).sum();
            let query = Query { hex: Some(hex), ..plain };
            let mut at = own;
            for value in self.values(&query, rating, &[role, Role::Participants], ValueOf::Hex) {
                let (now, _) = change(&query, at, &[value]);
                total.more.push((value, now.less(at)));
                at = now;
            }
            sum = sum.plus(at);
        }
        for (support, piece, amount) in self.support(battle, role, Gives::Strength, Some(rating)) {
            total.support.push((support, piece, amount));
            sum = sum.plus(amount);
        }
        for value in self.values(&plain, rating, &[role, Role::Participants], ValueOf::Side) {
            let (now, _) = change(&plain, sum, &[value]);
            total.more.push((value, now.less(sum)));
            sum = now;
        }
        total.sum = sum;
        total
    }

    /// The entry by which the last of a battle's supporters gives anything; nothing if it gives nothing.
    pub fn supports(&'a self, battle: &Battle<'_>) -> Option<&'a Support> {
        let (last, _) = battle.supporters.last()?;
        let own = battle.attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        let role = if self.engine.side_of(last) == own { Role::Attackers } else { Role::Defenders };
        let rating =
            battle.kind.and_then(|kind| if role == Role::Attackers { kind.attack } else { kind.defense.or(kind.attack) });
        let all = [Gives::Strength, Gives::Shift, Gives::Roll, Gives::Points].into_iter();
        let mut given = all.flat_map(|gives| self.support(battle, role, gives, rating));
        given.find(|(_, piece, _)| piece.counter() == last.counter()).map(|(entry, _, _)| entry)
    }

    /// What supporters give to one side of a battle.
    pub(super) fn support(
        &'a self,
        battle: &Battle<'_>,
        role: Role,
        gives: Gives,
        rating: Option<RatingId>,
    ) -> Vec<(&'a Support, Piece, Points)> {
        let own = battle.attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        let mut out = Vec::new();
        let mut used: Vec<(Piece, HexId)> = Vec::new();
        for entry in self.engine.live(&self.engine.game().rules.support, &self.moment) {
            if entry.gives != gives {
                continue;
            }
            let mut given = 0;
            for (piece, hex) in &battle.supporters {
                let for_attacker = self.engine.side_of(piece) == own;
                if for_attacker != (role == Role::Attackers) || used.contains(&(*piece, *hex)) {
                    continue;
                }
                let wanted = if for_attacker { Who::Attacker } else { Who::Defender };
                let query = Query { subject: Some((*piece, Some(*hex))), ..self.of_battle(battle) };
                let far = self.engine.land().map_or(0, |land| land.map().board.distance(*hex, battle.target));
                let near = || {
                    entry.range.as_ref().is_none_or(|range| {
                        query.amount(range).is_some_and(|range| Points::whole(i32::try_from(far).unwrap_or(i32::MAX)) <= range)
                    })
                };
                let fits = entry.to.as_ref().is_none_or(|to| to.contains(&wanted) || to.contains(&Who::Both))
                    && entry.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(*hex)).sure())
                    && query.counts(entry.when.as_ref()).sure();
                let silent = || self.bans(&query, &[Act::Fire]).iter().any(|ban| query.forbids(ban, *hex, battle.target));
                // Most units do not fit: then nothing more is asked.
                if !fits || !near() || silent() || entry.at_most.is_some_and(|most| given >= most) {
                    continue;
                }
                let amount = match (&entry.amount, gives, rating) {
                    (Some(amount), _, _) => query.amount(amount).unwrap_or(Points(0)),
                    (None, Gives::Strength | Gives::Points, Some(rating)) => {
                        self.rating(&query, piece, rating, &[Role::Supporters]).map_or(Points(0), |(points, _)| points)
                    }
                    _ => Points::ONE,
                };
                given += 1;
                used.push((*piece, *hex));
                out.push((entry, *piece, amount));
            }
        }
        out
    }
}

/// Changes a number by values: all `set`, all `times`, all `add`, all bounds.
fn change<'v>(query: &Query<'_>, start: Points, values: &[&'v Value]) -> (Points, Vec<&'v Value>) {
    let mut now = start;
    for value in values {
        if let Some(set) = value.set.as_ref().and_then(|set| query.amount(set)) {
            now = set;
        }
    }
    for value in values {
        if let Some(times) = value.times {
            now = now.times(times);
            if let Some(round) = value.round {
                now = now.rounded(round);
            }
        }
    }
    for value in values {
        if let Some(add) = value.add.as_ref().and_then(|add| query.amount(add)) {
            now = now.plus(add);
            if let (Some(round), None) = (value.round, value.times) {
                now = now.rounded(round);
            }
        }
    }
    for value in values {
        if let Some(min) = value.min {
            now = now.max(min);
        }
        if let Some(max) = value.max.as_ref().and_then(|max| query.amount(max)) {
            now = now.min(max);
        }
    }
    (now, values.to_vec())
}
