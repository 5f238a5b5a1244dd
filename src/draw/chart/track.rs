//! The turn track: a box for each turn with its number, its date and what it brings, and room for a counter.

use super::cut::fill;
use super::flow::{Block, Desk, Ruled, Span, Strip};
use super::look::{FINE, HEAD, INK, LINE, PALE, baseline};
use crate::draw::page::shortened;
use crate::draw::scene::{Anchor, Color, Face, Node, Path, Point, Rect, Shape, Stroke, Text};
use crate::draw::words::Ruler;
use crate::model::{Game, Turn};

/// Around a counter.
const ROOM: f64 = 1.5;
/// The height of the band with the number.
const BAND: f64 = 5.6;
/// The size of a turn's number.
const NUMBER: f64 = 4.2;
/// The size of the words in a box.
const SMALL: f64 = 2.6;
/// So many lines of words find room in a box.
const MOST_LINES: usize = 5;

/// The track; nothing if the game has no turns.
pub(super) fn block(game: &Game, desk: &Desk<'_>, counter: f64) -> Option<Block> {
    if game.turns.is_empty() {
        return None;
    }
    let full = desk.full;
    let counter = if counter.is_finite() { counter.clamp(5.0, 80.0) } else { 15.9 };
    let least = (counter + 2.0 * ROOM).max(20.0);
    let fit = (full / least).floor().max(1.0);
    let count = f64::from(u32::try_from(game.turns.len()).unwrap_or(u32::MAX));
    // All rows alike: eleven turns are six and five, not eight and three.
    let rows = (count / fit).ceil().max(1.0);
    let across = (count / rows).ceil().clamp(1.0, fit);
    let side = (full / across).min(least * 2.0);
    let boxes: Vec<Vec<String>> = game.turns.values().map(|turn| about(desk.ruler, turn, side - 2.0)).collect();
    let lines = boxes.iter().map(Vec::len).max().unwrap_or(0);
    let words = f64::from(u32::try_from(lines).unwrap_or(0)) * SMALL * 1.2;
    let height = BAND + if lines > 0 { words + 1.2 } else { 0.0 } + counter + 2.0 * ROOM;
    let all: Vec<(&Turn, Vec<String>)> = game.turns.values().zip(boxes).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 40")]
    let across = across as usize;
    let strips = all.chunks(across.max(1)).map(|row| {
        let mut nodes = Vec::new();
        let mut x = 0.0;
        for (turn, lines) in row {
            // What is special about a turn is seen from afar; where each has a word, none is special.
            let special = !turn.tags.is_empty() && game.turns.values().any(|turn| turn.tags.is_empty());
            space(turn, lines, Rect { x, y: 0.0, width: side, height }, counter, special, &mut nodes);
            x += side;
        }
        Strip { height: height + 1.5, nodes, ruled: Ruled::No, heavy: false, with_next: false }
    });
    let mut all = vec![Strip::blank(1.5)];
    all.extend(strips);
    Some(Block {
        title: "Turn track".to_owned(),
        rule: None,
        span: Span::Full,
        head: None,
        strips: all,
        meets: Vec::new(),
        series: None,
    })
}

/// Date, weather, ground and tags of a turn in lines.
fn about(ruler: &Ruler, turn: &Turn, width: f64) -> Vec<String> {
    let mut lines = ruler.wrap(Face::Regular, turn.date.as_deref().unwrap_or_default(), SMALL, width);
    let conditions: Vec<&str> = [&turn.weather, &turn.ground].into_iter().flatten().map(String::as_str).collect();
    lines.extend(ruler.wrap(Face::Regular, &conditions.join(", "), SMALL, width));
    lines.truncate(MOST_LINES);
    lines
}

fn space(turn: &Turn, lines: &[String], rect: Rect, counter: f64, special: bool, nodes: &mut Vec<Node>) {
    let Rect { x, y, width, height } = rect;
    let (band, ink) = if special { (INK, Color::WHITE) } else { (HEAD, INK) };
    nodes.push(fill(Rect { height: BAND, ..rect }, band));
    let tags = shortened(Face::Regular, &turn.tags.join(", "), SMALL, width * 0.55);
    let tag = Text::new(Point { x: x + width - 1.2, y: y + baseline(BAND, SMALL) }, Anchor::End, tags, Face::Regular, SMALL, ink);
    let number = shortened(Face::Bold, &turn.id, NUMBER, width - 3.0 - tag.width());
    let at = Point { x: x + 1.2, y: y + baseline(BAND, NUMBER) };
    nodes.push(Text::new(at, Anchor::Start, number, Face::Bold, NUMBER, ink).into());
    if !turn.tags.is_empty() {
        nodes.push(tag.into());
    }
    let mut down = y + BAND + 0.8;
    for line in lines {
        let at = Point { x: x + width / 2.0, y: down + baseline(SMALL * 1.2, SMALL) };
        nodes.push(Text::new(at, Anchor::Middle, line.clone(), Face::Regular, SMALL, INK).into());
        down += SMALL * 1.2;
    }
    let mut place = Path::new();
    let corner = Point { x: x + (width - counter) / 2.0, y: y + height - ROOM - counter };
    place.round_rect(Rect { x: corner.x, y: corner.y, width: counter, height: counter }, 0.8);
    nodes.push(Shape::stroked(place, Stroke::butt(LINE, FINE).dashed(&[0.8, 0.8])).into());
    let mut frame = Path::new();
    frame.rect(rect);
    nodes.push(Shape::stroked(frame, Stroke::butt(PALE, 0.25)).into());
}
