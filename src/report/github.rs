//! Annotations of a GitHub workflow: each finding stands at its line in the pull request.

use std::fmt;

use super::pick::pick;
use super::place::Spot;
use super::words::{harmless, message};
use super::{Checked, Format, Style, closing};
use crate::diag::{Diag, Severity};

pub(super) fn render(games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    for game in games {
        let picked = pick(Format::Github, game, style);
        for diag in &picked.diags {
            annotate(game, diag, out)?;
        }
        for line in picked.lines() {
            writeln!(out, "muster: {line}")?;
        }
        // The prefix keeps a game whose name begins with `::` from giving orders.
        writeln!(out, "muster: {}", closing::line(game))?;
    }
    Ok(())
}

fn annotate(game: &Checked<'_>, diag: &Diag, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut text = message(diag);
    let word = match diag.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    write!(out, "::{word} ")?;
    if let Some(spot) = Spot::of(game.files, &diag.place) {
        let (file, sheet) = spot.label_and_sheet();
        write!(out, "file={},", property(&harmless(file)))?;
        if let Some(cell) = spot.cell() {
            // A workbook has no lines to annotate.
            text = format!("{}{cell}: {text}", sheet.map(|sheet| format!("{}!", harmless(sheet))).unwrap_or_default());
        } else if !spot.in_workbook() {
            write!(out, "line={},", spot.line)?;
            // Columns are refused where there is more than one line.
            if spot.line == spot.end_line && !spot.whole {
                write!(out, "col={},endLine={},endColumn={},", spot.column, spot.end_line, spot.end_column)?;
            } else {
                write!(out, "endLine={},", spot.end_line)?;
            }
        }
    }
    if diag.repeated() > 0 {
        text = format!("{text}\nand {} more like it", diag.repeated());
    }
    for (place, what) in &diag.related {
        if let Some(spot) = Spot::of(game.files, place) {
            text = format!("{text}\n{}: {}", spot.address(), harmless(what));
        }
    }
    if let Some(help) = &diag.help {
        text = format!("{text}\nhelp: {}", harmless(help));
    }
    writeln!(out, "title={} {}::{}", property(diag.rule.code), property(diag.rule.name), data(&text))
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100%\r\nyes, a:b"), "100%25%0D%0Ayes, a:b");
        assert_eq!(property("a,b:c%\n"), "a%2Cb%3Ac%25%0A");
    }
}
