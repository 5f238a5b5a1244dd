//! Nothing is written outside, nothing of the user's is lost, and two at once do not mix.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// First Steps in a folder of its own, beside an empty `out` and a file that nobody may touch.
struct Place {
    temp: TempDir,
}

impl Place {
    fn new() -> Place {
        let temp = TempDir::new().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/first-steps"), &temp.path().join("game"));
        fs::create_dir(temp.path().join("outside")).unwrap();
        fs::write(temp.path().join("outside/victim"), "precious").unwrap();
        Place { temp }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    fn run(&self, args: &[&str]) -> Output {
        self.begin(args).output().unwrap()
    }

    fn begin(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(args).current_dir(self.temp.path());
        command
    }

    /// Nothing outside has changed.
    #[track_caller]
    fn untouched(&self) {
        let names: Vec<_> = fs::read_dir(self.at("outside")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["victim"]);
        assert_eq!(fs::read_to_string(self.at("outside/victim")).unwrap(), "precious");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[track_caller]
fn refused(output: &Output, why: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(why), "{said}");
}

#[track_caller]
fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(unix)]
#[test]
fn a_game_with_links_writes_nothing_outside() {
    use std::os::unix::fs::symlink;
    // The names under which files once waited.
    let place = Place::new();
    for name in ["game/vassal-ids.csv.muster-new", "out/first-steps.vmod.muster-new", "map.svg.muster-new"] {
        fs::create_dir_all(place.at(name).parent().unwrap()).unwrap();
        symlink(place.at("outside/victim"), place.at(name)).unwrap();
    }
    fs::remove_file(place.at("game/vassal-ids.csv")).unwrap();
    done(&place.run(&["build", "game", "--emit", "vmod"]));
    done(&place.run(&["map", "game", "-o", "map.svg"]));
    place.untouched();
    // A link where a file goes: to something, to nothing, to a folder.
    let place = Place::new();
    fs::remove_file(place.at("game/vassal-ids.csv")).unwrap();
    symlink(place.at("outside/new"), place.at("game/vassal-ids.csv")).unwrap();
    refused(&place.run(&["build", "game", "--emit", "vmod"]), "vassal-ids.csv` is a link");
    fs::create_dir_all(place.at("out")).unwrap();
    symlink(place.at("outside/victim"), place.at("out/dash.muster")).unwrap();
    refused(&place.run(&["build", "game"]), "dash.muster` is a link");
    refused(&place.run(&["build", "game", "--force"]), "dash.muster` is a link");
    symlink(place.at("outside"), place.at("out/print")).unwrap();
    refused(&place.run(&["build", "game", "--emit", "print", "--paper", "a4", "--backs", "fronts"]), "out/print` is a link");
    symlink(place.at("outside/victim"), place.at("drawn.svg")).unwrap();
    refused(&place.run(&["map", "game", "-o", "drawn.svg"]), "it is a link, and only a plain file is replaced");
    refused(&place.run(&["sheet", "game", "--contact", "-o", "drawn.svg"]), "it is a link");
    place.untouched();
    // A folder that the game itself has linked is not the user's.
    symlink(place.at("outside"), place.at("game/out")).unwrap();
    let why = "is a link in the game's folder";
    refused(&place.begin(&["build"]).current_dir(place.at("game")).output().unwrap(), why);
    refused(&place.run(&["build", "game", "-o", "game/out/deep"]), why);
    refused(&place.run(&["map", "game", "-o", "game/out/map.svg"]), why);
    place.untouched();
    // Nor is anything deleted behind one.
    let place = Place::new();
    done(&place.run(&["build", "game", "--emit", "print", "--paper", "a4", "--backs", "fronts"]));
    let listed = fs::read_dir(place.at("out/print")).unwrap().next().unwrap().unwrap().file_name();
    fs::rename(place.at("out/print"), place.at("elsewhere")).unwrap();
    symlink(place.at("elsewhere"), place.at("out/print")).unwrap();
    refused(&place.run(&["build", "game", "--emit", "print", "--paper", "letter", "--backs", "fronts"]), "is a link");
    assert!(place.at("elsewhere").join(listed).exists());
}

#[test]
fn a_file_of_the_users_stays() {
    let place = Place::new();
    fs::create_dir(place.at("out")).unwrap();
    fs::write(place.at("out/first-steps.vmod"), "mine").unwrap();
    fs::write(place.at("out/dash.muster"), "mine too").unwrap();
    refused(&place.run(&["build", "game", "--emit", "vmod"]), "first-steps.vmod` is in the way");
    refused(&place.run(&["build", "game", "--emit", "vmod,bundle"]), "`out/dash.muster`, `out/first-steps.vmod` are in the way");
    assert!(!place.at("out/manifest.json").exists() && !place.at("out/crossing.muster").exists());
    assert_eq!(fs::read_to_string(place.at("out/first-steps.vmod")).unwrap(), "mine");
    done(&place.run(&["build", "game", "--emit", "vmod,bundle", "--force"]));
    done(&place.run(&["inspect", "out"]));
    // What the user has changed is neither replaced nor deleted.
    fs::write(place.at("out/crossing.muster"), "changed").unwrap();
    refused(&place.run(&["build", "game"]), "crossing.muster` is in the way");
    let said = done(&place.run(&["build", "game", "--scenario", "dash"]));
    assert!(said.contains("crossing.muster` is built no more; it stays, because you have changed it"), "{said}");
    assert_eq!(fs::read_to_string(place.at("out/crossing.muster")).unwrap(), "changed");
    done(&place.run(&["inspect", "out"]));
    // A manifest of somebody else's.
    fs::write(place.at("out/manifest.json"), "{}").unwrap();
    refused(&place.run(&["build", "game"]), "was not written by this muster");
    done(&place.run(&["build", "game", "--force"]));
    done(&place.run(&["inspect", "out"]));
}

#[test]
fn builds_at_once_wait_for_each_other() {
    let place = Place::new();
    fs::remove_file(place.at("game/vassal-ids.csv")).unwrap();
    let begin = |n: usize| {
        let emit = ["bundle", "vmod", "bundle,vmod"][n % 3];
        place.begin(&["build", "game", "--emit", emit]).output()
    };
    let ended: Vec<Output> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|n| scope.spawn(move || begin(n).unwrap())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    for output in &ended {
        done(output);
    }
    done(&place.run(&["inspect", "out"]));
    done(&place.run(&["check", "game"]));
}

#[test]
fn numbers_are_added_to_a_sheet_as_the_user_keeps_it() {
    let place = Place::new();
    done(&place.run(&["new", "odd", "--kind", "bare"]));
    let units = fs::read_to_string(place.at("odd/units.csv")).unwrap();
    // Ids that a spreadsheet would take for formulas, and one that looks as if it had been guarded.
    let odd = ["'=1+1", "'+2", "'-x", "''=q"];
    let rows: String = odd.iter().map(|id| format!("{id},red,infantry,II,4,4,4\n")).collect();
    fs::write(place.at("odd/units.csv"), units + &rows).unwrap();
    let old = "\u{feff}# mine\r\nid;gpid;kind;note\r\nblue-1;1;unit;\"x;y\"\r\n\r\n# the end";
    fs::write(place.at("odd/vassal-ids.csv"), old).unwrap();
    let module = fs::read_to_string(place.at("odd/module.json")).unwrap();
    let module = module.replacen('{', "{ \"sheets\": { \"vassal-ids.csv\": { \"ignore\": [\"note\"] } },", 1);
    fs::write(place.at("odd/module.json"), module).unwrap();
    done(&place.run(&["build", "odd", "--emit", "vmod"]));
    let text = fs::read_to_string(place.at("odd/vassal-ids.csv")).unwrap();
    assert!(text.starts_with(&format!("{old}\r\n")), "{text}");
    for line in ["blue-2;2;unit;", "'=1+1;5;unit;", "'-x;7;unit;", "''=q;8;unit;"] {
        assert!(text.contains(&format!("\r\n{line}\r\n")), "{text}");
    }
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert!(text.lines().all(|line| !line.starts_with(['=', '+', '-', '@'])), "{text}");
    // Read back the same: nothing is new the second time.
    done(&place.run(&["build", "odd", "--emit", "vmod"]));
    assert_eq!(fs::read_to_string(place.at("odd/vassal-ids.csv")).unwrap(), text);
}

#[test]
fn an_id_that_looks_like_a_date_keeps_its_number() {
    let place = Place::new();
    done(&place.run(&["new", "odd", "--kind", "bare"]));
    // Ids of the game, written where no spreadsheet reads them: dates, a time, and an error of a spreadsheet.
    let units = fs::read_to_string(place.at("odd/units.csv")).unwrap();
    let odd = ["2-Jan", "3-mar", "01:03", "2026-01-03", "#REF!"];
    let rows: String = odd.iter().map(|id| format!("'{id},red,infantry,II,4,4,4\n")).collect();
    fs::write(place.at("odd/units.csv"), units.clone() + &rows).unwrap();
    done(&place.run(&["build", "odd", "--emit", "vmod"]));
    let text = fs::read_to_string(place.at("odd/vassal-ids.csv")).unwrap();
    for id in odd {
        assert!(text.contains(&format!(",unit,'{id}\n")), "{text}");
    }
    done(&place.run(&["build", "odd", "--emit", "vmod"]));
    done(&place.run(&["check", "odd"]));
    assert_eq!(fs::read_to_string(place.at("odd/vassal-ids.csv")).unwrap(), text);
    // Without the `'` it is what a spreadsheet leaves of `1/2`, as ever, and the help says how to keep it.
    fs::write(place.at("odd/units.csv"), units + "2-Jan,red,infantry,II,4,4,4\n").unwrap();
    let output = place.run(&["check", "odd", "--format", "short"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cell `2-Jan` is a date; a spreadsheet has probably changed"), "{said}");
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_inspected() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    assert!(Command::new("mkfifo").arg(place.at("pipe.muster")).status().unwrap().success());
    symlink("/dev/zero", place.at("zero.muster")).unwrap();
    for name in ["pipe.muster", "zero.muster"] {
        refused(&place.run(&["inspect", name]), "it is not a plain file");
    }
    // So it is for what a folder's manifest lists, and for the manifest itself.
    done(&place.run(&["build", "game"]));
    fs::remove_file(place.at("out/dash.muster")).unwrap();
    fs::rename(place.at("pipe.muster"), place.at("out/dash.muster")).unwrap();
    let output = place.run(&["inspect", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("dash.muster"), "{output:?}");
    fs::rename(place.at("out/dash.muster"), place.at("out/manifest.json")).unwrap();
    refused(&place.run(&["inspect", "out"]), "not a plain file");
    refused(&place.run(&["build", "game"]), "not a plain file");
}
