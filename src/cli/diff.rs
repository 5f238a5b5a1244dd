//! `muster diff`: what changed between two versions of a game.

use super::args::Diff;
use super::exit::{Exit, Failure};
use super::stdout::Stdout;
use super::version::{here, like_bundle, version};
use crate::diag::Severity;
use crate::diff::{Edition, Format, compare, render};

pub(super) fn run(args: &Diff, out: &mut Stdout) -> Result<Exit, Failure> {
    let (mut old, mut new) = (version(&args.old, here(&args.new))?, version(&args.new, here(&args.old))?);
    match (&old.scenario, &new.scenario) {
        (Some(scenario), None) => new.compiled = like_bundle(&new.compiled, &args.new, scenario)?,
        (None, Some(scenario)) => old.compiled = like_bundle(&old.compiled, &args.old, scenario)?,
        _ => {}
    }
    let (old, new) = (old.compiled, new.compiled);
    let changes = compare(&old.game, &new.game);
    let before = Edition { label: &args.old, game: &old.game, errors: old.count(Severity::Error) };
    let after = Edition { label: &args.new, game: &new.game, errors: new.count(Severity::Error) };
    let format = args.format.into();
    let text = render(format, &before, &after, &changes);
    match format {
        Format::Json => out.json(&text),
        _ => out.bytes(text.as_bytes()),
    }
    Ok(if changes.is_empty() { Exit::Clean } else { Exit::Findings })
}
