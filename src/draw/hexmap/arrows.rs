//! Arrows in hexes, each beside the hexside that it leads over: full ones of the first kind, open ones of the others.

use super::canvas::{Canvas, Lay, plus, unit};
use super::roads::stroke;
use super::style::{HALO, INK};
use crate::draw::scene::{Node, Path, Shape, Stroke};
use crate::hexgrid::Point;

/// How dark an arrow is: it lies below numbers and names, and roads must be seen beside it.
const SHADE: u8 = 150;

pub(super) fn draw(canvas: &Canvas<'_>, lay: &Lay) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (n, arrow) in canvas.map.arrows.values().enumerate() {
        for (from, to) in &arrow.ways {
            let (Some(at), Some(there)) = (canvas.centre(*from), canvas.centre(*to)) else { continue };
            nodes.extend(one(lay.point(at), unit(at, there), lay.a, n == 0));
        }
    }
    nodes
}

/// An arrow that leads out of a hex of this size: broad and full, or narrow and open.
pub(super) fn one(at: Point, way: Point, a: f64, broad: bool) -> [Node; 2] {
    let side = Point { x: -way.y, y: way.x };
    let corner = |along: f64, aside: f64| plus(plus(at, way, along * a), side, aside * a);
    let wide = if broad { 0.085 } else { 0.055 };
    let mut path = Path::new();
    path.polygon(&[corner(0.45, 0.0), corner(0.34, wide), corner(0.365, 0.0), corner(0.34, -wide)]);
    let rim = stroke(&path, Stroke::round(HALO.alpha(110), a * 0.03));
    let shape = match broad {
        true => Shape::filled(path, INK.alpha(SHADE)).into(),
        false => stroke(&path, Stroke::round(INK.alpha(SHADE), a * 0.014)),
    };
    [rim, shape]
}
