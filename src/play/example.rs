//! Worked examples that are played: from a position in a phase, decisions are made, and what they lead to is compared.

use serde_json::Value;

use super::{Clock, Frame, Hand, Match, PhaseFrame, PhaseStage, Settings};
use crate::model::{Afterwards, Example, PhaseName, ScenarioId, SideId};
use crate::rules::{Engine, Moment, NoAnswer, Position};

/// So many decisions an example may make or ask about.
const MOST: usize = 1000;

impl<'e> Match<'e> {
    /// A game that begins in the middle: with a position, in a phase, whatever came before. Nothing if there is no such
    /// phase. Where nobody can do anything a phase is passed over, unless it `stays`.
    pub fn amid(engine: &'e Engine<'e>, scenario: ScenarioId, position: Position, moment: &Moment, stays: bool) -> Option<Self> {
        let settings = Settings { seed: 0, hand: Hand::Strict, options: Some(moment.options.as_ref().clone()) };
        let mut game = Match::unbegun(engine, scenario, settings)?;
        let here = |side: Option<SideId>| moment.side.is_none() || side.is_none() || side == moment.side;
        let named = |id: Option<PhaseName>| moment.phase.is_none() || id == moment.phase;
        let phase = game.sequence.iter().position(|phase| named(phase.id) && here(phase.side))?;
        game.state.position = position;
        game.state.clock = Clock { turn: moment.turn, turns: 0, phase: u16::try_from(phase).ok() };
        game.state.frames.push(Frame::Phase(PhaseFrame { stage: PhaseStage::Act, asked: 0, passed: 0 }));
        match stays {
            true => {
                let by = game.askers().first().copied()?;
                game.asked = Some(super::Ask { by: super::Asker::Side(by), what: super::What::Act });
            }
            false => game.settle(),
        }
        game.journal.clear();
        Some(game)
    }
}

/// What is otherwise than an example says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// The field that says it.
    pub field: &'static str,
    pub said: String,
}

/// Makes the decisions of an example. What is otherwise than it says; nothing if all of it is so.
pub fn carry_out(engine: &Engine<'_>, scenario: ScenarioId, example: &Example) -> Result<Option<Otherwise>, NoAnswer> {
    let unasked = |why: &str| NoAnswer::Unasked(why.to_owned());
    let (Some(sent), Some(then)) = (&example.decisions, &example.then) else {
        return Err(unasked("decisions (`do`) need what they lead to (`then`)"));
    };
    let (position, moment) = (engine.example_position(example)?, engine.example_moment(example)?);
    let stays = matches!(sent, Value::Array(list) if list.is_empty()) && (then.may.is_some() || then.may_not.is_some());
    let mut game = Match::amid(engine, scenario, position, &moment, stays).ok_or_else(|| {
        let known = engine.game().phases.values().map(|phase| phase.id.clone()).collect();
        NoAnswer::Unknown("phase", example.phase.clone().unwrap_or_default(), known)
    })?;
    for (n, sent) in listed(sent, "do")?.iter().enumerate() {
        let decision = game.naming().read(sent).map_err(|why| NoAnswer::Unasked(format!("decision {}: {why}", n + 1)))?;
        if let Err(refused) = game.decide(&decision) {
            let said = format!("decision {} ({sent}) is refused: {}", n + 1, refused.why);
            return Ok(Some(Otherwise { field: "do", said }));
        }
    }
    let said = match engine.example_differs(then, &game.state().position)? {
        Some(said) => Some(said),
        None => asked(&game, then)?,
    };
    Ok(said.map(|said| Otherwise { field: "then", said }))
}

/// A list of decisions, or one.
fn listed<'j>(sent: &'j Value, field: &str) -> Result<&'j [Value], NoAnswer> {
    match sent {
        Value::Array(list) if list.len() <= MOST => Ok(list),
        Value::Array(_) => Err(NoAnswer::Unasked(format!("`{field}` has more than {MOST} decisions"))),
        one => Ok(std::slice::from_ref(one)),
    }
}

fn asked(game: &Match<'_>, then: &Afterwards) -> Result<Option<String>, NoAnswer> {
    if let Some(wanted) = &then.asks {
        let side = game.engine().game().sides.values().any(|side| side.id == *wanted);
        if !side && wanted != "dice" && wanted != "nobody" {
            let known = game.engine().game().sides.values().map(|side| side.id.clone());
            return Err(NoAnswer::Unknown("side", wanted.clone(), known.chain(["dice".into(), "nobody".into()]).collect()));
        }
        let found = game.ask().map_or_else(|| "nobody".to_owned(), |ask| game.asker_word(ask.by));
        if found != *wanted {
            return Ok(Some(format!("then {found} is asked, not {wanted}")));
        }
    }
    for (list, field, wanted) in [(&then.may, "may", true), (&then.may_not, "may-not", false)] {
        let Some(list) = list else { continue };
        for sent in listed(list, field)? {
            let decision = game.naming().read(sent).map_err(|why| NoAnswer::Unasked(format!("{sent} in `{field}`: {why}")))?;
            match (game.allows(&decision), wanted) {
                (Ok(()), false) => return Ok(Some(format!("then {sent} is allowed"))),
                (Err(refused), true) => return Ok(Some(format!("then {sent} is not allowed: {}", refused.why))),
                _ => {}
            }
        }
    }
    Ok(None)
}
