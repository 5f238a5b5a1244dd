//! Pictures of an earlier build: what would be drawn the same is not drawn again.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

/// The list of pictures and of what was drawn, inside the module.
pub(super) const LIST: &str = "muster-pictures.csv";
/// No picture of ours is larger.
const MOST: u64 = 256 << 20;

/// Pictures by name, with the number of the drawing.
#[derive(Default)]
pub(super) struct Cache {
    known: BTreeMap<String, (u64, Vec<u8>)>,
}

impl Cache {
    /// The pictures in a module that was built before; none if it cannot be read.
    pub(super) fn read(bytes: &[u8]) -> Cache {
        Cache::try_read(bytes).unwrap_or_default()
    }

    fn try_read(bytes: &[u8]) -> Option<Cache> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
        let mut entry = |name: &str| -> Option<Vec<u8>> {
            let mut content = Vec::new();
            zip.by_name(name).ok()?.take(MOST).read_to_end(&mut content).ok()?;
            Some(content)
        };
        let list = String::from_utf8(entry(LIST)?).ok()?;
        let mut known = BTreeMap::new();
        for line in list.lines() {
            let (number, name) = line.split_once(',')?;
            let number = u64::from_str_radix(number, 16).ok()?;
            if let Some(bytes) = entry(&format!("images/{name}")) {
                known.insert(name.to_owned(), (number, bytes));
            }
        }
        Some(Cache { known })
    }

    /// The picture of that name, if it was drawn from the same drawing.
    pub(super) fn get(&self, name: &str, number: u64) -> Option<&Vec<u8>> {
        self.known.get(name).filter(|(known, _)| *known == number).map(|(_, bytes)| bytes)
    }

    /// A picture whose name begins so, drawn from the same drawing.
    pub(super) fn find(&self, begins: &str, number: u64) -> Option<(&String, &Vec<u8>)> {
        let found = self.known.iter().find(|(name, (known, _))| name.starts_with(begins) && *known == number);
        found.map(|(name, (_, bytes))| (name, bytes))
    }
}
