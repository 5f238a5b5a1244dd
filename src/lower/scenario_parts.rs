//! What one scenario file says by itself, before it is laid over the scenario that it varies.

use std::collections::BTreeSet;

use super::{Lower, Read, hexes};
use crate::diag::{Diag, LEVEL, Role, codes, did_you_mean, so_many};
use crate::format;
use crate::hexgrid::HexId;
use crate::model::*;
use crate::span::{Origin, Place};

/// Lines with their places.
pub(super) type Lines<T> = Vec<(T, Place)>;

/// What one file says.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) setup: Lines<Setup>,
    pub(super) arrivals: Lines<Arrival>,
    pub(super) withdrawals: Lines<Withdrawal>,
    pub(super) markers: Lines<MarkerSetup>,
    pub(super) control: Lines<(PlaceId, SideId)>,
    pub(super) bridges: Lines<(BridgeId, BridgeCondition)>,
    pub(super) owners: Vec<(BridgeId, SideId)>,
    pub(super) changes: Vec<(RuleChange, Origin)>,
    pub(super) levels: Option<Lines<Level>>,
    /// Markers or changes were left out: a removal of them may only seem idle.
    pub(super) lost_lines: bool,
    /// A level's condition could not be understood.
    pub(super) lost_levels: bool,
    pub(super) incomplete: bool,
    /// Units that a line names, even if the line itself could not be understood.
    pub(super) named: BTreeSet<UnitId>,
    /// Units that come as their column says where a line of theirs does not hold.
    pub(super) or_column: Vec<OrColumn>,
}

/// A unit that comes as its column says unless this holds; with the place of the line that says so.
pub(super) type OrColumn = (UnitId, Box<Condition>, Place);

impl Lower<'_, '_, '_> {
    pub(super) fn parts(&mut self, scenario: &Read<format::Scenario>) -> Parts {
        let origin = scenario.origin;
        let mut parts = Parts::default();
        self.placements(origin, &mut parts);
        self.arrivals(origin, &mut parts);
        self.withdrawals(origin, &mut parts);
        self.marker_placements(origin, &mut parts);
        self.control(origin, &mut parts);
        for Read { origin, value, .. } in self.lines::<format::BridgeState>(origin, "bridges", &mut parts) {
            let place = origin.at("at");
            let lost = self.incomplete.map;
            let bridge = super::resolve::bridge(&self.game, &self.names, lost, &value.at, place.clone(), self.sink);
            // What is marked as unknown is said, and not known yet.
            let line = self.load.project.files.tree(origin.file).and_then(|tree| tree.node(origin.node));
            if !line.is_some_and(|line| ["is", "owner"].iter().any(|field| line.get(field).is_some())) {
                let diag = Diag::new(&codes::UNCLEAR_ENTRY, place.clone(), "this line says nothing of the bridge".to_owned());
                self.sink.report(diag.help("add `is` or `owner`"));
            }
            let owner = value.owner.as_ref().and_then(|side| self.side(&side.0, origin.at("owner")));
            parts.owners.extend(bridge.zip(owner));
            parts.bridges.extend(bridge.zip(value.is).map(|line| (line, place)));
        }
        parts.changes = self.changes(origin);
        let written = self.load.project.files.tree(origin.file).and_then(|tree| tree.node(origin.node)?.get("changes"));
        parts.lost_lines |= parts.changes.len() < written.map_or(0, |list| list.elements().count());
        if scenario.value.victory.is_some() {
            let mut levels = Vec::new();
            for Read { origin, value, .. } in self.lines::<format::VictoryLevel>(origin, "victory.levels", &mut parts) {
                let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
                let judged = self.origins.judged.conditions.len();
                let when = self.take(origin, "if");
                // Whether it can hold is asked of the level.
                self.origins.judged.conditions.truncate(judged);
                parts.lost_levels |= when.is_none() && value.when.is_some();
                let words = value.checked.unwrap_or_default();
                let at = |n: usize| Place::from(origin).field("checked").index(n);
                let checked = words.iter().enumerate().filter_map(|(n, word)| self.level_checked(&word.0, at(n))).collect();
                let name = origin.at("name");
                self.sink.hear_word(LEVEL, &value.name, &name, Role::Defines);
                levels.push((Level { name: value.name, side, when, checked }, name));
            }
            parts.levels = Some(levels);
        }
        parts
    }

    /// When a level of victory is looked at.
    fn level_checked(&mut self, word: &str, place: Place) -> Option<LevelChecked> {
        match word {
            "at-once" => return Some(LevelChecked::AtOnce),
            "end" => return Some(LevelChecked::End),
            _ => {}
        }
        self.sink.hear_word("phase", word, &place, Role::Refers);
        if let Some(phase) = self.game.phases.values().find(|phase| phase.id == word) {
            return Some(LevelChecked::Phase(phase.number));
        }
        if !self.rule_names.partial_phases {
            let known = self.game.phases.values().map(|phase| phase.id.as_str()).chain(["at-once", "end"]);
            let help = did_you_mean(word, known);
            let help = help.unwrap_or_else(|| "write `at-once`, `end` or a phase of turns.json".to_owned());
            let diag = Diag::new(&codes::UNKNOWN_NAME, place, format!("unknown phase `{word}`"));
            self.sink.report(diag.help(help));
        }
        None
    }

    fn lines<T: format::Entity>(&mut self, scenario: Origin, name: &str, parts: &mut Parts) -> Vec<Read<T>> {
        let list = self.list::<T>(scenario, name);
        parts.incomplete |= list.incomplete || !list.poisoned.is_empty();
        list.items
    }

    /// One unit or several, exactly one way of saying it.
    fn who(
        &mut self,
        unit: &Option<format::Id>,
        units: &Option<Vec<format::Id>>,
        origin: Origin,
        parts: &mut Parts,
    ) -> Vec<(UnitId, Place)> {
        let found = match (unit, units) {
            (Some(unit), None) => {
                let place = origin.at("unit");
                let id = self.names.units.find(&unit.0, place.clone(), self.sink);
                parts.incomplete |= id.is_none();
                id.map(|id| (id, place)).into_iter().collect()
            }
            (None, Some(units)) => {
                let mut found = Vec::new();
                for (i, unit) in units.iter().enumerate() {
                    let place = origin.at("units").index(i);
                    let id = self.names.units.find(&unit.0, place.clone(), self.sink);
                    parts.incomplete |= id.is_none();
                    found.extend(id.map(|id| (id, place)));
                }
                found
            }
            _ => {
                let message = if unit.is_some() { "both `unit` and `units` are named" } else { "no unit is named" };
                self.sink.report(
                    Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help("write \"unit\": \"…\", or \"units\": [\"…\", \"…\"]"),
                );
                parts.incomplete = true;
                Vec::new()
            }
        };
        parts.named.extend(found.iter().map(|(id, _)| *id));
        found
    }

    fn placements(&mut self, scenario: Origin, parts: &mut Parts) {
        for Read { origin, value, .. } in self.lines::<format::Placement>(scenario, "setup", parts) {
            let who = self.who(&value.unit, &value.units, origin, parts);
            let near = value.within.as_ref();
            let (place, at) = match (&value.at, &value.area, &value.in_box) {
                (None, None, None) if near.is_some() => {
                    let place = origin.at("within");
                    let found = near.and_then(|near| self.near(near, &place));
                    (place, found)
                }
                _ if near.is_some() => {
                    let help = "keep one of `at`, `in`, `within`, `box`";
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin, "this line says where more than once").help(help));
                    parts.incomplete = true;
                    continue;
                }
                (Some(hex), None, None) => {
                    let place = origin.at("at");
                    let Some(map) = &self.game.map else {
                        self.no_map_for("setup");
                        parts.incomplete = true;
                        continue;
                    };
                    let other = match (self.names.areas.get(hex), self.names.boxes.get(hex)) {
                        (Some(_), _) => Some("in"),
                        (_, Some(_)) => Some("box"),
                        _ => None,
                    };
                    if let Some(field) = other {
                        let what = if field == "in" { "an area" } else { "a box" };
                        let diag = Diag::new(&codes::UNKNOWN_HEX, place, format!("`{hex}` is {what}, expected a hex"));
                        self.sink.report(diag.help(format!("write \"{field}\": \"{hex}\"")));
                        parts.incomplete = true;
                        continue;
                    }
                    (place.clone(), hexes::hex(&map.board, hex, place, self.sink).map(|hex| Where::At(Location::Hex(hex))))
                }
                (None, Some(area), None) => {
                    let place = origin.at("in");
                    let Some(map) = &self.game.map else {
                        self.no_map_for("setup");
                        parts.incomplete = true;
                        continue;
                    };
                    let except = |list| hexes::set(&map.board, list, &origin.at("except"), &self.hexes_left, self.sink);
                    let except = value.except.as_ref().map(except).unwrap_or_default();
                    if self.names.areas.get(&area.0).is_none() && map.board.parse(&area.0).is_ok() {
                        let diag = Diag::new(&codes::UNKNOWN_NAME, place, format!("`{area}` is a hex, expected an area"));
                        self.sink.report(diag.help(format!("write \"at\": \"{area}\"")));
                        parts.incomplete = true;
                        continue;
                    }
                    let mut area = self.names.areas.find(&area.0, place.clone(), self.sink);
                    // An area of which something is left out is gone through for this line alone.
                    let own = area.filter(|_| !except.is_empty()).map_or(0, |area| map.areas[area].hexes.len());
                    if !self.hexes_left.take(own, || place.clone(), self.sink) {
                        area = None;
                    }
                    (place, area.map(|area| Where::In(area, except)))
                }
                (None, None, Some(name)) => {
                    let place = origin.at("box");
                    let found = self.names.boxes.find(&name.0, place.clone(), self.sink);
                    (place, found.map(|id| Where::At(Location::Box(id))))
                }
                _ => {
                    let none = value.at.is_none() && value.area.is_none() && value.in_box.is_none();
                    let (message, help) = match none {
                        true => ("this line does not say where", "write `at` with a hex, `in` with an area, `within`, or `box`"),
                        false => ("this line says where more than once", "keep one of `at`, `in`, `box`"),
                    };
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help(help));
                    parts.incomplete = true;
                    continue;
                }
            };
            let state = match &value.state {
                Some(name) => self.names.states.find(&name.0, origin.at("state"), self.sink),
                None => Some(Game::FULL),
            };
            let also = self.names.states.find_all(value.also.as_deref().unwrap_or_default(), &origin.at("also"), self.sink);
            let markers =
                self.names.markers.find_all(value.markers.as_deref().unwrap_or_default(), &origin.at("markers"), self.sink);
            let Some(at) = at else {
                parts.incomplete = true;
                continue;
            };
            if let Some(draw) = value.draw.filter(|&n| n as usize > who.len()) {
                let message = format!("{} drawn of {}", so_many(draw, "is", "are"), so_many(who.len(), "unit", "units"));
                self.sink
                    .report(Diag::new(&codes::UNCLEAR_ENTRY, origin.at("draw"), message).help("name more units, or draw fewer"));
                parts.incomplete = true;
            }
            let drawn = value.draw.map(|count| (origin.node.0, count));
            let hidden = value.hidden.unwrap_or(false);
            for (unit, unit_place) in who {
                let count = self.game.units[unit].count;
                if let Some(n) = value.n.filter(|&n| n > count) {
                    let are = if count == 1 { "is only one" } else { "are not so many" };
                    let message = format!("number {n} of unit `{}`: there {are}", self.game.units[unit].id);
                    self.sink.report(
                        Diag::new(&codes::UNCLEAR_ENTRY, origin.at("n"), message).help("correct `n`, or the unit's `count`"),
                    );
                    parts.incomplete = true;
                    continue;
                }
                let state = state.unwrap_or(Game::FULL);
                // A condition such as `fired` needs no face of its own; a lost step does.
                if self.game.states[state].step
                    && !self.game.units[unit].faces.iter().any(|face| face.state == state)
                    && !self.game.units[unit].faces.is_empty()
                {
                    let message = format!("unit `{}` has no face `{}`", self.game.units[unit].id, self.game.states[state].id);
                    let mut diag = Diag::new(&codes::UNKNOWN_NAME, origin.at("state"), message)
                        .help("correct the state, or give the unit a `back` of that state");
                    if let Some(unit) = crate::origins::of(&self.names.units.origins, unit) {
                        diag = diag.related(unit, "this unit");
                    }
                    self.sink.report(diag);
                }
                let place = if value.units.is_some() { unit_place } else { place.clone() };
                parts.setup.push((
                    Setup {
                        unit,
                        n: value.n,
                        at: at.clone(),
                        state,
                        also: also.clone(),
                        markers: markers.clone(),
                        drawn,
                        hidden,
                    },
                    place,
                ));
            }
        }
    }

    /// Without a map nothing can be said about hexes: unchecked if there never was one, silent if it was lost.
    fn no_map_for(&mut self, what: &str) {
        if !self.incomplete.map {
            self.sink.unchecked(format!("{what} of the scenarios"), "there is no map.json");
        }
    }

    fn arrivals(&mut self, scenario: Origin, parts: &mut Parts) {
        for Read { origin, value, .. } in self.lines::<format::Arrival>(scenario, "arrivals", parts) {
            let who = self.who(&value.unit, &value.units, origin, parts);
            let entries = self.names.entries.find_all(value.entry.as_deref().unwrap_or_default(), &origin.at("entry"), self.sink);
            let when = self.take(origin, "if");
            let instead =
                self.names.entries.find_all(value.instead.as_deref().unwrap_or_default(), &origin.at("instead"), self.sink);
            let mode: Option<ModeName> = self.take(origin, "mode");
            let state = value.state.as_ref().and_then(|state| self.names.states.find(&state.0, origin.at("state"), self.sink));
            if !self.names.turns.stated && !self.names.turns.incomplete {
                self.sink.unchecked("arrivals of the scenarios", "there is no turns.json");
                parts.incomplete = true;
                continue;
            }
            let Some(turn) = self.names.turns.find(&value.turn.0, origin.at("turn"), self.sink) else {
                parts.incomplete = true;
                continue;
            };
            let units: Vec<UnitId> = who.into_iter().map(|(id, _)| id).collect();
            if value.otherwise == Some(format::Otherwise::Column) {
                self.or_column(&units, when.as_deref(), origin, parts);
            }
            if !units.is_empty() {
                let again = value.otherwise == Some(format::Otherwise::NextTurn);
                parts.arrivals.push((
                    Arrival { units, turn, entries, instead, mode, when, again, state: state.unwrap_or(Game::FULL) },
                    Place::from(origin).field("turn"),
                ));
            }
        }
    }

    /// Units that come as their column says where a line does not hold: they must have one, and the line a condition.
    fn or_column(&mut self, units: &[UnitId], when: Option<&Condition>, origin: Origin, parts: &mut Parts) {
        let place = origin.at("else");
        let Some(when) = when else {
            let message = "an arrival without `if` always holds, so its column never does";
            self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, place, message).help("write `if`, or take out `else`"));
            return;
        };
        for &unit in units {
            match self.game.units.at(unit) {
                Some(it) if it.arrives.is_none() => {
                    let message = format!("unit `{}` has nothing in its column `arrives`", it.id);
                    let help = "fill in the column, or write \"else\": \"never\"";
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, place.clone(), message).help(help));
                }
                _ => parts.or_column.push((unit, Box::new(when.clone()), place.clone())),
            }
        }
    }

    /// `{"hexes": 2, "of": "0304"}`: hexes, or the name of a place.
    fn near(&mut self, near: &format::Within, place: &Place) -> Option<Where> {
        let Some(map) = &self.game.map else {
            self.no_map_for("setup");
            return None;
        };
        if let format::HexList::Text(name) = &near.of
            && let Some(id) = self.names.places.seen(name, || place.clone().field("of"), self.sink)
        {
            return within(map, map.places[id].hexes.clone(), near.hexes, place, &self.hexes_left, self.sink);
        }
        let found = hexes::set(&map.board, &near.of, &place.clone().field("of"), &self.hexes_left, self.sink);
        if found.is_empty() { None } else { within(map, found, near.hexes, place, &self.hexes_left, self.sink) }
    }

    fn withdrawals(&mut self, scenario: Origin, parts: &mut Parts) {
        for Read { origin, value, .. } in self.lines::<format::Withdrawal>(scenario, "withdrawals", parts) {
            let (named, incomplete) = (parts.named.clone(), parts.incomplete);
            let who = self.who(&value.unit, &value.units, origin, parts);
            // Whoever leaves must be somewhere else before.
            (parts.named, parts.incomplete) = (named, incomplete);
            let when = self.take(origin, "if");
            let Some(turn) = self.names.turns.find(&value.turn.0, origin.at("turn"), self.sink) else { continue };
            let units: Vec<UnitId> = who.into_iter().map(|(id, _)| id).collect();
            if !units.is_empty() {
                parts.withdrawals.push((Withdrawal { units, turn, when }, origin.at("turn")));
            }
        }
    }

    fn marker_placements(&mut self, scenario: Origin, parts: &mut Parts) {
        for Read { origin, value, .. } in self.lines::<format::MarkerPlacement>(scenario, "markers", parts) {
            let marker = self.names.markers.find(&value.marker.0, origin.at("marker"), self.sink);
            for (bytes, word) in hexes::words(&value.at) {
                let place = origin.at("at").bytes(bytes);
                let spots: Vec<MarkerAt> = if let Some(id) = self.names.boxes.seen(word, || place.clone(), self.sink) {
                    vec![MarkerAt::Location(Location::Box(id))]
                } else if self.names.boxes.silent(word) {
                    Vec::new()
                } else if let Some(map) = &self.game.map {
                    if word.contains('/') {
                        hexes::hexside(&map.board, word, place.clone(), self.sink).map(MarkerAt::Side).into_iter().collect()
                    } else {
                        // Only for a word that is no hex.
                        let known = map.board.parse(word).is_ok();
                        let boxes: Vec<&str> = self.names.boxes.all().filter(|_| !known).collect();
                        let found = hexes::one_word(&map.board, word, &place, &boxes, &self.hexes_left, self.sink);
                        found.into_iter().map(|hex| MarkerAt::Location(Location::Hex(hex))).collect()
                    }
                } else {
                    Vec::new()
                };
                parts.lost_lines |= spots.is_empty() || marker.is_none();
                if let Some(marker) = marker {
                    parts.markers.extend(spots.into_iter().map(|at| (MarkerSetup { marker, at }, place.clone())));
                }
            }
        }
    }

    fn control(&mut self, scenario: Origin, parts: &mut Parts) {
        let lines = self.lines::<format::Controlled>(scenario, "control", parts);
        // `all` means all that no other line names.
        let mut rest: Lines<SideId> = Vec::new();
        for Read { origin, value, .. } in lines {
            let Some(side) = self.side(&value.side.0, origin.at("side")) else { continue };
            for (i, name) in value.places.iter().enumerate() {
                let place = origin.at("places").index(i);
                if name == "all" {
                    rest.push((side, place));
                } else if let Some(id) = self.names.places.find(name, place.clone(), self.sink) {
                    parts.control.push(((id, side), place));
                }
            }
        }
        let named: BTreeSet<PlaceId> = parts.control.iter().map(|((id, _), _)| *id).collect();
        for (side, place) in rest {
            let all = self.game.map.iter().flat_map(|map| map.places.ids());
            parts.control.extend(all.filter(|id| !named.contains(id)).map(|id| ((id, side), place.clone())));
        }
    }
}

/// Anywhere near these hexes, if the game may still name so many.
fn within(
    map: &Map,
    centres: Vec<HexId>,
    far: u32,
    place: &Place,
    budget: &hexes::Budget,
    sink: &mut crate::diag::Sink,
) -> Option<Where> {
    if budget.spent() {
        return None;
    }
    let hexes = centres.len() + map.board.within(&centres, far).len();
    budget.take(hexes, || place.clone(), sink).then_some(Where::Within(centres, far))
}
