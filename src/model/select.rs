//! Selectors: which units, hexes and hexsides are meant. Fields are AND, lists are OR.

use super::rule_syntax::{pieces, words};
use super::*;

pieces! {
    /// Which units are meant. All fields must fit; within a list, one is enough.
    #[derive(Default)]
    pub struct Units {
        /// All of these must fit too.
        pub all: Option<Vec<Units>>,
        /// One of these must fit too.
        pub any: Option<Vec<Units>>,
        /// This must not fit, taken as a whole.
        pub not: Option<Box<Units>>,
        /// Ids of single units.
        pub id: Option<Vec<UnitId>>,
        /// Sides; `own` and `enemy` as seen from the unit that the rule speaks of, in combat from the attacker.
        pub side: Option<Vec<SideWord>>,
        /// Nations.
        pub nation: Option<Vec<NationId>>,
        /// Formations, with everything below them.
        pub formation: Option<Vec<FormationId>>,
        /// Unit types.
        #[serde(rename = "type")]
        pub kind: Option<Vec<TypeId>>,
        /// Movement classes.
        pub class: Option<Vec<ClassId>>,
        /// Tags of the author's own.
        pub tags: Option<Vec<Label>>,
        /// Sizes as they stand on the counter.
        pub size: Option<Vec<String>>,
        /// Ratings as they are on the face that shows; all of them must fit.
        pub rating: Option<Vec<RatingTest>>,
        /// So many steps now.
        pub steps: Option<Range>,
        /// Whether it has all its steps.
        pub full: Option<bool>,
        /// States in which the unit is now.
        pub state: Option<Vec<StateId>>,
        /// Markers on it, one of these.
        pub marker: Option<Vec<MarkerId>>,
        /// What it did this turn, one of these.
        pub did: Option<Vec<Deed>>,
        /// The mode in which it moves now.
        pub mode: Option<Vec<ModeName>>,
        /// The hex where it stands.
        pub at: Option<Box<Hexes>>,
        /// The hex where its move began.
        pub start: Option<Box<Hexes>>,
        /// The rest of its stack; all of these must hold.
        pub with: Option<Vec<Group>>,
        /// Whether it is alone in its hex, among its own side.
        pub alone: Option<bool>,
        /// What is near it; all of these must hold.
        pub near: Option<Vec<Near>>,
        /// The hexside between it and the hex that is attacked or entered.
        pub across: Option<Box<Hexsides>>,
        /// Supply traces, one of which it has.
        pub supplied: Option<Vec<TraceName>>,
        /// Units with which it shares a formation; all of these must hold.
        pub same: Option<Vec<Same>>,
        /// Its part in the battle.
        pub role: Option<Vec<Role>>,
    }

    /// A number with a least and a most; both count.
    #[derive(Default)]
    pub struct Range {
        /// The least.
        pub at_least: Option<i32>,
        /// The most.
        pub at_most: Option<i32>,
    }

    /// A rating of a unit.
    pub struct RatingTest {
        /// The rating.
        pub name: RatingId,
        /// The least.
        pub at_least: Option<i32>,
        /// The most.
        pub at_most: Option<i32>,
        /// Whether the unit has such a number at all.
        pub printed: Option<bool>,
    }

    /// A number that a hex, a place or its terrain carries.
    pub struct ValueTest {
        /// The value, by its name.
        pub name: ValueWord,
        /// The least.
        pub at_least: Option<i32>,
        /// The most.
        pub at_most: Option<i32>,
    }

    /// A unit that shares a formation with others.
    pub struct Same {
        /// With whom: `attackers`, `stack`.
        #[serde(rename = "as")]
        pub with: Role,
        /// At which level; their own formations if left out.
        pub level: Option<LevelName>,
    }

    /// Something near.
    #[derive(Default)]
    pub struct Near {
        /// Such a unit, other than the one that is asked about.
        pub units: Option<Box<Units>>,
        /// Such a hex.
        pub hexes: Option<Box<Hexes>>,
        /// How many hexes away at most; 1 if left out.
        #[schemars(range(min = 0, max = 100))]
        pub within: Option<u32>,
        /// Only where a road leads there, one hex away.
        pub linked: Option<bool>,
    }

    /// A quantifier over a group of units: some (if nothing else is said), all, none, at least, at most.
    #[derive(Default)]
    pub struct Group {
        /// Whose: a part in the battle, the stack, the hex; everybody on the map if left out.
        #[serde(rename = "in")]
        pub place: Option<Role>,
        /// Those in this box off the map.
        #[serde(rename = "box")]
        pub in_box: Option<BoxId>,
        /// Which of them.
        pub of: Option<Units>,
        /// How many of them.
        pub is: Option<Quantity>,
        /// What is counted for `at-least` and `at-most`; units if left out.
        pub count: Option<Counted>,
        /// At least so many.
        pub at_least: Option<i32>,
        /// At most so many.
        pub at_most: Option<i32>,
        /// Counted for each formation of this level: one that has enough is enough.
        pub by: Option<LevelName>,
        /// From how many hexes: where those that fit stand.
        pub hexes: Option<Range>,
        /// Whether two of those hexes do not touch.
        pub apart: Option<bool>,
    }

    /// Which hexes are meant. All fields must fit; within a list, one is enough.
    #[derive(Default)]
    pub struct Hexes {
        /// All of these must fit too.
        pub all: Option<Vec<Hexes>>,
        /// One of these must fit too.
        pub any: Option<Vec<Hexes>>,
        /// This must not fit, taken as a whole.
        pub not: Option<Box<Hexes>>,
        /// Single hexes.
        pub hex: Option<HexSet>,
        /// Terrain: the ground, or a feature on it.
        pub terrain: Option<Vec<TerrainId>>,
        /// Named places.
        pub place: Option<Vec<PlaceId>>,
        /// Areas.
        pub area: Option<Vec<AreaId>>,
        /// Entries.
        pub entry: Option<Vec<EntryId>>,
        /// Edges of the map.
        pub edge: Option<Vec<Edge>>,
        /// Numbers that the hex, its place or its terrain carry; all of them must fit.
        pub value: Option<Vec<ValueTest>>,
        /// A road of one of these classes runs through it.
        pub road: Option<Vec<TerrainId>>,
        /// An arrow of one of these kinds points at it from where the unit stands.
        pub ahead: Option<Vec<ArrowId>>,
        /// It has such a hexside.
        pub sides: Option<Box<Hexsides>>,
        /// The place in it is held by this side.
        pub control: Option<SideWord>,
        /// Markers in it, one of these.
        pub marker: Option<Vec<MarkerId>>,
        /// Units in it; all of these must hold.
        pub units: Option<Vec<Group>>,
        /// In a zone of control of this side.
        pub zone: Option<SideWord>,
        /// In a bond of this side.
        pub bond: Option<SideWord>,
        /// So near to something.
        pub near: Option<Vec<Near>>,
        /// Where one of these supply traces reaches, for the side that is asked about.
        pub supplied: Option<Vec<TraceName>>,
        /// Whether it holds no unit.
        pub vacant: Option<bool>,
        /// Its part in the battle or the move.
        pub role: Option<HexRole>,
    }

    /// Which hexsides are meant, seen by somebody who crosses. All fields must fit; within a list, one is enough.
    #[derive(Default)]
    pub struct Hexsides {
        /// All of these must fit too.
        pub all: Option<Vec<Hexsides>>,
        /// One of these must fit too.
        pub any: Option<Vec<Hexsides>>,
        /// This must not fit, taken as a whole.
        pub not: Option<Box<Hexsides>>,
        /// What runs along it.
        pub kind: Option<Vec<TerrainId>>,
        /// Single hexsides.
        pub between: Option<SideSet>,
        /// The bridge across it as it is now: one of these.
        pub bridge: Option<Vec<BridgeWord>>,
        /// The bridge across it is held by this side.
        pub owner: Option<SideWord>,
        /// A road of one of these classes crosses it.
        pub road: Option<Vec<TerrainId>>,
        /// Whether any road crosses it.
        pub linked: Option<bool>,
        /// The hex from which one crosses.
        pub from: Option<Box<Hexes>>,
        /// The hex into which one crosses.
        pub to: Option<Box<Hexes>>,
        /// Both of its hexes.
        pub both: Option<Box<Hexes>>,
        /// It divides two areas of this group.
        pub boundary: Option<AreaGroup>,
        /// In a bond of this side.
        pub bond: Option<SideWord>,
        /// Markers on it, one of these.
        pub marker: Option<Vec<MarkerId>>,
    }
}

words! {
    /// What a unit did this turn.
    pub enum Deed {
        /// It moved.
        Moved,
        /// It attacked.
        Attacked,
        /// It was attacked.
        Defended,
        /// It fired, or supported.
        Fired,
        /// It retreated.
        Retreated,
        /// It advanced after combat.
        Advanced,
        /// It came onto the map.
        Arrived,
    }

    /// A part in the battle, or in what is asked.
    pub enum Role {
        /// All who attack.
        Attackers,
        /// All who are attacked.
        Defenders,
        /// All who support from afar.
        Supporters,
        /// Attackers, defenders and supporters.
        Participants,
        /// The unit that the rule speaks of.
        Unit,
        /// The units in its hex, with itself.
        Stack,
        /// The units in the hex that is asked about.
        Hex,
        /// Everybody on the map.
        Map,
    }

    /// How many of a group.
    pub enum Quantity {
        /// At least one.
        Some,
        /// Every one, and there is one.
        All,
        /// Not one.
        None,
    }

    /// A part that a hex has.
    pub enum HexRole {
        /// The hex that is attacked or entered.
        Target,
        /// Where the move began.
        Start,
    }

    /// How a bridge is.
    pub enum BridgeWord {
        /// There is none.
        None,
        /// It stands.
        Intact,
        /// It is down.
        Blown,
        /// It is being built.
        Building,
        /// It is a ford, whatever else it is.
        Ford,
    }
}
