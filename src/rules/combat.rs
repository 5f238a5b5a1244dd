//! Combat: who fights whom, what forbids it, the column with every shift.

use super::ladder::{Placed, Rolled, by_number, by_ratio, chances, column};
use super::{Column, Piece, Query, Situation, Total};
use crate::hexgrid::HexId;
use crate::model::{
    Act, Capped, Combat, CombatKind, Entries, Gives, Mod, OddsRounding, PhaseName, Points, RatingId, Role, SideId, Support,
    Table, Who,
};

/// A battle: who attacks which hex, who defends it, who supports.
#[derive(Clone, Debug)]
pub struct Battle<'a> {
    /// The kind of combat.
    pub kind: Option<&'a Combat>,
    /// The hex that is attacked.
    pub target: HexId,
    /// Who attacks, and from where.
    pub attackers: Vec<(Piece, HexId)>,
    /// Who defends.
    pub defenders: Vec<(Piece, HexId)>,
    /// Who supports either side from afar.
    pub supporters: Vec<(Piece, HexId)>,
    /// What events and cards add: columns, and to the roll.
    pub more: (i32, i32),
    /// Whether an effect calls for it: it is fought in any phase.
    pub called: bool,
    /// Whether its chits are being drawn: nobody asks any more who may fight it.
    pub drawn: bool,
}

/// A modifier that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    pub id: String,
    /// What it is for, in the author's words.
    pub text: Option<String>,
    /// The printed rule.
    pub rule: Option<String>,
    /// How much.
    pub add: Points,
}

/// What a battle comes to before the dice are thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<'g> {
    /// The attacker's strength.
    pub attack: Total<'g>,
    /// The defender's strength.
    pub defense: Total<'g>,
    /// The column before the shifts, as it would be called.
    pub before: String,
    /// The shifts that count.
    pub shifts: Vec<Counting>,
    /// All shifts together, after the caps.
    pub shift: i32,
    /// The column, or what happens instead.
    pub column: Column,
    /// What is added to the roll.
    pub rolls: Vec<Counting>,
    /// All of that together, after the caps.
    pub roll: i32,
    /// What each roll gives, before anything is added to it.
    pub results: Vec<(i32, Option<String>)>,
    /// In how many of so many throws each result comes; the most frequent first.
    pub chances: Vec<(String, u64)>,
    /// How many throws there are.
    pub throws: u64,
}

/// Why odds cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOdds {
    /// The rules name no rating for this side.
    NoRating(Who),
    /// Nobody attacks.
    NoAttacker,
    /// Nobody defends.
    NoDefender,
    /// The defence has no strength at all.
    NoDefence,
    /// The combat has no table.
    NoTable,
    /// This unit may not attack so.
    NotSo(Piece),
    /// This unit is so many hexes away, too far.
    TooFar(Piece, u32),
    /// A ban forbids this unit to attack: its id, and the printed rule.
    Banned(Piece, String, Option<String>),
    /// More than a limit allows: its id, what was found, what is allowed.
    Limit(String, Points, i32),
    /// It is fought in other phases: which.
    NotInPhase(Vec<PhaseName>),
    /// It is a phase of the other side: which.
    OtherSide(PhaseName),
}

/// What an event or a card adds, as a modifier.
fn more(add: i32) -> Option<(u32, Counting)> {
    let text = Some("an event or a card".to_owned());
    (add != 0).then(|| (1, Counting { id: String::new(), text, rule: None, add: Points::whole(add) }))
}

impl<'a> Situation<'a> {
    /// Whether a battle can be fought at all: by these, against that hex, in this phase. What it comes to is not looked
    /// at, so that many can be tried.
    pub fn may_battle(&'a self, battle: &Battle<'a>) -> Result<(), NoOdds> {
        let (kind, _, _) = self.begun(battle)?;
        match self.barred(battle, kind, &self.of_battle(battle)) {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// The kind of a battle that belongs to this phase and side, its table and the rating of those who attack.
    fn begun(&self, battle: &Battle<'a>) -> Result<(&'a Combat, &'a Table, RatingId), NoOdds> {
        let game = self.engine.game();
        let kind = battle.kind.ok_or(NoOdds::NoTable)?;
        if battle.attackers.is_empty() {
            return Err(NoOdds::NoAttacker);
        }
        if let (Some(phases), Some(now)) = (&kind.phase, self.moment.phase)
            && !battle.called
            && !phases.contains(&now)
            && !kind.assault.iter().flatten().any(|phase| *phase == now)
        {
            return Err(NoOdds::NotInPhase(phases.clone()));
        }
        let own = battle.attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        if let Some(phase) = self.phase_of_others(own).filter(|_| kind.phase.is_none() && !battle.called) {
            return Err(NoOdds::OtherSide(phase.number));
        }
        let table = kind.table.and_then(|id| game.tables.at(id)).ok_or(NoOdds::NoTable)?;
        let rating = kind.attack.ok_or(NoOdds::NoRating(Who::Attacker))?;
        Ok((kind, table, rating))
    }

    /// What a battle comes to.
    pub fn odds(&'a self, battle: &Battle<'a>) -> Result<Odds<'a>, NoOdds> {
        let (kind, table, rating) = self.begun(battle)?;
        let how = kind.kind.unwrap_or(CombatKind::Odds);
        let mut attack = self.total(battle, rating, Role::Attackers);
        if how == CombatKind::Barrage {
            for (support, piece, amount) in self.support(battle, Role::Attackers, Gives::Points, Some(rating)) {
                attack.support.push((support, piece, amount));
                attack.sum = attack.sum.plus(amount);
            }
        }
        let query = self.of_battle(battle);
        if let Some(why) = self.barred(battle, kind, &query).filter(|_| !battle.drawn) {
            return Err(why);
        }
        let defense = match (kind.defense, how) {
            (Some(rating), _) => self.total(battle, rating, Role::Defenders),
            (None, CombatKind::Barrage | CombatKind::Chits) => Total::default(),
            (None, _) => return Err(NoOdds::NoRating(Who::Defender)),
        };
        if battle.defenders.is_empty() && how != CombatKind::Barrage {
            return Err(NoOdds::NoDefender);
        }
        let place = match how {
            CombatKind::Odds | CombatKind::Chits => {
                if defense.sum.0 <= 0 {
                    return Err(NoOdds::NoDefence);
                }
                by_ratio(table, attack.sum, defense.sum, kind.round.unwrap_or(OddsRounding::Defender))
            }
            CombatKind::Difference => by_number(table, attack.sum.less(defense.sum)),
            CombatKind::Barrage => {
                let points = kind.points.as_ref().and_then(|points| query.amount(points)).unwrap_or(attack.sum);
                by_number(table, points)
            }
        };
        let last = i64::try_from(table.columns.len()).unwrap_or(1) - 1;
        let raw = if place.at < 0 {
            kind.raw_below.as_deref()
        } else if place.at > last {
            kind.raw_above.as_deref()
        } else {
            None
        };
        // Some games go to the end of the table before they shift.
        let place = if raw == Some("clamp") { Placed { at: place.at.clamp(0, last), ..place } } else { place };
        let mut applied: Vec<String> =
            attack.units.iter().chain(&defense.units).flat_map(|u| u.by.iter().map(|v| v.id.0.clone())).collect();
        applied.extend(attack.more.iter().chain(&defense.more).map(|(value, _)| value.id.0.clone()));
        let query = Query { applied: &applied, ..query };
        let mut shifts = self.mods(&query, &kind.shifts);
        for (role, sign) in [(Role::Attackers, 1), (Role::Defenders, -1)] {
            for (support, piece, amount) in self.support(battle, role, Gives::Shift, None) {
                shifts.push((1, self.supporting(support, &piece, amount.times(Points::whole(sign)))));
            }
        }
        shifts.extend(more(battle.more.0));
        let shift = self.capped(&query, kind, &shifts, Capped::Shifts);
        // What changes the roll may hang on what has shifted the column.
        let applied: Vec<String> = applied.iter().chain(shifts.iter().map(|(_, shift)| &shift.id)).cloned().collect();
        let query = Query { applied: &applied, ..query };
        let mut rolls = self.mods(&query, &kind.rolls);
        for (role, sign) in [(Role::Attackers, 1), (Role::Defenders, -1)] {
            for (support, piece, amount) in self.support(battle, role, Gives::Roll, None) {
                rolls.push((1, self.supporting(support, &piece, amount.times(Points::whole(sign)))));
            }
        }
        for modifier in table.modifiers.iter().filter(|m| m.when.as_ref().is_some_and(|when| query.holds(when).sure())) {
            let text = modifier.text.clone();
            rolls.push((1, Counting { id: String::new(), text, rule: None, add: Points::whole(modifier.add) }));
        }
        rolls.extend(more(battle.more.1));
        let roll = self.capped(&query, kind, &rolls, Capped::Rolls);
        let end = place.at.saturating_add(i64::from(shift));
        let end = self.bounded(&query, kind, table, end);
        let column = match raw {
            Some("forbidden") => Column::Forbidden,
            None | Some("clamp") => column(kind, table, end),
            Some(code) => Column::Result(code.to_owned()),
        };
        let Rolled { results, chances, throws, .. } = chances(table, &column, roll);
        let only = |list: Vec<(u32, Counting)>| list.into_iter().map(|(_, counting)| counting).collect();
        Ok(Odds {
            attack,
            defense,
            before: place.name,
            shifts: only(shifts),
            shift,
            column,
            rolls: only(rolls),
            roll,
            results,
            chances,
            throws,
        })
    }

    /// A place on the ladder within the columns that caps name.
    fn bounded(&self, query: &Query<'_>, kind: &Combat, table: &Table, at: i64) -> i64 {
        let place = |name: &Option<String>| {
            let found = table.columns.iter().position(|column| Some(column) == name.as_ref());
            found.and_then(|n| i64::try_from(n).ok())
        };
        let caps = self.engine.live(&kind.caps, &self.moment);
        let caps = caps.filter(|cap| cap.of == Capped::Columns && query.counts(cap.when.as_ref()).sure());
        caps.fold(at, |at, cap| {
            let at = place(&cap.highest).map_or(at, |highest| at.min(highest));
            place(&cap.lowest).map_or(at, |lowest| at.max(lowest))
        })
    }

    fn supporting(&self, support: &Support, piece: &Piece, add: Points) -> Counting {
        let unit = self.engine.game().units.at(piece.unit).map(|unit| unit.id.clone());
        Counting { id: support.id.0.clone(), text: unit, rule: support.rule.as_ref().map(|r| r.0.clone()), add }
    }

    /// The modifiers of a list that count, each with its stage.
    pub fn mods(&self, query: &Query<'_>, list: &Entries<Mod>) -> Vec<(u32, Counting)> {
        let live = self.engine.live(list, &self.moment);
        let holding: Vec<(&Mod, Points)> = live
            .into_iter()
            .filter(|entry| query.counts(entry.when.as_ref()).sure())
            .filter_map(|entry| {
                let mut add = query.amount(&entry.add)?;
                if let Some(each) = &entry.each {
                    let members = query.members(each.place.unwrap_or(Role::Map)).unwrap_or_default();
                    let count = members
                        .iter()
                        .filter(|(piece, hex)| each.of.as_ref().is_none_or(|of| query.fits(of, piece, *hex).sure()));
                    let count: Points = count
                        .filter_map(|(piece, _)| self.engine.weight(piece, each.count.unwrap_or(crate::model::Counted::Units)))
                        .sum();
                    add = add.times(count);
                }
                if let Some(most) = entry.at_most {
                    add = add.min(Points::whole(most.abs())).max(Points::whole(-most.abs()));
                }
                (add.0 != 0).then_some((entry, add))
            })
            .collect();
        let there: Vec<&str> = holding.iter().map(|(entry, _)| entry.id.0.as_str()).collect();
        let cancelled = |entry: &Mod| {
            entry.cancelled_by.iter().flatten().any(|name| there.contains(&name.0.as_str()))
                || query.applied.iter().any(|id| entry.cancelled_by.iter().flatten().any(|name| name.0 == *id))
        };
        let kept: Vec<&(&Mod, Points)> = holding.iter().filter(|(entry, _)| !cancelled(entry)).collect();
        // Of those that share a word, the strongest counts.
        let best = |entry: &Mod, add: Points| {
            entry.once.as_ref().is_none_or(|word| {
                let rivals = kept.iter().filter(|(other, _)| other.once.as_ref() == Some(word));
                let strongest = rivals.max_by_key(|(_, other)| other.0.abs());
                strongest.is_some_and(|(other, points)| other.id == entry.id && *points == add)
            })
        };
        kept.iter()
            .filter(|(entry, add)| best(entry, *add))
            .map(|(entry, add)| {
                let counting = Counting {
                    id: entry.id.0.clone(),
                    text: entry.text.clone(),
                    rule: entry.rule.as_ref().map(|rule| rule.0.clone()),
                    add: *add,
                };
                (entry.stage.unwrap_or(1), counting)
            })
            .collect()
    }

    /// All modifiers together, each stage within its caps.
    fn capped(&self, query: &Query<'_>, kind: &Combat, mods: &[(u32, Counting)], of: Capped) -> i32 {
        let caps: Vec<_> = self
            .engine
            .live(&kind.caps, &self.moment)
            .filter(|cap| cap.of == of && query.counts(cap.when.as_ref()).sure())
            .collect();
        let bound = |sum: i64, stage: Option<u32>| {
            let mine = caps.iter().filter(|cap| cap.stage == stage);
            mine.fold(sum, |sum, cap| {
                let sum = cap.at_least.map_or(sum, |least| sum.max(i64::from(least)));
                cap.at_most.map_or(sum, |most| sum.min(i64::from(most)))
            })
        };
        let mut all = 0;
        for stage in [1, 2] {
            let sum: Points = mods.iter().filter(|(s, _)| *s == stage).map(|(_, c)| c.add).sum();
            all = bound(sum.floor(), Some(stage)).saturating_add(all);
        }
        i32::try_from(bound(all, None)).unwrap_or(0)
    }
}

impl<'a> Situation<'a> {
    /// A kind of combat by its id, as it is now; the first if none is named.
    pub fn combat(&self, id: Option<&str>) -> Option<&'a Combat> {
        let mut list = self.engine.live(self.engine.game().rules.combat.as_ref()?, &self.moment);
        let query = self.query();
        let wanted = |combat: &&Combat| id.is_none_or(|id| combat.id.0 == id);
        list.find(|combat| wanted(combat) && query.counts(combat.when.as_ref()).possible())
    }

    /// What forbids this battle: units that may not attack so, that are too far away, bans, limits.
    fn barred(&'a self, battle: &Battle<'_>, kind: &Combat, query: &Query<'_>) -> Option<NoOdds> {
        let land = self.engine.land()?;
        // Whether it is fought at all may hang on who is attacked, and where.
        if let Some((piece, _)) = battle.attackers.first().filter(|_| !query.counts(kind.when.as_ref()).possible()) {
            return Some(NoOdds::NotSo(*piece));
        }
        for (piece, hex) in &battle.attackers {
            let query = Query { subject: Some((*piece, Some(*hex))), cross: Some((*hex, battle.target)), ..*query };
            if kind.who.as_ref().is_some_and(|who| !query.fits(who, piece, Some(*hex)).possible()) {
                return Some(NoOdds::NotSo(*piece));
            }
            let far = land.map().board.distance(*hex, battle.target);
            let range = kind.range.as_ref().map_or(Some(Points::ONE), |range| query.amount(range));
            if range.is_some_and(|range| Points::whole(i32::try_from(far).unwrap_or(i32::MAX)) > range) {
                return Some(NoOdds::TooFar(*piece, far));
            }
            // A barrage is fire, not an assault.
            let acts: &[Act] = match kind.kind {
                Some(CombatKind::Barrage) => &[Act::Fire],
                _ => &[Act::Attack, Act::AttackInto],
            };
            let bans = self.bans(&query, acts);
            let forbids = bans.into_iter().find(|ban| query.forbids(ban, *hex, battle.target));
            if let Some(ban) = forbids {
                return Some(NoOdds::Banned(*piece, ban.id.0.clone(), ban.rule.as_ref().map(|rule| rule.0.clone())));
            }
        }
        for limit in self.engine.live(&kind.limits, &self.moment) {
            let per = limit.per.unwrap_or(crate::model::Per::Combat);
            if per != crate::model::Per::Combat || !query.counts(limit.when.as_ref()).sure() {
                continue;
            }
            let fitting = battle
                .attackers
                .iter()
                .filter(|(piece, hex)| limit.of.as_ref().is_none_or(|of| query.fits(of, piece, Some(*hex)).sure()));
            let weighed = fitting.filter_map(|(piece, hex)| Some((*piece, *hex, self.engine.weight(piece, limit.count)?)));
            let weighed: Vec<(Piece, HexId, Points)> = weighed.collect();
            let found = match limit.by {
                Some(_) => self.engine.by_formation(limit, &weighed),
                None => weighed.iter().map(|(.., weight)| *weight).sum::<Points>(),
            };
            if limit.max.is_some_and(|max| found > Points::whole(max)) {
                return Some(NoOdds::Limit(limit.id.0.clone(), found, limit.max.unwrap_or(0)));
            }
        }
        None
    }

    /// Units of other sides in a hex that a kind of combat strikes.
    pub fn attacked(&'a self, kind: Option<&'a Combat>, side: Option<SideId>, target: HexId) -> impl Iterator<Item = &'a Piece> {
        let against = kind.and_then(|kind| kind.against.as_ref());
        let foes = self.stack(target).iter().filter(move |piece| self.engine.side_of(piece) != side);
        foes.filter(move |piece| {
            against
                .is_none_or(|units| Query { side, ..self.about(**piece, Some(target)) }.fits(units, piece, Some(target)).sure())
        })
    }

    /// A battle over a hex: these attack it, whoever of another side is in it defends, these support.
    pub fn battle(
        &'a self,
        kind: Option<&'a Combat>,
        target: HexId,
        attackers: Vec<(Piece, HexId)>,
        supporters: Vec<(Piece, HexId)>,
    ) -> Battle<'a> {
        let side: Option<SideId> = attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        let defenders = self.attacked(kind, side, target).map(|piece| (*piece, target)).collect();
        Battle { kind, target, attackers, defenders, supporters, more: (0, 0), called: false, drawn: false }
    }
}
