//! What happens in games, counted as it happens: who moves, who is lost, what tables give, who holds what.

use std::collections::{BTreeMap, BTreeSet};

use super::without::Part;
use super::{Counts, Ended};
use crate::hexgrid::HexId;
use crate::model::{CardId, Game, Key, Location, PlaceId, Points, SideId, TypeId};
use crate::play::{Asker, CastNow, Change, Coming, Decision, Drawn, Frame, Match, Naming, Origin, UseOf, What, sum};
use crate::rules::{Column, Counter, Engine, Piece, steps};

/// What a counter did in a game.
#[derive(Clone, Copy)]
enum Deed {
    /// It was on the map at some time.
    Here,
    /// It was to come.
    Due,
    Moved,
    Attacked,
    Supported,
    Defended,
    Retreated,
    StepLost,
    Lost,
    Exited,
}

const DEEDS: [(Deed, &str); 10] = [
    (Deed::Here, "here"),
    (Deed::Due, "due"),
    (Deed::Moved, "moved"),
    (Deed::Attacked, "attacked"),
    (Deed::Supported, "supported"),
    (Deed::Defended, "defended"),
    (Deed::Retreated, "retreated"),
    (Deed::StepLost, "lost-a-step"),
    (Deed::Lost, "lost"),
    (Deed::Exited, "exited"),
];

/// A number of games, summed up for a turn.
#[derive(Clone, Copy, Default)]
struct Sample {
    games: i64,
    sum: i64,
    squares: i64,
}

/// Somebody who watches games and counts.
pub struct Watch<'e> {
    engine: &'e Engine<'e>,
    /// By unit, where its counters begin in the lists of counters.
    first: Vec<usize>,
    /// What each counter did in this game, a bit for each deed.
    now: Vec<u16>,
    /// In how many games each counter did what.
    deeds: Vec<[u32; DEEDS.len()]>,
    /// Steps lost in this game, by side.
    lost: Vec<i64>,
    steps: BTreeMap<(SideId, Option<TypeId>, u32), i64>,
    points: BTreeMap<(SideId, u32), Sample>,
    places: BTreeMap<(PlaceId, u32, SideId), i64>,
    /// By side and hex, how many counters stood there at the ends of turns.
    presence: BTreeMap<SideId, Vec<u32>>,
    battles: Vec<u32>,
    losses: Vec<u32>,
    combats: BTreeMap<u16, i64>,
    cells: BTreeMap<(usize, String, i32), i64>,
    results: BTreeMap<(usize, String), i64>,
    throws: BTreeMap<(String, i32), i64>,
    mods: BTreeMap<String, i64>,
    modes: BTreeMap<Option<u16>, i64>,
    actions: BTreeMap<u16, i64>,
    triggers: BTreeMap<u16, i64>,
    cards: BTreeMap<(CardId, bool), i64>,
    arrivals: BTreeMap<(u32, bool), i64>,
    asked: BTreeMap<(Option<usize>, &'static str), i64>,
    /// In how many of the games that were asked each entry and option mattered, by its list and id; options have a list of
    /// their own.
    mattered: BTreeMap<(&'static str, String), i64>,
    asked_games: i64,
    /// The options that are played.
    options: BTreeSet<usize>,
    /// By side, in how many games a policy played it.
    policies: BTreeMap<SideId, i64>,
    /// The turn that is played, by its place in the calendar, and the last that ever was.
    turn: u32,
    last: u32,
    all: Counts,
}

impl<'e> Watch<'e> {
    /// Somebody who has seen nothing yet.
    pub fn new(engine: &'e Engine<'e>) -> Self {
        let game = engine.game();
        let mut first = Vec::with_capacity(game.units.len());
        let mut counters = 0;
        for unit in game.units.values() {
            first.push(counters);
            counters += unit.count.max(1) as usize;
        }
        let hexes = game.map.as_ref().map_or(0, |map| map.board.len());
        Watch {
            engine,
            first,
            now: vec![0; counters],
            deeds: vec![[0; DEEDS.len()]; counters],
            lost: vec![0; game.sides.len()],
            steps: BTreeMap::new(),
            points: BTreeMap::new(),
            places: BTreeMap::new(),
            presence: BTreeMap::new(),
            battles: vec![0; hexes],
            losses: vec![0; hexes],
            combats: BTreeMap::new(),
            cells: BTreeMap::new(),
            results: BTreeMap::new(),
            throws: BTreeMap::new(),
            mods: BTreeMap::new(),
            modes: BTreeMap::new(),
            actions: BTreeMap::new(),
            triggers: BTreeMap::new(),
            cards: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            asked: BTreeMap::new(),
            mattered: BTreeMap::new(),
            asked_games: 0,
            options: BTreeSet::new(),
            policies: BTreeMap::new(),
            turn: 0,
            last: 0,
            all: Counts::default(),
        }
    }

    fn game(&self) -> &'e Game {
        self.engine.game()
    }

    fn turn_is(&mut self, game: &Match<'_>) {
        let clock = game.state().clock;
        self.turn = clock.turn.map_or(clock.turns, |turn| turn.0);
        self.last = self.last.max(self.turn);
    }

    /// What a turn is called; its number, where a game has no calendar.
    fn turn_word(&self, n: u32) -> String {
        let turn = self.game().turns.values().nth(n as usize);
        turn.map_or_else(|| n.saturating_add(1).to_string(), |turn| turn.id.clone())
    }

    fn place_of(&self, (unit, n): Counter) -> Option<usize> {
        Some(self.first.get(unit.index())? + n.saturating_sub(1) as usize)
    }

    fn note(&mut self, counter: Counter, deed: Deed) {
        if let Some(bits) = self.place_of(counter).and_then(|n| self.now.get_mut(n)) {
            *bits |= 1 << deed as u16;
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self, game: &Match<'_>) {
        self.options.clone_from(game.options_played());
        self.now.iter_mut().for_each(|bits| *bits = 0);
        self.lost.iter_mut().for_each(|steps| *steps = 0);
        self.turn_is(game);
        for (_, piece) in on_map(game) {
            self.note(piece.counter(), Deed::Here);
        }
        // Whether an option brings somebody is for whoever plays with it.
        let sure =
            game.scenario().arrivals.iter().filter(|arrival| arrival.when.as_ref().is_none_or(|when| !when.mentions_option()));
        for arrival in sure {
            for unit in &arrival.units {
                let count = self.game().units.at(*unit).map_or(1, |unit| unit.count.max(1));
                (1..=count).for_each(|n| self.note((*unit, n), Deed::Due));
            }
        }
        self.happened(game, game.opening());
    }

    /// Something is about to be decided.
    pub(super) fn before(&mut self, game: &Match<'_>, decision: &Decision) {
        let Some(ask) = game.ask() else { return };
        match (&ask.what, decision) {
            (What::Roll(dice, what), Decision::Roll(faces)) => {
                let Some(roll) = sum(*dice, faces) else { return };
                *self.throws.entry((what.clone(), roll)).or_default() += 1;
                self.battle_begins(game, Some(roll));
            }
            (What::Draw(_), Decision::Draw(Drawn::Card(card))) => {
                *self.cards.entry((*card, false)).or_default() += 1;
                // Where chits decide, the first of them is what the dice are elsewhere.
                if matches!(game.state().frames.last(), Some(Frame::Battle(fighting)) if fighting.chits.is_empty()) {
                    self.battle_begins(game, None);
                }
            }
            (What::Take(_), Decision::Card(card)) => *self.cards.entry((*card, false)).or_default() += 1,
            (_, Decision::Card(card)) => *self.cards.entry((*card, true)).or_default() += 1,
            _ => {}
        }
        if ask.by != Asker::Dice {
            let phase = game.phase().and_then(|phase| phase.number);
            *self.asked.entry((phase, ask.what.word())).or_default() += 1;
        }
    }

    /// The dice of a battle fall, or its first chit is drawn.
    fn battle_begins(&mut self, game: &Match<'_>, roll: Option<i32>) {
        let Some(Frame::Battle(fighting)) = game.state().frames.last() else { return };
        if let Some(kind) = fighting.kind {
            *self.combats.entry(kind).or_default() += 1;
        }
        if let Some(cast) = game.cast_now() {
            self.column_counts(cast, roll);
        }
        if let Some(count) = self.battles.get_mut(fighting.target.index()) {
            *count += 1;
        }
        fighting.attackers.iter().for_each(|counter| self.note(*counter, Deed::Attacked));
        fighting.defenders.iter().for_each(|counter| self.note(*counter, Deed::Defended));
        fighting.supporters.iter().for_each(|(counter, _)| self.note(*counter, Deed::Supported));
    }

    /// The cell of a table that a battle is decided in, and what counts in it.
    fn column_counts(&mut self, cast: CastNow, roll: Option<i32>) {
        let column = match cast.column {
            Column::Named(name) => name,
            Column::Result(code) => code,
            Column::Forbidden | Column::None => String::new(),
        };
        let only = || self.game().tables.values().nth(cast.table)?.rows.first().map(|row| row.from);
        if let Some(roll) = roll.or_else(only) {
            *self.cells.entry((cast.table, column, roll)).or_default() += 1;
        }
        // What counts for several of its units counts in one combat.
        for id in cast.applied.into_iter().collect::<BTreeSet<String>>() {
            *self.mods.entry(id).or_default() += 1;
        }
    }

    /// Something was decided, and this followed.
    pub(super) fn after(&mut self, game: &Match<'_>) {
        self.happened(game, game.events());
    }

    fn happened(&mut self, game: &Match<'_>, changes: &[Change]) {
        let mut left: Option<(Counter, HexId)> = None;
        for change in changes {
            match change {
                Change::Put { before, after } => {
                    if let Some((Location::Hex(hex), _, piece)) = before {
                        left = Some((piece.counter(), *hex));
                    }
                    if let Some((Location::Hex(_), piece)) = after {
                        self.note(piece.counter(), Deed::Here);
                    }
                }
                Change::Show { before, after } => {
                    let less = self.steps(before) - self.steps(after);
                    if less > 0 {
                        let at = game.state().position.piece(after.counter()).and_then(|(at, _)| match at {
                            Location::Hex(hex) => Some(hex),
                            Location::Box(_) => None,
                        });
                        self.loses(before, less, at);
                    }
                }
                Change::Lose(piece) => {
                    self.note(piece.counter(), Deed::Lost);
                    let at = left.filter(|(counter, _)| *counter == piece.counter()).map(|(_, hex)| hex);
                    self.loses(piece, self.steps(piece).max(1), at);
                }
                Change::Exit(piece, _) => self.note(piece.counter(), Deed::Exited),
                Change::Use { key, before, after } if after > before => match &key.of {
                    UseOf::Moved(counter) => self.note(*counter, Deed::Moved),
                    UseOf::Attacked(counter) => self.note(*counter, Deed::Attacked),
                    _ => {}
                },
                Change::Pop(Frame::Move(moving)) if moving.way.len() > 1 => {
                    *self.modes.entry(moving.mode).or_default() += 1;
                }
                Change::Pop(Frame::Act(acting)) if acting.done => *self.actions.entry(acting.action).or_default() += 1,
                Change::Pop(Frame::Battle(fighting)) => {
                    if let (Some(code), Some(kind)) = (&fighting.code, fighting.kind)
                        && let Some(table) = self.table_of(kind)
                    {
                        *self.results.entry((table, code.clone())).or_default() += 1;
                    }
                }
                Change::Pop(Frame::Retreat(retreating)) => {
                    retreating.now.iter().for_each(|counter| self.note(*counter, Deed::Retreated));
                }
                Change::Push(Frame::Effects(running)) => {
                    if let Origin::Trigger(n) = running.of {
                        *self.triggers.entry(n).or_default() += 1;
                    }
                }
                Change::Arrival { arrival, after, .. } => match after {
                    Coming::Comes => *self.arrivals.entry((*arrival, true)).or_default() += 1,
                    Coming::Never => *self.arrivals.entry((*arrival, false)).or_default() += 1,
                    Coming::Waiting => {}
                },
                Change::Clock { before, after } if before.turns != after.turns => {
                    self.turn_ends(game);
                    self.turn_is(game);
                }
                _ => {}
            }
        }
    }

    /// What mattered in a game that was asked.
    pub(super) fn matters(&mut self, parts: Vec<Part>) {
        self.asked_games += 1;
        for part in parts {
            let key = match part {
                Part::Entry(list, id) => (list, id),
                Part::Option(n) => {
                    let option = self.game().rules.options.values().nth(n);
                    ("options", option.map_or_else(String::new, |option| option.id.clone()))
                }
            };
            *self.mattered.entry(key).or_default() += 1;
        }
    }

    /// A policy has played a side, by these of its entries.
    pub(super) fn policy(&mut self, side: SideId, used: &BTreeSet<usize>) {
        *self.policies.entry(side).or_default() += 1;
        let entries = &self.engine.game().rules.policy.list;
        for entry in used.iter().filter_map(|n| entries.get(*n)) {
            *self.mattered.entry(("policy", entry.id.0.clone())).or_default() += 1;
        }
    }

    fn table_of(&self, kind: u16) -> Option<usize> {
        let combat = self.game().rules.combat.as_ref()?.list.get(usize::from(kind))?;
        combat.table.map(Key::index)
    }

    fn steps(&self, piece: &Piece) -> i64 {
        steps(self.game(), piece.unit, piece.state).map_or(1, i64::from)
    }

    fn loses(&mut self, piece: &Piece, steps: i64, at: Option<HexId>) {
        self.note(piece.counter(), Deed::StepLost);
        let Some(unit) = self.game().units.at(piece.unit) else { return };
        if let Some(side) = unit.side {
            *self.steps.entry((side, unit.kind, self.turn)).or_default() += steps;
            if let Some(lost) = self.lost.get_mut(side.index()) {
                *lost += steps;
            }
        }
        if let Some(count) = at.and_then(|at| self.losses.get_mut(at.index())) {
            *count = count.saturating_add(u32::try_from(steps).unwrap_or(0));
        }
    }

    /// A turn is over: how things stand.
    fn turn_ends(&mut self, game: &Match<'_>) {
        let hexes = self.battles.len();
        for (hex, piece) in on_map(game) {
            let Some(side) = self.engine.side_of(piece) else { continue };
            let stood = self.presence.entry(side).or_insert_with(|| vec![0; hexes]);
            if let Some(count) = stood.get_mut(hex.index()) {
                *count += 1;
            }
        }
        for (place, side) in &game.state().position.held {
            *self.places.entry((*place, self.turn, *side)).or_default() += 1;
        }
        for (side, points) in points_of(game) {
            let sample = self.points.entry((side, self.turn)).or_default();
            let points = points.0;
            sample.games += 1;
            sample.sum = sample.sum.saturating_add(points);
            sample.squares = sample.squares.saturating_add(points.saturating_mul(points) / Points::ONE.0);
        }
    }

    /// A game has ended: the points and the steps lost, by side.
    pub(super) fn end(&mut self, game: &Match<'_>, ended: Ended) -> (Vec<i64>, Vec<i64>) {
        self.turn_ends(game);
        for (bits, counts) in self.now.iter().zip(&mut self.deeds) {
            for (deed, count) in counts.iter_mut().enumerate() {
                *count += u32::from(bits >> deed & 1);
            }
        }
        let over = game.state().over.as_ref();
        let side = over.and_then(|over| over.side).and_then(|side| self.game().sides.at(side));
        let level = over.and_then(|over| over.level).and_then(|n| game.scenario().levels.get(usize::from(n)));
        let how = level.map(|level| level.name.as_str()).or(over.map(|over| over.how.as_str())).unwrap_or("");
        self.all.add(&["games"], 1);
        self.all.add(&["ended", ended.word()], 1);
        self.all.add(&["won", side.map_or("nobody", |side| &side.id)], 1);
        self.all.add(&["levels", how], 1);
        let turn = self.turn_word(self.turn);
        self.all.add(&["last-turn", &turn], 1);
        self.all.add(&["decisions"], i64::try_from(game.decisions()).unwrap_or(i64::MAX));
        let mut points = vec![0; self.game().sides.len()];
        for (side, found) in points_of(game) {
            if let Some(slot) = points.get_mut(side.index()) {
                *slot = found.0;
            }
        }
        (points, self.lost.clone())
    }

    /// All that was counted, under words.
    pub fn counts(mut self) -> Counts {
        let mut all = std::mem::take(&mut self.all);
        let (game, naming) = (self.game(), Naming { game: self.game() });
        let side = |side: SideId| game.sides.at(side).map_or("", |side| side.id.as_str());
        let turns: Vec<String> = (0..=self.last).map(|n| self.turn_word(n)).collect();
        let turn = |n: u32| turns.get(n as usize).map_or("", String::as_str);
        for (unit, first) in game.units.ids().zip(&self.first) {
            let count = game.units.at(unit).map_or(1, |unit| unit.count.max(1));
            for n in 1..=count {
                let Some(counts) = self.deeds.get(first + n as usize - 1) else { continue };
                let name = naming.counter((unit, n));
                for ((_, deed), count) in DEEDS.iter().zip(counts).filter(|(_, count)| **count > 0) {
                    all.add(&["units", &name, deed], i64::from(*count));
                }
            }
        }
        for ((of, kind, at), steps) in &self.steps {
            let kind = kind.and_then(|kind| game.types.at(kind)).map_or("", |kind| &kind.id);
            all.add(&["steps-lost", side(*of), kind, turn(*at)], *steps);
        }
        for ((of, at), sample) in &self.points {
            let under = |word| ["points", side(*of), turn(*at), word];
            all.add(&under("games"), sample.games);
            all.add(&under("sum"), sample.sum);
            all.add(&under("squares"), sample.squares);
        }
        for ((place, at, holder), games) in &self.places {
            let place = game.map.as_ref().and_then(|map| map.places.at(*place)).map_or("", |place| &place.id);
            all.add(&["places", place, turn(*at), side(*holder)], *games);
        }
        let mut heat = |words: &[&str], hexes: &[u32]| {
            for (n, count) in hexes.iter().enumerate().filter(|(_, count)| **count > 0) {
                let hex = naming.hex(HexId(u32::try_from(n).unwrap_or(0)));
                let words: Vec<&str> = words.iter().copied().chain([hex.as_str()]).collect();
                all.add(&words, i64::from(*count));
            }
        };
        for (of, hexes) in &self.presence {
            heat(&["presence", side(*of)], hexes);
        }
        heat(&["battles"], &self.battles);
        heat(&["losses"], &self.losses);
        self.add_rules(&mut all);
        all
    }

    fn add_rules(&self, all: &mut Counts) {
        let game = self.game();
        let combats = game.rules.combat.as_ref().map(|combat| combat.list.as_slice()).unwrap_or_default();
        let modes = game.rules.movement.as_ref().map(|movement| movement.modes.list.as_slice()).unwrap_or_default();
        let table = |n: usize| game.tables.values().nth(n).map_or("", |table| table.id.as_str());
        for (kind, count) in &self.combats {
            all.add(&["combats", combats.get(usize::from(*kind)).map_or("", |combat| &combat.id.0)], *count);
        }
        for ((n, column, roll), count) in &self.cells {
            all.add(&["tables", table(*n), column, &roll.to_string()], *count);
        }
        for ((n, code), count) in &self.results {
            all.add(&["results", table(*n), code], *count);
        }
        for ((what, roll), count) in &self.throws {
            all.add(&["rolls", what, &roll.to_string()], *count);
        }
        all.add(&["entries-asked"], self.asked_games);
        for ((list, id), count) in &self.mattered {
            all.add(&["entries", list, id], *count);
        }
        for option in self.options.iter().filter_map(|n| game.rules.options.values().nth(*n)) {
            all.add(&["options-played", &option.id], all.number(&["games"]));
        }
        for (of, games) in &self.policies {
            all.add(&["policies", game.sides.at(*of).map_or("", |side| &side.id)], *games);
        }
        for (id, count) in &self.mods {
            all.add(&["modifiers", id], *count);
        }
        for (mode, count) in &self.modes {
            let id = mode.map_or("", |n| modes.get(usize::from(n)).map_or("", |mode| &mode.id.0));
            all.add(&["modes", id], *count);
        }
        for (n, count) in &self.actions {
            all.add(&["actions", game.rules.actions.list.get(usize::from(*n)).map_or("", |action| &action.id.0)], *count);
        }
        for (n, count) in &self.triggers {
            all.add(&["triggers", game.rules.triggers.list.get(usize::from(*n)).map_or("", |trigger| &trigger.id.0)], *count);
        }
        for ((card, played), count) in &self.cards {
            let id = game.cards.at(*card).map_or("", |card| &card.id);
            all.add(&["cards", id, if *played { "played" } else { "drawn" }], *count);
        }
        for ((arrival, came), count) in &self.arrivals {
            all.add(&["arrivals", &arrival.to_string(), if *came { "came" } else { "never" }], *count);
        }
        for ((phase, what), count) in &self.asked {
            let phase = phase.and_then(|n| game.phases.values().nth(n)).map_or("", |phase| &phase.id);
            all.add(&["asked", phase, what], *count);
        }
    }
}

fn on_map<'m>(game: &'m Match<'_>) -> impl Iterator<Item = (HexId, &'m Piece)> {
    game.state().position.everybody().filter_map(|(at, piece)| match at {
        Location::Hex(hex) => Some((hex, piece)),
        Location::Box(_) => None,
    })
}

/// The victory points of each side, where the scenario counts any.
fn points_of(game: &Match<'_>) -> Vec<(SideId, Points)> {
    let scenario = game.scenario();
    if scenario.points.list.is_empty() {
        return Vec::new();
    }
    game.look(|situation| situation.points_now())
}
