//! Reasons in words: once, for checks, for `muster why` and for a page. Each names the thing, its number and its rule.

use std::collections::BTreeSet;

use super::{CannotMove, CostItem, Cut, Doubt, End, Engine, NoAdvance, NoEntry, Overstack, Piece, StepBlocked, Supplied};
use crate::hexgrid::HexId;
use crate::model::{PhaseName, RuleNumber, Ruled, SideId, TerrainId};
use crate::sorting::Arrange;

/// Words for what the engine says.
#[derive(Clone, Copy)]
pub struct Words<'e> {
    /// The engine that said it.
    pub engine: &'e Engine<'e>,
}

impl Words<'_> {
    /// A hex by its printed number.
    pub fn hex(&self, hex: HexId) -> String {
        self.engine.land().map(|land| land.map().board.name(hex)).unwrap_or_default()
    }

    /// A side by its name.
    pub fn side(&self, side: SideId) -> String {
        let side = self.engine.game().sides.at(side);
        side.map(|side| side.name.clone().unwrap_or_else(|| side.id.clone())).unwrap_or_default()
    }

    /// A phase by its id.
    pub fn phase(&self, phase: PhaseName) -> &str {
        self.engine.game().words.phases.word(phase)
    }

    /// Hexes in a row.
    pub fn hexes(&self, hexes: &[HexId]) -> String {
        hexes.iter().map(|hex| self.hex(*hex)).collect::<Vec<_>>().join(" ")
    }

    /// A unit by its id.
    pub fn unit(&self, piece: &Piece) -> String {
        let unit = self.engine.game().units.at(piece.unit);
        format!("`{}`", unit.map(|unit| unit.id.as_str()).unwrap_or("?"))
    }

    /// A terrain by its name.
    pub fn terrain(&self, terrain: TerrainId) -> String {
        let found = self.engine.game().terrain.at(terrain);
        found.map(|t| format!("`{}`", t.id)).unwrap_or_default()
    }

    /// The printed rule in brackets, if it is stated.
    pub fn rule(rule: Option<&str>) -> String {
        rule.map(|rule| format!(" (rule {rule})")).unwrap_or_default()
    }

    fn terrain_rule(&self, terrain: TerrainId) -> String {
        Self::rule(self.engine.game().terrain.at(terrain).and_then(|t| t.rule.as_deref()))
    }

    fn entry<T: Ruled>(entry: &T) -> String {
        format!("`{}`{}", entry.id(), Self::rule(entry.rule()))
    }

    /// What a part of a cost is for.
    pub fn part(&self, part: &CostItem<'_>) -> String {
        match part {
            CostItem::Terrain(terrain) => self.terrain(*terrain).replace('`', ""),
            CostItem::Zone(effect) => format!("zone, {}", Self::entry(*effect)),
            CostItem::Surcharge(surcharge) => Self::entry(*surcharge),
        }
    }

    /// What stops a step into a hex.
    pub fn bar(&self, bar: &StepBlocked<'_>, from: HexId, to: HexId) -> String {
        let (here, there) = (self.hex(from), self.hex(to));
        match bar {
            StepBlocked::Apart => format!("{here} and {there} do not touch"),
            StepBlocked::Unknown(Some(terrain)) => format!("nobody has said what {} costs", self.terrain(*terrain)),
            StepBlocked::Unknown(None) => format!("nobody has said what the ground of {there} is"),
            StepBlocked::Terrain(t) => format!("{there} is {}, which is closed{}", self.terrain(*t), self.terrain_rule(*t)),
            StepBlocked::OnlyByRoad(t) => {
                format!("{there} is {}, open only along a road{}", self.terrain(*t), self.terrain_rule(*t))
            }
            StepBlocked::Hexside(t) => {
                format!("{} between {here} and {there} is closed{}", self.terrain(*t), self.terrain_rule(*t))
            }
            StepBlocked::OnlyFirst(t) => {
                format!(
                    "{} may be crossed or entered only as the first step of a move{}",
                    self.terrain(*t),
                    self.terrain_rule(*t)
                )
            }
            StepBlocked::OtherMode(t) => format!("{} is open only in another mode{}", self.terrain(*t), self.terrain_rule(*t)),
            StepBlocked::NoRoad => format!("no road of the mode leads from {here} to {there}"),
            StepBlocked::NotThrough => format!("the mode may not come into {there}"),
            StepBlocked::Enemy(piece) => format!("the enemy's {} is in {there}", self.unit(piece)),
            StepBlocked::ZoneToZone(effect) => {
                format!("{here} and {there} are both in enemy zones of control: {}", Self::entry(*effect))
            }
            StepBlocked::Bond(a, b) if a == b => {
                format!("a bond between {} and the edge of the map closes the step to {there}", self.hex(*a))
            }
            StepBlocked::Bond(a, b) => format!("a bond between {} and {} closes the step to {there}", self.hex(*a), self.hex(*b)),
            StepBlocked::Ban(ban) => format!("{} forbids the step from {here} to {there}", Self::entry(*ban)),
            StepBlocked::Limit(limit) => {
                let most = limit.max.unwrap_or(0);
                format!("{} lets at most {most} cross from {here} to {there}", Self::entry(*limit))
            }
            StepBlocked::Whole => format!("the step to {there} takes the whole allowance, so it must be the first of a move"),
            StepBlocked::TooDear(points) => format!("{there} would bring it to {points} points"),
        }
    }

    /// What stops an advance into a hex.
    pub fn no_advance(&self, why: NoAdvance<'_>, from: HexId, to: HexId) -> String {
        let (here, there) = (self.hex(from), self.hex(to));
        match why {
            NoAdvance::Closed => format!("it cannot enter {there}"),
            NoAdvance::NoMove => format!("it could not move so far as {there}"),
            NoAdvance::Ban(ban) => format!("{} forbids the advance from {here} to {there}", Self::entry(ban)),
            NoAdvance::Bond => format!("a bond closes the advance from {here} to {there}"),
            NoAdvance::Zone => format!("an enemy zone of control closes the advance from {here} to {there}"),
            NoAdvance::Zones => format!("it has entered as many enemy zones of control as an advance may, so it ends in {here}"),
            NoAdvance::FirstOnly => format!("only the first step of an advance may go as from {here} to {there}"),
        }
    }

    /// Why a unit cannot move at all.
    pub fn unfit(&self, unfit: &CannotMove<'_>) -> String {
        match unfit {
            CannotMove::NoClass => "it has no movement class".to_owned(),
            CannotMove::NoAllowance => "nobody has said how many points it has".to_owned(),
            CannotMove::NoMode => "there is no such mode".to_owned(),
            CannotMove::NotInMode(mode) => format!("mode {} is not for it, not now, or not from there", Self::entry(*mode)),
            CannotMove::Ban(ban) => format!("{} forbids it to move so", Self::entry(*ban)),
            CannotMove::NoMap => "the game has no map".to_owned(),
            CannotMove::OtherSide(phase) => {
                let side = phase.side.map(|side| self.side(side)).unwrap_or_default();
                format!("phase `{}` is {side}'s", phase.id)
            }
        }
    }

    /// What nobody has said: `the phase (\`rail\`)`.
    pub fn doubt(&self, doubt: &Doubt) -> String {
        let game = self.engine.game();
        let quoted = |words: Vec<String>| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        match doubt {
            Doubt::Turn => "the turn".to_owned(),
            Doubt::Phase(phases) => {
                format!("the phase ({})", quoted(phases.iter().map(|phase| self.phase(*phase).to_owned()).collect()))
            }
            Doubt::Side => "whose turn it is".to_owned(),
            Doubt::Option(options) => {
                let names = options.iter().filter_map(|id| game.rules.options.at(*id)).map(|option| option.id.clone());
                format!("an option ({})", quoted(names.collect()))
            }
            Doubt::Roll => "a die roll".to_owned(),
            Doubt::Holder(places) => {
                let map = game.map.as_ref();
                let names = places.iter().filter_map(|id| map?.places.at(*id)).map(|place| place.name.clone());
                format!("who holds {}", names.collect::<Vec<_>>().join(", "))
            }
            Doubt::Declared(words) => format!("what a player declares ({})", quoted(words.clone())),
            Doubt::Play => "something that happens in play".to_owned(),
        }
    }

    /// `, unless the phase (\`rail\`) or a die roll changes it`; nothing without doubts.
    pub fn unless(&self, doubts: &BTreeSet<Doubt>) -> String {
        let spelt = |phases: &[PhaseName]| phases.iter().map(|phase| self.phase(*phase)).collect::<Vec<_>>();
        let mut doubts: Vec<&Doubt> = doubts.iter().collect();
        // The number of a phase tells only which was read first.
        doubts.arrange_by(|a, b| match (a, b) {
            (Doubt::Phase(a), Doubt::Phase(b)) => spelt(a).cmp(&spelt(b)),
            _ => a.cmp(b),
        });
        let words: Vec<String> = doubts.into_iter().map(|doubt| self.doubt(doubt)).collect();
        match words.as_slice() {
            [] => String::new(),
            [one] => format!(", unless {one} changes it"),
            [first @ .., last] => format!(", unless {} or {last} changes it", first.join(", ")),
        }
    }

    /// Why a move may not end in a hex.
    pub fn end(&self, end: &End<'_>, hex: HexId) -> String {
        match end {
            End::Mode(mode) => format!("mode {} may not end in {}", Self::entry(*mode), self.hex(hex)),
            End::Ban(ban) => format!("{} forbids it to end in {}", Self::entry(*ban), self.hex(hex)),
            End::Overstacked(over) => self.overstack(over, hex),
            End::Apart(entry, one, other) => {
                format!("{} and {} never share a hex{}", self.unit(one), self.unit(other), Self::rule(entry.rule()))
            }
        }
    }

    /// What is too much in a hex.
    pub fn overstack(&self, over: &Overstack, hex: HexId) -> String {
        let rule = Self::rule(over.limit.rule.as_ref().map(|RuleNumber(rule)| rule.as_str()));
        format!("{} would hold {} of limit `{}`, at most {}{rule}", self.hex(hex), over.found, over.limit.id.0, over.max)
    }

    /// Why a unit cannot come onto the map at a hex.
    pub fn no_entry(&self, why: &NoEntry) -> String {
        match why {
            NoEntry::Enemy(hex) => format!("the enemy is in {}", self.hex(*hex)),
            NoEntry::Blocked(hex) => format!("{} cannot be used", self.hex(*hex)),
            NoEntry::Closed(hex, terrain) => format!("{} is {}, which is closed", self.hex(*hex), self.terrain(*terrain)),
            NoEntry::TooDear(hex, cost) => format!("{} costs {cost}, more than it has", self.hex(*hex)),
            NoEntry::Unknown(hex) => format!("nobody has said what {} costs", self.hex(*hex)),
        }
    }

    /// Why there are no odds.
    pub fn no_odds(&self, why: &super::NoOdds, target: HexId) -> String {
        use super::NoOdds;
        let hex = self.hex(target);
        match why {
            NoOdds::NoRating(_) => "the rules name no rating for it".to_owned(),
            NoOdds::NoAttacker => format!("nobody attacks {hex}"),
            NoOdds::NoDefender => format!("nobody defends {hex}"),
            NoOdds::NoDefence => format!("the defence of {hex} has no strength"),
            NoOdds::NoTable => "the combat has no table".to_owned(),
            NoOdds::NotSo(piece) => format!("{} does not attack so", self.unit(piece)),
            NoOdds::TooFar(piece, far) => {
                format!("{} is {far} {} away from {hex}, too far", self.unit(piece), if *far == 1 { "hex" } else { "hexes" })
            }
            NoOdds::Banned(piece, ban, rule) => {
                format!("`{ban}` forbids it to {}{}", self.unit(piece), Self::rule(rule.as_deref()))
            }
            NoOdds::Limit(limit, found, max) => format!("limit `{limit}` allows {max}, these are {found}"),
            NoOdds::NotInPhase(phases) => {
                let phases: Vec<&str> = phases.iter().map(|phase| self.phase(*phase)).collect();
                format!("it is fought in {}", phases.join(", "))
            }
            NoOdds::OtherSide(phase) => format!("phase `{}` is the other side's", self.phase(*phase)),
        }
    }

    /// Whether and how a unit is supplied.
    pub fn supplied(&self, supplied: &Supplied) -> String {
        match supplied {
            Supplied::Yes(path) if path.len() < 2 => format!("yes, {} is where it ends", self.hexes(path)),
            Supplied::Yes(path) => format!("yes, by {}", self.hexes(path)),
            Supplied::Always(id) => format!("yes, by `{id}`"),
            Supplied::NotNeeded => "not needed".to_owned(),
            Supplied::No(Cut::NoSource) => "no, there is no source".to_owned(),
            Supplied::No(Cut::TooFar) => "no, no way within its length leads to a source".to_owned(),
            Supplied::No(Cut::Blocked { at, path, enemy, zone }) => {
                let why = match (enemy, zone) {
                    (Some(piece), _) => format!("the enemy's {}", self.unit(piece)),
                    (None, true) => "an enemy zone of control".to_owned(),
                    (None, false) => "what blocks it there".to_owned(),
                };
                format!("no, {} cuts it in {}: {}", why, self.hex(*at), self.hexes(path))
            }
        }
    }
}
