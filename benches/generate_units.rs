//! The counters of a big game, their formations, and the scenarios that set them up.

use std::fmt::Write;

use super::map::Map;
use super::{Random, SIDES, Size, TURNS, list};

/// So many counters to a regiment.
const REGIMENT: usize = 4;
/// So many counters to a division.
const DIVISION: usize = 20;
/// Types, with size and the rating `range`.
const TYPES: [(&str, &str, usize); 5] =
    [("infantry", "II", 0), ("engineer", "I", 0), ("armor", "II", 0), ("recon", "I", 0), ("artillery", "II", 4)];

/// Where a counter starts.
enum Start {
    At(String),
    Arrives { turn: usize, entry: String },
}

struct Unit {
    side: usize,
    kind: usize,
    attack: usize,
    start: Start,
}

/// All counters. Those of one division stand together in the sheet.
pub struct Units {
    all: Vec<Unit>,
    /// Hexes of either side where nobody stands.
    free: [Vec<String>; 2],
}

impl Units {
    pub fn new(size: Size, map: &Map, random: &mut Random) -> Self {
        let mut homes = [0, 1].map(|side| {
            let mut hexes = map.home(side);
            // Not in order, so that a division lies scattered.
            for i in (1..hexes.len()).rev() {
                hexes.swap(i, random.below(i + 1));
            }
            hexes
        });
        let areas = map.areas();
        let all = (0..size.counters).map(|i| {
            let side = i / DIVISION % 2;
            let start = match i % 10 {
                _ if i < areas => Start::At(format!("area{i}")),
                0 => Start::At(format!("{}-reserve", SIDES[side])),
                1..=3 => Start::Arrives { turn: 1 + random.below(TURNS), entry: Map::entries(side)[random.below(4)].clone() },
                // Every other one stands on the last one's hex: stacks of two.
                _ => match (i % 2, homes[side].last()) {
                    (1, Some(hex)) => Start::At(hex.clone()),
                    _ => Start::At(homes[side].pop().unwrap_or_else(|| format!("{}-reserve", SIDES[side]))),
                },
            };
            Unit { side, kind: random.below(TYPES.len()), attack: 1 + random.below(8), start }
        });
        let all = all.collect();
        for home in &mut homes {
            home.pop();
        }
        Units { all, free: homes }
    }

    fn id(i: usize) -> String {
        format!("u{i:05}")
    }

    fn regiment(i: usize) -> String {
        format!("reg{}", i / REGIMENT)
    }

    pub fn formations(&self) -> String {
        let count = self.all.len();
        let divisions = (0..count).step_by(DIVISION).map(|from| (from, DIVISION));
        let regiments = (0..count).step_by(REGIMENT).map(|from| (from, REGIMENT));
        list(divisions.chain(regiments), |out, (from, length)| {
            let (division, units) = (from / DIVISION, length.min(count - from));
            let side = SIDES[self.all[from].side];
            let _ = if length == DIVISION {
                write!(out, r#"{{"id": "div{division}", "side": "{side}", "level": "division", "units": {units}}}"#)
            } else {
                write!(
                    out,
                    r#"{{"id": "{}", "in": "div{division}", "level": "regiment", "units": {units}}}"#,
                    Self::regiment(from)
                )
            };
        })
    }

    pub fn csv(&self) -> String {
        let mut out = String::from(
            "id,side,formation,type,size,designation,attack,defense,move,range,back.state,back.attack,back.defense,steps,setup,arrives,tags\n",
        );
        for (i, unit) in self.all.iter().enumerate() {
            let (kind, size, range) = TYPES[unit.kind];
            let range = if range == 0 { String::new() } else { range.to_string() };
            let (setup, arrives) = match &unit.start {
                Start::At(place) => (place.as_str(), String::new()),
                Start::Arrives { turn, entry } => ("", format!("{turn}@{entry}")),
            };
            let _ = writeln!(
                out,
                "{},{},{},{kind},{size},{i}/{},{},{},{},{range},reduced,{},{},2,{setup},{arrives},wave-{}",
                Self::id(i),
                SIDES[unit.side],
                Self::regiment(i),
                i / DIVISION,
                unit.attack,
                1 + unit.attack / 2,
                4 + unit.attack % 5,
                unit.attack / 2,
                1 + unit.attack / 3,
                i % 3
            );
        }
        out
    }

    pub fn json(&self) -> String {
        list(self.all.iter().enumerate(), |out, (i, unit)| {
            let (kind, size, range) = TYPES[unit.kind];
            let range = if range == 0 { String::new() } else { format!(", \"range\": {range}") };
            let start = match &unit.start {
                Start::At(place) => format!(r#""setup": "{place}""#),
                Start::Arrives { turn, entry } => format!(r#""arrives": "{turn}@{entry}""#),
            };
            let _ = write!(
                out,
                "{{\n    \"id\": \"{}\",\n    \"name\": \"Battalion {i} of the {}th Division\",\n    \"side\": \"{}\",\n    \
                 \"formation\": \"{}\",\n    \"type\": \"{kind}\",\n    \"size\": \"{size}\",\n    \"designation\": \"{i}\",\n    \
                 \"ratings\": {{ \"attack\": {}, \"defense\": {}, \"move\": {}{range} }},\n    \
                 \"back\": {{ \"state\": \"reduced\", \"ratings\": {{ \"attack\": {}, \"defense\": {} }} }},\n    \"steps\": 2,\n    \
                 {start},\n    \"tags\": [\"wave-{}\", \"veteran\"],\n    \"note\": \"Raised in spring; strength after the printed order of battle.\"\n  }}",
                Self::id(i),
                i / DIVISION,
                SIDES[unit.side],
                Self::regiment(i),
                unit.attack,
                1 + unit.attack / 2,
                4 + unit.attack % 5,
                unit.attack / 2,
                1 + unit.attack / 3,
                i % 3
            );
        })
    }

    /// Odd scenarios stand by themselves and move a tenth of the counters elsewhere; even ones vary the one before.
    pub fn scenario(&self, number: usize, map: &Map, random: &mut Random) -> String {
        let levels = r#"[{"name": "Red wins", "side": "red", "if": {"control": {"of": ["Place 0", "Place 1"], "by": "red"}}}, {"name": "Blue holds", "side": "blue"}]"#;
        let victory = format!(r#""victory": {{"checked": "{TURNS}", "levels": {levels}}}"#);
        let head = format!(r#""id": "s{number}", "name": "Scenario {number}""#);
        if number.is_multiple_of(2) {
            let before = number - 1;
            let out = Self::id(self.all.len() - 1);
            let limit = r#"{"entry": "stacking.limits/units", "set": {"max": 4}, "turns": {"from": "1", "to": "2"}}"#;
            return format!(
                r#"{{{head}, "extends": "s{before}", "remove": {{"units": ["{out}"]}}, "changes": [{limit}], {victory}}}"#
            );
        }
        let mut free = [self.free[0].iter(), self.free[1].iter()];
        let mut setup = String::new();
        let mut arrivals = String::new();
        for (i, unit) in self.all.iter().enumerate().skip(map.areas()) {
            if random.below(10) != 0 || i + 1 == self.all.len() {
                continue;
            }
            match &unit.start {
                Start::At(_) => {
                    let Some(hex) = free[unit.side].next() else { continue };
                    let _ = write!(setup, "\n  {{\"unit\": \"{}\", \"at\": \"{hex}\"}},", Self::id(i));
                }
                Start::Arrives { entry, .. } => {
                    let turn = 1 + random.below(TURNS);
                    let _ = write!(
                        arrivals,
                        "\n  {{\"unit\": \"{}\", \"turn\": \"{turn}\", \"entry\": [\"{entry}\"], \"if\": {{\"roll\": {{\"dice\": \"d6\", \"at-least\": 3}}}}, \"else\": \"next-turn\"}},",
                        Self::id(i)
                    );
                }
            }
        }
        let (setup, arrivals) = (setup.trim_end_matches(','), arrivals.trim_end_matches(','));
        format!(
            "{{{head}, \"turns\": [\"1\", \"{TURNS}\"], \"set-up\": [\"blue\", \"red\"], \"from\": \"units\",\n\"setup\": [{setup}],\n\
             \"arrivals\": [{arrivals}],\n\"control\": [{{\"side\": \"blue\", \"places\": [\"all\"]}}],\n{victory}}}\n"
        )
    }
}
