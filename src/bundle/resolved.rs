//! The game and one scenario, with nothing left to look up, in the format that authors write.

use serde_json::{Value, json};

use super::map::map;
use super::scenario::{rules, scenario as resolved_scenario, turns};
use super::words::{Words, object, text};
use crate::format::FORMAT;
use crate::model::*;

/// The resolved game as JSON; its schema is schemas/bundle.schema.json.
pub fn resolved(game: &Game, scenario: ScenarioId) -> Value {
    let words = Words { game };
    object([
        ("bundle", Some(json!(super::BUNDLE_VERSION))),
        ("module", Some(module(&words))),
        ("map", game.map.as_ref().map(|found| map(game, found))),
        ("turns", (!game.turns.is_empty()).then(|| turns(&words))),
        ("rules", Some(rules(&words))),
        ("scenario", Some(resolved_scenario(&words, &game.scenarios[scenario]))),
    ])
}

fn numbers(values: &Values) -> Option<Value> {
    (!values.is_empty()).then(|| json!(values))
}

fn module(words: &Words<'_>) -> Value {
    let game = words.game;
    let named = |id: &str, name: &Option<String>| object([("id", Some(json!(id))), ("name", text(name))]);
    let side = |id: Option<SideId>| id.map(|s| words.side(s));
    let list = |list: Vec<Value>| Some(Value::Array(list));
    object([
        ("format", Some(json!(FORMAT))),
        ("name", Some(json!(game.name))),
        ("id", (!game.id.is_empty()).then(|| json!(game.id))),
        ("version", text(&game.version)),
        ("sides", list(game.sides.values().map(|s| named(&s.id, &s.name)).collect())),
        (
            "nations",
            list(
                game.nations
                    .values()
                    .map(|n| object([("id", Some(json!(n.id))), ("name", text(&n.name)), ("side", side(n.side))]))
                    .collect(),
            ),
        ),
        ("classes", list(game.classes.values().map(|c| named(&c.id, &c.name)).collect())),
        (
            "types",
            list(
                game.types
                    .values()
                    .map(|t| {
                        let class = t.class.map(|c| json!(game.classes[c].id));
                        object([
                            ("id", Some(json!(t.id))),
                            ("name", text(&t.name)),
                            ("class", class),
                            ("symbol", Some(json!(t.symbol))),
                        ])
                    })
                    .collect(),
            ),
        ),
        ("ratings", list(game.ratings.values().map(|r| rating(words, r)).collect())),
        (
            "states",
            list(
                game.states
                    .values()
                    .map(|s| object([("id", Some(json!(s.id))), ("name", text(&s.name)), ("step", Some(json!(s.step)))]))
                    .collect(),
            ),
        ),
        ("formations", list(game.formations.values().map(|f| formation(words, f)).collect())),
        ("units", list(game.units.values().map(|u| unit(words, u)).collect())),
        ("markers", list(game.markers.values().map(|m| marker(words, m)).collect())),
        ("cards", list(game.cards.values().map(|c| card(words, c)).collect())),
        ("terrain", list(game.terrain.values().map(|t| terrain(game, t)).collect())),
        ("tables", list(game.tables.values().map(|t| table(words, t)).collect())),
    ])
}

fn rating(words: &Words<'_>, rating: &Rating) -> Value {
    object([
        ("id", Some(json!(rating.id))),
        ("name", text(&rating.name)),
        ("min", rating.min.map(|n| json!(n))),
        ("max", rating.max.map(|n| json!(n))),
        ("only", rating.only.as_ref().and_then(|u| words.piece(u))),
        ("required", rating.required.then(|| json!(true))),
        ("rises", rating.rises.then(|| json!(true))),
    ])
}

fn formation(words: &Words<'_>, formation: &Formation) -> Value {
    object([
        ("id", Some(json!(formation.id))),
        ("name", text(&formation.name)),
        ("short", text(&formation.short)),
        ("in", formation.parent.map(|p| json!(words.game.formations[p].id))),
        ("side", formation.side.map(|s| words.side(s))),
        ("level", text(&formation.level)),
        ("units", formation.units.map(|n| json!(n))),
    ])
}

fn unit(words: &Words<'_>, unit: &Unit) -> Value {
    let game = words.game;
    let ratings = |face: &Face| {
        let known = game.ratings.iter().filter_map(|(id, rating)| match face.rating(id) {
            RatingValue::Absent => None,
            RatingValue::Unknown => Some((rating.id.clone(), json!("?"))),
            RatingValue::Known(n) => Some((rating.id.clone(), json!(n))),
        });
        let map: serde_json::Map<String, Value> = known.collect();
        (!map.is_empty()).then_some(Value::Object(map))
    };
    let face = |face: &Face| {
        object([("state", Some(words.state(face.state))), ("ratings", ratings(face)), ("picture", text(&face.picture))])
    };
    let more: Vec<Value> = unit.faces.iter().skip(2).map(face).collect();
    object([
        ("id", Some(json!(unit.id))),
        ("name", text(&unit.name)),
        ("side", unit.side.map(|s| words.side(s))),
        ("nation", unit.nation.map(|n| json!(game.nations[n].id))),
        ("formation", unit.formation.map(|f| json!(game.formations[f].id))),
        ("type", unit.kind.map(|t| json!(game.types[t].id))),
        ("class", unit.class.map(|c| json!(game.classes[c].id))),
        ("size", text(&unit.size)),
        ("designation", text(&unit.designation)),
        ("ratings", unit.faces.first().and_then(ratings)),
        ("picture", unit.faces.first().and_then(|front| text(&front.picture))),
        ("back", unit.faces.get(1).map(face)),
        ("more", (!more.is_empty()).then_some(Value::Array(more))),
        ("steps", unit.steps.map(|n| json!(n))),
        ("count", (unit.count != 1).then(|| json!(unit.count))),
        ("tags", (!unit.tags.is_empty()).then(|| json!(unit.tags))),
        ("properties", (!unit.properties.is_empty()).then(|| json!(unit.properties))),
        ("remnant", unit.remnant.map(|u| words.unit(u))),
        ("breakdown", (!unit.breakdown.is_empty()).then(|| unit.breakdown.iter().map(|u| words.unit(*u)).collect())),
    ])
}

fn marker(words: &Words<'_>, marker: &Marker) -> Value {
    let on = marker.on.map(|on| match on {
        MarkerOn::Hex => "hex",
        MarkerOn::Hexside => "hexside",
        MarkerOn::Unit => "unit",
        MarkerOn::Track => "track",
    });
    object([
        ("id", Some(json!(marker.id))),
        ("name", text(&marker.name)),
        ("side", marker.side.map(|s| words.side(s))),
        ("on", on.map(|on| json!(on))),
        ("count", marker.count.map(|n| json!(n))),
        ("picture", text(&marker.picture)),
        ("back", marker.back.map(|m| words.marker(m))),
        ("at", marker.at.as_ref().and_then(|hexes| words.piece(hexes))),
        ("across", marker.across.as_ref().and_then(|sides| words.piece(sides))),
        ("apart", (!marker.apart.is_empty()).then(|| marker.apart.iter().map(|m| words.marker(*m)).collect())),
    ])
}

fn card(words: &Words<'_>, card: &Card) -> Value {
    object([
        ("id", Some(json!(card.id))),
        ("name", text(&card.name)),
        ("deck", Some(json!(card.deck))),
        ("side", card.side.map(|s| words.side(s))),
        ("count", (card.count != 1).then(|| json!(card.count))),
        ("text", text(&card.text)),
        ("picture", text(&card.picture)),
        ("back", text(&card.back)),
        ("effects", words.pieces(&card.effects)),
        ("if", card.when.as_ref().and_then(|when| written(words.game, when))),
        ("in", card.present.as_ref().and_then(|when| written(words.game, when))),
        ("refills", card.refills.then(|| json!(true))),
        ("faces", words.pieces(&card.faces)),
    ])
}

fn terrain(game: &Game, terrain: &Terrain) -> Value {
    let costs = |tolls: &[Option<TerrainCost>]| -> serde_json::Map<String, Value> {
        let word = |id: ClassId| tolls.get(id.index())?.as_ref().map(|toll| toll.word(&game.words));
        game.classes.iter().filter_map(|(id, class)| Some((class.id.clone(), json!(word(id)?)))).collect()
    };
    let cost = costs(&terrain.cost);
    let grounds: serde_json::Map<String, Value> =
        terrain.grounds.iter().map(|(ground, tolls)| (ground.clone(), Value::Object(costs(tolls)))).collect();
    let on = match terrain.on {
        TerrainOn::Hex => "hex",
        TerrainOn::Feature => "feature",
        TerrainOn::Hexside => "hexside",
        TerrainOn::Road => "road",
    };
    let layer = match terrain.layer {
        Layer::Replaces => "replaces",
        Layer::Adds => "adds",
        Layer::Ignores => "ignores",
    };
    object([
        ("id", Some(json!(terrain.id))),
        ("name", text(&terrain.name)),
        ("on", Some(json!(on))),
        ("layer", Some(json!(layer))),
        ("water", terrain.water.map(|water| json!(water))),
        ("bridge-alone", terrain.bridge_alone.then(|| json!(true))),
        ("cost", (!cost.is_empty()).then_some(Value::Object(cost))),
        ("grounds", (!grounds.is_empty()).then_some(Value::Object(grounds))),
        ("values", numbers(&terrain.values)),
        ("rule", text(&terrain.rule)),
    ])
}

fn table(words: &Words<'_>, table: &Table) -> Value {
    let card = |n: i32| usize::try_from(n).ok().and_then(|n| words.game.cards.at(CardId::new(n))).map(|card| card.id.clone());
    let row_of = |columns: &[String], row: &Row| {
        let roll = match &table.draw {
            Some(_) => card(row.from).unwrap_or_default(),
            None if row.from == row.to => row.from.to_string(),
            None => format!("{}-{}", row.from, row.to),
        };
        let cells = columns.iter().zip(&row.cells).filter(|(column, _)| !column.is_empty());
        let cells: serde_json::Map<String, Value> = cells.filter_map(|(c, r)| Some((c.clone(), json!(r.as_ref()?)))).collect();
        let single = columns.iter().zip(&row.cells).find(|(column, _)| column.is_empty());
        object([
            ("roll", Some(json!(roll))),
            ("result", single.and_then(|(_, result)| text(result))),
            ("cells", (!cells.is_empty()).then_some(Value::Object(cells))),
        ])
    };
    let modifier = |m: &Modifier| {
        object([("add", Some(json!(m.add))), ("text", text(&m.text)), ("if", m.when.as_ref().and_then(|c| words.piece(c)))])
    };
    let result =
        |r: &ResultCode| object([("code", Some(json!(r.code))), ("text", text(&r.text)), ("effects", words.pieces(&r.effects))]);
    object([
        ("id", Some(json!(table.id))),
        ("title", text(&table.title)),
        ("dice", table.dice.map(|dice| json!(dice.to_string()))),
        ("beyond", table.clamp.then(|| json!("clamp"))),
        ("draw", text(&table.draw)),
        ("columns", table.odds.then(|| json!("odds")).or(table.numbers.then(|| json!("numbers")))),
        ("ordered", table.ordered.then(|| json!(true))),
        ("rows", (!table.rows.is_empty()).then(|| table.rows.iter().map(|row| row_of(&table.columns, row)).collect())),
        ("reprint", table.reprint.as_ref().map(|(columns, rows)| rows.iter().map(|row| row_of(columns, row)).collect())),
        ("modifiers", (!table.modifiers.is_empty()).then(|| table.modifiers.iter().map(modifier).collect())),
        ("results", table.results.as_ref().map(|list| list.iter().map(result).collect())),
        ("notes", (!table.notes.is_empty()).then(|| json!(table.notes))),
        ("rule", text(&table.rule)),
    ])
}
