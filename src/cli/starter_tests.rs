use super::*;
use crate::compile::compile;
use crate::source::Memory;

const KINDS: [KindWord; 5] = [KindWord::Classic, KindWord::Chits, KindWord::Cards, KindWord::Tactical, KindWord::Bare];

fn answers(kind: KindWord, size: (u32, u32), combat: CombatWord, zones: bool) -> Answers {
    let sides = ["Blue".to_owned(), "Red".to_owned()];
    Answers { name: "A \"quoted\" {{name}}".to_owned(), kind, columns: size.0, rows: size.1, sides, combat, zones }
}

/// Everything that is found in such a game, hints too.
fn found(answers: &Answers) -> Vec<String> {
    let files = files(answers).into_iter().map(|(path, bytes)| {
        let text = String::from_utf8(bytes).unwrap();
        // Values may look like our signs; they are not looked at again.
        let left = text.replace("{{name}}", "").replace("{{b}}", "");
        assert!(!left.contains("{{") && !left.contains("//if") && !left.contains("//e"), "{path}:\n{text}");
        let tidy = !text.contains(",\n]") && !text.contains(",\n}") && !text.contains("\n\n");
        assert!(tidy || path == "README.md", "{path}:\n{text}");
        (path, text)
    });
    let world = files.fold(Memory::new(), |world, (path, text)| world.with(path, text));
    compile(&world).diags.iter().map(|diag| format!("{} {}", diag.rule.code, diag.message)).collect()
}

#[test]
fn every_combination_of_answers_checks_clean() {
    for kind in KINDS {
        for combat in [CombatWord::Odds, CombatWord::Difference, CombatWord::Fire] {
            for zones in [true, false] {
                for size in [(6, 5), (12, 8), (7, 6)] {
                    let one = answers(kind, size, combat, zones);
                    assert_eq!(found(&one), [""; 0], "{one:?}");
                }
            }
        }
        let largest = answers(kind, (*COLUMNS.end(), *ROWS.end()), CombatWord::Odds, true);
        assert_eq!(found(&largest), [""; 0], "{largest:?}");
    }
}

/// Who plays on paper has no number but those on the counters: three of them stand there without art.json.
#[test]
fn counters_show_every_rating() {
    for combat in [CombatWord::Odds, CombatWord::Difference, CombatWord::Fire] {
        let files = files(&answers(KindWord::Tactical, (12, 8), combat, false));
        let art = files.iter().find(|(path, _)| *path == "art.json");
        let art = art.map(|(_, bytes)| String::from_utf8(bytes.clone()).unwrap());
        let world = files.iter().fold(Memory::new(), |world, (path, bytes)| world.with(path, bytes.clone()));
        let game = compile(&world).game;
        let ratings: Vec<String> = game.ratings.values().map(|rating| format!("{{{}}}", rating.id)).collect();
        let missing: Vec<&String> = match &art {
            Some(art) => ratings.iter().filter(|rating| !art.contains(rating.as_str())).collect(),
            None => ratings.iter().skip(3).collect(),
        };
        assert!(missing.is_empty(), "{missing:?}");
        assert!(ratings.len() >= 3, "{ratings:?}");
    }
}

#[test]
fn sides_of_many_names_check_clean() {
    let long = "Ω".repeat(SIDE);
    for sides in [["Élan Vital", "7. Armee"], [&long, "x"], ["{{b}}", "if zones"], ["infantry", "crt"], ["W", "E"], ["1", "2"]] {
        for kind in KINDS {
            let sides = sides.map(str::to_owned);
            let one = Answers { sides, ..answers(kind, (12, 8), CombatWord::Odds, true) };
            assert_eq!(found(&one), [""; 0], "{one:?}");
        }
    }
}

#[test]
fn an_id_is_made_of_letters_and_figures() {
    assert_eq!(id("7. Armee (Süd)"), "7-armee-süd");
    assert_eq!(id("--"), "");
}
