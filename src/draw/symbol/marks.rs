//! The marks inside the frame: what each looks like.
//!
//! The frame stands about 0, three wide and two high. Lines are all of one width, so that nothing is lost when it is
//! printed small; whatever is not a line is solid.

use std::collections::BTreeSet;

use super::sketch;
use crate::draw::font;
use crate::draw::path::between;
use crate::draw::scene::{Face, Path, Point, Rect, Transform};

/// Something that is drawn in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Mark {
    /// A solid band along the top: headquarters.
    Band,
    /// A staff below the lower left corner: headquarters.
    Staff,
    /// A solid band along the foot: it stays where it is.
    Base,
    /// A battlement along the foot: it holds works.
    Battlement,
    /// From corner to corner, both ways: infantry.
    Cross,
    /// From corner to corner, rising: it looks ahead.
    Slash,
    /// Everything below that line: it rides. Only a corner where something else is drawn.
    Horse,
    /// A tall wedge: it stops tanks.
    AntiTank,
    /// A dome over what is below.
    Dome,
    /// An upright cross: medical.
    Upright,
    /// A flash: signals.
    Bolt,
    /// A line above the foot: supply.
    Shelf,
    /// An upright line: on lorries.
    Shaft,
    /// An upright line beside what is in the middle: a gun for close support.
    GunLine,
    /// The oval of a track: armour.
    Track,
    /// A ball: artillery.
    Dot,
    /// A wave: through the middle of a cross, else at the foot.
    Wave,
    /// A rail on wheels, at the foot.
    Rail,
    /// Wheels below the frame.
    Wheels,
    /// A star: a leader.
    Star,
    /// Letters in the middle.
    Letters(&'static str),
    /// A sketch in the middle, in a box of 100 by 100 in which the frame is 96 wide and 64 high.
    Figure(&'static str),
    /// The same, without a frame if nothing else is drawn.
    Silhouette(&'static str),
    /// A sketch at the foot: the foot of the frame is at 82.
    Foot(&'static str),
    /// Letters at the foot.
    FootLetters(&'static str),
}

use Mark::*;

impl Mark {
    /// Whether it stands at the foot, below the others.
    const fn is_low(self) -> bool {
        matches!(self, Foot(_) | FootLetters(_) | Wave | Rail)
    }

    /// Whether it stands in the middle and needs height: a track around it has to be wide.
    const fn is_tall(self) -> bool {
        matches!(self, Figure(_) | Silhouette(_) | Letters(_) | Star)
    }

    /// How far it hangs below the frame, as a share of the frame's height.
    pub(super) const fn below(self) -> f64 {
        match self {
            Staff => 0.14,
            Wheels => 0.2,
            _ => 0.0,
        }
    }
}

/// How high the band of headquarters is.
const BAND: f64 = 0.42;
/// How high the band at the foot is.
const BASE: f64 = 0.34;
/// How much of the foot a mark that stands there takes from the others.
const FOOT: f64 = 0.54;
/// How far the line of supply lies above the foot.
const SHELF: f64 = 0.46;

/// What is drawn: lines, and solid shapes.
pub(super) struct Drawing {
    pub(super) lines: Path,
    /// Lines that are a little thinner, where the usual ones would run together.
    pub(super) thin: Path,
    pub(super) solid: Vec<Path>,
    /// Lines that leave the frame.
    pub(super) outside: Path,
}

/// How wide the thinner lines are beside the others.
pub(super) const THIN: f64 = 0.8;

/// Draws the marks into a frame whose line has its middle so far out and so far down, and is so wide.
pub(super) fn draw(marks: &BTreeSet<Mark>, out: f64, down: f64, line: f64) -> Drawing {
    let has = |mark: Mark| marks.contains(&mark);
    let top = if has(Band) { BAND - down } else { -down };
    let bottom = if has(Base) || has(Battlement) { down - BASE } else { down };
    let tall = marks.iter().any(|mark| mark.is_tall());
    // A cross reaches into the corners whatever else there is, and what lies on it has to stay in its middle. Without
    // one, the figure in the middle makes way.
    let foot = if has(Cross) {
        0.0
    } else if has(Shelf) {
        SHELF
    } else if marks.iter().any(|mark| mark.is_low()) {
        FOOT
    } else {
        0.0
    };
    let roof = if has(Dome) && tall { 0.3 * (bottom - top) } else { 0.0 };
    let share = ((bottom - foot - top - roof) / (2.0 * down)).min(1.0);
    let (wide, high) = if tall { (1.14, 0.64) } else { (0.96, 0.53) };
    // Between the legs of the wedge there is less room.
    let (share, drop) = if has(AntiTank) && has(Track) && !tall { (share * 0.68, 0.42) } else { (share, 0.0) };
    let track = (wide * (0.6 + 0.4 * share), high * share);
    let room = if has(Track) { track.1 - line / 2.0 - 0.07 } else { FIGURE * share };
    let mut pen = Pen {
        out,
        down,
        top,
        bottom,
        line,
        mid: (top + roof + bottom - foot) / 2.0 + drop,
        share,
        scale: room.max(0.0) / FIGURE,
        track,
        aside: if has(GunLine) { 0.12 } else { 0.0 },
        dome: if has(Track) || roof > 0.0 { 0.46 } else { 0.5 },
        ball: if has(Track) { 0.26 } else { 0.43 },
        crossed: has(Cross),
        ringed: has(Foot(super::sketches::RING)),
        alone: marks.iter().all(|mark| matches!(mark, Band | Staff | Horse)),
        drawing: Drawing { lines: Path::new(), thin: Path::new(), solid: Vec::new(), outside: Path::new() },
    };
    for mark in marks {
        pen.mark(*mark);
    }
    pen.drawing
}

/// Half the height of the frame in the box of a sketch.
const UNIT: f64 = 32.0;
/// The width of a usual line in the box of a sketch; those below it are drawn thinner.
const USUAL_LINE: f64 = 4.0;
/// How far above the foot the ring of a bicycle begins.
const RING_TOP: f64 = 0.58;
/// Half the height of a figure that has the middle for itself.
const FIGURE: f64 = 0.64;

struct Pen {
    /// Half the width and half the height of the frame.
    out: f64,
    down: f64,
    /// What is left between the bands.
    top: f64,
    bottom: f64,
    line: f64,
    /// Where the figure in the middle stands, how much of the height it has, and how much smaller it is drawn.
    mid: f64,
    share: f64,
    scale: f64,
    /// Half the width and half the height of the oval.
    track: (f64, f64),
    /// How much of the height the dome has.
    dome: f64,
    /// The radius of the ball of artillery.
    ball: f64,
    /// How far the middle makes way to the right.
    aside: f64,
    /// Whether there is a cross, and a ring at its foot.
    crossed: bool,
    ringed: bool,
    /// Whether there is no other mark.
    alone: bool,
    drawing: Drawing,
}

/// Where the box of a sketch lies whose middle is so far down, so much larger.
fn boxed(mid: f64, scale: f64) -> Transform {
    let unit = scale / UNIT;
    Transform::shift(0.0, mid).after(Transform::scale(unit, unit)).after(Transform::shift(-50.0, -50.0))
}

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Pen {
    fn mark(&mut self, mark: Mark) {
        let (out, down, top, bottom) = (self.out, self.down, self.top, self.bottom);
        let (m, mid, half) = (self.scale, self.mid, self.line / 2.0);
        // The middle between the bands, and a point of the figure in the middle.
        let level = (top + bottom) / 2.0;
        let p = |x: f64, y: f64| at(x * m, mid + y * m);
        match mark {
            Band => {
                self.solid(&[at(-out, -down), at(out, -down), at(out, top + half), at(-out, top + half)]);
                if self.alone {
                    self.letters("HQ", 0.98);
                }
            }
            Staff => {
                let from = at(-out, down);
                self.drawing.outside.polyline(&[from, at(-out, down + Staff.below() * 2.0)]);
            }
            Battlement => {
                let (high, low, step) = (bottom - half, bottom + 0.22, out * 2.0 / 7.0);
                let mut points = vec![at(-out, down)];
                for n in 0..7u8 {
                    let (x, y) = (step * f64::from(n) - out, if n % 2 == 0 { high } else { low });
                    points.extend([at(x, y), at(x + step, y)]);
                }
                points.push(at(out, down));
                self.solid(&points);
            }
            Base => self.solid(&[at(-out, bottom - half), at(out, bottom - half), at(out, down), at(-out, down)]),
            Cross => {
                self.line(&[at(-out, top), at(out, bottom)]);
                self.line(&[at(-out, bottom), at(out, top)]);
            }
            Slash => self.line(&[at(-out, bottom), at(out, top)]),
            Horse => {
                let corner = at(out, bottom);
                if self.alone {
                    return self.solid(&[at(-out, bottom), at(out, top), corner]);
                }
                self.line(&[at(-out, bottom), at(out, top)]);
                // Not the whole half: the middle stays free for a second mark.
                self.solid(&[between(corner, at(out, top), 0.5), corner, between(corner, at(-out, bottom), 0.44)]);
            }
            AntiTank => self.line(&[at(-out, bottom), at(0.0, top), at(out, bottom)]),
            Dome => {
                // A curve goes three quarters of the way to its controls.
                let y = bottom - (bottom - top) * self.dome / 0.75;
                self.lines().move_to(at(-out, bottom)).cubic_to(at(-0.6 * out, y), at(0.6 * out, y), at(out, bottom));
            }
            Upright => {
                self.line(&[at(0.0, top), at(0.0, bottom)]);
                self.line(&[at(-out, level), at(out, level)]);
            }
            Bolt => {
                let high = 0.22 * (bottom - top);
                self.line(&[at(-out, top), at(0.0, level + high), at(0.0, level - high), at(out, bottom)]);
            }
            Shelf => self.line(&[at(-out, bottom - SHELF), at(out, bottom - SHELF)]),
            // The wheels of the standard hang below the frame and are specks on a small counter; its upright line is
            // as clear as the cross.
            Shaft => {
                let to = if self.ringed { bottom - RING_TOP } else { bottom };
                self.line(&[at(0.0, top), at(0.0, to)]);
            }
            GunLine => self.line(&[at(-1.03, top), at(-1.03, bottom)]),
            Track => {
                let ((x, y), aside) = (self.track, self.aside);
                self.lines().round_rect(Rect { x: aside - x, y: mid - y, width: 2.0 * x, height: 2.0 * y }, y);
            }
            Dot => self.disc(at(self.aside, mid), self.ball * self.share),
            Wave => {
                let (y, high, step) = if self.crossed { (level, 0.36, out / 3.0) } else { (bottom - 0.36, 0.2, out / 3.0) };
                let path = self.lines();
                path.move_to(at(-out, y));
                for n in 0..6u8 {
                    let (x, rise) = (step * f64::from(n) - out, if n % 2 == 0 { -high } else { high });
                    path.cubic_to(at(x + step / 4.0, y + rise), at(x + step * 0.75, y + rise), at(x + step, y));
                }
            }
            Rail => {
                self.line(&[at(-1.12, bottom - 0.64), at(1.12, bottom - 0.64)]);
                for x in [-0.81, -0.41, 0.41, 0.81] {
                    self.drawing.thin.circle(at(x, bottom - 0.39), 0.155);
                }
            }
            Wheels => {
                for x in [-0.82, 0.82] {
                    self.drawing.outside.circle(at(x, down + 0.21), 0.13);
                }
            }
            Letters(text) => self.letters(text, if text.len() > 2 { 0.92 } else { 1.06 }),
            Star => {
                let path = star(p(0.0, 0.06), 0.64 * m);
                self.drawing.solid.push(path);
            }
            Figure(sketch) => self.sketch(sketch, boxed(mid, m)),
            Silhouette(sketch) => {
                let room = Rect { x: -1.2 * m, y: mid - 0.66 * m, width: 2.4 * m, height: 1.32 * m };
                if let Some(place) = sketch::fitted(sketch, room) {
                    self.sketch(sketch, place);
                }
            }
            Foot(sketch) => self.sketch(sketch, boxed(bottom - 1.0, 1.0)),
            FootLetters(text) => {
                let height = if text.len() > 2 { 0.44 } else { 0.53 };
                let base = bottom - 0.09;
                self.write(text, height, base);
            }
        }
    }

    fn lines(&mut self) -> &mut Path {
        &mut self.drawing.lines
    }

    fn line(&mut self, points: &[Point]) {
        self.lines().polyline(points);
    }

    fn solid(&mut self, points: &[Point]) {
        let mut path = Path::new();
        path.polygon(points);
        self.drawing.solid.push(path);
    }

    fn disc(&mut self, centre: Point, radius: f64) {
        let mut path = Path::new();
        path.circle(centre, radius);
        self.drawing.solid.push(path);
    }

    /// A sketch, its box moved to where it belongs.
    fn sketch(&mut self, sketch: &str, place: Transform) {
        for (how, path) in sketch::parts(sketch) {
            let path = path.moved(place);
            match how {
                sketch::How::Line(width) if width < USUAL_LINE => drop(self.drawing.thin.append(&path)),
                sketch::How::Line(_) => drop(self.drawing.lines.append(&path)),
                sketch::How::Filled => self.drawing.solid.push(path),
                // Whoever shares a frame is too small for what is cut out.
                sketch::How::CutOut | sketch::How::CutLine(_) => {}
            }
        }
    }

    /// Letters in the middle, so high.
    fn letters(&mut self, text: &str, height: f64) {
        let height = height * self.scale;
        self.write(text, height, self.mid + height / 2.0);
    }

    /// Letters across the middle, so high, on a baseline.
    fn write(&mut self, text: &str, height: f64, base: f64) {
        let (face, size) = (Face::Bold, height / font::CAP_HEIGHT);
        let left = -font::width(face, text, size) / 2.0;
        let small = Transform::scale(size / face.units(), size / face.units());
        let mut path = Path::new();
        for glyph in font::shape(face, text) {
            let place = Transform::shift(left + glyph.x * size, base - glyph.y * size).after(small);
            path.append(&face.outline(glyph.id).moved(place));
        }
        self.drawing.solid.push(path);
    }
}

/// A star about a place, with five points, one of them above.
pub(super) fn star(centre: Point, radius: f64) -> Path {
    let points: Vec<Point> = (0..10)
        .map(|n| {
            let (sin, cos) = f64::from(n * 36).to_radians().sin_cos();
            // In a star of straight lines it is 0.38; a fuller one is clearer when small.
            let r = if n % 2 == 0 { radius } else { radius * 0.43 };
            at(centre.x + sin * r, centre.y - cos * r)
        })
        .collect();
    let mut path = Path::new();
    path.polygon(&points);
    path
}
