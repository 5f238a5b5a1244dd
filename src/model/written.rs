//! Pieces as an author would write them: ids become names again.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_json::{Map, Value};

use super::*;
use crate::hexgrid::HexId;

/// A piece of the rules in the author's words; nothing where it says nothing.
pub fn written<T: Serialize + ?Sized>(game: &Game, piece: &T) -> Option<Value> {
    piece.serialize(Writer { game, spoken: false }).ok().flatten()
}

/// The same, with the names that players know instead of ids where there are any.
pub fn spoken<T: Serialize + ?Sized>(game: &Game, piece: &T) -> Option<Value> {
    piece.serialize(Writer { game, spoken: true }).ok().flatten()
}

#[derive(Clone, Copy)]
struct Writer<'g> {
    game: &'g Game,
    spoken: bool,
}

/// Nothing here can fail; serde wants a type for it.
#[derive(Debug)]
struct Never;

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it cannot be written")
    }
}
impl std::error::Error for Never {}
impl ser::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Never
    }
}

type Written = Result<Option<Value>, Never>;

impl Writer<'_> {
    /// The name behind a number of that kind: the one that players know, if that is wanted and there is one.
    fn name(&self, kind: IdKind, n: u32) -> Option<String> {
        /// A thing's id, and what players call it.
        type Called<'g> = Option<(&'g str, Option<&'g str>)>;
        fn find<'g, K: Key, T>(list: &'g List<K, T>, n: u32, called: impl Fn(&'g T) -> (&'g str, Option<&'g str>)) -> Called<'g> {
            list.at(K::new(n as usize)).map(called)
        }
        let game = self.game;
        let map = || game.map.as_ref();
        let (id, name) = match kind {
            IdKind::Side => find(&game.sides, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Nation => find(&game.nations, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Type => find(&game.types, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Class => find(&game.classes, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Rating => find(&game.ratings, n, |x| (&x.id, x.name.as_deref())),
            IdKind::State => find(&game.states, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Formation => find(&game.formations, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Unit => find(&game.units, n, |x| (&x.id, None)),
            IdKind::Marker => find(&game.markers, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Card => find(&game.cards, n, |x| (&x.id, None)),
            IdKind::Terrain => find(&game.terrain, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Table => find(&game.tables, n, |x| (&x.id, None)),
            IdKind::Turn => find(&game.turns, n, |x| (&x.id, None)),
            IdKind::Option => find(&game.rules.options, n, |x| (&x.id, None)),
            IdKind::Scenario => find(&game.scenarios, n, |x| (&x.id, None)),
            IdKind::Place => find(&map()?.places, n, |x| (&x.id, Some(&x.name))),
            IdKind::Area => find(&map()?.areas, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Entry => find(&map()?.entries, n, |x| (&x.id, None)),
            IdKind::Exit => find(&map()?.exits, n, |x| (&x.id, None)),
            IdKind::Arrow => find(&map()?.arrows, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Source => find(&map()?.sources, n, |x| (&x.id, None)),
            IdKind::Box => find(&map()?.boxes, n, |x| (&x.id, x.name.as_deref())),
            IdKind::Mode => Some((game.words.modes.word(ModeName(n)), None)),
            IdKind::Trace => Some((game.words.traces.word(TraceName(n)), None)),
            IdKind::Phase => Some((game.words.phases.word(PhaseName(n)), None)),
            IdKind::Flag => Some((game.words.flags.word(FlagName(n)), None)),
            IdKind::Counter => Some((game.words.counters.word(CounterName(n)), None)),
            // By its hexside, which every bridge has and no two share.
            IdKind::Bridge => return Some(map()?.board.hexside_name(map()?.bridges.at(BridgeId(n))?.side)),
        }?;
        Some(name.filter(|_| self.spoken).unwrap_or(id).to_owned())
    }

    fn hex(&self, n: u32) -> Option<String> {
        self.game.map.as_ref().map(|map| map.board.name(HexId(n)))
    }
}

fn numbers(value: &Value) -> Vec<u32> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|n| u32::try_from(n.as_u64()?).ok()).collect()
}

impl<'g> Serializer for Writer<'g> {
    type Ok = Option<Value>;
    type Error = Never;
    type SerializeSeq = Sequence<'g>;
    type SerializeTuple = Sequence<'g>;
    type SerializeTupleStruct = Sequence<'g>;
    type SerializeTupleVariant = Sequence<'g>;
    type SerializeMap = Object<'g>;
    type SerializeStruct = Object<'g>;
    type SerializeStructVariant = Object<'g>;

    fn serialize_bool(self, v: bool) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_i8(self, v: i8) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_i16(self, v: i16) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_i32(self, v: i32) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_i64(self, v: i64) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_u8(self, v: u8) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_u16(self, v: u16) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_u32(self, v: u32) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_u64(self, v: u64) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_f32(self, v: f32) -> Written {
        Ok(Some(f64::from(v).into()))
    }
    fn serialize_f64(self, v: f64) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_char(self, v: char) -> Written {
        Ok(Some(v.to_string().into()))
    }
    fn serialize_str(self, v: &str) -> Written {
        Ok(Some(v.into()))
    }
    fn serialize_bytes(self, _: &[u8]) -> Written {
        Ok(None)
    }
    fn serialize_none(self) -> Written {
        Ok(None)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Written {
        // A change that takes a field away says `null`.
        Ok(Some(serde_json::Value::Null))
    }
    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(None)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        Ok(Some(variant.into()))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Written {
        let Some(plain) = value.serialize(self)? else { return Ok(None) };
        Ok(match NameKind::of(name) {
            Some(NameKind::Id(kind)) => {
                let number = plain.as_u64().and_then(|n| u32::try_from(n).ok());
                number.and_then(|n| self.name(kind, n)).map(Value::from)
            }
            Some(NameKind::Phrase(PhraseKind::Hexes)) => {
                let names: Vec<String> = numbers(&plain).into_iter().filter_map(|n| self.hex(n)).collect();
                Some(names.join(" ").into())
            }
            Some(NameKind::Phrase(PhraseKind::Hexsides)) => {
                let names = numbers(&plain);
                let pairs = names.chunks_exact(2).filter_map(|pair| match pair {
                    [a, b] => Some(format!("{}/{}", self.hex(*a)?, self.hex(*b)?)),
                    _ => None,
                });
                Some(pairs.collect::<Vec<_>>().join(" ").into())
            }
            // Words as they are.
            Some(NameKind::Word(_)) | Some(NameKind::Phrase(PhraseKind::SideWord | PhraseKind::Counted | PhraseKind::Dice)) => {
                Some(plain)
            }
            // What stands for no name is written as what it holds.
            None => Some(plain),
        })
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut object = Map::new();
        object.extend(value.serialize(self)?.map(|value| (variant.to_owned(), value)));
        Ok(Some(Value::Object(object)))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence<'g>, Never> {
        Ok(Sequence { writer: self, list: Vec::new() })
    }
    fn serialize_tuple(self, _: usize) -> Result<Sequence<'g>, Never> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Sequence<'g>, Never> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Sequence<'g>, Never> {
        self.serialize_seq(None)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Object<'g>, Never> {
        Ok(Object { writer: self, members: Map::new(), key: None })
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Object<'g>, Never> {
        self.serialize_map(None)
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Object<'g>, Never> {
        let mut object = self.serialize_map(None)?;
        object.members.insert("kind".to_owned(), variant.into());
        Ok(object)
    }
}

struct Sequence<'g> {
    writer: Writer<'g>,
    list: Vec<Value>,
}

impl Sequence<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.list.extend(value.serialize(self.writer)?);
        Ok(())
    }
}

macro_rules! sequence {
    ($($of:ident $push:ident),+) => {$(
        impl ser::$of for Sequence<'_> {
            type Ok = Option<Value>;
            type Error = Never;
            fn $push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.push(value)
            }
            fn end(self) -> Written {
                Ok(Some(Value::Array(self.list)))
            }
        }
    )+};
}

sequence!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

struct Object<'g> {
    writer: Writer<'g>,
    members: Map<String, Value>,
    key: Option<String>,
}

impl Object<'_> {
    fn put<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Never> {
        if let Some(value) = value.serialize(self.writer)? {
            self.members.insert(key.to_owned(), value);
        }
        Ok(())
    }
}

impl ser::SerializeMap for Object<'_> {
    type Ok = Option<Value>;
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.key = key.serialize(self.writer)?.and_then(|key| key.as_str().map(str::to_owned));
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        match self.key.take() {
            Some(key) => self.put(&key, value),
            None => Ok(()),
        }
    }
    fn end(self) -> Written {
        Ok(Some(Value::Object(self.members)))
    }
}

macro_rules! object {
    ($($of:ident),+) => {$(
        impl ser::$of for Object<'_> {
            type Ok = Option<Value>;
            type Error = Never;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
                self.put(key, value)
            }
            fn end(self) -> Written {
                Ok(Some(Value::Object(self.members)))
            }
        }
    )+};
}

object!(SerializeStruct, SerializeStructVariant);
