//! A game as its author sees it: what the editor has not saved yet counts more than what is on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::source::{Disk, ReadError, World, confined, limits};

/// Texts that are open in the editor, by their real paths.
pub(super) type Texts = BTreeMap<PathBuf, Arc<str>>;

/// What some programs write before a text in UTF-8.
pub(super) const MARK: char = '\u{feff}';

/// A folder with the open texts over it.
pub(super) struct Overlay {
    disk: Disk,
    root: PathBuf,
    texts: Texts,
}

impl Overlay {
    pub(super) fn new(root: &Path, texts: Texts) -> std::io::Result<Overlay> {
        Ok(Overlay { disk: Disk::open(root)?, root: root.to_owned(), texts })
    }

    /// Where a path of the game lies.
    pub(super) fn locate(&self, path: &str) -> PathBuf {
        self.disk.locate(path).unwrap_or_else(|_| self.root.join(path))
    }

    fn open(&self, path: &str) -> Option<&Arc<str>> {
        // Only what may be read from the disk may be read from the editor.
        match self.disk.locate(path) {
            Ok(real) => self.texts.get(&real),
            Err(ReadError::Missing) if confined(path).is_ok() => self.texts.get(&self.root.join(path)),
            Err(_) => None,
        }
    }
}

impl World for Overlay {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let Some(text) = self.open(path) else { return self.disk.read(path) };
        let size = text.len() as u64;
        if size > limits::FILE_BYTES {
            return Err(ReadError::TooBig(size));
        }
        // A mark of its encoding is no part of a text, but an editor that sends it counts it: a blank takes its place, so that
        // what stands behind it in the first line stays where it is.
        Ok(match text.strip_prefix(MARK) {
            Some(rest) if rest.starts_with("sep=") => rest.as_bytes().to_vec(),
            Some(rest) => format!(" {rest}").into_bytes(),
            None => text.as_bytes().to_vec(),
        })
    }

    fn has(&self, path: &str) -> bool {
        self.open(path).is_some() || self.disk.has(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let mut names = self.disk.list(folder)?;
        let here = if folder.is_empty() { self.root.clone() } else { self.root.join(folder) };
        let new = self.texts.keys().filter(|path| path.parent() == Some(&here));
        names.extend(new.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)));
        names.sort();
        names.dedup();
        Ok(names)
    }

    fn label(&self, path: &str) -> String {
        path.to_owned()
    }
}
