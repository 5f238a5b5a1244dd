//! Combat: odds, chits and barrages, support, retreat and advance.

use super::rule_syntax::{entries, pieces, words};
use super::*;

entries! {
    /// A kind of combat.
    pub struct Combat {
        /// How it is decided; by odds if left out.
        pub kind: Option<CombatKind>,
        /// In which phases.
        pub phase: Option<Vec<PhaseName>>,
        /// Who may attack so; all units if left out.
        pub who: Option<Units>,
        /// Whom one may attack so: nobody else in the hex is struck; all units if left out.
        pub against: Option<Units>,
        /// From how many hexes away; 1 if left out.
        pub range: Option<Amount>,
        /// The table of results.
        pub table: Option<TableId>,
        /// The attacker's rating.
        pub attack: Option<RatingId>,
        /// The defender's rating.
        pub defense: Option<RatingId>,
        /// How odds are rounded; for the defender if left out.
        pub round: Option<OddsRounding>,
        /// What happens below the first column: `clamp` (the first column counts; so if left out), `forbidden`, or a result code.
        pub below: Option<String>,
        /// What happens above the last column: `clamp` (the last column counts; so if left out), `forbidden`, or a result code.
        pub above: Option<String>,
        /// The same as `below`, looked at before the shifts.
        pub raw_below: Option<String>,
        /// The same as `above`, looked at before the shifts.
        pub raw_above: Option<String>,
        /// What changes the strengths, in this order, after the `values` of the rules.
        #[serde(default)]
        pub values: Entries<Value>,
        /// Columns to the right, or to the left if negative.
        #[serde(default)]
        pub shifts: Entries<Mod>,
        /// What is added to the roll.
        #[serde(default)]
        pub rolls: Entries<Mod>,
        /// How far shifts and rolls may go.
        #[serde(default)]
        pub caps: Entries<Cap>,
        /// How many may attack, or how often.
        #[serde(default)]
        pub limits: Entries<Limit>,
        /// Phases in which it is fought only out of a move, in a mode that assaults.
        pub assault: Option<Vec<PhaseName>>,
        /// Barrage: the points that find the column; the sum of the attack rating if left out.
        pub points: Option<Amount>,
        /// Chits: how many are drawn.
        pub draws: Option<Draws>,
        /// Chits: what changes the hits that they add up to.
        pub hits: Option<Hits>,
        /// What happens to all who took part, whatever the result.
        pub after: Option<Vec<Effect>>,
        /// What is attacked: all enemy units of a hex, or one of them; the hex if left out.
        pub target: Option<CombatTarget>,
        /// How often in a phase.
        pub attacks: Option<Attacks>,
        /// It is only declared at first, and resolved in these phases; the same phase means: after all have been declared.
        pub resolve: Option<Vec<PhaseName>>,
        /// Whose part of a result comes first; as it is written if left out.
        pub first: Option<Who>,
        /// Whether all units of a hex retreat together, by one way.
        pub together: Option<bool>,
        /// A retreat that finds no room at its end goes on, so many hexes at most.
        #[schemars(range(min = 1, max = 20))]
        pub further: Option<u32>,
    }

    /// How far modifiers may go.
    pub struct Cap {
        /// Of what.
        pub of: Capped,
        /// The least.
        pub at_least: Option<i32>,
        /// The most.
        pub at_most: Option<i32>,
        /// The lowest column, for `columns`.
        pub lowest: Option<String>,
        /// The highest column, for `columns`.
        pub highest: Option<String>,
        /// Only those of this stage; all together if left out.
        #[schemars(range(min = 1, max = 2))]
        pub stage: Option<u32>,
    }

    /// Support from afar: artillery, aircraft.
    pub struct Support {
        /// Which units give it.
        pub who: Option<Units>,
        /// To whom.
        #[serde(rename = "for")]
        pub to: Option<Vec<Who>>,
        /// How many hexes away at most.
        pub range: Option<Amount>,
        /// At most so many in a battle.
        pub at_most: Option<i32>,
        /// What it gives.
        pub gives: Gives,
        /// How much; its attack rating, or one column, if left out.
        pub amount: Option<Amount>,
        /// What happens to those who gave it.
        pub after: Option<Vec<Effect>>,
    }

    /// An advance after combat.
    pub struct Advance {
        /// Which units; all attackers if left out.
        pub who: Option<Units>,
        /// How many hexes; as many as the loser retreated if left out.
        pub hexes: Option<Amount>,
        /// How far where its whole way goes along roads.
        pub by_road: Option<RoadAdvance>,
        /// Whether the first hex must be the one that was attacked; so if left out.
        pub vacated_first: Option<bool>,
        /// It ends in the so manieth hex that it enters in an enemy's zone; zones do not end it if left out.
        #[schemars(range(min = 1, max = 100))]
        pub zones: Option<u32>,
        /// Which steps from zone to zone are allowed; all if left out.
        pub pass: Option<Pass>,
        /// Hexsides that only its first step may cross.
        pub first_only: Option<Hexsides>,
        /// Whether it goes only where the unit could move to, and as far: costs and bans of movement count, zones do not.
        pub as_move: Option<bool>,
        /// At most so many.
        pub at_most: Option<i32>,
        /// At most so many across each hexside by which one goes into the hex.
        pub each_hexside: Option<u32>,
    }

    /// Which units lose steps first. Each entry leaves some of those that the ones before it left.
    pub struct Loss {
        /// Only for the losses of this side.
        pub who: Option<Who>,
        /// These first, as long as there are any.
        pub of: Option<Units>,
        /// Those with the most of it first: units, steps, or a rating as it is printed.
        pub most: Option<Counted>,
        /// Those with the least of it first.
        pub least: Option<Counted>,
        /// Those first that have lost the fewest steps in this combat.
        pub spread: Option<bool>,
    }

    /// How places change hands. The first entry that fits a unit counts.
    pub struct Taking {
        /// Which units; all if left out.
        pub who: Option<Units>,
        /// When a unit takes a place; when it passes through if left out.
        pub by: Option<TakenBy>,
    }
}

pieces! {
    /// How often in a phase.
    pub struct Attacks {
        /// How often a unit attacks; once if left out.
        #[schemars(range(min = 1, max = 100))]
        pub unit: Option<u32>,
        /// How often a hex is attacked; once if left out.
        #[schemars(range(min = 1, max = 100))]
        pub hex: Option<u32>,
    }

    /// An advance along roads.
    pub struct RoadAdvance {
        /// Along these roads; along any if left out.
        pub roads: Option<Vec<TerrainId>>,
        /// How many hexes.
        pub hexes: Amount,
    }

    /// How many chits are drawn.
    pub struct Draws {
        /// The deck or cup.
        pub deck: DeckName,
        /// How many, before the modifiers.
        pub count: Amount,
        /// What adds to them.
        #[serde(default)]
        pub mods: Entries<Mod>,
        /// But never fewer.
        pub at_least: Option<Amount>,
        /// But never more, unless `at-least` says so.
        pub at_most: Option<Amount>,
    }

    /// What changes hits; they are never fewer than none.
    #[derive(Default)]
    pub struct Hits {
        /// The attacker's.
        #[serde(default)]
        pub attacker: Entries<Mod>,
        /// The defender's.
        #[serde(default)]
        pub defender: Entries<Mod>,
        /// What each hit on the attacker does; a step lost if left out.
        pub on_attacker: Option<Vec<Effect>>,
        /// What each hit on the defender does; a step lost if left out.
        pub on_defender: Option<Vec<Effect>>,
        /// Whether hits that nobody is left to suffer take as many away from those that the other side has still to suffer.
        pub cancel: Option<bool>,
    }

    /// What a chit does to both sides, the first of its faces whose condition holds.
    pub struct ChitFace {
        /// Only when this holds.
        #[serde(rename = "if")]
        pub when: Option<Condition>,
        /// Hits that the attacker suffers.
        pub attacker: Option<i32>,
        /// Hits that the defender suffers.
        pub defender: Option<i32>,
        /// What else happens.
        pub effects: Option<Vec<Effect>>,
    }
}

words! {
    /// How a combat is decided.
    pub enum CombatKind {
        /// By the ratio of two strengths.
        Odds,
        /// By the difference of two strengths.
        Difference,
        /// By chits.
        Chits,
        /// By the points of those who fire.
        Barrage,
    }

    /// How odds are rounded.
    pub enum OddsRounding {
        /// For the defender: to the next worse column.
        Defender,
        /// For the attacker: to the next better column.
        Attacker,
        /// To the nearest column.
        Nearest,
    }

    /// What a cap limits.
    pub enum Capped {
        /// Columns.
        Shifts,
        /// What is added to the roll.
        Rolls,
        /// The column itself, after the shifts.
        Columns,
    }

    /// What is attacked.
    pub enum CombatTarget {
        /// All enemy units of a hex.
        Hex,
        /// One unit of a hex.
        Unit,
    }

    /// When a unit takes a place.
    pub enum TakenBy {
        /// When it enters one of its hexes, and no enemy is in another.
        Passing,
        /// When it ends a move, an advance or a retreat there, and no enemy is in another of its hexes.
        Ending,
        /// Never.
        Never,
    }

    /// What support gives.
    pub enum Gives {
        /// Strength.
        Strength,
        /// Columns.
        Shift,
        /// Something added to the roll.
        Roll,
        /// Points for a barrage.
        Points,
    }
}
