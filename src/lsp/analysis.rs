//! What is known of a game at one moment: everything an editor asks is answered from it, and nothing is compiled twice.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use super::complete::{self, Learned};
use super::cursor::in_json;
use super::names::NameTable;
use super::overlay::{Overlay, Texts};
use super::place;
use super::text::{Position, range};
use crate::compile::{Compiled, compile_named};
use crate::source::{SourceFile, World};
use crate::span::{FileId, Place, Span};

/// A compiled game, and where its files lie.
pub(super) struct Analysis {
    pub(super) root: PathBuf,
    pub(super) compiled: Compiled,
    /// The open texts with which it was compiled.
    pub(super) texts: Texts,
    /// The real path of each file, in the order of reading.
    paths: Vec<PathBuf>,
    names: OnceLock<NameTable>,
    learned: OnceLock<Learned>,
}

impl Analysis {
    /// Compiles the game of a folder with the open texts over it.
    pub(super) fn new(root: &Path, texts: Texts) -> std::io::Result<Analysis> {
        let world = Overlay::new(root, texts.clone())?;
        let compiled = compile_named(&world as &dyn World);
        let paths = compiled.files.iter().map(|file| world.locate(in_folder(&file.path))).collect();
        Ok(Analysis { root: root.to_owned(), compiled, texts, paths, names: OnceLock::new(), learned: OnceLock::new() })
    }

    /// The names of the game, sorted out when somebody asks first.
    pub(super) fn names(&self) -> &NameTable {
        self.names.get_or_init(|| NameTable::new(&self.compiled))
    }

    /// What kinds of names stand where.
    pub(super) fn learned(&self) -> &Learned {
        self.learned.get_or_init(|| complete::learn(self))
    }

    /// The files that were read from a path: a sheet may serve two lists.
    pub(super) fn files_at(&self, path: &Path) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let here = self.paths.iter().enumerate().filter(move |(_, other)| *other == path);
        here.filter_map(|(n, _)| {
            let id = FileId(u32::try_from(n).ok()?);
            Some((id, self.compiled.files.get(id)?))
        })
    }

    /// The first file that was read from a path and has something in it.
    pub(super) fn file_at(&self, path: &Path) -> Option<(FileId, &SourceFile)> {
        let full = self.files_at(path).find(|(_, file)| file.tree.root().is_some());
        full.or_else(|| self.files_at(path).next())
    }

    pub(super) fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.get(file.0 as usize).map(PathBuf::as_path)
    }

    pub(super) fn uri(&self, file: FileId) -> Option<String> {
        self.path(file).map(place::uri)
    }

    /// Whether an editor shows the text of a file: a workbook has none.
    pub(super) fn is_text(&self, file: FileId) -> bool {
        let path = self.compiled.files.get(file).map(|file| in_folder(&file.path)).unwrap_or_default();
        !path.to_ascii_lowercase().ends_with(".xlsx")
    }

    /// The bytes that a place means, inside its file.
    pub(super) fn span(&self, place: &Place) -> Span {
        self.compiled.files.span(place)
    }

    /// A name as it is written in the place of some bytes: a number of a JSON file has no quotes, and a name needs them.
    pub(super) fn written(&self, file: FileId, span: Span, name: &str) -> String {
        let number = |text: &str| serde_json::from_str::<serde_json::Number>(text).is_ok();
        let text = self.compiled.files.tree(file).filter(|tree| !tree.sheet).map(|tree| tree.text()).unwrap_or_default();
        let bare = number(text.get(span.range()).unwrap_or_default()) && !number(name);
        if bare && !in_json(text, span.start as usize).quoted { format!("\"{name}\"") } else { name.to_owned() }
    }

    /// A place as a location of the protocol.
    pub(super) fn location(&self, file: FileId, span: Span) -> Option<Value> {
        let source = self.compiled.files.get(file)?;
        let shown = if self.is_text(file) { span } else { Span::default() };
        Some(serde_json::json!({ "uri": self.uri(file)?, "range": range(source, shown) }))
    }

    /// The byte at which a cursor stands.
    pub(super) fn byte(&self, path: &Path, position: Position) -> Option<(FileId, usize)> {
        self.file_at(path).map(|(id, file)| (id, position.byte_of(file)))
    }
}

/// The file of a path that may also name the sheet of a workbook.
fn in_folder(path: &str) -> &str {
    let lower = path.to_ascii_lowercase();
    lower.find(".xlsx#").and_then(|at| path.get(..at + ".xlsx".len())).unwrap_or(path)
}
