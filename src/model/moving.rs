//! Movement, supply and entry: how far units come, what reaches them, and how they come onto the map.

use super::rule_syntax::{entries, pieces, words};
use super::*;

/// So many supply traces a game may have: each is followed over the whole map for each side.
pub const MOST_TRACES: usize = 200;
/// So many segments a trace may have.
pub const MOST_SEGMENTS: usize = 20;

pieces! {
    /// Movement.
    #[derive(Default)]
    pub struct Movement {
        /// The rating that is the allowance.
        pub allowance: Option<RatingId>,
        /// Whether a unit may always move one hex that is not closed to it.
        pub guaranteed_hex: Option<bool>,
        /// Only when this holds: in mud, in winter.
        pub guaranteed_if: Option<Condition>,
        /// Units that may not even so.
        pub guaranteed_not: Option<Units>,
        /// Special ways of moving: road march, railway.
        #[serde(default)]
        pub modes: Entries<Mode>,
        /// What costs more, beside the terrain: markers, crowded roads, interdiction.
        #[serde(default)]
        pub surcharges: Entries<Surcharge>,
        /// How many units may do so: cross a hexside, use a mode.
        #[serde(default)]
        pub limits: Entries<Limit>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// What a crowd costs: the more stand there, the more.
    pub struct Crowd {
        /// What is counted in the hex that is entered.
        pub count: Counted,
        /// Which of those that are there; all of the mover's side if left out.
        pub of: Option<Units>,
        /// How much from how many on; the highest that is reached counts.
        pub costs: Vec<CrowdCost>,
    }

    /// A step of what a crowd costs.
    pub struct CrowdCost {
        /// From so many on.
        pub at_least: i32,
        /// So much more.
        pub add: Points,
    }

    /// Supply.
    #[derive(Default)]
    pub struct Supply {
        /// The traces, by which a unit is in supply: each stands for itself.
        #[serde(default)]
        #[schemars(length(max = MOST_TRACES))]
        pub traces: Entries<Trace>,
        /// Units that have a trace whatever happens.
        #[serde(default)]
        pub always: Entries<Always>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// A stretch of a supply trace, walked from the unit.
    pub struct Segment {
        /// Over what it runs; over any hex if left out.
        pub over: Option<Over>,
        /// So many hexes at most.
        #[schemars(range(min = 0, max = 1000))]
        pub hexes: Option<u32>,
        /// So many movement points at most, as the class pays.
        pub points: Option<Points>,
        /// The class that pays the points.
        pub class: Option<ClassId>,
        /// Only roads of these classes; all roads if left out.
        pub roads: Option<Vec<TerrainId>>,
        /// Hexes that cut it.
        pub blocked: Option<Hexes>,
        /// Hexsides that cut it.
        pub blocked_side: Option<Hexsides>,
        /// The hex where the unit stands is never blocked; so if left out.
        pub start_free: Option<bool>,
        /// The first hex after the unit's own is never blocked by an enemy zone.
        pub first_free: Option<bool>,
        /// Where one of one's own units stands, nothing blocks.
        pub friends_open: Option<bool>,
        /// Hexsides that shorten it: once across, so many hexes are left.
        pub shorter: Option<Vec<Shorter>>,
    }

    /// A hexside that shortens a supply trace.
    pub struct Shorter {
        /// Which.
        pub across: Hexsides,
        /// The hexes that it may have in all if it crosses one.
        pub hexes: u32,
    }

    /// Where a supply trace ends.
    pub struct Target {
        /// Sources of supply of the map; those of one's own side count.
        pub source: Option<Vec<SourceId>>,
        /// Hexes.
        pub hexes: Option<Hexes>,
        /// The hexes of such units.
        pub units: Option<Units>,
        /// A road that leaves the map over one of these edges.
        pub leaves: Option<Vec<Edge>>,
        /// Only for these units.
        pub who: Option<Units>,
        /// Only when this holds.
        #[serde(rename = "if")]
        pub when: Option<Condition>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }

    /// How units come onto the map.
    #[derive(Default)]
    pub struct Entering {
        /// The rules of entry: the first that fits a unit counts.
        #[serde(default)]
        pub rules: Entries<EntryRule>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }
}

entries! {
    /// A way of moving.
    pub struct Mode named by ModeName {
        /// Which units may use it; all if left out.
        pub who: Option<Units>,
        /// The allowance is multiplied by this.
        pub times: Option<Points>,
        /// This is added to the allowance.
        pub add: Option<Points>,
        /// The allowance is this.
        pub set: Option<Points>,
        /// So many hexes, whatever they cost.
        #[schemars(range(min = 1, max = 1000))]
        pub hexes: Option<u32>,
        /// It pays as this class.
        pub class: Option<ClassId>,
        /// Only along these roads.
        pub roads: Option<Vec<TerrainId>>,
        /// Only from these hexes.
        pub start: Option<Hexes>,
        /// Only through these hexes, the last one with them.
        pub through: Option<Hexes>,
        /// Only to these hexes.
        pub end: Option<Hexes>,
        /// What it does not heed.
        pub ignores: Option<Vec<Ignored>>,
        /// Only these phases.
        pub phase: Option<Vec<PhaseName>>,
        /// The marker that a unit needs for it.
        pub marker: Option<MarkerId>,
        /// Whether it may enter hexes with enemy units.
        pub into_enemy: Option<bool>,
        /// Whether a step into a hex of the enemy is an attack on it, by the kind of combat that has this phase in `assault`.
        pub assault: Option<bool>,
        /// A second move in the same phase, with all its points: only after a move in one of these modes, after any if the list is
        /// empty.
        pub follows: Option<Vec<ModeName>>,
        /// Whether the move goes on after a won assault, with the points that are left.
        pub goes_on: Option<bool>,
    }

    /// Something that costs more, beside the terrain.
    pub struct Surcharge {
        /// Which units pay; all if left out.
        pub who: Option<Units>,
        /// Into these hexes.
        pub into: Option<Hexes>,
        /// Out of these hexes.
        pub from: Option<Hexes>,
        /// Across these hexsides.
        pub across: Option<Hexsides>,
        /// Only along a road of these classes.
        pub road: Option<Vec<TerrainId>>,
        /// How much more; the whole allowance if `all` is true.
        pub cost: Option<Points>,
        /// Whether it takes the whole allowance.
        pub all: Option<bool>,
        /// How much more for those who already stand there.
        pub crowd: Option<Crowd>,
        /// Whether the move ends there.
        pub stop: Option<bool>,
    }

    /// A supply trace.
    pub struct Trace named by TraceName {
        /// Which units need it; all if left out.
        pub who: Option<Units>,
        /// Its stretches in order, from the unit to the source.
        #[schemars(length(max = MOST_SEGMENTS))]
        pub segments: Vec<Segment>,
        /// Where it ends; at any source of the side on the map if left out.
        pub to: Option<Vec<Target>>,
        /// Whether it may run from unit to unit, each time beginning anew.
        pub chain: Option<bool>,
        /// The state of a unit that has no such trace.
        pub state: Option<StateId>,
        /// The marker that lies on a unit that has no such trace.
        pub marker: Option<MarkerId>,
        /// The states that follow when it fails again and again, each once.
        pub worse: Option<Vec<StateId>>,
        /// In which phases that is looked at.
        pub phase: Option<Vec<PhaseName>>,
    }

    /// Units that have a supply trace whatever happens.
    pub struct Always {
        /// Which.
        pub who: Units,
        /// Only these traces; all if left out.
        pub traces: Option<Vec<TraceName>>,
    }

    /// How units come onto the map.
    pub struct EntryRule {
        /// Which units; all if left out.
        pub who: Option<Units>,
        /// What the first hex costs; as the terrain says, along the road if there is one, if left out.
        pub cost: Option<EntryCost>,
        /// So many points, with `"cost": "points"`.
        pub points: Option<Points>,
        /// What each unit that entered here before it this turn adds: a column waits.
        pub each_more: Option<Points>,
        /// Entry hexes that cannot be used.
        pub blocked: Option<Hexes>,
        /// What may be done if no entry hex can be used; in this order.
        #[serde(rename = "else")]
        pub otherwise: Option<Vec<EntryElse>>,
        /// What it costs to come in elsewhere; as usual if left out.
        pub else_cost: Option<EntryCost>,
        /// Hexes that cannot be used instead either.
        pub else_blocked: Option<Hexes>,
        /// It costs at least so much.
        pub at_least: Option<Points>,
        /// How far away another hex may be, for `near` and `edge`; any distance if left out.
        #[schemars(range(min = 1, max = 1000))]
        pub within: Option<u32>,
        /// The state in which they come then.
        pub state: Option<StateId>,
    }
}

words! {
    /// What a way of moving does not heed.
    pub enum Ignored {
        /// What hexes cost: each costs 1.
        Costs,
        /// What hexsides cost or close.
        Hexsides,
        /// What it costs to enter or leave a zone.
        ZoneCosts,
        /// That a zone stops.
        ZoneStop,
        /// That a step from zone to zone is restricted.
        ZonePass,
        /// Surcharges.
        Surcharges,
        /// Bonds.
        Bonds,
    }

    /// Over what a supply trace runs.
    pub enum Over {
        /// Over any hex.
        Any,
        /// Along roads.
        Road,
        /// Over hexes and hexsides that the class of the segment, or of the unit, may cross.
        Ground,
    }

    /// What the first hex of a unit that comes onto the map costs.
    pub enum EntryCost {
        /// What the hex costs, along the road if one leads in.
        Terrain,
        /// What the road costs that leads in.
        Road,
        /// Nothing.
        Free,
        /// So many points: see `points`.
        Points,
        /// The whole allowance.
        All,
    }

    /// What may be done where an entry cannot be used.
    pub enum EntryElse {
        /// Come a turn later.
        Wait,
        /// Come in next to it.
        Near,
        /// Come in at the nearest hex of the same edge.
        Edge,
        /// Come in at another entry of the side.
        Other,
    }
}
