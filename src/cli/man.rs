//! `muster man`: the pages that `man` shows, as the archives of a release have them.

use clap::CommandFactory;

use super::args::{Cli, Man};
use super::exit::{Exit, Failure};
use super::folder::{Change, Folder};
use super::stdout::Stdout;

pub(super) fn run(args: &Man, out: &mut Stdout) -> Result<Exit, Failure> {
    let pages = pages()?;
    let changes: Vec<Change<'_>> = pages.iter().map(|(path, bytes)| Change { path, bytes: Some(bytes) }).collect();
    Folder::lock(&args.dir)?.write(&changes, &mut |_, _| {})?;
    out.bytes(format!("{} pages in `{}`\n", pages.len(), args.dir.display()).as_bytes());
    Ok(Exit::Clean)
}

/// `muster.1`, and a page for each command that the help shows.
fn pages() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut whole = Cli::command();
    // Only then each command knows what it is called as a part of the whole.
    whole.build();
    let parts = whole.get_subcommands().filter(|part| !part.is_hide_set() && part.get_name() != "help").cloned();
    let all: Vec<clap::Command> = std::iter::once(whole.clone()).chain(parts).collect();
    all.into_iter()
        .map(|command| {
            let examples = command.get_after_help().map(|text| examples(&text.to_string()));
            let page = clap_mangen::Man::new(command.after_help(None::<&'static str>));
            let mut bytes = Vec::new();
            page.render(&mut bytes).map_err(|why| Failure::new(format!("a page cannot be written: {why}")))?;
            bytes.extend(examples.unwrap_or_default().into_bytes());
            Ok((page.get_filename(), bytes))
        })
        .collect()
}

/// What stands below the help of a command, line by line: a command that is broken or filled cannot be typed.
fn examples(text: &str) -> String {
    let lines = text.lines().filter(|line| *line != "Examples:");
    // A line that begins with a dot would be a command of the page itself.
    let lines: Vec<String> = lines.map(|line| format!("\\&{}\n", line.trim().replace('\\', "\\e").replace('-', "\\-"))).collect();
    format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_page() {
        let pages = pages().unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.starts_with(&["muster.1", "muster-new.1"]), "{names:?}");
        assert_eq!(names.len(), Cli::command().get_subcommands().filter(|part| !part.is_hide_set()).count() + 1);
        let check = &pages.iter().find(|(name, _)| name == "muster-check.1").unwrap().1;
        let text = String::from_utf8(check.clone()).unwrap();
        assert!(text.contains(".TH muster-check 1") && text.contains("deny"), "{text}");
        // Examples stand line by line, as they are typed.
        let new = &pages.iter().find(|(name, _)| name == "muster-new.1").unwrap().1;
        let text = String::from_utf8(new.clone()).unwrap();
        let examples = text.split(".SH EXAMPLES\n.nf\n").nth(1).unwrap_or_default();
        assert!(examples.starts_with("\\&muster new my\\-game ") && examples.ends_with("\n.fi\n"), "{text}");
        assert!(!text.contains("EXTRA"), "{text}");
    }
}
