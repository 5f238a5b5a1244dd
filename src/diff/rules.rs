//! The game itself, terrain effects, rules, calendar and layouts.

use super::change::{Kind, Noun, Section, Shown, listed, plain};
use super::counters::{list, parts, vocabulary};
use super::map::values;
use super::pair::{Pair, Prop, Subject, Thing, flag, prop, thing};
use super::speak::{Speak, code, inside, tags};
use crate::model::*;

static GAME: Noun = Noun { one: "game", many: "games", shown: Shown::Name, fold: 9, joined: true };
static TERRAIN: Noun = Noun { one: "terrain", many: "kinds of terrain", shown: Shown::Kind, fold: 3, joined: true };
static RULE: Noun = Noun { one: "rule", many: "rules", shown: Shown::Name, fold: 9, joined: false };
static LIMIT: Noun = Noun { one: "stacking limit", many: "stacking limits", shown: Shown::Kind, fold: 3, joined: true };
static MODE: Noun = Noun { one: "way of moving", many: "ways of moving", shown: Shown::Kind, fold: 3, joined: true };
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
    stacking(pair);
    turns(pair);
    layouts(pair);
}

fn cost(cost: Cost) -> String {
    match cost {
        Cost::Points(points) => points.to_string(),
        Cost::Add(points) => format!("+{points}"),
        Cost::No => "prohibited".to_owned(),
        Cost::Road => "only by road".to_owned(),
        Cost::All => "the whole allowance".to_owned(),
        Cost::Other => "as the other terrain".to_owned(),
        Cost::Unknown => "not known yet".to_owned(),
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
        let of = |id: ClassId| it.cost.get(id.index()).copied().flatten().map(cost);
        s.game.classes.ids().map(|id| (inside(&s.class(id)), of(id))).collect()
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

fn general(pair: &mut Pair<'_>) {
    let stacking = |s: &Speak<'_>| -> Vec<Prop> {
        let stacking = s.game.rules.stacking.as_ref();
        vec![
            flag("ruled here", stacking.is_some()),
            flag("allowed together with enemy units", stacking.is_some_and(|it| it.with_enemy)),
            prop("rule", stacking.and_then(|it| it.rule.as_deref()).map(plain)),
        ]
    };
    pair.props(&subject(Section::Rules, &RULE, "stacking", "Stacking"), None, stacking, stacking);
    let movement = |s: &Speak<'_>| -> Vec<Prop> {
        vec![
            prop("allowance", s.game.rules.allowance.map(|id| inside(&s.rating(id)))),
            flag("always at least one hex", s.game.rules.guaranteed_hex),
        ]
    };
    pair.props(&subject(Section::Rules, &RULE, "movement", "Movement"), None, movement, movement);
    let combat = |s: &Speak<'_>| -> Vec<Prop> {
        let combat = s.game.rules.combat.clone().unwrap_or_default();
        vec![
            prop("table", combat.table.map(|id| s.table(id))),
            prop("attacker's rating", combat.attack.map(|id| inside(&s.rating(id)))),
            prop("defender's rating", combat.defense.map(|id| inside(&s.rating(id)))),
        ]
    };
    pair.props(&subject(Section::Rules, &RULE, "combat", "Combat"), None, combat, combat);
    let reminders = |game: &Game| -> Vec<String> {
        let number = |rule: &Option<String>| rule.as_ref().map(|rule| format!("{rule} ")).unwrap_or_default();
        game.rules.reminders.iter().map(|(rule, text)| format!("{}{text}", number(rule))).collect()
    };
    let (old, new) = (reminders(pair.old), reminders(pair.new));
    pair.sentences(&subject(Section::Rules, &RULE, "reminders", "Reminders"), "rule", &old, &new);
}

fn stacking(pair: &mut Pair<'_>) {
    let of = |game| list(game, |game: &Game| &game.rules.limits, |l: &Limit| (&l.id, None));
    let (old, new) = (of(pair.old), of(pair.new));
    let counted = |s: &Speak<'_>, count: Counted| match count {
        Counted::Units => "units".to_owned(),
        Counted::Steps => "steps".to_owned(),
        Counted::Rating(id) => inside(&s.rating(id)),
    };
    pair.things(
        (Section::Rules, &LIMIT),
        &old,
        &new,
        |s, it| {
            vec![
                prop("at most", it.max.map(|n| n.to_string())).nothing("was not known").gone("not known"),
                prop("counts", Some(counted(s, it.count))),
                prop("of", it.of.as_ref().map(|of| s.selection(of))).nothing("was of all units").gone("of all units"),
                prop("only when", Some(s.all(&it.modes, Speak::mode, "or")).filter(|m| !m.is_empty()))
                    .nothing("was always")
                    .gone("always"),
                prop("if", it.when.as_ref().map(|when| s.condition(when))).nothing("was always").gone("without a condition"),
                prop("rule", it.rule.as_deref().map(plain)),
            ]
        },
        |s, it| {
            let most = it.max.map(|n| format!("at most {n} {}", counted(s, it.count)));
            parts([most, it.of.as_ref().map(|of| format!("of {}", s.selection(of)))])
        },
    );
    let of = |game| list(game, |game: &Game| &game.rules.modes, |m: &Mode| (&m.id, m.name.as_deref()));
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Rules, &MODE),
        &old,
        &new,
        |s, it| {
            vec![
                prop("name", it.name.as_deref().map(plain)),
                prop("for", it.who.as_ref().map(|who| s.selection(who))).nothing("was for all units").gone("for all units"),
                prop("along", Some(s.all(&it.roads, Speak::terrain, "or")).filter(|r| !r.is_empty()))
                    .nothing("was anywhere")
                    .gone("anywhere"),
                prop("if", it.when.as_ref().map(|when| s.condition(when))).nothing("was always").gone("without a condition"),
                prop("rule", it.rule.as_deref().map(plain)),
            ]
        },
        |s, it| parts([it.who.as_ref().map(|who| format!("for {}", s.selection(who)))]),
    );
    let of = |game| list(game, |game: &Game| &game.rules.options, |o: &GameOption| (&o.id, o.name.as_deref()));
    let (old, new) = (of(pair.old), of(pair.new));
    pair.things(
        (Section::Rules, &OPTION),
        &old,
        &new,
        |_, it| vec![prop("name", it.name.as_deref().map(plain)), flag("played by default", it.default)],
        |_, it| parts([it.name.as_deref().map(plain), it.default.then(|| "played by default".to_owned())]),
    );
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
        all.extend(layout.slots.iter().map(|(slot, text)| prop(format!("slot {}", plain(slot)), Some(code(text)))));
        all
    };
    for n in 0..pair.old.layouts.len().max(pair.new.layouts.len()) {
        let (before, after) = (pair.old.layouts.get(n).cloned(), pair.new.layouts.get(n).cloned());
        let subject = Subject { section: Section::Counters, noun: &LAYOUT, id: (n + 1).to_string(), name: None };
        match (&before, &after) {
            (None, Some(_)) => pair.push(&subject, Kind::Added, None, "", (None, None, String::new())),
            (Some(_), None) => pair.push(&subject, Kind::Removed, None, "", (None, None, String::new())),
            _ => {
                pair.props(&subject, None, |s| told(s, before.as_ref()), |s| told(s, after.as_ref()));
            }
        }
    }
}
