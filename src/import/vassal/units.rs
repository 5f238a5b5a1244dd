//! Pieces of a module as units, markers and cards of a game, each once; and where each setup puts them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::counters::Counter;
use super::module::{Map, Module, Slot};
use super::pictures::Pictures;
use super::piece::Piece;
use super::places::{Places, Spot, layout, layout_told, under};
use super::report::Report;
use super::save::{Save, Saved};

/// Counters of one name and look that are compared by what is written on them.
const ALIKE: usize = 64;

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
    /// The numbers of its slots in the tree.
    pub(super) slots: Vec<usize>,
}

/// A piece at its place in a setup.
#[derive(Clone, Debug)]
pub(super) struct Put {
    pub(super) entry: usize,
    /// The number of the slot that it was taken from.
    pub(super) gpid: String,
    /// Its id in the save.
    pub(super) piece: String,
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
    /// The number of the setup in the tree, and its save.
    pub(super) setup: Option<(usize, String)>,
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

/// What a piece on the table is: the counter, its face, and other layers that show.
#[derive(Debug)]
struct Seen {
    entry: usize,
    face: usize,
    shows: Vec<String>,
}

/// All counters and cards.
#[derive(Debug, Default)]
pub(super) struct Stock {
    pub(super) entries: Vec<Entry>,
    by_gpid: BTreeMap<String, Vec<usize>>,
    /// By deck, name, all pictures and a number for what is written on it.
    slots: BTreeMap<(String, String, Vec<String>, u64), usize>,
    /// By whether it is a card, its name, and its pictures: all of them, or those of its faces.
    by_all_looks: BTreeMap<(bool, String, Vec<String>), Vec<usize>>,
    by_looks: BTreeMap<(bool, String, Vec<String>), Vec<usize>>,
    pub(super) odd: Vec<Odd>,
    /// Pieces of setups that were looked at, by what they are and the number of their slot: many setups hold the same.
    seen: BTreeMap<(usize, String), Arc<Result<Seen, String>>>,
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
        let key = (deck.clone(), counter.name.clone(), counter.all_looks.clone(), counter.words.number());
        let same =
            |n: &usize| self.entries.get(*n).is_some_and(|entry| entry.kind == kind && entry.counter.words == counter.words);
        let known = self.slots.get(&key).copied().filter(same);
        if let Some((n, entry)) = known.and_then(|n| self.entries.get_mut(n).map(|entry| (n, entry))) {
            if entry.path == slot.path {
                // The same once more in the same panel: so many there are.
                entry.count += 1;
            } else {
                entry.elsewhere.push(slot.path.join(" / "));
            }
            entry.slots.extend(slot.number);
            self.by_gpid.entry(slot.gpid.clone()).or_default().push(n);
            return n;
        }
        self.slots.entry(key).or_insert(self.entries.len());
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
            slots: slot.number.into_iter().collect(),
        })
    }

    fn push(&mut self, entry: Entry) -> usize {
        let n = self.entries.len();
        if !entry.gpid.is_empty() {
            self.by_gpid.entry(entry.gpid.clone()).or_default().push(n);
        }
        let (card, counter) = (entry.kind == PieceKind::Card, &entry.counter);
        self.by_all_looks.entry((card, counter.name.clone(), counter.all_looks.clone())).or_default().push(n);
        self.by_looks.entry((card, counter.name.clone(), counter.looks.clone())).or_default().push(n);
        self.entries.push(entry);
        n
    }

    /// The counter that a piece on the table is: by its number and what it shows, or by its name and all its pictures.
    /// A name alone says nothing, and a card is no counter.
    fn known(&self, counter: &Counter, gpid: &str) -> Option<usize> {
        let entry = |n: &usize| self.entries.get(*n);
        let image = |counter: &Counter| counter.looks.iter().find(|image| !image.is_empty()).cloned();
        // On the table a piece without a name does not say what its slot is called.
        let named = |it: &Counter| counter.name.is_empty() || it.name == counter.name;
        let exactly = |n: &usize| entry(n).is_some_and(|it| named(&it.counter) && it.counter.all_looks == counter.all_looks);
        let like = |n: &usize| {
            entry(n).is_some_and(|it| {
                it.counter.name == counter.name || (image(&it.counter).is_some() && image(&it.counter) == image(counter))
            })
        };
        let numbered = self.by_gpid.get(gpid).map(Vec::as_slice).unwrap_or_default();
        let by_number = || {
            let some = || numbered.iter().take(ALIKE);
            some().find(|n| exactly(n)).or_else(|| some().find(|n| like(n))).copied()
        };
        let by_all_looks = |card: bool| {
            let key = (card, counter.name.clone(), counter.all_looks.clone());
            let all = self.by_all_looks.get(&key)?;
            let shows = counter.all_looks.iter().any(|image| !image.is_empty());
            let alike = |n: &&usize| entry(n).is_some_and(|it| it.counter.words == counter.words);
            all.iter().take(ALIKE).find(alike).or(all.first().filter(|_| shows)).copied()
        };
        // A save of an older version may lack a layer; where one counter alone has these faces, it is that.
        let by_looks = || {
            let shows = counter.looks.iter().any(|image| !image.is_empty());
            let key = (false, counter.name.clone(), counter.looks.clone());
            match self.by_looks.get(&key).map(Vec::as_slice) {
                Some([one]) if shows => Some(*one),
                _ => None,
            }
        };
        by_number().or_else(|| by_all_looks(false)).or_else(|| by_all_looks(true)).or_else(by_looks)
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
            slots: Vec::new(),
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
                        Some(n) => {
                            // One that says something else stays as the module has it.
                            let same = |entry: &&mut Entry| entry.counter.words == counter.words;
                            if let Some(entry) = self.entries.get_mut(n).filter(same) {
                                entry.slots.extend(slot.number);
                            }
                            // Setups know it by the number of this slot too.
                            let known = self.by_gpid.entry(slot.gpid.clone()).or_default();
                            if !slot.gpid.is_empty() && !known.contains(&n) {
                                known.push(n);
                            }
                            self.entry(counter, &slot.gpid, path, "")
                        }
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
                    puts.push(Put { entry, gpid: slot.gpid.clone(), piece: String::new(), face, spot, point: at });
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
                report.lost("piece of a setup", "it lies on no map", format!("{} in `{name}`", called(&piece.body)));
                continue;
            };
            let Some(m) = by_name.get(at.map.as_str()).copied() else {
                if strange.insert(&at.map) {
                    report.lost("map of a setup", "the module has no such map", format!("`{}` in `{name}`", at.map));
                }
                report.lost("piece of a setup", "its map does not exist", format!("{} in `{name}`", called(&piece.body)));
                continue;
            };
            let key = (Arc::as_ptr(&piece.body).addr(), piece.gpid.clone());
            let seen = match self.seen.get(&key) {
                Some(seen) => seen.clone(),
                None => {
                    let seen = Arc::new(self.look(piece, name, module, pictures, report));
                    self.seen.insert(key, seen.clone());
                    seen
                }
            };
            let Seen { entry, face, shows } = match seen.as_ref() {
                Ok(seen) => seen,
                Err(why) => {
                    report.lost("piece of a setup", why, format!("{} at {},{} in `{name}`", called(&piece.body), at.x, at.y));
                    continue;
                }
            };
            let (entry, face) = (*entry, *face);
            if module.own {
                for layer in shows {
                    report.lost("layer that shows", "a counter shows one state at a time", format!("{layer} in `{name}`"));
                }
            }
            let (Some(map), Some(laid)) = (module.maps.get(m), layouts.get(m)) else { continue };
            if self.entries.get(entry).is_some_and(|entry| entry.kind == PieceKind::Card) {
                report.lost(
                    "card of a setup",
                    "a scenario places units and markers; the card is in its deck",
                    format!("{} in `{name}`", called(&piece.body)),
                );
                continue;
            }
            if map.boards.is_empty() {
                let spot = places.window(m, map);
                table.puts.push(Put { entry, gpid: piece.gpid.clone(), piece: piece.id.clone(), face, spot, point: None });
                continue;
            }
            let Some((b, x, y)) = under(map, laid, at.x, at.y) else {
                self.off.push((number, entry, map.name.clone(), at.x, at.y));
                continue;
            };
            match places.spot(&module.maps, m, b, x, y) {
                Some(spot) => table.puts.push(Put {
                    entry,
                    gpid: piece.gpid.clone(),
                    piece: piece.id.clone(),
                    face,
                    spot,
                    point: Some((m, b, x, y)),
                }),
                None => report.lost("piece of a setup", places.why_not(), format!("{} in `{name}`", called(&piece.body))),
            }
        }
        table
    }

    /// Which counter a piece on the table is, and how it lies there.
    fn look(
        &mut self,
        piece: &Saved,
        setup: &str,
        module: &Module,
        pictures: &mut Pictures<'_, '_>,
        report: &mut Report,
    ) -> Result<Seen, String> {
        let (flat, ..) = Piece::clone(&piece.body).flattened(&module.prototypes)?;
        let counter = Counter::of(&flat, "", module.own, pictures, report);
        if counter.name.is_empty() && counter.looks.iter().all(String::is_empty) {
            return Err("it has neither a name nor a picture".to_owned());
        }
        let told = |layer: &String| format!("`{layer}` on {}", counter.name);
        let shows = counter.other_layers.iter().filter(|(_, shows)| *shows).map(|(layer, _)| told(layer)).collect();
        let (entry, face) = self.entry(counter, &piece.gpid, Vec::new(), setup);
        Ok(Seen { entry, face, shows })
    }
}

fn called(piece: &Piece) -> String {
    if piece.name.is_empty() { format!("a piece with the picture `{}`", piece.image) } else { piece.name.clone() }
}
