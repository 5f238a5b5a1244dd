//! Whether and how a unit comes to a hex, in words: the way with its costs, or what keeps it away.

use std::collections::BTreeSet;

use super::{CannotMove, Mover, Piece, Reach, Situation, StepBlocked, Words};
use crate::hexgrid::HexId;
use crate::model::{ModeName, Points};

/// Whether a unit comes to a hex.
pub enum ToldWay {
    /// Nobody can say: the game does not say how it moves.
    Unknown(String),
    /// It does not move at all.
    CannotMove(String),
    /// Not there, and why.
    No(String),
    /// By this way; and why it cannot end its move there, if it cannot.
    Yes { way: String, end: Option<String> },
}

impl Words<'_> {
    /// Whether a unit comes to a hex, and how.
    pub fn way(&self, situation: &Situation<'_>, piece: Piece, from: HexId, mode: Option<ModeName>, to: HexId) -> ToldWay {
        let mover = match situation.mover(piece, from, mode) {
            Ok(mover) => mover,
            Err(why @ (CannotMove::NoClass | CannotMove::NoAllowance)) => return ToldWay::Unknown(self.unfit(&why)),
            Err(why) => return ToldWay::CannotMove(self.unfit(&why)),
        };
        let (allowance, reach) = (mover.allowance, mover.reach());
        if let Some(cost) = reach.cost(to) {
            let way = format!("{cost} of {allowance}: {}", self.steps(&mover, &reach, to));
            return ToldWay::Yes { way, end: mover.may_end(to).err().map(|end| self.end(&end, to)) };
        }
        // How far it would be with all the time in the world.
        let Ok(mut endless) = situation.mover(piece, from, mode) else { return ToldWay::No(String::new()) };
        endless.allowance = Points(i64::MAX / 4);
        let far = endless.reach();
        ToldWay::No(match far.cost(to) {
            Some(cost) if cost.0 < i64::MAX / 8 => {
                let id = self.engine.game().units.at(piece.unit).map(|unit| unit.id.as_str()).unwrap_or_default();
                format!("it costs {cost}, and `{id}` has {allowance}: {}", self.steps(&endless, &far, to))
            }
            _ => self.stopped(&endless, &far, to),
        })
    }

    /// The way, step by step, each with what it costs and by what.
    fn steps(&self, mover: &Mover<'_>, reach: &Reach, to: HexId) -> String {
        let path = reach.path(to).unwrap_or_default();
        let steps = path.iter().zip(path.iter().skip(1)).map(|(a, b)| {
            let spent = reach.cost(*b).zip(reach.cost(*a)).map(|(there, here)| Points(there.0 - here.0)).unwrap_or_default();
            let mut parts = Vec::new();
            let _ = mover.step(*a, *b, *a == mover.from, Some(&mut parts));
            let by: Vec<String> = parts
                .iter()
                .map(|(part, points)| match parts.len() {
                    1 => self.part(part),
                    _ => format!("{} {points}", self.part(part)),
                })
                .collect();
            let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
            format!("{} {spent}{by}", self.hex(*b))
        });
        steps.collect::<Vec<_>>().join(", ")
    }

    /// What shuts the hex off from everything that can be reached.
    fn stopped(&self, mover: &Mover<'_>, reach: &Reach, to: HexId) -> String {
        let Some(land) = self.engine.land() else { return String::new() };
        let mut causes: BTreeSet<String> = BTreeSet::new();
        let mut whole: Vec<String> = Vec::new();
        let mut ended: Vec<String> = Vec::new();
        for from in land.near(to).into_iter().flatten().filter(|hex| reach.cost(*hex).is_some()) {
            match mover.step(from, to, from == mover.from, None) {
                Ok(_) if !reach.goes_on(from) => ended.push(self.hex(from)),
                // It can be made, but not from here: something before it takes all there is.
                Ok(_) => whole.push(self.hex(from)),
                Err(bar) => {
                    causes.insert(self.bar(&bar, from, to));
                }
            }
        }
        if !ended.is_empty() {
            return format!("its move ends in {}, next to it: it must stop there", ended.join(", "));
        }
        if !whole.is_empty() {
            let hexes = whole.join(", ");
            return format!(
                "a step on the way takes the whole allowance, so it must be the first of a move; the last would be from {hexes}"
            );
        }
        if let Some(enemy) = mover.situation().stack(to).first().filter(|_| causes.is_empty()) {
            return self.bar(&StepBlocked::Enemy(*enemy), to, to);
        }
        if causes.is_empty() {
            return self.shut_off(mover, reach, to);
        }
        causes.into_iter().collect::<Vec<_>>().join("; ")
    }

    /// What ends every way before it comes near: the nearest hexes that it reaches, and what stops it there.
    fn shut_off(&self, mover: &Mover<'_>, reach: &Reach, to: HexId) -> String {
        let (Some(land), Some(map)) = (self.engine.land(), self.engine.game().map.as_ref()) else { return String::new() };
        let reached = || map.board.hexes().filter(|hex| reach.cost(*hex).is_some());
        let near = reached().map(|hex| map.board.distance(hex, to)).min().unwrap_or(0);
        let mut causes: BTreeSet<String> = BTreeSet::new();
        for hex in reached().filter(|hex| map.board.distance(*hex, to) == near) {
            if !reach.goes_on(hex) {
                causes.insert(format!("its move ends in {}", self.hex(hex)));
                continue;
            }
            for next in land.near(hex).into_iter().flatten().filter(|next| map.board.distance(*next, to) < near) {
                if let Err(bar) = mover.step(hex, next, hex == mover.from, None) {
                    causes.insert(self.bar(&bar, hex, next));
                }
            }
        }
        let hex = self.hex(to);
        match causes.is_empty() {
            true => format!("no way leads to {hex}"),
            false => {
                let more = if causes.len() > 4 { format!("; and {} more", causes.len() - 4) } else { String::new() };
                format!("no way leads to {hex}: {}{more}", causes.into_iter().take(4).collect::<Vec<_>>().join("; "))
            }
        }
    }
}
