//! Values that hang on a place and the map's seed alone: a hash, smooth noise, a warp of space, points spread evenly.
//! Nothing here has a state, so that one edited hex changes only what lies around it, and nothing asks the platform's
//! mathematics, which differs from machine to machine.

use std::sync::LazyLock;

use super::canvas::plus;
use crate::hexgrid::Point;

/// The map's own number: the same game has the same.
pub(super) fn seed(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |all: u32, byte| (all ^ u32::from(byte)).wrapping_mul(0x0100_0193)) & 0xffff
}

/// A number from a place.
pub(super) fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let (x, y) = (x.cast_unsigned(), y.cast_unsigned());
    let mut a = x.wrapping_mul(374_761_393).wrapping_add(y.wrapping_mul(668_265_263));
    a = a.wrapping_add(seed.wrapping_mul(2_246_822_519));
    a = (a ^ a >> 15).wrapping_mul(2_246_822_519);
    a = (a ^ a >> 13).wrapping_mul(3_266_489_917);
    a ^ a >> 16
}

/// From 0 to 1, by a place.
pub(super) fn share(x: i32, y: i32, seed: u32) -> f64 {
    f64::from(hash(x, y, seed)) / 4_294_967_296.0
}

/// From 0 to 1, by a point that lies anywhere.
pub(super) fn chance(at: Point, seed: u32) -> f64 {
    share(whole(at.x * 1e4), whole(at.y * 1e4), seed)
}

/// The whole number below.
#[expect(clippy::cast_possible_truncation, reason = "bounded first")]
pub(super) fn whole(value: f64) -> i32 {
    // Not `floor`, which most processors' plain instructions do not have: it would be a call, millions of times a map.
    let cut = if value.is_finite() { value.clamp(-2e9, 2e9) as i32 } else { 0 };
    if f64::from(cut) > value { cut - 1 } else { cut }
}

/// The length of a way; `hypot` is the platform's.
pub(super) fn length(way: Point) -> f64 {
    (way.x * way.x + way.y * way.y).sqrt()
}

/// e to the power of a number of at most 0.
pub(super) fn fall(x: f64) -> f64 {
    let mut part = (1.0 + x / 1024.0).max(0.0);
    for _ in 0..10 {
        part *= part;
    }
    part
}

/// Sine and cosine of a share of the full turn.
pub(super) fn turn(share: f64) -> (f64, f64) {
    let quarters = share * 4.0;
    let nearest = (quarters + 0.5).floor();
    let x = (quarters - nearest) * std::f64::consts::FRAC_PI_2;
    let (mut sin, mut cos, mut power, mut n) = (0.0, 0.0, 1.0, 0.0);
    for term in 0..16 {
        let sign = if term % 4 < 2 { 1.0 } else { -1.0 };
        if term % 2 == 0 {
            cos += sign * power
        } else {
            sin += sign * power
        }
        n += 1.0;
        power *= x / n;
    }
    match whole(nearest).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Unit vectors all round.
static ROUND: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let at = |n: u32| {
        let (sin, cos) = turn(f64::from(n) / 256.0);
        Point { x: cos, y: sin }
    };
    (0..256).map(at).collect()
});

/// Smooth noise from -1 to 1 that goes up and down about once in each wave.
pub(super) fn noise(at: Point, seed: u32, wave: f64) -> f64 {
    let (x, y) = (at.x / wave, at.y / wave);
    let (ix, iy) = (whole(x), whole(y));
    let (fx, fy) = (x - f64::from(ix), y - f64::from(iy));
    let round = &*ROUND;
    let corner = |dx: i32, dy: i32| {
        let n = (hash(ix.wrapping_add(dx), iy.wrapping_add(dy), seed) >> 24) as usize;
        let way = round.get(n).copied().unwrap_or(Point { x: 1.0, y: 0.0 });
        way.x * (fx - f64::from(dx)) + way.y * (fy - f64::from(dy))
    };
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (fade(fx), fade(fy));
    let upper = corner(0, 0) * (1.0 - u) + corner(1, 0) * u;
    let lower = corner(0, 1) * (1.0 - u) + corner(1, 1) * u;
    ((upper * (1.0 - v) + lower * v) * 1.5).clamp(-1.0, 1.0)
}

/// A way by noise.
pub(super) fn drift(at: Point, seed: u32, wave: f64) -> Point {
    Point { x: noise(at, seed, wave), y: noise(at, seed + 1, wave) }
}

/// How far space is warped, and in which waves. Stronger ones fold it: outlines would cross themselves.
const WARP: [(f64, f64); 3] = [(0.115, 0.80), (0.055, 0.38), (0.013, 0.16)];

/// Space, a little uneven: the same for everything that lies there, so that neighbours stay neighbours.
pub(super) fn warped(at: Point, seed: u32) -> Point {
    let mut to = at;
    for (n, (reach, wave)) in (0u32..).zip(WARP) {
        to = plus(to, drift(at, seed + 100 + 10 * n, wave), reach);
    }
    to
}

/// The box that something lies in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) min: Point,
    pub(super) max: Point,
}

impl Frame {
    pub(super) fn of(points: impl IntoIterator<Item = Point>) -> Option<Frame> {
        points.into_iter().fold(None, |all, p| {
            let Frame { min, max } = all.unwrap_or(Frame { min: p, max: p });
            Some(Frame {
                min: Point { x: min.x.min(p.x), y: min.y.min(p.y) },
                max: Point { x: max.x.max(p.x), y: max.y.max(p.y) },
            })
        })
    }

    pub(super) fn grown(self, by: f64) -> Frame {
        Frame { min: plus(self.min, Point { x: by, y: by }, -1.0), max: plus(self.max, Point { x: by, y: by }, 1.0) }
    }
}

/// Points spread evenly, none nearer to another than the lesser of what `apart` says of the two. `least` is the least
/// that it says, and `most` the most; where it says nothing there is no point. In a box of which `there` says no it
/// is not even asked.
pub(super) fn spread(
    frame: Frame,
    (least, most): (f64, f64),
    seed: u32,
    there: impl Fn(Frame) -> bool,
    apart: impl Fn(Point) -> Option<f64>,
) -> Vec<Point> {
    // So many possible points wide and high is a box.
    const BLOCK: i32 = 8;
    const ALONG: usize = 8;
    let step = least * 0.5;
    let mut found: Vec<(u32, i32, i32, Point, f64)> = Vec::new();
    let (columns, rows) =
        (whole(frame.min.x / step)..=whole(frame.max.x / step), whole(frame.min.y / step)..=whole(frame.max.y / step));
    for top in rows.clone().step_by(ALONG) {
        for left in columns.clone().step_by(ALONG) {
            let corner = |i: i32, j: i32| Point { x: f64::from(i) * step, y: f64::from(j) * step };
            if !there(Frame { min: corner(left, top), max: corner(left + BLOCK, top + BLOCK) }) {
                continue;
            }
            for j in (top..=*rows.end()).take(ALONG) {
                for i in (left..=*columns.end()).take(ALONG) {
                    let at = corner(i, j);
                    let at = Point { x: at.x + share(i, j, seed) * step, y: at.y + share(i, j, seed + 1) * step };
                    if let Some(apart) = apart(at) {
                        found.push((hash(i, j, seed + 2), j, i, at, apart));
                    }
                }
            }
        }
    }
    // In an order that hangs on the place: whoever comes first stays.
    found.sort_unstable_by_key(|(order, j, i, ..)| (*order, *j, *i));
    let mut cells = Cells::new(frame.grown(most), most);
    let mut kept: Vec<Point> = Vec::new();
    for (_, _, _, at, apart) in found {
        let free = cells.around(at, most, |(other, its): &(Point, f64)| {
            let (x, y, least) = (other.x - at.x, other.y - at.y, apart.min(*its));
            x * x + y * y >= least * least
        });
        if free {
            cells.add(at, (at, apart));
            kept.push(at);
        }
    }
    kept
}

/// Many lists in one piece of memory: most are empty or short, and each by itself would have to be fetched.
#[derive(Clone)]
pub(super) struct Lists<T> {
    /// The first and the last of each list.
    ends: Vec<(u32, u32)>,
    /// Everything, and what comes after it in its list.
    items: Vec<(T, u32)>,
}

/// Behind the last of a list.
const NONE: u32 = u32::MAX;

impl<T> Lists<T> {
    /// So many lists, with nothing in them.
    pub(super) fn new(count: usize) -> Lists<T> {
        Lists { ends: vec![(NONE, NONE); count], items: Vec::new() }
    }

    /// Puts something at the end of a list.
    pub(super) fn push(&mut self, list: usize, what: T) {
        let Some((first, last)) = self.ends.get_mut(list) else { return };
        let here = u32::try_from(self.items.len()).unwrap_or(NONE);
        match self.items.get_mut(*last as usize) {
            Some((_, next)) => *next = here,
            None => *first = here,
        }
        *last = here;
        self.items.push((what, NONE));
    }

    /// What is in a list, in the order in which it came.
    pub(super) fn of(&self, list: usize) -> impl Iterator<Item = &T> {
        let mut next = self.ends.get(list).map_or(NONE, |(first, _)| *first);
        std::iter::from_fn(move || {
            let (what, after) = self.items.get(next as usize)?;
            next = *after;
            Some(what)
        })
    }
}

/// Things by where they lie: nothing has to be compared with everything.
#[derive(Clone)]
pub(super) struct Cells<T> {
    frame: Frame,
    step: f64,
    columns: i32,
    rows: i32,
    cells: Lists<T>,
}

impl<T> Cells<T> {
    pub(super) fn new(frame: Frame, step: f64) -> Cells<T> {
        // A frame that is mostly empty must not cost more than what lies in it.
        let wide = (frame.max.x - frame.min.x).max(frame.max.y - frame.min.y);
        let step = step.max(wide / 2000.0).max(1e-6);
        let columns = whole((frame.max.x - frame.min.x) / step).max(0) + 1;
        let rows = whole((frame.max.y - frame.min.y) / step).max(0) + 1;
        let count = usize::try_from(i64::from(columns) * i64::from(rows)).unwrap_or(0);
        Cells { frame, step, columns, rows, cells: Lists::new(count) }
    }

    fn index(&self, column: i32, row: i32) -> usize {
        let (column, row) = (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1));
        usize::try_from(i64::from(row) * i64::from(self.columns) + i64::from(column)).unwrap_or(0)
    }

    fn place(&self, at: Point) -> (i32, i32) {
        (whole((at.x - self.frame.min.x) / self.step), whole((at.y - self.frame.min.y) / self.step))
    }

    pub(super) fn add(&mut self, at: Point, what: T) {
        let (column, row) = self.place(at);
        let n = self.index(column, row);
        self.cells.push(n, what);
    }

    /// Adds what covers a whole box to all cells of it.
    pub(super) fn cover(&mut self, Frame { min, max }: Frame, what: T)
    where
        T: Clone,
    {
        let ((left, top), (right, bottom)) = (self.place(min), self.place(max));
        for row in top.max(0)..=bottom.min(self.rows - 1) {
            for column in left.max(0)..=right.min(self.columns - 1) {
                let n = self.index(column, row);
                self.cells.push(n, what.clone());
            }
        }
    }

    /// Whether all things that cover a point say yes; others of its cell are asked too.
    pub(super) fn here(&self, at: Point, ask: impl FnMut(&T) -> bool) -> bool {
        self.around(at, 0.0, ask)
    }

    /// Whether all things so near say yes; further ones may be asked too.
    pub(super) fn around(&self, at: Point, reach: f64, mut ask: impl FnMut(&T) -> bool) -> bool {
        let ((left, top), (right, bottom)) =
            (self.place(Point { x: at.x - reach, y: at.y - reach }), self.place(Point { x: at.x + reach, y: at.y + reach }));
        for row in top.max(0)..=bottom.min(self.rows - 1) {
            for column in left.max(0)..=right.min(self.columns - 1) {
                if !self.cells.of(self.index(column, row)).all(&mut ask) {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_sine_is_the_sine() {
        for n in -50..50 {
            let share = f64::from(n) / 37.0;
            let (sin, cos) = turn(share);
            let angle = share * std::f64::consts::TAU;
            assert!((sin - angle.sin()).abs() < 1e-12 && (cos - angle.cos()).abs() < 1e-12, "{share}");
        }
        assert!((fall(-1.0) - 0.3679).abs() < 1e-3 && fall(-2000.0) == 0.0);
    }

    /// A warp that folds space would make outlines cross themselves.
    #[test]
    fn the_warp_folds_nothing() {
        let tiny = 1e-4;
        let (mut least, mut far) = (f64::INFINITY, 0.0f64);
        for n in 0..40_000i32 {
            let at = Point { x: share(n, 1, 7) * 35.0, y: share(n, 2, 7) * 25.0 };
            let (here, right) = (warped(at, 9), warped(Point { x: at.x + tiny, ..at }, 9));
            let down = warped(Point { y: at.y + tiny, ..at }, 9);
            let (u, v) = (super::super::canvas::minus(right, here), super::super::canvas::minus(down, here));
            least = least.min((u.x * v.y - u.y * v.x) / tiny / tiny);
            far = far.max(length(super::super::canvas::minus(here, at)));
        }
        assert!(least > 0.0, "{least}");
        assert!(far < 0.2, "{far}");
    }

    #[test]
    fn points_are_spread_evenly() {
        let frame = Frame { min: Point { x: 0.0, y: 0.0 }, max: Point { x: 4.0, y: 3.0 } };
        let points = spread(frame, (0.13, 0.13), 3, |_| true, |_| Some(0.13));
        // The densest packing has 1 / (0.866 r²); a good spread about 0.6 to 0.8 of it.
        assert!((400..820).contains(&points.len()), "{}", points.len());
        for (n, p) in points.iter().enumerate() {
            for q in points.iter().skip(n + 1) {
                assert!((p.x - q.x).powi(2) + (p.y - q.y).powi(2) >= 0.13 * 0.13 - 1e-12);
            }
        }
    }
}
