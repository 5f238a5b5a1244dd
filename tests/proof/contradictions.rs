//! Contradictions: what a game says of a thing in two places, or says and can never mean; and slips of one word that
//! many places feel.

use muster::hexgrid::HexId;
use muster::model::{Edge, Game, MarkerOn, StackingAt, UnitId};
use muster::rules::Piece;

use super::faults::{Fault, Make, again, fault, free_hexes, lowered, pick, results, ruled, scenarios, section, tables};
use super::text::{Case, Mutant, Node};
use crate::support::Random;

/// The entries of lists in which an entry is what it says.
const ENTRIES: [&str; 15] = [
    "stacking.limits.*.id",
    "zones.exert.*.id",
    "zones.effects.*.id",
    "movement.surcharges.*.id",
    "entry.rules.*.id",
    "combat.*.values.*.id",
    "combat.*.shifts.*.id",
    "combat.*.rolls.*.id",
    "combat.*.limits.*.id",
    "bans.*.id",
    "values.*.id",
    "triggers.*.id",
    "actions.*.id",
    "support.*.id",
    "advance.*.id",
];

/// The text of a value, with its quotes or braces.
fn text<'c>(case: &'c Case, node: &Node) -> &'c str {
    &case.texts[&node.file][node.whole.clone()]
}

/// Two values of one file change places.
fn exchanged(case: &Case, a: &Node, b: &Node) -> Mutant {
    Mutant::edit(&a.file, a.whole.clone(), text(case, b)).and(Mutant::edit(&b.file, b.whole.clone(), text(case, a)))
}

/// The words of a list of hexes, with one of them put otherwise.
fn with_word(node: &Node, at: usize, to: &str) -> Mutant {
    let words: Vec<&str> = node.text.split(' ').enumerate().map(|(n, word)| if n == at { to } else { word }).collect();
    Mutant::change(node, &words.join(" "))
}

/// Lists of hexes that are written as one text.
fn hex_lists(case: &Case) -> Vec<&Node> {
    let lists = case.filled(&[
        ("map", "places.*.hexes"),
        ("map", "areas.*.hexes"),
        ("map", "roads.*.through"),
        ("map", "entries.*.hexes"),
        ("map", "hexsides.*.sides"),
        ("map", "hexsides.*.between.*"),
    ]);
    lists.into_iter().filter(|node| !node.sheet()).collect()
}

/// Each of these with one sign replaced, where it has it.
fn sign(nodes: Vec<&Node>, from: char, to: &str) -> Vec<Mutant> {
    nodes
        .into_iter()
        .filter(|node| node.text.contains(from))
        .map(|node| Mutant::change(node, &node.text.replacen(from, to, 1)))
        .collect()
}

/// Values that name a thing once where it is declared, misspelt there and nowhere else.
fn declared(case: &Case, random: &mut Random, pattern: (&str, &str), uses: &[(&str, &str)]) -> Vec<Mutant> {
    let used: Vec<&Node> = case.filled(uses);
    let mut out = Vec::new();
    for node in case.filled(&[pattern]) {
        let users: Vec<&Node> = used.iter().copied().filter(|user| user.text.split('|').any(|word| word == node.text)).collect();
        let slip = case.slip(&node.text, random).filter(|_| !users.is_empty() && node.text.len() > 2);
        out.extend(slip.map(|slip| Mutant::change(node, &slip).or_at(users)));
    }
    out
}

/// The first number of a date, which is its day, and where it stands.
fn day(text: &str) -> Option<(std::ops::Range<usize>, u32)> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let to = text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| from + n);
    Some((from..to, text[from..to].parse().ok()?))
}

/// The hexes on an edge of the map beside a hex, on the same edge.
fn beside_on_edge(case: &Case, hex: HexId) -> Vec<HexId> {
    let Some(map) = &case.game.map else { return Vec::new() };
    let edges: Vec<Edge> = Edge::ALL.into_iter().filter(|edge| map.on_edge(hex, *edge)).collect();
    let near = map.board.neighbours(hex).into_iter().flatten();
    near.filter(|other| edges.iter().any(|edge| map.on_edge(*other, *edge))).collect()
}

/// Steps of roads to a row above or below in the next column: only these tell how the grid lies.
fn slanted_steps(case: &Case) -> usize {
    let Some(map) = &case.game.map else { return 0 };
    let is_slanted = |two: &&[HexId]| {
        let names: Vec<String> = two.iter().map(|hex| map.board.name(*hex)).collect();
        names[0][..2] != names[1][..2] && names[0][2..] != names[1][2..]
    };
    map.roads.values().map(|road| road.through.windows(2).filter(is_slanted).count()).sum()
}

/// The parts of a counter's back that are written, by unit.
fn backs(case: &Case) -> Vec<(UnitId, Vec<&Node>)> {
    let mut out = Vec::new();
    for id in case.filled(&[("units", "*.id")]) {
        let Some(unit) = case.unit(&id.text) else { continue };
        let step = case.game.units[unit].faces.get(1).is_some_and(|back| case.game.states[back.state].step);
        let written = case.game.ratings.values().filter_map(|rating| case.beside(id, 1, &format!("back.{}", rating.id)));
        let written: Vec<&Node> = written.filter(|node| !node.text.is_empty()).collect();
        if step && !written.is_empty() {
            out.push((unit, written));
        }
    }
    out
}

/// Entries of results with a number that their own code says.
fn numbered<'c>(case: &'c Case, number: &str) -> Vec<(&'c Node, &'c Node)> {
    let nodes = case.filled(&[("tables.json", &format!("*.results.*.effects.*.{number}"))]);
    let said = |node: &&'c Node| {
        let code = case.beside(node, 3, "code")?;
        let digits: String = code.text.chars().filter(char::is_ascii_digit).collect();
        // Where a result has steps too, its number is theirs; how far the winner advances no code says.
        let steps = number != "steps"
            && !case.filled(&[("tables.json", &format!("{}.results.{}.effects.*.steps", node.path[0], node.path[2]))]).is_empty();
        let advance = case.beside(node, 1, "kind").is_some_and(|kind| kind.text == "advance");
        (digits == node.text && !steps && !advance).then_some((*node, code))
    };
    nodes.iter().filter_map(said).collect()
}

fn kind(name: &'static str, codes: &'static [&'static str], make: Make) -> Fault {
    fault(name, codes, make)
}

/// Everything in the order of the files: rules, scenarios, turns, tables, map, counters, form.
pub(crate) fn contradictions() -> Vec<Fault> {
    let mut all = rules();
    all.extend(scenario());
    all.extend(calendar());
    all.extend(table());
    all.extend(map());
    all.extend(counters());
    all.extend(declarations());
    all.extend(signs());
    all
}

fn rules() -> Vec<Fault> {
    vec![
        kind("an entry says what another says", &["M0519", "M0518"], |case, _| {
            let ids = ENTRIES.iter().flat_map(|pattern| case.filled(&[("rules", pattern)]));
            let copy = |id: &Node| Some(again(case, id, "once-more")?.or_at([id]));
            ids.filter_map(copy).collect()
        }),
        kind("a zone for all stands before the others", &["M0518"], |case, _| {
            let lists = case.find(&[("rules", "zones.exert")]);
            let first = |list: &&Node| {
                let some = case.beside(list, 0, "0.who").or_else(|| case.beside(list, 0, "1.who"))?;
                let ids = case.filled(&[("rules", "zones.exert.*.id")]);
                Some(case.put(list, "{ \"id\": \"everybody\" }").or_at(ids).or_at([some]))
            };
            lists.iter().filter_map(first).collect()
        }),
        kind("an entry rule for all stands before the others", &["M0518", "M0519"], |case, _| {
            let lists = case.find(&[("rules", "entry.rules")]);
            let ids = case.filled(&[("rules", "entry.rules.*.id")]);
            lists.iter().map(|list| case.put(list, "{ \"id\": \"everybody\", \"cost\": \"road\" }").or_at(ids.clone())).collect()
        }),
        kind("a layout for all stands before the others", &["M0518"], |case, _| {
            let whole = |node: &&Node| Some(case.drop(node).or_at(case.around(node)));
            let first = case.find(&[("art", "counters.layouts.0.for"), ("art", "layouts.0.for")]);
            first.iter().filter(|node| case.beside(node, 2, "1").is_some()).filter_map(whole).collect()
        }),
        kind("a surcharge for what a ban forbids", &["M0525"], |case, _| {
            let mut out = Vec::new();
            for across in case.find(&[("rules", "movement.surcharges.*.across")]) {
                let Some(list) = case.find(&[("rules", "bans")]).first().copied() else { continue };
                let who = case.beside(across, 1, "who").map_or(String::new(), |who| format!("\"who\": {}, ", text(case, who)));
                let line = format!("{{ \"id\": \"shut\", \"of\": [\"cross\"], {who}\"across\": {} }}", text(case, across));
                out.push(case.put(list, &line).or_at(case.beside(across, 1, "id")));
            }
            out
        }),
        kind("a flag is set under another name", &["M0503", "M0522", "M0502"], |case, random| {
            let set = ["kind", "flag"];
            let nodes = ruled(case, "**.flag").into_iter().filter(|node| {
                node.scalar() && case.beside(node, 1, set[0]).is_some_and(|kind| ["flag", "set"].contains(&&*kind.text))
            });
            let nodes: Vec<&Node> = nodes.collect();
            let reads = ruled(case, "**.flag.*");
            nodes
                .iter()
                .filter_map(|node| {
                    let readers: Vec<&Node> = reads.iter().copied().filter(|read| read.text == node.text).collect();
                    let slip = case.slip(&node.text, random).filter(|_| !readers.is_empty())?;
                    Some(Mutant::change(node, &slip).or_at(readers))
                })
                .collect()
        }),
        kind("a ban of nothing", &["M0103", "M0101", "M0211"], |case, _| {
            case.find(&[("rules", "bans.*.of")])
                .into_iter()
                .map(|node| case.drop(node).or_at(case.around(node)).or_at(case.beside(node, 1, "id")))
                .collect()
        }),
        kind("a selector names one thing twice", &["M0524"], |case, random| {
            let lists = ["type", "class", "side", "formation", "tags", "terrain", "kind", "state"];
            let mut out = Vec::new();
            for list in lists {
                let words: Vec<&Node> =
                    ruled(case, &format!("**.{list}.*")).into_iter().filter(|node| node.file == "rules.json").collect();
                if let Some(word) = pick(&words, random) {
                    out.push(Mutant::edit(&word.file, word.whole.end..word.whole.end, format!(", {}", text(case, word))));
                }
            }
            out
        }),
        kind("a rule number that is not listed", &["M0510"], |case, _| {
            let listed = case.filled(&[("coverage", "*.rule")]);
            let numbers = ruled(case, "**.rule").into_iter().filter(|node| node.file == "rules.json" && !listed.is_empty());
            numbers.filter(|node| node.text.contains('.')).map(|node| Mutant::change(node, &format!("{}7", node.text))).collect()
        }),
    ]
}

fn scenario() -> Vec<Fault> {
    vec![
        kind("a stricter level of victory after a weaker one", &["M0505"], |case, _| {
            let stricter = |least: &&Node| {
                let more = least.text.parse::<u32>().ok()? + 1;
                let level = (0..least.path.len()).find(|n| least.path[*n] == "levels").map(|n| n + 2)?;
                let whole = case.beside(least, least.path.len() - level, "name").and_then(|name| case.around(name))?;
                // Only where nothing else is asked for that the number does not carry.
                let copy = text(case, whole);
                let at = least.whole.start - whole.whole.start..least.whole.end - whole.whole.start;
                let copy = format!("{}{more}{}", &copy[..at.start], &copy[at.end..]);
                (!copy.contains("\"any\"") && !copy.contains("\"not\"")).then(|| {
                    Mutant::edit(&whole.file, whole.whole.end..whole.whole.end, format!(", {copy}"))
                        .or_at([whole])
                        .or_at([*least])
                })
            };
            case.filled(&[("scenarios/", "victory.levels.**.at-least"), ("scenarios/", "victory.levels.**.steps")])
                .iter()
                .filter_map(stricter)
                .collect()
        }),
        kind("a level of victory stands twice", &["M0505"], |case, _| {
            let twice = |name: &&Node| {
                let next = case.beside(name, 2, &(name.path[2].parse::<usize>().ok()? + 1).to_string())?;
                case.beside(name, 1, "if")?;
                Some(again(case, name, &format!("{} again", name.text))?.or_at([*name, next]))
            };
            case.filled(&[("scenarios/", "victory.levels.*.name")]).iter().filter_map(twice).collect()
        }),
        kind("victory over a formation that is taken out", &["M0520", "M0505"], |case, _| {
            let mut out = Vec::new();
            for node in case.filled(&[("scenarios/", "victory.levels.**.formation.*")]) {
                let Some(list) = case.find(&[(&node.file, "remove.formations")]).first().copied() else { continue };
                if !case.filled(&[(&node.file, "remove.formations.*")]).iter().any(|there| there.text == node.text) {
                    out.push(
                        case.put(list, &format!("\"{}\"", node.text))
                            .or_at([node])
                            .or_at(case.filled(&[(&node.file, "victory.levels.*.name")])),
                    );
                }
            }
            out
        }),
        kind("victory is decided after the last turn", &["M0406", "M0105", "M0504"], |case, _| {
            let late = |node: &&Node| {
                let last = case.beside(node, 2, "turns.1")?;
                let at = case.game.turns.values().position(|turn| turn.id == last.text)?;
                let next = case.game.turns.values().nth(at + 1)?;
                Some(Mutant::change(node, &next.id).or_at([last]))
            };
            case.filled(&[("scenarios/", "victory.checked")]).iter().filter_map(late).collect()
        }),
        kind("the last turn comes before the first", &["M0105", "M0211", "M0406"], |case, _| {
            let firsts = case.filled(&[("scenarios/", "turns.0")]);
            let turned = |first: &&Node| {
                let last = case.beside(first, 1, "1").filter(|last| last.text != first.text)?;
                Some(exchanged(case, first, last))
            };
            firsts.iter().filter_map(turned).collect()
        }),
        kind("a scenario varies itself", &["M0204"], |case, _| {
            let own = |node: &&Node| Some(Mutant::change(node, &case.beside(node, 1, "id")?.text));
            case.filled(&[("scenarios/", "extends")]).iter().filter_map(own).collect()
        }),
        kind("a side sets up twice", &["M0524"], |case, _| {
            let sides = case.filled(&[("scenarios/", "set-up.0")]);
            let twice = |first: &&Node| Some(Mutant::change(case.beside(first, 1, "1")?, &first.text).or_at([*first]));
            sides.iter().filter_map(twice).collect()
        }),
        kind("a place is named twice in a list", &["M0524"], |case, _| {
            let names = case.filled(&[("scenarios/", "control.*.places.*"), ("scenarios/", "victory.levels.**.control.of.*")]);
            names
                .into_iter()
                .map(|node| Mutant::edit(&node.file, node.whole.end..node.whole.end, format!(", {}", text(case, node))))
                .collect()
        }),
        kind("more are drawn than there is room for", &["M0413"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut out = Vec::new();
            // Whoever is told by its own row only.
            let told = case.filled(&[("scenarios/", "**.unit"), ("scenarios/", "**.units.*")]);
            let free = |id: &&Node| !told.iter().any(|node| node.text == id.text);
            for (id, scenario) in scenarios(case) {
                let setup = &case.game.scenarios[scenario].setup;
                let Some(side) = case.game.sides.ids().next() else { continue };
                let own = |unit: UnitId| {
                    let one = &case.game.units[unit];
                    one.side == Some(side) && one.count == 1 && setup.iter().any(|s| s.unit == unit)
                };
                let those: Vec<&str> = case
                    .filled(&[("units", "*.id")])
                    .into_iter()
                    .filter(free)
                    .filter(|id| case.unit(&id.text).is_some_and(own))
                    .map(|id| id.text.as_str())
                    .take(12)
                    .collect();
                let stands = case.stands();
                let open = map.board.hexes().find(|hex| {
                    !stands.iter().any(|stand| stand.hex == *hex)
                        && those.iter().all(|id| {
                            case.unit(id).is_some_and(|unit| {
                                case.ask(scenario, &[], |field| field.engine.standing(unit, *hex) == muster::rules::Standing::Yes)
                            })
                        })
                });
                let full = open.is_some_and(|hex| {
                    let stack: Vec<Piece> =
                        those.iter().take(11).filter_map(|id| case.unit(id)).map(|unit| Piece::new(unit, Game::FULL)).collect();
                    case.ask(scenario, &[], |field| !field.overstacks(hex, &stack, StackingAt::Setup).is_empty())
                });
                if let (Some(hex), true, true) = (open, those.len() == 12, full) {
                    let line = format!(
                        "{{ \"units\": [\"{}\"], \"within\": {{ \"hexes\": 0, \"of\": \"{}\" }}, \"draw\": 11 }}",
                        those.join("\", \""),
                        map.board.name(hex)
                    );
                    out.push(section(case, id, "setup", &line));
                }
            }
            out
        }),
        kind("a marker is put on a track that ends before", &["M0105", "M0302", "M0417"], |case, _| {
            let on = |node: &&Node| case.game.markers.values().any(|m| m.id == node.text && m.on == Some(MarkerOn::Track));
            let markers = case.filled(&[("scenarios/", "markers.*.marker")]);
            markers
                .iter()
                .filter(|node| on(node))
                .filter_map(|node| {
                    Some(Mutant::change(
                        case.beside(node, 1, "at")?,
                        &format!("{}/999", case.beside(node, 1, "at")?.text.split('/').next()?),
                    ))
                })
                .collect()
        }),
        kind("a unit is drawn and set up", &["M0401", "M0416"], |case, _| {
            let free = free_hexes(case);
            let twice = |node: &&Node| {
                let list = case.find(&[(&node.file, "setup")]).first().copied()?;
                Some(
                    case.put(
                        list,
                        &format!(
                            "{{ \"units\": [\"{}\"], \"within\": {{ \"hexes\": 1, \"of\": \"{}\" }} }}",
                            node.text,
                            free.first()?
                        ),
                    )
                    .or_at([*node]),
                )
            };
            case.filled(&[("scenarios/", "setup.*.unit")])
                .iter()
                .filter(|node| case.beside(node, 1, "n").is_none())
                .filter_map(twice)
                .collect()
        }),
        kind("what a scenario takes out is lost", &["M0406", "M0407", "M0401"], |case, _| {
            let mut out = Vec::new();
            for node in case.find(&[("scenarios/", "remove")]) {
                // Only where somebody would now come too late: else it is another scenario.
                let Some(id) = case.filled(&[(&node.file, "id")]).first().copied() else { continue };
                let Some(lines) = case.game.scenarios.values().find(|s| s.id == id.text) else { continue };
                let late = lines.removed.iter().any(|unit| {
                    let arrives = case.game.units[*unit].arrives.as_ref();
                    arrives.is_some_and(|a| lines.turns.is_some_and(|(_, last)| a.turn > last))
                });
                if late {
                    let mut one = case.drop(node);
                    one.also.push((node.file.clone(), id.whole.start));
                    let columns = case.filled(&[("units", "*.arrives")]);
                    let parents = case.filled(&[("scenarios/", "arrivals.*.turn")]);
                    out.push(one.or_at(columns).or_at(parents));
                }
            }
            out
        }),
    ]
}

fn calendar() -> Vec<Fault> {
    vec![
        kind("two dates are exchanged", &["M0521"], |case, _| {
            let dates = case.filled(&[("turns", "turns.*.date"), ("turns", "*.date")]);
            let pairs = dates.iter().zip(dates.iter().skip(1)).filter(|(a, b)| a.text != b.text);
            pairs.map(|(a, b)| Mutant::change(a, &b.text).and(Mutant::change(b, &a.text))).collect()
        }),
        kind("a date stands twice", &["M0521"], |case, _| {
            let dates = case.filled(&[("turns", "turns.*.date"), ("turns", "*.date")]);
            let pairs = dates.iter().zip(dates.iter().skip(1)).filter(|(a, b)| a.text != b.text);
            pairs.map(|(a, b)| Mutant::change(b, &a.text).or_at([*a])).collect()
        }),
        kind("the calendar skips days", &["M0521"], |case, _| {
            let dates = case.filled(&[("turns", "turns.*.date"), ("turns", "*.date")]);
            let mut out = Vec::new();
            for at in 2..dates.len() {
                // From here on everything is three days later.
                let later = |node: &&&Node| {
                    let (range, day) = day(&node.text).filter(|(_, day)| day + 3 <= 30)?;
                    Some(Mutant::change(node, &format!("{}{}{}", &node.text[..range.start], day + 3, &node.text[range.end..])))
                };
                let rest: Option<Vec<Mutant>> = dates[at..].iter().map(|node| later(&node)).collect();
                let new = day(&dates[at].text).map(|d| d.1) != day(&dates[at - 1].text).map(|d| d.1);
                out.extend(rest.filter(|_| new).and_then(|rest| rest.into_iter().reduce(Mutant::and)));
            }
            out
        }),
        kind("the weather of a turn is misspelt", &["M0522", "M0201", "M0503"], |case, random| {
            let all = case.filled(&[("turns", "turns.*.weather"), ("turns", "*.weather")]);
            let common: Vec<&Node> = all
                .iter()
                .copied()
                .filter(|node| all.iter().filter(|n| n.text == node.text).count() > 1 && node.text.len() > 3)
                .collect();
            case.misspell(random, &common)
        }),
        kind("the ground of a turn is misspelt", &["M0522", "M0201", "M0503"], |case, random| {
            let all = case.filled(&[("turns", "turns.*.ground"), ("turns", "*.ground")]);
            let common: Vec<&Node> = all
                .iter()
                .copied()
                .filter(|node| all.iter().filter(|n| n.text == node.text).count() > 1 && node.text.len() > 3)
                .collect();
            case.misspell(random, &common)
        }),
        kind("a phase is there twice", &["M0202"], |case, _| {
            let ids = case.filled(&[("turns.json", "phases.**.id")]);
            ids.iter().filter_map(|id| Some(again(case, id, &id.text)?.or_at([*id]))).collect()
        }),
    ]
}

fn table() -> Vec<Fault> {
    vec![
        kind("a range ends with what no dice show", &["M0608", "M0602"], |case, _| {
            let d66 = |node: &&Node| {
                case.filled(&[("tables.json", "*.dice")]).iter().any(|dice| {
                    dice.text == "d66" && case.beside(dice, 1, "rows.csv").is_some_and(|sheet| sheet.text == node.file)
                })
            };
            let rolls = case.filled(&[("tables/", "*.roll")]);
            rolls
                .into_iter()
                .filter(d66)
                .filter(|node| node.text.ends_with('6') && !node.text.contains("66"))
                .map(|node| {
                    let last = node.text.rsplit('-').next().unwrap_or_default();
                    Mutant::change(node, &format!("{}-{}9", node.text.split('-').next().unwrap_or_default(), &last[..1]))
                })
                .collect()
        }),
        kind("a result strikes the other side", &["M0523", "M0515", "M0519"], |case, _| {
            let who = case.filled(&[("tables.json", "*.results.*.effects.*.who")]);
            let other = |node: &&Node| {
                let code = case.beside(node, 3, "code")?;
                let first = code.text.chars().next()?;
                match (&*node.text, first) {
                    ("attacker", 'A') => Some(Mutant::change(node, "defender").or_at([code])),
                    ("defender", 'D') => Some(Mutant::change(node, "attacker").or_at([code])),
                    _ => None,
                }
            };
            who.iter().filter_map(other).collect()
        }),
        kind("a result costs other steps than its code says", &["M0523"], |case, _| {
            numbered(case, "steps")
                .into_iter()
                .map(|(node, code)| Mutant::change(node, &(node.text.parse::<u32>().unwrap() + 1).to_string()).or_at([code]))
                .collect()
        }),
        kind("a result retreats other hexes than its code says", &["M0523"], |case, _| {
            numbered(case, "hexes")
                .into_iter()
                .map(|(node, code)| Mutant::change(node, &(node.text.parse::<u32>().unwrap() + 1).to_string()).or_at([code]))
                .collect()
        }),
        kind("a sheet lacks a row", &["M0603"], |case, _| {
            let mut out = Vec::new();
            for dice in tables(case) {
                // At the row before it.
                for two in dice.rolls.windows(2).filter(|two| two[1].sheet()) {
                    out.push(Mutant::edit(&two[1].file, case.line(two[1]), "").or_at([two[0]]));
                }
            }
            out
        }),
        kind("dice that nobody has", &["M0601", "M0602", "M0106"], |case, _| {
            case.filled(&[("tables.json", "*.dice")]).into_iter().map(|node| Mutant::change(node, "2d")).collect()
        }),
        kind("a result is explained twice", &["M0202"], |case, _| {
            let codes = case.filled(&[("tables.json", "*.results.*.code")]);
            codes.iter().filter_map(|code| Some(again(case, code, &code.text)?.or_at([*code]))).collect()
        }),
        kind("a cell of a table is blank", &["M0605", "M0603", "M0103"], |case, _| {
            results(case).into_iter().filter(|cell| cell.sheet()).map(|cell| case.drop(cell)).collect()
        }),
    ]
}

fn map() -> Vec<Fault> {
    vec![
        kind("the other columns lie lower", &["M0301"], |case, _| {
            if slanted_steps(case) < 3 {
                return Vec::new();
            }
            let turned = |node: &&Node| {
                let second = case.beside(node, 1, "1").filter(|second| second.text == "0102")?;
                // 0201 touches 0102 if the even columns lie lower, else 0202 touches 0101.
                Some(Mutant::change(node, "0202").and(Mutant::change(second, "0101")))
            };
            case.filled(&[("map", "grid.touching.0")]).iter().filter_map(turned).collect()
        }),
        kind("rows are numbered first", &["M0301"], |case, _| {
            case.filled(&[("map", "grid.numbers")])
                .into_iter()
                .filter(|node| node.text == "CCRR")
                .map(|node| Mutant::change(node, "RRCC"))
                .collect()
        }),
        kind("the hexes stand on their points", &["M0301", "M0303"], |case, _| {
            if slanted_steps(case) < 3 {
                return Vec::new();
            }
            case.filled(&[("map", "grid.top")])
                .into_iter()
                .map(|node| Mutant::change(node, "pointy").or_at(case.around(node)))
                .collect()
        }),
        kind("the grid has a row too few", &["M0303", "M0301"], |case, _| {
            let fewer = |node: &Node| {
                Mutant::change(node, &(node.text.parse::<u32>().unwrap() - 1).to_string())
                    .or_at(case.find(&[("map", "terrain.rows")]))
                    .or_at(case.filled(&[("map", "terrain.rows.*")]).last().copied())
            };
            case.filled(&[("map", "grid.rows")]).into_iter().map(fewer).collect()
        }),
        kind("the grid has a column too few", &["M0303", "M0301"], |case, _| {
            let fewer = |node: &Node| {
                Mutant::change(node, &(node.text.parse::<u32>().unwrap() - 1).to_string())
                    .or_at(case.filled(&[("map", "terrain.rows.*")]))
            };
            case.filled(&[("map", "grid.columns")]).into_iter().map(fewer).collect()
        }),
        kind("a road forgets where it leaves the map", &["M0324", "M0320", "M0317"], |case, _| {
            case.filled(&[("map", "roads.*.leaves.*")])
                .into_iter()
                .map(|node| {
                    case.drop(node)
                        .or_at(case.around(node))
                        .or_at(case.beside(node, 2, "through"))
                        .or_at(case.beside(node, 2, "name"))
                })
                .collect()
        }),
        kind("an entry lies beside its road", &["M0317", "M0419", "M0418"], |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut out = Vec::new();
            for node in case.filled(&[("map", "entries.*.hexes")]) {
                let Ok(hex) = map.board.parse(&node.text) else { continue };
                let roads = |hex: HexId| map.roads.values().any(|road| road.through.contains(&hex));
                let wants = case.beside(node, 1, "road").is_some();
                let off: Vec<HexId> = beside_on_edge(case, hex).into_iter().filter(|hex| !roads(*hex)).collect();
                if let (true, true, Some(to)) = (roads(hex), wants, pick(&off, random)) {
                    out.push(Mutant::change(node, &map.board.name(*to)).or_at(case.beside(node, 1, "road")));
                }
            }
            out
        }),
        kind("hexes of an entry lie inland", &["M0316"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let mut out = Vec::new();
            for node in case.filled(&[("map", "entries.*.hexes"), ("map", "exits.*.hexes")]) {
                let inland = case.beside(node, 1, "inland").is_some();
                let Ok(hex) = map.board.parse(&node.text) else { continue };
                let inner: Vec<HexId> = map
                    .board
                    .hexes()
                    .filter(|other| {
                        map.board.distance(hex, *other) <= 3 && map.board.neighbours(*other).iter().all(Option::is_some)
                    })
                    .take(9)
                    .collect();
                if !inland && inner.len() > 3 && !lowered(case, "M0316") {
                    let words: Vec<String> = inner.iter().map(|hex| map.board.name(*hex)).collect();
                    out.push(
                        Mutant::change(node, &format!("{} {}", node.text, words.join(" "))).or_at(case.beside(node, 1, "edge")),
                    );
                }
            }
            out
        }),
        kind("an entry is the other side's", &["M0408", "M0205", "M0420"], |case, _| {
            let sides: Vec<&str> = case.game.sides.values().map(|side| side.id.as_str()).collect();
            let Some(map) = &case.game.map else { return Vec::new() };
            let used = |id: &str| {
                case.game.scenarios.values().flat_map(|s| &s.arrivals).any(|a| a.entries.iter().any(|e| map.entries[*e].id == id))
            };
            let other = |node: &&Node| {
                let id = case.beside(node, 1, "id").filter(|id| used(&id.text))?;
                let to = sides.iter().find(|side| **side != node.text)?;
                Some(Mutant::change(node, to).or_at([id]))
            };
            case.filled(&[("map", "entries.*.side")]).iter().filter_map(other).collect()
        }),
        kind("a place off every road", &["M0325"], |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let on_road = |hex: &HexId| map.roads.values().any(|road| road.through.contains(hex));
            let mut out = Vec::new();
            for node in case.filled(&[("map", "places.*.class")]) {
                let class = map.places.values().filter(|place| place.class.is_some_and(|c| case.game.terrain[c].id == node.text));
                let all: Vec<bool> = class.map(|place| place.hexes.iter().any(on_road)).collect();
                let on = all.iter().filter(|on| **on).count();
                let regular = on > 8 && all.len() - on < all.len().div_ceil(12);
                let Some(hexes) = case.beside(node, 1, "hexes").filter(|hexes| map.board.parse(&hexes.text).is_ok()) else {
                    continue;
                };
                let free = free_hexes(case);
                let off: Vec<&String> = free.iter().filter(|hex| map.board.parse(hex).is_ok_and(|hex| !on_road(&hex))).collect();
                if let (true, Some(to)) = (regular, pick(&off, random)) {
                    out.push(Mutant::change(hexes, to).or_at([node]).or_at(case.beside(node, 1, "name")));
                }
            }
            out
        }),
        kind("two names that differ in their endings", &["M0213"], |case, _| {
            let free = free_hexes(case);
            let mut out = Vec::new();
            for (n, name) in case.filled(&[("map", "places.*.name")]).into_iter().filter(|node| node.text.len() > 5).enumerate() {
                let Some(whole) = case.around(name) else { continue };
                let to = if name.text.ends_with('s') {
                    name.text[..name.text.len() - 1].to_owned()
                } else {
                    format!("{}s", name.text)
                };
                let hex = &free[n % free.len()];
                out.push(
                    Mutant::edit(
                        &name.file,
                        whole.whole.end..whole.whole.end,
                        format!(", {{ \"name\": \"{to}\", \"hexes\": \"{hex}\" }}"),
                    )
                    .or_at([name]),
                );
            }
            out
        }),
        kind("a hex stands twice in a list", &["M0310", "M0524", "M0307"], |case, _| {
            let lists = hex_lists(case)
                .into_iter()
                .filter(|node| node.path.last().is_some_and(|last| last == "hexes") && node.text.split(' ').count() > 1);
            lists
                .map(|node| {
                    Mutant::change(node, &format!("{} {}", node.text, node.text.split([' ', '-']).next().unwrap_or_default()))
                })
                .collect()
        }),
        kind("a bridge is named by a hex", &["M0106", "M0201", "M0306"], |case, _| {
            let sides = case.filled(&[("map", "bridges.*.at"), ("scenarios/", "bridges.*.at")]);
            sides
                .into_iter()
                .filter(|node| node.text.contains('/'))
                .map(|node| Mutant::change(node, node.text.split('/').next().unwrap_or_default()))
                .collect()
        }),
        kind("a bridge where no river is crossed", &["M0308", "M0306", "M0201"], |case, _| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let away = |node: &&Node| {
                let (first, _) = node.text.split_once('/')?;
                let hex = map.board.parse(first).ok()?;
                let road = |a: HexId, b: HexId| map.roads.values().any(|r| r.through.contains(&a) && r.through.contains(&b));
                let to = map.board.neighbours(hex).into_iter().flatten().find(|to| !road(hex, *to))?;
                Some(Mutant::change(node, &format!("{first}/{}", map.board.name(to))))
            };
            case.filled(&[("map", "bridges.*.at")]).iter().filter_map(away).collect()
        }),
        kind("both banks are the same", &["M0306", "M0105", "M0211"], |case, _| {
            let same = |node: &&Node| Some(Mutant::change(case.beside(node, 1, "1")?, &node.text).or_at([*node]));
            case.filled(&[("map", "hexsides.*.between.0")]).iter().filter_map(same).collect()
        }),
        kind("an area without its border", &["M0312", "M0315", "M0322"], |case, _| {
            let until = case.find(&[("map", "areas.*.until")]);
            until
                .into_iter()
                .map(|node| {
                    case.drop(node)
                        .or_at(case.around(node))
                        .or_at(case.beside(node, 1, "flood"))
                        .or_at(case.beside(node, 1, "id"))
                })
                .collect()
        }),
        kind("a sign of the legend has no terrain", &["M0304"], |case, _| {
            let legend = case.filled(&[("map", "terrain.legend.*")]);
            legend
                .into_iter()
                .map(|node| case.drop(node).or_at(case.around(node)).or_at(case.filled(&[("map", "terrain.rows.*")])))
                .collect()
        }),
    ]
}

fn counters() -> Vec<Fault> {
    vec![
        kind("a back is the same as its front", &["M0224"], |case, _| {
            let mut out = Vec::new();
            for (_, written) in backs(case) {
                let same: Option<Vec<Mutant>> = written
                    .iter()
                    .map(|node| {
                        let front = case.beside(node, 2, node.path.last()?).filter(|front| !front.text.is_empty())?;
                        Some(Mutant::change(node, &front.text).or_at([front]))
                    })
                    .collect();
                let differs = written.iter().any(|node| {
                    node.path.last().and_then(|rating| case.beside(node, 2, rating)).is_some_and(|front| front.text != node.text)
                });
                out.extend(same.filter(|_| differs).and_then(|all| all.into_iter().reduce(Mutant::and)));
            }
            out
        }),
        kind("a back lacks a number that others have", &["M0224"], |case, _| {
            let mut out = Vec::new();
            let all = backs(case);
            for (unit, written) in &all {
                let own = &case.game.units[*unit];
                for node in written {
                    let Some(rating) = node.path.last() else { continue };
                    // Of 1 there is nothing to lose but all.
                    let front = case.beside(node, 2, rating).filter(|front| front.text != node.text && front.text != "1");
                    // All others of the type have it, and have it weaker.
                    let others = all.iter().filter(|(other, _)| {
                        let one = &case.game.units[*other];
                        other != unit && (one.side, one.kind, one.class) == (own.side, own.kind, own.class)
                    });
                    let have: Vec<bool> = others
                        .map(|(_, theirs)| {
                            theirs.iter().any(|n| {
                                n.path.last() == Some(rating)
                                    && case.beside(n, 2, rating).is_some_and(|front| front.text != n.text)
                            })
                        })
                        .collect();
                    if let (true, true, Some(_)) = (have.len() >= 3, have.iter().all(|has| *has), front) {
                        out.push(case.drop(node).or_at(case.beside(node, 2, "id")));
                    }
                }
            }
            out
        }),
        kind("a formation is of the other side", &["M0205"], |case, _| {
            let sides: Vec<&str> = case.game.sides.values().map(|side| side.id.as_str()).collect();
            let formations = case.filled(&[("formations", "*.side")]);
            formations
                .iter()
                .filter_map(|node| {
                    Some(Mutant::change(node, sides.iter().find(|side| **side != node.text)?).or_at(case.beside(node, 1, "id")))
                })
                .collect()
        }),
        kind("a formation is a part of itself", &["M0203"], |case, _| {
            let own = |node: &&Node| Some(Mutant::change(node, &case.beside(node, 1, "id")?.text));
            case.filled(&[("formations", "*.in")]).iter().filter_map(own).collect()
        }),
        kind("a unit is its own remnant", &["M0217"], |case, _| {
            let own = |node: &&Node| Some(Mutant::change(node, &case.beside(node, 1, "id")?.text));
            case.filled(&[("units", "*.remnant")]).iter().filter_map(own).collect()
        }),
        kind("a row is pasted twice", &["M0202"], |case, _| {
            let ids = case.filled(&[("units", "*.id"), ("terrain", "*.id")]);
            ids.iter().filter_map(|id| Some(again(case, id, &id.text)?.or_at([*id]))).collect()
        }),
        kind("a cell is lost and the rest moves left", &["M0106", "M0201", "M0105"], |case, random| {
            let mut out = Vec::new();
            let sheets = case.filled(&[("units", "*.side")]);
            if let Some(cell) = pick(&sheets.into_iter().filter(|node| node.sheet()).collect::<Vec<_>>(), random) {
                out.push(Mutant::edit(&cell.file, cell.whole.start..cell.whole.end + 1, ""));
            }
            out
        }),
        kind("a number that is a word", &["M0101", "M0106", "M0014"], |case, _| {
            let ratings = case.game.ratings.values();
            let cells = ratings.flat_map(|rating| case.filled(&[("units", &format!("*.{}", rating.id))]));
            cells.filter(|node| node.text.parse::<i32>().is_ok()).map(|node| Mutant::change(node, "four")).collect()
        }),
        kind("a letter for a digit on a counter", &["M0101", "M0106", "M0014"], |case, _| {
            let ratings = case.game.ratings.values();
            let cells = ratings.flat_map(|rating| case.filled(&[("units", &format!("*.{}", rating.id))]));
            cells
                .filter(|node| node.text == "1" || node.text == "0")
                .map(|node| Mutant::change(node, if node.text == "1" { "l" } else { "O" }))
                .collect()
        }),
        kind("the least of a rating is above all", &["M0208", "M0105"], |case, _| {
            let mins = case.filled(&[("module", "ratings.*.min")]);
            mins.into_iter()
                .filter_map(|node| {
                    let max = case.beside(node, 1, "max")?;
                    Some(Mutant::change(node, &(max.text.parse::<i32>().ok()? + 1).to_string()).or_at([max]))
                })
                .collect()
        }),
        kind("a number of a counter that is not there", &["M0211"], |case, _| {
            let numbers = case.filled(&[("scenarios/", "setup.*.n")]);
            numbers.into_iter().map(|node| Mutant::change(node, "99")).collect()
        }),
        kind("a marker is its own back", &["M0211", "M0217", "M0202"], |case, _| {
            let own = |node: &&Node| Some(Mutant::change(node, &case.beside(node, 1, "id")?.text));
            case.filled(&[("markers", "*.back")]).iter().filter_map(own).collect()
        }),
    ]
}

fn declarations() -> Vec<Fault> {
    vec![
        kind("a side is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("module", "sides.*.id"), &[("units", "*.side"), ("map", "entries.*.side")])
        }),
        kind("a type is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("module", "types.*.id"), &[("units", "*.type"), ("rules", "**.type.*")])
        }),
        kind("a class is declared under another name", &["M0201", "M0012"], |case, random| {
            declared(
                case,
                random,
                ("module", "classes.*.id"),
                &[("units", "*.class"), ("module", "types.*.class"), ("rules", "**.class.*")],
            )
        }),
        kind("a rating is declared under another name", &["M0201", "M0012", "M0102"], |case, random| {
            declared(
                case,
                random,
                ("module", "ratings.*.id"),
                &[("rules", "movement.allowance"), ("rules", "combat.*.attack"), ("rules", "combat.*.defense")],
            )
        }),
        kind("a terrain is declared under another name", &["M0201"], |case, random| {
            declared(
                case,
                random,
                ("terrain", "*.id"),
                &[("map", "terrain.legend.*"), ("map", "places.*.class"), ("map", "hexsides.*.class"), ("map", "roads.*.class")],
            )
        }),
        kind("an entry is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("map", "entries.*.id"), &[("scenarios/", "arrivals.*.entry.*"), ("rules", "**.entry.*")])
        }),
        kind("an area is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("map", "areas.*.id"), &[("scenarios/", "setup.*.in"), ("rules", "**.area.*")])
        }),
        kind("a table is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("tables.json", "*.id"), &[("rules", "**.table")])
        }),
        kind("a formation is declared under another name", &["M0206", "M0207", "M0502"], |case, random| {
            if lowered(case, "M0502") {
                return Vec::new();
            }
            declared(case, random, ("formations", "*.id"), &[("units", "*.formation")])
        }),
        kind("a marker is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("markers", "*.id"), &[("scenarios/", "markers.*.marker"), ("rules", "**.marker")])
        }),
        kind("a phase is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("turns.json", "phases.**.id"), &[("rules", "**.phase.*"), ("rules", "**.phase")])
        }),
        kind("a state is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("module", "states.*.id"), &[("units", "*.back.state"), ("rules", "**.state.*")])
        }),
        kind("a place is declared under another name", &["M0201"], |case, random| {
            declared(
                case,
                random,
                ("map", "places.*.name"),
                &[("scenarios/", "victory.**.of.*"), ("scenarios/", "control.*.places.*")],
            )
        }),
        kind("an option is declared under another name", &["M0201"], |case, random| {
            declared(
                case,
                random,
                ("rules", "options.*.id"),
                &[("rules", "**.option.*"), ("tables.json", "**.option.*"), ("scenarios/", "**.option.*")],
            )
        }),
        kind("a turn is declared under another name", &["M0201"], |case, random| {
            declared(case, random, ("turns", "turns.*.id"), &[("scenarios/", "turns.*"), ("scenarios/", "arrivals.*.turn")])
        }),
    ]
}

fn signs() -> Vec<Fault> {
    vec![
        kind("a dash of print between hexes", &["M0106", "M0302"], |case, _| sign(hex_lists(case), '-', "\u{2013}")),
        kind("a semicolon between hexes", &["M0306", "M0302"], |case, _| sign(hex_lists(case), ' ', ";")),
        kind("a letter for a digit in a hex number", &["M0106", "M0302"], |case, _| {
            let lists = hex_lists(case);
            let letter = |node: &&Node| {
                let at = node.text.split(' ').position(|word| word.contains('1') && !word.contains(['-', '/']))?;
                let word = node.text.split(' ').nth(at)?;
                Some(with_word(node, at, &word.replacen('1', "l", 1)))
            };
            lists.iter().filter_map(letter).collect()
        }),
        kind("a no-break space in an id", &["M0106", "M0201", "M0207"], |case, _| {
            sign(case.filled(&[("units", "*.formation"), ("units", "*.type"), ("map", "entries.*.id")]), '-', "\u{a0}")
        }),
        kind("a blank at the end of a name", &["M0201", "M0106", "M0014"], |case, _| {
            let names = case.filled(&[
                ("scenarios/", "setup.*.unit"),
                ("scenarios/", "arrivals.*.unit"),
                ("rules", "**.type.*"),
                ("rules", "**.table"),
            ]);
            names.into_iter().map(|node| Mutant::change(node, &format!("{} ", node.text))).collect()
        }),
        kind("a capital letter in a name", &["M0201"], |case, _| {
            let names = case.filled(&[
                ("units", "*.side"),
                ("units", "*.type"),
                ("rules", "**.type.*"),
                ("scenarios/", "victory.levels.*.side"),
            ]);
            names
                .into_iter()
                .filter(|node| node.text.starts_with(|c: char| c.is_ascii_lowercase()))
                .map(|node| {
                    let mut text = node.text.clone();
                    text[..1].make_ascii_uppercase();
                    Mutant::change(node, &text)
                })
                .collect()
        }),
        kind("a curly quote", &["M0007", "M0106", "M0201"], |case, _| {
            let nodes = case.filled(&[("rules", "**.type.*"), ("map", "entries.*.id"), ("scenarios/", "setup.*.unit")]);
            nodes
                .into_iter()
                .filter(|node| !node.sheet())
                .map(|node| Mutant::edit(&node.file, node.whole.start..node.whole.start + 1, "\u{201c}"))
                .collect()
        }),
        kind("a number with a decimal comma", &["M0007", "M0101", "M0106"], |case, _| {
            let nodes = case.filled(&[("rules", "stacking.limits.*.max"), ("map", "grid.columns")]);
            nodes.into_iter().map(|node| Mutant::edit(&node.file, node.whole.clone(), format!("{},5", node.text))).collect()
        }),
    ]
}
