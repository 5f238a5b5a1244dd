//! A unit, a marker, an entry or a place of victory outside the area that the scenario plays on.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{Condition, Location, MarkerAt, PlaceId, Where};

static RULE: Rule = Rule { code: "M0402", name: "off-the-map", severity: Severity::Error, docs: include_str!("off_the_map.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let (Some(map), Some(land), Some(area)) = (&game.map, scenario.engine.land(), lines.map) else { return };
    let inside = |hex: &HexId| land.in_area(area, *hex);
    let stage = &map.areas[area].id;
    let report = |place: &crate::span::Place, what: String, help: &str| {
        let message = format!("{what}, outside `{stage}`, where scenario `{}` is played", lines.id);
        Diag::new(&RULE, place.clone(), message)
            .in_scenario(&lines.id)
            .folded_by(stage)
            .related(scenario.origins.scenario.at("map"), "the map of the scenario")
            .help(help)
    };
    for (line, place) in lines.setup.iter().zip(&scenario.origins.setup) {
        let unit = &game.units[line.unit].id;
        let what = match &line.at {
            Where::At(Location::Hex(hex)) if !inside(hex) => format!("unit `{unit}` starts in hex {}", map.board.name(*hex)),
            Where::In(id, except)
                if {
                    let except: BTreeSet<&HexId> = except.iter().collect();
                    !map.areas[*id].hexes.iter().any(|hex| inside(hex) && !except.contains(hex))
                } =>
            {
                format!("unit `{unit}` starts in area `{}`", map.areas[*id].id)
            }
            Where::Within(centres, far) if !map.board.within(centres, *far).iter().any(inside) => {
                format!(
                    "unit `{unit}` starts within {far} of hex {}",
                    centres.first().map_or_else(String::new, |h| map.board.name(*h))
                )
            }
            _ => continue,
        };
        let mut diag = report(place, what, "move it, or `remove` it from this scenario").of_unit(unit);
        if let Where::At(Location::Hex(hex)) = line.at {
            diag = diag.at_hex(map.board.name(hex));
        }
        sink.report(diag);
    }
    for (line, place) in lines.markers.iter().zip(&scenario.origins.markers) {
        let id = &game.markers[line.marker].id;
        let (out, name) = match line.at {
            MarkerAt::Location(Location::Hex(hex)) => (!inside(&hex), map.board.name(hex)),
            MarkerAt::Location(Location::Box(_)) => continue,
            MarkerAt::Side(side) => {
                let (a, b) = map.board.hexside_hexes(side);
                (!inside(&a) && b.is_none_or(|b| !inside(&b)), map.board.hexside_name(side))
            }
        };
        if out {
            sink.report(report(place, format!("marker `{id}` lies at {name}"), "move it, or take it out"));
        }
    }
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        let shut = |entry: &crate::model::EntryId| !map.entries[*entry].hexes.iter().any(inside);
        let Some(entry) = line.entries.first().filter(|_| line.entries.iter().chain(&line.instead).all(shut)) else { continue };
        let Some(unit) = line.units.first() else { continue };
        let what = format!("unit `{}` arrives by entry `{}`", game.units[*unit].id, map.entries[*entry].id);
        let diag = report(place, what, "name an entry of that part of the map, or `remove` the unit from this scenario");
        sink.report(diag.of_unit(&game.units[*unit].id));
    }
    for (level, place) in lines.levels.iter().zip(&scenario.origins.levels) {
        let mut places = Vec::new();
        level.when.iter().for_each(|when| held(when, &mut places));
        if let Some(id) = places.into_iter().find(|id| !map.places[*id].hexes.iter().any(inside)) {
            let what = format!("victory `{}` asks who holds `{}`", level.name, map.places[id].name);
            sink.report(report(place, what, "name places of that part of the map"));
        }
    }
}

/// The places whose holder a condition asks for.
fn held(condition: &Condition, places: &mut Vec<PlaceId>) {
    places.extend(condition.control.iter().flat_map(|control| control.of.iter().copied()));
    let parts = condition.all.iter().chain(&condition.any).flatten().chain(condition.not.as_deref());
    parts.for_each(|part| held(part, places));
}
