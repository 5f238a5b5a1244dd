//! module.json: the words of the game, and the levels of checks.

use super::names::each;
use super::{Lower, Read};
use crate::diag::{Diag, Exemption, Level, codes};
use crate::format::{self, LevelWord};
use crate::model::*;
use crate::schema::Vocabulary;
use crate::source::limits;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    /// Lowers what stands in module.json itself.
    pub(super) fn words(&mut self, origin: Origin, module: &format::Module) {
        self.game.name = module.name.clone();
        self.game.id = module.id.as_ref().map(|id| id.0.clone()).unwrap_or_default();
        self.game.version = module.version.clone();
        self.game.about = module.about.clone();
        self.game.authors = module.authors.clone().unwrap_or_default();
        self.game.credits = module.credits.clone().unwrap_or_default();
        self.game.license = module.license.clone();
        self.load.sheets = module.sheets.clone().unwrap_or_default();
        // Headings that are mapped under a file name that does not exist are mapped for another file.
        let world = self.load.project.world();
        self.load.lost_sheets |= self.load.sheets.keys().any(|sheet| !world.has(sheet.split('#').next().unwrap_or(sheet)));
        self.levels(origin, module);

        let sides = self.list::<format::Side>(origin, "sides");
        each(
            &sides,
            &mut self.names.sides,
            &mut self.game.sides,
            self.sink,
            |s| &s.id.0,
            |read, sink| {
                let Read { origin, value, .. } = read;
                if SideWord::of(&value.id.0).is_some() {
                    let message = format!("side `{}` has the name of a word that means a side as seen from another", value.id);
                    sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("id"), message).help("give the side another id"));
                }
                Side { id: value.id.0.clone(), name: value.name.clone() }
            },
        );
        let nations = self.list::<format::Nation>(origin, "nations");
        let names = &mut self.names;
        let known = &names.sides;
        each(
            &nations,
            &mut names.nations,
            &mut self.game.nations,
            self.sink,
            |n| &n.id.0,
            |read, sink| Nation {
                id: read.value.id.0.clone(),
                name: read.value.name.clone(),
                side: known.find(&read.value.side.0, read.origin.at("side"), sink),
            },
        );
        let classes = self.list::<format::Class>(origin, "classes");
        each(
            &classes,
            &mut self.names.classes,
            &mut self.game.classes,
            self.sink,
            |c| &c.id.0,
            |read, _| Class { id: read.value.id.0.clone(), name: read.value.name.clone() },
        );
        let types = self.list::<format::UnitType>(origin, "types");
        // Types may speak of classes that nobody lists: then they make them.
        for read in &types.items {
            if let Some(class) = &read.value.class {
                self.class(&class.0, read.origin.at("class"));
            }
        }
        let names = &mut self.names;
        let known = &names.classes;
        each(
            &types,
            &mut names.types,
            &mut self.game.types,
            self.sink,
            |t| &t.id.0,
            |read, _| UnitType {
                id: read.value.id.0.clone(),
                name: read.value.name.clone(),
                class: read.value.class.as_ref().and_then(|class| known.get(&class.0)),
                symbol: read.value.symbol.clone().unwrap_or_else(|| read.value.id.0.clone()),
            },
        );
        let ratings = self.list::<format::Rating>(origin, "ratings");
        each(
            &ratings,
            &mut self.names.ratings,
            &mut self.game.ratings,
            self.sink,
            |r| &r.id.0,
            |read, sink| {
                let Read { origin, value, .. } = read;
                if format::fields::<format::Unit>().contains(&value.id.0.as_str()) {
                    let message = format!("rating `{}` has the name of a field that every unit has", value.id);
                    sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("id"), message).help("give the rating another id"));
                } else if Counted::of(&value.id.0).is_some() {
                    let message = format!("rating `{}` has the name of what rules count besides ratings", value.id);
                    sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("id"), message).help("give the rating another id"));
                }
                let swapped = matches!((value.min, value.max), (Some(min), Some(max)) if min > max);
                if let (Some(min), Some(max)) = (value.min, value.max)
                    && min > max
                {
                    let message = format!("rating `{}` has min {min} and max {max}", value.id);
                    sink.report(
                        Diag::new(&codes::OUT_OF_RANGE, origin.at("min"), message).help("write the smaller number as min"),
                    );
                }
                Rating {
                    id: value.id.0.clone(),
                    name: value.name.clone(),
                    min: value.min.filter(|_| !swapped),
                    max: value.max.filter(|_| !swapped),
                    only: None,
                    required: value.required.unwrap_or(false),
                    rises: value.rises.unwrap_or(false),
                }
            },
        );
        self.states(origin);
    }

    fn states(&mut self, origin: Origin) {
        for (name, step) in [("full", false), ("reduced", true)] {
            let id = self.game.states.push(State { id: name.to_owned(), name: None, step, counter: true });
            self.names.states.alias(name, id);
            self.names.states.origins.push(None);
        }
        let states = self.list::<format::State>(origin, "states");
        self.names.states.absorb(&states);
        for read in &states.items {
            let value = &read.value;
            let own = State {
                id: value.id.0.clone(),
                name: value.name.clone(),
                step: value.step.unwrap_or(value.id.0 == "reduced"),
                counter: value.counter.unwrap_or(true),
            };
            let builtin = self.names.states.get(&value.id.0).filter(|id| *id == Game::FULL || *id == Game::REDUCED);
            match builtin {
                // A name for one that is always there.
                Some(id) => {
                    if let Some(state) = self.game.states.at_mut(id) {
                        *state = own;
                    }
                }
                None => {
                    self.names.states.add(
                        &mut self.game.states,
                        &value.id.0,
                        Some(read.origin),
                        read.origin.at("id"),
                        own,
                        self.sink,
                    );
                }
            }
        }
    }

    /// A class by its name; made by the name itself where the game lists none.
    pub(super) fn class(&mut self, name: &str, place: Place) -> Option<ClassId> {
        let new = !self.names.classes.stated && self.names.classes.get(name).is_none() && name != "?";
        if new && self.game.classes.len() >= limits::CLASSES {
            if !std::mem::replace(&mut self.names.classes.incomplete, true) {
                let message = format!("the game has more than {} movement classes", limits::CLASSES);
                self.sink.report(Diag::new(&codes::TOO_MANY, place, message).help("let like units have one class"));
            }
            return None;
        }
        if new {
            let id = self.game.classes.push(Class { id: name.to_owned(), name: None });
            self.names.classes.alias(name, id);
            self.names.classes.origins.push(None);
        }
        self.names.classes.find(name, place, self.sink)
    }

    /// A side by its name; made by the name itself where the game lists none.
    pub(super) fn side(&mut self, name: &str, place: Place) -> Option<SideId> {
        let new = !self.names.sides.stated && self.names.sides.get(name).is_none() && name != "?";
        if new && self.game.sides.len() >= limits::SIDES {
            if !std::mem::replace(&mut self.names.sides.incomplete, true) {
                let message = format!("the game has more than {} sides", limits::SIDES);
                self.sink
                    .report(Diag::new(&codes::TOO_MANY, place, message).help("write what a unit belongs to as its `nation`"));
            }
            return None;
        }
        if new {
            let id = self.game.sides.push(Side { id: name.to_owned(), name: None });
            self.names.sides.alias(name, id);
            self.names.sides.origins.push(None);
        }
        self.names.sides.find(name, place, self.sink)
    }

    fn levels(&mut self, origin: Origin, module: &format::Module) {
        for (code, set) in module.levels.iter().flatten() {
            let level = match set.level {
                LevelWord::Allow => Level::Allow,
                LevelWord::Warn => Level::Warn,
                LevelWord::Error => Level::Error,
            };
            self.levels.codes.insert(code.clone(), (level, origin.at("levels").field(code).key()));
        }
        let allow = self.load.list::<format::Allow>(origin, "allow", &Vocabulary::default(), self.sink);
        for Read { origin, value, .. } in allow.items {
            if value.scenario.is_none() && value.hex.is_none() && value.off_map.is_none() && value.unit.is_none() {
                let message = format!("exemption for `{}` names no scenario, hex, box or unit", value.code);
                let help = "say where it is meant, or set the code's level in `levels`";
                self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin.at("code"), message).help(help));
                continue;
            }
            self.exempted.push(origin);
            self.levels.exemptions.push(Exemption {
                code: value.code,
                scenario: value.scenario.map(|id| id.0),
                hex: value.hex,
                off_map: value.off_map.map(|id| id.0),
                unit: value.unit.map(|id| id.0),
                place: origin.at("code"),
            });
        }
    }

    /// `only` of the ratings, once there are units and formations to speak of.
    pub(super) fn rating_selectors(&mut self, module: Origin) {
        let ratings = self.list::<format::Rating>(module, "ratings");
        for Read { origin, value, .. } in ratings.items {
            let Some(id) = self.names.ratings.get(&value.id.0) else { continue };
            let only = self.take(origin, "only");
            if let Some(rating) = self.game.ratings.at_mut(id) {
                // Who must have it cannot be told where `only` was lost.
                rating.required &= only.is_some() || value.only.is_none();
                rating.only = only;
            }
        }
    }
}
