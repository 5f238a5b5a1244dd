//! A simulation on the disk: a folder with what was played, what was counted, a row for each game, and a report.
//!
//! Rows are added to their file; the rest is written anew, whole. What `run.json` says has been played is in the rows too;
//! rows beyond that are of games that a killed run did not finish to count, and go.

#![allow(clippy::disallowed_methods, reason = "rows are added to a file that may be larger than memory")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::exit::{Failure, plain};
use super::folder::{Change, Folder, Found, read_plain};
use super::simulate::Played;
use crate::emit::{play_link, play_page};
use crate::model::Game;
use crate::sim::{Chunk, Counts, Ended, KeptLog, Part, cell, heading, page};
use crate::source::limits;

const PART: &str = "run.json";
const ROWS: &str = "games.csv";
const TOTALS: &str = "totals.csv";
const REPORT: &str = "report.html";
const BUNDLE: &str = "game.muster";
/// The page that plays logs again, where there are any.
const PLAYER: &str = "player.html";
/// So many games that did not end as a game should leave their logs.
const LOGS: usize = 10;
/// So many bytes what was counted may have.
const PART_BYTES: u64 = 256 << 20;

/// A simulation that this process alone goes on with.
pub(super) struct Simulation {
    path: PathBuf,
    folder: Folder,
    part: Part,
    rows: File,
    /// The logs that are kept, by the number of the game among all.
    logs: Vec<(String, String)>,
}

fn failed(path: &Path, why: &str) -> Failure {
    Failure::new(format!("the simulation in `{}` {why}", path.display()))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    failed(path, &format!("cannot be read or written: {}", plain(error)))
}

impl Simulation {
    /// Begins a simulation, or goes on with one that was stopped.
    pub(super) fn open(path: &Path, new: Part, played: &Played) -> Result<Simulation, Failure> {
        let folder = Folder::lock(path)?;
        let mut part = new;
        let old = read_part(path, &folder)?;
        let begun = old.is_some();
        if let Some(old) = old {
            let other = "name another folder with -o, or delete this one";
            if let Some(why) = part.about.differs(&old.about) {
                return Err(failed(path, &format!("is another: {why}")).help(other));
            }
            if (old.from, old.to) != (part.from, part.to) {
                let why = format!("is another part: games {} to {}", old.from, old.to);
                return Err(failed(path, &why).help(other));
            }
            part = old;
        }
        let rows = open_rows(path, &folder, played.game(), part.rows, !begun)?;
        let simulation = Simulation { path: path.to_owned(), folder, part, rows, logs: Vec::new() };
        if !begun {
            simulation.write(&[(BUNDLE, &played.bytes), (PART, simulation.part.text().as_bytes())])?;
        }
        Ok(simulation)
    }

    /// Adds up parts, in a folder of their own.
    pub(super) fn merge(path: &Path, parts: &[PathBuf]) -> Result<(Simulation, Played), Failure> {
        let mut read = Vec::new();
        for dir in parts {
            let bytes = read_plain(&dir.join(PART), PART_BYTES).map_err(|error| unreadable(dir, &error))?;
            read.push(Part::read(&bytes).map_err(|why| failed(dir, &format!("cannot be added: {why}")))?);
        }
        let blamed = |n: usize, why: &str| {
            let dir = parts.get(n).map(PathBuf::as_path).unwrap_or(path);
            failed(dir, &format!("cannot be added: {why}")).help("name the folders of all parts of one simulation, each once")
        };
        let (whole, order) = Part::merge(&read).map_err(|(n, why)| blamed(n, &why))?;
        let first = order.first().and_then(|n| parts.get(*n)).ok_or_else(|| Failure::new("no parts are named"))?;
        let bytes = read_plain(&first.join(BUNDLE), limits::BUNDLE_BYTES).map_err(|error| unreadable(first, &error))?;
        let played = Played::read(bytes)?;
        if played.hash != whole.about.bundle {
            return Err(failed(first, "has another bundle than the one that was played"));
        }
        if whole.to != whole.about.all {
            let last = order.last().copied().unwrap_or_default();
            return Err(blamed(last, &format!("no part has the games from {} on", whole.to)));
        }
        let folder = Folder::lock(path)?;
        if !matches!(folder.find(PART), Ok(Found::Nothing)) {
            return Err(failed(path, "is there already").help("name another folder with -o"));
        }
        let mut rows = open_rows(path, &folder, played.game(), 0, true)?;
        let mut logs = Vec::new();
        for n in order {
            let (Some(dir), Some(part)) = (parts.get(n), read.get(n)) else { continue };
            let mut copy = || -> io::Result<u64> {
                let mut from = File::open(dir.join(ROWS))?;
                from.seek(SeekFrom::Start(heading(played.game()).len() as u64))?;
                io::copy(&mut from.take(part.rows), &mut rows)
            };
            let copied = copy().map_err(|error| unreadable(dir, &error))?;
            if copied != part.rows {
                return Err(failed(dir, "cannot be added: rows of its games are missing"));
            }
            logs.extend(read_logs(dir));
        }
        let simulation = Simulation { path: path.to_owned(), folder, part: whole, rows, logs };
        simulation.write(&[(BUNDLE, &played.bytes)])?;
        simulation.finish(&played)?;
        Ok((simulation, played))
    }

    /// How far a simulation in a folder has come.
    pub(super) fn kept(path: &Path) -> Result<Part, Failure> {
        let bytes = read_plain(&path.join(PART), PART_BYTES).map_err(|error| unreadable(path, &error))?;
        Part::read(&bytes).map_err(|why| failed(path, &why))
    }

    /// What was played and counted in a folder, as far as it has come.
    pub(super) fn read(path: &Path) -> Result<(Part, Played), Failure> {
        let bytes = read_plain(&path.join(BUNDLE), limits::BUNDLE_BYTES).map_err(|error| unreadable(path, &error))?;
        let (part, played) = (Simulation::kept(path)?, Played::read(bytes)?);
        match played.hash == part.about.bundle {
            true => Ok((part, played)),
            false => Err(failed(path, "has another bundle than the one that was played")),
        }
    }

    /// What has been played.
    pub(super) fn part(&self) -> &Part {
        &self.part
    }

    /// The folder, as it was named.
    pub(super) fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Games were played: their rows.
    pub(super) fn add(&mut self, chunk: &Chunk, rows: &str) -> Result<(), Failure> {
        self.rows.write_all(rows.as_bytes()).map_err(|error| unreadable(&self.path, &error))?;
        let trouble = |counts: &Counts| {
            let ended = |how: Ended| counts.number(&["ended", how.word()]);
            ended(Ended::DeadEnd) + ended(Ended::Stuck)
        };
        let mut kept = usize::try_from(trouble(&self.part.counts)).unwrap_or(usize::MAX);
        for one in chunk.games.iter().filter(|one| one.row.lineup == 0) {
            if let Some(log) = one.log.as_ref().filter(|_| kept < LOGS) {
                let name = log_name(one.row.game);
                self.write(&[(&name, log.as_bytes())])?;
                kept += 1;
            }
        }
        self.part.rows += rows.len() as u64;
        self.part.next += chunk.games.len() as u64;
        self.part.counts.add_all(&chunk.counts);
        Ok(())
    }

    /// Writes down how far it has come.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        // The rows are there before anything says so.
        self.rows.sync_data().map_err(|error| unreadable(&self.path, &error))?;
        self.write(&[(PART, self.part.text().as_bytes())])
    }

    /// Everything has been played: what came of it.
    pub(super) fn finish(&self, played: &Played) -> Result<(), Failure> {
        let (part, totals) = (self.part.text(), totals(&self.part.counts));
        let scenario = played.game().scenarios.at(played.scenario()?).ok_or_else(|| Failure::new("there is no scenario"))?;
        let logs = match self.logs.is_empty() {
            true => read_logs(&self.path),
            false => self.logs.iter().take(LOGS).cloned().collect(),
        };
        // Where there is no player for browsers, a log is read by `muster replay` alone.
        let player = match logs.is_empty() {
            true => None,
            false => play_page(played.game(), played.scenario()?).ok(),
        };
        let kept: Vec<KeptLog> = logs
            .into_iter()
            .map(|(name, log)| KeptLog { name, watched: player.as_ref().and_then(|_| play_link(PLAYER, &log)) })
            .collect();
        let page = page(played.game(), scenario, &self.part, &kept);
        let mut files: Vec<(&str, &[u8])> = vec![(TOTALS, totals.as_bytes()), (REPORT, page.as_bytes()), (PART, part.as_bytes())];
        files.extend(player.as_ref().map(|player| (PLAYER, player.as_slice())));
        #[cfg(feature = "parquet")]
        let columns = self.columns(&totals)?;
        #[cfg(feature = "parquet")]
        files.extend(columns.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
        files.extend(self.logs.iter().take(LOGS).map(|(name, log)| (name.as_str(), log.as_bytes())));
        self.write(&files)
    }

    /// The rows and the totals as Parquet.
    #[cfg(feature = "parquet")]
    fn columns(&self, totals: &str) -> Result<[(&'static str, Vec<u8>); 2], Failure> {
        let rows = read_plain(&self.folder.join(ROWS), u64::MAX - 1).map_err(|error| unreadable(&self.path, &error))?;
        let rows = String::from_utf8_lossy(&rows);
        let made = |name: &str, text: &str| {
            crate::sim::parquet(name, text.lines())
                .map_err(|why| failed(&self.path, &format!("cannot be written as Parquet: {why}")))
        };
        Ok([("games.parquet", made("games", &rows)?), ("totals.parquet", made("totals", totals)?)])
    }

    fn write(&self, files: &[(&str, &[u8])]) -> Result<(), Failure> {
        let changes: Vec<Change<'_>> = files.iter().map(|(path, bytes)| Change { path, bytes: Some(bytes) }).collect();
        self.folder.write(&changes, &mut |_, _| {})
    }
}

fn log_name(game: u64) -> String {
    format!("logs/game-{game:08}.mlog")
}

/// The logs of a part, the first games first.
fn read_logs(dir: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(dir.join("logs")).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| name.starts_with("game-") && name.ends_with(".mlog"));
    names.sort();
    let read = |name: String| {
        let bytes = read_plain(&dir.join("logs").join(&name), 64 << 20).ok()?;
        Some((format!("logs/{name}"), String::from_utf8(bytes).ok()?))
    };
    names.into_iter().take(LOGS).filter_map(read).collect()
}

fn read_part(path: &Path, folder: &Folder) -> Result<Option<Part>, Failure> {
    match folder.find(PART) {
        Ok(Found::Nothing) => Ok(None),
        Ok(Found::File(_)) => {
            let bytes = read_plain(&folder.join(PART), PART_BYTES).map_err(|error| unreadable(path, &error))?;
            let part = Part::read(&bytes).map_err(|why| failed(path, &format!("cannot be gone on with: {why}")))?;
            Ok(Some(part))
        }
        Ok(found) => Err(failed(path, &format!("cannot be read: its {PART} is {}", found.word()))),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// The file of rows, with a heading and so many bytes of rows in it; what is beyond goes.
fn open_rows(path: &Path, folder: &Folder, game: &Game, rows: u64, new: bool) -> Result<File, Failure> {
    let lacks = || {
        failed(path, &format!("cannot be gone on with: rows are missing in its {ROWS}")).help("delete the folder and begin again")
    };
    match folder.find(ROWS).map_err(|error| unreadable(path, &error))? {
        Found::Nothing if new => {}
        Found::Nothing => return Err(lacks()),
        Found::File(_) => {}
        found => return Err(failed(path, &format!("cannot be written: its {ROWS} is {}", found.word()))),
    }
    let heading = heading(game);
    let ready = || -> io::Result<Option<File>> {
        let mut file = OpenOptions::new().create(true).truncate(new).write(true).open(folder.join(ROWS))?;
        let whole = heading.len() as u64 + rows;
        if new {
            file.write_all(heading.as_bytes())?;
        } else if file.metadata()?.len() < whole {
            return Ok(None);
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Some(file))
    };
    ready().map_err(|error| unreadable(path, &error))?.ok_or_else(lacks)
}

/// Every count in a row.
fn totals(counts: &Counts) -> String {
    let mut text = String::from("what,first,second,third,count\n");
    counts.walk(&mut Vec::new(), &mut |words, count| {
        let mut cells: Vec<String> = words.iter().take(4).map(|word| cell(word)).collect();
        cells.resize(4, String::new());
        text.push_str(&format!("{},{count}\n", cells.join(",")));
    });
    text
}
