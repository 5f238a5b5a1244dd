//! A box that should lie on an image of the map and does not.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};
use crate::draw::{limits, picture};
use crate::model::{BoxOffMap, OnImage};
use crate::origins;

static RULE: Rule =
    Rule { code: "M0712", name: "box-off-image", severity: Severity::Warning, docs: include_str!("box_off_image.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let sizes: Vec<Option<(f64, f64)>> = context.game.art.map.images.iter().map(|image| size(context, &image.path)).collect();
    for (id, it) in map.boxes.iter() {
        let Some(on) = &it.on else { continue };
        let place = context.place(origins::of(&context.origins.map.boxes, id), "on");
        match context.game.art.map.under(on) {
            // art.json has been blamed for itself.
            None if context.incomplete.art => {}
            None => {
                let (message, help) = nowhere(context, it, on);
                let place = if on.image.is_some() { place.field("image") } else { place };
                sink.report(Diag::new(&RULE, place, message).help(help).folded_by("image").in_box(&it.id));
            }
            Some(n) => {
                let Some((width, height)) = sizes.get(n).copied().flatten() else { continue };
                let [left, top, wide, high] = on.rect;
                let (right, bottom) = (left + wide, top + high);
                let path = context.game.art.map.images.get(n).map_or("", |image| image.path.as_str());
                let message = if wide <= 0.0 || high <= 0.0 {
                    format!("box `{}` is {wide} × {high} pixels large on `{path}`, expected some width and height", it.id)
                } else if left < 0.0 || top < 0.0 || right > width || bottom > height {
                    format!(
                        "box `{}` reaches from {left}, {top} to {right}, {bottom} on `{path}`, expected within its {width} × {height} pixels",
                        it.id
                    )
                } else {
                    continue;
                };
                let help = "write left, top, width and height in pixels of the image";
                sink.report(Diag::new(&RULE, place.field("rect"), message).help(help).folded_by("rect").in_box(&it.id));
            }
        }
    }
}

/// The size of an image; nothing if it is missing or cannot be read, which is told elsewhere.
fn size(context: &CheckContext<'_>, path: &str) -> Option<(f64, f64)> {
    let (width, height) = picture::sound(context.game.art.files.get(path)?, limits::MAP_PIXELS).ok()?.size()?;
    Some((f64::from(width), f64::from(height)))
}

fn nowhere(context: &CheckContext<'_>, it: &BoxOffMap, on: &OnImage) -> (String, String) {
    let images = &context.game.art.map.images;
    match &on.image {
        _ if images.is_empty() => (
            format!("box `{}` lies on an image, but the map has none", it.id),
            "name the image in `map` of art.json, or remove `on`".to_owned(),
        ),
        Some(path) => (
            format!("box `{}` lies on `{path}`, which is no image of the map", it.id),
            did_you_mean(path, images.iter().map(|image| image.path.as_str()))
                .unwrap_or_else(|| "write the path of an image as `map` of art.json has it".to_owned()),
        ),
        None => (
            format!("box `{}` does not say on which of {} images it lies", it.id, images.len()),
            "write the path of one of them as \"image\" in `on`".to_owned(),
        ),
    }
}
