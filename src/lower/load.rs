//! Reads files and lists, validates each once, and types entity by entity: one bad row loses only itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{Diag, Sink, codes, did_you_mean};
use crate::format::{Entity, ListOf, SheetColumns};
use crate::schema::{self, InvalidNodes, Schema, Vocabulary};
use crate::source::sheet::same_heading;
use crate::source::{FileRequest, NodeRef, Project, Pruned, Shape, limits};
use crate::span::{FileId, NodeId, Origin, Place};
use crate::threads;

/// Something that was read, with its place.
#[derive(Clone, Debug)]
pub(super) struct Read<T> {
    pub(super) origin: Origin,
    pub(super) value: T,
    /// Whether members had to be left out of a file's root.
    pub(super) partial: bool,
}

/// A list that was read.
#[derive(Debug)]
pub(super) struct ReadList<T> {
    pub(super) items: Vec<Read<T>>,
    /// Ids of entities that were left out.
    pub(super) poisoned: Vec<String>,
    /// Something was left out whose id nobody knows.
    pub(super) incomplete: bool,
    /// Whether the author has such a list at all.
    pub(super) stated: bool,
}

impl<T> Default for ReadList<T> {
    fn default() -> Self {
        ReadList { items: Vec::new(), poisoned: Vec::new(), incomplete: false, stated: false }
    }
}

/// Which schema a file was validated against: what another validator needs to do the same.
pub type Validated = Vec<(FileId, Arc<Schema>)>;

pub(super) struct Loader<'p, 'w> {
    pub(super) project: &'p mut Project<'w>,
    pub(super) sheets: BTreeMap<String, SheetColumns>,
    pub(super) used_sheets: BTreeSet<String>,
    /// Whether parts of module.json could not be read.
    pub(super) lost_sheets: bool,
    /// Where module.json stands, once it is read.
    pub(super) module: Option<Origin>,
    pub(super) validated: Validated,
    /// Hears what has just been done.
    pub(super) ended: &'p mut dyn FnMut(&'static str),
    verdicts: BTreeMap<FileId, InvalidNodes>,
    /// On how many threads a long list is typed.
    threads: usize,
}

/// A shorter list is typed sooner than a thread is made.
const LONG: usize = 2000;

impl<'p, 'w> Loader<'p, 'w> {
    pub(super) fn new(project: &'p mut Project<'w>, ended: &'p mut dyn FnMut(&'static str), threads: usize) -> Self {
        Loader {
            project,
            ended,
            threads,
            sheets: BTreeMap::new(),
            used_sheets: BTreeSet::new(),
            lost_sheets: false,
            module: None,
            validated: Vec::new(),
            verdicts: BTreeMap::new(),
        }
    }

    /// Reads a file whose root is an object. Members under which the schema complained are as if left out.
    pub(super) fn root<T: Entity>(&mut self, wanted: &FileRequest, sink: &mut Sink) -> Option<Read<T>> {
        let file = self.read(wanted, sink)?;
        let schema = self.schema::<T>();
        self.judge(file, schema, None, sink);
        let verdict = self.verdicts.get(&file)?;
        let root = self.project.files.tree(file)?.root()?;
        let origin = Origin { file, node: root.id() };
        if verdict.bad().contains(&root.id()) && root.shape() != Shape::Object {
            return None;
        }
        let skip = |member: NodeRef<'_>, name: &str| bad_inside(verdict, member, &nested(T::LISTS, name));
        // A required member that is missing or bad: the file cannot be understood, and that has been said.
        let typed = T::deserialize(Pruned { node: root, skip: &skip });
        (self.ended)("type");
        match typed {
            Ok(value) => Some(Read { origin, value, partial: bad_inside(verdict, root, T::LISTS) }),
            Err(error) => {
                if verdict.bad().is_empty() && !any_mark(root) {
                    report_mismatch(origin, &error.to_string(), sink);
                }
                None
            }
        }
    }

    /// Reads a JSON file.
    fn read(&mut self, wanted: &FileRequest, sink: &mut Sink) -> Option<FileId> {
        (self.ended)("lower");
        let file = self.project.json(wanted, sink);
        (self.ended)("read");
        file
    }

    /// Begins to read and to validate the file of a list of the module that will be asked for later.
    pub(super) fn begin<T: Entity>(&mut self, module: Origin, name: &str) {
        let own = self.project.files.tree(module.file).and_then(|tree| tree.node(module.node)?.get(name));
        if self.threads > 1 && own.is_none() {
            self.project.begin(&format!("{name}.json"), |tree| schema::of::<ListOf<T>>().passes(tree));
        }
    }

    fn schema<T: schemars::JsonSchema>(&mut self) -> Arc<Schema> {
        let schema = schema::of::<T>();
        (self.ended)("schemas");
        schema
    }

    fn judge(&mut self, file: FileId, schema: Arc<Schema>, sheet: Option<schema::SheetColumns<'_>>, sink: &mut Sink) {
        if self.verdicts.contains_key(&file) {
            return;
        }
        if let Some(tree) = self.project.files.tree(file) {
            let verdict = match self.project.proven(file) {
                true => InvalidNodes::default(),
                false => schema::validate(&schema, tree, file, sheet, sink),
            };
            if let Some(root) = tree.root() {
                marks(root, tree, &self.project.files.get(file).map(|f| f.path.clone()).unwrap_or_default(), sink);
            }
            self.verdicts.insert(file, verdict);
            self.validated.push((file, schema));
        }
        (self.ended)("validate");
    }

    /// What the schema found in a file.
    pub(super) fn verdict(&self, file: FileId) -> Option<&InvalidNodes> {
        self.verdicts.get(&file)
    }

    /// Whether the author marks a field of an entity as unknown.
    pub(super) fn marked(&self, at: Origin, field: &str) -> bool {
        let tree = self.project.files.tree(at.file).filter(|tree| tree.may_have_marks());
        tree.and_then(|tree| tree.node(at.node)?.get(field)).is_some_and(NodeRef::is_marked)
    }

    /// The list in a member of an object, given by its dotted name.
    pub(super) fn list<T: Entity>(&mut self, parent: Origin, name: &str, words: &Vocabulary, sink: &mut Sink) -> ReadList<T> {
        let found = self.project.files.tree(parent.file).and_then(|tree| {
            let mut at = tree.node(parent.node)?;
            for step in name.split('.') {
                at = at.get(step)?;
            }
            Some(at.id())
        });
        match found {
            Some(node) => self.list_at(Origin { file: parent.file, node }, words, sink),
            None => ReadList::default(),
        }
    }

    /// The list of a module: its member, or the file of the usual name.
    pub(super) fn usual_list<T: Entity>(
        &mut self,
        module: Origin,
        name: &str,
        words: &Vocabulary,
        sink: &mut Sink,
    ) -> ReadList<T> {
        let own: ReadList<T> = self.list(module, name, words, sink);
        if own.stated {
            return own;
        }
        let world = self.project.world();
        let there: Vec<String> =
            ["json", "csv", "xlsx"].iter().map(|ending| format!("{name}.{ending}")).filter(|path| world.has(path)).collect();
        let Some(path) = there.first() else { return ReadList::default() };
        if let Some(other) = there.get(1) {
            let message = format!("`{path}` and `{other}` could both be the list of {name}");
            let help = format!("say which in module.json, such as \"{name}\": {{\"csv\": \"{name}.csv\"}}, or take one away");
            sink.report(Diag::new(&codes::TWO_SOURCES, module, message).help(help));
            return ReadList { incomplete: true, stated: true, ..ReadList::default() };
        }
        let wanted = FileRequest::usual(path);
        if path.ends_with(".json") {
            let Some(file) = self.read(&wanted, sink) else {
                return ReadList { incomplete: true, stated: true, ..ReadList::default() };
            };
            let schema = self.schema::<ListOf<T>>();
            self.judge(file, schema, None, sink);
            let node = self.project.files.tree(file).and_then(|tree| tree.root()).map(NodeRef::id);
            return match node {
                Some(node) => self.list_at(Origin { file, node }, words, sink),
                None => ReadList { incomplete: true, stated: true, ..ReadList::default() },
            };
        }
        self.sheet(&wanted, words, sink)
    }

    fn list_at<T: Entity>(&mut self, at: Origin, words: &Vocabulary, sink: &mut Sink) -> ReadList<T> {
        let broken = || ReadList { incomplete: true, stated: true, ..ReadList::default() };
        let Some(node) = self.project.files.tree(at.file).and_then(|tree| tree.node(at.node)) else { return broken() };
        let here = Place::from(at);
        let text = |name: &str| node.get(name).and_then(NodeRef::text).map(|t| t.into_owned());
        match node.shape() {
            Shape::List => self.elements(at, sink),
            Shape::Object => {
                let (list, csv, xlsx) = (node.get("list").map(NodeRef::id), text("csv"), text("xlsx"));
                let sheet = text("sheet");
                let bad = |verdict: &InvalidNodes| {
                    let names = ["csv", "xlsx", "sheet"].iter().filter_map(|name| node.get(name));
                    verdict.bad().contains(&at.node) || names.into_iter().any(|n| verdict.touches(n.id(), n.end_id()))
                };
                if self.verdicts.get(&at.file).is_some_and(bad) {
                    return broken();
                }
                match (list, csv, xlsx) {
                    (Some(node), None, None) => self.elements(Origin { node, ..at }, sink),
                    (None, Some(path), None) => {
                        let asked = Some(here.field("csv"));
                        self.sheet(&FileRequest { path, sheet: None, asked, workbook: false }, words, sink)
                    }
                    (None, None, Some(path)) => {
                        let asked = Some(here.field("xlsx"));
                        self.sheet(&FileRequest { path, sheet, asked, workbook: true }, words, sink)
                    }
                    _ => {
                        let message = "this list must be written here or name one sheet, `csv` or `xlsx`";
                        sink.report(
                            Diag::new(&codes::UNCLEAR_ENTRY, here, message)
                                .help("write [ … ], or {\"csv\": \"file.csv\"}, or {\"xlsx\": \"book.xlsx\"}"),
                        );
                        broken()
                    }
                }
            }
            _ => broken(),
        }
    }

    fn sheet<T: Entity>(&mut self, wanted: &FileRequest, words: &Vocabulary, sink: &mut Sink) -> ReadList<T> {
        let name = match &wanted.sheet {
            Some(sheet) => format!("{}#{sheet}", wanted.path),
            None => wanted.path.clone(),
        };
        let key = if self.sheets.contains_key(&name) { name } else { wanted.path.clone() };
        let mapping = self.sheets.get(&key).cloned();
        self.used_sheets.insert(key.clone());
        (self.ended)("lower");
        let schema = self.schema::<ListOf<T>>();
        // Where `sheets` of module.json could not be read, any heading may have been mapped there.
        let words = Vocabulary { lost: words.lost || self.lost_sheets, ..words.clone() };
        let headings = schema::headings(&schema, &words, mapping.as_ref(), &key);
        let loaded = self.project.sheet(wanted, &T::schema_name(), &headings, sink);
        (self.ended)("read");
        let Some(loaded) = loaded else {
            return ReadList { incomplete: true, stated: true, ..ReadList::default() };
        };
        self.idle_headings(&key, &loaded.headings, sink);
        let sheet = schema::SheetColumns { columns: &loaded.columns, unknown: &loaded.unknown };
        self.judge(loaded.file, Arc::clone(&schema), Some(sheet), sink);
        let mut list: ReadList<T> = self.elements(Origin { file: loaded.file, node: NodeId(0) }, sink);
        list.incomplete |= loaded.incomplete;
        list
    }

    /// Headings that module.json speaks of and the sheet does not have.
    fn idle_headings(&self, sheet: &str, headings: &[String], sink: &mut Sink) {
        let (Some(module), Some(mapping)) = (self.module, self.sheets.get(sheet)) else { return };
        let place = |field: &str| module.at("sheets").field(sheet).field(field);
        let mapped = mapping.columns.iter().flatten().map(|(heading, _)| (heading, place("columns").field(heading).key()));
        let ignored = mapping.ignore.iter().flatten().enumerate().map(|(i, heading)| (heading, place("ignore").index(i)));
        for (heading, place) in mapped.chain(ignored) {
            if !headings.iter().any(|h| same_heading(h, heading)) {
                let near = did_you_mean(heading, headings.iter().map(String::as_str));
                let diag = Diag::new(&codes::IDLE_HEADING, place, format!("`{sheet}` has no column `{heading}`"));
                sink.report(diag.help(near.unwrap_or_else(|| "take it out, or correct the heading".to_owned())));
            }
        }
    }

    fn elements<T: Entity>(&mut self, at: Origin, sink: &mut Sink) -> ReadList<T> {
        (self.ended)("lower");
        let mut out = ReadList { stated: true, ..ReadList::default() };
        let Some(list) = self.project.files.tree(at.file).and_then(|tree| tree.node(at.node)) else { return out };
        let none = InvalidNodes::default();
        let verdict = self.verdicts.get(&at.file).unwrap_or(&none);
        let mut nodes: Vec<NodeRef<'_>> = list.elements().collect();
        let (what, most) = most(&T::schema_name());
        if nodes.len() > most {
            let message = format!("this list has {} {what}, at most {most} are read", nodes.len());
            sink.report(Diag::new(&codes::TOO_MANY, at, message).help("take out those that the game does not need"));
            nodes.truncate(most);
            out.incomplete = true;
        }
        let share = if nodes.len() < LONG { nodes.len() } else { nodes.len().div_ceil(self.threads.max(1)) };
        // What the others make is put behind what the first makes.
        let room = |n: usize, share: usize| if n == 0 { nodes.len() } else { share };
        let shares: Vec<_> = nodes.chunks(share.max(1)).enumerate().map(|(n, share)| (room(n, share.len()), share)).collect();
        let part = |(room, share): &(usize, &[NodeRef<'_>])| typed(share, *room, at.file, verdict);
        let parts: Vec<Typed<T>> = threads::within(self.threads, || threads::map(&shares, part));
        for Typed { list, refused } in parts {
            match out.items.is_empty() {
                true => out.items = list.items,
                false => out.items.extend(list.items),
            }
            out.poisoned.extend(list.poisoned);
            out.incomplete |= list.incomplete;
            refused.iter().for_each(|(origin, why)| report_mismatch(*origin, why, sink));
        }
        (self.ended)("type");
        out
    }
}

/// How many entries a list may have, and what they are: some lists stand for rows and columns of the game's data.
fn most(kind: &str) -> (&'static str, usize) {
    match kind {
        "Side" => ("sides", limits::SIDES),
        "Class" => ("classes", limits::CLASSES),
        "Rating" => ("ratings", limits::RATINGS),
        // Two are always there.
        "State" => ("states", limits::STATES - 2),
        "Terrain" => ("kinds of terrain", limits::TERRAIN),
        "Turn" => ("turns", limits::TURNS),
        "Phase" => ("phases", limits::PHASES),
        "GameOption" => ("options", limits::OPTIONS),
        "ValueName" => ("values", limits::VALUE_NAMES),
        _ => ("entries", limits::ENTRIES),
    }
}

/// A stretch of a list, and what the types refused of it.
struct Typed<T> {
    list: ReadList<T>,
    refused: Vec<(Origin, String)>,
}

fn typed<T: Entity>(nodes: &[NodeRef<'_>], room: usize, file: FileId, verdict: &InvalidNodes) -> Typed<T> {
    let mut list: ReadList<T> = ReadList { items: Vec::with_capacity(room), ..ReadList::default() };
    let mut refused = Vec::new();
    for &node in nodes {
        let origin = Origin { file, node: node.id() };
        if bad_inside(verdict, node, T::LISTS) {
            // An id that is itself wrong hides the one that was meant.
            let id = node.get("id").filter(|id| !verdict.touches(id.id(), id.end_id()));
            match id.and_then(NodeRef::text) {
                Some(id) => list.poisoned.push(id.into_owned()),
                None => list.incomplete = true,
            }
            continue;
        }
        if node.tree().may_have_marks() {
            // A name that a spreadsheet has destroyed, or that is not known, hides the one that was meant.
            let own = |name: &str| !T::LISTS.contains(&name);
            list.incomplete |= node.shape() != Shape::Object && weighty_mark(node, None);
            list.incomplete |= node.members().any(|m| own(&m.name) && weighty_mark(m.value, Some(&m.name)));
            if node.get("id").is_some_and(NodeRef::is_marked) {
                continue;
            }
        }
        match T::deserialize(node) {
            Ok(value) => list.items.push(Read { origin, value, partial: false }),
            Err(error) => {
                if !any_mark(node) {
                    refused.push((origin, error.to_string()));
                }
                list.incomplete = true;
            }
        }
    }
    Typed { list, refused }
}

/// Says what the author has marked as unknown, field by field.
fn marks(root: NodeRef<'_>, tree: &crate::source::Tree, path: &str, sink: &mut Sink) {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    fn collect(node: NodeRef<'_>, field: &str, owner: &str, found: &mut BTreeMap<String, Vec<String>>) {
        match node.shape() {
            Shape::Object => {
                let id = ["id", "name", "unit", "code"].iter().find_map(|f| node.get(f)?.text());
                let owner = id.map_or_else(|| owner.to_owned(), |id| id.into_owned());
                for member in node.members() {
                    collect(member.value, &member.name, &owner, found);
                }
            }
            Shape::List => node.elements().for_each(|e| collect(e, field, owner, found)),
            _ if node.is_marked_by_author() => found.entry(field.to_owned()).or_default().push(owner.to_owned()),
            _ => {}
        }
    }
    if !tree.may_have_marks() {
        return;
    }
    collect(root, "", "", &mut found);
    for (field, mut owners) in found {
        owners.retain(|owner| !owner.is_empty());
        owners.dedup();
        let some: Vec<&str> = owners.iter().take(3).map(String::as_str).collect();
        let dots = if owners.len() > some.len() { ", …" } else { "" };
        let of = if some.is_empty() { String::new() } else { format!(": {}{dots}", some.join(", ")) };
        sink.unchecked(format!("`{field}` in {path}"), format!("marked as unknown{of}"));
    }
}

/// Whether anything below is marked as unknown.
pub(super) fn any_mark(node: NodeRef<'_>) -> bool {
    if !node.tree().may_have_marks() {
        return false;
    }
    match node.shape() {
        Shape::Object => node.members().any(|m| any_mark(m.value)),
        Shape::List => node.elements().any(any_mark),
        _ => node.is_marked(),
    }
}

/// Marks on plain numbers and words leave a list whole; one on a reference does not: counting proves nothing then.
fn weighty_mark(node: NodeRef<'_>, field: Option<&str>) -> bool {
    const PLAIN: [&str; 20] = [
        "steps",
        "setup",
        "arrives",
        "max",
        "min",
        "units",
        "name",
        "date",
        "weather",
        "ground",
        "designation",
        "size",
        "rule",
        "note",
        "source",
        "text",
        "title",
        "about",
        "values",
        "cost",
    ];
    match node.shape() {
        Shape::Object if matches!(field, Some("ratings" | "values" | "cost" | "properties")) => false,
        Shape::Object => node.members().any(|m| weighty_mark(m.value, Some(&m.name))),
        Shape::List => node.elements().any(|e| weighty_mark(e, field)),
        _ => node.is_marked() && !field.is_some_and(|f| PLAIN.contains(&f)),
    }
}

/// Something that the schema passed and the types refuse: a fault of ours, and never silent.
fn report_mismatch(origin: Origin, why: &str, sink: &mut Sink) {
    let message = format!("muster cannot take what its own schema allows: {why}");
    sink.report(Diag::new(&codes::OUR_FAULT, origin, message).help("please report this, with the file"));
}

/// The lists inside a member, by their names below it.
fn nested<'a>(lists: &[&'a str], member: &str) -> Vec<&'a str> {
    lists
        .iter()
        .filter_map(|list| match list.split_once('.') {
            Some((first, rest)) if first == member => Some(rest),
            None if *list == member => Some(""),
            _ => None,
        })
        .collect()
}

/// Whether anything is wrong below a node, not counting the lists in it, whose elements stand for themselves.
pub(super) fn bad_inside(verdict: &InvalidNodes, node: NodeRef<'_>, lists: &[&str]) -> bool {
    if !verdict.touches(node.id(), node.end_id()) {
        return false;
    }
    let holes: Vec<(NodeId, NodeId)> = lists
        .iter()
        .filter_map(|list| {
            let mut at = node;
            for step in list.split('.').filter(|s| !s.is_empty()) {
                at = at.get(step)?;
            }
            Some((at.id(), at.end_id()))
        })
        .collect();
    let bad = verdict.bad();
    let from = bad.partition_point(|&b| b < node.id());
    let to = bad.partition_point(|&b| b < node.end_id());
    bad.get(from..to).unwrap_or(&[]).iter().any(|bad| !holes.iter().any(|(from, to)| from <= bad && bad < to))
}
