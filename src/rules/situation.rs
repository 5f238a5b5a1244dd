//! A position at a moment, as questions see it: stacks by hex, zones, bonds and supply, each found when first needed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::depends::{Finding, Thing};
use super::retrace::LastFlood;
use super::{Battle, Bonds, Doubt, Engine, Known, Moment, Piece, Position, Truth};
use crate::hexgrid::HexId;
use crate::model::{BridgeCondition, Dice, ExitId, Key, ModeName, Points, SideId, TraceName};
use crate::sorting::Arrange;

/// A position at a moment.
pub struct Situation<'a> {
    /// The rules.
    pub engine: &'a Engine<'a>,
    /// Who is where.
    pub position: &'a Position,
    /// When.
    pub moment: Moment,
    /// Zones and bonds, each found when first asked for.
    pub(super) known: Known,
    pub(super) floods: RefCell<BTreeMap<(u32, SideId), LastFlood>>,
    /// What is being found just now, each for the one before it.
    finding: RefCell<Vec<Finding>>,
    /// The victory points of each side that was asked for: several levels ask for the same.
    points: RefCell<Vec<(SideId, Points)>>,
    /// What answers hang on that nobody has said; nothing if that is not noted.
    doubts: Option<RefCell<BTreeSet<Doubt>>>,
}

impl<'a> Situation<'a> {
    /// Looks at a position.
    pub fn new(engine: &'a Engine<'a>, position: &'a Position, moment: Moment) -> Self {
        Situation::with(engine, position, moment, Known::nothing(engine.sides()))
    }

    pub(super) fn with(engine: &'a Engine<'a>, position: &'a Position, moment: Moment, mut known: Known) -> Self {
        let floods = std::mem::take(&mut known.floods);
        Situation {
            engine,
            position,
            moment,
            known,
            floods: RefCell::new(floods),
            finding: RefCell::new(Vec::new()),
            points: RefCell::default(),
            doubts: None,
        }
    }

    /// The same, and it notes on what answers hang that nobody has said.
    #[must_use]
    pub fn noting(mut self) -> Self {
        self.doubts = Some(RefCell::default());
        self
    }

    pub(super) fn notes_doubts(&self) -> bool {
        self.doubts.is_some()
    }

    pub(super) fn note(&self, doubt: Doubt) {
        if let Some(doubts) = &self.doubts {
            doubts.borrow_mut().insert(doubt);
        }
    }

    /// What was noted since it was last asked for.
    pub fn doubts(&self) -> BTreeSet<Doubt> {
        self.doubts.as_ref().map(RefCell::take).unwrap_or_default()
    }

    /// The victory points of a side, counted once. While something else is being found, they may rest on what is not found yet.
    pub(super) fn points_once(&self, side: SideId, count: impl FnOnce() -> Points) -> Points {
        if self.notes_doubts() || !self.finding.borrow().is_empty() {
            return count();
        }
        let known = self.points.borrow().iter().find(|(of, _)| *of == side).map(|(_, points)| *points);
        known.unwrap_or_else(|| {
            let points = count();
            self.points.borrow_mut().push((side, points));
            points
        })
    }

    /// The stack in a hex.
    pub fn stack(&self, hex: HexId) -> &'a [Piece] {
        self.position.stack(hex)
    }

    /// Everybody on the map.
    pub fn pieces(&self) -> impl Iterator<Item = (HexId, &'a Piece)> {
        self.position.stacks().flat_map(|(hex, stack)| stack.iter().map(move |piece| (hex, piece)))
    }

    /// Whether the bridge across a side is not as the map has it.
    pub(super) fn side_changed(&self, cell: usize) -> bool {
        let changed = self.known.changed_sides.get_or_init(|| changed_sides(self.engine, self.position));
        !changed.is_empty() && u32::try_from(cell).is_ok_and(|cell| changed.binary_search(&cell).is_ok())
    }

    /// Whether a unit of that side stands in a hex.
    pub fn has(&self, hex: HexId, side: SideId) -> bool {
        self.stack(hex).iter().any(|piece| self.engine.side_of(piece) == Some(side))
    }

    /// Whether a unit of another side stands in a hex.
    pub fn has_enemy(&self, hex: HexId, side: SideId) -> bool {
        self.stack(hex).iter().any(|piece| self.engine.side_of(piece).is_some_and(|other| other != side))
    }

    /// How the bridge between two hexes is; nothing if there is none.
    pub fn bridge(&self, from: HexId, slot: usize, to: HexId) -> Option<BridgeCondition> {
        let land = self.engine.land()?;
        let printed = land.bridged(from, slot).then_some(BridgeCondition::Intact);
        // Most sides are as the map has them: which side it is need not be found.
        if !self.side_changed(from.index() * 6 + slot) {
            return printed;
        }
        let side = land.hexside(from, to)?;
        self.position.bridges.get(&side).copied().or(printed)
    }

    /// From which of the six directions the zones of a side reach a hex; a bit each.
    pub fn zone(&self, side: SideId, hex: HexId) -> u8 {
        self.zone_map(side).and_then(|zones| zones.get(hex.index()).copied()).unwrap_or(0)
    }

    fn zone_map(&self, side: SideId) -> Option<&Vec<u8>> {
        let cell = self.known.zones.get(side.index())?;
        if self.shut((Thing::Zones, side)) {
            return None;
        }
        if cell.get().is_none() {
            let found = self.find((Thing::Zones, side), || self.find_zones(side));
            let _ = cell.set(found);
        }
        cell.get()
    }

    /// Whether something counts as not there just now: it is being found itself, or something else of its circle. Also
    /// if it is known already: the answer must not hang on what was asked before.
    pub(super) fn shut(&self, finding: Finding) -> bool {
        let depends = self.engine.depends();
        self.finding.borrow().iter().any(|other| *other == finding || depends.in_one_circle(*other, finding))
    }

    /// Finds something that is not shut.
    pub(super) fn find<T>(&self, finding: Finding, found: impl FnOnce() -> T) -> T {
        self.finding.borrow_mut().push(finding);
        let found = found();
        self.finding.borrow_mut().pop();
        found
    }

    /// Whether a hex is in a zone of control of a side.
    pub fn in_zone(&self, side: SideId, hex: HexId) -> bool {
        self.zone(side, hex) != 0
    }

    /// Whether a hex is in a zone of control of any other side.
    pub fn in_enemy_zone(&self, side: SideId, hex: HexId) -> bool {
        self.engine.game().sides.ids().any(|other| other != side && self.in_zone(other, hex))
    }

    /// The bonds of a side.
    pub fn bonds(&self, side: SideId) -> &Bonds {
        static NONE: Bonds = Bonds::none();
        let Some(cell) = self.known.bonds.get(side.index()) else { return &NONE };
        if self.shut((Thing::Bonds, side)) {
            return &NONE;
        }
        if cell.get().is_none() {
            let found = self.find((Thing::Bonds, side), || self.find_bonds(side));
            let _ = cell.set(found);
        }
        cell.get().unwrap_or(&NONE)
    }

    /// A scene in which nothing is asked yet.
    pub fn query(&self) -> Query<'_> {
        Query {
            situation: self,
            side: None,
            subject: None,
            hex: None,
            target: None,
            cross: None,
            start: None,
            battle: None,
            mode: None,
            result: None,
            applied: &[],
            thrown: &[],
            without_zones: false,
            rating: false,
            pointing: false,
            retreated: None,
            left: None,
            ever: false,
            stack: None,
        }
    }

    /// A scene of any moment of any play: what depends on who stands where is unknown.
    pub fn ever(&self) -> Query<'_> {
        Query { ever: true, ..self.query() }
    }

    /// A scene about a piece.
    pub fn about(&self, piece: Piece, hex: Option<HexId>) -> Query<'_> {
        Query { subject: Some((piece, hex)), hex, side: self.engine.side_of(&piece), ..self.query() }
    }

    /// A scene about a battle: `own` is the attacker, whoever is asked about.
    pub fn of_battle<'s>(&'s self, battle: &'s Battle<'s>) -> Query<'s> {
        let own = battle.attackers.first().and_then(|(piece, _)| self.engine.side_of(piece));
        Query { battle: Some(battle), target: Some(battle.target), hex: Some(battle.target), side: own, ..self.query() }
    }

    /// Whether something of its side supplies a hex by that trace.
    pub fn traced(&self, trace: TraceName, side: SideId, hex: HexId) -> Truth {
        let Some(trace) = self.traces().find(|it| it.id.number() == trace) else { return Truth::Unknown };
        self.reached(trace, side, None, hex)
    }
}

/// The sides whose bridge a position changes, seen from both hexes.
fn changed_sides(engine: &Engine<'_>, position: &Position) -> Vec<u32> {
    let Some(land) = engine.land().filter(|_| !position.bridges.is_empty()) else { return Vec::new() };
    let mut cells = Vec::new();
    for side in position.bridges.keys() {
        let (a, Some(b)) = land.map().board.hexside_hexes(*side) else { continue };
        for (from, to) in [(a, b), (b, a)] {
            cells.extend(land.slot(from, to).and_then(|slot| u32::try_from(from.index() * 6 + slot).ok()));
        }
    }
    cells.arrange();
    cells
}

/// What a question is about: the unit, the hex, the hexside, the battle that a rule may speak of.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The position.
    pub situation: &'a Situation<'a>,
    /// The side that `own` means.
    pub side: Option<SideId>,
    /// The unit that the rule speaks of, and where it is.
    pub subject: Option<(Piece, Option<HexId>)>,
    /// The hex that is asked about.
    pub hex: Option<HexId>,
    /// The hex that is attacked or entered.
    pub target: Option<HexId>,
    /// The hexside that is crossed.
    pub cross: Option<(HexId, HexId)>,
    /// Where the move began.
    pub start: Option<HexId>,
    pub battle: Option<&'a Battle<'a>>,
    /// The mode of movement.
    pub mode: Option<ModeName>,
    /// The code of the result.
    pub result: Option<&'a str>,
    /// Modifiers that counted.
    pub applied: &'a [String],
    /// What dice showed that an amount asks for.
    pub thrown: &'a [(Dice, i32)],
    /// Whether zones are left out of account.
    pub without_zones: bool,
    /// Whether a rating is being found: what measures others meanwhile sees them as printed.
    pub rating: bool,
    /// Whether victory points are being counted: what asks for them meanwhile gets no answer.
    pub pointing: bool,
    /// How many hexes the loser has retreated.
    pub retreated: Option<u32>,
    /// The exit by which the unit that is counted has left the map.
    pub left: Option<ExitId>,
    /// Whether any moment of any play is meant: only what the map and the counters decide is then known.
    pub ever: bool,
    /// Who would stand together in the hex that is asked about; who stands there if nothing.
    pub stack: Option<&'a [Piece]>,
}
