//! What the author adds to the VASSAL module.

use super::Units;

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
