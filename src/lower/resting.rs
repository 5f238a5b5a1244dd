//! What values rest on: the sources of module.json, and who names them. Where nothing is said, a source may name the file.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{Names, each};
use super::{Lower, Read};
use crate::diag::{Diag, codes, did_you_mean};
use crate::format;
use crate::hexgrid::HexId;
use crate::model::{Key, List};
use crate::origins::{RestingKind, ValueSource};
use crate::span::{FileId, NodeId, Origin, Place};

/// A source, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nth(usize);

impl Key for Nth {
    fn new(n: usize) -> Self {
        Nth(n)
    }
    fn index(self) -> usize {
        self.0
    }
}

/// A value that may say what it rests on: its kind, a name for people, and where it stands.
type MayRest = (RestingKind, String, Option<(FileId, NodeId)>);

impl Lower<'_, '_, '_> {
    pub(super) fn resting(&mut self, module: Origin) {
        let list = self.list::<format::ValueSource>(module, "sources");
        let mut names: Names<Nth> = Names::new("source", "`sources` of module.json");
        let mut sources: List<Nth, ValueSource> = List::default();
        let lowered = |read: &Read<format::ValueSource>| {
            let format::ValueSource { id, name, kind, .. } = &read.value;
            ValueSource { id: id.0.clone(), name: name.clone(), kind: kind.words(), origin: Some(read.origin) }
        };
        each(&list, &mut names, &mut sources, self.sink, |source| &source.id.0, |read, _| lowered(read));
        self.origins.resting.sources = sources.values().cloned().collect();
        let mut files: BTreeMap<String, Nth> = BTreeMap::new();
        for Read { origin, value, .. } in &list.items {
            // One that stands twice is only the first.
            let Some(id) = names.get(&value.id.0).filter(|id| names.origins.get(id.0) == Some(&Some(*origin))) else { continue };
            for (nth, path) in value.of.iter().flatten().enumerate() {
                self.default_of(path, id, origin.at("of").index(nth), &mut files);
            }
        }
        let typed: BTreeSet<String> =
            self.origins.printed.iter().filter_map(|line| Some(self.game.units.at(line.unit)?.id.clone())).collect();
        if !typed.is_empty() && !self.origins.resting.sources.is_empty() {
            let name = "printed counters, typed in by an owner of the game".to_owned();
            let kind = format::SourceKind::Printed.words();
            self.origins.resting.sources.push(ValueSource { id: "printed.csv".to_owned(), name, kind, origin: None });
        }
        let last = self.origins.resting.sources.len().checked_sub(1);
        let mut values = Vec::new();
        let mut told: BTreeSet<(FileId, NodeId)> = BTreeSet::new();
        for (kind, name, at) in self.may_rest() {
            let own = last.filter(|_| kind == RestingKind::Counter && typed.contains(&name));
            let source = match at {
                Some((file, node)) => own.or_else(|| self.said(file, node, &names, &files, &mut told)),
                None => own,
            };
            values.push((kind, name, source));
        }
        let resting = &mut self.origins.resting;
        if resting.sources.is_empty() {
            return;
        }
        resting.values = values;
        // Whoever holds the game should know what it rests on.
        let lines = resting.sources.iter().enumerate().map(|(n, source)| match resting.words(Some(n)) {
            rests if rests.is_empty() => format!("Source: {} ({})", source.name, source.kind),
            rests => format!("Source of {rests}: {} ({})", source.name, source.kind),
        });
        self.game.credits.extend(lines);
    }

    /// A file that rests on a source where nothing else is said.
    fn default_of(&mut self, path: &str, source: Nth, place: Place, files: &mut BTreeMap<String, Nth>) {
        let read: Vec<String> = self.load.project.files.iter().map(|file| file.path.clone()).collect();
        if !read.iter().any(|other| other == path) {
            let message = format!("this game does not read `{path}`");
            let near = did_you_mean(path, read.iter().map(String::as_str));
            let help = near.unwrap_or_else(|| "name a file of the game as it lies in its folder, such as `map.json`".to_owned());
            self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place, message).help(help));
        } else if files.insert(path.to_owned(), source).is_some() {
            let message = format!("`{path}` already rests on another source");
            self.sink.report(Diag::new(&codes::DUPLICATE_ID, place, message).help("leave it with one of the two"));
        }
    }

    /// Everything that may say what it rests on, with a name for people.
    fn may_rest(&self) -> Vec<MayRest> {
        let (game, origins) = (&self.game, &self.origins);
        let at = |origin: Option<Origin>| origin.map(|origin| (origin.file, origin.node));
        let mut all = Vec::new();
        for (unit, origin) in game.units.values().zip(&origins.units) {
            all.push((RestingKind::Counter, unit.id.clone(), at(*origin)));
        }
        if let Some(map) = &game.map {
            // Where there are no sources, only what names one is looked at, to say that.
            let told = |hex: &HexId| !origins.resting.sources.is_empty() || origins.map.hexes.contains_key(hex);
            for hex in map.board.hexes().filter(told) {
                let origin = origins.map.hexes.get(&hex).copied().or(origins.map.map);
                all.push((RestingKind::Hex, map.board.name(hex).to_string(), at(origin)));
            }
            for (place, origin) in map.places.values().zip(&origins.map.places) {
                all.push((RestingKind::Place, place.id.clone(), at(*origin)));
            }
        }
        for (table, origin) in game.tables.values().zip(&origins.tables) {
            all.push((RestingKind::Table, table.id.clone(), at(Some(origin.table))));
        }
        for (card, origin) in game.cards.values().zip(&origins.cards) {
            all.push((RestingKind::Card, card.id.clone(), at(*origin)));
        }
        // A line that several scenarios share is one line, and a unit's own column is part of its counter.
        let sheets: BTreeSet<FileId> = origins.units.iter().flatten().map(|origin| origin.file).collect();
        let mut seen = BTreeSet::new();
        for (scenario, origins) in game.scenarios.values().zip(&origins.scenarios) {
            let tree = self.load.project.files.tree(origins.scenario.file);
            let victory = tree.and_then(|tree| tree.node(origins.scenario.node)?.get("victory")?.get("points"));
            for (nth, points) in victory.into_iter().flat_map(|points| points.elements()).enumerate() {
                let at = (origins.scenario.file, points.id());
                all.push((RestingKind::Line, format!("{} points {}", scenario.id, nth + 1), Some(at)));
            }
            for (nth, place) in origins.setup.iter().chain(&origins.arrivals).enumerate() {
                if let Some(node) = place.node.filter(|node| !sheets.contains(&place.file) && seen.insert((place.file, *node))) {
                    all.push((RestingKind::Line, format!("{} {}", scenario.id, nth + 1), Some((place.file, node))));
                }
            }
        }
        all.extend(origins.rules.iter().map(|(id, origin)| (RestingKind::Rule, id.clone(), at(Some(*origin)))));
        all
    }

    /// The source that a value names, or that of its file.
    fn said(
        &mut self,
        file: FileId,
        node: NodeId,
        names: &Names<Nth>,
        files: &BTreeMap<String, Nth>,
        told: &mut BTreeSet<(FileId, NodeId)>,
    ) -> Option<usize> {
        let tree = self.load.project.files.tree(file)?;
        let named = tree.node(node)?.get("source").filter(|word| !word.is_marked()).and_then(|word| word.text());
        let Some(name) = named else {
            let path = &self.load.project.files.get(file)?.path;
            return files.get(path).map(|id| id.0);
        };
        let found = names.seen(&name, || Origin { file, node }.at("source"), self.sink);
        if found.is_none() && !names.silent(&name) && told.insert((file, node)) {
            self.sink.report(names.unknown(&name, Origin { file, node }.at("source")));
        }
        found.map(|id| id.0)
    }
}
