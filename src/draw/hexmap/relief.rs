//! Relief: light and shade from the height of hexes, with light from the north-west, and a warmer ground the higher it
//! lies. Small spurs between the hexes are invented, unless the author does not want them.

use super::bands::Field;
use super::canvas::{Canvas, Lay};
use super::field::{Frame, fall, noise};
use super::rivers::{Waters, elevation};
use crate::draw::scene::{Color, Node, Shape};
use crate::hexgrid::Point;
use crate::model::Relief;

/// How far the height of a hex is felt.
const REACH: f64 = 1.25;
/// How far from a river its valley reaches.
const VALLEY: f64 = 0.8;
/// How close to each other heights are found.
const STEP: f64 = 0.10;

/// The ground as heights, in shares of how much they differ on this map.
pub(super) struct Heights {
    field: Field,
    /// A few heights: so much of the map lies below each.
    levels: Vec<f64>,
}

/// The heights of a map; nothing unless most of its hexes have one and they differ.
pub(super) fn heights(canvas: &Canvas<'_>, waters: &Waters, frame: Frame, seed: u32) -> Option<Heights> {
    let relief = canvas.game.art.map.relief;
    if relief == Relief::None {
        return None;
    }
    let known: Vec<(Point, f64)> =
        canvas.board.hexes().filter_map(|hex| Some((canvas.centre(hex)?, f64::from(elevation(canvas, hex)?)))).collect();
    if known.len() * 2 < canvas.board.len() {
        return None;
    }
    let mut sorted: Vec<f64> = known.iter().map(|(_, height)| *height).collect();
    sorted.sort_by(f64::total_cmp);
    let part = |share: usize| sorted.get(sorted.len() * share / 100).copied().unwrap_or(0.0);
    let span = part(95) - part(5);
    if span <= 0.0 {
        return None;
    }
    // By the map's own relief: as strong on hills of 50 m as on mountains.
    let unit = span / 300.0;
    let table: Vec<f64> = (0..=256).map(|n| fall(-f64::from(n) / 256.0 * REACH * REACH / 0.36)).collect();
    // Each hex is felt around itself, and each river: far less is asked than if every point looked around.
    let mean = part(50);
    let plain = Field::new(frame.grown(0.3), STEP, |_| mean);
    let mut felt: Vec<(f64, f64, f64)> = vec![(0.0, 0.0, 0.0); plain.len()];
    for (at, height) in &known {
        plain.near(*at, REACH, |n, far| {
            let share = usize::try_from(super::field::whole(far / (REACH * REACH) * 256.0)).unwrap_or(256);
            if let (Some((sum, weight, squares)), Some(w)) = (felt.get_mut(n), table.get(share)) {
                *sum += w * height;
                *squares += w * height * height;
                *weight += w;
            }
        });
    }
    let mut valleys: Vec<(f64, f64)> = vec![(VALLEY * VALLEY, 0.0); plain.len()];
    for stretch in &waters.stretches {
        for (at, width) in stretch.points.iter().zip(&stretch.widths).step_by(2) {
            plain.near(*at, VALLEY, |n, far| {
                if let Some(valley) = valleys.get_mut(n).filter(|(least, _)| far < *least) {
                    *valley = (far, *width);
                }
            });
        }
    }
    let field = plain.mapped(|n, at, mean| {
        let (sum, weight, squares) = felt.get(n).copied().unwrap_or_default();
        let height = if weight > 0.0 { sum / weight } else { mean };
        // Where the hexes around lie level, so does the ground between them.
        let rough = if weight > 0.0 { (squares / weight - height * height).max(0.0).sqrt() / unit } else { 0.0 };
        let rough = (rough / 36.0).clamp(0.22, 1.0);
        let valley = valleys.get(n).copied().filter(|(far, _)| *far < VALLEY * VALLEY);
        let (far, width) = valley.map_or((1.0, 0.0), |(far, width)| (far.sqrt(), width));
        let carved = 70.0 * fall(-(far / 0.36) * (far / 0.36)) * (width / 0.09).clamp(0.6, 1.4);
        let spurs = if relief == Relief::Spurs {
            let ridge = |seed: u32, wave: f64| 1.0 - noise(at, seed, wave).abs();
            rough * (far / 0.5).clamp(0.15, 1.0) * (34.0 * ridge(seed + 600, 1.1) + 14.0 * ridge(seed + 602, 0.5))
        } else {
            0.0
        };
        height / unit - if valley.is_some() { carved } else { 0.0 } + spurs
    });
    let levels = [20, 40, 60, 80, 93].map(|share| part(share) / unit + 30.0).to_vec();
    Some(Heights { field, levels })
}

impl Heights {
    /// The higher, the warmer.
    pub(super) fn tints(&self, lay: &Lay) -> Vec<Node> {
        let paths = self.levels.iter().map(|level| self.field.above(*level)).filter(|path| !path.is_empty());
        paths.map(|path| Shape::filled(lay.path(&path), Color::hex(0xa8_7f45).alpha(15)).into()).collect()
    }

    /// Light and shade.
    pub(super) fn shades(&self, lay: &Lay) -> Vec<Node> {
        let shade = self.field.sloped(|x, y| {
            let (x, y) = (x / 230.0, y / 230.0);
            (0.55 * x + 0.60 * y + 0.58) / (x * x + y * y + 1.0).sqrt() - 0.58
        });
        let dark = self.field.sloped(|x, y| {
            let (x, y) = (x / 230.0, y / 230.0);
            0.58 - (0.55 * x + 0.60 * y + 0.58) / (x * x + y * y + 1.0).sqrt()
        });
        let mut nodes: Vec<Node> = Vec::new();
        let mut add = |field: &Field, level: f64, color: Color| {
            let path = field.above(level);
            if !path.is_empty() {
                nodes.push(Shape::filled(lay.path(&path), color).into());
            }
        };
        // Not too dark: numbers must be read in the deepest valley.
        for level in [0.05, 0.12, 0.20, 0.30, 0.42] {
            add(&dark, level, Color::hex(0x4a_3a22).alpha(16));
        }
        for level in [0.06, 0.12, 0.18, 0.24] {
            add(&shade, level, Color::hex(0xff_fbe8).alpha(28));
        }
        nodes
    }
}
