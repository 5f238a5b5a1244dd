//! Long conditions in lines: what must all be so, and of what one is enough.

use serde_json::{Map, Value};

use super::Teller;
use super::fields::Fields;
use super::text::closed;
use crate::model::{Condition, spoken};

/// What is longer is no sentence that anybody reads.
const SENTENCE: usize = 200;
/// The same of clauses that share a line.
const LINE: usize = 130;

/// How many of the branches must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    All,
    Any,
    /// So many of them, whichever.
    Least(usize),
}

impl Of {
    fn other(self) -> Of {
        if self == Of::All { Of::Any } else { Of::All }
    }

    /// `all of these hold`.
    fn hold(self) -> String {
        match self {
            Of::All => "all of these hold".to_owned(),
            Of::Any => "any of these holds".to_owned(),
            Of::Least(n) => format!("at least {n} of these hold"),
        }
    }
}

/// A condition with its branches. What is not so has been carried down to the leaves.
enum Tree {
    /// When it may hold: `on turn 3`.
    Moment(String),
    /// What must be so.
    Clause(String),
    Group(Of, Vec<Tree>),
}

impl Teller<'_> {
    /// A condition as it stands behind a statement. One that is too long or too nested for a sentence goes on in lines: then
    /// the first is only its beginning, such as `if any of these holds`, and the lines come with their depth, from 1 on.
    #[must_use]
    pub fn provided_in_lines(&self, when: &Condition) -> (String, Vec<(usize, String)>) {
        let Some(value) = spoken(self.game, when) else { return Default::default() };
        let (sentence, tree) = (closed(&self.provided(&value)), counted(self.tree(&value, true)));
        let Tree::Group(of, branches) = &tree else { return (sentence, Vec::new()) };
        let plain = !matches!(of, Of::Least(_)) && !branches.iter().any(|it| matches!(it, Tree::Group(..)));
        if plain && sentence.chars().count() <= SENTENCE {
            return (sentence, Vec::new());
        }
        let (moments, of, branches) = parted(tree);
        let mut head = closed(&moments.join(" and "));
        head.push_str(if head.is_empty() { "" } else { ", " });
        head.push_str(&format!("if {}", of.hold()));
        let mut lines = Vec::new();
        branches.into_iter().for_each(|it| write(it, 1, &mut lines));
        lines.iter_mut().for_each(|(_, words): &mut (usize, String)| *words = closed(words));
        (head, lines)
    }

    /// The branches of a condition, or of its contrary.
    fn tree(&self, value: &Value, holds: bool) -> Tree {
        let of = if holds { Of::All } else { Of::Any };
        let mut branches: Vec<Tree> = Vec::new();
        let mut fields = Fields::of(value);
        let (all, any, not) = (fields.list("all"), fields.list("any"), fields.list("not"));
        for field in fields.rest() {
            let own = Value::Object(Map::from_iter([field]));
            let own = if holds { own } else { Value::Object(Map::from_iter([("not".to_owned(), own)])) };
            let (moments, clauses) = self.moments_and_clauses(&own);
            branches.extend(moments.into_iter().map(Tree::Moment).chain(clauses.into_iter().map(Tree::Clause)));
        }
        all.iter().for_each(|it| join(self.tree(it, holds), of, &mut branches));
        let mut ways: Vec<Tree> = Vec::new();
        any.iter().for_each(|it| join(self.tree(it, holds), of.other(), &mut ways));
        if !ways.is_empty() {
            join(grouped(of.other(), ways), of, &mut branches);
        }
        not.iter().for_each(|it| join(self.tree(it, !holds), of, &mut branches));
        branches.sort_by_key(|it| !matches!(it, Tree::Moment(_)));
        grouped(of, branches)
    }
}

/// A branch beside others; one of which as many must hold is part of them.
fn join(tree: Tree, of: Of, branches: &mut Vec<Tree>) {
    match tree {
        Tree::Group(same, inner) if same == of => branches.extend(inner),
        one => branches.push(one),
    }
}

/// Branches together; a single one is itself.
fn grouped(of: Of, branches: Vec<Tree>) -> Tree {
    match <[Tree; 1]>::try_from(branches) {
        Ok([one]) => one,
        Err(none) if none.is_empty() => Tree::Clause("always".to_owned()),
        Err(branches) => Tree::Group(of, branches),
    }
}

/// A tree in which any two of three clauses, and the like, are no list of all pairs.
fn counted(tree: Tree) -> Tree {
    let Tree::Group(of, branches) = tree else { return tree };
    let branches: Vec<Tree> = branches.into_iter().map(counted).collect();
    match some_of(of, &branches) {
        Some((least, clauses)) => Tree::Group(Of::Least(least), clauses.into_iter().map(Tree::Clause).collect()),
        None => Tree::Group(of, branches),
    }
}

/// How many of which clauses must hold, where the branches are all ways to choose as many of them.
fn some_of(of: Of, branches: &[Tree]) -> Option<(usize, Vec<String>)> {
    let mut all: Vec<String> = Vec::new();
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    for branch in branches {
        let Tree::Group(inner, clauses) = branch else { return None };
        if *inner != of.other() || matches!(of, Of::Least(_)) {
            return None;
        }
        let mut own: Vec<usize> = Vec::new();
        for clause in clauses {
            let Tree::Clause(words) = clause else { return None };
            own.push(all.iter().position(|known| known == words).unwrap_or_else(|| {
                all.push(words.clone());
                all.len() - 1
            }));
        }
        own.sort_unstable();
        own.dedup();
        chosen.push(own);
    }
    let (n, k) = (all.len(), chosen.first()?.len());
    chosen.sort();
    chosen.dedup();
    if k < 2 || n <= k || chosen.iter().any(|own| own.len() != k) || Some(chosen.len()) != ways(n, k) {
        return None;
    }
    Some((if of == Of::Any { k } else { n - k + 1 }, all))
}

/// In how many ways so many of all can be chosen.
fn ways(all: usize, chosen: usize) -> Option<usize> {
    (0..chosen).try_fold(1_usize, |ways, n| Some(ways.checked_mul(all.checked_sub(n)?)? / (n + 1)))
}

/// When it may hold, and how many of the rest must hold then.
fn parted(tree: Tree) -> (Vec<String>, Of, Vec<Tree>) {
    let (of, branches) = match tree {
        Tree::Group(of, branches) => (of, branches),
        one => return (Vec::new(), Of::All, vec![one]),
    };
    if of != Of::All || branches.iter().all(|it| matches!(it, Tree::Moment(_))) {
        return (Vec::new(), of, branches);
    }
    let (mut moments, mut rest): (Vec<String>, Vec<Tree>) = (Vec::new(), Vec::new());
    for branch in branches {
        match branch {
            Tree::Moment(words) => moments.push(words),
            other => rest.push(other),
        }
    }
    moments.sort_by_key(|moment| moment.starts_with("not "));
    match grouped(of, rest) {
        Tree::Group(of, rest) => (moments, of, rest),
        one => (moments, of, vec![one]),
    }
}

/// A branch in lines, with those of its own below it.
fn write(tree: Tree, depth: usize, lines: &mut Vec<(usize, String)>) {
    let words = match tree {
        Tree::Moment(words) | Tree::Clause(words) => words,
        Tree::Group(of, branches) => match in_one_line(of, &branches) {
            Some(line) => line,
            None => {
                let (moments, of, branches) = parted(Tree::Group(of, branches));
                let these = match of {
                    Of::All => "all of these:".to_owned(),
                    Of::Any => "any of these:".to_owned(),
                    Of::Least(n) => format!("at least {n} of these:"),
                };
                let when = moments.join(" and ");
                lines.push((depth, if when.is_empty() { these } else { format!("{when}, {these}") }));
                branches.into_iter().for_each(|it| write(it, depth + 1, lines));
                return;
            }
        },
    };
    lines.push((depth, words));
}

/// A few short clauses that must all hold.
fn in_one_line(of: Of, branches: &[Tree]) -> Option<String> {
    let clause = |it: &Tree| match it {
        Tree::Moment(words) | Tree::Clause(words) => Some(words.clone()),
        Tree::Group(..) => None,
    };
    let clauses = branches.iter().map(clause).collect::<Option<Vec<String>>>()?;
    // Where a clause has a list of its own, nobody takes the next clause for a part of it.
    let listed = clauses.iter().any(|it| [" and ", " or ", ", "].iter().any(|word| it.contains(word)));
    let line = clauses.join(if listed { ", and " } else { " and " });
    (of == Of::All && clauses.len() <= 3 && line.chars().count() <= LINE).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_choose_some_are_told_as_so_many_of_them() {
        let clause = |word: &str| Tree::Clause(word.to_owned());
        let tree = |of: Of, ways: &[&str]| {
            let way = |way: &&str| Tree::Group(of.other(), way.split(' ').map(clause).collect());
            counted(Tree::Group(of, ways.iter().map(way).collect()))
        };
        let told = |of: Of, ways: &[&str]| {
            let mut lines = Vec::new();
            write(tree(of, ways), 1, &mut lines);
            lines.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told(Of::Any, &["a b", "a c", "c b"]), "at least 2 of these: a b c");
        assert_eq!(told(Of::Any, &["a b c", "a b d", "a c d", "b c d"]), "at least 3 of these: a b c d");
        // Of every two, one: at most one is not so.
        assert_eq!(told(Of::All, &["a b", "a c", "b c"]), "at least 2 of these: a b c");
        // A pair that is missing, one that stands there twice, and one that says more.
        for ways in [&["a b", "a c"] as &[&str], &["a b", "a c", "a c"], &["a b", "a c", "b c d"]] {
            assert!(told(Of::Any, ways).starts_with("any of these: "), "{ways:?}");
        }
    }
}
