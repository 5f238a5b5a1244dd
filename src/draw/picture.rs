//! Whether a picture can be drawn: it is unpacked once, to its last row, in little memory. Where nothing unpacks
//! pictures (feature `svg` without `draw`), its parts are counted to the last one.
//!
//! What was found is kept by content, so that a picture that has not changed is not unpacked again: `check` asks first,
//! whoever draws asks afterwards.

use std::collections::BTreeMap;
#[cfg(feature = "draw")]
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "draw")]
use image::{ImageDecoder, ImageEncoder, metadata::Orientation};

use super::limits;
use super::scene::{Picture, PictureKind};
use super::work::{Panicked, guarded};

/// What a panic in a crate that draws is called.
pub const OUR_BUG: &str = "it makes the drawing fail, which is a bug of muster";

/// So many answers are kept.
const MOST_KNOWN: usize = 1 << 16;

/// So many bytes of turned pictures are kept.
const MOST_KEPT: usize = 256 << 20;
/// How well a turned picture is written anew: nobody sees the difference.
#[cfg(feature = "draw")]
const QUALITY: u8 = 95;

/// What was found of a picture: why it cannot be drawn, or the picture turned upright if it was not.
type Found = Result<Option<Arc<[u8]>>, String>;

/// What was found, by content.
static KNOWN: Mutex<BTreeMap<u128, Found>> = Mutex::new(BTreeMap::new());

/// Pictures that take much memory are unpacked one after the other.
static HEAVY: Mutex<()> = Mutex::new(());

/// Does something with so many pixels: alone, if they are many.
pub fn one_at_a_time<R>(pixels: u64, work: impl FnOnce() -> R) -> R {
    let _alone = (pixels > limits::HEAVY_PIXELS).then(|| HEAVY.lock().unwrap_or_else(PoisonError::into_inner));
    work()
}

/// A number that tells one content from another (FNV-1a on words of eight bytes, then on what is left).
#[must_use]
pub fn content(bytes: &[u8]) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |sum: u128, word: u128| {
        let sum = (sum ^ word).wrapping_mul(PRIME);
        sum ^ (sum >> 67)
    };
    let sum = words.iter().fold(BASIS ^ bytes.len() as u128, |sum, word| mix(sum, u128::from(u64::from_le_bytes(*word))));
    rest.iter().fold(sum, |sum, byte| mix(sum, u128::from(*byte)))
}

/// Reads a picture of at most so many pixels to its end. One that a camera held otherwise, and wrote so beside the pixels
/// (EXIF), is turned: no PDF and no VASSAL would do it.
///
/// # Errors
/// Why it cannot be drawn, in words that follow its name.
pub fn sound(bytes: &Arc<[u8]>, most: u64) -> Result<Picture, String> {
    let picture = Picture::shared(bytes).ok_or("it is neither a PNG nor a JPEG")?;
    let (width, height) = picture.size().ok_or("its size cannot be read")?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels > most {
        return Err(format!("it has {width} × {height} pixels; at most {} million are drawn", most / 1_000_000));
    }
    let key = content(bytes);
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let found = known.unwrap_or_else(|| {
        let found = one_at_a_time(pixels, || guarded(|| unpacked(&picture)));
        let found = found.unwrap_or_else(|Panicked| Err(OUR_BUG.to_owned()));
        let mut all = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = |found: &Found| found.as_ref().ok().and_then(Option::as_ref).map_or(0, |bytes| bytes.len());
        let full = kept(&found) > 0 && all.values().map(kept).sum::<usize>() > MOST_KEPT;
        if all.len() >= MOST_KNOWN || full {
            all.clear();
        }
        all.insert(key, found.clone());
        found
    });
    found.map(|turned| match turned {
        Some(bytes) => Picture { bytes, kind: PictureKind::Jpeg },
        None => picture,
    })
}

fn unpacked(picture: &Picture) -> Found {
    match picture.kind {
        PictureKind::Png => {
            whole_png(&picture.bytes)?;
            #[cfg(feature = "draw")]
            png(&picture.bytes)?;
        }
        PictureKind::Jpeg => {
            whole_jpeg(&picture.bytes)?;
            #[cfg(feature = "draw")]
            return jpeg(picture);
        }
        PictureKind::Svg => {}
    }
    Ok(None)
}

const CUT_OFF: &str = "it is cut off";
const DAMAGED: &str = "it is damaged";
#[cfg(feature = "draw")]
const NOT_TURNED: &str = "it lies on its side, and cannot be turned";

/// From chunk to chunk to the one that ends it.
fn whole_png(bytes: &[u8]) -> Result<(), String> {
    let mut n = 8usize;
    loop {
        let Some([a, b, c, d, kind @ ..]) = bytes.get(n..).and_then(|rest| rest.first_chunk::<8>()) else {
            return Err(CUT_OFF.to_owned());
        };
        n = n.saturating_add(u32::from_be_bytes([*a, *b, *c, *d]) as usize).saturating_add(12);
        if n > bytes.len() {
            return Err(CUT_OFF.to_owned());
        }
        if kind == b"IEND" {
            return Ok(());
        }
    }
}

#[cfg(feature = "draw")]
fn png(bytes: &[u8]) -> Result<(), String> {
    let damaged = |why: png::DecodingError| match why {
        png::DecodingError::LimitsExceeded => "it takes too much memory".to_owned(),
        _ => DAMAGED.to_owned(),
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: 64 << 20 });
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(damaged)?;
    while reader.next_interlaced_row().map_err(damaged)?.is_some() {}
    reader.finish().map_err(damaged)
}

#[cfg(feature = "draw")]
fn jpeg(picture: &Picture) -> Found {
    let (width, height) = picture.size().unwrap_or_default();
    let mut reader = image::ImageReader::with_format(Cursor::new(&*picture.bytes), image::ImageFormat::Jpeg);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(u64::from(width) * u64::from(height) * 8 + (64 << 20));
    reader.limits(limits);
    let mut image = reader.decode().map_err(|_| DAMAGED.to_owned())?;
    let Ok(mut head) = image::codecs::jpeg::JpegDecoder::new(Cursor::new(&*picture.bytes)) else { return Ok(None) };
    let way = head.orientation().unwrap_or(Orientation::NoTransforms);
    if way == Orientation::NoTransforms {
        return Ok(None);
    }
    image.apply_orientation(way);
    let mut bytes: Vec<u8> = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    // What the colours mean stays, unless they were turned into others: print shops write CMYK.
    let profile = head.icc_profile().ok().flatten().filter(|profile| {
        let of = profile.get(16..20);
        of == Some(if image.color().has_color() { b"RGB ".as_slice() } else { b"GRAY".as_slice() })
    });
    if let Some(profile) = profile {
        encoder.set_icc_profile(profile).map_err(|_| NOT_TURNED.to_owned())?;
    }
    image.write_with_encoder(encoder).map_err(|_| NOT_TURNED.to_owned())?;
    Ok(Some(Arc::from(bytes)))
}

/// From part to part to the one that ends it. Decoders fill what is missing with grey, and say nothing.
fn whole_jpeg(bytes: &[u8]) -> Result<(), String> {
    let mut n = 2usize;
    let mut scans = 0usize;
    loop {
        let Some([lead, kind]) = bytes.get(n..).and_then(|rest| rest.first_chunk::<2>()) else {
            return Err(CUT_OFF.to_owned());
        };
        if *lead != 0xff {
            return Err(DAMAGED.to_owned());
        }
        match *kind {
            0xff => {
                n += 1;
                continue;
            }
            0xd9 => return if scans > 0 { Ok(()) } else { Err("it has no pixels".to_owned()) },
            0x01 | 0xd0..=0xd8 => {
                n += 2;
                continue;
            }
            0xc9..=0xcb | 0xcd..=0xcf => return Err("it is a JPEG with arithmetic coding, which few programs read".to_owned()),
            0xc3 | 0xc5..=0xc7 => return Err("it is a JPEG of a kind that few programs read".to_owned()),
            0xc0..=0xc2 if bytes.get(n + 4).is_some_and(|bits| *bits != 8) => {
                return Err("it is a JPEG with more than 8 bits a colour, which few programs read".to_owned());
            }
            _ => {}
        }
        let Some(length) = bytes.get(n + 2..).and_then(|rest| rest.first_chunk::<2>()) else { return Err(CUT_OFF.to_owned()) };
        n = n.saturating_add(2).saturating_add(usize::from(u16::from_be_bytes(*length)).max(2));
        if *kind == 0xda {
            scans += 1;
            // Pixels until a mark that is neither a stuffed byte nor a restart.
            loop {
                let Some(at) = bytes.get(n..).and_then(|rest| rest.iter().position(|byte| *byte == 0xff)) else {
                    return Err(CUT_OFF.to_owned());
                };
                n += at;
                match bytes.get(n + 1) {
                    None => return Err(CUT_OFF.to_owned()),
                    Some(0x00 | 0xd0..=0xd7) => n += 2,
                    Some(0xff) => n += 1,
                    Some(_) => break,
                }
            }
        }
    }
}

#[cfg(all(test, feature = "draw"))]
mod tests {
    use super::*;

    /// A photograph, red on the left and blue on the right, that says how it was held.
    fn photograph(way: u8) -> Arc<[u8]> {
        let pixels = image::RgbImage::from_fn(32, 16, |x, _| image::Rgb(if x < 16 { [200, 0, 0] } else { [0, 0, 200] }));
        let mut bytes: Vec<u8> = Vec::new();
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 95);
        // One entry, of the kind 0x0112: the way, as a number of 16 bits.
        let exif = [b"II*\0".as_slice(), &[8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, way, 0, 0, 0, 0, 0, 0, 0]].concat();
        assert!(encoder.set_exif_metadata(exif).is_ok());
        assert!(image::DynamicImage::from(pixels).write_with_encoder(encoder).is_ok());
        Arc::from(bytes)
    }

    #[test]
    fn a_photograph_stands_as_it_was_held() {
        for (way, size, red) in [(3u8, (32, 16), (28, 8)), (6, (16, 32), (8, 4)), (8, (16, 32), (8, 28))] {
            let bytes = photograph(way);
            let picture = sound(&bytes, 1_000_000).unwrap();
            assert_eq!(picture.size(), Some(size), "{way}");
            let pixels = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
            let [r, _, b] = pixels.get_pixel(red.0, red.1).0;
            assert!(r > 150 && b < 50, "{way}: {r} {b}");
            // Asked again, it is the same; and what stands upright is not turned again.
            assert_eq!(sound(&bytes, 1_000_000).unwrap().bytes, picture.bytes);
            assert!(Arc::ptr_eq(&sound(&picture.bytes, 1_000_000).unwrap().bytes, &picture.bytes));
        }
        let upright = photograph(1);
        assert!(Arc::ptr_eq(&sound(&upright, 1_000_000).unwrap().bytes, &upright));
    }
}
