//! Writes what was built: every file wholly old or wholly new, whatever happens in between.
//!
//! Files are staged beside their targets, flushed, and renamed one by one; manifest.json, with the hash of each,
//! comes last. Only what the previous manifest listed is ever deleted, and of that only what would be built again.

#![allow(clippy::disallowed_methods, reason = "this is what writes")]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::exit::{Failure, plain};
use crate::emit::{Artifacts, ManifestEntry, Told};
use crate::source::confined;

/// What a build wrote.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BuildManifest {
    /// The version of this manifest.
    pub(super) muster_build: u32,
    /// The game's name.
    pub(super) game: String,
    /// Every file but this one.
    pub(super) files: Vec<ManifestEntry>,
}

const STAGED: &str = ".muster-new";

/// The manifest of an earlier build; nothing if there is none.
pub(super) fn manifest(dir: &Path) -> Result<Option<BuildManifest>, Failure> {
    let path = dir.join("manifest.json");
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::new(format!("`{}` cannot be read: {}", path.display(), plain(&error)))),
    };
    let read: Option<BuildManifest> = serde_json::from_slice(&text).ok();
    let sound = read.filter(|m| m.muster_build == 1 && m.files.iter().all(|file| confined(&file.path).is_ok()));
    sound.map(Some).ok_or_else(|| {
        Failure::new(format!("`{}` was not written by this muster", path.display())).help("name another folder with -o")
    })
}

/// A file of an earlier build, if it is still as it was written.
pub(super) fn before(dir: &Path, path: &str) -> Option<Vec<u8>> {
    let manifest = manifest(dir).ok().flatten()?;
    let listed = manifest.files.iter().find(|file| file.path == path)?;
    let bytes = fs::read(dir.join(path)).ok()?;
    (ManifestEntry::of(path, &bytes) == *listed).then_some(bytes)
}

/// Writes all artifacts into a folder. A file that has these bytes already is not touched.
///
/// Files of earlier builds that are made no more go, if they are `owned` by what is built now. Others stay: a kit beside
/// a bundle, and what was built of another game.
pub(super) fn write(
    dir: &Path,
    game: &str,
    artifacts: &Artifacts,
    owned: &dyn Fn(&str) -> bool,
    told: &mut Told<'_>,
) -> Result<BuildManifest, Failure> {
    let old = manifest(dir)?;
    let same = old.as_ref().is_some_and(|old| old.game == game);
    let earlier = old.into_iter().flat_map(|old| old.files).filter(|file| !artifacts.contains_key(&file.path));
    let (gone, stays): (Vec<ManifestEntry>, Vec<ManifestEntry>) = earlier.partition(|file| same && owned(&file.path));
    let mut files: Vec<ManifestEntry> = artifacts.iter().map(|(path, bytes)| ManifestEntry::of(path, bytes)).collect();
    files.extend(stays.into_iter().filter(|file| dir.join(&file.path).exists()));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let manifest = BuildManifest { muster_build: 1, game: game.to_owned(), files };
    let mut text = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    text.push(b'\n');
    let mut all: Vec<(PathBuf, &[u8])> = artifacts.iter().map(|(path, bytes)| (dir.join(path), bytes.as_slice())).collect();
    all.push((dir.join("manifest.json"), &text));
    all.retain(|(path, bytes)| !holds(path, bytes));
    let staged = all.iter().enumerate().try_for_each(|(done, (path, bytes))| {
        told(done, all.len());
        stage(path, bytes)
    });
    let done = staged.and_then(|()| all.iter().try_for_each(|(path, _)| fs::rename(beside(path), path)));
    if let Err(error) = done {
        for (path, _) in &all {
            let _ = fs::remove_file(beside(path));
        }
        return Err(Failure::new(format!("the folder `{}` cannot be written: {}", dir.display(), plain(&error))));
    }
    for file in gone {
        // It may have been deleted by hand; then there is nothing to do.
        let _ = fs::remove_file(dir.join(file.path));
    }
    Ok(manifest)
}

/// Whether a file has exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.len() == bytes.len() as u64) && fs::read(path).is_ok_and(|found| found == bytes)
}

/// Writes one file: wholly old or wholly new.
pub(super) fn write_one(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    stage(path, bytes).and_then(|()| fs::rename(beside(path), path)).map_err(|error| {
        let _ = fs::remove_file(beside(path));
        Failure::new(format!("`{}` cannot be written: {}", path.display(), plain(&error)))
    })
}

/// Writes files that are not there yet: all of them or none, and nothing over anything else. One that is there with
/// these very bytes may stay.
pub(super) fn write_new(dir: &Path, files: &Artifacts) -> Result<(), Failure> {
    let mut new: Vec<(PathBuf, &[u8])> = Vec::new();
    for (path, bytes) in files {
        confined(path).map_err(|why| Failure::new(format!("`{path}` cannot be written: {why}")))?;
        let whole = dir.join(path);
        if holds(&whole, bytes) {
            continue;
        }
        if whole.symlink_metadata().is_ok() {
            return Err(Failure::new(format!("`{}` is there already, and nothing is overwritten", whole.display()))
                .help("choose another folder with -o"));
        }
        new.push((whole, bytes));
    }
    let missing: Vec<&Path> = dir.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists()).collect();
    let staged = new.iter().try_for_each(|(path, bytes)| stage(path, bytes));
    let done = staged.and_then(|()| new.iter().try_for_each(|(path, _)| fs::rename(beside(path), path)));
    done.map_err(|error| {
        for (path, _) in &new {
            let _ = fs::remove_file(beside(path));
            // It was not there before.
            let _ = fs::remove_file(path);
            let _ = path.parent().filter(|folder| *folder != dir).map(fs::remove_dir);
        }
        // Only folders that were made here, and only while they are empty.
        for dir in missing {
            let _ = fs::remove_dir(dir);
        }
        Failure::new(format!("the folder `{}` cannot be written: {}", dir.display(), plain(&error)))
            .help("choose another folder with -o")
    })
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

/// Where a file waits until it takes its place.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(STAGED);
    path.with_file_name(name)
}

/// Writes a file beside its place, wholly, and as open to others as the one that it replaces.
pub(super) fn stage(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::File::create(beside(path))?;
    file.write_all(bytes)?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}
