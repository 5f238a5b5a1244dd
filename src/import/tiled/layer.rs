//! The layers of a map, out of their groups, lowest first.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::element::{self, Element};
use super::{MOST, data, short, some};
use crate::hexgrid::MAX_HEXES;
use crate::import::Imported;

/// The bits of a number that say which tile it is; the others turn and mirror it.
pub(super) const TILE: u32 = 0x0fff_ffff;
/// Templates of objects that are read, and bytes of all of them.
const TEMPLATES: usize = 256;
const BYTES: usize = 16 << 20;
/// Tiles of all layers together.
const TILES: i64 = 16 * MAX_HEXES as i64;
/// Words in the names of layers whose tiles are no ground: English, German, French.
const LINES: [&str; 22] = [
    "road", "river", "stream", "rail", "trail", "path", "track", "bridge", "hexside", "label", "number", "grid", "straße",
    "strasse", "fluss", "bahn", "brücke", "route", "rivière", "riviere", "fleuve", "chemin",
];

/// A piece of a tile layer.
#[derive(Debug)]
pub(super) struct Chunk {
    first: (i64, i64),
    columns: i64,
    tiles: Vec<u32>,
}

impl Chunk {
    /// Column, row and number of each hex that has a tile.
    pub(super) fn filled(&self) -> impl Iterator<Item = (i64, i64, u32)> {
        let tiles = (0..).zip(&self.tiles).filter(|(_, gid)| **gid & TILE != 0);
        tiles.map(|(at, gid): (i64, &u32)| (self.first.0 + at % self.columns, self.first.1 + at / self.columns, *gid))
    }
}

/// A tile layer.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) offset: (f64, f64),
    pub(super) chunks: Vec<Chunk>,
}

/// What of the layers is taken.
#[derive(Debug, Default)]
pub(super) struct Layers<'m> {
    pub(super) infinite: bool,
    tiles: Vec<Layer>,
    /// Objects, and how far their layers are moved.
    pub(super) objects: Vec<((f64, f64), Cow<'m, Element>)>,
    hidden: Vec<String>,
    pictures: Vec<String>,
    lines: Vec<String>,
    left: i64,
}

impl<'m> Layers<'m> {
    /// All that can be seen; the name of a layer that cannot be read, and why, otherwise.
    pub(super) fn of(map: &'m Element, imported: &mut Imported) -> Result<Layers<'m>, (String, String)> {
        let mut layers = Layers { infinite: map.is("infinite", false), left: TILES, ..Layers::default() };
        layers.inside(map, (0.0, 0.0))?;
        layers.tell(imported);
        Ok(layers)
    }

    /// The tile layers.
    pub(super) fn ground(&self) -> impl Iterator<Item = &Layer> {
        self.tiles.iter()
    }

    /// Gives objects that were made of a template what that says.
    pub(super) fn templates(&mut self, other: &mut dyn FnMut(&str) -> Option<Vec<u8>>, imported: &mut Imported) {
        let mut known: BTreeMap<String, Option<Element>> = BTreeMap::new();
        let (mut missing, mut left) = (Vec::new(), BYTES);
        for (_, object) in &mut self.objects {
            let Some(source) = object.get("template").map(ToOwned::to_owned) else { continue };
            if !known.contains_key(&source) {
                let is = [".tx", ".tj", ".json"].iter().any(|ending| source.to_ascii_lowercase().ends_with(ending));
                let bytes = (is && known.len() < TEMPLATES).then(|| other(&source)).flatten().filter(|bytes| bytes.len() <= left);
                left = left.saturating_sub(bytes.as_ref().map_or(0, Vec::len));
                let found = bytes.and_then(|bytes| element::read(&source, &bytes).ok());
                let found = found.and_then(|found| found.all("object").next().cloned());
                if found.is_none() {
                    missing.push(short(&source));
                }
                known.insert(source.clone(), found);
            }
            if let Some(Some(template)) = known.get(&source) {
                *object = Cow::Owned(object.after(template));
            }
        }
        if !missing.is_empty() {
            imported.note(format!(
                "templates that cannot be read: {}; put them where the map looks for them and import again",
                some(&missing)
            ));
        }
    }

    /// Says what of them is not taken.
    fn tell(&self, imported: &mut Imported) {
        if !self.hidden.is_empty() {
            imported.note(format!("hidden layers: {}; left out, show them in Tiled and import again", some(&self.hidden)));
        }
        if !self.pictures.is_empty() {
            imported.note(format!("layers that are pictures: {}; left out", some(&self.pictures)));
        }
        if !self.lines.is_empty() {
            imported.note(format!(
                "layers that are not carried: {}; tiles do not say which hexes or hexsides they join, write `roads` or \
                 `hexsides` in map.json",
                some(&self.lines)
            ));
        }
    }

    // As deep as the file, which is bounded.
    fn inside(&mut self, group: &'m Element, moved: (f64, f64)) -> Result<(), (String, String)> {
        for part in &group.parts {
            if !matches!(part.name.as_str(), "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            let name = short(part.get("name").unwrap_or("without a name"));
            if !part.is("visible", true) {
                self.hidden.push(name);
                continue;
            }
            let offset = |name: &str| part.number(name).unwrap_or(0.0);
            let moved = (moved.0 + offset("offsetx"), moved.1 + offset("offsety"));
            match part.name.as_str() {
                "group" => self.inside(part, moved)?,
                "objectgroup" => self.objects.extend(part.all("object").map(|object| (moved, Cow::Borrowed(object)))),
                "imagelayer" => self.pictures.push(name),
                _ if !self.tiles.is_empty() && is_line(&name) => self.lines.push(name),
                _ => {
                    let chunks = self.chunks(part).map_err(|why| (format!("`{name}`"), why))?;
                    self.tiles.push(Layer { offset: moved, chunks });
                }
            }
        }
        Ok(())
    }

    fn chunks(&mut self, layer: &Element) -> Result<Vec<Chunk>, String> {
        let Some(data) = layer.all("data").next() else { return Ok(Vec::new()) };
        let mut chunks = Vec::new();
        if data.all("chunk").next().is_none() && !self.infinite {
            chunks.push(self.chunk(layer, data, data)?);
        }
        for chunk in data.all("chunk") {
            chunks.push(self.chunk(chunk, chunk, data)?);
        }
        Ok(chunks)
    }

    fn chunk(&mut self, sized: &Element, part: &Element, data: &Element) -> Result<Chunk, String> {
        let whole = |name: &str| sized.get(name).map(|number| number.parse::<i64>().map_err(|_| name.to_owned())).transpose();
        let read = |name: &str| {
            let number = whole(name).map_err(|name| format!("`{name}` of its tiles is no whole number"))?.unwrap_or(0);
            // What lies so far away is on no map, and everything that is reckoned with it stays a number.
            if number.abs() > i64::from(i32::MAX) {
                Err(format!("`{name}` of its tiles is {number}, out of all reach"))
            } else {
                Ok(number)
            }
        };
        let (x, y, columns, rows) = (read("x")?, read("y")?, read("width")?, read("height")?);
        let sound = (1..=MOST).contains(&columns) && (1..=MOST).contains(&rows) && columns * rows <= i64::from(MAX_HEXES);
        if !sound {
            return Err(format!("it has {columns} by {rows} tiles, expected 1 to {MOST} each and at most {MAX_HEXES} in all"));
        }
        self.left -= columns * rows;
        if self.left < 0 {
            return Err(format!("there are more than {TILES} tiles in all layers"));
        }
        let tiles = data::tiles(part, data, usize::try_from(columns * rows).unwrap_or(0))?;
        Ok(Chunk { first: (x, y), columns, tiles })
    }
}

/// Whether a layer by that name lies along hexes or hexsides.
fn is_line(name: &str) -> bool {
    let name = name.to_lowercase();
    LINES.iter().any(|word| name.contains(word))
}
