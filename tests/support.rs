//! Games in memory, edited a little, and what Muster says of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use muster::compile::{Compiled, compile};
use muster::source::Memory;

/// A game's folder as files in memory.
pub(crate) fn folder(path: &str) -> Memory {
    fn read(root: &Path, at: &Path, memory: &mut Memory) {
        let mut entries: Vec<_> = std::fs::read_dir(at).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                read(root, &path, memory);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                memory.files.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut memory = Memory::new();
    read(&root, &root, &mut memory);
    memory
}

/// A module without its worked examples: large games play hundreds of them, and few tests ask about them.
pub(crate) fn unplayed(name: &str) -> Memory {
    let mut memory = folder(&format!("modules/{name}"));
    memory.files.remove("examples.json");
    memory
}

/// First Steps, the base of the tests.
pub(crate) fn first_steps() -> Memory {
    folder("modules/first-steps")
}

/// A game's files in a folder of their own; gives the folder.
pub(crate) fn on_disk(memory: &Memory, dir: &Path) -> PathBuf {
    for (name, bytes) in &memory.files {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    dir.to_owned()
}

/// Replaces text that must be there exactly once.
pub(crate) fn edit(mut memory: Memory, file: &str, from: &str, to: &str) -> Memory {
    let text = String::from_utf8(memory.files.get(file).unwrap_or_else(|| panic!("no file {file}")).clone()).unwrap();
    assert_eq!(text.matches(from).count(), 1, "`{from}` must stand once in {file}");
    memory.files.insert(file.to_owned(), text.replace(from, to).into_bytes());
    memory
}

/// A small game from a few files.
pub(crate) fn game(files: &[(&str, &str)]) -> Memory {
    let mut memory = Memory::new();
    for (path, text) in files {
        memory.files.insert((*path).to_owned(), text.as_bytes().to_vec());
    }
    memory
}

/// Everything that is said, one line each: `file:line:col code «underlined» message | help`.
pub(crate) fn said(memory: &Memory) -> Vec<String> {
    lines(&compile(memory))
}

/// The lines of a result.
pub(crate) fn lines(compiled: &Compiled) -> Vec<String> {
    compiled
        .diags
        .iter()
        .map(|diag| {
            let file = compiled.files.get(diag.place.file).unwrap();
            let span = compiled.files.span(&diag.place);
            let at = file.line_column(span.start);
            let under = file.tree.text().get(span.range()).expect("a place lies inside its file");
            let others = if diag.repeats.is_empty() { String::new() } else { format!(" +{}", diag.repeats.len()) };
            let help = diag.help.as_deref().expect("every finding has a help");
            format!("{}:{}:{} {}{others} «{under}» {} | {help}", file.path, at.line, at.column, diag.rule.code, diag.message)
        })
        .collect()
}

/// The codes that are reported, in order.
pub(crate) fn codes(memory: &Memory) -> Vec<&'static str> {
    compile(memory).diags.iter().map(|diag| diag.rule.code).collect()
}

/// Exactly this one thing is said.
#[track_caller]
pub(crate) fn says(memory: &Memory, expected: &str) {
    assert_eq!(said(memory), [expected]);
}

/// Nothing is said.
#[track_caller]
pub(crate) fn clean(memory: &Memory) {
    assert_eq!(said(memory), [""; 0]);
}

/// Whether everything is tried: `MUSTER_PROOF=all`. Otherwise tests that say so take a part, so that all of them together
/// take minutes.
pub(crate) fn all() -> bool {
    std::env::var("MUSTER_PROOF").is_ok_and(|how| how == "all")
}

/// Of so many one is tried, if not everything is.
pub(crate) fn one_of(many: usize) -> usize {
    if all() { 1 } else { many }
}

/// Tries every job on all cores; the answers come in the order of the jobs.
pub(crate) fn try_all<J: Sync, R: Send>(jobs: &[J], one: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let answers: Mutex<BTreeMap<usize, R>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((n, job)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, jobs.get(n)?))) {
                    let answer = one(job);
                    answers.lock().unwrap().insert(n, answer);
                }
            });
        }
    });
    answers.into_inner().unwrap().into_values().collect()
}

/// The cells of a sheet; quotes may hold commas, and doubled quotes.
pub(crate) fn csv(text: &str) -> Vec<Vec<String>> {
    let line = |line: &str| {
        let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(std::mem::take(&mut cell)),
                c => cell.push(c),
            }
        }
        cells.push(cell);
        cells
    };
    text.lines().filter(|text| !text.is_empty()).map(line).collect()
}

/// A PNG of that size, all of one colour.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 180, 120]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// SplitMix64: the same choices in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end.max(1) as u64).unwrap()
    }
}
