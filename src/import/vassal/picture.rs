//! A picture of a module: what its file holds, whether it is whole, and how it is turned into what our tools read.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

use super::drawing::{self, Others};
use crate::draw::limits::MAP_PIXELS;
use crate::draw::picture;
use crate::draw::scene::PictureKind;
use crate::draw::vector::Vector;

/// The most pixels of a picture that is believed.
const PIXELS: u64 = 250_000_000;
/// The most pixels along one edge of a picture that is worked on.
const EDGE: u32 = 20_000;

/// What a file is, by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Png,
    Jpeg,
    Svg,
    /// A drawing that must be turned into pixels.
    Drawing,
    Other(ImageFormat),
}

/// A picture of the archive.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) kind: FileKind,
    pub(super) size: (u32, u32),
    pub(super) bytes: Vec<u8>,
    /// Why it cannot be drawn, though its size is known.
    pub(super) damage: Option<String>,
}

pub(super) fn kind(name: &str, bytes: &[u8]) -> Option<FileKind> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => return Some(FileKind::Png),
        Ok(ImageFormat::Jpeg) => return Some(FileKind::Jpeg),
        Ok(format @ (ImageFormat::Gif | ImageFormat::Bmp)) => return Some(FileKind::Other(format)),
        _ => {}
    }
    let start = bytes.get(..bytes.len().min(2048)).unwrap_or_default();
    let svg = name.to_ascii_lowercase().ends_with(".svg") || start.windows(4).any(|four| four == b"<svg");
    svg.then_some(FileKind::Svg)
}

pub(super) fn decoded(kind: FileKind, bytes: &[u8]) -> Option<DynamicImage> {
    let format = match kind {
        FileKind::Png => ImageFormat::Png,
        FileKind::Jpeg => ImageFormat::Jpeg,
        FileKind::Other(format) => format,
        FileKind::Svg | FileKind::Drawing => return None,
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(EDGE);
    limits.max_image_height = Some(EDGE);
    limits.max_alloc = Some(256 << 20);
    reader.limits(limits);
    reader.decode().ok()
}

pub(super) fn png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

pub(super) fn scaled(edge: u32, by: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded here")]
    let value = (f64::from(edge) * by).round().clamp(1.0, 4096.0) as u32;
    value
}

/// What a file holds, without unpacking it.
pub(super) fn looked_at(name: &str, bytes: Vec<u8>) -> Result<Known, String> {
    let mut bytes = bytes;
    let mut kind = kind(name, &bytes).ok_or("it is no picture that can be read")?;
    if let Some((inner, pixels)) = Some(&bytes).filter(|_| kind == FileKind::Svg).and_then(|bytes| wrapped(bytes)) {
        (kind, bytes) = (inner, pixels);
    }
    let size = match kind {
        // What has no shape of ours is drawn.
        FileKind::Svg => match Vector::read(&bytes) {
            Ok(vector) => (scaled(1, vector.width), scaled(1, vector.height)),
            Err(_) => {
                kind = FileKind::Drawing;
                drawing::size(&bytes).map_err(|why| format!("it is no drawing that can be read: {why}"))?
            }
        },
        // Its first part says it, whether or not the check sum after that is right.
        FileKind::Png if bytes.len() >= 24 => PictureKind::Png.size(&bytes).unwrap_or_default(),
        _ => {
            let reader = ImageReader::new(Cursor::new(bytes.as_slice())).with_guessed_format().map_err(|why| why.to_string())?;
            reader.into_dimensions().map_err(|_| "its size cannot be read".to_owned())?
        }
    };
    if !is_whole(kind, &bytes) {
        return Err("it is cut off".to_owned());
    }
    if size.0 == 0 || size.1 == 0 {
        return Err("its size cannot be read".to_owned());
    }
    if u64::from(size.0) * u64::from(size.1) > PIXELS {
        return Err(format!("it claims {} × {} pixels, expected at most {} million", size.0, size.1, PIXELS / 1_000_000));
    }
    // What is broken further in is no picture of ours: `check` would refuse it.
    let small = u64::from(size.0) * u64::from(size.1) <= MAP_PIXELS;
    let damage = (small && matches!(kind, FileKind::Png | FileKind::Jpeg))
        .then(|| picture::sound(&bytes.as_slice().into(), MAP_PIXELS).err());
    Ok(Known { kind, size, bytes, damage: damage.flatten() })
}

impl Known {
    /// Why it is not drawn: it is damaged, or has more pixels than that.
    pub(super) fn beyond(&self, most: u64) -> Option<String> {
        let (width, height) = self.size;
        let more = self.kind != FileKind::Svg && u64::from(width) * u64::from(height) > most;
        let large = || format!("it has {width} × {height} pixels, at most {} million are drawn here", most / 1_000_000);
        more.then(large).or_else(|| self.damage.clone())
    }

    /// As a kind that our tools read.
    pub(super) fn readable(mut self, others: &Others) -> Result<Known, String> {
        if self.kind == FileKind::Drawing {
            let picture = drawing::drawn(&self.bytes, others)?;
            (self.bytes, self.kind) = (png(&picture).ok_or("it cannot be drawn")?, FileKind::Png);
        }
        if matches!(self.kind, FileKind::Other(_)) {
            let picture = decoded(self.kind, &self.bytes).and_then(|picture| png(&picture));
            (self.bytes, self.kind) = (picture.ok_or("it cannot be decoded")?, FileKind::Png);
        }
        Ok(self)
    }
}

/// A drawing that is nothing but a frame around a picture of pixels: that picture.
fn wrapped(svg: &[u8]) -> Option<(FileKind, Vec<u8>)> {
    let text = std::str::from_utf8(svg).ok()?;
    let mut images = text.match_indices("data:image/");
    let (at, _) = images.next()?;
    if images.next().is_some() || ["<path", "<text", "<rect", "<circle", "<polygon"].iter().any(|shape| text.contains(shape)) {
        return None;
    }
    let rest = text.get(at..)?;
    let (_, code) = rest.split_once(";base64,")?;
    let end = code.find(['"', '\'', ')'])?;
    let bytes = crate::import::base64::read(code.get(..end)?).ok()?;
    let kind = kind("", &bytes).filter(|kind| *kind != FileKind::Svg)?;
    Some((kind, bytes))
}

/// Whether a picture goes on to its end: a download that broke off is no picture.
fn is_whole(kind: FileKind, bytes: &[u8]) -> bool {
    match kind {
        FileKind::Png => {
            let mut at = 8;
            // Part by part: a length, a name, that many bytes, a check sum.
            while let Some([a, b, c, d, name @ ..]) = bytes.get(at..at + 8) {
                if name == b"IEND" {
                    return true;
                }
                let Ok(length) = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])) else { return false };
                at = at.saturating_add(length).saturating_add(12);
            }
            false
        }
        FileKind::Jpeg => {
            let end = bytes.get(bytes.len().saturating_sub(4096)..).unwrap_or_default();
            end.windows(2).any(|two| two == [0xff, 0xd9])
        }
        FileKind::Svg | FileKind::Drawing | FileKind::Other(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_cut_off_is_none() {
        let whole = png(&DynamicImage::new_rgba8(9, 7)).unwrap();
        let known = looked_at("a.png", whole.clone()).unwrap();
        assert_eq!((known.kind, known.size), (FileKind::Png, (9, 7)));
        let cut = whole.get(..whole.len() - 13).unwrap().to_vec();
        assert_eq!(looked_at("a.png", cut).unwrap_err(), "it is cut off");
        assert_eq!(looked_at("a.png", b"nothing".to_vec()).unwrap_err(), "it is no picture that can be read");
    }

    #[test]
    fn a_frame_around_one_picture_is_that_picture() {
        let svg =
            |inside: &str| format!("<svg xmlns='x' width='9' height='9'><image href=\"data:image/png;base64,{inside}\"/></svg>");
        let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        let known = looked_at("a.svg", svg(dot).into_bytes()).unwrap();
        assert_eq!((known.kind, known.size), (FileKind::Png, (1, 1)));
        assert!(wrapped(svg(dot).replace("<svg ", "<svg><path d='M0 0'/><svg ").as_bytes()).is_none());
    }
}
