//! A save for each scenario: everything where it belongs, and the tracker on the right turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::encode::{Lies, Piece, save, sequence, stack};
use super::prototypes::{OR, letter};
use super::{Build, MAP, TRAYS};
use crate::bundle::zip;
use crate::draw::tray;
use crate::hexgrid::Point;
use crate::model::{
    Arrival, BridgeCondition, Card, Game, Key, Location, MarkerAt, MarkerId, Scenario, StateId, TurnId, UnitId, Where,
};
use crate::rules::{Moment, Position, holds};

/// How each unit that comes later does so first.
type Coming<'s> = BTreeMap<UnitId, &'s Arrival>;
/// How one of them does so, and where it lies until then, if that is known.
type Comes<'s> = (Option<&'s Arrival>, Option<&'s Lies>);

/// Pieces of a save: by place, in the order in which they came.
#[derive(Default)]
struct Table {
    places: BTreeMap<(&'static str, i64, i64), Vec<String>>,
    order: Vec<(&'static str, i64, i64)>,
    commands: Vec<String>,
    next: u32,
}

impl Table {
    fn put<'p>(&mut self, piece: impl Into<Option<&'p Piece>>, at: &Lies, stacks: bool) {
        let Some(piece) = piece.into() else { return };
        self.next += 1;
        let id = self.next.to_string();
        self.commands.push(piece.saved(&id, at));
        if stacks {
            let key = (at.map, at.x, at.y);
            if !self.places.contains_key(&key) {
                self.order.push(key);
            }
            self.places.entry(key).or_default().push(id);
        }
    }

    /// All pieces, then the stacks that list them.
    fn finish(mut self) -> Vec<String> {
        for key in std::mem::take(&mut self.order) {
            self.next += 1;
            let at = Lies { map: key.0, x: key.1, y: key.2 };
            let children = self.places.remove(&key).unwrap_or_default();
            self.commands.push(stack(&self.next.to_string(), &at, &children));
        }
        self.commands
    }
}

impl Build<'_> {
    /// Where the space of a turn is, for the so-manieth piece in it.
    pub(super) fn turn_place(&self, turn: TurnId, n: usize) -> Option<Lies> {
        let id = &self.game.turns.at(turn)?.id;
        let space = self.turn_spaces.get(id)?;
        let point = tray::place(space.rect, self.counter(), n);
        Some(self.lies(space.map, point))
    }

    /// Where one of so many who come on a turn waits for it.
    fn arrival_place(&self, turn: TurnId, n: usize, crowd: usize) -> Option<Lies> {
        let space = self.turn_spaces.get(&self.game.turns.at(turn)?.id)?;
        match self.trays.crowds.get(&turn).filter(|_| crowd > self.holds(space)) {
            Some(rect) => Some(self.lies(TRAYS, tray::place(*rect, self.counter(), n))),
            None => self.turn_place(turn, n),
        }
    }

    pub(super) fn lies(&self, map: &'static str, Point { x, y }: Point) -> Lies {
        Lies { map, x: super::whole(x * self.per_mm), y: super::whole(y * self.per_mm) }
    }

    fn location(&self, location: Location, n: usize) -> Option<Lies> {
        match location {
            Location::Hex(hex) => {
                let (x, y) = *self.centres.get(hex.index())?;
                Some(Lies { map: MAP, x, y })
            }
            Location::Box(id) => {
                let (map, rect) = self.boxes.get(&id)?;
                Some(self.lies(map, tray::place(*rect, self.counter(), n)))
            }
        }
    }

    fn marker_piece(&self, id: MarkerId) -> Option<&Piece> {
        self.made.markers.get(id.index())
    }

    /// A unit in these states: one is its face, others lie upon it.
    fn in_state(&self, coming: Comes<'_>, id: UnitId, state: StateId, also: &[StateId]) -> Piece {
        let mut piece = self.made.units.get(id.index()).cloned().unwrap_or_default();
        let faces = self.game.units.at(id).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        for state in [state].iter().chain(also) {
            match faces.iter().position(|face| face.state == *state) {
                Some(0) => {}
                Some(face) => piece.states.push(("Step".to_owned(), (face + 1).to_string())),
                None => piece.states.extend(self.shared.state(*state).map(|name| (name.to_owned(), "1".to_owned()))),
            }
        }
        piece.states.extend(coming.0.into_iter().flat_map(|arrival| self.comes(arrival, coming.1)));
        piece
    }

    /// When and where a unit comes, as properties of its counter: from where it lies, else from the space of its turn.
    fn comes(&self, arrival: &Arrival, from: Option<&Lies>) -> Vec<(String, String)> {
        let game = self.game;
        let mut out = Vec::new();
        let mut set = |name: &str, value: String| out.push((name.to_owned(), value));
        let entries: Vec<_> = arrival.entries.iter().filter_map(|id| game.map.as_ref()?.entries.at(*id)).collect();
        let turn = game.turns.at(arrival.turn).map(|turn| turn.id.as_str()).unwrap_or_default();
        let letters: Vec<&str> = entries.iter().map(|entry| letter(entry)).collect();
        let by = if letters.is_empty() { String::new() } else { format!(" at {}", letters.join(OR)) };
        set("Arrival", format!("turn {turn}{by}"));
        if !letters.is_empty() {
            let instead = arrival.instead.iter().filter_map(|id| game.map.as_ref()?.entries.at(*id)).map(letter);
            set("Entry", letters.iter().copied().chain(instead).collect::<Vec<_>>().join(OR));
        }
        if let Some(at) = from.cloned().or_else(|| self.turn_place(arrival.turn, 0)) {
            set("ArrivalMap", at.map.to_owned());
            set("ArrivalX", at.x.to_string());
            set("ArrivalY", at.y.to_string());
        }
        if let Some((x, y)) = entries.iter().find_map(|entry| self.centres.get(entry.hexes.first()?.index())) {
            set("EntryX", x.to_string());
            set("EntryY", y.to_string());
        }
        out
    }

    /// The save of a scenario, as a zip.
    pub(super) fn setup(&self, scenario: &Scenario, number: usize, moduledata: &[u8]) -> Vec<u8> {
        let game = self.game;
        let mut table = Table::default();
        let mut coming: Coming<'_> = BTreeMap::new();
        for arrival in &scenario.arrivals {
            for unit in &arrival.units {
                coming.entry(*unit).or_insert(arrival);
            }
        }
        let mut placed: BTreeMap<UnitId, u32> = BTreeMap::new();
        // So many pieces lie in a box, a free area or a turn's space already.
        let mut held: BTreeMap<String, usize> = BTreeMap::new();
        let mut nth = |key: String| {
            let n = held.entry(key).or_default();
            *n += 1;
            *n - 1
        };
        // What lies in a hex or on a track lies below the units there.
        for line in &scenario.markers {
            let at = match line.at {
                MarkerAt::Location(Location::Box(id)) if self.calendar == Some(id) => {
                    self.game.turns_of(scenario).and_then(|(first, _)| self.turn_place(first, 0))
                }
                MarkerAt::Location(Location::Box(id)) => {
                    let n = nth(format!("box {}", id.index()));
                    self.location(Location::Box(id), n)
                }
                MarkerAt::Location(location) => self.location(location, 0),
                MarkerAt::Side(side) => self.hexside(side),
            };
            if let Some(at) = at {
                table.put(self.marker_piece(line.marker), &at, true);
            }
        }
        for line in &scenario.setup {
            let count = game.units.at(line.unit).map_or(1, |unit| unit.count);
            let copies = if line.n.is_some() { 1 } else { count.saturating_sub(*placed.get(&line.unit).unwrap_or(&0)) };
            for _ in 0..copies {
                let at = match &line.at {
                    Where::At(Location::Hex(hex)) => self.location(Location::Hex(*hex), 0),
                    Where::At(Location::Box(id)) => {
                        let n = nth(format!("box {}", id.index()));
                        self.location(Location::Box(*id), n)
                    }
                    Where::In(area, _) => {
                        let n = nth(format!("area {}", area.index()));
                        self.trays.areas.get(area).map(|rect| self.lies(TRAYS, tray::place(*rect, self.counter(), n)))
                    }
                    Where::Within(hexes, _) => hexes.first().and_then(|hex| self.location(Location::Hex(*hex), 0)),
                };
                let Some(at) = at else { continue };
                *placed.entry(line.unit).or_default() += 1;
                let piece = self.in_state((coming.get(&line.unit).copied(), None), line.unit, line.state, &line.also);
                table.put(&piece, &at, true);
                for marker in &line.markers {
                    table.put(self.marker_piece(*marker), &at, true);
                }
            }
        }
        let waiting = super::trays::waiting(game, scenario);
        for arrival in &scenario.arrivals {
            let crowd = waiting.get(&arrival.turn).copied().unwrap_or(0);
            for unit in &arrival.units {
                let count = game.units.at(*unit).map_or(1, |unit| unit.count);
                while placed.get(unit).copied().unwrap_or(0) < count {
                    let n = nth(format!("turn {}", arrival.turn.index()));
                    let Some(at) = self.arrival_place(arrival.turn, n, crowd) else { break };
                    *placed.entry(*unit).or_default() += 1;
                    let piece = self.in_state((coming.get(unit).copied(), Some(&at)), *unit, arrival.state, &[]);
                    table.put(&piece, &at, true);
                }
            }
        }
        // Whoever is nowhere yet waits beside the map: remnants, parts of others, units that take no part.
        for (id, unit) in game.units.iter() {
            let comes = (coming.get(&id).copied(), None);
            let side = unit.side.map_or(0, Key::index);
            while placed.get(&id).copied().unwrap_or(0) < unit.count {
                *placed.entry(id).or_default() += 1;
                // Who was lost before it begins lies where the lost are sent.
                if let Some(lost) = self.trays.lost.get(side).filter(|_| scenario.lost.contains(&id)) {
                    let at = lost.place(nth(format!("lost {side}")));
                    table.put(&self.in_state(comes, id, Game::FULL, &[]), &at, true);
                    continue;
                }
                let n = nth(format!("waits {side}"));
                let Some(rect) = self.trays.waiting.get(side).copied() else { break };
                let at = self.lies(TRAYS, tray::place(rect, self.counter(), n));
                table.put(&self.in_state(comes, id, Game::FULL, &[]), &at, true);
            }
        }
        self.spare_markers(scenario, &mut table);
        for (place, side) in &scenario.control {
            let hex = game.map.as_ref().and_then(|map| map.places.at(*place)?.hexes.first().copied());
            if let Some(at) = hex.and_then(|hex| self.location(Location::Hex(hex), 0)) {
                table.put(self.made.control.get(side.index()), &at, false);
            }
        }
        // As the map has them at the start, and the scenario where it says otherwise.
        let start = Position::start(game, scenario);
        for (side, condition) in &start.bridges {
            let blown = match condition {
                BridgeCondition::Intact => continue,
                BridgeCondition::Blown => true,
                BridgeCondition::Building => false,
            };
            if let Some(at) = self.hexside(*side) {
                table.put(if blown { &self.made.blown } else { &self.made.building }, &at, false);
            }
        }
        // Whose bridges are is shown beside what state they are in.
        for bridge in game.map.iter().flat_map(|map| map.bridges.values()) {
            let owner = start.bridge_owners.get(&bridge.side).copied().or(bridge.owner);
            if let Some((owner, at)) = owner.zip(self.hexside(bridge.side)) {
                let above = super::whole(self.counter() * self.per_mm * 0.4);
                table.put(self.made.control.get(owner.index()), &Lies { y: at.y - above, ..at }, false);
            }
        }
        let absent = self.absent(scenario);
        for deck in &self.decks {
            let later = deck.name.strip_suffix(": later");
            let mine = |piece: &&Piece| absent.contains(&piece.gpid) == later.is_some();
            let from = later.and_then(|name| self.decks.iter().find(|deck| deck.name == name)).unwrap_or(deck);
            let first = table.next + 1;
            for piece in from.pieces.iter().filter(mine) {
                table.put(piece, &deck.at, false);
            }
            let children: Vec<String> = (first..=table.next).map(|n| n.to_string()).collect();
            table.next += 1;
            table.commands.push(deck.saved(&table.next.to_string(), &children));
        }
        let mut commands = vec!["begin_save".to_owned(), String::new()];
        commands.extend(table.finish());
        // Everything is in it: VASSAL shall not lay the decks of the module beside these. Without decks it does not know
        // the word.
        if !self.decks.is_empty() {
            commands.push(sequence(["SETUP_STACK", ""], '\t'));
        }
        commands.extend(self.turn_command(number));
        commands.push("end_save".to_owned());
        let savedata = self.data(false);
        zip(&[("savedGame", &save(&commands)), ("savedata", &savedata), ("moduledata", moduledata)])
    }

    /// The options that a scenario is usually played with.
    pub(super) fn usual_options(&self, scenario: &Scenario) -> Arc<BTreeSet<usize>> {
        let game = self.game;
        let id = game.scenarios.iter().find(|(_, it)| it.id == scenario.id).map(|(id, _)| id);
        Arc::new(game.options_of(id).into_iter().map(Key::index).collect())
    }

    /// The numbers of cards that are surely not in their decks when a scenario begins.
    fn absent(&self, scenario: &Scenario) -> BTreeSet<u32> {
        let game = self.game;
        let first = game.turns_of(scenario).map(|(first, _)| first);
        let moment = Moment { turn: first, options: self.usual_options(scenario), ..Moment::default() };
        let there = |card: &Card| card.present.as_ref().is_none_or(|when| holds(game, when, &moment).possible());
        let away = game.cards.values().filter(|card| !there(card));
        away.flat_map(|card| (1..=card.count).filter_map(|n| self.ids.known("card", &super::pieces::card_key(card, n)))).collect()
    }

    /// Markers of which there are only so many lie in a tray, less those that the scenario has placed.
    fn spare_markers(&self, scenario: &Scenario, table: &mut Table) {
        let game = self.game;
        let Some(rect) = self.trays.markers else { return };
        let on_units = scenario.setup.iter().flat_map(|line| line.markers.iter().copied());
        let used: Vec<_> = scenario.markers.iter().map(|line| line.marker).chain(on_units).collect();
        let mut n = 0;
        for (id, marker) in game.markers.iter() {
            let Some(count) = marker.count.filter(|count| *count > 0) else { continue };
            // A counter shows one of its two sides: both are taken from the same pile.
            let gone = used.iter().filter(|used| **used == id || Some(**used) == marker.back).count();
            let at = self.lies(TRAYS, tray::place(rect, self.counter(), n));
            n += 1;
            let piece = self.marker_piece(id);
            for _ in 0..(count as usize).saturating_sub(gone) {
                table.put(piece, &at, true);
            }
        }
    }

    fn hexside(&self, side: crate::hexgrid::Hexside) -> Option<Lies> {
        let board = &self.game.map.as_ref()?.board;
        let (ax, ay) = *self.centres.get(side.hex().index())?;
        let other = board.neighbour(side.hex(), side.direction()).and_then(|hex| self.centres.get(hex.index()));
        let (bx, by) = other.copied().unwrap_or((ax, ay));
        Some(Lies { map: MAP, x: (ax + bx) / 2, y: (ay + by) / 2 })
    }
}
