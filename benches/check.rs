//! How long check and build of a big game take, step by step, and how much memory.
//!
//! ```sh
//! cargo bench --bench check                              # the table
//! cargo bench --bench check -- write DIR 10000 3000      # one of the games, as a folder; `json` at the end for lists
//! cargo bench --bench check -- import pieces             # the import of a module of VASSAL; or `pictures`, `setups`
//! cargo bench --bench check -- module setups big.vmod    # writes that module
//! cargo bench --bench check -- typing modules/first-steps   # findings while typing, beside a plain check; of folders
//! ```
//!
//! Each size runs in a process of its own, so that its memory is its own; times are the median and the best of
//! several runs after a first one that makes the schemas.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench reads the clock, prints, and stops at the unexpected"
)]

mod generate;

use std::collections::BTreeMap;
use std::io::BufReader;
use std::process::Command;
use std::time::Instant;

use generate::Size;
use generate::vmod::Module;
use muster::compile::{compile_on, compile_timed, rules, threads};
use muster::diag::Severity;
use muster::draw::hexmap;
use muster::draw::page::Paper;
use muster::emit::{Chosen, EMITTERS, EmitContext, PrintChoice};
use muster::hexgrid::HexId;
use muster::import::vassal::{self, Zip};
use muster::lsp;
use muster::lsp::frame::{self, Frame};
use muster::model::{Backs, Game, Key, Location, Points};
use muster::render::png;
use muster::rules::{Engine, Piece, Position, Situation};
use muster::source::{Disk, Memory};
use serde_json::{Value, json};

/// Sizes that are measured; each about six times the last.
const SIZES: [(usize, usize); 3] = [(1_000, 300), (10_000, 3_000), (60_000, 20_000)];
/// The map that is drawn, and how big a hex is.
const DRAWN: (usize, usize) = (10_000, 3_000);
const PIXELS: u32 = 64;
/// A map with hardly a counter on it.
const BARE: (usize, usize) = (60_000, 600);
const SCENARIOS: usize = 4;
const SEED: u64 = 1941;
/// So many runs, of which the median counts.
const RUNS: usize = 9;
/// The steps that are printed, in order; the last two are sums.
const STEPS: [&str; 8] = ["read", "schemas", "validate", "type", "lower", "engine", "checks", "finish"];
/// So many builds, of which the best counts.
const BUILDS: usize = 3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["write", dir, rest @ ..] => write(dir, size(rest)),
        ["one", rest @ ..] => one(size(rest)),
        ["draw", rest @ ..] => draw(size(rest)),
        ["ask", rest @ ..] => ask(size(rest)),
        ["print", rest @ ..] => print_counters(size(rest)),
        ["vmod", rest @ ..] => vmod(size(rest)),
        ["import", which] => import(which),
        ["typing", dirs @ ..] => dirs.iter().for_each(|dir| typing(dir)),
        ["module", which, path] => std::fs::write(path, generate::vmod::module(wanted(which), SEED)).unwrap(),
        [] => table(),
        _ => panic!(
            "expected nothing, or: write DIR HEXES COUNTERS [json]; import pieces|pictures|setups; \
             module pieces|pictures|setups FILE; typing DIR…"
        ),
    }
}

fn size(args: &[&str]) -> Size {
    let number = |i: usize| args[i].parse().expect("a number");
    Size { hexes: number(0), counters: number(1), scenarios: SCENARIOS, json: args.get(2) == Some(&"json") }
}

/// Writes a game to disk.
fn write(dir: &str, size: Size) {
    for (path, bytes) in generate::game(size, SEED).files {
        let path = std::path::Path::new(dir).join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

/// Measures one size and prints `name value` lines: milliseconds (`build`: of all scenarios, beside the check; `one`: of
/// one thread), but for `memory` (MiB before and at the peak), `bytes` and `threads`.
fn one(size: Size) {
    let game = generate::game(size, SEED);
    let bytes: usize = game.files.values().map(Vec::len).sum();
    let (before, checks) = (memory("VmRSS"), rules());
    let threads = threads();
    // How long one run took, and each of its steps.
    let run = |threads: usize| {
        let (begin, mut last, mut steps) = (Instant::now(), Instant::now(), BTreeMap::new());
        let compiled = compile_on(threads, &game, &mut |step| {
            let step = if checks.iter().any(|rule| rule.name == step) { "checks" } else { step };
            *steps.entry(step).or_insert(0.0) += ms(std::mem::replace(&mut last, Instant::now()));
        });
        let total = ms(begin);
        // Whether the seed gives a small game anything to allow is the seed's business.
        let said = compiled.diags.iter().filter(|diag| diag.rule.code != "M0018");
        let said: Vec<&str> = said.map(|diag| diag.message.as_str()).collect();
        assert!(said.is_empty(), "a generated game has nothing wrong: {:#?}", &said[..said.len().min(5)]);
        assert_eq!((compiled.game.units.len(), compiled.game.scenarios.len()), (size.counters, size.scenarios));
        (total, steps, compiled.game)
    };
    let (first, _, compiled) = run(threads);
    println!("memory {before} {}\nfirst {first}", memory("VmHWM"));
    let scenarios: Vec<_> = compiled.scenarios.ids().collect();
    let input = EmitContext::new(&compiled, &scenarios);
    let build = || {
        let begin = Instant::now();
        let files = EMITTERS
            .iter()
            .filter(|emitter| emitter.name == "bundle")
            .map(|emitter| (emitter.emit)(&input, &mut |_, _| {}).map_or(0, |made| made.files.len()))
            .sum::<usize>();
        assert!(files >= size.scenarios);
        ms(begin)
    };
    println!("build {}", (0..BUILDS).map(|_| build()).fold(f64::INFINITY, f64::min));
    let map = compiled.map.as_ref().unwrap();
    println!("chains {}", map.links().count() + map.features.values().map(|feature| feature.sides.len()).sum::<usize>());
    let runs = |threads: usize| {
        let mut runs: Vec<(f64, BTreeMap<&str, f64>)> = (0..RUNS).map(|_| run(threads)).map(|run| (run.0, run.1)).collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        runs
    };
    let typed = |run: &(f64, BTreeMap<&str, f64>)| ["read", "validate", "type"].iter().map(|step| run.1[step]).sum::<f64>();
    let together = runs(threads);
    println!("best {}\nmedian {}\nbytes {bytes}", together[0].0, together[RUNS / 2].0);
    println!("together {}\nthreads {threads}", typed(&together[RUNS / 2]));
    let alone = &runs(1)[RUNS / 2];
    println!("one {}\ntyped {}", alone.0, typed(alone));
    for step in STEPS {
        println!("{step} {}", alone.1.get(step).copied().unwrap_or(0.0));
    }
}

/// Draws the map of one size as a PNG of 64 pixels a hex, and prints how long that took.
fn draw(size: Size) {
    let game = compile_timed(&generate::game(size, SEED), &mut |_| {}).game;
    let run = || {
        let begin = Instant::now();
        let drawn = hexmap::draw(&game, &hexmap::Options::default()).expect("it has hexes");
        let scene = ms(begin);
        let bytes = png::render(&drawn.scene, 0, f64::from(PIXELS) / drawn.across).expect("it can be drawn").len();
        (ms(begin), scene, bytes)
    };
    let (best, scene, bytes) = (0..BUILDS).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    println!("draw {best}\nscene {scene}\nbytes {bytes}\nmemory {}", memory("VmHWM"));
}

/// Makes the counter sheets of one size on A4, printed on both sides, and prints how long that took: beginning with the
/// game in memory, ending with the PDF in memory.
fn print_counters(size: Size) {
    let game = compile_timed(&generate::game(size, SEED), &mut |_| {}).game;
    let two = game.units.values().filter(|unit| unit.faces.len() > 1).count();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "print").unwrap();
    let print = PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::DuplexLong], ..PrintChoice::default() };
    let before = memory("VmRSS");
    let run = || {
        let (begin, used) = (Instant::now(), cpu());
        let only = Some(Chosen { units: game.units.ids().collect(), ..Chosen::default() });
        let input = EmitContext { only, print: print.clone(), ..EmitContext::new(&game, &[]) };
        let files = (emitter.emit)(&input, &mut |_, _| {}).expect("it can be printed");
        let bytes = files.files.iter().find(|(name, _)| name.contains("-counters-")).unwrap().1.len();
        (ms(begin), cpu() - used, bytes)
    };
    let (best, used, bytes) = (0..BUILDS).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    println!("two {two}\nprint {best}\ncpu {used}\nbytes {bytes}\nmemory {before} {}", memory("VmHWM"));
}

/// Makes a VASSAL module, map and faces drawn; then again after one row of the counters has changed, from the files to the
/// module, with the pictures of the first at hand.
fn vmod(size: Size) {
    let world = generate::game(size, SEED);
    let game = compile_timed(&world, &mut |_| {}).game;
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "vmod").unwrap();
    let begin = Instant::now();
    let made = (emitter.emit)(&EmitContext::new(&game, &scenarios), &mut |_, _| {}).expect("it can be made");
    let (first, peak) = (ms(begin), memory("VmHWM"));
    let old = made.files.values().next().unwrap().clone();
    let mut changed = world;
    let units = String::from_utf8(changed.files["units.csv"].clone()).unwrap();
    let row = units.lines().nth(1).unwrap();
    let mut cells: Vec<&str> = row.split(',').collect();
    cells[5] = "9/9";
    changed.files.insert("units.csv".to_owned(), units.replacen(row, &cells.join(","), 1).into_bytes());
    let begin = Instant::now();
    let game = compile_timed(&changed, &mut |_| {}).game;
    let before = |_: &str| Some(old.clone());
    let input = EmitContext { before: Some(&before), ..EmitContext::new(&game, &scenarios) };
    let again = (emitter.emit)(&input, &mut |_, _| {}).expect("it can be made");
    let second = ms(begin);
    assert_ne!(again.files.values().next().unwrap(), &old, "a row has changed");
    println!("first {first}\nsecond {second}\nbytes {}\nmemory {peak}", old.len());
}

/// Modules that are imported: many pieces; many bytes of pictures that cannot be packed; many setups.
const PIECES: Module = Module { pieces: 6_000, faces: 2, pixels: 60, noise: false, setups: 3, placed: 1_500, traits: 0 };
const PICTURES: Module = Module { pieces: 500, faces: 4, pixels: 130, noise: true, setups: 1, placed: 300, traits: 0 };
const SETUPS: Module = Module { pieces: 2_000, faces: 2, pixels: 60, noise: false, setups: 93, placed: 1_200, traits: 16 };

/// The module of that name.
fn wanted(which: &str) -> Module {
    match which {
        "pieces" => PIECES,
        "pictures" => PICTURES,
        "setups" => SETUPS,
        _ => panic!("expected pieces, pictures or setups"),
    }
}

/// Imports a module of VASSAL, from its bytes to the files of the folder, both in memory, and prints how long that took.
fn import(which: &str) {
    let wanted = wanted(which);
    let module = generate::vmod::module(wanted, SEED);
    let before = memory("VmRSS");
    let run = || {
        let begin = Instant::now();
        let mut zip = Zip::new(&module).unwrap();
        let made = vassal::import(vec![("big.vmod".to_owned(), &mut zip)]).expect("it can be imported");
        (ms(begin), made.files)
    };
    let (first, files) = run();
    let peak = memory("VmHWM");
    let pictures = files.keys().filter(|name| name.starts_with("images/")).count();
    assert_eq!(pictures, 1 + wanted.pieces * wanted.faces, "every picture is there");
    proven(wanted, files);
    let best = (1..BUILDS).map(|_| run().0).fold(first, f64::min);
    println!("first {first}\nbest {best}\nbytes {}\nmemory {before} {peak}", module.len());
}

/// Nothing is wrong with what was imported, and nothing is missing.
fn proven(wanted: Module, files: BTreeMap<String, Vec<u8>>) {
    let mut world = Memory::new();
    world.files = files;
    let compiled = compile_timed(&world, &mut |_| {});
    assert_eq!(compiled.count(Severity::Error), 0, "{:#?}", compiled.diags.first());
    let game = &compiled.game;
    let (columns, rows) = generate::vmod::HEXES;
    assert_eq!(game.map.as_ref().map(|map| map.board.hexes().count()), Some(columns * rows));
    assert_eq!((game.units.len(), game.scenarios.len()), (wanted.pieces, wanted.setups));
    assert!(game.scenarios.values().all(|scenario| scenario.setup.len() == wanted.placed));
}

/// Seconds of all processors that this process has used; 0 where that cannot be read.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    // The 14th and 15th words, in hundredths of a second.
    after.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Asks the engine: how long it takes to compile, how far each counter comes, who is supplied; with every counter of the
/// game on the map.
fn ask(size: Size) {
    let game = compile_timed(&generate::game(size, SEED), &mut |_| {}).game;
    let map = game.map.as_ref().unwrap();
    let mut position = Position::default();
    let open = |hex: &HexId| game.terrain.at(map.ground(*hex).unwrap()).is_some_and(|t| t.id != "marsh");
    // Each side on its half of the map: where its own entries are nearer.
    let far = |hex: HexId, side: usize| {
        let own = map.entries.values().filter(|entry| entry.side.is_some_and(|s| s.index() == side));
        own.flat_map(|entry| &entry.hexes).map(|entry| map.board.distance(*entry, hex)).min().unwrap()
    };
    let half = |side: usize| -> Vec<HexId> {
        map.board.hexes().filter(open).filter(|hex| far(*hex, side) < far(*hex, 1 - side)).collect()
    };
    let halves = [half(0), half(1)];
    for (n, (id, unit)) in game.units.iter().enumerate() {
        let half = &halves[unit.side.unwrap().index()];
        let hex = half[(n * 7919) % half.len()];
        position.add(Piece::new(id, Game::FULL), Location::Hex(hex));
    }
    let best = |run: &mut dyn FnMut() -> usize| {
        let mut times: Vec<(f64, usize)> = Vec::new();
        for _ in 0..RUNS {
            let begin = Instant::now();
            let found = run();
            times.push((ms(begin), found));
        }
        times.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
    };
    let (compile, _) = best(&mut || Engine::new(&game, None).land().unwrap().len());
    let engine = Engine::new(&game, None);
    let traces = |situation: &Situation<'_>| situation.traces().count();
    let (supply, supplied) = best(&mut || {
        let situation = Situation::new(&engine, &position, engine.start());
        assert_eq!(traces(&situation), 1);
        let line = situation.traces().next().unwrap();
        situation
            .pieces()
            .filter(|(hex, piece)| situation.supplied(line.id.number(), engine.side_of(piece).unwrap(), piece, *hex).sure())
            .count()
    });
    let situation = Situation::new(&engine, &position, engine.start());
    let pieces: Vec<(HexId, Piece)> = situation.pieces().map(|(hex, piece)| (hex, *piece)).collect();
    let (reach, hexes) = best(&mut || {
        let reach = |(hex, piece): &(HexId, Piece)| situation.mover(*piece, *hex, None).map_or(0, |mover| mover.reach().len());
        pieces.iter().map(reach).sum()
    });
    // A unit that may go anywhere, on a map where nobody stops it.
    let (empty, alone) = (Position::default(), pieces[0]);
    let nobody = Situation::new(&engine, &empty, engine.start());
    let (whole, all) = best(&mut || {
        let mut mover = nobody.mover(alone.1, alone.0, None).unwrap();
        mover.allowance = Points(i64::MAX / 4);
        mover.reach().len()
    });
    println!("compile {compile}\nsupply {supply} {supplied}\nreach {} {}", reach / pieces.len() as f64, hexes / pieces.len());
    println!("pieces {}\nwhole {whole} {all}", pieces.len());
}

/// How long an editor waits for the findings of a text that it has not saved, beside a plain check of the same folder.
fn typing(dir: &str) {
    let root = std::fs::canonicalize(dir).unwrap();
    let mut checks: Vec<f64> = (0..=RUNS)
        .map(|_| {
            let begin = Instant::now();
            drop(compile_on(threads(), &Disk::open(&root).unwrap(), &mut |_| {}));
            ms(begin)
        })
        .skip(1)
        .collect();
    let (input, mut to) = std::io::pipe().unwrap();
    let (from, out) = std::io::pipe().unwrap();
    let server = std::thread::spawn(move || lsp::serve(BufReader::new(input), out));
    let mut from = BufReader::new(from);
    let mut say = |method: &str, id: Option<u32>, params: Value| {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let mut message = message.as_object().unwrap().clone();
        message.extend(id.map(|id| ("id".to_owned(), id.into())));
        frame::write(&mut to, &message.into()).unwrap();
    };
    let mut hear = |done: &dyn Fn(&Value) -> bool| loop {
        let Frame::Message(message) = frame::read(&mut from) else { panic!("the server has ended") };
        if done(&message) {
            return;
        }
    };
    say("initialize", Some(1), json!({ "capabilities": {} }));
    hear(&|message| message["id"] == 1);
    let file = root.join(if root.join("units.csv").exists() { "units.csv" } else { "module.json" });
    let text = std::fs::read_to_string(&file).unwrap();
    let uri = format!("file://{}", file.display());
    let shown = |message: &Value| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *uri;
    say("textDocument/didOpen", None, json!({ "textDocument": { "uri": uri, "languageId": "x", "version": 0, "text": text } }));
    hear(&shown);
    let end = json!({ "line": text.matches('\n').count(), "character": 0 });
    let mut typed: Vec<f64> = (0..=RUNS)
        .map(|_| {
            let begin = Instant::now();
            let change = json!([{ "range": { "start": end, "end": end }, "text": "\n" }]);
            say("textDocument/didChange", None, json!({ "textDocument": { "uri": uri }, "contentChanges": change }));
            hear(&shown);
            ms(begin)
        })
        .skip(1)
        .collect();
    say("shutdown", Some(2), Value::Null);
    hear(&|message| message["id"] == 2);
    say("exit", None, Value::Null);
    server.join().unwrap();
    checks.sort_by(f64::total_cmp);
    typed.sort_by(f64::total_cmp);
    let (check, typed) = (checks[RUNS / 2], typed[RUNS / 2]);
    println!("{dir}: a check takes {check:.0} ms, findings while typing {typed:.0} ms, {:.2} times as long", typed / check);
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// A line of the process's status in MiB; 0 where there is none.
fn memory(line: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found =
        status.lines().find_map(|l| l.strip_prefix(line)?.strip_prefix(':')?.split_whitespace().next()?.parse::<f64>().ok());
    found.unwrap_or(0.0) / 1024.0
}

/// What one size says about itself.
fn child(args: &[String]) -> BTreeMap<String, Vec<f64>> {
    let output = Command::new(std::env::current_exe().unwrap()).args(args).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let line = |line: &str| {
        let mut words = line.split(' ');
        (words.next().unwrap_or_default().to_owned(), words.filter_map(|word| word.parse().ok()).collect())
    };
    text.lines().map(line).collect()
}

fn table() {
    println!(
        "check: hexes / counters, {SCENARIOS} scenarios; ms, median of {RUNS} runs, and the best; first: with the schemas; one, and the steps: on one thread; memory: peak of the first run"
    );
    print!("{:>15} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "MB", "median", "best", "first", "one");
    for step in STEPS {
        print!(" {step:>8}");
    }
    println!(" {:>10} {:>9} {:>9}", "µs/thing", "build", "peak MiB");
    let mut last: Option<(f64, f64)> = None;
    let sizes = SIZES.map(|(hexes, counters)| (hexes, counters, false));
    for (hexes, counters, json) in sizes.into_iter().chain([(60_000, 20_000, true)]) {
        let mut args = vec!["one".to_owned(), hexes.to_string(), counters.to_string()];
        args.extend(json.then(|| "json".to_owned()));
        let found = child(&args);
        let get = |name: &str| found[name][0];
        let name = format!("{hexes}/{counters}{}", if json { "j" } else { "" });
        print!("{name:>15} {:>8.2}", get("bytes") / 1e6);
        for time in ["median", "best", "first", "one"] {
            print!(" {:>8.1}", get(time));
        }
        for step in STEPS {
            print!(" {:>8.2}", get(step));
        }
        let things = (hexes + counters) as f64;
        let peak = found["memory"][1] - found["memory"][0];
        println!(" {:>10.2} {:>9.1} {peak:>9.0}", 1000.0 * get("median") / things, get("build"));
        if json {
            println!(
                "{:.1} MB of JSON (j) read, validated and typed: {:.0} ms, on one thread {:.0} ms",
                get("bytes") / 1e6,
                get("together"),
                get("typed")
            );
        } else if let Some((before, time)) = last.replace((things, get("median"))) {
            println!("{:>15} {:.1} times the things, {:.1} times as long", "", things / before, get("median") / time);
        }
    }
    let (hexes, counters) = BARE;
    let found = child(&["one".to_owned(), hexes.to_string(), counters.to_string()]);
    println!(
        "a map of {hexes} hexes and {counters} counters with {} hexsides and links of road: {:.0} ms",
        found["chains"][0], found["median"][0]
    );
    let (hexes, counters) = DRAWN;
    let found = child(&["ask".to_owned(), hexes.to_string(), counters.to_string()]);
    println!("the engine on {hexes} hexes with {} counters on them, the best of {RUNS} runs:", found["pieces"][0]);
    println!("  compiled in {:.2} ms", found["compile"][0]);
    println!("  reach of a counter {:.3} ms ({} hexes on average)", found["reach"][0], found["reach"][1]);
    println!("  reach of the whole map by one that nobody stops {:.2} ms ({} hexes)", found["whole"][0], found["whole"][1]);
    println!("  zones and supply of all {:.2} ms ({} are supplied)", found["supply"][0], found["supply"][1]);
    let found = child(&["draw".to_owned(), hexes.to_string(), counters.to_string()]);
    let [draw, query, bytes, memory] = ["draw", "scene", "bytes", "memory"].map(|name| found[name][0]);
    println!(
        "{hexes} hexes as a PNG of {PIXELS} pixels a hex: {draw:.0} ms, of which {query:.0} for the scene; {:.1} MB; peak {memory:.0} MiB",
        bytes / 1e6
    );
    for counters in [500, 3_000] {
        let found = child(&["print".to_owned(), "1000".to_owned(), counters.to_string()]);
        let [two, print, cpu, bytes] = ["two", "print", "cpu", "bytes"].map(|name| found[name][0]);
        println!(
            "{counters} counters, {two} of them with two faces, on A4 to be printed on both sides: {print:.0} ms, {cpu:.2} s of all processors; {:.1} MB; peak {:.0} MiB",
            bytes / 1e6,
            found["memory"][1]
        );
    }
    for (hexes, counters) in [(7_000, 3_000), (7_000, 7_600)] {
        let found = child(&["vmod".to_owned(), hexes.to_string(), counters.to_string()]);
        let [first, second, bytes, memory] = ["first", "second", "bytes", "memory"].map(|name| found[name][0]);
        println!(
            "{hexes} hexes and {counters} counters as a VASSAL module: {first:.0} ms, {:.1} MB, peak {memory:.0} MiB; again after one changed row, from the files: {second:.0} ms",
            bytes / 1e6
        );
    }
    for (which, wanted) in [("pieces", PIECES), ("pictures", PICTURES), ("setups", SETUPS)] {
        let found = child(&["import".to_owned(), which.to_owned()]);
        println!(
            "a VASSAL module of {} pieces, {} pictures and {} pieces in setups ({:.1} MB) imported: {:.0} ms, the first time {:.0}; peak {:.0} MiB, {:.0} of them before",
            wanted.pieces,
            1 + wanted.pieces * wanted.faces,
            wanted.setups * wanted.placed,
            found["bytes"][0] / 1e6,
            found["best"][0],
            found["first"][0],
            found["memory"][1],
            found["memory"][0]
        );
    }
}
