//! How much of anything is read. Each limit has its own error; none is near what a real game needs.

/// Bytes in one file.
pub const FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Files in one game.
pub const FILES: usize = 4096;
/// Levels of nesting in JSON.
pub const DEPTH: usize = 64;
/// Values in one file.
pub const VALUES: usize = 8_000_000;
/// Rows in one sheet.
pub const ROWS: usize = 200_000;
/// Columns in one sheet.
pub const COLUMNS: usize = 1_024;
/// Bytes that a workbook may unpack to.
pub const WORKBOOK_BYTES: u64 = 256 * 1024 * 1024;
/// Bytes that all fonts and pictures of a game may have.
pub const ART_BYTES: u64 = 512 * 1024 * 1024;

// model

/// Hexes that all lists, ranges, floods and circles of one game come to.
pub const HEXES_NAMED: usize = 4_000_000;
/// Formations above one another.
pub const FORMATION_LEVELS: usize = 32;
/// Sides.
pub const SIDES: usize = 64;
/// Movement classes: every terrain has a cost for each.
pub const CLASSES: usize = 256;
/// Ratings: every face of every unit has room for each.
pub const RATINGS: usize = 256;
/// States, with `full` and `reduced`: a position notes them in 64 bits.
pub const STATES: usize = 64;
/// Kinds of terrain.
pub const TERRAIN: usize = 2_000;
/// Turns.
pub const TURNS: usize = 10_000;
/// Phases of a turn, those of each side by themselves.
pub const PHASES: usize = 2_000;
/// Options.
pub const OPTIONS: usize = 1_000;
/// Names of values on a map.
pub const VALUE_NAMES: usize = 1_000;
/// Entries of any other list: as many as a sheet has rows.
pub const ENTRIES: usize = ROWS;
/// Lines that all scenarios have together, with what they take from those that they extend.
pub const SCENARIO_LINES: usize = 500_000;
