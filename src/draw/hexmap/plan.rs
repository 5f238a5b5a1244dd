//! Everything that lies on the map, before anything is painted: where roads and rivers run, what is built, where
//! numbers stand. The unit is a hex across its flats, so that nothing hangs on the page.

use std::ops::Deref;
use std::sync::Arc;

use super::canvas::{Canvas, Lay};
use super::field::{Frame, seed};
use super::free::{Free, Kept};
use super::ground::MOST_TEXTURED;
use super::labels::Placed;
use super::neat::{self, Neat};
use super::numbers::{self, Numbers};
use super::region::{self, Region};
use super::rivers::{self, Waters};
use super::roads::{self, Network};
use super::style::LineKind;
use super::towns::{self, Town};
use crate::draw::path::between;
use crate::hexgrid::Point;

/// What was found of a map. It hangs on nothing that lives, so that it can be kept.
pub(super) struct Found {
    pub(super) seed: u32,
    /// The box around the map.
    pub(super) frame: Frame,
    /// The line to which the ground goes on beyond the hexes, where they fill it.
    pub(super) neat: Option<Neat>,
    pub(super) network: Network,
    pub(super) waters: Waters,
    pub(super) towns: Vec<Town>,
    pub(super) numbers: Numbers,
    /// What must stay free, names aside.
    nameless: Free,
}

/// The same with the map itself and what is only painted.
pub(super) struct Plan<'g> {
    pub(super) canvas: Canvas<'g>,
    pub(super) regions: Vec<Region>,
    pub(super) free: Free,
    found: Arc<Found>,
}

impl Deref for Plan<'_> {
    type Target = Found;

    fn deref(&self) -> &Found {
        &self.found
    }
}

/// What is wanted of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) terrain: bool,
    pub(super) rivers: bool,
    pub(super) roads: bool,
    pub(super) places: bool,
    pub(super) numbers: bool,
}

impl Found {
    /// On a canvas whose hexes are one unit wide.
    pub(super) fn new(canvas: &Canvas<'_>, asked: Asked) -> Found {
        let seed = seed(&canvas.game.name);
        let (frame, neat) = (neat::around(canvas), Neat::new(canvas));
        let network = roads::network(canvas, seed, neat.as_ref());
        let waters = rivers::waters(canvas, seed);
        let mut free = Free::new(frame);
        if asked.roads {
            free.line(network.samples());
        }
        if asked.rivers {
            for stretch in &waters.stretches {
                free.line(stretch.points.iter().zip(&stretch.widths).map(|(at, width)| (*at, width / 2.0 + 0.013)));
            }
            free.line(slopes(canvas));
        }
        let mut towns = if asked.places { towns::towns(canvas, &network, &free, seed) } else { Vec::new() };
        for town in &towns {
            town.blocks.iter().for_each(|block| free.house(block));
        }
        let numbers = if asked.numbers { numbers::places(canvas, &free) } else { Numbers::new() };
        for (hex, number) in &numbers {
            towns::make_room(&mut towns, *hex, number.centre, number.half);
            free.keep(Kept { centre: number.centre, half: number.half });
        }
        Found { seed, frame, neat, network, waters, towns, numbers, nameless: free }
    }
}

impl<'g> Plan<'g> {
    pub(super) fn new(on_page: &Canvas<'g>, asked: Asked, found: Arc<Found>) -> Option<Plan<'g>> {
        let canvas = on_page.plain()?;
        let seed = found.seed;
        let regions = if asked.terrain { region::regions(&canvas, &region::everywhere(&canvas, seed), seed) } else { Vec::new() };
        Some(Plan { canvas, regions, free: found.nameless.clone(), found })
    }

    /// Whether the map is small enough for anybody to see trees.
    pub(super) fn fine(&self) -> bool {
        self.canvas.board.len() <= MOST_TEXTURED
    }

    /// Lets trees keep off names.
    pub(super) fn keep(&mut self, placed: &Placed, lay: &Lay) {
        let [a, b, c, d] = placed.corners().map(|corner| lay.back(corner));
        if let Some(Frame { min, max }) = Frame::of([a, b, c, d]) {
            let half = ((max.x - min.x) / 2.0 - 0.03, (max.y - min.y) / 2.0 - 0.03);
            self.free.keep(Kept { centre: between(min, max, 0.5), half });
        }
    }
}

/// Points along slopes, and how far their wedges reach.
fn slopes(canvas: &Canvas<'_>) -> Vec<(Point, f64)> {
    let mut points = Vec::new();
    for feature in canvas.map.features.values() {
        if canvas.line(feature.class).kind == LineKind::River {
            continue;
        }
        for (from, to) in feature.sides.iter().filter_map(|side| canvas.hexside(*side)) {
            points.extend((0..=8).map(|n| (between(from, to, f64::from(n) / 8.0), 0.06)));
        }
    }
    points
}
