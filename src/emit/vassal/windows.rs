//! Everything that opens beside the maps: palettes, charts, inventory, dice, the tracker, help.

use super::encode::{Trait, list, prototype};
use super::pieces::counter_traits;
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
        let sides = game.sides.values().map(|side| part("entry").says(side.called().to_owned()));
        let mut help = part("VASSAL.build.module.Documentation");
        for (title, file) in self.help_titles(scenarios) {
            let page = part("VASSAL.build.module.documentation.HelpFile");
            help = help.has(page.with("title", title).with("fileName", file).with("fileType", "archive"));
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
            .has(part("VASSAL.build.module.properties.GlobalProperties"))
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
        let definition = |name: &str, about: &str, traits: &[Trait]| {
            let made = part("VASSAL.build.module.PrototypeDefinition").with("name", name).with("description", about);
            made.says(prototype(traits))
        };
        let mut all = vec![definition("Counter", "What every counter can do", &counter_traits())];
        for (name, traits) in &self.game.vassal.prototypes {
            let traits: Vec<Trait> = traits.iter().map(|one| Trait::fresh(one)).collect();
            all.push(definition(name, "", &traits));
        }
        all
    }

    fn piece_slot(&self, piece: &super::encode::Piece) -> Component {
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

    fn side_name(&self, side: Option<SideId>) -> String {
        side.and_then(|id| self.game.sides.at(id)).map_or_else(|| "Others".to_owned(), |s| s.called().to_owned())
    }

    /// Turns, and the phases in each.
    fn tracker(&self) -> Option<Component> {
        let game = self.game;
        if game.turns.is_empty() {
            return None;
        }
        let turns = game.turns.values().map(|turn| match &turn.date {
            Some(date) => format!("Turn {}, {date}", turn.id),
            None => format!("Turn {}", turn.id),
        });
        let level = |name: &str, list: String| {
            part("VASSAL.build.module.turn.ListTurnLevel")
                .with("name", name)
                .with("property", name)
                .with("turnFormat", "$value$")
                .with("list", list)
                .with("configList", false)
                .with("configFirst", false)
                .with("prompt", "")
        };
        let mut top = level("Turn", list(turns));
        let mut format = "$level1$";
        if !game.phases.is_empty() {
            let names = game.phases.values().map(|phase| {
                let name = phase.called().to_owned();
                match phase.side.and_then(|side| game.sides.at(side)) {
                    Some(side) => {
                        let side = side.called().to_owned();
                        if name.starts_with(&side) { name } else { format!("{side}: {name}") }
                    }
                    None => name,
                }
            });
            top = top.has(level("Phase", list(names)));
            format = "$level1$ – $level2$";
        }
        let tracker = part("VASSAL.build.module.turn.TurnTracker")
            .with("name", "Turn")
            .with("buttonText", "Turn")
            .with("turnFormat", format)
            .with("reportFormat", "$newTurn$")
            .with("lengthStyle", "Maximum")
            .with("length", -1);
        Some(tracker.has(top))
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

    fn help_titles(&self, scenarios: &[&Scenario]) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> =
            scenarios.iter().map(|scenario| (scenario.called().to_owned(), format!("help/{}.html", scenario.id))).collect();
        all.push(("Credits".to_owned(), self.credits()));
        all
    }

    /// The file of the credits: no scenario has it.
    fn credits(&self) -> String {
        let mut name = "credits-of-the-game".to_owned();
        while self.game.scenarios.values().any(|scenario| scenario.id == name) {
            name.push('-');
        }
        format!("help/{name}.html")
    }

    /// A page about each scenario, and the credits.
    pub(super) fn help(&self, scenarios: &[&Scenario]) -> Vec<(String, Vec<u8>)> {
        let game = self.game;
        let mut pages = Vec::new();
        for ((title, file), scenario) in self.help_titles(scenarios).into_iter().zip(scenarios) {
            let mut body = vec![format!("<h1>{}</h1>", safe(&title))];
            body.extend(scenario.about.iter().map(|about| format!("<p>{}</p>", safe(about))));
            if let Some((first, last)) = scenario.turns {
                let told = |turn| {
                    game.turns.at(turn).map_or_else(String::new, |turn| match &turn.date {
                        Some(date) => format!("{} ({date})", turn.id),
                        None => turn.id.clone(),
                    })
                };
                body.push(format!("<p>Turns {} to {}.</p>", safe(&told(first)), safe(&told(last))));
            }
            if !scenario.set_up.is_empty() {
                let order: Vec<String> = scenario.set_up.iter().map(|side| self.side_name(Some(*side))).collect();
                body.push(format!("<p>Set up in this order: {}.</p>", safe(&order.join(", then "))));
            }
            if !scenario.special.is_empty() {
                let lines: String = scenario.special.iter().map(|line| format!("<li>{}</li>", safe(line))).collect();
                body.push(format!("<h2>Special rules</h2><ul>{lines}</ul>"));
            }
            pages.push((file, document(&title, &body.concat())));
        }
        let list = |items: &[String]| items.iter().map(|item| format!("<li>{}</li>", safe(item))).collect::<String>();
        let body = format!(
            "<h1>{} {}</h1><p>{}</p><ul>{}</ul><ul>{}</ul><p>{}</p>",
            safe(&game.name),
            safe(&version(game)),
            safe(game.about.as_deref().unwrap_or("")),
            list(&game.authors),
            list(&game.credits),
            safe(game.license.as_deref().unwrap_or("")),
        );
        pages.push((self.credits(), document("Credits", &body)));
        pages
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

fn document(title: &str, body: &str) -> Vec<u8> {
    format!("<html><head><title>{}</title></head><body>{body}</body></html>\n", safe(title)).into_bytes()
}

/// Text in a page; letters beyond ASCII as numbers, since old viewers guess the encoding.
fn safe(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_ascii() => out.push(c),
            c => out += &format!("&#{};", u32::from(c)),
        }
    }
    out
}
