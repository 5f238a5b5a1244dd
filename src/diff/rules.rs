//! The game itself, terrain effects, rules, calendar and layouts.

use super::change::{ChangeKind, Noun, Section, Shown, listed, plain};
use super::counters::{list, parts, vocabulary};
use super::map::values;
use super::pair::{Pair, Prop, Subject, Thing, flag, prop, thing};
use super::speak::{Speak, code, inside, tags};
use crate::model::*;
use crate::words::Teller;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

static GAME: Noun = Noun { one: "game", many: "games", shown: Shown::Name, fold: 9, joined: true };
static TERRAIN: Noun = Noun { one: "terrain", many: "kinds of terrain", shown: Shown::Kind, fold: 3, joined: true };
static RULE: Noun = Noun { one: "rule", many: "rules", shown: Shown::Name, fold: 9, joined: false };
static LIMIT: Noun = Noun { one: "stacking limit", many: "stacking limits", shown: Shown::Kind, fold: 3, joined: true };
static MODE: Noun = Noun { one: "way of moving", many: "ways of moving", shown: Shown::Kind, fold: 3, joined: true };
static ENTRY: Noun = Noun { one: "rule", many: "rules", shown: Shown::Kind, fold: 3, joined: true };
static OPTION: Noun = Noun { one: "option", many: "options", shown: Shown::Kind, fold: 3, joined: true };
static TURN: Noun = Noun { one: "turn", many: "turns", shown: Shown::Number, fold: 3, joined: true };
static PHASE: Noun = Noun { one: "phase", many: "phases", shown: Shown::Kind, fold: 3, joined: true };
static LAYOUT: Noun = Noun { one: "layout", many: "layouts", shown: Shown::Number, fold: 3, joined: true };

fn subject(section: Section, noun: &'static Noun, id: &str, name: &str) -> Subject {
    Subject { section, noun, id: id.to_owned(), name: Some(plain(name)) }
}

/// Name, version, sides, types, ratings.
pub(super) fn game(pair: &mut Pair<'_>) {
    let told = |speak: &Speak<'_>| {
        let text = |text: &str| Some(plain(text)).filter(|text| !text.is_empty());
        vec![
            prop("name", text(&speak.game.name)),
            prop("id", text(&speak.game.id)),
            prop("version", speak.game.version.as_deref().map(plain)),
        ]
    };
    let name = if pair.new.name.is_empty() { "The game" } else { &pair.new.name };
    pair.props(&subject(Section::Game, &GAME, "game", name), None, told, told);
    vocabulary(pair);
}

pub(super) fn rules(pair: &mut Pair<'_>) {
    terrain(pair);
    general(pair);
    turns(pair);
    layouts(pair);
}

fn cost(toll: &TerrainCost, words: &WordLists) -> String {
    match (toll.cost, toll.first || toll.stop || toll.mode.is_some()) {
        (Cost::No, false) => "prohibited".to_owned(),
        (Cost::Road, false) => "only by road".to_owned(),
        (Cost::All, false) => "the whole allowance".to_owned(),
        (Cost::Other, false) => "as the other terrain".to_owned(),
        (Cost::Unknown, false) => "not known yet".to_owned(),
        _ => toll.word(words),
    }
}

fn terrain(pair: &mut Pair<'_>) {
    let of = |game| list(game, |game: &Game| &game.terrain, |t: &Terrain| (&t.id, t.name.as_deref()));
    let (old, new) = (of(pair.old), of(pair.new));
    let on = |on: TerrainOn| match on {
        TerrainOn::Hex => "the ground of a hex",
        TerrainOn::Feature => "a feature of a hex",
        TerrainOn::Hexside => "a hexside",
        TerrainOn::Road => "a road",
    };
    let layer = |layer: Layer| match layer {
        Layer::Replaces => "replaces it",
        Layer::Adds => "counts beside it",
        Layer::Ignores => "does not count",
    };
    let costs = |s: &Speak<'_>, it: &Terrain| -> Vec<(String, Option<String>)> {
        let of = |tolls: &[Option<TerrainCost>], id: ClassId| Some(cost(tolls.get(id.index())?.as_ref()?, &s.game.words));
        let plain = s.game.classes.ids().map(|id| (inside(&s.class(id)), of(&it.cost, id)));
        let grounds = it.grounds.iter().flat_map(|(ground, tolls)| {
            let said = s.game.classes.ids().filter_map(|id| Some((id, of(tolls, id)?)));
            said.map(|(id, cost)| (format!("{} on {}", inside(&s.class(id)), self::plain(ground)), Some(cost)))
                .collect::<Vec<_>>()
        });
        plain.chain(grounds).collect()
    };
    pair.things(
        (Section::Map, &TERRAIN),
        &old,
        &new,
        |s, it| {
            let mut all = vec![
                prop("name", it.name.as_deref().map(plain)),
                prop("is", Some(on(it.on).to_owned())),
                prop("with the terrain beneath:", Some(layer(it.layer).to_owned())),
                prop("water", it.water.map(|water| if water { "yes" } else { "no" }.to_owned())),
                prop("crossed by a bridge without a road", it.bridge_alone.then(|| "yes".to_owned())).nothing("no").gone("no"),
            ];
            all.extend(costs(s, it).into_iter().map(|(class, cost)| {
                prop(format!("cost for {class}"), cost).nothing("was not said").gone(format!("cost for {class} not said"))
            }));
            all.extend(values(Some(&it.values)));
            all.push(prop("rule", it.rule.as_deref().map(plain)));
            all
        },
        |s, it| {
            let costs: Vec<String> =
                costs(s, it).into_iter().filter_map(|(class, cost)| Some(format!("{class} {}", cost?))).collect();
            parts([Some(on(it.on).to_owned()), Some(listed(&costs, "and"))])
        },
    );
}

/// The rules section by section, entry by entry, as their authors write them.
fn general(pair: &mut Pair<'_>) {
    let of = |game: &Game| Both { ids: Written::of(&game.rules.written(game)), names: Written::of(&game.rules.spoken(game)) };
    let (before, after) = (of(pair.old), of(pair.new));
    let names: BTreeSet<&String> = before.ids.plain.keys().chain(after.ids.plain.keys()).collect();
    for section in names {
        let of = |speak: &Speak<'_>, both: &Both| {
            let fields = both.pick(speak).plain.get(section).cloned().unwrap_or_default();
            fields.iter().map(stated).collect::<Vec<Prop>>()
        };
        let title = title(section);
        pair.props(&subject(Section::Rules, &RULE, section, &title), None, |s| of(s, &before), |s| of(s, &after));
    }
    let lists: BTreeSet<&String> = before.ids.lists.keys().chain(after.ids.lists.keys()).collect();
    for list in lists {
        let of = |both: &Both| -> Vec<Thing<(Fields, Fields)>> {
            let (ids, names) = (both.ids.lists.get(list), both.names.lists.get(list));
            let pairs = ids.into_iter().flatten().zip(names.into_iter().flatten());
            pairs.map(|((id, name, ids), (_, _, names))| thing(id, name.as_deref(), (ids.clone(), names.clone()))).collect()
        };
        let noun = nouns().get(list.as_str()).copied().unwrap_or(&ENTRY);
        pair.things(
            (Section::Rules, noun),
            &of(&before),
            &of(&after),
            |s, (ids, names)| {
                let fields = if s.ids { ids } else { names };
                fields.iter().map(stated).collect()
            },
            |_, (_, names)| {
                let said = names.iter().filter(|(field, _)| field != "rule" && field != "name");
                said.map(|(field, words)| format!("{field} {words}")).collect::<Vec<_>>().join(", ")
            },
        );
    }
    // Where the first that fits counts, the order is a rule.
    for list in ["zones.exert", "retreat", "policy", "entry.rules"] {
        let ids =
            |both: &Both| -> Vec<String> { both.ids.lists.get(list).into_iter().flatten().map(|(id, _, _)| code(id)).collect() };
        pair.order(&subject(Section::Rules, &RULE, list, &title(list)), "entries in the order", &ids(&before), &ids(&after));
    }
    let reminders = |game: &Game| -> Vec<String> {
        let number = |rule: &Option<String>| rule.as_ref().map(|rule| format!("{rule} ")).unwrap_or_default();
        let teller = Teller::new(game);
        let shown = |it: &Reminder| it.when.as_ref().map(|when| format!(" ({})", teller.provided_that(when))).unwrap_or_default();
        game.rules.reminders.iter().map(|it| format!("{}{}{}", number(&it.rule), it.text, shown(it))).collect()
    };
    let (old, new) = (reminders(pair.old), reminders(pair.new));
    pair.sentences(&subject(Section::Rules, &RULE, "reminders", "Reminders"), "rule", &old, &new);
}

fn title(section: &str) -> String {
    let mut chars = section.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn nouns() -> BTreeMap<&'static str, &'static Noun> {
    BTreeMap::from([("stacking.limits", &LIMIT), ("movement.modes", &MODE), ("options", &OPTION)])
}

/// Fields in words.
type Fields = Vec<(String, String)>;

/// An entry: id, name, and its fields.
type Entry = (String, Option<String>, Fields);

/// The rules with their ids, to compare them, and with the names that players know.
struct Both {
    ids: Written,
    names: Written,
}

impl Both {
    fn pick(&self, speak: &Speak<'_>) -> &Written {
        if speak.ids { &self.ids } else { &self.names }
    }
}

/// The rules in words: fields of sections, and lists of entries.
#[derive(Default)]
struct Written {
    plain: BTreeMap<String, Fields>,
    lists: BTreeMap<String, Vec<Entry>>,
}

impl Written {
    fn of(rules: &serde_json::Map<String, Json>) -> Self {
        let mut written = Written::default();
        written.sections(rules);
        written
    }

    fn sections(&mut self, rules: &serde_json::Map<String, Json>) {
        for (name, section) in rules {
            match section {
                Json::Array(entries) => self.list(name, entries),
                Json::Object(members) => {
                    let mut fields = Vec::new();
                    for (field, value) in members {
                        match value {
                            Json::Array(entries) if entries_of(value) => self.list(&format!("{name}.{field}"), entries),
                            value => fields.push((word(field), told_of(field, value))),
                        }
                    }
                    fields.push(("ruled here".to_owned(), "yes".to_owned()));
                    self.plain.insert(name.clone(), fields);
                }
                _ => {}
            }
        }
    }

    fn list(&mut self, name: &str, entries: &[Json]) {
        let text = |entry: &Json, field: &str| entry.get(field).and_then(Json::as_str).map(str::to_owned);
        let entry = |entry: &Json| -> Option<Entry> {
            let members = entry.as_object()?.iter().filter(|(field, value)| *field != "id" && !entries_of(value));
            let fields = members.map(|(field, value)| (word(field), told_of(field, value))).collect();
            Some((text(entry, "id")?, text(entry, "name"), fields))
        };
        self.lists.entry(name.to_owned()).or_default().extend(entries.iter().filter_map(entry));
        // Lists inside an entry have entries of their own.
        for (field, value) in entries.iter().filter_map(Json::as_object).flatten().filter(|(_, value)| entries_of(value)) {
            self.list(&format!("{name}.{field}"), value.as_array().map(Vec::as_slice).unwrap_or_default());
        }
    }
}

/// A field as a property: what is so or not so is said without a number.
fn stated((field, words): &(String, String)) -> Prop {
    match words.as_str() {
        "yes" => flag(field.clone(), true),
        "no" => flag(field.clone(), false),
        words => prop(field.clone(), Some(words.to_owned())),
    }
}

/// What a field is called in errata.
pub(super) fn word(field: &str) -> String {
    match field {
        "max" => "at most".to_owned(),
        "count" => "counts".to_owned(),
        "who" => "for".to_owned(),
        "roads" => "along".to_owned(),
        "modes" => "only when".to_owned(),
        "guaranteed-hex" => "always at least one hex".to_owned(),
        "with-enemy" => "allowed together with enemy units".to_owned(),
        "default" => "played by default".to_owned(),
        field => field.replace('-', " "),
    }
}

/// Whether it is a list of entries.
fn entries_of(value: &Json) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(|entry| entry.get("id").is_some()))
}

/// A field in words; where the order of its parts means nothing they are sorted.
fn told_of(field: &str, value: &Json) -> String {
    const ORDERED: [&str; 7] = ["segments", "do", "else", "then", "after", "effects", "choices"];
    match value {
        Json::Array(list) if !ORDERED.contains(&field) => told_list(list, true),
        value => told(value),
    }
}

/// A list in words. Each of its parts is told once: what is told to be compared is what is told to the reader.
fn told_list(list: &[Json], sorted: bool) -> String {
    let mut words: Vec<(String, bool)> = list.iter().map(|item| (told(item), item.is_object())).collect();
    if sorted {
        words.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    let one = |(words, object): (String, bool)| if object { format!("({words})") } else { words };
    let mut words: Vec<String> = words.into_iter().map(one).collect();
    // The order of words does not matter, that of pieces and stretches does.
    if list.iter().all(Json::is_string) {
        words.sort();
    }
    listed(&words, "or")
}

/// A value in words: `class mech or guns, not (type hq)`.
pub(super) fn told(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Json::Number(n) => n.to_string(),
        Json::String(text) => plain(text),
        Json::Array(list) => told_list(list, false),
        Json::Object(members) => {
            let part = |(field, value): (&String, &Json)| match value {
                Json::Object(_) => format!("{} ({})", field.replace('-', " "), told(value)),
                _ => format!("{} {}", field.replace('-', " "), told_of(field, value)),
            };
            members.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Words of the format, whatever their order.
fn words<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut words: Vec<String> = words.map(code).collect();
    words.sort();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

fn turns(pair: &mut Pair<'_>) {
    let of = |game| list(game, |game: &Game| &game.turns, |t: &Turn| (&t.id, None));
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Rules, &TURN),
        &old,
        &new,
        |_, it| {
            vec![
                prop("date", it.date.as_deref().map(plain)),
                prop("weather", it.weather.as_deref().map(plain)),
                prop("ground", it.ground.as_deref().map(plain)),
                prop("marked", tags(&it.tags, "and")).nothing("was not marked").gone("not marked"),
            ]
        },
        |_, it| parts([it.date.as_deref().map(plain), it.weather.as_deref().map(plain)]),
    );
    let ids = |things: &[Thing<&Turn>]| things.iter().map(|t| t.id.clone()).collect::<Vec<_>>();
    pair.order(&subject(Section::Rules, &GAME, "calendar", "Calendar"), "turns in the order", &ids(&old), &ids(&new));
    let of = |game: &'_ Game| -> Vec<Thing<Phase>> {
        let key = |phase: &Phase| {
            let side = phase.side.and_then(|id| game.sides.at(id)).map(|side| format!("{}/", side.id));
            format!("{}{}", side.unwrap_or_default(), phase.id)
        };
        game.phases.values().map(|phase| thing(&key(phase), phase.name.as_deref(), phase.clone())).collect()
    };
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Rules, &PHASE),
        &old,
        &new,
        |s, it| {
            vec![
                prop("name", it.name.as_deref().map(plain)),
                prop("if", it.when.as_ref().map(|when| s.condition(when))).nothing("was always").gone("without a condition"),
                prop("repeat", it.repeat.as_ref().map(|repeat| s.condition(repeat))),
                prop("alternate", it.alternate.then(|| plain("true"))),
                prop("does", it.does.as_ref().map(|does| words(does.iter().map(|it| it.word())))),
            ]
        },
        |s, it| parts([it.side.map(|id| s.side(id)), it.when.as_ref().map(|when| format!("if {}", s.condition(when)))]),
    );
    let ids = |things: &[Thing<Phase>]| things.iter().map(|t| code(&t.id)).collect::<Vec<_>>();
    pair.order(&subject(Section::Rules, &GAME, "sequence", "Sequence of play"), "phases in the order", &ids(&old), &ids(&new));
}

fn layouts(pair: &mut Pair<'_>) {
    let told = |speak: &Speak<'_>, layout: Option<&Layout>| -> Vec<Prop> {
        let Some(layout) = layout else { return Vec::new() };
        let who = layout.who.as_ref().map(|who| speak.selection(who));
        let mut all = vec![prop("for", who).nothing("was for all units").gone("for all units")];
        let name = |at: &SlotPlace| match at {
            SlotPlace::Placed(n) => format!("slot placed {}", n + 1),
            _ => format!("slot {}", at.word()),
        };
        all.extend(layout.slots.iter().map(|(at, slot)| prop(name(at), Some(code(&slot.show)))));
        all
    };
    for n in 0..pair.old.layouts.len().max(pair.new.layouts.len()) {
        let (before, after) = (pair.old.layouts.get(n).cloned(), pair.new.layouts.get(n).cloned());
        let subject = Subject { section: Section::Counters, noun: &LAYOUT, id: (n + 1).to_string(), name: None };
        match (&before, &after) {
            (None, Some(_)) => pair.push(&subject, ChangeKind::Added, None, "", (None, None, String::new())),
            (Some(_), None) => pair.push(&subject, ChangeKind::Removed, None, "", (None, None, String::new())),
            _ => {
                pair.props(&subject, None, |s| told(s, before.as_ref()), |s| told(s, after.as_ref()));
            }
        }
    }
}
