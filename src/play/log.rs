//! The log of a game: a header and its decisions, a line of JSON each. Header and decisions are the truth; a digest at
//! the end of each phase proves that a replay is the same game.

use serde_json::{Value, json};

use super::{Ask, Asker, Decision, Hand, Match, Settings};
use crate::model::{Game, Key};
use crate::rules::Engine;

/// The number of this engine's behaviour. It is raised when the same decisions may lead elsewhere.
pub const BEHAVIOUR: u32 = 3;
/// The number of the log's format.
const FORMAT: u64 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub game: String,
    pub scenario: String,
    /// What the game was built from.
    pub bundle: Option<String>,
    /// The options that are played.
    pub options: Vec<String>,
    pub seed: u64,
    pub hand: Hand,
    /// Whether people type in what the dice show.
    pub typed: bool,
    /// The number of the engine's behaviour.
    pub rules: u32,
}

/// A line after the first.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Somebody decided; against the rules, if they forbid it.
    Decision { by: String, sent: Value, against: Option<String> },
    /// A phase ended.
    Digest(String),
    /// So many decisions were taken back.
    TakeBack(usize),
}

/// Why a log cannot be read or replayed any further: the line, counted from 1, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLog {
    pub line: usize,
    pub why: String,
}

const OTHER_RULES: &str = "another version of Muster wrote it, in which the same decisions may lead elsewhere; \
    `muster replay --rebase` plays it as far as it goes";
const DIFFERS: &str = "the digest differs: the rules or the program are others";

/// A log that was played again with other rules.
pub struct Rebased<'e> {
    pub game: Match<'e>,
    /// Where it can go no further, and why.
    pub stopped: Option<BadLog>,
    /// The first line from which on the game is another than it was.
    pub differs: Option<usize>,
}

/// A log as it was read: everything up to the last whole line.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    pub header: Header,
    pub lines: Vec<Line>,
    /// Whether the last line was cut off.
    pub cut: bool,
}

impl Header {
    /// The header of a match.
    pub fn of(game: &Match<'_>, bundle: Option<String>) -> Self {
        let model = game.engine().game();
        let options = game.options_played().iter().filter_map(|n| model.rules.options.values().nth(*n));
        Header {
            game: model.slug(),
            scenario: game.scenario().id.clone(),
            bundle,
            options: options.map(|option| option.id.clone()).collect(),
            seed: game.settings().seed,
            hand: game.settings().hand,
            typed: false,
            rules: BEHAVIOUR,
        }
    }

    /// As a line.
    pub fn line(&self) -> String {
        let mut line = json!({
            "muster-log": FORMAT,
            "rules": self.rules,
            "game": self.game,
            "scenario": self.scenario,
            "bundle": self.bundle,
            "options": self.options,
            "seed": format!("{:x}", self.seed),
            "hand": self.hand.word(),
        });
        if let (true, Some(fields)) = (self.typed, line.as_object_mut()) {
            fields.insert("dice".to_owned(), json!("typed"));
        }
        line.to_string()
    }

    fn read(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|_| "it is no log: its first line is no JSON".to_owned())?;
        if value.get("muster-log").and_then(Value::as_u64) != Some(FORMAT) {
            return Err("it is no log that this version reads".to_owned());
        }
        let word = |name: &str| match value.get(name).and_then(Value::as_str) {
            Some(word) if word.len() <= 1000 => Ok(word.to_owned()),
            _ => Err(format!("the header has no `{name}`")),
        };
        let options = value.get("options").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let options = options.iter().map(|option| option.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>();
        let rules = value.get("rules").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        Ok(Header {
            game: word("game")?,
            scenario: word("scenario")?,
            bundle: value.get("bundle").and_then(Value::as_str).map(str::to_owned),
            options: options.ok_or("`options` is a list of words")?,
            seed: u64::from_str_radix(&word("seed")?, 16).map_err(|_| "`seed` is no number".to_owned())?,
            hand: match word("hand")?.as_str() {
                "strict" => Hand::Strict,
                "warn" => Hand::Warn,
                "free" => Hand::Free,
                other => return Err(format!("`hand` is not `{other}`")),
            },
            typed: match value.get("dice").map(Value::as_str) {
                None => false,
                Some(Some("typed")) => true,
                Some(_) => return Err("`dice` of the header is `typed` or left out".to_owned()),
            },
            rules: rules.ok_or("the header has no `rules`")?,
        })
    }

    /// How the game is played that it is the header of.
    pub fn settings(&self, game: &Game) -> Result<Settings, String> {
        let find = |name: &String| {
            let found = game.rules.options.iter().find(|(_, option)| option.id == *name).map(|(id, _)| id.index());
            found.ok_or_else(|| format!("the game has no option `{name}`"))
        };
        let options = self.options.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Settings { seed: self.seed, hand: self.hand, options: Some(options) })
    }
}

/// So many letters a line may have.
const LINE: usize = 1 << 20;

impl Line {
    /// As a line, with the number of the decision.
    pub fn text(&self, n: usize) -> String {
        match self {
            Line::Decision { by, sent, against: None } => json!({ "n": n, "by": by, "do": sent }),
            Line::Decision { by, sent, against } => json!({ "n": n, "by": by, "do": sent, "against": against }),
            Line::Digest(digest) => json!({ "n": n, "digest": digest }),
            Line::TakeBack(count) => json!({ "n": n, "takeback": count }),
        }
        .to_string()
    }

    fn read(line: &str) -> Result<Line, String> {
        if line.len() > LINE {
            return Err("it is too long".to_owned());
        }
        let value: Value = serde_json::from_str(line).map_err(|_| "it is no JSON".to_owned())?;
        if let Some(digest) = value.get("digest").and_then(Value::as_str) {
            return Ok(Line::Digest(digest.to_owned()));
        }
        if let Some(count) = value.get("takeback") {
            let count = count.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
            return count.map(Line::TakeBack).ok_or_else(|| "`takeback` is a number of decisions".to_owned());
        }
        let by = value.get("by").and_then(Value::as_str).ok_or("it does not say who decides")?;
        let sent = value.get("do").ok_or("it does not say what is decided")?;
        let against = value.get("against").and_then(Value::as_str).map(str::to_owned);
        Ok(Line::Decision { by: by.to_owned(), sent: sent.clone(), against })
    }
}

impl Log {
    /// Reads a log up to its last whole line. A line that is cut off at the end is left out; any other that cannot be
    /// read is refused.
    pub fn read(text: &str) -> Result<Log, BadLog> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (whole, rest) = text.split_at(whole);
        let mut lines = whole.lines().enumerate();
        let bad = |line: usize, why: String| BadLog { line: line + 1, why };
        let header = match lines.next() {
            Some((n, line)) => Header::read(line).map_err(|why| bad(n, why))?,
            None => return Err(bad(0, "it is empty".to_owned())),
        };
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let lines = lines.map(|(n, line)| Line::read(line).map_err(|why| bad(n, why))).collect::<Result<_, _>>()?;
        Ok(Log { header, lines, cut: !rest.is_empty() })
    }

    /// Plays a log again, up to that many decisions; and where it can go no further, why. What came before stays.
    pub fn replay<'e>(&self, engine: &'e Engine<'e>, most: Option<usize>) -> Result<(Match<'e>, Option<BadLog>), BadLog> {
        if self.header.rules != BEHAVIOUR {
            return Err(BadLog { line: 1, why: OTHER_RULES.to_owned() });
        }
        self.play_again(engine, most, &mut |line| Some(BadLog { line, why: DIFFERS.to_owned() }))
    }

    /// Plays a log again with other rules than it was written with: a digest that differs stops nothing. Also tells the
    /// first line whose digest differs.
    pub fn rebase<'e>(&self, engine: &'e Engine<'e>, most: Option<usize>) -> Result<Rebased<'e>, BadLog> {
        let mut differs = None;
        let (game, stopped) = self.play_again(engine, most, &mut |line| {
            differs.get_or_insert(line);
            None
        })?;
        Ok(Rebased { game, stopped, differs })
    }

    fn play_again<'e>(
        &self,
        engine: &'e Engine<'e>,
        most: Option<usize>,
        differs: &mut dyn FnMut(usize) -> Option<BadLog>,
    ) -> Result<(Match<'e>, Option<BadLog>), BadLog> {
        let model = engine.game();
        let first = |why: String| BadLog { line: 1, why };
        let scenario = model.scenarios.iter().find(|(_, scenario)| scenario.id == self.header.scenario);
        let (scenario, _) = scenario.ok_or_else(|| first(format!("the game has no scenario `{}`", self.header.scenario)))?;
        let settings = self.header.settings(model).map_err(first)?;
        let mut game = Match::new(engine, scenario, settings).ok_or_else(|| first("the scenario cannot be played".to_owned()))?;
        for (n, line) in self.lines.iter().enumerate() {
            let bad = |why: String| BadLog { line: n + 2, why };
            match line {
                Line::Decision { by, sent, .. } => {
                    if most.is_some_and(|most| game.decisions() >= most) {
                        break;
                    }
                    if let Err(why) = game.decide_sent(Some(by), sent) {
                        return Ok((game, Some(bad(why))));
                    }
                }
                Line::Digest(digest) => {
                    if game.digest().word() != *digest
                        && let Some(stop) = differs(n + 2)
                    {
                        return Ok((game, Some(stop)));
                    }
                }
                Line::TakeBack(count) => {
                    if !game.take_back(*count) {
                        return Ok((game, Some(bad("so many decisions were not made".to_owned()))));
                    }
                }
            }
        }
        Ok((game, None))
    }
}

impl Match<'_> {
    /// Decides what was sent, if the one who sent it is asked.
    pub fn decide_sent(&mut self, by: Option<&str>, sent: &Value) -> Result<Decision, String> {
        let Some(Ask { by: asked, .. }) = self.ask() else { return Err("the game is over".to_owned()) };
        let asked = self.asker_word(*asked);
        if by.is_some_and(|by| by != asked) {
            return Err(format!("`{asked}` is asked"));
        }
        let decision = self.naming().read(sent)?;
        self.decide(&decision).map(|_| ()).map_err(|refused| refused.why.into_owned())?;
        Ok(decision)
    }

    /// The lines that the last decision adds to a log.
    pub fn log_lines(&self, by: Asker, decision: &Decision) -> Vec<Line> {
        let sent = self.naming().decision(decision);
        let against = match self.last_unruled() {
            Some(super::Unruled::Against(why)) => Some(why.clone()),
            _ => None,
        };
        let mut lines = vec![Line::Decision { by: self.asker_word(by), sent, against }];
        let ended = self.events().iter().any(|change| matches!(change, super::Change::Clock { .. } | super::Change::Over(_)));
        if ended {
            lines.push(Line::Digest(self.digest().word()));
        }
        lines
    }
}
