//! Counters, formations, markers and cards.

use std::collections::BTreeMap;

use super::change::{Change, Noun, Section, Shown, plain};
use super::pair::{Pair, Prop, Thing, flag, prop, thing};
use super::speak::{Speak, inside, rated, tags};
use crate::model::*;

pub(super) static COUNTER: Noun = Noun { one: "counter", many: "counters", shown: Shown::Kind, fold: 3, joined: true };
static FORMATION: Noun = Noun { one: "formation", many: "formations", shown: Shown::Kind, fold: 3, joined: true };
static MARKER: Noun = Noun { one: "marker", many: "markers", shown: Shown::Kind, fold: 3, joined: true };
static CARD: Noun = Noun { one: "card", many: "cards", shown: Shown::Kind, fold: 3, joined: true };

pub(super) fn counters(pair: &mut Pair<'_>) {
    let (old, new) = (units(pair.old), units(pair.new));
    pair.things((Section::Counters, &COUNTER), &old, &new, |speak, unit| unit_props(*speak, unit), |s, u| describe(*s, u));
    pair.amend(echoes);
    let formations = |game| list(game, |game: &Game| &game.formations, |f: &Formation| (&f.id, f.name.as_deref()));
    let (old, new) = (formations(pair.old), formations(pair.new));
    pair.things(
        (Section::Counters, &FORMATION),
        &old,
        &new,
        |s, f| formation_props(*s, f),
        |s, f| {
            let inside = f.parent.map(|above| format!("in {}", s.formation(above)));
            parts([f.side.map(|side| s.side(side)), f.level.as_deref().map(plain), inside])
        },
    );
    let markers = |game| list(game, |game: &Game| &game.markers, |m: &Marker| (&m.id, m.name.as_deref()));
    let (old, new) = (markers(pair.old), markers(pair.new));
    pair.things(
        (Section::Counters, &MARKER),
        &old,
        &new,
        |s, m| marker_props(*s, m),
        |s, m| {
            let back = m.back.map(|back| format!("back {}", s.marker(back)));
            parts([m.count.map(|n| format!("{n} of them")), m.on.map(|on| format!("on {}", lies_on(on))), back])
        },
    );
    let cards = |game| list(game, |game: &Game| &game.cards, |c: &Card| (&c.id, c.name.as_deref()));
    let (old, new) = (cards(pair.old), cards(pair.new));
    pair.things(
        (Section::Counters, &CARD),
        &old,
        &new,
        |s, c| card_props(*s, c),
        |s, c| {
            let count = (c.count != 1).then(|| format!("{} of them", c.count));
            let text = c.text.as_deref().map(quoted);
            parts([Some(format!("deck {}", plain(&c.deck))), c.side.map(|side| s.side(side)), count, text])
        },
    );
}

/// A list of the game as things.
pub(super) fn list<'g, K: Key + 'g, T>(
    game: &'g Game,
    of: impl Fn(&'g Game) -> &'g List<K, T>,
    called: impl Fn(&'g T) -> (&'g str, Option<&'g str>),
) -> Vec<Thing<&'g T>> {
    let of = of(game).values();
    of.map(|it| {
        let (id, name) = called(it);
        thing(id, name, it)
    })
    .collect()
}

/// What is there, divided by commas.
pub(super) fn parts<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// An author's words in quotation marks.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", plain(text))
}

fn units(game: &Game) -> Vec<Thing<&Unit>> {
    game.units.values().map(|unit| thing(&unit.id, unit_name(unit), unit)).collect()
}

/// What people call a counter.
pub(super) fn unit_name(unit: &Unit) -> Option<&str> {
    unit.name.as_deref().or(unit.designation.as_deref()).filter(|name| !name.is_empty())
}

fn unit_props(speak: Speak<'_>, unit: &Unit) -> Vec<Prop> {
    let mut all = vec![
        prop("name", unit.name.as_deref().map(plain)),
        prop("designation", unit.designation.as_deref().map(plain)),
        prop("side", unit.side.map(|id| speak.side(id))),
        prop("nation", unit.nation.map(|id| speak.nation(id))),
        prop("formation", unit.formation.map(|id| speak.formation(id))),
        prop("type", unit.kind.map(|id| inside(&speak.kind(id)))),
        prop("class", unit.class.map(|id| inside(&speak.class(id)))),
        prop("size", unit.size.as_deref().map(plain)),
    ];
    let front = unit.faces.first();
    for id in speak.game.ratings.ids() {
        all.push(prop(inside(&speak.rating(id)), front.map(|face| face.rating(id)).and_then(rated)));
    }
    all.push(prop("picture", front.and_then(|face| face.picture.as_deref()).map(plain)));
    for (n, face) in unit.faces.iter().enumerate().skip(1) {
        let which = if n == 1 { "back".to_owned() } else { format!("face {}", n + 1) };
        let state = Some(inside(&speak.state(face.state)));
        all.push(prop(which.clone(), state).nothing("was blank").gone(format!("{which} blank")));
        for id in speak.game.ratings.ids() {
            all.push(prop(format!("{which} {}", inside(&speak.rating(id))), rated(face.rating(id))));
        }
        all.push(prop(format!("{which} picture"), face.picture.as_deref().map(plain)));
    }
    all.extend([
        prop("steps", unit.steps.map(|n| n.to_string())),
        prop("number of counters", Some(unit.count.to_string())),
        prop("tags", tags(&unit.tags, "and")),
        prop("remnant", unit.remnant.map(|id| speak.unit(id))),
        prop("breaks down into", speak.units(&unit.breakdown)).nothing("did not before").gone("breaks down into nothing"),
    ]);
    all.extend(unit.properties.iter().map(|(name, word)| prop(format!("property {}", plain(name)), Some(plain(word)))));
    all
}

/// What is printed on the front and the back alike is said once; a back that is new is told as a whole.
fn echoes(changes: &mut Vec<Change>) {
    let side = |change: &Change| -> Option<(String, String)> {
        let rest = change.aspect.strip_prefix("back ").map(|rest| ("back".to_owned(), rest));
        let rest = rest.or_else(|| {
            let (n, rest) = change.aspect.strip_prefix("face ")?.split_once(' ')?;
            Some((format!("face {n}"), rest))
        });
        rest.filter(|_| *change.noun == COUNTER).map(|(which, rest)| (which, rest.to_owned()))
    };
    type Values = (Option<String>, Option<String>);
    let front: BTreeMap<(String, String), Values> = changes
        .iter()
        .map(|change| ((change.id.clone(), change.aspect.clone()), (change.before.clone(), change.after.clone())))
        .collect();
    let mut numbers: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    changes.retain(|change| {
        let Some((which, rating)) = side(change) else { return true };
        let whole = (change.id.clone(), which);
        if front.get(&whole).is_some_and(|(before, after)| before.is_none() || after.is_none()) {
            numbers.entry(whole).or_default().extend(change.after.as_ref().map(|after| format!("{rating} {after}")));
            return false;
        }
        front.get(&(whole.0, rating)) != Some(&(change.before.clone(), change.after.clone()))
    });
    for change in changes.iter_mut().filter(|change| change.before.is_none()) {
        let told = numbers.get(&(change.id.clone(), change.aspect.clone())).filter(|numbers| !numbers.is_empty());
        if let (Some(numbers), Some(after)) = (told, &mut change.after) {
            after.push_str(&format!(" with {}", numbers.join(", ")));
            change.words = format!("{} {after}, was blank", change.aspect);
        }
    }
}

fn describe(speak: Speak<'_>, unit: &Unit) -> String {
    let kind = [unit.side.map(|id| speak.side(id)), unit.kind.map(|id| inside(&speak.kind(id))), unit.size.as_deref().map(plain)];
    let kind: Vec<String> = kind.into_iter().flatten().collect();
    let front = unit.faces.first().map(|face| speak.numbers(face));
    let back = unit.faces.get(1).map(|face| {
        let numbers = speak.numbers(face);
        let state = inside(&speak.state(face.state));
        if numbers.is_empty() { format!("back {state}") } else { format!("back {state} with {numbers}") }
    });
    let count = (unit.count != 1).then(|| format!("{} of them", unit.count));
    let formation = unit.formation.map(|id| speak.formation(id));
    let words = parts([Some(kind.join(" ")), formation, front, count]);
    back.map_or(words.clone(), |back| format!("{words}; {back}"))
}

fn formation_props(speak: Speak<'_>, formation: &Formation) -> Vec<Prop> {
    vec![
        prop("name", formation.name.as_deref().map(plain)),
        prop("short name", formation.short.as_deref().map(plain)),
        prop("belongs to", formation.parent.map(|id| speak.formation(id))).gone("belongs to none"),
        prop("side", formation.side.map(|id| speak.side(id))),
        prop("level", formation.level.as_deref().map(plain)),
        prop("number of units", formation.units.map(|n| n.to_string())),
    ]
}

fn lies_on(on: MarkerOn) -> &'static str {
    match on {
        MarkerOn::Hex => "hexes",
        MarkerOn::Hexside => "hexsides",
        MarkerOn::Unit => "units",
        MarkerOn::Track => "tracks",
    }
}

fn marker_props(speak: Speak<'_>, marker: &Marker) -> Vec<Prop> {
    vec![
        prop("name", marker.name.as_deref().map(plain)),
        prop("side", marker.side.map(|id| speak.side(id))),
        prop("lies on", marker.on.map(|on| lies_on(on).to_owned())),
        prop("number of counters", marker.count.map(|n| n.to_string())),
        prop("picture", marker.picture.as_deref().map(plain)),
        prop("back", marker.back.map(|id| speak.marker(id))),
        prop("only in", marker.at.as_ref().and_then(|hexes| speak.piece(hexes))),
        prop("only on", marker.across.as_ref().and_then(|sides| speak.piece(sides))),
        prop(
            "never with",
            (!marker.apart.is_empty()).then(|| marker.apart.iter().map(|id| speak.marker(*id)).collect::<Vec<_>>().join(", ")),
        ),
    ]
}

fn card_props(speak: Speak<'_>, card: &Card) -> Vec<Prop> {
    vec![
        prop("name", card.name.as_deref().map(plain)),
        prop("deck", Some(plain(&card.deck))),
        prop("side", card.side.map(|id| speak.side(id))),
        prop("number of cards", Some(card.count.to_string())),
        prop("text", card.text.as_deref().map(quoted)),
        prop("picture", card.picture.as_deref().map(plain)),
        prop("picture of the back", card.back.as_deref().map(plain)),
        prop("effect:", speak.effects(&card.effects)).gone("no effect"),
        prop("is played if", card.when.as_ref().map(|when| speak.condition(when))).nothing("was always played").gone("always"),
        prop("is in its deck if", card.present.as_ref().map(|when| speak.condition(when)))
            .nothing("was always in it")
            .gone("always"),
        prop("brings back what was drawn before", card.refills.then(|| "yes".to_owned())).nothing("did not").gone("no"),
    ]
}

/// The words of a game: sides, nations, types, classes, ratings, states.
pub(super) fn vocabulary(pair: &mut Pair<'_>) {
    static SIDE: Noun = Noun { one: "side", many: "sides", shown: Shown::Kind, fold: 3, joined: true };
    static NATION: Noun = Noun { one: "nation", many: "nations", shown: Shown::Kind, fold: 3, joined: true };
    static TYPE: Noun = Noun { one: "unit type", many: "unit types", shown: Shown::Kind, fold: 3, joined: true };
    static CLASS: Noun = Noun { one: "movement class", many: "movement classes", shown: Shown::Kind, fold: 3, joined: true };
    static RATING: Noun = Noun { one: "rating", many: "ratings", shown: Shown::Kind, fold: 3, joined: true };
    static STATE: Noun = Noun { one: "state", many: "states", shown: Shown::Kind, fold: 3, joined: true };
    let name = |name: &Option<String>| prop("name", name.as_deref().map(plain));
    macro_rules! words {
        ($noun:ident, $list:ident, $type:ty, $props:expr) => {
            let of = |game| list(game, |game: &Game| &game.$list, |it: &$type| (&it.id, it.name.as_deref()));
            let (old, new) = (of(pair.old), of(pair.new));
            pair.things((Section::Game, &$noun), &old, &new, $props, |_, it| it.name.as_deref().map(plain).unwrap_or_default());
        };
    }
    words!(SIDE, sides, Side, |_, it| vec![name(&it.name)]);
    words!(NATION, nations, Nation, |s, it| vec![name(&it.name), prop("side", it.side.map(|id| s.side(id)))]);
    words!(TYPE, types, UnitType, |s, it| vec![
        name(&it.name),
        prop("class", it.class.map(|id| s.class(id))),
        prop("symbol", Some(plain(&it.symbol))),
    ]);
    words!(CLASS, classes, Class, |_, it| vec![name(&it.name)]);
    words!(RATING, ratings, Rating, |s, it| vec![
        name(&it.name),
        prop("at least", it.min.map(|n| n.to_string())).gone("no lower limit"),
        prop("at most", it.max.map(|n| n.to_string())).gone("no upper limit"),
        prop("only for", it.only.as_ref().map(|units| s.selection(units))).nothing("was for all").gone("for all units"),
        flag("required", it.required),
        flag("higher with a step lost", it.rises),
    ]);
    words!(STATE, states, State, |_, it| vec![
        name(&it.name),
        flag("a lost step", it.step),
        flag("on a counter of the kit", it.counter)
    ]);
}
