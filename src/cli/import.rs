//! `muster import`: a folder with a game in it, made of what another program has written. All of it or nothing, and
//! never over anything that is there.

#![allow(clippy::disallowed_methods, reason = "reads the file that was named, and what lies beside it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::args::Import;
use super::build_dir;
use super::exit::{Exit, Failure, plain};
use super::folder::{read_plain, write_new};
use super::stdout::Stdout;
use crate::diag::so_many;
use crate::import::vassal::{Files, Zip};
use crate::import::{Imported, Refused, counters, slug, tiled, vassal};
use crate::source::limits;

/// Bytes of a module; the largest that are published have some three hundred million.
const MODULE_BYTES: u64 = 512 << 20;
/// Files in the folder of a module.
const MODULE_FILES: usize = 100_000;

pub(super) fn run(args: &Import, out: &mut Stdout) -> Result<Exit, Failure> {
    let Some((file, more)) = args.files.split_first() else { return Err(Failure::new("no file was named")) };
    let imported = import(file, more)?;
    let dir = args.output.clone().map_or_else(|| folder(file), Ok)?;
    write_new(&dir, imported.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))?;
    out.bytes(told(&imported, &dir).as_bytes());
    Ok(Exit::Clean)
}

/// What a file is, is said by how its name ends.
fn import(file: &Path, more: &[PathBuf]) -> Result<Imported, Failure> {
    let name = called(file);
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let module = matches!(ending.as_str(), "vmod" | "vmdx" | "zip" | "mod" | "jar") || file.is_dir();
    if let (Some(other), false) = (more.first(), module) {
        return Err(Failure::new(format!("`{}` can only follow a module of VASSAL, found `{name}`", other.display()))
            .help("import one file at a time"));
    }
    let done = match ending.as_str() {
        _ if module => vassal(file, more)?,
        "tmx" | "tmj" | "json" => tiled::import(&name, &read(file, limits::FILE_BYTES)?, &mut |path| beside(file, path)),
        "csv" | "tsv" | "txt" | "xlsx" | "xls" | "ods" => counters::import(&name, &read(file, limits::FILE_BYTES)?),
        _ => {
            return Err(Failure::new(format!("`{name}` is nothing that can be imported: its name says not what it is")).help(
                "name a module of VASSAL (.vmod, or its folder), a map of Tiled (.tmx, .tmj) or a sheet of counters (.csv, .xlsx)",
            ));
        }
    };
    done.map_err(|refused: Refused| Failure::new(refused.to_string()).help(refused.help))
}

fn called(file: &Path) -> String {
    let whole = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A module with its extensions: those that were named, and those that lie where VASSAL looks for them.
fn vassal(file: &Path, more: &[PathBuf]) -> Result<Result<Imported, Refused>, Failure> {
    let mut all = vec![file.to_owned()];
    all.extend(more.iter().cloned());
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let beside = file.with_file_name(format!("{stem}_ext"));
    if let (Ok(entries), false) = (std::fs::read_dir(&beside), file.is_dir()) {
        let mut found: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        found.sort();
        found.retain(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vmdx")) && !all.contains(path));
        all.extend(found);
    }
    let mut archives = Vec::new();
    for path in &all {
        archives.push((called(path), if path.is_dir() { None } else { Some(read(path, MODULE_BYTES)?) }));
    }
    let mut sources: Vec<(String, Box<dyn Files + '_>)> = Vec::new();
    for ((name, bytes), path) in archives.iter().zip(&all) {
        let files: Box<dyn Files> = match bytes {
            Some(bytes) => match Zip::new(bytes) {
                Ok(zip) => Box::new(zip),
                Err(why) => {
                    return Ok(Err(Refused::new(
                        name,
                        why,
                        "name a module that VASSAL opens; it is a zip with a build file in it",
                    )));
                }
            },
            None => Box::new(Folder::new(path)),
        };
        sources.push((name.clone(), files));
    }
    Ok(vassal::import(sources.iter_mut().map(|(name, files)| (name.clone(), files.as_mut() as &mut dyn Files)).collect()))
}

/// The folder of a module that was unpacked.
struct Folder {
    root: PathBuf,
    names: Vec<String>,
}

impl Folder {
    fn new(root: &Path) -> Folder {
        let mut names = Vec::new();
        let mut open = vec![(root.to_owned(), String::new(), 0)];
        while let Some((dir, before, depth)) = open.pop() {
            for entry in std::fs::read_dir(&dir).into_iter().flatten().filter_map(Result::ok) {
                let name = format!("{before}{}", entry.file_name().to_string_lossy());
                // A link could lead anywhere.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && depth < 6 && !name.starts_with('.') => {
                        open.push((entry.path(), format!("{name}/"), depth + 1));
                    }
                    Ok(kind) if kind.is_file() && names.len() < MODULE_FILES => names.push(name),
                    _ => {}
                }
            }
        }
        Folder { root: root.to_owned(), names }
    }
}

impl Files for Folder {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read_plain(&self.root.join(name), limits::FILE_BYTES * 3).map_err(|error| plain(&error))
    }
}

/// The whole file, if it is not larger than a game's files may be.
fn read(file: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    read_plain(file, most).map_err(|error| {
        Failure::new(format!("`{}` cannot be read: {}", file.display(), plain(&error)))
            .help("name a plain file that you may read, and that is not too large")
    })
}

/// A file that another one names, as seen from that one. Tilesets lie above it as often as beside it.
fn beside(file: &Path, path: &str) -> Option<Vec<u8>> {
    let path = Path::new(path);
    if !path.is_relative() {
        return None;
    }
    let whole = file.parent().unwrap_or(Path::new("")).join(path);
    read_plain(&whole, limits::FILE_BYTES).ok()
}

/// The folder to write into when none is named: what the file is called, here.
fn folder(file: &Path) -> Result<PathBuf, Failure> {
    let stem = slug(&file.file_stem().unwrap_or_default().to_string_lossy());
    if stem.is_empty() {
        let message = format!("no folder can be called as `{}` is", file.display());
        return Err(Failure::new(message).help("name the folder to write into with -o"));
    }
    // A folder is not written into itself.
    Ok(PathBuf::from(if file.is_dir() { format!("{stem}-imported") } else { stem }))
}

/// What was written, what was guessed, and what comes next.
fn told(imported: &Imported, dir: &Path) -> String {
    let shown = dir.display();
    let mut lines: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for (path, bytes) in &imported.files {
        // Thousands of pictures are one line.
        let line = if path.starts_with("images/") { "images/".to_owned() } else { path.clone() };
        let (count, size) = lines.entry(line).or_default();
        (*count, *size) = (*count + 1, *size + bytes.len() as u64);
    }
    let lines: Vec<(String, u64)> = lines
        .into_iter()
        .map(|(path, (count, size))| {
            (if path.ends_with('/') { format!("{path} ({})", so_many(count, "file", "files")) } else { path }, size)
        })
        .collect();
    let mut text = build_dir::table(lines.iter().map(|(path, size)| (path.as_str(), *size)), dir);
    for note in &imported.notes {
        text += &format!("note: {note}\n");
    }
    text + &format!("next: `muster check {}`\n", super::new::typed(&shown.to_string()))
}
