//! How counters are read: one of the commonest, large, with what stands where.

use super::flow::{Block, Desk, Ruled, Span, Strip};
use super::grid::Cell;
use super::look::{FINE, INK, LINE, PALE, baseline};
use super::tables::notes_with_signs;
use crate::draw::counter::{Faces, word_name};
use crate::draw::scene::{Anchor, Color, Face, Group, Node, Path, Point, Rect, Shape, Stroke, Text, Transform};
use crate::model::{Condition, Game, Rgb};
use crate::words::Teller;

/// The longer side of the counter.
const SIDE: f64 = 30.0;
/// The size of the words beside it, and from line to line.
const SIZE: f64 = 2.6;
const LEAD: f64 = SIZE * 1.2;
/// Between the counter and the words.
const AWAY: f64 = 4.5;
/// Above and below.
const ROOM: f64 = 2.5;

/// A counter with the names of what stands on it; nothing if counters are pictures, or there are none.
pub(super) fn block(game: &Game, teller: &Teller<'_>, faces: &Faces<'_>, desk: &Desk<'_>) -> Option<Block> {
    let example = faces.example()?;
    let readings = faces.readings(example);
    if readings.is_empty() {
        return None;
    }
    let width = desk.half;
    let area = faces.area();
    let scale = SIDE / area.0.max(area.1).max(0.1);
    let (wide, high) = (area.0 * scale, area.1 * scale);
    let x = (width - wide) / 2.0;
    let mut sides: [Vec<(Rect, String)>; 2] = [Vec::new(), Vec::new()];
    for (slot, what) in readings {
        let place =
            Rect { x: x + slot.x * scale, y: ROOM + slot.y * scale, width: slot.width * scale, height: slot.height * scale };
        let off = place.x + place.width / 2.0 - width / 2.0;
        // What is in the middle is told on the side that has less to tell.
        let [left, right] = &mut sides;
        let to_the_left = if off.abs() < 0.5 { left.len() <= right.len() } else { off < 0.0 };
        (if to_the_left { left } else { right }).push((place, what));
    }
    let mut nodes: Vec<Node> = Vec::new();
    let drawn = faces.unit(example, 0).cut_out(Point { x: 0.0, y: 0.0 }, area);
    let transform = Transform::shift(x, ROOM).after(Transform::scale(scale, scale));
    nodes.push(Group { transform, nodes: vec![drawn], ..Group::default() }.into());
    let mut bottom = ROOM + high;
    for (n, mut told) in sides.into_iter().enumerate() {
        let middle = |place: &Rect| place.y + place.height / 2.0;
        told.sort_by(|a, b| middle(&a.0).total_cmp(&middle(&b.0)));
        let mut y = 0.5;
        for (place, what) in told {
            let lines = desk.ruler.wrap(Face::Regular, &what, SIZE, x - AWAY - 1.0);
            let tall = LEAD * f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX));
            y = f64::max(y, middle(&place) - tall / 2.0);
            let (from, anchor, edge) = match n {
                0 => (x - AWAY, Anchor::End, place.x.max(x)),
                _ => (x + wide + AWAY, Anchor::Start, (place.x + place.width).min(x + wide)),
            };
            let away = if n == 0 { 0.8 } else { -0.8 };
            let mut leader = Path::new();
            leader.line(Point { x: from + away, y: y + tall / 2.0 }, Point { x: edge, y: middle(&place) });
            nodes.push(Shape::stroked(leader, Stroke::butt(PALE, 2.0 * FINE)).into());
            for (k, line) in lines.into_iter().enumerate() {
                let down = y + LEAD * f64::from(u32::try_from(k).unwrap_or(0)) + baseline(LEAD, SIZE);
                nodes.push(Text::new(Point { x: from, y: down }, anchor, line, Face::Regular, SIZE, INK).into());
            }
            y += tall + 0.6;
        }
        bottom = bottom.max(y);
    }
    let mut strips = vec![Strip { height: bottom + ROOM, nodes, ruled: Ruled::No, heavy: false, with_next: true }];
    strips.extend(notes_with_signs(remarks(game, teller), desk, width));
    Some(Block {
        title: "Reading the counters".to_owned(),
        rule: None,
        span: Span::Half,
        head: None,
        strips,
        meets: Vec::new(),
        series: None,
    })
}

/// What looks different on some counters, each with its colour before it, and how backs are told.
fn remarks(game: &Game, teller: &Teller<'_>) -> Vec<(Cell, String)> {
    let mut all: Vec<(Cell, String)> = Vec::new();
    for look in &game.art.looks {
        let (Some(of), Some(who)) = (&look.of, &look.who) else { continue };
        let how = match (look.frame, look.ink) {
            (Some(_), _) => "in a coloured box".to_owned(),
            (None, Some(_)) => "in another colour".to_owned(),
            (None, None) if !(look.before.is_empty() && look.after.is_empty()) => format!("as {}…{}", look.before, look.after),
            (None, None) => continue,
        };
        let when = Condition { unit: Some(who.clone()), ..Condition::default() };
        let sign = look.frame.or(look.ink).map_or_else(|| Cell::pale("•"), swatch);
        all.push((sign, format!("{} {how}: {}.", word_name(game, of), teller.provided_that(&when))));
    }
    if !game.art.plain_backs && game.units.values().any(|unit| unit.faces.len() > 1) {
        let told = "On backs: a pale plate behind the middle tells that steps are lost, a dark one below it another state.";
        all.push((Cell::pale("•"), told.to_owned()));
    }
    all
}

/// A colour about its middle: words alone do not tell one box from another.
fn swatch((r, g, b): Rgb) -> Cell {
    const HIGH: f64 = 2.0;
    let mut path = Path::new();
    path.rect(Rect { x: -0.6 * HIGH, y: -0.5 * HIGH, width: 1.2 * HIGH, height: HIGH });
    let filled = Shape::filled(path.clone(), Color::rgb(r, g, b));
    let outline = Shape::stroked(path, Stroke::butt(LINE, FINE));
    Cell::Picture(1.2 * HIGH, HIGH, vec![filled.into(), outline.into()])
}
