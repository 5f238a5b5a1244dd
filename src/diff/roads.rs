//! Rivers, roads and bridges. Those without a name are taken together by their kind.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{Noun, Section, Shown, plain};
use super::pair::{Pair, Prop, Thing, flag, many, prop, thing};
use super::speak::{hexside, inside};
use crate::model::*;

static FEATURE: Noun = Noun { one: "hexside feature", many: "hexside features", shown: Shown::Name, fold: 3, joined: true };
static ROAD: Noun = Noun { one: "road", many: "roads", shown: Shown::Name, fold: 3, joined: true };
static BRIDGE: Noun = Noun { one: "bridge", many: "bridges", shown: Shown::Number, fold: 3, joined: true };

/// Features of one name, or all unnamed ones of a kind.
struct Along {
    class: Vec<TerrainId>,
    names: Vec<String>,
    /// Hexsides, or steps of a road.
    parts: BTreeSet<String>,
    leaves: Vec<String>,
}

pub(super) fn roads(pair: &mut Pair<'_>, old: &Map, new: &Map) {
    let (before, after) = (features(pair.old, old), features(pair.new, new));
    let class =
        |s: &super::speak::Speak<'_>, it: &Along| prop("kind", Some(inside(&s.all(&it.class, |s, id| s.terrain(id), "and"))));
    pair.things(
        (Section::Map, &FEATURE),
        &before,
        &after,
        |s, it| vec![class(s, it), prop("name", it.names.first().cloned()), many("along", it.parts.iter().cloned())],
        |s, it| format!("{} along {}", inside(&s.all(&it.class, |s, id| s.terrain(id), "and")), joined(&it.parts)),
    );
    let (before, after) = (ways(pair.old, old), ways(pair.new, new));
    pair.things(
        (Section::Map, &ROAD),
        &before,
        &after,
        |s, it| -> Vec<Prop> {
            vec![class(s, it), many("from", it.parts.iter().cloned()), many("off the edge", it.leaves.iter().cloned())]
        },
        |s, it| format!("{} from {}", inside(&s.all(&it.class, |s, id| s.terrain(id), "and")), joined(&it.parts)),
    );
    let bridges = |map: &Map| -> Vec<Thing<Bridge>> {
        let all = map.bridges.values();
        all.map(|bridge| thing(&hexside(map, bridge.side), bridge.name.as_deref(), bridge.clone())).collect()
    };
    pair.things(
        (Section::Map, &BRIDGE),
        &bridges(old),
        &bridges(new),
        |s, it| {
            let id = it.id.as_deref().map(plain);
            vec![
                prop("name", it.name.as_deref().map(plain)),
                prop("id", id),
                flag("weak", it.weak),
                flag("a ford", it.ford),
                prop("state", it.state.as_deref().map(plain)),
                prop("held by", it.owner.map(|id| s.side(id))),
                prop("site", it.site.map(|n| n.to_string())),
            ]
        },
        |_, it| if it.weak { "weak".to_owned() } else { String::new() },
    );
}

/// So many parts of a line are listed; how many more there are is said.
const PARTS: usize = 100;

fn joined(parts: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = parts.iter().take(PARTS).map(String::as_str).collect();
    match parts.len().checked_sub(PARTS).filter(|more| *more > 0) {
        Some(more) => format!("{} and {more} more", shown.join(", ")),
        None => shown.join(", "),
    }
}

fn features(game: &Game, map: &Map) -> Vec<Thing<Along>> {
    let mut all: BTreeMap<String, Thing<Along>> = BTreeMap::new();
    for feature in map.features.values() {
        let id = feature.id.clone().or_else(|| feature.name.clone());
        let it = gathered(game, &mut all, id, feature.name.as_deref(), feature.class);
        it.parts.extend(feature.sides.iter().map(|side| hexside(map, *side)));
    }
    sorted(all)
}

fn ways(game: &Game, map: &Map) -> Vec<Thing<Along>> {
    let mut all: BTreeMap<String, Thing<Along>> = BTreeMap::new();
    for road in map.roads.values() {
        let name = road.name.as_deref().filter(|name| !name.is_empty());
        let it = gathered(game, &mut all, name.map(str::to_owned), name, road.class);
        let hexes: Vec<String> = road.through.iter().map(|hex| map.board.name(*hex)).collect();
        for step in hexes.windows(2) {
            let mut ends: Vec<&str> = step.iter().map(String::as_str).collect();
            ends.sort_unstable();
            it.parts.insert(ends.join(" to "));
        }
        if let [only] = hexes.as_slice() {
            it.parts.insert(only.clone());
        }
        it.leaves.extend(road.leaves.iter().map(|it| it.word().to_owned()));
    }
    sorted(all)
}

fn gathered<'a>(
    game: &Game,
    all: &'a mut BTreeMap<String, Thing<Along>>,
    id: Option<String>,
    name: Option<&str>,
    class: TerrainId,
) -> &'a mut Along {
    let kind = game.terrain.at(class);
    let kind_id = kind.map(|terrain| terrain.id.clone()).unwrap_or_default();
    let kind_name = kind.and_then(|terrain| terrain.name.clone()).unwrap_or_else(|| kind_id.clone());
    // A blank cannot stand in an id, so the two never meet.
    let key = id.clone().unwrap_or_else(|| format!(" {kind_id}"));
    let shown = name.map_or_else(|| id.unwrap_or_else(|| format!("{kind_name} without a name")), str::to_owned);
    let fresh =
        || thing(&key, Some(&shown), Along { class: Vec::new(), names: Vec::new(), parts: BTreeSet::new(), leaves: Vec::new() });
    let it = &mut all.entry(key.clone()).or_insert_with(fresh).it;
    if !it.class.contains(&class) {
        it.class.push(class);
    }
    it.names.extend(name.map(plain));
    it
}

fn sorted(all: BTreeMap<String, Thing<Along>>) -> Vec<Thing<Along>> {
    let mut all: Vec<Thing<Along>> = all.into_values().collect();
    for thing in &mut all {
        thing.id = thing.id.trim().to_owned();
        thing.it.leaves.sort();
    }
    all
}
