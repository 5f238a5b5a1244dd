//! Attacks that an effect allows: fire at whoever moves past, a counterattack.

use super::{About, BattleStage, Fighting, Frame, Match, Moving};
use crate::hexgrid::HexId;
use crate::model::{Chooser, CombatName, Effect, SideId, Units};
use crate::rules::Counter;

impl Match<'_> {
    /// Where a unit that is moving has come.
    pub(super) fn on_its_way(&self, counter: Counter) -> Option<HexId> {
        self.state.frames.iter().rev().find_map(|frame| match frame {
            Frame::Move(moving) if moving.piece == counter => moving.at(),
            _ => None,
        })
    }

    /// The kind of combat, who attacks, whom and where.
    fn shot(&self, about: &About, combat: &CombatName, by: Option<Chooser>) -> Option<(u16, SideId, Option<Counter>, HexId)> {
        let kind = self.combats().iter().position(|kind| kind.id.0 == combat.0).and_then(|n| u16::try_from(n).ok())?;
        let owner = about.unit.and_then(|unit| self.side_of(unit)).or(about.side);
        let side = self.chooser(about, by.or(Some(Chooser::Enemy)), owner);
        // An attack of the unit's own side goes at the hex.
        let unit = about.unit.filter(|unit| self.side_of(*unit) != Some(side));
        let way = unit.and_then(|unit| self.on_its_way(unit));
        let hex = way.or_else(|| unit.and_then(|unit| self.on_map(unit)).map(|(hex, _)| hex)).or(about.hex)?;
        Some((kind, side, unit, hex))
    }

    /// An attack as it begins, with those who may take part in it.
    fn shot_at(&self, about: &About, combat: &CombatName, by: Option<Chooser>, of: Option<&Units>) -> Option<Fighting> {
        let (kind, side, unit, hex) = self.shot(about, combat, by)?;
        let fighting = self.begun(side, hex, Some(kind), unit);
        let near = self.near_enough(side, hex, kind);
        let only: Vec<Counter> = self.asking(about, |_, query| {
            let fits = |counter: &Counter| {
                let found = self.on_map(*counter);
                found.is_some_and(|(hex, piece)| of.is_none_or(|of| query.fits(of, &piece, Some(hex)).sure()))
            };
            near.into_iter().filter(fits).collect()
        });
        let fighting = Fighting { only: only.clone(), ..fighting };
        let only = self.who_may_attack(&fighting, &only, super::joining::Joining::Each).0;
        (!only.is_empty() && !fighting.defenders.is_empty()).then_some(Fighting { only, ..fighting })
    }

    pub(super) fn can_shoot(&self, about: &About, combat: &CombatName, by: Option<Chooser>, of: Option<&Units>) -> bool {
        self.shot_at(about, combat, by, of).is_some()
    }

    pub(super) fn shoot(&mut self, about: &About, combat: &CombatName, by: Option<Chooser>, of: Option<&Units>) {
        if let Some(fighting) = self.shot_at(about, combat, by, of) {
            self.push(Frame::Battle(Box::new(Fighting { stage: BattleStage::Gather, ..fighting })));
        }
    }

    /// A unit on its way stands where it is, so that it can be attacked there; its move goes on afterwards.
    pub(super) fn stands_still(&mut self, counter: Counter) {
        let found = self.state.frames.iter().rposition(|frame| matches!(frame, Frame::Move(moving) if moving.piece == counter));
        let Some((place, before)) = found.and_then(|place| Some((place, self.state.frames.get(place)?.clone()))) else { return };
        let Frame::Move(moving) = &before else { return };
        let Some(at) = moving.at().filter(|_| moving.way.len() > 1) else { return };
        let steps = u32::try_from(moving.way.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let extra = moving.extra.map(|most| most.map(|most| most.saturating_sub(steps)));
        let (gone, after) = (moving.clone(), Frame::Move(Moving { way: vec![at], resumed: true, extra, ..moving.clone() }));
        self.change(super::Change::Step { at: place, before, after });
        self.stands_at_end(&gone);
    }

    /// Whether effects let somebody attack.
    pub(super) fn shoots(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| match effect {
            Effect::Attack { .. } => true,
            Effect::Choose { choices, .. } => choices.iter().any(|choice| Self::shoots(choice)),
            Effect::Roll { then, otherwise, .. } | Effect::When { then, otherwise, .. } => {
                then.iter().chain(otherwise).any(|list| Self::shoots(list))
            }
            _ => false,
        })
    }
}
