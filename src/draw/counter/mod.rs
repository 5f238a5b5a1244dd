//! Counter faces: what a layout says, filled in and drawn. The same face goes to paper, to VASSAL and to the browser.
//!
//! - `inventory`: which counters there are, and in which order; `contact`: all of them on one picture
//! - `assets`: the author's fonts and pictures, read once
//! - `colour`: colours of units and markers, and whether letters stand out
//! - `slots`: where everything lies; `words`: letters that fit their room
//!
//! A face is drawn on a square with its upper left corner at 0, in millimetres. What reaches the edge reaches beyond it
//! by the bleed, so that a cut that misses by a little shows no white.

mod assets;
mod colour;
mod contact;
mod inventory;
mod plan;
mod slots;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::scene::{Color, Face, Fill, Group, Image, Node, Path, Picture, Point, Rect, Shape, Stroke, Transform};
use super::symbol::{Paint, Size, Symbol};
use crate::model::{FormationId, Game, MarkerId, NationId, SideId, Slot, SlotColour, SlotPlace, Unit, UnitId};
use assets::{Asset, Assets};
use colour::Colours;
use plan::Plan;
use words::{Measured, Word};

pub use colour::{LEAST_CONTRAST, contrast};
pub use contact::{contact, large};
pub use inventory::{Counter, Kind, Shown, inventory};

/// How far colours are drawn beyond the edge of a face. Whoever places faces cuts this to what there is room for.
pub const BLEED: f64 = 3.175;

/// A face that is drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What it is painted on, to the edge and beyond; nothing where a picture covers it.
    pub ground: Option<Color>,
    /// What is on it.
    pub nodes: Vec<Node>,
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
        /// The slot.
        slot: SlotPlace,
        /// The text.
        text: String,
        /// The size of letters that fits, in millimetres.
        mm: f64,
        /// The least size.
        least: f64,
    },
    /// A text with letters that its font lacks.
    NoLetters {
        /// The slot.
        slot: SlotPlace,
        /// The text.
        text: String,
        /// The letters, each once.
        letters: String,
    },
    /// Letters that hardly stand out from what is behind them.
    Faint {
        /// The slot.
        slot: SlotPlace,
        /// The colour of the letters.
        ink: Color,
        /// What is behind them.
        behind: Color,
        /// How much brighter one is than the other, by WCAG.
        ratio: f64,
    },
    /// A symbol that nobody drew.
    NoSymbol {
        /// Its name.
        name: String,
    },
    /// A picture that is not there.
    NoPicture {
        /// The slot.
        slot: SlotPlace,
        /// Its path.
        path: String,
    },
}

impl Drawn {
    /// The face with its upper left corner at a point, cut off so far outside its edges. What it lies on may have the
    /// colour of its ground already.
    #[must_use]
    pub fn at(&self, at: Point, (width, height): (f64, f64), bleed: f64, lies_on: Option<Color>) -> Node {
        let mut area = Path::new();
        area.rect(Rect { x: 0.0, y: 0.0, width, height }.grown(bleed));
        let ground = self.ground.filter(|ground| Some(*ground) != lies_on);
        let ground = ground.map(|ground| Shape::filled(area.clone(), ground).into());
        let nodes = ground.into_iter().chain(self.nodes.iter().cloned()).collect();
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
    assets: Assets,
    plan: Plan,
    /// The symbol of each name that types have, read once.
    symbols: BTreeMap<&'g str, Option<Symbol>>,
    colours: RefCell<BTreeMap<Owners, Colours>>,
    measured: RefCell<BTreeMap<Face, HashMap<String, Measured>>>,
    painted: RefCell<BTreeMap<(Face, u16), Painted>>,
    contrasts: RefCell<BTreeMap<(Color, Color), f64>>,
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
        Faces {
            game,
            size,
            low_ink: false,
            draws: true,
            assets: Assets::new(game),
            plan: Plan::new(game, size),
            symbols: game.types.values().map(|kind| (kind.symbol.as_str(), Symbol::parse(&kind.symbol))).collect(),
            colours: RefCell::new(BTreeMap::new()),
            measured: RefCell::new(BTreeMap::new()),
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

    /// A picture that cannot be drawn, by its path, and why.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.assets.unreadable.iter().map(|(path, why)| (path.as_str(), why.as_str()))
    }

    /// The width and height of a picture that can be drawn, by its path, and whether they are pixels.
    #[must_use]
    pub fn picture_size(&self, path: &str) -> Option<(f64, f64, bool)> {
        let asset = self.assets.get(path)?;
        let (width, height) = asset.size();
        Some((width, height, matches!(asset, Asset::Picture { .. })))
    }

    /// A face of a unit; 0 is the front. One that it does not have is blank.
    #[must_use]
    pub fn unit(&self, id: UnitId, face: usize) -> Drawn {
        let game = self.game;
        let Some(unit) = game.units.at(id) else { return self.blank(Color::WHITE) };
        if let Some(drawn) = self.ready_made(&unit.id, face) {
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

    /// A marker.
    #[must_use]
    pub fn marker(&self, id: MarkerId) -> Drawn {
        let Some(marker) = self.game.markers.at(id) else { return self.blank(Color::WHITE) };
        if let Some(drawn) = self.ready_made(&marker.id, 0) {
            return drawn;
        }
        let side = marker.side.and_then(|side| self.game.sides.at(side)).map(|side| side.id.as_str());
        let colours = Colours::of_plate(self.game, &marker.id, side);
        let name = marker.name.clone().unwrap_or_else(|| marker.id.clone());
        self.plate(colours, &Plate { name: &name, small: "" })
    }

    /// A chit that is drawn from a cup: its front, and the back that all of a cup share.
    #[must_use]
    pub fn chit(&self, name: &str, deck: &str, side: Option<&str>, front: bool) -> Drawn {
        let colours = Colours::of_plate(self.game, deck, side);
        match front {
            true => self.plate(colours, &Plate { name, small: deck }),
            false => self.plate(colours, &Plate { name: deck, small: "" }),
        }
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

    /// A face that the author has drawn already.
    fn ready_made(&self, id: &str, face: usize) -> Option<Drawn> {
        // Most games have none.
        let asset = (!self.assets.is_empty()).then(|| self.assets.get(&self.game.art.ready_made.path(id, face)))??;
        if !self.draws {
            return Some(Drawn { ground: None, nodes: Vec::new(), edge: None, slots: Vec::new(), issues: Vec::new() });
        }
        let whole = Rect { x: 0.0, y: 0.0, width: self.size, height: self.size };
        // Beneath it, a little larger, it colours the bleed as its own edge does.
        let mut nodes = asset.stretched(whole.grown(BLEED), Color::BLACK);
        nodes.extend(asset.stretched(whole, Color::BLACK));
        Some(Drawn { ground: None, nodes, edge: None, slots: Vec::new(), issues: Vec::new() })
    }

    fn measure(&self, face: Face, text: &str) -> Measured {
        let mut measured = self.measured.borrow_mut();
        let known = measured.entry(face).or_default();
        if let Some(known) = known.get(text) {
            return *known;
        }
        let painted = |glyph: u16| *self.painted.borrow_mut().entry((face, glyph)).or_insert_with(|| face.painted(glyph));
        let found = Measured::new(face, text, &painted);
        known.insert(text.to_owned(), found);
        found
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

/// The steps that a unit has when it shows this face.
fn steps(game: &Game, unit: &Unit, face: usize) -> i32 {
    let lost = unit.faces.iter().take(face + 1).filter(|face| game.states.at(face.state).is_some_and(|state| state.step)).count();
    (unit.steps.unwrap_or(1) - i32::try_from(lost).unwrap_or(0)).max(0)
}

/// What is wanted of a unit for a slot.
enum Wanted {
    Words,
    Path,
    Symbol,
    Size,
    Steps,
}

/// Draws on one face.
struct Pen<'f, 'g> {
    faces: &'f Faces<'g>,
    colours: Colours,
    drawn: Drawn,
}

impl<'f, 'g> Pen<'f, 'g> {
    fn new(faces: &'f Faces<'g>, colours: Colours) -> Pen<'f, 'g> {
        let mut drawn = Drawn {
            ground: Some(colours.rim.unwrap_or(colours.ground)),
            nodes: Vec::new(),
            edge: Some(colours.rim.unwrap_or(colours.ground)),
            slots: Vec::new(),
            issues: Vec::new(),
        };
        // The rim is what the white leaves: it reaches into the bleed, and no line shows where the cut is.
        if colours.rim.is_some() && faces.draws {
            let mut path = Path::new();
            let whole = Rect { x: 0.0, y: 0.0, width: faces.size, height: faces.size };
            path.rect(whole.grown(-faces.size * 0.07));
            drawn.nodes.push(Shape::filled(path, colours.ground).into());
        }
        Pen { faces, colours, drawn }
    }

    fn finish(self) -> Drawn {
        self.drawn
    }

    fn colour(&self, colour: SlotColour) -> Option<Color> {
        match colour {
            SlotColour::Stripe => self.colours.stripe,
            SlotColour::Rgb((r, g, b)) => Some(Color::rgb(r, g, b)),
        }
    }

    fn slot(&mut self, rects: &slots::Slots, at: SlotPlace, slot: &Slot, unit: &dyn Fn(Wanted) -> Vec<Word>) {
        let show = slot.show.trim();
        let rect = rects.rect(at);
        let mut behind = self.colours.ground;
        let mut fill = slot.fill.and_then(|fill| self.colour(fill));
        if show == "stripe" {
            fill = self.colours.stripe;
        }
        if let Some(fill) = fill {
            behind = fill;
            self.filled(rects, at, show == "stripe", fill);
        }
        self.drawn.slots.push((at, rect));
        if let Some(frame) = slot.frame.and_then(|frame| self.colour(frame)).filter(|_| self.faces.draws) {
            let width = self.faces.size * 0.025;
            let mut path = Path::new();
            path.rect(rect.grown(-width / 2.0));
            let stroke = Stroke { join: super::scene::Join::Miter, ..Stroke::butt(frame, width) };
            self.drawn.nodes.push(Shape::stroked(path, stroke).into());
        }
        let own = slot.ink.and_then(|ink| self.colour(ink));
        let ink = own.unwrap_or_else(|| match fill {
            Some(fill) => colour::readable(fill, self.colours.ink),
            None => self.colours.ink,
        });
        match show {
            "" | "stripe" => {}
            "symbol" => self.symbol(at, rect, &joined(&unit(Wanted::Symbol)), ink),
            "size" | "{size}" => {
                let size = joined(&unit(Wanted::Size));
                match Size::parse(&size) {
                    Some(size) if self.faces.draws => {
                        let room = rects.mark(at);
                        self.drawn.nodes.extend(size.draw(room, ink));
                    }
                    Some(_) => {}
                    None => self.write(at, rect, slot, &[Word::plain(size)], ink, behind),
                }
            }
            "steps" => self.steps(rect, &joined(&unit(Wanted::Steps)), at, slot, ink, behind),
            path if assets::is_picture(path) => self.picture(at, rect, &joined(&unit(Wanted::Path)), ink),
            _ => self.write(at, rect, slot, &unit(Wanted::Words), ink, behind),
        }
    }

    /// Paints what is behind a slot.
    fn filled(&mut self, rects: &slots::Slots, at: SlotPlace, stripe: bool, fill: Color) {
        if at.is_bar() {
            self.drawn.edge = None;
        }
        if !self.faces.draws {
            return;
        }
        let area = if at.is_bar() {
            rects.to_the_edge(at)
        } else if stripe && at != SlotPlace::Centre {
            rects.patch(at)
        } else {
            rects.rect(at)
        };
        let mut path = Path::new();
        if at.is_bar() {
            path.rect(area)
        } else {
            path.round_rect(area, self.faces.size * 0.02)
        };
        let mut shape = Shape::filled(path, fill);
        if stripe && !at.is_bar() && contrast(fill, self.colours.ground) < 1.6 {
            // A stripe that hardly differs from the ground is told by its rim.
            shape.stroke = Some(Stroke::butt(self.colours.ink, self.faces.size * 0.01));
        }
        self.drawn.nodes.push(shape.into());
    }

    fn symbol(&mut self, at: SlotPlace, rect: Rect, name: &str, ink: Color) {
        if name.is_empty() {
            return;
        }
        if assets::is_picture(name) {
            return self.picture(at, rect, name, ink);
        }
        match self.faces.symbols.get(name).unwrap_or(&None) {
            Some(_) if !self.faces.draws => {}
            Some(symbol) => {
                let paint = Paint { ink, fill: self.colours.symbol, line: 0.0 };
                self.drawn.nodes.extend(symbol.draw(rect, &paint));
            }
            None => {
                self.drawn.issues.push(Issue::NoSymbol { name: name.to_owned() });
                if !self.faces.draws {
                    return;
                }
                let room = rect.grown(-self.faces.size * 0.02);
                let mut path = Path::new();
                path.rect(room);
                let shape = Shape { path, fill: self.colours.symbol.map(Fill::Color), stroke: None };
                let line = Stroke { join: super::scene::Join::Miter, ..Stroke::butt(ink, self.faces.size * 0.02) };
                self.drawn.nodes.push(shape.with_stroke(line).into());
                let behind = self.colours.symbol.unwrap_or(self.colours.ground);
                let (told, saved) = (self.drawn.issues.len(), self.colours.ground);
                self.colours.ground = behind;
                self.lines(at, room.grown(-self.faces.size * 0.02), name, None, Face::Regular, rect.height * 0.4);
                self.colours.ground = saved;
                // That there is no symbol is enough.
                self.drawn.issues.truncate(told);
            }
        }
    }

    fn steps(&mut self, rect: Rect, count: &str, at: SlotPlace, slot: &Slot, ink: Color, behind: Color) {
        let n: u32 = count.parse().unwrap_or(0);
        if n > 6 {
            return self.write(at, rect, slot, &[Word::plain(count.to_owned())], ink, behind);
        }
        if !self.faces.draws {
            return;
        }
        let upright = rect.height > rect.width;
        let (long, wide) = if upright { (rect.height, rect.width) } else { (rect.width, rect.height) };
        let pitch = (long / f64::from(n.max(1))).min(wide).min(self.faces.size * 0.13);
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let mut path = Path::new();
        for k in 0..n {
            let along = (f64::from(k) - (f64::from(n) - 1.0) / 2.0) * pitch;
            let at =
                if upright { Point { x: centre.x, y: centre.y + along } } else { Point { x: centre.x + along, y: centre.y } };
            path.circle(at, pitch * 0.36);
        }
        if n > 0 {
            self.drawn.nodes.push(Shape::filled(path, ink).into());
        }
    }

    fn picture(&mut self, at: SlotPlace, rect: Rect, path: &str, ink: Color) {
        match self.faces.assets.get(path) {
            Some(_) if !self.faces.draws => {}
            Some(asset) => self.drawn.nodes.extend(asset.inside(rect, ink)),
            None if self.faces.assets.unreadable.contains_key(path) => {}
            None => self.drawn.issues.push(Issue::NoPicture { slot: at, path: path.to_owned() }),
        }
    }

    /// Words on one line, as large as fits and no larger than wanted.
    fn write(&mut self, at: SlotPlace, rect: Rect, slot: &Slot, words: &[Word], ink: Color, behind: Color) {
        let s = self.faces.size;
        let face = match slot.font.as_deref() {
            None => slots::usual_face(at),
            Some("bold") => Face::Bold,
            Some("regular") => Face::Regular,
            Some(own) => self.faces.assets.font(own).unwrap_or(slots::usual_face(at)),
        };
        let text = joined(words);
        if text.trim().is_empty() {
            return;
        }
        if at == SlotPlace::Centre && words.iter().all(|word| word.frame.is_none()) && slot.turn.is_none() {
            let wanted = slot.mm.unwrap_or(rect.height * 0.5);
            let saved = (self.colours.ground, self.colours.ink);
            (self.colours.ground, self.colours.ink) = (behind, ink);
            self.lines(at, rect, &text, slot.least_mm, face, wanted);
            (self.colours.ground, self.colours.ink) = saved;
            return;
        }
        let turn = f64::from(slot.turn.unwrap_or_else(|| slots::usual_turn(at)));
        let (width, height) = if turn % 180.0 == 0.0 { (rect.width, rect.height) } else { (rect.height, rect.width) };
        // A box takes a little room on each side.
        let pad = words::BOX_PAD * words.iter().filter(|word| word.frame.is_some()).count() as f64 * 2.0;
        let measured = self.faces.measure(face, &text);
        let tall = measured.tallest(face, words.iter().any(|word| word.frame.is_some()));
        let fits = (width / (measured.width + pad).max(1e-6)).min(height / tall.max(1e-6));
        let wanted = slot.mm.unwrap_or_else(|| slots::usual_mm(at, s));
        let least = slot.least_mm.unwrap_or_else(|| slots::least_mm(s)).min(wanted);
        let size = wanted.min(fits);
        self.judge(at, &text, face, measured, size, least);
        for word in words.iter().filter(|word| !word.text.trim().is_empty()) {
            self.see(at, word.ink.unwrap_or(ink), behind);
        }
        if !self.faces.draws {
            return;
        }
        let along = slots::anchor(at, width - (measured.width + pad) * size) + measured.left * size;
        let nodes = words::line(words, face, size, ink, Point { x: along, y: height / 2.0 + face.cap_height() * size / 2.0 });
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let place = Transform::turn(turn, centre).after(Transform::shift(centre.x - width / 2.0, centre.y - height / 2.0));
        self.drawn.nodes.extend(words::placed(nodes, place, turn));
    }

    /// Words on as many lines as make them largest.
    fn lines(&mut self, at: SlotPlace, rect: Rect, text: &str, least: Option<f64>, face: Face, wanted: f64) {
        if text.trim().is_empty() {
            return;
        }
        let (lines, size) = words::broken(text, face, rect, wanted, &|line| self.faces.measure(face, line));
        let least = least.unwrap_or_else(|| slots::least_mm(self.faces.size)).min(wanted);
        self.judge(at, text, face, self.faces.measure(face, text), size, least);
        let ink = self.colours.ink;
        self.see(at, ink, self.colours.ground);
        self.drawn.slots.push((at, rect));
        if self.faces.draws {
            self.drawn.nodes.extend(words::stacked(&lines, face, size, ink, rect));
        }
    }

    /// Notes a text that its font cannot write, or that does not fit.
    fn judge(&mut self, slot: SlotPlace, text: &str, face: Face, measured: Measured, mm: f64, least: f64) {
        if measured.lacks_letters {
            self.drawn.issues.push(Issue::NoLetters { slot, text: text.to_owned(), letters: words::missing(face, text) });
        } else if mm < least - 0.005 {
            self.drawn.issues.push(Issue::Crowded { slot, text: text.to_owned(), mm, least });
        }
    }

    /// Notes letters that hardly stand out.
    fn see(&mut self, slot: SlotPlace, ink: Color, behind: Color) {
        let ratio = self.faces.contrast(ink, behind);
        if ratio < LEAST_CONTRAST {
            self.drawn.issues.push(Issue::Faint { slot, ink, behind, ratio });
        }
    }
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

impl Asset {
    /// As large as fits, its shape kept.
    fn inside(&self, rect: Rect, ink: Color) -> Vec<Node> {
        let (width, height) = self.size();
        let scale = (rect.width / width).min(rect.height / height);
        let (w, h) = (width * scale, height * scale);
        self.stretched(Rect { x: rect.x + (rect.width - w) / 2.0, y: rect.y + (rect.height - h) / 2.0, width: w, height: h }, ink)
    }

    fn stretched(&self, rect: Rect, ink: Color) -> Vec<Node> {
        match self {
            Asset::Picture { number, .. } => vec![Node::Image(Image { picture: *number, rect })],
            Asset::Vector(vector) => vec![vector.draw(rect, ink)],
        }
    }
}
