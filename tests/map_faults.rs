//! Faults planted in the real maps, one at a time: each is named, in the line where it was planted.
//!
//! A fault is an edit of one line of map.json, with the codes that may name it. The edits know nothing of the map
//! but its text, as a hand that slips knows nothing.

use muster::compile::compile;
use muster::model::{Edge, Map};
use muster::source::Memory;

use crate::support::{Random, folder, one_of};

const MAPS: [&str; 4] = ["bastogne", "enemy-action", "bitter-woods", "ardennes-44"];
/// So many of each kind in each map.
const EACH: u64 = 5;

/// A kind of fault: what a line must contain, how it is spoilt, and the codes that may name it.
struct Fault {
    name: &'static str,
    line: &'static str,
    edit: fn(&str, &mut Random, &Map) -> Option<String>,
    codes: &'static [&'static str],
}

/// The words between the quotes after this key, with the text before and after them.
fn words<'a>(line: &'a str, key: &str) -> Option<(&'a str, Vec<&'a str>, &'a str)> {
    let start = line.find(key)? + key.len();
    let open = start + line[start..].find('"')? + 1;
    let close = open + line[open..].find('"')?;
    Some((&line[..open], line[open..close].split(' ').collect(), &line[close..]))
}

fn joined((before, words, after): (&str, Vec<String>, &str)) -> String {
    format!("{before}{}{after}", words.join(" "))
}

/// Changes one word that is a single hex, neither the first nor the last of its list.
fn one_word(line: &str, key: &str, random: &mut Random, change: impl Fn(&str) -> Vec<String>) -> Option<String> {
    let (before, words, after) = words(line, key)?;
    let single: Vec<usize> = (1..words.len().saturating_sub(1)).filter(|&i| !words[i].contains('-')).collect();
    let at = *single.get(random.below(single.len()))?;
    let edited = words.iter().enumerate().flat_map(|(i, word)| if i == at { change(word) } else { vec![(*word).to_owned()] });
    Some(joined((before, edited.collect(), after)))
}

/// The same hex number with another last digit but one: ten rows or columns away.
fn elsewhere(hex: &str) -> String {
    let mut chars: Vec<char> = hex.chars().collect();
    let at = chars.len() - 2;
    chars[at] = if chars[at] == '0' { '1' } else { '0' };
    chars.into_iter().collect()
}

/// The content of a row of glyphs, with its indent and what follows.
fn glyphs(line: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (before, words, after) = words(line, "      ")?;
    (words.len() > 10 && words.iter().all(|word| word.chars().count() == 1)).then_some((before, words, after))
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "a road jumps",
        line: "\"through\"",
        edit: |line, random, _| one_word(line, "\"through\": ", random, |hex| vec![elsewhere(hex)]),
        codes: &["M0307", "M0302"],
    },
    Fault {
        name: "a hex of a road stands twice",
        line: "\"through\"",
        edit: |line, random, _| one_word(line, "\"through\": ", random, |hex| vec![hex.to_owned(), hex.to_owned()]),
        codes: &["M0307"],
    },
    Fault {
        name: "a hex of a bank lies elsewhere",
        line: "\"between\"",
        edit: |line, random, _| one_word(line, "\"between\": [", random, |hex| vec![elsewhere(hex)]),
        codes: &["M0306", "M0302", "M0310"],
    },
    Fault {
        name: "a glyph is missing",
        line: "      \"",
        edit: |line, random, _| {
            let (before, mut words, after) = glyphs(line)?;
            words.remove(random.below(words.len()));
            Some(joined((before, words.into_iter().map(str::to_owned).collect(), after)))
        },
        codes: &["M0303"],
    },
    Fault {
        name: "a glyph means nothing",
        line: "      \"",
        edit: |line, random, _| {
            let (before, mut words, after) = glyphs(line)?;
            let at = random.below(words.len());
            words[at] = "X";
            Some(joined((before, words.into_iter().map(str::to_owned).collect(), after)))
        },
        codes: &["M0304"],
    },
    Fault {
        name: "a glyph is explained that nowhere is",
        line: "\"legend\"",
        edit: |line, _, _| Some(line.replacen("{ ", "{ \"Q\": \"clear\", ", 1)),
        codes: &["M0309"],
    },
    Fault {
        name: "a bridge is not at its river",
        line: "\"at\": \"",
        edit: |line, _, _| {
            let (before, words, after) = words(line, "\"at\": ")?;
            let (a, b) = words.first()?.split_once('/')?;
            Some(format!("{before}{a}/{}{after}", elsewhere(b)))
        },
        codes: &["M0306", "M0302", "M0308"],
    },
    Fault {
        name: "a place is not on the map",
        line: "\"name\": ",
        edit: |line, _, _| {
            let (before, words, after) = words(line, "\"hexes\": ")?;
            let hex = words.first()?;
            let sheet: String = hex.chars().take_while(char::is_ascii_alphabetic).collect();
            Some(format!("{before}{sheet}9999{after}"))
        },
        codes: &["M0302"],
    },
    Fault {
        name: "a zero is lost",
        line: "\"hexes\": \"0",
        edit: |line, _, _| Some(line.replacen("\"hexes\": \"0", "\"hexes\": \"", 1)),
        codes: &["M0302"],
    },
    Fault {
        name: "a hex of a place stands twice",
        line: "\"class\"",
        edit: |line, _, _| {
            let (before, words, after) = words(line, "\"hexes\": ")?;
            let hex = words.first().filter(|hex| !hex.contains('-'))?;
            Some(format!("{before}{hex} {}{after}", words.join(" ")))
        },
        codes: &["M0310"],
    },
    Fault {
        name: "a place is a terrain that is not there",
        line: "\"class\": \"town\"",
        edit: |line, _, _| Some(line.replacen("\"class\": \"town\"", "\"class\": \"towm\"", 1)),
        codes: &["M0201"],
    },
    Fault {
        name: "a road leaves where it never comes",
        line: "\"leaves\": [",
        edit: |line, _, map| {
            let (_, words, _) = words(line, "\"through\": ")?;
            let ends = [words.first()?.split('-').next()?, words.last()?.split('-').next_back()?];
            let ends: Vec<_> = ends.iter().filter_map(|end| map.board.parse(end).ok()).collect();
            let to = Edge::ALL.into_iter().find(|edge| !ends.iter().any(|end| map.on_edge(*end, *edge)))?;
            Some(line.replacen("\"leaves\": [", &format!("\"leaves\": [\"{}\", ", to.word()), 1))
        },
        codes: &["M0320"],
    },
    Fault {
        name: "a place is written twice in two spellings",
        line: "\"class\": \"",
        edit: |line, _, _| {
            let end = line.trim_end().trim_end_matches(',');
            let (before, words, after) = words(end, "\"name\": ").filter(|_| end.contains("\"hexes\""))?;
            Some(format!("{end},\n{before}{}x{after},", words.join(" ")))
        },
        codes: &["M0321"],
    },
    Fault {
        name: "an entry, an exit or a source is inland",
        line: "\"edge\": ",
        edit: |line, _, _| {
            let edge = ["north", "east", "south", "west"].into_iter().find(|edge| line.contains(&format!("\"{edge}\"")))?;
            let other = match edge {
                "north" => "south",
                "south" => "north",
                "east" => "west",
                _ => "east",
            };
            Some(line.replacen(&format!("\"{edge}\""), &format!("\"{other}\""), 1))
        },
        codes: &["M0316"],
    },
];

/// What was found of one planted fault.
enum Outcome {
    Named,
    Elsewhere(String),
    Missed(String),
}

fn plant(map: &Memory, whole: &Map, fault: &Fault, seed: u64) -> Option<Outcome> {
    let text = String::from_utf8(map.files["map.json"].clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut random = Random(seed);
    let fitting: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].contains(fault.line)).collect();
    let (at, edited) = (0..20).find_map(|_| {
        let at = *fitting.get(random.below(fitting.len()))?;
        Some((at, (fault.edit)(lines[at], &mut random, whole).filter(|edited| edited != lines[at])?))
    })?;
    let mut all: Vec<&str> = lines.clone();
    all[at] = &edited;
    let compiled = compile(&map.clone().with("map.json", all.join("\n")));
    let found: Vec<String> = compiled.diags.iter().map(|diag| format!("{} {}", diag.rule.code, diag.message)).collect();
    let planted = at + 1..=at + 1 + edited.matches('\n').count();
    let here = |diag: &&muster::diag::Diag| {
        let line_of = |place: &muster::span::Place| {
            let start = compiled.files.span(place).start as usize;
            compiled.files.get(place.file).map_or(0, |file| file.tree.text()[..start].matches('\n').count() + 1)
        };
        let related = diag.related.iter().map(|(place, _)| place);
        std::iter::once(&diag.place).chain(related).any(|place| planted.contains(&line_of(place)))
    };
    let named: Vec<_> = compiled.diags.iter().filter(|diag| fault.codes.contains(&diag.rule.code)).collect();
    let what = format!("{}\n  {}\n  {found:?}", lines[at].trim(), edited.trim());
    Some(if named.iter().any(here) {
        Outcome::Named
    } else if named.is_empty() {
        Outcome::Missed(what)
    } else {
        Outcome::Elsewhere(what)
    })
}

#[test]
fn planted_faults_are_named_where_they_are() {
    let mut wrong = Vec::new();
    let mut planted = 0;
    for name in MAPS {
        let map = folder(&format!("tests/maps/{name}"));
        let whole = compile(&map).game.map.unwrap();
        for fault in FAULTS {
            for seed in (0..EACH).step_by(one_of(5)) {
                match plant(&map, &whole, fault, seed) {
                    Some(Outcome::Named) => planted += 1,
                    Some(Outcome::Elsewhere(what)) => wrong.push(format!("{name}: {} (elsewhere)\n  {what}", fault.name)),
                    Some(Outcome::Missed(what)) => wrong.push(format!("{name}: {} (missed)\n  {what}", fault.name)),
                    None => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), planted + wrong.len(), wrong.join("\n"));
    assert!(planted > 200 / one_of(5), "only {planted} were planted");
}
