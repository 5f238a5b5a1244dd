//! A player who tries what it thinks of: each of the best ways, attacks and choices is made, the game is played on by
//! greedy players with dice of their own, and taken back. What ends best most often is decided.

use super::Player;
use super::greedy::Greedy;
use super::lore::Lore;
use crate::model::{Dice, Key, SideId};
use crate::play::{Ask, Asker, Decision, Match, Pcg, What};
use crate::sim::mix;

/// So many ways of a unit are tried.
const WAYS: usize = 3;
/// So many other errands of a unit are tried.
const ERRANDS: usize = 4;
/// So many choices are tried where there are more.
const CHOICES: usize = 6;
/// A game is played on for so many turns at most.
const TURNS: u32 = 3;
/// It is played on for so many decisions at most.
const LONGEST: usize = 2000;

/// A player who tries what it thinks of.
pub(super) struct Search<'l, 'e> {
    lore: &'l Lore<'e>,
    side: SideId,
    greedy: Greedy<'l, 'e>,
    /// So many decisions are tried for one.
    nodes: u32,
    seed: u64,
    /// How often it was asked.
    asked: u64,
    /// Decisions that follow from the last one, the next one last.
    next: Vec<Decision>,
}

/// Something that is tried, and how it went with each of the same dice.
struct Tried {
    plan: Vec<Decision>,
    worths: Vec<i64>,
}

impl Tried {
    fn mean(&self) -> i64 {
        self.worths.iter().sum::<i64>() / i64::try_from(self.worths.len().max(1)).unwrap_or(1)
    }

    /// Whether it went clearly better than another: more than twice as often as worse. A few dice say little, and what looks
    /// best at first sight mostly is.
    fn beats(&self, other: &Tried) -> bool {
        let both = || self.worths.iter().zip(&other.worths);
        let (better, worse) = (both().filter(|(a, b)| a > b).count(), both().filter(|(a, b)| a < b).count());
        better > 2 * worse && self.mean() > other.mean()
    }
}

impl<'l, 'e> Search<'l, 'e> {
    /// A player for a side. The same seed decides the same.
    pub(super) fn new(lore: &'l Lore<'e>, side: SideId, seed: u64, nodes: u32) -> Self {
        let greedy = Greedy::new(lore, side, seed);
        Search { lore, side, greedy, nodes, seed, asked: 0, next: Vec::new() }
    }

    fn choose(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        while let Some(next) = self.next.pop() {
            if game.is_allowed(&next) {
                return Some(next);
            }
        }
        let what = game.ask()?.what.clone();
        let plans = self.plans(game, &what);
        if plans.len() < 2 {
            return match plans.into_iter().next() {
                Some(plan) => self.begin(game, plan),
                None => self.greedy.choose(game),
            };
        }
        let plan = self.best(game, plans)?;
        self.begin(game, plan)
    }

    fn begin(&mut self, game: &mut Match<'_>, plan: Vec<Decision>) -> Option<Decision> {
        self.next = plan.into_iter().rev().collect();
        while let Some(next) = self.next.pop() {
            if game.is_allowed(&next) {
                return Some(next);
            }
        }
        self.greedy.choose(game)
    }

    /// What may be worth trying; nothing where greedy decides alone.
    fn plans(&mut self, game: &mut Match<'_>, what: &What) -> Vec<Vec<Decision>> {
        match what {
            What::Step(counter) if game.moving().is_some_and(|moving| moving.way.len() == 1) => {
                let Some((stay, ways)) = self.greedy.ways(game, *counter, None, WAYS) else { return Vec::new() };
                let first = ways.first().map(|(worth, _)| *worth);
                let mut plans: Vec<Vec<Decision>> = ways.into_iter().map(|(_, way)| way).collect();
                for errand in self.greedy.other_errands(game, *counter).into_iter().take(ERRANDS) {
                    let other = self.greedy.ways(game, *counter, Some(errand), 1).map(|(_, ways)| ways).unwrap_or_default();
                    plans.extend(other.into_iter().map(|(_, way)| way).filter(|way| !plans.contains(way)).collect::<Vec<_>>());
                }
                if stay > i64::MIN && game.is_allowed(&Decision::Done) {
                    // What greedy would do stands first: between equals it is done.
                    let at = if first.is_some_and(|first| first > stay) { plans.len() } else { 0 };
                    plans.insert(at, vec![Decision::Done]);
                }
                plans
            }
            What::Act => self.greedy.deeds(game),
            What::Choose | What::Offer(_) | What::Pick | What::Retreat(_) | What::Lose | What::Advance | What::AdvanceTo(_) => {
                let options = game.options();
                if options.len() > CHOICES {
                    return Vec::new();
                }
                options.into_iter().map(|option| vec![option]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The plan that goes best: all are tried with the same dice, then the better half of them, and so on. The first is what
    /// greedy would do: it is tried to the end, and stays unless another is clearly better.
    fn best(&mut self, game: &mut Match<'_>, plans: Vec<Vec<Decision>>) -> Option<Vec<Decision>> {
        self.asked += 1;
        let mut all = plans.into_iter().map(|plan| Tried { plan, worths: Vec::new() });
        let mut first = all.next()?;
        let mut others: Vec<Tried> = all.collect();
        let (mut left, mut throw) = (self.nodes as usize, 0u64);
        while left > 0 {
            // What is left of the tries is shared out evenly over the rounds that are still to come.
            let rounds = others.len().max(1).ilog2() as usize + 1;
            let mut share = left / rounds;
            while share > 0 {
                let seed = mix(self.seed ^ self.asked.wrapping_mul(0x9E37_79B9), throw);
                throw += 1;
                for one in std::iter::once(&mut first).chain(&mut others) {
                    let (worth, made) = Self::played_on(self.lore, self.side, game, &one.plan, seed);
                    one.worths.push(worth);
                    (share, left) = (share.saturating_sub(made.max(1)), left.saturating_sub(made.max(1)));
                }
            }
            if others.len() < 2 {
                break;
            }
            others.sort_by_key(|one| std::cmp::Reverse(one.mean()));
            others.truncate(others.len().div_ceil(2));
        }
        let best = others.into_iter().max_by_key(Tried::mean).filter(|best| best.beats(&first));
        Some(best.unwrap_or(first).plan)
    }

    /// Plays a plan and then the game on, and takes all of it back: how it went, and how many decisions that took.
    fn played_on(lore: &'l Lore<'e>, side: SideId, game: &mut Match<'_>, plan: &[Decision], seed: u64) -> (i64, usize) {
        let before = game.decisions();
        let mut dice = Pcg::new(seed, 79);
        let sides = lore.engine.game().sides.ids();
        let mut players: Vec<Greedy<'l, 'e>> =
            sides.map(|side| Greedy::new(lore, side, mix(seed, side.index() as u64 + 7))).collect();
        let mut plan = plan.iter();
        let until = game.state().clock.turns.saturating_add(TURNS);
        while let Some(Ask { by, what }) = game.ask() {
            let made = game.decisions().saturating_sub(before);
            if made >= LONGEST || game.state().clock.turns >= until {
                break;
            }
            let decision = match *by {
                Asker::Dice => thrown(game, what, &mut dice),
                Asker::Side(asked) => {
                    let planned = plan.next().filter(|_| asked == side).filter(|decision| game.is_allowed(decision)).cloned();
                    planned.or_else(|| players.get_mut(asked.index())?.choose(game))
                }
            };
            let Some(decision) = decision else { break };
            if game.decide(&decision).is_err() {
                break;
            }
        }
        // Between two games that end alike the better position counts.
        let standing = lore.standing(game, side).clamp(-50_000, 50_000);
        let worth = match lore.result(game, side) {
            Some(result) => result / 10 + standing / 10,
            None => standing,
        };
        let made = game.decisions().saturating_sub(before);
        game.take_back(made);
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
            all.sort();
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
