use super::*;
use clap::Parser;

use super::super::args::{Cli, Command};

fn typed(flags: &[&str]) -> Result<New, String> {
    let line = ["muster", "new", "somewhere"].iter().chain(flags);
    match Cli::try_parse_from(line).map_err(|error| error.to_string())?.command {
        Command::New(new) => Ok(new),
        other => Err(format!("{other:?}")),
    }
}

fn taken(flags: &[&str]) -> Result<Answers, String> {
    usual(&typed(flags)?, "Name".to_owned()).map_err(|no| no.told())
}

/// What is answered to these lines, and what was said.
fn answered(flags: &[&str], lines: &str) -> Result<Answers, String> {
    let mut out = Stdout::nowhere();
    ask(&typed(flags)?, "Name".to_owned(), &mut lines.as_bytes(), &mut out).map_err(|no| no.told())
}

#[test]
fn nothing_said_is_a_classic_game_by_odds_with_zones() {
    let usual = taken(&[]).unwrap();
    assert_eq!((usual.kind, usual.combat, usual.zones), (KindWord::Classic, CombatWord::Odds, true));
    assert_eq!((usual.columns, usual.rows, usual.sides), (12, 8, ["Blue".to_owned(), "Red".to_owned()]));
    let tactical = taken(&["--kind", "tactical"]).unwrap();
    assert_eq!((tactical.combat, tactical.zones), (CombatWord::Fire, false));
}

#[test]
fn hostile_answers_are_refused_with_what_would_do() {
    let many = ["--size", "0x0"];
    for (flags, says) in [
        (many.as_slice(), "6 to 99 columns and 5 to 99 rows, written as 12x8"),
        (&["--size", "100000x100000"], "6 to 99 columns"),
        (&["--size", "99999999999999999999x8"], "6 to 99 columns"),
        (&["--size=-3x8"], "6 to 99 columns"),
        (&["--size", "12"], "6 to 99 columns"),
        (&["--sides", "Blue"], "1 side is named, a game begins with two"),
        (&["--sides", "Blue,Red,Green"], "3 sides are named"),
        (&["--sides", "a/b,Red"], "`a/b` cannot be the name of a side"),
        (&["--sides", "../../etc,Red"], "cannot be the name of a side"),
        (&["--sides", "a\\b,Red"], "cannot be the name of a side"),
        (&["--sides", ",Red"], "`` cannot be the name of a side"),
        (&["--sides", "...,Red"], "`...` cannot be the name of a side"),
        (&["--sides", "a\u{7}b,Red"], "cannot be the name of a side"),
        (&["--sides", "Own,Red"], "rules use that word for something else"),
        (&["--sides", "Red,red!"], "`Red` and `red!` cannot be told apart"),
        (&["--sides", "ß,SS"], "`ß` and `SS` cannot be told apart"),
        (&["--sides", "日本,Red"], "`日本` cannot be the name of a side: no font has the letters `日本`"),
        (&["--sides", "Red,日本日"], "`日本日` cannot be the name of a side: no font has the letters `日本`"),
        (&["--kind", "bare", "--combat", "odds"], "a bare game has no rules"),
        (&["--kind", "bare", "--zones", "none"], "a bare game has no rules"),
        (&["--kind", "chess"], "invalid value 'chess'"),
        (&["--example", "--kind", "cards"], "cannot be used with"),
    ] {
        let no = taken(flags).err().unwrap_or_default();
        assert!(no.contains(says), "{flags:?}: {no}");
    }
    let long = "x".repeat(SIDE + 1);
    assert!(taken(&["--sides", &format!("{long},Red")]).is_err());
}

#[test]
fn questions_are_answered_by_words_numbers_or_nothing() {
    let all = answered(&[], "\n\n\n\n\n").unwrap();
    assert_eq!((all.kind, all.combat, all.zones, all.columns), (KindWord::Classic, CombatWord::Odds, true, 12));
    let told = answered(&[], "2\n20x14\nUnion, Rebels\ndifference\nnone\n").unwrap();
    assert_eq!((told.kind, told.combat, told.zones), (KindWord::Chits, CombatWord::Difference, false));
    assert_eq!((told.columns, told.rows, told.sides), (20, 14, ["Union".to_owned(), "Rebels".to_owned()]));
    // What cannot be is asked for again.
    let again = answered(&[], "chess\n0\n9\ntactical\n0x0\n8\n30x20\nBlue\nBlue,blue\nA,B\n3\nyes\n").unwrap();
    assert_eq!((again.kind, again.combat, again.zones, again.columns), (KindWord::Tactical, CombatWord::Fire, true, 30));
    // Letters that no font has are told at once, and the next questions come after other names.
    let letters = answered(&[], "bare\n\n日本,中国\nÉlan,Ελλάς\n").unwrap();
    assert_eq!(letters.sides, ["Élan".to_owned(), "Ελλάς".to_owned()]);
    // A bare game asks for no rules, and a flag is not asked for again.
    let bare = answered(&["--size", "6x5"], "bare\n\n").unwrap();
    assert_eq!((bare.kind, bare.columns), (KindWord::Bare, 6));
}

#[test]
fn questions_that_are_not_answered_end() {
    for lines in ["", "classic\n", "classic\nwrong\nwrong\n", "\n\n\n\n"] {
        let no = answered(&[], lines).err().unwrap_or_default();
        assert!(no.contains("the questions were not answered, and nothing was written"), "{lines:?}: {no}");
    }
    let endless = "x".repeat(100_000);
    assert!(answered(&[], &endless).is_err());
}
