//! The map: the grid, the ground of hexes, and what has a name on it.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{ChangeKind, Noun, Section, Shown, plain};
use super::counters::parts;
use super::pair::{Pair, Prop, Subject, Thing, flag, many, prop, thing};
use super::speak::{Speak, inside};
use crate::hexgrid::{HexId, Top};
use crate::model::*;

static SHEET: Noun = Noun { one: "map", many: "maps", shown: Shown::Name, fold: 9, joined: true };
static HEX: Noun = Noun { one: "hex", many: "hexes", shown: Shown::Number, fold: 2, joined: true };
static PLACE: Noun = Noun { one: "place", many: "places", shown: Shown::Number, fold: 3, joined: true };
static AREA: Noun = Noun { one: "area", many: "areas", shown: Shown::Kind, fold: 3, joined: true };
static ENTRY: Noun = Noun { one: "entry", many: "entries", shown: Shown::Kind, fold: 3, joined: true };
static EXIT: Noun = Noun { one: "exit", many: "exits", shown: Shown::Kind, fold: 3, joined: true };
static SOURCE: Noun = Noun { one: "source of supply", many: "sources of supply", shown: Shown::Kind, fold: 3, joined: true };
static ARROW: Noun = Noun { one: "kind of arrow", many: "kinds of arrow", shown: Shown::Kind, fold: 3, joined: true };
static BOX: Noun = Noun { one: "box", many: "boxes", shown: Shown::Kind, fold: 3, joined: true };
static TRACK: Noun = Noun { one: "track", many: "tracks", shown: Shown::Kind, fold: 3, joined: true };

pub(super) fn map(pair: &mut Pair<'_>) {
    let subject = Subject { section: Section::Map, noun: &SHEET, id: "map".to_owned(), name: Some("Map".to_owned()) };
    pair.props(&subject, None, grid, grid);
    let (Some(old), Some(new)) = (&pair.old.map, &pair.new.map) else { return };
    hexes(pair, old, new);
    let all = |map: &'_ Map| -> Vec<Thing<Place>> {
        map.places.values().map(|p| thing(&p.id, Some(&p.name).filter(|n| **n != p.id).map(String::as_str), p.clone())).collect()
    };
    pair.things(
        (Section::Map, &PLACE),
        &all(old),
        &all(new),
        |s, it| place_props(*s, it),
        |s, it| {
            let hexes: Vec<String> = it.hexes.iter().map(|hex| s.hex(*hex)).collect();
            parts([it.class.map(|id| inside(&s.terrain(id))), Some(format!("in {}", super::change::runs(&hexes)))])
        },
    );
    super::roads::roads(pair, old, new);
    let all =
        |map: &Map| -> Vec<Thing<Area>> { map.areas.values().map(|a| thing(&a.id, a.name.as_deref(), a.clone())).collect() };
    let named = |s: &Speak<'_>, hexes: &[HexId]| hexes.iter().map(|hex| s.hex(*hex)).collect::<Vec<_>>();
    pair.things(
        (Section::Map, &AREA),
        &all(old),
        &all(new),
        |s, it| vec![prop("name", it.name.as_deref().map(plain)), many("contains", named(s, &it.hexes))],
        |s, it| super::change::runs(&named(s, &it.hexes)),
    );
    // Where one comes in, goes out, or is supplied from, has much in common.
    let at = |s: &Speak<'_>, hexes: &[HexId]| Some(super::change::runs(&named(s, hexes))).filter(|at| !at.is_empty());
    let gate = |s: &Speak<'_>, name: &Option<String>, side: Option<SideId>, hexes: &[HexId]| {
        let side = side.map(|id| s.side(id));
        vec![prop("name", name.as_deref().map(plain)), prop("side", side), prop("at", at(s, hexes))]
    };
    let outside = |s: &Speak<'_>, it: Option<Edge>, behind: Option<BoxId>| {
        [prop("edge", it.map(|it| it.word().to_owned())), prop("box", behind.map(|id| s.off_map(id)))]
    };
    let told = |s: &Speak<'_>, side: Option<SideId>, hexes: &[HexId]| {
        parts([side.map(|id| s.side(id)), at(s, hexes).map(|at| format!("at {at}"))])
    };
    let all =
        |map: &Map| -> Vec<Thing<Entry>> { map.entries.values().map(|e| thing(&e.id, e.name.as_deref(), e.clone())).collect() };
    pair.things(
        (Section::Map, &ENTRY),
        &all(old),
        &all(new),
        |s, it| gate(s, &it.name, it.side, &it.hexes).into_iter().chain(outside(s, it.edge, it.behind)).collect(),
        |s, it| told(s, it.side, &it.hexes),
    );
    let all =
        |map: &Map| -> Vec<Thing<Exit>> { map.exits.values().map(|e| thing(&e.id, e.name.as_deref(), e.clone())).collect() };
    pair.things(
        (Section::Map, &EXIT),
        &all(old),
        &all(new),
        |s, it| {
            let most = gate(s, &it.name, it.side, &it.hexes).into_iter().chain(outside(s, it.edge, it.behind));
            most.chain(values(Some(&it.values))).collect()
        },
        |s, it| told(s, it.side, &it.hexes),
    );
    let all =
        |map: &Map| -> Vec<Thing<Source>> { map.sources.values().map(|e| thing(&e.id, e.name.as_deref(), e.clone())).collect() };
    pair.things(
        (Section::Map, &SOURCE),
        &all(old),
        &all(new),
        |s, it| gate(s, &it.name, it.side, &it.hexes),
        |s, it| told(s, it.side, &it.hexes),
    );
    let all =
        |map: &Map| -> Vec<Thing<Arrow>> { map.arrows.values().map(|e| thing(&e.id, e.name.as_deref(), e.clone())).collect() };
    let ways = |s: &Speak<'_>, it: &Arrow| {
        it.ways.iter().map(|(from, to)| format!("{} to {}", s.hex(*from), s.hex(*to))).collect::<Vec<_>>()
    };
    pair.things(
        (Section::Map, &ARROW),
        &all(old),
        &all(new),
        |s, it| {
            let bridge = flag("needs a bridge", it.needs_bridge);
            vec![prop("name", it.name.as_deref().map(plain)), many("leads from", ways(s, it)), bridge]
        },
        |s, it| ways(s, it).join(", "),
    );
    let end = |n: Option<i32>| n.map(|n| n.to_string());
    for (noun, track) in [(&BOX, false), (&TRACK, true)] {
        let all = |map: &Map| -> Vec<Thing<BoxOffMap>> {
            let all = map.boxes.values().filter(|it| it.track.is_some() == track);
            all.map(|it| thing(&it.id, it.name.as_deref(), it.clone())).collect()
        };
        pair.things(
            (Section::Map, noun),
            &all(old),
            &all(new),
            |s, it| {
                vec![
                    prop("name", it.name.as_deref().map(plain)),
                    prop("side", it.side.map(|id| s.side(id))),
                    prop("on the image", it.on.as_ref().map(on_image)),
                    prop("first space", end(it.track.and_then(|(from, _)| from))),
                    prop("last space", end(it.track.and_then(|(_, to)| to))),
                ]
            },
            |s, it| parts([it.side.map(|id| s.side(id))]),
        );
    }
}

/// Where a box lies on an image of the map.
fn on_image(on: &OnImage) -> String {
    let [left, top, width, height] = on.rect;
    let image = on.image.as_deref().map(|path| format!("{}, ", plain(path))).unwrap_or_default();
    format!("{image}{width} × {height} pixels at {left}, {top}")
}

fn grid(speak: &Speak<'_>) -> Vec<Prop> {
    let Some(map) = &speak.game.map else { return vec![flag("drawn", false)] };
    let top = match map.board.top() {
        Top::Flat => "flat",
        Top::Pointy => "pointed",
    };
    let mut all = vec![flag("drawn", true), prop("hexes with a top that is", Some(top.to_owned()))];
    for sheet in map.board.sheets() {
        let (which, grid) = (plain(sheet.prefix()), sheet.grid());
        let of = |what: &str| if which.is_empty() { what.to_owned() } else { format!("sheet {which} {what}") };
        all.push(prop(of("size"), Some(format!("{} columns by {} rows", grid.columns(), grid.rows()))));
        all.push(flag(of("shifted in its odd columns or rows"), grid.odd_shifted()));
    }
    all
}

fn hexes(pair: &mut Pair<'_>, old: &Map, new: &Map) {
    let subject = |id: &str| Subject { section: Section::Map, noun: &HEX, id: id.to_owned(), name: None };
    let before: BTreeMap<String, HexId> = old.board.hexes().map(|hex| (old.board.name(hex), hex)).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let ground = |game: &Game, map: &Map, hex: HexId| {
        map.ground(hex).and_then(|id| game.terrain.at(id)).map(|terrain| (terrain.id.clone(), terrain.name.clone()))
    };
    let words = |ground: Option<(String, Option<String>)>| {
        ground.map(|(id, name)| inside(&plain(&name.filter(|name| !name.is_empty()).unwrap_or(id))))
    };
    for hex in new.board.hexes() {
        let name = new.board.name(hex);
        let after = ground(pair.new, new, hex);
        let Some(was) = before.get(&name) else {
            let after = words(after);
            let told = after.clone().unwrap_or_default();
            pair.push(&subject(&name), ChangeKind::Added, None, "", (None, after, told));
            seen.insert(name);
            continue;
        };
        let from = ground(pair.old, old, *was);
        if from.as_ref().map(|g| &g.0) != after.as_ref().map(|g| &g.0) {
            let (from, after) = (words(from), words(after));
            let said = |ground: &Option<String>| ground.clone().unwrap_or_else(|| "not said".to_owned());
            let told = format!("{} → {}", said(&from), said(&after));
            pair.push(&subject(&name), ChangeKind::Changed, None, "terrain", (from, after, told));
        }
        let (from, to) = (old.values.get(was), new.values.get(&hex));
        if from != to {
            pair.props(&subject(&name), None, |_| values(from), |_| values(to));
        }
        seen.insert(name);
    }
    for (name, hex) in before.iter().filter(|(name, _)| !seen.contains(*name)) {
        let was = words(ground(pair.old, old, *hex));
        pair.push(&subject(name), ChangeKind::Removed, None, "", (was, None, String::new()));
    }
}

/// Numbers of the author's.
pub(super) fn values(values: Option<&Values>) -> Vec<Prop> {
    values.into_iter().flat_map(Values::iter).map(|(name, n)| prop(plain(name), Some(n.to_string()))).collect()
}

fn place_props(speak: Speak<'_>, place: &Place) -> Vec<Prop> {
    let mut all = vec![
        prop("name", Some(plain(&place.name))),
        prop("kind", place.class.map(|id| inside(&speak.terrain(id)))).nothing("was only a name").gone("only a name"),
        many("in", place.hexes.iter().map(|hex| speak.hex(*hex))),
    ];
    all.extend(values(Some(&place.values)));
    all
}
