//! Scenes become files: SVG for screens and editors, PNG for pictures, PDF for print.
//!
//! Each backend takes a scene and gives bytes; only the command line writes them. The same scene gives the same
//! bytes, however many threads there are.

#[cfg(feature = "draw")]
pub mod pdf;
#[cfg(feature = "draw")]
pub mod png;
#[cfg(feature = "draw")]
mod raster;
pub mod svg;

#[cfg(feature = "draw")]
use std::collections::BTreeSet;
use std::fmt;

use crate::draw::counter::Art;
use crate::draw::limits;
use crate::draw::scene::Scene;
#[cfg(feature = "draw")]
use crate::draw::scene::{Node, Page, Picture};
use crate::draw::work::Panicked;

/// Refuses a picture that has no size, or too much of it, before it is unpacked.
#[cfg(feature = "draw")]
fn readable(n: usize, picture: &Picture) -> Result<(), RenderError> {
    let (width, height) = picture.size().ok_or_else(|| RenderError::Picture(n, "its size cannot be read".to_owned()))?;
    if u64::from(width) * u64::from(height) > limits::MAP_PIXELS {
        return Err(RenderError::Picture(n, format!("it has {width} × {height} pixels, which is too many")));
    }
    Ok(())
}

/// The pictures that pages show; a scene may hold more.
#[cfg(feature = "draw")]
fn used(pages: &[Page]) -> BTreeSet<usize> {
    fn of(nodes: &[Node], into: &mut BTreeSet<usize>) {
        for node in nodes {
            match node {
                Node::Group(group) => of(&group.nodes, into),
                Node::Image(image) => drop(into.insert(image.picture)),
                Node::Shape(_) | Node::Text(_) | Node::Stamps(_) => {}
            }
        }
    }
    let mut all = BTreeSet::new();
    pages.iter().for_each(|page| of(&page.nodes, &mut all));
    all
}

impl From<Panicked> for RenderError {
    fn from(_: Panicked) -> RenderError {
        RenderError::Panicked
    }
}

/// Why a scene with these pictures cannot become a file, in words: where a crate that draws panicked, the picture that
/// makes it do so by itself is named.
#[must_use]
pub fn explained(why: &RenderError, art: &Art, again: impl Fn(&Scene) -> Result<(), RenderError>) -> String {
    let guilty = || art.alone().find(|(_, scene)| again(scene) == Err(RenderError::Panicked)).map(|(path, _)| path.to_owned());
    match (*why == RenderError::Panicked).then(guilty).flatten() {
        Some(path) => format!("`{path}` {OUR_BUG}"),
        None => why.to_string(),
    }
}

/// What is said of a drawing that was not made into shapes.
#[cfg(feature = "draw")]
const NO_PIXELS: &str = "it has no pixels";

/// What is said of a picture that makes the drawing fail.
const OUR_BUG: &str = "makes the drawing fail, which is a bug of muster";

/// Why a scene cannot become a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// The scene has no such page.
    NoPage,
    /// A page without width or height, or one that no number describes.
    NoSize,
    /// So many pixels, which is too many.
    TooManyPixels {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// A page larger than a PDF can have, in millimetres.
    TooLarge,
    /// A picture that cannot be read: which, and why.
    Picture(usize, String),
    /// A crate that draws panicked.
    Panicked,
    /// The writer of the format refused.
    Writer(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::NoPage => f.write_str("there is nothing to draw"),
            RenderError::NoSize => f.write_str("the page has no size"),
            RenderError::TooManyPixels { width, height } => write!(
                f,
                "the picture would have {width} × {height} pixels; at most {} million are drawn, and {} on a side",
                limits::MADE_PIXELS / 1_000_000,
                limits::MADE_SIDE
            ),
            RenderError::TooLarge => write!(f, "the page is larger than a PDF may be, {} mm on a side", limits::PAGE_MM),
            RenderError::Picture(_, why) => write!(f, "the picture cannot be read: {why}"),
            RenderError::Panicked => f.write_str("the drawing fails; this is a bug of muster"),
            RenderError::Writer(why) => write!(f, "the file cannot be made: {why}"),
        }
    }
}

impl std::error::Error for RenderError {}
