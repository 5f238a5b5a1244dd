//! The ground: one colour beneath everything, what hangs together in one shape, textures, towns, and the grid.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::canvas::{Canvas, unit};
use super::outline::{exact, natural, parts};
use super::roads::{self, Network};
use super::style::{self, GRID, Ground, INK, OPEN, WATER_INK};
use super::texture::{self, Patch};
use crate::draw::scene::{Color, Fill, Node, Path, Pattern, Shape, Stroke};
use crate::hexgrid::{HexId, Point};
use crate::model::{TerrainId, Texture};

/// On a map with more hexes no trees and houses are drawn: they would take more room than everything else, and
/// nobody could see them.
const MOST_TEXTURED: usize = 50_000;

/// Shapes of one colour, the textures on them.
pub(super) fn terrain(canvas: &Canvas<'_>, network: &Network, numbers: &Numbers) -> Vec<Node> {
    let all: BTreeSet<HexId> = canvas.board.hexes().collect();
    let base = exact(canvas, &all);
    let mut nodes: Vec<Node> = vec![Shape::filled(base, base_fill(canvas)).into()];
    let mut kinds: BTreeMap<Option<TerrainId>, BTreeSet<HexId>> = BTreeMap::new();
    for hex in canvas.board.hexes() {
        kinds.entry(canvas.map.ground(hex)).or_default().insert(hex);
    }
    let towns = built(canvas);
    let mut textures: Vec<Node> = Vec::new();
    for (kind, hexes) in &kinds {
        let Some(ground) = kind.map(|id| style::ground(canvas.game, id)) else {
            nodes.push(unknown(exact(canvas, hexes), canvas.a));
            continue;
        };
        if !ground.open {
            nodes.extend(parts(canvas, hexes).iter().map(|part| shape(canvas, &ground, part)));
        }
        if ground.texture == Texture::None || canvas.board.len() > MOST_TEXTURED {
            continue;
        }
        for hex in hexes {
            if let Some(patch) = patch(canvas, network, *hex, numbers, towns.get(hex).copied()) {
                textures.extend(texture::draw(&ground, &patch));
            }
        }
    }
    nodes.extend(textures);
    nodes
}

fn base_fill(canvas: &Canvas<'_>) -> Color {
    let open = canvas.game.terrain.ids().map(|id| style::ground(canvas.game, id)).find(|ground| ground.open);
    open.map_or(OPEN, |ground| ground.fill)
}

fn shape(canvas: &Canvas<'_>, ground: &Ground, part: &BTreeSet<HexId>) -> Node {
    let path = natural(canvas, part);
    let (rim, width) = match ground.texture {
        Texture::Water => (WATER_INK.alpha(200), 0.018),
        Texture::Woods => (ground.fill.mix(Color::hex(0x3d_6b36), 110), 0.012),
        _ => (ground.fill.mix(INK, 38), 0.008),
    };
    Shape::filled(path, ground.fill).with_stroke(Stroke::round(rim, canvas.a * width)).into()
}

/// Ground of which nothing is said is hatched.
fn unknown(path: Path, a: f64) -> Node {
    let step = a * 0.12;
    let mut hatch = Path::new();
    let at = |x: f64, y: f64| Point { x: x * step, y: y * step };
    hatch.line(at(-0.5, 0.5), at(0.5, -0.5)).line(at(-0.5, 1.5), at(1.5, -0.5)).line(at(0.5, 1.5), at(1.5, 0.5));
    let tile = Pattern { width: step, height: step, shapes: vec![Shape::stroked(hatch, Stroke::butt(INK.alpha(70), a * 0.012))] };
    Shape { path, fill: Some(Fill::Pattern(Arc::new(tile))), stroke: None }.into()
}

/// What of a hex is covered, and what must stay free.
fn patch(canvas: &Canvas<'_>, network: &Network, hex: HexId, numbers: &Numbers, town: Option<f64>) -> Option<Patch> {
    let centre = canvas.centre(hex)?;
    let a = canvas.a;
    let roads = roads::in_hex(canvas, network, hex);
    let keep_off = roads.into_iter().map(|(from, to)| (from, to, a * 0.045)).collect();
    let mut keep_out = Vec::new();
    if let Some((at, w, h)) = numbers.get(&hex) {
        keep_out.push((*at, w + a * 0.01, h + a * 0.01));
    }
    if let Some(reach) = town {
        keep_out.push((centre, reach * a, reach * a * 0.9));
    }
    let own = canvas.map.ground(hex);
    let sides = canvas.board.top().directions().map(|way| {
        // What goes on beyond the side may come near to it.
        let same = canvas.board.neighbour(hex, way).is_none_or(|other| canvas.map.ground(other) == own);
        (canvas.outward(way), if same { -0.005 } else { 0.05 })
    });
    Some(Patch { centre, a, seed: canvas.seed(hex), sides: sides.to_vec(), keep_off, keep_out })
}

/// Hexes with buildings, and how far these reach.
fn built(canvas: &Canvas<'_>) -> BTreeMap<HexId, f64> {
    let mut found: BTreeMap<HexId, f64> = BTreeMap::new();
    for place in canvas.map.places.values() {
        if let Some(reach) = style::town_reach(canvas.game, place.class) {
            for hex in &place.hexes {
                let largest = found.entry(*hex).or_insert(reach);
                *largest = largest.max(reach);
            }
        }
    }
    found
}

/// Hexes with a feature whose look is stated: how it looks, and its colour if that is.
fn styled(canvas: &Canvas<'_>) -> BTreeMap<HexId, (Ground, Option<Color>)> {
    let mut found = BTreeMap::new();
    for place in canvas.map.places.values() {
        let Some((id, art)) = place.class.and_then(|id| Some((id, canvas.game.art.map.terrain.get(&id)?))) else { continue };
        if art.fill.is_none() && art.texture.is_none() {
            continue;
        }
        let ground = style::ground(canvas.game, id);
        let fill = art.fill.map(|_| ground.fill);
        found.extend(place.hexes.iter().map(|hex| (*hex, (ground, fill))));
    }
    found
}

/// Towns and villages, and the boxes that they take.
pub(super) fn towns(canvas: &Canvas<'_>, network: &Network) -> (Vec<Node>, Vec<(HexId, Point, f64)>) {
    let (mut nodes, mut boxes) = (Vec::new(), Vec::new());
    let own = styled(canvas);
    for (hex, reach) in built(canvas) {
        let Some(mut patch) = patch(canvas, network, hex, &Numbers::new(), None) else { continue };
        let ways = roads::in_hex(canvas, network, hex);
        for (_, _, off) in &mut patch.keep_off {
            *off = canvas.a * 0.028;
        }
        // Streets run along the first road.
        let angle = ways.first().map_or(0.0, |(from, to)| {
            let way = unit(*from, *to);
            way.y.atan2(way.x).to_degrees()
        });
        let (fill, texture) = own.get(&hex).map_or((None, None), |(ground, fill)| (*fill, Some(ground)));
        if let Some(fill) = fill.or((reach > 0.3).then_some(Color::hex(0xe3_cdbf))) {
            let mut ground = Path::new();
            ground.circle(patch.centre, reach * canvas.a * 1.04);
            let rim = if own.contains_key(&hex) { fill.mix(INK, 60) } else { Color::hex(0xb0_8f7c) };
            nodes.push(Shape::filled(ground, fill).with_stroke(Stroke::round(rim, canvas.a * 0.01)).into());
        }
        match texture.filter(|ground| !matches!(ground.texture, Texture::Town | Texture::City | Texture::None)) {
            Some(ground) => nodes.extend(texture::draw(ground, &patch)),
            None => nodes.extend(texture::houses(&patch, reach, angle)),
        }
        boxes.push((hex, patch.centre, reach * canvas.a));
    }
    (nodes, boxes)
}

/// The lines between hexes.
pub(super) fn grid(canvas: &Canvas<'_>) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let stroke = Stroke::round(GRID.alpha(120), canvas.a * 0.011);
    let hexes: Vec<HexId> = canvas.board.hexes().collect();
    for some in hexes.chunks(48) {
        let mut path = Path::new();
        for hex in some {
            for direction in canvas.board.top().directions() {
                let side =
                    canvas.board.hexside(*hex, direction).filter(|side| side.hex() == *hex && side.direction() == direction);
                if let Some((from, to)) = side.and_then(|side| canvas.hexside(side)) {
                    path.line(from, to);
                }
            }
        }
        nodes.push(Shape::stroked(path, stroke.clone()).into());
    }
    let border = exact(canvas, &hexes.into_iter().collect());
    nodes.push(Shape::stroked(border, Stroke::round(INK, canvas.a * 0.028)).into());
    nodes
}

/// Where the numbers of hexes stand: the middle, half the width and half the height of each.
pub(super) type Numbers = BTreeMap<HexId, (Point, f64, f64)>;
