//! What runs over the map: rivers along hexsides, roads from hex to hex.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use super::super::{Lower, Read, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::hexgrid::{Board, HexId, Hexside, Vertex};
use crate::model::*;
use crate::origins::RoadOrigins;
use crate::span::{Origin, Place as At};

/// A gap that is longer is not mended in words.
const REPAIR: usize = 8;
/// For so many hexes that are on no bank the nearest is looked for.
const SUGGESTIONS: usize = 20;

impl Lower<'_, '_, '_> {
    pub(super) fn features(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::HexsideFeature>(origin, "hexsides");
        self.names.features.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let class = self.terrain_named(&value.class.0, TerrainOn::Hexside, origin.at("class"));
            let sides = match (&value.between, &value.sides, &value.along) {
                (Some(banks), None, None) => self.between(banks, &origin.at("between"), &map.board),
                (None, Some(text), None) => self.sides(text, &origin.at("sides"), &map.board),
                (None, None, Some(text)) => self.along(text, &origin.at("along"), &map.board),
                _ => {
                    let message = "a hexside feature needs one of `between`, `sides` and `along`";
                    let help = "write \"between\": [\"one bank\", \"other bank\"]";
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help(help));
                    BTreeSet::new()
                }
            };
            let Some(class) = class else {
                self.names.features.incomplete = true;
                continue;
            };
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map(|id| id.0).or_else(|| value.name.clone());
            let mouth = value.mouth.as_deref().and_then(|text| self.mouth(text, &sides, origin.at("mouth"), &map.board));
            let feature = Feature { id: id.clone(), name: value.name.clone(), class, sides: sides.into_iter().collect() };
            let before = map.features.len();
            match id {
                Some(id) => {
                    let added =
                        self.names.features.add(&mut map.features, &id, Some(origin), origin.at(id_field), feature, self.sink);
                    if let (Some(added), Some(name)) = (added, &value.name) {
                        self.names.features.alias(name, added);
                    }
                }
                None => {
                    map.features.push(feature);
                    self.names.features.origins.push(Some(origin));
                }
            }
            if let Some((mouth, number)) = mouth.zip(u32::try_from(before).ok()).filter(|_| map.features.len() > before) {
                self.game.art.map.mouths.insert(FeatureId(number), mouth);
            }
        }
        self.origins.map.features.clone_from(&self.names.features.origins);
    }

    /// The hexside where a river leaves: one of its own.
    fn mouth(&mut self, text: &str, sides: &BTreeSet<Hexside>, place: At, board: &Board) -> Option<Hexside> {
        if text.trim() == "?" {
            return None;
        }
        let side = hexes::hexside(board, text.trim(), place.clone(), self.sink)?;
        // Of a river that could not be read its mouth cannot be judged.
        if sides.contains(&side) || sides.is_empty() {
            return Some(side);
        }
        let message = format!("mouth `{}` is no hexside of the river", board.hexside_name(side));
        let last = sides.iter().next_back().map(|side| board.hexside_name(*side)).unwrap_or_default();
        let help = format!("name the hexside where it leaves, such as `{last}`");
        self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, place, message).help(help));
        None
    }

    /// Every hexside between a hex of one bank and a hex of the other.
    fn between(&mut self, banks: &[String], place: &At, board: &Board) -> BTreeSet<Hexside> {
        let before = self.sink.len();
        let bank = |lower: &mut Self, i: usize| -> Vec<(Range<usize>, Vec<HexId>)> {
            let place = place.clone().index(i);
            let words = hexes::words(banks.get(i).map_or("", String::as_str));
            words
                .map(|(at, word)| {
                    let here = place.clone().bytes(at.clone());
                    (at, hexes::one_word(board, word, &here, &[], &lower.hexes_left, lower.sink))
                })
                .collect()
        };
        let both = [bank(self, 0), bank(self, 1)];
        let whole = self.sink.len() == before && !self.hexes_left.spent();
        let [one, other] = &both;
        let all =
            |bank: &[(Range<usize>, Vec<HexId>)]| bank.iter().flat_map(|(_, hexes)| hexes).copied().collect::<BTreeSet<_>>();
        let sets = [all(one), all(other)];
        let [first, second] = &sets;
        if whole && first == second && !first.is_empty() {
            let message = "both banks have the same hexes: nothing lies between them";
            let help = "name the hexes on the other side of the river";
            self.sink.report(Diag::new(&codes::NOT_ADJACENT, place.clone().index(1), message).help(help));
            self.incomplete.lines = true;
            return BTreeSet::new();
        }
        let mut sides = BTreeSet::new();
        for &a in first {
            let across = board.neighbours(a).into_iter().flatten().filter(|b| second.contains(b));
            sides.extend(across.filter_map(|b| board.hexside_between(a, b)));
        }
        if !whole {
            return sides;
        }
        if sides.is_empty() {
            let message = "the two banks touch nowhere";
            let help = "name hexes on either bank that touch each other";
            self.sink.report(Diag::new(&codes::NOT_ADJACENT, place.clone(), message).help(help));
            return sides;
        }
        // Where nothing fits, to find the nearest hex for the first few is enough.
        let mut suggestions = 0..SUGGESTIONS;
        for (i, (bank, across)) in both.iter().zip([second, first]).enumerate() {
            let mut seen: BTreeSet<HexId> = BTreeSet::new();
            for (at, hexes) in bank {
                let here = || place.clone().index(i).bytes(at.clone());
                if let Some(&again) = hexes.iter().find(|hex| !seen.insert(**hex)) {
                    let name = board.name(again);
                    let message = format!("hex {name} stands twice on this bank");
                    self.sink.report(Diag::new(&codes::HEX_TWICE, here(), message).help("write it once").at_hex(name));
                    continue;
                }
                if let Some(&shared) = hexes.iter().find(|hex| i == 1 && across.contains(hex)) {
                    let name = board.name(shared);
                    let message = format!("hex {name} stands on both banks");
                    self.sink.report(Diag::new(&codes::HEX_TWICE, here(), message).help("leave it on its own bank").at_hex(name));
                    continue;
                }
                // A run may reach further than the river; a hex, or a run, that never touches it is a mistake.
                let touches = |hex: &HexId| board.neighbours(*hex).into_iter().flatten().any(|near| across.contains(&near));
                let [hex, rest @ ..] = hexes.as_slice() else { continue };
                if touches(hex) || rest.iter().any(touches) {
                    continue;
                }
                let near =
                    suggestions.next().and_then(|_| across.iter().min_by_key(|other| (board.distance(*hex, **other), **other)));
                let nearest = near.map_or_else(String::new, |near| {
                    format!(", the nearest is {}, {} hexes away", board.name(*near), board.distance(*hex, *near))
                });
                let name = board.name(*hex);
                let message = format!("hex {name} touches no hex of the other bank{nearest}");
                let help = "correct it, or name the hex across the river on the other bank";
                self.sink.report(Diag::new(&codes::NOT_ADJACENT, here(), message).help(help).at_hex(name));
            }
        }
        sides
    }

    fn sides(&mut self, text: &str, place: &At, board: &Board) -> BTreeSet<Hexside> {
        let mut sides = BTreeSet::new();
        for (bytes, word) in hexes::words(text) {
            let here = place.clone().bytes(bytes);
            let Some(side) = hexes::hexside(board, word, here.clone(), self.sink) else { continue };
            if !sides.insert(side) {
                let message = format!("hexside {word} stands twice in this list");
                self.sink.report(Diag::new(&codes::HEX_TWICE, here, message).help("write it once"));
            }
        }
        sides
    }

    /// Hexsides in order; each begins where the last one ends.
    fn along(&mut self, text: &str, place: &At, board: &Board) -> BTreeSet<Hexside> {
        let mut sides = BTreeSet::new();
        // As they are written: who reads of 0304/0404 does not find 0404/0304.
        let mut last: Option<(Hexside, &str)> = None;
        for (bytes, word) in hexes::words(text) {
            let here = place.clone().bytes(bytes);
            let Some(side) = hexes::hexside(board, word, here.clone(), self.sink) else {
                last = None;
                continue;
            };
            if !sides.insert(side) {
                let message = format!("hexside {word} stands twice in this chain");
                self.sink.report(Diag::new(&codes::HEX_TWICE, here.clone(), message).help("write it once"));
            } else if let Some((missing, from)) =
                last.map(|(last, from)| (gap(board, last, side), from)).filter(|(missing, _)| *missing != Some(Vec::new()))
            {
                let message = format!("hexside {word} does not begin where {from} ends");
                let help = match missing {
                    Some(missing) => {
                        let names: Vec<String> = missing.iter().map(|side| board.hexside_name(*side)).collect();
                        format!("write the hexsides between them, for example {}, or correct one of the two", names.join(" "))
                    }
                    None => "write the hexsides between them, or correct one of the two".to_owned(),
                };
                self.sink.report(Diag::new(&codes::BROKEN_CHAIN, here, message).help(help));
            }
            last = Some((side, word));
        }
        sides
    }

    pub(super) fn roads(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Road>(origin, "roads");
        self.incomplete.map |= list.incomplete;
        for Read { origin, value, .. } in list.items {
            let class = self.terrain_named(&value.class.0, TerrainOn::Road, origin.at("class"));
            let name = value.name.as_ref().map_or_else(|| "this road".to_owned(), |n| format!("road `{n}`"));
            let through = self.chain(&name, &value.through, &origin.at("through"), &map.board);
            self.comes_once(&name, &through, &map.board);
            let leaves = value.leaves.iter().flatten().copied().collect();
            match class {
                Some(class) => {
                    let mut origins = RoadOrigins { road: origin, words: Vec::new() };
                    let mut hexes = Vec::with_capacity(through.len());
                    for (hex, place) in through {
                        if origins.words.last().is_none_or(|(_, last)| *last != place) {
                            origins.words.push((hexes.len(), place));
                        }
                        hexes.push(hex);
                    }
                    map.roads.push(Road { name: value.name, class, through: hexes, leaves });
                    self.origins.map.roads.push(origins);
                }
                None => self.incomplete.map = true,
            }
        }
    }

    pub(super) fn arrows(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Arrow>(origin, "arrows");
        self.names.arrows.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let name = format!("arrow `{}`", value.id.0);
            let mut ways: BTreeMap<HexId, HexId> = BTreeMap::new();
            for (n, text) in value.through.iter().enumerate() {
                let before = self.sink.len();
                let chain = self.chain(&name, text, &origin.at("through").index(n), &map.board);
                if self.sink.len() > before {
                    self.names.arrows.incomplete = true;
                    continue;
                }
                for pair in chain.windows(2) {
                    let [(from, _), (to, place)] = pair else { continue };
                    let known = *ways.entry(*from).or_insert(*to);
                    if known != *to {
                        let (from, to, known) = (map.board.name(*from), map.board.name(*to), map.board.name(known));
                        let message = format!("{name} leads from hex {from} to {to} and to {known}");
                        let help = "leave one of them, or make the other an arrow of another kind";
                        self.sink.report(Diag::new(&codes::HEX_TWICE, place.clone(), message).help(help).at_hex(from));
                    }
                }
            }
            let needs_bridge = value.needs_bridge.unwrap_or(false);
            let item = Arrow { id: value.id.0.clone(), name: value.name, ways: ways.into_iter().collect(), needs_bridge };
            self.names.arrows.add(&mut map.arrows, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
        self.origins.map.arrows.clone_from(&self.names.arrows.origins);
    }

    /// A chain of hexes, each next to the one before.
    fn chain(&mut self, name: &str, text: &str, at: &At, board: &Board) -> Vec<(HexId, At)> {
        let before = self.sink.len();
        let through = hexes::chain(board, text, at, &self.hexes_left, self.sink);
        // A hex that could not be read leaves a gap that is not the author's.
        if self.sink.len() > before || self.hexes_left.spent() {
            return through;
        }
        for pair in through.windows(2) {
            let [(a, _), (b, place)] = pair else { continue };
            let distance = board.distance(*a, *b);
            if distance == 1 {
                continue;
            }
            let (from, to) = (board.name(*a), board.name(*b));
            let message = if distance == 0 {
                format!("{name} has hex {to} twice in a row")
            } else {
                format!("{name} jumps from {from} to {to}, {distance} hexes away")
            };
            let short = distance as usize <= REPAIR + 1;
            let line = if short { board.line(*a, *b) } else { Vec::new() };
            let missing: Vec<String> = line.iter().filter(|h| *h != a && h != &b).map(|h| board.name(*h)).collect();
            let help = match missing.as_slice() {
                _ if !short => "write the hexes between them, or correct one of the two".to_owned(),
                [] => "write it once".to_owned(),
                _ => format!("write the hexes between them, for example {}, or correct one of the two", missing.join(" ")),
            };
            self.sink.report(Diag::new(&codes::BROKEN_CHAIN, place.clone(), message).help(help).at_hex(to));
        }
        through
    }

    /// A road comes through a hex once, unless it closes a ring.
    fn comes_once(&mut self, name: &str, through: &[(HexId, At)], board: &Board) {
        let mut seen: BTreeMap<HexId, usize> = BTreeMap::new();
        let mut told: BTreeSet<HexId> = BTreeSet::new();
        for (nth, (hex, place)) in through.iter().enumerate() {
            let closes = nth + 1 == through.len() && through.first().is_some_and(|(first, _)| first == hex);
            match seen.insert(*hex, nth) {
                // A hex twice in a row has been said.
                Some(earlier) if earlier + 1 < nth && !closes && told.insert(*hex) => {
                    let name_of = board.name(*hex);
                    let message = format!("{name} comes through hex {name_of} twice");
                    let help = "end the road there and write the rest as another one, or correct the hex";
                    self.sink.report(Diag::new(&codes::HEX_TWICE, place.clone(), message).help(help).at_hex(name_of));
                }
                _ => {}
            }
        }
    }
}

/// The hexsides that lead from one to the other; none if they meet, nothing at all if they are too far apart.
fn gap(board: &Board, from: Hexside, to: Hexside) -> Option<Vec<Hexside>> {
    let ends = |side: Hexside| board.hexside_ends(side).into_iter().flatten();
    let goal: BTreeSet<Vertex> = ends(to).collect();
    let mut reached: BTreeMap<Vertex, Option<(Vertex, Hexside)>> = ends(from).map(|vertex| (vertex, None)).collect();
    let mut queue: VecDeque<(Vertex, usize)> = ends(from).map(|vertex| (vertex, 0)).collect();
    while let Some((vertex, steps)) = queue.pop_front() {
        if goal.contains(&vertex) {
            let mut path = Vec::new();
            let mut at = vertex;
            while let Some(Some((before, side))) = reached.get(&at) {
                path.push(*side);
                at = *before;
            }
            path.reverse();
            return Some(path);
        }
        if steps == REPAIR {
            continue;
        }
        for side in board.vertex_sides(vertex) {
            for next in ends(side).filter(|next| *next != vertex) {
                reached.entry(next).or_insert_with(|| {
                    queue.push_back((next, steps + 1));
                    Some((vertex, side))
                });
            }
        }
    }
    None
}
