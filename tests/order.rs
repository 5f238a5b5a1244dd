//! One answer whoever asks first: zones, bonds and supply that ask for each other, in any order of questions.

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::model::{BridgeCondition, Key, MarkerId, StateId};
use muster::model::{Game, SideId, UnitId};
use muster::rules::{Changed, Engine, Known, Piece, Position, Situation, Truth};

use crate::support::{Random, codes, edit, first_steps, said};

/// Entries that may stand in a list: each game draws from them.
const EXERT: [&str; 11] = [
    r#"{ "id": "a" }"#,
    r#"{ "id": "b", "who": { "supplied": ["line"] } }"#,
    r#"{ "id": "c", "who": { "side": ["aster"], "supplied": ["line"] } }"#,
    r#"{ "id": "d", "not-into": { "zone": "enemy" } }"#,
    r#"{ "id": "e", "who": { "side": ["brenn"], "not": { "at": { "zone": "enemy" } } } }"#,
    r#"{ "id": "g", "if": { "flag": ["up"] } }"#,
    r#"{ "id": "h", "who": { "state": ["reduced"] }, "has": false }"#,
    r#"{ "id": "i", "not-across": { "bridge": ["blown"] }, "not-into": { "marker": ["oos"] } }"#,
    r#"{ "id": "j", "not-into": { "units": [{ "of": { "side": ["enemy"] } }] } }"#,
    r#"{ "id": "k", "not-into": { "control": "enemy" }, "if": { "turns": { "from": "2" } } }"#,
    r#"{ "id": "f", "who": { "near": [{ "units": { "side": ["own"], "supplied": ["back"] }, "within": 3 }] } }"#,
];
const BONDS: [&str; 4] = [
    r#"{ "id": "a", "blocks": ["move", "supply"] }"#,
    r#"{ "id": "b", "blocks": ["supply"], "not-through": { "zone": "enemy" } }"#,
    r#"{ "id": "c", "blocks": ["supply"], "who": { "side": ["aster"], "supplied": ["back"] } }"#,
    r#"{ "id": "d", "blocks": ["move"], "broken-by": { "bond": "enemy" } }"#,
];
const EFFECTS: [&str; 3] = [
    r#"{ "id": "a", "kind": "supply" }"#,
    r#"{ "id": "b", "kind": "supply", "unless": { "supplied": ["back"] } }"#,
    r#"{ "id": "c", "kind": "stop" }"#,
];
const TRACES: [&str; 6] = [
    r#""segments": [{ "hexes": 3 }, { "over": "road" }]"#,
    r#""segments": [{ "hexes": 6, "blocked": { "zone": "enemy" } }]"#,
    r#""segments": [{ "hexes": 4, "blocked": { "supplied": ["line"] } }]"#,
    r#""segments": [{ "hexes": 8, "blocked-side": { "bond": "enemy" } }]"#,
    r#""segments": [{ "points": 9, "class": "foot", "first-free": true }, { "hexes": 2, "friends-open": true }]"#,
    r#""segments": [{ "hexes": 5 }], "phase": ["blow"], "marker": "oos""#,
];

/// A game with rules that are drawn by lot.
fn game(random: &mut Random) -> Game {
    let mut some = |list: &[&str], least: usize| {
        let count = least + random.below(3);
        let mut drawn: Vec<&str> = Vec::new();
        while drawn.len() < count.min(list.len()) {
            let one = list[random.below(list.len())];
            if !drawn.contains(&one) {
                drawn.push(one);
            }
        }
        drawn.join(", ")
    };
    let zones = format!(
        r#""zones": {{ "exert": [{}], "bonds": [{}], "effects": [{}] }},"#,
        some(&EXERT, 1),
        some(&BONDS, 0),
        some(&EFFECTS, 0)
    );
    let to = r#""to": [{ "hexes": { "entry": ["A", "B"] }, "who": { "side": ["aster"] } },
        { "hexes": { "entry": ["C", "D"] }, "who": { "side": ["brenn"] } }]"#;
    let back = format!(r#""traces": [{{ "id": "back", {}, {to} }},"#, TRACES[random.below(TRACES.len())]);
    let line = format!(r#"{}, "#, TRACES[random.below(TRACES.len() - 1)]);
    let memory = edit(first_steps(), "rules.json", r#""zones": {},"#, &zones);
    let memory = edit(memory, "rules.json", r#""segments": [{ "hexes": 3 }, { "over": "road" }],"#, &line);
    let memory = edit(memory, "rules.json", r#""traces": ["#, &back);
    let compiled = compile(&memory);
    let unread: Vec<String> =
        crate::support::lines(&compiled).into_iter().filter(|line| line.contains("M01") || line.contains("M00")).collect();
    assert!(unread.is_empty(), "{zones}\n{back}\n{line}\n{unread:#?}");
    compiled.game
}

fn position(game: &Game, random: &mut Random) -> Position {
    let hexes: Vec<HexId> = game.map.as_ref().unwrap().board.hexes().collect();
    let units: Vec<UnitId> = game.units.ids().collect();
    let mut position = Position::default();
    for _ in 0..random.below(14) + 4 {
        position.put(Piece::new(units[random.below(units.len())], Game::FULL), hexes[random.below(hexes.len())]);
    }
    position
}

#[derive(Clone, Copy, Debug)]
enum Question {
    Zones(SideId),
    Bonds(SideId),
    Trace(&'static str, SideId),
    Supply(&'static str, usize),
}

/// An answer as text, so that two can be compared whatever they are.
fn answer(situation: &Situation<'_>, question: Question) -> String {
    let hexes = || situation.engine.game().map.as_ref().unwrap().board.hexes();
    match question {
        Question::Zones(side) => hexes().map(|hex| format!("{} ", situation.zone(side, hex))).collect(),
        Question::Bonds(side) => format!("{:?}", situation.bonds(side)),
        Question::Trace(trace, side) => {
            let trace = situation.engine.game().words.traces.find(trace).unwrap();
            hexes().map(|hex| if situation.traced(trace, side, hex) == Truth::True { '1' } else { '0' }).collect()
        }
        Question::Supply(trace, n) => {
            let (hex, piece) = situation.pieces().nth(n).map(|(hex, piece)| (hex, *piece)).unwrap();
            let side = situation.engine.side_of(&piece).unwrap();
            let trace = situation.traces().into_iter().find(|t| t.id.0 == trace).unwrap();
            format!("{:?} {:?}", situation.supplied(trace.id.number(), side, &piece, hex), situation.supply(trace, &piece, hex))
        }
    }
}

#[test]
fn any_order_of_questions_gives_the_same_answers() {
    let mut random = Random(44);
    let (mut circles, mut straight, mut differ) = (0, 0, 0);
    for _ in 0..60 {
        let game = game(&mut random);
        let engine = Engine::new(&game, None);
        if engine.circles().is_empty() {
            straight += 1;
        } else {
            circles += 1;
        }
        for _ in 0..4 {
            let position = position(&game, &mut random);
            let fresh = || Situation::new(&engine, &position, engine.start());
            let pieces = fresh().pieces().count();
            let mut questions: Vec<Question> = game.sides.ids().map(Question::Zones).collect();
            questions.extend(game.sides.ids().map(Question::Bonds));
            for trace in ["back", "line"] {
                questions.extend(game.sides.ids().map(|side| Question::Trace(trace, side)));
                questions.extend((0..pieces).map(|n| Question::Supply(trace, n)));
            }
            let alone: Vec<String> = questions.iter().map(|question| answer(&fresh(), *question)).collect();
            differ += usize::from(alone.iter().any(|one| one.contains("False")) && alone.iter().any(|one| one.contains("True")));
            for _ in 0..4 {
                let mut order: Vec<usize> = (0..questions.len()).collect();
                for n in (1..order.len()).rev() {
                    order.swap(n, random.below(n + 1));
                }
                let situation = fresh();
                for n in order {
                    assert_eq!(answer(&situation, questions[n]), alone[n], "{:?}", questions[n]);
                }
            }
        }
    }
    assert!(circles > 10 && straight > 10 && differ > 50, "{circles} games with a circle, {straight} without, {differ} differ");
}

/// Zones only of units with supply, supply that zones cut: the check names both entries, and the questions agree.
#[test]
fn a_circle_is_found_and_named() {
    let round = r#""zones": { "exert": [{ "id": "live", "who": { "supplied": ["line"] } }], "effects": [{ "id": "cut", "kind": "supply" }] },"#;
    let memory = edit(first_steps(), "rules.json", r#""zones": {},"#, round);
    let names = "these entries hang on each other in a circle: `supply.traces/line`, `zones.effects/cut`, `zones.exert/live`";
    assert!(said(&memory).iter().any(|line| line.contains("M0511") && line.contains(names)), "{:#?}", said(&memory));
    // Only one side's zones hang on supply, and only the other's supply on zones: that is an order.
    let one = r#""zones": { "exert": [{ "id": "live", "who": { "side": ["aster"], "supplied": ["line"] } }, { "id": "dead", "has": false }],
        "effects": [{ "id": "cut", "kind": "supply" }] },"#;
    let memory = edit(first_steps(), "rules.json", r#""zones": {},"#, one);
    assert!(!codes(&memory).contains(&"M0511"), "{:?}", codes(&memory));
    // Supply that is judged in a phase is a state from then on.
    let judged = edit(first_steps(), "rules.json", r#""zones": {},"#, round);
    let judged = edit(judged, "rules.json", r#""marker": "oos", "#, r#""marker": "oos", "phase": ["blow"], "#);
    assert!(!codes(&judged).contains(&"M0511"), "{:?}", codes(&judged));
    // A zone that hangs on itself.
    let own = r#""zones": { "exert": [{ "id": "live", "who": { "at": { "zone": "own" } } }] },"#;
    let own = edit(first_steps(), "rules.json", r#""zones": {},"#, own);
    assert!(said(&own).iter().any(|line| line.contains("`zones.exert/live` hangs on what it finds itself")), "{:#?}", said(&own));
}

/// A change drawn by lot, and what it is.
fn change(game: &Game, position: &mut Position, moment: &mut muster::rules::Moment, random: &mut Random) -> Changed {
    let map = game.map.as_ref().unwrap();
    let hexes: Vec<HexId> = map.board.hexes().collect();
    let units: Vec<UnitId> = game.units.ids().collect();
    let unit = units[random.below(units.len())];
    let side = game.units.at(unit).unwrap().side;
    match random.below(8) {
        0 => {
            position.bridges.insert(map.bridges.values().next().unwrap().side, BridgeCondition::Blown);
            Changed::Bridges
        }
        1 => {
            let Some(flag) = game.words.flags.find("up") else { return Changed::Flags };
            if !position.flags.remove(&flag) {
                position.flags.insert(flag);
            }
            Changed::Flags
        }
        2 => {
            let place = muster::model::Location::Hex(hexes[random.below(hexes.len())]);
            position
                .markers
                .entry(place)
                .or_default()
                .push(game.markers.ids().find(|id| game.markers.at(*id).unwrap().id == "oos").unwrap_or(MarkerId::new(0)));
            Changed::Markers
        }
        3 => {
            let places: Vec<_> = map.places.ids().collect();
            position.held.insert(places[random.below(places.len())], side.unwrap());
            Changed::Control
        }
        4 => {
            moment.turn = game.turns.ids().nth(random.below(game.turns.len()));
            Changed::Moment
        }
        5 => {
            let reduced: StateId = game.states.ids().find(|id| game.states.at(*id).unwrap().id == "reduced").unwrap();
            let there = position.piece((unit, 1));
            if let Some((muster::model::Location::Hex(hex), piece)) = there {
                position.put(Piece { state: reduced, ..piece }, hex);
            }
            Changed::Shown(side)
        }
        _ => {
            match random.below(4) {
                0 => position.take(Piece::new(unit, Game::FULL)),
                _ => position.put(Piece::new(unit, Game::FULL), hexes[random.below(hexes.len())]),
            }
            Changed::Places(side)
        }
    }
}

/// What is kept after a change is what would be found anew; and something is kept.
#[test]
fn what_a_change_does_not_touch_is_kept_and_still_right() {
    let mut random = Random(4);
    let (mut kept, mut dropped) = (0, 0);
    for _ in 0..40 {
        let game = game(&mut random);
        let engine = Engine::new(&game, None);
        let mut position = position(&game, &mut random);
        let (mut moment, mut known) = (engine.start(), Known::default());
        for _ in 0..12 {
            let situation = Situation::knowing(&engine, &position, moment.clone(), known);
            let fresh = Situation::new(&engine, &position, moment.clone());
            // One hex before all: its old way may answer, where all of them need a flood.
            let hexes: Vec<HexId> = game.map.as_ref().unwrap().board.hexes().collect();
            let hex = hexes[random.below(hexes.len())];
            for (side, trace) in game.sides.ids().flat_map(|side| ["back", "line"].map(|trace| (side, trace))) {
                let name = game.words.traces.find(trace).unwrap();
                assert_eq!(situation.traced(name, side, hex), fresh.traced(name, side, hex), "{trace} {side:?} {hex:?}");
            }
            for side in game.sides.ids() {
                let traces = ["back", "line"].map(|trace| Question::Trace(trace, side));
                for question in [Question::Zones(side), Question::Bonds(side)].into_iter().chain(traces) {
                    assert_eq!(answer(&situation, question), answer(&fresh, question), "{question:?}");
                }
            }
            known = situation.into_known();
            let before = known.len();
            known.after(&engine, change(&game, &mut position, &mut moment, &mut random));
            kept += known.len();
            dropped += before - known.len();
        }
    }
    assert!(kept > 500 && dropped > 500, "{kept} kept, {dropped} dropped");
}
