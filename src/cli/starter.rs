//! The small game that `muster new` writes: five files, in order, each short enough to be understood at a glance.

/// The files of a game of that name.
pub(super) fn files(name: &str) -> Vec<(&'static str, Vec<u8>)> {
    let module = MODULE.replace("NAME", &serde_json::Value::from(name).to_string());
    vec![
        ("module.json", module.into_bytes()),
        ("map.json", MAP.into()),
        ("terrain.csv", TERRAIN.into()),
        ("units.csv", UNITS.into()),
        ("scenarios/first.json", SCENARIO.into()),
    ]
}

const MODULE: &str = r#"{
  "format": 2,
  "name": NAME,
  "sides": [
    { "id": "blue", "name": "Blue" },
    { "id": "red", "name": "Red" }
  ],
  // How units move. Each class has a column of its own in terrain.csv.
  "classes": [
    { "id": "foot", "name": "Foot" },
    { "id": "mech", "name": "Mechanised" }
  ],
  "types": [
    { "id": "infantry", "name": "Infantry", "class": "foot" },
    { "id": "armor", "name": "Tanks", "class": "mech" }
  ],
  // The numbers on the counters. Each has a column of its own in units.csv.
  "ratings": [
    { "id": "attack", "name": "Attack", "min": 0, "max": 9, "required": true },
    { "id": "defense", "name": "Defense", "min": 1, "max": 9, "required": true },
    { "id": "move", "name": "Movement", "min": 1, "max": 10, "required": true }
  ]
}
"#;

const MAP: &str = r#"{
  "grid": {
    "columns": 6,
    "rows": 4,
    "touching": ["0201", "0102"] // so the even columns lie lower
  },
  "terrain": {
    "legend": { ".": "clear", "w": "woods", "h": "hills" },
    // As seen on the map, north on top: one glyph a hex, columns 01 to 06. Blanks do not count.
    "rows": [
      ". . w . . .",
      ". h w . . .",
      ". . . . h .",
      ". . . w h ."
    ]
  }
}
"#;

const TERRAIN: &str = "\
id,name,foot,mech
clear,Clear,1,1
woods,Woods,1,2
hills,Hills,2,3
";

const UNITS: &str = "\
id,side,type,size,attack,defense,move
b-1,blue,infantry,II,3,4,4
b-2,blue,armor,II,5,3,8
r-1,red,infantry,II,4,4,4
r-2,red,infantry,II,3,4,4
";

const SCENARIO: &str = r#"{
  "id": "first",
  "name": "First Contact",
  "about": "Two battalions on either side, to begin with.",
  "setup": [
    { "unit": "b-1", "at": "0102" },
    { "unit": "b-2", "at": "0103" },
    { "unit": "r-1", "at": "0602" },
    { "unit": "r-2", "at": "0503" }
  ]
}
"#;
