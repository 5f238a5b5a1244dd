//! A scene as the file that its name promises.

use std::path::Path;

use super::exit::Failure;
use crate::draw::counter::Art;
use crate::draw::scene::Scene;
use crate::model::Game;
use crate::render::{RenderError, explained, pdf, png, svg};

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureFormat {
    Svg,
    Png,
    Pdf,
}

impl PictureFormat {
    /// What the ending of a file says.
    pub(super) fn of(path: &Path) -> Result<PictureFormat, Failure> {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
        match end.as_deref() {
            Some("svg") => Ok(PictureFormat::Svg),
            Some("png") => Ok(PictureFormat::Png),
            Some("pdf") => Ok(PictureFormat::Pdf),
            _ => Err(Failure::new(format!("`{}` is no picture that can be drawn", path.display()))
                .help("name a file that ends in .svg, .png or .pdf")),
        }
    }
}

/// The first page of a scene; a PDF has them all. `what` is what is drawn, and `smaller` how to make it smaller.
pub(super) fn render(
    scene: &Scene,
    kind: PictureFormat,
    per_mm: f64,
    what: &str,
    smaller: &str,
    game: &Game,
) -> Result<Vec<u8>, Failure> {
    let made = |scene: &Scene| match kind {
        PictureFormat::Svg => svg::render(scene, 0).map(String::into_bytes),
        PictureFormat::Pdf => pdf::render(scene),
        PictureFormat::Png => png::render(scene, 0, per_mm),
    };
    made(scene).map_err(|why| {
        let words = explained(&why, &Art::new(game), |scene| made(scene).map(drop));
        let failure = Failure::new(format!("{what} cannot be drawn: {words}"));
        match why {
            RenderError::TooManyPixels { .. } => failure.help("draw it smaller with --scale, or draw an .svg or a .pdf"),
            RenderError::TooLarge => failure.help(smaller),
            RenderError::Picture(..) => failure.help("save the image anew as PNG or JPEG"),
            _ => failure,
        }
    })
}
