//! What players keep in mind or on a track: what holds and what is counted, and what begins, ends and changes it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Teller;
use super::book::{Chapter, Told, capital};
use super::fields::{plain, readable};
use crate::model::{Condition, Effect, RuleChange, spoken};

/// Flags and counts by their words, with what happens to each, and by whom.
type Kept = BTreeMap<(&'static str, String), Deeds>;
/// What happens, and by whom.
type Deeds = Vec<(String, Vec<String>)>;

impl Teller<'_> {
    /// Every flag and count that something asks for or changes.
    pub(super) fn kept(&self) -> Chapter {
        let mut kept = Kept::new();
        self.doers().iter().for_each(|(who, value)| self.keep(who, value, &mut kept));
        let one = |((kind, id), deeds): ((&'static str, String), Deeds)| {
            let deeds: Vec<String> = deeds.iter().map(|(what, who)| format!("{what}: {}", who.join(", "))).collect();
            let words = if deeds.is_empty() { "no rule changes it: players do".to_owned() } else { deeds.join("; ") };
            let section = if kind == "flags" { "What holds" } else { "What is counted" };
            Told { section, entry: format!("{kind}/{id}"), name: self.kept_word(&id), words: capital(&words), ..Told::default() }
        };
        Chapter { title: "Things to remember".to_owned(), rule: None, told: kept.into_iter().map(one).collect() }
    }

    /// Everything that may change or ask for something, with what it is called and its printed rule; nobody changes
    /// anything where it has no name.
    fn doers(&self) -> Vec<(String, Value)> {
        let game = self.game;
        let ruled = |name: String, rule: Option<&str>| match rule {
            Some(rule) => format!("{name} ({rule})"),
            None => name,
        };
        let mut all: Vec<(String, Value)> = Vec::new();
        let sections = self
            .rules()
            .iter()
            .filter(|(section, _)| !matches!(section.as_str(), "options" | "reminders" | "coverage" | "names"));
        for (_, section) in sections {
            let lists: Vec<&Value> = section.as_object().map_or_else(|| vec![section], |lists| lists.values().collect());
            for entry in lists.into_iter().filter_map(Value::as_array).flatten() {
                let word = |field: &str| entry.get(field).and_then(Value::as_str);
                let name = word("name").map_or_else(|| capital(&readable(word("id").unwrap_or_default())), str::to_owned);
                all.push((ruled(format!("“{name}”"), word("rule")), entry.clone()));
            }
        }
        let effects = |list: &Vec<Effect>| spoken(game, list).unwrap_or_default();
        for table in game.tables.values() {
            let name = ruled(self.table(&table.id), table.rule.as_deref());
            all.extend(table.results.iter().flatten().map(|result| (name.clone(), effects(&result.effects))));
        }
        for card in game.cards.values() {
            let name = format!("card {}", self.card(&card.id));
            all.push((name.clone(), effects(&card.effects)));
            all.extend(card.faces.iter().filter_map(|face| face.effects.as_ref()).map(|list| (name.clone(), effects(list))));
        }
        let set = |name: &str, change: &RuleChange| {
            let rule = change.rule.as_ref().map(|rule| rule.0.as_str());
            change.set.clone().map(|set| (ruled(name.to_owned(), rule), Value::Object(set)))
        };
        for option in game.rules.options.values() {
            let name = self.option(&option.id);
            all.extend(option.changes.iter().filter_map(|change| set(&name, change)));
        }
        let mut conditions: Vec<&Condition> =
            game.cards.values().flat_map(|card| card.when.iter().chain(&card.present)).collect();
        conditions.extend(game.cards.values().flat_map(|card| &card.faces).filter_map(|face| face.when.as_ref()));
        conditions.extend(game.tables.values().flat_map(|table| &table.modifiers).filter_map(|modifier| modifier.when.as_ref()));
        for scenario in game.scenarios.values() {
            let name = format!("scenario “{}”", scenario.name.as_deref().unwrap_or(&scenario.id));
            all.extend(scenario.changes.iter().filter_map(|change| set(&name, change)));
            conditions.extend(scenario.levels.iter().filter_map(|level| level.when.as_ref()));
        }
        all.extend(conditions.into_iter().filter_map(|when| Some((String::new(), spoken(game, when)?))));
        all
    }

    /// Notes what a piece asks for, and what it does to what.
    fn keep(&self, who: &str, value: &Value, kept: &mut Kept) {
        let fields = match value {
            Value::Array(list) => return list.iter().for_each(|inner| self.keep(who, inner, kept)),
            Value::Object(fields) => fields,
            _ => return,
        };
        let word = |field: &str| fields.get(field).and_then(Value::as_str);
        match (word("kind"), word("id")) {
            (Some(kind @ ("flag" | "counter")), Some(id)) => {
                let kind = if kind == "flag" { "flags" } else { "counters" };
                let words = self.effects_of(std::slice::from_ref(value));
                // What it is called stands before.
                let deed = words.strip_prefix("the count ").unwrap_or(&words);
                let deed = deed.strip_prefix(&self.kept_word(id)).unwrap_or(deed).trim_start_matches([':', ' ']);
                note(kept.entry((kind, id.to_owned())).or_default(), deed.to_owned(), who);
            }
            _ => {
                for flag in fields.get("flag").into_iter().flat_map(words_of) {
                    kept.entry(("flags", flag)).or_default();
                }
                let counter = fields.get("counter");
                let id = counter.and_then(|it| it.as_str().or_else(|| it.get("id")?.as_str()));
                if let Some(id) = id {
                    let deeds = kept.entry(("counters", id.to_owned())).or_default();
                    // A pool has what it begins with, a price its points.
                    match (fields.get("count"), fields.get("points")) {
                        (Some(count), _) => note(deeds, begins(&self.amount(count)), who),
                        (None, Some(points)) => note(deeds, format!("−{}", plain(points)), who),
                        (None, None) => {}
                    }
                }
            }
        }
        fields.values().for_each(|inner| self.keep(who, inner, kept));
    }
}

/// What a count begins with.
pub(super) fn begins(count: &str) -> String {
    format!("begins with {}", if count == "0" { "none (0)" } else { count })
}

/// Notes who does something, once.
fn note(deeds: &mut Deeds, what: String, who: &str) {
    match deeds.iter_mut().find(|(known, _)| *known == what) {
        Some((_, all)) if all.iter().any(|known| known == who) => {}
        Some((_, all)) => all.push(who.to_owned()),
        None => deeds.push((what, vec![who.to_owned()])),
    }
}

/// A word, or those of a list.
fn words_of(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::String(word) => vec![word.clone()],
        _ => Vec::new(),
    }
}
