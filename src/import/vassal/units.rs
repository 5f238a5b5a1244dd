//! Pieces of a module as units, markers and cards of a game, each once; and where each setup puts them.

use std::collections::{BTreeMap, BTreeSet};

use super::counters::Counter;
use super::module::{Map, Module, Slot};
use super::pictures::Pictures;
use super::piece::Piece;
use super::places::{Places, Spot, layout, layout_told, under};
use super::report::Report;
use super::save::Save;

/// What a piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Unit,
    Marker,
    Card,
}

/// A counter or card of the game.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: PieceKind,
    pub(super) counter: Counter,
    /// The names of the windows, tabs and panels around it.
    pub(super) path: Vec<String>,
    /// How many slots hold it, in one place.
    pub(super) count: u32,
    /// Places of other slots that hold the same.
    pub(super) elsewhere: Vec<String>,
    pub(super) gpid: String,
    /// Prototypes that it asks for and that are not there.
    pub(super) missing: Vec<String>,
    pub(super) side: Option<usize>,
    pub(super) deck: String,
    /// The setup in which it was found, though no palette has it.
    pub(super) stray: Option<String>,
    pub(super) id: String,
}

/// A piece at its place in a setup.
#[derive(Clone, Debug)]
pub(super) struct Put {
    pub(super) entry: usize,
    pub(super) face: usize,
    pub(super) spot: Spot,
    /// The point of its board: which map and board, and where.
    pub(super) point: Option<(usize, usize, f64, f64)>,
}

/// A setup as it lies on the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    /// Its id, where Muster gave it one.
    pub(super) id: Option<String>,
    pub(super) puts: Vec<Put>,
    pub(super) turn: Vec<i64>,
    pub(super) notes: String,
}

/// A stack whose place by its name differs from its place by its point.
#[derive(Clone, Debug)]
pub(super) struct Odd {
    pub(super) entry: usize,
    pub(super) named: String,
    pub(super) by_name: Option<Spot>,
    pub(super) by_point: Spot,
}

/// All counters and cards.
#[derive(Debug, Default)]
pub(super) struct Stock {
    pub(super) entries: Vec<Entry>,
    by_gpid: BTreeMap<String, usize>,
    by_looks: BTreeMap<(String, Vec<String>), usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    pub(super) odd: Vec<Odd>,
    /// Pieces that lie off every board: setup, piece, point.
    pub(super) off: Vec<(usize, usize, String, i64, i64)>,
}

impl Stock {
    /// Every slot of palettes and decks.
    pub(super) fn of(module: &Module, pictures: &mut Pictures<'_, '_>, report: &mut Report) -> Stock {
        let mut stock = Stock::default();
        for slot in &module.slots {
            let counter = Counter::of_slot(slot, module.own, pictures, report);
            stock.add(slot, counter, PieceKind::Unit, String::new());
        }
        for (map, deck) in module.maps.iter().flat_map(|map| map.decks.iter().map(move |deck| (map, deck))) {
            for slot in &deck.slots {
                let counter = Counter::of_slot(slot, module.own, pictures, report);
                let name = if deck.name.trim().is_empty() { map.name.clone() } else { deck.name.trim().to_owned() };
                stock.add(slot, counter, PieceKind::Card, name);
            }
        }
        stock
    }

    fn add(&mut self, slot: &Slot, counter: Counter, kind: PieceKind, deck: String) -> usize {
        let key = (counter.name.clone(), counter.looks.clone());
        let known = self.by_looks.get(&key).copied();
        if let Some((n, entry)) = known.and_then(|n| self.entries.get_mut(n).map(|entry| (n, entry))) {
            let same = entry.kind == kind && entry.deck == deck && entry.counter.words == counter.words;
            if same && entry.path == slot.path {
                // The same once more in the same panel: so many there are.
                entry.count += 1;
                self.by_gpid.entry(slot.gpid.clone()).or_insert(n);
                return n;
            }
            if same {
                entry.elsewhere.push(slot.path.join(" / "));
                self.by_gpid.entry(slot.gpid.clone()).or_insert(n);
                return n;
            }
        }
        self.push(Entry {
            kind,
            counter,
            path: slot.path.clone(),
            count: 1,
            elsewhere: Vec::new(),
            gpid: slot.gpid.clone(),
            missing: slot.missing.clone(),
            side: None,
            deck,
            stray: None,
            id: String::new(),
        })
    }

    fn push(&mut self, entry: Entry) -> usize {
        let n = self.entries.len();
        if !entry.gpid.is_empty() {
            self.by_gpid.entry(entry.gpid.clone()).or_insert(n);
        }
        self.by_looks.entry((entry.counter.name.clone(), entry.counter.looks.clone())).or_insert(n);
        self.by_name.entry(entry.counter.name.clone()).or_default().push(n);
        self.entries.push(entry);
        n
    }

    /// The counter that a piece on the table is.
    fn known(&self, counter: &Counter, gpid: &str) -> Option<usize> {
        let like = |n: &usize| {
            self.entries.get(*n).is_some_and(|entry| {
                let image = |counter: &Counter| counter.looks.iter().find(|image| !image.is_empty()).cloned();
                entry.counter.name == counter.name || (image(&entry.counter).is_some() && image(&entry.counter) == image(counter))
            })
        };
        let by_looks = || self.by_looks.get(&(counter.name.clone(), counter.looks.clone())).copied();
        let by_name = || match self.by_name.get(&counter.name).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            _ => None,
        };
        self.by_gpid.get(gpid).copied().filter(like).or_else(by_looks).or_else(by_name)
    }

    /// The counter of a piece; one that no palette has is added, and told.
    fn entry(&mut self, counter: Counter, gpid: &str, path: Vec<String>, setup: &str) -> (usize, usize) {
        let shows = counter.shows;
        if let Some(n) = self.known(&counter, gpid) {
            let faces = self.entries.get(n).map_or(1, |entry| entry.counter.faces.len());
            return (n, shows.min(faces.saturating_sub(1)));
        }
        let n = self.push(Entry {
            kind: PieceKind::Unit,
            counter,
            path,
            count: 1,
            elsewhere: Vec::new(),
            gpid: gpid.to_owned(),
            missing: Vec::new(),
            side: None,
            deck: String::new(),
            stray: Some(setup.to_owned()),
            id: String::new(),
        });
        (n, shows)
    }

    /// What lies on the boards from the start.
    pub(super) fn at_start(
        &mut self,
        module: &Module,
        places: &mut Places,
        pictures: &mut Pictures<'_, '_>,
        report: &mut Report,
    ) -> Vec<Put> {
        let mut puts = Vec::new();
        for (m, map) in module.maps.iter().enumerate() {
            let laid = layout_told(map, None, report);
            let by_name: BTreeMap<&str, usize> =
                map.boards.iter().enumerate().rev().map(|(b, board)| (board.name.as_str(), b)).collect();
            for stack in &map.stacks {
                let own = by_name.get(stack.board.as_str()).copied();
                if own.is_none() && !stack.board.is_empty() && stack.board != "<any>" {
                    let why = "the board that it stands on does not exist, so VASSAL never lays it out";
                    report.lost("stack", why, format!("`{}` on `{}`", stack.name, stack.board));
                    continue;
                }
                let board = own.or_else(|| laid.first().map(|laid| laid.board));
                let by_point = match board {
                    Some(b) => places.spot(&module.maps, m, b, stack.at.0 as f64, stack.at.1 as f64),
                    None => Some(places.window(m, map)),
                };
                let by_name = match (&stack.location, board) {
                    (Some(name), Some(b)) => places.named(&module.maps, m, b, name),
                    _ => None,
                };
                let Some(point) = by_point else {
                    report.lost("stack", places.why_not(), format!("`{}` at {},{}", stack.name, stack.at.0, stack.at.1));
                    continue;
                };
                // The author's names for stacks often say where they stand.
                let noted = [stack.location.as_deref().unwrap_or(&stack.noted), stack.name.as_str()];
                let noted = noted.into_iter().find(|name| !name.trim().is_empty()).unwrap_or_default().trim().to_owned();
                let meant = board.filter(|_| stack.location.is_none()).and_then(|b| {
                    let word = noted.split_whitespace().next().unwrap_or_default();
                    places.named(&module.maps, m, b, word).filter(|spot| matches!(spot, Spot::Hex(..)))
                });
                for slot in &stack.slots {
                    let mut counter = Counter::of_slot(slot, module.own, pictures, report);
                    counter.shows = counter.shows.min(counter.faces.len().saturating_sub(1));
                    let path = if stack.name.is_empty() { Vec::new() } else { vec![map.name.clone()] };
                    let (entry, face) = match self.known(&counter, &slot.gpid) {
                        Some(_) => self.entry(counter, &slot.gpid, path, ""),
                        None => {
                            let shows = counter.shows;
                            (self.add(slot, counter, PieceKind::Unit, String::new()), shows)
                        }
                    };
                    if self.entries.get(entry).is_some_and(|entry| entry.kind == PieceKind::Card) {
                        let why = "a scenario places units and markers; the card is in its deck";
                        report.lost("card of a setup", why, format!("{} at the start", slot.entry));
                        continue;
                    }
                    let odd = match (&stack.location, by_name, meant) {
                        (Some(_), None, _) => true,
                        // The place that is named counts, and nobody looks at the point.
                        (Some(_), Some(_), _) => false,
                        (None, _, Some(meant)) => meant != point,
                        _ => false,
                    };
                    if odd {
                        self.odd.push(Odd { entry, named: noted.clone(), by_name: by_name.or(meant), by_point: point });
                    }
                    let spot = by_name.unwrap_or(point);
                    let at = board.filter(|_| by_name.is_none()).map(|b| (m, b, stack.at.0 as f64, stack.at.1 as f64));
                    puts.push(Put { entry, face, spot, point: at });
                }
            }
        }
        puts
    }

    /// What a save puts on the table.
    #[expect(clippy::too_many_arguments, reason = "a setup is read against everything that the module has")]
    pub(super) fn setup(
        &mut self,
        name: &str,
        number: usize,
        save: &Save,
        module: &Module,
        places: &mut Places,
        pictures: &mut Pictures<'_, '_>,
        report: &mut Report,
    ) -> Table {
        let by_name: BTreeMap<&str, usize> = module.maps.iter().enumerate().map(|(m, map)| (map.name.as_str(), m)).collect();
        // What the module itself lays out is told already.
        let mut laid = |map: &Map| match save.boards.get(&map.name) {
            Some(told) => layout_told(map, Some(told), report),
            None => layout(map, None),
        };
        let layouts: Vec<_> = module.maps.iter().map(&mut laid).collect();
        let mut table = Table { name: name.to_owned(), notes: save.notes.clone(), ..Table::default() };
        table.turn = save.turns.get(&0).map(|state| super::save::shown(state)).unwrap_or_default();
        let mut strange: BTreeSet<&str> = BTreeSet::new();
        for piece in &save.pieces {
            if save.in_decks.contains_key(&piece.id) {
                continue;
            }
            let Some(at) = &piece.at else {
                report.lost("piece of a setup", "it lies on no map", format!("{} in `{name}`", called(piece)));
                continue;
            };
            let Some(m) = by_name.get(at.map.as_str()).copied() else {
                if strange.insert(&at.map) {
                    report.lost("map of a setup", "the module has no such map", format!("`{}` in `{name}`", at.map));
                }
                report.lost("piece of a setup", "its map does not exist", format!("{} in `{name}`", called(piece)));
                continue;
            };
            let flat = match piece.clone().flattened(&module.prototypes) {
                Ok((flat, ..)) => flat,
                Err(why) => {
                    report.lost("piece of a setup", &why, format!("{} in `{name}`", called(piece)));
                    continue;
                }
            };
            let counter = Counter::of(&flat, "", module.own, pictures, report);
            if counter.name.is_empty() && counter.looks.iter().all(String::is_empty) {
                report.lost(
                    "piece of a setup",
                    "it has neither a name nor a picture",
                    format!("at {},{} in `{name}`", at.x, at.y),
                );
                continue;
            }
            for (layer, shows) in &counter.other_layers {
                if *shows {
                    report.lost(
                        "layer that shows",
                        "a counter shows one state at a time",
                        format!("`{layer}` on {} in `{name}`", counter.name),
                    );
                }
            }
            let (Some(map), Some(laid)) = (module.maps.get(m), layouts.get(m)) else { continue };
            let (entry, face) = self.entry(counter, &piece.gpid, Vec::new(), name);
            if self.entries.get(entry).is_some_and(|entry| entry.kind == PieceKind::Card) {
                report.lost(
                    "card of a setup",
                    "a scenario places units and markers; the card is in its deck",
                    format!("{} in `{name}`", called(piece)),
                );
                continue;
            }
            if map.boards.is_empty() {
                let spot = places.window(m, map);
                table.puts.push(Put { entry, face, spot, point: None });
                continue;
            }
            let Some((b, x, y)) = under(map, laid, at.x, at.y) else {
                self.off.push((number, entry, map.name.clone(), at.x, at.y));
                continue;
            };
            match places.spot(&module.maps, m, b, x, y) {
                Some(spot) => table.puts.push(Put { entry, face, spot, point: Some((m, b, x, y)) }),
                None => report.lost("piece of a setup", places.why_not(), format!("{} in `{name}`", called(piece))),
            }
        }
        table
    }
}

fn called(piece: &Piece) -> String {
    if piece.name.is_empty() { format!("a piece with the picture `{}`", piece.image) } else { piece.name.clone() }
}
