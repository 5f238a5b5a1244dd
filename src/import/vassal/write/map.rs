//! map.json and art.json: hexes, boxes, areas, and the pictures that they lie on.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Object, Value, json};

use super::super::names::Ids;
use super::super::units::PieceKind;
use super::{Folder, stem};

/// The side of a printed counter, in millimetres.
const COUNTER: f64 = 15.9;

/// Areas of a map.
const AREAS: usize = 500;

impl Folder<'_, '_, '_> {
    /// Ids for all boxes, and what map.json says of them.
    pub(super) fn boxes(&mut self) -> (Vec<Option<String>>, Vec<Value>) {
        let main = self.main_board();
        let mut ids = Ids::default();
        let (mut known, mut all) = (Vec::new(), Vec::new());
        let mut named: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        let mut in_map: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for room in &self.places.rooms {
            named.entry(room.name.as_str()).or_default().insert(room.map);
            *in_map.entry((room.map, room.name.as_str())).or_default() += 1;
        }
        for room in &self.places.rooms {
            let map = self.module.maps.get(room.map);
            // Our own trays are made anew by each build; a space of the calendar is a turn.
            let tray = self.module.own && map.is_some_and(|map| matches!(map.name.as_str(), "Trays" | "Cards"));
            if tray || self.calendar.space(&room.name).is_some() {
                known.push(None);
                continue;
            }
            // Two of one name are told apart by their zones, and by their windows.
            let zoned = in_map.get(&(room.map, room.name.as_str())).is_some_and(|count| *count > 1) && !room.zone.is_empty();
            let own = if zoned { format!("{} {}", room.zone, room.name) } else { room.name.clone() };
            let several = named.get(room.name.as_str()).is_some_and(|maps| maps.len() > 1);
            let full = match map {
                Some(map) if several => format!("{} {own}", map.name),
                _ => own,
            };
            let id = ids.fresh(&full, "box");
            let mut value = json!({"id": id, "name": full});
            if let (Some((board, rect)), Some(object)) = (room.rect, value.as_object_mut())
                && let Some((image, size)) = self.on_picture(&main, room.map, board)
            {
                let [left, top, width, height] = rect;
                let (left, top) = (left.clamp(0.0, size.0), top.clamp(0.0, size.1));
                let (width, height) = (width.min(size.0 - left), height.min(size.1 - top));
                if width >= 4.0 && height >= 4.0 {
                    let rect = [left, top, width, height].map(f64::round);
                    object.insert("on".to_owned(), json!({"image": image, "rect": rect}));
                }
            }
            known.push(Some(id));
            all.push(value);
        }
        self.report.carried("box", "boxes", all.len());
        (known, all)
    }

    /// The boards whose pictures are the map: those with hexes, or else the first of the first window.
    fn main_board(&self) -> Vec<(usize, usize)> {
        let hexes = self.hexes.pictures(&self.places.lattices);
        if !hexes.is_empty() {
            return hexes.iter().map(|(map, board, _)| (*map, *board)).collect();
        }
        let docked = |map: &super::super::module::Map| map.kind == "Map" && !map.boards.is_empty();
        let first = self.module.maps.iter().position(docked);
        first
            .map(|map| {
                (
                    map,
                    self.module
                        .maps
                        .get(map)
                        .and_then(|map| super::super::places::layout(map, None).first().map(|laid| laid.board))
                        .unwrap_or(0),
                )
            })
            .into_iter()
            .collect()
    }

    /// The picture of a board that is a part of the map, and its size.
    fn on_picture(&mut self, main: &[(usize, usize)], map: usize, board: usize) -> Option<(String, (f64, f64))> {
        if !main.contains(&(map, board)) {
            return None;
        }
        let image = self.module.maps.get(map)?.boards.get(board)?.image.clone();
        let path = self.pictures.of_map(&image, self.report)?;
        let (width, height) = self.pictures.size(&image, self.report)?;
        (!path.ends_with(".svg")).then_some((path, (f64::from(width), f64::from(height))))
    }

    /// Zones in which hexes keep their numbers.
    pub(super) fn areas(&mut self) -> (Vec<Value>, BTreeMap<String, String>) {
        let mut ids = Ids::default();
        let (mut all, mut by_name) = (Vec::new(), BTreeMap::new());
        let mut beyond: BTreeSet<&str> = BTreeSet::new();
        let mut first = None;
        for (n, lattice) in self.places.lattices.iter().enumerate().filter(|(_, lattice)| lattice.zone.is_none()) {
            let Some(board) = self.module.maps.get(lattice.map).and_then(|map| map.boards.get(lattice.board)) else { continue };
            for zone in board.grid.zones.iter().filter(|zone| zone.as_around && !zone.name.trim().is_empty()) {
                let inside = lattice.cells.iter().filter(|raw| {
                    let (x, y) = lattice.grid.centre(**raw);
                    zone.contains(x, y)
                });
                let hexes: Vec<String> = inside.filter_map(|raw| self.hexes.name(&self.places.lattices, n, *raw)).collect();
                if hexes.is_empty() || by_name.contains_key(zone.name.trim()) {
                    continue;
                }
                if all.len() >= AREAS {
                    first.get_or_insert(zone.name.trim());
                    beyond.insert(zone.name.trim());
                    continue;
                }
                let id = ids.fresh(&zone.name, "area");
                all.push(json!({"id": id, "name": zone.name.trim(), "hexes": hexes.join(" ")}));
                by_name.insert(zone.name.trim().to_owned(), id);
            }
        }
        let why = format!("a map has no more than {AREAS}");
        self.report.cut("area", &why, first.unwrap_or_default(), beyond.len());
        (all, by_name)
    }

    /// The side of a usual piece, in pixels.
    fn piece_pixels(&mut self) -> Option<f64> {
        let mut sizes: Vec<u32> = Vec::new();
        let images: Vec<String> = (self.stock.entries.iter().filter(|entry| entry.kind == PieceKind::Unit))
            .filter_map(|entry| entry.counter.looks.iter().find(|image| !image.is_empty()).cloned())
            .take(400)
            .collect();
        for image in images {
            sizes.extend(self.pictures.size(&image, self.report).map(|(width, height)| width.max(height)));
        }
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().filter(|size| (8..4000).contains(size)).map(f64::from)
    }

    /// map.json; told: the pictures of the map.
    pub(super) fn map(&mut self, boxes: Vec<Value>, areas: Vec<Value>) -> Vec<Value> {
        let per_pixel = COUNTER / self.piece_pixels().unwrap_or(64.0);
        let across = self.hexes.across().map(|pixels| (pixels * per_pixel * 10.0).round() / 10.0).map(|mm| mm.clamp(4.0, 400.0));
        let mut map = self.hexes.written(across, self.report);
        if !boxes.is_empty() {
            map.insert("boxes".to_owned(), Value::Array(boxes));
        }
        if !areas.is_empty() {
            self.report.carried("area", "areas", areas.len());
            map.insert("areas".to_owned(), Value::Array(areas));
        }
        self.report.carried("hex", "hexes", self.hexes.len());
        if !map.is_empty() {
            self.out.json("map.json", &Value::Object(map));
        }
        let mut images = Vec::new();
        let main = self.main_board();
        let at = self.hexes.pictures(&self.places.lattices);
        for (m, b) in main {
            let Some(board) = self.module.maps.get(m).and_then(|map| map.boards.get(b)).cloned() else { continue };
            let Some(path) = self.pictures.of_map(&board.image, self.report) else { continue };
            if path.ends_with(".svg") {
                self.report.lost("board", "a map may be a PNG or JPEG, not a drawing", board.name.clone());
                continue;
            }
            let width = self.pictures.size(&board.image, self.report).map_or(0.0, |(width, _)| f64::from(width));
            match at.iter().find(|(map, board, _)| (*map, *board) == (m, b)) {
                Some((.., at)) => images.push(json!({"path": path, "at": at})),
                None => images.push(json!({"path": path, "width-mm": ((width * per_pixel).round()).clamp(20.0, 5000.0)})),
            }
        }
        for map in &self.module.maps {
            for board in &map.boards {
                self.pictures.of_map(&board.image, self.report);
            }
        }
        images
    }

    pub(super) fn art(&mut self, images: Vec<Value>) {
        let mut art = Object::new();
        art.insert("counter-mm".to_owned(), json!(COUNTER));
        match images.as_slice() {
            [] => {}
            [one] => drop(art.insert("map".to_owned(), json!({"image": one}))),
            several => drop(art.insert("map".to_owned(), json!({"images": several}))),
        }
        let mut charts = Vec::new();
        for (name, file) in &self.module.charts {
            match self.pictures.path(file, self.report) {
                Some(path) => {
                    charts.push(json!({"name": if name.is_empty() { stem(file) } else { name.as_str() }, "picture": path}))
                }
                None => self.report.lost("chart", "its picture is not in the module", format!("{name} (`{file}`)")),
            }
        }
        // Boards that are no part of the map are shown as charts.
        let shown: BTreeSet<String> =
            images.iter().filter_map(|image| image.get("path")?.as_str().map(ToOwned::to_owned)).collect();
        for map in self.module.maps.iter().filter(|_| !self.module.own) {
            for board in &map.boards {
                if let Some(path) = self.pictures.path(&board.image, self.report).filter(|path| !shown.contains(path)) {
                    let name = if board.name.is_empty() { &map.name } else { &board.name };
                    if !charts.iter().any(|chart| chart.get("picture") == Some(&json!(path))) {
                        charts.push(json!({"name": name, "picture": path}));
                    }
                }
            }
        }
        self.report.carried("chart", "charts", charts.len());
        if !charts.is_empty() && !self.module.own {
            art.insert("charts".to_owned(), Value::Array(charts));
        }
        self.out.json("art.json", &Value::Object(art));
    }
}
