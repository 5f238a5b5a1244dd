//! The rules as the engine reads them. A section that is not there is not checked.

use super::{Condition, LimitId, List, ModeId, OptionId, RatingId, TableId, TerrainId, Units};

/// What a stacking limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Units.
    Units,
    /// Steps.
    Steps,
    /// A rating, added up.
    Rating(RatingId),
}

/// A stacking limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its id.
    pub id: String,
    /// What it counts.
    pub count: Counted,
    /// The most; nothing if not known.
    pub max: Option<i32>,
    /// Which units count.
    pub of: Option<Units>,
    /// Only in these modes.
    pub modes: Vec<ModeId>,
    /// Only when this holds.
    pub when: Option<Condition>,
    /// The printed rule.
    pub rule: Option<String>,
}

/// Stacking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stacking {
    /// Whether units of two sides may share a hex.
    pub with_enemy: bool,
    /// The printed rule.
    pub rule: Option<String>,
}

/// A way of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Who may use it.
    pub who: Option<Units>,
    /// Only along these roads.
    pub roads: Vec<TerrainId>,
    /// Only when this holds.
    pub when: Option<Condition>,
    /// The printed rule.
    pub rule: Option<String>,
}

/// Combat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combat {
    /// Its table.
    pub table: Option<TableId>,
    /// The attacker's rating.
    pub attack: Option<RatingId>,
    /// The defender's rating.
    pub defense: Option<RatingId>,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is played by default.
    pub default: bool,
}

/// The rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Stacking; nothing if not said.
    pub stacking: Option<Stacking>,
    /// Its limits.
    pub limits: List<LimitId, Limit>,
    /// The rating that is the movement allowance.
    pub allowance: Option<RatingId>,
    /// Whether a unit may always move one hex.
    pub guaranteed_hex: bool,
    /// Ways of moving.
    pub modes: List<ModeId, Mode>,
    /// Combat; nothing if not said.
    pub combat: Option<Combat>,
    /// Options, of the rules and of all scenarios.
    pub options: List<OptionId, GameOption>,
    /// What is only to be remembered: printed rule and words.
    pub reminders: Vec<(Option<String>, String)>,
}
