//! A tree is a serde data format: `T::deserialize(node)` types what the schema has passed.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::tree::{Elements, Member, Members, NodeKind, NodeRef};

/// What serde could not take. The schema has passed the value, so this is a fault of ours.
#[derive(Debug)]
pub enum Mismatch {
    /// A field that its object does not have.
    UnknownField {
        /// Its name.
        field: String,
        /// The fields that there are.
        known: &'static [&'static str],
    },
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::UnknownField { field, .. } => write!(f, "unknown field `{field}`"),
            Mismatch::Other(words) => f.write_str(words),
        }
    }
}
impl std::error::Error for Mismatch {}
impl de::Error for Mismatch {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Mismatch::Other(message.to_string())
    }
    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Mismatch::UnknownField { field: field.to_owned(), known }
    }
}

impl<'de> Deserializer<'de> for NodeRef<'de> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        let node = self.node();
        match node.kind {
            NodeKind::Null => visitor.visit_unit(),
            NodeKind::True => visitor.visit_bool(true),
            NodeKind::False => visitor.visit_bool(false),
            NodeKind::Number => number(self.tree.slice(node), visitor),
            NodeKind::Text => visitor.visit_borrowed_str(self.tree.slice(node)),
            NodeKind::List => visitor.visit_seq(List(self.elements())),
            NodeKind::Object => visitor.visit_map(Object { members: self.members(), value: None }),
            _ => match self.text() {
                Some(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
                Some(Cow::Owned(text)) => visitor.visit_string(text),
                None => visitor.visit_unit(),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        // `"?"` is the author's mark for what is not known: as if left out, and said to be unchecked.
        let unknown = self.tree.may_have_marks() && self.is_marked();
        if unknown || self.node().kind == NodeKind::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.text() {
            Some(text) => visitor.visit_enum(text.into_owned().into_deserializer()),
            None => Err(Mismatch::Other("expected a word".to_owned())),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier
    }
}

fn number<'de, V: Visitor<'de>>(raw: &str, visitor: V) -> Result<V::Value, Mismatch> {
    let raw = raw.strip_prefix('+').unwrap_or(raw);
    if let Ok(n) = raw.parse::<u64>() {
        visitor.visit_u64(n)
    } else if let Ok(n) = raw.parse::<i64>() {
        visitor.visit_i64(n)
    } else {
        let n: f64 = raw.parse().map_err(|_| Mismatch::Other(format!("`{raw}` is not a number")))?;
        // 3.0 is a whole number in JSON Schema; serde would refuse it for an integer.
        if n.fract() == 0.0 && n.abs() < 9e15 { visitor.visit_i64(n as i64) } else { visitor.visit_f64(n) }
    }
}

struct List<'de>(Elements<'de>);

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        self.0.next().map(|node| seed.deserialize(node)).transpose()
    }
}

struct Object<'de> {
    members: Members<'de>,
    value: Option<NodeRef<'de>>,
}

impl<'de> MapAccess<'de> for Object<'de> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some(Member { name, value, .. }) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        match name {
            Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some),
            Cow::Owned(name) => seed.deserialize(StringDeserializer::new(name)).map(Some),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mismatch> {
        match self.value.take() {
            Some(node) => seed.deserialize(node),
            None => Err(Mismatch::Other("a value without its key".to_owned())),
        }
    }
}

/// An object read without some of its members.
pub struct Pruned<'de, 'f> {
    /// The object.
    pub node: NodeRef<'de>,
    /// Which members to leave out.
    pub skip: &'f dyn Fn(NodeRef<'de>, &str) -> bool,
}

impl<'de> Deserializer<'de> for Pruned<'de, '_> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_map(PrunedObject { members: self.node.members(), skip: self.skip, value: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct PrunedObject<'de, 'f> {
    members: Members<'de>,
    skip: &'f dyn Fn(NodeRef<'de>, &str) -> bool,
    value: Option<NodeRef<'de>>,
}

impl<'de> MapAccess<'de> for PrunedObject<'de, '_> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let skip = self.skip;
        let Some(member) = self.members.by_ref().find(|m| !skip(m.value, &m.name)) else { return Ok(None) };
        self.value = Some(member.value);
        seed.deserialize(StringDeserializer::new(member.name.into_owned())).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mismatch> {
        match self.value.take() {
            Some(node) => seed.deserialize(node),
            None => Err(Mismatch::Other("a value without its key".to_owned())),
        }
    }
}
