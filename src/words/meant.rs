//! Whom and what the author's own words mean: units that rules mark, and regions that they name.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Teller;
use super::book::{Chapter, Told};
use super::text::{all_runs, joined, plain};
use super::when::quoted;
use crate::model::{Called, Condition, SideId, TypeId, Unit, spoken};

impl Teller<'_> {
    /// Who has a mark that rules ask for, and which hexes lie in a region that they name.
    pub(super) fn meant(&self) -> Vec<Chapter> {
        let (mut tags, mut areas) = (BTreeSet::new(), BTreeSet::new());
        for value in self.asked() {
            gather(&value, "tags", &mut tags);
            gather(&value, "area", &mut areas);
        }
        let one = |entry: String, name: String, words: String| Told { entry, name, words, ..Told::default() };
        // Turns have tags too.
        let marked = tags.iter().map(|tag| (tag, self.marked(tag))).filter(|(_, words)| !words.is_empty());
        let marked = marked.map(|(tag, words)| one(format!("tags/{tag}"), quoted(tag), words));
        let regions = self.game.map.iter().flat_map(|map| map.areas.values().map(move |area| (map, area)));
        // In a change of the rules they have their ids.
        let regions = regions.filter(|(_, area)| areas.contains(area.called()) || areas.contains(&area.id));
        let regions = regions.map(|(map, area)| {
            let hexes: Vec<String> = area.hexes.iter().map(|hex| map.board.name(*hex)).collect();
            one(format!("areas/{}", area.id), plain(area.called()), all_runs(&hexes))
        });
        vec![
            Chapter { title: "Marked units".to_owned(), rule: None, told: marked.collect() },
            Chapter { title: "Regions".to_owned(), rule: None, told: regions.collect() },
        ]
    }

    /// Everything that may ask for a mark or a region.
    fn asked(&self) -> Vec<Value> {
        let game = self.game;
        let condition = |when: &Condition| spoken(game, when);
        let mut all: Vec<Value> = self.rules().values().cloned().collect();
        all.extend(game.effects().into_iter().filter_map(|effect| spoken(game, effect)));
        let modifiers = game.tables.values().flat_map(|table| &table.modifiers);
        all.extend(modifiers.filter_map(|modifier| modifier.when.as_ref().and_then(condition)));
        let cards = game.cards.values().flat_map(|card| card.when.iter().chain(&card.present));
        let faces = game.cards.values().flat_map(|card| &card.faces).filter_map(|face| face.when.as_ref());
        all.extend(cards.chain(faces).filter_map(condition));
        all.extend(
            game.rules
                .options
                .values()
                .flat_map(|option| &option.changes)
                .filter_map(|change| change.set.clone().map(Value::Object)),
        );
        for scenario in game.scenarios.values() {
            all.extend(scenario.points.iter().filter_map(|points| spoken(game, points)));
            all.extend(scenario.levels.iter().filter_map(|level| level.when.as_ref().and_then(condition)));
            all.extend(scenario.changes.iter().filter_map(|change| change.set.clone().map(Value::Object)));
        }
        all
    }

    /// The units with a mark: kinds that have it all of them, the others by their names.
    fn marked(&self, tag: &str) -> String {
        let has = |unit: &&Unit| unit.tags.iter().any(|it| it == tag);
        let mut kinds: Vec<Option<TypeId>> = Vec::new();
        for unit in self.game.units.values().filter(has) {
            if !kinds.contains(&unit.kind) {
                kinds.push(unit.kind);
            }
        }
        let mut parts: Vec<String> = Vec::new();
        for kind in kinds {
            let alike: Vec<&Unit> = self.game.units.values().filter(|unit| unit.kind == kind).collect();
            let name = kind.and_then(|kind| self.game.types.at(kind)).map(|kind| plain(kind.called()));
            if let Some(name) = name.as_ref().filter(|_| alike.len() > 1 && alike.iter().all(has)) {
                parts.push(format!("all {name} units"));
                continue;
            }
            let mut sides: Vec<Option<SideId>> = Vec::new();
            for unit in alike.iter().copied().filter(has) {
                if !sides.contains(&unit.side) {
                    sides.push(unit.side);
                }
            }
            for side in sides {
                let (with, without): (Vec<&Unit>, Vec<&Unit>) =
                    alike.iter().copied().filter(|unit| unit.side == side).partition(has);
                let called = side.and_then(|side| self.game.sides.at(side)).map(|side| plain(side.called()));
                let all = called.zip(name.as_ref()).map(|(side, name)| format!("{side} {name} units"));
                parts.push(match all {
                    Some(all) if with.len() > 1 && without.is_empty() => format!("all {all}"),
                    // Somebody must be left out: one unit that is alone of its kind is told by its name.
                    Some(all) if !without.is_empty() && 2 * without.len() < with.len() => {
                        format!("{all}, except {}", self.names(&without))
                    }
                    _ => self.names(&with),
                });
            }
        }
        parts.join("; ")
    }

    /// Units by their names, each name once, with how many have it.
    fn names(&self, units: &[&Unit]) -> String {
        let mut counted: Vec<(String, usize)> = Vec::new();
        for name in units.iter().map(|unit| self.known_by(unit)) {
            match counted.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        let told = counted.into_iter().map(|(name, count)| if count > 1 { format!("{name} (×{count})") } else { name });
        joined(&told.collect::<Vec<String>>())
    }

    /// By what players know a unit: its name, or else what is printed on its counter. No counter shows its id.
    fn known_by(&self, unit: &Unit) -> String {
        let said = |text: Option<&str>| text.map(plain).filter(|text| !text.is_empty());
        let (name, designation) = (said(unit.name.as_deref()), said(unit.designation.as_deref()));
        let kind = unit.kind.and_then(|kind| self.game.types.at(kind));
        match (name, designation, kind) {
            (Some(name), _, _) => name,
            (None, Some(designation), Some(kind)) => format!("{designation} ({})", plain(kind.called())),
            (None, Some(designation), None) => designation,
            (None, None, _) => plain(&unit.id),
        }
    }
}

/// The words in lists of that name, wherever they stand.
fn gather(value: &Value, name: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (field, inner) in fields {
                match inner.as_array() {
                    Some(list) if field == name => found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned)),
                    _ => gather(inner, name, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| gather(inner, name, found)),
        _ => {}
    }
}
