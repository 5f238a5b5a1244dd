//! Everything that is seen of a game: drawn once, by the same hands that draw it for paper.

use serde_json::{Map, Value, json};

use crate::draw::counter::{Art, Drawn as Face, Faces};
use crate::draw::hexmap::{self, Beside, Options};
use crate::draw::page::Paper;
use crate::draw::scene::{Color, Page, Picture, Point, Scene};
use crate::draw::words::Ruler;
use crate::draw::{card, chart};
use crate::hexgrid::HexId;
use crate::model::{Called, Game, Key, MarkerId, ScenarioId, SideId, UnitId};
use crate::render::{explained, svg};

/// What was drawn, and where everything lies on the map.
pub(super) struct Drawn {
    /// SVG by kind and id.
    pub pictures: Value,
    /// Width and height of the map in millimetres; nothing if there is none.
    pub map: Option<(f64, f64)>,
    /// A hex across its flats, in millimetres.
    pub across: f64,
    /// Where the centre of each hex lies.
    pub centres: Vec<Point>,
    /// Boxes and tracks beside the map.
    pub beside: Vec<Beside>,
    /// The colour of each side's counters.
    pub colours: Vec<Option<Color>>,
}

/// Draws a game for a scenario.
pub(super) fn draw(game: &Game, scenario: ScenarioId) -> Result<Drawn, String> {
    hexmap::printable(game).map_err(|why| why.to_string())?;
    let art = Art::new(game);
    let faces = art.faces(game, game.art.counter());
    let size = faces.area();
    let plain = |face: &Face, size: (f64, f64)| alone(face, size, faces.pictures(), &art);
    let mut units = Map::new();
    for (id, unit) in game.units.iter() {
        let mut by_state = Map::new();
        for (n, face) in unit.faces.iter().enumerate() {
            let state = game.states.at(face.state).map(|state| state.id.clone()).unwrap_or_default();
            by_state.insert(state, json!(plain(&faces.unit(id, n), size)?));
        }
        if unit.faces.is_empty() {
            by_state.insert(String::new(), json!(plain(&faces.unit(id, 0), size)?));
        }
        units.insert(unit.id.clone(), Value::Object(by_state));
    }
    let mut markers = Map::new();
    for (id, marker) in game.markers.iter() {
        let id: MarkerId = id;
        markers.insert(marker.id.clone(), json!(plain(&faces.marker(id), size)?));
    }
    let mut cards = Map::new();
    let (ruler, paper) = (Ruler::new(), card::size(game.art.print.bridge_cards));
    for it in game.cards.values() {
        let front = match it.faces.is_empty() {
            true => plain(&card::side(&faces, game, it, true, paper, &ruler), paper)?,
            false => plain(&faces.chit(it, true), size)?,
        };
        cards.insert(it.id.clone(), json!(front));
    }
    let map = map(game, scenario, &art);
    let drawn_map = match &map {
        Some(map) => {
            Some(svg::render(&map.scene, 0).map_err(|why| explained(&why, &art, |scene| svg::render(scene, 0).map(drop)))?)
        }
        None => None,
    };
    let pictures = json!({
        "map": drawn_map,
        "units": units,
        "markers": markers,
        "cards": cards,
        "charts": charts(game, &faces, &art)?,
    });
    let page = map.as_ref().and_then(|map| map.scene.pages.first()).map(|page| (page.width, page.height));
    let colours = game.sides.ids().map(|side| colour(game, &faces, side)).collect();
    Ok(match map {
        Some(map) => Drawn { pictures, map: page, across: map.across, centres: map.centres, beside: map.beside, colours },
        None => Drawn { pictures, map: None, across: size.0, centres: Vec::new(), beside: Vec::new(), colours },
    })
}

/// The map without counters; what a scenario does not use is faded.
fn map(game: &Game, scenario: ScenarioId, art: &Art) -> Option<hexmap::Drawn> {
    let map = game.map.as_ref()?;
    let scenario = game.scenarios.at(scenario);
    let used: Option<Vec<HexId>> = scenario.and_then(|it| map.areas.at(it.map?)).map(|area| area.hexes.clone());
    let faded = used.map(|used| map.board.hexes().filter(|hex| !used.contains(hex)).collect()).unwrap_or_default();
    let subtitle = scenario.map(|scenario| scenario.called().to_owned());
    hexmap::draw(game, &Options { images: art.map_images(game), faded, subtitle, ..Options::default() })
}

/// Charts and terrain key, a page each.
fn charts(game: &Game, faces: &Faces<'_>, art: &Art) -> Result<Vec<Value>, String> {
    let mut pages = chart::charts(game, Paper::A4);
    pages.extend(chart::pictures(game, faces, Paper::A4));
    let drawn = pages.into_iter().map(|page| {
        let title = page.title.clone();
        rendered(page, faces.pictures(), art).map(|svg| json!({ "title": title, "svg": svg }))
    });
    drawn.collect()
}

/// One side of a counter or card on a page of its own.
fn alone(face: &Face, (width, height): (f64, f64), pictures: &[Picture], art: &Art) -> Result<String, String> {
    let node = face.cut_out(Point { x: 0.0, y: 0.0 }, (width, height));
    rendered(Page { title: String::new(), width, height, ground: None, nodes: vec![node] }, pictures, art)
}

fn rendered(page: Page, pictures: &[Picture], art: &Art) -> Result<String, String> {
    let scene = Scene::single(page, pictures);
    svg::render(&scene, 0).map_err(|why| explained(&why, art, |scene| svg::render(scene, 0).map(drop)))
}

/// The colour that most counters of a side have.
fn colour(game: &Game, faces: &Faces<'_>, side: SideId) -> Option<Color> {
    let mut seen: Vec<(Color, usize)> = Vec::new();
    let of_side = game.units.iter().filter(|(_, unit)| unit.side == Some(side));
    let some: Vec<UnitId> = of_side.map(|(id, _)| id).take(64).collect();
    for ground in some.iter().filter_map(|id| faces.unit(*id, 0).ground) {
        match seen.iter_mut().find(|(known, _)| *known == ground) {
            Some((_, n)) => *n += 1,
            None => seen.push((ground, 1)),
        }
    }
    // The first of several that are equally frequent, so that the same game has the same colours.
    let most = seen.iter().map(|(_, n)| *n).max()?;
    seen.iter().find(|(_, n)| *n == most).map(|(color, _)| *color).filter(|_| side.index() < game.sides.len())
}
