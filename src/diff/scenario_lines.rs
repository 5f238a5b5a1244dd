//! What a scenario says line by line: who stands where, who comes when, markers, control, bridges, options, changes.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{natural, plain, runs};
use super::counters::unit_name;
use super::pair::{Pair, Prop, Subject, flag, prop};
use super::rules::{told, word};
use super::speak::{Speak, code, hexside, inside};
use super::when::bridge_is;
use crate::model::*;

/// Parts of a scenario by what they are about; that is the same in both games.
type Parts = BTreeMap<String, Vec<Prop>>;

/// What is there in both games: of a counter or bridge that is gone, that is said elsewhere.
pub(super) struct Known<'g> {
    old: BTreeSet<&'g str>,
    /// With what they are called.
    new: BTreeMap<&'g str, String>,
    /// The bridges of the new game.
    bridges: BTreeSet<String>,
}

impl<'g> Known<'g> {
    pub(super) fn of(pair: &Pair<'g>) -> Self {
        let called = |unit: &Unit| match unit_name(unit).map(plain).filter(|name| *name != unit.id) {
            Some(name) => format!("counter {name} ({})", code(&unit.id)),
            None => format!("counter {}", code(&unit.id)),
        };
        Known {
            old: pair.old.units.values().map(|unit| unit.id.as_str()).collect(),
            new: pair.new.units.values().map(|unit| (unit.id.as_str(), called(unit))).collect(),
            bridges: pair.new.map.iter().flat_map(|map| map.bridges.values().map(|it| hexside(map, it.side))).collect(),
        }
    }

    /// `counter I/1 (`a-1-i`)`; nothing if it is gone.
    pub(super) fn called(&self, unit: &Unit) -> Option<&str> {
        self.new.get(unit.id.as_str()).map(String::as_str)
    }
}

pub(super) fn lines(pair: &mut Pair<'_>, subject: &Subject, old: &Scenario, new: &Scenario, known: &Known<'_>) {
    for tell in [setups, arrivals, withdrawals, markers, control, bridges, lost, options, changes] {
        let told = |ids: bool| (tell(Speak { game: pair.old, ids }, old, known), tell(Speak { game: pair.new, ids }, new, known));
        let by_id = told(true);
        if by_id.0 == by_id.1 {
            continue;
        }
        let named = told(false);
        let items: BTreeSet<&String> = by_id.0.keys().chain(by_id.1.keys()).collect();
        for item in items {
            let pick = |parts: &Parts| parts.get(item).cloned().unwrap_or_default();
            pair.props(
                subject,
                Some(item),
                |speak| pick(if speak.ids { &by_id.0 } else { &named.0 }),
                |speak| pick(if speak.ids { &by_id.1 } else { &named.1 }),
            );
        }
    }
}

/// Several places or times in a row; nothing if there are none.
fn together(all: &[String], between: &str) -> Option<String> {
    (!all.is_empty()).then(|| all.join(between))
}

fn sets_up(places: &[String], new: bool) -> Prop {
    let nothing = if new { "" } else { "was not set up" };
    prop("sets up in", together(places, " and ")).nothing(nothing).gone("no longer sets up")
}

fn arrives(times: &[String], new: bool) -> Prop {
    let nothing = if new { "" } else { "did not arrive" };
    prop("arrives", together(times, ", or ")).nothing(nothing).gone("no longer arrives")
}

fn setups(speak: Speak<'_>, it: &Scenario, known: &Known<'_>) -> Parts {
    let mut lines: BTreeMap<String, (bool, Vec<&Setup>)> = BTreeMap::new();
    for line in &it.setup {
        let Some(unit) = speak.game.units.at(line.unit) else { continue };
        let Some(called) = known.called(unit) else { continue };
        let item = line.n.map_or_else(|| called.to_owned(), |n| format!("{called} no. {n}"));
        let new = !known.old.contains(unit.id.as_str());
        lines.entry(item).or_insert_with(|| (new, Vec::new())).1.push(line);
    }
    let told = |(new, lines): &(bool, Vec<&Setup>)| {
        let mut lines = lines.clone();
        lines.sort_by_cached_key(|line| natural(&speak.somewhere(&line.at)));
        let places: Vec<String> = lines.iter().map(|line| speak.somewhere(&line.at)).collect();
        let states_of = |line: &&Setup| {
            let front = Some(line.state).filter(|state| *state != Game::FULL || line.also.is_empty());
            let all: Vec<String> = front.iter().chain(&line.also).map(|state| inside(&speak.state(*state))).collect();
            all.join(" and ")
        };
        let states: Vec<String> = lines.iter().map(states_of).collect();
        let markers: Vec<MarkerId> = lines.iter().flat_map(|line| line.markers.iter().copied()).collect();
        let full = lines.iter().all(|line| line.state == Game::FULL && line.also.is_empty());
        let state = if full { None } else { together(&states, " and ") };
        let nothing = if *new { "" } else { "was full" };
        let drawn = lines.iter().find_map(|line| line.drawn).map(|(_, count)| format!("one of {count}"));
        let markers = Some(speak.all(&markers, Speak::marker, "and")).filter(|markers| !markers.is_empty());
        vec![
            sets_up(&places, *new),
            prop("begins", state).nothing(nothing).gone("begins full"),
            prop("begins with the marker", markers).nothing("was without").gone("begins without a marker"),
            prop("is drawn at random", drawn).nothing("was set up for certain").gone("is set up for certain"),
            flag("begins hidden", lines.iter().any(|line| line.hidden)),
        ]
    };
    lines.iter().map(|(item, lines)| (item.clone(), told(lines))).collect()
}

/// `on turn 5 at C or D, if …, else tried again`.
fn time(speak: Speak<'_>, turn: TurnId, entries: &[EntryId], when: Option<&Condition>, again: bool) -> String {
    let mut words = format!("on turn {}", speak.turn(turn));
    if !entries.is_empty() {
        words.push_str(&format!(" at {}", speak.all(entries, Speak::entry, "or")));
    }
    if let Some(when) = when {
        words.push_str(&format!(" ({})", speak.condition(when)));
    }
    if again {
        words.push_str(", tried again every turn");
    }
    words
}

fn arrivals(speak: Speak<'_>, it: &Scenario, known: &Known<'_>) -> Parts {
    let mut times: BTreeMap<String, (bool, Vec<(TurnId, String)>)> = BTreeMap::new();
    for line in &it.arrivals {
        for unit in line.units.iter().filter_map(|id| speak.game.units.at(*id)) {
            if let Some(called) = known.called(unit) {
                let new = !known.old.contains(unit.id.as_str());
                let mut time = time(speak, line.turn, &line.entries, line.when.as_deref(), line.again);
                if !line.instead.is_empty() {
                    time.push_str(&format!(", else at {}", speak.all(&line.instead, Speak::entry, "or")));
                }
                if let Some(mode) = line.mode {
                    time.push_str(&format!(", by {}", plain(speak.game.words.modes.word(mode))));
                }
                if line.state != Game::FULL {
                    time.push_str(&format!(", {}", inside(&speak.state(line.state))));
                }
                times.entry(called.to_owned()).or_insert_with(|| (new, Vec::new())).1.push((line.turn, time));
            }
        }
    }
    let told = |(item, (new, mut times)): (String, (bool, Vec<(TurnId, String)>))| {
        times.sort();
        let times: Vec<String> = times.into_iter().map(|(_, time)| time).collect();
        (item, vec![arrives(&times, new)])
    };
    times.into_iter().map(told).collect()
}

fn withdrawals(speak: Speak<'_>, it: &Scenario, known: &Known<'_>) -> Parts {
    let mut out = Parts::new();
    for line in &it.withdrawals {
        for called in line.units.iter().filter_map(|id| known.called(speak.game.units.at(*id)?)) {
            let when = line.when.as_ref().map(|when| format!(" ({})", speak.condition(when))).unwrap_or_default();
            let turn = format!("on turn {}{when}", speak.turn(line.turn));
            out.insert(called.to_owned(), vec![prop("leaves", Some(turn)).nothing("stayed").gone("stays")]);
        }
    }
    out
}

fn markers(speak: Speak<'_>, it: &Scenario, _: &Known<'_>) -> Parts {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in &it.markers {
        let Some(marker) = speak.game.markers.at(line.marker) else { continue };
        let place = match line.at {
            MarkerAt::Location(location) => speak.location(location),
            MarkerAt::Side(side) => speak.hexside(side),
        };
        places.entry(format!("marker {}", code(&marker.id))).or_default().push(place);
    }
    let told = |places: Vec<String>| vec![prop("lies in", Some(runs(&places))).nothing("was nowhere").gone("lies nowhere")];
    places.into_iter().map(|(item, places)| (item, told(places))).collect()
}

fn control(speak: Speak<'_>, it: &Scenario, _: &Known<'_>) -> Parts {
    let place = |id: PlaceId| {
        speak.game.map.as_ref().and_then(|map| map.places.at(id)).map(|place| format!("place {}", plain(&place.id)))
    };
    let held =
        |side: SideId| vec![prop("is held by", Some(speak.side(side))).nothing("was by neither").gone("is held by neither")];
    it.control.iter().filter_map(|(id, side)| Some((place(*id)?, held(*side)))).collect()
}

fn bridges(speak: Speak<'_>, it: &Scenario, known: &Known<'_>) -> Parts {
    let Some(map) = &speak.game.map else { return Parts::new() };
    let item = |id: BridgeId| {
        let side = map.bridges.at(id).map(|bridge| hexside(map, bridge.side));
        side.filter(|side| known.bridges.contains(side)).map(|side| format!("bridge {side}"))
    };
    let told =
        |condition| vec![prop("is", Some(bridge_is(condition).to_owned())).nothing("was not stated").gone("is not stated")];
    let mut all: Parts = it.bridges.iter().filter_map(|(id, condition)| Some((item(*id)?, told(*condition)))).collect();
    for (id, side) in &it.owners {
        let owner = prop("belongs to", Some(speak.side(*side))).nothing("was as the map has it").gone("is as the map has it");
        item(*id).into_iter().for_each(|item| all.entry(item).or_default().push(owner.clone()));
    }
    all
}

fn lost(speak: Speak<'_>, it: &Scenario, known: &Known<'_>) -> Parts {
    let units = it.lost.iter().filter_map(|id| known.called(speak.game.units.at(*id)?));
    units.map(|called| (called.to_owned(), vec![flag("was lost before it begins", true)])).collect()
}

fn options(speak: Speak<'_>, it: &Scenario, _: &Known<'_>) -> Parts {
    let option = |id: &OptionId| speak.game.rules.options.at(*id).map(|option| format!("option {}", code(&option.id)));
    let mut all: Parts = it.options.iter().filter_map(option).map(|item| (item, vec![flag("offered", true)])).collect();
    for (id, played) in &it.chosen {
        let told = prop("is", Some(if *played { "played" } else { "not played" }.to_owned()));
        let told = told.nothing("was left as it usually is").gone("is left as it usually is");
        all.entry(option(id).unwrap_or_default()).or_default().push(told);
    }
    all
}

fn changes(speak: Speak<'_>, it: &Scenario, _: &Known<'_>) -> Parts {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for change in &it.changes {
        let set = match &change.set {
            _ if change.off == Some(true) => "off".to_owned(),
            Some(set) => {
                set.iter().map(|(field, value)| format!("{} {}", word(field), told(value))).collect::<Vec<_>>().join(", ")
            }
            None => continue,
        };
        let turns = change.turns.as_ref().map(|window| format!(" {}", speak.window(window))).unwrap_or_default();
        let when = change.when.as_ref().map(|when| format!(" if {}", speak.condition(when))).unwrap_or_default();
        all.entry(format!("rule {}", code(&change.entry))).or_default().push(format!("{set}{turns}{when}"));
    }
    let told =
        |all: &[String]| vec![prop("is", together(all, " and ")).nothing("was as in the rules").gone("is as in the rules")];
    all.values_mut().for_each(|all| all.sort());
    all.into_iter().map(|(item, all)| (item, told(&all))).collect()
}

/// What the columns `setup` and `arrives` of a counter say.
pub(super) fn column(speak: Speak<'_>, unit: &Unit) -> Vec<Prop> {
    let places: Vec<String> = unit.setup.iter().map(|at| speak.somewhere(at)).collect();
    let times: Vec<String> =
        unit.arrives.iter().map(|arrives| time(speak, arrives.turn, &arrives.entries, None, false)).collect();
    vec![sets_up(&places, false), arrives(&times, false)]
}
