//! The key: every kind of terrain that the map shows, drawn as on the map, with its name, what it costs and what else
//! it does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::canvas::{Canvas, Lay, hexagon, outward, plus};
use super::effects::effects;
use super::field::Frame;
use super::free::Free;
use super::names::{keyed, scattered};
use super::overlay::{area_color, ticks};
use super::panels::{frame, letters, wrapped};
use super::region::Region;
use super::style::{self, BRICK_INK, EARTH_NAME, HALO, INK, LineKind};
use super::{paint, scatter, towns};
use crate::draw::chart::called;
use crate::draw::font;
use crate::draw::scene::{Anchor, Cap, Color, Face, Group, Node, Path, Rect, Shape, Stroke, Text};
use crate::hexgrid::{Point, Top};
use crate::model::{
    AreaId, Called, Cost, Game, Key as _, MapLayer, PlaceSymbol, Points, Terrain, TerrainCost, TerrainId, TerrainOn,
};

/// What a line of the key shows.
#[derive(Clone, Copy)]
enum Shown {
    Terrain(TerrainId),
    Area(AreaId),
    Bridge { weak: bool, ford: bool },
    Source,
    Arrow { broad: bool },
}

/// A line of the key.
struct Item {
    shown: Shown,
    name: String,
    /// What it costs, and what else it does; each goes on over as many lines as it needs.
    says: Vec<String>,
}

/// All lines of the key, and the width of their words.
pub(super) struct Key {
    items: Vec<Item>,
    words: f64,
}

impl Key {
    /// The key of what the map shows; nothing if that is nothing.
    pub(super) fn new(canvas: &Canvas<'_>, layers: &BTreeSet<MapLayer>) -> Option<Key> {
        let items = items(canvas, layers);
        let wide = |item: &Item| {
            let name = font::width(Face::Serif, &item.name, letters(canvas));
            let said = item.says.iter().map(|line| font::width(Face::Regular, line, small(canvas)).min(most(canvas)));
            said.fold(name, f64::max)
        };
        let words = items.iter().map(wide).fold(0.0, f64::max);
        (!items.is_empty()).then_some(Key { items, words })
    }
}

/// What of the terrain is on the map, in the order of its list; then bridges, sources and scattered areas.
fn items(canvas: &Canvas<'_>, layers: &BTreeSet<MapLayer>) -> Vec<Item> {
    let (map, game) = (canvas.map, canvas.game);
    let grounds: BTreeSet<TerrainId> = canvas.board.hexes().filter_map(|hex| map.ground(hex)).collect();
    let shown = |id: TerrainId, terrain: &Terrain| match terrain.on {
        TerrainOn::Hex => layers.contains(&MapLayer::Terrain) && grounds.contains(&id),
        TerrainOn::Feature => layers.contains(&MapLayer::Places) && map.places.values().any(|place| place.class == Some(id)),
        TerrainOn::Hexside => layers.contains(&MapLayer::Rivers) && map.features.values().any(|feature| feature.class == id),
        TerrainOn::Road => layers.contains(&MapLayer::Roads) && map.roads.values().any(|road| road.class == id),
    };
    let all = game.terrain.iter().filter(|(id, terrain)| shown(*id, terrain));
    let fought = effects(game);
    let mut items: Vec<Item> = all
        .map(|(id, terrain)| {
            let fought = fought.get(&id).map(Vec::as_slice).unwrap_or_default();
            Item {
                shown: Shown::Terrain(id),
                name: called(terrain.name.as_deref(), &terrain.id),
                says: says(game, terrain, fought),
            }
        })
        .collect();
    let plain = |shown: Shown, name: &str| Item { shown, name: name.to_owned(), says: Vec::new() };
    if layers.contains(&MapLayer::Bridges) {
        for (weak, ford, name) in [(false, false, "Bridge"), (true, false, "Weak bridge"), (false, true, "Ford")] {
            if map.bridges.values().any(|bridge| bridge.ford == ford && (ford || bridge.weak == weak)) {
                items.push(plain(Shown::Bridge { weak, ford }, name));
            }
        }
    }
    if layers.contains(&MapLayer::Entries) && !map.sources.is_empty() {
        items.push(plain(Shown::Source, "Source of supply"));
    }
    if layers.contains(&MapLayer::Arrows) {
        for (n, arrow) in map.arrows.values().enumerate().filter(|(_, arrow)| !arrow.ways.is_empty()) {
            items.push(plain(Shown::Arrow { broad: n == 0 }, &called(arrow.name.as_deref(), &arrow.id)));
        }
    }
    if layers.contains(&MapLayer::Areas) {
        for (id, area) in map.areas.iter().filter(|(_, area)| area.name.is_some() && keyed(canvas, area)) {
            items.push(plain(Shown::Area(id), area.called()));
        }
    }
    items
}

/// What a kind of terrain costs, by classes that pay the same, its other numbers, and what it does in combat.
fn says(game: &Game, terrain: &Terrain, fought: &[String]) -> Vec<String> {
    let mut costs: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for (id, class) in game.classes.iter() {
        if let Some(toll) = terrain.cost.get(id.index()).and_then(Option::as_ref) {
            let word = demanded(game, toll);
            if !costs.contains_key(&word) {
                order.push(word.clone());
            }
            costs.entry(word).or_default().push(class.called());
        }
    }
    let mut lines: Vec<String> = Vec::new();
    match order.as_slice() {
        [] => {}
        [one] if one.starts_with(|c: char| c.is_numeric() || c == '+' || c == '−') => lines.push(format!("cost {one}")),
        [one] => lines.push(one.clone()),
        many => {
            // The most for themselves, the others by name.
            let most = many.iter().max_by_key(|word| costs.get(*word).map_or(0, Vec::len));
            let parts = many.iter().map(|word| {
                let who = costs.get(word).map(Vec::as_slice).unwrap_or_default();
                let who = if Some(word) == most && who.len() > 2 { "others".to_owned() } else { who.join(", ") };
                format!("{who} {word}")
            });
            lines.push(parts.collect::<Vec<_>>().join("; "));
        }
    }
    let called = |name: &str| {
        let listed = game.map.iter().flat_map(|map| &map.value_names).find(|value| value.id == name);
        listed.and_then(|value| value.name.clone()).unwrap_or_else(|| name.to_owned())
    };
    let sign = |n: i32| if n > 0 { format!("+{n}") } else { n.to_string().replace('-', "−") };
    let values = terrain.values.names().filter_map(|name| Some((name, terrain.values.get(name)?))).filter(|(_, n)| *n != 0);
    let values: Vec<String> = values.map(|(name, n)| format!("{} {}", called(name), sign(n))).collect();
    // What a number of the terrain says already needs not be said by a rule.
    let fought: Vec<&str> = fought.iter().map(String::as_str).filter(|word| !values.iter().any(|own| own == word)).collect();
    lines.extend([values.join(", "), fought.join("; ")].into_iter().filter(|line| !line.is_empty()));
    lines
}

/// What is demanded of those who come, in words.
fn demanded(game: &Game, toll: &TerrainCost) -> String {
    let cost = match (toll.cost, toll.mode) {
        (_, Some(mode)) => {
            let mut modes = game.rules.movement.iter().flat_map(|movement| movement.modes.iter());
            let named = modes.find(|entry| entry.id.number() == mode).and_then(|entry| entry.name.as_deref());
            format!("only in “{}”", named.unwrap_or_else(|| game.words.modes.word(mode)))
        }
        (Cost::Add(Points(0)), None) if toll.first => String::new(),
        (Cost::Points(points), None) => points.to_string(),
        (Cost::Add(points), None) if points.0 < 0 => points.to_string(),
        (Cost::Add(points), None) => format!("+{points}"),
        (Cost::No, None) => "not allowed".to_owned(),
        (Cost::Road, None) => "by road only".to_owned(),
        (Cost::All, None) => "whole allowance".to_owned(),
        (Cost::Other, None) => "as the rest of the hex".to_owned(),
        (Cost::Unknown, None) => "?".to_owned(),
    };
    let words = [cost.as_str(), if toll.first { "as first step" } else { "" }, if toll.stop { "then stop" } else { "" }];
    let words = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ");
    words.replace('-', "−").replace("1/2", "½")
}

/// Across the flats of a sample hex.
fn sample(canvas: &Canvas<'_>) -> f64 {
    (canvas.a * 0.72).clamp(6.0, 16.0)
}

/// The size of what is said below a name.
fn small(canvas: &Canvas<'_>) -> f64 {
    letters(canvas) * 0.78
}

/// The widest that the words of an item have to be; where there is more room they take it.
fn most(canvas: &Canvas<'_>) -> f64 {
    letters(canvas) * 13.0
}

/// How the lines of the key stand.
struct Columns {
    /// The width of a column, and how many there are.
    wide: f64,
    count: usize,
    /// How high a row is.
    tall: f64,
    /// What each item says, line by line.
    said: Vec<Vec<String>>,
}

impl Columns {
    fn new(canvas: &Canvas<'_>, Key { items, words }: &Key, width: f64) -> Columns {
        let size = letters(canvas);
        let beside = sample(canvas) * 1.2 + 2.0 + 4.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100")]
        let fit = ((width - 4.0) / (beside + words)).floor().clamp(1.0, 100.0) as usize;
        // As many rows as are needed, all columns alike.
        let rows = items.len().div_ceil(fit.max(1)).max(1);
        let count = items.len().div_ceil(rows).max(1);
        let wide = (beside + words).max((width - 4.0) / float(count));
        let room = (wide - beside).max(*words);
        let lines = |item: &Item| -> Vec<String> {
            item.says.iter().flat_map(|text| wrapped(text, Face::Regular, small(canvas), room)).collect()
        };
        let said: Vec<Vec<String>> = items.iter().map(lines).collect();
        let most = said.iter().map(Vec::len).max().unwrap_or(0);
        let tall = size * 1.2 + float(most) * small(canvas) * 1.2 + 1.0;
        // A hex that stands on a corner is higher than wide.
        let room = if canvas.board.top() == Top::Flat { 1.12 } else { 1.24 };
        Columns { wide, count, tall: tall.max(sample(canvas) * room), said }
    }
}

fn float(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

impl Key {
    pub(super) fn size(&self, canvas: &Canvas<'_>, width: f64) -> (f64, f64) {
        let Columns { count, tall, .. } = Columns::new(canvas, self, width);
        let rows = float(self.items.len().div_ceil(count.max(1)));
        (width, letters(canvas) * 1.6 + rows * tall + 3.0)
    }

    pub(super) fn paint(&self, canvas: &Canvas<'_>, rect: Rect, nodes: &mut Vec<Node>) {
        frame(canvas, "Key", rect, None, nodes);
        paint_items(canvas, self, rect, nodes);
    }
}

fn paint_items(canvas: &Canvas<'_>, key: &Key, rect: Rect, nodes: &mut Vec<Node>) {
    let Columns { wide, count, tall, said } = Columns::new(canvas, key, rect.width);
    let (across, size) = (sample(canvas), letters(canvas));
    for ((n, item), said) in key.items.iter().enumerate().zip(&said) {
        let x = rect.x + 3.0 + float(n % count.max(1)) * wide;
        let y = rect.y + size * 1.6 + 2.0 + (float(n / count.max(1)) + 0.5) * tall - across * 0.05;
        let centre = Point { x: x + across * 0.6, y };
        nodes.extend(match item.shown {
            Shown::Terrain(id) => swatch(canvas.game, id, centre, (across, canvas.a * 0.9), n as u64),
            other => sign(canvas, other, centre, across),
        });
        let high = size * font::CAP_HEIGHT + float(said.len()) * small(canvas) * 1.2;
        let mut base = Point { x: x + across * 1.2 + 2.0, y: y - high / 2.0 + size * font::CAP_HEIGHT };
        let face = Face::Serif.able(&item.name);
        nodes.push(Text::new(base, Anchor::Start, item.name.clone(), face, size, INK).into());
        for line in said {
            base.y += small(canvas) * 1.2;
            nodes.push(Text::new(base, Anchor::Start, line.clone(), Face::Regular, small(canvas), EARTH_NAME).into());
        }
    }
}

/// What is no terrain: a bridge, a source, an area.
fn sign(canvas: &Canvas<'_>, shown: Shown, centre: Point, across: f64) -> Vec<Node> {
    let a = canvas.a * 0.9;
    let p = |x: f64, y: f64| Point { x: centre.x + x * a, y: centre.y + y * a };
    let mut nodes: Vec<Node> = Vec::new();
    match shown {
        Shown::Bridge { weak, ford } => {
            let (mut river, mut road, mut rails) = (Path::new(), Path::new(), Path::new());
            river.line(p(-0.4, 0.0), p(0.4, 0.0));
            road.line(p(0.0, -0.3), p(0.0, 0.3));
            nodes.push(Shape::stroked(river.clone(), Stroke::butt(style::WATER_INK, a * 0.126)).into());
            nodes.push(Shape::stroked(river, Stroke::butt(style::WATER, a * 0.1)).into());
            if ford {
                for y in [-0.08, 0.0, 0.08] {
                    let mut stone = Path::new();
                    stone.circle(p(0.0, y), a * 0.028);
                    nodes.push(Shape::filled(stone, style::OPEN).with_stroke(Stroke::round(INK, a * 0.014)).into());
                }
                return nodes;
            }
            nodes.push(Shape::stroked(road.clone(), Stroke::butt(Color::hex(0x6b_5640), a * 0.072)).into());
            nodes.push(Shape::stroked(road, Stroke::butt(Color::hex(0xfc_f6e6), a * 0.044)).into());
            for side in [-1.0, 1.0] {
                rails.polyline(&[p(side * 0.089, -0.14), p(side * 0.054, -0.11), p(side * 0.054, 0.11), p(side * 0.089, 0.14)]);
            }
            let rail = Stroke::round(INK, a * 0.026);
            let rail = if weak { Stroke { cap: Cap::Butt, ..rail }.dashed(&[a * 0.05, a * 0.035]) } else { rail };
            nodes.push(Shape::stroked(rails.clone(), Stroke::round(HALO.alpha(204), a * 0.055)).into());
            nodes.push(Shape::stroked(rails, rail).into());
        }
        Shown::Arrow { broad } => {
            let at = Point { x: centre.x - a * 0.4, ..centre };
            nodes.extend(super::arrows::one(at, Point { x: 1.0, y: 0.0 }, a, broad));
        }
        Shown::Source => {
            let mut path = Path::new();
            path.polygon(&towns::star(centre, a * 0.16));
            nodes.push(Shape::filled(path, style::OPEN).with_stroke(Stroke::round(INK, a * 0.018)).into());
        }
        Shown::Area(id) => {
            let loose = canvas.map.areas.at(id).is_some_and(|area| scattered(canvas, &area.hexes));
            let stroke = Stroke::round(area_color(id).alpha(230), a * 0.026);
            nodes.push(if loose {
                let mut path = Path::new();
                ticks(&mut path, canvas.board.top(), centre, across * 0.9);
                Shape::stroked(path, stroke).into()
            } else {
                let outline = hexagon(canvas.board.top(), centre, across * 0.9);
                Shape::stroked(outline, Stroke { cap: Cap::Butt, ..stroke }.dashed(&[a * 0.085, a * 0.06])).into()
            });
        }
        Shown::Terrain(_) => {}
    }
    nodes
}

/// A hex of a kind of terrain as on the map, about a point: so wide across its flats, everything on it as on hexes of
/// size `a`.
pub(in crate::draw) fn swatch(game: &Game, id: TerrainId, centre: Point, (across, a): (f64, f64), seed: u64) -> Vec<Node> {
    let Some(terrain) = game.terrain.at(id) else { return Vec::new() };
    let top = game.map.as_ref().map_or(Top::Flat, |map| map.board.top());
    let outline = hexagon(top, centre, across);
    let rim = Stroke::round(INK.alpha(150), across * 0.015);
    let mut inside: Vec<Node> = vec![Shape::filled(outline.clone(), style::OPEN).into()];
    let lay = Lay::new(a, centre);
    match terrain.on {
        TerrainOn::Hex => {
            let ground = style::ground(game, id);
            inside.push(Shape::filled(outline.clone(), ground.fill).into());
            if !ground.open {
                inside.extend(patch(game, id, across / a, u32::try_from(seed % 1000).unwrap_or(0), &lay));
            }
        }
        TerrainOn::Feature => {
            if game.art.map.terrain.get(&id).is_some_and(|art| art.fill.is_some() || art.texture.is_some()) {
                inside.extend(patch(game, id, across / a * 0.72, 3, &lay));
            }
            if let Some(reach) = style::town_reach(game, Some(id)) {
                inside.extend(street(reach, &lay));
            }
            if let Some(symbol) = style::symbol(game, Some(id)).filter(|symbol| *symbol != PlaceSymbol::None) {
                inside.extend(towns::mark(symbol, centre, a));
            }
        }
        TerrainOn::Hexside | TerrainOn::Road => inside.extend(stripe(game, id, across / a, &lay)),
    }
    let clip = Some(Arc::new(outline.clone()));
    vec![Group { clip, nodes: inside, ..Group::default() }.into(), Shape::stroked(outline, rim).into()]
}

/// Ground of a kind with what grows on it, so wide.
fn patch(game: &Game, id: TerrainId, wide: f64, seed: u32, lay: &Lay) -> Vec<Node> {
    let ground = style::ground(game, id);
    // The rim of woods lies just outside, the edge of a hill inside.
    let half =
        wide * if matches!(ground.texture, crate::model::Texture::Hills | crate::model::Texture::Rough) { 0.56 } else { 0.62 };
    let corner = |way: usize| {
        let out = Top::Flat.directions().get(way).map_or(Point { x: 1.0, y: 0.0 }, |way| outward(Top::Flat, *way));
        plus(Point { x: 0.0, y: 0.0 }, out, half)
    };
    let line: Vec<Point> = (0..6).map(corner).collect();
    let region = Region::new(id, ground, vec![vec![line]]);
    let [min, max] = [-half, half].map(|at| Point { x: at, y: at });
    let frame = Frame { min, max };
    let free = Free::new(frame);
    let tints = paint::Tints::new(frame, seed, true, false);
    let mut nodes = paint::region(&region, &tints, &free, seed, lay);
    nodes.extend(scatter::growth(&region, &[], &free, frame, seed, lay));
    nodes
}

/// Houses along a lane.
fn street(reach: f64, lay: &Lay) -> Vec<Node> {
    let p = |x: f64, y: f64| lay.point(Point { x, y });
    let mut lane = Path::new();
    lane.line(p(-0.6, 0.02), p(0.6, -0.02));
    let mut nodes: Vec<Node> = vec![
        Shape::stroked(lane.clone(), Stroke::butt(Color::hex(0x6b_5640), lay.a * 0.072)).into(),
        Shape::stroked(lane, Stroke::butt(Color::hex(0xfc_f6e6), lay.a * 0.044)).into(),
    ];
    let mut houses = Path::new();
    let rows = if reach > 0.4 {
        3
    } else if reach > 0.3 {
        2
    } else {
        1
    };
    let mut n = 0i32;
    for row in 0..rows {
        for side in [-1.0, 1.0] {
            let mut x = -reach * 0.9 * if row == 0 { 1.0 } else { 0.75 };
            while x < reach * if row == 0 { 0.85 } else { 0.65 } {
                n += 1;
                let dice = |k: i32| super::field::share(n, k, 900);
                let (long, deep, off) = (0.06 + 0.05 * dice(1), 0.055 + 0.02 * dice(2), 0.06 + f64::from(row) * 0.1);
                let y = if side > 0.0 { off } else { -off - deep };
                if dice(3) > 0.12 {
                    houses.polygon(&[p(x, y), p(x + long, y), p(x + long, y + deep), p(x, y + deep)]);
                }
                x += long + 0.02 + 0.03 * dice(4);
            }
        }
    }
    let tone = Color::hex(if reach > 0.3 { 0x8a_4a3a } else { 0x86_604c });
    nodes.push(Shape::filled(houses, tone).with_stroke(Stroke::round(BRICK_INK, lay.a * 0.008)).into());
    nodes
}

/// A stretch of road, river or slope.
fn stripe(game: &Game, id: TerrainId, wide: f64, lay: &Lay) -> Vec<Node> {
    let line = style::line(game, id, lay.a);
    let w = wide * 0.55;
    let p = |x: f64, y: f64| lay.point(Point { x: x * w, y: y * w });
    let mut nodes: Vec<Node> = Vec::new();
    if line.kind == LineKind::Slope {
        let mut wedges = Path::new();
        let mut x = -1.0;
        while x < 1.0 {
            wedges.polygon(&[p(x - 0.03, -0.2), p(x + 0.03, -0.2), p(x, 0.2)]);
            x += 0.12;
        }
        nodes.push(Shape::filled(wedges, line.color).into());
        return nodes;
    }
    let mut path = Path::new();
    path.move_to(p(-1.0, 0.15)).cubic_to(p(-0.4, -0.4), p(0.3, 0.45), p(1.0, -0.12));
    if let Some(casing) = line.casing {
        nodes.push(Shape::stroked(path.clone(), Stroke::butt(casing, line.outer() * lay.a)).into());
    }
    if line.kind == LineKind::Rail {
        let ticks = Stroke { cap: Cap::Butt, ..Stroke::butt(line.color, line.width * 3.2 * lay.a) };
        nodes.push(Shape::stroked(path.clone(), ticks.dashed(&[lay.a * 0.018, lay.a * 0.082])).into());
    }
    let dash: Vec<f64> = line.dash.iter().map(|long| long * lay.a).collect();
    nodes.push(Shape::stroked(path.clone(), Stroke::butt(line.color, line.width * lay.a).dashed(&dash)).into());
    if matches!(line.kind, LineKind::Highway | LineKind::Main) && line.usual {
        nodes.push(Shape::stroked(path, Stroke::butt(Color::hex(0xd9_8a6a).alpha(140), lay.a * 0.014)).into());
    } else if line.dug && line.usual {
        nodes.push(Shape::stroked(path, Stroke::butt(style::DUG, lay.a * line.width * style::DUG_WIDE)).into());
    }
    nodes
}
