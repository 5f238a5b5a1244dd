//! The author's desk: what the page shows of a game beside its findings, and what it answers about hexes and units.
//!
//! The page names things by their numbers; every answer is about the check whose game is kept here. Rules are asked in
//! `rules`, rows are found in the origins of the game.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::link::Link;
use super::request::DeskAsk;
use crate::compile::Compiled;
use crate::diag::{Diag, Severity};
use crate::draw::counter::{Faces, Lying, Shown, contact_with_places, inventory, large};
use crate::draw::hexmap::Drawn;
use crate::draw::scene::{Page, Scene};
use crate::draw::standing;
use crate::emit;
use crate::hexgrid::{HexId, Layout, Point};
use crate::model::{Arrival, Called, Game, Key, Location, Map, Scenario, ScenarioId, TurnId, UnitId, Where};
use crate::origins::of;
use crate::render::svg;
use crate::report::{At, spot};
use crate::rules::{Engine, Piece, Position, Situation, Words};
use crate::span::Place;

/// So many rows are told of a hex or a unit.
const MOST_ROWS: usize = 60;

/// The game of one check, ready to be asked.
pub(super) struct Desk {
    compiled: Compiled,
    link: Link,
    map: Option<OnPage>,
    lying: Vec<Lying>,
    /// How large the picture of all counters is.
    counters: (f64, f64),
    /// Parts of the kit that somebody has looked at.
    kit: Mutex<BTreeMap<usize, Arc<Scene>>>,
}

/// How the map lies on its picture.
struct OnPage {
    width: f64,
    height: f64,
    across: f64,
    /// From the centre of a hex to its corners.
    outline: [Point; 6],
    centres: Vec<Point>,
}

/// An answer.
pub(super) enum Told {
    Json(String),
    Picture(String),
}

/// What the page gets at once.
#[derive(Serialize)]
struct Overview<'a> {
    build: u64,
    map: Option<MapPage>,
    counters: CountersPage<'a>,
    units: Vec<UnitLine<'a>>,
    boxes: Vec<&'a str>,
    scenarios: Vec<ScenarioLine<'a>>,
    /// The parts of the kit; none while the game has errors.
    kit: Vec<String>,
}

#[derive(Serialize)]
struct MapPage {
    width: f64,
    height: f64,
    outline: [[f64; 2]; 6],
    /// Number, and where its centre lies.
    hexes: Vec<(String, f64, f64)>,
}

#[derive(Serialize)]
struct CountersPage<'a> {
    width: f64,
    height: f64,
    lying: Vec<LyingLine<'a>>,
}

/// A counter on the picture of all counters.
#[derive(Serialize)]
struct LyingLine<'a> {
    id: Cow<'a, str>,
    unit: Option<usize>,
    /// Left, top, width, height.
    rect: [f64; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

#[derive(Serialize)]
struct UnitLine<'a> {
    id: &'a str,
    name: &'a str,
    side: Option<usize>,
}

#[derive(Serialize)]
struct ScenarioLine<'a> {
    id: &'a str,
    name: &'a str,
    /// Units by the hex in which they stand at the start.
    stands: Vec<(usize, Vec<usize>)>,
    /// And by the box.
    boxed: Vec<(usize, Vec<usize>)>,
    /// Units whose owner says where they stand, and among which places.
    free: Vec<(String, Vec<usize>)>,
    /// The turns, each with who comes and who leaves.
    turns: Vec<TurnLine<'a>>,
}

#[derive(Serialize)]
struct TurnLine<'a> {
    name: String,
    arrive: Vec<ArrivalLine>,
    leave: Vec<LeaveLine>,
    weather: Option<&'a str>,
}

#[derive(Serialize)]
struct ArrivalLine {
    units: Vec<usize>,
    /// The entries, in words.
    at: String,
    hexes: Vec<usize>,
    /// Whether they come only on a condition.
    perhaps: bool,
}

#[derive(Serialize)]
struct LeaveLine {
    units: Vec<usize>,
    /// Whether they leave only on a condition.
    perhaps: bool,
}

/// What is told of a hex.
#[derive(Serialize)]
struct HexTold<'a> {
    number: String,
    terrain: Option<&'a str>,
    /// Places, areas, entries and whatever else has a name there.
    names: Vec<String>,
    /// Who stands there at the start, by scenario.
    stands: Vec<(usize, Vec<usize>)>,
    rows: Vec<Row>,
}

/// A row of a file that says something about it.
#[derive(Serialize)]
struct Row {
    what: String,
    #[serde(flatten)]
    at: At,
}

/// What is told of a unit.
#[derive(Serialize)]
struct UnitTold<'a> {
    id: &'a str,
    name: &'a str,
    side: Option<&'a str>,
    formation: Option<&'a str>,
    rows: Vec<Row>,
    /// Where it stands at the chosen turn.
    hex: Option<usize>,
    /// Which hexes it can reach, each with the cost; or why not.
    reach: Vec<(usize, String)>,
    cannot_move: Option<String>,
    /// The hexes in the zones of its side.
    zones: Vec<usize>,
    supply: Vec<SupplyTold>,
}

#[derive(Serialize)]
struct SupplyTold {
    trace: String,
    supplied: bool,
    words: String,
    way: Vec<usize>,
}

/// What a finding is about, for the page to show it.
#[derive(Default, Serialize)]
pub(super) struct Shows {
    hex: Option<usize>,
    unit: Option<usize>,
    /// The scenarios in which it is so; none if it is so in all.
    scenarios: Vec<usize>,
}

/// What each of the findings is about, in their order.
pub(super) fn shows(compiled: &Compiled, hex_of: &dyn Fn(&Diag) -> Option<HexId>) -> Vec<Shows> {
    let by_id: BTreeMap<&str, usize> = compiled.game.units.iter().map(|(id, unit)| (unit.id.as_str(), id.index())).collect();
    let rows = compiled.origins.units.iter().enumerate().filter_map(|(n, origin)| Some(((*origin)?, n)));
    let by_row: BTreeMap<_, usize> = rows.map(|(origin, n)| ((origin.file, origin.node), n)).collect();
    let about = |diag: &Diag| {
        let named = diag.subject.units.first().and_then(|id| by_id.get(id.as_str()));
        let row = diag.place.node.and_then(|node| by_row.get(&(diag.place.file, node)));
        let wanted = |id: &str| compiled.game.scenarios.values().position(|scenario| scenario.id == id);
        let scenarios = diag.subject.scenarios.iter().filter_map(|id| wanted(id)).collect();
        Shows { hex: hex_of(diag).map(HexId::index), unit: named.or(row).copied(), scenarios }
    };
    compiled.diags.iter().take(crate::report::MOST_SHOWN).map(about).collect()
}

/// A turn of a scenario by its place, counted from 1; 0 is the setup.
#[derive(Clone, Copy)]
struct When {
    scenario: ScenarioId,
    step: usize,
}

impl Desk {
    /// The desk of a game, the picture of its counters, and how its map was drawn.
    pub(super) fn new(compiled: Compiled, link: Link, drawn: Option<&Drawn>) -> (Desk, Option<String>) {
        let game = &compiled.game;
        let map = game.map.as_ref().and_then(|map| OnPage::of(map, drawn?));
        let (mut lying, mut counters, mut picture) = (Vec::new(), (0.0, 0.0), None);
        if !inventory(game).is_empty() {
            let (scene, found) = contact_with_places(game, &Faces::new(game));
            lying = found;
            counters = scene.pages.first().map_or(counters, |page| (page.width, page.height));
            picture = svg::render(&scene, 0).ok();
        }
        (Desk { compiled, link, map, lying, counters, kit: Mutex::default() }, picture)
    }

    pub(super) fn game(&self) -> &Game {
        &self.compiled.game
    }

    /// Whether nothing is wrong with the game, so that it can be played and printed.
    pub(super) fn is_sound(&self) -> bool {
        self.compiled.count(Severity::Error) == 0
    }

    /// The answer; nothing if there is no such thing.
    pub(super) fn answer(&self, asked: DeskAsk, build: u64) -> Option<Told> {
        let json = |text: Result<String, serde_json::Error>| text.ok().map(Told::Json);
        match asked {
            DeskAsk::Overview => json(serde_json::to_string(&self.overview(build))),
            DeskAsk::Hex(hex) => json(serde_json::to_string(&self.hex(hex)?)),
            DeskAsk::Unit { unit, scenario, step } => {
                json(serde_json::to_string(&self.unit(UnitId::new(unit), self.when(scenario, step))?))
            }
            DeskAsk::Standing { scenario, step } => self.standing(self.when(scenario, step)?).map(Told::Picture),
            DeskAsk::Counter(unit) => self.counter(UnitId::new(unit)).map(Told::Picture),
            DeskAsk::Part(nth) => {
                let pages = self.part(nth)?.pages.iter().map(|page| page.title.clone()).collect::<Vec<_>>();
                json(serde_json::to_string(&pages))
            }
            DeskAsk::PageOf(nth, page) => svg::render(&*self.part(nth)?, page).ok().map(Told::Picture),
        }
    }

    fn when(&self, scenario: usize, step: usize) -> Option<When> {
        let id = ScenarioId::new(scenario);
        self.game().scenarios.at(id).map(|_| When { scenario: id, step })
    }

    fn overview(&self, build: u64) -> Overview<'_> {
        let game = self.game();
        let map = game.map.as_ref().zip(self.map.as_ref()).map(|(map, page)| page.told(map));
        let lying = self.lying.iter().map(|lying| self.lying_line(lying)).collect();
        let units = game.units.values().map(|unit| UnitLine {
            id: &unit.id,
            name: unit.name.as_deref().unwrap_or(&unit.id),
            side: unit.side.map(Key::index),
        });
        let boxes = game.map.iter().flat_map(|map| map.boxes.values()).map(Called::called).collect();
        Overview {
            build,
            map,
            counters: CountersPage { width: rounded(self.counters.0), height: rounded(self.counters.1), lying },
            units: units.collect(),
            boxes,
            scenarios: game.scenarios.values().map(|scenario| scenario_line(game, scenario)).collect(),
            kit: if self.is_sound() { emit::kit_parts(game) } else { Vec::new() },
        }
    }

    fn lying_line(&self, lying: &Lying) -> LyingLine<'_> {
        let (game, origins) = (self.game(), &self.compiled.origins);
        let (id, unit, origin) = match lying.front {
            Shown::Unit(id, _) | Shown::BlankUnit(id) => {
                (game.units.at(id).map(|unit| unit.id.as_str()), Some(id.index()), of(&origins.units, id))
            }
            Shown::Marker(id) | Shown::BlankMarker(id) => {
                (game.markers.at(id).map(|marker| marker.id.as_str()), None, of(&origins.markers, id))
            }
            Shown::Chit(id, _) => (game.cards.at(id).map(|card| card.id.as_str()), None, of(&origins.cards, id)),
            // Nobody wrote it, so it stands nowhere.
            Shown::Aid(_) | Shown::BlankAid(_) => (None, None, None),
        };
        let rect = [lying.corner.x, lying.corner.y, lying.width, lying.height].map(rounded);
        // Of a unit more is told when it is asked for.
        let at = origin.filter(|_| unit.is_none()).and_then(|origin| self.at(&Place::from(origin)));
        let id = match lying.front {
            Shown::Aid(aid) => Cow::Owned(aid.name(game)),
            _ => Cow::Borrowed(id.unwrap_or_default()),
        };
        LyingLine { id, unit, rect, at }
    }

    fn at(&self, place: &Place) -> Option<At> {
        spot(&self.compiled.files, place, &|file, line, column| self.link.to(file, line, column))
    }

    fn row(&self, what: impl Into<String>, place: &Place) -> Option<Row> {
        Some(Row { what: what.into(), at: self.at(place)? })
    }

    fn hex(&self, nth: usize) -> Option<HexTold<'_>> {
        let (game, origins) = (self.game(), &self.compiled.origins);
        let map = game.map.as_ref()?;
        let hex = map.board.hexes().nth(nth)?;
        let on = &origins.map;
        let (mut names, mut rows) = (Vec::new(), Vec::new());
        let mut tell = |name: String, place: Option<Place>| {
            if let Some(place) = place {
                rows.extend(self.row(name.clone(), &place));
            }
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for (id, place) in map.places.iter().filter(|(_, place)| place.hexes.contains(&hex)) {
            tell(place.name.clone(), of(&on.places, id).map(Place::from));
        }
        for (id, entry) in map.entries.iter().filter(|(_, entry)| entry.hexes.contains(&hex)) {
            tell(format!("entry {}", entry.called()), of(&on.entries, id).map(Place::from));
        }
        for (id, area) in map.areas.iter().filter(|(_, area)| area.hexes.binary_search(&hex).is_ok()) {
            tell(format!("area {}", area.called()), of(&on.areas, id).map(Place::from));
        }
        for (id, source) in map.sources.iter().filter(|(_, source)| source.hexes.contains(&hex)) {
            tell(format!("supply {}", source.name.as_deref().unwrap_or(&source.id)), of(&on.sources, id).map(Place::from));
        }
        for (n, (_, road)) in map.roads.iter().enumerate() {
            let Some(step) = road.through.iter().position(|through| *through == hex) else { continue };
            let name = road.name.clone().or_else(|| game.terrain.at(road.class).map(|class| class.called().to_owned()));
            tell(name.unwrap_or_default(), on.roads.get(n).and_then(|road| road.step(step).cloned()));
        }
        for (id, feature) in map.features.iter() {
            let beside = |side: &crate::hexgrid::Hexside| {
                let (one, other) = map.board.hexside_hexes(*side);
                one == hex || other == Some(hex)
            };
            if feature.sides.iter().any(beside) {
                let name = feature.name.clone().or_else(|| game.terrain.at(feature.class).map(|it| it.called().to_owned()));
                tell(name.unwrap_or_default(), of(&on.features, id).map(Place::from));
            }
        }
        let files = &self.compiled.files;
        let ground = on.ground(&map.board, hex).map(|(place, glyph)| glyph.map_or(place.clone(), |n| files.glyph(place, n)));
        let own = ground.or_else(|| on.map.map(Place::from)).and_then(|place| self.row("the hex", &place));
        let mut stands = Vec::new();
        for ((which, scenario), lines) in game.scenarios.iter().zip(&origins.scenarios) {
            let there =
                |line: &&(usize, UnitId)| scenario.setup.get(line.0).is_some_and(|it| it.at == Where::At(Location::Hex(hex)));
            let all: Vec<(usize, UnitId)> = scenario.setup.iter().enumerate().map(|(n, it)| (n, it.unit)).collect();
            let here: Vec<(usize, UnitId)> = all.iter().filter(there).copied().collect();
            for (n, unit) in &here {
                let id = game.units.at(*unit).map(|unit| unit.id.as_str()).unwrap_or_default();
                let what = format!("`{id}` in {}", scenario.called());
                rows.extend(lines.setup.get(*n).and_then(|place| self.row(what, place)));
            }
            if !here.is_empty() {
                stands.push((which.index(), here.iter().map(|(_, unit)| unit.index()).collect()));
            }
        }
        rows.splice(0..0, own);
        rows.truncate(MOST_ROWS);
        let terrain = map.ground.get(nth).copied().flatten().and_then(|id| game.terrain.at(id)).map(Called::called);
        Some(HexTold { number: map.board.name(hex), terrain, names, stands, rows })
    }

    fn unit(&self, id: UnitId, when: Option<When>) -> Option<UnitTold<'_>> {
        let (game, origins) = (self.game(), &self.compiled.origins);
        let unit = game.units.at(id)?;
        let mut rows: Vec<Row> = Vec::new();
        rows.extend(of(&origins.units, id).and_then(|origin| self.row("the counter", &Place::from(origin))));
        for ((scenario, told), lines) in game.scenarios.iter().zip(&origins.scenarios) {
            if when.is_some_and(|when| when.scenario != scenario) {
                continue;
            }
            for (line, place) in told.setup.iter().zip(&lines.setup).filter(|(line, _)| line.unit == id) {
                let at = match (&line.at, &game.map) {
                    (Where::At(Location::Hex(hex)), Some(map)) => format!("set up in {}", map.board.name(*hex)),
                    _ => "set up".to_owned(),
                };
                rows.extend(self.row(format!("{at}, {}", told.called()), place));
            }
            for (line, place) in told.arrivals.iter().zip(&lines.arrivals).filter(|(line, _)| line.units.contains(&id)) {
                let turn = game.turns.at(line.turn).map(|turn| turn.id.as_str()).unwrap_or("?");
                rows.extend(self.row(format!("arrives on turn {turn}, {}", told.called()), place));
            }
        }
        rows.truncate(MOST_ROWS);
        let mut told = UnitTold {
            id: &unit.id,
            name: unit.name.as_deref().unwrap_or(&unit.id),
            side: unit.side.and_then(|side| game.sides.at(side)).map(Called::called),
            formation: unit.formation.and_then(|formation| game.formations.at(formation)).map(Called::called),
            rows,
            hex: None,
            reach: Vec::new(),
            cannot_move: None,
            zones: Vec::new(),
            supply: Vec::new(),
        };
        if let Some(when) = when {
            self.rules(id, when, &mut told);
        }
        Some(told)
    }

    /// What the rules say of a unit where it stands.
    fn rules(&self, id: UnitId, when: When, told: &mut UnitTold<'_>) {
        let game = self.game();
        let (Some(scenario), Some(map)) = (game.scenarios.at(when.scenario), game.map.as_ref()) else { return };
        let engine = Engine::new(game, Some(when.scenario));
        let position = position(game, scenario, when.step);
        let Some((hex, piece)) = position.find(id) else { return };
        told.hex = Some(hex.index());
        let mut moment = engine.start();
        moment.turn = turns(game, scenario).get(when.step.saturating_sub(1)).copied().or(moment.turn);
        moment.side = game.units.at(id).and_then(|unit| unit.side);
        let side = moment.side;
        let situation = Situation::new(&engine, &position, moment);
        let words = Words { engine: &engine };
        match situation.mover(piece, hex, None) {
            Ok(mover) => {
                let reach = mover.reach();
                told.reach = reach.hexes().filter_map(|hex| Some((hex.index(), reach.cost(hex)?.to_string()))).collect();
            }
            Err(why) => told.cannot_move = Some(words.unfit(&why)),
        }
        if let Some(side) = side {
            told.zones = map.board.hexes().filter(|hex| situation.in_zone(side, *hex)).map(HexId::index).collect();
        }
        for trace in situation.traces() {
            let supplied = situation.supply(trace, &piece, hex);
            let way = if let crate::rules::Supplied::Yes(way) = &supplied {
                way.iter().map(|hex| hex.index()).collect()
            } else {
                Vec::new()
            };
            let (trace, words) = (trace.id.0.clone(), words.supplied(&supplied));
            told.supply.push(SupplyTold { trace, supplied: supplied.is_supplied(), words, way });
        }
    }

    /// The counters alone, to lie over the picture of the map.
    fn standing(&self, when: When) -> Option<String> {
        let (game, page) = (self.game(), self.map.as_ref()?);
        let position = position(game, game.scenarios.at(when.scenario)?, when.step);
        let face = |piece: &Piece| {
            let faces = game.units.at(piece.unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
            (piece.unit, faces.iter().position(|face| face.state == piece.state).unwrap_or(0))
        };
        let stacks: Vec<standing::Stack> =
            position.stacks().map(|(hex, stack)| (hex, stack.iter().map(face).collect())).collect();
        let sheet = Page { title: String::new(), width: page.width, height: page.height, ground: None, nodes: Vec::new() };
        let mut scene = Scene { title: String::new(), pages: vec![sheet], pictures: Vec::new() };
        standing::put_on(game, &mut scene, page.across, &page.centres, &stacks);
        svg::render(&scene, 0).ok()
    }

    /// All sides of a unit's counters, large.
    fn counter(&self, id: UnitId) -> Option<String> {
        let game = self.game();
        let all = inventory(game);
        let own: Vec<_> = all.iter().filter(|counter| matches!(counter.front, Shown::Unit(unit, _) if unit == id)).collect();
        if own.is_empty() { None } else { svg::render(&large(game, &Faces::new(game), &own), 0).ok() }
    }

    /// A part of the kit, drawn when it is first looked at.
    fn part(&self, nth: usize) -> Option<Arc<Scene>> {
        if !self.is_sound() {
            return None;
        }
        let kept = || self.kit.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scene) = kept().get(&nth) {
            return Some(Arc::clone(scene));
        }
        let scene = Arc::new(emit::kit_part(self.game(), nth).ok().flatten()?);
        kept().insert(nth, Arc::clone(&scene));
        Some(scene)
    }
}

impl OnPage {
    fn of(map: &Map, drawn: &Drawn) -> Option<OnPage> {
        let page = drawn.scene.pages.first()?;
        let layout = Layout::new(&map.board, drawn.across)?;
        let first = map.board.hexes().next()?;
        let (centre, corners) = (layout.centre(first)?, layout.corners(first)?);
        let outline = corners.map(|corner| Point { x: corner.x - centre.x, y: corner.y - centre.y });
        Some(OnPage { width: page.width, height: page.height, across: drawn.across, outline, centres: drawn.centres.clone() })
    }

    fn told(&self, map: &Map) -> MapPage {
        let hexes = map.board.hexes().zip(&self.centres);
        MapPage {
            width: rounded(self.width),
            height: rounded(self.height),
            outline: self.outline.map(|point| [rounded(point.x), rounded(point.y)]),
            hexes: hexes.map(|(hex, at)| (map.board.name(hex), rounded(at.x), rounded(at.y))).collect(),
        }
    }
}

/// Hundredths of a millimetre are enough for a screen.
fn rounded(mm: f64) -> f64 {
    (mm * 100.0).round() / 100.0
}

/// The turns of a scenario, in order.
fn turns(game: &Game, scenario: &Scenario) -> Vec<TurnId> {
    let within = game.turns_of(scenario);
    game.turns.ids().filter(|turn| within.is_some_and(|(first, last)| (first..=last).contains(turn))).collect()
}

/// Who stands where at a turn if nobody has moved: those who have come stand where they come in, and those who have left
/// for sure are gone. They leave at the end of their turn, and may come back.
fn position(game: &Game, scenario: &Scenario, step: usize) -> Position {
    let mut position = Position::start(game, scenario);
    let turns = turns(game, scenario);
    let Some(last) = step.checked_sub(1).and_then(|n| turns.get(n.min(turns.len().saturating_sub(1)))) else { return position };
    let mut there: BTreeSet<UnitId> = position.everybody().map(|(_, piece)| piece.unit).collect();
    let moved = scenario.arrivals.iter().map(|arrival| arrival.turn).chain(scenario.withdrawals.iter().map(|line| line.turn));
    let moved: BTreeSet<TurnId> = moved.filter(|turn| turn <= last).collect();
    for turn in moved {
        for arrival in scenario.arrivals.iter().filter(|arrival| arrival.turn == turn) {
            let Some(hex) = entry_hexes(game, arrival).first().copied() else { continue };
            for unit in &arrival.units {
                if there.insert(*unit) {
                    let count = game.units.at(*unit).map_or(1, |unit| unit.count.max(1));
                    (1..=count).for_each(|n| position.add(Piece { n, ..Piece::new(*unit, arrival.state) }, Location::Hex(hex)));
                }
            }
        }
        let leave = scenario.withdrawals.iter().filter(|line| line.turn == turn && turn < *last && line.when.is_none());
        for unit in leave.flat_map(|line| &line.units) {
            let gone: Vec<Piece> = position.everybody().map(|(_, piece)| *piece).filter(|piece| piece.unit == *unit).collect();
            gone.into_iter().for_each(|piece| position.take(piece));
            there.remove(unit);
        }
    }
    position
}

fn entry_hexes(game: &Game, arrival: &Arrival) -> Vec<HexId> {
    let entries = arrival.entries.iter().filter_map(|id| game.map.as_ref()?.entries.at(*id));
    entries.flat_map(|entry| entry.hexes.iter().copied()).collect()
}

fn scenario_line<'g>(game: &'g Game, scenario: &'g Scenario) -> ScenarioLine<'g> {
    let start = Position::start(game, scenario);
    let unit = |pieces: &[Piece]| pieces.iter().map(|piece| piece.unit.index()).collect::<Vec<_>>();
    let mut free: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for line in &scenario.setup {
        let among = match (&line.at, &game.map) {
            (Where::At(_), _) if line.drawn.is_some() => "drawn by lot".to_owned(),
            (Where::At(_), _) | (_, None) => continue,
            (Where::In(area, _), Some(map)) => {
                format!("in {}", map.areas.at(*area).map(Called::called).unwrap_or_default())
            }
            (Where::Within(of, far), Some(map)) => {
                let near: Vec<String> = of.iter().take(3).map(|hex| map.board.name(*hex)).collect();
                format!("within {far} of {}", near.join(", "))
            }
        };
        free.entry(among).or_default().push(line.unit.index());
    }
    let turn_line = |turn: TurnId| {
        let found = game.turns.at(turn);
        let date = found.and_then(|turn| turn.date.as_deref()).map(|date| format!(", {date}")).unwrap_or_default();
        let arrive = scenario.arrivals.iter().filter(|arrival| arrival.turn == turn).map(|arrival| {
            let entries = arrival.entries.iter().filter_map(|id| game.map.as_ref()?.entries.at(*id));
            ArrivalLine {
                units: arrival.units.iter().map(|unit| unit.index()).collect(),
                at: entries.map(Called::called).collect::<Vec<_>>().join(", "),
                hexes: entry_hexes(game, arrival).iter().map(|hex| hex.index()).collect(),
                perhaps: arrival.when.is_some(),
            }
        });
        let leave = scenario
            .withdrawals
            .iter()
            .filter(|line| line.turn == turn)
            .map(|line| LeaveLine { units: line.units.iter().map(|unit| unit.index()).collect(), perhaps: line.when.is_some() });
        TurnLine {
            name: format!("{}{date}", found.map(|turn| turn.id.as_str()).unwrap_or("?")),
            arrive: arrive.collect(),
            leave: leave.collect(),
            weather: found.and_then(|turn| turn.weather.as_deref()),
        }
    };
    ScenarioLine {
        id: &scenario.id,
        name: scenario.called(),
        stands: start.stacks().map(|(hex, stack)| (hex.index(), unit(stack))).collect(),
        boxed: start.boxes().map(|(id, stack)| (id.index(), unit(stack))).collect(),
        free: free.into_iter().collect(),
        turns: turns(game, scenario).into_iter().map(turn_line).collect(),
    }
}
