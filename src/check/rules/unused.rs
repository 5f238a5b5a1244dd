//! Areas, boxes, formations, nations, tables and terrain that nothing uses.

use std::collections::BTreeSet;

use crate::check::spoken::{all_rules, named};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{AreaId, BoxId, BoxOffMap, FormationId, Key, Location, MarkerAt, TerrainId, Units, Where};

static RULE: Rule = Rule { code: "M0502", name: "unused", severity: Severity::Warning, docs: include_str!("unused.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    let whole =
        !lost.map && !lost.scenarios && !lost.units && !context.origins.scenarios.iter().any(|s| s.incomplete || s.partial);
    let resting = &context.origins.resting;
    let idle = resting.sources.iter().enumerate().filter(|(n, _)| whole && resting.words(Some(*n)).is_empty());
    for (_, source) in idle {
        let message = format!("source `{}` is never used", source.id);
        let help = "let values name it as their `source`, or files by its `of`, or take it out";
        sink.report(Diag::new(&RULE, context.place(source.origin, "id"), message).folded_by("source").help(help));
    }
    // A game without scenarios is not finished: nothing is unused yet.
    let Some(map) = game.map.as_ref().filter(|_| whole && !game.scenarios.is_empty()) else { return };
    let mut report = |what: &str, id: &str, origin, help: &str| {
        let message = format!("{what} `{id}` is never used");
        let diag = Diag::new(&RULE, context.place(origin, "id"), message).folded_by(what).help(help);
        sink.report(if what == "box" { diag.in_box(id) } else { diag });
    };
    if !lost.rules && game.rules.combat.is_some() {
        let asked = named(&all_rules(game), "table");
        for ((_, table), origins) in game.tables.iter().zip(&context.origins.tables) {
            // A table without dice is a chart to look at.
            if asked.contains(&table.id) || table.dice.is_none() && table.draw.is_none() {
                continue;
            }
            report("table", &table.id, Some(origins.table), "let a rule, a card or an action roll on it, or take it out");
        }
    }
    let (mut areas, mut boxes): (BTreeSet<AreaId>, BTreeSet<BoxId>) = Default::default();
    let lines = game.scenarios.values().flat_map(|s| s.setup.iter().map(|line| &line.at));
    for place in lines.chain(game.units.values().flat_map(|unit| unit.setup.iter())) {
        match place {
            Where::In(area, _) => drop(areas.insert(*area)),
            Where::At(Location::Box(id)) => drop(boxes.insert(*id)),
            Where::At(Location::Hex(_)) | Where::Within(..) => {}
        }
    }
    areas.extend(game.scenarios.values().filter_map(|s| s.map));
    areas.extend(&context.origins.ruled_areas);
    boxes.extend(&context.origins.ruled_boxes);
    boxes.extend(map.entries.values().filter_map(|entry| entry.behind));
    boxes.extend(map.exits.values().filter_map(|exit| exit.behind));
    boxes.extend(game.scenarios.values().flat_map(|s| &s.markers).filter_map(|line| match line.at {
        MarkerAt::Location(Location::Box(id)) => Some(id),
        _ => None,
    }));
    for (id, area) in map.areas.iter().filter(|(id, _)| !lost.missed_area && !areas.contains(id)) {
        report(
            "area",
            &area.id,
            crate::origins::of(&context.origins.map.areas, id),
            "use it in a setup or a rule, or take it out",
        );
    }
    // A box on an image is a place of the map, whoever goes there.
    let idle = |id: &BoxId, b: &BoxOffMap| b.track.is_none() && b.on.is_none() && !boxes.contains(id);
    for (id, found) in map.boxes.iter().filter(|(id, b)| !lost.missed_area && idle(id, b)) {
        report(
            "box",
            &found.id,
            crate::origins::of(&context.origins.map.boxes, id),
            "use it in a setup or behind an entry or an exit, or take it out",
        );
    }
    let mut lies: BTreeSet<TerrainId> = map.ground.iter().copied().flatten().collect();
    lies.extend(map.places.values().filter_map(|p| p.class));
    lies.extend(map.features.values().map(|f| f.class));
    lies.extend(map.roads.values().map(|r| r.class));
    // A glyph of the legend that is in no row has a warning of its own.
    let in_legend: BTreeSet<&str> = context.origins.map.legend.iter().map(|(_, _, terrain, _)| terrain.as_str()).collect();
    for (id, terrain) in
        game.terrain.iter().filter(|(id, t)| !lost.missed_terrain && !lies.contains(id) && !in_legend.contains(t.id.as_str()))
    {
        report("terrain", &terrain.id, crate::origins::of(&context.origins.terrain, id), "put it on the map, or take it out");
    }
    let selected = |units: &Units, id| units.nation.as_ref().is_some_and(|list| list.contains(&id));
    for (id, nation) in game.nations.iter().filter(|_| !lost.missed_nation) {
        let used = game.units.values().any(|unit| unit.nation == Some(id))
            || context.origins.judged.units.iter().any(|(_, units)| selected(units, id));
        if !used {
            report(
                "nation",
                &nation.id,
                crate::origins::of(&context.origins.nations, id),
                "give units a `nation`, or take it out",
            );
        }
    }
    if !lost.formations {
        let mut manned: BTreeSet<FormationId> = BTreeSet::new();
        for mut at in game.units.values().filter_map(|unit| unit.formation) {
            while manned.insert(at) {
                let Some(above) = game.formations[at].parent else { break };
                at = above;
            }
        }
        let declared = |id: FormationId| context.origins.declared_formations.get(id.index()) == Some(&true);
        // One that says how many units it has is counted elsewhere.
        for (id, formation) in game.formations.iter().filter(|(id, f)| declared(*id) && !manned.contains(id) && f.units.is_none())
        {
            report(
                "formation",
                &formation.id,
                crate::origins::of(&context.origins.formations, id),
                "give it to units, correct its id, or take it out",
            );
        }
    }
}
