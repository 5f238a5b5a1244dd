//! Pieces: units with their faces as levels of a layer, markers, cards and chits, and what shows who holds a place.

use std::collections::BTreeMap;

use super::Build;
use super::cards::into_hand;
use super::encode::{Part, Piece, Trait, fields};
use super::prototypes::CHANGED;
use super::traits::{command, ctrl, levels, levels_key, marks, report, trigger};
use crate::bundle::sha256;
use crate::draw::card;
use crate::draw::counter::Shown;
use crate::draw::scene::{Color, Page, Path, Point, Rect, Scene, Shape, Stroke};
use crate::draw::words::Ruler;
use crate::model::{Called, Card, CardId, Game, Key, MarkerId, RatingValue, SideId, Unit, UnitId, Vassal};
use crate::rules::could_fit;

/// Pieces that are made, by the place of what they show in the game's lists.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) units: Vec<Piece>,
    pub(super) markers: Vec<Piece>,
    pub(super) control: Vec<Piece>,
    pub(super) blown: Piece,
    pub(super) building: Piece,
}

/// What a picture shows whose name is joined of several ids.
#[derive(PartialEq, Eq)]
pub(super) enum Drawn {
    Face(Shown),
    /// The back of the cards of a deck, or of a side's cards there.
    Back(String, Option<SideId>),
}

/// A small sign beside counters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Flag,
    Crossed,
    Bridge,
}

impl Build<'_> {
    /// A picture of a counter's side; the name of the file. Sides that are the same picture share one file, those of a cup
    /// their back.
    pub(super) fn face(&mut self, name: String, shown: Shown) -> String {
        let game = self.game;
        let own = match shown {
            Shown::Unit(id, n) => game.units.at(id).and_then(|unit| unit.faces.get(n)?.picture.as_deref()),
            Shown::Marker(id) => game.markers.at(id).and_then(|marker| marker.picture.as_deref()),
            Shown::Chit(id, front) => game.cards.at(id).and_then(|card| card.side_picture(front)),
            Shown::BlankUnit(_) | Shown::BlankMarker(_) | Shown::Aid(_) | Shown::BlankAid(_) => None,
        };
        let name = match self.own_name("face", own) {
            None if matches!(shown, Shown::Unit(..)) => self.free_name(name, Drawn::Face(shown)),
            own => own.unwrap_or(name),
        };
        if !self.images.contains_key(&name) {
            self.faces_wanted.push((name.clone(), shown));
            self.images.insert(name.clone(), Vec::new());
        }
        name
    }

    /// A name for a picture that nothing else has: ids that are joined may be the same as others that are joined, and then
    /// the later one has a number. Nobody else is called anew, since saved games hold the names.
    fn free_name(&mut self, name: String, drawn: Drawn) -> String {
        let stem = name.strip_suffix(".png").unwrap_or(&name);
        let mut free = name.clone();
        let mut n = 2;
        while self.drawn.get(&free).is_some_and(|other| *other != drawn) {
            free = format!("{stem}-{n}.png");
            n += 1;
        }
        self.drawn.insert(free.clone(), drawn);
        free
    }

    /// The name of the file for a picture of the author's that is there; pictures of one name lie in several folders.
    fn own_name(&self, what: &str, path: Option<&str>) -> Option<String> {
        let path = path.filter(|path| self.game.art.files.contains_key(*path))?;
        let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        Some(format!("{what}-{stem}-{}.png", sha256(path.as_bytes()).get(..8).unwrap_or_default()))
    }

    /// Makes every piece of the game once: palettes and setups take them from there.
    pub(super) fn pieces(&mut self) {
        let game = self.game;
        // Units have their numbers first, whatever is made first.
        for unit in game.units.values() {
            self.ids.of("unit", &unit.id);
        }
        self.share_counters();
        for id in game.markers.ids() {
            let piece = self.marker(id);
            self.made.markers.push(piece);
        }
        for id in game.sides.ids() {
            let piece = self.control(id);
            self.made.control.push(piece);
        }
        self.made.blown = self.bridge(0);
        self.made.building = self.bridge(1);
        self.share_units();
        for id in game.units.ids() {
            let piece = self.unit(id);
            self.made.units.push(piece);
        }
    }

    /// A unit, showing its front.
    pub(super) fn unit(&mut self, id: UnitId) -> Piece {
        let game = self.game;
        let Some(unit) = game.units.at(id) else { return Piece::default() };
        let mut images = Vec::new();
        let mut names = Vec::new();
        for (n, face) in unit.faces.iter().enumerate() {
            let state = game.states.at(face.state);
            let word = state.map_or_else(|| n.to_string(), |state| state.id.clone());
            images.push(self.face(format!("unit-{}-{word}.png", unit.id), Shown::Unit(id, n)));
            let told = state.map(|state| state.called().to_owned()).unwrap_or_default();
            names.push(if n == 0 { String::new() } else { format!("+ ({told})") });
        }
        let gpid = self.ids.of("unit", &unit.id);
        // What is drawn last comes first: the mark of the moved, the states, then the faces.
        let mut parts: Vec<Part> = self.shared.of_unit(game, id, unit);
        if images.len() > 1 {
            parts.push(Part::Own(report([levels_key()], CHANGED)));
            parts.push(Part::Own(levels("Step", "Flip", &images, &names)));
        }
        parts.extend(self.ratings(unit).into_iter().map(Part::Own));
        parts.extend(marks(&self.properties(unit)).map(Part::Own));
        for (_, add) in game.vassal.traits.iter().filter(|(who, _)| who.as_ref().is_none_or(|who| could_fit(game, who, id))) {
            for one in add {
                match one.strip_prefix("prototype;") {
                    Some(name) => parts.extend(self.shared.own(name).map(Part::Shared)),
                    None => parts.push(Part::Own(Trait::fresh(one))),
                }
            }
        }
        let image = images.into_iter().next().unwrap_or_default();
        Piece { parts, states: Vec::new(), image, name: self.unit_told(id), gpid }
    }

    /// What a unit is called in the chat and on pages.
    pub(super) fn unit_told(&self, id: UnitId) -> String {
        self.names.get(id.index()).cloned().unwrap_or_default()
    }

    /// Ratings as properties: plain where all faces agree, else by the level that shows.
    fn ratings(&self, unit: &Unit) -> Vec<Trait> {
        let game = self.game;
        let mut plain: Vec<(String, String)> = Vec::new();
        let mut changing = Vec::new();
        for (id, rating) in game.ratings.iter() {
            let told: Vec<String> = unit
                .faces
                .iter()
                .map(|face| match face.rating(id) {
                    RatingValue::Absent => String::new(),
                    RatingValue::Unknown => "?".to_owned(),
                    RatingValue::Known(n) => n.to_string(),
                })
                .collect();
            let Some(first) = told.first() else { continue };
            if told.iter().all(String::is_empty) {
                continue;
            }
            if told.iter().all(|one| one == first) {
                plain.push((rating.id.clone(), first.clone()));
                continue;
            }
            let quoted = |text: &String| if text.parse::<i64>().is_ok() { text.clone() } else { format!("\"{text}\"") };
            let mut expression = quoted(first);
            for (n, one) in told.iter().enumerate().skip(1) {
                expression = format!("Step_Level=={}?{}:({expression})", n + 1, quoted(one));
            }
            let expression = format!("{{{expression}}}");
            changing.push(Trait::new(fields("calcProp", [rating.id.as_str(), &expression, ""]), ""));
        }
        changing.extend(marks(&plain));
        changing
    }

    fn properties(&self, unit: &Unit) -> Vec<(String, String)> {
        let game = self.game;
        let mut all = vec![("Unit".to_owned(), unit.id.clone())];
        let mut push = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                all.push((name.to_owned(), value));
            }
        };
        push("Nation", unit.nation.and_then(|id| game.nations.at(id)).map(|n| n.called().to_owned()));
        let formation = unit.formation.and_then(|id| game.formations.at(id));
        push("Formation", formation.map(|formation| formation.called().to_owned()));
        push("FormationId", formation.map(|formation| formation.id.clone()));
        push("NationId", unit.nation.and_then(|id| game.nations.at(id)).map(|nation| nation.id.clone()));
        push("Class", unit.class.and_then(|id| game.classes.at(id)).map(|class| class.id.clone()));
        push("Size", unit.size.clone());
        push("Designation", unit.designation.clone());
        push("Steps", unit.steps.map(|steps| steps.to_string()));
        push("Count", (unit.count > 1).then(|| unit.count.to_string()));
        let named = |id: &UnitId| game.units.at(*id).map(|unit| unit.id.clone());
        push("Remnant", unit.remnant.as_ref().and_then(named));
        push("Breakdown", Some(unit.breakdown.iter().filter_map(named).collect::<Vec<_>>().join("|")));
        push("Tags", Some(unit.tags.join("|")));
        let states = unit.faces.iter().filter_map(|face| game.states.at(face.state)).map(|state| state.id.as_str());
        push("States", (unit.faces.len() > 1).then(|| states.collect::<Vec<_>>().join("|")));
        // What we call so ourselves is not the author's to change.
        let ours = |name: &str| {
            Vassal::PROPERTIES.contains(&name)
                || super::prototypes::PROPERTIES.contains(&name)
                || name.starts_with("Step_")
                || game.ratings.values().any(|rating| rating.id == name)
        };
        for (name, word) in unit.properties.iter().filter(|(name, _)| !name.is_empty() && !ours(name)) {
            push(name, Some(word.clone()));
        }
        all
    }

    /// A marker, with what is on the other side of its counter as the second level.
    fn marker(&mut self, id: MarkerId) -> Piece {
        let game = self.game;
        let Some(marker) = game.markers.at(id) else { return Piece::default() };
        let name = marker.called().to_owned();
        let mut images = vec![self.face(format!("marker-{}.png", marker.id), Shown::Marker(id))];
        let mut names = vec![String::new()];
        // What is the back of a counter has the front on its own back.
        let front = || game.markers.iter().find(|(_, other)| other.back == Some(id)).map(|(front, _)| front);
        if let Some((back, other)) = marker.back.or_else(front).and_then(|back| Some((back, game.markers.at(back)?))) {
            images.push(self.face(format!("marker-{}.png", other.id), Shown::Marker(back)));
            names.push(other.called().to_owned());
        }
        let mut parts = self.shared.of_marker(images.len() > 1);
        parts.extend(self.follows_turn(id).map(Part::Own));
        if images.len() > 1 {
            parts.push(Part::Own(levels("Step", "Flip", &images, &names)));
        }
        let mut told = vec![("Marker".to_owned(), marker.id.clone())];
        told.extend(marker.count.map(|count| ("Count".to_owned(), count.to_string())));
        told.extend(marker.side.and_then(|side| game.sides.at(side)).map(|side| ("Side".to_owned(), side.called().to_owned())));
        parts.extend(marks(&told).map(Part::Own));
        let gpid = self.ids.of("marker", &marker.id);
        Piece { parts, states: Vec::new(), image: images.into_iter().next().unwrap_or_default(), name, gpid }
    }

    /// A card or a chit, the so-manieth of those alike: a mask is its back.
    pub(super) fn card(&mut self, id: CardId, n: u32) -> Piece {
        let game = self.game;
        let Some(card) = game.cards.at(id) else { return Piece::default() };
        let chit = !card.faces.is_empty();
        let (front, back) = if chit {
            let front = self.face(format!("chit-{}.png", card.id), Shown::Chit(id, true));
            (front, self.face(format!("cup-{}.png", card.deck), Shown::Chit(id, false)))
        } else {
            let front = self.card_face(card, id, true, format!("card-{}.png", card.id));
            let side = card.side.and_then(|side| game.sides.at(side)).map(|side| format!("-{}", side.id)).unwrap_or_default();
            (front, self.card_face(card, id, false, format!("deck-{}{side}.png", card.deck)))
        };
        let hidden = format!("A card of {}", self.deck_name(&card.deck));
        let into_hands = self.to_hand(card);
        let moves: Vec<String> = [ctrl('R')].into_iter().chain((0..into_hands.len()).map(into_hand)).collect();
        // Who holds it sees its front, a little smaller and upon the back; everybody else sees the back.
        let mask = [&ctrl('H'), back.as_str(), "Turn over", "2", &hidden, "side:", "", "", "false", "", ""];
        let played = format!("{}: played", card.deck);
        // Of a cup that is always full nothing is played: it goes back.
        let back = self.deck_rule(&card.deck).is_some_and(|rule| rule.returns == Some(true));
        let mut traits = vec![
            report([ctrl('H')], "$newPieceName$ is turned over at $location$"),
            report(moves, "$menuCommand$: $oldPieceName$ -> $location$"),
        ];
        if !back {
            // What is played lies open: everybody may read which it is.
            traits.push(report([ctrl('X')], "$menuCommand$: $newPieceName$ -> $location$"));
        }
        traits.push(trigger("", &card_moved(), OPEN, &ctrl('H')));
        traits.push(Trait::new(fields("obs", mask), "null;"));
        for (menu, key, deck) in [("Return to the deck", 'R', &card.deck), ("Discard", 'X', &played)] {
            if back && deck == &played {
                continue;
            }
            traits.push(Trait::new(fields("return", [menu, &ctrl(key), deck, "", "", "2", "false", deck]), ""));
        }
        traits.extend(into_hands);
        let mut told = vec![("Card".to_owned(), card.id.clone()), ("Deck".to_owned(), card.deck.clone())];
        told.extend(card.side.and_then(|side| game.sides.at(side)).map(|side| ("Side".to_owned(), side.called().to_owned())));
        told.extend(card.text.clone().filter(|text| !text.ends_with('\\')).map(|text| ("Text".to_owned(), text)));
        traits.extend(marks(&told));
        // Each slot has a number of its own, those of like cards too.
        let gpid = self.ids.of("card", &card_key(card, n));
        let name = card.called().to_owned();
        Piece { parts: traits.into_iter().map(Part::Own).collect(), states: Vec::new(), image: front, name, gpid }
    }

    fn card_face(&mut self, it: &Card, id: CardId, front: bool, name: String) -> String {
        let name = match self.own_name("card", it.side_picture(front)) {
            None if !front => self.free_name(name, Drawn::Back(it.deck.clone(), it.side)),
            own => own.unwrap_or(name),
        };
        if !self.images.contains_key(&name) {
            self.cards_wanted.push((name.clone(), id, front));
            self.images.insert(name.clone(), Vec::new());
        }
        name
    }

    /// Sides of cards that were asked for, as pages.
    pub(super) fn card_pages(&mut self) {
        let game = self.game;
        let size = card::size(game.art.print.bridge_cards);
        let (faces, ruler) = (self.art.faces(game, game.art.counter()), Ruler::new());
        for (name, id, front) in std::mem::take(&mut self.cards_wanted) {
            let Some(it) = game.cards.at(id) else { continue };
            let node = card::side(&faces, game, it, front, size, &ruler).at(Point { x: 0.0, y: 0.0 }, size, 0.0, None);
            let page = Page { title: String::new(), width: size.0, height: size.1, ground: None, nodes: vec![node] };
            self.pages_wanted.push((name, Scene::single(page, faces.pictures()), 4.0));
        }
    }

    /// A flag that shows who holds a place; others who may hold it follow.
    fn control(&mut self, side: SideId) -> Piece {
        let game = self.game;
        let Some(own) = game.sides.at(side) else { return Piece::default() };
        let count = game.sides.len();
        let mut images = Vec::new();
        let mut names = Vec::new();
        for n in 0..count {
            let Some(told) = game.sides.at(SideId::new((side.index() + n) % count)) else { continue };
            let ground = game.art.colours.get(&told.id).and_then(|c| c.ground);
            let color = ground.map_or(Color::hex(0xb0_b0b0), |(r, g, b)| Color::rgb(r, g, b));
            images.push(self.sign(format!("control-{}.png", told.id), color, Sign::Flag));
            names.push(if n == 0 { String::new() } else { format!("Held by {}", told.called()) });
        }
        let gpid = self.ids.of("control", &own.id);
        let name = format!("Held by {}", own.called());
        let mut parts = self.shared.of_sign();
        if images.len() > 1 {
            parts.push(Part::Own(levels("Holder", "Next holder", &images, &names)));
        }
        Piece { parts, states: Vec::new(), image: images.into_iter().next().unwrap_or_default(), name, gpid }
    }

    /// What shows the state of a bridge, beginning with one of its states; the others follow.
    fn bridge(&mut self, first: usize) -> Piece {
        let all = [
            ("blown", "Bridge blown", Color::hex(0xc1_272d), Sign::Crossed),
            ("building", "Bridge being built", Color::hex(0xd9_a441), Sign::Crossed),
            ("stands", "Bridge stands", Color::hex(0x6a_9a4b), Sign::Bridge),
        ];
        let turned: Vec<_> = all.iter().cycle().skip(first).take(all.len()).collect();
        let images: Vec<String> =
            turned.iter().map(|(id, _, color, sign)| self.sign(format!("bridge-{id}.png"), *color, *sign)).collect();
        let own = |n: usize, name: &str| if n == 0 { String::new() } else { name.to_owned() };
        let names: Vec<String> = turned.iter().enumerate().map(|(n, (_, name, ..))| own(n, name)).collect();
        let (id, name) = turned.first().map_or(("", ""), |(id, name, ..)| (*id, *name));
        let gpid = self.ids.of("bridge", id);
        let mut parts = self.shared.of_sign();
        parts.push(Part::Own(levels("Bridge", "Next state of the bridge", &images, &names)));
        Piece { parts, states: Vec::new(), image: images.into_iter().next().unwrap_or_default(), name: name.to_owned(), gpid }
    }

    /// The picture of a small sign.
    fn sign(&mut self, name: String, color: Color, shape: Sign) -> String {
        if !self.images.contains_key(&name) {
            let s = 6.0;
            let mut path = Path::new();
            let mut line = Path::new();
            let at = |x: f64, y: f64| Point { x: s * x, y: s * y };
            if shape != Sign::Flag {
                path.circle(at(0.5, 0.5), s * 0.46);
            }
            match shape {
                Sign::Crossed => {
                    line.line(at(0.3, 0.3), at(0.7, 0.7));
                    line.line(at(0.7, 0.3), at(0.3, 0.7));
                }
                Sign::Bridge => {
                    line.line(at(0.2, 0.4), at(0.8, 0.4));
                    line.line(at(0.2, 0.6), at(0.8, 0.6));
                }
                Sign::Flag => {
                    path.rect(Rect { x: s * 0.28, y: s * 0.08, width: s * 0.6, height: s * 0.4 });
                    line.line(at(0.25, 0.06), at(0.25, 0.94));
                }
            }
            let nodes = vec![
                Shape::filled(path, color).with_stroke(Stroke::round(Color::BLACK, 0.3)).into(),
                Shape::stroked(line, Stroke::round(Color::BLACK, 0.6)).into(),
            ];
            let page = Page { title: String::new(), width: s, height: s, ground: None, nodes };
            self.pages_wanted.push((
                name.clone(),
                Scene { title: String::new(), pages: vec![page], pictures: Vec::new() },
                self.per_mm,
            ));
            self.images.insert(name.clone(), Vec::new());
        }
        name
    }

    /// The dot on a counter that has moved.
    pub(super) fn moved_sign(&mut self) {
        let mut path = Path::new();
        let side = super::prototypes::MARK;
        path.circle(Point { x: side / 2.0, y: side / 2.0 }, side * 0.43);
        let nodes = vec![Shape::filled(path, Color::hex(0xc1_272d)).with_stroke(Stroke::round(Color::WHITE, 0.4)).into()];
        let page = Page { title: String::new(), width: side, height: side, ground: None, nodes };
        let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
        self.pages_wanted.push(("moved.png".to_owned(), scene, self.per_mm));
        self.images.insert("moved.png".to_owned(), Vec::new());
    }
}

/// Pressed on each card that was moved or sent into the window of decks.
pub(super) fn card_moved() -> String {
    command("card-moved")
}

/// Whether a card lies face down upon a pile that is open.
const OPEN: &str =
    "{(\"\"+ObscuredToOthers).equals(\"true\")&&((\"\"+DeckName).endsWith(\": played\")||(\"\"+DeckName).endsWith(\": later\"))}";

/// By what a card has its number, the so-manieth of those alike.
pub(super) fn card_key(card: &Card, n: u32) -> String {
    if n <= 1 { card.id.clone() } else { format!("{}#{n}", card.id) }
}

/// What each unit is called: its name, or what stands on its counter. Where others are called the same, its formation or
/// its side is told too: who reads the chat must know which it was. Its number is for programs.
pub(super) fn unit_names(game: &Game) -> Vec<String> {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let told = |unit: &Unit| filled(&unit.name).or_else(|| filled(&unit.designation));
    let mut alike: BTreeMap<String, Vec<&Unit>> = BTreeMap::new();
    for unit in game.units.values() {
        alike.entry(told(unit).unwrap_or_default()).or_default().push(unit);
    }
    let name = |unit: &Unit| {
        let Some(told) = told(unit) else { return unit.id.clone() };
        let others = alike.get(&told).map(Vec::as_slice).unwrap_or_default();
        let formation = unit.formation.filter(|_| others.iter().any(|other| other.formation != unit.formation));
        let side = unit.side.filter(|_| others.iter().any(|other| other.side != unit.side));
        let of = formation.and_then(|id| game.formations.at(id)).map(Called::called);
        match of.or_else(|| side.and_then(|id| game.sides.at(id)).map(Called::called)) {
            Some(of) => format!("{told} of {of}"),
            None => told,
        }
    };
    game.units.values().map(name).collect()
}
