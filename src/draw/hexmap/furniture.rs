//! The title above the map with scale and compass, and the lines around it.

use std::collections::BTreeSet;

use super::Options;
use super::canvas::Canvas;
use super::field::turn;
use super::neat::Neat;
use super::style::{EARTH_NAME, INK, PAPER};
use crate::draw::scene::{Anchor, Face, Node, Path, Rect, Shape, Stroke, Text};
use crate::draw::{font, limits};
use crate::hexgrid::{Bounds, Point};
use crate::model::{Game, MapLayer};

/// The unit of everything around the map: larger on a larger sheet.
pub(super) fn unit(canvas: &Canvas<'_>) -> f64 {
    let Bounds { min, max } = canvas.bounds();
    (canvas.a * 0.30).max((max.x - min.x) / 95.0).clamp(2.4, 9.0)
}

/// The game's name, the scale and the compass, and how much room they take above the map.
pub(super) fn heading(
    game: &Game,
    canvas: &Canvas<'_>,
    margin: f64,
    layers: &BTreeSet<MapLayer>,
    options: &Options,
) -> (Vec<Node>, f64) {
    if !layers.contains(&MapLayer::Title) || game.name.trim().is_empty() {
        return (Vec::new(), 0.0);
    }
    let Bounds { min, max } = canvas.bounds();
    let wide = (max.x - min.x).max(120.0);
    let name = font::shown(&game.name, limits::NAME_LETTERS);
    let fs = unit(canvas);
    let mut size = fs * 2.0;
    let base = |size: f64| Point { x: margin, y: 5.0 + size * 0.72 };
    let face = Face::SerifBold.able(&name);
    let title = |size: f64| Text::new(base(size), Anchor::Start, name.to_string(), face, size, INK).small_caps().spaced(0.05);
    // Scale and compass stand to its right, where there is room.
    let rest = if canvas.board.is_empty() { 0.0 } else { fs * 4.4 + bar_hexes(canvas) * canvas.a };
    let room = (wide - rest - fs * 2.0).max(wide * 0.5);
    size *= (room / title(size).width().max(0.1)).min(1.0);
    let title = title(size);
    let mut nodes: Vec<Node> = Vec::new();
    let mut end = margin + title.width();
    nodes.push(title.into());
    if let Some(subtitle) = &options.subtitle {
        let words = font::shown(subtitle, limits::NAME_LETTERS).into_owned();
        let at = Point { x: end + fs * 1.1, y: base(size).y };
        let face = Face::SerifItalic.able(&words);
        let mut small = Text::new(at, Anchor::Start, words, face, size * 0.5, EARTH_NAME).spaced(0.02);
        let room = (margin + wide - at.x).max(1.0);
        let shrink = (room / small.width().max(0.1)).min(1.0);
        small.runs.iter_mut().for_each(|run| run.size *= shrink);
        end = at.x + small.width();
        nodes.push(small.into());
    }
    let above = fs * 2.0 * 0.72 + 3.0;
    if rest > 0.0 && margin + wide - rest > end {
        let at = Point { x: margin + wide - fs * 1.5, y: 4.5 + fs * 1.0 };
        nodes.extend(compass(at, fs * 0.95));
        let bar = Point { x: margin + wide - fs * 3.4 - bar_hexes(canvas) * canvas.a, y: 5.0 + fs * 0.8 };
        nodes.extend(scale_bar(canvas, bar, fs));
    }
    (nodes, above)
}

/// How many hexes the scale shows.
fn bar_hexes(canvas: &Canvas<'_>) -> f64 {
    let Bounds { min, max } = canvas.bounds();
    if (max.x - min.x) / canvas.a > 20.0 { 5.0 } else { 2.0 }
}

/// A scale in hexes.
fn scale_bar(canvas: &Canvas<'_>, at: Point, fs: f64) -> Vec<Node> {
    let (mut nodes, a): (Vec<Node>, f64) = (Vec::new(), canvas.a);
    let mut n = 0.0;
    let number = |n: f64| {
        let at = Point { x: at.x + n * a, y: at.y - fs * 0.18 };
        Text::new(at, Anchor::Middle, format!("{n:.0}"), Face::Regular, fs * 0.6, INK)
    };
    while n < bar_hexes(canvas) {
        let mut part = Path::new();
        part.rect(Rect { x: at.x + n * a, y: at.y, width: a, height: fs * 0.22 });
        let fill = if n % 2.0 == 0.0 { INK } else { PAPER };
        nodes.push(Shape::filled(part, fill).with_stroke(Stroke::round(INK, a * 0.02)).into());
        nodes.push(number(n).into());
        n += 1.0;
    }
    nodes.push(number(n).into());
    let below = Point { x: at.x + n * a / 2.0, y: at.y + fs * 0.85 };
    nodes.push(Text::new(below, Anchor::Middle, "hexes", Face::SerifItalic, fs * 0.62, INK).into());
    nodes
}

/// A rose of eight points; north is up.
fn compass(at: Point, r: f64) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let point = |share: f64, far: f64| {
        let (sin, cos) = turn(share);
        Point { x: at.x + far * sin, y: at.y - far * cos }
    };
    let mut ring = Path::new();
    ring.circle(at, r * 0.62);
    nodes.push(Shape::stroked(ring, Stroke::round(INK, r * 0.035)).into());
    // The four between first, beneath the others.
    for n in [1u32, 3, 5, 7, 0, 2, 4, 6] {
        let share = f64::from(n) / 8.0;
        let far = r * if n == 0 {
            1.25
        } else if n % 2 == 0 {
            1.0
        } else {
            0.55
        };
        let (tip, left, right) = (point(share, far), point(share - 0.125, r * 0.17), point(share + 0.125, r * 0.17));
        for (side, fill) in [(left, PAPER), (right, INK)] {
            let mut half = Path::new();
            half.polygon(&[at, side, tip]);
            nodes.push(Shape::filled(half, fill).with_stroke(Stroke::round(INK, r * 0.03)).into());
        }
    }
    let north = Point { x: at.x + r * 0.55, y: at.y - r * 0.75 };
    nodes.push(Text::new(north, Anchor::Middle, "N", Face::SerifBold, r * 0.62, INK).into());
    nodes
}

/// The frame: a thin line at the ground's edge, and a thin and a thick one around it.
pub(super) fn neat_line(neat: &Neat, a: f64) -> Vec<Node> {
    let line = |off: f64, wide: f64| {
        let path = neat.path(off * a);
        let stroke = Stroke { join: crate::draw::scene::Join::Miter, ..Stroke::butt(INK, wide * a) };
        Node::from(Shape::stroked(path, stroke))
    };
    [(0.0, 0.03), (0.09, 0.016), (0.165, 0.05)].map(|(off, wide)| line(off, wide)).to_vec()
}
