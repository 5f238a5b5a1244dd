//! Plots: bars with their intervals, lines and shares over turns, and hexes by how much happened in them.

use super::hexmap::Drawn;
use super::scene::{Anchor, Color, Face, Fill, Node, Page, Path, Point, Rect, Scene, Shape, Stroke, Text};
use super::words::Ruler;
use crate::hexgrid::{HexId, Top};

const INK: Color = Color::hex(0x22_1f1a);
const SOFT: Color = Color::hex(0x6b_6354);
const RULE: Color = Color::hex(0xd8_d2c4);
/// Letters.
const SIZE: f64 = 3.2;
/// Colours that can be told apart by everybody (Okabe and Ito, 2008).
const COLORS: [Color; 7] = [
    Color::hex(0x00_72b2),
    Color::hex(0xd5_5e00),
    Color::hex(0x00_9e73),
    Color::hex(0xcc_79a7),
    Color::hex(0xe6_9f00),
    Color::hex(0x56_b4e9),
    Color::hex(0x4d_4d4d),
];

/// The colour of the n-th of several.
pub fn color(n: usize) -> Color {
    COLORS.get(n % COLORS.len()).copied().unwrap_or(INK)
}

/// A share of a whole, and between what it may lie.
pub struct Bar {
    pub label: String,
    /// From 0 to 1.
    pub share: f64,
    /// How sure it is; nothing if that is not asked.
    pub between: Option<(f64, f64)>,
    pub note: String,
    pub color: Color,
}

/// Values of one kind over turns.
pub struct Series {
    pub name: String,
    pub color: Color,
    /// Nothing where there is none.
    pub values: Vec<Option<f64>>,
}

fn scene(title: &str, width: f64, height: f64, nodes: Vec<Node>) -> Scene {
    let page = Page { title: title.to_owned(), width, height, ground: None, nodes };
    Scene { title: title.to_owned(), pages: vec![page], pictures: Vec::new() }
}

fn text(nodes: &mut Vec<Node>, x: f64, y: f64, anchor: Anchor, words: &str, color: Color) {
    nodes.push(Text::new(Point { x, y }, anchor, words, Face::Regular, SIZE, color).into());
}

fn line(nodes: &mut Vec<Node>, from: (f64, f64), to: (f64, f64), color: Color, width: f64) {
    let mut path = Path::new();
    path.line(Point { x: from.0, y: from.1 }, Point { x: to.0, y: to.1 });
    nodes.push(Shape::stroked(path, Stroke::butt(color, width)).into());
}

fn block(nodes: &mut Vec<Node>, rect: Rect, color: Color) {
    let mut path = Path::new();
    path.rect(rect);
    nodes.push(Shape { path, fill: Some(Fill::Color(color)), stroke: None }.into());
}

/// Shares as bars beneath each other, each with the interval that it lies in.
pub fn bars(title: &str, bars: &[Bar]) -> Scene {
    let ruler = Ruler::new();
    let left = bars.iter().map(|bar| ruler.width(Face::Regular, &bar.label, SIZE)).fold(20.0, f64::max).min(90.0) + 3.0;
    let (row, wide, right) = (7.0, 110.0, 46.0);
    let high = row * bars.len() as f64 + 8.0;
    let mut nodes = Vec::new();
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        let x = left + share * wide;
        line(&mut nodes, (x, 2.0), (x, high - 6.0), RULE, 0.2);
        text(&mut nodes, x, high - 2.0, Anchor::Middle, &format!("{:.0} %", share * 100.0), SOFT);
    }
    for (n, bar) in bars.iter().enumerate() {
        let y = 2.0 + row * n as f64;
        text(&mut nodes, left - 2.0, y + 4.4, Anchor::End, &super::page::shortened(Face::Regular, &bar.label, SIZE, left), INK);
        block(&mut nodes, Rect { x: left, y: y + 1.2, width: (bar.share * wide).max(0.2), height: row - 2.8 }, bar.color);
        if let Some((low, high)) = bar.between {
            let (from, to, middle) = (left + low * wide, left + high * wide, y + row / 2.0 - 0.2);
            line(&mut nodes, (from, middle), (to, middle), INK, 0.35);
            for x in [from, to] {
                line(&mut nodes, (x, middle - 1.0), (x, middle + 1.0), INK, 0.35);
            }
        }
        text(&mut nodes, left + wide + 3.0, y + 4.4, Anchor::Start, &bar.note, SOFT);
    }
    scene(title, left + wide + right, high, nodes)
}

/// Where a plot over turns stands on its page.
struct Frame {
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
    steps: usize,
}

impl Frame {
    fn x(&self, n: usize) -> f64 {
        self.left + self.wide * n as f64 / self.steps.saturating_sub(1).max(1) as f64
    }

    fn y(&self, share: f64) -> f64 {
        self.top + self.high * (1.0 - share)
    }

    fn turns(&self, nodes: &mut Vec<Node>, turns: &[String]) {
        let every = turns.len().div_ceil(16).max(1);
        for (n, turn) in turns.iter().enumerate().filter(|(n, _)| n % every == 0) {
            text(nodes, self.x(n), self.top + self.high + 5.0, Anchor::Middle, turn, SOFT);
        }
    }

    fn key(&self, nodes: &mut Vec<Node>, series: &[Series]) {
        for (n, one) in series.iter().enumerate() {
            let y = self.top + 3.0 + n as f64 * 5.0;
            let x = self.left + self.wide + 5.0;
            block(nodes, Rect { x, y: y - 2.2, width: 3.0, height: 2.4 }, one.color);
            text(nodes, x + 4.5, y, Anchor::Start, &one.name, INK);
        }
    }
}

/// Values over turns, a line for each.
pub fn lines(title: &str, turns: &[String], series: &[Series]) -> Scene {
    let all = || series.iter().flat_map(|one| one.values.iter().flatten().copied());
    let low = all().fold(0.0, f64::min);
    let high = all().fold(low + 1e-9, f64::max);
    let ruler = Ruler::new();
    let word = |value: f64| if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.1}") };
    let left = ruler.width(Face::Regular, &word(high), SIZE).max(8.0) + 4.0;
    let key = series.iter().map(|one| ruler.width(Face::Regular, &one.name, SIZE)).fold(10.0, f64::max) + 14.0;
    let frame = Frame { left, top: 3.0, wide: 110.0, high: 42.0, steps: turns.len() };
    let mut nodes = Vec::new();
    for part in 0..=2 {
        let share = f64::from(part) / 2.0;
        let y = frame.y(share);
        line(&mut nodes, (frame.left, y), (frame.left + frame.wide, y), RULE, 0.2);
        text(&mut nodes, left - 2.0, y + 1.1, Anchor::End, &word(low + (high - low) * share), SOFT);
    }
    frame.turns(&mut nodes, turns);
    for one in series {
        let mut path = Path::new();
        let points: Vec<Point> = one
            .values
            .iter()
            .enumerate()
            .filter_map(|(n, value)| Some(Point { x: frame.x(n), y: frame.y((value.as_ref()? - low) / (high - low)) }))
            .collect();
        path.polyline(&points);
        nodes.push(Shape::stroked(path, Stroke::round(one.color, 0.7)).into());
        for point in points {
            let mut dot = Path::new();
            dot.circle(point, 0.8);
            nodes.push(Shape { path: dot, fill: Some(Fill::Color(one.color)), stroke: None }.into());
        }
    }
    frame.key(&mut nodes, series);
    scene(title, frame.left + frame.wide + key, frame.high + 11.0, nodes)
}

/// Shares over turns that come to a whole, a column for each turn.
pub fn shares(title: &str, turns: &[String], series: &[Series]) -> Scene {
    let ruler = Ruler::new();
    let key = series.iter().map(|one| ruler.width(Face::Regular, &one.name, SIZE)).fold(10.0, f64::max) + 14.0;
    let column = (70.0 / turns.len().max(1) as f64).min(9.0);
    let frame = Frame { left: 2.0, top: 2.0, wide: column * turns.len() as f64, high: 24.0, steps: turns.len() };
    let mut nodes = Vec::new();
    block(&mut nodes, Rect { x: frame.left, y: frame.top, width: frame.wide, height: frame.high }, Color::hex(0xee_eae0));
    let every = turns.len().div_ceil(9).max(1);
    for (n, turn) in turns.iter().enumerate() {
        let x = frame.left + column * n as f64;
        let mut y = frame.top + frame.high;
        for one in series {
            let share = one.values.get(n).copied().flatten().unwrap_or(0.0);
            y -= share * frame.high;
            block(&mut nodes, Rect { x, y, width: column * 0.94, height: share * frame.high }, one.color);
        }
        if n % every == 0 {
            text(&mut nodes, x + column / 2.0, frame.top + frame.high + 4.5, Anchor::Middle, turn, SOFT);
        }
    }
    frame.key(&mut nodes, series);
    scene(title, frame.left + frame.wide + key, frame.high + 9.0, nodes)
}

/// Hexes of a map by how much happened in them, to be laid over it: the more, the less can be seen through.
pub fn heat(title: &str, drawn: &Drawn, top: Top, hexes: &[(HexId, i64)], color: Color) -> Scene {
    let (width, height) = drawn.scene.pages.first().map_or((1.0, 1.0), |page| (page.width, page.height));
    let most = hexes.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1) as f64;
    let radius = drawn.across / 3f64.sqrt();
    let turned: f64 = match top {
        Top::Flat => 0.0,
        Top::Pointy => 30.0,
    };
    let mut nodes = Vec::new();
    for (hex, count) in hexes {
        let Some(centre) = drawn.centres.get(hex.index()) else { continue };
        let corner = |n: u32| {
            let angle = (turned + 60.0 * f64::from(n)).to_radians();
            Point { x: centre.x + radius * angle.cos(), y: centre.y + radius * angle.sin() }
        };
        let mut path = Path::new();
        path.polygon(&[0, 1, 2, 3, 4, 5].map(corner));
        // The root, so that what happens seldom is seen beside what happens all the time.
        let share = (*count as f64 / most).sqrt();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 30 and 215")]
        let opaque = (30.0 + share * 185.0) as u8;
        nodes.push(Shape { path, fill: Some(Fill::Color(color.alpha(opaque))), stroke: None }.into());
    }
    scene(title, width, height, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(values: &[Option<f64>]) -> Vec<Series> {
        vec![Series { name: "red".to_owned(), color: color(0), values: values.to_vec() }]
    }

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        let bar = |share| Bar { label: "a".to_owned(), share, between: Some((0.1, 0.9)), note: String::new(), color: color(0) };
        let drawn = bars("won", &[bar(0.5), bar(0.25)]);
        let widths: Vec<f64> = drawn.pages[0]
            .nodes
            .iter()
            .filter_map(|node| match node {
                Node::Shape(Shape { path, fill: Some(_), .. }) => path.bounds().map(|bounds| bounds.width),
                _ => None,
            })
            .collect();
        assert!((widths[0] - 2.0 * widths[1]).abs() < 1e-9, "{widths:?}");
    }

    #[test]
    fn plots_without_values_are_drawn_too() {
        let turns: Vec<String> = ["1", "2"].map(str::to_owned).to_vec();
        for scene in [
            bars("nothing", &[]),
            lines("nothing", &[], &[]),
            lines("gaps", &turns, &series(&[None, Some(-3.0)])),
            shares("one", &turns, &series(&[Some(1.0), None])),
        ] {
            let page = &scene.pages[0];
            assert!(page.width.is_finite() && page.height.is_finite(), "{}", scene.title);
            let sound = |node: &Node| match node {
                Node::Shape(shape) => shape.path.bounds().is_none_or(|bounds| bounds.x.is_finite() && bounds.y.is_finite()),
                _ => true,
            };
            assert!(page.nodes.iter().all(sound), "{}", scene.title);
        }
    }
}
