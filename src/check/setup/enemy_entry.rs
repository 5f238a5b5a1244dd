//! An arrival by an entry of the other side.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{EntryId, SideId};

static RULE: Rule = Rule { code: "M0408", name: "enemy-entry", severity: Severity::Error, docs: include_str!("enemy_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let Some(map) = &game.map else { return };
    // Who comes in where: if all who do are of the other side, the entry is.
    let mut sides: BTreeMap<EntryId, BTreeMap<SideId, usize>> = BTreeMap::new();
    for line in &lines.arrivals {
        for (unit, entry) in line.units.iter().flat_map(|unit| line.entries.iter().map(move |entry| (*unit, *entry))) {
            if let Some(side) = game.units[unit].side {
                *sides.entry(entry).or_default().entry(side).or_default() += 1;
            }
        }
    }
    let mut blamed: BTreeSet<EntryId> = BTreeSet::new();
    for (entry, users) in &sides {
        let area = &map.entries[*entry];
        let origin = crate::origins::of(&context.origins.map.entries, *entry);
        let Some((theirs, _)) = users.iter().next().filter(|(_, n)| users.len() == 1 && **n > 1) else { continue };
        let (Some(own), Some(origin)) = (area.side.filter(|own| own != theirs), origin) else { continue };
        blamed.insert(*entry);
        let message = format!(
            "entry `{}` is of side `{}`, all units that arrive by it of side `{}`",
            area.id, game.sides[own].id, game.sides[*theirs].id
        );
        sink.report(Diag::new(&RULE, origin.at("side"), message).in_scenario(&lines.id).help("correct the side of the entry"));
    }
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        for (&unit, &entry) in line.units.iter().flat_map(|u| line.entries.iter().map(move |e| (u, e))) {
            let (unit, area) = (&game.units[unit], &map.entries[entry]);
            if let (Some(own), Some(other)) = (unit.side, area.side)
                && own != other
                && !blamed.contains(&entry)
            {
                let message = format!(
                    "unit `{}` of side `{}` arrives by entry `{}` of side `{}`",
                    unit.id, game.sides[own].id, area.id, game.sides[other].id
                );
                let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(&unit.id);
                if let Some(origin) = crate::origins::of(&context.origins.map.entries, entry) {
                    diag = diag.related(origin.at("side"), "this entry");
                }
                sink.report(diag.help("name an entry of its own side"));
            }
        }
    }
}
