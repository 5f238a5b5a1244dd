//! A game as text that can be edited: every value of every file, with its bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use muster::compile::{Compiled, compile};
use muster::diag::{Diag, Severity};
use muster::hexgrid::HexId;
use muster::model::{Game, Location, ScenarioId, StackingAt, UnitId, Where};
use muster::rules::{Engine, Piece, Position, Situation, Standing};
use muster::source::{Memory, NodeRef, Shape, parse_json};
use muster::span::Place;

use crate::support::{Random, folder};

/// A value of a file: of JSON whatever has a place, of a sheet a cell.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) file: String,
    /// The keys and numbers that lead to it; a sheet is a list of rows.
    pub(crate) path: Vec<String>,
    pub(crate) shape: Shape,
    /// What is written, without quotes.
    pub(crate) text: String,
    /// Its bytes without quotes.
    pub(crate) inner: Range<usize>,
    /// Its bytes with quotes.
    pub(crate) whole: Range<usize>,
    /// Its key with quotes, or the heading of its column; empty for the element of a list.
    pub(crate) key: Range<usize>,
}

impl Node {
    pub(crate) fn sheet(&self) -> bool {
        self.file.ends_with(".csv")
    }

    pub(crate) fn scalar(&self) -> bool {
        !matches!(self.shape, Shape::List | Shape::Object)
    }

    /// A number or text as this file writes it.
    fn written(&self, to: &str) -> String {
        let quoted = !self.sheet() && self.shape != Shape::Text && to.parse::<i64>().is_err();
        if quoted { format!("\"{to}\"") } else { to.to_owned() }
    }
}

/// A replacement of some bytes of a file; a file that is not there yet is made.
#[derive(Clone, PartialEq)]
pub(crate) struct Edit {
    pub(crate) file: String,
    pub(crate) at: Range<usize>,
    pub(crate) to: String,
}

/// A game with a few bytes changed.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Mutant {
    pub(crate) edits: Vec<Edit>,
    /// Other places where the finding may stand, by file and byte of the text before.
    pub(crate) also: Vec<(String, usize)>,
    /// A new name and the old one: what was said of the one is said of the other.
    pub(crate) renamed: Option<(String, String)>,
}

impl Mutant {
    pub(crate) fn edit(file: &str, at: Range<usize>, to: impl Into<String>) -> Mutant {
        Mutant { edits: vec![Edit { file: file.to_owned(), at, to: to.into() }], ..Mutant::default() }
    }

    /// Other text for a value.
    pub(crate) fn change(node: &Node, to: &str) -> Mutant {
        Mutant::edit(&node.file, node.inner.clone(), node.written(to))
    }

    /// Both at once.
    pub(crate) fn and(mut self, other: Mutant) -> Mutant {
        self.edits.extend(other.edits);
        self.also.extend(other.also);
        self
    }

    /// The finding may stand there too.
    pub(crate) fn or_at<'n>(mut self, nodes: impl IntoIterator<Item = &'n Node>) -> Mutant {
        self.also.extend(nodes.into_iter().map(|node| (node.file.clone(), node.whole.start)));
        self
    }
}

/// What Muster says of a text that was changed: code, severity, message, and where.
pub(crate) struct Said {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) places: Vec<(String, usize)>,
}

/// A unit that a line of a file puts into a hex.
#[derive(Clone, Copy)]
pub(crate) struct Stand<'c> {
    pub(crate) scenario: ScenarioId,
    pub(crate) unit: UnitId,
    pub(crate) piece: Piece,
    pub(crate) hex: HexId,
    pub(crate) node: &'c Node,
}

/// A game, with what is said of it as it is.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// How many of each kind will be tried.
    pub(crate) wanted: usize,
    pub(crate) game: Game,
    pub(crate) before: BTreeMap<(&'static str, String), usize>,
    pub(crate) texts: BTreeMap<String, String>,
    pub(crate) nodes: Vec<Node>,
    /// The values of each file.
    files: Vec<(String, Range<usize>)>,
    index: BTreeMap<(String, Vec<String>), usize>,
    words: BTreeSet<String>,
}

fn fits(path: &[String], pattern: &[&str]) -> bool {
    match (path, pattern) {
        (_, []) => path.is_empty(),
        (_, ["**", rest @ ..]) => (0..=path.len()).any(|n| fits(&path[n..], rest)),
        ([first, path @ ..], [wanted, rest @ ..]) => (*wanted == "*" || first == wanted) && fits(path, rest),
        ([], _) => false,
    }
}

/// The cells of a sheet: their bytes without quotes and with them.
fn cells(line: &str, start: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut out, mut from, mut quoted) = (Vec::new(), 0, false);
    for (at, c) in line.char_indices().chain([(line.len(), ',')]) {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted || at == line.len() => {
                let quote = usize::from(line[from..at].len() > 1 && line[from..at].starts_with('"'));
                out.push((start + from + quote..start + at - quote, start + from..start + at));
                from = at + 1;
            }
            _ => {}
        }
    }
    out
}

impl Case {
    pub(crate) fn new(name: &'static str, path: &str, wanted: usize) -> Case {
        let mut memory = folder(path);
        memory.files.retain(|file, _| file != "examples.json" && !file.ends_with(".md"));
        let texts: BTreeMap<String, String> =
            memory.files.iter().map(|(file, bytes)| (file.clone(), String::from_utf8(bytes.clone()).unwrap())).collect();
        let compiled = compile(&memory);
        let mut case = Case {
            name,
            wanted,
            before: BTreeMap::new(),
            texts,
            nodes: Vec::new(),
            files: Vec::new(),
            index: BTreeMap::new(),
            words: BTreeSet::new(),
            game: compiled.game,
        };
        for diag in &compiled.diags {
            *case.before.entry((diag.rule.code, diag.message.clone())).or_default() += 1;
        }
        for (file, text) in case.texts.clone() {
            let from = case.nodes.len();
            if file.ends_with(".csv") {
                case.read_sheet(&file, &text)
            } else {
                case.read_json(&file, text)
            }
            case.files.push((file, from..case.nodes.len()));
        }
        for (n, node) in case.nodes.iter().enumerate() {
            case.index.entry((node.file.clone(), node.path.clone())).or_insert(n);
            case.words.extend(node.text.split(['|', '@', ' ']).map(str::to_owned).chain([node.text.clone()]));
        }
        case
    }

    fn read_json(&mut self, file: &str, text: String) {
        fn walk(node: NodeRef<'_>, base: usize, file: &str, path: &[String], key: Range<usize>, out: &mut Vec<Node>) {
            let start = node.raw().as_ptr().addr() - base;
            let inner = start..start + node.raw().len();
            let quote = usize::from(node.shape() == Shape::Text);
            let whole = inner.start - quote..inner.end + quote;
            let text = if node.members().next().is_some() || node.elements().next().is_some() { "" } else { node.raw() };
            out.push(Node {
                file: file.to_owned(),
                path: path.to_vec(),
                shape: node.shape(),
                text: text.to_owned(),
                inner,
                whole,
                key,
            });
            let below = |name: &str| {
                // Numbers of a counter stand in a column of their own, or in `ratings`; lists alone, or in `list`.
                let same = file.starts_with("units") && name == "ratings" || path.is_empty() && name == "list";
                path.iter().cloned().chain((!same).then(|| name.to_owned())).collect::<Vec<_>>()
            };
            for member in node.members() {
                let key = member.name.as_ptr().addr() - base;
                walk(member.value, base, file, &below(&member.name), key - 1..key + member.name.len() + 1, out);
            }
            for (n, element) in node.elements().enumerate() {
                walk(element, base, file, &below(&n.to_string()), 0..0, out);
            }
        }
        let (tree, faults) = parse_json(text);
        assert!(faults.is_empty(), "{file}");
        walk(tree.root().unwrap(), tree.text().as_ptr().addr(), file, &[], 0..0, &mut self.nodes);
    }

    fn read_sheet(&mut self, file: &str, text: &str) {
        let (mut start, mut row, mut headings): (_, _, Vec<(String, _)>) = (0, 0, Vec::new());
        for line in text.split_inclusive('\n') {
            let (from, line) = (start, line.trim_end());
            start += text[start..].find('\n').map_or(text.len() - start, |n| n + 1);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if headings.is_empty() {
                let named = |(at, _): (Range<usize>, _)| (self.heading(file, &text[at.clone()]), at);
                headings = cells(line, from).into_iter().map(named).collect();
                continue;
            }
            for ((name, heading), (inner, whole)) in headings.iter().zip(cells(line, from)) {
                let path = std::iter::once(row.to_string()).chain(name.split('.').map(str::to_owned)).collect();
                let text = text[inner.clone()].to_owned();
                self.nodes.push(Node {
                    file: file.to_owned(),
                    path,
                    shape: Shape::Text,
                    text,
                    inner,
                    whole,
                    key: heading.clone(),
                });
            }
            row += 1;
        }
    }

    /// The field that a heading of the author's stands for.
    fn heading(&self, file: &str, heading: &str) -> String {
        let (tree, _) = parse_json(self.texts["module.json"].clone());
        let mapped = tree.root().unwrap().get("sheets").and_then(|s| s.get(file)?.get("columns")?.get(heading)?.text());
        mapped.map_or_else(|| heading.to_owned(), |name| name.into_owned())
    }

    /// The values in files whose names begin so, by patterns such as `*.side` and `**.tags.*`.
    pub(crate) fn find(&self, patterns: &[(&str, &str)]) -> Vec<&Node> {
        let mut out = Vec::new();
        for (file, pattern) in patterns {
            let pattern: Vec<&str> = pattern.split('.').collect();
            for (_, of) in self.files.iter().filter(|(name, _)| name.starts_with(file)) {
                out.extend(self.nodes[of.clone()].iter().filter(|node| fits(&node.path, &pattern)));
            }
        }
        out
    }

    /// The same, but only what is written there.
    pub(crate) fn filled(&self, patterns: &[(&str, &str)]) -> Vec<&Node> {
        self.find(patterns).into_iter().filter(|node| node.scalar() && !node.text.is_empty()).collect()
    }

    /// What stands beside a value, some levels up.
    pub(crate) fn beside(&self, node: &Node, up: usize, name: &str) -> Option<&Node> {
        let path = node.path[..node.path.len() - up].iter().cloned().chain(name.split('.').map(str::to_owned)).collect();
        self.index.get(&(node.file.clone(), path)).map(|n| &self.nodes[*n])
    }

    /// The value around another.
    pub(crate) fn around(&self, node: &Node) -> Option<&Node> {
        self.index.get(&(node.file.clone(), node.path[..node.path.len() - 1].to_vec())).map(|n| &self.nodes[*n])
    }

    /// A slip of the hand that makes no other word of the game.
    pub(crate) fn slip(&self, word: &str, random: &mut Random) -> Option<String> {
        let chars: Vec<char> = word.chars().collect();
        let slips = (0..chars.len()).flat_map(|i| {
            let (mut swapped, mut dropped, mut doubled) = (chars.clone(), chars.clone(), chars.clone());
            swapped.swap(i, (i + 1).min(chars.len() - 1));
            dropped.remove(i);
            doubled.insert(i, chars[i]);
            [swapped, dropped, doubled].map(String::from_iter)
        });
        let slips: Vec<String> = slips.filter(|s| s != word && !s.trim().is_empty() && !self.words.contains(s)).collect();
        slips.get(random.below(slips.len())).cloned()
    }

    /// Each of these is misspelt.
    pub(crate) fn misspell(&self, random: &mut Random, nodes: &[&Node]) -> Vec<Mutant> {
        nodes.iter().filter_map(|node| Some(Mutant::change(node, &self.slip(&node.text, random)?))).collect()
    }

    /// A new first element of a list.
    pub(crate) fn put(&self, list: &Node, text: &str) -> Mutant {
        let at = list.whole.start + 1;
        let comma = if self.texts[&list.file][at..].trim_start().starts_with(']') { "" } else { ", " };
        Mutant::edit(&list.file, at..at, format!("{text}{comma}"))
    }

    /// A new member after another.
    pub(crate) fn after(node: &Node, text: &str) -> Mutant {
        Mutant::edit(&node.file, node.whole.end..node.whole.end, format!(", {text}"))
    }

    /// Takes a member or an element out, with its comma; blanks a cell.
    pub(crate) fn drop(&self, node: &Node) -> Mutant {
        if node.sheet() {
            return Mutant::edit(&node.file, node.whole.clone(), "");
        }
        let text = &self.texts[&node.file];
        let start = if node.key.is_empty() { node.whole.start } else { node.key.start };
        let rest = &text[node.whole.end..];
        let comma = rest.len() - rest.trim_start().len();
        if rest.trim_start().starts_with(',') {
            return Mutant::edit(&node.file, start..node.whole.end + comma + 1, "");
        }
        let before = text[..start].trim_end();
        let from = if before.ends_with(',') { before.len() - 1 } else { start };
        Mutant::edit(&node.file, from..node.whole.end, "")
    }

    /// A file of JSON as a formatter writes it that sorts the keys of every object.
    pub(crate) fn sorted(&self, file: &str) -> String {
        fn write(node: NodeRef<'_>) -> String {
            let mut members: Vec<(String, String)> =
                node.members().map(|member| (member.name.to_string(), write(member.value))).collect();
            members.sort();
            match node.shape() {
                Shape::Object => {
                    let lines: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
                    format!("{{ {} }}", lines.join(",\n"))
                }
                Shape::List => format!("[ {} ]", node.elements().map(write).collect::<Vec<_>>().join(",\n")),
                Shape::Text => format!("\"{}\"", node.raw()),
                _ => node.raw().to_owned(),
            }
        }
        let (tree, _) = parse_json(self.texts[file].clone());
        tree.root().map(write).unwrap_or_default()
    }

    /// The bytes of the line of a cell, with its end.
    pub(crate) fn line(&self, node: &Node) -> Range<usize> {
        let text = &self.texts[&node.file];
        let start = text[..node.whole.start].rfind('\n').map_or(0, |n| n + 1);
        start..text[node.whole.end..].find('\n').map_or(text.len(), |n| node.whole.end + n + 1)
    }

    /// The number of the unit with that id.
    pub(crate) fn unit(&self, id: &str) -> Option<UnitId> {
        self.game.units.iter().find(|(_, unit)| unit.id == id).map(|(id, _)| id)
    }

    /// Where units stand at the start, and what says so. Scenarios that say the same are all there.
    pub(crate) fn stands(&self) -> Vec<Stand<'_>> {
        let Some(map) = &self.game.map else { return Vec::new() };
        let nodes = self.filled(&[("units", "*.setup"), ("scenarios/", "setup.*.at")]);
        let written: Vec<_> = nodes
            .into_iter()
            .filter_map(|node| {
                let unit = self.beside(node, 1, if node.file.starts_with("units") { "id" } else { "unit" })?;
                let n = self.beside(node, 1, "n").and_then(|n| n.text.parse::<u32>().ok());
                Some((self.unit(&unit.text)?, n, map.board.parse(&node.text).ok()?, node))
            })
            .collect();
        let mut out = Vec::new();
        for (scenario, said) in self.game.scenarios.iter() {
            let position = Position::start(&self.game, said);
            for setup in &said.setup {
                let Where::At(Location::Hex(hex)) = setup.at else { continue };
                let of: Vec<_> = written.iter().filter(|w| w.0 == setup.unit && w.1 == setup.n && w.2 == hex).collect();
                let ([(unit, n, _, node)], Some(stack)) =
                    (of.as_slice(), Some(position.stack(hex)).filter(|stack| !stack.is_empty()))
                else {
                    continue;
                };
                let piece = stack.iter().find(|piece| piece.unit == *unit && n.is_none_or(|n| n == piece.n));
                out.extend(piece.map(|piece| Stand { scenario, unit: *unit, piece: *piece, hex, node }));
            }
        }
        out
    }

    /// The same, each line once.
    pub(crate) fn stands_once(&self) -> Vec<Stand<'_>> {
        let mut seen = BTreeSet::new();
        self.stands().into_iter().filter(|stand| seen.insert((&stand.node.file, stand.node.whole.start))).collect()
    }

    /// Asks the engine about a scenario's start with some pieces elsewhere.
    pub(crate) fn ask<R>(&self, scenario: ScenarioId, moved: &[(Piece, HexId)], ask: impl FnOnce(&Situation<'_>) -> R) -> R {
        let engine = Engine::new(&self.game, Some(scenario));
        let mut position = Position::start(&self.game, &self.game.scenarios[scenario]);
        for (piece, hex) in moved {
            position.put(*piece, *hex);
        }
        ask(&Situation::new(&engine, &position, engine.start()))
    }

    /// Whether all of them may start there: open ground, nobody of the enemy, room, no enemy zone, supply.
    pub(crate) fn legal(&self, scenario: ScenarioId, moved: &[(Piece, HexId)]) -> bool {
        self.ask(scenario, moved, |field| {
            moved.iter().all(|(piece, hex)| {
                let Some(side) = field.engine.side_of(piece) else { return false };
                let stack = field.stack(*hex);
                matches!(field.engine.standing(piece.unit, *hex), Standing::Yes)
                    && !field.has_enemy(*hex, side)
                    && !field.in_enemy_zone(side, *hex)
                    && [StackingAt::Setup, StackingAt::Movement].iter().all(|at| field.overstacks(*hex, stack, *at).is_empty())
                    && field.apart(*hex, stack).is_none()
                    && field.traces().all(|trace| field.supply(trace, piece, *hex).is_supplied())
            })
        })
    }

    /// The text after the edits, and where the finding may stand: the lines of the edits, and those of `also`.
    pub(crate) fn edited(&self, mutant: &Mutant) -> (Memory, BTreeSet<(String, usize)>) {
        let mut texts = self.texts.clone();
        let mut lines = BTreeSet::new();
        let mut edits = mutant.edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.start));
        for edit in &edits {
            texts.entry(edit.file.clone()).or_default().replace_range(edit.at.clone(), &edit.to);
        }
        let moved = |file: &str, byte: usize| {
            let before = edits.iter().filter(|edit| edit.file == file && edit.at.start < byte);
            before.fold(byte, |to, edit| (to + edit.to.len()).saturating_sub(edit.at.len().min(byte - edit.at.start)))
        };
        let line = |file: &str, byte: usize| {
            texts[file].as_bytes()[..byte.min(texts[file].len())].iter().filter(|b| **b == b'\n').count() + 1
        };
        for edit in &edits {
            let start = moved(&edit.file, edit.at.start);
            lines.extend((line(&edit.file, start)..=line(&edit.file, start + edit.to.len())).map(|n| (edit.file.clone(), n)));
        }
        lines.extend(mutant.also.iter().map(|(file, byte)| (file.clone(), line(file, moved(file, *byte)))));
        let mut memory = Memory::new();
        memory.files = texts.into_iter().map(|(file, text)| (file, text.into_bytes())).collect();
        (memory, lines)
    }

    /// What is said of the changed game that was not said before, and where it may be said.
    pub(crate) fn said(&self, mutant: &Mutant) -> (Vec<Said>, BTreeSet<(String, usize)>) {
        let (memory, lines) = self.edited(mutant);
        let compiled = compile(&memory);
        let mut before = self.before.clone();
        let new = compiled.diags.iter().filter_map(|diag| {
            let old = mutant.renamed.as_ref().map_or_else(|| diag.message.clone(), |(to, from)| diag.message.replace(to, from));
            match before.get_mut(&(diag.rule.code, old)) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    None
                }
                _ => Some(said(&compiled, diag)),
            }
        });
        (new.collect(), lines)
    }

    /// An edit in words: where, what stood there, what stands there now.
    pub(crate) fn words(&self, mutant: &Mutant) -> String {
        let one = |edit: &Edit| {
            let text = self.texts.get(&edit.file).map_or("", String::as_str);
            let line = text[..edit.at.start].matches('\n').count() + 1;
            let short = |text: &str| text.trim().chars().take(70).collect::<String>();
            let key = text[..edit.at.start].rsplit(['\n', ',', '{']).next().map(short).unwrap_or_default();
            format!("{}:{line} {key} «{}» → «{}»", edit.file, short(&text[edit.at.clone()]), short(&edit.to))
        };
        mutant.edits.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

fn said(compiled: &Compiled, diag: &Diag) -> Said {
    let place = |place: &Place| {
        let file = compiled.files.get(place.file)?;
        Some((file.path.clone(), file.line_column(compiled.files.span(place).start).line))
    };
    let all = std::iter::once(&diag.place)
        .chain(diag.repeats.iter().map(|(place, _)| place))
        .chain(diag.related.iter().map(|(place, _)| place));
    Said { code: diag.rule.code, severity: diag.severity, message: diag.message.clone(), places: all.filter_map(place).collect() }
}
