//! A small editor: it starts the server, sends and reads messages, and waits for what it wants.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::first_steps;

/// Far more than anything needs, so that a busy machine fails no test.
const LONGEST: Duration = Duration::from_secs(60);

pub(super) struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    folder: TempDir,
    next: u64,
    versions: BTreeMap<String, u64>,
    /// Findings that are shown, by address.
    shown: BTreeMap<String, Value>,
    /// The items of the last completion.
    pub(super) completed: Vec<Value>,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Client {
    /// In an empty folder.
    pub(super) fn start() -> Client {
        let mut client = Client::silent();
        let capabilities = json!({ "workspace": { "workspaceEdit": { "resourceOperations": ["rename"] } } });
        let name = json!({ "clientInfo": { "name": "Visual Studio Code" }, "capabilities": capabilities });
        let began = client.request("initialize", name);
        assert!(began["result"]["capabilities"]["hoverProvider"].as_bool().unwrap(), "{began}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        client
    }

    /// One that has not said a word yet.
    pub(super) fn silent() -> Client {
        let folder = TempDir::new().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .arg("lsp")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (said, from) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut out) {
                if said.send(message).is_err() {
                    return;
                }
            }
        });
        let to = child.stdin.take();
        Client { child, to, from, folder, next: 0, versions: BTreeMap::new(), shown: BTreeMap::new(), completed: Vec::new() }
    }

    pub(super) fn first_steps() -> Client {
        let client = Client::start();
        for (path, bytes) in &first_steps().files {
            client.save(path, std::str::from_utf8(bytes).unwrap());
        }
        client
    }

    /// Takes over a game of this repository.
    pub(super) fn copy(&self, game: &str) {
        fn all(from: &Path, below: &str, client: &Client) {
            for entry in fs::read_dir(from).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
                if path.is_dir() {
                    all(&path, &format!("{name}/"), client);
                } else if let Ok(text) = fs::read_to_string(&path) {
                    client.save(&name, &text);
                }
            }
        }
        all(&Path::new(env!("CARGO_MANIFEST_DIR")).join(game), "", self);
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("my game").join(file)
    }

    pub(super) fn save(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    pub(super) fn uri(&self, file: &str) -> String {
        format!("file://{}", self.path(file).display()).replace(' ', "%20")
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).unwrap();
        to.flush().unwrap();
    }

    pub(super) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(super) fn hear(&mut self) -> Value {
        let said = self.from.recv_timeout(LONGEST).expect("the server says something");
        if said["method"] == "textDocument/publishDiagnostics" {
            let uri = said["params"]["uri"].as_str().unwrap().to_owned();
            self.shown.insert(uri, said["params"]["diagnostics"].clone());
        }
        said
    }

    /// Sends a request and waits for its answer; what else is said meanwhile is passed over.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let said = self.hear();
            if said["id"] == id {
                return said;
            }
        }
    }

    pub(super) fn tell(&mut self, method: &str, file: &str, mut params: Value) {
        params["textDocument"]["uri"] = self.uri(file).into();
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(super) fn open(&mut self, file: &str, text: &str) {
        if self.versions.contains_key(file) {
            self.tell("textDocument/didClose", file, json!({}));
        }
        let document = json!({ "textDocument": { "languageId": "x", "version": 1, "text": text } });
        self.versions.insert(file.to_owned(), 1);
        self.tell("textDocument/didOpen", file, document);
    }

    pub(super) fn change(&mut self, file: &str, text: &str) {
        self.changes(file, json!([{ "text": text }]));
    }

    pub(super) fn change_part(&mut self, file: &str, from: Value, to: Value, text: &str) {
        self.changes(file, json!([{ "range": { "start": from, "end": to }, "text": text }]));
    }

    fn changes(&mut self, file: &str, changes: Value) {
        let version = self.versions.entry(file.to_owned()).or_insert(1);
        *version += 1;
        let params = json!({ "textDocument": { "version": *version }, "contentChanges": changes });
        self.tell("textDocument/didChange", file, params);
    }

    /// The findings of a file as they are shown after all that was said before: an answer is given only then.
    pub(super) fn findings(&mut self, file: &str) -> Value {
        self.ask("textDocument/documentSymbol", file, Value::Null);
        self.shown.get(&self.uri(file)).cloned().unwrap_or_else(|| json!([]))
    }

    /// The result of a question about a place.
    pub(super) fn ask(&mut self, method: &str, file: &str, position: Value) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": position });
        let said = self.request(method, params);
        assert!(said.get("error").is_none(), "{method}: {said}");
        said["result"].clone()
    }

    pub(super) fn error(&mut self, method: &str, file: &str, position: Value, mut params: Value) -> String {
        params["textDocument"] = json!({ "uri": self.uri(file) });
        params["position"] = position;
        let said = self.request(method, params);
        said["error"]["message"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
    }

    pub(super) fn hover(&mut self, file: &str, position: Value) -> String {
        self.ask("textDocument/hover", file, position)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The labels that are offered and fit what is typed, in order.
    pub(super) fn complete(&mut self, file: &str, position: Value) -> Vec<String> {
        let found = self.ask("textDocument/completion", file, position);
        self.completed = found["items"].as_array().cloned().unwrap_or_default();
        self.completed.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// `file: text` of every place.
    pub(super) fn references(&mut self, file: &str, position: Value, declared: bool) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": position,
            "context": { "includeDeclaration": declared } });
        let found = self.request("textDocument/references", params)["result"].clone();
        let root = format!("{}/", self.uri("").trim_end_matches('/'));
        let places = found.as_array().unwrap().iter().map(|place| {
            let file = place["uri"].as_str().unwrap().strip_prefix(&root).unwrap();
            format!("{file}: {}", value_at(&self.text(file), &place["range"]))
        });
        places.collect()
    }

    pub(super) fn rename(&mut self, file: &str, position: Value, new: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": position, "newName": new });
        let said = self.request("textDocument/rename", params);
        assert!(said["result"]["changes"].is_object(), "{said}");
        said["result"].clone()
    }

    /// Carries edits out on the disk.
    pub(super) fn apply(&self, changes: &Value) {
        let root = format!("{}/", self.uri("").trim_end_matches('/'));
        for (uri, edits) in changes.as_object().unwrap() {
            let file = uri.strip_prefix(&root).unwrap_or_else(|| panic!("{uri} is not below {root}"));
            self.save(file, &edited(&self.text(file), edits));
        }
    }

    /// All findings that are shown, with their files.
    pub(super) fn shown(&self) -> Vec<(String, Value)> {
        let root = format!("{}/", self.uri("").trim_end_matches('/'));
        let all = self.shown.iter().filter_map(|(uri, list)| Some((uri.strip_prefix(&root)?.to_owned(), list)));
        all.flat_map(|(file, list)| list.as_array().unwrap().iter().map(move |one| (file.clone(), one.clone()))).collect()
    }

    /// Carries out on the disk what an action offers: edits of texts, or other names for files.
    pub(super) fn carry_out(&self, edit: &Value) {
        if edit["changes"].is_object() {
            self.apply(&edit["changes"]);
        }
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            assert_eq!(change["kind"], "rename", "{change}");
            let path =
                |name: &str| PathBuf::from(change[name].as_str().unwrap().strip_prefix("file://").unwrap().replace("%20", " "));
            fs::rename(path("oldUri"), path("newUri")).unwrap();
        }
    }

    pub(super) fn actions(&mut self, file: &str, range: &Value) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "range": range, "context": { "diagnostics": [] } });
        self.request("textDocument/codeAction", params)["result"].as_array().cloned().unwrap_or_default()
    }

    pub(super) fn format(&mut self, file: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "options": { "tabSize": 2, "insertSpaces": true } });
        self.request("textDocument/formatting", params)["result"].clone()
    }

    /// What `muster check` says of the same folder.
    pub(super) fn check(&self) -> Value {
        let done =
            Command::new(env!("CARGO_BIN_EXE_muster")).args(["check", "--format", "json"]).arg(self.path("")).output().unwrap();
        serde_json::from_slice(&done.stdout).unwrap()
    }

    /// Ends as the protocol wants it.
    pub(super) fn end(mut self) {
        assert_eq!(self.request("shutdown", Value::Null)["result"], Value::Null);
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }

    /// Closes the line and gives the exit code.
    pub(super) fn hang_up(mut self) -> Option<i32> {
        drop(self.to.take());
        self.child.wait().unwrap().code()
    }
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((_, number)) => length = number.trim().parse().unwrap(),
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

/// A byte as editors count.
pub(super) fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// Where something stands first.
pub(super) fn at(text: &str, what: &str) -> Value {
    position(text, text.find(what).unwrap_or_else(|| panic!("{what} is not there")))
}

fn byte(text: &str, place: &Value) -> usize {
    let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut left = usize::try_from(place["character"].as_u64().unwrap()).unwrap();
    let mut at = start;
    for letter in text[start..].chars() {
        if left == 0 {
            break;
        }
        left -= letter.len_utf16();
        at += letter.len_utf8();
    }
    at
}

/// The text of a range.
pub(super) fn value_at(text: &str, range: &Value) -> String {
    text[byte(text, &range["start"])..byte(text, &range["end"])].to_owned()
}

/// A text with edits carried out.
pub(super) fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| (byte(text, &edit["range"]["start"]), byte(text, &edit["range"]["end"]), edit["newText"].as_str().unwrap()))
        .collect();
    edits.sort_unstable();
    let mut out = text.to_owned();
    for (from, to, new) in edits.into_iter().rev() {
        out.replace_range(from..to, new);
    }
    out
}
