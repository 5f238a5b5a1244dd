//! Printed counters that somebody who owns the game has typed in: they stand instead of ours, field by field.

use std::collections::BTreeMap;

use super::{Lower, Read};
use crate::format::{self, Named, Unsure};
use crate::model::UnitId;
use crate::origins::Otherwise;
use crate::span::{Origin, Place};

/// The printed counters, by their ids.
pub(super) type Printed = BTreeMap<String, Read<format::Unit>>;

/// A field that is printed otherwise.
pub(super) struct Change {
    field: String,
    printed: String,
    ours: String,
    place: Place,
}

impl Change {
    /// Of a unit that is known by now.
    pub(super) fn of(self, unit: UnitId) -> Otherwise {
        Otherwise { unit, field: self.field, stated: self.printed, found: self.ours, place: self.place }
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn printed(&mut self, module: Origin) -> Printed {
        let words = self.rating_words();
        let list = self.usual::<format::Unit>(module, "printed", &words);
        list.items.into_iter().map(|read| (read.value.id.0.clone(), read)).collect()
    }

    /// Units that only the printed list has: it changes counters, it makes none.
    pub(super) fn unprinted(&mut self, left: &Printed) {
        for (id, read) in left {
            self.names.units.find(id, read.origin.at("id"), self.sink);
        }
    }
}

/// Puts what is printed in the place of what we have, and tells what was otherwise.
pub(super) fn overlay(ours: &mut format::Unit, Read { origin, value: printed, .. }: Read<format::Unit>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut note = |place: Place, field: String, before: Option<String>, after: String| {
        let ours = before.map_or_else(|| "not there".to_owned(), |before| format!("`{before}`"));
        changes.push(Change { field, printed: format!("`{after}`"), ours, place });
    };
    macro_rules! words {
        ($($field:ident $name:literal $show:expr,)+) => {$(
            if let Some(new) = printed.$field.clone().filter(|new| $show(new) != "?") {
                let before = ours.$field.as_ref().map($show);
                if before.as_deref() != Some($show(&new).as_str()) {
                    note(origin.at($name), $name.to_owned(), before, $show(&new));
                }
                ours.$field = Some(new);
            }
        )+};
    }
    words! {
        name "name" |text: &String| text.clone(),
        side "side" |id: &format::Id| id.0.clone(),
        nation "nation" |id: &format::Id| id.0.clone(),
        formation "formation" |id: &format::Id| id.0.clone(),
        kind "type" |id: &format::Id| id.0.clone(),
        class "class" |id: &format::Id| id.0.clone(),
        size "size" |word: &format::Word| word.0.clone(),
        designation "designation" |word: &format::Word| word.0.clone(),
        steps "steps" number,
        count "count" |n: &u32| n.to_string(),
        setup "setup" |text: &String| text.clone(),
        arrives "arrives" |text: &String| text.clone(),
    }
    let place = origin.at("ratings");
    numbers("", &place, &mut ours.ratings, printed.ratings, &mut note);
    if let Some(back) = printed.back {
        let ours = ours.back.get_or_insert(format::Face { state: None, ratings: None, picture: None });
        if let Some(state) = back.state {
            if ours.state.as_ref().map_or("reduced", |state| state.0.as_str()) != state.0 {
                let before = ours.state.as_ref().map(|state| state.0.clone());
                note(origin.at("back").field("state"), "back.state".to_owned(), before, state.0.clone());
            }
            ours.state = Some(state);
        }
        numbers("back.", &origin.at("back").field("ratings"), &mut ours.ratings, back.ratings, &mut note);
    }
    changes
}

fn number(n: &Unsure<i32>) -> String {
    n.clone().known().map_or_else(|| "?".to_owned(), |n| n.to_string())
}

fn numbers(
    before: &str,
    place: &Place,
    ours: &mut Option<Named<Unsure<i32>>>,
    printed: Option<Named<Unsure<i32>>>,
    note: &mut impl FnMut(Place, String, Option<String>, String),
) {
    for (name, new) in printed.into_iter().flat_map(|printed| printed.0).filter(|(_, new)| *new != Unsure::Unknown) {
        let all = &mut ours.get_or_insert(Named(Vec::new())).0;
        let old = all.iter_mut().find(|(other, _)| *other == name);
        let was = old.as_ref().map(|(_, old)| number(old));
        if was.as_deref() != Some(number(&new).as_str()) {
            note(place.clone().field(&name), format!("{before}{name}"), was, number(&new));
        }
        match old {
            Some((_, old)) => *old = new,
            None => all.push((name, new)),
        }
    }
}
