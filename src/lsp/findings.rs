//! Findings as an editor shows them, and what it can do about them at once.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::names::part;
use super::text::{Position, range};
use crate::diag::{Diag, Severity};
use crate::source::confined;
use crate::span::{FileId, Place, Span};

/// So many findings of a file are shown; nobody scrolls further.
const MOST: usize = 1_000;
/// So many related places are shown with one.
const RELATED: usize = 20;

fn severity(diag: &Diag) -> u8 {
    match diag.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Hint => 3,
    }
}

/// The words of a finding at one of its places: what is wrong there, then what to do.
fn words(diag: &Diag, message: &str) -> String {
    let mut text = message.to_owned();
    if let Some(label) = &diag.label {
        text.push_str(&format!(" ({label})"));
    }
    // Of others it may be another.
    if let Some(rule) = diag.printed_rule.as_ref().filter(|_| message == diag.message) {
        text.push_str(&format!(", rule {rule}"));
    }
    if let Some(help) = &diag.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    text
}

/// Where a finding stands, with what is said there: its own place, and where the same mistake was made again.
fn places(diag: &Diag) -> impl Iterator<Item = (&Place, &str)> {
    std::iter::once((&diag.place, diag.message.as_str())).chain(diag.others())
}

/// The findings of every file of a game, by address; files without any are there too, so that old ones go away.
pub(super) fn all(analysis: &Analysis) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for n in 0..analysis.compiled.files.iter().count() {
        let id = FileId(u32::try_from(n).unwrap_or(u32::MAX));
        found.extend(analysis.uri(id).map(|uri| (uri, Vec::new())));
    }
    for diag in &analysis.compiled.diags {
        let related: Vec<Value> = diag
            .related
            .iter()
            .take(RELATED)
            .filter_map(|(place, what)| {
                Some(json!({ "location": analysis.location(place.file, analysis.span(place))?, "message": what }))
            })
            .collect();
        for (place, message) in places(diag) {
            let Some(list) = analysis.uri(place.file).and_then(|uri| found.get_mut(&uri)) else { continue };
            if list.len() < MOST {
                list.extend(shown(analysis, diag, (place, message), &related));
            }
        }
    }
    found
}

fn shown(analysis: &Analysis, diag: &Diag, (place, message): (&Place, &str), related: &[Value]) -> Option<Value> {
    let file = analysis.compiled.files.get(place.file)?;
    let span = analysis.span(place);
    let mut message = words(diag, message);
    if !analysis.is_text(place.file) {
        // An editor cannot go to a cell of a workbook.
        let line = file.line_column(span.start).line;
        message = format!("{}, row {line}: {message}", file.label);
    }
    let span = if analysis.is_text(place.file) { span } else { Span::default() };
    let mut shown = json!({
        "range": range(file, span),
        "severity": severity(diag),
        "code": diag.rule.code,
        "source": "muster",
        "message": message,
        "data": { "name": diag.rule.name },
    });
    if let (Some(object), false) = (shown.as_object_mut(), related.is_empty()) {
        object.insert("relatedInformation".to_owned(), Value::Array(related.to_vec()));
    }
    Some(shown)
}

/// The findings at a byte of a file.
pub(super) fn at(analysis: &Analysis, file: FileId, byte: usize) -> Vec<&Diag> {
    let here = |place: &Place| {
        let span = analysis.span(place);
        place.file == file && span.start as usize <= byte && byte <= span.end as usize
    };
    analysis.compiled.diags.iter().filter(|diag| places(diag).any(|(place, _)| here(place))).collect()
}

/// What can be done at once about the findings that touch a range.
pub(super) fn actions(analysis: &Analysis, file: FileId, from: Position, to: Position, renames: bool) -> Vec<Value> {
    let Some(source) = analysis.compiled.files.get(file) else { return Vec::new() };
    let (from, to) = (from.byte_of(source), to.byte_of(source));
    let mut all = Vec::new();
    for diag in &analysis.compiled.diags {
        for (place, message) in places(diag).filter(|(place, _)| place.file == file) {
            let span = analysis.span(place);
            if (span.start as usize) > to || (span.end as usize) < from {
                continue;
            }
            all.extend(diag.meant().filter_map(|meant| fix(analysis, diag, (place, message), meant, renames)));
            let title = format!("Explain {} ({})", diag.rule.code, diag.rule.name);
            let command = json!({ "title": title, "command": "muster.explain", "arguments": [diag.rule.code] });
            all.push(json!({ "title": title, "kind": "quickfix", "command": command }));
        }
    }
    all.dedup();
    all
}

/// What carries out "did you mean": the name that was probably meant in the place of the wrong one, or a file under the name
/// by which it is looked for.
fn fix(analysis: &Analysis, diag: &Diag, (place, message): (&Place, &str), meant: &str, renames: bool) -> Option<Value> {
    let wrong = wrong(diag, meant);
    let shown = shown(analysis, diag, (place, message), &[])?;
    let Some((span, text)) = replacement(analysis, place, wrong, meant) else {
        return file(analysis, shown, wrong, meant).filter(|_| renames);
    };
    let file = analysis.compiled.files.get(place.file)?;
    let edit = json!({ "range": range(file, span), "newText": text });
    // One of several is the author's choice.
    let only = diag.meant().count() == 1;
    Some(json!({
        "title": format!("Write `{meant}`"),
        "kind": "quickfix",
        "isPreferred": only,
        "diagnostics": [shown],
        "edit": { "changes": { analysis.uri(place.file)?: [edit] } },
    }))
}

/// The word of a message in whose place another was meant: the one that is most like it.
fn wrong<'d>(diag: &'d Diag, meant: &str) -> &'d str {
    let words = diag.message.split('`').skip(1).step_by(2);
    words.filter(|word| *word != meant).min_by_key(|word| distance(word, meant)).unwrap_or("")
}

/// A file that has the wrong name itself: one that nothing reads, or one that is looked for and is not there.
fn file(analysis: &Analysis, shown: Value, wrong: &str, meant: &str) -> Option<Value> {
    let there = |name: &str| super::place::has(&analysis.root, name);
    let (old, new) = match (there(wrong), there(meant)) {
        (true, false) => (wrong, meant),
        (false, true) => (meant, wrong),
        _ => return None,
    };
    confined(new).ok()?;
    // A picture does not become one of another kind by its name.
    if Path::new(old).extension() != Path::new(new).extension() {
        return None;
    }
    let uri = |name: &str| super::place::uri(&analysis.root.join(name));
    let rename = json!({ "kind": "rename", "oldUri": uri(old), "newUri": uri(new), "options": { "overwrite": false } });
    Some(json!({
        "title": format!("Rename `{old}` to `{new}`"),
        "kind": "quickfix",
        "diagnostics": [shown],
        "edit": { "documentChanges": [rename] },
    }))
}

/// The bytes to be replaced, and by what. What is underlined may be only a part of what was meant: `9` of `9@North`, where
/// `3@North` is.
fn replacement(analysis: &Analysis, place: &Place, wrong: &str, meant: &str) -> Option<(Span, String)> {
    if !analysis.is_text(place.file) {
        return None;
    }
    let text = analysis.compiled.files.tree(place.file)?.text();
    let slice = |span: Span| text.get(span.range()).unwrap_or("");
    let marked = analysis.span(place);
    let mut value = place.clone();
    value.range = None;
    let whole = analysis.span(&value);
    let part = |span: Span| {
        let (from, to) = part(slice(span), wrong, true)?;
        Some(Span::new(span.start as usize + from, span.start as usize + to))
    };
    let narrow = part(marked).or_else(|| part(whole)).or_else(|| below(analysis, place, wrong))?;
    // Of `1002/1104` the whole, where `1002/1003` is meant.
    let around = [marked, whole].into_iter().filter(|span| slice(*span).contains(wrong));
    let span = std::iter::once(narrow).chain(around).min_by_key(|span| distance(slice(*span), meant))?;
    // Nothing that would break the cell or the text in which it stands.
    let plain = !meant.contains(['"', '\\', '\n', '\r', '\t', '|']);
    plain.then(|| (span, analysis.written(place.file, span, meant)))
}

/// A word that stands somewhere in an object which is wrong as a whole, and stands there only once.
fn below(analysis: &Analysis, place: &Place, wrong: &str) -> Option<Span> {
    let tree = analysis.compiled.files.tree(place.file).filter(|tree| !tree.sheet)?;
    let all = tree.node(place.node?)?.node();
    let start = all.start as usize;
    let quoted = format!("\"{wrong}\"");
    let mut found = tree.text().get(start..all.end as usize)?.match_indices(&quoted).map(|(at, _)| start + at + 1);
    let only = found.next().filter(|_| !wrong.is_empty())?;
    found.next().is_none().then(|| Span::new(only, only + wrong.len()))
}

fn distance(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(&lower(a), &lower(b))
}

/// Long texts are never near to a name.
fn lower(text: &str) -> String {
    text.chars().take(300).flat_map(char::to_lowercase).collect()
}
