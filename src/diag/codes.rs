//! The codes of sources, schemas and lowering. Checks bring their own, each beside its code.
//!
//! A code lives for ever: what is retired stays listed, and nothing takes its number.

use super::{Rule, Severity};

/// M0001 missing-file.
pub static MISSING_FILE: Rule =
    Rule { code: "M0001", name: "missing-file", severity: Severity::Error, docs: include_str!("docs/M0001.md") };
/// M0002 unreadable-file.
pub static UNREADABLE_FILE: Rule =
    Rule { code: "M0002", name: "unreadable-file", severity: Severity::Error, docs: include_str!("docs/M0002.md") };
/// M0003 path-outside.
pub static PATH_OUTSIDE: Rule =
    Rule { code: "M0003", name: "path-outside", severity: Severity::Error, docs: include_str!("docs/M0003.md") };
/// M0004 file-too-big.
pub static TOO_BIG: Rule =
    Rule { code: "M0004", name: "file-too-big", severity: Severity::Error, docs: include_str!("docs/M0004.md") };
/// M0005 not-text.
pub static NOT_TEXT: Rule =
    Rule { code: "M0005", name: "not-text", severity: Severity::Error, docs: include_str!("docs/M0005.md") };
/// M0006 empty-file.
pub static EMPTY_FILE: Rule =
    Rule { code: "M0006", name: "empty-file", severity: Severity::Error, docs: include_str!("docs/M0006.md") };
/// M0007 json-syntax.
pub static JSON_SYNTAX: Rule =
    Rule { code: "M0007", name: "json-syntax", severity: Severity::Error, docs: include_str!("docs/M0007.md") };
/// M0008 duplicate-key.
pub static DUPLICATE_KEY: Rule =
    Rule { code: "M0008", name: "duplicate-key", severity: Severity::Error, docs: include_str!("docs/M0008.md") };
/// M0009 nested-too-deep.
pub static TOO_DEEP: Rule =
    Rule { code: "M0009", name: "nested-too-deep", severity: Severity::Error, docs: include_str!("docs/M0009.md") };
/// M0010 too-many.
pub static TOO_MANY: Rule =
    Rule { code: "M0010", name: "too-many", severity: Severity::Error, docs: include_str!("docs/M0010.md") };
/// M0011 sheet-syntax.
pub static SHEET_SYNTAX: Rule =
    Rule { code: "M0011", name: "sheet-syntax", severity: Severity::Error, docs: include_str!("docs/M0011.md") };
/// M0012 unknown-column.
pub static UNKNOWN_COLUMN: Rule =
    Rule { code: "M0012", name: "unknown-column", severity: Severity::Error, docs: include_str!("docs/M0012.md") };
/// M0013 duplicate-column.
pub static DUPLICATE_COLUMN: Rule =
    Rule { code: "M0013", name: "duplicate-column", severity: Severity::Error, docs: include_str!("docs/M0013.md") };
/// M0014 spreadsheet-damage.
pub static SPREADSHEET_DAMAGE: Rule =
    Rule { code: "M0014", name: "spreadsheet-damage", severity: Severity::Error, docs: include_str!("docs/M0014.md") };
/// M0015 bad-workbook.
pub static BAD_WORKBOOK: Rule =
    Rule { code: "M0015", name: "bad-workbook", severity: Severity::Error, docs: include_str!("docs/M0015.md") };
/// M0016 newer-format.
pub static NEWER_FORMAT: Rule =
    Rule { code: "M0016", name: "newer-format", severity: Severity::Error, docs: include_str!("docs/M0016.md") };
/// M0017 two-sources.
pub static TWO_SOURCES: Rule =
    Rule { code: "M0017", name: "two-sources", severity: Severity::Error, docs: include_str!("docs/M0017.md") };
/// M0018 unused-exemption.
pub static UNUSED_EXEMPTION: Rule =
    Rule { code: "M0018", name: "unused-exemption", severity: Severity::Warning, docs: include_str!("docs/M0018.md") };
/// M0019 unknown-code.
pub static UNKNOWN_CODE: Rule =
    Rule { code: "M0019", name: "unknown-code", severity: Severity::Error, docs: include_str!("docs/M0019.md") };
/// M0020 idle-heading.
pub static IDLE_HEADING: Rule =
    Rule { code: "M0020", name: "idle-heading", severity: Severity::Warning, docs: include_str!("docs/M0020.md") };
/// M0021 unread-file.
pub static UNREAD_FILE: Rule =
    Rule { code: "M0021", name: "unread-file", severity: Severity::Warning, docs: include_str!("docs/M0021.md") };
/// M0022 older-format.
pub static OLDER_FORMAT: Rule =
    Rule { code: "M0022", name: "older-format", severity: Severity::Error, docs: include_str!("docs/M0022.md") };
/// M0101 wrong-type.
pub static WRONG_TYPE: Rule =
    Rule { code: "M0101", name: "wrong-type", severity: Severity::Error, docs: include_str!("docs/M0101.md") };
/// M0102 unknown-field.
pub static UNKNOWN_FIELD: Rule =
    Rule { code: "M0102", name: "unknown-field", severity: Severity::Error, docs: include_str!("docs/M0102.md") };
/// M0103 missing-field.
pub static MISSING_FIELD: Rule =
    Rule { code: "M0103", name: "missing-field", severity: Severity::Error, docs: include_str!("docs/M0103.md") };
/// M0104 unknown-word.
pub static UNKNOWN_WORD: Rule =
    Rule { code: "M0104", name: "unknown-word", severity: Severity::Error, docs: include_str!("docs/M0104.md") };
/// M0105 out-of-range.
pub static OUT_OF_RANGE: Rule =
    Rule { code: "M0105", name: "out-of-range", severity: Severity::Error, docs: include_str!("docs/M0105.md") };
/// M0106 wrong-form.
pub static WRONG_FORM: Rule =
    Rule { code: "M0106", name: "wrong-form", severity: Severity::Error, docs: include_str!("docs/M0106.md") };
/// M0107 our-fault.
pub static OUR_FAULT: Rule =
    Rule { code: "M0107", name: "our-fault", severity: Severity::Error, docs: include_str!("docs/M0107.md") };
/// M0201 unknown-name.
pub static UNKNOWN_NAME: Rule =
    Rule { code: "M0201", name: "unknown-name", severity: Severity::Error, docs: include_str!("docs/M0201.md") };
/// M0202 duplicate-id.
pub static DUPLICATE_ID: Rule =
    Rule { code: "M0202", name: "duplicate-id", severity: Severity::Error, docs: include_str!("docs/M0202.md") };
/// M0203 formation-cycle.
pub static FORMATION_CYCLE: Rule =
    Rule { code: "M0203", name: "formation-cycle", severity: Severity::Error, docs: include_str!("docs/M0203.md") };
/// M0204 scenario-cycle.
pub static SCENARIO_CYCLE: Rule =
    Rule { code: "M0204", name: "scenario-cycle", severity: Severity::Error, docs: include_str!("docs/M0204.md") };
/// M0211 unclear-entry.
pub static UNCLEAR_ENTRY: Rule =
    Rule { code: "M0211", name: "unclear-entry", severity: Severity::Error, docs: include_str!("docs/M0211.md") };
/// M0226 unseen-sign.
pub static UNSEEN_SIGN: Rule =
    Rule { code: "M0226", name: "unseen-sign", severity: Severity::Warning, docs: include_str!("docs/M0226.md") };
/// M0301 bad-grid.
pub static BAD_GRID: Rule =
    Rule { code: "M0301", name: "bad-grid", severity: Severity::Error, docs: include_str!("docs/M0301.md") };
/// M0302 unknown-hex.
pub static UNKNOWN_HEX: Rule =
    Rule { code: "M0302", name: "unknown-hex", severity: Severity::Error, docs: include_str!("docs/M0302.md") };
/// M0303 glyph-rows.
pub static GLYPH_ROWS: Rule =
    Rule { code: "M0303", name: "glyph-rows", severity: Severity::Error, docs: include_str!("docs/M0303.md") };
/// M0304 unknown-glyph.
pub static UNKNOWN_GLYPH: Rule =
    Rule { code: "M0304", name: "unknown-glyph", severity: Severity::Error, docs: include_str!("docs/M0304.md") };
/// M0305 wrong-layer.
pub static WRONG_LAYER: Rule =
    Rule { code: "M0305", name: "wrong-layer", severity: Severity::Error, docs: include_str!("docs/M0305.md") };
/// M0306 not-adjacent.
pub static NOT_ADJACENT: Rule =
    Rule { code: "M0306", name: "not-adjacent", severity: Severity::Error, docs: include_str!("docs/M0306.md") };
/// M0307 broken-chain.
pub static BROKEN_CHAIN: Rule =
    Rule { code: "M0307", name: "broken-chain", severity: Severity::Error, docs: include_str!("docs/M0307.md") };
/// M0308 no-crossing.
pub static NO_CROSSING: Rule =
    Rule { code: "M0308", name: "no-crossing", severity: Severity::Error, docs: include_str!("docs/M0308.md") };
/// M0310 hex-twice.
pub static HEX_TWICE: Rule =
    Rule { code: "M0310", name: "hex-twice", severity: Severity::Warning, docs: include_str!("docs/M0310.md") };
/// M0311 empty-area.
pub static EMPTY_AREA: Rule =
    Rule { code: "M0311", name: "empty-area", severity: Severity::Error, docs: include_str!("docs/M0311.md") };
/// M0312 leaking-area.
pub static LEAKING_AREA: Rule =
    Rule { code: "M0312", name: "leaking-area", severity: Severity::Error, docs: include_str!("docs/M0312.md") };
/// M0313 sheets-disagree.
pub static SHEETS_DISAGREE: Rule =
    Rule { code: "M0313", name: "sheets-disagree", severity: Severity::Error, docs: include_str!("docs/M0313.md") };
/// M0601 bad-dice.
pub static BAD_DICE: Rule =
    Rule { code: "M0601", name: "bad-dice", severity: Severity::Error, docs: include_str!("docs/M0601.md") };
/// M0602 bad-roll.
pub static BAD_ROLL: Rule =
    Rule { code: "M0602", name: "bad-roll", severity: Severity::Error, docs: include_str!("docs/M0602.md") };
/// M1001 dead-end.
pub static DEAD_END: Rule =
    Rule { code: "M1001", name: "dead-end", severity: Severity::Warning, docs: include_str!("docs/M1001.md") };
/// M1002 level-never-reached.
pub static LEVEL_NEVER_REACHED: Rule =
    Rule { code: "M1002", name: "level-never-reached", severity: Severity::Hint, docs: include_str!("docs/M1002.md") };
/// M1003 never-in-games.
pub static NEVER_IN_GAMES: Rule =
    Rule { code: "M1003", name: "never-in-games", severity: Severity::Hint, docs: include_str!("docs/M1003.md") };

/// All of them, by code.
pub static CODES: &[&Rule] = &[
    &MISSING_FILE,
    &UNREADABLE_FILE,
    &PATH_OUTSIDE,
    &TOO_BIG,
    &NOT_TEXT,
    &EMPTY_FILE,
    &JSON_SYNTAX,
    &DUPLICATE_KEY,
    &TOO_DEEP,
    &TOO_MANY,
    &SHEET_SYNTAX,
    &UNKNOWN_COLUMN,
    &DUPLICATE_COLUMN,
    &SPREADSHEET_DAMAGE,
    &BAD_WORKBOOK,
    &NEWER_FORMAT,
    &TWO_SOURCES,
    &UNUSED_EXEMPTION,
    &UNKNOWN_CODE,
    &IDLE_HEADING,
    &UNREAD_FILE,
    &OLDER_FORMAT,
    &WRONG_TYPE,
    &UNKNOWN_FIELD,
    &MISSING_FIELD,
    &UNKNOWN_WORD,
    &OUT_OF_RANGE,
    &WRONG_FORM,
    &OUR_FAULT,
    &UNKNOWN_NAME,
    &DUPLICATE_ID,
    &FORMATION_CYCLE,
    &SCENARIO_CYCLE,
    &UNCLEAR_ENTRY,
    &UNSEEN_SIGN,
    &BAD_GRID,
    &UNKNOWN_HEX,
    &GLYPH_ROWS,
    &UNKNOWN_GLYPH,
    &WRONG_LAYER,
    &NOT_ADJACENT,
    &BROKEN_CHAIN,
    &NO_CROSSING,
    &HEX_TWICE,
    &EMPTY_AREA,
    &LEAKING_AREA,
    &SHEETS_DISAGREE,
    &BAD_DICE,
    &BAD_ROLL,
    &DEAD_END,
    &LEVEL_NEVER_REACHED,
    &NEVER_IN_GAMES,
];
