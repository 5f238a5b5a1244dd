//! How fast games are played: whole games by lot beside their questions alone, decisions on a big map, a long log.
//!
//! ```sh
//! cargo bench --bench play                   # the table
//! cargo bench --bench play -- 2 20           # one line of the table, counted from 0; so many games
//! cargo bench --bench play -- play 2 20      # its games are played once, for a count of instructions
//! ```
//!
//! Times are those of one core. The questions of a game are asked again as it is played once more: the reach of each
//! unit that moves, the odds of each step of a declaration, the ways of each retreat, each in a situation made for it.
//! Each game is played and asked by turns, and of each decision and each question the best of five counts: what else the
//! machine does meanwhile strikes both alike, and a busy moment strikes neither.

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

use std::time::{Duration, Instant};

use muster::compile::compile;
use muster::model::{Game, Location, ScenarioId};
use muster::play::{Asker, Decision, Hand, Header, Log, Match, Random, Settings, What};
use muster::rules::Engine;
use shipped::in_folder;

/// The shipped games, one scenario of each, and how many games of it are played.
const GAMES: [(&str, &str, u64); 3] =
    [("first-steps", "dash", 400), ("first-steps", "crossing", 400), ("bastogne-breakout", "breakout", 20)];
const SEED: u64 = 1944;
/// How often each game is played and asked.
const ROUNDS: usize = 5;
/// Decisions that a game may take.
const MOST: usize = 100_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [word, n, games] = args.as_slice() {
        assert_eq!(word, "play");
        let (name, scenario, _) = GAMES[n.parse::<usize>().unwrap()];
        return once(name, scenario, games.parse().unwrap());
    }
    if let [n, games] = args.as_slice() {
        let (name, scenario, _) = GAMES[n.parse::<usize>().unwrap()];
        return shipped(name, scenario, games.parse().unwrap());
    }
    for (name, scenario, games) in GAMES {
        shipped(name, scenario, games);
    }
    big();
}

fn game(name: &str) -> Game {
    in_folder(&format!("modules/{name}"))
}

fn begin<'e>(engine: &'e Engine<'e>, scenario: ScenarioId, seed: u64) -> Match<'e> {
    let settings = Settings { seed, hand: Hand::Strict, options: None };
    Match::new(engine, scenario, settings).unwrap()
}

/// Plays a game by lot; `before` sees each decision before it is made.
fn play<'e>(engine: &'e Engine<'e>, scenario: ScenarioId, seed: u64, mut before: impl FnMut(&Match<'e>, &Decision)) -> Match<'e> {
    let (mut game, mut random) = (begin(engine, scenario, seed), Random::new(seed));
    while let Some(decision) = random.decide(&game) {
        before(&game, &decision);
        game.decide(&decision).unwrap();
        assert!(game.decisions() < MOST, "a game does not end");
    }
    game
}

/// What the questions of a decision take alone: how far a unit comes, what a combat comes to, where it may retreat to.
fn questions(game: &Match<'_>, decision: &Decision, count: &mut [u64; 3]) -> Duration {
    let (ask, position) = (game.ask().unwrap(), &game.state().position);
    let begin = Instant::now();
    let kind = match (&ask.what, decision) {
        (What::Step(counter), Decision::Hex(_) | Decision::Mode(_)) => {
            let Some((Location::Hex(hex), piece)) = position.piece(*counter) else { return Duration::ZERO };
            // Only the first step of a move needs the reach.
            if game.moving().is_none_or(|moving| moving.way.len() > 1) {
                return Duration::ZERO;
            }
            let mode = match decision {
                Decision::Mode(mode) => game.mode(*mode).map(|mode| mode.id.number()),
                _ => None,
            };
            let situation = muster::rules::Situation::new(game.engine(), position, game.moment());
            let reach = situation.mover(piece, hex, mode).map(|mover| mover.reach().len());
            std::hint::black_box(reach.unwrap_or(0));
            0
        }
        (What::Gather, _) => {
            game.forget();
            std::hint::black_box(game.odds_now(|odds| odds.throws));
            1
        }
        (What::Retreat(counter), Decision::Hex(_)) => {
            let Some((Location::Hex(hex), piece)) = position.piece(*counter) else { return Duration::ZERO };
            let situation = muster::rules::Situation::new(game.engine(), position, game.moment());
            std::hint::black_box(situation.retreats(piece, hex, 2).len());
            2
        }
        _ => return Duration::ZERO,
    };
    count[kind] += 1;
    begin.elapsed()
}

/// The best time of each of the parts that something is done in, again and again.
#[derive(Default)]
struct Best {
    times: Vec<Duration>,
    next: usize,
}

impl Best {
    /// It is done once more.
    fn again(&mut self) {
        self.next = 0;
    }

    fn note(&mut self, time: Duration) {
        match self.times.get_mut(self.next) {
            Some(best) => *best = time.min(*best),
            None => self.times.push(time),
        }
        self.next += 1;
    }

    fn sum(&self) -> Duration {
        self.times.iter().sum()
    }
}

/// Plays a game by lot, timed from decision to decision, from its beginning until it is put away.
fn time<'e>(engine: &'e Engine<'e>, scenario: ScenarioId, seed: u64, best: &mut Best) -> usize {
    best.again();
    let mut last = Instant::now();
    let mut lap = || {
        let now = Instant::now();
        best.note(now - last);
        last = now;
    };
    let (mut game, mut random) = (begin(engine, scenario, seed), Random::new(seed));
    lap();
    while let Some(decision) = random.decide(&game) {
        game.decide(&decision).unwrap();
        lap();
    }
    let decisions = game.decisions();
    drop(game);
    lap();
    decisions
}

fn find(model: &Game, scenario: &str) -> ScenarioId {
    model.scenarios.iter().find(|(_, s)| s.id == scenario).unwrap().0
}

fn once(name: &str, scenario: &str, games: u64) {
    let model = game(name);
    let id = find(&model, scenario);
    let engine = Engine::new(&model, Some(id));
    let decisions: usize = (SEED..SEED + games).map(|seed| play(&engine, id, seed, |_, _| {}).decisions()).sum();
    println!("{name}, {scenario}: {games} games by lot, {decisions} decisions");
}

fn shipped(name: &str, scenario: &str, games: u64) {
    let model = game(name);
    let id = find(&model, scenario);
    let engine = Engine::new(&model, Some(id));
    let (mut whole, mut alone) = (Duration::ZERO, Duration::ZERO);
    let (mut decisions, mut count) = (0, [0; 3]);
    for seed in SEED..SEED + games {
        let (mut played, mut asked) = (Best::default(), Best::default());
        for _ in 0..ROUNDS {
            decisions += time(&engine, id, seed, &mut played);
            asked.again();
            play(&engine, id, seed, |game, decision| asked.note(questions(game, decision, &mut count)));
        }
        (whole, alone) = (whole + played.sum(), alone + asked.sum());
    }
    let (whole, alone) = (whole.as_secs_f64(), alone.as_secs_f64());
    let (decisions, [reach, odds, retreats]) = (decisions / ROUNDS, count.map(|count| count / ROUNDS as u64));
    println!(
        "{name}, {scenario}: {games} games by lot, {} decisions each, {:.1} games a core-second, {:.2} ms a game",
        decisions as u64 / games,
        games as f64 / whole,
        whole * 1e3 / games as f64
    );
    println!(
        "  its questions alone ({} reaches, {} odds, {} retreats a game): {:.2} ms a game; the game takes {:.2} times that",
        reach / games,
        odds / games,
        retreats / games,
        alone * 1e3 / games as f64,
        whole / alone
    );
}

/// Decisions listed and made on 10,000 hexes with 3,000 counters; then the log of 10,000 decisions.
fn big() {
    let size = generate::Size { hexes: 10_000, counters: 3_000, scenarios: 1, json: false };
    let model = compile(&generate::game(size, 1941)).game;
    let id = model.scenarios.ids().next().unwrap();
    let engine = Engine::new(&model, Some(id));
    let (mut game, mut random) = (begin(&engine, id, SEED), Random::new(SEED));
    let mut lines = vec![Header::of(&game, None).line()];
    let (mut times, mut most) = (Vec::new(), 0);
    while game.decisions() < 10_000 {
        let Some(decision) = random.decide(&game) else { break };
        let by = game.ask().unwrap().by;
        let begin = Instant::now();
        let options = game.options().len();
        game.decide(&decision).unwrap();
        if by != Asker::Dice {
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
        most = most.max(options);
        let n = game.decisions();
        lines.extend(game.log_lines(by, &decision).into_iter().map(|line| line.text(n)));
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "a decision listed and made on 10000 hexes with 3000 counters ({} decisions, up to {most} options): \
         median {:.3} ms, 99 of 100 within {:.2} ms, the slowest {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let replay = || {
        let begin = Instant::now();
        let (again, stopped) = Log::read(&text).unwrap().replay(&engine, None).unwrap();
        assert_eq!((stopped, again.decisions()), (None, game.decisions()));
        assert_eq!(again.digest(), game.digest());
        begin.elapsed().as_secs_f64()
    };
    let best = (0..3).map(|_| replay()).fold(f64::INFINITY, f64::min);
    println!("its log of {} decisions, {} kB, replayed: {best:.2} s", game.decisions(), text.len() / 1000);
}
