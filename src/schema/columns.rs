//! What a heading of a sheet stands for, and what its cells must be: both read from the schema of the row.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Schema, resolve};
use crate::diag::did_you_mean;
use crate::format::SheetColumns;
use crate::source::sheet::{Cell, Heading, same_heading as same};

/// Fields whose text may look like a date and be meant.
const FREE: [&str; 9] = ["date", "name", "note", "text", "title", "about", "short", "level", "properties"];

/// Names that may stand as headings of their own although they belong into a map of free names: ratings, classes.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The map's field and the names; `None` for any name at all.
    pub maps: Vec<(&'static str, Option<BTreeSet<String>>)>,
    /// Whether some of those names were lost: then a heading that is not known may be one of them.
    pub lost: bool,
}

/// A reader of headings for a list whose schema this is.
pub fn headings<'a>(
    schema: &'a Schema,
    vocabulary: &'a Vocabulary,
    mapping: Option<&'a SheetColumns>,
    file: &'a str,
) -> impl Fn(&str) -> Heading + 'a {
    let root = &schema.json;
    let row = root.get("items").map_or(&Value::Null, |items| resolve(root, items));
    move |heading| {
        let own = mapping.and_then(|m| m.columns.as_ref()).and_then(|c| known(c.iter(), |(k, _)| k, heading).map(|(_, v)| v));
        let ignored = mapping.and_then(|m| m.ignore.as_ref()).is_some_and(|list| list.iter().any(|i| same(i, heading)));
        if own.is_none() && ignored {
            return Heading::Ignore;
        }
        let name = own.map_or(heading, String::as_str);
        match path(root, row, name, vocabulary) {
            Some((path, cell)) => Heading::Field(path, cell),
            None if vocabulary.lost => Heading::Lost,
            None => Heading::Unknown(advice(row, heading, own.map(String::as_str), vocabulary, file)),
        }
    }
}

/// What is called so: to the letter, or but for capitals, or else nearly.
fn known<T>(all: impl Iterator<Item = T> + Clone, name: impl Fn(&T) -> &str, wanted: &str) -> Option<T> {
    let wanted = wanted.trim();
    let find = |alike: &dyn Fn(&str) -> bool| all.clone().find(|one| alike(name(one)));
    find(&|name| name == wanted)
        .or_else(|| find(&|name| name.eq_ignore_ascii_case(wanted)))
        .or_else(|| find(&|name| same(name, wanted)))
}

fn path(root: &Value, row: &Value, name: &str, vocabulary: &Vocabulary) -> Option<(Vec<String>, Cell)> {
    let mut at = row;
    let mut path: Vec<String> = Vec::new();
    let mut rest = name.trim();
    loop {
        let (step, after) = match rest.split_once('.') {
            Some((step, after)) => (step, Some(after)),
            None => (rest, None),
        };
        let fields = at.get("properties").and_then(Value::as_object);
        if let Some(fields) = fields {
            if let Some((field, schema)) = known(fields.iter(), |(f, _)| f, step) {
                path.push(field.clone());
                at = resolve(root, schema);
            } else {
                // A rating's own column: the whole rest of the heading is its name.
                let (map, known) = vocabulary.maps.iter().find_map(|(map, names)| {
                    let schema = resolve(root, fields.get(*map)?);
                    let known = match names {
                        None => Some(rest.to_owned()),
                        Some(names) => known(names.iter(), |n| n, rest).cloned(),
                    };
                    known.map(|known| ((*map, schema), known))
                })?;
                path.push(map.0.to_owned());
                path.push(known);
                let value = resolve(root, map.1.get("additionalProperties")?);
                return Some((path, cell(root, value, "")?));
            }
        } else if let Some(value) = at.get("additionalProperties").filter(|v| v.is_object()) {
            let map = path.last().cloned().unwrap_or_default();
            path.push(rest.to_owned());
            return Some((path, cell(root, resolve(root, value), &map)?));
        } else if let (Some(items), Ok(1..=99)) = (at.get("items"), step.parse::<u32>()) {
            path.push(step.to_owned());
            at = resolve(root, items);
        } else {
            return None;
        }
        match after {
            Some(after) => rest = after,
            None => {
                let last = path.last().cloned().unwrap_or_default();
                return Some((path, cell(root, at, &last)?));
            }
        }
    }
}

/// What a cell of that schema must be; nothing for an object, which has no cell of its own.
fn cell(root: &Value, schema: &Value, field: &str) -> Option<Cell> {
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let has = |t: &str| types.contains(&t);
    // A number that may be unknown is a number; text and numbers mixed stay text.
    let unsure = schema.get("pattern").and_then(Value::as_str) == Some("^\\?$");
    if has("number") || has("integer") && (unsure || !has("string")) {
        return Some(Cell::Number);
    }
    if has("boolean") {
        return Some(Cell::Bool);
    }
    if has("string") {
        return Some(if FREE.contains(&field) { Cell::Free } else { Cell::Text });
    }
    if has("array") {
        let inner = cell(root, resolve(root, schema.get("items")?), field)?;
        return Some(Cell::List(Box::new(inner)));
    }
    None
}

fn advice(row: &Value, heading: &str, own: Option<&str>, vocabulary: &Vocabulary, file: &str) -> String {
    let fields = row.get("properties").and_then(Value::as_object);
    let mut names: Vec<String> = fields.map(|f| f.keys().cloned().collect()).unwrap_or_default();
    for (map, known) in &vocabulary.maps {
        if fields.is_some_and(|f| f.contains_key(*map)) {
            names.extend(known.iter().flatten().cloned());
            names.extend(
                known.iter().flatten().map(|n| format!("back.{n}")).filter(|_| fields.is_some_and(|f| f.contains_key("back"))),
            );
        }
    }
    let wrong = own.unwrap_or(heading);
    let near = did_you_mean(wrong, names.iter().map(String::as_str)).map(|m| format!("{m} Otherwise ")).unwrap_or_default();
    if own.is_some() {
        return format!("{near}correct what `sheets` of module.json maps `{heading}` to: `{wrong}` is no field");
    }
    format!(
        "{near}map it to a field, or ignore it, in `sheets` of module.json: \"sheets\": {{\"{file}\": {{\"ignore\": [\"{heading}\"]}}}}"
    )
}
