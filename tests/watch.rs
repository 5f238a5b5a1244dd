//! `muster watch` as an author meets it: saves of every kind are seen, the page answers only whom it should, and
//! the process ends when it is told to. Nothing here measures time; it waits until something is so, or fails.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::first_steps;

/// Far more than it needs, so that a busy machine fails no test.
const LONGEST: Duration = Duration::from_secs(20);

struct Watch {
    child: Child,
    out: Option<BufReader<ChildStdout>>,
    port: u16,
    folder: TempDir,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watch {
    /// First Steps in `games/first-steps` below a folder of its own.
    fn start() -> Self {
        Self::start_with(&[])
    }

    fn start_with(more: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("games/first-steps");
        for (path, bytes) in &first_steps().files {
            save(&root.join(path), bytes);
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["watch", "games/first-steps", "--port", "0"])
            .args(more)
            .current_dir(folder.path())
            .env("COLUMNS", "80")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("live page: ") {
            line.clear();
            assert!(out.read_line(&mut line).unwrap() > 0, "it ended before it named its page");
        }
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        assert_eq!(line.trim(), format!("live page: http://127.0.0.1:{port}/"));
        Watch { child, out: Some(out), port, folder }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("games/first-steps").join(file)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap_or("0").parse().unwrap();
        (status, answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }

    fn state(&self) -> Value {
        let (status, answer) = self.get("/state");
        assert_eq!(status, 200);
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// The first state of which that is so.
    #[track_caller]
    fn until(&self, what: &str, so: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let state = self.state();
            if so(&state) {
                return state;
            }
            assert!(begun.elapsed() < LONGEST, "{what}: {state:#}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Waits until exactly these are found, `file code` each.
    #[track_caller]
    fn finds(&self, expected: &[&str]) -> Value {
        let list = |state: &Value| -> Option<Vec<String>> {
            let said = |f: &Value| {
                let file = f["file"].as_str().unwrap().trim_start_matches("games/");
                format!("{file} {}", f["code"].as_str().unwrap())
            };
            Some(state["findings"].as_array()?.iter().map(said).collect())
        };
        self.until(&format!("{expected:?}"), |state| list(state).is_some_and(|list| list == expected))
    }
}

fn save(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn every_way_to_save_is_seen() {
    let watch = Watch::start();
    let first = watch.finds(&[]);
    assert_eq!((&first["build"], &first["game"], &first["problem"]), (&1.into(), &"First Steps".into(), &Value::Null));
    assert_eq!((&first["errors"], &first["size"]["hexes"]), (&0.into(), &140.into()));

    // In place, as most editors do.
    let units = watch.text("units.csv");
    let (broken, also) = (units.replacen(",infantry,", ",infantri,", 1), units.replacen(",infantry,", ",infantxy,", 1));
    assert_ne!(units, broken);
    save(&watch.path("units.csv"), &broken);
    let state = watch.finds(&["first-steps/units.csv M0201"]);
    assert!(state["build"].as_u64() > first["build"].as_u64());
    let found = &state["findings"][0];
    assert_eq!((&found["severity"], &state["errors"]), (&"error".into(), &1.into()));
    assert!(found["message"].as_str().unwrap().contains("infantri") && found["help"].as_str().unwrap().contains("infantry"));
    let line = found["line"].as_u64().unwrap();
    let lines = found["excerpts"][0]["lines"].as_array().unwrap();
    let shown = lines.iter().find(|l| l["number"].as_u64() == Some(line)).unwrap();
    let marked: Vec<&Value> = shown["parts"].as_array().unwrap().iter().filter(|part| part["mark"] == "here").collect();
    assert_eq!((marked.len(), &marked[0]["text"]), (1, &"infantri".into()));
    let link = found["link"].as_str().unwrap();
    let column = found["column"].as_u64().unwrap();
    assert!(
        link.starts_with("vscode://file/") && link.ends_with(&format!("/games/first-steps/units.csv:{line}:{column}")),
        "{link}"
    );

    // The same size, a moment later.
    save(&watch.path("units.csv"), &also);
    watch.until("another word", |s| s["findings"][0]["message"].as_str().is_some_and(|m| m.contains("infantxy")));

    // Written beside and moved over it.
    save(&watch.path("units.csv.tmp"), &units);
    fs::rename(watch.path("units.csv.tmp"), watch.path("units.csv")).unwrap();
    watch.finds(&[]);

    // Moved away as a backup and written anew, as vim may do.
    fs::rename(watch.path("units.csv"), watch.path("units.csv~")).unwrap();
    save(&watch.path("units.csv"), &broken);
    fs::remove_file(watch.path("units.csv~")).unwrap();
    watch.finds(&["first-steps/units.csv M0201"]);

    // Deleted and written anew.
    fs::remove_file(watch.path("units.csv")).unwrap();
    save(&watch.path("units.csv"), &units);
    watch.finds(&[]);
}

#[test]
fn files_and_folders_that_come_and_go_are_seen() {
    let watch = Watch::start();
    watch.finds(&[]);
    save(&watch.path("scenarios/third.json"), "{ \"id\": \"third\" ");
    watch.finds(&["first-steps/scenarios/third.json M0007"]);
    fs::remove_file(watch.path("scenarios/third.json")).unwrap();
    watch.finds(&[]);

    // A folder away and back.
    fs::rename(watch.path("scenarios"), watch.path("elsewhere")).unwrap();
    watch.until("no scenarios", |s| s["size"]["scenarios"] == 0);
    fs::rename(watch.path("elsewhere"), watch.path("scenarios")).unwrap();
    watch.until("the scenarios again", |s| s["size"]["scenarios"] == 2);

    // The whole game away and back.
    let (here, there) = (watch.path(""), watch.folder.path().join("games/away"));
    fs::rename(&here, &there).unwrap();
    let state = watch.until("no game", |s| s["problem"].is_string());
    assert_eq!(state["problem"], "there is no folder `games/first-steps`");
    fs::rename(&there, &here).unwrap();
    watch.finds(&[]);
}

#[test]
fn the_shared_folder_beside_the_game_is_watched_too() {
    let watch = Watch::start();
    watch.finds(&[]);
    let module = watch.text("module.json");
    let at = module.find('{').unwrap() + 1;
    let with = format!("{}\n  \"terrain\": {{ \"csv\": \"series/terrain.csv\" }},{}", &module[..at], &module[at..]);
    assert!(!module.contains("\"terrain\":"), "First Steps names its terrain now: change this test");
    save(&watch.path("module.json"), with);
    watch.until("the shared file is missing", |s| s["errors"].as_u64() > Some(0));
    let terrain = watch.text("terrain.csv");
    fs::remove_file(watch.path("terrain.csv")).unwrap();
    save(&watch.folder.path().join("games/series/terrain.csv"), &terrain);
    watch.finds(&[]);
    save(&watch.folder.path().join("games/series/terrain.csv"), "id,id\n");
    watch.until("the shared file is broken", |s| s["errors"].as_u64() > Some(0));
}

#[test]
fn the_page_is_told_of_every_check() {
    let watch = Watch::start();
    watch.finds(&[]);
    let mut stream = TcpStream::connect(("127.0.0.1", watch.port)).unwrap();
    stream.set_read_timeout(Some(LONGEST)).unwrap();
    write!(stream, "GET /events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", watch.port).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "HTTP/1.1 200 OK");
    assert_eq!(lines.find(|line| line.starts_with("data: ")).unwrap(), "data: 1");
    let map = watch.text("map.json");
    save(&watch.path("map.json"), format!("{map}// one more line\n"));
    assert_eq!(lines.find(|line| line.starts_with("data: ")).unwrap(), "data: 2");
}

#[test]
fn the_map_is_drawn_for_the_page() {
    let watch = Watch::start();
    let first = watch.finds(&[]);
    assert_eq!(first["map"], true);
    let (status, before) = watch.get("/map.svg?1");
    assert!(status == 200 && before.contains("Content-Type: image/svg+xml") && before.ends_with("</svg>\n"), "{status}");
    let map = watch.text("map.json");
    save(&watch.path("map.json"), map.replacen("\". . w w", "\"w w w w", 1));
    watch.until("the second check", |s| s["build"] == 2);
    let (_, after) = watch.get("/map.svg?2");
    assert_ne!(before, after);
    // Without a map there is none.
    save(&watch.path("map.json"), "{");
    watch.until("the third check", |s| s["build"] == 3 && s["map"] == false);
    assert_eq!(watch.get("/map.svg?3").0, 404);
}

#[test]
fn the_counters_are_drawn_for_the_page() {
    let watch = Watch::start();
    assert_eq!(watch.finds(&[])["counters"], true);
    let (status, before) = watch.get("/counters.svg?1");
    assert!(status == 200 && before.contains("Content-Type: image/svg+xml") && before.ends_with("</svg>\n"), "{status}");
    let units = watch.text("units.csv");
    save(&watch.path("units.csv"), units.replacen(",0,2,8,", ",0,2,9,", 1));
    watch.until("the second check", |s| s["build"] == 2);
    assert_ne!(before, watch.get("/counters.svg?2").1);
    // Without counters there are none.
    std::fs::remove_file(watch.path("units.csv")).unwrap();
    save(&watch.path("markers.json"), "[]");
    save(&watch.path("cards.json"), "[]");
    watch.until("a check without counters", |s| s["counters"] == false);
    let build = watch.state()["build"].clone();
    assert_eq!(watch.get(&format!("/counters.svg?{build}")).0, 404);
}

#[test]
fn an_image_that_changes_alone_is_seen() {
    let watch = Watch::start();
    watch.finds(&[]);
    let png = |grey: u8| {
        let mut bytes = Vec::new();
        let picture = image::GrayImage::from_pixel(16, 16, image::Luma([grey]));
        picture.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        bytes
    };
    save(&watch.path("ground.png"), png(10));
    let image = r#"{ "map": { "image": { "path": "ground.png", "at": { "0101": [2, 2], "0501": [12, 2], "0105": [2, 12] } } },"#;
    let art = watch.text("art.json").replacen('{', image, 1);
    save(&watch.path("art.json"), art);
    let state = watch.until("the image is there", |s| s["build"].as_u64() > Some(1));
    let build = state["build"].as_u64().unwrap();
    let before = watch.get(&format!("/map.svg?{build}")).1;
    assert!(before.contains("data:image/png"), "{before:.200}");
    save(&watch.path("ground.png"), png(200));
    watch.until("the image has changed", |s| s["build"].as_u64() == Some(build + 1));
    let after = watch.get(&format!("/map.svg?{}", build + 1)).1;
    assert!(after.contains("data:image/png") && before != after);
}

#[test]
fn strangers_are_refused_and_files_never_served() {
    let watch = Watch::start();
    let (status, page) = watch.get("/");
    assert!(status == 200 && page.contains("Content-Security-Policy: default-src 'none'") && page.contains("</html>"));
    assert!(!page.contains("NONCE"));
    for path in ["/module.json", "/games/first-steps/module.json", "/../module.json", "/favicon.ico", "/page.html"] {
        assert_eq!(watch.get(path).0, 404, "{path}");
    }
    let port = watch.port;
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1:1", "[::1]"] {
        assert_eq!(watch.ask(&format!("GET /state HTTP/1.1\r\nHost: {host}\r\n\r\n")).0, 403, "{host}");
    }
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(watch.ask(&format!("GET /state HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n")).0, 403);
    assert_eq!(watch.ask(&format!("POST /state HTTP/1.1\r\n{host}\r\n")).0, 405);
    assert_eq!(watch.ask(&format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(20_000))).0, 431);
    // More pages than it has room for: it says so, and answers again once they are closed.
    let open = |_| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\n{host}\r\n").unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        stream
    };
    let many: Vec<TcpStream> = (0..30).map(open).collect();
    let refused = many.iter().map(|stream| BufReader::new(stream).lines().next().unwrap().unwrap());
    assert_eq!(refused.filter(|line| line.contains("503")).count(), 6);
    assert_eq!(watch.get("/state").0, 200, "who asks is still answered");
    drop(many);
    let begun = Instant::now();
    while !BufReader::new(open(0)).lines().next().is_some_and(|line| line.is_ok_and(|line| line.contains("200"))) {
        assert!(begun.elapsed() < LONGEST, "closed pages are forgotten");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_taken_port_and_a_wrong_folder() {
    let watch = Watch::start();
    let port = watch.port.to_string();
    let mut second = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["watch", "modules/first-steps", "--port", &port])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let address =
        BufReader::new(second.stdout.take().unwrap()).lines().map(Result::unwrap).find(|l| l.starts_with("live page: "));
    second.kill().unwrap();
    second.wait().unwrap();
    assert!(address.is_some_and(|address| !address.ends_with(&format!(":{port}/"))));

    let wrong =
        |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_muster")).arg("watch").args(args).output().unwrap().status.code();
    assert_eq!(wrong(&["no-such-folder"]), Some(2));
    assert_eq!(wrong(&["modules/first-steps", "--link", "javascript:alert({path})"]), Some(2));
}

#[test]
fn the_terminal_gets_a_report_only_if_it_is_another() {
    let mut watch = Watch::start();
    let map = watch.text("map.json");
    watch.finds(&[]);
    save(&watch.path("map.json"), format!("{map}\n"));
    watch.until("a second check", |s| s["build"] == 2);
    save(&watch.path("map.json"), format!("{map}}}\n"));
    watch.until("a third check", |s| s["build"] == 3);
    watch.child.kill().unwrap();
    let mut out = String::new();
    watch.out.take().unwrap().read_to_string(&mut out).unwrap();
    let plain: Vec<String> = out
        .lines()
        .filter(|line| !line.starts_with("stated, not enforced: "))
        .map(|line| line.split_once(" in ").filter(|(c, _)| *c == "checked").map_or(line, |(c, _)| c).to_owned())
        .collect();
    assert_eq!(plain[..4], ["", "First Steps is clean: 26 units, 140 hexes, 2 scenarios", "checked", "checked"], "{out}");
    assert_eq!(out.matches(" ms, as before\n").count(), 1, "{out}");
    assert!(out.contains("games/first-steps/map.json:") && out.contains("M0007") && !out.contains('\u{1b}'), "{out}");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    for signal in ["-INT", "-TERM"] {
        let mut watch = Watch::start();
        watch.finds(&[]);
        let id = watch.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(watch.child.wait().unwrap().code(), Some(0), "{signal}");
        assert!(TcpStream::connect(("127.0.0.1", watch.port)).is_err(), "{signal}");
    }
    // Whoever read its output has gone.
    let mut watch = Watch::start();
    watch.finds(&[]);
    let map = watch.text("map.json");
    drop(watch.out.take());
    save(&watch.path("map.json"), format!("{map}\n"));
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
}

#[test]
fn with_a_folder_it_builds_what_has_changed() {
    let watch = Watch::start_with(&["-o", "out"]);
    watch.finds(&[]);
    let out = watch.folder.path().join("out");
    let bundles = || {
        let names = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".muster")).collect();
        names.sort();
        names
    };
    assert_eq!(bundles().len(), 2);
    let (changed, other) = (out.join(&bundles()[0]), out.join(&bundles()[1]));
    let stamp = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let (before, untouched) = (fs::read(&changed).unwrap(), stamp(&other));
    // Only the first bundle's scenario gets another name.
    let file = format!("scenarios/{}.json", bundles()[0].trim_end_matches(".muster"));
    let scenario = watch.text(&file);
    save(&watch.path(&file), scenario.replacen("\"name\": \"", "\"name\": \"The ", 1));
    watch.until("the second check", |s| s["build"] == 2);
    assert_ne!(fs::read(&changed).unwrap(), before);
    assert_eq!(stamp(&other), untouched);
    // Nothing is built while an error stands.
    let built = fs::read(&changed).unwrap();
    save(&watch.path(&file), "{");
    watch.until("the third check", |s| s["build"] == 3 && s["errors"] == 1);
    assert_eq!(fs::read(&changed).unwrap(), built);
}

#[test]
fn a_scenario_is_played_beside_its_findings() {
    let watch = Watch::start();
    let first = watch.finds(&[]);
    assert_eq!(first["scenarios"], serde_json::json!(["The Alder Crossing", "The Dash for the Bridge"]));
    let (status, page) = watch.get("/play/1?1");
    assert!(status == 200 && page.contains("Content-Type: text/html") && page.contains("The Dash for the Bridge"), "{status}");
    assert_eq!(watch.get("/play/2?1").0, 404);
    // A game with errors is not played.
    save(&watch.path("map.json"), "{");
    watch.until("the second check", |s| s["build"] == 2 && s["scenarios"] == serde_json::json!([]));
    assert_eq!(watch.get("/play/0?2").0, 404);
}

impl Watch {
    fn told(&self, path: &str) -> Value {
        let (status, answer) = self.get(path);
        assert_eq!(status, 200, "{path}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

#[test]
fn the_desk_tells_of_hexes_and_units() {
    let watch = Watch::start();
    watch.finds(&[]);
    let desk = watch.told("/desk?1");
    let place = |list: &Value, what: &dyn Fn(&Value) -> bool| list.as_array().unwrap().iter().position(what).unwrap();
    assert_eq!((desk["build"].as_u64(), desk["map"]["hexes"].as_array().unwrap().len()), (Some(1), 140));
    let dash = place(&desk["scenarios"], &|it| it["name"] == "The Dash for the Bridge");
    let unit = place(&desk["units"], &|it| it["id"] == "a-1-i");
    let told = watch.told(&format!("/unit/{unit}/{dash}/0?1"));
    assert_eq!((&told["id"], &told["cannot_move"]), (&"a-1-i".into(), &Value::Null));
    let row = told["rows"][0]["link"].as_str().unwrap();
    let line = watch.text("units.csv").lines().position(|line| line.starts_with("a-1-i,")).unwrap() + 1;
    assert!(row.contains(&format!("/first-steps/units.csv:{line}:")), "{row}");
    // What it reaches is what the engine says.
    let hex = told["hex"].as_u64().unwrap();
    let reach: Vec<u64> = told["reach"].as_array().unwrap().iter().map(|it| it[0].as_u64().unwrap()).collect();
    assert!(reach.len() > 3 && told["supply"][0]["supplied"] == true, "{told}");
    let name = |n: u64| desk["map"]["hexes"][n as usize][0].as_str().unwrap().to_owned();
    let why = |to: &str| {
        let out = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["why", "games/first-steps", "dash", "a-1-i", to])
            .current_dir(watch.folder.path())
            .output()
            .unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    let near = reach.iter().copied().find(|n| *n != hex).unwrap();
    assert!(why(&name(near)).contains("move: yes"), "{}: {}", name(near), why(&name(near)));
    let far = (0..140).find(|n| !reach.contains(n) && *n != hex).unwrap();
    assert!(why(&name(far)).contains("move: no"), "{}: {}", name(far), why(&name(far)));
    // The hex that it stands in.
    let there = watch.told(&format!("/hex/{hex}?1"));
    assert_eq!(there["number"], name(hex).as_str());
    assert!(there["stands"].as_array().unwrap().iter().any(|it| it[1].as_array().unwrap().contains(&unit.into())), "{there}");
    // A hex without a line of its own leads to its glyph in the rows.
    let number = |wanted: &str| desk["map"]["hexes"].as_array().unwrap().iter().position(|it| it[0] == wanted).unwrap();
    let map = watch.text("map.json");
    let (line, row) = map.lines().enumerate().find(|(_, line)| line.contains("w . . w m m . w . . w w . .")).unwrap();
    let column = row.match_indices(['.', 'w', 'm']).nth(7).unwrap().0 + 1;
    let drawn = watch.told(&format!("/hex/{}?1", number("0806")));
    let first = drawn["rows"][0]["link"].as_str().unwrap();
    assert!(first.ends_with(&format!("/first-steps/map.json:{}:{column}", line + 1)), "{first}");
    let own = watch.told(&format!("/hex/{}?1", number("1002")));
    let line = map.lines().position(|line| line.contains("\"hex\": \"1002\"")).unwrap() + 1;
    assert!(own["rows"][0]["link"].as_str().unwrap().contains(&format!("/first-steps/map.json:{line}:")), "{own}");
    for path in ["/hex/140?1", "/unit/999/0/0?1", "/standing/9/0?1", "/counter/999?1", "/kit/99?1", "/kit/0/999?1"] {
        assert_eq!(watch.get(path).0, 404, "{path}");
    }
}

/// Units leave at the end of their turn; who leaves only on a condition stays, and who comes back stands where it comes in.
#[test]
fn the_desk_lets_units_leave() {
    let watch = Watch::start();
    watch.finds(&[]);
    let scenario = watch.text("scenarios/crossing.json");
    let leave = r#""withdrawals": [{ "unit": "b-fort", "turn": "2" }, { "units": ["a-1-i"], "turn": "2", "if": { "option": ["volunteers"] } },
    { "unit": "a-motor", "turn": "3" }], "control": ["#;
    let come =
        r#""arrivals": [{ "unit": "a-motor", "turn": "2", "entry": ["A"] }, { "unit": "a-motor", "turn": "5", "entry": ["B"] },"#;
    let changed = scenario.replacen("\"control\": [", leave, 1).replacen("\"arrivals\": [", come, 1);
    save(&watch.path("scenarios/crossing.json"), changed);
    // That somebody comes twice is an error, and shown all the same.
    watch.finds(&["first-steps/scenarios/crossing.json M0401"]);
    let desk = watch.told("/desk?2");
    let unit = |id: &str| desk["units"].as_array().unwrap().iter().position(|it| it["id"] == id).unwrap();
    let hexes = desk["map"]["hexes"].as_array().unwrap();
    assert_eq!(desk["scenarios"][0]["id"], "crossing");
    let told = |id: &str, step: usize| watch.told(&format!("/unit/{}/0/{step}?2", unit(id)));
    let at = |id: &str| -> Vec<String> {
        let hex =
            |step| told(id, step)["hex"].as_u64().map(|n| hexes[usize::try_from(n).unwrap()][0].as_str().unwrap().to_owned());
        (1..=6).map(|step| hex(step).unwrap_or_default()).collect()
    };
    assert_eq!(at("b-fort"), ["0703", "0703", "", "", "", ""]);
    assert_eq!(at("a-1-i"), ["0503"; 6]);
    assert_eq!(at("a-motor"), ["", "0104", "0104", "", "0108", "0108"]);
    let gone = told("b-fort", 6);
    assert_eq!((&gone["reach"], &gone["zones"]), (&serde_json::json!([]), &serde_json::json!([])), "{gone}");
    let leave = serde_json::json!([
        { "units": [unit("b-fort")], "perhaps": false },
        { "units": [unit("a-1-i")], "perhaps": true },
    ]);
    assert_eq!(desk["scenarios"][0]["turns"][1]["leave"], leave);
}

#[test]
fn the_desk_draws_who_stands_where() {
    let watch = Watch::start();
    watch.finds(&[]);
    let desk = watch.told("/desk?1");
    let scenarios = desk["scenarios"].as_array().unwrap();
    let come = |turn: &Value| turn["arrive"].as_array().unwrap().iter().any(|it| !it["hexes"].as_array().unwrap().is_empty());
    let (n, turn) = scenarios
        .iter()
        .enumerate()
        .find_map(|(n, it)| Some((n, it["turns"].as_array().unwrap().iter().position(come)? + 1)))
        .expect("somebody arrives in First Steps");
    let (status, setup) = watch.get(&format!("/standing/{n}/0?1"));
    assert!(status == 200 && setup.contains("Content-Type: image/svg+xml"));
    assert_ne!(setup, watch.get(&format!("/standing/{n}/{turn}?1")).1);
    assert_eq!(watch.get("/counter/0?1").0, 200);
    // A part of the kit, and a page of it.
    let part = desk["kit"].as_array().unwrap().iter().position(|it| it.as_str().unwrap().starts_with("Charts")).unwrap();
    assert!(!watch.told(&format!("/kit/{part}?1")).as_array().unwrap().is_empty());
    assert!(watch.get(&format!("/kit/{part}/0?1")).1.ends_with("</svg>\n"));
    // With errors nothing is printed, but the map is still there to be looked at.
    save(&watch.path("units.csv"), watch.text("units.csv").replacen(",infantry,", ",infantri,", 1));
    let state = watch.finds(&["first-steps/units.csv M0201"]);
    let build = state["build"].as_u64().unwrap();
    assert_eq!(watch.told(&format!("/desk?{build}"))["kit"], serde_json::json!([]));
    assert_eq!(watch.get(&format!("/kit/{part}?{build}")).0, 404);
    assert!(state["shows"][0]["unit"].is_u64(), "its row is that of a unit: {state}");
}
