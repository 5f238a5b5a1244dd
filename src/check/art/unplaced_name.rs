//! A name for which the map has no room, or no letters.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::font::shown;
use crate::draw::hexmap::{LayoutIssue, issues};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0717", name: "unplaced-name", severity: Severity::Warning, docs: include_str!("unplaced_name.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut guessed: Vec<String> = Vec::new();
    for issue in issues(context.game) {
        let (name, message, help) = match &issue {
            LayoutIssue::NoRoom { name, .. } => (
                name,
                format!("the map has no room for the name `{}`", shown(name, 60)),
                "shorten it, make the letters smaller with `labels` in art.json, or the hexes larger",
            ),
            LayoutIssue::NoLetters { name, .. } => {
                let help = "write it in other letters, or add a font that has them to `fonts` in art.json";
                (name, format!("the fonts lack letters of the name `{}`", shown(name, 60)), help)
            }
            LayoutIssue::Guessed { name, .. } => {
                guessed.push(shown(name, 40).into_owned());
                continue;
            }
        };
        let Some(place) = written(context, name) else { continue };
        sink.report(Diag::new(&RULE, place, message).help(help));
    }
    // Nothing is wrong with a river of which nobody said where it ends: but the drawing had to guess.
    if let Some(which) = listed(&guessed) {
        sink.unchecked("which way rivers flow", format!("no `mouth` is stated, so it is guessed: {which}"));
    }
}

/// A few names, and how many more there are.
fn listed(names: &[String]) -> Option<String> {
    let some: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
    match names.len() {
        0 => None,
        1..=3 => Some(some.join(", ")),
        all => Some(format!("{} and {} more", some.join(", "), all - 3)),
    }
}

/// Where a name is written: the first of its kind in the map.
fn written(context: &CheckContext<'_>, name: &str) -> Option<Place> {
    let (map, origins) = (context.game.map.as_ref()?, &context.origins.map);
    let places = map.places.values().map(|it| it.name.as_str()).zip(&origins.places);
    let features = map.features.values().map(|it| it.name.as_deref().unwrap_or_default()).zip(&origins.features);
    let areas = map.areas.values().map(|it| it.name.as_deref().unwrap_or_default()).zip(&origins.areas);
    let found = places.chain(features).chain(areas).find(|(own, _)| *own == name).and_then(|(_, origin)| *origin);
    let roads = map.roads.values().zip(&origins.roads).find(|(road, _)| road.name.as_deref() == Some(name));
    found.or(roads.map(|(_, at)| at.road)).map(|origin| origin.at("name"))
}
