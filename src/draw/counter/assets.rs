//! The author's fonts and pictures, read once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::lent::Fonts;
use super::super::scene::{Face, Picture, PictureKind};
#[cfg(feature = "draw")]
use super::super::vector::Vector;
use super::super::{limits, picture, work};
use super::sizes::Sizes;
use crate::model::{Game, is_picture};

/// A picture that can be drawn.
#[derive(Clone, Debug)]
pub(super) enum Asset {
    /// Pixels.
    Picture {
        /// Its number in the scene.
        number: usize,
        /// Its width and height in pixels.
        size: (f64, f64),
        /// Whether it covers what is behind it.
        solid: bool,
        /// Whether its size is one in pixels.
        pixels: bool,
    },
    /// Lines.
    #[cfg(feature = "draw")]
    Vector(Arc<Vector>),
}

impl Asset {
    /// Whether it surely covers what is behind it: nobody knows that of lines.
    pub(super) fn is_solid(&self) -> bool {
        matches!(self, Asset::Picture { solid: true, .. })
    }

    pub(super) fn size(&self) -> (f64, f64) {
        match self {
            Asset::Picture { size, .. } => *size,
            #[cfg(feature = "draw")]
            Asset::Vector(vector) => (vector.width, vector.height),
        }
    }
}

/// All of them.
pub(super) struct Assets {
    fonts: BTreeMap<String, Face>,
    /// The same, to be lent to whoever draws.
    pub(super) lendable: Fonts,
    pub(super) by_path: BTreeMap<String, Asset>,
    pub(super) pictures: Vec<Picture>,
    /// The images of the map that can be drawn, by their path.
    pub(super) map_images: BTreeMap<String, Picture>,
    /// Files that are no picture or font, and why.
    pub(super) unreadable: BTreeMap<String, String>,
    /// Sizes of letters, by the width of counters: found once for all who draw.
    sizes: Mutex<BTreeMap<u64, Arc<Sizes>>>,
}

impl Assets {
    pub(super) fn new(game: &Game) -> Assets {
        let mut all = Assets {
            fonts: BTreeMap::new(),
            lendable: Fonts::default(),
            by_path: BTreeMap::new(),
            pictures: Vec::new(),
            map_images: BTreeMap::new(),
            unreadable: BTreeMap::new(),
            sizes: Mutex::new(BTreeMap::new()),
        };
        for (name, path) in &game.art.fonts {
            match game.art.files.get(path).map(|bytes| Face::own(bytes)) {
                Some(Ok(face)) => drop(all.fonts.insert(name.clone(), face)),
                Some(Err(why)) => drop(all.unreadable.insert(path.clone(), why)),
                None => {}
            }
        }
        all.lendable = Fonts::named(all.fonts.iter().map(|(name, face)| (name.as_str(), *face)));
        let map: BTreeSet<&str> = game.art.map.images.iter().map(|image| image.path.as_str()).collect();
        let files: Vec<(&String, &Arc<[u8]>, bool)> = game
            .art
            .files
            .iter()
            .map(|(path, bytes)| (path, bytes, map.contains(path.as_str())))
            .filter(|(path, _, map)| *map || is_picture(path))
            .collect();
        // Every pixel is looked at here, and nowhere else: so all are counted first.
        let mut left = limits::ALL_PIXELS;
        let files: Vec<(&String, &Arc<[u8]>, bool, bool)> = files
            .into_iter()
            .map(|(path, bytes, map)| {
                let (width, height) = Picture::shared(bytes).and_then(|picture| picture.size()).unwrap_or_default();
                let pixels = u64::from(width) * u64::from(height);
                let fits = pixels <= left;
                left -= if fits { pixels } else { 0 };
                (path, bytes, map, fits)
            })
            .collect();
        let read = work::map(&files, |(path, bytes, map, fits)| match fits {
            true => read(path, bytes, *map),
            false => Err(format!("with it the pictures have more than {} million pixels", limits::ALL_PIXELS / 1_000_000)),
        });
        for ((path, _, map, _), read) in files.into_iter().zip(read) {
            match read {
                Ok(Read::Picture(picture)) if map && picture.kind == PictureKind::Svg => {}
                Ok(Read::Picture(picture)) if map => drop(all.map_images.insert(path.clone(), picture)),
                Ok(Read::Picture(picture)) => {
                    let (width, height) = picture.size().unwrap_or((1, 1));
                    let size = (f64::from(width), f64::from(height));
                    let (number, solid) = (all.pictures.len(), !picture.may_be_clear());
                    let pixels = picture.kind != PictureKind::Svg;
                    all.pictures.push(picture);
                    all.by_path.insert(path.clone(), Asset::Picture { number, size, solid, pixels });
                }
                // The map lies on images of pixels only.
                #[cfg(feature = "draw")]
                Ok(Read::Vector(_)) if map => {}
                #[cfg(feature = "draw")]
                Ok(Read::Vector(vector)) => drop(all.by_path.insert(path.clone(), Asset::Vector(vector))),
                Err(why) => drop(all.unreadable.insert(path.clone(), why)),
            }
        }
        all
    }

    /// Whether there is no picture.
    pub(super) fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    pub(super) fn get(&self, path: &str) -> Option<&Asset> {
        self.by_path.get(path)
    }

    /// The author's fonts, in the order of their names.
    pub(super) fn fonts(&self) -> impl Iterator<Item = Face> {
        self.fonts.values().copied()
    }

    /// Sizes of letters that are known, or found now.
    pub(super) fn sizes(&self, key: u64, find: impl FnOnce() -> Sizes) -> Arc<Sizes> {
        // Whoever comes second waits: the first one finds the same.
        let mut known = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(key).or_insert_with(|| Arc::new(find())))
    }

    pub(super) fn font(&self, name: &str) -> Option<Face> {
        self.fonts.get(name).copied()
    }
}

/// A file that can be drawn.
enum Read {
    Picture(Picture),
    #[cfg(feature = "draw")]
    Vector(Arc<Vector>),
}

fn read(path: &str, bytes: &Arc<[u8]>, map: bool) -> Result<Read, String> {
    if path.to_ascii_lowercase().ends_with(".svg") {
        return drawing(bytes);
    }
    picture::sound(bytes, if map { limits::MAP_PIXELS } else { limits::PICTURE_PIXELS }).map(Read::Picture)
}

#[cfg(feature = "draw")]
fn drawing(bytes: &Arc<[u8]>) -> Result<Read, String> {
    Vector::read(bytes).map(|vector| Read::Vector(Arc::new(vector)))
}

/// Whoever shows the SVG that is made of a scene can show this one too.
#[cfg(not(feature = "draw"))]
fn drawing(bytes: &Arc<[u8]>) -> Result<Read, String> {
    if bytes.len() > limits::SVG_BYTES {
        return Err(format!("it has more than {} MiB", limits::SVG_BYTES >> 20));
    }
    Picture::drawing(bytes).map(Read::Picture).ok_or_else(|| "it is no SVG that says its size".to_owned())
}
