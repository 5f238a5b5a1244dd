//! Properties of counters whose names differ by a letter, a blank or a hyphen.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0910", name: "property-spelling", severity: Severity::Warning, docs: include_str!("property_spelling.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// A property or a rating: how many units have it, and the first of them.
struct Used<'g> {
    name: &'g str,
    /// Where it stands in the list of units: in which field, and as what.
    field: (&'static str, &'g str),
    /// Its letters and digits, in small letters.
    bare: String,
    count: usize,
    first: UnitId,
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let mut by_name: BTreeMap<&str, Used<'_>> = BTreeMap::new();
    for (id, unit) in game.units.iter() {
        for name in unit.properties.keys() {
            by_name.entry(name).or_insert_with(|| Used::new(name, ("properties", name), 0, id)).count += 1;
        }
    }
    let ratings: Vec<Used<'_>> = game
        .ratings
        .iter()
        .filter_map(|(rating, told)| {
            let own = |unit: &crate::model::Unit| {
                unit.faces.first().is_some_and(|face| face.rating(rating) != crate::model::RatingValue::Absent)
            };
            let mut units = game.units.iter().filter(|(_, unit)| own(unit)).map(|(id, _)| id);
            let first = units.next();
            let name = told.name.as_deref().unwrap_or(&told.id);
            first.map(|first| Used::new(name, ("ratings", &told.id), 1 + units.count(), first))
        })
        .collect();
    let mut all: Vec<Used<'_>> = by_name.into_values().chain(ratings).collect();
    all.sort_by(|a, b| b.count.cmp(&a.count).then(a.name.cmp(b.name)));
    for (n, rare) in all.iter().enumerate() {
        // The one that more counters have is taken to be right.
        let common = all.iter().take(n).find(|common| alike(common, rare));
        let Some(common) = common else { continue };
        let unit = game.units.at(rare.first).map(|unit| unit.id.as_str()).unwrap_or_default();
        let (some, others) = (rare.count, common.count);
        let (list, field) = rare.field;
        let (what, written) = match list {
            "ratings" => ("rating", field.to_owned()),
            _ => ("property", format!("{list}.{field}")),
        };
        let message = format!("{what} `{}` of {} is spelt `{}` on {}", rare.name, counters(some), common.name, others_of(others));
        let diag = Diag::new(&RULE, context.unit_at(rare.first, list).field(field), message).of_unit(unit);
        sink.report(diag.help(format!("spell `{written}` as the others do, if it is the same")));
    }
}

fn counters(count: usize) -> String {
    if count == 1 { "one counter".to_owned() } else { format!("{count} counters") }
}

fn others_of(count: usize) -> String {
    if count == 1 { "another".to_owned() } else { format!("{count} others") }
}

impl<'g> Used<'g> {
    fn new(name: &'g str, field: (&'static str, &'g str), count: usize, first: UnitId) -> Self {
        let bare = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        Used { name, field, bare, count, first }
    }
}

/// Whether two names are likely to mean one: only signs and letter case differ, or one letter of a name that is rare.
fn alike(common: &Used<'_>, rare: &Used<'_>) -> bool {
    let (a, b) = (&common.bare, &rare.bare);
    if a == b {
        return true;
    }
    // Every name meets every other: what is quickly told comes first.
    let seldom = rare.count == 1 || rare.count * 20 <= common.count;
    if !seldom || rare.count >= common.count || a.len().abs_diff(b.len()) > 4 {
        return false;
    }
    // `Step 1` and `Step 2` are two things, and so are `ammoD` and `ammoH`.
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let long = a.chars().count() >= 5 && b.chars().count() >= 5;
    let another_end = a.chars().last() != b.chars().last() && strsim::hamming(a, b) == Ok(1);
    long && !another_end && digits(a) == digits(b) && strsim::damerau_levenshtein(a, b) == 1
}
