//! Which entries of the rules matter: what a step costs, what forbids one, who may not stand where, who lacks supply. It
//! takes long to ask, so only some games are asked, always the same ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Activity, Location, Ruled, SideId};
use crate::play::{Decision, Match, What};
use crate::rules::{CostItem, Counter, End, Mover, StepBlocked};

/// One game of so many is asked.
pub(super) const ONE_OF: u64 = 16;

/// How often each entry mattered, by its list and id.
#[derive(Default)]
pub(super) struct Matters {
    pub(super) counts: BTreeMap<(&'static str, String), i64>,
    /// The phase in which everybody was last asked.
    asked: Option<(u32, Option<u16>)>,
}

impl Matters {
    fn note(&mut self, list: &'static str, id: &str) {
        match self.counts.get_mut(&(list, id.to_owned())) {
            Some(count) => *count += 1,
            None => drop(self.counts.insert((list, id.to_owned()), 1)),
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.asked = None;
    }

    /// Something is about to be decided.
    pub(super) fn before(&mut self, game: &Match<'_>, decision: &Decision) {
        let clock = game.state().clock;
        let now = Some((clock.turns, clock.phase));
        if self.asked != now && matches!(game.ask().map(|ask| &ask.what), Some(What::Act)) {
            self.asked = now;
            let phase = game.phase();
            if phase.is_some_and(|phase| phase.does.contains(&Activity::Move)) {
                self.around(game, phase.and_then(|phase| phase.side));
            }
        }
        if let (Some(moving), Decision::Hex(to)) = (game.moving(), decision)
            && let Some(at) = moving.at()
        {
            let mode = moving.mode.and_then(|n| game.mode(n)).map(|mode| mode.id.number());
            let mut paid = Vec::new();
            game.look(|situation| {
                let Some((Location::Hex(from), piece)) = game.state().position.piece(moving.piece) else { return };
                let Ok(mover) = situation.mover(piece, from, mode) else { return };
                let mut parts = Vec::new();
                let _ = mover.step(at, *to, moving.is_first(), Some(&mut parts));
                paid.extend(parts.into_iter().filter_map(|(item, _)| cost(&item)));
            });
            paid.into_iter().for_each(|(list, id)| self.note(list, &id));
        }
    }

    /// What units of a side would meet around them, and who lacks supply.
    fn around(&mut self, game: &Match<'_>, side: Option<SideId>) {
        let mut met: Vec<(&'static str, String)> = Vec::new();
        let everybody: Vec<Counter> =
            game.state().position.stacks().flat_map(|(_, stack)| stack).map(|piece| piece.counter()).collect();
        game.look(|situation| {
            let Some(land) = game.engine().land() else { return };
            for counter in everybody {
                let Some((Location::Hex(hex), piece)) = game.state().position.piece(counter) else { continue };
                let of = game.engine().side_of(&piece);
                if side.is_some() && of != side {
                    continue;
                }
                if let Some((trace, _)) = situation.unsupplied(&piece, hex) {
                    met.push(("supply.traces", trace.id().to_owned()));
                }
                match situation.mover(piece, hex, None) {
                    Ok(mover) => land.near(hex).into_iter().flatten().for_each(|to| met.extend(meets(&mover, hex, to))),
                    Err(crate::rules::CannotMove::Ban(ban)) => met.push(("bans", ban.id().to_owned())),
                    Err(_) => {}
                }
            }
        });
        // A wall of units that meet the same thing is one meeting.
        met.into_iter().collect::<BTreeSet<_>>().into_iter().for_each(|(list, id)| self.note(list, &id));
    }
}

fn cost(item: &CostItem<'_>) -> Option<(&'static str, String)> {
    match item {
        CostItem::Terrain(_) => None,
        CostItem::Zone(effect) => Some(("zones.effects", effect.id().to_owned())),
        CostItem::Surcharge(surcharge) => Some(("movement.surcharges", surcharge.id().to_owned())),
    }
}

/// What a unit meets in a step: what it would pay, what stops it, why it may not end there.
fn meets(mover: &Mover<'_>, from: crate::hexgrid::HexId, to: crate::hexgrid::HexId) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    let mut met = Vec::new();
    match mover.step(from, to, true, Some(&mut parts)) {
        Ok(_) => {}
        Err(StepBlocked::Ban(ban)) => met.push(("bans", ban.id().to_owned())),
        Err(StepBlocked::Limit(limit)) => met.push(("movement.limits", limit.id().to_owned())),
        Err(StepBlocked::ZoneToZone(effect)) => met.push(("zones.effects", effect.id().to_owned())),
        Err(_) => {}
    }
    met.extend(parts.iter().filter_map(|(item, _)| cost(item)));
    match mover.may_end(to) {
        Err(End::Ban(ban)) => met.push(("bans", ban.id().to_owned())),
        Err(End::Overstacked(over)) => met.push(("stacking.limits", over.limit.id().to_owned())),
        _ => {}
    }
    met
}
