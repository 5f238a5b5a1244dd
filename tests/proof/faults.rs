//! The kinds of faults: what a hand that slips makes of a game, and the codes that may name it.

use muster::hexgrid::HexId;
use muster::model::{Edge, MarkerOn, ScenarioId, SideId, StackingAt, TerrainOn, Trace, TurnId, UnitId, Where};
use muster::rules::{Piece, Situation, Standing, could_fit};
use muster::source::Shape;

use super::text::{Case, Edit, Mutant, Node, Stand};
use crate::support::Random;

/// Every way to make a fault in a game, one for each thing that can be spoilt.
pub(crate) type Make = fn(&Case, &mut Random) -> Vec<Mutant>;

/// A kind of fault.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// At most three codes that may name it.
    pub(crate) codes: &'static [&'static str],
    /// Every way to make it in this game, one for each thing that can be spoilt.
    pub(crate) make: fn(&Case, &mut Random) -> Vec<Mutant>,
}

pub(super) fn fault(name: &'static str, codes: &'static [&'static str], make: fn(&Case, &mut Random) -> Vec<Mutant>) -> Fault {
    Fault { name, codes, make }
}

const RULES: [&str; 5] = ["rules.json", "tables.json", "cards.json", "scenarios/", "turns.json"];

/// The same pattern in every file in which rules are written.
pub(super) fn ruled<'c>(case: &'c Case, pattern: &str) -> Vec<&'c Node> {
    let mut nodes = case.filled(&RULES.map(|file| (file, pattern)));
    // A list of names, not the fields of something called so.
    nodes.retain(|node| !pattern.ends_with('*') || node.key.is_empty());
    nodes
}

pub(super) fn pick<'t, T>(list: &'t [T], random: &mut Random) -> Option<&'t T> {
    list.get(random.below(list.len()))
}

/// Each unit that stands somewhere, moved to some hex that spoils it.
fn moved(case: &Case, random: &mut Random, spoils: impl Fn(&Situation<'_>, &Stand<'_>, HexId) -> bool) -> Vec<Mutant> {
    let Some(map) = &case.game.map else { return Vec::new() };
    let hexes: Vec<HexId> = map.board.hexes().collect();
    // What is allowed in a hex is no fault there.
    let allowed: Vec<&str> = case.filled(&[("module", "allow.*.hex")]).iter().map(|node| node.text.as_str()).collect();
    let free = |hex: HexId| !allowed.contains(&&*map.board.name(hex));
    // Asking the engine takes a while: not many more than are wanted.
    let mut all = case.stands_once();
    let stands: Vec<_> = (0..all.len().min(3 * case.wanted)).map(|_| all.swap_remove(random.below(all.len()))).collect();
    let mut out = Vec::new();
    for scenario in case.game.scenarios.ids() {
        case.ask(scenario, &[], |field| {
            for stand in stands.iter().filter(|stand| stand.scenario == scenario) {
                let (after, before) = hexes.split_at(random.below(hexes.len()));
                let to = before.iter().chain(after).find(|hex| **hex != stand.hex && spoils(field, stand, **hex) && free(**hex));
                out.extend(to.map(|hex| Mutant::change(stand.node, &map.board.name(*hex))));
            }
        });
    }
    out
}

fn side_of(case: &Case, unit: UnitId) -> Option<SideId> {
    case.game.units[unit].side
}

/// Whether one more is too much for those who start in a hex.
fn crowded(field: &Situation<'_>, stand: &Stand<'_>, hex: HexId) -> bool {
    let stack: Vec<Piece> = field.stack(hex).iter().copied().chain([stand.piece]).collect();
    let own = |piece: &Piece| field.engine.side_of(piece) == field.engine.side_of(&stand.piece);
    stack.len() > 1 && stack.iter().all(own) && !field.overstacks(hex, &stack, StackingAt::Setup).is_empty()
}

/// Whether a unit that starts there would have no supply, and has it where it is.
fn cut_off(field: &Situation<'_>, stand: &Stand<'_>, hex: HexId) -> bool {
    // Units that bring supply may move before it is looked at.
    let fixed = |trace: &&Trace| trace.phase.is_none() || !trace.to.iter().flatten().any(|target| target.units.is_some());
    let supplied = |at: HexId| field.traces().filter(fixed).all(|trace| field.supply(trace, &stand.piece, at).is_supplied());
    let open = field.stack(hex).is_empty() && matches!(field.engine.standing(stand.unit, hex), Standing::Yes);
    open && field.traces().next().is_some() && supplied(stand.hex) && !supplied(hex)
}

/// An arrival as a cell says it: turn and entries.
fn arrives(node: &Node) -> Option<(&str, &str)> {
    node.text.split_once('@')
}

/// The turns of the game that a scenario does not play.
fn unplayed(case: &Case, scenario: ScenarioId) -> Vec<String> {
    let Some((first, last)) = case.game.scenarios[scenario].turns else { return Vec::new() };
    case.game.turns.iter().filter(|(turn, _)| *turn < first || *turn > last).map(|(_, turn)| turn.id.clone()).collect()
}

/// The scenarios in which a unit arrives.
fn arriving(case: &Case, unit: &str) -> Vec<ScenarioId> {
    let Some(unit) = case.unit(unit) else { return Vec::new() };
    let comes = |id: &ScenarioId| case.game.scenarios[*id].arrivals.iter().any(|a| a.units.contains(&unit));
    case.game.scenarios.ids().filter(comes).collect()
}

/// The scenario of a file.
fn scenario_of(case: &Case, node: &Node) -> Option<ScenarioId> {
    let id = case.filled(&[(&node.file, "id")]).first()?.text.clone();
    case.game.scenarios.iter().find(|(_, scenario)| scenario.id == id).map(|(id, _)| id)
}

/// Every arrival that is written, with its unit, its turn and its entries; scenario lines without a condition only.
fn arrivals(case: &Case) -> Vec<(UnitId, &Node, Option<&Node>)> {
    let mut out = Vec::new();
    for node in case.filled(&[("units", "*.arrives")]) {
        out.extend(case.beside(node, 1, "id").and_then(|id| Some((case.unit(&id.text)?, node, None))));
    }
    for turn in case.filled(&[("scenarios/", "arrivals.*.turn")]) {
        let unit = case.beside(turn, 1, "unit").or_else(|| case.beside(turn, 1, "units.0"));
        let entry = case.beside(turn, 1, "entry.0");
        out.extend(unit.and_then(|unit| Some((case.unit(&unit.text)?, turn, Some(entry?)))));
    }
    out
}

/// The edges that a hex is not on.
fn far_edge(case: &Case, hexes: &str) -> Option<&'static str> {
    let map = case.game.map.as_ref()?;
    let hexes: Vec<HexId> = hexes.split([' ', '-']).filter_map(|hex| map.board.parse(hex).ok()).collect();
    let away = |edge: &Edge| hexes.iter().any(|hex| !map.on_edge(*hex, *edge));
    (!hexes.is_empty()).then(|| Edge::ALL.into_iter().find(away).map(Edge::word))?
}

/// A code that the author lowers is not looked for.
pub(super) fn lowered(case: &Case, code: &str) -> bool {
    !case.find(&[("module", &format!("levels.{code}"))]).is_empty()
}

/// A word of a list of hexes, neither the first nor the last nor a run, put out of its place.
fn torn(case: &Case, node: &Node, random: &mut Random) -> Option<Mutant> {
    let map = case.game.map.as_ref()?;
    let words: Vec<&str> = node.text.split(' ').collect();
    let at = 1 + random.below(words.len().checked_sub(2)?);
    let (before, after) = (words.get(at - 1)?, words.get(at + 1)?);
    let ends = [before.rsplit('-').next()?, after.split('-').next()?].map(|word| map.board.parse(word).ok());
    let far = |hex: &HexId| ends.iter().flatten().all(|end| map.board.distance(*hex, *end) > 1);
    let hexes: Vec<HexId> = map.board.hexes().filter(far).collect();
    let mut edited: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    *edited.get_mut(at)? = map.board.name(*pick(&hexes, random)?);
    (words.len() > 2).then(|| Mutant::change(node, &edited.join(" ")))
}

/// A hexside `0304/0404` whose second hex is far away.
fn apart(case: &Case, text: &str, random: &mut Random) -> Option<String> {
    let map = case.game.map.as_ref()?;
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let at = random.below(words.len());
    let (first, _) = words[at].split_once('/')?;
    let from = map.board.parse(first).ok()?;
    let far: Vec<HexId> = map.board.hexes().filter(|hex| map.board.distance(*hex, from) > 3).collect();
    words[at] = format!("{first}/{}", map.board.name(*pick(&far, random)?));
    Some(words.join(" "))
}

/// The rows of glyphs.
fn glyphs(case: &Case, random: &mut Random, spoil: fn(&mut Vec<String>, usize)) -> Vec<Mutant> {
    let rows = case.filled(&[("map", "terrain.rows.*")]);
    let spoilt = |node: &&Node| {
        let mut words: Vec<String> = node.text.split(' ').map(str::to_owned).collect();
        let at = random.below(words.len());
        spoil(&mut words, at);
        Mutant::change(node, &words.join(" "))
    };
    rows.iter().map(spoilt).collect()
}

/// A table's dice, its rolls in order, and the nodes that speak of it as a whole.
pub(super) struct Dice<'c> {
    pub(super) rolls: Vec<&'c Node>,
    of: Vec<&'c Node>,
}

pub(super) fn tables(case: &Case) -> Vec<Dice<'_>> {
    let mut out = Vec::new();
    for dice in case.filled(&[("tables.json", "*.dice")]) {
        let sheet = case.beside(dice, 1, "rows.csv");
        let rolls = match sheet {
            Some(sheet) => case.filled(&[(&sheet.text, "*.roll")]),
            None => case.filled(&[("tables.json", &format!("{}.rows.*.roll", dice.path[0]))]),
        };
        let of = [case.beside(dice, 1, "id"), Some(dice), case.beside(dice, 1, "rows"), rolls.first().copied()];
        out.push(Dice { rolls, of: of.into_iter().flatten().collect() });
    }
    out
}

/// Takes a row or an object out.
fn without(case: &Case, node: &Node) -> Option<Mutant> {
    if node.sheet() {
        return Some(Mutant::edit(&node.file, case.line(node), ""));
    }
    Some(case.drop(case.around(node)?))
}

/// A row or an object once more, after itself, with another text for one of its values.
pub(super) fn again(case: &Case, node: &Node, to: &str) -> Option<Mutant> {
    let (range, end) = match node.sheet() {
        true => (case.line(node), ""),
        false => (case.around(node)?.whole.clone(), ", "),
    };
    let mut copy = case.texts[&node.file][range.clone()].to_owned();
    copy.replace_range(node.inner.start - range.start..node.inner.end - range.start, to);
    if node.sheet() && !case.texts[&node.file][range.clone()].ends_with('\n') {
        copy.insert(0, '\n');
    }
    Some(Mutant::edit(&node.file, range.end..range.end, format!("{end}{copy}")))
}

/// Every cell of a table with a result; a table that explains its results only.
pub(super) fn results(case: &Case) -> Vec<&Node> {
    let mut out = Vec::new();
    for code in case.filled(&[("tables.json", "*.results.0.code")]) {
        let table = &code.path[0];
        let (cells, result) = (format!("{table}.rows.*.cells.*"), format!("{table}.rows.*.result"));
        out.extend(case.filled(&[("tables.json", &cells), ("tables.json", &result)]));
        if let Some(sheet) = case.beside(code, 3, "rows.csv") {
            out.extend(case.filled(&[(&sheet.text, "**")]).into_iter().filter(|cell| cell.path[1] != "roll"));
        }
    }
    out.retain(|cell| cell.text != "?");
    out
}

/// A number on a counter: its rating, the least and the most.
type Number<'c> = (&'c Node, String, (Option<i32>, Option<i32>));

/// Numbers on the counters that lie between two bounds, with their unit, rating and range.
fn rated(case: &Case) -> Vec<Number<'_>> {
    let mut out = Vec::new();
    for rating in case.game.ratings.values() {
        let range = (rating.min, rating.max);
        let nodes = case.filled(&[("units", &format!("*.{}", rating.id)), ("units", &format!("*.back.{}", rating.id))]);
        out.extend(
            nodes.into_iter().filter(|node| node.text.parse::<i32>().is_ok()).map(|node| (node, rating.id.clone(), range)),
        );
    }
    out
}

/// Whether a formation has a count of units, directly or above, that a unit less would break; the nodes that say so.
pub(super) fn counts<'c>(case: &'c Case, formation: &str) -> Vec<&'c Node> {
    let mut out = Vec::new();
    let mut at = Some(formation.to_owned());
    for _ in 0..8 {
        let Some(id) = at.take() else { break };
        let node = case.filled(&[("formations", "*.id")]).into_iter().find(|node| node.text == id);
        // One that is wrong already may become right.
        let wrong = case.before.keys().any(|(code, message)| *code == "M0206" && message.contains(&format!("`{id}`")));
        out.extend(node.filter(|_| !wrong).and_then(|node| case.beside(node, 1, "units")));
        at = node.and_then(|node| case.beside(node, 1, "in")).map(|node| node.text.clone());
    }
    out
}

/// Remnants and parts are counted with the unit that they stand for.
fn stands_for_another(case: &Case, unit: UnitId) -> bool {
    case.game.units.values().any(|other| other.remnant == Some(unit) || other.breakdown.contains(&unit))
}

/// The next thing after a byte that is neither blank nor comment nor comma.
fn next_token(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\n', ',']).len();
        at += blank;
        match text[at..].strip_prefix("//") {
            Some(comment) => at += 2 + comment.find('\n').unwrap_or(comment.len()),
            None => return at,
        }
    }
}

/// A sign of a JSON file is lost; what follows may be blamed.
fn lost(case: &Case, file: &str, at: std::ops::Range<usize>) -> Mutant {
    let next = next_token(&case.texts[file], at.end);
    let mut mutant = Mutant::edit(file, at, "");
    // The next line too: signs that close other things may be met first.
    let line = case.texts[file][next..].find('\n').map_or(next, |n| next_token(&case.texts[file], next + n));
    mutant.also.extend([next, line].map(|byte| (file.to_owned(), byte)));
    mutant
}

/// Places that both sides cannot hold, markers, changes: a line for a section of a scenario, which may not be there yet.
pub(super) fn section(case: &Case, scenario: &Node, name: &str, text: &str) -> Mutant {
    match case.find(&[(&scenario.file, name)]).first() {
        Some(list) => case.put(list, text),
        None => Case::after(scenario, &format!("\"{name}\": [{text}]")),
    }
}

/// Units may be set up in an area, but not in these hexes.
fn excepted(case: &Case, area: &Node, hexes: &[String]) -> Mutant {
    match case.beside(area, 1, "except") {
        Some(list) => Mutant::edit(&list.file, list.whole.clone(), format!("\"{}\"", hexes.join(" "))),
        None => Case::after(area, &format!("\"except\": \"{}\"", hexes.join(" "))),
    }
}

pub(super) fn scenarios(case: &Case) -> Vec<(&Node, ScenarioId)> {
    case.filled(&[("scenarios/", "id")]).into_iter().filter_map(|node| Some((node, scenario_of(case, node)?))).collect()
}

/// Free hexes of the map: no unit, no place.
pub(super) fn free_hexes(case: &Case) -> Vec<String> {
    let Some(map) = &case.game.map else { return Vec::new() };
    let taken: Vec<HexId> =
        map.places.values().flat_map(|place| place.hexes.clone()).chain(case.stands().iter().map(|s| s.hex)).collect();
    map.board.hexes().filter(|hex| !taken.contains(hex)).map(|hex| map.board.name(hex)).collect()
}

/// Every kind of reference: its name, and where such references stand.
macro_rules! misspelt {
    ($name:literal, [$($pattern:expr),* $(,)?] $(, $code:literal)*) => {
        fault($name, &["M0201" $(, $code)*], |case, random| {
            let nodes: Vec<&Node> = [$($pattern),*].iter().flat_map(|(file, pattern): &(&str, &str)| match *file {
                "ruled" => ruled(case, pattern),
                file => case.filled(&[(file, pattern)]),
            }).filter(|node| !["all", "own", "enemy", "?"].contains(&&*node.text)).collect();
            case.misspell(random, &nodes)
        })
    };
}

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        // Setup.
        fault("a unit stands off the map", &["M0302"], |case, random| {
            let off = |stand: &Stand<'_>| Mutant::change(stand.node, ["9999", "0088", "7701"][random.below(3)]);
            case.stands_once().iter().map(off).collect()
        }),
        fault("a unit stands in terrain closed to it", &["M0404"], |case, random| {
            moved(case, random, |field, one, hex| {
                matches!(field.engine.standing(one.unit, hex), Standing::Never(_) | Standing::OnlyByRoad(_))
            })
        }),
        fault("a unit stands with the enemy", &["M0405"], |case, random| {
            if case.game.rules.stacking.as_ref().is_none_or(|stacking| stacking.with_enemy == Some(true)) {
                return Vec::new();
            }
            moved(case, random, |field, one, hex| side_of(case, one.unit).is_some_and(|side| field.has_enemy(hex, side)))
        }),
        fault("a stack is over its limit", &["M0403"], |case, random| moved(case, random, crowded)),
        fault("a unit is set up twice", &["M0401"], |case, random| {
            let free = free_hexes(case);
            let twice = |node: &&Node| {
                let list = case.find(&[(&node.file, "setup")]).first().copied()?.clone();
                let n = case.beside(node, 1, "n").map_or(String::new(), |n| format!("\"n\": {}, ", n.text));
                let line = format!("{{ \"unit\": \"{}\", {n}\"at\": \"{}\" }}", node.text, pick(&free, random)?);
                Some(case.put(&list, &line).or_at([*node]))
            };
            case.filled(&[("scenarios/", "setup.*.unit")]).iter().filter_map(twice).collect()
        }),
        fault("a unit is set up and arrives too", &["M0401"], |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut both = |setup: &&Node| {
                let arrives = case.beside(setup, 1, "arrives").filter(|node| node.text.is_empty())?;
                let unit =
                    case.unit(&case.beside(setup, 1, "id")?.text).filter(|unit| !case.game.units[*unit].setup.is_empty())?;
                let side = side_of(case, unit);
                let entry = map.entries.values().find(|entry| entry.side == side)?;
                let (first, last) = case.game.scenarios.values().next()?.turns?;
                let turn = first.0 + u32::try_from(random.below((last.0 - first.0) as usize)).ok()?;
                Some(Mutant::change(arrives, &format!("{}@{}", case.game.turns[TurnId(turn)].id, entry.id)))
            };
            let overruled: Vec<&Node> = case.filled(&[("scenarios/", "setup.*.unit"), ("scenarios/", "setup.*.units.*")]);
            let free = |node: &&Node| !overruled.iter().any(|o| case.beside(node, 1, "id").is_some_and(|id| id.text == o.text));
            case.filled(&[("units", "*.setup")]).into_iter().filter(free).filter_map(|node| both(&node)).collect()
        }),
        fault("a unit arrives twice", &["M0401"], |case, _| {
            let twice = |(unit, turn, entry): &(UnitId, &Node, Option<&Node>)| {
                let entry = (*entry)?;
                let scenario = scenario_of(case, turn)?;
                let (_, last) = case.game.scenarios[scenario].turns?;
                // What depends on a condition may not come at all.
                if case.beside(turn, 1, "if").is_some() || case.game.turns[last].id == turn.text {
                    return None;
                }
                let unit = &case.game.units[*unit].id;
                let line = format!(
                    "{{ \"unit\": \"{unit}\", \"turn\": \"{}\", \"entry\": [\"{}\"] }}",
                    case.game.turns[last].id, entry.text
                );
                Some(case.put(case.find(&[(&turn.file, "arrivals")]).first()?, &line).or_at([*turn]))
            };
            arrivals(case).iter().filter_map(twice).collect()
        }),
        fault("a unit is forgotten", &["M0407"], |case, _| {
            let told: Vec<&Node> = case.filled(&[
                ("scenarios/", "setup.*.unit"),
                ("scenarios/", "setup.*.units.*"),
                ("scenarios/", "arrivals.*.unit"),
                ("scenarios/", "arrivals.*.units.*"),
                ("scenarios/", "remove.units.*"),
            ]);
            let lost = |node: &Node| {
                let id = case.beside(node, 1, "id")?;
                let formation = case.beside(node, 1, "formation").map_or("", |node| &node.text);
                let removed = case.filled(&[("scenarios/", "remove.formations.*")]).iter().any(|node| node.text == formation);
                let unit = case.unit(&id.text)?;
                let seen = case.game.scenarios.values().any(|s| s.has_setup);
                (seen && !removed && !stands_for_another(case, unit) && !told.iter().any(|t| t.text == id.text))
                    .then(|| case.drop(node))
            };
            case.filled(&[("units", "*.setup"), ("units", "*.arrives")]).into_iter().filter_map(lost).collect()
        }),
        fault("a unit is no longer taken out of a scenario", &["M0406", "M0407"], |case, _| {
            let back = |node: &&Node| {
                let unit = case.unit(&node.text)?;
                let scenario = &case.game.scenarios[scenario_of(case, node)?];
                let formation = case.game.units[unit].formation.map(|id| &case.game.formations[id].id);
                let also = case.filled(&[(&node.file, "remove.formations.*")]).iter().any(|f| Some(&f.text) == formation);
                // It would have to come when the scenario is over, or is told nowhere.
                let late =
                    case.game.units[unit].arrives.as_ref().is_none_or(|a| scenario.turns.is_some_and(|(_, last)| a.turn > last));
                let lines = case.filled(&[("scenarios/", "arrivals.*.unit"), ("scenarios/", "arrivals.*.units.*")]);
                let told = case.filled(&[("units", "*.id")]).into_iter().find(|id| id.text == node.text)?;
                (late && !also && case.game.units[unit].setup.is_empty()).then(|| {
                    case.drop(node)
                        .or_at([told])
                        .or_at(case.beside(told, 1, "arrives"))
                        .or_at(lines.into_iter().filter(|line| line.text == node.text))
                })
            };
            case.filled(&[("scenarios/", "remove.units.*")]).iter().filter_map(back).collect()
        }),
        fault("a unit is taken out that is not there", &["M0409"], |case, _| {
            let mut out = Vec::new();
            for (id, scenario) in scenarios(case) {
                let parent = case.beside(id, 1, "extends").and_then(|e| case.game.scenarios.values().find(|s| s.id == e.text));
                let (Some(parent), Some(list)) = (parent, case.find(&[(&id.file, "remove.units")]).first().copied()) else {
                    continue;
                };
                let there = |unit: UnitId| {
                    parent.setup.iter().any(|s| s.unit == unit)
                        || parent.arrivals.iter().any(|a| a.units.contains(&unit))
                        || case.game.scenarios[scenario].setup.iter().any(|s| s.unit == unit)
                };
                let listed = |name: &str| case.filled(&[(&id.file, "remove.units.*")]).iter().any(|node| node.text == name);
                for (unit, said) in case.game.units.iter().filter(|(unit, said)| !there(*unit) && !listed(&said.id)) {
                    out.extend(
                        parent
                            .has_setup
                            .then(|| case.put(list, &format!("\"{}\"", said.id)))
                            .filter(|_| !parent.removed.contains(&unit)),
                    );
                }
            }
            out
        }),
        fault("only some of several like units are set up", &["M0422", "M0407"], |case, _| {
            let several: Vec<&Node> = case.filled(&[("scenarios/", "setup.*.n")]);
            let counts = case.filled(&[("units", "*.count")]);
            let of = |node: &Node| {
                counts
                    .iter()
                    .find(|c| case.beside(c, 1, "id").map(|id| &id.text) == case.beside(node, 1, "unit").map(|u| &u.text))
                    .copied()
            };
            let fewer =
                several.iter().filter_map(|node| Some(without(case, node)?.or_at(several.iter().copied()).or_at(of(node))));
            let more = several.iter().filter_map(|node| of(node)).map(|count| {
                Mutant::change(count, &(count.text.parse::<i32>().unwrap() + 1).to_string()).or_at(several.iter().copied())
            });
            fewer.chain(more).collect()
        }),
        fault("a unit starts behind the enemy without supply", &["M0414"], |case, random| moved(case, random, cut_off)),
        fault("a scenario is played on a part of the map, and units stand beside it", &["M0402"], |case, _| {
            let mut out = Vec::new();
            let (Some(map), stands) = (&case.game.map, case.stands()) else { return Vec::new() };
            for (id, scenario) in scenarios(case) {
                for area in map.areas.values() {
                    let outside: Vec<&Node> = stands
                        .iter()
                        .filter(|s| s.scenario == scenario && !area.hexes.contains(&s.hex))
                        .map(|s| s.node)
                        .collect();
                    out.extend(
                        (!outside.is_empty()).then(|| Case::after(id, &format!("\"map\": \"{}\"", area.id)).or_at(outside)),
                    );
                }
            }
            out
        }),
        fault("too many units for the area in which they are set up", &["M0413"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut out = Vec::new();
            for node in case.filled(&[("scenarios/", "setup.*.in")]) {
                let Some(scenario) = scenario_of(case, node) else { continue };
                let Some((_, area)) = map.areas.iter().find(|(_, area)| area.id == node.text) else { continue };
                let free: Vec<Piece> = case.game.scenarios[scenario]
                    .setup
                    .iter()
                    .filter(|s| matches!(s.at, Where::In(id, _) if map.areas[id].id == area.id))
                    .map(|s| Piece::new(s.unit, s.state))
                    .collect();
                let all: Vec<String> = area.hexes.iter().map(|hex| map.board.name(*hex)).collect();
                out.push(excepted(case, node, &all));
                for hex in &area.hexes {
                    let full = case.ask(scenario, &[], |field| {
                        let stack: Vec<Piece> = field.stack(*hex).iter().chain(&free).copied().collect();
                        !field.overstacks(*hex, &stack, StackingAt::Setup).is_empty()
                    });
                    let rest: Vec<String> = area.hexes.iter().filter(|h| *h != hex).map(|h| map.board.name(*h)).collect();
                    out.extend(full.then(|| excepted(case, node, &rest)));
                }
            }
            out
        }),
        // Arrivals.
        fault("a unit arrives on a turn that is not played", &["M0406"], |case, random| {
            let late = |(unit, turn, entry): &(UnitId, &Node, Option<&Node>)| {
                let scenario = match entry {
                    Some(_) => scenario_of(case, turn)?,
                    None => arriving(case, &case.game.units[*unit].id).into_iter().find(|s| {
                        let columns = case.game.units[*unit].arrives.as_ref().map(|a| a.turn);
                        case.game.scenarios[*s]
                            .arrivals
                            .iter()
                            .any(|a| a.units == [*unit] && Some(a.turn) == columns && a.when.is_none())
                    })?,
                };
                let to = pick(&unplayed(case, scenario), random)?.clone();
                Some(match entry {
                    Some(_) => Mutant::change(turn, &to),
                    None => Mutant::change(turn, &format!("{to}@{}", arrives(turn)?.1)),
                })
            };
            arrivals(case).iter().filter_map(late).collect()
        }),
        fault("a unit arrives by an entry of the enemy", &["M0408"], |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let wrong = |(unit, turn, entry): &(UnitId, &Node, Option<&Node>)| {
                let side = side_of(case, *unit)?;
                let theirs: Vec<&String> =
                    map.entries.values().filter(|e| e.side.is_some_and(|s| s != side)).map(|e| &e.id).collect();
                let to = pick(&theirs, random)?;
                // A column counts only where no scenario speaks of the unit.
                let counts = arriving(case, &case.game.units[*unit].id).len()
                    == case.game.scenarios.values().filter(|s| !s.removed.contains(unit)).count();
                match entry {
                    Some(entry) => Some(Mutant::change(entry, to)),
                    None => counts.then(|| Some(Mutant::change(turn, &format!("{}@{to}", arrives(turn)?.0))))?,
                }
            };
            let lines: Vec<String> = case
                .filled(&[("scenarios/", "arrivals.*.unit"), ("scenarios/", "arrivals.*.units.*")])
                .iter()
                .map(|n| n.text.clone())
                .collect();
            arrivals(case)
                .iter()
                .filter(|(unit, _, entry)| entry.is_some() || !lines.contains(&case.game.units[*unit].id))
                .filter_map(wrong)
                .collect()
        }),
        fault("an enemy stands where the first units arrive", &["M0418", "M0419"], |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let stands = case.stands();
            let mut out = Vec::new();
            for (unit, turn, _) in arrivals(case).into_iter().filter(|(_, _, entry)| entry.is_none()) {
                for scenario in arriving(case, &case.game.units[unit].id) {
                    let said = &case.game.scenarios[scenario];
                    let Some(arrival) = said.arrivals.iter().find(|a| a.units == [unit] && a.when.is_none()) else { continue };
                    let (Some((first, _)), [entry]) = (said.turns, arrival.entries.as_slice()) else { continue };
                    let hexes = &map.entries[*entry].hexes;
                    let enemies: Vec<&Stand<'_>> = stands
                        .iter()
                        .filter(|s| s.scenario == scenario && side_of(case, s.unit) != side_of(case, unit))
                        .collect();
                    let (Some(enemy), [hex]) = (pick(&enemies, random), hexes.as_slice()) else { continue };
                    let open = case.ask(scenario, &[(enemy.piece, *hex)], |field| {
                        matches!(field.engine.standing(enemy.unit, *hex), Standing::Yes) && field.stack(*hex).len() == 1
                    });
                    let fit = case.ask(scenario, &[(enemy.piece, *hex)], |field| {
                        let (ways, _) = field.entry_hexes(Piece::new(unit, arrival.state), &arrival.entries, 1);
                        ways.is_empty()
                    });
                    let shut = Mutant::change(enemy.node, &map.board.name(*hex));
                    let turns = (arrival.turn != first)
                        .then(|| Some(Mutant::change(turn, &format!("{}@{}", case.game.turns[first].id, arrives(turn)?.1))));
                    out.extend((open && fit).then(|| turns.flatten().map_or(shut.clone(), |now| now.and(shut)).or_at([turn])));
                }
            }
            out
        }),
        fault("a unit withdraws when it cannot", &["M0423", "M0406"], |case, random| {
            let mut out = Vec::new();
            for (id, scenario) in scenarios(case) {
                let said = &case.game.scenarios[scenario];
                let line =
                    |unit: UnitId, turn: &str| format!("{{ \"unit\": \"{}\", \"turn\": \"{turn}\" }}", case.game.units[unit].id);
                for setup in &said.setup {
                    out.extend(
                        pick(&unplayed(case, scenario), random)
                            .map(|turn| section(case, id, "withdrawals", &line(setup.unit, turn))),
                    );
                }
                for arrival in said.arrivals.iter().filter(|a| said.turns.is_some_and(|(first, _)| a.turn > first)) {
                    let first = said.turns.map_or("", |(first, _)| &case.game.turns[first].id);
                    out.extend(arrival.units.first().map(|unit| section(case, id, "withdrawals", &line(*unit, first))));
                }
            }
            out
        }),
        // Order of battle.
        fault("a unit is in a formation of the enemy", &["M0205"], |case, random| {
            let wrong = |node: &&Node| {
                let side = side_of(case, case.unit(&case.beside(node, 1, "id")?.text)?)?;
                let own = |mut at| loop {
                    let formation = &case.game.formations[at];
                    match (formation.side, formation.parent) {
                        (Some(side), _) => return Some(side),
                        (None, Some(up)) => at = up,
                        (None, None) => return None,
                    }
                };
                let theirs: Vec<&String> =
                    case.game.formations.iter().filter(|(f, _)| own(*f).is_some_and(|s| s != side)).map(|(_, f)| &f.id).collect();
                let listed: Vec<&&String> = theirs
                    .iter()
                    .filter(|id| case.filled(&[("formations", "*.id")]).iter().any(|node| node.text == ***id))
                    .collect();
                Some(Mutant::change(node, pick(&listed, random)?))
            };
            case.filled(&[("units", "*.formation")]).iter().filter_map(wrong).collect()
        }),
        fault("a unit is missing from its formation", &["M0206"], |case, _| {
            let lost = |node: &&Node| {
                let id = case.beside(node, 1, "id")?;
                let counted = counts(case, &node.text);
                let whole = without(case, node)?.or_at(counted.iter().copied());
                (!counted.is_empty() && !stands_for_another(case, case.unit(&id.text)?)).then_some(whole)
            };
            case.filled(&[("units", "*.formation")]).iter().filter_map(lost).collect()
        }),
        fault("a formation has a unit too many", &["M0206"], |case, _| {
            let more = |id: &&Node| {
                let counted = counts(case, &case.beside(id, 1, "formation")?.text);
                let copy = again(case, id, &format!("{}-bis", id.text))?.or_at(counted.iter().copied());
                (!counted.is_empty() && !stands_for_another(case, case.unit(&id.text)?)).then_some(copy)
            };
            case.filled(&[("units", "*.id")]).iter().filter_map(more).collect()
        }),
        fault("the number of units in a formation is wrong", &["M0206"], |case, random| {
            let wrong = |node: &&Node| {
                Some(Mutant::change(node, &(node.text.parse::<i32>().ok()? + [1, -1, 10][random.below(3)]).to_string()))
            };
            case.filled(&[("formations", "*.units")]).iter().filter_map(wrong).collect()
        }),
        fault("the formation of a unit is misspelt", &["M0207", "M0201", "M0206"], |case, random| {
            let listed = case.filled(&[("formations", "*.id")]);
            let nodes = case.filled(&[("units", "*.formation")]);
            let slips = nodes.into_iter().filter(|node| listed.iter().any(|id| id.text == node.text)).filter_map(|node| {
                // Another number is another formation: only letters slip.
                let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                (0..20)
                    .find_map(|_| case.slip(&node.text, random).filter(|slip| digits(slip) == digits(&node.text)))
                    .map(|slip| Mutant::change(node, &slip))
            });
            slips.collect()
        }),
        fault("a number on a counter is out of its range", &["M0208"], |case, random| {
            let far = |(node, _, (min, max)): &Number<'_>| {
                let to = if random.below(2) == 0 {
                    max.map(|n| n + 1 + i32::try_from(random.below(90)).unwrap())
                } else {
                    min.map(|n| n - 1)
                };
                to.map(|to| Mutant::change(node, &to.to_string()))
            };
            rated(case).iter().filter_map(far).collect()
        }),
        fault("the back of a counter is stronger than its front", &["M0212"], |case, _| {
            let strong = |(node, rating, (_, max)): &Number<'_>| {
                let front: i32 = case.beside(node, 2, rating)?.text.parse().ok().filter(|_| node.path.len() == 3)?;
                let reduced = case.beside(node, 1, "state").is_some_and(|s| s.text == "reduced")
                    || case.beside(node, 2, "state").is_some_and(|s| s.text == "reduced");
                let strength = ["attack", "defense", "strength"].contains(&rating.as_str());
                (reduced && strength && max.is_none_or(|max| front < max))
                    .then(|| Mutant::change(node, &(front + 1).to_string()).or_at(case.beside(node, 2, rating)))
            };
            rated(case).iter().filter_map(strong).collect()
        }),
        fault("a counter has more or fewer steps than faces", &["M0210"], |case, random| {
            let wrong = |node: &&Node| {
                let unit = &case.game.units[case.unit(&case.beside(node, 1, "id")?.text)?];
                let steps = node.text.parse::<i32>().ok().filter(|_| unit.remnant.is_none())?;
                Some(Mutant::change(node, &if steps > 1 && random.below(2) == 0 { steps - 1 } else { steps + 1 }.to_string()))
            };
            case.filled(&[("units", "*.steps")]).iter().filter_map(wrong).collect()
        }),
        fault("a number that a counter must have is missing", &["M0209"], |case, _| {
            let must = case.game.ratings.values().filter(|rating| rating.required);
            must.flat_map(|rating| case.filled(&[("units", &format!("*.{}", rating.id))]))
                .map(|node| case.drop(node).or_at(case.beside(node, 1, "id")))
                .collect()
        }),
        fault("a counter has a number that only others have", &["M0209"], |case, _| {
            let mut out = Vec::new();
            for rating in case.game.ratings.values() {
                let Some(only) = &rating.only else { continue };
                for node in case
                    .find(&[("units", &format!("*.{}", rating.id))])
                    .into_iter()
                    .filter(|node| node.sheet() && node.text.is_empty())
                {
                    let unit = case.beside(node, 1, "id").and_then(|id| case.unit(&id.text));
                    out.extend(
                        unit.filter(|unit| !could_fit(&case.game, only, *unit))
                            .map(|_| Mutant::change(node, &rating.min.unwrap_or(1).to_string())),
                    );
                }
            }
            out
        }),
        fault("two things have one id", &["M0202"], |case, random| {
            let lists: [(&str, &str); 14] = [
                ("units", "*.id"),
                ("formations", "*.id"),
                ("markers", "*.id"),
                ("turns", "**.id"),
                ("tables.json", "*.id"),
                ("cards", "*.id"),
                ("module", "sides.*.id"),
                ("module", "types.*.id"),
                ("module", "ratings.*.id"),
                ("map", "areas.*.id"),
                ("map", "entries.*.id"),
                ("map", "boxes.*.id"),
                ("terrain", "*.id"),
                ("rules", "stacking.limits.*.id"),
            ];
            let mut out = Vec::new();
            for list in lists {
                let ids: Vec<&Node> =
                    case.filled(&[list]).into_iter().filter(|node| !node.path.iter().any(|step| step == "phases")).collect();
                for (n, id) in ids.iter().enumerate() {
                    let other = ids[(n + 1 + random.below(ids.len())) % ids.len()];
                    out.extend((other.text != id.text).then(|| Mutant::change(id, &other.text).or_at([other])));
                }
            }
            out
        }),
        // Names.
        misspelt!(
            "a side is misspelt",
            [
                ("units", "*.side"),
                ("formations", "*.side"),
                ("module", "nations.*.side"),
                ("map", "entries.*.side"),
                ("map", "sources.*.side"),
                ("scenarios/", "control.*.side"),
                ("scenarios/", "victory.levels.*.side"),
                ("scenarios/", "set-up.*"),
                ("ruled", "**.side.*"),
                ("ruled", "**.control.by")
            ]
        ),
        misspelt!(
            "a type of unit is misspelt",
            [("units", "*.type"), ("ruled", "**.type.*"), ("module", "ratings.*.only.type.*")]
        ),
        misspelt!("a class is misspelt", [("units", "*.class"), ("module", "types.*.class"), ("ruled", "**.class.*")]),
        misspelt!("a nation is misspelt", [("units", "*.nation"), ("ruled", "**.nation.*")]),
        misspelt!(
            "a terrain is misspelt",
            [
                ("map", "places.*.class"),
                ("map", "roads.*.class"),
                ("map", "hexsides.*.class"),
                ("map", "entries.*.road"),
                ("map", "terrain.legend.*"),
                ("ruled", "**.terrain.*"),
                ("rules", "**.kind.*"),
                ("rules", "**.roads.*")
            ]
        ),
        misspelt!(
            "a marker is misspelt",
            [
                ("scenarios/", "markers.*.marker"),
                ("scenarios/", "setup.*.markers.*"),
                ("markers", "*.back"),
                ("ruled", "**.marker"),
                ("ruled", "**.marker.*")
            ]
        ),
        misspelt!(
            "a state is misspelt",
            [("units", "*.back.state"), ("scenarios/", "setup.*.state"), ("ruled", "**.state"), ("ruled", "**.state.*")]
        ),
        misspelt!(
            "a turn is misspelt",
            [
                ("scenarios/", "turns.*"),
                ("scenarios/", "arrivals.*.turn"),
                ("scenarios/", "victory.checked"),
                ("ruled", "**.turns.from"),
                ("ruled", "**.turns.to"),
                ("ruled", "**.turns.on.*")
            ]
        ),
        misspelt!(
            "an entry is misspelt",
            [("scenarios/", "arrivals.*.entry.*"), ("ruled", "**.entry.*"), ("ruled", "**.through.*")]
        ),
        misspelt!(
            "an area or a box is misspelt",
            [("scenarios/", "setup.*.in"), ("ruled", "**.area.*"), ("map", "entries.*.box")]
        ),
        misspelt!("a table is misspelt", [("ruled", "**.table")]),
        misspelt!("an option is misspelt", [("ruled", "**.option.*"), ("scenarios/", "remove.options.*")]),
        misspelt!("a phase is misspelt", [("rules", "**.phase.*"), ("rules", "**.phase")]),
        misspelt!(
            "a place is misspelt",
            [("scenarios/", "control.*.places.*"), ("ruled", "**.control.of.*"), ("ruled", "**.place.*")]
        ),
        misspelt!(
            "a unit is misspelt",
            [
                ("scenarios/", "setup.*.unit"),
                ("scenarios/", "setup.*.units.*"),
                ("scenarios/", "arrivals.*.unit"),
                ("scenarios/", "arrivals.*.units.*"),
                ("scenarios/", "remove.units.*"),
                ("units", "*.remnant"),
                ("ruled", "**.of.id.*")
            ]
        ),
        misspelt!(
            "a formation is misspelt in a rule",
            [("formations", "*.in"), ("scenarios/", "remove.formations.*"), ("ruled", "**.formation.*")]
        ),
        misspelt!(
            "a rating is misspelt",
            [
                ("rules", "combat.*.attack"),
                ("rules", "combat.*.defense"),
                ("rules", "**.rating.*"),
                ("rules", "movement.allowance")
            ]
        ),
        misspelt!("a supply trace is misspelt", [("ruled", "**.supplied.*")]),
        misspelt!(
            "a rule that is changed is misspelt",
            [("scenarios/", "changes.*.entry"), ("rules", "options.*.changes.*.entry")]
        ),
        fault("the turn or entry of an arriving unit is misspelt", &["M0201"], |case, random| {
            let slip = |node: &&Node| {
                let (turn, entry) = arrives(node)?;
                let first = entry.split('|').next()?;
                Some(Mutant::change(
                    node,
                    &if random.below(2) == 0 {
                        format!("{}@{entry}", case.slip(turn, random)?)
                    } else {
                        format!("{turn}@{}", case.slip(first, random)?)
                    },
                ))
            };
            case.filled(&[("units", "*.arrives")]).iter().filter_map(slip).collect()
        }),
        fault("a tag that no unit has", &["M0501", "M0201"], |case, random| {
            let of_units = |node: &&Node| node.path.len() < 3 || node.path[node.path.len() - 3] != "turns";
            case.misspell(
                random,
                &ruled(case, "**.tags.*")
                    .into_iter()
                    .filter(of_units)
                    .filter(|node| node.file != "turns.json")
                    .collect::<Vec<_>>(),
            )
        }),
        fault("a tag that no turn has", &["M0504", "M0501", "M0201"], |case, random| {
            case.misspell(random, &ruled(case, "**.turns.tags.*"))
        }),
        fault("two names that are nearly one", &["M0213", "M0321", "M0202"], |case, random| {
            let free = free_hexes(case);
            let alike = |node: &&Node| {
                let accented = node.text.replacen('e', "é", 1).replacen('a', "à", 1);
                let name = [node.text.to_lowercase(), node.text.to_uppercase(), accented, node.text.replace(['-', ' '], "")]
                    [random.below(4)]
                .clone();
                let hex = pick(&free, random)?;
                let line = format!("{{ \"name\": \"{name}\", \"hexes\": \"{hex}\" }}");
                (name != node.text).then(|| case.put(case.find(&[("map", "places")])[0], &line).or_at([*node]))
            };
            case.filled(&[("map", "places.*.name")]).iter().filter_map(alike).collect()
        }),
        // Map.
        fault("two hexes of a hexside do not touch", &["M0306"], |case, random| {
            let nodes = case.filled(&[
                ("map", "hexsides.*.sides"),
                ("map", "bridges.*.at"),
                ("scenarios/", "bridges.*.at"),
                ("rules", "**.between"),
            ]);
            nodes.iter().filter_map(|node| Some(Mutant::change(node, &apart(case, &node.text, random)?))).collect()
        }),
        fault("a road jumps", &["M0307"], |case, random| {
            let nodes = case.filled(&[("map", "roads.*.through")]);
            (0..3).flat_map(|_| nodes.iter().filter_map(|node| torn(case, node, random)).collect::<Vec<_>>()).collect()
        }),
        fault("a road leaves where it never comes", &["M0320"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let wrong = |list: &&Node| {
                let through = case.beside(list, 1, "through")?;
                let ends: Vec<HexId> = [through.text.split([' ', '-']).next()?, through.text.rsplit([' ', '-']).next()?]
                    .iter()
                    .filter_map(|end| map.board.parse(end).ok())
                    .collect();
                let edge = Edge::ALL.into_iter().find(|edge| !ends.iter().any(|end| map.on_edge(*end, *edge)))?;
                Some(case.put(list, &format!("\"{}\"", edge.word())))
            };
            case.find(&[("map", "roads.*.leaves")]).iter().filter_map(wrong).collect()
        }),
        fault("a glyph is missing", &["M0303"], |case, random| glyphs(case, random, |words, at| drop(words.remove(at)))),
        fault("a glyph stands twice", &["M0303"], |case, random| {
            glyphs(case, random, |words, at| words.insert(at, words[at].clone()))
        }),
        fault("a glyph means nothing", &["M0304"], |case, random| glyphs(case, random, |words, at| words[at] = "X".to_owned())),
        fault("an entry or exit is not on its edge", &["M0316"], |case, _| {
            let wrong = |node: &&Node| {
                Some(Mutant::change(
                    node,
                    far_edge(case, &case.beside(node, 1, "hexes").or(case.beside(node, 1, "hexes.0"))?.text)?,
                ))
            };
            let nodes = case.filled(&[("map", "entries.*.edge"), ("map", "exits.*.edge")]);
            if lowered(case, "M0316") { Vec::new() } else { nodes.iter().filter_map(wrong).collect() }
        }),
        fault("an entry lies inland", &["M0316"], |case, random| {
            let Some(map) = case.game.map.as_ref().filter(|_| !lowered(case, "M0316")) else { return Vec::new() };
            let inland: Vec<HexId> =
                map.board.hexes().filter(|hex| map.board.neighbours(*hex).iter().all(Option::is_some)).collect();
            let nodes = case.filled(&[("map", "entries.*.hexes"), ("map", "entries.*.hexes.*"), ("map", "exits.*.hexes")]);
            nodes.iter().filter_map(|node| Some(Mutant::change(node, &map.board.name(*pick(&inland, random)?)))).collect()
        }),
        fault("no road leads in at an entry that wants one", &["M0317"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut out = Vec::new();
            for node in case.filled(&[("map", "entries.*.id")]) {
                let Some(entry) = map.entries.values().find(|entry| entry.id == node.text) else { continue };
                let comes = |class| {
                    map.roads.values().any(|road| road.class == class && entry.hexes.iter().all(|hex| road.through.contains(hex)))
                };
                for (_, terrain) in case.game.terrain.iter().filter(|(id, t)| t.on == TerrainOn::Road && !comes(*id)) {
                    out.push(match case.beside(node, 1, "road") {
                        Some(road) => Mutant::change(road, &terrain.id),
                        None => Case::after(node, &format!("\"road\": \"{}\"", terrain.id)),
                    });
                }
            }
            out
        }),
        fault("an area, a box or a terrain that nothing uses", &["M0502"], |case, random| {
            if case.game.scenarios.is_empty() || case.game.map.is_none() || lowered(case, "M0502") {
                return Vec::new();
            }
            let free = free_hexes(case);
            let names = ["old-front", "reserve-two", "depot", "north-wood", "far-bank", "dead-pile"];
            let mut out = Vec::new();
            for name in names {
                let hex = &free[random.below(free.len())];
                out.extend(
                    case.find(&[("map", "areas")])
                        .first()
                        .map(|list| case.put(list, &format!("{{ \"id\": \"{name}\", \"hexes\": \"{hex}\" }}"))),
                );
                out.extend(
                    case.find(&[("map", "boxes")]).first().map(|list| case.put(list, &format!("{{ \"id\": \"{name}\" }}"))),
                );
            }
            let ground = |node: &&&Node| case.beside(node, 1, "on").is_none_or(|on| on.text == "hex");
            out.extend(
                case.filled(&[("terrain", "*.id")])
                    .iter()
                    .filter(ground)
                    .filter_map(|node| again(case, node, &format!("{}-two", node.text))),
            );
            out
        }),
        fault("a table that nothing uses", &["M0502"], |case, _| {
            let roots =
                case.nodes.iter().filter(|node| node.file == "tables.json" && node.path.is_empty() && node.shape == Shape::List);
            let text = |id: &str| {
                format!(
                    "{{ \"id\": \"{id}\", \"title\": \"Old\", \"dice\": \"d6\", \"rows\": [{{ \"roll\": \"1-6\", \"result\": \"x\" }}] }}"
                )
            };
            let used = !case.game.scenarios.is_empty() && case.game.map.is_some() && !lowered(case, "M0502");
            roots.filter(|_| used).flat_map(|list| ["old", "spare"].map(|id| case.put(list, &text(id)))).collect()
        }),
        // Tables.
        fault("a row of a table is missing", &["M0603"], |case, _| {
            let gone = |table: &Dice<'_>| {
                let inner = table.rolls.iter().skip(1).take(table.rolls.len().saturating_sub(2));
                inner.filter_map(|roll| Some(without(case, roll)?.or_at(table.of.iter().copied()))).collect::<Vec<_>>()
            };
            tables(case).iter().flat_map(gone).collect()
        }),
        fault("a roll has two rows", &["M0604"], |case, _| {
            let twice = |table: &Dice<'_>| {
                let pairs = table.rolls.iter().zip(table.rolls.iter().skip(1));
                pairs.map(|(a, b)| Mutant::change(a, &b.text).or_at([*b])).collect::<Vec<_>>()
            };
            tables(case).iter().flat_map(twice).collect()
        }),
        fault("a row for a roll that nobody can make", &["M0608"], |case, _| {
            tables(case).iter().filter_map(|table| again(case, table.rolls.last()?, "97")).collect()
        }),
        fault("a table has other dice", &["M0603", "M0608", "M0601"], |case, random| {
            let other = |node: &&Node| {
                // More than its rows answer; where the first and the last count for all beyond, any dice will do.
                let to = ["3d6", "d20", "d66"][random.below(3)];
                if to == node.text || case.beside(node, 1, "beyond").is_some() {
                    return None;
                }
                let rolls: Vec<&Node> = tables(case)
                    .into_iter()
                    .find(|table| table.of.iter().any(|of| of.whole == node.whole && of.file == node.file))?
                    .rolls;
                Some(Mutant::change(node, to).or_at(rolls).or_at(case.beside(node, 1, "id")).or_at(case.beside(node, 1, "rows")))
            };
            case.filled(&[("tables.json", "*.dice")]).iter().filter_map(other).collect()
        }),
        fault("a result that nothing explains", &["M0605"], |case, random| case.misspell(random, &results(case))),
        fault("a result whose explanation is misspelt", &["M0605", "M0606"], |case, random| {
            // A code that no known cell has may stand in one that is not known.
            let known: Vec<&str> = results(case).iter().map(|cell| cell.text.as_str()).collect();
            let mut codes = case.filled(&[("tables.json", "*.results.*.code")]);
            codes.retain(|code| known.contains(&code.text.as_str()));
            case.misspell(random, &codes)
        }),
        fault("two columns of odds are changed over", &["M0607"], |case, _| {
            let mut out = Vec::new();
            for columns in case.filled(&[("tables.json", "*.columns")]).into_iter().filter(|node| node.text == "odds") {
                let Some(sheet) = case.beside(columns, 1, "rows.csv") else { continue };
                let mut heads: Vec<&Node> = case.find(&[(&sheet.text, "0.*")]);
                heads.retain(|node| node.path[1] != "roll");
                for pair in heads.windows(2) {
                    let one = |at: &Node, to: &Node| {
                        Mutant::edit(&at.file, at.key.clone(), case.texts[&at.file][to.key.clone()].to_owned())
                    };
                    out.push(one(pair[0], pair[1]).and(one(pair[1], pair[0])));
                }
            }
            out
        }),
        fault("a table is printed again with a difference", &["M0609"], |case, random| {
            let mut out = Vec::new();
            for sheet in case.filled(&[("tables.json", "*.rows.csv")]) {
                let text = &case.texts[&sheet.text];
                let cells: Vec<&Node> =
                    case.filled(&[(&sheet.text, "**")]).into_iter().filter(|cell| cell.path[1] != "roll").collect();
                for _ in 0..4 {
                    let (Some(cell), Some(rows)) = (pick(&cells, random), case.around(sheet)) else { continue };
                    let Some(other) = cells.iter().find(|other| other.text != cell.text && other.text != "?") else { continue };
                    let mut copy = text.clone();
                    copy.replace_range(cell.inner.clone(), &other.text);
                    copy.replace_range(..copy.find(',').unwrap_or(0), "roll");
                    let again = Case::after(rows, "\"reprint\": { \"csv\": \"tables/again.csv\" }").or_at([*cell]);
                    let mut made = Mutant::default();
                    made.edits.push(Edit { file: "tables/again.csv".to_owned(), at: 0..0, to: copy });
                    out.push(again.and(made));
                }
            }
            out
        }),
        // Rules.
        fault("a flag or a counter that nothing sets", &["M0503"], |case, random| {
            case.misspell(random, &[ruled(case, "**.flag.*"), ruled(case, "**.counter.id")].concat())
        }),
        fault("a window of turns that never comes", &["M0504", "M0105"], |case, _| {
            let (Some(first), Some(last)) = (case.game.turns.values().next(), case.game.turns.values().last()) else {
                return Vec::new();
            };
            let mut out: Vec<Mutant> = ruled(case, "**.turns.to")
                .iter()
                .filter(|to| to.text != last.id && case.beside(to, 1, "from").is_none())
                .map(|to| Case::after(to, &format!("\"from\": \"{}\"", last.id)))
                .collect();
            out.extend(
                ruled(case, "**.turns.from")
                    .iter()
                    .filter(|from| from.text != first.id && case.beside(from, 1, "to").is_none())
                    .map(|from| Case::after(from, &format!("\"to\": \"{}\"", first.id))),
            );
            out
        }),
        fault("a level of victory after one that always holds", &["M0505", "M0506"], |case, _| {
            let dropped = |when: &&Node| {
                let next = case.beside(when, 2, &format!("{}.name", when.path[2].parse::<usize>().ok()? + 1))?;
                Some(case.drop(when).or_at([next]).or_at(case.beside(when, 1, "name")))
            };
            case.find(&[("scenarios/", "victory.levels.*.if")]).iter().filter_map(dropped).collect()
        }),
        fault("a level of victory asks for more places than there are", &["M0505", "M0105", "M0211"], |case, _| {
            let more = |of: &&Node| match case.beside(of, 1, "at-least") {
                Some(least) => Mutant::change(least, "9"),
                None => Case::after(of, "\"at-least\": 9"),
            };
            case.find(&[("scenarios/", "victory.levels.**.control.of")]).iter().map(more).collect()
        }),
        fault("a level of victory asks for no place at all", &["M0506", "M0105"], |case, _| {
            let none = |of: &&Node| match case.beside(of, 1, "at-least") {
                Some(least) => Mutant::change(least, "0"),
                None => Case::after(of, "\"at-least\": 0"),
            };
            case.find(&[("scenarios/", "victory.levels.**.control.of")]).iter().map(none).collect()
        }),
        fault("a change of a rule changes nothing", &["M0508"], |case, _| {
            let mut out = Vec::new();
            for set in case.filled(&[("scenarios/", "changes.*.set.*"), ("rules", "options.*.changes.*.set.*")]) {
                let entry = case.beside(set, 2, "entry").and_then(|entry| entry.text.split_once('/'));
                let Some((list, id)) = entry else { continue };
                let ids = case.filled(&[("rules", &format!("{list}.*.id"))]);
                let now =
                    ids.iter().find(|node| node.text == id).and_then(|node| case.beside(node, 1, &set.path[set.path.len() - 1]));
                // Only where nothing else is changed by the same line.
                let alone = case
                    .around(set)
                    .is_some_and(|all| case.find(&[(&set.file, &format!("{}.*", all.path.join(".")))]).len() == 1);
                out.extend(
                    now.filter(|now| alone && now.scalar() && now.text != set.text).map(|now| {
                        Mutant::edit(&set.file, set.whole.clone(), case.texts[&now.file][now.whole.clone()].to_owned())
                    }),
                );
            }
            out
        }),
        fault("a hand is larger than its deck", &["M0216"], |case, _| {
            let decks = case
                .filled(&[("rules", "decks.*.id")])
                .into_iter()
                .filter(|id| case.game.cards.values().any(|card| card.deck == id.text));
            let big = |id: &Node, word: &str| match case.beside(id, 1, word) {
                Some(node) => Mutant::change(node, "60"),
                None => Case::after(id, &format!("\"{word}\": 60")),
            };
            decks.map(|id| big(id, "hand")).collect()
        }),
        fault("a card is in a deck that is not there", &["M0201", "M0216"], |case, random| {
            let listed = case.filled(&[("rules", "decks.*.id")]);
            if listed.is_empty() { Vec::new() } else { case.misspell(random, &case.filled(&[("cards", "*.deck")])) }
        }),
        // Markers and control.
        fault("more markers than there are", &["M0410"], |case, _| {
            let free = free_hexes(case);
            let more = |node: &&Node| {
                let marker = case.game.markers.iter().find(|(_, m)| m.id == node.text)?;
                let count = marker.1.count.unwrap_or(0)
                    + case.game.markers.values().filter(|m| m.back == Some(marker.0)).filter_map(|m| m.count).sum::<u32>();
                let at = case.beside(node, 1, "at")?;
                match marker.1.on {
                    Some(MarkerOn::Hex) if count > 0 => Some(Mutant::change(at, &free[..=count as usize].join(" "))),
                    Some(MarkerOn::Track) if count == 1 => again(case, at, &at.text).map(|again| again.or_at([*node])),
                    _ => None,
                }
            };
            case.filled(&[("scenarios/", "markers.*.marker")]).iter().filter_map(more).collect()
        }),
        fault("a marker lies where such a marker cannot", &["M0417"], |case, _| {
            let mut out = Vec::new();
            for node in case.filled(&[("scenarios/", "markers.*.marker")]) {
                let on = |id: &str| case.game.markers.values().find(|m| m.id == id).and_then(|m| m.on);
                for other in case.game.markers.values().filter(|m| m.on.is_some() && m.on != on(&node.text) && m.count != Some(0))
                {
                    out.push(Mutant::change(node, &other.id).or_at(case.beside(node, 1, "at")));
                }
            }
            out
        }),
        fault("two sides hold one place", &["M0421"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let sides: Vec<&str> = case.game.sides.values().map(|side| side.id.as_str()).collect();
            let mut out = Vec::new();
            for (id, _) in scenarios(case) {
                for place in map.places.values().filter(|place| place.class.is_some()) {
                    let lines: Vec<String> =
                        sides.iter().map(|side| format!("{{ \"side\": \"{side}\", \"places\": [\"{}\"] }}", place.id)).collect();
                    out.push(section(case, id, "control", &lines.join(", ")));
                }
            }
            out
        }),
        // Form.
        fault("a value is of the wrong kind", &["M0101", "M0104"], |case, random| {
            let json: Vec<&Node> = case
                .nodes
                .iter()
                .filter(|node| !node.sheet() && node.scalar() && node.path.first().is_none_or(|p| p != "$schema"))
                .collect();
            (0..40)
                .filter_map(|_| pick(&json, random).map(|node| Mutant::edit(&node.file, node.whole.clone(), "[[true]]")))
                .collect()
        }),
        fault("a field is misspelt", &["M0102", "M0103", "M0101"], |case, random| {
            let own = [
                "values", "ratings", "legend", "colours", "levels", "sheets", "slots", "set", "cells", "cost", "costs",
                "grounds", "columns", "$schema",
            ];
            let rating = |name: &str| case.game.ratings.values().any(|rating| rating.id == name);
            let fixed = |node: &&Node| {
                let named = node.path.iter().any(|step| own.contains(&&**step) || rating(step));
                !node.sheet() && !node.key.is_empty() && !named
            };
            let nodes: Vec<&Node> = case.nodes.iter().filter(fixed).collect();
            let slip = |_| {
                let node = pick(&nodes, random)?;
                let key = &case.texts[&node.file][node.key.start + 1..node.key.end - 1];
                Some(Mutant::edit(&node.file, node.key.start + 1..node.key.end - 1, format!("{key}{}", key.chars().last()?)))
            };
            (0..40).filter_map(slip).collect()
        }),
        fault("a field that is needed is missing", &["M0103", "M0211"], |case, _| {
            let needed = [
                ("units", "*.id"),
                ("formations", "*.id"),
                ("markers", "*.id"),
                ("map", "places.*.name"),
                ("map", "places.*.hexes"),
                ("map", "roads.*.through"),
                ("map", "hexsides.*.class"),
                ("map", "entries.*.id"),
                ("scenarios/", "arrivals.*.turn"),
                ("module", "sides.*.id"),
                ("module", "types.*.id"),
                ("tables.json", "*.id"),
                ("turns.json", "turns.*.id"),
                ("cards", "*.id"),
            ];
            case.filled(&needed).into_iter().map(|node| case.drop(node).or_at(case.around(node))).collect()
        }),
        fault("a word of the format is misspelt", &["M0104", "M0201"], |case, random| {
            let words = [
                ("map", "entries.*.edge"),
                ("map", "exits.*.edge"),
                ("map", "roads.*.leaves.*"),
                ("map", "grid.top"),
                ("terrain", "*.on"),
                ("terrain", "*.layer"),
                ("markers", "*.on"),
                ("scenarios/", "bridges.*.is"),
                ("scenarios/", "arrivals.*.else"),
                ("rules", "stacking.limits.*.count"),
                ("rules", "zones.effects.*.kind"),
                ("rules", "**.gives"),
                ("tables.json", "*.beyond"),
                ("tables.json", "**.effects.*.kind"),
                ("cards", "**.effects.*.kind"),
                ("scenarios/", "from"),
            ];
            case.misspell(random, &case.filled(&words))
        }),
        fault("a number that cannot be so small", &["M0105", "M0206"], |case, _| {
            let nodes = case.filled(&[
                ("rules", "stacking.limits.*.max"),
                ("markers", "*.count"),
                ("units", "*.count"),
                ("map", "grid.columns"),
                ("map", "grid.rows"),
                ("cards", "*.count"),
                ("formations", "*.units"),
            ]);
            nodes.into_iter().map(|node| Mutant::change(node, "-4")).collect()
        }),
        fault("an id has a blank", &["M0106"], |case, random| {
            let nodes = case.filled(&[
                ("units", "*.id"),
                ("module", "types.*.id"),
                ("module", "sides.*.id"),
                ("markers", "*.id"),
                ("formations", "*.id"),
                ("map", "entries.*.id"),
                ("map", "areas.*.id"),
                ("tables.json", "*.id"),
            ]);
            let split = |node: &&Node| {
                let at = 1 + random.below(node.text.len().saturating_sub(1));
                node.text.is_char_boundary(at).then(|| {
                    Mutant::change(
                        node,
                        &format!("{} x{}", &node.text[..at.min(node.text.len())], &node.text[at.min(node.text.len())..]),
                    )
                })
            };
            nodes.iter().filter_map(split).collect()
        }),
        fault("a comma is lost", &["M0007"], |case, random| {
            let text = |node: &Node| &case.texts[&node.file];
            let nodes: Vec<&Node> =
                case.nodes.iter().filter(|node| !node.sheet() && text(node)[node.whole.end..].starts_with(',')).collect();
            (0..40)
                .filter_map(|_| pick(&nodes, random).map(|node| lost(case, &node.file, node.whole.end..node.whole.end + 1)))
                .collect()
        }),
        fault("a quote is lost", &["M0007"], |case, random| {
            let nodes: Vec<&Node> = case.nodes.iter().filter(|node| !node.sheet() && node.shape == Shape::Text).collect();
            (0..40)
                .filter_map(|_| pick(&nodes, random).map(|node| lost(case, &node.file, node.inner.end..node.whole.end)))
                .collect()
        }),
        fault("a bracket is lost", &["M0007"], |case, random| {
            let nodes: Vec<&Node> =
                case.nodes.iter().filter(|node| !node.sheet() && !node.scalar() && !node.path.is_empty()).collect();
            (0..40)
                .filter_map(|_| pick(&nodes, random).map(|node| lost(case, &node.file, node.whole.end - 1..node.whole.end)))
                .collect()
        }),
        fault("a key stands twice", &["M0008"], |case, random| {
            let nodes: Vec<&Node> =
                case.nodes.iter().filter(|node| !node.sheet() && !node.key.is_empty() && node.scalar()).collect();
            let twice =
                |_| pick(&nodes, random).map(|node| Case::after(node, &case.texts[&node.file][node.key.start..node.whole.end]));
            (0..40).filter_map(twice).collect()
        }),
        fault("a spreadsheet drops a zero", &["M0302", "M0014"], |case, _| {
            let nodes = case.filled(&[
                ("units", "*.setup"),
                ("scenarios/", "setup.*.at"),
                ("map", "places.*.hexes"),
                ("map", "entries.*.hexes"),
            ]);
            let hex = |node: &&Node| {
                node.text.len() == 4 && node.text.starts_with('0') && node.text.chars().all(|c| c.is_ascii_digit())
            };
            nodes.into_iter().filter(hex).map(|node| Mutant::change(node, node.text.trim_start_matches('0'))).collect()
        }),
        fault("a spreadsheet makes a date of a fraction", &["M0014"], |case, _| {
            case.filled(&[("terrain", "**")])
                .into_iter()
                .filter(|node| node.sheet() && node.text == "1/2")
                .map(|node| Mutant::change(node, "2-Jan"))
                .collect()
        }),
        fault("a heading is misspelt", &["M0012"], |case, random| {
            let heads = case.find(&[("units", "0.**"), ("terrain", "0.**"), ("turns", "0.**")]);
            let slip = |node: &&Node| {
                Some(Mutant::edit(&node.file, node.key.clone(), case.slip(&case.texts[&node.file][node.key.clone()], random)?))
            };
            heads.iter().filter(|node| node.sheet()).filter_map(slip).collect()
        }),
        fault("a row has a cell too many", &["M0011"], |case, _| {
            let last: Vec<&Node> = case
                .nodes
                .iter()
                .filter(|node| {
                    node.sheet()
                        && !node.file.contains('/')
                        && !node.text.is_empty()
                        && case.texts[&node.file][node.whole.end..].starts_with(['\n', '\r'])
                })
                .collect();
            last.into_iter().map(|node| Mutant::edit(&node.file, node.whole.end..node.whole.end, ",x")).collect()
        }),
    ]
}

pub(crate) static FAULTS: std::sync::LazyLock<Vec<Fault>> = std::sync::LazyLock::new(faults);
