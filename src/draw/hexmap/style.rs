//! How terrain looks unless the author says otherwise: by well-known words in its id and name, else by its place in
//! the list. Muted colours that print well and leave counters in front.

use super::canvas::color;
use crate::draw::scene::Color;
use crate::model::{Game, LineArt, Terrain, TerrainId, TerrainOn, Texture};

/// The colours of everything that is not terrain.
pub(super) const PAPER: Color = Color::hex(0xfb_f8ef);
pub(super) const OPEN: Color = Color::hex(0xf4_eeda);
pub(super) const INK: Color = Color::hex(0x2b_2620);
pub(super) const NUMBER: Color = Color::hex(0x85_7b67);
pub(super) const GRID: Color = Color::hex(0x6e_6048);
pub(super) const WATER: Color = Color::hex(0xb4_d5e2);
pub(super) const WATER_INK: Color = Color::hex(0x2f_6a92);
pub(super) const EARTH_INK: Color = Color::hex(0x6b_4a26);
pub(super) const BRICK: Color = Color::hex(0x8f_5142);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    pub(super) fill: Color,
    pub(super) texture: Texture,
    /// How thick the texture is: 1 is usual.
    pub(super) dense: f64,
    /// Whether it is the open ground on which everything else lies.
    pub(super) open: bool,
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
    /// In millimetres.
    pub(super) width: f64,
    pub(super) dash: Vec<f64>,
    pub(super) casing: Option<Color>,
}

/// Whether one of these words stands in the terrain's id or name.
fn has(terrain: &Terrain, words: &[&str]) -> bool {
    let name = terrain.name.as_deref().unwrap_or_default().to_lowercase();
    let id = terrain.id.to_lowercase();
    let word = |text: &str, word: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|part| part == word || part.strip_suffix('s') == Some(word))
    };
    words.iter().any(|w| word(&id, w) || word(&name, w))
}

/// Grounds for terrain that no word explains.
const PALETTE: [Color; 6] = [
    Color::hex(0xe6_d8b4),
    Color::hex(0xd3_dcb8),
    Color::hex(0xe3_cfc0),
    Color::hex(0xd9_d3df),
    Color::hex(0xcf_dcd8),
    Color::hex(0xe9_dfa8),
];

/// How the ground of a kind looks; features too, where they cover a hex.
pub(super) fn ground(game: &Game, id: TerrainId) -> Ground {
    let Some(terrain) = game.terrain.at(id) else {
        return Ground { fill: OPEN, texture: Texture::None, dense: 1.0, open: true };
    };
    let known = |fill: u32, texture: Texture, dense: f64| Ground { fill: Color::hex(fill), texture, dense, open: false };
    let light = has(terrain, &["light", "sparse", "orchard", "bocage", "grove", "brush", "scrub"]);
    let mut ground = if has(terrain, &["clear", "open", "plain", "flat", "field", "farmland", "grass", "steppe"]) {
        Ground { fill: OPEN, texture: Texture::None, dense: 1.0, open: true }
    } else if has(terrain, &["forest", "jungle", "heavy"]) && !light {
        known(0xb3_cc96, Texture::Woods, 1.5)
    } else if has(terrain, &["wood", "woods", "wooded", "forest", "trees"]) || light {
        known(if light { 0xda_e5c0 } else { 0xc9_dbab }, Texture::Woods, if light { 0.7 } else { 1.0 })
    } else if has(terrain, &["hill", "hilltop", "heights", "ridge", "high"]) {
        known(0xe8_d8b0, Texture::Hills, 1.0)
    } else if has(terrain, &["mountain", "alpine", "peak"]) {
        known(0xd8_c6a4, Texture::Hills, 1.6)
    } else if has(terrain, &["rough", "broken", "rocky", "rock", "ravine", "badlands", "desert"]) {
        known(0xe9_dcbd, Texture::Rough, 1.0)
    } else if has(terrain, &["marsh", "swamp", "bog", "fen", "wetland", "moor", "polder", "flooded"]) {
        known(0xdb_e4d2, Texture::Marsh, 1.0)
    } else if has(terrain, &["city", "urban", "metropolis"]) {
        known(0xe3_cdbf, Texture::City, 1.0)
    } else if has(terrain, &["town", "village", "hamlet", "suburb", "built"]) {
        known(0xea_dccb, Texture::Town, if has(terrain, &["village", "hamlet"]) { 0.55 } else { 1.0 })
    } else if has(terrain, &["lake", "sea", "ocean", "water", "coast", "bay", "reservoir", "pond"]) {
        Ground { fill: WATER, texture: Texture::Water, dense: 1.0, open: false }
    } else {
        let fill = PALETTE.get(id.0 as usize % PALETTE.len()).copied().unwrap_or(OPEN);
        Ground { fill, texture: Texture::None, dense: 1.0, open: false }
    };
    if let Some(art) = game.art.map.terrain.get(&id) {
        if let Some(fill) = art.fill {
            ground.fill = color(fill);
            ground.open = false;
        }
        if let Some(texture) = art.texture {
            ground.texture = texture;
        }
    }
    ground
}

/// How a line of a kind looks, on hexes of that size.
pub(super) fn line(game: &Game, id: TerrainId, a: f64) -> Line {
    let terrain = game.terrain.at(id);
    let says = |words: &[&str]| terrain.is_some_and(|terrain| has(terrain, words));
    let road = terrain.is_some_and(|terrain| terrain.on == TerrainOn::Road);
    let make = |kind, rgb: u32, width: f64, dash: &[f64], casing: Option<u32>| Line {
        kind,
        color: Color::hex(rgb),
        width: width * a,
        dash: dash.iter().map(|length| length * a).collect(),
        casing: casing.map(Color::hex),
    };
    let mut line = if road {
        if says(&["rail", "railway", "railroad", "train", "tram"]) {
            make(LineKind::Rail, 0x3a_3632, 0.028, &[], None)
        } else if says(&["highway", "motorway", "autobahn", "expressway", "primary", "paved"]) {
            make(LineKind::Highway, 0xf3_d27a, 0.062, &[], Some(0x7a_4a22))
        } else if says(&["track", "trail", "path", "footpath"]) {
            make(LineKind::Track, 0x7d_5c36, 0.024, &[0.075, 0.055], None)
        } else if says(&["secondary", "minor", "lane", "dirt", "unpaved", "local", "tertiary", "country"]) {
            make(LineKind::Secondary, 0xfa_f3df, 0.034, &[], Some(0x7d_5c36))
        } else {
            make(LineKind::Main, 0xb8_4434, 0.044, &[], Some(0x6e_241a))
        }
    } else if says(&["stream", "brook", "creek", "canal", "ditch", "wadi"]) || (says(&["minor"]) && says(&["river"])) {
        make(LineKind::River, 0x86_bcd8, 0.05, &[], Some(0x3f_7fa6))
    } else if says(&["major", "wide", "great"]) {
        make(LineKind::River, 0x86_bcd8, 0.15, &[], Some(0x3f_7fa6))
    } else if says(&["river", "water", "shore", "coast", "lake"]) {
        make(LineKind::River, 0x86_bcd8, 0.095, &[], Some(0x3f_7fa6))
    } else if says(&["slope", "ridge", "cliff", "escarpment", "crest", "bluff", "scarp", "bank", "embankment"]) {
        make(LineKind::Slope, 0x84_6237, 0.022, &[], None)
    } else {
        make(LineKind::Other, 0x5b_5048, 0.035, &[0.1, 0.05], None)
    };
    if let Some(LineArt { color: own, width, dash, casing }) = game.art.map.terrain.get(&id).and_then(|art| art.line.as_ref()) {
        line.color = own.map_or(line.color, color);
        line.width = width.unwrap_or(line.width);
        line.dash = dash.clone().unwrap_or(line.dash);
        line.casing = casing.map(color).or(line.casing);
    }
    line
}

/// How large a place of a kind is drawn: the reach of its buildings, as a share of a hex; nothing for a mere name.
pub(super) fn town_reach(game: &Game, id: Option<TerrainId>) -> Option<f64> {
    let id = id?;
    let ground = ground(game, id);
    match ground.texture {
        Texture::City => Some(0.36),
        Texture::Town if ground.dense < 0.8 => Some(0.15),
        Texture::Town => Some(0.24),
        Texture::None if ground.open => None,
        _ => Some(0.13),
    }
}
