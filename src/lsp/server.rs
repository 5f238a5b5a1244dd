//! The server: keeps the open texts, has games compiled beside, and answers when the newest text is compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::answer::{self, Client, Failed};
use super::frame::{self, Frame};
use super::overlay::Texts;
use super::{findings, place, text};
use crate::source::{limits, real_path};
use crate::threads;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was told to, as the protocol wants it.
    Asked,
    /// The line broke off.
    BrokenOff,
}

/// Something happened.
enum Event {
    Frame(Frame),
    /// A game was compiled, as it was after so many changes.
    Compiled(PathBuf, u64, Option<Arc<Analysis>>),
    /// Something that took longer is ready.
    Reply(Value),
}

/// A game to be compiled.
struct Job {
    root: PathBuf,
    after: u64,
    texts: Texts,
}

/// A text that is open.
struct Document {
    text: Arc<str>,
    /// The game that it belongs to.
    game: Option<PathBuf>,
    /// The change after which its game must be compiled to know it.
    after: u64,
}

/// A game of which something is open.
#[derive(Default)]
struct Game {
    /// After which change it is as it is now, and after which it was compiled. They are counted over all games, so that
    /// what was begun for a game that was closed is not taken for the one that is open now.
    changes: u64,
    compiled: Option<u64>,
    busy: bool,
    analysis: Option<Arc<Analysis>>,
    /// The last one that could be read at all, for what is asked while something is broken.
    whole: Option<Arc<Analysis>>,
    /// Files of which findings are shown.
    shown: BTreeSet<String>,
}

/// A request that waits for the newest text to be compiled.
struct Waiting {
    game: PathBuf,
    id: Value,
    method: String,
    params: Value,
}

struct Server<W: Write> {
    out: W,
    /// The other side no longer listens.
    gone: bool,
    events: Sender<Event>,
    jobs: Sender<Job>,
    client: Client,
    begun: bool,
    ending: bool,
    documents: BTreeMap<PathBuf, Document>,
    /// Addresses as the editor wrote them, by the path that they mean.
    addresses: BTreeMap<PathBuf, String>,
    games: BTreeMap<PathBuf, Game>,
    /// How many changes there were.
    changes: u64,
    /// Games that are shown although nothing of them is open.
    folders: BTreeSet<PathBuf>,
    waiting: Vec<Waiting>,
}

/// So many requests wait at most.
const WAITING: usize = 1_000;
/// So many texts are open at most.
const DOCUMENTS: usize = 2_000;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const NOT_BEGUN: i64 = -32002;
const CANCELLED: i64 = -32800;

/// Speaks with an editor until it ends.
pub fn serve(input: impl BufRead + Send + 'static, out: impl Write) -> Ended {
    let (events, happened) = mpsc::channel();
    let (jobs, work) = mpsc::channel();
    let to = events.clone();
    let reader = threads::begin(move || hear(input, &to));
    let to = events.clone();
    let worker = threads::begin(move || compile(&work, &to));
    if reader.is_none() || worker.is_none() {
        return Ended::BrokenOff;
    }
    let mut server = Server {
        out,
        gone: false,
        events,
        jobs,
        client: Client::default(),
        begun: false,
        ending: false,
        documents: BTreeMap::new(),
        addresses: BTreeMap::new(),
        games: BTreeMap::new(),
        changes: 0,
        folders: BTreeSet::new(),
        waiting: Vec::new(),
    };
    server.run(&happened)
}

fn hear(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let frame = frame::read(&mut input);
        let last = matches!(frame, Frame::End | Frame::Lost(_));
        if events.send(Event::Frame(frame)).is_err() || last {
            return;
        }
    }
}

fn compile(work: &Receiver<Job>, events: &Sender<Event>) {
    while let Ok(Job { root, after, texts }) = work.recv() {
        // A game that makes the compiler panic must not take the editor's help away.
        let made = threads::guarded(|| Analysis::new(&root, texts)).ok().and_then(Result::ok).map(Arc::new);
        if events.send(Event::Compiled(root, after, made)).is_err() {
            return;
        }
    }
}

impl<W: Write> Server<W> {
    fn run(&mut self, happened: &Receiver<Event>) -> Ended {
        while let Ok(event) = happened.recv() {
            match event {
                Event::Frame(Frame::Message(message)) => {
                    if let Some(ended) = self.message(message) {
                        return ended;
                    }
                }
                Event::Frame(Frame::Broken(why)) => self.fail(&Value::Null, PARSE_ERROR, &why),
                Event::Frame(Frame::Lost(why)) => {
                    self.fail(&Value::Null, PARSE_ERROR, &why);
                    return Ended::BrokenOff;
                }
                Event::Frame(Frame::End) => return if self.ending { Ended::Asked } else { Ended::BrokenOff },
                Event::Compiled(root, after, analysis) => self.compiled(&root, after, analysis),
                Event::Reply(message) => self.say(&message),
            }
            if self.gone {
                return Ended::BrokenOff;
            }
        }
        Ended::BrokenOff
    }

    fn say(&mut self, message: &Value) {
        self.gone |= frame::write(&mut self.out, message).is_err();
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn fail(&mut self, id: &Value, code: i64, why: &str) {
        self.say(&answer::failed(id, &Failed { code, why: why.to_owned() }));
    }

    /// Takes a message; says how it ended, if it was told to end.
    fn message(&mut self, message: Value) -> Option<Ended> {
        let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
        let Some(method) = message.get("method").and_then(Value::as_str).map(str::to_owned) else {
            // Answers to what was asked of the editor need no answer.
            if message.get("result").is_none() && message.get("error").is_none() {
                self.fail(&id.unwrap_or(Value::Null), INVALID_REQUEST, "a message must have a method");
            }
            return None;
        };
        let params = message.get("params").cloned().unwrap_or(Value::Null);
        if method == "exit" {
            return Some(if self.ending { Ended::Asked } else { Ended::BrokenOff });
        }
        match id {
            Some(id) => self.request(id, method, params),
            None if self.begun && !self.ending => self.notified(&method, &params),
            None => {}
        }
        None
    }

    fn request(&mut self, id: Value, method: String, params: Value) {
        match method.as_str() {
            "initialize" if self.begun => self.fail(&id, INVALID_REQUEST, "it has begun already"),
            "initialize" => {
                self.begun = true;
                self.client = Client::of(&params);
                self.folders = answer::folders(&params).into_iter().filter(|path| place::has(path, "module.json")).collect();
                self.say(&json!({ "jsonrpc": "2.0", "id": id, "result": answer::capabilities() }));
            }
            _ if !self.begun => self.fail(&id, NOT_BEGUN, "`initialize` comes first"),
            _ if self.ending => self.fail(&id, INVALID_REQUEST, "it has been shut down"),
            "shutdown" => {
                self.ending = true;
                self.say(&json!({ "jsonrpc": "2.0", "id": id, "result": null }));
            }
            _ => self.asked(id, method, params),
        }
    }

    /// A question about a text or a game.
    fn asked(&mut self, id: Value, method: String, params: Value) {
        if !answer::METHODS.contains(&method.as_str()) {
            let why = format!("`{}` is not known here", crate::source::shown(&method, 80));
            self.fail(&id, answer::UNKNOWN_METHOD, &why);
            return;
        }
        let path = answer::path(&params).map(|path| real_path(&path));
        let game = path.as_deref().and_then(|path| self.game_of(path));
        // What is about no file is about all games: one of them may still be compiled.
        let stale = || self.games.iter().find(|(_, game)| game.compiled != Some(game.changes)).map(|(root, _)| root.clone());
        let game = game.or_else(|| stale().filter(|_| path.is_none()));
        let fresh = game.as_ref().and_then(|root| self.games.get(root)).is_some_and(|game| game.compiled == Some(game.changes));
        // Completion must not wait: the text as it is and the names as they were are enough.
        let soon = method == "textDocument/completion"
            && game.as_ref().and_then(|root| self.games.get(root)).is_some_and(|game| game.whole.is_some());
        match game {
            Some(root) if !fresh && !soon && answer::needs_game(&method) => {
                if self.waiting.len() >= WAITING {
                    self.fail(&id, CANCELLED, "too many questions wait");
                } else {
                    self.waiting.push(Waiting { game: root, id, method, params });
                }
            }
            game => self.answer(game.as_deref(), &id, &method, &params),
        }
    }

    fn answer(&mut self, game: Option<&Path>, id: &Value, method: &str, params: &Value) {
        let known = game.and_then(|root| self.games.get(root));
        let analysis = known.and_then(|game| match method {
            "textDocument/completion" => game.whole.clone().or_else(|| game.analysis.clone()),
            _ => game.analysis.clone(),
        });
        let path = answer::path(params).map(|path| real_path(&path));
        let text = path.as_ref().and_then(|path| self.documents.get(path)).map(|document| Arc::clone(&document.text));
        let games = self.games.values().filter_map(|game| game.analysis.clone()).collect();
        let question = answer::Question {
            analysis,
            games,
            path,
            text,
            params: params.clone(),
            client: self.client,
            method: method.to_owned(),
        };
        if answer::takes_long(method) {
            let (to, id) = (self.events.clone(), id.clone());
            // If nobody hears the answer, the server has ended.
            let begun = threads::begin(move || to.send(Event::Reply(question.answered(&id))).is_ok());
            if begun.is_some() {
                return;
            }
            return self.fail(&Value::Null, answer::INTERNAL, "no thread can be begun");
        }
        let mut said = question.answered(id);
        if method == "workspace/executeCommand"
            && let Some(words) = said.get("result").and_then(Value::as_str)
        {
            let short = words.split("\n## ").next().unwrap_or(words).trim().to_owned();
            self.notify("window/showMessage", &json!({ "type": 3, "message": short }));
        }
        // The editor wrote the address in its own way, and wants it back so.
        self.readdress(&mut said);
        self.say(&said);
    }

    /// The game of a file: its own, or one that has read it.
    fn game_of(&self, path: &Path) -> Option<PathBuf> {
        let own = self.documents.get(path).map_or_else(|| place::game_of(path), |document| document.game.clone());
        own.filter(|root| self.games.contains_key(root)).or_else(|| {
            let reads = |game: &&Game| game.analysis.as_ref().is_some_and(|it| it.file_at(path).is_some());
            self.games.iter().find(|(_, game)| reads(game)).map(|(root, _)| root.clone())
        })
    }

    fn notified(&mut self, method: &str, params: &Value) {
        match method {
            "initialized" => {
                if self.client.watches {
                    let watchers = json!([{ "globPattern": "**/*.{json,csv,xlsx}" }]);
                    let registration = json!({ "id": "files", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": { "watchers": watchers } });
                    self.say(&json!({ "jsonrpc": "2.0", "id": "files", "method": "client/registerCapability",
                        "params": { "registrations": [registration] } }));
                }
                for root in self.folders.clone() {
                    self.changed(&root);
                }
            }
            "textDocument/didOpen" => {
                let text = params.pointer("/textDocument/text").and_then(Value::as_str);
                if let (Some(path), Some(text)) = (answer::path(params), text) {
                    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
                    self.open(&path, uri, text);
                }
            }
            "textDocument/didChange" => {
                let Some(path) = answer::path(params).map(|path| real_path(&path)) else { return };
                let Some(document) = self.documents.get_mut(&path) else { return };
                let mut new = document.text.to_string();
                if !text::change(&mut new, params.get("contentChanges").unwrap_or(&Value::Null)) || too_big(&new) {
                    let why = "a change made no sense and was not carried out; close the file and open it again";
                    self.notify("window/logMessage", &json!({ "type": 2, "message": why }));
                    return;
                }
                document.text = new.into();
                self.touched(&path);
            }
            "textDocument/didClose" => {
                let Some(path) = answer::path(params).map(|path| real_path(&path)) else { return };
                let Some(document) = self.documents.remove(&path) else { return };
                self.touched(&path);
                let Some(root) = document.game else { return };
                let open = self.documents.values().any(|document| document.game.as_ref() == Some(&root));
                if open || self.folders.contains(&root) {
                    self.changed(&root);
                } else {
                    self.forget(&root);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                for root in self.games.keys().cloned().collect::<Vec<_>>() {
                    self.changed(&root);
                }
            }
            "$/cancelRequest" => {
                let id = params.get("id");
                let (gone, left): (Vec<_>, Vec<_>) =
                    std::mem::take(&mut self.waiting).into_iter().partition(|waiting| Some(&waiting.id) == id);
                self.waiting = left;
                for waiting in gone {
                    self.fail(&waiting.id, CANCELLED, "it was cancelled");
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, path: &Path, uri: &str, text: &str) {
        if self.documents.len() >= DOCUMENTS || too_big(text) {
            let why = "this text is too large, or too many are open: it is read from the disk";
            self.notify("window/logMessage", &json!({ "type": 2, "message": why }));
            return;
        }
        let real = real_path(path);
        let game = place::game_of(&real);
        self.addresses.insert(real.clone(), uri.to_owned());
        self.documents.insert(real.clone(), Document { text: text.into(), game: game.clone(), after: 0 });
        if let Some(root) = game {
            self.games.entry(root).or_default();
        }
        self.touched(&real);
    }

    /// A text is another one now.
    fn touched(&mut self, path: &Path) {
        let own = self.documents.get(path).and_then(|document| document.game.clone());
        let reads = |game: &Game| game.analysis.as_ref().is_some_and(|it| it.file_at(path).is_some());
        let roots: Vec<PathBuf> = self
            .games
            .iter()
            .filter(|(root, game)| own.as_ref() == Some(*root) || reads(game))
            .map(|(root, _)| root.clone())
            .collect();
        for root in roots {
            self.changed(&root);
            let now = self.games.get(&root).map_or(0, |game| game.changes);
            if let Some(document) = self.documents.get_mut(path) {
                document.after = now;
            }
        }
    }

    /// Something of a game has changed.
    fn changed(&mut self, root: &Path) {
        self.changes += 1;
        self.games.entry(root.to_owned()).or_default().changes = self.changes;
        self.start(root);
    }

    /// Has a game compiled, unless it is being compiled: then it follows.
    fn start(&mut self, root: &Path) {
        let Some(game) = self.games.get_mut(root).filter(|game| !game.busy && game.compiled != Some(game.changes)) else {
            return;
        };
        game.busy = true;
        let texts = self.documents.iter().map(|(path, document)| (path.clone(), Arc::clone(&document.text))).collect();
        // If the worker is gone, everything is.
        self.gone |= self.jobs.send(Job { root: root.to_owned(), after: game.changes, texts }).is_err();
    }

    fn compiled(&mut self, root: &Path, after: u64, analysis: Option<Arc<Analysis>>) {
        let Some(game) = self.games.get_mut(root) else { return };
        game.busy = false;
        game.compiled = Some(after);
        if let Some(analysis) = &analysis {
            game.analysis = Some(Arc::clone(analysis));
            if !analysis.compiled.game.name.is_empty() || game.whole.is_none() {
                game.whole = Some(Arc::clone(analysis));
            }
        }
        self.start(root);
        if let Some(analysis) = analysis {
            self.publish(root, after, &analysis);
        } else if place::has(root, "module.json") {
            let why = format!("{} could not be checked; this is a bug of muster", root.display());
            self.notify("window/logMessage", &json!({ "type": 1, "message": why }));
        } else {
            self.clear(root);
        }
        let now = self.games.get(root).map_or(0, |game| game.changes);
        if after != now {
            return;
        }
        let (ready, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|waiting| waiting.game == root);
        self.waiting = left;
        for Waiting { id, method, params, .. } in ready {
            // What is about all games may have to wait for another one.
            if answer::path(&params).is_none() {
                self.asked(id, method, params);
            } else {
                self.answer(Some(root), &id, &method, &params);
            }
        }
    }

    /// Shows what was found. A text that has changed since keeps what is shown until it is compiled again.
    fn publish(&mut self, root: &Path, after: u64, analysis: &Analysis) {
        let stale: BTreeSet<String> =
            self.documents.iter().filter(|(_, document)| document.after > after).map(|(path, _)| place::uri(path)).collect();
        let found = findings::all(analysis);
        let before = self.games.get_mut(root).map(|game| std::mem::take(&mut game.shown)).unwrap_or_default();
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for uri in found.keys().chain(&before).collect::<BTreeSet<_>>() {
            let list = found.get(uri).cloned().unwrap_or_default();
            if stale.contains(uri) {
                shown.extend(before.get(uri).cloned());
                continue;
            }
            let open = place::path(uri).is_some_and(|path| self.documents.contains_key(&path));
            if !list.is_empty() || before.contains(uri) || open {
                self.show(uri, &list);
            }
            if !list.is_empty() {
                shown.insert(uri.clone());
            }
        }
        if let Some(game) = self.games.get_mut(root) {
            game.shown = shown;
        }
    }

    fn show(&mut self, uri: &str, list: &[Value]) {
        let mut params = json!({ "uri": uri, "diagnostics": list });
        self.readdress(&mut params);
        self.notify("textDocument/publishDiagnostics", &params);
    }

    fn clear(&mut self, root: &Path) {
        let shown = self.games.get_mut(root).map(|game| std::mem::take(&mut game.shown)).unwrap_or_default();
        for uri in shown {
            self.show(&uri, &[]);
        }
    }

    fn forget(&mut self, root: &Path) {
        self.clear(root);
        self.games.remove(root);
        let (gone, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|waiting| waiting.game == root);
        self.waiting = left;
        for waiting in gone {
            self.fail(&waiting.id, CANCELLED, "the file was closed");
        }
    }

    /// Puts the addresses of open texts as the editor writes them: links and escapes may differ from ours.
    fn readdress(&self, value: &mut Value) {
        let ours: BTreeMap<String, &String> =
            self.addresses.iter().map(|(path, uri)| (place::uri(path), uri)).filter(|(ours, theirs)| ours != *theirs).collect();
        if !ours.is_empty() {
            put(value, &ours);
        }
    }
}

fn too_big(text: &str) -> bool {
    text.len() as u64 > limits::FILE_BYTES
}

/// Puts one address in the place of another, wherever a message has one.
fn put(value: &mut Value, ours: &BTreeMap<String, &String>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| put(one, ours)),
        Value::Object(members) => {
            if let Some(changes) = members.get_mut("changes").and_then(Value::as_object_mut) {
                let renamed = std::mem::take(changes).into_iter();
                changes.extend(renamed.map(|(uri, edits)| (ours.get(&uri).map_or(uri, |theirs| (*theirs).clone()), edits)));
            }
            for (name, one) in members.iter_mut() {
                match one {
                    Value::String(text) if name == "uri" => {
                        if let Some(theirs) = ours.get(text) {
                            text.clone_from(theirs);
                        }
                    }
                    one => put(one, ours),
                }
            }
        }
        _ => {}
    }
}
