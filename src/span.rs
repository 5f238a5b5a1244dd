//! Where something stands in an author's files.
//!
//! Entities never carry byte offsets. They carry an [`Origin`]: a file and a node of its tree. A diagnostic
//! carries a [`Place`]: an origin, the way down from it, and perhaps a few bytes of the value there. Only
//! `source` turns a place into bytes, and only when something is reported.

use std::borrow::Cow;
use std::fmt;

/// A file that has been read, by the order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A node of a file's tree; nodes are numbered in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A stretch of bytes in a file's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        // Files are limited to far less than 4 GiB before anything is parsed.
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end) }
    }

    /// As a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The node of a file from which an entity was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    pub file: FileId,
    pub node: NodeId,
}

/// One step down a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Into the member of an object.
    Field(Cow<'static, str>),
    /// Into the element of a list.
    Index(u32),
}

/// What of a node is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodePart {
    /// The value itself.
    #[default]
    Value,
    /// The key under which it stands (in a sheet: the heading).
    Key,
}

/// What a diagnostic underlines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub file: FileId,
    /// Where the way down begins; `None` when the whole file is meant.
    pub node: Option<NodeId>,
    // The way down. Most ways have one step, a field that the program knows by name: that allocates nothing, for
    // places are made for everything that is read, and few are ever reported.
    first: Option<Step>,
    rest: Vec<Step>,
    /// Key or value.
    pub part: NodePart,
    /// Bytes inside the decoded value, for a word in a longer text.
    pub range: Option<Span>,
}

impl Place {
    /// The whole file.
    pub fn file(file: FileId) -> Self {
        Place { file, node: None, first: None, rest: Vec::new(), part: NodePart::Value, range: None }
    }

    /// The way down. Where it breaks off, the last thing that exists is underlined.
    pub fn path(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.rest)
    }

    fn push(&mut self, step: Step) {
        match self.first {
            None => self.first = Some(step),
            Some(_) => self.rest.push(step),
        }
    }

    /// A member of the object that stands here.
    #[must_use]
    pub fn field(mut self, name: &str) -> Self {
        self.push(Step::Field(name.to_owned().into()));
        self
    }

    /// Another member of the object in which this one stands.
    #[must_use]
    pub fn beside(mut self, name: &str) -> Self {
        if self.rest.pop().is_none() {
            self.first = None;
        }
        self.field(name)
    }

    /// An element of the list that stands here.
    #[must_use]
    pub fn index(mut self, n: usize) -> Self {
        self.push(Step::Index(u32::try_from(n).unwrap_or(u32::MAX)));
        self
    }

    /// The key instead of the value.
    #[must_use]
    pub fn key(mut self) -> Self {
        self.part = NodePart::Key;
        self
    }

    /// Only these bytes of the decoded value.
    #[must_use]
    pub fn bytes(mut self, range: std::ops::Range<usize>) -> Self {
        self.range = Some(Span::new(range.start, range.end));
        self
    }
}

impl From<Origin> for Place {
    fn from(origin: Origin) -> Self {
        Place { node: Some(origin.node), ..Place::file(origin.file) }
    }
}

impl Origin {
    /// The place of a member of this entity.
    pub fn at(self, field: &'static str) -> Place {
        Place { first: Some(Step::Field(field.into())), ..Place::from(self) }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field(name) => write!(f, "/{name}"),
            Step::Index(n) => write!(f, "/{n}"),
        }
    }
}
