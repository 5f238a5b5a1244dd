//! The folder that a build fills, and its manifest.
//!
//! A file belongs to the build only while the manifest lists it with the very hash that it has. Every other file is the
//! user's: it is neither overwritten nor deleted, unless the user says `--force`.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::exit::{Failure, plain};
use super::folder::{Change, Folder, Found, read_plain};
use crate::bundle::sha256;
use crate::emit::{Artifacts, Progress};
use crate::model::Game;
use crate::source::{confined, limits};

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";
/// So many files are named when they are in the way.
const MOST_NAMED: usize = 5;

/// What a build wrote.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BuildManifest {
    /// The version of this manifest.
    pub(super) muster_build: u32,
    /// The name of the game that was built last.
    pub(super) game: String,
    /// Its id; manifests of earlier versions have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_id: Option<String>,
    /// Every file but this one.
    pub(super) files: Vec<BuiltFile>,
}

/// A file of a build.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BuiltFile {
    pub(super) path: String,
    /// Its size in bytes.
    pub(super) bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub(super) sha256: String,
    /// The name of its game, if that is not the one that was built last.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The id of that game.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_id: Option<String>,
}

/// The game that a file was built of.
#[derive(Clone, Copy)]
struct Owner<'a> {
    name: &'a str,
    /// None if an earlier version wrote the manifest.
    id: Option<&'a str>,
}

impl Owner<'_> {
    /// Whether it is that game, as far as is known: two games may have one name.
    fn is(self, other: Owner<'_>) -> bool {
        self.name == other.name && self.id.zip(other.id).is_none_or(|(one, other)| one == other)
    }
}

impl BuiltFile {
    /// A file with these bytes of the game that is built.
    fn of(path: &str, bytes: &[u8]) -> BuiltFile {
        BuiltFile { path: path.to_owned(), bytes: bytes.len() as u64, sha256: sha256(bytes), game: None, game_id: None }
    }

    /// Whether it was written with these bytes.
    fn has(&self, bytes: &[u8]) -> bool {
        self.bytes == bytes.len() as u64 && self.sha256 == sha256(bytes)
    }
}

/// What became of a folder.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) manifest: BuildManifest,
    /// Files that are built no more, and that stay because the user has changed them.
    pub(super) stay: Vec<String>,
    /// Files that are built no more, and that are gone.
    pub(super) gone: Vec<String>,
}

/// The manifest of an earlier build; nothing if there is none.
pub(super) fn manifest(dir: &Path) -> Result<Option<BuildManifest>, Failure> {
    let path = dir.join(MANIFEST);
    let unreadable = |why: &str| Failure::new(format!("`{}` cannot be read: {why}", path.display()));
    match Found::at(&path) {
        Ok(Found::Nothing) => return Ok(None),
        Ok(Found::File(_)) => {}
        Ok(found) => return Err(unreadable(&format!("it is {}", found.word())).help("delete it, or name another folder")),
        Err(error) => return Err(unreadable(&plain(&error))),
    }
    let text = match read_plain(&path, limits::FILE_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&plain(&error))),
    };
    let read: Option<BuildManifest> = serde_json::from_slice(&text).ok();
    let sound = read.filter(|m| m.muster_build == 1 && m.files.iter().all(|file| confined(&file.path).is_ok()));
    sound.map(Some).ok_or_else(|| {
        Failure::new(format!("`{}` was not written by this muster", path.display()))
            .help("name another folder with -o, or let --force replace it")
    })
}

/// A file of an earlier build, if it is still as it was written.
pub(super) fn before(folder: &Folder, old: Option<&BuildManifest>, path: &str) -> Option<Vec<u8>> {
    let listed = old?.files.iter().find(|file| file.path == path)?;
    folder.read(path).filter(|bytes| listed.has(bytes))
}

/// What a build will do to its folder.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// Files that are new or different.
    new: Vec<(&'a str, &'a [u8])>,
    written: Written,
}

/// Looks what is to be done; nothing is written yet. A file that has its bytes already is not touched.
///
/// Files of earlier builds that are made no more go, if they are `owned` by what is built now. Others stay: a kit beside
/// a bundle, and what was built of another game.
pub(super) fn plan<'a>(
    folder: &Folder,
    old: Option<&BuildManifest>,
    game: &Game,
    artifacts: &'a Artifacts,
    owned: &dyn Fn(&str) -> bool,
    force: bool,
) -> Result<Plan<'a>, Failure> {
    let slug = game.slug();
    let own = Owner { name: &game.name, id: Some(&slug) };
    let last = old.map_or(own, |old| Owner { name: &old.game, id: old.game_id.as_deref() });
    let old: BTreeMap<&str, &BuiltFile> =
        old.into_iter().flat_map(|old| &old.files).map(|file| (file.path.as_str(), file)).collect();
    // As it was written, or not there at all.
    let untouched = |path: &str| match folder.find(path) {
        Ok(Found::Nothing) => true,
        Ok(Found::File(_)) => {
            let listed = old.get(path);
            listed.is_some_and(|listed| folder.read(path).is_some_and(|bytes| listed.has(&bytes)))
        }
        // What is no file is refused when it is written to.
        _ => true,
    };
    let new = artifacts.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    let new: Vec<(&str, &[u8])> = new.filter(|(path, bytes)| !folder.holds(path, bytes)).collect();
    let theirs: Vec<&str> = new.iter().map(|(path, _)| *path).filter(|path| !untouched(path)).collect();
    if !theirs.is_empty() && !force {
        return Err(in_the_way(folder, &theirs));
    }
    let (mut gone, mut stay, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (path, file) in old.iter().filter(|(path, _)| !artifacts.contains_key(**path)) {
        let there = matches!(folder.find(path), Ok(Found::File(_)));
        let of = file.game.as_deref().map_or(last, |name| Owner { name, id: file.game_id.as_deref() });
        match of.is(own) && owned(path) {
            true if there && (force || untouched(path)) => gone.push((*path).to_owned()),
            true if there => stay.push((*path).to_owned()),
            false if there => {
                let other = (!of.is(own)).then_some(of);
                let (game, game_id) = (other.map(|of| of.name.to_owned()), other.and_then(|of| of.id).map(str::to_owned));
                files.push(BuiltFile { game, game_id, ..(*file).clone() });
            }
            _ => {}
        }
    }
    files.extend(artifacts.iter().map(|(path, bytes)| BuiltFile::of(path, bytes)));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let manifest = BuildManifest { muster_build: 1, game: game.name.clone(), game_id: Some(slug), files };
    Ok(Plan { new, written: Written { manifest, stay, gone } })
}

impl Plan<'_> {
    /// Does it.
    pub(super) fn write(self, folder: &Folder, told: &mut Progress<'_>) -> Result<Written, Failure> {
        let mut text = serde_json::to_vec_pretty(&self.written.manifest).unwrap_or_default();
        text.push(b'\n');
        let mut changes: Vec<Change<'_>> = self.new.iter().map(|(path, bytes)| Change { path, bytes: Some(bytes) }).collect();
        changes.extend(self.written.gone.iter().map(|path| Change { path, bytes: None }));
        if !folder.holds(MANIFEST, &text) {
            changes.push(Change { path: MANIFEST, bytes: Some(&text) });
        }
        folder.write(&changes, told)?;
        Ok(self.written)
    }
}

/// Refuses to write over what is not ours.
fn in_the_way(folder: &Folder, theirs: &[&str]) -> Failure {
    let named: Vec<String> = theirs.iter().take(MOST_NAMED).map(|path| format!("`{}`", folder.join(path).display())).collect();
    let more = match theirs.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let (is, it) = if theirs.len() == 1 { ("is", "it") } else { ("are", "them") };
    Failure::new(format!(
        "{}{more} {is} in the way: the last build did not write {it}, or you have changed {it} since",
        named.join(", ")
    ))
    .help(format!("move {it} away, name another folder with -o, or let --force replace {it}"))
}

/// What is said of files that are gone: nothing goes in silence.
pub(super) fn farewell(gone: &[String], dir: &Path) -> String {
    const MOST: usize = 20;
    let line = |path: &String| format!("`{}` is built no more; it was deleted\n", dir.join(path).display());
    let mut text: String = gone.iter().take(MOST).map(line).collect();
    if let Some(more) = gone.len().checked_sub(MOST).filter(|more| *more > 0) {
        text += &format!("{more} more files are built no more; they were deleted\n");
    }
    text
}

/// What was written, and how big it is.
pub(super) fn table<'f>(files: impl Iterator<Item = (&'f str, u64)> + Clone, dir: &Path) -> String {
    let width = files.clone().map(|(path, _)| path.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let (mut count, mut total) = (0, 0);
    for (path, bytes) in files {
        text += &format!("{path:width$}  {bytes:>9} bytes\n");
        (count, total) = (count + 1, total + bytes);
    }
    let files = if count == 1 { "file" } else { "files" };
    text + &format!("{count} {files}, {total} bytes, in `{}`\n", dir.display())
}
