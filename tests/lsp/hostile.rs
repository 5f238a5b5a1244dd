//! Whatever comes over the line gets an answer, and ends nothing but the line itself.

use serde_json::{Value, json};

use super::client::Client;

const METHODS: [&str; 13] = [
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
    "muster/map",
    "muster/counters",
    "muster/at",
];

#[test]
fn what_is_no_message_is_answered() {
    let mut client = Client::start();
    for (body, code) in
        [("{", -32700), ("", -32700), ("\u{0}\u{1}", -32700), ("[]", -32600), ("3", -32600), ("{\"id\":1}", -32600)]
    {
        client.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        assert_eq!(client.hear()["error"]["code"], code, "{body}");
    }
    let deep = "[".repeat(500_000);
    client.raw(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    assert_eq!(client.hear()["error"]["code"], -32700);
    assert_eq!(client.request("textDocument/inlayHint", json!({}))["error"]["code"], -32601);
    assert_eq!(client.request("initialize", json!({}))["error"]["code"], -32600, "twice");
    // Notifications that nobody knows need no answer.
    client.send(&json!({ "jsonrpc": "2.0", "method": "$/setTrace", "params": { "value": "off" } }));
    client.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": [1, 2] }));
    client.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": { "textDocument": { "uri": 3 } } }));
    client.send(&json!({ "jsonrpc": "2.0", "id": "files", "result": null }));
    client.end();
}

#[test]
fn a_line_that_cannot_be_understood_ends() {
    for (bytes, code) in [
        (&b"Content-Length: 99999999999999999999\r\n\r\n"[..], Some(1)),
        (&b"Content-Length: 18446744073709551615\r\n\r\n{}"[..], Some(1)),
        (&b"GET / HTTP/1.1\r\n\r\n"[..], Some(1)),
        (&b""[..], Some(1)),
    ] {
        let mut client = Client::silent();
        client.raw(bytes);
        assert_eq!(client.hang_up(), code, "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn nothing_is_answered_before_the_beginning_and_after_the_end() {
    let mut client = Client::silent();
    assert_eq!(client.request("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.request("initialize", json!({ "capabilities": "none", "rootUri": 7, "workspaceFolders": [{}, 3] }));
    client.request("shutdown", Value::Null);
    assert_eq!(client.request("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(client.hang_up(), Some(0));
}

#[test]
fn every_question_about_anything_is_answered() {
    let mut client = Client::first_steps();
    let units = client.text("units.csv");
    client.open("units.csv", &units);
    client.open("notes.txt", "no file of the game");
    client.open("module.json", &client.text("module.json"));
    let places = [
        json!({ "line": 4_000_000_000u64, "character": 4_000_000_000u64 }),
        json!({ "line": 0, "character": 9_000_000_000_000_000_000u64 }),
        json!({ "line": -1, "character": 1.5 }),
        json!("here"),
        Value::Null,
    ];
    let outside = ["file:///nowhere/at/all/units.csv", "file:///etc/passwd", "untitled:Untitled-1", "file://", "%%%", ""];
    let inside = [client.uri("units.csv"), client.uri("notes.txt"), client.uri("missing.json"), client.uri("scenarios")];
    for method in METHODS {
        for uri in outside.iter().map(|uri| (*uri).to_owned()).chain(inside.clone()) {
            let place = &places[method.len() % places.len()];
            for place in [place, &places[0]] {
                let range = json!({ "start": place, "end": place });
                let params = json!({ "textDocument": { "uri": uri }, "position": place, "range": range, "newName": "x" });
                let said = client.request(method, params);
                assert!(said.get("result").is_some() || said["error"]["code"].as_i64() != Some(-32603), "{method} {uri}: {said}");
            }
        }
        let said = client.request(method, json!([1]));
        assert_ne!(said["error"]["code"], -32603, "{method}: {said}");
    }
    // Changes that make no sense are not carried out, and said.
    let backwards =
        json!([{ "range": { "start": { "line": 3, "character": 0 }, "end": { "line": 1, "character": 0 } }, "text": "x" }]);
    client.tell("textDocument/didChange", "units.csv", json!({ "contentChanges": backwards }));
    assert_eq!(client.findings("units.csv"), json!([]));
    // A game that goes away while it is open.
    client.change("module.json", "");
    assert_eq!(client.findings("module.json")[0]["severity"], 1);
    client.end();
}

#[test]
fn a_question_that_waits_can_be_cancelled_and_texts_of_any_kind_are_taken() {
    let mut client = Client::first_steps();
    let units = client.text("units.csv");
    for text in ["\u{feff}id,side\r\n\"a\r\nb\",x\r", "\"", ",,,\n,,,", "🛡", "id\u{0}", &units] {
        client.open("units.csv", text);
        client.ask("textDocument/hover", "units.csv", json!({ "line": 0, "character": 1 }));
        client.ask("textDocument/completion", "units.csv", json!({ "line": 1, "character": 1 }));
        client.format("units.csv");
    }
    for text in
        ["{", "\"", "[[[[", "{\"a\":\"\\", "// ", "/*", "\u{feff}{}", "nul", "{\"stacking\":{\"limits\":[{\"id\":\"\\ud800\"}]}}"]
    {
        client.open("rules.json", text);
        client.ask("textDocument/completion", "rules.json", json!({ "line": 0, "character": text.len() }));
        client.ask("textDocument/hover", "rules.json", json!({ "line": 0, "character": 2 }));
        client.format("rules.json");
    }
    client.change("units.csv", &format!("{units}\n"));
    let params = json!({ "textDocument": { "uri": client.uri("units.csv") }, "position": { "line": 2, "character": 1 } });
    client.send(&json!({ "jsonrpc": "2.0", "id": "late", "method": "textDocument/hover", "params": params }));
    client.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "late" } }));
    loop {
        let said = client.hear();
        if said["id"] == "late" {
            let code = said["error"]["code"].as_i64();
            assert!(code == Some(-32800) || said.get("result").is_some(), "{said}");
            break;
        }
    }
    client.end();
}
