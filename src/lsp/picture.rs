//! Pictures for an editor: the counter under the cursor, the map and all counters beside the text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::analysis::Analysis;
use crate::draw::counter::{Art, Drawn, Faces};
use crate::draw::hexmap::{self, Options};
use crate::draw::scene::{Page, Picture, Point, Scene};
use crate::draw::standing;
use crate::model::{Called, Game, UnitId};
use crate::render::{png, svg};

/// So large a counter is in a hover, in pixels a millimetre.
const PIXELS: f64 = 7.0;
/// So many counters are drawn at once.
const COUNTERS: usize = 2_000;

/// A face of a counter as a picture inside of text.
pub(super) fn counter_link(game: &Game, id: UnitId, face: usize) -> Option<String> {
    let faces = Faces::new(game);
    let scene = alone(&faces.unit(id, face), faces.area(), faces.pictures());
    let bytes = png::render(&scene, 0, PIXELS).ok()?;
    Some(format!("![counter](data:image/png;base64,{}) ", STANDARD.encode(bytes)))
}

fn alone(face: &Drawn, (width, height): (f64, f64), pictures: &[Picture]) -> Scene {
    let node = face.cut_out(Point { x: 0.0, y: 0.0 }, (width, height));
    Scene::single(Page { title: String::new(), width, height, ground: None, nodes: vec![node] }, pictures)
}

/// The map with the counters of a scenario, and where its hexes lie on it.
pub(super) fn map(analysis: &Analysis, scenario: Option<&str>) -> Result<Value, String> {
    let game = &analysis.compiled.game;
    let map = game.map.as_ref().ok_or("the game has no map that could be drawn")?;
    hexmap::drawable(game).map_err(|why| why.to_string())?;
    let scenarios: Vec<Value> = game.scenarios.values().map(|it| json!({ "id": it.id, "name": it.called() })).collect();
    let wanted = |id: &str| game.scenarios.iter().find(|(_, it)| it.id == id);
    let chosen = scenario.and_then(wanted).or_else(|| game.scenarios.iter().next());
    let options = Options {
        images: hexmap::images(game),
        subtitle: chosen.map(|(_, it)| it.called().to_owned()),
        scenario: chosen.map(|(id, _)| id),
        ..Options::default()
    };
    let mut drawn = hexmap::draw(game, &options).ok_or("the map has neither hexes nor boxes")?;
    if let Some((_, scenario)) = chosen {
        standing::put(game, &mut drawn, &standing::at_start(game, scenario));
    }
    let picture = svg::render(&drawn.scene, 0).map_err(|why| why.to_string())?;
    let page = drawn.scene.pages.first().ok_or("there is nothing to draw")?;
    let centres: Map<String, Value> =
        map.board.hexes().zip(&drawn.centres).map(|(hex, at)| (map.board.name(hex), json!([at.x, at.y]))).collect();
    Ok(json!({
        "svg": picture,
        "width": page.width,
        "height": page.height,
        "across": drawn.across,
        "centres": centres,
        "scenarios": scenarios,
        "scenario": chosen.map(|(_, it)| it.id.clone()),
    }))
}

/// The counters of a game, both sides of each, in the order of the list.
pub(super) fn counters(analysis: &Analysis) -> Result<Value, String> {
    let game = &analysis.compiled.game;
    let art = Art::new(game);
    let faces = art.faces(game, game.art.counter());
    let mut units = Vec::new();
    for (id, unit) in game.units.iter().take(COUNTERS) {
        let drawn =
            (0..unit.faces.len().max(1)).map(|n| svg::render(&alone(&faces.unit(id, n), faces.area(), faces.pictures()), 0));
        let sides: Vec<String> = drawn.collect::<Result<_, _>>().map_err(|why| why.to_string())?;
        units.push(json!({ "id": unit.id, "name": unit.name, "sides": sides }));
    }
    Ok(json!({ "units": units, "more": game.units.len().saturating_sub(COUNTERS) }))
}
