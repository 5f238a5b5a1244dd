//! The games that `muster new` writes. They lie beside this file as templates, whole enough to be read, and are adjusted to
//! what was answered: a line `//if WORD` begins what stands there only for that word, `{{NAME}}` is a value.

use std::collections::BTreeMap;

use super::args_new::{CombatWord, KindWord};

/// How wide and high a map may be: room for two sides, and four figures for every hex.
pub(super) const COLUMNS: std::ops::RangeInclusive<u32> = 6..=99;
pub(super) const ROWS: std::ops::RangeInclusive<u32> = 5..=99;
/// How long the name of a side may be, so that ids made of it stay within theirs.
pub(super) const SIDE: usize = 30;

/// What a new game is to be.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    pub(super) name: String,
    pub(super) kind: KindWord,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The names of both sides; their ids are made of them.
    pub(super) sides: [String; 2],
    pub(super) combat: CombatWord,
    pub(super) zones: bool,
}

type Template = (&'static str, &'static str);

macro_rules! template {
    ($to:literal, $from:literal) => {
        ($to, include_str!(concat!("templates/", $from)))
    };
}

/// Map, counters and a setup: what every further file builds upon.
static BARE: &[Template] = &[
    template!("module.json", "bare/module.json"),
    template!("map.json", "bare/map.json"),
    template!("terrain.csv", "bare/terrain.csv"),
    template!("units.csv", "bare/units.csv"),
    template!("scenarios/first.json", "bare/scenario.json"),
];

/// What every game with rules has.
static WHOLE: &[Template] = &[
    template!("README.md", "README.md"),
    template!("module.json", "module.json"),
    template!("map.json", "map.json"),
    template!("terrain.csv", "terrain.csv"),
    template!("units.csv", "units.csv"),
    template!("formations.json", "formations.json"),
    template!("turns.json", "turns.json"),
    template!("rules.json", "rules.json"),
    template!("tables.json", "tables.json"),
    template!("scenarios/first.json", "scenario.json"),
];

const CHITS: Template = template!("cards.json", "cards-chits.json");
const CARDS: Template = template!("cards.json", "cards-cards.json");
const ODDS: Template = template!("tables/crt.csv", "crt-odds.csv");
const DIFFERENCE: Template = template!("tables/crt.csv", "crt-difference.csv");
const FIRE: Template = template!("tables/fire.csv", "fire.csv");
/// Counters with four numbers instead of three.
const FOUR: Template = template!("art.json", "art-fire.json");

/// The files of such a game.
pub(super) fn files(answers: &Answers) -> Vec<(&'static str, Vec<u8>)> {
    let mut all: Vec<Template> = Vec::new();
    if answers.kind == KindWord::Bare {
        all.extend(BARE);
    } else {
        all.extend(WHOLE);
        all.push(match answers.combat {
            CombatWord::Odds => ODDS,
            CombatWord::Difference => DIFFERENCE,
            CombatWord::Fire => FIRE,
        });
        if answers.combat == CombatWord::Fire {
            all.push(FOUR);
        }
        match answers.kind {
            KindWord::Chits => all.push(CHITS),
            KindWord::Cards => all.push(CARDS),
            KindWord::Bare | KindWord::Classic | KindWord::Tactical => {}
        }
    }
    let (words, values) = (words(answers), values(answers));
    all.into_iter().map(|(path, text)| (path, fill(path, text, &words, &values).into_bytes())).collect()
}

/// The id of a side of that name: its letters and figures, small, with strokes between the words.
pub(super) fn id(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// What `//if` asks for.
fn words(answers: &Answers) -> Vec<&'static str> {
    let fire = answers.combat == CombatWord::Fire;
    let tactical = answers.kind == KindWord::Tactical;
    let kind = match answers.kind {
        KindWord::Bare => "bare",
        KindWord::Classic => "classic",
        KindWord::Chits => "chits",
        KindWord::Cards => "cards",
        KindWord::Tactical => "tactical",
    };
    let combat = match answers.combat {
        CombatWord::Odds => "odds",
        CombatWord::Difference => "difference",
        CombatWord::Fire => "fire",
    };
    let mut words = vec![kind, combat];
    let more = [
        (answers.zones, "zones"),
        (!fire, "fights"),
        (fire || tactical, "pins"),
        (fire && tactical, "opportunity"),
        (matches!(answers.kind, KindWord::Chits | KindWord::Cards), "drawn"),
    ];
    words.extend(more.iter().filter(|(so, _)| *so).map(|(_, word)| *word));
    words
}

/// What stands for `{{NAME}}`.
fn values(answers: &Answers) -> BTreeMap<&'static str, String> {
    let (columns, rows) = (answers.columns, answers.rows);
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let [first, second] = &answers.sides;
    let hex = |column: u32, row: u32| format!("{column:02}{row:02}");
    // The road runs along the row in the middle; the stream lies before the middle of it.
    let (middle, bank) = (rows.div_ceil(2), columns / 2);
    let mut values = BTreeMap::from([
        ("name", text(&answers.name)),
        ("title", answers.name.clone()),
        ("a", id(first)),
        ("b", id(second)),
        ("a-name", text(first)),
        ("b-name", text(second)),
        ("a-deck", text(&format!("Cards of {first}"))),
        ("b-deck", text(&format!("Cards of {second}"))),
        ("a-great", text(&format!("{first} breaks through"))),
        ("a-wins", text(&format!("{first} has the bridge"))),
        ("b-great", text(&format!("{second} strikes back"))),
        ("b-wins", text(&format!("{second} holds"))),
        ("about", text(&format!("{first} wants the bridge at Midford, and Eastholm behind it; {second} is in the way."))),
        ("drawn", if answers.kind == KindWord::Chits { "the chits of the cup" } else { "the cards of both sides" }.to_owned()),
        ("columns", columns.to_string()),
        ("rows", rows.to_string()),
        ("terrain", terrain(columns, rows, middle)),
        ("mouth", format!("{}/{}", hex(bank, rows), hex(bank + 1, rows))),
        ("turns", turns(columns)),
        ("fight", if answers.kind == KindWord::Tactical { "action" } else { "fight" }.to_owned()),
        ("west", hex(1, middle)),
        ("middle", hex(bank + 1, middle)),
        ("east", hex(columns, middle)),
        ("road", format!("{}-{}", hex(1, middle), hex(columns, middle))),
        ("left-bank", format!("{}-{}", hex(bank, 1), hex(bank, rows))),
        ("right-bank", format!("{}-{}", hex(bank + 1, 1), hex(bank + 1, rows))),
    ]);
    // One unit to a hex, in two columns at either edge, around the road.
    let places = [
        ("a1", "b1", 2, middle - 1),
        ("a2", "b2", 1, middle - 1),
        ("a3", "b3", 1, middle),
        ("a4", "b4", 2, middle + 1),
        ("a5", "b5", 1, middle + 1),
        ("a6", "b6", 2, middle),
    ];
    for (ours, theirs, column, row) in places {
        values.insert(ours, hex(column, row));
        values.insert(theirs, hex(columns + 1 - column, row));
    }
    values
}

/// The rows of the map, some woods and hills; the road and its towns lie in the open.
fn terrain(columns: u32, rows: u32, road: u32) -> String {
    let glyph = |column: u32, row: u32| match (column * column + 3 * row * row + column * row) % 11 {
        _ if row == road => ".",
        // However small the map is, it has both.
        _ if (column, row) == (columns, 1) => "h",
        _ if (column, row) == (1, rows) => "w",
        0 | 1 => "w",
        7 => "h",
        _ => ".",
    };
    let line = |row: u32| (1..=columns).map(|column| glyph(column, row)).collect::<Vec<_>>().join(" ");
    (1..=rows).map(|row| format!("      \"{}\"", line(row))).collect::<Vec<_>>().join(",\n")
}

/// As many turns as it takes to cross the map, and some to fight in.
fn turns(columns: u32) -> String {
    (1..=6 + columns / 4).map(|turn| format!("    {{ \"id\": \"{turn}\" }}")).collect::<Vec<_>>().join(",\n")
}

/// A template with its parts chosen and its values put in.
fn fill(path: &str, template: &str, words: &[&str], values: &BTreeMap<&str, String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    // Of each part that is open, whether it is kept.
    let mut open: Vec<bool> = Vec::new();
    for line in template.lines() {
        if let Some(word) = line.strip_prefix("//if ") {
            open.push(words.contains(&word));
        } else if line == "//else" {
            if let Some(last) = open.last_mut() {
                *last = !*last;
            }
        } else if line == "//end" {
            open.pop();
        } else if open.iter().all(|kept| *kept) {
            kept.push(put_in(line, values));
        }
    }
    if path.ends_with(".json") {
        // A part that was left out may have been the last of its list.
        for n in 1..kept.len() {
            let closes = kept.get(n).is_some_and(|line| line.trim_start().starts_with(['}', ']']));
            if let (true, Some(before)) = (closes, kept.get_mut(n - 1)) {
                let end = before.trim_end_matches(',').len();
                before.truncate(end);
            }
        }
    }
    kept.join("\n") + "\n"
}

/// A line with its values; what a value holds is not looked at again.
fn put_in(line: &str, values: &BTreeMap<&str, String>) -> String {
    let mut done = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        done.push_str(before);
        done.push_str(values.get(name).map_or("", String::as_str));
        rest = behind;
    }
    done + rest
}

#[cfg(test)]
#[path = "starter_tests.rs"]
mod tests;
