//! What a validator found, in a designer's words: the very key or value underlined, found against expected.

use std::collections::{BTreeMap, HashMap};

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as NodeKind};
use serde_json::Value;

use super::{InvalidNodes, SheetColumns, resolve};
use crate::diag::{Diag, Sink, codes, did_you_mean, nearest, odd_sign, so_many};
use crate::source::{NodeRef, Shape, Tree};
use crate::span::{FileId, NodeId, Origin, Place};

/// Reports every error and says which nodes are bad.
pub(super) fn report(
    schema: &Value,
    tree: &Tree,
    file: FileId,
    sheet: Option<SheetColumns<'_>>,
    errors: &mut Vec<ValidationError<'_>>,
    sink: &mut Sink,
) -> InvalidNodes {
    let mut walker = Walker { lists: HashMap::new() };
    let mut by_node: BTreeMap<NodeId, Vec<Found>> = BTreeMap::new();
    for error in errors.drain(..) {
        let Some((node, name)) = walker.node(tree, &error) else { continue };
        by_node.entry(node.id()).or_default().push(Found {
            name,
            schema_at: error.schema_path().as_str().to_owned(),
            kind: error.into_parts().kind,
        });
    }
    let bad: Vec<NodeId> = by_node.keys().copied().collect();
    for (id, found) in by_node {
        let Some(node) = tree.node(id) else { continue };
        let teller = Teller { schema, node, place: Place::from(Origin { file, node: id }), sheet, tree, file };
        for diag in teller.tell(found) {
            sink.report(diag);
        }
    }
    InvalidNodes { bad }
}

struct Found {
    /// The field, or the list, under which the node stands.
    name: Option<String>,
    schema_at: String,
    kind: NodeKind,
}

/// Finds nodes by path; remembers the elements of lists, so that ten thousand bad rows cost no more than one walk.
struct Walker {
    lists: HashMap<u32, Vec<u32>>,
}

impl Walker {
    fn node<'t>(&mut self, tree: &'t Tree, error: &ValidationError<'_>) -> Option<(NodeRef<'t>, Option<String>)> {
        let mut at = tree.root()?;
        let mut name = None;
        // A key may look like a number, and only the node knows whether it is one.
        for segment in error.instance_path().as_str().split('/').skip(1) {
            at = if at.shape() == Shape::List {
                let elements = self.lists.entry(at.id().0).or_insert_with(|| at.elements().map(|e| e.id().0).collect());
                tree.node(NodeId(*elements.get(segment.parse::<usize>().ok()?)?))?
            } else {
                let key = segment.replace("~1", "/").replace("~0", "~");
                let next = at.get(&key)?;
                name = Some(key);
                next
            };
        }
        Some((at, name))
    }
}

struct Teller<'a> {
    schema: &'a Value,
    node: NodeRef<'a>,
    place: Place,
    sheet: Option<SheetColumns<'a>>,
    tree: &'a Tree,
    file: FileId,
}

impl Teller<'_> {
    fn tell(&self, found: Vec<Found>) -> Vec<Diag> {
        let mut out = Vec::new();
        let mut missing: Vec<(String, String)> = Vec::new();
        let mut unexpected: Vec<(String, String)> = Vec::new();
        let word_wanted = found.iter().any(|f| matches!(f.kind, NodeKind::Enum { .. }));
        for f in found {
            match f.kind {
                // A list where a word is wanted: the words say enough.
                NodeKind::Type { .. } if word_wanted => {}
                NodeKind::Required { property } => missing.push((property.as_str().unwrap_or_default().to_owned(), f.schema_at)),
                NodeKind::AdditionalProperties { unexpected: names } | NodeKind::UnevaluatedProperties { unexpected: names } => {
                    unexpected.extend(names.into_iter().map(|name| (name, f.schema_at.clone())));
                }
                _ => out.push(self.value(f)),
            }
        }
        // A list that lost its brackets: one thing to say, not one for each of its fields.
        if unexpected.iter().any(|(_, at)| self.is_list(at)) {
            let diag = Diag::new(&codes::WRONG_TYPE, self.place.clone(), "expected a list, found an object `{…}`");
            out.push(diag.help("put it between brackets: [ {…} ]; or name a sheet: {\"csv\": \"file.csv\"}"));
            return out;
        }
        missing.sort();
        missing.dedup_by(|a, b| a.0 == b.0);
        unexpected.sort();
        unexpected.dedup_by(|a, b| a.0 == b.0);
        // Forty thousand unknown fields stand in one object, and its known ones are the same for all of them.
        let mut fields: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
        for (name, at) in unexpected {
            let (known, list) = fields.entry(at.clone()).or_insert_with(|| {
                let known = self.fields(&at);
                let list = format!("take it out; the fields are {}", listed(&known));
                (known, list)
            });
            let wanted = nearest(&name, missing.iter().map(|(m, _)| m.as_str())).map(str::to_owned);
            // `nmae` for `name` is one mistake, not an unknown field and a missing one.
            if let Some(wanted) = &wanted {
                missing.retain(|(m, _)| m != wanted);
            }
            let near =
                wanted.map(|w| format!("did you mean `{w}`?")).or_else(|| did_you_mean(&name, known.iter().map(String::as_str)));
            let thing = thing(self.schema, &at, "");
            let message = format!("{thing} has no field `{name}`");
            let help = near.unwrap_or_else(|| list.clone());
            let place = self.key(&name);
            out.push(Diag::new(&codes::UNKNOWN_FIELD, place, message).help(help).folded_by(format!("{thing} {name}")));
        }
        for (name, at) in missing {
            if let Some(diag) = self.missing(&name, &at) {
                out.push(diag);
            }
        }
        out
    }

    /// The key of a member, by the number of its node: places are then in the order of the text.
    fn key(&self, name: &str) -> Place {
        let place = match self.node.get(name) {
            Some(member) => Place::from(Origin { file: self.file, node: member.id() }),
            None => self.place.clone().field(name),
        };
        place.key()
    }

    fn missing(&self, name: &str, at: &str) -> Option<Diag> {
        if let Some(sheet) = self.sheet {
            let nested = name.to_owned();
            if self.is_row(at) && !sheet.columns.iter().any(|c| *c == nested || c.starts_with(&format!("{nested}."))) {
                // A heading that means nothing is probably this column, and has been blamed.
                if sheet.unknown.len() == 1 || nearest(name, sheet.unknown.iter().map(String::as_str)).is_some() {
                    return None;
                }
                let heading = self.tree.first_heading();
                let place = Place::file(self.file).bytes(heading.range());
                let message = format!("the sheet has no column `{name}`");
                let help = format!("add a column `{name}`, or map one of yours to it in `sheets` of module.json");
                return Some(Diag::new(&codes::MISSING_FIELD, place, message).help(help));
            }
        }
        let thing = thing(self.schema, at, &self.called());
        let message = format!("{thing} has no `{name}`");
        let help = format!("add \"{name}\"");
        let help = if self.sheet.is_some() { format!("fill in the cell of column `{name}`") } else { help };
        let like = format!("no {name} in {}", at.rsplit_once('/').map_or(at, |(a, _)| a));
        Some(Diag::new(&codes::MISSING_FIELD, self.place.clone(), message).help(help).folded_by(like))
    }

    /// `unit `1-gds``: the id or name that the object gives itself.
    fn called(&self) -> String {
        let text = ["id", "name", "unit", "code"].iter().find_map(|field| self.node.get(field)?.text().map(|t| t.into_owned()));
        text.map(|t| format!(" `{t}`")).unwrap_or_default()
    }

    fn value(&self, found: Found) -> Diag {
        let Found { name, schema_at, kind } = found;
        let of = name.as_ref().map(|n| format!(" for `{n}`")).unwrap_or_default();
        let field = name.as_ref().map(|n| format!("`{n}`")).unwrap_or_else(|| "the value".to_owned());
        let saw = saw(self.node);
        let place = self.place.clone();
        let at = |rule, message: String| Diag::new(rule, place.clone(), message);
        match kind {
            NodeKind::Type { kind } => {
                let types: Vec<String> = match kind {
                    TypeKind::Single(one) => vec![one.to_string()],
                    TypeKind::Multiple(set) => set.iter().map(|t| t.to_string()).collect(),
                };
                let list = types.iter().any(|t| t == "array") && types.iter().any(|t| t == "object");
                let expected = if list { "a list".to_owned() } else { types_in_words(&types, self.parent(&schema_at)) };
                // In JSON a number between quotes is text: show the quotes.
                let saw = match self.node.text() {
                    Some(text) if self.sheet.is_none() => format!("text `\"{}\"`", text.chars().take(40).collect::<String>()),
                    _ => saw,
                };
                let diag = at(&codes::WRONG_TYPE, format!("expected {expected}{of}, found {saw}"))
                    .folded_by(format!("{expected}{of}{schema_at}"));
                match self.node.shape() {
                    _ if list => diag.help("write [ … ], or name a sheet: {\"csv\": \"file.csv\"}"),
                    Shape::Null => diag.help("leave the field out"),
                    Shape::Number if types.iter().any(|t| t == "string") && !types.iter().any(|t| t == "integer") => {
                        diag.help("put it between double quotes")
                    }
                    Shape::Text if types.iter().any(|t| t == "array") => diag.help("put it between brackets: [\"…\"]"),
                    _ => diag.help(if self.sheet.is_some() {
                        act(&types).replace(", without quotes", "")
                    } else {
                        act(&types).to_owned()
                    }),
                }
            }
            NodeKind::Enum { options } => {
                let words: Vec<&str> = options
                    .as_array()
                    .map(|o| o.iter().filter_map(Value::as_str).filter(|w| *w != "?").collect())
                    .unwrap_or_default();
                let found = self.node.text().map(|t| t.into_owned()).unwrap_or_default();
                let message = match self.node.shape() {
                    Shape::Text => format!("unknown word `{found}`{of}; expected {}", or(&words)),
                    _ => format!("expected {}{of}, found {saw}", or(&words)),
                };
                let help = did_you_mean(&found, words.iter().copied()).unwrap_or_else(|| format!("write {}", or(&words)));
                at(&codes::UNKNOWN_WORD, message).help(help)
            }
            NodeKind::Minimum { limit } | NodeKind::ExclusiveMinimum { limit } => {
                at(&codes::OUT_OF_RANGE, format!("{field} is {}, expected at least {limit}", self.node.raw()))
                    .folded_by(format!("min {schema_at}{of}"))
                    .help(format!("write a number of {limit} or more"))
            }
            NodeKind::Maximum { limit } | NodeKind::ExclusiveMaximum { limit } => {
                at(&codes::OUT_OF_RANGE, format!("{field} is {}, expected at most {limit}", self.node.raw()))
                    .folded_by(format!("max {schema_at}{of}"))
                    .help(format!("write a number of {limit} or less"))
            }
            NodeKind::Pattern { pattern } => {
                let (expected, help) = pattern_in_words(&pattern, self.parent(&schema_at));
                let decimal = self.node.text().and_then(|t| fraction(&t)).filter(|_| expected == "a movement cost");
                let text = self.node.text().unwrap_or_default();
                let blank = (text.trim() != text).then(|| "take the blanks before and after it out".to_owned());
                let odd = odd_sign(&text).or(blank).or(decimal.map(|f| format!("write {f}")));
                let help = odd.unwrap_or_else(|| help.to_owned());
                at(&codes::WRONG_FORM, format!("expected {expected}{of}, found {saw}"))
                    .help(help)
                    .folded_by(format!("{pattern}{of}{schema_at}"))
            }
            NodeKind::MinLength { .. } => {
                at(&codes::WRONG_FORM, format!("{field} is empty")).help("write a few words, or leave the field out")
            }
            NodeKind::MaxLength { limit } => {
                at(&codes::WRONG_FORM, format!("{field} is longer than {limit} characters")).help("shorten it")
            }
            NodeKind::MinItems { limit } => self.length(&field, limit, "at least"),
            NodeKind::MaxItems { limit } => self.length(&field, limit, "at most"),
            NodeKind::PropertyNames { error } => {
                let words = match error.kind() {
                    NodeKind::Enum { options } => options.as_array().cloned().unwrap_or_default(),
                    _ => Vec::new(),
                };
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                let wrong = error.instance().as_str().unwrap_or_default().to_owned();
                let help = did_you_mean(&wrong, words.iter().copied()).unwrap_or_else(|| format!("write {}", or(&words)));
                Diag::new(&codes::UNKNOWN_FIELD, self.key(&wrong), format!("unknown word `{wrong}`; expected {}", or(&words)))
                    .help(help)
            }
            other => at(&codes::WRONG_FORM, format!("{field} does not fit: {}", other.keyword()))
                .help("see the field's description in the schema"),
        }
    }

    fn length(&self, field: &str, limit: u64, word: &str) -> Diag {
        let found = so_many(self.node.elements().count(), "entry", "entries");
        let message = format!("{field} has {found}, expected {word} {limit}");
        Diag::new(&codes::WRONG_FORM, self.place.clone(), message).help(format!("write {}", so_many(limit, "entry", "entries")))
    }

    /// The schema object in which a keyword stands.
    fn parent(&self, schema_at: &str) -> &Value {
        schema_at.rsplit_once('/').and_then(|(parent, _)| self.schema.pointer(parent)).unwrap_or(&Value::Null)
    }

    fn is_list(&self, schema_at: &str) -> bool {
        let parent = self.parent(schema_at);
        parent.pointer("/properties/csv").is_some() && parent.pointer("/properties/xlsx").is_some()
    }

    /// Whether a required field belongs to the row itself, not to something nested in it.
    fn is_row(&self, schema_at: &str) -> bool {
        let row = self.schema.get("items").map(|items| resolve(self.schema, items));
        row.is_some_and(|row| std::ptr::eq(row, self.parent(schema_at)))
    }

    fn fields(&self, schema_at: &str) -> Vec<String> {
        let fields = self.parent(schema_at).get("properties").and_then(Value::as_object);
        fields.map(|f| f.keys().cloned().collect()).unwrap_or_default()
    }
}

/// The name of a thing, from the type in whose schema the keyword stands.
fn thing(schema: &Value, schema_at: &str, called: &str) -> String {
    let mut parts = schema_at.split('/').collect::<Vec<_>>();
    let def = parts.iter().rposition(|p| *p == "$defs").and_then(|i| parts.get(i + 1).copied());
    parts.clear();
    let name = match def {
        None => {
            let title = schema.get("title").and_then(Value::as_str).unwrap_or("this file");
            return format!("{}{called}", title.trim_start_matches("Muster: ").replace("a scenario", "scenario"));
        }
        Some("Town") => "place".to_owned(),
        Some("BoxOffMap") => "box".to_owned(),
        Some("Allow") => "exemption".to_owned(),
        Some("GameOption") => "option".to_owned(),
        Some(name) => {
            let mut words = String::new();
            for c in name.chars() {
                if c.is_uppercase() && !words.is_empty() {
                    words.push(' ');
                }
                words.extend(c.to_lowercase());
            }
            words
        }
    };
    format!("{name}{called}")
}

/// What stands there, in a few words.
fn saw(node: NodeRef<'_>) -> String {
    match node.shape() {
        Shape::Null => "`null`".to_owned(),
        Shape::Bool | Shape::Number => format!("`{}`", node.raw()),
        Shape::List => "a list".to_owned(),
        Shape::Object => "an object `{…}`".to_owned(),
        Shape::Text => {
            let text = node.text().unwrap_or_default();
            let short: String = text.chars().take(40).collect();
            let dots = if short.len() < text.len() { "…" } else { "" };
            format!("`{short}{dots}`")
        }
    }
}

fn types_in_words(types: &[String], schema: &Value) -> String {
    let unsure = schema.get("pattern").and_then(Value::as_str) == Some("^\\?$");
    let mut words: Vec<&str> = types
        .iter()
        .filter_map(|t| match t.as_str() {
            "integer" => Some("a whole number"),
            "number" => Some("a number"),
            "string" if unsure => Some("`?`"),
            "string" => Some("text"),
            "array" => Some("a list"),
            "object" => Some("an object `{…}`"),
            "boolean" => Some("true or false"),
            _ => None,
        })
        .collect();
    words.sort_unstable_by_key(|w| *w == "`?`");
    words.join(" or ")
}

/// The fraction that a decimal cost stands for.
fn fraction(text: &str) -> Option<&'static str> {
    match text.replace(',', ".").trim_start_matches('0') {
        ".5" | ".50" => Some("1/2"),
        ".25" => Some("1/4"),
        ".75" => Some("3/4"),
        ".33" | ".333" => Some("1/3"),
        _ => None,
    }
}

/// What to write where a value has the wrong type.
fn act(types: &[String]) -> &'static str {
    match types.first().map(String::as_str) {
        Some("integer") => "write a whole number, without quotes",
        Some("number") => "write a number, without quotes",
        Some("boolean") => "write true or false, without quotes",
        Some("array") => "write a list: [ … ]",
        Some("object") => "write an object: { … }",
        _ => "write text between double quotes",
    }
}

/// The patterns of `format`, in words, with what to do; one that allows `?` stands beside the type of what is meant.
fn pattern_in_words(pattern: &str, schema: &Value) -> (&'static str, &'static str) {
    let kind = schema.pointer("/type/0").and_then(Value::as_str);
    match pattern {
        "^[^\\s|@/,;]+$" => ("a name without blanks and without | @ / , ;", "write it with dashes: 1-guards"),
        "^\\?$" if kind == Some("boolean") => {
            ("true, false or `?`", "write true or false, without quotes, or \"?\" while you do not know it")
        }
        "^\\?$" if kind == Some("number") => ("a number or `?`", "write a number, or \"?\" while you do not know it"),
        "^\\?$" => ("a whole number or `?`", "write a number, or \"?\" while you do not know it"),
        "^M[0-9]{4}$" => ("a code such as `M0403`", "copy the code from the report"),
        p if p.contains("[sS][vV][gG]") => {
            ("the path of a PNG, JPEG or SVG", "save it as one of these, and name it with its ending")
        }
        p if p.contains("#(") => ("a colour such as `#8a8f4a`", "write # and six hexadecimal digits"),
        p if p.contains("road") => (
            "a movement cost",
            "write a number, a fraction such as 1/2, +1, or one of the words no, road, all, other; \"?\" while you do not know it",
        ),
        _ => ("another form", "see the field's description in the schema"),
    }
}

fn or(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

fn listed(names: &[String]) -> String {
    let plain: Vec<&str> = names.iter().map(String::as_str).filter(|n| *n != "$schema").collect();
    plain.join(", ")
}
