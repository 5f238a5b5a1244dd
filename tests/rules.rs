//! Worked examples of printed rules, each a row of data: four systems in one format, on small maps.
//!
//! A folder of tests/rules is a game; its `examples.json` lists positions, questions and the answers that the printed
//! rules give, each with the number of the rule.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::model::*;
use muster::rules::Piece;
use muster::rules::*;
use muster::source::Disk;

use serde_json::Value as Json;

use crate::support::{Random, all};

/// Slices of systems lie in tests/rules; a whole module in modules. Each has an examples.json.
const MODULES: [&str; 1] = ["bastogne-breakout"];

fn folder(system: &str) -> PathBuf {
    let home = if MODULES.contains(&system) { "modules" } else { "tests/rules" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(home).join(system)
}

/// What a game's rules say otherwise than an example: another answer, or another course.
fn otherwise(game: &Game, example: &Example) -> Option<String> {
    let scenario = scenario_of(game, example).unwrap();
    let engine = Engine::new(game, scenario);
    let Some(is) = &example.is else {
        let scenario = scenario.or(game.scenarios.ids().next()).unwrap();
        return match muster::play::carry_out(&engine, scenario, example) {
            Ok(otherwise) => otherwise.map(|otherwise| otherwise.said),
            Err(why) => Some(format!("{why:?}")),
        };
    };
    let found = engine.answer(example).unwrap();
    (!same_answer(&found, is)).then(|| format!("{found}, not {is}"))
}

/// Every row of a system is answered as the printed rule says: then nothing is found in it. Gives how many there are.
fn examples(system: &str) -> usize {
    let compiled = compile(&Disk::open(&folder(system)).unwrap());
    let said = crate::support::lines(&compiled);
    assert!(said.is_empty(), "{system}: {said:#?}");
    for row in &compiled.game.examples {
        assert_eq!(otherwise(&compiled.game, row), None, "{system} {}: {}", row.rule.0, row.about);
    }
    compiled.game.examples.len()
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
fn positions(system: &str, count: usize, mut each: impl FnMut(&Game, &Position)) {
    let game = compile(&Disk::open(&folder(system)).unwrap()).game;
    let mut random = Random(0x5eed);
    let hexes: Vec<HexId> = game.map.as_ref().unwrap().board.hexes().collect();
    let engine = Engine::new(&game, None);
    for _ in 0..count {
        let mut position = Position::default();
        for (id, unit) in game.units.iter() {
            let hex = hexes[random.below(hexes.len())];
            let held = position.stack(hex).first();
            let enemy = held.is_some_and(|piece| engine.side_of(piece) != unit.side);
            if random.below(3) > 0 || enemy || unit.class.is_none() {
                continue;
            }
            position.put(Piece::new(id, Game::FULL), hex);
        }
        each(&game, &position);
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
        positions(system, 12, |game, position| {
            let engine = Engine::new(game, None);
            // The last turn: the special rules of the first ones may well favour those who are next to an enemy.
            let moment = Moment { turn: game.turns.ids().last(), ..engine.start() };
            let before = Situation::new(&engine, position, moment.clone());
            let movers: Vec<(HexId, Piece)> = before.pieces().map(|(hex, piece)| (hex, *piece)).collect();
            let reaches: Vec<Option<Reach>> =
                movers.iter().map(|(hex, piece)| before.mover(*piece, *hex, None).ok().map(|mover| mover.reach())).collect();
            for (gone, _, less) in without_one(position).into_iter().step_by(3) {
                let after = Situation::new(&engine, &less, moment.clone());
                for ((hex, piece), reach) in movers.iter().zip(&reaches) {
                    if engine.side_of(piece) == engine.side_of(&gone) {
                        continue;
                    }
                    let side = engine.side_of(piece).unwrap();
                    for trace in before.traces() {
                        let (was, is) = (
                            before.supplied(trace.id.number(), side, piece, *hex),
                            after.supplied(trace.id.number(), side, piece, *hex),
                        );
                        assert!(!was.sure() || is.sure(), "{system}: {:?} loses {} when {gone:?} leaves", piece, trace.id.0);
                    }
                    let Some(reach) = reach else { continue };
                    let now = after.mover(*piece, *hex, None).unwrap().reach();
                    for to in game.map.as_ref().unwrap().board.hexes() {
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
        positions(system, 10, |game, position| {
            let engine = Engine::new(game, None);
            let situation = Situation::new(&engine, position, engine.start());
            let board = &game.map.as_ref().unwrap().board;
            let toll = |toll: &TerrainCost| match toll.cost {
                Cost::Points(points) => Some(points.0),
                _ => None,
            };
            let all = game.terrain.values().flat_map(|t| t.cost.iter().chain(t.grounds.values().flatten()));
            let cheapest = all.flatten().filter_map(toll).min().unwrap();
            for (hex, piece) in situation.pieces() {
                let Ok(mover) = situation.mover(*piece, hex, None) else { continue };
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
        let mut game = compile(&Disk::open(&folder(system)).unwrap()).game;
        for limit in game.rules.stacking.iter_mut().flat_map(|stacking| &mut stacking.limits.list) {
            (limit.raise, limit.when) = (None, None);
        }
        let engine = Engine::new(&game, None);
        let nobody = Position::default();
        let situation = Situation::new(&engine, &nobody, engine.start());
        let hex = HexId(0);
        let mut random = Random(7);
        let units: Vec<UnitId> = game.units.ids().collect();
        for _ in 0..2000 {
            let size = 1 + random.below(5);
            let mut stack: Vec<Piece> = (0..size).map(|_| Piece::new(units[random.below(units.len())], Game::FULL)).collect();
            stack.dedup_by_key(|piece| piece.unit);
            if !situation.overstacks(hex, &stack, StackingAt::Movement).is_empty() {
                continue;
            }
            legal += 1;
            for n in 0..stack.len() {
                let mut less = stack.clone();
                less.remove(n);
                assert!(situation.overstacks(hex, &less, StackingAt::Movement).is_empty(), "{system}: {stack:?} without {n}");
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
    ("bastogne-breakout: bans/allied-exit", "the exits are the German side's anyhow"),
    ("bastogne-breakout: bans/transport-enemy", "a hex with an enemy is closed to it anyhow"),
    ("bitter-woods: combat.caps/two-on-the-die", "no three printed modifiers of the die can meet"),
];

/// Finds the entry of that number.
struct Find {
    n: usize,
    seen: usize,
    /// Its list, its id and its printed rule.
    gone: Option<(&'static str, String, String)>,
}

impl ListVisitor for Find {
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
        if let Some(entry) = self.n.checked_sub(self.seen).and_then(|n| entries.list.get(n)) {
            self.gone = Some((list, entry.id().to_owned(), entry.rule().unwrap_or_default().to_owned()));
        }
        self.seen += entries.list.len();
    }
}

/// Takes an entry away, and what stands in its place in a scenario or with an option.
struct Take<'a> {
    list: &'a str,
    id: &'a str,
}

impl ListVisitor for Take<'_> {
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
        if let Some(at) = entries.list.iter().position(|entry| self.list == list && entry.id() == self.id) {
            entries.list.remove(at);
            entries.variants.retain(|variant| variant.entry != at);
            entries.variants.iter_mut().filter(|variant| variant.entry > at).for_each(|variant| variant.entry -= 1);
        }
    }
}

/// Takes each entry away in turn: some row must then be answered otherwise, or nobody would notice that it is wrong.
#[test]
fn every_entry_is_needed_by_some_row() {
    let mut idle = Vec::new();
    for system in SYSTEMS.into_iter().chain(MODULES) {
        let game = compile(&Disk::open(&folder(system)).unwrap()).game;
        let mut rows = game.examples.clone();
        let mut tried: BTreeSet<String> = BTreeSet::new();
        for n in 0.. {
            let mut less = game.clone();
            let mut find = Find { n, seen: 0, gone: None };
            less.rules.each_list(&mut find);
            let Find { seen, gone, .. } = find;
            let (Some((list, id, rule)), true) = (gone, seen > 0) else { break };
            less.rules.each_list(&mut Take { list, id: &id });
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
            rows.sort_by_key(|row| row.rule.0 != rule);
            if rows.iter().all(|row| otherwise(&less, row).is_none()) {
                idle.push(name);
            }
        }
    }
    assert!(idle.is_empty(), "no row needs {idle:#?}");
}

/// Entries that coverage.csv names for an enforced rule and that no row needs, with the reason.
const UNPROVED: &[(&str, &str)] =
    &[("bitter-woods: supply.traces/command-1", "the leaders of the examples are nearer, or reach farther")];

/// What a module's coverage.csv calls enforced by an entry is: without the entry a row of examples.json fails. Every 25th is
/// tried, or all with `MUSTER_PROOF=all`.
#[test]
fn what_is_called_enforced_would_be_missed() {
    let mut idle = Vec::new();
    for system in ["bitter-woods"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules").join(system);
        let game = compile(&Disk::open(&folder).unwrap()).game;
        let enforced = game.rules.coverage.iter().filter(|row| row.level == CoverageLevel::Enforced);
        let claims: Vec<(String, String)> = enforced
            .flat_map(|row| row.by.iter().map(|by| (row.rule.clone(), by.clone())))
            .filter(|(_, by)| by.contains('/') && !by.contains(".json"))
            // Tables and options are no entries of a list.
            .filter(|(_, by)| !by.starts_with("tables/") && !by.starts_with("options/"))
            .collect();
        assert!(claims.len() > 50, "{system}: {}", claims.len());
        let mut rows = game.examples.clone();
        for (rule, by) in claims.iter().enumerate().filter(|(n, _)| all() || n % 25 == 4).map(|(_, claim)| claim) {
            let (list, id) = by.rsplit_once('/').unwrap();
            let name = format!("{system}: {by}");
            if UNPROVED.iter().any(|(entry, _)| *entry == name) {
                continue;
            }
            let mut less = game.clone();
            less.rules.each_list(&mut Take { list, id });
            // Rows of the same rule first, then of the same chapter: one of them will most likely tell.
            let chapter = |rule: &str| rule.split('.').next().unwrap_or_default().to_owned();
            rows.sort_by_key(|row| (row.rule.0 != *rule, chapter(&row.rule.0) != chapter(rule)));
            if rows.iter().all(|row| otherwise(&less, row).is_none()) {
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
