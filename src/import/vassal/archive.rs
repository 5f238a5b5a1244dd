//! The files of a module: entries of a zip, or a folder. Names are only ever compared; none is used as a path.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::source::limits;

/// Entries of one archive.
const ENTRIES: usize = 100_000;
/// Bytes that one entry may unpack to.
const ENTRY: u64 = 192 << 20;
/// Bytes that all entries together may unpack to, however large the archive is.
const TOTAL: u64 = 512 << 20;
/// How often larger than itself an archive may be, beyond what any may be.
const RATIO: u64 = 16;

/// Where the files of a module come from.
pub trait Files {
    /// The names of all files, with `/` between folders.
    fn names(&self) -> Vec<String>;
    /// A file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// A zip in memory.
pub struct Zip<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    left: u64,
}

impl<'b> Zip<'b> {
    /// Opens it.
    ///
    /// # Errors
    /// If it is no zip, or has too many entries.
    pub fn new(bytes: &'b [u8]) -> Result<Zip<'b>, String> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|why| format!("it is no zip archive: {why}"))?;
        if archive.len() > ENTRIES {
            return Err(format!("it has {} entries, expected at most {ENTRIES}", archive.len()));
        }
        // Pictures hardly shrink, and texts are a small part of a module: a small file cannot claim gigabytes.
        let left = (bytes.len() as u64).saturating_mul(RATIO).saturating_add(limits::MODULE_BYTES).min(TOTAL);
        Ok(Zip { archive, left })
    }

    /// A file that is not larger than this.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn at_most(&mut self, name: &str, most: u64) -> Result<Vec<u8>, String> {
        let file = self.archive.by_name(name).map_err(|why| why.to_string())?;
        let most = most.min(ENTRY).min(self.left);
        // What the archive claims is not believed; what comes out is counted.
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(|why| format!("it cannot be unpacked: {why}"))?;
        let size = bytes.len() as u64;
        if size > most {
            // Many such entries must not take for ever.
            self.left -= most;
            return Err(format!("it unpacks to more than {} MiB", most >> 20));
        }
        self.left -= size;
        Ok(bytes)
    }
}

impl Files for Zip<'_> {
    fn names(&self) -> Vec<String> {
        let names = self.archive.file_names().filter_map(Result::ok).map(|name| name.into_owned());
        names.filter(|name| !name.ends_with('/')).collect()
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.at_most(name, ENTRY)
    }
}

/// Several modules in one: an extension's files lie behind those of its module.
pub(super) struct Shelf<'f> {
    sources: Vec<(String, &'f mut dyn Files)>,
    /// The name as it is written, without folder and letter case, and where it is.
    found: BTreeMap<String, Vec<(String, usize)>>,
    /// Pictures by their last word, where only one has it: whoever unpacked a module may have moved them.
    lone: BTreeMap<String, Option<String>>,
}

/// The folder around everything, where somebody packed one.
fn around(names: &[String]) -> &str {
    let is = |name: &&String| matches!(name.rsplit('/').next(), Some("buildFile" | "buildFile.xml"));
    let builds = names.iter().filter(is).map(|name| name.rsplit_once('/').map_or("", |(folder, _)| folder));
    let shortest = builds.min_by_key(|folder| folder.len()).unwrap_or_default();
    if shortest.is_empty() {
        ""
    } else {
        names
            .iter()
            .find_map(|name| name.get(..=shortest.len()).filter(|start| start.strip_suffix('/') == Some(shortest)))
            .unwrap_or_default()
    }
}

/// Folders in which VASSAL looks for pictures.
const FOLDERS: [&str; 2] = ["images/", ""];

impl<'f> Shelf<'f> {
    pub(super) fn new(sources: Vec<(String, &'f mut dyn Files)>) -> Shelf<'f> {
        let mut found: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
        for (n, (_, files)) in sources.iter().enumerate() {
            let mut names = files.names();
            names.sort();
            let around = around(&names).to_owned();
            for name in names {
                let short = name.strip_prefix(around.as_str()).unwrap_or(&name).to_lowercase();
                found.entry(short).or_default().push((name, n));
            }
        }
        let mut lone: BTreeMap<String, Option<String>> = BTreeMap::new();
        for name in found.keys() {
            let last = name.rsplit('/').next().unwrap_or_default().to_owned();
            lone.entry(last).and_modify(|known| *known = None).or_insert_with(|| Some(name.clone()));
        }
        Shelf { sources, found, lone }
    }

    /// How many archives there are.
    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    /// What an archive is called.
    pub(super) fn called(&self, n: usize) -> &str {
        self.sources.get(n).map_or("", |(name, _)| name.as_str())
    }

    /// All names, in order, each once, without a folder around everything.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.found.keys().map(String::as_str)
    }

    /// A file of one archive.
    pub(super) fn read_of(&mut self, n: usize, name: &str) -> Option<Result<Vec<u8>, String>> {
        let known = self.found.get(&name.to_lowercase())?.iter().find(|(_, at)| *at == n)?;
        let name = known.0.clone();
        self.sources.get_mut(n).map(|(_, files)| files.read(&name))
    }

    /// Where a file is: exactly so written, or else in other letters.
    fn find(&self, name: &str) -> Option<&(String, usize)> {
        let all = self.found.get(&name.to_lowercase())?;
        all.iter().find(|(known, _)| known.ends_with(name)).or(all.first())
    }

    pub(super) fn read(&mut self, name: &str) -> Option<Result<Vec<u8>, String>> {
        let (name, n) = self.find(name)?.clone();
        self.sources.get_mut(n).map(|(_, files)| files.read(&name))
    }

    /// The name of a picture as the archive has it. VASSAL leaves out the suffix `.gif` in old modules.
    pub(super) fn picture(&self, name: &str) -> Option<String> {
        let name = name.trim_start_matches('/');
        let endings: &[&str] = if name.contains('.') { &[""] } else { &["", ".gif"] };
        let spelt = FOLDERS.iter().flat_map(|folder| endings.iter().map(move |ending| format!("{folder}{name}{ending}")));
        let there = spelt.into_iter().map(|path| path.to_lowercase()).find(|path| self.found.contains_key(path));
        let last = || name.rsplit('/').next().unwrap_or_default().to_lowercase();
        there.or_else(|| self.lone.get(&last()).cloned().flatten())
    }
}
