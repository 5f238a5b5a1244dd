//! Victory, or an arrival, that asks for units which take no part in the scenario.

use crate::check::happening::brought;
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::model::{Condition, Counted, Game, Key, Scenario, UnitId, Units};
use crate::rules::could_fit;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0520", name: "absent-cast", severity: Severity::Warning, docs: include_str!("absent_cast.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let lost = context.incomplete;
    if !lines.has_setup || scenario.origins.incomplete || lost.units || lost.scenarios || lost.missed_unit || lost.rules {
        return;
    }
    let cast = Cast::of(game, lines);
    let mut report = |place: &Place, what: &str, lack: Lack| {
        let why = match lack.there {
            0 => "none of them takes part in the scenario".to_owned(),
            n => format!("only {} part in the scenario", so_many(n, "of them takes", "of them take")),
        };
        let message = format!("{what} asks for {}, and {why}", lack.wanted);
        sink.report(
            Diag::new(&RULE, place.clone(), message)
                .in_scenario(&lines.id)
                .help("let them take part, or ask for others")
                .related(scenario.origins.scenario, "the scenario"),
        );
    };
    if !scenario.origins.lost_levels {
        for (level, place) in lines.levels.iter().zip(&scenario.origins.levels) {
            if let Some(lack) = level.when.as_ref().and_then(|when| cast.lacks(when, true)) {
                report(place, &format!("victory `{}`", level.name), lack);
            }
        }
    }
    for (arrival, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        if let Some(lack) = arrival.when.as_ref().and_then(|when| cast.lacks(when, false)) {
            report(place, "the arrival", lack);
        }
    }
}

/// Who takes part in a scenario.
struct Cast<'g> {
    game: &'g Game,
    there: Vec<bool>,
    /// Those that are there to the end.
    stays: Vec<bool>,
}

/// What is asked for and not there.
struct Lack {
    wanted: String,
    there: u32,
}

impl<'g> Cast<'g> {
    fn of(game: &'g Game, lines: &Scenario) -> Cast<'g> {
        let mut there = vec![false; game.units.len()];
        let mut see = |unit: UnitId| there.get_mut(unit.index()).into_iter().for_each(|there| *there = true);
        lines.setup.iter().for_each(|line| see(line.unit));
        let in_time = |turn| lines.turns.is_none_or(|(_, last)| turn <= last);
        lines.arrivals.iter().filter(|line| in_time(line.turn)).flat_map(|line| &line.units).for_each(|unit| see(*unit));
        game.units.values().flat_map(|unit| unit.remnant.iter().chain(&unit.breakdown)).for_each(|unit| see(*unit));
        // Whom an effect brings in the scenario need not name.
        brought(game).into_iter().for_each(&mut see);
        let mut stays = there.clone();
        let last = lines.checked.or(lines.turns.map(|(_, last)| last));
        for line in lines.withdrawals.iter().filter(|line| last.is_none_or(|last| line.turn <= last)) {
            for unit in &line.units {
                stays.get_mut(unit.index()).into_iter().for_each(|stays| *stays = false);
            }
        }
        Cast { game, there, stays }
    }

    /// What a condition asks for that the scenario has not; the game has it, else that is a fault of the condition.
    fn lacks(&self, when: &Condition, at_end: bool) -> Option<Lack> {
        if let Some(lost) = &when.eliminated {
            let least = lost.at_least.unwrap_or(1);
            if let Some(there) = self.too_few(&self.there, &lost.of, Counted::Units, least) {
                return Some(Lack { wanted: format!("{} lost", so_many(least, "unit", "units")), there });
            }
        }
        if let Some(gone) = &when.exited {
            let least = gone.steps.unwrap_or(1);
            if let Some(there) = self.too_few(&self.there, &gone.of, Counted::Steps, least) {
                return Some(Lack { wanted: format!("{} off the map", so_many(least, "step", "steps")), there });
            }
        }
        for group in when.units.iter().flatten().filter(|group| group.place.is_none()) {
            let (Some(of), Some(least)) = (&group.of, group.at_least.and_then(|least| u32::try_from(least).ok())) else {
                continue;
            };
            let count = group.count.unwrap_or(Counted::Units);
            // Who has left again is not there when victory is decided.
            let those = if at_end { &self.stays } else { &self.there };
            if let Some(there) = self.too_few(those, of, count, least).filter(|_| !matches!(count, Counted::Rating(_))) {
                let what =
                    if count == Counted::Steps { so_many(least, "step", "steps") } else { so_many(least, "unit", "units") };
                return Some(Lack { wanted: what, there });
            }
        }
        let parts = when.all.iter().flatten().chain(when.any.iter().flatten());
        parts.into_iter().find_map(|part| self.lacks(part, at_end))
    }

    /// How many there are, if that is too few and the whole game has enough.
    fn too_few(&self, those: &[bool], of: &Units, count: Counted, least: u32) -> Option<u32> {
        let weigh = |id: UnitId| {
            let unit = self.game.units.at(id)?;
            let one = match count {
                Counted::Steps => u32::try_from(unit.steps?).ok()?,
                _ => 1,
            };
            Some(one.saturating_mul(unit.count))
        };
        let fitting: Vec<UnitId> = self.game.units.ids().filter(|id| could_fit(self.game, of, *id)).collect();
        let sum = |ids: &mut dyn Iterator<Item = &UnitId>| ids.map(|id| weigh(*id)).sum::<Option<u32>>();
        let all = sum(&mut fitting.iter())?;
        let there = sum(&mut fitting.iter().filter(|id| those.get(id.index()) == Some(&true)))?;
        (all >= least && there < least).then_some(there)
    }
}
