//! `muster odds`: the column of a battle, everything that changes it, and the chance of each result.

use super::args::Odds;
use super::exit::{Exit, Failure};
use super::question;
use super::stdout::Stdout;
use crate::hexgrid::HexId;
use crate::model::{Combat, CombatKind, Game, Points, Ruled, Who};
use crate::rules::{Battle, Column, Counting, Engine, NoOdds, Piece, Position, Situation, Total, Words};

pub(super) fn run(args: &Odds, out: &mut Stdout) -> Result<Exit, Failure> {
    let game = question::game(&args.dir)?;
    let scenario = question::scenario(&game, &args.scenario)?;
    let target = question::hex(&game, &args.attack)?;
    let engine = Engine::new(&game, Some(scenario));
    let mut start = Position::start(&game, &game.scenarios[scenario]);
    let attackers = placed(&game, &mut start, &args.with)?;
    let supporters = placed(&game, &mut start, &args.support)?;
    placed(&game, &mut start, &args.against)?;
    let mut moment = question::moment(&game, &engine, args.turn.as_deref(), args.phase.as_deref(), &args.option)?;
    let side = attackers.first().copied().and_then(|unit| start.find(unit)).and_then(|(_, piece)| engine.side_of(&piece));
    moment.side = side;
    let situation = Situation::new(&engine, &start, moment);
    let combat = situation.combat(args.combat.as_deref()).ok_or_else(|| match &args.combat {
        Some(name) => Failure::new(format!("the rules have no combat `{name}`")).help("name one of `combat` of rules.json"),
        None => Failure::new("rules.json has no section `combat`").help("write how combat is resolved"),
    })?;
    let attackers = standing(&game, &situation, &attackers)?;
    let supporters = standing(&game, &situation, &supporters)?;
    // Without names, everybody next to the hex attacks: the side of the first of them.
    let attackers = if args.with.is_empty() { around(&situation, target) } else { attackers };
    let battle = situation.battle(Some(combat), target, attackers, supporters);
    let told = OddsReport { words: Words { engine: &engine }, combat, situation: &situation, battle: &battle };
    let text = told.text()?;
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// Units, put where `unit@hex` says.
fn placed(game: &Game, position: &mut Position, names: &[String]) -> Result<Vec<crate::model::UnitId>, Failure> {
    let mut out = Vec::new();
    for name in names {
        let (id, at) = name.split_once('@').map_or((name.as_str(), None), |(id, at)| (id, Some(at)));
        let unit = question::unit(game, id)?;
        if let Some(at) = at {
            let hex = question::hex(game, at)?;
            let piece = position.find(unit).map_or(Piece::new(unit, Game::FULL), |(_, piece)| piece);
            position.put(piece, hex);
        }
        out.push(unit);
    }
    Ok(out)
}

fn standing(game: &Game, situation: &Situation<'_>, units: &[crate::model::UnitId]) -> Result<Vec<(Piece, HexId)>, Failure> {
    let find = |unit: &crate::model::UnitId| {
        let id = &game.units[*unit].id;
        let nowhere = || Failure::new(format!("`{id}` is not on the map at the start")).help(format!("say where: {id}@0304"));
        situation.position.find(*unit).map(|(hex, piece)| (piece, hex)).ok_or_else(nowhere)
    };
    units.iter().map(find).collect()
}

/// Everybody next to a hex who is an enemy of those in it.
fn around(situation: &Situation<'_>, target: HexId) -> Vec<(Piece, HexId)> {
    let Some(land) = situation.engine.land() else { return Vec::new() };
    let held = situation.stack(target).first().and_then(|piece| situation.engine.side_of(piece));
    let near = land.near(target).into_iter().flatten();
    let pieces = near.flat_map(|hex| situation.stack(hex).iter().map(move |piece| (*piece, hex)));
    pieces.filter(|(piece, _)| situation.engine.side_of(piece) != held).collect()
}

struct OddsReport<'a> {
    words: Words<'a>,
    combat: &'a Combat,
    situation: &'a Situation<'a>,
    battle: &'a Battle<'a>,
}

impl OddsReport<'_> {
    fn text(&self) -> Result<String, Failure> {
        let mut lines: Vec<String> = Vec::new();
        let kind = self.combat.kind.unwrap_or(CombatKind::Odds);
        if kind == CombatKind::Chits {
            self.chits(&mut lines);
            return Ok(format!("{}\n", lines.join("\n")));
        }
        let odds = self.situation.odds(self.battle).map_err(|why| self.failure(&why))?;
        self.total("attack", &odds.attack, &mut lines);
        if kind != CombatKind::Barrage {
            self.total("defense", &odds.defense, &mut lines);
        }
        let rule = Words::rule(self.combat.rule());
        lines.push(format!("column: {} before shifts{rule}", odds.before));
        for shift in &odds.shifts {
            lines.push(format!("  {}", modifier(shift, "column", "columns")));
        }
        if !odds.shifts.is_empty() {
            lines.push(format!("  together {}", signed(Points::whole(odds.shift))));
        }
        match &odds.column {
            Column::Named(name) => lines.push(format!("column: {name}")),
            Column::Forbidden => lines.push("column: beyond the table, the attack is not allowed".to_owned()),
            Column::Result(code) => lines.push(format!("result: {code}, beyond the table")),
            Column::None => lines.push("column: the table has no columns".to_owned()),
        }
        for roll in &odds.rolls {
            lines.push(format!("  {} to the roll", modifier(roll, "", "")));
        }
        if !odds.rolls.is_empty() {
            lines.push(format!("  together {} to the roll", signed(Points::whole(odds.roll))));
        }
        for (code, ways) in &odds.chances {
            let rolls: Vec<String> = odds
                .results
                .iter()
                .filter(|(_, result)| result.as_ref() == Some(code))
                .map(|(roll, _)| roll.to_string())
                .collect();
            let table = self.combat.table.and_then(|id| self.situation.engine.game().tables.at(id));
            let text = table.and_then(|t| t.results.iter().flatten().find(|r| r.code == *code)?.text.clone());
            let text = text.map(|text| format!("  {text}")).unwrap_or_default();
            lines.push(format!(
                "{:>6}  {code}  on {}{text}",
                percent(u128::from(*ways), u128::from(odds.throws)),
                rolls.join(" ")
            ));
        }
        Ok(format!("{}\n", lines.join("\n")))
    }

    fn chits(&self, lines: &mut Vec<String>) {
        let Some((draws, mods)) = self.situation.draws(self.battle) else {
            lines.push("draws: nothing says how many chits are drawn".to_owned());
            return;
        };
        lines.push(format!("draws: {draws} chits{}", Words::rule(self.combat.rule())));
        for counting in &mods {
            lines.push(format!("  {}", modifier(counting, "chit", "chits")));
        }
        if let Some(hits) = self.situation.hits(self.battle, draws) {
            let (all, mut ways) = (hits.all, hits.ways.into_iter().collect::<Vec<_>>());
            ways.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            for ((attacker, defender), n) in ways {
                lines.push(format!("{:>6}  attacker {attacker}, defender {defender}", percent(n, all)));
            }
        }
    }

    fn total(&self, name: &str, total: &Total<'_>, lines: &mut Vec<String>) {
        lines.push(format!("{name}: {}", total.sum));
        for unit in &total.units {
            let printed = unit.printed.map_or_else(|| "?".to_owned(), |n| n.to_string());
            let by: Vec<String> = unit.by.iter().map(|value| format!("`{}`{}", value.id.0, Words::rule(value.rule()))).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
            let counts = if unit.counts == Points::whole(unit.printed.unwrap_or(0)) {
                String::new()
            } else {
                format!(", counts {}", unit.counts)
            };
            lines.push(format!("  {} in {}: {printed}{counts}{by}", self.words.unit(&unit.piece), self.words.hex(unit.hex)));
        }
        for (support, piece, points) in &total.support {
            let rule = Words::rule(support.rule());
            lines.push(format!("  {} supports with {}{rule}", self.words.unit(piece), signed(*points)));
        }
        for (value, points) in total.more.iter().filter(|(_, points)| points.0 != 0) {
            lines.push(format!("  {} by `{}`{}", signed(*points), value.id.0, Words::rule(value.rule())));
        }
    }

    fn failure(&self, why: &NoOdds) -> Failure {
        let hex = self.words.hex(self.battle.target);
        match why {
            NoOdds::NoRating(who) => {
                let field = if *who == Who::Attacker { "attack" } else { "defense" };
                Failure::new(format!("combat `{}` names no rating for `{field}`", self.combat.id.0))
                    .help(format!("write `{field}`"))
            }
            NoOdds::NoAttacker => Failure::new(format!("nobody attacks {hex}")).help("name units: --with unit,unit@hex"),
            NoOdds::NoDefender => Failure::new(format!("nobody defends {hex}")).help("put somebody there: --against unit@hex"),
            NoOdds::NoDefence => {
                Failure::new(format!("the defence of {hex} has no strength")).help("look at the defence ratings there")
            }
            NoOdds::NotSo(piece) => {
                let message = format!("{} may not attack by `{}`", self.words.unit(piece), self.combat.id.0);
                Failure::new(message).help("name another unit, or another --combat")
            }
            NoOdds::TooFar(piece, far) => {
                let message = format!("{} is {far} hexes from {hex}, too far to attack it", self.words.unit(piece));
                Failure::new(message).help("name units within reach, or say where one stands: --with unit@hex")
            }
            NoOdds::Banned(piece, ban, rule) => {
                let message =
                    format!("`{ban}` forbids {} to attack {hex}{}", self.words.unit(piece), Words::rule(rule.as_deref()));
                Failure::new(message).help("leave it out")
            }
            NoOdds::Limit(limit, found, max) => {
                Failure::new(format!("the attack has {found} of limit `{limit}`, at most {max}")).help("attack with fewer")
            }
            NoOdds::NotInPhase(phases) => {
                let now = self.situation.moment.phase.map(|phase| self.words.phase(phase)).unwrap_or_default();
                let message = format!("combat `{}` is not fought in phase `{now}`", self.combat.id.0);
                let phases: Vec<&str> = phases.iter().map(|phase| self.words.phase(*phase)).collect();
                Failure::new(message).help(format!("name its phase: --phase {}", phases.join(", or --phase ")))
            }
            NoOdds::OtherSide(phase) => {
                let message = format!("phase `{}` is the other side's", self.words.phase(*phase));
                Failure::new(message).help("name a phase of the attacker with --phase")
            }
            NoOdds::NoTable => Failure::new(format!("combat `{}` has no table", self.combat.id.0)).help("write `table`"),
        }
    }
}

fn signed(points: Points) -> String {
    if points.0 > 0 { format!("+{points}") } else { points.to_string() }
}

fn modifier(it: &Counting, one: &str, many: &str) -> String {
    let unit = if it.add.0.abs() == Points::ONE.0 { one } else { many };
    let id = if it.id.is_empty() { String::new() } else { format!(" `{}`", it.id) };
    let text = it.text.as_ref().map(|text| format!(", {text}")).unwrap_or_default();
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    format!("{}{unit}{id}{text}{}", signed(it.add), Words::rule(it.rule.as_deref()))
}

/// `41.7 %`, exact to the tenth.
fn percent(part: u128, all: u128) -> String {
    if all == 0 {
        return "?".to_owned();
    }
    let tenths = (part * 2000 / all).div_ceil(2);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
