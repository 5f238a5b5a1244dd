//! A piece as a counter: which of its layers are its faces, and what stands on it.

use super::module::Slot;
use super::pictures::{Drawn, Pictures};
use super::piece::Piece;
use super::report::Report;
use super::traits::{self, Layer, Words};
use crate::source::limits;

/// A face: its pictures from below, and what its level is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) drawn: Vec<Drawn>,
    /// What the level is called; empty if it has no name.
    pub(super) name: String,
    /// Whether that name is added to the piece's, rather than put in its stead.
    pub(super) added: bool,
    /// The level of the layer.
    pub(super) level: i64,
    /// The picture of that level, or of what lies below where it has none.
    pub(super) own: String,
}

/// A piece as a counter.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) name: String,
    pub(super) faces: Vec<Face>,
    /// The face that shows.
    pub(super) shows: usize,
    /// The layer of its faces.
    pub(super) layer: String,
    /// Words of that layer's menu.
    pub(super) menu: String,
    pub(super) words: Words,
    pub(super) owners: Vec<String>,
    pub(super) back: Option<String>,
    /// Layers that are too many: the first, and how many.
    pub(super) layers_beyond: Option<(String, usize)>,
    /// Levels of the layer of its faces that are too many.
    pub(super) levels_beyond: usize,
    /// Layers that are no faces, by name, and whether they show.
    pub(super) other_layers: Vec<(String, bool)>,
    /// What VASSAL does with it and a printed counter does not.
    pub(super) other_traits: Vec<&'static str>,
    /// What it looks like: its pictures, whatever shows.
    pub(super) looks: Vec<String>,
    /// The pictures of all its layers, those that are no faces too, and of its back.
    pub(super) all_looks: Vec<String>,
    /// The prototypes that it is made of.
    pub(super) made_of: Vec<String>,
}

/// Levels of a layer that are faces.
pub(super) const LEVELS: usize = 24;

/// Words that say that a layer is the faces of a counter.
const FACES: [&str; 9] = ["step", "flip", "reduc", "face", "side", "back", "front", "turn over", "strength"];

impl Counter {
    /// Reads a piece, called as its slot is where it has no name.
    pub(super) fn of(piece: &Piece, entry: &str, own: bool, pictures: &mut Pictures<'_, '_>, report: &mut Report) -> Counter {
        // From the innermost, which is drawn first.
        let words = Words { own, ..Words::of(piece) };
        let mut all = piece.traits.iter().rev().filter_map(Layer::of).filter(Layer::shows);
        let layers: Vec<Layer> = all.by_ref().take(limits::PIECE_LAYERS).map(|layer| layer.followed(&words)).collect();
        let layers_beyond = all.next().map(|first| (first.called(), 1 + all.count()));
        let base = (!piece.image.is_empty()).then(|| piece.image.clone());
        layers.iter().flat_map(|layer| &layer.images).for_each(|image| pictures.mention(image));
        let chosen = choose(&layers, base.as_deref(), pictures, report);
        let drawn = |level: i64| -> Vec<Drawn> {
            let mut all: Vec<Drawn> =
                base.iter().map(|image| Drawn { image: image.clone(), offset: (0, 0), scale: 1.0 }).collect();
            for (n, layer) in layers.iter().enumerate() {
                let level = if Some(n) == chosen { level } else { layer.value };
                let image = layer.image(level).map(ToOwned::to_owned);
                all.extend(image.map(|image| Drawn { image, offset: layer.offset, scale: layer.scale }));
            }
            all
        };
        let principal = chosen.and_then(|n| layers.get(n));
        let levels: Vec<i64> = match principal {
            None => vec![0],
            Some(layer) => {
                let last = i64::try_from(layer.images.len().min(LEVELS)).unwrap_or(0);
                // Where it can be switched off, what lies below is a face too.
                let first = if layer.always || base.is_none() { 1 } else { 0 };
                (first..=last.max(first)).collect()
            }
        };
        // Each face names the pictures of all layers; a module of many pieces could name the same without end.
        let levels = if pictures.pay(levels.len() * (layers.len() + 1)) {
            levels
        } else {
            report.lost("faces", "all counters together have more faces than are read", piece.name.clone());
            levels.into_iter().take(1).collect()
        };
        let levels_beyond = principal.map_or(0, |layer| layer.images.len().saturating_sub(LEVELS));
        let shows = principal.map_or(0, |layer| levels.iter().position(|level| *level == layer.value.max(0)).unwrap_or(0));
        // A blank level looks like what lies below it: that is one face.
        let mut faces: Vec<(i64, Vec<Drawn>)> = Vec::new();
        for level in &levels {
            let drawn = drawn(*level);
            if !faces.iter().any(|(_, known)| *known == drawn) {
                faces.push((*level, drawn));
            }
        }
        let shows = levels.get(shows).map_or(0, |level| {
            let drawn = drawn(*level);
            faces.iter().position(|(_, known)| *known == drawn).unwrap_or(0)
        });
        let faces = faces.into_iter().map(|(level, drawn)| Face {
            drawn,
            name: principal.map_or(String::new(), |layer| layer.level_name(level).to_owned()),
            added: principal.is_some_and(|layer| layer.adds(level)),
            level,
            own: principal.and_then(|layer| layer.image(level)).or(base.as_deref()).unwrap_or_default().to_owned(),
        });
        let name = [piece.name.trim(), entry.trim()].into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned();
        let others =
            layers.iter().enumerate().filter(|(n, layer)| Some(*n) != chosen && !(layer.always && layer.images.len() == 1));
        let mut looks: Vec<String> = base.iter().cloned().collect();
        looks.extend(principal.iter().flat_map(|layer| layer.images.iter().cloned()));
        let mut all_looks: Vec<String> = base.iter().cloned().collect();
        all_looks.extend(layers.iter().flat_map(|layer| layer.images.iter().cloned()));
        let back = traits::mask(piece);
        all_looks.extend(back.iter().map(|image| format!("back {image}")));
        Counter {
            name,
            faces: faces.collect(),
            shows,
            layer: principal.map_or(String::new(), |layer| layer.name.clone()),
            menu: principal.map_or(String::new(), |layer| layer.words.clone()),
            words,
            owners: traits::owners(piece),
            back,
            layers_beyond,
            levels_beyond,
            other_layers: others.map(|(_, layer)| (layer.called(), layer.value > 0)).collect(),
            other_traits: piece.traits.iter().filter_map(|one| traits::about(&one.id)).collect(),
            looks,
            all_looks,
            made_of: made_of(piece),
        }
    }

    /// The counter of a slot.
    pub(super) fn of_slot(slot: &Slot, own: bool, pictures: &mut Pictures<'_, '_>, report: &mut Report) -> Counter {
        let mut counter = Counter::of(&slot.piece, &slot.entry, own, pictures, report);
        if counter.name.is_empty() {
            let image = counter.looks.iter().find(|image| !image.is_empty()).cloned().unwrap_or_default();
            counter.name = image.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default().to_owned();
        }
        counter
    }
}

fn made_of(piece: &Piece) -> Vec<String> {
    let mut all: Vec<&str> = piece.traits.iter().filter_map(|one| one.from.as_deref()).collect();
    all.dedup();
    all.into_iter().map(ToOwned::to_owned).collect()
}

impl Layer {
    /// What people call it.
    fn called(&self) -> String {
        let named = [self.name.trim(), self.words.trim()].into_iter().find(|name| !name.is_empty());
        let image = self.images.iter().find(|image| !image.is_empty());
        named.map_or_else(|| image.cloned().unwrap_or_default(), ToOwned::to_owned)
    }

    /// Whether the name of a level is added to the piece's.
    fn adds(&self, level: i64) -> bool {
        let index = level.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let name = index.and_then(|index| self.names.get(index)).map_or("", |name| name.trim());
        name.starts_with('+') || name.ends_with('+')
    }
}

/// The layer that is the faces of a counter, if one is: by what it is called and how large its pictures are. Where none is
/// sure, the largest that changes.
fn choose(layers: &[Layer], base: Option<&str>, pictures: &mut Pictures<'_, '_>, report: &mut Report) -> Option<usize> {
    let size = base.and_then(|base| pictures.size(base, report));
    let mut best: Option<(i32, usize)> = None;
    let mut largest: Option<(u64, usize)> = None;
    for (n, layer) in layers.iter().enumerate() {
        let shown = layer.images.iter().filter(|image| !image.is_empty()).count();
        // One that never changes is a part of the picture.
        if layer.always && layer.images.len() < 2 {
            continue;
        }
        let words = format!("{} {} {}", layer.name, layer.words, layer.names.join(" ")).to_lowercase();
        let mut score = if FACES.iter().any(|word| words.contains(word)) { 4 } else { 0 };
        let own = layer.images.iter().find(|image| !image.is_empty()).cloned();
        let own = own.and_then(|image| pictures.size(&image, report));
        let mut small = false;
        match (size, own) {
            (Some(base), Some(own)) => {
                let near = |a: u32, b: u32| a.abs_diff(b) * 10 <= a.max(b);
                let less = |a: u32, b: u32| a * 10 < b * 6;
                small = less(own.0, base.0) || less(own.1, base.1);
                if near(own.0, base.0) && near(own.1, base.1) {
                    score += 3;
                } else if small {
                    score -= 5;
                }
            }
            // What lies lowest is what one sees.
            (None, _) if base.is_none() && n == 0 => score += 4,
            _ => {}
        }
        score += if shown > 1 && layer.always { 2 } else { 1 };
        if score >= 4 && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, n));
        }
        let area = own.map_or(0, |(width, height)| u64::from(width) * u64::from(height));
        let several = layer.images.len() > 1 && !small;
        if several && largest.is_none_or(|(most, _)| area > most) {
            largest = Some((area, n));
        }
    }
    if best.is_none()
        && let Some((_, n)) = largest
        && let Some(layer) = layers.get(n)
    {
        report.guessed(format!(
            "layer `{}` is taken for the faces of its counters: it is their largest with several",
            layer.called()
        ));
    }
    best.map(|(_, n)| n).or(largest.map(|(_, n)| n))
}
