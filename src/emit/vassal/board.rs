//! The map window with its grid and zones, and the window with boxes for what is not on the map.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{self, Grid, SheetGrid};
use super::xml::{Component, part};
use super::{Build, Failed, MAP, MOST_PIXELS, TurnSpace, whole};
use crate::draw::hexmap;
use crate::draw::scene::{Point, Rect};
use crate::hexgrid::HexId;
use crate::model::Called;
use crate::render::png;

const ZONE: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone";
pub(super) const ZONES: &str = "VASSAL.build.module.map.boardPicker.board.ZonedGrid";
pub(super) const WINDOW: &str = "VASSAL.build.module.Map";
pub(super) const BOARD: &str = "VASSAL.build.module.map.boardPicker.Board";
pub(super) const PICKER: &str = "VASSAL.build.module.map.BoardPicker";

/// How far pieces of a closed stack on the map lie apart.
pub(super) const CLOSED: (i64, i64) = (3, 5);
/// The layer of flags and bridges.
pub(super) const SIGNS: &str = "Signs";
/// The longer side of the picture in the about box, in pixels.
const ABOUT: f64 = 720.0;

/// What is told of a hex under the mouse: its number, and what the property of all hexes says of it.
const HEX_TOLD: &str = "{HexFacts.indexOf(\"|\"+LocationName+\"=\")<0?\"\"+LocationName:\"\"+LocationName+\": \"+HexFacts.substring(HexFacts.indexOf(\"=\",HexFacts.indexOf(\"|\"+LocationName+\"=\"))+1,HexFacts.indexOf(\"|\",HexFacts.indexOf(\"|\"+LocationName+\"=\")+1))}";

/// What a window is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Map,
    Trays,
    Cards,
    Hand,
}

/// What every map window needs, or nothing can be dragged, chosen or looked at.
pub(super) fn tools(window: Component, kind: Kind) -> Component {
    let overview = kind == Kind::Map;
    // In a hand cards lie side by side.
    let metrics = if kind == Kind::Hand { "VASSAL.build.module.map.HandMetrics" } else { "VASSAL.build.module.map.StackMetrics" };
    // How far pieces of a stack lie apart, opened and closed. Boxes and spaces are small: stacks shall stay in them.
    let [x, y, closed_x, closed_y] = match kind {
        Kind::Map => [8, 22, CLOSED.0, CLOSED.1],
        Kind::Trays => [5, 14, 2, 3],
        Kind::Cards | Kind::Hand => [8, 22, 5, 8],
    };
    let mut window = window
        .has(part(metrics).with("exSepX", x).with("exSepY", y).with("unexSepX", closed_x).with("unexSepY", closed_y))
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
                .with("summaryReportFormat", if overview { HEX_TOLD } else { "$LocationName$" })
                .with("emptyHexReportForma", if overview { HEX_TOLD } else { "$LocationName$" })
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
            .has(
                part("VASSAL.build.module.map.HidePiecesButton")
                    .with("icon", "/images/globe_unselected.gif")
                    .with("showingIcon", "/images/globe_unselected.gif")
                    .with("hiddenIcon", "/images/globe_selected.gif")
                    .with("buttonText", "")
                    .with("tooltip", "Hide or show all counters")
                    .with("hotkey", "72,520"),
            )
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

/// A line around everything on a board that is not within one of those lines: it goes to each of them and back, and what it
/// goes around twice is outside.
fn all_but((width, height): (i64, i64), lines: &[Vec<(i64, i64)>]) -> Vec<(i64, i64)> {
    let mut all = vec![(0, 0), (width, 0), (width, height), (0, height), (0, 0)];
    for line in lines {
        all.extend(line.iter().chain(line.first()).copied());
        all.push((0, 0));
    }
    all
}

impl Build<'_> {
    /// A property with the terrain and the places of every hex, by its number.
    pub(super) fn hex_facts(&self) -> Option<Component> {
        let game = self.game;
        let map = game.map.as_ref()?;
        let mut places: BTreeMap<HexId, Vec<&str>> = BTreeMap::new();
        for place in map.places.values() {
            for hex in &place.hexes {
                places.entry(*hex).or_default().push(&place.name);
            }
        }
        let mut all = "|".to_owned();
        for hex in map.board.hexes() {
            let ground = map.ground(hex).and_then(|id| game.terrain.at(id)).map(Called::called);
            let told: Vec<&str> = places.remove(&hex).into_iter().flatten().chain(ground).collect();
            if !told.is_empty() {
                let told = told.join(", ").replace('|', "/");
                all += &format!("{}={told}|", map.board.name(hex));
            }
        }
        let property = part("VASSAL.build.module.properties.GlobalProperty").with("name", "HexFacts");
        Some(property.with("initialValue", all).with("description", "Terrain and places of every hex").with("isNumeric", false))
    }

    pub(super) fn path(&self, rect: Rect) -> String {
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
        let small = (ABOUT / page.width).min(ABOUT / page.height).min(self.per_mm);
        self.about = Some(self.large_picture("about", &drawn.scene, small)?.0);
        let centres: Vec<Point> =
            drawn.centres.iter().map(|point| Point { x: point.x * self.per_mm, y: point.y * self.per_mm }).collect();
        let pixels = |points: &[Point]| -> Vec<Point> {
            points.iter().map(|point| Point { x: point.x * self.per_mm, y: point.y * self.per_mm }).collect()
        };
        let mut outlines: Vec<Option<Vec<Point>>> =
            drawn.sheets.iter().map(|outline| outline.as_ref().map(|points| pixels(points))).collect();
        // A single sheet is everything within the one line around all hexes.
        if outlines.is_empty() && drawn.edges.len() == 1 {
            outlines.extend(drawn.edges.iter().map(|line| Some(pixels(line))));
        }
        let Grid { part: hexes, sheets, centres, measured } =
            grid::grid(&map.board, &centres, size, drawn.across * self.per_mm, &outlines);
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
        if hexes.is_some() {
            let edges: Vec<Vec<(i64, i64)>> = drawn
                .edges
                .iter()
                .map(|line| pixels(line).iter().map(|point| (whole(point.x), whole(point.y))).collect())
                .collect();
            zones.push(zone("Beside the map", path(&all_but(size, &edges)), None));
        }
        let mut seen = BTreeSet::new();
        zones.retain(|zone| seen.insert(zone.named().to_owned()));
        let grid = if zones.is_empty() { hexes } else { Some(part(ZONES).all(zones).all(hexes)) };
        let board = part(BOARD).with("name", MAP).with("image", image).with("reversible", false).all(grid);
        let mut window = tools(window(WINDOW, MAP, false, "The map").has(part(PICKER).has(board)), Kind::Map);
        // Flags and bridges always lie below counters, and can be hidden.
        let order = part("VASSAL.build.module.map.LayeredPieceCollection").with("property", "Layer").with("layerOrder", SIGNS);
        let switch = part("VASSAL.build.module.map.LayerControl")
            .with("name", "Flags and bridges")
            .with("tooltip", "Hide or show flags and signs of bridges")
            .with("text", "Signs")
            .with("icon", "")
            .with("hotkey", "")
            .with("command", "Switch Layer between Active and Inactive")
            .with("skip", false)
            .with("layers", SIGNS);
        window = window.has(order.has(switch));
        // A game in which somebody shoots afar measures the way.
        if game.ratings.values().any(|rating| rating.id == "range") {
            window = window.has(
                part("VASSAL.build.module.map.LOS_Thread")
                    .with("threadName", "Range")
                    .with("label", "Range")
                    .with("tooltip", "Measure a range")
                    .with("drawRange", measured)
                    .with("snapStart", true)
                    .with("snapEnd", true)
                    .with("threadColor", "193,39,45")
                    .with("losThickness", 3),
            );
        }
        Ok(Some(window))
    }
}
