//! What was found of a map already: the check asks which names find room, and then the same map is drawn.

use std::collections::BTreeSet;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use super::canvas::{self, Canvas};
use super::field::Frame;
use super::labels::{LayoutIssue, Placed, Room, Taken};
use super::plan::{Asked, Found};
use super::{MOST_ASKED, fingerprint, names, numbers, overlay, relax};
use crate::draw::scene::Text;
use crate::draw::standing;
use crate::hexgrid::{Bounds, HexId};
use crate::model::MapLayer;

/// Where names stand on a map that lies in the corner of the page.
pub(super) struct Named {
    pub(super) texts: Vec<Text>,
    /// Everything that takes room.
    pub(super) placed: Vec<Placed>,
    pub(super) issues: Vec<LayoutIssue>,
}

/// So many maps are kept.
const KEPT: usize = 2;

type Known = (u64, Arc<Found>, Arc<Named>);

/// Where everything lies on a map, and where its names stand.
pub(super) fn of(
    canvas: &Canvas<'_>,
    layers: &BTreeSet<MapLayer>,
    asked: Asked,
    counters: &[(HexId, usize)],
) -> Option<(Arc<Found>, Arc<Named>)> {
    static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());
    let mut hasher = std::hash::DefaultHasher::new();
    (fingerprint(canvas.game, canvas.map), canvas.a.to_bits()).hash(&mut hasher);
    layers.iter().for_each(|layer| layer.word().hash(&mut hasher));
    counters.iter().for_each(|(hex, count)| (hex.index(), count).hash(&mut hasher));
    let key = hasher.finish();
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found, named)) = known.iter().find(|(other, ..)| *other == key) {
        return Some((Arc::clone(found), Arc::clone(named)));
    }
    drop(known);
    let found = Arc::new(Found::new(&canvas.plain()?, asked));
    let corner = Canvas::new(canvas.game, canvas.map, canvas.a)?;
    let named = Arc::new(Named::new(&corner, &found, layers, asked, counters));
    if canvas.board.len() <= MOST_ASKED {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(KEPT - 1);
        known.insert(0, (key, Arc::clone(&found), Arc::clone(&named)));
    }
    Some((found, named))
}

impl Named {
    fn new(canvas: &Canvas<'_>, found: &Found, layers: &BTreeSet<MapLayer>, asked: Asked, counters: &[(HexId, usize)]) -> Named {
        let has = |layer: MapLayer| layers.contains(&layer);
        let lay = canvas.lay();
        let Bounds { min, max } = canvas.bounds();
        let mut room = Room::new(canvas.a, min, max);
        if asked.rivers {
            for stretch in &found.waters.stretches {
                room.line(&stretch.points.iter().map(|p| lay.point(*p)).collect::<Vec<_>>());
            }
        }
        if asked.roads {
            for piece in &found.network.pieces {
                room.line(&relax::flat(&[piece.curve.map(|p| lay.point(p))], 4));
            }
        }
        for town in &found.towns {
            let Frame { min, max } = town.extent();
            let (low, high) = (lay.point(min), lay.point(max));
            let (centre, half) = (canvas::middle(low, high), ((high.x - low.x) / 2.0, (high.y - low.y) / 2.0));
            room.take(Placed { taken: Taken::Town, text: String::new(), centre, half, angle: 0.0, part_of: 0 });
        }
        for (hex, count) in counters {
            let Some(centre) = canvas.centre(*hex) else { continue };
            let (min, max) = standing::covered(*count, canvas.a);
            room.hidden(Frame { min: canvas::plus(centre, min, 1.0), max: canvas::plus(centre, max, 1.0) });
        }
        numbers::boxes(&found.numbers, &lay).for_each(|placed| room.take(placed));
        if has(MapLayer::Entries) {
            let neat = found.neat.as_ref().filter(|_| has(MapLayer::Terrain)).map(|neat| neat.laid(&lay));
            overlay::entries(canvas, neat.as_ref()).1.into_iter().for_each(|placed| room.take(placed));
        }
        let (texts, issues) = if has(MapLayer::Names) {
            names::place(canvas, found, &mut room, has(MapLayer::Areas))
        } else {
            (Vec::new(), Vec::new())
        };
        Named { texts, placed: room.placed(), issues }
    }
}
