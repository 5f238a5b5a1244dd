//! Everything that opens beside the maps: palettes, charts, inventory, dice, the tracker, help.

use super::encode::list;
use super::xml::{Component, part};
use super::{Build, VASSAL, version};
use crate::draw::chart;
use crate::draw::counter::{Counter, CounterKind, Faces, Shown, inventory};
use crate::draw::page::Paper;
use crate::draw::scene::{Color, Page, Rect, Scene};
use crate::model::{Called, ChartPicture, Dice, Key, Scenario, SideId, Vassal};

/// The longer side of a chart of the author's, in pixels; a larger one is made smaller.
const MOST_CHART: f64 = 4000.0;
/// How wide a chart without pixels is shown.
const USUAL_CHART: f64 = 1050.0;
/// How high it may become; a narrower one is made smaller.
const HIGHEST_CHART: f64 = 20_000.0;

/// The side of one who plays alone.
pub(super) const SOLITAIRE: &str = "Solitaire";

impl Build<'_> {
    /// The whole tree.
    pub(super) fn module(
        &self,
        palette: Component,
        maps: Vec<Component>,
        charts: Option<Component>,
        scenarios: &[&Scenario],
    ) -> Component {
        let game = self.game;
        // VASSAL knows that who plays alone sees everything.
        let alone = [SOLITAIRE].into_iter().filter(|name| game.sides.values().all(|side| side.called() != *name));
        let sides = game.sides.values().map(Called::called).chain(alone).map(|name| part("entry").says(name.to_owned()));
        let mut help = part("VASSAL.build.module.Documentation");
        for (title, file) in self.help_titles(scenarios) {
            let page = part("VASSAL.build.module.documentation.HelpFile");
            help = help.has(page.with("title", title).with("fileName", file).with("fileType", "archive"));
        }
        help = help.all(self.documents.iter().map(|(title, file)| super::document(title, file)));
        if let Some(image) = &self.about {
            let about = part("VASSAL.build.module.documentation.AboutScreen");
            help = help.has(about.with("title", format!("About {}", game.name)).with("fileName", image));
        }
        let mut root = part("VASSAL.build.GameModule")
            .with("name", &game.name)
            .with("version", version(game))
            .with("VassalVersion", VASSAL)
            .with("description", game.about.clone().unwrap_or_default())
            .with("nextPieceSlotId", self.ids.next())
            .with("ModuleOther1", Vassal::MADE)
            .has(part("VASSAL.build.module.BasicCommandEncoder"))
            .has(help)
            .has(part("VASSAL.build.module.PlayerRoster").with("buttonText", "Sides").all(sides))
            .has(
                part("VASSAL.build.module.GlobalOptions")
                    .with("autoReport", "Always")
                    .with("chatterHTMLSupport", "Never")
                    .with("inventoryForAll", "Always")
                    .with("nonOwnerUnmaskable", "Use Preferences Setting")
                    .with("storeLeadingZeroIntegersAsStrings", true),
            )
            .has(part("VASSAL.build.module.properties.GlobalProperties").all(self.hex_facts()))
            .has(part("VASSAL.build.module.PrototypesContainer").all(self.prototypes()))
            .has(palette)
            .has(part("VASSAL.build.module.Chatter"))
            .has(part("VASSAL.build.module.KeyNamer"))
            .all(maps)
            .all(self.tracker())
            .all(self.dice())
            .all(charts)
            .all(self.inventories())
            .has(part("VASSAL.build.module.NotesWindow").with("buttonText", "Notes").with("tooltip", "Notes"));
        for scenario in scenarios {
            root = root.has(
                part("VASSAL.build.module.PredefinedSetup")
                    .with("name", scenario.called().to_owned())
                    .with("description", scenario.about.clone().unwrap_or_default())
                    .with("isMenu", false)
                    .with("useFile", true)
                    .with("file", format!("scenario-{}.vsav", scenario.id)),
            );
        }
        root.has(part("VASSAL.i18n.Language"))
    }

    /// Ours, then the author's.
    fn prototypes(&self) -> Vec<Component> {
        let definition = |shared: &std::sync::Arc<super::encode::Prototype>| {
            let made = part("VASSAL.build.module.PrototypeDefinition").with("name", &shared.name);
            made.with("description", &shared.about).says(shared.definition())
        };
        self.shared.all().map(definition).collect()
    }

    pub(super) fn piece_slot(&self, piece: &super::encode::Piece) -> Component {
        let side = super::whole(self.counter() * self.per_mm);
        part("VASSAL.build.widget.PieceSlot")
            .with("entryName", &piece.name)
            .with("gpid", piece.gpid)
            .with("width", side)
            .with("height", side)
            .says(piece.slot())
    }

    /// Counters by side and formation, then markers and signs.
    pub(super) fn palette(&self) -> Component {
        let game = self.game;
        let all = inventory(game);
        let mut tabs = part("VASSAL.build.widget.TabWidget").with("entryName", "Counters");
        for side in game.sides.ids().map(Some).chain([None]) {
            let own: Vec<&Counter> = all.iter().filter(|c| c.kind == CounterKind::Unit && c.side == side).collect();
            if own.is_empty() {
                continue;
            }
            let mut boxes = part("VASSAL.build.widget.BoxWidget").with("entryName", self.side_name(side));
            let mut formations: Vec<_> = own.iter().map(|counter| counter.formation).collect();
            formations.dedup();
            let mut seen = std::collections::BTreeSet::new();
            formations.retain(|formation| seen.insert(*formation));
            for formation in formations {
                let name = formation.and_then(|id| game.formations.at(id)).map(|f| f.called().to_owned());
                let mut panel = part("VASSAL.build.widget.PanelWidget")
                    .with("entryName", name.unwrap_or_else(|| "Independent".to_owned()))
                    .with("fixed", true)
                    .with("nColumns", 4)
                    .with("scale", "1.0")
                    .with("vert", false);
                for counter in own.iter().filter(|counter| counter.formation == formation) {
                    // A unit with more than two faces is one piece with more levels.
                    if let Shown::Unit(id, 0) = counter.front {
                        panel = panel.all(self.made.units.get(id.index()).map(|piece| self.piece_slot(piece)));
                    }
                }
                boxes = boxes.has(panel);
            }
            tabs = tabs.has(boxes);
        }
        let mut panel = part("VASSAL.build.widget.PanelWidget")
            .with("entryName", "Markers")
            .with("fixed", true)
            .with("nColumns", 5)
            .with("scale", "1.0")
            .with("vert", false);
        let signs = [&self.made.blown, &self.made.building];
        let all = self.made.markers.iter().chain(&self.made.control).chain(signs);
        panel = panel.all(all.map(|piece| self.piece_slot(piece)));
        tabs = tabs.has(panel);
        part("VASSAL.build.module.PieceWindow")
            .with("name", "Counters")
            .with("text", "Counters")
            .with("tooltip", "Counters and markers")
            .with("hidden", false)
            .with("scale", "1.0")
            .with("defaultWidth", 0)
            .has(tabs)
    }

    pub(super) fn side_name(&self, side: Option<SideId>) -> String {
        side.and_then(|id| self.game.sides.at(id)).map_or_else(|| "Others".to_owned(), |s| s.called().to_owned())
    }

    /// A button for each kind of roll that the tables use.
    fn dice(&self) -> Vec<Component> {
        let mut kinds: Vec<Dice> = Vec::new();
        for dice in self.game.tables.values().filter_map(|table| table.dice) {
            if !kinds.contains(&dice) {
                kinds.push(dice);
            }
        }
        let button = |dice: &Dice| {
            let (count, sides, total) = match dice {
                Dice::Sum(count, sides) => (*count, *sides, *count > 1),
                Dice::TensUnits => (2, 6, false),
            };
            part("VASSAL.build.module.DiceButton")
                .with("name", dice)
                .with("text", dice)
                .with("tooltip", format!("Roll {dice}"))
                .with("nDice", count)
                .with("nSides", sides)
                .with("plus", 0)
                .with("addToTotal", 0)
                .with("reportTotal", total)
                .with("prompt", false)
                .with("reportFormat", "** $name$ = $result$ *** <$PlayerName$>")
        };
        kinds.iter().map(button).collect()
    }

    fn inventories(&self) -> Vec<Component> {
        if self.game.units.is_empty() {
            return Vec::new();
        }
        let one = |name: &str, tooltip: &str, by: &[&str]| {
            part("VASSAL.build.module.Inventory")
                .with("name", name)
                .with("text", name)
                .with("tooltip", tooltip)
                .with("include", "{Unit != \"\"}")
                .with("groupBy", list(by))
                .with("leafFormat", "$PieceName$ ($LocationName$)")
                .with("sorting", "alpha")
                .with("sortPieces", true)
                .with("drawPieces", true)
        };
        vec![
            one("By formation", "Counters by side and formation", &["Side", "Formation"]),
            one("By place", "Counters by the place where they are", &["CurrentMap", "LocationName"]),
        ]
    }

    /// Every chart as a picture.
    pub(super) fn charts(&mut self) -> Option<Component> {
        let game = self.game;
        let faces = self.art.faces(game, game.art.counter());
        let pages = chart::charts(game, Paper::A4);
        let own: Vec<(&ChartPicture, Page)> =
            game.art.charts.iter().filter_map(|it| Some((it, own_chart(&faces, it)?))).collect();
        if pages.is_empty() && own.is_empty() {
            return None;
        }
        let mut tabs = part("VASSAL.build.widget.TabWidget").with("entryName", "Charts");
        for (n, mut page) in pages.into_iter().enumerate() {
            page.ground = Some(Color::WHITE);
            let name = format!("chart-{}.png", n + 1);
            let title = format!("{}", n + 1);
            let title = page.title.strip_prefix("Charts: ").map_or(title, |told| told.chars().take(60).collect());
            let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
            self.pages_wanted.push((name.clone(), scene, 5.0));
            self.images.insert(name.clone(), Vec::new());
            tabs = tabs.has(part("VASSAL.build.widget.Chart").with("chartName", title).with("fileName", name));
        }
        for (n, (it, page)) in own.into_iter().enumerate() {
            let name = format!("own-chart-{}.png", n + 1);
            self.pages_wanted.push((name.clone(), Scene::single(page, faces.pictures()), 1.0));
            self.images.insert(name.clone(), Vec::new());
            let title: String = it.name.chars().take(60).collect();
            tabs = tabs.has(part("VASSAL.build.widget.Chart").with("chartName", title).with("fileName", name));
        }
        let window = part("VASSAL.build.module.ChartWindow")
            .with("name", "Charts")
            .with("text", "Charts")
            .with("tooltip", "Tables and charts");
        Some(window.has(tabs))
    }
}

/// A chart that the author has drawn, pixel for pixel as long as it is no larger than a screen can show; an SVG as wide as
/// other charts are.
fn own_chart(faces: &Faces<'_>, it: &ChartPicture) -> Option<Page> {
    let (width, height, pixels) = faces.picture_size(&it.picture)?;
    let scale =
        if pixels { (MOST_CHART / width.max(height)).min(1.0) } else { (USUAL_CHART / width).min(HIGHEST_CHART / height) };
    // A hair less than whole pixels: reckoning must not add a row.
    let side = |length: f64| (length * scale).round().max(1.0);
    let (width, height) = (side(width), side(height));
    let nodes = faces.picture(&it.picture, Rect { x: 0.0, y: 0.0, width, height });
    Some(Page { title: String::new(), width: width - 0.001, height: height - 0.001, ground: Some(Color::WHITE), nodes })
}
