//! What became of a module: what is there now, what was guessed, and what could not be carried over, one by one.

use std::collections::BTreeMap;

/// Lines of one kind that are written out; the rest is counted.
const LINES: usize = 20_000;

/// What an import has to tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    carried: Vec<(String, usize)>,
    guessed: Vec<String>,
    /// By reason: what was left behind.
    lost: BTreeMap<(String, String), Vec<String>>,
}

impl Report {
    /// So many of something are there now.
    pub(super) fn carried(&mut self, what: impl Into<String>, count: usize) {
        self.carried.push((what.into(), count));
    }

    /// Something that the module does not say.
    pub(super) fn guessed(&mut self, line: impl Into<String>) {
        let line = line.into();
        if !self.guessed.contains(&line) {
            self.guessed.push(line);
        }
    }

    /// Something of this kind could not be carried over, for this reason.
    pub(super) fn lost(&mut self, kind: &str, why: &str, what: impl Into<String>) {
        self.lost.entry((kind.to_owned(), why.to_owned())).or_default().push(what.into());
    }

    /// How many things were left behind.
    pub(super) fn count(&self) -> usize {
        self.lost.values().map(Vec::len).sum()
    }

    /// The guesses, for whoever waits at the terminal.
    pub(super) fn guesses(&self) -> &[String] {
        &self.guessed
    }

    /// The page.
    pub(super) fn page(&self, game: &str, from: &str) -> String {
        let mut page = format!("# Import of {game}\n\nFrom `{from}`.\n\n## What is here\n\n");
        for (what, count) in &self.carried {
            page += &format!("- {count} {what}\n");
        }
        if !self.guessed.is_empty() {
            page += "\n## What was guessed\n\n";
            for line in &self.guessed {
                page += &format!("- {line}\n");
            }
        }
        page += "\n## What could not be carried over\n";
        if self.lost.is_empty() {
            page += "\nNothing was left behind.\n";
        }
        for ((kind, why), all) in &self.lost {
            page += &format!("\n### {kind}: {why} ({})\n\n", all.len());
            for what in all.iter().take(LINES) {
                page += &format!("- {}\n", plain(what));
            }
            if all.len() > LINES {
                page += &format!("- and {} more\n", all.len() - LINES);
            }
        }
        page += "\n## Counted\n\n| what | why | count |\n|---|---|---|\n";
        for ((kind, why), all) in &self.lost {
            page += &format!("| {} | {} | {} |\n", plain(kind), plain(why), all.len());
        }
        page + &format!("| all | | {} |\n", self.count())
    }
}

/// Names of other people in one line, and without what a table or a list would take for its own.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(400).collect();
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_was_lost_is_named_and_counted() {
        let mut report = Report::default();
        report.carried("units", 3);
        report.lost("trait", "a trigger is VASSAL's own", "1st Inf");
        report.lost("trait", "a trigger is VASSAL's own", "2nd|Inf\n");
        let page = report.page("G", "g.vmod");
        assert!(page.contains("- 3 units\n") && page.contains("- 1st Inf\n- 2nd\\|Inf \n"));
        assert!(page.ends_with("| trait | a trigger is VASSAL's own | 2 |\n| all | | 2 |\n"));
        assert!(Report::default().page("G", "g").contains("Nothing was left behind"));
    }
}
