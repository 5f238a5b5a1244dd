//! `muster rules`: what of the printed rules is here, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::args::RulesArgs;
use super::check::open;
use super::exit::{Exit, Failure};
use super::stdout::Stdout;
use super::{rules_play, rules_sources, rules_words};
use crate::compile::compile;
use crate::model::{CoverageLevel, Game, Reminder, stated as not_enforced};

pub(super) fn run(args: &RulesArgs, out: &mut Stdout) -> Result<Exit, Failure> {
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    let game = &compiled.game;
    let text = match (args.play.as_deref(), args.sources.as_deref()) {
        (Some(scenario), _) => rules_play::table(game, scenario)?,
        (None, Some(source)) => rules_sources::table(game, &compiled.origins.resting, source)?,
        (None, None) if args.words => rules_words::table(game),
        (None, None) => table(game),
    };
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// Every list of the rules with its entries: printed rule and id.
fn stated(game: &Game) -> Vec<(String, Option<String>, String)> {
    let mut found = Vec::new();
    let rules = game.rules.written(game);
    // What flags and counters are called is no rule.
    for (section, value) in rules.iter().filter(|(section, _)| section.as_str() != "names") {
        gather(section, value, &mut found);
    }
    let tables = game.tables.values().filter_map(|table| Some((table.rule.clone()?, table.id.clone())));
    found.extend(tables.map(|(rule, id)| ("tables".to_owned(), Some(rule), id)));
    let terrain = game.terrain.values().filter_map(|terrain| Some((terrain.rule.clone()?, terrain.id.clone())));
    found.extend(terrain.map(|(rule, id)| ("terrain".to_owned(), Some(rule), id)));
    found
}

fn gather(list: &str, value: &serde_json::Value, found: &mut Vec<(String, Option<String>, String)>) {
    match value {
        serde_json::Value::Array(entries) => {
            for entry in entries.iter().filter_map(|entry| entry.as_object()) {
                let text = |field: &str| entry.get(field).and_then(|v| v.as_str()).map(str::to_owned);
                if let Some(id) = text("id") {
                    found.push((list.to_owned(), text("rule"), id));
                    for (name, inner) in entry {
                        if inner.as_array().is_some_and(|list| list.iter().any(|e| e.get("id").is_some())) {
                            gather(&format!("{list}.{name}"), inner, found);
                        }
                    }
                }
            }
        }
        serde_json::Value::Object(members) => {
            for (name, inner) in members {
                gather(&format!("{list}.{name}"), inner, found);
            }
        }
        _ => {}
    }
}

/// The number of a rule, so that 9.10 comes after 9.2.
type Number = Vec<(u64, String)>;

fn table(game: &Game) -> String {
    let stated = stated(game);
    let idle = not_enforced(game);
    let idle_entries: BTreeSet<&str> =
        idle.iter().filter(|(kind, _)| kind.whole).flat_map(|(_, entries)| entries).map(String::as_str).collect();
    let mut by_rule: BTreeMap<Number, (String, Vec<String>)> = BTreeMap::new();
    let mut without: Vec<String> = Vec::new();
    for (list, rule, id) in &stated {
        match rule {
            Some(rule) => {
                let slot = by_rule.entry(natural(rule)).or_insert_with(|| (rule.clone(), Vec::new()));
                slot.1.push(format!("{list}/{id}"));
            }
            None => without.push(format!("{list}/{id}")),
        }
    }
    let mut text = String::new();
    let mut line = |words: String| {
        text.push_str(words.trim_end());
        text.push('\n');
    };
    let mut rows: Vec<(Number, String, String, String)> = Vec::new();
    let covered: BTreeSet<&str> = game.rules.coverage.iter().map(|row| row.rule.as_str()).collect();
    let mut counts: BTreeMap<CoverageLevel, usize> = BTreeMap::new();
    for row in &game.rules.coverage {
        *counts.entry(row.level).or_default() += 1;
        let word = level(row.level).to_owned();
        let title = row.title.clone().unwrap_or_default();
        let named = Some(row.by.join(", ")).filter(|by| !by.is_empty());
        let by = named.or_else(|| by_rule.get(&natural(&row.rule)).map(|(_, ids)| ids.join(", "))).unwrap_or_default();
        let what = [title, by].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        rows.push((natural(&row.rule), row.rule.clone(), word, what));
    }
    for (key, (rule, ids)) in &by_rule {
        if !covered.contains(rule.as_str()) {
            let word = if ids.iter().all(|id| idle_entries.contains(id.as_str())) { "stated only" } else { "enforced" };
            rows.push((key.clone(), rule.clone(), word.to_owned(), ids.join(", ")));
        }
    }
    for Reminder { rule, text, .. } in &game.rules.reminders {
        let Some(rule) = rule.as_ref().filter(|rule| !covered.contains(rule.as_str())) else { continue };
        rows.push((natural(rule), rule.clone(), "reminder".to_owned(), text.clone()));
    }
    rows.sort();
    let wide = rows.iter().map(|(_, rule, _, _)| rule.chars().count()).max().unwrap_or(0).max(4);
    line(format!("{:<wide$}  {:<11}  what", "rule", "is"));
    for (_, rule, word, what) in &rows {
        line(format!("{rule:<wide$}  {word:<11}  {what}"));
    }
    line(String::new());
    if game.rules.coverage.is_empty() {
        let entries = stated.len() - without.len();
        let reminders = game.rules.reminders.len();
        line(format!(
            "{entries} entries name a printed rule, {} do not; {reminders} reminders. The game does not list its printed rules (`coverage`).",
            without.len()
        ));
    } else {
        let all: usize = counts.values().sum();
        let each: Vec<String> = counts.iter().map(|(l, n)| format!("{n} {}", level(*l))).collect();
        line(format!("{all} printed rules: {}.", each.join(", ")));
    }
    let missing: Vec<&str> = game.rules.stated().filter(|(_, there)| !there).map(|(name, _)| name).collect();
    if !missing.is_empty() {
        line(format!("Not stated, so not checked: {}.", missing.join(", ")));
    }
    for (kind, entries) in &idle {
        line(format!("Stated, not enforced: {}: {}. {}.", kind.what, entries.join(", "), capital(kind.why)));
    }
    text
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn level(level: CoverageLevel) -> &'static str {
    match level {
        CoverageLevel::Enforced => "enforced",
        CoverageLevel::Checked => "checked",
        CoverageLevel::Reminder => "reminder",
        CoverageLevel::Absent => "absent",
    }
}

/// `9.10` after `9.2`.
fn natural(rule: &str) -> Number {
    rule.split(['.', ' '])
        .map(|part| {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            (digits.parse().unwrap_or(u64::MAX), part.to_owned())
        })
        .collect()
}
