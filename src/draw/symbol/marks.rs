//! The marks inside the frame: what each looks like.
//!
//! The frame stands about 0, three wide and two high. Lines are all of one width, so that nothing is lost when it is
//! printed small; whatever is not a line is solid.

use std::collections::BTreeSet;

use crate::draw::font;
use crate::draw::path::between;
use crate::draw::scene::{Face, Path, Point, Rect, Transform};

/// Something that is drawn in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Mark {
    /// A solid band along the top: headquarters.
    Band,
    /// A solid band along the foot: it stays where it is.
    Base,
    /// From corner to corner, both ways: infantry.
    Cross,
    /// From corner to corner, rising: it looks ahead.
    Slash,
    /// The same with a solid corner: it rides.
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
    /// The oval of a track: armour.
    Track,
    /// A ball: artillery.
    Dot,
    /// A ball under two roofs: rockets.
    Rocket,
    /// An arrow on a ring: a mortar.
    Tube,
    /// An arrow on a bar: a machine gun.
    Barrel,
    /// A solid head of an arrow: it goes in with the infantry.
    Wedge,
    /// A bar on three legs: engineers.
    Teeth,
    /// Two banks and what lies between: a bridge.
    Span,
    /// A wheel: transport.
    Wheel,
    /// A propeller.
    Aircraft,
    /// A wall with battlements.
    Wall,
    /// The letters SEC.
    Letters,
    /// A star: a leader.
    Star,
    /// Two humps: parachutes.
    Canopy,
    /// A small glider.
    Glider,
    /// A solid triangle: mountains.
    Peak,
    /// Two wheels, left and right.
    Wheels,
}

use Mark::*;

impl Mark {
    /// Whether it stands at the foot, below the others.
    const fn is_low(self) -> bool {
        matches!(self, Canopy | Glider | Peak)
    }

    /// Whether it stands in the middle and needs height: a track around it has to be wide.
    const fn is_tall(self) -> bool {
        matches!(self, Rocket | Tube | Barrel | Teeth | Span | Wheel | Aircraft | Wall | Letters | Star)
    }
}

/// How high the band of headquarters is.
const BAND: f64 = 0.42;
/// How high the band at the foot is.
const BASE: f64 = 0.34;
/// How much of the foot a mark that stands there takes from the others.
const FOOT: f64 = 0.42;
/// How far the line of supply lies above the foot.
const SHELF: f64 = 0.46;

/// What is drawn: lines, and solid shapes.
pub(super) struct Drawing {
    pub(super) lines: Path,
    pub(super) solid: Vec<Path>,
}

/// Draws the marks into a frame whose line has its middle so far out and so far down, and is so wide.
pub(super) fn draw(marks: &BTreeSet<Mark>, out: f64, down: f64, line: f64) -> Drawing {
    let has = |mark: Mark| marks.contains(&mark);
    let top = if has(Band) { BAND - down } else { -down };
    let bottom = if has(Base) { down - BASE } else { down };
    let tall = marks.iter().any(|mark| mark.is_tall());
    let full = has(Track) || has(Dot) || has(Wedge) || tall;
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
    let roof = if has(Dome) && full { 0.3 * (bottom - top) } else { 0.0 };
    let share = ((bottom - foot - top - roof) / (2.0 * down)).min(1.0);
    let (wide, high) = if tall { (1.14, 0.64) } else { (1.02, 0.5) };
    let track = (wide * (0.6 + 0.4 * share), high * share);
    let room = if has(Track) { track.1 - line / 2.0 - 0.07 } else { FIGURE * share };
    let mut pen = Pen {
        out,
        down,
        top,
        bottom,
        line,
        mid: (top + roof + bottom - foot) / 2.0,
        share,
        scale: room.max(0.0) / FIGURE,
        track,
        dome: if roof > 0.0 { 0.8 } else { 0.58 },
        ball: if has(Track) { 0.26 } else { 0.43 },
        alone: marks.len() == 1,
        drawing: Drawing { lines: Path::new(), solid: Vec::new() },
    };
    for mark in marks {
        pen.mark(*mark);
    }
    pen.drawing
}

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
    /// Whether there is no other mark.
    alone: bool,
    drawing: Drawing,
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
            Base => self.solid(&[at(-out, bottom - half), at(out, bottom - half), at(out, down), at(-out, down)]),
            Cross => {
                self.line(&[at(-out, top), at(out, bottom)]);
                self.line(&[at(-out, bottom), at(out, top)]);
            }
            Slash => self.line(&[at(-out, bottom), at(out, top)]),
            Horse => {
                self.line(&[at(-out, bottom), at(out, top)]);
                // Not the whole half: the middle stays free for a second mark.
                let corner = at(out, bottom);
                let share = 0.58;
                self.solid(&[between(corner, at(out, top), share), corner, between(corner, at(-out, bottom), share)]);
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
            Shaft => self.line(&[at(0.0, top), at(0.0, bottom)]),
            Track => {
                let (x, y) = self.track;
                self.lines().round_rect(Rect { x: -x, y: mid - y, width: 2.0 * x, height: 2.0 * y }, y);
            }
            Dot => self.disc(at(0.0, mid), self.ball * self.share),
            Rocket => {
                self.disc(p(0.0, 0.42), 0.23 * m);
                for y in [-0.56, -0.16] {
                    self.line(&[p(-0.48, y + 0.3), p(0.0, y), p(0.48, y + 0.3)]);
                }
            }
            Tube => {
                self.arrow(0.2);
                self.lines().circle(p(0.0, 0.4), 0.2 * m);
            }
            Barrel => {
                self.arrow(0.56);
                self.line(&[p(-0.42, 0.56), p(0.42, 0.56)]);
            }
            Wedge => {
                let high = 0.3 * self.share;
                self.solid(&[at(-0.42, mid - high), at(0.56, mid), at(-0.42, mid + high)]);
            }
            Teeth => {
                // The bar covers the ends of its legs, so that the corners are sharp.
                self.line(&[at(-0.76 * m - half, p(0.0, -0.44).y), at(0.76 * m + half, p(0.0, -0.44).y)]);
                for x in [-0.76, 0.0, 0.76] {
                    self.line(&[p(x, -0.44), p(x, 0.48)]);
                }
            }
            Span => {
                for y in [-1.0, 1.0] {
                    self.line(&[p(-0.88, 0.56 * y), p(-0.56, 0.24 * y), p(0.56, 0.24 * y), p(0.88, 0.56 * y)]);
                }
            }
            Wheel => {
                self.lines().circle(p(0.0, 0.0), 0.62 * m);
                self.line(&[p(0.0, -0.62), p(0.0, 0.62)]);
                self.line(&[p(-0.62, 0.0), p(0.62, 0.0)]);
                self.disc(p(0.0, 0.0), 0.2 * m);
            }
            Aircraft => {
                let mut path = Path::new();
                for x in [-1.0, 1.0] {
                    path.move_to(p(0.0, 0.0)).cubic_to(p(0.35 * x, -0.54), p(x, -0.48), p(x, 0.0));
                    path.cubic_to(p(x, 0.48), p(0.35 * x, 0.54), p(0.0, 0.0)).close();
                }
                self.drawing.solid.push(path);
            }
            Wall => {
                let (high, low) = (-0.48, -0.12);
                let left = [(-0.9, 0.52), (-0.9, high), (-0.54, high), (-0.54, low), (-0.18, low), (-0.18, high)];
                let right = left.iter().rev().map(|(x, y)| (-x, *y));
                let points: Vec<Point> = left.iter().copied().chain(right).map(|(x, y)| p(x, y)).collect();
                self.solid(&points);
            }
            Letters => self.letters("SEC", 0.92),
            Star => {
                let path = star(p(0.0, 0.06), 0.64 * m);
                self.drawing.solid.push(path);
            }
            Canopy => {
                let (foot, high, wide) = (bottom - 0.16, 0.46, 0.56);
                let path = self.lines();
                path.move_to(at(-wide, foot)).cubic_to(at(-wide, foot - high), at(0.0, foot - high), at(0.0, foot));
                path.cubic_to(at(0.0, foot - high), at(wide, foot - high), at(wide, foot));
            }
            Glider => {
                self.line(&[at(-0.54, bottom - 0.46), at(0.54, bottom - 0.46)]);
                self.line(&[at(0.0, bottom - 0.66), at(0.0, bottom - 0.18)]);
                self.line(&[at(-0.24, bottom - 0.18), at(0.24, bottom - 0.18)]);
            }
            Peak => self.solid(&[at(-0.5, bottom), at(0.0, bottom - 0.64), at(0.5, bottom)]),
            Wheels => {
                let r = 0.13 * (bottom - top);
                self.lines().circle(at(-0.98, level), r).circle(at(0.98, level), r);
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

    /// An arrow that points up, from so far below the middle.
    fn arrow(&mut self, from: f64) {
        let (m, mid) = (self.scale, self.mid);
        let p = |x: f64, y: f64| at(x * m, mid + y * m);
        self.line(&[p(0.0, from), p(0.0, -0.56)]);
        self.line(&[p(-0.34, -0.2), p(0.0, -0.56), p(0.34, -0.2)]);
    }

    /// Letters in the middle, so high.
    fn letters(&mut self, text: &str, height: f64) {
        let height = height * self.scale;
        let (face, size) = (Face::Bold, height / font::CAP_HEIGHT);
        let (left, base) = (-font::width(face, text, size) / 2.0, self.mid + height / 2.0);
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
