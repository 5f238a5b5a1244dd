use super::*;

/// All files below a folder with their texts.
fn texts(dir: &Path) -> Vec<(String, String)> {
    fn walk(root: &Path, at: &Path, into: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                walk(root, &entry, into);
            } else {
                let name = entry.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                into.push((name, fs::read_to_string(&entry).unwrap_or_default()));
            }
        }
    }
    let mut all = Vec::new();
    walk(dir, dir, &mut all);
    all.sort();
    all
}

fn put<'a>(path: &'a str, text: &'a str) -> Change<'a> {
    Change { path, bytes: Some(text.as_bytes()) }
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn all_is_written_or_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let folder = Folder::lock(&temp.path().join("deep/er/game")).unwrap();
    folder.write(&[put("a.json", "{}"), put("sub/b.json", "[]")], &mut |_, _| {}).unwrap();
    let before = pairs(&[("a.json", "{}"), ("sub/b.json", "[]")]);
    assert_eq!(texts(&folder.path), before);
    // A file cannot be a folder too.
    let bad = [put("a.json", "new"), put("c.json", "new"), put("a.json/b", "x")];
    assert!(folder.write(&bad, &mut |_, _| {}).is_err());
    // Nor can a folder become a file.
    assert!(folder.write(&[put("a.json", "new"), put("sub", "x")], &mut |_, _| {}).is_err());
    // Nothing leaves the folder.
    assert!(folder.write(&[put("a.json", "new"), put("../x", "x")], &mut |_, _| {}).is_err());
    assert_eq!(texts(&folder.path), before);
    folder.write(&[put("a.json", "2"), Change { path: "sub/b.json", bytes: None }], &mut |_, _| {}).unwrap();
    assert_eq!(texts(&folder.path), pairs(&[("a.json", "2")]));
}

#[test]
fn what_was_begun_is_carried_out_and_what_was_not_is_cleared_away() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path();
    fs::write(dir.join("a"), "old").unwrap();
    fs::write(dir.join("gone"), "x").unwrap();
    let changes = [put("a", "new"), put("deep/b", "b"), Change { path: "gone", bytes: None }];
    // Killed after some of the files have taken their places, or none, or all.
    for done in 0..=changes.len() {
        let game = tempfile::tempdir().unwrap();
        for (name, text) in texts(dir) {
            fs::write(game.path().join(name), text).unwrap();
        }
        let folder = Folder::lock(game.path()).unwrap();
        let stage = folder.stage().unwrap();
        let list = folder.staged(&stage, &changes, &mut |_, _| {}).unwrap();
        folder.put(&stage, list.iter().enumerate().take(done), &mut Done::default()).unwrap();
        drop(folder);
        assert!(unfinished(game.path()));
        let folder = Folder::lock(game.path()).unwrap();
        assert_eq!(texts(game.path()), pairs(&[("a", "new"), ("deep/b", "b")]), "{done}");
        assert!(!unfinished(&folder.path));
    }
    // Killed before the list was there.
    let folder = Folder::lock(dir).unwrap();
    let stage = folder.stage().unwrap();
    folder.staged(&stage, &changes, &mut |_, _| {}).unwrap();
    fs::remove_file(stage.join(LIST)).unwrap();
    drop(folder);
    let folder = Folder::lock(dir).unwrap();
    assert_eq!(texts(dir), pairs(&[("a", "old"), ("gone", "x")]));
    // What the user has written since is not replaced by what was begun before.
    let stage = folder.stage().unwrap();
    folder.staged(&stage, &changes, &mut |_, _| {}).unwrap();
    fs::write(dir.join("a"), "mine").unwrap();
    drop(folder);
    drop(Folder::lock(dir).unwrap());
    assert_eq!(texts(dir), pairs(&[("a", "mine"), ("gone", "x")]));
}

#[cfg(unix)]
#[test]
fn no_link_is_followed() {
    use std::os::unix::fs::symlink;
    let temp = tempfile::tempdir().unwrap();
    let (outside, dir) = (temp.path().join("outside"), temp.path().join("out"));
    fs::create_dir(&outside).unwrap();
    fs::create_dir(&dir).unwrap();
    fs::write(outside.join("secret"), "s").unwrap();
    symlink(&outside, dir.join("print")).unwrap();
    symlink(outside.join("secret"), dir.join("a")).unwrap();
    symlink(outside.join("nothing"), dir.join("b")).unwrap();
    let folder = Folder::lock(&dir).unwrap();
    for path in ["print/x", "print/secret", "a", "b"] {
        assert!(folder.write(&[put(path, "evil")], &mut |_, _| {}).is_err(), "{path}");
        assert!(folder.write(&[Change { path, bytes: None }], &mut |_, _| {}).is_err(), "{path}");
        assert_eq!(folder.read(path), None, "{path}");
    }
    assert!(write_one(&dir.join("a"), b"evil").is_err());
    assert_eq!(texts(&outside), pairs(&[("secret", "s")]));
    // A folder of waiting files that a stranger has put there leads nowhere either.
    let stage = dir.join(format!("{STAGE}0123456789abcdef"));
    fs::create_dir(&stage).unwrap();
    symlink(outside.join("secret"), stage.join("new-0")).unwrap();
    let list = [Listed { path: "print/secret".to_owned(), old: Some(sha256(b"s")), new: Some(sha256(b"s")) }];
    fs::write(stage.join(LIST), serde_json::to_string(&list).unwrap()).unwrap();
    symlink(&outside, dir.join(format!("{STAGE}0123456789abcdee"))).unwrap();
    drop(folder);
    drop(Folder::lock(&dir).unwrap());
    assert!(!stage.exists());
    assert_eq!(texts(&outside), pairs(&[("secret", "s")]));
}

#[test]
fn a_second_one_waits_for_the_first() {
    let temp = tempfile::tempdir().unwrap();
    let first = Folder::lock(temp.path()).unwrap();
    let path = temp.path().to_owned();
    let second = std::thread::spawn(move || {
        let folder = Folder::lock(&path).unwrap();
        folder.read("a").unwrap()
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(!second.is_finished());
    first.write(&[put("a", "1")], &mut |_, _| {}).unwrap();
    drop(first);
    assert_eq!(second.join().unwrap(), b"1");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_game_is_not_the_users() {
    let temp = tempfile::tempdir().unwrap();
    let game = temp.path().join("game");
    fs::create_dir(&game).unwrap();
    std::os::unix::fs::symlink(temp.path(), game.join("out")).unwrap();
    std::os::unix::fs::symlink(temp.path(), temp.path().join("mine")).unwrap();
    assert!(not_through_links_of(&game, &game.join("out")).is_err());
    assert!(not_through_links_of(&game, &game.join("out/deep/er")).is_err());
    assert!(not_through_links_of(&game, &temp.path().join("mine/out")).is_ok(), "the user's own link");
    assert!(not_through_links_of(&game, &game.join("new")).is_ok());
}
