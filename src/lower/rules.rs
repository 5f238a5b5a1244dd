//! rules.json.

use super::{Lower, Read};
use crate::format;
use crate::model::*;
use crate::span::Origin;

impl Lower<'_, '_, '_> {
    /// Reads the file and its options.
    pub(super) fn read_rules(&mut self, module: Origin, named: Option<&str>) -> Option<Read<format::Rules>> {
        let there = named.is_some() || self.load.project.world().has("rules.json");
        let Some(read) = self.part::<format::Rules>(module, "rules", named) else {
            self.incomplete.rules |= there;
            for incomplete in
                [&mut self.names.limits.incomplete, &mut self.names.modes.incomplete, &mut self.names.options.incomplete]
            {
                *incomplete |= there;
            }
            if !there {
                self.sink.unchecked("rules", "there is no rules.json");
                // Options may have been meant to stand there.
                self.names.options.incomplete = true;
            }
            return None;
        };
        self.options(read.origin);
        Some(read)
    }

    /// Options of the rules or of a scenario; gives those that were added.
    pub(super) fn options(&mut self, parent: Origin) -> Vec<OptionId> {
        let list = self.list::<format::GameOption>(parent, "options");
        self.names.options.absorb(&list);
        let mut added = Vec::new();
        for Read { origin, value, .. } in list.items {
            let option = GameOption { id: value.id.0.clone(), name: value.name, default: value.default.unwrap_or(false) };
            added.extend(self.names.options.add(
                &mut self.game.rules.options,
                &value.id.0,
                Some(origin),
                origin.at("id"),
                option,
                self.sink,
            ));
        }
        added
    }

    pub(super) fn modes(&mut self, rules: Option<&Read<format::Rules>>) {
        let Some(rules) = rules else { return };
        let list = self.list::<format::Mode>(rules.origin, "movement.modes");
        self.names.modes.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let who = value.who.as_ref().map(|who| self.select(who, origin.at("who")));
            let roads = self.names.terrain.find_all(value.roads.as_deref().unwrap_or_default(), &origin.at("roads"), self.sink);
            let when = value.when.as_ref().map(|when| self.condition(when, &origin.at("if")));
            let mode = Mode { id: value.id.0.clone(), name: value.name, who, roads, when, rule: value.rule.map(|r| r.0) };
            self.names.modes.add(&mut self.game.rules.modes, &value.id.0, Some(origin), origin.at("id"), mode, self.sink);
        }
    }

    pub(super) fn rules(&mut self, rules: Option<Read<format::Rules>>) {
        let Some(Read { origin, value, partial }) = rules else { return };
        self.incomplete.rules |= partial;
        if let Some(stacking) = &value.stacking {
            let rule = stacking.rule.as_ref().map(|r| r.0.clone());
            self.game.rules.stacking = Some(Stacking { with_enemy: stacking.with_enemy.unwrap_or(false), rule });
            self.limits(origin);
        } else {
            self.no_section("stacking");
        }
        match &value.movement {
            Some(movement) => {
                let at = origin.at("movement").field("allowance");
                self.game.rules.allowance =
                    movement.allowance.as_ref().and_then(|name| self.names.ratings.find(&name.0, at, self.sink));
                self.game.rules.guaranteed_hex = movement.guaranteed_hex.unwrap_or(false);
            }
            None => self.no_section("movement"),
        }
        match &value.combat {
            Some(combat) => {
                let at = |field: &str| origin.at("combat").field(field);
                let names = &self.names;
                let sink = &mut *self.sink;
                self.game.rules.combat = Some(Combat {
                    table: combat.table.as_ref().and_then(|name| names.tables.find(&name.0, at("table"), sink)),
                    attack: combat.attack.as_ref().and_then(|name| names.ratings.find(&name.0, at("attack"), sink)),
                    defense: combat.defense.as_ref().and_then(|name| names.ratings.find(&name.0, at("defense"), sink)),
                });
            }
            None => self.no_section("combat"),
        }
        let reminders = self.list::<format::Reminder>(origin, "reminders");
        self.game.rules.reminders = reminders.items.into_iter().map(|r| (r.value.rule.map(|w| w.0), r.value.text)).collect();
    }

    /// A section that is not there is unchecked; one that could not be read has been blamed already.
    fn no_section(&mut self, name: &str) {
        if !self.incomplete.rules {
            self.sink.unchecked(name, format!("rules.json has no section `{name}`"));
        }
    }

    fn limits(&mut self, rules: Origin) {
        let list = self.list::<format::Limit>(rules, "stacking.limits");
        self.names.limits.absorb(&list);
        self.incomplete.rules |= list.incomplete || !list.poisoned.is_empty();
        for Read { origin, value, .. } in list.items {
            let count =
                match value.count.as_str() {
                    "units" => Some(Counted::Units),
                    "steps" => Some(Counted::Steps),
                    rating => match self.names.ratings.get(rating) {
                        Some(id) => Some(Counted::Rating(id)),
                        None => {
                            if !self.names.ratings.silent(rating) {
                                let diag = self.names.ratings.unknown(rating, origin.at("count"));
                                let words = self.names.ratings.all().chain(["units", "steps"]);
                                let near = crate::diag::did_you_mean(rating, words);
                                self.sink.report(diag.help(
                                    near.unwrap_or_else(|| "count `units`, `steps`, or a rating of module.json".to_owned()),
                                ));
                            }
                            None
                        }
                    },
                };
            let max = match value.max {
                format::Unsure::Known(max) => Some(max),
                format::Unsure::Unknown => None,
            };
            let of = value.of.as_ref().map(|of| self.select(of, origin.at("of")));
            let modes = self.names.modes.find_all(value.modes.as_deref().unwrap_or_default(), &origin.at("modes"), self.sink);
            // A mode that is not known must not turn the limit into one that always binds.
            let lost = modes.len() != value.modes.as_ref().map_or(0, Vec::len);
            let when = value.when.as_ref().map(|when| self.condition(when, &origin.at("if")));
            let Some(count) = count.filter(|_| !lost) else {
                self.names.limits.poison(&value.id.0);
                self.incomplete.rules = true;
                continue;
            };
            let limit = Limit { id: value.id.0.clone(), count, max, of, modes, when, rule: value.rule.map(|r| r.0) };
            self.names.limits.add(&mut self.game.rules.limits, &value.id.0, Some(origin), origin.at("id"), limit, self.sink);
        }
        if self.game.rules.limits.is_empty() && !self.incomplete.rules {
            self.sink.unchecked("stacking", "rules.json states no limits");
        }
    }
}
