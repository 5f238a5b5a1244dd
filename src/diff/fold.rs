//! Changes to lines: all changes of a counter in one, and what several subjects share said once.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, ChangeKind, Noun, Section, Shown, listed, natural, plain, runs};
use super::scenarios::SCENARIO;
use super::speak::code;
use super::tables::TABLE;

/// One verb and several: `sets up`, `set up`.
type Verb = (&'static str, &'static str);

/// What parts of a scenario are called, one and several, and what is said of them.
const PARTS: [(&str, &str, &[Verb]); 2] = [
    ("counter ", "counters ", &[("sets up", "set up"), ("arrives", "arrive"), ("begins", "begin")]),
    ("place ", "places ", &[("is held", "are held")]),
];

/// How words are set: the plain sentence, or marked.
pub(super) trait Ink {
    /// A name that stands out.
    fn strong(&self, words: &str) -> String;
    /// Other words; ids stand between backticks.
    fn words(&self, words: &str) -> String;
}

/// As it is.
pub(super) struct Plain;

impl Ink for Plain {
    fn strong(&self, words: &str) -> String {
        words.to_owned()
    }

    fn words(&self, words: &str) -> String {
        words.to_owned()
    }
}

/// One sentence under a heading.
pub(super) struct Line {
    pub(super) section: Section,
    pub(super) text: String,
}

/// The sentence of a single change.
pub(super) fn sentence(change: &Change) -> String {
    stopped(one(&Plain, change, &[change]))
}

/// With its full stop, unless a quoted sentence ends it already.
fn stopped(text: String) -> String {
    if text.ends_with(".”") { text } else { format!("{text}.") }
}

/// The subject alone, as after "New counter: ".
fn bare(ink: &dyn Ink, change: &Change) -> String {
    match (change.noun.shown, &change.name) {
        (Shown::Kind, Some(name)) if *name != change.id => {
            format!("{} ({})", ink.strong(name), ink.words(&code(&change.id)))
        }
        (Shown::Kind, None | Some(_)) => ink.words(&code(&change.id)),
        (Shown::Name, Some(name)) => ink.words(name),
        (Shown::Name, None) => ink.words(&code(&change.id)),
        (Shown::Number, Some(name)) => format!("{} ({})", ink.words(&plain(&change.id)), ink.words(name)),
        (Shown::Number, None) => ink.words(&plain(&change.id)),
    }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The subject at the beginning of a sentence.
fn subject(ink: &dyn Ink, change: &Change) -> String {
    match change.noun.shown {
        Shown::Number | Shown::Kind => format!("{} {}", capital(change.noun.one), bare(ink, change)),
        _ => bare(ink, change),
    }
}

/// All that is said of one subject, or of one part of it, without the full stop.
fn one(ink: &dyn Ink, change: &Change, all: &[&Change]) -> String {
    let tail = |words: &str| if words.is_empty() { String::new() } else { format!(", {}", ink.words(words)) };
    match change.kind {
        ChangeKind::Added => format!("New {}: {}{}", change.noun.one, bare(ink, change), tail(&change.words)),
        ChangeKind::Removed => format!("{} removed: {}", capital(change.noun.one), bare(ink, change)),
        ChangeKind::Changed => {
            let words: Vec<&str> = all.iter().map(|change| change.words.as_str()).collect();
            format!("{}{}{}", subject(ink, change), lead(change), said(ink, change, &words.join("; ")))
        }
    }
}

/// A table is continued by its cell, everything else by a colon.
fn lead(change: &Change) -> &'static str {
    if *change.noun == TABLE && change.item.is_some() { ", " } else { ": " }
}

fn said(ink: &dyn Ink, change: &Change, words: &str) -> String {
    match &change.item {
        Some(item) if change.aspect == "result" => format!("{}: {}", ink.words(item), ink.words(words)),
        Some(item) => format!("{} {}", ink.words(item), ink.words(words)),
        None => ink.words(words),
    }
}

fn all_of(scenarios: usize) -> String {
    if scenarios == 2 { "Both scenarios" } else { "All scenarios" }.to_owned()
}

/// Several subjects with the same change.
fn several(ink: &dyn Ink, noun: &Noun, group: &[&Change], scenarios: usize) -> String {
    let Some(first) = group.first() else { return String::new() };
    let names: Vec<String> = group.iter().map(|change| bare(ink, change)).collect();
    let count = group.len();
    let ids: Vec<String> = group.iter().map(|change| plain(&change.id)).collect();
    match (first.kind, noun.shown) {
        (ChangeKind::Changed, _) if *noun == SCENARIO => {
            let who = if count == scenarios { all_of(count) } else { listed(&names, "and") };
            format!("{who}: {}", said(ink, first, &first.words))
        }
        (ChangeKind::Changed, Shown::Number) if group.iter().all(|change| change.name.is_none()) => {
            format!("{} {}: {}", capital(noun.many), ink.words(&runs(&ids)), ink.words(&first.words))
        }
        (ChangeKind::Changed, _) => {
            format!("{} {}: {}", capital(noun.many), listed(&names, "and"), ink.words(&first.words))
        }
        (ChangeKind::Added, _) if first.words.is_empty() => format!("New {}: {}", noun.many, ink.words(&runs(&ids))),
        (ChangeKind::Added, _) => format!("New {}, {}: {}", noun.many, ink.words(&first.words), ink.words(&runs(&ids))),
        (ChangeKind::Removed, _) => format!("{} removed: {}", capital(noun.many), ink.words(&runs(&ids))),
    }
}

/// Several parts of a subject with the same change: `counters a, b and c set up in 0508 → 0704`.
fn parts(ink: &dyn Ink, of: &[&Change], items: &[String], scenarios: usize) -> String {
    let Some(first) = of.first() else { return String::new() };
    let names: Vec<String> = of.iter().map(|change| bare(ink, change)).collect();
    let who = if of.len() > 1 && of.len() == scenarios { all_of(of.len()) } else { listed(&names, "and") };
    let bare = |item: &str| PARTS.iter().find_map(|part| item.strip_prefix(part.0)).unwrap_or(item).to_owned();
    let list = listed(&items.iter().map(|item| ink.words(&bare(item))).collect::<Vec<_>>(), "and");
    let words = &first.words;
    let part = PARTS.iter().find(|part| items.first().is_some_and(|item| item.starts_with(part.0)));
    let Some((_, many, verbs)) = part.filter(|_| *first.noun != TABLE) else {
        return format!("{who}, {list}: {}", ink.words(words));
    };
    let (head, rest) = words.strip_prefix("no longer ").map_or(("", words.as_str()), |rest| ("no longer ", rest));
    let verb = verbs.iter().find_map(|(one, many)| rest.strip_prefix(one).map(|rest| format!("{many}{rest}")));
    format!("{who}: {many}{list} {}", ink.words(&format!("{head}{}", verb.unwrap_or_else(|| rest.to_owned()))))
}

/// The words of a change and the subjects that share it.
type Together<'a> = (&'a str, Vec<&'a str>);

/// Makes lines of changes that are in the order of the errata.
pub(super) fn lines(ink: &dyn Ink, changes: &[Change], scenarios: usize) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for chunk in changes.chunk_by(|a, b| a.section == b.section && a.noun == b.noun && a.kind == b.kind) {
        let Some(first) = chunk.first() else { continue };
        let line = |text: String| Line { section: first.section, text: stopped(text) };
        // The same words of the same part, by how many subjects?
        let mut shared: BTreeMap<(Option<&str>, &str), Vec<&Change>> = BTreeMap::new();
        for change in chunk {
            shared.entry((change.item.as_deref(), change.words.as_str())).or_default().push(change);
        }
        let numbered = first.noun.shown == Shown::Number;
        let foldable = |group: &[&Change]| {
            let folds = first.kind == ChangeKind::Changed || numbered;
            folds && group.len() >= first.noun.fold
        };
        // Parts of the same subjects with the same words.
        let mut many: BTreeMap<Together<'_>, BTreeSet<&str>> = BTreeMap::new();
        for ((item, words), group) in shared.iter().filter(|_| first.kind == ChangeKind::Changed) {
            if let Some(item) = item.filter(|item| item.starts_with("roll") || PARTS.iter().any(|part| item.starts_with(part.0)))
            {
                many.entry((words, group.iter().map(|c| c.id.as_str()).collect())).or_default().insert(item);
            }
        }
        many.retain(|_, items| items.len() >= 3);
        // Which of them each part belongs to: found once, however many subjects share it.
        let mut part_of: BTreeMap<(Option<&str>, &str), &Together<'_>> = BTreeMap::new();
        for (together, items) in &many {
            part_of.extend(items.iter().map(|item| ((Some(*item), together.0), together)));
        }
        let mut told: BTreeSet<(Option<&str>, &str)> = BTreeSet::new();
        let mut single: Vec<&Change> = Vec::new();
        let mut folded: Vec<Line> = Vec::new();
        for change in chunk {
            let key = (change.item.as_deref(), change.words.as_str());
            let Some(group) = shared.get(&key).filter(|_| !told.contains(&key)) else { continue };
            if let Some(items) = part_of.get(&key).and_then(|together| many.get(*together)) {
                // The first of them tells it for all; the others find it told.
                told.extend(items.iter().map(|item| (Some(*item), key.1)));
                let mut items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
                items.sort_by_cached_key(|item| natural(item));
                folded.push(line(parts(ink, group, &items, scenarios)));
            } else if foldable(group) {
                told.insert(key);
                folded.push(line(several(ink, first.noun, group, scenarios)));
            } else {
                single.push(change);
            }
        }
        all.extend(folded);
        for subject in single.chunk_by(|a, b| first.noun.joined && a.id == b.id && a.item == b.item) {
            if let Some(change) = subject.first() {
                all.push(line(one(ink, change, subject)));
            }
        }
    }
    all
}
