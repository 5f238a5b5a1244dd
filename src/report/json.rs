//! The report for programs. `version` rises when a field changes its meaning or goes; fields may be added.
//!
//! Lines and columns count from 1, columns in characters; the end is one past the last character. In a workbook
//! the line is the sheet's row, and `cell` names the cell.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::pick::{Picked, Rest, pick};
use super::place::Spot;
use super::words::message;
use super::{Checked, Format, Size, Style, sarif::Writer};
use crate::diag::{Diag, Severity};
use crate::origins::RestingKind;
use crate::span::Place;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    diagnostics: Vec<Finding<'a>>,
    /// What was found besides and is only counted, by code and file.
    omitted: Vec<Omitted<'a>>,
    unchecked: Vec<Unchecked<'a>>,
    /// What a game states and nothing enforces.
    stated: Vec<Unchecked<'a>>,
    /// What the values of games rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<Source<'a>>,
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct Source<'a> {
    game: &'a str,
    /// Nothing for values of which nothing is said.
    source: Option<&'a str>,
    name: Option<&'a str>,
    kind: Option<&'a str>,
    /// How many of each kind rest on it.
    rests: BTreeMap<&'static str, usize>,
}

fn sources<'a>(game: &'a Checked<'_>) -> Vec<Source<'a>> {
    let resting = game.resting;
    let each = resting.sources.iter().map(Some).chain(std::iter::once(None)).filter(|_| !resting.sources.is_empty());
    let told = each.enumerate().map(|(n, source)| {
        let counted = RestingKind::ALL.into_iter().map(|kind| (kind.words().1, resting.count(kind, source.map(|_| n))));
        Source {
            game: game.called(),
            source: source.map(|source| source.id.as_str()),
            name: source.map(|source| source.name.as_str()),
            kind: source.map(|source| source.kind),
            rests: counted.filter(|(_, count)| *count > 0).collect(),
        }
    });
    told.filter(|source| source.source.is_some() || !source.rests.is_empty()).collect()
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    message: String,
    #[serde(flatten)]
    place: Where<'a>,
    label: Option<&'a str>,
    help: Option<&'a str>,
    rule: Option<&'a str>,
    related: Vec<Related<'a>>,
    /// How many related places there are besides.
    #[serde(skip_serializing_if = "none")]
    more_related: usize,
    others: Others<'a>,
    subject: Subject<'a>,
}

#[derive(Serialize, Default)]
struct Where<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: Where<'a>,
}

#[derive(Serialize)]
struct Others<'a> {
    count: usize,
    /// Each with its own message.
    places: Vec<Related<'a>>,
}

#[derive(Serialize)]
struct Subject<'a> {
    scenarios: &'a [String],
    hex: Option<&'a str>,
    #[serde(rename = "box")]
    off_map: Option<&'a str>,
    units: &'a [String],
}

#[derive(Serialize)]
struct Omitted<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    file: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct Unchecked<'a> {
    game: &'a str,
    what: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct Summary<'a> {
    errors: usize,
    warnings: usize,
    hints: usize,
    unchecked: usize,
    /// Of those, what a bounded search could neither show nor rule out.
    undecided: usize,
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Game<'a> {
    folder: &'a str,
    name: &'a str,
    errors: usize,
    warnings: usize,
    hints: usize,
    #[serde(flatten)]
    size: Size,
}

pub(super) fn render(games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    let tally = |severity| games.iter().map(|game| game.tally(severity)).sum();
    let picked: Vec<(&Checked<'_>, Picked<'_>)> = games.iter().map(|game| (game, pick(Format::Json, game, style))).collect();
    let document = Document {
        version: 1,
        diagnostics: picked.iter().flat_map(|(game, one)| one.diags.iter().map(|diag| finding(game, diag))).collect(),
        omitted: picked.iter().flat_map(|(_, one)| &one.rest).map(omitted).collect(),
        unchecked: games
            .iter()
            .flat_map(|game| game.unchecked.iter().map(|u| Unchecked { game: game.called(), what: &u.what, why: &u.why }))
            .collect(),
        stated: games
            .iter()
            .flat_map(|game| game.stated.iter().map(|u| Unchecked { game: game.called(), what: &u.what, why: &u.why }))
            .collect(),
        sources: games.iter().flat_map(sources).collect(),
        summary: Summary {
            errors: tally(Severity::Error),
            warnings: tally(Severity::Warning),
            hints: tally(Severity::Hint),
            unchecked: games.iter().map(|game| game.unchecked.len() + game.more_unchecked).sum(),
            undecided: games.iter().map(|game| game.unchecked.iter().filter(|u| u.is_undecided()).count()).sum(),
            games: games.iter().map(summary).collect(),
        },
    };
    serde_json::to_writer_pretty(Writer(&mut *out), &document).map_err(|_| fmt::Error)?;
    writeln!(out)
}

fn summary<'a>(game: &Checked<'a>) -> Game<'a> {
    Game {
        folder: game.folder,
        name: game.name,
        errors: game.tally(Severity::Error),
        warnings: game.tally(Severity::Warning),
        hints: game.tally(Severity::Hint),
        size: game.size,
    }
}

fn finding<'a>(game: &Checked<'a>, diag: &'a Diag) -> Finding<'a> {
    Finding {
        code: diag.rule.code,
        name: diag.rule.name,
        severity: diag.severity.word(),
        message: message(diag),
        place: place(game, &diag.place),
        label: diag.label.as_deref(),
        help: diag.help.as_deref(),
        rule: diag.printed_rule.as_deref(),
        related: diag.related.iter().map(|(at, what)| Related { message: what, place: place(game, at) }).collect(),
        more_related: diag.more_related,
        others: Others {
            count: diag.repeated(),
            places: diag.others().map(|(at, what)| Related { message: what, place: place(game, at) }).collect(),
        },
        subject: Subject {
            scenarios: &diag.subject.scenarios,
            hex: diag.subject.hex.as_deref(),
            off_map: diag.subject.off_map.as_deref(),
            units: &diag.subject.units,
        },
    }
}

fn omitted<'a>(rest: &'a Rest<'_>) -> Omitted<'a> {
    let Rest { rule, severity, file, count } = rest;
    Omitted { code: rule.code, name: rule.name, severity: severity.word(), file, count: *count }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn none(count: &usize) -> bool {
    *count == 0
}

fn place<'a>(game: &Checked<'a>, place: &Place) -> Where<'a> {
    let Some(spot) = Spot::of(game.files, place) else { return Where::default() };
    let (file, sheet) = spot.label_and_sheet();
    let (line, column) = (spot.line, spot.column);
    Where { file, sheet, cell: spot.cell(), line, column, end_line: spot.end_line, end_column: spot.end_column }
}
