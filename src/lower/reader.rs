//! A node of a file, read straight into a piece of the rules: serde asks, the [`Resolver`] knows the names.

use serde::de::value::{SeqDeserializer, StringDeserializer, U32Deserializer};
use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::load::{any_mark, bad_inside};
use super::resolve::{Found, JudgedKind, Resolver};
use crate::diag::{Diag, codes};
use crate::model::{IdKind, LIST_ENTRY, NameKind};
use crate::source::{Mismatch, NodeRef, Shape};
use crate::span::FileId;

/// A node, read with names.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de, 'r> {
    pub(super) node: NodeRef<'de>,
    /// The file that it stands in.
    pub(super) file: FileId,
    /// Members that stand instead of the node's own, or beside them, and their file.
    pub(super) over: Option<(NodeRef<'de>, FileId)>,
    pub(super) by: &'r Resolver<'r>,
    /// Whether the node is an entry of a list: it is lost if a name in it is.
    pub(super) entry: bool,
}

impl<'de> Reader<'de, '_> {
    fn at(self, node: NodeRef<'de>, file: FileId) -> Self {
        Reader { node, file, over: None, entry: false, ..self }
    }

    fn members(self) -> impl Iterator<Item = (String, NodeRef<'de>, FileId)> {
        let (over, file) = (self.over.map(|(node, _)| node), self.file);
        let over_file = self.over.map_or(file, |(_, file)| file);
        let verdict = self.by.verdict.filter(|_| !self.entry);
        // A member under which the schema complained is as if left out; the entries of a list stand for themselves.
        let bad = move |node: NodeRef<'de>| {
            let entries = node.shape() == Shape::List && node.elements().any(|e| e.shape() == Shape::Object);
            !entries && verdict.is_some_and(|verdict| bad_inside(verdict, node, &[]))
        };
        let own = self.node.members().filter(move |m| over.is_none_or(|over| over.get(&m.name).is_none()) && !bad(m.value));
        own.map(move |m| (m.name.into_owned(), m.value, file))
            .chain(over.into_iter().flat_map(move |over| over.members().map(move |m| (m.name.into_owned(), m.value, over_file))))
    }

    fn lost() -> Mismatch {
        Mismatch::Other("a name is not known".to_owned())
    }
}

impl<'de> Deserializer<'de> for Reader<'de, '_> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.node.shape() {
            Shape::List => visitor.visit_seq(List { elements: self.node.elements(), reader: self }),
            Shape::Object => {
                let members: Vec<(String, NodeRef<'de>, FileId)> = self.members().collect();
                visitor.visit_map(Members { members: members.into_iter(), value: None, reader: self })
            }
            _ => self.node.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        if self.node.shape() == Shape::Null || self.node.is_marked() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        let before = self.by.missed.get();
        let judged = JudgedKind::of(name);
        let depth = judged.map(|kind| self.by.inside.of(kind));
        if let (Some(kind), Some(depth)) = (judged, depth) {
            // A window in a condition is judged with it.
            let whole = if kind == JudgedKind::Window { self.by.inside.of(JudgedKind::Condition) } else { depth };
            if whole.get() == 0 {
                self.by.noted.borrow_mut().push((kind, self.node.id()));
            }
            depth.set(depth.get() + 1);
        }
        let value = self.deserialize_any(visitor);
        if let Some(depth) = depth {
            depth.set(depth.get() - 1);
        }
        if self.entry {
            if self.by.missed.get() != before {
                self.by.missed.set(before);
                self.by.dropped.set(true);
                return Err(Self::lost());
            }
            if let Err(error) = &value
                && self.over.is_none()
                && !any_mark(self.node)
                && self.by.verdict.is_none_or(|verdict| !bad_inside(verdict, self.node, &[]))
            {
                self.by.file.set(self.file);
                let message = format!("muster cannot take what its own schema allows: {error}");
                let diag = Diag::new(&codes::OUR_FAULT, self.by.place(self.node), message);
                self.by.sink.borrow_mut().report(diag.help("please report this, with the file"));
            }
        }
        if value.is_ok() {
            self.by.file.set(self.file);
            self.by.after(name, self.node);
            self.by.overhear(name, self.node, None);
            if let Some((over, file)) = self.over {
                self.by.file.set(file);
                self.by.overhear(name, over, Some(self.node));
            }
        }
        value
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        if name == LIST_ENTRY {
            return visitor.visit_newtype_struct(Reader { entry: true, ..self });
        }
        let Some(kind) = NameKind::of(name) else {
            return Err(de::Error::custom(format!("`{name}` is no kind of name")));
        };
        self.by.file.set(self.file);
        match self.by.find(kind, self.node) {
            Some(Found::Number(n)) => visitor.visit_u32(n),
            Some(Found::Text) => match self.node.text() {
                Some(text) => visitor.visit_str(&text),
                None => visitor.visit_str(self.node.number().unwrap_or("")),
            },
            Some(Found::Numbers(list)) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            // The rest is read all the same, so that every unknown name is said; then the whole is lost.
            None => {
                self.by.missed.set(self.by.missed.get() + 1);
                visitor.visit_none()
            }
        }
    }

    /// The id of an entry that others name: its word, and the number by which they name it.
    fn deserialize_tuple_struct<V: Visitor<'de>>(self, name: &'static str, _: usize, visitor: V) -> Result<V::Value, Mismatch> {
        let word = self.node.text();
        match IdKind::of(name).and_then(|kind| self.by.number(kind, word.as_deref()?)).zip(word) {
            Some((number, word)) => visitor.visit_seq(Numbered(Some(word.into_owned()), Some(number))),
            // Only the resolver gives numbers.
            None if self.node.shape() == Shape::List => Err(de::Error::invalid_type(Unexpected::Seq, &visitor)),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        // What has fields is told by its `kind`.
        if self.node.shape() == Shape::Object {
            self.by.file.set(self.file);
            self.by.overhear(name, self.node, None);
            return visitor.visit_enum(KindObject { reader: self });
        }
        self.node.deserialize_enum(name, words, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple map identifier
    }
}

struct List<'de, 'r> {
    elements: crate::source::Elements<'de>,
    reader: Reader<'de, 'r>,
}

impl<'de> SeqAccess<'de> for List<'de, '_> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        // An entry under which the schema complained is as if left out; that has been said.
        let bad = |node: &NodeRef<'de>| {
            let entry = node.shape() == Shape::Object && node.get("id").is_some();
            let bad = entry && self.reader.by.verdict.is_some_and(|verdict| bad_inside(verdict, *node, &[]));
            self.reader.by.dropped.set(self.reader.by.dropped.get() || bad);
            bad
        };
        let next = self.elements.by_ref().find(|node| !bad(node));
        next.map(|node| seed.deserialize(self.reader.at(node, self.reader.file))).transpose()
    }
}

/// A word, then its number.
struct Numbered(Option<String>, Option<u32>);

impl<'de> SeqAccess<'de> for Numbered {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        match self.0.take() {
            Some(word) => seed.deserialize(StringDeserializer::new(word)).map(Some),
            None => self.1.take().map(|number| seed.deserialize(U32Deserializer::new(number))).transpose(),
        }
    }
}

struct Members<'de, 'r> {
    members: std::vec::IntoIter<(String, NodeRef<'de>, FileId)>,
    value: Option<(NodeRef<'de>, FileId)>,
    reader: Reader<'de, 'r>,
}

impl<'de> MapAccess<'de> for Members<'de, '_> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some((name, value, file)) = self.members.next() else { return Ok(None) };
        self.value = Some((value, file));
        seed.deserialize(StringDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mismatch> {
        match self.value.take() {
            Some((node, file)) => seed.deserialize(self.reader.at(node, file)),
            None => Err(Mismatch::Other("a value without its key".to_owned())),
        }
    }
}

/// An object whose `kind` says what else it has.
struct KindObject<'de, 'r> {
    reader: Reader<'de, 'r>,
}

impl<'de, 'r> EnumAccess<'de> for KindObject<'de, 'r> {
    type Error = Mismatch;
    type Variant = KindObject<'de, 'r>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), Mismatch> {
        let kind = self.reader.node.get("kind").and_then(NodeRef::text).unwrap_or_default().into_owned();
        let kind: StringDeserializer<Mismatch> = StringDeserializer::new(kind);
        seed.deserialize(kind).map(|variant| (variant, self))
    }
}

impl<'de> VariantAccess<'de> for KindObject<'de, '_> {
    type Error = Mismatch;

    fn unit_variant(self) -> Result<(), Mismatch> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Mismatch> {
        Err(de::Error::custom("no kind is written so"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Mismatch> {
        Err(de::Error::custom("no kind is written so"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Mismatch> {
        let members: Vec<_> = self.reader.members().filter(|(name, _, _)| name != "kind").collect();
        visitor.visit_map(Members { members: members.into_iter(), value: None, reader: self.reader })
    }
}
