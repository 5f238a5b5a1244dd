//! Pictures of a module: copied, turned into what our tools read, or laid over each other where a piece has several.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use image::{DynamicImage, RgbaImage, imageops};

use super::archive::Shelf;
use super::drawing::{self, Others};
use super::picture::{FileKind, Known, decoded, looked_at, png, scaled};
use super::report::Report;
use super::xml::Component;
use crate::draw::limits::{MAP_PIXELS, PICTURE_PIXELS};
use crate::draw::work;
use crate::source::limits;

/// Pictures of all faces of all counters.
const DRAWN: usize = 1_000_000;
/// Pixels of one picture that is worked on: with four bytes each, and twice.
const WORKED: u64 = 32_000_000;

/// A picture on a face: which, how far its middle lies from that of the piece, and how large it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drawn {
    pub(super) image: String,
    pub(super) offset: (i64, i64),
    pub(super) scale: f64,
}

pub(super) struct Pictures<'s, 'f> {
    shelf: &'s mut Shelf<'f>,
    known: BTreeMap<String, Option<Known>>,
    /// The path of each picture in the new folder.
    paths: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    made: BTreeMap<String, Option<String>>,
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// Names that pieces and boards ask for and that are not there.
    pub(super) missing: BTreeSet<String>,
    /// Files that drawings refer to.
    others: Others,
    /// Names that only we find.
    misspelt: BTreeSet<String>,
    /// Pictures that are too large, and were told.
    told: BTreeSet<String>,
    covers: BTreeMap<String, bool>,
    /// Pictures that were drawn into others.
    inside: BTreeSet<String>,
    /// The last number that was given to pictures of one name.
    numbers: BTreeMap<String, u32>,
    /// Every picture of the layers of all counters, also of those that are no faces.
    mentioned: BTreeSet<String>,
    /// How many pictures of faces may still be named.
    drawn: usize,
    /// Pixels that may still be worked on.
    pixels: u64,
}

impl<'s, 'f> Pictures<'s, 'f> {
    pub(super) fn new(shelf: &'s mut Shelf<'f>) -> Self {
        Pictures {
            shelf,
            known: BTreeMap::new(),
            paths: BTreeMap::new(),
            taken: BTreeSet::new(),
            made: BTreeMap::new(),
            files: BTreeMap::new(),
            missing: BTreeSet::new(),
            others: Others::new(),
            misspelt: BTreeSet::new(),
            told: BTreeSet::new(),
            covers: BTreeMap::new(),
            inside: BTreeSet::new(),
            numbers: BTreeMap::new(),
            mentioned: BTreeSet::new(),
            drawn: DRAWN,
            pixels: limits::MODULE_PIXELS,
        }
    }

    /// A picture that some layer names.
    pub(super) fn mention(&mut self, name: &str) {
        if !self.mentioned.contains(name) {
            self.mentioned.insert(name.to_owned());
        }
    }

    /// Whether so many pictures of faces may still be named.
    pub(super) fn pay(&mut self, drawn: usize) -> bool {
        let left = self.drawn.checked_sub(drawn);
        self.drawn = left.unwrap_or(self.drawn);
        left.is_some()
    }

    /// The archive's name of a picture, if it is one that can be read.
    fn find(&mut self, name: &str, report: &mut Report) -> Option<String> {
        if name.is_empty() {
            return None;
        }
        let Some(asked) = self.shelf.picture(name) else {
            // What begins so is VASSAL's own.
            if !self.missing.contains(name) && !name.starts_with('/') {
                self.missing.insert(name.to_owned());
            }
            return None;
        };
        if !asked.by_vassal && self.misspelt.insert(name.to_owned()) {
            report.guessed(format!(
                "the picture `{name}` is taken to be `{}`; VASSAL minds every letter and folder, and shows nothing there",
                asked.name
            ));
        }
        self.load(&asked.name, report).then_some(asked.name)
    }

    /// The bytes of a picture, wherever they are by now.
    fn bytes(&self, full: &str) -> &[u8] {
        let held = self.known.get(full).and_then(Option::as_ref).map(|known| known.bytes.as_slice()).unwrap_or_default();
        let copied = || self.paths.get(full).and_then(|path| self.files.get(path)).map(Vec::as_slice).unwrap_or_default();
        if held.is_empty() { copied() } else { held }
    }

    /// Reads every picture of the archive, on all cores: those of old modules must be turned into others.
    pub(super) fn prepare(&mut self, report: &mut Report) {
        let names: Vec<String> = self.shelf.names().filter(|name| is_picture(name)).map(ToOwned::to_owned).collect();
        let read: Vec<(String, Result<Vec<u8>, String>)> =
            names.into_iter().filter_map(|name| self.shelf.read(&name).map(|read| (name, read))).collect();
        let bytes: u64 = read.iter().filter_map(|(_, read)| read.as_ref().ok()).map(|bytes| bytes.len() as u64).sum();
        let svgs = read.iter().filter(|(name, _)| name.to_ascii_lowercase().ends_with(".svg"));
        let texts = svgs.filter_map(|(_, read)| std::str::from_utf8(read.as_ref().ok()?).ok());
        let wanted: BTreeSet<String> = texts.flat_map(drawing::refers_to).collect();
        for name in wanted {
            let file = name.split('#').next().unwrap_or_default();
            let path = format!("images/{file}");
            if let Some((_, Ok(bytes))) = read.iter().find(|(full, _)| *full == path) {
                self.others.insert(name, Arc::new(bytes.clone()));
            }
        }
        self.pixels = limits::MODULE_PIXELS.saturating_add(bytes.saturating_mul(20));
        let mut looked: Vec<(String, Result<Known, String>)> = work::map_owned(read, |(name, read)| {
            let known = read.and_then(|bytes| looked_at(&name, bytes));
            (name, known)
        });
        // One after the other, so that the same are refused in every run.
        for (_, known) in &mut looked {
            let refused = known.as_ref().ok().and_then(|known| self.refused(known));
            if let Some(why) = refused {
                *known = Err(why);
            }
        }
        let others = &self.others;
        let looked = work::map_owned(looked, |(name, known)| (name, known.and_then(|known| known.readable(others))));
        for (name, known) in looked {
            if let Err(why) = &known {
                report.lost("picture", why, name.clone());
            }
            self.known.insert(name, known.ok());
        }
    }

    /// Why a picture is not turned into one of another kind, if it must be and is too large.
    fn refused(&mut self, known: &Known) -> Option<String> {
        let fine = !matches!(known.kind, FileKind::Other(_) | FileKind::Drawing) || worth(&mut self.pixels, known.size);
        let (width, height) = known.size;
        (!fine).then(|| format!("its {width} × {height} pixels are more than are turned into a PNG"))
    }

    /// Reads a picture once.
    fn load(&mut self, full: &str, report: &mut Report) -> bool {
        if let Some(known) = self.known.get(full) {
            return known.is_some();
        }
        let known = match self.shelf.read(full) {
            None => None,
            Some(Err(why)) => {
                report.lost("picture", &why, full);
                None
            }
            Some(Ok(bytes)) => match looked_at(full, bytes).and_then(|known| match self.refused(&known) {
                Some(why) => Err(why),
                None => known.readable(&self.others),
            }) {
                Ok(known) => Some(known),
                Err(why) => {
                    report.lost("picture", &why, full);
                    None
                }
            },
        };
        let found = known.is_some();
        self.known.insert(full.to_owned(), known);
        found
    }

    /// Width and height of a picture.
    pub(super) fn size(&mut self, name: &str, report: &mut Report) -> Option<(u32, u32)> {
        let full = self.find(name, report)?;
        self.known.get(&full)?.as_ref().map(|known| known.size)
    }

    /// The path of a picture in the new folder.
    pub(super) fn path(&mut self, name: &str, report: &mut Report) -> Option<String> {
        self.small_enough(name, PICTURE_PIXELS, report)
    }

    /// The same for a picture of the map, which may be larger.
    pub(super) fn of_map(&mut self, name: &str, report: &mut Report) -> Option<String> {
        self.small_enough(name, MAP_PIXELS, report)
    }

    fn small_enough(&mut self, name: &str, most: u64, report: &mut Report) -> Option<String> {
        let full = self.find(name, report)?;
        self.drawable(&full, most, report).then(|| self.copied(&full)).flatten()
    }

    /// Whether a picture is whole, and small enough for what it is for.
    fn drawable(&mut self, full: &str, most: u64, report: &mut Report) -> bool {
        let why = self.known.get(full).and_then(Option::as_ref).and_then(|known| known.beyond(most));
        let Some(why) = why else { return true };
        if self.told.insert(full.to_owned()) {
            report.lost("picture", &why, full);
        }
        false
    }

    fn copied(&mut self, full: &str) -> Option<String> {
        if let Some(path) = self.paths.get(full) {
            return Some(path.clone());
        }
        let known = self.known.get_mut(full)?.as_mut().filter(|known| known.beyond(MAP_PIXELS).is_none())?;
        let ending = match known.kind {
            FileKind::Jpeg => "jpg",
            FileKind::Svg => "svg",
            FileKind::Png | FileKind::Drawing | FileKind::Other(_) => "png",
        };
        // From now on the new folder holds it.
        let bytes = std::mem::take(&mut known.bytes);
        let path = self.fresh(full, ending);
        self.paths.insert(full.to_owned(), path.clone());
        self.files.insert(path.clone(), bytes);
        Some(path)
    }

    /// A path that is safe everywhere, and that no other picture has in whatever letters.
    fn fresh(&mut self, name: &str, ending: &str) -> String {
        let name = name.strip_prefix("images/").unwrap_or(name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut safe = String::new();
        for c in stem.chars() {
            let c = if c.is_alphanumeric() || matches!(c, '_' | '.') { c } else { '-' };
            if c != '-' || !safe.ends_with('-') {
                safe.push(c);
            }
        }
        let safe: String = safe.trim_matches(['-', '.']).chars().take(80).collect();
        let safe = if safe.is_empty() { "picture".to_owned() } else { safe };
        // Thousands may have one name: each looks on from the last number that was given.
        let mut number = self.numbers.get(&safe).copied().unwrap_or(1);
        loop {
            let path = if number == 1 { format!("images/{safe}.{ending}") } else { format!("images/{safe}-{number}.{ending}") };
            if self.taken.insert(path.to_lowercase()) {
                if number > 1 {
                    self.numbers.insert(safe, number);
                }
                return path;
            }
            number += 1;
        }
    }

    /// Whether a picture hides what lies below it: hardly anything of it is clear.
    fn covers(&mut self, full: &str) -> bool {
        if let Some(known) = self.covers.get(full) {
            return *known;
        }
        let covers = match self.known.get(full).and_then(Option::as_ref) {
            Some(known) if known.kind == FileKind::Jpeg || known.kind == FileKind::Svg => true,
            // What is not looked at hides what lies below it.
            Some(known) if !worth(&mut self.pixels, known.size) => true,
            Some(known) => decoded(known.kind, self.bytes(full)).is_none_or(|picture| {
                if !picture.color().has_alpha() {
                    return true;
                }
                let pixels = picture.to_rgba8();
                let clear = pixels.pixels().filter(|pixel| pixel.0.last().is_some_and(|alpha| *alpha < 128)).count();
                clear * 4 < pixels.len() / 4
            }),
            None => true,
        };
        self.covers.insert(full.to_owned(), covers);
        covers
    }

    /// The picture of a face whose pictures lie over each other, from below: a path in the new folder.
    pub(super) fn face(&mut self, drawn: &[Drawn], report: &mut Report) -> Option<String> {
        let mut found: Vec<(String, Drawn)> = Vec::new();
        for one in drawn {
            if let Some(full) = self.find(&one.image, report).filter(|full| self.drawable(full, PICTURE_PIXELS, report)) {
                found.push((full, one.clone()));
            }
        }
        // Whatever lies under a picture that hides it need not be drawn.
        let size = |this: &Self, full: &str| this.known.get(full).and_then(Option::as_ref).map_or((0, 0), |known| known.size);
        let mut from = 0;
        for n in 1..found.len() {
            let Some((full, one)) = found.get(n).cloned() else { continue };
            let plain = one.offset == (0, 0) && (one.scale - 1.0).abs() < 0.001;
            let own = size(self, &full);
            let larger = found.iter().take(n).skip(from).all(|(below, _)| {
                let (width, height) = size(self, below);
                own.0 + 2 >= width && own.1 + 2 >= height
            });
            if plain && larger && self.covers(&full) {
                from = n;
            }
        }
        let found = found.split_off(from);
        match found.as_slice() {
            [] => None,
            [(full, one)] if one.offset == (0, 0) => self.copied(&full.clone()),
            several => self.laid_over(several, report),
        }
    }

    fn laid_over(&mut self, drawn: &[(String, Drawn)], report: &mut Report) -> Option<String> {
        let key = drawn.iter().map(|(full, one)| format!("{full}\n{:?} {}\n", one.offset, one.scale)).collect::<String>();
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        let sizes = drawn.iter().filter_map(|(full, _)| Some(self.known.get(full)?.as_ref()?.size));
        let fine =
            sizes.collect::<Vec<_>>().into_iter().all(|size| size.0 <= LAID && size.1 <= LAID && worth(&mut self.pixels, size));
        let made = Some(drawn).filter(|_| fine).and_then(|drawn| self.compose(drawn)).map(|bytes| {
            self.inside.extend(drawn.iter().map(|(full, _)| full.clone()));
            let first = drawn.first().map_or("face", |(full, _)| full.as_str());
            let stem = first.rsplit_once('.').map_or(first, |(stem, _)| stem).to_owned();
            let path = self.fresh(&format!("{stem}-with"), "png");
            self.files.insert(path.clone(), bytes);
            path
        });
        // Lines cannot be laid over pixels here: the lowest picture stands alone then.
        let made = made.or_else(|| {
            let (full, _) = drawn.first()?;
            report.lost("picture of a face", "pictures that lie over it cannot be drawn into it", full.clone());
            self.copied(&full.clone())
        });
        self.made.insert(key, made.clone());
        made
    }

    fn compose(&self, drawn: &[(String, Drawn)]) -> Option<Vec<u8>> {
        let mut layers: Vec<(RgbaImage, i64, i64)> = Vec::new();
        for (full, one) in drawn {
            let mut picture = decoded(self.known.get(full)?.as_ref()?.kind, self.bytes(full))?.to_rgba8();
            if (one.scale - 1.0).abs() > 0.001 {
                let scaled = |edge: u32| scaled(edge, one.scale);
                picture =
                    imageops::resize(&picture, scaled(picture.width()), scaled(picture.height()), imageops::FilterType::Triangle);
            }
            let (x, y) = (one.offset.0.clamp(-2000, 2000), one.offset.1.clamp(-2000, 2000));
            layers.push((picture, x, y));
        }
        // Every picture lies with its middle on that of the piece.
        let edge = |of: &dyn Fn(&(RgbaImage, i64, i64)) -> i64| layers.iter().map(of).max().unwrap_or(0);
        let left = edge(&|(p, x, _)| i64::from(p.width()) / 2 - x);
        let right = edge(&|(p, x, _)| i64::from(p.width()) - i64::from(p.width()) / 2 + x);
        let top = edge(&|(p, _, y)| i64::from(p.height()) / 2 - y);
        let bottom = edge(&|(p, _, y)| i64::from(p.height()) - i64::from(p.height()) / 2 + y);
        let (width, height) = (u32::try_from(left + right).ok()?, u32::try_from(top + bottom).ok()?);
        if width == 0 || height == 0 || width > LAID || height > LAID {
            return None;
        }
        let mut whole = RgbaImage::new(width, height);
        for (picture, x, y) in &layers {
            let at = (left + x - i64::from(picture.width()) / 2, top + y - i64::from(picture.height()) / 2);
            imageops::overlay(&mut whole, picture, at.0, at.1);
        }
        png(&DynamicImage::ImageRgba8(whole))
    }

    /// Copies what nobody asked for too, so that nothing is lost; told: what nothing in the module mentions. `known` holds
    /// what its components and pages mention.
    pub(super) fn rest(&mut self, known: &BTreeSet<String>, mentioned: &BTreeSet<&str>, report: &mut Report) -> Vec<String> {
        let own = self.mentioned.iter().map(String::as_str);
        let asked = mentioned.iter().copied().chain(own).filter_map(|name| self.shelf.picture(name));
        let mentioned: BTreeSet<String> = asked.map(|asked| asked.name).collect();
        let names: Vec<String> = self.shelf.names().filter(|name| is_picture(name)).map(ToOwned::to_owned).collect();
        let mut idle = Vec::new();
        for full in names {
            // VASSAL shows these instead of the others to whoever speaks that language: they are its own.
            if full.starts_with("images_") {
                continue;
            }
            if self.paths.contains_key(&full) || self.inside.contains(&full) {
                // What was drawn into another is needed by VASSAL as it was.
                self.copied(&full);
                continue;
            }
            if self.load(&full, report) {
                let path = self.copied(&full);
                idle.extend(path.filter(|_| !mentioned.contains(&full) && !known.contains(&full)));
            }
        }
        idle
    }

    /// The pictures that a tree of components mentions, wherever it does, and the pages beside it.
    pub(super) fn mentioned_in(&mut self, tree: &Component) -> BTreeSet<String> {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for full in self.shelf.names().filter(|name| is_picture(name) && !name.starts_with("images_")) {
            let short = full.strip_prefix("images/").unwrap_or(full);
            names.insert(short.to_owned(), full.to_owned());
            if let Some(bare) = short.strip_suffix(".gif") {
                names.entry(bare.to_owned()).or_insert_with(|| full.to_owned());
            }
        }
        let mut found = BTreeSet::new();
        tree.each_text(&mut |text| {
            for word in text.split([';', ',', '\t', '|', '"']) {
                let word = word.trim_matches(['\\', '\'']);
                let plain = if word.contains('\\') { word.replace('\\', "").into() } else { std::borrow::Cow::Borrowed(word) };
                // A page names it after its folder, and the last field of a piece is followed by a slash.
                let last = plain.strip_prefix("images/").unwrap_or(&plain);
                // Outlines have a letter before it, and so have the styles of masks.
                let marked = || names.get(last.strip_prefix(['n', 'G'])?);
                found.extend(names.get(last).or_else(|| names.get(last.split('/').next()?)).or_else(marked).cloned());
            }
        });
        let pages: Vec<String> =
            self.shelf.names().filter(|name| is_page(name) && *name != "buildFile.xml").map(ToOwned::to_owned).collect();
        for page in pages {
            let Some(Ok(bytes)) = self.shelf.read(&page) else { continue };
            for word in String::from_utf8_lossy(&bytes).split(|c: char| c.is_control() || "\"'()#=,".contains(c)) {
                found.extend(names.get(word.rsplit('/').next().unwrap_or(word)).cloned());
            }
        }
        found
    }

    /// The names of all files of the archive.
    pub(super) fn names(&self) -> Vec<String> {
        self.shelf.names().map(ToOwned::to_owned).collect()
    }

    /// A file of the archive.
    pub(super) fn file(&mut self, name: &str) -> Option<Result<Vec<u8>, String>> {
        self.shelf.read(name)
    }

    /// The path in the new folder of a picture, by its name in the archive.
    pub(super) fn kept(&self, full: &str) -> Option<String> {
        self.paths.get(full).cloned()
    }
}

/// Whether it may show pictures: a page, a drawing that refers to others, a program of the module's own and its data.
fn is_page(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let endings = [".html", ".htm", ".xhtml", ".svg", ".css", ".class", ".properties", ".xml", ".json"];
    endings.iter().any(|ending| name.ends_with(ending))
}

/// The longest edge of pictures that are laid over each other.
const LAID: u32 = 4096;

/// Whether a picture of that size may still be worked on.
fn worth(pixels: &mut u64, size: (u32, u32)) -> bool {
    let count = u64::from(size.0) * u64::from(size.1);
    let left = pixels.checked_sub(count).filter(|_| count <= WORKED);
    *pixels = left.unwrap_or(*pixels);
    left.is_some()
}

pub(super) fn is_picture(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".png", ".jpg", ".jpeg", ".gif", ".svg", ".bmp"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_worked_on_while_there_are_any_left() {
        let mut left = limits::MODULE_PIXELS;
        assert!(!worth(&mut left, (8_000, 4_001)), "one alone has more than are worked on");
        assert!(worth(&mut left, (8_000, 4_000)) && worth(&mut left, (6_000, 3_000)));
        assert_eq!(left, 0);
        assert!(!worth(&mut left, (1, 1)));
    }
}
