//! Every list of effects of a game: where it stands, and who and what may be there when it happens. The table of it is
//! [`Around`]: what no list has cannot be named in it.
//!
//! | list | combat | unit | hex | hexside | move |
//! |---|---|---|---|---|---|
//! | a result, a chit or a hit of combat | yes | no | yes | no | maybe |
//! | `after` of a combat, for each who took part | no | yes | its | no | maybe |
//! | `after` of support, for each who gave it | yes | yes | its | no | maybe |
//! | `else` of a retreat | maybe | yes | its | no | maybe |
//! | an action | no | with `who` | with `who` or `at` | with `across` | no |
//! | a trigger of the calendar | no | with `who` | with `who` or `at` | no | no |
//! | a trigger of what units do | maybe | yes | yes | maybe | maybe |
//! | a card | as what draws it | no | no | no | as what draws it |
//! | a result that an effect or an action rolls | as there | as there | as there | as there | as there |

use std::collections::{BTreeMap, BTreeSet};

use super::CheckContext;
use super::spoken::{all_rules, results_asked};
use crate::model::{Effect, Entries, Event, Game, Key, Table, TableId, UnitId, Units, Whence};
use crate::rules::could_fit;
use crate::span::{Origin, Place};

/// What may be there when effects happen; what is false is never there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Around {
    /// A combat with an attacker and a defender.
    pub battle: bool,
    /// A unit that did or suffered it.
    pub unit: bool,
    /// A hex, its own or that of the unit.
    pub hex: bool,
    /// A hexside.
    pub across: bool,
    /// A move that goes on.
    pub moving: bool,
}

impl Around {
    fn or(self, other: Around) -> Around {
        Around {
            battle: self.battle || other.battle,
            unit: self.unit || other.unit,
            hex: self.hex || other.hex,
            across: self.across || other.across,
            moving: self.moving || other.moving,
        }
    }

    fn of_unit(self) -> Around {
        Around { unit: true, hex: true, ..self }
    }
}

const ALL: Around = Around { battle: true, unit: true, hex: true, across: true, moving: true };
const COMBAT: Around = Around { battle: true, unit: false, hex: true, across: false, moving: true };

/// A list of effects.
pub(super) struct Happening<'g> {
    pub effects: &'g [Effect],
    /// Where it stands; nothing for what stands instead of an entry.
    pub place: Option<Place>,
    pub around: Around,
    /// Where that is, in words.
    pub here: &'static str,
    /// The units that do it, where they are named.
    pub who: Option<&'g Units>,
}

/// All lists of the game, and what rolls on each table.
pub(super) struct Happenings<'g> {
    pub lists: Vec<Happening<'g>>,
    /// By table: what is there when it is rolled on; nothing if it never is.
    pub rolled: Vec<Option<Around>>,
}

/// Where an entry's field stands, if it is an entry of the rules and no change of one.
fn at(context: &CheckContext<'_>, list: &str, id: &str, base: bool, field: &'static str) -> Option<Place> {
    context.origins.rules.get(&format!("{list}/{id}")).filter(|_| base).map(|origin| origin.at(field))
}

pub(super) fn all<'g>(context: &CheckContext<'g>) -> Happenings<'g> {
    let game = context.game;
    let rules = &game.rules;
    let mut lists: Vec<Happening<'g>> = Vec::new();
    let mut rolled: Vec<Option<Around>> = vec![None; game.tables.len()];
    let mut add = |effects: Option<&'g Vec<Effect>>, place: Option<Place>, around: Around, here, who: Option<&'g Units>| {
        lists.extend(effects.map(|effects| Happening { effects, place, around, here, who }));
    };
    for (n, action) in rules.actions.all().enumerate() {
        let unit = action.who.is_some();
        let around = Around { unit, hex: unit || action.at.is_some(), across: action.across.is_some(), ..Around::default() };
        let place = |field| at(context, "actions", &action.id.0, n < rules.actions.list.len(), field);
        let here = if unit { "in an action" } else { "in an action without `who`" };
        add(action.effects.as_ref(), place("do"), around, here, action.who.as_ref());
        add(action.otherwise.as_ref(), place("else"), around, here, action.who.as_ref());
        rolls(&mut rolled, action.table, around);
    }
    for (n, trigger) in rules.triggers.all().enumerate() {
        let calendar = matches!(trigger.on, Event::PhaseStart | Event::PhaseEnd | Event::TurnStart | Event::TurnEnd);
        let unit = trigger.who.is_some();
        let (around, here) = match calendar {
            true => {
                let here = if unit { "in a trigger of the calendar" } else { "in a trigger of the calendar without `who`" };
                (Around { unit, hex: unit || trigger.at.is_some(), ..Around::default() }, here)
            }
            false => (ALL, "in a trigger"),
        };
        let place = at(context, "triggers", &trigger.id.0, n < rules.triggers.list.len(), "do");
        add(Some(&trigger.effects), place, around, here, trigger.who.as_ref());
    }
    for (n, support) in rules.support.all().enumerate() {
        let place = at(context, "support", &support.id.0, n < rules.support.list.len(), "after");
        add(support.after.as_ref(), place, COMBAT.of_unit(), "after support", support.who.as_ref());
    }
    for (n, rule) in rules.retreat.all().enumerate() {
        let place = at(context, "retreat", &rule.id.0, n < rules.retreat.list.len(), "else");
        add(rule.otherwise.as_ref(), place, COMBAT.of_unit(), "in a retreat", rule.who.as_ref());
    }
    if let Some(combats) = &rules.combat {
        for (n, combat) in combats.all().enumerate() {
            let place = |field| at(context, "combat", &combat.id.0, n < combats.list.len(), field);
            let after = Around { moving: true, ..Around::default() }.of_unit();
            add(combat.after.as_ref(), place("after"), after, "after a combat", None);
            if let Some(hits) = &combat.hits {
                let place = |field| place("hits").map(|place| place.field(field));
                add(hits.on_attacker.as_ref(), place("on-attacker"), COMBAT, "in a hit", None);
                add(hits.on_defender.as_ref(), place("on-defender"), COMBAT, "in a hit", None);
            }
            rolls(&mut rolled, combat.table, COMBAT);
        }
    }
    for (id, card) in game.cards.iter() {
        let origin = crate::origins::of(&context.origins.cards, id);
        for (n, face) in card.faces.iter().enumerate() {
            let place = origin.map(|origin| origin.at("faces").index(n).field("effects"));
            add(face.effects.as_ref(), place, COMBAT, "on a chit", None);
        }
    }
    // What is rolled or drawn by effects, and by effects of those.
    let mut drawn: BTreeMap<&'g str, Around> = BTreeMap::new();
    loop {
        let before = (rolled.clone(), drawn.clone());
        for list in &lists {
            spread(list.effects, list.around, &mut rolled, &mut drawn);
        }
        for (table, around) in game.tables.values().zip(before.0.iter()).filter_map(|(table, around)| Some((table, (*around)?))) {
            for result in table.results.iter().flatten() {
                spread(&result.effects, around, &mut rolled, &mut drawn);
            }
        }
        for card in game.cards.values() {
            spread(&card.effects, of_card(before.1.get(card.deck.as_str())), &mut rolled, &mut drawn);
        }
        if before == (rolled.clone(), drawn.clone()) {
            break;
        }
    }
    for (id, card) in game.cards.iter() {
        let place = crate::origins::of(&context.origins.cards, id).map(|origin| origin.at("effects"));
        let around = of_card(drawn.get(card.deck.as_str()));
        lists.push(Happening { effects: &card.effects, place, around, here: "on a card", who: None });
    }
    for ((table, origins), around) in game.tables.values().zip(&context.origins.tables).zip(&rolled) {
        let Some(around) = *around else { continue };
        for (result, origin) in table.results.iter().flatten().zip(&origins.results) {
            let place = Some(Origin::at(*origin, "effects"));
            let here = if around.battle { "in a result of combat" } else { "in a result of this table" };
            lists.push(Happening { effects: &result.effects, place, around, here, who: None });
        }
    }
    Happenings { lists, rolled }
}

/// A card is about nobody, wherever it is drawn.
fn of_card(drawn: Option<&Around>) -> Around {
    let drawn = drawn.copied().unwrap_or_default();
    Around { battle: drawn.battle, moving: drawn.moving, ..Around::default() }
}

fn rolls(rolled: &mut [Option<Around>], table: Option<TableId>, around: Around) {
    if let Some(seen) = table.and_then(|table| rolled.get_mut(table.index())) {
        *seen = Some(seen.map_or(around, |seen| seen.or(around)));
    }
}

/// Notes what effects roll and draw.
fn spread<'g>(effects: &'g [Effect], around: Around, rolled: &mut [Option<Around>], drawn: &mut BTreeMap<&'g str, Around>) {
    for effect in effects {
        match effect {
            Effect::Roll { table, each, .. } => rolls(rolled, *table, if each.is_some() { around.of_unit() } else { around }),
            Effect::Draw { deck, .. } => {
                let seen = drawn.entry(deck.0.as_str()).or_default();
                *seen = seen.or(around);
            }
            _ => {}
        }
        inside(effect, around, &mut |list, _, around| spread(list, around, rolled, drawn));
    }
}

/// Something that is done with a list in an effect.
type SeeList<'s, 'g> = dyn FnMut(&'g [Effect], &dyn Fn(Place) -> Place, Around) + 's;

/// The lists in an effect: what they are, where they stand in it, and what is there.
pub(super) fn inside<'g>(effect: &'g Effect, around: Around, see: &mut SeeList<'_, 'g>) {
    match effect {
        Effect::Roll { then, otherwise, each, .. } => {
            let around = if each.is_some() { around.of_unit() } else { around };
            then.iter().for_each(|list| see(list, &|place| place.field("then"), around));
            otherwise.iter().for_each(|list| see(list, &|place| place.field("else"), around));
        }
        Effect::When { then, otherwise, .. } => {
            then.iter().for_each(|list| see(list, &|place| place.field("then"), around));
            otherwise.iter().for_each(|list| see(list, &|place| place.field("else"), around));
        }
        Effect::Choose { choices, .. } => {
            for (n, list) in choices.iter().enumerate() {
                see(list, &|place| place.field("choices").index(n), around);
            }
        }
        _ => {}
    }
}

/// Every effect of a list and of the lists in it, with its place.
pub(super) fn each<'g>(
    effects: &'g [Effect],
    place: Option<&Place>,
    around: Around,
    see: &mut dyn FnMut(&'g Effect, Option<Place>, Around),
) {
    for (n, effect) in effects.iter().enumerate() {
        let here = place.map(|place| place.clone().index(n));
        see(effect, here.clone(), around);
        inside(effect, around, &mut |list, at, around| {
            let place = here.clone().map(at);
            each(list, place.as_ref(), around, see);
        });
    }
}

/// Units that an effect brings into the game, though no scenario names them.
pub(super) fn brought(game: &Game) -> BTreeSet<UnitId> {
    let mut brought = BTreeSet::new();
    for effect in game.effects() {
        let Effect::Return { of, from, .. } = effect else { continue };
        if from.iter().flatten().any(|from| *from == Whence::Unused) {
            brought.extend(game.units.ids().filter(|id| could_fit(game, of, *id)));
        }
    }
    brought
}

/// Whether players carry out results: a table is rolled on, and none of its results says what it does.
pub(super) fn by_hand(context: &CheckContext<'_>, happenings: &Happenings<'_>) -> bool {
    let tables = context.game.tables.values().zip(&context.origins.tables).zip(&happenings.rolled);
    let silent = tables
        .into_iter()
        .any(|((_, origins), rolled)| rolled.is_some() && (origins.incomplete || !origins.said.contains(&true)));
    silent || context.game.rules.combat.is_none()
}

/// Tables that are rolled on and none of whose results says what it does, with the codes that they give: players read what
/// a result means and carry it out. A result that a condition asks for has its effect there.
#[must_use]
pub fn silent_tables(game: &Game) -> Vec<(&Table, Vec<&str>)> {
    let mut rolled: BTreeSet<TableId> = BTreeSet::new();
    rolled.extend(game.rules.combat.iter().flat_map(Entries::all).filter_map(|combat| combat.table));
    rolled.extend(game.rules.actions.all().filter_map(|action| action.table));
    rolled.extend(game.effects().into_iter().filter_map(|effect| match effect {
        Effect::Roll { table, .. } => *table,
        _ => None,
    }));
    let asked = results_asked(&all_rules(game));
    let mut found = Vec::new();
    for (_, table) in game.tables.iter().filter(|(id, _)| rolled.contains(id)) {
        if table.results.iter().flatten().any(|result| !result.effects.is_empty() || asked.contains(&result.code)) {
            continue;
        }
        let given = table.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let codes: BTreeSet<&str> = given.map(String::as_str).filter(|code| !asked.contains(*code)).collect();
        // Numbers are read by whoever asks for them.
        if !codes.is_empty() && codes.iter().all(|code| code.parse::<f64>().is_err()) {
            found.push((table, codes.into_iter().collect()));
        }
    }
    found
}
