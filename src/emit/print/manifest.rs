//! Where every counter and card lies, so that a lost one is found and printed again.

use crate::draw::sheet::{Laid, Spot};
use crate::source::sheet::written;

/// A counter or card as the list has it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: &'static str,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) side: String,
    pub(super) formation: String,
    pub(super) copies: u32,
}

/// The headings of the list.
pub(super) const HEAD: &str = "file,page,sheet,row,column,x-mm,y-mm,kind,id,name,copy,copies,side,formation\n";

/// The lines of one file.
pub(super) fn lines(file: &str, laid: &Laid, entries: &[Entry]) -> String {
    let mut out = String::new();
    for Spot { part, copy, sheet, row, column, at } in &laid.spots {
        let Some(entry) = entries.get(*part) else { continue };
        let page = sheet * laid.sides.max(1) + 1;
        out += &format!(
            "{},{page},{},{row},{column},{:.3},{:.3},{},{},{},{copy},{},{},{}\n",
            cell(file),
            sheet + 1,
            at.x,
            at.y,
            entry.kind,
            cell(&entry.id),
            cell(&entry.name),
            entry.copies,
            cell(&entry.side),
            cell(&entry.formation),
        );
    }
    out
}

/// A cell as sheets have it. What a spreadsheet would take for a formula is kept from it.
fn cell(text: &str) -> String {
    written(text, ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_must_be() {
        assert_eq!(cell("Group Reiss"), "Group Reiss");
        assert_eq!(cell("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("-1+cmd"), "'-1+cmd");
    }
}
