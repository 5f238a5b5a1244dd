//! Formations, units, markers and cards.

use super::resolve::UNIT_TAG;
use super::{Lower, Read, hexes, printed};
use crate::diag::{Diag, HEX, Role, codes, nearest};
use crate::format::{self, Named, Unsure};
use crate::model::*;
use crate::schema::Vocabulary;
use crate::source::limits;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    pub(super) fn formations(&mut self, module: Origin) {
        let list = self.usual::<format::Formation>(module, "formations", &Vocabulary::default());
        self.names.formations.absorb(&list);
        let mut parents: Vec<(FormationId, format::Id, Place)> = Vec::new();
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|side| self.side(&side.0, origin.at("side")));
            let formation = Formation {
                id: value.id.0.clone(),
                name: value.name,
                short: value.short.map(|s| s.0),
                parent: None,
                side,
                level: value.level.map(|level| {
                    self.sink.hear_word("level of formations", &level.0, &origin.at("level"), Role::Refers);
                    level.0
                }),
                units: value.units.and_then(Unsure::known),
            };
            let names = &mut self.names.formations;
            let added = names.add(&mut self.game.formations, &value.id.0, Some(origin), origin.at("id"), formation, self.sink);
            if let (Some(id), Some(parent)) = (added, value.parent) {
                parents.push((id, parent, origin.at("in")));
            }
        }
        self.origins.declared_formations = vec![true; self.game.formations.len()];
        let mut links: Vec<(FormationId, FormationId, Place)> = Vec::new();
        for (child, name, place) in parents {
            let parent = self.names.formations.find(&name.0, place.clone(), self.sink);
            links.extend(parent.map(|parent| (child, parent, place)));
        }
        let mut above: Vec<Option<usize>> = vec![None; self.game.formations.len()];
        for (nth, (child, ..)) in links.iter().enumerate() {
            above.get_mut(child.index()).into_iter().for_each(|slot| *slot = Some(nth));
        }
        for closing in circles(&links, &mut above) {
            let Some((child, parent, place)) = links.get(closing) else { continue };
            let name = &self.game.formations[*parent].id;
            let message = match child == parent {
                true => format!("formation `{name}` is in itself"),
                false => format!("formation `{}` is in `{name}`, which is in `{0}`", self.game.formations[*child].id),
            };
            self.sink.report(Diag::new(&codes::FORMATION_CYCLE, place.clone(), message).help("name the formation above it"));
            self.names.formations.incomplete = true;
        }
        let mut told = false;
        for (child, parent, place) in levels(&links, &above).into_iter().filter_map(|(nth, deep)| {
            let (child, parent, place) = links.get(nth)?;
            Some((*child, (deep <= limits::FORMATION_LEVELS).then_some(*parent), place))
        }) {
            if let Some(formation) = self.game.formations.at_mut(child) {
                formation.parent = parent;
            }
            if parent.is_none() && !told {
                told = true;
                self.names.formations.incomplete = true;
                let most = limits::FORMATION_LEVELS;
                let message = format!("formation `{}` has more than {most} formations above it", self.game.formations[child].id);
                let help = "leave out some of the levels";
                self.sink.report(Diag::new(&codes::TOO_MANY, place.clone(), message).help(help));
            }
        }
        // A side that is not said is that of the formation above.
        let ids: Vec<FormationId> = self.game.formations.ids().collect();
        for id in ids {
            let mut at = Some(id);
            let mut side = None;
            while let (Some(here), None) = (at, side) {
                side = self.game.formations[here].side;
                at = self.game.formations[here].parent;
            }
            if let Some(formation) = self.game.formations.at_mut(id) {
                formation.side = side;
            }
        }
    }

    fn formation(&mut self, name: &str, side: Option<SideId>, origin: Origin) -> Option<FormationId> {
        if let Some(id) = self.names.formations.seen(name, || origin.at("formation"), self.sink) {
            return Some(id);
        }
        if self.names.formations.silent(name) {
            return None;
        }
        let made = Formation { id: name.to_owned(), name: None, short: None, parent: None, side, level: None, units: None };
        let id = self.game.formations.push(made);
        self.names.formations.alias(name, id);
        self.names.formations.origins.push(Some(origin));
        self.names.formations.seen(name, || origin.at("formation"), self.sink);
        self.origins.declared_formations.push(false);
        Some(id)
    }

    pub(super) fn units(&mut self, module: Origin) {
        let words = self.rating_words();
        if self.sink.listens() {
            self.hear_columns(module);
        }
        let list = self.usual::<format::Unit>(module, "units", &words);
        self.names.units.absorb(&list);
        let file = list.items.first().map(|read| read.origin.file);
        self.names.ratings.hear_headings(file, &self.load.project.files, self.sink);
        // A row that was lost may have made a formation.
        self.names.formations.incomplete |= self.names.units.partial() || self.names.units.absent();
        let mut later: Vec<(UnitId, Origin, Option<format::Id>, Vec<format::Id>)> = Vec::new();
        let mut printed = self.printed(module);
        for Read { origin, mut value, .. } in list.items {
            let changes = printed.remove(&value.id.0).map(|read| printed::overlay(&mut value, read)).unwrap_or_default();
            let (remnant, breakdown) = (value.remnant.clone(), value.breakdown.clone().unwrap_or_default());
            let name = value.id.0.clone();
            if !self.counters(value.count.unwrap_or(1), origin) {
                self.names.units.incomplete = true;
                break;
            }
            let unit = self.unit(value, origin);
            let added = self.names.units.add(&mut self.game.units, &name, Some(origin), origin.at("id"), unit, self.sink);
            if let Some(id) = added {
                self.origins.printed.extend(changes.into_iter().map(|change| change.of(id)));
            }
            if let (Some(id), true) = (added, remnant.is_some() || !breakdown.is_empty()) {
                later.push((id, origin, remnant, breakdown));
            }
        }
        self.unprinted(&printed);
        for (id, origin, remnant, breakdown) in later {
            let remnant = remnant.and_then(|name| self.names.units.find(&name.0, origin.at("remnant"), self.sink));
            let breakdown = self.names.units.find_all(&breakdown, &origin.at("breakdown"), self.sink);
            if let Some(unit) = self.game.units.at_mut(id) {
                unit.remnant = remnant;
                unit.breakdown = breakdown;
            }
        }
    }

    /// Ratings that `sheets` of module.json maps a heading to, for whoever listens.
    fn hear_columns(&mut self, module: Origin) {
        for (sheet, mapping) in &self.load.sheets {
            for (heading, field) in mapping.columns.iter().flatten() {
                let rating = field.rsplit('.').next().unwrap_or(field);
                let place = || module.at("sheets").field(sheet).field("columns").field(heading);
                self.names.ratings.seen(rating, place, self.sink);
            }
        }
    }

    /// Notes so many counters more; `false` if they are too many, which is said.
    fn counters(&mut self, count: u32, origin: Origin) -> bool {
        self.counters_held = self.counters_held.saturating_add(count as usize);
        let room = self.counters_held <= limits::COUNTERS;
        if !room {
            let message = format!("up to here the game has more than {} counters, markers and cards", limits::COUNTERS);
            let help = "correct `count`; leave it out where there is no end of a marker";
            self.sink.report(Diag::new(&codes::TOO_MANY, origin.at("count"), message).folded_by("counters").help(help));
        }
        room
    }

    fn unit(&mut self, value: format::Unit, origin: Origin) -> Unit {
        if self.sink.listens() {
            for (n, tag) in value.tags.iter().flatten().enumerate() {
                self.sink.hear_word(UNIT_TAG, &tag.0, &origin.at("tags").index(n), Role::Refers);
            }
        }
        let side = value.side.as_ref().and_then(|side| self.side(&side.0, origin.at("side")));
        let mut partial = value.side.is_some() && side.is_none();
        let nation = value.nation.as_ref().and_then(|name| {
            if !self.names.nations.stated && self.names.nations.get(&name.0).is_none() && name.0 != "?" {
                let id = self.game.nations.push(Nation { id: name.0.clone(), name: None, side });
                self.names.nations.alias(&name.0, id);
                self.names.nations.origins.push(Some(origin));
            }
            self.names.nations.find(&name.0, origin.at("nation"), self.sink)
        });
        // A side that is not said is the nation's.
        let side = side.or_else(|| nation.and_then(|n| self.game.nations[n].side).filter(|_| value.side.is_none()));
        let kind = value.kind.as_ref().and_then(|name| {
            if !self.names.types.stated && self.names.types.get(&name.0).is_none() && name.0 != "?" {
                let made = UnitType { id: name.0.clone(), name: None, class: None, symbol: name.0.clone() };
                let id = self.game.types.push(made);
                self.names.types.alias(&name.0, id);
                self.names.types.origins.push(Some(origin));
            }
            self.names.types.find(&name.0, origin.at("type"), self.sink)
        });
        let own_class = value.class.as_ref().and_then(|name| self.class(&name.0, origin.at("class")));
        let class = own_class.or_else(|| kind.and_then(|kind| self.game.types[kind].class).filter(|_| value.class.is_none()));
        let formation = value.formation.as_ref().and_then(|name| self.formation(&name.0, side, origin));
        let front = self.face(value.ratings.as_ref(), None, &origin.at("ratings"));
        let mut faces = vec![Face { state: Game::FULL, ratings: front, picture: value.picture.clone() }];
        let further = value.back.iter().map(|face| (face, origin.at("back")));
        let further = further.chain(value.more.iter().flatten().enumerate().map(|(i, face)| (face, origin.at("more").index(i))));
        for (face, place) in further {
            let state = match &face.state {
                Some(name) => self.names.states.find(&name.0, place.clone().field("state"), self.sink),
                None => Some(Game::REDUCED),
            };
            partial |= state.is_none();
            // A blank number on the back is the front's.
            let ratings = self.face(face.ratings.as_ref(), faces.first(), &place.field("ratings"));
            faces.push(Face { state: state.unwrap_or(Game::REDUCED), ratings, picture: face.picture.clone() });
        }
        let setup = value.setup.as_deref().filter(|s| *s != "?").map(|s| self.setup(s, &value, origin)).unwrap_or_default();
        let arrives = value.arrives.as_deref().filter(|s| *s != "?").and_then(|s| self.arrives(s, origin.at("arrives")));
        partial |= value.nation.is_some() && nation.is_none() || value.kind.is_some() && kind.is_none();
        partial |= value.class.is_some() && class.is_none() || value.formation.is_some() && formation.is_none();
        if partial {
            self.origins.partial_units.insert(value.id.0.clone());
        }
        let lost = |text: &Option<String>, found: bool| text.is_some() && !found;
        let marked = ["setup", "arrives"].iter().any(|field| self.load.marked(origin, field));
        if marked || lost(&value.setup, !setup.is_empty()) || lost(&value.arrives, arrives.is_some()) {
            self.origins.silent_setup.insert(value.id.0.clone());
        }
        Unit {
            id: value.id.0,
            name: value.name,
            side,
            nation,
            formation,
            kind,
            class,
            size: value.size.map(|w| w.0),
            designation: value.designation.map(|w| w.0),
            faces,
            steps: value.steps.and_then(Unsure::known),
            count: value.count.unwrap_or(1),
            setup,
            arrives,
            tags: value.tags.into_iter().flatten().map(|t| t.0).collect(),
            properties: value.properties.into_iter().flatten().map(|(name, word)| (name, word.0)).collect(),
            remnant: None,
            breakdown: Vec::new(),
        }
    }

    fn face(&mut self, ratings: Option<&Named<Unsure<i32>>>, front: Option<&Face>, place: &Place) -> Vec<RatingValue> {
        let mut out = front.map_or_else(|| vec![RatingValue::Absent; self.game.ratings.len()], |front| front.ratings.clone());
        for (name, value) in ratings.into_iter().flat_map(|ratings| &ratings.0) {
            let room = self.game.ratings.len() < limits::RATINGS;
            if !room && !self.names.ratings.stated && !self.names.ratings.incomplete && self.names.ratings.get(name).is_none() {
                self.names.ratings.incomplete = true;
                let message = format!("the units have more than {} different ratings", limits::RATINGS);
                let diag = Diag::new(&codes::TOO_MANY, place.clone().field(name).key(), message);
                self.sink.report(diag.help("write what is no rating into `properties`"));
            }
            if room && !self.names.ratings.stated && self.names.ratings.get(name).is_none() {
                let made =
                    Rating { id: name.to_string(), name: None, min: None, max: None, only: None, required: false, rises: false };
                let id = self.game.ratings.push(made);
                self.names.ratings.alias(name, id);
                self.names.ratings.origins.push(None);
            }
            let id = self.names.ratings.seen(name, || place.clone().field(name).key(), self.sink);
            let find = || self.names.ratings.find(name, place.clone().field(name).key(), self.sink);
            let Some(id) = id.or_else(find) else { continue };
            if out.len() <= id.index() {
                out.resize(id.index() + 1, RatingValue::Absent);
            }
            let rated = match value {
                Unsure::Known(n) => RatingValue::Known(*n),
                Unsure::Unknown => RatingValue::Unknown,
            };
            if let Some(slot) = out.get_mut(id.index()) {
                *slot = rated;
            }
        }
        out
    }

    /// One place for all, or one for each of several like units.
    pub(super) fn setup(&mut self, text: &str, unit: &format::Unit, origin: Origin) -> Vec<Where> {
        let parts: Vec<&str> = text.split('|').collect();
        let count = unit.count.unwrap_or(1) as usize;
        if parts.len() > 1 && parts.len() != count {
            let message = format!(
                "unit `{}` has {} places, but there {} of it",
                unit.id,
                parts.len(),
                if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
            );
            self.sink.report(
                Diag::new(&codes::UNCLEAR_ENTRY, origin.at("setup"), message)
                    .help("write one place for all of them, or one for each"),
            );
            return Vec::new();
        }
        let mut start = 0;
        let mut found = Vec::new();
        for part in parts {
            let range = start..start + part.len();
            start = range.end + 1;
            found.extend(self.location(part.trim(), origin.at("setup").bytes(range)));
        }
        found
    }

    /// A hex, an area or a box, by what stands in the column `setup`.
    fn location(&mut self, name: &str, place: Place) -> Option<Where> {
        if let Some(area) = self.names.areas.seen(name, || place.clone(), self.sink) {
            return Some(Where::In(area, Vec::new()));
        }
        if let Some(id) = self.names.boxes.seen(name, || place.clone(), self.sink) {
            return Some(Where::At(Location::Box(id)));
        }
        let Some(map) = &self.game.map else {
            if !self.incomplete.map {
                self.sink.unchecked("setup of the units", "there is no map.json");
            }
            return None;
        };
        self.sink.hear_word(HEX, name, &place, Role::Refers);
        match map.board.parse(name) {
            Ok(hex) => Some(Where::At(Location::Hex(hex))),
            Err(error) => {
                if !self.names.areas.silent(name) && !self.names.boxes.silent(name) {
                    let others: Vec<&str> = self.names.areas.all().chain(self.names.boxes.all()).collect();
                    self.sink.report(hexes::fault(&error, place, &others));
                }
                None
            }
        }
    }

    /// `17AM@C`, `3@A|B`, or just a turn.
    pub(super) fn arrives(&mut self, text: &str, place: Place) -> Option<Arrives> {
        let (turn, entries) = text.split_once('@').unwrap_or((text, ""));
        let at = |range: std::ops::Range<usize>| place.clone().bytes(range);
        if !self.names.turns.stated && !self.names.turns.incomplete {
            self.sink.unchecked("arrivals of the units", "there is no turns.json");
            return None;
        }
        let turn_end = turn.len();
        let turn = turn.trim();
        let id = self.names.turns.seen(turn, || at(0..turn_end), self.sink);
        if id.is_none() && !self.names.turns.silent(turn) {
            let near = nearest(turn, self.names.turns.all()).map(|n| format!("did you mean `{n}@{entries}`?"));
            let diag = Diag::new(&codes::UNKNOWN_NAME, at(0..turn_end), format!("unknown turn `{turn}`"));
            self.sink
                .report(diag.help(near.unwrap_or_else(|| "write a turn of turns.json, then @ and the entry: 3@A".to_owned())));
        }
        let mut found = Vec::new();
        let mut start = turn_end + 1;
        for entry in entries.split('|').filter(|_| text.contains('@')) {
            let range = start..start + entry.len();
            start = range.end + 1;
            if self.game.map.is_none() && !self.incomplete.map {
                self.sink.unchecked("entries of arriving units", "there is no map.json");
                continue;
            }
            found.extend(self.names.entries.find(entry.trim(), at(range), self.sink));
        }
        id.map(|turn| Arrives { turn, entries: found })
    }

    pub(super) fn markers(&mut self, module: Origin) {
        let list = self.usual::<format::Marker>(module, "markers", &Vocabulary::default());
        self.names.markers.absorb(&list);
        let mut backs: Vec<(MarkerId, format::Id, Place)> = Vec::new();
        let mut apart: Vec<(MarkerId, Vec<format::Id>, Place)> = Vec::new();
        for Read { origin, value, .. } in list.items {
            if !self.counters(value.count.unwrap_or(1), origin) {
                self.names.markers.incomplete = true;
                break;
            }
            let side = value.side.as_ref().and_then(|side| self.side(&side.0, origin.at("side")));
            let on = value.on.map(|on| match on {
                format::MarkerOn::Hex => MarkerOn::Hex,
                format::MarkerOn::Hexside => MarkerOn::Hexside,
                format::MarkerOn::Unit => MarkerOn::Unit,
                format::MarkerOn::Track => MarkerOn::Track,
            });
            let marker = Marker {
                id: value.id.0.clone(),
                name: value.name,
                side,
                on,
                count: value.count,
                picture: value.picture,
                back: None,
                at: None,
                across: None,
                apart: Vec::new(),
            };
            let added =
                self.names.markers.add(&mut self.game.markers, &value.id.0, Some(origin), origin.at("id"), marker, self.sink);
            if let (Some(id), Some(back)) = (added, value.back) {
                backs.push((id, back, origin.at("back")));
            }
            apart.extend(added.zip(value.apart).map(|(id, names)| (id, names, origin.at("apart"))));
        }
        for (id, names, place) in apart {
            let apart = self.names.markers.find_all(&names, &place, self.sink);
            if let Some(marker) = self.game.markers.at_mut(id) {
                marker.apart = apart;
            }
        }
        for (id, back, place) in backs {
            let found = self.names.markers.find(&back.0, place.clone(), self.sink);
            if found == Some(id) {
                let message = format!("marker `{}` has itself as its back", back.0);
                self.sink.report(
                    Diag::new(&codes::UNCLEAR_ENTRY, place, message)
                        .help("name the marker on the other side, or take `back` out"),
                );
                self.incomplete.markers = true;
            }
            let back = found.filter(|back| *back != id);
            if let Some(marker) = self.game.markers.at_mut(id) {
                marker.back = back;
            }
        }
    }

    /// Where markers may lie, when everything that a hex may be is known.
    pub(super) fn marker_places(&mut self) {
        let places = self.names.markers.origins.clone();
        let ids: Vec<MarkerId> = self.game.markers.ids().collect();
        for (id, origin) in ids.into_iter().zip(places).filter_map(|(id, origin)| Some((id, origin?))) {
            let (at, across) = (self.take(origin, "at"), self.take(origin, "across"));
            if let Some(marker) = self.game.markers.at_mut(id) {
                (marker.at, marker.across) = (at, across);
            }
        }
    }

    /// The cards; gives their places, so that their effects can be read when tables and decks are known.
    pub(super) fn cards(&mut self, module: Origin) -> Vec<(CardId, Origin)> {
        let list = self.usual::<format::Card>(module, "cards", &Vocabulary::default());
        self.names.cards.absorb(&list);
        let mut added = Vec::new();
        for Read { origin, value, .. } in list.items {
            if !self.counters(value.count.unwrap_or(1), origin) {
                self.names.cards.incomplete = true;
                break;
            }
            let side = value.side.as_ref().and_then(|side| self.side(&side.0, origin.at("side")));
            self.sink.hear_word(WordKind::Deck.word(), &value.deck.0, &origin.at("deck"), Role::Refers);
            let card = Card {
                id: value.id.0.clone(),
                name: value.name,
                deck: value.deck.0,
                side,
                count: value.count.unwrap_or(1),
                text: value.text,
                picture: value.picture,
                back: value.back,
                effects: Vec::new(),
                phase: Vec::new(),
                when: None,
                present: None,
                refills: value.refills.unwrap_or(false),
                faces: Vec::new(),
            };
            let id = self.names.cards.add(&mut self.game.cards, &value.id.0, Some(origin), origin.at("id"), card, self.sink);
            added.extend(id.map(|id| (id, origin)));
        }
        added
    }

    pub(super) fn card_effects(&mut self, cards: Vec<(CardId, Origin)>) {
        for (id, origin) in cards {
            let (effects, faces) = (self.take(origin, "effects"), self.take(origin, "faces"));
            let (phase, when, present) = (self.take(origin, "phase"), self.take(origin, "if"), self.take(origin, "in"));
            if let Some(card) = self.game.cards.at_mut(id) {
                card.effects = effects.unwrap_or_default();
                card.faces = faces.unwrap_or_default();
                card.phase = phase.unwrap_or_default();
                (card.when, card.present) = (when, present);
            }
        }
    }
}

/// Of the links from a formation to the one above, those that close a circle, the last one written of each; they are
/// taken out of `above`, which has the link of each formation.
fn circles(links: &[(FormationId, FormationId, Place)], above: &mut [Option<usize>]) -> Vec<usize> {
    let mut closing = Vec::new();
    // On which walk each was met first.
    let mut met: Vec<Option<usize>> = vec![None; above.len()];
    for start in 0..above.len() {
        let mut at = start;
        let mut way: Vec<usize> = Vec::new();
        loop {
            match met.get_mut(at) {
                Some(slot @ None) => *slot = Some(start),
                Some(Some(walk)) if *walk == start => {
                    // The way has come back to where it was: the circle is what came after.
                    let of = |nth: &usize| links.get(*nth).map(|(child, ..)| child.index());
                    let circle = way.iter().skip_while(|nth| of(nth) != Some(at));
                    if let Some(last) = circle.max().copied() {
                        closing.push(last);
                        of(&last).and_then(|child| above.get_mut(child)).into_iter().for_each(|slot| *slot = None);
                    }
                    break;
                }
                _ => break,
            }
            let Some(nth) = above.get(at).copied().flatten() else { break };
            let Some((_, parent, _)) = links.get(nth) else { break };
            way.push(nth);
            at = parent.index();
        }
    }
    closing.sort_unstable();
    closing
}

/// Every link that is left, with the number of formations above its child.
fn levels(links: &[(FormationId, FormationId, Place)], above: &[Option<usize>]) -> Vec<(usize, usize)> {
    let mut deep: Vec<Option<usize>> = vec![None; above.len()];
    let mut out = Vec::new();
    for start in 0..above.len() {
        let mut at = start;
        let mut way = Vec::new();
        let mut level = loop {
            if let Some(known) = deep.get(at).copied().flatten() {
                break known;
            }
            let up = above.get(at).copied().flatten();
            let Some((nth, (_, parent, _))) = up.and_then(|nth| Some((nth, links.get(nth)?))) else {
                deep.get_mut(at).into_iter().for_each(|slot| *slot = Some(0));
                break 0;
            };
            way.push((at, nth));
            at = parent.index();
        };
        for (child, nth) in way.into_iter().rev() {
            level += 1;
            deep.get_mut(child).into_iter().for_each(|slot| *slot = Some(level));
            out.push((nth, level));
        }
    }
    out.sort_unstable();
    out
}
