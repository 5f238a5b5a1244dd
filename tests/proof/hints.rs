//! What no data contradicts and a careful reader would ask: unlikely numbers, types, arrivals and cells.

use std::collections::BTreeMap;

use muster::model::{RatingId, RatingValue, UnitId};

use super::faults::{Fault, lowered, pick};
use super::text::{Case, Mutant, Node};

/// So many others must be like a unit before anybody can say what is likely.
const OTHERS: usize = 4;

fn hint(name: &'static str, codes: &'static [&'static str], make: super::faults::Make) -> Fault {
    Fault { name, codes, make }
}

/// The units that are like this one: side, type, class and size, none of them a part or a remnant.
fn alike(case: &Case, id: UnitId) -> Vec<UnitId> {
    let game = &case.game;
    let part = |id: UnitId| game.units.values().any(|unit| unit.remnant == Some(id) || unit.breakdown.contains(&id));
    let own = &game.units[id];
    if own.kind.is_none() || part(id) {
        return Vec::new();
    }
    let like = |other: &UnitId| {
        let unit = &game.units[*other];
        *other != id
            && (unit.side, unit.kind, unit.class, &unit.size) == (own.side, own.kind, own.class, &own.size)
            && !part(*other)
    };
    game.units.ids().filter(like).collect()
}

/// A cell of every unit that has enough others like it.
fn cells<'c>(case: &'c Case, cell: &str) -> Vec<(UnitId, &'c Node, Vec<UnitId>)> {
    let nodes = case.find(&[("units", &format!("*.{cell}"))]).into_iter().filter(|node| node.scalar());
    let found = nodes.filter_map(|node| {
        let id = case.unit(&case.beside(node, 1, "id")?.text)?;
        let others = alike(case, id);
        (others.len() >= OTHERS).then_some((id, node, others))
    });
    found.collect()
}

fn front(case: &Case, id: UnitId, rating: RatingId) -> Option<i32> {
    match case.game.units[id].faces.first()?.rating(rating) {
        RatingValue::Known(n) => Some(n),
        RatingValue::Absent | RatingValue::Unknown => None,
    }
}

/// Numbers that become so many times the most of all units of the side and type, where the rating allows it.
fn times(case: &Case, by: i32, of: impl Fn(RatingId) -> bool) -> Vec<Mutant> {
    let mut out = Vec::new();
    for (rating, said) in case.game.ratings.iter().filter(|(id, _)| of(*id)) {
        for (id, node, others) in cells(case, &said.id) {
            let own = &case.game.units[id];
            let like = |unit: &UnitId| (case.game.units[*unit].side, case.game.units[*unit].kind) == (own.side, own.kind);
            let all = case.game.units.ids().filter(like).filter_map(|unit| front(case, unit, rating)).max();
            let enough = others.iter().filter(|other| front(case, **other, rating).is_some()).count() >= OTHERS;
            let to = all.unwrap_or(0) * by + 1;
            if enough && front(case, id, rating).is_some() && said.max.is_none_or(|max| to <= max) {
                out.push(Mutant::change(node, &to.to_string()));
            }
        }
    }
    out
}

pub(crate) fn hints() -> Vec<Fault> {
    vec![
        hint("a number is double that of all others", &["M0219"], |case, _| times(case, 2, |_| true)),
        hint("foot moves as tanks do", &["M0219"], |case, _| {
            let allowance = case.game.rules.movement.as_ref().and_then(|movement| movement.allowance);
            times(case, 2, |rating| Some(rating) == allowance)
        }),
        hint("a movement class that no other of the type has", &["M0220"], |case, random| {
            let classes: Vec<_> = case.game.classes.iter().collect();
            let mut out = Vec::new();
            for (id, node, _) in cells(case, "class") {
                let own = &case.game.units[id];
                let type_of = |unit: &&muster::model::Unit| (unit.side, unit.kind) == (own.side, own.kind);
                let same = case.game.units.values().filter(type_of).all(|unit| unit.class == own.class);
                let other: Vec<_> = classes.iter().filter(|(class, _)| Some(*class) != own.class).collect();
                if let (true, Some((_, class))) = (same, pick(&other, random)) {
                    out.push(Mutant::change(node, &class.id));
                }
            }
            out
        }),
        hint("a type that none of the formation has", &["M0221", "M0224"], |case, random| {
            let types: Vec<&str> = case.filled(&[("module", "types.*.id")]).into_iter().map(|node| node.text.as_str()).collect();
            let mut out = Vec::new();
            for (id, node, others) in cells(case, "type") {
                let own = &case.game.units[id];
                let sister = |other: &&UnitId| case.game.units[**other].formation == own.formation;
                let other: Vec<_> = types.iter().filter(|kind| **kind != node.text).collect();
                if let (true, Some(kind)) =
                    (own.formation.is_some() && others.iter().filter(sister).count() >= 2, pick(&other, random))
                {
                    out.push(Mutant::change(node, kind));
                }
            }
            out
        }),
        hint("attack and defence are exchanged", &["M0222", "M0219"], |case, _| {
            let combats = case.game.rules.combat.iter().flat_map(|combat| combat.all());
            let pairs: Vec<_> = combats.filter_map(|combat| Some((combat.attack?, combat.defense?))).collect();
            let mut out = Vec::new();
            for (attack, defense) in pairs.into_iter().filter(|(attack, defense)| attack != defense) {
                let ids = [attack, defense].map(|rating| case.game.ratings[rating].id.clone());
                for (id, node, others) in cells(case, &ids[0]) {
                    let both = |id: UnitId| Some((front(case, id, attack)?, front(case, id, defense)?));
                    let Some((a, d)) = both(id).filter(|(a, d)| a != d) else { continue };
                    // Where some are better at the one and some at the other nobody can tell.
                    let one = others.iter().filter_map(|other| both(*other)).all(|(x, y)| (x > y) == (a > d) && x != y);
                    if let (true, Some(other)) = (one, case.beside(node, 1, &ids[1])) {
                        out.push(Mutant::change(node, &d.to_string()).and(Mutant::change(other, &a.to_string())));
                    }
                }
            }
            out
        }),
        hint("a counter is copied", &["M0223", "M0214", "M0213"], |case, _| {
            let mut out = Vec::new();
            for field in ["designation", "name"] {
                for (id, node, others) in cells(case, field).into_iter().filter(|(_, node, _)| !node.text.is_empty()) {
                    let own = &case.game.units[id];
                    let twin = others.iter().map(|other| &case.game.units[*other]).find(|other| {
                        let differs = if field == "name" { other.name != own.name } else { other.designation != own.designation };
                        let same = if field == "name" { other.designation == own.designation } else { other.name == own.name };
                        differs && same && other.formation == own.formation && other.faces == own.faces
                    });
                    let word = twin.and_then(|twin| if field == "name" { twin.name.clone() } else { twin.designation.clone() });
                    out.extend(word.map(|word| Mutant::change(node, &word)));
                }
            }
            out
        }),
        hint("a back is left blank", &["M0224", "M0611"], |case, _| {
            let mut out = Vec::new();
            let mut rows: BTreeMap<UnitId, Mutant> = BTreeMap::new();
            for rating in case.game.ratings.values() {
                for (id, node, _) in
                    cells(case, &format!("back.{}", rating.id)).into_iter().filter(|(_, n, _)| !n.text.is_empty())
                {
                    let step = case.game.units[id].faces.get(1).is_some_and(|back| case.game.states[back.state].step);
                    if step && node.sheet() {
                        let one = rows.remove(&id).unwrap_or_default();
                        rows.insert(id, one.and(Mutant::change(node, "")));
                    }
                }
            }
            out.extend(rows.into_values());
            out
        }),
        hint("a unit arrives turns away from its division", &["M0425", "M0406", "M0418"], |case, _| {
            let mut out = Vec::new();
            let turns: Vec<&str> = case.game.turns.values().map(|turn| turn.id.as_str()).collect();
            for node in case.filled(&[("units", "*.arrives")]) {
                let Some((turn, entry)) = node.text.split_once('@') else { continue };
                let Some(id) = case.beside(node, 1, "id").and_then(|id| case.unit(&id.text)) else { continue };
                let own = &case.game.units[id];
                let together = |unit: &&muster::model::Unit| {
                    unit.formation.is_some()
                        && unit.formation == own.formation
                        && unit.arrives.as_ref().map(|a| a.turn) == own.arrives.as_ref().map(|a| a.turn)
                };
                let Some(at) = turns.iter().position(|id| *id == turn) else { continue };
                if case.game.units.values().filter(together).count() > 3
                    && let Some(to) = at.checked_sub(4).and_then(|to| turns.get(to))
                {
                    out.push(Mutant::change(node, &format!("{to}@{entry}")));
                }
            }
            out
        }),
        hint("two cells of a combat table are exchanged", &["M0612", "M0611", "M0609"], |case, random| {
            let nodes: Vec<&Node> = case
                .filled(&[("tables/", "*.*")])
                .into_iter()
                .filter(|node| node.text.chars().any(char::is_alphabetic))
                .collect();
            let mut out = Vec::new();
            // What the author allows is not looked for, nor what could not be read.
            if lowered(case, "M0612") || case.name == "paper" {
                return out;
            }
            for node in nodes.iter().filter(|node| node.path.last().is_some_and(|column| column.contains(':'))) {
                let row: Vec<&&Node> =
                    nodes.iter().filter(|n| n.file == node.file && n.path[0] == node.path[0] && n.text != node.text).collect();
                let far: Vec<&&Node> = row.into_iter().filter(|n| n.whole.start > node.whole.end + 6).collect();
                if let Some(other) = pick(&far, random) {
                    out.push(Mutant::change(node, &other.text).and(Mutant::change(other, &node.text)));
                }
            }
            out
        }),
        hint("counters are larger than hexes", &["M0716"], |case, _| {
            case.filled(&[("art", "counter-mm")]).into_iter().map(|node| Mutant::change(node, "25")).collect()
        }),
        hint("the sides have one colour", &["M0715"], |case, _| {
            let sides: Vec<&str> = case.game.sides.values().map(|side| side.id.as_str()).collect();
            let nodes: Vec<&Node> = case.filled(&[("art", "colours.*.ground")]);
            let nodes: Vec<&Node> =
                nodes.into_iter().filter(|node| node.path.get(1).is_some_and(|side| sides.contains(&side.as_str()))).collect();
            let pairs = nodes.iter().zip(nodes.iter().skip(1));
            pairs.map(|(a, b)| Mutant::change(b, &a.text)).collect()
        }),
    ]
}
