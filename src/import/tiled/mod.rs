//! Maps of Tiled: the hexes of its tile layers become terrain, and objects that have a name become places.

mod data;
mod element;
mod glyph;
mod layer;
mod lie;
mod tileset;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{Imported, Refused, put, slug, title};
use crate::format::FORMAT;
use crate::hexgrid::MAX_HEXES;
use element::Element;
use glyph::OFF;
use layer::Layers;
use lie::Lie;
use tileset::Tilesets;

/// The word of a legend for what is not on the map.
const OFF_MAP: &str = "off-map";
/// The most columns, and the most rows.
const MOST: i64 = 10_000;

/// Makes a game's folder of a hexagonal map, `.tmx` or `.tmj`. `other` reads a file that lies beside it, such as a tileset.
///
/// # Errors
/// If it is no such map, or damaged, or larger than a map may be.
pub fn import(name: &str, bytes: &[u8], other: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Imported, Refused> {
    let map = element::read(name, bytes)?;
    let refused = |why: String, help: &str| Refused::new(name, why, help);
    if map.name != "map" {
        return Err(refused(format!("it is a `{}` of Tiled, expected a map", short(&map.name)), "import the map itself"));
    }
    let orientation = map.get("orientation").unwrap_or("");
    if orientation != "hexagonal" {
        let why = format!("its orientation is `{}`, expected `hexagonal`", short(orientation));
        return Err(refused(why, "import a hexagonal map; in Tiled, Map Properties says which it is"));
    }
    let lie = Lie::of(&map).map_err(|why| refused(why, "correct it in Tiled, under Map Properties"))?;
    let mut imported = Imported::default();
    let tilesets = Tilesets::of(&map, other, &mut imported);
    let mut layers = Layers::of(&map, &mut imported).map_err(|(what, why)| {
        Refused::new(format!("{name}, layer {}", short(&what)), why, "open the map in Tiled and save its layers as CSV")
    })?;
    layers.templates(other, &mut imported);
    let room = room(&map, &layers).map_err(|why| refused(why, "import a smaller map, or a part of it"))?;
    let ground = Ground::of(&layers, room, &tilesets, &mut imported);
    if ground.kinds.is_empty() {
        return Err(refused("no visible tile layer has a tile".to_owned(), "show the layer with the terrain, and save the map"));
    }
    let places = places(&layers, &ground, lie, &tilesets, &mut imported);
    write(name, lie, &ground, places, &mut imported)?;
    Ok(imported)
}

/// Not more of a word than can be read in a message.
fn short(word: &str) -> String {
    word.chars().take(60).collect()
}

/// The hexes of a map: columns and rows of Tiled, of which the first may be below zero.
#[derive(Clone, Copy, Debug)]
struct Room {
    first: (i64, i64),
    columns: i64,
    rows: i64,
}

impl Room {
    fn index(self, column: i64, row: i64) -> Option<usize> {
        let (column, row) = (column - self.first.0, row - self.first.1);
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then(|| usize::try_from(row * self.columns + column).ok()).flatten()
    }
}

/// The size that the map has; of one that is infinite, all that is drawn.
fn room(map: &Element, layers: &Layers) -> Result<Room, String> {
    let room = if layers.infinite {
        let filled = || layers.ground().flat_map(|layer| layer.chunks.iter()).flat_map(|chunk| chunk.filled());
        let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
        for (column, row, _) in filled() {
            low = (low.0.min(column), low.1.min(row));
            high = (high.0.max(column), high.1.max(row));
        }
        if low.0 > high.0 {
            Room { first: (0, 0), columns: 1, rows: 1 }
        } else {
            Room { first: low, columns: high.0 - low.0 + 1, rows: high.1 - low.1 + 1 }
        }
    } else {
        let size = |name: &str| map.get(name).and_then(|size| size.parse::<i64>().ok()).filter(|size| *size > 0);
        let (columns, rows) = size("width").zip(size("height")).ok_or("it does not say its width and height in hexes")?;
        Room { first: (0, 0), columns, rows }
    };
    if room.columns > MOST || room.rows > MOST || room.columns.saturating_mul(room.rows) > i64::from(MAX_HEXES) {
        let (columns, rows) = (room.columns, room.rows);
        return Err(format!("it has {columns} by {rows} hexes, at most {MOST} by {MOST} and {MAX_HEXES} in all are read"));
    }
    Ok(room)
}

/// The terrain of each hex.
#[derive(Debug)]
struct Ground {
    room: Room,
    /// By row and column, a tile each; 0 is none.
    tiles: Vec<u32>,
    /// The terrain of each tile that is there, and in how many hexes.
    kinds: BTreeMap<u32, (String, usize)>,
}

impl Ground {
    /// What lies on top in each hex, as Tiled draws it.
    fn of(layers: &Layers, room: Room, tilesets: &Tilesets, imported: &mut Imported) -> Ground {
        let mut tiles = vec![0; usize::try_from(room.columns * room.rows).unwrap_or(0)];
        let (mut turned, mut outside) = (0usize, 0usize);
        for (column, row, gid) in layers.ground().flat_map(|layer| layer.chunks.iter()).flat_map(|chunk| chunk.filled()) {
            match room.index(column, row).and_then(|at| tiles.get_mut(at)) {
                Some(tile) => *tile = gid & layer::TILE,
                None => outside += 1,
            }
            turned += usize::from(gid != gid & layer::TILE);
        }
        if turned > 0 {
            imported.note(format!("tiles turned or mirrored: {turned}; taken as they are unturned"));
        }
        if outside > 0 {
            imported.note(format!("tiles outside the map's width and height: {outside}; left out"));
        }
        let mut kinds: BTreeMap<u32, (String, usize)> = BTreeMap::new();
        for gid in tiles.iter().filter(|gid| **gid != 0) {
            kinds.entry(*gid).or_insert_with(|| (tilesets.terrain(*gid), 0)).1 += 1;
        }
        Ground { room, tiles, kinds }
    }

    /// The terrain in a hex; nothing off the map.
    fn at(&self, column: i64, row: i64) -> Option<&str> {
        let gid = self.tiles.get(self.room.index(column, row)?)?;
        self.kinds.get(gid).map(|(id, _)| id.as_str()).filter(|id| *id != OFF_MAP)
    }

    /// All terrain, the most frequent first.
    fn terrain(&self) -> Vec<&str> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (id, count) in self.kinds.values().filter(|(id, _)| id != OFF_MAP) {
            *counts.entry(id).or_default() += count;
        }
        let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all.into_iter().map(|(id, _)| id).collect()
    }
}

/// How hexes are numbered: as many digits as are needed, two at least.
struct Numbers {
    columns: usize,
    rows: usize,
}

impl Numbers {
    fn of(columns: i64, rows: i64) -> Numbers {
        let digits = |number: i64| number.to_string().len().max(2);
        Numbers { columns: digits(columns), rows: digits(rows) }
    }

    /// The name of a hex, counted from 0.
    fn name(&self, column: i64, row: i64) -> String {
        format!("{:0columns$}{:0rows$}", column + 1, row + 1, columns = self.columns, rows = self.rows)
    }

    fn pattern(&self) -> String {
        "C".repeat(self.columns) + &"R".repeat(self.rows)
    }
}

/// A place: its name as it was first written, the class of its first object, and its hexes.
#[derive(Default)]
struct Place {
    name: String,
    class: String,
    hexes: BTreeSet<(i64, i64)>,
}

/// Places by their names in small letters.
type Places = BTreeMap<String, Place>;

/// Objects that have a name, in the hex in which their middle is. Several of one name are one place.
fn places(layers: &Layers, ground: &Ground, lie: Lie, tilesets: &Tilesets, imported: &mut Imported) -> Places {
    let mut places = Places::new();
    let base = layers.ground().next().map_or((0.0, 0.0), |layer| layer.offset);
    let (mut nameless, mut outside) = (0usize, Vec::new());
    for (offset, object) in &layers.objects {
        let name: String = object.get("name").unwrap_or("").chars().filter(|c| !c.is_control()).take(200).collect();
        let name = name.trim();
        if name.is_empty() {
            nameless += 1;
            continue;
        }
        let gid = object.get("gid").and_then(|gid| gid.parse::<u32>().ok()).map(|gid| gid & layer::TILE);
        let (x, y) = lie::middle(object, gid.map(|gid| tilesets.alignment(gid)));
        let hex = lie.hex(x + offset.0 - base.0, y + offset.1 - base.1);
        let Some((column, row)) = hex.filter(|(column, row)| ground.at(*column, *row).is_some()) else {
            outside.push(short(name));
            continue;
        };
        let place = places.entry(name.to_lowercase()).or_insert_with(|| Place { name: name.to_owned(), ..Place::default() });
        if let (Some(class), true) = (object.get("class").or(object.get("type")), place.class.is_empty()) {
            place.class = slug(class);
        }
        place.hexes.insert((column - ground.room.first.0, row - ground.room.first.1));
    }
    if !outside.is_empty() {
        imported.note(format!("objects outside the map: {}; left out", some(&outside)));
    }
    if nameless > 0 {
        imported.note(format!("objects without a name: {nameless}; left out"));
    }
    places
}

fn write(name: &str, lie: Lie, ground: &Ground, places: Places, imported: &mut Imported) -> Result<(), Refused> {
    let terrain = ground.terrain();
    let Some(glyphs) = glyph::glyphs(terrain.iter().copied()) else {
        let why = format!("it has {} kinds of terrain, for which there are not enough letters", terrain.len());
        return Err(Refused::new(name, why, "give tiles that are the same terrain a property `terrain` with its name"));
    };
    let stem = title(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    let called = if stem.is_empty() { "Imported Map".to_owned() } else { stem };
    imported.json("module.json", &json!({"format": FORMAT, "name": called}));
    let mut list: Vec<Value> = terrain.iter().map(|id| json!({"id": id, "name": title(id)})).collect();
    // A class of objects is a feature of its own; one that is called as terrain is has another id.
    let mut classes: BTreeMap<String, String> = BTreeMap::new();
    for class in places.values().map(|place| &place.class).filter(|class| !class.is_empty()) {
        let taken = terrain.contains(&class.as_str());
        classes.insert(class.clone(), if taken { format!("{class}-feature") } else { class.clone() });
    }
    list.extend(classes.iter().map(|(class, id)| json!({"id": id, "name": title(class), "on": "feature"})));
    imported.json("terrain.json", &Value::from(list));

    let laid = Laid::of(ground.room, lie);
    let (legend, lines) = rows(ground, lie, &laid, &glyphs);
    let mut map = json!({"grid": laid.grid(lie), "terrain": {"legend": legend, "rows": lines}});
    if !places.is_empty() {
        let name = |(column, row): (i64, i64)| laid.numbers.name(column, row);
        let hexes = |hexes: BTreeSet<(i64, i64)>| hexes.into_iter().map(name).collect::<Vec<_>>().join(" ");
        let list = places.into_values().map(|place| {
            let mut value = json!({"name": place.name, "hexes": hexes(place.hexes)});
            if let Some(id) = classes.get(&place.class) {
                put(&mut value, "class", id.clone());
            }
            value
        });
        put(&mut map, "places", list.collect::<Vec<Value>>());
    }
    imported.json("map.json", &map);
    imported.note(format!(
        "hexes are numbered {} from {} in the top left corner; if the map is printed otherwise, change `numbers` and `first` \
         in map.json",
        laid.numbers.pattern(),
        laid.numbers.name(0, 0)
    ));
    imported.note(format!(
        "terrain found: {}; movement costs are not known: add `classes` to module.json and `cost` to terrain.json",
        some(&terrain)
    ));
    Ok(())
}

/// The grid as it is written.
struct Laid {
    columns: i64,
    rows: i64,
    first_is_shifted: bool,
    numbers: Numbers,
}

impl Laid {
    fn of(room: Room, lie: Lie) -> Laid {
        // Tiled counts from 0, and an infinite map may begin anywhere.
        let first_is_shifted = lie.shifted(if lie.by_column { room.first.0 } else { room.first.1 });
        let (columns, rows) = padded(room, lie, first_is_shifted);
        Laid { columns, rows, first_is_shifted, numbers: Numbers::of(columns, rows) }
    }

    fn grid(&self, lie: Lie) -> Value {
        let mut grid = json!({
            "columns": self.columns,
            "rows": self.rows,
            "top": if lie.by_column { "flat" } else { "pointy" },
            "numbers": self.numbers.pattern(),
            "first": self.numbers.name(0, 0),
        });
        let (a, b) = if self.first_is_shifted { ((0, 0), (1, 1)) } else { ((1, 0), (0, 1)) };
        if self.columns > 1 && self.rows > 1 {
            put(&mut grid, "touching", vec![self.numbers.name(a.0, a.1), self.numbers.name(b.0, b.1)]);
        }
        grid
    }
}

/// The legend, and the rows of glyphs as seen on the map: a row that is shifted begins half a hex later.
fn rows(ground: &Ground, lie: Lie, laid: &Laid, glyphs: &BTreeMap<&str, char>) -> (Map<String, Value>, Vec<String>) {
    let first = ground.room.first;
    let glyph =
        |column: i64, row: i64| ground.at(column + first.0, row + first.1).and_then(|id| glyphs.get(id)).copied().unwrap_or(OFF);
    let mut off = false;
    let mut lines: Vec<String> = Vec::new();
    for row in 0..laid.rows {
        let indent = !lie.by_column && lie.shifted(row + first.1);
        let mut line = if indent { " ".to_owned() } else { String::new() };
        for column in 0..laid.columns {
            let glyph = glyph(column, row);
            off |= glyph == OFF;
            if column > 0 {
                line.push(' ');
            }
            line.push(glyph);
        }
        lines.push(line);
    }
    let mut legend: Map<String, Value> = glyphs.iter().map(|(id, glyph)| (glyph.to_string(), json!(id))).collect();
    if off {
        legend.insert(OFF.to_string(), json!(OFF_MAP));
    }
    (legend, lines)
}

/// Columns and rows. A single row of columns, or column of rows, cannot say which of its hexes are shifted: it gets
/// another, off the map, unless it is as it would be without a word.
fn padded(room: Room, lie: Lie, first_is_shifted: bool) -> (i64, i64) {
    match (lie.by_column, first_is_shifted) {
        (true, true) if room.rows == 1 && room.columns > 1 => (room.columns, 2),
        (false, true) if room.columns == 1 && room.rows > 1 => (2, room.rows),
        _ => (room.columns, room.rows),
    }
}

/// The first few of many.
fn some(names: &[impl AsRef<str>]) -> String {
    const FEW: usize = 12;
    let few = names.iter().take(FEW).map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ");
    if names.len() > FEW { format!("{few} and {} more", names.len() - FEW) } else { few }
}
