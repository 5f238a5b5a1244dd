//! Stacking and zones of control: who may stand where, and what that does to others.

use super::rule_syntax::{entries, pieces, words};
use super::*;

pieces! {
    /// Stacking.
    #[derive(Default)]
    pub struct Stacking {
        /// The limits; each binds by itself.
        #[serde(default)]
        pub limits: Entries<Limit>,
        /// Units that never share a hex.
        #[serde(default)]
        pub apart: Entries<Apart>,
        /// Whether units of two sides may share a hex; no if left out.
        pub with_enemy: Option<bool>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// A stack that may hold more.
    pub struct Raise {
        /// The most that it may hold.
        pub to: i32,
        /// If all units that count are these.
        pub all: Option<Units>,
        /// If one of these stands there.
        pub some: Option<Units>,
        /// If the hex is one of these.
        pub at: Option<Hexes>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// Units that count more or less than others.
    pub struct Weigh {
        /// Which.
        pub of: Units,
        /// What one of them counts: `0`, `1/3`, `2`.
        #[serde(rename = "as")]
        pub weight: Points,
        /// Only so many of them weigh so; the rest count in full.
        pub first: Option<u32>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// A unit at the end of a bond, and where the bond does not run from it.
    pub struct BondEnd {
        /// Which units.
        pub who: Units,
        /// Not across these hexsides.
        pub not_across: Hexsides,
    }

    /// Zones of control.
    #[derive(Default)]
    pub struct Zones {
        /// Who has a zone of control, and where it does not reach: the first entry that fits a unit counts.
        #[serde(default)]
        pub exert: Entries<Exert>,
        /// What an enemy zone does; each counts by itself.
        #[serde(default)]
        pub effects: Entries<ZoneEffect>,
        /// Bonds: two units with a gap between them that is closed.
        #[serde(default)]
        pub bonds: Entries<Bond>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }
}

entries! {
    /// A stacking limit.
    pub struct Limit {
        /// What is counted: `units`, `steps`, or a rating such as `points`.
        pub count: Counted,
        /// The most that a hex may hold.
        #[schemars(required, range(min = 0, max = 1_000_000))]
        pub max: Option<i32>,
        /// Which units count; all if left out.
        pub of: Option<Units>,
        /// For what the limit is; for a hex if left out.
        pub per: Option<Per>,
        /// Only at these moments; whenever a move, retreat or advance ends and at setup if left out.
        pub at: Option<Vec<StackingAt>>,
        /// Only in these modes of movement.
        pub modes: Option<Vec<ModeName>>,
        /// Stacks that may hold more; the highest that fits counts.
        pub raise: Option<Vec<Raise>>,
        /// Units that count more or less; the first that fits counts.
        pub weigh: Option<Vec<Weigh>>,
        /// Each formation of this level counts once, however many units of it there are: as much as the one unit that counts most.
        /// A unit that has none counts by itself.
        pub by: Option<LevelName>,
        /// So many units of other formations, in one hex with a unit of a formation, count as its own.
        #[schemars(range(min = 1, max = 99))]
        pub attached: Option<u32>,
    }

    /// Two kinds of units that never share a hex.
    pub struct Apart {
        /// One kind.
        pub a: Units,
        /// The other.
        pub b: Units,
    }

    /// Units that have a zone of control in the hexes next to them.
    pub struct Exert {
        /// Which units; all if left out.
        pub who: Option<Units>,
        /// Whether they have one at all; an entry that says `false` takes it from those units. True if left out.
        pub has: Option<bool>,
        /// Whether its own hex is in its zone too; no if left out.
        pub own_hex: Option<bool>,
        /// Whether it reaches the hexes next to it; so if left out.
        pub adjacent: Option<bool>,
        /// It does not reach into these hexes.
        pub not_into: Option<Hexes>,
        /// It does not reach out of these hexes.
        pub not_from: Option<Hexes>,
        /// It does not reach across these hexsides.
        pub not_across: Option<Hexsides>,
    }

    /// What an enemy zone of control does.
    pub struct ZoneEffect {
        /// What it does.
        pub kind: ZoneEffectKind,
        /// To which units; to all if left out.
        pub who: Option<Units>,
        /// What it costs, for `enter` and `leave`.
        pub cost: Option<Points>,
        /// What is allowed all the same, for `pass`; nothing if left out.
        pub allow: Option<Pass>,
        /// Not where such a unit of one's own stands.
        pub unless: Option<Units>,
    }

    /// Two units of a side with a gap between them that no enemy may pass.
    pub struct Bond {
        /// Which units may form it.
        pub who: Option<Units>,
        /// How they may stand: with one hex between them (the hex is closed), or with two hexes that touch between them (the hexside between those two is closed). Both if left out.
        pub forms: Option<Vec<BondForm>>,
        /// A hex in the gap that is like this breaks it.
        pub not_through: Option<Hexes>,
        /// Hexsides that break it.
        pub broken_by: Option<Hexsides>,
        /// How many such hexsides between the two units break it; 1 if left out.
        #[schemars(range(min = 1, max = 4))]
        pub broken_count: Option<u32>,
        /// Units from which it does not run across some hexsides next to them.
        pub ends: Option<Vec<BondEnd>>,
        /// Edges of the map with which a unit forms it too, however units may stand: where two hexes of the edge touch and the unit
        /// is beside both, the hexside between them is closed.
        pub edges: Option<Vec<Edge>>,
        /// What it closes.
        pub blocks: Vec<BondBlocks>,
    }
}

words! {
    /// For what a limit is.
    pub enum Per {
        /// A hex.
        Hex,
        /// A hexside in one phase.
        Hexside,
        /// A phase of the side.
        Phase,
        /// A game turn.
        Turn,
        /// A battle.
        Combat,
        /// The side, on the whole map; of actions and moves, each side in the whole game.
        Side,
        /// A unit in one phase.
        Unit,
        /// The whole game.
        Game,
    }

    /// When a stacking limit binds.
    pub enum StackingAt {
        /// At setup.
        Setup,
        /// At every moment, also while moving.
        Always,
        /// At the end of a move.
        Movement,
        /// At the end of a phase in which the side moves: before that, units may share a hex as long as one can go on.
        PhaseEnd,
        /// At the end of a retreat.
        Retreat,
        /// At the end of an advance.
        Advance,
    }

    /// What an enemy zone of control does.
    pub enum ZoneEffectKind {
        /// A unit that enters it stops.
        Stop,
        /// Entering it costs more.
        Enter,
        /// Leaving it costs more.
        Leave,
        /// Going from one zone straight into another is restricted: see `allow`.
        Pass,
        /// Supply does not run through it.
        Supply,
        /// A unit may not retreat into it.
        Retreat,
        /// A unit may not advance into it.
        Advance,
    }

    /// Which steps from zone to zone are allowed.
    pub enum Pass {
        /// None.
        Never,
        /// Only as the first step of a move.
        FirstStep,
        /// Only from the zone of one unit into that of another.
        OtherUnit,
        /// As the first step of a move any, later only from the zone of one unit into that of another.
        FirstOrOther,
        /// Where one's own unit stands in the hex that is entered.
        WithFriend,
    }

    /// How two units may stand that form a bond.
    pub enum BondForm {
        /// In a line with one hex between them: that hex is closed.
        Hex,
        /// With two hexes that touch between them: the hexside between those is closed.
        Hexside,
    }

    /// What a bond closes.
    pub enum BondBlocks {
        /// Movement.
        Move,
        /// Retreats.
        Retreat,
        /// Advances.
        Advance,
        /// Supply.
        Supply,
    }
}
