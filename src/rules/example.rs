//! Worked examples: the position that one describes is set up, and its question asked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::{Battle, Column, Engine, Moment, NoOdds, Odds, PendingEffect, Piece, Position, Situation, Step, WayOut, Words};
use crate::hexgrid::{HexId, Hexside};
use crate::model::*;
use crate::sorting::Arrange;

/// Why an example has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It names something that is not there: the kind, the name, and what there is.
    Unknown(&'static str, String, Vec<String>),
    /// It cannot be asked.
    Unasked(String),
}

impl From<String> for NoAnswer {
    fn from(why: String) -> Self {
        NoAnswer::Unasked(why)
    }
}

/// The scenario whose rules an example means.
pub fn scenario_of(game: &Game, example: &Example) -> Result<Option<ScenarioId>, NoAnswer> {
    let find = |name: &String| Asked { game }.id("scenario", &game.scenarios, name, |s| &s.id);
    example.scenario.as_ref().map(find).transpose()
}

impl Engine<'_> {
    /// What the rules say to an example; the engine must be compiled for its scenario.
    pub fn answer(&self, example: &Example) -> Result<Json, NoAnswer> {
        let (Some(ask), Some(is)) = (&example.ask, &example.is) else {
            return Err(NoAnswer::Unasked("it has no question with an answer (`ask` and `is`)".to_owned()));
        };
        let (position, moment) = (self.example_position(example)?, self.example_moment(example)?);
        let situation = Situation::new(self, &position, moment);
        Asked { game: self.game }.ask(&situation, ask, self.scenario, is)
    }

    /// The position that an example describes.
    pub fn example_position(&self, example: &Example) -> Result<Position, NoAnswer> {
        Asked { game: self.game }.position(example, self.scenario)
    }

    /// The moment that an example is about.
    pub fn example_moment(&self, example: &Example) -> Result<Moment, NoAnswer> {
        let asked = Asked { game: self.game };
        let mut moment = self.start();
        if let Some(turn) = &example.turn {
            moment.turn = Some(asked.id("turn", &self.game.turns, turn, |t| &t.id)?);
        }
        if let Some(side) = &example.side {
            moment.side = Some(asked.side(side)?);
        }
        moment.phase = example.phase.as_ref().map(|phase| self.game.words.phases.find_or_none(phase));
        // A phase that only one side has is that side's.
        if example.side.is_none() && moment.phase.is_some() {
            let mut sides = self.game.phases.values().filter(|phase| Some(phase.number) == moment.phase).map(|phase| phase.side);
            let first = sides.next().flatten();
            moment.side = first.filter(|side| sides.all(|other| other == Some(*side)));
        }
        for option in &example.options {
            std::sync::Arc::make_mut(&mut moment.options)
                .insert(asked.id("option", &self.game.rules.options, option, |o| &o.id)?.index());
        }
        Ok(moment)
    }

    /// What an example says of afterwards that differs from a position; nothing if all of it is so.
    pub fn example_differs(&self, then: &Afterwards, position: &Position) -> Result<Option<String>, NoAnswer> {
        Asked { game: self.game }.differs(then, position)
    }
}

struct Asked<'g> {
    game: &'g Game,
}

impl Asked<'_> {
    fn map(&self) -> Result<&Map, NoAnswer> {
        self.game.map.as_ref().ok_or_else(|| NoAnswer::Unasked("the game has no map".to_owned()))
    }

    fn hex(&self, name: &str) -> Result<HexId, NoAnswer> {
        self.map()?.board.parse(name).map_err(|why| NoAnswer::Unasked(why.to_string()))
    }

    fn hexside(&self, name: &str) -> Result<Hexside, NoAnswer> {
        self.map()?.board.parse_hexside(name).map_err(|why| NoAnswer::Unasked(why.to_string()))
    }

    fn id<K: Key, T>(
        &self,
        what: &'static str,
        list: &List<K, T>,
        name: &str,
        of: impl Fn(&T) -> &String,
    ) -> Result<K, NoAnswer> {
        let found = list.iter().find(|(_, item)| of(item) == name).map(|(id, _)| id);
        found.ok_or_else(|| NoAnswer::Unknown(what, name.to_owned(), list.values().map(|item| of(item).clone()).collect()))
    }

    fn unit(&self, name: &str) -> Result<UnitId, NoAnswer> {
        self.id("unit", &self.game.units, name, |u| &u.id)
    }

    fn side(&self, name: &str) -> Result<SideId, NoAnswer> {
        self.id("side", &self.game.sides, name, |s| &s.id)
    }

    fn marker(&self, name: &str) -> Result<MarkerId, NoAnswer> {
        self.id("marker", &self.game.markers, name, |m| &m.id)
    }

    /// `a` or `a#2`: a unit, and which of several alike.
    fn numbered(&self, name: &str) -> Result<(UnitId, Option<u32>), NoAnswer> {
        let number = name.rsplit_once('#').and_then(|(unit, n)| Some((unit, n.parse::<u32>().ok()?)));
        match number {
            Some((unit, n)) if !self.game.units.values().any(|u| u.id == name) => {
                let unit = self.unit(unit)?;
                let count = self.game.units[unit].count;
                if n == 0 || n > count {
                    return Err(NoAnswer::Unasked(format!("there is no `{name}`: the game has {count} of them")));
                }
                Ok((unit, Some(n)))
            }
            _ => Ok((self.unit(name)?, None)),
        }
    }

    /// `a reduced disrupted`: a unit, and the states that it is in.
    fn piece(&self, words: &str) -> Result<Piece, NoAnswer> {
        let mut words = words.split_whitespace();
        let (unit, n) = self.numbered(words.next().unwrap_or(""))?;
        let mut piece = Piece { n: n.unwrap_or(1), ..Piece::new(unit, Game::FULL) };
        for word in words {
            let state = self.id("state", &self.game.states, word, |s| &s.id)?;
            match self.game.units[unit].faces.iter().any(|face| face.state == state) {
                true => piece.state = state,
                false => piece.also = piece.also.with(state),
            }
        }
        Ok(piece)
    }

    fn pieces(&self, words: &[String]) -> Result<Vec<Piece>, NoAnswer> {
        words.iter().map(|words| self.piece(words)).collect()
    }

    fn position(&self, example: &Example, scenario: Option<ScenarioId>) -> Result<Position, NoAnswer> {
        let mut position = match scenario.filter(|_| example.setup) {
            Some(id) => Position::start(self.game, &self.game.scenarios[id]),
            None => Position::default(),
        };
        let map = self.map()?;
        if !example.setup {
            position.map_bridges(map);
        }
        let mut placed: BTreeSet<(UnitId, u32)> = BTreeSet::new();
        for (place, words) in &example.units {
            // A box by its id, or a hex.
            let in_box = map.boxes.iter().find(|(_, found)| found.id == *place).map(|(id, _)| id);
            for words in words {
                let piece = self.next_of(self.piece(words)?, words, &mut placed)?;
                match in_box {
                    Some(id) => position.add(piece, Location::Box(id)),
                    None => position.put(piece, self.hex(place)?),
                }
            }
        }
        self.possible(&position)?;
        for (side, is) in &example.bridges {
            position.bridges.insert(self.hexside(side)?, *is);
        }
        for (hex, names) in &example.markers {
            let markers: Vec<MarkerId> = names.iter().map(|name| self.marker(name)).collect::<Result<_, _>>()?;
            position.markers.entry(Location::Hex(self.hex(hex)?)).or_default().extend(markers);
        }
        for (unit, names) in &example.on_units {
            let markers: Vec<MarkerId> = names.iter().map(|name| self.marker(name)).collect::<Result<_, _>>()?;
            position.unit_markers.entry((self.unit(unit)?, 1)).or_default().extend(markers);
        }
        for (place, side) in &example.control {
            position.held.insert(self.id("place", &map.places, place, |p| &p.id)?, self.side(side)?);
        }
        for (unit, deeds) in &example.did {
            position.did.insert((self.unit(unit)?, 1), deeds.iter().copied().collect());
        }
        for (side, words) in &example.crossed {
            position.crossed.insert(self.hexside(side)?, self.pieces(words)?);
        }
        for (side, owner) in &example.bridge_owners {
            position.bridge_owners.insert(self.hexside(side)?, self.side(owner)?);
        }
        // What no rule names changes no answer.
        let words = &self.game.words;
        position.flags = example.flags.iter().filter_map(|flag| words.flags.find(flag)).collect();
        position.counters = example.counters.iter().filter_map(|(name, n)| Some((words.counters.find(name)?, *n))).collect();
        position.declared = example.declared.iter().cloned().collect();
        position.exited = self.pieces(&example.exited)?.into_iter().map(|piece| (piece, WayOut::default())).collect();
        position.eliminated = self.pieces(&example.eliminated)?;
        Ok(position)
    }

    /// A piece that is placed; one of several alike without a number is the next of them.
    fn next_of(&self, piece: Piece, words: &str, placed: &mut BTreeSet<(UnitId, u32)>) -> Result<Piece, NoAnswer> {
        let unit = &self.game.units[piece.unit];
        let stated = words.split_whitespace().next().is_some_and(|name| name != unit.id);
        let n = match stated {
            true => piece.n,
            false => (1..=unit.count).find(|n| !placed.contains(&(piece.unit, *n))).unwrap_or(unit.count),
        };
        if !placed.insert((piece.unit, n)) {
            let why = match (stated, unit.count) {
                (true, _) => format!("`{}#{n}` stands in two places", unit.id),
                (false, 1) => format!("`{}` stands in two places, and there is one of it", unit.id),
                (false, count) => format!("the game has {count} of `{}`, and more stand here", unit.id),
            };
            return Err(NoAnswer::Unasked(why));
        }
        Ok(Piece { n, ..piece })
    }

    /// Whether a position can be: units of two sides share a hex only where the rules let them.
    fn possible(&self, position: &Position) -> Result<(), NoAnswer> {
        let stacking = self.game.rules.stacking.as_ref();
        let apart = stacking.is_some_and(|stacking| stacking.with_enemy != Some(true));
        for (hex, stack) in position.stacks().filter(|_| apart) {
            let mut sides = stack.iter().filter_map(|piece| Some((self.game.units[piece.unit].side?, piece)));
            let Some((first, one)) = sides.next() else { continue };
            if let Some((_, other)) = sides.find(|(side, _)| *side != first) {
                let (a, b) = (&self.game.units[one.unit].id, &self.game.units[other.unit].id);
                let hex = self.map()?.board.name(hex);
                return Err(NoAnswer::Unasked(format!("`{a}` and its enemy `{b}` both stand in {hex}")));
            }
        }
        Ok(())
    }

    fn differs(&self, then: &Afterwards, position: &Position) -> Result<Option<String>, NoAnswer> {
        let map = self.map()?;
        let word = |piece: &Piece| {
            let unit = &self.game.units[piece.unit];
            let number = if unit.count > 1 { format!("#{}", piece.n) } else { String::new() };
            let states = self.game.states.iter().filter(|(id, _)| piece.state == *id || piece.also.has(*id));
            let states = states.filter(|(id, _)| *id != Game::FULL).map(|(_, state)| format!(" {}", state.id));
            format!("{}{number}{}", unit.id, states.collect::<String>())
        };
        let list = |mut words: Vec<String>| {
            words.arrange();
            if words.is_empty() { "nobody".to_owned() } else { words.join(", ") }
        };
        for (place, wanted) in &then.units {
            let at = match map.boxes.iter().find(|(_, found)| found.id == *place) {
                Some((id, _)) => Location::Box(id),
                None => Location::Hex(self.hex(place)?),
            };
            let mut placed = BTreeSet::new();
            let wanted = wanted.iter().map(|words| self.next_of(self.piece(words)?, words, &mut placed));
            let wanted = list(wanted.map(|piece| Ok(word(&piece?))).collect::<Result<_, NoAnswer>>()?);
            let found = list(position.everybody().filter(|(there, _)| *there == at).map(|(_, piece)| word(piece)).collect());
            if found != wanted {
                return Ok(Some(format!("in {place} there is {found}, not {wanted}")));
            }
        }
        let gone = |names: &[String], gone: &[Piece], how: &str| {
            for name in names {
                let piece = self.piece(name)?;
                if !gone.iter().any(|other| other.counter() == piece.counter()) {
                    return Ok(Some(format!("`{name}` {how}")));
                }
            }
            Ok::<_, NoAnswer>(None)
        };
        let exited: Vec<Piece> = position.exited.iter().map(|(piece, _)| *piece).collect();
        if let Some(said) = gone(&then.lost, &position.eliminated, "is not lost")? {
            return Ok(Some(said));
        }
        if let Some(said) = gone(&then.exited, &exited, "has not left the map")? {
            return Ok(Some(said));
        }
        for (hex, names) in &then.markers {
            let at = Location::Hex(self.hex(hex)?);
            let mut wanted: Vec<MarkerId> = names.iter().map(|name| self.marker(name)).collect::<Result<_, _>>()?;
            let mut found = position.markers.get(&at).cloned().unwrap_or_default();
            wanted.arrange();
            found.arrange();
            if wanted != found {
                let found = list(found.iter().map(|id| self.game.markers[*id].id.clone()).collect());
                return Ok(Some(format!("the markers in {hex} are {found}, not {}", list(names.clone()))));
            }
        }
        for (place, side) in &then.control {
            let id = self.id("place", &map.places, place, |p| &p.id)?;
            let found = position.held.get(&id).copied();
            if found != Some(self.side(side)?) {
                let found = found.map_or("nobody", |side| &self.game.sides[side].id);
                return Ok(Some(format!("`{place}` is held by {found}, not {side}")));
            }
        }
        for (name, is) in &then.bridges {
            let side = self.hexside(name)?;
            let there = self.game.map.as_ref().is_some_and(|map| map.bridges.values().any(|bridge| bridge.side == side));
            let now = position.bridges.get(&side).copied().or(there.then_some(crate::model::BridgeCondition::Intact));
            if now != Some(*is) {
                return Ok(Some(format!("the bridge {name} is otherwise")));
            }
        }
        for (name, wanted) in &then.counters {
            let found = self.game.words.counters.find(name).and_then(|name| position.counters.get(&name).copied()).unwrap_or(0);
            if found != *wanted {
                return Ok(Some(format!("the counter `{name}` is {found}, not {wanted}")));
            }
        }
        Ok(None)
    }

    fn standing(&self, situation: &Situation<'_>, name: &str) -> Result<(Piece, HexId), NoAnswer> {
        let (unit, n) = self.numbered(name)?;
        let found = match n {
            None => situation.position.find(unit),
            Some(n) => situation.pieces().find(|(_, piece)| (piece.unit, piece.n) == (unit, n)).map(|(hex, piece)| (hex, *piece)),
        };
        let (hex, piece) = found.ok_or_else(|| format!("`{name}` stands nowhere"))?;
        Ok((piece, hex))
    }

    fn mode(&self, name: &Option<String>) -> Option<ModeName> {
        name.as_ref().map(|name| self.game.words.modes.find_or_none(name))
    }

    fn battle<'a>(
        &self,
        situation: &'a Situation<'a>,
        attack: &str,
        with: &[String],
        support: &[String],
        combat: Option<&str>,
    ) -> Result<Battle<'a>, NoAnswer> {
        let kind = situation.combat(combat);
        let stand = |names: &[String]| names.iter().map(|name| self.standing(situation, name)).collect::<Result<Vec<_>, _>>();
        Ok(situation.battle(kind, self.hex(attack)?, stand(with)?, stand(support)?))
    }

    fn ask<'a>(
        &self,
        situation: &'a Situation<'a>,
        ask: &Ask,
        scenario: Option<ScenarioId>,
        expected: &Json,
    ) -> Result<Json, NoAnswer> {
        let words = Words { engine: situation.engine };
        let cost = |points: Option<Points>| points.map_or_else(|| "no".to_owned(), |p| p.to_string());
        Ok(match ask {
            Ask::Stack { hex, at } => {
                let hex = self.hex(hex)?;
                let stack = situation.stack(hex);
                if let Some((entry, _, _)) = situation.apart(hex, stack) {
                    return Ok(json!({"apart": entry.id.0}));
                }
                let over = situation.overstacks(hex, stack, at.unwrap_or(StackingAt::Movement));
                over.first().map_or(json!(true), |over| json!({"limit": over.limit.id.0, "found": over.found.to_string()}))
            }
            Ask::Zone { side, hex } => json!(situation.in_zone(self.side(side)?, self.hex(hex)?)),
            Ask::Bond { side, hex, hexside } => {
                let bonds = situation.bonds(self.side(side)?);
                let in_hex = hex.as_ref().map(|hex| self.hex(hex)).transpose()?.is_some_and(|hex| bonds.hex(hex).is_some());
                let across = match hexside.as_ref().and_then(|side| side.split_once('/')) {
                    Some((a, b)) => bonds.side(self.hex(a)?, self.hex(b)?).is_some(),
                    None => false,
                };
                json!(in_hex || across)
            }
            Ask::Step { unit, to, mode, from } => {
                let (piece, at) = self.standing(situation, unit)?;
                let to = self.hex(to)?;
                let Ok(mover) = situation.mover(piece, at, self.mode(mode)) else { return Ok(json!("no")) };
                let from = from.as_ref().map_or(Ok(at), |from| self.hex(from))?;
                match mover.step(from, to, from == at, None) {
                    Ok(Step { points: Some(points), .. }) => json!(points.to_string()),
                    Ok(_) => json!("all"),
                    Err(_) => json!("no"),
                }
            }
            Ask::Cost { unit, to, mode } => {
                let (piece, at) = self.standing(situation, unit)?;
                let to = self.hex(to)?;
                let Ok(mover) = situation.mover(piece, at, self.mode(mode)) else { return Ok(json!("no")) };
                json!(cost(mover.reach().cost(to)))
            }
            Ask::End { unit, hex, mode } => {
                let (piece, at) = self.standing(situation, unit)?;
                let hex = self.hex(hex)?;
                let mover = situation.mover(piece, at, self.mode(mode));
                json!(mover.is_ok_and(|mover| mover.reach().cost(hex).is_some() && mover.may_end(hex).is_ok()))
            }
            Ask::Allowance { unit, mode } => {
                let (piece, at) = self.standing(situation, unit)?;
                json!(cost(situation.mover(piece, at, self.mode(mode)).ok().map(|mover| mover.allowance)))
            }
            Ask::Rating { unit, rating } => {
                let (piece, at) = self.standing(situation, unit)?;
                let rating = self.id("rating", &self.game.ratings, rating, |r| &r.id)?;
                let found = situation.rating(&situation.about(piece, Some(at)), &piece, rating, &[Role::Unit]);
                json!(cost(found.map(|(points, _)| points)))
            }
            Ask::Supply { unit, trace } => {
                let (piece, at) = self.standing(situation, unit)?;
                let found = situation.traces().find(|t| t.id.0 == *trace);
                let trace = found.ok_or_else(|| format!("unknown supply trace `{trace}`"))?;
                json!(situation.supply(trace, &piece, at).is_supplied())
            }
            Ask::Enter { unit, entries, nth } => {
                let map = self.map()?;
                let find = |name: &String| self.id("entry", &map.entries, name, |e| &e.id);
                let entries: Vec<EntryId> = entries.iter().map(find).collect::<Result<_, _>>()?;
                let (open, _) = situation.entry_hexes(self.piece(unit)?, &entries, nth.unwrap_or(1));
                let told = open.iter().map(|hex| {
                    let cost = hex.cost.map_or_else(|| "all".to_owned(), |cost| cost.to_string());
                    (words.hex(hex.hex), json!(cost))
                });
                Json::Object(told.collect())
            }
            Ask::Odds { attack, with, support, combat, roll } => {
                let battle = self.battle(situation, attack, with, support, combat.as_deref())?;
                match situation.odds(&battle) {
                    Ok(odds) => told(&odds, *roll, expected),
                    Err(NoOdds::Banned(_, id, _)) => json!(format!("banned {id}")),
                    Err(NoOdds::TooFar(_, far)) => json!(format!("too far {far}")),
                    Err(NoOdds::NotSo(_)) => json!("not so"),
                    Err(NoOdds::Limit(id, _, _)) => json!(format!("limit {id}")),
                    Err(NoOdds::NotInPhase(_) | NoOdds::OtherSide(_)) => json!("not in this phase"),
                    Err(NoOdds::NoAttacker) => json!("no attacker"),
                    Err(NoOdds::NoDefender) => json!("no defender"),
                    Err(NoOdds::NoDefence) => json!("no defence"),
                    Err(NoOdds::NoTable) => json!("no table"),
                    Err(NoOdds::NoRating(_)) => json!("no rating"),
                }
            }
            Ask::Draws { attack, with, support, combat } => {
                let battle = self.battle(situation, attack, with, support, combat.as_deref())?;
                json!(situation.draws(&battle).map(|(draws, _)| draws))
            }
            Ask::Chit { attack, with, combat, chit } => {
                let battle = self.battle(situation, attack, with, &[], combat.as_deref())?;
                let card = &self.game.cards[self.id("chit", &self.game.cards, chit, |card| &card.id)?];
                let face = situation.chit(&battle, &card.faces);
                face.map_or(json!("none"), |face| json!([face.attacker.unwrap_or(0), face.defender.unwrap_or(0)]))
            }
            Ask::Outcome { attack, with, combat, table, result } => {
                let battle = self.battle(situation, attack, with, &[], combat.as_deref())?;
                let table = match table {
                    Some(table) => self.id("table", &self.game.tables, table, |t| &t.id)?,
                    None => battle.kind.and_then(|kind| kind.table).ok_or_else(|| "the combat has no table".to_owned())?,
                };
                let happens = situation.outcome(&battle, &situation.engine.game().tables[table], result);
                json!(happens.iter().map(|it| happening(self.game, it)).collect::<Vec<_>>())
            }
            Ask::Retreat { unit, hexes, best } => {
                let (piece, at) = self.standing(situation, unit)?;
                let ways = situation.retreats(piece, at, *hexes);
                let good = ways.iter().filter(|way| !best || way.best);
                let ends: BTreeSet<String> = good.filter_map(|way| way.path.last()).map(|hex| words.hex(*hex)).collect();
                json!(ends)
            }
            Ask::Roll { table, unit, roll } => {
                let table = &situation.engine.game().tables[self.id("table", &self.game.tables, table, |t| &t.id)?];
                let unit = unit.as_ref().map(|unit| self.standing(situation, unit)).transpose()?;
                let rolled = situation.rolled(table, unit);
                json!(rolled.results.iter().find(|(r, _)| r == roll).and_then(|(_, code)| code.clone()))
            }
            Ask::Hits { attack, with, combat, chits: [attacker, defender] } => {
                let battle = self.battle(situation, attack, with, &[], combat.as_deref())?;
                let (attacker, defender) = situation.changed_hits(&battle, *attacker, *defender);
                json!([attacker, defender])
            }
            Ask::Unsupplied { unit } => {
                let (piece, at) = self.standing(situation, unit)?;
                let state = situation.unsupplied(&piece, at).map(|(_, state)| self.game.states[state].id.clone());
                json!(state.unwrap_or_else(|| "none".to_owned()))
            }
            Ask::Advance { unit, attack, retreated } => {
                let battle = self.battle(situation, attack, std::slice::from_ref(unit), &[], None)?;
                let (piece, at) = self.standing(situation, unit)?;
                json!(cost(situation.advance(&battle, &piece, at, *retreated)))
            }
            Ask::Victory {} => {
                let scenario = scenario.ok_or_else(|| "no scenario is named".to_owned())?;
                let scenario = &situation.engine.game().scenarios[scenario];
                let verdict = situation.victory(&scenario.levels, &scenario.points);
                let level = json!(verdict.level.map(|level| level.name.clone()));
                let points = verdict.points.iter().map(|(side, points)| (self.game.sides[*side].id.clone(), points.to_string()));
                match expected.as_object() {
                    // Of both, what the answer names.
                    Some(wanted) => {
                        let all = json!({"level": level, "points": points.collect::<BTreeMap<_, _>>()});
                        Json::Object(
                            wanted.keys().map(|key| (key.clone(), all.get(key).cloned().unwrap_or(json!("?")))).collect(),
                        )
                    }
                    None => level,
                }
            }
            Ask::Phases {} => {
                let turn = situation.moment.turn.ok_or_else(|| "the game has no turns".to_owned())?;
                json!(
                    situation
                        .engine
                        .phases(turn, &situation.moment)
                        .iter()
                        .map(|(phase, _)| phase.id.clone())
                        .collect::<Vec<_>>()
                )
            }
            Ask::Actions { side } => {
                json!(situation.actions(self.side(side)?).iter().map(|a| a.id.0.clone()).collect::<Vec<_>>())
            }
        })
    }
}

/// Of all that odds say, what the answer names.
fn told(odds: &Odds<'_>, roll: Option<i32>, expected: &Json) -> Json {
    let column = match &odds.column {
        Column::Named(name) => name.clone(),
        Column::Forbidden => "forbidden".to_owned(),
        Column::Result(code) => format!("result {code}"),
        Column::None => "none".to_owned(),
    };
    let result = roll.and_then(|roll| odds.results.iter().find(|(r, _)| *r == roll)?.1.clone());
    let chances: serde_json::Map<String, Json> =
        odds.chances.iter().map(|(code, n)| (code.clone(), json!(format!("{n}/{}", odds.throws)))).collect();
    let all = json!({
        "attack": odds.attack.sum.to_string(),
        "defense": odds.defense.sum.to_string(),
        "before": odds.before,
        "shift": odds.shift,
        "column": column,
        "roll": odds.roll,
        "result": result,
        "chances": chances,
    });
    // An answer that names nothing learns the column.
    let Some(wanted) = expected.as_object() else { return json!({"column": all.get("column")}) };
    Json::Object(wanted.keys().map(|key| (key.clone(), all.get(key).cloned().unwrap_or(json!("?")))).collect())
}

fn happening(game: &Game, it: &PendingEffect<'_>) -> String {
    let amount = it.amount.map(|amount| format!(" {amount}")).unwrap_or_default();
    let who = |who: &Who| format!("{who:?}").to_lowercase();
    match it.effect {
        Effect::Lose { who: w, .. } => format!("lose {}{amount}", who(w)),
        Effect::Retreat { who: w, .. } => format!("retreat {}{amount}", who(w)),
        Effect::Eliminate { who: w, .. } => format!("eliminate {}", who(w)),
        Effect::State { who: w, state, .. } => format!("state {} {}", who(w), game.states[*state].id),
        Effect::Clear { who: w, state, .. } => format!("clear {} {}", who(w), game.states[*state].id),
        Effect::Gain { who: w, .. } => format!("gain {}", who(w)),
        Effect::Exit { who: w, .. } => format!("exit {}", who(w)),
        Effect::Exchange { .. } => format!("exchange{amount}"),
        Effect::Advance { .. } => format!("advance{amount}"),
        Effect::Roll { table: Some(table), .. } => format!("roll {}", game.tables[*table].id),
        Effect::Choose { choices, .. } => format!("choose of {}", choices.len()),
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or_default().to_lowercase() + &amount,
    }
}
