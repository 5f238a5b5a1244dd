//! `muster inspect`: is a bundle, or a folder that was built, what it says it is?

use std::path::Path;

use super::args::Inspect;
use super::build_dir::{self, BuiltFile};
use super::check::size;
use super::exit::{Exit, Failure, plain};
use super::folder::{Found, find_below, read_plain, unfinished};
use super::stdout::Stdout;
use crate::bundle::{Bundle, sha256};
use crate::diag::so_many;
use crate::source::limits;

pub(super) fn run(args: &Inspect, out: &mut Stdout) -> Result<Exit, Failure> {
    if args.path.is_dir() { folder(&args.path, out) } else { file(&args.path, out) }
}

/// Reads a bundle from its file, so much of it as a bundle may have; or says why it is no sound one.
pub(super) fn bundle(path: &Path) -> Result<Result<Bundle, String>, Failure> {
    let bytes = read_plain(path, limits::BUNDLE_BYTES).map_err(|error| {
        Failure::new(format!("`{}` cannot be read: {}", path.display(), plain(&error)))
            .help("name a bundle, or a folder of a build")
    })?;
    Ok(crate::bundle::open(&bytes))
}

fn file(path: &Path, out: &mut Stdout) -> Result<Exit, Failure> {
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
            let size = size(game);
            let (units, hexes) = (so_many(size.units, "unit", "units"), so_many(size.hexes, "hex", "hexes"));
            text.push_str(&format!("every hash holds; {units}, {hexes}, {}\n", so_many(size.tables, "table", "tables")));
            out.bytes(text.as_bytes());
            Ok(Exit::Clean)
        }
    }
}

fn folder(dir: &Path, out: &mut Stdout) -> Result<Exit, Failure> {
    let Some(manifest) = build_dir::manifest(dir)? else {
        return Err(Failure::new(format!("there is no manifest.json in `{}`", dir.display()))
            .help("name a folder that `muster build` wrote"));
    };
    let mut broken = 0;
    for file in &manifest.files {
        let verdict = verdict(dir, file);
        broken += usize::from(verdict != WHOLE);
        out.bytes(format!("{}  {} bytes  {verdict}\n", file.path, file.bytes).as_bytes());
    }
    let begun = unfinished(dir);
    if begun {
        out.bytes(b"a build was stopped while it wrote into this folder; build again\n");
    }
    let said = match broken {
        0 if !begun => format!("{}: the build is whole\n", manifest.game),
        0 => format!("{}: the build is not finished\n", manifest.game),
        n => format!(
            "{}: the build is not whole, {n} of {} files are not what they should be; build again\n",
            manifest.game,
            manifest.files.len()
        ),
    };
    out.bytes(said.as_bytes());
    Ok(if broken == 0 && !begun { Exit::Clean } else { Exit::Findings })
}

const WHOLE: &str = "whole";

/// Whether a file is what the manifest says. Links are not followed, and no more is read than it should have.
fn verdict(dir: &Path, file: &BuiltFile) -> &'static str {
    match find_below(dir, &file.path) {
        Ok(Found::Nothing) => "missing",
        Ok(Found::File(size)) if size == file.bytes => match read_plain(&dir.join(&file.path), file.bytes) {
            Ok(bytes) if sha256(&bytes) == file.sha256 => WHOLE,
            Ok(_) => "another file than the manifest says",
            Err(_) => "unreadable",
        },
        Ok(Found::File(_)) => "another file than the manifest says",
        Ok(_) | Err(_) => "not a plain file",
    }
}
