//! A player who tries what it thinks of: before its units move it plays the game on to its end in several styles, against
//! greedy players and with dice of its own, and takes everything back. It goes on in the style that ends best.

use super::Player;
use super::greedy::Greedy;
use super::lore::Lore;
use super::style::Style;
use crate::model::{Activity, Dice, Key, SideId};
use crate::play::{Ask, Asker, Clock, Decision, Match, Pcg, What};
use crate::sim::mix;
use crate::sorting::Arrange;

/// So many styles are tried at most.
const STYLES: usize = 16;
/// So many games are played on for a turn at most.
const GAMES: usize = 96;
/// A game is played on for so many decisions at most.
const LONGEST: usize = 8000;

/// A player who tries what it thinks of.
pub(super) struct Search<'l, 'e> {
    lore: &'l Lore<'e>,
    side: SideId,
    greedy: Greedy<'l, 'e>,
    /// So many decisions are tried for a turn.
    nodes: u32,
    seed: u64,
    /// The phase that was thought about last.
    thought: Option<Clock>,
    pcg: Pcg,
}

/// A style that is tried, and how it went with each of the same dice.
struct Tried {
    style: Style,
    worths: Vec<i64>,
}

impl Tried {
    fn mean(&self) -> i64 {
        self.worths.iter().sum::<i64>() / i64::try_from(self.worths.len().max(1)).unwrap_or(1)
    }
}

impl<'l, 'e> Search<'l, 'e> {
    /// A player for a side. The same seed decides the same.
    pub(super) fn new(lore: &'l Lore<'e>, side: SideId, seed: u64, nodes: u32) -> Self {
        let greedy = Greedy::new(lore, side, seed);
        Search { lore, side, greedy, nodes, seed, thought: None, pcg: Pcg::new(seed, 80) }
    }

    fn choose(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let now = game.state().clock;
        if self.thought != Some(now) && self.may_think(game) {
            self.thought = Some(now);
            let style = self.best_style(game);
            self.greedy = Greedy::with(self.lore, self.side, mix(self.seed, u64::from(self.pcg.next())), style);
        }
        self.greedy.choose(game)
    }

    /// It thinks once before it sets up, and once in each of its turns: where its units move.
    fn may_think(&self, game: &Match<'_>) -> bool {
        let Some(phase) = game.phase() else { return true };
        phase.side.is_none_or(|side| side == self.side) && phase.does.contains(&Activity::Move)
    }

    /// The style that goes best: all are tried with the same dice, then the better half of them, and so on. Between equals
    /// the plain one stays, then the last that was chosen.
    fn best_style(&mut self, game: &mut Match<'_>) -> Style {
        let (last, nodes) = (self.greedy.style, self.nodes as usize);
        let longest = (nodes / 4).clamp(1, LONGEST);
        let salt = mix(self.seed, u64::from(self.pcg.next()));
        // How long the first game takes tells how many there can be.
        let (worth, made) = Self::played_on(self.lore, self.side, game, Style::PLAIN, mix(salt, 0), longest);
        let mut left = nodes.saturating_sub(made.max(1));
        let games = (nodes / made.max(1)).clamp(1, GAMES);
        let mut styles = vec![Style::PLAIN];
        styles.extend((last != Style::PLAIN).then_some(last));
        styles.extend(Style::others(self.lore.aims(self.side).aims.len(), STYLES, &mut self.pcg));
        styles.truncate((games / 3).clamp(2, STYLES));
        let mut all: Vec<Tried> = styles.into_iter().map(|style| Tried { style, worths: Vec::new() }).collect();
        if let Some(plain) = all.first_mut() {
            plain.worths.push(worth);
        }
        let each = games / (all.len().ilog2() as usize + 1);
        let mut throws = 0;
        while all.len() > 1 && left > 0 {
            throws += (each / all.len()).max(1);
            for one in &mut all {
                for throw in one.worths.len()..throws {
                    if left == 0 {
                        break;
                    }
                    let seed = mix(salt, throw as u64);
                    let (worth, made) = Self::played_on(self.lore, self.side, game, one.style, seed, longest);
                    one.worths.push(worth);
                    left = left.saturating_sub(made.max(1));
                }
            }
            // Those for whom no time was left are not thought of.
            all.retain(|one| one.worths.len() == throws || one.style == Style::PLAIN);
            all.arrange_by_key(|one| std::cmp::Reverse(one.mean()));
            all.truncate(all.len().div_ceil(2));
        }
        all.first().map_or(Style::PLAIN, |one| one.style)
    }

    /// Plays the game on in a style, and takes all of it back: how it went, and how many decisions that took.
    fn played_on(
        lore: &'l Lore<'e>,
        side: SideId,
        game: &mut Match<'_>,
        style: Style,
        seed: u64,
        longest: usize,
    ) -> (i64, usize) {
        let (held, before) = (game.hold(), game.decisions());
        let mut dice = Pcg::new(seed, 79);
        let sides = lore.engine.game().sides.ids();
        let own = |other: SideId| if other == side { style } else { Style::PLAIN };
        let mut players: Vec<Greedy<'l, 'e>> =
            sides.map(|other| Greedy::with(lore, other, mix(seed, other.index() as u64 + 7), own(other))).collect();
        while let Some(Ask { by, what }) = game.ask() {
            if game.decisions().saturating_sub(before) >= longest {
                break;
            }
            let decision = match *by {
                Asker::Dice => thrown(game, what, &mut dice),
                Asker::Side(asked) => players.get_mut(asked.index()).and_then(|player| player.choose(game)),
            };
            let Some(decision) = decision else { break };
            if game.decide(&decision).is_err() {
                break;
            }
        }
        // Between two games that end alike the better position counts.
        let standing = lore.standing(game, side, None).clamp(-50_000, 50_000);
        let worth = match lore.result(game, side) {
            Some(result) => result / 10 + standing / 10,
            None => standing,
        };
        let made = game.decisions().saturating_sub(before);
        game.back_to(held);
        (worth, made)
    }
}

/// What falls where dice are asked: not what will fall in the game.
fn thrown(game: &Match<'_>, what: &What, dice: &mut Pcg) -> Option<Decision> {
    match what {
        What::Roll(kind, _) => {
            let (count, sides) = match kind {
                Dice::Sum(count, sides) => (*count, *sides),
                Dice::TensUnits => (2, 6),
            };
            Some(Decision::Roll((0..count).map(|_| dice.below(sides) + 1).collect()))
        }
        _ => {
            let mut all = game.candidates();
            all.arrange();
            let n = dice.below(u32::try_from(all.len()).unwrap_or(u32::MAX)) as usize;
            all.into_iter().nth(n)
        }
    }
}

impl Player for Search<'_, '_> {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        match game.ask().map(|ask| ask.by) {
            Some(Asker::Side(_)) => Ok(self.choose(game)),
            _ => Ok(None),
        }
    }
}
