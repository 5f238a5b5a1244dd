//! A slot that is placed where it would be cut off, or where nothing of it is seen.

use std::collections::BTreeSet;

use super::unknown_slot_word::shown_at;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, Look, Outline, PlateLayout, SlotArea};
use crate::rules::{fits, layout_of};

static RULE: Rule =
    Rule { code: "M0722", name: "slot-off-counter", severity: Severity::Warning, docs: include_str!("slot_off_counter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// By so many hundredths a slot may reach over an edge that is not straight: what it shows does not fill its corners.
const OVER: f64 = 1.0;
/// A symbol is no wider than so much of its height; an icon is narrower.
const SYMBOL: f64 = 1.5;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let (game, origins) = (context.game, context.origins);
    let of = |shape: Option<Outline>| BTreeSet::from([shape.unwrap_or(game.art.shape)]);
    let layouts = game.layouts.iter().map(|it| (&it.slots, of(it.shape))).zip(&origins.layouts);
    let looks = game.art.looks.iter().map(|it| (&it.slots, below(game, it))).zip(&origins.looks);
    let markers = game.art.marker_layouts.iter().map(|it| (&it.slots, of(it.shape))).zip(&origins.marker_layouts);
    let cards = game.art.card_layouts.iter().map(|it| (&it.slots, on_cards(game, it))).zip(&origins.card_layouts);
    let whole = game.art.counter_area(game.art.counter());
    for ((slots, outlines), origin) in layouts.chain(looks).chain(markers).chain(cards) {
        for (at, slot) in slots {
            let Some(area) = slot.area else { continue };
            let lost = |outline: &Outline| lost(area, slot.show.trim(), *outline, whole);
            if let Some(message) = outlines.iter().find_map(lost) {
                let diag = Diag::new(&RULE, shown_at(*origin, *at, slot), message);
                sink.report(diag.help("move it onto the counter, or make it smaller"));
            }
        }
    }
}

/// What counters have a look.
fn below(game: &Game, look: &Look) -> BTreeSet<Outline> {
    let mut shapes = game.layouts.iter().filter_map(|layout| layout.shape).chain([game.art.shape]);
    let mut found = BTreeSet::from([Outline::Square]);
    if look.slots.iter().all(|(_, slot)| slot.area.is_none()) || shapes.all(|shape| shape == Outline::Square) {
        return found;
    }
    for (id, unit) in game.units.iter() {
        let states = unit.faces.iter().map(|face| face.state);
        for state in states.filter(|state| look.who.as_ref().is_none_or(|who| fits(game, who, id, *state))) {
            let layout = layout_of(game, id, state).and_then(|n| game.layouts.get(n));
            found.insert(layout.and_then(|layout| layout.shape).unwrap_or(game.art.shape));
        }
    }
    found
}

/// Cards are oblong; chits are counters.
fn on_cards(game: &Game, layout: &PlateLayout) -> BTreeSet<Outline> {
    let fits = |id: &String| layout.who.is_empty() || layout.who.contains(id);
    let chits = game.cards.values().any(|card| !card.faces.is_empty() && (fits(&card.id) || fits(&card.deck)));
    let shape = layout.shape.unwrap_or(game.art.shape);
    BTreeSet::from([if chits { shape } else { Outline::Square }])
}

/// What of a slot is not seen on a counter of that outline, so wide and so high; nothing if all is.
fn lost(area: SlotArea, show: &str, outline: Outline, (width, height): (f64, f64)) -> Option<String> {
    let SlotArea { x, y, .. } = area;
    let (right, bottom) = (x + area.width, y + area.height);
    // From where to where the counter reaches so far down, in hundredths.
    let reach = |down: f64| {
        let half = outline.half((width, height), (down - 50.0) / 100.0 * height) / width * 100.0;
        (50.0 - half, 50.0 + half)
    };
    let (from, to) = reach(50.0_f64.max(y).min(bottom));
    if right <= from.max(0.0) || x >= to.min(100.0) || bottom <= 0.0 || y >= 100.0 {
        return Some("the slot lies beside the counter: nothing of it is seen".to_owned());
    }
    // Colour alone may run over the edge: there it is the bleed.
    if matches!(show, "" | "stripe") {
        return None;
    }
    if x < 0.0 || y < 0.0 || right > 100.0 || bottom > 100.0 {
        return Some(format!(
            "the slot reaches from {x} to {right} across and from {y} to {bottom} down, expected between 0 and 100"
        ));
    }
    let shape = match outline {
        Outline::Square => return None,
        Outline::Round => "round",
        Outline::Hexagon => "hexagonal",
    };
    let (across, down) = ((x + right) / 2.0, (y + bottom) / 2.0);
    // What keeps its form fills no more of a wide slot.
    let half = match show {
        "symbol" | "icon" => (area.width / 2.0).min(area.height / 2.0 * SYMBOL * height / width),
        icon if icon.starts_with("icon:") => (area.width / 2.0).min(area.height / 2.0 * SYMBOL * height / width),
        _ => area.width / 2.0,
    };
    let rows = [(down, half), (y, 0.0), (bottom, 0.0)];
    let beyond = |(row, half): (f64, f64)| {
        let (from, to) = reach(row);
        let beyond = across - half < from - OVER || across + half > to + OVER;
        beyond.then(|| {
            format!(
                "the slot reaches from {x} to {right} across, but {row:.0} down a {shape} counter reaches from {from:.0} to {to:.0}"
            )
        })
    };
    rows.into_iter().find_map(beyond)
}
