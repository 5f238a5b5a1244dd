//! The whole map as a scene: ground, rivers, roads, towns, names, numbers, and what lies beside it. Or the author's
//! own image with the grid laid over it.
//!
//! - `canvas`: the board in millimetres; `style`: how terrain looks; `outline`, `chains`: geometry
//! - `ground`, `texture`, `rivers`, `roads`, `overlay`: layers; `names`, `labels`: which names, and where
//! - `panels`, `key`: beside the map

mod canvas;
mod chains;
mod ground;
mod key;
mod labels;
mod names;
mod outline;
mod overlay;
mod panels;
mod proof;
mod rivers;
mod roads;
mod style;
mod texture;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::draw::page::MARGIN;
use crate::draw::scene::{Anchor, Face, Group, Node, Page, Picture, Scene, Text};
use crate::draw::{font, limits};
use crate::hexgrid::{Bounds, HexId, Point, RegisterError, Registration};
use crate::model::{AreaId, BoxId, Game, Location, Map, MapLayer};

pub(in crate::draw) use key::swatch;
pub use labels::{LayoutIssue, Placed, Taken};
pub use panels::Beside;

use canvas::Canvas;
pub use canvas::USUAL_ACROSS;
use labels::Room;

/// What is wanted of a map.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only these layers; all that the author does not leave out if nothing is said.
    pub only: Option<BTreeSet<MapLayer>>,
    /// Hexes with a bright outline.
    pub highlight: BTreeSet<HexId>,
    /// Hexes that are faded, because they are not in use.
    pub faded: BTreeSet<HexId>,
    /// Places with a red ring and a number, and what the legend beneath says of them.
    pub marks: Vec<(Location, String)>,
    /// The author's own images of the map, in their order; nothing for one that cannot be shown.
    pub images: Vec<Option<Picture>>,
    /// Lay grid, numbers, letters of terrain, rivers and roads over these images, translucent.
    pub proof: bool,
    /// What stands below the game's name.
    pub subtitle: Option<String>,
}

/// A map that is drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The scene: one page.
    pub scene: Scene,
    /// Everything that takes room: names, numbers, towns, entries.
    pub placed: Vec<Placed>,
    /// What the author should know.
    pub issues: Vec<LayoutIssue>,
    /// How each image whose hexes are known lies on the grid, by its path.
    pub registrations: Vec<(String, Result<Registration, RegisterError>)>,
    /// The size of a hex across its flats, in millimetres.
    pub across: f64,
    /// The curves of rivers and what else runs along hexsides, as points.
    pub courses: Vec<Vec<Point>>,
    /// Where the centre of each hex lies on the page.
    pub centres: Vec<Point>,
    /// Boxes and tracks beside the map, and where they lie.
    pub beside: Vec<Beside>,
    /// The outline of each sheet, where it is one line; of a single sheet none is told.
    pub sheets: Vec<Option<Vec<Point>>>,
    /// The outlines of areas that have one line around them.
    pub areas: Vec<(AreaId, Vec<Point>)>,
}

/// The images of a game's map, as its files have them.
#[must_use]
pub fn images(game: &Game) -> Vec<Option<Picture>> {
    game.art.map.images.iter().map(|image| game.art.files.get(&image.path).and_then(Picture::shared)).collect()
}

/// What of a map is too large to be drawn, or to be printed on one sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TooLarge {
    Hexes(usize),
    /// Width and height of the sheet in millimetres.
    Sheet(f64, f64),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Hexes(hexes) => write!(f, "the map has {hexes} hexes; at most {} are drawn", limits::HEXES),
            TooLarge::Sheet(width, height) => {
                write!(f, "the map is {width:.0} × {height:.0} mm large; at most {} mm can be printed", limits::PAGE_MM)
            }
        }
    }
}

/// Why the map of a game is not drawn.
///
/// # Errors
/// If it has too many hexes.
pub fn drawable(game: &Game) -> Result<(), TooLarge> {
    let hexes = game.map.as_ref().map_or(0, |map| map.board.len());
    if hexes > limits::HEXES { Err(TooLarge::Hexes(hexes)) } else { Ok(()) }
}

/// Why the map of a game can be neither printed nor played on in VASSAL. The check and the emitters ask the same.
///
/// # Errors
/// If it has too many hexes, or would be larger than any sheet.
pub fn printable(game: &Game) -> Result<(), TooLarge> {
    drawable(game)?;
    let Some((map, a)) = shown(game) else { return Ok(()) };
    let options = Options { images: images(game), ..Options::default() };
    let (mut laid, _) = proof::lay(game, map, a, &options);
    let page = if laid.is_empty() {
        Frame::new(game, map, a, &wanted(game, &options), &options).map(|frame| frame.page)
    } else {
        proof::Frame::new(game, map, a, &options, &mut laid).map(|frame| frame.page)
    };
    match page {
        // A printed map has a strip below it that says what it is.
        Some((width, height)) if width.max(height + MARGIN) > limits::PAGE_MM => Err(TooLarge::Sheet(width, height + MARGIN)),
        _ => Ok(()),
    }
}

/// The map, if it has something to be drawn, and the size of its hexes.
fn shown(game: &Game) -> Option<(&Map, f64)> {
    let map = game.map.as_ref().filter(|map| !map.board.is_empty() || !map.boxes.is_empty())?;
    Some((map, game.art.map.across_mm.filter(|a| a.is_finite() && *a > 0.0).unwrap_or(USUAL_ACROSS)))
}

/// Draws the map of a game; `None` if it has none, or one with neither hexes nor boxes.
#[must_use]
pub fn draw(game: &Game, options: &Options) -> Option<Drawn> {
    drawable(game).ok()?;
    let (map, a) = shown(game)?;
    let (laid, registrations) = proof::lay(game, map, a, options);
    if laid.is_empty() {
        return drawn(game, map, a, options).map(|drawn| Drawn { registrations, ..drawn });
    }
    proof::draw(game, map, a, options, laid, registrations)
}

/// The layers that are wanted.
fn wanted(game: &Game, options: &Options) -> BTreeSet<MapLayer> {
    match &options.only {
        Some(only) => only.clone(),
        None => MapLayer::ALL.into_iter().filter(|layer| !game.art.map.leave_out.contains(layer)).collect(),
    }
}

/// The page of a drawn map before anything is on it, and what lies beside the map.
struct Frame<'g> {
    canvas: Canvas<'g>,
    title: Option<Text>,
    panels: panels::Panels,
    /// Marks on boxes, with their numbers.
    boxes: Vec<(BoxId, usize)>,
    page: (f64, f64),
}

impl<'g> Frame<'g> {
    fn new(game: &'g Game, map: &'g Map, a: f64, layers: &BTreeSet<MapLayer>, options: &Options) -> Option<Frame<'g>> {
        let outside = (layers.contains(&MapLayer::Entries) && !(map.entries.is_empty() && map.exits.is_empty()))
            || (layers.contains(&MapLayer::Roads) && map.roads.values().any(|road| !road.leaves.is_empty()));
        let margin = if outside { (a * 0.72).max(8.0) } else { 8.0 };
        let (title, above) = heading(game, a, layers, options);
        let canvas = Canvas::new(game, map, a)?.moved(Point { x: margin, y: margin + above });
        let Bounds { min, max } = canvas.bounds();
        let legend: Vec<(usize, String)> = options.marks.iter().enumerate().map(|(n, (_, text))| (n + 1, text.clone())).collect();
        let boxes = options.marks.iter().enumerate().filter_map(|(n, (location, _))| match location {
            Location::Box(id) => Some((*id, n + 1)),
            Location::Hex(_) => None,
        });
        let boxes = boxes.collect();
        // Many boxes without hexes above them are a square rather than a column.
        let boxes_wide = f64::from(u32::try_from(map.boxes.len()).unwrap_or(0)).sqrt() * 45.0;
        let least = if map.board.is_empty() { boxes_wide.clamp(120.0, 1200.0) } else { 120.0 };
        let width = (max.x - min.x).max(least);
        let from = Point { x: min.x, y: max.y + margin };
        let panels = panels::draw(&canvas, layers, from, width, &legend, None);
        let below = if panels.height > 0.0 { panels.height + 8.0 } else { 0.0 };
        let page = (margin * 2.0 + width.max(max.x - min.x), max.y + margin + below);
        Some(Frame { canvas, title, panels, boxes, page })
    }
}

fn drawn(game: &Game, map: &Map, a: f64, options: &Options) -> Option<Drawn> {
    let layers = wanted(game, options);
    let Frame { canvas, title, panels: mut made, boxes, page } = Frame::new(game, map, a, &layers, options)?;
    let mut layered = Layered::new(&canvas, &layers);
    let mut nodes: Vec<Node> = Vec::new();
    if let Some(title) = title {
        nodes.push(title.into());
    }
    nodes.append(&mut layered.nodes);
    nodes.push(Group::named("faded", overlay::faded(&canvas, &options.faded)).into());
    nodes.push(Group::named("highlight", overlay::highlight(&canvas, &options.highlight)).into());
    let mut rings: Vec<Node> = Vec::new();
    for (n, (location, _)) in options.marks.iter().enumerate() {
        if let Location::Hex(hex) = location {
            rings.extend(canvas.centre(*hex).map(|at| overlay::mark(at, n + 1, a)).unwrap_or_default());
        }
    }
    rings.extend(panels::marks(&made, &boxes, a));
    nodes.push(Group::named("panels", std::mem::take(&mut made.nodes)).into());
    nodes.push(Group::named("marks", rings).into());
    let page = Page {
        title: format!("{}: map", game.name),
        width: page.0,
        height: page.1,
        ground: Some(game.art.map.paper.map_or(style::PAPER, canvas::color)),
        nodes,
    };
    let scene = Scene { title: game.name.clone(), pages: vec![page], pictures: Vec::new() };
    let centres = map.board.hexes().filter_map(|hex| canvas.centre(hex)).collect();
    let (sheets, areas) = outlines(&canvas);
    let Layered { placed, issues, courses, .. } = layered;
    let (registrations, beside) = (Vec::new(), made.beside);
    Some(Drawn { scene, placed, issues, registrations, across: a, courses, centres, beside, sheets, areas })
}

/// The outlines of sheets, where there are several, and of areas: those that are one line.
fn outlines(canvas: &Canvas<'_>) -> Outlines {
    let (map, board) = (canvas.map, canvas.board);
    let around = |hexes: BTreeSet<HexId>| match outline::loops(canvas, &hexes).as_slice() {
        [one] => Some(one.iter().map(|step| step.at).collect::<Vec<_>>()),
        _ => None,
    };
    let mut own: Vec<BTreeSet<HexId>> = vec![BTreeSet::new(); if board.sheets().len() > 1 { board.sheets().len() } else { 0 }];
    for hex in board.hexes() {
        if let Some(hexes) = board.sheet(hex).and_then(|n| own.get_mut(n)) {
            hexes.insert(hex);
        }
    }
    let sheets = own.into_iter().map(around).collect();
    let areas = map.areas.iter().filter_map(|(id, area)| Some((id, around(area.hexes.iter().copied().collect())?))).collect();
    (sheets, areas)
}

/// Of sheets, and of areas.
type Outlines = (Vec<Option<Vec<Point>>>, Vec<(AreaId, Vec<Point>)>);

/// The game's name, and how much room it takes above the map.
fn heading(game: &Game, a: f64, layers: &BTreeSet<MapLayer>, options: &Options) -> (Option<Text>, f64) {
    if !layers.contains(&MapLayer::Title) || game.name.trim().is_empty() {
        return (None, 0.0);
    }
    let size = (a * 0.62).clamp(7.0, 16.0);
    let at = Point { x: if a * 0.72 > 8.0 { a * 0.72 } else { 8.0 }, y: 6.0 + size * font::CAP_HEIGHT };
    let name = font::shown(&game.name, limits::NAME_LETTERS);
    let mut text = Text::new(at, Anchor::Start, name.into_owned(), Face::Bold, size, style::INK);
    if let Some(subtitle) = &options.subtitle {
        let (text_run, color) = (format!("   {}", font::shown(subtitle, limits::NAME_LETTERS)), style::NUMBER);
        text.runs.push(crate::draw::scene::Run { text: text_run, face: Face::Regular, size: size * 0.55, color });
    }
    (Some(text), size * 0.75)
}

/// The layers of a map, painted, and what they leave to be known.
struct Layered {
    nodes: Vec<Node>,
    placed: Vec<Placed>,
    issues: Vec<LayoutIssue>,
    courses: Vec<Vec<Point>>,
}

impl Layered {
    fn new(canvas: &Canvas<'_>, layers: &BTreeSet<MapLayer>) -> Layered {
        if canvas.board.is_empty() {
            return Layered { nodes: Vec::new(), placed: Vec::new(), issues: Vec::new(), courses: Vec::new() };
        }
        let has = |layer: MapLayer| layers.contains(&layer);
        let network = roads::network(canvas);
        let courses = rivers::courses(canvas);
        let Bounds { min, max } = canvas.bounds();
        let mut room = Room::new(canvas.a, min, max, canvas.board.top());
        let mut nodes: Vec<Node> = Vec::new();
        let mut issues = Vec::new();
        let mut flat: Vec<Vec<Point>> = Vec::new();
        let mut add = |layer: MapLayer, inside: Vec<Node>| {
            if !inside.is_empty() {
                nodes.push(Group::named(layer.word(), inside).into());
            }
        };
        if has(MapLayer::Rivers) {
            flat = courses.lines.iter().flat_map(|(_, _, paths)| paths.iter().map(|path| path.flattened(6))).collect();
            flat.iter().for_each(|points| room.line(points));
        }
        if has(MapLayer::Roads) {
            let paths = network.lines.iter().flat_map(|(_, _, paths)| paths);
            paths.for_each(|path| room.line(&path.flattened(6)));
        }
        let numbers = if has(MapLayer::Numbers) { names::number_places(canvas, &room) } else { ground::Numbers::new() };
        if has(MapLayer::Terrain) {
            add(MapLayer::Terrain, ground::terrain(canvas, &network, &numbers));
        }
        if has(MapLayer::Grid) {
            add(MapLayer::Grid, ground::grid(canvas));
        }
        if has(MapLayer::Rivers) {
            // What ends at the border of the map ends with it.
            let all: BTreeSet<HexId> = canvas.board.hexes().collect();
            let clip = Some(Arc::new(outline::exact(canvas, &all)));
            add(MapLayer::Rivers, vec![Group { clip, nodes: rivers::draw(canvas, &courses), ..Group::default() }.into()]);
        }
        if has(MapLayer::Roads) {
            add(MapLayer::Roads, roads::draw(canvas, &network));
        }
        if has(MapLayer::Bridges) {
            add(MapLayer::Bridges, roads::bridges(canvas));
        }
        if has(MapLayer::Places) {
            let (inside, boxes) = ground::towns(canvas, &network);
            add(MapLayer::Places, inside);
            for (_, centre, reach) in boxes {
                room.take(Placed { taken: Taken::Town, text: String::new(), centre, half: (reach, reach), angle: 0.0 });
            }
        }
        if has(MapLayer::Areas) {
            let rivers = if has(MapLayer::Rivers) { rivers::water(canvas) } else { BTreeSet::new() };
            add(MapLayer::Areas, overlay::areas(canvas, &rivers));
        }
        if has(MapLayer::Numbers) {
            let (inside, boxes) = names::numbers(canvas, &numbers);
            add(MapLayer::Numbers, inside);
            boxes.into_iter().for_each(|placed| room.take(placed));
        }
        if has(MapLayer::Entries) {
            let (inside, boxes) = overlay::entries(canvas);
            add(MapLayer::Entries, inside);
            boxes.into_iter().for_each(|placed| room.take(placed));
        }
        if has(MapLayer::Names) {
            let (inside, found) = names::place(canvas, &mut room);
            add(MapLayer::Names, inside);
            issues = found;
        }
        Layered { nodes, placed: room.placed(), issues, courses: flat }
    }
}
