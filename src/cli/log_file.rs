//! The log of a game on the disk: lines are added and written at once, so that a run that is killed loses at most the
//! line that it was writing.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::exit::{Failure, plain};
use super::folder::{Found, read_plain, write_one};

/// So many bytes a log may have.
const MOST: u64 = 256 << 20;

/// A log that is open.
pub(super) struct LogFile {
    path: PathBuf,
    file: File,
    /// What was in it, up to its last whole line.
    text: String,
}

/// A log as it is on the disk, up to its last whole line; and whether more was there.
pub(super) fn read(path: &Path) -> Result<(String, bool), Failure> {
    let failed = |why: &str| Failure::new(format!("the log `{}` cannot be read: {why}", path.display())).help("name a log");
    let bytes = read_plain(path, MOST).map_err(|error| failed(&plain(&error)))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let text = String::from_utf8(bytes.get(..whole).unwrap_or_default().to_vec()).map_err(|_| failed("it is not text"))?;
    Ok((text, whole < bytes.len()))
}

impl LogFile {
    /// Opens a log, or makes one. What a killed run left of its last line goes.
    pub(super) fn open(path: &Path) -> Result<LogFile, Failure> {
        let failed =
            |why: &str| Failure::new(format!("the log `{}` cannot be written: {why}", path.display())).help("name another file");
        let (text, cut) = match Found::at(path).map_err(|error| failed(&plain(&error)))? {
            Found::Nothing => (String::new(), false),
            Found::File(_) => read(path)?,
            found => return Err(failed(&format!("it is {}", found.word()))),
        };
        if cut {
            write_one(path, text.as_bytes())?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| failed(&plain(&error)))?;
        // Two who write into one log would both spoil it.
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(failed("somebody else plays with it")),
            // Some file systems know no locks.
            Err(std::fs::TryLockError::Error(_)) => {}
        }
        Ok(LogFile { path: path.to_owned(), file, text })
    }

    /// What was in it when it was opened.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds lines; they are on the disk when this returns.
    pub(super) fn add(&mut self, lines: &[String]) -> Result<(), Failure> {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let written: io::Result<()> = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::new(format!("the log `{}` cannot be written: {}", self.path.display(), plain(&error))))
    }
}
