//! A page as things to be painted, in pixels; and a band of it, painted.

use std::collections::BTreeMap;
use std::io::Cursor;

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, PixmapMut, PixmapPaint, Rect as PixelRect,
    Shader, SpreadMode, StrokeDash, Transform as PixelTransform,
};

use super::{NO_PIXELS, RenderError, readable, used};
use crate::draw::picture::one_at_a_time;
use crate::draw::scene::{
    Cap, Color, Face, Fill, Group, Image, Join, Node, Page, Path, Pattern, Picture, PictureKind, Point, Scene, Seg, Shape,
    Stamps, Stroke, Text, Transform,
};
use crate::draw::{limits, work};

/// A picture of more bytes than this, unpacked, is not read.
const MAX_PICTURE_BYTES: u64 = 1 << 30;

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
}

enum What {
    Fill(tiny_skia::Path, Color, FillRule),
    Tiles(tiny_skia::Path, Pixmap, PixelTransform),
    Stroke(tiny_skia::Path, Color, tiny_skia::Stroke),
    Picture(usize, PixelTransform),
    Group { clip: Option<tiny_skia::Path>, opacity: Option<f32>, ops: Vec<Op> },
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
        let at = PixelTransform::from_translate(-self.left, -self.top);
        let own = clip.and_then(|clip| match mask {
            Some(mask) => {
                let mut own = mask.clone();
                own.intersect_path(clip, FillRule::Winding, true, at);
                Some(own)
            }
            None => {
                let mut own = Mask::new(to.width(), to.height())?;
                own.fill_path(clip, FillRule::Winding, true, at);
                Some(own)
            }
        });
        let mask = own.as_ref().or(mask);
        match opacity {
            None => self.paint(ops, to, mask),
            Some(opacity) => {
                // As small as it can be: a page may be full of translucent groups.
                let Some(window) = self.window(extent, to.width(), to.height()) else { return };
                let Some(mut layer) = Pixmap::new(window.width, window.height) else { return };
                let own = mask.and_then(|mask| window.of(mask));
                let inside = Band {
                    left: self.left + window.left as f32,
                    top: self.top + window.top as f32,
                    rows: window.height,
                    pictures: self.pictures,
                };
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
        let extent = Extent::around(&inside);
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
            let reach = single(stroke.width * to.stretch()) * 2.0 + 1.0;
            let extent = Extent::of(&path, reach);
            ops.push(Op { extent, what: What::Stroke(path, stroke.color, line(stroke, to)) });
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
        for (kind, at) in &stamps.at {
            let there = to.after(Transform::shift(at.x, at.y));
            stamps.kinds.get(*kind).into_iter().flatten().for_each(|shape| self.shape(shape, there, ops));
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

/// A picture in memory, made smaller first if it is drawn much smaller: single pixels would be skipped.
fn decode(picture: &Picture, (width, height): (f64, f64)) -> Result<Pixmap, String> {
    let (full_width, full_height) = picture.size().ok_or("its size cannot be read")?;
    let pixels = u64::from(full_width) * u64::from(full_height);
    let shrink = |full: u32, wanted: f64| {
        let wanted = wanted.ceil().clamp(1.0, f64::from(full.max(1)));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture's own size")]
        let wanted = wanted as u32;
        if full / wanted.max(1) >= 2 { wanted } else { full }
    };
    let (w, h) = (shrink(full_width, width), shrink(full_height, height));
    if pixels > limits::HEAVY_PIXELS {
        return one_at_a_time(pixels, || by_rows(picture, (full_width, full_height), (w, h)));
    }
    let mut reader = image::ImageReader::new(Cursor::new(&*picture.bytes));
    reader.set_format(match picture.kind {
        PictureKind::Png => image::ImageFormat::Png,
        PictureKind::Jpeg => image::ImageFormat::Jpeg,
        PictureKind::Svg => return Err(NO_PIXELS.to_owned()),
    });
    let mut most = image::Limits::default();
    most.max_alloc = Some(MAX_PICTURE_BYTES);
    reader.limits(most);
    let mut read = reader.decode().map_err(|_| DAMAGED.to_owned())?.to_rgba8();
    if (w, h) != (full_width, full_height) {
        read = image::imageops::resize(&read, w, h, image::imageops::FilterType::Triangle);
    }
    let mut pixmap = Pixmap::new(w, h).ok_or("it has no size")?;
    for (to, from) in pixmap.pixels_mut().iter_mut().zip(read.pixels()) {
        let [r, g, b, a] = from.0;
        *to = tiny_skia::ColorU8::from_rgba(r, g, b, a).premultiply();
    }
    Ok(pixmap)
}

const DAMAGED: &str = "it is damaged";

/// A large picture, made smaller row by row: never more of it is held than must be.
fn by_rows(picture: &Picture, full: (u32, u32), to: (u32, u32)) -> Result<Pixmap, String> {
    let mut small = Smaller::new(full, to).ok_or("it has no size")?;
    let damaged = |_| DAMAGED.to_owned();
    match picture.kind {
        PictureKind::Svg => return Err(NO_PIXELS.to_owned()),
        PictureKind::Png => {
            let mut decoder = png::Decoder::new(Cursor::new(&*picture.bytes));
            decoder.set_ignore_text_chunk(true);
            decoder.set_transformations(png::Transformations::normalize_to_color8());
            let mut reader = decoder.read_info().map_err(|_| DAMAGED.to_owned())?;
            let channels = reader.output_color_type().0.samples();
            if reader.info().interlaced {
                let size = reader.output_buffer_size().ok_or(DAMAGED)?;
                let mut whole = vec![0; size];
                reader.next_frame(&mut whole).map_err(|_| DAMAGED.to_owned())?;
                whole.chunks_exact(full.0 as usize * channels).for_each(|row| small.row(row, channels));
            } else {
                while let Some(row) = reader.next_row().map_err(|_| DAMAGED.to_owned())? {
                    small.row(row.data(), channels);
                }
            }
        }
        PictureKind::Jpeg => {
            let mut reader = image::ImageReader::with_format(Cursor::new(&*picture.bytes), image::ImageFormat::Jpeg);
            let mut most = image::Limits::default();
            most.max_alloc = Some(MAX_PICTURE_BYTES);
            reader.limits(most);
            let read = reader.decode().map_err(damaged)?;
            let (bytes, channels) = match &read {
                image::DynamicImage::ImageLuma8(grey) => (grey.as_raw(), 1),
                image::DynamicImage::ImageRgb8(rgb) => (rgb.as_raw(), 3),
                _ => return Err(DAMAGED.to_owned()),
            };
            bytes.chunks_exact(full.0 as usize * channels).for_each(|row| small.row(row, channels));
        }
    }
    Ok(small.pixmap)
}

/// Sums up rows until they are one row of the smaller picture.
struct Smaller {
    full: (u32, u32),
    pixmap: Pixmap,
    row: u32,
    /// For each column of the smaller picture: red, green and blue times how opaque, how opaque, how many.
    sums: Vec<[u64; 5]>,
}

impl Smaller {
    fn new(full: (u32, u32), (width, height): (u32, u32)) -> Option<Smaller> {
        Some(Smaller { full, pixmap: Pixmap::new(width, height)?, row: 0, sums: vec![[0; 5]; width as usize] })
    }

    fn row(&mut self, bytes: &[u8], channels: usize) {
        let (width, height) = (u64::from(self.pixmap.width()), u64::from(self.pixmap.height()));
        for (x, pixel) in (0u64..).zip(bytes.chunks_exact(channels.max(1))) {
            let [r, g, b, a] = match *pixel {
                [grey] => [grey, grey, grey, 255],
                [grey, a] => [grey, grey, grey, a],
                [r, g, b] => [r, g, b, 255],
                [r, g, b, a, ..] => [r, g, b, a],
                [] => [0; 4],
            }
            .map(u64::from);
            let to = usize::try_from(x * width / u64::from(self.full.0.max(1))).unwrap_or(usize::MAX);
            if let Some([red, green, blue, alpha, count]) = self.sums.get_mut(to) {
                *red += r * a;
                *green += g * a;
                *blue += b * a;
                *alpha += a;
                *count += 1;
            }
        }
        let at = |row: u32| u64::from(row) * height / u64::from(self.full.1.max(1));
        let to = at(self.row);
        self.row += 1;
        // The row after belongs to the next one: this is done.
        if self.row == self.full.1 || at(self.row) != to {
            let from = usize::try_from(to * width).unwrap_or(usize::MAX);
            let row = self.pixmap.pixels_mut().get_mut(from..).unwrap_or_default();
            for (pixel, sums) in row.iter_mut().zip(&mut self.sums) {
                let [red, green, blue, alpha, count] = std::mem::take(sums);
                let share = |sum: u64, of: u64| u8::try_from((sum + of / 2).checked_div(of).unwrap_or(0)).unwrap_or(255);
                let (r, g, b) = (share(red, alpha), share(green, alpha), share(blue, alpha));
                *pixel = tiny_skia::ColorU8::from_rgba(r, g, b, share(alpha, count)).premultiply();
            }
        }
    }
}
