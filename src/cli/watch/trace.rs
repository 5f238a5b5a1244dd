//! What a check has asked of a game's folder, and whether the answers are still the same.
//!
//! Nothing is told us by the system: such messages get lost on network drives and shared folders, and name the
//! wrong file when an editor replaces one. We remember every file and folder that the check asked for, also those
//! that were not there, and ask again. A file is the same if it is the same by name, size and time; one that was
//! written a moment ago is read again too, because two saves can share a time.

#![allow(clippy::disallowed_methods, reason = "how long ago a file was written is a matter of the clock")]

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::source::{Disk, ReadError, World};

/// For so long after it was written a file's time may belong to two versions; on some disks times have two seconds.
const YOUNG: Duration = Duration::from_secs(2);
/// So much of a young file is read again and again.
const MOST: u64 = 4 << 20;

/// A file as it can be told from others without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stamp {
    /// There is nothing that could be read.
    Nothing(String),
    /// Where it really lies, its size, when it was written, and what else the system knows.
    There(PathBuf, u64, Option<SystemTime>, [i64; 4]),
}

/// A file as it was seen.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    stamp: Stamp,
    /// Of the contents, if they were read.
    digest: Option<u64>,
}

impl Seen {
    fn same(&self, other: &Self) -> bool {
        self.stamp == other.stamp
            && match (self.digest, other.digest) {
                (Some(this), Some(that)) => this == that,
                _ => true,
            }
    }
}

/// A world whose files can be looked at without reading them.
pub(super) trait Watched: World {
    /// How the file is now.
    fn look(&self, path: &str) -> Seen;
}

impl Watched for Disk {
    fn look(&self, path: &str) -> Seen {
        let stamp = stamp(self, path).unwrap_or_else(|why| Stamp::Nothing(why.to_string()));
        let young = match &stamp {
            Stamp::There(_, size, Some(written), _) if *size <= MOST => {
                let now = SystemTime::now();
                let apart = now.duration_since(*written).unwrap_or_else(|ahead| ahead.duration());
                apart < YOUNG
            }
            _ => false,
        };
        let digest = if young { self.read(path).ok().map(|bytes| digest(&bytes)) } else { None };
        Seen { stamp, digest }
    }
}

fn stamp(disk: &Disk, path: &str) -> Result<Stamp, ReadError> {
    let real = disk.locate(path)?;
    let meta = real.metadata().map_err(|error| ReadError::Denied(error.to_string()))?;
    // A folder changes with everything in it; that is asked for by name.
    let (size, written) = if meta.is_dir() { (0, None) } else { (meta.len(), meta.modified().ok()) };
    let more = if meta.is_dir() { [0; 4] } else { known(&meta) };
    Ok(Stamp::There(real, size, written, more))
}

/// Another file under the same name, or one whose time was set back, shows here.
#[cfg(unix)]
fn known(meta: &std::fs::Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt;
    [meta.ino().cast_signed(), meta.ctime(), meta.ctime_nsec(), i64::from(meta.mode())]
}

#[cfg(not(unix))]
fn known(meta: &std::fs::Metadata) -> [i64; 4] {
    [i64::from(meta.permissions().readonly()), 0, 0, 0]
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Every file and folder that was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    files: BTreeMap<String, Seen>,
    folders: BTreeMap<String, Result<Vec<String>, ReadError>>,
}

impl Trace {
    /// The same questions, asked again.
    pub(super) fn again(&self, world: &dyn Watched) -> Self {
        Trace {
            files: self.files.keys().map(|path| (path.clone(), world.look(path))).collect(),
            folders: self.folders.keys().map(|path| (path.clone(), world.list(path))).collect(),
        }
    }

    /// Whether the answers to the same questions are the same.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.folders == other.folders
            && self.files.len() == other.files.len()
            && self.files.iter().all(|(path, seen)| other.files.get(path).is_some_and(|now| seen.same(now)))
    }

    /// Whether what was read is the same, byte for byte.
    pub(super) fn read_the_same(&self, other: &Self) -> bool {
        let read = |trace: &Self| -> Vec<(String, u64)> {
            trace.files.iter().filter_map(|(path, seen)| Some((path.clone(), seen.digest?))).collect()
        };
        read(self) == read(other)
    }
}

/// A world that remembers what was asked of it.
pub(super) struct Recorder<'w> {
    world: &'w dyn Watched,
    trace: Mutex<Trace>,
}

impl<'w> Recorder<'w> {
    /// Nothing asked yet.
    pub(super) fn new(world: &'w dyn Watched) -> Self {
        Recorder { world, trace: Mutex::default() }
    }

    /// What was asked.
    pub(super) fn into_trace(self) -> Trace {
        self.trace.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks before anything is read: what changes after that is seen as a change.
    fn note(&self, path: &str) {
        let known = self.with(|trace| trace.files.contains_key(path));
        if !known {
            let seen = Seen { digest: None, ..self.world.look(path) };
            self.with(|trace| trace.files.insert(path.to_owned(), seen));
        }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Trace) -> T) -> T {
        change(&mut self.trace.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl World for Recorder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.note(path);
        let bytes = self.world.read(path)?;
        let digest = digest(&bytes);
        self.with(|trace| {
            if let Some(seen) = trace.files.get_mut(path) {
                seen.digest.get_or_insert(digest);
            }
        });
        Ok(bytes)
    }

    fn has(&self, path: &str) -> bool {
        self.note(path);
        self.world.has(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let names = self.world.list(folder);
        self.with(|trace| {
            trace.folders.entry(folder.to_owned()).or_insert_with(|| names.clone());
        });
        names
    }

    fn label(&self, path: &str) -> String {
        self.world.label(path)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::source::Memory;

    /// In memory there is no time: a file is stamped by its size, and one called `young` is read too.
    impl Watched for Memory {
        fn look(&self, path: &str) -> Seen {
            let Some(bytes) = self.files.get(path) else {
                return Seen { stamp: Stamp::Nothing("none".to_owned()), digest: None };
            };
            let young = path.contains("young").then(|| digest(bytes));
            Seen { stamp: Stamp::There(path.into(), bytes.len() as u64, None, [0; 4]), digest: young }
        }
    }

    pub(in crate::cli::watch) fn traced(world: &Memory, ask: impl FnOnce(&dyn World)) -> Trace {
        let recorder = Recorder::new(world);
        ask(&recorder);
        recorder.into_trace()
    }

    #[test]
    fn only_what_was_asked_for_matters() {
        let world = Memory::new().with("a", "1").with("young", "1").with("scenarios/x", "").with("other", "");
        let trace = traced(&world, |world| {
            assert_eq!(world.read("a"), Ok(b"1".to_vec()));
            assert!(world.read("young").is_ok() && world.has("a") && !world.has("later"));
            assert_eq!(world.list("scenarios"), Ok(vec!["x".to_owned()]));
        });
        let still = |world: Memory| trace.same(&trace.again(&world));
        assert!(still(world.clone()));
        assert!(still(world.clone().with("other", "changed").with("new", "")), "nobody asked for these");
        assert!(!still(world.clone().with("a", "22")), "another size");
        assert!(!still(world.clone().with("young", "2")), "the same size, but young");
        assert!(!still(world.clone().with("later", "")), "was asked for in vain");
        assert!(!still(world.clone().with("scenarios/y", "")), "a new name in a folder");
        let mut gone = world.clone();
        gone.files.remove("a");
        assert!(!still(gone));
    }

    #[test]
    fn what_was_read_is_compared_by_its_bytes() {
        let ask = |world: &dyn World| drop((world.read("a"), world.has("b")));
        let old = traced(&Memory::new().with("a", "1"), ask);
        assert!(old.read_the_same(&traced(&Memory::new().with("a", "1").with("b", ""), ask)));
        assert!(!old.read_the_same(&traced(&Memory::new().with("a", "2"), ask)));
        assert!(!old.read_the_same(&traced(&Memory::new(), ask)));
    }

    #[test]
    fn a_file_that_is_replaced_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.json");
        std::fs::write(&path, "one").unwrap();
        let disk = Disk::open(folder.path()).unwrap();
        let recorder = Recorder::new(&disk);
        assert!(recorder.read("map.json").is_ok() && !recorder.has("units.csv"));
        let trace = recorder.into_trace();
        assert!(trace.same(&trace.again(&disk)));
        std::fs::write(folder.path().join("new"), "two").unwrap();
        std::fs::rename(folder.path().join("new"), &path).unwrap();
        assert!(!trace.same(&trace.again(&disk)), "the same size and perhaps the same time");
    }
}
