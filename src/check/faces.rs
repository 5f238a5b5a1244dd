//! What is on the counters, looked over once for all checks that ask.

use std::collections::{BTreeMap, BTreeSet};

use super::CheckContext;
use crate::diag::nearest;
use crate::draw::card;
use crate::draw::counter::{Faces, Issue, Shown};
use crate::draw::words::Ruler;
use crate::model::{Card, CardId, Game, Pictured, Slot, SlotPlace, Unit, UnitId};
use crate::origins;
use crate::rules::{could_fit, fits, layout_of};
use crate::span::{Origin, Place};

/// What was seen.
pub(super) struct Seen {
    /// What the author should know, and of which face: units, then markers, then chits.
    pub(super) issues: Vec<(Shown, Issue)>,
    /// The same of the fronts of cards, where a layout of the author's draws them.
    pub(super) on_cards: Vec<(CardId, Issue)>,
    /// Cards that say more than there is room for.
    pub(super) overfull: Vec<CardId>,
    /// Faces that are drawn already, and those that should be.
    pub(super) ready: Ready,
    /// The width and height of each of them, and whether they are pixels.
    pub(super) sizes: BTreeMap<String, (f64, f64, bool)>,
    /// Pictures and fonts that cannot be drawn, and why.
    pub(super) unreadable: BTreeMap<String, String>,
    /// Pictures that counters and cards name: the first that does, and how many others.
    pub(super) named: BTreeMap<String, (Pictured, usize)>,
}

/// Faces that are drawn already.
pub(super) struct Ready {
    /// Those that are there, and whose they are.
    pub(super) there: BTreeMap<String, Shown>,
    /// Those that are missing.
    pub(super) missing: Vec<Missing>,
    /// Pictures among them that are no face.
    pub(super) unused: Vec<String>,
    /// Paths that a face may have.
    pub(super) expected: BTreeSet<String>,
}

/// A ready-made face that is missing.
pub(super) struct Missing {
    /// Whose it is.
    pub(super) shown: Shown,
    /// Where it should be.
    pub(super) path: String,
    /// Whether another face of the same counter is there; else the author says that it must be.
    pub(super) other: Option<String>,
    /// A picture beside it that is no face and has nearly its name.
    pub(super) near: Option<String>,
}

impl<'a> CheckContext<'a> {
    /// What is on the counters.
    pub(super) fn seen(&self) -> &Seen {
        self.faces.get_or_init(|| {
            let faces = Faces::new(self.game).only_looked_over();
            // Without art.json nobody has thought of how counters look, and there is nothing to say of it.
            let all = if self.origins.art.is_some() || faces.has_pictures() { issues(self.game, &faces) } else { Vec::new() };
            let issues = if self.origins.art.is_some() { all } else { Vec::new() };
            let ready = ready(self);
            let own = self.game.own_pictures().map(|(path, _)| path);
            let sizes = ready.there.keys().map(String::as_str).chain(own);
            let sizes = sizes.filter_map(|path| Some((path.to_owned(), faces.picture_size(path)?))).collect();
            let unreadable = faces.unreadable().map(|(path, why)| (path.to_owned(), why.to_owned()));
            let unreadable = unreadable.chain(faces.too_fine()).collect();
            let (size, ruler) = (card::size(self.game.art.print.bridge_cards), Ruler::new());
            let cards = || self.game.cards.iter().filter(|(_, card)| card.faces.is_empty());
            let of_card = |(id, it): (CardId, &'a Card)| {
                card::issues(&faces, self.game, it, size).into_iter().map(move |issue| (id, issue))
            };
            let on_cards = if self.origins.art.is_some() { cards().flat_map(of_card).collect() } else { Vec::new() };
            // What is short fits on every card.
            let long = |it: &Card| it.text.as_ref().is_some_and(|text| text.len() > 400 || text.lines().count() > 8);
            let overfull = cards().filter(|&(_, it)| long(it) && card::is_overfull(&faces, self.game, it, size, &ruler));
            let overfull = overfull.map(|(id, _)| id).collect();
            let mut named: BTreeMap<String, (Pictured, usize)> = BTreeMap::new();
            for (path, whose) in self.game.own_pictures() {
                match named.get_mut(path) {
                    Some((_, others)) => *others += 1,
                    None => drop(named.insert(path.to_owned(), (whose, 0))),
                }
            }
            Seen { issues, on_cards, overfull, ready, sizes, unreadable, named }
        })
    }

    /// Whose picture it is: `back of unit `a-1-i``.
    pub(super) fn pictured(&self, whose: Pictured) -> String {
        let game = self.game;
        match whose {
            Pictured::Face(id, 0) => format!("unit `{}`", game.units[id].id),
            Pictured::Face(id, n) if n % 2 == 1 => format!("the back of unit `{}`", game.units[id].id),
            Pictured::Face(id, _) => format!("a further face of unit `{}`", game.units[id].id),
            Pictured::Marker(id) => format!("marker `{}`", game.markers[id].id),
            Pictured::Card(id) => format!("card `{}`", game.cards[id].id),
            Pictured::Behind(id) => format!("the back of card `{}`", game.cards[id].id),
            Pictured::Chart(n) => format!("chart `{}`", game.art.charts.get(n).map_or("", |chart| chart.name.as_str())),
        }
    }

    /// Where a counter or card names its picture.
    pub(super) fn pictured_at(&self, whose: Pictured) -> Place {
        let origins = self.origins;
        let place = origins::pictured([&origins.units, &origins.markers, &origins.cards], origins.art, whose);
        place.unwrap_or_else(|| self.place(None, "picture"))
    }

    /// Whose face it is: `unit `a-1-i``.
    pub(super) fn owner(&self, shown: Shown) -> String {
        let game = self.game;
        match shown {
            Shown::Unit(id, _) | Shown::BlankUnit(id) => format!("unit `{}`", game.units[id].id),
            Shown::Marker(id) | Shown::BlankMarker(id) => format!("marker `{}`", game.markers[id].id),
            Shown::Chit(id, _) => format!("chit `{}`", game.cards[id].id),
            Shown::Aid(aid) | Shown::BlankAid(aid) => format!("marker `{}`", aid.id(game)),
        }
    }

    /// The unit whose face it is.
    pub(super) fn owning_unit(&self, shown: Shown) -> Option<(UnitId, &'a Unit)> {
        match shown {
            Shown::Unit(id, _) | Shown::BlankUnit(id) => Some((id, self.game.units.at(id)?)),
            _ => None,
        }
    }

    /// Where what a card says is written.
    pub(super) fn card_at(&self, id: CardId) -> Place {
        let field = if self.game.cards[id].text.is_some() { "text" } else { "id" };
        self.place(origins::of(&self.origins.cards, id), field)
    }

    /// Where the owner of a face stands.
    pub(super) fn owner_at(&self, shown: Shown, field: &'static str) -> Place {
        let origins = self.origins;
        let origin = match shown {
            Shown::Unit(id, _) | Shown::BlankUnit(id) => origins::of(&origins.units, id),
            Shown::Marker(id) | Shown::BlankMarker(id) => origins::of(&origins.markers, id),
            Shown::Chit(id, _) => origins::of(&origins.cards, id),
            Shown::Aid(_) | Shown::BlankAid(_) => None,
        };
        self.place(origin, field)
    }

    /// Where a text on a face is written: the field that its slot shows, if it shows but one; else the owner's id.
    pub(super) fn text_at(&self, shown: Shown, slot: SlotPlace) -> Place {
        match shown {
            Shown::Unit(id, face) => self.unit_text_at(id, face, slot),
            Shown::Marker(id) if self.game.markers[id].name.is_some() => self.owner_at(shown, "name"),
            Shown::Chit(_, false) => self.owner_at(shown, "deck"),
            Shown::Chit(_, true) if slot == SlotPlace::Bottom => self.owner_at(shown, "deck"),
            Shown::Chit(id, _) if self.game.cards[id].name.is_some() => self.owner_at(shown, "name"),
            _ => self.owner_at(shown, "id"),
        }
    }

    fn unit_text_at(&self, id: UnitId, face: usize, slot: SlotPlace) -> Place {
        let (game, unit) = (self.game, &self.game.units[id]);
        // The usual layout shows who a unit is on the left, and its formation on the right.
        let usual = match slot {
            SlotPlace::Left => "{designation}",
            SlotPlace::Right => "{formation.short}",
            _ => "",
        };
        let show = slot_of(self, id, face, slot).map_or(usual, |(slot, _)| slot.show.as_str());
        let shown: Vec<&str> = super::art::unknown_slot_word::words(show)
            .filter_map(|(_, word)| word.split('|').map(str::trim).find(|word| game.word(unit, face, word).is_some()))
            .collect();
        let field = match shown.as_slice() {
            ["designation"] => "designation",
            ["name"] => "name",
            ["setup"] => "setup",
            ["arrives"] => "arrives",
            ["size"] => "size",
            ["type"] if unit.kind.is_some() => "type",
            ["formation.short" | "formation.name" | "formation"] => "formation",
            _ => "id",
        };
        let formation = unit.formation.and_then(|id| origins::of(&self.origins.formations, id));
        match (shown.as_slice(), formation) {
            (["formation.short"], Some(origin)) => origin.at("short"),
            (["formation.name"], Some(origin)) => origin.at("name"),
            _ => self.unit_at(id, field),
        }
    }

    /// Where art.json speaks of ready-made faces; else art.json, or module.json, itself.
    pub(super) fn ready_at(&self) -> Place {
        match (self.origins.art, self.game.art.ready_made.who.is_some()) {
            (Some(art), true) => art.at("ready-made"),
            (Some(art), false) => Place::file(art.file),
            _ => Place::file(self.origins.module.map_or(crate::span::FileId(0), |module| module.file)),
        }
    }
}

/// The slot that a face has at a place, and where it is written: the last look that fits, or the layout.
pub(super) fn slot_of<'a>(context: &CheckContext<'a>, unit: UnitId, face: usize, at: SlotPlace) -> Option<(&'a Slot, Origin)> {
    let game = context.game;
    let state = game.units.at(unit)?.faces.get(face)?.state;
    let find = |slots: &'a [(SlotPlace, Slot)]| slots.iter().find(|(place, _)| *place == at).map(|(_, slot)| slot);
    let looks = game.art.looks.iter().zip(&context.origins.looks).rev();
    let look = looks
        .filter(|(look, _)| look.who.as_ref().is_none_or(|who| fits(game, who, unit, state)))
        .find_map(|(look, origin)| Some((find(&look.slots)?, *origin)));
    look.or_else(|| {
        let layout = layout_of(game, unit, state)?;
        Some((find(&game.layouts.get(layout)?.slots)?, *context.origins.layouts.get(layout)?))
    })
}

fn issues(game: &Game, faces: &Faces<'_>) -> Vec<(Shown, Issue)> {
    let units = game.units.iter().flat_map(|(id, unit)| (0..unit.faces.len()).map(move |face| Shown::Unit(id, face)));
    let markers = game.markers.ids().map(Shown::Marker);
    let chits = game.cards.iter().filter(|(_, card)| !card.faces.is_empty());
    let chits = chits.flat_map(|(id, _)| [Shown::Chit(id, true), Shown::Chit(id, false)]);
    let all = units.chain(markers).chain(chits);
    all.flat_map(|shown| faces.draw(shown).issues.into_iter().map(move |issue| (shown, issue))).collect()
}

fn ready(context: &CheckContext<'_>) -> Ready {
    let game = context.game;
    let art = &game.art;
    let form = &art.ready_made;
    let mut ready = Ready { there: BTreeMap::new(), missing: Vec::new(), unused: Vec::new(), expected: BTreeSet::new() };
    if form.who.is_none() && art.files.is_empty() {
        return ready;
    }
    let has = |path: &String| art.files.contains_key(path);
    // The faces of each unit or marker, and whether it must have its front. One that names its picture needs no other.
    let mut owners: Vec<(Vec<(Shown, String)>, bool)> = Vec::new();
    for (id, unit) in game.units.iter() {
        if unit.faces.iter().any(|face| face.picture.is_some()) {
            continue;
        }
        let faces = (0..unit.faces.len()).map(|face| (Shown::Unit(id, face), form.path(&unit.id, face))).collect();
        let must = form.who.as_ref().is_some_and(|who| who.as_ref().is_none_or(|who| could_fit(game, who, id)));
        owners.push((faces, must));
    }
    for (id, marker) in game.markers.iter().filter(|(_, marker)| marker.picture.is_none()) {
        let behind = marker.back.and_then(|back| Some((back, game.markers.at(back)?)));
        let behind = behind.filter(|(_, behind)| behind.picture.is_none());
        let back = behind.map(|(back, behind)| (Shown::Marker(back), form.path(&behind.id, 0)));
        let front = (Shown::Marker(id), form.path(&marker.id, 0));
        owners.push((std::iter::once(front).chain(back).collect(), false));
    }
    let mut lacking: BTreeSet<String> = BTreeSet::new();
    for (faces, must) in owners {
        let first = faces.iter().find(|(_, path)| has(path)).map(|(_, path)| path.clone());
        for (n, (shown, path)) in faces.into_iter().enumerate() {
            if has(&path) {
                ready.there.entry(path.clone()).or_insert(shown);
            } else if (first.is_some() || must && n == 0) && lacking.insert(path.clone()) {
                ready.missing.push(Missing { shown, path: path.clone(), other: first.clone(), near: None });
            }
            ready.expected.insert(path);
        }
    }
    let folders: BTreeSet<&str> =
        [&form.front, &form.back].into_iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
    let elsewhere = elsewhere(context);
    let own: BTreeSet<&str> = game.own_pictures().map(|(path, _)| path).collect();
    let used = |path: &str| {
        own.contains(path)
            || ready.there.contains_key(path)
            || elsewhere.iter().any(|(begin, end)| path.starts_with(begin) && path.ends_with(end))
    };
    let inside = |path: &str| path.rsplit_once('/').is_some_and(|(folder, _)| folders.contains(folder));
    let unused: Vec<&String> = art.files.keys().filter(|path| inside(path) && !used(path)).collect();
    let mut free = Stems::new(unused.iter().map(|path| path.as_str()));
    let wanted = ready.missing.len();
    let mut taken = BTreeSet::new();
    for missing in &mut ready.missing {
        if let Some(near) = free.near(&missing.path, wanted) {
            free.0.remove(stem(near));
            taken.insert(near);
            missing.near = Some(near.to_owned());
        }
    }
    ready.unused = unused.into_iter().filter(|path| !taken.contains(path.as_str())).cloned().collect();
    ready
}

/// Paths, by the names of their files without folder and ending.
pub(super) struct Stems<'p>(BTreeMap<&'p str, &'p str>);

/// Comparing every name with every other takes its time: beyond so many pairs only the same name counts as near.
const MOST_PAIRS: usize = 20_000;

impl<'p> Stems<'p> {
    pub(super) fn new(paths: impl Iterator<Item = &'p str>) -> Stems<'p> {
        Stems(paths.map(|path| (stem(path), path)).collect())
    }

    /// The path whose file has the name of that one or nearly so, when so many are looked for.
    pub(super) fn near(&self, path: &str, wanted: usize) -> Option<&'p str> {
        let same = self.0.get(stem(path)).copied();
        let guessed = || (self.0.len() * wanted <= MOST_PAIRS).then(|| nearest(stem(path), self.0.keys().copied()))?;
        same.or_else(|| self.0.get(guessed()?).copied())
    }
}

fn stem(path: &str) -> &str {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Pictures that slots, types and the map show: how their paths begin and end.
fn elsewhere<'a>(context: &'a CheckContext<'_>) -> Vec<(&'a str, &'a str)> {
    let game = context.game;
    let slots = super::art::unknown_slot_word::slots(context).map(|(slot, _, _)| slot.show.as_str());
    let window = game.art.card_window.as_deref();
    let types = game.types.values().map(|kind| kind.symbol.as_str());
    let map = game.art.map.images.iter().map(|image| image.path.as_str());
    let fonts = game.art.fonts.values().map(String::as_str);
    let parts = |path: &'a str| match (path.find('{'), path.rfind('}')) {
        (Some(open), Some(close)) => (path.get(..open).unwrap_or(path), path.get(close + 1..).unwrap_or_default()),
        _ => (path, path),
    };
    slots
        .chain(types)
        .chain(window)
        .chain(map)
        .chain(fonts)
        .map(parts)
        .filter(|(begin, end)| begin.contains('/') && end.contains('.'))
        .collect()
}
