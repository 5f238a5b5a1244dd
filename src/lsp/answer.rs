//! Questions of an editor and their answers.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::overlay::MARK;
use super::text::{Position, range_of};
use super::{complete, findings, hover, layout, navigate, picture, place, schema, symbols};
use crate::compile::rules;
use crate::source::real_path;
use crate::span::FileId;
use crate::threads;

pub(super) const UNKNOWN_METHOD: i64 = -32601;
pub(super) const INTERNAL: i64 = -32603;
const INVALID_PARAMS: i64 = -32602;
const REFUSED: i64 = -32803;

/// Why there is no answer.
pub(super) struct Failed {
    pub(super) code: i64,
    pub(super) why: String,
}

pub(super) fn failed(id: &Value, failed: &Failed) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": failed.code, "message": failed.why } })
}

/// What the editor can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    /// It shows pictures in a hover.
    pub(super) pictures: bool,
    /// It tells when files change on the disk, if it is asked to.
    pub(super) watches: bool,
    /// It renames files.
    pub(super) renames: bool,
}

impl Client {
    pub(super) fn of(params: &Value) -> Client {
        let yes = |way: &str| params.pointer(way).and_then(Value::as_bool);
        let name = params.pointer("/clientInfo/name").and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let shows =
            ["visual studio code", "vscode", "vscodium", "code-server", "code - oss"].iter().any(|known| name.contains(known));
        let renames = params.pointer("/capabilities/workspace/workspaceEdit/resourceOperations").and_then(Value::as_array);
        Client {
            pictures: yes("/initializationOptions/pictures").unwrap_or(shows),
            watches: yes("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration").unwrap_or(false),
            renames: renames.is_some_and(|list| list.iter().any(|one| one == "rename")),
        }
    }
}

/// What the server can do.
pub(super) fn capabilities() -> Value {
    json!({
        "serverInfo": { "name": "muster", "version": env!("CARGO_PKG_VERSION") },
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["\"", ",", ";", "|", "@", "/", " "] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "documentFormattingProvider": true,
            "executeCommandProvider": { "commands": ["muster.explain"] },
            "experimental": { "musterMap": true, "musterCounters": true, "musterAt": true },
        },
    })
}

/// The folders that the editor has open.
pub(super) fn folders(params: &Value) -> Vec<PathBuf> {
    let listed = params.get("workspaceFolders").and_then(Value::as_array);
    let listed = listed.into_iter().flatten().filter_map(|folder| folder.get("uri")?.as_str());
    let all = listed.chain(params.get("rootUri").and_then(Value::as_str)).take(64);
    let mut all: Vec<PathBuf> = all.filter_map(place::path).map(|path| real_path(&path)).collect();
    all.sort();
    all.dedup();
    all
}

/// The file that a question is about.
pub(super) fn path(params: &Value) -> Option<PathBuf> {
    place::path(params.pointer("/textDocument/uri")?.as_str()?)
}

/// What can be asked.
pub(super) const METHODS: [&str; 15] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "workspace/symbol",
    "workspace/executeCommand",
    "muster/map",
    "muster/counters",
    "muster/at",
];

/// Whether the newest text must be compiled before there is an answer.
pub(super) fn needs_game(method: &str) -> bool {
    !["textDocument/formatting", "workspace/executeCommand"].contains(&method)
}

/// Whether others must not wait for the answer.
pub(super) fn takes_long(method: &str) -> bool {
    ["muster/map", "muster/counters"].contains(&method)
}

/// A question, with everything that is needed to answer it.
pub(super) struct Question {
    pub(super) analysis: Option<Arc<Analysis>>,
    /// All games of which something is open.
    pub(super) games: Vec<Arc<Analysis>>,
    pub(super) path: Option<PathBuf>,
    /// The text as the editor has it.
    pub(super) text: Option<Arc<str>>,
    pub(super) params: Value,
    pub(super) client: Client,
    pub(super) method: String,
}

type Answer = Result<Value, Failed>;

impl Question {
    /// The answer as a message.
    pub(super) fn answered(&self, id: &Value) -> Value {
        let answer = threads::guarded(|| self.answer());
        let answer = answer.unwrap_or_else(|_| Err(Failed { code: INTERNAL, why: "this is a bug of muster".to_owned() }));
        match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(why) => failed(id, &why),
        }
    }

    fn answer(&self) -> Answer {
        match self.method.as_str() {
            "textDocument/formatting" => return self.formatted(),
            "workspace/executeCommand" => return self.explained(),
            "workspace/symbol" => {
                let query = self.params.get("query").and_then(Value::as_str).unwrap_or_default();
                return Ok(Value::Array(self.games.iter().flat_map(|game| symbols::named(game, query)).collect()));
            }
            _ => {}
        }
        // A file that belongs to no game is none of ours.
        let Some(analysis) = &self.analysis else { return Ok(Value::Null) };
        let refused = |why: String| Failed { code: REFUSED, why };
        match self.method.as_str() {
            "muster/map" => {
                return picture::map(analysis, self.params.get("scenario").and_then(Value::as_str)).map_err(refused);
            }
            "muster/counters" => return picture::counters(analysis).map_err(refused),
            "textDocument/documentSymbol" => {
                let file = self.path.as_deref().and_then(|path| analysis.file_at(path));
                return Ok(file.map_or(Value::Null, |(_, file)| Value::Array(symbols::outline(file))));
            }
            "textDocument/codeAction" => return self.actions(analysis),
            "textDocument/completion" => return self.completed(analysis),
            _ => {}
        }
        let Some((file, byte)) = self.place(analysis)? else { return Ok(Value::Null) };
        Ok(match self.method.as_str() {
            "textDocument/hover" => hover::hover(analysis, file, byte, self.client.pictures).unwrap_or(Value::Null),
            "textDocument/definition" => Value::Array(navigate::definition(analysis, file, byte)),
            "textDocument/references" => {
                let declared = self.params.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
                Value::Array(navigate::references(analysis, file, byte, declared))
            }
            "textDocument/documentHighlight" => Value::Array(navigate::highlights(analysis, file, byte)),
            "textDocument/prepareRename" => navigate::prepare(analysis, file, byte).map_err(refused)?,
            "textDocument/rename" => {
                let new = self.params.get("newName").and_then(Value::as_str).ok_or_else(|| wrong("newName"))?;
                navigate::rename(analysis, file, byte, new).map_err(refused)?
            }
            "muster/at" => hover::pointed(analysis, file, self.position()?),
            _ => Value::Null,
        })
    }

    fn position(&self) -> Result<Position, Failed> {
        Position::read(self.params.get("position")).ok_or_else(|| wrong("position"))
    }

    /// The byte that is asked about; nothing if the game does not read the file.
    fn place(&self, analysis: &Analysis) -> Result<Option<(FileId, usize)>, Failed> {
        let position = self.position()?;
        let path = self.path.as_deref().ok_or_else(|| wrong("textDocument"))?;
        Ok(analysis.byte(path, position))
    }

    fn actions(&self, analysis: &Analysis) -> Answer {
        let of = |end: &str| Position::read(self.params.pointer(&format!("/range/{end}"))).ok_or_else(|| wrong("range"));
        let (from, to) = (of("start")?, of("end")?);
        let path = self.path.as_deref().ok_or_else(|| wrong("textDocument"))?;
        let mut all = Vec::new();
        for (file, _) in analysis.files_at(path) {
            all.extend(findings::actions(analysis, file, from, to, self.client.renames));
        }
        Ok(Value::Array(all))
    }

    fn completed(&self, analysis: &Analysis) -> Answer {
        let position = self.position()?;
        let (Some(path), Some(text)) = (&self.path, &self.text) else { return Ok(Value::Null) };
        Ok(complete::complete(analysis, path, text, position.byte(text)))
    }

    fn formatted(&self) -> Answer {
        let (Some(path), Some(text)) = (&self.path, &self.text) else { return Ok(Value::Null) };
        let wide =
            self.params.pointer("/options/tabSize").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(2);
        let spaces = self.params.pointer("/options/insertSpaces").and_then(Value::as_bool).unwrap_or(true);
        let indent = if spaces { " ".repeat(wide.min(16)) } else { "\t".to_owned() };
        // A mark before the text stays where it is.
        let own = text.strip_prefix(MARK).unwrap_or(text);
        let laid = if schema::is_sheet(path) {
            layout::sheet(own)
        } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) {
            layout::json(own, &indent)
        } else {
            None
        };
        let Some(laid) = laid else { return Ok(Value::Null) };
        if laid == own {
            return Ok(json!([]));
        }
        Ok(json!([{ "range": range_of(text, text.len() - own.len(), text.len()), "newText": laid }]))
    }

    /// What a code means.
    fn explained(&self) -> Answer {
        let known = self.params.get("command").and_then(Value::as_str) == Some("muster.explain");
        let code = self.params.pointer("/arguments/0").and_then(Value::as_str).filter(|_| known);
        let found = code.and_then(|code| rules().into_iter().find(|rule| rule.code == code));
        found.map(|rule| json!(format!("{} {}\n\n{}", rule.code, rule.name, rule.docs))).ok_or_else(|| wrong("arguments"))
    }
}

fn wrong(what: &str) -> Failed {
    Failed { code: INVALID_PARAMS, why: format!("`{what}` is missing or makes no sense") }
}
