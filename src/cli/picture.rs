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
    /// With words and layers, to be worked on.
    LiveSvg,
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

impl PictureFormat {
    /// The same with words that stay words, where that is asked for; only SVG has them.
    pub(super) fn with_live_text(self, wanted: bool) -> Result<PictureFormat, Failure> {
        match (self, wanted) {
            (kind, false) => Ok(kind),
            (PictureFormat::Svg | PictureFormat::LiveSvg, true) => Ok(PictureFormat::LiveSvg),
            (_, true) => Err(Failure::new("`--live-text` is for SVG").help("name a file that ends in .svg, or leave it out")),
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
        PictureFormat::LiveSvg => svg::render_live(scene, 0).map(String::into_bytes),
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
