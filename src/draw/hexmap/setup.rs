//! Where units are set up: a disc with a number for each hex, and letters for areas where they may be chosen.

use std::collections::{BTreeMap, BTreeSet};

use super::SetupMark;
use super::canvas::{Canvas, plus};
use super::labels::{Placed, Taken};
use super::names::side_color;
use super::outline::inset;
use super::style::{self, HALO, INK, PAPER};
use crate::draw::font;
use crate::draw::scene::{Anchor, Cap, Color, Face, Node, Path, Shape, Stroke, Text};
use crate::hexgrid::{HexId, Point};
use crate::model::{Called as _, SideId};

/// Hexes of which a side may choose.
type Chosen = (Option<SideId>, BTreeSet<HexId>);

/// A larger area has its letter only along its edge.
const MOST_LETTERS: usize = 60;
/// So many letters fit into a hex; the last says that there are more.
const ABREAST: usize = 5;

/// An area where units of a side may stand, however many entries name it.
struct Area<'m> {
    letter: String,
    side: Option<SideId>,
    name: &'m str,
    hexes: BTreeSet<HexId>,
    count: u32,
}

/// Areas of the same hexes and side are one.
fn areas(marks: &[SetupMark]) -> Vec<Area<'_>> {
    let mut all: BTreeMap<Chosen, (&str, u32)> = BTreeMap::new();
    for mark in marks.iter().filter(|mark| mark.area) {
        let own = (mark.side, mark.hexes.iter().copied().collect());
        all.entry(own).or_insert((&mark.name, 0)).1 += mark.count;
    }
    let made = all.into_iter().enumerate();
    made.map(|(n, ((side, hexes), (name, count)))| Area { letter: letter(n), side, name, hexes, count }).collect()
}

/// a, b, …, z, aa, ab, …
fn letter(n: usize) -> String {
    let one = |n: usize| u8::try_from(n % 26).map_or('a', |n| char::from(b'a' + n));
    if n < 26 { one(n).to_string() } else { format!("{}{}", one(n / 26 - 1), one(n)) }
}

/// What the legend says of each area.
pub(super) fn legend(canvas: &Canvas<'_>, marks: &[SetupMark]) -> Vec<(String, Color, String)> {
    let said = areas(marks).into_iter().map(|area| {
        let side = area.side.and_then(|id| canvas.game.sides.at(id)).map(|side| side.called().to_owned());
        let counters = if area.count == 1 { "1 counter".to_owned() } else { format!("{} counters", area.count) };
        let whose = side.map(|side| format!("{side}, ")).unwrap_or_default();
        let text = format!("{}: {whose}{counters}", font::shown(area.name, 80));
        (area.letter, side_color(canvas, area.side).unwrap_or(PAPER), text)
    });
    said.collect()
}

/// A disc in the colour of the side for each hex, with how many; of areas a soft patch and one broken line for all of
/// a side, and the letter of each in its hexes: areas that overlap are told apart by letters, not by lines.
pub(super) fn draw(canvas: &Canvas<'_>, marks: &[SetupMark], placed: &[Placed]) -> Vec<Node> {
    let a = canvas.a;
    let mut nodes: Vec<Node> = Vec::new();
    let areas = areas(marks);
    let mut sides: BTreeMap<Option<SideId>, BTreeSet<HexId>> = BTreeMap::new();
    let mut letters: BTreeMap<HexId, Vec<(&str, Color)>> = BTreeMap::new();
    for area in &areas {
        sides.entry(area.side).or_default().extend(&area.hexes);
        let color = side_color(canvas, area.side).unwrap_or(PAPER);
        let edge = |hex: &HexId| {
            let ways = canvas.board.top().directions().into_iter();
            ways.filter_map(|way| canvas.board.neighbour(*hex, way)).any(|other| !area.hexes.contains(&other))
        };
        for hex in area.hexes.iter().filter(|hex| area.hexes.len() <= MOST_LETTERS || edge(hex)) {
            letters.entry(*hex).or_default().push((&area.letter, color));
        }
    }
    for (n, (side, hexes)) in (0u32..).zip(&sides) {
        let color = side_color(canvas, *side).unwrap_or(INK);
        let path = inset(canvas, hexes, a * (0.035 + 0.05 * f64::from(n % 4)));
        nodes.push(Shape::filled(path.clone(), color.alpha(40)).into());
        let stroke = Stroke { cap: Cap::Butt, ..Stroke::round(color.mix(INK, 110), a * 0.035) };
        nodes.push(Shape::stroked(path, stroke.dashed(&[a * 0.14, a * 0.07])).into());
    }
    let names: Vec<&Placed> = placed.iter().filter(|placed| placed.taken == Taken::Name).collect();
    for (hex, own) in &letters {
        let Some(centre) = canvas.centre(*hex) else { continue };
        let shown = own.len().min(ABREAST);
        let float = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
        let half = (a * 0.085 * float(shown), a * 0.085);
        let row = |down: f64| Placed {
            taken: Taken::Entry,
            text: String::new(),
            centre: Point { x: centre.x, y: centre.y + a * down },
            half,
            angle: 0.0,
            part_of: 0,
        };
        // Below the middle, unless a name stands there.
        let rows = [0.33, 0.16, 0.0, -0.16];
        let down = rows.into_iter().find(|down| !names.iter().any(|name| name.overlaps(&row(*down)))).unwrap_or(0.33);
        for (n, (letter, color)) in own.iter().take(ABREAST).enumerate() {
            let at = Point { x: centre.x + a * 0.17 * (float(n) - float(shown - 1) / 2.0), y: centre.y + a * down };
            let more = own.len() > ABREAST && n + 1 == ABREAST;
            nodes.extend(chip(at, *color, if more { "+" } else { letter }, a * 0.085));
        }
    }
    let mut hexes: BTreeMap<HexId, BTreeMap<Option<SideId>, u32>> = BTreeMap::new();
    for mark in marks.iter().filter(|mark| !mark.area) {
        for hex in &mark.hexes {
            *hexes.entry(*hex).or_default().entry(mark.side).or_default() += mark.count;
        }
    }
    for (hex, sides) in hexes {
        let Some(centre) = canvas.centre(hex) else { continue };
        for (n, (side, count)) in (0u32..).zip(sides) {
            let at = plus(centre, Point { x: 1.0, y: 0.0 }, a * 0.3 * f64::from(n));
            nodes.extend(chip(at, side_color(canvas, side).unwrap_or(PAPER), &count.to_string(), a * 0.15));
        }
    }
    nodes
}

/// A disc of that radius with a word on it.
pub(super) fn chip(at: Point, fill: Color, word: &str, r: f64) -> Vec<Node> {
    let mut disc = Path::new();
    disc.circle(at, r);
    let size = (r * 1.2).min(r * 1.7 / font::width(Face::Bold, word, 1.0).max(0.1));
    let ink = if style::contrast(INK, fill) >= style::contrast(Color::WHITE, fill) { INK } else { Color::WHITE };
    let base = Point { x: at.x, y: at.y + size * font::CAP_HEIGHT / 2.0 };
    vec![
        Shape::stroked(disc.clone(), Stroke::round(HALO.alpha(230), r * 0.4)).into(),
        Shape::filled(disc, fill).with_stroke(Stroke::round(INK, r * 0.13)).into(),
        Text::new(base, Anchor::Middle, word.to_owned(), Face::Bold, size, ink).into(),
    ]
}
