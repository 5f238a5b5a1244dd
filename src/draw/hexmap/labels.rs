//! Names find their places: several candidates each, tried in order of cost; none covers another, a number or a
//! town. What finds no room is made smaller, then left out and said.

use std::collections::BTreeMap;

use super::canvas::{distance, minus, plus};
use super::curved;
use super::field::Frame;
use crate::draw::limits;
use crate::draw::scene::{Anchor, Color, Face, Text};
use crate::hexgrid::{HexId, Point};

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
    /// Which name it is part of, counted from 1: a bent one takes several boxes. 0 for what is no name.
    pub part_of: u32,
}

impl Placed {
    fn axes(&self) -> [Point; 2] {
        if self.angle == 0.0 {
            return [Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 }];
        }
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
        Outline::of(self).overlaps(&Outline::of(other))
    }
}

/// The corners of a box and the ways of its sides, found once: they are asked for again and again.
#[derive(Clone, Copy)]
struct Outline {
    corners: [Point; 4],
    axes: [Point; 2],
    min: Point,
    max: Point,
}

impl Outline {
    fn of(placed: &Placed) -> Outline {
        let corners = placed.corners();
        let Frame { min, max } = Frame::of(corners).unwrap_or(Frame { min: placed.centre, max: placed.centre });
        Outline { corners, axes: placed.axes(), min, max }
    }

    fn overlaps(&self, other: &Outline) -> bool {
        if self.max.x <= other.min.x || other.max.x <= self.min.x || self.max.y <= other.min.y || other.max.y <= self.min.y {
            return false;
        }
        let apart = |axis: Point| {
            let reach = |corners: [Point; 4]| {
                let along = corners.map(|corner| corner.x * axis.x + corner.y * axis.y);
                (along.into_iter().fold(f64::INFINITY, f64::min), along.into_iter().fold(f64::NEG_INFINITY, f64::max))
            };
            let ((a, b), (c, d)) = (reach(self.corners), reach(other.corners));
            b <= c + 1e-9 || d <= a + 1e-9
        };
        !self.axes.into_iter().chain(other.axes).any(apart)
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
    /// A river that flows one way by a guess.
    Guessed {
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

/// How the letters of a name look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub(super) face: Face,
    /// In millimetres.
    pub(super) size: f64,
    /// Between letters, as a share of the size.
    pub(super) spacing: f64,
    pub(super) small_caps: bool,
    pub(super) color: Color,
    pub(super) halo: Color,
}

impl Type {
    /// The words, so much smaller than usual, centred on a point of the baseline.
    pub(super) fn set(&self, words: &str, smaller: f64, at: Point) -> Text {
        let size = self.size * smaller;
        let mut text = Text::new(at, Anchor::Middle, words, self.face.able(words), size, self.color);
        text.spacing = self.spacing;
        text.small_caps = self.small_caps;
        text.halo(self.halo.alpha(225), size * 0.125)
    }
}

/// A name that wants a place.
pub(super) struct Wanted {
    pub(super) text: String,
    pub(super) look: Type,
    pub(super) hex: Option<HexId>,
    /// Whether it must be said when it finds no room.
    pub(super) needed: bool,
    /// What may be tried, given the width at a size: the likelier, the sooner.
    pub(super) spots: Spots,
}

/// Where a name may stand.
pub(super) enum Spots {
    /// Beside what it names: the boxes of it, and the centres of its hexes.
    Beside(Vec<Frame>, Vec<Point>),
    /// Along curves, off them by more than half their width; each with its width.
    Along(Vec<(Vec<Point>, f64)>),
    /// Across the middle of these points.
    Over(Vec<Point>),
}

impl Spots {
    /// Whether there is anything that the name could stand at.
    pub(super) fn any(&self) -> bool {
        match self {
            Spots::Beside(boxes, _) => !boxes.is_empty(),
            Spots::Along(lines) => lines.iter().any(|(line, _)| !line.is_empty()),
            Spots::Over(points) => !points.is_empty(),
        }
    }
}

/// A candidate: the middle of the text, and what it costs before anything else is asked.
type Spot = (Point, f64);

/// What it costs that a name is hidden: more than anything but that there is none.
const LOST: f64 = 40.0;

/// All that is taken, and what is only better left free.
pub(super) struct Room {
    min: Point,
    max: Point,
    cell: f64,
    cells: BTreeMap<(i64, i64), Vec<usize>>,
    placed: Vec<Placed>,
    /// The same boxes, in the same order.
    outlines: Vec<Outline>,
    lines: BTreeMap<(i64, i64), Vec<Point>>,
    /// What counters will cover.
    hidden: BTreeMap<(i64, i64), Vec<Outline>>,
    /// So many names have their place.
    names: u32,
    /// Where other places are: a name stands nearer to its own.
    places: BTreeMap<(i64, i64), Vec<Point>>,
}

impl Room {
    pub(super) fn new(a: f64, min: Point, max: Point) -> Room {
        let cell = a;
        Room {
            min,
            max,
            cell,
            names: 0,
            cells: BTreeMap::new(),
            placed: Vec::new(),
            outlines: Vec::new(),
            lines: BTreeMap::new(),
            hidden: BTreeMap::new(),
            places: BTreeMap::new(),
        }
    }

    fn key(&self, at: Point) -> (i64, i64) {
        #[expect(clippy::cast_possible_truncation, reason = "a page has few cells")]
        let part = |value: f64| (value / self.cell).floor().clamp(-1e6, 1e6) as i64;
        (part(at.x), part(at.y))
    }

    fn around(&self, outline: &Outline) -> impl Iterator<Item = (i64, i64)> + use<> {
        let ((left, top), (right, bottom)) = (self.key(outline.min), self.key(outline.max));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (column, row)))
    }

    /// Takes the boxes of a name.
    pub(super) fn take_name(&mut self, name: &str, boxes: impl IntoIterator<Item = Placed>) {
        self.names += 1;
        for placed in boxes {
            self.take(Placed { text: name.to_owned(), part_of: self.names, ..placed });
        }
    }

    /// Takes a box.
    pub(super) fn take(&mut self, placed: Placed) {
        let (n, outline) = (self.placed.len(), Outline::of(&placed));
        for key in self.around(&outline) {
            self.cells.entry(key).or_default().push(n);
        }
        self.placed.push(placed);
        self.outlines.push(outline);
    }

    /// Remembers what a counter will cover: a name there is read only where nothing better can be found.
    pub(super) fn hidden(&mut self, Frame { min, max }: Frame) {
        let half = ((max.x - min.x) / 2.0, (max.y - min.y) / 2.0);
        let centre = super::canvas::middle(min, max);
        let outline = Outline::of(&Placed { taken: Taken::Town, text: String::new(), centre, half, angle: 0.0, part_of: 0 });
        for key in self.around(&outline) {
            self.hidden.entry(key).or_default().push(outline);
        }
    }

    /// What it costs that counters will lie on a box.
    pub(super) fn lost(&self, wanted: &Placed) -> f64 {
        if self.hidden.is_empty() {
            return 0.0;
        }
        let wanted = Outline::of(wanted);
        let lies = |key: &(i64, i64)| self.hidden.get(key).into_iter().flatten().any(|other| other.overlaps(&wanted));
        if self.around(&wanted).any(|key| lies(&key)) { LOST } else { 0.0 }
    }

    /// Remembers where a place is.
    pub(super) fn place_at(&mut self, at: Point) {
        self.places.entry(self.key(at)).or_default().push(at);
    }

    /// Remembers a line that is better not covered: points on it, close to each other.
    pub(super) fn line(&mut self, points: &[Point]) {
        let step = self.cell * 0.1;
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            let parts = (distance(*from, *to) / step).ceil().clamp(1.0, 1000.0);
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

    fn inside(&self, Outline { min, max, .. }: &Outline) -> bool {
        min.x >= self.min.x && max.x <= self.max.x && min.y >= self.min.y && max.y <= self.max.y
    }

    pub(super) fn free(&self, wanted: &Placed) -> bool {
        let wanted = Outline::of(wanted);
        self.inside(&wanted)
            && self.around(&wanted).all(|key| {
                let there = self.cells.get(&key).map(Vec::as_slice).unwrap_or_default();
                there.iter().filter_map(|n| self.outlines.get(*n)).all(|other| !other.overlaps(&wanted))
            })
    }

    /// How much of lines a box would cover, if it were so much larger.
    pub(super) fn covered(&self, wanted: &Placed, grown: f64) -> f64 {
        let wanted = &Placed { half: (wanted.half.0 + grown, wanted.half.1 + grown), text: String::new(), ..*wanted };
        let outline = Outline::of(wanted);
        let [along, down] = outline.axes;
        let mut count = 0u32;
        for key in self.around(&outline) {
            for point in self.lines.get(&key).map(Vec::as_slice).unwrap_or_default() {
                let off = minus(*point, wanted.centre);
                let (x, y) = (off.x * along.x + off.y * along.y, off.x * down.x + off.y * down.y);
                count += u32::from(x.abs() < wanted.half.0 && y.abs() < wanted.half.1);
            }
        }
        f64::from(count)
    }

    /// Whether another place is nearer to a point than that.
    fn strange(&self, at: Point, own: f64) -> bool {
        let (column, row) = self.key(at);
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
        near.filter_map(|(x, y)| self.places.get(&(column + x, row + y))).flatten().any(|place| distance(*place, at) < own - 1e-6)
    }

    /// Finds places for a name, smaller if it must be. Nothing if there is none; along a long curve there are several.
    pub(super) fn place(&mut self, wanted: &Wanted, a: f64) -> Vec<Text> {
        // Such a name has room on no map, and looking for it would take long.
        if wanted.text.chars().nth(limits::NAME_LETTERS).is_some() {
            return Vec::new();
        }
        for smaller in [1.0, 0.9, 0.8, 0.7, 0.6] {
            let found = match &wanted.spots {
                Spots::Along(lines) => curved::place(self, wanted, lines, smaller, a),
                Spots::Beside(boxes, own) => self.straight(wanted, smaller, a, own, |w, h| beside(boxes, w, h, a)),
                Spots::Over(points) => self.straight(wanted, smaller, a, &[], |_, _| over(points, a)),
            };
            if !found.is_empty() {
                return found;
            }
        }
        // A line that is too short or too crooked has its name beside it.
        if let Spots::Along(lines) = &wanted.spots {
            let points: Vec<Point> =
                lines.iter().flat_map(|(line, _)| line.iter().step_by(1 + line.len() / 40).copied()).collect();
            for smaller in [0.85, 0.7, 0.6] {
                let found = self.straight(wanted, smaller, a, &[], |_, _| over(&points, a));
                if !found.is_empty() {
                    return found;
                }
            }
        }
        Vec::new()
    }

    fn straight(
        &mut self,
        wanted: &Wanted,
        smaller: f64,
        a: f64,
        own: &[Point],
        spots: impl Fn(f64, f64) -> Vec<Spot>,
    ) -> Vec<Text> {
        let zero = Point { x: 0.0, y: 0.0 };
        let text = wanted.look.set(&wanted.text, smaller, zero);
        let size = wanted.look.size * smaller;
        // Letters that hang below the line need room there.
        let hangs = !wanted.look.small_caps && wanted.text.contains(['g', 'j', 'p', 'q', 'y']);
        let (cap, hang) = (size * 0.68, if hangs { size * 0.2 } else { 0.0 });
        let half = (text.width() / 2.0 + a * 0.012, (cap + hang) / 2.0 + a * 0.008);
        let at = |centre: Point| Placed { taken: Taken::Name, text: String::new(), centre, half, angle: 0.0, part_of: 0 };
        let mut spots = spots(half.0, half.1);
        spots.retain(|(centre, _)| self.inside(&Outline::of(&at(*centre))));
        for (centre, cost) in &mut spots {
            *cost += self.covered(&at(*centre), a * 0.035) * 0.45 + self.lost(&at(*centre));
            let far = own.iter().map(|p| distance(*p, *centre)).fold(f64::INFINITY, f64::min);
            if far.is_finite() {
                let more = (far / a - 0.5).max(0.0);
                *cost += 2.2 * more * more + if self.strange(*centre, far) { 6.0 } else { 0.0 };
            }
        }
        spots.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.x.total_cmp(&y.0.x)).then(x.0.y.total_cmp(&y.0.y)));
        let Some((centre, _)) = spots.iter().find(|(centre, _)| self.free(&at(*centre))).copied() else {
            return Vec::new();
        };
        self.take_name(&wanted.text, [at(centre)]);
        let base = Point { x: centre.x, y: centre.y + (cap - hang) / 2.0 };
        vec![Text { at: base, ..text }]
    }
}

/// Around a box: the way to the right first, then all round, ever further off.
fn beside(boxes: &[Frame], w: f64, h: f64, a: f64) -> Vec<Spot> {
    const WAYS: [(f64, f64, f64); 31] = [
        (1.0, 0.0, 0.0),
        (1.0, -0.25, 0.2),
        (1.0, 0.25, 0.2),
        (1.0, -0.5, 0.4),
        (1.0, 0.5, 0.4),
        (1.0, -0.75, 0.6),
        (1.0, 0.75, 0.6),
        (-1.0, 0.0, 0.8),
        (-1.0, -0.25, 0.9),
        (-1.0, 0.25, 0.9),
        (-1.0, -0.5, 1.1),
        (-1.0, 0.5, 1.1),
        (-1.0, -0.75, 1.2),
        (-1.0, 0.75, 1.2),
        (0.0, 1.0, 0.7),
        (0.25, 1.0, 0.75),
        (-0.25, 1.0, 0.8),
        (0.5, 1.0, 0.8),
        (-0.5, 1.0, 1.1),
        (0.0, -1.0, 0.9),
        (0.25, -1.0, 0.9),
        (-0.25, -1.0, 0.95),
        (0.5, -1.0, 0.9),
        (-0.5, -1.0, 1.2),
        (1.0, -1.0, 1.0),
        (1.0, 1.0, 1.0),
        (-1.0, -1.0, 1.4),
        (-1.0, 1.0, 1.3),
        (0.75, 1.0, 1.0),
        (0.75, -1.0, 1.1),
        (-0.75, 1.0, 1.3),
    ];
    let mut all = Vec::new();
    for (n, Frame { min, max }) in boxes.iter().enumerate() {
        let further = f64::from(u32::try_from(n).unwrap_or(u32::MAX)) * 0.8;
        let (cx, cy) = ((min.x + max.x) / 2.0, (min.y + max.y) / 2.0);
        for (dx, dy, cost) in WAYS {
            for gap in [0.03, 0.08, 0.13, 0.19, 0.27, 0.35] {
                let gap = gap * a;
                let x = if dx >= 1.0 {
                    max.x + gap + w
                } else if dx <= -1.0 {
                    min.x - gap - w
                } else {
                    cx + dx * w * 1.2
                };
                let aside = if dx.abs() < 1.0 { gap } else { 0.0 };
                let y = cy + dy * ((max.y - min.y) / 2.0 + h + aside);
                all.push((Point { x, y }, cost + gap / a * 6.0 + further));
            }
        }
    }
    all
}

/// Over points, the first ones rather.
fn over(points: &[Point], a: f64) -> Vec<Spot> {
    let mut all = Vec::new();
    for (n, point) in points.iter().enumerate() {
        let far = f64::from(u32::try_from(n).unwrap_or(u32::MAX)) * 0.3;
        for right in [0.0, 0.3, -0.3] {
            for down in [0.02, 0.12, -0.12, 0.24, 0.33, -0.2] {
                let cost = far + f64::abs(down) * 3.0 + f64::abs(right);
                all.push((Point { x: point.x + right * a, y: point.y + down * a }, cost));
            }
        }
    }
    all
}
