//! PNG: drawn and packed in horizontal bands, several at once. A band is as high whatever the number of threads,
//! and never sees another: so the pixels are the same, and only the bands at work are ever held unpacked.

use super::RenderError;
use super::raster::Prepared;
use crate::draw::limits;
use crate::draw::scene::Scene;
use crate::draw::work::{self, guarded};
use flate2::{Compress, Compression, FlushCompress, Status};

/// The most pixels that are drawn.
pub const MAX_PIXELS: u64 = limits::MADE_PIXELS;
/// The longest side that is drawn, in pixels.
pub const MAX_SIDE: u64 = limits::MADE_SIDE;

/// Rows in a band.
const BAND: u32 = 192;

/// The size of a page in pixels.
///
/// # Errors
/// If it has no size, or too much of it.
pub fn size(scene: &Scene, page: usize, per_mm: f64) -> Result<(u32, u32), RenderError> {
    let page = scene.pages.get(page).ok_or(RenderError::NoPage)?;
    pixels((page.width, page.height), per_mm)
}

fn pixels((width, height): (f64, f64), per_mm: f64) -> Result<(u32, u32), RenderError> {
    let (width, height) = (width * per_mm, height * per_mm);
    if !(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0) {
        return Err(RenderError::NoSize);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above zero; a cast saturates, and is refused")]
    let (width, height) = (width.ceil() as u64, height.ceil() as u64);
    let refused = RenderError::TooManyPixels { width, height };
    if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS {
        return Err(refused);
    }
    Ok((u32::try_from(width).map_err(|_| refused.clone())?, u32::try_from(height).map_err(|_| refused.clone())?))
}

/// Whether a page of that size in millimetres can be drawn with so many pixels in each.
#[must_use]
pub fn fits(page: (f64, f64), per_mm: f64) -> bool {
    pixels(page, per_mm).is_ok()
}

/// One page as PNG, with so many pixels in a millimetre.
///
/// # Errors
/// If there is no such page, it is too large, or a picture cannot be read.
pub fn render(scene: &Scene, page: usize, per_mm: f64) -> Result<Vec<u8>, RenderError> {
    guarded(|| drawn(scene, page, per_mm))?
}

fn drawn(scene: &Scene, page: usize, per_mm: f64) -> Result<Vec<u8>, RenderError> {
    let (width, height) = size(scene, page, per_mm)?;
    let sheet = scene.pages.get(page).ok_or(RenderError::NoPage)?;
    let opaque = sheet.ground.is_some_and(|ground| ground.a == 255);
    let prepared = Prepared::new(scene, sheet, per_mm)?;
    let tops: Vec<u32> = (0..height).step_by(BAND as usize).collect();
    let packed = work::map(&tops, |top| {
        let rows = BAND.min(height - top);
        let pixels = prepared.band(*top, width, rows).ok_or(RenderError::NoSize)?;
        pack(&scanlines(&pixels, width as usize, opaque), top + rows == height)
    });
    let packed: Vec<Packed> = packed.into_iter().collect::<Result<_, _>>()?;
    assemble(width, height, opaque, per_mm, &packed)
}

/// A band, packed.
struct Packed {
    bytes: Vec<u8>,
    /// The check sum of what was packed, and how much that was.
    adler: u32,
    length: usize,
}

/// Rows as PNG has them: a byte that says "as they are", then the pixels.
fn scanlines(pixels: &[u8], width: usize, opaque: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len() + pixels.len() / (width * 4).max(1));
    for row in pixels.chunks_exact(width * 4) {
        out.push(0);
        if opaque {
            out.extend(row.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]));
        } else {
            for [r, g, b, a] in row.as_chunks::<4>().0 {
                let plain = |c: u8| match *a {
                    0 => 0,
                    a => u8::try_from((u32::from(c) * 255 + u32::from(a) / 2) / u32::from(a)).unwrap_or(255),
                };
                out.extend([plain(*r), plain(*g), plain(*b), *a]);
            }
        }
    }
    out
}

fn pack(rows: &[u8], last: bool) -> Result<Packed, RenderError> {
    let mut deflate = Compress::new(Compression::new(LEVEL), false);
    let mut bytes = Vec::with_capacity(rows.len() / 8 + 1024);
    let flush = if last { FlushCompress::Finish } else { FlushCompress::Sync };
    loop {
        bytes.reserve(64 * 1024);
        let done = usize::try_from(deflate.total_in()).unwrap_or(usize::MAX);
        let rest = rows.get(done..).unwrap_or_default();
        let status = deflate.compress_vec(rest, &mut bytes, flush).map_err(|why| RenderError::Writer(why.to_string()))?;
        let all = usize::try_from(deflate.total_in()).is_ok_and(|read| read == rows.len());
        if status == Status::StreamEnd || (!last && all && bytes.len() < bytes.capacity()) {
            return Ok(Packed { bytes, adler: adler32(rows), length: rows.len() });
        }
    }
}

/// How hard it is packed: 6 takes twice as long and saves a tenth.
const LEVEL: u32 = 2;

fn assemble(width: u32, height: u32, opaque: bool, per_mm: f64, packed: &[Packed]) -> Result<Vec<u8>, RenderError> {
    let failed = |why: png::EncodingError| RenderError::Writer(why.to_string());
    let mut out = Vec::with_capacity(packed.iter().map(|band| band.bytes.len() + 12).sum::<usize>() + 128);
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates; it is only a hint")]
    let per_metre = (per_mm * 1000.0).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(failed)?;
    // A zlib stream is a header, the packed bands one after the other, and the check sum of all.
    let sum = packed.iter().fold(1, |sum, band| adler_joined(sum, band.adler, band.length));
    let (head, tail) = ([0x78, 0x9c], sum.to_be_bytes());
    writer.write_chunk(png::chunk::IDAT, &head).map_err(failed)?;
    for band in packed {
        writer.write_chunk(png::chunk::IDAT, &band.bytes).map_err(failed)?;
    }
    writer.write_chunk(png::chunk::IDAT, &tail).map_err(failed)?;
    writer.write_chunk(png::chunk::IEND, &[]).map_err(failed)?;
    drop(writer);
    Ok(out)
}

const ADLER: u32 = 65_521;

fn adler32(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    // So many bytes cannot overflow the sums.
    for chunk in bytes.chunks(5552) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        a %= ADLER;
        b %= ADLER;
    }
    b << 16 | a
}

/// The check sum of two stretches, from theirs and the length of the second.
fn adler_joined(first: u32, second: u32, length: usize) -> u32 {
    let modulus = u64::from(ADLER);
    let (a1, b1) = (u64::from(first & 0xffff), u64::from(first >> 16));
    let (a2, b2) = (u64::from(second & 0xffff), u64::from(second >> 16));
    let a = (a1 + a2 + modulus - 1) % modulus;
    let b = (b1 + b2 + (length as u64 % modulus) * (a1 + modulus - 1)) % modulus;
    u32::try_from(b << 16 | a).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_sums_can_be_joined() {
        let bytes: Vec<u8> = (0..100_000u32).map(|n| (n * 7 % 251) as u8).collect();
        for cut in [0, 1, 5552, 70_000, 100_000] {
            let (first, second) = bytes.split_at(cut);
            assert_eq!(adler_joined(adler_joined(1, adler32(first), cut), adler32(second), second.len()), adler32(&bytes));
        }
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }
}
