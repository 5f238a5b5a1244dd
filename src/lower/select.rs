//! Selectors and conditions: every name in them becomes an id.

use super::{Lower, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::model::*;
use crate::span::Place;

impl Lower<'_, '_, '_> {
    /// Lowers a selector and remembers it, so that a check can say when it fits nothing.
    pub(super) fn select(&mut self, units: &format::Units, place: Place) -> Units {
        let selector = self.units_inside(units, &place);
        self.origins.selectors.push((place, selector.clone()));
        selector
    }

    fn units_inside(&mut self, units: &format::Units, place: &Place) -> Units {
        let at = |field: &str| place.clone().field(field);
        let mut nested = |list: &Option<Vec<format::Units>>, field: &str| {
            let each = list.as_ref()?.iter().enumerate();
            Some(each.map(|(i, u)| self.units_inside(u, &at(field).index(i))).collect::<Vec<_>>())
        };
        let (all, any) = (nested(&units.all, "all").unwrap_or_default(), nested(&units.any, "any"));
        let not = units.not.as_ref().map(|not| Box::new(self.units_inside(not, &at("not"))));
        let side = units.side.as_ref().map(|names| {
            let each = names.iter().enumerate();
            each.filter_map(|(i, name)| self.side(&name.0, at("side").index(i))).collect::<Vec<_>>()
        });
        let names = &self.names;
        let sink = &mut *self.sink;
        Units {
            all,
            any,
            not,
            side,
            id: units.id.as_ref().map(|list| names.units.find_all(list, &at("id"), sink)),
            nation: units.nation.as_ref().map(|list| names.nations.find_all(list, &at("nation"), sink)),
            formation: units.formation.as_ref().map(|list| names.formations.find_all(list, &at("formation"), sink)),
            kind: units.kind.as_ref().map(|list| names.types.find_all(list, &at("type"), sink)),
            class: units.class.as_ref().map(|list| names.classes.find_all(list, &at("class"), sink)),
            tags: units.tags.as_ref().map(|list| list.iter().map(|t| t.0.clone()).collect()),
            size: units.size.clone(),
            state: units.state.as_ref().map(|list| names.states.find_all(list, &at("state"), sink)),
        }
    }

    pub(super) fn window(&mut self, window: &format::Window, place: &Place) -> Window {
        let at = |field: &str| place.clone().field(field);
        let half = window.half.as_ref().and_then(|side| self.side(&side.0, at("half")));
        let names = &self.names.turns;
        let sink = &mut *self.sink;
        let from = window.from.as_ref().and_then(|t| names.find(&t.0, at("from"), sink));
        let to = window.to.as_ref().and_then(|t| names.find(&t.0, at("to"), sink));
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            let (a, b) = (&self.game.turns[from].id, &self.game.turns[to].id);
            let message = format!("the window begins with turn `{a}`, after its end `{b}`");
            sink.report(Diag::new(&codes::OUT_OF_RANGE, at("from"), message).help("write the earlier turn as `from`"));
        }
        Window {
            from,
            to,
            on: window.on.as_ref().map(|list| names.find_all(list, &at("on"), sink)),
            tags: window.tags.as_ref().map(|list| {
                let known = |tag: &str| self.game.turns.values().any(|turn| turn.tags.iter().any(|t| t == tag));
                for (i, tag) in list.iter().enumerate() {
                    if !known(&tag.0) && !names.partial() && names.stated {
                        let message = format!("no turn has the tag `{tag}`");
                        let tags = self.game.turns.values().flat_map(|turn| turn.tags.iter().map(String::as_str));
                        let help = crate::diag::did_you_mean(&tag.0, tags)
                            .unwrap_or_else(|| "give a turn that tag, or take it out".to_owned());
                        sink.report(Diag::new(&codes::UNKNOWN_NAME, at("tags").index(i), message).help(help));
                    }
                }
                list.iter().map(|t| t.0.clone()).collect()
            }),
            half,
        }
    }

    pub(super) fn condition(&mut self, condition: &format::Condition, place: &Place) -> Condition {
        let at = |field: &str| place.clone().field(field);
        let mut nested = |list: &Option<Vec<format::Condition>>, field: &str| {
            let each = list.as_ref()?.iter().enumerate();
            Some(each.map(|(i, c)| self.condition(c, &at(field).index(i))).collect::<Vec<_>>())
        };
        let (all, any) = (nested(&condition.all, "all").unwrap_or_default(), nested(&condition.any, "any"));
        let not = condition.not.as_ref().map(|not| Box::new(self.condition(not, &at("not"))));
        let turns = condition.turns.as_ref().map(|window| self.window(window, &at("turns")));
        let side = condition.side.as_ref().map(|names| {
            let each = names.iter().enumerate();
            each.filter_map(|(i, name)| self.side(&name.0, at("side").index(i))).collect::<Vec<_>>()
        });
        let option = condition.option.as_ref().map(|list| self.names.options.find_all(list, &at("option"), self.sink));
        let control = condition.control.as_ref().and_then(|control| {
            let here = at("control");
            let side = self.side(&control.by.0, here.clone().field("by"));
            let of = self.names.places.find_all(&control.of, &here.clone().field("of"), self.sink);
            if let Some(least) = control.at_least.filter(|&n| n as usize > control.of.len()) {
                let message = format!("{least} places are wanted, {} are named", control.of.len());
                self.sink.report(
                    Diag::new(&codes::UNCLEAR_ENTRY, here.field("at-least"), message).help("name more places, or want fewer"),
                );
            }
            let least = control.at_least.map_or(control.of.len(), |n| n as usize);
            side.map(|side| (of, side, least))
        });
        let exited = condition.exited.as_ref().map(|exited| {
            let here = at("exited");
            let units = self.select(&exited.of, here.clone().field("of"));
            let through =
                exited.through.as_ref().map(|list| self.names.entries.find_all(list, &here.field("through"), self.sink));
            (units, through, exited.steps.unwrap_or(1))
        });
        let bridge = condition.bridge.as_ref().and_then(|bridge| {
            let id = self.bridge(&bridge.at, at("bridge").field("at"))?;
            Some((id, bridge_condition(bridge.is)))
        });
        let roll = condition.roll.as_ref().and_then(|roll| {
            let dice = Dice::parse(&roll.dice);
            if dice.is_none() {
                let message = format!("`{}` is no dice", roll.dice);
                let diag = Diag::new(&codes::BAD_DICE, at("roll").field("dice"), message);
                self.sink.report(diag.help("write d6, 2d6, d10 or d66"));
            }
            if let Some(dice) = dice {
                let rolls = dice.rolls();
                let never = roll.at_least.is_some_and(|n| rolls.last().is_some_and(|most| n > *most))
                    || roll.at_most.is_some_and(|n| rolls.first().is_some_and(|least| n < *least));
                if never {
                    let field = if roll.at_least.is_some() { "at-least" } else { "at-most" };
                    let message = format!("{dice} can never roll that");
                    let diag = Diag::new(&codes::BAD_ROLL, at("roll").field(field), message);
                    self.sink.report(diag.help("correct the number or the dice"));
                }
            }
            dice.map(|dice| Roll { dice, at_least: roll.at_least, at_most: roll.at_most })
        });
        Condition { all, any, not, turns, option, side, control, exited, bridge, roll }
    }

    /// A bridge by its id, its name or its hexside.
    pub(super) fn bridge(&mut self, name: &str, place: Place) -> Option<BridgeId> {
        if let Some(id) = self.names.bridges.get(name) {
            return Some(id);
        }
        let Some(map) = &self.game.map else { return None };
        if name.contains('/') {
            let side = hexes::hexside(&map.board, name, place.clone(), self.sink)?;
            let found = map.bridges.iter().find(|(_, bridge)| bridge.side == side).map(|(id, _)| id);
            if found.is_none() && !self.incomplete.map && !self.names.features.partial() && !self.names.bridges.partial() {
                let message = format!("there is no bridge at {}", map.board.hexside_name(side));
                self.sink.report(
                    Diag::new(&codes::UNKNOWN_NAME, place, message)
                        .help("lead a road across, or add it to `bridges` of map.json"),
                );
            }
            return found;
        }
        self.names.bridges.find(name, place, self.sink)
    }
}

pub(super) fn bridge_condition(is: format::BridgeCondition) -> BridgeCondition {
    match is {
        format::BridgeCondition::Intact => BridgeCondition::Intact,
        format::BridgeCondition::Blown => BridgeCondition::Blown,
        format::BridgeCondition::Building => BridgeCondition::Building,
    }
}
