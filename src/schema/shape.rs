//! Makes generated schemas fit to publish: kinds told by `if`/`then`, words by `enum`, no null, no integer formats.
//!
//! `oneOf` and `anyOf` only say "not valid under any of the schemas"; after this, none is left.

use serde_json::{Map, Value, json};

/// Rewrites a schema from schemars.
pub(super) fn publishable(mut schema: Value) -> Value {
    walk(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        // Editors show the description; an example on top of it only repeats the type's name.
        root.remove("$id");
    }
    schema
}

/// What is written for people.
pub(super) const ANNOTATIONS: [&str; 4] = ["title", "description", "examples", "default"];

/// A schema without what is written for people: a validator is made from it in half the time.
#[cfg(feature = "explain")]
pub(super) fn bare(schema: &Value) -> Value {
    let named = |named: &Map<String, Value>| named.iter().map(|(name, schema)| (name.clone(), bare(schema))).collect();
    match schema {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()));
            let kept = kept.map(|(key, child)| match (key.as_str(), child) {
                // Names of fields, not keywords: a field may be called `title`.
                ("properties" | "$defs", Value::Object(fields)) => (key.clone(), Value::Object(named(fields))),
                ("const" | "enum", _) => (key.clone(), child.clone()),
                _ => (key.clone(), bare(child)),
            });
            Value::Object(kept.collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(bare).collect()),
        _ => schema.clone(),
    }
}

fn walk(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, child) in map.iter_mut() {
                match (key.as_str(), child) {
                    ("examples" | "default" | "const" | "enum", _) => {}
                    // Names of fields, not keywords: a field may be called `default` or `format`.
                    ("properties", Value::Object(named)) => {
                        for (name, child) in named.iter_mut() {
                            walk(child);
                            if !KNOWN.contains(&name.as_str()) {
                                may_be_unknown(child);
                            }
                        }
                    }
                    ("$defs", Value::Object(named)) => named.values_mut().for_each(walk),
                    (_, child) => walk(child),
                }
            }
            // Whether the program writes a field back is no matter of whoever types it.
            map.remove("writeOnly");
            no_null(map);
            words(map);
            kinds(map);
            bounds(map);
            if map.get("default").is_some_and(Value::is_null) {
                map.remove("default");
            }
        }
        Value::Array(list) => list.iter_mut().for_each(walk),
        _ => {}
    }
}

/// Fields that an author always knows.
const KNOWN: [&str; 10] = ["$schema", "format", "kind", "csv", "xlsx", "sheet", "list", "code", "reason", "level"];

/// A number, a truth or a formed text may also be `"?"`: not known yet, and unchecked.
fn may_be_unknown(schema: &mut Value) {
    let Some(map) = schema.as_object_mut() else { return };
    let kind = map.get("type").and_then(Value::as_str).map(str::to_owned);
    match kind.as_deref() {
        Some(kind @ ("integer" | "number" | "boolean")) => {
            map.insert("type".to_owned(), json!([kind, "string"]));
            map.insert("pattern".to_owned(), json!("^\\?$"));
        }
        Some("string") => {
            let form = map.get("pattern").and_then(Value::as_str).filter(|p| p.starts_with("^#")).map(str::to_owned);
            if let Some(form) = form {
                let inner = form.trim_start_matches('^').trim_end_matches('$');
                map.insert("pattern".to_owned(), json!(format!("^(\\?|{inner})$")));
            }
        }
        _ => {}
    }
}

/// What the Rust type can hold becomes `minimum` and `maximum`; other validators know no `uint32`.
fn bounds(map: &mut Map<String, Value>) {
    // `format` as a keyword is text; as the name of a field it is a schema.
    let Some(format) = map.get("format").and_then(Value::as_str) else { return };
    let (least, most) = match format {
        "uint32" => (0, i64::from(u32::MAX)),
        "int32" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    };
    map.remove("format");
    if least > i64::MIN {
        map.entry("minimum").or_insert(json!(least));
        map.entry("maximum").or_insert(json!(most));
    }
}

/// `Option` means "may be left out", never `null`.
fn no_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|t| t != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = map.get_mut("enum") {
        words.retain(|w| !w.is_null());
    }
    let is_null = |branch: &Value| branch.get("type").is_some_and(|t| t == "null");
    let other = match map.get("anyOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([one, two]) if is_null(two) => Some(one.clone()),
        _ => None,
    };
    if let Some(Value::Object(other)) = other {
        map.remove("anyOf");
        for (key, child) in other {
            // The field's own description counts more than its type's.
            if !(key == "description" && map.contains_key("description")) {
                map.insert(key, child);
            }
        }
    }
}

/// A `oneOf` of single words becomes an `enum`, their descriptions one text.
fn words(map: &mut Map<String, Value>) {
    let Some(branches) = map.get("oneOf").and_then(Value::as_array) else { return };
    let mut words = Vec::new();
    let mut lines = Vec::new();
    for branch in branches {
        let list = match (branch.get("const"), branch.get("enum").and_then(Value::as_array)) {
            (Some(word), _) => vec![word.clone()],
            (None, Some(list)) => list.clone(),
            _ => return,
        };
        if let (Some(text), [Value::String(word)]) = (branch.get("description").and_then(Value::as_str), list.as_slice()) {
            lines.push(format!("`{word}`: {text}"));
        }
        words.extend(list);
    }
    map.remove("oneOf");
    map.insert("type".to_owned(), json!("string"));
    words.push(json!("?"));
    map.insert("enum".to_owned(), Value::Array(words));
    if !lines.is_empty() {
        let own = map.get("description").and_then(Value::as_str).map(|d| format!("{d}\n\n")).unwrap_or_default();
        map.insert("description".to_owned(), json!(format!("{own}{}", lines.join("\n"))));
    }
}

/// A `oneOf` of objects told apart by `kind` becomes an `enum` of kinds and one `if`/`then` for each.
fn kinds(map: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = map.get("oneOf") else { return };
    let kind = |branch: &Value| branch.pointer("/properties/kind/const").and_then(Value::as_str).map(str::to_owned);
    let Some(names) = branches.iter().map(kind).collect::<Option<Vec<_>>>() else { return };
    let cases: Vec<Value> = branches
        .iter()
        .zip(&names)
        .map(|(branch, name)| {
            let mut then = branch.clone();
            if let Some(then) = then.as_object_mut() {
                then.remove("type");
            }
            json!({ "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] }, "then": then })
        })
        .collect();
    map.remove("oneOf");
    map.insert("type".to_owned(), json!("object"));
    map.insert(
        "properties".to_owned(),
        json!({ "kind": { "description": "Which kind it is.", "type": "string", "enum": names } }),
    );
    map.insert("required".to_owned(), json!(["kind"]));
    map.insert("allOf".to_owned(), Value::Array(cases));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_reference_keeps_its_own_description_and_loses_null() {
        let shaped =
            publishable(json!({"description": "mine", "anyOf": [{"$ref": "#/$defs/X", "description": "its"}, {"type": "null"}]}));
        assert_eq!(shaped, json!({"description": "mine", "$ref": "#/$defs/X"}));
    }

    #[test]
    fn kinds_are_told_by_if_and_then() {
        let shaped = publishable(json!({"oneOf": [
            {"type": "object", "properties": {"kind": {"type": "string", "const": "a"}}, "required": ["kind"], "additionalProperties": false},
        ]}));
        assert_eq!(shaped.pointer("/properties/kind/enum"), Some(&json!(["a"])));
        assert_eq!(shaped.pointer("/allOf/0/then/additionalProperties"), Some(&json!(false)));
        assert_eq!(shaped.get("oneOf"), None);
    }
}
