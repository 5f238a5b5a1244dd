//! The command: where it writes, and over what it does not.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const SHEET: &str = "Unit,Side,CF\nA,red,4\n";

fn run(at: &Path, args: &[&str]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_muster")).arg("import").args(args).current_dir(at).output().unwrap();
    (out.status.code().unwrap(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
}

fn names(at: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(at).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_is_made_and_never_overwritten() {
    let temp = TempDir::new().unwrap();
    let at = temp.path();
    fs::write(at.join("My Counters.csv"), SHEET).unwrap();
    let (code, out, err) = run(at, &["My Counters.csv"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("2 files, ") && out.contains("in `my-counters`\n"), "{out}");
    assert!(out.contains("\nnote: column `CF` taken as rating `attack`;"), "{out}");
    assert!(out.ends_with("\nnext: `muster check my-counters`\n"), "{out}");
    assert_eq!(names(&at.join("my-counters")), ["module.json", "units.csv"]);
    assert_eq!(run(at, &["My Counters.csv"]).0, 0, "the same bytes may stay");

    fs::write(at.join("my-counters/units.csv"), "mine").unwrap();
    fs::remove_file(at.join("my-counters/module.json")).unwrap();
    let (code, out, err) = run(at, &["My Counters.csv"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("units.csv` is there already, and nothing is overwritten"), "{err}");
    assert!(err.contains("help: choose another folder with -o"), "{err}");
    assert_eq!(names(&at.join("my-counters")), ["units.csv"], "nothing is half written");
    assert_eq!(fs::read_to_string(at.join("my-counters/units.csv")).unwrap(), "mine");
    assert_eq!(run(at, &["My Counters.csv", "-o", "deep/er"]).0, 0);
    assert_eq!(names(&at.join("deep/er")), ["module.json", "units.csv"]);
}

#[test]
fn a_tileset_is_read_where_the_map_says_it_is() {
    let temp = TempDir::new().unwrap();
    let at = temp.path();
    fs::create_dir_all(at.join("maps")).unwrap();
    fs::create_dir_all(at.join("sets")).unwrap();
    fs::write(at.join("sets/hexes.tsx"), r#"<tileset name="S"><tile id="0" class="Marsh"/></tileset>"#).unwrap();
    let map = r#"<map orientation="hexagonal" width="1" height="1" tilewidth="4" tileheight="4"><tileset firstgid="1" source="../sets/hexes.tsx"/>
        <layer width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
    fs::write(at.join("maps/one.tmx"), map).unwrap();
    assert_eq!(run(at, &["maps/one.tmx"]).0, 0);
    assert!(fs::read_to_string(at.join("one/map.json")).unwrap().contains("\"marsh\""));
}

#[test]
fn what_cannot_be_imported_leaves_nothing_behind() {
    let temp = TempDir::new().unwrap();
    let at = temp.path();
    fs::write(at.join("a.tmx"), "<map/>").unwrap();
    fs::write(at.join("a.doc"), "x").unwrap();
    fs::write(at.join("!.csv"), SHEET).unwrap();
    let before = names(at);
    for (file, wanted) in [
        ("a.tmx", "`a.tmx` cannot be imported: its orientation is ``, expected `hexagonal`"),
        ("a.doc", "`a.doc` is nothing that can be imported"),
        ("none.csv", "`none.csv` cannot be read: there is no such file or folder"),
        ("!.csv", "no folder can be called as `!.csv` is"),
    ] {
        let (code, out, err) = run(at, &[file]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(wanted) && err.contains("help: "), "{err}");
        assert_eq!(names(at), before);
    }
}

#[test]
fn a_module_is_taken_with_its_extensions_and_a_folder_is_not_written_into_itself() {
    use super::made::{module, named, palette, slot, tried};
    let temp = TempDir::new().unwrap();
    let at = temp.path();
    let whole = module(&palette("Units", &[slot("A", "", 1, &[])]), &[]);
    let target = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PanelWidget:Units";
    let extension = |name: &str, gpid: u32| {
        let inside = format!(
            "<VASSAL.build.module.ExtensionElement target=\"{target}\">{}</VASSAL.build.module.ExtensionElement>",
            slot(name, "", gpid, &[])
        );
        named("buildFile", "VASSAL.build.module.ModuleExtension", &inside, &[])
    };
    fs::write(at.join("The Game.vmod"), &whole).unwrap();
    fs::create_dir(at.join("The Game_ext")).unwrap();
    fs::write(at.join("The Game_ext/more.vmdx"), extension("B", 2)).unwrap();
    fs::write(at.join("third.vmdx"), extension("C", 3)).unwrap();
    let (code, out, err) = run(at, &["The Game.vmod", "third.vmdx"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let units = fs::read_to_string(at.join("the-game/units.csv")).unwrap();
    assert_eq!(units, "id,name\na,A\nc,C\nb,B\n");
    assert!(out.contains("import-report.md") && out.ends_with("next: `muster check the-game`\n"), "{out}");
    // The same module, unpacked.
    let folder = at.join("unpacked");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&whole)).unwrap();
    zip.extract(&folder).unwrap();
    let (code, out, err) = run(at, &["unpacked"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(names(&folder), ["buildFile.xml", "moduledata"], "nothing was written into it");
    let written = fs::read(at.join("unpacked-imported/units.csv")).unwrap();
    assert_eq!(written, tried(&[&whole]).unwrap().files["units.csv"]);
    // Only a module has extensions, and only a zip is a module.
    fs::write(at.join("a.csv"), SHEET).unwrap();
    let (code, _, err) = run(at, &["a.csv", "third.vmdx"]);
    assert!(code != 0 && err.contains("can only follow a module"), "{err}");
    fs::write(at.join("bad.vmod"), b"PK and no more").unwrap();
    let (code, _, err) = run(at, &["bad.vmod"]);
    assert!(code != 0 && err.contains("it is no zip archive, or was cut off") && !at.join("bad").exists(), "{err}");
}
