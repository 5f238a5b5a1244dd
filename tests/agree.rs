//! What `check` says and what is built agree: where nothing stands in the way, every emitter builds; what one of them
//! refuses, a finding has said beforehand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use muster::compile::{Compiled, compile};
use muster::diag::Severity;
use muster::diff::changed_units;
use muster::draw::{hexmap, limits};
use muster::emit::{Chosen, EMITTERS, EmitContext, PrintChoice};
use muster::model::{Backs, Game, Paper, ScenarioId};
use muster::source::Memory;

use crate::support::{all, edit, first_steps, folder, game, png, says, try_all};

/// Findings that are no errors, because the game is sound, and the emitters that refuse what they find.
const REFUSED: [(&str, &[&str]); 2] = [("M0713", &["html", "print", "vmod"]), ("M0801", &["vmod"])];

/// Where check and emitters do not agree about a game; nothing is built while an error stands.
///
/// Of what is printed, one paper and one way of printing backs are made, and single pictures of some counters: the others
/// are refused for the same reasons. Pictures of the module that was built before are used again.
pub(crate) fn disagreement(compiled: &Compiled, of: &Built) -> Option<String> {
    if compiled.count(Severity::Error) > 0 {
        return None;
    }
    let game = &compiled.game;
    let found: BTreeSet<&str> = compiled.diags.iter().map(|diag| diag.rule.code).collect();
    let scenarios: Vec<ScenarioId> = game.scenarios.ids().collect();
    let print = PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::DuplexLong], ..PrintChoice::default() };
    let print = if all() { PrintChoice::default() } else { print };
    let some = || of.0.as_ref().map_or_else(|| game.units.ids().take(5).collect(), |(old, _)| changed_units(old, game));
    let before = |path: &str| of.0.as_ref()?.1.get(path).cloned();
    for emitter in EMITTERS {
        let only = (emitter.name == "components" && !all()).then(some).map(|units| Chosen { units, ..Chosen::default() });
        let context = EmitContext { game, scenarios: &scenarios, only, print: print.clone(), before: Some(&before), home: None };
        let made = (emitter.emit)(&context, &mut |_, _| {});
        let told = REFUSED.iter().any(|(code, emitters)| found.contains(code) && emitters.contains(&emitter.name));
        match made {
            Ok(_) if told => return Some(format!("{} builds what is said to be refused: {found:?}", emitter.name)),
            Err(failed) if !told => return Some(format!("{}: `{}` {}", emitter.name, failed.what, failed.why)),
            _ => {}
        }
    }
    None
}

/// A game as it was before, and its module.
#[derive(Default)]
pub(crate) struct Built(Option<(Game, BTreeMap<String, Vec<u8>>)>);

impl Built {
    pub(crate) fn new(game: &Game) -> Built {
        let vmod = EMITTERS.iter().find(|emitter| emitter.name == "vmod").unwrap();
        let made = (vmod.emit)(&EmitContext::new(game, &[]), &mut |_, _| {});
        Built(Some((game.clone(), made.map(|made| made.files).unwrap_or_default())))
    }
}

/// The folders of all games that lie in the repository.
fn games(under: &Path, into: &mut Vec<PathBuf>) {
    if under.join("module.json").exists() {
        into.push(under.to_owned());
        return;
    }
    let mut inside: Vec<_> = std::fs::read_dir(under).unwrap().map(|entry| entry.unwrap().path()).collect();
    inside.sort();
    inside.iter().filter(|path| path.is_dir()).for_each(|path| games(path, into));
}

#[test]
fn every_game_here_is_built_as_it_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    // Bastogne Breakout is built whole in tests/modules.rs, and its map takes long.
    let few = ["modules/first-steps", "tests/fields", "tests/rules", "tests/paper"];
    let under: &[&str] = if all() { &["modules", "tests"] } else { &few };
    under.iter().for_each(|name| games(&root.join(name), &mut found));
    assert!(found.len() >= 9, "{found:?}");
    let answers = try_all(&found, |path| {
        disagreement(&compile(&folder(path.strip_prefix(root).unwrap().to_str().unwrap())), &Built::default())
    });
    let wrong: Vec<String> =
        found.iter().zip(answers).filter_map(|(path, why)| Some(format!("{}: {}", path.display(), why?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Says this one thing, and builds as it says.
#[track_caller]
fn agrees(memory: &Memory, of: &Built, expected: &str) {
    says(memory, expected);
    assert_eq!(disagreement(&compile(memory), of), None);
}

fn with(path: &str, text: &str) -> Memory {
    let mut memory = first_steps();
    assert!(memory.files.insert(path.to_owned(), text.as_bytes().to_vec()).is_none());
    memory
}

#[test]
fn a_component_must_be_xml_and_fit() {
    let of = Built::new(&compile(&first_steps()).game);
    let one = |map: &str, xml: &str| with("vassal.json", &format!(r#"{{"components": [{{{map}"xml": "{xml}"}}]}}"#));
    for (map, xml, expected) in [
        (
            "",
            "<a><b></a>",
            "vassal.json:1:32 M0106 «</a>» this is no component of VASSAL: expected `</b>` here | copy one element with everything in it from VASSAL's build file",
        ),
        (
            "",
            r#"<a b=\"ä & x\"/>"#,
            "vassal.json:1:35 M0106 «&» this is no component of VASSAL: a single `&` is written `&amp;` | copy one element with everything in it from VASSAL's build file",
        ),
        (
            "",
            r#"<VASSAL.build.module.Inventory name=\"By place\"/>"#,
            r#"vassal.json:1:26 M0802 «<VASSAL.build.module.Inventory name=\"By place\"/>» the module has a component `By place` of this kind already | give it another name"#,
        ),
        (
            "",
            r#"<VASSAL.build.module.PredefinedSetup name=\"The Alder Crossing\"/>"#,
            r#"vassal.json:1:26 M0802 «<VASSAL.build.module.PredefinedSetup name=\"The Alder Crossing\"/>» the module has a component `The Alder Crossing` of this kind already | give it another name"#,
        ),
        (
            r#""map": "Trais", "#,
            "<a/>",
            "vassal.json:1:26 M0201 «Trais» unknown map window `Trais` | name one of: Map, Trays, Cards",
        ),
    ] {
        says(&one(map, xml), expected);
    }
    for (map, xml) in [
        ("", r#"<VASSAL.build.module.Inventory name=\"By side\"/>"#),
        ("", r#"<VASSAL.build.module.DiceButton name=\"By place\"/>"#),
        (r#""map": "Cards", "#, "<!-- mine --><a.b c='&lt;&#228;'>x &amp; y<c/></a.b>"),
    ] {
        let compiled = compile(&one(map, xml));
        assert!(compiled.diags.is_empty(), "{xml}");
        assert_eq!(disagreement(&compiled, &of), None);
    }
    // Without cards there is no window for them.
    let module = ("module.json", r#"{"format": 2, "id": "x", "name": "X", "sides": [{"id": "a"}]}"#);
    let own = ("vassal.json", r#"{"components": [{"map": "Cards", "xml": "<a/>"}]}"#);
    agrees(
        &game(&[module, own]),
        &Built::default(),
        "vassal.json:1:26 M0802 «Cards» the module of this game has no map window `Cards`: nothing would lie in it | name another window, or take `map` out",
    );
}

#[test]
fn every_name_of_the_module_is_known_to_the_check() {
    // Whatever stands in the module under a name, the author's may not be called so.
    let compiled = compile(&first_steps());
    let scenarios: Vec<ScenarioId> = compiled.game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "vmod").unwrap();
    let made = (emitter.emit)(&EmitContext::new(&compiled.game, &scenarios), &mut |_, _| {}).unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(made.files.values().next().unwrap().clone())).unwrap();
    let mut xml = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("buildFile.xml").unwrap(), &mut xml).unwrap();
    // Direct children of the module stand one blank to the right.
    let named = xml.lines().filter(|line| line.starts_with(" <") && !line.starts_with("  ")).filter_map(|line| {
        let class = line.trim_start_matches([' ', '<']).split([' ', '>', '/']).next()?;
        let name = line.split(" name=\"").nth(1).or(line.split(" mapName=\"").nth(1))?.split('"').next()?;
        Some((class, name))
    });
    let named: Vec<(&str, &str)> = named.collect();
    assert!(named.len() >= 10, "{named:?}");
    for (class, name) in named {
        let own = with("vassal.json", &format!(r#"{{"components": [{{"xml": "<{class} name=\"{name}\"/>"}}]}}"#));
        let said = crate::support::codes(&own);
        assert_eq!(said, ["M0802"], "{class} {name}");
    }
}

#[test]
fn a_map_must_fit_on_a_sheet() {
    let wide = |mm: &str| edit(first_steps(), "map.json", "\"across-flats-mm\": 19", &format!("\"across-flats-mm\": {mm}"));
    agrees(
        &wide("480"),
        &Built::default(),
        "map.json:11:24 M0713 «480» the map is 6870 × 5775 mm large; at most 5080 mm can be printed | make the hexes smaller with `across-flats-mm`, or lay fewer boxes beside the map",
    );
    // Just small enough, and the page that is drawn is as large as was said: the writer of PDF takes it.
    let fits = |mm: &str| {
        let game = compile(&wide(mm)).game;
        let told = hexmap::printable(&game).is_ok();
        let page = hexmap::draw(&game, &hexmap::Options::default()).unwrap().scene.pages.remove(0);
        assert_eq!(told, page.width.max(page.height + 10.0) <= limits::PAGE_MM, "{mm}");
        told
    };
    assert!(fits("354") && !fits("355"));
}

#[test]
fn a_die_sheet_must_have_room() {
    let of = Built::new(&compile(&first_steps()).game);
    let sheet = |sheet: &str| {
        let print = format!("\"counter-mm\": 15.9, \"print\": {{\"die-sheets\": [{sheet}]}},");
        edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", &print)
    };
    let help = "write it as the template of the publisher has it";
    for (own, why) in [
        (
            r#"{"id": "p", "page-mm": [100, 100], "rows": 6, "columns": 7, "margin-mm": [0, 0]}"#,
            "7 × 6 counters of 15.9 mm do not lie on 100 × 100 mm",
        ),
        (
            r#"{"id": "p", "page-mm": [100, 100], "rows": 6, "columns": 6, "margin-mm": [-1, 0]}"#,
            "6 × 6 counters of 15.9 mm do not lie on 100 × 100 mm",
        ),
        (
            r#"{"id": "p", "page-mm": [0, 100], "rows": 6, "columns": 6, "margin-mm": [0, 0]}"#,
            "it is 0 × 100 mm large, expected between 0 and 5080 mm",
        ),
        (
            r#"{"id": "p", "page-mm": [100, 6000], "rows": 6, "columns": 6, "margin-mm": [0, 0]}"#,
            "it is 100 × 6000 mm large, expected between 0 and 5080 mm",
        ),
        (
            r#"{"id": "a4-fold", "page-mm": [100, 100], "rows": 6, "columns": 6, "margin-mm": [0, 0]}"#,
            "another sheet is called `a4-fold` too, and has the same file",
        ),
        (
            r#"{"id": "part-a4-fold", "page-mm": [100, 100], "rows": 6, "columns": 6, "margin-mm": [0, 0]}"#,
            "`part-` begins the names of files that hold only a part of the counters",
        ),
    ] {
        let id = own.split('"').nth(3).unwrap();
        let column = 56;
        agrees(&sheet(own), &of, &format!("art.json:3:{column} M0714 «{id}» die sheet `{id}` cannot be used: {why} | {help}"));
    }
    let fits = r#"{"id": "p", "page-mm": [100, 100], "rows": 6, "columns": 6, "margin-mm": [0, 0]}"#;
    assert_eq!(disagreement(&compile(&sheet(fits)), &of), None);
    let twice = compile(&sheet(&format!("{fits}, {fits}")));
    assert_eq!(twice.diags.iter().map(|diag| diag.rule.code).collect::<Vec<_>>(), ["M0714"]);
    // One of the two files would be lost: that is an error, and nothing is built.
    assert_eq!(twice.count(Severity::Error), 1);
}

#[test]
fn nothing_else_is_refused() {
    let of = Built::new(&compile(&first_steps()).game);
    // The credits have a page of their own beside those of the scenarios.
    let credits = edit(first_steps(), "scenarios/dash.json", "\"id\": \"dash\"", "\"id\": \"credits-of-the-game\"");
    // A chart as high as a tower.
    let mut tower = edit(
        first_steps(),
        "art.json",
        "\"counter-mm\": 15.9,",
        "\"counter-mm\": 15.9, \"charts\": [{\"name\": \"T\", \"picture\": \"t.svg\"}, {\"name\": \"P\", \"picture\": \"p.png\"}],",
    );
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="5000"><path d="M0 0L1 0L1 5000Z"/></svg>"#;
    tower.files.insert("t.svg".to_owned(), svg.as_bytes().to_vec());
    tower.files.insert("p.png".to_owned(), png(2, 3000));
    for memory in [credits, tower] {
        let compiled = compile(&memory);
        assert_eq!(compiled.count(Severity::Error), 0, "{:?}", crate::support::lines(&compiled));
        assert_eq!(disagreement(&compiled, &of), None);
    }
}
