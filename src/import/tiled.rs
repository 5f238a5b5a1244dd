//! Maps of Tiled.

use super::{Imported, Refused};

/// Makes a game's folder of a hexagonal map, `.tmx` or `.tmj`. `other` reads a file that lies beside it, such as a tileset.
pub fn import(name: &str, _bytes: &[u8], _other: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Imported, Refused> {
    Err(Refused::new(name, "maps of Tiled cannot be read yet", "write map.json by hand"))
}
