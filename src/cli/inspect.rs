//! `muster inspect`: is a bundle, or a folder that was built, what it says it is?

#![allow(clippy::disallowed_methods, reason = "reads the file that was named")]

use std::fs;
use std::io::Read;
use std::path::Path;

use super::args::Inspect;
use super::exit::{Exit, Failure, plain};
use super::out::Out;
use super::output;
use crate::compile::{Bundle, open_bundle};
use crate::emit::sha256;
use crate::source::limits;

pub(super) fn run(args: &Inspect, out: &mut Out) -> Result<Exit, Failure> {
    if args.path.is_dir() { folder(&args.path, out) } else { file(&args.path, out) }
}

/// Reads a bundle from its file, so much of it as a bundle may have; or says why it is no sound one.
pub(super) fn bundle(path: &Path) -> Result<Result<Bundle, String>, Failure> {
    let shown = path.display();
    let unreadable = |error: std::io::Error| Failure::new(format!("`{shown}` cannot be read: {}", plain(&error)));
    let mut bytes = Vec::new();
    let opened = fs::File::open(path).map_err(unreadable)?;
    opened.take(limits::WORKBOOK_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limits::WORKBOOK_BYTES {
        return Err(Failure::new(format!("`{shown}` has more than {} MiB", limits::WORKBOOK_BYTES >> 20)));
    }
    Ok(open_bundle(&bytes))
}

fn file(path: &Path, out: &mut Out) -> Result<Exit, Failure> {
    let shown = path.display();
    match bundle(path)? {
        Err(why) => {
            out.bytes(format!("`{shown}` is no sound bundle: {why}\n").as_bytes());
            Ok(Exit::Findings)
        }
        Ok(bundle) => {
            let (manifest, game) = (&bundle.manifest, &bundle.compiled.game);
            let version = manifest.version.as_ref().map(|v| format!(" {v}")).unwrap_or_default();
            let mut text = format!(
                "{}{version}, scenario `{}`: a bundle of version {}\n",
                manifest.name, manifest.scenario, manifest.bundle
            );
            for entry in &manifest.entries {
                text.push_str(&format!("  {}  {} bytes  {}\n", entry.path, entry.bytes, entry.sha256));
            }
            let hexes = game.map.as_ref().map_or(0, |map| map.board.len());
            text.push_str(&format!(
                "every hash holds; {} units, {hexes} hexes, {} tables\n",
                game.units.len(),
                game.tables.len()
            ));
            out.bytes(text.as_bytes());
            Ok(Exit::Clean)
        }
    }
}

fn folder(dir: &Path, out: &mut Out) -> Result<Exit, Failure> {
    let Some(manifest) = output::manifest(dir)? else {
        return Err(Failure::new(format!("there is no manifest.json in `{}`", dir.display()))
            .help("name a folder that `muster build` wrote"));
    };
    let mut broken = 0;
    for file in &manifest.files {
        let verdict = match fs::read(dir.join(&file.path)) {
            Err(_) => "missing",
            Ok(bytes) if bytes.len() as u64 != file.bytes || sha256(&bytes) != file.sha256 => {
                "another file than the manifest says"
            }
            Ok(_) => "whole",
        };
        broken += usize::from(verdict != "whole");
        out.bytes(format!("{}  {} bytes  {verdict}\n", file.path, file.bytes).as_bytes());
    }
    let said = match broken {
        0 => format!("{}: the build is whole\n", manifest.game),
        n => format!(
            "{}: the build is not whole, {n} of {} files are not what they should be; build again\n",
            manifest.game,
            manifest.files.len()
        ),
    };
    out.bytes(said.as_bytes());
    Ok(if broken == 0 { Exit::Clean } else { Exit::Findings })
}
