//! A picture that a counter should show and that is not there.

use std::collections::{BTreeMap, BTreeSet};

use super::unknown_slot_word::{Whose, shown_at, slots};
use crate::check::faces::{Stems, slot_of};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, Shown};
use crate::model::Pictured;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0707", name: "missing-picture", severity: Severity::Warning, docs: include_str!("missing_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    of_slots(context, sink);
    of_cards(context, sink);
    of_counters(context, sink);
    for missing in &context.seen().ready.missing {
        let owner = context.owner(missing.shown);
        let behind = matches!(missing.shown, Shown::Unit(_, face) if face % 2 == 1);
        let face = if behind { "back" } else { "front" };
        let message = match &missing.other {
            Some(other) => format!("{owner} has no picture `{}`, expected beside `{other}`", missing.path),
            None => format!("{owner} has no picture `{}`, expected by `ready-made`", missing.path),
        };
        let help = match (&missing.near, &missing.other) {
            (Some(near), _) => format!("did you mean `{near}`? rename it"),
            (None, Some(_)) => "add it, or take the other away so that both sides are drawn alike".to_owned(),
            (None, None) => "add it, or take the unit out of `for`".to_owned(),
        };
        let mut diag = Diag::new(&RULE, context.owner_at(missing.shown, "id"), message).help(help).folded_by(face);
        if let Some((_, unit)) = context.owning_unit(missing.shown) {
            diag = diag.of_unit(&unit.id);
        }
        sink.report(diag);
    }
}

/// Pictures that counters and cards name.
fn of_counters(context: &CheckContext<'_>, sink: &mut Sink) {
    let (there, lost) = (&context.game.art.files, &context.origins.lost_pictures);
    // One that lies outside the folder, or is too much for it, has been told of already.
    let missing = context.seen().named.iter().filter(|(path, _)| !there.contains_key(*path) && !lost.contains(*path));
    let missing: Vec<_> = missing.collect();
    let files = Stems::new(there.keys().map(String::as_str));
    for (path, (whose, others)) in &missing {
        let others = match others {
            0 => String::new(),
            1 => " and one other".to_owned(),
            n => format!(" and {n} others"),
        };
        let message = format!("there is no picture `{path}` for {}{others}", context.pictured(*whose));
        let near = files.near(path, missing.len());
        let help = near.map_or_else(|| "add the file, or correct the path".to_owned(), |near| format!("did you mean `{near}`?"));
        let mut diag = Diag::new(&RULE, context.pictured_at(*whose), message).help(help);
        if let Pictured::Face(id, _) = whose {
            diag = diag.of_unit(&context.game.units[*id].id);
        }
        sink.report(diag);
    }
}

/// Pictures of slots of cards.
fn of_cards(context: &CheckContext<'_>, sink: &mut Sink) {
    let files = Stems::new(context.game.art.files.keys().map(String::as_str));
    let wanted = context.seen().on_cards.len();
    for (id, issue) in &context.seen().on_cards {
        let Issue::NoPicture { path, .. } = issue else { continue };
        // A path without words in braces was looked for when it was read.
        if slots(context).any(|(slot, _, whose)| whose == Whose::Card && slot.show.trim() == path) {
            continue;
        }
        let message = format!("there is no picture `{path}` for card `{}`", context.game.cards[*id].id);
        let near = files.near(path, wanted);
        let help = near.map_or_else(|| "add the file, or correct the path".to_owned(), |near| format!("did you mean `{near}`?"));
        let place = context.place(crate::origins::of(&context.origins.cards, *id), "id");
        sink.report(Diag::new(&RULE, place, message).help(help));
    }
}

/// Pictures of slots whose paths have words in braces. A path without them is looked for when it is read.
fn of_slots(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut found: BTreeMap<(Place, &str), (Shown, BTreeSet<String>)> = BTreeMap::new();
    for (shown, issue) in &context.seen().issues {
        let Issue::NoPicture { slot: at, path } = issue else { continue };
        let Shown::Unit(id, face) = shown else {
            // A path without words in braces was looked for when it was read.
            let named = slots(context).any(|(slot, _, whose)| whose != Whose::Unit && slot.show.trim() == path);
            if !named {
                let new = || (*shown, BTreeSet::new());
                found.entry((context.owner_at(*shown, "id"), path)).or_insert_with(new).1.insert(context.owner(*shown));
            }
            continue;
        };
        let Some((slot, origin)) = slot_of(context, *id, *face, *at).filter(|(slot, _)| slot.show.contains('{')) else {
            continue;
        };
        let new = || (*shown, BTreeSet::new());
        found.entry((shown_at(origin, *at, slot), path)).or_insert_with(new).1.insert(context.owner(*shown));
    }
    let (files, wanted) = (Stems::new(context.game.art.files.keys().map(String::as_str)), found.len());
    for ((place, path), (first, owners)) in found {
        let others = match owners.len() - 1 {
            0 => String::new(),
            1 => " and one other".to_owned(),
            n => format!(" and {n} others"),
        };
        let message = format!("there is no picture `{path}` for {}{others}", context.owner(first));
        let near = files.near(path, wanted);
        let help = near.map_or_else(|| "add the file, or correct the path".to_owned(), |near| format!("did you mean `{near}`?"));
        let mut diag = Diag::new(&RULE, place, message).help(help);
        if let Some((_, unit)) = context.owning_unit(first).filter(|_| owners.len() == 1) {
            diag = diag.of_unit(&unit.id);
        }
        sink.report(diag);
    }
}
