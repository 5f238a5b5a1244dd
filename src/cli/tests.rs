//! The example that `muster new` writes is in order, and the arguments are.

#![allow(clippy::disallowed_methods, reason = "reads the pages of the repository")]

use super::example;
use crate::compile::compile;
use crate::diag::Severity;
use crate::source::Memory;

#[test]
fn the_example_is_clean() {
    let world = example::files().into_iter().fold(Memory::new(), |world, (path, bytes)| world.with(path, bytes));
    let compiled = compile(&world);
    let found: Vec<&str> = compiled.diags.iter().map(|diag| diag.message.as_str()).collect();
    assert_eq!(found, [""; 0]);
    assert_eq!(compiled.count(Severity::Error), 0);
}

#[test]
fn the_arguments_are_consistent() {
    use clap::CommandFactory;
    super::args::Cli::command().debug_assert();
}

/// What the pages tell people to type: as code within a sentence, or as a line of a block that is not what a command prints.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    let mut printed = false;
    let lines = page.lines().filter(move |line| {
        if line.starts_with("```") {
            printed = line.starts_with("```text");
        }
        !printed && line.starts_with("muster ") || line.starts_with("$ muster ")
    });
    let spans = page.lines().filter(|line| !line.starts_with("```")).flat_map(|line| line.split('`').skip(1).step_by(2));
    lines.chain(spans.filter(|span| span.starts_with("muster ")))
}

#[test]
fn every_command_in_the_documents_is_one_that_can_be_typed() {
    use clap::Parser;
    use clap::error::ErrorKind;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("ARCHITECTURE.md")];
    for folder in ["docs", "docs/howto", "src/cli/templates"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages
            .extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("checks.md")));
    }
    let (mut tried, mut wrong) = (0, Vec::new());
    for path in pages {
        let page = std::fs::read_to_string(&path).unwrap();
        for command in commands(&page) {
            let plain = command.trim_start_matches("$ ").split([';', '|', '>', '&', '#']).next().unwrap_or_default();
            // A shell would read quotes and dots otherwise than we do here.
            if plain.contains(['"', '\'', '…', '*', '$']) {
                continue;
            }
            tried += 1;
            let Err(error) = super::args::Cli::try_parse_from(plain.split_whitespace()) else { continue };
            let unfinished = [ErrorKind::MissingRequiredArgument, ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
            if !unfinished.contains(&error.kind()) {
                wrong.push(format!("{}: {plain}: {:?}", path.display(), error.kind()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried > 150, "{tried}");
}
