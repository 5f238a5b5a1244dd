//! A save for each scenario: everything where it belongs, and the tracker on the right turn.

use std::collections::BTreeMap;

use super::encode::{Lies, Piece, save, sequence, stack};
use super::{Build, MAP, TRAYS};
use crate::bundle::zip;
use crate::draw::tray;
use crate::hexgrid::Point;
use crate::model::{BridgeCondition, Game, Key, Location, MarkerAt, MarkerId, Scenario, StateId, TurnId, UnitId, Where};
use crate::rules::Position;

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
        let (map, rect) = self.turn_spaces.get(id)?;
        let point = tray::place(*rect, self.counter(), n);
        Some(self.lies(map, point))
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

    /// A unit in that state.
    fn in_state(&self, id: UnitId, state: StateId) -> Piece {
        let mut piece = self.made.units.get(id.index()).cloned().unwrap_or_default();
        let faces = self.game.units.at(id).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let level = faces.iter().position(|face| face.state == state).unwrap_or(0) + 1;
        if let Some(layer) = piece.traits.first_mut().filter(|layer| layer.kind.starts_with("emb2;")) {
            layer.state = level.to_string();
        }
        piece
    }

    /// The save of a scenario, as a zip.
    pub(super) fn setup(&self, scenario: &Scenario, moduledata: &[u8]) -> Vec<u8> {
        let game = self.game;
        let mut table = Table::default();
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
                    scenario.turns.and_then(|(first, _)| self.turn_place(first, 0))
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
                let piece = self.in_state(line.unit, line.state);
                table.put(&piece, &at, true);
                for marker in &line.markers {
                    table.put(self.marker_piece(*marker), &at, true);
                }
            }
        }
        for arrival in &scenario.arrivals {
            for unit in &arrival.units {
                let count = game.units.at(*unit).map_or(1, |unit| unit.count);
                while placed.get(unit).copied().unwrap_or(0) < count {
                    let n = nth(format!("turn {}", arrival.turn.index()));
                    let Some(at) = self.turn_place(arrival.turn, n) else { break };
                    *placed.entry(*unit).or_default() += 1;
                    let piece = self.in_state(*unit, arrival.state);
                    table.put(&piece, &at, true);
                }
            }
        }
        // Whoever is nowhere yet waits beside the map: remnants, parts of others, units that take no part.
        for (id, unit) in game.units.iter() {
            let side = unit.side.map_or(0, Key::index);
            while placed.get(&id).copied().unwrap_or(0) < unit.count {
                *placed.entry(id).or_default() += 1;
                // Who was lost before it begins lies where the lost are sent.
                if let Some((x, y)) = self.trays.lost.get(side).filter(|_| scenario.lost.contains(&id)) {
                    table.put(&self.in_state(id, Game::FULL), &Lies { map: TRAYS, x: *x, y: *y }, true);
                    continue;
                }
                let n = nth(format!("waits {side}"));
                let Some(rect) = self.trays.waiting.get(side).copied() else { break };
                let at = self.lies(TRAYS, tray::place(rect, self.counter(), n));
                table.put(&self.in_state(id, Game::FULL), &at, true);
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
        for (side, condition) in &Position::start(game, scenario).bridges {
            let blown = match condition {
                BridgeCondition::Intact => continue,
                BridgeCondition::Blown => true,
                BridgeCondition::Building => false,
            };
            if let Some(at) = self.hexside(*side) {
                table.put(if blown { &self.made.blown } else { &self.made.building }, &at, false);
            }
        }
        for deck in &self.decks {
            let first = table.commands.len();
            for piece in &deck.pieces {
                table.put(piece, &deck.at, false);
            }
            let children: Vec<String> = (0..table.commands.len() - first)
                .map(|n| (table.next as usize - deck.pieces.len() + 1 + n).to_string())
                .collect();
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
        commands.extend(self.turn_command(scenario));
        commands.push("end_save".to_owned());
        let savedata = self.data(false);
        zip(&[("savedGame", &save(&commands)), ("savedata", &savedata), ("moduledata", moduledata)])
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

    /// The tracker on the first turn of a scenario, and its first phase.
    fn turn_command(&self, scenario: &Scenario) -> Option<String> {
        let game = self.game;
        if game.turns.is_empty() {
            return None;
        }
        let first = scenario.turns.map_or(0, |(first, _)| first.index());
        let flags = |count: usize| sequence(vec!["true"; count], ',');
        let mut turns = vec![first.to_string(), "0".to_owned(), "0".to_owned(), flags(game.turns.len())];
        if !game.phases.is_empty() {
            turns.push(sequence(["0", "0", "0", &flags(game.phases.len())], ';'));
        }
        let state = sequence(["0", &sequence(turns, ';')], '|');
        Some(sequence(["TURNTurnTracker0", &state], '\t'))
    }
}
