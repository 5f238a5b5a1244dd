//! SARIF 2.1.0, which code-scanning services read. Columns count UTF-16 units, as `columnKind` says.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use serde_json::{Value, json};

use super::pick::{Picked, pick};
use super::place::Spot;
use super::words::{address, escaped, message};
use super::{Checked, Format, Style, words};
use crate::diag::{Diag, Rule, Severity};
use crate::span::Place;

/// So many repetitions of one mistake are listed; services refuse results with thousands of locations.
const MOST: usize = 100;

pub(super) fn render(games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    let picked: Vec<(&Checked<'_>, Picked<'_>)> = games.iter().map(|game| (game, pick(Format::Sarif, game, style))).collect();
    let diags = || picked.iter().flat_map(|(game, one)| one.diags.iter().map(move |diag| (game, *diag)));
    let rules: BTreeMap<&str, &Rule> = diags().map(|(_, diag)| (diag.rule.code, diag.rule)).collect();
    let number: BTreeMap<&str, usize> = rules.keys().enumerate().map(|(i, code)| (*code, i)).collect();
    let results: Vec<Value> = diags().map(|(game, diag)| result(game, diag, &number)).collect();
    let mut log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "muster",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.values().map(|rule| describe(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    let rest = picked.iter().flat_map(|(_, one)| &one.rest);
    let told: Vec<Value> = rest
        .map(|rest| {
            let text = format!("{} more findings of {} in {} are not listed", rest.count, rest.rule.code, rest.file);
            json!({ "level": "note", "message": { "text": text }, "associatedRule": { "id": rest.rule.code } })
        })
        .collect();
    if !told.is_empty()
        && let Some(run) = log.pointer_mut("/runs/0").and_then(Value::as_object_mut)
    {
        let count: usize = picked.iter().flat_map(|(_, one)| &one.rest).map(|rest| rest.count).sum();
        let told = json!([{ "executionSuccessful": true, "toolExecutionNotifications": told }]);
        run.insert("invocations".to_owned(), told);
        run.insert("properties".to_owned(), json!({ "omitted": count }));
    }
    serde_json::to_writer_pretty(Writer(&mut *out), &log).map_err(|_| fmt::Error)?;
    writeln!(out)
}

fn describe(rule: &Rule) -> Value {
    let first = rule.docs.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.name.replace('-', " ") },
        "fullDescription": { "text": first.unwrap_or(rule.name) },
        "help": { "text": rule.docs, "markdown": rule.docs },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

/// What SARIF calls it.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn result(game: &Checked<'_>, diag: &Diag, number: &BTreeMap<&str, usize>) -> Value {
    let mut text = message(diag);
    if diag.repeated() > 0 {
        text = format!("{text} (and {} more like it)", diag.repeated());
    }
    if let Some(help) = &diag.help {
        text = format!("{text}\nHelp: {}", words::harmless(help));
    }
    let again = diag.repeats.iter().take(MOST).map(|(place, own)| (place, own.as_deref().unwrap_or("the same here")));
    let related = diag.related.iter().map(|(place, what)| (place, what.as_str())).chain(again);
    let related: Vec<Value> = related
        .enumerate()
        .filter_map(|(i, (place, what))| {
            let mut at = location(game, place)?;
            let fields = at.as_object_mut()?;
            fields.insert("id".to_owned(), i.into());
            fields.insert("message".to_owned(), json!({ "text": what }));
            Some(at)
        })
        .collect();
    json!({
        "ruleId": diag.rule.code,
        "ruleIndex": number.get(diag.rule.code).copied().unwrap_or(0),
        "level": level(diag.severity),
        "message": { "text": text },
        "locations": location(game, &diag.place).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related,
    })
}

fn location(game: &Checked<'_>, place: &Place) -> Option<Value> {
    let spot = Spot::of(game.files, place)?;
    let (file, sheet) = spot.label_and_sheet();
    let mut physical = json!({ "artifactLocation": { "uri": uri(file) } });
    if spot.in_workbook() {
        let cell = [sheet.map(str::to_owned), spot.cell()].into_iter().flatten().collect::<Vec<_>>().join("!");
        return Some(json!({ "physicalLocation": physical, "logicalLocations": [{ "fullyQualifiedName": cell }] }));
    }
    if !spot.whole {
        let (start, end) = spot.utf16();
        let region = json!({ "startLine": spot.line, "startColumn": start, "endLine": spot.end_line, "endColumn": end });
        physical.as_object_mut()?.insert("region".to_owned(), region);
    }
    Some(json!({ "physicalLocation": physical }))
}

/// A path as a relative reference; an absolute one becomes a file address.
fn uri(path: &str) -> String {
    let mut out = String::new();
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') {
        out.push_str("file://");
    } else if drive {
        out.push_str("file:///");
    }
    out + &address(path, drive)
}

/// Lets serde write into a formatter; what it writes is whole UTF-8 texts. What a terminal would obey is escaped.
pub(super) struct Writer<'a>(pub(super) &'a mut dyn fmt::Write);

impl io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(&escaped(text)).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("modules/first steps/units#1.csv"), "modules/first%20steps/units%231.csv");
        assert_eq!(uri("/games/é.json"), "file:///games/%C3%A9.json");
        assert_eq!(uri("C:/games/map.json"), "file:///C:/games/map.json");
    }
}
