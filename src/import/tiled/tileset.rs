//! What a tile is called: the terrain that it stands for.

use std::collections::BTreeMap;

use super::element::{Element, read};
use super::{short, some};
use crate::import::{Imported, slug};

/// More tilesets in files of their own than any map has.
const FILES: usize = 256;

/// Bytes of all of them together: many may name one large file.
const BYTES: usize = 64 << 20;

/// The tilesets of a map, by their first number.
#[derive(Debug, Default)]
pub(super) struct Tilesets(BTreeMap<u32, Tileset>);

#[derive(Debug, Default)]
struct Tileset {
    name: Option<String>,
    tiles: BTreeMap<u32, String>,
    alignment: Option<String>,
}

impl Tilesets {
    /// All of them; one that is missing or broken is only noted.
    pub(super) fn of(map: &Element, other: &mut dyn FnMut(&str) -> Option<Vec<u8>>, imported: &mut Imported) -> Tilesets {
        let mut all = BTreeMap::new();
        let (mut files, mut missing, mut late, mut left) = (0usize, Vec::new(), Vec::new(), BYTES);
        for part in map.all("tileset") {
            let first = part.get("firstgid").and_then(|first| first.parse().ok()).unwrap_or(1);
            let Some(source) = part.get("source") else {
                all.insert(first, Tileset::of(part));
                continue;
            };
            files += 1;
            if files > FILES || left == 0 {
                late.push(short(source));
                all.insert(first, Tileset::default());
                continue;
            }
            let bytes = is_tileset(source).then(|| other(source)).flatten();
            let size = bytes.as_ref().map_or(0, Vec::len);
            let found = bytes.filter(|_| size <= left).and_then(|bytes| read(source, &bytes).ok());
            left = left.saturating_sub(size);
            match found.filter(|found| found.name == "tileset") {
                Some(found) => drop(all.insert(first, Tileset::of(&found))),
                None => {
                    missing.push(short(source));
                    all.insert(first, Tileset::default());
                }
            }
        }
        if !late.is_empty() {
            imported.note(format!(
                "tilesets beyond the first {FILES} files, or {} MiB of them: {}; their terrain is named by number, such as `tile-1`",
                BYTES >> 20,
                some(&late)
            ));
        }
        if !missing.is_empty() {
            imported.note(format!(
                "tilesets that cannot be read: {}; their terrain is named by number, such as `tile-1`; put them where the map \
                 looks for them and import again, or rename the terrain",
                some(&missing)
            ));
        }
        Tilesets(all)
    }

    /// The id of a tile's terrain.
    pub(super) fn terrain(&self, gid: u32) -> String {
        let found = self.0.range(..=gid).next_back().and_then(|(first, tileset)| {
            let number = gid - first;
            let of_set = || tileset.name.as_ref().map(|name| format!("{name}-{number}"));
            tileset.tiles.get(&number).cloned().or_else(of_set)
        });
        found.unwrap_or_else(|| format!("tile-{gid}"))
    }

    /// Which corner of a tile object is its place.
    pub(super) fn alignment(&self, gid: u32) -> &str {
        let of = self.0.range(..=gid).next_back().and_then(|(_, tileset)| tileset.alignment.as_deref());
        of.filter(|word| *word != "unspecified").unwrap_or("bottomleft")
    }
}

/// Only what is called a tileset is opened.
fn is_tileset(source: &str) -> bool {
    [".tsx", ".tsj", ".json", ".xml"].iter().any(|ending| source.to_ascii_lowercase().ends_with(ending))
}

impl Tileset {
    fn of(part: &Element) -> Tileset {
        let name = part.get("name").map(slug).filter(|name| !name.is_empty());
        let mut tiles: BTreeMap<u32, String> = BTreeMap::new();
        let colours = painted(part);
        // Properties of old files stand apart from the tile: who comes first with a property counts.
        for tile in part.all("tile") {
            let Some(id) = tile.get("id").and_then(|id| id.parse().ok()) else { continue };
            let painted = || colours.get(&id).map(String::as_str);
            let image = || tile.all("image").find_map(|image| image.get("source")).map(stem);
            let said = tile.property("terrain").or(tile.get("class")).or(tile.get("type"));
            let word = said.or_else(painted).or_else(image).map(slug).filter(|word| !word.is_empty());
            if let Some(word) = word
                && (said.is_some() || !tiles.contains_key(&id))
            {
                tiles.insert(id, word);
            }
        }
        // What nobody has named is called after the colour with which it was painted.
        for (id, word) in &colours {
            tiles.entry(*id).or_insert_with(|| word.clone());
        }
        Tileset { name, tiles, alignment: part.get("objectalignment").map(str::to_owned) }
    }
}

/// Tiles by the colour of a Wang set, or the terrain of older files, that most of their corners and edges have.
fn painted(part: &Element) -> BTreeMap<u32, String> {
    let mut found: BTreeMap<u32, String> = BTreeMap::new();
    let sets = part.all("wangsets").flat_map(|sets| sets.all("wangset")).chain(part.all("wangset"));
    for set in sets {
        let colours: Vec<&Element> = set.all("wangcolor").collect();
        for tile in set.all("wangtile") {
            let Some(id) = tile.get("tileid").and_then(|id| id.parse().ok()) else { continue };
            // They count from 1; naught is none.
            let at = most(tile.get("wangid").unwrap_or_default(), 1);
            let name = at.and_then(|at| colours.get(at)?.get("name")).map(slug).filter(|name| !name.is_empty());
            if let Some(name) = name {
                found.entry(id).or_insert(name);
            }
        }
    }
    let kinds: Vec<&Element> = part.all("terraintypes").flat_map(|all| all.all("terrain")).chain(part.all("terrain")).collect();
    for tile in part.all("tile") {
        let Some(id) = tile.get("id").and_then(|id| id.parse().ok()) else { continue };
        let at = most(tile.get("terrain").unwrap_or_default(), 0);
        let name = at.and_then(|at| kinds.get(at)?.get("name")).map(slug).filter(|name| !name.is_empty());
        if let Some(name) = name {
            found.entry(id).or_insert(name);
        }
    }
    found
}

/// The number that stands most often in a list, counted from there; the first of several.
fn most(list: &str, first: usize) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for number in list.split(',').take(16).filter_map(|word| word.trim().parse::<usize>().ok()?.checked_sub(first)) {
        *counts.entry(number).or_default() += 1;
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(number, _)| number)
}

/// The name of a file, without folder and ending.
fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
