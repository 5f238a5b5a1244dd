//! `muster check`: reads games, reports what is wrong, and ends accordingly.

#![allow(clippy::disallowed_methods, reason = "which folder is meant depends on where the command is run")]

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Once;

use super::args::{Check, Deny, Hints};
use super::exit::{Exit, Failure, plain};
use super::stdout::Stdout;
use super::timings::{self, Timings};
use crate::compile::{Compiled, compile, compile_on, compile_timed, threads};
use crate::diag::Severity;
use crate::model::{Game, Unit};
use crate::report::{self, Checked, Size, Style};
use crate::schema;
use crate::source::{Disk, World};

pub(super) fn run(args: &Check, out: &mut Stdout) -> Result<Exit, Failure> {
    let mut exit = Exit::Clean;
    let mut games: Vec<(String, Compiled)> = Vec::new();
    for dir in &args.dirs {
        match open(dir) {
            Ok(world) => {
                let mut game = if args.timings { timed(&world, &dir.to_string_lossy()) } else { compile(&world) };
                if args.hints == Hints::None {
                    game.diags.retain(|diag| diag.severity != Severity::Hint);
                    game.omitted.retain(|omitted| omitted.severity != Severity::Hint);
                }
                games.push((shown(dir), game));
            }
            // The others can still be checked.
            Err(failure) => {
                failure.tell();
                exit = Exit::CouldNotRun;
            }
        }
    }
    if games.is_empty() {
        return Ok(exit);
    }
    let checked: Vec<Checked<'_>> = games.iter().map(|(folder, game)| view(folder, game)).collect();
    let denied = |game: &Checked<'_>| {
        game.tally(Severity::Error) > 0 || (args.deny == Some(Deny::Warnings) && game.tally(Severity::Warning) > 0)
    };
    if checked.iter().any(denied) {
        exit = exit.max(Exit::Findings);
    }
    let style = Style { findings: args.max_findings, ..out.style(args.color) };
    // It fails only when the output does; `Stdout` remembers why.
    let _ = report::render(args.format.into(), &checked, &style, out);
    drop(checked);
    // The process ends here: taking a big game apart first would take as long as reading it.
    std::mem::forget(games);
    Ok(exit)
}

/// Checks a game twice, as ever and then on one thread, and tells how long each step took.
fn timed(world: &dyn World, name: &str) -> Compiled {
    let (threads, mut together) = (threads(), Timings::start());
    let game = compile_on(threads, world, &mut |step| together.ended(step));
    let mut alone = Timings::start();
    drop(compile_timed(world, &mut |step| alone.ended(step)));
    timings::tell(name, threads, &together, &alone);
    game
}

/// A folder as it was named.
pub(super) fn shown(dir: &Path) -> String {
    dir.to_string_lossy().replace('\\', "/")
}

/// A game as reports see it.
pub(super) fn view<'a>(folder: &'a str, compiled: &'a Compiled) -> Checked<'a> {
    Checked {
        folder,
        name: &compiled.game.name,
        size: size(&compiled.game),
        files: &compiled.files,
        diags: &compiled.diags,
        omitted: &compiled.omitted,
        unchecked: &compiled.unchecked,
        more_unchecked: compiled.more_unchecked,
        stated: &compiled.stated,
        resting: &compiled.origins.resting,
    }
}

/// How large a game is; several counters alike are several units.
pub(super) fn size(game: &Game) -> Size {
    // Two faces share a counter; a unit without any is still one.
    let cardboard = |unit: &Unit| unit.count as usize * unit.faces.len().div_ceil(2).max(1);
    let markers: usize = game.markers.values().map(|marker| marker.count.unwrap_or(0) as usize).sum();
    Size {
        units: game.units.values().map(|unit| unit.count as usize).sum(),
        counters: game.units.values().map(cardboard).sum::<usize>() + markers,
        hexes: game.map.as_ref().map_or(0, |map| map.board.len()),
        scenarios: game.scenarios.len(),
        tables: game.tables.len(),
    }
}

/// Opens a folder in which there is a game.
pub(super) fn open(dir: &Path) -> Result<Disk, Failure> {
    let shown = dir.display();
    let world = Disk::open(&below_here(dir)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::new(format!("there is no folder `{shown}`"))
            .help(format!("`muster new {shown}` makes one with a small game")),
        ErrorKind::NotADirectory => match dir.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => {
                Failure::new(format!("`{shown}` is not a folder")).help(format!("name the folder: `{}`", parent.display()))
            }
            None => Failure::new(format!("`{shown}` is not a folder")).help("name the folder of a game, such as `.`"),
        },
        _ => Failure::new(format!("the folder `{shown}` cannot be read: {}", plain(&error))),
    })?;
    if let Err(error) = std::fs::read_dir(dir) {
        return Err(Failure::new(format!("the folder `{shown}` cannot be read: {}", plain(&error))));
    }
    if !world.has("module.json") {
        let failure = Failure::new(format!("there is no module.json in `{shown}`, so it is not the folder of a game"));
        // Notepad puts it behind whatever name is typed, and Windows does not show it.
        if world.has("module.json.txt") {
            return Err(failure.help("there is a `module.json.txt`: take the `.txt` off its name"));
        }
        return Err(match games_below(dir).first() {
            Some(game) => failure.help(format!("there is a game in `{}`: name that folder", game.display())),
            None => failure.help("name the folder of a game, or make one with `muster new DIR`"),
        });
    }
    prepare();
    Ok(world)
}

/// Begins to make the schemas while the files are read; in a small game that is most of the work.
fn prepare() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // Without a thread they are made when they are needed.
        let _ = crate::threads::begin(schema::prepare);
    });
}

/// A path below the current folder is called by its way from here: that is what reports and services expect.
pub(super) fn below_here(dir: &Path) -> PathBuf {
    if dir.is_relative() {
        return dir.to_owned();
    }
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    match (here, dir.canonicalize()) {
        (Ok(here), Ok(full)) => match full.strip_prefix(&here) {
            Ok(rest) if rest.as_os_str().is_empty() => PathBuf::from("."),
            Ok(rest) => rest.to_owned(),
            Err(_) => dir.to_owned(),
        },
        _ => dir.to_owned(),
    }
}

/// Games one or two folders further down.
fn games_below(dir: &Path) -> Vec<PathBuf> {
    let folders = |dir: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).into_iter().flatten().take(1000);
        let mut found: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).filter(|path| path.is_dir()).collect();
        found.sort();
        found
    };
    let first = folders(dir);
    let second: Vec<PathBuf> = first.iter().take(50).flat_map(|folder| folders(folder)).collect();
    let all = first.into_iter().chain(second);
    all.filter(|folder| folder.join("module.json").is_file())
        .map(|folder| folder.strip_prefix(".").map(Path::to_owned).unwrap_or(folder))
        .collect()
}
