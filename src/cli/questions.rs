//! The questions of `muster new`: what no flag has answered is asked, where a person sits before it.

use std::io::BufRead;

use super::args_new::{CombatWord, KindWord, New, SizeWord, ZonesWord};
use super::exit::Failure;
use super::starter::{self, Answers, COLUMNS, ROWS, SIDE};
use super::stdout::Stdout;
use crate::draw::font::{Face, shown};
use crate::draw::lent;
use clap::ValueEnum;

/// What is taken if nothing else is said.
const KIND: KindWord = KindWord::Classic;
const SIZE: SizeWord = SizeWord { columns: 12, rows: 8 };
const SIDES: [&str; 2] = ["Blue", "Red"];
/// How long a line may be that answers a question.
const LINE: u64 = 1000;

/// Words that mean something else where the id of a side may stand.
const TAKEN: [&str; 9] = ["own", "enemy", "both", "all", "any", "none", "nobody", "dice", "owner"];

/// What the flags say, and what is usual where they say nothing.
pub(super) fn usual(args: &New, name: String) -> Result<Answers, Failure> {
    let kind = args.kind.unwrap_or(KIND);
    let combat = args.combat.unwrap_or(combat_of(kind));
    let sides = args.sides.clone().unwrap_or_else(|| SIDES.map(str::to_owned).to_vec());
    let size = args.size.unwrap_or(SIZE);
    if kind == KindWord::Bare && (args.combat.is_some() || args.zones.is_some()) {
        return Err(Failure::new("a bare game has no rules, so that `--combat` and `--zones` say nothing")
            .help("leave them out, or choose another kind: classic, chits, cards, tactical"));
    }
    let zones = args.zones.map_or(kind != KindWord::Tactical, |zones| zones.yes());
    Ok(Answers { name, kind, columns: size.columns, rows: size.rows, sides: both(&sides)?, combat, zones })
}

/// The table that is usual in such a game.
fn combat_of(kind: KindWord) -> CombatWord {
    if kind == KindWord::Tactical { CombatWord::Fire } else { CombatWord::Odds }
}

/// The names of two sides that can be told apart, and that ids can be made of.
fn both(names: &[String]) -> Result<[String; 2], Failure> {
    let [first, second] = names else {
        let named = if names.len() == 1 { "1 side is named".to_owned() } else { format!("{} sides are named", names.len()) };
        return Err(Failure::new(format!("{named}, a game begins with two"))
            .help("put a comma between two names, as in `Blue,Red`; more can be added to module.json later"));
    };
    let [first, second] = [first.trim().to_owned(), second.trim().to_owned()];
    for name in [&first, &second] {
        let odd = |c: char| c.is_control() || "/\\|@,;\"".contains(c);
        if name.is_empty() || name.chars().count() > SIDE || name.contains(odd) || starter::id(name).is_empty() {
            return Err(Failure::new(format!("`{name}` cannot be the name of a side"))
                .help(format!("1 to {SIDE} letters, figures and blanks, without / \\ | @ , ; and quotation marks")));
        }
        if TAKEN.contains(&starter::id(name).as_str()) {
            return Err(Failure::new(format!("`{name}` cannot be the name of a side: rules use that word for something else"))
                .help("give it a name of its own"));
        }
        if let Some(letters) = unwritten(name) {
            return Err(Failure::new(format!("`{name}` cannot be the name of a side: no font has the letters `{letters}`"))
                .help("write it in other letters; once art.json has a font with these, module.json can be changed"));
        }
    }
    // Ids that differ in nothing but small letters and capitals are one: `ß` and `SS` are.
    let capitals = |name: &str| starter::id(name).to_uppercase();
    if capitals(&first) == capitals(&second) {
        return Err(
            Failure::new(format!("`{first}` and `{second}` cannot be told apart")).help("give each side a name of its own")
        );
    }
    Ok([first, second])
}

/// The letters of a name that no font has, if there are any: what is written anew lends none of its own.
pub(super) fn unwritten(name: &str) -> Option<String> {
    let letters = lent::lacking(Face::Regular, name);
    (!letters.is_empty()).then(|| shown(&letters, 20).into_owned())
}

/// The same, with every question asked that no flag has answered. A line that cannot be is told, and asked for again.
pub(super) fn ask(args: &New, name: String, from: &mut dyn BufRead, out: &mut Stdout) -> Result<Answers, Failure> {
    let mut told = args.clone();
    out.bytes(b"Enter alone takes what stands in [brackets].\n\n");
    if told.kind.is_none() {
        let what = "What kind of game?";
        told.kind = Some(one_of(what, KIND, from, out)?);
    }
    let kind = told.kind.unwrap_or(KIND);
    if told.size.is_none() {
        let what = format!("How large is the map? [{SIZE}] ");
        told.size = Some(asked(&what, from, out, |line| if line.is_empty() { Ok(SIZE) } else { line.parse() })?);
    }
    if told.sides.is_none() {
        let what = format!("What are the two sides called? [{}] ", SIDES.join(", "));
        told.sides = Some(asked(&what, from, out, |line| {
            let names: Vec<String> = line.split(',').map(|name| name.trim().to_owned()).collect();
            if line.is_empty() {
                Ok(SIDES.map(str::to_owned).to_vec())
            } else {
                both(&names).map(Vec::from).map_err(|no| no.told())
            }
        })?);
    }
    if kind != KindWord::Bare {
        if told.combat.is_none() {
            told.combat = Some(one_of("How is combat decided?", combat_of(kind), from, out)?);
        }
        if told.zones.is_none() {
            let zones = if kind == KindWord::Tactical { ZonesWord::None } else { ZonesWord::Yes };
            told.zones = Some(one_of("Do units have zones of control?", zones, from, out)?);
        }
    }
    usual(&told, name)
}

/// One of several words, by itself or by its number.
fn one_of<W: ValueEnum + PartialEq>(what: &str, usual: W, from: &mut dyn BufRead, out: &mut Stdout) -> Result<W, Failure> {
    let mut text = format!("{what}\n");
    let mut default = String::new();
    for (n, word) in W::value_variants().iter().enumerate() {
        let Some(shown) = word.to_possible_value() else { continue };
        let help = shown.get_help().map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!("  {}  {:<11} {help}\n", n + 1, shown.get_name()));
        if *word == usual {
            default = shown.get_name().to_owned();
        }
    }
    text.push_str(&format!("[{default}] "));
    asked(&text, from, out, |line| {
        if line.is_empty() {
            return W::from_str(&default, true);
        }
        let by_number = line.parse::<usize>().ok().and_then(|n| W::value_variants().get(n.wrapping_sub(1)));
        match by_number {
            Some(word) => Ok(word.clone()),
            None => W::from_str(line, true).map_err(|_| "type one of the words, or its number".to_owned()),
        }
    })
}

/// Asks until the answer can be; the end of the input ends the asking.
fn asked<T>(
    what: &str,
    from: &mut dyn BufRead,
    out: &mut Stdout,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    loop {
        out.bytes(what.as_bytes());
        out.flush();
        let mut line = String::new();
        let end = std::io::Read::take(&mut *from, LINE).read_line(&mut line);
        if !matches!(end, Ok(1..)) {
            return Err(Failure::new("the questions were not answered, and nothing was written")
                .help("`--yes` takes what is usual; flags answer single questions"));
        }
        match read(line.trim()) {
            Ok(answer) => return Ok(answer),
            Err(why) => out.bytes(format!("  {why}\n").as_bytes()),
        }
    }
}

/// What `--size` takes, and what a question takes: `12x8`.
impl std::str::FromStr for SizeWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let (columns, rows) = (format!("{}", COLUMNS.end()), ROWS.end());
            format!("a map has {} to {columns} columns and {} to {rows} rows, written as {SIZE}", COLUMNS.start(), ROWS.start())
        };
        let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let size = SizeWord { columns: number(columns)?, rows: number(rows)? };
        if COLUMNS.contains(&size.columns) && ROWS.contains(&size.rows) { Ok(size) } else { Err(wrong()) }
    }
}

impl std::fmt::Display for SizeWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
