//! The window with boxes for counters that are not on the map. A box keeps its place from build to build: pieces of a game
//! that is being played lie where they were.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{BOARD, CLOSED, Kind, PICKER, WINDOW, ZONES, tools, window, zone};
use super::encode::Lies;
use super::xml::{Component, part};
use super::{Build, Failed, TRAYS, TurnSpace, whole};
use crate::draw::scene::{Color, Rect, Scene};
use crate::draw::tray::{self, Tray, Wanted};
use crate::model::{AreaId, Called, Game, Key, Scenario, TurnId, UnitId, Where};
use crate::render::png;

/// How many areas have a box of their own for those who are set up anywhere in them, and how many turns.
const MOST_TRAYS: usize = 1_500;
/// How wide the page of boxes may become, in counters.
const TRAY_WIDTHS: [f64; 5] = [26.0, 52.0, 104.0, 208.0, 416.0];

/// What lies in no box, lies here.
const BETWEEN: &str = "Beside the boxes";

/// Boxes for counters that are not on the map.
#[derive(Default)]
pub(super) struct Trays {
    /// The lost, by side: where they are sent.
    pub(super) lost: Vec<Lost>,
    /// Those who wait, by side.
    pub(super) waiting: Vec<Rect>,
    /// Markers of which there are only so many.
    pub(super) markers: Option<Rect>,
    /// Those who may be set up anywhere in an area.
    pub(super) areas: BTreeMap<AreaId, Rect>,
    /// Those who come on a turn, where they are too many for its space on the map.
    pub(super) crowds: BTreeMap<TurnId, Rect>,
    /// What each box is, and where it lies in pixels.
    kept: Vec<(String, [i64; 4])>,
}

/// The box of the lost of a side, whose places fill up one after the other.
pub(super) struct Lost {
    /// The zone that it is.
    pub(super) zone: String,
    /// The first place, and how far it is to the next, in pixels.
    pub(super) first: (i64, i64),
    pub(super) pitch: i64,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl Lost {
    /// The so-manieth place.
    pub(super) fn place(&self, n: usize) -> Lies {
        let n = n % (self.columns as usize * self.rows as usize).max(1);
        let n = u32::try_from(n).unwrap_or(0);
        let (column, row) = (i64::from(n % self.columns.max(1)), i64::from(n / self.columns.max(1)));
        Lies { map: TRAYS, x: self.first.0 + column * self.pitch, y: self.first.1 + row * self.pitch }
    }
}

/// A box that the module needs.
struct Needed {
    /// What it is for: it keeps its place by this.
    what: String,
    title: String,
    color: Option<Color>,
    places: usize,
}

impl Build<'_> {
    pub(super) fn trays_map(&mut self, scenarios: &[&Scenario]) -> Result<Option<Component>, Failed> {
        let game = self.game;
        let limited = game.markers.values().filter(|marker| marker.count.is_some_and(|count| count > 0)).count();
        if game.units.is_empty() && limited == 0 {
            return Ok(None);
        }
        // Without units nobody comes later, waits or is lost.
        let sides = if game.units.is_empty() { 0 } else { game.sides.len() };
        let side_color = |id: &str| game.art.colours.get(id).and_then(|c| c.ground).map(|(r, g, b)| Color::rgb(r, g, b));
        let plain = |what: String, title: String, places: usize| Needed { what, title, color: None, places };
        let mut needed: Vec<Needed> = Vec::new();
        let free = free_setups(self, scenarios);
        let areas: Vec<AreaId> = free.keys().copied().collect();
        for (id, places) in free.iter().take(MOST_TRAYS) {
            let Some(area) = game.map.as_ref().and_then(|map| map.areas.at(*id)) else { continue };
            needed.push(plain(format!("area {}", area.id), format!("Set up in {}", area.called()), *places));
        }
        // Those for which there are too many share a box.
        if free.len() > MOST_TRAYS {
            let places = free.values().skip(MOST_TRAYS).sum();
            needed.push(plain("areas".to_owned(), "Set up elsewhere".to_owned(), places));
        }
        // Turns that the map has no space for.
        let turns: Vec<String> = game
            .turns
            .values()
            .map(|turn| turn.id.clone())
            .filter(|id| !game.units.is_empty() && !self.turn_spaces.contains_key(id))
            .collect();
        needed.extend(turns.iter().take(MOST_TRAYS).map(|id| plain(format!("turn {id}"), format!("Turn {id}"), 9)));
        if turns.len() > MOST_TRAYS {
            needed.push(plain("turns".to_owned(), "Later turns".to_owned(), 60));
        }
        // Turns with a space in which those who come would lie one upon the other, over the spaces beside it.
        let crowds = self.crowds(scenarios);
        for (turn, places) in &crowds {
            let id = game.turns.at(*turn).map(|turn| turn.id.as_str()).unwrap_or_default();
            needed.push(plain(format!("arrivals {id}"), format!("Turn {id}: arrivals"), *places));
        }
        let own = |n: usize| game.units.values().filter(|unit| unit.side.map_or(0, Key::index) == n).count();
        let counts: Vec<usize> = (0..game.sides.len()).map(own).collect();
        let of_sides = |what: &str, title: &str, share: usize| -> Vec<Needed> {
            let owned = game.sides.values().zip(&counts).take(sides);
            let made = owned.map(|(side, own)| Needed {
                what: format!("{what} {}", side.id),
                title: format!("{}: {title}", side.called()),
                color: side_color(&side.id),
                places: (own / share).clamp(6, 60),
            });
            made.collect()
        };
        needed.extend(of_sides("waits", "not in play", 2));
        if limited > 0 {
            needed.push(plain("markers".to_owned(), "Markers".to_owned(), limited));
        }
        needed.extend(of_sides("lost", "lost", 3));
        let drawn = self.tray(&needed);
        let scene = Scene { title: String::new(), pages: vec![drawn.page], pictures: Vec::new() };
        let (image, (width, height)) = self.large_picture("trays", &scene, self.per_mm)?;
        let counter = self.counter();
        let insides: Vec<Rect> = drawn.boxes.iter().map(|rect| tray::inside(*rect, counter)).collect();
        let mut boxes = insides.iter().copied();
        let mut trays = Trays::default();
        let own: Vec<Rect> = boxes.by_ref().take(areas.len().min(MOST_TRAYS + 1)).collect();
        trays.areas = areas.into_iter().zip(own.iter().chain(own.last().into_iter().cycle()).copied()).collect();
        let own: Vec<Rect> = boxes.by_ref().take(turns.len().min(MOST_TRAYS + 1)).collect();
        let spaces = turns.into_iter().zip(own.iter().chain(own.last().into_iter().cycle()).copied());
        let named = |id: &str| format!("Turn {id}");
        self.turn_spaces.extend(spaces.map(|(id, rect)| (id.clone(), TurnSpace { map: TRAYS, rect, zone: named(&id) })));
        trays.crowds = crowds.into_keys().zip(boxes.by_ref()).collect();
        trays.waiting = boxes.by_ref().take(sides).collect();
        if limited > 0 {
            trays.markers = boxes.next();
        }
        for (rect, needed) in boxes.zip(needed.iter().skip(needed.len().saturating_sub(sides))) {
            let tray::Places { first, pitch, columns, rows } = tray::places(rect, counter);
            let Lies { x, y, .. } = self.lies(TRAYS, first);
            // What is sent there reckons in whole pixels.
            let pitch = whole(pitch * self.per_mm);
            trays.lost.push(Lost { zone: needed.title.clone(), first: (x, y), pitch, columns, rows });
        }
        trays.kept = needed.iter().map(|one| one.what.clone()).zip(drawn.boxes.iter().map(|rect| self.pixels(*rect))).collect();
        self.trays = trays;
        let between = zone(BETWEEN, format!("0,0;{width},0;{width},{height};0,{height}"), None);
        let boxes = needed.iter().zip(&insides).map(|(needed, rect)| zone(&needed.title, self.path(*rect), None));
        let zones: Vec<Component> = boxes.chain([between]).collect();
        let board = part(BOARD).with("name", TRAYS).with("image", image).with("reversible", false).has(part(ZONES).all(zones));
        let window = window(WINDOW, TRAYS, true, "Counters that are not on the map");
        Ok(Some(tools(window.has(part(PICKER).has(board)), Kind::Trays)))
    }

    /// How many pieces a closed stack in the space of a turn may have before it covers the next space; as many as there
    /// are where they lie side by side.
    pub(super) fn holds(&self, space: &TurnSpace) -> usize {
        if space.map == TRAYS {
            return usize::MAX;
        }
        let beside = whole((space.rect.width - self.counter()) * self.per_mm / 2.0);
        usize::try_from(beside / CLOSED.0).unwrap_or(0) + 1
    }

    /// Turns for which more wait in some scenario than their spaces hold, and how many.
    fn crowds(&self, scenarios: &[&Scenario]) -> BTreeMap<TurnId, usize> {
        let mut crowds: BTreeMap<TurnId, usize> = BTreeMap::new();
        for scenario in scenarios {
            for (turn, count) in waiting(self.game, scenario) {
                let space = self.game.turns.at(turn).and_then(|turn| self.turn_spaces.get(&turn.id));
                if space.is_some_and(|space| count > self.holds(space))
                    && (crowds.len() < MOST_TRAYS || crowds.contains_key(&turn))
                {
                    let most = crowds.entry(turn).or_default();
                    *most = (*most).max(count);
                }
            }
        }
        crowds
    }

    /// Notes where the boxes lie, once the pieces have their numbers.
    pub(super) fn keep_trays(&mut self) {
        for (what, place) in std::mem::take(&mut self.trays.kept) {
            self.ids.keep_tray(&what, place);
        }
    }

    fn pixels(&self, rect: Rect) -> [i64; 4] {
        [rect.x, rect.y, rect.width, rect.height].map(|part| whole(part * self.per_mm))
    }

    /// The boxes, those that were there before where they were, on a page that a picture can hold: first it is made wider,
    /// then the boxes have fewer places.
    fn tray(&self, needed: &[Needed]) -> Tray {
        let known = |what: &str| {
            let [x, y, width, height] = self.ids.tray(what)?.map(|pixels| pixels as f64 / self.per_mm);
            Some(Rect { x, y, width, height })
        };
        let mut wanted: Vec<Wanted> = needed
            .iter()
            .map(|one| Wanted { title: one.title.clone(), color: one.color, places: one.places, at: known(&one.what) })
            .collect();
        let laid = |wanted: &[Wanted], width: f64| tray::tray(TRAYS, wanted, self.counter(), self.counter() * width);
        let fits = |drawn: &Tray| png::fits((drawn.page.width, drawn.page.height), self.per_mm);
        let mut drawn = laid(&wanted, TRAY_WIDTHS[0]);
        for width in TRAY_WIDTHS.into_iter().skip(1) {
            if fits(&drawn) {
                break;
            }
            drawn = laid(&wanted, width);
        }
        let mut most = wanted.iter().map(|one| one.places).max().unwrap_or(0);
        while !fits(&drawn) && most > 2 {
            most /= 2;
            wanted.iter_mut().for_each(|one| one.places = one.places.min(most));
            drawn = laid(&wanted, TRAY_WIDTHS[4]);
        }
        // On whole pixels, as the next build finds them.
        for (one, rect) in wanted.iter_mut().zip(&drawn.boxes) {
            let [x, y, width, height] = self.pixels(*rect).map(|pixels| pixels as f64 / self.per_mm);
            one.at = Some(Rect { x, y, width, height });
        }
        laid(&wanted, TRAY_WIDTHS[0])
    }
}

/// How many pieces wait for each turn as a scenario begins.
pub(super) fn waiting(game: &Game, scenario: &Scenario) -> BTreeMap<TurnId, usize> {
    let mut known: BTreeSet<UnitId> = scenario.setup.iter().map(|line| line.unit).collect();
    let mut waiting: BTreeMap<TurnId, usize> = BTreeMap::new();
    for arrival in &scenario.arrivals {
        for unit in arrival.units.iter().filter(|unit| known.insert(**unit)) {
            *waiting.entry(arrival.turn).or_default() += game.units.at(*unit).map_or(1, |unit| unit.count as usize);
        }
    }
    waiting
}

/// Areas in which units are set up freely: as many places as the most that any scenario puts there.
fn free_setups(build: &Build<'_>, scenarios: &[&Scenario]) -> BTreeMap<AreaId, usize> {
    let mut free: BTreeMap<AreaId, usize> = BTreeMap::new();
    for scenario in scenarios {
        let mut here: BTreeMap<AreaId, usize> = BTreeMap::new();
        for line in &scenario.setup {
            if let Where::In(area, _) = &line.at {
                *here.entry(*area).or_default() += build.game.units.at(line.unit).map_or(1, |unit| unit.count as usize);
            }
        }
        for (area, count) in here {
            let most = free.entry(area).or_default();
            *most = (*most).max(count);
        }
    }
    free
}
