//! Which entries of the rules and which options matter: a game is played again, decision by decision, without one of
//! them. If nobody is ever asked otherwise, nobody may do anything else, and the game ends the same, it did not matter.
//! It takes long to ask, so only some games are asked, always the same ones, and many entries are left out at once: only
//! where that makes a difference they are looked at more closely. So two entries are overlooked that undo each other, as a
//! ban that another one lifts wherever it would bind.

use std::collections::BTreeSet;

use super::Plan;
use crate::model::{Entries, Game, Key, ListVisitor, Ruled, Rules, ScenarioId, Variant};
use crate::play::{Ask, CastNow, Decision, Digest, Match, Settings};
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

/// A game as it was played.
struct Played {
    moments: Vec<Moment>,
    end: Digest,
}

/// What mattered in a game that was played by these decisions.
pub(super) fn mattered<'d>(
    engine: &Engine<'_>,
    plan: &Plan,
    settings: &Settings,
    made: impl Iterator<Item = &'d Decision> + Clone,
) -> Vec<Part> {
    let made = made.take(DECISIONS);
    let Some(mut first) = Match::new(engine, plan.scenario, settings.clone()) else { return Vec::new() };
    let options = first.options_played().clone();
    let mut moments = vec![Moment::of(&first)];
    for decision in made.clone() {
        if first.decide(decision).is_err() {
            break;
        }
        moments.push(Moment::of(&first));
    }
    let played = Played { moments, end: first.digest() };
    let mut game = engine.game().clone();
    let parts = parts(&game.rules, &options);
    let mut same_without = |group: &[Part]| {
        let left = options.iter().copied().filter(|n| !group.contains(&Part::Option(*n))).collect();
        let settings = Settings { options: Some(left), ..settings.clone() };
        let struck = || group.iter().filter_map(Part::entry);
        struck().for_each(|(list, id)| strike(&mut game, plan, list, id, true));
        let without = Engine::new(&game, Some(plan.scenario));
        let same = same(&without, plan, &settings, made.clone(), &played);
        struck().for_each(|(list, id)| strike(&mut game, plan, list, id, false));
        same
    };
    let mut found = Vec::new();
    let mut groups = vec![parts];
    while let Some(mut group) = groups.pop() {
        if group.is_empty() || same_without(&group) {
            continue;
        }
        if group.len() > 1 {
            let other = group.split_off(group.len() / 2);
            groups.extend([other, group]);
        } else {
            found.append(&mut group);
        }
    }
    found
}

/// Whether the same decisions lead to the same game.
fn same<'d>(
    engine: &Engine<'_>,
    plan: &Plan,
    settings: &Settings,
    made: impl Iterator<Item = &'d Decision>,
    played: &Played,
) -> bool {
    let Some(mut game) = Match::new(engine, plan.scenario, settings.clone()) else { return false };
    let mut moments = played.moments.iter();
    if moments.next() != Some(&Moment::of(&game)) {
        return false;
    }
    for (decision, moment) in made.zip(moments) {
        if game.decide(decision).is_err() || Moment::of(&game) != *moment {
            return false;
        }
    }
    game.digest() == played.end
}

/// Strikes an entry out of a game's rules, or puts it back. It keeps its place, as decisions name some entries by theirs.
fn strike(game: &mut Game, plan: &Plan, list: &'static str, id: &str, out: bool) {
    struct Strike<'s> {
        scenario: Option<ScenarioId>,
        list: &'static str,
        id: &'s str,
        out: bool,
    }
    impl ListVisitor for Strike<'_> {
        fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
            let Some(entry) = entries.list.iter().position(|entry| list == self.list && entry.id() == self.id) else { return };
            // The last that holds counts: those of the scenario come after those of all, and this one after them.
            if self.out {
                let scenario = self.scenario;
                entries.vary(Variant { entry, instead: None, scenario, option: None, turns: None, when: None });
            } else if let Some(last) = entries.variants.iter().rposition(|variant| variant.scenario == self.scenario) {
                entries.variants.remove(last);
            }
        }
    }
    game.rules.each_list(&mut Strike { scenario: Some(plan.scenario), list, id, out });
}
