//! The whole compile. The input is one text with the files of a game one after the other, each after a line
//! `==== path`; tests/fuzz/run.sh makes such texts of the games under modules/.

#![no_main]

#[path = "../sane.rs"]
mod sane;

use libfuzzer_sys::fuzz_target;
use muster::source::Memory;

/// What stands before the path of a file.
const MARK: &[u8] = b"\n==== ";
/// More files than the games have.
const FILES: usize = 40;

fuzz_target!(|bytes: &[u8]| {
    let mut memory = Memory::new();
    let mut rest = bytes;
    for _ in 0..FILES {
        let Some(at) = find(rest, MARK) else { break };
        let (_, after) = rest.split_at(at + MARK.len());
        let line = find(after, b"\n").unwrap_or(after.len());
        let (path, text) = after.split_at(line);
        let text = text.strip_prefix(b"\n").unwrap_or(text);
        let end = find(text, MARK).unwrap_or(text.len());
        let (text, next) = text.split_at(end);
        memory = memory.with(&String::from_utf8_lossy(path), text);
        rest = next;
    }
    sane::sane(&memory);
});

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
