//! `muster why`: may a unit stand in a hex, can it come there, be supplied there; with numbers and printed rules.

use std::collections::BTreeSet;

use super::args::Why;
use super::exit::{Exit, Failure};
use super::question;
use super::stdout::Stdout;
use crate::hexgrid::HexId;
use crate::model::{Game, ModeName, Points, ScenarioId, Setup, StackingAt, UnitId, Where};
use crate::rules::{Engine, Piece, Position, Situation, Standing, ToldWay, Words};

pub(super) fn run(args: &Why, out: &mut Stdout) -> Result<Exit, Failure> {
    let game = question::game(&args.dir)?;
    let scenario = question::scenario(&game, &args.scenario)?;
    let unit = question::unit(&game, &args.unit)?;
    let to = question::hex(&game, &args.hex)?;
    let engine = Engine::new(&game, Some(scenario));
    let start = Position::start(&game, &game.scenarios[scenario]);
    let mut moment = question::moment(&game, &engine, args.turn.as_deref(), args.phase.as_deref(), &args.option)?;
    moment.side = game.units[unit].side;
    let known = |mode: &String| {
        let modes = game.rules.movement.as_ref().map(|movement| movement.modes.list.as_slice()).unwrap_or_default();
        let found = modes.iter().find(|known| known.id.0 == *mode).map(|known| known.id.number());
        found.ok_or_else(|| {
            Failure::new(format!("the game has no mode of movement `{mode}`")).help("name one of `movement.modes`")
        })
    };
    let mode = args.mode.as_ref().map(known).transpose()?;
    let situation = Situation::new(&engine, &start, moment).noting();
    let asked = Asked { game: &game, situation: &situation, words: Words { engine: &engine }, scenario, unit, to, mode };
    let mut yes = true;
    let questions: [&dyn Fn() -> Vec<Said>; 4] =
        [&|| vec![asked.standing()], &|| vec![asked.stacking()], &|| asked.movement(), &|| asked.supply()];
    for question in questions {
        for (line, may) in asked.hanging(question()) {
            out.bytes(format!("{line}\n").as_bytes());
            yes &= may;
        }
    }
    Ok(if yes { Exit::Clean } else { Exit::Findings })
}

/// A line of the answer, and whether it is yes, or at least not no.
type Said = (String, bool);

struct Asked<'a> {
    game: &'a Game,
    situation: &'a Situation<'a>,
    words: Words<'a>,
    scenario: ScenarioId,
    unit: UnitId,
    to: HexId,
    mode: Option<ModeName>,
}

impl Asked<'_> {
    /// The piece, and where it stands; as it would come if it is not on the map.
    fn piece(&self) -> (Piece, Option<HexId>) {
        match self.situation.position.find(self.unit) {
            Some((hex, piece)) => (piece, Some(hex)),
            None => (Piece::new(self.unit, Game::FULL), None),
        }
    }

    /// Answers, each with what it hangs on that nobody has said: never a plain yes or no then.
    fn hanging(&self, mut said: Vec<Said>) -> Vec<Said> {
        let unless = self.words.unless(&self.situation.doubts());
        for (line, _) in said.iter_mut().filter(|_| !unless.is_empty()) {
            for word in [": yes", ": no"] {
                if let Some(at) =
                    line.find(word).filter(|at| line.get(at + word.len()..).is_some_and(|rest| rest.starts_with(',')))
                {
                    line.insert_str(at + word.len(), &unless);
                    break;
                }
            }
        }
        said
    }

    fn standing(&self) -> Said {
        let (id, hex) = (&self.game.units[self.unit].id, self.words.hex(self.to));
        let rule = |terrain| Words::rule(self.game.terrain.at(terrain).and_then(|t| t.rule.as_deref()));
        match self.situation.engine.standing(self.unit, self.to) {
            Standing::Yes => (format!("stand: yes, {hex} is open to `{id}`"), true),
            Standing::Never(t) => (format!("stand: no, {hex} is {}, closed to `{id}`{}", self.words.terrain(t), rule(t)), false),
            Standing::OnlyByRoad(t) => {
                let what = self.words.terrain(t);
                (format!("stand: no, {hex} is {what}, open to `{id}` only along a road, and none runs there{}", rule(t)), false)
            }
            Standing::Unknown => (format!("stand: not known, nothing says what {hex} costs `{id}`"), true),
        }
    }

    fn stacking(&self) -> Said {
        let hex = self.words.hex(self.to);
        let others: Vec<Piece> = self.situation.stack(self.to).iter().filter(|piece| piece.unit != self.unit).copied().collect();
        let side = self.game.units[self.unit].side;
        let foe =
            |piece: &&Piece| self.situation.engine.side_of(piece).is_some_and(|other| side.is_some_and(|side| side != other));
        let apart = self.game.rules.stacking.as_ref().is_some_and(|stacking| stacking.with_enemy != Some(true));
        if let Some(enemy) = others.iter().find(foe).filter(|_| apart) {
            return (format!("stack: no, the enemy's {} is in {hex}", self.words.unit(enemy)), false);
        }
        let mut stack = others.clone();
        stack.push(self.piece().0);
        if let Some((entry, a, b)) = self.situation.apart(self.to, &stack) {
            let (a, b) = (self.words.unit(&a), self.words.unit(&b));
            let rule = Words::rule(entry.rule.as_ref().map(|rule| rule.0.as_str()));
            return (format!("stack: no, {a} and {b} never share a hex{rule}"), false);
        }
        match self.situation.overstacks(self.to, &stack, StackingAt::Movement).first() {
            Some(over) => (format!("stack: no, {}", self.words.overstack(over, self.to)), false),
            None if others.is_empty() => (format!("stack: yes, {hex} is empty at the start"), true),
            None => (format!("stack: yes, {hex} has room beside {} more", others.len()), true),
        }
    }

    fn movement(&self) -> Vec<Said> {
        let (piece, from) = self.piece();
        let Some(from) = from else { return self.entry(piece) };
        if from == self.to {
            return vec![(format!("move: it is there at the start, in {}", self.words.hex(from)), true)];
        }
        match self.words.way(self.situation, piece, from, self.mode, self.to) {
            ToldWay::Unknown(why) => vec![(format!("move: not known, {why}"), true)],
            ToldWay::CannotMove(why) => vec![(format!("move: no, {why}"), false)],
            ToldWay::No(why) => vec![(format!("move: no, from {}: {why}", self.words.hex(from)), false)],
            ToldWay::Yes { way, end } => {
                let way = (format!("move: yes, from {} for {way}", self.words.hex(from)), true);
                std::iter::once(way).chain(end.map(|why| (format!("end there: no, {why}"), false))).collect()
            }
        }
    }

    /// How a unit that is not on the map may come onto it, on the turn that is asked about.
    fn entry(&self, piece: Piece) -> Vec<Said> {
        let id = &self.game.units[self.unit].id;
        let arrivals = &self.game.scenarios[self.scenario].arrivals;
        let turn = self.situation.moment.turn;
        let Some(arrival) = arrivals.iter().find(|arrival| arrival.units.contains(&self.unit)) else {
            return vec![self.elsewhere(id)];
        };
        let due = self.game.turns.at(arrival.turn).map(|turn| turn.id.as_str()).unwrap_or("?");
        if turn.is_some_and(|turn| turn < arrival.turn) {
            return vec![(format!("enter: no, `{id}` arrives on turn {due}"), false)];
        }
        let (open, shut) = self.situation.entry_hexes(piece, &arrival.entries, 1);
        let mut said = Vec::new();
        for hex in &open {
            let cost = hex.cost.map_or_else(|| "its whole allowance".to_owned(), |cost| cost.to_string());
            said.push((format!("enter: yes, from turn {due} at {} for {cost}", self.words.hex(hex.hex)), true));
        }
        if open.is_empty() {
            let hexes: Vec<String> = shut.iter().map(|why| self.words.no_entry(why)).collect();
            return vec![(format!("enter: no, {}", hexes.join("; ")), false)];
        }
        // From where it comes in, how far it gets with what is left.
        let best = open.iter().filter_map(|entry| {
            let mut mover = self.situation.mover(piece, entry.hex, self.mode).ok()?;
            mover.allowance = Points((mover.allowance.0 - entry.cost.unwrap_or(mover.allowance).0).max(0));
            Some((mover.reach().cost(self.to)?, entry.hex))
        });
        let best = best.min();
        said.push(match best {
            Some((cost, from)) => (format!("move: yes, from {} for {cost} more", self.words.hex(from)), true),
            None => (format!("move: no, {} is too far from where it comes in", self.words.hex(self.to)), false),
        });
        said
    }

    /// A unit that neither stands in a hex at the start nor arrives.
    fn elsewhere(&self, id: &str) -> Said {
        let lines = &self.game.scenarios[self.scenario].setup;
        let own: Vec<&Setup> = lines.iter().filter(|line| line.unit == self.unit).collect();
        let areas = self.game.map.as_ref().map(|map| &map.areas);
        let said = match own.first() {
            None => format!("move: not known, `{id}` is not on the map at the start and never arrives"),
            Some(line) if line.drawn.is_some() => {
                format!("move: not known, `{id}` may be drawn at setup: nobody knows where it stands")
            }
            Some(line) => {
                let (name, hexes) = match &line.at {
                    Where::In(area, except) => {
                        let area = areas.and_then(|areas| areas.at(*area));
                        let hexes = area.map(|area| area.hexes.as_slice()).unwrap_or_default();
                        let hexes: Vec<HexId> = hexes.iter().filter(|hex| !except.contains(hex)).copied().collect();
                        (area.map(|area| format!("in `{}`", area.id)).unwrap_or_default(), hexes)
                    }
                    Where::Within(near, far) => {
                        let board = self.game.map.as_ref().map(|map| &map.board);
                        let hexes: BTreeSet<HexId> =
                            near.iter().filter_map(|hex| Some(board?.range(*hex, *far))).flatten().collect();
                        (format!("within {far} hexes of {}", self.words.hexes(near)), hexes.into_iter().collect())
                    }
                    Where::At(_) => return (format!("move: not known, `{id}` is set up off the map"), true),
                };
                let hex = self.words.hex(self.to);
                let there = if hexes.contains(&self.to) { "is one of them" } else { "is none of them" };
                format!("move: not known, its owner sets up `{id}` {name}, which has {} hexes; {hex} {there}", hexes.len())
            }
        };
        (said, true)
    }

    fn supply(&self) -> Vec<Said> {
        let (piece, _) = self.piece();
        let traces: Vec<&crate::model::Trace> = self.situation.traces().collect();
        let line = |trace: &&crate::model::Trace| {
            let supplied = self.situation.supply(trace, &piece, self.to);
            let name = if traces.len() == 1 { String::new() } else { format!(" by `{}`", trace.id.0) };
            let rule = Words::rule(trace.rule.as_ref().map(|rule| rule.0.as_str()));
            (format!("supply{name}: {}{rule}", self.words.supplied(&supplied)), supplied.is_supplied())
        };
        traces.iter().map(line).collect()
    }
}
