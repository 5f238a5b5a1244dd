//! Counters where they stand on a map.

use std::collections::BTreeMap;

use super::counter::Faces;
use super::hexmap::{self, Drawn, Options};
use super::scene::{Group, Node, Point, Scene, Transform};
use crate::hexgrid::HexId;
use crate::model::{Game, Location, Scenario, UnitId, Where};

/// Counters of a hex, the lowest first: each with the face that it shows, by its place among its faces.
pub type Stack = (HexId, Vec<(UnitId, usize)>);

/// So many counters of a stack are drawn; those beneath stay hidden.
const SEEN: usize = 4;

/// How large a counter on the map is beside a hex, and how far each of a stack is shifted beside its size.
const SIZE: f64 = 0.62;
const SHIFT: f64 = 0.1;

/// The box that a stack of so many covers, from the centre of its hex: its upper left corner and its lower right one.
pub(super) fn covered(count: usize, across: f64) -> (Point, Point) {
    let half = across * SIZE / 2.0;
    let shift = across * SIZE * SHIFT * count.clamp(1, SEEN).saturating_sub(1) as f64;
    (Point { x: -half, y: -half - shift }, Point { x: half + shift, y: half })
}

/// How many counters stand where: names keep off them.
pub fn counted(stacks: &[Stack]) -> Vec<(HexId, usize)> {
    stacks.iter().map(|(hex, stack)| (*hex, stack.len())).collect()
}

/// The map with the counters that stand on it; nothing if the map has neither hexes nor boxes.
pub fn draw(game: &Game, options: &Options, stacks: &[Stack]) -> Option<(Scene, f64)> {
    let options = Options { counters: counted(stacks), ..options.clone() };
    let mut drawn = hexmap::draw(game, &options)?;
    put(game, &mut drawn, stacks);
    Some((drawn.scene, drawn.across))
}

/// Puts counters on a map that is drawn.
pub fn put(game: &Game, drawn: &mut Drawn, stacks: &[Stack]) {
    put_on(game, &mut drawn.scene, drawn.across, &drawn.centres, stacks);
}

/// Puts counters on the first page of a scene whose hexes have that size and these centres.
pub fn put_on(game: &Game, scene: &mut Scene, across: f64, centres: &[Point], stacks: &[Stack]) {
    if stacks.is_empty() {
        return;
    }
    let size = across * SIZE;
    // The longer side of an oblong counter is as long as the side of a square one.
    let (wide, high) = game.art.counter_area(1.0);
    let faces = Faces::sized(game, size / wide.max(high));
    let Some(page) = scene.pages.first_mut() else { return };
    let pictures = scene.pictures.len();
    scene.pictures.extend(faces.pictures().iter().cloned());
    for (hex, stack) in stacks {
        let Some(centre) = centres.get(hex.index()) else { continue };
        let seen = stack.iter().skip(stack.len().saturating_sub(SEEN));
        for (n, (unit, face)) in seen.enumerate() {
            // Each a little higher and further to the right than the one beneath.
            let shift = size * SHIFT * n as f64;
            let (width, height) = faces.area();
            let corner = Point { x: centre.x - width / 2.0 + shift, y: centre.y - height / 2.0 - shift };
            let mut node = faces.unit(*unit, *face).cut_out(corner, faces.area());
            later(&mut node, pictures);
            let group = Group { transform: Transform::shift(0.0, 0.0), nodes: vec![node], ..Group::default() };
            page.nodes.push(Node::from(group));
        }
    }
}

/// Pictures of counters come after those of the map.
fn later(node: &mut Node, by: usize) {
    match node {
        Node::Group(group) => group.nodes.iter_mut().for_each(|node| later(node, by)),
        Node::Image(image) => image.picture += by,
        Node::Shape(_) | Node::Text(_) | Node::Stamps(_) => {}
    }
}

/// The counters that stand in hexes at the start, as the scenario lists them; nobody knows yet who is drawn.
pub fn at_start(game: &Game, scenario: &Scenario) -> Vec<Stack> {
    let mut found: BTreeMap<HexId, Vec<(UnitId, usize)>> = BTreeMap::new();
    for entry in scenario.setup.iter().filter(|entry| entry.drawn.is_none()) {
        if let Where::At(Location::Hex(hex)) = entry.at {
            let faces = game.units.at(entry.unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
            let face = faces.iter().position(|face| face.state == entry.state).unwrap_or(0);
            found.entry(hex).or_default().push((entry.unit, face));
        }
    }
    found.into_iter().collect()
}
