//! What holds of play holds of other games too: a published one, slices of others, and on any number of threads.

use std::collections::BTreeSet;

use muster::model::{Game, ScenarioId};
use muster::play::{Asker, Decision, Hand, Header, Log, Match, Random, Settings};
use muster::rules::Engine;

use crate::play::{compiled, everything, illegal, strict};
use crate::support::{first_steps, folder};

/// Each game with a map and scenarios, and how many decisions are made in each scenario.
const GAMES: [(&str, usize); 6] = [
    ("modules/bastogne-breakout", 110),
    ("tests/rules/bastogne", 120),
    ("tests/rules/ardennes-44", 120),
    ("tests/play/before-moscow", 200),
    ("tests/fields/cup", 200),
    ("tests/fields/deeds", 200),
];

/// Plays by lot for a while; tells of each decision before it is made.
fn begun<'e>(
    engine: &'e Engine<'e>,
    scenario: ScenarioId,
    settings: Settings,
    most: usize,
    mut before: impl FnMut(&mut Match<'e>, Asker, &Decision),
) -> Match<'e> {
    let mut random = Random::new(settings.seed);
    let mut game = Match::new(engine, scenario, settings).unwrap();
    while game.decisions() < most {
        let Some(ask) = game.ask().cloned() else { break };
        let decision = random.decide(&game).unwrap_or_else(|| panic!("nobody can decide anything: {ask:?}"));
        before(&mut game, ask.by, &decision);
        game.decide(&decision).unwrap_or_else(|refused| panic!("{decision:?}: {}", refused.why));
    }
    game
}

fn all_hold(model: &Game, scenario: ScenarioId, most: usize) {
    let engine = Engine::new(model, Some(scenario));
    let start = Match::new(&engine, scenario, strict(1)).unwrap();
    let known: BTreeSet<String> = start.look(|situation| illegal(model, situation)).into_iter().collect();
    let mut log = format!("{}\n", Header::of(&start, None).line());
    let (mut clock, mut n) = (start.state().clock, 0);
    let game = begun(&engine, scenario, strict(1), most, |game, by, decision| {
        n += 1;
        let (digest, naming) = (game.digest(), game.naming());
        // What is decided and taken back leaves no trace.
        game.decide(decision).unwrap();
        let n_now = game.decisions();
        game.log_lines(by, decision).iter().for_each(|line| log += &format!("{}\n", line.text(n_now)));
        assert!(game.take_back(1));
        assert_eq!(digest.differs(&game.digest()), None, "{decision:?}");
        assert_eq!(naming.read(&naming.decision(decision)).as_ref(), Ok(decision));
        // What is offered is what is allowed.
        if n % 20 == 0 && by != Asker::Dice {
            assert_eq!(game.options(), everything(model, game), "{:?}", game.ask());
        }
        // Nothing new stands where it may not.
        if std::mem::replace(&mut clock, game.state().clock) != clock {
            let found = game.look(|situation| illegal(model, situation));
            let new: Vec<&String> = found.iter().filter(|found| !known.contains(*found)).collect();
            assert!(new.is_empty(), "{new:?}");
        }
    });
    assert!(game.decisions() > 20 || game.state().over.is_some(), "{}", game.decisions());
    assert!(!game.state().over.as_ref().is_some_and(|over| over.how.contains("stuck")), "{:?}", game.state().over);
    let (again, stopped) = Log::read(&log).unwrap().replay(&engine, None).unwrap();
    assert_eq!((stopped, again.digest()), (None, game.digest()));
}

#[test]
fn what_holds_of_play_holds_of_other_games() {
    for (name, most) in GAMES {
        let model = compiled(&folder(name));
        assert!(!model.scenarios.is_empty(), "{name}");
        for scenario in model.scenarios.ids() {
            all_hold(&model, scenario, most);
        }
    }
}

/// The same seeds on one thread and on several: the same games.
#[test]
fn any_number_of_threads_plays_the_same_games() {
    let model = compiled(&first_steps());
    let scenario = model.scenarios.ids().next().unwrap();
    let one = |seed: u64| {
        let engine = Engine::new(&model, Some(scenario));
        begun(&engine, scenario, strict(seed), 400, |_, _, _| {}).digest().word()
    };
    let alone: Vec<String> = (0..6).map(one).collect();
    let several: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|seed| scope.spawn(move || one(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, several);
    assert_eq!(alone.iter().collect::<BTreeSet<_>>().len(), 6, "seeds make games differ");
}

/// A step that the rules forbid is refused, forced and marked, or done and marked.
#[test]
fn what_is_forbidden_is_marked_where_it_is_done() {
    use muster::wire::{Session, Table};
    use serde_json::{Value, json};
    let model = compiled(&first_steps());
    let table = Table::new(&model);
    for (hand, plain, forced) in [("strict", false, false), ("warn", false, true), ("free", true, true)] {
        for (force, done) in [(false, plain), (true, forced)] {
            let mut session = Session::new(&table, None);
            let mut line = |sent: Value| serde_json::from_str::<Value>(&session.line(&sent.to_string())).unwrap();
            line(json!({"open": {"scenario": "dash", "seed": 1, "hand": hand}}));
            // The recon company is set up; then Aster moves. 0704 is held by the enemy.
            let mut standing = line(json!({"do": [{"piece": "a-recon"}, {"hex": "0604"}]}))["ok"].clone();
            while standing["phase"] != "move" || standing["ask"]["by"] != "aster" {
                let options = standing["ask"]["options"].as_array().unwrap();
                let next = options.iter().find(|option| **option == "pass").unwrap_or(&options[0]).clone();
                standing = line(json!({"do": [next]}))["ok"].clone();
            }
            assert!(line(json!({"do": [{"piece": "a-recon"}]})).get("ok").is_some());
            let step = if force { json!({"hex": "0704", "force": true}) } else { json!({"hex": "0704"}) };
            let answer = line(json!({ "do": [step] }));
            assert_eq!(answer.get("ok").is_some(), done, "{hand}, {force}: {answer}");
            let log = line(json!({"tell": "log"}))["ok"].to_string();
            assert_eq!(log.contains("against"), done, "{hand}, {force}: {log}");
            let counted = line(json!({"tell": "view"}))["ok"]["unruled"]["against the rules"].clone();
            assert_eq!(counted, if done { json!(1) } else { Value::Null });
        }
    }
    // A game that is not strict holds no less of what it carries out by itself.
    let engine = Engine::new(&model, model.scenarios.ids().next());
    let free = Settings { seed: 4, hand: Hand::Free, options: None };
    begun(&engine, model.scenarios.ids().next().unwrap(), free, 200, |_, _, _| {});
}

/// A game that is killed while it writes its log goes on from there, and the log replays.
#[test]
fn a_killed_game_goes_on_from_its_log() {
    let home = tempfile::tempdir().unwrap();
    let log = home.path().join("game.mlog");
    let game = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/first-steps");
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(args).stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped());
        command
    };
    let (game, log) = (game.to_str().unwrap(), log.to_str().unwrap());
    let play = ["play", game, "crossing", "--seed", "5", "--random", "aster", "--random", "brenn", "--log", log];
    for wait in [30, 90, 150] {
        let mut child = run(&play).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
    }
    // Cut off in the middle of its last line, as a full disk would.
    let bytes = std::fs::read(log).unwrap_or_default();
    std::fs::write(log, &bytes[..bytes.len().saturating_sub(7)]).unwrap();
    let end = run(&play).output().unwrap();
    assert!(String::from_utf8_lossy(&end.stdout).contains("The game is over"), "{end:?}");
    let again = run(&["replay", game, log]).output().unwrap();
    assert!(again.status.success(), "{again:?}");
    assert!(String::from_utf8_lossy(&again.stdout).contains("the game is over"), "{again:?}");
}

/// What only has to be remembered is told in the terminal when its phase begins, with its printed rule.
#[test]
fn the_terminal_tells_what_to_remember() {
    let game = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/first-steps");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(["play", game.to_str().unwrap(), "dash", "--seed", "5", "--random", "aster", "--random", "brenn"]);
    let said = command.stdin(std::process::Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let after: Vec<&str> = said.lines().skip_while(|line| !line.contains("Movement")).take(2).collect();
    assert!(after.len() == 2 && after[1].starts_with("  remember: 10.2: "), "{said}");
    assert!(!said.contains("remember: 4.2"), "it has no `if`: {said}");
}

/// Who goes on from a log and says another scenario, other dice or another hand is told that the game has its own.
#[test]
fn a_game_goes_on_from_its_log_as_it_was_begun() {
    let home = tempfile::tempdir().unwrap();
    let log = home.path().join("game.mlog");
    let play = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(["play", "modules/first-steps"]).args(args).arg("--log").arg(&log);
        let done = command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(std::process::Stdio::null()).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    assert_eq!(play(&["crossing", "--seed", "5", "--random", "brenn"]).0, Some(0));
    let written = std::fs::read(&log).unwrap();
    assert!(written.iter().filter(|byte| **byte == b'\n').count() > 1);
    for (args, with) in [
        (&["dash"][..], "scenario `crossing`"),
        (&["crossing", "--seed", "6"], "`--seed 5`"),
        (&["--strict"], "`--warn`"),
        (&["crossing", "--free"], "`--warn`"),
        (&["--option", "wet-fuses"], "other options"),
    ] {
        let (code, said) = play(args);
        assert!(code == Some(2) && said.contains(&format!("the game in the log was begun with {with}")), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read(&log).unwrap(), written);
    for args in [&[][..], &["crossing", "--seed", "5", "--warn"]] {
        let (code, said) = play(args);
        assert!(code == Some(0) && said.contains("Aster: "), "{args:?}: {said}");
    }
    // Nobody has a turn yet.
    let mut replay = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
    replay.args(["replay", "modules/first-steps"]).arg(&log).args(["--to", "1"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let said = String::from_utf8(replay.output().unwrap().stdout).unwrap();
    assert!(said.starts_with("1 decision; setting up; digest "), "{said}");
}

/// Who orders a move while something else is asked hears of it.
#[test]
fn an_order_while_nobody_moves_is_answered() {
    use std::io::Write;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["play", "modules/first-steps", "dash", "--seed", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"a-1-i 0504\nq\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("Which unit do you set up?") && said.contains("no unit moves now: something else is asked"), "{said}");
}

/// The bot of tools/ plays a whole game over the protocol, where there is a Python.
#[test]
fn a_bot_plays_over_the_protocol() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let args = ["tools/bot.py", env!("CARGO_BIN_EXE_muster"), "modules/first-steps", "dash", "7"];
    let Ok(done) = std::process::Command::new("python3").args(args).current_dir(root).output() else {
        println!("python3 is not there: the bot did not play");
        return;
    };
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains(" decisions; "), "{done:?}");
}

/// `muster rules --play` tells of each phase what is carried out, and what is left to the players.
#[test]
fn the_rules_tell_what_is_played() {
    let told = |args: &[&str]| {
        let root = env!("CARGO_MANIFEST_DIR");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_muster")).args(args).current_dir(root).output().unwrap();
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr))
    };
    let (fine, text) = told(&["rules", "modules/first-steps", "--play"]);
    assert!(fine, "{text}");
    for line in ["Movement, Aster\n  units move: as usual, march\n  actions: dig, rebuild\n", "  combat: attack\n", "  10.2: "] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("nothing says what follows"), "{text}");
    let (fine, text) = told(&["rules", "modules/first-steps", "--play", "dush"]);
    assert!(!fine && text.contains("no scenario `dush`") && text.contains("dash"), "{text}");
}
