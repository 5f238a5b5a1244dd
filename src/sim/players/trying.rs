//! Decisions of which nobody can tell what they are good for: each is made, the position is looked at, and it is taken
//! back. Dice that are thrown meanwhile are the player's own, never those that will fall.

use super::greedy::Greedy;
use crate::model::{Dice, SideId};
use crate::play::{Ask, Asker, Decision, Match, What};
use crate::sorting::Arrange;

/// So many decisions are tried where there are more.
const MOST: usize = 12;
/// So many questions that follow are answered before the position is looked at.
const DEEP: u32 = 4;
/// So many throws of several dice are tried.
const THROWS: usize = 4;
/// So many decisions are made and taken back before one is made, shared out among what there is to choose from.
pub(super) const TRIES: u32 = 24;
/// So many of them each choice has at least.
const FEWEST: u32 = 2;

impl Greedy<'_, '_> {
    /// How the side stands.
    fn stand(&self, game: &Match<'_>) -> i64 {
        self.lore.stand(game, self.side, self.ways.as_deref())
    }

    /// Before something is tried: the ways as they are help to find those that a try brings about.
    fn begin_tries(&mut self, game: &Match<'_>) {
        self.ways = Some(self.lore.ways_like(&game.state().position, self.ways.as_deref()));
    }

    /// The best of all that is allowed.
    pub(super) fn try_best(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let mut options = game.options();
        if options.len() <= 1 {
            return options.pop();
        }
        self.thin(&mut options, MOST);
        self.begin_tries(game);
        let share = (TRIES / u32::try_from(options.len()).unwrap_or(1)).max(FEWEST);
        let mut best: Option<(i64, u32, Decision)> = None;
        for decision in options {
            self.tries = share;
            let Some(worth) = self.tried(game, &decision, DEEP) else { continue };
            let lot = self.pcg.next();
            if best.as_ref().is_none_or(|(known, last, _)| (worth, lot) > (*known, *last)) {
                best = Some((worth, lot, decision));
            }
        }
        best.map(|(_, _, decision)| decision).or_else(|| game.options().into_iter().next())
    }

    /// Leaves only so many of a list, by lot.
    fn thin(&mut self, options: &mut Vec<Decision>, most: usize) {
        while options.len() > most {
            let n = self.below(options.len());
            options.remove(n);
        }
    }

    /// Whether a card or an action makes things better; what follows from it is planned.
    pub(super) fn is_good(&mut self, game: &mut Match<'_>, decision: &Decision) -> bool {
        self.begin_tries(game);
        let before = self.stand(game);
        self.tries = self.agenda.as_ref().map_or(TRIES, |agenda| agenda.tries);
        let Some(after) = self.tried(game, decision, DEEP) else { return false };
        match decision {
            // A card is held to be played.
            Decision::Card(_) => after >= before,
            _ => after > before + 5,
        }
    }

    /// How the side stands after a decision, and after the questions that follow from it at once.
    fn tried(&mut self, game: &mut Match<'_>, decision: &Decision, deep: u32) -> Option<i64> {
        let before = game.hold();
        self.tries = self.tries.saturating_sub(1);
        game.decide(decision).ok()?;
        let worth = self.seen_from_here(game, deep);
        game.back_to(before);
        Some(worth)
    }

    fn seen_from_here(&mut self, game: &mut Match<'_>, deep: u32) -> i64 {
        let Some(Ask { by, what }) = game.ask().cloned() else { return self.stand(game) };
        if deep == 0 || self.tries == 0 {
            return self.stand(game);
        }
        match (by, what) {
            (Asker::Dice, What::Roll(dice, _)) => self.by_dice(game, dice, deep),
            (Asker::Dice, _) => {
                let mut all = game.candidates();
                all.arrange();
                if all.is_empty() {
                    return self.stand(game);
                }
                let n = self.below(all.len());
                let one = all.swap_remove(n);
                self.tried(game, &one, deep - 1).unwrap_or(0)
            }
            (Asker::Side(side), What::ActBy(_) | What::ActAcross(_) | What::ActAt(_) | What::Choose | What::Pick) => {
                self.by_choice(game, side, deep)
            }
            (Asker::Side(side), What::Lose | What::Retreat(_) | What::Return | What::ReturnAt(_)) => {
                let mut options = game.options();
                self.thin(&mut options, 3);
                self.best_for(game, side, options, deep)
            }
            _ => self.stand(game),
        }
    }

    fn by_choice(&mut self, game: &mut Match<'_>, side: SideId, deep: u32) -> i64 {
        let mut options = game.options();
        self.thin(&mut options, MOST / 2);
        self.best_for(game, side, options, deep)
    }

    /// The best that a side can make of it, as this side sees it.
    fn best_for(&mut self, game: &mut Match<'_>, side: SideId, options: Vec<Decision>, deep: u32) -> i64 {
        let mut options = options;
        self.thin(&mut options, self.tries as usize);
        let mut worths = Vec::with_capacity(options.len());
        for option in options {
            worths.extend(self.tried(game, &option, deep - 1));
        }
        let best = if side == self.side { worths.into_iter().max() } else { worths.into_iter().min() };
        best.unwrap_or_else(|| self.stand(game))
    }

    /// The mean over all faces of a die, or over some throws of several.
    fn by_dice(&mut self, game: &mut Match<'_>, dice: Dice, deep: u32) -> i64 {
        let (count, sides) = match dice {
            Dice::Sum(count, sides) => (count, sides),
            Dice::TensUnits => (2, 6),
        };
        let throws: Vec<Vec<u32>> = match count {
            1 if sides <= 10 => (1..=sides).map(|face| vec![face]).collect(),
            _ => (0..THROWS).map(|_| (0..count).map(|_| self.pcg.below(sides) + 1).collect()).collect(),
        };
        // Where few tries are left, faces far from each other stand for the rest.
        let apart = throws.len().div_ceil(self.tries.max(1) as usize).max(1);
        let (mut sum, mut made) = (0i64, 0i64);
        for throw in throws.into_iter().skip(apart / 2).step_by(apart) {
            if let Some(worth) = self.tried(game, &Decision::Roll(throw), deep - 1) {
                sum = sum.saturating_add(worth);
                made += 1;
            }
        }
        if made == 0 { self.stand(game) } else { sum / made }
    }
}
