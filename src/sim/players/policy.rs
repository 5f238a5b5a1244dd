//! A player who is written as data: the list `policy` of the rules is read from the top, and the first entry that can be
//! done is done. Set-ups, losses, retreats and whatever else the list says nothing of are decided as greedy decides them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Player;
use super::greedy::Greedy;
use super::lore::Lore;
use crate::hexgrid::{Board, HexId};
use crate::model::{
    Amount, ExitId, Hexes, Key, Location, Points, Policy as Entry, PolicyDeed, RatingId, RatingValue, SideId, Units,
};
use crate::play::{Asker, Clock, Decision, Judge, Match, Pcg, What, sum, throw};
use crate::rules::{Counter, Piece, Position, Query, Situation};
use crate::sorting::Arrange;

/// What is being carried out.
enum Doing<'e> {
    /// An attack that was begun by an entry: who may take part, and at what odds.
    Attack(&'e Entry),
    /// An attack that was made, and may call for another on the same hex: the check before a battle.
    Made(&'e Entry, HexId),
    /// An action that was begun by an entry.
    Action(&'e Entry),
    /// An advance that was begun by an entry.
    Advance(&'e Entry),
}

/// A player who is written as data.
pub(super) struct Policy<'l, 'e> {
    side: SideId,
    rest: Greedy<'l, 'e>,
    pcg: Pcg,
    /// The phase that is thought of, what was tried in it by which entry, and who stays.
    when: Option<Clock>,
    tried: BTreeSet<(usize, Tried)>,
    staying: BTreeSet<Counter>,
    /// Decisions that follow from the last one, the next one last.
    next: Vec<Decision>,
    doing: Option<Doing<'e>>,
    /// What was rolled this turn, by table.
    rolled: Vec<(u32, usize, Option<String>)>,
    /// Who stays behind after a battle: its roll has failed.
    declined: BTreeSet<Counter>,
    /// The entries that something was decided by.
    used: BTreeSet<usize>,
}

/// Something that an entry has tried in a phase.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tried {
    Unit(Counter),
    Hex(HexId),
    Action(u16, u32),
}

/// So often an action is carried out in a phase.
const AGAIN: u32 = 24;

impl<'l, 'e> Policy<'l, 'e> {
    /// A player for a side. The same seed decides the same.
    pub(super) fn new(lore: &'l Lore<'e>, side: SideId, seed: u64) -> Self {
        Policy {
            side,
            rest: Greedy::new(lore, side, seed),
            pcg: Pcg::new(seed, 79),
            when: None,
            tried: BTreeSet::new(),
            staying: BTreeSet::new(),
            next: Vec::new(),
            doing: None,
            rolled: Vec::new(),
            declined: BTreeSet::new(),
            used: BTreeSet::new(),
        }
    }

    fn entries(&self, game: &Match<'_>) -> Vec<(usize, &'e Entry)> {
        let (moment, side) = (game.moment(), self.side);
        let engine = self.rest.lore.engine;
        let all = &engine.game().rules.policy;
        let place = |entry: &Entry| all.list.iter().position(|other| other.id == entry.id).unwrap_or(usize::MAX);
        let live = engine.live(all, &moment).filter(|entry| entry.side == side);
        live.map(|entry| (place(entry), entry)).collect()
    }

    /// Whether an entry counts now: its condition holds, and its table gives one of its results this turn.
    fn counts(&mut self, game: &Match<'_>, entry: &Entry) -> bool {
        let side = self.side;
        let holds = game.look(|situation| {
            let query = Query { side: Some(side), ..situation.query() };
            query.counts(entry.when.as_ref()).sure()
        });
        holds && (entry.table.is_none() || self.rolls(game, entry))
    }

    /// Rolls on the table of an entry, once a turn.
    fn rolls(&mut self, game: &Match<'_>, entry: &Entry) -> bool {
        let Some((id, table)) = entry.table.and_then(|id| Some((id.index(), game.engine().game().tables.at(id)?))) else {
            return false;
        };
        let turn = game.state().clock.turns;
        let known = self.rolled.iter().find(|(of, table, _)| (*of, *table) == (turn, id)).map(|(_, _, code)| code.clone());
        let code = known.unwrap_or_else(|| {
            let roll = table.dice.and_then(|dice| sum(dice, &throw(u64::from(self.pcg.next()), turn, dice)));
            let row = roll.and_then(|roll| table.rows.iter().find(|row| (row.from..=row.to).contains(&roll)));
            let code = row.and_then(|row| row.cells.first().cloned().flatten());
            self.rolled.push((turn, id, code.clone()));
            code
        });
        code.is_some_and(|code| entry.on.as_ref().is_none_or(|on| on.contains(&code)))
    }

    /// Own units that an entry is for, by hex, and where each is.
    fn units(&self, game: &Match<'_>, entry: &Entry) -> Vec<(Counter, HexId)> {
        let side = self.side;
        game.look(|situation| {
            let own = situation.pieces().filter(|(_, piece)| game.engine().side_of(piece) == Some(side));
            let fits = |who: Option<&Units>, from: Option<&Hexes>, (hex, piece): &(HexId, &crate::rules::Piece)| {
                let query = situation.about(**piece, Some(*hex));
                who.is_none_or(|who| query.fits(who, piece, Some(*hex)).sure())
                    && from.is_none_or(|from| query.is_hex(from, *hex).sure())
            };
            let found = own.filter(|one| fits(entry.who.as_ref(), entry.from.as_ref(), one));
            let Some(order) = &entry.order else { return found.map(|(hex, piece)| (piece.counter(), hex)).collect() };
            let rated = |piece: &Piece, rating: Option<RatingId>| match rating.map(|it| game.engine().printed(piece, it)) {
                Some(RatingValue::Known(n)) => n,
                _ => 0,
            };
            let mut found: Vec<(HexId, Piece)> = found.map(|(hex, piece)| (hex, *piece)).collect();
            found.arrange_by_key(|(_, piece)| (-i64::from(rated(piece, order.highest)), rated(piece, order.lowest)));
            found.into_iter().map(|(hex, piece)| (piece.counter(), hex)).collect()
        })
    }

    /// What orders hexes that are as near as each other: the smaller the better.
    fn wishes(&self, game: &Match<'_>, entry: &Entry, unit: Option<Counter>) -> Vec<(bool, BTreeSet<HexId>)> {
        let each = entry.prefer.iter().flatten();
        let lists = each.flat_map(|wish| {
            let end = wish.end.as_ref().map(|end| (true, self.named_for(game, end, unit)));
            let toward = wish.toward.as_ref().map(|toward| (false, self.named_for(game, toward, unit)));
            end.into_iter().chain(toward)
        });
        lists.map(|(end, hexes)| (end, hexes.into_iter().collect())).collect()
    }

    /// Whether the roll of an entry succeeds; so if it has none.
    fn succeeds(&mut self, game: &Match<'_>, entry: &Entry, unit: Option<Counter>, hex: Option<HexId>) -> bool {
        let Some(roll) = &entry.roll else { return true };
        let thrown = throw(u64::from(self.pcg.next()), game.state().clock.turns, roll.dice);
        let Some(rolled) = sum(roll.dice, &thrown).map(Points::whole) else { return false };
        let (side, subject) = (self.side, subject(game, unit));
        game.look(|situation| {
            let query = Query { side: Some(side), subject, hex, target: hex, ..situation.query() };
            let met = |amount: &Option<Amount>, holds: fn(Points, Points) -> bool| {
                amount.as_ref().is_none_or(|amount| query.amount(amount).is_some_and(|bound| holds(rolled, bound)))
            };
            met(&roll.at_least, |a, b| a >= b) && met(&roll.at_most, |a, b| a <= b)
        })
    }

    /// Hexes that a selector names, seen by the side.
    fn named(&self, game: &Match<'_>, hexes: &Hexes) -> Vec<HexId> {
        self.named_for(game, hexes, None)
    }

    /// Hexes that a selector names for a unit: those ahead of it are others for each.
    fn named_for(&self, game: &Match<'_>, hexes: &Hexes, unit: Option<Counter>) -> Vec<HexId> {
        let (side, subject) = (self.side, subject(game, unit));
        game.look(|situation| Query { side: Some(side), subject, ..situation.query() }.hexes(hexes))
    }

    /// What to do in a phase.
    fn act(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let now = Some(game.state().clock);
        if self.when != now {
            self.when = now;
            self.tried.clear();
            self.staying.clear();
        }
        // Who waits beside the map comes, where the phase is for that.
        let coming = game.options().into_iter().find(|decision| match decision {
            Decision::Piece(counter) => !matches!(game.state().position.piece(*counter), Some((Location::Hex(_), _))),
            _ => false,
        });
        if let Some(Decision::Piece(counter)) = coming
            && self.tried.insert((usize::MAX, Tried::Unit(counter)))
        {
            return Some(Decision::Piece(counter));
        }
        for (n, entry) in self.entries(game) {
            if !self.counts(game, entry) {
                continue;
            }
            let found = match entry.deed {
                PolicyDeed::Stay => {
                    let staying = self.units(game, entry);
                    if !staying.is_empty() {
                        self.used.insert(n);
                    }
                    self.staying.extend(staying.into_iter().map(|(counter, _)| counter));
                    None
                }
                PolicyDeed::Move => self.moves(game, n, entry),
                PolicyDeed::Leave => self.leaves(game, n, entry),
                PolicyDeed::Fight => self.fights(game, n, entry),
                PolicyDeed::Act => self.acts(game, n, entry),
                PolicyDeed::Card => Self::plays(game, entry),
                // Asked for when it comes to that.
                PolicyDeed::Choose | PolicyDeed::Advance => None,
            };
            if found.is_some() {
                self.used.insert(n);
                return found;
            }
        }
        [Decision::Pass, Decision::Done].into_iter().find(|decision| game.allows(decision).is_ok())
    }

    fn moves(&mut self, game: &mut Match<'_>, n: usize, entry: &'e Entry) -> Option<Decision> {
        let near = entry.toward.as_ref().map(|toward| self.named(game, toward));
        let board = &game.engine().land()?.map().board;
        let far = |hex: HexId| match &near {
            Some(near) => near.iter().map(|goal| board.distance(hex, *goal)).min().unwrap_or(u32::MAX),
            None => 0,
        };
        for (counter, at) in self.units(game, entry) {
            if self.staying.contains(&counter) || !self.tried.insert((n, Tried::Unit(counter))) {
                continue;
            }
            let wanted = entry.to.as_ref().map(|to| self.named_for(game, to, Some(counter)));
            let fits = |hex: HexId| wanted.as_ref().is_none_or(|wanted| wanted.contains(&hex));
            // Who is there already has nothing to do, unless arrows alone tell where to go.
            let led = entry.along.is_some() && near.is_none();
            if !led && fits(at) && (wanted.is_some() && near.is_none() || far(at) == 0) {
                continue;
            }
            if game.allows(&Decision::Piece(counter)).is_err() {
                continue;
            }
            let mode = entry.mode.and_then(|mode| game.place_of_mode(mode));
            if entry.mode.is_some() && mode.is_none() {
                continue;
            }
            let closer = entry.closer == Some(true);
            let better = |hex: HexId| led || !closer && !fits(at) || far(hex) < far(at);
            let wishes = self.wishes(game, entry, Some(counter));
            // What a move brings about is asked of the best end first: it takes a look at the whole map.
            let brings = self.brings(game, entry, counter);
            let way = if let Some(kinds) = &entry.along {
                let mut ways = game.ways_along(counter, mode, kinds);
                ways.retain(|(path, full)| {
                    (*full || entry.full != Some(true)) && path.last().is_some_and(|end| fits(*end) && better(*end))
                });
                ways.arrange_by_key(|(path, _)| path.last().map(|end| (far(*end), wished(board, &wishes, *end))));
                let best = ways.into_iter().map(|(path, _)| path).find(|path| path.last().is_some_and(|end| brings(*end)));
                best.map(|path| steps(mode, path))
            } else {
                let Ok(reach) = game.reach_of(counter, mode) else { continue };
                let ends = reach.into_iter().filter(|end| end.no_end.is_none() && fits(end.hex) && better(end.hex));
                let key = |hex: HexId, cost| (far(hex), wished(board, &wishes, hex), cost, hex);
                let mut ends: Vec<_> = ends.map(|end| key(end.hex, end.cost)).collect();
                ends.arrange();
                let best = ends.into_iter().map(|(.., hex)| hex).find(|hex| brings(*hex));
                best.and_then(|hex| game.way_to(counter, mode, hex).ok())
            };
            let Some(way) = way else { continue };
            self.next = way.into_iter().rev().collect();
            return Some(Decision::Piece(counter));
        }
        None
    }

    /// Whether a unit that ends its move in a hex brings about what an entry is for, and undoes nothing that it keeps.
    fn brings<'g>(&self, game: &'g Match<'_>, entry: &'g Entry, counter: Counter) -> impl Fn(HexId) -> bool + 'g {
        let (side, engine, now) = (self.side, game.engine(), &game.state().position);
        let count = move |position: &Position, units: &Units| {
            let situation = Situation::new(engine, position, game.moment());
            let query = Query { side: Some(side), ..situation.query() };
            situation.pieces().filter(|(hex, piece)| query.fits(units, piece, Some(*hex)).sure()).count()
        };
        let before = |units: &Option<Units>| units.as_ref().map(|units| count(now, units));
        let (caused, kept) = (before(&entry.causes), before(&entry.keeps));
        move |hex| {
            if caused.is_none() && kept.is_none() {
                return true;
            }
            let Some((_, piece)) = now.piece(counter) else { return false };
            let mut after = now.clone();
            after.take(piece);
            after.put(piece, hex);
            let counted = |units: &Option<Units>| units.as_ref().map_or(0, |units| count(&after, units));
            caused.is_none_or(|before| counted(&entry.causes) > before)
                && kept.is_none_or(|before| counted(&entry.keeps) >= before)
        }
    }

    /// The first unit that can reach an exit, and its way out.
    fn leaves(&mut self, game: &mut Match<'_>, n: usize, entry: &'e Entry) -> Option<Decision> {
        let from = entry.to.as_ref().map(|to| self.named(game, to));
        for (counter, _) in self.units(game, entry) {
            let mode = entry.mode.and_then(|mode| game.place_of_mode(mode));
            if self.staying.contains(&counter)
                || entry.mode.is_some() && mode.is_none()
                || game.allows(&Decision::Piece(counter)).is_err()
                || !self.tried.insert((n, Tried::Unit(counter)))
            {
                continue;
            }
            let ways = game.best_ways(counter, mode, 1, &mut Out { from: from.as_deref() });
            let Some((_, way)) = ways.into_iter().find(|(worth, _)| *worth > 0) else { continue };
            self.next = way.into_iter().rev().collect();
            return Some(Decision::Piece(counter));
        }
        None
    }

    fn fights(&mut self, game: &mut Match<'_>, n: usize, entry: &'e Entry) -> Option<Decision> {
        let wanted = entry.to.as_ref().map(|to| self.named(game, to));
        let mut targets = game.options();
        if entry.best == Some(true) {
            let odds = |decision: &Decision| match decision {
                Decision::Hex(hex) => self.odds_at(game, entry, *hex),
                _ => None,
            };
            let mut rated: Vec<(Option<i64>, Decision)> = targets.into_iter().map(|target| (odds(&target), target)).collect();
            rated.arrange_by_key(|(odds, _)| Reverse(*odds));
            targets = rated.into_iter().map(|(_, target)| target).collect();
        }
        for decision in targets {
            let Decision::Hex(hex) = decision else { continue };
            if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&hex)) || !self.tried.insert((n, Tried::Hex(hex))) {
                continue;
            }
            self.doing = Some(Doing::Attack(entry));
            return Some(Decision::Hex(hex));
        }
        None
    }

    /// At what odds all who may take part can attack a hex, in thousandths; nothing if they cannot.
    fn odds_at(&self, game: &Match<'_>, entry: &Entry, hex: HexId) -> Option<i64> {
        let takes: BTreeSet<Counter> = self.units(game, entry).into_iter().map(|(counter, _)| counter).collect();
        let kinds = game.kinds_now().into_iter().filter_map(|kind| {
            let mut fighting = game.attack_by_all(self.side, hex, kind);
            fighting.attackers.retain(|counter| takes.contains(counter));
            game.weigh(&fighting, |_, _, odds| odds.attack.sum.0.saturating_mul(1000) / odds.defense.sum.0.max(1))
        });
        kinds.max()
    }

    /// The first card of an entry that can be played.
    fn plays(game: &Match<'_>, entry: &Entry) -> Option<Decision> {
        let options = game.options();
        match &entry.card {
            Some(cards) => cards.iter().map(|card| Decision::Card(*card)).find(|decision| options.contains(decision)),
            None => options.into_iter().find(|decision| matches!(decision, Decision::Card(_))),
        }
    }

    /// What the first entry that counts takes of several choices.
    fn chooses(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        for (n, entry) in self.entries(game) {
            if entry.deed != PolicyDeed::Choose || !self.counts(game, entry) || !self.succeeds(game, entry, None, None) {
                continue;
            }
            let choice = Decision::Choice(u8::try_from(entry.choice.unwrap_or(0)).ok()?);
            if game.allows(&choice).is_ok() {
                self.used.insert(n);
                return Some(choice);
            }
        }
        None
    }

    /// Who advances: the first unit whose entry lets it. The first entry that is for a unit and for the hex that was attacked
    /// decides; without any entry for advances nothing is decided here.
    fn advances(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let entries = self.entries(game).into_iter().filter(|(_, entry)| entry.deed == PolicyDeed::Advance);
        let entries: Vec<(usize, &Entry)> = entries.collect();
        if entries.is_empty() {
            return None;
        }
        let target = game.fighting().map(|fighting| fighting.target);
        let may: Vec<Decision> = game.options();
        let mut settled: BTreeSet<Counter> = BTreeSet::new();
        for (n, entry) in entries {
            if !self.counts(game, entry) {
                continue;
            }
            for (counter, _) in self.units(game, entry) {
                let named = |to: &Hexes| target.is_some_and(|target| self.named_for(game, to, Some(counter)).contains(&target));
                let there = || entry.to.as_ref().is_none_or(named);
                if !may.contains(&Decision::Piece(counter)) || !there() || !settled.insert(counter) {
                    continue;
                }
                // A unit is asked once a battle: who stayed stays.
                if self.declined.contains(&counter) {
                    continue;
                }
                let nearer = entry.closer != Some(true) || self.is_nearer(game, entry, counter, target);
                if nearer && self.succeeds(game, entry, Some(counter), target) {
                    self.used.insert(n);
                    self.doing = Some(Doing::Advance(entry));
                    return Some(Decision::Piece(counter));
                }
                self.declined.insert(counter);
            }
        }
        self.declined.clear();
        Some(Decision::Done)
    }

    /// Whether a hex is nearer to what an entry goes toward than a unit stands.
    fn is_nearer(&self, game: &Match<'_>, entry: &Entry, counter: Counter, to: Option<HexId>) -> bool {
        let at = game.state().position.piece(counter).map(|(at, _)| at);
        let (Some(Location::Hex(at)), Some(to), Some(land)) = (at, to, game.engine().land()) else { return false };
        let goals = entry.toward.as_ref().map(|toward| self.named(game, toward)).unwrap_or_default();
        let far = |hex: HexId| goals.iter().map(|goal| land.map().board.distance(hex, *goal)).min();
        far(to) < far(at)
    }

    fn acts(&mut self, game: &mut Match<'_>, n: usize, entry: &'e Entry) -> Option<Decision> {
        let actions = &game.engine().game().rules.actions.list;
        if (entry.who.is_some() || entry.from.is_some()) && self.units(game, entry).is_empty() {
            return None;
        }
        for decision in game.options() {
            let Decision::Action(action) = decision else { continue };
            let id = actions.get(usize::from(action)).map(|action| action.id.0.as_str());
            let named = entry.action.as_ref().is_none_or(|all| all.iter().any(|name| Some(name.0.as_str()) == id));
            let again = (0..AGAIN).find(|time| !self.tried.contains(&(n, Tried::Action(action, *time))));
            let Some(time) = again.filter(|_| named) else { continue };
            self.tried.insert((n, Tried::Action(action, time)));
            self.doing = Some(Doing::Action(entry));
            return Some(decision);
        }
        None
    }

    /// Who of those that an entry names joins the attack next.
    fn joins(&self, game: &Match<'_>, entry: &Entry) -> Option<Decision> {
        let takes: Vec<Counter> = self.units(game, entry).into_iter().map(|(counter, _)| counter).collect();
        let options = game.options();
        match &entry.order {
            Some(_) => takes.iter().map(|it| Decision::Piece(*it)).find(|decision| options.contains(decision)),
            None => options.into_iter().find(|decision| match decision {
                Decision::Piece(counter) => takes.contains(counter),
                _ => false,
            }),
        }
    }

    /// Goes on with what an entry has begun: of several choices the first that the entry is for.
    fn goes_on(&mut self, game: &mut Match<'_>, what: &What) -> Option<Decision> {
        match (self.doing.as_ref()?, what) {
            (Doing::Attack(entry), What::Gather) => {
                let entry = *entry;
                let more = self.joins(game, entry);
                if more.is_some() {
                    return more;
                }
                self.doing = None;
                let least = entry.odds.unwrap_or(Points::ONE);
                let good = game.odds_now(|odds| {
                    i128::from(odds.attack.sum.0) * i128::from(Points::ONE.0)
                        >= i128::from(odds.defense.sum.0) * i128::from(least.0)
                });
                let decision = if matches!(good, Some(Ok(true))) { Decision::Done } else { Decision::Pass };
                let decision = [decision, Decision::Pass].into_iter().find(|decision| game.allows(decision).is_ok());
                if decision == Some(Decision::Done) {
                    self.doing = game.fighting().map(|fighting| Doing::Made(entry, fighting.target));
                }
                decision
            }
            // The odds were good enough for what called for this attack.
            (Doing::Made(entry, target), What::Gather) if game.fighting().is_some_and(|it| it.target == *target) => {
                let entry = *entry;
                let ends = [Decision::Done, Decision::Pass];
                self.joins(game, entry).or_else(|| ends.into_iter().find(|decision| game.allows(decision).is_ok()))
            }
            (Doing::Advance(entry), What::AdvanceTo(unit)) => {
                let entry = *entry;
                let near: Option<Vec<HexId>> = entry.toward.as_ref().map(|toward| self.named(game, toward));
                let (wishes, board) = (self.wishes(game, entry, Some(*unit)), &game.engine().land()?.map().board);
                let far = |hex: HexId| near.iter().flatten().map(|goal| board.distance(hex, *goal)).min().unwrap_or(0);
                let hexes = game.options().into_iter().filter_map(|decision| match decision {
                    Decision::Hex(hex) => Some(hex),
                    _ => None,
                });
                let best = hexes.min_by_key(|hex| (far(*hex), wished(board, &wishes, *hex), *hex));
                Some(best.map_or(Decision::Done, Decision::Hex))
            }
            (Doing::Attack(_), What::Combat | What::Target) => game.options().into_iter().next(),
            (Doing::Action(entry), What::ActBy(_) | What::ActAt(_) | What::ActAcross(_)) => {
                let entry = *entry;
                let (own, hexes) = (self.units(game, entry), entry.to.as_ref().map(|to| self.named(game, to)));
                let fits = |decision: &Decision| match decision {
                    Decision::Piece(counter) => {
                        own.iter().any(|(other, at)| other == counter && hexes.as_ref().is_none_or(|hexes| hexes.contains(at)))
                    }
                    Decision::Hex(hex) => hexes.as_ref().is_none_or(|hexes| hexes.contains(hex)),
                    _ => true,
                };
                let options = game.options();
                options.iter().find(|decision| fits(decision) && !matches!(decision, Decision::Pass)).or(options.last()).cloned()
            }
            _ => {
                self.doing = None;
                None
            }
        }
    }
}

/// Whoever judges a move by whether it leaves the map.
struct Out<'s> {
    /// Only from these hexes.
    from: Option<&'s [HexId]>,
}

impl Judge for Out<'_> {
    fn end(&mut self, _hex: HexId, _cost: Points) -> i64 {
        0
    }

    fn leave(&mut self, hex: HexId, _exit: ExitId) -> Option<i64> {
        self.from.is_none_or(|from| from.contains(&hex)).then_some(1)
    }
}

/// A unit, and the hex where it stands.
fn subject(game: &Match<'_>, unit: Option<Counter>) -> Option<(Piece, Option<HexId>)> {
    let (at, piece) = game.state().position.piece(unit?)?;
    match at {
        Location::Hex(hex) => Some((piece, Some(hex))),
        Location::Box(_) => Some((piece, None)),
    }
}

/// A way as decisions.
fn steps(mode: Option<u16>, path: Vec<HexId>) -> Vec<Decision> {
    let steps = path.into_iter().skip(1).map(Decision::Hex);
    mode.map(Decision::Mode).into_iter().chain(steps).chain([Decision::Done]).collect()
}

/// How well a hex meets wishes, the first before the second: the smaller the better.
fn wished(board: &Board, wishes: &[(bool, BTreeSet<HexId>)], hex: HexId) -> Vec<u32> {
    let each = wishes.iter().map(|(end, hexes)| match end {
        true => u32::from(!hexes.contains(&hex)),
        false => hexes.iter().map(|goal| board.distance(hex, *goal)).min().unwrap_or(u32::MAX),
    });
    each.collect()
}

impl Player for Policy<'_, '_> {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        match self.decided(game) {
            Some(decision) => Ok(Some(decision)),
            None => self.rest.decide(game),
        }
    }

    fn policy(&self) -> Option<&BTreeSet<usize>> {
        Some(&self.used)
    }
}

impl Policy<'_, '_> {
    fn decided(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let what = match game.ask() {
            Some(ask) if matches!(ask.by, Asker::Side(_)) => ask.what.clone(),
            _ => return None,
        };
        while let Some(next) = self.next.pop() {
            if matches!(what, What::Step(_)) && game.allows(&next).is_ok() {
                return Some(next);
            }
        }
        match what {
            What::Act => self.act(game),
            What::Choose => self.chooses(game),
            What::Advance => self.advances(game),
            other => self.goes_on(game, &other),
        }
    }
}
