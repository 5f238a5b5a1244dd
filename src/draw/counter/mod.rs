//! Counter faces: what a layout says, filled in and drawn. The same face goes to paper, to VASSAL and to the browser.
//!
//! - `inventory`: which counters there are, and in which order; `aid`: those that the kit adds; `contact`: all on one picture
//! - `assets`: the author's fonts and pictures, read once
//! - `colour`: colours of units and markers, and whether letters stand out; `palette`: colours where nobody chose any
//! - `plan`: which layout and which looks a face has; `pen`: draws on it; `subject`: what it tells of
//! - `slots`: where everything lies; `words`: letters that fit their room; `sizes`: one size of letters for all counters
//! - `reading`: what stands where, in words; `plate`: markers and chits; `outline`: the edge of a counter, and its bleed
//!
//! A face is drawn on an oblong with its upper left corner at 0, in millimetres. What reaches the edge reaches beyond it
//! by the bleed, so that a cut that misses by a little shows no white.

mod aid;
mod assets;
mod colour;
mod contact;
mod inventory;
mod outline;
mod palette;
mod pen;
mod plan;
mod plate;
mod reading;
mod sizes;
mod slots;
mod subject;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::card::DeckLook;
use super::lent::Lent;
use super::limits;
use super::scene::{Color, Face, Image, Node, Page, Picture, Rect, Scene};
use super::symbol::{Size, Symbol};
use crate::model::{Card, FormationId, Game, NationId, Outline, PictureFit, SideId, SlotPlace, Unit, UnitId};
use assets::{Asset, Assets};
use colour::Colours;
use outline::{mirrored, outline_path};
use palette::Palette;
use pen::{Pen, Worn};
use plan::Plan;
use sizes::Sizes;
use subject::Subject;
use words::{Measured, Plain, Rough};

pub use aid::{Aid, aids};
pub use colour::{LEAST_CONTRAST, contrast, side_colours};
pub use contact::{Lying, contact, contact_with_places, large};
pub use inventory::{Counter, CounterKind, Shown, inventory};
pub(in crate::draw) use reading::word_name;

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
    /// What is cut out of its oblong.
    pub outline: Outline,
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

/// What colours a unit: its formation, nation and side.
type Owners = (Option<FormationId>, Option<NationId>, Option<SideId>);

/// How far a letter reaches below and above the baseline; nothing for a blank.
type Painted = Option<[f64; 4]>;

/// All faces of a game, ready to be drawn.
pub struct Faces<'g> {
    game: &'g Game,
    /// Width and height of a counter.
    area: (f64, f64),
    low_ink: bool,
    /// Whether anything is drawn; else faces are only looked over.
    draws: bool,
    /// What is noted of sizes of letters while faces are looked over for them.
    looking: RefCell<Option<Sizes>>,
    sizes_found: RefCell<Option<Arc<Sizes>>>,
    assets: Arc<Assets>,
    plan: Plan,
    palette: Palette,
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
    decks: RefCell<BTreeMap<String, DeckLook>>,
    /// What was drawn before, for pages that show a counter again and again.
    again: RefCell<BTreeMap<Shown, Arc<Drawn>>>,
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

    /// The faces of the same game on counters so wide, in millimetres.
    #[must_use]
    pub fn faces<'g>(&self, game: &'g Game, size: f64) -> Faces<'g> {
        Faces::made(game, size, Arc::clone(&self.0))
    }

    /// Lends the author's fonts to all that is drawn on this thread until the answer is dropped.
    pub fn lend(&self) -> Lent {
        self.0.lendable.lend()
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
            let page = Page {
                title: String::new(),
                width: 20.0,
                height: 20.0,
                ground: None,
                nodes: asset.fitted(room, Color::BLACK, PictureFit::Fit),
            };
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

    /// The faces of a game on counters of another width, in millimetres.
    #[must_use]
    pub fn sized(game: &'g Game, size: f64) -> Faces<'g> {
        Art::new(game).faces(game, size)
    }

    fn made(game: &'g Game, size: f64, assets: Arc<Assets>) -> Faces<'g> {
        let area = game.art.counter_area(size);
        Faces {
            game,
            area,
            low_ink: false,
            draws: true,
            looking: RefCell::new(None),
            sizes_found: RefCell::new(None),
            assets,
            plan: Plan::new(game, area),
            palette: Palette::new(game),
            symbols: game.types.values().map(|kind| (kind.symbol.as_str(), Symbol::parse(&kind.symbol))).collect(),
            sizes: RefCell::new(BTreeMap::new()),
            spent: RefCell::new((0, BTreeMap::new())),
            colours: RefCell::new(BTreeMap::new()),
            measured: RefCell::new(BTreeMap::new()),
            plain: RefCell::new(BTreeMap::new()),
            painted: RefCell::new(BTreeMap::new()),
            contrasts: RefCell::new(BTreeMap::new()),
            decks: RefCell::new(BTreeMap::new()),
            again: RefCell::new(BTreeMap::new()),
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

    /// Width and height of a counter in millimetres.
    #[must_use]
    pub fn area(&self) -> (f64, f64) {
        self.area
    }

    fn whole(&self) -> Rect {
        Rect { x: 0.0, y: 0.0, width: self.area.0, height: self.area.1 }
    }

    /// Lends the author's fonts to all that is drawn on this thread until the answer is dropped.
    pub fn lend(&self) -> Lent {
        self.assets.lendable.lend()
    }

    /// The face of that name; the usual one of the game without a name.
    fn face(&self, name: Option<&str>) -> Face {
        match name.or(self.game.art.font.as_deref()) {
            None => slots::USUAL_FACE,
            Some("bold") => Face::Bold,
            Some("regular") => Face::Regular,
            Some(own) => self.assets.font(own).unwrap_or(slots::USUAL_FACE),
        }
    }

    /// This face if it has all letters of a text; else another one of the game or of ours that has them.
    fn able(&self, face: Face, text: &str) -> Face {
        if Face::ALL.contains(&face) && text.is_ascii() || face.can_write(text) {
            return face;
        }
        let others = self.assets.fonts().chain([slots::USUAL_FACE]).chain(Face::ALL);
        others.into_iter().find(|other| other.can_write(text)).unwrap_or(face)
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
        self.asset(path).map(|asset| asset.fitted(room, Color::BLACK, PictureFit::Fit)).unwrap_or_default()
    }

    /// The same, filling the room as is wanted.
    #[must_use]
    pub(in crate::draw) fn picture_as(&self, path: &str, room: Rect, fit: PictureFit) -> Vec<Node> {
        self.asset(path).map(|asset| asset.fitted(room, Color::BLACK, fit)).unwrap_or_default()
    }

    /// A face of a unit; 0 is the front. One that it does not have is blank.
    #[must_use]
    pub fn unit(&self, id: UnitId, face: usize) -> Drawn {
        let (game, _fonts) = (self.game, self.lend());
        let Some(unit) = game.units.at(id) else { return self.blank(Color::WHITE, game.art.shape) };
        let colours = self.colours(unit);
        let Some(shown) = unit.faces.get(face) else { return self.blank_unit(id) };
        let plan = self.plan.face(game, id, shown.state);
        let own = self.own(shown.picture.as_deref(), plan.outline);
        if let Some(drawn) = own.or_else(|| self.ready_made(&unit.id, face, plan.outline)) {
            return drawn;
        }
        let mut colours = colours;
        colours.ground = plan.ground.unwrap_or(colours.ground);
        colours.ink = plan.ink.unwrap_or(colours.ink);
        if self.low_ink {
            colours = colours.on_white();
        }
        let mut pen = Pen::new(self, colours, self.area, plan.outline).of(Subject::Unit(unit, face));
        if !plan.told && !game.art.plain_backs {
            pen.worn(self.worn(unit, face), &plan.rects);
        }
        for (at, slot) in &plan.slots {
            pen.slot(&plan.rects, *at, slot, &plan.marks, plan.striped);
        }
        pen.finish()
    }

    /// How worn a face of a unit is.
    fn worn(&self, unit: &Unit, face: usize) -> Worn {
        match (face, subject::lost(self.game, unit, face)) {
            (0, _) => Worn::No,
            (_, 0) => Worn::Mode,
            (_, 1) => Worn::Reduced,
            _ => Worn::Weak,
        }
    }

    /// How many faces a unit has: two for each counter, blank ones too.
    #[must_use]
    pub fn counters(&self, id: UnitId) -> usize {
        self.game.units.at(id).map_or(1, |unit| unit.faces.len().div_ceil(2).max(1))
    }

    /// The picture that a side of a card is, on a card of that size; nothing if it has none that can be drawn.
    #[must_use]
    pub fn card_picture(&self, card: &Card, front: bool, (width, height): (f64, f64)) -> Option<Drawn> {
        let asset = self.asset(card.side_picture(front)?)?;
        Some(filled(asset, Rect { x: 0.0, y: 0.0, width, height }, self.game.art.pictures, Outline::Square))
    }

    /// A face with nothing on it.
    #[must_use]
    pub fn blank(&self, ground: Color, outline: Outline) -> Drawn {
        let colours = Colours::plain(ground);
        Pen::new(self, if self.low_ink { colours.on_white() } else { colours }, self.area, outline).finish()
    }

    /// The blank back of a unit, on the ground of its front.
    #[must_use]
    pub fn blank_unit(&self, id: UnitId) -> Drawn {
        let Some(unit) = self.game.units.at(id) else { return self.blank(Color::WHITE, self.game.art.shape) };
        // Of several counters only the last has a blank back.
        let front = unit.faces.chunks(2).last().and_then(<[_]>::first).map(|face| self.plan.face(self.game, id, face.state));
        let ground = front.as_ref().and_then(|front| front.ground).unwrap_or(self.colours(unit).ground);
        self.blank(ground, front.map_or(self.game.art.shape, |front| front.outline))
    }

    /// A face whose picture the author names: its shape is kept, unless the author wants it otherwise.
    fn own(&self, path: Option<&str>, outline: Outline) -> Option<Drawn> {
        let asset = self.asset(path?)?;
        Some(match self.draws {
            true => filled(asset, self.whole(), self.game.art.pictures, outline),
            false => Drawn::bare(Vec::new(), outline),
        })
    }

    /// A face that the author has drawn already.
    fn ready_made(&self, id: &str, face: usize, outline: Outline) -> Option<Drawn> {
        // Most games have none.
        let asset = (!self.assets.is_empty()).then(|| self.asset(&self.game.art.ready_made.path(id, face)))??;
        Some(match self.draws {
            true => filled(asset, self.whole(), PictureFit::Stretch, outline),
            false => Drawn::bare(Vec::new(), outline),
        })
    }

    fn measure(&self, face: Face, text: &str) -> Measured {
        let mut measured = self.measured.borrow_mut();
        let known = measured.entry(face).or_default();
        if let Some(known) = known.get(text) {
            return *known;
        }
        let found = Measured::new(face, text, &|face, glyph| self.painted(face, glyph));
        known.insert(text.to_owned(), found);
        found
    }

    /// Nearly the same, in a tenth of the time; nothing if the text is not plain.
    fn measure_roughly(&self, face: Face, text: &str) -> Option<Rough> {
        let mut plain = self.plain.borrow_mut();
        let plain = plain.entry(face).or_insert_with(|| Plain::new(face)).as_mut()?;
        plain.measure(text, &|face, glyph| self.painted(face, glyph))
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
        *self.colours.borrow_mut().entry(owners).or_insert_with(|| Colours::of_unit(self.game, &self.palette, unit))
    }

    fn contrast(&self, one: Color, other: Color) -> f64 {
        *self.contrasts.borrow_mut().entry((one, other)).or_insert_with(|| contrast(one, other))
    }
}

/// A picture that is a whole face. Where it covers all of it, its own edge, mirrored, colours the bleed.
fn filled(asset: &Asset, whole: Rect, fit: PictureFit, outline: Outline) -> Drawn {
    let mut drawn = Drawn::bare(asset.fitted(whole, Color::BLACK, fit), outline);
    let (width, height) = asset.size();
    let (across, along) = (width * whole.height, height * whole.width);
    let covers = fit != PictureFit::Fit || asset.is_solid() && across.max(along) <= across.min(along) * (1.0 + SAME_SHAPE);
    // A piece that is cut out, such as a round one, would leave scraps there.
    if covers {
        drawn.around = mirrored(&drawn.nodes, whole);
    }
    drawn
}
