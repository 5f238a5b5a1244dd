//! A result that does not say what it does, in a table whose other results do.

use std::collections::BTreeSet;

use crate::check::happening::all;
use crate::check::spoken::{all_rules, conditions, has_word, results_asked};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, ResultCode, Table, written};
use crate::origins::TableOrigins;

static RULE: Rule =
    Rule { code: "M0517", name: "unsaid-result", severity: Severity::Warning, docs: include_str!("unsaid_result.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.rules {
        return;
    }
    let read = asked_for(context);
    let rolled = all(context).rolled;
    for ((table, origins), _) in game.tables.values().zip(&context.origins.tables).zip(&rolled).filter(|(_, r)| r.is_some()) {
        // Where no result says anything, players read what it says in words.
        if origins.incomplete || !origins.said.contains(&true) {
            continue;
        }
        let reminded = |rule: &str| game.rules.reminders.iter().any(|reminder| reminder.rule.as_deref() == Some(rule));
        if table.rule.as_deref().is_some_and(reminded) {
            continue;
        }
        let given: BTreeSet<&str> = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(String::as_str).collect();
        let results = table.results.iter().flatten().zip(&origins.results).zip(unsaid(game, table, origins));
        for ((result, origin), _) in results.filter(|(_, unsaid)| *unsaid) {
            // What another rule does with it is its effect.
            if !given.contains(result.code.as_str()) || read.contains(&result.code) {
                continue;
            }
            let message = format!("result `{}` of table `{}` does not say what it does", result.code, table.id);
            let diag = Diag::new(&RULE, origin.at("code"), message).printed_rule(table.rule.as_deref());
            sink.report(diag.help("write its `effects`; `\"effects\": []` says that nothing happens"));
        }
    }
}

/// Of each result whether it does not say what it does, and is hardly the one that means nothing: most tables have one such.
pub(super) fn unsaid(game: &Game, table: &Table, origins: &TableOrigins) -> Vec<bool> {
    let results: Vec<(&ResultCode, bool)> =
        table.results.iter().flatten().zip(&origins.said).map(|(result, said)| (result, *said)).collect();
    let idle = results.iter().filter(|(result, _)| result.effects.is_empty()).count();
    results.iter().map(|(result, said)| !said && !is_nothing(result) && (idle > 1 || tells(game, result))).collect()
}

/// Whether a result says in words that nothing happens.
fn is_nothing(result: &ResultCode) -> bool {
    let text = result.text.as_deref().unwrap_or_default().to_lowercase();
    let words = ["no effect", "nothing", "no result", "no change", "no loss", "none"];
    let codes = ["ne", "nr", "none", "no effect", "-", "--", "\u{2013}", "\u{2014}", "\u{2022}", "\u{b7}", "."];
    words.iter().any(|word| text.contains(word)) || codes.contains(&result.code.to_lowercase().as_str())
}

/// Whether a result says in words that something happens.
fn tells(game: &Game, result: &ResultCode) -> bool {
    let text = result.text.as_deref().unwrap_or_default().to_lowercase();
    let words = ["retreat", "lose", "loss", "lost", "eliminat", "destroy", "advance", "exchange"];
    let states = game.states.values().map(|state| state.name.as_ref().unwrap_or(&state.id));
    let markers = game.markers.values().map(|marker| marker.name.as_ref().unwrap_or(&marker.id));
    words.iter().any(|word| text.contains(word)) || states.chain(markers).any(|name| has_word(&text, &name.to_lowercase()))
}

/// Codes that some condition asks for.
pub(super) fn asked_for(context: &CheckContext<'_>) -> BTreeSet<String> {
    let mut said = all_rules(context.game);
    said.extend(conditions(context).filter_map(|(_, condition)| written(context.game, condition)));
    results_asked(&said)
}
