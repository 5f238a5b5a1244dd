//! What a file says to whoever prints it: that nothing is scaled, how sheets are turned over, where they are cut.
//!
//! The crate that writes PDF has no words for some of it. They are put into the catalog afterwards: it is the last
//! object of the file, so nothing moves but the table behind it.

use crate::draw::scene::Rect;

/// How a file wants to be printed.
#[derive(Clone, Debug, Default)]
pub struct Press {
    /// How the printer turns the sheet over.
    pub duplex: Duplex,
    /// What each page is called in the list of pages; numbers where nothing is said.
    pub labels: Vec<String>,
    /// Where each page is cut, and how far its colours reach beyond; the whole page where nothing is said.
    pub trims: Vec<(Rect, f64)>,
}

/// On which sides of the paper a file is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplex {
    /// On one.
    #[default]
    Simplex,
    /// On both, turned over the long edge.
    Long,
    /// On both, turned over the short edge.
    Short,
}

/// The file with what it says to readers and printers; nothing if it is not built as expected.
pub(super) fn with_preferences(mut file: Vec<u8>, duplex: Duplex) -> Option<Vec<u8>> {
    const CATALOG: &[u8] = b"<</Type/Catalog";
    const START: &[u8] = b"startxref\n";
    let words = match duplex {
        Duplex::Simplex => "Simplex",
        Duplex::Long => "DuplexFlipLongEdge",
        Duplex::Short => "DuplexFlipShortEdge",
    };
    let added = format!("/ViewerPreferences<</PrintScaling/None/Duplex/{words}/DisplayDocTitle true>>/PageMode/UseOutlines");
    // The way back from the end: the number behind `startxref` says where the table begins, the catalog stands before it.
    let tail = file.len().saturating_sub(64);
    let start = tail + find_last(file.get(tail..)?, START)? + START.len();
    let digits = file.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let table: usize = std::str::from_utf8(file.get(start..start + digits)?).ok()?.parse().ok()?;
    if !file.get(table..)?.starts_with(b"xref\n") {
        return None;
    }
    let near = table.saturating_sub(4096);
    let catalog = near + find_last(file.get(near..table)?, CATALOG)? + CATALOG.len();
    // No other object may follow: its place would be wrong.
    let behind = file.get(catalog..table)?;
    if find_last(behind, b"endobj")? + b"endobj\n".len() != behind.len() || find_last(behind, b" obj\n").is_some() {
        return None;
    }
    file.splice(start..start + digits, (table + added.len()).to_string().into_bytes());
    file.splice(catalog..catalog, added.into_bytes());
    Some(file)
}

fn find_last(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).rposition(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_catalog_grows() {
        let file = |catalog: &str, table: usize| {
            format!("%PDF-1.7\n1 0 obj\n<</Type/Catalog{catalog}/Pages 2 0 R>>\nendobj\nxref\n0 2\ntrailer\n<<>>\nstartxref\n{table}\n%%EOF").into_bytes()
        };
        let plain = file("", 9 + 8 + 30 + 7);
        assert!(plain.get(54..).is_some_and(|rest| rest.starts_with(b"xref\n")), "{}", String::from_utf8_lossy(&plain));
        let added =
            "/ViewerPreferences<</PrintScaling/None/Duplex/DuplexFlipShortEdge/DisplayDocTitle true>>/PageMode/UseOutlines";
        let patched = with_preferences(plain.clone(), Duplex::Short);
        assert_eq!(
            patched.map(|it| String::from_utf8_lossy(&it).into_owned()),
            Some(String::from_utf8_lossy(&file(added, 54 + added.len())).into_owned())
        );
        assert_eq!(with_preferences(plain[..plain.len() - 12].to_vec(), Duplex::Long), None, "without its end");
        assert_eq!(with_preferences(Vec::new(), Duplex::Long), None);
    }
}
