//! The last lines of a report for people: how many, of what, and what could not be checked.

use std::fmt;

use super::words::{clipped, count, harmless};
use super::{Checked, Style};
use crate::diag::Severity;
use crate::origins::{Resting, RestingKind};

/// So many lines of what was not checked; the rest is counted.
const MOST: usize = 8;

/// `2 errors, 1 warning in First Steps (24 units, 140 hexes, 2 scenarios)`.
pub(super) fn line(game: &Checked<'_>) -> String {
    let list = |counts: &[(usize, &str)]| {
        let some = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what));
        some.collect::<Vec<_>>().join(", ")
    };
    let size = list(&[(game.size.units, "unit"), (game.size.hexes, "hex"), (game.size.scenarios, "scenario")]);
    let called = harmless(game.called());
    let found = list(&[
        (game.tally(Severity::Error), "error"),
        (game.tally(Severity::Warning), "warning"),
        (game.tally(Severity::Hint), "hint"),
    ]);
    match (found.is_empty(), size.is_empty()) {
        (true, true) => format!("{called} is clean"),
        (true, false) => format!("{called} is clean: {size}"),
        (false, true) => format!("{found} in {called}"),
        (false, false) => format!("{found} in {called} ({size})"),
    }
}

/// Writes the closing lines of one game.
pub(super) fn write(game: &Checked<'_>, style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    let colour = match (game.tally(Severity::Error), game.tally(Severity::Warning)) {
        (0, 0) => "\x1b[32m",
        (0, _) => "\x1b[33m",
        _ => "\x1b[31m",
    };
    let line = line(game);
    if style.colour {
        writeln!(out, "{colour}\x1b[1m{line}\x1b[0m")?
    } else {
        writeln!(out, "{line}")?
    }
    let list = game.unchecked;
    // One line more is not worth a line that says so.
    let most = if list.len() == MOST + 1 { MOST + 1 } else { MOST };
    for unchecked in list.iter().take(most) {
        let text = format!("not checked: {} ({})", harmless(&unchecked.what), harmless(&unchecked.why));
        writeln!(out, "{}", clipped(&text, 200))?;
    }
    match list.len().saturating_sub(most) + game.more_unchecked {
        0 => {}
        more => writeln!(out, "and {more} more not checked (--format json lists all)")?,
    }
    // One line for all: a game has many of them, and `muster rules` has room for the reasons.
    if !game.stated.is_empty() {
        let kinds: Vec<String> = game.stated.iter().map(|stated| harmless(&stated.what).into_owned()).collect();
        writeln!(out, "stated, not enforced: {}; `muster rules` says which and why", kinds.join("; "))?;
    }
    if let Some(counters) = counters(game.resting) {
        writeln!(out, "{}; `muster rules --sources` says more", clipped(&counters, 300))?;
    }
    Ok(())
}

/// `counters rest on: the rule text (stated in the rules) 31, our formula (judgement) 140; nothing is said of 2`.
fn counters(resting: &Resting) -> Option<String> {
    let count = |source| resting.count(RestingKind::Counter, source);
    let sources = resting.sources.iter().enumerate().filter(|(n, _)| count(Some(*n)) > 0);
    let each = sources.map(|(n, source)| format!("{} ({}) {}", harmless(&source.name), source.kind, count(Some(n))));
    let each: Vec<String> = each.collect();
    let unsaid = count(None);
    match (each.is_empty(), unsaid) {
        (true, _) => None,
        (false, 0) => Some(format!("counters rest on: {}", each.join(", "))),
        (false, n) => Some(format!("counters rest on: {}; nothing is said of {n}", each.join(", "))),
    }
}
