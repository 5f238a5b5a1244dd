//! How long the engine takes to answer on a shipped game: how far each unit comes, who is supplied.
//!
//! ```sh
//! cargo bench --bench reach                  # Bastogne Breakout
//! bash tools/ratio.sh 068d470                # the same, beside that commit built the same way
//! ```
//!
//! It speaks only of what was there from the first release on, so that it can be built with older commits; where a name has
//! changed since, tools/ratio.sh puts the older one.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench reads the clock and files, prints, and stops at the unexpected"
)]

use std::path::Path;
use std::time::Instant;

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::rules::{Engine, Piece, Position, Situation};
use muster::source::Memory;

/// So many runs, of which the best counts.
const RUNS: usize = 200;

fn read(memory: Memory, root: &Path, dir: &Path) -> Memory {
    let mut paths: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().fold(memory, |memory, path| match path.is_dir() {
        true => read(memory, root, &path),
        false => {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            memory.with(&name, std::fs::read(&path).unwrap())
        }
    })
}

/// The best time of several runs in microseconds, and what was found.
fn best(mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = (f64::MAX, 0);
    for _ in 0..RUNS {
        let begin = Instant::now();
        let found = run();
        let time = begin.elapsed().as_secs_f64() * 1e6;
        best = if time < best.0 { (time, found) } else { best };
    }
    best
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/bastogne-breakout");
    let game = compile(&read(Memory::new(), &root, &root)).game;
    let (id, scenario) = game.scenarios.iter().find(|(_, scenario)| scenario.id == "breakout").unwrap();
    let (make, _) = best(|| Engine::new(&game, Some(id)).land().unwrap().len());
    let engine = Engine::new(&game, Some(id));
    let position = Position::start(&game, scenario);
    let (look, _) = best(|| Situation::new(&engine, &position, engine.start()).pieces().count());
    let situation = Situation::new(&engine, &position, engine.start());
    let pieces: Vec<(HexId, Piece)> = situation.pieces().map(|(hex, piece)| (hex, *piece)).collect();
    let movers: Vec<_> = pieces.iter().filter_map(|(hex, piece)| situation.mover(*piece, *hex, None).ok()).collect();
    let (mover, _) = best(|| pieces.iter().filter(|(hex, piece)| situation.mover(*piece, *hex, None).is_ok()).count());
    let (reach, hexes) = best(|| movers.iter().map(|mover| mover.reach().len()).sum());
    let (supply, supplied) = best(|| {
        let situation = Situation::new(&engine, &position, engine.start());
        #[allow(clippy::useless_conversion, reason = "a list in older versions, which are measured too")]
        let traces: Vec<_> = situation.traces().into_iter().collect();
        let sides = pieces.iter().filter_map(|(hex, piece)| Some((hex, piece, engine.side_of(piece)?)));
        sides
            .map(|(hex, piece, side)| {
                traces.iter().filter(|t| situation.supplied(t.id.number(), side, piece, *hex).sure()).count()
            })
            .sum()
    });
    let each = |time: f64, count: usize| time / count as f64;
    println!("engine {make:.1} us");
    println!("situation {look:.2} us of {} counters", pieces.len());
    println!("mover {:.2} us", each(mover, pieces.len()));
    println!("reach {:.1} us of {} hexes", each(reach, movers.len()), hexes / movers.len());
    println!("supply {supply:.0} us, {supplied} lines");
}
