//! Counter sheets.

use super::{Imported, Refused};

/// Makes a game's folder of a sheet of counters, `.csv` or `.xlsx`.
pub fn import(name: &str, _bytes: &[u8]) -> Result<Imported, Refused> {
    Err(Refused::new(name, "counter sheets cannot be read yet", "write units.csv by hand"))
}
