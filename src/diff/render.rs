//! The errata as text, as markdown and for other programs.

use serde_json::{Value, json};

use super::change::{Change, Section, plain};
use super::fold::{Ink, Line, Plain, lines};
use crate::model::Game;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// To be published.
    Markdown,
    /// For other programs.
    Json,
}

/// One of the two games.
pub struct Edition<'a> {
    /// What the user called it: a folder, a revision.
    pub label: &'a str,
    pub game: &'a Game,
    /// How many errors stand in it.
    pub errors: usize,
}

/// Writes the changes that [`compare`](super::compare) found.
pub fn render(format: Format, old: &Edition<'_>, new: &Edition<'_>, changes: &[Change]) -> String {
    match format {
        Format::Text => text(old, new, changes),
        Format::Markdown => markdown(old, new, changes),
        Format::Json => json(old, new, changes),
    }
}

/// Names stand out, and nothing of the author's is taken for a mark.
struct Markdown;

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '~' | '&' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

impl Ink for Markdown {
    fn strong(&self, words: &str) -> String {
        format!("**{}**", escaped(words))
    }

    fn words(&self, words: &str) -> String {
        // Every other piece stands between backticks, where nothing is a mark.
        let pieces = words.split('`').enumerate();
        pieces.map(|(n, piece)| if n % 2 == 0 { escaped(piece) } else { format!("`{piece}`") }).collect()
    }
}

fn called(game: &Game) -> String {
    if game.name.is_empty() { "The game".to_owned() } else { plain(&game.name) }
}

/// `2 changes from 1.0 to 1.1`.
fn summary(old: &Edition<'_>, new: &Edition<'_>, count: usize) -> String {
    let versions = match (&old.game.version, &new.game.version) {
        (Some(a), Some(b)) if a != b => format!(" from version {} to version {}", plain(a), plain(b)),
        _ => String::new(),
    };
    match count {
        0 => "nothing changed".to_owned(),
        1 => format!("1 change{versions}"),
        n => format!("{n} changes{versions}"),
    }
}

/// What cannot be relied on.
fn doubts(old: &Edition<'_>, new: &Edition<'_>) -> Vec<String> {
    [old, new]
        .iter()
        .filter(|edition| edition.errors > 0)
        .map(|edition| {
            let errors = if edition.errors == 1 { "1 error".to_owned() } else { format!("{} errors", edition.errors) };
            format!("{errors} in `{}`: what could not be read there may be missing here.", plain(edition.label))
        })
        .collect()
}

fn scenarios(old: &Edition<'_>, new: &Edition<'_>) -> usize {
    let both = new.game.scenarios.values().filter(|s| old.game.scenarios.values().any(|o| o.id == s.id)).count();
    // "All scenarios" says something only of several, and only if none is new.
    if both == new.game.scenarios.len() && both > 1 { both } else { usize::MAX }
}

fn sections(all: Vec<Line>) -> Vec<(Section, Vec<String>)> {
    let mut found: Vec<(Section, Vec<String>)> = Vec::new();
    for line in all {
        match found.last_mut() {
            Some((section, lines)) if *section == line.section => lines.push(line.text),
            _ => found.push((line.section, vec![line.text])),
        }
    }
    found
}

fn text(old: &Edition<'_>, new: &Edition<'_>, changes: &[Change]) -> String {
    let mut out = format!("{}: {}\n", called(new.game), summary(old, new, changes.len()));
    for doubt in doubts(old, new) {
        out.push_str(&format!("note: {doubt}\n"));
    }
    for (section, lines) in sections(lines(&Plain, changes, scenarios(old, new))) {
        out.push_str(&format!("\n{}\n", section.heading()));
        lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
    out
}

fn markdown(old: &Edition<'_>, new: &Edition<'_>, changes: &[Change]) -> String {
    let summary = summary(old, new, changes.len());
    let mut chars = summary.chars();
    let summary: String = chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default();
    let mut out = format!("# Errata to {}\n\n{}.\n", Markdown.words(&called(new.game)), Markdown.words(&summary));
    for doubt in doubts(old, new) {
        out.push_str(&format!("\n> {}\n", Markdown.words(&doubt)));
    }
    for (section, lines) in sections(lines(&Markdown, changes, scenarios(old, new))) {
        out.push_str(&format!("\n## {}\n\n", section.heading()));
        lines.iter().for_each(|line| out.push_str(&format!("- {line}\n")));
    }
    out
}

fn json(old: &Edition<'_>, new: &Edition<'_>, changes: &[Change]) -> String {
    let edition = |edition: &Edition<'_>| {
        json!({
            "from": edition.label,
            "name": edition.game.name,
            "version": edition.game.version,
            "errors": edition.errors,
        })
    };
    let one = |change: &Change| -> Value {
        json!({
            "section": change.section.heading(),
            "kind": change.kind.word(),
            "what": change.noun.one,
            "id": change.id,
            "name": change.name,
            "item": change.item,
            "aspect": change.aspect,
            "before": change.before,
            "after": change.after,
            "text": change.sentence(),
        })
    };
    let all = json!({
        "version": 1,
        "equal": changes.is_empty(),
        "old": edition(old),
        "new": edition(new),
        "changes": changes.iter().map(one).collect::<Vec<Value>>(),
    });
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}
