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
        let archive =
            ZipArchive::new(Cursor::new(bytes)).map_err(|why| format!("it is no zip archive, or was cut off: {why}"))?;
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
    /// By the name without a folder around everything: the name as it is written, and where it is.
    found: BTreeMap<String, (String, usize)>,
    /// The same in small letters, for whatever was written in others.
    small: BTreeMap<String, Vec<String>>,
    /// Pictures by their last word, where only one has it: whoever unpacked a module may have moved them.
    lone: BTreeMap<String, Option<String>>,
}

/// A picture of an archive, by the name that something asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) name: String,
    /// Whether VASSAL itself finds it under the name that was asked for.
    pub(super) by_vassal: bool,
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

/// Where VASSAL looks for pictures.
const IMAGES: &str = "images/";

impl<'f> Shelf<'f> {
    pub(super) fn new(sources: Vec<(String, &'f mut dyn Files)>) -> Shelf<'f> {
        let mut found: BTreeMap<String, (String, usize)> = BTreeMap::new();
        for (n, (_, files)) in sources.iter().enumerate() {
            let mut names = files.names();
            names.sort();
            let around = around(&names).to_owned();
            for name in names {
                let short = name.strip_prefix(around.as_str()).unwrap_or(&name).to_owned();
                found.entry(short).or_insert((name, n));
            }
        }
        let mut small: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut lone: BTreeMap<String, Option<String>> = BTreeMap::new();
        for name in found.keys() {
            small.entry(name.to_lowercase()).or_default().push(name.clone());
            let last = name.rsplit('/').next().unwrap_or_default().to_lowercase();
            lone.entry(last).and_modify(|known| *known = None).or_insert_with(|| Some(name.clone()));
        }
        Shelf { sources, found, small, lone }
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
        let (_, files) = self.sources.get_mut(n)?;
        let mut names = files.names();
        names.sort();
        let full = format!("{}{name}", around(&names));
        let known = names.iter().find(|known| **known == full).or_else(|| names.iter().find(|known| same(known, &full)))?;
        Some(files.read(known))
    }

    /// The name of a file as the archive has it: exactly so written, or else in other letters.
    fn find(&self, name: &str) -> Option<&String> {
        let exactly = self.found.get_key_value(name).map(|(known, _)| known);
        exactly.or_else(|| self.small.get(&name.to_lowercase())?.first())
    }

    pub(super) fn read(&mut self, name: &str) -> Option<Result<Vec<u8>, String>> {
        let (full, n) = self.found.get(self.find(name)?)?.clone();
        self.sources.get_mut(n).map(|(_, files)| files.read(&full))
    }

    /// The picture that a name means. VASSAL minds every letter and looks in one folder, if need be with `.gif` behind the
    /// name; what lies elsewhere or is spelt in other letters only we find.
    pub(super) fn picture(&self, name: &str) -> Option<Asked> {
        let spelt = [format!("{IMAGES}{name}"), format!("{IMAGES}{name}.gif")];
        if let Some(name) = spelt.iter().find(|path| self.found.contains_key(*path)) {
            return Some(Asked { name: name.clone(), by_vassal: true });
        }
        let name = name.trim_start_matches('/');
        let paths = ["images/", ""].into_iter().flat_map(|folder| ["", ".gif"].map(|ending| format!("{folder}{name}{ending}")));
        let there = paths.into_iter().find_map(|path| self.find(&path).cloned());
        let last = || name.rsplit('/').next().unwrap_or_default().to_lowercase();
        there.or_else(|| self.lone.get(&last()).cloned().flatten()).map(|name| Asked { name, by_vassal: false })
    }
}

/// Whether two names differ in nothing but large and small letters.
fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}
