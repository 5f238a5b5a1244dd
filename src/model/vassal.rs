//! What the author adds to the VASSAL module.

use super::Units;
use super::{CardId, FormationId, Game, MarkerId, SideId, StateId, TurnId, UnitId};

/// Additions to the VASSAL module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vassal {
    /// Prototypes: their names and traits.
    pub prototypes: Vec<(String, Vec<String>)>,
    /// Traits, and the units that have them; all if none.
    pub traits: Vec<(Option<Units>, Vec<String>)>,
    /// Components: the map window that each belongs to, and its XML.
    pub components: Vec<(Option<String>, String)>,
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
    /// What every module of ours says of itself: an import knows its trays and signs by it.
    pub const MADE: &'static str = "Built with Muster";
    /// The file of a module of ours that lists its hexes: VASSAL numbers the margins of a board as well.
    pub const HEXES: &'static str = "muster-hexes.txt";
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
