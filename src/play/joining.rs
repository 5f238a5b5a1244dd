//! Who joins an attack, and which hexes can be attacked at all.

use super::{Fighting, Frame, Match, Refused, Span, UseOf};
use crate::hexgrid::HexId;
use crate::model::SideId;
use crate::rules::{Column, Counter, Piece};
use crate::sorting::Arrange;

/// How units are tried that may join an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    /// Each by itself.
    Each,
    /// One after the other, all together.
    Together,
    /// Until one may.
    First,
}

/// Why a unit does not join an attack; put into words only where somebody is told.
enum NotJoined {
    So(&'static str),
    Limit(Refused),
    Rules(crate::rules::NoOdds),
}

impl Match<'_> {
    /// The hex of the unit that moves, in an assault out of a move: only those who stand with it attack.
    fn assault_from(&self, target: HexId) -> Option<HexId> {
        self.state.frames.iter().rev().find_map(|frame| match frame {
            Frame::Move(moving) if moving.assault == Some(target) => moving.at(),
            _ => None,
        })
    }

    fn is_far(&self, kind: u16) -> bool {
        self.combats().get(usize::from(kind)).is_some_and(|combat| combat.range.is_some())
    }

    /// Whether a unit is one of those that are near enough to attack a hex.
    pub(super) fn is_near_enough(&self, side: SideId, target: HexId, kind: u16, counter: Counter) -> bool {
        let Some((hex, _)) = self.on_map(counter).filter(|_| self.side_of(counter) == Some(side)) else { return false };
        match (self.assault_from(target), self.engine.land().filter(|_| !self.is_far(kind))) {
            (Some(from), _) => hex == from,
            // Where the sides may share a hex, they fight in it too.
            (None, Some(land)) => hex == target || land.slot(target, hex).is_some(),
            (None, None) => true,
        }
    }

    /// Units of a side that are near enough to attack a hex.
    pub(super) fn near_enough(&self, side: SideId, target: HexId, kind: u16) -> Vec<Counter> {
        let own = |piece: &&Piece| self.engine.side_of(piece) == Some(side);
        if let Some(hex) = self.assault_from(target) {
            return self.state.position.stack(hex).iter().filter(own).map(Piece::counter).collect();
        }
        match self.engine.land().filter(|_| !self.is_far(kind)) {
            Some(land) => {
                let near = land.near(target).into_iter().flatten().chain([target]);
                let near = near.flat_map(|hex| self.state.position.stack(hex));
                near.filter(own).map(Piece::counter).collect()
            }
            None => self.state.position.stacks().flat_map(|(_, stack)| stack).filter(own).map(Piece::counter).collect(),
        }
    }

    /// Which of these may join the attackers; and why the last may not.
    pub(super) fn who_may_attack(
        &self,
        fighting: &Fighting,
        counters: &[Counter],
        joining: Joining,
    ) -> (Vec<Counter>, Option<Refused>) {
        let kind = self.combat(fighting.kind);
        let often = kind.and_then(|combat| combat.attacks.as_ref()).and_then(|attacks| attacks.unit).unwrap_or(1);
        if fighting.defenders.is_empty() {
            return (Vec::new(), Some(Refused::new("nobody there can be attacked so")));
        }
        let limited = kind.is_some_and(Self::limits_attacks);
        let idle: Vec<Counter> = match self.is_run() {
            true => counters.iter().copied().filter(|counter| !self.is_active(*counter)).collect(),
            false => Vec::new(),
        };
        self.look(|situation| {
            let mut battle = self.battle_in(situation, fighting);
            let (mut joined, mut refused) = (Vec::new(), None);
            for counter in counters {
                if idle.contains(counter) || !fighting.only.is_empty() && !fighting.only.contains(counter) {
                    refused = Some(NotJoined::So("it is not one of those that act now"));
                    continue;
                }
                if self.side_of(*counter) != Some(fighting.side) || fighting.attackers.contains(counter) {
                    refused = Some(NotJoined::So("it is not one that can be added"));
                    continue;
                }
                if self.used(UseOf::Attacked(*counter), Span::Phase) >= often {
                    refused = Some(NotJoined::So("it has attacked in this phase"));
                    continue;
                }
                if limited {
                    let attackers = fighting.attackers.iter().chain(&joined).copied().collect();
                    if let Err(why) = self.within_attacks(&Fighting { attackers, ..fighting.clone() }, *counter) {
                        refused = Some(NotJoined::Limit(why));
                        continue;
                    }
                }
                let Some((hex, piece)) = self.on_map(*counter) else {
                    refused = Some(NotJoined::So("it is not on the map"));
                    continue;
                };
                battle.attackers.push((piece, hex));
                let may = situation.may_battle(&battle);
                if may.is_err() || joining != Joining::Together {
                    battle.attackers.pop();
                }
                match may {
                    Ok(()) => joined.push(*counter),
                    Err(why) => refused = Some(NotJoined::Rules(why)),
                }
                if joining == Joining::First && !joined.is_empty() {
                    break;
                }
            }
            // Only the last is told: most are tried by players who never read why not.
            let refused = refused.map(|why| match why {
                NotJoined::So(why) => Refused::new(why),
                NotJoined::Limit(why) => why,
                NotJoined::Rules(why) => self.refuse(|words| words.no_odds(&why, fighting.target)),
            });
            (joined, refused)
        })
    }

    /// Whether a unit may join the attackers.
    pub(super) fn may_attack(&self, fighting: &Fighting, counter: Counter) -> Result<(), Refused> {
        match self.who_may_attack(fighting, &[counter], Joining::Each) {
            (joined, _) if !joined.is_empty() => Ok(()),
            (_, refused) => Err(refused.unwrap_or_else(|| Refused::new("it cannot attack"))),
        }
    }

    /// Whether a kind of combat can be fought against a hex by anybody.
    pub(super) fn can_fight(&self, side: SideId, target: HexId, kind: u16) -> Result<(), Refused> {
        let known = self.found.borrow().fightable.get(&(side, target, kind)).cloned();
        // What nobody was told before is put into words when somebody asks.
        if let Some(found) = known.filter(|found| !self.told.get() || found.as_ref().err().is_none_or(|no| !no.why.is_empty())) {
            return found;
        }
        let found = self.finds_fight(side, target, kind);
        self.found.borrow_mut().fightable.insert((side, target, kind), found.clone());
        found
    }

    fn finds_fight(&self, side: SideId, target: HexId, kind: u16) -> Result<(), Refused> {
        let often =
            self.combat(Some(kind)).and_then(|combat| combat.attacks.as_ref()).and_then(|attacks| attacks.hex).unwrap_or(1);
        if self.used(UseOf::Target(target), Span::Phase) >= often {
            return Err(Refused::new("it has been attacked in this phase"));
        }
        let mut fighting = self.begun(side, target, Some(kind), None);
        let (joined, refused) = self.who_may_attack(&fighting, &self.near_enough(side, target, kind), Joining::Together);
        if joined.is_empty() {
            return Err(refused.unwrap_or_else(|| Refused::new("nobody can attack it")));
        }
        fighting.attackers = joined;
        if self.draws_chits(Some(kind)) {
            return Ok(());
        }
        match self.odds_of(&fighting, |odds| odds.column.clone())? {
            Column::Forbidden => Err(Refused::new("the odds are too low, even with all who can attack")),
            _ => Ok(()),
        }
    }

    /// Whether anybody may attack a hex, whatever the odds.
    pub(super) fn somebody_may_attack(&self, side: SideId, target: HexId) -> bool {
        self.kinds().into_iter().any(|kind| {
            let often = self.combat(Some(kind)).and_then(|combat| combat.attacks.as_ref()).and_then(|attacks| attacks.hex);
            let fighting = self.begun(side, target, Some(kind), None);
            self.used(UseOf::Target(target), Span::Phase) < often.unwrap_or(1)
                && !self.who_may_attack(&fighting, &self.near_enough(side, target, kind), Joining::First).0.is_empty()
        })
    }

    /// Hexes that might be attacked.
    pub(super) fn targets(&self, side: SideId) -> Vec<HexId> {
        let Some(land) = self.engine.land() else { return Vec::new() };
        let position = &self.state.position;
        let is = |stack: &[Piece], own: bool| {
            stack.iter().any(|piece| self.engine.side_of(piece).is_some_and(|other| (other == side) == own))
        };
        let far = self.kinds().iter().any(|n| self.combats().get(usize::from(*n)).is_some_and(|combat| combat.range.is_some()));
        let mut hexes: Vec<HexId> = match far {
            true => position.stacks().filter(|(_, stack)| is(stack, false)).map(|(hex, _)| hex).collect(),
            false => {
                let own = position.stacks().filter(|(_, stack)| is(stack, true));
                let near = own.flat_map(|(hex, _)| land.near(hex).into_iter().flatten().chain([hex]));
                near.filter(|hex| is(position.stack(*hex), false)).collect()
            }
        };
        hexes.arrange();
        hexes.dedup();
        hexes
    }

    pub(super) fn may_be_target(&self, side: SideId, hex: HexId) -> Result<(), Refused> {
        let enemy = |piece: &Piece| self.engine.side_of(piece).is_some_and(|other| other != side);
        if !self.state.position.stack(hex).iter().any(enemy) {
            return Err(self.refuse(|words| format!("no enemy is in {}", words.hex(hex))));
        }
        let mut refused = Refused::new("no combat belongs to this phase");
        for kind in self.kinds() {
            match self.can_fight(side, hex, kind) {
                Ok(()) => return Ok(()),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }
}
