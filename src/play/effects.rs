//! Effects: one runner for results, cards, actions and whatever else happens. It takes them in order; those that ask
//! somebody open a frame of their own.

use super::{
    About, Asker, Change, Decision, Drawing, Frame, LastingWhat, Losing, Match, Next, Origin, Over, Part, Picking, Refused,
    Retreating, Returning, Rolling, Running, Site, Span, Use, UseOf, What, sum,
};
use crate::hexgrid::HexId;
use crate::model::{
    Amount, Chooser, Condition, Dice, Effect, Key, Location, Points, RatingId, Roll, SideId, SideWord, TableId, Units, Who,
};
use crate::rules::{Counter, Piece, Query, Situation};

impl<'e> Match<'e> {
    /// A list of effects.
    pub(super) fn list_of(&self, of: &Origin) -> &'e [Effect] {
        let game = self.engine.game();
        let found: Option<&'e [Effect]> = match of {
            Origin::Result(table, result) => {
                let table = game.tables.at(TableId::new(usize::from(*table)));
                let result = table.and_then(|table| table.results.iter().flatten().nth(usize::from(*result)));
                result.map(|result| result.effects.as_slice())
            }
            Origin::Action(n, success) => {
                let action = self.live_at(&game.rules.actions, *n);
                let list = action.and_then(|action| if *success { action.effects.as_ref() } else { action.otherwise.as_ref() });
                list.map(Vec::as_slice)
            }
            Origin::Trigger(n) => self.live_at(&game.rules.triggers, *n).map(|trigger| trigger.effects.as_slice()),
            Origin::Card(card) => game.cards.at(*card).map(|card| card.effects.as_slice()),
            Origin::Support(n) => self.live_at(&game.rules.support, *n).and_then(|entry| entry.after.as_deref()),
            Origin::Combat(n) => self.combat(Some(*n)).and_then(|combat| combat.after.as_deref()),
            Origin::Hit(n, attacker) => {
                let hits = self.combat(Some(*n)).and_then(|combat| combat.hits.as_ref());
                hits.and_then(|hits| if *attacker { hits.on_attacker.as_deref() } else { hits.on_defender.as_deref() })
            }
            Origin::Chit(card, face) => {
                game.cards.at(*card).and_then(|card| card.faces.get(usize::from(*face))?.effects.as_deref())
            }
            Origin::Retreat(n) => self.live_at(&game.rules.retreat, *n).and_then(|rule| rule.otherwise.as_deref()),
            Origin::Inside(of, at, which) => match (self.list_of(of).get(usize::from(*at)), which) {
                (Some(Effect::Roll { then, .. } | Effect::When { then, .. }), 0) => then.as_deref(),
                (Some(Effect::Roll { otherwise, .. } | Effect::When { otherwise, .. }), _) => otherwise.as_deref(),
                (Some(Effect::Choose { choices, .. }), n) => choices.get(usize::from(*n)).map(Vec::as_slice),
                _ => None,
            },
        };
        found.unwrap_or_default()
    }

    /// Asks about what effects are about.
    pub(super) fn asking<R>(&self, about: &About, ask: impl FnOnce(&Situation<'_>, &Query<'_>) -> R) -> R {
        let fighting = self.battle_under_way().map(|(_, fighting)| fighting.clone());
        let cross = about.across.zip(self.engine.land()).and_then(|(side, land)| match land.map().board.hexside_hexes(side) {
            (a, Some(b)) => Some((a, b)),
            (_, None) => None,
        });
        self.look(|situation| {
            let battle = fighting.as_ref().map(|fighting| self.battle_in(situation, fighting));
            let mut query = match &battle {
                Some(battle) => situation.of_battle(battle),
                None => situation.query(),
            };
            if let Some(fighting) = &fighting {
                query.applied = &fighting.applied;
                query.retreated = Some(fighting.retreated);
                query.result = fighting.code.as_deref();
            }
            if about.code.is_some() {
                query.result = about.code.as_deref();
            }
            if let Some((at, piece)) = about.unit.and_then(|unit| self.state.position.piece(unit)) {
                let hex = match at {
                    // Who is on its way is where it has come.
                    Location::Hex(hex) => self.on_its_way(piece.counter()).or(Some(hex)),
                    Location::Box(_) => None,
                };
                query.subject = Some((piece, hex));
                query.hex = query.hex.or(hex);
                query.mode = self.mode_under_way(piece.counter()).or(query.mode);
            }
            query.thrown = &about.thrown;
            query.side = about.side.or(query.side);
            query.hex = about.hex.or(query.hex);
            query.cross = cross.or(query.cross);
            ask(situation, &query)
        })
    }

    pub(super) fn holds(&self, about: &About, when: Option<&Condition>) -> bool {
        when.is_none_or(|when| self.asking(about, |_, query| query.holds(when).sure()))
    }

    fn number(&self, about: &About, amount: &Amount) -> Option<Points> {
        self.asking(about, |_, query| query.amount(amount))
    }

    pub(super) fn whole(&self, about: &About, amount: &Amount) -> u32 {
        let points = self.number(about, amount).unwrap_or(Points(0));
        u32::try_from(points.floor().clamp(0, 1_000_000)).unwrap_or(0)
    }

    /// Units that are struck, of one part of a battle; without a battle everybody on the map is meant by `both`.
    pub(super) fn struck(&self, about: &About, who: Who, of: Option<&Units>) -> Vec<Counter> {
        let fighting = self.battle_under_way().map(|(_, fighting)| fighting);
        let list: Vec<Counter> = match (who, fighting) {
            (Who::Unit, _) => about.unit.into_iter().collect(),
            (Who::Attacker, Some(fighting)) => fighting.attackers.clone(),
            (Who::Defender, Some(fighting)) => fighting.defenders.clone(),
            (Who::Both, Some(fighting)) => fighting.attackers.iter().chain(&fighting.defenders).copied().collect(),
            (Who::Both, None) => self.state.position.stacks().flat_map(|(_, stack)| stack).map(Piece::counter).collect(),
            (Who::Attacker | Who::Defender, None) => Vec::new(),
        };
        let there = list.into_iter().filter_map(|counter| Some((counter, self.on_map(counter)?))).collect::<Vec<_>>();
        let Some(of) = of else { return there.into_iter().map(|(counter, _)| counter).collect() };
        self.asking(about, |_, query| {
            let fits = |(_, (hex, piece)): &(Counter, (HexId, Piece))| query.fits(of, piece, Some(*hex)).sure();
            there.iter().filter(|it| fits(it)).map(|(counter, _)| *counter).collect()
        })
    }

    pub(super) fn chooser(&self, about: &About, by: Option<Chooser>, owner: Option<SideId>) -> SideId {
        let fighting = self.battle_under_way().map(|(_, fighting)| fighting);
        let attacker = fighting.map(|fighting| fighting.side);
        let defender = fighting.map(|fighting| self.defender_of(fighting));
        let own = owner.or(about.side).unwrap_or(SideId(0));
        match by {
            None | Some(Chooser::Owner) => own,
            Some(Chooser::Enemy) => self.enemy_of(own),
            Some(Chooser::Attacker) => attacker.unwrap_or(own),
            Some(Chooser::Defender) => defender.unwrap_or_else(|| self.enemy_of(own)),
        }
    }

    fn part_of(&self, counter: Counter) -> Part {
        match self.battle_under_way() {
            Some((_, fighting)) if fighting.attackers.contains(&counter) => Part::Attacker,
            Some((_, fighting)) if fighting.defenders.contains(&counter) => Part::Defender,
            _ => Part::Rest,
        }
    }

    /// The two parts of a battle that `who` means, each by itself.
    fn parts(&self, about: &About, who: Who, of: Option<&Units>) -> Vec<(Part, Vec<Counter>)> {
        let all = self.struck(about, who, of);
        let split = |part: Part| all.iter().copied().filter(|counter| self.part_of(*counter) == part).collect::<Vec<_>>();
        let mut lists: Vec<_> = [Part::Attacker, Part::Defender].map(|part| (part, split(part))).into();
        // Outside of a combat each side bears it by itself.
        let rest = split(Part::Rest);
        for side in self.engine.game().sides.ids() {
            lists.push((Part::Rest, rest.iter().copied().filter(|counter| self.side_of(*counter) == Some(side)).collect()));
        }
        lists.retain(|(_, list)| !list.is_empty());
        lists
    }

    /// Which part of a battle an effect strikes, for results whose parts come one after the other.
    fn strikes(effect: &Effect) -> Part {
        match effect.who() {
            Some(Who::Attacker) => Part::Attacker,
            Some(Who::Defender) => Part::Defender,
            _ => Part::Rest,
        }
    }

    pub(super) fn run_effects(&mut self, frame: Running) -> Next {
        let Some(effect) = self.list_of(&frame.of).get(usize::from(frame.next)) else {
            self.pop();
            self.check_at_once();
            return Next::Goes;
        };
        let at = frame.next;
        let Running { of, about, only, .. } = frame.clone();
        let strikes = only.is_none_or(|only| only == Self::strikes(effect));
        if strikes && self.next_dice(effect, &about).is_some() {
            self.push(Frame::Roll(Box::new(Rolling { of, at, about, each: vec![None] })));
            return Next::Goes;
        }
        let after = About { thrown: Vec::new(), ..frame.about };
        self.step(Frame::Effects(Box::new(Running { next: at + 1, about: after, ..frame })));
        if let Effect::When { when, .. } = effect {
            // What is in it may strike either side.
            let of = Origin::Inside(Box::new(of), at, u8::from(!self.holds(&about, Some(when))));
            self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only })));
        } else if strikes {
            self.happens(effect, &of, at, &about);
        }
        Next::Goes
    }

    /// The dice that an effect still needs to say how much.
    fn next_dice(&self, effect: &Effect, about: &About) -> Option<Dice> {
        let dice = effect.dice().into_iter().find(|dice| !about.thrown.iter().any(|(thrown, _)| thrown == dice))?;
        self.holds(about, effect.only_if()).then_some(dice)
    }

    fn happens(&mut self, effect: &'e Effect, of: &Origin, at: u16, about: &About) {
        match effect {
            Effect::Lose { who, steps, of, by, when } => {
                if !self.holds(about, when.as_deref()) {
                    return;
                }
                let left = self.number(about, steps).unwrap_or(Points(0));
                for (part, list) in self.parts(about, *who, of.as_deref()).into_iter().rev() {
                    let owner = list.first().and_then(|counter| self.side_of(*counter));
                    let by = self.chooser(about, *by, owner);
                    self.push(Frame::Lose(Box::new(Losing { of: list, left, rating: None, by, part })));
                }
            }
            Effect::Eliminate { who, of, when } => {
                if self.holds(about, when.as_deref()) {
                    self.struck(about, *who, of.as_deref()).into_iter().for_each(|counter| self.eliminate(counter));
                }
            }
            Effect::Exchange { rating, who } => self.exchange(about, *rating, *who),
            Effect::Retreat { who, hexes, by, absorb, of, when } => {
                if !self.holds(about, when.as_deref()) {
                    return;
                }
                let hexes = self.whole(about, hexes);
                for (_, list) in self.parts(about, *who, of.as_deref()).into_iter().rev() {
                    self.retreat(about, &list, hexes, *by, absorb.unwrap_or(0));
                }
            }
            Effect::Advance { who, hexes, of, when } => {
                if !self.holds(about, when.as_deref()) {
                    return;
                }
                let list = self.struck(about, who.unwrap_or(Who::Attacker), of.as_deref());
                let hexes = hexes.as_ref().map(|hexes| self.whole(about, hexes));
                let fighting = self.battle_under_way().map(|(_, fighting)| fighting.clone());
                let advancing = fighting.and_then(|fighting| self.may_advance_after(&fighting, Some((&list, hexes))));
                self.in_battle(|fighting| fighting.advanced = true);
                if let Some(advancing) = advancing {
                    self.push(Frame::Advance(Box::new(advancing)));
                }
            }
            Effect::State { who, state, of, until, when } => {
                if !self.holds(about, when.as_deref()) {
                    return;
                }
                for counter in self.struck(about, *who, of.as_deref()) {
                    self.gain_state(counter, *state);
                    self.lasts(LastingWhat::State(counter, *state), *until);
                }
            }
            Effect::Clear { who, state, of, when } => {
                if self.holds(about, when.as_deref()) {
                    self.struck(about, *who, of.as_deref()).into_iter().for_each(|counter| self.lose_state(counter, *state));
                }
            }
            Effect::Gain { who, steps, of, when } => {
                if !self.holds(about, when.as_deref()) {
                    return;
                }
                let steps = steps.as_ref().map_or(1, |steps| self.whole(about, steps)).min(64);
                for counter in self.struck(about, *who, of.as_deref()) {
                    (0..steps).for_each(|_| self.gain_step(counter));
                }
            }
            Effect::Exit { who, of, when } => {
                if self.holds(about, when.as_deref()) {
                    self.struck(about, *who, of.as_deref()).into_iter().for_each(|counter| self.goes_off(counter, None, None));
                }
            }
            Effect::Place { marker, at, who, of } => self.place(about, *marker, at.as_deref(), *who, of.as_deref()),
            Effect::Remove { marker, at, who, of } => self.remove(about, *marker, at.as_deref(), *who, of.as_deref()),
            Effect::Flip { marker, at } => self.flip(about, *marker, at.as_deref()),
            Effect::Roll { each, of: only, .. } => {
                let each = match each {
                    None => vec![None],
                    Some(who) => self.struck(about, *who, only.as_deref()).into_iter().map(Some).collect(),
                };
                self.push(Frame::Roll(Box::new(Rolling { of: of.clone(), at, about: about.clone(), each })));
            }
            Effect::When { .. } => {}
            Effect::Choose { .. } => {
                let running = Running { of: of.clone(), next: at, about: about.clone(), only: None };
                self.push(Frame::Choose(Box::new(running)));
            }
            Effect::Bridge { at, is } => {
                for side in self.bridges_of(about, at.as_deref()) {
                    let before = self.state.position.bridges.get(&side).copied();
                    if before != Some(*is) {
                        self.change(Change::Bridge { side, before, after: Some(*is) });
                    }
                }
            }
            Effect::Counter { id, add, set } => {
                let before = self.state.position.counters.get(id).copied();
                let of = |amount: &Option<Amount>| amount.as_ref().and_then(|amount| self.number(about, amount));
                let number = |points: Points| i32::try_from(points.floor().clamp(-1_000_000, 1_000_000)).unwrap_or(0);
                let base = of(set).map_or(before.unwrap_or(0), number);
                let after = Some(base.saturating_add(of(add).map_or(0, number)));
                if before != after {
                    self.change(Change::Count { name: *id, before, after });
                }
            }
            Effect::Flag { id, is, until } => {
                let is = is.unwrap_or(true);
                if self.state.position.flags.contains(id) != is {
                    self.change(Change::Flag { name: *id, is });
                }
                if is {
                    self.lasts(LastingWhat::Flag(*id), *until);
                }
            }
            Effect::Control { of, by } => {
                let after = self.side_word(about, *by);
                for place in of {
                    let before = self.state.position.held.get(place).copied();
                    if before != after {
                        self.change(Change::Hold { place: *place, before, after });
                    }
                }
            }
            Effect::Draw { deck, count } => {
                let left = count.as_ref().map_or(1, |count| self.whole(about, count));
                self.push(Frame::Draw(Drawing { deck: deck.0.clone(), left, side: about.side }));
            }
            Effect::Result { code } => {
                let code = code.0.clone();
                // Another result stands instead: what the first one would still have done is not done.
                self.drop_result(of);
                self.in_battle(|fighting| {
                    fighting.code = Some(code);
                    fighting.stage = super::BattleStage::Result(0);
                });
            }
            Effect::Cancel {} => self.cancel(),
            Effect::Win { side, level } => {
                let side = self.side_word(about, *side);
                let place = level.as_ref().and_then(|name| self.scenario.levels.iter().position(|level| level.name == *name));
                let how = level.clone().unwrap_or_else(|| "the game is won".to_owned());
                self.change(Change::Over(Over { level: place.and_then(|n| u16::try_from(n).ok()), side, how }));
            }
            Effect::Shift { add } => self.add_to_combat(about, add, true),
            Effect::Modify { add } => self.add_to_combat(about, add, false),
            Effect::AttackAgain { of } => self.attack_again(about, of.as_deref()),
            Effect::Return { count, .. } => {
                let left = count.as_ref().map_or(1, |count| self.whole(about, count));
                let by = about.side.unwrap_or(SideId(0));
                let returning = Returning { of: of.clone(), at, about: about.clone(), left, now: None, by };
                self.push(Frame::Return(Box::new(returning)));
            }
            Effect::Stop {} => self.stop_move(),
            Effect::Move { of, mode, hexes, count } => {
                self.begin_march(about, of, *mode, hexes.as_ref(), count.as_ref());
            }
            Effect::Run { side, .. } => self.begin_run(of, at, about, *side),
            Effect::Attack { combat, by, of } => self.shoot(about, combat, *by, of.as_deref()),
            Effect::Weather { is, until } => {
                self.sky_is(|sky| sky.weather = Some(is.0.as_str().into()));
                self.lasts(LastingWhat::Weather, Some(until.unwrap_or(crate::model::Until::Turn)));
            }
            Effect::Ground { is, until } => {
                self.sky_is(|sky| sky.ground = Some(is.0.as_str().into()));
                self.lasts(LastingWhat::Ground, Some(until.unwrap_or(crate::model::Until::Turn)));
            }
        }
    }

    /// Columns, or something for the roll, in the combat that is under way, or in the next of the side.
    fn add_to_combat(&mut self, about: &About, add: &Amount, columns: bool) {
        let points = self.number(about, add).map_or(0, |points| points.floor().clamp(-1000, 1000));
        let add = i32::try_from(points).unwrap_or(0);
        let more = |(shift, roll): (i32, i32)| match columns {
            true => (shift.saturating_add(add), roll),
            false => (shift, roll.saturating_add(add)),
        };
        let undecided = self.battle_under_way().is_some_and(|(_, fighting)| fighting.stage <= super::BattleStage::Dice);
        if undecided {
            return self.in_battle(|fighting| fighting.more = more(fighting.more));
        }
        let Some(side) = about.side else { return };
        let before = self.state.next.get(&side).copied().unwrap_or_default();
        self.change(Change::Next { side, before, after: more(before) });
    }

    /// Those who attacked may do so once more in this phase, also the same hex.
    fn attack_again(&mut self, about: &About, of: Option<&Units>) {
        let mut uses: Vec<UseOf> = self.struck(about, Who::Attacker, of).into_iter().map(UseOf::Attacked).collect();
        uses.extend(self.battle_under_way().map(|(_, fighting)| UseOf::Target(fighting.target)));
        for of in uses {
            let key = Use { of, per: Span::Phase };
            let before = self.state.used.get(&key).copied().unwrap_or(0);
            if before > 0 {
                self.change(Change::Use { key, before, after: before - 1 });
            }
        }
    }

    pub(super) fn side_word(&self, about: &About, word: SideWord) -> Option<SideId> {
        match word {
            SideWord::Is(side) => Some(side),
            SideWord::Own => about.side,
            SideWord::Enemy => about.side.map(|side| self.enemy_of(side)),
        }
    }

    /// What is left of the effects that are being carried out does not happen.
    fn cancel(&mut self) {
        while let Some(Frame::Effects(_) | Frame::Roll(_)) = self.state.frames.last() {
            self.pop();
        }
        // What its declaration set off calls a combat off: nothing of it happens any more.
        let called_off = self.battle_under_way().filter(|(_, fighting)| fighting.stage == super::BattleStage::Defend);
        let Some((place, _)) = called_off else { return };
        let offers = self.state.frames.iter().skip(place + 1).all(|frame| matches!(frame, Frame::Offer(_)));
        if offers && self.state.frames.len() > place + 1 {
            while self.state.frames.len() > place {
                self.pop();
            }
        }
    }

    /// One side is lost; the other loses at least as much of a rating as was printed there.
    fn exchange(&mut self, about: &About, rating: RatingId, who: Option<Who>) {
        let attackers = self.struck(about, Who::Attacker, None);
        let defenders = self.struck(about, Who::Defender, None);
        let (a, d) = (self.rating_sum(&attackers, rating), self.rating_sum(&defenders, rating));
        let attacker_dies = match who {
            Some(Who::Attacker) => true,
            Some(Who::Both) => a < d,
            _ => false,
        };
        let (dead, pays, left, part) = match attacker_dies {
            true => (attackers, defenders, a, Part::Defender),
            false => (defenders, attackers, d, Part::Attacker),
        };
        dead.into_iter().for_each(|counter| self.eliminate(counter));
        let Some(by) = pays.first().and_then(|counter| self.side_of(*counter)) else { return };
        let rating = u16::try_from(rating.index()).ok();
        self.push(Frame::Lose(Box::new(Losing { of: pays, left, rating, by, part })));
    }

    fn retreat(&mut self, about: &About, list: &[Counter], hexes: u32, by: Option<Chooser>, absorb: u32) {
        let together = self.battle_under_way().and_then(|(_, fighting)| self.combat(fighting.kind)).and_then(|c| c.together);
        let mut groups: Vec<(HexId, Vec<Counter>)> = Vec::new();
        for counter in list {
            let Some((hex, _)) = self.on_map(*counter) else { continue };
            match groups.iter_mut().find(|(at, _)| *at == hex && together == Some(true)) {
                Some((_, group)) => group.push(*counter),
                None => groups.push((hex, vec![*counter])),
            }
        }
        let owner = list.first().and_then(|counter| self.side_of(*counter));
        let by = self.chooser(about, by, owner);
        let mut groups = groups.into_iter().map(|(_, group)| group);
        let Some(now) = groups.next() else { return };
        self.push(Frame::Retreat(Box::new(Retreating { now, later: groups.collect(), hexes, absorb, way: Vec::new(), by })));
    }

    fn bridges_of(&self, about: &About, at: Option<&crate::model::Hexsides>) -> Vec<crate::hexgrid::Hexside> {
        let Some(land) = self.engine.land() else { return Vec::new() };
        let board = &land.map().board;
        let fits = |side: &crate::hexgrid::Hexside| {
            let (a, Some(b)) = board.hexside_hexes(*side) else { return false };
            // Nobody blows or builds a ford.
            !land.is_ford(a, b)
                && at.is_none_or(|at| {
                    self.asking(about, |_, query| query.is_hexside(at, a, b).sure() || query.is_hexside(at, b, a).sure())
                })
        };
        match about.across {
            Some(side) => vec![side].into_iter().filter(|side| fits(side)).collect(),
            None if at.is_some() => land.map().bridges.values().map(|bridge| bridge.side).filter(|side| fits(side)).collect(),
            None => Vec::new(),
        }
    }

    // Dice for an effect.

    fn roll_of(&self, frame: &Rolling) -> Option<(&'e Effect, Dice, String)> {
        let effect = self.list_of(&frame.of).get(usize::from(frame.at))?;
        let Effect::Roll { roll, table, .. } = effect else {
            return self.next_dice(effect, &frame.about).map(|dice| (effect, dice, "an effect".to_owned()));
        };
        match (roll, table.and_then(|table| self.engine.game().tables.at(table))) {
            (_, Some(table)) => Some((effect, table.dice?, table.id.clone())),
            (Some(roll), None) => Some((effect, roll.dice, "an effect".to_owned())),
            (None, None) => None,
        }
    }

    pub(super) fn run_roll(&mut self, frame: Rolling) -> Next {
        match self.roll_of(&frame).filter(|_| !frame.each.is_empty()) {
            Some((_, dice, what)) => Next::Asks(Asker::Dice, What::Roll(dice, what)),
            None => {
                self.pop();
                Next::Goes
            }
        }
    }

    pub(super) fn decide_roll(&mut self, mut frame: Rolling, decision: &Decision) {
        let Some((effect, dice, _)) = self.roll_of(&frame) else { return self.pop() };
        let Decision::Roll(faces) = decision else { return };
        let Some(rolled) = sum(dice, faces) else { return };
        if !matches!(effect, Effect::Roll { .. }) {
            return self.thrown_for_amount(dice, rolled);
        }
        let unit = frame.each.remove(0);
        let about = About { unit: unit.or(frame.about.unit), ..frame.about.clone() };
        let (of, at) = (frame.of.clone(), frame.at);
        self.step(Frame::Roll(Box::new(frame)));
        let Effect::Roll { roll, table, .. } = effect else { return };
        let next = match (table, roll) {
            (Some(table), _) => self.table_result(*table, rolled, &about),
            (None, Some(roll)) => {
                let success = self.succeeds(&about, roll, rolled);
                Some((Origin::Inside(Box::new(of), at, u8::from(!success)), about.code.clone()))
            }
            (None, None) => None,
        };
        if let Some((of, code)) = next {
            let about = About { code, ..about };
            self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
        }
    }

    /// The effect that asked how much happens with what the dice showed.
    fn thrown_for_amount(&mut self, dice: Dice, rolled: i32) {
        self.pop();
        let Some(Frame::Effects(running)) = self.state.frames.last() else { return };
        let mut running = running.clone();
        running.about.thrown.push((dice, rolled));
        self.step(Frame::Effects(running));
    }

    /// Whether what was rolled is what a roll needs.
    pub(super) fn succeeds(&self, about: &About, roll: &Roll, rolled: i32) -> bool {
        let bound = |amount: &Option<Amount>| amount.as_ref().map(|amount| self.number(about, amount));
        let (least, most) = (bound(&roll.at_least), bound(&roll.at_most));
        let rolled = Points::whole(rolled);
        // A bound that nobody knows is not met.
        least.is_none_or(|least| least.is_some_and(|least| rolled >= least))
            && most.is_none_or(|most| most.is_some_and(|most| rolled <= most))
    }

    /// What a roll on a table gives.
    pub(super) fn table_result(&self, id: TableId, rolled: i32, about: &About) -> Option<(Origin, Option<String>)> {
        let table = self.engine.game().tables.at(id)?;
        let results = self.asking(about, |situation, query| situation.rolled_for(table, query).results);
        let code = results.into_iter().find(|(value, _)| *value == rolled).and_then(|(_, code)| code)?;
        let place = table.results.iter().flatten().position(|result| result.code == code)?;
        let of = Origin::Result(u16::try_from(id.index()).ok()?, u16::try_from(place).ok()?);
        Some((of, Some(code)))
    }

    // Choices.

    pub(super) fn choices_of(&self, frame: &Running) -> Option<(Chooser, &'e [Vec<Effect>])> {
        match self.list_of(&frame.of).get(usize::from(frame.next))? {
            Effect::Choose { by, choices, .. } => Some((*by, choices)),
            _ => None,
        }
    }

    /// What players call one of several choices, where the rules say it.
    pub(super) fn name_of_choice(&self, frame: &Running, n: u8) -> Option<&'e str> {
        match self.list_of(&frame.of).get(usize::from(frame.next))? {
            Effect::Choose { names, .. } => names.as_ref()?.get(usize::from(n)).map(String::as_str),
            _ => None,
        }
    }

    pub(super) fn run_choose(&mut self, frame: &Running) -> Next {
        match self.choices_of(frame).filter(|_| !self.candidates_choose(frame).is_empty()) {
            Some((by, _)) => {
                let owner = frame.about.unit.and_then(|unit| self.side_of(unit));
                Next::Asks(Asker::Side(self.chooser(&frame.about, Some(by), owner)), What::Choose)
            }
            None => {
                self.pop();
                Next::Goes
            }
        }
    }

    pub(super) fn candidates_choose(&self, frame: &Running) -> Vec<Decision> {
        // To do nothing is a choice; to do what would change nothing is none.
        let can = |list: &Vec<Effect>| list.is_empty() || list.iter().any(|effect| self.is_choice(&frame.about, effect));
        let choices = self.choices_of(frame).map(|(_, choices)| choices).unwrap_or_default();
        (0..=u8::MAX).zip(choices).filter(|(_, list)| can(list)).map(|(n, _)| Decision::Choice(n)).collect()
    }

    pub(super) fn allow_choose(&self, frame: &Running, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Choice(_) if self.candidates_choose(frame).contains(decision) => Ok(()),
            _ => Err(Refused::new("name one of the choices by its number")),
        }
    }

    pub(super) fn decide_choose(&mut self, frame: Running, decision: &Decision) {
        let Decision::Choice(n) = decision else { return };
        self.pop();
        let of = Origin::Inside(Box::new(frame.of), frame.next, *n);
        self.push(Frame::Effects(Box::new(Running { of, next: 0, about: frame.about, only: None })));
    }

    // A marker for one of several units.

    pub(super) fn run_pick(&mut self, frame: &Picking) -> Next {
        if frame.of.is_empty() && frame.hexes.is_empty() {
            self.pop();
            return Next::Goes;
        }
        Next::Asks(Asker::Side(frame.by), What::Pick)
    }

    pub(super) fn decide_pick(&mut self, frame: Picking, decision: &Decision) {
        self.pop();
        match decision {
            Decision::Piece(counter) => self.put_marker(Site::Unit(*counter), frame.marker),
            Decision::Hex(hex) => self.put_marker(Site::At(Location::Hex(*hex)), frame.marker),
            _ => {}
        }
    }
}
