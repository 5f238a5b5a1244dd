//! What an author types, one type for each thing: these mirror the files one to one, and the schemas come from them.
//!
//! Descriptions here are what an editor shows while one types, so they speak to a designer. Every list of
//! objects is a [`ListOf`]: it may be written in place, or be a sheet.

mod art;
mod basic;
mod bundle;
mod imported;
mod map;
mod map_art;
mod module;
mod print;
mod rules;
mod scenario;
mod table;
mod turns;
mod units;
mod vassal;

pub use crate::model::Example;
pub use art::*;
pub use basic::*;
pub use bundle::*;
pub use imported::*;
pub use map::*;
pub use map_art::*;
pub use module::*;
pub use print::*;
pub use rules::*;
pub use scenario::*;
pub use table::*;
pub use turns::*;
pub use units::*;
pub use vassal::*;

/// The version of the format that this program reads and writes.
pub const FORMAT: u32 = 2;

/// Letters in a name or a title.
pub const NAME_LETTERS: u32 = 1_000;
/// Letters in a text that is more than a name.
pub const TEXT_LETTERS: u32 = 100_000;

/// A thing that is read as one piece: a file's root, or an element of a list.
pub trait Entity: serde::de::DeserializeOwned + schemars::JsonSchema + Send {
    /// The lists inside it, by dotted name, whose elements are entities of their own.
    const LISTS: &'static [&'static str] = &[];
}

macro_rules! entities {
    ($($name:ty $(: $($list:literal)+)?;)+) => {
        $(impl Entity for $name {
            $(const LISTS: &'static [&'static str] = &[$($list),+];)?
        })+
    };
}

entities! {
    Module: "sources" "sides" "nations" "types" "classes" "ratings" "states" "units" "vassal-ids" "roster" "printed" "formations" "markers" "cards" "terrain" "tables" "examples" "allow";
    Written<Example>;
    ValueSource; Side; Nation; UnitType; Class; Rating; State; Allow;
    Unit; VassalId; Formation; Marker; Card; Terrain;
    Map: "terrain.hexes" "sheets" "values" "places" "hexsides" "roads" "bridges" "areas" "entries" "exits" "sources" "arrows" "boxes" "tracks";
    Sheet: "terrain.hexes";
    Hex; ValueName; Town; HexsideFeature; Road; Bridge; Area; Entry; Exit; Source; Arrow; BoxOffMap; Track;
    Turns: "turns" "phases";
    Turn; Phase;
    GameOption; Reminder; Coverage; KeptName;
    Table: "rows" "reprint" "results" "modifiers";
    Row; ResultCode; Modifier;
    Art: "layouts" "looks" "marker-layouts" "card-layouts";
    Layout; Look; PlateLayout;
    Sourced: "found";
    Found;
    Vassal: "prototypes" "traits" "components";
    VassalPrototype; VassalTraits; VassalComponent;
    Scenario: "setup" "markers" "arrivals" "withdrawals" "control" "bridges" "options" "changes" "victory.levels" "victory.points";
    Placement; MarkerPlacement; Arrival; Withdrawal; Controlled; BridgeState; VictoryLevel;
}
