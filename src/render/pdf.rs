//! PDF for print: vector, fonts embedded in part, words that can be selected and searched, a bookmark for each page.
//! No date is written, so the same scene gives the same bytes.

mod press;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use krilla::color::{luma, rgb};
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{Path as PdfPath, PathBuilder, Point as PdfPoint, Rect as PdfRect, Size, Transform as PdfTransform};
use krilla::image::Image as PdfImage;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use krilla::paint::{
    Fill as PdfFill, FillRule, LineCap, LineJoin, Paint, Pattern as PdfPattern, Stroke as PdfStroke, StrokeDash,
};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document, SerializeSettings};

use super::{NO_PIXELS, RenderError, readable, used};
use crate::draw::picture::one_at_a_time;
use crate::draw::scene::{
    Anchor, Cap, Color, Face, Fill, Group, Image, Join, Letters, Node, Page, Path, PictureKind, Point, Rect, Scene, Seg, Shape,
    Stamps, Stroke, Text, Transform,
};
use crate::draw::work::guarded;

/// The longest side of a page that readers of PDF take, in millimetres.
pub const MAX_MM: f64 = crate::draw::limits::PAGE_MM;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

pub use press::{Duplex, Press};

/// All pages in one file.
///
/// # Errors
/// If a page is too large or has no size, or a picture cannot be read.
pub fn render(scene: &Scene) -> Result<Vec<u8>, RenderError> {
    render_for(scene, &Press::default())
}

/// All pages in one file that says how it wants to be printed.
///
/// # Errors
/// If a page is too large or has no size, or a picture cannot be read.
pub fn render_for(scene: &Scene, press: &Press) -> Result<Vec<u8>, RenderError> {
    if scene.pages.is_empty() {
        return Err(RenderError::NoPage);
    }
    let used = used(&scene.pages);
    let sizes = scene.pictures.iter().enumerate().filter(|(n, _)| used.contains(n)).filter_map(|(_, picture)| picture.size());
    let pixels = sizes.map(|(width, height)| u64::from(width) * u64::from(height)).sum();
    one_at_a_time(pixels, || guarded(|| written(scene, &used, press)))?
}

fn written(scene: &Scene, used: &BTreeSet<usize>, press: &Press) -> Result<Vec<u8>, RenderError> {
    let pictures = scene.pictures.iter().enumerate().filter(|(n, _)| used.contains(n)).map(|(n, picture)| {
        readable(n, picture)?;
        let data = Data::from(picture.bytes.to_vec());
        let read = match picture.kind {
            PictureKind::Png => PdfImage::from_png(data, true),
            PictureKind::Jpeg => PdfImage::from_jpeg(data, true),
            PictureKind::Svg => Err(NO_PIXELS.to_owned()),
        };
        read.map(|image| (n, image)).map_err(|why| RenderError::Picture(n, why))
    });
    let pictures: BTreeMap<usize, PdfImage> = pictures.collect::<Result<_, _>>()?;
    let shared = Shared { pictures, fonts: RefCell::new(BTreeMap::new()) };
    // Colours are those of sRGB, and the file says so.
    let mut document = Document::new_with(SerializeSettings { no_device_cs: true, ..SerializeSettings::default() });
    let mut outline = Outline::new();
    for (n, page) in scene.pages.iter().enumerate() {
        if page.width.max(page.height) > MAX_MM {
            return Err(RenderError::TooLarge);
        }
        let settings =
            PageSettings::from_wh(single(page.width * POINTS), single(page.height * POINTS)).ok_or(RenderError::NoSize)?;
        let mut sheet = document.start_page_with(boxed(settings, page, n, press));
        let mut surface = sheet.surface();
        surface.push_transform(&PdfTransform::from_scale(single(POINTS), single(POINTS)));
        if let Some(ground) = page.ground {
            let mut whole = Path::new();
            whole.rect(Rect { x: 0.0, y: 0.0, width: page.width, height: page.height });
            shared.shape(&mut surface, &Shape::filled(whole, ground));
        }
        shared.nodes(&mut surface, &page.nodes);
        surface.pop();
        surface.finish();
        sheet.finish();
        outline.push_child(OutlineNode::new(page.title.clone(), XyzDestination::new(n, PdfPoint::from_xy(0.0, 0.0))));
    }
    document.set_outline(outline);
    let made = format!("muster {}", env!("CARGO_PKG_VERSION"));
    document.set_metadata(Metadata::new().title(scene.title.clone()).creator(made));
    let file = document.finish().map_err(|why| match why {
        KrillaError::Image(..) => RenderError::Writer("a picture in it is damaged".to_owned()),
        KrillaError::Font(..) => RenderError::Writer("a font in it cannot be embedded".to_owned()),
        _ => RenderError::Panicked,
    })?;
    press::with_preferences(file, press.duplex).ok_or_else(|| RenderError::Writer("it has no catalog at its end".to_owned()))
}

/// A page with its label, and with the boxes that tell a print shop where it is cut.
fn boxed(settings: PageSettings, page: &Page, n: usize, press: &Press) -> PageSettings {
    let whole = Rect { x: 0.0, y: 0.0, width: page.width, height: page.height };
    let (trim, bleed) = press.trims.get(n).copied().unwrap_or((whole, 0.0));
    let area = |rect: Rect| {
        // Never beyond the page.
        let (right, bottom) = ((rect.x + rect.width).min(page.width), (rect.y + rect.height).min(page.height));
        let (x, y) = (rect.x.max(0.0), rect.y.max(0.0));
        let points = |mm: f64| single(mm * POINTS);
        PdfRect::from_ltrb(points(x), points(y), points(right), points(bottom))
    };
    let label = match press.labels.get(n) {
        Some(label) => PageLabel::new(None, Some(label.clone()), None),
        None => PageLabel::new(Some(NumberingStyle::Arabic), None, u32::try_from(n + 1).ok().and_then(NonZeroU32::new)),
    };
    settings.with_page_label(label).with_trim_box(area(trim)).with_bleed_box(area(trim.grown(bleed)))
}

struct Shared {
    pictures: BTreeMap<usize, PdfImage>,
    /// The faces that were used so far.
    fonts: RefCell<BTreeMap<Face, Option<Font>>>,
}

impl Shared {
    fn font(&self, face: Face) -> Option<Font> {
        let mut fonts = self.fonts.borrow_mut();
        fonts.entry(face).or_insert_with(|| Font::new(face.bytes().into_owned().into(), 0)).clone()
    }

    fn nodes(&self, to: &mut Surface<'_>, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Group(group) => self.group(to, group),
                Node::Shape(shape) => self.shape(to, shape),
                Node::Image(image) => self.image(to, image),
                Node::Text(text) => self.text(to, text),
                Node::Stamps(stamps) => self.stamps(to, stamps),
            }
        }
    }

    fn group(&self, to: &mut Surface<'_>, group: &Group) {
        let mut pushed = 0;
        if !group.transform.is_identity() {
            to.push_transform(&transform(group.transform));
            pushed += 1;
        }
        if let Some(clip) = group.clip.as_deref().and_then(|clip| path(clip, FINE)) {
            to.push_clip_path(&clip, &FillRule::NonZero);
            pushed += 1;
        }
        if let Some(opacity) = group.opacity {
            to.push_opacity(share(opacity));
            pushed += 1;
        }
        self.nodes(to, &group.nodes);
        for _ in 0..pushed {
            to.pop();
        }
    }

    fn shape(&self, to: &mut Surface<'_>, shape: &Shape) {
        self.rounded(to, shape, FINE);
    }

    fn rounded(&self, to: &mut Surface<'_>, shape: &Shape, steps: f64) {
        let Some(outline) = path(&shape.path, steps) else { return };
        let filled = shape.fill.as_ref().and_then(|fill| self.fill(to, fill));
        let stroked = shape.stroke.as_ref().map(stroke);
        if filled.is_some() || stroked.is_some() {
            to.set_fill(filled);
            to.set_stroke(stroked);
            to.draw_path(&outline);
        }
    }

    fn fill(&self, to: &mut Surface<'_>, fill: &Fill) -> Option<PdfFill> {
        match fill {
            Fill::Color(color) => Some(color_fill(*color)),
            Fill::EvenOdd(color) => Some(PdfFill { rule: FillRule::EvenOdd, ..color_fill(*color) }),
            Fill::Pattern(pattern) => {
                let stream = {
                    let mut builder = to.stream_builder();
                    let mut tile = builder.surface();
                    for shape in pattern.shapes.iter().filter(|shape| !matches!(shape.fill, Some(Fill::Pattern(_)))) {
                        self.shape(&mut tile, shape);
                    }
                    tile.finish();
                    builder.finish()
                };
                let (width, height) = (single(pattern.width), single(pattern.height));
                if !(width > 0.0 && height > 0.0) {
                    return None;
                }
                let tiles = PdfPattern { stream, transform: PdfTransform::identity(), width, height };
                Some(PdfFill { paint: Paint::from(tiles), opacity: NormalizedF32::ONE, rule: FillRule::NonZero })
            }
        }
    }

    fn image(&self, to: &mut Surface<'_>, image: &Image) {
        let size = Size::from_wh(single(image.rect.width), single(image.rect.height));
        if let (Some(picture), Some(size)) = (self.pictures.get(&image.picture), size) {
            to.push_transform(&PdfTransform::from_translate(single(image.rect.x), single(image.rect.y)));
            to.draw_image(picture.clone(), size);
            to.pop();
        }
    }

    fn stamps(&self, to: &mut Surface<'_>, stamps: &Stamps) {
        // The same steps again and again after a shift: packing makes little of them, if those of a kind stand together.
        let mut sorted: Vec<&(usize, crate::draw::scene::Point)> = stamps.at.iter().collect();
        sorted.sort_by_key(|(kind, _)| *kind);
        for (kind, at) in sorted {
            let cut = |value: f64| single((value * COARSE).round() / COARSE);
            to.push_transform(&PdfTransform::from_translate(cut(at.x), cut(at.y)));
            stamps.kinds.get(*kind).into_iter().flatten().for_each(|shape| self.rounded(to, shape, COARSE));
            to.pop();
        }
    }

    fn text(&self, to: &mut Surface<'_>, text: &Text) {
        let letters = text.letters();
        if let Some((color, width)) = text.halo {
            to.set_fill(None);
            to.set_stroke(Some(stroke(&Stroke::round(color, width * 2.0))));
            // As outlines: the words themselves must not be found twice.
            letters.iter().for_each(|run| self.letters(to, run, true));
        }
        to.set_stroke(None);
        // Single letters are no word that one could find: along a bent line and in small capitals they are outlines,
        // and the word itself is there unseen.
        let split = text.along.is_some() || (text.small_caps && letters.len() > 1);
        for run in &letters {
            to.set_fill(Some(color_fill(letter_ink(run.color))));
            self.letters(to, run, split);
        }
        if split && let Some(first) = letters.first() {
            let (at, rotation) = (first.at, first.turn);
            let straight = Text { along: None, small_caps: false, at, anchor: Anchor::Start, rotation, ..text.clone() };
            to.set_fill(Some(PdfFill { opacity: NormalizedF32::ZERO, ..color_fill(letter_ink(first.color)) }));
            straight.letters().iter().for_each(|run| self.letters(to, run, false));
        }
    }

    fn letters(&self, to: &mut Surface<'_>, run: &Letters, outlines: bool) {
        let Some(font) = self.font(run.face) else { return };
        let turned = run.turn != 0.0;
        if turned {
            to.push_transform(&transform(Transform::turn(run.turn, run.at)));
        }
        let start = PdfPoint::from_xy(single(run.at.x), single(run.at.y));
        to.draw_glyphs(start, &letters(run), font, &run.text, single(run.size), outlines);
        if turned {
            to.pop();
        }
    }
}

fn letters(run: &Letters) -> Vec<KrillaGlyph> {
    let shaped = &run.glyphs;
    let mut starts: Vec<usize> = shaped.iter().map(|glyph| glyph.cluster).collect();
    starts.push(run.text.len());
    starts.sort_unstable();
    let mut at = 0.0;
    let made = shaped.iter().map(|glyph| {
        let next = starts.partition_point(|start| *start <= glyph.cluster);
        let end = starts.get(next).copied().unwrap_or(run.text.len());
        let offset = glyph.x - at;
        at += glyph.advance;
        let id = GlyphId::new(u32::from(glyph.id));
        KrillaGlyph::new(id, single(glyph.advance), single(offset), single(glyph.y), 0.0, glyph.cluster..end, None)
    });
    made.collect()
}

#[expect(clippy::cast_possible_truncation, reason = "PDF has single precision")]
fn single(value: f64) -> f32 {
    value as f32
}

fn share(value: f64) -> NormalizedF32 {
    NormalizedF32::new(single(value.clamp(0.0, 1.0))).unwrap_or(NormalizedF32::ONE)
}

fn transform(t: Transform) -> PdfTransform {
    PdfTransform::from_row(single(t.a), single(t.b), single(t.c), single(t.d), single(t.e), single(t.f))
}

/// A colour. What has none is printed with black ink alone: of black letters no coloured edge shows.
fn ink(color: Color) -> Paint {
    let Color { r, g, b, .. } = color;
    if r == g && g == b {
        luma::Color::new(if r <= NEARLY_BLACK { 0 } else { r }).into()
    } else {
        rgb::Color::new(r, g, b).into()
    }
}

/// A grey that is no lighter is printed as black: a raster of dots would fray thin lines.
const NEARLY_BLACK: u8 = 0x20;
/// A colour of letters of which no part is lighter is black on paper: three inks never lie quite on each other.
const NEARLY_BLACK_LETTERS: u8 = 0x2c;

/// The colour of letters on paper.
fn letter_ink(color: Color) -> Color {
    if color.r.max(color.g).max(color.b) <= NEARLY_BLACK_LETTERS { Color { a: color.a, ..Color::BLACK } } else { color }
}

fn color_fill(color: Color) -> PdfFill {
    PdfFill { paint: ink(color), opacity: share(f64::from(color.a) / 255.0), rule: FillRule::NonZero }
}

fn stroke(stroke: &Stroke) -> PdfStroke {
    let dash = (!stroke.dash.is_empty())
        .then(|| StrokeDash { array: stroke.dash.iter().map(|length| single(*length)).collect(), offset: 0.0 });
    PdfStroke {
        paint: ink(stroke.color),
        width: single(stroke.width),
        miter_limit: 4.0,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
            Cap::Square => LineCap::Square,
        },
        line_join: match stroke.join {
            Join::Miter => LineJoin::Miter,
            Join::Round => LineJoin::Round,
            Join::Bevel => LineJoin::Bevel,
        },
        opacity: share(f64::from(stroke.color.a) / 255.0),
        dash,
    }
}

/// Steps of a millimetre to which numbers are rounded. A thousandth is finer than any printer, and short numbers make a
/// small file; of trees and houses, which are many and small, a hundredth shows no difference.
const FINE: f64 = 1000.0;
const COARSE: f64 = 100.0;

fn path(path: &Path, steps: f64) -> Option<PdfPath> {
    let mut builder = PathBuilder::new();
    let cut = |value: f64| single((value * steps).round() / steps);
    let mut at = Point { x: 0.0, y: 0.0 };
    let mut start = at;
    for seg in &path.segs {
        match *seg {
            Seg::Move(to) => builder.move_to(cut(to.x), cut(to.y)),
            Seg::Line(to) => builder.line_to(cut(to.x), cut(to.y)),
            // PDF has only the other curve. Turned into it here its numbers stay short; the writer would have thirds.
            Seg::Quad(c, to) => {
                let toward = |from: f64, c: f64| cut(from + (c - from) * 2.0 / 3.0);
                let (cx, cy, dx, dy) = (toward(at.x, c.x), toward(at.y, c.y), toward(to.x, c.x), toward(to.y, c.y));
                builder.cubic_to(cx, cy, dx, dy, cut(to.x), cut(to.y));
            }
            Seg::Cubic(c, d, to) => builder.cubic_to(cut(c.x), cut(c.y), cut(d.x), cut(d.y), cut(to.x), cut(to.y)),
            Seg::Close => builder.close(),
        }
        match *seg {
            Seg::Move(to) => (at, start) = (to, to),
            Seg::Line(to) | Seg::Quad(_, to) | Seg::Cubic(_, _, to) => at = to,
            Seg::Close => at = start,
        }
    }
    builder.finish()
}
