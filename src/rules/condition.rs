//! Conditions: true, false, or unknown because a die or a player decides.

use std::collections::BTreeSet;

use crate::model::{Condition, Game, Key, SideId, TurnId, Window};

/// What a condition is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// It may.
    Unknown,
}

impl Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }

    fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::True, _) | (_, Truth::True) => Truth::True,
            (Truth::False, Truth::False) => Truth::False,
            _ => Truth::Unknown,
        }
    }

    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

/// When a question is asked, and what is assumed.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The game turn; unknown if none.
    pub turn: Option<TurnId>,
    /// Whose player turn; unknown if none.
    pub side: Option<SideId>,
    /// Options that are played.
    pub options: BTreeSet<usize>,
}

/// Whether a turn lies in a window, both ends counting.
pub fn in_window(game: &Game, window: &Window, moment: &Moment) -> Truth {
    let Some(turn) = moment.turn else { return Truth::Unknown };
    let tags = |wanted: &Vec<String>| game.turns.at(turn).is_some_and(|t| t.tags.iter().any(|tag| wanted.contains(tag)));
    let inside = window.from.is_none_or(|from| from <= turn)
        && window.to.is_none_or(|to| turn <= to)
        && window.on.as_ref().is_none_or(|on| on.contains(&turn))
        && window.tags.as_ref().is_none_or(tags);
    let half = match (window.half, moment.side) {
        (None, _) => Truth::True,
        (Some(_), None) => Truth::Unknown,
        (Some(wanted), Some(side)) => Truth::from(wanted == side),
    };
    Truth::from(inside).and(half)
}

/// Whether a condition holds. What depends on play (control, losses, bridges, dice) is unknown.
pub fn holds(game: &Game, condition: &Condition, moment: &Moment) -> Truth {
    let mut truth = Truth::True;
    for part in &condition.all {
        truth = truth.and(holds(game, part, moment));
    }
    if let Some(any) = &condition.any {
        truth = truth.and(any.iter().fold(Truth::False, |t, part| t.or(holds(game, part, moment))));
    }
    if let Some(not) = &condition.not {
        truth = truth.and(holds(game, not, moment).not());
    }
    if let Some(window) = &condition.turns {
        truth = truth.and(in_window(game, window, moment));
    }
    if let Some(options) = &condition.option {
        truth = truth.and(Truth::from(options.iter().any(|option| moment.options.contains(&option.index()))));
    }
    if let Some(sides) = &condition.side {
        truth = truth.and(moment.side.map_or(Truth::Unknown, |side| Truth::from(sides.contains(&side))));
    }
    let open =
        condition.control.is_some() || condition.exited.is_some() || condition.bridge.is_some() || condition.roll.is_some();
    if open { truth.and(Truth::Unknown) } else { truth }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Dice, OptionId, Roll, Turn};

    fn game() -> Game {
        let mut game = Game::default();
        for (id, tags) in [("1", vec![]), ("2", vec!["night".to_owned()]), ("3", vec![])] {
            game.turns.push(Turn { id: id.to_owned(), date: None, weather: None, ground: None, tags });
        }
        game
    }

    fn at(turn: u32) -> Moment {
        Moment { turn: Some(TurnId(turn)), ..Moment::default() }
    }

    #[test]
    fn windows_count_both_ends() {
        let game = game();
        let window = Window { from: Some(TurnId(1)), to: Some(TurnId(1)), ..Window::default() };
        assert_eq!(in_window(&game, &window, &at(0)), Truth::False);
        assert_eq!(in_window(&game, &window, &at(1)), Truth::True);
        assert_eq!(in_window(&game, &window, &at(2)), Truth::False);
        let night = Window { tags: Some(vec!["night".to_owned()]), ..Window::default() };
        assert_eq!(in_window(&game, &night, &at(1)), Truth::True);
        assert_eq!(in_window(&game, &night, &at(2)), Truth::False);
        let half = Window { half: Some(SideId(0)), ..Window::default() };
        assert_eq!(in_window(&game, &half, &at(1)), Truth::Unknown);
    }

    #[test]
    fn a_die_leaves_it_open_and_not_open_is_open() {
        let game = game();
        let roll = Roll { dice: Dice::Sum(1, 6), at_least: Some(3), at_most: None };
        let roll = Condition { roll: Some(roll), ..Condition::default() };
        assert_eq!(holds(&game, &roll, &at(0)), Truth::Unknown);
        let not = Condition { not: Some(Box::new(roll.clone())), ..Condition::default() };
        assert_eq!(holds(&game, &not, &at(0)), Truth::Unknown);
        let option = Condition { option: Some(vec![OptionId(0)]), ..Condition::default() };
        assert_eq!(holds(&game, &option, &at(0)), Truth::False);
        let either = Condition { any: Some(vec![roll, option]), ..Condition::default() };
        assert_eq!(holds(&game, &either, &at(0)), Truth::Unknown);
        assert_eq!(holds(&game, &Condition::default(), &at(0)), Truth::True);
    }
}
