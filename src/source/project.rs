//! Reads the files of one game, each once, and keeps them.

use std::collections::{BTreeMap, BTreeSet};

use super::files::Files;
use super::sheet::{self, Heading};
use super::tree::Tree;
use super::world::{ReadError, World};
use super::{json, limits, syntax_error::SyntaxError, text};
use crate::diag::{Diag, Sink, codes};
use crate::span::{FileId, Place};
use crate::threads::{self, Begun};

/// Who asks for a file: where its name is written, if anywhere.
#[derive(Clone, Debug)]
pub struct FileRequest {
    /// Its path, relative to the game's folder.
    pub path: String,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// Whether the author says that it is a workbook.
    pub workbook: bool,
    /// Where the path is written.
    pub asked: Option<Place>,
}

impl FileRequest {
    /// A file that is looked for by its usual name.
    pub fn usual(path: &str) -> Self {
        FileRequest { path: path.to_owned(), asked: None, sheet: None, workbook: false }
    }
}

/// A sheet that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub file: FileId,
    /// Whether rows or columns had to be left out.
    pub incomplete: bool,
    /// The fields that have a column.
    pub columns: Vec<String>,
    /// Headings that stand for no field.
    pub unknown: Vec<String>,
    /// All headings, as written.
    pub headings: Vec<String>,
}

/// The files of one game.
pub struct Project<'w> {
    world: &'w dyn World,
    /// What has been read.
    pub files: Files,
    read: BTreeMap<String, Option<Loaded>>,
    /// Files that are being read beside, and those of them that have been found to be right.
    begun: BTreeMap<String, Begun<(Parsed, bool)>>,
    proven: BTreeSet<FileId>,
    /// Bytes that workbooks may still unpack to.
    books: u64,
}

/// A smaller file is read sooner than a thread is made.
const LARGE: usize = 1 << 18;

type Parsed = Result<(Tree, Vec<SyntaxError>), Box<SyntaxError>>;

fn parse(bytes: Vec<u8>) -> Parsed {
    text::decode(bytes, false).map(json::parse)
}

impl<'w> Project<'w> {
    /// Nothing read yet.
    pub fn new(world: &'w dyn World) -> Self {
        Project {
            world,
            files: Files::default(),
            read: BTreeMap::new(),
            begun: BTreeMap::new(),
            proven: BTreeSet::new(),
            books: limits::WORKBOOKS_BYTES,
        }
    }

    /// Begins to read a JSON file, if there is such a file and it is large, and to find out whether it is right.
    pub fn begin(&mut self, path: &str, right: impl FnOnce(&Tree) -> bool + Send + 'static) {
        if !self.world.has(path) || self.read.contains_key(path) {
            return;
        }
        // What cannot be had is reported when it is asked for.
        let Some(bytes) = self.world.read(path).ok().filter(|bytes| bytes.len() >= LARGE) else { return };
        let work = move || {
            let parsed = parse(bytes);
            let right = parsed.as_ref().is_ok_and(|(tree, _)| right(tree));
            (parsed, right)
        };
        self.begun.extend(threads::begin(work).map(|begun| (path.to_owned(), begun)));
    }

    /// Whether a file has been found to be right already.
    pub fn proven(&self, file: FileId) -> bool {
        self.proven.contains(&file)
    }

    /// Where the files come from.
    pub fn world(&self) -> &'w dyn World {
        self.world
    }

    /// Reads a JSON file. `None` if it cannot be had or parsed; then that has been reported.
    pub fn json(&mut self, wanted: &FileRequest, sink: &mut Sink) -> Option<FileId> {
        if let Some(known) = self.read.get(&wanted.path) {
            return known.as_ref().map(|loaded| loaded.file);
        }
        let file = self.read_json(wanted, sink);
        let loaded =
            file.map(|file| Loaded { file, incomplete: false, columns: Vec::new(), unknown: Vec::new(), headings: Vec::new() });
        self.read.insert(wanted.path.clone(), loaded);
        file
    }

    fn read_json(&mut self, wanted: &FileRequest, sink: &mut Sink) -> Option<FileId> {
        let begun = self.begun.remove(&wanted.path).and_then(Begun::end);
        let (parsed, right) = match begun {
            Some(done) => done,
            None => (parse(self.bytes(wanted, sink)?), false),
        };
        let file = self.files.add(wanted.path.clone(), self.world.label(&wanted.path), Tree::default());
        let (tree, faults) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => return self.give_up(file, *fault, sink),
        };
        let parsed = tree.root().is_some();
        self.files.set_tree(file, tree);
        if right {
            self.proven.insert(file);
        }
        for fault in faults {
            sink.report(fault.into_diag(file));
        }
        parsed.then_some(file)
    }

    /// Reads a sheet for a list: CSV, or one of a workbook.
    pub fn sheet(
        &mut self,
        wanted: &FileRequest,
        list: &str,
        headings: &dyn Fn(&str) -> Heading,
        sink: &mut Sink,
    ) -> Option<Loaded> {
        let name = match &wanted.sheet {
            Some(sheet) => format!("{}#{sheet}", wanted.path),
            None => wanted.path.clone(),
        };
        // A sheet may serve two lists: its headings mean something else in each.
        let key = format!("{name}\n{list}");
        if let Some(known) = self.read.get(&key) {
            return known.clone();
        }
        let loaded = self.read_sheet(wanted, &name, headings, sink);
        self.read.insert(key, loaded.clone());
        loaded
    }

    fn read_sheet(
        &mut self,
        wanted: &FileRequest,
        name: &str,
        headings: &dyn Fn(&str) -> Heading,
        sink: &mut Sink,
    ) -> Option<Loaded> {
        let bytes = self.bytes(wanted, sink)?;
        let file = self.files.add(name.to_owned(), self.world.label(name), Tree::default());
        let text = if wanted.workbook || is_workbook(&wanted.path) {
            workbook(&bytes, wanted.sheet.as_deref(), &mut self.books)
        } else {
            text::decode(bytes, true)
        };
        let text = match text {
            Ok(text) => text,
            Err(fault) => return self.give_up(file, *fault, sink),
        };
        let sheet = sheet::read(text, headings);
        let parsed = sheet.tree.root().is_some();
        self.files.set_tree(file, sheet.tree);
        for fault in sheet.faults {
            sink.report(fault.into_diag(file));
        }
        parsed.then_some(Loaded {
            file,
            incomplete: sheet.incomplete,
            columns: sheet.columns,
            unknown: sheet.unknown,
            headings: sheet.headings,
        })
    }

    fn give_up<T>(&self, file: FileId, fault: SyntaxError, sink: &mut Sink) -> Option<T> {
        sink.report(fault.into_diag(file));
        None
    }

    fn bytes(&mut self, wanted: &FileRequest, sink: &mut Sink) -> Option<Vec<u8>> {
        let path = &wanted.path;
        let place = |files: &mut Files, label: String| {
            wanted.asked.clone().unwrap_or_else(|| Place::file(files.add(path.clone(), label, Tree::default())))
        };
        if self.read.len() >= limits::FILES {
            let label = self.world.label(path);
            let message = format!("the game names more than {} files", limits::FILES);
            sink.report(
                Diag::new(&codes::TOO_MANY, place(&mut self.files, label), message)
                    .folded_by("files")
                    .help("put lists together into fewer files"),
            );
            return None;
        }
        let error = match self.world.read(path) {
            Ok(bytes) => return Some(bytes),
            Err(error) => error,
        };
        let label = self.world.label(path);
        let place = place(&mut self.files, label);
        sink.report(match error {
            ReadError::Missing => {
                let near = self.near(path);
                Diag::new(&codes::MISSING_FILE, place, format!("there is no file `{path}` in the game's folder"))
                    .help(near.unwrap_or_else(|| "add the file, or correct its name".to_owned()))
            }
            ReadError::Leaves(why) => {
                let spelt = path.contains('\\') || path.split('/').any(|part| part.is_empty() || part == ".");
                let help = match spelt && !path.starts_with('/') {
                    true => "write the path as folder/file",
                    false => "put the file into the game's folder, or into `series/` beside it, and name it from there",
                };
                Diag::new(&codes::PATH_OUTSIDE, place, why).help(help)
            }
            ReadError::TooBig(_) => {
                Diag::new(&codes::TOO_BIG, place, format!("`{path}` is too big: {error}")).help("split the file")
            }
            ReadError::NotAFile => {
                Diag::new(&codes::UNREADABLE_FILE, place, format!("`{path}` is not a file")).help("name a file")
            }
            ReadError::Denied(why) => Diag::new(&codes::UNREADABLE_FILE, place, format!("`{path}` cannot be read: {why}"))
                .help("allow yourself to read it"),
        });
        None
    }

    fn near(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let names = self.world.list(if folder == "." { "" } else { folder }).unwrap_or_default();
        let near = crate::diag::nearest(name, names.iter().map(String::as_str))?;
        let path = if folder == "." { near.to_owned() } else { format!("{folder}/{near}") };
        Some(format!("did you mean `{path}`?"))
    }
}

fn is_workbook(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("xlsx"))
}

#[cfg(feature = "cli")]
fn workbook(bytes: &[u8], sheet: Option<&str>, left: &mut u64) -> Result<String, Box<SyntaxError>> {
    super::xlsx::text(bytes, sheet, left)
}

#[cfg(not(feature = "cli"))]
fn workbook(_: &[u8], _: Option<&str>, _: &mut u64) -> Result<String, Box<SyntaxError>> {
    let span = crate::span::Span::new(0, 0);
    Err(SyntaxError::boxed(&codes::BAD_WORKBOOK, span, "workbooks cannot be read here").map_help("save the sheet as CSV"))
}
