//! art.json: colours, layouts, looks, print; and the files that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::map_art::rgb;
use super::{Lower, Read};
use crate::diag::{Diag, TooMany, codes, decided, nearest};
use crate::format;
use crate::model::{
    Backs, ChartPicture, Colours, DieSheet, Layout, Look, Paper, Print, ReadyMade, Slot, SlotColour, SlotPlace, is_picture,
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
        self.game.art.counter_mm = value.counter_mm;
        for (name, colours) in value.colours.iter().flatten() {
            self.colours(origin, name, colours);
        }
        let layouts = self.list::<format::Layout>(origin, "layouts");
        for Read { origin, value, .. } in layouts.items {
            let who = self.take(origin, "for");
            let slots = self.slots(&value.slots, &origin.at("slots"));
            self.game.layouts.push(Layout { who, slots });
            self.origins.layouts.push(origin);
        }
        let looks = self.list::<format::Look>(origin, "looks");
        for Read { origin, value, .. } in looks.items {
            let who = self.take(origin, "for");
            let of = |text: &Option<String>| text.as_deref().and_then(rgb);
            let look = Look {
                who,
                frame: of(&value.frame),
                ink: of(&value.ink),
                ground: of(&value.ground),
                before: value.before.clone().unwrap_or_default(),
                after: value.after.clone().unwrap_or_default(),
                slots: value.slots.as_ref().map(|slots| self.slots(slots, &origin.at("slots"))).unwrap_or_default(),
                of: value.of,
            };
            self.game.art.looks.push(look);
            self.origins.looks.push(origin);
        }
        if let Some(ready) = &value.ready_made {
            let usual = ReadyMade::default();
            let taken = self.take(origin, "ready-made.for");
            // Where the selector could not be read, nobody must have them.
            let who = if ready.who.is_some() && taken.is_none() { None } else { Some(taken) };
            let back = ready.back.clone().unwrap_or(usual.back);
            self.game.art.ready_made = ReadyMade { front: ready.front.clone(), back, who };
        }
        self.ready_faces(&origin.at("ready-made"));
        if let Some(print) = &value.print {
            self.game.art.print = print_of(print);
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
            let place = art.at("colours").field(name).key();
            let help = near
                .map(|n| format!("did you mean `{n}`?"))
                .unwrap_or_else(|| "name a side, a nation, a formation, a marker or a deck".to_owned());
            let message = format!("unknown side, nation, formation, marker or deck `{name}`");
            self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place, message).help(help));
        }
    }

    fn slots(&mut self, slots: &format::Slots, place: &Place) -> Vec<(SlotPlace, Slot)> {
        let mut all = Vec::new();
        for (at, slot) in slots.filled() {
            let place = place.clone().field(at.word());
            let show = slot.show.clone().unwrap_or_default();
            if is_picture(&show) {
                self.pictures(&show, &place);
            }
            let known = |name: &str| ["regular", "bold"].contains(&name) || self.game.art.fonts.contains_key(name);
            if let Some(font) = slot.font.as_deref().filter(|name| !known(name)) {
                let named = self.game.art.fonts.keys().map(String::as_str).chain(["regular", "bold"]);
                let help = nearest(font, named)
                    .map(|near| format!("did you mean `{near}`?"))
                    .unwrap_or_else(|| "name it in `fonts`, or write `bold` or `regular`".to_owned());
                let message = format!("unknown font `{font}`");
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place.clone().field("font"), message).help(help));
            }
            let colour = |text: &Option<String>| match text.as_deref()? {
                "stripe" => Some(SlotColour::Stripe),
                text => rgb(text).map(SlotColour::Rgb),
            };
            let lowered = Slot {
                show,
                plain: slot.plain,
                font: slot.font.clone(),
                mm: slot.mm,
                least_mm: slot.least_mm,
                ink: colour(&slot.ink),
                fill: colour(&slot.fill),
                frame: colour(&slot.frame),
                turn: slot.turn,
            };
            all.push((at, lowered));
        }
        all
    }

    /// The pictures that a slot may show. Where its path has words in braces, whether a counter lacks its own is judged
    /// later, when it is known which counters have the slot.
    fn pictures(&mut self, path: &str, place: &Place) {
        if !path.contains('{') {
            if self.art_file(path, place.clone()) {
                self.art_bytes(path, place);
            }
            return;
        }
        let game = &self.game;
        let of = |unit: &crate::model::Unit| (0..unit.faces.len()).map(|face| game.filled(path, unit, face)).collect::<Vec<_>>();
        let paths: BTreeSet<String> = game.units.values().flat_map(of).collect();
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
