//! `muster simulate`: the same bytes in one run, in parts, on any number of threads and after it was killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{first_steps, on_disk};

fn muster(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn simulate(args: &[&str], to: &Path) -> Output {
    let all: Vec<&str> = ["simulate"].iter().chain(args).copied().chain(["-o", to.to_str().unwrap()]).collect();
    muster(&all).output().unwrap()
}

fn plays(args: &[&str], to: &Path) {
    let output = simulate(args, to);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Every file of a folder, by its path.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(at) = dirs.pop() {
        for entry in std::fs::read_dir(&at).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                dirs.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(dir).unwrap().to_str().unwrap().replace('\\', "/");
                all.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    all
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(other[name] == *bytes, "{name} differs");
    }
}

fn number(dir: &Path, words: &[&str]) -> i64 {
    let text = std::fs::read_to_string(dir.join("run.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    words.iter().fold(&value, |value, word| &value[word]).as_i64().unwrap_or(0)
}

const DASH: [&str; 8] = ["modules/first-steps", "dash", "--games", "24", "--players", "random", "--beside", "6"];

#[test]
fn parts_and_threads_give_the_bytes_of_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    plays(&DASH, &at("one"));
    plays(&[&DASH[..], &["--threads", "1"]].concat(), &at("alone"));
    assert_same(&at("one"), &at("alone"));
    for shard in ["1/3", "2/3", "3/3"] {
        plays(&[&DASH[..], &["--shard", shard]].concat(), &at(&shard[..1]));
    }
    let parts: Vec<String> = ["3", "1", "2"].map(|n| at(n).to_str().unwrap().to_owned()).to_vec();
    let merge: Vec<&str> = ["--merge"].into_iter().chain(parts.iter().map(String::as_str)).collect();
    plays(&merge, &at("merged"));
    assert_same(&at("one"), &at("merged"));
    // 24 games, and six of each side against one that does nothing: by lot is what was asked for.
    assert_eq!(number(&at("one"), &["next"]), 36);
    assert_eq!(number(&at("one"), &["counts", "games"]), 24);
    assert_eq!(std::fs::read_to_string(at("one").join("games.csv")).unwrap().lines().count(), 37);
}

#[test]
fn a_worker_that_is_killed_is_run_again_and_nothing_is_counted_twice() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let games = ["modules/first-steps", "dash", "--games", "120", "--players", "random", "--beside", "0"];
    let second: Vec<&str> = [&games[..], &["--shard", "2/2", "--threads", "1"]].concat();
    plays(&games, &at("one"));
    plays(&[&games[..], &["--shard", "1/2"]].concat(), &at("1"));
    let all: Vec<&str> = ["simulate"].into_iter().chain(second.clone()).chain(["-o"]).collect();
    let mut worker = muster(&all).arg(at("2")).stdout(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    // Killed as soon as some of its games are kept, and without warning.
    while begin.elapsed() < Duration::from_secs(60) && worker.try_wait().unwrap().is_none() {
        if at("2").join("run.json").exists() && number(&at("2"), &["next"]) > 60 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    worker.kill().unwrap();
    worker.wait().unwrap();
    let half = simulate(&["--merge", at("1").to_str().unwrap(), at("2").to_str().unwrap()], &at("early"));
    let finished = number(&at("2"), &["next"]) == 120;
    assert_eq!(half.status.success(), finished, "a part that is not finished is not added");
    plays(&second, &at("2"));
    plays(&["--merge", at("1").to_str().unwrap(), at("2").to_str().unwrap()], &at("merged"));
    assert_same(&at("one"), &at("merged"));
}

#[test]
fn one_game_is_told_as_one() {
    let dir = tempfile::tempdir().unwrap();
    let one = ["modules/first-steps", "dash", "--games", "1", "--players", "greedy", "--beside", "1"];
    let said = String::from_utf8(simulate(&one, dir.path()).stdout).unwrap();
    assert!(said.contains(": 1 game, seed 1; ") && said.contains("\nbeside, random: 1 game\n"), "{said}");
    let report = std::fs::read_to_string(dir.path().join("report.html")).unwrap();
    assert!(report.contains("In 1 game. Better players") && !report.contains("1 games"), "{report}");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let few = ["modules/first-steps", "dash", "--games", "4", "--players", "random", "--beside", "0"];
    plays(&[&few[..], &["--shard", "1/2"]].concat(), &at("1"));
    plays(&[&few[..], &["--shard", "2/2", "--seed", "9"]].concat(), &at("2"));
    let said = |output: Output| {
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let (one, two) = (at("1"), at("2"));
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    assert!(said(simulate(&["--merge", one, two], &at("a"))).contains("its seed is `9`, not `1`"));
    assert!(said(simulate(&["--merge", one, one], &at("a"))).contains("which another part has played too"));
    assert!(said(simulate(&["--merge", one], &at("a"))).contains("no part has the games from 2 on"));
    assert!(said(simulate(&[&few[..], &["--seed", "5"]].concat(), &at("1"))).contains("is another"));
    assert!(said(simulate(&[&few[..], &["--players", "gredy"]].concat(), &at("b"))).contains("there is no player `gredy`"));
    assert!(said(simulate(&[&few[..], &["--shard", "3/2"]].concat(), &at("b"))).contains("`3/2` is no shard"));
    assert!(!at("b").exists(), "what is refused writes nothing");
}

/// Every column and every kind of count is described.
#[test]
fn the_columns_are_documented() {
    let dir = tempfile::tempdir().unwrap();
    plays(&["modules/bastogne-breakout", "introduction", "--games", "2", "--players", "random", "--beside", "1"], dir.path());
    let docs = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/simulate.md")).unwrap();
    let rows = std::fs::read_to_string(dir.path().join("games.csv")).unwrap();
    for column in rows.lines().next().unwrap().split(',') {
        let column = column.split('.').next().unwrap();
        assert!(docs.contains(&format!("| `{column}")), "column `{column}` of games.csv");
    }
    let totals = std::fs::read_to_string(dir.path().join("totals.csv")).unwrap();
    for line in totals.lines().skip(1) {
        let what = line.split(',').next().unwrap();
        assert!(docs.contains(&format!("| `{what}`")), "`{what}` of totals.csv");
    }
    let page = std::fs::read_to_string(dir.path().join("report.html")).unwrap();
    assert!(page.contains("Who wins") && page.contains("data:image/svg+xml") && !page.contains("src=\"http"));
}

#[test]
fn a_program_of_somebody_else_plays() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let players = ["--players", "aster=program:python3 tools/player.py,brenn=idle"];
    let games = ["modules/first-steps", "dash", "--games", "3", "--beside", "0"];
    plays(&[&games[..], &players].concat(), &at("one"));
    plays(&[&games[..], &players, &["--threads", "1"]].concat(), &at("again"));
    assert_same(&at("one"), &at("again"));
    assert!(number(&at("one"), &["counts", "decisions"]) > 300);
    let gone = simulate(&[&games[..], &["--players", "aster=program:no-such-program,brenn=idle"]].concat(), &at("no"));
    let said = String::from_utf8(gone.stderr).unwrap();
    assert!(said.contains("the player `no-such-program` cannot be run: there is no such file or folder"), "{said}");
    let mute = simulate(&[&games[..], &["--players", "aster=program:true,brenn=idle"]].concat(), &at("mute"));
    let said = String::from_utf8(mute.stderr).unwrap();
    assert!(said.contains("the player `true` has ended before the game did"), "{said}");
}

#[test]
fn a_changed_value_and_two_versions_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let games = ["modules/first-steps", "dash", "--games", "8", "--players", "random"];
    let vary = simulate(&[&games[..], &["--vary", "units.csv:a-1-i.attack=4,9"]].concat(), dir.path());
    let said = String::from_utf8(vary.stdout).unwrap();
    // 4 is what it is: only 9 is another version.
    assert!(said.contains("a-1-i.attack=9 beside as it is: 8 games, paired by seed"), "{said}");
    let effects = std::fs::read_to_string(dir.path().join("effects.csv")).unwrap();
    assert!(effects.lines().any(|line| line.starts_with("a-1-i.attack=9,won by aster,8,")), "{effects}");
    let same = ["dash", "--games", "4", "--players", "random", "--compare", "modules/first-steps", "./modules/first-steps"];
    let other = tempfile::tempdir().unwrap();
    let said = String::from_utf8(simulate(&same, other.path()).stdout).unwrap();
    assert!(said.contains("+0.000  +0.000 to +0.000"), "one version beside itself differs in nothing: {said}");
    for (vary, why) in [
        ("units.csv:a-1-j.attack=3..6", "nothing in `units.csv` has the id `a-1-j`"),
        ("units.csv:a-1-i.atack=3..6", "`a-1-i` in `units.csv` has no `atack`"),
        ("unit.csv:a-1-i.attack=3..6", "the game has no file `unit.csv`"),
        ("attack=3", "does not say what is varied"),
        ("units.csv:a-1-i.attack=strong", "has errors"),
    ] {
        let refused = simulate(&[&games[..], &["--vary", vary]].concat(), dir.path());
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(why), "{vary}: {said}");
    }
}

#[test]
fn what_was_found_is_reported_at_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let games = ["modules/first-steps", "crossing", "--games", "4", "--players", "idle", "--beside", "0"];
    let said = simulate(&[&games[..], &["--report", "short"]].concat(), dir.path());
    let said = String::from_utf8(said.stdout).unwrap();
    // Nobody moves, so nobody breaks out.
    let level = said.lines().find(|line| line.contains("M1002") && line.contains("Aster breaks out")).unwrap();
    assert!(level.contains("scenarios/crossing.json") && level.contains("in 4 games by idle against idle"), "{level}");
    assert!(
        said.lines().any(|line| line.contains("M1003") && line.contains("units.csv") && line.contains("`a-1-i`: never moved"))
    );
    let sarif = simulate(&[&games[..], &["--report", "sarif"]].concat(), dir.path());
    assert!(
        serde_json::from_slice::<serde_json::Value>(&sarif.stdout).unwrap()["runs"][0]["results"].as_array().unwrap().len() > 3
    );
}

/// What an author allows is not told, and `check` does not call it idle: only games show whether it meets anything.
#[test]
fn what_games_find_can_be_allowed() {
    let dir = tempfile::tempdir().unwrap();
    let game = on_disk(&first_steps(), &dir.path().join("game"));
    let module = std::fs::read_to_string(game.join("module.json")).unwrap();
    let allowed = r#""levels": { "M1003": { "level": "allow", "reason": "idle players use nothing" } },
  "allow": [{ "code": "M1002", "scenario": "dash", "reason": "in The Dash nobody has to win" }],
  "license""#;
    std::fs::write(game.join("module.json"), module.replacen("\"license\"", allowed, 1)).unwrap();
    let game = game.to_str().unwrap();
    let checked = muster(&["check", game, "--format", "short"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&checked.stdout).matches("M00").count(), 0, "{checked:?}");
    let told = |scenario: &str| {
        let games = [game, scenario, "--games", "2", "--players", "idle", "--beside", "0", "--report", "short"];
        String::from_utf8(simulate(&games, &dir.path().join(scenario)).stdout).unwrap()
    };
    let (dash, crossing) = (told("dash"), told("crossing"));
    assert!(!dash.contains("M1002") && !dash.contains("M1003"), "{dash}");
    assert!(crossing.contains("M1002") && !crossing.contains("M1003"), "{crossing}");
}

/// Entries and options without which the same games are played are named, those that made a difference are not: a ban, a
/// preference in retreats, an option and an entry of a policy of each kind.
#[test]
fn entries_and_options_that_made_no_difference_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let game = on_disk(&first_steps(), &dir.path().join("game"));
    let rules = std::fs::read_to_string(game.join("rules.json")).unwrap();
    let put = |rules: String, before: &str, added: &str| {
        assert!(rules.contains(before), "{before}");
        rules.replacen(before, &format!("{before}\n    {added},"), 1)
    };
    let rules = put(rules, "\"bans\": [", r#"{ "id": "far-away", "of": ["arrive"], "who": { "type": ["fort"] } }"#);
    let rules = put(rules, "\"bans\": [", r#"{ "id": "still", "of": ["move"], "who": { "id": ["a-hq"] } }"#);
    let options = r#"{ "id": "sits", "default": true, "changes": [{ "entry": "bans/still", "off": true }] },
    { "id": "nothing", "default": true, "changes": [{ "entry": "bans/far-away", "off": true }] }"#;
    let rules = put(rules, "\"options\": [", options);
    let rules = put(
        rules,
        "\"policy\": [",
        r#"{ "id": "idle", "side": "brenn", "do": "act", "action": ["blow"], "who": { "id": ["a-hq"] }, "to": { "hex": ["0101"] }, "if": { "turns": { "on": ["6"] } } }"#,
    );
    std::fs::write(game.join("rules.json"), rules).unwrap();
    let games = [game.to_str().unwrap(), "crossing", "--games", "49", "--players", "random,policy", "--beside", "0"];
    let said = simulate(&[&games[..], &["--report", "short"]].concat(), &dir.path().join("out"));
    let (said, wrong) = (String::from_utf8(said.stdout).unwrap(), String::from_utf8(said.stderr).unwrap());
    let told = |what: &str| said.lines().any(|line| line.contains("M1003") && line.contains("rules.json") && line.contains(what));
    assert!(told("entry `far-away`: the same games without it"), "{said}{wrong}");
    assert!(told("option `nothing`: the same games without it"), "{said}");
    assert!(told("policy `idle`: nothing was decided by it"), "{said}");
    for matters in ["option `sits`", "policy `gather`", "entry `units`"] {
        assert!(!told(matters), "{matters}: {said}");
    }
    // Few games are not asked, and then nothing is said of entries.
    let few = [game.to_str().unwrap(), "crossing", "--games", "48", "--players", "random", "--beside", "0", "--report", "short"];
    let said = String::from_utf8(simulate(&few, &dir.path().join("few")).stdout).unwrap();
    assert!(!said.contains("the same games without it"), "{said}");
}

/// What one simulation has used is not listed, whatever the others have not; simulations of two games do not go together.
#[test]
fn what_no_simulation_has_used_is_listed() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    plays(&["modules/first-steps", "dash", "--games", "2", "--players", "idle", "--beside", "0"], &at("idle"));
    plays(&["modules/first-steps", "crossing", "--games", "4", "--players", "random", "--beside", "0"], &at("random"));
    let ask = |names: &[&str]| {
        let folders: Vec<String> = names.iter().map(|name| at(name).to_str().unwrap().to_owned()).collect();
        let args: Vec<&str> = ["simulate", "--unused"].into_iter().chain(folders.iter().map(String::as_str)).collect();
        muster(&args).output().unwrap()
    };
    let unused = |names: &[&str]| -> std::collections::BTreeSet<String> {
        String::from_utf8(ask(names).stdout).unwrap().lines().map(ToOwned::to_owned).collect()
    };
    let (idle, random, both) = (unused(&["idle"]), unused(&["random"]), unused(&["idle", "random"]));
    assert!(idle.contains("kind,of,id,said") && idle.contains("combat,combat,attack,never fought"), "{idle:?}");
    assert!(!random.contains("combat,combat,attack,never fought"), "{random:?}");
    assert_eq!(both, idle.intersection(&random).cloned().collect());
    let text = std::fs::read_to_string(at("idle").join("run.json")).unwrap();
    std::fs::write(at("idle").join("run.json"), text.replace("\"game\": \"first-steps\"", "\"game\": \"other\"")).unwrap();
    let refused = ask(&["random", "idle"]);
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is of the game `other`, not of `first-steps`"));
}
