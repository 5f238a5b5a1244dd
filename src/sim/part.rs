//! A part of a simulation as it is kept: what was played, how far it has come, and what was counted. Parts that belong
//! together are added up to what one run would have given.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Counts;

/// The number of the file's format.
pub(super) const FORMAT: u32 = 1;

/// What is simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct About {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The hash of the bundle that is played.
    pub bundle: String,
    /// The number of the engine's behaviour.
    pub rules: u32,
    /// The options that are played.
    pub options: Vec<String>,
    pub seed: u64,
    /// How many games are asked for.
    pub games: u64,
    /// How many games of each other line-up are played to compare with.
    pub beside: u64,
    /// How many games there are in all.
    pub all: u64,
    /// Who plays, by side.
    pub players: BTreeMap<String, String>,
}

impl About {
    /// In what two differ first, in words: what this one has, and what the other has.
    pub fn differs(&self, other: &About) -> Option<String> {
        let players = |about: &About| about.players.values().cloned().collect::<Vec<_>>().join(",");
        let options = |about: &About| about.options.join(", ");
        let all = [
            ("game", self.game.clone(), other.game.clone()),
            ("scenario", self.scenario.clone(), other.scenario.clone()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("players", players(self), players(other)),
            ("number of games", self.games.to_string(), other.games.to_string()),
            ("number of games beside", self.beside.to_string(), other.beside.to_string()),
            ("options", options(self), options(other)),
            ("bundle", self.bundle.clone(), other.bundle.clone()),
            ("number of the rules", self.rules.to_string(), other.rules.to_string()),
        ];
        let (what, here, there) = all.into_iter().find(|(_, a, b)| a != b)?;
        Some(format!("its {what} is `{there}`, not `{here}`"))
    }
}

/// A part of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Part {
    pub muster_simulation: u32,
    pub about: About,
    /// The first game of this part, and the first that is no longer of it.
    pub from: u64,
    pub to: u64,
    /// The first game that has not been played yet.
    pub next: u64,
    /// So many bytes of rows belong to the games that have been played.
    pub rows: u64,
    pub counts: Counts,
}

impl Part {
    /// A part of which nothing has been played.
    pub fn new(about: About, from: u64, to: u64) -> Part {
        Part { muster_simulation: FORMAT, about, from, to, next: from, rows: 0, counts: Counts::default() }
    }

    /// Whether all of it has been played.
    pub fn is_done(&self) -> bool {
        self.next >= self.to
    }

    /// As it is written.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Reads what was written.
    ///
    /// # Errors
    /// Why it is no part of a simulation.
    pub fn read(bytes: &[u8]) -> Result<Part, String> {
        let part: Part = serde_json::from_slice(bytes).map_err(|error| format!("it is no part of a simulation: {error}"))?;
        if part.muster_simulation != FORMAT {
            return Err(format!("it has format {}, and this version reads {FORMAT}", part.muster_simulation));
        }
        if part.from > part.next || part.next > part.to {
            return Err("it has played games that are not its own".to_owned());
        }
        Ok(part)
    }

    /// Adds up parts of one simulation, and gives the order of their games; the rows are not looked at.
    ///
    /// # Errors
    /// Which of them does not belong to the others, and why.
    pub fn merge(parts: &[Part]) -> Result<(Part, Vec<usize>), (usize, String)> {
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|n| parts.get(*n).map(|part| (part.from, part.to)));
        let mut whole: Option<Part> = None;
        for n in &order {
            let Some(part) = parts.get(*n) else { continue };
            if !part.is_done() {
                return Err((*n, format!("it has played {} of its {} games", part.next - part.from, part.to - part.from)));
            }
            match &mut whole {
                None if part.from > 0 => {
                    return Err((*n, format!("it begins at game {}, and no part has those before", part.from)));
                }
                None => whole = Some(part.clone()),
                Some(whole) => {
                    if let Some(why) = whole.about.differs(&part.about) {
                        return Err((*n, why));
                    }
                    if part.from < whole.to {
                        return Err((*n, format!("it begins at game {}, which another part has played too", part.from)));
                    }
                    if part.from > whole.to {
                        return Err((*n, format!("it begins at game {}, and no part has those from {} on", part.from, whole.to)));
                    }
                    (whole.to, whole.next) = (part.to, part.next);
                    whole.rows = whole.rows.saturating_add(part.rows);
                    whole.counts.add_all(&part.counts);
                }
            }
        }
        whole.map(|whole| (whole, order)).ok_or((0, "no parts are named".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(from: u64, to: u64, seed: u64) -> Part {
        let about = About {
            game: "ford".to_owned(),
            scenario: "dawn".to_owned(),
            bundle: "sha256:0".to_owned(),
            rules: 1,
            options: Vec::new(),
            seed,
            games: 9,
            beside: 0,
            all: 9,
            players: BTreeMap::from([("blue".to_owned(), "random".to_owned())]),
        };
        let mut part = Part { next: to, rows: 10, ..Part::new(about, from, to) };
        part.counts.add(&["games"], i64::try_from(to - from).unwrap());
        part
    }

    #[test]
    fn parts_are_added_in_any_order() {
        let (whole, order) = Part::merge(&[part(5, 9, 7), part(0, 5, 7)]).unwrap();
        assert_eq!((whole.from, whole.to, whole.rows, whole.counts.number(&["games"])), (0, 9, 20, 9));
        assert_eq!(order, [1, 0]);
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let why = |parts: &[Part]| Part::merge(parts).unwrap_err();
        assert_eq!(why(&[part(0, 5, 7), part(5, 9, 8)]), (1, "its seed is `8`, not `7`".to_owned()));
        assert_eq!(
            why(&[part(0, 5, 7), part(4, 9, 7)]),
            (1, "it begins at game 4, which another part has played too".to_owned())
        );
        assert_eq!(why(&[part(0, 5, 7), part(6, 9, 7)]), (1, "it begins at game 6, and no part has those from 5 on".to_owned()));
        assert_eq!(why(&[part(1, 5, 7)]), (0, "it begins at game 1, and no part has those before".to_owned()));
        let half = Part { next: 3, ..part(0, 5, 7) };
        assert_eq!(why(&[half]), (0, "it has played 3 of its 5 games".to_owned()));
    }

    #[test]
    fn a_part_is_read_as_it_was_written_and_nothing_else_is() {
        let one = part(0, 5, 7);
        assert_eq!(Part::read(one.text().as_bytes()).unwrap(), one);
        assert!(Part::read(b"{}").is_err());
        assert!(Part::read(one.text().replace("\"next\": 5", "\"next\": 6").as_bytes()).is_err());
    }
}
