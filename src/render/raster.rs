//! A page as things to be painted, in pixels; and a band of it, painted.

mod pictures;
mod stamped;

use std::collections::BTreeMap;

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, PixmapMut, PixmapPaint, Rect as PixelRect,
    Shader, SpreadMode, StrokeDash, Transform as PixelTransform,
};

use pictures::decode;
use stamped::Stamped;

use super::{RenderError, readable, used};
use crate::draw::scene::{
    Cap, Color, Face, Fill, Group, Image, Join, Node, Page, Path, Pattern, Point, Scene, Seg, Shape, Stamps, Stroke, Text,
    Transform,
};
use crate::draw::work;

/// Everything on a page, in pixels of the whole page.
pub(super) struct Prepared {
    ground: Option<Color>,
    ops: Vec<Op>,
    pictures: BTreeMap<usize, Pixmap>,
}

/// Something to paint, and the rows that it touches.
struct Op {
    extent: Extent,
    what: What,
}

/// The pixels that something may touch.
#[derive(Clone, Copy)]
struct Extent {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Extent {
    /// That of a path, and of a stroke that reaches so far beyond it.
    fn of(path: &tiny_skia::Path, reach: f32) -> Extent {
        let bounds = path.bounds();
        Extent {
            left: bounds.left() - reach,
            top: bounds.top() - reach,
            right: bounds.right() + reach,
            bottom: bounds.bottom() + reach,
        }
    }

    /// What lies in both.
    fn within(self, other: Extent) -> Extent {
        Extent {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// That of several things.
    fn around(ops: &[Op]) -> Extent {
        let none = Extent { left: f32::INFINITY, top: f32::INFINITY, right: f32::NEG_INFINITY, bottom: f32::NEG_INFINITY };
        ops.iter().fold(none, |all, op| Extent {
            left: all.left.min(op.extent.left),
            top: all.top.min(op.extent.top),
            right: all.right.max(op.extent.right),
            bottom: all.bottom.max(op.extent.bottom),
        })
    }
}

/// Some columns and rows of a picture.
#[derive(Clone, Copy)]
struct Window {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Window {
    /// The part of a mask that lies in it.
    fn of(self, mask: &Mask) -> Option<Mask> {
        let rows = mask.data().chunks(mask.width() as usize).skip(self.top as usize).take(self.height as usize);
        let data: Vec<u8> = rows.flat_map(|row| row.iter().skip(self.left as usize).take(self.width as usize).copied()).collect();
        Mask::from_vec(data, tiny_skia::IntSize::from_wh(self.width, self.height)?)
    }

    /// What a picture shows there.
    fn copied(self, from: &PixmapMut<'_>) -> Option<Pixmap> {
        let mut part = Pixmap::new(self.width, self.height)?;
        let long = self.width as usize;
        let from = from.as_ref();
        let rows = from.pixels().chunks(from.width() as usize).skip(self.top as usize);
        for (to, row) in part.pixels_mut().chunks_mut(long).zip(rows) {
            to.copy_from_slice(row.get(self.left as usize..self.left as usize + long)?);
        }
        Some(part)
    }

    /// Puts it back.
    fn put_back(self, part: &Pixmap, to: &mut PixmapMut<'_>) {
        let (long, width) = (self.width as usize, to.width() as usize);
        let rows = to.pixels_mut().chunks_mut(width).skip(self.top as usize);
        for (row, from) in rows.zip(part.pixels().chunks(long)) {
            if let Some(there) = row.get_mut(self.left as usize..self.left as usize + long) {
                there.copy_from_slice(from);
            }
        }
    }
}

enum What {
    Fill(tiny_skia::Path, Color, FillRule),
    Tiles(tiny_skia::Path, Pixmap, PixelTransform),
    /// A line that is less than a pixel wide. Others are outlines that are filled.
    Stroke(tiny_skia::Path, Color, tiny_skia::Stroke),
    Stamps(Stamped),
    Picture(usize, PixelTransform),
    Group {
        clip: Option<tiny_skia::Path>,
        opacity: Option<f32>,
        ops: Vec<Op>,
    },
}

impl Prepared {
    pub(super) fn new(scene: &Scene, page: &Page, per_mm: f64) -> Result<Prepared, RenderError> {
        let used = used(std::slice::from_ref(page));
        let mut pictures = BTreeMap::new();
        let mut sizes = BTreeMap::new();
        finest(&page.nodes, Transform::scale(per_mm, per_mm), &mut sizes);
        for (n, picture) in scene.pictures.iter().enumerate().filter(|(n, _)| used.contains(n)) {
            readable(n, picture)?;
            let fine = sizes.get(&n).copied().unwrap_or_default();
            pictures.insert(n, decode(picture, fine).map_err(|why| RenderError::Picture(n, why))?);
        }
        let ops = made(&page.nodes, Transform::scale(per_mm, per_mm), &pictures);
        Ok(Prepared { ground: page.ground, ops, pictures })
    }

    /// The pixels of some rows.
    pub(super) fn band(&self, top: u32, width: u32, rows: u32) -> Option<Vec<u8>> {
        let mut pixmap = Pixmap::new(width, rows)?;
        if let Some(Color { r, g, b, a }) = self.ground {
            pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
        }
        let band = Band { left: 0.0, top: top as f32, rows, pictures: &self.pictures };
        band.paint(&self.ops, &mut pixmap.as_mut(), None);
        Some(pixmap.take())
    }
}

/// What part of the page is painted.
struct Band<'p> {
    left: f32,
    top: f32,
    rows: u32,
    pictures: &'p BTreeMap<usize, Pixmap>,
}

impl Band<'_> {
    fn paint(&self, ops: &[Op], to: &mut PixmapMut<'_>, mask: Option<&Mask>) {
        let at = PixelTransform::from_translate(-self.left, -self.top);
        for op in ops {
            if op.extent.bottom < self.top || op.extent.top > self.top + self.rows as f32 {
                continue;
            }
            match &op.what {
                What::Fill(path, color, rule) => to.fill_path(path, &plain(*color), *rule, at, mask),
                What::Stroke(path, color, stroke) => to.stroke_path(path, &plain(*color), stroke, at, mask),
                What::Tiles(path, tile, place) => {
                    let shader = tiny_skia::Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Bilinear, 1.0, *place);
                    to.fill_path(path, &shaded(shader), FillRule::Winding, at, mask);
                }
                What::Picture(n, place) => {
                    let Some(picture) = self.pictures.get(n) else { continue };
                    let (width, height) = (picture.width() as f32, picture.height() as f32);
                    let shader = tiny_skia::Pattern::new(
                        picture.as_ref(),
                        SpreadMode::Pad,
                        FilterQuality::Bilinear,
                        1.0,
                        PixelTransform::identity(),
                    );
                    if let Some(rect) = PixelRect::from_xywh(0.0, 0.0, width, height) {
                        let path = PathBuilder::from_rect(rect);
                        to.fill_path(&path, &shaded(shader), FillRule::Winding, at.pre_concat(*place), mask);
                    }
                }
                What::Stamps(stamps) => stamps.paint((self.left, self.top), to, mask),
                What::Group { clip, opacity, ops } => self.group(op.extent, clip.as_ref(), *opacity, ops, to, mask),
            }
        }
    }

    /// The part of a picture of this band that something may touch; a pixel more on each side.
    fn window(&self, extent: Extent, width: u32, height: u32) -> Option<Window> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float becomes a number that is cut off")]
        let (from, to) = (|at: f32| (at.floor() - 1.0).max(0.0) as u32, |at: f32| (at.ceil() + 1.0).max(0.0) as u32);
        let (left, top) = (from(extent.left - self.left), from(extent.top - self.top));
        let (right, bottom) = (to(extent.right - self.left).min(width), to(extent.bottom - self.top).min(height));
        (left < right && top < bottom).then(|| Window { left, top, width: right - left, height: bottom - top })
    }

    fn group(
        &self,
        extent: Extent,
        clip: Option<&tiny_skia::Path>,
        opacity: Option<f32>,
        ops: &[Op],
        to: &mut PixmapMut<'_>,
        mask: Option<&Mask>,
    ) {
        // As small as it can be: a page may be full of groups, and what is cut off need not be painted.
        let Some(window) = self.window(extent, to.width(), to.height()) else { return };
        let inside = Band {
            left: self.left + window.left as f32,
            top: self.top + window.top as f32,
            rows: window.height,
            pictures: self.pictures,
        };
        let mut own = mask.and_then(|mask| window.of(mask));
        if let Some(clip) = clip {
            let at = PixelTransform::from_translate(-inside.left, -inside.top);
            match &mut own {
                Some(own) => own.intersect_path(clip, FillRule::Winding, true, at),
                None => {
                    own = Mask::new(window.width, window.height);
                    if let Some(own) = &mut own {
                        own.fill_path(clip, FillRule::Winding, true, at);
                    }
                }
            }
        }
        match opacity {
            None if (window.width, window.height) == (to.width(), to.height()) => inside.paint(ops, to, own.as_ref()),
            None => {
                let Some(mut part) = window.copied(to) else { return };
                inside.paint(ops, &mut part.as_mut(), own.as_ref());
                window.put_back(&part, to);
            }
            Some(opacity) => {
                let Some(mut layer) = Pixmap::new(window.width, window.height) else { return };
                inside.paint(ops, &mut layer.as_mut(), own.as_ref());
                let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
                let (x, y) = (i32::try_from(window.left).unwrap_or(0), i32::try_from(window.top).unwrap_or(0));
                to.draw_pixmap(x, y, layer.as_ref(), &paint, PixelTransform::identity(), None);
            }
        }
    }
}

fn plain(Color { r, g, b, a }: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, a);
    paint
}

fn shaded(shader: Shader<'_>) -> Paint<'_> {
    Paint { shader, ..Paint::default() }
}

struct Maker<'p> {
    pictures: &'p BTreeMap<usize, Pixmap>,
    glyphs: BTreeMap<(Face, u16), Path>,
}

/// Nodes as things to paint, in their order; many are made ready at once.
fn made(nodes: &[Node], to: Transform, pictures: &BTreeMap<usize, Pixmap>) -> Vec<Op> {
    let chunks: Vec<&[Node]> = nodes.chunks(512).collect();
    let some: Vec<Vec<Op>> = work::map(&chunks, |nodes| {
        let mut ops = Vec::with_capacity(nodes.len());
        Maker { pictures, glyphs: BTreeMap::new() }.nodes(nodes, to, &mut ops);
        ops
    });
    some.into_iter().flatten().collect()
}

impl Maker<'_> {
    fn nodes(&mut self, nodes: &[Node], to: Transform, ops: &mut Vec<Op>) {
        for node in nodes {
            match node {
                Node::Group(group) => self.group(group, to, ops),
                Node::Shape(shape) => self.shape(shape, to, ops),
                Node::Image(image) => self.image(image, to, ops),
                Node::Text(text) => self.text(text, to, ops),
                Node::Stamps(stamps) => self.stamps(stamps, to, ops),
            }
        }
    }

    fn group(&mut self, group: &Group, to: Transform, ops: &mut Vec<Op>) {
        let to = to.after(group.transform);
        if group.clip.is_none() && group.opacity.is_none() {
            return ops.extend(made(&group.nodes, to, self.pictures));
        }
        let inside = made(&group.nodes, to, self.pictures);
        let clip = group.clip.as_ref().and_then(|clip| outline(clip, to));
        let mut extent = Extent::around(&inside);
        if let Some(clip) = &clip {
            extent = extent.within(Extent::of(clip, 0.0));
        }
        let opacity = group.opacity.map(|opacity| single(opacity.clamp(0.0, 1.0)));
        ops.push(Op { extent, what: What::Group { clip, opacity, ops: inside } });
    }

    fn shape(&mut self, shape: &Shape, to: Transform, ops: &mut Vec<Op>) {
        let Some(path) = outline(&shape.path, to) else { return };
        let extent = Extent::of(&path, 0.0);
        match &shape.fill {
            None => {}
            Some(Fill::Color(color)) => {
                ops.push(Op { extent, what: What::Fill(path.clone(), *color, FillRule::Winding) });
            }
            Some(Fill::EvenOdd(color)) => {
                ops.push(Op { extent, what: What::Fill(path.clone(), *color, FillRule::EvenOdd) });
            }
            Some(Fill::Pattern(pattern)) => {
                if let Some((tile, place)) = self.tile(pattern, to) {
                    ops.push(Op { extent, what: What::Tiles(path.clone(), tile, place) });
                }
            }
        }
        if let Some(stroke) = &shape.stroke {
            let (color, stroke) = (stroke.color, line(stroke, to));
            // The outline of a line is found once, and not in each band anew.
            let dashed = stroke.dash.as_ref().map_or_else(|| Some(path.clone()), |dash| path.dash(dash, 1.0));
            let wide = if stroke.width > 1.0 { dashed.as_ref().and_then(|path| path.stroke(&stroke, 1.0)) } else { None };
            match wide {
                Some(wide) => {
                    ops.push(Op { extent: Extent::of(&wide, 1.0), what: What::Fill(wide, color, FillRule::Winding) });
                }
                None => {
                    let extent = Extent::of(&path, stroke.width * 2.0 + 1.0);
                    ops.push(Op { extent, what: What::Stroke(path, color, stroke) });
                }
            }
        }
    }

    /// A tile in whole pixels, and how it is squeezed to its true size.
    fn tile(&mut self, pattern: &Pattern, to: Transform) -> Option<(Pixmap, PixelTransform)> {
        let scale = to.stretch();
        let (width, height) = (pattern.width * scale, pattern.height * scale);
        if !(width > 0.0 && height > 0.0 && width < 4096.0 && height < 4096.0) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 4096")]
        let (w, h) = (width.ceil() as u32, height.ceil() as u32);
        let fit = Transform::scale(f64::from(w) / pattern.width, f64::from(h) / pattern.height);
        let mut ops = Vec::new();
        for shape in pattern.shapes.iter().filter(|shape| !matches!(shape.fill, Some(Fill::Pattern(_)))) {
            self.shape(shape, fit, &mut ops);
        }
        let mut tile = Pixmap::new(w, h)?;
        Band { left: 0.0, top: 0.0, rows: h, pictures: &BTreeMap::new() }.paint(&ops, &mut tile.as_mut(), None);
        let back = Transform::scale(pattern.width / f64::from(w), pattern.height / f64::from(h));
        Some((tile, pixels(to.after(back))))
    }

    fn image(&mut self, image: &Image, to: Transform, ops: &mut Vec<Op>) {
        let Some(picture) = self.pictures.get(&image.picture) else { return };
        let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
        let place = to
            .after(Transform::shift(image.rect.x, image.rect.y))
            .after(Transform::scale(image.rect.width / width, image.rect.height / height));
        let mut whole = Path::new();
        whole.rect(image.rect);
        let Some(path) = outline(&whole, to) else { return };
        ops.push(Op { extent: Extent::of(&path, 0.0), what: What::Picture(image.picture, pixels(place)) });
    }

    fn text(&mut self, text: &Text, to: Transform, ops: &mut Vec<Op>) {
        let mut words: Vec<(Path, Color)> = Vec::new();
        for run in text.letters() {
            let scale = run.size / run.face.units();
            let turned = Transform::turn(run.turn, run.at);
            let mut letters = Path::new();
            for glyph in &run.glyphs {
                let outline = self.glyphs.entry((run.face, glyph.id)).or_insert_with(|| run.face.outline(glyph.id));
                let corner = Transform::shift(run.at.x + glyph.x * run.size, run.at.y - glyph.y * run.size);
                letters.append(&outline.moved(turned.after(corner).after(Transform::scale(scale, scale))));
            }
            words.push((letters, run.color));
        }
        // All rims first, so that none lies over a letter.
        if let Some((color, width)) = text.halo {
            for (letters, _) in &words {
                self.shape(&Shape::stroked(letters.clone(), Stroke::round(color, width * 2.0)), to, ops);
            }
        }
        for (letters, color) in words {
            self.shape(&Shape::filled(letters, color), to, ops);
        }
    }

    fn stamps(&mut self, stamps: &Stamps, to: Transform, ops: &mut Vec<Op>) {
        let Some(stamped) = Stamped::new(self, stamps, to) else {
            for (kind, at) in &stamps.at {
                let there = to.after(Transform::shift(at.x, at.y));
                stamps.kinds.get(*kind).into_iter().flatten().for_each(|shape| self.shape(shape, there, ops));
            }
            return;
        };
        if let Some(extent) = stamped.extent() {
            ops.push(Op { extent, what: What::Stamps(stamped) });
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are painted in single precision")]
fn single(value: f64) -> f32 {
    value as f32
}

fn pixels(t: Transform) -> PixelTransform {
    PixelTransform::from_row(single(t.a), single(t.b), single(t.c), single(t.d), single(t.e), single(t.f))
}

fn outline(path: &Path, to: Transform) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.segs.len(), path.segs.len() * 2);
    let put = |point: Point| {
        let Point { x, y } = to.apply(point);
        (single(x), single(y))
    };
    for seg in &path.segs {
        match *seg {
            Seg::Move(to) => {
                let (x, y) = put(to);
                builder.move_to(x, y);
            }
            Seg::Line(to) => {
                let (x, y) = put(to);
                builder.line_to(x, y);
            }
            Seg::Quad(c, to) => {
                let ((cx, cy), (x, y)) = (put(c), put(to));
                builder.quad_to(cx, cy, x, y);
            }
            Seg::Cubic(c, d, to) => {
                let ((cx, cy), (dx, dy), (x, y)) = (put(c), put(d), put(to));
                builder.cubic_to(cx, cy, dx, dy, x, y);
            }
            Seg::Close => builder.close(),
        }
    }
    builder.finish()
}

fn line(stroke: &Stroke, to: Transform) -> tiny_skia::Stroke {
    let scale = to.stretch();
    let dash = stroke.dash.iter().map(|length| single(length * scale)).collect::<Vec<_>>();
    tiny_skia::Stroke {
        width: single(stroke.width * scale),
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
        dash: if dash.is_empty() { None } else { StrokeDash::new(dash, 0.0) },
    }
}

/// How large each picture is drawn where it is largest, as width and height in pixels.
fn finest(nodes: &[Node], to: Transform, sizes: &mut BTreeMap<usize, (f64, f64)>) {
    for node in nodes {
        match node {
            Node::Group(group) => finest(&group.nodes, to.after(group.transform), sizes),
            Node::Image(image) => {
                let (width, height) = sizes.entry(image.picture).or_default();
                *width = width.max(image.rect.width * to.a.hypot(to.b));
                *height = height.max(image.rect.height * to.c.hypot(to.d));
            }
            Node::Shape(_) | Node::Text(_) | Node::Stamps(_) => {}
        }
    }
}
