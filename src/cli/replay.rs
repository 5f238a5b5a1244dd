//! `muster replay`: a log is played again, and what it came to is told.

use super::args::Replay;
use super::exit::{Exit, Failure};
use super::folder::write_one;
use super::stdout::Stdout;
use super::{log_file, play};
use crate::bundle::scenario_file;
use crate::diag::so_many;
use crate::play::{BadLog, Log};
use crate::wire::Table;

pub(super) fn run(args: &Replay, out: &mut Stdout) -> Result<Exit, Failure> {
    let (game, built) = play::game(&args.game)?;
    let (text, cut) = log_file::read(&args.log)?;
    let bad = |line: usize, why: &str| Failure::new(format!("line {line} of the log: {why}"));
    let log = Log::read(&text).map_err(|bad_log| bad(bad_log.line, &bad_log.why))?;
    if log.header.game != game.slug() {
        return Err(Failure::new(format!("the log is of the game `{}`", log.header.game)).help("name that game"));
    }
    if cut {
        out.bytes(b"the last line was cut off and is left out\n");
    }
    if !args.rebase && log.header.bundle.is_some() && built.is_some() && log.header.bundle != built {
        return Err(Failure::new("the log was written with another bundle of this game")
            .help("name that bundle; or go as far as the decisions are legal in this one, with `--rebase`"));
    }
    let table = Table::new(&game);
    let scenario = table.scenario(Some(&log.header.scenario)).map_err(Failure::new)?;
    let engine = table.engine(scenario).ok_or_else(|| Failure::new("there is no such scenario"))?;
    let failed = |bad_log: BadLog| bad(bad_log.line, &bad_log.why);
    let (played, stopped, differs) = match args.rebase {
        true => log.rebase(engine, args.to).map(|again| (again.game, again.stopped, again.differs)).map_err(failed)?,
        false => log.replay(engine, args.to).map(|(game, stopped)| (game, stopped, None)).map_err(failed)?,
    };
    let state = played.state();
    // Who sets up is in no phase yet; a game without turns has none.
    let turn = state.clock.turn.and_then(|turn| game.turns.at(turn)).map(|turn| format!("turn {}", turn.id));
    let when: Vec<String> = turn.into_iter().chain(played.phase().map(|phase| phase.name.clone())).collect();
    let when = if when.is_empty() { "setting up".to_owned() } else { when.join(", ") };
    let made = so_many(played.decisions(), "decision", "decisions");
    let mut told = format!("{made}; {when}; digest {}\n", played.digest().word());
    for (what, count) in played.count_unruled() {
        told.push_str(&format!("{what}: {count}\n"));
    }
    if let Some(line) = differs {
        told.push_str(&format!("from line {line} on it is another game than the one that was played\n"));
    }
    if let Some(over) = &state.over {
        told.push_str(&format!("the game is over: {}\n", over.how));
    }
    if let Some(stopped) = &stopped {
        told.push_str(&format!("it goes no further at line {}: {}\n", stopped.line, stopped.why));
    }
    if let Some(path) = &args.scenario {
        let written = scenario_file(&game, &played.as_scenario());
        let text = serde_json::to_string_pretty(&written).unwrap_or_default();
        write_one(path, format!("{text}\n").as_bytes())?;
        told.push_str(&format!("the position is in {}\n", path.display()));
    }
    out.bytes(told.as_bytes());
    Ok(if stopped.is_some() { Exit::Findings } else { Exit::Clean })
}
