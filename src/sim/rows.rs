//! A row for each game, as CSV. docs/simulate.md says what the columns mean.

use std::fmt::Write as _;

use super::{Plan, Row};
use crate::model::{Game, Key, Points, Scenario};

/// The heading of the rows.
pub fn heading(game: &Game) -> String {
    let mut line = String::from("players,game,seed,ended,winner,level,turns,decisions");
    for side in game.sides.values() {
        let _ = write!(line, ",points.{0},steps-lost.{0}", side.id);
    }
    line.push_str(",digest\n");
    line
}

/// A cell that keeps its commas, quotes and ends of lines.
pub fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

impl Row {
    /// As a line.
    pub fn line(&self, plan: &Plan, game: &Game, scenario: &Scenario) -> String {
        let players = plan.lineups.get(self.lineup).map_or("", |lineup| &lineup.name);
        let winner = self.winner.and_then(|side| game.sides.at(side)).map_or("", |side| &side.id);
        let level = self.level.and_then(|n| scenario.levels.get(usize::from(n))).map_or("", |level| &level.name);
        let mut line = format!(
            "{},{},{},{},{},{},{},{}",
            cell(players),
            self.game,
            self.seed,
            self.ended.word(),
            cell(winner),
            cell(level),
            self.turns,
            self.decisions
        );
        for side in game.sides.ids().map(Key::index) {
            let points = Points(self.points.get(side).copied().unwrap_or(0));
            let _ = write!(line, ",{points},{}", self.lost.get(side).copied().unwrap_or(0));
        }
        let _ = writeln!(line, ",{}", self.digest);
        line
    }
}
