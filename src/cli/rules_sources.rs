//! `muster rules --sources`: what the values of a game rest on.

use super::exit::Failure;
use crate::diag::did_you_mean;
use crate::model::Game;
use crate::origins::{Resting, RestingKind};

/// How many values rest on each source; with the id of one, or `-` for none, everything that does.
pub(super) fn table(game: &Game, resting: &Resting, asked: &str) -> Result<String, Failure> {
    if resting.sources.is_empty() {
        let help = "declare `sources` in module.json: docs/sources.md tells how";
        return Err(Failure::new(format!("{} names no sources", game.name)).help(help));
    }
    if asked.is_empty() {
        return Ok(counts(resting));
    }
    let known = resting.sources.iter().position(|source| source.id == asked);
    if known.is_none() && asked != "-" {
        let near = did_you_mean(asked, resting.sources.iter().map(|source| source.id.as_str()));
        let help = near.unwrap_or_else(|| "`muster rules --sources` lists them".to_owned());
        return Err(Failure::new(format!("unknown source `{asked}`")).help(help));
    }
    let mut text = String::new();
    for kind in RestingKind::ALL {
        let names: Vec<&str> =
            resting.values.iter().filter(|(of, _, on)| *of == kind && *on == known).map(|(_, name, _)| name.as_str()).collect();
        if !names.is_empty() {
            text.push_str(&format!("{} ({}): {}\n", kind.words().1, names.len(), names.join(", ")));
        }
    }
    if text.is_empty() {
        text.push_str("nothing\n");
    }
    Ok(text)
}

fn counts(resting: &Resting) -> String {
    let kinds: Vec<RestingKind> =
        RestingKind::ALL.into_iter().filter(|kind| resting.values.iter().any(|(of, ..)| of == kind)).collect();
    let head = ["source", "kind"].into_iter().chain(kinds.iter().map(|kind| kind.words().1)).map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = vec![head];
    let row = |id: &str, kind: &str, source| {
        let counts = kinds.iter().map(|kind| resting.count(*kind, source).to_string());
        [id.to_owned(), kind.to_owned()].into_iter().chain(counts).collect()
    };
    rows.extend(resting.sources.iter().enumerate().map(|(n, source)| row(&source.id, source.kind, Some(n))));
    rows.push(row("-", "nothing is said", None));
    let wide: Vec<usize> = (0..rows.first().map_or(0, Vec::len))
        .map(|n| rows.iter().filter_map(|row| row.get(n)).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&wide).enumerate().map(|(n, (cell, wide))| match n < 2 {
            true => format!("{cell:<wide$}"),
            false => format!("{cell:>wide$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text.push('\n');
    for source in &resting.sources {
        text.push_str(&format!("{}: {}\n", source.id, source.name));
    }
    text
}
