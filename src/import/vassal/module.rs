//! The tree of components as what it means: sides, palettes, maps with boards, decks, trackers, setups.

use std::collections::BTreeSet;

use super::grid::Grid;
use super::piece::{self, Piece, Prototypes, Thing};
use super::report::Report;
use super::text::{Fields, split};
use super::traits::Layer;
use super::xml::Component;
use crate::source::limits;

/// What VASSAL has in every module, and ours have too.
const FURNITURE: &str = " BasicCommandEncoder Documentation AboutScreen GlobalOptions option Chatter KeyNamer Language \
 StackMetrics HandMetrics ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer StackExpander PieceMover KeyBufferer \
 ImageSaver TextSaver CounterDetailViewer HighlightLastMoved Zoomer GlobalMap Flare SelectionHighlighters HidePiecesButton \
 GlobalProperties GlobalTranslatableMessages PrototypesContainer BoardPicker ZonedGridHighlighter GamePieceImageDefinitions \
 GamePieceLayoutsContainer ColorManager FontManager FontStyle NotesWindow Inventory LOS_Thread PieceRecenterer Refresher \
 DiceButton InternetDiceButton RandomTextButton SpecialDiceButton SpecialDie SpecialDieFace setup ";

/// Letters of a name that is kept for everything inside.
const NAME: usize = 200;
/// Names around a slot that are kept.
const AROUND: usize = 20;
/// Levels of a turn tracker around one.
const LEVELS: usize = 8;
/// Components that are looked at to find the places of all extensions' parts.
const LOOKS: usize = 20_000_000;

/// A slot: a piece, where it comes from, and the names of everything around it.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Its number in the tree.
    pub(super) number: Option<usize>,
    pub(super) path: Vec<String>,
    pub(super) gpid: String,
    pub(super) entry: String,
    pub(super) piece: Piece,
    /// Prototypes that it asks for and that are not there.
    pub(super) missing: Vec<String>,
}

/// A stack that lies on a board from the start.
#[derive(Clone, Debug)]
pub(super) struct AtStart {
    pub(super) name: String,
    pub(super) board: String,
    pub(super) at: (i64, i64),
    /// The name of its place, where the module goes by names.
    pub(super) location: Option<String>,
    /// The name of its place, though the module goes by the point.
    pub(super) noted: String,
    pub(super) slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub(super) struct Deck {
    pub(super) name: String,
    pub(super) slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) name: String,
    pub(super) image: String,
    pub(super) size: (i64, i64),
    pub(super) grid: Grid,
}

/// A map window.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) edge: (i64, i64),
    pub(super) boards: Vec<Board>,
    /// The boards that lie there unless a setup says otherwise.
    pub(super) layout: Option<String>,
    pub(super) stacks: Vec<AtStart>,
    pub(super) decks: Vec<Deck>,
}

/// A level of a turn tracker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) name: String,
    pub(super) kind: Values,
    pub(super) inner: Vec<Level>,
}

/// What a level goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// Words.
    List(Vec<String>),
    /// Numbers: the first, the step, and the last if there is one.
    Numbers(i64, i64, Option<i64>),
}

/// A predefined setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) name: String,
    /// The save; without one the stacks of the boards are all there is.
    pub(super) file: Option<String>,
    /// Its number in the tree.
    pub(super) number: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Module {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) vassal: String,
    pub(super) about: String,
    pub(super) sides: Vec<String>,
    pub(super) prototypes: Prototypes,
    pub(super) used: BTreeSet<String>,
    pub(super) slots: Vec<Slot>,
    pub(super) maps: Vec<Map>,
    pub(super) trackers: Vec<Level>,
    pub(super) charts: Vec<(String, String)>,
    pub(super) setups: Vec<Setup>,
    /// Pictures that its components and pages mention: buttons, icons, masks, slots.
    pub(super) shown: BTreeSet<String>,
    /// Pictures of pieces that other pieces place or turn into.
    pub(super) mentioned: BTreeSet<String>,
    /// What those are called.
    pub(super) placed: BTreeSet<String>,
    /// The numbers that pieces have which other pieces place: there are as many as are wanted.
    pub(super) placed_as: BTreeSet<String>,
    /// Whether Muster built it.
    pub(super) own: bool,
}

/// The parts of an extension go where it says.
pub(super) fn extend(root: &mut Component, extension: Component, report: &mut Report) {
    let mut looks = LOOKS;
    for element in extension.parts {
        if element.kind() != "ExtensionElement" {
            root.parts.push(element);
            continue;
        }
        let target = element.get("target").to_owned();
        match find(root, &target, &mut looks) {
            Some(part) => part.parts.extend(element.parts),
            None => {
                for part in &element.parts {
                    let why = "the component that it extends is not in the module; it stands at the top now";
                    report.lost("place of an extension", why, format!("{} in `{target}`", told(part)));
                }
                root.parts.extend(element.parts);
            }
        }
    }
}

/// The component at `class:name/class:name`.
fn find<'p>(root: &'p mut Component, path: &str, looks: &mut usize) -> Option<&'p mut Component> {
    let mut here = root;
    if path.is_empty() {
        return Some(here);
    }
    for step in split(path, '/') {
        let mut halves = split(&step, ':').into_iter();
        let (class, name) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        // Many parts that look for their places among many: the rest stands at the top.
        *looks = looks.checked_sub(here.parts.len())?;
        let at = here.parts.iter().position(|part| part.class == class && (name.is_empty() || part.name() == name))?;
        here = here.parts.get_mut(at)?;
    }
    Some(here)
}

/// A component in words.
fn told(part: &Component) -> String {
    let class = if part.ours() { part.kind() } else { part.class.as_str() };
    if part.name().is_empty() { class.to_owned() } else { format!("{class} `{}`", part.name()) }
}

/// Where the walk stands: the names of everything around.
#[derive(Clone, Default)]
struct Here {
    path: Vec<String>,
}

impl Here {
    /// Within a panel or a folder.
    fn within(&self, part: &Component) -> Here {
        // Every slot keeps them: names of any length, in panels of any depth, would be copied without end.
        let name: String = part.name().trim().chars().take(NAME).collect();
        let path = self.path.iter().cloned().chain((!name.is_empty()).then_some(name));
        Here { path: path.take(AROUND).collect() }
    }
}

/// Reads a tree of components.
pub(super) struct Reader<'r> {
    module: Module,
    report: &'r mut Report,
    /// Definitions of pieces within pieces that were read.
    seen: BTreeSet<String>,
    /// Slots so far.
    slots: usize,
}

impl<'r> Reader<'r> {
    /// Reads the whole tree.
    pub(super) fn read(root: &Component, report: &'r mut Report) -> Module {
        let mut reader = Reader { module: Module::default(), report, seen: BTreeSet::new(), slots: 0 };
        let module = &mut reader.module;
        root.get("name").trim().clone_into(&mut module.name);
        root.get("version").clone_into(&mut module.version);
        root.some("VassalVersion").or(root.some("vassalVersion")).unwrap_or_default().clone_into(&mut module.vassal);
        root.get("description").clone_into(&mut module.about);
        module.own = root.get("ModuleOther1") == crate::model::Vassal::MADE;
        reader.prototypes(root);
        reader.inside(root, &Here::default());
        reader.module
    }

    /// All definitions first: a piece may ask for one that stands below it.
    fn prototypes(&mut self, part: &Component) {
        for one in &part.parts {
            if one.kind() != "PrototypeDefinition" {
                self.prototypes(one);
                continue;
            }
            match piece::read(&one.text) {
                Ok(Thing::Piece(piece)) => {
                    self.module.prototypes.all.entry(one.get("name").to_owned()).or_insert(piece.traits);
                }
                Ok(_) => self.report.lost("prototype", "it is no piece", one.get("name")),
                Err(why) => self.report.lost("prototype", &why, one.get("name")),
            }
        }
    }

    fn inside(&mut self, part: &Component, here: &Here) {
        for one in &part.parts {
            self.part(one, here);
        }
    }

    fn part(&mut self, part: &Component, here: &Here) {
        match part.kind() {
            _ if !part.ours() && !part.kind().ends_with("TurnTracker") => {
                self.aside("component", "its class is the module's own program", told(part));
                self.inside(part, here);
            }
            "PlayerRoster" => self.roster(part),
            "PieceWindow" | "TabWidget" | "ListWidget" | "PanelWidget" | "BoxWidget" | "MapWidget" => {
                self.inside(part, &here.within(part));
            }
            "ChartWindow" => {
                let before = self.module.slots.len();
                self.inside(part, &Here::default().within(part));
                // Pieces in a window of charts are for show.
                for slot in self.module.slots.split_off(before) {
                    self.aside("piece", "it stands among the charts, not among the counters", slot.entry);
                }
            }
            "PieceSlot" | "CardSlot" => {
                if let Some(slot) = self.slot(part, here) {
                    self.module.slots.push(slot);
                }
            }
            "Map" | "PrivateMap" | "PlayerHand" | "WidgetMap" => self.map(part, here),
            "TurnTracker" => {
                let levels: Vec<Level> = part.parts.iter().filter_map(|level| level_of(level, 0, self.report)).collect();
                self.module.trackers.extend(levels);
            }
            "Chart" => self.module.charts.push((part.get("chartName").to_owned(), part.get("fileName").to_owned())),
            "HtmlChart" | "HelpFile" | "BrowserHelpFile" | "BrowserPDFFile" | "Tutorial" => {
                self.aside("document", "it is a text, not a picture", told(part));
            }
            "PredefinedSetup" => self.setup(part),
            "PrototypeDefinition" => {}
            kind if kind.ends_with("Folder") => self.inside(part, &here.within(part)),
            kind if FURNITURE.contains(&format!(" {kind} ")) => self.inside(part, here),
            _ => {
                self.aside(part.kind(), "it is a part of VASSAL's automation", told(part));
                self.inside(part, here);
            }
        }
    }

    /// Something that only VASSAL has a use for: it is kept, unless each build makes it anew.
    fn aside(&mut self, kind: &str, why: &str, what: String) {
        if self.module.own {
            self.report.lost(kind, why, what);
        } else {
            self.report.kept(kind, 1);
        }
    }

    fn roster(&mut self, part: &Component) {
        let mut names: Vec<String> = part.parts.iter().filter(|e| e.kind() == "entry").map(|e| e.text.clone()).collect();
        names.extend(part.some("sides").map(|sides| split(sides, ',')).unwrap_or_default());
        for name in names {
            let name = name.trim().to_owned();
            if matches!(name.as_str(), "Solitaire" | "Solo" | "Referee" | "Moderator" | "Observer") {
                self.report.lost("side", "it is a seat for whoever sees everything, not a side", name);
            } else if !name.is_empty() && !self.module.sides.contains(&name) {
                if self.module.sides.len() < limits::SIDES {
                    self.module.sides.push(name);
                } else {
                    self.report.lost("side", "a game has no more than 64", name);
                }
            }
        }
    }

    fn setup(&mut self, part: &Component) {
        let file = part.get("file");
        let menu = part.yes("isMenu");
        if !menu {
            let uses = part.some("useFile").is_none_or(|text| text == "true");
            let file = (uses && !file.is_empty()).then(|| file.to_owned());
            self.module.setups.push(Setup { name: part.get("name").trim().to_owned(), file, number: part.counted_as() });
        }
        for inner in part.parts.iter().filter(|inner| inner.kind() == "PredefinedSetup") {
            self.setup(inner);
        }
    }

    fn slot(&mut self, part: &Component, here: &Here) -> Option<Slot> {
        let entry = part.get("entryName").trim().to_owned();
        let called = if entry.is_empty() { "a slot without a name".to_owned() } else { entry.clone() };
        let piece = match piece::read(&part.text) {
            Ok(Thing::Piece(piece)) => piece,
            Ok(_) => {
                self.report.lost("piece", "its slot holds a stack or a deck", called);
                return None;
            }
            Err(why) => {
                self.report.lost("piece", &why, called);
                return None;
            }
        };
        if self.slots >= limits::PIECES {
            self.report.lost("piece", "a module has no so many", called);
            return None;
        }
        self.slots += 1;
        if piece.heartless {
            // Whoever pretty-prints a build file takes the tabs out.
            let why = "there is no basic piece in it, so VASSAL cannot read it; the tabs between its traits may be gone";
            self.report.lost("piece", why, called.clone());
        }
        let (piece, missing, used) = match piece.flattened(&self.module.prototypes) {
            Ok(flat) => flat,
            Err(why) => {
                self.report.lost("piece", &why, called);
                return None;
            }
        };
        let missing = missing.into_iter().collect();
        self.module.used.extend(used);
        self.placed(&piece, 0);
        let gpid = Some(part.get("gpid")).filter(|gpid| !gpid.is_empty()).unwrap_or(&piece.gpid).to_owned();
        Some(Slot { number: part.counted_as(), path: here.path.clone(), gpid, entry, piece, missing })
    }

    /// Pieces that a piece places or turns into ask for prototypes and pictures too.
    fn placed(&mut self, piece: &Piece, depth: usize) {
        for one in piece.traits.iter().filter(|one| matches!(one.id.as_str(), "placemark" | "replace")) {
            let mut fields = Fields::new(&one.fields, ';');
            let definition = fields.skip(2).text();
            let gpid = fields.skip(6).text();
            if one.id == "placemark" && !gpid.is_empty() {
                self.module.placed_as.insert(gpid);
            }
            if definition.len() < 8 || depth > 3 || !self.seen.insert(definition.clone()) {
                continue;
            }
            if let Ok(Thing::Piece(inner)) = piece::read(&definition) {
                let Ok((inner, _, used)) = inner.flattened(&self.module.prototypes) else { continue };
                self.module.used.extend(used);
                self.module.mentioned.insert(inner.image.clone());
                self.module.placed.insert(inner.name.trim().to_owned());
                let layers = inner.traits.iter().filter_map(Layer::of);
                self.module.mentioned.extend(layers.flat_map(|layer| layer.images));
                self.placed(&inner, depth + 1);
            }
        }
    }

    fn map(&mut self, part: &Component, here: &Here) {
        let number = self.module.maps.len();
        let name = part.get("mapName").to_owned();
        let mut map = Map {
            name: if name.is_empty() { format!("Map{number}") } else { name },
            kind: part.kind().to_owned(),
            edge: (part.whole("edgeWidth", 0).clamp(0, 100_000), part.whole("edgeHeight", 0).clamp(0, 100_000)),
            boards: Vec::new(),
            layout: None,
            stacks: Vec::new(),
            decks: Vec::new(),
        };
        let here = here.clone();
        self.map_parts(part, &mut map, &here);
        self.module.maps.push(map);
    }

    fn map_parts(&mut self, part: &Component, map: &mut Map, here: &Here) {
        for one in &part.parts {
            match one.kind() {
                "BoardPicker" => {
                    for board in &one.parts {
                        match board.kind() {
                            "setup" => map.layout = Some(board.text.clone()),
                            "Board" => map.boards.push(self.board(board)),
                            _ => self.part(board, here),
                        }
                    }
                }
                "SetupStack" => {
                    let slots: Vec<Slot> = slots_in(one).into_iter().filter_map(|slot| self.slot(slot, here)).collect();
                    let location = one.get("location").trim().to_owned();
                    map.stacks.push(AtStart {
                        name: one.get("name").to_owned(),
                        board: one.get("owningBoard").to_owned(),
                        at: (one.whole("x", 100).clamp(-1_000_000, 1_000_000), one.whole("y", 100).clamp(-1_000_000, 1_000_000)),
                        location: (one.yes("useGridLocation") && !location.is_empty()).then(|| location.clone()),
                        noted: location,
                        slots,
                    });
                }
                "DrawPile" => {
                    let mut here = here.clone();
                    here.path.push(one.get("name").chars().take(NAME).collect());
                    let slots: Vec<Slot> = slots_in(one).into_iter().filter_map(|slot| self.slot(slot, &here)).collect();
                    map.decks.push(Deck { name: one.get("name").to_owned(), slots });
                }
                kind if kind.ends_with("Folder") => self.map_parts(one, map, &here.within(one)),
                _ => self.part(one, here),
            }
        }
    }

    fn board(&mut self, part: &Component) -> Board {
        if part.yes("reversible") {
            self.report.guessed(format!("board `{}` can be turned around in VASSAL; here it lies upright", part.get("name")));
        }
        let custom = part.parts.iter().find(|grid| !grid.ours());
        if let Some(grid) = custom {
            self.report.lost("grid", "its class is the module's own program", told(grid));
        }
        Board {
            name: part.get("name").to_owned(),
            image: part.get("image").to_owned(),
            size: (part.whole("width", 500).clamp(1, 100_000), part.whole("height", 500).clamp(1, 100_000)),
            grid: Grid::of(part),
        }
    }
}

/// The slots of a stack or a deck, those in folders too.
fn slots_in(part: &Component) -> Vec<&Component> {
    let mut all = Vec::new();
    for one in &part.parts {
        if one.kind().ends_with("Slot") {
            all.push(one);
        } else if one.kind().ends_with("Folder") {
            all.extend(slots_in(one));
        }
    }
    all
}

/// A level of a tracker, with those inside it.
fn level_of(part: &Component, depth: usize, report: &mut Report) -> Option<Level> {
    let name = Some(part.get("name")).filter(|name| !name.is_empty()).unwrap_or(part.get("property"));
    let kind = match part.kind() {
        "CounterTurnLevel" => {
            let last = part.yes("loop").then(|| part.whole("loopLimit", -1)).filter(|last| *last >= 0);
            Values::Numbers(part.whole("start", 1), part.whole("incr", 1), last)
        }
        "ListTurnLevel" => {
            let mut words = split(part.get("list"), ',');
            if let Some(first) = words.get(limits::TRACKER_WORDS) {
                let why = format!("a level has no more than {}", limits::TRACKER_WORDS);
                report.cut("word of a tracker", &why, format!("`{first}` of `{name}`"), words.len() - limits::TRACKER_WORDS);
            }
            words.truncate(limits::TRACKER_WORDS);
            Values::List(words)
        }
        _ => return None,
    };
    if depth > LEVELS {
        report.lost("level of a tracker", &format!("it stands in more than {LEVELS} others"), name);
        return None;
    }
    let inner = part.parts.iter().filter_map(|level| level_of(level, depth + 1, report)).collect();
    Some(Level { name: name.to_owned(), kind, inner })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_has_no_more_slots_than_are_read() {
        let text = "<VASSAL.build.widget.PieceSlot entryName=\"A\" gpid=\"1\">+/null/piece;;;;A/null;0;0;1;0</VASSAL.build.widget.PieceSlot>";
        let part = super::super::xml::read(text.as_bytes()).unwrap();
        let mut report = Report::default();
        let slots = limits::PIECES - 1;
        let mut reader = Reader { module: Module::default(), report: &mut report, seen: BTreeSet::new(), slots };
        assert!(reader.slot(&part, &Here::default()).is_some());
        assert!(reader.slot(&part, &Here::default()).is_none());
        assert!(report.page("G", "g").contains("### piece: a module has no so many (1)\n\n- A\n"));
    }
}
