//! Two markers or states that exclude each other: on one unit, in one hex, on one hexside, of one bridge.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{BridgeCondition, BridgeId, Location, Map, MarkerAt, MarkerId, SideId, Trace, Units};
use crate::rules::{Piece, Supplied};
use crate::span::Place;

static RULE: Rule = Rule { code: "M0416", name: "at-odds", severity: Severity::Error, docs: include_str!("at_odds.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

/// Markers that lie in one place, and where each is written.
type Markers = Vec<(MarkerId, Place)>;

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let lines = &game.scenarios[scenario.id];
    let excludes = |a: MarkerId, b: MarkerId| game.markers[a].apart.contains(&b) || game.markers[b].apart.contains(&a);
    let clash = |list: &[(MarkerId, Place)]| -> Option<((MarkerId, Place), (MarkerId, Place))> {
        let pairs = list.iter().enumerate().flat_map(|(n, a)| list.iter().skip(n + 1).map(move |b| (a, b)));
        pairs.filter(|(a, b)| excludes(a.0, b.0)).map(|(a, b)| (a.clone(), b.clone())).next()
    };
    if game.markers.values().any(|marker| !marker.apart.is_empty()) {
        let mut there: BTreeMap<(Option<Location>, Option<String>), Markers> = BTreeMap::new();
        for (line, place) in lines.markers.iter().zip(&scenario.origins.markers) {
            let key = match line.at {
                MarkerAt::Location(at) => (Some(at), None),
                MarkerAt::Side(side) => (None, Some(map.board.hexside_name(side))),
            };
            there.entry(key).or_default().push((line.marker, place.clone()));
        }
        for ((place, side), list) in &there {
            let Some(((a, first), (b, second))) = clash(list) else { continue };
            let at = match (place, side) {
                (Some(Location::Hex(hex)), _) => format!("in hex {}", map.board.name(*hex)),
                (Some(Location::Box(id)), _) => format!("in box `{}`", map.boxes[*id].id),
                (None, side) => format!("on hexside {}", side.as_deref().unwrap_or_default()),
            };
            let message =
                format!("markers `{}` and `{}` exclude each other, and both lie {at}", game.markers[a].id, game.markers[b].id);
            let diag = Diag::new(&RULE, second, message).related(first, "the other one").in_scenario(&lines.id);
            sink.report(located(map, diag, *place).help("keep one of the two"));
        }
        for (line, place) in lines.setup.iter().zip(&scenario.origins.setup) {
            let list: Vec<(MarkerId, Place)> = line.markers.iter().map(|marker| (*marker, place.clone())).collect();
            let Some(((a, _), (b, _))) = clash(&list) else { continue };
            let (unit, a, b) = (&game.units[line.unit].id, &game.markers[a].id, &game.markers[b].id);
            let message = format!("unit `{unit}` has the markers `{a}` and `{b}`, and they exclude each other");
            sink.report(
                Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(unit).help("keep one of the two"),
            );
        }
    }
    let mut bridges: BTreeMap<BridgeId, (BridgeCondition, &Place)> = BTreeMap::new();
    for ((id, is), place) in lines.bridges.iter().zip(&scenario.origins.bridges) {
        let Some((other, first)) = bridges.insert(*id, (*is, place)).filter(|(other, _)| other != is) else { continue };
        let word = |is: BridgeCondition| match is {
            BridgeCondition::Intact => "intact",
            BridgeCondition::Blown => "blown",
            BridgeCondition::Building => "being built",
        };
        let at = map.board.hexside_name(map.bridges[*id].side);
        let message = format!("the bridge at {at} is {} and {} at the start", word(other), word(*is));
        let diag = Diag::new(&RULE, place.clone(), message).related(first.clone(), "the other one").in_scenario(&lines.id);
        sink.report(diag.help("keep one of the two"));
    }
    // Supply reaches a hex or does not: of two units of a side there, both lack it or neither. Where it is known which,
    // the one that is marked wrongly has been told.
    for trace in scenario.situation.traces().filter(|trace| !super::out_of_supply::fixed(trace)) {
        let mut seen: BTreeMap<(HexId, SideId), (bool, Piece)> = BTreeMap::new();
        for (hex, piece) in scenario.situation.pieces() {
            let unit = &game.units[piece.unit];
            let needs = scenario.situation.needs(trace, piece, hex).sure();
            let (Some(side), true) = (unit.side, needs && same_for_all(trace)) else { continue };
            if matches!(scenario.situation.supply(trace, piece, hex), Supplied::Always(_)) {
                continue;
            }
            let lacks = scenario.situation.shows_lack(trace, piece);
            let Some((other_lacks, other)) = seen.insert((hex, side), (lacks, *piece)) else { continue };
            if other_lacks == lacks {
                continue;
            }
            let (with, without) = if lacks { (piece, &other) } else { (&other, piece) };
            let (Some(place), Some(first)) = (scenario.origins.setup.get(with.line), scenario.origins.setup.get(without.line))
            else {
                continue;
            };
            let (a, b, at) = (&game.units[with.unit].id, &game.units[without.unit].id, map.board.name(hex));
            let message = format!("in hex {at} unit `{a}` is marked as lacking supply `{}`, unit `{b}` is not", trace.id.0);
            let diag = Diag::new(&RULE, place.clone(), message).related(first.clone(), "the other one").in_scenario(&lines.id);
            sink.report(diag.at_hex(at).of_unit(a).of_unit(b).help("mark both of them or neither"));
        }
    }
}

/// Whether a trace ends at the same places for all units of a side.
fn same_for_all(trace: &Trace) -> bool {
    let by_side = |who: &Units| *who == Units { side: who.side.clone(), ..Units::default() };
    trace.to.iter().flatten().all(|target| target.who.as_ref().is_none_or(by_side))
}

/// With the hex or the box that it is about.
fn located(map: &Map, diag: Diag, at: Option<Location>) -> Diag {
    match at {
        Some(Location::Hex(hex)) => diag.at_hex(map.board.name(hex)),
        Some(Location::Box(id)) => diag.in_box(&map.boxes[id].id),
        None => diag,
    }
}
