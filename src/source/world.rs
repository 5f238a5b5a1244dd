//! The only way to an author's files: one folder, and the shared `series/` beside it.

#![allow(clippy::disallowed_methods, reason = "this is the one place that reads files")]

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::limits;

/// Why a file could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is none of that name.
    Missing,
    /// The path goes outside the game's folder; the reason in words.
    Leaves(String),
    /// Larger than the limit; its size.
    TooBig(u64),
    /// A folder, a device, or the like.
    NotAFile,
    /// The system said no.
    Denied(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Missing => f.write_str("there is no such file"),
            ReadError::Leaves(why) => f.write_str(why),
            ReadError::TooBig(size) => {
                write!(f, "the file has {} MiB, at most {} MiB are read", size.div_ceil(1 << 20), limits::FILE_BYTES >> 20)
            }
            ReadError::NotAFile => f.write_str("that is not a file"),
            ReadError::Denied(why) => f.write_str(why),
        }
    }
}

/// Files of one game, by paths with `/` relative to its folder.
pub trait World {
    /// The bytes of a file.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;
    /// Whether there is such a file.
    fn has(&self, path: &str) -> bool;
    /// The names of the files in a folder ("" is the game's own), sorted; none if there is no such folder.
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError>;
    /// What people call the file: its path as they would type it.
    fn label(&self, path: &str) -> String;
}

/// A game of which one file reads otherwise.
pub struct Otherwise<'w> {
    pub world: &'w dyn World,
    pub path: &'w str,
    pub text: Vec<u8>,
}

impl World for Otherwise<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.path { Ok(self.text.clone()) } else { self.world.read(path) }
    }
    fn has(&self, path: &str) -> bool {
        self.world.has(path)
    }
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.world.list(folder)
    }
    fn label(&self, path: &str) -> String {
        self.world.label(path)
    }
}

/// A text of somebody else's as it can be shown in a message: in one line, without what moves a cursor, cut if it is long.
pub fn shown(text: &str, most: usize) -> String {
    let plain = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let short: String = plain.take(most).collect();
    if text.chars().nth(most).is_some() { format!("{short}…") } else { short }
}

/// Refuses a path that could lead outside, by name. What is left has only plain names divided by `/`.
pub fn confined(path: &str) -> Result<(), ReadError> {
    let leaves = |why: &str| Err(ReadError::Leaves(format!("path `{}` {why}", shown(path, 120))));
    if path.is_empty() {
        return leaves("is empty");
    }
    if path.contains('\\') {
        return leaves("has a backslash; folders are divided by `/`");
    }
    if path.starts_with('/') || path.chars().nth(1) == Some(':') {
        return leaves("is absolute; name the file relative to the game's folder");
    }
    if path.chars().any(char::is_control) {
        return leaves("has a control character in it");
    }
    for part in path.split('/') {
        match part {
            ".." => return leaves("leaves the game's folder by `..`"),
            "" | "." => return leaves("has an empty part; write `folder/file`"),
            _ => {}
        }
    }
    Ok(())
}

/// A path as the disk has it, links followed; as it was written if it is not there.
#[cfg(feature = "cli")]
pub fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        // A file that is not saved yet lies in a folder that is there.
        match (path.parent().and_then(|folder| folder.canonicalize().ok()), path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}

/// A folder on disk.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    canonical: PathBuf,
    /// The shared folder of several games, beside this one.
    series: Option<PathBuf>,
}

impl Disk {
    /// Opens a game's folder.
    pub fn open(root: &Path) -> std::io::Result<Self> {
        let canonical = root.canonicalize()?;
        if !canonical.is_dir() {
            return Err(std::io::Error::new(std::io::ErrorKind::NotADirectory, "not a folder"));
        }
        // The folder itself, not what a link of that name leads to: a link is found to leave when a file is read.
        let series = canonical.parent().map(|workspace| workspace.join("series")).filter(|path| path.exists());
        Ok(Disk { root: root.to_owned(), canonical, series })
    }

    fn is_series(&self, path: &str) -> bool {
        self.series.is_some() && (path == "series" || path.starts_with("series/")) && !self.canonical.join("series").exists()
    }

    /// The real file or folder behind a path, proven to lie inside. Whoever watches a game asks it what has changed.
    pub fn locate(&self, path: &str) -> Result<PathBuf, ReadError> {
        self.find(path)
    }

    /// The real file behind a path, proven to lie inside.
    fn find(&self, path: &str) -> Result<PathBuf, ReadError> {
        confined(path)?;
        let (base, full) = match &self.series {
            Some(series) if self.is_series(path) => {
                (series, series.join(path.strip_prefix("series").unwrap_or(path).trim_start_matches('/')))
            }
            _ => (&self.canonical, self.canonical.join(path)),
        };
        let real = full.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ReadError::Missing,
            _ => ReadError::Denied(error.to_string()),
        })?;
        if !real.starts_with(base) {
            return Err(ReadError::Leaves(format!("path `{path}` is a link that leaves the game's folder")));
        }
        Ok(real)
    }
}

impl World for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let real = self.find(path)?;
        let denied = |error: std::io::Error| ReadError::Denied(error.to_string());
        let meta = real.metadata().map_err(denied)?;
        if !meta.is_file() {
            return Err(ReadError::NotAFile);
        }
        if meta.len() > limits::FILE_BYTES {
            return Err(ReadError::TooBig(meta.len()));
        }
        let file = std::fs::File::open(&real).map_err(denied)?;
        let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0));
        // The file may have grown since.
        file.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes).map_err(denied)?;
        let size = bytes.len() as u64;
        if size > limits::FILE_BYTES { Err(ReadError::TooBig(size)) } else { Ok(bytes) }
    }

    fn has(&self, path: &str) -> bool {
        // A link that leaves exists for the author; reading it is then refused by name.
        matches!(self.find(path), Ok(_) | Err(ReadError::Leaves(_) | ReadError::Denied(_)))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let real = if folder.is_empty() { Ok(self.canonical.clone()) } else { self.find(folder) };
        let real = match real {
            Ok(real) => real,
            Err(ReadError::Missing) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let entries = std::fs::read_dir(real).map_err(|error| ReadError::Denied(error.to_string()))?;
        let mut names: Vec<String> =
            entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).take(limits::FILES * 4).collect();
        names.sort();
        Ok(names)
    }

    fn label(&self, path: &str) -> String {
        let base = if self.is_series(path) { self.root.parent().unwrap_or(&self.root) } else { &self.root };
        let full = base.join(path);
        let plain = full.strip_prefix(".").unwrap_or(&full);
        plain.to_string_lossy().replace('\\', "/")
    }
}

/// Files in memory, for tests, fuzzing and the browser.
#[derive(Debug, Default, Clone)]
pub struct Memory {
    /// Bytes by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// No files yet.
    pub fn new() -> Self {
        Memory::default()
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), bytes.into());
        self
    }
}

impl World for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        confined(path)?;
        let bytes = self.files.get(path).ok_or(ReadError::Missing)?;
        let size = bytes.len() as u64;
        if size > limits::FILE_BYTES { Err(ReadError::TooBig(size)) } else { Ok(bytes.clone()) }
    }

    fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let names = self.files.keys().filter_map(|path| path.strip_prefix(&prefix)).filter(|rest| !rest.contains('/'));
        Ok(names.map(str::to_owned).collect())
    }

    fn label(&self, path: &str) -> String {
        path.to_owned()
    }
}
