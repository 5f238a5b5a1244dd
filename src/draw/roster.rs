//! Who stands where and who comes when, with pictures: a card of appearance for each side, a setup card for each scenario.

mod brief;

use super::counter::{Faces, Shown};

use super::page::{self, Heading, Paper};
use super::scene::{Anchor, Color, Face, Group, Node, Page, Path, Point, Shape, Stroke, Text, Transform};
use super::words::Ruler;
use crate::model::{Arrival, Called, Game, Scenario, Setup, SideId, StateId, TurnId, UnitId, Where};
use crate::words::Teller;

pub use brief::DEEPER;

const INK: Color = Color::BLACK;
const SOFT: Color = Color::hex(0x6b_6354);
const RULE: Color = Color::hex(0xc9_c2b2);

/// Everything about a scenario that no picture says: headings with their sentences. A line that belongs to the one above it
/// begins with [`DEEPER`].
#[must_use]
pub fn scenario_in_words(game: &Game, scenario: &Scenario) -> Vec<(&'static str, Vec<String>)> {
    brief::parts(game, &Teller::new(game), scenario)
}

/// How far a line that belongs to another is indented, for each step.
const STEP: f64 = 4.0;
/// The side of a counter's picture; an oblong one takes as much paper, and is no wider than so many of these.
const PICTURE: f64 = 11.0;
const WIDEST: f64 = 1.6;
/// Letters of a place or an entry.
const LABEL: f64 = 3.2;

/// Letters below a counter.
const NOTE: f64 = 2.4;
/// What is wider does not stand below a counter.
const LONG_NOTE: f64 = 36.0;

/// What stands above and below a line of counters.
const BESIDE: f64 = LABEL * 1.3 + 3.4;
/// The height of a turn's heading.
const TURN: f64 = 3.6 * 1.8 + 1.2;

/// Some counters and what stands beside them.
#[derive(Clone, PartialEq)]
struct Cell {
    label: String,
    pictures: Vec<(Shown, u32)>,
    /// What is said of them in small letters.
    note: String,
}

/// Who comes and who leaves, turn by turn.
type Comings = Vec<(TurnId, Vec<Cell>)>;
/// What units share that stand in one cell: the place, the draw, what is said of them.
type Alike<'s> = (&'s Where, Option<(u32, u32)>, String);

/// How close everything stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Usual,
    /// Lines stand closer.
    Close,
    /// Closer still, and words stand in two columns.
    Columns,
}

impl Spacing {
    /// Lines of words: how large their letters are beside the usual ones, and how far a line is from the next.
    fn lines(self) -> (f64, f64) {
        match self {
            Spacing::Usual => (1.0, 1.3),
            Spacing::Close => (0.88, 1.24),
            Spacing::Columns => (0.84, 1.2),
        }
    }
}

/// The space between two columns of words.
const BETWEEN: f64 = 6.0;

/// The column that is written.
#[derive(Clone, Copy)]
struct Column {
    /// Where both begin.
    top: f64,
    /// Whether it is the one on the right.
    right: bool,
}

/// Fills pages from the top.
struct Writer<'a, 'g> {
    game: &'g Game,
    faces: &'a Faces<'g>,
    ruler: Ruler,
    paper: Paper,
    pages: Vec<Vec<Node>>,
    y: f64,
    spacing: Spacing,
    /// None where everything has the whole width.
    column: Option<Column>,
}

/// As it is usually laid out, or closer if that takes fewer pages; in columns only if that takes fewer still, and if there
/// are words.
fn fewest(words: bool, lay: impl Fn(Spacing) -> Vec<Page>) -> Vec<Page> {
    let mut best = lay(Spacing::Usual);
    for spacing in [Spacing::Close, Spacing::Columns] {
        if best.len() <= 1 || (spacing == Spacing::Columns && !words) {
            break;
        }
        let closer = lay(spacing);
        if closer.len() < best.len() {
            best = closer;
        }
    }
    best
}

impl<'a, 'g> Writer<'a, 'g> {
    fn new(game: &'g Game, faces: &'a Faces<'g>, paper: Paper, spacing: Spacing) -> Self {
        let y = page::inside(paper).y + 2.0;
        Writer { game, faces, ruler: Ruler::new(), paper, pages: vec![Vec::new()], y, spacing, column: None }
    }

    /// Makes sure that there is so much room in the column, or on the page.
    fn need(&mut self, height: f64) {
        let inside = page::inside(self.paper);
        while self.y + height > inside.y + inside.height && self.y > inside.y + 2.5 {
            match &mut self.column {
                Some(column) if !column.right => {
                    column.right = true;
                    self.y = column.top;
                }
                column => {
                    self.pages.push(Vec::new());
                    self.y = inside.y + 2.0;
                    if let Some(column) = column {
                        *column = Column { top: self.y, right: false };
                    }
                }
            }
        }
    }

    /// From here on there are only words, which may stand in columns.
    fn only_words(&mut self) {
        if self.spacing == Spacing::Columns {
            self.column = Some(Column { top: self.y, right: false });
        }
    }

    /// Where words begin, and how wide they may be.
    fn across(&self) -> (f64, f64) {
        let inside = page::inside(self.paper);
        let half = (inside.width - BETWEEN) / 2.0;
        match self.column {
            None => (inside.x, inside.width),
            Some(Column { right: false, .. }) => (inside.x, half),
            Some(Column { right: true, .. }) => (inside.x + half + BETWEEN, half),
        }
    }

    fn put(&mut self, node: Node) {
        if let Some(page) = self.pages.last_mut() {
            page.push(node);
        }
    }

    /// Words over the whole width, in lines; indented as they say.
    fn text(&mut self, text: &str, face: Face, size: f64, color: Color) {
        // Headings keep their size.
        let (smaller, lead) = if face == Face::Regular { self.spacing.lines() } else { Spacing::Usual.lines() };
        let size = (size * smaller).max(NOTE);
        let depth = text.chars().take_while(|letter| *letter == DEEPER).count();
        let (_, width) = self.across();
        let left = (f64::from(u32::try_from(depth).unwrap_or(0)) * STEP).min(width / 2.0);
        for line in self.ruler.wrap(face, text, size, width - left) {
            self.need(size * lead);
            self.y += size * lead;
            let at = Point { x: self.across().0 + left, y: self.y - size * 0.3 };
            self.put(Text::new(at, Anchor::Start, line, face, size, color).into());
        }
    }

    /// A heading with a line under it, which stays with what follows: counters, or a few lines.
    fn heading(&mut self, text: &str, size: f64, counters: bool) {
        // Above a column a smaller one is enough.
        let size = if self.column.is_some() { size.min(3.6) } else { size };
        let above = if size > 4.0 { size * 0.8 } else { size * 0.5 };
        let above = if self.spacing == Spacing::Usual { above } else { above * 0.5 };
        self.need(above + size * 1.3 + 1.2 + if counters { self.picture().1 + BESIDE } else { 8.0 });
        self.y += above;
        self.text(text, Face::Bold, size, INK);
        let (left, width) = self.across();
        let mut path = Path::new();
        path.line(Point { x: left, y: self.y }, Point { x: left + width, y: self.y });
        self.put(Shape::stroked(path, Stroke::butt(RULE, 0.25)).into());
        self.y += 1.2;
    }

    /// Cells side by side, as many as fit on each line.
    fn cells(&mut self, cells: &[Cell]) {
        let inside = page::inside(self.paper);
        let gap = 1.2;
        let plain = |cell: &Cell| cell.note.is_empty() && cell.pictures.iter().all(|(_, copies)| *copies == 1);
        let below = if self.spacing != Spacing::Usual && cells.iter().all(plain) { 1.6 } else { 3.4 };
        let (across, down) = self.picture();
        let high = down + LABEL * 1.3 + below;
        let mut x = inside.x;
        // What is too long to stand below a counter stands below all of them, each text once.
        let mut long: Vec<String> = Vec::new();
        let mut short: Vec<Cell> = Vec::new();
        for cell in cells {
            let mut cell = cell.clone();
            if self.ruler.width(Face::Regular, &cell.note, NOTE) > LONG_NOTE {
                let n = long.iter().position(|known| *known == cell.note).unwrap_or_else(|| {
                    long.push(cell.note.clone());
                    long.len() - 1
                });
                cell.note = format!("note {}", n + 1);
            }
            short.push(cell);
        }
        for cell in &short {
            let words = self.ruler.width(Face::Bold, &cell.label, LABEL).max(self.ruler.width(Face::Regular, &cell.note, NOTE));
            let most = ((inside.width + gap) / (across + gap)).floor().max(1.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page has few columns")]
            let most = most as usize;
            // A cell that is longer than a line goes on without its label.
            for (n, some) in cell.pictures.chunks(most).enumerate() {
                let count = f64::from(u32::try_from(some.len()).unwrap_or(1));
                let wide = (count * (across + gap) - gap).max(if n == 0 { words.min(inside.width) } else { 0.0 });
                if x > inside.x && x + wide > inside.x + inside.width + 1e-6 {
                    x = inside.x;
                    self.y += high;
                }
                self.need(high);
                self.cell(cell, some, x, n == 0, wide);
                x += wide + 5.0;
            }
        }
        if x > inside.x {
            self.y += high;
        }
        for (n, note) in long.iter().enumerate() {
            self.text(&format!("Note {}: {note}.", n + 1), Face::Regular, 2.8, INK);
        }
    }

    /// How large the picture of a counter is.
    fn picture(&self) -> (f64, f64) {
        let (width, height) = self.faces.area();
        let scale = (PICTURE / (width * height).sqrt()).min(PICTURE * WIDEST / width.max(height));
        (width * scale, height * scale)
    }

    fn cell(&mut self, cell: &Cell, some: &[(Shown, u32)], x: f64, labelled: bool, wide: f64) {
        let top = self.y + LABEL * 1.3;
        let (across, down) = self.picture();
        if labelled {
            let base = self.y + LABEL;
            let label = super::page::shortened(Face::Bold, &cell.label, LABEL, wide.max(across));
            self.put(Text::new(Point { x, y: base }, Anchor::Start, label, Face::Bold, LABEL, INK).into());
        }
        let area = self.faces.area();
        for (n, (shown, copies)) in some.iter().enumerate() {
            let at = Point { x: x + f64::from(u32::try_from(n).unwrap_or(0)) * (across + 1.2), y: top };
            let face = self.faces.drawn(*shown).cut_out(Point { x: 0.0, y: 0.0 }, area);
            let scale = across / area.0;
            let transform = Transform::shift(at.x, at.y).after(Transform::scale(scale, scale));
            self.put(Group { transform, nodes: vec![face], ..Group::default() }.into());
            if *copies > 1 {
                let at = Point { x: at.x + across - 0.6, y: at.y + down + 2.2 };
                self.put(Text::new(at, Anchor::End, format!("×{copies}"), Face::Bold, 2.4, INK).into());
            }
        }
        if labelled && !cell.note.is_empty() {
            let at = Point { x, y: top + down + NOTE };
            let note = super::page::shortened(Face::Regular, &cell.note, NOTE, wide);
            self.put(Text::new(at, Anchor::Start, note, Face::Regular, NOTE, SOFT).into());
        }
    }

    fn finish(self, what: &str, side: &str, title: &str) -> Vec<Page> {
        let (width, height) = self.paper.size();
        let of = self.pages.len();
        let game = self.game;
        let page = |(n, mut nodes): (usize, Vec<Node>)| {
            let heading = Heading { what, sheet: (n + 1, of), side, hint: "print at 100 %" };
            nodes.extend(heading.draw(game, width, height));
            let title = if of > 1 { format!("{title} ({})", n + 1) } else { title.to_owned() };
            Page { title, width, height, ground: None, nodes }
        };
        self.pages.into_iter().enumerate().map(page).collect()
    }
}

fn side_name(game: &Game, side: SideId) -> String {
    game.sides.at(side).map(|side| side.called().to_owned()).unwrap_or_default()
}

fn scenario_name(scenario: &Scenario) -> String {
    scenario.called().to_owned()
}

/// The face of a unit that shows a state; its front where none does.
fn face_of(game: &Game, unit: UnitId, state: StateId) -> Shown {
    let faces = game.units.at(unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
    Shown::Unit(unit, faces.iter().position(|face| face.state == state).unwrap_or(0))
}

/// When and where the units of a side come, in every scenario.
#[must_use]
pub fn appearance(game: &Game, faces: &Faces<'_>, side: SideId, paper: Paper) -> Vec<Page> {
    let _fonts = faces.lend();
    let teller = Teller::new(game);
    // Scenarios in which the same units come the same way share a list.
    let mut lists: Vec<(Vec<&Scenario>, Comings)> = Vec::new();
    for scenario in game.scenarios.values() {
        let own = comings(game, &teller, scenario, side);
        if own.is_empty() {
            continue;
        }
        match lists.iter_mut().find(|(_, known)| *known == own) {
            Some((scenarios, _)) => scenarios.push(scenario),
            None => lists.push((vec![scenario], own)),
        }
    }
    if lists.is_empty() {
        return Vec::new();
    }
    let name = side_name(game, side);
    let shared = lists.len() == 1 && lists.first().is_some_and(|(scenarios, _)| scenarios.len() == game.scenarios.len());
    let own = |arrival: &&Arrival| arrival.units.iter().any(|unit| is_of(game, *unit, side));
    let arrivals = game.scenarios.values().flat_map(|scenario| &scenario.arrivals).filter(own);
    let entries = brief::entries(game, arrivals.flat_map(|it| it.entries.iter().chain(&it.instead)).copied());
    fewest(!entries.is_empty(), |spacing| {
        let mut writer = Writer::new(game, faces, paper, spacing);
        for (scenarios, turns) in &lists {
            if !shared {
                let names: Vec<String> = scenarios.iter().map(|scenario| scenario_name(scenario)).collect();
                // A turn has a heading of its own, which stands with its counters.
                writer.need(4.6 * 2.1 + 1.2 + TURN + writer.picture().1 + BESIDE);
                writer.heading(&names.join(" · "), 4.6, true);
            }
            for (turn, cells) in turns {
                let Some(told) = game.turns.at(*turn) else { continue };
                let date = told.date.as_deref().map(|date| format!(", {date}")).unwrap_or_default();
                writer.heading(&format!("Turn {}{date}", told.id), 3.6, true);
                writer.cells(cells);
            }
        }
        if !entries.is_empty() {
            writer.only_words();
            writer.heading("Entries", 4.6, false);
            entries.iter().for_each(|entry| writer.text(entry, Face::Regular, 3.0, INK));
        }
        writer.finish("Order of appearance", &name, &format!("Order of appearance: {name}"))
    })
}

/// Who of a side comes and who leaves, turn by turn; those who come the same way together.
fn comings(game: &Game, teller: &Teller<'_>, scenario: &Scenario, side: SideId) -> Comings {
    let arriving = scenario.arrivals.iter().map(|arrival| (arrival.turn, arrival_cell(game, teller, arrival, side)));
    let leaving = scenario.withdrawals.iter().map(|withdrawal| {
        let note = withdrawal.when.as_ref().map(|when| teller.provided_that(when)).unwrap_or_default();
        let units = withdrawal.units.iter().filter(|unit| is_of(game, **unit, side));
        let pictures = units.map(|unit| (Shown::Unit(*unit, 0), game.units.at(*unit).map_or(1, |unit| unit.count))).collect();
        (withdrawal.turn, Cell { label: "Leave the map".to_owned(), pictures, note })
    });
    let mut turns: Comings = Vec::new();
    for (turn, cell) in arriving.chain(leaving).filter(|(_, cell)| !cell.pictures.is_empty()) {
        match turns.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, cells)) => match cells.iter_mut().find(|known| known.label == cell.label && known.note == cell.note) {
                Some(known) => known.pictures.extend(cell.pictures),
                None => cells.push(cell),
            },
            None => turns.push((turn, vec![cell])),
        }
    }
    turns.sort_by_key(|(turn, _)| *turn);
    turns
}

fn is_of(game: &Game, unit: UnitId, side: SideId) -> bool {
    game.units.at(unit).is_some_and(|unit| unit.side == Some(side))
}

/// A state that no face of the counter shows.
fn unseen(game: &Game, unit: UnitId, state: StateId) -> Option<String> {
    let faces = &game.units.at(unit)?.faces;
    let shown = faces.is_empty() || faces.iter().any(|face| face.state == state);
    let told = game.states.at(state).filter(|_| !shown)?;
    Some(told.called().to_owned().to_lowercase())
}

/// The letter of an entry; its name where it has a word instead of a letter.
fn called_entry(entry: &crate::model::Entry) -> String {
    let word = entry.id.chars().count() > 3;
    entry.name.clone().filter(|_| word).unwrap_or_else(|| entry.id.clone())
}

fn arrival_cell(game: &Game, teller: &Teller<'_>, arrival: &Arrival, side: SideId) -> Cell {
    let map = game.map.as_ref();
    let codes = |entries: &[crate::model::EntryId]| {
        entries.iter().filter_map(|id| map?.entries.at(*id)).map(called_entry).collect::<Vec<_>>()
    };
    let label = match codes(&arrival.entries).join(" or ") {
        none if none.is_empty() => "anywhere".to_owned(),
        codes => codes,
    };
    let mut notes = Vec::new();
    if let Some(when) = &arrival.when {
        let again = if arrival.again { ", each turn anew" } else { "" };
        notes.push(format!("{}{again}", teller.provided_that(when)));
    }
    let instead = codes(&arrival.instead);
    if !instead.is_empty() {
        notes.push(format!("else {}", instead.join(" or ")));
    }
    notes.extend(arrival.mode.map(|mode| format!("moving by {}", teller.mode_name(mode))));
    notes.extend(arrival.units.first().and_then(|unit| unseen(game, *unit, arrival.state)));
    let own = arrival.units.iter().filter(|unit| is_of(game, **unit, side));
    let pictures =
        own.map(|unit| (face_of(game, *unit, arrival.state), game.units.at(*unit).map_or(1, |unit| unit.count))).collect();
    Cell { label, pictures, note: notes.join(", ") }
}

/// Where everything stands at the start of a scenario; nothing if it says nothing of that, and nothing for an empty map on
/// which nobody comes, wins or plays otherwise than usual: worked examples have one.
#[must_use]
pub fn setup(game: &Game, faces: &Faces<'_>, scenario: &Scenario, paper: Paper) -> Vec<Page> {
    let _fonts = faces.lend();
    let teller = Teller::new(game);
    let (markers, words) = (marker_cells(game, scenario), brief::parts(game, &teller, scenario));
    let usual = scenario.options.is_empty() && scenario.chosen.is_empty() && scenario.changes.is_empty();
    let idle = usual && scenario.arrivals.is_empty() && scenario.levels.is_empty() && scenario.special.is_empty();
    if scenario.setup.is_empty() && markers.is_empty() && (words.is_empty() || idle) {
        return Vec::new();
    }
    let name = scenario_name(scenario);
    fewest(!words.is_empty(), |spacing| {
        let mut writer = Writer::new(game, faces, paper, spacing);
        writer.text(&name, Face::Bold, 6.0, INK);
        if let Some(about) = &scenario.about {
            writer.text(about, Face::Regular, 3.2, SOFT);
        }
        if let Some((first, last)) = game.turns_of(scenario) {
            let id = |turn| game.turns.at(turn).map(|turn| turn.id.clone()).unwrap_or_default();
            let turns =
                if first == last { format!("Turn {}", id(first)) } else { format!("Turns {} to {}", id(first), id(last)) };
            writer.text(&turns, Face::Regular, 3.2, INK);
        }
        if !scenario.set_up.is_empty() {
            let order: Vec<String> = scenario.set_up.iter().map(|side| side_name(game, *side)).collect();
            writer.text(&format!("Set up in this order: {}", order.join(", then ")), Face::Regular, 3.2, INK);
        }
        for side in game.sides.ids() {
            let is_own = |line: &&Setup| game.units.at(line.unit).is_some_and(|unit| unit.side == Some(side));
            let own: Vec<&Setup> = scenario.setup.iter().filter(is_own).collect();
            if own.is_empty() {
                continue;
            }
            writer.heading(&side_name(game, side), 4.6, true);
            writer.cells(&setup_cells(game, &own));
        }
        if !markers.is_empty() {
            writer.heading("Markers", 4.6, true);
            writer.cells(&markers);
        }
        writer.only_words();
        for (heading, sentences) in &words {
            writer.heading(heading, 4.6, false);
            for sentence in sentences {
                writer.text(sentence, Face::Regular, 3.0, INK);
            }
        }
        writer.finish("Setup", &name, &format!("Setup: {name}"))
    })
}

/// Units by the place where they stand, in the order of the setup; those of one place together.
fn setup_cells(game: &Game, lines: &[&Setup]) -> Vec<Cell> {
    let mut cells: Vec<(Alike<'_>, Cell)> = Vec::new();
    for line in lines {
        let copies = match line.n {
            Some(_) => 1,
            None => game.units.at(line.unit).map_or(1, |unit| unit.count),
        };
        let shown = face_of(game, line.unit, line.state);
        // What is said of one is not said of another that stands beside it.
        let key = (&line.at, line.drawn, setup_notes(game, line));
        match cells.iter_mut().find(|(known, _)| *known == key) {
            Some((_, cell)) => match cell.pictures.iter_mut().find(|(known, _)| *known == shown) {
                Some((_, known)) => *known += copies,
                None => cell.pictures.push((shown, copies)),
            },
            None => {
                let label = match &line.at {
                    Where::At(_) => game.place_word(&line.at),
                    Where::In(_, except) => game.place_word(&line.at).map(|name| {
                        let not: Vec<String> =
                            except.iter().filter_map(|hex| Some(game.map.as_ref()?.board.name(*hex))).collect();
                        if not.is_empty() { format!("in {name}") } else { format!("in {name}, not {}", not.join(" ")) }
                    }),
                    Where::Within(hexes, far) => game.map.as_ref().map(|map| {
                        let names: Vec<String> = hexes.iter().map(|hex| map.board.name(*hex)).collect();
                        format!("within {far} of {}", names.join(" or "))
                    }),
                };
                let cell = Cell { label: label.unwrap_or_default(), pictures: vec![(shown, copies)], note: key.2.clone() };
                cells.push((key, cell));
            }
        }
    }
    let mut cells: Vec<Cell> = cells.into_iter().map(|(_, cell)| cell).collect();
    // Hexes are looked for by their numbers.
    cells.sort_by(|a, b| a.label.cmp(&b.label));
    cells
}

/// What is said of a unit at the start in small letters.
fn setup_notes(game: &Game, line: &Setup) -> String {
    let mut notes = Vec::new();
    if let Some((_, count)) = line.drawn {
        notes.push(format!("draw {count} of these"));
    }
    notes.extend(unseen(game, line.unit, line.state));
    if line.hidden {
        notes.push("hidden".to_owned());
    }
    let on: Vec<String> = line.markers.iter().filter_map(|id| marker_name(game, *id)).collect();
    if !on.is_empty() {
        notes.push(format!("with {}", on.join(", ")));
    }
    notes.join(", ")
}

fn marker_name(game: &Game, id: crate::model::MarkerId) -> Option<String> {
    game.markers.at(id).map(|marker| marker.called().to_owned())
}

fn marker_cells(game: &Game, scenario: &Scenario) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for line in &scenario.markers {
        let label = brief::marker_place(game, scenario, line.marker, line.at);
        let (label, shown) = (label.unwrap_or_default(), Shown::Marker(line.marker));
        match cells.iter_mut().find(|cell| cell.label == label) {
            Some(cell) => match cell.pictures.iter_mut().find(|(known, _)| *known == shown) {
                Some((_, known)) => *known += 1,
                None => cell.pictures.push((shown, 1)),
            },
            None => cells.push(Cell { label, pictures: vec![(shown, 1)], note: String::new() }),
        }
    }
    cells
}
