//! What stands where on a counter, in words: for the chart that tells how counters are read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Faces;
use crate::draw::chart::called;
use crate::draw::scene::Rect;
use crate::model::{Game, Slot, SlotColour, Token, Unit, UnitId, is_picture, tokens};
use crate::rules::layout_of;

impl Faces<'_> {
    /// The unit whose front tells most of those with the layout that most counters have; nothing if they are pictures.
    pub(in crate::draw) fn example(&self) -> Option<UnitId> {
        let game = self.game;
        let mut layouts: BTreeMap<Option<usize>, (u64, Vec<UnitId>)> = BTreeMap::new();
        for (id, unit) in game.units.iter() {
            let Some(front) = unit.faces.first().filter(|front| front.picture.is_none()) else { continue };
            if self.assets.get(&game.art.ready_made.path(&unit.id, 0)).is_some() {
                continue;
            }
            let plan = self.plan.face(game, id, front.state);
            if is_picture(symbol(game, unit)) || plan.slots.iter().any(|(_, slot)| is_picture(slot.show.trim())) {
                continue;
            }
            let known = layouts.entry(layout_of(game, id, front.state)).or_default();
            known.0 = known.0.saturating_add(u64::from(unit.count));
            known.1.push(id);
        }
        // Of several that are as common the first.
        let (_, (_, units)) = layouts.into_iter().max_by_key(|(layout, (count, _))| (*count, Reverse(*layout)))?;
        units.into_iter().max_by_key(|id| (self.readings(*id).len(), Reverse(*id)))
    }

    /// What each slot of a unit's front tells, and where it lies.
    pub(in crate::draw) fn readings(&self, id: UnitId) -> Vec<(Rect, String)> {
        let game = self.game;
        let Some((unit, front)) = game.units.at(id).and_then(|unit| Some((unit, unit.faces.first()?))) else { return Vec::new() };
        let plan = self.plan.face(game, id, front.state);
        let striped = self.colours(unit).stripe.is_some();
        let shown = |slot: &Slot| slot.needs.as_deref().is_none_or(|word| game.word(unit, 0, word).is_some());
        let told = plan.slots.iter().filter(|(_, slot)| shown(slot));
        told.filter_map(|(at, slot)| Some((plan.rects.rect(*at), meaning(game, unit, slot, striped)?))).collect()
    }
}

fn symbol<'g>(game: &'g Game, unit: &Unit) -> &'g str {
    unit.kind.and_then(|kind| game.types.at(kind)).map_or("", |kind| kind.symbol.as_str())
}

/// What a slot tells of a unit; nothing if it is blank, or a picture.
fn meaning(game: &Game, unit: &Unit, slot: &Slot, striped: bool) -> Option<String> {
    let show = slot.show.trim();
    match show {
        "symbol" => (!symbol(game, unit).is_empty()).then(|| "Unit type".to_owned()),
        "size" | "{size}" => unit.size.as_deref().filter(|size| !size.is_empty()).map(|_| "Size".to_owned()),
        "steps" => Some("Steps: a dot for each".to_owned()),
        "stripe" => striped.then(|| "Colour of its formation".to_owned()),
        "" => (striped && slot.fill == Some(SlotColour::Stripe)).then(|| "Colour of its formation".to_owned()),
        icon if icon == "icon" || icon.starts_with("icon:") => None,
        path if is_picture(path) => None,
        text => {
            let mut said: Vec<String> = Vec::new();
            let mut is_told = false;
            for token in tokens(text) {
                match token {
                    Token::Plain(plain) => said.push(plain.trim().to_owned()),
                    Token::Word(_, names) => {
                        let there = |name: &&str| game.word(unit, 0, name).is_some();
                        if let Some(name) = names.split('|').map(str::trim).find(there) {
                            is_told = true;
                            said.push(word_name(game, name));
                        }
                    }
                }
            }
            said.retain(|part| !part.is_empty());
            is_told.then(|| said.join(" "))
        }
    }
}

/// What players call a word that stands in braces.
pub(in crate::draw) fn word_name(game: &Game, word: &str) -> String {
    let known = match word {
        "id" => "Number",
        "side" | "side.name" => "Side",
        "formation" | "formation.name" | "formation.short" => "Formation",
        "type" => "Unit type",
        "class" => "Moves as",
        "setup" => "Where it begins",
        "arrives" => "Turn and entry of arrival",
        "name" | "nation" | "size" | "designation" | "steps" | "state" => return called(None, word),
        _ => {
            let rating = game.ratings.values().find(|rating| rating.id == word);
            return called(rating.and_then(|rating| rating.name.as_deref()), word);
        }
    };
    known.to_owned()
}
