//! Validates the tree itself, without a detour through `serde_json::Value`.
//!
//! The validator is generic and takes a minute to compile in release: it is built here and nowhere else.

use std::borrow::Cow;

use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};
use jsonschema::{JsonType, ValidationError};
use serde_json::{Number, Value};

use crate::source::{Elements, Members, NodeRef, Shape, Tree};

pub(super) type Validator = jsonschema::Validator<Tape>;

/// Builds a validator.
pub(super) fn compile(schema: &Value) -> Validator {
    jsonschema::options_for::<Tape>().build(schema).expect("our own schemas are valid; a test builds every one of them")
}

/// Whether nothing is wrong with a tree.
pub(super) fn passes(validator: &Validator, tree: &Tree) -> bool {
    tree.root().is_none_or(|root| validator.is_valid(TapeNode::Tree(root)))
}

/// Everything that is wrong with a tree.
pub(super) fn errors<'a>(validator: &'a Validator, tree: &'a Tree) -> Vec<ValidationError<'a>> {
    tree.root().map(|root| validator.iter_errors(TapeNode::Tree(root)).collect()).unwrap_or_default()
}

/// The tree as a representation of JSON.
pub(super) struct Tape;

/// A value: one of the tree, or a lone text (a key that is being validated).
#[derive(Clone)]
pub(super) enum TapeNode<'a> {
    Tree(NodeRef<'a>),
    Lone(&'a str),
}

impl Json for Tape {
    type Node<'a> = TapeNode<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();
    // Looking up a member walks them all, so one walk serves many look-ups.
    const KEYS_PER_LOOKUP: usize = 64;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(TapeNode<'_>) -> T) -> T {
        f(TapeNode::Lone(string))
    }
}

impl<'a> TapeNode<'a> {
    fn tree(&self) -> Option<NodeRef<'a>> {
        match self {
            TapeNode::Tree(node) => Some(*node),
            TapeNode::Lone(_) => None,
        }
    }
}

impl<'a> Node<'a, Tape> for TapeNode<'a> {
    type Object = TapeObject<'a>;
    type Array = TapeArray<'a>;
    type Number = TapeNumber<'a>;

    fn as_object(&self) -> Option<TapeObject<'a>> {
        self.tree().filter(|n| n.shape() == Shape::Object).map(TapeObject)
    }
    fn as_array(&self) -> Option<TapeArray<'a>> {
        self.tree().filter(|n| n.shape() == Shape::List).map(TapeArray)
    }
    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self {
            TapeNode::Tree(node) => node.text(),
            TapeNode::Lone(text) => Some(Cow::Borrowed(text)),
        }
    }
    fn as_number(&self) -> Option<TapeNumber<'a>> {
        self.tree().and_then(NodeRef::number).map(TapeNumber)
    }
    fn as_boolean(&self) -> Option<bool> {
        self.tree().and_then(NodeRef::boolean)
    }
    fn is_null(&self) -> bool {
        self.tree().is_some_and(|n| n.shape() == Shape::Null)
    }
    fn json_type(&self) -> JsonType {
        match self.tree().map(NodeRef::shape) {
            Some(Shape::Null) => JsonType::Null,
            Some(Shape::Bool) => JsonType::Boolean,
            Some(Shape::Number) => JsonType::Number,
            Some(Shape::List) => JsonType::Array,
            Some(Shape::Object) => JsonType::Object,
            Some(Shape::Text) | None => JsonType::String,
        }
    }
    fn equals_value(&self, expected: &Value) -> bool {
        match expected {
            // By far the most frequent: a word of an enum.
            Value::String(word) => self.as_string().is_some_and(|text| text == word.as_str()),
            _ => jsonschema_equal(&self.to_value(), expected),
        }
    }
    fn to_value(&self) -> Cow<'a, Value> {
        match self {
            // An error's copy of the instance is never read here: keep it small.
            TapeNode::Tree(node) => match node.shape() {
                Shape::Object => Cow::Owned(Value::Object(serde_json::Map::new())),
                Shape::List => Cow::Owned(Value::Array(Vec::new())),
                _ => Cow::Owned(node.to_value()),
            },
            TapeNode::Lone(text) => Cow::Owned(Value::String((*text).to_owned())),
        }
    }
    fn identity(&self) -> Option<NodeIdentity> {
        match self {
            TapeNode::Tree(node) => Some(NodeIdentity::tagged(node.tree_address(), node.id().0)),
            TapeNode::Lone(_) => None,
        }
    }
}

/// Our schemas compare only scalars: words, numbers and truths.
fn jsonschema_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => left == right,
    }
}

pub(super) struct TapeObject<'a>(NodeRef<'a>);

impl<'a> Object<'a, Tape> for TapeObject<'a> {
    type Node = TapeNode<'a>;
    type MemberName = Cow<'a, str>;
    type MembersIter = TapeMembers<'a>;

    fn len(&self) -> usize {
        self.0.members().count()
    }
    fn is_empty(&self) -> bool {
        self.0.members().next().is_none()
    }
    fn get(&self, key: &Box<str>) -> Option<TapeNode<'a>> {
        self.0.get(key).map(TapeNode::Tree)
    }
    fn members(&self) -> TapeMembers<'a> {
        TapeMembers(self.0.members())
    }
}

pub(super) struct TapeMembers<'a>(Members<'a>);

impl<'a> Iterator for TapeMembers<'a> {
    type Item = (Cow<'a, str>, TapeNode<'a>);
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|member| (member.name, TapeNode::Tree(member.value)))
    }
}

pub(super) struct TapeArray<'a>(NodeRef<'a>);

impl<'a> Array<'a, Tape> for TapeArray<'a> {
    type Node = TapeNode<'a>;
    type ElementsIter = TapeElements<'a>;

    fn len(&self) -> usize {
        self.0.elements().count()
    }
    fn elements(&self) -> TapeElements<'a> {
        TapeElements(self.0.elements())
    }
}

pub(super) struct TapeElements<'a>(Elements<'a>);

impl<'a> Iterator for TapeElements<'a> {
    type Item = TapeNode<'a>;
    fn next(&mut self) -> Option<TapeNode<'a>> {
        self.0.next().map(TapeNode::Tree)
    }
}

/// A number as written.
pub(super) struct TapeNumber<'a>(&'a str);

impl JsonNumber for TapeNumber<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.strip_prefix('+').unwrap_or(self.0).parse().ok()
    }
    fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }
    fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok()
    }
    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0)
    }
    fn to_number(&self) -> Cow<'_, Number> {
        let plain = self.0.strip_prefix('+').unwrap_or(self.0);
        Cow::Owned(plain.parse().unwrap_or_else(|_| Number::from(0)))
    }
}
