//! What `muster why` and `muster odds` have in common: the game, the scenario, the turn, the units that are named.

use std::path::Path;

use super::build::wanted;
use super::check::open;
use super::exit::Failure;
use crate::compile::compile;
use crate::diag::did_you_mean;
use crate::hexgrid::HexId;
use crate::model::{Game, Key, Map, ScenarioId, UnitId};
use crate::rules::{Engine, Moment};

/// A game that was read; it may have errors, but a map.
pub(super) fn game(dir: &Path) -> Result<Game, Failure> {
    let world = open(dir)?;
    let game = compile(&world).game;
    if game.map.is_none() {
        return Err(Failure::new("the game has no map that could be read").help("`muster check` says what is wrong"));
    }
    Ok(game)
}

/// The map, which a game that was asked about has.
pub(super) fn map(game: &Game) -> Result<&Map, Failure> {
    game.map.as_ref().ok_or_else(|| Failure::new("the game has no map that could be read"))
}

/// The scenario of that name.
pub(super) fn scenario(game: &Game, name: &str) -> Result<ScenarioId, Failure> {
    let found = wanted(game, &[name.to_owned()])?;
    found.first().copied().ok_or_else(|| Failure::new("the game has no scenarios").help("write one into scenarios/"))
}

/// The unit of that id.
pub(super) fn unit(game: &Game, id: &str) -> Result<UnitId, Failure> {
    game.units.iter().find(|(_, unit)| unit.id == id).map(|(found, _)| found).ok_or_else(|| {
        let near = did_you_mean(id, game.units.values().map(|unit| unit.id.as_str()));
        Failure::new(format!("the game has no unit `{id}`")).help(near.unwrap_or_else(|| "name the id of a unit".to_owned()))
    })
}

/// The hex of that number.
pub(super) fn hex(game: &Game, name: &str) -> Result<HexId, Failure> {
    map(game)?.board.parse(name).map_err(|error| Failure::new(error.to_string()).help("name a hex as it is printed"))
}

/// The moment: the start of the scenario, or a turn and a phase, with the options that are played.
pub(super) fn moment(
    game: &Game,
    engine: &Engine<'_>,
    turn: Option<&str>,
    phase: Option<&str>,
    options: &[String],
) -> Result<Moment, Failure> {
    let mut moment = engine.start();
    if let Some(name) = turn {
        let found = game.turns.iter().find(|(_, turn)| turn.id == name).map(|(id, _)| id);
        moment.turn = Some(found.ok_or_else(|| {
            let near = did_you_mean(name, game.turns.values().map(|turn| turn.id.as_str()));
            Failure::new(format!("the game has no turn `{name}`"))
                .help(near.unwrap_or_else(|| "name a turn of turns.json".to_owned()))
        })?);
    }
    if let Some(name) = phase {
        let found = game.phases.values().find(|phase| phase.id == name).map(|phase| phase.number);
        moment.phase = Some(found.ok_or_else(|| {
            let near = did_you_mean(name, game.phases.values().map(|phase| phase.id.as_str()));
            Failure::new(format!("the game has no phase `{name}`"))
                .help(near.unwrap_or_else(|| "name a phase of turns.json".to_owned()))
        })?);
    }
    for name in options {
        let found = game.rules.options.iter().find(|(_, option)| option.id == *name).map(|(id, _)| id);
        let id = found.ok_or_else(|| {
            let near = did_you_mean(name, game.rules.options.values().map(|option| option.id.as_str()));
            Failure::new(format!("the game has no option `{name}`")).help(near.unwrap_or_else(|| "name an option".to_owned()))
        })?;
        std::sync::Arc::make_mut(&mut moment.options).insert(id.index());
    }
    Ok(moment)
}
