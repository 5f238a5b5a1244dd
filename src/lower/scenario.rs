//! Scenarios, each laid over the one that it extends.
//!
//! There are layers: the columns of the counter sheet, if a scenario takes them; then the lines of the scenario
//! that is extended; then the scenario's own. What a higher layer says about a unit stands instead of what was
//! said below, an arrival that depends on an option too; the column holds beside such a line where its `else` says so.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::ENTRY;
use super::scenario_parts::{Lines, OrColumn, Parts};
use super::{Lower, Read};
use crate::diag::{Diag, Role, codes};
use crate::format::{self, Section};
use crate::model::*;
use crate::origins::ScenarioOrigins;
use crate::source::{FileRequest, limits};
use crate::span::{Origin, Place};

/// A removal that removes nothing: where, what kind of thing, and which.
type Idle = (Place, &'static str, String);

/// A scenario with the places of its lines.
#[derive(Clone)]
struct PlacedScenario {
    scenario: Scenario,
    setup: Lines<Setup>,
    arrivals: Lines<Arrival>,
    withdrawals: Lines<Withdrawal>,
    markers: Lines<MarkerSetup>,
    control: Lines<(PlaceId, SideId)>,
    bridges: Lines<(BridgeId, BridgeCondition)>,
    changes: Vec<(RuleChange, Origin)>,
    levels: Lines<Level>,
    lost_levels: bool,
    lost_lines: bool,
    from_units: bool,
    incomplete: bool,
    partial: bool,
    idle: Vec<Idle>,
    /// Units that any line names.
    named: BTreeSet<UnitId>,
    /// Units that come as their column says where a line of theirs does not hold.
    or_column: Vec<OrColumn>,
}

impl PlacedScenario {
    /// How many lines it has; one that sets up all counters of a unit counts as often.
    fn lines(&self, units: &List<UnitId, Unit>) -> usize {
        let counters = |line: &Setup| match line.n {
            Some(_) => 1,
            None => units.at(line.unit).map_or(1, |unit| unit.count as usize),
        };
        self.setup.iter().map(|(line, _)| counters(line)).sum::<usize>()
            + self.arrivals.len()
            + self.withdrawals.len()
            + self.markers.len()
            + self.control.len()
            + self.bridges.len()
            + self.changes.len()
            + self.levels.len()
            + self.named.len()
            + self.or_column.len()
            + self.scenario.removed.len()
            + self.scenario.special.len()
            + self.scenario.options.len()
    }
}

/// For so many unknown scenarios the near one is looked for.
const SUGGESTIONS: usize = 100;
/// So many scenarios of a circle are named.
const SHOWN: usize = 8;

/// A scenario file that has been read, with the options that it declares.
pub(super) struct ScenarioFile {
    read: Read<format::Scenario>,
    options: Vec<OptionId>,
}

impl Lower<'_, '_, '_> {
    /// Reads all scenario files and their options.
    pub(super) fn read_scenarios(&mut self, module: Origin, named: Option<&[String]>) -> Vec<ScenarioFile> {
        let wanted: Vec<FileRequest> = match named {
            Some(paths) => {
                let place = |i: usize| Some(module.at("scenarios").index(i));
                paths
                    .iter()
                    .enumerate()
                    .map(|(i, path)| FileRequest { path: path.clone(), sheet: None, workbook: false, asked: place(i) })
                    .collect()
            }
            None => {
                let names = self.load.project.world().list("scenarios").unwrap_or_else(|error| {
                    let message = format!("the folder `scenarios` cannot be read: {error}");
                    self.sink.report(Diag::new(&codes::UNREADABLE_FILE, module, message).help("allow yourself to read it"));
                    self.names.scenarios.incomplete = true;
                    self.names.options.incomplete = true;
                    Vec::new()
                });
                names
                    .iter()
                    .filter(|name| name.ends_with(".json"))
                    .map(|name| FileRequest::usual(&format!("scenarios/{name}")))
                    .collect()
            }
        };
        let mut files = Vec::new();
        for wanted in wanted {
            match self.load.root::<format::Scenario>(&wanted, self.sink) {
                Some(read) => {
                    let options = self.options(read.origin);
                    files.push(ScenarioFile { read, options });
                }
                None => {
                    self.names.scenarios.incomplete = true;
                    // It may have declared options.
                    self.names.options.incomplete = true;
                }
            }
        }
        files
    }

    pub(super) fn scenarios(&mut self, files: Vec<ScenarioFile>) {
        let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
        let mut order: Vec<usize> = Vec::new();
        for (i, file) in files.iter().enumerate() {
            let id = &file.read.value.id.0;
            match by_id.get(id) {
                Some(&first) => {
                    let diag =
                        Diag::new(&codes::DUPLICATE_ID, file.read.origin.at("id"), format!("scenario `{id}` stands twice"));
                    let first = files.get(first).map(|f| f.read.origin);
                    let diag = first.map_or(diag.clone(), |first| diag.clone().related(first.at("id"), "first here"));
                    self.sink.report(diag.help("give one of the two another id"));
                }
                None => {
                    by_id.insert(id.clone(), i);
                    order.push(i);
                }
            }
        }
        let bases = self.bases(&files, &by_id);
        let mut made: BTreeMap<usize, Option<PlacedScenario>> = BTreeMap::new();
        let mut left = Some(limits::SCENARIO_LINES);
        for &i in &order {
            // From here up to one that is made already, or that extends none; then down again.
            let mut way = vec![i];
            while let Some(above) = way.last().and_then(|i| bases.get(i)?.as_ref().ok()) {
                if made.contains_key(above) {
                    break;
                }
                way.push(*above);
            }
            for i in way.into_iter().rev() {
                self.make(i, &files, &bases, &mut made, &mut left);
            }
        }
        for i in order {
            let (Some(file), Some(Some(made))) = (files.get(i), made.remove(&i)) else {
                self.names.scenarios.incomplete = true;
                continue;
            };
            let (setup, arrivals) = self.assemble(&made);
            if let Some((_, _, place)) = made.or_column.first().filter(|_| !made.from_units && !made.partial) {
                let message = format!("scenario `{}` does not take the columns of the counter sheet", made.scenario.id);
                let help = "write \"from\": \"units\", or another `else`";
                self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, place.clone(), message).help(help));
            }
            let there = mentioned(&setup, &arrivals);
            if let Some(unit) = made.scenario.lost.iter().find(|unit| there.contains(unit)) {
                let message = format!("unit `{}` was lost before the scenario begins, and is in it", self.game.units[*unit].id);
                // What another scenario says of it stands in another file.
                let field = if file.read.value.lost.is_some() { "lost" } else { "id" };
                let diag = Diag::new(&codes::UNCLEAR_ENTRY, file.read.origin.at(field), message);
                self.sink.report(diag.help("take it out of `lost`, or out of `setup` and `arrivals`"));
            }
            let origins = ScenarioOrigins {
                scenario: file.read.origin,
                set_up: file.read.value.set_up.as_ref().map(|_| file.read.origin.at("set-up")),
                setup: places(&setup),
                arrivals: places(&arrivals),
                withdrawals: places(&made.withdrawals),
                markers: places(&made.markers),
                control: places(&made.control),
                bridges: places(&made.bridges),
                changes: made.changes.iter().map(|(_, origin)| origin.at("entry")).collect(),
                levels: places(&made.levels),
                lost_levels: made.lost_levels,
                idle_removals: made.idle,
                incomplete: made.incomplete,
                partial: made.partial,
            };
            let mut scenario = made.scenario;
            scenario.setup = items(setup);
            scenario.arrivals = items(arrivals);
            scenario.withdrawals = items(made.withdrawals);
            scenario.markers = items(made.markers);
            scenario.control = items(made.control);
            scenario.bridges = items(made.bridges);
            let changes = made.changes;
            scenario.changes = changes.iter().map(|(change, _)| change.clone()).collect();
            scenario.levels = items(made.levels);
            let id = scenario.id.clone();
            let origin = file.read.origin;
            let added =
                self.names.scenarios.add(&mut self.game.scenarios, &id, Some(origin), origin.at("id"), scenario, self.sink);
            self.origins.scenarios.push(origins);
            if let Some(added) = added {
                for (change, origin) in super::rules::whole_first(changes) {
                    self.scenario_change(&change, origin, added);
                }
            }
        }
    }

    /// Which scenario each of those that extend one is laid over; nothing for one that is unknown or would close a
    /// circle, which is said.
    fn bases(&mut self, files: &[ScenarioFile], by_id: &BTreeMap<String, usize>) -> BTreeMap<usize, Result<usize, ()>> {
        let mut bases: BTreeMap<usize, Result<usize, ()>> = BTreeMap::new();
        let mut suggestions = 0..SUGGESTIONS;
        for &i in by_id.values() {
            let Some((file, parent)) = files.get(i).and_then(|file| Some((file, file.read.value.extends.as_ref()?))) else {
                continue;
            };
            self.sink.hear_word("scenario", &parent.0, &file.read.origin.at("extends"), Role::Refers);
            let Some(&above) = by_id.get(&parent.0) else {
                if !self.names.scenarios.incomplete {
                    let own = &file.read.value.id.0;
                    let others = || by_id.keys().map(String::as_str).filter(|id| id != own);
                    let near = suggestions.next().and_then(|_| crate::diag::did_you_mean(&parent.0, others()));
                    let diag =
                        Diag::new(&codes::UNKNOWN_NAME, file.read.origin.at("extends"), format!("unknown scenario `{parent}`"));
                    self.sink.report(diag.help(near.unwrap_or_else(|| "name a scenario of this game".to_owned())));
                }
                bases.insert(i, Err(()));
                continue;
            };
            bases.insert(i, Ok(above));
        }
        // On which walk each was met first; one that comes back to its own way closes a circle.
        let mut met: BTreeMap<usize, usize> = BTreeMap::new();
        for start in 0..files.len() {
            let (mut at, mut way) = (start, Vec::new());
            while !met.contains_key(&at) {
                met.insert(at, start);
                way.push(at);
                let Some(Ok(above)) = bases.get(&at) else { break };
                at = *above;
                if met.get(&at) != Some(&start) {
                    continue;
                }
                let circle = way.iter().skip_while(|i| **i != at).filter_map(|i| files.get(*i));
                let names: Vec<&str> = circle.map(|file| file.read.value.id.0.as_str()).collect();
                let (first, last) = (names.first().copied().unwrap_or_default(), way.last().copied().unwrap_or(at));
                let shown = match names.as_slice() {
                    [some @ .., last] if names.len() > SHOWN => {
                        let some: Vec<&str> = some.iter().take(SHOWN).copied().collect();
                        format!("{} → … → {last}", some.join(" → "))
                    }
                    all => all.join(" → "),
                };
                let message = format!("scenarios extend each other in a circle: {shown} → {first}");
                if let Some(file) = files.get(last) {
                    let place = file.read.origin.at("extends");
                    let diag = Diag::new(&codes::SCENARIO_CYCLE, place, message);
                    self.sink.report(diag.help("let one of them stand by itself"));
                }
                bases.insert(last, Err(()));
            }
        }
        bases
    }

    /// Makes a scenario after the one that it extends. `left` is how many lines all of them may still have.
    fn make(
        &mut self,
        i: usize,
        files: &[ScenarioFile],
        bases: &BTreeMap<usize, Result<usize, ()>>,
        made: &mut BTreeMap<usize, Option<PlacedScenario>>,
        left: &mut Option<usize>,
    ) {
        let Some(file) = files.get(i).filter(|_| !made.contains_key(&i)) else { return };
        let base = match bases.get(&i) {
            Some(Ok(above)) => made.get(above).and_then(Option::as_ref),
            _ => None,
        };
        let lost = bases.contains_key(&i) && base.is_none();
        // What is laid over another begins as a copy of it.
        let whole = left.and_then(|left| left.checked_sub(base.map_or(0, |base| base.lines(&self.game.units))));
        let result = whole.map(|_| {
            let base = base.cloned();
            let mut result = self.overlay(file, base);
            // Without its base, a scenario says too little to be judged.
            result.partial |= lost;
            result
        });
        let units = &self.game.units;
        let all = || units.values().map(|unit| unit.count as usize).sum::<usize>();
        let lines = result.as_ref().map(|made| made.lines(units) + if made.from_units { all() } else { 0 });
        let after = lines.and_then(|lines| left.and_then(|left| left.checked_sub(lines)));
        if after.is_none() && left.is_some() {
            let message = format!("up to here the scenarios have more than {} lines", limits::SCENARIO_LINES);
            let help = "take out scenarios, or lines that stand in each of them";
            self.sink.report(Diag::new(&codes::TOO_MANY, file.read.origin.at("id"), message).help(help));
        }
        *left = after;
        made.insert(i, result.filter(|_| after.is_some()));
    }

    fn overlay(&mut self, file: &ScenarioFile, base: Option<PlacedScenario>) -> PlacedScenario {
        let Read { origin, value, .. } = &file.read;
        let origin = *origin;
        let at = |field: &'static str| origin.at(field);
        let varied = base.is_some();
        let mut made = base.unwrap_or_else(|| PlacedScenario {
            scenario: Scenario::default(),
            setup: Vec::new(),
            arrivals: Vec::new(),
            withdrawals: Vec::new(),
            markers: Vec::new(),
            control: Vec::new(),
            bridges: Vec::new(),
            changes: Vec::new(),
            levels: Vec::new(),
            lost_levels: false,
            lost_lines: false,
            from_units: false,
            incomplete: false,
            partial: false,
            idle: Vec::new(),
            named: BTreeSet::new(),
            or_column: Vec::new(),
        });
        // What the scenario above removed in vain was said there.
        made.idle.clear();
        let varies = [("remove", value.remove.is_some()), ("replace", value.replace.is_some())];
        if let Some((field, _)) = varies.into_iter().find(|(_, there)| *there)
            && value.extends.is_none()
            && !file.read.partial
        {
            made.partial = true;
            let message = format!("`{field}` in a scenario that extends none");
            self.sink
                .report(Diag::new(&codes::UNCLEAR_ENTRY, at(field).key(), message).help("name the scenario that it `extends`"));
        }
        let parts = self.parts(&file.read);
        made.incomplete |= parts.incomplete;
        made.partial |= file.read.partial;
        self.head(value, origin, &mut made, varied);
        self.remove(value, origin, &mut made);
        for section in value.replace.iter().flatten() {
            match section {
                Section::Setup => made.setup.clear(),
                Section::Markers => made.markers.clear(),
                Section::Arrivals => {
                    made.arrivals.clear();
                    made.or_column.clear();
                }
                Section::Withdrawals => made.withdrawals.clear(),
                Section::Control => made.control.clear(),
                Section::Bridges => {
                    made.bridges.clear();
                    made.scenario.owners.clear();
                }
                Section::Options => made.scenario.options.clear(),
                Section::Changes => made.changes.clear(),
                Section::Special => made.scenario.special.clear(),
            }
        }
        if value.replace.is_some() {
            made.named = mentioned(&made.setup, &made.arrivals);
        }
        made.from_units |= value.from.is_some();
        made.scenario.has_setup |= value.from.is_some() || value.setup.is_some();
        made.scenario.options.extend(&file.options);
        made.scenario.special.extend(value.special.iter().flatten().cloned());
        lay(&mut made, parts);
        made
    }

    /// What a scenario says once: name, turns, map, order, when victory is decided.
    fn head(&mut self, value: &format::Scenario, origin: Origin, made: &mut PlacedScenario, varied: bool) {
        let at = |field: &'static str| origin.at(field);
        let scenario = &mut made.scenario;
        scenario.id = value.id.0.clone();
        scenario.name = value.name.clone().or(scenario.name.take().filter(|_| !varied));
        scenario.about = value.about.clone().or(scenario.about.take());
        if let Some([first, last]) = value.turns.as_deref() {
            if self.names.turns.stated {
                let first = self.names.turns.find(&first.0, at("turns").index(0), self.sink);
                let last = self.names.turns.find(&last.0, at("turns").index(1), self.sink);
                scenario.turns = first.zip(last);
                if let Some((first, last)) = scenario.turns.filter(|(first, last)| first > last) {
                    let (a, b) = (&self.game.turns[first].id, &self.game.turns[last].id);
                    let message = format!("the scenario begins with turn `{a}`, after its end `{b}`");
                    self.sink.report(Diag::new(&codes::OUT_OF_RANGE, at("turns"), message).help("write the first turn first"));
                    scenario.turns = None;
                }
            } else if !self.names.turns.incomplete {
                self.sink.unchecked("turns of the scenarios", "there is no turns.json");
            }
        }
        if let Some(area) = &value.map {
            scenario.map = self.names.areas.find(&area.0, at("map"), self.sink);
        }
        for (i, name) in value.lost.iter().flatten().enumerate() {
            scenario.lost.extend(self.names.units.find(&name.0, at("lost").index(i), self.sink));
        }
        for (field, names, played) in [("with", &value.with, true), ("without", &value.without, false)] {
            for (i, name) in names.iter().flatten().enumerate() {
                let place = at(field).index(i);
                if !played && value.with.iter().flatten().any(|other| other.0 == name.0) {
                    let message = format!("option `{}` is played and is not played", name.0);
                    let diag = Diag::new(&codes::UNCLEAR_ENTRY, place.clone(), message);
                    self.sink.report(diag.help("take it out of `with`, or out of `without`"));
                }
                scenario.chosen.extend(self.names.options.find(&name.0, place, self.sink).map(|id| (id, played)));
            }
        }
        if let Some(order) = &value.set_up {
            let each = order.iter().enumerate();
            scenario.set_up = each.filter_map(|(i, side)| self.side(&side.0, at("set-up").index(i))).collect();
        }
        if let Some(order) = &value.order {
            let each = order.iter().enumerate();
            scenario.order = each.filter_map(|(i, side)| self.side(&side.0, at("order").index(i))).collect();
        }
        if let Some(victory) = &value.victory {
            let place = at("victory").field("checked");
            made.scenario.points = self.take(origin, "victory.points").unwrap_or_default();
            let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
            let list = at("victory").field("points");
            for (n, points) in made.scenario.points.list.iter().enumerate() {
                let first = *seen.entry(points.id()).or_insert(n);
                if first == n {
                    continue;
                }
                let message = format!("victory points `{}` stand twice", points.id());
                let diag = Diag::new(&codes::DUPLICATE_ID, list.clone().index(n).field("id"), message);
                let diag = diag.related(list.clone().index(first), "first here");
                self.sink.report(diag.help("give one of the two another id"));
            }
            made.scenario.checked = victory.checked.as_ref().and_then(|turn| self.names.turns.find(&turn.0, place, self.sink));
        }
    }

    /// The columns `setup` and `arrives` of the counter sheet, and the scenario's lines over them.
    fn assemble(&self, made: &PlacedScenario) -> (Lines<Setup>, Lines<Arrival>) {
        let lines = if made.from_units { self.game.units.len() } else { 0 };
        let coming = self.game.units.values().filter(|unit| made.from_units && unit.arrives.is_some()).count();
        let (mut setup, mut arrivals): (Lines<Setup>, Lines<Arrival>) =
            (Vec::with_capacity(lines + made.setup.len()), Vec::with_capacity(coming + made.arrivals.len()));
        let removed: BTreeSet<UnitId> = made.scenario.removed.iter().copied().collect();
        let otherwise: BTreeMap<UnitId, &Condition> =
            made.or_column.iter().map(|(unit, when, _)| (*unit, when.as_ref())).collect();
        let mut kept: Lines<Arrival> = Vec::new();
        let columns = self.game.units.iter().filter(|(id, _)| made.from_units && !removed.contains(id));
        for (id, unit) in columns {
            let Some(origin) = crate::origins::of(&self.names.units.origins, id) else { continue };
            let several = unit.setup.len() > 1;
            for (i, at) in unit.setup.iter().enumerate() {
                let n = several.then(|| u32::try_from(i + 1).unwrap_or(u32::MAX));
                let line = Setup { n, ..Setup::new(id, at.clone()) };
                setup.push((line, origin.at("setup")));
            }
            if let Some(arrives) = &unit.arrives {
                let unless = otherwise.get(&id);
                let when =
                    unless.map(|when| Box::new(Condition { not: Some(Box::new((*when).clone())), ..Condition::default() }));
                let line = Arrival {
                    units: vec![id],
                    turn: arrives.turn,
                    entries: arrives.entries.clone(),
                    instead: Vec::new(),
                    mode: None,
                    when,
                    again: false,
                    state: Game::FULL,
                };
                let into = if unless.is_some() { &mut kept } else { &mut arrivals };
                into.push((line, origin.at("arrives")));
            }
        }
        over(&mut setup, &mut arrivals, made.setup.clone(), made.arrivals.clone(), &made.named);
        arrivals.extend(kept);
        (setup, arrivals)
    }

    fn remove(&mut self, value: &format::Scenario, origin: Origin, made: &mut PlacedScenario) {
        let Some(remove) = &value.remove else { return };
        let before = self.sink.len();
        let at = |field: &str| origin.at("remove").field(field);
        let (setup, arrivals) = self.assemble(made);
        let there: BTreeSet<UnitId> = mentioned(&setup, &arrivals);
        let mut gone: BTreeSet<UnitId> = BTreeSet::new();
        for (i, name) in remove.units.iter().flatten().enumerate() {
            let place = at("units").index(i);
            let Some(id) = self.names.units.find(&name.0, place.clone(), self.sink) else { continue };
            if !there.contains(&id) {
                made.idle.push((place, "unit", name.0.clone()));
            }
            gone.insert(id);
        }
        let formations =
            self.names.formations.find_all(remove.formations.as_deref().unwrap_or_default(), &at("formations"), self.sink);
        for (id, unit) in self.game.units.iter() {
            let inside = |above: &FormationId| unit.formation.is_some_and(|own| self.game.belongs(own, *above));
            if formations.iter().any(inside) {
                gone.insert(id);
            }
        }
        forget(&mut made.setup, &mut made.arrivals, &gone);
        made.or_column.retain(|(unit, _, _)| !gone.contains(unit));
        stay(&mut made.withdrawals, &gone);
        made.scenario.removed.extend(&gone);
        for (i, name) in remove.markers.iter().flatten().enumerate() {
            let place = at("markers").index(i);
            let Some(id) = self.names.markers.find(&name.0, place.clone(), self.sink) else { continue };
            if !made.markers.iter().any(|(line, _)| line.marker == id) && !made.lost_lines {
                made.idle.push((place, "marker", name.0.clone()));
            }
            made.markers.retain(|(line, _)| line.marker != id);
        }
        for (i, name) in remove.options.iter().flatten().enumerate() {
            let place = at("options").index(i);
            let Some(id) = self.names.options.find(&name.0, place.clone(), self.sink) else { continue };
            if !made.scenario.options.contains(&id) && !made.lost_lines {
                made.idle.push((place, "option", name.0.clone()));
            }
            made.scenario.options.retain(|option| *option != id);
        }
        for (i, entry) in remove.changes.iter().flatten().enumerate() {
            self.sink.hear_word(ENTRY, entry, &at("changes").index(i), Role::Refers);
            if self.origins.rules.contains_key(entry) || self.incomplete.rules {
                if !made.changes.iter().any(|(change, _)| change.entry == *entry) && !self.incomplete.rules && !made.lost_lines {
                    made.idle.push((at("changes").index(i), "change", entry.clone()));
                }
                made.changes.retain(|(change, _)| change.entry != *entry);
                continue;
            }
            let near = crate::diag::did_you_mean(entry, self.origins.rules.keys().map(String::as_str));
            let diag = Diag::new(&codes::UNKNOWN_NAME, at("changes").index(i), format!("unknown entry `{entry}` of the rules"));
            self.sink.report(diag.help(near.unwrap_or_else(|| "write the list and the id: stacking.limits/units".to_owned())));
        }
        // What was not removed is not wrong: the name was.
        made.partial |= self.sink.len() > before;
    }
}

/// Takes units out of setup and arrivals.
fn forget(setup: &mut Lines<Setup>, arrivals: &mut Lines<Arrival>, units: &BTreeSet<UnitId>) {
    setup.retain(|(line, _)| !units.contains(&line.unit));
    for (line, _) in arrivals.iter_mut() {
        line.units.retain(|unit| !units.contains(unit));
    }
    arrivals.retain(|(line, _)| !line.units.is_empty());
}

/// Takes units out of withdrawals.
fn stay(withdrawals: &mut Lines<Withdrawal>, units: &BTreeSet<UnitId>) {
    for (line, _) in withdrawals.iter_mut() {
        line.units.retain(|unit| !units.contains(unit));
    }
    withdrawals.retain(|(line, _)| !line.units.is_empty());
}

fn mentioned(setup: &Lines<Setup>, arrivals: &Lines<Arrival>) -> BTreeSet<UnitId> {
    setup.iter().map(|(line, _)| line.unit).chain(arrivals.iter().flat_map(|(line, _)| line.units.iter().copied())).collect()
}

/// Lays lines over others: what they say of a unit stands instead.
fn over(
    setup: &mut Lines<Setup>,
    arrivals: &mut Lines<Arrival>,
    own_setup: Lines<Setup>,
    own_arrivals: Lines<Arrival>,
    named: &BTreeSet<UnitId>,
) {
    let mut restated: BTreeSet<UnitId> =
        own_setup.iter().filter(|(line, _)| line.n.is_none()).map(|(line, _)| line.unit).collect();
    restated.extend(own_arrivals.iter().flat_map(|(line, _)| line.units.iter().copied()));
    // A line that could not be understood still says that the old one does not count.
    restated.extend(named.difference(&mentioned(&own_setup, &own_arrivals)));
    forget(setup, arrivals, &restated);
    let single: BTreeSet<(UnitId, u32)> = own_setup.iter().filter_map(|(line, _)| line.n.map(|n| (line.unit, n))).collect();
    let touched: BTreeSet<UnitId> = single.iter().map(|(unit, _)| *unit).collect();
    setup.retain(|(line, _)| match line.n {
        Some(n) => !single.contains(&(line.unit, n)),
        // One of several is placed by itself: the line for all of them no longer fits.
        None => !touched.contains(&line.unit),
    });
    setup.extend(own_setup);
    arrivals.extend(own_arrivals);
}

/// Lays a scenario's own lines over what is there.
fn lay(made: &mut PlacedScenario, parts: Parts) {
    let back = mentioned(&parts.setup, &parts.arrivals);
    made.scenario.removed.retain(|unit| !back.contains(unit));
    over(&mut made.setup, &mut made.arrivals, parts.setup, parts.arrivals, &parts.named);
    made.named.extend(parts.named);
    made.or_column.retain(|(unit, _, _)| !back.contains(unit));
    made.or_column.extend(parts.or_column);
    let leaving: BTreeSet<UnitId> = parts.withdrawals.iter().flat_map(|(line, _)| line.units.iter().copied()).collect();
    stay(&mut made.withdrawals, &leaving);
    made.withdrawals.extend(parts.withdrawals);
    made.lost_lines |= parts.lost_lines;
    made.markers.extend(parts.markers);
    let held: BTreeSet<PlaceId> = parts.control.iter().map(|((place, _), _)| *place).collect();
    made.control.retain(|((place, _), _)| !held.contains(place));
    made.control.extend(parts.control);
    let bridges: BTreeSet<BridgeId> = parts.bridges.iter().map(|((bridge, _), _)| *bridge).collect();
    made.bridges.retain(|((bridge, _), _)| !bridges.contains(bridge));
    made.bridges.extend(parts.bridges);
    let owned: BTreeSet<BridgeId> = parts.owners.iter().map(|(bridge, _)| *bridge).collect();
    made.scenario.owners.retain(|(bridge, _)| !owned.contains(bridge));
    made.scenario.owners.extend(parts.owners);
    let changed: BTreeSet<&str> = parts.changes.iter().map(|(change, _)| change.entry.as_str()).collect();
    made.changes.retain(|(change, _)| !changed.contains(change.entry.as_str()));
    made.changes.extend(parts.changes);
    if let Some(levels) = parts.levels {
        made.levels = levels;
        made.lost_levels = parts.lost_levels;
    }
}

fn places<T>(lines: &Lines<T>) -> Vec<Place> {
    lines.iter().map(|(_, place)| place.clone()).collect()
}

fn items<T>(lines: Lines<T>) -> Vec<T> {
    lines.into_iter().map(|(item, _)| item).collect()
}
