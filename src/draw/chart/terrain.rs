//! The terrain effects chart: each kind of terrain as the map shows it, what it costs to enter, and its numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line, Words};
use super::look::{BODY, INK, PALE, called, capital, number, points, printed, signed};
use super::tables::legend;
use crate::draw::hexmap::swatch;
use crate::draw::scene::{Face, Point};
use crate::model::{ClassId, Cost, Game, Key, ModeName, Points, Terrain, TerrainCost, TerrainId, TerrainOn};
use crate::words::{Chapter, Told};

/// The chart and its notes are read one after the other; no table has that number.
const SERIES: usize = usize::MAX;
/// Across the flats of a swatch.
const ACROSS: f64 = 7.2;

/// The chart; nothing if the game has no terrain.
pub(super) fn blocks(game: &Game, desk: &Desk<'_>) -> Vec<Block> {
    if game.terrain.is_empty() {
        return Vec::new();
    }
    let chart = Chart::new(game);
    let (grid, signs) = chart.grid(desk.air);
    let (span, parts) = grid.lay(desk);
    let (of, title) = (parts.len(), "Terrain effects");
    let mut blocks: Vec<Block> = parts
        .into_iter()
        .enumerate()
        .map(|(n, part)| {
            let title = if of > 1 { format!("{title}, part {} of {of}", n + 1) } else { title.to_owned() };
            Block { series: Some(SERIES), ..Block::new(title, None, span, part) }
        })
        .collect();
    let pairs: Vec<(String, String)> = signs.into_values().collect();
    if let Some(last) = blocks.last_mut() {
        last.strips.extend(legend(&pairs, desk, desk.width(span)));
    }
    blocks
}

/// Lists whose entries say what terrain does in battle and on the way.
const NOTED: [&str; 5] = ["combat.", "values/", "movement.", "zones.", "bans/"];

/// What the rules say of each kind of terrain beside what it costs; nothing if they say nothing.
pub(super) fn notes(game: &Game, book: &[Chapter], desk: &Desk<'_>, span: Span) -> Option<Block> {
    let told: Vec<&Told> = book.iter().flat_map(|chapter| &chapter.told).collect();
    let noted = |told: &&Told| NOTED.iter().any(|list| told.entry.starts_with(list));
    let spoken = |terrain: &Terrain| terrain.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| terrain.id.clone());
    let order: Vec<(String, String)> = game.terrain.values().map(|it| (spoken(it), called(it.name.as_deref(), &it.id))).collect();
    // Each entry once, with all the terrain that it names; in the order of the chart.
    let mut rows: Vec<(Vec<usize>, &Told)> = Vec::new();
    for told in told.into_iter().filter(noted) {
        let of: Vec<usize> =
            (0..order.len()).filter(|n| order.get(*n).is_some_and(|(it, _)| told.terrain.contains(it))).collect();
        // Kinds of combat may say the same of it.
        let says = |it: &Told| (it.name.clone(), it.words.clone(), it.rule.clone());
        if !of.is_empty() && rows.iter().all(|(known, row)| *known != of || says(row) != says(told)) {
            rows.push((of, told));
        }
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    let mut before: &[usize] = &[];
    let mut lines: Vec<Line> = Vec::new();
    for (of, told) in &rows {
        let same = before == of.as_slice();
        before = of;
        let names: Vec<&str> = of.iter().filter_map(|n| order.get(*n)).map(|(_, name)| name.as_str()).collect();
        let names = names.join(", ");
        // An entry that is called as the terrain need not say so again.
        let says = match told.name.to_lowercase() == names.to_lowercase() {
            true => capital(&told.words),
            false => format!("{}: {}", told.name, told.words),
        };
        let cells = vec![
            Cell::bold(if same { String::new() } else { names }),
            Cell::plain(says),
            Cell::pale(told.rule.clone().unwrap_or_default()),
        ];
        lines.push(Line { belongs: same, ..Line::new(cells) });
    }
    if lines.is_empty() {
        return None;
    }
    let columns = vec![
        Column { grow: 0.0, ..Column::text("Terrain") },
        Column { grow: 8.0, ..Column::text("What the rules say of it") },
        Column { left: true, ..Column::narrow("Rule") },
    ];
    let grid = Grid { columns, lines, size: BODY * 0.9, pad: 0.12, ruled: true, again: 0 };
    let block = Block::new("Terrain notes".to_owned(), None, span, grid.lay_in(desk, desk.width(span)));
    Some(Block { series: Some(SERIES), ..block })
}

/// Signs that must be explained, in the order of explaining.
type Signs = BTreeMap<usize, (String, String)>;

/// From here on the signs of ways to move.
const MODES: usize = 100;

struct Chart<'g> {
    game: &'g Game,
    /// Classes for which any terrain says what it costs.
    classes: Vec<ClassId>,
    /// Names of other numbers, and whether they are written with a sign.
    values: Vec<(&'g str, bool)>,
    ruled: bool,
}

impl<'g> Chart<'g> {
    fn new(game: &'g Game) -> Chart<'g> {
        let costs = |class: ClassId| {
            let mut all = game.terrain.values().flat_map(|terrain| terrain.grounds.values().chain([&terrain.cost]));
            all.any(|costs| costs.get(class.index()).is_some_and(Option::is_some))
        };
        let names: BTreeSet<&str> = game.terrain.values().flat_map(|terrain| terrain.values.names()).collect();
        let below = |name: &str| game.terrain.values().any(|terrain| terrain.values.get(name).is_some_and(|n| n < 0));
        Chart {
            game,
            classes: game.classes.ids().filter(|class| costs(*class)).collect(),
            values: names.into_iter().map(|name| (name, below(name))).collect(),
            ruled: game.terrain.values().any(|terrain| terrain.rule.is_some()),
        }
    }

    fn grid(&self, air: f64) -> (Grid, Signs) {
        let mut columns = vec![Column { grow: 0.0, ..Column::narrow("") }, Column { grow: 0.6, ..Column::text("Terrain") }];
        for class in &self.classes {
            let class = self.game.classes.at(*class);
            columns.push(Column::codes(class.map(|class| called(class.name.as_deref(), &class.id)).unwrap_or_default()));
        }
        columns.extend(self.values.iter().map(|(name, _)| Column::codes(self.value_name(name))));
        if self.ruled {
            columns.push(Column::narrow("Rule"));
        }
        let mut signs = Signs::new();
        let mut lines = Vec::new();
        let kinds = [
            (TerrainOn::Hex, "Hexes: cost to enter"),
            (TerrainOn::Feature, "Features in hexes: cost to enter"),
            (TerrainOn::Hexside, "Hexsides: cost to cross"),
            (TerrainOn::Road, "Roads: cost from hex to hex along the road"),
        ];
        for (on, heading) in kinds {
            let mut section = Some(heading.to_owned());
            for (id, terrain) in self.game.terrain.iter().filter(|(_, terrain)| terrain.on == on) {
                let cells = self.cells(id, terrain, air, &mut signs);
                lines.push(Line { section: section.take(), ..Line::new(cells) });
                for (ground, costs) in &terrain.grounds {
                    lines.push(Line { belongs: true, ..Line::new(self.changed(terrain, ground, costs, &mut signs)) });
                }
            }
        }
        (Grid { columns, lines, size: BODY, pad: 0.2, ruled: true, again: 2 }, signs)
    }

    /// What a number of terrain is called.
    fn value_name(&self, name: &str) -> String {
        let listed = self.game.map.iter().flat_map(|map| &map.value_names).find(|value| value.id == name);
        called(listed.and_then(|value| value.name.as_deref()), name)
    }

    fn cells(&self, id: TerrainId, terrain: &Terrain, air: f64, signs: &mut Signs) -> Vec<Cell> {
        let centre = Point { x: 0.0, y: 0.0 };
        let hexagon = swatch(self.game, id, centre, (ACROSS, ACROSS * 1.4), u64::from(id.0));
        let mut cells = vec![Cell::Picture(ACROSS * 1.16, ACROSS * 1.16 + 0.8 * air, hexagon)];
        cells.push(Cell::bold(called(terrain.name.as_deref(), &terrain.id)));
        let costs = self.classes.iter().map(|class| terrain.cost.get(class.index()).and_then(Option::as_ref));
        cells.extend(costs.map(|toll| cost(toll, self.game, signs)));
        for (name, with_sign) in &self.values {
            let word = |n: i32| if *with_sign { signed(n) } else { number(n) };
            cells.push(terrain.values.get(name).map(word).map_or_else(|| Cell::pale("–"), Cell::plain));
        }
        if self.ruled {
            cells.push(Cell::pale(terrain.rule.clone().unwrap_or_default()));
        }
        cells
    }

    /// The costs where a ground or a weather changes them; those that stay are said again.
    fn changed(&self, terrain: &Terrain, ground: &str, costs: &[Option<TerrainCost>], signs: &mut Signs) -> Vec<Cell> {
        let mut cells = vec![Cell::plain(""), Cell::pale(called(None, ground))];
        for class in &self.classes {
            let own = costs.get(class.index()).and_then(Option::as_ref);
            let toll = own.or_else(|| terrain.cost.get(class.index()).and_then(Option::as_ref));
            cells.push(cost(toll, self.game, signs));
        }
        cells.extend(self.values.iter().map(|_| Cell::plain("")));
        if self.ruled {
            cells.push(Cell::plain(""));
        }
        cells
    }
}

/// A cost as a sign; what it means is told below the chart.
fn cost(toll: Option<&TerrainCost>, game: &Game, signs: &mut Signs) -> Cell {
    let Some(toll) = toll else { return Cell::pale("–") };
    let mut explain = |n: usize, sign: &str, text: &str| {
        signs.entry(n).or_insert_with(|| (sign.to_owned(), text.to_owned()));
        sign.to_owned()
    };
    let mut word = match (toll.cost, toll.mode) {
        (_, Some(mode)) => {
            let (n, sign, name) = mode_sign(game, mode);
            explain(MODES + n, &sign, &format!("Only in this way of moving: {name}"))
        }
        (Cost::Add(Points(0)), None) if toll.first => String::new(),
        (Cost::Points(cost), None) => points(cost),
        (Cost::Add(cost), None) if cost.0 < 0 => points(cost),
        (Cost::Add(cost), None) => explain_add(&points(cost), &mut explain),
        (Cost::No, None) => explain(1, "P", "Prohibited"),
        (Cost::Road, None) => explain(2, "R", "Only along a road"),
        (Cost::All, None) => explain(3, "All", "The whole movement allowance"),
        (Cost::Other, None) => explain(4, "OT", "As the other terrain of the hex"),
        (Cost::Unknown, None) => explain(7, "?", "Not known yet"),
    };
    if toll.first {
        explain(5, "1st", "Only as the first step of a move");
        word = format!("1st {word}");
    }
    if toll.stop {
        explain(6, "S", "The move ends there");
        word = format!("{word} S");
    }
    let color = if toll.cost == Cost::Other { PALE } else { INK };
    Cell::Words(Words { text: printed(word.trim()), face: Face::Bold, color, fill: None, under: String::new() })
}

fn explain_add(cost: &str, explain: &mut impl FnMut(usize, &str, &str) -> String) -> String {
    explain(0, "+", "In addition to the cost of the hex");
    format!("+{cost}")
}

/// A way of moving: its place in the list, its sign and its name. The sign is made of the first letters of its words.
fn mode_sign(game: &Game, mode: ModeName) -> (usize, String, String) {
    let short = |name: &str| name.split_whitespace().filter_map(|word| word.chars().next()).collect::<String>().to_uppercase();
    let modes = game.rules.movement.iter().flat_map(|movement| movement.modes.iter());
    let names: Vec<(ModeName, String)> =
        modes.map(|entry| (entry.id.number(), called(entry.name.as_deref(), &entry.id.0))).collect();
    let n = names.iter().position(|(id, _)| *id == mode).unwrap_or(names.len());
    let name = names.get(n).map_or_else(|| called(None, game.words.modes.word(mode)), |(_, name)| name.clone());
    let sign = short(&name);
    // Two signs that are alike, or one that means something else already, tell nobody anything.
    let alike = names.iter().filter(|(_, other)| short(other) == sign).count() > 1;
    let taken = sign.chars().count() < 2 || sign == "OT";
    (n, if alike || taken { name.clone() } else { sign }, name)
}
