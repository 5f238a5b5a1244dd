//! The roster: the same counters from another source. What it fills in is compared with the counter.

use super::{Lower, Read};
use crate::format::{self, Unsure};
use crate::model::*;
use crate::origins::Otherwise;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    pub(super) fn roster(&mut self, module: Origin) {
        let words = self.rating_words();
        let list = self.usual::<format::Unit>(module, "roster", &words);
        for Read { origin, value, .. } in list.items {
            let Some(id) = self.names.units.find(&value.id.0, origin.at("id"), self.sink) else { continue };
            let setup = value.setup.as_deref().filter(|s| *s != "?").map(|s| self.setup(s, &value, origin));
            let arrives = value.arrives.as_deref().filter(|s| *s != "?").and_then(|s| self.arrives(s, origin.at("arrives")));
            let unit = &self.game.units[id];
            let game = &self.game;
            let mut found = Vec::new();
            let mut compare = |place: Place, field: &str, stated: Option<String>, is: Option<String>| {
                let Some(stated) = stated.filter(|stated| stated != "?") else { return };
                if Some(&stated) != is.as_ref() {
                    let is = is.map_or_else(|| "not there".to_owned(), |is| format!("`{is}`"));
                    found.push(Otherwise { unit: id, field: field.to_owned(), stated: format!("`{stated}`"), found: is, place });
                }
            };
            let text = |id: &Option<format::Id>| id.as_ref().map(|id| id.0.clone());
            compare(origin.at("name"), "name", value.name.clone(), unit.name.clone());
            compare(origin.at("side"), "side", text(&value.side), unit.side.map(|side| game.sides[side].id.clone()));
            compare(origin.at("nation"), "nation", text(&value.nation), unit.nation.map(|n| game.nations[n].id.clone()));
            let formation = unit.formation.map(|f| game.formations[f].id.clone());
            compare(origin.at("formation"), "formation", text(&value.formation), formation);
            compare(origin.at("type"), "type", text(&value.kind), unit.kind.map(|kind| game.types[kind].id.clone()));
            compare(origin.at("class"), "class", text(&value.class), unit.class.map(|class| game.classes[class].id.clone()));
            compare(origin.at("size"), "size", value.size.as_ref().map(|word| word.0.clone()), unit.size.clone());
            let designation = value.designation.as_ref().map(|word| word.0.clone());
            compare(origin.at("designation"), "designation", designation, unit.designation.clone());
            let number = |n: Unsure<i32>| n.known().map(|n| n.to_string());
            compare(
                origin.at("steps"),
                "steps",
                value.steps.and_then(number).filter(|_| unit.steps.is_some()),
                unit.steps.map(|n| n.to_string()),
            );
            compare(origin.at("count"), "count", value.count.map(|n| n.to_string()), Some(unit.count.to_string()));
            let faces = [
                ("", origin.at("ratings"), value.ratings.as_ref()),
                ("back.", origin.at("back").field("ratings"), value.back.as_ref().and_then(|back| back.ratings.as_ref())),
            ];
            for (n, (before, place, ratings)) in faces.into_iter().enumerate() {
                for (name, stated) in ratings.into_iter().flat_map(|ratings| &ratings.0) {
                    let rating = game.ratings.iter().find(|(_, rating)| rating.id == **name).map(|(id, _)| id);
                    let is = match rating.and_then(|rating| Some(unit.faces.get(n)?.rating(rating))) {
                        Some(RatingValue::Known(n)) => Some(n.to_string()),
                        // A number that the counter does not know yet contradicts nothing.
                        Some(RatingValue::Unknown) => continue,
                        _ => None,
                    };
                    compare(place.clone().field(name), &format!("{before}{name}"), number(stated.clone()), is);
                }
            }
            if setup.is_some_and(|setup| !setup.is_empty() && setup != unit.setup) {
                let is = unit.setup.iter().map(|at| self.named(at)).collect::<Vec<_>>().join("|");
                compare(origin.at("setup"), "setup", value.setup.clone(), Some(is).filter(|is| !is.is_empty()));
            }
            if arrives.is_some_and(|arrives| unit.arrives.as_ref() != Some(&arrives)) {
                let is = unit.arrives.as_ref().map(|arrives| {
                    let entry = |id: &EntryId| game.map.as_ref().map_or_else(String::new, |map| map.entries[*id].id.clone());
                    let entries: Vec<String> = arrives.entries.iter().map(entry).collect();
                    format!("{}@{}", game.turns[arrives.turn].id, entries.join("|"))
                });
                compare(origin.at("arrives"), "arrives", value.arrives.clone(), is);
            }
            self.origins.roster.extend(found);
        }
    }

    /// Where a unit is put, as its column says it.
    fn named(&self, at: &Where) -> String {
        let Some(map) = &self.game.map else { return String::new() };
        match at {
            Where::At(Location::Hex(hex)) => map.board.name(*hex),
            Where::At(Location::Box(id)) => map.boxes[*id].id.clone(),
            Where::In(area, _) => map.areas[*area].id.clone(),
            Where::Within(..) => String::new(),
        }
    }
}
