//! What a slot or a layout says and what it shows has no use for; told among the fields that count for nothing.

use super::art::unknown_slot_word::{beside, slots_by_place};
use crate::check::CheckContext;
use crate::model::{Slot, SlotPlace, is_picture};
use crate::span::Place;

/// A field, why it counts for nothing, and what to do.
type Idle = (&'static str, String, &'static str);

const OUT: &str = "take it out";

/// The fields of art.json that count for nothing: where, in words, and what to do.
pub(in crate::check) fn idle(context: &CheckContext<'_>) -> Vec<(Place, String, &'static str)> {
    let (game, origins) = (context.game, context.origins);
    let mut found = Vec::new();
    if context.incomplete.art {
        return found;
    }
    for (at, slot, place, _) in slots_by_place(context) {
        let told = |(field, why, help): Idle| (beside(&place, slot, field), format!("`{field}` counts for nothing: {why}"), help);
        found.extend(of_slot(slot, at).into_iter().map(told));
    }
    for (layout, origin) in game.art.card_layouts.iter().zip(&origins.card_layouts) {
        let fits = |id: &String| layout.who.is_empty() || layout.who.contains(id);
        let mut chits = game.cards.values().filter(|card| !card.faces.is_empty());
        let used = context.incomplete.cards || chits.any(|chit| fits(&chit.id) || fits(&chit.deck));
        if layout.shape.is_some() && !used {
            let message = "`shape` counts for nothing: cards are oblong, and no chit has this layout";
            found.push((origin.at("shape"), message.to_owned(), OUT));
        }
    }
    found
}

/// Slots of a row, the height of which hangs on `mm`, whatever they show.
const IN_ROWS: [SlotPlace; 6] =
    [SlotPlace::Top, SlotPlace::TopLeft, SlotPlace::TopRight, SlotPlace::Bottom, SlotPlace::BottomLeft, SlotPlace::BottomRight];

fn of_slot(slot: &Slot, at: SlotPlace) -> Vec<Idle> {
    let show = slot.show.trim();
    let mut idle: Vec<Idle> = Vec::new();
    let picture = is_picture(show);
    let colour = matches!(show, "" | "stripe");
    if slot.fit.is_some() && !picture {
        idle.push(("fit", "only a picture fills its room one way or another".to_owned(), OUT));
    }
    if colour || picture || matches!(show, "symbol" | "icon") || show.starts_with("icon:") {
        let letters = [
            ("font", slot.font.is_some()),
            ("mm", slot.mm.is_some() && !IN_ROWS.contains(&at)),
            ("least-mm", slot.least_mm.is_some()),
            ("turn", slot.turn.is_some()),
            ("align", slot.align.is_some()),
        ];
        let why = if show.is_empty() { "the slot has no letters".to_owned() } else { format!("`{show}` has no letters") };
        idle.extend(letters.into_iter().filter(|(_, is)| *is).map(|(field, _)| (field, why.clone(), OUT)));
    }
    if colour && slot.ink.is_some() {
        idle.push(("ink", "the slot is colour alone".to_owned(), "write it as `fill`, or take it out"));
    }
    if show == "stripe" && slot.fill.is_some() {
        idle.push(("fill", "`stripe` has the colour of the formation".to_owned(), "take one of the two out"));
    }
    if let (Some(least), Some(mm)) = (slot.least_mm, slot.mm)
        && least > mm
    {
        idle.push(("least-mm", format!("letters of {mm} mm are never as large as {least}"), "write it no larger than `mm`"));
    }
    idle
}
