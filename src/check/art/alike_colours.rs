//! Colours that stand for different things and cannot be told apart in grey, or by colour-blind readers.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, NationId, Rgb, SideId, TerrainId, Unit};
use crate::origins;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0715", name: "alike-colours", severity: Severity::Hint, docs: include_str!("alike_colours.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// So many sides are compared with each other.
const SIDES: usize = 16;
/// Sides must differ by so much to the eye, and by so much in lightness alone.
const OF_SIDES: [f64; 2] = [10.0, 20.0];
/// The same where one of them is a usual one: those of up to five sides are so far apart, but for what bytes round off.
const OF_USUAL: [f64; 2] = [10.0, 19.0];
/// Kinds of ground that touch each other; the hexes show where one ends.
const OF_GROUND: [f64; 2] = [5.0, 2.0];

/// Who sees a colour how: linear red, green and blue of a reader, from those of the colour. Machado, Oliveira and
/// Fernandes, for readers who lack one kind of cones altogether.
const READERS: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "readers who cannot see red",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "readers who cannot see green",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "readers who cannot see blue",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
];

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    if context.incomplete.art {
        return;
    }
    sides(context, sink);
    ground(context, sink);
}

/// The help for colours that the author chose.
const CHANGE: &str = "make one of the two lighter or darker";

/// Sides, as the author paints them or as is usual.
fn sides(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    // The ground of each side, and of each nation whose units have one of their own.
    let told = |id: &str| game.art.colours.get(id).and_then(|colours| colours.ground);
    let named = |what: &str, id: &str, ground: Rgb| {
        let place = context.place(context.origins.art, "colours").field(id).field("ground");
        (format!("{what} `{id}`"), ground, place)
    };
    let mut grounds: BTreeMap<(SideId, Option<NationId>), (String, Rgb, Place)> = BTreeMap::new();
    for (id, side) in game.sides.iter() {
        grounds.extend(told(&side.id).map(|ground| ((id, None), named("side", &side.id, ground))));
    }
    for unit in game.units.values() {
        let (Some(side), Some(nation)) = (unit.side, unit.nation) else { continue };
        let Some(own) = game.nations.at(nation).filter(|_| !grounds.contains_key(&(side, Some(nation)))) else { continue };
        grounds.extend(told(&own.id).map(|ground| ((side, Some(nation)), named("nation", &own.id, ground))));
    }
    let grounds: Vec<_> = grounds.into_iter().take(SIDES).collect();
    for (n, ((side, _), one)) in grounds.iter().enumerate() {
        for (_, other) in grounds.iter().skip(n + 1).filter(|((theirs, _), _)| theirs != side) {
            if let Some(found) = compare(one, other, OF_SIDES) {
                sink.report(found.help(CHANGE));
            }
        }
    }
    // Those whose counters have a usual colour: more than five of them share their lightness.
    let bare = |id: SideId| game.units.values().any(|unit| unit.side == Some(id) && !is_painted(game, unit));
    let untold = game.sides.iter().filter(|(id, side)| told(&side.id).is_none() && bare(*id)).take(SIDES);
    let usual: Vec<(SideId, (String, Rgb, Place))> = untold
        .filter_map(|(id, side)| {
            let place = context.place(origins::of(&context.origins.sides, id), "id");
            Some((id, (format!("side `{}`", side.id), usual_ground(game, id)?, place)))
        })
        .collect();
    for (n, (side, one)) in usual.iter().enumerate() {
        let others = usual.iter().skip(n + 1).map(|(_, other)| other);
        let painted = grounds.iter().filter(|((theirs, _), _)| theirs != side).map(|(_, other)| other);
        for found in others.chain(painted).filter_map(|other| compare(other, one, OF_USUAL)) {
            let help = "give it a `ground` of its own in `colours` of art.json";
            sink.report(found.help(help).folded_by("usual"));
        }
    }
}

/// Whether the counter of a unit has the colour of its nation, or of a formation above it.
fn is_painted(game: &Game, unit: &Unit) -> bool {
    let told = |id: &str| game.art.colours.get(id).is_some_and(|colours| colours.ground.is_some());
    let nation = unit.nation.and_then(|nation| game.nations.at(nation));
    let mut above = unit.formation.and_then(|id| game.formations.at(id));
    let mut painted = nation.is_some_and(|nation| told(&nation.id));
    for _ in 0..=game.formations.len() {
        let Some(formation) = above.filter(|_| !painted) else { break };
        painted = told(&formation.id);
        above = formation.parent.and_then(|id| game.formations.at(id));
    }
    painted
}

/// The ground that the counters of a side have where the author says nothing; unknown where nothing is drawn.
#[cfg(feature = "svg")]
fn usual_ground(game: &Game, side: SideId) -> Option<Rgb> {
    let (ground, _) = crate::draw::counter::side_colours(game, side);
    Some((ground.r, ground.g, ground.b))
}

#[cfg(not(feature = "svg"))]
fn usual_ground(_: &Game, _: SideId) -> Option<Rgb> {
    None
}

/// Kinds of ground that touch each other on the map.
fn ground(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(art) = context.origins.art else { return };
    let fill = |id: TerrainId| game.art.map.terrain.get(&id).filter(|look| look.fill.is_some());
    let Some(map) = game.map.as_ref().filter(|map| !context.incomplete.map && map.ground.len() == map.board.len()) else {
        return;
    };
    if game.art.map.terrain.values().filter(|look| look.fill.is_some()).count() < 2 {
        return;
    }
    let mut touching: BTreeSet<(TerrainId, TerrainId)> = BTreeSet::new();
    for hex in map.board.hexes() {
        let ground = |hex: crate::hexgrid::HexId| map.ground.get(hex.index()).copied().flatten();
        let Some(here) = ground(hex).filter(|id| fill(*id).is_some()) else { continue };
        for there in map.board.neighbours(hex).into_iter().flatten().filter_map(ground) {
            if here < there && fill(there).is_some() {
                touching.insert((here, there));
            }
        }
    }
    let drawn: BTreeMap<TerrainId, (String, Rgb, Place)> = game
        .art
        .map
        .terrain
        .iter()
        .filter_map(|(id, look)| {
            let name = &game.terrain[*id].id;
            Some((*id, (format!("terrain `{name}`"), look.fill?, art.at("map").field("terrain").field(name).field("fill"))))
        })
        .collect();
    for (a, b) in touching {
        // What is drawn on the ground tells two kinds apart as well.
        let texture = |id| fill(id).and_then(|look| look.texture);
        let found = drawn.get(&a).zip(drawn.get(&b)).and_then(|(one, other)| compare(one, other, OF_GROUND));
        if let Some(found) = found.filter(|_| texture(a) == texture(b)) {
            sink.report(found.help(CHANGE));
        }
    }
}

/// What is said of two colours, at the place of the second; nothing where everybody tells them apart.
fn compare(one: &(String, Rgb, Place), other: &(String, Rgb, Place), [apart, light]: [f64; 2]) -> Option<Diag> {
    let (a, b) = (linear(one.1), linear(other.1));
    let grey;
    let mut who: Vec<&str> = Vec::new();
    for (reader, seen) in READERS {
        if difference(lab(as_seen(seen, a)), lab(as_seen(seen, b))) < apart {
            who.push(reader);
        }
    }
    let ([first, ..], [second, ..]) = (lab(a), lab(b));
    if (first - second).abs() < light {
        grey = format!("anybody who prints them in grey: {:.0} apart in lightness, expected {light:.0}", (first - second).abs());
        who.push(&grey);
    }
    if who.is_empty() {
        return None;
    }
    let message = format!(
        "{} in {} and {} in {} are hardly told apart by {}",
        one.0,
        hex(one.1),
        other.0,
        hex(other.1),
        who.join(", nor by ")
    );
    Some(Diag::new(&RULE, other.2.clone(), message).related(one.2.clone(), "the other colour"))
}

fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn linear((r, g, b): Rgb) -> [f64; 3] {
    [r, g, b].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn as_seen(seen: [[f64; 3]; 3], [r, g, b]: [f64; 3]) -> [f64; 3] {
    seen.map(|[x, y, z]| (x * r + y * g + z * b).clamp(0.0, 1.0))
}

/// CIE L*a*b*.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let bent = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = bent((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = bent(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = bent((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference([l, a, b]: [f64; 3], [m, c, d]: [f64; 3]) -> f64 {
    ((l - m).powi(2) + (a - c).powi(2) + (b - d).powi(2)).sqrt()
}
