//! `muster play`: a game in the terminal, or over the protocol.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::io::{BufRead, Read};
use std::path::Path;

use super::args::Play;
use super::check::open;
use super::exit::{Exit, Failure};
use super::folder::write_one;
use super::inspect::bundle;
use super::log_file::LogFile;
use super::picture::{self, PictureFormat};
use super::stdout::Stdout;
use crate::bundle::{Bundle, built_from};
use crate::compile::{Compiled, compile};
use crate::diag::{Severity, did_you_mean};
use crate::draw::hexmap::Options;
use crate::draw::standing;
use crate::hexgrid::HexId;
use crate::model::{Game, Key, Mode, Reminder, SideId};
use crate::play::{Ask, Asker, Decision, Hand, Match, Refused, Settings, What};
use crate::rules::{Column, Counter, Counting};
use crate::sim::{Kind, Player, Players, Seats};
use crate::wire::{LINE_BYTES, Session, Table};

/// A game without errors, from its folder or a bundle; of a bundle also what it was built from.
pub(super) fn game(path: &Path) -> Result<(Game, Option<String>), Failure> {
    if path.is_dir() {
        return Ok((without_errors(path)?.game, None));
    }
    let bundle = sound(path)?;
    let hash = built_from(&bundle);
    Ok((bundle.compiled.game, Some(hash)))
}

/// The same with its files.
pub(super) fn game_of(path: &Path) -> Result<Compiled, Failure> {
    if path.is_dir() { without_errors(path) } else { Ok(sound(path)?.compiled) }
}

fn without_errors(path: &Path) -> Result<Compiled, Failure> {
    let world = open(path)?;
    let compiled = compile(&world);
    let errors = compiled.diags.iter().filter(|diag| diag.severity == Severity::Error).count();
    if errors > 0 {
        let what = if errors == 1 { "an error" } else { "errors" };
        return Err(Failure::new(format!("the game has {what}, so it cannot be played"))
            .help(format!("`muster check {}` says what is wrong", path.display())));
    }
    Ok(compiled)
}

fn sound(path: &Path) -> Result<Bundle, Failure> {
    bundle(path)?.map_err(|why| {
        Failure::new(format!("`{}` is no sound bundle: {why}", path.display()))
            .help("name the folder of a game, or a bundle that `muster build` wrote")
    })
}

pub(super) fn run(args: &Play, out: &mut Stdout) -> Result<Exit, Failure> {
    let (game, built) = game(&args.game)?;
    let table = Table::new(&game);
    let mut session = Session::new(&table, built);
    if args.json {
        // What the command line says is open at once; without, the first line opens a game.
        let said = args.scenario.is_some() || args.seed.is_some() || !args.option.is_empty();
        if said || args.strict || args.warn || args.free {
            begin(args, args.seed.unwrap_or(0), &game, &table, &mut session)?;
        }
        return serve(&mut session, out);
    }
    // Nobody wants the same dice in every game; the seed stands in the log and on the screen.
    let seed = args.seed.unwrap_or_else(|| std::hash::RandomState::new().hash_one(0) >> 32);
    let mut log = args.log.as_deref().map(LogFile::open).transpose()?;
    let begun = log.as_ref().map(LogFile::text).filter(|text| !text.is_empty()).map(str::to_owned);
    match begun {
        Some(text) => {
            session.load(&text, false).map_err(|why| Failure::new(why).help("name another file for the log"))?;
            session.game().map_or(Ok(()), |begun| as_begun(args, &game, begun))?;
        }
        None => {
            begin(args, seed, &game, &table, &mut session)?;
            out.bytes(format!("Dice from seed {seed}; `help` tells what can be typed.\n").as_bytes());
        }
    }
    let kinds = kinds(args, &game)?;
    for side in game.sides.ids().filter(|side| !kinds.contains_key(side) && Kind::Policy.can_play(&game, *side)) {
        let id = game.sides.at(side).map(|side| side.id.as_str()).unwrap_or_default();
        out.bytes(format!("The game says how {id} can be played without a person: `--player {id}=policy`.\n").as_bytes());
    }
    let Some(open) = session.game() else { return Ok(Exit::Clean) };
    let found = game.scenarios.iter().find(|(_, scenario)| scenario.id == open.scenario().id).map(|(id, _)| id);
    let scenario = found.ok_or_else(|| Failure::new("the game has no such scenario"))?;
    let all = game.sides.ids().map(|side| kinds.get(&side).cloned().unwrap_or(Kind::Idle)).collect();
    let built = Players::new(open.engine(), scenario, Some(open.options_played()), vec![all]);
    let seat = |side: &SideId| {
        let lots = crate::sim::mix(seed, side.index() as u64 + 1);
        Ok((*side, built.seat(0, *side, lots).map_err(Failure::new)?))
    };
    let players = kinds.keys().map(seat).collect::<Result<BTreeMap<SideId, Box<dyn Player + '_>>, Failure>>()?;
    let mut terminal = Terminal { session, players, log: log.as_mut(), out };
    terminal.play()
}

/// The sides that a program plays, and how.
fn kinds(args: &Play, game: &Game) -> Result<BTreeMap<SideId, Kind>, Failure> {
    let mut kinds: BTreeMap<SideId, Kind> = BTreeMap::new();
    for name in &args.random {
        kinds.insert(side(game, name)?, Kind::Random);
    }
    for said in &args.player {
        let (name, word) = said.split_once('=').ok_or_else(|| {
            Failure::new(format!("`--player {said}` does not say how the side is played"))
                .help("write SIDE=KIND, such as german=policy")
        })?;
        let (side, kind) = (side(game, name)?, Kind::named(word));
        let kind = kind
            .ok_or_else(|| Failure::new(format!("there is no player `{word}`")).help("idle, random, greedy, search or policy"))?;
        if !kind.can_play(game, side) {
            let message = format!("the rules have no `policy` for side `{name}`");
            return Err(Failure::new(message).help("let another kind of player play it, such as greedy"));
        }
        kinds.insert(side, kind);
    }
    Ok(kinds)
}

/// The options that are named; nothing if none are, and the usual ones are played.
pub(super) fn options(game: &Game, named: &[String]) -> Result<Option<BTreeSet<usize>>, Failure> {
    let mut options = BTreeSet::new();
    for name in named {
        let found = game.rules.options.iter().find(|(_, option)| option.id == *name).map(|(id, _)| id.index());
        options.insert(found.ok_or_else(|| {
            let near = did_you_mean(name, game.rules.options.values().map(|option| option.id.as_str()));
            Failure::new(format!("the game has no option `{name}`")).help(near.unwrap_or_else(|| "name an option".to_owned()))
        })?);
    }
    Ok((!named.is_empty()).then_some(options))
}

fn begin(args: &Play, seed: u64, game: &Game, table: &Table<'_>, session: &mut Session<'_>) -> Result<(), Failure> {
    let scenario = table.scenario(args.scenario.as_deref()).map_err(|why| match game.scenarios.is_empty() {
        true => Failure::new(why).help("a scenario says who stands where: write one under scenarios/"),
        false => Failure::new(why),
    })?;
    let options = options(game, &args.option)?;
    let hand = match (args.strict, args.free) {
        (true, _) => Hand::Strict,
        (_, true) => Hand::Free,
        _ => Hand::Warn,
    };
    let settings = Settings { seed, hand, options };
    session.open(scenario, settings, false).map_err(Failure::new)
}

/// A game that goes on from its log is played as it was begun; what is typed otherwise would be passed over.
fn as_begun(args: &Play, game: &Game, begun: &Match<'_>) -> Result<(), Failure> {
    let settings = begun.settings();
    let other_hand = match settings.hand {
        Hand::Strict => args.warn || args.free,
        Hand::Warn => args.strict || args.free,
        Hand::Free => args.strict || args.warn,
    };
    let otherwise = if args.scenario.as_ref().is_some_and(|id| *id != begun.scenario().id) {
        format!("scenario `{}`", begun.scenario().id)
    } else if args.seed.is_some_and(|seed| seed != settings.seed) {
        format!("`--seed {}`", settings.seed)
    } else if other_hand {
        format!("`--{}`", settings.hand.word())
    } else if options(game, &args.option)?.is_some_and(|named| named != *begun.options_played()) {
        "other options".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::new(format!("the game in the log was begun with {otherwise}"))
        .help("say nothing else, and it goes on; or name another file for the log"))
}

fn side(game: &Game, name: &str) -> Result<SideId, Failure> {
    let found = game.sides.iter().find(|(_, side)| side.id == name).map(|(id, _)| id);
    found.ok_or_else(|| {
        let near = did_you_mean(name, game.sides.values().map(|side| side.id.as_str()));
        Failure::new(format!("the game has no side `{name}`")).help(near.unwrap_or_else(|| "name a side".to_owned()))
    })
}

/// A line of standard input, without its end; nothing at its end. What is too long is cut one byte after the limit.
fn read_line(most: usize) -> Result<Option<String>, Failure> {
    let failed = |error: &std::io::Error| Failure::new(format!("standard input cannot be read: {error}"));
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    let limit = most as u64 + 2;
    input.by_ref().take(limit).read_until(b'\n', &mut bytes).map_err(|error| failed(&error))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    // The rest of a line that is too long is not another line.
    while bytes.last() != Some(&b'\n') && bytes.len() > most {
        let mut rest = Vec::new();
        let read = input.by_ref().take(limit).read_until(b'\n', &mut rest).map_err(|error| failed(&error))?;
        if read == 0 || rest.last() == Some(&b'\n') {
            break;
        }
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The protocol over standard input and output.
fn serve(session: &mut Session<'_>, out: &mut Stdout) -> Result<Exit, Failure> {
    while let Some(line) = read_line(LINE_BYTES)? {
        if line.trim().is_empty() {
            continue;
        }
        let answer = session.line(&line);
        out.json(&format!("{answer}\n"));
        if !out.flush() {
            break;
        }
    }
    Ok(Exit::Clean)
}

const HELP: &str = "  a number        that decision
  a name          a unit, a hex, a mode, an action; or a decision in JSON
  UNIT HEX        a unit goes to a hex, by the cheapest way; by hand where the game has no rules of movement
  ? DECISION      why it is not allowed
  ? UNIT HEX      why the unit does not come there
  u               take the last decision back
  odds            what the combat that is under way comes to
  left            what the rules leave to the players
  map FILE        draw the map with its counters: .svg, .png or .pdf
  {\"hand\": …}     by hand, as in {\"hand\":{\"put\":[\"UNIT\",\"HEX\"]}}; also take, lose, face, state, mark, hold, count, flag
  q               stop
";

struct Terminal<'t, 'e> {
    session: Session<'e>,
    players: BTreeMap<SideId, Box<dyn Player + 't>>,
    log: Option<&'t mut LogFile>,
    out: &'t mut Stdout,
}

impl Terminal<'_, '_> {
    fn say(&mut self, text: &str) {
        self.out.bytes(format!("{text}\n").as_bytes());
    }

    fn keep_log(&mut self) -> Result<(), Failure> {
        let lines = self.session.fresh_lines();
        match &mut self.log {
            Some(log) => log.add(&lines),
            None => Ok(()),
        }
    }

    fn play(&mut self) -> Result<Exit, Failure> {
        self.keep_log()?;
        let mut shown = String::new();
        loop {
            let Some(game) = self.session.game() else { return Ok(Exit::Clean) };
            let Some(ask) = game.ask().cloned() else {
                let over = game.state().over.as_ref().map(|over| over.how.clone()).unwrap_or_default();
                self.say(&format!("The game is over: {over}"));
                return Ok(Exit::Clean);
            };
            let now = when(game);
            if now != shown {
                let reminders: String = game.reminders().map(|it| format!("\n  remember: {}", reminder(it))).collect();
                self.say(&format!("\n{now}{reminders}"));
                shown = now;
            }
            if let Asker::Side(side) = ask.by
                && let Some(player) = self.players.get_mut(&side)
            {
                let decided = self.session.consult(|game| player.decide(game)).transpose().map_err(Failure::new)?;
                let Some(decision) = decided.flatten() else { return Ok(Exit::Clean) };
                self.decide(&decision)?;
                continue;
            }
            let options = self.offer(&ask);
            if !self.out.flush() {
                return Ok(Exit::Clean);
            }
            let Some(line) = read_line(4096)? else { return Ok(Exit::Clean) };
            if self.command(line.trim(), &options)? {
                return Ok(Exit::Clean);
            }
        }
    }

    /// Shows what is asked, and what can be decided.
    fn offer(&mut self, ask: &Ask) -> Vec<Decision> {
        let Some(game) = self.session.game() else { return Vec::new() };
        let options = game.options();
        let mut text = format!("{}: {}\n", asker(game, ask.by), game.prompt(ask));
        if matches!(ask.what, What::Gather | What::Support)
            && let Some(Ok(odds)) = game.odds_now(odds_line)
        {
            text.push_str(&format!("  {odds}\n"));
        }
        for (n, decision) in options.iter().enumerate() {
            text.push_str(&format!("  {:>3}  {}\n", n + 1, game.described(decision)));
        }
        text.push_str("> ");
        self.out.bytes(text.as_bytes());
        options
    }

    /// Does what was typed; true if the player stops.
    fn command(&mut self, line: &str, options: &[Decision]) -> Result<bool, Failure> {
        match line.split_once(' ').map_or((line, ""), |(first, rest)| (first, rest.trim())) {
            ("", _) => {}
            ("q" | "quit", "") => return Ok(true),
            ("help" | "h" | "?", "") => self.out.bytes(HELP.as_bytes()),
            ("u" | "undo", "") => match self.session.undo() {
                Ok(()) => self.keep_log()?,
                Err(why) => self.say(&why),
            },
            ("left", "") => {
                let left = self.session.game().map(left).unwrap_or_default();
                self.out.bytes(left.as_bytes());
            }
            ("odds", "") => {
                let told = self.session.game().and_then(|game| game.odds_now(odds_line));
                match told {
                    None => self.say("no combat is under way"),
                    Some(Ok(odds)) => self.say(&odds),
                    Some(Err(refused)) => self.say(&refused.why),
                }
            }
            ("map", file) if !file.is_empty() => match self.map(Path::new(file)) {
                Ok(()) => self.say(&format!("the map is in {file}")),
                Err(failure) => self.say(failure.message()),
            },
            ("?", rest) => self.why(rest, options),
            (unit, hex) if !hex.is_empty() && !line.starts_with(['{', '"']) => self.order(unit, hex)?,
            _ => match self.read(line, options) {
                Ok(decision) => drop(self.decide(&decision)?),
                Err(why) => self.say(&why),
            },
        }
        Ok(false)
    }

    /// A decision as people type it.
    fn read(&self, text: &str, options: &[Decision]) -> Result<Decision, String> {
        let game = self.session.game().ok_or("no game is open")?;
        let naming = game.naming();
        if text.starts_with(['{', '"']) {
            let sent = serde_json::from_str(text).map_err(|_| "that is no JSON".to_owned())?;
            return naming.read(&sent);
        }
        match text {
            "done" => return Ok(Decision::Done),
            "pass" => return Ok(Decision::Pass),
            _ => {}
        }
        // A printed number of a hex wins over the number of an option only where it could be no option.
        let number = text.parse::<usize>().ok().filter(|_| !text.starts_with('0'));
        if let Some(decision) = number.and_then(|n| options.get(n.checked_sub(1)?)) {
            return Ok(decision.clone());
        }
        if let Ok(counter) = naming.find_counter(text) {
            return Ok(Decision::Piece(counter));
        }
        if let Ok(hex) = naming.find_hex(text) {
            return Ok(Decision::Hex(hex));
        }
        for kind in ["mode", "action", "card", "combat", "exit", "side"] {
            if let Ok(decision) = naming.read(&serde_json::json!({ kind: text })) {
                return Ok(decision);
            }
        }
        Err(format!("nobody knows `{text}`; `help` tells what can be typed"))
    }

    fn why(&mut self, text: &str, options: &[Decision]) {
        if let (Some((unit, hex)), Some(game)) = (text.split_once(' '), self.session.game())
            && !text.starts_with('{')
        {
            let naming = game.naming();
            let found = naming.find_counter(unit).and_then(|unit| Ok((unit, naming.find_hex(hex.trim())?)));
            let told = match found {
                Ok((counter, hex)) => match way(game, counter, hex) {
                    Ok(_) => "it comes there".to_owned(),
                    Err(refused) => refused.why.into_owned(),
                },
                Err(why) => why,
            };
            self.say(&told);
            return;
        }
        let answer = match (self.read(text, options), self.session.game()) {
            (Ok(decision), Some(game)) => match game.allows(&decision) {
                Ok(()) => "it is allowed".to_owned(),
                Err(refused) => refused.why.into_owned(),
            },
            (Err(why), _) => why,
            (_, None) => "no game is open".to_owned(),
        };
        self.say(&answer);
    }

    /// A whole move: the unit, hex after hex, done.
    fn order(&mut self, unit: &str, hex: &str) -> Result<(), Failure> {
        let way = || {
            let game = self.session.game().ok_or("no game is open")?;
            let naming = game.naming();
            let (counter, hex) = (naming.find_counter(unit)?, naming.find_hex(hex)?);
            let way = way(game, counter, hex).map_err(|refused| format!("not to {}: {}", naming.hex(hex), refused.why))?;
            Ok::<_, String>([vec![Decision::Piece(counter)], way].concat())
        };
        // Where nothing is said of movement nothing is refused: it is done by hand.
        let by_hand = || {
            let game = self.session.game().filter(|game| game.by_hand() && game.engine().game().rules.movement.is_none())?;
            game.naming().read(&serde_json::json!({ "hand": { "put": [unit, hex] } })).ok()
        };
        let steps = match (way(), by_hand()) {
            (Ok(steps), _) => steps,
            (Err(_), Some(put)) => vec![put],
            (Err(why), None) => {
                self.say(&why);
                return Ok(());
            }
        };
        for (n, decision) in steps.into_iter().enumerate() {
            // A move that a zone or the ground ends is done already.
            let asks = self.session.game().and_then(Match::ask);
            let over = asks.is_none_or(|ask| !matches!(ask.what, What::Act | What::Step(_)));
            let over = over && !matches!(decision, Decision::Hand(_));
            let ended = decision == Decision::Done
                && self.session.game().and_then(Match::ask).is_none_or(|ask| !matches!(ask.what, What::Step(_)));
            if over && n == 0 {
                self.say("no unit moves now: something else is asked");
            }
            if over || ended || !self.decide(&decision)? {
                break;
            }
        }
        Ok(())
    }

    /// Decides, tells what happened, and keeps it; false if it is refused.
    fn decide(&mut self, decision: &Decision) -> Result<bool, Failure> {
        let events = match self.session.decide(decision) {
            Ok(events) => events,
            Err(why) => {
                self.say(&why);
                return Ok(false);
            }
        };
        let naming = self.session.game().map(Match::naming);
        let sentences: Vec<String> =
            events.iter().filter_map(|change| naming.and_then(|naming| naming.sentence(change))).collect();
        for sentence in sentences {
            self.say(&format!("    {sentence}"));
        }
        self.keep_log()?;
        Ok(true)
    }

    fn map(&self, file: &Path) -> Result<(), Failure> {
        let Some(game) = self.session.game() else { return Err(Failure::new("no game is open")) };
        let kind = PictureFormat::of(file)?;
        let model = game.engine().game();
        let stacks: Vec<standing::Stack> = game
            .state()
            .position
            .stacks()
            .map(|(hex, stack)| {
                let shown = stack.iter().map(|piece| {
                    let faces = model.units.at(piece.unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
                    (piece.unit, faces.iter().position(|face| face.state == piece.state).unwrap_or(0))
                });
                (hex, shown.collect())
            })
            .collect();
        let options = Options { subtitle: Some(when(game)), ..Options::default() };
        let (scene, across) =
            standing::draw(model, &options, &stacks).ok_or_else(|| Failure::new("the game has no map that could be drawn"))?;
        let bytes = picture::render(&scene, kind, 60.0 / across, "the map", "draw an .svg", model)?;
        write_one(file, &bytes)
    }
}

/// The cheapest way of a unit to a hex; where units move only in modes, by the first of those of the phase that leads there.
fn way(game: &Match<'_>, counter: Counter, hex: HexId) -> Result<Vec<Decision>, Refused> {
    let Some(phase) = game.phase().filter(|phase| !phase.plain) else { return game.way_to(counter, None, hex) };
    let of_phase = |mode: &Mode| mode.phase.as_ref().is_some_and(|at| phase.id.is_some_and(|id| at.contains(&id)));
    let modes = (0..).map_while(|n| Some((n, game.mode(n)?))).filter(|(_, mode)| of_phase(mode));
    let mut refused = None;
    for (n, _) in modes {
        match game.way_to(counter, Some(n), hex) {
            Ok(way) => return Ok(way),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    refused.map_or_else(|| game.way_to(counter, None, hex), Err)
}

/// A rule that is only to be remembered.
fn reminder(reminder: &Reminder) -> String {
    let rule = reminder.rule.as_ref().map(|rule| format!("{rule}: ")).unwrap_or_default();
    format!("{rule}{}", reminder.text)
}

/// What the rules and the scenario leave to the players.
fn left(game: &Match<'_>) -> String {
    let reminders = game.engine().game().rules.reminders.iter().map(reminder);
    let all = reminders.chain(game.scenario().special.iter().cloned());
    let told: String = all.map(|text| format!("  {text}\n")).collect();
    if told.is_empty() { "nothing is left to the players\n".to_owned() } else { told }
}

/// The turn and the phase.
fn when(game: &Match<'_>) -> String {
    let turn = game.state().clock.turn.and_then(|turn| game.engine().game().turns.at(turn));
    let turn = turn.map(|turn| {
        let date = turn.date.as_ref().map(|date| format!(" ({date})")).unwrap_or_default();
        format!("Turn {}{date}", turn.id)
    });
    let phase = game.phase().map(|phase| {
        let side = phase.side.map(|side| format!(", {}", asker(game, Asker::Side(side)))).unwrap_or_default();
        format!("{}{side}", phase.name)
    });
    match (turn, phase) {
        (Some(turn), Some(phase)) => format!("{turn}: {phase}"),
        (one, other) => one.or(other).unwrap_or_else(|| "Setting up".to_owned()),
    }
}

fn asker(game: &Match<'_>, by: Asker) -> String {
    match by {
        Asker::Dice => "dice".to_owned(),
        Asker::Side(side) => {
            let side = game.engine().game().sides.at(side);
            side.map(|side| side.name.clone().unwrap_or_else(|| side.id.clone())).unwrap_or_default()
        }
    }
}

/// `8 : 4, 2:1; slope -1; column 1:1; AR 2/6, NE 1/6`.
fn odds_line(odds: &crate::rules::Odds<'_>) -> String {
    let shift = |counting: &Counting| {
        let rule = counting.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("; {} {}{rule}", counting.id, counting.add)
    };
    let shifts: String = odds.shifts.iter().map(shift).collect();
    let column = match &odds.column {
        Column::Named(name) => format!("column {name}"),
        Column::Forbidden => "too low, not allowed".to_owned(),
        Column::Result(code) => format!("result {code}"),
        Column::None => "no column".to_owned(),
    };
    let chances: Vec<String> = odds.chances.iter().map(|(code, ways)| format!("{code} {ways}/{}", odds.throws)).collect();
    format!("{} : {}, {}{shifts}; {column}; {}", odds.attack.sum, odds.defense.sum, odds.before, chances.join(", "))
}
