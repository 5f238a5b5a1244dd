//! Sheets to be cut: counters, chits and cards on paper, each back behind its front.
//!
//! Parts whose edges have one colour lie side by side and share a cut; where colours differ, or a picture reaches the
//! edge, there is room between them for the bleed of both. Cut marks stand outside of everything, on both sides of the
//! sheet. No part has an outline: that would show every cut that misses.

mod shelves;
mod spread;

use super::counter::Drawn;
use super::page::{Heading, MARGIN, Paper};
use super::scene::{Anchor, Color, Face, Group, Node, Page, Path, Point, Rect, Shape, Stroke, Text, Transform};
use super::{lent, limits};
use crate::model::{Backs, DieSheet, Game};

/// How thick cut marks are.
const MARK: f64 = 0.15;
/// How long they are, and how far they stay away from the bleed.
const MARK_LENGTH: f64 = 2.0;
const MARK_GAP: f64 = 0.4;
const INK: Color = Color::BLACK;

/// Something to be cut out, with its two sides.
#[derive(Clone, Debug)]
pub struct Cutout {
    pub front: Drawn,
    pub back: Drawn,
    /// How many alike.
    pub copies: u32,
    /// Whose it is, for the head of the sheet.
    pub whose: String,
}

/// How sheets are made.
#[derive(Clone, Debug)]
pub struct Cutting<'a> {
    /// What is on them: "Counters".
    pub what: &'a str,
    /// Width and height of a part.
    pub part: (f64, f64),
    /// How backs come behind fronts.
    pub backs: Backs,
    /// How far colours reach beyond the cut.
    pub bleed: f64,
    /// The space between parts; found by their colours if nothing is said.
    pub gutter: Option<f64>,
    /// How far backs are moved, to the right and down.
    pub offset: (f64, f64),
    /// What is left free at the left and right edge of paper.
    pub margin: f64,
    /// What they are printed on.
    pub on: On<'a>,
}

/// What sheets are printed on.
#[derive(Clone, Copy, Debug)]
pub enum On<'a> {
    /// Paper, filled from its upper left corner.
    Paper(Paper),
    /// A sheet with fixed places.
    Die(&'a DieSheet),
}

/// Where a part lies on the front of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub part: usize,
    /// Which of those alike, from 1.
    pub copy: u32,
    /// Which sheet, from 0.
    pub sheet: usize,
    /// Its row, from 1.
    pub row: u32,
    /// Its column, from 1.
    pub column: u32,
    /// Its upper left corner.
    pub at: Point,
}

/// Sheets that are laid out.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    /// Their pages: a front is followed by its own back.
    pub pages: Vec<Page>,
    /// Where everything lies.
    pub spots: Vec<Spot>,
    /// Pages of one sheet.
    pub sides: usize,
    /// Where each page is cut on the outside.
    pub trims: Vec<Rect>,
    /// What each sheet is cut into.
    pub cuts: Vec<Cuts>,
}

/// Where a sheet is cut, from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cuts {
    /// How many parts come of it.
    pub parts: usize,
    /// Cuts from top to bottom, by their distance from the left edge.
    pub down: Vec<f64>,
    /// Cuts from left to right, by their distance from the top.
    pub across: Vec<f64>,
}

/// Why nothing can be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall;

/// Rows and columns that fit, and where they begin.
struct Grid {
    page: (f64, f64),
    first: Point,
    columns: u32,
    rows: u32,
    gutter: (f64, f64),
    block: Option<((u32, u32), (f64, f64))>,
    /// Between rows whose colours differ.
    gap: f64,
    /// Where the room for rows ends.
    bottom: f64,
}

impl Cutting<'_> {
    /// Lays parts out and draws the sheets.
    ///
    /// # Errors
    /// If a part is larger than the sheet.
    pub fn lay_out(&self, game: &Game, parts: &[Cutout]) -> Result<Laid, TooSmall> {
        let _fonts = lent::lend(game);
        let (grid, spots) = self.spread(parts)?;
        let sheets = spots.last().map_or(0, |spot| spot.sheet + 1);
        let sides = match self.backs {
            Backs::DuplexLong | Backs::DuplexShort => 2,
            Backs::Fold | Backs::Fronts => 1,
        };
        let mut pages = Vec::with_capacity(sheets * sides);
        let (mut trims, mut cuts) = (Vec::with_capacity(sheets * sides), Vec::with_capacity(sheets));
        let mut rest = spots.as_slice();
        for n in 0..sheets {
            let count = rest.iter().take_while(|spot| spot.sheet == n).count();
            let (own, later) = rest.split_at(count);
            rest = later;
            self.draw(game, parts, &grid, own, (n + 1, sheets), &mut pages);
            let (down, across) = self.edges(own);
            trims.extend(self.trims(&grid, &down, &across));
            cuts.push(Cuts { parts: count, down, across });
        }
        Ok(Laid { pages, spots, sides, trims, cuts })
    }

    /// What is cut out of each side of a sheet, as one area.
    fn trims(&self, grid: &Grid, down: &[f64], across: &[f64]) -> Vec<Rect> {
        let ends = |edges: &[f64]| (edges.first().copied().unwrap_or(0.0), edges.last().copied().unwrap_or(0.0));
        let ((left, right), (top, bottom)) = (ends(down), ends(across));
        let front = Rect { x: left, y: top, width: right - left, height: bottom - top };
        let back = match Way::of(self.backs, grid.page) {
            Way::Across(width) => Rect { x: width - right, ..front },
            Way::Down(height) => Rect { y: height - bottom, ..front },
        };
        match self.backs {
            Backs::Fronts => vec![front],
            // Both halves of a sheet that is folded are cut together.
            Backs::Fold => vec![Rect { height: back.y + back.height - front.y, ..front }],
            Backs::DuplexLong | Backs::DuplexShort => {
                vec![front, Rect { x: back.x + self.offset.0, y: back.y + self.offset.1, ..back }]
            }
        }
    }

    /// The cuts through some parts: from top to bottom, and from left to right.
    fn edges(&self, spots: &[Spot]) -> (Vec<f64>, Vec<f64>) {
        let (w, h) = self.part;
        let all = |of: &dyn Fn(&Spot) -> f64, long: f64| -> Vec<f64> {
            let mut all: Vec<f64> = spots.iter().flat_map(|spot| [of(spot), of(spot) + long]).collect();
            all.sort_by(f64::total_cmp);
            all.dedup_by(|a, b| (*a - *b).abs() < 0.001);
            all
        };
        (all(&|spot| spot.at.x, w), all(&|spot| spot.at.y, h))
    }

    fn draw(&self, game: &Game, parts: &[Cutout], grid: &Grid, spots: &[Spot], sheet: (usize, usize), pages: &mut Vec<Page>) {
        let (width, height) = grid.page;
        let mut whose: Vec<&str> = Vec::new();
        for spot in spots {
            let name = parts.get(spot.part).map_or("", |part| part.whose.as_str());
            if !name.is_empty() && !whose.contains(&name) {
                whose.push(name);
            }
        }
        let whose = whose.join(", ");
        let marks = self.marks(grid, spots);
        let page = |side: &str, hint: &str, nodes: Vec<Node>| {
            let told = [whose.as_str(), side].iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join(", ");
            let heading = Heading { what: self.what, sheet, side: &told, hint };
            let title = match side {
                "" => format!("{} {}: {whose}", self.what, sheet.0),
                side => format!("{} {}, {side}: {whose}", self.what, sheet.0),
            };
            let mut all = nodes;
            all.extend(heading.draw(game, width, height));
            Page { title, width, height, ground: None, nodes: all }
        };
        let fronts = self.faces(grid, spots, |spot| parts.get(spot.part).map(|part| &part.front), &|spot| (spot.at, false));
        let lines: Node = Shape::stroked(marks.clone(), Stroke::butt(INK, MARK)).into();
        let mut nodes = fronts;
        nodes.push(lines);
        let hint = self.hint();
        match self.backs {
            Backs::Fronts => pages.push(page("front", hint, nodes)),
            Backs::Fold => {
                nodes.extend(self.behind(parts, grid, spots, &marks));
                nodes.extend(fold_line(width, height));
                pages.push(page("to be folded", hint, nodes));
            }
            Backs::DuplexLong | Backs::DuplexShort => {
                pages.push(page("front", hint, nodes));
                let (x, y) = self.offset;
                let group = Group {
                    transform: Transform::shift(x, y),
                    nodes: self.behind(parts, grid, spots, &marks),
                    ..Group::default()
                };
                pages.push(page("back", hint, vec![group.into()]));
            }
        }
    }

    fn hint(&self) -> &'static str {
        match self.backs {
            Backs::Fronts => "print at 100 %",
            Backs::Fold => "print at 100 %; fold along the line, glue, then cut",
            Backs::DuplexLong => "print at 100 %, on both sides, turned over the long edge",
            Backs::DuplexShort => "print at 100 %, on both sides, turned over the short edge",
        }
    }

    /// Backs where they come to lie behind their fronts, and the cut marks of that side.
    fn behind(&self, parts: &[Cutout], grid: &Grid, spots: &[Spot], marks: &Path) -> Vec<Node> {
        let way = Way::of(self.backs, grid.page);
        let (w, h) = self.part;
        let place = |spot: &Spot| match way {
            Way::Across(width) => (Point { x: width - spot.at.x - w, y: spot.at.y }, false),
            // Turned over like this, a part that is flipped as a page is would stand on its head: so it is printed so.
            Way::Down(height) => (Point { x: spot.at.x, y: height - spot.at.y - h }, true),
        };
        let mut nodes = self.faces(grid, spots, |spot| parts.get(spot.part).map(|part| &part.back), &place);
        let mirrored = match way {
            Way::Across(width) => marks.moved(Transform { a: -1.0, e: width, ..Transform::IDENTITY }),
            Way::Down(height) => marks.moved(Transform { d: -1.0, f: height, ..Transform::IDENTITY }),
        };
        nodes.push(Shape::stroked(mirrored, Stroke::butt(INK, MARK)).into());
        nodes
    }

    /// One side of some parts: first what reaches beyond the cuts, then the parts.
    fn faces<'p>(
        &self,
        grid: &Grid,
        spots: &[Spot],
        of: impl Fn(&Spot) -> Option<&'p Drawn>,
        place: &dyn Fn(&Spot) -> (Point, bool),
    ) -> Vec<Node> {
        let (w, h) = self.part;
        let near = self.bleed.min(grid.gutter.0 / 2.0).min(grid.gutter.1 / 2.0).max(0.0);
        let paint = |layer: &mut Vec<(Color, Path)>, color: Color, area: Rect| {
            // Those of one colour are painted together: the file stays small, and no line shows between them.
            match layer.last_mut() {
                Some((last, path)) if *last == color => drop(path.rect(area)),
                _ => {
                    let mut path = Path::new();
                    path.rect(area);
                    layer.push((color, path));
                }
            }
        };
        let mut below: Vec<(Color, Path)> = Vec::new();
        let mut own: Vec<(Color, Path)> = Vec::new();
        let mut above: Vec<Node> = Vec::with_capacity(spots.len());
        for spot in spots {
            let Some(drawn) = of(spot) else { continue };
            let (at, turned) = place(spot);
            let under = drawn.edge.or(drawn.ground);
            if let Some(color) = under {
                let area = Rect { x: at.x, y: at.y, width: w, height: h };
                paint(&mut below, color, area.grown(self.bleed));
                paint(&mut own, color, area.grown(near));
            }
            let node = drawn.at(at, (w, h), if drawn.edge.is_some() { 0.0 } else { near }, under);
            let middle = Point { x: at.x + w / 2.0, y: at.y + h / 2.0 };
            above.push(match turned {
                true => Group { transform: Transform::turn(180.0, middle), nodes: vec![node], ..Group::default() }.into(),
                false => node,
            });
            above.extend(drawn.cut_line(at, (w, h)));
        }
        // Where they lie nearer to each other than their bleed, it covers neighbours: they are painted over it.
        if near >= self.bleed || below.len() < 2 {
            own.clear();
        }
        let mut nodes: Vec<Node> = below.into_iter().chain(own).map(|(color, path)| Shape::filled(path, color).into()).collect();
        nodes.extend(above);
        nodes
    }

    /// Cut marks in line with every edge, outside of all parts and their bleed.
    fn marks(&self, grid: &Grid, spots: &[Spot]) -> Path {
        let mut path = Path::new();
        let (xs, ys) = self.edges(spots);
        let (Some(left), Some(right), Some(top), Some(bottom)) = (xs.first(), xs.last(), ys.first(), ys.last()) else {
            return path;
        };
        let away = self.bleed + MARK_GAP;
        // What stands in the margins is left alone; a fold is not crossed.
        let highest = (top - away - MARK_LENGTH).max(7.7).min(top - away);
        let lowest = match self.backs {
            Backs::Fold => bottom + away + MARK_LENGTH,
            _ => (bottom + away + MARK_LENGTH).min(grid.page.1 - 7.7).max(bottom + away),
        };
        for x in xs.iter().copied() {
            path.line(Point { x, y: top - away }, Point { x, y: highest });
            path.line(Point { x, y: bottom + away }, Point { x, y: lowest });
        }
        for y in ys.iter().copied() {
            path.line(Point { x: left - away, y }, Point { x: left - away - MARK_LENGTH, y });
            path.line(Point { x: right + away, y }, Point { x: right + away + MARK_LENGTH, y });
        }
        path
    }
}

/// How a sheet is turned over.
enum Way {
    /// Left becomes right, on a sheet so wide.
    Across(f64),
    /// Up becomes down, on a sheet so high; or a fold across its middle.
    Down(f64),
}

impl Way {
    fn of(backs: Backs, (width, height): (f64, f64)) -> Way {
        let upright = height >= width;
        match (backs, upright) {
            (Backs::DuplexLong, true) | (Backs::DuplexShort, false) => Way::Across(width),
            _ => Way::Down(height),
        }
    }
}

/// Why counters cannot be printed on a sheet with fixed places, the n-th of the game. The check and the emitter ask
/// the same.
#[must_use]
pub fn unusable(game: &Game, n: usize) -> Option<String> {
    let all = &game.art.print.die_sheets;
    let die = all.get(n)?;
    let (width, height) = die.page;
    if !(width > 0.0 && height > 0.0 && width.max(height) <= limits::PAGE_MM) {
        return Some(format!("it is {width} × {height} mm large, expected between 0 and {} mm", limits::PAGE_MM));
    }
    let part = die.counter_mm.unwrap_or_else(|| game.art.counter());
    if !fits(die, game.art.counter_area(part)) {
        let (columns, rows) = die.cells;
        return Some(format!("{columns} × {rows} counters of {part} mm do not lie on {width} × {height} mm"));
    }
    let own = |paper: &Paper| {
        let of = |backs: &Backs| format!("{}-{}", paper.word(), backs.word());
        Backs::ALL.iter().any(|backs| die.id == of(backs) || die.id == of(backs) + "-low-ink")
    };
    if Paper::ALL.iter().any(own) || all.iter().take(n).any(|other| other.id == die.id) {
        return Some(format!("another sheet is called `{}` too, and has the same file", die.id));
    }
    if die.id.starts_with("part-") {
        return Some("`part-` begins the names of files that hold only a part of the counters".to_owned());
    }
    None
}

/// Whether all places of a sheet lie on it.
fn fits(die: &DieSheet, (width, height): (f64, f64)) -> bool {
    let long = |count: u32, part: f64, gutter: f64, margin: f64, block: Option<(u32, f64)>| {
        let gaps = block.map_or(0.0, |(every, gap)| f64::from(count.saturating_sub(1) / every.max(1)) * gap);
        margin + f64::from(count) * part + f64::from(count.saturating_sub(1)) * gutter + gaps
    };
    let across = long(die.cells.0, width, die.gutter.0, die.margin.0, die.block.map(|((every, _), (gap, _))| (every, gap)));
    let down = long(die.cells.1, height, die.gutter.1, die.margin.1, die.block.map(|((_, every), (_, gap))| (every, gap)));
    let begins = die.margin.0 >= 0.0 && die.margin.1 >= 0.0;
    begins && across <= die.page.0 + 1e-6 && down <= die.page.1 + 1e-6
}

fn fold_line(width: f64, height: f64) -> Vec<Node> {
    let y = height / 2.0;
    let mut path = Path::new();
    path.line(Point { x: MARGIN / 2.0, y }, Point { x: width - MARGIN / 2.0, y });
    let stroke = Stroke::butt(INK, MARK).dashed(&[2.0, 1.5]);
    let words = Text::new(Point { x: MARGIN, y: y - 0.8 }, Anchor::Start, "fold here", Face::Regular, 2.2, INK);
    vec![Shape::stroked(path, stroke).into(), words.into()]
}

/// Crosses on both sides of a sheet: held against the light, they show how far a printer shifts its backs.
#[must_use]
pub fn alignment(game: &Game, paper: Paper, backs: Backs, offset: (f64, f64)) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let (width, height) = paper.size();
    let way = Way::of(backs, (width, height));
    let xs = [30.0, width / 2.0, width - 30.0];
    let ys = [40.0, height / 2.0, height - 40.0];
    let now = match offset {
        (0.0, 0.0) => String::new(),
        (x, y) => format!("This sheet is printed with {x},{y}: add what is still missing."),
    };
    let page = |back: bool| {
        let mut nodes: Vec<Node> = Vec::new();
        for x in xs {
            for y in ys {
                let at = match (&way, back) {
                    (_, false) => Point { x, y },
                    (Way::Across(width), true) => Point { x: width - x + offset.0, y: y + offset.1 },
                    (Way::Down(height), true) => Point { x: x + offset.0, y: height - y + offset.1 },
                };
                nodes.extend(cross(at, back));
            }
        }
        let words = match back {
            false => [
                "Print this sheet as you would print the counters, on both sides.",
                "Hold it against the light, this side towards you: the red crosses should lie on the scales. A mark is one millimetre.",
                // Seen through the sheet, one of the two ways is mirrored.
                match way {
                    Way::Across(_) => {
                        "If they are 1 mm too far to the right: --back-offset 1,0. If they are 1 mm too low: --back-offset 0,-1."
                    }
                    Way::Down(_) => {
                        "If they are 1 mm too far to the right: --back-offset -1,0. If they are 1 mm too low: --back-offset 0,1."
                    }
                },
                now.as_str(),
            ],
            true => ["This is the back.", "", "", ""],
        };
        for (n, line) in words.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let y = 62.0 + 4.2 * f64::from(u32::try_from(n).unwrap_or(0));
            nodes.push(Text::new(Point { x: width / 2.0, y }, Anchor::Middle, *line, Face::Regular, 3.2, INK).into());
        }
        let side = if back { "back" } else { "front" };
        let edge = if backs == Backs::DuplexShort { "short" } else { "long" };
        let hint = format!("print at 100 %, on both sides, turned over the {edge} edge");
        let heading = Heading { what: "Alignment", sheet: (1, 1), side, hint: &hint };
        nodes.extend(heading.draw(game, width, height));
        Page { title: format!("Alignment, {side}"), width, height, ground: None, nodes }
    };
    vec![page(false), page(true)]
}

/// A cross; on the front with a scale of millimetres on its arms.
fn cross(at: Point, back: bool) -> Vec<Node> {
    let (color, line) = if back { (Color::hex(0xc1_272d), 0.25) } else { (INK, 0.1) };
    let reach = if back { 7.0 } else { 10.0 };
    let mut path = Path::new();
    path.line(Point { x: at.x - reach, y: at.y }, Point { x: at.x + reach, y: at.y });
    path.line(Point { x: at.x, y: at.y - reach }, Point { x: at.x, y: at.y + reach });
    if !back {
        for n in -9..=9i32 {
            let long = if n % 5 == 0 { 1.6 } else { 0.9 };
            let d = f64::from(n);
            path.line(Point { x: at.x + d, y: at.y - long }, Point { x: at.x + d, y: at.y + long });
            path.line(Point { x: at.x - long, y: at.y + d }, Point { x: at.x + long, y: at.y + d });
        }
    }
    vec![Shape::stroked(path, Stroke::butt(color, line)).into()]
}
