//! Reads a VASSAL module from its zip, as the engine would. Written from the description of the format alone;
//! it asks the writer nothing, so that it finds the writer's mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use super::grid::Grid;
use super::pieces::Definition;
use super::save::{self, Setup};
use super::sequence::items;
use super::tree::Xml;
use super::turns::Tracker;

/// A module.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) name: String,
    pub(super) version: String,
    /// The VASSAL it is for, as the build file says and as the module's data says.
    pub(super) vassal: (String, String),
    pub(super) maps: Vec<Map>,
    /// Every slot of a piece or card, wherever it is.
    pub(super) slots: Vec<Slot>,
    /// The definitions of prototypes as they are written.
    pub(super) prototypes: BTreeMap<String, String>,
    pub(super) sides: Vec<String>,
    /// Setups in the order of the menu.
    pub(super) setups: Vec<Setup>,
    /// Charts: name and file.
    pub(super) charts: Vec<(String, String)>,
    pub(super) trackers: Vec<Tracker>,
    pub(super) dice: Vec<Dice>,
    /// Global properties at their first values: (`Module` or a map, name) to value.
    pub(super) globals: BTreeMap<(String, String), String>,
    /// The names of pictures, without `images/`.
    pub(super) images: BTreeSet<String>,
    /// All entries of the zip.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    pub(super) next_slot: i64,
    /// The build file.
    pub(super) tree: Xml,
    /// The small file about the module.
    pub(super) data: Xml,
}

/// A map of the module.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) name: String,
    pub(super) edge: (i64, i64),
    pub(super) boards: Vec<Board>,
    /// The boards that are laid out if a game says nothing.
    pub(super) layout: Vec<Laid>,
    pub(super) setup_stacks: Vec<SetupStack>,
    /// Decks are stacks with a size.
    pub(super) decks: Vec<SetupStack>,
    pub(super) tree: Xml,
}

/// A board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) name: String,
    pub(super) image: String,
    pub(super) size: (i64, i64),
    pub(super) grid: Option<Grid>,
}

/// A board as it is laid out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Laid {
    pub(super) board: String,
    pub(super) reversed: bool,
    pub(super) column: i64,
    pub(super) row: i64,
}

/// Pieces that the module itself sets up, or a deck.
#[derive(Clone, Debug)]
pub(super) struct SetupStack {
    pub(super) name: String,
    pub(super) board: String,
    /// The name of the place, if it is given by name.
    pub(super) location: Option<String>,
    pub(super) x: i64,
    pub(super) y: i64,
    /// The undermost first.
    pub(super) gpids: Vec<String>,
}

/// A slot.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) gpid: String,
    pub(super) name: String,
    /// The names of what contains it, the outermost first.
    pub(super) path: Vec<String>,
    pub(super) card: bool,
    pub(super) text: String,
    /// As written: prototypes are not opened.
    pub(super) definition: Definition,
}

/// A button that rolls dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dice {
    pub(super) name: String,
    pub(super) count: i64,
    pub(super) sides: i64,
}

/// The entries of a zip.
pub(super) fn unzip(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let mut files = BTreeMap::new();
    for n in 0..archive.len() {
        let mut entry = archive.by_index(n).map_err(|e| e.to_string())?;
        let name = entry.name().map_err(|e| e.to_string())?.into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(|e| e.to_string())?;
        files.insert(name, content);
    }
    Ok(files)
}

impl Module {
    /// Reads a module; one that VASSAL could not open at all is the end of the test.
    pub(super) fn read(bytes: &[u8]) -> Module {
        let files = unzip(bytes).expect("a zip");
        let text = |name: &str| String::from_utf8(files.get(name).unwrap_or_else(|| panic!("no {name}")).clone()).expect("UTF-8");
        let (tree, data) = (Xml::read(&text("buildFile.xml")), Xml::read(&text("moduledata")));
        assert_eq!(tree.class, "VASSAL.build.GameModule");
        let mut slots = Vec::new();
        collect(&tree, &mut Vec::new(), &mut slots);
        let maps: Vec<Map> = tree
            .all(&["Map", "PrivateMap", "PlayerHand"])
            .into_iter()
            .enumerate()
            .map(|(n, map)| Map::read(map, n, &files))
            .collect();
        let pair = |xml: &Xml, a: &str, b: &str| (xml.get(a).to_owned(), xml.get(b).to_owned());
        let number = |xml: &Xml, key: &str, default: i64| xml.get(key).parse().unwrap_or(default);
        let mut globals = BTreeMap::new();
        properties(&tree, "Module", &mut globals);
        let version_of = |key: &'static str| data.of(key).next().map_or(String::new(), |x| x.text.clone());
        let mut module = Module {
            name: tree.get("name").to_owned(),
            version: tree.get("version").to_owned(),
            vassal: (tree.get("VassalVersion").to_owned(), version_of("VassalVersion")),
            maps,
            slots,
            prototypes: tree.all(&["PrototypeDefinition"]).iter().map(|p| (p.get("name").to_owned(), p.text.clone())).collect(),
            sides: tree.all(&["PlayerRoster"]).iter().flat_map(|r| r.of("entry")).map(|e| e.text.clone()).collect(),
            setups: Vec::new(),
            charts: tree.all(&["Chart", "HtmlChart"]).iter().map(|c| pair(c, "chartName", "fileName")).collect(),
            trackers: tree.all(&["TurnTracker"]).iter().map(|t| Tracker::read(t)).collect(),
            dice: tree
                .all(&["DiceButton"])
                .iter()
                .map(|d| Dice { name: d.get("name").to_owned(), count: number(d, "nDice", 2), sides: number(d, "nSides", 6) })
                .collect(),
            globals,
            images: files.keys().filter_map(|f| f.strip_prefix("images/")).map(str::to_owned).collect(),
            next_slot: number(&tree, "nextPieceSlotId", 0),
            files,
            tree,
            data,
        };
        module.setups = save::setups(&module);
        module
    }

    pub(super) fn map(&self, name: &str) -> Option<&Map> {
        self.maps.iter().find(|m| m.name == name)
    }

    /// A setup by its name; there must be one.
    pub(super) fn setup(&self, name: &str) -> &Setup {
        self.setups.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no setup {name:?}"))
    }

    pub(super) fn slot(&self, gpid: &str) -> Option<&Slot> {
        self.slots.iter().find(|s| s.gpid == gpid)
    }

    /// The piece of a slot as it comes out of it.
    pub(super) fn piece(&self, slot: &Slot) -> Definition {
        slot.definition.expanded(&self.prototypes)
    }
}

/// The global properties below an element.
fn properties(xml: &Xml, owner: &str, found: &mut BTreeMap<(String, String), String>) {
    for child in &xml.children {
        if child.kind() == "GlobalProperty" {
            found.insert((owner.to_owned(), child.get("name").to_owned()), child.get("initialValue").to_owned());
        }
        let map = child.get("mapName");
        properties(child, if map.is_empty() { owner } else { map }, found);
    }
}

fn collect(xml: &Xml, path: &mut Vec<String>, slots: &mut Vec<Slot>) {
    for child in &xml.children {
        if matches!(child.kind(), "PieceSlot" | "CardSlot") {
            slots.push(Slot {
                gpid: child.get("gpid").to_owned(),
                name: child.get("entryName").to_owned(),
                path: path.clone(),
                card: child.kind() == "CardSlot",
                text: child.text.clone(),
                definition: Definition::read(&child.text),
            });
        }
        path.push(child.title().to_owned());
        collect(child, path, slots);
        path.pop();
    }
}

impl Map {
    fn read(xml: &Xml, n: usize, files: &BTreeMap<String, Vec<u8>>) -> Map {
        let number = |xml: &Xml, key: &str, default: i64| xml.get(key).parse().unwrap_or(default);
        let name = if xml.get("mapName").is_empty() { format!("Map{n}") } else { xml.get("mapName").to_owned() };
        let boards: Vec<Board> = xml.all(&["Board"]).into_iter().map(|board| Board::read(board, files)).collect();
        let setup = xml.all(&["setup"]).first().map(|setup| laid(&setup.text));
        let alone = |board: &Board| Laid { board: board.name.clone(), reversed: false, column: 0, row: 0 };
        let layout = setup.unwrap_or_else(|| if boards.len() == 1 { boards.iter().map(alone).collect() } else { Vec::new() });
        let stack = |x: &&Xml| SetupStack {
            name: x.get("name").to_owned(),
            board: x.get("owningBoard").to_owned(),
            location: x.is("useGridLocation").then(|| x.get("location").to_owned()),
            x: number(x, "x", 100),
            y: number(x, "y", 100),
            gpids: x.all(&["PieceSlot", "CardSlot"]).iter().map(|s| s.get("gpid").to_owned()).collect(),
        };
        Map {
            edge: (number(xml, "edgeWidth", 0), number(xml, "edgeHeight", 0)),
            layout,
            setup_stacks: xml.all(&["SetupStack"]).iter().map(stack).collect(),
            decks: xml.all(&["DrawPile"]).iter().map(stack).collect(),
            tree: xml.clone(),
            name,
            boards,
        }
    }

    pub(super) fn board(&self, name: &str) -> Option<&Board> {
        self.boards.iter().find(|b| b.name == name)
    }

    /// Where the upper left corner of a board lies on the map.
    pub(super) fn corner(&self, layout: &[Laid], of: &Laid) -> (i64, i64) {
        let size = |laid: &Laid| self.board(&laid.board).map_or((0, 0), |b| b.size);
        let left = layout.iter().filter(|l| l.row == of.row && l.column < of.column).map(|l| size(l).0).sum::<i64>();
        let above = layout.iter().filter(|l| l.column == of.column && l.row < of.row).map(|l| size(l).1).sum::<i64>();
        (self.edge.0 + left, self.edge.1 + above)
    }

    /// The board under a point of the map, and VASSAL's name for the point.
    pub(super) fn location(&self, layout: &[Laid], x: i64, y: i64) -> (Option<String>, String) {
        for laid in layout {
            let Some(board) = self.board(&laid.board) else { continue };
            let corner = self.corner(layout, laid);
            let (mut bx, mut by) = (x - corner.0, y - corner.1);
            if bx < 0 || by < 0 || bx >= board.size.0 || by >= board.size.1 {
                continue;
            }
            // A deck gives its name to the very point where the module has it, and to no other.
            let on = |d: &&SetupStack| (d.board.is_empty() || d.board == board.name) && (d.x, d.y) == (bx, by);
            if let Some(deck) = self.decks.iter().find(on) {
                return (Some(board.name.clone()), deck.name.clone());
            }
            if laid.reversed {
                (bx, by) = (board.size.0 - bx, board.size.1 - by);
            }
            let name = board.grid.as_ref().map_or_else(|| "offboard".to_owned(), |grid| grid.location(board.size, bx, by));
            return (Some(board.name.clone()), name);
        }
        (None, "offboard".to_owned())
    }

    /// A point of the map with a name, on the first board that has it.
    pub(super) fn find(&self, layout: &[Laid], name: &str) -> Option<(i64, i64)> {
        layout.iter().find_map(|laid| {
            let board = self.board(&laid.board)?;
            let (x, y) = board.grid.as_ref()?.find(board.size, name)?;
            let corner = self.corner(layout, laid);
            Some((corner.0 + x, corner.1 + y))
        })
    }
}

/// The boards in the text of a board picker: a name, then board, column, row, board, column, row.
pub(super) fn laid(text: &str) -> Vec<Laid> {
    let number = |text: &str| text.trim().parse().unwrap_or(-1);
    let one = |parts: &[String]| {
        let (board, reversed) = parts[0].strip_suffix("/rev").map_or((parts[0].as_str(), false), |board| (board, true));
        Laid { board: board.to_owned(), reversed, column: number(&parts[1]), row: number(&parts[2]) }
    };
    items(text, '\t')[1..].chunks_exact(3).map(one).collect()
}

impl Board {
    fn read(xml: &Xml, files: &BTreeMap<String, Vec<u8>>) -> Board {
        let image = xml.get("image").to_owned();
        let side = |key: &str| xml.get(key).parse().unwrap_or(500);
        let size = if image.is_empty() {
            (side("width"), side("height"))
        } else {
            files.get(&format!("images/{image}")).and_then(|bytes| size(bytes)).unwrap_or((0, 0))
        };
        Board { name: xml.get("name").to_owned(), image, size, grid: Grid::within(xml) }
    }
}

/// The size of a PNG, JPEG or SVG picture.
pub(super) fn size(bytes: &[u8]) -> Option<(i64, i64)> {
    let big = |at: usize, n: usize| bytes.get(at..at + n).map(|b| b.iter().fold(0, |v, b| v * 256 + i64::from(*b)));
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
        return Some((big(16, 4)?, big(20, 4)?));
    }
    if bytes.starts_with(&[0xff, 0xd8]) {
        let mut at = 2;
        while bytes.get(at) == Some(&0xff) {
            let kind = *bytes.get(at + 1)?;
            if (0xc0..=0xcf).contains(&kind) && ![0xc4, 0xc8, 0xcc].contains(&kind) {
                return Some((big(at + 7, 2)?, big(at + 5, 2)?));
            }
            at += 2 + usize::try_from(big(at + 2, 2)?).ok()?;
        }
        return None;
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains("<svg"))?;
    let (svg, pixels) = (Xml::read(text), |text: &str| text.trim_end_matches("px").parse::<f64>().ok().map(|v| v as i64));
    pixels(svg.get("width")).zip(pixels(svg.get("height")))
}
