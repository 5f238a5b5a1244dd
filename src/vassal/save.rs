//! Saves: commands one after the other, in groups within groups.

use super::text::split_at_most;

/// The sign between commands.
pub(crate) const ESCAPE: char = '\u{1b}';
/// Commands of one save.
pub(crate) const COMMANDS: usize = 200_000;
/// Groups within groups.
pub(crate) const DEPTH: usize = 32;

/// How much of a save was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Commands that were heard.
    pub(crate) count: usize,
    /// Groups that lie too deep, and were not read.
    pub(crate) deep: usize,
}

impl Extent {
    /// Whether there are more commands than are read.
    pub(crate) fn is_cut(self) -> bool {
        self.count > COMMANDS
    }
}

/// Splits groups until single commands are left. A group is dropped when it has been split, so that groups within groups
/// do not hold the same text many times.
pub(crate) fn commands(text: String, hear: &mut impl FnMut(&str)) -> Extent {
    let mut extent = Extent::default();
    let mut waiting = vec![(text, 0)];
    while let Some((text, depth)) = waiting.pop() {
        if extent.is_cut() {
            return extent;
        }
        // Nothing but signs would be millions of commands.
        let mut items = if text.contains(ESCAPE) { split_at_most(&text, ESCAPE, COMMANDS + 2) } else { vec![text] };
        // One item may hold an escaped sign: it belongs to it.
        if let [one] = items.as_slice() {
            extent.count += 1;
            hear(one);
        } else if depth < DEPTH {
            waiting.extend(items.drain(..).rev().map(|item| (item, depth + 1)));
        } else {
            extent.deep += 1;
        }
    }
    extent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> (Vec<String>, Extent) {
        let mut all = Vec::new();
        let extent = commands(text.to_owned(), &mut |one| all.push(one.to_owned()));
        (all, extent)
    }

    #[test]
    fn groups_are_split_until_commands_are_left() {
        assert_eq!(heard("a\u{1b}b\\\u{1b}c\u{1b}d").0, ["a", "b", "c", "d"]);
        assert_eq!(heard("").1, Extent { count: 1, deep: 0 });
    }

    #[test]
    fn signs_without_end_are_no_commands_without_end() {
        let (all, extent) = heard(&"\u{1b}".repeat(COMMANDS * 3));
        assert!(extent.is_cut() && all.len() == COMMANDS + 1);
        let mut deep = "x".to_owned();
        for _ in 0..DEPTH + 3 {
            deep = format!("a\u{1b}{}", deep.replace('\u{1b}', "\\\u{1b}"));
        }
        assert_eq!(heard(&deep).1.deep, 1);
    }
}
