//! What never happened in all those games: units that never moved, columns that were never used, cards that were never
//! drawn. Only what could have happened is looked for.

use std::collections::BTreeSet;

use super::Counts;
use super::without::{self, Part, can_count};
use crate::model::{Entries, Game, Key, Ruled, Scenario};
use crate::play::Naming;

/// The kinds of things that may never happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NeverKind {
    /// A level of victory was never reached.
    Level,
    /// A unit of an arrival never came.
    Arrival,
    /// A unit never moved.
    Unmoved,
    /// A unit was lost in every game in which it was there.
    AlwaysLost,
    /// A column of a table was never used.
    Column,
    /// A result never came.
    Result,
    /// A kind of combat was never fought.
    Combat,
    /// A modifier never counted in a combat.
    Modifier,
    /// An action was never carried out.
    Action,
    /// A trigger never went off.
    Trigger,
    /// Nobody ever moved in a mode.
    Mode,
    /// A card was never drawn or played.
    Card,
    /// Games go the same without this entry.
    Entry,
    /// An entry of a policy was never decided by.
    Policy,
    /// Games go the same without this option.
    Option,
}

impl NeverKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            NeverKind::Level => "level",
            NeverKind::Arrival => "arrival",
            NeverKind::Unmoved | NeverKind::AlwaysLost => "unit",
            NeverKind::Column => "column",
            NeverKind::Result => "result",
            NeverKind::Combat => "combat",
            NeverKind::Modifier => "modifier",
            NeverKind::Action => "action",
            NeverKind::Trigger => "trigger",
            NeverKind::Mode => "mode",
            NeverKind::Card => "card",
            NeverKind::Entry => "entry",
            NeverKind::Policy => "policy",
            NeverKind::Option => "option",
        }
    }

    /// What is said of such a thing.
    pub fn said(self) -> &'static str {
        match self {
            NeverKind::Level => "never reached",
            NeverKind::Arrival => "never came onto the map",
            NeverKind::Unmoved => "never moved",
            NeverKind::AlwaysLost => "lost in every game",
            NeverKind::Column => "never used",
            NeverKind::Result => "never came",
            NeverKind::Combat => "never fought",
            NeverKind::Modifier => "never counted in a combat",
            NeverKind::Action => "never carried out",
            NeverKind::Trigger => "never went off",
            NeverKind::Mode => "nobody moved so",
            NeverKind::Card => "never drawn",
            NeverKind::Entry | NeverKind::Option => "the same games without it",
            NeverKind::Policy => "nothing was decided by it",
        }
    }
}

/// Something that never happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Never {
    pub kind: NeverKind,
    /// The list it stands in: a table, `actions`; nothing where the kind says it.
    pub of: String,
    pub id: String,
}

/// The entries of a list that can count with the options that are played.
fn ids<'l, T: Ruled>(entries: &'l Entries<T>, options: &BTreeSet<usize>) -> impl Iterator<Item = &'l str> {
    entries.list.iter().filter(|entry| can_count(*entry, options)).map(Ruled::id)
}

/// What never happened.
pub fn never(game: &Game, scenario: &Scenario, counts: &Counts) -> Vec<Never> {
    let rules = &game.rules;
    let played = rules.options.values().map(|option| counts.number(&["options-played", &option.id]) > 0);
    let options: BTreeSet<usize> = played.enumerate().filter(|(_, played)| *played).map(|(n, _)| n).collect();
    let mut all = of_the_scenario(game, scenario, counts);
    all.extend(of_the_rules(game, counts, &options));
    all.sort();
    all
}

/// What of a game's rules, tables and cards was never used, whatever was played: counts of several scenarios and players may
/// have been added up, and an entry that no option brought into play was not used either.
pub fn unused(game: &Game, counts: &Counts) -> Vec<Never> {
    let mut all = of_the_rules(game, counts, &(0..game.rules.options.values().count()).collect());
    all.sort();
    all
}

/// What never happened to the units and the victory of a scenario.
fn of_the_scenario(game: &Game, scenario: &Scenario, counts: &Counts) -> Vec<Never> {
    let mut all = Vec::new();
    let mut add = |kind, of: &str, id: &str| all.push(Never { kind, of: of.to_owned(), id: id.to_owned() });
    for level in &scenario.levels {
        if counts.number(&["levels", &level.name]) == 0 {
            add(NeverKind::Level, &scenario.id, &level.name);
        }
    }
    let naming = Naming { game };
    let games = counts.number(&["games"]);
    for (unit, one) in game.units.iter() {
        for n in 1..=one.count.max(1) {
            let name = naming.counter((unit, n));
            let did = |word: &str| counts.number(&["units", &name, word]);
            if did("due") > 0 && did("here") == 0 {
                add(NeverKind::Arrival, "", &name);
            }
            if did("here") == 0 {
                continue;
            }
            let moves = game.rules.movement.is_some() && one.side.is_some() && can_move(game, one);
            if did("moved") == 0 && moves {
                add(NeverKind::Unmoved, "", &name);
            }
            if did("lost") >= did("here") && did("here") >= games.min(20) {
                add(NeverKind::AlwaysLost, "", &name);
            }
        }
    }
    all
}

/// What of the rules, tables and cards was never used where these options are played.
fn of_the_rules(game: &Game, counts: &Counts, options: &BTreeSet<usize>) -> Vec<Never> {
    let mut all = Vec::new();
    let mut add = |kind, of: &str, id: &str| all.push(Never { kind, of: of.to_owned(), id: id.to_owned() });
    let rules = &game.rules;
    let combats = rules.combat.as_ref();
    let fought: BTreeSet<usize> =
        combats.into_iter().flat_map(|list| &list.list).filter_map(|c| c.table).map(Key::index).collect();
    for (_, table) in game.tables.values().enumerate().filter(|(n, _)| fought.contains(n)) {
        for column in table.columns.iter() {
            if counts.at(&["tables", &table.id, column]).is_none() {
                add(NeverKind::Column, &table.id, column);
            }
        }
        for result in table.results.iter().flatten() {
            if counts.number(&["results", &table.id, &result.code]) == 0 {
                add(NeverKind::Result, &table.id, &result.code);
            }
        }
    }
    for id in combats.into_iter().flat_map(|list| ids(list, options)) {
        if counts.number(&["combats", id]) == 0 {
            add(NeverKind::Combat, "combat", id);
        }
    }
    let mods = combats
        .into_iter()
        .flat_map(|list| &list.list)
        .flat_map(|combat| ids(&combat.shifts, options).chain(ids(&combat.rolls, options)).chain(ids(&combat.values, options)));
    for id in mods.collect::<BTreeSet<_>>() {
        if counts.number(&["modifiers", id]) == 0 {
            add(NeverKind::Modifier, "", id);
        }
    }
    for id in ids(&rules.actions, options) {
        if counts.number(&["actions", id]) == 0 {
            add(NeverKind::Action, "actions", id);
        }
    }
    for id in ids(&rules.triggers, options) {
        if counts.number(&["triggers", id]) == 0 {
            add(NeverKind::Trigger, "triggers", id);
        }
    }
    for id in rules.movement.iter().flat_map(|movement| ids(&movement.modes, options)) {
        if counts.number(&["modes", id]) == 0 {
            add(NeverKind::Mode, "movement.modes", id);
        }
    }
    for card in game.cards.values() {
        if counts.at(&["cards", &card.id]).is_none() {
            add(NeverKind::Card, &card.deck, &card.id);
        }
    }
    if counts.number(&["entries-asked"]) > 0 {
        for part in without::parts(rules, options) {
            match part {
                // A value that counted in a combat did so in some game, though not in one that was asked.
                Part::Entry("values", id) if counts.number(&["modifiers", &id]) > 0 => {}
                Part::Entry(list, id) if counts.number(&["entries", list, &id]) == 0 => add(NeverKind::Entry, list, &id),
                Part::Option(n) => {
                    let id = rules.options.values().nth(n).map_or("", |option| option.id.as_str());
                    if counts.number(&["entries", "options", id]) == 0 {
                        add(NeverKind::Option, "options", id);
                    }
                }
                Part::Entry(..) => {}
            }
        }
    }
    for entry in rules.policy.list.iter().filter(|entry| can_count(*entry, options)) {
        let side = game.sides.at(entry.side).map_or("", |side| side.id.as_str());
        if counts.number(&["policies", side]) > 0 && counts.number(&["entries", "policy", entry.id()]) == 0 {
            add(NeverKind::Policy, "policy", entry.id());
        }
    }
    all
}

/// Whether a unit has any movement at all.
fn can_move(game: &Game, unit: &crate::model::Unit) -> bool {
    let allowance = game.rules.movement.as_ref().and_then(|movement| movement.allowance);
    let front = unit.faces.first();
    match (allowance, front) {
        (Some(rating), Some(front)) => {
            !matches!(front.rating(rating), crate::model::RatingValue::Known(n) if n <= 0) && unit.class.is_some()
        }
        _ => unit.class.is_some(),
    }
}
