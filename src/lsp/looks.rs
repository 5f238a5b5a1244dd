//! What is drawn for a thing because its id is a known word: under another id it must be said.

use serde_json::Value;

use super::analysis::Analysis;
use super::cursor::{Way, in_json};
use super::edits::Edits;
use super::names::{Spot, Thing};
use crate::diag::Role;
use crate::draw::symbol::{Icon, Symbol};
use crate::model::{Key as _, MarkerId, TypeId};
use crate::origins;
use crate::source::layout;
use crate::span::Span;

/// What is lost with an id.
struct Lost {
    /// The field that may say it.
    field: &'static str,
    /// Whether its old id is all that this field needs to say.
    enough: bool,
    /// Where else an author says it.
    home: &'static str,
}

/// Says beside its id what was drawn for a thing that gets another one.
pub(super) fn keep(analysis: &Analysis, edits: &mut Edits, thing: &Thing, spots: &[&Spot], new: &str) -> Result<(), String> {
    let Some(Lost { field, enough, home }) = lost(analysis, thing, new) else { return Ok(()) };
    let id = spots.iter().find(|spot| spot.kind == thing.kind && spot.role == Role::Defines).filter(|_| enough);
    let Some((id, (span, text))) = id.and_then(|id| Some((id, said(analysis, id, field, &thing.name)?))) else {
        return Err(format!("what is drawn for `{}` comes from its id: say it first, in {home}", thing.name));
    };
    edits.add(analysis, id.file, span, text);
    Ok(())
}

fn lost(analysis: &Analysis, thing: &Thing, new: &str) -> Option<Lost> {
    let (game, old) = (&analysis.compiled.game, thing.name.as_str());
    match (thing.kind, thing.nth?) {
        ("unit type", nth) => {
            let id = TypeId::new(nth);
            let symbol = Symbol::parse(old).filter(|_| game.types.at(id).is_some_and(|kind| kind.symbol == old))?;
            let origin = origins::of(&analysis.compiled.origins.types, id);
            let stated = origin.and_then(|at| analysis.compiled.files.tree(at.file)?.node(at.node)?.get("symbol")).is_some();
            let other = Symbol::parse(new) != Some(symbol);
            (other && !stated).then_some(Lost {
                field: "symbol",
                enough: true,
                home: "`symbol` of its line in `types` of module.json",
            })
        }
        ("marker", nth) => {
            let marker = game.markers.at(MarkerId::new(nth))?;
            let icon = |id: &str, name: &str| Icon::of_marker(id, name).map(Icon::name);
            let before = icon(old, marker.name.as_deref().unwrap_or(old))?;
            // A new id that is a word for an icon too is meant so.
            let told = game.art.icons.contains_key(old) || marker.picture.is_some() || Icon::named(new).is_some();
            let other = icon(new, marker.name.as_deref().unwrap_or(new)) != Some(before);
            let enough = marker.name.is_none() && icon(new, old) == Some(before);
            (other && !told).then_some(Lost { field: "name", enough, home: "`icons` of art.json" })
        }
        _ => None,
    }
}

/// The edit that says something beside an id: a member behind it, or a cell of its row.
fn said(analysis: &Analysis, id: &Spot, field: &str, value: &str) -> Option<(Span, String)> {
    let tree = analysis.compiled.files.tree(id.file)?;
    let text = tree.text();
    if tree.sheet {
        let layout = layout(text)?;
        let heading = tree.headings.iter().find(|heading| &*heading.name == field)?;
        let (_, column) = layout.at(heading.span.start as usize)?;
        let (row, _) = layout.at(id.span.start as usize)?;
        let cell = layout.rows.get(row)?.cells.get(column)?;
        return Some((Span::new(cell.whole.start, cell.whole.end), value.to_owned()));
    }
    let own = in_json(text, id.span.start as usize).way.last() == Some(&Way::Field("id".to_owned()));
    // Behind the quote that ends the id.
    let end = id.span.end as usize + 1;
    let quoted = text.get(..end).is_some_and(|before| before.ends_with('"'));
    (own && quoted).then(|| (Span::new(end, end), format!(", \"{field}\": {}", Value::from(value))))
}
