//! Everything that is wrong with a module, as far as the description of the format tells.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::Definition;
use super::reader::{Map, Module};
use super::save::{Placed, Setup};
use super::sequence::{is_colour, is_key, is_key_list, list};
use super::traits::NEW_IN_3_7;
use super::tree::Xml;

/// The attributes of every known class, each with its sort, from the table of the reference.
const ATTRIBUTES: &str = include_str!("attributes.txt");

/// What a map does without, and is dead without.
const NEEDED: [&str; 8] = [
    "PieceMover",
    "KeyBufferer",
    "MenuDisplayer",
    "StackExpander",
    "ForwardToKeyBuffer",
    "ForwardToChatter",
    "MapCenterer",
    "Scroller",
];

/// Attributes with few words to choose from.
const WORDS: &[(&[&str], &[&str])] = &[
    (&["first"], &["H", "V"]),
    (&["hType", "vType"], &["N", "A"]),
    (&["rotateText"], &["0", "90", "180", "270"]),
    (&["shuffle"], &["Always", "Never", "Via right-click Menu"]),
    (&["faceDown"], &["Always", "Never", "Via right-click Menu", "MenuDefaultUp"]),
    (
        &["markMoved", "nonOwnerUnmaskable", "autoReport", "chatterHTMLSupport", "hotKeysOnClosedWindows", "inventoryForAll"],
        &["Always", "Never", "Use Preferences Setting"],
    ),
    (&["lengthStyle"], &["Fixed", "Maximum", "Variable"]),
];

/// All that is wrong, each with the place where it is.
pub(super) fn problems(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    head(module, &mut found);
    for xml in module.tree.every() {
        attributes(module, xml, &mut found);
    }
    for map in &module.maps {
        of_map(map, &mut found);
    }
    for map in &module.maps {
        if module.maps.iter().filter(|m| m.name == map.name).count() > 1 {
            found.push(format!("map {}: two maps have this name", map.name));
        }
    }
    pieces(module, &mut found);
    gpids(module, &mut found);
    for setup in &module.setups {
        of_setup(module, setup, &mut found);
    }
    pictures(module, &mut found);
    found
}

/// Attributes and classes that the reference does not know; VASSAL passes over such attributes in silence.
pub(super) fn oddities(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for xml in module.tree.every().into_iter().filter(|x| !x.class.contains(".gamepieceimage.")) {
        match known(xml) {
            None => found.push(format!("unknown class {}", xml.class)),
            Some(known) => {
                let odd = xml.attributes.keys().filter(|a| !known.contains_key(a.as_str()));
                found.extend(odd.map(|a| format!("{} {}: unknown attribute {a}", xml.kind(), xml.title())));
            }
        }
    }
    for setup in &module.setups {
        for piece in &setup.pieces {
            let Some((map, layout)) = module.map(&piece.map).zip(setup.boards.get(&piece.map)) else { continue };
            let Some(laid) = layout.iter().find(|l| Some(&l.board) == piece.board.as_ref()) else { continue };
            let corner = map.corner(layout, laid);
            let at = (piece.x - corner.0, piece.y - corner.1);
            let grid = map.board(&laid.board).and_then(|b| b.grid.as_ref());
            let snapped = grid.map_or(at, |grid| grid.snap(at.0, at.1));
            if snapped != at && piece.stack.is_some() {
                found.push(format!("setup {}: piece {} stands at {at:?}, would snap to {snapped:?}", setup.name, piece.id));
            }
        }
    }
    found
}

/// The known attributes of an element's class.
fn known(xml: &Xml) -> Option<BTreeMap<&'static str, &'static str>> {
    let class = xml.class.replace("VASSAL.build.module.", "M.").replace("VASSAL.build.", "B.");
    let line = ATTRIBUTES.lines().find(|line| line.split(' ').next() == Some(class.as_str()))?;
    Some(line.split(' ').skip(1).filter_map(|pair| pair.split_once(':')).collect())
}

fn head(module: &Module, found: &mut Vec<String>) {
    let data = |key: &'static str| module.data.of(key).next().map_or("", |x| x.text.as_str());
    for (what, build, data) in [
        ("name", module.name.as_str(), data("name")),
        ("version", module.version.as_str(), data("version")),
        ("VassalVersion", module.vassal.0.as_str(), module.vassal.1.as_str()),
    ] {
        if build != data || build.is_empty() {
            found.push(format!("the {what} is {build:?} in buildFile.xml and {data:?} in moduledata"));
        }
    }
    for entry in ["savedGame", "extensiondata"] {
        if module.files.contains_key(entry) {
            found.push(format!("an entry {entry} makes the module something else"));
        }
    }
}

fn attributes(module: &Module, xml: &Xml, found: &mut Vec<String>) {
    let here = format!("{} {}", xml.kind(), xml.title());
    let known = known(xml).unwrap_or_default();
    for (name, value) in &xml.attributes {
        let sort = known.get(name.as_str()).copied().unwrap_or("s");
        let good = match sort {
            "i" => value.parse::<i32>().is_ok(),
            "d" => value.parse::<f64>().is_ok(),
            "b" => matches!(value.as_str(), "true" | "false"),
            "c" => is_colour(value),
            "k" => is_key(value),
            "e" if name == "hotkeys" => is_key_list(value),
            "e" if name == "path" => value.split(';').count() > 2 && value.split(';').all(is_corner),
            "e" => WORDS.iter().all(|(of, words)| !of.contains(&name.as_str()) || words.contains(&value.as_str())),
            "f" => value.is_empty() || xml.kind() == "PredefinedSetup" || module.files.contains_key(value),
            _ => true,
        };
        if !good {
            let names = [("i", "integer"), ("d", "number"), ("b", "boolean"), ("c", "colour"), ("k", "key"), ("f", "file")];
            let what = names.iter().find(|(s, _)| *s == sort).map_or("word of its list", |(_, what)| what);
            found.push(format!("{here}: {name} is no {what}: {value:?}"));
        }
        if value.ends_with('\\') {
            found.push(format!("{here}: {name} ends in a backslash"));
        }
    }
    if matches!(xml.kind(), "PrivateMap" | "PlayerHand") {
        let unknown = list(xml.get("side")).into_iter().filter(|side| !module.sides.contains(side));
        found.extend(unknown.map(|side| format!("{here}: no side {side:?}")));
    }
    if xml.text.ends_with('\\') {
        found.push(format!("{here}: its text ends in a backslash"));
    }
}

fn is_corner(text: &str) -> bool {
    text.split_once(',').is_some_and(|(x, y)| x.parse::<i32>().is_ok() && y.parse::<i32>().is_ok())
}

fn of_map(map: &Map, found: &mut Vec<String>) {
    let here = format!("map {}", map.name);
    let kinds: Vec<&str> = map.tree.children.iter().map(Xml::kind).collect();
    found.extend(
        NEEDED.iter().filter(|n| !kinds.contains(n)).map(|n| format!("{here}: no {n}, so it answers to no mouse or key")),
    );
    if map.tree.get("mapName").is_empty() {
        found.push(format!("{here}: it has no name"));
    }
    let order = map.tree.all(&["BoardPicker", "SetupStack", "DrawPile"]);
    if order.first().is_some_and(|first| first.kind() != "BoardPicker") {
        found.push(format!("{here}: its stacks stand before its boards"));
    }
    for board in &map.boards {
        if map.boards.iter().filter(|b| b.name == board.name).count() > 1 {
            found.push(format!("{here}: two boards called {:?}", board.name));
        }
        if board.size.0 <= 0 || board.size.1 <= 0 {
            found.push(format!("{here}: board {:?} has no size", board.name));
        }
    }
    if map.layout.is_empty() && !map.boards.is_empty() {
        found.push(format!("{here}: several boards, and none laid out"));
    }
    for laid in map.layout.iter().filter(|l| map.board(&l.board).is_none()) {
        found.push(format!("{here}: no board {:?} to lay out", laid.board));
    }
    for stack in map.setup_stacks.iter().chain(&map.decks) {
        let board = map.boards.iter().find(|b| stack.board.is_empty() || b.name == stack.board);
        let Some(board) = board else {
            found.push(format!("{here}: stack {:?} is for a board {:?} that is not there", stack.name, stack.board));
            continue;
        };
        let place = stack.location.as_ref();
        if let Some(place) = place.filter(|p| board.grid.as_ref().and_then(|g| g.find(board.size, p)).is_none()) {
            found.push(format!("{here}: stack {:?} is at a place {place:?} that is not there", stack.name));
        }
    }
}

/// The pieces of slots and prototypes.
fn pieces(module: &Module, found: &mut Vec<String>) {
    for slot in &module.slots {
        let here = format!("slot {} {:?}", slot.gpid, slot.name);
        let piece = module.piece(slot);
        found.extend(piece.faults.iter().map(|fault| format!("{here}: {fault}")));
        of_piece(module, &here, &slot.definition, found);
        if slot.definition.id != "null" || slot.definition.map != "null" {
            found.push(format!("{here}: a piece of a slot has an id or a map"));
        }
        if slot.definition.gpid != slot.gpid {
            found.push(format!("{here}: its piece has the gpid {:?}", slot.definition.gpid));
        }
    }
    for (name, text) in &module.prototypes {
        let (here, piece) = (format!("prototype {name:?}"), Definition::read(text));
        let opened = piece.expanded(&module.prototypes);
        found.extend(opened.faults.iter().map(|fault| format!("{here}: {fault}")));
        of_piece(module, &here, &piece, found);
        if !piece.name.is_empty() || !piece.image.is_empty() {
            found.push(format!("{here}: its basic piece is not empty"));
        }
    }
    let count = module.tree.all(&["PrototypeDefinition"]).len();
    if count != module.prototypes.len() {
        found.push("two prototypes of one name".to_owned());
    }
}

fn of_piece(module: &Module, here: &str, piece: &Definition, found: &mut Vec<String>) {
    for t in &piece.traits {
        if NEW_IN_3_7.contains(&t.id.as_str()) && (module.vassal.0.starts_with("3.6") || module.vassal.0.starts_with("3.5")) {
            found.push(format!("{here}: the trait {} needs VASSAL 3.7", t.id));
        }
        let fixed = |text: &str| !text.is_empty() && !text.contains(['$', '{']);
        match t.id.as_str() {
            "restrict" => {
                let unknown = list(t.field(0)).into_iter().filter(|side| !module.sides.contains(side) && fixed(side));
                found.extend(unknown.map(|side| format!("{here}: restricted to a side {side:?} that is not there")));
            }
            "sendto" if fixed(t.field(2)) && module.map(t.field(2)).is_none() => {
                found.push(format!("{here}: sent to a map {:?} that is not there", t.field(2)));
            }
            "return" if fixed(t.field(7)) && !module.maps.iter().flat_map(|m| &m.decks).any(|d| d.name == t.field(7)) => {
                found.push(format!("{here}: returns to a deck {:?} that is not there", t.field(7)));
            }
            _ => {}
        }
    }
}

fn gpids(module: &Module, found: &mut Vec<String>) {
    let made = |text: &str| Definition::read(text).made();
    let own = module.slots.iter().map(|s| s.gpid.clone());
    let of_slots = module.slots.iter().flat_map(|s| s.definition.made());
    let all: Vec<String> = own.chain(of_slots).chain(module.prototypes.values().flat_map(|text| made(text))).collect();
    let mut seen = BTreeSet::new();
    for gpid in &all {
        if !seen.insert(gpid) {
            found.push(format!("gpid {gpid} is there twice"));
        }
        match gpid.parse::<i64>() {
            Ok(number) if number >= module.next_slot => {
                found.push(format!("nextPieceSlotId {} is not above the gpid {gpid}", module.next_slot));
            }
            Ok(_) => {}
            Err(_) => found.push(format!("gpid {gpid:?} is no number")),
        }
    }
}

fn of_setup(module: &Module, setup: &Setup, found: &mut Vec<String>) {
    let here = format!("setup {:?}", setup.name);
    found.extend(setup.faults.iter().map(|fault| format!("{here}: {fault}")));
    found.extend(setup.turns.iter().flat_map(|turn| &turn.faults).map(|fault| format!("{here}: {fault}")));
    for (name, layout) in &setup.boards {
        let Some(map) = module.map(name) else {
            found.push(format!("{here}: no map {name:?} for boards"));
            continue;
        };
        let unknown = layout.iter().filter(|l| map.board(&l.board).is_none());
        found.extend(unknown.map(|l| format!("{here}: no board {:?} on the map {name:?}", l.board)));
    }
    let decks: Vec<&str> = module.maps.iter().flat_map(|m| &m.decks).map(|d| d.name.as_str()).collect();
    for stack in &setup.stacks {
        if module.map(&stack.map).is_none() {
            found.push(format!("{here}: stack {} is on a map {:?} that is not there", stack.id, stack.map));
        }
        if let Some(deck) = stack.deck.as_deref().filter(|deck| !decks.contains(deck)) {
            found.push(format!("{here}: no deck {deck:?} in the module"));
        }
    }
    for placed in setup.pieces.iter().filter(|p| !p.at_start) {
        of_placed(module, &format!("{here}: piece {} {:?}", placed.id, placed.piece.name), placed, found);
    }
    for placed in setup.pieces.iter().filter(|p| p.board.is_none() && module.map(&p.map).is_some()) {
        found.push(format!("{here}: piece {} {:?} lies on no board", placed.id, placed.piece.name));
    }
}

fn of_placed(module: &Module, here: &str, placed: &Placed, found: &mut Vec<String>) {
    let piece = &placed.piece;
    found.extend(piece.faults.iter().map(|fault| format!("{here}: {fault}")));
    of_piece(module, here, piece, found);
    if module.map(&placed.map).is_none() {
        found.push(format!("{here}: on a map {:?} that is not there", placed.map));
    }
    if piece.all("prototype").next().is_some() {
        found.push(format!("{here}: a prototype is not opened"));
    }
    if placed.stack.is_none() && !piece.all("immob").any(|t| t.field(2) == "R") {
        found.push(format!("{here}: in no stack, though it stacks"));
    }
    match module.slot(&placed.gpid) {
        None if piece.gpid.is_empty() || !module.slots.iter().any(|s| module.piece(s).made().contains(&placed.gpid)) => {
            found.push(format!("{here}: no slot has its gpid {:?}", placed.gpid));
        }
        None => {}
        Some(slot) => {
            let model = module.piece(slot);
            let kinds = |of: &Definition| -> Vec<String> { of.traits.iter().map(|t| t.kind.clone()).collect() };
            if (kinds(&model), &model.name, &model.image) != (kinds(piece), &piece.name, &piece.image) {
                found.push(format!("{here}: it differs from its slot {}", placed.gpid));
            }
        }
    }
}

/// Pictures that are missing, and those nobody asks for.
fn pictures(module: &Module, found: &mut Vec<String>) {
    let mut used: BTreeSet<String> = BTreeSet::new();
    used.extend(module.slots.iter().flat_map(|s| module.piece(s).images()));
    used.extend(module.prototypes.values().flat_map(|text| Definition::read(text).images()));
    used.extend(module.setups.iter().flat_map(|s| &s.pieces).flat_map(|p| p.piece.images()));
    for xml in module.tree.every() {
        for (name, _) in known(xml).unwrap_or_default().into_iter().filter(|(_, sort)| *sort == "img") {
            // What begins with this is VASSAL's own.
            used.extend(Some(xml.get(name)).filter(|v| !v.is_empty() && !v.starts_with("/images/")).map(str::to_owned));
        }
    }
    found.extend(used.difference(&module.images).map(|image| format!("no picture {image:?}")));
    let pages = module.files.iter().filter(|(name, _)| name.ends_with(".html") || name.ends_with(".htm"));
    let mut texts: Vec<String> = pages.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    let values = module.tree.every().into_iter().flat_map(|x| x.attributes.values());
    texts.extend(values.filter(|value| value.contains("src=")).cloned());
    for image in module.images.difference(&used).filter(|image| !texts.iter().any(|text| text.contains(image.as_str()))) {
        found.push(format!("nobody uses the picture {image:?}"));
    }
}
