//! Files to trees: the World, JSON and sheets, limits, and the way back from a place to its bytes.

#[cfg(feature = "cli")]
mod cells;
pub mod damage;
mod de;
mod files;
mod json;
pub mod limits;
#[cfg(feature = "cli")]
mod ods;
mod project;
pub mod sheet;
mod syntax_error;
mod text;
mod tree;
mod world;
#[cfg(feature = "cli")]
mod xlsx;

#[cfg(feature = "cli")]
pub use cells::{CellSpan, RowSpan, SheetLayout, layout};
pub use de::{Mismatch, Pruned};
pub use files::{Files, LineColumn, SourceFile, glyphs};
pub use json::parse as parse_json;
pub use project::{FileRequest, Loaded, Project};
pub use syntax_error::SyntaxError;
pub(crate) use tree::NodeKind;
#[cfg(feature = "cli")]
pub(crate) use tree::decode as decoded;
pub use tree::{Elements, Member, Members, NodeRef, Shape, Tree};
#[cfg(feature = "cli")]
pub use world::real_path;
pub use world::{Disk, Memory, Otherwise, ReadError, World, confined, shown};

/// A sheet as plain cells, and its name.
#[cfg(feature = "cli")]
pub type Cells = (String, Vec<Vec<String>>);

/// The sheets of a file: of a workbook the first so many, of text the only one.
///
/// # Errors
/// If it is neither a workbook nor text, or if a sheet is larger than any that is read.
#[cfg(feature = "cli")]
pub fn cells(bytes: Vec<u8>, most: usize) -> Result<Vec<Cells>, Box<SyntaxError>> {
    let of = |name: String, text: String| match sheet::cells(&text) {
        Some(cells) => Ok((name, cells)),
        None => {
            let message =
                format!("it has more than {} rows, {} columns or {} cells", limits::ROWS, limits::COLUMNS, limits::VALUES);
            Err(SyntaxError::boxed(&crate::diag::codes::TOO_MANY, crate::span::Span::new(0, 0), message))
        }
    };
    if !bytes.starts_with(b"PK") {
        return Ok(vec![of(String::new(), text::decode(bytes, true)?)?]);
    }
    if ods::is(&bytes) {
        return ods::sheets(&bytes, most).map_err(|why| xlsx::broken(&why));
    }
    let mut left = limits::WORKBOOK_BYTES;
    let mut book = xlsx::Book::open(&bytes, &mut left).map_err(|why| xlsx::broken(&why))?;
    let names: Vec<String> = book.names().take(most).map(ToOwned::to_owned).collect();
    if names.is_empty() {
        return Ok(vec![of(String::new(), book.text(None, &mut left)?)?]);
    }
    names.into_iter().map(|name| of(name.clone(), book.text(Some(&name), &mut left)?)).collect()
}
