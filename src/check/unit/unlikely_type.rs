//! A type against what the unit's own formation or its name says.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, RatingValue, TypeId, Unit, UnitId};

static RULE: Rule =
    Rule { code: "M0221", name: "unlikely-type", severity: Severity::Hint, docs: include_str!("unlikely_type.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// So many sisters with the same numbers say what the unit is.
const SISTERS: usize = 2;
/// Letters of a word that may stand for a type.
const LETTERS: usize = 3;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    context.alike().types.iter().for_each(|diag| sink.report(diag.clone()));
}

pub(in crate::check) fn find(context: &CheckContext<'_>, units: &[(UnitId, &Unit)]) -> BTreeMap<UnitId, Diag> {
    let mut found = BTreeMap::new();
    sisters(context, units, &mut found);
    words(context, units, &mut found);
    found
}

/// Units of one formation and size with the same numbers are of one type.
fn sisters(context: &CheckContext<'_>, units: &[(UnitId, &Unit)], found: &mut BTreeMap<UnitId, Diag>) {
    let game = context.game;
    let numbers = |unit: &Unit| -> Option<Vec<Option<i32>>> {
        let face = unit.faces.first()?;
        let known = face.ratings.iter().map(|value| match value {
            RatingValue::Known(n) => Some(*n),
            RatingValue::Absent | RatingValue::Unknown => None,
        });
        let numbers: Vec<Option<i32>> = known.collect();
        (numbers.iter().flatten().filter(|n| **n > 0).count() >= 2).then_some(numbers)
    };
    let mut alike: BTreeMap<_, Vec<(UnitId, TypeId)>> = BTreeMap::new();
    // How many of a side have these numbers, by type.
    let mut had: BTreeMap<_, usize> = BTreeMap::new();
    for (id, unit) in units {
        let (Some(kind), Some(numbers)) = (unit.kind, numbers(unit)) else { continue };
        *had.entry((unit.side, kind, numbers.clone())).or_default() += 1;
        if let Some(formation) = unit.formation {
            alike.entry((unit.side, formation, &unit.size, &unit.tags, numbers)).or_default().push((*id, kind));
        }
    }
    for ((side, formation, _, _, numbers), group) in alike {
        let mut types: BTreeMap<TypeId, Vec<UnitId>> = BTreeMap::new();
        group.into_iter().for_each(|(id, kind)| types.entry(kind).or_default().push(id));
        let mut types: Vec<(TypeId, Vec<UnitId>)> = types.into_iter().collect();
        types.sort_by_key(|(_, units)| units.len());
        let [(own, one), (theirs, others)] = types.as_slice() else { continue };
        let [id] = one.as_slice() else { continue };
        // Another of its own type with these numbers is reason enough.
        if others.len() < SISTERS || had.get(&(side, *own, numbers)).is_some_and(|n| *n > 1) {
            continue;
        }
        let unit = &game.units[*id];
        let (own, theirs) = (&game.types[*own].id, &game.types[*theirs].id);
        let message = format!(
            "unit `{}` is of type `{own}`, {} others of `{}` with the same size and numbers are of type `{theirs}`",
            unit.id,
            others.len(),
            game.formations[formation].id
        );
        let mut diag = Diag::new(&RULE, context.unit_at(*id, "type"), message).of_unit(&unit.id);
        if let Some(other) = others.first() {
            diag = diag.related(context.unit_at(*other, "type"), "one of the others");
        }
        found.insert(*id, diag.help(format!("write `{theirs}`, or give it the numbers of its own type")));
    }
}

/// A word that stands for a type is in the names of units of that type.
fn words(context: &CheckContext<'_>, units: &[(UnitId, &Unit)], found: &mut BTreeMap<UnitId, Diag>) {
    let game = context.game;
    let types = type_words(game);
    let mut named: BTreeMap<(TypeId, String), Vec<UnitId>> = BTreeMap::new();
    for (id, unit) in units.iter().filter(|(_, unit)| unit.kind.is_some()) {
        let texts = [unit.name.as_deref(), unit.designation.as_deref()];
        let words: BTreeSet<String> = texts.into_iter().flatten().flat_map(split).collect();
        for word in words {
            if let Some(kind) = types.get(&word) {
                named.entry((*kind, word)).or_default().push(*id);
            }
        }
    }
    for ((kind, word), ids) in named {
        let odd: Vec<UnitId> = ids.iter().copied().filter(|id| game.units[*id].kind != Some(kind)).collect();
        let [id] = odd.as_slice() else { continue };
        if ids.len() <= SISTERS || found.contains_key(id) {
            continue;
        }
        let unit = &game.units[*id];
        let (own, theirs) = (unit.kind.map_or("", |own| game.types[own].id.as_str()), &game.types[kind].id);
        let message = format!(
            "unit `{}` is of type `{own}`, but has the word \"{word}\" in its name, as only units of type `{theirs}` have",
            unit.id
        );
        let diag = Diag::new(&RULE, context.unit_at(*id, "type"), message).of_unit(&unit.id);
        found.insert(*id, diag.help(format!("write `{theirs}`, or correct the name")));
    }
}

/// Words that stand for one type and for no other.
fn type_words(game: &Game) -> BTreeMap<String, TypeId> {
    let mut types: BTreeMap<String, Option<TypeId>> = BTreeMap::new();
    for (id, kind) in game.types.iter() {
        let words: BTreeSet<String> =
            [Some(kind.id.as_str()), kind.name.as_deref()].into_iter().flatten().flat_map(split).collect();
        for word in words {
            types.entry(word).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }
    types.into_iter().filter_map(|(word, kind)| Some((word, kind?))).collect()
}

fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= LETTERS);
    words.map(str::to_lowercase)
}
