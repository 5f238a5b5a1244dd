//! The map window with its grid and zones, and the window with boxes for what is not on the map.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{self, Grid, SheetGrid};
use super::xml::{Component, part};
use super::{Build, Failed, MAP, MOST_PIXELS, TRAYS, Trays, TurnSpace, whole};
use crate::draw::hexmap;
use crate::draw::scene::{Color, Point, Rect, Scene};
use crate::draw::tray::{self, Tray, Wanted};
use crate::model::{AreaId, Called, Scenario, Where};
use crate::render::png;

const ZONE: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone";
pub(super) const ZONES: &str = "VASSAL.build.module.map.boardPicker.board.ZonedGrid";
const WINDOW: &str = "VASSAL.build.module.Map";
pub(super) const BOARD: &str = "VASSAL.build.module.map.boardPicker.Board";
pub(super) const PICKER: &str = "VASSAL.build.module.map.BoardPicker";

/// How many areas have a box of their own for those who are set up anywhere in them, and how many turns.
const MOST_TRAYS: usize = 1_500;
/// How wide the page of all boxes is, in counters: as narrow as it can be.
const TRAY_WIDTHS: [f64; 5] = [26.0, 52.0, 104.0, 208.0, 416.0];

/// What every map window needs, or nothing can be dragged, chosen or looked at.
pub(super) fn tools(window: Component, overview: bool, hand: bool) -> Component {
    // In a hand cards lie side by side.
    let metrics = if hand { "VASSAL.build.module.map.HandMetrics" } else { "VASSAL.build.module.map.StackMetrics" };
    let mut window = window
        .has(part(metrics).with("exSepX", 8).with("exSepY", 22).with("unexSepX", 3).with("unexSepY", 4))
        .has(part("VASSAL.build.module.map.ForwardToKeyBuffer"))
        .has(part("VASSAL.build.module.map.Scroller").with("useArrows", "false"))
        .has(part("VASSAL.build.module.map.ForwardToChatter"))
        .has(part("VASSAL.build.module.map.MenuDisplayer"))
        .has(part("VASSAL.build.module.map.MapCenterer"))
        .has(part("VASSAL.build.module.map.StackExpander"))
        .has(part("VASSAL.build.module.map.PieceMover"))
        .has(part("VASSAL.build.module.map.KeyBufferer"))
        .has(part("VASSAL.build.module.map.ImageSaver").with("buttonText", "").with("tooltip", "Save the map as a picture"))
        .has(
            part("VASSAL.build.module.map.CounterDetailViewer")
                .with("delay", 500)
                .with("minDisplayPieces", 0)
                .with("graphicsZoom", "1.0")
                .with("showtext", true)
                .with("summaryReportFormat", "$LocationName$")
                .with("counterReportFormat", "$PieceName$")
                .with("bgColor", "255,252,240")
                .with("fontSize", 12),
        )
        .has(part("VASSAL.build.module.map.Flare"))
        .has(
            part("VASSAL.build.module.map.Zoomer")
                .with("zoomLevels", "0.25,0.333,0.5,0.667,0.8,1.0,1.25,1.6,2.0")
                .with("zoomStart", 4)
                .with("inTooltip", "Zoom in")
                .with("outTooltip", "Zoom out")
                .with("pickTooltip", "Choose the zoom"),
        )
        .has(
            part("VASSAL.build.module.map.HighlightLastMoved")
                .with("enabled", true)
                .with("color", "255,0,0")
                .with("thickness", 2),
        )
        .has(part("VASSAL.build.module.map.SelectionHighlighters"));
    if overview {
        window = window
            .has(part("VASSAL.build.module.map.TextSaver").with("buttonText", "").with("tooltip", "Save the position as text"))
            .has(
                part("VASSAL.build.module.map.GlobalMap")
                    .with("scale", "0.15")
                    .with("tooltip", "Overview")
                    .with("buttonText", "Overview"),
            );
    }
    window
}

pub(super) fn window(class: &'static str, name: &str, launch: bool, tooltip: &str) -> Component {
    part(class)
        .with("mapName", name)
        .with("allowMultiple", false)
        .with("backgroundcolor", "255,255,255")
        .with("buttonName", if launch { name } else { "" })
        .with("changeFormat", "$message$")
        .with("color", "0,0,0")
        .with("createFormat", "$pieceName$ created in $location$")
        .with("edgeHeight", 0)
        .with("edgeWidth", 0)
        .with("launch", launch)
        .with("markMoved", "Always")
        .with("moveToFormat", "$pieceName$ moves $previousLocation$ -> $location$")
        .with("moveWithinFormat", "$pieceName$ moves $previousLocation$ -> $location$")
        .with("thickness", 3)
        .with("tooltip", tooltip)
}

pub(super) fn zone(name: &str, path: String, grid: Option<&str>) -> Component {
    part(ZONE)
        .with("name", name)
        .with("locationFormat", grid.unwrap_or("$name$"))
        .with("path", path)
        .with("useHighlight", false)
        .with("highlightProperty", "")
}

impl Build<'_> {
    fn path(&self, rect: Rect) -> String {
        let (x, y) = (whole(rect.x * self.per_mm), whole(rect.y * self.per_mm));
        let (right, bottom) = (whole((rect.x + rect.width) * self.per_mm), whole((rect.y + rect.height) * self.per_mm));
        format!("{x},{y};{right},{y};{right},{bottom};{x},{bottom}")
    }

    /// The map window.
    pub(super) fn main_map(&mut self) -> Result<Option<Component>, Failed> {
        let game = self.game;
        let Some(map) = &game.map else { return Ok(None) };
        hexmap::printable(game).map_err(|why| Failed { what: format!("{}.vmod", game.slug()), why: why.to_string() })?;
        let options = hexmap::Options { images: self.art.map_images(game), ..hexmap::Options::default() };
        let Some(drawn) = hexmap::draw(game, &options) else { return Ok(None) };
        let Some(page) = drawn.scene.pages.first() else { return Ok(None) };
        // A large map is drawn smaller, as long as counters can be read.
        let area = page.width * page.height;
        let least = 48.0 / self.counter();
        self.per_mm = self.per_mm.min((MOST_PIXELS / area).sqrt()).max(least.min(self.per_mm));
        // The largest maps that can be printed would have more pixels than a picture may: then counters are small.
        let most = (png::MAX_PIXELS as f64 / area).sqrt().min(png::MAX_SIDE as f64 / page.width.max(page.height));
        self.per_mm = self.per_mm.min(most * 0.999);
        let (image, size) = self.large_picture("map", &drawn.scene, self.per_mm)?;
        let centres: Vec<Point> =
            drawn.centres.iter().map(|point| Point { x: point.x * self.per_mm, y: point.y * self.per_mm }).collect();
        let pixels = |points: &[Point]| -> Vec<Point> {
            points.iter().map(|point| Point { x: point.x * self.per_mm, y: point.y * self.per_mm }).collect()
        };
        let outlines: Vec<Option<Vec<Point>>> =
            drawn.sheets.iter().map(|outline| outline.as_ref().map(|points| pixels(points))).collect();
        let Grid { part: hexes, sheets, centres } = grid::grid(&map.board, &centres, size, drawn.across * self.per_mm, &outlines);
        self.centres = centres;
        let mut zones = Vec::new();
        let mut called: BTreeSet<&str> = BTreeSet::new();
        for beside in &drawn.beside {
            let counter = self.counter();
            if let Some(id) = beside.id {
                self.boxes.insert(id, (MAP, beside.inside));
            }
            // The calendar: spaces that are called as turns are.
            let dated = beside.spaces.iter().filter(|(name, _)| game.turns.values().any(|turn| turn.id == *name)).count();
            let calendar = beside.id.is_none() || (dated == beside.spaces.len() && beside.name.to_lowercase().contains("turn"));
            if calendar && !beside.spaces.is_empty() {
                self.calendar = beside.id;
            }
            for (name, rect) in &beside.spaces {
                zones.push(zone(&format!("{} {name}", beside.name), self.path(*rect), None));
                if calendar && self.turn_spaces.len() < game.turns.len() {
                    let space = TurnSpace { map: MAP, rect: rect.grown(counter * 0.05), zone: format!("{} {name}", beside.name) };
                    self.turn_spaces.insert(name.clone(), space);
                }
            }
            // A zone is found by its name: of boxes that are called alike, the further ones have their id behind it.
            let id = beside.id.filter(|_| !called.insert(&beside.name)).and_then(|id| map.boxes.at(id));
            let name = id.map_or_else(|| beside.name.clone(), |it| format!("{} ({})", beside.name, it.id));
            zones.push(zone(&name, self.path(beside.rect), None));
        }
        let path = |points: &[(i64, i64)]| points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(";");
        if sheets.is_empty() {
            // Inside an area a hex keeps its own number.
            for (area, points) in &drawn.areas {
                let points: Vec<(i64, i64)> = pixels(points).iter().map(|point| (whole(point.x), whole(point.y))).collect();
                let name = map.areas.at(*area).map(|area| area.called().to_owned());
                let parent = zone(&name.unwrap_or_default(), path(&points), Some("$gridLocation$"));
                zones.push(parent.with("useParentGrid", true));
            }
        }
        for SheetGrid { name, outline, part } in sheets {
            zones.push(zone(&name, path(&outline), Some("$gridLocation$")).with("useParentGrid", false).has(part));
        }
        let mut seen = BTreeSet::new();
        zones.retain(|zone| seen.insert(zone.named().to_owned()));
        let grid = if zones.is_empty() { hexes } else { Some(part(ZONES).all(zones).all(hexes)) };
        let board = part(BOARD).with("name", MAP).with("image", image).with("reversible", false).all(grid);
        let mut window = tools(window(WINDOW, MAP, false, "The map").has(part(PICKER).has(board)), true, false);
        // A game in which somebody shoots afar measures the way.
        if game.ratings.values().any(|rating| rating.id == "range") {
            window = window.has(
                part("VASSAL.build.module.map.LOS_Thread")
                    .with("threadName", "Range")
                    .with("label", "Range")
                    .with("tooltip", "Measure a range")
                    .with("drawRange", true)
                    .with("snapStart", true)
                    .with("snapEnd", true)
                    .with("threadColor", "193,39,45")
                    .with("losThickness", 3),
            );
        }
        Ok(Some(window))
    }

    /// The window with boxes for counters that are not on the map.
    pub(super) fn trays_map(&mut self, scenarios: &[&Scenario]) -> Result<Option<Component>, Failed> {
        let game = self.game;
        if game.units.is_empty() {
            return Ok(None);
        }
        let side_color = |id: &str| game.art.colours.get(id).and_then(|c| c.ground).map(|(r, g, b)| Color::rgb(r, g, b));
        let mut wanted: Vec<Wanted> = Vec::new();
        // Free setups: as many places as the most that any scenario puts there.
        let mut free: BTreeMap<AreaId, usize> = BTreeMap::new();
        for scenario in scenarios {
            let mut here: BTreeMap<AreaId, usize> = BTreeMap::new();
            for line in &scenario.setup {
                if let Where::In(area, _) = &line.at {
                    *here.entry(*area).or_default() += game.units.at(line.unit).map_or(1, |unit| unit.count as usize);
                }
            }
            for (area, count) in here {
                let most = free.entry(area).or_default();
                *most = (*most).max(count);
            }
        }
        let areas: Vec<AreaId> = free.keys().copied().collect();
        for (area, places) in free.iter().take(MOST_TRAYS) {
            let name = game.map.as_ref().and_then(|map| map.areas.at(*area)).map(|a| a.called().to_owned());
            wanted.push(Wanted { title: format!("Set up in {}", name.unwrap_or_default()), color: None, places: *places });
        }
        // Those for which there are too many share a box.
        if free.len() > MOST_TRAYS {
            let places = free.values().skip(MOST_TRAYS).sum();
            wanted.push(Wanted { title: "Set up elsewhere".to_owned(), color: None, places });
        }
        // Turns that the map has no space for.
        let turns: Vec<String> =
            game.turns.values().map(|turn| turn.id.clone()).filter(|id| !self.turn_spaces.contains_key(id)).collect();
        wanted.extend(turns.iter().take(MOST_TRAYS).map(|id| Wanted { title: format!("Turn {id}"), color: None, places: 9 }));
        if turns.len() > MOST_TRAYS {
            wanted.push(Wanted { title: "Later turns".to_owned(), color: None, places: 60 });
        }
        let sides: Vec<(String, Option<Color>)> =
            game.sides.values().map(|side| (side.called().to_owned(), side_color(&side.id))).collect();
        let own = |n: usize| game.units.values().filter(|unit| unit.side.map_or(0, crate::model::Key::index) == n).count();
        for (n, (name, color)) in sides.iter().enumerate() {
            wanted.push(Wanted { title: format!("{name}: not in play"), color: *color, places: (own(n) / 2).clamp(6, 60) });
        }
        let limited = game.markers.values().filter(|marker| marker.count.is_some_and(|count| count > 0)).count();
        if limited > 0 {
            wanted.push(Wanted { title: "Markers".to_owned(), color: None, places: limited });
        }
        for (n, (name, color)) in sides.iter().enumerate() {
            wanted.push(Wanted { title: format!("{name}: lost"), color: *color, places: (own(n) / 3).clamp(6, 60) });
        }
        let drawn = self.tray(&mut wanted);
        let scene = Scene { title: String::new(), pages: vec![drawn.page], pictures: Vec::new() };
        let (image, _) = self.large_picture("trays", &scene, self.per_mm)?;
        let mut boxes = drawn.boxes.iter().copied();
        let mut trays = Trays::default();
        let own: Vec<Rect> = boxes.by_ref().take(areas.len().min(MOST_TRAYS + 1)).collect();
        trays.areas = areas.into_iter().zip(own.iter().chain(own.last().into_iter().cycle()).copied()).collect();
        let own: Vec<Rect> = boxes.by_ref().take(turns.len().min(MOST_TRAYS + 1)).collect();
        let spaces = turns.into_iter().zip(own.iter().chain(own.last().into_iter().cycle()).copied());
        let named = |id: &str| format!("Turn {id}");
        self.turn_spaces.extend(spaces.map(|(id, rect)| (id.clone(), TurnSpace { map: TRAYS, rect, zone: named(&id) })));
        trays.waiting = boxes.by_ref().take(sides.len()).collect();
        if limited > 0 {
            trays.markers = boxes.next();
        }
        for rect in boxes {
            let middle = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
            let at = self.lies(TRAYS, middle);
            trays.lost.push((at.x, at.y));
        }
        self.trays = trays;
        let zones: Vec<Component> =
            wanted.iter().zip(&drawn.boxes).map(|(wanted, rect)| zone(&wanted.title, self.path(*rect), None)).collect();
        let board = part(BOARD).with("name", TRAYS).with("image", image).with("reversible", false).has(part(ZONES).all(zones));
        let window = window(WINDOW, TRAYS, true, "Counters that are not on the map");
        Ok(Some(tools(window.has(part(PICKER).has(board)), false, false)))
    }

    /// Boxes, on a page that a picture can hold: first it is made wider, then the boxes have fewer places.
    fn tray(&self, wanted: &mut [Wanted]) -> Tray {
        let mut drawn = tray::tray(TRAYS, wanted, self.counter(), self.counter() * TRAY_WIDTHS[0]);
        let fits = |drawn: &Tray| png::fits((drawn.page.width, drawn.page.height), self.per_mm);
        for width in TRAY_WIDTHS.into_iter().skip(1) {
            if fits(&drawn) {
                return drawn;
            }
            drawn = tray::tray(TRAYS, wanted, self.counter(), self.counter() * width);
        }
        let mut most = wanted.iter().map(|one| one.places).max().unwrap_or(0);
        while !fits(&drawn) && most > 2 {
            most /= 2;
            wanted.iter_mut().for_each(|one| one.places = one.places.min(most));
            drawn = tray::tray(TRAYS, wanted, self.counter(), self.counter() * TRAY_WIDTHS[4]);
        }
        drawn
    }
}
