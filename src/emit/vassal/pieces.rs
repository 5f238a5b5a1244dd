//! Pieces: units with their faces as levels of a layer, markers, cards and chits, and what shows who holds a place.

use super::Build;
use super::encode::{Piece, Trait, fields, list};
use crate::bundle::sha256;
use crate::draw::card;
use crate::draw::counter::Shown;
use crate::draw::scene::{Color, Page, Path, Point, Rect, Scene, Shape, Stroke};
use crate::draw::words::Ruler;
use crate::model::{Called, Card, CardId, Key, MarkerId, RatingValue, Unit, UnitId, Vassal};
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

/// Ctrl and a letter.
fn ctrl(letter: char) -> String {
    format!("{},130", u32::from(letter))
}

/// What every counter can do.
pub(super) fn counter_traits() -> Vec<Trait> {
    let moved = ["moved.png", "0", "0", "Mark moved", &ctrl('M'), "", "false", "", "", "", ""];
    let trail = [
        &ctrl('T'),
        "Movement trail",
        "false",
        "false",
        "10",
        "255,255,255",
        "0,0,0",
        "100",
        "50",
        "20",
        "30",
        "1.0",
        "",
        "",
        "",
        "",
    ];
    vec![
        Trait::new(fields("delete", ["Delete", &ctrl('D'), ""]), ""),
        Trait::new(fields("markmoved", moved), "false"),
        Trait::new(fields("footprint", trail), "false;;0;false"),
    ]
}

/// The prototype of every counter.
fn counter() -> (String, Vec<Trait>) {
    ("Counter".to_owned(), counter_traits())
}

/// Sends a piece to a point of a map window.
fn send(menu: &str, key: &str, (map, board): (&str, &str), (x, y): (i64, i64)) -> Trait {
    let (x, y) = (x.to_string(), y.to_string());
    let all = [menu, key, map, board, &x, &y, "", "", "0", "0", "0", "0", "", "L", "", "", "", ""];
    Trait::new(fields("sendto", all), ";;")
}

/// Levels that follow each other with ctrl-F.
fn layer(images: &[String], names: &[String]) -> Trait {
    let (images, names, flip) = (list(images), list(names), ctrl('F'));
    let all = [
        "", "128", "", "Flip", "128", "", "", "128", "", "", "", "1", "false", "0", "0", &images, &names, "true", "Step", "", "",
        "false", "", "1", "1", "true", "", &flip, "", "", "1.0", "", "true",
    ];
    Trait::new(fields("emb2", all), "1")
}

/// Properties that never change.
fn marks(pairs: &[(String, String)]) -> Option<Trait> {
    let names = list(pairs.iter().map(|(name, _)| name));
    (!pairs.is_empty()).then(|| Trait::new(fields("mark", [names]), list(pairs.iter().map(|(_, value)| value))))
}

impl Build<'_> {
    /// A picture of a counter's side; the name of the file. Sides that are the same picture share one file.
    fn face(&mut self, name: String, shown: Shown) -> String {
        let game = self.game;
        let own = match shown {
            Shown::Unit(id, n) => game.units.at(id).and_then(|unit| unit.faces.get(n)?.picture.as_deref()),
            Shown::Marker(id) => game.markers.at(id).and_then(|marker| marker.picture.as_deref()),
            Shown::Chit(id, front) => game.cards.at(id).and_then(|card| card.side_picture(front)),
            Shown::BlankUnit(_) | Shown::BlankMarker(_) => None,
        };
        let name = self.own_name("face", own).unwrap_or(name);
        if !self.images.contains_key(&name) {
            self.faces_wanted.push((name.clone(), shown));
            self.images.insert(name.clone(), Vec::new());
        }
        name
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
        for id in game.units.ids() {
            let piece = self.unit(id);
            self.made.units.push(piece);
        }
        for id in game.markers.ids() {
            let piece = self.marker(id);
            self.made.markers.push(piece);
        }
        for id in game.sides.ids() {
            let piece = self.control(id);
            self.made.control.push(piece);
        }
        self.made.blown = self.bridge(true);
        self.made.building = self.bridge(false);
    }

    /// A unit, showing its front.
    fn unit(&mut self, id: UnitId) -> Piece {
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
        let mut traits = Vec::new();
        if images.len() > 1 {
            traits.push(layer(&images, &names));
        }
        traits.extend(self.ratings(unit));
        traits.extend(marks(&self.properties(unit)));
        let side = unit.side.map_or(0, Key::index);
        if let Some(at) = self.trays.lost.get(side) {
            traits.push(send("Send to the lost", &ctrl('E'), (super::TRAYS, super::TRAYS), *at));
        }
        if let Some(arrives) = unit.arrives.as_ref().and_then(|arrives| self.turn_place(arrives.turn, 0)) {
            let board = (arrives.map, if arrives.map == super::MAP { super::MAP } else { super::TRAYS });
            traits.push(send("Back to the box of arrival", &ctrl('B'), board, (arrives.x, arrives.y)));
        }
        let mut prototypes = vec![counter()];
        for (_, add) in game.vassal.traits.iter().filter(|(who, _)| who.as_ref().is_none_or(|who| could_fit(game, who, id))) {
            for one in add {
                match one.strip_prefix("prototype;") {
                    Some(name) => prototypes.extend(self.own_prototype(name)),
                    None => traits.push(Trait::fresh(one)),
                }
            }
        }
        Piece { traits, prototypes, image: images.into_iter().next().unwrap_or_default(), name: unit_name(unit), gpid }
    }

    /// A prototype of the author's.
    fn own_prototype(&self, name: &str) -> Option<(String, Vec<Trait>)> {
        let (name, traits) = self.game.vassal.prototypes.iter().find(|(known, _)| known == name)?;
        Some((name.clone(), traits.iter().map(|one| Trait::fresh(one)).collect()))
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
        push("Side", unit.side.and_then(|id| game.sides.at(id)).map(|side| side.called().to_owned()));
        push("Nation", unit.nation.and_then(|id| game.nations.at(id)).map(|n| n.called().to_owned()));
        let formation = unit.formation.and_then(|id| game.formations.at(id));
        push("Formation", formation.map(|formation| formation.called().to_owned()));
        push("FormationId", formation.map(|formation| formation.id.clone()));
        push("NationId", unit.nation.and_then(|id| game.nations.at(id)).map(|nation| nation.id.clone()));
        push("Type", unit.kind.and_then(|id| game.types.at(id)).map(|kind| kind.id.clone()));
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
                || name.starts_with("Step_")
                || game.ratings.values().any(|rating| rating.id == name)
        };
        for (name, word) in unit.properties.iter().filter(|(name, _)| !name.is_empty() && !ours(name)) {
            push(name, Some(word.clone()));
        }
        all
    }

    /// A marker, with what is on its back as the second level.
    fn marker(&mut self, id: MarkerId) -> Piece {
        let game = self.game;
        let Some(marker) = game.markers.at(id) else { return Piece::default() };
        let name = marker.called().to_owned();
        let mut images = vec![self.face(format!("marker-{}.png", marker.id), Shown::Marker(id))];
        let mut names = vec![String::new()];
        if let Some((back, other)) = marker.back.and_then(|back| Some((back, game.markers.at(back)?))) {
            images.push(self.face(format!("marker-{}.png", other.id), Shown::Marker(back)));
            names.push(other.called().to_owned());
        }
        let mut traits = Vec::new();
        if images.len() > 1 {
            traits.push(layer(&images, &names));
        }
        let mut told = vec![("Marker".to_owned(), marker.id.clone())];
        told.extend(marker.count.map(|count| ("Count".to_owned(), count.to_string())));
        told.extend(marker.side.and_then(|side| game.sides.at(side)).map(|side| ("Side".to_owned(), side.called().to_owned())));
        traits.extend(marks(&told));
        let gpid = self.ids.of("marker", &marker.id);
        Piece { traits, prototypes: vec![counter()], image: images.into_iter().next().unwrap_or_default(), name, gpid }
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
        let peek = format!("P{}", ctrl('P'));
        let mask = [&ctrl('H'), back.as_str(), "Turn over", &peek, "?", "side:", "Look", "", "false", "", ""];
        let mut traits = vec![Trait::new(fields("obs", mask), "null;")];
        traits
            .push(Trait::new(fields("return", ["Return to deck", &ctrl('R'), &card.deck, "", "", "2", "false", &card.deck]), ""));
        let mut told = vec![("Card".to_owned(), card.id.clone()), ("Deck".to_owned(), card.deck.clone())];
        told.extend(card.side.and_then(|side| game.sides.at(side)).map(|side| ("Side".to_owned(), side.called().to_owned())));
        told.extend(card.text.clone().filter(|text| !text.ends_with('\\')).map(|text| ("Text".to_owned(), text)));
        traits.extend(marks(&told));
        // Each slot has a number of its own, those of like cards too.
        let gpid = if n <= 1 { self.ids.of("card", &card.id) } else { self.ids.of("card", &format!("{}#{n}", card.id)) };
        let name = card.called().to_owned();
        Piece { traits, prototypes: Vec::new(), image: front, name, gpid }
    }

    fn card_face(&mut self, it: &Card, id: CardId, front: bool, name: String) -> String {
        let name = self.own_name("card", it.side_picture(front)).unwrap_or(name);
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

    /// A flag that shows who holds a place.
    fn control(&mut self, side: crate::model::SideId) -> Piece {
        let game = self.game;
        let Some(told) = game.sides.at(side) else { return Piece::default() };
        let color =
            game.art.colours.get(&told.id).and_then(|c| c.ground).map_or(Color::hex(0xb0_b0b0), |(r, g, b)| Color::rgb(r, g, b));
        let image = self.sign(format!("control-{}.png", told.id), color, false);
        let gpid = self.ids.of("control", &told.id);
        let name = format!("Held by {}", told.called().to_owned());
        Piece { traits: vec![flat()], prototypes: vec![counter()], image, name, gpid }
    }

    /// What shows the state of a bridge.
    fn bridge(&mut self, blown: bool) -> Piece {
        let (id, name, color) = match blown {
            true => ("blown", "Bridge blown", Color::hex(0xc1_272d)),
            false => ("building", "Bridge being built", Color::hex(0xd9_a441)),
        };
        let image = self.sign(format!("bridge-{id}.png"), color, true);
        let gpid = self.ids.of("bridge", id);
        Piece { traits: vec![flat()], prototypes: vec![counter()], image, name: name.to_owned(), gpid }
    }

    /// A small sign: a flag, or a bar across.
    fn sign(&mut self, name: String, color: Color, crossed: bool) -> String {
        if !self.images.contains_key(&name) {
            let s = 6.0;
            let mut path = Path::new();
            let mut line = Path::new();
            if crossed {
                path.circle(Point { x: s / 2.0, y: s / 2.0 }, s * 0.46);
                line.line(Point { x: s * 0.3, y: s * 0.3 }, Point { x: s * 0.7, y: s * 0.7 });
                line.line(Point { x: s * 0.7, y: s * 0.3 }, Point { x: s * 0.3, y: s * 0.7 });
            } else {
                path.rect(Rect { x: s * 0.28, y: s * 0.08, width: s * 0.6, height: s * 0.4 });
                line.line(Point { x: s * 0.25, y: s * 0.06 }, Point { x: s * 0.25, y: s * 0.94 });
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
        path.circle(Point { x: 1.5, y: 1.5 }, 1.3);
        let nodes = vec![Shape::filled(path, Color::hex(0xc1_272d)).with_stroke(Stroke::round(Color::WHITE, 0.3)).into()];
        let page = Page { title: String::new(), width: 3.0, height: 3.0, ground: None, nodes };
        let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
        self.pages_wanted.push(("moved.png".to_owned(), scene, self.per_mm));
        self.images.insert("moved.png".to_owned(), Vec::new());
    }
}

/// Lies by itself, below counters, and is moved only when it is chosen.
fn flat() -> Trait {
    Trait::new(fields("immob", ["g", "N", "R", ""]), "")
}

/// What a unit is called.
pub(super) fn unit_name(unit: &Unit) -> String {
    unit.name.clone().unwrap_or_else(|| match &unit.designation {
        Some(designation) => format!("{designation} ({})", unit.id),
        None => unit.id.clone(),
    })
}
