//! Pieces of the rules, read with the game's names at hand: every name becomes an id, or is reported where it stands.
//!
//! The types of a piece say what each name means (`deserialize_newtype_struct` with the kind of name); a [`Reader`]
//! looks it up. An entry of a list in which a name is unknown or the schema complained is lost, and only that one.

mod overhear;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde::Deserialize;

use super::columns::Bound;
use super::load::{any_mark, bad_inside};
use super::reader::Reader;
use super::results::Code;
use super::{AllNames, Lower, hexes};
use crate::diag::{Diag, Role, Sink, codes, did_you_mean, so_many};
use crate::model::*;
use crate::origins::Judged;
use crate::schema::InvalidNodes;
use crate::source::{Mismatch, NodeRef, Shape, limits};
use crate::span::{FileId, NodeId, Origin, Place, Step};

/// What the author's tags of units are called, for whoever listens: nobody declares them.
pub(super) const UNIT_TAG: &str = "tag of a unit";

/// Names that rules give to their own entries, found before anything is read.
#[derive(Debug, Default)]
pub(super) struct RuleNames {
    pub(super) modes: BTreeSet<String>,
    pub(super) traces: BTreeSet<String>,
    pub(super) bans: BTreeSet<String>,
    pub(super) modifiers: BTreeSet<String>,
    pub(super) combats: BTreeSet<String>,
    pub(super) actions: BTreeSet<String>,
    pub(super) decks: BTreeSet<String>,
    pub(super) phases: BTreeSet<String>,
    /// Whether the rules could not be read in full: then a name may only seem to be unknown.
    pub(super) partial: bool,
    /// Whether the phases could not be read in full.
    pub(super) partial_phases: bool,
}

/// Pieces that checks judge one by one, wherever they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JudgedKind {
    Units,
    Hexes,
    Hexsides,
    Condition,
    Window,
}

impl JudgedKind {
    /// The kind of the type of that name.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "Units" => Some(JudgedKind::Units),
            "Hexes" => Some(JudgedKind::Hexes),
            "Hexsides" => Some(JudgedKind::Hexsides),
            "Condition" => Some(JudgedKind::Condition),
            "Window" => Some(JudgedKind::Window),
            _ => None,
        }
    }
}

/// In how many pieces of each kind one is, while they are read.
#[derive(Debug, Default)]
pub(super) struct Inside {
    units: Cell<usize>,
    hexes: Cell<usize>,
    hexsides: Cell<usize>,
    conditions: Cell<usize>,
    windows: Cell<usize>,
}

impl Inside {
    pub(super) fn of(&self, kind: JudgedKind) -> &Cell<usize> {
        match kind {
            JudgedKind::Units => &self.units,
            JudgedKind::Hexes => &self.hexes,
            JudgedKind::Hexsides => &self.hexsides,
            JudgedKind::Condition => &self.conditions,
            JudgedKind::Window => &self.windows,
        }
    }
}

/// What looks names up.
pub(super) struct Resolver<'a> {
    /// The file of what is being read.
    pub(super) file: Cell<FileId>,
    game: &'a Game,
    names: &'a AllNames,
    rules: &'a RuleNames,
    /// The words that have numbers so far.
    word_lists: &'a RefCell<WordLists>,
    map_lost: bool,
    budget: &'a hexes::Budget,
    pub(super) sink: RefCell<&'a mut Sink>,
    pub(super) verdict: Option<&'a InvalidNodes>,
    /// How many names could not be resolved so far.
    pub(super) missed: Cell<usize>,
    /// Whether an entry was lost.
    pub(super) dropped: Cell<bool>,
    /// Selectors and conditions that are not inside others of their kind.
    pub(super) noted: RefCell<Vec<(JudgedKind, NodeId)>>,
    pub(super) inside: Inside,
    /// Areas that were named.
    areas: RefCell<Vec<AreaId>>,
    /// Boxes that were named.
    boxes: RefCell<Vec<BoxId>>,
    /// Flags and counters that were named.
    asked: RefCell<Vec<(Place, &'static str, String)>>,
    /// Codes of results that were named.
    codes: RefCell<Vec<Code>>,
    /// Columns that caps name.
    bounds: RefCell<Vec<Bound>>,
    /// Levels of victory that effects give.
    won: RefCell<Vec<(Place, String)>>,
}

fn all(names: &BTreeSet<String>) -> impl Iterator<Item = &str> + Clone {
    names.iter().map(String::as_str)
}

/// What a name is.
pub(super) enum Found {
    Number(u32),
    Text,
    Numbers(Vec<u32>),
}

impl Resolver<'_> {
    pub(super) fn place(&self, node: NodeRef<'_>) -> Place {
        Place::from(Origin { file: self.file.get(), node: node.id() })
    }

    fn one<K: Key>(&self, names: &super::Names<K>, text: &str, node: NodeRef<'_>) -> Option<Found> {
        let found = names.find(text, self.place(node), &mut self.sink.borrow_mut());
        found.map(|id| Found::Number(u32::try_from(id.index()).unwrap_or(u32::MAX)))
    }

    /// A word of the author's that must be one of those known; anything goes where nothing is known.
    fn word<'k>(
        &self,
        what: &'static str,
        home: &str,
        known: impl Iterator<Item = &'k str> + Clone,
        lost: bool,
        text: &str,
        node: NodeRef<'_>,
    ) -> Option<Found> {
        // A map may hold every name thousands of times: they are gathered only to say what is wrong.
        let unknown = !known.clone().any(|name| name == text);
        let role = if unknown { Role::Unknown } else { Role::Refers };
        self.sink.borrow_mut().hear_word(what, text, &self.place(node), role);
        if unknown && !lost && text != "?" {
            let known: BTreeSet<&str> = known.collect();
            let message = format!("unknown {what} `{text}`");
            let near = did_you_mean(text, known.iter().copied());
            let help = near.unwrap_or_else(|| {
                let some: Vec<String> = known.iter().take(6).map(|name| format!("`{name}`")).collect();
                match some.is_empty() {
                    true => format!("declare it in {home}"),
                    false => format!("declare it in {home}, or use one of {}", some.join(", ")),
                }
            });
            self.sink.borrow_mut().report(Diag::new(&codes::UNKNOWN_NAME, self.place(node), message).help(help));
            return None;
        }
        Some(Found::Text)
    }

    pub(super) fn find(&self, kind: NameKind, node: NodeRef<'_>) -> Option<Found> {
        let text = match node.shape() {
            Shape::Number => node.number().unwrap_or("").to_owned(),
            _ => node.text().unwrap_or_default().into_owned(),
        };
        match kind {
            NameKind::Id(kind) => self.id(kind, &text, node),
            NameKind::Word(kind) => self.kept(kind, &text, node),
            NameKind::Phrase(kind) => self.phrase(kind, &text, node),
        }
    }

    /// A thing of the game.
    fn id(&self, kind: IdKind, text: &str, node: NodeRef<'_>) -> Option<Found> {
        let names = self.names;
        match kind {
            // Where a game names no sides, those of its units are all there are.
            IdKind::Side if !names.sides.stated && names.sides.get(text).is_none() && SideWord::of(text).is_none() => None,
            IdKind::Side => self.one(&names.sides, text, node),
            IdKind::Nation => self.one(&names.nations, text, node),
            IdKind::Type => self.one(&names.types, text, node),
            IdKind::Class => self.one(&names.classes, text, node),
            IdKind::Rating => self.one(&names.ratings, text, node),
            IdKind::State => self.one(&names.states, text, node),
            IdKind::Formation => self.one(&names.formations, text, node),
            IdKind::Unit => self.one(&names.units, text, node),
            IdKind::Marker => self.one(&names.markers, text, node),
            IdKind::Card => self.one(&names.cards, text, node),
            IdKind::Terrain => self.one(&names.terrain, text, node),
            IdKind::Table => self.one(&names.tables, text, node),
            IdKind::Turn => self.one(&names.turns, text, node),
            IdKind::Option => self.one(&names.options, text, node),
            IdKind::Scenario => self.one(&names.scenarios, text, node),
            IdKind::Place => self.one(&names.places, text, node),
            IdKind::Area => {
                let found = self.one(&names.areas, text, node);
                if let Some(Found::Number(n)) = &found {
                    self.areas.borrow_mut().push(AreaId(*n));
                }
                found
            }
            IdKind::Entry => self.one(&names.entries, text, node),
            IdKind::Exit => self.one(&names.exits, text, node),
            IdKind::Arrow => self.one(&names.arrows, text, node),
            IdKind::Source => self.one(&names.sources, text, node),
            IdKind::Box => {
                let found = self.one(&names.boxes, text, node);
                if let Some(Found::Number(n)) = &found {
                    self.boxes.borrow_mut().push(BoxId(*n));
                }
                found
            }
            IdKind::Bridge => self.bridge(text, node),
            IdKind::Mode => {
                let (modes, partial) = (all(&self.rules.modes), self.rules.partial);
                self.word("mode of movement", "`movement.modes` of rules.json", modes, partial, text, node)?;
                self.number(kind, text).map(Found::Number)
            }
            IdKind::Trace => {
                let (traces, partial) = (all(&self.rules.traces), self.rules.partial);
                self.word("supply trace", "`supply.traces` of rules.json", traces, partial, text, node)?;
                self.number(kind, text).map(Found::Number)
            }
            IdKind::Phase => {
                let (phases, partial) = (all(&self.rules.phases), self.rules.partial_phases);
                self.word("phase", "`phases` of turns.json", phases, partial, text, node)?;
                self.number(kind, text).map(Found::Number)
            }
            // Flags and counters live in effects; whether anybody sets them is a check's business.
            IdKind::Flag | IdKind::Counter => {
                self.sink.borrow_mut().hear_word(kind.word(), text, &self.place(node), Role::Refers);
                self.asked.borrow_mut().push((self.place(node), kind.word(), text.to_owned()));
                self.number(kind, text).map(Found::Number)
            }
        }
    }

    /// The number that stands for a word; nothing for kinds that are numbered by a list of their own.
    pub(super) fn number(&self, kind: IdKind, text: &str) -> Option<u32> {
        let mut lists = self.word_lists.borrow_mut();
        match kind {
            IdKind::Mode => Some(lists.modes.add(text).0),
            IdKind::Trace => Some(lists.traces.add(text).0),
            IdKind::Phase => Some(lists.phases.add(text).0),
            IdKind::Flag => Some(lists.flags.add(text).0),
            IdKind::Counter => Some(lists.counters.add(text).0),
            _ => None,
        }
    }

    /// An entry of the rules, or a word of the author's.
    fn kept(&self, kind: WordKind, text: &str, node: NodeRef<'_>) -> Option<Found> {
        let (names, rules) = (self.names, self.rules);
        let stated_by_turns = |of: fn(&Turn) -> &Option<String>, more: &[String]| -> Option<Found> {
            let turns = self.game.turns.values().filter_map(|turn| of(turn).clone());
            let stated: BTreeSet<String> = turns.chain(more.iter().cloned()).collect();
            let lost = names.turns.partial() || !names.turns.stated || stated.is_empty();
            self.word(kind.word(), "turns.json, for a turn or beside them", all(&stated), lost, text, node)
        };
        match kind {
            WordKind::Ban => self.word("ban", "`bans` of rules.json", all(&rules.bans), rules.partial, text, node),
            WordKind::Modifier => {
                let home = "the `values`, `shifts` or `rolls` of rules.json";
                self.word("modifier", home, all(&rules.modifiers), rules.partial, text, node)
            }
            WordKind::Combat => self.word("combat", "`combat` of rules.json", all(&rules.combats), rules.partial, text, node),
            WordKind::Action => self.word("action", "`actions` of rules.json", all(&rules.actions), rules.partial, text, node),
            WordKind::Deck => {
                let cards = self.game.cards.values().map(|card| card.deck.as_str());
                let known = cards.chain(all(&rules.decks));
                self.word("deck", "the list of cards", known, rules.partial || names.cards.partial(), text, node)
            }
            WordKind::TurnTag => {
                let known: BTreeSet<&str> = self.game.turns.values().flat_map(|t| t.tags.iter().map(String::as_str)).collect();
                self.sink.borrow_mut().hear_word(kind.word(), text, &self.place(node), Role::Refers);
                if !known.contains(text) && !names.turns.partial() && names.turns.stated {
                    let message = format!("no turn has the tag `{text}`");
                    let help = did_you_mean(text, known).unwrap_or_else(|| "give a turn that tag, or take it out".to_owned());
                    self.sink.borrow_mut().report(Diag::new(&codes::UNKNOWN_NAME, self.place(node), message).help(help));
                    return None;
                }
                Some(Found::Text)
            }
            WordKind::Ground => stated_by_turns(|turn| &turn.ground, &self.game.more_ground),
            WordKind::Weather => stated_by_turns(|turn| &turn.weather, &self.game.more_weather),
            WordKind::Level => {
                let stated = self.game.formations.values().filter_map(|f| f.level.as_deref());
                let lost = names.formations.partial();
                self.word("level of formations", "the list of formations (`level`)", stated, lost, text, node)
            }
            WordKind::Value => {
                let map = self.game.map.as_ref();
                let listed = map.into_iter().flat_map(|m| m.value_names.iter().map(|v| v.id.as_str()));
                let places = map.into_iter().flat_map(|m| m.places.values()).flat_map(|p| p.values.names());
                let hexes = map.into_iter().flat_map(|m| m.values.values()).flat_map(|v| v.names());
                let terrain = self.game.terrain.values().flat_map(|t| t.values.names());
                let known = listed.chain(places).chain(hexes).chain(terrain);
                let lost = self.map_lost || names.terrain.partial() || !names.terrain.stated;
                self.word("value", "the `values` of a hex, a place or a terrain", known, lost, text, node)
            }
            WordKind::AreaGroup => {
                let map = self.game.map.as_ref();
                let areas = map.into_iter().flat_map(|m| m.areas.iter());
                self.areas.borrow_mut().extend(areas.filter(|(_, a)| a.group.as_deref() == Some(text)).map(|(id, _)| id));
                let known = map.into_iter().flat_map(|m| m.areas.values()).filter_map(|a| a.group.as_deref());
                let lost = self.map_lost || names.areas.partial();
                self.word("group of areas", "the `areas` of map.json", known, lost, text, node)
            }
        }
    }

    /// What is not only a name.
    fn phrase(&self, kind: PhraseKind, text: &str, node: NodeRef<'_>) -> Option<Found> {
        let ratings = &self.names.ratings;
        match kind {
            PhraseKind::SideWord if SideWord::of(text).is_some() => Some(Found::Text),
            PhraseKind::SideWord => self.id(IdKind::Side, text, node),
            PhraseKind::Counted if Counted::of(text).is_some() => Some(Found::Text),
            PhraseKind::Counted => {
                if ratings.get(text).is_none() && !ratings.silent(text) {
                    let near = did_you_mean(text, ratings.all().chain(["units", "steps"]));
                    let help = near.unwrap_or_else(|| "count `units`, `steps`, or a rating of module.json".to_owned());
                    self.sink.borrow_mut().report(ratings.unknown(text, self.place(node)).help(help));
                }
                ratings.seen(text, || self.place(node), &mut self.sink.borrow_mut()).map(|id| Found::Number(id.0))
            }
            PhraseKind::Hexes => self.hexes(node),
            PhraseKind::Hexsides => self.hexsides(text, node),
            PhraseKind::Dice => {
                if Dice::parse(text).is_none() {
                    let diag = Diag::new(&codes::BAD_DICE, self.place(node), format!("`{text}` is no dice"));
                    self.sink.borrow_mut().report(diag.help("write d6, 2d6, d10 or d66"));
                    return None;
                }
                Some(Found::Text)
            }
        }
    }

    /// A bridge by its id, its name or its hexside.
    fn bridge(&self, name: &str, node: NodeRef<'_>) -> Option<Found> {
        bridge(self.game, self.names, self.map_lost, name, self.place(node), &mut self.sink.borrow_mut())
            .map(|id| Found::Number(id.0))
    }

    fn hexes(&self, node: NodeRef<'_>) -> Option<Found> {
        let Some(map) = &self.game.map else {
            if !self.map_lost {
                self.sink.borrow_mut().unchecked("hexes in the rules", "there is no map.json");
            }
            return None;
        };
        let place = self.place(node);
        let list = match node.shape() {
            Shape::List => crate::format::HexList::List(node.elements().filter_map(|e| Some(e.text()?.into_owned())).collect()),
            _ => crate::format::HexList::Text(node.text().unwrap_or_default().into_owned()),
        };
        let mut sink = self.sink.borrow_mut();
        let before = sink.len();
        let found = hexes::set(&map.board, &list, &place, self.budget, &mut sink);
        // What came after the last hex that is read has not been read.
        let whole = sink.len() == before && !self.budget.spent();
        whole.then(|| Found::Numbers(found.into_iter().map(|hex| hex.0).collect()))
    }

    fn hexsides(&self, text: &str, node: NodeRef<'_>) -> Option<Found> {
        let map = self.game.map.as_ref()?;
        let mut out = Vec::new();
        let mut sink = self.sink.borrow_mut();
        for (bytes, word) in hexes::words(text) {
            let side = hexes::hexside(&map.board, word, self.place(node).bytes(bytes), &mut sink)?;
            if let (a, Some(b)) = map.board.hexside_hexes(side) {
                out.extend([a.0, b.0]);
            }
        }
        Some(Found::Numbers(out))
    }

    /// What must fit together inside a piece.
    pub(super) fn after(&self, kind: &str, node: NodeRef<'_>) {
        let number = |name: &str| node.get(name).and_then(|n| n.number()?.parse::<i64>().ok());
        match kind {
            "Units" if self.sink.borrow().listens() => {
                for tag in node.get("tags").into_iter().flat_map(|tags| tags.elements()) {
                    if let Some(word) = tag.text() {
                        self.sink.borrow_mut().hear_word(UNIT_TAG, &word, &self.place(tag), Role::Refers);
                    }
                }
            }
            "Window" => {
                let turn = |name: &str| {
                    let node = node.get(name)?;
                    let text = node.number().map(str::to_owned).or_else(|| node.text().map(|t| t.into_owned()))?;
                    self.names.turns.get(&text)
                };
                if let (Some(from), Some(to)) = (turn("from"), turn("to"))
                    && from > to
                    && let Some(at) = node.get("from")
                {
                    let (a, b) = (&self.game.turns[from].id, &self.game.turns[to].id);
                    let message = format!("the window begins with turn `{a}`, after its end `{b}`");
                    let diag = Diag::new(&codes::OUT_OF_RANGE, self.place(at), message);
                    self.sink.borrow_mut().report(diag.help("write the earlier turn as `from`"));
                }
            }
            "Control" => {
                let named = node.get("of").map_or(0, |of| of.elements().count());
                if let Some(least) = number("at-least").filter(|&n| n > i64::try_from(named).unwrap_or(0))
                    && let Some(at) = node.get("at-least")
                {
                    let message =
                        format!("{} wanted, {} named", so_many(least, "place is", "places are"), so_many(named, "is", "are"));
                    let diag = Diag::new(&codes::UNCLEAR_ENTRY, self.place(at), message);
                    self.sink.borrow_mut().report(diag.help("name more places, or want fewer"));
                }
            }
            "Roll" => {
                let Some(dice) = node.get("dice").and_then(|d| Dice::parse(&d.text()?)) else { return };
                let rolls = dice.rolls();
                let (least, most) = (rolls.first().copied().unwrap_or(0), rolls.last().copied().unwrap_or(0));
                let never = [("at-least", number("at-least").is_some_and(|n| n > i64::from(most)))]
                    .into_iter()
                    .chain([("at-most", number("at-most").is_some_and(|n| n < i64::from(least)))])
                    .find(|(_, never)| *never);
                if let Some(at) = never.and_then(|(field, _)| node.get(field)) {
                    let diag = Diag::new(&codes::BAD_ROLL, self.place(at), format!("{dice} can never roll that"));
                    self.sink.borrow_mut().report(diag.help("correct the number or the dice"));
                }
            }
            _ => {}
        }
    }
}

/// A bridge by its id, its name or its hexside.
pub(super) fn bridge(
    game: &Game,
    names: &AllNames,
    map_lost: bool,
    name: &str,
    place: Place,
    sink: &mut Sink,
) -> Option<BridgeId> {
    if let Some(id) = names.bridges.seen(name, || place.clone(), sink) {
        return Some(id);
    }
    let map = game.map.as_ref()?;
    if name.contains('/') {
        let side = hexes::hexside(&map.board, name, place.clone(), sink)?;
        let found = map.bridges.iter().find(|(_, bridge)| bridge.side == side).map(|(id, _)| id);
        if found.is_none() && !map_lost && !names.features.partial() && !names.bridges.partial() {
            let message = format!("there is no bridge at {}", map.board.hexside_name(side));
            let diag = Diag::new(&codes::UNKNOWN_NAME, place, message);
            sink.report(diag.help("lead a road across, or add it to `bridges` of map.json"));
        }
        return found;
    }
    let parts: Vec<&str> = name.split(['-', ' ', ',', '\u{2013}']).collect();
    if let Some(hex) = parts.first().and_then(|part| map.board.parse(part).ok()) {
        let here = map.bridges.values().map(|bridge| bridge.side);
        let mut near =
            here.filter(|side| map.board.hexside_hexes(*side).0 == hex || map.board.hexside_hexes(*side).1 == Some(hex));
        let such = near.next().or_else(|| map.bridges.values().map(|bridge| bridge.side).next());
        let such = such.map_or_else(|| "0101/0102".to_owned(), |side| map.board.hexside_name(side));
        let what = if parts.len() == 1 { "is a hex" } else { "is no hexside" };
        let message = format!("`{name}` {what}, and a bridge is named by its id or its hexside");
        let diag = Diag::new(&codes::UNKNOWN_NAME, place, message);
        sink.report(diag.help(format!("write the two hexes between which it is, such as `{such}`")));
        return None;
    }
    names.bridges.find(name, place, sink)
}

impl Lower<'_, '_, '_> {
    /// A piece in a member of an entity, given by its dotted name; nothing if it is not there or not understood.
    pub(super) fn take<T: for<'de> Deserialize<'de>>(&mut self, parent: Origin, name: &str) -> Option<T> {
        let tree = self.load.project.files.tree(parent.file)?;
        let mut node = tree.node(parent.node)?;
        for step in name.split('.') {
            node = node.get(step)?;
        }
        let node = node.id();
        self.piece(Origin { file: parent.file, node })
    }

    /// A piece at a place.
    pub(super) fn take_place<T: for<'de> Deserialize<'de>>(&mut self, place: &Place) -> Option<T> {
        let mut node = self.load.project.files.tree(place.file)?.node(place.node?)?;
        for step in place.path() {
            node = match step {
                Step::Field(name) => node.get(name)?,
                Step::Index(n) => node.elements().nth(usize::try_from(*n).ok()?)?,
            };
        }
        let node = node.id();
        self.piece(Origin { file: place.file, node })
    }

    /// An entry with other members instead of its own; what does not fit it, nothing where that
    /// has been said already.
    pub(super) fn changed<T: for<'de> Deserialize<'de>>(&mut self, base: Origin, set: Origin) -> Result<T, Option<Mismatch>> {
        self.read(base, Some(set))
    }

    /// A piece at a node.
    pub(super) fn piece<T: for<'de> Deserialize<'de>>(&mut self, at: Origin) -> Option<T> {
        self.read(at, None).ok()
    }

    /// A piece at a place, with members of another object instead of its own.
    fn read<T: for<'de> Deserialize<'de>>(&mut self, at: Origin, over: Option<Origin>) -> Result<T, Option<Mismatch>> {
        let files = &self.load.project.files;
        let find = |at: Origin| files.tree(at.file).and_then(|tree| tree.node(at.node)).ok_or(None);
        let node = find(at)?;
        let over = over.map(|over| Ok::<_, Option<Mismatch>>((find(over)?, over.file))).transpose()?;
        if node.is_marked() {
            return Err(None);
        }
        // `{}` is a selector, and takes hundreds of bytes.
        let values = (node.end_id().0 as usize).saturating_sub(node.id().0 as usize);
        let Some(left) = self.values_left else { return Err(None) };
        self.values_left = left.checked_sub(values);
        if self.values_left.is_none() {
            let message = format!("up to here the rules have more than {} values", limits::RULE_VALUES);
            self.sink.report(Diag::new(&codes::TOO_MANY, at, message).help("take out what is repeated"));
            self.incomplete.rules = true;
            return Err(None);
        }
        let verdict = self.load.verdict(at.file);
        let make = |sink, verdict| Resolver {
            file: Cell::new(at.file),
            game: &self.game,
            names: &self.names,
            rules: &self.rule_names,
            word_lists: &self.word_lists,
            map_lost: self.incomplete.map,
            budget: &self.hexes_left,
            sink: RefCell::new(sink),
            verdict,
            missed: Cell::new(0),
            dropped: Cell::new(false),
            noted: RefCell::new(Vec::new()),
            inside: Default::default(),
            areas: RefCell::new(Vec::new()),
            boxes: RefCell::new(Vec::new()),
            asked: RefCell::new(Vec::new()),
            codes: RefCell::new(Vec::new()),
            bounds: RefCell::new(Vec::new()),
            won: RefCell::new(Vec::new()),
        };
        let resolver = make(&mut *self.sink, verdict);
        let value = T::deserialize(Reader { node, file: at.file, over, by: &resolver, entry: false });
        let (missed, noted) = (resolver.missed.get() > 0, resolver.noted.take());
        self.origins.ruled_areas.extend(resolver.areas.take());
        self.origins.ruled_boxes.extend(resolver.boxes.take());
        self.origins.asked.extend(resolver.asked.take());
        self.codes.extend(resolver.codes.take());
        self.bounds.extend(resolver.bounds.take());
        self.origins.won.extend(resolver.won.take());
        self.incomplete.rules |= missed || resolver.dropped.get();
        let bad = verdict.is_some_and(|verdict| bad_inside(verdict, node, &[])) || any_mark(node);
        // Read again by themselves, they can be judged one by one.
        let mut silent = Sink::default();
        let quiet = make(&mut silent, None);
        let mut judged = Judged::default();
        for (kind, id) in noted.into_iter().filter(|_| over.is_none()) {
            let origin = Origin { file: at.file, node: id };
            let Ok(node) = find(origin) else { continue };
            let (reader, place) = (Reader { node, file: at.file, over: None, by: &quiet, entry: false }, Place::from(origin));
            fn add<'de, T: Deserialize<'de>>(list: &mut Vec<(Place, T)>, place: Place, reader: Reader<'de, '_>) {
                let piece = T::deserialize(reader);
                let whole = reader.by.missed.replace(0) == 0;
                list.extend(piece.ok().filter(|_| whole).map(|piece| (place, piece)));
            }
            match kind {
                JudgedKind::Units => add(&mut judged.units, place, reader),
                JudgedKind::Hexes => add(&mut judged.hexes, place, reader),
                JudgedKind::Hexsides => add(&mut judged.hexsides, place, reader),
                JudgedKind::Condition => add(&mut judged.conditions, place, reader),
                JudgedKind::Window => add(&mut judged.windows, place, reader),
            }
        }
        self.origins.judged.append(judged);
        match value {
            Ok(value) if !missed => Ok(value),
            Ok(_) => Err(None),
            Err(_) if missed => Err(None),
            Err(error) if over.is_some() => Err(Some(error)),
            Err(error) => {
                if !bad {
                    let message = format!("muster cannot take what its own schema allows: {error}");
                    self.sink.report(Diag::new(&codes::OUR_FAULT, at, message).help("please report this, with the file"));
                }
                Err(None)
            }
        }
    }
}
