//! One line a finding, as compilers write them: editors and `grep` know how to read it.

use std::fmt;

use super::pick::pick;
use super::place::Spot;
use super::words::message;
use super::{Checked, Format, Style, closing};

pub(super) fn render(games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    for game in games {
        let picked = pick(Format::Short, game, style);
        for diag in &picked.diags {
            if let Some(spot) = Spot::of(game.files, &diag.place) {
                // A whole file is its first character: readers of such lines expect a line and a column.
                let first = if spot.whole && !spot.in_workbook() { ":1:1" } else { "" };
                write!(out, "{}{first}: ", spot.address())?;
            }
            write!(out, "{}[{}]: {}", diag.severity.word(), diag.rule.code, message(diag))?;
            if diag.repeated() > 0 {
                write!(out, " [+{} like it]", diag.repeated())?;
            }
            writeln!(out)?;
        }
        for line in picked.lines() {
            writeln!(out, "{line}")?;
        }
        closing::write(game, &Style::default(), out)?;
    }
    Ok(())
}
