//! Units that may be set up anywhere in an area, and cannot all stand there.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{Counted, Game, Limit, Ruled, SideId, StackingAt, Units, Where};
use crate::rules::{NoSetUp, Piece, Room, Truth, counter_fits};

static RULE: Rule = Rule { code: "M0413", name: "no-room", severity: Severity::Error, docs: include_str!("no_room.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

/// Who is to stand in which of several groups of hexes.
type Wishes = Vec<(Piece, usize)>;

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let lines = &game.scenarios[scenario.id];
    let stage = |hex: &HexId| lines.map.is_none_or(|area| scenario.engine.land().is_none_or(|land| land.in_area(area, *hex)));
    // Lines that name the same hexes share them.
    let mut areas: Vec<Vec<HexId>> = Vec::new();
    let mut known: BTreeMap<&Where, usize> = BTreeMap::new();
    let mut wishes: BTreeMap<Option<SideId>, Wishes> = BTreeMap::new();
    let mut draws: BTreeMap<(Option<SideId>, u32), (Wishes, u32)> = BTreeMap::new();
    for (n, line) in lines.setup.iter().enumerate() {
        if matches!(line.at, Where::At(_)) || context.origins.partial_units.contains(&game.units[line.unit].id) {
            continue;
        }
        // An area without hexes is a fault of the map.
        if matches!(line.at, Where::In(area, _) if map.areas[area].hexes.is_empty()) {
            continue;
        }
        let at = *known.entry(&line.at).or_insert_with(|| {
            let mut hexes: Vec<HexId> = match &line.at {
                Where::At(_) => Vec::new(),
                Where::In(area, except) => {
                    let except: BTreeSet<&HexId> = except.iter().collect();
                    map.areas[*area].hexes.iter().copied().filter(|hex| !except.contains(hex)).collect()
                }
                Where::Within(centres, far) => map.board.within(centres, *far),
            };
            hexes.retain(stage);
            hexes.sort();
            hexes.dedup();
            areas.push(hexes);
            areas.len() - 1
        });
        let unit = &game.units[line.unit];
        let face = unit.faces.iter().any(|face| face.state == line.state);
        let numbers = line.n.map_or(1..=unit.count, |n| n..=n);
        let pieces = numbers.map(|n| {
            let state = if face { line.state } else { Game::FULL };
            Piece { n: n.max(1), ..Piece::new(line.unit, state) }
        });
        let side = unit.side;
        let pieces = pieces.map(|piece| Piece { line: n, ..piece });
        match line.drawn {
            None => wishes.entry(side).or_default().extend(pieces.map(|piece| (piece, at))),
            // Of those that are drawn nobody knows who, but how many.
            Some((draw, most)) => {
                let (drawn, _) = draws.entry((side, draw)).or_insert((Vec::new(), most));
                drawn.extend(pieces.map(|piece| (piece, at)));
            }
        }
    }
    let may = |piece: Piece, hex: HexId| scenario.situation.may_set_up(piece, hex).is_ok();
    let room = |wishes: &[(Piece, usize)]| {
        let wanted = wishes.iter().filter_map(|(piece, at)| Some((*piece, areas.get(*at)?.as_slice())));
        scenario.situation.room(&wanted.collect::<Vec<_>>(), &may, StackingAt::Setup)
    };
    for ((side, _), (drawn, most)) in draws {
        // Nobody knows who is drawn: there is surely no room only if those have none who count least.
        let with = |drawn: &[(Piece, usize)]| -> Vec<(Piece, usize)> {
            wishes.get(&side).into_iter().flatten().chain(drawn.iter().take(most as usize)).copied().collect()
        };
        let mut together = with(&drawn);
        let mut full = false;
        if let Room::Crowded(crowd) = room(&together) {
            let mut lightest = drawn.clone();
            lightest.sort_by_key(|(piece, _)| weight(game, &crowd.limit, piece));
            together = with(&lightest);
            full = !matches!(crowd.limit.count, Counted::Rating(_)) && matches!(room(&together), Room::Crowded(_));
        }
        if full && matches!(wishes.get(&side).map(|wishes| room(wishes)), None | Some(Room::Yes(_))) {
            wishes.insert(side, together);
        }
    }
    for (side, wishes) in &wishes {
        let wanted: Vec<(Piece, &[HexId])> =
            wishes.iter().filter_map(|(piece, at)| Some((*piece, areas.get(*at)?.as_slice()))).collect();
        let room = room(wishes);
        let (piece, what, label, limit) = match &room {
            Room::Yes(_) => continue,
            Room::Unknown => {
                let whose = side.map_or_else(String::new, |side| format!(" of `{}`", game.sides[side].id));
                sink.undecided(format!("free setup{whose} in scenario `{}`", lines.id));
                continue;
            }
            Room::Nowhere(piece) => {
                let hexes = wanted.iter().find(|(p, _)| p == piece).map(|(_, hexes)| *hexes).unwrap_or_default();
                (piece, "may stand in none of its hexes".to_owned(), Some(nowhere(context, scenario, *piece, hexes)), None)
            }
            Room::Crowded(crowd) => {
                let what = match crowd.limit.count {
                    Counted::Units => "units".to_owned(),
                    Counted::Steps => "steps".to_owned(),
                    Counted::Rating(rating) => format!("`{}`", game.ratings[rating].id),
                };
                let hexes =
                    if crowd.hexes == 1 { "1 hex, which holds".to_owned() } else { format!("{} hexes, which hold", crowd.hexes) };
                let words = format!("has no room: {} {what} for {hexes} {}", crowd.found, crowd.most);
                (&crowd.piece, words, None, Some(&crowd.limit))
            }
            Room::No(piece) => (piece, "has no room, however the others are set up".to_owned(), None, None),
        };
        let unit = &game.units[piece.unit].id;
        let (Some(place), Some(line)) = (scenario.origins.setup.get(piece.line), lines.setup.get(piece.line)) else { continue };
        let area = match &line.at {
            Where::In(area, _) => format!(" in area `{}`", map.areas[*area].id),
            Where::Within(centres, far) => {
                format!(" within {far} of {}", centres.iter().take(3).map(|h| map.board.name(*h)).collect::<Vec<_>>().join(", "))
            }
            Where::At(_) => String::new(),
        };
        let mut diag = Diag::new(&RULE, place.clone(), format!("unit `{unit}`{area} {what}"))
            .in_scenario(&lines.id)
            .of_unit(unit)
            .printed_rule(limit.and_then(Ruled::rule))
            .help("give it more hexes, or set up fewer units there");
        if let Some(label) = label {
            diag = diag.label(label);
        }
        if let Some(origin) = limit.and_then(|limit| context.origins.rules.get(&format!("stacking.limits/{}", limit.id.0))) {
            diag = diag.related(origin.at("max"), "the limit");
        }
        sink.report(diag);
    }
}

/// Why none of its hexes will do, in a few words.
fn nowhere(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, piece: Piece, hexes: &[HexId]) -> String {
    let (mut closed, mut enemy, mut banned) = (0, 0, 0);
    for hex in hexes {
        match scenario.situation.may_set_up(piece, *hex) {
            Err(NoSetUp::Closed(_)) => closed += 1,
            Err(NoSetUp::Enemy) => enemy += 1,
            Err(NoSetUp::Banned(_)) => banned += 1,
            Ok(()) => {}
        }
    }
    let class = context.game.units[piece.unit]
        .class
        .map_or_else(|| "it".to_owned(), |class| format!("`{}`", context.game.classes[class].id));
    let words =
        [(closed, format!("closed to {class}")), (enemy, "held by the enemy".to_owned()), (banned, "forbidden".to_owned())];
    let said: Vec<String> = words.iter().filter(|(n, _)| *n > 0).map(|(n, why)| format!("{n} {why}")).collect();
    if hexes.is_empty() { "no hex is left".to_owned() } else { format!("of {}: {}", hexes.len(), said.join(", ")) }
}

/// How much a piece surely counts against a limit.
fn weight(game: &Game, limit: &Limit, piece: &Piece) -> i32 {
    let counts = |of: &Units| counter_fits(game, of, piece.unit, piece.state) == Truth::True;
    match limit.count {
        _ if !limit.of.as_ref().is_none_or(counts) => 0,
        Counted::Steps => game.units[piece.unit].steps.unwrap_or(0),
        _ => 1,
    }
}
