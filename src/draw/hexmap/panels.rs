//! What lies beside the map: boxes, tracks, the key, and the legends of marks and setup areas. They flow in rows.

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::canvas::{Canvas, middle};
use super::key;
use super::names::side_color;
use super::overlay;
use super::setup;
use super::style::{EARTH_NAME, INK, OPEN};
use crate::draw::chart::called;
use crate::draw::font;
use crate::draw::scene::{Anchor, Color, Face, Node, Path, Rect, Shape, Stroke, Text};
use crate::hexgrid::Point;
use crate::model::{BoxId, BoxOffMap, Called, MapLayer, Scenario, ScenarioId, Turn};

/// So many spaces of a track are drawn.
const MOST_SPACES: i64 = 400;
/// Between panels.
pub(super) const GAP: f64 = 5.0;

/// A panel that knows its size.
pub(super) enum Panel<'g> {
    Box(BoxId, &'g BoxOffMap),
    Track {
        id: Option<BoxId>,
        name: String,
        color: Option<Color>,
        spaces: Vec<(String, Space)>,
    },
    Key(key::Key),
    /// Areas where units are set up: the letter and the colour of each, and what is said of it.
    Areas(Vec<(String, Color, String)>),
    Legend(Vec<String>),
}

impl Panel<'_> {
    /// Whether counters lie in it.
    pub(super) fn holds_counters(&self) -> bool {
        matches!(self, Panel::Box(..) | Panel::Track { .. })
    }
}

/// What came of the panels.
pub(super) struct Panels {
    pub(super) nodes: Vec<Node>,
    /// The middle of each box.
    pub(super) boxes: BTreeMap<BoxId, Point>,
    /// Boxes and tracks.
    pub(super) beside: Vec<Beside>,
}

/// A box or a track beside the map, or a box on an image of it.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The box that it is; the calendar may be none.
    pub id: Option<BoxId>,
    pub name: String,
    /// Where it lies, title and all.
    pub rect: Rect,
    /// Where counters lie in it.
    pub inside: Rect,
    /// The spaces of a track.
    pub spaces: Vec<(String, Rect)>,
}

/// Boxes that lie on images of the map, with their places on the page.
pub(super) type OnImages = BTreeMap<BoxId, Rect>;

/// All panels that are wanted. With images nobody adds a calendar that the author does not list.
pub(super) fn wanted<'g>(
    canvas: &Canvas<'g>,
    layers: &BTreeSet<MapLayer>,
    options: &Options,
    on: Option<&OnImages>,
) -> Vec<Panel<'g>> {
    let mut all: Vec<Panel<'_>> = Vec::new();
    if layers.contains(&MapLayer::Boxes) {
        all.extend(boxes(canvas, on, options.scenario));
    }
    if layers.contains(&MapLayer::Key) {
        all.extend(key::Key::new(canvas, layers).map(Panel::Key));
    }
    let areas = setup::legend(canvas, &options.setup);
    if !areas.is_empty() {
        all.push(Panel::Areas(areas));
    }
    if !options.marks.is_empty() {
        let lines = options.marks.iter().enumerate().map(|(n, (_, text))| format!("{}  {text}", n + 1));
        all.push(Panel::Legend(lines.collect()));
    }
    all
}

/// Where these panels lie in rows of that width, and how far down they reach.
pub(super) fn flow(
    canvas: &Canvas<'_>,
    panels: &[Panel<'_>],
    which: &[usize],
    from: Point,
    width: f64,
) -> (Vec<(usize, Rect)>, f64) {
    let mut places: Vec<(usize, Rect)> = Vec::new();
    let (mut x, mut y, mut tall) = (from.x, from.y, 0.0f64);
    let mut begun = 0;
    for (n, panel) in which.iter().filter_map(|n| Some((*n, panels.get(*n)?))) {
        // The key takes what the row has left, if that is enough for it not to be a tower.
        let left = from.x + width - x;
        let shares =
            matches!(panel, Panel::Key(_)) && x > from.x && size(canvas, panel, left).1 <= tall * 2.2 && left > width * 0.25;
        let (w, h) = size(canvas, panel, if shares { left } else { width });
        if x > from.x && x + w > from.x + width + 0.01 {
            justify(panels, places.get_mut(begun..).unwrap_or_default(), from.x + width + GAP - x, tall);
            begun = places.len();
            (x, y, tall) = (from.x, y + tall + GAP, 0.0);
        }
        places.push((n, Rect { x, y, width: w, height: h }));
        x += w + GAP;
        tall = tall.max(h);
    }
    justify(panels, places.get_mut(begun..).unwrap_or_default(), from.x + width + GAP - x, tall);
    (places, if tall > 0.0 { y + tall - from.y } else { 0.0 })
}

/// Boxes are as high as the row that they stand in, and share the width that it has left; none grows out of proportion.
fn justify(panels: &[Panel<'_>], row: &mut [(usize, Rect)], left: f64, tall: f64) {
    let boxes = |n: usize| matches!(panels.get(n), Some(Panel::Box(..)));
    let wide: f64 = row.iter().filter(|(n, _)| boxes(*n)).map(|(_, rect)| rect.width).sum();
    let more = if wide > 0.0 { (left / wide).clamp(0.0, 1.0) } else { 0.0 };
    // A track that stands alone fills its row, if that takes little.
    if let [(n, rect)] = row
        && matches!(panels.get(*n), Some(Panel::Track { .. }))
        && left <= rect.width * 0.3
    {
        rect.width += left.max(0.0);
    }
    let mut moved = 0.0;
    for (n, rect) in row {
        rect.x += moved;
        if boxes(*n) {
            moved += rect.width * more;
            rect.width += rect.width * more;
            rect.height = tall;
        }
    }
}

/// Draws panels where they lie.
pub(super) fn paint_all(canvas: &Canvas<'_>, panels: &[Panel<'_>], places: &[(usize, Rect)]) -> Panels {
    let mut made = Panels { nodes: Vec::new(), boxes: BTreeMap::new(), beside: Vec::new() };
    for (n, rect) in places {
        if let Some(panel) = panels.get(*n) {
            paint(canvas, panel, *rect, &mut made);
        }
    }
    made
}

/// Tells the boxes that lie on images; nobody draws them.
pub(super) fn on_images(canvas: &Canvas<'_>, on: &OnImages, made: &mut Panels) {
    for (id, rect) in on {
        let Some(it) = canvas.map.boxes.at(*id) else { continue };
        made.boxes.insert(*id, Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 });
        let name = it.called().to_owned();
        made.beside.push(Beside { id: Some(*id), name, rect: *rect, inside: *rect, spaces: Vec::new() });
    }
}

/// The side of a space: a counter and a little room.
fn space(canvas: &Canvas<'_>) -> f64 {
    canvas.game.art.counter_mm.unwrap_or(15.9) + 3.0
}

/// The size of letters beside the map.
pub(super) fn letters(canvas: &Canvas<'_>) -> f64 {
    (canvas.a * 0.16).clamp(2.2, 4.0)
}

fn boxes<'g>(canvas: &Canvas<'g>, on: Option<&OnImages>, scenario: Option<ScenarioId>) -> Vec<Panel<'g>> {
    let turns = &canvas.game.turns;
    let about = |turn: &Turn| about(canvas, scenario, turn);
    let mut all = Vec::new();
    let mut calendar = false;
    for (id, off_map) in canvas.map.boxes.iter().filter(|(id, _)| on.is_none_or(|on| !on.contains_key(id))) {
        let Some((from, to)) = off_map.track else {
            all.push(Panel::Box(id, off_map));
            continue;
        };
        let (first, last) = (i64::from(from.unwrap_or(1)), i64::from(to.or(from).unwrap_or(10)));
        let dated = !calendar && off_map.id.to_lowercase().contains("turn") && !turns.is_empty();
        calendar |= dated;
        let spaces = (first..=last).take(usize::try_from(MOST_SPACES).unwrap_or(0)).map(|n| {
            let number = n.to_string();
            let turn = if dated { turns.values().find(|turn| turn.id == number) } else { None };
            (number, turn.map(&about).unwrap_or_default())
        });
        let name = off_map.called().to_owned();
        all.push(Panel::Track { id: Some(id), name, color: side_color(canvas, off_map.side), spaces: spaces.collect() });
    }
    if !calendar && !turns.is_empty() && on.is_none() {
        let most = usize::try_from(MOST_SPACES).unwrap_or(0);
        let spaces = turns.values().take(most).map(|turn| (turn.id.clone(), about(turn))).collect();
        all.push(Panel::Track { id: None, name: "Turns".to_owned(), color: None, spaces });
    }
    all
}

/// What stands in the space of a turn: its date, its weather and ground, and how many counters come where.
fn about(canvas: &Canvas<'_>, scenario: Option<ScenarioId>, turn: &Turn) -> Space {
    let sky: Vec<&str> = [&turn.weather, &turn.ground].into_iter().flatten().map(String::as_str).collect();
    Space { date: turn.date.clone().unwrap_or_default(), sky: sky.join(", "), comes: comes(canvas, scenario, turn) }
}

/// What a space of a track says beside its number.
#[derive(Clone, Default)]
pub(super) struct Space {
    date: String,
    /// Weather and ground.
    sky: String,
    /// Where counters come onto the map, and how many; none of it is broken.
    comes: Vec<String>,
}

/// Who comes in a turn: how many at which entry. Where scenarios differ and none is chosen, nothing is said.
fn comes(canvas: &Canvas<'_>, scenario: Option<ScenarioId>, turn: &Turn) -> Vec<String> {
    let game = canvas.game;
    // An entry whose sign is not on the map is told by its name.
    let signs = !game.art.map.leave_out.contains(&MapLayer::Entries);
    let of = |scenario: &Scenario| -> Vec<String> {
        let mut at: BTreeMap<String, usize> = BTreeMap::new();
        for arrival in scenario.arrivals.iter().filter(|arrival| game.turns.at(arrival.turn).is_some_and(|it| it.id == turn.id)) {
            let entries = arrival
                .entries
                .iter()
                .filter_map(|id| canvas.map.entries.at(*id))
                .map(|entry| if signs { entry.id.as_str() } else { entry.called() });
            let entries: Vec<&str> = entries.take(3).collect();
            *at.entry(entries.join("/")).or_default() += arrival.units.len();
        }
        let words =
            at.into_iter().map(|(entry, count)| if entry.is_empty() { format!("+{count}") } else { format!("{entry} +{count}") });
        words.collect()
    };
    if let Some(chosen) = scenario {
        return game.scenarios.at(chosen).map(of).unwrap_or_default();
    }
    let mut told: Vec<Vec<String>> = game.scenarios.values().map(of).filter(|words| !words.is_empty()).collect();
    told.dedup();
    if let [one] = told.as_slice() { one.clone() } else { Vec::new() }
}

fn title_height(canvas: &Canvas<'_>) -> f64 {
    letters(canvas) * 1.6
}

fn per_row(canvas: &Canvas<'_>, spaces: usize, width: f64) -> usize {
    let fit = ((width - 4.0) / space(canvas)).floor().clamp(1.0, 10_000.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 10,000")]
    let fit = fit as usize;
    // All rows alike: eleven turns are four, four and three, not five, five and one.
    spaces.div_ceil(spaces.div_ceil(fit).max(1)).max(1)
}

/// How large a panel is that may be so wide.
pub(super) fn size(canvas: &Canvas<'_>, panel: &Panel<'_>, width: f64) -> (f64, f64) {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    match panel {
        Panel::Box(_, off_map) => {
            let name = &called(off_map.name.as_deref(), &off_map.id);
            let words = font::width(Face::Serif, name, letters(canvas)) + 6.0;
            (words.max(space(canvas) * 2.5).min(width), title_height(canvas) + space(canvas) + 4.0)
        }
        Panel::Track { name, spaces, .. } => {
            let row = per_row(canvas, spaces.len(), width);
            let words = font::width(Face::Serif, name, letters(canvas)) + 6.0;
            let rows = spaces.len().div_ceil(row.max(1));
            ((count(row) * space(canvas) + 4.0).max(words), title_height(canvas) + count(rows) * space(canvas) + 4.0)
        }
        Panel::Key(key) => key.size(canvas, width),
        Panel::Areas(areas) => {
            let lines = areas.iter().map(|(_, _, text)| said(canvas, text, width - 10.0).len().max(1)).sum();
            (width, title_height(canvas) + count(lines) * letters(canvas) * 1.4 + 5.0)
        }
        Panel::Legend(lines) => {
            let lines = lines.iter().map(|text| said(canvas, text, width - 8.0).len()).sum();
            (width, count(lines) * letters(canvas) * 1.4 + 6.0)
        }
    }
}

fn paint(canvas: &Canvas<'_>, panel: &Panel<'_>, rect: Rect, into: &mut Panels) {
    match panel {
        Panel::Box(id, off_map) => {
            let name = off_map.name.as_ref().unwrap_or(&off_map.id);
            frame(canvas, &called(off_map.name.as_deref(), &off_map.id), rect, side_color(canvas, off_map.side), &mut into.nodes);
            let down = title_height(canvas);
            into.boxes.insert(*id, Point { x: rect.x + rect.width / 2.0, y: rect.y + down + (rect.height - down) / 2.0 });
            let inside = Rect { y: rect.y + down, height: rect.height - down, ..rect };
            into.beside.push(Beside { id: Some(*id), name: name.clone(), rect, inside, spaces: Vec::new() });
        }
        Panel::Track { id, name, color, spaces } => {
            let off_map = id.and_then(|id| canvas.map.boxes.at(id));
            let title = off_map.map_or_else(|| name.clone(), |it| called(it.name.as_deref(), &it.id));
            frame(canvas, &title, rect, *color, &mut into.nodes);
            let cells = track(canvas, spaces, rect, &mut into.nodes);
            let down = title_height(canvas);
            let inside = Rect { y: rect.y + down, height: rect.height - down, ..rect };
            into.beside.push(Beside { id: *id, name: name.clone(), rect, inside, spaces: cells });
            if let Some(id) = id {
                let corner = Point { x: rect.x + rect.width, y: rect.y + rect.height };
                into.boxes.insert(*id, middle(Point { x: rect.x, y: rect.y }, corner));
            }
        }
        Panel::Key(key) => key.paint(canvas, rect, &mut into.nodes),
        Panel::Areas(areas) => {
            frame(canvas, "Setup", rect, None, &mut into.nodes);
            let size = letters(canvas);
            let mut y = rect.y + title_height(canvas) + 2.0 + size;
            for (letter, color, text) in areas {
                let at = Point { x: rect.x + 4.5, y: y - size * font::CAP_HEIGHT / 2.0 };
                into.nodes.extend(setup::chip(at, *color, letter, size * 0.62));
                y += write(said(canvas, text, rect.width - 10.0), Point { x: rect.x + 8.0, y }, size, INK, &mut into.nodes);
            }
        }
        Panel::Legend(lines) => {
            let size = letters(canvas);
            let ink = Color::hex(0xd2_1f26).mix(INK, 90);
            let lines = lines.iter().flat_map(|text| said(canvas, text, rect.width - 8.0)).collect();
            write(lines, Point { x: rect.x + 4.0, y: rect.y + size }, size, ink, &mut into.nodes);
        }
    }
}

/// A sentence in the lines of a panel.
fn said(canvas: &Canvas<'_>, text: &str, width: f64) -> Vec<String> {
    wrapped(text, Face::Regular, letters(canvas), width)
}

/// Writes lines from a point down, and says how far down they reach.
fn write(lines: Vec<String>, from: Point, size: f64, ink: Color, nodes: &mut Vec<Node>) -> f64 {
    let mut y = from.y;
    for line in lines {
        nodes.push(Text::new(Point { y, ..from }, Anchor::Start, line, Face::Regular, size, ink).into());
        y += size * 1.4;
    }
    y - from.y
}

/// A box with a title on a band.
pub(super) fn frame(canvas: &Canvas<'_>, name: &str, rect: Rect, color: Option<Color>, nodes: &mut Vec<Node>) {
    let band = title_height(canvas);
    let (mut whole, mut head) = (Path::new(), Path::new());
    whole.round_rect(rect, 1.6);
    head.round_rect(Rect { height: band, ..rect }, 1.6);
    let fill = color.unwrap_or(Color::hex(0xe3_d9bf));
    nodes.push(Shape::filled(whole.clone(), OPEN).into());
    nodes.push(Shape::filled(head, fill).into());
    nodes.push(Shape::stroked(whole, Stroke::round(INK, 0.35)).into());
    let mut line = Path::new();
    line.line(Point { x: rect.x, y: rect.y + band }, Point { x: rect.x + rect.width, y: rect.y + band });
    nodes.push(Shape::stroked(line, Stroke::butt(INK, 0.25)).into());
    let size = letters(canvas);
    let face = Face::Serif.able(name);
    let fitting = size * ((rect.width - 3.0) / font::width(face, name, size).max(0.1)).clamp(0.3, 1.0);
    let base = Point { x: rect.x + 2.0, y: rect.y + band / 2.0 + fitting * font::CAP_HEIGHT / 2.0 };
    let ink = if super::style::contrast(INK, fill) >= 4.0 { INK } else { Color::WHITE };
    nodes.push(Text::new(base, Anchor::Start, name, face, fitting, ink).into());
}

fn track(canvas: &Canvas<'_>, spaces: &[(String, Space)], rect: Rect, nodes: &mut Vec<Node>) -> Vec<(String, Rect)> {
    let side = space(canvas);
    let row = per_row(canvas, spaces.len(), rect.width.max(side + 4.0));
    let size = letters(canvas);
    let mut cells = Path::new();
    let mut found = Vec::new();
    let mut words: Vec<Node> = Vec::new();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let across = ((rect.width - 4.0) / count(row)).clamp(side, side * 1.4);
    for (n, (number, about)) in spaces.iter().enumerate() {
        let (x, y) = (rect.x + 2.0 + count(n % row) * across, rect.y + title_height(canvas) + 2.0 + count(n / row) * side);
        let cell = Rect { x, y, width: across, height: side };
        cells.rect(cell);
        found.push((number.clone(), cell));
        let at = Point { x: x + 1.2, y: y + size * 1.05 };
        words.push(Text::new(at, Anchor::Start, number.clone(), Face::Bold, size * 1.15, INK).into());
        let small = size * 0.72;
        // From the lower edge upwards: weather, then the date; at the top who comes.
        let mut lines: Vec<(String, Face)> = Vec::new();
        lines.extend(
            wrapped(&about.date, Face::Regular, small, across - 2.0).into_iter().take(2).map(|line| (line, Face::Regular)),
        );
        let sky = Face::SerifItalic.able(&about.sky);
        lines.extend(wrapped(&about.sky, sky, small, across - 2.0).into_iter().take(2).map(|line| (line, sky)));
        for (k, (line, face)) in lines.iter().rev().enumerate() {
            let at = Point { x: x + across / 2.0, y: y + side - 1.2 - count(k) * small * 1.12 };
            words.push(Text::new(at, Anchor::Middle, line.clone(), *face, small, INK).into());
        }
        // Beside the number; a long word is written smaller.
        let room = across - 3.2 - font::width(Face::Bold, number, size * 1.15);
        let lines = packed(&about.comes, Face::Bold, small, room);
        let widest = lines.iter().map(|line| font::width(Face::Bold, line, small)).fold(0.1, f64::max);
        let tiny = small * (room / widest).clamp(0.4, 1.0);
        for (k, line) in lines.iter().take(4).enumerate() {
            let at = Point { x: x + across - 1.0, y: y + size * 0.85 + count(k) * tiny * 1.12 };
            words.push(Text::new(at, Anchor::End, line.clone(), Face::Bold, tiny, EARTH_NAME).into());
        }
    }
    nodes.push(Shape::stroked(cells, Stroke::round(INK.alpha(150), 0.25)).into());
    nodes.extend(words);
    found
}

/// A text in lines no wider than that; a word that is too long stands alone.
pub(super) fn wrapped(text: &str, face: Face, size: f64, width: f64) -> Vec<String> {
    joined(text.split_whitespace(), " ", face, size, width)
}

/// Words that are not broken, with commas between them, in lines no wider than that.
fn packed(words: &[String], face: Face, size: f64, width: f64) -> Vec<String> {
    joined(words.iter().map(String::as_str), ", ", face, size, width)
}

fn joined<'t>(words: impl Iterator<Item = &'t str>, between: &str, face: Face, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if font::width(face, &format!("{line}{between}{word}"), size) <= width => {
                line.push_str(between);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Marks on boxes.
pub(super) fn marks(made: &Panels, marks: &[(BoxId, usize)], a: f64) -> Vec<Node> {
    marks.iter().filter_map(|(id, n)| Some(overlay::mark(*made.boxes.get(id)?, *n, a))).flatten().collect()
}
