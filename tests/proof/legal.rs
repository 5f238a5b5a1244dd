//! Legal edits: what an author does every day, and what must not be blamed.

use muster::hexgrid::HexId;
use muster::model::{Counted, ScenarioId, Unit, UnitId};
use muster::rules::{Engine, Piece, Standing};
use muster::source::Shape;

use super::faults::{again, free_hexes, pick};
use super::text::{Case, Edit, Mutant, Node};
use crate::support::Random;

/// A kind of legal edit.
pub(crate) struct Legal {
    pub(crate) name: &'static str,
    /// Ways to make it in this game.
    pub(crate) make: fn(&Case, &mut Random) -> Vec<Mutant>,
}

const TOLD: [(&str, &str); 5] = [
    ("scenarios/", "setup.*.unit"),
    ("scenarios/", "setup.*.units.*"),
    ("scenarios/", "arrivals.*.unit"),
    ("scenarios/", "arrivals.*.units.*"),
    ("scenarios/", "remove.units.*"),
];

/// Whether only the unit's own row says where it is, in every scenario.
fn untold(case: &Case, id: UnitId) -> bool {
    let unit = &case.game.units[id];
    let other = case.game.units.values().any(|other| other.remnant == Some(id) || other.breakdown.contains(&id));
    let removed = case.game.scenarios.values().any(|scenario| scenario.removed.contains(&id));
    let alone = unit.count == 1 && unit.remnant.is_none() && unit.breakdown.is_empty();
    alone && !other && !removed && !case.filled(&TOLD).iter().any(|node| node.text == unit.id)
}

/// Some of the units whose own row says where they are, with a cell of that row.
fn rows<'c>(case: &'c Case, cell: &str, random: &mut Random) -> Vec<(UnitId, &'c Node)> {
    let cells = case.filled(&[("units", &format!("*.{cell}"))]).into_iter();
    let mut all: Vec<_> = cells.filter_map(|node| Some((case.unit(&case.beside(node, 1, "id")?.text)?, node))).collect();
    all.retain(|(unit, _)| untold(case, *unit));
    // Asking the engine takes a while: no more than are wanted.
    (0..case.wanted.min(all.len())).map(|_| all.swap_remove(random.below(all.len()))).collect()
}

/// The scenarios that set units up.
fn set_up(case: &Case) -> Vec<ScenarioId> {
    case.game.scenarios.iter().filter(|(_, scenario)| scenario.has_setup).map(|(id, _)| id).collect()
}

/// The turns that every scenario plays, but for its first.
fn common_turns(case: &Case) -> Vec<String> {
    let all = case.game.scenarios.values().all(|scenario| scenario.turns.is_some());
    let played = |n: u32| case.game.scenarios.values().filter_map(|s| s.turns).all(|(first, last)| first.0 < n && n <= last.0);
    let turns = case.game.turns.iter().filter(|(id, _)| all && played(id.0));
    turns.map(|(_, turn)| turn.id.clone()).collect()
}

/// Whether the terrain of some hex is open to a unit.
fn stands_well(case: &Case, unit: UnitId, hexes: &[HexId]) -> bool {
    let engine = Engine::new(&case.game, None);
    hexes.iter().any(|hex| engine.standing(unit, *hex) == Standing::Yes)
}

/// The same, and nobody is there at the start.
fn open_to(case: &Case, unit: UnitId, hexes: &[HexId]) -> bool {
    let stands = case.stands();
    let free: Vec<HexId> = hexes.iter().copied().filter(|hex| !stands.iter().any(|stand| stand.hex == *hex)).collect();
    stands_well(case, unit, &free)
}

fn like(a: &Unit, b: &Unit) -> bool {
    (a.side, a.formation, a.kind, a.class, &a.size, &a.faces, a.steps)
        == (b.side, b.formation, b.kind, b.class, &b.size, &b.faces, b.steps)
}

/// A name everywhere by another.
fn renamed(case: &Case, old: &str, new: &str, nodes: impl Iterator<Item = usize>) -> Mutant {
    let mut out = Mutant { renamed: Some((new.to_owned(), old.to_owned())), ..Mutant::default() };
    for node in nodes.map(|n| &case.nodes[n]) {
        let text: Vec<&str> = node.text.split('|').map(|word| if word == old { new } else { word }).collect();
        out = out.and(Mutant::change(node, &text.join("|")));
    }
    out
}

/// Every value that is this word, or has it in its list.
fn uses<'c>(case: &'c Case, word: &'c str) -> impl Iterator<Item = usize> + 'c {
    let used = move |node: &Node| node.scalar() && node.text.split('|').any(|part| part == word);
    case.nodes.iter().enumerate().filter(move |(_, node)| used(node)).map(|(n, _)| n)
}

/// Lines of a file before which another may stand: all of JSON, all after the headings of a sheet.
fn between(case: &Case, random: &mut Random, line: fn(bool) -> &'static str) -> Vec<Mutant> {
    let files: Vec<&String> = case.texts.keys().collect();
    let one = |_| {
        let file = *pick(&files, random)?;
        let (text, sheet) = (&case.texts[file], file.ends_with(".csv"));
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at < text.len()).collect();
        let at = *pick(&ends, random)?;
        Some(Mutant::edit(file, at..at, line(sheet)))
    };
    (0..30).filter_map(one).collect()
}

/// Two neighbours of a list change places.
fn swapped(case: &Case, patterns: &[(&str, &str)]) -> Vec<Mutant> {
    let mut out = Vec::new();
    for node in case.find(patterns).into_iter().filter(|node| !node.sheet() && node.key.is_empty()) {
        let next =
            node.path.last().and_then(|n| n.parse::<usize>().ok()).and_then(|n| case.beside(node, 1, &(n + 1).to_string()));
        let text = &case.texts[&node.file];
        let one = |at: &Node, to: &Node| Mutant::edit(&at.file, at.whole.clone(), &text[to.whole.clone()]);
        out.extend(next.map(|next| one(node, next).and(one(next, node))));
    }
    for node in case.find(&[("units", "*.id"), ("terrain", "*.id")]).into_iter().filter(|node| node.sheet()) {
        let next = node.path[0].parse::<usize>().ok().and_then(|n| case.beside(node, 2, &format!("{}.id", n + 1)));
        let line = |node: &Node| case.line(node).start..case.texts[&node.file][..case.line(node).end].trim_end().len();
        let one = |at: &Node, to: &Node| Mutant::edit(&at.file, line(at), &case.texts[&at.file][line(to)]);
        out.extend(next.map(|next| one(node, next).and(one(next, node))));
    }
    out
}

pub(crate) static LEGAL: &[Legal] = &[
    Legal {
        name: "a unit moves to the hex next door",
        make: |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let stands = case.stands();
            let mut out = Vec::new();
            for (unit, node) in rows(case, "setup", random) {
                let of: Vec<_> = stands.iter().filter(|stand| stand.unit == unit).collect();
                let near: Vec<HexId> =
                    of.first().map(|stand| map.board.neighbours(stand.hex).into_iter().flatten().collect()).unwrap_or_default();
                let fine = |hex: &&HexId| of.iter().all(|stand| case.legal(stand.scenario, &[(stand.piece, **hex)]));
                out.extend(near.iter().find(fine).map(|hex| Mutant::change(node, &map.board.name(*hex))));
            }
            out
        },
    },
    Legal {
        name: "two like units change places",
        make: |case, _| {
            let cells: Vec<_> = case.filled(&[("units", "*.setup")]);
            let of =
                |node: &Node| case.beside(node, 1, "id").and_then(|id| case.unit(&id.text)).filter(|unit| untold(case, *unit));
            let rows: Vec<(&Unit, &Node)> =
                cells.into_iter().filter_map(|node| Some((&case.game.units[of(node)?], node))).collect();
            let open = |unit: &Unit, node: &Node| {
                let (unit, map) = (case.unit(&unit.id)?, case.game.map.as_ref()?);
                Some(stands_well(case, unit, &[map.board.parse(&node.text).ok()?]))
            };
            let rows: Vec<_> = rows.into_iter().filter(|(unit, node)| open(unit, node) == Some(true)).collect();
            let mut out = Vec::new();
            for (n, (a, at)) in rows.iter().enumerate() {
                let others = rows[n + 1..].iter().filter(|(b, to)| like(a, b) && to.text != at.text);
                out.extend(others.map(|(_, to)| Mutant::change(at, &to.text).and(Mutant::change(to, &at.text))));
            }
            out
        },
    },
    Legal {
        name: "a unit arrives a turn later",
        make: |case, random| {
            let turns: Vec<&str> = case.game.turns.values().map(|turn| turn.id.as_str()).collect();
            let common = common_turns(case);
            let later = |(_, node): &(UnitId, &Node)| {
                let (turn, entry) = node.text.split_once('@')?;
                let next = turns.get(turns.iter().position(|other| *other == turn)? + 1)?;
                common.iter().any(|turn| turn == next).then(|| Mutant::change(node, &format!("{next}@{entry}")))
            };
            rows(case, "arrives", random).iter().filter_map(later).collect()
        },
    },
    Legal {
        name: "a unit no longer starts on the map but arrives",
        make: |case, random| {
            let Some(map) = &case.game.map else { return Vec::new() };
            let common = common_turns(case);
            let comes = |(unit, node): &(UnitId, &Node)| {
                let arrives = case.beside(node, 1, "arrives").filter(|cell| cell.text.is_empty() && !node.text.is_empty())?;
                let side = case.game.units[*unit].side?;
                let entry = map.entries.values().find(|entry| entry.side == Some(side) && open_to(case, *unit, &entry.hexes))?;
                map.board.parse(&node.text).ok()?;
                Some(case.drop(node).and(Mutant::change(arrives, &format!("{}@{}", pick(&common, random)?, entry.id))))
            };
            let rows = rows(case, "setup", &mut Random(1));
            rows.iter().filter_map(comes).collect()
        },
    },
    Legal {
        name: "a unit has another id everywhere",
        make: |case, _| {
            let once = |id: &&Node| {
                let lists = case
                    .nodes
                    .iter()
                    .filter(|node| node.path.last().is_some_and(|key| key == "id" || key == "name") && node.text == id.text);
                lists.count() == 1 && !case.nodes.iter().any(|node| node.path.last() == Some(&id.text))
            };
            let ids = case.filled(&[("units", "*.id")]).into_iter().filter(once);
            ids.map(|id| renamed(case, &id.text, &format!("{}-bis", id.text), uses(case, &id.text))).collect()
        },
    },
    Legal {
        name: "a place has another name everywhere",
        make: |case, _| {
            let names = case.filled(&[("map", "places.*.name")]).into_iter().filter(|name| case.beside(name, 1, "id").is_none());
            let once = |name: &&Node| {
                let lists = case
                    .nodes
                    .iter()
                    .filter(|node| node.path.last().is_some_and(|key| key == "id" || key == "name") && node.text == name.text);
                lists.count() == 1
            };
            names
                .filter(once)
                .map(|name| renamed(case, &name.text, &format!("Nieder{}", name.text.to_lowercase()), uses(case, &name.text)))
                .collect()
        },
    },
    Legal {
        name: "a rating changes by one on every face",
        make: |case, random| {
            let mut out = Vec::new();
            for (id, rating) in case.game.ratings.iter() {
                let stacking = case.game.rules.stacking.iter().flat_map(|stacking| stacking.limits.iter());
                if stacking.into_iter().any(|limit| limit.count == Counted::Rating(id)) {
                    continue;
                }
                for front in case.filled(&[("units", &format!("*.{}", rating.id))]) {
                    let faces: Vec<&Node> = std::iter::once(front)
                        .chain(case.beside(front, 1, &format!("back.{}", rating.id)))
                        .filter(|node| !node.text.is_empty())
                        .collect();
                    let by = if random.below(2) == 0 { 1 } else { -1 };
                    let to: Option<Vec<i32>> = faces.iter().map(|node| Some(node.text.parse::<i32>().ok()? + by)).collect();
                    let Some(to) = to.filter(|to| {
                        to.iter().all(|n| rating.min.is_none_or(|min| *n >= min) && rating.max.is_none_or(|max| *n <= max))
                    }) else {
                        continue;
                    };
                    // Further counters have numbers of their own.
                    let more = case.beside(front, 1, "more").is_some()
                        || case.beside(front, 1, "more.1.state").is_some_and(|cell| !cell.text.is_empty());
                    let both = faces
                        .iter()
                        .zip(&to)
                        .fold(Mutant::default(), |all, (node, n)| all.and(Mutant::change(node, &n.to_string())));
                    out.extend((!more).then_some(both));
                }
            }
            out
        },
    },
    Legal {
        name: "a village is added",
        make: |case, random| {
            // Where all others lie on roads, one that does not would be asked about.
            let Some(map) = &case.game.map else { return Vec::new() };
            let on_road =
                |hex: &String| map.board.parse(hex).is_ok_and(|hex| map.roads.values().any(|r| r.through.contains(&hex)));
            let free: Vec<String> = free_hexes(case).into_iter().filter(on_road).collect();
            let classes: Vec<&Node> = case
                .filled(&[("map", "places.*.class")])
                .into_iter()
                .filter(|class| ["village", "town"].contains(&&*class.text))
                .collect();
            let names = ["Uppermill", "Ostheim", "Quarrydale", "Zweifall", "Vennhof", "Kalborn"];
            let made = |name| {
                let (class, hex) = (pick(&classes, random)?, pick(&free, random)?);
                Some(case.put(
                    case.find(&[("map", "places")])[0],
                    &format!("{{ \"name\": \"{name}\", \"class\": \"{}\", \"hexes\": \"{hex}\" }}", class.text),
                ))
            };
            names.into_iter().filter_map(made).collect()
        },
    },
    Legal {
        name: "a unit is added, and its formation counts it",
        make: |case, random| {
            let mut out = Vec::new();
            let all = case.stands();
            for (unit, id) in rows(case, "id", random) {
                let stands: Vec<_> = all.iter().filter(|stand| stand.unit == unit).collect();
                let room = stands.iter().all(|stand| {
                    let twin = Piece { n: 2, ..stand.piece };
                    case.legal(stand.scenario, &[(twin, stand.hex)])
                });
                // What arrives may be too much for its entry: only those who stand on the map, or games that set up nobody.
                let counts = super::faults::counts(case, case.beside(id, 1, "formation").map_or("", |node| &node.text));
                let more =
                    counts.iter().map(|node| Mutant::change(node, &(node.text.parse::<i32>().unwrap_or(0) + 1).to_string()));
                let copy = again(case, id, &format!("{}-bis", id.text))
                    .filter(|_| room && (!stands.is_empty() || set_up(case).is_empty()));
                out.extend(copy.map(|copy| more.fold(copy, Mutant::and)));
            }
            out
        },
    },
    Legal {
        name: "a text for people is dropped",
        make: |case, _| {
            let texts = [
                ("", "about"),
                ("", "**.note"),
                ("", "license"),
                ("turns", "**.date"),
                ("units", "*.name"),
                ("", "**.text"),
                ("scenarios/", "special"),
            ];
            let nodes = case.find(&texts).into_iter().filter(|node| !node.text.is_empty() || node.shape == Shape::List);
            // Words that a table's modifier cannot do without stay.
            nodes
                .filter(|node| node.path.last().is_some_and(|key| key != "text") || case.beside(node, 1, "code").is_some())
                .map(|node| case.drop(node))
                .collect()
        },
    },
    Legal {
        name: "two rows change places",
        make: |case, _| {
            swapped(
                case,
                &[
                    ("units", "*"),
                    ("formations", "*"),
                    ("markers", "*"),
                    ("cards", "*"),
                    ("scenarios/", "setup.*"),
                    ("map", "places.*"),
                    ("map", "entries.*"),
                    ("module", "types.*"),
                ],
            )
        },
    },
    Legal {
        name: "a comment is added",
        make: |case, random| between(case, random, |sheet| if sheet { "# to be asked\n" } else { "// to be asked\n" }),
    },
    Legal { name: "a blank line is added", make: |case, random| between(case, random, |_| "\n") },
    Legal {
        name: "a comma after the last value",
        make: |case, random| {
            let lists: Vec<&Node> = case
                .nodes
                .iter()
                .filter(|node| !node.sheet() && !node.scalar() && node.text.is_empty() && node.whole.len() > 2)
                .collect();
            let comma = |_| {
                let node = *pick(&lists, random)?;
                let inside = &case.texts[&node.file][node.whole.start..node.whole.end - 1];
                let end = node.whole.start + inside.trim_end().len();
                // A comment may stand at the end.
                let plain = !inside.lines().last()?.contains("//")
                    && inside.trim_end().lines().last().is_none_or(|line| !line.contains("//"));
                plain.then(|| Mutant::edit(&node.file, end..end, ","))
            };
            (0..30).filter_map(comma).collect()
        },
    },
    Legal {
        name: "a file with the line ends of another system",
        make: |case, _| {
            case.texts.iter().map(|(file, text)| Mutant::edit(file, 0..text.len(), text.replace('\n', "\r\n"))).collect()
        },
    },
    Legal {
        name: "a cell is put between quotes",
        make: |case, random| {
            let cells: Vec<&Node> =
                case.nodes.iter().filter(|node| node.sheet() && node.inner == node.whole && !node.text.is_empty()).collect();
            (0..30)
                .filter_map(|_| {
                    pick(&cells, random).map(|cell| Mutant::edit(&cell.file, cell.whole.clone(), format!("\"{}\"", cell.text)))
                })
                .collect()
        },
    },
    Legal {
        name: "a sheet of a table is written in place",
        make: |case, _| {
            let placed = |sheet: &&Node| {
                let rows = case.around(sheet)?;
                let cells = case.find(&[(&sheet.text, "**")]);
                let row = |n: usize| {
                    let of = |cell: &&&Node| cell.path[0] == n.to_string();
                    let pair = |cell: &Node| format!("\"{}\": \"{}\"", cell.path[1..].join("."), cell.text);
                    let roll = cells.iter().find(|cell| of(cell) && cell.path[1] == "roll")?;
                    let rest: Vec<String> =
                        cells.iter().filter(|cell| of(cell) && cell.path[1] != "roll").map(|cell| pair(cell)).collect();
                    let single = rest.len() == 1 && cells[1].path[1] == "result";
                    let rest = if single { rest.join("") } else { format!("\"cells\": {{ {} }}", rest.join(", ")) };
                    Some(format!("{{ {}, {rest} }}", pair(roll)))
                };
                let lines: Vec<String> = (0..).map_while(row).collect();
                Some(Mutant::edit(&rows.file, rows.whole.clone(), format!("[{}]", lines.join(", "))))
            };
            // A heading that `sheets` maps would then map nothing.
            let plain = case.find(&[("module", "sheets.*")]).is_empty() || case.name == "first-steps";
            case.filled(&[("tables.json", "*.rows.csv")]).iter().filter(|_| plain).filter_map(placed).collect()
        },
    },
    Legal {
        name: "a scenario that varies another",
        make: |case, _| {
            let ids = case.filled(&[("scenarios/", "id")]).into_iter().filter(|_| case.before.is_empty());
            let made = |id: &Node| {
                let text = format!("{{ \"id\": \"{0}-again\", \"name\": \"Once more\", \"extends\": \"{0}\" }}\n", id.text);
                Mutant {
                    edits: vec![Edit { file: format!("scenarios/{}-again.json", id.text), at: 0..0, to: text }],
                    ..Mutant::default()
                }
            };
            ids.map(made).collect()
        },
    },
    Legal {
        name: "a turn has one tag more",
        make: |case, _| {
            let turns = case.filled(&[("turns.json", "turns.*.id"), ("turns.csv", "*.id")]);
            let tagged = |id: &&Node| match (id.sheet(), case.beside(id, 1, "tags")) {
                (false, Some(list)) => Some(case.put(list, "\"quiet\"")),
                (false, None) => Some(Case::after(id, "\"tags\": [\"quiet\"]")),
                (true, cell) => cell.map(|cell| {
                    Mutant::change(
                        cell,
                        if cell.text.is_empty() { "quiet".to_owned() } else { format!("{}|quiet", cell.text) }.as_str(),
                    )
                }),
            };
            turns.iter().filter_map(tagged).collect()
        },
    },
    Legal {
        name: "a formatter sorts the keys of a file",
        make: |case, _| {
            let json = |file: &&String| file.ends_with(".json");
            let sorted = |file: &String| Mutant::edit(file, 0..case.texts[file].len(), case.sorted(file));
            case.texts.keys().filter(json).map(sorted).collect()
        },
    },
];
