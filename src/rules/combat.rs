//! Combat: strengths with everything that changes them, the column with every shift, the chance of each result.

use std::collections::BTreeMap;

use super::{Field, Piece, Scene};
use crate::hexgrid::HexId;
use crate::model::{
    Act, BondBlocks, Capped, ChitFace, Combat, CombatKind, Dice, Entries, Gives, Mod, OddsRounding, Points, Rated, RatingId,
    Role, Rounding, SideId, Support, Table, Value, ValueOf, Who, ZoneEffectKind,
};

/// More chits than this nobody draws.
const MOST_DRAWS: usize = 200;

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
}

/// A unit's strength in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength<'g> {
    /// The piece, and where it is.
    pub piece: Piece,
    /// Where it is.
    pub hex: HexId,
    /// What stands on its face; nothing if not known.
    pub printed: Option<i32>,
    /// What it counts.
    pub counts: Points,
    /// What changed it.
    pub by: Vec<&'g Value>,
}

/// The strength of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total<'g> {
    /// Unit by unit.
    pub units: Vec<Strength<'g>>,
    /// What was added to a hex or to the sum, and how much.
    pub more: Vec<(&'g Value, Points)>,
    /// What supporters gave.
    pub support: Vec<(&'g Support, Piece, Points)>,
    /// The sum.
    pub sum: Points,
}

/// A modifier that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Its id.
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

/// Where odds end up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// In this column.
    Named(String),
    /// Beyond the table: the attack is not allowed.
    Forbidden,
    /// Beyond the table: this result.
    Result(String),
    /// There is no table, or it has no columns that could be read.
    None,
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
}

impl Dice {
    /// How many throws give each roll.
    pub fn ways(self) -> BTreeMap<i32, u64> {
        match self {
            Dice::TensUnits => self.rolls().into_iter().map(|roll| (roll, 1)).collect(),
            Dice::Sum(count, sides) => {
                // Each die adds a window as wide as it has sides: a running sum, so that many big dice are quick too.
                let sides = sides as usize;
                let mut ways: Vec<u64> = vec![1];
                for _ in 0..count {
                    let mut next = vec![0u64; ways.len() + sides];
                    let mut window: u64 = 0;
                    for (sum, slot) in next.iter_mut().enumerate().skip(1) {
                        window = window.saturating_add(ways.get(sum - 1).copied().unwrap_or(0));
                        let gone = sum.checked_sub(sides + 1).and_then(|n| ways.get(n)).copied().unwrap_or(0);
                        window = window.saturating_sub(gone);
                        *slot = window;
                    }
                    ways = next;
                }
                let numbered = ways.into_iter().enumerate().filter(|(_, n)| *n > 0);
                numbered.filter_map(|(sum, n)| Some((i32::try_from(sum).ok()?, n))).collect()
            }
        }
    }
}

impl<'a> Field<'a> {
    /// A rating of a piece as the rules change it, in one of these parts; with what changed it. Nothing if not known.
    pub fn rating(&self, scene: &Scene<'_>, piece: &Piece, rating: RatingId, roles: &[Role]) -> Option<(Points, Vec<&'a Value>)> {
        let printed = match self.engine.printed(piece, rating) {
            Rated::Known(n) => Points::whole(n),
            Rated::Absent => Points(0),
            Rated::Unknown => return None,
        };
        let scene = &Scene { rating: true, ..*scene };
        let values = self.values(scene, rating, roles, ValueOf::Unit);
        Some(change(scene, printed, &values))
    }

    /// The values that hold for the subject of a scene.
    fn values(&self, scene: &Scene<'_>, rating: RatingId, roles: &[Role], level: ValueOf) -> Vec<&'a Value> {
        let rules = &self.engine.game().rules;
        let mut list = self.engine.live(&rules.values, &self.moment);
        let kind = scene.battle.and_then(|battle| battle.kind).map(|kind| kind.id.0.as_str());
        let combats = rules.combat.as_ref().map(|list| self.engine.live(list, &self.moment)).unwrap_or_default();
        if let Some(combat) = combats.into_iter().find(|combat| Some(combat.id.0.as_str()) == kind) {
            list.extend(self.engine.live(&combat.values, &self.moment));
        }
        let mut words: Vec<&str> = Vec::new();
        list.retain(|value| {
            let holds = value.rating.contains(&rating)
                && value.level.unwrap_or(ValueOf::Unit) == level
                && value.role.as_ref().is_none_or(|wanted| roles.iter().any(|role| wanted.contains(role)))
                && scene.counts(value.when.as_ref()).sure()
                && match (&value.who, scene.subject) {
                    (None, _) => true,
                    (Some(who), Some((piece, hex))) => scene.fits(who, &piece, hex).sure(),
                    (Some(who), None) => {
                        let members = roles.iter().find_map(|role| scene.members(*role)).unwrap_or_default();
                        members.iter().any(|(piece, hex)| scene.fits(who, piece, *hex).sure())
                    }
                };
            // Of those that share a word, the first that holds counts.
            let word = value.once.as_ref().map(|once| once.0.as_str());
            let again = holds && word.is_some_and(|word| words.contains(&word));
            words.extend(word.filter(|_| holds));
            holds && !again
        });
        list
    }

    fn total(&'a self, battle: &Battle<'_>, rating: RatingId, role: Role) -> Total<'a> {
        let side_units = if role == Role::Attackers { &battle.attackers } else { &battle.defenders };
        let plain = self.of_battle(battle);
        let mut total = Total::default();
        let mut hexes: Vec<HexId> = Vec::new();
        for (piece, hex) in side_units {
            // `own` is the attacker in combat, whoever is asked about.
            let scene = Scene { subject: Some((*piece, Some(*hex))), ..plain };
            let printed = match self.engine.printed(piece, rating) {
                Rated::Known(n) => Some(n),
                _ => None,
            };
            let (counts, by) = self.rating(&scene, piece, rating, &[role, Role::Participants]).unwrap_or_default();
            total.units.push(Strength { piece: *piece, hex: *hex, printed, counts, by });
            hexes.push(*hex);
        }
        hexes.sort();
        hexes.dedup();
        let mut sum = Points(0);
        for hex in hexes {
            let own: Points = total.units.iter().filter(|unit| unit.hex == hex).map(|unit| unit.counts).sum();
            let scene = Scene { hex: Some(hex), ..plain };
            let mut at = own;
            for value in self.values(&scene, rating, &[role, Role::Participants], ValueOf::Hex) {
                let (now, _) = change(&scene, at, &[value]);
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

    /// What supporters give to one side of a battle.
    fn support(
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
                let scene = Scene { subject: Some((*piece, Some(*hex))), ..self.of_battle(battle) };
                let far = self.engine.land().map_or(0, |land| land.map().board.distance(*hex, battle.target));
                let near = entry.range.as_ref().is_none_or(|range| {
                    scene.amount(range).is_some_and(|range| Points::whole(i32::try_from(far).unwrap_or(i32::MAX)) <= range)
                });
                let fits = entry.to.as_ref().is_none_or(|to| to.contains(&wanted) || to.contains(&Who::Both))
                    && entry.who.as_ref().is_none_or(|who| scene.fits(who, piece, Some(*hex)).sure())
                    && scene.counts(entry.when.as_ref()).sure();
                let silent = self.bans(&scene, &[Act::Fire]).iter().any(|ban| scene.forbids(ban, *hex, battle.target));
                if !fits || !near || silent || entry.at_most.is_some_and(|most| given >= most) {
                    continue;
                }
                let amount = match (&entry.amount, gives, rating) {
                    (Some(amount), _, _) => scene.amount(amount).unwrap_or(Points(0)),
                    (None, Gives::Strength | Gives::Points, Some(rating)) => {
                        self.rating(&scene, piece, rating, &[Role::Supporters]).map_or(Points(0), |(points, _)| points)
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

    /// What a battle comes to.
    pub fn odds(&'a self, battle: &Battle<'a>) -> Result<Odds<'a>, NoOdds> {
        let game = self.engine.game();
        let kind = battle.kind.ok_or(NoOdds::NoTable)?;
        let how = kind.kind.unwrap_or(CombatKind::Odds);
        if battle.attackers.is_empty() {
            return Err(NoOdds::NoAttacker);
        }
        let table = kind.table.and_then(|id| game.tables.at(id)).ok_or(NoOdds::NoTable)?;
        let rating = kind.attack.ok_or(NoOdds::NoRating(Who::Attacker))?;
        let mut attack = self.total(battle, rating, Role::Attackers);
        if how == CombatKind::Barrage {
            for (support, piece, amount) in self.support(battle, Role::Attackers, Gives::Points, Some(rating)) {
                attack.support.push((support, piece, amount));
                attack.sum = attack.sum.plus(amount);
            }
        }
        let scene = self.of_battle(battle);
        if let Some(why) = self.barred(battle, kind, &scene) {
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
                let points = kind.points.as_ref().and_then(|points| scene.amount(points)).unwrap_or(attack.sum);
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
        let forbidden = raw == Some("forbidden");
        // Some games go to the end of the table before they shift.
        let place = if raw == Some("clamp") { Placed { at: place.at.clamp(0, last), ..place } } else { place };
        let mut applied: Vec<String> =
            attack.units.iter().chain(&defense.units).flat_map(|u| u.by.iter().map(|v| v.id.0.clone())).collect();
        applied.extend(attack.more.iter().chain(&defense.more).map(|(value, _)| value.id.0.clone()));
        let scene = Scene { applied: &applied, ..scene };
        let mut shifts = self.mods(&scene, &kind.shifts);
        for (role, sign) in [(Role::Attackers, 1), (Role::Defenders, -1)] {
            for (support, piece, amount) in self.support(battle, role, Gives::Shift, None) {
                shifts.push((1, self.supporting(support, &piece, amount.times(Points::whole(sign)))));
            }
        }
        let shift = self.capped(&scene, kind, &shifts, Capped::Shifts);
        let mut rolls = self.mods(&scene, &kind.rolls);
        for (role, sign) in [(Role::Attackers, 1), (Role::Defenders, -1)] {
            for (support, piece, amount) in self.support(battle, role, Gives::Roll, None) {
                rolls.push((1, self.supporting(support, &piece, amount.times(Points::whole(sign)))));
            }
        }
        for modifier in table.modifiers.iter().filter(|m| m.when.as_ref().is_some_and(|when| scene.holds(when).sure())) {
            let text = modifier.text.clone();
            rolls.push((1, Counting { id: String::new(), text, rule: None, add: Points::whole(modifier.add) }));
        }
        let roll = self.capped(&scene, kind, &rolls, Capped::Rolls);
        let end = place.at.saturating_add(i64::from(shift));
        let end = self.bounded(&scene, kind, table, end);
        let column = if forbidden { Column::Forbidden } else { column(kind, table, end) };
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
    fn bounded(&self, scene: &Scene<'_>, kind: &Combat, table: &Table, at: i64) -> i64 {
        let place = |name: &Option<String>| {
            let found = table.columns.iter().position(|column| Some(column) == name.as_ref());
            found.and_then(|n| i64::try_from(n).ok())
        };
        let caps = self.engine.live(&kind.caps, &self.moment).into_iter();
        let caps = caps.filter(|cap| cap.of == Capped::Columns && scene.counts(cap.when.as_ref()).sure());
        caps.fold(at, |at, cap| {
            let at = place(&cap.highest).map_or(at, |highest| at.min(highest));
            place(&cap.lowest).map_or(at, |lowest| at.max(lowest))
        })
    }

    /// How many hexes a piece may advance after a battle whose loser retreated so far; nothing if it may not.
    pub fn advance(&'a self, battle: &Battle<'_>, piece: &Piece, hex: HexId, retreated: u32) -> Option<Points> {
        let scene = Scene { subject: Some((*piece, Some(hex))), retreated: Some(retreated), ..self.of_battle(battle) };
        let bans = self.bans(&scene, &[Act::Advance]);
        if bans.iter().any(|ban| scene.forbids(ban, hex, battle.target)) {
            return None;
        }
        let side = self.engine.side_of(piece)?;
        if self.bonded(side, hex, battle.target, BondBlocks::Advance).is_some() {
            return None;
        }
        if self.zoned(&scene, ZoneEffectKind::Advance, piece, hex, battle.target) {
            return None;
        }
        let entry = self.engine.live(&self.engine.game().rules.advance, &self.moment).into_iter().find(|entry| {
            entry.who.as_ref().is_none_or(|who| scene.fits(who, piece, Some(hex)).sure())
                && scene.counts(entry.when.as_ref()).sure()
        })?;
        match &entry.hexes {
            Some(hexes) => scene.amount(hexes),
            None => Some(Points::whole(i32::try_from(retreated).ok()?)),
        }
    }

    fn supporting(&self, support: &Support, piece: &Piece, add: Points) -> Counting {
        let unit = self.engine.game().units.at(piece.unit).map(|unit| unit.id.clone());
        Counting { id: support.id.0.clone(), text: unit, rule: support.rule.as_ref().map(|r| r.0.clone()), add }
    }

    /// The modifiers of a list that count, each with its stage.
    pub fn mods(&self, scene: &Scene<'_>, list: &Entries<Mod>) -> Vec<(u32, Counting)> {
        let live = self.engine.live(list, &self.moment);
        let holding: Vec<(&Mod, Points)> = live
            .into_iter()
            .filter(|entry| scene.counts(entry.when.as_ref()).sure())
            .filter_map(|entry| {
                let mut add = scene.amount(&entry.add)?;
                if let Some(each) = &entry.each {
                    let members = scene.members(each.place.unwrap_or(Role::Map)).unwrap_or_default();
                    let count = members
                        .iter()
                        .filter(|(piece, hex)| each.of.as_ref().is_none_or(|of| scene.fits(of, piece, *hex).sure()));
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
                || scene.applied.iter().any(|id| entry.cancelled_by.iter().flatten().any(|name| name.0 == *id))
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
    fn capped(&self, scene: &Scene<'_>, kind: &Combat, mods: &[(u32, Counting)], of: Capped) -> i32 {
        let caps: Vec<_> = self
            .engine
            .live(&kind.caps, &self.moment)
            .into_iter()
            .filter(|cap| cap.of == of && scene.counts(cap.when.as_ref()).sure())
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

    /// How many chits a battle draws, with what adds to them.
    pub fn draws(&self, battle: &Battle<'_>) -> Option<(i32, Vec<Counting>)> {
        let draws = battle.kind?.draws.as_ref()?;
        let scene = self.of_battle(battle);
        let base = scene.amount(&draws.count)?;
        let mods: Vec<Counting> = self.mods(&scene, &draws.mods).into_iter().map(|(_, counting)| counting).collect();
        let sum = base.plus(mods.iter().map(|m| m.add).sum());
        let mut sum = sum;
        if let Some(most) = draws.at_most.as_ref().and_then(|most| scene.amount(most)) {
            sum = sum.min(most);
        }
        if let Some(least) = draws.at_least.as_ref().and_then(|least| scene.amount(least)) {
            sum = sum.max(least);
        }
        let sum = i32::try_from(sum.rounded(Rounding::Down).0 / Points::ONE.0).ok()?;
        Some((sum.max(0), mods))
    }

    /// The face of a chit that counts in a battle, if one does.
    pub fn chit<'c>(&self, battle: &Battle<'_>, faces: &'c [ChitFace]) -> Option<&'c ChitFace> {
        let scene = self.of_battle(battle);
        faces.iter().find(|face| scene.counts(face.when.as_ref()).sure())
    }

    /// Hits of both sides after what changes them; never less than nothing.
    pub fn changed_hits(&self, battle: &Battle<'_>, attacker: i32, defender: i32) -> (i32, i32) {
        let Some(hits) = battle.kind.and_then(|kind| kind.hits.as_ref()) else { return (attacker.max(0), defender.max(0)) };
        let scene = self.of_battle(battle);
        let sum = |hit: i32, mods: &Entries<Mod>| {
            let add: Points = self.mods(&scene, mods).iter().map(|(_, counting)| counting.add).sum();
            i32::try_from(i64::from(hit).saturating_add(add.floor()).max(0)).unwrap_or(i32::MAX)
        };
        (sum(attacker, &hits.attacker), sum(defender, &hits.defender))
    }

    /// In how many ways so many chits give each pair of hits, the attacker's first; of how many ways there are.
    pub fn hits(&self, battle: &Battle<'_>, draws: i32) -> Option<Hits> {
        let deck = &battle.kind?.draws.as_ref()?.deck;
        let draws = usize::try_from(draws).ok().filter(|draws| *draws <= MOST_DRAWS)?;
        // ways[k]: how many ways to have drawn k chits with those hits.
        let mut ways: Vec<BTreeMap<(i32, i32), u128>> = vec![BTreeMap::new(); draws + 1];
        ways.first_mut()?.insert((0, 0), 1);
        let mut chits = 0u32;
        for card in self.engine.game().cards.values().filter(|card| card.deck == deck.0) {
            let face = self.chit(battle, &card.faces);
            let hit = face.map_or((0, 0), |face| (face.attacker.unwrap_or(0), face.defender.unwrap_or(0)));
            for _ in 0..card.count.min(500) {
                chits += 1;
                for k in (0..draws).rev() {
                    let Some(from) = ways.get(k).cloned() else { continue };
                    let Some(to) = ways.get_mut(k + 1) else { continue };
                    for ((a, d), n) in from {
                        let slot = to.entry((a.saturating_add(hit.0), d.saturating_add(hit.1))).or_default();
                        *slot = slot.saturating_add(n);
                    }
                }
            }
        }
        let mut last: BTreeMap<(i32, i32), u128> = BTreeMap::new();
        for ((attacker, defender), n) in ways.pop()? {
            let slot = last.entry(self.changed_hits(battle, attacker, defender)).or_default();
            *slot = slot.saturating_add(n);
        }
        let all = last.values().fold(0u128, |sum, n| sum.saturating_add(*n));
        (chits as usize >= draws).then_some(Hits { ways: last, all })
    }
}

/// Changes a number by values: all `set`, all `times`, all `add`, all bounds.
fn change<'v>(scene: &Scene<'_>, start: Points, values: &[&'v Value]) -> (Points, Vec<&'v Value>) {
    let mut now = start;
    for value in values {
        if let Some(set) = value.set.as_ref().and_then(|set| scene.amount(set)) {
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
        if let Some(add) = value.add.as_ref().and_then(|add| scene.amount(add)) {
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
        if let Some(max) = value.max.as_ref().and_then(|max| scene.amount(max)) {
            now = now.min(max);
        }
    }
    (now, values.to_vec())
}

/// A place on the ladder of columns, which goes on beyond both ends.
struct Placed {
    at: i64,
    name: String,
}

/// `1:3`, `3-1`, `7-1+`: attacker to defender.
pub fn ratio(column: &str) -> Option<(i64, i64)> {
    let (a, d) = column.trim().trim_end_matches('+').split_once([':', '-', '/'])?;
    let (a, d) = (a.trim().parse::<i64>().ok()?, d.trim().parse::<i64>().ok()?);
    (a > 0 && d > 0).then_some((a, d))
}

fn by_ratio(table: &Table, attack: Points, defense: Points, round: OddsRounding) -> Placed {
    let columns: Vec<(i64, i64)> = table.columns.iter().filter_map(|column| ratio(column)).collect();
    let (attack, defense) = (i128::from(attack.0.max(0)), i128::from(defense.0.max(1)));
    // a/d against attack/defense, without dividing.
    let cmp = |(a, d): (i64, i64)| (i128::from(a) * defense).cmp(&(attack * i128::from(d)));
    let whole = |columns: &[(i64, i64)], at: i64| -> String {
        let name = usize::try_from(at).ok().and_then(|at| table.columns.get(at)).cloned();
        let sign = if table.columns.iter().any(|c| c.contains('-')) { '-' } else { ':' };
        name.unwrap_or_else(|| match (at < 0, columns.first(), columns.last()) {
            (true, Some((_, d)), _) => format!("1{sign}{}", d - at),
            (false, _, Some((a, _))) => {
                let beyond = at - i64::try_from(columns.len()).unwrap_or(0) + 1;
                format!("{}{sign}1", a + beyond)
            }
            _ => String::new(),
        })
    };
    let (Some(first), Some(last)) = (columns.first().copied(), columns.last().copied()) else {
        return Placed { at: 0, name: String::new() };
    };
    let count = i64::try_from(columns.len()).unwrap_or(0);
    use std::cmp::Ordering::{Equal, Greater, Less};
    // Beyond the ends the ladder goes on in whole steps.
    if cmp(last) == Less && last.1 == 1 {
        let times = i64::try_from(attack / defense).unwrap_or(i64::MAX);
        let at = (count - 1).saturating_add((times - last.0).max(0));
        return Placed { at, name: whole(&columns, at) };
    }
    if cmp(first) == Greater && first.0 == 1 {
        let times = if attack == 0 { 1_000_000 } else { i64::try_from((defense + attack - 1) / attack).unwrap_or(1_000_000) };
        let at = 0 - (times - first.1).max(1);
        return Placed { at, name: whole(&columns, at) };
    }
    let below = columns.iter().rposition(|column| matches!(cmp(*column), Less | Equal));
    let at = match (below, round) {
        (None, _) => -1,
        (Some(n), OddsRounding::Defender) => i64::try_from(n).unwrap_or(0),
        (Some(n), other) => {
            let exact = columns.get(n).is_some_and(|column| cmp(*column) == Equal);
            let up = columns.get(n + 1).copied().zip(columns.get(n).copied()).is_some_and(|(next, this)| {
                let value = |(a, d): (i64, i64)| Points(a.saturating_mul(Points::ONE.0) / d);
                let now = Points(i64::try_from(attack * i128::from(Points::ONE.0) / defense).unwrap_or(i64::MAX));
                other == OddsRounding::Attacker || value(next).0 - now.0 <= now.0 - value(this).0
            });
            i64::try_from(n).unwrap_or(0) + i64::from(!exact && up)
        }
    };
    Placed { at, name: whole(&columns, at) }
}

/// `3`, `2-3`, `24+`, `-2`: the least and the most of a column.
pub fn span(column: &str) -> Option<(i64, i64)> {
    let text = column.trim();
    if let Some(open) = text.strip_suffix('+') {
        return Some((open.trim().parse().ok()?, i64::MAX));
    }
    if let Ok(one) = text.parse::<i64>() {
        return Some((one, one));
    }
    let at = text.char_indices().skip(1).find(|(_, c)| matches!(c, '-' | '–'))?.0;
    let to = text.get(at..)?.trim_start_matches(['-', '–']);
    Some((text.get(..at)?.trim().parse().ok()?, to.trim().parse().ok()?))
}

fn by_number(table: &Table, number: Points) -> Placed {
    let number = number.floor();
    let spans: Vec<(i64, i64)> = table.columns.iter().filter_map(|column| span(column)).collect();
    let found = spans.iter().position(|(least, most)| *least <= number && number <= *most);
    let at = match (found, spans.first()) {
        (Some(n), _) => i64::try_from(n).unwrap_or(0),
        (None, Some((least, _))) if number < *least => -1,
        _ => i64::try_from(spans.iter().filter(|(least, _)| *least <= number).count()).unwrap_or(0),
    };
    let name = usize::try_from(at).ok().and_then(|at| table.columns.get(at)).cloned();
    Placed { at, name: name.unwrap_or_else(|| number.to_string()) }
}

fn column(kind: &Combat, table: &Table, at: i64) -> Column {
    if table.columns.is_empty() {
        return Column::None;
    }
    let last = i64::try_from(table.columns.len()).unwrap_or(1) - 1;
    let beyond = |said: &Option<String>| match said.as_deref() {
        None | Some("clamp") => None,
        Some("forbidden") => Some(Column::Forbidden),
        Some(code) => Some(Column::Result(code.to_owned())),
    };
    let off = match at {
        at if at < 0 => beyond(&kind.below),
        at if at > last => beyond(&kind.above),
        _ => None,
    };
    off.unwrap_or_else(|| {
        let at = usize::try_from(at.clamp(0, last)).unwrap_or(0);
        table.columns.get(at).map_or(Column::None, |name| Column::Named(name.clone()))
    })
}

/// What each roll gives, and in how many throws each result comes.
fn chances(table: &Table, column: &Column, add: i32) -> Rolled {
    let nothing = Rolled { add, results: Vec::new(), chances: Vec::new(), throws: 0 };
    let (Some(dice), Column::Named(name)) = (table.dice, column) else { return nothing };
    let at = table.columns.iter().position(|column| column == name);
    let mut results = Vec::new();
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    let mut throws = 0;
    for (roll, ways) in dice.ways() {
        let code = table.result(roll.saturating_add(add), at);
        throws += ways;
        if let Some(code) = &code {
            *sums.entry(code.clone()).or_default() += ways;
        }
        results.push((roll, code));
    }
    let mut chances: Vec<(String, u64)> = sums.into_iter().collect();
    chances.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    Rolled { add, results, chances, throws }
}

impl<'a> Field<'a> {
    /// A roll on a table by or about a piece: what is added, what each roll gives, and the chances.
    pub fn rolled(&self, table: &'a Table, piece: Option<(Piece, HexId)>) -> Rolled {
        let scene = match piece {
            Some((piece, hex)) => self.about(piece, Some(hex)),
            None => self.scene(),
        };
        let counts = |m: &&crate::model::Modifier| m.when.as_ref().is_some_and(|when| scene.holds(when).sure());
        let add: i32 = table.modifiers.iter().filter(counts).map(|m| m.add).fold(0, i32::saturating_add);
        let column = Column::Named(table.columns.first().cloned().unwrap_or_default());
        chances(table, &column, add)
    }
}

/// What so many chits may come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hits {
    /// In how many ways each pair of hits comes, the attacker's first.
    pub ways: BTreeMap<(i32, i32), u128>,
    /// How many ways there are.
    pub all: u128,
}

/// A roll on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What is added to the roll.
    pub add: i32,
    /// What each roll gives, before anything is added to it.
    pub results: Vec<(i32, Option<String>)>,
    /// In how many of so many throws each result comes.
    pub chances: Vec<(String, u64)>,
    /// How many throws there are.
    pub throws: u64,
}

impl Table {
    /// The result of a modified roll in a column.
    pub fn result(&self, roll: i32, column: Option<usize>) -> Option<String> {
        let find = |roll: i32| self.rows.iter().find(|row| row.from <= roll && roll <= row.to);
        let row = find(roll).or_else(|| {
            let (least, most) = (self.rows.iter().map(|row| row.from).min()?, self.rows.iter().map(|row| row.to).max()?);
            if self.clamp { find(roll.clamp(least, most)) } else { None }
        })?;
        row.cells.get(column.unwrap_or(0)).cloned().flatten()
    }
}

impl<'a> Field<'a> {
    /// A kind of combat by its id, as it is now; the first if none is named.
    pub fn combat(&self, id: Option<&str>) -> Option<&'a Combat> {
        let list = self.engine.live(self.engine.game().rules.combat.as_ref()?, &self.moment);
        match id {
            Some(id) => list.into_iter().find(|combat| combat.id.0 == id),
            None => list.into_iter().next(),
        }
    }

    /// What forbids this battle: units that may not attack so, that are too far away, bans, limits.
    fn barred(&'a self, battle: &Battle<'_>, kind: &Combat, scene: &Scene<'_>) -> Option<NoOdds> {
        let land = self.engine.land()?;
        for (piece, hex) in &battle.attackers {
            let scene = Scene { subject: Some((*piece, Some(*hex))), cross: Some((*hex, battle.target)), ..*scene };
            if kind.who.as_ref().is_some_and(|who| !scene.fits(who, piece, Some(*hex)).possible()) {
                return Some(NoOdds::NotSo(*piece));
            }
            let far = land.map().board.distance(*hex, battle.target);
            let range = kind.range.as_ref().map_or(Some(Points::ONE), |range| scene.amount(range));
            if range.is_some_and(|range| Points::whole(i32::try_from(far).unwrap_or(i32::MAX)) > range) {
                return Some(NoOdds::TooFar(*piece, far));
            }
            // A barrage is fire, not an assault.
            let acts: &[Act] = match kind.kind {
                Some(CombatKind::Barrage) => &[Act::Fire],
                _ => &[Act::Attack, Act::AttackInto],
            };
            let bans = self.bans(&scene, acts);
            let forbids = bans.into_iter().find(|ban| scene.forbids(ban, *hex, battle.target));
            if let Some(ban) = forbids {
                return Some(NoOdds::Banned(*piece, ban.id.0.clone(), ban.rule.as_ref().map(|rule| rule.0.clone())));
            }
        }
        for limit in self.engine.live(&kind.limits, &self.moment) {
            let per = limit.per.unwrap_or(crate::model::Per::Combat);
            if per != crate::model::Per::Combat || !scene.counts(limit.when.as_ref()).sure() {
                continue;
            }
            let fitting = battle
                .attackers
                .iter()
                .filter(|(piece, hex)| limit.of.as_ref().is_none_or(|of| scene.fits(of, piece, Some(*hex)).sure()));
            let found = fitting.filter_map(|(piece, _)| self.engine.weight(piece, limit.count)).sum::<Points>();
            if limit.max.is_some_and(|max| found > Points::whole(max)) {
                return Some(NoOdds::Limit(limit.id.0.clone(), found, limit.max.unwrap_or(0)));
            }
        }
        None
    }

    /// A battle over a hex: these attack it, whoever of another side is in it defends, these support.
    pub fn battle(
        &self,
        kind: Option<&'a Combat>,
        target: HexId,
        attackers: Vec<(Piece, HexId)>,
        supporters: Vec<(Piece, HexId)>,
    ) -> Battle<'a> {
        let side: Option<SideId> = attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        let foes = self.stack(target).iter().filter(|piece| self.engine.side_of(piece) != side);
        let defenders = foes.map(|piece| (*piece, target)).collect();
        Battle { kind, target, attackers, defenders, supporters }
    }
}
