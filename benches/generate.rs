//! Big games from a seed: as many hexes, counters and scenarios as asked for, and nothing wrong with any of them.
//!
//! They are as dense as printed games are: a river every twelve columns, a town to a hundred hexes, formations of
//! four counters in divisions of five, half of the counters on the map and a third that arrive.

use std::fmt::Write;

use muster::source::Memory;

#[path = "generate_map.rs"]
mod map;
#[path = "generate_units.rs"]
mod units;
#[cfg(feature = "cli")]
#[path = "generate_vmod.rs"]
pub mod vmod;

/// How big a game is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Hexes of the map.
    pub hexes: usize,
    /// Rows of the counter sheet.
    pub counters: usize,
    /// Scenarios.
    pub scenarios: usize,
    /// Whether hexes and counters are lists of JSON objects, each with all that can be said of it, instead of rows
    /// of glyphs and a sheet.
    pub json: bool,
}

/// The two sides.
const SIDES: [&str; 2] = ["red", "blue"];
/// Turns of the calendar.
const TURNS: usize = 12;

/// A game of that size; the same one for the same seed.
pub fn game(size: Size, seed: u64) -> Memory {
    let mut random = Random(seed);
    let map = map::Map::new(size, &mut random);
    let units = units::Units::new(size, &map, &mut random);
    let mut files = Memory::new()
        .with("module.json", MODULE)
        .with("terrain.csv", TERRAIN)
        .with("map.json", map.json(size))
        .with("formations.json", units.formations())
        .with("markers.json", MARKERS)
        .with("turns.json", turns())
        .with("rules.json", RULES.replacen("ACTIONS", &actions(size), 1))
        .with("tables.json", tables(size))
        .with("tables/crt.csv", CRT)
        .with("art.json", ART);
    files = if size.json { files.with("units.json", units.json()) } else { files.with("units.csv", units.csv()) };
    for number in 1..=size.scenarios {
        files = files.with(&format!("scenarios/s{number}.json"), units.scenario(number, &map, &mut random));
    }
    files
}

/// SplitMix64: enough for maps that look like maps.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }
}

/// The elements of a JSON list, one a line.
fn list<T>(items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut String, T)) -> String {
    let mut text = String::from("[");
    for (i, item) in items.into_iter().enumerate() {
        text.push_str(if i == 0 { "\n  " } else { ",\n  " });
        write(&mut text, item);
    }
    text.push_str("\n]");
    text
}

fn turns() -> String {
    let turns = list(1..=TURNS, |out, turn| {
        let night = if turn % 3 == 0 { r#", "tags": ["night"]"# } else { "" };
        let _ = write!(out, r#"{{"id": "{turn}", "date": "{turn} May", "weather": "clear", "ground": "dry"{night}}}"#);
    });
    format!(
        r#"{{"turns": {turns}, "phases": [{{"each": ["red", "blue"], "phases": [{{"id": "arrive", "does": ["arrive"]}}, {{"id": "move", "does": ["move"]}}, {{"id": "fight", "does": ["fight", "act"]}}]}}]}}"#
    )
}

fn tables(size: Size) -> String {
    let small = list(0..1 + size.hexes / 1000, |out, table| {
        let _ = write!(
            out,
            r#"{{"id": "t{table}", "title": "Table {table}", "dice": "2d6", "beyond": "clamp", "rows": [{{"roll": "2-5", "result": "a"}}, {{"roll": "6-8", "result": "b"}}, {{"roll": "9-12", "result": "c"}}], "results": [{{"code": "a", "effects": []}}, {{"code": "b", "effects": []}}, {{"code": "c", "effects": [{{"kind": "place", "marker": "disrupted", "who": "unit"}}]}}]}}"#
        );
    });
    let crt = r#"{"id": "crt", "dice": "d6", "beyond": "clamp", "columns": "odds", "rows": {"csv": "tables/crt.csv"}, "modifiers": [{"add": -1, "text": "by night", "if": {"turns": {"tags": ["night"]}}}], "results": [{"code": "AR", "effects": [{"kind": "retreat", "who": "attacker", "hexes": 1}]}, {"code": "NE", "effects": []}, {"code": "DR", "effects": [{"kind": "retreat", "who": "defender", "hexes": 1}]}, {"code": "DE", "effects": [{"kind": "eliminate", "who": "defender"}]}]}"#;
    small.replacen('[', &format!("[{crt},"), 1)
}

/// Something that blows bridges, and something that rolls on each of the small tables.
fn actions(size: Size) -> String {
    let blow = r#"{"id": "blow", "phase": ["fight"], "who": {"type": ["engineer"]}, "across": {"bridge": ["intact"]}, "do": [{"kind": "bridge", "is": "blown"}]}"#;
    let rolls = list(0..1 + size.hexes / 1000, |out, table| {
        let _ = write!(out, r#"{{"id": "roll-{table}", "phase": ["fight"], "who": {{"type": ["recon"]}}, "table": "t{table}"}}"#);
    });
    rolls.replacen('[', &format!("[{blow}, "), 1)
}

const MODULE: &str = r#"{
  "format": 2, "name": "A Big One",
  "sides": [{"id": "red"}, {"id": "blue"}],
  "classes": [{"id": "foot"}, {"id": "mech"}, {"id": "guns"}],
  "types": [
    {"id": "infantry", "class": "foot"}, {"id": "engineer", "class": "foot"}, {"id": "armor", "class": "mech"},
    {"id": "recon", "class": "mech"}, {"id": "artillery", "class": "guns"}
  ],
  "ratings": [
    {"id": "attack", "min": 0, "max": 9, "required": true}, {"id": "defense", "min": 1, "max": 9, "required": true},
    {"id": "move", "min": 0, "max": 10, "required": true},
    {"id": "range", "min": 1, "max": 9, "required": true, "only": {"type": ["artillery"]}}
  ],
  "states": [{"id": "fired", "step": false}],
  "levels": {
    "M0414": {"level": "allow", "reason": "units stand where the seed puts them"},
    "M0425": {"level": "allow", "reason": "units arrive when the seed says"}
  }
}
"#;
const TERRAIN: &str = "id,name,on,layer,foot,mech,guns,values.shift\n\
    clear,Clear,hex,,1,1,1,0\nwoods,Woods,hex,,1,2,3,-1\nhills,Hills,hex,,2,3,4,-1\nmarsh,Marsh,hex,,2,no,no,0\n\
    village,Village,feature,adds,other,other,other,-1\ntown,Town,feature,replaces,1,1,1,-2\n\
    river,River,hexside,adds,all,no,no,\nslope,Slope,hexside,adds,+1,+2,+2,-1\n\
    highway,Highway,road,replaces,1,1/2,1/2,\nlane,Lane,road,replaces,1,1,1,\n";
const MARKERS: &str = r#"[{"id": "disrupted", "on": "unit", "count": 500}, {"id": "dug-in", "on": "hex", "count": 500}]"#;
const RULES: &str = r#"{
  "stacking": {"limits": [
    {"id": "units", "count": "units", "max": 3},
    {"id": "guns", "count": "units", "max": 2, "of": {"type": ["artillery"]}},
    {"id": "steps", "count": "steps", "max": 8}
  ]},
  "movement": {"allowance": "move", "guaranteed-hex": true, "modes": [
    {"id": "march", "who": {"class": ["mech", "guns"]}, "roads": ["highway"], "if": {"not": {"turns": {"tags": ["night"]}}}}
  ]},
  "zones": {
    "exert": [{"id": "guns", "who": {"type": ["artillery"]}, "has": false},
              {"id": "all", "not-across": {"kind": ["river"], "not": {"bridge": ["intact"]}}}],
    "effects": [{"id": "stop", "kind": "stop"}, {"id": "leave", "kind": "leave", "cost": 1},
                {"id": "pass", "kind": "pass", "allow": "first-step"}, {"id": "cut", "kind": "supply", "unless": {}}]
  },
  "supply": {"traces": [{"id": "line", "segments": [{"hexes": 4, "first-free": true}, {"over": "road", "blocked-side": {"bridge": ["blown"]}}],
    "to": [{"leaves": ["west"], "who": {"side": ["red"]}},
           {"leaves": ["east"], "who": {"side": ["blue"]}}]}]},
  "entry": {"rules": [{"id": "road", "cost": "road"}]},
  "combat": [{"id": "attack", "table": "crt", "attack": "attack", "defense": "defense",
    "values": [{"id": "river", "rating": ["attack"], "as": ["attackers"], "who": {"across": {"kind": ["river"]}}, "times": "1/2", "round": "up"}]}],
  "bans": [{"id": "disrupted", "of": ["attack"], "who": {"marker": ["disrupted"]}}],
  "actions": ACTIONS,
  "options": [{"id": "fog", "default": false}]
}
"#;
const CRT: &str =
    "roll,1:2,1:1,2:1,3:1\n1,AR,AR,NE,DR\n2,AR,NE,NE,DR\n3,AR,NE,DR,DR\n4,NE,NE,DR,DR\n5,NE,DR,DR,DE\n6,NE,DR,DE,DE\n";
const ART: &str = r##"{
  "counter-mm": 15.9,
  "colours": {"red": {"ground": "#d9b56c", "ink": "#1a1a1a"}, "blue": {"ground": "#8fb3c4", "ink": "#1a1a1a"}},
  "layouts": [
    {"for": {"type": ["artillery"]}, "slots": {"centre": "symbol", "top": "{size}", "left": "{designation}", "bottom": "{attack}({range}){move}"}},
    {"slots": {"centre": "symbol", "top": "{size}", "left": "{designation}", "bottom": "{attack}-{defense}-{move}"}}
  ]
}
"##;
