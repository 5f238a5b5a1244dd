//! What became of a module: what is there now, what was guessed, and what could not be carried over, one by one.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::so_many;

/// Lines of one kind that are written out; the rest is counted.
const LINES: usize = 20_000;

/// What an import has to tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    carried: Vec<String>,
    guessed: Vec<String>,
    /// The same, to know what was guessed already.
    known: BTreeSet<String>,
    /// What is kept for VASSAL alone, by kind.
    kept: BTreeMap<String, usize>,
    /// By reason: what was left behind.
    lost: BTreeMap<(String, String), (Vec<String>, usize)>,
}

impl Report {
    /// So many of something are there now.
    pub(super) fn carried(&mut self, one: &str, more: &str, count: usize) {
        self.carried.push(so_many(count, one, more));
    }

    /// So many of this kind are kept for VASSAL, and the game makes no use of them.
    pub(super) fn kept(&mut self, kind: &str, count: usize) {
        if count > 0 {
            *self.kept.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Something that the module does not say.
    pub(super) fn guessed(&mut self, line: impl Into<String>) {
        let line = one_line(&line.into());
        if self.guessed.len() < LINES && self.known.insert(line.clone()) {
            self.guessed.push(line);
        }
    }

    /// Something of this kind could not be carried over, for this reason.
    pub(super) fn lost(&mut self, kind: &str, why: &str, what: impl Into<String>) {
        // What is not written out is only counted.
        let what = plain(&what.into());
        let (all, more) = self.lost.entry((kind.to_owned(), why.to_owned())).or_default();
        if all.len() < LINES {
            all.push(what);
        } else {
            *more += 1;
        }
    }

    /// So many of this kind are beyond what is read; the first of them is named.
    pub(super) fn cut(&mut self, kind: &str, why: &str, first: impl Into<String>, count: usize) {
        let Some(rest) = count.checked_sub(1) else { return };
        let (all, more) = self.lost.entry((kind.to_owned(), why.to_owned())).or_default();
        if all.is_empty() {
            all.push(plain(&first.into()));
            *more += rest;
        } else {
            *more += count;
        }
    }

    /// How many things were left behind.
    pub(super) fn count(&self) -> usize {
        self.lost.values().map(|(all, more)| all.len() + more).sum()
    }

    /// The guesses, for whoever waits at the terminal.
    pub(super) fn guesses(&self) -> &[String] {
        &self.guessed
    }

    pub(super) fn page(&self, game: &str, from: &str) -> String {
        let mut page = format!("# Import of {game}\n\nFrom `{from}`.\n\n## What is here\n\n");
        for line in &self.carried {
            page += &format!("- {line}\n");
        }
        if !self.guessed.is_empty() {
            page += "\n## What was guessed\n\n";
            for line in &self.guessed {
                page += &format!("- {line}\n");
            }
        }
        if !self.kept.is_empty() {
            page +=
                "\n## What is kept for VASSAL alone\n\nIt stands in `vassal`, and `muster build --emit vmod` puts it back.\n\n";
            for (kind, count) in &self.kept {
                page += &format!("- {count} × {}\n", plain(kind));
            }
        }
        page += "\n## What could not be carried over\n";
        if self.lost.is_empty() {
            page += "\nNothing was left behind.\n";
        }
        for ((kind, why), (all, more)) in &self.lost {
            page += &format!("\n### {kind}: {why} ({})\n\n", all.len() + more);
            for what in all {
                page += &format!("- {what}\n");
            }
            if *more > 0 {
                page += &format!("- and {more} more\n");
            }
        }
        page += "\n## Counted\n\n| what | why | count |\n|---|---|---|\n";
        for ((kind, why), (all, more)) in &self.lost {
            page += &format!("| {} | {} | {} |\n", plain(kind), plain(why), all.len() + more);
        }
        page + &format!("| all | | {} |\n", self.count())
    }
}

/// Names of other people in one line, and without what a table or a list would take for its own.
fn plain(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(400).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_was_lost_is_named_and_counted() {
        let mut report = Report::default();
        report.carried("unit", "units", 3);
        report.carried("box", "boxes", 1);
        report.lost("trait", "a trigger is VASSAL's own", "1st Inf");
        report.lost("trait", "a trigger is VASSAL's own", "2nd|Inf\n");
        let page = report.page("G", "g.vmod");
        assert!(page.contains("- 3 units\n- 1 box\n") && page.contains("- 1st Inf\n- 2nd\\|Inf \n"));
        assert!(page.ends_with("| trait | a trigger is VASSAL's own | 2 |\n| all | | 2 |\n"));
        assert!(Report::default().page("G", "g").contains("Nothing was left behind"));
    }

    #[test]
    fn what_is_cut_is_one_line_and_a_count() {
        let mut report = Report::default();
        report.cut("layer", "a piece has no more than 64", "none", 0);
        assert_eq!(report.count(), 0);
        report.cut("layer", "a piece has no more than 64", "`L` of A", 2);
        report.cut("layer", "a piece has no more than 64", "`L` of B", 5);
        let page = report.page("G", "g");
        assert!(page.contains("### layer: a piece has no more than 64 (7)\n\n- `L` of A\n- and 6 more\n\n"), "{page}");
    }
}
