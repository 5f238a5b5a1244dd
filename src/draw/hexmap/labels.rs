//! Names find their places: several candidates each, tried in order of cost; none covers another, a number or a
//! town. What finds no room is made smaller, then left out and said.

use std::collections::BTreeMap;

use super::canvas::{minus, plus};
use crate::draw::scene::{Anchor, Color, Face, Text};
use crate::draw::{font, limits};
use crate::hexgrid::{HexId, Point, Top};

/// What takes room on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taken {
    Name,
    /// A hex number.
    Number,
    /// The buildings of a town.
    Town,
    /// The letter of an entry.
    Entry,
}

/// A box that is taken: about its middle, turned clockwise by an angle.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// By what.
    pub taken: Taken,
    /// The words in it.
    pub text: String,
    /// Its middle.
    pub centre: Point,
    /// Half its width and half its height, before it is turned.
    pub half: (f64, f64),
    /// In degrees.
    pub angle: f64,
}

impl Placed {
    fn axes(&self) -> [Point; 2] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [Point { x: cos, y: sin }, Point { x: -sin, y: cos }]
    }

    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let [along, down] = self.axes();
        let (w, h) = self.half;
        [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(x, y)| plus(plus(self.centre, along, x), down, y))
    }

    /// Whether the two cover each other anywhere; mere touching does not count.
    #[must_use]
    pub fn overlaps(&self, other: &Placed) -> bool {
        let apart = |axis: Point| {
            let reach = |corners: [Point; 4]| {
                let along = corners.map(|corner| corner.x * axis.x + corner.y * axis.y);
                (along.into_iter().fold(f64::INFINITY, f64::min), along.into_iter().fold(f64::NEG_INFINITY, f64::max))
            };
            let ((a, b), (c, d)) = (reach(self.corners()), reach(other.corners()));
            b <= c + 1e-9 || d <= a + 1e-9
        };
        !self.axes().into_iter().chain(other.axes()).any(apart)
    }
}

/// Something about the drawing that the author should know.
#[derive(Clone, Debug, PartialEq)]
pub enum LayoutIssue {
    /// A name for which there is no room, not even in smaller letters.
    NoRoom {
        name: String,
        /// A hex where it belongs.
        hex: Option<HexId>,
    },
    /// A name with letters that the fonts do not have.
    NoLetters {
        name: String,
        /// A hex where it belongs.
        hex: Option<HexId>,
    },
}

/// A name that wants a place.
pub(super) struct Wanted {
    pub(super) text: String,
    pub(super) face: Face,
    pub(super) size: f64,
    pub(super) color: Color,
    pub(super) halo: Color,
    pub(super) hex: Option<HexId>,
    /// Whether it must be said when it finds no room.
    pub(super) needed: bool,
    /// What may be tried, given the width at a size: the likelier, the sooner.
    pub(super) spots: Spots,
}

/// Where a name may stand.
pub(super) enum Spots {
    /// Around a point, clear of something that reaches so far; further points cost more.
    Around(Vec<(Point, f64)>),
    /// Along a curve, off it by so much on either side; the lines are points.
    Along(Vec<Vec<Point>>, f64),
    /// Across the middle of these points.
    Over(Vec<Point>),
}

/// A candidate: the middle of the text, its angle, and what it costs before anything else is asked.
type Spot = (Point, f64, f64);

/// All that is taken, and what is only better left free.
pub(super) struct Room {
    cell: f64,
    placed: Vec<Placed>,
    cells: BTreeMap<(i32, i32), Vec<usize>>,
    lines: BTreeMap<(i32, i32), Vec<Point>>,
    /// Names must stay inside.
    min: Point,
    max: Point,
    /// Which way the hexes point: it says where numbers stand.
    pub(super) top: Top,
}

impl Room {
    pub(super) fn new(a: f64, min: Point, max: Point, top: Top) -> Room {
        Room { cell: a / 2.0, placed: Vec::new(), cells: BTreeMap::new(), lines: BTreeMap::new(), min, max, top }
    }

    fn key(&self, at: Point) -> (i32, i32) {
        #[expect(clippy::cast_possible_truncation, reason = "a cast saturates; a page is far smaller")]
        let cell = |n: f64| (n / self.cell).floor() as i32;
        (cell(at.x), cell(at.y))
    }

    fn around(&self, placed: &Placed) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (low, high) = placed.corners().into_iter().fold((placed.centre, placed.centre), |(low, high), p| {
            (Point { x: low.x.min(p.x), y: low.y.min(p.y) }, Point { x: high.x.max(p.x), y: high.y.max(p.y) })
        });
        let (low, high) = (self.key(low), self.key(high));
        (low.0..=high.0).flat_map(move |x| (low.1..=high.1).map(move |y| (x, y)))
    }

    /// Takes a box.
    pub(super) fn take(&mut self, placed: Placed) {
        for key in self.around(&placed) {
            self.cells.entry(key).or_default().push(self.placed.len());
        }
        self.placed.push(placed);
    }

    /// Remembers a line that is better not covered: points on it, close to each other.
    pub(super) fn line(&mut self, points: &[Point]) {
        let step = self.cell * 0.1;
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            let parts = (super::canvas::distance(*from, *to) / step).ceil().clamp(1.0, 1000.0);
            let mut n = 0.0;
            while n < parts {
                let point = crate::draw::path::between(*from, *to, n / parts);
                self.lines.entry(self.key(point)).or_default().push(point);
                n += 1.0;
            }
        }
    }

    pub(super) fn placed(self) -> Vec<Placed> {
        self.placed
    }

    fn inside(&self, wanted: &Placed) -> bool {
        let inside = |p: Point| p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y;
        wanted.corners().into_iter().all(inside)
    }

    fn free(&self, wanted: &Placed) -> bool {
        self.inside(wanted)
            && self.around(wanted).all(|key| {
                let there = self.cells.get(&key).map(Vec::as_slice).unwrap_or_default();
                there.iter().filter_map(|n| self.placed.get(*n)).all(|other| !other.overlaps(wanted))
            })
    }

    /// How much of lines a box would cover, if it were so much larger.
    pub(super) fn covered(&self, wanted: &Placed, grown: f64) -> f64 {
        let wanted = &Placed { half: (wanted.half.0 + grown, wanted.half.1 + grown), text: String::new(), ..*wanted };
        let [along, down] = wanted.axes();
        let mut count = 0u32;
        for key in self.around(wanted) {
            for point in self.lines.get(&key).map(Vec::as_slice).unwrap_or_default() {
                let off = minus(*point, wanted.centre);
                let (x, y) = (off.x * along.x + off.y * along.y, off.x * down.x + off.y * down.y);
                count += u32::from(x.abs() < wanted.half.0 && y.abs() < wanted.half.1);
            }
        }
        f64::from(count)
    }

    /// Finds a place for a name, smaller if it must be. `None` if there is none.
    pub(super) fn place(&mut self, wanted: &Wanted, a: f64) -> Option<Text> {
        // Such a name has room on no map, and looking for it would take long.
        if wanted.text.chars().nth(limits::NAME_LETTERS).is_some() {
            return None;
        }
        for smaller in [1.0, 0.9, 0.8, 0.7] {
            let size = wanted.size * smaller;
            let width = font::width(wanted.face, &wanted.text, size);
            let half = (width / 2.0 + a * 0.012, size * 0.43);
            let mut spots = spots(&wanted.spots, width, size, a, self.top);
            spots.retain(|spot| self.inside(&at(spot, half, "")));
            for spot in &mut spots {
                let placed = at(spot, half, "");
                spot.2 += self.covered(&placed, a * 0.02) * 0.4;
            }
            spots.sort_by(|x, y| x.2.total_cmp(&y.2).then(x.0.x.total_cmp(&y.0.x)).then(x.0.y.total_cmp(&y.0.y)));
            if let Some(spot) = spots.iter().find(|spot| self.free(&at(spot, half, ""))) {
                self.take(at(spot, half, &wanted.text));
                let [_, down] = at(spot, half, "").axes();
                // Capitals and small letters look centred when the baseline is a third of the size below.
                let base = plus(spot.0, down, size * 0.33);
                let text = Text::new(base, Anchor::Middle, wanted.text.clone(), wanted.face, size, wanted.color);
                return Some(Text { rotation: spot.1, ..text.halo(wanted.halo, size * 0.11) });
            }
        }
        None
    }
}

fn at((centre, angle, _): &Spot, half: (f64, f64), text: &str) -> Placed {
    Placed { taken: Taken::Name, text: text.to_owned(), centre: *centre, half, angle: *angle }
}

fn spots(spots: &Spots, width: f64, size: f64, a: f64, top: Top) -> Vec<Spot> {
    match spots {
        Spots::Around(points) => {
            points.iter().enumerate().flat_map(|(n, (point, reach))| around(*point, *reach, width, size, a, n, top)).collect()
        }
        Spots::Along(lines, off) => lines.iter().flat_map(|line| along(line, *off, width, size, a)).collect(),
        Spots::Over(points) => points
            .iter()
            .enumerate()
            .flat_map(|(n, point)| {
                let far = f64::from(u32::try_from(n).unwrap_or(u32::MAX));
                [0.0, 0.12, -0.1, 0.24]
                    .map(|down| (Point { x: point.x, y: point.y + down * a }, 0.0, far * 0.4 + down.abs() * 4.0))
            })
            .collect(),
    }
}

fn around(point: Point, reach: f64, width: f64, size: f64, a: f64, n: usize, top: Top) -> Vec<Spot> {
    let (w, h) = (width / 2.0 + a * 0.012, size * 0.43);
    let gap = a * 0.025;
    let far = f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let (side, rise) = (reach + gap + w, reach + gap + h);
    let mut all: Vec<Spot> = Vec::new();
    let mut add = |x: f64, y: f64, cost: f64| all.push((Point { x: point.x + x, y: point.y + y }, 0.0, cost + far * 1.5));
    add(0.0, rise, 0.0);
    // A number stands above the centre of a flat hex; beside a pointy one there is more room.
    add(side, 0.0, if top == Top::Pointy { 0.3 } else { 0.7 });
    add(-side, 0.0, 1.0);
    add(0.0, -rise, 1.2);
    // Beside, above or below the numbers of the neighbours.
    let near = reach * 0.7 + gap + w;
    for (x, y, cost) in [(1.0, 0.23, 0.5), (-1.0, 0.23, 0.8), (1.0, -0.2, 0.7), (-1.0, -0.2, 0.9)] {
        add(x * near, y * a, cost);
        add(x * (near + 0.1 * a), y * a, cost + 0.7);
    }
    for (x, y, cost) in [(0.75, 0.8, 1.0), (-0.75, 0.8, 1.3), (0.75, -0.8, 1.6), (-0.75, -0.8, 1.9)] {
        add(x * side, y * rise, cost);
    }
    for step in [0.06, 0.12, 0.2] {
        for (x, y) in [(0.0, 1.0), (0.3, 1.0), (-0.3, 1.0), (0.0, -1.0), (0.3, -1.0), (-0.3, -1.0)] {
            add(x * side, y * (rise + step * a), 1.5 + step * 12.0);
        }
        for (x, y) in [(1.0, 0.5), (1.0, -0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            add(x * (side + step * a * 0.4), y * (h + step * a * 1.6), 2.0 + step * 12.0);
        }
    }
    all
}

fn along(line: &[Point], off: f64, width: f64, size: f64, a: f64) -> Vec<Spot> {
    let mut at: Vec<f64> = vec![0.0];
    for (p, q) in line.iter().zip(line.iter().skip(1)) {
        at.push(at.last().copied().unwrap_or(0.0) + super::canvas::distance(*p, *q));
    }
    let total = at.last().copied().unwrap_or(0.0);
    let point = |s: f64| -> Option<Point> {
        let n = at.partition_point(|x| *x < s).max(1).min(line.len().checked_sub(1)?);
        let (from, to) = (*at.get(n - 1)?, *at.get(n)?);
        let share = if to > from { ((s - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        Some(crate::draw::path::between(*line.get(n - 1)?, *line.get(n)?, share))
    };
    let mut all = Vec::new();
    let room = (total - width).max(0.0);
    let steps = (room / (a * 0.25)).ceil().clamp(1.0, 400.0);
    let mut n = 0.0;
    while n <= steps {
        let s = room * n / steps;
        n += 1.0;
        let (Some(from), Some(to)) = (point(s), point((s + width).min(total))) else { continue };
        let mut angle = (to.y - from.y).atan2(to.x - from.x).to_degrees();
        if angle > 90.0 {
            angle -= 180.0;
        } else if angle <= -90.0 {
            angle += 180.0;
        }
        let (sin, cos) = angle.to_radians().sin_cos();
        let down = Point { x: -sin, y: cos };
        let centre = super::canvas::middle(from, to);
        // How far the curve strays from the straight text: up and down.
        let (mut low, mut high) = (0.0f64, 0.0f64);
        for k in 0..=8u8 {
            if let Some(p) = point(s + width * f64::from(k) / 8.0) {
                let d = minus(p, centre);
                let y = d.x * down.x + d.y * down.y;
                low = low.min(y);
                high = high.max(y);
            }
        }
        let astray = (high - low) / a;
        let mid = ((s + width / 2.0) / total.max(1e-9) - 0.5).abs();
        let steep = (angle.abs() / 90.0).powi(2);
        for (shift, cost) in [(low - off - size * 0.43, 0.0), (high + off + size * 0.43, 0.25)] {
            all.push((plus(centre, down, shift), angle, cost + astray * 6.0 + mid * 2.5 + steep * 1.5));
        }
    }
    all
}
