//! An image of the map that does not lie square on the grid.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::{Layout, Point, register};
use crate::model::{Map, MapImage};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0703", name: "crooked-image", severity: Severity::Warning, docs: include_str!("crooked_image.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// A reference may miss its hex by so much of a hex: more than a hand that clicks does.
const MISS: f64 = 0.15;
/// The image may be longer one way than the other by so much.
const STRETCH: f64 = 0.02;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let Some(layout) = Layout::new(&map.board, 1.0) else { return };
    let images = context.game.art.map.images.iter().zip(&context.origins.map_images);
    for (image, place) in images.filter(|(image, _)| image.loose().is_none()) {
        one(map, &layout, image, place, sink);
    }
}

fn one(map: &Map, layout: &Layout<'_>, image: &MapImage, place: &Place, sink: &mut Sink) {
    let references: Vec<_> =
        image.at.iter().filter_map(|(hex, (x, y))| Some((*hex, Point { x: *x, y: *y }, layout.centre(*hex)?))).collect();
    let at = place.clone().field("at");
    let fit = match register(&references, 1.0) {
        Ok(fit) => fit,
        Err(why) if map.board.is_empty() => {
            let help = "write how wide it is printed, such as \"width-mm\": 560";
            sink.report(Diag::new(&RULE, at.key(), format!("{why}, or its `width-mm`")).help(help));
            return;
        }
        Err(why) => {
            let help = "name three hexes far apart, such as those in three corners, with their pixels on the image";
            sink.report(Diag::new(&RULE, at.key(), why.to_string()).help(help));
            return;
        }
    };
    let worst = fit.residuals.iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, miss)| *miss > MISS);
    if let Some((hex, miss)) = worst {
        let name = map.board.name(*hex);
        let message = format!("hex {name} lies {miss:.2} hexes beside its place on the image, expected at most {MISS}");
        let help = "correct its pixels; `muster map --proof` lays the grid over the image";
        sink.report(Diag::new(&RULE, at.field(&name), message).help(help).at_hex(name));
    } else if fit.stretch > STRETCH {
        let message = format!(
            "the image is {:.1} % longer one way than the other, expected at most {:.0} %",
            fit.stretch * 100.0,
            STRETCH * 100.0
        );
        let help = "scan it anew, or correct the pixels; `muster map --proof` lays the grid over the image";
        sink.report(Diag::new(&RULE, at.key(), message).help(help));
    }
}
