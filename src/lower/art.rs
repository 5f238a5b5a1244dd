//! art.json: colours, layouts, looks, print; and the files that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::map_art::rgb;
use super::{Lower, Read};
use crate::diag::{Diag, TooMany, codes, decided, nearest};
use crate::format;
use crate::model::{
    Align, Backs, ChartPicture, Colours, DieSheet, Layout, Look, MOST_BACK_OFFSET, Outline, Paper, PictureFit, PlateLayout,
    Print, ReadyMade, SideWord, Slot, SlotArea, SlotColour, SlotPlace, Token, Units, filled_with, is_picture, tokens,
};
use crate::origins;
use crate::source::{confined, limits};
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    /// A file that art names: it must be there, inside the folder.
    pub(super) fn art_file(&mut self, path: &str, place: Place) -> bool {
        if let Err(why) = confined(path) {
            let help = "put the file into the game's folder and name it from there";
            self.sink.report(Diag::new(&codes::PATH_OUTSIDE, place, why.to_string()).help(help));
        } else if !self.load.project.world().has(path) {
            let message = format!("there is no file `{path}` in the game's folder");
            self.sink.report(Diag::new(&codes::MISSING_FILE, place, message).help("add the file, or correct its name"));
        } else {
            return true;
        }
        false
    }

    /// Takes a font or picture into the game.
    pub(super) fn art_bytes(&mut self, path: &str, place: &Place) {
        if self.game.art.files.contains_key(path) {
            return;
        }
        match self.load.project.world().read(path) {
            Ok(bytes) if self.art_held + bytes.len() as u64 > limits::ART_BYTES => {
                let message = format!(
                    "with `{path}` the game's pictures have more than {} MiB, which is too much",
                    limits::ART_BYTES >> 20
                );
                self.origins.lost_pictures.insert(path.to_owned());
                let diag = Diag::new(&codes::TOO_BIG, place.clone(), message).help("save the pictures smaller");
                self.sink.report(diag.folded_by("art"));
            }
            Ok(bytes) => {
                self.art_held += bytes.len() as u64;
                self.game.art.files.insert(path.to_owned(), Arc::from(bytes));
            }
            Err(why) => {
                self.origins.lost_pictures.insert(path.to_owned());
                let message = format!("`{path}` cannot be read: {why}");
                self.sink.report(Diag::new(&codes::UNREADABLE_FILE, place.clone(), message).help("save the file anew"));
            }
        }
    }

    pub(super) fn art(&mut self, module: Origin, named: Option<&str>) {
        self.type_pictures();
        let Some(Read { origin, value, partial }) = self.part::<format::Art>(module, "art", named) else {
            self.incomplete.art = named.is_some() || self.load.project.world().has("art.json");
            self.own_pictures();
            return self.ready_faces(&Place::file(module.file));
        };
        self.origins.art = Some(origin);
        self.incomplete.art = partial;
        let chart = |it: &format::ChartPicture| ChartPicture { name: it.name.clone(), picture: it.picture.clone() };
        self.game.art.charts = value.charts.iter().flatten().map(chart).collect();
        self.own_pictures();
        for (name, path) in value.fonts.iter().flatten() {
            let place = origin.at("fonts").field(name);
            if self.art_file(path, place.clone()) {
                self.art_bytes(path, &place);
                self.game.art.fonts.insert(name.clone(), path.clone());
            }
        }
        let art = &mut self.game.art;
        art.counter_mm = value.counter_mm;
        art.counter_height_mm = value.counter_height_mm;
        art.shape = value.shape.map(outline).unwrap_or_default();
        art.plain_backs = value.backs == Some(format::BackLook::Plain);
        art.pictures = value.pictures.map(picture_fit).unwrap_or_default();
        art.font.clone_from(&value.font);
        self.known_font(value.font.as_deref(), || origin.at("font"));
        self.icons(origin, &value);
        self.card_window(value.card_window.as_deref(), &origin.at("card-window"));
        for (name, colours) in value.colours.iter().flatten() {
            self.colours(origin, name, colours);
        }
        let layouts = self.list::<format::Layout>(origin, "layouts");
        for Read { origin, value, .. } in layouts.items {
            let Some(who) = self.chosen(origin) else { continue };
            let mut slots = self.slots(&value.slots, &origin.at("slots"), Whose::Unit);
            slots.extend(self.placed(&value.placed, origin, 0, Whose::Unit));
            self.game.layouts.push(Layout { who, shape: value.shape.map(outline), slots });
            self.origins.layouts.push(origin);
        }
        let looks = self.list::<format::Look>(origin, "looks");
        for (n, Read { origin, value, .. }) in looks.items.into_iter().enumerate() {
            if let Some(word) = value.of.as_deref() {
                self.names.ratings.seen(word, || origin.at("of"), self.sink);
            }
            let Some(who) = self.chosen(origin) else { continue };
            let slots = value.slots.as_ref().map(|slots| self.slots(slots, &origin.at("slots"), Whose::Unit));
            let mut slots = slots.unwrap_or_default();
            slots.extend(self.placed(&value.placed, origin, n + 1, Whose::Unit));
            let of = |text: &Option<String>| text.as_deref().and_then(rgb);
            let look = Look {
                who,
                frame: of(&value.frame),
                ink: of(&value.ink),
                ground: of(&value.ground),
                before: value.before.clone().unwrap_or_default(),
                after: value.after.clone().unwrap_or_default(),
                slots,
                of: value.of,
            };
            self.game.art.looks.push(look);
            self.origins.looks.push(origin);
        }
        let markers = self.list::<format::PlateLayout>(origin, "marker-layouts");
        self.game.art.marker_layouts = markers.items.into_iter().map(|read| self.plate_layout(read, Whose::Marker)).collect();
        let cards = self.list::<format::PlateLayout>(origin, "card-layouts");
        self.game.art.card_layouts = cards.items.into_iter().map(|read| self.plate_layout(read, Whose::Card)).collect();
        if let Some(ready) = &value.ready_made {
            let usual = ReadyMade::default();
            let taken: Option<Units> = self.take(origin, "ready-made.for");
            let place = || origin.at("ready-made").field("for");
            let taken = taken.filter(|who| self.told_by_counters(who, place()));
            // Where the selector could not be read, nobody must have them.
            let who = if ready.who.is_some() && taken.is_none() { None } else { Some(taken) };
            let back = ready.back.clone().unwrap_or(usual.back);
            self.game.art.ready_made = ReadyMade { front: ready.front.clone(), back, who };
        }
        self.ready_faces(&origin.at("ready-made"));
        if let Some(print) = &value.print {
            self.game.art.print = print_of(print);
            for (n, mm) in print.back_offset_mm.iter().flat_map(|pair| &pair.0).enumerate() {
                if mm.abs() > MOST_BACK_OFFSET {
                    let place = origin.at("print").field("back-offset-mm").index(n);
                    let message = format!("`back-offset-mm` has {mm}, expected -{MOST_BACK_OFFSET} to {MOST_BACK_OFFSET}");
                    let help = "print the alignment sheet: it tells the number";
                    self.sink.report(Diag::new(&codes::OUT_OF_RANGE, place, message).help(help));
                }
            }
        }
        if let Some(map) = &value.map {
            self.map_art(map, &origin.at("map"));
        }
    }

    fn colours(&mut self, art: Origin, name: &str, colours: &format::Colours) {
        let of = |text: &Option<String>| text.as_deref().and_then(rgb);
        let lowered = Colours {
            ground: of(&colours.ground),
            ink: of(&colours.ink),
            stripe: of(&colours.stripe),
            symbol: of(&colours.symbol),
        };
        self.game.art.colours.insert(name.to_owned(), lowered);
        let place = art.at("colours").field(name).key();
        self.hear_any(name, &place, &["side", "nation", "formation", "marker", "deck"]);
        let names = &self.names;
        let deck = self.game.cards.values().any(|card| card.deck == name);
        let known = deck
            || names.sides.get(name).is_some()
            || names.nations.get(name).is_some()
            || names.formations.get(name).is_some()
            || names.markers.get(name).is_some();
        let silent = names.sides.silent(name)
            || names.nations.silent(name)
            || names.formations.silent(name)
            || names.markers.silent(name)
            || names.units.incomplete
            || names.cards.incomplete;
        let all = names.sides.all().chain(names.nations.all()).chain(names.formations.all()).chain(names.markers.all());
        if known || silent {
            return;
        }
        // A list that is not there yet may be where the name will stand.
        let later = self.game.markers.is_empty() || self.game.cards.is_empty();
        let near = match decided(name, all, |_| true) {
            Ok(near) => near,
            Err(TooMany) if later => return self.sink.unchecked("names under `colours` of art.json", TooMany::WHY),
            Err(TooMany) => None,
        };
        if near.is_some() || !later {
            let help = near
                .map(|n| format!("did you mean `{n}`?"))
                .unwrap_or_else(|| "name a side, a nation, a formation, a marker or a deck".to_owned());
            let message = format!("unknown side, nation, formation, marker or deck `{name}`");
            self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place, message).help(help));
        }
    }

    /// A layout of markers, cards or chits. Whoever it names must be there.
    fn plate_layout(&mut self, read: Read<format::PlateLayout>, whose: Whose) -> PlateLayout {
        let Read { origin, value, .. } = read;
        for (n, id) in value.who.iter().flatten().enumerate() {
            let kinds: &[&str] = if whose == Whose::Card { &["card", "deck"] } else { &["marker"] };
            self.hear_any(id, &origin.at("for").index(n), kinds);
            let names = &self.names;
            let (known, silent) = match whose {
                Whose::Card => {
                    let deck = self.game.cards.values().any(|card| card.deck == *id);
                    (deck || names.cards.get(id).is_some(), names.cards.silent(id) || names.cards.incomplete)
                }
                _ => (names.markers.get(id).is_some(), names.markers.silent(id) || names.markers.incomplete),
            };
            if known || silent {
                continue;
            }
            let (what, all): (_, Vec<&str>) = match whose {
                Whose::Card => {
                    let decks = self.game.cards.values().map(|card| card.deck.as_str());
                    ("card or deck", names.cards.all().chain(decks).collect())
                }
                _ => ("marker", names.markers.all().collect()),
            };
            let help = nearest(id, all.iter().copied())
                .map(|near| format!("did you mean `{near}`?"))
                .unwrap_or_else(|| format!("name a {what} of the game"));
            let diag = Diag::new(&codes::UNKNOWN_NAME, origin.at("for").index(n), format!("unknown {what} `{id}`"));
            self.sink.report(diag.help(help));
        }
        let mut slots = value.slots.as_ref().map(|slots| self.slots(slots, &origin.at("slots"), whose)).unwrap_or_default();
        slots.extend(self.placed(&value.placed, origin, 0, whose));
        let list = if whose == Whose::Card { &mut self.origins.card_layouts } else { &mut self.origins.marker_layouts };
        list.push(origin);
        PlateLayout { who: value.who.unwrap_or_default(), shape: value.shape.map(outline), slots }
    }

    /// The pictures in the windows of cards. A card may lack one, but not all of them.
    fn card_window(&mut self, path: Option<&str>, place: &Place) {
        let Some(path) = path else { return };
        self.pictures(path, place, Whose::Card);
        self.game.art.card_window = Some(path.to_owned());
        let game = &self.game;
        let mut each = game.cards.values().map(|it| filled_with(path, &|word| game.card_word(it, word)));
        if path.contains('{') && !self.names.cards.incomplete && !each.any(|path| game.art.files.contains_key(&path)) {
            let message = format!("no card has a picture `{path}`");
            let help = "add the files, or name a file that is there";
            self.sink.report(Diag::new(&codes::MISSING_FILE, place.clone(), message).help(help));
        }
    }

    /// Whom a layout or a look is for, all if nothing is said; nothing where that was lost, so that it is for nobody.
    fn chosen(&mut self, origin: Origin) -> Option<Option<Units>> {
        let before = std::mem::take(&mut self.incomplete.rules);
        let who: Option<Units> = self.take(origin, "for");
        let lost = std::mem::replace(&mut self.incomplete.rules, before);
        self.incomplete.rules |= lost;
        let node = self.load.project.files.tree(origin.file).and_then(|tree| tree.node(origin.node));
        let stated = node.is_some_and(|node| node.get("for").is_some());
        let whole = !lost && stated == who.is_some();
        (whole && who.as_ref().is_none_or(|who| self.told_by_counters(who, origin.at("for")))).then_some(who)
    }

    /// Whether a counter by itself tells that it is meant. What only play tells is reported: nobody knows it who prints.
    fn told_by_counters(&mut self, who: &Units, place: Place) -> bool {
        let mut asked = Vec::new();
        asked_of_play(who, &place, &mut asked);
        for (place, what) in &asked {
            let message = format!("`{what}` is known only in play, and counters are printed before");
            let help = "choose by what stands on a counter: `id`, `side`, `nation`, `formation`, `type`, `class`, `tags`, `size`, `rating` or `state`";
            self.sink.report(Diag::new(&codes::UNKNOWN_FIELD, place.clone(), message).help(help));
        }
        // As with a name that is not known: what it was for is missing.
        self.incomplete.rules |= !asked.is_empty();
        asked.is_empty()
    }

    /// The icons that the author names: of something that is there, and one that is drawn.
    fn icons(&mut self, art: Origin, value: &format::Art) {
        for (id, icon) in value.icons.iter().flatten() {
            self.hear_any(id, &art.at("icons").field(id).key(), &["marker", "card", "deck"]);
            let names = &self.names;
            let deck = self.game.cards.values().any(|card| card.deck == *id);
            let known = deck || names.markers.get(id).is_some() || names.cards.get(id).is_some();
            let silent = names.markers.silent(id) || names.cards.silent(id) || names.markers.absent() || names.cards.absent();
            if !known && !silent {
                let help = nearest(id, names.markers.all().chain(names.cards.all()))
                    .map(|near| format!("did you mean `{near}`?"))
                    .unwrap_or_else(|| "name a marker, a card or a deck".to_owned());
                let message = format!("unknown marker, card or deck `{id}`");
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, art.at("icons").field(id).key(), message).help(help));
            }
            let icon = if icon == "none" { String::new() } else { icon.clone() };
            self.game.art.icons.insert(id.clone(), icon);
        }
    }

    /// A font that is named must be there.
    fn known_font(&mut self, name: Option<&str>, place: impl FnOnce() -> Place) {
        let known = |name: &str| ["regular", "bold"].contains(&name) || self.game.art.fonts.contains_key(name);
        let Some(font) = name.filter(|name| !known(name)) else { return };
        let named = self.game.art.fonts.keys().map(String::as_str).chain(["regular", "bold"]);
        let help = nearest(font, named)
            .map(|near| format!("did you mean `{near}`?"))
            .unwrap_or_else(|| "name it in `fonts`, or write `bold` or `regular`".to_owned());
        self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place(), format!("unknown font `{font}`")).help(help));
    }

    fn slots(&mut self, slots: &format::Slots, place: &Place, whose: Whose) -> Vec<(SlotPlace, Slot)> {
        slots.filled().map(|(at, slot)| (at, self.slot(slot, &place.clone().field(at.word()), whose))).collect()
    }

    /// Slots that lie where the author says: those of the layout, or of a look by its number.
    fn placed(&mut self, all: &Option<Vec<format::Placed>>, origin: Origin, look: usize, whose: Whose) -> Vec<(SlotPlace, Slot)> {
        let mut found = Vec::new();
        for (n, placed) in all.iter().flatten().enumerate() {
            let slot = self.slot(&placed.slot(), &origin.at("placed").index(n), whose);
            if let Some(needs) = placed.needs.as_deref().filter(|_| self.sink.listens()) {
                // Each of the words stands by itself; where exactly is found again in the text.
                for word in needs.split('|') {
                    self.names.ratings.seen(word.trim(), || origin.at("placed").index(n).field("if"), self.sink);
                }
            }
            let format::Placed { x, y, width, height, .. } = *placed;
            let slot = Slot {
                area: Some(SlotArea { x, y, width, height }),
                layer: placed.layer.unwrap_or(0),
                needs: placed.needs.clone(),
                ..slot
            };
            found.push((SlotPlace::Placed(u32::try_from(look * 256 + n).unwrap_or(u32::MAX)), slot));
        }
        found
    }

    /// Ratings that a slot shows, for whoever listens.
    fn hear_slot(&mut self, show: &str, plain: bool, place: &Place) {
        let place = if plain || show.is_empty() { place.clone() } else { place.clone().field("show") };
        for token in tokens(show) {
            let Token::Word(bytes, words) = token else { continue };
            let mut start = bytes.start + 1;
            for word in words.split('|') {
                let from = start + (word.len() - word.trim_start().len());
                start += word.len() + 1;
                let word = word.trim();
                self.names.ratings.seen(word, || place.clone().bytes(from..from + word.len()), self.sink);
            }
        }
    }

    fn slot(&mut self, slot: &format::Slot, place: &Place, whose: Whose) -> Slot {
        let show = slot.show.clone().unwrap_or_default();
        if whose == Whose::Unit && self.sink.listens() {
            self.hear_slot(&show, slot.plain, place);
        }
        if is_picture(&show) {
            self.pictures(&show, place, whose);
        }
        self.known_font(slot.font.as_deref(), || place.clone().field("font"));
        let colour = |text: &Option<String>| match text.as_deref()? {
            "stripe" => Some(SlotColour::Stripe),
            text => rgb(text).map(SlotColour::Rgb),
        };
        Slot {
            show,
            plain: slot.plain,
            font: slot.font.clone(),
            mm: slot.mm,
            least_mm: slot.least_mm,
            ink: colour(&slot.ink),
            fill: colour(&slot.fill),
            frame: colour(&slot.frame),
            turn: slot.turn,
            fit: slot.fit.map(picture_fit),
            align: slot.align.map(|align| match align {
                format::Align::Left => Align::Left,
                format::Align::Middle => Align::Middle,
                format::Align::Right => Align::Right,
            }),
            ..Slot::default()
        }
    }

    /// The pictures that a slot may show. Where its path has words in braces, whether a counter lacks its own is judged
    /// later, when it is known which counters have the slot.
    fn pictures(&mut self, path: &str, place: &Place, whose: Whose) {
        if !path.contains('{') {
            if self.art_file(path, place.clone()) {
                self.art_bytes(path, place);
            }
            return;
        }
        let game = &self.game;
        let of = |unit: &crate::model::Unit| (0..unit.faces.len()).map(|face| game.filled(path, unit, face)).collect::<Vec<_>>();
        let filled = |word: &dyn Fn(&str) -> Option<String>| filled_with(path, word);
        let paths: BTreeSet<String> = match whose {
            Whose::Unit => game.units.values().flat_map(of).collect(),
            Whose::Marker => game.markers.values().map(|it| filled(&|word| game.marker_word(it, word))).collect(),
            Whose::Card => game.cards.values().map(|it| filled(&|word| game.card_word(it, word))).collect(),
        };
        for path in paths {
            if confined(&path).is_ok() && self.load.project.world().has(&path) {
                self.art_bytes(&path, place);
            }
        }
    }

    /// The pictures that types have as their symbols.
    fn type_pictures(&mut self) {
        let symbols: Vec<(String, Place)> = self
            .game
            .types
            .iter()
            .filter(|(_, kind)| is_picture(&kind.symbol))
            .filter_map(|(id, kind)| Some((kind.symbol.clone(), origins::of(&self.names.types.origins, id)?.at("symbol"))))
            .collect();
        for (path, place) in symbols {
            if self.art_file(&path, place.clone()) {
                self.art_bytes(&path, &place);
            }
        }
    }

    /// The pictures that counters and cards are. Whether one is missing is judged with the faces; here only the path is.
    fn own_pictures(&mut self) {
        let names = &self.names;
        let lists = [&names.units.origins, &names.markers.origins, &names.cards.origins].map(Vec::as_slice);
        let mut wanted: BTreeMap<String, Place> = BTreeMap::new();
        for (path, whose) in self.game.own_pictures() {
            if !wanted.contains_key(path) {
                wanted.extend(origins::pictured(lists, self.origins.art, whose).map(|place| (path.to_owned(), place)));
            }
        }
        for (path, place) in wanted {
            if confined(&path).is_err() {
                self.art_file(&path, place);
                self.origins.lost_pictures.insert(path);
            } else if self.load.project.world().has(&path) {
                self.art_bytes(&path, &place);
            }
        }
    }

    /// Every picture in the folder of the faces that are drawn already.
    fn ready_faces(&mut self, place: &Place) {
        let ready = &self.game.art.ready_made;
        let folders: BTreeSet<String> =
            [&ready.front, &ready.back].into_iter().filter_map(|path| Some(path.rsplit_once('/')?.0.to_owned())).collect();
        for folder in folders.into_iter().filter(|folder| confined(folder).is_ok()) {
            let names = self.load.project.world().list(&folder).unwrap_or_default();
            for name in names.iter().filter(|name| is_picture(name)) {
                self.art_bytes(&format!("{folder}/{name}"), place);
            }
        }
    }
}

/// What slots are on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Unit,
    Marker,
    Card,
}

/// What a selector asks that only play answers, and where.
fn asked_of_play(who: &Units, place: &Place, asked: &mut Vec<(Place, &'static str)>) {
    // Every field by its name, so that a new one is thought of here.
    let Units {
        all,
        any,
        not,
        id: _,
        side,
        nation: _,
        formation: _,
        kind: _,
        class: _,
        tags: _,
        size: _,
        rating: _,
        steps,
        full,
        state: _,
        marker,
        did,
        mode,
        at,
        start,
        with,
        alone,
        near,
        across,
        supplied,
        same,
        role,
    } = who;
    let fields = [
        ("steps", steps.is_some()),
        ("full", full.is_some()),
        ("marker", marker.is_some()),
        ("did", did.is_some()),
        ("mode", mode.is_some()),
        ("at", at.is_some()),
        ("start", start.is_some()),
        ("with", with.is_some()),
        ("alone", alone.is_some()),
        ("near", near.is_some()),
        ("across", across.is_some()),
        ("supplied", supplied.is_some()),
        ("same", same.is_some()),
        ("role", role.is_some()),
    ];
    asked.extend(fields.into_iter().filter(|(_, is)| *is).map(|(field, _)| (place.clone().field(field).key(), field)));
    for (n, side) in side.iter().flatten().enumerate() {
        let word = match side {
            SideWord::Is(_) => continue,
            SideWord::Own => "own",
            SideWord::Enemy => "enemy",
        };
        asked.push((place.clone().field("side").index(n), word));
    }
    for (field, parts) in [("all", all), ("any", any)] {
        for (n, part) in parts.iter().flatten().enumerate() {
            asked_of_play(part, &place.clone().field(field).index(n), asked);
        }
    }
    if let Some(part) = not {
        asked_of_play(part, &place.clone().field("not"), asked);
    }
}

fn outline(outline: format::Outline) -> Outline {
    match outline {
        format::Outline::Square => Outline::Square,
        format::Outline::Round => Outline::Round,
        format::Outline::Hexagon => Outline::Hexagon,
    }
}

fn picture_fit(fit: format::PictureFit) -> PictureFit {
    match fit {
        format::PictureFit::Fit => PictureFit::Fit,
        format::PictureFit::Cover => PictureFit::Cover,
        format::PictureFit::Stretch => PictureFit::Stretch,
    }
}

fn print_of(print: &format::Print) -> Print {
    let pair = |pair: &format::Pair| match pair.0.as_slice() {
        [x, y] => (*x, *y),
        _ => (0.0, 0.0),
    };
    let paper = |paper: &format::Paper| match paper {
        format::Paper::A4 => Paper::A4,
        format::Paper::Letter => Paper::Letter,
    };
    let backs = |backs: &format::Backs| match backs {
        format::Backs::DuplexLong => Backs::DuplexLong,
        format::Backs::DuplexShort => Backs::DuplexShort,
        format::Backs::Fold => Backs::Fold,
        format::Backs::Fronts => Backs::Fronts,
    };
    let sheet = |sheet: &format::DieSheet| DieSheet {
        id: sheet.id.0.clone(),
        page: pair(&sheet.page_mm),
        cells: (sheet.columns, sheet.rows),
        counter_mm: sheet.counter_mm,
        margin: pair(&sheet.margin_mm),
        gutter: sheet.gutter_mm.as_ref().map(pair).unwrap_or_default(),
        block: sheet.block.as_ref().map(|block| ((block.columns, block.rows), pair(&block.gap_mm))),
    };
    Print {
        paper: print.paper.iter().flatten().map(paper).collect(),
        backs: print.backs.iter().flatten().map(backs).collect(),
        bleed_mm: print.bleed_mm,
        gutter_mm: print.gutter_mm,
        back_offset_mm: print.back_offset_mm.as_ref().map(pair),
        low_ink: print.low_ink.unwrap_or(false),
        overlap_mm: print.overlap_mm,
        bridge_cards: print.cards == Some(format::CardSize::Bridge),
        die_sheets: print.die_sheets.iter().flatten().map(sheet).collect(),
    }
}
