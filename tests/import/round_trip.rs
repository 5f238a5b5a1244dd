//! What we build for VASSAL, imported again, is the same game: units, hexes, states, setups.

use std::collections::{BTreeMap, BTreeSet};

use muster::compile::compile;
use muster::emit::{EMITTERS, EmitContext};
use muster::model::{Game, Location, Where};

use super::made::{Become, place};
use crate::support::{folder, one_of};

fn vmod(game: &Game) -> Vec<u8> {
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "vmod").unwrap();
    (emitter.emit)(&EmitContext::new(game, &scenarios), &mut |_, _| {}).unwrap().files.into_values().next().unwrap()
}

/// Everything about units that a counter shows.
fn units(game: &Game) -> BTreeMap<String, Vec<String>> {
    let word = |id: Option<String>| id.unwrap_or_default();
    game.units
        .values()
        .map(|unit| {
            let mut told = vec![
                format!("side {}", word(unit.side.map(|id| game.sides[id].id.clone()))),
                format!("nation {}", word(unit.nation.map(|id| game.nations[id].id.clone()))),
                format!("formation {}", word(unit.formation.map(|id| game.formations[id].id.clone()))),
                format!("name {:?}", unit.name),
                format!("type {}", word(unit.kind.map(|id| game.types[id].id.clone()))),
                format!("class {}", word(unit.class.map(|id| game.classes[id].id.clone()))),
                format!("size {:?} label {:?} steps {:?} count {}", unit.size, unit.designation, unit.steps, unit.count),
            ];
            for face in &unit.faces {
                let ratings: Vec<String> =
                    game.ratings.iter().map(|(id, rating)| format!("{} {:?}", rating.id, face.rating(id))).collect();
                let ratings: BTreeSet<String> = ratings.into_iter().filter(|told| !told.ends_with("Absent")).collect();
                told.push(format!("{} {ratings:?}", game.states[face.state].id));
            }
            (unit.id.clone(), told)
        })
        .collect()
}

fn hexes(game: &Game) -> BTreeSet<String> {
    game.map.iter().flat_map(|map| map.board.hexes().map(|hex| map.board.name(hex)).collect::<Vec<_>>()).collect()
}

/// Pairs of hexes that touch.
fn touching(game: &Game) -> BTreeSet<(String, String)> {
    let board = &game.map.as_ref().unwrap().board;
    let pairs = board
        .hexes()
        .flat_map(|hex| board.neighbours(hex).into_iter().flatten().map(move |near| (hex, near)).collect::<Vec<_>>());
    pairs.map(|(a, b)| (board.name(a), board.name(b))).collect()
}

/// Who stands where and in which state, by the scenario's name.
fn setups(game: &Game) -> BTreeMap<String, BTreeSet<String>> {
    game.scenarios
        .values()
        .map(|scenario| {
            let lines = scenario.setup.iter().filter(|line| !matches!(line.at, Where::At(Location::Box(_)) | Where::Within(..)));
            let told = lines.map(|line| {
                let unit = &game.units[line.unit];
                format!("{} {} {}", unit.id, place(game, &line.at), game.states[line.state].id)
            });
            (scenario.id.clone(), told.collect())
        })
        .collect()
}

#[test]
fn our_own_modules_come_back_as_they_were() {
    for name in ["modules/first-steps", "modules/bastogne-breakout", "tests/rules/ardennes-44", "tests/rules/enemy-action"] {
        let game = compile(&folder(name)).game;
        let back = Become::of(&[&vmod(&game)]);
        let again = &back.compiled.game;
        assert_eq!(units(again), units(&game), "{name}");
        assert_eq!(hexes(again), hexes(&game), "{name}");
        assert_eq!(touching(again), touching(&game), "{name}");
        assert_eq!(setups(again), setups(&game), "{name}");
        let turns = |game: &Game| game.turns.values().map(|turn| turn.id.clone()).collect::<Vec<_>>();
        assert_eq!(turns(again), turns(&game));
        let markers = |game: &Game| game.markers.values().map(|marker| marker.id.clone()).collect::<BTreeSet<_>>();
        assert_eq!(markers(again), markers(&game));
        let cards = |game: &Game| {
            game.cards.values().map(|card| (card.id.clone(), card.deck.clone(), card.count)).collect::<BTreeSet<_>>()
        };
        assert_eq!(cards(again), cards(&game));
        let arrivals = |game: &Game| -> BTreeSet<String> {
            let all = game.scenarios.values().flat_map(|s| s.arrivals.iter().map(move |a| (s, a)));
            all.flat_map(|(s, a)| {
                a.units.iter().map(move |u| {
                    format!("{} {} {}", s.name.clone().unwrap_or_default(), game.units[*u].id, game.turns[a.turn].id)
                })
            })
            .collect()
        };
        assert_eq!(arrivals(again), arrivals(&game), "{name}");
    }
}

#[test]
fn maps_of_every_kind_come_back() {
    let maps = ["tests/maps/enemy-action", "tests/maps/bitter-woods", "tests/maps/ardennes-44"];
    for name in maps.into_iter().step_by(one_of(3)) {
        let game = compile(&folder(name)).game;
        let back = Become::of(&[&vmod(&game)]);
        let again = &back.compiled.game;
        assert_eq!(hexes(again).len(), hexes(&game).len(), "{name}");
        assert_eq!(touching(again).len(), touching(&game).len(), "{name}");
    }
}
