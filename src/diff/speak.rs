//! What things are called: by their ids, to compare them, or by the names that players know.

use super::change::{listed, natural, plain};
use crate::hexgrid::{HexId, Hexside};
use crate::model::*;

/// Speaks of one game.
#[derive(Clone, Copy)]
pub(super) struct Speak<'g> {
    pub(super) game: &'g Game,
    /// By ids instead of names.
    pub(super) ids: bool,
}

/// An id in quotation marks.
pub(super) fn code(id: &str) -> String {
    format!("`{}`", plain(id))
}

/// A name inside a sentence: `Movement` becomes `movement`, `MA` stays.
pub(super) fn inside(name: &str) -> String {
    let mut chars = name.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(chars).collect(),
        _ => name.to_owned(),
    }
}

macro_rules! named {
    ($($what:ident $list:ident $key:ident;)+) => {
        $(
            #[doc = concat!("A name of `", stringify!($list), "`.")]
            pub(super) fn $what(self, id: $key) -> String {
                self.called(self.game.$list.at(id).map(|it| (it.id.as_str(), it.name.as_deref())))
            }
        )+
    };
}

impl<'g> Speak<'g> {
    /// The id, or the name if there is one.
    pub(super) fn called(self, it: Option<(&str, Option<&str>)>) -> String {
        match it {
            Some((id, Some(name))) if !self.ids && !name.is_empty() && name != id => plain(name),
            Some((id, _)) if self.ids => id.to_owned(),
            Some((id, _)) => plain(id),
            None => "?".to_owned(),
        }
    }

    named! {
        side sides SideId;
        nation nations NationId;
        kind types TypeId;
        class classes ClassId;
        rating ratings RatingId;
        state states StateId;
        formation formations FormationId;
        marker markers MarkerId;
        terrain terrain TerrainId;
    }

    /// A unit: always by its id, which is what scenarios use.
    pub(super) fn unit(self, id: UnitId) -> String {
        self.game.units.at(id).map_or_else(|| "?".to_owned(), |unit| code(&unit.id))
    }

    pub(super) fn units(self, ids: &[UnitId]) -> Option<String> {
        (!ids.is_empty()).then(|| self.all(ids, Speak::unit, "and"))
    }

    pub(super) fn turn(self, id: TurnId) -> String {
        self.game.turns.at(id).map_or_else(|| "?".to_owned(), |turn| plain(&turn.id))
    }

    pub(super) fn option(self, id: OptionId) -> String {
        self.called(self.game.rules.options.at(id).map(|option| (option.id.as_str(), option.name.as_deref())))
    }

    fn map(self) -> Option<&'g Map> {
        self.game.map.as_ref()
    }

    pub(super) fn hex(self, hex: HexId) -> String {
        self.map().map_or_else(|| "?".to_owned(), |map| map.board.name(hex))
    }

    pub(super) fn hexside(self, side: Hexside) -> String {
        self.map().map_or_else(|| "?".to_owned(), |map| hexside(map, side))
    }

    pub(super) fn place(self, id: PlaceId) -> String {
        self.called(self.map().and_then(|map| map.places.at(id)).map(|place| (place.id.as_str(), Some(place.name.as_str()))))
    }

    pub(super) fn area(self, id: AreaId) -> String {
        self.called(self.map().and_then(|map| map.areas.at(id)).map(|area| (area.id.as_str(), area.name.as_deref())))
    }

    /// An entry: by the letter that is printed.
    pub(super) fn entry(self, id: EntryId) -> String {
        self.map().and_then(|map| map.entries.at(id)).map_or_else(|| "?".to_owned(), |entry| plain(&entry.id))
    }

    pub(super) fn off_map(self, id: BoxId) -> String {
        self.called(self.map().and_then(|map| map.boxes.at(id)).map(|b| (b.id.as_str(), b.name.as_deref())))
    }

    /// A bridge: by its hexside, which never changes, and its name for the reader.
    pub(super) fn bridge(self, id: BridgeId) -> String {
        match self.map().and_then(|map| map.bridges.at(id)) {
            Some(Bridge { name: Some(name), .. }) if !self.ids => plain(name),
            Some(bridge) => self.hexside(bridge.side),
            None => "?".to_owned(),
        }
    }

    /// Several of which the order does not matter.
    pub(super) fn all<K: Copy>(self, ids: &[K], name: impl Fn(Self, K) -> String, last: &str) -> String {
        sorted(ids.iter().map(|id| name(self, *id)), last)
    }

    pub(super) fn location(self, at: Location) -> String {
        match at {
            Location::Hex(hex) => self.hex(hex),
            Location::Box(id) => self.off_map(id),
        }
    }

    /// After "sets up in".
    pub(super) fn somewhere(self, at: &Where) -> String {
        match at {
            Where::At(location) => self.location(*location),
            Where::Within(hexes, far) => {
                let hexes: Vec<String> = hexes.iter().map(|hex| self.hex(*hex)).collect();
                format!("any hex within {far} of {}", listed(&hexes, "or"))
            }
            Where::In(area, except) if except.is_empty() => format!("any hex of {}", self.area(*area)),
            Where::In(area, except) => {
                let except: Vec<String> = except.iter().map(|hex| self.hex(*hex)).collect();
                format!("any hex of {} except {}", self.area(*area), super::change::runs(&except))
            }
        }
    }

    /// The numbers of a face: `attack 4, defense 3`.
    pub(super) fn numbers(self, face: &Face) -> String {
        let shown = self.game.ratings.ids().filter_map(|id| {
            let value = rated(face.rating(id))?;
            Some(format!("{} {value}", inside(&self.rating(id))))
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// A hexside in one way, whatever the order of the hexes in the game: the lower number first.
pub(super) fn hexside(map: &Map, side: Hexside) -> String {
    match map.board.hexside_hexes(side) {
        (a, Some(b)) => {
            let mut names = [map.board.name(a), map.board.name(b)];
            names.sort();
            names.join("/")
        }
        _ => map.board.hexside_name(side),
    }
}

/// A number on a counter.
pub(super) fn rated(rated: RatingValue) -> Option<String> {
    match rated {
        RatingValue::Absent => None,
        RatingValue::Unknown => Some("not known yet".to_owned()),
        RatingValue::Known(n) => Some(n.to_string()),
    }
}

/// Words of which the order does not matter, in one order.
pub(super) fn sorted(words: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    words.sort_by_cached_key(|word| natural(word));
    listed(&words, last)
}

/// An author's tags, in one order; nothing if there are none.
pub(super) fn tags(tags: &[String], last: &str) -> Option<String> {
    (!tags.is_empty()).then(|| sorted(tags.iter().map(|tag| plain(tag)), last))
}
