//! Sheets: any bytes as the counter sheet and as the terrain sheet of a game, with whatever headings they have.

#![no_main]

#[path = "../sane.rs"]
mod sane;

use libfuzzer_sys::fuzz_target;
use muster::source::Memory;

const MODULE: &str = r#"{"format": 1, "name": "x", "sides": [{"id": "aster"}, {"id": "brenn"}], "classes": [{"id": "foot"}],
  "types": [{"id": "infantry", "class": "foot"}], "ratings": [{"id": "attack", "min": 0, "max": 9}, {"id": "move"}],
  "sheets": {"units.csv": {"columns": {"label": "designation", "BAtt": "back.attack"}, "ignore": ["my-notes"]}}}"#;
const MAP: &str = r#"{"grid": {"columns": 14, "rows": 10}, "areas": [{"id": "west-bank", "hexes": "0101-0305"}]}"#;

fuzz_target!(|bytes: &[u8]| {
    let memory = Memory::new().with("module.json", MODULE).with("map.json", MAP);
    sane::sane(&memory.clone().with("units.csv", bytes));
    sane::sane(&memory.with("terrain.csv", bytes));
});
