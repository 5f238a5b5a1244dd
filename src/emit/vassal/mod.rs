//! `<game>.vmod`: a module for VASSAL 3.6 and 3.7, with a predefined setup for each scenario.
//!
//! - `encode`: how VASSAL writes things down; `xml`: the tree of components
//! - `grid`: hexes and their names; `board`: the map window; `trays`: boxes for what is not on the map
//! - `traits`: what a piece can do; `prototypes`: what pieces share; `pieces`: counters, markers, cards
//! - `cards`: decks and hands; `tracker`: turns and phases; `help`: pages; `windows`: everything else that opens
//! - `kept`: the module that a game was imported from, built again
//! - `setups`: where everything stands; `ids`: numbers that never change; `cache`: pictures of an earlier build

mod board;
mod cache;
mod cards;
mod encode;
mod grid;
mod help;
mod ids;
mod kept;
mod pieces;
mod prototypes;
mod setups;
mod tracker;
mod traits;
mod trays;
mod windows;
mod xml;

use std::collections::BTreeMap;

use super::{EmitContext, Emitted, Failed, Progress};
use crate::bundle::{sha256, zip};
use crate::draw::counter::{Art, Shown};
use crate::draw::fingerprint::fingerprint;
use crate::draw::scene::{Page, Point, Rect, Scene};
use crate::draw::work;
use crate::model::{BoxId, CardId, Game, Misfit, Scenario, Vassal, misfits, unheld};
use crate::render::{RenderError, explained, png};
use cache::Cache;
use ids::Ids;
use pieces::{Drawn, Pieces};
use prototypes::Shared;
use tracker::Steps;
use trays::Trays;
use xml::{Component, part};

const MAP: &str = Vassal::MAP;
const TRAYS: &str = Vassal::TRAYS;
const CARDS: &str = Vassal::CARDS;
/// The lowest version that knows everything that is used here.
const VASSAL: &str = "3.6.0";
/// So many pixels has a counter on the screen where there is room.
const COUNTER: f64 = 75.0;
/// A map has no more pixels, unless counters would become too small to read.
const MOST_PIXELS: f64 = 40e6;

/// The space of a turn.
struct TurnSpace {
    /// Its window.
    map: &'static str,
    rect: Rect,
    /// The zone that it is.
    zone: String,
}

/// A module that is being built.
struct Build<'g> {
    game: &'g Game,
    /// Its fonts and pictures.
    art: Art,
    /// Pixels in a millimetre.
    per_mm: f64,
    ids: Ids,
    /// What each unit is called.
    names: Vec<String>,
    /// Pictures by their name; empty until they are drawn.
    images: BTreeMap<String, Vec<u8>>,
    /// What those show whose names are joined of several ids.
    drawn: BTreeMap<String, Drawn>,
    faces_wanted: Vec<(String, Shown)>,
    /// Sides of cards: which, and whether the front.
    cards_wanted: Vec<(String, CardId, bool)>,
    pages_wanted: Vec<(String, Scene, f64)>,
    /// Where a piece lies in each hex, in pixels.
    centres: Vec<(i64, i64)>,
    /// Parts of the kit that lie in it: what each is, and its file.
    documents: Vec<(String, String)>,
    /// The picture of the about box.
    about: Option<String>,
    /// Boxes: their window, and where they lie in millimetres.
    boxes: BTreeMap<BoxId, (&'static str, Rect)>,
    /// The track that is the calendar.
    calendar: Option<BoxId>,
    turn_spaces: BTreeMap<String, TurnSpace>,
    trays: Trays,
    decks: Vec<encode::Deck>,
    shared: Shared,
    made: Pieces,
    /// What the tracker goes through.
    steps: Steps,
    cache: Cache,
    /// The numbers of the drawings, by the name of the picture.
    numbers: BTreeMap<String, u64>,
}

fn whole(value: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a board that is drawn")]
    let value = value.round() as i64;
    value
}

/// The module, and the numbers of its pieces if there are new ones.
pub(super) fn emit(context: &EmitContext<'_>, told: &mut Progress<'_>) -> Result<Emitted, Failed> {
    let game = context.game;
    refuse(game)?;
    let scenarios: Vec<_> = context.scenarios.iter().filter_map(|id| game.scenarios.at(*id)).collect();
    let steps = 4;
    told(0, steps);
    if let Some(kept) = &game.vassal.kept {
        return kept::emit(context, kept, told);
    }
    let mut build = Build::new(context);
    let mut maps = Vec::new();
    maps.extend(build.main_map()?);
    told(1, steps);
    maps.extend(build.trays_map(&scenarios)?);
    build.moved_sign();
    build.pieces();
    let palette = build.palette();
    maps.extend(build.cards_map()?);
    maps.extend(build.hands());
    build.keep_trays();
    build.make_steps(&scenarios);
    let help = build.help(&scenarios);
    let charts = build.charts();
    let kit = documents(context)?;
    build.documents = kit.iter().map(|(title, name, _)| (title.clone(), name.clone())).collect();
    let moduledata = build.data(true);
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    told(2, steps);
    let numbered: Vec<(usize, &Scenario)> = scenarios.iter().copied().enumerate().collect();
    let setups =
        work::map(&numbered, |(n, scenario)| (format!("scenario-{}.vsav", scenario.id), build.setup(scenario, *n, &moduledata)));
    entries.extend(setups);
    told(3, steps);
    let own = own_components(game, &mut maps);
    let tree = build.module(palette, maps, charts, &scenarios);
    debug_assert!(!own.iter().any(|part| tree.inside().iter().any(|ours| part.clashes(ours))), "what is taken was refused");
    let tree = tree.all(own);
    build.pictures()?;
    entries.push(("moduledata".to_owned(), moduledata));
    entries.push(("buildFile.xml".to_owned(), tree.document()));
    entries.extend(help);
    entries.extend(kit.into_iter().map(|(_, name, bytes)| (name, bytes)));
    if let Some(map) = game.map.as_ref().filter(|map| !map.board.is_empty()) {
        let names: String = map.board.hexes().map(|hex| map.board.name(hex) + "\n").collect();
        entries.push((Vassal::HEXES.to_owned(), names.into_bytes()));
    }
    let numbers: String = build.numbers.iter().map(|(name, number)| format!("{number:016x},{name}\n")).collect();
    entries.push((cache::LIST.to_owned(), numbers.into_bytes()));
    entries.extend(std::mem::take(&mut build.images).into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)));
    entries.sort();
    let listed: Vec<(&str, &[u8])> = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let files = BTreeMap::from([(format!("{}.vmod", game.slug()), zip(&listed))]);
    Ok(Emitted { files, added: build.ids.added(game) })
}

/// The parts of the kit that the author wants in the module: what each is, its file there, and its content.
fn documents(context: &EmitContext<'_>) -> Result<Vec<(String, String, Vec<u8>)>, Failed> {
    let made = super::print::documents(context, &context.game.vassal.kit)?;
    Ok(made.into_iter().map(|(title, name, bytes)| (title, format!("kit/{name}"), bytes)).collect())
}

/// What opens such a file.
fn document(title: &str, file: &str) -> Component {
    part("VASSAL.build.module.documentation.BrowserPDFFile").with("title", title).with("pdfFile", file)
}

/// The author's components: those of a map window go into it, the others are told.
fn own_components(game: &Game, maps: &mut [Component]) -> Vec<Component> {
    let mut own = Vec::new();
    for (window, part) in &game.vassal.components {
        let part = Component::from(part);
        match window.as_ref().map(|name| maps.iter_mut().find(|map| map.named() == name)) {
            None => own.push(part),
            Some(Some(map)) => *map = std::mem::take(map).has(part),
            Some(None) => debug_assert!(false, "a component without its window was refused"),
        }
    }
    own
}

/// What a module cannot hold is refused; `check` has said it of every such text and component.
fn refuse(game: &Game) -> Result<(), Failed> {
    let why = if let Some(it) = unheld(game).first() {
        format!("`{}` of {} `{}` ends in a backslash, which VASSAL cannot hold", it.text, it.kind, it.id)
    } else if let Some((n, misfit)) = misfits(game).first() {
        let why = match misfit {
            Misfit::NoWindow(name) => format!("the module has no map window `{name}`"),
            Misfit::Taken(name) => format!("the module has a component `{name}` of that kind already"),
        };
        format!("vassal.json: component {}: {why}", n + 1)
    } else {
        return Ok(());
    };
    Err(Failed { what: format!("{}.vmod", game.slug()), why })
}

impl<'g> Build<'g> {
    /// A module of which nothing is made yet.
    fn new(context: &EmitContext<'g>) -> Build<'g> {
        let game = context.game;
        Build {
            game,
            art: Art::new(game),
            per_mm: COUNTER / game.art.counter(),
            ids: Ids::new(game),
            names: pieces::unit_names(game),
            images: BTreeMap::new(),
            drawn: BTreeMap::new(),
            faces_wanted: Vec::new(),
            cards_wanted: Vec::new(),
            pages_wanted: Vec::new(),
            centres: Vec::new(),
            documents: Vec::new(),
            about: None,
            boxes: BTreeMap::new(),
            calendar: None,
            turn_spaces: BTreeMap::new(),
            trays: Trays::default(),
            decks: Vec::new(),
            shared: Shared::default(),
            made: Pieces::default(),
            steps: Steps::default(),
            cache: context
                .before
                .and_then(|before| before(&format!("{}.vmod", game.slug())))
                .map(|old| Cache::read(&old))
                .unwrap_or_default(),
            numbers: BTreeMap::new(),
        }
    }
}

impl Build<'_> {
    /// The longer side of a counter in millimetres.
    fn counter(&self) -> f64 {
        let (width, height) = self.game.art.counter_area(self.game.art.counter());
        width.max(height)
    }

    /// What a module or a save says of itself.
    fn data(&self, module: bool) -> Vec<u8> {
        self.data_for(module, VASSAL)
    }

    /// The same for a version of VASSAL.
    fn data_for(&self, module: bool, vassal: &str) -> Vec<u8> {
        let game = self.game;
        let mut data = part("data")
            .with("version", 1)
            .has(part("version").says(version(game)))
            .has(part("VassalVersion").says(vassal))
            .has(part("dateSaved").says("0"))
            .has(part("description").says(game.about.clone().unwrap_or_default()));
        if module {
            data = data.has(part("name").says(game.name.clone()));
        }
        data.document()
    }

    /// A page as a picture whose name tells its content: VASSAL keeps tiles of pictures by their name.
    fn large_picture(&mut self, what: &str, scene: &Scene, per_mm: f64) -> Result<(String, (i64, i64)), Failed> {
        let art = &self.art;
        let failed = |why: RenderError| Failed {
            what: format!("{what}.png"),
            why: explained(&why, art, |scene| png::render(scene, 0, per_mm).map(drop)),
        };
        let (width, height) = png::size(scene, 0, per_mm).map_err(failed)?;
        let number = fingerprint(scene, per_mm);
        let (name, bytes) = match self.cache.find(&format!("{what}-"), number) {
            Some((name, bytes)) => (name.clone(), bytes.clone()),
            None => {
                let bytes = png::render(scene, 0, per_mm).map_err(failed)?;
                (format!("{what}-{}.png", sha256(&bytes).get(..12).unwrap_or_default()), bytes)
            }
        };
        self.numbers.insert(name.clone(), number);
        self.images.insert(name.clone(), bytes);
        Ok((name, (i64::from(width), i64::from(height))))
    }

    /// Draws every picture that was asked for.
    fn pictures(&mut self) -> Result<(), Failed> {
        self.card_pages();
        let game = self.game;
        let size = game.art.counter();
        let faces = std::mem::take(&mut self.faces_wanted);
        let per_mm = self.per_mm;
        let (cache, art) = (&self.cache, &self.art);
        let picture = |name: &str, scene: &Scene, per_mm: f64| -> Result<DrawnPicture, Failed> {
            let number = fingerprint(scene, per_mm);
            let bytes = match cache.get(name, number) {
                Some(bytes) => bytes.clone(),
                None => png::render(scene, 0, per_mm).map_err(|why| Failed {
                    what: name.to_owned(),
                    why: explained(&why, art, |scene| png::render(scene, 0, per_mm).map(drop)),
                })?,
            };
            Ok(DrawnPicture { name: name.to_owned(), number, bytes })
        };
        let drawn = work::map_with(
            &faces,
            || art.faces(game, size),
            |faces, (name, shown)| {
                let node = faces.draw(*shown).cut_out(Point { x: 0.0, y: 0.0 }, faces.area());
                // A hair less than whole pixels: reckoning must not add a row.
                let [width, height] = <[f64; 2]>::from(faces.area()).map(|side| ((side * per_mm).round() - 0.001) / per_mm);
                let page = Page { title: String::new(), width, height, ground: None, nodes: vec![node] };
                let scene = Scene::single(page, faces.pictures());
                picture(name, &scene, per_mm)
            },
        );
        let pages = std::mem::take(&mut self.pages_wanted);
        let more = work::map(&pages, |(name, scene, per_mm)| picture(name, scene, *per_mm));
        for made in drawn.into_iter().chain(more) {
            let DrawnPicture { name, number, bytes } = made?;
            self.numbers.insert(name.clone(), number);
            self.images.insert(name, bytes);
        }
        Ok(())
    }
}

/// A picture, and the number of its drawing.
struct DrawnPicture {
    name: String,
    number: u64,
    bytes: Vec<u8>,
}

fn version(game: &Game) -> String {
    game.version.clone().unwrap_or_else(|| "1.0".to_owned())
}
