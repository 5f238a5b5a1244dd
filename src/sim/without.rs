//! Which entries of the rules and which options matter: a game is played again, decision by decision, without one of
//! them. If nobody is ever asked otherwise, nobody may do anything else, and the game ends the same, it did not matter.
//! It takes long to ask, so only some games are asked, always the same ones, and many entries are left out at once: only
//! where that makes a difference they are looked at more closely. So two entries are overlooked that undo each other, as a
//! ban that another one lifts wherever it would bind.

use std::collections::BTreeSet;

use super::Plan;
use crate::model::{Entries, Game, Key, ListVisitor, Ruled, Rules, ScenarioId, Variant};
use crate::play::{Ask, CastNow, Decision, Match, Settings, Snapshot};
use crate::rules::Engine;

/// One game of so many is asked.
const ONE_OF: u64 = 16;
/// So many games are asked; of fewer, too little could be said.
const MOST: u64 = 4;
/// So many decisions of a game are asked about: it might be one that does not end.
const DECISIONS: usize = 20_000;

/// Whether a game is asked, by its number in its line-up. Of those to compare with, only how they end is told; and where
/// too few could be asked, none is.
pub(super) fn asks(plan: &Plan, lineup: usize, number: u64) -> bool {
    let enough = plan.lineups.first().is_some_and(|first| first.games > ONE_OF * (MOST - 1));
    enough && lineup == 0 && number.is_multiple_of(ONE_OF) && number / ONE_OF < MOST
}

/// Lists of which more is known without this: each of their entries is counted whenever it is used.
const COUNTED: [&str; 9] =
    ["combat", "combat.values", "combat.shifts", "combat.rolls", "movement.modes", "actions", "triggers", "policy", "decks"];

/// Something that may be left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// An entry: its list, and its id.
    Entry(&'static str, String),
    /// An option, by its place.
    Option(usize),
}

impl Part {
    fn entry(&self) -> Option<(&'static str, &str)> {
        match self {
            Part::Entry(list, id) => Some((list, id)),
            Part::Option(_) => None,
        }
    }
}

/// Whether an entry can count where these options are played: it asks for no other.
pub(super) fn can_count<T: Ruled>(entry: &T, options: &BTreeSet<usize>) -> bool {
    entry.when().is_none_or(|when| when.options().into_iter().all(|option| options.contains(&option.index())))
}

/// Everything that is asked about where these options are played: entries that ask for others say nothing there.
pub(super) fn parts(rules: &Rules, options: &BTreeSet<usize>) -> Vec<Part> {
    struct All<'o> {
        options: &'o BTreeSet<usize>,
        found: BTreeSet<Part>,
    }
    impl ListVisitor for All<'_> {
        fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
            if !COUNTED.contains(&list) {
                let played = entries.list.iter().filter(|entry| can_count(*entry, self.options));
                self.found.extend(played.map(|entry| Part::Entry(list, entry.id().to_owned())));
            }
        }
    }
    let mut all = All { options, found: options.iter().copied().map(Part::Option).collect() };
    rules.clone().each_list(&mut all);
    all.found.into_iter().collect()
}

/// What somebody is asked, what they may do, and what counts if dice fall.
#[derive(PartialEq)]
struct Moment {
    ask: Option<Ask>,
    options: Vec<Decision>,
    cast: Option<CastNow>,
}

impl Moment {
    fn of(game: &Match<'_>) -> Moment {
        let options = game.options();
        let cast = if options.is_empty() { game.cast_now() } else { None };
        Moment { ask: game.ask().cloned(), options, cast }
    }
}

/// What mattered in a game that was played by these decisions. The game is walked once by its own rules and once without
/// all that has not mattered yet; where the two differ, a look at that one decision tells whose absence is felt, and both
/// go on together without it.
pub(super) fn mattered<'d>(
    engine: &Engine<'_>,
    plan: &Plan,
    settings: &Settings,
    made: impl Iterator<Item = &'d Decision> + Clone,
) -> Vec<Part> {
    let made: Vec<&Decision> = made.take(DECISIONS).collect();
    let Some(first) = Match::new(engine, plan.scenario, settings.clone()) else { return Vec::new() };
    let options = first.options_played().clone();
    let walk = Walk { engine, plan, settings, options: &options };
    let mut found = Vec::new();
    let mut groups = vec![parts(&engine.game().rules, &options)];
    while let Some(group) = groups.pop() {
        walk.along(&made, group, &mut found, &mut groups);
    }
    found.sort();
    found
}

/// A game that is walked again.
struct Walk<'w> {
    engine: &'w Engine<'w>,
    plan: &'w Plan,
    settings: &'w Settings,
    options: &'w BTreeSet<usize>,
}

/// A decision as it was made: what was there before, and what it brought.
struct Step<'s> {
    /// Nothing before the first: how the game begins is looked at.
    before: Option<(&'s Snapshot, &'s Moment, &'s Decision)>,
    after: &'s Match<'s>,
}

impl Walk<'_> {
    /// Walks the game without a group. What matters is added to `found`; what can only be told of smaller groups, as two
    /// entries that stand in for each other, is left to `later`.
    fn along(&self, made: &[&Decision], mut group: Vec<Part>, found: &mut Vec<Part>, later: &mut Vec<Vec<Part>>) {
        let Some(mut truth) = Match::new(self.engine, self.plan.scenario, self.settings.clone()) else { return };
        let mut made = made.iter();
        if !self.same(&group, &Step { before: None, after: &truth }) {
            group = self.without_those_felt(group, &Step { before: None, after: &truth }, found, later);
        }
        while !group.is_empty() {
            let (game, settings) = self.struck(&group);
            let without = Engine::new(&game, Some(self.plan.scenario));
            let Some(mut other) = truth.snapshot().under(&without, self.plan.scenario, settings) else { return };
            loop {
                let Some(decision) = made.next() else { return };
                let (standing, moment) = (truth.snapshot(), Moment::of(&truth));
                let alike = Moment::of(&other) == moment;
                if truth.decide(decision).is_err() {
                    return;
                }
                if !alike || other.decide(decision).is_err() || !follows(&truth, &other) {
                    let step = Step { before: Some((&standing, &moment, decision)), after: &truth };
                    drop(other);
                    group = self.without_those_felt(group, &step, found, later);
                    break;
                }
            }
        }
    }

    /// Those of a group whose absence is not felt at a step, all together.
    fn without_those_felt(
        &self,
        group: Vec<Part>,
        step: &Step<'_>,
        found: &mut Vec<Part>,
        later: &mut Vec<Vec<Part>>,
    ) -> Vec<Part> {
        let mut felt: BTreeSet<Part> = BTreeSet::new();
        let mut open = vec![group.clone()];
        while let Some(mut some) = open.pop() {
            if some.is_empty() || self.same(&some, step) {
                continue;
            }
            if some.len() > 1 {
                let other = some.split_off(some.len() / 2);
                open.extend([other, some]);
            } else {
                felt.extend(some);
            }
        }
        let mut left: Vec<Part> = group.into_iter().filter(|part| !felt.contains(part)).collect();
        found.extend(felt);
        // Two of them stand in for each other here: each half is walked by itself.
        while left.len() > 1 && !self.same(&left, step) {
            later.push(left.split_off(left.len() / 2));
        }
        left
    }

    /// Whether a step is the same without a group.
    fn same(&self, group: &[Part], step: &Step<'_>) -> bool {
        let (game, settings) = self.struck(group);
        let without = Engine::new(&game, Some(self.plan.scenario));
        let Some((standing, moment, decision)) = step.before else {
            let other = Match::new(&without, self.plan.scenario, settings);
            return other.is_some_and(|other| other.ask() == step.after.ask() && other.digest() == step.after.digest());
        };
        let Some(mut other) = standing.under(&without, self.plan.scenario, settings) else { return false };
        Moment::of(&other) == *moment && other.decide(decision).is_ok() && follows(step.after, &other)
    }

    /// The game without a group, and how it is played then.
    fn struck(&self, group: &[Part]) -> (Game, Settings) {
        let mut game = self.engine.game().clone();
        let left = self.options.iter().copied().filter(|n| !group.contains(&Part::Option(*n))).collect();
        let settings = Settings { options: Some(left), ..self.settings.clone() };
        group.iter().filter_map(Part::entry).for_each(|(list, id)| strike(&mut game, self.plan, list, id));
        (game, settings)
    }
}

/// Whether the same has followed from a decision in both.
fn follows(truth: &Match<'_>, other: &Match<'_>) -> bool {
    truth.ask() == other.ask() && truth.events() == other.events()
}

/// Strikes an entry out of a game's rules. It keeps its place, as decisions name some entries by theirs.
fn strike(game: &mut Game, plan: &Plan, list: &'static str, id: &str) {
    struct Strike<'s> {
        scenario: Option<ScenarioId>,
        list: &'static str,
        id: &'s str,
    }
    impl ListVisitor for Strike<'_> {
        fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
            let Some(entry) = entries.list.iter().position(|entry| list == self.list && entry.id() == self.id) else { return };
            // The last that holds counts: those of the scenario come after those of all, and this one after them.
            let scenario = self.scenario;
            entries.vary(Variant { entry, instead: None, scenario, option: None, turns: None, when: None });
        }
    }
    game.rules.each_list(&mut Strike { scenario: Some(plan.scenario), list, id });
}
