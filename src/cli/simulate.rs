//! `muster simulate`: many games are played by players that are programs, and what happened is told.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::args::Simulate;
use super::check::{shown, view};
use super::exit::{Exit, Failure};
use super::outside::Program;
use super::play::{game_of, options};
use super::progress::Progress;
use super::simulation::Simulation;
use super::stdout::Stdout;
use super::unused;
use super::variants;
use crate::bundle::{Bundle, built_from};
use crate::compile::Compiled;
use crate::diag::{Severity, did_you_mean};
use crate::model::{Game, Key, ScenarioId, SideId};
use crate::play::BEHAVIOUR;
use crate::report::{self, Checked};
use crate::rules::Engine;
use crate::sim::{About, Chunk, Kind, Lineup, Part, Plan, Player, Players, Seats, findings, levelled, run as play, summary};
use crate::threads;
use crate::wire::Table;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    Built(Kind),
    /// A program of somebody else's, as it is called.
    Program(String),
}

impl Who {
    fn word(&self) -> String {
        match self {
            Who::Built(kind) => kind.word(),
            Who::Program(command) => format!("program:{command}"),
        }
    }
}

/// Everybody who plays: by line-up and side.
struct Everybody<'e> {
    game: &'e Game,
    who: Vec<Vec<Who>>,
    built: Players<'e>,
}

impl<'e> Everybody<'e> {
    fn new(engine: &'e Engine<'e>, plan: &Plan, who: Vec<Vec<Who>>) -> Self {
        let kind = |who: &Who| match who {
            Who::Built(kind) => kind.clone(),
            Who::Program(_) => Kind::Idle,
        };
        let kinds = who.iter().map(|all| all.iter().map(kind).collect()).collect();
        let built = Players::new(engine, plan.scenario, plan.options.as_ref(), kinds);
        Everybody { game: engine.game(), who, built }
    }
}

impl Seats for Everybody<'_> {
    fn seat(&self, lineup: usize, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String> {
        match self.who.get(lineup).and_then(|all| all.get(side.index())) {
            Some(Who::Program(command)) => {
                let id = self.game.sides.at(side).map_or("", |side| &side.id);
                Ok(Box::new(Program::start(command, id, seed)?))
            }
            _ => self.built.seat(lineup, side, seed),
        }
    }
}

/// What is kept is written so often, so that a run that is killed loses little.
const KEEP: Duration = Duration::from_secs(2);

/// A game as it is simulated: always from a bundle, so that a folder and a bundle made of it play the same games.
pub(super) struct Played {
    pub(super) bytes: Vec<u8>,
    pub(super) hash: String,
    pub(super) bundle: Bundle,
    /// The files that the bundle was made of, and what they are called.
    source: Option<(String, Compiled)>,
}

impl Played {
    pub(super) fn open(path: &Path, scenario: Option<&str>) -> Result<Played, Failure> {
        let compiled = game_of(path)?;
        let id = Table::new(&compiled.game).scenario(scenario).map_err(Failure::new)?;
        let played = Played::read(Bundle::write(&compiled.game, id))?;
        Ok(Played { source: Some((shown(path), compiled)), ..played })
    }

    pub(super) fn read(bytes: Vec<u8>) -> Result<Played, Failure> {
        let bundle = Bundle::open(&bytes).map_err(|why| Failure::new(format!("the bundle is not sound: {why}")))?;
        let hash = built_from(&bundle);
        Ok(Played { bytes, hash, bundle, source: None })
    }

    pub(super) fn game(&self) -> &Game {
        &self.bundle.compiled.game
    }

    pub(super) fn scenario(&self) -> Result<ScenarioId, Failure> {
        self.game().scenarios.ids().next().ok_or_else(|| Failure::new("the bundle has no scenario"))
    }
}

pub(super) fn run(args: &Simulate, out: &mut Stdout) -> Result<Exit, Failure> {
    if !args.merge.is_empty() {
        let (simulation, played) = Simulation::merge(&args.output, &args.merge)?;
        return tell(&simulation, &played, args, out);
    }
    if !args.unused.is_empty() {
        return unused::run(&args.unused, out);
    }
    if !args.compare.is_empty() || args.vary.is_some() {
        return variants::run(args, out);
    }
    let Some(path) = &args.game else {
        return Err(Failure::new("no game is named").help("`muster simulate GAME SCENARIO`, or `--merge` and folders"));
    };
    let played = Played::open(path, args.scenario.as_deref())?;
    let Some(simulation) = simulate(args, &played, &args.output, args.beside)? else {
        let part = Simulation::kept(&args.output)?;
        let (done, all) = (part.next - part.from, part.to - part.from);
        let text = format!("stopped: {done} of {all} games are kept in {}; the same command goes on\n", args.output.display());
        out.bytes(text.as_bytes());
        return Ok(Exit::CouldNotRun);
    };
    if args.shard.is_some() {
        let part = simulation.part();
        out.bytes(format!("games {} to {} are in {}\n", part.from, part.to, args.output.display()).as_bytes());
        return Ok(Exit::Clean);
    }
    tell(&simulation, &played, args, out)
}

/// Whether somebody has pressed Ctrl-C.
fn stopping() -> Result<&'static AtomicBool, Failure> {
    static STOP: AtomicBool = AtomicBool::new(false);
    static HEARD: Once = Once::new();
    let mut failed = None;
    HEARD.call_once(|| {
        let stop = || {
            // Whoever insists does not want to wait for the games that are under way.
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        failed = ctrlc::set_handler(stop).err();
    });
    match failed {
        Some(error) => Err(Failure::new(format!("Ctrl-C cannot be listened for: {error}"))),
        None => Ok(&STOP),
    }
}

/// Plays what is asked for into a folder, from where it was stopped; nothing if it is stopped again.
pub(super) fn simulate(args: &Simulate, played: &Played, to: &Path, beside: Option<u64>) -> Result<Option<Simulation>, Failure> {
    let (game, scenario) = (played.game(), played.scenario()?);
    let who = who(game, &args.players)?;
    let options = options(game, &args.option)?;
    let (lineups, all) = lineups(game, &who, args.games, beside);
    let mut plan = Plan { scenario, options, seed: args.seed, lineups, part: 0..0 };
    plan.part = part(&args.shard, plan.games())?;
    let engine = Engine::new(game, Some(scenario));
    let about = About {
        game: game.slug(),
        scenario: game.scenarios.at(scenario).map(|scenario| scenario.id.clone()).unwrap_or_default(),
        bundle: played.hash.clone(),
        rules: BEHAVIOUR,
        options: args.option.clone(),
        seed: args.seed,
        games: args.games,
        beside: plan.lineups.get(1).map_or(0, |lineup| lineup.games),
        all: plan.games(),
        players: game.sides.values().map(|side| side.id.clone()).zip(who.iter().map(Who::word)).collect(),
    };
    let mut simulation = Simulation::open(to, Part::new(about, plan.part.start, plan.part.end), played)?;
    plan.part.start = simulation.part().next;
    let stop = stopping()?;
    let players = Everybody::new(&engine, &plan, all);
    let mut meter = Meter::new(&plan);
    let model = game.scenarios.at(scenario).ok_or_else(|| Failure::new("there is no such scenario"))?;
    let mut failed = None;
    let mut take = |chunk: Chunk| {
        meter.done(chunk.games.len() as u64);
        let lines: String = chunk.games.iter().map(|one| one.row.line(&plan, game, model)).collect();
        let kept = simulation.add(&chunk, &lines).and_then(|()| if meter.is_time() { simulation.keep() } else { Ok(()) });
        kept.map_err(|failure| {
            let why = failure.message().to_owned();
            failed = Some(failure);
            why
        })
    };
    let mut work = || play(&engine, &plan, &players, &|| stop.load(Ordering::Relaxed), &mut take);
    let ended = match args.threads {
        Some(threads) => threads::within(threads.max(1), work),
        None => work(),
    };
    meter.clear();
    simulation.keep()?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    ended.map_err(Failure::new)?;
    if !simulation.part().is_done() {
        return Ok(None);
    }
    if args.shard.is_none() {
        simulation.finish(played)?;
    }
    Ok(Some(simulation))
}

/// Says what came of it: in a few lines, or as findings.
fn tell(simulation: &Simulation, played: &Played, args: &Simulate, out: &mut Stdout) -> Result<Exit, Failure> {
    if let Some(format) = args.report {
        let (folder, compiled) = match &played.source {
            Some((folder, compiled)) => (folder.as_str(), compiled),
            None => ("game.muster", &played.bundle.compiled),
        };
        let found = findings(played.game(), simulation.part(), &compiled.game, &compiled.origins);
        let found = levelled(found, &compiled.in_games);
        let checked =
            Checked { diags: &found, omitted: &[], unchecked: &[], more_unchecked: 0, stated: &[], ..view(folder, compiled) };
        // It fails only when the output does; `Stdout` remembers why.
        let _ = report::render(format.into(), &[checked], &out.style(args.color), out);
        let warned = found.iter().any(|diag| diag.severity != Severity::Hint);
        return Ok(if warned { Exit::Findings } else { Exit::Clean });
    }
    let text = summary(simulation.part(), played.game());
    out.bytes(text.as_bytes());
    out.bytes(format!("everything is in {}\n", simulation.shown()).as_bytes());
    Ok(Exit::Clean)
}

/// The players as they are named: one for all sides, one for each in their order, or `side=player`.
fn who(game: &Game, named: &[String]) -> Result<Vec<Who>, Failure> {
    let help = "players are `greedy`, `search`, `policy`, `random`, `idle` and `program:COMMAND`: one for all sides, or one \
                for each, as in `greedy,random` or `SIDE=greedy`";
    let player = |name: &str| match name.strip_prefix("program:") {
        Some(command) => Ok(Who::Program(command.to_owned())),
        None => {
            let kind = Kind::named(name).map(Who::Built);
            kind.ok_or_else(|| Failure::new(format!("there is no player `{name}`")).help(help))
        }
    };
    let sides: Vec<&str> = game.sides.values().map(|side| side.id.as_str()).collect();
    let mut by_side: BTreeMap<&str, Who> = BTreeMap::new();
    let mut plain = Vec::new();
    for name in named {
        match name.split_once('=').filter(|(side, _)| !side.starts_with("program:")) {
            Some((side, name)) => {
                if !sides.contains(&side) {
                    let near = did_you_mean(side, sides.iter().copied());
                    return Err(
                        Failure::new(format!("the game has no side `{side}`")).help(near.unwrap_or_else(|| help.to_owned()))
                    );
                }
                by_side.insert(side, player(name)?);
            }
            None => plain.push(player(name)?),
        }
    }
    let rest: Vec<&str> = sides.iter().copied().filter(|side| !by_side.contains_key(side)).collect();
    let usual = [Who::Built(Kind::USUAL)];
    let plain = if plain.is_empty() { &usual[..] } else { &plain[..] };
    match plain {
        [all] => rest.iter().for_each(|side| drop(by_side.insert(side, all.clone()))),
        list if list.len() == rest.len() => {
            rest.iter().zip(list).for_each(|(side, who)| drop(by_side.insert(side, who.clone())));
        }
        list => {
            let count = |n: usize| if n == 1 { "one side".to_owned() } else { format!("{n} sides") };
            return Err(Failure::new(format!("{} players are named for {}", list.len(), count(rest.len()))).help(help));
        }
    }
    let who: Vec<Who> = sides.iter().filter_map(|side| by_side.remove(side)).collect();
    for ((side, called), who) in game.sides.iter().zip(&who) {
        if matches!(who, Who::Built(kind) if !kind.can_play(game, side)) {
            return Err(Failure::new(format!("`policy` of rules.json says nothing of how `{}` plays", called.id))
                .help("write entries for that side, or name another player"));
        }
    }
    Ok(who)
}

/// What was asked for, and beside it games by lot and games of each side against one who does nothing: what players are
/// worth shows only beside others.
fn lineups(game: &Game, who: &[Who], games: u64, beside: Option<u64>) -> (Vec<Lineup>, Vec<Vec<Who>>) {
    let beside = beside.unwrap_or_else(|| (games / 10).clamp(games.min(50), 1000)).min(games);
    let name = who.iter().map(Who::word).collect::<Vec<_>>().join(",");
    let (mut lineups, mut all) = (vec![Lineup { name, games }], vec![who.to_vec()]);
    let mut add = |name: String, who: Vec<Who>| {
        if beside > 0 && !all.contains(&who) {
            lineups.push(Lineup { name, games: beside });
            all.push(who);
        }
    };
    add("random".to_owned(), who.iter().map(|_| Who::Built(Kind::Random)).collect());
    for (n, side) in game.sides.values().enumerate() {
        let against = who.iter().enumerate().map(|(m, who)| if m == n { who.clone() } else { Who::Built(Kind::Idle) });
        add(format!("{} against idle", side.id), against.collect());
    }
    (lineups, all)
}

/// The games of a shard, as in `2/8`.
fn part(shard: &Option<String>, games: u64) -> Result<std::ops::Range<u64>, Failure> {
    let Some(text) = shard else { return Ok(0..games) };
    let bad = || Failure::new(format!("`{text}` is no shard")).help("name it as in `2/8`: the second of eight, counted from 1");
    let (k, n) = text.split_once('/').ok_or_else(bad)?;
    let (k, n) = (k.parse::<u64>().map_err(|_| bad())?, n.parse::<u64>().map_err(|_| bad())?);
    if k < 1 || k > n || n > 1_000_000 {
        return Err(bad());
    }
    let at = |k: u64| u64::try_from(u128::from(games) * u128::from(k) / u128::from(n)).unwrap_or(games);
    Ok(at(k - 1)..at(k))
}

/// How far a run has come.
struct Meter {
    progress: Progress,
    begin: Instant,
    kept: Instant,
    said: Option<Instant>,
    done: u64,
    all: u64,
    before: u64,
}

impl Meter {
    fn new(plan: &Plan) -> Meter {
        let now = now();
        let all = plan.part.end.saturating_sub(plan.part.start);
        Meter { progress: Progress::new(), begin: now, kept: now, said: None, done: 0, all, before: plan.part.start }
    }

    fn done(&mut self, games: u64) {
        self.done += games;
        let now = now();
        if self.said.is_some_and(|said| now - said < Duration::from_millis(200)) {
            return;
        }
        self.said = Some(now);
        let second = (now - self.begin).as_secs_f64().max(0.001);
        let speed = self.done as f64 / second;
        let left = (self.all - self.done.min(self.all)) as f64 / speed.max(1e-9);
        let text = format!(
            "{} of {} games, {} games a second, {} left",
            self.before + self.done,
            self.before + self.all,
            if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") },
            span(left)
        );
        self.progress.line(&text);
    }

    fn is_time(&mut self) -> bool {
        let now = now();
        let is = now - self.kept >= KEEP;
        if is {
            self.kept = now;
        }
        is
    }

    fn clear(&mut self) {
        self.progress.clear();
    }
}

#[allow(clippy::disallowed_methods, reason = "how long a run takes is told on the terminal and nowhere else")]
fn now() -> Instant {
    Instant::now()
}

/// A time in words.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
