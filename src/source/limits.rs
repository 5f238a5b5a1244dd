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
