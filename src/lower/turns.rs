//! turns.json: calendar and phases.

use std::collections::BTreeSet;

use super::{Lower, Read};
use crate::diag::{Diag, Role, codes};
use crate::format;
use crate::model::*;
use crate::source::limits;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    /// The turns; gives the file back, so that its phases can be read when all options are known.
    pub(super) fn calendar(&mut self, module: Origin, named: Option<&str>) -> Option<Read<format::Turns>> {
        let there = named.is_some() || self.load.project.world().has("turns.json");
        let Some(read) = self.part::<format::Turns>(module, "turns", named) else {
            self.names.turns.incomplete |= there;
            return None;
        };
        let words = |list: &Option<Vec<format::Id>>| list.iter().flatten().map(|word| word.0.clone()).collect();
        (self.game.more_weather, self.game.more_ground) = (words(&read.value.weather), words(&read.value.ground));
        let list = self.list::<format::Turn>(read.origin, "turns");
        self.names.turns.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let mut hear = |kind: WordKind, word: Option<&str>, place: Place| {
                word.into_iter().for_each(|word| self.sink.hear_word(kind.word(), word, &place, Role::Refers));
            };
            hear(WordKind::Weather, value.weather.as_ref().map(|it| it.0.as_str()), origin.at("weather"));
            hear(WordKind::Ground, value.ground.as_ref().map(|it| it.0.as_str()), origin.at("ground"));
            for (n, tag) in value.tags.iter().flatten().enumerate() {
                hear(WordKind::TurnTag, Some(&tag.0), origin.at("tags").index(n));
            }
            let turn = Turn {
                id: value.id.0.clone(),
                date: value.date,
                weather: value.weather.map(|w| w.0),
                ground: value.ground.map(|g| g.0),
                tags: value.tags.into_iter().flatten().map(|t| t.0).collect(),
            };
            self.names.turns.add(&mut self.game.turns, &value.id.0, Some(origin), origin.at("id"), turn, self.sink);
        }
        for (kind, field, words) in
            [(WordKind::Weather, "weather", &read.value.weather), (WordKind::Ground, "ground", &read.value.ground)]
        {
            for (n, word) in words.iter().flatten().enumerate() {
                self.sink.hear_word(kind.word(), &word.0, &read.origin.at(field).index(n), Role::Refers);
            }
        }
        self.grounds_of_terrain();
        Some(read)
    }

    /// The grounds and weathers on which terrain costs something else: a turn must have them, or be able to.
    fn grounds_of_terrain(&mut self) {
        let stated = |of: fn(&Turn) -> &Option<String>, more: &[String]| -> BTreeSet<String> {
            self.game.turns.values().filter_map(|turn| of(turn).clone()).chain(more.iter().cloned()).collect()
        };
        let grounds = stated(|turn| &turn.ground, &self.game.more_ground);
        let weathers = stated(|turn| &turn.weather, &self.game.more_weather);
        let lost = self.names.turns.partial() || !self.names.turns.stated || (grounds.is_empty() && weathers.is_empty());
        for (id, terrain) in self.game.terrain.iter() {
            let Some(origin) = crate::origins::of(&self.names.terrain.origins, id) else { continue };
            for word in terrain.grounds.keys() {
                let place = origin.at("grounds").field(word).key();
                let (ground, weather) = (grounds.contains(word), weathers.contains(word));
                let kind = if weather && !ground { WordKind::Weather } else { WordKind::Ground };
                let role = if ground || weather { Role::Refers } else { Role::Unknown };
                self.sink.hear_word(kind.word(), word, &place, role);
                if ground || weather || lost {
                    continue;
                }
                let near = crate::diag::did_you_mean(word, grounds.iter().chain(&weathers).map(String::as_str));
                let help = near.unwrap_or_else(|| "declare it in turns.json, for a turn or beside them".to_owned());
                let message = format!("unknown ground `{word}`");
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place, message).help(help));
            }
        }
    }

    pub(super) fn phases(&mut self, turns: Option<Read<format::Turns>>) {
        let Some(turns) = turns else { return };
        let list = self.list::<format::Phase>(turns.origin, "phases");
        for Read { origin, value, .. } in list.items {
            self.phase(&value, Place::from(origin), None, None, 0);
        }
    }

    fn phase(&mut self, phase: &format::Phase, place: Place, side: Option<SideId>, group: Option<&Condition>, depth: usize) {
        let at = |field: &str| place.clone().field(field);
        if let Some(each) = &phase.each {
            let Some(inner) = &phase.phases else {
                self.sink.report(
                    Diag::new(&codes::UNCLEAR_ENTRY, at("each"), "`each` names sides but no `phases`")
                        .help("write the phases that each side goes through"),
                );
                return;
            };
            // A group in a group would multiply; one level is what games have.
            if depth > 0 {
                self.sink.report(
                    Diag::new(&codes::UNCLEAR_ENTRY, at("each"), "a group of phases inside a group")
                        .help("write `each` only once"),
                );
                return;
            }
            if inner.len() > limits::PHASES {
                let message = format!("this group has {} phases, at most {} are read", inner.len(), limits::PHASES);
                let help = "take out those that the game does not need";
                self.sink.report(Diag::new(&codes::TOO_MANY, at("phases"), message).help(help));
                return;
            }
            let mut sides: Vec<Option<SideId>> =
                each.iter().enumerate().map(|(i, name)| self.side(&name.0, at("each").index(i))).collect();
            // Each side goes through them once.
            let mut seen = std::collections::BTreeSet::new();
            if let Some(i) = sides.iter().position(|side| side.is_some() && !seen.insert(*side)) {
                let diag = Diag::new(&codes::DUPLICATE_ID, at("each").index(i), "a side goes through a group only once");
                self.sink.report(diag.help("write a second group, with other ids for its phases"));
            }
            seen.clear();
            sides.retain(|side| seen.insert(*side));
            let when: Option<Condition> = self.take_place(&at("if"));
            for (n, side) in sides.into_iter().enumerate() {
                for (i, phase) in inner.iter().enumerate() {
                    // Faults inside are the same for every side: say them once.
                    if n == 0 || side.is_some() {
                        let said = (n > 0).then(|| self.sink.aside());
                        self.phase(phase, at("phases").index(i), side, when.as_ref(), depth + 1);
                        if let Some(said) = said {
                            self.sink.instead(said);
                        }
                    }
                }
            }
            return;
        }
        let acting = phase.side.as_ref().filter(|s| s.0 != "both").and_then(|s| self.side(&s.0, at("side")));
        let Some(id) = &phase.id else {
            self.sink.report(
                Diag::new(&codes::UNCLEAR_ENTRY, place.clone(), "phase has no `id`").help("add \"id\", or `each` and `phases`"),
            );
            return;
        };
        let own: Option<Condition> = self.take_place(&at("if"));
        // What holds for the group holds for each of its phases.
        let when = match (own, group) {
            (Some(own), Some(group)) => Some(Condition { all: Some(vec![group.clone(), own]), ..Condition::default() }),
            (own, group) => own.or(group.cloned()),
        };
        let side = acting.or(side);
        if self.game.phases.values().any(|p| p.id == id.0 && p.side == side) {
            let diag = Diag::new(&codes::DUPLICATE_ID, at("id"), format!("phase `{id}` stands twice"));
            self.sink.report(diag.help("give one of the two another id"));
            return;
        }
        self.origins.phases.push(place.clone());
        super::names::unseen("phase", &id.0, &at("id"), self.sink);
        self.sink.hear_word("phase", &id.0, &at("id"), Role::Defines);
        let number = self.word_lists.get_mut().phases.add(&id.0);
        let (id, name, does) = (id.0.clone(), phase.name.clone(), phase.does.clone());
        let repeat: Option<Condition> = self.take_place(&at("repeat"));
        let alternate = phase.alternate == Some(true);
        self.game.phases.push(Phase { id, number, name, side, when, does, repeat, alternate });
    }
}
