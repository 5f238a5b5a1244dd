//! The engine as a page in a browser has it: a packed game goes in once, then a line of JSON for a line of JSON.
//!
//! It speaks the protocol of [`crate::wire`], and one thing more: what a program would decide.

#[cfg(feature = "web")]
pub mod exports;

use serde_json::{Map, Value, json};

use crate::model::{Key, Packed, SideId};
use crate::play::{Asker, Match};
use crate::sim::{Kind, Player, Players, Seats};
use crate::wire::{LINE_BYTES, Session, Table};

/// So many bytes a line may have: a whole log comes in one.
const LOG_BYTES: usize = 32 << 20;

/// A game and everything that was begun with it. There is one in a page, for as long as the page is open.
pub struct Host {
    session: Session<'static>,
    /// Who was asked to decide for a side, and what kind of player that is.
    bots: Vec<(SideId, Kind, Box<dyn Player>)>,
}

impl Host {
    /// Reads a packed game.
    ///
    /// # Errors
    /// Why it is none.
    pub fn open(bytes: &[u8]) -> Result<Host, String> {
        let Packed { built_from, game } = Packed::read(bytes)?;
        // A page has one game until it is closed, and everything else borrows from it.
        let table: &'static Table<'static> = Box::leak(Box::new(Table::new(Box::leak(Box::new(game)))));
        Ok(Host { session: Session::new(table, Some(built_from)), bots: Vec::new() })
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> String {
        match bot(line) {
            None => {
                let before = self.session.games();
                let answer = self.session.line_within(line, LOG_BYTES);
                if self.session.games() != before {
                    // Whoever knew the last game knows nothing of a new one.
                    self.bots.clear();
                }
                answer
            }
            Some((id, name)) => {
                let mut fields = Map::new();
                fields.extend(id.map(|id| ("id".to_owned(), id)));
                match self.decide(&name) {
                    Ok(decision) => fields.insert("ok".to_owned(), json!({ "decision": decision })),
                    Err(why) => fields.insert("no".to_owned(), json!({ "why": why })),
                };
                Value::Object(fields).to_string()
            }
        }
    }

    /// What a player of that kind decides for the side that is asked.
    fn decide(&mut self, name: &str) -> Result<Value, String> {
        let kind = Kind::named(name).ok_or_else(|| format!("no player is called `{name}`"))?;
        let game = self.session.game().ok_or("no game is open")?;
        let Some(Asker::Side(side)) = game.ask().map(|ask| ask.by) else { return Err("no side is asked".to_owned()) };
        if !kind.can_play(game.engine().game(), side) {
            return Err("the game has no policy for that side".to_owned());
        }
        if !self.bots.iter().any(|(of, known, _)| *of == side && *known == kind) {
            self.bots.retain(|(of, ..)| *of != side);
            let player = seat(game, side, &kind)?;
            self.bots.push((side, kind.clone(), player));
        }
        let bot = self.bots.iter_mut().find(|(of, ..)| *of == side).ok_or("nobody plays that side")?;
        let decided = self.session.consult(|game| bot.2.decide(game)).ok_or("no game is open")??;
        let decision = decided.ok_or("nothing can be decided")?;
        Ok(self.session.game().map_or(Value::Null, |game| game.naming().decision(&decision)))
    }
}

/// A player for a side of the game that is open.
fn seat(game: &Match<'static>, side: SideId, kind: &Kind) -> Result<Box<dyn Player>, String> {
    let engine = game.engine();
    let sides = engine.game().sides.len();
    let found = engine.game().scenarios.iter().find(|(_, scenario)| scenario.id == game.scenario().id);
    let (scenario, _) = found.ok_or("there is no such scenario")?;
    let players = Players::new(engine, scenario, Some(game.options_played()), vec![vec![kind.clone(); sides]]);
    let players: &'static Players<'static> = Box::leak(Box::new(players));
    // Dice of the game and lots of a player have nothing to do with each other.
    let seed = crate::sim::mix(game.settings().seed, side.index() as u64 + 1);
    players.seat(0, side, seed)
}

/// The kind of player that a line asks for, and its number.
fn bot(line: &str) -> Option<(Option<Value>, String)> {
    if line.len() > LINE_BYTES || !line.contains("\"bot\"") {
        return None;
    }
    let sent: Value = serde_json::from_str(line).ok()?;
    let name = sent.get("bot")?.as_str()?.to_owned();
    Some((sent.get("id").filter(|id| id.is_u64()).cloned(), name))
}
