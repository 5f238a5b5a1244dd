//! What holds of any input, however broken. The fuzz targets ask it of what a fuzzer makes, and tests/fuzzing.rs of
//! what a seed makes.

use std::io::{Cursor, Write};

use muster::bundle::sha256;
use muster::compile::{Compiled, compile};
use muster::diag::Severity;
use muster::draw::scene::{Color, Rect};
use muster::draw::vector::Vector;
use muster::import::vassal::{self, Files};
use muster::import::{Imported, Refused, counters, tiled};
use muster::model::Game;
use muster::play::{BadLog, Log};
use muster::source::{Memory, parse_json};
use muster::wire::{Session, Table};
use serde_json::{Value, json};

/// What stands before the path of a file in the input of [`game`].
pub(crate) const MARK: &[u8] = b"\n==== ";
/// More files than the games have.
const FILES: usize = 40;
const MODULE: &str = r#"{"format": 2, "name": "x", "sides": [{"id": "aster"}, {"id": "brenn"}], "classes": [{"id": "foot"}],
  "types": [{"id": "infantry", "class": "foot"}], "ratings": [{"id": "attack", "min": 0, "max": 9}, {"id": "move"}],
  "sheets": {"units.csv": {"columns": {"label": "designation", "BAtt": "back.attack"}, "ignore": ["my-notes"]}}}"#;
const MAP: &str = r#"{"grid": {"columns": 14, "rows": 10}, "areas": [{"id": "west-bank", "hexes": "0101-0305"}]}"#;

/// A game: no fault of our own, every place inside its file, not more findings than the text could hold.
fn sane(compiled: &Compiled, bytes: usize) {
    assert!(compiled.diags.len() <= 200 + bytes, "{} findings in {bytes} bytes", compiled.diags.len());
    for diag in &compiled.diags {
        assert_ne!(diag.rule.code, "M0107", "{}", diag.message);
        assert!(diag.help.is_some(), "{} without help", diag.message);
        let related = diag.related.iter().map(|(place, _)| place);
        for place in std::iter::once(&diag.place).chain(related).chain(diag.repeats.iter().map(|(place, _)| place)) {
            let file = compiled.files.get(place.file).expect("a place is in a file");
            let span = compiled.files.span(place);
            assert!(file.tree.text().get(span.range()).is_some(), "{span:?} is outside {}: {}", file.path, diag.message);
        }
    }
}

fn compiles(memory: &Memory) {
    sane(&compile(memory), memory.files.values().map(Vec::len).sum());
}

/// Files that stand in one text, each after a line `==== path`.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|window| window == what);
    let mut files = Vec::new();
    let mut rest = bytes;
    for _ in 0..FILES {
        let Some(at) = find(rest, MARK) else { break };
        let (_, after) = rest.split_at(at + MARK.len());
        let line = find(after, b"\n").unwrap_or(after.len());
        let (path, text) = after.split_at(line);
        let text = text.strip_prefix(b"\n").unwrap_or(text);
        let (text, next) = text.split_at(find(text, MARK).unwrap_or(text.len()));
        files.push((String::from_utf8_lossy(path).into_owned(), text.to_vec()));
        rest = next;
    }
    files
}

/// The whole compile. The input is one text with the files of a game one after the other, each after a line
/// `==== path`.
pub(crate) fn game(bytes: &[u8]) {
    compiles(&files(bytes).into_iter().fold(Memory::new(), |memory, (path, text)| memory.with(&path, text)));
}

/// Any bytes as a workbook; and if they are one text with the parts of a workbook one after the other, each after a line
/// `==== path`, that workbook: as the counter sheet of a game, and as a sheet of counters that is imported.
pub(crate) fn workbook(bytes: &[u8]) {
    // What is packed may be more than its bytes; so much text a sheet may have.
    const TEXT: usize = 1 << 24;
    let module = MODULE.replace("\"sheets\"", "\"units\": {\"xlsx\": \"oob.xlsx\"}, \"sheets\"");
    let memory = Memory::new().with("module.json", module).with("map.json", MAP);
    for bytes in [bytes.to_vec(), packed(&files(bytes))] {
        sane(&compile(&memory.clone().with("oob.xlsx", bytes.clone())), TEXT);
        imported(counters::import("x.xlsx", &bytes), TEXT);
    }
}

/// Definitions of prototypes, one a line, called `P0`, `P1` and so on; a piece uses the first.
pub(crate) fn prototypes(bytes: &[u8]) {
    let text: String = String::from_utf8_lossy(bytes).chars().filter(|c| !c.is_control() || matches!(c, '\t' | '\n')).collect();
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let all: String = text
        .lines()
        .take(100)
        .enumerate()
        .map(|(n, line)| {
            format!(
                "<VASSAL.build.module.PrototypeDefinition name=\"P{n}\">+/null/{line}</VASSAL.build.module.PrototypeDefinition>"
            )
        })
        .collect();
    let slot = "<VASSAL.build.widget.PieceSlot entryName=\"p\" gpid=\"1\">+/null/prototype;P0;w=x\tpiece;;;;p/</VASSAL.build.widget.PieceSlot>";
    let tree = format!(
        "<VASSAL.build.GameModule name=\"x\"><VASSAL.build.module.PrototypesContainer>{all}</VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PieceWindow name=\"w\">{slot}{slot}</VASSAL.build.module.PieceWindow></VASSAL.build.GameModule>"
    );
    let done = vassal::import(vec![("x.vmod".to_owned(), &mut Held(vec![("buildFile.xml", tree.into_bytes())]))]);
    if let Ok(done) = &done {
        let size: usize = done.files.values().map(Vec::len).sum();
        assert!(size < 8 << 20, "{} bytes of prototypes became {size}", bytes.len());
    }
    imported(done, bytes.len() * 8 + 20_000);
}

/// Any bytes as a drawing for a counter: refused in a few words, or of a size, and drawn.
pub(crate) fn svg(bytes: &[u8]) {
    match Vector::read(bytes) {
        Ok(drawing) => {
            assert!(drawing.width.is_finite() && drawing.width > 0.0 && drawing.height.is_finite() && drawing.height > 0.0);
            drop(drawing.draw(Rect { x: 0.0, y: 0.0, width: 10.0, height: 10.0 }, Color::hex(0x12_3456)));
        }
        Err(why) => {
            assert!(!why.is_empty() && why.len() < 4000, "{} bytes: {}", why.len(), why.chars().take(200).collect::<String>())
        }
    }
}

/// Any bytes as the counter sheet and as the terrain sheet of a game, with whatever headings they have.
pub(crate) fn sheet(bytes: &[u8]) {
    let memory = Memory::new().with("module.json", MODULE).with("map.json", MAP);
    compiles(&memory.clone().with("units.csv", bytes));
    compiles(&memory.with("terrain.csv", bytes));
}

/// Our JSON against serde_json: what it accepts, ours accepts, and reads the same.
pub(crate) fn json(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (tree, faults) = parse_json(text.to_owned());
    for fault in &faults {
        let inside = text.get(fault.span().range()).is_some() || fault.span().start as usize >= text.len();
        assert!(inside, "a fault outside the file: {fault:?}");
    }
    let ours = match (faults.first(), tree.root()) {
        (None, Some(root)) => Ok(root.to_value()),
        (Some(fault), _) => Err(fault.message().to_owned()),
        (None, None) => panic!("neither a value nor a fault"),
    };
    match (serde_json::from_str::<Value>(text), ours) {
        (Ok(theirs), Ok(ours)) => assert_eq!(theirs, ours),
        // Only ours refuses a key that stands twice, and nesting beyond what any game needs.
        (Ok(_), Err(why)) => assert!(why.contains("stands twice") || why.contains("levels deep"), "{why}"),
        // Only ours reads comments, trailing commas and a byte order mark.
        (Err(why), Ok(_)) => assert!(text.contains([',', '/', '\u{feff}']), "{why}"),
        (Err(_), Err(_)) => {}
    }
}

/// Any bytes as a map of Tiled, and as the tileset that it names.
pub(crate) fn tiled(bytes: &[u8]) {
    imported(tiled::import("x.tmx", bytes, &mut |_| Some(bytes.to_vec())), bytes.len());
    let map =
        br#"<map orientation="hexagonal" width="2" height="1" tilewidth="4" tileheight="4"><tileset firstgid="1" source="a.tsx"/>
        <layer width="2" height="1"><data encoding="csv">1,2</data></layer></map>"#;
    imported(tiled::import("x.tmx", map, &mut |_| Some(bytes.to_vec())), bytes.len() + map.len());
}

/// Any bytes as a sheet of counters.
pub(crate) fn counters(bytes: &[u8]) {
    imported(counters::import("x.csv", bytes), bytes.len());
}

/// Files of a module that is held in memory.
struct Held(Vec<(&'static str, Vec<u8>)>);

impl Files for Held {
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.0
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, bytes)| bytes.clone())
            .ok_or_else(|| "it is not there".to_owned())
    }
}

/// A module with these files.
fn module(files: Vec<(&'static str, Vec<u8>)>, bytes: usize) {
    imported(vassal::import(vec![("x.vmod".to_owned(), &mut Held(files))]), bytes + 20_000);
}

/// Any bytes as the build file of a module.
pub(crate) fn build_file(bytes: &[u8]) {
    module(vec![("buildFile.xml", bytes.to_vec())], bytes.len());
}

/// Any text as the definition of a piece: in a palette, on a board, in a deck, and as a prototype of itself.
pub(crate) fn piece(bytes: &[u8]) {
    let text: String = String::from_utf8_lossy(bytes).chars().filter(|c| !c.is_control() || matches!(c, '\t' | '\n')).collect();
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let slot = format!("<VASSAL.build.widget.PieceSlot entryName=\"p\" gpid=\"1\">{text}</VASSAL.build.widget.PieceSlot>");
    let tree = format!(
        "<VASSAL.build.GameModule name=\"x\"><VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition name=\"Unit\">{text}</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PieceWindow name=\"w\">{slot}{slot}</VASSAL.build.module.PieceWindow><VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"b\" width=\"300\" height=\"200\"><VASSAL.build.module.map.boardPicker.board.HexGrid><VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering/></VASSAL.build.module.map.boardPicker.board.HexGrid></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.SetupStack name=\"0101\" owningBoard=\"b\" x=\"50\" y=\"50\">{slot}</VASSAL.build.module.map.SetupStack><VASSAL.build.module.map.DrawPile name=\"d\">{slot}</VASSAL.build.module.map.DrawPile></VASSAL.build.module.Map></VASSAL.build.GameModule>"
    );
    module(vec![("buildFile.xml", tree.into_bytes())], bytes.len() * 8);
}

/// Any bytes as a save: as the file itself, and as the game in it, plain and hidden.
pub(crate) fn save(bytes: &[u8]) {
    let tree = "<VASSAL.build.GameModule name=\"x\"><VASSAL.build.module.PieceWindow name=\"w\"><VASSAL.build.widget.PieceSlot entryName=\"A\" gpid=\"1\">+/null/piece;;;;A/null;0;0;1;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.PieceWindow><VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"b\" width=\"300\" height=\"200\"><VASSAL.build.module.map.boardPicker.board.HexGrid><VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering/></VASSAL.build.module.map.boardPicker.board.HexGrid></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map><VASSAL.build.module.turn.TurnTracker><VASSAL.build.module.turn.CounterTurnLevel start=\"1\"/></VASSAL.build.module.turn.TurnTracker><VASSAL.build.module.PredefinedSetup name=\"a\" file=\"a.vsav\"/><VASSAL.build.module.PredefinedSetup name=\"b\" file=\"b.vsav\"/></VASSAL.build.GameModule>";
    let hidden: String = bytes.iter().map(|byte| format!("{:02x}", byte ^ 0x33)).collect();
    let files = vec![
        ("buildFile.xml", tree.as_bytes().to_vec()),
        ("a.vsav", bytes.to_vec()),
        ("b.vsav", format!("!VCSK33{hidden}").into_bytes()),
    ];
    module(files, bytes.len() * 4);
}

/// What is imported checks without errors; what is refused says why, and what to do.
fn imported(done: Result<Imported, Refused>, bytes: usize) {
    match done {
        Ok(imported) => {
            let memory = imported.files.iter().fold(Memory::new(), |memory, (path, bytes)| memory.with(path, bytes.clone()));
            let compiled = compile(&memory);
            sane(&compiled, bytes);
            let wrong = compiled.diags.iter().find(|diag| diag.severity == Severity::Error);
            assert!(wrong.is_none(), "{}", wrong.map_or("", |diag| &diag.message));
            assert!(imported.notes.len() <= 40 + bytes && imported.notes.iter().all(|note| !note.contains('\n')));
        }
        Err(refused) => assert!(!refused.why.is_empty() && !refused.help.is_empty() && refused.to_string().len() < 2000),
    }
}

/// Any bytes as a bundle, and as the game in a bundle whose hashes are right. One that opens is sane.
pub(crate) fn bundle(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), bundled(bytes)] {
        match muster::bundle::open(&bytes) {
            Ok(opened) => sane(&opened.compiled, bytes.len() + (1 << 20)),
            Err(why) => assert!(!why.is_empty() && why.len() < 2000, "{why}"),
        }
    }
}

/// A bundle around this game.
pub(crate) fn bundled(game: &[u8]) -> Vec<u8> {
    let entry = json!({"path": "game.json", "bytes": game.len(), "sha256": sha256(game)});
    // It says of the game what the game says, so that the rest of it is looked at.
    let told: Value = serde_json::from_slice(game).unwrap_or_default();
    let word = |part: &str, field: &str| told[part][field].as_str().unwrap_or_default().to_owned();
    let mut manifest = json!({"bundle": 1, "game": word("module", "id"), "name": word("module", "name"), "scenario": word("scenario", "id"), "entries": [entry]});
    if let Some(version) = told["module"]["version"].as_str() {
        manifest["version"] = version.into();
    }
    packed(&[("manifest.json".to_owned(), manifest.to_string().into_bytes()), ("game.json".to_owned(), game.to_vec())])
}

/// A zip of these files; of two that have one name the first.
pub(crate) fn packed(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        if zip.start_file(name.as_str(), plain).is_ok() {
            zip.write_all(bytes).expect("memory takes it");
        }
    }
    zip.finish().expect("memory takes it").into_inner()
}

macro_rules! first_steps {
    ($($path:literal)*) => {
        Memory::new()$(.with($path, include_str!(concat!("../../modules/first-steps/", $path))))*
    };
}

/// First Steps, ready to be played; made once a thread and kept.
fn table() -> &'static Table<'static> {
    thread_local! {
        static TABLE: &'static Table<'static> = {
            let memory = first_steps!(
                "art.json"
                "cards.json"
                "coverage.csv"
                "formations.json"
                "map.json"
                "markers.json"
                "module.json"
                "rules.json"
                "scenarios/crossing.json"
                "scenarios/dash.json"
                "tables.json"
                "tables/crt.csv"
                "terrain.csv"
                "turns.json"
                "units.csv"
                "vassal-ids.csv"
            );
            let game: &'static Game = Box::leak(Box::new(compile(&memory).game));
            Box::leak(Box::new(Table::new(game)))
        };
    }
    TABLE.with(|table| *table)
}

/// Any text as a log: it is refused with its line and a reason, or replayed as far as it is legal, each time the same.
pub(crate) fn log(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let told = |bad: &BadLog| assert!(bad.line > 0 && !bad.why.is_empty() && bad.why.len() < 2000, "{bad:?}");
    let log = match Log::read(&text) {
        Ok(log) => log,
        Err(bad) => return told(&bad),
    };
    let Ok(scenario) = table().scenario(Some(&log.header.scenario)) else { return };
    let engine = table().engine(scenario).expect("a scenario has rules");
    let replay = || match log.replay(engine, None) {
        Ok((game, stopped)) => {
            stopped.iter().for_each(told);
            assert!(game.decisions() <= log.lines.len());
            Some((game.digest().word(), stopped))
        }
        Err(bad) => {
            told(&bad);
            None
        }
    };
    assert_eq!(replay(), replay());
}

/// Any lines as the protocol: each gets one line of JSON, and what is refused changes nothing.
pub(crate) fn protocol(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut session = Session::new(table(), None);
    for line in text.lines().take(60) {
        let before = session.game().map(|game| (game.decisions(), game.digest()));
        let answer = session.line(line);
        assert!(!answer.contains('\n'));
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let refused = answer.get("no").and_then(|no| no["why"].as_str());
        assert_ne!(refused.is_some(), answer.get("ok").is_some(), "{answer}");
        if let Some(why) = refused {
            assert!(!why.is_empty() && why.len() < 2000, "{why}");
            assert_eq!(session.game().map(|game| (game.decisions(), game.digest())), before, "{line}");
        }
    }
}
