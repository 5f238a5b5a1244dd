//! The whole map as a scene: ground, rivers, roads, towns, names, numbers, and what lies beside it. Or the author's
//! own image with the grid laid over it.
//!
//! - `canvas`: the board in millimetres; `style`: how terrain looks; `plan`: where everything lies; `neat`: the frame
//! - `field`: noise, hash, points spread evenly; `region`, `inside`, `outline`: outlines; `relax`, `chains`: lines
//! - `free`: what must stay free; `bands`: where values are above a level
//! - `layers`: everything in its order; `ground`, `paint`, `scatter`, `relief`, `rivers`, `roads`, `bridges`, `towns`, `overlay`: layers
//! - `numbers`, `names`, `labels`, `curved`: which names, and where; `known`: what was found already
//! - `panels`, `arrange`, `spare`, `key`, `effects`, `furniture`: beside the map; `setup`: where units begin

mod arrange;
mod arrows;
mod bands;
mod bridges;
mod canvas;
mod chains;
mod curved;
mod effects;
mod field;
mod free;
mod furniture;
mod ground;
mod inside;
mod key;
mod known;
mod labels;
mod layers;
mod names;
mod neat;
mod numbers;
mod outline;
mod overlay;
mod paint;
mod panels;
mod plan;
mod proof;
mod region;
mod relax;
mod relief;
mod rivers;
mod roads;
mod scatter;
mod setup;
mod spare;
mod style;
mod towns;

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Mutex, PoisonError};

use crate::draw::page::MARGIN;
use crate::draw::scene::{Group, Node, Page, Picture, Scene};
use crate::draw::{lent, limits, picture};
use crate::hexgrid::{Bounds, HexId, Point, RegisterError, Registration};
use crate::model::{AreaId, BoxId, Game, Location, Map, MapLayer, ScenarioId, SideId, TerrainId, TerrainOn};

pub(in crate::draw) use key::swatch;
pub use labels::{LayoutIssue, Placed, Taken};
pub use numbers::{LEAST, Read};
pub use panels::Beside;
pub use style::contrast;

use canvas::Canvas;
pub use canvas::USUAL_ACROSS;
use furniture::heading;
use layers::Layered;

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
    /// The scenario whose arrivals the turn track shows; where none is said, those that all scenarios share.
    pub scenario: Option<ScenarioId>,
    /// Where units are set up.
    pub setup: Vec<SetupMark>,
    /// How many counters will lie on which hexes: names keep off them where they can.
    pub counters: Vec<(HexId, usize)>,
}

/// Where units of a side are set up: hexes one by one, or any of some.
#[derive(Clone, Debug)]
pub struct SetupMark {
    pub side: Option<SideId>,
    pub hexes: Vec<HexId>,
    /// Whether any of the hexes may be chosen.
    pub area: bool,
    /// How many counters.
    pub count: u32,
    /// What the hexes are called together.
    pub name: String,
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
    /// The closed lines around all hexes, those around holes too.
    pub edges: Vec<Vec<Point>>,
    /// The outlines of areas that have one line around them.
    pub areas: Vec<(AreaId, Vec<Point>)>,
    /// Kinds of ground as they are painted, the lowest first: the closed lines of each.
    pub regions: Vec<(TerrainId, Vec<Vec<Point>>)>,
    /// Pieces of road: the hex of each, and its curve with its two control points.
    pub roads: Vec<(HexId, [Point; 4])>,
    /// How hex numbers are read.
    pub numbers: Vec<Read>,
}

/// The images of a game's map, upright; none for one that is missing or cannot be drawn.
#[must_use]
pub fn images(game: &Game) -> Vec<Option<Picture>> {
    let read = |path: &str| picture::sound(game.art.files.get(path)?, limits::MAP_PIXELS).ok();
    game.art.map.images.iter().map(|image| read(&image.path)).collect()
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
    let _fonts = lent::lend(game);
    drawable(game).ok()?;
    let (map, a) = shown(game)?;
    let (laid, registrations) = proof::lay(game, map, a, options);
    if laid.is_empty() {
        return drawn(game, map, a, options).map(|drawn| Drawn { registrations, ..drawn });
    }
    proof::draw(game, map, a, options, laid, registrations)
}

/// Where everything lies on the map of a game, with nothing painted: enough for whoever asks what was drawn where.
#[must_use]
pub fn planned(game: &Game, options: &Options) -> Option<Drawn> {
    let _fonts = lent::lend(game);
    drawable(game).ok()?;
    let (map, a) = shown(game)?;
    let layers = wanted(game, options);
    let Frame { canvas, panels, .. } = Frame::new(game, map, a, &layers, options)?;
    let layered = Layered::made(&canvas, &layers, &options.counters, Some(true));
    Some(layered.drawn(Scene::default(), &canvas, Vec::new(), panels.beside))
}

/// On a map with more hexes nobody looks for room for names before it is drawn: that would take longer than the checks.
const MOST_ASKED: usize = 20_000;

/// What of the names of a drawn map the author should know. The same map is asked again and again while one works on
/// something else: what was found is kept for a few of them.
#[must_use]
pub fn issues(game: &Game) -> Vec<LayoutIssue> {
    static KNOWN: Mutex<Vec<(u64, Vec<LayoutIssue>)>> = Mutex::new(Vec::new());
    let Some((map, a)) = shown(game).filter(|(map, _)| map.board.len() <= MOST_ASKED) else { return Vec::new() };
    if game.art.map.images.iter().any(|image| game.art.files.contains_key(&image.path)) {
        return Vec::new();
    }
    let key = fingerprint(game, map);
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found)) = known.iter().find(|(other, _)| *other == key) {
        return found.clone();
    }
    drop(known);
    let _fonts = lent::lend(game);
    let found = Canvas::new(game, map, a)
        .map(|canvas| Layered::made(&canvas, &wanted(game, &Options::default()), &[], Some(false)).issues);
    let found = found.unwrap_or_default();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.truncate(7);
    known.insert(0, (key, found.clone()));
    found
}

/// A number for all that says where names stand.
fn fingerprint(game: &Game, map: &Map) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    game.name.hash(&mut hasher);
    format!("{:?}", game.art.map).hash(&mut hasher);
    for (name, path) in &game.art.fonts {
        (name, game.art.files.get(path)).hash(&mut hasher);
    }
    borsh::to_vec(map).unwrap_or_default().hash(&mut hasher);
    for terrain in game.terrain.values() {
        (&terrain.id, &terrain.name, terrain.water).hash(&mut hasher);
        [TerrainOn::Road, TerrainOn::Feature].map(|on| terrain.on == on).hash(&mut hasher);
    }
    hasher.finish()
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
    title: Vec<Node>,
    panels: panels::Panels,
    /// Marks on boxes, with their numbers.
    boxes: Vec<(BoxId, usize)>,
    page: (f64, f64),
}

impl<'g> Frame<'g> {
    fn new(game: &'g Game, map: &'g Map, a: f64, layers: &BTreeSet<MapLayer>, options: &Options) -> Option<Frame<'g>> {
        let gates = layers.contains(&MapLayer::Entries) && !(map.entries.is_empty() && map.exits.is_empty());
        let plain = Canvas::new(game, map, a)?;
        let neat = layers.contains(&MapLayer::Terrain).then(|| neat::Neat::new(&plain)).flatten();
        let least: f64 = if neat.is_some() { a * 0.34 } else { 0.0 };
        let signs = if gates { overlay::entries(&plain, neat.as_ref()).1 } else { Vec::new() };
        let Bounds { min, max } = plain.bounds();
        // Room for signs only where there are some.
        // An arrow without a letter needs a little.
        let least = least.max(if gates { a * 0.45 } else { 0.0 }).max(8.0);
        let signed = least.max(a * if neat.is_some() { 0.95 } else { 0.72 });
        let margin = |beyond: &dyn Fn(Point) -> bool| if signs.iter().any(|it| beyond(it.centre)) { signed } else { least };
        let above_map = margin(&|at| at.y < min.y);
        let below_map = margin(&|at| at.y > max.y);
        let margin = margin(&|at| at.x < min.x || at.x > max.x);
        let (title, above) = heading(game, &plain, margin, layers, options);
        let canvas = plain.moved(Point { x: margin, y: above_map + above });
        let boxes = options.marks.iter().enumerate().filter_map(|(n, (location, _))| match location {
            Location::Box(id) => Some((*id, n + 1)),
            Location::Hex(_) => None,
        });
        let boxes = boxes.collect();
        let all = panels::wanted(&canvas, layers, options, None);
        let neat = neat.map(|neat| neat.moved(Point { x: margin, y: above_map + above }));
        let (panels, page) = arrange::laid_out(&canvas, neat.as_ref(), (margin, below_map), &all);
        Some(Frame { canvas, title, panels, boxes, page })
    }
}

fn drawn(game: &Game, map: &Map, a: f64, options: &Options) -> Option<Drawn> {
    let layers = wanted(game, options);
    let Frame { canvas, title, panels: mut made, boxes, page } = Frame::new(game, map, a, &layers, options)?;
    let mut layered = Layered::made(&canvas, &layers, &options.counters, None);
    let mut nodes: Vec<Node> = title;
    nodes.append(&mut layered.nodes);
    nodes.push(Group::named("faded", overlay::faded(&canvas, &options.faded)).into());
    nodes.push(Group::named("highlight", overlay::highlight(&canvas, &options.highlight)).into());
    nodes.push(Group::named("setup", setup::draw(&canvas, &options.setup, layered.placed())).into());
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
    Some(layered.drawn(scene, &canvas, Vec::new(), made.beside))
}

/// The outlines of sheets, where there are several, and of areas: those that are one line. And those of all hexes.
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
    let edges = outline::loops(canvas, &board.hexes().collect());
    let edges = edges.into_iter().map(|line| line.iter().map(|step| step.at).collect()).collect();
    Outlines { sheets, areas, edges }
}

struct Outlines {
    sheets: Vec<Option<Vec<Point>>>,
    areas: Vec<(AreaId, Vec<Point>)>,
    edges: Vec<Vec<Point>>,
}
