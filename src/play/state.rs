//! The state of a game that is being played: plain data, which can be copied, compared and sent at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::hexgrid::{HexId, Hexside};
use crate::model::{CardId, Dice, FlagName, FormationId, MarkerId, Points, SideId, StateId, TurnId};
use crate::rules::{Counter, Position, Sky};

/// Everything that a game remembers.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Who is where.
    pub position: Position,
    /// When.
    pub clock: Clock,
    /// What is under way, the innermost last.
    pub frames: Vec<Frame>,
    /// What has been done how often.
    pub used: BTreeMap<Use, u32>,
    /// Combats that are declared and not yet resolved.
    pub battles: Vec<Fighting>,
    /// What becomes of each arrival of the scenario.
    pub arrivals: Vec<Coming>,
    /// Counters that may come onto the map, and by which arrival.
    pub due: BTreeMap<Counter, u32>,
    /// Counters that a draw at the start chose.
    pub drawn: BTreeSet<Counter>,
    /// Counters that found no room when they were set up.
    pub left_out: BTreeSet<Counter>,
    /// Cards that a side holds, and how many of each.
    pub hands: BTreeMap<(SideId, CardId), u32>,
    /// The weather and the ground, where they are not as the calendar has them.
    pub sky: Sky,
    /// What ends at some time.
    pub lasting: Vec<Lasting>,
    /// What is added in the next combat of a side: columns, and to the roll.
    pub next: BTreeMap<SideId, (i32, i32)>,
    /// What players count by themselves.
    pub kept: BTreeMap<String, i32>,
    /// How often chance was asked.
    pub rolls: u32,
    /// How the game ended.
    pub over: Option<Over>,
}

/// When it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The game turn; nothing where a game has no calendar.
    pub turn: Option<TurnId>,
    /// So many turns have been played.
    pub turns: u32,
    /// The phase, by its place in the sequence; nothing before the first.
    pub phase: Option<u16>,
}

/// What is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The sides set up.
    SetUp(SettingUp),
    /// A phase.
    Phase(PhaseFrame),
    /// Dice decide whether an arrival comes.
    Coming { arrival: u32 },
    /// Dice decide how full a pool is: its place in the list, and what they showed.
    Fill { pool: u16, thrown: Vec<(Dice, i32)> },
    /// A unit comes onto the map.
    Arrive { piece: Counter },
    /// A unit moves.
    Move(Moving),
    /// An action is carried out.
    Act(Acting),
    /// A combat.
    Battle(Box<Fighting>),
    /// Effects happen one after the other.
    Effects(Box<Running>),
    /// Dice are rolled for an effect.
    Roll(Box<Rolling>),
    /// Somebody chooses one of several lists of effects.
    Choose(Box<Running>),
    /// Cards are drawn.
    Draw(Drawing),
    /// Steps are lost.
    Lose(Box<Losing>),
    /// Units retreat.
    Retreat(Box<Retreating>),
    /// Units advance after combat.
    Advance(Box<Advancing>),
    /// A unit is picked on which a marker is placed.
    Pick(Box<Picking>),
    /// Units come back.
    Return(Box<Returning>),
    /// What a trigger does, if somebody wants it and the dice do.
    Offer(Box<Offering>),
    /// Phases are played because an effect says so.
    Run(Box<Run>),
    /// Units move because an effect says so.
    March(Box<Marching>),
}

/// The sides set up, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingUp {
    /// Which of those that set up.
    pub side: u16,
    /// The counter that is being put somewhere.
    pub piece: Option<Counter>,
}

/// How far a phase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseFrame {
    pub stage: PhaseStage,
    /// Which of those that are asked in it.
    pub asked: u16,
    /// How many have passed in a row, where the sides take turns.
    pub passed: u16,
}

/// What a phase does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseStage {
    /// What its beginning sets off: which trigger next.
    Begin(u16),
    /// Cards are drawn: from which deck next.
    Cards(u16),
    /// Arrivals are decided: which next.
    Arrivals(u32),
    /// The sides act.
    Act,
    /// What was declared is resolved.
    Resolve,
    /// What its end sets off: which trigger next.
    Close(u16),
    /// What happens at its end.
    End,
}

/// A unit moves. It stands where it began until the move is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moving {
    pub piece: Counter,
    /// The mode, by its place in the list; the plain one if none.
    pub mode: Option<u16>,
    /// The hexes of its way, the first with them.
    pub way: Vec<HexId>,
    pub spent: Points,
    /// Whether it can go no further.
    pub stopped: bool,
    /// It has come onto the map for so much, or for all that it had.
    pub entered: Option<Option<Points>>,
    /// The hex that it assaults.
    pub assault: Option<HexId>,
    /// Whether it goes on after an assault or a shot: what came before is behind it.
    pub resumed: bool,
    /// Whether an effect lets it move, beside its move of the phase; and how many hexes at most.
    pub extra: Option<Option<u32>>,
}

impl Moving {
    /// Whether it has not taken a step yet.
    pub fn is_first(&self) -> bool {
        self.way.len() == 1 && !self.resumed
    }

    /// Where it has come.
    pub fn at(&self) -> Option<HexId> {
        self.way.last().copied()
    }
}

/// An action, and for whom or where it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acting {
    /// The action, by its place in the list.
    pub action: u16,
    pub side: SideId,
    pub piece: Option<Counter>,
    pub hex: Option<HexId>,
    pub across: Option<Hexside>,
    /// Whether it has been carried out.
    pub done: bool,
}

/// A combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighting {
    /// The kind of combat, by its place in the list; nothing until it is chosen.
    pub kind: Option<u16>,
    pub side: SideId,
    pub target: HexId,
    /// The one unit that is attacked; the whole hex if none.
    pub unit: Option<Counter>,
    pub attackers: Vec<Counter>,
    pub defenders: Vec<Counter>,
    /// Who supports, and by which entry of the list.
    pub supporters: Vec<(Counter, u16)>,
    pub stage: BattleStage,
    pub roll: Option<i32>,
    /// The result.
    pub code: Option<String>,
    /// Modifiers that counted.
    pub applied: Vec<String>,
    /// How many hexes the loser has retreated.
    pub retreated: u32,
    /// Steps lost so far, by counter.
    pub lost: BTreeMap<Counter, u32>,
    /// Whether an effect spoke of an advance.
    pub advanced: bool,
    /// What effects add: columns, and to the roll.
    pub more: (i32, i32),
    /// The hexes from which it was declared.
    pub from: Vec<HexId>,
    /// Chits that were drawn.
    pub chits: Vec<CardId>,
    /// Hits that are still to be suffered, the attacker's first; nothing until the chits are drawn.
    pub hits: Option<(u32, u32)>,
    /// Only these may attack, where an effect lets them; anybody if none are named.
    pub only: Vec<Counter>,
}

/// How far a combat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BattleStage {
    /// Which kind of combat.
    Kind,
    /// Which unit is attacked.
    Unit,
    /// Who attacks.
    Gather,
    /// Who supports the attacker.
    Support,
    /// It is declared and waits.
    Declared,
    /// Who supports the defender.
    Defend,
    /// The dice are rolled.
    Dice,
    /// The result happens: so many of its parts have begun.
    Result(u8),
    /// The winner advances.
    Advance,
    /// What happens to supporters: so many are done.
    Supported(u16),
    /// What happens afterwards in any case.
    After,
}

/// A list of effects: where it stands in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Those of a result of a table, by its place among the results.
    Result(u16, u16),
    /// What an action does, or what it does if its roll fails.
    Action(u16, bool),
    Card(CardId),
    /// What a trigger does, by its place in the list.
    Trigger(u16),
    /// What happens to those who gave support, by the entry's place in the list.
    Support(u16),
    /// What happens after a kind of combat.
    Combat(u16),
    /// What a hit does in a kind of combat, to the attacker or not.
    Hit(u16, bool),
    /// What a chit does beside hits: the chit, and which of its faces.
    Chit(CardId, u16),
    /// What happens to those who cannot retreat as they must.
    Retreat(u16),
    /// A list inside another list's effect: its number there, and which of its lists.
    Inside(Box<Origin>, u16, u8),
}

impl Origin {
    /// The list that it stands in, where it is inside of another effect.
    pub fn root(&self) -> &Origin {
        match self {
            Origin::Inside(of, ..) => of.root(),
            of => of,
        }
    }
}

/// Effects that happen one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    pub of: Origin,
    /// The next one.
    pub next: u16,
    pub about: About,
    /// Only those that strike this side of a combat.
    pub only: Option<Part>,
}

/// A part of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Attacker,
    Defender,
    /// Everybody but those.
    Rest,
}

/// What effects are about.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The side that `own` means.
    pub side: Option<SideId>,
    /// The unit that did or suffered it.
    pub unit: Option<Counter>,
    pub hex: Option<HexId>,
    pub across: Option<Hexside>,
    /// The code of the result.
    pub code: Option<String>,
    /// What dice showed for the amounts of the effect that is next.
    pub thrown: Vec<(Dice, i32)>,
    /// Where the unit stood when it was lost meanwhile.
    pub stood: Option<HexId>,
}

/// As it stands in digests: logs that were written before amounts had dice stay good, and so do those before lost units.
impl fmt::Debug for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { side, unit, hex, across, code, thrown, stood } = self;
        let mut about = f.debug_struct("About");
        about.field("side", side).field("unit", unit).field("hex", hex).field("across", across).field("code", code);
        if !thrown.is_empty() {
            about.field("thrown", thrown);
        }
        if stood.is_some() {
            about.field("stood", stood);
        }
        about.finish()
    }
}

/// Dice for an effect, for one unit after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolling {
    /// The list and the number of the effect in it.
    pub of: Origin,
    pub at: u16,
    pub about: About,
    /// For whom it is still to be rolled.
    pub each: Vec<Option<Counter>>,
}

/// Cards that are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The deck, by its name.
    pub deck: String,
    pub left: u32,
    pub side: Option<SideId>,
}

/// Steps that are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losing {
    pub of: Vec<Counter>,
    /// So many steps; or so much of a rating.
    pub left: Points,
    /// The rating that counts, by its place in the list; steps if none.
    pub rating: Option<u16>,
    pub by: SideId,
    /// Whose they are in the combat.
    pub part: Part,
}

/// Units that retreat: those of one hex together, or one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retreating {
    /// Those who go now.
    pub now: Vec<Counter>,
    /// Those who go after them, in groups.
    pub later: Vec<Vec<Counter>>,
    pub hexes: u32,
    /// So many steps may still be lost instead, each for one hex less.
    pub absorb: u32,
    /// The way so far.
    pub way: Vec<HexId>,
    pub by: SideId,
}

impl Retreating {
    /// The first of those who go now.
    pub fn first(&self) -> Counter {
        self.now.first().copied().unwrap_or((crate::model::UnitId(0), 1))
    }
}

/// How far a unit may advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leash {
    /// So many hexes.
    pub hexes: u32,
    /// So many if all of its way goes along roads.
    pub by_road: u32,
    /// The entry that says how, by its place in the list; nothing if an effect alone said it.
    pub entry: Option<u16>,
}

/// Units that advance after combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advancing {
    /// Who may, and how far.
    pub of: BTreeMap<Counter, Leash>,
    /// How many more units may.
    pub left: u32,
    /// Who does just now, and its way so far.
    pub now: Option<(Counter, Vec<HexId>)>,
    /// The hex that was attacked; for those who were attacked, the hexes from which they were.
    pub targets: Vec<HexId>,
    /// Whether its first hex must be one of those.
    pub vacated_first: bool,
    /// The first steps of those of whom only so many cross a hexside: from where to where.
    pub crossed: Vec<(HexId, HexId)>,
}

/// A marker that waits for somebody to say where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picking {
    pub marker: MarkerId,
    pub of: Vec<Counter>,
    /// Hexes, where it does not lie on a unit.
    pub hexes: Vec<HexId>,
    pub by: SideId,
}

/// Units that come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returning {
    /// The list and the number of the effect in it.
    pub of: Origin,
    pub at: u16,
    pub about: About,
    /// How many more may.
    pub left: u32,
    /// The one that does just now.
    pub now: Option<Counter>,
    pub by: SideId,
}

/// A trigger that was set off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offering {
    /// By its place in the list.
    pub trigger: u16,
    pub about: About,
    /// Whether somebody has agreed to it, or nobody need.
    pub agreed: bool,
    /// Whether it has been done.
    pub done: bool,
}

/// Phases that an effect lets play, for some units only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The list and the number of the effect in it.
    pub of: Origin,
    pub at: u16,
    pub about: About,
    /// Whose phases they are.
    pub side: SideId,
    /// The next of them.
    pub next: u16,
    /// The phase in which it happened, by its place in the sequence.
    pub back: Option<u16>,
}

/// Units that an effect lets move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marching {
    /// Who still may.
    pub of: Vec<Counter>,
    /// How many of them.
    pub left: u32,
    /// The mode, by its place in the list; as usual if none.
    pub mode: Option<u16>,
    /// So many hexes at most.
    pub hexes: Option<u32>,
    pub by: SideId,
}

/// Something that can be done only so often.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub of: UseOf,
    pub per: Span,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UseOf {
    /// A unit moved.
    Moved(Counter),
    /// A unit attacked.
    Attacked(Counter),
    /// A hex was attacked.
    Target(HexId),
    /// A unit gave support.
    Supported(Counter),
    /// An action, by its place in the list; for that unit or at that hexside.
    Action(u16, Option<Counter>, Option<Hexside>),
    /// An action, in that hex.
    ActionAt(u16, Option<HexId>),
    /// An action, by that side.
    ActionBy(u16, SideId),
    /// A trigger went off, by its place in the list.
    Trigger(u16),
    /// A unit came in by an arrival: the column that waits.
    Entered(HexId),
    /// A limit of moves, by its place in the list; for that side or that unit.
    MoveLimit(u16, Option<SideId>, Option<Counter>),
    /// A limit of a kind of combat, by their places in the lists; for that side or that unit.
    CombatLimit(u16, u16, Option<SideId>, Option<Counter>),
    /// A formation counts towards such a limit.
    Formation(Box<UseOf>, FormationId),
    /// A unit moved in this mode, by its place in the list; in none.
    MovedIn(Counter, Option<u16>),
}

/// How long something is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Span {
    Phase,
    Turn,
    Game,
}

/// What becomes of an arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coming {
    /// Its turn has not come, or it is tried again.
    #[default]
    Waiting,
    /// Its units may come, or have come.
    Comes,
    /// It does not come.
    Never,
}

/// Something that ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasting {
    pub what: LastingWhat,
    pub until: Span,
    /// Only at the end of a phase of this side, the last before another side's.
    pub half: Option<SideId>,
}

/// What ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastingWhat {
    State(Counter, StateId),
    Flag(FlagName),
    Weather,
    Ground,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The level of victory, by its place among the scenario's.
    pub level: Option<u16>,
    pub side: Option<SideId>,
    /// In words.
    pub how: String,
}
