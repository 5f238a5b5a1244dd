//! How much of anything is read. Each limit has its own error; none is near what a real game needs.

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
/// Bytes that the parts of a workbook which are read may unpack to.
pub const WORKBOOK_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes that a bundle may have, and may unpack to.
pub const BUNDLE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes that all fonts and pictures of a game may have.
pub const ART_BYTES: u64 = 512 * 1024 * 1024;

// model

/// Hexes that all lists, ranges, floods and circles of one game come to.
pub const HEXES_NAMED: usize = 2_000_000;
/// Words in lists of hexes that are none.
pub const WRONG_HEXES: usize = 100_000;
/// Values of all pieces of rules: selectors, conditions and effects, wherever they stand, in each scenario that has them.
pub const RULE_VALUES: usize = 200_000;
/// Formations above one another.
pub const FORMATION_LEVELS: usize = 32;
pub const SIDES: usize = 64;
/// Movement classes: every terrain has a cost for each.
pub const CLASSES: usize = 256;
/// Ratings: every face of every unit has room for each.
pub const RATINGS: usize = 256;
/// States, with `full` and `reduced`: a position notes them in 64 bits.
pub const STATES: usize = 64;
/// Kinds of terrain.
pub const TERRAIN: usize = 2_000;
pub const TURNS: usize = 10_000;
/// Phases of a turn, those of each side by themselves.
pub const PHASES: usize = 2_000;
pub const OPTIONS: usize = 1_000;
/// Names of values on a map.
pub const VALUE_NAMES: usize = 1_000;
/// Entries of any other list: as many as a sheet has rows.
pub const ENTRIES: usize = ROWS;
/// Lines that all scenarios have together, with what they take from those that they extend.
pub const SCENARIO_LINES: usize = 500_000;

// import

pub const WORKBOOK_PARTS: usize = 20_000;
pub const WORKBOOK_SHEETS: usize = 4_096;
/// Bytes that all workbooks of a game may unpack to: one is unpacked anew for each list that it holds.
pub const WORKBOOKS_BYTES: u64 = 4 * WORKBOOK_BYTES;
/// Bytes of text in one sheet of a workbook.
pub const SHEET_BYTES: usize = 16 * 1024 * 1024;
/// Letters in one cell of a workbook: what spreadsheets themselves allow.
pub const CELL_LETTERS: usize = 32_767;
/// Letters in the name of a sheet; spreadsheets allow 31.
pub const NAME_LETTERS: usize = 255;
/// Bytes of a piece's definition in a module of VASSAL, also with its prototypes.
pub const PIECE_BYTES: usize = 1024 * 1024;
/// Traits of a piece, also with its prototypes.
pub const PIECE_TRAITS: usize = 2_000;
pub const PIECE_LAYERS: usize = 64;
pub const PIECE_PROPERTIES: usize = 1_000;
/// Boards that lie in one window of a module of VASSAL.
pub const BOARDS_LAID: usize = 1_000;
/// Words of a level of a turn tracker; a calendar has fewer turns.
pub const TRACKER_WORDS: usize = 1_000;
/// How often the prototypes of one piece may use each other.
pub const PROTOTYPE_USES: usize = 10_000;
/// Bytes that prototypes may take in all pieces together.
pub const PROTOTYPES_BYTES: u64 = 128 * 1024 * 1024;
/// Bytes that prototypes may take in the pieces of all setups together, one after the other.
pub const SETUPS_BYTES: u64 = 640 * 1024 * 1024;
/// Bytes that all entries of a module of VASSAL may unpack to, beside sixteen times its own.
pub const MODULE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes that a save of VASSAL may unpack to. Its hidden text has two for each letter.
pub const SAVE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes that all saves of a module of VASSAL may unpack to, one after the other.
pub const SAVES_BYTES: u64 = 512 * 1024 * 1024;
/// Pixels that are worked on in a module of VASSAL, beside twenty for each byte of its pictures.
pub const MODULE_PIXELS: u64 = 50_000_000;
/// Pieces of a module of VASSAL, and pieces that lie in all its setups together.
pub const PIECES: usize = 200_000;
/// Bytes in a key of a JSON object.
pub const KEY_BYTES: usize = 1_000;
/// Counters, markers and cards of a game, each as often as its `count` says.
pub const COUNTERS: usize = 500_000;
