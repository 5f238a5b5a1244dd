//! How fast and how well the built-in players play.
//!
//! ```sh
//! cargo bench --bench sim                    # all tables
//! cargo bench --bench sim -- speed 2 20      # one line of the first table, counted from 0; so many games
//! cargo bench --bench sim -- pairs 2 20      # one line of the second table; so many pairs of games
//! cargo bench --bench sim -- versus search:500 greedy first-steps dash 10
//! cargo bench --bench sim -- turn            # a player-turn on a big map
//! cargo bench --bench sim -- turn ardennes-44 campaign   # the same in a game of this repository
//! cargo bench --bench sim -- memory 100000   # the most memory that so many games took, beside that of the first thousand
//! cargo bench --bench sim -- cores 40        # so many games on one thread, on two, and so on up to all
//! cargo bench --bench sim -- ends 3          # so many games of greedy at every scenario of every game in this repository
//! cargo bench --bench sim -- pairs seed=7    # any of these with other dice than usual
//! ```
//!
//! Times are those of one core, without what others do on it. A pair of games has one seed: each player has each side
//! once. A game that a level without a side ends counts as half a game won.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench reads the clock and files, prints, and stops at the unexpected; it generates what others use too"
)]

mod generate;
mod shipped;

use std::collections::BTreeMap;
use std::time::Instant;

use muster::compile::compile;
use muster::model::{Game, Key, ScenarioId, SideId};
use muster::play::{Asker, Hand, Match, Settings};
use muster::rules::Engine;
use muster::sim::{Ended, Kind, Plan, Player, Players, Row, Seats, Watch, mix, play_one};
use shipped::in_folder;

const SEED: u64 = 1944;

/// The seed of all games: the usual one, unless the command names another.
fn seed() -> u64 {
    std::env::args().find_map(|arg| arg.strip_prefix("seed=")?.parse().ok()).unwrap_or(SEED)
}

/// Games whose speed is measured, and how many by each player.
const SPEED: [(&str, &str, u64); 6] = [
    ("first-steps", "dash", 200),
    ("first-steps", "crossing", 100),
    ("bastogne-breakout", "introduction", 10),
    ("bastogne-breakout", "second-panzer", 10),
    ("bastogne-breakout", "breakout", 10),
    ("bastogne-breakout", "counterattack", 10),
];

/// Who plays whom at what, and how many pairs of games.
const PAIRS: [(&str, &str, &str, &str, u64); 18] = [
    ("greedy", "random", "first-steps", "dash", 100),
    ("greedy", "random", "first-steps", "crossing", 100),
    ("greedy", "random", "bastogne-breakout", "introduction", 20),
    ("greedy", "random", "bastogne-breakout", "second-panzer", 20),
    ("greedy", "random", "bastogne-breakout", "breakout", 20),
    ("greedy", "random", "bastogne-breakout", "counterattack", 20),
    ("greedy", "idle", "first-steps", "dash", 50),
    ("greedy", "idle", "first-steps", "crossing", 50),
    ("greedy", "idle", "bastogne-breakout", "introduction", 10),
    ("greedy", "idle", "bastogne-breakout", "second-panzer", 10),
    ("greedy", "idle", "bastogne-breakout", "breakout", 10),
    ("greedy", "idle", "bastogne-breakout", "counterattack", 10),
    ("search", "greedy", "first-steps", "dash", 20),
    ("search", "greedy", "first-steps", "crossing", 20),
    ("search", "greedy", "bastogne-breakout", "introduction", 5),
    ("search", "greedy", "bastogne-breakout", "second-panzer", 5),
    ("search", "greedy", "bastogne-breakout", "breakout", 5),
    ("search", "greedy", "bastogne-breakout", "counterattack", 5),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench" && !arg.starts_with("seed=")).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        [] => {
            SPEED.iter().for_each(|(game, scenario, games)| speed(game, scenario, *games));
            all_pairs();
            turn();
            memory(20_000);
            cores(40);
        }
        ["speed"] => SPEED.iter().for_each(|(game, scenario, games)| speed(game, scenario, *games)),
        ["speed", n, games] => {
            let (game, scenario, _) = SPEED[n.parse::<usize>().unwrap()];
            speed(game, scenario, games.parse().unwrap());
        }
        ["pairs"] => all_pairs(),
        ["pairs", n, games] => {
            let (better, weaker, game, scenario, _) = PAIRS[n.parse::<usize>().unwrap()];
            pair(better, weaker, game, scenario, games.parse().unwrap());
        }
        ["versus", better, weaker, game, scenario, games] => {
            pair(better, weaker, game, scenario, games.parse().unwrap());
        }
        ["turn"] => turn(),
        ["turn", name, scenario] => {
            let model = game(name);
            turns_of(&format!("{name}, {scenario}"), &model, find(&model, scenario));
        }
        ["memory", games] => memory(games.parse().unwrap()),
        ["cores", games] => cores(games.parse().unwrap()),
        ["ends", games] => ends(games.parse().unwrap()),
        _ => println!("speed [N GAMES], pairs [N GAMES], versus …, turn, memory GAMES, cores GAMES or ends GAMES"),
    }
}

fn game(name: &str) -> Game {
    in_folder(&format!("modules/{name}"))
}

/// Plays so many games by lot or greedily on all threads, and counts them as `muster simulate` does.
fn counted(engine: &Engine<'_>, id: ScenarioId, games: u64, kind: Kind) -> u64 {
    let players = Players::new(engine, id, None, vec![vec![kind; engine.game().sides.len()]]);
    let (mut counts, mut played) = (muster::sim::Counts::default(), 0);
    muster::sim::run(engine, &plan(id, games), &players, &|| false, &mut |chunk| {
        counts.add_all(&chunk.counts);
        played += chunk.games.len() as u64;
        Ok(())
    })
    .unwrap();
    played
}

/// The most memory that this process has had, in MiB; nothing where the system does not tell.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Whether memory grows with the number of games.
fn memory(games: u64) {
    let model = game("first-steps");
    let id = find(&model, "dash");
    let engine = Engine::new(&model, Some(id));
    counted(&engine, id, 1000, Kind::Random);
    let first = most_memory();
    counted(&engine, id, games, Kind::Random);
    match (first, most_memory()) {
        (Some(first), Some(last)) => println!("memory at most: {first} MiB after 1000 games, {last} MiB after {games} more"),
        _ => println!("memory: this system does not tell"),
    }
}

/// How much faster it is on several threads.
fn cores(games: u64) {
    let model = game("bastogne-breakout");
    let id = find(&model, "breakout");
    let engine = Engine::new(&model, Some(id));
    let mut alone = None;
    let mut threads = 1;
    while threads <= muster::threads::most() {
        let begun = Instant::now();
        muster::threads::within(threads, || counted(&engine, id, games, Kind::Greedy));
        let took = begun.elapsed().as_secs_f64();
        let alone = *alone.get_or_insert(took);
        println!(
            "{games} greedy games of breakout on {threads} threads: {took:.1} s, {:.2} times as fast as on one",
            alone / took
        );
        threads *= 2;
    }
}

/// Whether games end as they should, whatever is played.
fn ends(games: u64) {
    let folders = [
        "modules/first-steps",
        "modules/bastogne-breakout",
        "tests/play/before-moscow",
        "tests/rules/ardennes-44",
        "tests/rules/bastogne",
        "tests/rules/bitter-woods",
        "tests/rules/enemy-action",
        "tests/fields/cup",
        "tests/fields/deeds",
    ];
    for name in folders {
        let model = in_folder(name);
        for (id, scenario) in model.scenarios.iter() {
            let engine = Engine::new(&model, Some(id));
            let players = Players::new(&engine, id, None, vec![vec![Kind::Greedy; model.sides.len()]]);
            let mut ended: BTreeMap<&str, u64> = BTreeMap::new();
            let mut decisions = 0;
            for n in 0..games {
                let mut watch = Watch::new(&engine);
                match play_one(&engine, &plan(id, games), n, &players, &mut watch) {
                    Ok(one) => {
                        *ended.entry(one.row.ended.word()).or_default() += 1;
                        decisions += one.row.decisions;
                    }
                    Err(why) => {
                        println!("  {why}");
                        *ended.entry("refused").or_default() += 1;
                    }
                }
            }
            println!("{name}, {}: {ended:?}, {} decisions each", scenario.id, u64::from(decisions) / games.max(1));
        }
    }
}

fn find(model: &Game, scenario: &str) -> ScenarioId {
    model.scenarios.iter().find(|(_, s)| s.id == scenario).unwrap().0
}

/// The time that this thread has had of a core, in seconds; what the clock says where nobody counts that.
fn core_seconds() -> f64 {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split(' ').next()?.parse::<f64>().ok()).filter(|time| *time > 0.0);
    nanoseconds.map_or_else(|| BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64(), |time| time / 1e9)
}

fn kind(name: &str) -> Kind {
    Kind::named(name).unwrap()
}

fn plan(scenario: ScenarioId, games: u64) -> Plan {
    Plan::of(scenario, seed(), games)
}

fn play<'e>(engine: &'e Engine<'e>, plan: &Plan, n: u64, players: &Players<'_>) -> Row {
    let mut watch = Watch::new(engine);
    play_one(engine, plan, n, players, &mut watch).unwrap().row
}

fn speed(name: &str, scenario: &str, games: u64) {
    let model = game(name);
    let id = find(&model, scenario);
    let engine = Engine::new(&model, Some(id));
    let plan = plan(id, games);
    let mut rates = Vec::new();
    for player in ["random", "greedy"] {
        let players = Players::new(&engine, id, None, vec![vec![kind(player); model.sides.len()]]);
        let begin = core_seconds();
        let decisions: u64 = (0..games).map(|n| u64::from(play(&engine, &plan, n, &players).decisions)).sum();
        let time = core_seconds() - begin;
        rates.push((games as f64 / time, decisions / games));
    }
    let [(random, short), (greedy, long)] = rates[..] else { return };
    println!(
        "{name}, {scenario}: random {random:.1} games a core-second ({short} decisions each), greedy {greedy:.1} ({long}); \
         greedy plays {:.2} of the games that random does",
        greedy / random
    );
}

/// Games won, in halves, and games decided.
#[derive(Clone, Copy, Default)]
struct Score {
    halves: u64,
    games: u64,
}

impl Score {
    fn add(&mut self, other: Score) {
        self.halves += other.halves;
        self.games += other.games;
    }

    fn percent(self) -> f64 {
        self.halves as f64 * 50.0 / self.games.max(1) as f64
    }
}

fn all_pairs() {
    let mut sums: BTreeMap<(&str, &str, &str), Score> = BTreeMap::new();
    for (better, weaker, game, scenario, games) in PAIRS {
        let score = pair(better, weaker, game, scenario, games);
        sums.entry((better, weaker, game)).or_default().add(score);
        sums.entry((better, weaker, "all games")).or_default().add(score);
    }
    for ((better, weaker, game), score) in sums {
        println!("{better} against {weaker}, {game}: {:.1} % of {} games", score.percent(), score.games);
    }
}

fn pair(better: &str, weaker: &str, name: &str, scenario: &str, games: u64) -> Score {
    let model = game(name);
    let id = find(&model, scenario);
    let engine = Engine::new(&model, Some(id));
    let plan = plan(id, games);
    let mut all = Score::default();
    let mut by_side = Vec::new();
    let begin = core_seconds();
    for side in model.sides.ids() {
        let kinds = model.sides.ids().map(|other| kind(if other == side { better } else { weaker })).collect();
        let players = Players::new(&engine, id, None, vec![kinds]);
        let mut score = Score::default();
        for n in 0..games {
            let row = play(&engine, &plan, n, &players);
            if row.ended != Ended::Over {
                println!("  game {n} did not end: {:?}", row.ended);
                continue;
            }
            let halves = match row.winner {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
            score.add(Score { halves, games: 1 });
        }
        let side = model.sides.at(side).unwrap();
        by_side.push(format!("{:.0} % as {}", score.percent(), side.id));
        all.add(score);
    }
    println!(
        "{better} against {weaker}, {name}, {scenario}: {:.1} % of {} games ({}), seed {}, {:.1} core-seconds",
        all.percent(),
        all.games,
        by_side.join(", "),
        seed(),
        core_seconds() - begin
    );
    all
}

/// How long greedy takes for a player-turn on 2,880 hexes with 250 counters.
fn turn() {
    let size = generate::Size { hexes: 2_880, counters: 250, scenarios: 1, json: false };
    let model = compile(&generate::game(size, 1941)).game;
    turns_of("2880 hexes, 250 counters", &model, model.scenarios.ids().next().unwrap());
}

/// How long the player-turns of a game between two greedy players take. What dice bring about counts for who asked for them.
fn turns_of(name: &str, model: &Game, id: ScenarioId) {
    let engine = Engine::new(model, Some(id));
    let begin = core_seconds();
    let players = Players::new(&engine, id, None, vec![vec![Kind::Greedy; model.sides.len()]]);
    let lore = core_seconds() - begin;
    let settings = Settings { seed: seed(), hand: Hand::Strict, options: None };
    let mut game = Match::new(&engine, id, settings).unwrap();
    let mut seats: BTreeMap<SideId, Box<dyn Player + '_>> = BTreeMap::new();
    let mut times: BTreeMap<(u32, SideId), f64> = BTreeMap::new();
    let mut last = None;
    while let Some(ask) = game.ask() {
        let by = ask.by;
        let turns = game.state().clock.turns;
        let begin = core_seconds();
        let decision = match by {
            Asker::Dice => game.chance(),
            Asker::Side(side) => {
                last = Some(side);
                let seat = seats.entry(side).or_insert_with(|| players.seat(0, side, mix(seed(), side.index() as u64)).unwrap());
                seat.decide(&mut game).unwrap()
            }
        };
        let Some(decision) = decision else { break };
        game.decide(&decision).unwrap();
        if let Some(side) = last.filter(|_| game.state().clock.phase.is_some()) {
            *times.entry((turns, side)).or_default() += core_seconds() - begin;
        }
    }
    let all: Vec<f64> = times.values().map(|time| time * 1e3).collect();
    let worst = all.iter().copied().fold(0.0, f64::max);
    println!(
        "{name}: {} player-turns of greedy, {:.1} ms each, the slowest {worst:.1} ms; {:.0} ms before the first game; {} decisions",
        all.len(),
        all.iter().sum::<f64>() / all.len().max(1) as f64,
        lore * 1e3,
        game.decisions()
    );
}
