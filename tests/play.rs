//! Play: what is stated is carried out. Games by lot prove that nothing gets lost on the way.

use std::collections::BTreeMap;

use muster::bundle::scenario_file;
use muster::diag::Severity;
use muster::model::{Game, Location, ScenarioId, SideId, StackingAt};
use muster::play::{Asker, Decision, Drawn, Hand, Header, Log, Match, Random, Settings, What};
use muster::rules::{Engine, Piece, Situation, Standing};
use muster::source::Memory;
use muster::wire::{LINE_BYTES, Session, Table};
use serde_json::{Value, json};

use crate::support::{edit, first_steps, folder, game as files, lines};

/// A game that has no errors.
pub(crate) fn compiled(memory: &Memory) -> Game {
    let compiled = muster::compile::compile(memory);
    let errors: Vec<_> = compiled.diags.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{:?}", lines(&compiled));
    compiled.game
}

pub(crate) fn strict(seed: u64) -> Settings {
    Settings { seed, hand: Hand::Strict, options: None }
}

/// A game by lot; after each decision something may be looked at.
fn played<'e>(
    engine: &'e Engine<'e>,
    scenario: ScenarioId,
    seed: u64,
    mut each: impl FnMut(&mut Match<'e>, Asker, &Decision),
) -> Match<'e> {
    let mut game = Match::new(engine, scenario, strict(seed)).unwrap();
    let mut random = Random::new(seed);
    for n in 0.. {
        assert!(n < 20_000, "game {seed} does not end");
        let Some(ask) = game.ask().cloned() else { break };
        let decision = random.decide(&game).unwrap_or_else(|| panic!("game {seed}: nobody can decide anything: {ask:?}"));
        game.decide(&decision).unwrap_or_else(|refused| panic!("game {seed}: {decision:?}: {}", refused.why));
        each(&mut game, ask.by, &decision);
    }
    game
}

pub(crate) fn each_scenario(game: &Game, mut each: impl FnMut(&Engine<'_>, ScenarioId)) {
    for scenario in game.scenarios.ids() {
        let engine = Engine::new(game, Some(scenario));
        each(&engine, scenario);
    }
}

#[test]
fn first_steps_is_played_strictly_from_setup_to_end() {
    let game = compiled(&first_steps());
    each_scenario(&game, |engine, scenario| {
        let mut asked: BTreeMap<&'static str, u32> = BTreeMap::new();
        for seed in 0..12 {
            let mut word = |game: &mut Match<'_>, _: Asker, _: &Decision| {
                if let Some(ask) = game.ask() {
                    *asked.entry(ask.what.word()).or_default() += 1;
                }
            };
            let over = played(engine, scenario, seed, &mut word).state().over.clone().unwrap();
            assert!(game.scenarios[scenario].levels.iter().any(|level| level.name == over.how), "{over:?}");
        }
        // Every kind of thing that the game can ask comes up.
        for word in ["act", "step", "gather", "support", "roll", "draw", "arrive", "retreat", "advance"] {
            assert!(asked.contains_key(word), "nobody was asked to {word}: {asked:?}");
        }
    });
}

/// What is decided and taken back leaves no trace; what is decided again leads to the same.
#[test]
fn a_decision_that_is_taken_back_leaves_no_trace() {
    let game = compiled(&first_steps());
    each_scenario(&game, |engine, scenario| {
        let mut game = Match::new(engine, scenario, strict(3)).unwrap();
        let mut random = Random::new(3);
        while let Some(decision) = random.decide(&game) {
            let (before, asked) = (game.digest(), game.ask().cloned());
            game.decide(&decision).unwrap();
            let after = game.digest();
            assert!(game.take_back(1));
            assert_eq!(before.differs(&game.digest()), None, "{decision:?}");
            assert_eq!(asked, game.ask().cloned());
            game.decide(&decision).unwrap();
            assert_eq!(after.differs(&game.digest()), None, "{decision:?}");
        }
        // And all of it, back to the beginning.
        let decisions = game.decisions();
        assert!(game.take_back(decisions));
        assert_eq!(game.digest(), Match::new(engine, scenario, strict(3)).unwrap().digest());
    });
}

#[test]
fn undo_stops_at_dice_and_at_what_others_decided() {
    let game = compiled(&first_steps());
    let engine = Engine::new(&game, game.scenarios.ids().next());
    let mut back = 0;
    let mut game = Match::new(&engine, game.scenarios.ids().next().unwrap(), strict(1)).unwrap();
    let mut random = Random::new(1);
    let mut last = None;
    while let Some(decision) = random.decide(&game) {
        let by = game.ask().unwrap().by;
        game.decide(&decision).unwrap();
        let same = game.ask().is_some_and(|ask| ask.by == by);
        assert_eq!(game.can_undo(), same && by != Asker::Dice, "{decision:?}");
        back += u32::from(game.can_undo());
        last = Some(decision);
    }
    assert!(back > 50 && last.is_some(), "{back}");
}

/// A log that is read again leads to every digest, and no byte of it is needed beyond its last whole line.
#[test]
fn a_log_is_replayed_to_the_same_game() {
    let model = compiled(&first_steps());
    each_scenario(&model, |engine, scenario| {
        let mut text = String::new();
        let mut digests = 0;
        let end = played(engine, scenario, 5, |game, by, decision| {
            if text.is_empty() {
                text = format!("{}\n", Header::of(game, None).line());
            }
            for line in game.log_lines(by, decision) {
                digests += u32::from(matches!(line, muster::play::Line::Digest(_)));
                text.push_str(&format!("{}\n", line.text(game.decisions())));
            }
        });
        assert!(digests > 10, "{digests}");
        let log = Log::read(&text).unwrap();
        let (again, stopped) = log.replay(engine, None).unwrap();
        assert_eq!(stopped, None);
        assert_eq!(again.digest(), end.digest());
        // Only so far.
        let (part, _) = log.replay(engine, Some(40)).unwrap();
        assert_eq!(part.decisions(), 40);
        // Killed at any byte: what is whole is read, and replays.
        for cut in (0..text.len()).step_by(97).chain(text.len() - 5..text.len()) {
            if !text.is_char_boundary(cut) {
                continue;
            }
            match Log::read(&text[..cut]) {
                Ok(log) => assert_eq!(log.replay(engine, Some(30)).unwrap().1, None, "cut at {cut}"),
                Err(bad) => assert!(cut <= text.find('\n').unwrap(), "cut at {cut}: {bad:?}"),
            }
        }
        // A line that lies is found at its number, and everything before it stays.
        let lied: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = lied.iter().position(|line| line.contains("\"roll\"")).unwrap();
        let mut other = lied.clone();
        other[at] = other[at].replace("\"roll\":[", "\"roll\":[9");
        let (kept, stopped) = Log::read(&format!("{}\n", other.join("\n"))).unwrap().replay(engine, None).unwrap();
        assert_eq!(stopped.unwrap().line, at + 1);
        assert!(kept.decisions() > 0);
        let mut other = lied;
        let at = other.iter().position(|line| line.contains("\"digest\"")).unwrap();
        other[at] = other[at].replace("digest\":\"", "digest\":\"0");
        let (_, stopped) = Log::read(&format!("{}\n", other.join("\n"))).unwrap().replay(engine, None).unwrap();
        assert!(stopped.unwrap().why.contains("digest"));
    });
}

/// Every decision that there is, whoever could make it.
pub(crate) fn everything(model: &Game, game: &Match<'_>) -> Vec<Decision> {
    let mut all = vec![Decision::Done, Decision::Pass];
    let units = model.units.iter().flat_map(|(id, unit)| (1..=unit.count).map(move |n| (id, n)));
    all.extend(units.map(Decision::Piece));
    let map = model.map.as_ref().unwrap();
    all.extend(map.board.hexes().map(Decision::Hex));
    all.extend(map.exits.ids().map(Decision::Exit));
    let sides = map.board.hexes().flat_map(|hex| map.board.neighbours(hex).into_iter().flatten().map(move |to| (hex, to)));
    all.extend(sides.filter_map(|(a, b)| map.board.hexside_between(a, b)).map(Decision::Side));
    all.extend((0..64).flat_map(|n| [Decision::Mode(n), Decision::Combat(n), Decision::Action(n)]));
    all.extend((0..8).map(Decision::Choice));
    all.extend((0..9).map(|face| Decision::Roll(vec![face])));
    all.extend(model.cards.ids().flat_map(|card| [Decision::Draw(Drawn::Card(card)), Decision::Card(card)]));
    all.retain(|decision| game.allows(decision).is_ok());
    all.sort();
    all.dedup();
    all
}

/// `options` lists what `allows` allows, neither more nor less: held against an oracle that tries everything.
#[test]
fn what_is_offered_is_what_is_allowed() {
    let model = compiled(&first_steps());
    each_scenario(&model, |engine, scenario| {
        let mut n = 0;
        played(engine, scenario, 11, |game, _, _| {
            n += 1;
            if n % 5 != 0 || game.ask().is_none_or(|ask| ask.by == Asker::Dice) {
                return;
            }
            assert_eq!(game.options(), everything(&model, game), "{:?}", game.ask());
        });
    });
}

/// How many ways there are to decide so many times, dice included.
fn ways(model: &Game, game: &mut Match<'_>, depth: u32, oracle: bool) -> u64 {
    if depth == 0 || game.ask().is_none() {
        return 1;
    }
    let by_dice = game.ask().unwrap().by == Asker::Dice;
    let list = match (by_dice, oracle) {
        (_, true) => everything(model, game),
        (true, false) => match &game.ask().unwrap().what {
            What::Roll(..) => (1..=6).map(|face| Decision::Roll(vec![face])).collect(),
            _ => model.cards.ids().map(|card| Decision::Draw(Drawn::Card(card))).collect(),
        },
        (false, false) => game.options(),
    };
    let mut sum = 0;
    for decision in list {
        if game.decide(&decision).is_err() {
            continue;
        }
        sum += ways(model, game, depth - 1, oracle);
        assert!(game.take_back(1));
    }
    sum
}

/// How deep; MUSTER_DEPTH sets it. Five deep takes a minute and a half.
#[allow(clippy::disallowed_methods)]
fn deep() -> u32 {
    std::env::var("MUSTER_DEPTH").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

#[test]
fn as_many_ways_as_an_oracle_finds() {
    let model = compiled(&first_steps());
    let scenario = model.scenarios.iter().find(|(_, scenario)| scenario.id == "dash").unwrap().0;
    let engine = Engine::new(&model, Some(scenario));
    for skip in [0, 60, 160] {
        let mut game = Match::new(&engine, scenario, strict(2)).unwrap();
        let mut random = Random::new(2);
        for _ in 0..skip {
            let Some(decision) = random.decide(&game) else { break };
            game.decide(&decision).unwrap();
        }
        for depth in 1..=deep() {
            let (fast, slow) = (ways(&model, &mut game, depth, false), ways(&model, &mut game, depth, true));
            assert_eq!(fast, slow, "after {skip} decisions, {depth} deep");
            assert!(fast > 0);
        }
    }
}

/// What the setup checks would find in a position, asked of the rules directly.
pub(crate) fn illegal(model: &Game, situation: &Situation<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (hex, stack) in situation.position.stacks() {
        let name = model.map.as_ref().unwrap().board.name(hex);
        for over in situation.overstacks(hex, stack, StackingAt::Setup) {
            found.push(format!("{name}: {}", over.limit.id.0));
        }
        if situation.apart(hex, stack).is_some() {
            found.push(format!("{name}: kept apart"));
        }
        let sides: std::collections::BTreeSet<Option<SideId>> =
            stack.iter().map(|piece| situation.engine.side_of(piece)).collect();
        if sides.len() > 1 {
            found.push(format!("{name}: with the enemy"));
        }
        for piece in stack {
            if matches!(situation.engine.standing(piece.unit, hex), Standing::Never(_)) {
                found.push(format!("{name}: prohibited terrain"));
            }
            if situation.position.piece(piece.counter()).map(|(at, _)| at) != Some(Location::Hex(hex)) {
                found.push(format!("{name}: placed twice"));
            }
        }
    }
    for (id, marker) in model.markers.iter() {
        let Some(count) = marker.count.filter(|_| marker.back.is_some() || marker.count != Some(0)) else { continue };
        let position = situation.position;
        let all = position.markers.values().chain(position.side_markers.values()).chain(position.unit_markers.values());
        let out = all.flatten().filter(|other| **other == id || marker.back == Some(**other)).count();
        if out > count as usize + 4 {
            found.push(format!("{out} of marker {}", marker.id));
        }
    }
    found
}

/// After each phase of many games nothing stands where it may not. MUSTER_GAMES sets how many.
#[test]
fn no_position_is_ever_illegal() {
    #[allow(clippy::disallowed_methods)]
    let games = std::env::var("MUSTER_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let model = compiled(&first_steps());
    each_scenario(&model, |engine, scenario| {
        for seed in 100..100 + games {
            let (mut phase, mut stood) = (None, BTreeMap::new());
            played(engine, scenario, seed, |game, _, _| {
                let now = game.state().clock;
                if phase.replace(now) != Some(now) {
                    let mut found = game.look(|situation| illegal(&model, situation));
                    // A limit that falls (rule 12.4) leaves a stack as it stood; nobody may join it.
                    let board = &model.map.as_ref().unwrap().board;
                    let stacks = game.state().position.stacks();
                    let stands: BTreeMap<String, usize> = stacks.map(|(hex, stack)| (board.name(hex), stack.len())).collect();
                    found.retain(|said| {
                        let hex = said.split(':').next().unwrap();
                        !said.ends_with(": units") || stands.get(hex) > stood.get(hex)
                    });
                    stood = stands;
                    assert!(found.is_empty(), "game {seed}, turn {:?}: {found:?}", now.turn);
                }
            });
        }
    });
}

/// A position as a scenario file checks without errors beside the others, and stands as it stood.
#[test]
fn a_position_becomes_a_scenario() {
    let model = compiled(&first_steps());
    each_scenario(&model, |engine, scenario| {
        let mut n = 0;
        let mut files = Vec::new();
        played(engine, scenario, 21, |game, _, _| {
            n += 1;
            if n % 150 == 0 && matches!(game.ask().map(|ask| &ask.what), Some(What::Act)) {
                let stands: Vec<(Location, Piece)> =
                    game.state().position.everybody().map(|(at, piece)| (at, Piece { line: 0, ..*piece })).collect();
                files.push((scenario_file(&model, &game.as_scenario()), stands));
            }
        });
        for (file, stands) in files {
            let memory = first_steps().with("scenarios/later.json", file.to_string());
            let again = compiled(&memory);
            let id = file["id"].as_str().unwrap();
            let later = again.scenarios.values().find(|scenario| scenario.id == id).unwrap();
            let start = muster::rules::Position::start(&again, later);
            let now: Vec<(Location, Piece)> = start.everybody().map(|(at, piece)| (at, Piece { line: 0, ..*piece })).collect();
            let places = |list: &[(Location, Piece)]| {
                let mut list: Vec<_> = list.iter().map(|(at, piece)| (*at, piece.counter())).collect();
                list.sort();
                list
            };
            assert_eq!(places(&now), places(&stands));
        }
    });
}

fn answered(session: &mut Session<'_>, sent: &Value) -> Value {
    serde_json::from_str(&session.line(&sent.to_string())).unwrap()
}

/// A whole game over the protocol is the game without it.
#[test]
fn the_protocol_plays_the_same_game() {
    let model = compiled(&first_steps());
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let opened = answered(&mut session, &json!({"id": 1, "open": {"scenario": "dash", "seed": "7", "hand": "strict"}}));
    assert_eq!(opened["id"], 1);
    let mut random = muster::play::Pcg::new(7, 1);
    let mut standing = opened["ok"].clone();
    let mut made = 0;
    while standing.get("over").is_none() {
        let options = standing["ask"]["options"].as_array().unwrap().clone();
        assert!(!options.is_empty(), "{standing}");
        let pick = &options[random.below(options.len() as u32) as usize];
        let answer = answered(&mut session, &json!({"do": [pick]}));
        assert!(answer.get("ok").is_some(), "{pick}: {answer}");
        standing = answer["ok"].clone();
        made += 1;
        assert!(made < 20_000);
    }
    let log = answered(&mut session, &json!({"tell": "log"}));
    let text: String = log["ok"].as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    let scenario = table.scenario(Some("dash")).unwrap();
    let (again, stopped) = Log::read(&text).unwrap().replay(table.engine(scenario).unwrap(), None).unwrap();
    assert_eq!(stopped, None);
    let digest = answered(&mut session, &json!({"tell": "digest"}));
    assert_eq!(digest["ok"], json!(again.digest().word()));
}

/// Each decision that is offered survives the way to the other end and back.
#[test]
fn decisions_survive_the_wire() {
    let model = compiled(&first_steps());
    each_scenario(&model, |engine, scenario| {
        played(engine, scenario, 8, |game, _, decision| {
            let naming = game.naming();
            for decision in game.options().iter().chain([decision]) {
                assert_eq!(naming.read(&naming.decision(decision)).as_ref(), Ok(decision));
            }
        });
    });
}

/// Hostile lines get a refusal.
#[test]
fn hostile_lines_are_refused() {
    let model = compiled(&first_steps());
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let mut no = |line: &str| {
        let answer: Value = serde_json::from_str(&session.line(line)).unwrap();
        assert!(answer.get("no").is_some(), "{line}: {answer}");
        answer["no"]["why"].as_str().unwrap().to_owned()
    };
    assert_eq!(no("{\"do\": [\"pass\"]}"), "no game is open");
    no("");
    no("nonsense");
    no("[]");
    no("{}");
    no("{\"open\": 3}");
    no("{\"open\": {\"scenario\": \"moon\"}}");
    no("{\"open\": {\"scenario\": \"dash\", \"seed\": -1}}");
    no("{\"open\": {\"scenario\": \"dash\", \"options\": [\"moon\"]}}");
    no("{\"open\": {\"scenario\": \"dash\"}, \"do\": []}");
    no(&"x".repeat(LINE_BYTES + 1));
    no(&format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000)));
    let opened = session.line("{\"open\": {\"scenario\": \"dash\", \"seed\": 1}}");
    assert!(opened.contains("\"ok\""), "{opened}");
    let before = session.game().unwrap().digest();
    for sent in [
        json!(null),
        json!(3),
        json!({}),
        json!({"piece": 3}),
        json!({"piece": "moon"}),
        json!({"piece": "a-1-i/99"}),
        json!({"piece": "a-1-i", "hex": "0101"}),
        json!({"hex": "9999"}),
        json!({"hex": "0101", "force": 3}),
        json!({"side": "0101/0909"}),
        json!({"mode": "fly"}),
        json!({"choice": 300}),
        json!({"choice": -1}),
        json!({"roll": [1]}),
        json!({"roll": "six"}),
        json!({"roll": vec![1; 5000]}),
        json!({"draw": "quiet"}),
        json!({"hand": 3}),
        json!({"hand": {}}),
        json!({"hand": {"put": ["a-1-i"]}}),
        json!({"hand": {"put": ["a-1-i", "9999"]}}),
        json!({"hand": {"put": ["a-1-i", "0101"], "lose": "a-1-i"}}),
        json!({"hand": {"count": ["x", 1e300]}}),
        json!({"hand": {"flag": ["", true]}}),
        json!({"hand": {"lose": "a-heavy"}}),
        json!({"hand": {"lose": ["a-1-i", "a-1-ii"]}}),
        json!({"hand": {"put": ["a-1-i", "0101", "0102"]}}),
        json!({"unknown": true}),
    ] {
        let answer: Value = serde_json::from_str(&session.line(&json!({"do": [sent]}).to_string())).unwrap();
        assert!(answer.get("no").is_some(), "{sent}: {answer}");
    }
    for sent in
        [json!({"tell": "moon"}), json!({"tell": "reach"}), json!({"tell": 3}), json!({"takeback": 99}), json!({"undo": true})]
    {
        let answer: Value = serde_json::from_str(&session.line(&sent.to_string())).unwrap();
        assert!(answer.get("no").is_some(), "{sent}: {answer}");
    }
    assert_eq!(session.game().unwrap().digest(), before, "what was refused changed something");
}

/// By hand: allowed unless the game is strict, marked in the log, and taken back like everything else.
#[test]
fn what_is_done_by_hand_is_a_decision() {
    let model = compiled(&first_steps());
    let table = Table::new(&model);
    for (hand, allowed) in [("strict", false), ("warn", true), ("free", true)] {
        let mut session = Session::new(&table, None);
        let open = json!({"open": {"scenario": "dash", "seed": 4, "hand": hand}});
        answered(&mut session, &open);
        let sent = json!({"do": [{"hand": {"put": ["a-1-i", "0101"]}, "rule": "14.3"}]});
        let answer = answered(&mut session, &sent);
        assert_eq!(answer.get("ok").is_some(), allowed, "{hand}: {answer}");
        let log = answered(&mut session, &json!({"tell": "log"}));
        assert_eq!(log.to_string().contains("14.3"), allowed);
    }
}

/// A game of counters and a map alone can be played at once: the sides take turns, everything by hand.
#[test]
fn the_least_game_can_be_played() {
    let least = files(&[
        ("module.json", r#"{ "format": 2, "name": "Least", "sides": [{ "id": "red" }, { "id": "blue" }] }"#),
        ("units.csv", "id,side,setup\nr-1,red,0101\nb-1,blue,0303\n"),
        ("terrain.csv", "id\nclear\n"),
        ("map.json", r#"{ "grid": { "columns": 3, "rows": 3 }, "terrain": { "default": "clear" } }"#),
        ("scenarios/all.json", r#"{ "id": "all", "name": "All", "from": "units" }"#),
    ]);
    let model = compiled(&least);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let opened = answered(&mut session, &json!({"open": {}}));
    assert_eq!(opened["ok"]["ask"]["by"], "red", "{opened}");
    let moved = answered(&mut session, &json!({"do": [{"hand": {"put": ["r-1", "0202"]}}, "pass"]}));
    assert_eq!(moved["ok"]["ask"]["by"], "blue", "{moved}");
    let moved = answered(&mut session, &json!({"do": [{"hand": {"lose": "r-1"}}, "pass"]}));
    assert_eq!(moved["ok"]["ask"]["by"], "red", "{moved}");
    assert_eq!(answered(&mut session, &json!({"tell": "view"}))["ok"]["lost"], json!(["r-1"]));
}

/// The scenario says who plays first.
#[test]
fn the_order_of_the_sides_is_the_scenarios() {
    let changed =
        edit(first_steps(), "scenarios/crossing.json", "\"set-up\": [", "\"order\": [\"brenn\", \"aster\"],\n  \"set-up\": [");
    for (memory, first) in [(first_steps(), "aster"), (changed, "brenn")] {
        let model = compiled(&memory);
        let scenario = model.scenarios.iter().find(|(_, scenario)| scenario.id == "crossing").unwrap().0;
        let engine = Engine::new(&model, Some(scenario));
        let mut seen = None;
        played(&engine, scenario, 1, |game, _, _| {
            if let Some(side) = game.phase().and_then(|phase| phase.side) {
                seen.get_or_insert_with(|| game.naming().side(side));
            }
        });
        assert_eq!(seen.as_deref(), Some(first));
    }
}

/// Bastogne Breakout, without its cards: nothing gets stuck, nothing illegal stands.
#[test]
fn bastogne_breakout_runs() {
    let model = compiled(&folder("modules/bastogne-breakout"));
    let scenario = model.scenarios.ids().next().unwrap();
    let engine = Engine::new(&model, Some(scenario));
    let mut game = Match::new(&engine, scenario, strict(1)).unwrap();
    let mut random = Random::new(1);
    for _ in 0..400 {
        let Some(decision) = random.decide(&game) else { break };
        game.decide(&decision).unwrap();
    }
    assert!(game.decisions() > 100, "{:?}", game.state().over);
    let found = game.look(|situation| illegal(&model, situation));
    assert!(found.is_empty(), "{found:?}");
}
