//! The key: every kind of terrain that the map shows, drawn as on the map, with its name.

use std::collections::BTreeSet;

use super::canvas::{Canvas, hexagon, outward};
use super::panels::{frame, letters};
use super::style::{self, INK, LineKind};
use super::texture::{self, Patch};
use crate::draw::font;
use crate::draw::scene::{Anchor, Cap, Color, Face, Node, Path, Rect, Shape, Stroke, Text};
use crate::hexgrid::{Point, Top};
use crate::model::{Called, Game, MapLayer, Terrain, TerrainId, TerrainOn};

/// A line of the key.
pub(super) struct Item {
    id: TerrainId,
    name: String,
}

/// What of the terrain is on the map, in the order of its list.
pub(super) fn items(canvas: &Canvas<'_>, layers: &BTreeSet<MapLayer>) -> Vec<Item> {
    let map = canvas.map;
    let grounds: BTreeSet<TerrainId> = canvas.board.hexes().filter_map(|hex| map.ground(hex)).collect();
    let shown = |id: TerrainId, terrain: &Terrain| match terrain.on {
        TerrainOn::Hex => layers.contains(&MapLayer::Terrain) && grounds.contains(&id),
        TerrainOn::Feature => layers.contains(&MapLayer::Places) && map.places.values().any(|place| place.class == Some(id)),
        TerrainOn::Hexside => layers.contains(&MapLayer::Rivers) && map.features.values().any(|feature| feature.class == id),
        TerrainOn::Road => layers.contains(&MapLayer::Roads) && map.roads.values().any(|road| road.class == id),
    };
    let all = canvas.game.terrain.iter().filter(|(id, terrain)| shown(*id, terrain));
    all.map(|(id, terrain)| Item { id, name: terrain.called().to_owned() }).collect()
}

/// Across the flats of a sample hex.
fn sample(canvas: &Canvas<'_>) -> f64 {
    (canvas.a * 0.72).clamp(6.0, 16.0)
}

/// The width of a column, and how many there are.
fn columns(canvas: &Canvas<'_>, items: &[Item], width: f64) -> (f64, usize) {
    let size = letters(canvas);
    let words = items.iter().map(|item| font::width(Face::Regular, &item.name, size)).fold(0.0, f64::max);
    let column = sample(canvas) * 1.2 + 2.0 + words + 4.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100")]
    let fit = ((width - 4.0) / column).floor().clamp(1.0, 100.0) as usize;
    // As many rows as are needed, all columns alike.
    let rows = items.len().div_ceil(fit.max(1)).max(1);
    let count = items.len().div_ceil(rows).max(1);
    (column.max((width - 4.0) / f64::from(u32::try_from(count).unwrap_or(1))), count)
}

pub(super) fn size(canvas: &Canvas<'_>, items: &[Item], width: f64) -> (f64, f64) {
    let (_, count) = columns(canvas, items, width);
    let float = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let rows = float(items.len().div_ceil(count.max(1)));
    (width, letters(canvas) * 1.6 + rows * sample(canvas) * 1.22 + 3.0)
}

pub(super) fn paint(canvas: &Canvas<'_>, items: &[Item], rect: Rect, nodes: &mut Vec<Node>) {
    frame(canvas, "Terrain", rect, None, nodes);
    let (column, count) = columns(canvas, items, rect.width);
    let (across, size) = (sample(canvas), letters(canvas));
    let float = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    for (n, item) in items.iter().enumerate() {
        let x = rect.x + 3.0 + float(n % count.max(1)) * column;
        let y = rect.y + size * 1.6 + 2.0 + (float(n / count.max(1)) + 0.5) * across * 1.22 - across * 0.05;
        let centre = Point { x: x + across * 0.6, y };
        nodes.extend(swatch(canvas.game, item.id, centre, (across, canvas.a), n as u64));
        let base = Point { x: x + across * 1.2 + 2.0, y: y + size * font::CAP_HEIGHT / 2.0 };
        nodes.push(Text::new(base, Anchor::Start, item.name.clone(), Face::Regular, size, INK).into());
    }
}

/// A hex of a kind of terrain as on the map, about a point: so wide across its flats, its lines as on hexes of size `a`.
pub(in crate::draw) fn swatch(game: &Game, id: TerrainId, centre: Point, (across, a): (f64, f64), seed: u64) -> Vec<Node> {
    let Some(terrain) = game.terrain.at(id) else { return Vec::new() };
    let top = game.map.as_ref().map_or(Top::Flat, |map| map.board.top());
    let hexagon = hexagon(top, centre, across);
    let rim = Stroke::round(INK.alpha(150), across * 0.015);
    let base = style::OPEN.mix(Color::hex(0xe9_dfc4), 90);
    let sides = top.directions().map(|way| (outward(top, way), 0.03)).to_vec();
    let patch = Patch { centre, a: across, seed: seed + 77, sides, keep_off: Vec::new(), keep_out: Vec::new() };
    let mut nodes: Vec<Node> = Vec::new();
    match terrain.on {
        TerrainOn::Hex => {
            let ground = style::ground(game, id);
            nodes.push(Shape::filled(hexagon.clone(), ground.fill).into());
            nodes.extend(texture::draw(&ground, &patch));
        }
        TerrainOn::Feature => {
            nodes.push(Shape::filled(hexagon.clone(), base).into());
            if let Some(reach) = style::town_reach(game, Some(id)) {
                nodes.extend(texture::houses(&patch, reach, 0.0));
            }
        }
        TerrainOn::Hexside | TerrainOn::Road => {
            nodes.push(Shape::filled(hexagon.clone(), base).into());
            let line = style::line(game, id, a);
            let w = across * 0.5;
            let mut path = Path::new();
            let at = |x: f64, y: f64| Point { x: centre.x + x * w, y: centre.y + y * w };
            path.move_to(at(-0.95, 0.12)).cubic_to(at(-0.4, -0.35), at(0.3, 0.4), at(0.95, -0.1));
            if line.kind == LineKind::Slope {
                let mut ticks = Path::new();
                ticks.line(at(-0.9, -0.1), at(0.9, -0.1));
                for n in 0..8 {
                    let x = -0.8 + 0.23 * f64::from(n);
                    ticks.line(at(x, -0.1), at(x, if n % 2 == 0 { 0.3 } else { 0.12 }));
                }
                nodes.push(Shape::stroked(ticks, Stroke::round(line.color, line.width * 0.7)).into());
            } else {
                if let Some(casing) = line.casing {
                    nodes.push(Shape::stroked(path.clone(), Stroke::butt(casing, line.width + a * 0.024)).into());
                }
                if line.kind == LineKind::Rail {
                    let ticks = Stroke { cap: Cap::Butt, ..Stroke::butt(line.color, line.width * 3.2) };
                    nodes.push(Shape::stroked(path.clone(), ticks.dashed(&[a * 0.018, a * 0.082])).into());
                }
                nodes.push(Shape::stroked(path, Stroke::butt(line.color, line.width).dashed(&line.dash)).into());
            }
        }
    }
    nodes.push(Shape::stroked(hexagon, rim).into());
    nodes
}
