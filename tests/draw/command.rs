//! `muster map`: what it writes, what it says, and what it refuses.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

fn run(args: &[&str], folder: &TempDir) -> (i32, String, String) {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let args: Vec<String> = args
        .iter()
        .map(|arg| match *arg {
            "first-steps" => manifest.join("modules/first-steps").to_str().unwrap().to_owned(),
            "paper" => manifest.join("tests/paper").to_str().unwrap().to_owned(),
            arg => arg.to_owned(),
        })
        .collect();
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).arg("map").args(args).current_dir(folder.path()).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn each_ending_gives_its_file_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    for (file, head) in [("a.svg", &b"<svg "[..]), ("b.PNG", b"\x89PNG"), ("sub/c.pdf", b"%PDF-")] {
        let (code, out, err) = run(&["first-steps", "-o", file, "--scale", "20"], &folder);
        assert_eq!((code, err.as_str()), (0, ""), "{file}");
        let bytes = fs::read(folder.path().join(file)).unwrap();
        assert!(bytes.starts_with(head), "{file}");
        assert_eq!(out, format!("{file}  {} bytes\n", bytes.len()));
    }
    let mut left: Vec<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a.svg", "b.PNG", "sub"], "nothing half-written is left");
}

#[test]
fn a_game_with_errors_is_drawn_and_marked() {
    let folder = TempDir::new().unwrap();
    let (code, out, err) = run(&["paper", "-o", "map.svg"], &folder);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("what is wrong is marked in 1 hex; `muster check` says more"), "{out}");
    let svg = fs::read_to_string(folder.path().join("map.svg")).unwrap();
    assert!(svg.contains("aria-label=\"1 1203: M0404 unit `2-pz-i304`"), "the legend says what is wrong");
}

#[test]
fn what_is_asked_for_can_be_chosen() {
    let folder = TempDir::new().unwrap();
    let svg = |args: &[&str]| {
        let (code, out, err) = run(&[&["first-steps", "-o", "map.svg"], args].concat(), &folder);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        fs::read_to_string(folder.path().join("map.svg")).unwrap()
    };
    let only = svg(&["--only", "rivers,roads"]);
    assert!(only.contains("id=\"rivers\"") && only.contains("id=\"roads\"") && !only.contains("id=\"terrain\""));
    assert!(!only.contains("aria-label"), "no words at all");
    assert!(svg(&["--highlight", "0904,bridgehead,Lys"]).contains("#ffd400"));
    assert!(!svg(&[]).contains("#ffd400"));
    assert!(
        svg(&["--scenario", "dash"]).contains("aria-label=\"The Dash for the Bridge\""),
        "the scenario's name stands beside the game's"
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_with_help() {
    let folder = TempDir::new().unwrap();
    for (args, message, help) in [
        (&["first-steps", "-o", "map.gif"][..], "`map.gif` is no picture that can be drawn", "ends in .svg, .png or .pdf"),
        (&["first-steps", "-o", "m.svg", "--only", "river"], "no part of the map is called `river`", "did you mean `rivers`?"),
        (&["first-steps", "-o", "m.svg", "--highlight", "1599"], "1599", "name a hex, an area or a place"),
        (&["first-steps", "-o", "m.svg", "--scenario", "dahs"], "no scenario `dahs`", "did you mean `dash`?"),
        (&["first-steps", "-o", "m.svg", "--proof"], "there is no image to lay the grid over", "art.json"),
        (&["first-steps", "-o", "m.png", "--scale", "2000"], "at most 500 million", "--scale"),
    ] {
        let (code, out, err) = run(args, &folder);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(message) && err.contains(help), "{args:?}: {err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// What can be chosen with `--only` stands in the help.
#[test]
fn the_help_names_every_part_of_the_map() {
    let folder = TempDir::new().unwrap();
    let (_, _, err) = run(&["first-steps", "-o", "m.svg", "--only", "zzzz"], &folder);
    let parts = err.split("name some of: ").nth(1).unwrap().trim();
    assert!(parts.contains("terrain, ") && parts.contains("arrows, "), "{err}");
    let (code, help, _) = run(&["--help"], &folder);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == 0 && help.contains(&format!("Draw only these: {parts} ")), "{parts}: {help}");
}

#[test]
fn a_scenario_is_drawn_with_its_counters_and_its_setup() {
    let folder = TempDir::new().unwrap();
    let drawn = |more: &[&str]| {
        let args: Vec<&str> = ["first-steps", "-o", "map.svg", "--scenario", "crossing"].iter().chain(more).copied().collect();
        let (code, _, err) = run(&args, &folder);
        assert_eq!((code, err.as_str()), (0, ""));
        std::fs::read_to_string(folder.path().join("map.svg")).unwrap()
    };
    let (plain, units, setup) = (drawn(&[]), drawn(&["--units"]), drawn(&["--setup"]));
    // Counters show their numbers, marks how many are set up; the turn track who comes.
    assert!(units.matches("aria-label=\"4-4-4\"").count() >= 2 && !plain.contains("aria-label=\"4-4-4\""));
    assert!(setup.contains("id=\"setup\"") && setup.len() > plain.len() + 1000 && units.len() > plain.len() + 1000);
    assert!(plain.contains("aria-label=\"D +1\""), "who comes in turn 4");
    assert!(plain.contains("aria-label=\"rain, mud\""), "the weather of turn 5");
    let (code, _, err) = run(&["first-steps", "-o", "map.svg", "--units"], &folder);
    assert!(code == 2 && err.contains("--scenario"), "{err}");
}

/// Of those who are drawn as many are set up as are drawn, and nobody knows yet who.
#[test]
fn who_is_drawn_is_counted_and_not_shown() {
    let folder = TempDir::new().unwrap();
    let mut new = Command::new(env!("CARGO_BIN_EXE_muster"));
    new.args(["new", "game", "--yes", "--kind", "bare"]).current_dir(folder.path());
    assert!(new.output().unwrap().status.success());
    let map = fs::read_to_string(folder.path().join("game/map.json")).unwrap();
    let area = "{ \"areas\": [{ \"id\": \"north\", \"name\": \"The North\", \"hexes\": \"0101-0401\" }],";
    fs::write(folder.path().join("game/map.json"), map.replacen('{', area, 1)).unwrap();
    let drawn = |setup: &str| {
        let scenario = format!("{{ \"id\": \"first\", \"setup\": [{setup}] }}");
        fs::write(folder.path().join("game/scenarios/first.json"), scenario).unwrap();
        let (code, _, err) = run(&["game", "-o", "map.svg", "--scenario", "first", "--setup", "--units"], &folder);
        assert_eq!((code, err.as_str()), (0, ""), "{setup}");
        fs::read_to_string(folder.path().join("map.svg")).unwrap()
    };
    let svg = drawn(
        r#"{ "unit": "red-1", "in": "north" }, { "units": ["red-2", "blue-1"], "in": "north", "draw": 1 },
        { "unit": "blue-2", "at": "0505" }"#,
    );
    assert!(svg.contains("aria-label=\"The North: Red, 1 counter\""), "the other is of either side: {svg}");
    assert!(svg.contains("aria-label=\"The North: 1 counter\"") && svg.contains("aria-label=\"5-3-8\""), "{svg}");
    let svg = drawn(
        r#"{ "unit": "blue-1", "in": "north" }, { "units": ["red-1", "red-2"], "in": "north", "draw": 1 },
        { "unit": "blue-2", "at": "0505", "draw": 1 }"#,
    );
    assert!(svg.contains("aria-label=\"The North: Red, 1 counter\""), "{svg}");
    assert!(!svg.contains("aria-label=\"5-3-8\""), "nobody knows yet that blue-2 comes");
}

/// Whoever builds a map without one of its names hears of it.
#[test]
fn a_build_tells_which_names_its_map_leaves_out() {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in super::map::dense().files {
        let text = String::from_utf8(bytes).unwrap();
        // Its roads and rivers have faults, and nothing is built of a game with errors.
        let text = text.replace("river,hexside,1", "river,hexside,+1");
        let text = text.split("\"hexsides\"").next().unwrap().trim_end().trim_end_matches(',').to_owned();
        fs::write(folder.path().join(&name), if name == "map.json" { text + "}" } else { text }).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(["build", ".", "-o", "out", "--paper", "a4", "--emit", "print"]).current_dir(folder.path());
    let told = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(told.contains("print/dense-map-a4.pdf"), "{told}");
    assert!(told.ends_with("`\n") && told.contains("the map has no room for the name `Bad Neuenahr-Ahrweiler`"), "{told}");
}
