//! How terrain looks unless the author says otherwise: by well-known words in its id and name, else by its place in
//! the list. Muted colours that print well and leave counters in front.

use super::canvas::color;
use crate::draw::scene::Color;
use crate::model::{Game, Key as _, LineArt, PlaceSymbol, Terrain, TerrainId, TerrainOn, Texture};

/// The colours of everything that is not terrain.
pub(super) const PAPER: Color = Color::hex(0xf6_f1e4);
pub(super) const OPEN: Color = Color::hex(0xef_e7d0);
pub(super) const INK: Color = Color::hex(0x2b_251d);
pub(super) const NUMBER: Color = Color::hex(0x3a_3226);
pub(super) const GRID: Color = Color::hex(0x4a_3f2c);
pub(super) const HALO: Color = Color::hex(0xfb_f7ea);
pub(super) const WATER: Color = Color::hex(0x8d_b6cc);
pub(super) const WATER_INK: Color = Color::hex(0x3a_6a8a);
/// Names of water: darker, so that they are read on woods.
pub(super) const WATER_NAME: Color = Color::hex(0x17_3e58);
pub(super) const EARTH_INK: Color = Color::hex(0x7a_5a32);
/// Names of what is no place.
pub(super) const EARTH_NAME: Color = Color::hex(0x5c_3e1c);
pub(super) const BRICK: Color = Color::hex(0x8a_4a3a);
pub(super) const BRICK_INK: Color = Color::hex(0x4a_241b);
pub(super) const BUILT: Color = Color::hex(0xe3_cfbb);
pub(super) const MEADOW: Color = Color::hex(0xdd_e0be);
/// The line along the middle of a canal, and how wide it is beside the canal.
pub(super) const DUG: Color = Color::hex(0xe4_eff4);
pub(super) const DUG_WIDE: f64 = 0.34;
/// The rim of woods, and the trees on them.
pub(super) const RIM: Color = Color::hex(0x5c_7048);
pub(super) const REED: Color = Color::hex(0x4e_7470);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    pub(super) fill: Color,
    pub(super) texture: Texture,
    /// How thick the texture is: 1 is usual.
    pub(super) dense: f64,
    /// Whether it is the open ground on which everything else lies.
    pub(super) open: bool,
    /// Whether strokes show that the ground beneath the trees is broken.
    pub(super) broken: bool,
    /// Whether stones all over it show that it is broken, and not strokes down its edge: those are hills.
    pub(super) stony: bool,
    /// Sand that lies flat or in dunes.
    pub(super) sand: Option<Sand>,
}

/// How sand lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sand {
    Flat,
    Dunes,
}

impl Ground {
    const OPEN: Ground =
        Ground { fill: OPEN, texture: Texture::None, dense: 1.0, open: true, broken: false, stony: false, sand: None };

    /// Whether its trees stand far apart.
    pub(super) fn light(&self) -> bool {
        self.dense < 0.8
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineKind {
    /// Dashed and thin.
    Track,
    /// A thin line.
    Secondary,
    /// A strong line.
    Main,
    /// A double line.
    Highway,
    /// A line with ticks.
    Rail,
    /// Water.
    River,
    /// Ticks that point downhill.
    Slope,
    /// Anything else along hexsides.
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) kind: LineKind,
    pub(super) color: Color,
    /// As a share of a hex, without its rims; so are the dashes.
    pub(super) width: f64,
    pub(super) dash: Vec<f64>,
    pub(super) casing: Option<Color>,
    /// Whether the author says how wide it is.
    pub(super) own_width: bool,
    /// Whether the author says nothing of its colour.
    pub(super) usual: bool,
    /// Dug by people: straight, and as wide everywhere.
    pub(super) dug: bool,
}

/// How wide the rim of a road is.
const RIM_WIDTH: f64 = 0.0145;

impl Line {
    /// Whether it is as wide everywhere.
    pub(super) fn even(&self) -> bool {
        self.own_width || self.dug
    }

    /// Its width with its rims.
    pub(super) fn outer(&self) -> f64 {
        self.width + if self.casing.is_some() { 2.0 * RIM_WIDTH } else { 0.0 }
    }
}

/// How every kind of terrain looks, found once for a map: it is asked for each hex, hexside and piece of road.
pub(super) struct Looks {
    grounds: Vec<Ground>,
    lines: Vec<Line>,
    reaches: Vec<Option<f64>>,
    /// What is no kind of terrain.
    unknown: Line,
}

impl Looks {
    /// `mm` is the size of a hex.
    pub(super) fn new(game: &Game, mm: f64) -> Looks {
        let ids = || game.terrain.ids();
        Looks {
            grounds: ids().map(|id| ground(game, id)).collect(),
            lines: ids().map(|id| line(game, id, mm)).collect(),
            reaches: ids().map(|id| town_reach(game, Some(id))).collect(),
            unknown: line(game, TerrainId(u32::MAX), mm),
        }
    }

    pub(super) fn ground(&self, id: TerrainId) -> Ground {
        self.grounds.get(id.index()).copied().unwrap_or(Ground::OPEN)
    }

    pub(super) fn line(&self, id: TerrainId) -> &Line {
        self.lines.get(id.index()).unwrap_or(&self.unknown)
    }

    pub(super) fn town_reach(&self, id: TerrainId) -> Option<f64> {
        self.reaches.get(id.index()).copied().flatten()
    }
}

/// Whether one of these words stands in the terrain's id or name.
fn has(terrain: &Terrain, words: &[&str]) -> bool {
    // Asked a hundred times for each kind: nothing is copied.
    let same = |part: &str, word: &str| {
        part.eq_ignore_ascii_case(word) || part.strip_suffix(['s', 'S']).is_some_and(|one| one.eq_ignore_ascii_case(word))
    };
    let word = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| same(part, word));
    words.iter().any(|w| word(&terrain.id, w) || terrain.name.as_deref().is_some_and(|name| word(name, w)))
}

/// Grounds for terrain that no word explains.
const PALETTE: [Color; 6] = [
    Color::hex(0xe2_d2a8),
    Color::hex(0xcd_d6ae),
    Color::hex(0xde_c8b6),
    Color::hex(0xd2_ccda),
    Color::hex(0xc6_d6d2),
    Color::hex(0xe4_d898),
];

const FOREST: [&str; 3] = ["forest", "jungle", "heavy"];
const LIGHT: [&str; 9] = ["light", "sparse", "orchard", "bocage", "grove", "brush", "scrub", "oasis", "palm"];

const HILLS: [&str; 5] = ["hill", "hilltop", "heights", "ridge", "high"];

const MOUNTAINS: [&str; 3] = ["mountain", "alpine", "peak"];

const BROKEN: [&str; 6] = ["rough", "broken", "rocky", "rock", "ravine", "badlands"];

/// How the ground of a kind looks; features too, where they cover a hex.
pub(super) fn ground(game: &Game, id: TerrainId) -> Ground {
    let Some(terrain) = game.terrain.at(id) else { return Ground::OPEN };
    let mut ground = told_apart(game, id, terrain);
    if let Some(art) = game.art.map.terrain.get(&id) {
        if let Some(fill) = art.fill {
            ground.fill = color(fill);
            ground.open = false;
        }
        if let Some(texture) = art.texture {
            ground.texture = texture;
            (ground.broken, ground.stony, ground.sand) = (false, false, None);
            ground.open &= texture == Texture::None;
        }
    }
    ground
}

/// What the second, third and fourth of kinds that no word tells apart are tinted with.
const APART: [(Color, u8); 3] = [(Color::hex(0x8e_9a4c), 90), (Color::hex(0xc0_7f58), 80), (Color::hex(0x8c_98b4), 90)];

/// How it looks if the author says nothing: like no other ground of its map.
fn told_apart(game: &Game, id: TerrainId, terrain: &Terrain) -> Ground {
    let mut ground = usual(game, id, terrain);
    if terrain.on == TerrainOn::Hex {
        let before = game.terrain.iter().take_while(|(other, _)| *other != id).filter(|(_, it)| it.on == TerrainOn::Hex);
        let alike = before.filter(|(other, it)| usual(game, *other, it) == ground).count();
        if let Some((tint, much)) = alike.checked_sub(1).and_then(|n| APART.get(n % APART.len())) {
            ground.fill = ground.fill.mix(*tint, *much);
            ground.open = false;
        }
    }
    ground
}

/// How it looks by its words.
fn usual(game: &Game, id: TerrainId, terrain: &Terrain) -> Ground {
    let known =
        |fill: u32, texture: Texture, dense: f64| Ground { fill: Color::hex(fill), texture, dense, open: false, ..Ground::OPEN };
    let light = has(terrain, &LIGHT);
    let wooded = has(terrain, &["wood", "woods", "wooded", "forest", "trees"]);
    if has(terrain, &["clear", "open", "plain", "flat", "field", "farmland", "grass", "steppe"]) {
        Ground::OPEN
    } else if has(terrain, &["city", "urban", "metropolis"]) {
        known(0xe3_cfbb, Texture::City, 1.0)
    } else if has(terrain, &["town", "village", "hamlet", "suburb", "built", "capital"]) {
        known(0xe8_d8c4, Texture::Town, if has(terrain, &["village", "hamlet"]) { 0.55 } else { 1.0 })
    } else if (wooded || has(terrain, &FOREST)) && has(terrain, &BROKEN) {
        Ground { broken: true, ..known(0xd2_c094, Texture::Woods, 0.85) }
    } else if has(terrain, &FOREST) && !light {
        known(0xa7_b588, Texture::Woods, 1.0)
    } else if wooded || light {
        // Woods beside a forest are thinner than it; by themselves they are the forest.
        let forest = game.terrain.values().any(|other| has(other, &FOREST) && !has(other, &LIGHT));
        match (light, forest) {
            (true, _) => known(0xd2_d5ac, Texture::Woods, 0.5),
            (false, true) => known(0xbd_c79c, Texture::Woods, 0.85),
            (false, false) => known(0xa7_b588, Texture::Woods, 1.0),
        }
    } else if has(terrain, &HILLS) {
        known(0xe7_d4ab, Texture::Hills, 1.0)
    } else if has(terrain, &MOUNTAINS) {
        known(0xd6_c094, Texture::Hills, 1.5)
    } else if has(terrain, &BROKEN) {
        // Broken ground beside hills must not look like them.
        let high = game.terrain.values().any(|it| it.on == TerrainOn::Hex && (has(it, &HILLS) || has(it, &MOUNTAINS)));
        if high { Ground { stony: true, ..known(0xd9_cebb, Texture::Rough, 1.0) } } else { known(0xe4_d3ae, Texture::Rough, 1.0) }
    } else if has(terrain, &["dune", "dunes", "erg"]) {
        Ground { sand: Some(Sand::Dunes), ..known(0xe8_d097, Texture::None, 1.0) }
    } else if has(terrain, &["sand", "sandy", "desert", "beach"]) {
        Ground { sand: Some(Sand::Flat), ..known(0xec_dba9, Texture::None, 1.0) }
    } else if has(terrain, &["marsh", "swamp", "bog", "fen", "wetland", "moor", "polder", "flooded"]) {
        known(0xb1_cac2, Texture::Marsh, 1.0)
    } else if has(terrain, &["lake", "sea", "ocean", "water", "coast", "bay", "reservoir", "pond"]) {
        known(0x8d_b6cc, Texture::Water, 1.0)
    } else {
        let fill = PALETTE.get(id.0 as usize % PALETTE.len()).copied().unwrap_or(OPEN);
        Ground { fill, open: false, ..Ground::OPEN }
    }
}

/// How a line of a kind looks; `mm` is the size of a hex.
pub(super) fn line(game: &Game, id: TerrainId, mm: f64) -> Line {
    let mut line = like_no_other(game, id);
    if let Some(LineArt { color: own, width, dash, casing }) = game.art.map.terrain.get(&id).and_then(|art| art.line.as_ref()) {
        line.usual &= own.is_none();
        line.own_width = width.is_some();
        line.color = own.map_or(line.color, color);
        line.width = width.map_or(line.width, |width| width / mm.max(1e-6));
        line.dash = dash.as_ref().map_or(line.dash, |dash| dash.iter().map(|long| long / mm.max(1e-6)).collect());
        line.casing = casing.map(color).or(line.casing);
    }
    line
}

/// How it looks by its words, and unlike those before it that have the same look: a road beside a motorway, a hedge
/// beside a fence. Rivers have their names.
fn like_no_other(game: &Game, id: TerrainId) -> Line {
    let mut line = worded(game, id);
    let before = game.terrain.ids().take_while(|other| *other != id).map(|other| worded(game, other));
    let alike = before.filter(|other| other.kind == line.kind && other.color == line.color && other.dash == line.dash).count();
    let paved = |it: &Terrain| it.on == TerrainOn::Road && has(it, &HIGHWAY);
    let beside = line.kind == LineKind::Main && game.terrain.values().any(paved);
    let Some(nth) = (alike + usize::from(beside)).checked_sub(1) else { return line };
    match line.kind {
        LineKind::Main => {
            line.color = if nth % 2 == 0 { Color::hex(0xe6_b04e) } else { Color::hex(0xc9_c2b4) };
            line.casing = Some(Color::hex(0x5c_431c));
            line.width = 0.060;
            line.usual = false;
        }
        LineKind::Secondary => line.color = if nth % 2 == 0 { Color::hex(0xea_d09a) } else { Color::hex(0xd3_d0c8) },
        LineKind::Track => line.dash = if nth % 2 == 0 { vec![0.022, 0.042] } else { vec![0.14, 0.04, 0.03, 0.04] },
        LineKind::Other => {
            let (rgb, dash): (u32, &[f64]) = match nth % 3 {
                0 => (0x8a_4a3a, &[0.045, 0.045]),
                1 => (0x3f_4e8c, &[0.16, 0.05]),
                _ => (0x7a_4a8c, &[0.12, 0.04, 0.03, 0.04]),
            };
            (line.color, line.dash) = (Color::hex(rgb), dash.to_vec());
        }
        LineKind::Slope => line.color = if nth % 2 == 0 { INK } else { Color::hex(0x9a_4a2c) },
        _ => {}
    }
    line
}

/// Roads that are the best of their map.
const HIGHWAY: [&str; 6] = ["highway", "motorway", "autobahn", "expressway", "primary", "paved"];

/// How it looks by its words.
fn worded(game: &Game, id: TerrainId) -> Line {
    let terrain = game.terrain.at(id);
    let says = |words: &[&str]| terrain.is_some_and(|terrain| has(terrain, words));
    let road = terrain.is_some_and(|terrain| terrain.on == TerrainOn::Road);
    let wet = terrain.is_some_and(|terrain| terrain.water == Some(true));
    let make = |kind, rgb: u32, width: f64, dash: &[f64], casing: Option<u32>| Line {
        kind,
        color: Color::hex(rgb),
        width,
        dash: dash.to_vec(),
        casing: casing.map(Color::hex),
        own_width: false,
        usual: true,
        dug: false,
    };
    let river = |width: f64| make(LineKind::River, 0x8d_b6cc, width, &[], Some(0x3a_6a8a));
    if road {
        if says(&["rail", "railway", "railroad", "train", "tram"]) {
            make(LineKind::Rail, 0x3a_3632, 0.028, &[], None)
        } else if says(&HIGHWAY) {
            make(LineKind::Highway, 0xa8_412c, 0.085, &[], Some(0x4b_1c14))
        } else if says(&["track", "trail", "path", "footpath"]) {
            make(LineKind::Track, 0x6b_5640, 0.026, &[0.075, 0.05], None)
        } else if says(&["secondary", "minor", "lane", "dirt", "unpaved", "local", "tertiary", "country"]) {
            make(LineKind::Secondary, 0xfc_f6e6, 0.044, &[], Some(0x6b_5640))
        } else {
            make(LineKind::Main, 0xa8_412c, 0.072, &[], Some(0x4b_1c14))
        }
    } else if says(&["canal", "ditch"]) && terrain.is_some_and(|terrain| terrain.water != Some(false)) {
        Line { dug: true, ..river(if says(&["ditch"]) { 0.03 } else { 0.062 }) }
    } else if says(&["wadi", "gully", "arroyo", "nullah", "ravine"]) && !wet {
        // The bed of a stream that is dry most of the year.
        make(LineKind::Other, 0xb5_915a, 0.05, &[0.14, 0.045], None)
    } else if says(&["stream", "brook", "creek", "wadi"]) || (says(&["minor"]) && says(&["river"])) {
        river(0.052)
    } else if says(&["major", "wide", "great"]) {
        river(0.15)
    } else if says(&["river", "water", "shore", "coast", "lake"]) {
        river(0.105)
    } else if says(&["slope", "ridge", "cliff", "escarpment", "crest", "bluff", "scarp", "bank", "embankment"]) {
        make(LineKind::Slope, 0x5c_3e1c, 0.022, &[], None)
    } else if says(&["hedge", "hedgerow", "bocage"]) {
        make(LineKind::Other, 0x4c_6636, 0.055, &[0.06, 0.02], None)
    } else if wet {
        // Water with a name of its own is the great river of its map.
        river(0.15)
    } else {
        make(LineKind::Other, 0x5b_5048, 0.035, &[0.1, 0.05], None)
    }
}

/// The mark of a kind of place: as the author says, else by its words.
pub(super) fn symbol(game: &Game, id: Option<TerrainId>) -> Option<PlaceSymbol> {
    let id = id?;
    if let Some(own) = game.art.map.terrain.get(&id).and_then(|art| art.symbol) {
        return Some(own);
    }
    let terrain = game.terrain.at(id)?;
    if has(terrain, &["capital"]) {
        Some(PlaceSymbol::Star)
    } else if has(terrain, &FORTS) {
        Some(PlaceSymbol::Fort)
    } else {
        // A kind of place that no word explains and that has no look of its own would be nothing but a name.
        let unseen = |id: TerrainId, it: &Terrain| {
            let own = game.art.map.terrain.get(&id).is_some_and(|art| art.fill.is_some() || art.texture.is_some());
            it.on == TerrainOn::Feature && !own && !has(it, &FORTS) && PALETTE.contains(&usual(game, id, it).fill)
        };
        let before = game.terrain.iter().take_while(|(other, _)| *other != id).filter(|(other, it)| unseen(*other, it)).count();
        unseen(id, terrain).then_some(match before % 3 {
            0 => PlaceSymbol::Dot,
            1 => PlaceSymbol::Square,
            _ => PlaceSymbol::Cross,
        })
    }
}

/// Places that are held.
const FORTS: [&str; 9] = ["fort", "fortress", "fortification", "fortified", "bunker", "pillbox", "wall", "citadel", "castle"];

/// How large a place of a kind is drawn: the reach of its buildings, as a share of a hex; nothing for a mere name.
pub(super) fn town_reach(game: &Game, id: Option<TerrainId>) -> Option<f64> {
    let id = id?;
    let ground = ground(game, id);
    match ground.texture {
        Texture::City => Some(0.42),
        Texture::Town if ground.dense < 0.8 => Some(0.215),
        Texture::Town => Some(0.35),
        _ => None,
    }
}

/// How dark two colours are beside each other, as the guidelines for accessible pages measure it: from 1 to 21.
pub fn contrast(one: Color, other: Color) -> f64 {
    let light = |c: Color| {
        let part = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b)
    };
    let (a, b) = (light(one), light(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
