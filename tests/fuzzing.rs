//! A short fuzz of the whole compile, the same in every run: files of First Steps, damaged a little by a seed.
//!
//! The long one is in tests/fuzz. Both hold what [`sane`] says: no panic, no fault of our own, every place inside
//! its file, and not more findings than anyone could read.

use muster::compile::compile;
use muster::source::Memory;

use crate::support::first_steps;

/// So many games are damaged and compiled.
const ROUNDS: u64 = 3_000;
/// What is put into files: tokens at which something changes its meaning, and numbers at the edges.
const TOKENS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "//",
    "/*",
    "\n",
    ";",
    "\t",
    "|",
    "@",
    "-",
    "/",
    "?",
    "#",
    "0",
    "-1",
    "999999999999",
    "1e308",
    "0.5",
    "null",
    "true",
    "{}",
    "[]",
    "\"\"",
    "\u{e9}",
    "\u{1f3b2}",
    "\u{feff}",
    "\0",
    "\u{202e}",
    "0101",
    "0101-1410",
    "9999",
    "d6",
    "1@A",
    "\"list\"",
    "\"csv\"",
    "\"all\"",
    "\"not\"",
    "\"extends\"",
    "\"in\"",
    "\"units.csv\"",
];

/// SplitMix64: the same damage in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end.max(1) as u64).unwrap()
    }
}

/// One small damage.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let token = TOKENS[random.below(TOKENS.len())];
    match random.below(8) {
        0 => bytes.truncate(at),
        1 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        2 => drop(bytes.drain(at..(at + 1 + random.below(12)).min(bytes.len()))),
        3 | 4 => drop(bytes.splice(at..at, token.bytes())),
        5 => drop(bytes.splice(at..(at + 1 + random.below(4)).min(bytes.len()), token.bytes())),
        6 => swap_words(bytes, random),
        _ => {
            // Something again, elsewhere.
            let piece = bytes[at..(at + 1 + random.below(60)).min(bytes.len())].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
    }
}

/// Puts one word of the file in the place of another: what is there still reads well, and means something else.
fn swap_words(bytes: &mut Vec<u8>, random: &mut Random) {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let mut words: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, _) in bytes.iter().enumerate().filter(|(_, b)| is_word(b)) {
        match words.last_mut() {
            Some(word) if word.end == i => word.end = i + 1,
            _ => words.push(i..i + 1),
        }
    }
    if words.is_empty() {
        return;
    }
    let from = bytes[words[random.below(words.len())].clone()].to_vec();
    bytes.splice(words[random.below(words.len())].clone(), from);
}

/// What holds of every game, however broken.
fn sane(memory: &Memory, round: u64) {
    let compiled = compile(memory);
    let bytes: usize = memory.files.values().map(Vec::len).sum();
    assert!(compiled.diags.len() <= 100 + bytes / 4, "round {round}: {} findings", compiled.diags.len());
    for diag in &compiled.diags {
        assert_ne!(diag.rule.code, "M0107", "round {round}: {}", diag.message);
        assert!(diag.help.is_some(), "round {round}: {} without help", diag.message);
        let related = diag.related.iter().map(|(place, _)| place);
        for place in std::iter::once(&diag.place).chain(related).chain(&diag.others) {
            let file = compiled.files.get(place.file).unwrap_or_else(|| panic!("round {round}: a place in no file"));
            let span = compiled.files.span(place);
            let inside = file.tree.text().get(span.range()).is_some();
            assert!(inside, "round {round}: {span:?} is outside {}: {}", file.path, diag.message);
        }
    }
}

#[test]
fn damaged_games_are_reported_and_nothing_else() {
    let whole = first_steps();
    let names: Vec<&String> = whole.files.keys().filter(|name| !name.ends_with(".md")).collect();
    for round in 0..ROUNDS {
        let mut random = Random(round);
        let mut memory = whole.clone();
        for _ in 0..=random.below(4) {
            let name = names[random.below(names.len())].clone();
            let bytes = memory.files.get_mut(&name).unwrap();
            for _ in 0..=random.below(3) {
                damage(bytes, &mut random);
            }
        }
        sane(&memory, round);
    }
}
