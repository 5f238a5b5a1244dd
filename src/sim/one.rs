//! One game from its beginning to its end.

use super::{Plan, Player, Seats, Watch, mix, without};
use crate::model::{Key, SideId};
use crate::play::{Ask, Asker, Decision, Hand, Header, Line, Match, STUCK, Settings};
use crate::rules::Engine;

/// So many decisions may be made without the clock going on; then the game is stuck.
const MOST_AT_ONCE: usize = 100_000;
/// So many decisions a game may take.
const MOST: usize = 10_000_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As the scenario says.
    Over,
    /// Somebody is asked, and nothing can be decided.
    DeadEnd,
    /// It goes on and on.
    Stuck,
}

impl Ended {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Over => "over",
            Ended::DeadEnd => "dead-end",
            Ended::Stuck => "stuck",
        }
    }
}

/// What is kept of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number in its line-up.
    pub game: u64,
    /// The line-up, by its place in the plan.
    pub lineup: usize,
    pub seed: u64,
    pub ended: Ended,
    /// The level of victory, by its place among the scenario's.
    pub level: Option<u16>,
    pub winner: Option<SideId>,
    /// How many turns were begun.
    pub turns: u32,
    pub decisions: u32,
    /// Victory points at the end, by side, in the units of `Points`.
    pub points: Vec<i64>,
    /// Steps lost, by side.
    pub lost: Vec<i64>,
    /// The digest of the position in which it ended.
    pub digest: String,
}

/// A game that was played.
pub struct One {
    pub row: Row,
    /// Its log, if it did not end as a game should.
    pub log: Option<String>,
}

/// Plays a game of a plan.
///
/// # Errors
/// Why a player could not go on: only programs from outside fail.
pub fn play_one<'e>(
    engine: &'e Engine<'e>,
    plan: &Plan,
    n: u64,
    seats: &dyn Seats,
    watch: &mut Watch<'e>,
) -> Result<One, String> {
    let (lineup, number) = plan.at(n).ok_or("the plan has no such game")?;
    let seed = plan.seed_of(number);
    let settings = Settings { seed, hand: Hand::Strict, options: plan.options.clone() };
    let mut game = Match::new(engine, plan.scenario, settings.clone()).ok_or("the scenario cannot be played")?;
    let mut players: Vec<Option<Box<dyn Player + '_>>> = engine.game().sides.ids().map(|_| None).collect();
    let mut made: Vec<(Asker, Decision)> = Vec::new();
    let (mut since, mut clock) = (0, game.state().clock);
    watch.begin(&game);
    let ended = loop {
        let Some(Ask { by, .. }) = game.ask() else { break Ended::Over };
        let by = *by;
        if game.state().clock != clock {
            (since, clock) = (made.len(), game.state().clock);
        }
        if made.len() - since >= MOST_AT_ONCE || made.len() >= MOST {
            break Ended::Stuck;
        }
        let decision = match by {
            Asker::Dice => game.chance(),
            Asker::Side(side) => match players.get_mut(side.index()) {
                None => None,
                Some(player) => {
                    if player.is_none() {
                        *player = Some(seats.seat(lineup, side, mix(seed, side.index() as u64 + 1))?);
                    }
                    match player {
                        Some(player) => player.decide(&mut game)?,
                        None => None,
                    }
                }
            },
        };
        let Some(decision) = decision else { break Ended::DeadEnd };
        watch.before(&game, &decision);
        if let Err(refused) = game.decide(&decision) {
            return Err(format!("game {n}: a player decided what is not allowed: {}", refused.why));
        }
        made.push((by, decision));
        watch.after(&game);
    };
    let stuck = game.state().over.as_ref().is_some_and(|over| over.how == STUCK);
    let ended = if stuck { Ended::Stuck } else { ended };
    let (points, lost) = watch.end(&game, ended);
    let over = game.state().over.as_ref();
    let row = Row {
        game: number,
        lineup,
        seed,
        ended,
        level: over.and_then(|over| over.level),
        winner: over.and_then(|over| over.side),
        turns: game.state().clock.turns.saturating_add(1),
        decisions: u32::try_from(made.len()).unwrap_or(u32::MAX),
        points,
        lost,
        digest: game.digest().word(),
    };
    drop(game);
    for (player, side) in players.iter().zip(engine.game().sides.ids()) {
        if let Some(used) = player.as_ref().and_then(|player| player.policy()) {
            watch.policy(side, used);
        }
    }
    if without::asks(plan, lineup, number) {
        watch.matters(without::mattered(engine, plan, &settings, made.iter().map(|(_, decision)| decision)));
    }
    let log = (ended != Ended::Over).then(|| log_of(engine, plan, settings, &made));
    Ok(One { row, log })
}

/// The log of a game, from its decisions.
fn log_of<'e>(engine: &'e Engine<'e>, plan: &Plan, settings: Settings, made: &[(Asker, Decision)]) -> String {
    let Some(mut game) = Match::new(engine, plan.scenario, settings) else { return String::new() };
    let mut text = Header::of(&game, None).line();
    text.push('\n');
    for (by, decision) in made {
        if game.decide(decision).is_err() {
            break;
        }
        let n = game.decisions();
        for line in game.log_lines(*by, decision) {
            text.push_str(&Line::text(&line, n));
            text.push('\n');
        }
    }
    text
}
