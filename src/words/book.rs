//! All rules of a game in chapters, with their printed numbers.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::fields::{Fields, plain, readable};
use super::text::{closed, listed};
use super::{Kind, Teller};
use crate::model::{RuleChange, Scenario, spoken};

/// Some rules that belong together.
#[derive(Clone, Debug, Default)]
pub struct Chapter {
    /// What they are about.
    pub title: String,
    /// The printed rule.
    pub rule: Option<String>,
    /// What is said of all of them.
    pub told: Vec<Told>,
}

/// An entry in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The heading under which it stands in its chapter; nothing if there is only one.
    pub section: &'static str,
    /// Its list and id: `combat.shifts/town`.
    pub entry: String,
    /// What players call it.
    pub name: String,
    /// The printed rule.
    pub rule: Option<String>,
    /// What it says.
    pub words: String,
    /// What its author says of it.
    pub note: Option<String>,
    /// Terrain that it names, as players call it.
    pub terrain: BTreeSet<String>,
}

/// Sections of the rules in the order of a rulebook, and what their chapters are called.
const CHAPTERS: [(&str, &str); 18] = [
    ("stacking", "Stacking"),
    ("zones", "Zones of control"),
    ("movement", "Movement"),
    ("entry", "Coming onto the map"),
    ("supply", "Supply"),
    ("combat", ""),
    ("support", "Support from afar"),
    ("losses", "Who loses steps"),
    ("retreat", "Retreat"),
    ("advance", "Advance after combat"),
    ("bans", "What is not allowed"),
    ("values", "Changed numbers"),
    ("taking", "Taking places"),
    ("actions", "Actions"),
    ("triggers", "What happens by itself"),
    ("decks", "Cards and chits"),
    ("pools", "What can be used so often"),
    ("policy", "How a side plays without a player"),
];

/// What lists inside a section are called.
fn heading(list: &str) -> &'static str {
    match list {
        "stacking.limits" => "Limits",
        "stacking.apart" => "Never together",
        "zones.exert" => "Who has one: the first that fits counts",
        "zones.effects" => "What it does",
        "zones.bonds" => "Bonds",
        "movement.modes" => "Ways of moving",
        "movement.surcharges" => "What costs more",
        "movement.limits" | "combat.limits" => "Limits",
        "supply.traces" => "Supply lines",
        "supply.always" => "Always supplied",
        "combat.values" => "Changed strength",
        "combat.shifts" => "Column shifts",
        "combat.rolls" => "Modifiers to the roll",
        "combat.caps" => "How far modifiers go",
        "draws.mods" => "More or fewer chits",
        "hits.attacker" => "Hits of the attacker",
        "hits.defender" => "Hits of the defender",
        _ => "",
    }
}

impl Teller<'_> {
    /// Every rule of rules.json but reminders and coverage, chapter by chapter, what cards and chits do that do not say it,
    /// what is to be remembered, and whom and what they mean by words of the author's own.
    #[must_use]
    pub fn book(&self) -> Vec<Chapter> {
        let rules = self.rules();
        let mut book: Vec<Chapter> = Vec::new();
        for (section, title) in CHAPTERS {
            match rules.get(section) {
                Some(Value::Array(fights)) if section == "combat" => {
                    book.extend(fights.iter().map(|fight| self.fighting(fight)));
                }
                Some(Value::Array(entries)) => {
                    let told = entries.iter().map(|entry| self.told(section, "", entry)).collect();
                    book.push(Chapter { title: title.to_owned(), rule: None, told });
                }
                Some(section_of @ Value::Object(_)) => book.push(self.section(section, title, section_of)),
                _ => {}
            }
        }
        book.push(self.silent());
        book.extend(self.options());
        book.push(self.kept());
        book.extend(self.meant());
        book.retain(|chapter| !chapter.told.is_empty());
        book.iter_mut().flat_map(|chapter| &mut chapter.told).for_each(|told| told.words = closed(&told.words));
        book
    }

    fn section(&self, section: &str, title: &str, value: &Value) -> Chapter {
        let mut fields = Fields::of(value);
        let rule = fields.word("rule");
        let mut told: Vec<Told> = Vec::new();
        let lists: &[&str] = match section {
            "stacking" => &["limits", "apart"],
            "zones" => &["exert", "effects", "bonds"],
            "movement" => &["modes", "surcharges", "limits"],
            "supply" => &["traces", "always"],
            _ => &["rules"],
        };
        let lists: Vec<(String, Vec<Value>)> =
            lists.iter().map(|list| (format!("{section}.{list}"), fields.list(list))).collect();
        let general = self.general(section, &mut fields);
        if !general.is_empty() {
            told.push(Told {
                entry: section.to_owned(),
                name: "In general".to_owned(),
                rule: rule.clone(),
                words: general,
                ..Told::default()
            });
        }
        for (list, entries) in &lists {
            told.extend(entries.iter().map(|entry| self.told(list, heading(list), entry)));
        }
        Chapter { title: title.to_owned(), rule, told }
    }

    /// What a section says of itself.
    fn general(&self, section: &str, fields: &mut Fields) -> String {
        let mut parts: Vec<String> = Vec::new();
        if section == "stacking" {
            let shared = fields.flag("with-enemy");
            parts.extend(shared.map(|yes| {
                if yes { "Units of two sides may share a hex" } else { "Units of two sides never share a hex" }.to_owned()
            }));
        }
        if section == "movement" {
            parts.extend(fields.word("allowance").map(|it| format!("The allowance is {it}")));
            let (sure, when, not) = (fields.flag("guaranteed-hex"), fields.take("guaranteed-if"), fields.take("guaranteed-not"));
            if sure == Some(true) || when.is_some() {
                let mut words = "a unit may always move one hex that is not closed to it".to_owned();
                words.extend(when.map(|it| format!(", {}", self.provided(&it))));
                words.extend(not.map(|it| format!(", but not {}", self.units(&it))));
                parts.push(words);
            }
        }
        parts.extend(self.rest(std::mem::take(fields)));
        capital(&parts.join("; "))
    }

    /// A kind of combat with its modifiers.
    fn fighting(&self, value: &Value) -> Chapter {
        let mut own = value.clone();
        let lists = modifiers(&mut own);
        let mut first = self.told("combat", "", &own);
        let title = std::mem::replace(&mut first.name, "In general".to_owned());
        let rule = first.rule.clone();
        let mut told = vec![first];
        for (list, entries) in &lists {
            told.extend(entries.iter().map(|entry| self.told(list, heading(list), entry)));
        }
        Chapter { title, rule, told }
    }

    /// One entry.
    fn told(&self, list: &str, section: &'static str, entry: &Value) -> Told {
        let mut terrain = BTreeSet::new();
        terrain_in(entry, &mut terrain);
        let mut fields = Fields::of(entry);
        let id = fields.word("id").unwrap_or_default();
        let name = fields.word("name").unwrap_or_else(|| capital(&readable(&id)));
        let (rule, note) = (fields.word("rule"), fields.word("note"));
        let words = self.sentence(list, &mut fields);
        Told { section, entry: format!("{list}/{id}"), name, rule, words, note, terrain }
    }

    /// Options and what each of them changes.
    fn options(&self) -> Option<Chapter> {
        let options = &self.game.rules.options;
        let one = |option: &crate::model::GameOption| {
            let usual = if option.default { "Usually played" } else { "Not usually played" };
            let name = option.name.clone().unwrap_or_else(|| capital(&readable(&option.id)));
            let entry = format!("options/{}", option.id);
            let first = Told {
                entry: entry.clone(),
                name: name.clone(),
                rule: option.rule.clone(),
                words: usual.to_owned(),
                ..Told::default()
            };
            let change = |change: &RuleChange| Told {
                entry: entry.clone(),
                name: format!("With “{name}”"),
                rule: change.rule.as_ref().map(|rule| rule.0.clone()),
                words: self.change(&RuleChange { rule: None, ..change.clone() }),
                ..Told::default()
            };
            std::iter::once(first).chain(option.changes.iter().map(change)).collect::<Vec<Told>>()
        };
        let told: Vec<Told> = options.values().flat_map(one).collect();
        (!told.is_empty()).then(|| Chapter { title: "Options".to_owned(), rule: None, told })
    }

    /// An entry that is different, as a sentence.
    #[must_use]
    pub fn change(&self, change: &RuleChange) -> String {
        let (list, id) = change.entry.rsplit_once('/').unwrap_or(("", &change.entry));
        let chapter = CHAPTERS.iter().find(|(section, _)| *section == list).map_or("", |(_, title)| *title);
        let list_name = [heading(list), chapter].into_iter().find(|name| !name.is_empty());
        let list_name = list_name.map_or_else(|| readable(list), str::to_lowercase);
        // As it is called where it stands in its chapter.
        let name = self.entry(list, id).and_then(|entry| entry.get("name")).and_then(Value::as_str);
        let name = name.map_or_else(|| capital(&readable(id)), str::to_owned);
        let mut words = format!("“{name}” ({list_name})");
        words.push_str(if change.off == Some(true) { " does not count" } else { " is different" });
        words.extend(change.turns.as_ref().and_then(|it| spoken(self.game, it)).map(|it| format!(", {}", self.window(&it))));
        words.extend(change.when.as_ref().map(|it| format!(", {}", self.provided_that(it))));
        words.extend(change.set.as_ref().map(|set| format!(": {}", self.changed(list, id, set.clone()))));
        words.extend(change.rule.as_ref().map(|it| format!(" ({})", it.0)));
        closed(&words)
    }

    /// What an entry says with other fields: the sentence that it has in its chapter.
    fn changed(&self, list: &str, id: &str, mut set: Map<String, Value>) -> String {
        set.iter_mut().for_each(|(field, value)| self.resolve(field, value));
        let inner = |entry: &mut Value| if list == "combat" { modifiers(entry) } else { Vec::new() };
        let mut entry = self.entry(list, id).cloned().unwrap_or_default();
        // What changes strengths and rolls stays what it was, unless it is changed too.
        inner(&mut entry);
        let Some(fields) = entry.as_object_mut() else { return self.fields_told(set).join("; ") };
        // No player asks what it rests on.
        set.remove("source");
        let beside = ["name", "rule", "note"].iter().filter_map(|name| Some(self.field(name, set.get(*name)?)));
        let beside: Vec<String> = beside.collect();
        for (field, value) in set {
            if value.is_null() {
                fields.remove(&field);
            } else {
                fields.insert(field, value);
            }
        }
        let lists = inner(&mut entry);
        let mut parts = vec![self.told(list, "", &entry).words];
        for (list, entries) in &lists {
            let told = entries.iter().map(|entry| self.told(list, "", entry));
            parts.extend(told.map(|told| format!("“{}” ({}): {}", told.name, heading(list).to_lowercase(), told.words)));
        }
        parts.extend(beside);
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }

    /// An entry by its list and id, with the names that players know.
    pub(super) fn entry(&self, list: &str, id: &str) -> Option<&Value> {
        let (section, inner) = list.split_once('.').map_or((list, None), |(section, inner)| (section, Some(inner)));
        let found = self.rules().get(section)?;
        let lists: Vec<&Value> = match (inner, found) {
            (None, list) => vec![list],
            // A list in each kind of combat.
            (Some(inner), Value::Array(outer)) => outer.iter().filter_map(|it| it.get(inner)).collect(),
            (Some(inner), section) => section.get(inner).into_iter().collect(),
        };
        let mut entries = lists.into_iter().filter_map(Value::as_array).flatten();
        entries.find(|entry| entry.get("id").and_then(Value::as_str) == Some(id))
    }

    /// Ids become the names that players know, as far as the field tells what they are ids of.
    fn resolve(&self, field: &str, value: &mut Value) {
        match value {
            Value::Object(fields) => fields.iter_mut().for_each(|(field, value)| self.resolve(field, value)),
            Value::Array(list) => list.iter_mut().for_each(|value| self.resolve(field, value)),
            Value::String(id) => {
                let kinds: &[Kind] = match field {
                    "side" | "by" | "control" | "zone" | "bond" | "owner" => &[Kind::Side],
                    "nation" => &[Kind::Nation],
                    "formation" => &[Kind::Formation],
                    "type" => &[Kind::Type],
                    "class" => &[Kind::Class],
                    "state" => &[Kind::State],
                    "marker" => &[Kind::Marker],
                    "terrain" | "kind" | "road" | "roads" => &[Kind::Terrain],
                    "place" | "of" => &[Kind::Place],
                    "area" => &[Kind::Area],
                    "rating" | "highest" | "lowest" | "name" | "allowance" | "attack" | "defense" => &[Kind::Rating],
                    _ => &[],
                };
                if let Some(name) = kinds.iter().find_map(|kind| self.named(*kind, id)) {
                    *id = name.to_owned();
                }
            }
            _ => {}
        }
    }

    /// How victory points are won in a scenario.
    #[must_use]
    pub fn victory(&self, scenario: &Scenario) -> Vec<Told> {
        let points = scenario.points.iter().filter_map(|it| spoken(self.game, it));
        let told = points.map(|it| self.told("points", "", &it));
        told.map(|told| Told { words: closed(&told.words), ..told }).collect()
    }

    /// What is left of a piece, part by part.
    pub(super) fn rest(&self, fields: Fields) -> Vec<String> {
        self.fields_told(fields.rest().collect())
    }

    fn fields_told(&self, fields: Map<String, Value>) -> Vec<String> {
        fields.iter().map(|(name, value)| self.field(name, value)).collect()
    }

    /// A field by its name, as far as that tells what is in it.
    fn field(&self, name: &str, value: &Value) -> String {
        let object = value.is_object();
        let words = match name {
            "who" if object => return format!("for {}", self.units(value)),
            "of" | "unless" | "against" if object => self.units(value),
            "at" | "to" | "from" | "into" | "through" | "start" | "end" | "blocked" | "target" | "hex" if object => {
                self.hexes(value)
            }
            "not-through" if object => return format!("broken by {}", self.hexes(value)),
            "broken-by" if object => return format!("broken by {}", self.sides(value)),
            "across" | "not-across" if object => self.sides(value),
            "if" | "when" if object => self.condition(value),
            "do" | "else" | "after" | "then" => self.effects_of(value.as_array().map(Vec::as_slice).unwrap_or_default()),
            "max" if !object => return format!("at most {}", self.amount(value)),
            "add" | "set" | "hexes" | "steps" | "range" | "points" | "amount" | "count" | "times" if object => self.amount(value),
            _ => self.anything(value),
        };
        format!("{} {words}", readable(name)).trim_end().to_owned()
    }

    /// A value whose kind nothing tells.
    fn anything(&self, value: &Value) -> String {
        match value {
            Value::Null => "nothing".to_owned(),
            Value::Array(list) => {
                let words: Vec<String> = list
                    .iter()
                    .map(|it| if it.is_object() { format!("({})", self.anything(it)) } else { self.anything(it) })
                    .collect();
                listed(&words, "or")
            }
            Value::Object(fields) => self.fields_told(fields.clone()).join(", "),
            other => plain(other),
        }
    }
}

/// Takes the lists of what changes strengths, columns, rolls, chits and hits out of a kind of combat.
fn modifiers(fight: &mut Value) -> Vec<(&'static str, Vec<Value>)> {
    const LISTS: [(&str, &str, &str); 8] = [
        ("", "values", "combat.values"),
        ("", "shifts", "combat.shifts"),
        ("", "rolls", "combat.rolls"),
        ("", "caps", "combat.caps"),
        ("", "limits", "combat.limits"),
        ("/draws", "mods", "draws.mods"),
        ("/hits", "attacker", "hits.attacker"),
        ("/hits", "defender", "hits.defender"),
    ];
    let mut taken = Vec::new();
    for (within, list, name) in LISTS {
        let fields = fight.pointer_mut(within).and_then(Value::as_object_mut);
        if let Some(Value::Array(entries)) = fields.and_then(|fields| fields.remove(list)) {
            taken.push((name, entries));
        }
    }
    taken
}

/// Terrain that a piece names: as ground, along a hexside, as a road.
fn terrain_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner.as_array() {
                    Some(list) if matches!(name.as_str(), "terrain" | "kind" | "road" | "roads") => {
                        found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => terrain_in(inner, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| terrain_in(inner, found)),
        _ => {}
    }
}

/// The same with a capital letter. Georgian has none: its capitals are for whole lines, and hardly a font has them.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some('\u{10d0}'..='\u{10ff}') => text.to_owned(),
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
