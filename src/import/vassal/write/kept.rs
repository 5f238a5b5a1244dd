//! The module itself, for the way back: its tree of components, in which slots and setups say what they became, its files,
//! its saves, and where each place lies.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::super::pictures::is_picture;
use super::super::places::{Laid, layout};
use super::super::text::sequence;
use super::super::units::{Entry, PieceKind};
use super::super::xml::Component;
use super::sheet::cell;
use super::{Folder, Known};
use crate::model::{Kept, Vassal};
use crate::source::limits;

/// What a component of the tree became, as attributes.
type Link = Vec<(String, String)>;

/// A piece of a setup and the line that it became: id in the save, kind, id here, place, state.
pub(super) type Row = [String; 5];

impl Folder<'_, '_, '_> {
    /// Keeps everything that only VASSAL has a use for.
    pub(super) fn keep(&mut self, known: &Known, setups: &[(String, String, Vec<Row>)]) {
        // What Muster has built it builds anew.
        if self.module.own {
            return;
        }
        if self.tree.depth() > limits::DEPTH {
            let why = format!("its build file is nested deeper than {} levels, so it is not kept for VASSAL", limits::DEPTH);
            return self.report.lost("module", &why, self.from);
        }
        if !self.tree.is_named_well() {
            let why = "its build file has names that XML does not allow, so it is not kept for VASSAL";
            return self.report.lost("module", why, self.from);
        }
        let mut links: BTreeMap<usize, Link> = BTreeMap::new();
        for n in 0..self.stock.entries.len() {
            let Some(entry) = self.stock.entries.get(n).filter(|entry| !entry.id.is_empty()).cloned() else { continue };
            let link = self.link(n, &entry, known);
            links.extend(entry.slots.iter().map(|slot| (*slot, link.clone())));
        }
        for ((id, file, rows), table) in setups.iter().zip(self.tables) {
            let heads = "piece,kind,id,place,state\n".to_owned();
            let text = rows.iter().fold(heads, |text, row| text + &row.each_ref().map(|word| cell(word)).join(",") + "\n");
            self.out.files.insert(format!("{}/setups/{file}.csv", Kept::FOLDER), text.into_bytes());
            let Some((number, save)) = &table.setup else { continue };
            match self.pictures.file(save) {
                Some(Ok(bytes)) => {
                    links.insert(*number, vec![(Component::LINK.to_owned(), format!("scenario {id}"))]);
                    self.out.files.insert(format!("{}/setups/{file}.vsav", Kept::FOLDER), bytes);
                }
                // All files together may be more than is unpacked, though this one was read once.
                Some(Err(why)) => self.report.lost("setup", &format!("its save is not kept for VASSAL: {why}"), save.clone()),
                None => {}
            }
        }
        let mut tree = std::mem::take(&mut self.tree);
        tree.link(&mut links);
        self.out.files.insert(Kept::build_file(), tree.written().into_bytes());
        drop(tree);
        self.places_kept(known);
        self.files_kept();
        self.out.json("vassal.json", &json!({"kept": true}));
    }

    /// What a piece became: its kind and id, its side, and for each face its level, its picture in VASSAL and here.
    fn link(&mut self, n: usize, entry: &Entry, known: &Known) -> Link {
        let kind = match entry.kind {
            PieceKind::Unit => "unit",
            PieceKind::Marker => "marker",
            PieceKind::Card => "card",
        };
        let mut link = vec![(Component::LINK.to_owned(), format!("{kind} {}", entry.id))];
        let side = entry.side.and_then(|side| known.sides.get(side));
        link.extend(side.map(|side| (Vassal::LINK_SIDE.to_owned(), side.clone())));
        let mut faces = Vec::new();
        for (f, face) in entry.counter.faces.iter().enumerate() {
            let path = self.pictures.face(&face.drawn, self.report).unwrap_or_default();
            let state = known.states.get(&n).and_then(|names| names.get(f)).cloned().unwrap_or_default();
            faces.push(sequence([face.level.to_string(), face.own.clone(), path, state], '|'));
        }
        if !faces.is_empty() {
            link.push((Vassal::LINK_FACES.to_owned(), sequence(faces, ',')));
        }
        link
    }

    /// Where each hex and box lies: in its window, and on its board.
    fn places_kept(&mut self, known: &Known) {
        let maps = &self.module.maps;
        let laid: Vec<Vec<Laid>> = maps.iter().map(|map| layout(map, None)).collect();
        let mut text = "place,map,x,y,board,board-x,board-y\n".to_owned();
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut add = |place: String, map: usize, board: usize, x: f64, y: f64| {
            let corner = laid.get(map).and_then(|laid| laid.iter().find(|laid| laid.board == board)).map(|laid| laid.at);
            let (Some(corner), Some(window)) = (corner, maps.get(map)) else { return };
            if !told.insert(place.clone()) {
                return;
            }
            let name = window.boards.get(board).map_or("", |board| board.name.as_str());
            let (bx, by) = (x.floor(), y.floor());
            let (x, y) = (bx + corner.0 as f64, by + corner.1 as f64);
            text += &format!("{},{},{x},{y},{},{bx},{by}\n", cell(&place), cell(&window.name), cell(name));
        };
        for (n, lattice) in self.places.lattices.iter().enumerate() {
            for raw in &lattice.cells {
                let Some(name) = self.hexes.name(&self.places.lattices, n, *raw) else { continue };
                let (x, y) = lattice.grid.centre(*raw);
                add(name, lattice.map, lattice.board, x, y);
            }
        }
        for (n, room) in self.places.rooms.iter().enumerate() {
            let Some((board, [left, top, width, height])) = room.rect else { continue };
            let place = match (known.boxes.get(n), self.calendar.space(&room.name)) {
                (_, Some(turn)) => self.calendar.turns.get(turn).map(|(id, _)| format!("turn {id}")),
                (Some(Some(id)), None) => Some(format!("box {id}")),
                _ => None,
            };
            if let Some(place) = place {
                add(place, room.map, board, left + width / 2.0, top + height / 2.0);
            }
        }
        self.out.files.insert(format!("{}/places.csv", Kept::FOLDER), text.into_bytes());
    }

    /// Every other file of the module, and under which name VASSAL knows the pictures that are here.
    fn files_kept(&mut self) {
        let saves: BTreeSet<&str> =
            self.tables.iter().filter_map(|table| table.setup.as_ref()).map(|(_, f)| f.as_str()).collect();
        let mut text = "name,file\n".to_owned();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for name in self.pictures.names() {
            if matches!(name.as_str(), "buildFile" | "buildFile.xml" | "moduledata" | "extensiondata")
                || saves.contains(name.as_str())
            {
                continue;
            }
            if let Some(path) = self.pictures.kept(&name) {
                text += &format!("{},{}\n", cell(&name), cell(&path));
                continue;
            }
            // A picture that cannot be read is told already; VASSAL may know better.
            match self.pictures.file(&name) {
                Some(Ok(bytes)) => {
                    let path = format!("{}/files/{}", Kept::FOLDER, safe(&name, &mut taken));
                    text += &format!("{},{}\n", cell(&name), cell(&path));
                    self.out.files.insert(path, bytes);
                }
                // Of a picture it was said when it was looked at.
                Some(Err(why)) if !is_picture(&name) => self.report.lost("file", &why, name),
                _ => {}
            }
        }
        self.out.files.insert(format!("{}/files.csv", Kept::FOLDER), text.into_bytes());
    }
}

/// A path that is safe everywhere, and that no other file has in whatever letters.
fn safe(name: &str, taken: &mut BTreeSet<String>) -> String {
    let parts = name.split('/').map(|part| {
        let fine = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
        let part: String = part.trim_matches(['.', ' ']).chars().map(fine).take(80).collect();
        if part.is_empty() { "file".to_owned() } else { part }
    });
    let plain = parts.collect::<Vec<_>>().join("/");
    let mut path = plain.clone();
    let mut n = taken.len() + 1;
    while !taken.insert(path.to_lowercase()) {
        path = format!("{n}-{}", plain.replace('/', "-"));
        n += 1;
    }
    path
}

impl Component {
    /// Says of each slot and setup what it became.
    fn link(&mut self, links: &mut BTreeMap<usize, Link>) {
        if let Some(number) = self.counted_as() {
            self.attributes.retain(|(name, _)| name != Component::LINK);
            self.attributes.extend(links.remove(&number).into_iter().flatten());
        }
        self.parts.iter_mut().for_each(|part| part.link(links));
    }
}
