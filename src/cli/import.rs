//! `muster import`: a folder with a game in it, made of what another program has written. All of it or nothing, and
//! never over anything that is there.

#![allow(clippy::disallowed_methods, reason = "reads the file that was named, and what lies beside it")]

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::Import;
use super::exit::{Exit, Failure, plain};
use super::out::Out;
use super::output;
use crate::import::{Imported, Refused, counters, slug, tiled};
use crate::source::limits;

pub(super) fn run(args: &Import, out: &mut Out) -> Result<Exit, Failure> {
    let imported = import(&args.file)?;
    let dir = args.output.clone().map_or_else(|| folder(&args.file), Ok)?;
    output::write_new(&dir, &imported.files)?;
    out.bytes(told(&imported, &dir).as_bytes());
    Ok(Exit::Clean)
}

/// What a file is, is said by how its name ends.
fn import(file: &Path) -> Result<Imported, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let done = match ending.as_str() {
        "tmx" | "tmj" | "json" => tiled::import(&name, &read(file)?, &mut |path| beside(file, path)),
        "csv" | "tsv" | "txt" | "xlsx" | "xls" | "ods" => counters::import(&name, &read(file)?),
        "vmod" | "vmdx" | "zip" => return Err(Failure::new(format!("`{name}` is a VASSAL module, which cannot be read yet"))),
        _ if file.is_dir() => return Err(Failure::new(format!("`{name}` is a folder, which cannot be read yet"))),
        _ => {
            return Err(Failure::new(format!("`{name}` is nothing that can be imported: its name says not what it is"))
                .help("name a map of Tiled (.tmx, .tmj) or a sheet of counters (.csv, .xlsx)"));
        }
    };
    done.map_err(|refused: Refused| Failure::new(refused.to_string()).help(refused.help))
}

/// The whole file, if it is not larger than a game's files may be.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |why: String| Failure::new(format!("`{}` cannot be read: {why}", file.display()));
    match bounded(file) {
        Ok(bytes) if bytes.len() as u64 > limits::FILE_BYTES => {
            Err(failed(format!("it has more than {} MiB", limits::FILE_BYTES >> 20)).help("import a smaller file"))
        }
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(failed(plain(&error)).help("name a file that is there and that you may read")),
    }
}

/// One byte more than may be read tells that there is more.
fn bounded(file: &Path) -> io::Result<Vec<u8>> {
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file that another one names, as seen from that one. Tilesets lie above it as often as beside it.
fn beside(file: &Path, path: &str) -> Option<Vec<u8>> {
    let path = Path::new(path);
    if !path.is_relative() {
        return None;
    }
    let whole = file.parent().unwrap_or(Path::new("")).join(path);
    bounded(&whole).ok().filter(|bytes| bytes.len() as u64 <= limits::FILE_BYTES)
}

/// The folder to write into when none is named: what the file is called, here.
fn folder(file: &Path) -> Result<PathBuf, Failure> {
    let stem = slug(&file.file_stem().unwrap_or_default().to_string_lossy());
    if stem.is_empty() {
        let message = format!("no folder can be called as `{}` is", file.display());
        return Err(Failure::new(message).help("name the folder to write into with -o"));
    }
    Ok(PathBuf::from(stem))
}

/// What was written, what was guessed, and what comes next.
fn told(imported: &Imported, dir: &Path) -> String {
    let shown = dir.display();
    let mut text = output::table(imported.files.iter().map(|(path, bytes)| (path.as_str(), bytes.len() as u64)), dir);
    for note in &imported.notes {
        text += &format!("note: {note}\n");
    }
    text + &format!("next: `muster check {shown}`\n")
}
