//! Play: what is stated is carried out. Games by lot prove that nothing gets lost on the way.

use muster::model::{Game, ScenarioId};
use muster::play::{Asker, Decision, Hand, Match, Random, Settings};
use muster::rules::Engine;

use crate::support::folder;

/// A game of this repository, which has no errors.
fn module(path: &str) -> Game {
    let compiled = muster::compile::compile(&folder(path));
    let errors: Vec<String> =
        compiled.diags.iter().filter(|d| d.severity == muster::diag::Severity::Error).map(|d| d.message.clone()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.game
}

/// A game by lot: every decision, and the game as it then stands.
fn played<'e>(
    engine: &'e Engine<'e>,
    scenario: ScenarioId,
    seed: u64,
    mut each: impl FnMut(&mut Match<'e>, Asker, &Decision),
) -> Match<'e> {
    let settings = Settings { seed, hand: Hand::Strict, options: None };
    let mut game = Match::new(engine, scenario, settings).unwrap();
    let mut random = Random::new(seed);
    for n in 0.. {
        assert!(n < 20_000, "game {seed} does not end");
        let Some(ask) = game.ask().cloned() else { break };
        let decision = random.decide(&game).unwrap_or_else(|| panic!("game {seed}: nobody can decide anything: {ask:?}"));
        game.decide(&decision).unwrap_or_else(|refused| panic!("game {seed}: {decision:?}: {}", refused.why));
        each(&mut game, ask.by, &decision);
    }
    game
}

fn each_scenario(game: &Game, mut each: impl FnMut(&Engine<'_>, ScenarioId)) {
    for scenario in game.scenarios.ids() {
        let engine = Engine::new(game, Some(scenario));
        each(&engine, scenario);
    }
}

#[test]
fn first_steps_is_played_from_setup_to_end() {
    let game = module("modules/first-steps");
    each_scenario(&game, |engine, scenario| {
        let mut ends = std::collections::BTreeMap::new();
        for seed in 0..20 {
            let played = played(engine, scenario, seed, |_, _, _| {});
            *ends.entry(played.state().over.as_ref().unwrap().how.clone()).or_insert(0) += 1;
        }
        println!("{ends:?}");
        assert!(ends.keys().all(|how| game.scenarios[scenario].levels.iter().any(|level| level.name == *how)), "{ends:?}");
    });
}
