//! `muster why`: may a unit stand in a hex, can it come there, by which way and for how much, or what stops it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::args::Why;
use super::build::wanted;
use super::check::open;
use super::exit::{Exit, Failure};
use super::out::Out;
use crate::compile::compile;
use crate::diag::did_you_mean;
use crate::hexgrid::{HexId, Hexside};
use crate::model::{BridgeCondition, Game, Map, Points, ScenarioId, TerrainId, UnitId};
use crate::rules::{Barrier, Engine, Ground, Piece, Position, Reach, Standing, Step};

pub(super) fn run(args: &Why, out: &mut Out) -> Result<Exit, Failure> {
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    let game = &compiled.game;
    let Some(map) = &game.map else {
        return Err(Failure::new("the game has no map that could be read").help("`muster check` says what is wrong"));
    };
    let scenario = *wanted(game, std::slice::from_ref(&args.scenario))?
        .first()
        .ok_or_else(|| Failure::new("the game has no scenarios").help("write one into scenarios/"))?;
    let unit = find_unit(game, &args.unit)?;
    let to = map.board.parse(&args.hex).map_err(|error| Failure::new(error.to_string()).help("name a hex as it is printed"))?;
    let asked = Asked { game, map, scenario, unit, to };
    let (text, yes) = asked.answer();
    out.bytes(text.as_bytes());
    Ok(if yes { Exit::Clean } else { Exit::Findings })
}

fn find_unit(game: &Game, id: &str) -> Result<UnitId, Failure> {
    game.units.iter().find(|(_, unit)| unit.id == id).map(|(found, _)| found).ok_or_else(|| {
        let near = did_you_mean(id, game.units.values().map(|unit| unit.id.as_str()));
        Failure::new(format!("the game has no unit `{id}`")).help(near.unwrap_or_else(|| "name the id of a unit".to_owned()))
    })
}

/// What is asked.
struct Asked<'g> {
    game: &'g Game,
    map: &'g Map,
    scenario: ScenarioId,
    unit: UnitId,
    to: HexId,
}

impl Asked<'_> {
    /// The answer, and whether it is yes to everything that can be said.
    fn answer(&self) -> (String, bool) {
        let engine = Engine::new(self.game, Some(self.scenario));
        let scenario = &self.game.scenarios[self.scenario];
        let start = Position::start(scenario, |unit| self.game.units.at(unit).map_or(0, |u| u.count));
        let mut text = String::new();
        let mut line = |words: String| {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{words}");
        };
        let (stands, may) = self.standing(&engine);
        line(stands);
        let (stack, fits) = self.stacking(&engine, &start);
        line(stack);
        let (moves, comes) = self.movement(&engine, &start);
        line(moves);
        (text, may && fits && comes)
    }

    fn hex(&self, hex: HexId) -> String {
        self.map.board.name(hex)
    }

    fn rule(&self, terrain: TerrainId) -> String {
        self.game.terrain[terrain].rule.as_ref().map(|rule| format!(" (rule {rule})")).unwrap_or_default()
    }

    fn name(&self, terrain: TerrainId) -> &str {
        &self.game.terrain[terrain].id
    }

    fn standing(&self, engine: &Engine<'_>) -> (String, bool) {
        let (id, hex) = (&self.game.units[self.unit].id, self.hex(self.to));
        match engine.standing(self.unit, self.to) {
            Standing::Yes => (format!("stand: yes, {hex} is open to `{id}`"), true),
            Standing::Never(t) => (format!("stand: no, {hex} is `{}`, closed to `{id}`{}", self.name(t), self.rule(t)), false),
            Standing::OnlyByRoad(t) => {
                let rule = self.rule(t);
                (
                    format!(
                        "stand: no, {hex} is `{}`, open to `{id}` only along a road, and none runs there{rule}",
                        self.name(t)
                    ),
                    false,
                )
            }
            Standing::Unknown => (format!("stand: not known, nothing says what {hex} costs `{id}`"), true),
        }
    }

    fn stacking(&self, engine: &Engine<'_>, start: &Position) -> (String, bool) {
        let hex = self.hex(self.to);
        let there = start.stacks().find(|(at, _)| *at == self.to).map(|(_, stack)| stack.to_vec()).unwrap_or_default();
        let others: Vec<Piece> = there.iter().filter(|piece| piece.unit != self.unit).copied().collect();
        let side = self.game.units[self.unit].side;
        let foe = |piece: &&Piece| {
            let other = self.game.units[piece.unit].side;
            other.is_some() && side.is_some() && other != side
        };
        let apart = self.game.rules.stacking.as_ref().is_some_and(|stacking| !stacking.with_enemy);
        if let Some(enemy) = others.iter().find(foe).filter(|_| apart) {
            return (format!("stack: no, the enemy's `{}` is in {hex}", self.game.units[enemy.unit].id), false);
        }
        let state = Engine::whereabouts(start, self.unit).map(|(_, state)| state);
        let Some(state) = state.or_else(|| self.game.units[self.unit].faces.first().map(|face| face.state)) else {
            return ("stack: not known".to_owned(), true);
        };
        let mut stack = others.clone();
        stack.push(Piece { unit: self.unit, n: 1, state, line: 0 });
        match engine.overstacks(&stack, &engine.start()).first() {
            Some(over) => {
                let limit = &self.game.rules.limits[over.limit];
                let rule = limit.rule.as_ref().map(|rule| format!(" (rule {rule})")).unwrap_or_default();
                (
                    format!("stack: no, with it {hex} holds {} of limit `{}`, at most {}{rule}", over.found, limit.id, over.max),
                    false,
                )
            }
            None if others.is_empty() => (format!("stack: yes, {hex} is empty at the start"), true),
            None => (format!("stack: yes, {hex} has room beside {} more", others.len()), true),
        }
    }

    fn movement(&self, engine: &Engine<'_>, start: &Position) -> (String, bool) {
        let id = &self.game.units[self.unit].id;
        let Some((from, state)) = Engine::whereabouts(start, self.unit) else {
            return (format!("move: not known, `{id}` is not on the map at the start"), true);
        };
        if from == self.to {
            return (format!("move: it is there at the start, in {}", self.hex(from)), true);
        }
        let blown: BTreeSet<Hexside> = self.game.scenarios[self.scenario]
            .bridges
            .iter()
            .filter(|(_, is)| *is != BridgeCondition::Intact)
            .filter_map(|(bridge, _)| self.map.bridges.at(*bridge).map(|bridge| bridge.side))
            .collect();
        let (Some(ground), Some(mover), Some(allowance)) =
            (Ground::new(engine, &blown), engine.mover(start, self.unit), engine.allowance(self.unit, state))
        else {
            return (format!("move: not known, nothing says how far `{id}` moves"), true);
        };
        let reach = ground.reach(&mover, from, allowance);
        if let Some(cost) = reach.cost(self.to) {
            let way = self.way(&ground, &reach, mover.class);
            return (format!("move: yes, from {} for {cost} of {allowance}: {way}", self.hex(from)), true);
        }
        // How far it would be with all the time in the world.
        let endless = ground.reach(&mover, from, Points(i64::MAX / 4));
        let why = match endless.cost(self.to) {
            Some(cost) if cost.0 < i64::MAX / 8 => {
                let way = self.way(&ground, &endless, mover.class);
                format!("it costs {cost}, and `{id}` has {allowance}: {way}")
            }
            _ => self.stopped(&ground, &endless, &mover.enemies, mover.class),
        };
        (format!("move: no, from {}: {why}", self.hex(from)), false)
    }

    /// The way, step by step, each with what it costs and by what.
    fn way(&self, ground: &Ground<'_, '_>, reach: &Reach, class: crate::model::ClassId) -> String {
        let path = reach.path(self.to).unwrap_or_default();
        let steps = path.iter().zip(path.iter().skip(1)).map(|(a, b)| {
            let spent = reach.cost(*b).zip(reach.cost(*a)).map(|(to, from)| Points(to.0 - from.0)).unwrap_or_default();
            let by = ground.step(class, *a, *b).and_then(|(_, terrain)| terrain);
            format!("{} {spent}{}", self.hex(*b), by.map(|t| format!(" ({})", self.name(t))).unwrap_or_default())
        });
        steps.collect::<Vec<_>>().join(", ")
    }

    /// What shuts the hex off from everything that can be reached.
    fn stopped(&self, ground: &Ground<'_, '_>, reach: &Reach, enemies: &BTreeSet<HexId>, class: crate::model::ClassId) -> String {
        if enemies.contains(&self.to) {
            return format!("the enemy holds {}", self.hex(self.to));
        }
        let near = self.map.board.neighbours(self.to).into_iter().flatten().filter(|hex| reach.cost(*hex).is_some());
        let mut causes: BTreeSet<String> = BTreeSet::new();
        let mut whole: Vec<String> = Vec::new();
        let to = self.hex(self.to);
        for from in near {
            let Some((step, _)) = ground.step(class, from, self.to) else { continue };
            causes.insert(match step {
                // It can be made, but not from here: something before it takes all there is.
                Step::All | Step::Points(_) => {
                    whole.push(self.hex(from));
                    continue;
                }
                Step::Closed(Barrier::Terrain(t)) => format!("{to} is `{}`, which is closed{}", self.name(t), self.rule(t)),
                Step::Closed(Barrier::OnlyByRoad(t)) => {
                    format!("{to} is `{}`, open only along a road{}", self.name(t), self.rule(t))
                }
                Step::Closed(Barrier::Hexside(t)) => {
                    format!("`{}` between {} and {to} is closed{}", self.name(t), self.hex(from), self.rule(t))
                }
                Step::Unknown(t) => format!("nobody has said what {} costs", t.map_or("the ground", |t| self.name(t))),
            });
        }
        if !whole.is_empty() {
            let hexes = whole.join(", ");
            return format!(
                "a step on the way takes the whole allowance, so it must be the first of a move; the last would be from {hexes}"
            );
        }
        if causes.is_empty() {
            return format!("no way leads to {}: everything around it is closed or held", self.hex(self.to));
        }
        causes.into_iter().collect::<Vec<_>>().join("; ")
    }
}
