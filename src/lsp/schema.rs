//! What may stand at a place, by the schema of its file: fields, words, and what is said of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::analysis::Analysis;
use super::cursor::{Way, Writing, in_json};
use crate::format::{self, ListOf, SheetColumns};
use crate::schema::{self, Schema, Vocabulary, headings};
use crate::source::sheet::Heading;
use crate::source::{SheetLayout, layout};
use crate::span::FileId;

/// Whether a path is that of a sheet.
pub(super) fn is_sheet(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv") || end.eq_ignore_ascii_case("tsv"))
}

/// The schema that a file was validated by; by its usual name where it was not read.
pub(super) fn of(analysis: &Analysis, path: &Path) -> Option<Arc<Schema>> {
    let files: Vec<FileId> = analysis.files_at(path).map(|(id, _)| id).collect();
    let validated = analysis.compiled.validated.iter().find(|(file, _)| files.contains(file));
    validated.map(|(_, schema)| Arc::clone(schema)).or_else(|| by_name(path))
}

fn by_name(path: &Path) -> Option<Arc<Schema>> {
    if path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "scenarios") {
        return Some(schema::of::<format::Scenario>());
    }
    Some(match path.file_stem()?.to_str()? {
        "module" => schema::of::<format::Module>(),
        "map" => schema::of::<format::Map>(),
        "rules" => schema::of::<format::Rules>(),
        "turns" => schema::of::<format::Turns>(),
        "art" => schema::of::<format::Art>(),
        "units" => schema::of::<ListOf<format::Unit>>(),
        "formations" => schema::of::<ListOf<format::Formation>>(),
        "markers" => schema::of::<ListOf<format::Marker>>(),
        "cards" => schema::of::<ListOf<format::Card>>(),
        "terrain" => schema::of::<ListOf<format::Terrain>>(),
        "tables" => schema::of::<ListOf<format::Table>>(),
        _ => return None,
    })
}

/// So many branches of a schema are looked at.
const BRANCHES: usize = 64;

/// A schema with all its branches: references followed, alternatives side by side.
pub(super) fn branches<'s>(root: &'s Value, at: &'s Value) -> Vec<&'s Value> {
    let mut left = vec![at];
    let mut found: Vec<&Value> = Vec::new();
    while let Some(next) = left.pop() {
        let next = schema::resolve(root, next);
        if found.len() >= BRANCHES || found.iter().any(|other| std::ptr::eq(*other, next)) {
            continue;
        }
        found.push(next);
        for word in ["oneOf", "anyOf", "allOf"] {
            left.extend(next.get(word).and_then(Value::as_array).into_iter().flatten());
        }
    }
    found
}

/// What the schema says of a place; several where there are several ways to write it.
pub(super) fn at<'s>(root: &'s Value, way: &[Way]) -> Vec<&'s Value> {
    let mut here = vec![root];
    for step in way {
        let mut next: Vec<&Value> = Vec::new();
        for branch in here.iter().flat_map(|one| branches(root, one)) {
            let found = match step {
                Way::Field(name) => {
                    let own = branch.get("properties").and_then(|fields| fields.get(name));
                    own.or_else(|| branch.get("additionalProperties").filter(|more| more.is_object()))
                }
                Way::Element => branch.get("items"),
            };
            next.extend(found.filter(|found| !next.iter().any(|other| std::ptr::eq(*other, *found))));
        }
        next.truncate(BRANCHES);
        here = next;
    }
    here
}

/// What is said of a place.
pub(super) fn description(root: &Value, way: &[Way]) -> Option<String> {
    let said = |value: &Value| value.get("description").and_then(Value::as_str).map(str::to_owned);
    let found = at(root, way);
    found.iter().find_map(|value| said(value)).or_else(|| found.iter().find_map(|value| said(schema::resolve(root, value))))
}

/// The headings of a sheet and the fields that they stand for.
pub(super) struct Sheet {
    pub(super) layout: SheetLayout,
    /// Each heading as it is written, and its way down from a row.
    pub(super) headings: Vec<(String, Option<Vec<Way>>)>,
}

/// Names that have columns of their own.
pub(super) fn vocabulary(analysis: &Analysis) -> Vocabulary {
    let game = &analysis.compiled.game;
    let ratings = game.ratings.values().map(|it| it.id.clone()).collect();
    let classes = game.classes.values().map(|it| it.id.clone()).collect();
    Vocabulary { maps: vec![("ratings", Some(ratings)), ("cost", Some(classes)), ("cells", None)], lost: false }
}

/// Reads the headings of a sheet.
pub(super) fn sheet(analysis: &Analysis, path: &Path, schema: &Schema, text: &str) -> Option<Sheet> {
    let layout = layout(text)?;
    let (words, file) = (vocabulary(analysis), label(analysis, path));
    let mapping = mapping(analysis, &file);
    let means = headings(schema, &words, mapping.as_ref(), &file);
    let header = layout.header().map(|row| row.cells.as_slice()).unwrap_or_default();
    let headings = header.iter().map(|cell| {
        let name = text.get(cell.value.clone()).unwrap_or("").to_owned();
        let way = match means(&name) {
            Heading::Field(path, _) => Some(
                path.into_iter().map(|step| if step.parse::<u32>().is_ok() { Way::Element } else { Way::Field(step) }).collect(),
            ),
            _ => None,
        };
        (name, way)
    });
    let headings = headings.collect();
    drop(means);
    Some(Sheet { headings, layout })
}

/// The path of a file in its game.
fn label(analysis: &Analysis, path: &Path) -> String {
    let read = analysis.file_at(path).map(|(_, file)| file.path.clone());
    read.or_else(|| path.strip_prefix(&analysis.root).ok().map(|path| path.to_string_lossy().replace('\\', "/")))
        .unwrap_or_default()
}

/// What `sheets` of module.json says of a sheet.
fn mapping(analysis: &Analysis, file: &str) -> Option<SheetColumns> {
    let module = analysis.compiled.origins.module?;
    let node = analysis.compiled.files.tree(module.file)?.node(module.node)?.get("sheets")?.get(file)?;
    let columns: BTreeMap<String, String> = node
        .get("columns")
        .into_iter()
        .flat_map(|columns| columns.members())
        .filter_map(|member| Some((member.name.into_owned(), member.value.text()?.into_owned())))
        .collect();
    let ignore = node.get("ignore").into_iter().flat_map(|list| list.elements()).filter_map(|it| Some(it.text()?.into_owned()));
    Some(SheetColumns { columns: Some(columns), ignore: Some(ignore.collect()) })
}

/// What the format says of the field under a byte.
pub(super) fn field_words(analysis: &Analysis, file: FileId, text: &str, byte: usize) -> Option<String> {
    let path = analysis.path(file)?;
    let schema = of(analysis, path)?;
    let root = &schema.json;
    let (name, way) = if is_sheet(path) {
        let sheet = sheet(analysis, path, &schema, text)?;
        let (row, cell) = sheet.layout.at(byte)?;
        let header = sheet.layout.rows.get(row).zip(sheet.layout.header()).is_some_and(|(row, header)| row.bytes == header.bytes);
        let (name, way) = sheet.headings.get(cell).filter(|_| header)?;
        let way: Vec<Way> = std::iter::once(Way::Element).chain(way.clone()?).collect();
        (name.clone(), way)
    } else {
        let cursor = in_json(text, byte);
        if cursor.writing != Writing::Key || !cursor.quoted {
            return None;
        }
        let name = text.get(cursor.bytes.clone())?.to_owned();
        let way = cursor.way.iter().cloned().chain([Way::Field(name.clone())]).collect();
        (name, way)
    };
    let said = description(root, &way)?;
    Some(format!("**{}**\n\n{}", super::hover::escaped(&name), super::hover::escaped(&said)))
}
