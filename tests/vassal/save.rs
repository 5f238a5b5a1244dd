//! Setups: where every piece stands when a player has chosen one, and what else the saved game says.

use std::collections::BTreeMap;

use super::pieces::Definition;
use super::reader::{Laid, Map, Module, laid, unzip};
use super::sequence::{commands, items, unveiled};
use super::tree::Xml;
use super::turns::Now;

/// A setup of the menu.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub(super) name: String,
    /// The menus it lies in.
    pub(super) menu: Vec<String>,
    /// None: the setup is what the module itself lays out.
    pub(super) file: Option<String>,
    /// The commands of the saved game, laid flat.
    pub(super) commands: Vec<String>,
    /// Whether the save is complete. If it is not, the pieces of the module's own stacks stand here too.
    pub(super) complete: bool,
    pub(super) pieces: Vec<Placed>,
    pub(super) stacks: Vec<Stack>,
    /// The boards of each map.
    pub(super) boards: BTreeMap<String, Vec<Laid>>,
    pub(super) turns: Vec<Now>,
    /// Global properties as the game begins: (`Module` or a map, name) to value.
    pub(super) globals: BTreeMap<(String, String), String>,
    pub(super) notes: String,
    pub(super) faults: Vec<String>,
}

/// A piece on a map.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) id: String,
    pub(super) gpid: String,
    pub(super) map: String,
    pub(super) board: Option<String>,
    pub(super) x: i64,
    pub(super) y: i64,
    /// VASSAL's name for the place.
    pub(super) location: String,
    /// The id of the stack or deck that holds it, and its place there from the bottom.
    pub(super) stack: Option<(String, usize)>,
    pub(super) piece: Definition,
    /// Laid out by the module, not by the saved game.
    pub(super) at_start: bool,
}

/// A stack or deck of a saved game.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    pub(super) id: String,
    /// The name of a deck.
    pub(super) deck: Option<String>,
    pub(super) map: String,
    pub(super) x: i64,
    pub(super) y: i64,
    /// The undermost first.
    pub(super) children: Vec<String>,
}

impl Placed {
    /// A property, empty if the piece has none of that name.
    pub(super) fn property(&self, name: &str) -> String {
        self.piece.properties().remove(name).unwrap_or_default()
    }
}

impl Setup {
    /// The pieces with this basic name.
    pub(super) fn named(&self, name: &str) -> Vec<&Placed> {
        self.pieces.iter().filter(|p| p.piece.name == name).collect()
    }

    /// The one piece with this basic name.
    pub(super) fn piece(&self, name: &str) -> &Placed {
        let found = self.named(name);
        assert_eq!(found.len(), 1, "pieces called {name:?} in {:?}", self.name);
        found[0]
    }

    /// The pieces at a place of a map; those of one stack from the bottom up.
    pub(super) fn at(&self, map: &str, location: &str) -> Vec<&Placed> {
        let mut found: Vec<_> = self.pieces.iter().filter(|p| p.map == map && p.location == location).collect();
        found.sort_by_key(|p| p.stack.as_ref().map(|(_, n)| *n));
        found
    }
}

/// All setups of a module, menus laid flat.
pub(super) fn setups(module: &Module) -> Vec<Setup> {
    let mut found = Vec::new();
    gather(module, &module.tree, &mut Vec::new(), &mut found);
    found
}

fn gather(module: &Module, xml: &Xml, menu: &mut Vec<String>, found: &mut Vec<Setup>) {
    for child in &xml.children {
        let is_setup = child.kind() == "PredefinedSetup";
        if is_setup && !child.is("isMenu") {
            let file = (child.get("useFile") != "false").then(|| child.get("file").to_owned());
            let mut setup = Setup { name: child.get("name").to_owned(), menu: menu.clone(), file, ..Setup::default() };
            setup.read(module);
            found.push(setup);
        }
        if is_setup {
            menu.push(child.get("name").to_owned());
        }
        gather(module, child, menu, found);
        if is_setup {
            menu.pop();
        }
    }
}

impl Setup {
    fn read(&mut self, module: &Module) {
        self.boards = module.maps.iter().map(|m| (m.name.clone(), m.layout.clone())).collect();
        self.globals = module.globals.clone();
        self.turns = module.trackers.iter().map(|t| t.first()).collect();
        if let Some(file) = self.file.clone() {
            match saved(module, &file) {
                Ok(text) => self.run(module, commands(&text)),
                Err(fault) => self.faults.push(fault),
            }
        }
        if !self.complete {
            for map in &module.maps {
                self.lay_out(module, map);
            }
        }
        for piece in &mut self.pieces {
            let (Some(map), Some(layout)) = (module.map(&piece.map), self.boards.get(&piece.map)) else { continue };
            (piece.board, piece.location) = map.location(layout, piece.x, piece.y);
        }
    }

    fn run(&mut self, module: &Module, commands: Vec<String>) {
        let real: Vec<&String> = commands.iter().filter(|c| !c.is_empty()).collect();
        if real.first().is_none_or(|c| *c != "begin_save") || real.last().is_none_or(|c| *c != "end_save") {
            self.faults.push("the commands do not begin with begin_save and end with end_save".to_owned());
        }
        for command in &commands {
            self.command(module, command);
        }
        self.commands = commands;
    }

    fn command(&mut self, module: &Module, command: &str) {
        let parts = items(command, '\t');
        let argument = |n: usize| parts.get(n).map_or("", String::as_str);
        if command.starts_with("+/") {
            let kind = items(command, '/').into_iter().nth(2).unwrap_or_default();
            if kind == "stack" || kind.starts_with("deck;") { self.stack(command, &kind) } else { self.one(command) }
        } else if parts.len() > 1 && argument(0) == "SETUP_STACK" {
            self.complete = true;
        } else if let Some(map) = argument(0).strip_suffix("BoardPicker").filter(|_| parts.len() > 1) {
            if parts.len() % 3 != 1 {
                self.faults.push(format!("boards that are not named with column and row: {command:?}"));
            }
            self.boards.insert(map.to_owned(), laid(command));
        } else if let Some(id) = argument(0).strip_prefix("TURN") {
            let number = id.strip_prefix("TurnTracker").and_then(|n| n.parse::<usize>().ok());
            match number.and_then(|n| Some((n, module.trackers.get(n)?))) {
                Some((n, tracker)) => self.turns[n] = tracker.now(argument(1)),
                None => self.faults.push(format!("no turn tracker {id:?}")),
            }
        } else if argument(0) == "GlobalProperty" {
            let fields = items(command, ';');
            let at = |n: usize| fields.get(n).cloned().unwrap_or_default();
            let known = self.globals.insert((at(3), at(1)), at(2)).is_some();
            let of_zone = at(3).is_empty() && at(1).contains('\t');
            if fields.len() != 4 || !(known || of_zone) {
                self.faults.push(format!("a global property that the module does not have: {command:?}"));
            }
        } else if argument(0) == "NOTES" {
            self.notes = argument(1).replace('|', "\n");
        } else if !matches!(argument(0), "" | "begin_save" | "end_save" | "PNOTES" | "SGKC" | "UNMASK" | "EXT") {
            self.faults.push(format!("a command that is unknown, or has no place in a setup: {command:?}"));
        }
    }

    fn one(&mut self, command: &str) {
        let piece = Definition::read(command);
        self.new_id(&piece.id);
        self.pieces.push(Placed {
            id: piece.id.clone(),
            gpid: piece.gpid.clone(),
            map: piece.map.clone(),
            board: None,
            x: piece.x,
            y: piece.y,
            location: "offboard".to_owned(),
            stack: None,
            piece,
            at_start: false,
        });
    }

    fn new_id(&mut self, id: &str) {
        let twice = self.pieces.iter().any(|p| p.id == id) || self.stacks.iter().any(|s| s.id == id);
        if id.is_empty() || id.contains([';', ',', '/']) || id == "null" {
            self.faults.push(format!("the id {id:?} of a piece is no proper one"));
        } else if twice {
            self.faults.push(format!("the id {id} stands for two pieces"));
        }
    }

    fn stack(&mut self, command: &str, kind: &str) {
        let parts = items(command, '/');
        let (id, mut state) = (parts[1].clone(), items(parts.get(3).map_or("", String::as_str), ';'));
        self.new_id(&id);
        let deck = kind.strip_prefix("deck;").map(|fields| items(fields, ';'));
        if parts.len() != 4 || state.len() < 3 || deck.as_ref().is_some_and(|fields| fields.len() > 49 || fields.len() < 13) {
            self.faults.push(format!("no proper stack: {command:?}"));
            return;
        }
        let (Ok(x), Ok(y)) = (state[1].parse(), state[2].parse()) else {
            self.faults.push(format!("stack {id}: a place that is no integer"));
            return;
        };
        let children = if deck.is_some() {
            state.get(4).filter(|ids| !ids.is_empty()).map_or_else(Vec::new, |ids| items(ids, ','))
        } else {
            match state.last().and_then(|last| last.strip_prefix("@@")).map(|layer| layer.parse::<i64>().is_ok()) {
                Some(true) => drop(state.pop()),
                _ => self.faults.push(format!("stack {id}: its layer is missing")),
            }
            state[3..].to_vec()
        };
        if deck.is_none() && children.is_empty() {
            self.faults.push(format!("stack {id}: it is empty"));
        }
        for (n, child) in children.iter().enumerate() {
            let Some(piece) = self.pieces.iter_mut().find(|p| p.id == *child) else {
                self.faults.push(format!("stack {id}: its piece {child} is missing or comes later"));
                continue;
            };
            if piece.stack.is_some() {
                self.faults.push(format!("stack {id}: its piece {child} is in another stack too"));
            }
            if (piece.map.as_str(), piece.x, piece.y) != (state[0].as_str(), x, y) {
                self.faults.push(format!("stack {id}: its piece {child} is elsewhere by its own state"));
            }
            piece.stack = Some((id.clone(), n));
        }
        self.stacks.push(Stack { id, deck: deck.map(|fields| fields[12].clone()), map: state[0].clone(), x, y, children });
    }

    /// Lays out the stacks and decks of the module.
    fn lay_out(&mut self, module: &Module, map: &Map) {
        let layout = self.boards.get(&map.name).cloned().unwrap_or_default();
        for (n, stack) in map.setup_stacks.iter().chain(&map.decks).enumerate() {
            let Some(laid) = layout.iter().find(|l| stack.board.is_empty() || stack.board == l.board) else { continue };
            let corner = map.corner(&layout, laid);
            let named = stack.location.as_ref().and_then(|name| {
                let board = map.board(&laid.board)?;
                board.grid.as_ref()?.find(board.size, name)
            });
            let (x, y) = named.unwrap_or((stack.x, stack.y));
            for (place, gpid) in stack.gpids.iter().enumerate() {
                let Some(slot) = module.slot(gpid) else { continue };
                self.pieces.push(Placed {
                    id: format!("start {}-{n}-{place}", map.name),
                    gpid: gpid.clone(),
                    map: map.name.clone(),
                    board: None,
                    x: corner.0 + x,
                    y: corner.1 + y,
                    location: String::new(),
                    stack: Some((stack.name.clone(), place)),
                    piece: module.piece(slot),
                    at_start: true,
                });
            }
        }
    }
}

/// The text of a saved game in the module.
fn saved(module: &Module, file: &str) -> Result<String, String> {
    let bytes = module.files.get(file).ok_or_else(|| format!("no file {file:?}"))?;
    let entries = unzip(bytes).map_err(|e| format!("{file} is no zip: {e}"))?;
    let game = entries.get("savedGame").ok_or_else(|| format!("no savedGame in {file}"))?;
    unveiled(game).map_err(|e| format!("savedGame in {file}: {e}"))
}
