//! An id that becomes the name of a file which some system cannot store, or not beside another.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0218", name: "unstorable-id", severity: Severity::Warning, docs: include_str!("unstorable_id.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Most systems store 255 bytes; what is built adds to the id.
const BYTES: usize = 200;

/// Something whose id becomes the name of files.
struct Named<'a> {
    what: &'static str,
    id: &'a str,
    place: Place,
    /// What its files are called, without their ending.
    files: Vec<String>,
    /// Under which its likeness to another of its kind is told by another check.
    told: Option<&'a str>,
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let (game, origins) = (context.game, context.origins);
    let place = |origin| context.place(origin, "id");
    let both = |id: &str| vec![id.to_owned(), format!("{id}_b")];
    if !game.id.is_empty() {
        let files = vec![game.id.clone()];
        judge(vec![Named { what: "game", id: &game.id, place: place(origins.module), files, told: None }], sink);
    }
    let scenarios = game.scenarios.values().zip(&origins.scenarios).map(|(scenario, origins)| Named {
        what: "scenario",
        id: &scenario.id,
        place: origins.scenario.at("id"),
        files: vec![scenario.id.clone()],
        told: None,
    });
    judge(scenarios.collect(), sink);
    let units = game.units.iter().map(|(id, unit)| {
        // Each counter has two faces; the second counter of a unit is `a-2`.
        let counters = (1..unit.faces.len().div_ceil(2)).flat_map(|n| both(&format!("{}-{}", unit.id, n + 1)));
        let files = both(&unit.id).into_iter().chain(counters).collect();
        Named { what: "unit", id: &unit.id, place: context.unit_at(id, "id"), files, told: Some("unit") }
    });
    judge(units.collect(), sink);
    let markers = game.markers.iter().map(|(id, marker)| Named {
        what: "marker",
        id: &marker.id,
        place: place(crate::origins::of(&origins.markers, id)),
        files: both(&marker.id),
        told: marker.name.is_none().then_some("marker"),
    });
    judge(markers.collect(), sink);
    let cards = game.cards.iter().map(|(id, card)| Named {
        what: "card",
        id: &card.id,
        place: place(crate::origins::of(&origins.cards, id)),
        files: both(&card.id),
        told: None,
    });
    judge(cards.collect(), sink);
    // These are only a part of a name.
    let mut decks: BTreeMap<&str, Place> = BTreeMap::new();
    for (id, card) in game.cards.iter() {
        let place = || context.place(crate::origins::of(&origins.cards, id), "deck");
        decks.entry(&card.deck).or_insert_with(place);
    }
    let decks = decks.into_iter().map(|(id, place)| ("deck", id, place));
    for (what, id, place) in decks.chain(game.sides.values().map(|side| ("side", side.id.as_str(), place(origins.module)))) {
        if let Some(why) = sign(id) {
            report(what, id, place, why, sink);
        }
    }
}

fn report(what: &str, id: &str, place: Place, why: String, sink: &mut Sink) {
    let message = format!("{what} `{id}` becomes a file that not every system can store: {why}");
    sink.report(Diag::new(&RULE, place, message).help("give it another id, of letters, digits and hyphens"));
}

fn judge(all: Vec<Named<'_>>, sink: &mut Sink) {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for (nth, named) in all.iter().enumerate() {
        if let Some(why) = sign(named.id).or_else(|| whole(named.id)) {
            report(named.what, named.id, named.place.clone(), why, sink);
        }
        let mut other = None;
        for file in &named.files {
            let first = *taken.entry(folded(file)).or_insert(nth);
            other = other.or(all.get(first).filter(|_| first != nth));
        }
        let Some(other) = other.filter(|other| named.told.is_none() || other.told != named.told || !alike(named, other)) else {
            continue;
        };
        let why = match alike(named, other) {
            true => "where capitals or accents are stored in another way",
            false => "for its back or its further counters",
        };
        let message = format!("{} `{}` has the same file as `{}` {why}", named.what, named.id, other.id);
        let diag = Diag::new(&RULE, named.place.clone(), message).related(other.place.clone(), "the other one");
        sink.report(diag.help("give one of the two another id"));
    }
}

fn alike(one: &Named<'_>, other: &Named<'_>) -> bool {
    folded(one.id) == folded(other.id)
}

/// A sign that some system does not store.
fn sign(id: &str) -> Option<String> {
    let bad = |c: &char| matches!(c, '<' | '>' | ':' | '"' | '\\' | '|' | '?' | '*' | '/') || c.is_control();
    match id.chars().find(bad)? {
        c if c.is_control() => Some("it has a sign that cannot be seen".to_owned()),
        c => Some(format!("it has a `{c}`")),
    }
}

/// What a name may not be as a whole.
fn whole(id: &str) -> Option<String> {
    let stem = id.split('.').next().unwrap_or(id).to_ascii_lowercase();
    let port = |name: &str| {
        let mut after = stem.strip_prefix(name).unwrap_or_default().chars();
        matches!((after.next(), after.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    if matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || port("com") || port("lpt") {
        return Some(format!("Windows keeps `{stem}` for a device"));
    }
    if id.ends_with(['.', ' ']) {
        return Some("it ends with a dot or a blank".to_owned());
    }
    if id.starts_with('.') {
        return Some("a file that begins with a dot is hidden".to_owned());
    }
    (id.len() > BYTES).then(|| format!("it has {} bytes, more than {BYTES}", id.len()))
}

/// The same for names that a system may take for one: capitals do not count, nor whether an accent stands by itself.
fn folded(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match COMPOSED.iter().find_map(|(mark, bare, whole)| {
            let at = whole.chars().position(|other| other == c)?;
            Some((bare.chars().nth(at)?, *mark))
        }) {
            Some((bare, mark)) => out.extend([bare, mark]),
            None => out.push(c),
        }
    }
    out
}

/// Accents with the letters that they stand on, and both in one.
const COMPOSED: [(char, &str, &str); 13] = [
    ('\u{300}', "aeiounwy", "àèìòùǹẁỳ"),
    ('\u{301}', "aeiouyclnrszgkmpw", "áéíóúýćĺńŕśźǵḱḿṕẃ"),
    ('\u{302}', "aeioucghjswyz", "âêîôûĉĝĥĵŝŵŷẑ"),
    ('\u{303}', "aeinouvy", "ãẽĩñõũṽỹ"),
    ('\u{304}', "aeiouy", "āēīōūȳ"),
    ('\u{306}', "aegiou", "ăĕğĭŏŭ"),
    ('\u{307}', "acegzmn", "ȧċėġżṁṅ"),
    ('\u{308}', "aeiouywxh", "äëïöüÿẅẍḧ"),
    ('\u{30a}', "auwy", "åůẘẙ"),
    ('\u{30b}', "ou", "őű"),
    ('\u{30c}', "acdeghijklnorstuz", "ǎčďěǧȟǐǰǩľňǒřšťǔž"),
    ('\u{327}', "cdeghklnrst", "çḑȩģḩķļņŗşţ"),
    ('\u{328}', "aeiou", "ąęįǫų"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_accent_has_its_letters() {
        for (mark, bare, whole) in COMPOSED {
            assert_eq!(bare.chars().count(), whole.chars().count(), "{mark:?}");
        }
        assert_eq!(folded("Éclair"), folded("e\u{301}CLAIR"));
        assert_eq!(folded("Škoda"), folded("s\u{30c}koda"));
        assert_ne!(folded("Éclair"), folded("eclair"));
    }

    #[test]
    fn names_that_some_system_cannot_store() {
        for id in ["con", "NUL", "aux.2", "com1", "LPT9", "a.", ".a", "a:b", "a\\b", "a?b", "a*", "a<b", "\u{1}a"] {
            assert!(sign(id).or_else(|| whole(id)).is_some(), "{id}");
        }
        for id in ["console", "com", "com10", "lpt", "nul-1", "a.b", "11-1º", "Übung", "a-b_c+d"] {
            assert!(sign(id).or_else(|| whole(id)).is_none(), "{id}");
        }
    }
}
