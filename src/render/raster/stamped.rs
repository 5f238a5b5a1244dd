//! The same drawings again and again: each is painted once for every quarter of a pixel that it may be off, and then
//! put wherever it stands.

use std::collections::BTreeMap;

use tiny_skia::{Mask, Pixmap, PixmapMut};

use super::{Band, Extent, Maker, Op};
use crate::draw::scene::{Point, Stamps, Transform};

/// A larger drawing is painted each time: it stands in few places, and would take much room.
const MOST: f32 = 256.0;
/// So many places within a pixel, each way, are told apart.
const PARTS: f64 = 4.0;

/// Drawings in pixels, and where they stand.
pub(super) struct Stamped {
    tiles: Vec<Tile>,
    /// Which, and the pixel in which it is put; the lowest first.
    at: Vec<(usize, i32, i32)>,
}

/// A drawing in pixels.
struct Tile {
    /// Where its corner lies, from the pixel in which it is put.
    left: i32,
    top: i32,
    pixels: Pixmap,
}

impl Stamped {
    /// Nothing if a drawing is too large.
    pub(super) fn new(maker: &mut Maker<'_>, stamps: &Stamps, to: Transform) -> Option<Stamped> {
        let plain = Transform { e: 0.0, f: 0.0, ..to };
        let mut known: BTreeMap<(usize, i32, i32), Option<usize>> = BTreeMap::new();
        let mut made = Stamped { tiles: Vec::new(), at: Vec::with_capacity(stamps.at.len()) };
        for (kind, at) in &stamps.at {
            let there = to.apply(*at);
            let ((x, right), (y, down)) = (parted(there.x)?, parted(there.y)?);
            let tile = match known.get(&(*kind, right, down)) {
                Some(tile) => *tile,
                None => {
                    let off = Point { x: f64::from(right) / PARTS, y: f64::from(down) / PARTS };
                    let mut ops = Vec::new();
                    let own = Transform { e: off.x, f: off.y, ..plain };
                    stamps.kinds.get(*kind).into_iter().flatten().for_each(|shape| maker.shape(shape, own, &mut ops));
                    let tile = if ops.is_empty() { None } else { Some(Tile::new(&ops)?) };
                    let tile = tile.map(|tile| {
                        made.tiles.push(tile);
                        made.tiles.len() - 1
                    });
                    known.insert((*kind, right, down), tile);
                    tile
                }
            };
            made.at.extend(tile.map(|tile| (tile, x, y)));
        }
        Some(made)
    }

    /// The pixels that they may touch.
    pub(super) fn extent(&self) -> Option<Extent> {
        let boxes = self.at.iter().filter_map(|(tile, x, y)| {
            let tile = self.tiles.get(*tile)?;
            let (left, top) = ((x + tile.left) as f32, (y + tile.top) as f32);
            let (right, bottom) = (left + tile.pixels.width() as f32, top + tile.pixels.height() as f32);
            Some(Extent { left, top, right, bottom })
        });
        boxes.reduce(|all, one| Extent {
            left: all.left.min(one.left),
            top: all.top.min(one.top),
            right: all.right.max(one.right),
            bottom: all.bottom.max(one.bottom),
        })
    }

    /// Puts them all on a picture whose corner lies there.
    pub(super) fn paint(&self, (left, top): (f32, f32), to: &mut PixmapMut<'_>, mask: Option<&Mask>) {
        let (left, top) = (whole(left), whole(top));
        for (tile, x, y) in &self.at {
            if let Some(tile) = self.tiles.get(*tile) {
                tile.paint(x + tile.left - left, y + tile.top - top, to, mask);
            }
        }
    }
}

impl Tile {
    fn new(ops: &[Op]) -> Option<Tile> {
        let extent = Extent::around(ops);
        let (left, top) = ((extent.left - 1.0).floor(), (extent.top - 1.0).floor());
        let (wide, high) = ((extent.right + 1.0).ceil() - left, (extent.bottom + 1.0).ceil() - top);
        if !(wide > 0.0 && high > 0.0 && wide < MOST && high < MOST) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers between 1 and 256")]
        let (width, rows) = (wide as u32, high as u32);
        let mut pixels = Pixmap::new(width, rows)?;
        Band { left, top, rows, pictures: &BTreeMap::new() }.paint(ops, &mut pixels.as_mut(), None);
        Some(Tile { left: whole(left), top: whole(top), pixels })
    }

    /// Puts it on a picture, its corner in that pixel.
    fn paint(&self, x: i32, y: i32, to: &mut PixmapMut<'_>, mask: Option<&Mask>) {
        let (width, height) = (i64::from(to.width()), i64::from(to.height()));
        let (own, (x, y)) = (i64::from(self.pixels.width()), (i64::from(x), i64::from(y)));
        // What of it lies on the picture.
        let (from, until) = ((-x).max(0), (width - x).min(own));
        let (skipped, rows) = ((-y).max(0), (height - y).min(i64::from(self.pixels.height())));
        if from >= until || skipped >= rows {
            return;
        }
        let cut = |n: i64| usize::try_from(n).unwrap_or(0);
        let (from, long) = (cut(from), cut(until - from));
        let (begin, line) = (cut((y + skipped) * width + x.max(0)), cut(width));
        let covers = mask.map(|mask| mask.data());
        let source = self.pixels.data().chunks_exact(cut(own) * 4).skip(cut(skipped)).take(cut(rows - skipped));
        for (n, row) in source.enumerate() {
            let there = begin + n * line;
            let Some(row) = row.get(from * 4..(from + long) * 4) else { return };
            let Some(ground) = to.data_mut().get_mut(there * 4..(there + long) * 4) else { return };
            let pixels = ground.as_chunks_mut::<4>().0.iter_mut().zip(row.as_chunks::<4>().0);
            match covers {
                None => pixels.for_each(|(ground, ink)| over(ground, *ink)),
                Some(covers) => {
                    let Some(covers) = covers.get(there..there + long) else { return };
                    for ((ground, ink), cover) in pixels.zip(covers) {
                        match *cover {
                            0 => {}
                            255 => over(ground, *ink),
                            cover => over(ground, ink.map(|part| share(part, cover))),
                        }
                    }
                }
            }
        }
    }
}

/// One colour over another, both already times how opaque they are.
fn over(ground: &mut [u8; 4], ink: [u8; 4]) {
    match ink[3] {
        0 => {}
        255 => *ground = ink,
        opaque => {
            for (below, above) in ground.iter_mut().zip(ink) {
                *below = above.saturating_add(share(*below, 255 - opaque));
            }
        }
    }
}

/// So many 255ths of a part.
fn share(part: u8, of: u8) -> u8 {
    let product = u32::from(part) * u32::from(of) + 128;
    u8::try_from((product + (product >> 8)) >> 8).unwrap_or(255)
}

/// The pixel that a place lies in, and how many quarters of it further; nothing for what is no number.
#[expect(clippy::cast_possible_truncation, reason = "whole numbers, and bounded")]
fn parted(at: f64) -> Option<(i32, i32)> {
    let quarters = (at * PARTS).round();
    let pixel = (quarters / PARTS).floor();
    (quarters.abs() < 4e9).then_some((pixel as i32, (quarters - pixel * PARTS) as i32))
}

#[expect(clippy::cast_possible_truncation, reason = "a whole number of pixels")]
fn whole(at: f32) -> i32 {
    at as i32
}
