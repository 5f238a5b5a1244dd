//! Names that were looked up, and where they stand: what an editor needs to go to a thing, to find who names it, and to
//! give it another name. Nobody else asks, so a sink listens only when it is told to.

use crate::span::Place;

/// What a name does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It gives a thing its name.
    Defines,
    /// It means a thing that is there.
    Refers,
    /// It means nothing that is known.
    Unknown,
}

/// The thing that a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meant {
    /// The so-manieth of its kind: it may have other names.
    Nth(u32),
    /// Whatever is called so.
    Word(String),
    /// What is called so within the so-manieth table: the same word is something else in another.
    Within(u32, String),
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Named {
    /// The kind of thing: "side", "unit type".
    pub kind: &'static str,
    /// The thing.
    pub meant: Meant,
    /// The name as it was read.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What it does there.
    pub role: Role,
}

/// Hexes by their numbers are names too, which nobody declares.
pub const HEX: &str = "hex";

/// Codes of results, which belong to their table.
pub const RESULT: &str = "result";

/// Words of `once` that values share, which nobody declares.
pub const SHARED_BY_VALUES: &str = "word shared by values";

/// Words of `once` that modifiers share: they never meet those of values.
pub const SHARED_BY_MODIFIERS: &str = "word shared by modifiers";

/// Words that a player declares in play, and conditions ask for.
pub const DECLARED: &str = "word that a player declares";

/// Numbers of printed rules, which the list of coverage declares.
pub const PRINTED: &str = "printed rule";

/// Levels of victory, by their names.
pub const LEVEL: &str = "level of victory";
