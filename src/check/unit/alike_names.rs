//! Two things of a kind whose names differ only in spelling: an accent, a hyphen, a capital, one letter.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Map, Unit};
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0213", name: "alike-names", severity: Severity::Warning, docs: include_str!("alike_names.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check<'a>(context: &CheckContext<'a>, sink: &mut Sink) {
    let game = context.game;
    let name = |name: &Option<String>, id: &str| name.clone().unwrap_or_else(|| id.to_owned());
    // Whose name it is; nobody asks where no names are alike.
    let named: LazyCell<BTreeMap<&str, &str>, _> = LazyCell::new(|| {
        let names = |unit: &'a Unit| [Some(unit.id.as_str()), unit.name.as_deref()].into_iter().flatten();
        game.units.values().flat_map(|unit| names(unit).map(|name| (name, unit.id.as_str()))).collect()
    });
    let units = game.units.iter().filter_map(|(id, unit)| {
        let own = unit.name.as_ref().filter(|name| **name != unit.id)?;
        Some((own.clone(), context.unit_at(id, "name")))
    });
    alike("units", units, |name| named.get(name).copied(), sink);
    alike(
        "unit ids",
        game.units.iter().map(|(id, unit)| (unit.id.clone(), context.unit_at(id, "id"))),
        |id| named.get(id).copied(),
        sink,
    );
    let formations = game.formations.iter().map(|(id, formation)| {
        let origin = crate::origins::of(&context.origins.formations, id);
        let declared = context.origins.declared_formations.get(crate::model::Key::index(id)).copied().unwrap_or(false);
        (name(&formation.name, &formation.id), context.place(origin, if declared { "name" } else { "formation" }))
    });
    alike("formations", formations, |_| None, sink);
    if let Some(map) = &game.map {
        let places = map.places.iter();
        let places = places
            .map(|(id, place)| (place.name.clone(), context.place(crate::origins::of(&context.origins.map.places, id), "name")));
        alike("places", places, |_| None, sink);
        places_in_names(context, map, sink);
    }
    let terrain = game.terrain.iter();
    let terrain =
        terrain.map(|(id, t)| (name(&t.name, &t.id), context.place(crate::origins::of(&context.origins.terrain, id), "name")));
    alike("kinds of terrain", terrain, |_| None, sink);
    let markers = game.markers.iter();
    let markers =
        markers.map(|(id, m)| (name(&m.name, &m.id), context.place(crate::origins::of(&context.origins.markers, id), "name")));
    alike("markers", markers, |_| None, sink);
}

/// Names of places that end otherwise, by themselves or as a part of another name: Trois Pont beside Trois Ponts.
fn places_in_names(context: &CheckContext<'_>, map: &Map, sink: &mut Sink) {
    let at = |origins: &[Option<Origin>], n: usize| context.place(origins.get(n).copied().flatten(), "name");
    let origins = &context.origins.map;
    let places: Vec<(&str, Place)> =
        map.places.values().enumerate().map(|(n, place)| (place.name.as_str(), at(&origins.places, n))).collect();
    let mut by_stem: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let spelt: BTreeSet<String> = places.iter().map(|(name, _)| folded(name)).collect();
    for (n, (name, _)) in places.iter().enumerate() {
        by_stem.entry(stem(&folded(name))).or_insert_with(|| (folded(name), n));
    }
    let longest = by_stem.keys().map(|stem| stem.split(' ').count()).max().unwrap_or(0).min(6);
    let named = |name: &Option<String>, place: Place| name.clone().map(|name| (name, place));
    let mut all: Vec<(String, Place)> = places.iter().map(|(name, place)| ((*name).to_owned(), place.clone())).collect();
    all.extend(map.areas.values().enumerate().filter_map(|(n, area)| named(&area.name, at(&origins.areas, n))));
    all.extend(map.entries.values().enumerate().filter_map(|(n, entry)| named(&entry.name, at(&origins.entries, n))));
    all.extend(map.boxes.values().enumerate().filter_map(|(n, it)| named(&it.name, at(&origins.boxes, n))));
    all.extend(map.bridges.values().enumerate().filter_map(|(n, bridge)| named(&bridge.name, at(&origins.bridges, n))));
    all.extend(map.roads.values().zip(&origins.roads).filter_map(|(road, origin)| named(&road.name, origin.road.at("name"))));
    for (name, place) in all.iter().filter(|(name, _)| name.len() <= LONGEST) {
        let words = folded(name);
        let words: Vec<&str> = words.split(' ').collect();
        let parts = (1..=longest.min(words.len())).rev().flat_map(|n| words.windows(n));
        let slip = parts.into_iter().find_map(|part| {
            let part = part.join(" ");
            // A name that a place has is right, and two letters are no name.
            let (right, n) = by_stem.get(&stem(&part)).filter(|(right, _)| part.len() > 4 && *right != part)?;
            let other = if spelt.contains(&part) && part.len() < folded(name).len() { None } else { places.get(*n) };
            other.filter(|_| *right != part)
        });
        if let Some((right, first)) = slip.filter(|(_, first)| first != place) {
            let message = format!("`{name}` is nearly `{right}`: only an ending differs");
            let diag = Diag::new(&RULE, place.clone(), message).related(first.clone(), "the other name");
            sink.report(diag.help("spell it in one way if both mean the same, or tell them apart"));
        }
    }
}

/// A name without the endings that are easily forgotten.
fn stem(words: &str) -> String {
    let short = |word: &str| match word.len() > 4 {
        true => word.trim_end_matches('s').trim_end_matches(['e', 'x']).to_owned(),
        false => word.to_owned(),
    };
    words.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

struct Name {
    key: String,
    name: String,
    place: Place,
    words: String,
}

/// Bytes of a name in which slips of spelling are looked for.
const LONGEST: usize = 400;

/// Tells the second of two names that are the same but for spelling.
fn alike<'a>(what: &str, names: impl Iterator<Item = (String, Place)>, unit: impl Fn(&str) -> Option<&'a str>, sink: &mut Sink) {
    // Each name with its place, its words, and these without blanks unless numbers stand in them: that is its key.
    let mut all: Vec<Name> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for (name, place) in names {
        let words = folded(&name);
        let key = if words.bytes().any(|b| b.is_ascii_digit()) { words.clone() } else { words.replace(' ', "") };
        match seen.get(&key).and_then(|n| all.get(*n)) {
            // The same name twice is no slip of spelling.
            Some(other) if other.name == name => {}
            // Places that differ only in capitals have a code of their own.
            Some(other) if what == "places" && other.name.to_lowercase() == name.to_lowercase() => {}
            Some(other) if !key.is_empty() => found.push((name, place, other.name.clone(), other.place.clone())),
            _ => {
                seen.insert(key.clone(), all.len());
                all.push(Name { key, name, place, words });
            }
        }
    }
    all.sort_by(|one, other| one.key.cmp(&other.key));
    // A slip leaves the consonants and everything else as they are: few words have that in common with another.
    let mut like: Vec<(u64, usize, &str)> = Vec::new();
    // Each word is compared with the name around it: of a name that is a whole page, that would take long.
    for (n, Name { words, .. }) in all.iter().enumerate().filter(|(_, name)| name.words.len() <= LONGEST) {
        for word in words.split(' ').filter(|word| long_word(word)) {
            let mut hasher = DefaultHasher::new();
            (words.replacen(word, "", 1), word.chars().next(), squeezed(word)).hash(&mut hasher);
            like.push((hasher.finish(), n, word));
        }
    }
    like.sort_unstable();
    // One letter too many, too few or changed: of these, all that agree when one letter is left out, the rest being equal.
    let mut less: BTreeMap<(String, String), BTreeSet<(usize, &str)>> = BTreeMap::new();
    for (_, n, word) in like.chunk_by(|one, other| one.0 == other.0).filter(|same| same.len() > 1).flatten() {
        let rest = all.get(*n).map(|name| name.words.replacen(word, "", 1)).unwrap_or_default();
        let letters: Vec<char> = word.chars().collect();
        let shorter = (0..letters.len()).map(|n| letters.iter().enumerate().filter(|(i, _)| *i != n).map(|(_, c)| c).collect());
        for short in shorter.chain([(*word).to_owned()]) {
            less.entry((rest.clone(), short)).or_default().insert((*n, word));
        }
    }
    for alike in less.values().filter(|alike| alike.len() > 1) {
        let alike: Vec<(usize, &str)> = alike.iter().copied().collect();
        for (n, (a, word)) in alike.iter().enumerate() {
            for (b, _) in alike.iter().skip(n + 1).filter(|(b, other)| a != b && slip(word, other)) {
                if let (Some(one), Some(two)) = (all.get(*a), all.get(*b)) {
                    found.push((two.name.clone(), two.place.clone(), one.name.clone(), one.place.clone()));
                }
            }
        }
    }
    let mut said = BTreeSet::new();
    for (name, place, other, first) in found {
        if !said.insert((name.clone(), other.clone())) {
            continue;
        }
        let message = format!("two {what} are called `{name}` and `{other}`");
        let mut diag = Diag::new(&RULE, place, message).related(first, "the other one");
        for id in [unit(&name), unit(&other)].into_iter().flatten() {
            diag = diag.of_unit(id);
        }
        sink.report(diag.help("spell it in one way if both mean the same, or tell them apart"));
    }
}

/// Words so long that two of them hardly differ in one letter by chance, and not longer than any word is.
fn long_word(word: &str) -> bool {
    (6..=60).contains(&word.chars().count()) && !word.chars().any(|c| c.is_ascii_digit())
}

/// Whether two words look like one, written twice: the same consonants, vowels more or less, letters doubled.
fn slip(a: &str, b: &str) -> bool {
    a.chars().next() == b.chars().next() && squeezed(a) == squeezed(b)
}

/// The consonants of a word, doubled ones once.
fn squeezed(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().filter(|c| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'h')).collect();
    letters.dedup();
    letters
}

/// A name without accents and capitals, with blanks for hyphens and dots.
fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    if name.is_ascii() {
        for c in name.bytes().map(|b| char::from(b.to_ascii_lowercase())) {
            match c {
                'a'..='z' | '0'..='9' | '/' | '+' => out.push(c),
                _ if !out.ends_with(' ') => out.push(' '),
                _ => {}
            }
        }
        return trimmed(out);
    }
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' => out.push('a'),
            'ç' => out.push('c'),
            'è'..='ë' => out.push('e'),
            'ì'..='ï' => out.push('i'),
            'ñ' => out.push('n'),
            'ò'..='ö' | 'ø' => out.push('o'),
            'ù'..='ü' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ß' => out.push_str("ss"),
            // Slashes and signs tell things apart: 1/2 is not 12.
            c if c.is_alphanumeric() || c == '/' || c == '+' => out.push(c),
            // What only divides counts as a blank, so that 1-12 is not 11-2.
            _ if !out.ends_with(' ') => out.push(' '),
            _ => {}
        }
    }
    trimmed(out)
}

fn trimmed(text: String) -> String {
    if text.starts_with(' ') || text.ends_with(' ') { text.trim().to_owned() } else { text }
}
