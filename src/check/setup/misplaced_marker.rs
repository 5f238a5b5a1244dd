//! A marker where it cannot lie: on the wrong kind of place, or in a hex or on a hexside that is not for it.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{Location, MarkerAt, MarkerOn};
use crate::rules::Query;

static RULE: Rule =
    Rule { code: "M0417", name: "misplaced-marker", severity: Severity::Error, docs: include_str!("misplaced_marker.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let lines = &game.scenarios[scenario.id];
    let query = scenario.situation.ever();
    for (line, place) in lines.markers.iter().zip(&scenario.origins.markers) {
        let marker = &game.markers[line.marker];
        let what = |on: MarkerOn| match on {
            MarkerOn::Hex => "hexes",
            MarkerOn::Hexside => "hexsides",
            MarkerOn::Unit => "units",
            MarkerOn::Track => "tracks and boxes",
        };
        let report = |message: String, help: String| {
            let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id);
            match line.at {
                MarkerAt::Location(Location::Hex(hex)) => diag = diag.at_hex(map.board.name(hex)),
                MarkerAt::Location(Location::Box(id)) => diag = diag.in_box(&map.boxes[id].id),
                MarkerAt::Side(_) => {}
            }
            if let Some(origin) = crate::origins::of(&context.origins.markers, line.marker) {
                diag = diag.related(origin, "this marker");
            }
            diag.help(help)
        };
        // The hexsides of a hex that such a marker could lie on.
        let sides = |hex: HexId| -> Vec<String> {
            let near = map.board.neighbours(hex).into_iter().flatten();
            let fits = near.filter(|to| {
                marker.across.as_ref().is_some_and(|across| {
                    query.is_hexside(across, hex, *to).possible() || query.is_hexside(across, *to, hex).possible()
                })
            });
            fits.map(|to| format!("{}/{}", map.board.name(hex), map.board.name(to))).collect()
        };
        let wrong = match (line.at, marker.on) {
            (MarkerAt::Location(Location::Hex(hex)), Some(MarkerOn::Hexside)) => {
                let fitting = sides(hex);
                let help = match fitting.as_slice() {
                    [] if marker.across.is_some() => "no hexside of this hex is for it: name one that is".to_owned(),
                    [] => format!("name the hexside: {}/…", map.board.name(hex)),
                    [one] => format!("write `{one}`"),
                    several => format!("the hex has {} such hexsides, name one of them: {}", several.len(), several.join(", ")),
                };
                Some((format!("in hex {}", map.board.name(hex)), help))
            }
            (MarkerAt::Location(Location::Hex(hex)), Some(on @ (MarkerOn::Unit | MarkerOn::Track))) => {
                let help = match on {
                    MarkerOn::Unit => format!("put it on a unit: \"markers\": [\"{}\"] in the unit's line of `setup`", marker.id),
                    _ => "name the track or the box".to_owned(),
                };
                Some((format!("in hex {}", map.board.name(hex)), help))
            }
            (MarkerAt::Side(side), Some(MarkerOn::Hex | MarkerOn::Unit | MarkerOn::Track)) => {
                Some((format!("on hexside {}", map.board.hexside_name(side)), "name a hex, a unit or a track for it".to_owned()))
            }
            (MarkerAt::Location(Location::Box(id)), Some(MarkerOn::Hex | MarkerOn::Unit)) if map.boxes[id].track.is_some() => {
                Some((format!("on track `{}`", map.boxes[id].id), "name a hex or a unit for it".to_owned()))
            }
            (MarkerAt::Location(Location::Box(id)), Some(MarkerOn::Hexside)) => {
                Some((format!("in box `{}`", map.boxes[id].id), "name the hexside".to_owned()))
            }
            _ => None,
        };
        if let (Some((found, help)), Some(on)) = (wrong, marker.on) {
            sink.report(report(format!("marker `{}` lies {found}, expected on {}", marker.id, what(on)), help));
            continue;
        }
        match line.at {
            MarkerAt::Location(Location::Hex(hex)) => {
                let fits = marker.at.as_ref().is_none_or(|at| {
                    Query { side: marker.side, hex: Some(hex), ..scenario.situation.query() }.is_hex(at, hex).possible()
                });
                if !fits {
                    let at = map.board.name(hex);
                    let message = format!("marker `{}` lies in hex {at}, where it may not lie", marker.id);
                    sink.report(report(message, "move it, or widen `at` of the marker".to_owned()).at_hex(at));
                }
            }
            MarkerAt::Side(side) => {
                let (a, Some(b)) = map.board.hexside_hexes(side) else { continue };
                let fits = |across| query.is_hexside(across, a, b).possible() || query.is_hexside(across, b, a).possible();
                if !marker.across.as_ref().is_none_or(fits) {
                    let message =
                        format!("marker `{}` lies on hexside {}, where it may not lie", marker.id, map.board.hexside_name(side));
                    sink.report(report(message, "move it, or widen `across` of the marker".to_owned()));
                }
            }
            MarkerAt::Location(Location::Box(_)) => {}
        }
    }
    for (line, place) in lines.setup.iter().zip(&scenario.origins.setup) {
        for marker in line.markers.iter().map(|id| &game.markers[*id]) {
            let (Some(on @ (MarkerOn::Hexside | MarkerOn::Track)), unit) = (marker.on, &game.units[line.unit].id) else {
                continue;
            };
            let word = if on == MarkerOn::Hexside { "hexsides" } else { "tracks and boxes" };
            let message = format!("marker `{}` lies on unit `{unit}`, expected on {word}", marker.id);
            let help = "put it where it belongs, under `markers` of the scenario";
            sink.report(Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(unit).help(help));
        }
    }
}
