//! A word of the author's own that stands once and is nearly another: probably that one, misspelt.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::origins::ScenarioOrigins;
use crate::span::Place;

static RULE: Rule = Rule { code: "M0522", name: "near-word", severity: Severity::Warning, docs: include_str!("near_word.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Shorter words are often near each other by chance.
const SHORTEST: usize = 4;

/// The words of one kind, each with how often it stands somewhere and where it stood first.
type Words<'g> = BTreeMap<&'g str, (u64, Place)>;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let turn = |id, field| context.place(crate::origins::of(&context.origins.turns, id), field);
    if !context.incomplete.turns {
        let weather = game.turns.iter().filter_map(|(id, t)| Some((t.weather.as_deref()?, turn(id, "weather"))));
        near("weather", "turns", weather, sink);
        let ground = game.turns.iter().filter_map(|(id, t)| Some((t.ground.as_deref()?, turn(id, "ground"))));
        near("ground", "turns", ground, sink);
        let tags = game.turns.iter().flat_map(|(id, t)| t.tags.iter().map(move |tag| (tag.as_str(), turn(id, "tags"))));
        near("tag", "turns", tags, sink);
    }
    if !context.incomplete.units {
        let tags = game.units.iter();
        let tags = tags.flat_map(|(id, unit)| unit.tags.iter().map(move |tag| (tag.as_str(), context.unit_at(id, "tags"))));
        near("tag", "units", tags, sink);
    }
    let lost = |scenario: &ScenarioOrigins| scenario.partial || scenario.incomplete || scenario.lost_levels;
    if !context.incomplete.scenarios && !context.origins.scenarios.iter().any(lost) {
        levels(context, sink);
    }
}

/// Levels of victory that effects give. One that no scenario has may be meant so; one that a scenario nearly has is not.
fn levels(context: &CheckContext<'_>, sink: &mut Sink) {
    let levels: BTreeSet<&str> =
        context.game.scenarios.values().flat_map(|scenario| &scenario.levels).map(|level| level.name.as_str()).collect();
    let mut left = MOST;
    for (place, word) in context.origins.won.iter().filter(|(_, word)| !levels.contains(word.as_str())) {
        let Some(rest) = left.checked_sub(levels.len()) else { return };
        left = rest;
        let Some(meant) = levels.iter().find(|level| is_slip(word, level)) else { continue };
        let message = format!("no scenario has the level of victory `{word}`, but one has `{meant}`");
        sink.report(Diag::new(&RULE, place.clone(), message).help(format!("did you mean `{meant}`?")));
    }
}

fn near<'g>(kind: &str, whose: &str, words: impl Iterator<Item = (&'g str, Place)>, sink: &mut Sink) {
    let mut seen: Words<'g> = BTreeMap::new();
    for (word, place) in words {
        seen.entry(word).or_insert((0, place)).0 += 1;
    }
    let often: Vec<(&str, u64)> = seen.iter().filter(|(_, (n, _))| *n > 1).map(|(word, (n, _))| (*word, *n)).collect();
    let mut left = MOST;
    for (word, (_, place)) in seen.iter().filter(|(_, (n, _))| *n == 1) {
        // Who has thousands of words of his own has no few that stand out.
        let Some(rest) = left.checked_sub(often.len()) else { return };
        left = rest;
        let Some((meant, n)) = often.iter().find(|(other, _)| is_slip(word, other)) else { continue };
        let message = format!("{kind} `{word}` stands only here, `{meant}` for {}", so_many(*n, "other", whose));
        sink.report(Diag::new(&RULE, place.clone(), message).help(format!("did you mean `{meant}`?")));
    }
}

/// So many pairs are compared.
const MOST: usize = 200_000;

/// Whether two words differ by one letter more, less, changed or exchanged with its neighbour; digits tell things apart.
fn is_slip(one: &str, other: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (one.to_lowercase().chars().collect(), other.to_lowercase().chars().collect());
    if a.len().max(b.len()) < SHORTEST
        || a.len().min(b.len()) < SHORTEST - 1
        || a.iter().chain(&b).any(char::is_ascii_digit)
        || a.len().abs_diff(b.len()) > 1
    {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let ends = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let swapped = matches!((rest_a, rest_b), ([x, y, a @ ..], [v, w, b @ ..]) if x == w && y == v && a == b);
    a == b || swapped || same + ends + 1 >= a.len().max(b.len())
}
