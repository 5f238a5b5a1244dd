//! `muster new`: a folder with a game in it. All of it or nothing, and never over anything that is there.

#![allow(clippy::disallowed_methods, reason = "writes the folder that was asked for")]

use std::io::{self, IsTerminal};
use std::path::Path;

use super::args_new::New;
use super::exit::{Exit, Failure, plain};
use super::folder::{is_stage, write_new};
use super::stdout::Stdout;
use super::{example, questions, starter};
use crate::compile::compile;
use crate::diag::Severity;
use crate::source::Memory;

pub(super) fn run(args: &New, out: &mut Stdout) -> Result<Exit, Failure> {
    let dir = &args.dir;
    let shown = dir.display();
    // What a killed run has left waiting is cleared away when the folder is written.
    let mine = |entry: &io::Result<std::fs::DirEntry>| {
        entry.as_ref().is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_stage))
    };
    match std::fs::read_dir(dir).map(|entries| entries.filter(|entry| !mine(entry)).count()) {
        Ok(1..) => {
            return Err(Failure::new(format!("the folder `{shown}` is not empty, and nothing in it is overwritten"))
                .help("name a folder that does not exist yet"));
        }
        Ok(0) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound && dir.symlink_metadata().is_err() => {}
        Err(error) if error.kind() == io::ErrorKind::NotADirectory || dir.is_file() => {
            return Err(
                Failure::new(format!("`{shown}` is a file, or lies below one")).help("name a folder that does not exist yet")
            );
        }
        Err(error) => return Err(Failure::new(format!("the folder `{shown}` cannot be read: {}", plain(&error)))),
    }
    let name = match &args.name {
        Some(name) if name.trim().is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) => {
            return Err(Failure::new("a game's name has 1 to 200 letters, in one line").help("say `--name \"My Game\"`"));
        }
        Some(name) if name.contains(['/', '\\']) => {
            return Err(Failure::new(format!("`{name}` cannot be a game's name: files are called by it, so it has no slashes"))
                .help("say `--name \"My Game\"`"));
        }
        Some(name) => name.trim().to_owned(),
        None if args.example => "First Steps".to_owned(),
        None => words_of(dir),
    };
    // Told before anything is asked: no answer would mend it.
    if let Some(letters) = questions::unwritten(&name) {
        return Err(Failure::new(format!("`{name}` cannot be the game's name: no font has the letters `{letters}`"))
            .help("say `--name \"My Game\"`; once art.json has a font with these letters, module.json can be changed"));
    }
    let files = if args.example {
        example::files()
    } else {
        let answers = if args.yes || !io::stdin().is_terminal() || !out.is_terminal() {
            questions::usual(args, name.clone())?
        } else {
            questions::ask(args, name.clone(), &mut io::stdin().lock(), out)?
        };
        let files = starter::files(&answers);
        proven(&files)?;
        files
    };
    write_new(dir, files.iter().map(|(path, bytes)| (*path, bytes.as_slice())))?;
    let list: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
    let next = typed(&shown.to_string());
    let text =
        format!("{name} is in `{shown}`: {}\nnext: `muster check {next}`, then change it and check it again\n", list.join(", "));
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// A path as it is typed behind a command: one with blanks has quotes.
pub(super) fn typed(path: &str) -> String {
    let free = |c: char| c.is_alphanumeric() || "/\\:._-+~,=@%".contains(c);
    if !path.is_empty() && path.chars().all(free) { path.to_owned() } else { format!("\"{path}\"") }
}

/// No answers make a game that is not in order; should some do, nothing is written.
fn proven(files: &[(&str, Vec<u8>)]) -> Result<(), Failure> {
    let world = files.iter().fold(Memory::new(), |world, (path, bytes)| world.with(path, bytes.clone()));
    let compiled = compile(&world);
    match compiled.diags.iter().find(|diag| diag.severity != Severity::Hint) {
        Some(found) => Err(Failure::new(format!("these answers do not make a game that is in order: {}", found.message))
            .help("answer otherwise; a name, of the game or of a side, is the likeliest cause")),
        None => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_called_in_words() {
        assert_eq!(words_of(Path::new("games/my-first_game")), "My First Game");
        assert_eq!(words_of(Path::new("élan.2")), "Élan 2");
        assert_eq!(words_of(Path::new("--")), "My Game");
    }
}
