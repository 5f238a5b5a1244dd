//! More markers on the map than there are counters: a counter shows one side at a time.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::model::MarkerId;

static RULE: Rule =
    Rule { code: "M0410", name: "too-many-markers", severity: Severity::Error, docs: include_str!("too_many_markers.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.markers {
        return;
    }
    let lines = &game.scenarios[scenario.id];
    let mut used: BTreeMap<MarkerId, u32> = BTreeMap::new();
    for marker in
        lines.markers.iter().map(|line| line.marker).chain(lines.setup.iter().flat_map(|line| line.markers.iter().copied()))
    {
        *used.entry(marker).or_default() += 1;
    }
    for (&id, &count) in &used {
        // Counters that can show it: those with it in front, and those with it on the back.
        let mut counters: Option<u32> = Some(0);
        let mut rivals: BTreeSet<MarkerId> = BTreeSet::new();
        for (other, marker) in game.markers.iter().filter(|(other, marker)| *other == id || marker.back == Some(id)) {
            // Without a number there are as many as needed; a marker that is only a back has none of its own.
            let only_back = other == id && marker.count.is_none() && game.markers.values().any(|m| m.back == Some(id));
            counters = match (counters, marker.count) {
                (sum, _) if only_back => sum,
                (Some(sum), Some(n)) => Some(sum.saturating_add(n)),
                _ => None,
            };
            rivals.extend(if other == id { marker.back } else { Some(other) });
        }
        let Some(counters) = counters else { continue };
        let others: u32 = rivals.iter().filter(|rival| **rival != id).filter_map(|rival| used.get(rival)).sum();
        // The two sides of a counter are one shortage, said for the side of which there are more.
        let more = |rival: &MarkerId| used.get(rival).is_some_and(|n| (*n, id) > (count, *rival));
        let said = rivals.iter().any(more);
        if count.saturating_add(others) <= counters || said {
            continue;
        }
        let place =
            lines.markers.iter().zip(&scenario.origins.markers).rfind(|(line, _)| line.marker == id).map(|(_, place)| place);
        let place = place.or_else(|| {
            lines.setup.iter().zip(&scenario.origins.setup).rfind(|(line, _)| line.markers.contains(&id)).map(|(_, place)| place)
        });
        let Some(place) = place else { continue };
        let marker = &game.markers[id];
        let with = if others > 0 { format!(" and {others} on their backs") } else { String::new() };
        let (found, has) = (so_many(count, "marker", "markers"), so_many(counters, "such counter", "such counters"));
        let message = format!("{found} `{}`{with} at the start, the game has {has}", marker.id);
        let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id);
        if let Some(origin) = crate::origins::of(&context.origins.markers, id) {
            diag = diag.related(origin.at("count"), "this marker");
        }
        sink.report(diag.help("place fewer, or make more"));
    }
}
