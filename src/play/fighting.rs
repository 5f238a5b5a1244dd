//! Combats: target, attackers, support, dice, result, advance; declared first and resolved later where the rules say so.

use std::rc::Rc;

use super::{
    Asker, BattleStage, Change, Decision, Fighting, Frame, Match, Next, Origin, Part, Refused, Running, Span, UseOf, What, sum,
};
use crate::hexgrid::HexId;
use crate::model::{Combat, CombatKind, CombatTarget, Deed, Dice, Key, SideId, Table, Who};
use crate::rules::{Battle, Column, Counter, Odds, Piece, Situation};
use crate::sorting::Arrange;

/// What the odds of a battle say of the dice.
#[derive(Debug)]
pub(super) struct Cast {
    pub(super) column: Column,
    pub(super) dice: Option<Dice>,
    results: Vec<(i32, Option<String>)>,
    applied: Vec<String>,
    /// Whether the attackers are at least as strong as the defenders.
    pub(super) even: bool,
}

/// What the dice of a battle are thrown for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastNow {
    /// The place of the table in its list.
    pub table: usize,
    pub column: Column,
    /// Values and modifiers that count, by id.
    pub applied: Vec<String>,
}

impl<'e> Match<'e> {
    pub(super) fn combats(&self) -> &'e [Combat] {
        self.engine.game().rules.combat.as_ref().map(|combat| combat.list.as_slice()).unwrap_or_default()
    }

    /// A kind of combat as it is now.
    pub(super) fn combat(&self, kind: Option<u16>) -> Option<&'e Combat> {
        self.live_at(self.engine.game().rules.combat.as_ref()?, kind?)
    }

    fn table_of(&self, kind: Option<u16>) -> Option<(u16, &'e Table)> {
        let id = self.combat(kind)?.table?;
        Some((u16::try_from(id.index()).ok()?, self.engine.game().tables.at(id)?))
    }

    fn standing(&self, counters: &[Counter]) -> Vec<(Piece, HexId)> {
        counters.iter().filter_map(|counter| self.on_map(*counter)).map(|(hex, piece)| (piece, hex)).collect()
    }

    /// A battle as the rules see it.
    pub(super) fn battle_in<'b>(&self, situation: &'b Situation<'b>, fighting: &Fighting) -> Battle<'b> {
        let id = fighting.kind.and_then(|n| self.combats().get(usize::from(n))).map(|combat| combat.id.0.as_str());
        let supporters: Vec<Counter> = fighting.supporters.iter().map(|(counter, _)| *counter).collect();
        Battle {
            kind: id.and_then(|id| situation.combat(Some(id))),
            target: fighting.target,
            attackers: self.standing(&fighting.attackers),
            defenders: self.standing(&fighting.defenders),
            supporters: self.standing(&supporters),
            more: fighting.more,
            called: !fighting.only.is_empty(),
            drawn: fighting.stage >= BattleStage::Dice && self.draws_chits(fighting.kind),
        }
    }

    /// What a battle comes to, or why there is none.
    pub(super) fn odds_of<R>(&self, fighting: &Fighting, about: impl FnOnce(&Odds<'_>) -> R) -> Result<R, Refused> {
        self.look(|situation| {
            let battle = self.battle_in(situation, fighting);
            match situation.odds(&battle) {
                Ok(odds) => Ok(about(&odds)),
                Err(why) => Err(self.refuse(|words| words.no_odds(&why, fighting.target))),
            }
        })
    }

    /// What the battle that is under way comes to; nothing if none is.
    pub fn odds_now<R>(&self, about: impl FnOnce(&Odds<'_>) -> R) -> Option<Result<R, Refused>> {
        let (_, fighting) = self.battle_under_way()?;
        Some(self.odds_of(fighting, about))
    }

    /// The table and the column of the battle that is under way, and what counts in it; nothing if none is, or it has no
    /// odds.
    pub fn cast_now(&self) -> Option<CastNow> {
        let (_, fighting) = self.battle_under_way()?;
        let (table, _) = self.table_of(fighting.kind)?;
        let cast = self.untold(|| self.cast(fighting)).ok()?;
        Some(CastNow { table: usize::from(table), column: cast.column.clone(), applied: cast.applied.clone() })
    }

    /// Whether the attackers of the battle that is under way are at least as strong as the defenders.
    pub(super) fn is_even(&self) -> bool {
        self.battle_under_way().is_some_and(|(_, fighting)| self.untold(|| self.cast(fighting)).is_ok_and(|cast| cast.even))
    }

    /// The same, as far as dice are concerned; found once while nothing changes.
    pub(super) fn cast(&self, fighting: &Fighting) -> Result<Rc<Cast>, Refused> {
        if let Some(known) = self.found.borrow().cast(fighting) {
            return Ok(known);
        }
        let dice = self.table_of(fighting.kind).and_then(|(_, table)| table.dice);
        let cast = self.odds_of(fighting, |odds| {
            let values =
                odds.attack.units.iter().chain(&odds.defense.units).flat_map(|unit| unit.by.iter().map(|by| by.id.0.clone()));
            // What is added to a hex or to the sum counts as what is added to a unit.
            let sums = odds.attack.more.iter().chain(&odds.defense.more).map(|(value, _)| value.id.0.clone());
            let applied = values.chain(sums).chain(odds.shifts.iter().chain(&odds.rolls).map(|counting| counting.id.clone()));
            let even = odds.attack.sum >= odds.defense.sum;
            Cast { column: odds.column.clone(), dice, results: odds.results.clone(), applied: applied.collect(), even }
        })?;
        let cast = Rc::new(cast);
        self.found.borrow_mut().cast_is(fighting.clone(), Rc::clone(&cast));
        Ok(cast)
    }

    /// The kinds of combat that belong to this phase, by their places in the list.
    pub(super) fn kinds(&self) -> Vec<u16> {
        let now = self.phase().and_then(|phase| phase.id);
        let all = u16::try_from(self.combats().len()).unwrap_or(u16::MAX);
        let fought = |n: &u16| {
            let Some(combat) = self.combat(Some(*n)) else { return false };
            combat.phase.as_ref().is_none_or(|phases| now.is_some_and(|now| phases.contains(&now)))
                && !Self::only_assault(combat, now)
        };
        (0..all).filter(fought).collect()
    }

    pub(super) fn begun(&self, side: SideId, target: HexId, kind: Option<u16>, unit: Option<Counter>) -> Fighting {
        let defenders = match unit {
            Some(unit) => vec![unit],
            None => self.look(|situation| {
                let struck = situation.attacked(self.combat(kind), Some(side), target);
                struck.filter(|piece| self.engine.side_of(piece).is_some()).map(Piece::counter).collect()
            }),
        };
        Fighting {
            kind,
            side,
            target,
            unit,
            attackers: Vec::new(),
            defenders,
            supporters: Vec::new(),
            stage: BattleStage::Gather,
            roll: None,
            code: None,
            applied: Vec::new(),
            retreated: 0,
            lost: std::collections::BTreeMap::new(),
            advanced: false,
            more: self.state.next.get(&side).copied().unwrap_or_default(),
            from: Vec::new(),
            chits: Vec::new(),
            hits: None,
            only: Vec::new(),
        }
    }

    pub(super) fn begin_battle(&mut self, side: SideId, target: HexId) {
        let mut fighting = self.begun(side, target, None, None);
        fighting.stage = BattleStage::Kind;
        self.push(Frame::Battle(Box::new(fighting)));
    }

    /// Combats that are resolved in this phase, by their places among those that are declared.
    pub(super) fn to_resolve(&self) -> Vec<usize> {
        let now = self.phase().and_then(|phase| phase.id);
        let here = |battle: &Fighting| {
            let phases = self.combat(battle.kind).and_then(|combat| combat.resolve.as_ref());
            phases.is_some_and(|phases| now.is_some_and(|now| phases.contains(&now)))
        };
        self.state.battles.iter().enumerate().filter(|(_, battle)| here(battle)).map(|(n, _)| n).collect()
    }

    pub(super) fn take_up(&mut self, hex: HexId) {
        let found = self.to_resolve().into_iter().find(|n| self.state.battles.get(*n).is_some_and(|b| b.target == hex));
        let Some((n, battle)) = found.and_then(|n| Some((n, self.state.battles.get(n)?.clone()))) else { return };
        self.change(Change::TakeUp(n, Box::new(battle.clone())));
        self.push(Frame::Battle(Box::new(Fighting { stage: BattleStage::Defend, ..battle })));
    }

    pub(super) fn goes_on(&mut self, mut fighting: Fighting, stage: BattleStage) -> Next {
        fighting.stage = stage;
        self.step(Frame::Battle(Box::new(fighting)));
        Next::Goes
    }

    pub(super) fn run_battle(&mut self, fighting: Fighting) -> Next {
        let attacker = Asker::Side(fighting.side);
        match fighting.stage {
            BattleStage::Kind => {
                let open: Vec<u16> = self
                    .kinds()
                    .into_iter()
                    .filter(|kind| self.can_fight(fighting.side, fighting.target, *kind).is_ok())
                    .collect();
                match open.as_slice() {
                    [] => {
                        self.pop();
                        Next::Goes
                    }
                    [kind] => {
                        let kind = *kind;
                        self.of_kind(fighting, kind)
                    }
                    _ => Next::Asks(attacker, What::Combat),
                }
            }
            BattleStage::Unit => match fighting.defenders.as_slice() {
                [only] => {
                    let unit = Some(*only);
                    self.goes_on(Fighting { unit, ..fighting }, BattleStage::Gather)
                }
                _ => Next::Asks(attacker, What::Target),
            },
            BattleStage::Gather => Next::Asks(attacker, What::Gather),
            BattleStage::Support | BattleStage::Defend => {
                let defends = fighting.stage == BattleStage::Defend;
                let by = if defends { self.defender_of(&fighting) } else { fighting.side };
                if self.somebody_may_support(&fighting) {
                    return Next::Asks(Asker::Side(by), What::Support);
                }
                if defends { self.goes_on(fighting, BattleStage::Dice) } else { self.declare(fighting) }
            }
            BattleStage::Declared => self.goes_on(fighting, BattleStage::Defend),
            BattleStage::Dice => self.before_dice(fighting),
            BattleStage::Result(n) => self.result(fighting, n),
            BattleStage::Advance => self.after_result(fighting),
            BattleStage::Supported(n) => self.after_support(fighting, n),
            BattleStage::After => {
                self.pop();
                // Only now: who has fired may not be barred from the fire that it is.
                if self.combat(fighting.kind).is_some_and(|combat| combat.kind == Some(CombatKind::Barrage)) {
                    fighting.attackers.iter().for_each(|counter| self.did(*counter, Deed::Fired));
                }
                let after = fighting.kind.filter(|_| self.combat(fighting.kind).is_some_and(|combat| combat.after.is_some()));
                if let Some(kind) = after {
                    // Whoever took part: the battle is over, so it is told to the list.
                    let all = fighting.attackers.iter().chain(&fighting.defenders);
                    let there: Vec<Counter> = all.copied().filter(|counter| self.on_map(*counter).is_some()).collect();
                    for unit in there.into_iter().rev() {
                        let about = super::About { side: Some(fighting.side), unit: Some(unit), ..super::About::default() };
                        self.push(Frame::Effects(Box::new(Running { of: Origin::Combat(kind), next: 0, about, only: None })));
                    }
                }
                self.check_at_once();
                Next::Goes
            }
        }
    }

    fn of_kind(&mut self, fighting: Fighting, kind: u16) -> Next {
        let single = self.combat(Some(kind)).and_then(|combat| combat.target) == Some(CombatTarget::Unit);
        let stage = if single { BattleStage::Unit } else { BattleStage::Gather };
        // Not every kind strikes all who are there.
        let defenders = self.begun(fighting.side, fighting.target, Some(kind), None).defenders;
        self.goes_on(Fighting { kind: Some(kind), defenders, ..fighting }, stage)
    }

    pub(super) fn defender_of(&self, fighting: &Fighting) -> SideId {
        let first = fighting.defenders.first().and_then(|counter| self.side_of(*counter));
        first.unwrap_or_else(|| self.enemy_of(fighting.side))
    }

    /// Who might support in this stage.
    pub(super) fn supporters_for(&self, fighting: &Fighting) -> Vec<Counter> {
        if self.engine.game().rules.support.list.is_empty() {
            return Vec::new();
        }
        let side = match fighting.stage {
            BattleStage::Defend => self.defender_of(fighting),
            _ => fighting.side,
        };
        let own = self.state.position.stacks().flat_map(|(_, stack)| stack);
        own.filter(|piece| self.engine.side_of(piece) == Some(side)).map(Piece::counter).collect()
    }

    fn somebody_may_support(&self, fighting: &Fighting) -> bool {
        let all = self.supporters_for(fighting);
        !all.is_empty()
            && self.look(|situation| {
                let battle = self.battle_in(situation, fighting);
                all.iter().any(|counter| self.supports_in(situation, &battle, fighting, *counter).is_ok())
            })
    }

    pub(super) fn may_support(&self, fighting: &Fighting, counter: Counter) -> Result<u16, Refused> {
        self.look(|situation| self.supports_in(situation, &self.battle_in(situation, fighting), fighting, counter))
    }

    /// By which entry a counter supports in a battle, with those who do so already.
    fn supports_in<'b>(
        &self,
        situation: &'b Situation<'b>,
        battle: &Battle<'b>,
        fighting: &Fighting,
        counter: Counter,
    ) -> Result<u16, Refused> {
        let known = fighting.attackers.contains(&counter)
            || fighting.defenders.contains(&counter)
            || fighting.supporters.iter().any(|(other, _)| *other == counter);
        if known {
            return Err(Refused::new("it takes part already"));
        }
        if self.has(UseOf::Supported(counter)) {
            return Err(Refused::new("it has given support in this phase"));
        }
        let mut with = battle.clone();
        with.supporters.extend(self.standing(&[counter]));
        let list = &self.engine.game().rules.support.list;
        let entry = situation.supports(&with);
        let place =
            entry.and_then(|entry| list.iter().position(|other| other.id == entry.id)).and_then(|n| u16::try_from(n).ok());
        place.ok_or_else(|| Refused::new("it cannot support here"))
    }

    /// All who attack are named: from here on it counts as an attack.
    fn declare(&mut self, mut fighting: Fighting) -> Next {
        fighting.from = self.standing(&fighting.attackers).into_iter().map(|(_, hex)| hex).collect();
        fighting.from.arrange();
        fighting.from.dedup();
        self.use_up(UseOf::Target(fighting.target), Span::Phase);
        if let Some(before) = self.state.next.get(&fighting.side).copied() {
            self.change(Change::Next { side: fighting.side, before, after: (0, 0) });
        }
        self.counts_attack(&fighting);
        for counter in &fighting.attackers {
            self.use_up(UseOf::Attacked(*counter), Span::Phase);
            self.did(*counter, Deed::Attacked);
        }
        for counter in &fighting.defenders {
            self.did(*counter, Deed::Defended);
        }
        for (counter, _) in &fighting.supporters {
            self.use_up(UseOf::Supported(*counter), Span::Phase);
            self.did(*counter, Deed::Fired);
        }
        if self.combat(fighting.kind).is_some_and(|combat| combat.resolve.is_some()) {
            self.pop();
            self.change(Change::Declare(Box::new(Fighting { stage: BattleStage::Declared, ..fighting.clone() })));
        } else {
            self.goes_on(fighting.clone(), BattleStage::Defend);
        }
        self.attack_sets_off(&fighting);
        Next::Goes
    }

    fn before_dice(&mut self, fighting: Fighting) -> Next {
        if self.draws_chits(fighting.kind) {
            return self.before_chits(fighting);
        }
        let Ok(cast) = self.cast(&fighting) else {
            // Nobody is left who could attack or be attacked.
            return self.goes_on(fighting, BattleStage::Supported(0));
        };
        match (&cast.column, cast.dice) {
            (Column::Result(code), _) => {
                let (code, applied) = (Some(code.clone()), cast.applied.clone());
                self.goes_on(Fighting { code, applied, ..fighting }, BattleStage::Result(0))
            }
            (Column::Named(_), Some(dice)) => {
                let table = self.table_of(fighting.kind).map(|(_, table)| table.id.clone()).unwrap_or_default();
                Next::Asks(Asker::Dice, What::Roll(dice, table))
            }
            _ => self.goes_on(fighting, BattleStage::Supported(0)),
        }
    }

    /// Effects of the result, all at once or one side after the other.
    fn result(&mut self, fighting: Fighting, n: u8) -> Next {
        if self.draws_chits(fighting.kind) {
            return self.chit_results(fighting, n);
        }
        let first = self.combat(fighting.kind).and_then(|combat| combat.first);
        let parts: &[Option<Part>] = match first {
            Some(Who::Attacker) => &[Some(Part::Attacker), Some(Part::Defender), Some(Part::Rest)],
            Some(Who::Defender) => &[Some(Part::Defender), Some(Part::Attacker), Some(Part::Rest)],
            _ => &[None],
        };
        let found = self.table_of(fighting.kind).and_then(|(table, of)| {
            let code = fighting.code.as_ref()?;
            let place = of.results.iter().flatten().position(|result| result.code == *code)?;
            Some(Origin::Result(table, u16::try_from(place).ok()?))
        });
        let (Some(only), Some(of)) = (parts.get(usize::from(n)), found) else {
            return self.goes_on(fighting, BattleStage::Advance);
        };
        let about = super::About {
            side: Some(fighting.side),
            hex: Some(fighting.target),
            code: fighting.code.clone(),
            ..super::About::default()
        };
        self.goes_on(fighting.clone(), BattleStage::Result(n + 1));
        self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: *only })));
        self.result_sets_off(&fighting);
        Next::Goes
    }

    fn after_result(&mut self, fighting: Fighting) -> Next {
        let advancing = if fighting.advanced { None } else { self.may_advance_after(&fighting, None) };
        self.goes_on(fighting, BattleStage::Supported(0));
        if let Some(advancing) = advancing {
            self.push(Frame::Advance(Box::new(advancing)));
        }
        Next::Goes
    }

    fn after_support(&mut self, fighting: Fighting, n: u16) -> Next {
        let Some((counter, entry)) = fighting.supporters.get(usize::from(n)).copied() else {
            return self.goes_on(fighting, BattleStage::After);
        };
        let side = self.side_of(counter);
        self.goes_on(fighting, BattleStage::Supported(n + 1));
        if self.on_map(counter).is_some() {
            let about = super::About { side, unit: Some(counter), ..super::About::default() };
            self.push(Frame::Effects(Box::new(Running { of: Origin::Support(entry), next: 0, about, only: None })));
        }
        Next::Goes
    }

    pub(super) fn candidates_battle(&self, fighting: &Fighting) -> Vec<Decision> {
        match fighting.stage {
            BattleStage::Kind => self.kinds().into_iter().map(Decision::Combat).chain([Decision::Pass]).collect(),
            BattleStage::Unit => {
                fighting.defenders.iter().map(|counter| Decision::Piece(*counter)).chain([Decision::Pass]).collect()
            }
            BattleStage::Gather => {
                let kind = fighting.kind.unwrap_or(0);
                let own = self.near_enough(fighting.side, fighting.target, kind).into_iter().map(Decision::Piece);
                own.chain([Decision::Done, Decision::Pass]).collect()
            }
            BattleStage::Support | BattleStage::Defend => {
                self.supporters_for(fighting).into_iter().map(Decision::Piece).chain([Decision::Done]).collect()
            }
            BattleStage::Dice => self.chits_left(fighting),
            _ => Vec::new(),
        }
    }

    pub(super) fn allow_battle(&self, fighting: &Fighting, decision: &Decision) -> Result<(), Refused> {
        match (fighting.stage, decision) {
            (BattleStage::Kind, Decision::Combat(kind)) => match self.kinds().contains(kind) {
                true => self.can_fight(fighting.side, fighting.target, *kind),
                false => Err(Refused::new("that combat does not belong to this phase")),
            },
            (BattleStage::Unit, Decision::Piece(counter)) => match fighting.defenders.contains(counter) {
                true => Ok(()),
                false => Err(Refused::new("it does not stand there")),
            },
            (BattleStage::Gather, Decision::Piece(counter)) => {
                match self.is_near_enough(fighting.side, fighting.target, fighting.kind.unwrap_or(0), *counter) {
                    true => self.may_attack(fighting, *counter),
                    false => Err(Refused::new("it is too far away, or not yours")),
                }
            }
            (BattleStage::Gather, Decision::Done) if self.draws_chits(fighting.kind) => match fighting.attackers.is_empty() {
                true => Err(Refused::new("nobody attacks yet")),
                false => Ok(()),
            },
            (BattleStage::Gather, Decision::Done) => match self.cast(fighting)?.column {
                Column::Forbidden => Err(Refused::new("the odds are too low")),
                _ => Ok(()),
            },
            (BattleStage::Kind | BattleStage::Unit | BattleStage::Gather, Decision::Pass) => Ok(()),
            (BattleStage::Support | BattleStage::Defend, Decision::Piece(counter)) => {
                match self.supporters_for(fighting).contains(counter) {
                    true => self.may_support(fighting, *counter).map(|_| ()),
                    false => Err(Refused::new("it is not yours, or not on the map")),
                }
            }
            (BattleStage::Support | BattleStage::Defend, Decision::Done) => Ok(()),
            _ => Err(Refused::new("name a unit, or `done`")),
        }
    }

    pub(super) fn decide_battle(&mut self, mut fighting: Fighting, decision: &Decision) {
        match (fighting.stage, decision) {
            (_, Decision::Pass) => {
                self.pop();
                self.put_back();
            }
            (BattleStage::Kind, Decision::Combat(kind)) => drop(self.of_kind(fighting, *kind)),
            (BattleStage::Unit, Decision::Piece(counter)) => {
                let unit = Some(*counter);
                drop(self.goes_on(Fighting { unit, defenders: vec![*counter], ..fighting }, BattleStage::Gather));
            }
            (BattleStage::Gather, Decision::Piece(counter)) => {
                fighting.attackers.push(*counter);
                self.step(Frame::Battle(Box::new(fighting)));
            }
            (BattleStage::Gather, Decision::Done) => drop(self.goes_on(fighting, BattleStage::Support)),
            (BattleStage::Support | BattleStage::Defend, Decision::Piece(counter)) => {
                let entry = self.may_support(&fighting, *counter).unwrap_or(0);
                fighting.supporters.push((*counter, entry));
                if fighting.stage == BattleStage::Defend {
                    self.use_up(UseOf::Supported(*counter), Span::Phase);
                    self.did(*counter, Deed::Fired);
                }
                self.step(Frame::Battle(Box::new(fighting)));
            }
            (BattleStage::Support, Decision::Done) => drop(self.declare(fighting)),
            (BattleStage::Defend, Decision::Done) => drop(self.goes_on(fighting, BattleStage::Dice)),
            (BattleStage::Dice, Decision::Draw(super::Drawn::Card(card))) => {
                self.takes_chit(&mut fighting, *card);
                self.step(Frame::Battle(Box::new(fighting)));
            }
            (BattleStage::Dice, Decision::Roll(faces)) => {
                let Ok(cast) = self.cast(&fighting) else { return };
                let roll = cast.dice.and_then(|dice| sum(dice, faces));
                let code = cast.results.iter().find(|(value, _)| Some(*value) == roll).and_then(|(_, code)| code.clone());
                let applied = cast.applied.clone();
                drop(self.goes_on(Fighting { roll, code, applied, ..fighting }, BattleStage::Result(0)));
            }
            _ => {}
        }
    }

    /// The battle that is under way, and its place among what is under way.
    pub(super) fn battle_under_way(&self) -> Option<(usize, &Fighting)> {
        let frames = self.state.frames.iter().enumerate().rev();
        frames.into_iter().find_map(|(n, frame)| match frame {
            Frame::Battle(fighting) => Some((n, &**fighting)),
            _ => None,
        })
    }

    /// Ends the effects of the result of the battle that is under way, unless one of them says so itself.
    pub(super) fn drop_result(&mut self, by: &Origin) {
        let Some((battle, fighting)) = self.battle_under_way() else { return };
        let Some((table, _)) = self.table_of(fighting.kind) else { return };
        let own = |of: &Origin| matches!(of.root(), Origin::Result(from, _) if *from == table);
        if own(by) {
            return;
        }
        let above = self.state.frames.iter().enumerate().skip(battle);
        let found = above.filter_map(|(at, frame)| match frame {
            Frame::Effects(running) if own(&running.of) => Some((at, (**running).clone())),
            _ => None,
        });
        for (at, running) in found.collect::<Vec<_>>() {
            let after = Frame::Effects(Box::new(Running { next: u16::MAX, ..running.clone() }));
            self.change(Change::Step { at, before: Frame::Effects(Box::new(running)), after });
        }
    }

    /// Changes something about the battle that is under way.
    pub(super) fn in_battle(&mut self, change: impl FnOnce(&mut Fighting)) {
        let Some((at, fighting)) = self.battle_under_way() else { return };
        let before = fighting.clone();
        let mut after = before.clone();
        change(&mut after);
        if before != after {
            let (before, after) = (Frame::Battle(Box::new(before)), Frame::Battle(Box::new(after)));
            self.change(Change::Step { at, before, after });
        }
    }
}
