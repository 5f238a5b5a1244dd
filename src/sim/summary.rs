//! What came of a simulation, in a few lines.

use std::fmt::Write as _;

use super::{Counts, Part};
use crate::diag::so_many;
use crate::model::Game;

/// How sure a share is: 95 of 100 such intervals hold the true one (Wilson, 1927).
pub fn interval(count: i64, of: i64) -> (f64, f64) {
    if of <= 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (of as f64, 1.959_963_985);
    let p = count as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let wide = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let all = 1.0 + z * z / n;
    (((middle - wide) / all).max(0.0), ((middle + wide) / all).min(1.0))
}

/// A share with its interval: `62.0 % (58.9 to 65.0)`.
pub fn share(count: i64, of: i64) -> String {
    let (low, high) = interval(count, of);
    let part = if of > 0 { count as f64 / of as f64 } else { 0.0 };
    format!("{:.1} % ({:.1} to {:.1})", part * 100.0, low * 100.0, high * 100.0)
}

/// The results of a line-up.
fn results(text: &mut String, counts: &Counts, game: &Game) {
    let games = counts.number(&["games"]);
    let mut won: Vec<(&str, i64)> = counts.numbers(&["won"]);
    won.sort_by_key(|(_, count)| -count);
    for (side, count) in won {
        let name = game.sides.values().find(|other| other.id == side).and_then(|side| side.name.as_deref()).unwrap_or(side);
        let _ = writeln!(text, "  {name:<24} {count:>8}  {}", share(count, games));
    }
}

/// What came of a simulation, in a few lines.
pub fn summary(part: &Part, game: &Game) -> String {
    let (about, counts) = (&part.about, &part.counts);
    let games = counts.number(&["games"]);
    let scenario = game.scenarios.values().next();
    let name = scenario.and_then(|scenario| scenario.name.as_deref()).unwrap_or(&about.scenario);
    let players: Vec<String> = about.players.iter().map(|(side, player)| format!("{side} {player}")).collect();
    let played = so_many(games, "game", "games");
    let mut text = format!("{}, {name}: {played}, seed {}; {}\n", game.name, about.seed, players.join(", "));
    text.push_str("won by, with an interval that holds 95 times in 100:\n");
    results(&mut text, counts, game);
    text.push_str("levels of victory:\n");
    let levels = counts.numbers(&["levels"]);
    let listed = scenario.into_iter().flat_map(|scenario| &scenario.levels).map(|level| level.name.as_str());
    for level in listed {
        let count = levels.iter().find(|(name, _)| *name == level).map_or(0, |(_, count)| *count);
        let _ = writeln!(text, "  {level:<44} {count:>8}  {}", share(count, games));
    }
    let decisions = counts.number(&["decisions"]);
    let _ = writeln!(text, "decisions a game: {}", decisions.checked_div(games).unwrap_or(0));
    for (word, what) in [("dead-end", "dead ends"), ("stuck", "stuck games")] {
        let count = counts.number(&["ended", word]);
        if count > 0 {
            let _ = writeln!(text, "{what}: {count}; their first logs are in `logs`");
        }
    }
    for (lineup, counts) in counts.at(&["beside"]).into_iter().flat_map(Counts::each) {
        let _ = writeln!(text, "beside, {lineup}: {}", so_many(counts.number(&["games"]), "game", "games"));
        results(&mut text, counts, game);
    }
    text.push_str("These are programs that play: what they do not find, people may.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand from the formula: 8 of 10.
    #[test]
    fn an_interval_is_wilsons() {
        let (low, high) = interval(8, 10);
        assert!((low - 0.4902).abs() < 0.0005 && (high - 0.9433).abs() < 0.0005, "{low} {high}");
        assert_eq!(interval(0, 0), (0.0, 1.0));
        assert_eq!(share(0, 4), "0.0 % (0.0 to 49.0)");
    }
}
