//! `muster schema --pages`: the reference of the book, a page for each kind of file, from the schemas themselves.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::schema::PUBLISHED;

/// In the order of the book. What several kinds of files share is told on the first page that has it.
const PAGES: [&str; 16] = [
    "rules",
    "units",
    "terrain",
    "formations",
    "markers",
    "cards",
    "tables",
    "turns",
    "map",
    "scenario",
    "examples",
    "art",
    "vassal",
    "imported",
    "module",
    "bundle",
];

type Schema = Map<String, Value>;

/// The pages, by file name.
pub(super) fn pages() -> Vec<(String, String)> {
    let schemas: Vec<(&str, Value)> = PAGES
        .iter()
        .filter_map(|name| PUBLISHED.iter().find(|one| one.name == *name))
        .map(|one| (one.name, one.json()))
        .collect();
    // Where each type is told.
    let mut homes: BTreeMap<&str, &str> = BTreeMap::new();
    for (page, schema) in &schemas {
        for (name, of) in definitions(schema) {
            if of.get("properties").is_some_and(|fields| fields.get("xlsx").is_none()) || of.get("enum").is_some() {
                homes.entry(plain_name(name, schema)).or_insert(page);
            }
        }
    }
    schemas
        .iter()
        .map(|(page, schema)| {
            let mut text = String::new();
            Writer { page, schema, homes: &homes, out: &mut text }.page();
            (format!("{page}.md"), text)
        })
        .collect()
}

fn definitions(schema: &Value) -> impl Iterator<Item = (&str, &Schema)> {
    let all = schema.get("$defs").and_then(Value::as_object);
    all.into_iter().flatten().filter_map(|(name, of)| Some((name.as_str(), of.as_object()?)))
}

/// `Condition2` is `Condition` where another of that name is there too: both say the same to a reader.
fn plain_name<'a>(name: &'a str, schema: &Value) -> &'a str {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let shared =
        schema.pointer(&format!("/$defs/{base}")).is_some() || matches!(base, "Condition" | "Hexes" | "Hexsides" | "Units");
    if shared { base } else { name }
}

/// Writes a page.
struct Writer<'a> {
    page: &'a str,
    schema: &'a Value,
    homes: &'a BTreeMap<&'a str, &'a str>,
    out: &'a mut String,
}

impl Writer<'_> {
    fn page(&mut self) {
        let Some(root) = self.schema.as_object() else { return };
        let title = root.get("title").and_then(Value::as_str).unwrap_or(self.page);
        let title = title.trim_start_matches("Muster: ");
        self.say(&format!("# {title}\n"));
        let list = root.get("properties").is_some_and(|fields| fields.get("xlsx").is_some());
        if list {
            self.say("A list, or a sheet with a row for each and a column for each field; `back.attack` is the field `attack` of `back`.\n");
        } else {
            self.described(root);
            self.fields(root);
        }
        let mut told = BTreeSet::new();
        for (name, of) in definitions(self.schema) {
            let plain = plain_name(name, self.schema);
            if self.homes.get(plain) == Some(&self.page) && told.insert(plain) {
                self.say(&format!("\n## {plain}\n"));
                self.described(of);
                self.fields(of);
                self.kinds(of);
            }
        }
    }

    fn say(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// What a type is for; the words of a list of words are a list.
    fn described(&mut self, of: &Schema) {
        let Some(text) = of.get("description").and_then(Value::as_str) else { return };
        let mut lines = text.lines().map(cell);
        let first: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        self.say(&format!("{}\n", first.join(" ")));
        for line in lines {
            let item = if line.starts_with('`') { format!("- {line}") } else { line };
            self.say(&item);
        }
    }

    fn fields(&mut self, of: &Schema) {
        let Some(fields) = of.get("properties").and_then(Value::as_object) else { return };
        if of.get("allOf").is_some() {
            return;
        }
        let required: Vec<&str> =
            of.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        self.say("\n| field | what it is | what it says |\n|---|---|---|");
        for (name, field) in fields {
            let must = if required.contains(&name.as_str()) { ", required" } else { "" };
            let text = field.get("description").and_then(Value::as_str).unwrap_or_default();
            let line = format!("| `{name}`{must} | {} | {} |", self.kind(field), cell(text));
            self.say(&line);
        }
    }

    /// A type that is told by its `kind`: a row for each.
    fn kinds(&mut self, of: &Schema) {
        let Some(branches) = of.get("allOf").and_then(Value::as_array) else { return };
        self.say("\n| kind | what it says | fields |\n|---|---|---|");
        for branch in branches {
            let (Some(word), Some(then)) = (
                branch.pointer("/if/properties/kind/const").and_then(Value::as_str),
                branch.get("then").and_then(Value::as_object),
            ) else {
                continue;
            };
            let text = then.get("description").and_then(Value::as_str).unwrap_or_default();
            let fields =
                then.get("properties").and_then(Value::as_object).into_iter().flatten().filter(|(name, _)| *name != "kind");
            let fields: Vec<String> = fields
                .map(|(name, field)| {
                    let text = field.get("description").and_then(Value::as_str).unwrap_or_default();
                    format!("`{name}`: {}. {}", self.kind(field), cell(text))
                })
                .collect();
            let line = format!("| `{word}` | {} | {} |", cell(text), fields.join("<br>"));
            self.say(&line);
        }
    }

    /// What a field may hold, in words, with links to what it is made of.
    fn kind(&self, field: &Value) -> String {
        if let Some(name) = field.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) {
            let listed = name.strip_prefix("ListOf").unwrap_or(name);
            let plain = plain_name(listed, self.schema);
            let anchor = plain.to_lowercase();
            let link = match self.homes.get(plain) {
                Some(home) if *home == self.page => format!("[{plain}](#{anchor})"),
                Some(home) => format!("[{plain}]({home}.md#{anchor})"),
                None => plain.to_owned(),
            };
            return if listed == name { link } else { format!("list of {link}, or a sheet") };
        }
        if let Some(items) = field.get("items") {
            return format!("list of {}", self.kind(items));
        }
        if let Some(values) = field.get("additionalProperties").filter(|values| values.is_object()) {
            return format!("by name: {}", self.kind(values));
        }
        let types: Vec<&str> = match field.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut words: Vec<String> = Vec::new();
        for kind in &types {
            let bounds = match (field.get("minimum").and_then(Value::as_i64), field.get("maximum").and_then(Value::as_i64)) {
                (Some(least), Some(most)) if most < 1_000_000 => format!(", {least} to {most}"),
                _ => String::new(),
            };
            words.push(match *kind {
                "string" if types.len() > 1 && field.get("pattern").and_then(Value::as_str) == Some("^\\?$") => continue,
                "string" => "text".to_owned(),
                "integer" => format!("whole number{bounds}"),
                "number" => "number".to_owned(),
                "boolean" => "`true` or `false`".to_owned(),
                "array" => "list".to_owned(),
                "object" => "fields".to_owned(),
                other => other.to_owned(),
            });
        }
        let words = words.join(" or ");
        if words.is_empty() { "anything that fits".to_owned() } else { words }
    }
}

/// A text for a cell of a table: one line, and nothing that ends the cell or begins a tag.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_schema_has_a_page_that_names_all_its_fields() {
        let pages = pages();
        assert_eq!(pages.len(), PUBLISHED.len());
        let all: String = pages.iter().map(|(_, text)| text.as_str()).collect();
        for published in PUBLISHED {
            let schema = published.json();
            let root = schema.as_object().into_iter();
            for of in root.chain(definitions(&schema).map(|(_, of)| of)) {
                for name in of.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name) {
                    let listed = matches!(name.as_str(), "list" | "csv" | "xlsx" | "sheet");
                    assert!(listed || all.contains(&format!("`{name}`")), "{}: {name}", published.name);
                }
            }
        }
    }

    #[test]
    fn every_link_of_the_reference_has_its_heading() {
        let pages: BTreeMap<String, String> = pages().into_iter().collect();
        for (name, text) in &pages {
            for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let (page, anchor) = link.split_once('#').unwrap();
                let page = if page.is_empty() { name } else { page };
                let there =
                    pages[page].lines().any(|line| line.strip_prefix("## ").is_some_and(|head| head.to_lowercase() == anchor));
                assert!(there, "{name}: {link}");
            }
        }
    }
}
