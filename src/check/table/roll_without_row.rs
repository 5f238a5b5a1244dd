//! A roll that can come up, with every modifier, and has no row.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Amount, Capped, CardId, Key, Points, TableId};

static RULE: Rule =
    Rule { code: "M0603", name: "roll-without-row", severity: Severity::Error, docs: include_str!("roll_without_row.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    if table.draw.is_some() {
        undrawn(context, id, sink);
        return;
    }
    let (Some(dice), Some(origins)) = (table.dice, context.origins.tables.get(id.index())) else { return };
    if origins.incomplete || table.rows.is_empty() {
        return;
    }
    let rolls = dice.rolls();
    let Some(Bounds { least, most, low, high }) = bounds(context, id, &rolls) else { return };
    let mut rows: Vec<(i64, i64)> = table.rows.iter().map(|row| (i64::from(row.from), i64::from(row.to))).collect();
    rows.sort_unstable();
    // Rows that touch or overlap become one stretch, so that each roll is looked up once.
    let mut stretches: Vec<(i64, i64)> = Vec::with_capacity(rows.len());
    for (from, to) in rows {
        match stretches.last_mut() {
            Some((_, end)) if from <= end.saturating_add(1) => *end = (*end).max(to),
            _ => stretches.push((from, to)),
        }
    }
    let covered = |n: i64| {
        let after = stretches.partition_point(|(from, _)| *from <= n);
        after.checked_sub(1).and_then(|i| stretches.get(i)).is_some_and(|(_, to)| n <= *to)
    };
    let unmodified: Vec<i64> = rolls.iter().map(|n| i64::from(*n)).filter(|n| !covered(*n)).collect();
    let title = table.title.as_deref().unwrap_or(&table.id);
    if !unmodified.is_empty() {
        let message = format!("table `{title}` has no row for {}, which {dice} can roll", listed(&unmodified));
        // In the sheet that lacks it, at the row before it.
        let first = unmodified.first().copied().unwrap_or(0);
        let before = table.rows.iter().zip(&origins.rows).filter(|(row, _)| i64::from(row.to) < first);
        let before = before.max_by_key(|(row, _)| row.to).map(|(_, origin)| origin).or(origins.rows.first());
        let place = before.map_or_else(|| origins.table.at("rows"), |row| row.at("roll"));
        let diag = Diag::new(&RULE, place, message).printed_rule(table.rule.as_deref());
        sink.report(diag.help("add the row, or correct the rolls of the others").related(origins.table.at("rows"), "the table"));
        return;
    }
    if table.clamp || (low, high) == (least, most) {
        return;
    }
    let beyond: Vec<i64> = gaps(low, least - 1, &stretches).chain(gaps(most + 1, high, &stretches)).take(20).collect();
    if !beyond.is_empty() {
        let message = format!("table `{title}` has no row for {}, which {dice} makes with its modifiers", listed(&beyond));
        let wanted = beyond.first().is_some_and(|n| *n > most);
        let modifier = table.modifiers.iter().position(|m| (m.add > 0) == wanted).and_then(|i| origins.modifiers.get(i));
        let mut diag = Diag::new(&RULE, origins.table.at("rows"), message).printed_rule(table.rule.as_deref());
        if let Some(origin) = modifier {
            diag = diag.related(origin.at("add"), "this modifier");
        }
        sink.report(diag.help("add the row, or say \"beyond\": \"clamp\""));
    }
}

/// The numbers from `low` to `high` that no stretch holds; a stretch is stepped over, however long it is.
fn gaps(low: i64, high: i64, stretches: &[(i64, i64)]) -> impl Iterator<Item = i64> {
    let mut at = low;
    let mut next = stretches.iter().filter(move |(_, to)| *to >= low).copied().peekable();
    std::iter::from_fn(move || {
        while let Some((_, to)) = next.next_if(|(from, _)| *from <= at) {
            at = at.max(to.saturating_add(1));
        }
        let found = (at <= high).then_some(at)?;
        at += 1;
        Some(found)
    })
}

/// What a table's dice can make of it: the least and the most they roll, and with every modifier, each at most once.
pub(super) struct Bounds {
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) low: i64,
    pub(super) high: i64,
}

pub(super) fn bounds(context: &CheckContext<'_>, id: TableId, rolls: &[i32]) -> Option<Bounds> {
    let table = &context.game.tables[id];
    let (least, most) = (i64::from(*rolls.first()?), i64::from(*rolls.last()?));
    let sum = |positive: bool| table.modifiers.iter().map(|m| i64::from(m.add)).filter(|add| (*add > 0) == positive).sum::<i64>();
    let (less, more) = by_combat(context, id);
    Some(Bounds { least, most, low: least + sum(false) + less, high: most + sum(true) + more })
}

/// The most that a combat which rolls on this table takes from the roll and adds to it, as far as that is known.
fn by_combat(context: &CheckContext<'_>, id: TableId) -> (i64, i64) {
    let mut bounds = (0, 0);
    for combat in context.game.rules.combat.iter().flat_map(|list| list.iter()).filter(|combat| combat.table == Some(id)) {
        let adds: Vec<i64> = combat
            .rolls
            .iter()
            .filter_map(|entry| match (&entry.add, entry.at_most) {
                (_, Some(most)) if entry.each.is_some() => Some(i64::from(most)),
                (Amount::Number(points), _) if entry.each.is_none() => Some(points.0 / Points::ONE.0),
                _ => None,
            })
            .collect();
        let mut sums = (adds.iter().filter(|n| **n < 0).sum::<i64>(), adds.iter().filter(|n| **n > 0).sum::<i64>());
        for cap in combat.caps.iter().filter(|cap| cap.of == Capped::Rolls && cap.stage.is_none() && cap.when.is_none()) {
            sums.0 = cap.at_least.map_or(sums.0, |least| sums.0.max(i64::from(least)));
            sums.1 = cap.at_most.map_or(sums.1, |most| sums.1.min(i64::from(most)));
        }
        bounds = (bounds.0.min(sums.0), bounds.1.max(sums.1));
    }
    bounds
}

/// Cards or chits of the deck that have no row.
fn undrawn(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()).filter(|origins| !origins.incomplete) else { return };
    let of_deck = context.game.cards.iter().filter(|(_, card)| Some(&card.deck) == table.draw.as_ref());
    let rows: BTreeSet<usize> = table.rows.iter().filter_map(|row| usize::try_from(row.from).ok()).collect();
    let has = |card: CardId| rows.contains(&card.index());
    let missing: Vec<String> = of_deck.filter(|(card, _)| !has(*card)).map(|(_, card)| format!("`{}`", card.id)).collect();
    if !missing.is_empty() {
        let title = table.title.as_deref().unwrap_or(&table.id);
        let some = missing.iter().take(6).cloned().collect::<Vec<_>>().join(", ");
        let message = format!("table `{title}` has no row for {some}, which may be drawn");
        let diag = Diag::new(&RULE, origins.table.at("rows"), message).printed_rule(table.rule.as_deref());
        sink.report(diag.help("add the row, or take the card out of the deck"));
    }
}

fn listed(numbers: &[i64]) -> String {
    let some: Vec<String> = numbers.iter().take(6).map(i64::to_string).collect();
    let dots = if numbers.len() > some.len() { ", …" } else { "" };
    format!("{}{dots}", some.join(", "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn gaps_step_over_what_is_covered() {
        let all = |low, high, stretches: &[(i64, i64)]| super::gaps(low, high, stretches).take(5).collect::<Vec<_>>();
        assert_eq!(all(1, 4_000_000_000, &[(-7, 0), (2, 3_999_999_998)]), [1, 3_999_999_999, 4_000_000_000]);
        assert_eq!(all(1, 3, &[]), [1, 2, 3]);
        assert_eq!(all(5, 4, &[]), [0; 0]);
        assert_eq!(all(1, 9, &[(1, i64::MAX)]), [0; 0]);
    }
}
