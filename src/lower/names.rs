//! Names to ids: what is known, what was left out, what was never there.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::load::{Read, ReadList};
use crate::diag::{Diag, Meant, Role, Sink, codes, is_unseen, nearest, odd_sign};
use crate::model::{Key, List};
use crate::source::Files;
use crate::span::{FileId, Origin, Place};

/// For so many unknown names of a kind the near one is looked for.
const SUGGESTIONS: usize = 100;

/// The names of one kind of entity.
#[derive(Debug)]
pub(super) struct Names<K> {
    /// "side", "terrain".
    what: &'static str,
    /// Where one declares it: "`sides` of module.json".
    home: &'static str,
    known: BTreeMap<String, K>,
    suggested: Cell<usize>,
    /// A name was asked for that is not there: something else may only seem to be unused.
    pub(super) missed: Cell<bool>,
    poisoned: BTreeSet<String>,
    /// Entities were left out whose names nobody knows.
    pub(super) incomplete: bool,
    /// Whether the author lists them at all.
    pub(super) stated: bool,
    /// Where each was declared.
    pub(super) origins: Vec<Option<Origin>>,
}

impl<K: Key> Names<K> {
    pub(super) fn new(what: &'static str, home: &'static str) -> Self {
        Names {
            what,
            home,
            known: BTreeMap::new(),
            suggested: Cell::new(0),
            missed: Cell::new(false),
            poisoned: BTreeSet::new(),
            incomplete: false,
            stated: false,
            origins: Vec::new(),
        }
    }

    /// Takes over a list: what was left out of it stays silent.
    pub(super) fn absorb<T>(&mut self, list: &ReadList<T>) {
        self.stated |= list.stated;
        self.incomplete |= list.incomplete;
        self.poisoned.extend(list.poisoned.iter().cloned());
    }

    /// Adds one, unless its name is taken: then that is reported, and it is left out.
    pub(super) fn add<T>(
        &mut self,
        into: &mut List<K, T>,
        name: &str,
        origin: Option<Origin>,
        place: Place,
        item: T,
        sink: &mut Sink,
    ) -> Option<K> {
        if let Some(&first) = self.known.get(name) {
            let mut diag = Diag::new(&codes::DUPLICATE_ID, place, format!("{} `{name}` stands twice", self.what))
                .help("give one of the two another name, or take it out");
            if let Some(origin) = self.origins.get(first.index()).copied().flatten() {
                diag = diag.related(origin, "first here");
            }
            sink.report(diag);
            // The second was probably meant to have another name, which nobody knows.
            self.incomplete = true;
            return None;
        }
        unseen(self.what, name, &place, sink);
        let id = into.push(item);
        sink.hear(self.what, Some(nth(id)), name, &place, Role::Defines);
        self.known.insert(name.to_owned(), id);
        self.origins.push(origin);
        Some(id)
    }

    /// Another name for one that is there already; a clash is left to the first.
    pub(super) fn alias(&mut self, name: &str, id: K) {
        self.known.entry(name.to_owned()).or_insert(id);
    }

    pub(super) fn get(&self, name: &str) -> Option<K> {
        self.known.get(name).copied()
    }

    /// The same, for a name that stands somewhere: whoever listens hears of it if it is known.
    pub(super) fn seen(&self, name: &str, place: impl FnOnce() -> Place, sink: &mut Sink) -> Option<K> {
        let id = self.get(name)?;
        if sink.listens() {
            sink.hear(self.what, Some(nth(id)), name, &place(), Role::Refers);
        }
        Some(id)
    }

    /// Whether a reference to that name may be silent: what it means was left out.
    pub(super) fn silent(&self, name: &str) -> bool {
        self.incomplete || self.poisoned.contains(name) || name == "?"
    }

    /// Whether anything of this kind was left out: then counting proves nothing.
    pub(super) fn partial(&self) -> bool {
        self.incomplete || !self.poisoned.is_empty()
    }

    /// Whether the author has no such list at all.
    pub(super) fn absent(&self) -> bool {
        !self.stated && self.known.is_empty()
    }

    pub(super) fn poison(&mut self, name: &str) {
        self.poisoned.insert(name.to_owned());
    }

    /// The id of a name; an unknown one is reported with the name that was probably meant.
    pub(super) fn find(&self, name: &str, place: impl Into<Place>, sink: &mut Sink) -> Option<K> {
        if let Some(id) = self.get(name) {
            if sink.listens() {
                sink.hear(self.what, Some(nth(id)), name, &place.into(), Role::Refers);
            }
            return Some(id);
        }
        let place = place.into();
        sink.hear_word(self.what, name, &place, Role::Unknown);
        // A list that is not there at all is unchecked, never an error.
        if !self.stated && self.known.is_empty() && !self.silent(name) {
            sink.unchecked(format!("names of each {}", self.what), format!("nothing is said in {}", self.home));
            return None;
        }
        if !self.silent(name) {
            self.missed.set(true);
            sink.report(self.unknown(name, place));
        }
        None
    }

    pub(super) fn unknown(&self, name: &str, place: Place) -> Diag {
        // Looking for the name that was meant takes time: when everything is wrong, the first few suggestions do.
        let asked = self.suggested.get();
        self.suggested.set(asked.saturating_add(1));
        let near = if asked < SUGGESTIONS { nearest(name, self.known.keys().map(String::as_str)) } else { None };
        let help = match near {
            Some(near) => match odd_sign(name) {
                Some(odd) => format!("{odd}; did you mean `{near}`?"),
                None => format!("did you mean `{near}`?"),
            },
            None if self.known.is_empty() => format!("declare it in {}", self.home),
            None => format!("declare it in {}, or use one of {}", self.home, self.some()),
        };
        let mut diag = Diag::new(&codes::UNKNOWN_NAME, place, format!("unknown {} `{name}`", self.what)).help(help);
        if let Some(origin) = near.and_then(|n| self.get(n)).and_then(|id| self.origins.get(id.index()).copied().flatten()) {
            diag = diag.related(origin, "declared here");
        }
        diag
    }

    fn some(&self) -> String {
        let names: Vec<String> = self.known.keys().take(6).map(|n| format!("`{n}`")).collect();
        let dots = if self.known.len() > names.len() { ", …" } else { "" };
        format!("{}{dots}", names.join(", "))
    }

    /// Ids of several names, each reported by itself.
    pub(super) fn find_all(&self, names: &[impl AsRef<str>], place: &Place, sink: &mut Sink) -> Vec<K> {
        let each = names.iter().enumerate();
        each.filter_map(|(i, name)| self.find(name.as_ref(), place.clone().index(i), sink)).collect()
    }

    /// Headings that stand for these names, whether a cell beneath them is filled or not, for whoever listens.
    pub(super) fn hear_headings(&self, file: Option<FileId>, files: &Files, sink: &mut Sink) {
        let Some((file, tree)) = file.filter(|_| sink.listens()).and_then(|file| Some((file, files.tree(file)?))) else { return };
        for heading in &tree.headings {
            let text = tree.text().get(heading.span.range()).unwrap_or("");
            // There the names are the author's own.
            let own = text.split('.').any(|part| ["properties", "values"].contains(&part));
            if !own {
                self.seen(&heading.name, || Place::file(file).bytes(heading.span.range()).key(), sink);
            }
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }
}

fn nth<K: Key>(id: K) -> Meant {
    Meant::Nth(u32::try_from(id.index()).unwrap_or(u32::MAX))
}

impl AsRef<str> for crate::format::Id {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for crate::format::Word {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Warns of an id with a sign that nobody sees: whoever types it again names something else.
pub(super) fn unseen(what: &str, id: &str, place: &Place, sink: &mut Sink) {
    let Some(sign) = id.chars().find(|c| is_unseen(*c)) else { return };
    let seen: String = id.chars().filter(|c| !is_unseen(*c)).collect();
    let message = format!("{what} `{seen}` is written with a sign that nobody sees, U+{:04X}", u32::from(sign));
    sink.report(Diag::new(&codes::UNSEEN_SIGN, place.clone(), message).help("take it out, here and wherever it is named"));
}

/// Lowers a plain list: each element becomes one entity under its id.
pub(super) fn each<K: Key, F, T>(
    list: &ReadList<F>,
    names: &mut Names<K>,
    into: &mut List<K, T>,
    sink: &mut Sink,
    name: impl Fn(&F) -> &str,
    mut make: impl FnMut(&Read<F>, &mut Sink) -> T,
) {
    names.absorb(list);
    for read in &list.items {
        let item = make(read, sink);
        let place = Place::from(read.origin).field("id");
        names.add(into, name(&read.value), Some(read.origin), place, item, sink);
    }
}
