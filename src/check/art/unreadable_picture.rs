//! A picture or font that cannot be drawn.

use super::unknown_slot_word::slots;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::origins;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0710", name: "unreadable-picture", severity: Severity::Error, docs: include_str!("unreadable_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (path, why) in &context.seen().unreadable {
        let font = context.game.art.fonts.values().any(|font| font == path);
        let message = format!("`{path}` cannot be used: {why}");
        let help = if font {
            "name a TTF or OTF file"
        } else if path.to_ascii_lowercase().ends_with(".svg") {
            "save it as plain SVG: shapes in plain colours, and nothing from outside"
        } else {
            "save it anew as PNG or JPEG"
        };
        sink.report(Diag::new(&RULE, place(context, path), message).help(help));
    }
}

/// Where the file is named: by a counter or card, as a font, in a slot, as the symbol of a type; else where ready-made faces are.
fn place(context: &CheckContext<'_>, path: &str) -> Place {
    let game = context.game;
    let font = || {
        let (name, _) = game.art.fonts.iter().find(|(_, file)| *file == path)?;
        Some(context.origins.art?.at("fonts").field(name))
    };
    let slot = || {
        let fits = |show: &str| match (show.find('{'), show.rfind('}')) {
            (Some(open), Some(close)) => {
                let (begin, end) = (show.get(..open).unwrap_or_default(), show.get(close + 1..).unwrap_or_default());
                path.starts_with(begin) && path.ends_with(end) && end.contains('.')
            }
            _ => show == path,
        };
        slots(context).find(|(slot, ..)| fits(slot.show.trim())).map(|(_, place, _)| place)
    };
    let kind = || {
        let (id, _) = game.types.iter().find(|(_, kind)| kind.symbol == path)?;
        Some(origins::of(&context.origins.types, id)?.at("symbol"))
    };
    let named = || Some(context.pictured_at(context.seen().named.get(path)?.0));
    let map = || {
        let n = game.art.map.images.iter().position(|image| image.path == path)?;
        Some(context.origins.map_images.get(n)?.clone().field("path"))
    };
    named().or_else(map).or_else(font).or_else(slot).or_else(kind).unwrap_or_else(|| context.ready_at())
}
