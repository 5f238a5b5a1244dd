//! Tables: every cell by its roll and column, so that a row split in two is no change.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{ChangeKind, Noun, Section, Shown, plain};
use super::counters::{parts, quoted};
use super::pair::{Pair, Prop, Subject, Thing, flag, prop, thing};
use super::speak::Speak;
use crate::model::*;

pub(super) static TABLE: Noun = Noun { one: "table", many: "tables", shown: Shown::Name, fold: 9, joined: false };

/// More rolls than this are compared row by row.
const ROLLS: i64 = 2000;

pub(super) fn tables(pair: &mut Pair<'_>) {
    let of = |game: &'_ Game| -> Vec<Thing<Table>> {
        game.tables.values().map(|table| thing(&table.id, table.title.as_deref(), table.clone())).collect()
    };
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Tables, &TABLE),
        &old,
        &new,
        |_, table| props(table),
        |_, table| {
            let size = format!("{} rows", table.rows.len());
            parts([table.dice.map(|dice| dice.to_string()), Some(size)])
        },
    );
    for after in &new {
        let Some(before) = old.iter().find(|before| before.id == after.id) else { continue };
        let subject = Subject { section: Section::Tables, noun: &TABLE, id: after.id.clone(), name: after.name.clone() };
        cells(pair, &subject, &before.it, &after.it);
        modifiers(pair, &subject, &before.it, &after.it);
        results(pair, &subject, &before.it, &after.it);
        pair.sentences(&subject, "note", &before.it.notes, &after.it.notes);
    }
}

fn props(table: &Table) -> Vec<Prop> {
    vec![
        prop("title", table.title.as_deref().map(plain)),
        prop("dice", table.dice.map(|dice| dice.to_string())),
        prop("rolls beyond the ends", Some(if table.clamp { "count as the ends" } else { "are not made" }.to_owned())),
        flag("by odds", table.odds),
        flag("by numbers", table.numbers),
        prop("drawn from", table.draw.as_deref().map(plain)),
        prop("columns", Some(table.columns.iter().map(|c| plain(c)).collect::<Vec<_>>().join(", ")).filter(|c| !c.is_empty())),
        prop("rule", table.rule.as_deref().map(plain)),
    ]
}

/// What stands at each roll, or row, and column.
fn grid(table: &Table) -> BTreeMap<(i64, i64, usize, String), String> {
    let wide: i64 = table.rows.iter().map(|row| i64::from(row.to) - i64::from(row.from) + 1).sum();
    let mut all = BTreeMap::new();
    let mut same: BTreeMap<&str, usize> = BTreeMap::new();
    let columns: Vec<(usize, &str)> = table
        .columns
        .iter()
        .map(|column| {
            let nth = same.entry(column).or_insert(0);
            *nth += 1;
            (*nth, column.as_str())
        })
        .collect();
    for row in &table.rows {
        let (from, to) = (i64::from(row.from), i64::from(row.to));
        let rolls: Vec<(i64, i64)> =
            if wide <= ROLLS { (from..=to).map(|roll| (roll, roll)).collect() } else { vec![(from, to)] };
        for ((nth, column), cell) in columns.iter().zip(&row.cells) {
            for (from, to) in &rolls {
                if let Some(cell) = cell {
                    all.entry((*from, *to, *nth, (*column).to_owned())).or_insert_with(|| cell.clone());
                }
            }
        }
    }
    all
}

fn cells(pair: &mut Pair<'_>, subject: &Subject, old: &Table, new: &Table) {
    let (before, after) = (grid(old), grid(new));
    let mut keys: Vec<&(i64, i64, usize, String)> = before.keys().chain(after.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    // A column that came or went is said as such.
    let common = |column: &String| old.columns.contains(column) && new.columns.contains(column);
    for key in keys.into_iter().filter(|key| common(&key.3)) {
        let (b, a) = (before.get(key), after.get(key));
        if b == a {
            continue;
        }
        let roll = if key.0 == key.1 { format!("roll {}", key.0) } else { format!("rolls {} to {}", key.0, key.1) };
        let item = if key.3.is_empty() { roll } else { format!("{roll} at {}", plain(&key.3)) };
        let said = |cell: Option<&String>| cell.map_or_else(|| "blank".to_owned(), |cell| plain(cell));
        let words = format!("{} → {}", said(b), said(a));
        pair.push(subject, ChangeKind::Changed, Some(item), "result", (b.cloned(), a.cloned(), words));
    }
}

fn modifiers(pair: &mut Pair<'_>, subject: &Subject, old: &Table, new: &Table) {
    let told = |speak: Speak<'_>, modifier: &Modifier| {
        let when = modifier.when.as_ref().map(|when| speak.condition(when));
        match (&modifier.text, when) {
            (Some(text), Some(when)) if speak.ids => format!("{} ({when})", plain(text)),
            (Some(text), _) => plain(text),
            (None, Some(when)) => when,
            (None, None) => "always".to_owned(),
        }
    };
    // By what they are for; what they add is what changes.
    type Key = (String, usize);
    let of = |game, table: &Table| -> BTreeMap<Key, (i32, String)> {
        let all =
            table.modifiers.iter().map(|m| (told(Speak { game, ids: true }, m), m.add, told(Speak { game, ids: false }, m)));
        let mut all: Vec<(String, i32, String)> = all.collect();
        all.sort();
        let mut nth: BTreeMap<String, usize> = BTreeMap::new();
        all.into_iter()
            .map(|(key, add, words)| {
                let n = nth.entry(key.clone()).or_default();
                *n += 1;
                ((key, *n), (add, words))
            })
            .collect()
    };
    let (before, after) = (of(pair.old, old), of(pair.new, new));
    let keys: BTreeSet<&Key> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let number = |it: Option<&(i32, String)>| it.map(|(add, _)| format!("{add:+}"));
        let (b, a) = (before.get(key), after.get(key));
        let line = match (b, a) {
            (Some((was, _)), Some((add, words))) if was != add => format!("modifier {words} {was:+} → {add:+}"),
            (None, Some((add, words))) => format!("new modifier {words} {add:+}"),
            (Some((was, words)), None) => format!("no modifier {words} any more, was {was:+}"),
            _ => continue,
        };
        pair.push(subject, ChangeKind::Changed, None, "modifier", (number(b), number(a), line));
    }
}

fn results(pair: &mut Pair<'_>, subject: &Subject, old: &Table, new: &Table) {
    let empty: Vec<ResultCode> = Vec::new();
    let (old, new) = (old.results.as_ref().unwrap_or(&empty), new.results.as_ref().unwrap_or(&empty));
    let props = |speak: &Speak<'_>, result: Option<&ResultCode>| -> Vec<Prop> {
        let Some(result) = result else { return Vec::new() };
        vec![
            prop("means", result.text.as_deref().map(quoted)).gone("is not explained"),
            prop("does:", speak.effects(&result.effects)).nothing("did nothing").gone("does nothing"),
        ]
    };
    let mut codes: Vec<&str> = new.iter().map(|result| result.code.as_str()).collect();
    codes.extend(old.iter().map(|result| result.code.as_str()).filter(|code| !new.iter().any(|r| r.code == *code)));
    for code in codes {
        let find = |list: &[ResultCode]| list.iter().find(|result| result.code == code).cloned();
        let (before, after) = (find(old), find(new));
        let item = format!("result {}", plain(code));
        pair.props(subject, Some(&item), |s| props(s, before.as_ref()), |s| props(s, after.as_ref()));
    }
}
