//! What players do beside moving and fighting, what happens by itself, and what they draw: actions, triggers, pools
//! and decks. Bridges, works, replacements, rallies and weather are made of these.

use super::rule_syntax::{entries, pieces, words};
use super::*;

entries! {
    /// Something that a side may do in a phase, or must.
    pub struct Action {
        /// In which phases.
        pub phase: Option<Vec<PhaseName>>,
        /// Which side; the one whose phase it is if left out.
        pub by: Option<SideWord>,
        /// Which units do it.
        pub who: Option<Units>,
        /// In which hexes.
        pub at: Option<Hexes>,
        /// At which hexsides.
        pub across: Option<Hexsides>,
        /// How often.
        pub times: Option<Amount>,
        /// In what span; once for each unit if left out.
        pub per: Option<Per>,
        /// Whether it must be done.
        pub must: Option<bool>,
        /// What it costs of a counter of the game.
        pub costs: Option<Vec<Price>>,
        /// The roll that it needs.
        pub roll: Option<Roll>,
        /// The table that is rolled on.
        pub table: Option<TableId>,
        /// What happens: on a success of the roll, before the result of the table.
        #[serde(rename = "do")]
        pub effects: Option<Vec<Effect>>,
        /// What happens on a failure.
        #[serde(rename = "else")]
        pub otherwise: Option<Vec<Effect>>,
    }

    /// Something that happens by itself.
    pub struct Trigger {
        /// What sets it off.
        pub on: Event,
        /// By which units.
        pub who: Option<Units>,
        /// In or into which hexes.
        pub at: Option<Hexes>,
        /// Across which hexsides.
        pub across: Option<Hexsides>,
        /// In which phases.
        pub phase: Option<Vec<PhaseName>>,
        /// How often in the game; always if left out.
        pub times: Option<u32>,
        /// Whether it goes off for the first unit or hex only, where it would for several at once: once a combat, once a phase.
        pub once: Option<bool>,
        /// Who may choose whether it happens; it happens by itself if left out.
        pub may: Option<Chooser>,
        /// The roll that it needs.
        pub roll: Option<Roll>,
        /// What happens.
        #[serde(rename = "do")]
        pub effects: Vec<Effect>,
    }

    /// What a player who is a program does, for games for one and for simulations. The list is read from the top: the first
    /// entry that can be done is done, again and again, until none can.
    pub struct Policy {
        /// The side that plays so.
        pub side: SideId,
        /// What is done.
        #[serde(rename = "do")]
        pub deed: PolicyDeed,
        /// By which units; all of the side if left out.
        pub who: Option<Units>,
        /// Only by units that stand in such hexes.
        pub from: Option<Hexes>,
        /// Where a move ends, which hex is attacked, where an action is done; anywhere if left out.
        pub to: Option<Hexes>,
        /// A move ends as near to such a hex as it can.
        pub toward: Option<Hexes>,
        /// Whether a move must end nearer to it than it began, also where it ends in `to`; for an advance, whether the hex that
        /// was attacked must be nearer.
        pub closer: Option<bool>,
        /// Of the hexes that are as near, these first; read from the top.
        pub prefer: Option<Vec<Wish>>,
        /// In which order units move or are named for an attack; by hex if left out.
        pub order: Option<UnitOrder>,
        /// A move ends only where more such units are found afterwards than before, of whichever side: where it cuts enemies off,
        /// or opens a way for supply.
        pub causes: Option<Units>,
        /// A move ends only where no fewer such units are found afterwards than before: where it lets nobody out.
        pub keeps: Option<Units>,
        /// A move goes along arrows of these kinds, as far as they lead it: in each hex along that of the first kind, if it can.
        pub along: Option<Vec<ArrowId>>,
        /// Whether a move along arrows must spend all points.
        pub full: Option<bool>,
        /// A move is made in this mode; as usual if left out.
        pub mode: Option<ModeName>,
        /// An attack is made at these odds or better: 2 is two to one; 1 if left out.
        pub odds: Option<Points>,
        /// Whether the hex that can be attacked at the best odds is attacked first; by hex if left out.
        pub best: Option<bool>,
        /// One of these actions; any if left out.
        pub action: Option<Vec<ActionName>>,
        /// One of these cards of the hand, the first that can be played; any if left out.
        pub card: Option<Vec<CardId>>,
        /// Which of several choices is taken, the first is 0.
        #[schemars(range(max = 255))]
        pub choice: Option<u32>,
        /// Only if this roll succeeds, made for each unit that could advance, and each choice.
        pub roll: Option<Roll>,
        /// Only on turns on which a roll on this table, made once a turn, gives one of the results in `on`.
        pub table: Option<TableId>,
        /// The results.
        pub on: Option<Vec<String>>,
    }

    /// Markers or points that a side may use so often.
    pub struct Pool {
        /// The side.
        pub side: Option<SideWord>,
        /// The marker that is used.
        pub marker: Option<MarkerId>,
        /// The counter that holds how many are left.
        pub counter: Option<CounterName>,
        /// How many.
        pub count: Amount,
        /// When it is full again; never if left out.
        pub each: Option<Per>,
    }

    /// A deck of cards or a cup of chits: its cards name it.
    pub struct Deck {
        /// How many cards or chits it holds, each as often as its `count` says; not checked if left out.
        #[schemars(range(min = 0, max = 9999))]
        pub cards: Option<u32>,
        /// The side that draws from it; both if left out.
        pub side: Option<SideWord>,
        /// How many a hand holds: it is filled in these phases, and its cards are played later. Without it a card happens when it
        /// is drawn.
        pub hand: Option<Amount>,
        /// Whether the side chooses the cards of its hand instead of drawing them.
        pub choose: Option<bool>,
        /// How many are drawn, and in which phases.
        pub draw: Option<Amount>,
        /// In which phases they are drawn.
        pub phase: Option<Vec<PhaseName>>,
        /// Whether what was drawn goes back; a cup is then always full. What a combat draws goes back after it if this is left out,
        /// and stays out until the cup is full again if it is false.
        pub returns: Option<bool>,
        /// When all that was drawn goes back, except what is in a hand; never if left out.
        pub each: Option<Per>,
        /// Whether all that was drawn goes back when nothing is left, except what is in a hand.
        pub reshuffles: Option<bool>,
    }

    /// Victory points.
    pub struct VictoryPoints {
        /// Who gets them.
        pub side: SideId,
        /// How many; a `value` is that of the place, of the hex of the unit, or of the exit by which it left, that is counted.
        pub add: Amount,
        /// For each of these units.
        pub each: Option<Group>,
        /// For each of these places that the side holds.
        pub places: Option<Vec<PlaceId>>,
        /// For each steps or units of these that have been lost.
        pub lost: Option<Units>,
        /// For each of these that has left the map.
        pub exited: Option<Units>,
        /// What is counted of units that are there, lost or gone: units if left out.
        pub count: Option<Counted>,
    }
}

pieces! {
    /// What an action costs.
    pub struct Price {
        /// Of this counter.
        pub counter: CounterName,
        /// So much.
        pub points: Points,
    }

    /// An entry of the rules that is different: in a scenario, or with an option.
    pub struct RuleChange {
        /// The entry, by its list and id: `stacking.limits/units`, `zones.effects/stop`.
        pub entry: String,
        /// The fields that are different; they stand instead of those of the entry.
        #[borsh(skip)]
        pub set: Option<serde_json::Map<String, serde_json::Value>>,
        /// Whether it does not count at all.
        pub off: Option<bool>,
        /// Only in these turns.
        pub turns: Option<Window>,
        /// Only when this holds.
        #[serde(rename = "if")]
        pub when: Option<Condition>,
        /// The rule.
        pub rule: Option<RuleNumber>,
    }
}

words! {
    /// What a policy does.
    pub enum PolicyDeed {
        /// Units stay where they are: what stands below does not move them.
        Stay,
        /// A unit moves.
        Move,
        /// A hex is attacked by all who can.
        Fight,
        /// An action is carried out.
        Act,
        /// A card of the hand is played.
        Card,
        /// One of several choices is taken.
        Choose,
        /// A unit goes to an exit that it can reach, and leaves the map.
        Leave,
        /// A unit advances after a combat. Without such an entry advances are decided as greedy decides them.
        Advance,
    }
}

pieces! {
    /// What is preferred of hexes that are as good as one another.
    pub struct Wish {
        /// Such hexes before others.
        pub end: Option<Hexes>,
        /// The nearest to such a hex.
        pub toward: Option<Hexes>,
    }

    /// An order of units by a rating, as it is printed.
    pub struct UnitOrder {
        /// The highest first.
        pub highest: Option<RatingId>,
        /// The lowest first.
        pub lowest: Option<RatingId>,
    }
}

words! {
    /// What sets off a trigger.
    pub enum Event {
        /// A unit enters a hex.
        Enters,
        /// A unit comes next to an enemy.
        Adjacent,
        /// A unit crosses a hexside.
        Crosses,
        /// A unit comes onto the map.
        Arrives,
        /// A unit attacks.
        Attacks,
        /// A unit is attacked.
        Attacked,
        /// A unit retreats.
        Retreats,
        /// A unit is lost.
        Eliminated,
        /// A hex is left empty.
        Vacated,
        /// A side takes a place.
        Takes,
        /// A phase begins.
        PhaseStart,
        /// A phase ends.
        PhaseEnd,
        /// A turn begins.
        TurnStart,
        /// A turn ends.
        TurnEnd,
        /// The dice of a combat have given a result, which has not happened yet.
        Result,
    }
}
