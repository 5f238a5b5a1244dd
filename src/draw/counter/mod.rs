//! Counter faces: what a layout says, filled in and drawn. The same face goes to paper, to VASSAL and to the browser.
//!
//! - `inventory`: which counters there are, and in which order; `contact`: all of them on one picture
//! - `assets`: the author's fonts and pictures, read once
//! - `colour`: colours of units and markers, and whether letters stand out
//! - `plan`: which layout and which looks a face has; `pen`: draws on it
//! - `slots`: where everything lies; `words`: letters that fit their room
//!
//! A face is drawn on a square with its upper left corner at 0, in millimetres. What reaches the edge reaches beyond it
//! by the bleed, so that a cut that misses by a little shows no white.

mod assets;
mod colour;
mod contact;
mod inventory;
mod pen;
mod plan;
mod slots;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::limits;
use super::scene::{Color, Face, Group, Image, Node, Page, Path, Picture, Point, Rect, Scene, Shape, Transform};
use super::symbol::{Size, Symbol};
use crate::model::{Called, Card, FormationId, Game, MarkerId, NationId, SideId, SlotPlace, Unit, UnitId};
use assets::{Asset, Assets};
use colour::Colours;
use pen::{Pen, Wanted};
use plan::Plan;
use words::{Measured, Plain, Rough, Word};

pub use colour::{LEAST_CONTRAST, contrast};
pub use contact::{contact, large};
pub use inventory::{Counter, CounterKind, Shown, inventory};

/// How far colours are drawn beyond the edge of a face. Whoever places faces cuts this to what there is room for.
pub const BLEED: f64 = 3.175;

/// A picture whose sides differ from those of its counter by no more than this share fills it.
const SAME_SHAPE: f64 = 0.02;

/// A face that is drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What it is painted on, to the edge and beyond; nothing where a picture covers it.
    pub ground: Option<Color>,
    /// What is on it.
    pub nodes: Vec<Node>,
    /// What lies around it where there is bleed.
    pub around: Vec<Node>,
    /// The colour of all its edges, so that it may share a cut with one of the same colour; nothing if they differ.
    pub edge: Option<Color>,
    /// Its slots, and what lies in each.
    pub slots: Vec<(SlotPlace, Rect)>,
    /// What the author should know.
    pub issues: Vec<Issue>,
}

/// Something about a face that the author should know.
#[derive(Clone, Debug, PartialEq)]
pub enum Issue {
    /// A text that fits its slot only in letters smaller than the least.
    Crowded {
        slot: SlotPlace,
        text: String,
        /// The size of letters that fits, in millimetres.
        mm: f64,
        /// The least size.
        least: f64,
    },
    /// A text with letters that its font lacks.
    NoLetters {
        slot: SlotPlace,
        text: String,
        /// The letters, each once.
        letters: String,
    },
    /// Letters that hardly stand out from what is behind them.
    Faint {
        slot: SlotPlace,
        /// The colour of the letters.
        ink: Color,
        /// What is behind them.
        behind: Color,
        /// How much brighter one is than the other, by WCAG.
        ratio: f64,
    },
    /// A symbol that nobody drew.
    NoSymbol { name: String },
    /// A picture that is not there.
    NoPicture { slot: SlotPlace, path: String },
}

impl Drawn {
    /// Pictures that cover a face, and nothing else.
    fn bare(nodes: Vec<Node>) -> Drawn {
        Drawn { ground: None, nodes, around: Vec::new(), edge: None, slots: Vec::new(), issues: Vec::new() }
    }

    /// The face with its upper left corner at a point, cut off so far outside its edges. What it lies on may have the
    /// colour of its ground already.
    #[must_use]
    pub fn at(&self, at: Point, (width, height): (f64, f64), bleed: f64, lies_on: Option<Color>) -> Node {
        let mut area = Path::new();
        area.rect(Rect { x: 0.0, y: 0.0, width, height }.grown(bleed));
        let ground = self.ground.filter(|ground| Some(*ground) != lies_on);
        let ground = ground.map(|ground| Shape::filled(area.clone(), ground).into());
        let around = if bleed > 0.0 { self.around.as_slice() } else { &[] };
        let nodes = ground.into_iter().chain(around.iter().chain(&self.nodes).cloned()).collect();
        // Where the edges have one colour, nothing reaches beyond them.
        let clip = self.edge.is_none().then(|| Arc::new(area));
        Group { transform: Transform::shift(at.x, at.y), clip, nodes, ..Group::default() }.into()
    }
}

/// What a marker or a chit shows.
#[derive(Clone, Copy, Debug, Default)]
struct Plate<'a> {
    name: &'a str,
    small: &'a str,
}

/// What colours a unit: its formation, nation and side.
type Owners = (Option<FormationId>, Option<NationId>, Option<SideId>);

/// How far a letter reaches below and above the baseline; nothing for a blank.
type Painted = Option<[f64; 4]>;

/// All faces of a game, ready to be drawn.
pub struct Faces<'g> {
    game: &'g Game,
    size: f64,
    low_ink: bool,
    /// Whether anything is drawn; else faces are only looked over.
    draws: bool,
    assets: Arc<Assets>,
    plan: Plan,
    /// The symbol of each name that types have, read once.
    symbols: BTreeMap<&'g str, Option<Symbol>>,
    sizes: RefCell<BTreeMap<String, Option<Size>>>,
    /// Lines and curves of all drawings so far, and of each.
    spent: RefCell<(u64, BTreeMap<String, u64>)>,
    colours: RefCell<BTreeMap<Owners, Colours>>,
    measured: RefCell<BTreeMap<Face, HashMap<String, Measured>>>,
    plain: RefCell<BTreeMap<Face, Option<Plain>>>,
    painted: RefCell<BTreeMap<(Face, u16), Painted>>,
    contrasts: RefCell<BTreeMap<(Color, Color), f64>>,
}

/// The fonts and pictures of a game, read: what is drawn several times reads them once.
#[derive(Clone)]
pub struct Art(Arc<Assets>);

impl Art {
    /// Those of a game.
    #[must_use]
    pub fn new(game: &Game) -> Art {
        Art(Arc::new(Assets::new(game)))
    }

    /// The faces of the same game, in millimetres.
    #[must_use]
    pub fn faces<'g>(&self, game: &'g Game, size: f64) -> Faces<'g> {
        Faces::made(game, size, Arc::clone(&self.0))
    }

    /// The images of its map, in their order; nothing for one that cannot be drawn.
    #[must_use]
    pub fn map_images(&self, game: &Game) -> Vec<Option<Picture>> {
        game.art.map.images.iter().map(|image| self.0.map_images.get(&image.path).cloned()).collect()
    }

    /// Each picture by itself, and its path: whoever fails to draw them together finds out which one it is.
    pub fn alone(&self) -> impl Iterator<Item = (&str, Scene)> {
        let room = Rect { x: 0.0, y: 0.0, width: 20.0, height: 20.0 };
        let counters = self.0.by_path.iter().map(move |(path, asset)| {
            let page =
                Page { title: String::new(), width: 20.0, height: 20.0, ground: None, nodes: asset.inside(room, Color::BLACK) };
            (path.as_str(), Scene::single(page, &self.0.pictures))
        });
        let map = self.0.map_images.iter().map(move |(path, picture)| {
            let nodes = vec![Node::Image(Image { picture: 0, rect: room })];
            let page = Page { title: String::new(), width: 20.0, height: 20.0, ground: None, nodes };
            (path.as_str(), Scene { title: String::new(), pages: vec![page], pictures: vec![picture.clone()] })
        });
        counters.chain(map)
    }
}

impl<'g> Faces<'g> {
    /// The faces of a game on counters of its own size.
    #[must_use]
    pub fn new(game: &'g Game) -> Faces<'g> {
        Faces::sized(game, game.art.counter())
    }

    /// The faces of a game on counters of another size, in millimetres.
    #[must_use]
    pub fn sized(game: &'g Game, size: f64) -> Faces<'g> {
        Art::new(game).faces(game, size)
    }

    fn made(game: &'g Game, size: f64, assets: Arc<Assets>) -> Faces<'g> {
        Faces {
            game,
            size,
            low_ink: false,
            draws: true,
            assets,
            plan: Plan::new(game, size),
            symbols: game.types.values().map(|kind| (kind.symbol.as_str(), Symbol::parse(&kind.symbol))).collect(),
            sizes: RefCell::new(BTreeMap::new()),
            spent: RefCell::new((0, BTreeMap::new())),
            colours: RefCell::new(BTreeMap::new()),
            measured: RefCell::new(BTreeMap::new()),
            plain: RefCell::new(BTreeMap::new()),
            painted: RefCell::new(BTreeMap::new()),
            contrasts: RefCell::new(BTreeMap::new()),
        }
    }

    /// The same on white, with a rim in the colour of the ground.
    #[must_use]
    pub fn low_ink(mut self) -> Faces<'g> {
        self.low_ink = true;
        self
    }

    /// The same, only looked over: nothing is drawn, but what the author should know is found.
    #[must_use]
    pub fn only_looked_over(mut self) -> Faces<'g> {
        self.draws = false;
        self
    }

    /// The side of a counter in millimetres.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The pictures that faces use: they belong into every scene with a face.
    #[must_use]
    pub fn pictures(&self) -> &[Picture] {
        &self.assets.pictures
    }

    /// Whether there are any pictures.
    #[must_use]
    pub fn has_pictures(&self) -> bool {
        !self.assets.is_empty()
    }

    /// A picture that cannot be drawn, by its path, and why.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.assets.unreadable.iter().map(|(path, why)| (path.as_str(), why.as_str()))
    }

    /// The width and height of a picture that can be drawn, by its path, and whether they are pixels.
    #[must_use]
    pub fn picture_size(&self, path: &str) -> Option<(f64, f64, bool)> {
        let asset = self.assets.get(path)?;
        let (width, height) = asset.size();
        Some((width, height, matches!(asset, Asset::Picture { pixels: true, .. })))
    }

    /// A picture that is about to be drawn. Beyond so many lines and curves no more drawings are: they would take more
    /// memory than there is.
    fn asset(&self, path: &str) -> Option<&Asset> {
        let asset = self.assets.get(path)?;
        #[cfg(feature = "draw")]
        if let Asset::Vector(vector) = asset {
            let mut spent = self.spent.borrow_mut();
            let more = vector.segments() as u64;
            spent.0 = spent.0.saturating_add(more);
            *spent.1.entry(path.to_owned()).or_default() += more;
            if spent.0 > limits::ALL_SEGMENTS {
                return None;
            }
        }
        Some(asset)
    }

    /// The drawing that brings most of too many lines and curves, once all faces are drawn; nothing if they are few enough.
    #[must_use]
    pub fn too_fine(&self) -> Option<(String, String)> {
        let spent = self.spent.borrow();
        let (path, most) = spent.1.iter().max_by_key(|(_, n)| **n).filter(|_| spent.0 > limits::ALL_SEGMENTS)?;
        let all = limits::ALL_SEGMENTS / 1_000_000;
        let why = format!("on all its counters it has {most} lines and curves; all drawings may have {all} million");
        Some((path.clone(), why))
    }

    /// A picture in a room, as large as fits, its shape kept; nothing if it cannot be drawn.
    #[must_use]
    pub fn picture(&self, path: &str, room: Rect) -> Vec<Node> {
        self.asset(path).map(|asset| asset.inside(room, Color::BLACK)).unwrap_or_default()
    }

    /// A face of a unit; 0 is the front. One that it does not have is blank.
    #[must_use]
    pub fn unit(&self, id: UnitId, face: usize) -> Drawn {
        let game = self.game;
        let Some(unit) = game.units.at(id) else { return self.blank(Color::WHITE) };
        let own = unit.faces.get(face).and_then(|face| face.picture.as_deref());
        if let Some(drawn) = self.own(own).or_else(|| self.ready_made(&unit.id, face)) {
            return drawn;
        }
        let colours = self.colours(unit);
        let Some(shown) = unit.faces.get(face) else { return self.blank(colours.ground) };
        let plan = self.plan.face(game, id, shown.state);
        let mut colours = colours;
        colours.ground = plan.ground.unwrap_or(colours.ground);
        colours.ink = plan.ink.unwrap_or(colours.ink);
        if self.low_ink {
            colours = colours.on_white();
        }
        let mut pen = Pen::new(self, colours);
        for (at, slot) in &plan.slots {
            pen.slot(&plan.rects, *at, slot, &|piece| match piece {
                Wanted::Words => words::words(game, unit, face, &slot.show, &plan.marks),
                Wanted::Path => vec![Word::plain(game.filled(&slot.show, unit, face))],
                Wanted::Symbol => {
                    let kind = unit.kind.and_then(|kind| game.types.at(kind));
                    vec![Word::plain(kind.map(|kind| kind.symbol.clone()).unwrap_or_default())]
                }
                Wanted::Size => vec![Word::plain(unit.size.clone().unwrap_or_default())],
                Wanted::Steps => vec![Word::plain(steps(game, unit, face).to_string())],
            });
        }
        pen.finish()
    }

    /// How many faces a unit has: two for each counter, blank ones too.
    #[must_use]
    pub fn counters(&self, id: UnitId) -> usize {
        self.game.units.at(id).map_or(1, |unit| unit.faces.len().div_ceil(2).max(1))
    }

    #[must_use]
    pub fn marker(&self, id: MarkerId) -> Drawn {
        let Some(marker) = self.game.markers.at(id) else { return self.blank(Color::WHITE) };
        if let Some(drawn) = self.own(marker.picture.as_deref()).or_else(|| self.ready_made(&marker.id, 0)) {
            return drawn;
        }
        let side = marker.side.and_then(|side| self.game.sides.at(side)).map(|side| side.id.as_str());
        let colours = Colours::of_plate(self.game, &marker.id, side);
        let name = marker.called().to_owned();
        self.plate(colours, &Plate { name: &name, small: "" })
    }

    /// A chit that is drawn from a cup: its front, or the back that all of a cup share.
    #[must_use]
    pub fn chit(&self, card: &Card, front: bool) -> Drawn {
        if let Some(drawn) = self.own(card.side_picture(front)) {
            return drawn;
        }
        let side = card.side.and_then(|side| self.game.sides.at(side)).map(|side| side.id.as_str());
        let colours = Colours::of_plate(self.game, &card.deck, side);
        match front {
            true => self.plate(colours, &Plate { name: card.called(), small: &card.deck }),
            false => self.plate(colours, &Plate { name: &card.deck, small: "" }),
        }
    }

    /// The picture that a side of a card is, on a card of that size; nothing if it has none that can be drawn.
    #[must_use]
    pub fn card_picture(&self, card: &Card, front: bool, (width, height): (f64, f64)) -> Option<Drawn> {
        let asset = self.asset(card.side_picture(front)?)?;
        Some(filled(asset, Rect { x: 0.0, y: 0.0, width, height }))
    }

    /// A face with nothing on it.
    #[must_use]
    pub fn blank(&self, ground: Color) -> Drawn {
        let colours = Colours::plain(ground);
        Pen::new(self, if self.low_ink { colours.on_white() } else { colours }).finish()
    }

    /// The blank back of a unit.
    #[must_use]
    pub fn blank_unit(&self, id: UnitId) -> Drawn {
        self.blank(self.game.units.at(id).map_or(Color::WHITE, |unit| self.colours(unit).ground))
    }

    /// The blank back of a marker.
    #[must_use]
    pub fn blank_marker(&self, id: MarkerId) -> Drawn {
        let marker = self.game.markers.at(id);
        let side = marker.and_then(|m| self.game.sides.at(m.side?)).map(|side| side.id.as_str());
        self.blank(Colours::of_plate(self.game, marker.map_or("", |m| m.id.as_str()), side).ground)
    }

    fn plate(&self, colours: Colours, plate: &Plate<'_>) -> Drawn {
        let mut pen = Pen::new(self, if self.low_ink { colours.on_white() } else { colours });
        let s = self.size;
        let edge = s * slots::INSET;
        let below = if plate.small.is_empty() { 0.0 } else { s * 0.2 };
        let room = Rect { x: edge, y: edge, width: s - 2.0 * edge, height: s - 2.0 * edge - below };
        pen.lines(SlotPlace::Centre, room.grown(-s * 0.02), plate.name, None, Face::Bold, s * 0.27);
        if below > 0.0 {
            let room = Rect { x: edge, y: s - edge - below, width: s - 2.0 * edge, height: below };
            pen.lines(SlotPlace::Bottom, room, plate.small, None, Face::Regular, s * 0.15);
        }
        pen.finish()
    }

    /// A face whose picture the author names: its shape is kept.
    fn own(&self, path: Option<&str>) -> Option<Drawn> {
        let asset = self.asset(path?)?;
        if !self.draws {
            return Some(Drawn::bare(Vec::new()));
        }
        Some(filled(asset, Rect { x: 0.0, y: 0.0, width: self.size, height: self.size }))
    }

    /// A face that the author has drawn already.
    fn ready_made(&self, id: &str, face: usize) -> Option<Drawn> {
        // Most games have none.
        let asset = (!self.assets.is_empty()).then(|| self.asset(&self.game.art.ready_made.path(id, face)))??;
        if !self.draws {
            return Some(Drawn::bare(Vec::new()));
        }
        let whole = Rect { x: 0.0, y: 0.0, width: self.size, height: self.size };
        // Beneath it, a little larger, it colours the bleed as its own edge does.
        let mut nodes = asset.stretched(whole.grown(BLEED), Color::BLACK);
        nodes.extend(asset.stretched(whole, Color::BLACK));
        Some(Drawn::bare(nodes))
    }

    fn measure(&self, face: Face, text: &str) -> Measured {
        let mut measured = self.measured.borrow_mut();
        let known = measured.entry(face).or_default();
        if let Some(known) = known.get(text) {
            return *known;
        }
        let found = Measured::new(face, text, &|glyph| self.painted(face, glyph));
        known.insert(text.to_owned(), found);
        found
    }

    /// Nearly the same, in a tenth of the time; nothing if the text is not plain.
    fn measure_roughly(&self, face: Face, text: &str) -> Option<Rough> {
        let mut plain = self.plain.borrow_mut();
        let plain = plain.entry(face).or_insert_with(|| Plain::new(face)).as_mut()?;
        plain.measure(text, &|glyph| self.painted(face, glyph))
    }

    fn painted(&self, face: Face, glyph: u16) -> Painted {
        *self.painted.borrow_mut().entry((face, glyph)).or_insert_with(|| face.painted(glyph))
    }

    /// The mark of a size, if the word is one; a game has few.
    fn size_mark(&self, word: &str) -> Option<Size> {
        let mut sizes = self.sizes.borrow_mut();
        if let Some(known) = sizes.get(word) {
            return *known;
        }
        *sizes.entry(word.to_owned()).or_insert_with(|| Size::parse(word))
    }

    /// The colours of a unit; those of one formation have the same.
    fn colours(&self, unit: &Unit) -> Colours {
        let owners = (unit.formation, unit.nation, unit.side);
        *self.colours.borrow_mut().entry(owners).or_insert_with(|| Colours::of_unit(self.game, unit))
    }

    fn contrast(&self, one: Color, other: Color) -> f64 {
        *self.contrasts.borrow_mut().entry((one, other)).or_insert_with(|| contrast(one, other))
    }
}

/// A picture as large as fits, its shape kept.
fn filled(asset: &Asset, whole: Rect) -> Drawn {
    let mut drawn = Drawn::bare(asset.inside(whole, Color::BLACK));
    let (width, height) = asset.size();
    let (across, along) = (width * whole.height, height * whole.width);
    if asset.is_solid() && across.max(along) <= across.min(along) * (1.0 + SAME_SHAPE) {
        // A little larger, outside the edge only, it colours the bleed. A piece that is cut out, such as a round one, would
        // leave scraps there.
        let clip = Some(Arc::new(frame(whole, BLEED)));
        drawn.around.push(Group { clip, nodes: asset.stretched(whole.grown(BLEED), Color::BLACK), ..Group::default() }.into());
    }
    drawn
}

/// What lies around a box, so far: the hole runs the other way round.
fn frame(inner: Rect, width: f64) -> Path {
    let Rect { x, y, width: w, height: h } = inner;
    let mut path = Path::new();
    path.rect(inner.grown(width));
    path.polygon(&[Point { x, y }, Point { x, y: y + h }, Point { x: x + w, y: y + h }, Point { x: x + w, y }]);
    path
}

/// The steps that a unit has when it shows this face.
fn steps(game: &Game, unit: &Unit, face: usize) -> i32 {
    let lost = unit.faces.iter().take(face + 1).filter(|face| game.states.at(face.state).is_some_and(|state| state.step)).count();
    (unit.steps.unwrap_or(1) - i32::try_from(lost).unwrap_or(0)).max(0)
}
