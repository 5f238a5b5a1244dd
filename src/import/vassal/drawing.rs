//! Drawings of a module that have more than plain lines: gradients, text, pixels, other files. They become pictures.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use image::{DynamicImage, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageKind};

use crate::draw::limits;
use crate::draw::scene::Face;
use crate::draw::vector;
use crate::draw::work::{Panicked, guarded};

/// The longest edge of what is drawn.
const EDGE: f32 = 4096.0;
/// Pixels within a drawing that are unpacked.
const INSIDE: usize = 16 << 20;

/// Files that drawings refer to, by the name that they use.
pub(super) type Others = BTreeMap<String, Arc<Vec<u8>>>;

/// How large a drawing is, in pixels.
pub(super) fn size(svg: &[u8]) -> Result<(u32, u32), String> {
    // Where it says so itself, nobody needs to know how long its words are.
    let head = std::str::from_utf8(svg).ok().and_then(|text| text.split_once("<svg")?.1.split('>').next());
    let says = head.is_some_and(|head| head.contains("viewBox") || (head.contains("width") && head.contains("height")));
    let fonts = if says { Arc::default() } else { fonts() };
    guarded(|| tree(svg, &Others::new(), fonts).map(|tree| pixels(&tree).1)).unwrap_or_else(|Panicked| Err(BUG.to_owned()))
}

/// A drawing as a picture.
pub(super) fn drawn(svg: &[u8], others: &Others) -> Result<DynamicImage, String> {
    guarded(|| {
        let tree = tree(svg, others, fonts())?;
        let (scale, (width, height)) = pixels(&tree);
        let mut pixmap = Pixmap::new(width, height).ok_or("it is too large to be drawn")?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let picture = RgbaImage::from_raw(width, height, pixmap.take_demultiplied()).ok_or("it cannot be drawn")?;
        Ok(DynamicImage::ImageRgba8(picture))
    })
    .unwrap_or_else(|Panicked| Err(BUG.to_owned()))
}

const BUG: &str = "it cannot be drawn, which is a fault of Muster";

/// How much it is scaled, and how large it is then.
fn pixels(tree: &usvg::Tree) -> (f32, (u32, u32)) {
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (EDGE / width.max(height)).min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded above and below")]
    let edge = |length: f32| (length * scale).round().clamp(1.0, EDGE) as u32;
    (scale, (edge(width), edge(height)))
}

fn tree(svg: &[u8], others: &Others, fontdb: Arc<usvg::fontdb::Database>) -> Result<usvg::Tree, String> {
    if svg.len() > INSIDE {
        return Err(format!("it has more than {} MiB", INSIDE >> 20));
    }
    let text = std::str::from_utf8(svg).map_err(|_| "it is not UTF-8 text".to_owned())?;
    vector::bounded(text)?;
    let mut options = usvg::Options { fontdb, font_family: FAMILY.to_owned(), ..usvg::Options::default() };
    let others = others.clone();
    // Nothing is fetched; what the module holds is at hand.
    options.image_href_resolver.resolve_string = Box::new(move |name, _| {
        let bytes = others.get(name)?;
        match image::guess_format(bytes).ok()? {
            image::ImageFormat::Png => Some(ImageKind::PNG(bytes.clone())),
            image::ImageFormat::Jpeg => Some(ImageKind::JPEG(bytes.clone())),
            image::ImageFormat::Gif => Some(ImageKind::GIF(bytes.clone())),
            _ => None,
        }
    });
    let tree = usvg::Tree::from_str(text, &options).map_err(|why| format!("it is no SVG that can be read: {why}"))?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    if !(limits::SVG_LEAST..=limits::SVG_MOST).contains(&width) || !(limits::SVG_LEAST..=limits::SVG_MOST).contains(&height) {
        return Err("it has no size that can be drawn".to_owned());
    }
    Ok(tree)
}

/// The family that stands for all that are not here.
const FAMILY: &str = "Roboto Condensed";

/// Our own letters: whatever font a drawing names, its words are written in one that every machine has.
fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let made = || {
        let mut fonts = usvg::fontdb::Database::new();
        for face in Face::ALL.into_iter().chain(Face::SERIFS) {
            fonts.load_font_data(face.bytes().into_owned());
        }
        let family =
            fonts.faces().next().and_then(|face| face.families.first()).map_or(FAMILY.to_owned(), |(name, _)| name.clone());
        let serif = fonts.faces().nth(2).and_then(|face| face.families.first()).map_or(family.clone(), |(name, _)| name.clone());
        fonts.set_sans_serif_family(family.clone());
        fonts.set_monospace_family(family.clone());
        fonts.set_cursive_family(family.clone());
        fonts.set_fantasy_family(family);
        fonts.set_serif_family(serif);
        Arc::new(fonts)
    };
    FONTS.get_or_init(made).clone()
}

/// The files that a drawing refers to, by the name that it uses.
pub(super) fn refers_to(svg: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in svg.split("href").skip(1) {
        let value = part.trim_start().strip_prefix('=').map(str::trim_start);
        let Some((quote, rest)) = value.and_then(|value| Some((value.chars().next()?, value.get(1..)?))) else { continue };
        let name = rest.split(quote).next().unwrap_or_default();
        if matches!(quote, '"' | '\'') && !name.starts_with(['#', '/']) && !name.contains(':') && name.len() < 300 {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_and_words_are_drawn() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><defs><linearGradient id='g'><stop offset='0' stop-color='#f00'/><stop offset='1' stop-color='#00f'/></linearGradient></defs><rect width='20' height='10' fill='url(#g)'/><text x='8' y='9' font-family='Nowhere Sans' font-size='10'>M</text></svg>";
        let picture = drawn(svg.as_bytes(), &Others::new()).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (20, 10));
        let (left, right) = (picture.get_pixel(0, 0).0, picture.get_pixel(19, 0).0);
        assert!(left[0] > 200 && left[2] < 60 && right[2] > 200 && right[0] < 60, "{left:?} {right:?}");
        assert!(picture.pixels().any(|pixel| pixel.0[..3].iter().all(|part| *part < 40)), "no letter was drawn");
        assert_eq!(size(svg.as_bytes()), Ok((20, 10)));
        assert!(drawn(b"nothing", &Others::new()).is_err());
        // One that does not say how large it is, is as large as what is in it.
        let bare = "<svg xmlns='http://www.w3.org/2000/svg'><rect width='30' height='12'/></svg>";
        assert_eq!(size(bare.as_bytes()), Ok((30, 12)));
    }

    #[test]
    fn pixels_of_other_files_are_drawn() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='4' height='4'><image width='4' height='4' xlink:href='dot.png'/></svg>";
        assert_eq!(refers_to(svg), ["dot.png"]);
        let mut bytes = std::io::Cursor::new(Vec::new());
        let dot = RgbaImage::from_pixel(4, 4, image::Rgba([9, 200, 9, 255]));
        DynamicImage::ImageRgba8(dot).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let others = Others::from([("dot.png".to_owned(), Arc::new(bytes.into_inner()))]);
        assert_eq!(drawn(svg.as_bytes(), &others).unwrap().to_rgba8().get_pixel(2, 2).0, [9, 200, 9, 255]);
        assert_eq!(
            refers_to("<use href='#a'/><image href=\"data:image/png;base64,x\"/><a href='http://x'/>"),
            Vec::<String>::new()
        );
    }
}
