//! Nothing that is accepted is ignored: for every field of every schema one change of it, in some game, that changes an
//! answer, a finding or an artifact. A field that is only carried along, into a bundle or a comparison, does not count;
//! what nothing carries out yet stands in `muster::model::STATED`, and `muster check` says so where a game uses it.
//!
//! A row of `tests/fields/proofs.json` names the field, a game, a file, the place in it, what stands there instead
//! (nothing: the field is left out), and what then differs: an answer, a finding, an artifact, or how games end that are
//! played by lot. In a path an element of a list is named by its number, or by
//! its `id`, `code`, `about`, `unit` or `name`; a row of a sheet by its first cell.

use std::collections::{BTreeMap, BTreeSet};

use muster::compile::{Compiled, compile, compile_on};
use muster::draw::counter::{Faces, contact};
use muster::draw::hexmap;
use muster::emit::{EMITTERS, EmitContext};
use muster::model::{Game, STATED};
use muster::play::{Hand, Match, Random, Settings};
use muster::render::svg;
use muster::rules::Engine;
use muster::schema::PUBLISHED;
use muster::sim::{Kind, Plan, Players, Watch, play_one};
use muster::source::Memory;
use serde::Deserialize;
use serde_json::Value;

use crate::support::{csv, folder, try_all};

/// A field: what it is a field of, and its name.
type Key = (String, String);

/// Every field that an author may write. Wrappers around lists are one; so are the copies that a schema makes of a
/// definition that speaks of itself.
fn keys() -> BTreeSet<Key> {
    fn walk(schema: &Value, of: &str, keys: &mut BTreeSet<Key>) {
        let Some(schema) = schema.as_object() else { return };
        for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            // Which kind something is belongs to what it is a kind of.
            let tag = name == "kind" && of.contains(':');
            if name != "$schema" && !tag {
                keys.insert((of.to_owned(), name.clone()));
            }
            walk(field, of, keys);
        }
        for inner in ["items", "additionalProperties"].iter().filter_map(|inner| schema.get(*inner)) {
            walk(inner, of, keys);
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let kind = part["if"]["properties"]["kind"]["const"].as_str().unwrap();
            walk(&part["then"], &format!("{of}:{kind}"), keys);
        }
    }
    let mut keys = BTreeSet::new();
    // A bundle is written by the program, of the same definitions.
    for published in PUBLISHED.iter().filter(|published| published.name != "bundle") {
        let schema = published.json();
        let is_list = schema["properties"].get("csv").is_some();
        walk(&schema, if is_list { "ListOf" } else { published.name }, &mut keys);
        let definitions: BTreeSet<&String> = schema["$defs"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
        for name in &definitions {
            let first = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            let of = if name.starts_with("ListOf") {
                "ListOf"
            } else if definitions.contains(&first) {
                &first
            } else {
                name
            };
            walk(&schema["$defs"][name.as_str()], of, &mut keys);
        }
    }
    keys
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// `Ban.of`, or `Effect:lose.steps` where the fields depend on the kind.
    key: String,
    game: String,
    file: String,
    at: String,
    to: Option<Value>,
    /// `answer`: an example has another answer; `finding`: see `code`; `play`: games by lot end otherwise; `policy`: so do
    /// games that the game's own policies play; or the name of an artifact.
    shows: String,
    /// Which finding comes or goes.
    code: Option<String>,
    /// What the example is about whose answer changes: then no other need be asked.
    example: Option<String>,
}

impl Row {
    fn key(&self) -> Key {
        let (of, field) = self.key.split_once('.').unwrap_or_else(|| panic!("`{}` is no field", self.key));
        (of.to_owned(), field.to_owned())
    }
}

/// Fields of which no proof is needed, each with its reason, and fields whose proof is still to be found.
#[derive(Deserialize)]
struct Others {
    /// They speak to people, to editors or to other programs, and nobody could enforce them.
    told: BTreeMap<String, String>,
    /// Nobody has written the proof yet. This list may only become shorter.
    unproven: BTreeSet<String>,
}

fn read<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fields").join(name);
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// So many fields have no proof yet: never more.
const UNPROVEN: usize = 3;

#[test]
fn every_field_has_a_proof_or_a_reason() {
    let keys: BTreeSet<String> = keys().into_iter().map(|(of, field)| format!("{of}.{field}")).collect();
    let rows: Vec<Row> = read("proofs.json");
    let others: Others = read("others.json");
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let stated = STATED.iter().flat_map(|stated| stated.fields).copied();
    let lists = others.told.keys().chain(&others.unproven).map(String::as_str).chain(stated);
    for key in rows.iter().map(|row| row.key.as_str()).chain(lists) {
        *told.entry(key).or_default() += 1;
    }
    let missing: Vec<&String> = keys.iter().filter(|key| !told.contains_key(key.as_str())).collect();
    let idle: Vec<&&str> = told.keys().filter(|key| !keys.contains(**key)).collect();
    let twice: Vec<&&str> = told.iter().filter(|(_, n)| **n > 1).map(|(key, _)| key).collect();
    assert!(missing.is_empty(), "fields without proof: say in tests/fields what they change: {missing:#?}");
    assert!(idle.is_empty(), "no schema has these fields: {idle:#?}");
    assert!(twice.is_empty(), "said twice: {twice:#?}");
    for (key, reason) in &others.told {
        assert!(reason.split(' ').count() >= 3, "{key}: {reason}");
    }
    assert!(others.unproven.len() <= UNPROVEN, "{} fields are unproven, at most {UNPROVEN} may be", others.unproven.len());
}

/// What a change must not lead to: then the game cannot be read, and that proves nothing.
fn unreadable(code: &str) -> bool {
    let meant = ["M0018", "M0020"].contains(&code);
    !meant
        && ["M00", "M01", "M0201", "M0202", "M0302", "M0304", "M0305", "M0306", "M0307", "M0211"]
            .iter()
            .any(|bad| code.starts_with(bad))
}

type Findings = BTreeMap<(&'static str, String), usize>;

fn findings(compiled: &Compiled) -> Findings {
    let mut found = Findings::new();
    for diag in &compiled.diags {
        *found.entry((diag.rule.code, diag.message.clone())).or_default() += 1;
    }
    found
}

/// Where games by lot end: sixty of each scenario, played strictly, with everything that they then remember, and how
/// often each side and the dice were asked.
fn endings(game: &Game) -> impl Iterator<Item = String> {
    let all = game.scenarios.ids().flat_map(|scenario| (0..60).map(move |seed| (scenario, seed)));
    all.map(move |(scenario, seed)| {
        let engine = Engine::new(game, Some(scenario));
        let settings = Settings { seed, hand: Hand::Strict, options: None };
        let mut game = Match::new(&engine, scenario, settings).unwrap();
        let mut random = Random::new(seed);
        let mut asked: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..3_000 {
            let Some(ask) = game.ask() else { break };
            *asked.entry(format!("{:?}", ask.by)).or_default() += 1;
            let Some(decision) = random.decide(&game) else { break };
            game.decide(&decision).unwrap_or_else(|refused| panic!("{decision:?}: {}", refused.why));
        }
        format!("{} {asked:?}", game.digest().word())
    })
}

/// How games end that the game's own policies play.
fn by_policy(game: &Game) -> impl Iterator<Item = String> {
    game.scenarios.ids().flat_map(move |scenario| {
        let engine = Engine::new(game, Some(scenario));
        let plays = |side| if Kind::Policy.can_play(game, side) { Kind::Policy } else { Kind::Random };
        let players = Players::new(&engine, scenario, None, vec![game.sides.ids().map(plays).collect()]);
        let (plan, mut watch) = (Plan::of(scenario, 1944, 20), Watch::new(&engine));
        let ends: Vec<String> = (0..20).map(|n| play_one(&engine, &plan, n, &players, &mut watch).unwrap().row.digest).collect();
        ends
    })
}

/// The bytes of what is made of a game.
fn artifact(game: &Game, name: &str) -> Vec<(String, Vec<u8>)> {
    match name {
        "map" => {
            let options = hexmap::Options { images: hexmap::images(game), ..hexmap::Options::default() };
            let drawn = hexmap::draw(game, &options).unwrap();
            vec![(String::new(), svg::render(&drawn.scene, 0).unwrap().into_bytes())]
        }
        "play" => endings(game).map(|ending| (ending, Vec::new())).collect(),
        "policy" => by_policy(game).map(|ending| (ending, Vec::new())).collect(),
        "sheet" => vec![(String::new(), svg::render(&contact(game, &Faces::new(game)), 0).unwrap().into_bytes())],
        name => {
            let scenarios: Vec<_> = game.scenarios.ids().collect();
            let emitter = EMITTERS.iter().find(|e| e.name == name).unwrap_or_else(|| panic!("nothing makes `{name}`"));
            let files = (emitter.emit)(&EmitContext::new(game, &scenarios), &mut |_, _| {}).unwrap().files;
            files.into_iter().collect()
        }
    }
}

/// A game whose JSON files are written plainly, so that an edited value is the only difference.
struct Plain {
    memory: Memory,
    values: BTreeMap<String, Value>,
    found: Findings,
    game: Game,
}

fn plain(name: &str) -> Plain {
    let mut memory = folder(name);
    let compiled = compile(&memory);
    let mut values = BTreeMap::new();
    for (file, _) in &compiled.validated {
        let source = compiled.files.get(*file).unwrap();
        if source.path.ends_with(".json") {
            let value = source.tree.root().unwrap().to_value();
            memory.files.insert(source.path.to_string(), value.to_string().into_bytes());
            values.insert(source.path.to_string(), value);
        }
    }
    let compiled = compile(&memory);
    Plain { memory, values, found: findings(&compiled), game: compiled.game }
}

/// The member or element of that name.
fn step<'v>(value: &'v mut Value, part: &str) -> Option<&'v mut Value> {
    match value {
        Value::Object(members) => members.get_mut(part),
        Value::Array(list) => {
            let named = |entry: &Value| ["id", "code", "about", "unit", "name"].iter().any(|field| entry[*field] == *part);
            let at = list.iter().position(named).or_else(|| part.parse().ok())?;
            list.get_mut(at)
        }
        _ => None,
    }
}

fn parts(at: &str) -> Vec<String> {
    at.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

/// The file with the change.
fn changed(row: &Row, plain: &Plain) -> Result<Vec<u8>, String> {
    let mut path = parts(&row.at);
    let last = path.pop().ok_or("it names no place")?;
    let nothing = || format!("nothing is at {}", row.at);
    if row.file.ends_with(".csv") {
        let text = String::from_utf8(plain.memory.files.get(&row.file).ok_or("no such file")?.clone()).unwrap();
        let mut cells = csv(&text);
        let column = cells[0].iter().position(|heading| *heading == last).ok_or_else(nothing)?;
        let line = cells.iter().position(|line| Some(&line[0]) == path.first()).ok_or_else(nothing)?;
        let wide = cells[0].len();
        cells[line].resize(wide, String::new());
        cells[line][column] = row.to.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let cell = |cell: &String| if cell.contains([',', '"']) { quoted(cell) } else { cell.clone() };
        let lines = cells.iter().map(|line| line.iter().map(cell).collect::<Vec<_>>().join(",") + "\n");
        return Ok(lines.collect::<String>().into());
    }
    let mut whole = plain.values.get(&row.file).ok_or("no such file")?.clone();
    let mut at = &mut whole;
    for part in &path {
        at = step(at, part).ok_or_else(nothing)?;
    }
    match (&row.to, at) {
        (Some(to), Value::Object(members)) => {
            members.insert(last, to.clone());
        }
        (None, Value::Object(members)) => {
            members.remove(&last).ok_or_else(nothing)?;
        }
        (Some(to), list) => *step(list, &last).ok_or_else(nothing)? = to.clone(),
        (None, _) => return Err("only a field can be left out".to_owned()),
    }
    Ok(whole.to_string().into_bytes())
}

/// What was built of each unedited game, by game and kind: paths and bytes.
type Artifacts<'g> = BTreeMap<(&'g str, &'g str), Vec<(String, Vec<u8>)>>;

/// What is wrong with a proof; nothing if it holds.
fn prove(row: &Row, plain: &Plain, artifacts: &Artifacts<'_>) -> Option<String> {
    let mut memory = plain.memory.clone();
    let now = match changed(row, plain) {
        Ok(now) => now,
        Err(why) => return Some(why),
    };
    if now == memory.files[&row.file] {
        return Some("it changes nothing in the file".to_owned());
    }
    memory.files.insert(row.file.clone(), now);
    if let Some(about) = &row.example {
        let Some(mut examples) = plain.values.get("examples.json").cloned() else {
            return Some("the game has no examples.json".to_owned());
        };
        let list = if examples.is_array() { Some(&mut examples) } else { examples.get_mut("list") };
        list.unwrap().as_array_mut().unwrap().retain(|example| example["about"] == about.as_str());
        memory.files.insert("examples.json".to_owned(), examples.to_string().into_bytes());
    } else if let Some(mut examples) = plain.values.get("examples.json").cloned()
        && row.shows != "answer"
        && row.file != "examples.json"
    {
        // Examples that are played take their time, and say nothing of what is found or made.
        let list = if examples.is_array() { Some(&mut examples) } else { examples.get_mut("list") };
        list.unwrap().as_array_mut().unwrap().retain(|example| example.get("do").is_none());
        memory.files.insert("examples.json".to_owned(), examples.to_string().into_bytes());
    }
    let compiled = compile_on(1, &memory, &mut |_| {});
    let found = findings(&compiled);
    // Nobody would see an answer change that was wrong before.
    if plain.found.keys().any(|(code, _)| *code == "M0610") {
        return Some("an example of the game has another answer".to_owned());
    }
    let differ: BTreeSet<&str> = found
        .iter()
        .filter(|(finding, n)| plain.found.get(finding) != Some(n))
        .chain(plain.found.iter().filter(|(finding, n)| found.get(finding) != Some(n)))
        .map(|((code, _), _)| *code)
        .collect();
    // Only an id is proven by those who name it.
    let by_name = row.code.as_deref().is_some_and(unreadable);
    let bad = differ.iter().find(|code| unreadable(code) && !by_name);
    if let Some(code) = bad {
        return Some(format!("the game cannot be read any more: {code}"));
    }
    let code = match row.shows.as_str() {
        "answer" => "M0610",
        "finding" => row.code.as_deref().unwrap_or_else(|| panic!("{}: which finding?", row.key)),
        "play" => {
            let before = &artifacts[&(row.game.as_str(), "play")];
            let same = before.iter().map(|(ending, _)| ending.clone()).eq(endings(&compiled.game));
            return same.then(|| "the games by lot end the same".to_owned());
        }
        name => {
            let same = artifacts[&(row.game.as_str(), name)] == artifact(&compiled.game, name);
            return same.then(|| format!("the bytes of `{name}` are the same"));
        }
    };
    (!differ.contains(code)).then(|| format!("no {code} comes or goes; different are {differ:?}"))
}

#[test]
fn every_proof_holds() {
    let mut rows: Vec<Row> = read("proofs.json");
    // Every sixth one, so that it does not take long: `MUSTER_PROOF=all` tries all of them, a part of a key those with it.
    match std::env::var("MUSTER_PROOF").as_deref() {
        Ok("all") => {}
        Ok(part) => rows.retain(|row| part.split('|').any(|part| row.key.contains(part))),
        Err(_) => {
            let mut n = 0;
            rows.retain(|_| {
                n += 1;
                n % 6 == 1
            });
        }
    }
    let games: Vec<&str> = rows.iter().map(|row| row.game.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let plains: BTreeMap<&str, Plain> = games.iter().copied().zip(try_all(&games, |game| plain(game))).collect();
    let wanted = rows.iter().filter(|row| !matches!(row.shows.as_str(), "answer" | "finding"));
    let wanted: Vec<(&str, &str)> =
        wanted.map(|row| (row.game.as_str(), row.shows.as_str())).collect::<BTreeSet<_>>().into_iter().collect();
    let made = try_all(&wanted, |(game, name)| artifact(&plains[game].game, name));
    let artifacts: BTreeMap<_, _> = wanted.into_iter().zip(made).collect();
    let wrong = try_all(&rows, |row| Some(format!("{}: {}", row.key, prove(row, &plains[row.game.as_str()], &artifacts)?)));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} proofs do not hold:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Only an id is proven by what cannot be found any more; numbers that have bounds of the author's, by those bounds.
#[test]
fn only_ids_are_proven_by_names() {
    for row in read::<Vec<Row>>("proofs.json") {
        let (of, field) = row.key();
        let fits = match row.code.as_deref() {
            Some("M0105") => of == "ValueName" || field == "values",
            Some("M0305") => row.key == "Terrain.on",
            Some("M0016") => row.key == "module.format",
            // The module that it asks for lies in other files: tests/import/kept.rs builds it.
            Some("M0001") if row.key == "vassal.kept" => true,
            Some(code) if unreadable(code) => {
                // The words for weather and ground are ids that nothing else carries.
                let words = matches!(row.key.as_str(), "turns.weather" | "turns.ground");
                words || matches!(field.as_str(), "id" | "code" | "gpid" | "prefix" | "name")
            }
            _ => true,
        };
        assert!(fits, "{}: {:?}", row.key, row.code);
    }
}
