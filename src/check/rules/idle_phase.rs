//! A phase that says it does something for which the game has nothing, or in which nothing is ever done.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::check::spoken::{all_rules, conditions, each_object, is_told};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Act, Activity, Ban, Event, Game, LevelChecked, Phase, PhaseName, Ruled, SideId, SideWord, UnitId, written};
use crate::play::sequence;
use crate::rules::{Moment, Truth, counter_fits, every_state, holds};

static RULE: Rule = Rule { code: "M0512", name: "idle-phase", severity: Severity::Warning, docs: include_str!("idle_phase.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    let whole = !lost.rules && !lost.scenarios && !lost.map && !lost.cards && !lost.turns;
    // A game without scenarios is not finished: nothing is idle yet.
    if !whole || game.scenarios.is_empty() || context.origins.scenarios.iter().any(|s| s.incomplete || s.partial) {
        return;
    }
    let asked = supply_is_asked(game);
    let mut told = BTreeSet::new();
    let phases = || game.phases.values().zip(&context.origins.phases);
    for (phase, place) in phases() {
        for activity in phase.does.iter().flatten() {
            // Several sides may go through one phase: one of them is enough.
            let all = || game.phases.values().filter(|other| other.number == phase.number);
            let Some((nothing, help)) = lacks(game, asked, phase, *activity) else {
                if let Some(ban) = all().map(|other| holds_everybody(game, other, *activity)).reduce(Option::and).flatten()
                    && told.insert((phase.number, Some(*activity)))
                {
                    let message =
                        format!("phase `{}` does `{}`, and ban `{}` holds everybody", phase.id, activity.word(), ban.id.0);
                    let help = "say in the ban's `if` or `who` when it holds or for whom, or take the word out of `does`";
                    let diag = Diag::new(&RULE, place.clone(), message).printed_rule(ban.rule()).help(help);
                    let origin = context.origins.rules.get(&format!("bans/{}", ban.id.0));
                    sink.report(match origin {
                        Some(origin) => diag.related(origin.at("id"), "the ban"),
                        None => diag,
                    });
                }
                continue;
            };
            if all().any(|other| lacks(game, asked, other, *activity).is_none()) || !told.insert((phase.number, Some(*activity)))
            {
                continue;
            }
            let message = format!("phase `{}` does `{}`, and {nothing}", phase.id, activity.word());
            sink.report(Diag::new(&RULE, place.clone(), message).help(help));
        }
    }
    // Where no phase says what is done in it, players know.
    if game.phases.values().all(|phase| phase.does.is_none()) {
        return;
    }
    let busy = busy(context, asked);
    for (phase, place) in phases().filter(|(phase, _)| !busy.contains(&phase.number)) {
        let said = phase.does.iter().flatten().next().is_some();
        if !said
            && !is_told(context, &[&phase.id, phase.name.as_deref().unwrap_or_default()])
            && told.insert((phase.number, None))
        {
            let message = match phase.does {
                Some(_) => format!("nothing is ever done in phase `{}`", phase.id),
                None => format!("phase `{}` does not say what is done in it, and nothing speaks of it", phase.id),
            };
            let help = "say in `does` what is done in it, write a reminder that names it, or take it out";
            sink.report(Diag::new(&RULE, place.clone(), message).help(help));
        }
    }
}

/// Whether any rule asks who is supplied.
fn supply_is_asked(game: &Game) -> bool {
    let mut asked = false;
    let mut see = |members: &Map<String, Value>| asked |= members.contains_key("supplied");
    all_rules(game).iter().for_each(|value| each_object(value, &mut see));
    asked
}

/// What a phase lacks to do something in it; nothing if it can be done, or if players do it by themselves.
fn lacks(game: &Game, asked: bool, phase: &Phase, activity: Activity) -> Option<(&'static str, &'static str)> {
    let rules = &game.rules;
    let here = |list: &Option<Vec<PhaseName>>| list.as_ref().is_none_or(|names| names.contains(&phase.number));
    let named = |list: &Option<Vec<PhaseName>>| list.as_ref().is_some_and(|names| names.contains(&phase.number));
    let combats = || rules.combat.iter().flat_map(crate::model::Entries::all);
    let own = |by: Option<SideWord>| match (by, phase.side) {
        (Some(SideWord::Is(side)), Some(own)) => side == own,
        _ => true,
    };
    match activity {
        Activity::Fight => (rules.combat.is_some() && !combats().any(|combat| here(&combat.phase)))
            .then_some(("no combat is fought in it", "name the phase in `phase` of a combat, or take `fight` out")),
        Activity::Resolve => (rules.combat.is_some() && !combats().any(|combat| named(&combat.resolve)))
            .then_some(("no combat is resolved in it", "name the phase in `resolve` of a combat, or take `resolve` out")),
        Activity::Act => (!rules.actions.all().any(|action| here(&action.phase) && own(action.by)))
            .then_some(("no action is done in it", "name the phase in `phase` of an action, or take `act` out")),
        Activity::Arrive => {
            let ours = |side: Option<SideId>| side.is_none() || phase.side.is_none() || side == phase.side;
            let mut entries = game.map.iter().flat_map(|map| map.entries.values());
            let boxes = entries.any(|entry| entry.behind.is_some() && ours(entry.side));
            let mut arrivals = game.scenarios.values().flat_map(|scenario| &scenario.arrivals).flat_map(|arrival| &arrival.units);
            let arrivals = arrivals.any(|unit| ours(game.units.at(*unit).and_then(|unit| unit.side)));
            let nobody = match phase.side {
                Some(_) => "nobody of its side arrives in any scenario",
                None => "nobody arrives in any scenario",
            };
            (!boxes && !arrivals).then_some((nobody, "let units arrive, or take `arrive` out"))
        }
        Activity::Cards => {
            if rules.decks.list.is_empty() {
                return Some(("there are no decks to draw from", "write `decks`, or take `cards` out"));
            }
            let drawn = rules.decks.all().any(|deck| named(&deck.phase));
            let held = |deck: &str| rules.decks.all().any(|other| other.id.0 == deck && other.hand.is_some());
            let here = |phases: &[PhaseName]| phases.is_empty() || phases.contains(&phase.number);
            let played = game.cards.values().any(|card| held(&card.deck) && here(&card.phase));
            (!drawn && !played).then_some((
                "no card is drawn or played in it",
                "name the phase in `phase` of a deck or of a card in a hand, or take `cards` out",
            ))
        }
        Activity::Supply => {
            let supply = rules.supply.as_ref()?;
            if supply.traces.list.is_empty() {
                return Some(("there is no supply", "write `supply` with its traces, or take `supply` out"));
            }
            let shown = supply.traces.all().any(|trace| trace.state.is_some() || trace.marker.is_some());
            (!shown && !asked).then_some((
                "whoever has no supply trace gets neither state nor marker, and nothing asks for one",
                "add `state` or `marker` to a trace, or take `supply` out",
            ))
        }
        Activity::Move => None,
    }
}

/// The ban by which nobody of a phase's side may ever do something in it; none if somebody may at some time.
fn holds_everybody<'g>(game: &'g Game, phase: &Phase, activity: Activity) -> Option<&'g Ban> {
    let act = match activity {
        Activity::Move => Act::Move,
        Activity::Fight => Act::Attack,
        Activity::Arrive => Act::Arrive,
        Activity::Act | Activity::Cards | Activity::Resolve | Activity::Supply => return None,
    };
    let moment = Moment { phase: Some(phase.number), side: phase.side, open: true, ..Moment::default() };
    let changed = |ban: &Ban| {
        let entry = format!("bans/{}", ban.id.0);
        let scenarios = game.scenarios.values().flat_map(|scenario| &scenario.changes);
        scenarios.chain(game.rules.options.values().flat_map(|option| &option.changes)).any(|change| change.entry == entry)
    };
    let lifted = |ban: &Ban| game.rules.bans.all().any(|other| other.lifts.iter().flatten().any(|name| name.0 == ban.id.0));
    let anywhere = |ban: &Ban| ban.to.is_none() && ban.from.is_none() && ban.across.is_none() && ban.mode.is_none();
    let everybody = |ban: &Ban| {
        let own = |unit: UnitId| phase.side.is_none_or(|side| game.units.at(unit).is_none_or(|unit| unit.side == Some(side)));
        let held = |unit, state| ban.who.as_ref().is_none_or(|who| counter_fits(game, who, unit, state) == Truth::True);
        every_state(game).all(|(unit, state)| !own(unit) || held(unit, state))
    };
    game.rules.bans.list.iter().find(|ban| {
        ban.of.contains(&act)
            && ban.lifts.is_none()
            && ban.only != Some(true)
            && anywhere(ban)
            && ban.when.as_ref().is_none_or(|when| holds(game, when, &moment) == Truth::True)
            && everybody(ban)
            && !changed(ban)
            && !lifted(ban)
    })
}

/// Phases in which something is done or happens, or that anything speaks of.
fn busy(context: &CheckContext<'_>, asked: bool) -> BTreeSet<PhaseName> {
    let game = context.game;
    let mut busy = BTreeSet::new();
    for scenario in game.scenarios.values() {
        let phases = sequence(game, scenario);
        for (n, played) in phases.iter().enumerate() {
            let Some((id, phase)) = played.id.zip(played.number.and_then(|n| game.phases.values().nth(n))) else { continue };
            let does = played.does.iter().any(|activity| lacks(game, asked, phase, *activity).is_none());
            let (first, last) = (n == 0, n + 1 == phases.len());
            let set_off = game.rules.triggers.all().any(|trigger| match trigger.on {
                Event::TurnStart => first,
                Event::TurnEnd => last,
                Event::PhaseStart | Event::PhaseEnd => trigger.phase.is_none(),
                _ => false,
            });
            if does || set_off {
                busy.insert(id);
            }
        }
        busy.extend(scenario.levels.iter().flat_map(|level| &level.checked).filter_map(|checked| match checked {
            LevelChecked::Phase(phase) => Some(*phase),
            LevelChecked::AtOnce | LevelChecked::End => None,
        }));
    }
    busy.extend(game.cards.values().flat_map(|card| card.phase.iter().copied()));
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut said = all_rules(game);
    said.extend(conditions(context).filter_map(|(_, condition)| written(game, condition)));
    for value in &said {
        each_object(value, &mut |members| {
            let lists = ["phase", "phases", "resolve", "assault"].iter().filter_map(|name| members.get(*name)?.as_array());
            words.extend(lists.flatten().filter_map(Value::as_str).map(str::to_owned));
        });
    }
    busy.extend(game.phases.values().filter(|phase| words.contains(&phase.id)).map(|phase| phase.number));
    busy
}
