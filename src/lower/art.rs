//! art.json: only what can be wrong already; parts that draw read the rest.

use super::map_art::rgb;
use super::{Lower, Read};
use crate::diag::{Diag, codes, nearest};
use crate::format;
use crate::model::{Colours, Layout};
use crate::source::confined;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    /// A file that art names: it must be there, inside the folder.
    pub(super) fn art_file(&mut self, path: &str, place: Place) {
        if let Err(why) = confined(path) {
            let help = "put the file into the game's folder and name it from there";
            self.sink.report(Diag::new(&codes::PATH_OUTSIDE, place, why.to_string()).help(help));
        } else if !self.load.project.world().has(path) {
            let message = format!("there is no file `{path}` in the game's folder");
            self.sink.report(Diag::new(&codes::MISSING_FILE, place, message).help("add the file, or correct its name"));
        }
    }

    pub(super) fn art(&mut self, module: Origin, named: Option<&str>) {
        let Some(Read { origin, value, .. }) = self.part::<format::Art>(module, "art", named) else { return };
        for (name, path) in value.fonts.iter().flatten() {
            self.art_file(path, origin.at("fonts").field(name));
        }
        self.game.art.counter_mm = value.counter_mm;
        for (name, colours) in value.colours.iter().flatten() {
            let of = |text: &Option<String>| text.as_deref().and_then(rgb);
            let lowered = Colours { ground: of(&colours.ground), ink: of(&colours.ink), stripe: of(&colours.stripe) };
            self.game.art.colours.insert(name.clone(), lowered);
            let names = &self.names;
            let known =
                names.sides.get(name).is_some() || names.nations.get(name).is_some() || names.formations.get(name).is_some();
            let silent =
                names.sides.silent(name) || names.nations.silent(name) || names.formations.silent(name) || names.units.incomplete;
            if !known && !silent {
                let place = origin.at("colours").field(name).key();
                let near = nearest(name, names.sides.all().chain(names.nations.all()).chain(names.formations.all()));
                let help = near
                    .map(|n| format!("did you mean `{n}`?"))
                    .unwrap_or_else(|| "name a side, a nation or a formation".to_owned());
                self.sink.report(
                    Diag::new(&codes::UNKNOWN_NAME, place, format!("unknown side, nation or formation `{name}`")).help(help),
                );
            }
        }
        let layouts = self.list::<format::Layout>(origin, "layouts");
        for Read { origin, value, .. } in layouts.items {
            let who = self.take(origin, "for");
            let slots = value.slots.filled().map(|(slot, text)| (slot.to_owned(), text.to_owned())).collect();
            self.game.layouts.push(Layout { who, slots });
            self.origins.layouts.push(origin);
        }
        let _: Option<crate::model::Units> = self.take(origin, "ready-made.for");
        if let Some(map) = &value.map {
            self.map_art(map, &origin.at("map"));
        }
    }
}
