//! The tiles of a layer: as numbers in text, as elements, or as packed bytes.

use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use super::element::Element;
use crate::import::base64::{self, Fault};

/// Exactly so many tiles; why they cannot be had otherwise. `whole` says how `part` is written, and is `part` itself
/// unless that is a chunk.
pub(super) fn tiles(part: &Element, whole: &Element, count: usize) -> Result<Vec<u32>, String> {
    let compression = whole.get("compression").unwrap_or("");
    let found = match whole.get("encoding") {
        None | Some("csv") if part.text.trim().is_empty() && part.gids.len() != count => {
            return Err(unlike(part.gids.len(), count));
        }
        None | Some("csv") if part.text.trim().is_empty() => {
            let all: Option<Vec<u32>> = part.gids.iter().copied().collect();
            all.ok_or("one of its tiles is no number")?
        }
        Some("csv") => csv(&part.text, count)?,
        Some("base64") => words(&packed(&part.text, compression, count)?)?,
        None => return Err("its tiles are text of no known encoding, expected csv or base64".to_owned()),
        Some(other) => return Err(format!("its tiles are written as `{other}`, expected csv or base64")),
    };
    if found.len() == count { Ok(found) } else { Err(unlike(found.len(), count)) }
}

fn unlike(found: usize, count: usize) -> String {
    // What is more was not read to its end.
    let found = if found > count { format!("more than {count}") } else { found.to_string() };
    format!("it has {found} tiles, its width and height say {count}")
}

fn csv(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let cells = text.split(',').map(str::trim).filter(|cell| !cell.is_empty());
    let number = |cell: &str| cell.parse().map_err(|_| format!("`{}` is no number of a tile", start(cell)));
    // One more than is wanted tells that there are too many.
    cells.take(count.saturating_add(1)).map(number).collect()
}

fn start(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The bytes of the tiles; never many more than so many tiles have.
fn packed(text: &str, compression: &str, count: usize) -> Result<Vec<u8>, String> {
    let bytes = base64::read(text).map_err(|fault| match fault {
        Fault::Sign => "its tiles are no sound base64",
        Fault::After => "its tiles are no sound base64: there is more after its end",
        Fault::Cut => "its tiles are cut off",
    })?;
    let most = (count as u64).saturating_mul(4).saturating_add(1);
    let mut out = Vec::new();
    let read = match compression {
        "" => return Ok(bytes),
        "zlib" => ZlibDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut out),
        "gzip" => GzDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut out),
        "zstd" => match StreamingDecoder::new(bytes.as_slice()) {
            Ok(decoder) => decoder.take(most).read_to_end(&mut out),
            Err(why) => return Err(format!("its tiles cannot be unpacked: {why}")),
        },
        other => return Err(format!("its tiles are packed as `{other}`, expected zlib, gzip, zstd or nothing")),
    };
    match read {
        Ok(_) if out.len() as u64 == most => Err(format!("it unpacks to more than the {count} tiles of its width and height")),
        Ok(_) => Ok(out),
        Err(_) => Err(format!("its tiles cannot be unpacked: they are broken after {} of {count}", out.len() / 4)),
    }
}

/// Four bytes each, the lowest first.
fn words(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let (words, rest) = bytes.as_chunks::<4>();
    if rest.is_empty() {
        return Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect());
    }
    Err(format!("its tiles have {} bytes, expected four for each", bytes.len()))
}
