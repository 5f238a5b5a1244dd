//! A worked example to which the rules, as they are written here, give another answer.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, codes, did_you_mean};
use crate::model::{Ask, Example, Game, ScenarioId, same_answer};
use crate::play::carry_out;
use crate::rules::{Engine, NoAnswer, scenario_of};
use crate::span::Origin;

static RULE: Rule =
    Rule { code: "M0610", name: "example-differs", severity: Severity::Error, docs: include_str!("example_differs.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// How many hexes are looked at for all examples together; a game of 60,000 hexes has room for a thousand.
const WORK: usize = 100_000_000;

/// How many hexes an answer may look at.
fn work(game: &Game, example: &Example) -> usize {
    let hexes = game.map.as_ref().map_or(1, |map| map.board.len().max(1));
    match example.ask.as_ref() {
        // Every way that is followed looks at six hexes.
        Some(Ask::Retreat { hexes, .. }) => 6usize.saturating_pow((*hexes).min(6)).saturating_mul(6),
        _ => hexes,
    }
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    // An answer rests on all of it: what could not be read has been told, and examples that miss it say nothing new.
    let read = lost.rules || lost.units || lost.map || lost.lines || lost.scenarios || lost.markers || lost.cards;
    let known = lost.missed_area || lost.missed_terrain || lost.missed_nation || lost.missed_unit;
    if read || known || lost.turns || lost.ratings || lost.formations {
        return;
    }
    let mut engines: BTreeMap<Option<ScenarioId>, Engine<'_>> = BTreeMap::new();
    let mut left = WORK;
    for (example, origin) in game.examples.iter().zip(&context.origins.examples) {
        left = left.saturating_sub(work(game, example));
        if left == 0 {
            sink.undecided(format!("the example \"{}\" and those after it", example.about));
            break;
        }
        let scenario = scenario_of(game, example);
        let engine = scenario.map(|id| (id, &*engines.entry(id).or_insert_with(|| context.engine.of(id))));
        let diag = match engine.and_then(|(scenario, engine)| otherwise(example, scenario, engine, *origin)) {
            Ok(None) => continue,
            Ok(Some(diag)) => diag,
            Err(NoAnswer::Unknown(what, name, known)) => {
                let near = did_you_mean(&name, known.iter().map(String::as_str));
                let help = near.unwrap_or_else(|| format!("name a {what} of this game"));
                Diag::new(&codes::UNKNOWN_NAME, *origin, format!("unknown {what} `{name}` in the example \"{}\"", example.about))
                    .help(help)
            }
            Err(NoAnswer::Unasked(why)) => {
                let message = format!("the example \"{}\" cannot be asked: {why}", example.about);
                Diag::new(&codes::UNCLEAR_ENTRY, *origin, message).help("correct the position or the question")
            }
        };
        // One wrong rule spoils many examples: they are one finding with many places.
        sink.report(diag.printed_rule(Some(&example.rule.0)).folded_by("examples"));
    }
}

/// What the rules say otherwise than an example.
fn otherwise(
    example: &Example,
    scenario: Option<ScenarioId>,
    engine: &Engine<'_>,
    origin: Origin,
) -> Result<Option<Diag>, NoAnswer> {
    let (asks, does) = (example.ask.is_some() || example.is.is_some(), example.decisions.is_some() || example.then.is_some());
    if asks == does {
        return Err(NoAnswer::Unasked("it has either `ask` and `is`, or `do` and `then`".to_owned()));
    }
    if does {
        let only = engine.game().scenarios.ids().next();
        let Some(scenario) = scenario.or(only) else {
            return Err(NoAnswer::Unasked("the game has no scenario that could be played".to_owned()));
        };
        let differs = carry_out(engine, scenario, example)?;
        return Ok(differs.map(|otherwise| {
            let message = format!("the example \"{}\" is played otherwise: {}", example.about, otherwise.said);
            Diag::new(&RULE, origin.at(otherwise.field), message).help("correct the example, or the rule that it shows")
        }));
    }
    let found = engine.answer(example)?;
    let (Some(ask), Some(is)) = (&example.ask, &example.is) else { return Ok(None) };
    if same_answer(&found, is) {
        return Ok(None);
    }
    if !ask.shape().fits(is) {
        let message = format!("the example \"{}\" expects {is}, which its question never gives", example.about);
        return Ok(Some(Diag::new(&codes::WRONG_FORM, origin.at("is"), message).help(format!("write {}", ask.shape().looks()))));
    }
    let message = format!("the example \"{}\" expects {is}, the rules give {found}", example.about);
    Ok(Some(Diag::new(&RULE, origin.at("is"), message).help("correct the example, or the rule that it shows")))
}
