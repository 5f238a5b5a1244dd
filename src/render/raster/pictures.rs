//! Pictures that are there already, in pixels: never larger in memory than they are drawn.

use std::io::Cursor;

use tiny_skia::Pixmap;

use super::super::NO_PIXELS;
use crate::draw::limits;
use crate::draw::picture::one_at_a_time;
use crate::draw::scene::{Picture, PictureKind};

/// A picture of more bytes than this, unpacked, is not read.
const MAX_PICTURE_BYTES: u64 = 1 << 30;

/// A picture in memory, made smaller first if it is drawn much smaller: single pixels would be skipped.
pub(super) fn decode(picture: &Picture, (width, height): (f64, f64)) -> Result<Pixmap, String> {
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
