//! The map of a bundle: every hex, hexside and link by its printed number.

use serde_json::{Value, json};

use super::words::{object, text};
use crate::hexgrid::{Board, Cell, Corner, GridSpec, HexId, Join, Letters, SheetSpec, Stagger, Top};
use crate::model::*;

pub(super) fn map(game: &Game, map: &Map) -> Value {
    let board = &map.board;
    let hex = |hex: HexId| board.name(hex);
    let hexes = |list: &[HexId]| list.iter().map(|h| hex(*h)).collect::<Vec<_>>();
    let terrain = |id: TerrainId| json!(game.terrain[id].id);
    let numbers = |values: &crate::model::Values| (!values.is_empty()).then(|| json!(values));
    let side = |id: Option<SideId>| id.map(|s| json!(game.sides[s].id));
    let ground = |h: HexId| {
        let values = map.values.get(&h).and_then(numbers);
        let ground = map.ground(h).map(terrain);
        (values.is_some() || ground.is_some())
            .then(|| object([("hex", Some(json!(hex(h)))), ("terrain", ground), ("values", values)]))
    };
    // A hex on a joint has its name, and its ground, from the first sheet.
    let terrain_of = |sheet: usize| {
        let own = board.hexes().filter(|h| board.sheet(*h) == Some(sheet)).filter_map(ground);
        json!({"hexes": own.collect::<Vec<_>>()})
    };
    let (boxes, tracks): (Vec<&BoxOffMap>, Vec<&BoxOffMap>) = map.boxes.values().partition(|b| b.track.is_none());
    let mut all = match map.sheets.as_slice() {
        [] => Vec::new(),
        [one] if one.prefix.is_empty() => {
            vec![("grid", Some(grid(&one.grid, &map.holes))), ("terrain", Some(terrain_of(0)))]
        }
        sheets => {
            let sheet = |(nth, spec): (usize, &SheetSpec)| {
                // Every hole has the prefix of its sheet.
                let holes = if nth == 0 { map.holes.as_slice() } else { &[] };
                object([
                    ("prefix", Some(json!(spec.prefix))),
                    ("grid", Some(grid(&spec.grid, holes))),
                    ("joins", (!spec.joins.is_empty()).then(|| json!(spec.joins.iter().map(join).collect::<Vec<_>>()))),
                    ("apart", spec.apart.map(|_| json!(true))),
                    ("gap", spec.apart.map(|gap| json!(gap))),
                    ("terrain", Some(terrain_of(nth))),
                ])
            };
            vec![("sheets", Some(Value::Array(sheets.iter().enumerate().map(sheet).collect())))]
        }
    };
    all.push(("crossings", (!map.bridged).then(|| json!("listed"))));
    let mut list = |name: &'static str, items: Vec<Value>| all.push((name, (!items.is_empty()).then_some(Value::Array(items))));
    list(
        "values",
        map.value_names
            .iter()
            .map(|v| {
                let (min, max) = v.range;
                let number = |n: Option<i32>| n.map(|n| json!(n));
                object([("id", Some(json!(v.id))), ("name", text(&v.name)), ("min", number(min)), ("max", number(max))])
            })
            .collect(),
    );
    list(
        "places",
        map.places
            .values()
            .map(|p| {
                object([
                    ("id", (p.id != p.name).then(|| json!(p.id))),
                    ("name", Some(json!(p.name))),
                    ("class", p.class.map(terrain)),
                    ("hexes", Some(json!(hexes(&p.hexes)))),
                    ("values", numbers(&p.values)),
                ])
            })
            .collect(),
    );
    list(
        "hexsides",
        map.features
            .values()
            .map(|f| {
                let sides: Vec<String> = f.sides.iter().map(|s| board.hexside_name(*s)).collect();
                let id = f.id.as_ref().filter(|id| Some(*id) != f.name.as_ref()).map(|id| json!(id));
                object([
                    ("id", id),
                    ("name", text(&f.name)),
                    ("class", Some(terrain(f.class))),
                    ("sides", Some(json!(sides.join(" ")))),
                ])
            })
            .collect(),
    );
    list(
        "roads",
        map.roads
            .values()
            .map(|r| {
                let leaves: Vec<&str> = r.leaves.iter().map(|e| e.word()).collect();
                object([
                    ("name", text(&r.name)),
                    ("class", Some(terrain(r.class))),
                    ("through", Some(json!(hexes(&r.through).join(" ")))),
                    ("leaves", (!leaves.is_empty()).then(|| json!(leaves))),
                ])
            })
            .collect(),
    );
    list(
        "bridges",
        map.bridges
            .values()
            .filter(|b| !map.bridged || **b != Bridge::plain(b.side))
            .map(|b| {
                let id = b.id.as_ref().filter(|id| Some(*id) != b.name.as_ref()).map(|id| json!(id));
                object([
                    ("at", Some(json!(board.hexside_name(b.side)))),
                    ("id", id),
                    ("name", text(&b.name)),
                    ("kind", b.ford.then(|| json!("ford"))),
                    ("weak", b.weak.then(|| json!(true))),
                    ("state", text(&b.state)),
                    ("owner", side(b.owner)),
                    ("site", b.site.map(|n| json!(n))),
                ])
            })
            .collect(),
    );
    list(
        "areas",
        map.areas
            .values()
            .map(|a| {
                object([
                    ("id", Some(json!(a.id))),
                    ("name", text(&a.name)),
                    ("hexes", Some(json!(hexes(&a.hexes)))),
                    ("group", text(&a.group)),
                ])
            })
            .collect(),
    );
    // Where one comes in, goes out, or is supplied from, has much in common.
    let gate = |id: &str, name: &Option<String>, of: Option<SideId>, at: &[HexId], more: Vec<(&'static str, Option<Value>)>| {
        let first = [("id", Some(json!(id))), ("name", text(name)), ("side", side(of)), ("hexes", Some(json!(hexes(at))))];
        object(first.into_iter().chain(more))
    };
    let outside = |edge: Option<Edge>, behind: Option<BoxId>| {
        vec![("edge", edge.map(|e| json!(e.word()))), ("box", behind.map(|b| json!(map.boxes[b].id)))]
    };
    let entry = |e: &Entry| {
        let mut more = outside(e.edge, e.behind);
        more.push(("road", e.road.map(terrain)));
        gate(&e.id, &e.name, e.side, &e.hexes, more)
    };
    let exit = |e: &Exit| {
        let mut more = outside(e.edge, e.behind);
        more.push(("values", numbers(&e.values)));
        gate(&e.id, &e.name, e.side, &e.hexes, more)
    };
    let source = |e: &Source| gate(&e.id, &e.name, e.side, &e.hexes, vec![("road", (!e.road).then(|| json!(false)))]);
    list("entries", map.entries.values().map(entry).collect());
    list("exits", map.exits.values().map(exit).collect());
    list("sources", map.sources.values().map(source).collect());
    let chains = |a: &Arrow| a.ways.iter().map(|(from, to)| hexes(&[*from, *to]).join(" ")).collect::<Vec<_>>();
    let arrow = |a: &Arrow| {
        object([
            ("id", Some(json!(a.id))),
            ("name", text(&a.name)),
            ("through", Some(json!(chains(a)))),
            ("needs-bridge", a.needs_bridge.then(|| json!(true))),
        ])
    };
    list("arrows", map.arrows.values().map(arrow).collect());
    list(
        "boxes",
        boxes
            .into_iter()
            .map(|b| {
                let on = b.on.as_ref().map(|on| object([("image", text(&on.image)), ("rect", Some(json!(on.rect)))]));
                object([("id", Some(json!(b.id))), ("name", text(&b.name)), ("side", side(b.side)), ("on", on)])
            })
            .collect(),
    );
    list(
        "tracks",
        tracks
            .into_iter()
            .map(|b| {
                let (from, to) = b.track.unwrap_or_default();
                object([
                    ("id", Some(json!(b.id))),
                    ("name", text(&b.name)),
                    ("from", from.map(|n| json!(n))),
                    ("to", to.map(|n| json!(n))),
                ])
            })
            .collect(),
    );
    object(all)
}

fn join(join: &Join) -> Value {
    match join {
        Join::Same(a, b) => json!({"same": [a, b]}),
        Join::Touching(a, b, None) => json!({"touching": [a, b]}),
        Join::Touching(a, b, Some(way)) => json!({"touching": [a, b], "way": way.word()}),
    }
}

fn grid(spec: &GridSpec, holes: &[String]) -> Value {
    let corner = match spec.corner {
        Corner::NorthWest => "north-west",
        Corner::NorthEast => "north-east",
        Corner::SouthWest => "south-west",
        Corner::SouthEast => "south-east",
    };
    let cell = Cell {
        column: if spec.corner.is_east() { spec.columns.saturating_sub(1) } else { 0 },
        row: if spec.corner.is_south() { spec.rows.saturating_sub(1) } else { 0 },
    };
    // The whole grid, because the first hex may be one of the holes.
    let whole = Board::single(spec).ok();
    let first = whole.as_ref().and_then(|board| Some(board.name(board.sheets().first()?.hex(cell)?)));
    object([
        ("columns", Some(json!(spec.columns))),
        ("rows", Some(json!(spec.rows))),
        ("top", Some(json!(if spec.top == Top::Flat { "flat" } else { "pointy" }))),
        ("numbers", Some(json!(spec.numbering))),
        ("first", first.map(|f| json!(f))),
        ("corner", Some(json!(corner))),
        (
            "touching",
            match &spec.stagger {
                Stagger::Touching(a, b) => Some(json!([a, b])),
                Stagger::Odd | Stagger::Even => None,
            },
        ),
        ("letters", Some(json!(if spec.letters == Letters::Spreadsheet { "spreadsheet" } else { "doubled" }))),
        ("holes", (!holes.is_empty()).then(|| json!(holes))),
    ])
}
