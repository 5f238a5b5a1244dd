//! A ready-made face that is not square, too small, or not as large as the others.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::card;
use crate::draw::counter::Shown;
use crate::model::{PictureFit, Pictured};

static RULE: Rule =
    Rule { code: "M0709", name: "picture-size", severity: Severity::Warning, docs: include_str!("picture_size.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// It may be longer one way than the other by so much.
const SQUARE: f64 = 0.02;
/// So many pixels an inch are just sharp enough in print.
const LEAST: f64 = 150.0;
/// So many pictures must be alike before another is odd.
const ALIKE: usize = 3;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let seen = context.seen();
    let all: Vec<(&String, Shown, (f64, f64, bool))> =
        seen.ready.there.iter().filter_map(|(path, shown)| Some((path, *shown, *seen.sizes.get(path)?))).collect();
    let mut counts: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    for (_, _, (width, height, _)) in all.iter().filter(|(_, _, (_, _, pixels))| *pixels) {
        *counts.entry(whole(*width, *height)).or_default() += 1;
    }
    let total: usize = counts.values().sum();
    let most = counts.iter().max_by_key(|(_, n)| **n).filter(|(_, n)| **n >= ALIKE && **n * 2 > total);
    let area = context.game.art.counter_area(context.game.art.counter());
    let inches = area.0.min(area.1) / 25.4;
    for (path, shown, (width, height, pixels)) in all {
        let is =
            if pixels { format!("has {width} × {height} pixels") } else { format!("is {width:.0} wide and {height:.0} high") };
        let an_inch = width.min(height) / inches;
        let (across, along) = (width * area.1, height * area.0);
        let (message, help) = if across.max(along) > across.min(along) * (1.0 + SQUARE) {
            match area.0 == area.1 {
                true => (format!("`{path}` {is}, expected a square"), "cut it, or save it anew as a square".to_owned()),
                false => (
                    format!("`{path}` {is}, expected the shape of a counter of {} × {} mm", area.0, area.1),
                    "cut it, or save it anew in that shape".to_owned(),
                ),
            }
        } else if pixels && an_inch < LEAST {
            let least = (LEAST * inches).ceil();
            let message = format!("`{path}` {is}, which is {an_inch:.0} an inch, expected at least {LEAST}");
            (message, format!("save it anew with {least} × {least} pixels or more"))
        } else if let Some(((w, h), n)) = most.filter(|(size, _)| pixels && **size != whole(width, height)) {
            let message = format!("`{path}` {is}, expected {w} × {h} as {n} others have");
            (message, "save it anew in the size of the others".to_owned())
        } else {
            continue;
        };
        let mut diag = Diag::new(&RULE, context.ready_at(), message).help(help).folded_by(is);
        if let Some((_, unit)) = context.owning_unit(shown) {
            diag = diag.of_unit(&unit.id);
        }
        sink.report(diag);
    }
    of_named(context, sink);
}

/// Pictures that counters and cards name: they keep their shape, but need the same pixels.
fn of_named(context: &CheckContext<'_>, sink: &mut Sink) {
    let (game, seen) = (context.game, context.seen());
    for (path, (whose, _)) in &seen.named {
        let Some((width, height, true)) = seen.sizes.get(path).copied() else { continue };
        let (what, area) = match whose {
            Pictured::Chart(_) => continue,
            Pictured::Card(id) | Pictured::Behind(id) if game.cards[*id].faces.is_empty() => {
                ("card", card::size(game.art.print.bridge_cards))
            }
            _ => ("counter", game.art.counter_area(game.art.counter())),
        };
        let (across, along) = (width / area.0 * 25.4, height / area.1 * 25.4);
        // What keeps its shape is as large as fits: the longer way decides.
        let an_inch = match game.art.pictures {
            PictureFit::Fit => across.max(along),
            PictureFit::Cover | PictureFit::Stretch => across.min(along),
        };
        if an_inch >= LEAST {
            continue;
        }
        let least = |mm: f64| (LEAST * mm / 25.4).ceil();
        let message = format!("`{path}` has {width} × {height} pixels, which is {an_inch:.0} an inch, expected at least {LEAST}");
        let help = format!("save it anew with {} × {} pixels or more, for a {what}", least(area.0), least(area.1));
        let mut diag = Diag::new(&RULE, context.pictured_at(*whose), message).help(help).folded_by(what);
        if let Pictured::Face(id, _) = whose {
            diag = diag.of_unit(&game.units[*id].id);
        }
        sink.report(diag);
    }
}

/// Pixels are whole numbers.
fn whole(width: f64, height: f64) -> (u64, u64) {
    (width as u64, height as u64)
}
