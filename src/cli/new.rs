//! `muster new`: a folder with a game in it. All of it or nothing, and never over anything that is there.

#![allow(clippy::disallowed_methods, reason = "writes the folder that was asked for")]

use std::io;
use std::path::{Path, PathBuf};

use super::args::New;
use super::exit::{Exit, Failure, plain};
use super::out::Out;
use super::{example, starter};

pub(super) fn run(args: &New, out: &mut Out) -> Result<Exit, Failure> {
    let dir = &args.dir;
    let shown = dir.display();
    let there = match std::fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(false) => {
            return Err(Failure::new(format!("the folder `{shown}` is not empty, and nothing in it is overwritten"))
                .help("name a folder that does not exist yet"));
        }
        Ok(true) => true,
        Err(error) if error.kind() == io::ErrorKind::NotFound && dir.symlink_metadata().is_err() => false,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory || dir.is_file() => {
            return Err(
                Failure::new(format!("`{shown}` is a file, or lies below one")).help("name a folder that does not exist yet")
            );
        }
        Err(error) => return Err(Failure::new(format!("the folder `{shown}` cannot be read: {}", plain(&error)))),
    };
    let name = match &args.name {
        Some(name) if name.trim().is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) => {
            return Err(Failure::new("a game's name has 1 to 200 letters, in one line").help("say `--name \"My Game\"`"));
        }
        Some(name) => name.trim().to_owned(),
        None if args.example => "First Steps".to_owned(),
        None => words_of(dir),
    };
    let files = if args.example { example::files() } else { starter::files(&name) };
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, bytes)| (*path, bytes.as_slice())).collect();
    let written = if there { fill(dir, &files) } else { make(dir, &files) };
    written.map_err(|error| Failure::new(format!("the folder `{shown}` cannot be written: {}", plain(&error))))?;
    let list: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
    let text =
        format!("{name} is in `{shown}`: {}\nnext: `muster check {shown}`, then change it and check it again\n", list.join(", "));
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// `my-first_game` becomes `My First Game`.
fn words_of(dir: &Path) -> String {
    let full = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    let last = full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let words = last.split(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '-' | '_' | '.'));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(capital).collect();
    let name: String = words.join(" ").chars().take(200).collect();
    if name.is_empty() { "My Game".to_owned() } else { name }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Makes the folder: written beside its place, then moved there in one step.
pub(super) fn make(dir: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    let parent = match dir.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let missing: Vec<&Path> = parent.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists()).collect();
    let stage = parent.join(stage_name());
    let done = std::fs::create_dir_all(&parent)
        .and_then(|()| std::fs::create_dir(&stage))
        .and_then(|()| write(&stage, files).and_then(|()| std::fs::rename(&stage, dir)).inspect_err(|_| discard(&stage)));
    if done.is_err() {
        // Only folders that were made here, and only while they are empty.
        for dir in missing {
            let _ = std::fs::remove_dir(dir);
        }
    }
    done
}

/// Fills a folder that is there and empty, such as the current one: written inside it, then moved up.
fn fill(dir: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    let stage = dir.join(stage_name());
    std::fs::create_dir(&stage)?;
    let mut moved: Vec<PathBuf> = Vec::new();
    let done = write(&stage, files).and_then(|()| {
        let mut tops: Vec<&str> = files.iter().filter_map(|(path, _)| path.split('/').next()).collect();
        tops.sort_unstable();
        tops.dedup();
        for top in tops {
            let to = dir.join(top);
            if to.symlink_metadata().is_ok() {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("`{top}` is there already")));
            }
            std::fs::rename(stage.join(top), &to)?;
            moved.push(to);
        }
        std::fs::remove_dir(&stage)
    });
    if done.is_err() {
        moved.iter().for_each(|path| discard(path));
        discard(&stage);
    }
    done
}

fn stage_name() -> String {
    format!(".muster-new-{}", std::process::id())
}

fn write(stage: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    for (path, bytes) in files {
        let full = stage.join(path);
        if let Some(folder) = full.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(full, bytes)?;
    }
    Ok(())
}

/// Takes back what was written here.
fn discard(path: &Path) {
    let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_called_in_words() {
        assert_eq!(words_of(Path::new("games/my-first_game")), "My First Game");
        assert_eq!(words_of(Path::new("élan.2")), "Élan 2");
        assert_eq!(words_of(Path::new("--")), "My Game");
    }

    #[test]
    fn all_is_written_or_nothing() {
        let temp = tempfile::tempdir().unwrap();
        let names = |dir: &Path| -> Vec<String> {
            let mut names: Vec<String> =
                std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let files: Vec<(&str, &[u8])> = vec![("a.json", b"{}"), ("sub/b.json", b"[]")];
        let target = temp.path().join("deep/er/game");
        make(&target, &files).unwrap();
        assert_eq!(names(&target), ["a.json", "sub"]);
        assert_eq!(names(target.parent().unwrap()), ["game"]);

        // A file cannot be a folder too: the second write fails, and nothing stays.
        let bad: Vec<(&str, &[u8])> = vec![("a", b"x"), ("a/b", b"y")];
        assert!(make(&temp.path().join("new/one"), &bad).is_err());
        assert_eq!(names(temp.path()), ["deep"]);
        let empty = temp.path().join("empty");
        std::fs::create_dir(&empty).unwrap();
        assert!(fill(&empty, &bad).is_err());
        assert_eq!(names(&empty), Vec::<String>::new());
        fill(&empty, &files).unwrap();
        assert_eq!(names(&empty), ["a.json", "sub"]);
        // What is there stays as it is.
        assert!(fill(&empty, &[("a.json", b"new")]).is_err());
        assert_eq!(std::fs::read(empty.join("a.json")).unwrap(), b"{}");
    }
}
