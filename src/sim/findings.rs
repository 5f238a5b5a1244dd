//! What a simulation found, at the place in the game's files that it is about.

use super::{Never, NeverKind, Part, never};
use crate::diag::codes::{DEAD_END, LEVEL_NEVER_REACHED, NEVER_IN_GAMES, UNUSED_EXEMPTION};
use crate::diag::{Diag, Levels, Sink, so_many};
use crate::model::{Game, Key};
use crate::origins::{Origins, of};
use crate::play::Naming;
use crate::span::Place;

/// The findings as an author wants to hear of them. An exemption that meets nothing here may be for other players or another
/// scenario.
pub fn levelled(found: Vec<Diag>, levels: &Levels) -> Vec<Diag> {
    let mut sink = Sink::default();
    sink.exempt(&levels.exemptions);
    for diag in found {
        sink.report(diag);
    }
    let mut diags = sink.finish(levels).diags;
    diags.retain(|diag| diag.rule.code != UNUSED_EXEMPTION.code);
    diags
}

/// The findings of a simulation: `played` is the game of the bundle that was played, `game` and `origins` are those of the
/// files that it was built from.
pub fn findings(played: &Game, part: &Part, game: &Game, origins: &Origins) -> Vec<Diag> {
    let counts = &part.counts;
    let Some(scenario) = played.scenarios.values().next() else { return Vec::new() };
    let here = game.scenarios.values().position(|other| other.id == scenario.id).and_then(|n| origins.scenarios.get(n));
    let Some(here) = here else { return Vec::new() };
    let games = counts.number(&["games"]);
    let players: Vec<&str> = part.about.players.values().map(String::as_str).collect();
    let by = format!("in {} by {}", so_many(games, "game", "games"), players.join(" against "));
    let mut all = Vec::new();
    for (word, what) in [("dead-end", "came to a dead end"), ("stuck", "did not end")] {
        let count = counts.number(&["ended", word]);
        if count > 0 {
            let message = format!("{} of {} of scenario `{}` {what}", count, so_many(games, "game", "games"), scenario.id);
            let help = "their logs lie beside the report: `muster replay` shows the last decision";
            all.push(Diag::new(&DEAD_END, here.scenario, message).in_scenario(&scenario.id).help(help));
        }
    }
    for one in never(played, scenario, counts) {
        let place = place_of(&one, game, origins, here);
        let message = format!("{} `{}`: {} {by}", noun(&one), one.id, one.kind.said());
        let diag = match one.kind {
            NeverKind::Level => Diag::new(&LEVEL_NEVER_REACHED, place, message).help(
                "if it can be reached at all, better players or more games show it; otherwise make it easier or leave it out",
            ),
            _ => Diag::new(&NEVER_IN_GAMES, place, message)
                .help("if it should happen, look at what keeps it from happening; these players may also just not see it"),
        };
        all.push(diag.in_scenario(&scenario.id));
    }
    all
}

fn noun(one: &Never) -> String {
    match one.kind {
        NeverKind::Level => "level of victory".to_owned(),
        NeverKind::Arrival | NeverKind::Unmoved | NeverKind::AlwaysLost => "unit".to_owned(),
        NeverKind::Column => format!("table `{}`, column", one.of),
        NeverKind::Result => format!("table `{}`, result", one.of),
        NeverKind::Combat => "kind of combat".to_owned(),
        NeverKind::Modifier | NeverKind::Entry => "entry".to_owned(),
        NeverKind::Policy => "policy".to_owned(),
        NeverKind::Option => "option".to_owned(),
        NeverKind::Action => "action".to_owned(),
        NeverKind::Trigger => "trigger".to_owned(),
        NeverKind::Mode => "mode".to_owned(),
        NeverKind::Card => "card".to_owned(),
    }
}

/// Where it stands; the scenario, if it has no place of its own.
fn place_of(one: &Never, game: &Game, origins: &Origins, here: &crate::origins::ScenarioOrigins) -> Place {
    let scenario = game.scenarios.values().find(|scenario| scenario.id == one.of);
    let table = || game.tables.values().position(|table| table.id == one.of).and_then(|n| origins.tables.get(n).map(|t| (n, t)));
    let entry = |list: &str| origins.rules.get(&format!("{list}/{}", one.id)).map(|origin| Place::from(*origin));
    let found = match one.kind {
        NeverKind::Level => scenario
            .and_then(|scenario| scenario.levels.iter().position(|level| level.name == one.id))
            .and_then(|n| here.levels.get(n).cloned()),
        NeverKind::Arrival | NeverKind::Unmoved | NeverKind::AlwaysLost => {
            let counter = Naming { game }.find_counter(&one.id).ok();
            counter.and_then(|(unit, _)| of(&origins.units, unit)).map(Place::from)
        }
        NeverKind::Column => table().map(|(_, origins)| Place::from(origins.table)),
        NeverKind::Result => table().and_then(|(n, origins)| {
            let results = game.tables.values().nth(n)?.results.as_ref()?;
            let at = results.iter().position(|result| result.code == one.id)?;
            origins.results.get(at).map(|origin| Place::from(*origin))
        }),
        NeverKind::Combat => entry("combat"),
        NeverKind::Action => entry("actions"),
        NeverKind::Trigger => entry("triggers"),
        NeverKind::Mode => entry("movement.modes"),
        NeverKind::Entry | NeverKind::Policy => entry(&one.of),
        NeverKind::Option => {
            let option = game.rules.options.values().position(|option| option.id == one.id);
            option.and_then(|n| origins.options.get(n).copied().flatten()).map(Place::from)
        }
        NeverKind::Modifier => ["combat.shifts", "combat.rolls", "combat.values"].into_iter().find_map(entry),
        NeverKind::Card => {
            let card = game.cards.iter().find(|(_, card)| card.id == one.id).map(|(id, _)| id.index());
            card.and_then(|n| origins.cards.get(n).copied().flatten()).map(Place::from)
        }
    };
    found.unwrap_or_else(|| Place::from(here.scenario))
}
