//! The schemas: generated from `format`, published under schemas/, and what validates every file.
//!
//! A file is validated whole; what is wrong is worded in `explain`, and the nodes under which something was
//! wrong are remembered in a [`InvalidNodes`], so that lowering leaves out just those entities.

mod columns;
#[cfg(feature = "explain")]
mod explain;
mod quick;
mod shape;
#[cfg(feature = "explain")]
mod tape;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use schemars::JsonSchema;
use serde_json::Value;

use crate::diag::Sink;
use crate::format::{self, ListOf};
use crate::source::Tree;
use crate::span::{FileId, NodeId};

pub use columns::{Vocabulary, headings};

/// A schema, ready to validate.
pub struct Schema {
    /// The schema as JSON.
    pub json: Value,
    quick: quick::Quick,
    /// Made for the first file with something wrong in it.
    #[cfg(feature = "explain")]
    full: OnceLock<tape::Validator>,
}

impl Schema {
    /// Whether nothing is wrong with a tree.
    pub fn passes(&self, tree: &Tree) -> bool {
        #[cfg(feature = "explain")]
        let slowly = || tape::passes(self.full(), tree);
        #[cfg(not(feature = "explain"))]
        let slowly = || false;
        self.quick.passes(tree) || slowly()
    }

    #[cfg(feature = "explain")]
    fn full(&self) -> &tape::Validator {
        self.full.get_or_init(|| tape::compile(&shape::bare(&self.json)))
    }
}

/// Which nodes of a file are wrong.
#[derive(Clone, Debug, Default)]
pub struct InvalidNodes {
    bad: Vec<NodeId>,
}

impl InvalidNodes {
    /// Whether anything was wrong from one node up to, not including, another.
    pub fn touches(&self, from: NodeId, to: NodeId) -> bool {
        let at = self.bad.partition_point(|&node| node < from);
        self.bad.get(at).is_some_and(|&node| node < to)
    }

    /// All nodes at which something was wrong.
    pub fn bad(&self) -> &[NodeId] {
        &self.bad
    }
}

/// A schema that is made when it is first asked for.
type LazySchema = Arc<OnceLock<Arc<Schema>>>;

/// The schema of a type, made once. Whoever asks for it while another thread makes it waits for that one only.
pub fn of<T: JsonSchema>() -> Arc<Schema> {
    static MADE: Mutex<BTreeMap<String, LazySchema>> = Mutex::new(BTreeMap::new());
    let made = {
        let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(T::schema_name().into_owned()).or_default())
    };
    let compiled = made.get_or_init(|| {
        let json = generate::<T>();
        Arc::new(Schema {
            quick: quick::Quick::new(&json),
            #[cfg(feature = "explain")]
            full: OnceLock::new(),
            json,
        })
    });
    Arc::clone(compiled)
}

/// Makes the schemas that nearly every game needs, the last first: on a thread of its own it meets halfway whoever reads the
/// files and makes what comes next.
pub fn prepare() {
    of::<format::Art>();
    of::<ListOf<format::Table>>();
    of::<format::Scenario>();
    of::<format::Rules>();
    of::<ListOf<format::Marker>>();
    of::<ListOf<format::Unit>>();
    of::<ListOf<format::Formation>>();
    of::<format::Turns>();
    of::<format::Map>();
}

fn generate<T: JsonSchema>() -> Value {
    let generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    shape::publishable(generator.into_root_schema_for::<T>().to_value())
}

/// The columns of a sheet, as it was read.
#[derive(Clone, Copy, Debug)]
pub struct SheetColumns<'a> {
    /// The fields that have a column.
    pub columns: &'a [String],
    /// Headings that stand for no field.
    pub unknown: &'a [String],
}

/// Validates a tree, reports what is wrong, and says where.
#[cfg(feature = "explain")]
pub fn validate(schema: &Schema, tree: &Tree, file: FileId, sheet: Option<SheetColumns<'_>>, sink: &mut Sink) -> InvalidNodes {
    if schema.quick.passes(tree) {
        return InvalidNodes::default();
    }
    let mut errors = tape::errors(schema.full(), tree);
    explain::report(&schema.json, tree, file, sheet, &mut errors, sink)
}

/// Validates a tree. Without the validator that explains, a file that does not fit is refused as a whole: a bundle that was
/// built fits, and whoever writes a game has the whole program.
#[cfg(not(feature = "explain"))]
pub fn validate(schema: &Schema, tree: &Tree, file: FileId, _: Option<SheetColumns<'_>>, sink: &mut Sink) -> InvalidNodes {
    if schema.quick.passes(tree) {
        return InvalidNodes::default();
    }
    let bad: Vec<NodeId> = tree.root().map(|root| root.id()).into_iter().collect();
    let message = "this file does not fit its schema";
    let diag = crate::diag::Diag::new(&crate::diag::codes::WRONG_FORM, crate::span::Place::file(file), message);
    sink.report(diag.help("`muster check` says what is wrong with it"));
    InvalidNodes { bad }
}

/// A kind of file with a published schema.
#[derive(Debug)]
pub struct Published {
    /// `units`: the schema is schemas/units.schema.json.
    pub name: &'static str,
    /// Makes the schema.
    make: fn() -> Value,
}

impl Published {
    /// The schema.
    pub fn json(&self) -> Value {
        (self.make)()
    }

    /// The schema as it is published.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.json()).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Every published schema, by name.
pub static PUBLISHED: &[Published] = &[
    Published { name: "art", make: generate::<format::Art> },
    Published { name: "bundle", make: generate::<format::Bundle> },
    Published { name: "cards", make: || titled::<format::Card>("cards.json, or the rows of cards.csv") },
    Published { name: "examples", make: || titled::<format::Example>("examples.json") },
    Published { name: "formations", make: || titled::<format::Formation>("formations.json, or the rows of formations.csv") },
    Published { name: "imported", make: generate::<format::Sourced> },
    Published { name: "map", make: generate::<format::Map> },
    Published { name: "markers", make: || titled::<format::Marker>("markers.json, or the rows of markers.csv") },
    Published { name: "module", make: generate::<format::Module> },
    Published { name: "rules", make: generate::<format::Rules> },
    Published { name: "scenario", make: generate::<format::Scenario> },
    Published { name: "tables", make: || titled::<format::Table>("tables.json") },
    Published { name: "terrain", make: || titled::<format::Terrain>("terrain.json, or the rows of terrain.csv") },
    Published { name: "turns", make: generate::<format::Turns> },
    Published { name: "units", make: || titled::<format::Unit>("units.json, or the rows of units.csv") },
    Published { name: "vassal", make: generate::<format::Vassal> },
];

fn titled<T: JsonSchema>(what: &str) -> Value {
    let mut schema = generate::<ListOf<T>>();
    let examples = schema.pointer(&format!("/$defs/{}/examples", T::schema_name())).cloned();
    if let Some(root) = schema.as_object_mut() {
        root.extend(examples.map(|rows| ("examples".to_owned(), Value::Array(vec![rows]))));
        root.insert("title".to_owned(), format!("Muster: {what}").into());
    }
    schema
}

/// Follows a JSON pointer and any `$ref` at its end.
pub(crate) fn resolve<'a>(root: &'a Value, mut at: &'a Value) -> &'a Value {
    // A chain of references is as long as the nesting of types; the bound only guards against a circle.
    for _ in 0..16 {
        match at.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#')).and_then(|p| root.pointer(p)) {
            Some(target) => at = target,
            None => break,
        }
    }
    at
}
