//! Where the slots of a counter lie. All is told in shares of its side, so that a counter of any size looks alike.

use super::super::scene::{Face, Rect};
use super::BLEED;
use crate::model::SlotPlace;

/// Nothing but bands comes nearer to the edge.
pub(super) const INSET: f64 = 0.065;
/// How wide a band with words is, and one of colour alone.
const BAR: f64 = 0.15;
const THIN: f64 = 0.085;
/// Between rows and columns.
const GAP: f64 = 0.02;

/// The slots of a counter, for those that are taken.
pub(super) struct Slots {
    size: f64,
    taken: Vec<SlotPlace>,
    /// Bands without words.
    thin: Vec<SlotPlace>,
    /// The rooms of those that are taken.
    rooms: Vec<(SlotPlace, Rect)>,
}

impl Slots {
    pub(super) fn new(size: f64, taken: &[SlotPlace], thin: &[SlotPlace]) -> Slots {
        let mut slots = Slots { size, taken: taken.to_vec(), thin: thin.to_vec(), rooms: Vec::new() };
        slots.rooms = taken.iter().map(|at| (*at, slots.room(*at))).collect();
        slots
    }

    fn bar(&self, at: SlotPlace) -> f64 {
        if self.thin.contains(&at) { THIN } else { BAR }
    }

    fn any(&self, of: &[SlotPlace]) -> bool {
        of.iter().any(|at| self.taken.contains(at))
    }

    /// What the bands leave, in shares.
    fn inner(&self) -> Rect {
        let edge = |bar: SlotPlace| if self.any(&[bar]) { (self.bar(bar) + GAP).max(INSET) } else { INSET };
        let (x, y) = (edge(SlotPlace::LeftBar), edge(SlotPlace::TopBar));
        Rect { x, y, width: 1.0 - x - edge(SlotPlace::RightBar), height: 1.0 - y - edge(SlotPlace::BottomBar) }
    }

    /// The room of a slot in millimetres.
    pub(super) fn rect(&self, at: SlotPlace) -> Rect {
        let known = self.rooms.iter().find(|(taken, _)| *taken == at);
        known.map_or_else(|| self.room(at), |(_, room)| *room)
    }

    fn room(&self, at: SlotPlace) -> Rect {
        use SlotPlace as S;
        let Rect { x, y, width, height } = self.inner();
        let (right, bottom) = (x + width, y + height);
        let top_row = if self.any(&[S::Top, S::TopLeft, S::TopRight]) { 0.17 } else { 0.0 };
        let low_row = if self.any(&[S::Bottom, S::BottomLeft, S::BottomRight]) { 0.29 } else { 0.0 };
        let column = if self.any(&[S::Left, S::Right]) { 0.16 } else { 0.0 };
        // Corners take from the slot between them, on both sides alike, so that it stays in the middle.
        let top_corner = if self.any(&[S::TopLeft, S::TopRight]) { if self.any(&[S::Top]) { 0.31 } else { 0.5 } } else { 0.0 };
        let low_corner =
            if self.any(&[S::BottomLeft, S::BottomRight]) { if self.any(&[S::Bottom]) { 0.22 } else { 0.5 } } else { 0.0 };
        let gap = |row: f64| if row > 0.0 { GAP } else { 0.0 };
        let (middle_top, middle_bottom) = (y + top_row + gap(top_row), bottom - low_row - gap(low_row));
        let row = |x0: f64, x1: f64, y0: f64, y1: f64| Rect { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
        let (wide, narrow) = (width * top_corner, width * low_corner);
        let share = match at {
            S::Centre => row(x + column + gap(column), right - column - gap(column), middle_top, middle_bottom),
            S::Top => row(x + wide, right - wide, y, y + top_row),
            S::TopLeft => row(x, x + wide, y, y + top_row),
            S::TopRight => row(right - wide, right, y, y + top_row),
            S::Bottom => row(x + narrow, right - narrow, bottom - low_row, bottom),
            S::BottomLeft => row(x, x + narrow, bottom - low_row, bottom),
            S::BottomRight => row(right - narrow, right, bottom - low_row, bottom),
            S::Left => row(x, x + column, middle_top, middle_bottom),
            S::Right => row(right - column, right, middle_top, middle_bottom),
            S::TopBar => row(INSET, 1.0 - INSET, INSET / 2.0, self.bar(at)),
            S::BottomBar => row(INSET, 1.0 - INSET, 1.0 - self.bar(at), 1.0 - INSET / 2.0),
            S::LeftBar => row(INSET / 2.0, self.bar(at), INSET, 1.0 - INSET),
            S::RightBar => row(1.0 - self.bar(at), 1.0 - INSET / 2.0, INSET, 1.0 - INSET),
        };
        self.scaled(share)
    }

    fn scaled(&self, Rect { x, y, width, height }: Rect) -> Rect {
        let s = self.size;
        Rect { x: x * s, y: y * s, width: width * s, height: height * s }
    }

    /// A band as it is painted: to the edge, and beyond it.
    pub(super) fn to_the_edge(&self, at: SlotPlace) -> Rect {
        let (s, bar) = (self.size, self.bar(at) * self.size);
        let (long, wide) = (s + 2.0 * BLEED, bar + BLEED);
        match at {
            SlotPlace::TopBar => Rect { x: -BLEED, y: -BLEED, width: long, height: wide },
            SlotPlace::BottomBar => Rect { x: -BLEED, y: s - bar, width: long, height: wide },
            SlotPlace::LeftBar => Rect { x: -BLEED, y: -BLEED, width: wide, height: long },
            SlotPlace::RightBar => Rect { x: s - bar, y: -BLEED, width: wide, height: long },
            _ => self.rect(at),
        }
    }

    /// A patch of colour in a corner or along an edge: not as long as its room, so that it is no band.
    pub(super) fn patch(&self, at: SlotPlace) -> Rect {
        let rect = self.rect(at);
        let width = rect.width.min(self.size * 0.22);
        let x = match at {
            SlotPlace::TopRight | SlotPlace::BottomRight => rect.x + rect.width - width,
            SlotPlace::Top | SlotPlace::Bottom => rect.x + (rect.width - width) / 2.0,
            _ => rect.x,
        };
        let height = rect.height.min(self.size * if rect.height > rect.width { 1.0 } else { 0.13 });
        Rect { x, y: rect.y + (rect.height - height) / 2.0, width, height }
    }

    /// The room of a size mark: lower than letters, so that it stays a mark.
    pub(super) fn mark(&self, at: SlotPlace) -> Rect {
        let rect = self.rect(at);
        let height = rect.height.min(self.size * 0.125);
        Rect { y: rect.y + rect.height - height - (rect.height - height) * 0.35, height, ..rect }
    }
}

/// The face that a slot is written in.
pub(super) const fn usual_face(at: SlotPlace) -> Face {
    match at {
        SlotPlace::Bottom | SlotPlace::BottomLeft | SlotPlace::BottomRight | SlotPlace::Centre => Face::Bold,
        _ => Face::Regular,
    }
}

/// The size of its letters, where there is room.
pub(super) fn usual_mm(at: SlotPlace, counter: f64) -> f64 {
    counter
        * match at {
            SlotPlace::Bottom | SlotPlace::BottomLeft | SlotPlace::BottomRight => 0.3,
            SlotPlace::Centre => 0.3,
            SlotPlace::Top => 0.17,
            _ => 0.16,
        }
}

/// Letters smaller than this are no longer read with ease, whatever the counter: about 3½ points.
pub(super) fn least_mm(counter: f64) -> f64 {
    (counter * 0.085).clamp(1.2, 2.0)
}

/// Which way words run: beside the symbol they run along it.
pub(super) const fn usual_turn(at: SlotPlace) -> i32 {
    match at {
        SlotPlace::Left | SlotPlace::LeftBar => 270,
        SlotPlace::Right | SlotPlace::RightBar => 90,
        _ => 0,
    }
}

/// Where a line begins in a room that has so much to spare: corners hold on to their side.
pub(super) fn anchor(at: SlotPlace, spare: f64) -> f64 {
    match at {
        SlotPlace::TopLeft | SlotPlace::BottomLeft => 0.0,
        SlotPlace::TopRight | SlotPlace::BottomRight => spare,
        _ => spare / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_never_overlap_and_stay_inside() {
        use SlotPlace as S;
        let all = [
            S::Centre,
            S::Top,
            S::Bottom,
            S::Left,
            S::Right,
            S::TopLeft,
            S::TopRight,
            S::BottomLeft,
            S::BottomRight,
            S::TopBar,
            S::BottomBar,
            S::LeftBar,
            S::RightBar,
        ];
        for skip in 0..all.len() {
            let taken: Vec<S> = all.iter().copied().filter(|at| *at != all[skip]).collect();
            let slots = Slots::new(12.7, &taken, &[]);
            for (n, one) in taken.iter().enumerate() {
                let a = slots.rect(*one);
                assert!(a.width > 0.5 && a.height > 0.5, "{one:?} {a:?}");
                assert!(a.x > 0.0 && a.y > 0.0 && a.x + a.width < 12.7 && a.y + a.height < 12.7, "{one:?}");
                for other in taken.iter().skip(n + 1).filter(|other| !(one.is_bar() || other.is_bar())) {
                    let b = slots.rect(*other);
                    let apart = a.x + a.width <= b.x + 1e-9
                        || b.x + b.width <= a.x + 1e-9
                        || a.y + a.height <= b.y + 1e-9
                        || b.y + b.height <= a.y + 1e-9;
                    assert!(apart, "{one:?} and {other:?} without {:?}", all[skip]);
                }
            }
        }
    }
}
