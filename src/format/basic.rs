//! The small words of the format: ids, lists, values that may be unknown.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::model::inline_schema;

/// How the path of a picture ends; editors know no `(?i)`.
pub(super) const PICTURE: &str = "\\.([pP][nN][gG]|[jJ][pP][eE]?[gG]|[sS][vV][gG])$";

/// A name that other files use: no blanks, and none of `| @ / , ;`.
pub use crate::model::Label as Id;
/// Text or a whole number, both taken as text: a designation may be `110`, a movement cost `1/2`.
pub use crate::model::RuleNumber as Word;

/// The names of a type's fields, as an author types them.
pub fn fields<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    struct Asked<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Asked<'_> {
        type Error = serde::de::value::Error;
        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }
        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(serde::de::Error::custom("only the names were asked for"))
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }
    let mut fields: &'static [&'static str] = &[];
    // It always refuses, when it has noted the names.
    let _ = T::deserialize(Asked(&mut fields));
    fields
}

/// A list of objects, written in place or kept in a sheet.
///
/// It is read element by element, straight from the tree, so that one bad row loses only itself; that is why
/// reading the object around it skips what stands here.
#[derive(Clone, Debug)]
pub struct ListOf<T>(PhantomData<T>);

impl<'de, T> Deserialize<'de> for ListOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| ListOf(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for ListOf<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("ListOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({
            "description": "A list written here, or a sheet: {\"csv\": \"units.csv\"} or {\"xlsx\": \"oob.xlsx\", \"sheet\": \"Units\"}.",
            "type": ["array", "object"],
            "items": item,
            "properties": {
                "$schema": { "description": "Where the schema is; editors read it.", "type": "string" },
                "list": { "description": "The list, where the file also names its $schema.", "type": "array", "items": item },
                "csv": { "description": "A sheet of comma-, semicolon- or tab-divided values in the game's folder.", "type": "string" },
                "xlsx": { "description": "A workbook in the game's folder.", "type": "string" },
                "sheet": { "description": "The sheet of the workbook; its first one if left out.", "type": "string" }
            },
            "additionalProperties": false
        })
    }
}

/// A piece of the rules. It is read straight from the tree, with the game's names at hand, when all of them are known;
/// reading the object around it skips what stands here. So it skips a note, which only people read.
#[derive(Clone, Debug)]
pub struct Written<T>(PhantomData<T>);

impl<'de, T> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Written(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Written<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A value, or `"?"` where the author does not know it yet: then it is unchecked, not wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsure<T> {
    /// As written.
    Known(T),
    /// `"?"`.
    Unknown,
}

impl<T> Unsure<T> {
    /// The value, if it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Unsure::Known(value) => Some(value),
            Unsure::Unknown => None,
        }
    }
}

impl<'de> Deserialize<'de> for Unsure<i32> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Unsure<i32>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or \"?\"")
            }
            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Self::Value, E> {
                i32::try_from(n).map(Unsure::Known).map_err(E::custom)
            }
            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Self::Value, E> {
                i32::try_from(n).map(Unsure::Known).map_err(E::custom)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                if text == "?" { Ok(Unsure::Unknown) } else { Err(E::custom("a whole number or \"?\"")) }
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl JsonSchema for Unsure<i32> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "UnsureNumber".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "minimum": -1_000_000, "maximum": 1_000_000, "pattern": "^\\?$" })
    }
}

/// Values by names of the author's, in the order of the names.
///
/// Thousands of rows have the same few names: those are kept once.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Arc<str>, T)>);

/// So many names most rows have at most.
const FEW: usize = 6;

/// So many names are remembered.
const NAMES: usize = 32;

thread_local! {
    /// Names that were read lately, and the place of the next, if they come in the same order again.
    static LATELY: RefCell<(Vec<Arc<str>>, usize)> = const { RefCell::new((Vec::new(), 0)) };
}

fn shared(name: &str) -> Arc<str> {
    LATELY.with_borrow_mut(|(known, next)| {
        let (before, after) = known.split_at(*next);
        let place = after.iter().position(|known| **known == *name).map(|place| place + *next);
        let place = place.or_else(|| before.iter().position(|known| **known == *name)).unwrap_or_else(|| {
            if known.len() == NAMES {
                known.clear();
            }
            known.push(name.into());
            known.len() - 1
        });
        *next = place + 1;
        known.get(place).map_or_else(|| name.into(), Arc::clone)
    })
}

/// Reads a name.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Arc<str>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Arc<str>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Arc<str>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }
    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Arc<str>, E> {
        Ok(shared(name))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for V<T> {
            type Value = Named<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("values by name")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Named<T>, A::Error> {
                let mut all = Vec::with_capacity(members.size_hint().unwrap_or(FEW));
                while let Some(name) = members.next_key_seed(Name)? {
                    all.push((name, members.next_value()?));
                }
                all.sort_by(|(one, _), (other, _)| one.cmp(other));
                Ok(Named(all))
            }
        }
        deserializer.deserialize_map(V(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

/// A movement cost: `2`, `1/2`, `+1`, `no`, `road`, `all`, or `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostWord(pub String);

impl<'de> Deserialize<'de> for CostWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Word::deserialize(deserializer).map(|word| CostWord(word.0))
    }
}

inline_schema!(
    CostWord,
    "Cost",
    json_schema!({
        "description": "Movement points: a number, a fraction such as \"1/2\", \"+1\" to add to the hex's own cost; \"no\" (never), \"road\" (only along a road), \"all\" (the whole allowance), \"other\" (as the terrain beneath), \"?\" (not known yet). \"first\" before it: only as the first step of a move; \"stop\" after it: the move ends there; \"mode:march\": only in that mode, and it costs 1.",
        "type": ["string", "integer"],
        "pattern": "^(first$|first stop$|(first )?(\\+?[0-9]{1,4}(/[1-9][0-9]{0,2})?|no|road|all|other|mode:[^\\s|@/,;]+|\\?)( stop)?$)",
        "minimum": 0,
        "maximum": 9999
    })
);

/// Hexes by their printed numbers: a list, or one text with blanks between them.
///
/// `0301-0305` is a run along one column or row; `0601-0808`, where both differ, is the whole rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexList {
    /// `"0301-0305 0207"`.
    Text(String),
    /// `["0301", "0207"]`.
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for HexList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = HexList;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("hexes as text or as a list of texts")
            }
            fn visit_str<E>(self, text: &str) -> Result<HexList, E> {
                Ok(HexList::Text(text.to_owned()))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<HexList, A::Error> {
                let mut list = Vec::new();
                while let Some(hex) = seq.next_element()? {
                    list.push(hex);
                }
                Ok(HexList::List(list))
            }
        }
        deserializer.deserialize_any(V)
    }
}

inline_schema!(
    HexList,
    "Hexes",
    json_schema!({
        "description": "Hexes by their printed numbers, as a list or with blanks between them. \"0301-0305\" is a run along one column or row; \"0601-0808\" is the whole rectangle.",
        "type": ["string", "array"],
        "items": { "type": "string" }
    })
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_however_many_there_are() {
        let name = |n: usize| format!("name{n:03}");
        for count in [0, 1, NAMES, NAMES + 1, 5 * NAMES] {
            let written: BTreeMap<String, usize> = (0..count).map(|n| (name(n), n)).collect();
            // In the order of the text, which is another.
            let text: Vec<String> = written.iter().rev().map(|(name, n)| format!("\"{name}\": {n}")).collect();
            for _ in 0..2 {
                let read: Named<usize> = serde_json::from_str(&format!("{{{}}}", text.join(", "))).unwrap();
                let read: Vec<(String, usize)> = read.0.iter().map(|(name, n)| (name.to_string(), *n)).collect();
                assert_eq!(read, written.clone().into_iter().collect::<Vec<_>>());
            }
        }
    }
}
