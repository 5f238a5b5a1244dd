//! A player who does what looks best just now: it knows no game, only what the scenario says of winning and what the
//! rules say of moving and fighting.

use std::sync::Arc;

use super::Player;
use super::battles::Weigher;
use super::lore::{Lore, Ways};
use super::moves::Going;
use super::scene::Scene;
use super::style::Style;
use super::trying::TRIES;
use crate::hexgrid::HexId;
use crate::model::{Location, SideId};
use crate::play::{Asker, Clock, Decision, Match, Pcg, What};
use crate::rules::{Counter, Piece};
use crate::sorting::Arrange;

/// After so many tries to do what must be done, anything is done.
const PATIENCE: u32 = 200;
/// So often something is done again in a phase that has helped.
const AGAIN: u32 = 24;
/// So many actions of a phase are tried in full; more share the tries.
const MANY: u32 = 6;
/// So many decisions are tried for each action at least.
const FEW: u32 = 4;
/// So often an action is carried out of which nobody can tell what it is good for.
const CHORES: usize = 6;

/// How good a way is, and its decisions.
type Way = (i64, Vec<Decision>);

/// What is still to be thought of in a phase; each thing is thought of once.
pub(super) struct Agenda {
    when: (Clock, SideId),
    /// Cards and actions, the next one last.
    deeds: Vec<Decision>,
    /// Units that may move or arrive, the next one last.
    units: Vec<Counter>,
    /// Actions that are carried out whatever they are good for, after all units have moved; the next one last.
    chores: Vec<Decision>,
    /// Hexes that may be attacked, the best last; nothing until the first is asked for.
    pub(super) targets: Option<Vec<(i64, HexId)>>,
    /// How often anything was begun.
    begun: u32,
    /// Whether the phase cannot end yet: something must be done, wished for or not.
    forced: bool,
    /// How many decisions are tried for each deed: where there are many deeds, fewer.
    pub(super) tries: u32,
}

/// A player who does what looks best.
pub(super) struct Greedy<'l, 'e> {
    pub(super) lore: &'l Lore<'e>,
    pub(super) side: SideId,
    pub(super) style: Style,
    pub(super) pcg: Pcg,
    /// Decisions that follow from the last one, the next one last.
    pub(super) next: Vec<Decision>,
    /// Whose they are, if a unit's.
    pub(super) mover: Option<Counter>,
    pub(super) agenda: Option<Agenda>,
    scene: Option<((Clock, SideId), Scene<'l, 'e>)>,
    /// How many decisions may still be tried for the one that is thought of.
    pub(super) tries: u32,
    /// What steps cost as the bridges were when something was last tried.
    pub(super) ways: Option<Arc<Ways>>,
}

impl<'l, 'e> Greedy<'l, 'e> {
    /// A player for a side. The same seed decides the same.
    pub(super) fn new(lore: &'l Lore<'e>, side: SideId, seed: u64) -> Self {
        Greedy::with(lore, side, seed, Style::PLAIN)
    }

    /// The same, who weighs things otherwise.
    pub(super) fn with(lore: &'l Lore<'e>, side: SideId, seed: u64, style: Style) -> Self {
        Greedy {
            lore,
            side,
            style,
            pcg: Pcg::new(seed, 78),
            next: Vec::new(),
            mover: None,
            agenda: None,
            scene: None,
            tries: 0,
            ways: None,
        }
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.pcg.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
    }

    pub(super) fn weigher(&self, game: &Match<'_>) -> Weigher<'l, 'e> {
        // What is not won at the end is lost, whoever is left.
        let urgent = match self.lore.turns_left(game) {
            0 => 500,
            1 => 200,
            _ => 100,
        };
        Weigher { lore: self.lore, side: self.side, urgent, style: self.style }
    }

    /// The map as the side sees it in this phase.
    fn scene(&mut self, game: &Match<'_>) -> &mut Scene<'l, 'e> {
        let now = (game.state().clock, self.side);
        if self.scene.as_ref().is_none_or(|(when, _)| *when != now) {
            self.scene = None;
        }
        let (lore, side, style) = (self.lore, self.side, self.style);
        // The bridges are nearly as they were: distances are repaired, not measured anew.
        let like = &mut self.ways;
        let seen = || {
            let ways = lore.ways_like(&game.state().position, like.as_deref());
            *like = Some(Arc::clone(&ways));
            (now, Scene::new(lore, game, side, style, ways))
        };
        &mut self.scene.get_or_insert_with(seen).1
    }

    /// The next decision that was planned and is allowed.
    pub(super) fn planned(&mut self, game: &Match<'_>) -> Option<Decision> {
        while let Some(next) = self.next.pop() {
            if game.is_allowed(&next) {
                return Some(next);
            }
        }
        None
    }

    /// One of all that is allowed.
    pub(super) fn any(&mut self, game: &Match<'_>) -> Option<Decision> {
        let mut options = game.options();
        if options.is_empty() {
            return None;
        }
        let n = self.below(options.len());
        Some(options.swap_remove(n))
    }

    pub(super) fn first_of(&mut self, game: &Match<'_>, wanted: &[Decision]) -> Option<Decision> {
        wanted.iter().find(|decision| game.is_allowed(decision)).cloned().or_else(|| self.any(game))
    }

    pub(super) fn own_piece(&self, game: &Match<'_>, counter: Counter) -> Piece {
        let known = game.state().position.piece(counter).map(|(_, piece)| piece);
        known.unwrap_or_else(|| Piece { n: counter.1, ..Piece::new(counter.0, crate::model::Game::FULL) })
    }

    /// How good it is for a unit to be in each of some hexes.
    pub(super) fn worths(&mut self, game: &Match<'_>, counter: Counter, hexes: &[HexId]) -> Vec<i64> {
        let piece = self.own_piece(game, counter);
        self.scene(game);
        let Some((_, scene)) = &mut self.scene else { return vec![0; hexes.len()] };
        let mut going = Going::new(scene, &game.state().position, piece, &mut self.pcg);
        hexes.iter().map(|hex| going.judged(*hex)).collect()
    }

    /// The best hex of those that are allowed now.
    pub(super) fn best_hex(&mut self, game: &Match<'_>, counter: Counter) -> Option<(i64, HexId)> {
        let hexes: Vec<HexId> = game.options().iter().filter_map(hex_of).collect();
        let worths = self.worths(game, counter, &hexes);
        worths.into_iter().zip(hexes).max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))
    }

    /// Decides.
    pub(super) fn choose(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let what = game.ask()?.what.clone();
        if !matches!(what, What::Step(_) | What::Gather | What::Combat | What::ActBy(_) | What::ActAcross(_) | What::ActAt(_)) {
            self.next.clear();
        }
        match what {
            What::Act => self.act(game),
            What::Step(counter) => self.step(game, counter),
            What::Combat | What::Gather => self.gather(game),
            What::Target => self.try_best(game),
            What::Support => self.support(game),
            What::Lose => self.cheapest(game),
            What::Retreat(counter) => self.retreat(game, counter),
            What::Advance => self.advance(game),
            What::AdvanceTo(counter) => self.advance_to(game, counter),
            What::March => self.march(game),
            What::Place => self.place(game),
            What::PlaceAt(counter) | What::Arrive(counter) | What::ReturnAt(counter) => match self.best_hex(game, counter) {
                Some((_, hex)) => Some(Decision::Hex(hex)),
                None => self.any(game),
            },
            What::Take(_) | What::Resolve => self.any(game),
            What::ActBy(_) | What::ActAcross(_) | What::ActAt(_) => self.planned(game).or_else(|| self.try_best(game)),
            What::Return => self.place(game),
            What::Choose | What::Pick | What::Offer(_) => self.try_best(game),
            What::Roll(..) | What::Draw(_) => None,
        }
    }

    /// Strong units are set up first, while there is room, and come back first.
    fn place(&mut self, game: &Match<'_>) -> Option<Decision> {
        let options = game.options();
        let strong = |decision: &Decision| match decision {
            Decision::Piece(counter) => self.lore.plain_value(&self.own_piece(game, *counter)),
            _ => 0,
        };
        options.into_iter().rev().max_by_key(strong)
    }

    // What is done in a phase.

    fn act(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let now = (game.state().clock, self.side);
        if self.agenda.as_ref().is_none_or(|agenda| agenda.when != now) {
            let agenda = self.list(game, now);
            self.agenda = Some(agenda);
        }
        while let Some(decision) = self.agenda.as_mut().and_then(|agenda| agenda.deeds.pop()) {
            if self.may_help(&decision) && game.is_allowed(&decision) && self.is_good(game, &decision) {
                // What helped once may help again, somewhere else.
                if self.begins() < AGAIN
                    && let Some(agenda) = &mut self.agenda
                {
                    agenda.deeds.push(decision.clone());
                }
                return Some(decision);
            }
        }
        while let Some(counter) = self.agenda.as_mut().and_then(|agenda| agenda.units.pop()) {
            let piece = Decision::Piece(counter);
            if game.is_allowed(&piece) {
                self.begins();
                return Some(piece);
            }
        }
        while let Some(chore) = self.agenda.as_mut().and_then(|agenda| agenda.chores.pop()) {
            if game.is_allowed(&chore) {
                self.begins();
                return Some(chore);
            }
        }
        if let Some(attack) = self.next_attack(game) {
            self.begins();
            return self.begin_attack(game, attack);
        }
        if game.is_allowed(&Decision::Pass) {
            return Some(Decision::Pass);
        }
        // Something must be done: the best of the attacks that are left, or anything.
        if let Some(agenda) = &mut self.agenda {
            agenda.forced = true;
        }
        let forced: Vec<HexId> = game.options().iter().filter_map(hex_of).collect();
        let best = forced.into_iter().filter_map(|hex| self.weigher(game).best(game, hex)).max_by_key(|attack| attack.worth);
        match best {
            Some(attack) if self.begins() < PATIENCE => self.begin_attack(game, attack),
            _ => {
                self.begins();
                self.any(game)
            }
        }
    }

    /// Whether something must be done in this phase, and whether nothing that was thought of has helped so far.
    fn is_forced(&self, game: &Match<'_>) -> (bool, bool) {
        let now = (game.state().clock, self.side);
        let agenda = self.agenda.as_ref().filter(|agenda| agenda.when == now && agenda.forced);
        (agenda.is_some(), agenda.is_some_and(|agenda| agenda.begun > PATIENCE))
    }

    /// Whether trying it can tell what it is good for.
    fn may_help(&self, decision: &Decision) -> bool {
        match decision {
            Decision::Action(action) => self.lore.is_telling(*action),
            _ => true,
        }
    }

    fn begins(&mut self) -> u32 {
        let Some(agenda) = &mut self.agenda else { return 0 };
        agenda.begun = agenda.begun.saturating_add(1);
        agenda.begun
    }

    fn list(&mut self, game: &Match<'_>, when: (Clock, SideId)) -> Agenda {
        let (deeds, units, chores) = (Vec::new(), Vec::new(), Vec::new());
        let mut agenda = Agenda { when, deeds, units, chores, targets: None, begun: 0, forced: false, tries: TRIES };
        for decision in game.candidates() {
            match decision {
                Decision::Piece(counter) => agenda.units.push(counter),
                Decision::Action(_) if self.style.busy && !self.may_help(&decision) => {
                    agenda.chores.extend(std::iter::repeat_n(decision, CHORES));
                }
                Decision::Card(_) | Decision::Action(_) => agenda.deeds.push(decision),
                _ => {}
            }
        }
        let actions = agenda.deeds.iter().filter(|deed| matches!(deed, Decision::Action(_))).count();
        let share = TRIES.saturating_mul(MANY) / u32::try_from(actions).unwrap_or(u32::MAX).max(1);
        agenda.tries = share.clamp(FEW, TRIES);
        if agenda.units.is_empty() {
            return agenda;
        }
        // Those in front go first and make room; those who wait beside the map come before all others.
        let position = &game.state().position;
        let units = std::mem::take(&mut agenda.units);
        let lore = self.lore;
        let scene = self.scene(game);
        let mut ordered: Vec<(u8, u32, Counter)> = Vec::with_capacity(units.len());
        for counter in units {
            let rank = match position.piece(counter) {
                Some((Location::Hex(hex), piece)) => {
                    let supplier = lore.supplies(piece.unit);
                    let far = scene.errand(counter, piece.unit).zip(lore.profile(piece.unit)).map(|(errand, profile)| {
                        let field = scene.field(profile, errand.target);
                        field.get(hex.index()).copied().unwrap_or(u32::MAX)
                    });
                    (if supplier { 2 } else { 1 }, far.unwrap_or(u32::MAX), counter)
                }
                _ => (0, 0, counter),
            };
            ordered.push(rank);
        }
        ordered.arrange();
        agenda.units = ordered.into_iter().rev().map(|(_, _, counter)| counter).collect();
        agenda
    }

    // Moves.

    fn step(&mut self, game: &mut Match<'_>, counter: Counter) -> Option<Decision> {
        if self.mover == Some(counter)
            && let Some(next) = self.planned(game)
        {
            return Some(next);
        }
        self.next.clear();
        self.mover = Some(counter);
        let (forced, lost) = self.is_forced(game);
        if lost {
            return self.any(game);
        }
        let begins = game.moving().is_some_and(|moving| moving.way.len() == 1);
        if begins && let Some(way) = self.way(game, counter, forced) {
            self.next = way.into_iter().rev().collect();
            if let Some(next) = self.planned(game) {
                return Some(next);
            }
        }
        if game.is_allowed(&Decision::Done) {
            return Some(Decision::Done);
        }
        match self.best_hex(game, counter) {
            Some((_, hex)) => Some(Decision::Hex(hex)),
            None => self.any(game),
        }
    }

    /// The best way of a unit; nothing if it should stay, and may.
    fn way(&mut self, game: &Match<'_>, counter: Counter, forced: bool) -> Option<Vec<Decision>> {
        let (stay, best) = self.stay_or_go(game, counter)?;
        let (_, way) = best.filter(|(worth, _)| forced || *worth > stay)?;
        let (at, piece) = game.state().position.piece(counter)?;
        let Location::Hex(from) = at else { return None };
        let end = way.iter().rev().find_map(hex_of);
        let gone = way.iter().any(|decision| matches!(decision, Decision::Exit(_)));
        self.scene(game).gone(&piece, Some(from), end.filter(|_| !gone));
        Some(way)
    }

    /// How good it is for a unit to stay, and its best way.
    fn stay_or_go(&mut self, game: &Match<'_>, counter: Counter) -> Option<(i64, Option<Way>)> {
        let (at, piece) = game.state().position.piece(counter)?;
        let Location::Hex(from) = at else { return None };
        let modes = self.modes(game);
        let arrives = game.moving().is_some_and(|moving| moving.entered.is_some());
        self.scene(game);
        let (_, scene) = self.scene.as_mut()?;
        let mut going = Going::new(scene, &game.state().position, piece, &mut self.pcg);
        let stay = if arrives { i64::MIN } else { going.judged(from).saturating_add(16) };
        let mut best: Vec<Way> = Vec::new();
        for mode in modes {
            best.extend(game.best_ways(counter, mode, 1, &mut going));
        }
        best.arrange_by(|(a, way), (b, other)| b.cmp(a).then_with(|| way.cmp(other)));
        Some((stay, best.into_iter().next()))
    }

    /// The ways of moving that belong to this phase and do not fight.
    fn modes(&self, game: &Match<'_>) -> Vec<Option<u16>> {
        let plain = game.phase().is_some_and(|phase| phase.plain) || game.moving().is_some_and(|moving| moving.extra.is_some());
        let now = game.phase().and_then(|phase| phase.id);
        let entered = game.moving().is_some_and(|moving| moving.entered.is_some());
        let mut modes: Vec<Option<u16>> = if plain || entered { vec![None] } else { Vec::new() };
        // Whose mode is named, or set by its arrival, has no other.
        if game.moving().is_some_and(|moving| moving.mode.is_some()) {
            return vec![None];
        }
        let list = self.lore.engine.game().rules.movement.iter().flat_map(|movement| &movement.modes.list);
        for (n, mode) in (0u16..).zip(list) {
            let here = mode.phase.as_ref().is_none_or(|phases| now.is_some_and(|now| phases.contains(&now)));
            if here && mode.assault != Some(true) && mode.into_enemy != Some(true) {
                modes.push(Some(n));
            }
        }
        modes
    }

    fn march(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let mut units: Vec<Decision> = game.options().into_iter().filter(|one| matches!(one, Decision::Piece(_))).collect();
        // Each once: who stays where it is does not move again.
        let begun = self.agenda.as_mut().map_or(0, |agenda| {
            agenda.begun += 1;
            agenda.begun
        });
        if units.is_empty() || begun > 400 {
            return self.first_of(game, &[Decision::Done, Decision::Pass]);
        }
        let n = self.below(units.len());
        Some(units.swap_remove(n))
    }
}

pub(super) fn hex_of(decision: &Decision) -> Option<HexId> {
    match decision {
        Decision::Hex(hex) => Some(*hex),
        _ => None,
    }
}

impl Player for Greedy<'_, '_> {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        match game.ask().map(|ask| ask.by) {
            Some(Asker::Side(_)) => Ok(self.choose(game)),
            _ => Ok(None),
        }
    }
}
