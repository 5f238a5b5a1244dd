//! map.json: the grid, the ground, rivers, roads, bridges, and what has a name.

use std::collections::{BTreeMap, BTreeSet};

use super::terrain::values;
use super::{Lower, Read, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::hexgrid::{Board, Cell, Corner, GridError, GridSpec, HexId, Hexside, Letters, Stagger, Top};
use crate::model::*;
use crate::span::{Origin, Place as At};

impl Lower<'_, '_, '_> {
    pub(super) fn map(&mut self, module: Origin, named: Option<&str>) {
        let read = self.part::<format::Map>(module, "map", named);
        let Some(Read { origin, value, partial }) = read else {
            let lost = named.is_some() || self.load.project.world().has("map.json");
            self.no_map(lost);
            return;
        };
        self.origins.map.map = Some(origin);
        self.incomplete.map |= partial;
        let Some((board, spec, holes)) = self.grid(&value.grid, origin) else {
            self.no_map(true);
            return;
        };
        let count = board.len();
        self.game.map = Some(Map {
            board,
            grid: (spec, holes),
            ground: vec![None; count],
            values: BTreeMap::new(),
            places: List::default(),
            features: List::default(),
            roads: List::default(),
            bridges: List::default(),
            areas: List::default(),
            entries: List::default(),
            boxes: List::default(),
        });
        // The parts below borrow the map beside the names, so it is taken out and put back.
        let Some(mut map) = self.game.map.take() else { return };
        self.ground(&value, origin, &mut map);
        self.places(origin, &mut map);
        let before = self.sink.len();
        self.features(origin, &mut map);
        self.roads(origin, &mut map);
        // A river or a road that is broken has been blamed: its bridges are not to blame too.
        let broken = self.sink.len() > before;
        self.bridges(origin, &mut map, broken);
        self.boxes(origin, &mut map);
        self.areas(origin, &mut map);
        self.entries(origin, &mut map);
        self.game.map = Some(map);
    }

    /// Without a map, references to what would stand on it are silent if it was lost, not if it was never there.
    fn no_map(&mut self, lost: bool) {
        let names = &mut self.names;
        self.incomplete.map |= lost;
        names.places.incomplete |= lost;
        names.areas.incomplete |= lost;
        names.entries.incomplete |= lost;
        names.boxes.incomplete |= lost;
        names.bridges.incomplete |= lost;
        names.features.incomplete |= lost;
    }

    fn grid(&mut self, grid: &format::Grid, origin: Origin) -> Option<(Board, GridSpec, Vec<String>)> {
        let at = |field: &str| origin.at("grid").field(field);
        let top = match grid.top {
            None | Some(format::Top::Flat) => Top::Flat,
            Some(format::Top::Pointy) => Top::Pointy,
        };
        let stagger = match grid.touching.as_deref() {
            Some([a, b]) => Stagger::Touching(a.clone(), b.clone()),
            // What most printed maps do: even columns lie lower.
            _ => Stagger::Even,
        };
        let mut spec = GridSpec::new(top, grid.columns, grid.rows, stagger);
        spec.numbering = grid.numbers.clone().unwrap_or_else(|| "CCRR".to_owned());
        spec.letters = match grid.letters {
            Some(format::Letters::Doubled) => Letters::DoubledLetters,
            _ => Letters::Spreadsheet,
        };
        spec.corner = match grid.corner {
            None | Some(format::Corner::NorthWest) => Corner::NorthWest,
            Some(format::Corner::NorthEast) => Corner::NorthEast,
            Some(format::Corner::SouthWest) => Corner::SouthWest,
            Some(format::Corner::SouthEast) => Corner::SouthEast,
        };
        // A numbering that cannot be read is blamed for itself, below.
        let readable = Board::single(&spec).is_ok() || grid.touching.is_some();
        if let Some(first) = grid.first.as_ref().filter(|_| readable) {
            let Some(numbers) = first_numbers(&spec.numbering, first) else {
                let message = format!("first hex `{first}` is not written as `{}`", spec.numbering);
                self.sink.report(
                    Diag::new(&codes::BAD_GRID, at("first"), message).help("write the number that is printed in the corner hex"),
                );
                return None;
            };
            spec.first = numbers;
        }
        let board = match Board::single(&spec) {
            Ok(board) => board,
            Err(error) => {
                let text = error.to_string();
                let (field, help) = match &error {
                    GridError::NeverTouch { .. } | GridError::AlwaysTouch { .. } | GridError::Name { .. } => {
                        ("touching", "name two hexes of neighbouring columns (or rows) that touch on the printed map")
                    }
                    GridError::Numbering { .. } => ("numbers", "write C for columns and R for rows, such as CCRR or RRCC"),
                    GridError::DoesNotFit { .. } => {
                        ("numbers", "give the numbers more digits, such as CCCRR, or correct the grid's size")
                    }
                    _ => ("columns", "correct the grid's columns and rows"),
                };
                self.sink.report(Diag::new(&codes::BAD_GRID, at(field), text).help(help));
                return None;
            }
        };
        let Some(holes) = &grid.holes else { return Some((board, spec, Vec::new())) };
        let found = hexes::list(&board, holes, &at("holes"), self.sink);
        let names: Vec<String> = found.iter().map(|(hex, _)| board.name(*hex)).collect();
        let (board, _) = board.without(&names);
        Some((board, spec, names))
    }

    /// Terrain by its name, of the kind that is wanted here; made by its name where the game lists none.
    fn terrain_named(&mut self, name: &str, on: TerrainOn, place: At) -> Option<TerrainId> {
        if name == "?" {
            // Whichever terrain it is, that one only seems to be unused.
            self.names.terrain.missed.set(true);
            return None;
        }
        if !self.names.terrain.stated && self.names.terrain.get(name).is_none() {
            let terrain = Terrain {
                id: name.to_owned(),
                name: None,
                on,
                layer: if on == TerrainOn::Hexside { Layer::Adds } else { Layer::Replaces },
                cost: Vec::new(),
                values: BTreeMap::new(),
                rule: None,
            };
            let id = self.game.terrain.push(terrain);
            self.names.terrain.alias(name, id);
            self.names.terrain.origins.push(None);
            return Some(id);
        }
        let id = self.names.terrain.find(name, place.clone(), self.sink)?;
        let found = self.game.terrain[id].on;
        if found == on || !self.names.terrain.stated {
            return Some(id);
        }
        let word = |on| match on {
            TerrainOn::Hex => "the ground of a hex",
            TerrainOn::Feature => "a feature in a hex",
            TerrainOn::Hexside => "along hexsides",
            TerrainOn::Road => "a road",
        };
        let message = format!("terrain `{name}` is {}, expected {}", word(found), word(on));
        let mut diag = Diag::new(&codes::WRONG_LAYER, place, message).help("use another terrain here, or correct its `on`");
        if let Some(origin) = crate::origins::of(&self.names.terrain.origins, id) {
            diag = diag.related(origin.at("on"), "declared here");
        }
        self.sink.report(diag);
        self.names.terrain.missed.set(true);
        None
    }

    fn ground(&mut self, value: &format::Map, origin: Origin, map: &mut Map) {
        let Some(terrain) = &value.terrain else { return };
        let at = |field: &str| origin.at("terrain").field(field);
        if let Some(default) = &terrain.default {
            let id = self.terrain_named(&default.0, TerrainOn::Hex, at("default"));
            map.ground.fill(id);
        }
        let mut legend: BTreeMap<char, Option<TerrainId>> = BTreeMap::new();
        for (glyph, name) in terrain.legend.iter().flatten() {
            let place = at("legend").field(glyph);
            let id = self.terrain_named(name, TerrainOn::Hex, place.clone());
            let mut chars = glyph.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if !c.is_whitespace() => {
                    legend.insert(c, id);
                }
                (first, _) => {
                    legend.extend(first.map(|c| (c, id)));
                    let message = format!("legend entry `{glyph}` is not one glyph");
                    self.sink.report(
                        Diag::new(&codes::UNKNOWN_GLYPH, place.key(), message).help("use one letter or sign for each terrain"),
                    );
                }
            }
        }
        let mut used: BTreeSet<char> = BTreeSet::new();
        if let Some(rows) = &terrain.rows {
            self.glyphs(rows, &at("rows"), &legend, &mut used, map);
            for (glyph, name) in terrain.legend.iter().flatten() {
                let is_used = glyph.chars().any(|c| used.contains(&c));
                self.origins.map.legend.push((at("legend").field(glyph).key(), glyph.clone(), name.clone(), is_used));
            }
        }
        let list = self.list::<format::Hex>(origin, "terrain.hexes");
        self.incomplete.map |= list.incomplete;
        let mut seen: BTreeMap<HexId, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let Some(hex) = hexes::hex(&map.board, &value.hex, origin.at("hex"), self.sink) else { continue };
            if let Some(&first) = seen.get(&hex) {
                let message = format!("hex {} stands twice in the list of hexes", map.board.name(hex));
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("hex"), message).related(first.at("hex"), "first here");
                self.sink.report(diag.help("keep one of the two"));
                continue;
            }
            seen.insert(hex, origin);
            if let Some(name) = &value.terrain {
                let id = self.terrain_named(&name.0, TerrainOn::Hex, origin.at("terrain"));
                if let Some(slot) = map.ground.get_mut(hex.index()) {
                    *slot = id;
                }
            }
            let values = values(value.values);
            if !values.is_empty() {
                map.values.insert(hex, values);
            }
        }
    }

    fn glyphs(
        &mut self,
        rows: &[String],
        place: &At,
        legend: &BTreeMap<char, Option<TerrainId>>,
        used: &mut BTreeSet<char>,
        map: &mut Map,
    ) {
        let Some(sheet) = map.board.sheets().first() else { return };
        let (columns, wanted) = (sheet.grid().columns() as usize, sheet.grid().rows() as usize);
        if rows.len() != wanted {
            let message = format!("{} rows of glyphs, the grid has {wanted}", rows.len());
            self.sink.report(
                Diag::new(&codes::GLYPH_ROWS, place.clone(), message)
                    .help("write one row of glyphs for each row of the grid, north on top"),
            );
        }
        let lengths: BTreeSet<usize> = rows.iter().map(|row| row.chars().filter(|c| !c.is_whitespace()).count()).collect();
        let mut lengths = lengths.into_iter();
        if let (Some(length), None) = (lengths.next(), lengths.next())
            && length != columns
            && rows.len() > 1
        {
            let message = format!("every row has {length} glyphs, the grid has {columns} columns");
            let place = place.clone();
            self.sink.report(Diag::new(&codes::GLYPH_ROWS, place, message).help("correct `columns` of the grid, or the rows"));
            used.extend(rows.iter().flat_map(|row| row.chars()));
            return;
        }
        for (r, row) in rows.iter().enumerate() {
            let glyphs: Vec<(usize, char)> = row.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
            let here = place.clone().index(r);
            if glyphs.len() != columns {
                let message = format!("row {} has {} glyphs, the grid has {columns} columns", r + 1, glyphs.len());
                self.sink.report(
                    Diag::new(&codes::GLYPH_ROWS, here.clone(), message)
                        .help("write one glyph for each hex; blanks do not count"),
                );
                used.extend(glyphs.iter().map(|(_, c)| *c));
                continue;
            }
            for (c, (byte, glyph)) in glyphs.into_iter().enumerate() {
                used.insert(glyph);
                let cell = Cell { column: u32::try_from(c).unwrap_or(0), row: u32::try_from(r).unwrap_or(0) };
                let hex = sheet.hex(cell);
                match legend.get(&glyph) {
                    Some(id) => {
                        if let Some(slot) = hex.and_then(|hex| map.ground.get_mut(hex.index())) {
                            *slot = *id;
                        }
                    }
                    None => {
                        let name = hex.map(|hex| map.board.name(hex)).unwrap_or_default();
                        let message = format!("glyph `{glyph}` is not in the legend");
                        let diag = Diag::new(&codes::UNKNOWN_GLYPH, here.clone().bytes(byte..byte + glyph.len_utf8()), message);
                        self.sink
                            .report(diag.label(format!("hex {name}")).help("add it to `legend`, or correct it").at_hex(name));
                    }
                }
            }
        }
    }

    fn places(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Town>(origin, "places");
        self.names.places.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let class = value.class.as_ref().and_then(|c| self.terrain_named(&c.0, TerrainOn::Feature, origin.at("class")));
            let hexes = hexes::list(&map.board, &value.hexes, &origin.at("hexes"), self.sink);
            let values = values(value.values);
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map_or_else(|| value.name.clone(), |id| id.0);
            let place = Place {
                id: id.clone(),
                name: value.name.clone(),
                class,
                hexes: hexes.into_iter().map(|(h, _)| h).collect(),
                values,
            };
            let added = self.names.places.add(&mut map.places, &id, Some(origin), origin.at(id_field), place, self.sink);
            if let Some(added) = added {
                self.names.places.alias(&value.name, added);
            }
        }
    }

    fn features(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::HexsideFeature>(origin, "hexsides");
        self.names.features.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let class = self.terrain_named(&value.class.0, TerrainOn::Hexside, origin.at("class"));
            let mut sides: BTreeSet<Hexside> = BTreeSet::new();
            match (&value.between, &value.sides) {
                (Some(banks), _) => {
                    let bank = |lower: &mut Self, i: usize| -> BTreeSet<HexId> {
                        let text = format::HexList::Text(banks.get(i).cloned().unwrap_or_default());
                        let place = origin.at("between").index(i);
                        hexes::list(&map.board, &text, &place, lower.sink).into_iter().map(|(h, _)| h).collect()
                    };
                    let before = self.sink.len();
                    let (one, other) = (bank(self, 0), bank(self, 1));
                    for &a in &one {
                        let across = map.board.neighbours(a).into_iter().flatten().filter(|b| other.contains(b));
                        sides.extend(across.filter_map(|b| map.board.hexside_between(a, b)));
                    }
                    if sides.is_empty() && self.sink.len() == before {
                        let message = "the two banks touch nowhere";
                        self.sink.report(
                            Diag::new(&codes::NOT_ADJACENT, origin.at("between"), message)
                                .help("name hexes on either bank that touch each other"),
                        );
                    }
                }
                (None, Some(text)) => {
                    for (bytes, word) in hexes::words(text) {
                        sides.extend(hexes::hexside(&map.board, word, origin.at("sides").bytes(bytes), self.sink));
                    }
                }
                (None, None) => {
                    let message = "a hexside feature needs `between` or `sides`";
                    let help = "write \"between\": [\"one bank\", \"other bank\"]";
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help(help));
                }
            }
            let Some(class) = class else {
                self.names.features.incomplete = true;
                continue;
            };
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map(|id| id.0).or_else(|| value.name.clone());
            let feature = Feature { id: id.clone(), name: value.name.clone(), class, sides: sides.into_iter().collect() };
            match id {
                Some(id) => {
                    let added =
                        self.names.features.add(&mut map.features, &id, Some(origin), origin.at(id_field), feature, self.sink);
                    if let (Some(added), Some(name)) = (added, &value.name) {
                        self.names.features.alias(name, added);
                    }
                }
                None => {
                    map.features.push(feature);
                    self.names.features.origins.push(Some(origin));
                }
            }
        }
    }

    fn roads(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Road>(origin, "roads");
        self.incomplete.map |= list.incomplete;
        for Read { origin, value, .. } in list.items {
            let class = self.terrain_named(&value.class.0, TerrainOn::Road, origin.at("class"));
            let before = self.sink.len();
            let through = hexes::chain(&map.board, &value.through, &origin.at("through"), self.sink);
            // A hex that could not be read leaves a gap that is not the author's.
            let whole = self.sink.len() == before;
            let name = value.name.as_ref().map_or_else(|| "this road".to_owned(), |n| format!("road `{n}`"));
            for pair in through.windows(2) {
                let [(a, _), (b, place)] = pair else { continue };
                let distance = map.board.distance(*a, *b);
                if distance != 1 && whole {
                    let (from, to) = (map.board.name(*a), map.board.name(*b));
                    let message = if distance == 0 {
                        format!("{name} has hex {to} twice in a row")
                    } else {
                        format!("{name} jumps from {from} to {to}, {distance} hexes away")
                    };
                    let line = map.board.line(*a, *b);
                    let missing: Vec<String> = line.iter().filter(|h| *h != a && h != &b).map(|h| map.board.name(*h)).collect();
                    let help = match missing.as_slice() {
                        [] => "write it once".to_owned(),
                        _ if missing.len() > 6 => "write the hexes between them, or correct one of the two".to_owned(),
                        _ => {
                            format!("write the hexes between them, for example {}, or correct one of the two", missing.join(" "))
                        }
                    };
                    self.sink.report(Diag::new(&codes::BROKEN_CHAIN, place.clone(), message).help(help).at_hex(to));
                }
            }
            let leaves = value.leaves.iter().flatten().map(|&e| edge(e)).collect();
            match class {
                Some(class) => {
                    let through = through.into_iter().map(|(h, _)| h).collect();
                    map.roads.push(Road { name: value.name, class, through, leaves });
                }
                None => self.incomplete.map = true,
            }
        }
    }

    /// Named bridges, and one wherever a road crosses a hexside feature.
    fn bridges(&mut self, origin: Origin, map: &mut Map, broken: bool) {
        let wet: BTreeSet<Hexside> = map.features.values().flat_map(|f| f.sides.iter().copied()).collect();
        let mut crossings: BTreeSet<Hexside> = BTreeSet::new();
        for road in map.roads.values() {
            for pair in road.through.windows(2) {
                if let [a, b] = pair {
                    crossings.extend(map.board.hexside_between(*a, *b).filter(|side| wet.contains(side)));
                }
            }
        }
        let list = self.list::<format::Bridge>(origin, "bridges");
        self.names.bridges.absorb(&list);
        let mut named: BTreeMap<Hexside, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let Some(side) = hexes::hexside(&map.board, &value.at, origin.at("at"), self.sink) else {
                self.names.bridges.incomplete = true;
                continue;
            };
            let written = map.board.hexside_name(side);
            if !crossings.contains(&side) && !broken && !self.incomplete.map && !self.names.features.partial() {
                let lacks = if wet.contains(&side) { "no road crosses it" } else { "nothing is there to cross" };
                let message = format!("bridge at {written}, but {lacks}");
                self.sink.report(
                    Diag::new(&codes::NO_CROSSING, origin.at("at"), message)
                        .help("correct the hexside, or lead road and river through it"),
                );
            }
            if let Some(&first) = named.get(&side) {
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("at"), format!("bridge at {written} stands twice"));
                self.sink.report(diag.related(first.at("at"), "first here").help("keep one of the two"));
                continue;
            }
            named.insert(side, origin);
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map(|id| id.0).or_else(|| value.name.clone());
            let bridge = Bridge { side, id: id.clone(), name: value.name.clone(), weak: value.weak.unwrap_or(false) };
            match id {
                Some(id) => {
                    let added =
                        self.names.bridges.add(&mut map.bridges, &id, Some(origin), origin.at(id_field), bridge, self.sink);
                    if let (Some(added), Some(name)) = (added, &value.name) {
                        self.names.bridges.alias(name, added);
                    }
                }
                None => {
                    map.bridges.push(bridge);
                    self.names.bridges.origins.push(Some(origin));
                }
            }
        }
        for side in crossings.into_iter().filter(|side| !named.contains_key(side)) {
            map.bridges.push(Bridge { side, id: None, name: None, weak: false });
            self.names.bridges.origins.push(None);
        }
        self.origins.map.bridges = self.names.bridges.origins.clone();
    }
}

pub(super) fn edge(edge: format::Edge) -> Edge {
    match edge {
        format::Edge::North => Edge::North,
        format::Edge::East => Edge::East,
        format::Edge::South => Edge::South,
        format::Edge::West => Edge::West,
    }
}

/// Column and row of the first hex, read as the numbering is written.
fn first_numbers(numbering: &str, first: &str) -> Option<(u32, u32)> {
    let (mut column, mut row) = (None, None);
    let mut rest = first;
    let mut pattern = numbering.chars().peekable();
    while let Some(kind) = pattern.next() {
        let mut width = 1;
        while pattern.peek() == Some(&kind) {
            pattern.next();
            width += 1;
        }
        let is_part = |c: char| if matches!(kind, 'C' | 'R') { c.is_ascii_digit() } else { c.is_ascii_uppercase() };
        match kind {
            'C' | 'R' | 'A' | 'a' => {
                let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                // A padded number has just so many digits; `101` is not `0101`.
                let padded = matches!(kind, 'C' | 'R') && width > 1;
                if padded && length < width {
                    return None;
                }
                let length = if padded { width } else { length };
                let (text, after) = rest.split_at_checked(length)?;
                let number = match kind {
                    'C' | 'R' => text.parse().ok()?,
                    // Only single letters can be first: A is 1.
                    _ => u32::from(text.bytes().next()?.checked_sub(b'A')?) + 1,
                };
                if matches!(kind, 'C' | 'A') {
                    column = Some(number)
                } else {
                    row = Some(number)
                }
                rest = after;
            }
            divider => {
                for _ in 0..width {
                    rest = rest.strip_prefix(divider)?;
                }
            }
        }
    }
    if rest.is_empty() { Some((column?, row?)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::first_numbers;

    #[test]
    fn the_first_hex_is_read_as_it_is_numbered() {
        assert_eq!(first_numbers("CCRR", "0101"), Some((1, 1)));
        assert_eq!(first_numbers("RRCC", "0510"), Some((10, 5)));
        assert_eq!(first_numbers("CC.RR", "10.00"), Some((10, 0)));
        assert_eq!(first_numbers("ARR", "B03"), Some((2, 3)));
        assert_eq!(first_numbers("CCRR", "01x1"), None);
        assert_eq!(first_numbers("CCRR", "010101"), None);
    }
}
