//! What players that are programs ask before they decide: the best end of a move, what an attack would come to. Rules are
//! asked as everywhere; nothing is put into words.

use super::joining::Joining;
use super::{Decision, Fighting, Frame, Match, Moving};
use crate::hexgrid::HexId;
use crate::model::{ArrowId, ExitId, Points, SideId};
use crate::rules::{Battle, Counter, Odds, Piece, Situation};
use crate::sorting::Arrange;

/// So many hexes are looked at on all ways along arrows.
const MOST_ALONG: usize = 512;

/// Who judges where a move should end.
pub trait Judge {
    /// How good it is to end in a hex that is reached for so much.
    fn end(&mut self, hex: HexId, cost: Points) -> i64;
    /// How good it is to leave the map by an exit; nothing if that is not wanted.
    fn leave(&mut self, hex: HexId, exit: ExitId) -> Option<i64>;
}

impl<'e> Match<'e> {
    /// The combat that is under way.
    pub fn fighting(&self) -> Option<&Fighting> {
        self.battle_under_way().map(|(_, fighting)| fighting)
    }

    /// The kinds of combat that belong to this phase, by their places in the list.
    pub fn kinds_now(&self) -> Vec<u16> {
        self.kinds()
    }

    /// Every hex that a side could attack from where it stands, and who could take part; in a phase without combat as if its
    /// time had come.
    pub fn targets_of(&self, side: SideId) -> Vec<(HexId, Vec<Counter>)> {
        let now = self.kinds();
        let kinds = if now.is_empty() { (0..u16::try_from(self.combats().len()).unwrap_or(u16::MAX)).collect() } else { now };
        let enemies = self
            .state
            .position
            .stacks()
            .filter(|(_, stack)| stack.iter().any(|piece| self.engine.side_of(piece).is_some_and(|other| other != side)));
        let attacked = enemies.map(|(hex, _)| {
            let mut who: Vec<Counter> = kinds.iter().flat_map(|kind| self.attack_by_all(side, hex, *kind).attackers).collect();
            who.arrange();
            who.dedup();
            (hex, who)
        });
        attacked.filter(|(_, who)| !who.is_empty()).collect()
    }

    /// An attack on a hex by all who can join it.
    pub fn attack_by_all(&self, side: SideId, target: HexId, kind: u16) -> Fighting {
        let mut fighting = self.begun(side, target, Some(kind), None);
        fighting.attackers = self.joinable(&fighting, kind);
        fighting
    }

    /// Those who can join the attackers of a combat, one after the other.
    pub fn joinable(&self, fighting: &Fighting, kind: u16) -> Vec<Counter> {
        let near = self.near_enough(fighting.side, fighting.target, kind);
        self.untold(|| self.who_may_attack(fighting, &near, Joining::Together).0)
    }

    /// Those of the attacker's side who can support an attack, one after the other.
    pub fn supporters_of(&self, fighting: &Fighting) -> Vec<Counter> {
        let mut with = Fighting { stage: super::BattleStage::Support, ..fighting.clone() };
        self.untold(|| {
            for counter in self.supporters_for(&with) {
                if let Ok(entry) = self.may_support(&with, counter) {
                    with.supporters.push((counter, entry));
                }
            }
        });
        with.supporters.into_iter().map(|(counter, _)| counter).collect()
    }

    /// What a combat comes to; nothing if it cannot be fought so.
    pub fn weigh<R>(&self, fighting: &Fighting, about: impl FnOnce(&Situation<'_>, &Battle<'_>, &Odds<'_>) -> R) -> Option<R> {
        self.untold(|| {
            self.look(|situation| {
                let battle = self.battle_in(situation, fighting);
                let odds = situation.odds(&battle).ok()?;
                Some(about(situation, &battle, &odds))
            })
        })
    }

    /// The ways to the best ends of a move, as decisions, each with what the judge says of it, the best first; no more than
    /// so many.
    pub fn best_ways(
        &self,
        counter: Counter,
        mode: Option<u16>,
        most: usize,
        judge: &mut dyn Judge,
    ) -> Vec<(i64, Vec<Decision>)> {
        self.untold(|| {
            let Some((piece, moving)) = self.about_to_move(counter, mode) else { return Vec::new() };
            let found = self.as_mover(piece, &moving, |mover| {
                let reach = mover.reach();
                let mut ends: Vec<(i64, HexId, Option<ExitId>)> = Vec::new();
                // Who stays where it came in names no mode for that.
                let stays = moving.entered.is_some() && mode.is_none();
                let judged = reach.hexes().filter(|hex| *hex != mover.from || stays);
                for hex in judged.filter(|hex| self.in_play(*hex)) {
                    ends.push((judge.end(hex, reach.cost(hex).unwrap_or_default()), hex, None));
                }
                for (id, exit) in self.engine.game().map.iter().flat_map(|map| map.exits.iter()) {
                    let open = exit.hexes.iter().filter(|hex| reach.goes_on(**hex));
                    ends.extend(open.filter_map(|hex| Some((judge.leave(*hex, id)?, *hex, Some(id)))));
                }
                ends.arrange_by(|(a, hex, exit), (b, other, by)| b.cmp(a).then_with(|| (hex, exit).cmp(&(other, by))));
                let far = moving.extra.flatten().map_or(usize::MAX, |most| most as usize).saturating_add(1);
                let mut ways = Vec::new();
                for (worth, hex, exit) in ends {
                    let open = |path: &Vec<HexId>| path.len() <= far && path.iter().all(|hex| self.in_play(*hex));
                    let Some(path) = reach.path(hex).filter(open) else { continue };
                    match exit {
                        Some(exit) if self.may_leave(piece, &moving, hex, exit) => {}
                        None if mover.may_end(hex).is_ok() => {
                            // The best is what will most likely be decided.
                            if ways.is_empty() {
                                self.remember_way(piece, mover, &moving, &path);
                            }
                        }
                        _ => continue,
                    }
                    ways.push((worth, path, exit));
                    if ways.len() >= most {
                        break;
                    }
                }
                ways
            });
            let decisions = |(worth, path, exit): (i64, Vec<HexId>, Option<ExitId>)| {
                let steps = path.into_iter().skip(1).map(Decision::Hex);
                let last = exit.map_or(Decision::Done, Decision::Exit);
                (worth, mode.map(Decision::Mode).into_iter().chain(steps).chain([last]).collect())
            };
            found.unwrap_or_default().into_iter().map(decisions).collect()
        })
    }

    /// Ways along arrows of these kinds, as far as each leads, and whether it spends all points: in each hex the arrow of the
    /// first kind before that of the second.
    pub fn ways_along(&self, counter: Counter, mode: Option<u16>, kinds: &[ArrowId]) -> Vec<(Vec<HexId>, bool)> {
        self.untold(|| {
            let Some((piece, moving)) = self.about_to_move(counter, mode) else { return Vec::new() };
            let found = self.as_mover(piece, &moving, |mover| {
                let mut ways: Vec<(Vec<HexId>, bool)> = Vec::new();
                let mut open = vec![moving.clone()];
                for _ in 0..MOST_ALONG {
                    let Some(moving) = open.pop() else { break };
                    let Some(at) = moving.at() else { continue };
                    let mut further: Vec<Moving> = Vec::new();
                    for to in kinds.iter().filter_map(|kind| mover.ahead(*kind, at)).filter(|_| !moving.stopped) {
                        if !self.in_play(to) || moving.way.contains(&to) || further.iter().any(|other| other.at() == Some(to)) {
                            continue;
                        }
                        let Ok((spent, stopped)) = self.step_of(mover, &moving, at, to) else { continue };
                        let way = moving.way.iter().copied().chain([to]).collect();
                        further.push(Moving { way, spent, stopped, ..moving.clone() });
                    }
                    if further.is_empty() {
                        let full = moving.spent >= mover.allowance;
                        let ends = moving.way.iter().skip(1).rposition(|hex| mover.may_end(*hex).is_ok());
                        let whole = ends.is_some_and(|last| last + 2 == moving.way.len());
                        ways.extend(ends.map(|last| (moving.way.iter().take(last + 2).copied().collect(), full && whole)));
                    }
                    open.extend(further.into_iter().rev());
                }
                ways
            });
            found.unwrap_or_default()
        })
    }

    /// A unit at the beginning of a move in a mode that it may name.
    pub(super) fn about_to_move(&self, counter: Counter, mode: Option<u16>) -> Option<(Piece, Moving)> {
        let (piece, moving) = match self.state.frames.last() {
            Some(Frame::Move(frame)) if frame.piece == counter => (self.on_map(counter)?.1, frame.clone()),
            _ => self.start_of(counter)?,
        };
        if moving.way.len() > 1 || mode.is_some_and(|mode| self.came_in(piece, &moving, mode).is_err()) {
            return None;
        }
        let moving = Moving { mode: mode.or(moving.mode), ..moving };
        self.can_begin(&moving).then_some((piece, moving))
    }
}
