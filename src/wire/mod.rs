//! The protocol: a line of JSON in, a line of JSON out. Terminal, bots, tests and browser speak it; it touches no disk.
//!
//! docs/play.md describes it for people who write the other end.

mod story;
mod tell;
mod view;

pub use tell::tell;

use serde_json::{Map, Value, json};

use crate::model::{Game, Key, ScenarioId};
use crate::play::{Ask, Asker, Change, Decision, Hand, Header, Line, Log, Match, Settings};
use crate::rules::Engine;

/// So many bytes a line may have.
pub const LINE_BYTES: usize = 1 << 20;
/// So many decisions a line may bring.
pub const LINE_DECISIONS: usize = 10_000;

/// The rules of every scenario of a game, ready to be played.
pub struct Table<'g> {
    game: &'g Game,
    engines: Vec<Engine<'g>>,
}

impl<'g> Table<'g> {
    /// Compiles the rules.
    pub fn new(game: &'g Game) -> Self {
        let first = Engine::new(game, None);
        let engines = game.scenarios.ids().map(|scenario| first.of(Some(scenario))).collect();
        Table { game, engines }
    }

    /// The rules of a scenario.
    pub fn engine(&self, scenario: ScenarioId) -> Option<&Engine<'g>> {
        self.engines.get(scenario.index())
    }

    /// A scenario by its id; the only one if none is named.
    pub fn scenario(&self, id: Option<&str>) -> Result<ScenarioId, String> {
        let all = || self.game.scenarios.values().map(|scenario| format!("`{}`", scenario.id)).collect::<Vec<_>>().join(", ");
        let mut ids = self.game.scenarios.iter();
        match id {
            Some(id) => {
                let found = ids.find(|(_, scenario)| scenario.id == id).map(|(found, _)| found);
                found.ok_or_else(|| format!("the game has no scenario `{id}`, but {}", all()))
            }
            None => match (ids.next(), ids.next()) {
                (Some((only, _)), None) => Ok(only),
                (None, _) => Err("the game has no scenarios".to_owned()),
                _ => Err(format!("name a scenario: {}", all())),
            },
        }
    }
}

/// A game that is played over the protocol, and its log.
pub struct Session<'e> {
    table: &'e Table<'e>,
    /// What the game was built from.
    bundle: Option<String>,
    game: Option<Match<'e>>,
    /// Whether dice are typed in.
    typed: bool,
    /// Every line of the log.
    log: Vec<String>,
    /// So many of them have been taken.
    taken: usize,
    /// So many games were opened.
    games: u32,
}

/// Why something is refused: which of several, and in words.
struct No {
    at: Option<usize>,
    why: String,
}

impl From<String> for No {
    fn from(why: String) -> No {
        No { at: None, why }
    }
}

impl From<&str> for No {
    fn from(why: &str) -> No {
        No::from(why.to_owned())
    }
}

impl<'e> Session<'e> {
    /// Nothing is open yet.
    pub fn new(table: &'e Table<'e>, bundle: Option<String>) -> Self {
        Session { table, bundle, game: None, typed: false, log: Vec::new(), taken: 0, games: 0 }
    }

    /// Begins a game. Dice are rolled at once unless they are typed in.
    pub fn open(&mut self, scenario: ScenarioId, settings: Settings, typed: bool) -> Result<(), String> {
        let engine: &'e Engine<'e> = self.table.engine(scenario).ok_or("there is no such scenario")?;
        let game = Match::new(engine, scenario, settings).ok_or("the scenario cannot be played")?;
        self.log = vec![Header { typed, ..Header::of(&game, self.bundle.clone()) }.line()];
        self.taken = 0;
        self.typed = typed;
        self.game = Some(game);
        self.games += 1;
        self.roll();
        Ok(())
    }

    /// Goes on with a game and the lines of its log.
    pub fn resume(&mut self, game: Match<'e>, log: Vec<String>, typed: bool) {
        self.taken = log.len();
        self.log = log;
        self.typed = typed;
        self.game = Some(game);
        self.games += 1;
        self.roll();
    }

    /// What the game was built from.
    pub fn bundle(&self) -> Option<&str> {
        self.bundle.as_deref()
    }

    /// The game that is played.
    pub fn game(&self) -> Option<&Match<'e>> {
        self.game.as_ref()
    }

    /// How many games were opened here, one after the other.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Lets somebody try decisions in the game; whoever does takes them back.
    pub fn consult<R>(&mut self, ask: impl FnOnce(&mut Match<'e>) -> R) -> Option<R> {
        self.game.as_mut().map(ask)
    }

    /// Lines of the log that nobody has taken yet.
    pub fn fresh_lines(&mut self) -> Vec<String> {
        let lines = self.log.get(self.taken..).unwrap_or_default().to_vec();
        self.taken = self.log.len();
        lines
    }

    /// Decides for whoever is asked, and rolls what follows; what happened, or why it is refused.
    pub fn decide(&mut self, decision: &Decision) -> Result<Vec<Change>, String> {
        let game = self.game.as_mut().ok_or("no game is open")?;
        let Some(by) = game.ask().map(|ask| ask.by) else { return Err("the game is over".to_owned()) };
        let mut events = game.decide(decision).map_err(|refused| refused.why.into_owned())?.to_vec();
        self.note(by, decision);
        events.extend(self.roll());
        Ok(events)
    }

    fn note(&mut self, by: Asker, decision: &Decision) {
        let Some(game) = &self.game else { return };
        let n = game.decisions();
        let lines = game.log_lines(by, decision).into_iter().map(|line| line.text(n));
        self.log.extend(lines);
    }

    /// Lets chance decide as long as it is asked.
    fn roll(&mut self) -> Vec<Change> {
        let mut events = Vec::new();
        while !self.typed {
            let Some(decision) = self.game.as_ref().and_then(Match::chance) else { break };
            let Some(game) = self.game.as_mut() else { break };
            match game.decide(&decision) {
                Ok(changes) => events.extend_from_slice(changes),
                Err(_) => break,
            }
            self.note(Asker::Dice, &decision);
        }
        events
    }

    /// Takes the last decision back, if that is allowed.
    pub fn undo(&mut self) -> Result<(), String> {
        let game = self.game.as_mut().ok_or("no game is open")?;
        if !game.undo() {
            return Err("that cannot be taken back: dice fell since, or the other side has decided".to_owned());
        }
        let n = game.decisions();
        self.log.push(Line::TakeBack(1).text(n));
        Ok(())
    }

    /// Takes decisions back, whatever they were.
    pub fn take_back(&mut self, decisions: usize) -> Result<(), String> {
        let game = self.game.as_mut().ok_or("no game is open")?;
        if !game.take_back(decisions) {
            return Err("so many decisions have not been made".to_owned());
        }
        let n = game.decisions();
        self.log.push(Line::TakeBack(decisions).text(n));
        Ok(())
    }

    /// Goes on from a log, and says whether its last line was cut off.
    ///
    /// # Errors
    /// Why it cannot: it is of another game, or what it says does not come of the rules.
    pub fn load(&mut self, text: &str, typed: bool) -> Result<bool, String> {
        let at = |line: usize, why: &str| format!("line {line} of the log: {why}");
        let log = Log::read(text).map_err(|bad| at(bad.line, &bad.why))?;
        if log.header.game != self.table.game.slug() {
            return Err(format!("the log is of the game `{}`", log.header.game));
        }
        if log.header.bundle.is_some() && self.bundle.is_some() && log.header.bundle != self.bundle {
            return Err("the log was written with another bundle of this game".to_owned());
        }
        let scenario = self.table.scenario(Some(&log.header.scenario))?;
        let engine: &'e Engine<'e> = self.table.engine(scenario).ok_or("there is no such scenario")?;
        let (game, stopped) = log.replay(engine, None).map_err(|bad| at(bad.line, &bad.why))?;
        if let Some(stopped) = stopped {
            return Err(at(stopped.line, &stopped.why));
        }
        let whole = text.rfind('\n').map_or("", |end| text.get(..end).unwrap_or_default());
        self.resume(game, whole.lines().map(str::to_owned).collect(), typed || log.header.typed);
        Ok(log.cut)
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> String {
        self.line_within(line, LINE_BYTES)
    }

    /// Answers a line of at most so many bytes.
    pub fn line_within(&mut self, line: &str, most: usize) -> String {
        let (id, answer) = self.answer(line, most);
        let mut fields = Map::new();
        if let Some(id) = id {
            fields.insert("id".to_owned(), id);
        }
        match answer {
            Ok(value) => fields.insert("ok".to_owned(), value),
            Err(No { at, why }) => {
                let mut no = Map::new();
                if let Some(at) = at {
                    no.insert("at".to_owned(), json!(at));
                }
                no.insert("why".to_owned(), json!(why));
                fields.insert("no".to_owned(), Value::Object(no))
            }
        };
        Value::Object(fields).to_string()
    }

    fn answer(&mut self, line: &str, most: usize) -> (Option<Value>, Result<Value, No>) {
        if line.len() > most {
            return (None, Err(No::from(format!("a line has at most {most} bytes"))));
        }
        let sent: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(_) => return (None, Err(No::from("that is no JSON"))),
        };
        let Some(fields) = sent.as_object() else { return (None, Err(No::from("a line is an object"))) };
        let id = fields.get("id").filter(|id| id.is_u64() || id.as_str().is_some_and(|id| id.len() <= 64)).cloned();
        let asks = ["open", "load", "do", "tell", "undo", "takeback"];
        let known = ["id", "words", "piece", "mode", "hex", "side", "decision", "at"];
        if let Some(other) = fields.keys().find(|key| !asks.contains(&key.as_str()) && !known.contains(&key.as_str())) {
            return (id, Err(No::from(format!("nobody knows `{other}`"))));
        }
        let words = match fields.get("words") {
            None => false,
            Some(Value::Bool(words)) => *words,
            Some(_) => return (id, Err(No::from("`words` is true or false"))),
        };
        let wanted: Vec<&str> = asks.into_iter().filter(|ask| fields.contains_key(*ask)).collect();
        let answer = match wanted.as_slice() {
            ["open"] => self.opened(fields.get("open").unwrap_or(&Value::Null)).map(|()| self.standing(words)),
            ["load"] => self.loaded(fields.get("load").unwrap_or(&Value::Null), words),
            ["do"] => self.done(fields.get("do").unwrap_or(&Value::Null), words),
            ["tell"] => self.told(fields),
            ["undo"] => self.undo().map(|()| self.standing(words)).map_err(No::from),
            ["takeback"] => {
                let count = fields.get("takeback").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
                match count {
                    Some(count) => self.take_back(count).map(|()| self.standing(words)).map_err(No::from),
                    None => Err(No::from("`takeback` is a number of decisions")),
                }
            }
            _ => Err(No::from("a line asks one thing: open, load, do, tell, undo or takeback")),
        };
        (id, answer)
    }

    fn loaded(&mut self, sent: &Value, words: bool) -> Result<Value, No> {
        let text = sent.as_str().or_else(|| sent.get("log")?.as_str()).ok_or("`load` is the text of a log")?;
        let typed = match sent.get("dice").map(Value::as_str) {
            None | Some(Some("pcg")) => false,
            Some(Some("typed")) => true,
            Some(_) => return Err(No::from("`dice` is pcg or typed")),
        };
        let cut = self.load(text, typed)?;
        let mut standing = self.standing(words);
        if let (true, Some(fields)) = (cut, standing.as_object_mut()) {
            fields.insert("cut".to_owned(), json!(true));
        }
        Ok(standing)
    }

    fn opened(&mut self, sent: &Value) -> Result<(), No> {
        let fields = sent.as_object().ok_or("`open` is an object")?;
        let known = ["scenario", "seed", "options", "hand", "dice"];
        if let Some(other) = fields.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(No::from(format!("`open` has no `{other}`")));
        }
        let word = |name: &str| match fields.get(name) {
            None => Ok(None),
            Some(Value::String(word)) => Ok(Some(word.as_str())),
            Some(_) => Err(No::from(format!("`{name}` is a word"))),
        };
        let scenario = self.table.scenario(word("scenario")?)?;
        let seed = match fields.get("seed") {
            None => 0,
            Some(Value::String(hex)) => u64::from_str_radix(hex, 16).map_err(|_| "`seed` is a number of hexadecimal digits")?,
            Some(Value::Number(n)) => n.as_u64().ok_or("`seed` is a whole number")?,
            Some(_) => return Err(No::from("`seed` is a number")),
        };
        let hand = match word("hand")? {
            None | Some("warn") => Hand::Warn,
            Some("strict") => Hand::Strict,
            Some("free") => Hand::Free,
            Some(other) => return Err(No::from(format!("`hand` is strict, warn or free, not `{other}`"))),
        };
        let typed = match word("dice")? {
            None | Some("pcg") => false,
            Some("typed") => true,
            Some(other) => return Err(No::from(format!("`dice` is pcg or typed, not `{other}`"))),
        };
        let options = match fields.get("options") {
            None => None,
            Some(Value::Array(names)) => Some(names.iter().map(|name| self.option(name)).collect::<Result<_, _>>()?),
            Some(_) => return Err(No::from("`options` is a list of words")),
        };
        self.open(scenario, Settings { seed, hand, options }, typed).map_err(No::from)
    }

    fn option(&self, name: &Value) -> Result<usize, No> {
        let name = name.as_str().ok_or("`options` is a list of words")?;
        let found = self.table.game.rules.options.iter().find(|(_, option)| option.id == name);
        found.map(|(id, _)| id.index()).ok_or_else(|| No::from(format!("the game has no option `{name}`")))
    }

    /// Decisions one after the other, until one is refused or somebody else is asked.
    fn done(&mut self, sent: &Value, words: bool) -> Result<Value, No> {
        let list = match sent {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        if list.len() > LINE_DECISIONS {
            return Err(No::from(format!("a line brings at most {LINE_DECISIONS} decisions")));
        }
        let naming = self.game.as_ref().ok_or("no game is open")?.naming();
        let asker = |session: &Self| session.game.as_ref().and_then(Match::ask).map(|ask| ask.by);
        let first = asker(self);
        let (mut events, mut made, mut refused) = (Vec::new(), 0, None);
        for (at, sent) in list.iter().enumerate() {
            if at > 0 && asker(self) != first {
                break;
            }
            let decided = naming.read(sent).and_then(|decision| self.decide(&decision));
            match decided {
                Ok(changes) => events.extend(changes),
                Err(why) if at == 0 => return Err(No { at: Some(at), why }),
                Err(why) => {
                    refused = Some(json!({ "at": at, "why": why }));
                    break;
                }
            }
            made += 1;
        }
        let mut standing = self.standing(words);
        if let Some(fields) = standing.as_object_mut() {
            fields.extend(refused.map(|refused| ("refused".to_owned(), refused)));
            fields.insert("made".to_owned(), json!(made));
            fields.insert("events".to_owned(), self.shown(&events));
            if words {
                let said = events.iter().filter_map(|change| naming.sentence(change)).map(Value::String);
                fields.insert("said".to_owned(), said.collect());
            }
        }
        Ok(standing)
    }

    fn shown(&self, events: &[Change]) -> Value {
        let Some(game) = &self.game else { return json!([]) };
        let naming = game.naming();
        events.iter().filter_map(|change| naming.event(change)).collect()
    }

    /// How the game stands: who is asked what, or how it ended.
    fn standing(&self, words: bool) -> Value {
        self.game.as_ref().map_or(Value::Null, |game| standing(game, words))
    }
}

/// How a game stands: who is asked what, or how it ended; with what can be decided in words too, where people read it.
pub fn standing(game: &Match<'_>, words: bool) -> Value {
    let model = game.engine().game();
    let mut fields = Map::new();
    if let Some(turn) = game.state().clock.turn.and_then(|turn| model.turns.at(turn)) {
        fields.insert("turn".to_owned(), json!(turn.id));
    }
    if let Some(phase) = game.phase() {
        fields.insert("phase".to_owned(), json!(phase.id.map(|id| model.words.phases.word(id))));
        fields.insert("side".to_owned(), json!(phase.side.map(|side| game.naming().side(side))));
    }
    match game.ask() {
        Some(ask) => fields.insert("ask".to_owned(), asked(game, ask, words)),
        None => {
            let over = game.state().over.as_ref();
            let side = over.and_then(|over| over.side).map(|side| game.naming().side(side));
            fields.insert("over".to_owned(), json!({ "side": side, "how": over.map(|over| over.how.clone()) }))
        }
    };
    if words {
        let told: Vec<Value> = game.reminders().map(|it| json!({ "rule": it.rule, "text": it.text })).collect();
        if !told.is_empty() {
            fields.insert("remember".to_owned(), Value::Array(told));
        }
    }
    fields.insert("decisions".to_owned(), json!(game.decisions()));
    Value::Object(fields)
}

fn asked(game: &Match<'_>, ask: &Ask, words: bool) -> Value {
    let (naming, options) = (game.naming(), game.options());
    let mut asked = json!({
        "by": game.asker_word(ask.by),
        "what": ask.what.word(),
        "prompt": game.prompt(ask),
        "options": options.iter().map(|decision| naming.decision(decision)).collect::<Vec<_>>(),
        "undo": game.can_undo(),
        "hand": game.by_hand(),
    });
    if let (true, Some(fields)) = (words, asked.as_object_mut()) {
        let described = options.iter().map(|decision| Value::String(game.described(decision)));
        fields.insert("words".to_owned(), described.collect());
    }
    asked
}
