//! Where the slots of a counter lie. All is told in shares of its shorter side, so that a counter of any size looks alike.

use super::super::scene::{Face, Rect};
use super::BLEED;
use crate::model::{Outline, Slot, SlotPlace};

/// Nothing but bands comes nearer to the edge: about a millimetre, which is how far a knife slips.
pub(super) const INSET: f64 = 0.065;
/// How wide a band with words is, and one of colour alone.
const BAR: f64 = 0.15;
const THIN: f64 = 0.085;
/// Between rows and columns.
const GAP: f64 = 0.02;
/// Between the slots of a row: numbers must not run together.
const BETWEEN: f64 = 0.03;
/// The rows above and below the middle, and the columns beside it.
const TOP_ROW: f64 = 0.1;
const LOW_ROW: f64 = 0.275;
const COLUMN: f64 = 0.11;

/// The slots of a counter, for those that are taken.
pub(super) struct Slots {
    /// The shorter side, in millimetres; width and height, in shares of it.
    unit: f64,
    wide: f64,
    high: f64,
    /// Where the oblong that holds them begins, and the whole counter: something round has no corners.
    from: (f64, f64),
    whole: (f64, f64),
    outline: Outline,
    taken: Vec<SlotPlace>,
    /// Bands without words.
    thin: Vec<SlotPlace>,
    rows: (f64, f64),
    /// The rooms of those that are taken.
    rooms: Vec<(SlotPlace, Rect)>,
}

impl Slots {
    /// Of a counter so wide and so high.
    pub(super) fn new(whole: (f64, f64), outline: Outline, slots: &[(SlotPlace, Slot)]) -> Slots {
        let (x, y) = match outline {
            Outline::Square => (0.0, 0.0),
            Outline::Round => (0.075, 0.075),
            Outline::Hexagon => (0.1, 0.03),
        };
        let from = (whole.0 * x, whole.1 * y);
        let (width, height) = (whole.0 - 2.0 * from.0, whole.1 - 2.0 * from.1);
        let unit = width.min(height);
        let colour_alone = |slot: &Slot| matches!(slot.show.trim(), "" | "stripe");
        // Letters that the author wants larger get a higher row.
        let row = |least: f64, of: [SlotPlace; 3]| {
            let wanted = slots.iter().filter(|(at, _)| of.contains(at)).filter_map(|(_, slot)| slot.mm);
            let taken = slots.iter().any(|(at, _)| of.contains(at));
            if taken { wanted.map(|mm| mm / unit * 0.8).fold(least, f64::max).min(0.35) } else { 0.0 }
        };
        let mut all = Slots {
            unit,
            wide: width / unit,
            high: height / unit,
            from,
            whole,
            outline,
            taken: slots.iter().map(|(at, _)| *at).collect(),
            thin: slots.iter().filter(|(_, slot)| colour_alone(slot)).map(|(at, _)| *at).collect(),
            rows: (
                row(TOP_ROW, [SlotPlace::Top, SlotPlace::TopLeft, SlotPlace::TopRight]),
                row(LOW_ROW, [SlotPlace::Bottom, SlotPlace::BottomLeft, SlotPlace::BottomRight]),
            ),
            rooms: Vec::new(),
        };
        let placed = |slot: &Slot| {
            let area = slot.area?;
            let (x, y) = (whole.0 / 100.0, whole.1 / 100.0);
            Some(Rect { x: area.x * x, y: area.y * y, width: area.width * x, height: area.height * y })
        };
        all.rooms = slots.iter().map(|(at, slot)| (*at, placed(slot).unwrap_or_else(|| all.room(*at)))).collect();
        all
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
        Rect { x, y, width: self.wide - x - edge(SlotPlace::RightBar), height: self.high - y - edge(SlotPlace::BottomBar) }
    }

    /// What lies between the rows, from edge to edge of what the bands leave: in shares, upper and lower end.
    fn middle(&self) -> (f64, f64) {
        let Rect { y, height, .. } = self.inner();
        let gap = |row: f64| if row > 0.0 { GAP } else { 0.0 };
        (y + self.rows.0 + gap(self.rows.0), y + height - self.rows.1 - gap(self.rows.1))
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
        let (top_row, low_row) = self.rows;
        let column = if self.any(&[S::Left, S::Right]) { COLUMN } else { 0.0 };
        // Corners take from the slot between them, on both sides alike, so that it stays in the middle.
        let top_corner = if self.any(&[S::TopLeft, S::TopRight]) { if self.any(&[S::Top]) { 0.31 } else { 0.5 } } else { 0.0 };
        let low_corner =
            if self.any(&[S::BottomLeft, S::BottomRight]) { if self.any(&[S::Bottom]) { 0.24 } else { 0.5 } } else { 0.0 };
        let gap = |row: f64| if row > 0.0 { GAP } else { 0.0 };
        let (middle_top, middle_bottom) = self.middle();
        let row = |x0: f64, x1: f64, y0: f64, y1: f64| Rect { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
        // Letters of the outer rows keep clear of an edge that is not straight.
        let (top_x, top_right) = self.span(y + top_row * 0.05);
        let (low_x, low_right) = self.span(bottom - low_row * 0.11);
        let (wide, narrow) = ((top_right - top_x) * top_corner, (low_right - low_x) * low_corner);
        let free = |corner: f64| if corner > 0.0 { BETWEEN / 2.0 } else { 0.0 };
        let (wide_gap, narrow_gap) = (free(wide), free(narrow));
        let share = match at {
            S::Centre | S::Placed(_) => {
                row(x + column + gap(column) / 2.0, right - column - gap(column) / 2.0, middle_top, middle_bottom)
            }
            S::Top => row(top_x + wide + wide_gap, top_right - wide - wide_gap, y, y + top_row),
            S::TopLeft => row(top_x, top_x + wide - wide_gap, y, y + top_row),
            S::TopRight => row(top_right - wide + wide_gap, top_right, y, y + top_row),
            S::Bottom => row(low_x + narrow + narrow_gap, low_right - narrow - narrow_gap, bottom - low_row, bottom),
            S::BottomLeft => row(low_x, low_x + narrow - narrow_gap, bottom - low_row, bottom),
            S::BottomRight => row(low_right - narrow + narrow_gap, low_right, bottom - low_row, bottom),
            // Clear of the line around a plate.
            S::Left => row(x, x + column, middle_top + EDGE, middle_bottom - EDGE),
            S::Right => row(right - column, right, middle_top + EDGE, middle_bottom - EDGE),
            S::TopBar => row(INSET, self.wide - INSET, INSET / 2.0, self.bar(at)),
            S::BottomBar => row(INSET, self.wide - INSET, self.high - self.bar(at), self.high - INSET / 2.0),
            S::LeftBar => row(INSET / 2.0, self.bar(at), INSET, self.high - INSET),
            S::RightBar => row(self.wide - self.bar(at), self.wide - INSET / 2.0, INSET, self.high - INSET),
        };
        self.scaled(share)
    }

    /// From where to where what is read may reach so far down, in shares.
    fn span(&self, down: f64) -> (f64, f64) {
        let Rect { x, width, .. } = self.inner();
        if self.outline == Outline::Square {
            return (x, x + width);
        }
        let half = self.outline.half(self.whole, self.from.1 + down * self.unit - self.whole.1 / 2.0);
        let (middle, half) = (self.wide / 2.0, half / self.unit - INSET * 0.7);
        (x.max(middle - half), (x + width).min(middle + half))
    }

    fn scaled(&self, Rect { x, y, width, height }: Rect) -> Rect {
        let s = self.unit;
        Rect { x: self.from.0 + x * s, y: self.from.1 + y * s, width: width * s, height: height * s }
    }

    /// The shorter side of what holds the slots: letters go by it.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// The plate that tells a worn face: behind the middle, and down to the foot if the unit is weaker still. It keeps
    /// clear of the edge by as much as a knife slips, so that the edge has one colour.
    pub(super) fn worn(&self, to_the_foot: bool) -> Rect {
        let (top, bottom) = self.middle();
        let Rect { x, width, y, height } = self.inner();
        let (x, width) = (x - EDGE, width + 2.0 * EDGE);
        let bottom = if to_the_foot { y + height + EDGE } else { bottom + GAP / 2.0 };
        self.scaled(Rect { x, y: top - GAP / 2.0, width, height: bottom - top + GAP / 2.0 })
    }

    /// The plate below the middle that tells another mode.
    pub(super) fn foot(&self) -> Rect {
        let (_, bottom) = self.middle();
        let Rect { x, width, y, height } = self.inner();
        let top = bottom + GAP / 2.0;
        self.scaled(Rect { x: x - EDGE, y: top, width: width + 2.0 * EDGE, height: y + height + EDGE - top })
    }

    /// A band as it is painted: to the edge, and beyond it.
    pub(super) fn to_the_edge(&self, at: SlotPlace) -> Rect {
        let (w, h) = self.whole;
        let bar = self.bar(at) * self.unit;
        let (across, down) = (bar + self.from.0, bar + self.from.1);
        let (long, tall) = (w + 2.0 * BLEED, h + 2.0 * BLEED);
        match at {
            SlotPlace::TopBar => Rect { x: -BLEED, y: -BLEED, width: long, height: down + BLEED },
            SlotPlace::BottomBar => Rect { x: -BLEED, y: h - down, width: long, height: down + BLEED },
            SlotPlace::LeftBar => Rect { x: -BLEED, y: -BLEED, width: across + BLEED, height: tall },
            SlotPlace::RightBar => Rect { x: w - across, y: -BLEED, width: across + BLEED, height: tall },
            _ => self.rect(at),
        }
    }

    /// A patch of colour in a corner or along an edge: not as long as its room, so that it is no band.
    pub(super) fn patch(&self, at: SlotPlace) -> Rect {
        let rect = self.rect(at);
        let width = rect.width.min(self.unit * 0.22);
        let x = match at {
            SlotPlace::TopRight | SlotPlace::BottomRight => rect.x + rect.width - width,
            SlotPlace::Top | SlotPlace::Bottom => rect.x + (rect.width - width) / 2.0,
            _ => rect.x,
        };
        let height = rect.height.min(self.unit * if rect.height > rect.width { 1.0 } else { 0.13 });
        Rect { x, y: rect.y + (rect.height - height) / 2.0, width, height }
    }

    /// The room of a size mark: lower than letters, so that it stays a mark.
    pub(super) fn mark(&self, at: SlotPlace) -> Rect {
        let rect = self.rect(at);
        let height = rect.height.min(self.unit * 0.08);
        Rect { y: rect.y + (rect.height - height) / 2.0, height, ..rect }
    }
}

/// How much nearer to the edge than letters plates come.
const EDGE: f64 = 0.02;

/// The face that a slot is written in.
pub(super) const USUAL_FACE: Face = Face::Bold;

/// The size of its letters, where there is room, as a share of the counter's shorter side.
pub(super) const fn usual_share(at: SlotPlace) -> f64 {
    match at {
        SlotPlace::Bottom | SlotPlace::BottomLeft | SlotPlace::BottomRight | SlotPlace::Centre => 0.3,
        SlotPlace::Placed(_) => 0.2,
        _ => 0.125,
    }
}

/// How much narrower letters may be drawn before they become smaller.
pub(super) const fn narrowest(at: SlotPlace) -> f64 {
    match at {
        SlotPlace::Left | SlotPlace::Right => 0.72,
        _ => 0.8,
    }
}

/// Slots that share one size of letters on all counters: those of a row, and those beside the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Row {
    Top,
    Bottom,
    Beside,
    Bars,
    Own(SlotPlace),
}

pub(super) const fn row(at: SlotPlace) -> Row {
    match at {
        SlotPlace::Top | SlotPlace::TopLeft | SlotPlace::TopRight => Row::Top,
        SlotPlace::Bottom | SlotPlace::BottomLeft | SlotPlace::BottomRight => Row::Bottom,
        SlotPlace::Left | SlotPlace::Right => Row::Beside,
        SlotPlace::TopBar | SlotPlace::BottomBar | SlotPlace::LeftBar | SlotPlace::RightBar => Row::Bars,
        SlotPlace::Centre | SlotPlace::Placed(_) => Row::Own(at),
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
        for area in [(12.7, 12.7), (25.4, 12.7), (12.7, 20.0)] {
            for skip in 0..all.len() {
                let shown = |at: &S| (*at, Slot { show: "{attack}".to_owned(), ..Slot::default() });
                let taken: Vec<(S, Slot)> = all.iter().filter(|at| **at != all[skip]).map(shown).collect();
                let slots = Slots::new(area, Outline::Square, &taken);
                for (n, (one, _)) in taken.iter().enumerate() {
                    let a = slots.rect(*one);
                    assert!(a.width > 0.5 && a.height > 0.5, "{one:?} {a:?}");
                    assert!(a.x > 0.0 && a.y > 0.0 && a.x + a.width < area.0 && a.y + a.height < area.1, "{one:?}");
                    for (other, _) in taken.iter().skip(n + 1).filter(|(other, _)| !(one.is_bar() || other.is_bar())) {
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

    #[test]
    fn what_is_read_lies_within_a_round_or_hexagonal_counter() {
        let shown = |at: SlotPlace| (at, Slot { show: "x".to_owned(), ..Slot::default() });
        let usual = [SlotPlace::Centre, SlotPlace::Top, SlotPlace::Left, SlotPlace::Right, SlotPlace::Bottom].map(shown);
        for ((w, h), outline) in [
            ((18.0, 18.0), Outline::Round),
            ((25.0, 16.0), Outline::Round),
            ((18.0, 15.6), Outline::Hexagon),
            ((18.0, 18.0), Outline::Hexagon),
        ] {
            let slots = Slots::new((w, h), outline, &usual);
            // Half of what there is across, so far from the middle.
            let half = |y: f64| match outline {
                Outline::Round => w / 2.0 * (1.0 - (y / (h / 2.0)).powi(2)).sqrt(),
                _ => w / 2.0 - Outline::hexagon_corner((w, h)) * y.abs() / (h / 2.0),
            };
            // The figures: their capitals stand in the middle of the row. A knife's slip stays free beside them.
            let (top, bottom) = (slots.rect(SlotPlace::Top), slots.rect(SlotPlace::Bottom));
            let foot = bottom.y + bottom.height * 0.87 - h / 2.0;
            let head = h / 2.0 - top.y - top.height * 0.05;
            for (room, far) in [(top, head), (bottom, foot)] {
                assert!(room.width / 2.0 <= half(far) - 0.5, "{outline:?} {room:?} {}", half(far));
                assert!(room.width > 0.44 * w, "{outline:?} {room:?}");
            }
            for beside in [SlotPlace::Left, SlotPlace::Right] {
                let room = slots.rect(beside);
                // Side words are short: the middle half of their room counts.
                let far = (room.x - w / 2.0).abs().max((room.x + room.width - w / 2.0).abs());
                assert!(far <= half(room.height / 4.0) * 1.02, "{outline:?} {room:?}");
            }
        }
    }

    #[test]
    fn the_symbol_of_the_usual_layout_is_large() {
        let shown = |at: SlotPlace| (at, Slot { show: "x".to_owned(), ..Slot::default() });
        let usual = [SlotPlace::Centre, SlotPlace::Top, SlotPlace::Left, SlotPlace::Right, SlotPlace::Bottom].map(shown);
        let room = Slots::new((15.875, 15.875), Outline::Square, &usual).rect(SlotPlace::Centre);
        let (width, height) = (room.width.min(room.height * 1.5), room.height.min(room.width / 1.5));
        assert!(width >= 9.2 && height >= 6.1, "{width} {height}");
    }
}
