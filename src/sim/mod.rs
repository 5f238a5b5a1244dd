//! The simulator: many games are played by players that are programs, and what happens is counted.
//!
//! Game number n of a plan hangs on the plan's seed and on n alone: it is the same on any machine, in any order, beside
//! any others. Everything that is kept of games is a sum, so that parts of a plan can be played anywhere and added up to
//! the same bytes ([`Counts`]), and a row for each game ([`Row`]).

#[cfg(any(feature = "parquet", test))]
mod columns;
mod counts;
mod effect;
mod findings;
mod never;
mod one;
mod part;
mod players;
#[cfg(feature = "svg")]
mod report;
mod rows;
mod run;
mod summary;
mod watch;
mod without;

#[cfg(any(feature = "parquet", test))]
pub use columns::parquet;
pub use counts::Counts;
pub use effect::{Paired, measured, measures};
pub use findings::{findings, levelled};
pub use never::{Never, NeverKind, never, unused};
pub use one::{Ended, One, Row, play_one};
pub use part::{About, Part};
pub use players::{Kind, Player, Players, Seats};
#[cfg(feature = "svg")]
pub use report::{KeptLog, page};
pub use rows::{cell, heading};
pub use run::{Chunk, run};
pub use summary::{interval, share, summary};
pub use watch::Watch;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::model::ScenarioId;

/// What is played: the games of all line-ups one after the other, each numbered from 0.
#[derive(Clone, Debug)]
pub struct Plan {
    pub scenario: ScenarioId,
    /// The options that are played, by their places in the game's list; the usual ones if none.
    pub options: Option<BTreeSet<usize>>,
    /// What all games come from.
    pub seed: u64,
    /// Who plays against whom, and how many games; the first is what was asked for, the others are to compare with.
    pub lineups: Vec<Lineup>,
    /// Which of all these games: a part of them, if others play the rest.
    pub part: Range<u64>,
}

/// Who plays against whom, and how many games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    pub name: String,
    pub games: u64,
}

impl Plan {
    /// So many games of one line-up, with the usual options.
    pub fn of(scenario: ScenarioId, seed: u64, games: u64) -> Plan {
        let lineups = vec![Lineup { name: String::new(), games }];
        Plan { scenario, options: None, seed, lineups, part: 0..games }
    }

    /// How many games there are in all.
    pub fn games(&self) -> u64 {
        self.lineups.iter().map(|lineup| lineup.games).fold(0, u64::saturating_add)
    }

    /// The line-up of a game, and its number there.
    pub fn at(&self, mut n: u64) -> Option<(usize, u64)> {
        for (place, lineup) in self.lineups.iter().enumerate() {
            if n < lineup.games {
                return Some((place, n));
            }
            n -= lineup.games;
        }
        None
    }

    /// The seed of a game by its number in its line-up: games with one number meet the same luck in all line-ups.
    pub fn seed_of(&self, number: u64) -> u64 {
        mix(self.seed, number)
    }
}

/// Two numbers made into one that looks like neither (the end of SplitMix64).
pub fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_add(b.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 with seed 0, as its authors print them.
    #[test]
    fn seeds_are_those_of_splitmix() {
        assert_eq!([mix(0, 0), mix(0, 1), mix(0, 2)], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }
}
