//! Scenarios. They come with everything that they take over, so what one changes for all that extend it appears in
//! each; the errata say it once, for all of them. What only a counter's column says is told of the scenarios that
//! take it, and of the counter only where none does.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{ChangeKind, Noun, Section, Shown, plain};
use super::counters::{COUNTER, unit_name};
use super::pair::{Pair, Prop, Subject, Thing, prop, thing};
use super::scenario_lines::{Known, column, lines};
use super::speak::{Speak, code};
use crate::model::*;

pub(super) static SCENARIO: Noun = Noun { one: "scenario", many: "scenarios", shown: Shown::Name, fold: 2, joined: false };

pub(super) fn scenarios(pair: &mut Pair<'_>) {
    let of = |game: &'_ Game| -> Vec<Thing<Scenario>> {
        game.scenarios.values().map(|s| thing(&s.id, s.name.as_deref(), s.clone())).collect()
    };
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Scenarios, &SCENARIO),
        &old,
        &new,
        |s, it| head(*s, it),
        |s, it| {
            let turns = it.turns.map(|(from, to)| format!("turns {} to {}", s.turn(from), s.turn(to)));
            let lines = it.setup.len();
            let units = (lines > 0).then(|| format!("{lines} set up"));
            super::counters::parts([turns, units])
        },
    );
    let known = Known::of(pair);
    for after in &new {
        let Some(before) = old.iter().find(|before| before.id == after.id) else { continue };
        let subject = Subject { section: Section::Scenarios, noun: &SCENARIO, id: after.id.clone(), name: after.name.clone() };
        lines(pair, &subject, &before.it, &after.it, &known);
        levels(pair, &subject, &before.it, &after.it);
        pair.sentences(&subject, "special rule", &before.it.special, &after.it.special);
    }
    columns(pair, &known);
}

fn head(speak: Speak<'_>, it: &Scenario) -> Vec<Prop> {
    let sides: Vec<String> = it.order.iter().map(|side| speak.side(*side)).collect();
    let order: Vec<String> = it.set_up.iter().map(|side| speak.side(*side)).collect();
    vec![
        prop("name", it.name.as_deref().map(plain)),
        prop("about", it.about.as_deref().map(super::counters::quoted)),
        prop("turns", it.turns.map(|(from, to)| format!("{} to {}", speak.turn(from), speak.turn(to)))),
        prop("played on", it.map.map(|id| speak.area(id))).nothing("was the whole map").gone("played on the whole map"),
        prop("order of the sides", (!it.order.is_empty()).then(|| sides.join(", then ")))
            .nothing("was that of the phases")
            .gone("order of the sides as the phases have it"),
        prop("order of setting up", (!it.set_up.is_empty()).then(|| order.join(", then "))),
        prop("victory is decided at the end of turn", it.checked.map(|id| speak.turn(id)))
            .nothing("was the last")
            .gone("victory is decided at the end"),
    ]
}

fn levels(pair: &mut Pair<'_>, subject: &Subject, old: &Scenario, new: &Scenario) {
    let parts = |speak: &Speak<'_>, level: &Level| -> (String, String) {
        let when = level.when.as_ref().map_or_else(|| "nothing above holds".to_owned(), |when| speak.condition(when));
        (level.side.map_or_else(|| "neither side".to_owned(), |id| speak.side(id)), when)
    };
    let told = |speak: &Speak<'_>, level: &Level| -> Vec<Prop> {
        let (side, when) = parts(speak, level);
        let mut checked: Vec<String> = level.checked.iter().map(|checked| code(checked.word(&speak.game.words))).collect();
        checked.sort();
        let checked = prop("is looked at", (!checked.is_empty()).then(|| checked.join(", ")))
            .nothing("was at the end of the game")
            .gone("is looked at when the game ends");
        vec![prop("is won by", Some(side)), prop("holds if", Some(when)), checked]
    };
    let mut names: Vec<&str> = new.levels.iter().map(|level| level.name.as_str()).collect();
    names.extend(old.levels.iter().map(|l| l.name.as_str()).filter(|name| !new.levels.iter().any(|l| l.name == *name)));
    for name in names {
        let find = |scenario: &Scenario| scenario.levels.iter().find(|level| level.name == name).cloned();
        let (before, after) = (find(old), find(new));
        let item = format!("victory level “{}”", plain(name));
        match (&before, &after) {
            (Some(before), Some(after)) => pair.props(subject, Some(&item), |s| told(s, before), |s| told(s, after)),
            (None, Some(after)) => {
                let (side, when) = parts(&Speak { game: pair.new, ids: false }, after);
                let words = format!("is new, for {side} if {when}");
                pair.push(subject, ChangeKind::Changed, Some(item), "level", (None, Some(name.to_owned()), words));
            }
            _ => {
                let words = "is no more".to_owned();
                pair.push(subject, ChangeKind::Changed, Some(item), "level", (Some(name.to_owned()), None, words));
            }
        }
    }
    let order = |scenario: &Scenario| scenario.levels.iter().map(|l| format!("“{}”", plain(&l.name))).collect::<Vec<_>>();
    pair.order(subject, "victory levels in the order", &order(old), &order(new));
}

/// The columns `setup` and `arrives` that changed without a scenario that would show it.
fn columns(pair: &mut Pair<'_>, known: &Known<'_>) {
    let setups = pair.items(Section::Scenarios, &["sets up in"]);
    let arrivals = pair.items(Section::Scenarios, &["arrives"]);
    let told = |item: &str| {
        let said = |items: &BTreeSet<String>| {
            let numbered = format!("{item} no. ");
            items.contains(item) || items.range(numbered.clone()..).next().is_some_and(|next| next.starts_with(&numbered))
        };
        said(&setups) || said(&arrivals)
    };
    let old: BTreeMap<&str, &Unit> = pair.old.units.values().map(|unit| (unit.id.as_str(), unit)).collect();
    for unit in pair.new.units.values() {
        let Some(was) = old.get(unit.id.as_str()).filter(|_| !known.called(unit).is_some_and(told)) else { continue };
        let name = unit_name(unit).map(plain);
        let subject = Subject { section: Section::Counters, noun: &COUNTER, id: unit.id.clone(), name };
        pair.props(&subject, None, |s| column(*s, was), |s| column(*s, unit));
    }
}
