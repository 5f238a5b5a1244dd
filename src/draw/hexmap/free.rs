//! What must stay free: roads and rivers, numbers, houses, names. Trees, fields and hachures keep off it.

use std::sync::Arc;

use super::canvas::{distance, plus};
use super::field::{Cells, Frame};
use crate::hexgrid::Point;

/// A box that is better left alone: its middle, half its width and half its height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) centre: Point,
    pub(super) half: (f64, f64),
}

/// All that must stay free; the unit is a hex across its flats.
#[derive(Clone)]
pub(super) struct Free {
    /// Points of lines and houses, and how far they reach.
    points: Arc<Cells<(Point, f64)>>,
    /// Points of houses alone.
    houses: Arc<Cells<Point>>,
    /// In every cell that comes near to them: a name is wide, and most points lie far from any.
    boxes: Cells<Kept>,
}

/// Nobody asks for more room around a box.
const MOST_OFF: f64 = 0.2;

impl Free {
    pub(super) fn new(frame: Frame) -> Free {
        let frame = frame.grown(1.0);
        let (points, houses) = (Arc::new(Cells::new(frame, 0.25)), Arc::new(Cells::new(frame, 0.25)));
        Free { points, houses, boxes: Cells::new(frame, 0.5) }
    }

    pub(super) fn line(&mut self, samples: impl IntoIterator<Item = (Point, f64)>) {
        let points = Arc::make_mut(&mut self.points);
        for (at, half) in samples {
            points.add(at, (at, half));
        }
    }

    pub(super) fn house(&mut self, corners: &[Point]) {
        let houses = Arc::make_mut(&mut self.houses);
        for at in corners {
            houses.add(*at, *at);
        }
    }

    pub(super) fn keep(&mut self, kept: Kept) {
        let half = Point { x: kept.half.0 + MOST_OFF, y: kept.half.1 + MOST_OFF };
        self.boxes.cover(Frame { min: plus(kept.centre, half, -1.0), max: plus(kept.centre, half, 1.0) }, kept);
    }

    /// Whether nothing lies so near to a point, houses aside.
    pub(super) fn clear(&self, at: Point, off: f64) -> bool {
        self.lines_clear(at, off) && self.boxes_clear(at, off)
    }

    pub(super) fn lines_clear(&self, at: Point, off: f64) -> bool {
        self.points.around(at, 0.1 + off, |(other, half)| distance(*other, at) >= half + off)
    }

    pub(super) fn boxes_clear(&self, at: Point, off: f64) -> bool {
        self.boxes.here(at, |kept| {
            (at.x - kept.centre.x).abs() >= kept.half.0 + off || (at.y - kept.centre.y).abs() >= kept.half.1 + off
        })
    }

    pub(super) fn houses_clear(&self, at: Point, off: f64) -> bool {
        self.houses.around(at, off, |other| distance(*other, at) >= off)
    }

    /// How near the next line is, and in which direction it lies from there to here; nothing beyond that.
    pub(super) fn nearest_line(&self, at: Point, reach: f64) -> Option<Point> {
        let mut best: Option<(f64, Point)> = None;
        self.points.around(at, reach, |(other, _)| {
            let far = distance(*other, at);
            if far < reach && best.is_none_or(|(least, _)| far < least) {
                best = Some((far, *other));
            }
            true
        });
        best.map(|(_, point)| point)
    }
}
