//! Worked examples of printed rules, each a row of data: four systems in one format, on small maps.
//!
//! A folder of tests/rules is a game; its `examples.json` lists positions, questions and the answers that the printed
//! rules give, each with the number of the rule.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::model::*;
use muster::rules::*;
use muster::source::Disk;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::support::Random;

/// A row.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Example {
    /// The printed rule.
    rule: String,
    /// What it shows, in our words.
    about: String,
    /// The scenario whose rules count.
    scenario: Option<String>,
    /// Whether the units of that scenario stand where it puts them.
    #[serde(default)]
    setup: bool,
    turn: Option<String>,
    phase: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    /// Units by hex: `"0304": ["a", "b reduced disrupted"]`.
    #[serde(default)]
    units: BTreeMap<String, Vec<String>>,
    /// Bridges that are not as the map has them.
    #[serde(default)]
    bridges: BTreeMap<String, BridgeCondition>,
    /// Markers by hex.
    #[serde(default)]
    markers: BTreeMap<String, Vec<String>>,
    /// Markers by unit.
    #[serde(default)]
    on_units: BTreeMap<String, Vec<String>>,
    /// Who holds which place.
    #[serde(default)]
    control: BTreeMap<String, String>,
    #[serde(default)]
    did: BTreeMap<String, Vec<Deed>>,
    /// Who has crossed which hexside in this phase.
    #[serde(default)]
    crossed: BTreeMap<String, Vec<String>>,
    /// Who holds which bridge.
    #[serde(default)]
    bridge_owners: BTreeMap<String, String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    counters: BTreeMap<String, i32>,
    #[serde(default)]
    declared: Vec<String>,
    #[serde(default)]
    exited: Vec<String>,
    #[serde(default)]
    eliminated: Vec<String>,
    /// The question.
    ask: Ask,
    /// The answer.
    is: Json,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
enum Ask {
    /// Whether the stack in a hex is legal: `true`, or `{"limit": "points", "found": "10/3"}`.
    Stack { hex: String, at: Option<StackingAt> },
    /// Whether a hex is in a side's zone.
    Zone { side: String, hex: String },
    /// Whether a hex or hexside is in a side's bond.
    Bond { side: String, hex: Option<String>, hexside: Option<String> },
    /// What one step costs as the first of a move: `"5/2"`, `"all"`, or `"no"`.
    Step { unit: String, to: String, mode: Option<String>, from: Option<String> },
    /// What it costs to come to a hex, or `"no"`.
    Cost { unit: String, to: String, mode: Option<String> },
    /// Whether a unit can come to a hex and end there.
    End { unit: String, hex: String, mode: Option<String> },
    /// How many points a unit has, or `"no"` where it may not move so.
    Allowance { unit: String, mode: Option<String> },
    /// A rating as the rules change it.
    Rating { unit: String, rating: String },
    /// Whether a unit is supplied.
    Supply { unit: String, trace: String },
    /// Where and for how much it comes in: `{"0101": "1"}`.
    Enter { unit: String, entries: Vec<String>, nth: Option<u32> },
    /// Strengths, columns, shifts; those that the answer names.
    Odds {
        attack: String,
        with: Vec<String>,
        #[serde(default)]
        support: Vec<String>,
        combat: Option<String>,
        roll: Option<i32>,
    },
    /// How many chits are drawn.
    Draws {
        attack: String,
        with: Vec<String>,
        #[serde(default)]
        support: Vec<String>,
        combat: Option<String>,
    },
    /// The hits of a chit in a battle: `[attacker, defender]`, or `"none"`.
    Chit { attack: String, with: Vec<String>, combat: Option<String>, chit: String },
    /// What a result does: `["lose defender 1", "retreat defender 2", "state defender broken"]`.
    Outcome { attack: String, with: Vec<String>, combat: Option<String>, table: Option<String>, result: String },
    /// The hexes where a retreat may end; with `best` only those that no other way is better than.
    Retreat {
        unit: String,
        hexes: u32,
        #[serde(default)]
        best: bool,
    },
    /// The result of a roll on a table by a unit.
    Roll { table: String, unit: Option<String>, roll: i32 },
    /// Hits after what changes them: `[attacker, defender]`.
    Hits { attack: String, with: Vec<String>, combat: Option<String>, chits: [i32; 2] },
    /// The state that a unit has for want of supply, or `"none"`.
    Unsupplied { unit: String },
    /// How far a unit may advance after combat when the loser retreated so far.
    Advance { unit: String, attack: String, retreated: u32 },
    /// The level of victory that holds.
    Victory {},
    /// The phases of the turn.
    Phases {},
    /// The actions that a side may take.
    Actions { side: String },
}

struct Table {
    game: Game,
}

impl Table {
    fn hex(&self, name: &str) -> HexId {
        let board = &self.game.map.as_ref().unwrap().board;
        board.parse(name).unwrap_or_else(|why| panic!("{why}"))
    }

    fn id<K: Key, T>(&self, list: &List<K, T>, name: &str, of: impl Fn(&T) -> &String) -> K {
        let found = list.iter().find(|(_, item)| of(item) == name).map(|(id, _)| id);
        found.unwrap_or_else(|| panic!("the fixture has no `{name}`"))
    }

    fn unit(&self, name: &str) -> UnitId {
        self.id(&self.game.units, name, |u| &u.id)
    }

    fn side(&self, name: &str) -> SideId {
        self.id(&self.game.sides, name, |s| &s.id)
    }

    fn piece(&self, words: &str) -> Piece {
        let mut words = words.split_whitespace();
        let unit = self.unit(words.next().unwrap());
        let mut piece = Piece::new(unit, Game::FULL);
        for word in words {
            let state = self.id(&self.game.states, word, |s| &s.id);
            match self.game.units[unit].faces.iter().any(|face| face.state == state) {
                true => piece.state = state,
                false => piece.also = piece.also.with(state),
            }
        }
        piece
    }

    fn marker(&self, name: &str) -> MarkerId {
        self.id(&self.game.markers, name, |m| &m.id)
    }

    fn position(&self, example: &Example, scenario: Option<ScenarioId>) -> Position {
        let mut position = match scenario.filter(|_| example.setup) {
            Some(id) => Position::start(&self.game, &self.game.scenarios[id]),
            None => Position::default(),
        };
        let map = self.game.map.as_ref().unwrap();
        for (place, pieces) in &example.units {
            // A box by its id, or a hex.
            let in_box = map.boxes.iter().find(|(_, found)| found.id == *place).map(|(id, _)| id);
            for words in pieces {
                match in_box {
                    Some(id) => position.at.entry(Location::Box(id)).or_default().push(self.piece(words)),
                    None => position.put(self.piece(words), self.hex(place)),
                }
            }
        }
        for (side, is) in &example.bridges {
            position.bridges.insert(map.board.parse_hexside(side).unwrap(), *is);
        }
        for (hex, names) in &example.markers {
            let list = position.markers.entry(Location::Hex(self.hex(hex))).or_default();
            list.extend(names.iter().map(|name| self.marker(name)));
        }
        for (unit, names) in &example.on_units {
            let list = position.unit_markers.entry((self.unit(unit), 1)).or_default();
            list.extend(names.iter().map(|name| self.marker(name)));
        }
        for (place, side) in &example.control {
            position.held.insert(self.id(&map.places, place, |p| &p.id), self.side(side));
        }
        for (unit, deeds) in &example.did {
            position.did.insert((self.unit(unit), 1), deeds.iter().copied().collect());
        }
        for (side, pieces) in &example.crossed {
            let side = map.board.parse_hexside(side).unwrap();
            position.crossed.insert(side, pieces.iter().map(|words| self.piece(words)).collect());
        }
        for (side, owner) in &example.bridge_owners {
            position.bridge_owners.insert(map.board.parse_hexside(side).unwrap(), self.side(owner));
        }
        position.flags = example.flags.iter().map(|flag| FlagName(flag.clone())).collect();
        position.counters = example.counters.iter().map(|(name, n)| (CounterName(name.clone()), *n)).collect();
        position.declared = example.declared.iter().cloned().collect();
        position.exited = example.exited.iter().map(|words| (self.piece(words), None)).collect();
        position.eliminated = example.eliminated.iter().map(|words| self.piece(words)).collect();
        position
    }

    fn answer(&self, example: &Example) -> Json {
        let scenario = example.scenario.as_ref().map(|name| self.id(&self.game.scenarios, name, |s| &s.id));
        let engine = Engine::new(&self.game, scenario);
        let position = self.position(example, scenario);
        let mut moment = engine.start();
        if let Some(turn) = &example.turn {
            moment.turn = Some(self.id(&self.game.turns, turn, |t| &t.id));
        }
        moment.phase = example.phase.clone();
        for option in &example.options {
            moment.options.insert(self.id(&self.game.rules.options, option, |o| &o.id).index());
        }
        let field = Field::new(&engine, &position, moment);
        self.ask(&field, &example.ask, scenario, &example.is)
    }

    fn standing(&self, field: &Field<'_>, name: &str) -> (Piece, HexId) {
        let (hex, piece) = field.position.find(self.unit(name)).unwrap_or_else(|| panic!("`{name}` is nowhere"));
        (piece, hex)
    }

    fn battle<'a>(
        &self,
        field: &Field<'a>,
        attack: &str,
        with: &[String],
        support: &[String],
        combat: Option<&str>,
    ) -> Battle<'a> {
        let kind = field.combat(combat);
        let stands = |name: &String| self.standing(field, name);
        field.battle(kind, self.hex(attack), with.iter().map(stands).collect(), support.iter().map(stands).collect())
    }

    fn ask<'a>(&self, field: &'a Field<'a>, ask: &Ask, scenario: Option<ScenarioId>, expected: &Json) -> Json {
        let words = Words { engine: field.engine };
        let cost = |points: Option<Points>| points.map_or_else(|| "no".to_owned(), |p| p.to_string());
        match ask {
            Ask::Stack { hex, at } => {
                let hex = self.hex(hex);
                let stack = field.stack(hex);
                if let Some((entry, _, _)) = field.apart(hex, stack) {
                    return json!({"apart": entry.id.0});
                }
                let over = field.overstacks(hex, stack, at.unwrap_or(StackingAt::Movement));
                over.first().map_or(json!(true), |over| json!({"limit": over.limit.id.0, "found": over.found.to_string()}))
            }
            Ask::Zone { side, hex } => json!(field.in_zone(self.side(side), self.hex(hex))),
            Ask::Bond { side, hex, hexside } => {
                let bonds = field.bonds(self.side(side));
                let hex = hex.as_ref().is_some_and(|hex| bonds.hex(self.hex(hex)).is_some());
                let across = hexside.as_ref().and_then(|side| side.split_once('/'));
                json!(hex || across.is_some_and(|(a, b)| bonds.side(self.hex(a), self.hex(b)).is_some()))
            }
            Ask::Step { unit, to, mode, from } => {
                let (piece, at) = self.standing(field, unit);
                let Ok(mover) = field.mover(piece, at, mode.as_deref()) else { return json!("no") };
                let from = from.as_ref().map_or(at, |from| self.hex(from));
                match mover.step(from, self.hex(to), from == at, None) {
                    Ok(Step { points: Some(points), .. }) => json!(points.to_string()),
                    Ok(_) => json!("all"),
                    Err(_) => json!("no"),
                }
            }
            Ask::Cost { unit, to, mode } => {
                let (piece, at) = self.standing(field, unit);
                let Ok(mover) = field.mover(piece, at, mode.as_deref()) else { return json!("no") };
                json!(cost(mover.reach().cost(self.hex(to))))
            }
            Ask::End { unit, hex, mode } => {
                let (piece, at) = self.standing(field, unit);
                let hex = self.hex(hex);
                let mover = field.mover(piece, at, mode.as_deref());
                json!(mover.is_ok_and(|mover| mover.reach().cost(hex).is_some() && mover.may_end(hex).is_ok()))
            }
            Ask::Allowance { unit, mode } => {
                let (piece, at) = self.standing(field, unit);
                json!(cost(field.mover(piece, at, mode.as_deref()).ok().map(|mover| mover.allowance)))
            }
            Ask::Rating { unit, rating } => {
                let (piece, at) = self.standing(field, unit);
                let rating = self.id(&self.game.ratings, rating, |r| &r.id);
                let found = field.rating(&field.about(piece, Some(at)), &piece, rating, &[Role::Unit]);
                json!(cost(found.map(|(points, _)| points)))
            }
            Ask::Supply { unit, trace } => {
                let (piece, at) = self.standing(field, unit);
                let trace = field.traces().into_iter().find(|t| t.id.0 == *trace).expect("the trace is there");
                json!(field.supply(trace, &piece, at).is_supplied())
            }
            Ask::Enter { unit, entries, nth } => {
                let map = self.game.map.as_ref().unwrap();
                let entries: Vec<EntryId> = entries.iter().map(|e| self.id(&map.entries, e, |e| &e.id)).collect();
                let (open, _) = field.entry_hexes(self.piece(unit), &entries, nth.unwrap_or(1));
                let told = open.iter().map(|hex| {
                    let cost = hex.cost.map_or_else(|| "all".to_owned(), |cost| cost.to_string());
                    (words.hex(hex.hex), json!(cost))
                });
                Json::Object(told.collect())
            }
            Ask::Odds { attack, with, support, combat, roll } => {
                let battle = self.battle(field, attack, with, support, combat.as_deref());
                match field.odds(&battle) {
                    Ok(odds) => told(&odds, *roll, expected),
                    Err(NoOdds::Banned(_, id, _)) => json!(format!("banned {id}")),
                    Err(NoOdds::TooFar(_, far)) => json!(format!("too far {far}")),
                    Err(NoOdds::NotSo(_)) => json!("not so"),
                    Err(NoOdds::Limit(id, _, _)) => json!(format!("limit {id}")),
                    Err(why) => json!(format!("{why:?}")),
                }
            }
            Ask::Draws { attack, with, support, combat } => {
                let battle = self.battle(field, attack, with, support, combat.as_deref());
                json!(field.draws(&battle).map(|(draws, _)| draws))
            }
            Ask::Chit { attack, with, combat, chit } => {
                let battle = self.battle(field, attack, with, &[], combat.as_deref());
                let card = self.game.cards.values().find(|card| card.id == *chit).expect("the chit is there");
                let face = field.chit(&battle, &card.faces);
                face.map_or(json!("none"), |face| json!([face.attacker.unwrap_or(0), face.defender.unwrap_or(0)]))
            }
            Ask::Outcome { attack, with, combat, table, result } => {
                let battle = self.battle(field, attack, with, &[], combat.as_deref());
                let table = match table {
                    Some(table) => self.id(&self.game.tables, table, |t| &t.id),
                    None => battle.kind.and_then(|kind| kind.table).expect("the combat has a table"),
                };
                let happens = field.outcome(&battle, &field.engine.game().tables[table], result);
                json!(happens.iter().map(|it| happening(&self.game, it)).collect::<Vec<_>>())
            }
            Ask::Retreat { unit, hexes, best } => {
                let (piece, at) = self.standing(field, unit);
                let ways = field.retreats(piece, at, *hexes);
                let good = ways.iter().filter(|way| !best || way.best);
                let ends: BTreeSet<String> = good.filter_map(|way| way.path.last()).map(|hex| words.hex(*hex)).collect();
                json!(ends)
            }
            Ask::Roll { table, unit, roll } => {
                let table = &field.engine.game().tables[self.id(&self.game.tables, table, |t| &t.id)];
                let rolled = field.rolled(table, unit.as_ref().map(|unit| self.standing(field, unit)));
                json!(rolled.results.iter().find(|(r, _)| r == roll).and_then(|(_, code)| code.clone()))
            }
            Ask::Hits { attack, with, combat, chits: [attacker, defender] } => {
                let battle = self.battle(field, attack, with, &[], combat.as_deref());
                let (attacker, defender) = field.changed_hits(&battle, *attacker, *defender);
                json!([attacker, defender])
            }
            Ask::Unsupplied { unit } => {
                let (piece, at) = self.standing(field, unit);
                let state = field.unsupplied(&piece, at).map(|(_, state)| self.game.states[state].id.clone());
                json!(state.unwrap_or_else(|| "none".to_owned()))
            }
            Ask::Advance { unit, attack, retreated } => {
                let battle = self.battle(field, attack, std::slice::from_ref(unit), &[], None);
                let (piece, at) = self.standing(field, unit);
                json!(cost(field.advance(&battle, &piece, at, *retreated)))
            }
            Ask::Victory {} => {
                let scenario = &field.engine.game().scenarios[scenario.expect("a scenario is named")];
                let verdict = field.victory(&scenario.levels, &scenario.points);
                json!(verdict.level.map(|level| level.name.clone()))
            }
            Ask::Phases {} => {
                let turn = field.moment.turn.expect("a turn is named");
                json!(field.engine.phases(turn, &field.moment).iter().map(|(phase, _)| phase.id.clone()).collect::<Vec<_>>())
            }
            Ask::Actions { side } => json!(field.actions(self.side(side)).iter().map(|a| a.id.0.clone()).collect::<Vec<_>>()),
        }
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
    let Some(wanted) = expected.as_object() else { return Json::Null };
    Json::Object(wanted.keys().map(|key| (key.clone(), all.get(key).cloned().unwrap_or(json!("?")))).collect())
}

fn happening(game: &Game, it: &Happening<'_>) -> String {
    let amount = it.amount.map(|amount| format!(" {amount}")).unwrap_or_default();
    let who = |who: &Who| format!("{who:?}").to_lowercase();
    match it.effect {
        Effect::Lose { who: w, .. } => format!("lose {}{amount}", who(w)),
        Effect::Retreat { who: w, .. } => format!("retreat {}{amount}", who(w)),
        Effect::Eliminate { who: w, .. } => format!("eliminate {}", who(w)),
        Effect::State { who: w, state, .. } => format!("state {} {}", who(w), game.states[*state].id),
        Effect::Clear { who: w, state, .. } => format!("clear {} {}", who(w), game.states[*state].id),
        Effect::Exchange { .. } => format!("exchange{amount}"),
        Effect::Advance { .. } => format!("advance{amount}"),
        Effect::Roll { table: Some(table), .. } => format!("roll {}", game.tables[*table].id),
        Effect::Choose { choices, .. } => format!("choose of {}", choices.len()),
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or_default().to_lowercase(),
    }
}

/// Slices of systems lie in tests/rules; a whole module in modules, and its rows in tests/modules.
const MODULES: [&str; 1] = ["bastogne-breakout"];

fn folder(system: &str) -> PathBuf {
    let home = if MODULES.contains(&system) { "modules" } else { "tests/rules" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(home).join(system)
}

fn rows(system: &str) -> Vec<Example> {
    let path = match MODULES.contains(&system) {
        true => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules").join(format!("{system}.json")),
        false => folder(system).join("examples.json"),
    };
    let text = std::fs::read_to_string(&path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Every row of a system; gives how many there were.
fn examples(system: &str) -> usize {
    let compiled = compile(&Disk::open(&folder(system)).unwrap());
    let said = crate::support::lines(&compiled);
    assert!(said.is_empty(), "{system}: {said:#?}");
    let table = Table { game: compiled.game };
    let rows = rows(system);
    let mut wrong = Vec::new();
    for row in &rows {
        let found = table.answer(row);
        if found != row.is {
            wrong.push(format!("{} {}: found {found}, the rule says {}", row.rule, row.about, row.is));
        }
    }
    assert!(wrong.is_empty(), "{system}:\n{}", wrong.join("\n"));
    rows.len()
}

#[test]
fn ardennes_44() {
    assert!(examples("ardennes-44") >= 240);
}

#[test]
fn bastogne() {
    assert!(examples("bastogne") >= 155);
}

#[test]
fn bitter_woods() {
    assert!(examples("bitter-woods") >= 185);
}

#[test]
fn enemy_action() {
    assert!(examples("enemy-action") >= 185);
}

#[test]
fn bastogne_breakout() {
    assert!(examples("bastogne-breakout") >= 220);
}

const SYSTEMS: [&str; 4] = ["ardennes-44", "bastogne", "bitter-woods", "enemy-action"];

/// Positions of all four systems, drawn at random: so many units of each side, each where it may stand.
fn positions(system: &str, count: usize, mut each: impl FnMut(&Table, &Position)) {
    let table = Table { game: compile(&Disk::open(&folder(system)).unwrap()).game };
    let mut random = Random(0x5eed);
    let hexes: Vec<HexId> = table.game.map.as_ref().unwrap().board.hexes().collect();
    let engine = Engine::new(&table.game, None);
    for _ in 0..count {
        let mut position = Position::default();
        for (id, unit) in table.game.units.iter() {
            let hex = hexes[random.below(hexes.len())];
            let held = position.at.get(&Location::Hex(hex)).and_then(|stack: &Vec<Piece>| stack.first());
            let enemy = held.is_some_and(|piece| engine.side_of(piece) != unit.side);
            if random.below(3) > 0 || enemy || unit.class.is_none() {
                continue;
            }
            position.put(Piece::new(id, Game::FULL), hex);
        }
        each(&table, &position);
    }
}

/// Every position, once more without one of its pieces.
fn without_one(position: &Position) -> Vec<(Piece, HexId, Position)> {
    let pieces: Vec<(HexId, Piece)> =
        position.stacks().flat_map(|(hex, stack)| stack.iter().map(move |piece| (hex, *piece))).collect();
    let less = |(hex, piece): (HexId, Piece)| {
        let mut less = position.clone();
        less.take(piece);
        (piece, hex, less)
    };
    pieces.into_iter().map(less).collect()
}

#[test]
fn an_enemy_who_leaves_never_shrinks_reach_or_supply() {
    for system in SYSTEMS {
        let mut compared = 0;
        positions(system, 12, |table, position| {
            let engine = Engine::new(&table.game, None);
            // The last turn: the special rules of the first ones may well favour those who are next to an enemy.
            let moment = Moment { turn: table.game.turns.ids().last(), ..engine.start() };
            let before = Field::new(&engine, position, moment.clone());
            let movers: Vec<(HexId, Piece)> = before.pieces().map(|(hex, piece)| (hex, *piece)).collect();
            let reaches: Vec<Option<Reach>> =
                movers.iter().map(|(hex, piece)| before.mover(*piece, *hex, None).ok().map(|mover| mover.reach())).collect();
            for (gone, _, less) in without_one(position).into_iter().step_by(3) {
                let after = Field::new(&engine, &less, moment.clone());
                for ((hex, piece), reach) in movers.iter().zip(&reaches) {
                    if engine.side_of(piece) == engine.side_of(&gone) {
                        continue;
                    }
                    let side = engine.side_of(piece).unwrap();
                    for trace in before.traces() {
                        let (was, is) =
                            (before.supplied(&trace.id.0, side, piece, *hex), after.supplied(&trace.id.0, side, piece, *hex));
                        assert!(!was.sure() || is.sure(), "{system}: {:?} loses {} when {gone:?} leaves", piece, trace.id.0);
                    }
                    let Some(reach) = reach else { continue };
                    let now = after.mover(*piece, *hex, None).unwrap().reach();
                    for to in table.game.map.as_ref().unwrap().board.hexes() {
                        let fewer = reach.cost(to).is_some_and(|was| now.cost(to).is_none_or(|is| is > was));
                        assert!(!fewer, "{system}: {piece:?} reaches {to:?} no more when {gone:?} leaves");
                    }
                    compared += 1;
                }
            }
        });
        assert!(compared > 80, "{system}: only {compared} were compared");
    }
}

#[test]
fn no_way_costs_less_than_its_length_at_the_cheapest_rate() {
    for system in SYSTEMS {
        positions(system, 10, |table, position| {
            let engine = Engine::new(&table.game, None);
            let field = Field::new(&engine, position, engine.start());
            let board = &table.game.map.as_ref().unwrap().board;
            let toll = |toll: &Toll| match toll.cost {
                Cost::Points(points) => Some(points.0),
                _ => None,
            };
            let all = table.game.terrain.values().flat_map(|t| t.cost.iter().chain(t.grounds.values().flatten()));
            let cheapest = all.flatten().filter_map(toll).min().unwrap();
            for (hex, piece) in field.pieces() {
                let Ok(mover) = field.mover(*piece, hex, None) else { continue };
                let reach = mover.reach();
                for to in board.hexes().filter(|to| reach.cost(*to).is_some()) {
                    let cost = reach.cost(to).unwrap();
                    let least = (i64::from(board.distance(hex, to)) * cheapest).min(mover.allowance.0);
                    assert!(
                        cost.0 >= least && cost <= mover.allowance.max(Points(0)),
                        "{system}: {piece:?} to {to:?} for {cost}"
                    );
                    let path = reach.path(to).unwrap();
                    assert_eq!((path.first(), path.last()), (Some(&hex), Some(&to)));
                    assert!(path.windows(2).all(|pair| board.distance(pair[0], pair[1]) == 1), "{system}: {path:?}");
                }
            }
        });
    }
}

#[test]
fn a_legal_stack_stays_legal_when_a_unit_leaves() {
    // Where no exception depends on who is there: a limit that some stacks may exceed is left out.
    for system in SYSTEMS {
        let mut legal = 0;
        let mut table = Table { game: compile(&Disk::open(&folder(system)).unwrap()).game };
        for limit in table.game.rules.stacking.iter_mut().flat_map(|stacking| &mut stacking.limits.list) {
            (limit.raise, limit.when) = (None, None);
        }
        let engine = Engine::new(&table.game, None);
        let nobody = Position::default();
        let field = Field::new(&engine, &nobody, engine.start());
        let hex = HexId(0);
        let mut random = Random(7);
        let units: Vec<UnitId> = table.game.units.ids().collect();
        for _ in 0..2000 {
            let size = 1 + random.below(5);
            let mut stack: Vec<Piece> = (0..size).map(|_| Piece::new(units[random.below(units.len())], Game::FULL)).collect();
            stack.dedup_by_key(|piece| piece.unit);
            if !field.overstacks(hex, &stack, StackingAt::Movement).is_empty() {
                continue;
            }
            legal += 1;
            for n in 0..stack.len() {
                let mut less = stack.clone();
                less.remove(n);
                assert!(field.overstacks(hex, &less, StackingAt::Movement).is_empty(), "{system}: {stack:?} without {n}");
            }
        }
        assert!(legal > 50, "{system}: {legal}");
    }
}

#[test]
fn every_entry_of_the_four_systems_names_its_printed_rule() {
    for system in SYSTEMS {
        let game = compile(&Disk::open(&folder(system)).unwrap()).game;
        let mut entries = 0;
        fn walk(at: &Json, path: &str, entries: &mut usize) {
            match at {
                Json::Array(list) => list.iter().for_each(|item| {
                    // A selector has ids too, but those are lists.
                    let effect = [".do", ".else", ".then", ".after", ".effects"].iter().any(|end| path.ends_with(end));
                    let id = item.get("id").filter(|id| id.is_string() && !effect);
                    assert!(id.is_none() || item.get("rule").is_some(), "{path}/{id:?} names no rule");
                    *entries += usize::from(id.is_some());
                    walk(item, path, entries);
                }),
                Json::Object(members) => members.iter().for_each(|(name, value)| walk(value, &format!("{path}.{name}"), entries)),
                _ => {}
            }
        }
        let mut written = game.rules.written(&game);
        // Options name the rule that they are; what they change has its own.
        written.remove("options");
        walk(&Json::Object(written), system, &mut entries);
        assert!(entries > 20, "{system}: {entries}");
    }
}

/// Entries that no row needs, with the reason.
const UNTRIED: &[(&str, &str)] = &[
    ("ardennes-44: entry.rules/road-rate", "a hex where a road leaves the map costs the road's rate anyhow"),
    ("ardennes-44: retreat/supply", "the maps are too small for a retreat that another preference does not decide first"),
    ("bastogne-breakout: bans/exit-only", "leaving the map is an action, and that asks who may"),
    ("bastogne-breakout: bans/allied-exit", "leaving the map is an action, and that asks who may"),
    ("bastogne-breakout: bans/transport-enemy", "a hex with an enemy is closed to it anyhow"),
    ("bitter-woods: combat.caps/two-on-the-die", "no three printed modifiers of the die can meet"),
];

/// Takes each entry away in turn: some row must then be answered otherwise, or nobody would notice that it is wrong.
#[test]
fn every_entry_is_needed_by_some_row() {
    let mut idle = Vec::new();
    for system in SYSTEMS.into_iter().chain(MODULES) {
        let game = compile(&Disk::open(&folder(system)).unwrap()).game;
        let mut rows = rows(system);
        let mut tried: BTreeSet<String> = BTreeSet::new();
        for n in 0.. {
            let mut less = Table { game: game.clone() };
            let (mut seen, mut gone) = (0, None);
            macro_rules! find {
                ($list:literal, $entries:expr) => {{
                    let entries = &*$entries;
                    let found = entries.list.get(n - seen.min(n)).filter(|_| gone.is_none() && n >= seen);
                    gone = gone.or(found.map(|e| ($list, e.id().to_owned(), e.rule().unwrap_or_default().to_owned())));
                    seen += entries.list.len();
                }};
            }
            muster::each_rule_list!(&mut less.game.rules, find);
            let (Some((list, id, rule)), true) = (gone, seen > 0) else { break };
            // Away with it, and with what stands in its place in a scenario or with an option.
            macro_rules! take {
                ($list:literal, $entries:expr) => {{
                    let entries = $entries;
                    if let Some(at) = entries.list.iter().position(|e| list == $list && e.id() == id) {
                        entries.list.remove(at);
                        entries.variants.retain(|variant| variant.entry != at);
                        entries.variants.iter_mut().filter(|v| v.entry > at).for_each(|v| v.entry -= 1);
                    }
                }};
            }
            muster::each_rule_list!(&mut less.game.rules, take);
            let name = format!("{system}: {list}/{id}");
            // An entry of what an option puts in its place has been tried as itself.
            if !tried.insert(name.clone()) {
                continue;
            }
            // What a row asks for by name must be there to be asked for.
            // What happens by itself or is drawn is for players: no question asks for it.
            if ["supply.traces", "combat", "triggers", "pools", "decks"].contains(&list)
                || UNTRIED.iter().any(|(entry, _)| *entry == name)
            {
                continue;
            }
            // Rows of the same rule first: one of them will most likely tell.
            rows.sort_by_key(|row| row.rule != rule);
            if rows.iter().all(|row| less.answer(row) == row.is) {
                idle.push(name);
            }
        }
    }
    assert!(idle.is_empty(), "no row needs {idle:#?}");
}

/// A bundle of each system holds every rule: read again, it answers the same.
#[test]
fn the_rules_survive_being_written() {
    for system in SYSTEMS {
        let compiled = compile(&Disk::open(&folder(system)).unwrap());
        let written = compiled.game.rules.written(&compiled.game);
        let files = std::fs::read_dir(folder(system)).unwrap();
        assert!(files.count() > 3);
        let mut memory = crate::support::folder(&format!("tests/rules/{system}"));
        let mut rules = written.clone();
        // What is read again has no comments, and options stand as they were.
        rules.retain(|name, _| name != "$schema");
        memory.files.insert("rules.json".to_owned(), Json::Object(rules).to_string().into_bytes());
        let again = compile(&memory);
        assert_eq!(crate::support::lines(&again), [""; 0], "{system}");
        assert_eq!(again.game.rules.written(&again.game), written, "{system}");
    }
}
