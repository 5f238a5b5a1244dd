//! The players that are built in: they decide the same again, end every game, and the better one wins.

use muster::model::{Game, ScenarioId};
use muster::rules::Engine;
use muster::sim::{Ended, Kind, Plan, Players, Row, Watch, play_one};

use crate::play::compiled;
use crate::support::{edit, first_steps, folder};

fn played(model: &Game, scenario: ScenarioId, kinds: &[Kind], games: u64) -> Vec<Row> {
    let engine = Engine::new(model, Some(scenario));
    let players = Players::new(&engine, scenario, None, vec![kinds.to_vec()]);
    let plan = Plan::of(scenario, 1944, games);
    (0..games).map(|n| play_one(&engine, &plan, n, &players, &mut Watch::new(&engine)).unwrap().row).collect()
}

#[test]
fn the_same_seed_decides_the_same_twice() {
    let model = compiled(&first_steps());
    let dash = model.scenarios.iter().find(|(_, scenario)| scenario.id == "dash").unwrap().0;
    for kind in [Kind::Greedy, Kind::Search { nodes: 60 }, Kind::Search { nodes: 900 }] {
        let both = [kind, Kind::Greedy];
        assert_eq!(played(&model, dash, &both, 1), played(&model, dash, &both, 1));
    }
}

#[test]
fn greedy_ends_games_of_every_scenario() {
    let games = [
        ("modules/first-steps", 2),
        ("modules/bastogne-breakout", 1),
        ("tests/play/before-moscow", 1),
        ("tests/rules/bastogne", 1),
        ("tests/fields/cup", 1),
    ];
    for (name, count) in games {
        let model = compiled(&folder(name));
        for scenario in model.scenarios.ids() {
            for row in played(&model, scenario, &vec![Kind::Greedy; model.sides.len()], count) {
                assert_eq!(row.ended, Ended::Over, "{name}, {}", model.scenarios.at(scenario).unwrap().id);
            }
        }
    }
}

#[test]
fn a_policy_leaves_the_map_where_it_says_so() {
    let out = r#"{ "name": "Out", "side": "aster", "if": { "exited": { "of": { "side": ["aster"] }, "steps": 1 } } }, "#;
    let world = edit(first_steps(), "scenarios/crossing.json", r#""levels": ["#, &format!(r#""levels": [{out}"#));
    let go = r#"{ "id": "go", "side": "aster", "do": "move", "toward": { "hex": "1405" } }, "#;
    let leave = r#"{ "id": "out", "side": "aster", "do": "leave", "to": { "edge": ["east"] } }, "#;
    let elsewhere = r#"{ "id": "out", "side": "aster", "do": "leave", "to": { "edge": ["west"] } }, "#;
    for (first, level) in [(leave, Some(0)), (elsewhere, None), ("", None)] {
        let world = edit(world.clone(), "rules.json", r#""policy": ["#, &format!(r#""policy": [{first}{go}"#));
        let model = compiled(&world);
        let crossing = model.scenarios.iter().find(|(_, scenario)| scenario.id == "crossing").unwrap().0;
        let rows = played(&model, crossing, &[Kind::Policy, Kind::Idle], 2);
        let left: Vec<bool> = rows.iter().map(|row| row.level == Some(0)).collect();
        assert_eq!(left, [level.is_some(); 2], "{first}");
    }
}

#[test]
fn greedy_beats_random_at_first_steps() {
    let model = compiled(&first_steps());
    for (scenario, is) in model.scenarios.iter() {
        let mut halves = 0;
        for side in model.sides.ids() {
            let kinds: Vec<Kind> =
                model.sides.ids().map(|other| if other == side { Kind::Greedy } else { Kind::Random }).collect();
            for row in played(&model, scenario, &kinds, 10) {
                halves += match row.winner {
                    Some(winner) if winner == side => 2,
                    Some(_) => 0,
                    None => 1,
                };
            }
        }
        // Of twenty games as many halves as fourteen whole ones: what is measured is well above that.
        assert!(halves >= 28, "{}: {halves} of 40", is.id);
    }
}

#[test]
fn players_are_named() {
    assert_eq!(Kind::named("greedy"), Some(Kind::Greedy));
    assert_eq!(Kind::named("search:700"), Some(Kind::Search { nodes: 700 }));
    assert_eq!((Kind::named("search:0"), Kind::named("search:x"), Kind::named("best")), (None, None, None));
    for kind in [Kind::Idle, Kind::Random, Kind::Greedy] {
        assert_eq!(Kind::named(&kind.word()), Some(kind));
    }
}
