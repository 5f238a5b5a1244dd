//! Two games side by side, and the one way in which lists of things are compared.
//!
//! Each thing is told as a list of properties, by ids; only where two tell differently are they told again by names,
//! for the reader. So a side that is called differently is one change, not one of each of its counters.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, ChangeKind, Noun, Section, listed, natural, runs};
use super::speak::Speak;
use crate::model::Game;

/// A property of a thing.
#[derive(Clone, PartialEq)]
pub(super) struct Prop {
    aspect: String,
    value: Value,
    /// What follows where there was nothing.
    nothing: &'static str,
    /// What is said where there is nothing any more.
    gone: Option<String>,
}

#[derive(Clone, PartialEq)]
enum Value {
    One(Option<String>),
    /// Many of a kind, in order; only what came and went is said.
    Many(BTreeSet<String>),
    /// Whether it is so.
    Flag(bool),
}

/// `attack 4`.
pub(super) fn prop(aspect: impl Into<String>, value: Option<String>) -> Prop {
    Prop { aspect: aspect.into(), value: Value::One(value), nothing: "was none", gone: None }
}

/// `along 0604/0704, 0604/0705`.
pub(super) fn many(aspect: impl Into<String>, values: impl IntoIterator<Item = String>) -> Prop {
    Prop { aspect: aspect.into(), value: Value::Many(values.into_iter().collect()), nothing: "", gone: None }
}

/// `weak`.
pub(super) fn flag(aspect: impl Into<String>, on: bool) -> Prop {
    Prop { aspect: aspect.into(), value: Value::Flag(on), nothing: "", gone: None }
}

impl Prop {
    /// Other words than `was none`.
    pub(super) fn nothing(mut self, words: &'static str) -> Self {
        self.nothing = words;
        self
    }

    /// Other words than `no attack`.
    pub(super) fn gone(mut self, words: impl Into<String>) -> Self {
        self.gone = Some(words.into());
        self
    }

    fn same(&self, other: &Prop) -> bool {
        match (&self.value, &other.value) {
            (Value::One(a), Value::One(b)) => a == b,
            (Value::Many(a), Value::Many(b)) => a == b,
            (Value::Flag(a), Value::Flag(b)) => a == b,
            _ => false,
        }
    }
}

/// An aspect, and which of several of that name: a number of the author's may be called as one of ours.
type Key = (String, usize);

fn keys(props: &[Prop]) -> Vec<Key> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let key = |prop: &Prop| -> Key {
        let nth = seen.entry(prop.aspect.clone()).or_default();
        *nth += 1;
        (prop.aspect.clone(), *nth)
    };
    props.iter().map(key).collect()
}

/// Before, after and the words for both.
type Wording = (Option<String>, Option<String>, String);

fn tell(old: &Prop, new: &Prop) -> Vec<Wording> {
    let aspect = if new.aspect.is_empty() { String::new() } else { format!("{} ", new.aspect) };
    match (&old.value, &new.value) {
        (Value::One(before), Value::One(after)) => {
            let words = match (before, after) {
                (Some(b), Some(a)) => format!("{aspect}{b} → {a}"),
                (None, Some(a)) if new.nothing.is_empty() => format!("{aspect}{a}"),
                (None, Some(a)) => format!("{aspect}{a}, {}", new.nothing),
                (Some(b), None) => match &old.gone {
                    Some(gone) => format!("{gone}, was {b}"),
                    None => format!("no {aspect}any more, was {b}"),
                },
                (None, None) => return Vec::new(),
            };
            vec![(before.clone(), after.clone(), words)]
        }
        (Value::Many(before), Value::Many(after)) => {
            let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
            let (came, went) = (list(after, before), list(before, after));
            let mut told = Vec::new();
            if !came.is_empty() {
                let came = runs(&came);
                told.push((None, Some(came.clone()), format!("now also {aspect}{came}")));
            }
            if !went.is_empty() {
                let went = runs(&went);
                told.push((Some(went.clone()), None, format!("no longer {aspect}{went}")));
            }
            told
        }
        (Value::Flag(before), Value::Flag(after)) if before != after => {
            let yes = |on: bool| Some(if on { "yes" } else { "no" }.to_owned());
            let words = if *after { format!("now {}", new.aspect) } else { format!("no longer {}", new.aspect) };
            vec![(yes(*before), yes(*after), words)]
        }
        _ => Vec::new(),
    }
}

/// A thing with its id and what people call it.
pub(super) struct Thing<T> {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) it: T,
}

pub(super) fn thing<T>(id: &str, name: Option<&str>, it: T) -> Thing<T> {
    Thing { id: id.to_owned(), name: name.filter(|name| !name.is_empty()).map(super::change::plain), it }
}

/// The subject of changes.
#[derive(Clone)]
pub(super) struct Subject {
    pub(super) section: Section,
    pub(super) noun: &'static Noun,
    pub(super) id: String,
    pub(super) name: Option<String>,
}

/// The two games, and what was found.
pub(super) struct Pair<'g> {
    pub(super) old: &'g Game,
    pub(super) new: &'g Game,
    changes: Vec<Change>,
}

impl<'g> Pair<'g> {
    pub(super) fn new(old: &'g Game, new: &'g Game) -> Self {
        Pair { old, new, changes: Vec::new() }
    }

    pub(super) fn push(&mut self, subject: &Subject, kind: ChangeKind, item: Option<String>, aspect: &str, told: Wording) {
        let (before, after, words) = told;
        let Subject { section, noun, id, name } = subject.clone();
        self.changes.push(Change { section, kind, noun, id, name, item, aspect: aspect.to_owned(), before, after, words });
    }

    /// Compares what a subject, or a part of it, tells of itself; `props` tells it of either game.
    pub(super) fn props(
        &mut self,
        subject: &Subject,
        item: Option<&str>,
        old: impl Fn(&Speak<'g>) -> Vec<Prop>,
        new: impl Fn(&Speak<'g>) -> Vec<Prop>,
    ) {
        let speak = |game: &'g Game, ids: bool| Speak { game, ids };
        let (before, after) = (old(&speak(self.old, true)), new(&speak(self.new, true)));
        let equal = before.len() == after.len() && before.iter().zip(&after).all(|(b, a)| b.aspect == a.aspect && b.same(a));
        if equal {
            return;
        }
        let (old_keys, new_keys) = (keys(&before), keys(&after));
        let at = |keys: &[Key]| -> BTreeMap<Key, usize> { keys.iter().cloned().zip(0..).collect() };
        let (old_at, new_at) = (at(&old_keys), at(&new_keys));
        let (old_named, new_named) = (old(&speak(self.old, false)), new(&speak(self.new, false)));
        // In the order of the new game, then what only the old one tells.
        for key in new_keys.iter().chain(old_keys.iter().filter(|key| !new_at.contains_key(*key))) {
            let (b, a) = (old_at.get(key).copied(), new_at.get(key).copied());
            let differs = match (b.and_then(|i| before.get(i)), a.and_then(|i| after.get(i))) {
                (Some(b), Some(a)) => !b.same(a),
                _ => true,
            };
            let (b, a) = (b.and_then(|i| old_named.get(i)), a.and_then(|i| new_named.get(i)));
            if let (true, Some(there)) = (differs, a.or(b)) {
                let blank = Prop {
                    aspect: there.aspect.clone(),
                    value: match there.value {
                        Value::One(_) => Value::One(None),
                        Value::Many(_) => Value::Many(BTreeSet::new()),
                        Value::Flag(_) => Value::Flag(false),
                    },
                    nothing: there.nothing,
                    gone: there.gone.clone(),
                };
                for told in tell(b.unwrap_or(&blank), a.unwrap_or(&blank)) {
                    self.push(subject, ChangeKind::Changed, item.map(str::to_owned), &there.aspect, told);
                }
            }
        }
    }

    /// Compares two lists: what is new, what is gone, and the properties of the rest.
    pub(super) fn things<T>(
        &mut self,
        (section, noun): (Section, &'static Noun),
        old: &[Thing<T>],
        new: &[Thing<T>],
        props: impl Fn(&Speak<'g>, &T) -> Vec<Prop>,
        describe: impl Fn(&Speak<'g>, &T) -> String,
    ) {
        let subject = |thing: &Thing<T>| Subject { section, noun, id: thing.id.clone(), name: thing.name.clone() };
        let before: BTreeMap<&str, &Thing<T>> = old.iter().map(|thing| (thing.id.as_str(), thing)).collect();
        let after: BTreeSet<&str> = new.iter().map(|thing| thing.id.as_str()).collect();
        for thing in new {
            match before.get(thing.id.as_str()) {
                Some(was) => {
                    self.props(&subject(thing), None, |speak| props(speak, &was.it), |speak| props(speak, &thing.it));
                }
                None => {
                    let words = describe(&Speak { game: self.new, ids: false }, &thing.it);
                    let after = Some(words.clone()).filter(|words| !words.is_empty());
                    self.push(&subject(thing), ChangeKind::Added, None, "", (None, after, words));
                }
            }
        }
        for thing in old.iter().filter(|thing| !after.contains(thing.id.as_str())) {
            let words = describe(&Speak { game: self.old, ids: false }, &thing.it);
            let before = Some(words).filter(|words| !words.is_empty());
            self.push(&subject(thing), ChangeKind::Removed, None, "", (before, None, String::new()));
        }
    }

    /// Compares lists of sentences: those that changed, came and went.
    pub(super) fn sentences(&mut self, subject: &Subject, what: &str, old: &[String], new: &[String]) {
        let missing = |a: &[String], b: &[String]| {
            let b: BTreeSet<&String> = b.iter().collect();
            a.iter().filter(|s| !b.contains(s)).cloned().collect::<Vec<_>>()
        };
        let (went, came) = (missing(old, new), missing(new, old));
        let quoted = |text: &str| format!("“{}”", super::change::plain(text));
        if went.len() == came.len() {
            for (b, a) in went.iter().zip(&came) {
                let words = format!("{what} now reads {}, was {}", quoted(a), quoted(b));
                self.push(subject, ChangeKind::Changed, None, what, (Some(b.clone()), Some(a.clone()), words));
            }
            return;
        }
        for a in came {
            let words = format!("new {what} {}", quoted(&a));
            self.push(subject, ChangeKind::Changed, None, what, (None, Some(a), words));
        }
        for b in went {
            let words = format!("{what} removed: {}", quoted(&b));
            self.push(subject, ChangeKind::Changed, None, what, (Some(b), None, words));
        }
    }

    /// The same things in another order.
    pub(super) fn order(&mut self, subject: &Subject, what: &str, old: &[String], new: &[String]) {
        let common = |a: &[String], b: &[String]| {
            let b: BTreeSet<&String> = b.iter().collect();
            a.iter().filter(|x| b.contains(x)).cloned().collect::<Vec<_>>()
        };
        let (before, after) = (common(old, new), common(new, old));
        if before != after {
            let (before, after) = (listed(&before, "and"), listed(&after, "and"));
            let words = format!("{what} {before} → {after}");
            self.push(subject, ChangeKind::Changed, None, what, (Some(before), Some(after), words));
        }
    }

    /// Changes what was found so far.
    pub(super) fn amend(&mut self, amend: impl FnOnce(&mut Vec<Change>)) {
        amend(&mut self.changes);
    }

    /// The parts of subjects of a section of which one of these aspects was said.
    pub(super) fn items(&self, section: Section, aspects: &[&str]) -> BTreeSet<String> {
        let of = self.changes.iter().filter(|change| change.section == section && aspects.contains(&change.aspect.as_str()));
        of.filter_map(|change| change.item.clone()).collect()
    }

    /// All changes, sorted: section, kind of thing, what happened, id; within a subject as they were found.
    pub(super) fn finish(mut self) -> Vec<Change> {
        let mut nouns: Vec<&'static Noun> = Vec::new();
        for change in &self.changes {
            if !nouns.contains(&change.noun) {
                nouns.push(change.noun);
            }
        }
        self.changes.sort_by_cached_key(|change| {
            let noun = nouns.iter().position(|noun| *noun == change.noun);
            // Sentences of the author's close what is said of a subject.
            let late = matches!(change.aspect.as_str(), "note" | "special rule");
            (change.section, noun, change.kind, natural(&change.id), late, change.item.as_deref().map(natural))
        });
        self.changes
    }
}
