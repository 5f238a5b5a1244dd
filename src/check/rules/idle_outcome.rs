//! A table whose results do nothing, and an action or a trigger that changes only what nothing asks for.

use std::collections::BTreeSet;

use serde_json::Value;

use super::unsaid_result::{asked_for, unsaid};
use crate::check::happening::{Around, all, by_hand, each};
use crate::check::spoken::{all_rules, conditions, each_object, is_told};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Effect, Game, Key, MarkerId, MarkerOn, TableId, written};

static RULE: Rule =
    Rule { code: "M0515", name: "idle-outcome", severity: Severity::Warning, docs: include_str!("idle_outcome.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    let whole = !lost.rules && !lost.scenarios && !lost.markers && !lost.cards && !lost.units && !lost.map;
    // A game without scenarios is not finished: nobody knows yet what will be asked for.
    if !whole || game.scenarios.is_empty() || context.origins.scenarios.iter().any(|s| s.incomplete || s.partial) {
        return;
    }
    let codes = asked_for(context);
    let happenings = all(context);
    let tables = game.tables.values().zip(&context.origins.tables).zip(&happenings.rolled);
    for ((table, origins), _) in tables.filter(|((_, origins), rolled)| rolled.is_some() && !origins.incomplete) {
        let results = table.results.as_deref().unwrap_or_default();
        let nothing = !results.is_empty()
            && origins.said.contains(&true)
            && !unsaid(game, table, origins).contains(&true)
            && results.iter().all(|result| result.effects.is_empty() && !codes.contains(&result.code));
        if nothing {
            let message = format!("no result of table `{}` does anything, and something rolls on it", table.id);
            let diag = Diag::new(&RULE, origins.table.at("results"), message).printed_rule(table.rule.as_deref());
            sink.report(diag.help("write the `effects` of its results, or take the table out"));
        }
    }
    // Where players carry out what results say, they know what it is for.
    if by_hand(context, &happenings) {
        return;
    }
    let asked = Asked::of(context);
    for action in game.rules.actions.iter() {
        let Some(origin) = context.origins.rules.get(&format!("actions/{}", action.id.0)) else { continue };
        if action.table.is_some_and(|table| !is_said(context, table)) {
            continue;
        }
        let lists = action.effects.iter().chain(&action.otherwise).map(Vec::as_slice);
        let results = action.table.into_iter().flat_map(|table| results(game, table));
        if let Some(what) = asked.idle(context, lists.chain(results)) {
            let message = format!("action `{}` changes nothing that any rule asks for: {what}", action.id.0);
            let rule = action.rule.as_ref().map(|rule| rule.0.as_str());
            sink.report(Diag::new(&RULE, origin.at("id"), message).printed_rule(rule).help(HELP));
        }
    }
    for trigger in game.rules.triggers.iter() {
        let Some(origin) = context.origins.rules.get(&format!("triggers/{}", trigger.id.0)) else { continue };
        if let Some(what) = asked.idle(context, std::iter::once(trigger.effects.as_slice())) {
            let message = format!("trigger `{}` changes nothing that any rule asks for: {what}", trigger.id.0);
            let rule = trigger.rule.as_ref().map(|rule| rule.0.as_str());
            sink.report(Diag::new(&RULE, origin.at("id"), message).printed_rule(rule).help(HELP));
        }
    }
}

const HELP: &str = "let it change what a rule asks for, let a rule ask for it, or write a reminder of what it is for";

/// Whether every result of a table says what it does: what one does not say, players do.
fn is_said(context: &CheckContext<'_>, table: TableId) -> bool {
    let found = context.game.tables.at(table).zip(context.origins.tables.get(table.index()));
    found.is_some_and(|(table, origins)| {
        !origins.incomplete && table.results.is_some() && !unsaid(context.game, table, origins).contains(&true)
    })
}

/// What the results of a table do.
fn results(game: &Game, table: TableId) -> impl Iterator<Item = &[Effect]> {
    let results = game.tables.at(table).and_then(|table| table.results.as_ref());
    results.into_iter().flatten().map(|result| result.effects.as_slice())
}

/// What rules, conditions, levels of victory and selectors ask for.
struct Asked {
    markers: BTreeSet<String>,
    flags: BTreeSet<String>,
    counters: BTreeSet<String>,
    states: BTreeSet<String>,
    /// Whether players read counters at the end of a scenario.
    counted: bool,
}

impl Asked {
    fn of(context: &CheckContext<'_>) -> Asked {
        let game = context.game;
        let judged = &context.origins.judged;
        let mut said = all_rules(game);
        said.extend(conditions(context).filter_map(|(_, piece)| written(game, piece)));
        said.extend(judged.units.iter().filter_map(|(_, piece)| written(game, piece)));
        said.extend(judged.hexes.iter().filter_map(|(_, piece)| written(game, piece)));
        said.extend(judged.hexsides.iter().filter_map(|(_, piece)| written(game, piece)));
        said.extend(game.scenarios.values().filter_map(|scenario| written(game, &scenario.points)));
        let mut asked = Asked {
            markers: BTreeSet::new(),
            flags: BTreeSet::new(),
            counters: BTreeSet::new(),
            states: BTreeSet::new(),
            counted: game.scenarios.values().any(|scenario| scenario.levels.is_empty()),
        };
        for value in &said {
            each_object(value, &mut |members| {
                let effect = members.get("kind").is_some_and(Value::is_string);
                let take = |name: &str, to: &mut BTreeSet<String>| match members.get(name) {
                    Some(Value::Array(list)) => to.extend(list.iter().filter_map(Value::as_str).map(str::to_owned)),
                    // What an effect names it changes; what anything else names it uses.
                    Some(Value::String(one)) if !effect => drop(to.insert(one.clone())),
                    Some(Value::Object(test)) => to.extend(test.get("id").and_then(Value::as_str).map(str::to_owned)),
                    _ => {}
                };
                take("marker", &mut asked.markers);
                take("flag", &mut asked.flags);
                take("counter", &mut asked.counters);
                take("state", &mut asked.states);
                take("worse", &mut asked.states);
            });
        }
        // A state that a counter shows changes what is on it.
        let shown = game.units.values().flat_map(|unit| unit.faces.iter().map(|face| face.state));
        asked.states.extend(shown.filter_map(|state| game.states.at(state)).map(|state| state.id.clone()));
        asked
    }

    fn marker(&self, game: &Game, id: MarkerId) -> bool {
        let markers = &game.markers;
        let Some(marker) = markers.at(id) else { return true };
        let same = |other: MarkerId| other == id || marker.back == Some(other) || markers[other].back == Some(id);
        let asked = |other: MarkerId| self.markers.contains(&markers[other].id);
        marker.on == Some(MarkerOn::Track)
            || markers.ids().filter(|other| same(*other)).any(asked)
            || marker.apart.iter().any(|other| asked(*other))
    }

    /// The first thing that effects change and nothing asks for, if they change nothing else.
    fn idle<'g>(&self, context: &CheckContext<'g>, lists: impl Iterator<Item = &'g [Effect]>) -> Option<String> {
        let game = context.game;
        let (mut first, mut useful) = (None, false);
        for list in lists {
            each(list, None, Around::default(), &mut |effect, _, _| {
                let (kind, id, name, asked) = match effect {
                    Effect::Place { marker, .. } | Effect::Remove { marker, .. } | Effect::Flip { marker, .. } => {
                        let Some(is) = game.markers.at(*marker) else { return };
                        ("marker", is.id.as_str(), is.name.as_deref(), self.marker(game, *marker))
                    }
                    Effect::Flag { id, .. } => {
                        let word = game.words.flags.word(*id);
                        ("flag", word, None, self.flags.contains(word))
                    }
                    Effect::Counter { id, .. } => {
                        let word = game.words.counters.word(*id);
                        ("counter", word, None, self.counted || self.counters.contains(word))
                    }
                    Effect::State { state, .. } | Effect::Clear { state, .. } => {
                        let Some(is) = game.states.at(*state) else { return };
                        ("state", is.id.as_str(), is.name.as_deref(), self.states.contains(&is.id))
                    }
                    Effect::Choose { .. } | Effect::When { .. } => return,
                    Effect::Roll { table: None, .. } => return,
                    _ => {
                        useful = true;
                        return;
                    }
                };
                useful |= asked || is_told(context, &[name.unwrap_or(id)]);
                first.get_or_insert_with(|| format!("nothing asks for {kind} `{id}`"));
            });
        }
        first.filter(|_| !useful)
    }
}
