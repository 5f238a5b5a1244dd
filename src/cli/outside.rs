//! Players that are programs of somebody else: one process for a side in a game. It reads lines of JSON and writes lines of
//! JSON; docs/simulate.md says which.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::play::{Decision, Match};
use crate::sim::Player;
use crate::wire::{LINE_BYTES, LINE_DECISIONS, standing, tell};

/// So many lines in a row may ask or be refused without a decision.
const PATIENCE: usize = 10_000;

/// A program that plays a side.
pub(super) struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Decisions that it has sent and that have not been made yet.
    next: VecDeque<Value>,
}

impl Program {
    /// Starts it; no shell reads the command.
    pub(super) fn start(command: &str, side: &str, seed: u64) -> Result<Program, String> {
        let mut words = command.split_whitespace();
        let failed = |why: String| format!("the player `{command}` cannot be run: {why}");
        let name = words.next().ok_or_else(|| failed("it has no name".to_owned()))?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(super::exit::plain(&error)))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("nobody can speak with it".to_owned()));
        };
        let mut program =
            Program { name: command.to_owned(), child, input, output: BufReader::new(output), next: VecDeque::new() };
        program.say(&json!({ "begin": { "side": side, "seed": format!("{seed:x}") } }))?;
        Ok(program)
    }

    fn failed(&self, why: &str) -> String {
        format!("the player `{}` {why}", self.name)
    }

    fn say(&mut self, line: &Value) -> Result<(), String> {
        let said = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        said.map_err(|_| self.failed("has ended before the game did"))
    }

    fn hear(&mut self) -> Result<Value, String> {
        let mut bytes = Vec::new();
        let read = self.output.by_ref().take(LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes);
        match read {
            Ok(n) if n > LINE_BYTES => Err(self.failed("has sent a line that is too long")),
            Ok(n) if n > 0 => serde_json::from_slice(&bytes).map_err(|_| self.failed("has sent a line that is no JSON")),
            _ => Err(self.failed("has ended before the game did")),
        }
    }

    /// A decision that it has sent, if it is allowed now; otherwise why not, and the rest of what it sent is forgotten.
    fn planned(&mut self, game: &Match<'_>) -> Option<Result<Decision, String>> {
        let sent = self.next.pop_front()?;
        let found = game.naming().read(&sent).and_then(|decision| match game.allows(&decision) {
            Ok(()) => Ok(decision),
            Err(refused) => Err(refused.why.into_owned()),
        });
        if found.is_err() {
            self.next.clear();
        }
        Some(found)
    }
}

impl Player for Program {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        if let Some(Ok(decision)) = self.planned(game) {
            return Ok(Some(decision));
        }
        let stands = standing(game, false);
        if stands.pointer("/ask/options").and_then(Value::as_array).is_some_and(Vec::is_empty) {
            return Ok(None);
        }
        self.say(&json!({ "ok": stands }))?;
        for _ in 0..PATIENCE {
            let line = self.hear()?;
            let answer = match (line.as_object(), line.get("do"), line.get("tell")) {
                (_, Some(sent), None) => {
                    self.next = match sent {
                        Value::Array(list) if list.len() <= LINE_DECISIONS => list.iter().cloned().collect(),
                        one => VecDeque::from([one.clone()]),
                    };
                    match self.planned(game) {
                        Some(Ok(decision)) => return Ok(Some(decision)),
                        Some(Err(why)) => Err(why),
                        None => Err("`do` is a decision, or a list of them".to_owned()),
                    }
                }
                (Some(fields), None, Some(_)) => tell(game, fields),
                _ => Err("a line asks one thing: do or tell".to_owned()),
            };
            let answer = match answer {
                Ok(told) => json!({ "ok": told }),
                Err(why) => json!({ "no": { "why": why } }),
            };
            self.say(&answer)?;
        }
        Err(self.failed("does not decide"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The game is over for it, whatever it thinks.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
