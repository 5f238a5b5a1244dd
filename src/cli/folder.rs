//! A folder that is written into: the only way in which a command changes a disk.
//!
//! What is true of every write:
//! - One process at a time: the folder is locked, and the lock dies with its process.
//! - No link is followed below the folder. A link in the way is refused by name.
//! - All or nothing. New files wait in a folder of their own with a name that nobody can foretell. Once all of them lie
//!   there, a list of what goes where is written, and only then do they take their places. Whoever is killed before the
//!   list is there has changed nothing; what was begun after it is carried out by the next process that locks the folder.
//! - A file is never half written: it takes its place by a rename.

#![allow(clippy::disallowed_methods, reason = "this is what writes")]

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::exit::{Failure, plain};
use crate::bundle::sha256;
use crate::emit::Progress;
use crate::source::confined;

/// The folder in which new files wait: these letters, then sixteen digits that nobody can foretell.
const STAGE: &str = ".muster-stage-";
/// The list of what goes where; it counts only under this name.
const LIST: &str = "list.json";
/// A list has no more bytes than that.
const LIST_BYTES: u64 = 64 << 20;

/// A folder that this process alone writes into, as long as this is kept.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Folders that had to be made for it, the innermost first.
    made: Vec<PathBuf>,
    _lock: Option<File>,
}

/// A file to be written or, without bytes, to be deleted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'a> {
    pub(super) path: &'a str,
    pub(super) bytes: Option<&'a [u8]>,
}

/// What stands in a list: nothing in it is believed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    path: String,
    /// The hash of what was there; nothing if there was nothing.
    old: Option<String>,
    /// The hash of what takes its place; nothing if it is deleted.
    new: Option<String>,
}

/// What lies at a place, without following a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    /// A plain file and its size.
    File(u64),
    Folder,
    Link,
    /// A pipe, a device, or the like.
    Other,
}

impl Found {
    pub(super) fn at(path: &Path) -> io::Result<Found> {
        match path.symlink_metadata() {
            Ok(meta) if meta.is_symlink() => Ok(Found::Link),
            Ok(meta) if meta.is_file() => Ok(Found::File(meta.len())),
            Ok(meta) if meta.is_dir() => Ok(Found::Folder),
            Ok(_) => Ok(Found::Other),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(Found::Nothing),
            Err(error) => Err(error),
        }
    }

    /// What it is called.
    pub(super) fn word(self) -> &'static str {
        match self {
            Found::Nothing => "not there",
            Found::File(_) => "a file",
            Found::Folder => "a folder",
            Found::Link => "a link",
            Found::Other => "not a plain file",
        }
    }
}

/// The bytes of a plain file, if it is not larger than `most`.
pub(super) fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened: to open a pipe may wait for ever.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    // One byte more than may be read tells that there is more.
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// What lies at a path below a folder; a link or a file on the way to it is an error.
pub(super) fn find_below(folder: &Path, path: &str) -> io::Result<Found> {
    confined(path).map_err(|why| io::Error::other(why.to_string()))?;
    for (end, _) in path.match_indices('/') {
        let on_the_way = folder.join(path.get(..end).unwrap_or_default());
        match Found::at(&on_the_way)? {
            Found::Folder => {}
            Found::Nothing => return Ok(Found::Nothing),
            found => return Err(refused(&on_the_way, found)),
        }
    }
    Found::at(&folder.join(path))
}

/// Whether a process was stopped while it wrote into a folder.
pub(super) fn unfinished(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.into_iter().any(|entry| {
        entry.file_name().to_str().is_some_and(is_stage) && matches!(Found::at(&entry.path().join(LIST)), Ok(Found::File(_)))
    })
}

impl Folder {
    /// Makes the folder if it is not there, waits until nobody else writes into it, and puts in order what a process
    /// that was killed has left.
    pub(super) fn lock(path: &Path) -> Result<Folder, Failure> {
        let failed = |error: &io::Error| {
            Failure::new(format!("the folder `{}` cannot be written: {}", path.display(), plain(error)))
                .help("name a folder that you may write into")
        };
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let missing = path.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists());
        let mut folder = Folder { path: path.to_owned(), made: missing.map(Path::to_owned).collect(), _lock: None };
        fs::create_dir_all(path).map_err(|error| failed(&error))?;
        folder._lock = lock(path).map_err(|error| failed(&error))?;
        folder.recover().map_err(|error| failed(&error))?;
        Ok(folder)
    }

    /// Where a path of the folder leads.
    pub(super) fn join(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// What lies at a path; a link on the way to it is an error.
    pub(super) fn find(&self, path: &str) -> io::Result<Found> {
        find_below(&self.path, path)
    }

    /// The bytes of a plain file; nothing if there is none, or if a link leads to it.
    pub(super) fn read(&self, path: &str) -> Option<Vec<u8>> {
        let Ok(Found::File(size)) = self.find(path) else { return None };
        read_plain(&self.join(path), size).ok()
    }

    /// Whether a plain file has exactly these bytes.
    pub(super) fn holds(&self, path: &str, bytes: &[u8]) -> bool {
        matches!(self.find(path), Ok(Found::File(size)) if size == bytes.len() as u64)
            && self.read(path).is_some_and(|found| found == bytes)
    }

    /// Writes and deletes all of these, or nothing. Files take their places in this order.
    pub(super) fn write(&self, changes: &[Change<'_>], told: &mut Progress<'_>) -> Result<(), Failure> {
        if changes.is_empty() {
            return Ok(());
        }
        self.try_write(changes, told).map_err(|error| {
            Failure::new(format!("the folder `{}` cannot be written: {}", self.path.display(), plain(&error)))
                .help("nothing in it was changed")
        })
    }

    fn try_write(&self, changes: &[Change<'_>], told: &mut Progress<'_>) -> io::Result<()> {
        for change in changes {
            match self.find(change.path)? {
                Found::Nothing | Found::File(_) => {}
                found => return Err(refused(&self.join(change.path), found)),
            }
        }
        let stage = self.stage()?;
        let mut done = Done::default();
        let put = self.staged(&stage, changes, told).and_then(|list| self.put(&stage, list.iter().enumerate(), &mut done));
        if put.is_err() {
            self.take_back(done);
        }
        // It is not needed any more, whatever has happened; what cannot be deleted is deleted by the next process.
        let _ = fs::remove_dir_all(&stage);
        put
    }

    /// Deletes the folder again if it was made here and nothing is in it.
    pub(super) fn discard(self) {
        for dir in &self.made {
            let _ = fs::remove_dir(dir);
        }
    }

    /// A new folder for files that wait.
    fn stage(&self) -> io::Result<PathBuf> {
        loop {
            let stage = self.join(&format!("{STAGE}{:016x}", RandomState::new().hash_one(std::process::id())));
            match fs::create_dir(&stage) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| stage),
            }
        }
    }

    /// Writes everything that is to take a place, and last the list.
    fn staged(&self, stage: &Path, changes: &[Change<'_>], told: &mut Progress<'_>) -> io::Result<Vec<Listed>> {
        let mut list = Vec::with_capacity(changes.len());
        for (n, change) in changes.iter().enumerate() {
            told(n, changes.len());
            let old = self.read(change.path);
            if let Some(bytes) = change.bytes {
                let mut file = create(&stage.join(new_name(n)))?;
                file.write_all(bytes)?;
                if let (Some(_), Ok(meta)) = (&old, self.join(change.path).symlink_metadata()) {
                    // As open to others as the one that it replaces.
                    file.set_permissions(meta.permissions())?;
                }
                file.sync_all()?;
            }
            let (old, new) = (old.as_deref().map(sha256), change.bytes.map(sha256));
            list.push(Listed { path: change.path.to_owned(), old, new });
        }
        let waiting = stage.join("list");
        let mut file = create(&waiting)?;
        file.write_all(&serde_json::to_vec(&list)?)?;
        file.sync_all()?;
        fs::rename(waiting, stage.join(LIST))?;
        Ok(list)
    }

    /// Lets what waits take its place. What is replaced waits in its stead.
    fn put<'l>(&self, stage: &Path, list: impl Iterator<Item = (usize, &'l Listed)>, done: &mut Done) -> io::Result<()> {
        for (n, listed) in list {
            let (place, old) = (self.join(&listed.path), stage.join(format!("old-{n}")));
            let there = match self.find(&listed.path)? {
                Found::Nothing => false,
                Found::File(_) => true,
                found => return Err(refused(&place, found)),
            };
            match &listed.new {
                Some(_) => {
                    for folder in missing_folders(&self.path, &place) {
                        fs::create_dir(&folder)?;
                        done.folders.push(folder);
                    }
                    if there {
                        // Somebody who was killed may have left it, and to copy a file onto itself would empty it.
                        let _ = fs::remove_file(&old);
                        // Without a gap in which there is no file; copied where there are no hard links.
                        fs::hard_link(&place, &old).or_else(|_| fs::copy(&place, &old).map(|_| ()))?;
                    }
                    fs::rename(stage.join(new_name(n)), &place)?;
                    done.files.push((place, there.then_some(old)));
                }
                None if there => {
                    fs::rename(&place, &old)?;
                    done.files.push((place, Some(old)));
                }
                None => {}
            }
        }
        Ok(())
    }

    fn take_back(&self, done: Done) {
        for (place, old) in done.files.into_iter().rev() {
            let _ = match old {
                Some(old) => fs::rename(old, place),
                None => fs::remove_file(place),
            };
        }
        for folder in done.folders.into_iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }

    /// Carries out what a process that was killed had begun, and clears away what it had not.
    fn recover(&self) -> io::Result<()> {
        let entries = fs::read_dir(&self.path)?.filter_map(Result::ok);
        let mut stages: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(is_stage) && entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|entry| entry.path())
            .collect();
        stages.sort();
        for stage in stages {
            if let Some(list) = self.begun(&stage) {
                self.put(&stage, list.iter().map(|(n, listed)| (*n, listed)), &mut Done::default())?;
            }
            fs::remove_dir_all(&stage)?;
        }
        Ok(())
    }

    /// What is still to be done of a list; nothing if it is none, or if somebody has changed a file since.
    fn begun(&self, stage: &Path) -> Option<Vec<(usize, Listed)>> {
        let plain = |name: &str| matches!(Found::at(&stage.join(name)), Ok(Found::File(_)));
        if !plain(LIST) {
            return None;
        }
        let list: Vec<Listed> = serde_json::from_slice(&read_plain(&stage.join(LIST), LIST_BYTES).ok()?).ok()?;
        let mut left = Vec::new();
        for (n, listed) in list.into_iter().enumerate() {
            let there = match self.find(&listed.path).ok()? {
                Found::Nothing => None,
                Found::File(_) => Some(sha256(&self.read(&listed.path)?)),
                _ => return None,
            };
            if there == listed.new {
                // It has its place already.
                continue;
            }
            if there != listed.old {
                return None;
            }
            if listed.new.is_some() {
                let waits = plain(&new_name(n)).then(|| read_plain(&stage.join(new_name(n)), u64::MAX).ok())??;
                (listed.new == Some(sha256(&waits))).then_some(())?;
            }
            left.push((n, listed));
        }
        Some(left)
    }
}

/// What was done, so that it can be taken back: files with what they replaced, and folders that were made.
#[derive(Debug, Default)]
struct Done {
    files: Vec<(PathBuf, Option<PathBuf>)>,
    folders: Vec<PathBuf>,
}

/// Writes one file where the user said; only a plain file is replaced.
pub(super) fn write_one(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |why: &str| Failure::new(format!("`{}` cannot be written: {why}", path.display()));
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return Err(failed("it is not the name of a file").help("name a file"));
    };
    match Found::at(path) {
        Ok(Found::Nothing | Found::File(_)) => {}
        Ok(found) => {
            return Err(failed(&format!("it is {}, and only a plain file is replaced", found.word())).help("name another file"));
        }
        Err(error) => return Err(failed(&plain(&error)).help("name another file")),
    }
    let folder = Folder::lock(path.parent().unwrap_or(Path::new("")))?;
    folder.write(&[Change { path: name, bytes: Some(bytes) }], &mut |_, _| {})
}

/// Writes files that are not there yet: all of them or none, and nothing over anything else. One that is there with
/// these very bytes may stay.
pub(super) fn write_new<'f>(dir: &Path, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<(), Failure> {
    let folder = Folder::lock(dir)?;
    let mut new: Vec<Change<'_>> = Vec::new();
    for (path, bytes) in files {
        let failed =
            |why: &str| Failure::new(format!("`{}` {why}", folder.join(path).display())).help("choose another folder with -o");
        match folder.find(path) {
            Ok(Found::Nothing) => new.push(Change { path, bytes: Some(bytes) }),
            _ if folder.holds(path, bytes) => {}
            Ok(_) => return Err(failed("is there already, and nothing is overwritten")),
            Err(error) => return Err(failed(&format!("cannot be written: {}", plain(&error)))),
        }
    }
    let written = folder.write(&new, &mut |_, _| {});
    if written.is_err() {
        folder.discard();
    }
    written
}

/// Whether a name is that of a folder in which files wait.
pub(super) fn is_stage(name: &str) -> bool {
    name.strip_prefix(STAGE).is_some_and(|rest| rest.len() == 16 && rest.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Refuses a place that a link inside the game's folder leads to: whoever wrote the game has put it there.
pub(super) fn not_through_links_of(game: &Path, place: &Path) -> Result<(), Failure> {
    let Ok(game) = game.canonicalize() else { return Ok(()) };
    let links = place.ancestors().filter(|at| matches!(Found::at(at), Ok(Found::Link)));
    for link in links {
        let parent = link.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if parent.canonicalize().is_ok_and(|parent| parent.starts_with(&game)) {
            let message = format!("`{}` is a link in the game's folder, and nothing is written through it", link.display());
            return Err(Failure::new(message).help("delete the link, or name another place with -o"));
        }
    }
    Ok(())
}

fn refused(place: &Path, found: Found) -> io::Error {
    io::Error::other(format!("`{}` is {}, and nothing is written over it or through it", place.display(), found.word()))
}

fn new_name(n: usize) -> String {
    format!("new-{n}")
}

/// A new file; one that is there already, or a link, is an error.
fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The folders that a file lacks, the outermost first.
fn missing_folders(root: &Path, place: &Path) -> Vec<PathBuf> {
    let above = place.ancestors().skip(1).take_while(|folder| *folder != root && !folder.exists());
    let mut missing: Vec<PathBuf> = above.map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Locks a folder; says so if that takes a while. Nothing where the system knows no locks.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = lockable(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            let text = format!("muster: waits for another muster that writes into `{}`\n", path.display());
            // If nobody can be told, waiting is still right.
            let _ = io::stderr().lock().write_all(text.as_bytes());
            file.lock().map(|()| Some(file))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The folder itself can be locked.
#[cfg(unix)]
fn lockable(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// A folder cannot be locked: a file in it stands for it.
#[cfg(not(unix))]
fn lockable(path: &Path) -> io::Result<File> {
    let file = path.join(".muster.lock");
    match Found::at(&file)? {
        Found::Nothing | Found::File(_) => OpenOptions::new().write(true).create(true).truncate(false).open(file),
        found => Err(refused(&file, found)),
    }
}

#[cfg(test)]
#[path = "folder_tests.rs"]
mod tests;
