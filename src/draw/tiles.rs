//! The map for print: one poster at true size, and tiles that overlap, with a plan of how they lie together.

use std::sync::Arc;

use super::lent;
use super::page::{Heading, MARGIN, Paper};
use super::path::Rect;
use super::scene::{Anchor, Color, Face, Group, Node, Page, Path, Point, Scene, Seg, Shape, Stamps, Stroke, Text, Transform};
use crate::model::Game;

const INK: Color = Color::hex(0x33_3333);
/// Below and above the map on a tile: the line and the ruler that every page carries.
const ROOM: f64 = 2.0;

/// How a map is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    page: (f64, f64),
    /// The part of the map on one tile, the overlap with it.
    tile: (f64, f64),
    across: u32,
    down: u32,
    overlap: f64,
}

impl Cut {
    fn new(map: (f64, f64), page: (f64, f64), overlap: f64) -> Cut {
        let tile = (page.0 - 2.0 * MARGIN, page.1 - 2.0 * (MARGIN + ROOM));
        let overlap = overlap.clamp(0.0, tile.0.min(tile.1) / 2.0);
        let count = |long: f64, tile: f64| {
            let count = ((long - overlap) / (tile - overlap)).ceil();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no map is wider than a PDF may be")]
            (count.clamp(1.0, 1000.0) as u32)
        };
        Cut { page, tile, across: count(map.0, tile.0), down: count(map.1, tile.1), overlap }
    }

    /// The part of the map on a tile.
    fn part(&self, column: u32, row: u32, map: (f64, f64)) -> Rect {
        let x = f64::from(column) * (self.tile.0 - self.overlap);
        let y = f64::from(row) * (self.tile.1 - self.overlap);
        Rect { x, y, width: self.tile.0.min(map.0 - x), height: self.tile.1.min(map.1 - y) }
    }
}

/// What a tile is called: a letter for its row, a number for its column.
fn label(column: u32, row: u32) -> String {
    let mut letters = String::new();
    let mut n = row;
    loop {
        let letter = char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
        letters.insert(0, letter);
        if n < 26 {
            break;
        }
        n = n / 26 - 1;
    }
    format!("{letters}{}", column + 1)
}

/// The map on sheets of paper: a plan first, then the tiles row by row.
#[must_use]
pub fn tiles(game: &Game, map: &Scene, paper: Paper, overlap: f64) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let Some(whole) = map.pages.first() else { return Vec::new() };
    let size = (whole.width, whole.height);
    let (width, height) = paper.size();
    // Upright or on its side, whichever needs fewer sheets.
    let upright = Cut::new(size, (width, height), overlap);
    let lying = Cut::new(size, (height, width), overlap);
    let cut = if lying.across * lying.down < upright.across * upright.down { lying } else { upright };
    let count = (cut.across * cut.down) as usize;
    let mut pages = vec![plan(game, whole, &cut, count)];
    let bounds: Vec<Option<Rect>> = whole.nodes.iter().map(bounds).collect();
    let mut n = 0;
    for row in 0..cut.down {
        for column in 0..cut.across {
            n += 1;
            let part = cut.part(column, row, size);
            pages.push(tile(game, whole, &bounds, &cut, part, (column, row), (n, count)));
        }
    }
    pages
}

fn tile(
    game: &Game,
    whole: &Page,
    bounds: &[Option<Rect>],
    cut: &Cut,
    part: Rect,
    (column, row): (u32, u32),
    (n, count): (usize, usize),
) -> Page {
    let corner = Point { x: MARGIN, y: MARGIN + ROOM };
    let mut clip = Path::new();
    clip.rect(part);
    let mut inside: Vec<Node> = Vec::new();
    if let Some(ground) = whole.ground {
        inside.push(Shape::filled(clip.clone(), ground).into());
    }
    let touching = whole.nodes.iter().zip(bounds).filter(|(_, bounds)| bounds.is_none_or(|bounds| meets(bounds, part)));
    inside.extend(touching.filter_map(|(node, _)| within(node, part)));
    let group = Group {
        transform: Transform::shift(corner.x - part.x, corner.y - part.y),
        clip: Some(Arc::new(clip)),
        nodes: inside,
        ..Group::default()
    };
    let mut nodes: Vec<Node> = vec![group.into()];
    let name = label(column, row);
    nodes.extend(joints(cut, corner, part, column, row));
    let (width, height) = cut.page;
    let hint = "print at 100 %, cut at the ticks, lay over the next tile";
    let heading = Heading { what: "Map", sheet: (n, count), side: &format!("tile {name}"), hint };
    nodes.extend(heading.draw(game, width, height));
    Page { title: format!("Map, tile {name}"), width, height, ground: None, nodes }
}

/// Where to cut a tile that lies over the next one, and the names of its neighbours.
fn joints(cut: &Cut, corner: Point, part: Rect, column: u32, row: u32) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let (right, bottom) = (corner.x + part.width, corner.y + part.height);
    let half = cut.overlap / 2.0;
    let mut path = Path::new();
    let mut words = |x: f64, y: f64, turn: f64, text: String| {
        let mut text = Text::new(Point { x, y }, Anchor::Middle, text, Face::Regular, 2.4, INK);
        text.rotation = turn;
        nodes.push(text.into());
    };
    let middle = (corner.x + part.width / 2.0, corner.y + part.height / 2.0);
    // Ticks in the margin, in line with the middle of the overlap: the map itself stays clean.
    if column + 1 < cut.across {
        let x = right - half;
        path.line(Point { x, y: corner.y - 0.3 }, Point { x, y: corner.y - 3.0 });
        path.line(Point { x, y: bottom + 0.3 }, Point { x, y: bottom + 3.0 });
        words(right + 2.8, middle.1, 90.0, format!("{} follows", label(column + 1, row)));
    }
    if column > 0 {
        let x = corner.x + half;
        path.line(Point { x, y: corner.y - 0.3 }, Point { x, y: corner.y - 3.0 });
        path.line(Point { x, y: bottom + 0.3 }, Point { x, y: bottom + 3.0 });
    }
    if row + 1 < cut.down {
        let y = bottom - half;
        path.line(Point { x: corner.x - 0.3, y }, Point { x: corner.x - 3.0, y });
        path.line(Point { x: right + 0.3, y }, Point { x: right + 3.0, y });
        words(middle.0, bottom + 2.6, 0.0, format!("{} follows", label(column, row + 1)));
    }
    if row > 0 {
        let y = corner.y + half;
        path.line(Point { x: corner.x - 0.3, y }, Point { x: corner.x - 3.0, y });
        path.line(Point { x: right + 0.3, y }, Point { x: right + 3.0, y });
    }
    nodes.push(Shape::stroked(path, Stroke::butt(INK, 0.15)).into());
    nodes
}

/// How the tiles lie together, over a small map.
fn plan(game: &Game, whole: &Page, cut: &Cut, count: usize) -> Page {
    let (width, height) = cut.page;
    let room = Rect { x: 0.0, y: 0.0, width, height }.grown(-MARGIN - 4.0);
    let top = room.y + 16.0;
    let scale = (room.width / whole.width).min((room.y + room.height - top - 6.0) / whole.height).min(1.0);
    let left = room.x + (room.width - whole.width * scale) / 2.0;
    let to = Transform::shift(left, top).after(Transform::scale(scale, scale));
    let mut ground = Path::new();
    ground.rect(Rect { x: 0.0, y: 0.0, width: whole.width, height: whole.height });
    let mut small: Vec<Node> = whole.ground.map(|color| Shape::filled(ground, color).into()).into_iter().collect();
    small.extend(whole.nodes.iter().filter_map(coarse));
    let mut nodes: Vec<Node> = vec![Group { transform: to, opacity: Some(0.45), nodes: small, ..Group::default() }.into()];
    let mut lines = Path::new();
    for row in 0..cut.down {
        for column in 0..cut.across {
            let part = cut.part(column, row, (whole.width, whole.height));
            let at = to.apply(Point { x: part.x, y: part.y });
            let area = Rect { x: at.x, y: at.y, width: part.width * scale, height: part.height * scale };
            lines.rect(area);
            let size = (area.width.min(area.height) * 0.4).clamp(2.5, 14.0);
            let middle = Point { x: area.x + area.width / 2.0, y: area.y + area.height / 2.0 + size * 0.36 };
            let text = Text::new(middle, Anchor::Middle, label(column, row), Face::Bold, size, Color::hex(0x8c_1d18));
            nodes.push(text.halo(Color::WHITE, size * 0.05).into());
        }
    }
    nodes.push(Shape::stroked(lines, Stroke::butt(Color::hex(0x8c_1d18), 0.3)).into());
    let told = format!(
        "{count} tiles, {} across and {} down; they overlap by {} mm. The whole map is {:.0} × {:.0} mm.",
        cut.across, cut.down, cut.overlap, whole.width, whole.height
    );
    let how = "Cut the right and lower edge of each tile at the ticks, lay it over the next one, and glue or tape them.";
    for (n, line) in [told.as_str(), how].into_iter().enumerate() {
        let at = Point { x: room.x, y: room.y + 4.0 + 4.6 * f64::from(u32::try_from(n).unwrap_or(0)) };
        let line = super::page::shortened(Face::Regular, line, 3.4, room.width);
        nodes.push(Text::new(at, Anchor::Start, line, Face::Regular, 3.4, INK).into());
    }
    let heading = Heading { what: "Map, plan of the tiles", sheet: (1, 1), side: "", hint: "keep this sheet while you assemble" };
    nodes.extend(heading.draw(game, width, height));
    Page { title: "Map, plan of the tiles".to_owned(), width, height, ground: None, nodes }
}

/// What can be seen on the plan: names and numbers, trees and houses are too small there, and many.
fn coarse(node: &Node) -> Option<Node> {
    match node {
        Node::Group(group) if matches!(group.id.as_deref(), Some("numbers" | "names")) => None,
        Node::Group(group) => {
            let nodes: Vec<Node> = group.nodes.iter().filter_map(coarse).collect();
            (!nodes.is_empty()).then(|| Group { nodes, ..group.clone_without_nodes() }.into())
        }
        Node::Stamps(_) => None,
        other => Some(other.clone()),
    }
}

fn meets(a: Rect, b: Rect) -> bool {
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

/// A box around a node, as far as it may paint; nothing if that is not known.
fn bounds(node: &Node) -> Option<Rect> {
    match node {
        Node::Shape(shape) => {
            let reach = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width * 2.0);
            shape.path.bounds().map(|bounds| bounds.grown(reach))
        }
        Node::Image(image) => Some(image.rect),
        Node::Text(text) => {
            // Turned or not, it stays within its own length.
            let size = text.runs.iter().map(|run| run.size).fold(0.0, f64::max);
            let long = text.width() + size + text.halo.map_or(0.0, |(_, width)| width);
            Some(Rect { x: text.at.x, y: text.at.y, width: 0.0, height: 0.0 }.grown(long))
        }
        Node::Group(_) | Node::Stamps(_) => None,
    }
}

/// A node without what lies elsewhere.
fn within(node: &Node, part: Rect) -> Option<Node> {
    match node {
        Node::Group(group) if group.transform.is_identity() => {
            let clip = group.clip.as_deref().map(|clip| straightened(&near(clip, part), part));
            if clip.as_ref().is_some_and(Path::is_empty) {
                return None;
            }
            let nodes: Vec<Node> = group.nodes.iter().filter_map(|node| within(node, part)).collect();
            (!nodes.is_empty()).then(|| Group { nodes, clip: clip.map(Arc::new), ..group.clone_without_nodes() }.into())
        }
        Node::Stamps(stamps) => {
            let shapes = stamps.kinds.iter().flatten().filter_map(|shape| bounds(&Node::Shape(shape.clone())));
            let own = shapes.reduce(Rect::union)?;
            let there = |(_, at): &&(usize, Point)| meets(Rect { x: own.x + at.x, y: own.y + at.y, ..own }, part);
            let at: Vec<(usize, Point)> = stamps.at.iter().filter(there).copied().collect();
            (!at.is_empty()).then(|| Stamps { kinds: Arc::clone(&stamps.kinds), at }.into())
        }
        Node::Shape(shape) => {
            let reach = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width * 2.0);
            let part = part.grown(reach);
            let path = near(&shape.path, part);
            let Shape { fill, stroke, .. } = shape;
            // Dashes are counted from the beginning of a line, so all of it is needed.
            let dashed = stroke.as_ref().is_some_and(|stroke| !stroke.dash.is_empty());
            let path = if dashed { path } else { straightened(&path, part) };
            (!path.is_empty()).then(|| Shape { path, fill: fill.clone(), stroke: stroke.clone() }.into())
        }
        other => bounds(other).is_none_or(|bounds| meets(bounds, part)).then(|| other.clone()),
    }
}

/// A path without the outlines that lie elsewhere. None of them changes what is inside or outside here, holes too: a
/// point outside of the box around an outline is never inside of it.
fn near(path: &Path, part: Rect) -> Path {
    let mut kept = Path::new();
    let mut rest = path.segs.as_slice();
    while let Some(first) = rest.first() {
        let next = rest.iter().skip(1).position(|seg| matches!(seg, Seg::Move(_))).map_or(rest.len(), |n| n + 1);
        let (own, later) = rest.split_at_checked(next).unwrap_or((rest, &[]));
        let outline = Path { segs: own.to_vec() };
        // What begins without a point goes on from the one before it.
        let whole = matches!(first, Seg::Move(_));
        if !whole || outline.bounds().is_some_and(|bounds| meets(bounds, part)) {
            kept.segs.extend(outline.segs);
        }
        rest = later;
    }
    kept
}

/// A path that goes straight where it is out of sight: steps that lie all beyond the same edge of the part are made one.
/// Both ways run in that half of the plane, so neither a fill nor a line looks different here.
fn straightened(path: &Path, part: Rect) -> Path {
    let beyond = |point: Point| {
        let (right, bottom) = (part.x + part.width, part.y + part.height);
        [point.x < part.x, point.x > right, point.y < part.y, point.y > bottom]
    };
    let both = |a: [bool; 4], b: [bool; 4]| [a[0] && b[0], a[1] && b[1], a[2] && b[2], a[3] && b[3]];
    let mut kept = Path::new();
    let (mut at, mut start) = (None, None);
    // The edges beyond which everything lies that was left out since the last step that was kept.
    let mut left: Option<[bool; 4]> = None;
    for seg in &path.segs {
        let (edges, to) = match *seg {
            Seg::Line(to) => (beyond(to), to),
            Seg::Quad(c, to) => (both(beyond(c), beyond(to)), to),
            Seg::Cubic(c, d, to) => (both(both(beyond(c), beyond(d)), beyond(to)), to),
            Seg::Move(_) | Seg::Close => {
                if let (Some(_), Some(at)) = (left.take(), at) {
                    kept.segs.push(Seg::Line(at));
                }
                kept.segs.push(*seg);
                if let Seg::Move(to) = *seg {
                    start = Some(to);
                }
                at = start;
                continue;
            }
        };
        let Some(from) = at else {
            // It begins without a point.
            kept.segs.push(*seg);
            at = Some(to);
            continue;
        };
        let more = left.map(|before| both(before, edges)).filter(|both| both.contains(&true));
        let fresh = both(beyond(from), edges);
        if more.is_some() {
            left = more;
        } else {
            if left.is_some() {
                kept.segs.push(Seg::Line(from));
            }
            left = fresh.contains(&true).then_some(fresh);
            if left.is_none() {
                kept.segs.push(*seg);
            }
        }
        at = Some(to);
    }
    if let (Some(_), Some(at)) = (left, at) {
        kept.segs.push(Seg::Line(at));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outlines_that_meet_a_tile_are_on_it() {
        let mut path = Path::new();
        path.rect(Rect { x: 0.0, y: 0.0, width: 100.0, height: 100.0 });
        path.rect(Rect { x: 60.0, y: 60.0, width: 5.0, height: 5.0 });
        path.rect(Rect { x: 300.0, y: 0.0, width: 5.0, height: 5.0 });
        let kept = near(&path, Rect { x: 10.0, y: 10.0, width: 20.0, height: 20.0 });
        assert_eq!(kept.segs.len(), path.segs.len() / 3, "the outline around it, without the hole elsewhere");
        assert_eq!(kept.bounds(), Some(Rect { x: 0.0, y: 0.0, width: 100.0, height: 100.0 }));
        assert!(near(&path, Rect { x: 200.0, y: 0.0, width: 20.0, height: 20.0 }).is_empty());
    }

    #[test]
    fn what_lies_beyond_an_edge_goes_straight() {
        let part = Rect { x: 10.0, y: 10.0, width: 10.0, height: 10.0 };
        let at = |x: f64, y: f64| Point { x, y };
        let mut round = Path::new();
        round.move_to(at(0.0, 0.0));
        // Above it, and then to its right, below it and to its left.
        round.line_to(at(5.0, -5.0));
        round.quad_to(at(12.0, 4.0), at(30.0, 0.0));
        round.line_to(at(30.0, 12.0));
        round.line_to(at(25.0, 30.0));
        round.line_to(at(0.0, 30.0));
        round.close();
        let mut square = Path::new();
        square.move_to(at(0.0, 0.0));
        square.line_to(at(30.0, 0.0));
        square.line_to(at(25.0, 30.0));
        square.line_to(at(0.0, 30.0));
        square.close();
        assert_eq!(straightened(&round, part), square);
        let mut through = Path::new();
        through.move_to(at(0.0, 15.0));
        through.line_to(at(5.0, 12.0));
        through.line_to(at(15.0, 15.0));
        through.quad_to(at(15.0, 40.0), at(16.0, 15.0));
        through.line_to(at(40.0, 15.0));
        through.line_to(at(50.0, 25.0));
        let mut seen = Path::new();
        seen.move_to(at(0.0, 15.0));
        seen.line_to(at(5.0, 12.0));
        seen.line_to(at(15.0, 15.0));
        seen.quad_to(at(15.0, 40.0), at(16.0, 15.0));
        seen.line_to(at(40.0, 15.0));
        seen.line_to(at(50.0, 25.0));
        assert_eq!(straightened(&through, part), seen, "a step that begins or ends in it, or bends into it, stays");
    }

    #[test]
    fn tiles_cover_the_map_and_overlap() {
        for (size, overlap) in [((400.0, 500.0), 10.0), ((190.0, 273.0), 10.0), ((1200.0, 90.0), 0.0), ((10.0, 10.0), 20.0)] {
            let cut = Cut::new(size, (210.0, 297.0), overlap);
            let last = cut.part(cut.across - 1, cut.down - 1, size);
            assert!((last.x + last.width - size.0).abs() < 1e-6 && (last.y + last.height - size.1).abs() < 1e-6);
            assert!(last.width > 0.0 && last.height > 0.0);
            for column in 1..cut.across {
                let (a, b) = (cut.part(column - 1, 0, size), cut.part(column, 0, size));
                assert!((a.x + a.width - b.x - overlap).abs() < 1e-6, "{size:?}");
            }
        }
        assert_eq!((label(0, 0), label(4, 1), label(0, 26)), ("A1".into(), "B5".into(), "AA1".into()));
    }
}
