//! A short fuzz, the same in every run: files of First Steps, damaged a little by a seed. The long one is in
//! tests/fuzz; both ask what tests/fuzz/holds.rs says.

#[path = "fuzz/holds.rs"]
mod holds;

use muster::bundle::resolved;
use muster::compile::compile;
use muster::source::Memory;

use crate::support::{Random, first_steps, folder, one_of};

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

/// One file after the other, as the whole compile is fed.
fn joined(memory: &Memory) -> Vec<u8> {
    let mut text = Vec::new();
    for (path, bytes) in memory.files.iter().filter(|(path, _)| !path.ends_with(".md")) {
        text.extend_from_slice(holds::MARK);
        text.extend_from_slice(path.as_bytes());
        text.push(b'\n');
        text.extend_from_slice(bytes);
    }
    text
}

/// Damages each seed in turn, and asks.
fn rounds(seeds: &[Vec<u8>], rounds: u64, holds: fn(&[u8])) {
    // A sixth of them, so that it does not take long: `MUSTER_PROOF=all` tries all.
    for round in (0..rounds).step_by(one_of(6)) {
        let mut random = Random(round);
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            damage(&mut bytes, &mut random);
        }
        let asked = std::panic::catch_unwind(|| holds(&bytes));
        assert!(asked.is_ok(), "round {round}: {}", String::from_utf8_lossy(&bytes).chars().take(400).collect::<String>());
    }
}

fn files(ending: &str) -> Vec<Vec<u8>> {
    first_steps().files.into_iter().filter(|(path, _)| path.ends_with(ending)).map(|(_, bytes)| bytes).collect()
}

#[test]
fn damaged_games_are_reported_and_nothing_else() {
    rounds(&[joined(&first_steps())], 400, holds::game);
}

#[test]
fn damaged_sheets_are_reported_and_nothing_else() {
    rounds(&files(".csv"), 1_000, holds::sheet);
}

#[test]
fn damaged_json_is_read_as_others_read_it() {
    rounds(&files(".json"), 5_000, holds::json);
}

#[test]
fn damaged_bundles_are_refused() {
    let game = compile(&first_steps()).game;
    let scenario = game.scenarios.ids().next().unwrap();
    let text = serde_json::to_vec(&resolved(&game, scenario)).unwrap();
    assert!(muster::bundle::open(&holds::bundled(&text)).is_ok(), "a whole one is not");
    rounds(&[holds::bundled(&text), text], 300, holds::bundle);
}

/// Files of other programs, small and with much in them.
fn seeds(endings: [&str; 2]) -> Vec<Vec<u8>> {
    let seeds = folder("tests/fuzz/seeds").files.into_iter();
    seeds.filter(|(path, _)| endings.iter().any(|ending| path.ends_with(ending))).map(|(_, bytes)| bytes).collect()
}

#[test]
fn damaged_maps_of_tiled_are_refused_or_sound() {
    let seeds = seeds([".tmx", ".tmj"]);
    assert_eq!(seeds.len(), 3);
    rounds(&seeds, 2_000, holds::tiled);
}

#[test]
fn damaged_counter_sheets_are_refused_or_sound() {
    let seeds = seeds([".csv", ".csv"]);
    assert_eq!(seeds.len(), 3);
    rounds(&seeds, 1_500, holds::counters);
}

#[test]
fn damaged_drawings_are_refused_or_sound() {
    let seeds = seeds([".svg", ".svg"]);
    assert_eq!(seeds.len(), 2);
    rounds(&seeds, 800, holds::svg);
}

#[test]
fn damaged_modules_of_vassal_are_refused_or_sound() {
    for (part, count, times, holds) in [
        ("build-", 2, 250, holds::build_file as fn(&[u8])),
        ("piece-", 3, 450, holds::piece),
        ("prototypes-", 2, 150, holds::prototypes),
        ("save-", 2, 350, holds::save),
        ("workbook-", 2, 200, holds::workbook),
    ] {
        let files = folder("tests/fuzz/seeds").files.into_iter();
        let seeds: Vec<Vec<u8>> = files.filter(|(path, _)| path.starts_with(part)).map(|(_, bytes)| bytes).collect();
        assert_eq!(seeds.len(), count);
        rounds(&seeds, times, holds);
    }
}

/// A game by lot, as its log and as lines of the protocol.
fn played(scenario: &str, seed: u64) -> (Vec<u8>, Vec<u8>) {
    use muster::play::{Header, Match, Random, Settings};
    let model = compile(&first_steps()).game;
    let id = model.scenarios.iter().find(|(_, it)| it.id == scenario).unwrap().0;
    let engine = muster::rules::Engine::new(&model, Some(id));
    let mut game = Match::new(&engine, id, Settings { seed, ..Settings::default() }).unwrap();
    let mut log = format!("{}\n", Header::of(&game, None).line());
    let mut lines = format!("{{\"id\":1,\"open\":{{\"scenario\":\"{scenario}\",\"seed\":\"{seed}\",\"dice\":\"typed\"}}}}\n");
    let mut lot = Random::new(seed);
    while let Some(decision) = lot.decide(&game).filter(|_| game.decisions() < 120) {
        let by = game.ask().unwrap().by;
        game.decide(&decision).unwrap();
        let n = game.decisions();
        game.log_lines(by, &decision).iter().for_each(|line| log += &format!("{}\n", line.text(n)));
        lines += &format!("{}\n", serde_json::json!({"id": n, "do": [game.naming().decision(&decision)]}));
    }
    lines +=
        "{\"tell\":\"view\"}\n{\"tell\":\"reach\",\"piece\":\"a-1-i\"}\n{\"undo\":true}\n{\"takeback\":3}\n{\"tell\":\"log\"}\n";
    (log.into_bytes(), lines.into_bytes())
}

#[test]
fn damaged_logs_are_refused_or_replayed() {
    let seeds = [played("dash", 1).0, played("crossing", 2).0];
    // As they are they hold, so that the damaged ones come far.
    seeds.iter().for_each(|seed| holds::log(seed));
    rounds(&seeds, 120, holds::log);
}

#[test]
fn damaged_lines_of_the_protocol_get_an_answer() {
    let seeds = [played("dash", 3).1, played("crossing", 4).1];
    rounds(&seeds, 120, holds::protocol);
}
