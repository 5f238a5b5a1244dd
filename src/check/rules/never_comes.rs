//! Something that rules ask for and that nothing in the game ever brings about.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::idle_selector::fits_some;
use crate::check::happening::{all, by_hand};
use crate::check::spoken::{all_rules, conditions, each_object, is_told};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{
    Amount, BridgeCondition, CombatKind, Condition, CounterName, Effect, Exited, MarkerId, MarkerOn, Points, written,
};
use crate::rules::could_fit;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0516", name: "never-comes", severity: Severity::Warning, docs: include_str!("never_comes.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    let whole = !lost.rules && !lost.scenarios && !lost.markers && !lost.cards && !lost.units && !lost.map;
    let scenarios = &context.origins.scenarios;
    if !whole || game.scenarios.is_empty() || scenarios.iter().any(|s| s.incomplete || s.partial || s.lost_levels) {
        return;
    }
    let happenings = all(context);
    let come = Come::of(context);
    let ranges = ranges(context);
    let mut told: BTreeSet<String> = BTreeSet::new();
    let mut report = |place: &Place, message: String, help: &str| {
        if told.insert(message.clone()) {
            sink.report(Diag::new(&RULE, place.clone(), message).help(help));
        }
    };
    let judged = &context.origins.judged;
    // Where players carry out what results say, nobody knows what comes of them.
    if !by_hand(context, &happenings) {
        // One that fits nobody is M0501.
        let units = judged.units.iter().filter(|(place, piece)| game.units.is_empty() || fits_some(context, place, piece));
        let units = units.filter_map(|(place, piece)| Some((place, written(game, piece)?)));
        let hexes = judged.hexes.iter().filter_map(|(place, piece)| Some((place, written(game, piece)?)));
        let sides = judged.hexsides.iter().filter_map(|(place, piece)| Some((place, written(game, piece)?)));
        let when = conditions(context).filter_map(|(place, piece)| Some((place, written(game, piece)?)));
        for (place, value) in units.chain(hexes).chain(sides).chain(when) {
            each_object(&value, &mut |members| {
                if let Some((message, help)) = come.lacks(context, members) {
                    report(place, message, help);
                }
            });
        }
    }
    for (place, condition) in conditions(context) {
        parts(condition, &mut |part| {
            if let Some(exited) = part.exited.as_ref().filter(|exited| !come.can_leave(context, exited)) {
                let message = match &exited.through {
                    Some(_) => "nobody of these can leave the map there: no exit lies there that is theirs",
                    None => "nobody of these can leave the map: there is no exit that is theirs, and no effect `exit`",
                };
                report(place, message.to_owned(), "write `exits` of the map, or correct the condition");
            }
            for flag in part.flag.iter().flatten() {
                let word = game.words.flags.word(*flag);
                // One that no effect speaks of is M0503.
                if come.taken.contains(word) && !come.flags.contains(word) {
                    let message = format!("flag `{word}` is only ever taken away");
                    report(place, message, "let an effect set it, or take the condition out");
                }
            }
            if let Some(counter) = &part.counter {
                let (least, most) = ranges.get(&counter.id).copied().unwrap_or_default();
                let word = game.words.counters.word(counter.id);
                if let Some(n) = counter.at_least.filter(|n| most.is_some_and(|most| Points::whole(*n) > most)) {
                    report(place, format!("nothing brings counter `{word}` to {n}"), "let an effect add to it, or ask for less");
                }
                if let Some(n) = counter.at_most.filter(|n| least.is_some_and(|least| Points::whole(*n) < least)) {
                    report(
                        place,
                        format!("nothing brings counter `{word}` down to {n}"),
                        "let an effect lower it, or ask for more",
                    );
                }
            }
        });
    }
}

/// A condition and all that it is made of.
fn parts<'c>(condition: &'c Condition, see: &mut dyn FnMut(&'c Condition)) {
    see(condition);
    let inner = condition.all.iter().flatten().chain(condition.any.iter().flatten()).chain(condition.not.as_deref());
    inner.for_each(|part| parts(part, see));
}

/// What comes about somewhere in the game, by its name.
struct Come {
    states: BTreeSet<String>,
    markers: BTreeSet<String>,
    bridges: BTreeSet<&'static str>,
    /// Flags that are set, and those that are taken away.
    flags: BTreeSet<String>,
    taken: BTreeSet<String>,
    exits: bool,
    fires: bool,
}

impl Come {
    fn of(context: &CheckContext<'_>) -> Come {
        let game = context.game;
        let mut come = Come {
            states: BTreeSet::new(),
            markers: BTreeSet::new(),
            bridges: ["none", "intact"].into(),
            flags: BTreeSet::new(),
            taken: BTreeSet::new(),
            exits: false,
            fires: false,
        };
        let (mut lie, mut turned): (BTreeSet<MarkerId>, BTreeSet<MarkerId>) = Default::default();
        for scenario in game.scenarios.values() {
            let states = scenario.setup.iter().map(|line| line.state).chain(scenario.arrivals.iter().map(|line| line.state));
            come.states.extend(states.filter_map(|state| Some(game.states.at(state)?.id.clone())));
            lie.extend(scenario.markers.iter().map(|line| line.marker));
            lie.extend(scenario.setup.iter().flat_map(|line| line.markers.iter().copied()));
            come.bridges.extend(scenario.bridges.iter().map(|(_, is)| word(*is)));
        }
        let states = game.units.values().flat_map(|unit| unit.faces.iter().map(|face| face.state));
        come.states.extend(states.filter_map(|state| Some(game.states.at(state)?.id.clone())));
        let built = game.map.iter().flat_map(|map| map.bridges.values()).filter_map(|bridge| bridge.state.as_deref());
        if game.map.iter().flat_map(|map| map.bridges.values()).any(|bridge| bridge.ford) {
            come.bridges.insert("ford");
        }
        for state in built {
            come.bridges.extend(["blown", "building"].into_iter().filter(|word| *word == state));
        }
        game.effects().into_iter().for_each(|effect| match effect {
            Effect::Place { marker, .. } => drop(lie.insert(*marker)),
            Effect::Flip { marker, .. } => drop(turned.insert(*marker)),
            Effect::Bridge { is, .. } => drop(come.bridges.insert(word(*is))),
            Effect::Exit { .. } => come.exits = true,
            Effect::Flag { id, is, .. } => {
                let list = if *is == Some(false) { &mut come.taken } else { &mut come.flags };
                list.insert(game.words.flags.word(*id).to_owned());
            }
            _ => {}
        });
        for id in turned {
            lie.extend(game.markers.at(id).and_then(|marker| marker.back));
            lie.extend(game.markers.iter().filter(|(_, marker)| marker.back == Some(id)).map(|(front, _)| front));
        }
        come.markers.extend(lie.into_iter().filter_map(|id| Some(game.markers.at(id)?.id.clone())));
        // Whatever else names one gives it: supply, modes, pools, entry, and what scenarios change.
        for value in all_rules(game) {
            each_object(&value, &mut |members| {
                let text = |name: &str| members.get(name).and_then(Value::as_str);
                let kind = text("kind");
                if kind != Some("clear") {
                    come.states.extend(text("state").map(str::to_owned));
                }
                let worse = members.get("worse").and_then(Value::as_array).into_iter().flatten();
                come.states.extend(worse.filter_map(Value::as_str).map(str::to_owned));
                if !matches!(kind, Some("remove" | "flip")) {
                    come.markers.extend(text("marker").map(str::to_owned));
                }
                match kind {
                    Some("bridge") => come.bridges.extend(["blown", "building"].into_iter().filter(|is| text("is") == Some(is))),
                    Some("exit") => come.exits = true,
                    Some("flag") if members.get("is") != Some(&Value::Bool(false)) => {
                        come.flags.extend(text("id").map(str::to_owned));
                    }
                    _ => {}
                }
            });
        }
        let barrage = game.rules.combat.iter().flat_map(crate::model::Entries::all);
        come.fires = game.rules.support.all().next().is_some()
            || barrage.into_iter().any(|combat| combat.kind == Some(CombatKind::Barrage));
        come
    }

    /// What a selector or a condition asks for and nothing brings about.
    fn lacks(&self, context: &CheckContext<'_>, members: &Map<String, Value>) -> Option<(String, &'static str)> {
        let game = context.game;
        let list = |name: &str| -> Vec<&str> {
            let list = members.get(name).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).collect()
        };
        let none = |names: &[&str], known: &dyn Fn(&str) -> bool| !names.is_empty() && !names.iter().any(|name| known(name));
        let states = list("state");
        if none(&states, &|state| {
            // Every game has some that nobody declares.
            let found = game.states.iter().find(|(_, is)| is.id == state);
            let declared = found.and_then(|(id, _)| crate::origins::of(&context.origins.states, id)).is_some();
            let name = found.and_then(|(_, is)| is.name.as_deref()).unwrap_or_default();
            !declared || self.states.contains(state) || is_told(context, &[state, name])
        }) {
            let state = states.first()?;
            return Some((
                format!("no unit is ever `{state}`: nothing gives it that state"),
                "let an effect give it, or take this out",
            ));
        }
        let markers = list("marker");
        if none(&markers, &|marker| {
            let found = game.markers.values().find(|is| is.id == marker);
            let name = found.and_then(|is| is.name.as_deref()).unwrap_or_default();
            let track = found.is_none_or(|is| is.on == Some(MarkerOn::Track));
            track || self.markers.contains(marker) || is_told(context, &[marker, name])
        }) {
            let marker = markers.first()?;
            return Some((format!("nothing ever places marker `{marker}`"), "let an effect place it, or take this out"));
        }
        let mut bridges = list("bridge");
        let one = members.get("bridge").and_then(Value::as_object).and_then(|is| is.get("is")).and_then(Value::as_str);
        bridges.extend(one);
        if none(&bridges, &|bridge| self.bridges.contains(bridge) || is_told(context, &[bridge])) {
            let bridge = bridges.first()?;
            return Some((format!("no bridge is ever `{bridge}`"), "let an effect or a scenario make it so, or take this out"));
        }
        if !self.fires && list("did") == ["fired"] {
            return Some((
                "nobody ever fires: there is no support and no barrage".to_owned(),
                "take this out, or write `support`",
            ));
        }
        None
    }

    /// Whether somebody who counts can leave the map where it counts.
    fn can_leave(&self, context: &CheckContext<'_>, exited: &Exited) -> bool {
        let game = context.game;
        let Some(map) = game.map.as_ref().filter(|_| !self.exits) else { return true };
        // Where a hex of an exit could not be read, that has been said.
        if map.exits.values().any(|exit| exit.hexes.is_empty()) {
            return true;
        }
        let there = |hex: &crate::hexgrid::HexId| match &exited.through {
            None => true,
            Some(through) => through.iter().filter_map(|id| map.entries.at(*id)).any(|entry| entry.hexes.contains(hex)),
        };
        let sides: BTreeSet<_> = map.exits.values().filter(|exit| exit.hexes.iter().any(there)).map(|exit| exit.side).collect();
        // A selector that fits nobody at all is a fault of its own.
        let mut who = game.units.iter().filter(|(id, _)| could_fit(game, &exited.of, *id)).peekable();
        sides.contains(&None) || who.peek().is_none() || who.any(|(_, unit)| unit.side.is_none() || sides.contains(&unit.side))
    }
}

/// The least and the most that each counter comes to that effects or pools speak of; nothing where there is no bound.
type Ranges = BTreeMap<CounterName, (Option<Points>, Option<Points>)>;

fn ranges(context: &CheckContext<'_>) -> Ranges {
    let game = context.game;
    let mut ranges = Ranges::new();
    // It begins with nothing.
    let begin = (Some(Points(0)), Some(Points(0)));
    let mut becomes = |id: CounterName, set: Option<&Amount>, add: Option<&Amount>| {
        let (least, most) = ranges.entry(id).or_insert(begin);
        match set {
            Some(Amount::Number(n)) => {
                *least = least.map(|least| least.min(*n));
                *most = most.map(|most| most.max(*n));
            }
            Some(Amount::Measure(_)) => (*least, *most) = (None, None),
            None => {}
        }
        match add {
            Some(Amount::Number(n)) if *n > Points(0) => *most = None,
            Some(Amount::Number(n)) if *n < Points(0) => *least = None,
            Some(Amount::Measure(_)) => (*least, *most) = (None, None),
            Some(Amount::Number(_)) | None => {}
        }
    };
    game.effects().into_iter().for_each(|effect| {
        if let Effect::Counter { id, add, set } = effect {
            becomes(*id, set.as_ref(), add.as_ref());
        }
    });
    for pool in game.rules.pools.all() {
        if let Some(id) = pool.counter {
            becomes(id, Some(&pool.count), None);
        }
    }
    ranges
}

fn word(is: BridgeCondition) -> &'static str {
    match is {
        BridgeCondition::Intact => "intact",
        BridgeCondition::Blown => "blown",
        BridgeCondition::Building => "building",
    }
}
