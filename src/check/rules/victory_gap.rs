//! Levels of victory by points that leave a gap, or overlap so that one never counts.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Condition, CounterName};

static RULE: Rule = Rule { code: "M0507", name: "victory-gap", severity: Severity::Error, docs: include_str!("victory_gap.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    if scenario.origins.lost_levels {
        return;
    }
    let lines = &context.game.scenarios[scenario.id];
    // Only where every level asks for one and the same counter.
    let ranges: Option<Vec<(CounterName, i64, i64)>> =
        lines.levels.iter().filter_map(|level| level.when.as_ref()).map(range).collect();
    let Some(ranges) = ranges.filter(|ranges| ranges.len() > 1) else { return };
    let Some(counter) = ranges.first().map(|(counter, _, _)| *counter).filter(|first| ranges.iter().all(|(c, _, _)| c == first))
    else {
        return;
    };
    let counter = context.game.words.counters.word(counter);
    let otherwise = lines.levels.iter().any(|level| level.when.is_none());
    let with: Vec<_> = lines.levels.iter().zip(&scenario.origins.levels).filter(|(level, _)| level.when.is_some()).collect();
    // What earlier levels take is gone for later ones.
    let mut free: Vec<(i64, i64)> = vec![(i64::MIN, i64::MAX)];
    for ((level, place), (_, from, to)) in with.iter().zip(&ranges) {
        let taken = free.iter().any(|(a, b)| a <= to && from <= b);
        if !taken {
            let message = format!("victory `{}` can never happen: earlier levels take all its totals of `{counter}`", level.name);
            sink.report(
                Diag::new(&RULE, (*place).clone(), message)
                    .in_scenario(&lines.id)
                    .help("correct the totals of one of the levels"),
            );
        }
        free = free
            .into_iter()
            .flat_map(|(a, b)| [(a, b.min(from.saturating_sub(1))), (a.max(to.saturating_add(1)), b)])
            .filter(|(a, b)| a <= b)
            .collect();
    }
    let gap = free.iter().find(|(a, b)| *a != i64::MIN && *b != i64::MAX);
    if let (Some((from, to)), false) = (gap, otherwise) {
        let totals = if from == to { format!("a total of {from}") } else { format!("totals from {from} to {to}") };
        let Some((_, place)) = with.first() else { return };
        let message = format!("no level of victory covers {totals} of `{counter}`");
        sink.report(
            Diag::new(&RULE, (*place).clone(), message)
                .in_scenario(&lines.id)
                .help("let one of the levels begin earlier or end later"),
        );
    }
}

/// The totals that a condition asks for, if it asks for nothing else.
fn range(condition: &Condition) -> Option<(CounterName, i64, i64)> {
    let counter = condition.counter.as_ref()?;
    let alone = Condition { counter: Some(counter.clone()), ..Condition::default() } == *condition;
    let least = counter.at_least.map_or(i64::MIN, i64::from);
    let most = counter.at_most.map_or(i64::MAX, i64::from);
    alone.then_some((counter.id, least, most))
}
