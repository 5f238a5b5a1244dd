//! What the author adds to the VASSAL module.

use super::Units;
use super::{Called, CardId, FormationId, Game, MarkerId, SideId, StateId, TurnId, UnitId};

/// Additions to the VASSAL module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vassal {
    /// Prototypes: their names and traits.
    pub prototypes: Vec<(String, Vec<String>)>,
    /// Traits, and the units that have them; all if none.
    pub traits: Vec<(Option<Units>, Vec<String>)>,
    /// Components: the map window that each belongs to, and what it is.
    pub components: Vec<(Option<String>, Component)>,
    /// Parts of the kit that lie in the module.
    pub kit: Vec<KitPart>,
    /// The module that the game was imported from, if it is kept.
    pub kept: Option<std::sync::Arc<Kept>>,
}

/// A part of the kit to print and play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KitPart {
    /// The rules in short.
    Rules,
    /// Tables and charts.
    Charts,
    /// The setup of each scenario.
    Setup,
    /// The order of appearance.
    OrderOfAppearance,
    /// The turn track.
    TurnTrack,
    /// The map on one sheet.
    Map,
    /// The sheets of counters.
    Counters,
    /// The sheets of cards.
    Cards,
}

/// A module that a game was imported from: it is built again, with what the game says by now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Its tree of components. Slots and setups say what they became.
    pub tree: Component,
}

impl Kept {
    /// The folder that holds it.
    pub const FOLDER: &'static str = "vassal";
    /// The class of a prototype in its tree.
    pub const PROTOTYPE: &'static str = "VASSAL.build.module.PrototypeDefinition";

    /// The path of its tree.
    #[must_use]
    pub fn build_file() -> String {
        format!("{}/buildFile.xml", Kept::FOLDER)
    }
}

/// A component of a module, as VASSAL's build file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// Its class.
    pub name: String,
    /// Its attributes, in their order.
    pub attributes: Vec<(String, String)>,
    /// What is inside.
    pub parts: Vec<Component>,
    /// Its text.
    pub text: String,
}

impl Component {
    /// What it is called.
    #[must_use]
    pub fn named(&self) -> &str {
        self.attributes.iter().find(|(name, _)| name == "name" || name == "mapName").map_or("", |(_, value)| value)
    }
}

/// The sheet with the numbers of pieces, to which `muster build` adds those of new ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VassalIdsSheet {
    /// Its path in the game's folder; it may not be there yet.
    pub path: String,
    /// The author's headings for number, kind and id.
    pub headings: [String; 3],
}

impl Default for VassalIdsSheet {
    fn default() -> Self {
        VassalIdsSheet { path: "vassal-ids.csv".to_owned(), headings: ["gpid", "kind", "id"].map(str::to_owned) }
    }
}

impl Vassal {
    /// The properties of a unit that we write ourselves.
    pub const PROPERTIES: [&'static str; 16] = [
        "Unit",
        "Side",
        "Nation",
        "Formation",
        "Type",
        "Class",
        "Size",
        "Designation",
        "Steps",
        "Count",
        "Remnant",
        "Breakdown",
        "Tags",
        "States",
        "FormationId",
        "NationId",
    ];
    /// What stands in a column of units.csv instead of a property's name in VASSAL: a dot would begin another field there.
    #[must_use]
    pub fn column(property: &str) -> String {
        property.replace('.', "_")
    }

    /// What a slot or setup of a kept module became: `unit 1-inf`, `scenario dawn`. No build writes it.
    pub const LINK: &'static str = "muster";
    /// The side that a piece of a kept module had.
    pub const LINK_SIDE: &'static str = "muster-side";
    /// The faces of a piece of a kept module: for each its level, its picture there and here, and its state.
    pub const LINK_FACES: &'static str = "muster-faces";
    /// The map window and its board.
    pub const MAP: &'static str = "Map";
    /// The window with boxes for what is not on the map, and its board.
    pub const TRAYS: &'static str = "Trays";
    /// The window with decks and cups, and its board.
    pub const CARDS: &'static str = "Cards";
    /// Every map window that a module of ours may have.
    pub const WINDOWS: [&'static str; 3] = [Vassal::MAP, Vassal::TRAYS, Vassal::CARDS];
    /// What every module of ours says of itself: an import knows its trays and signs by it.
    pub const MADE: &'static str = "Built with Muster";
    /// The file of a module of ours that lists its hexes: VASSAL numbers the margins of a board as well.
    pub const HEXES: &'static str = "muster-hexes.txt";
}

/// Why a component of the author's does not fit into the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit<'g> {
    /// The module of this game has no such map window.
    NoWindow(&'g str),
    /// The module has one of that class and name.
    Taken(&'g str),
}

/// The components of the author's that do not fit into the module, by their place in the list. The check and the
/// emitter ask the same.
#[must_use]
pub fn misfits(game: &Game) -> Vec<(usize, Misfit<'_>)> {
    let mut out = Vec::new();
    for (n, (window, part)) in game.vassal.components.iter().enumerate() {
        match window {
            Some(window) if game.vassal.kept.is_some() && !kept_window(game, window) => out.push((n, Misfit::NoWindow(window))),
            _ if game.vassal.kept.is_some() => {}
            Some(window) if !has_window(game, window) => out.push((n, Misfit::NoWindow(window))),
            None if is_taken(game, &part.name, part.named()) => out.push((n, Misfit::Taken(part.named()))),
            _ => {}
        }
    }
    out
}

/// Whether a kept module has that map window.
fn kept_window(game: &Game, window: &str) -> bool {
    fn has(part: &Component, window: &str) -> bool {
        let map = part.attributes.iter().any(|(name, value)| name == "mapName" && value == window);
        map || part.parts.iter().any(|part| has(part, window))
    }
    game.vassal.kept.as_ref().is_some_and(|kept| has(&kept.tree, window))
}

fn has_window(game: &Game, window: &str) -> bool {
    match window {
        Vassal::MAP => game.map.as_ref().is_some_and(|map| !map.board.is_empty() || !map.boxes.is_empty()),
        Vassal::TRAYS => !game.units.is_empty(),
        Vassal::CARDS => !game.cards.is_empty(),
        _ => false,
    }
}

/// Whether a module of ours has something of this class and name, or may have it once the game has grown.
fn is_taken(game: &Game, class: &str, name: &str) -> bool {
    let Some(class) = class.strip_prefix("VASSAL.build.module.") else { return false };
    match class {
        "Map" => Vassal::WINDOWS.contains(&name),
        "PieceWindow" => name == "Counters",
        "ChartWindow" => name == "Charts",
        "turn.TurnTracker" => name == "Turn",
        "Inventory" => matches!(name, "By formation" | "By place"),
        "GlobalKeyCommand" => {
            matches!(name, "Unmark moved units" | "Move the turn marker") || name.starts_with("Whatever was drawn goes back: ")
        }
        "PlayerHand" => game.sides.values().any(|side| name.strip_prefix("Hand: ") == Some(side.called())),
        "DiceButton" => game.tables.values().filter_map(|table| table.dice).any(|dice| dice.to_string() == name),
        "PredefinedSetup" => game.scenarios.values().any(|scenario| scenario.called() == name),
        _ => false,
    }
}

/// A thing of the game whose text a module of VASSAL cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextOf {
    /// A unit.
    Unit(UnitId),
    /// A marker.
    Marker(MarkerId),
    /// A card.
    Card(CardId),
    /// A formation.
    Formation(FormationId),
    /// A side.
    Side(SideId),
    /// A state.
    State(StateId),
    /// A turn.
    Turn(TurnId),
    /// A phase, by its place in the list.
    Phase(usize),
}

/// A text that a module of VASSAL cannot hold: whose it is, its kind and id, the field, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unheld<'g> {
    /// Whose.
    pub of: TextOf,
    /// What that is: `unit`, `marker`.
    pub kind: &'static str,
    /// Its id.
    pub id: &'g str,
    /// The field: `name`, `properties.Commander`.
    pub field: String,
    /// The text.
    pub text: &'g str,
}

/// VASSAL's way of writing lists has a hole: a text that ends in a backslash swallows what follows. The check and the
/// emitter ask the same.
pub fn unheld(game: &Game) -> Vec<Unheld<'_>> {
    let mut out = Vec::new();
    fn take<'g>(out: &mut Vec<Unheld<'g>>, of: TextOf, kind: &'static str, id: &'g str, fields: &[(&str, Option<&'g String>)]) {
        for (field, text) in fields {
            if let Some(text) = text.filter(|text| text.ends_with('\\')) {
                out.push(Unheld { of, kind, id, field: (*field).to_owned(), text });
            }
        }
    }
    for (n, unit) in game.units.iter() {
        let fields = [
            ("id", Some(&unit.id)),
            ("name", unit.name.as_ref()),
            ("designation", unit.designation.as_ref()),
            ("size", unit.size.as_ref()),
        ];
        take(&mut out, TextOf::Unit(n), "unit", &unit.id, &fields);
        for (name, word) in unit.properties.iter() {
            if let Some(text) = [name, word].into_iter().find(|text| text.ends_with('\\')) {
                let field = format!("properties.{name}");
                out.push(Unheld { of: TextOf::Unit(n), kind: "unit", id: &unit.id, field, text });
            }
        }
    }
    for (n, it) in game.markers.iter() {
        take(&mut out, TextOf::Marker(n), "marker", &it.id, &[("id", Some(&it.id)), ("name", it.name.as_ref())]);
    }
    for (n, it) in game.cards.iter() {
        let fields = [("id", Some(&it.id)), ("name", it.name.as_ref()), ("deck", Some(&it.deck))];
        take(&mut out, TextOf::Card(n), "card", &it.id, &fields);
    }
    for (n, it) in game.formations.iter() {
        take(&mut out, TextOf::Formation(n), "formation", &it.id, &[("id", Some(&it.id)), ("name", it.name.as_ref())]);
    }
    for (n, it) in game.sides.iter() {
        take(&mut out, TextOf::Side(n), "side", &it.id, &[("id", Some(&it.id)), ("name", it.name.as_ref())]);
    }
    for (n, it) in game.states.iter() {
        take(&mut out, TextOf::State(n), "state", &it.id, &[("id", Some(&it.id)), ("name", it.name.as_ref())]);
    }
    for (n, it) in game.turns.iter() {
        take(&mut out, TextOf::Turn(n), "turn", &it.id, &[("id", Some(&it.id)), ("date", it.date.as_ref())]);
    }
    for (n, it) in game.phases.values().enumerate() {
        take(&mut out, TextOf::Phase(n), "phase", &it.id, &[("id", Some(&it.id)), ("name", it.name.as_ref())]);
    }
    out
}
