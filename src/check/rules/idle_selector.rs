//! A selector that fits no unit of the game.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::check::spoken::each_object;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{UnitId, Units, written};
use crate::rules::{could_fit, fits};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0501", name: "idle-selector", severity: Severity::Warning, docs: include_str!("idle_selector.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    if context.incomplete.units || context.game.units.is_empty() {
        return;
    }
    let tags: BTreeSet<&str> = context.game.units.values().flat_map(|unit| unit.tags.iter().map(String::as_str)).collect();
    for (place, units) in &context.origins.judged.units {
        // A tag that nobody has is a slip wherever it stands, even where the rest fits somebody.
        let mut stray: Vec<String> = Vec::new();
        let mut see = |members: &Map<String, Value>| {
            let named = members.get("tags").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            stray.extend(named.filter(|tag| !tags.contains(tag)).map(str::to_owned));
        };
        written(context.game, units).iter().for_each(|value| each_object(value, &mut see));
        let fits = fits_some(context, place, units);
        if let Some(tag) = stray.first().filter(|_| fits || units.tags.is_none()) {
            let near = crate::diag::did_you_mean(tag, tags.iter().copied());
            let help = near.unwrap_or_else(|| "give a unit that tag, or take it out".to_owned());
            sink.report(Diag::new(&RULE, place.clone(), format!("no unit has the tag `{tag}`")).help(help));
            continue;
        }
        // A name that is not known has been reported: then the selector is not to blame.
        let lost = |list: Option<usize>| list == Some(0);
        let broken = lost(units.id.as_ref().map(Vec::len))
            || lost(units.kind.as_ref().map(Vec::len))
            || lost(units.side.as_ref().map(Vec::len))
            || lost(units.formation.as_ref().map(Vec::len))
            || lost(units.class.as_ref().map(Vec::len))
            || lost(units.nation.as_ref().map(Vec::len));
        if !broken && !fits {
            let stray = units.tags.iter().flatten().find(|tag| !tags.contains(tag.0.as_str()));
            let message = match stray {
                Some(tag) => format!("no unit has the tag `{}`, so this selector fits nothing", tag.0),
                None => "no unit of the game fits this selector".to_owned(),
            };
            let near = stray.and_then(|tag| crate::diag::did_you_mean(&tag.0, tags.iter().copied()));
            let help = near.unwrap_or_else(|| "correct the selector, or take out what it is for".to_owned());
            let place = if stray.is_some() { place.clone().field("tags") } else { place.clone() };
            sink.report(Diag::new(&RULE, place.clone(), message).folded_by(format!("{place:?}")).help(help));
        }
    }
}

/// Whether a selector fits a unit of the game at some time. Those of art.json are about counters as they are printed: in
/// the states that their faces show, and in no other.
pub(super) fn fits_some(context: &CheckContext<'_>, place: &Place, units: &Units) -> bool {
    let (game, origins) = (context.game, context.origins);
    let mut art = origins.art.iter().chain(&origins.layouts).chain(&origins.looks);
    if art.any(|origin| origin.file == place.file) {
        let shown = |id: UnitId| game.units.at(id).into_iter().flat_map(|unit| &unit.faces);
        game.units.ids().any(|id| shown(id).any(|face| fits(game, units, id, face.state)))
    } else {
        game.units.ids().any(|id| could_fit(game, units, id))
    }
}
