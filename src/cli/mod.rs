//! The command line: one file a command. Everything that touches the disk, the terminal or the environment of a
//! person is here or in `source::world`.

mod args;
mod args_new;
mod build;
mod build_dir;
mod check;
mod completions;
mod diff;
mod example;
mod exit;
mod explain;
mod folder;
mod git;
mod import;
mod inspect;
mod log_file;
mod lsp;
mod man;
mod map;
mod migrate;
mod new;
mod odds;
mod outside;
mod picture;
mod play;
mod progress;
mod question;
mod questions;
mod reference;
mod replay;
mod rules;
mod rules_play;
mod rules_sources;
mod rules_words;
mod schema;
mod sheet;
mod simulate;
mod simulation;
mod starter;
mod stdout;
mod timings;
mod unused;
mod variants;
mod version;
mod watch;
mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::diag::shortened;
use args::{Cli, Command};
use exit::Exit;
use stdout::Stdout;

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    run(std::env::args_os()).into()
}

fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too. If nobody reads it, nobody is harmed.
            if error.exit_code() == 0 {
                let _ = error.print();
                return Exit::Clean;
            }
            // It repeats what was typed.
            exit::complain(&shortened(error.to_string()));
            return Exit::CouldNotRun;
        }
    };
    let mut out = Stdout::open();
    let done = match cli.command {
        Command::New(args) => new::run(&args, &mut out),
        Command::Import(args) => import::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Watch(args) => watch::run(&args, &mut out),
        Command::Build(args) => build::run(&args, &mut out),
        Command::Map(args) => map::run(&args, &mut out),
        Command::Sheet(args) => sheet::run(&args, &mut out),
        Command::Why(args) => why::run(&args, &mut out),
        Command::Odds(args) => odds::run(&args, &mut out),
        Command::Rules(args) => rules::run(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Simulate(args) => simulate::run(&args, &mut out),
        Command::Inspect(args) => inspect::run(&args, &mut out),
        Command::Diff(args) => diff::run(&args, &mut out),
        Command::Migrate(args) => migrate::run(&args, &mut out),
        Command::Explain(args) => explain::run(&args, &mut out),
        Command::Schema(args) => schema::run(&args, &mut out),
        Command::Lsp(args) => lsp::run(&args, &mut out),
        Command::Completions(args) => completions::run(&args, &mut out),
        Command::Man(args) => man::run(&args, &mut out),
    };
    match done.and_then(|exit| out.finish().map(|()| exit)) {
        Ok(exit) => exit,
        Err(failure) => {
            failure.tell();
            Exit::CouldNotRun
        }
    }
}

#[cfg(test)]
mod tests;
