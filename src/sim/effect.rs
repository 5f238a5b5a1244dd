//! What a change does: games of two versions, paired by number, so that both meet the same luck.

use crate::model::{Game, Points};

/// What is measured in each game, by name.
pub fn measures(game: &Game) -> Vec<String> {
    let sides = || game.sides.values().map(|side| side.id.as_str());
    let won = sides().map(|side| format!("won by {side}"));
    let points = sides().map(|side| format!("points of {side}"));
    let lost = sides().map(|side| format!("steps lost by {side}"));
    won.chain(points).chain(lost).chain(["turns".to_owned(), "did not end".to_owned()]).collect()
}

/// The cells of a line of CSV.
pub(super) fn cells(line: &str) -> Vec<String> {
    let (mut all, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => all.push(std::mem::take(&mut cell)),
            (letter, _) => cell.push(letter),
        }
    }
    all.push(cell);
    all
}

/// What a row of games.csv measures, in thousandths; in the order of [`measures`].
pub fn measured(heading: &str, row: &str, game: &Game) -> Vec<i64> {
    let (heads, cells) = (cells(heading), cells(row));
    let at = |name: &str| heads.iter().position(|head| head == name).and_then(|n| cells.get(n)).map_or("", String::as_str);
    let whole = |name: &str| at(name).parse::<i64>().unwrap_or(0).saturating_mul(1000);
    let sides = || game.sides.values().map(|side| side.id.as_str());
    let won = sides().map(|side| if at("winner") == side { 1000 } else { 0 });
    let points = sides().map(|side| {
        let points = Points::parse(at(&format!("points.{side}"))).unwrap_or(Points(0));
        points.0.saturating_mul(1000) / Points::ONE.0
    });
    let lost = sides().map(|side| whole(&format!("steps-lost.{side}")));
    let rest = [whole("turns"), if at("ended") == "over" { 0 } else { 1000 }];
    won.chain(points).chain(lost).chain(rest).collect()
}

/// Sums over pairs of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    pub games: i64,
    /// Of the one, in thousandths.
    pub before: i64,
    /// Of the other.
    pub after: i64,
    /// Of the squares of the differences.
    pub squares: i128,
}

impl Paired {
    /// One more pair.
    pub fn add(&mut self, before: i64, after: i64) {
        self.games += 1;
        self.before = self.before.saturating_add(before);
        self.after = self.after.saturating_add(after);
        let by = i128::from(after) - i128::from(before);
        self.squares = self.squares.saturating_add(by * by);
    }

    /// The mean of the one, of the other, their difference, and half of the interval that holds it 95 times in 100.
    pub fn effect(&self) -> (f64, f64, f64, f64) {
        let n = self.games.max(1) as f64;
        let (before, after) = (self.before as f64 / n / 1e3, self.after as f64 / n / 1e3);
        let by = after - before;
        let spread = (self.squares as f64 / 1e6 / n - by * by).max(0.0) * n / (n - 1.0).max(1.0);
        (before, after, by, 1.959_963_985 * (spread / n).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: differences 1, 0, 0, 1 have mean 1/2 and variance 1/3.
    #[test]
    fn an_effect_is_the_mean_of_the_differences() {
        let mut paired = Paired::default();
        for (before, after) in [(0, 1000), (0, 0), (1000, 1000), (0, 1000)] {
            paired.add(before, after);
        }
        let (before, after, by, half) = paired.effect();
        assert!((before - 0.25).abs() < 1e-12 && (after - 0.75).abs() < 1e-12 && (by - 0.5).abs() < 1e-12);
        assert!((half - 1.959_963_985 * (1.0f64 / 12.0).sqrt()).abs() < 1e-9, "{half}");
    }

    #[test]
    fn cells_keep_their_commas() {
        assert_eq!(cells(r#"a,"b,c","d""e",,f"#), ["a", "b,c", "d\"e", "", "f"]);
    }

    #[test]
    fn the_same_games_have_no_effect() {
        let mut paired = Paired::default();
        (0..10).for_each(|n| paired.add(n * 100, n * 100));
        assert_eq!(paired.effect().2, 0.0);
        assert_eq!(paired.effect().3, 0.0);
    }
}
