//! `muster migrate`: a game carried forward to the newest format. All of it is written, or nothing.

#![allow(clippy::disallowed_methods, reason = "reads and writes the files of the folder that was named")]

use std::io;
use std::path::Path;

use super::args::Migrate;
use super::check::open;
use super::exit::{Exit, Failure, plain};
use super::folder::{Change, Folder};
use super::stdout::Stdout;
use crate::format::FORMAT;
use crate::migrate::{Files, Migrated, Refused, STEPS, Step, migrate_with};
use crate::source::limits;

pub(super) fn run(args: &Migrate, out: &mut Stdout) -> Result<Exit, Failure> {
    let (exit, text) = told(args, STEPS, FORMAT)?;
    out.bytes(text.as_bytes());
    Ok(exit)
}

/// Does it, and tells what was done.
fn told(args: &Migrate, steps: &[Step], target: u32) -> Result<(Exit, String), Failure> {
    let dir = &args.dir;
    let shown = dir.display();
    open(dir)?;
    let folder = Folder::lock(dir)?;
    let files = read(dir).map_err(|error| Failure::new(format!("the folder `{shown}` cannot be read: {}", plain(&error))))?;
    let migrated = migrate_with(steps, target, &files).map_err(|refused| refusal(&shown.to_string(), &refused, target))?;
    if migrated.steps.is_empty() {
        return Ok((Exit::Clean, format!("`{shown}` is current: format {target}\n")));
    }
    let changed = changes(&files, &migrated.files);
    let paths: Vec<&str> = changed.iter().map(|change| change.path).collect();
    let dry = args.dry_run || args.check;
    let mut text = summary(&shown.to_string(), &migrated, target, dry);
    if dry {
        text.push_str(&format!("nothing was written; it would be: {}\n", paths.join(", ")));
        return Ok((if args.check { Exit::Findings } else { Exit::Clean }, text));
    }
    folder.write(&changed, &mut |_, _| {})?;
    text.push_str(&format!("written: {}\n", paths.join(", ")));
    Ok((Exit::Clean, text))
}

fn refusal(shown: &str, refused: &Refused, target: u32) -> Failure {
    let failure = Failure::new(format!("`{shown}` stays as it is: {refused}"));
    match refused {
        Refused::Newer(..) => failure.help("use a newer muster"),
        Refused::NoFormat => failure.help(format!("write \"format\": {target} into it")),
        Refused::NoModule(_) | Refused::NoStep(_) => failure.help(format!("`muster check {shown}` tells more")),
        Refused::Failed(..) => failure.help("mend that, then run it again"),
    }
}

fn summary(shown: &str, migrated: &Migrated, target: u32, dry: bool) -> String {
    let verb = if dry { "would go" } else { "goes" };
    let mut text = format!("`{shown}` {verb} from format {} to {target}\n", migrated.from);
    for step in &migrated.steps {
        text.push_str(&format!("  {} to {}, {}: {}\n", step.from, step.from + 1, step.name, step.docs));
        step.notes.iter().for_each(|note| text.push_str(&format!("    {note}\n")));
    }
    text
}

/// What differs; module.json last, so that the format is the old one as long as anything is missing.
fn changes<'a>(old: &'a Files, new: &'a Files) -> Vec<Change<'a>> {
    let gone = old.iter().filter(|(path, _)| new.get(path).is_none()).map(|(path, _)| Change { path, bytes: None });
    let changed = new.iter().filter(|(path, text)| old.get(path) != Some(*text));
    let mut all: Vec<Change<'_>> =
        changed.map(|(path, text)| Change { path, bytes: Some(text.as_bytes()) }).chain(gone).collect();
    all.sort_by_key(|change| (change.path == "module.json", change.path));
    all
}

/// The text files of a folder and those below it; hidden ones and links are left alone.
fn read(dir: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    let mut folders = vec![(dir.to_owned(), String::new())];
    let mut seen = 0;
    while let Some((folder, prefix)) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let (kind, path) = (entry.file_type()?, format!("{prefix}{name}"));
            seen += 1;
            if seen > limits::FILES * 4 {
                return Err(io::Error::other(format!("it holds more than {} files", limits::FILES * 4)));
            }
            if name.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                folders.push((entry.path(), format!("{path}/")));
                continue;
            }
            let text = [".json", ".csv", ".tsv", ".txt"].iter().any(|ending| path.ends_with(ending));
            let small = entry.metadata()?.len() <= limits::FILE_BYTES;
            match String::from_utf8(if text && small && kind.is_file() { std::fs::read(entry.path())? } else { vec![0xff] }) {
                Ok(text) => files.set(&path, text),
                Err(_) => {
                    files.others.insert(path);
                }
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
#[path = "migrate_tests.rs"]
mod tests;
