//! Blocks with a title find their places on pages: across the page, or in one of two columns. A block that is higher
//! than a page goes on, with its title and its headings again.

use super::cut::{fill, rule};
use super::grid::GridPart;
use super::look::{FINE, HEAVY, INK, LINE, baseline};
use crate::draw::font;
use crate::draw::page::{self, Heading, Paper, shortened};
use crate::draw::scene::{Anchor, Color, Face, Group, Node, Page, Path, Point, Rect, Shape, Stroke, Text, Transform};
use crate::draw::words::Ruler;
use crate::model::Game;

/// Between blocks.
const GAP: f64 = 4.0;
/// Between the two columns.
const GUTTER: f64 = 5.0;
/// The height of a title bar.
const BAR: f64 = 6.4;
/// The size of a title.
const TITLE: f64 = 3.6;
/// A block begins low on a page only if so much of it finds room there.
const WORTH: f64 = 0.3;

/// How wide a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// A column.
    Half,
    /// The page.
    Full,
}

/// Whether a strip belongs to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruled {
    /// It does not.
    No,
    /// It does, across all columns.
    Across,
    /// It does, with lines between its columns.
    Columns,
}

/// What is never broken: a row, a line.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) height: f64,
    /// From its own upper left corner.
    pub(super) nodes: Vec<Node>,
    pub(super) ruled: Ruled,
    /// Whether a strong line stands above it.
    pub(super) heavy: bool,
    /// Whether no page may end after it.
    pub(super) with_next: bool,
}

impl Strip {
    /// Room.
    pub(super) fn blank(height: f64) -> Strip {
        Strip { height, nodes: Vec::new(), ruled: Ruled::No, heavy: false, with_next: true }
    }
}

/// A chart.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) title: String,
    /// The printed rule.
    pub(super) rule: Option<String>,
    pub(super) span: Span,
    /// The headings of its columns.
    pub(super) head: Option<Strip>,
    pub(super) strips: Vec<Strip>,
    /// Where its columns meet.
    pub(super) meets: Vec<f64>,
    /// Blocks of one series stand in reading order: below each other, then in the next column or on the next page.
    pub(super) series: Option<usize>,
}

impl Block {
    /// A block of a part of a grid.
    pub(super) fn new(title: String, rule: Option<String>, span: Span, part: GridPart) -> Block {
        Block { title, rule, span, head: part.head, strips: part.strips, meets: part.meets, series: None }
    }

    fn height(&self) -> f64 {
        BAR + self.head.as_ref().map_or(0.0, |head| head.height) + self.strips.iter().map(|strip| strip.height).sum::<f64>()
    }
}

/// What charts are laid out on.
#[derive(Debug)]
pub(super) struct Desk<'r> {
    pub(super) ruler: &'r Ruler,
    pub(super) paper: Paper,
    /// The width of a column.
    pub(super) half: f64,
    /// The width of the page.
    pub(super) full: f64,
    /// How much room is left between rows and blocks: 1 is usual.
    pub(super) air: f64,
}

impl Desk<'_> {
    pub(super) fn new(ruler: &Ruler, paper: Paper, air: f64) -> Desk<'_> {
        let full = page::inside(paper).width;
        Desk { ruler, paper, half: (full - GUTTER) / 2.0, full, air }
    }

    /// How wide a block of that span is.
    pub(super) fn width(&self, span: Span) -> f64 {
        match span {
            Span::Half => self.half,
            Span::Full => self.full,
        }
    }
}

#[derive(Default)]
struct ChartPage {
    /// How far down each column is filled.
    left: f64,
    right: f64,
    nodes: Vec<Node>,
    titles: Vec<String>,
}

/// All blocks on pages.
pub(super) fn pages(game: &Game, desk: &Desk<'_>, what: &str, blocks: &[Block]) -> Vec<Page> {
    let mut press =
        Press { inside: page::inside(desk.paper), half: desk.half, gap: GAP * desk.air, sheets: Vec::new(), last: None };
    for block in blocks {
        press.place(block);
    }
    let (width, height) = desk.paper.size();
    let of = press.sheets.len();
    let made = press.sheets.into_iter().enumerate().map(|(n, sheet)| {
        let heading = Heading { what, sheet: (n + 1, of), side: "", hint: "print at 100 %" };
        let mut nodes = heading.draw(game, width, height);
        nodes.extend(sheet.nodes);
        Page { title: bookmark(what, &sheet.titles), width, height, ground: Some(Color::WHITE), nodes }
    });
    made.collect()
}

/// The first titles of a page.
fn bookmark(what: &str, titles: &[String]) -> String {
    let first: Vec<&str> = titles.iter().take(3).map(String::as_str).collect();
    let more = if titles.len() > first.len() { " …" } else { "" };
    if titles.iter().all(|title| title == what) { what.to_owned() } else { format!("{what}: {}{more}", first.join(", ")) }
}

struct Press {
    inside: Rect,
    half: f64,
    gap: f64,
    sheets: Vec<ChartPage>,
    /// The series of what was placed last, on which page it ends, and whether in the right column.
    last: Option<(Option<usize>, usize, bool)>,
}

impl Press {
    fn place(&mut self, block: &Block) {
        let room = self.inside.height;
        let whole = block.height();
        if whole > room {
            return self.break_up(block);
        }
        let after = self.last.filter(|(series, ..)| series.is_some() && *series == block.series);
        // What follows in a series stands below what was before, or beside it, and never on a page before.
        let beside = after.and_then(|(_, n, in_right)| {
            let sheet = self.sheets.get(n)?;
            let columns: &[bool] = if in_right { &[true] } else { &[false, true] };
            let fits = |right: &&bool| used(sheet, block.span, **right) + whole <= room + 0.001;
            Some((n, *columns.iter().find(fits)?))
        });
        let (n, right) = beside.unwrap_or_else(|| {
            let from = after.map_or(0, |(_, n, _)| n + 1);
            let fits = |sheet: &ChartPage| top(sheet, block.span) + whole <= room + 0.001;
            let found = self.sheets.iter().skip(from).position(fits).map(|n| n + from);
            let n = found.unwrap_or_else(|| self.sheet());
            (n, self.sheets.get(n).is_some_and(|sheet| in_right(sheet, block.span)))
        });
        let all = block.strips.iter().collect::<Vec<_>>();
        self.put((n, right), block, &all, false);
    }

    fn sheet(&mut self) -> usize {
        self.sheets.push(ChartPage::default());
        self.sheets.len() - 1
    }

    /// A block that is higher than a page, strip by strip.
    fn break_up(&mut self, block: &Block) {
        let room = self.inside.height;
        let head = block.head.as_ref().map_or(0.0, |head| head.height);
        let last = self.sheets.len().checked_sub(1);
        let roomy = last.filter(|n| self.sheets.get(*n).is_some_and(|sheet| top(sheet, block.span) <= room * (1.0 - WORTH)));
        let mut at = roomy.unwrap_or_else(|| self.sheet());
        let mut rest: Vec<&Strip> = block.strips.iter().collect();
        let mut again = false;
        while !rest.is_empty() {
            let used = self.sheets.get(at).map_or(0.0, |sheet| top(sheet, block.span));
            let mut y = used + BAR + head;
            let mut count = 0;
            for strip in &rest {
                y += strip.height;
                if y > room + 0.001 {
                    break;
                }
                count += 1;
            }
            let bound = |n: usize| n.checked_sub(1).and_then(|n| rest.get(n)).is_some_and(|strip| strip.with_next);
            let mut keep = count;
            while keep > 0 && keep < rest.len() && bound(keep) {
                keep -= 1;
            }
            // Where everything is bound together it is broken anyhow: nothing may stand still.
            let take = if keep > 0 { keep } else { count.max(usize::from(used == 0.0)) };
            let later = rest.split_off(take.min(rest.len()));
            // Nobody reads on at the left of what stands at the right.
            let ended = self.sheets.get(at).is_some_and(|sheet| in_right(sheet, block.span));
            if !rest.is_empty() {
                self.put((at, ended), block, &rest, again);
                again = true;
            }
            rest = later;
            let free = self.sheets.get(at).map_or(0.0, |sheet| room - top(sheet, block.span));
            if !rest.is_empty() && (take == 0 || ended || free < room * WORTH) {
                at = self.sheet();
            }
        }
    }

    /// Draws strips of a block at the next free place of a page, and of one of its columns.
    fn put(&mut self, (n, right): (usize, bool), block: &Block, strips: &[&Strip], again: bool) {
        let (inside, half, gap) = (self.inside, self.half, self.gap);
        let Some(sheet) = self.sheets.get_mut(n) else { return };
        self.last = Some((block.series, n, right));
        let down = used(sheet, block.span, right);
        let x = inside.x + if right { half + GUTTER } else { 0.0 };
        let width = if block.span == Span::Half { half } else { inside.width };
        let mut y = inside.y + down;
        let more = if again { " (continued)" } else { "" };
        sheet.nodes.extend(bar((&block.title, more), block.rule.as_deref(), Rect { x, y, width, height: BAR }));
        y += BAR;
        let from = y;
        let mut ruled = y;
        let ends = (block.meets.first().copied().unwrap_or(0.0), block.meets.last().copied().unwrap_or(width));
        let mut lines = Path::new();
        let mut column = |meet: f64, from: f64, to: f64| {
            if to > from {
                lines.line(Point { x: x + meet, y: from }, Point { x: x + meet, y: to });
            }
        };
        let between: Vec<f64> = block.meets.iter().copied().filter(|meet| *meet > ends.0 && *meet < ends.1).collect();
        let mut since = y;
        let mut heavy: Vec<f64> = Vec::new();
        let head = block.head.as_ref().filter(|_| strips.first().is_some_and(|strip| strip.ruled != Ruled::No));
        for strip in head.into_iter().chain(strips.iter().copied()) {
            let transform = Transform::shift(x, y);
            if !strip.nodes.is_empty() {
                sheet.nodes.push(Group { transform, nodes: strip.nodes.clone(), ..Group::default() }.into());
            }
            if strip.ruled != Ruled::Columns {
                between.iter().for_each(|meet| column(*meet, since, y));
            }
            heavy.extend((strip.heavy && y > from).then_some(y));
            y += strip.height;
            if strip.ruled != Ruled::Columns {
                since = y;
            }
            if strip.ruled != Ruled::No {
                ruled = y;
            }
        }
        between.iter().for_each(|meet| column(*meet, since, y));
        if ruled > from {
            [ends.0, ends.1].into_iter().for_each(|meet| column(meet, from, ruled));
            sheet.nodes.push(Shape::stroked(lines, Stroke::butt(LINE, FINE)).into());
            // Strong lines last: nothing crosses them.
            sheet.nodes.extend(heavy.iter().map(|y| rule(x + ends.0, x + ends.1, *y, INK, HEAVY)));
            sheet.nodes.push(rule(x + ends.0, x + ends.1, ruled, INK, HEAVY));
        }
        let end = y - inside.y + gap;
        match block.span {
            Span::Full => (sheet.left, sheet.right) = (end, end),
            Span::Half if right => sheet.right = end,
            Span::Half => sheet.left = end,
        }
        if !sheet.titles.contains(&block.title) {
            sheet.titles.push(block.title.clone());
        }
    }
}

/// How far down a block of that span begins in the right or the left column.
fn used(sheet: &ChartPage, span: Span, right: bool) -> f64 {
    match span {
        Span::Full => top(sheet, span),
        Span::Half if right => sheet.right,
        Span::Half => sheet.left,
    }
}

/// How far down the next block of that span begins.
fn top(sheet: &ChartPage, span: Span) -> f64 {
    match span {
        Span::Full => sheet.left.max(sheet.right),
        Span::Half => sheet.left.min(sheet.right),
    }
}

/// Whether the next block of that span stands in the right column.
fn in_right(sheet: &ChartPage, span: Span) -> bool {
    span == Span::Half && sheet.right < sheet.left
}

/// A title on a dark bar, and the printed rule at its end.
fn bar((title, more): (&str, &str), rule: Option<&str>, rect: Rect) -> Vec<Node> {
    let base = rect.y + baseline(rect.height, TITLE);
    let small = TITLE * 0.83;
    let rule = rule.map(|rule| shortened(Face::Regular, rule, small, rect.width * 0.3));
    let mut nodes = vec![fill(rect, INK)];
    let mut room = rect.width - 4.0;
    if let Some(rule) = rule.filter(|rule| !rule.is_empty()) {
        let text = Text::new(
            Point { x: rect.x + rect.width - 2.0, y: base },
            Anchor::End,
            rule,
            Face::Regular,
            small,
            Color::hex(0xd9_d0bd),
        );
        room -= text.width() + 3.0;
        nodes.push(text.into());
    }
    room -= font::width(Face::Bold, more, TITLE);
    let title = format!("{}{more}", shortened(Face::Bold, title, TITLE, room));
    nodes.push(Text::new(Point { x: rect.x + 2.0, y: base }, Anchor::Start, title, Face::Bold, TITLE, Color::WHITE).into());
    nodes
}
