//! `muster completions`: what a shell needs to complete our commands.

use clap::CommandFactory;

use super::args::{Cli, Completions};
use super::exit::{Exit, Failure};
use super::stdout::Stdout;

pub(super) fn run(args: &Completions, out: &mut Stdout) -> Result<Exit, Failure> {
    // clap_complete panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "muster", &mut script);
    out.raw(&script);
    Ok(Exit::Clean)
}
