//! The author's fonts and pictures, read once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::scene::{Face, Picture};
use super::super::vector::Vector;
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
    },
    /// Lines.
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
            Asset::Vector(vector) => (vector.width, vector.height),
        }
    }
}

/// All of them.
pub(super) struct Assets {
    fonts: BTreeMap<String, Face>,
    by_path: BTreeMap<String, Asset>,
    pub(super) pictures: Vec<Picture>,
    /// Files that are no picture or font, and why.
    pub(super) unreadable: BTreeMap<String, String>,
}

impl Assets {
    pub(super) fn new(game: &Game) -> Assets {
        let mut all =
            Assets { fonts: BTreeMap::new(), by_path: BTreeMap::new(), pictures: Vec::new(), unreadable: BTreeMap::new() };
        for (name, path) in &game.art.fonts {
            match game.art.files.get(path).map(|bytes| Face::own(bytes)) {
                Some(Some(face)) => drop(all.fonts.insert(name.clone(), face)),
                Some(None) => drop(all.unreadable.insert(path.clone(), "it is no TTF or OTF font".to_owned())),
                None => {}
            }
        }
        let map: BTreeSet<&str> = game.art.map.images.iter().map(|image| image.path.as_str()).collect();
        for (path, bytes) in &game.art.files {
            if !is_picture(path) || map.contains(path.as_str()) {
                continue;
            }
            match read(path, bytes, all.pictures.len()) {
                Ok((asset, picture)) => {
                    all.pictures.extend(picture);
                    all.by_path.insert(path.clone(), asset);
                }
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

    pub(super) fn font(&self, name: &str) -> Option<Face> {
        self.fonts.get(name).copied()
    }
}

fn read(path: &str, bytes: &Arc<[u8]>, number: usize) -> Result<(Asset, Option<Picture>), String> {
    if path.to_ascii_lowercase().ends_with(".svg") {
        return Vector::read(bytes).map(|vector| (Asset::Vector(Arc::new(vector)), None));
    }
    let picture = Picture::shared(bytes).ok_or("it is neither a PNG nor a JPEG")?;
    let (width, height) = picture.size().ok_or("its size cannot be read")?;
    let solid = !picture.may_be_clear();
    Ok((Asset::Picture { number, size: (f64::from(width), f64::from(height)), solid }, Some(picture)))
}
