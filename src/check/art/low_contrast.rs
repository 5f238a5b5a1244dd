//! Letters that hardly stand out from what is behind them.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::faces::slot_of;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, LEAST_CONTRAST, Shown};
use crate::draw::scene::Color;
use crate::model::{Rgb, SlotColour, SlotPlace, UnitId};
use crate::rules::fits;
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0705", name: "low-contrast", severity: Severity::Warning, docs: include_str!("low_contrast.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Two colours that are too much alike, and who has them.
struct Pair {
    first: Shown,
    slot: SlotPlace,
    ratio: f64,
    owners: BTreeSet<String>,
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut pairs: BTreeMap<(Color, Color), Pair> = BTreeMap::new();
    for (shown, issue) in &context.seen().issues {
        let Issue::Faint { slot, ink, behind, ratio } = issue else { continue };
        let new = || Pair { first: *shown, slot: *slot, ratio: *ratio, owners: BTreeSet::new() };
        pairs.entry((*ink, *behind)).or_insert_with(new).owners.insert(context.owner(*shown));
    }
    for ((ink, behind), Pair { first, slot, ratio, owners }) in pairs {
        let others = match owners.len() - 1 {
            0 => String::new(),
            1 => " and one other".to_owned(),
            n => format!(" and {n} others"),
        };
        // Rounded down, so that it never seems to be enough.
        let ratio = (ratio * 10.0).floor() / 10.0;
        let message = format!(
            "letters in {} on {} have a contrast of {ratio:.1} on {}{others}, expected at least {LEAST_CONTRAST}",
            hex(ink),
            hex(behind),
            context.owner(first)
        );
        let place = place(context, first, slot, ink, behind);
        let mut diag = Diag::new(&RULE, place, message).help("choose a darker or a brighter colour for one of the two");
        if let Some((_, unit)) = context.owning_unit(first).filter(|_| owners.len() == 1) {
            diag = diag.of_unit(&unit.id);
        }
        sink.report(diag);
    }
    let mut told = BTreeSet::new();
    for (id, issue) in &context.seen().on_cards {
        let Issue::Faint { ink, behind, ratio, .. } = issue else { continue };
        if !told.insert((*ink, *behind)) {
            continue;
        }
        let (ratio, card) = ((ratio * 10.0).floor() / 10.0, &context.game.cards[*id].id);
        let message = format!(
            "letters in {} on {} have a contrast of {ratio:.1} on card `{card}`, expected at least {LEAST_CONTRAST}",
            hex(*ink),
            hex(*behind)
        );
        let place = context.origins.art.map_or_else(|| context.place(None, "art"), |art| art.at("card-layouts"));
        sink.report(Diag::new(&RULE, place, message).help("choose a darker or a brighter colour for one of the two"));
    }
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn same(told: Option<Rgb>, color: Color) -> bool {
    told == Some((color.r, color.g, color.b))
}

/// Where one of the two colours is written: the ink if it is, else what is behind it.
fn place(context: &CheckContext<'_>, shown: Shown, slot: SlotPlace, ink: Color, behind: Color) -> Place {
    let Some(art) = context.origins.art else { return context.place(None, "art") };
    let (unit, names) = owners(context, shown);
    let of_slot = |field: &str, of: &dyn Fn(&crate::model::Slot) -> Option<SlotColour>, color: Color| {
        let (slot_is, origin) = unit.and_then(|(id, face)| slot_of(context, id, face, slot))?;
        let written = match of(slot_is)? {
            SlotColour::Stripe => true,
            SlotColour::Rgb(rgb) => same(Some(rgb), color),
        };
        written.then(|| origin.at("slots").field(slot.word()).field(field))
    };
    let of_look = |field: &'static str, of: &dyn Fn(&crate::model::Look) -> Option<Rgb>, color: Color| {
        looks(context, unit)
            .find(|(n, _)| same(context.game.art.looks.get(*n).and_then(of), color))
            .map(|(_, origin)| origin.at(field))
    };
    // The nearest owner that says one of the two: a nation's ground may not suit the ink of its side.
    let of_owner = || {
        names.iter().find_map(|name| {
            let told = context.game.art.colours.get(*name)?;
            let field = if same(told.ink, ink) { Some("ink") } else { same(told.ground, behind).then_some("ground") };
            Some(art.at("colours").field(name).field(field?))
        })
    };
    of_slot("ink", &|slot| slot.ink, ink)
        .or_else(|| of_look("ink", &|look| look.ink, ink))
        .or_else(|| of_slot("fill", &|slot| slot.fill, behind))
        .or_else(|| of_look("ground", &|look| look.ground, behind))
        .or_else(of_owner)
        .unwrap_or_else(|| Place::file(art.file))
}

/// The unit and its face, if it is one; and the names under which its colours may stand, the nearest first.
fn owners<'a>(context: &CheckContext<'a>, shown: Shown) -> (Option<(UnitId, usize)>, Vec<&'a str>) {
    let game = context.game;
    let side = |id: Option<_>| id.and_then(|id| game.sides.at(id)).map(|side| side.id.as_str());
    match shown {
        Shown::Unit(id, _) | Shown::BlankUnit(id) => {
            let unit = &game.units[id];
            let mut names = Vec::new();
            let mut above = unit.formation;
            for _ in 0..=game.formations.len() {
                let Some(formation) = above.and_then(|id| game.formations.at(id)) else { break };
                names.push(formation.id.as_str());
                above = formation.parent;
            }
            names.extend(unit.nation.and_then(|id| game.nations.at(id)).map(|nation| nation.id.as_str()));
            names.extend(side(unit.side));
            let face = if let Shown::Unit(_, face) = shown { face } else { 0 };
            (Some((id, face)), names)
        }
        Shown::Marker(id) | Shown::BlankMarker(id) => {
            let marker = &game.markers[id];
            (None, [Some(marker.id.as_str()), side(marker.side)].into_iter().flatten().collect())
        }
        Shown::Chit(id, _) => {
            let card = &game.cards[id];
            (None, [Some(card.deck.as_str()), side(card.side)].into_iter().flatten().collect())
        }
        Shown::Aid(_) | Shown::BlankAid(_) => (None, Vec::new()),
    }
}

/// The looks that a face has, the last first.
fn looks(context: &CheckContext<'_>, unit: Option<(UnitId, usize)>) -> impl Iterator<Item = (usize, Origin)> {
    let game = context.game;
    let state = unit.and_then(|(id, face)| Some((id, game.units.at(id)?.faces.get(face)?.state)));
    let looks = game.art.looks.iter().zip(&context.origins.looks).enumerate().rev();
    looks.filter_map(move |(n, (look, origin))| {
        let (id, state) = state?;
        look.who.as_ref().is_none_or(|who| fits(game, who, id, state)).then_some((n, *origin))
    })
}
