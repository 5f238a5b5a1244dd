//! A game can be played from its kit: each number of rules.json is found in the kit, beside its printed rule.

use std::collections::BTreeSet;
use std::path::Path;

use muster::compile::{Compiled, compile};
use muster::draw::chart;
use muster::draw::page::Paper;
use muster::draw::scene::Scene;
use muster::render::pdf;
use muster::words::{Teller, Told};
use serde_json::Value;

use super::pdf::read;
use crate::support::unplayed;

fn module(name: &str) -> (Compiled, Value) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules").join(name);
    let text = std::fs::read_to_string(folder.join("rules.json")).unwrap();
    let rules = serde_json::from_str(&without_comments(&text)).unwrap();
    (compile(&unplayed(name)), rules)
}

/// JSON as programs read it.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if quoted => {
                out.push(letter);
                out.extend(letters.next());
            }
            '/' if !quoted && letters.peek() == Some(&'/') => while letters.next_if(|next| *next != '\n').is_some() {},
            _ => {
                quoted ^= letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

/// An entry as its author wrote it: list and id, rule, and every number in it.
#[derive(Debug)]
struct Written {
    entry: String,
    rule: Option<String>,
    numbers: Vec<String>,
}

fn entries(list: &str, value: &Value, found: &mut Vec<Written>) {
    match value {
        Value::Array(list_of) => {
            for entry in list_of.iter().filter(|entry| entry.get("id").is_some()) {
                let text = |field: &str| entry.get(field).and_then(Value::as_str).map(str::to_owned);
                let mut numbers = Vec::new();
                for (field, inner) in entry.as_object().unwrap() {
                    // The name of a list inside an entry is its own: `combat.shifts`, `draws.mods`.
                    if is_list(inner) && list == "combat" {
                        entries(&format!("{list}.{field}"), inner, found);
                    } else if list == "combat" && matches!(field.as_str(), "draws" | "hits") {
                        for (name, inner) in inner.as_object().unwrap() {
                            if is_list(inner) {
                                entries(&format!("{field}.{name}"), inner, found)
                            } else {
                                gather(inner, &mut numbers)
                            }
                        }
                    } else if !matches!(field.as_str(), "id" | "name" | "rule" | "note" | "source" | "text") {
                        gather(inner, &mut numbers);
                    }
                }
                found.push(Written { entry: format!("{list}/{}", text("id").unwrap()), rule: text("rule"), numbers });
            }
        }
        Value::Object(members) => {
            members
                .iter()
                .filter(|(_, inner)| inner.is_array())
                .for_each(|(name, inner)| entries(&format!("{list}.{name}"), inner, found));
        }
        _ => {}
    }
}

/// Whether it is a list of entries. Effects on flags and counters have an id too, that of what they change.
fn is_list(value: &Value) -> bool {
    let effect = |entry: &Value| matches!(entry.get("kind").and_then(Value::as_str), Some("flag" | "counter"));
    value.as_array().is_some_and(|list| list.iter().any(|entry| entry.get("id").is_some() && !effect(entry)))
}

/// Every number: as such, or as a word of digits such as a hex, a turn, a fraction, dice, odds.
fn gather(value: &Value, numbers: &mut Vec<String>) {
    let numeric =
        |word: &str| word.chars().any(|c| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || "/-:d".contains(c));
    match value {
        Value::Number(n) => numbers.push(n.to_string()),
        Value::String(text) => numbers.extend(text.split_whitespace().filter(|word| numeric(word)).map(str::to_owned)),
        Value::Array(list) => list.iter().for_each(|inner| gather(inner, numbers)),
        Value::Object(members) => {
            members
                .iter()
                .filter(|(field, _)| !matches!(field.as_str(), "id" | "rule" | "note"))
                .for_each(|(_, inner)| gather(inner, numbers));
        }
        _ => {}
    }
}

/// Whether a number stands in a text by itself.
fn stands(number: &str, text: &str) -> bool {
    let forms: Vec<String> = match number {
        "1/2" => vec!["½".to_owned(), "half the ".to_owned()],
        "1/4" => vec!["¼".to_owned()],
        "3/4" => vec!["¾".to_owned()],
        "3/2" => vec!["1½".to_owned()],
        "5/2" => vec!["2½".to_owned()],
        negative if negative.starts_with('-') => vec![negative.replacen('-', "−", 1)],
        plain => vec![plain.to_owned()],
    };
    let whole = |form: &String| {
        text.match_indices(form.as_str()).any(|(at, found)| {
            let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            !digit(text[..at].chars().next_back()) && !digit(text[at + found.len()..].chars().next())
        })
    };
    // A range of hexes is told hex by hex.
    let range = number.split_once('-').filter(|(from, _)| !from.is_empty());
    forms.iter().any(whole) || range.is_some_and(|(from, to)| stands(from, text) && stands(to, text))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Looks for everything that rules.json of a module says; gives how many numbers there are.
fn all_is_told(name: &str) -> usize {
    let (compiled, rules) = module(name);
    let game = &compiled.game;
    let book = Teller::new(game).book();
    let told: Vec<&Told> = book.iter().flat_map(|chapter| &chapter.told).collect();
    // What the file shows, read by another library.
    let scene = Scene { title: String::new(), pages: chart::rules(game, Paper::A4), pictures: Vec::new() };
    let (document, sheets) = read(&pdf::render(&scene).unwrap());
    let pages: Vec<u32> = (1..=u32::try_from(sheets.len()).unwrap()).collect();
    let shown = squeezed(&document.extract_text(&pages).unwrap());
    let mut written = Vec::new();
    for (section, value) in rules.as_object().unwrap() {
        if !matches!(section.as_str(), "$schema" | "coverage" | "names" | "reminders") {
            entries(section, value, &mut written);
        }
    }
    let (mut faults, mut count) = (Vec::new(), 0);
    for Written { entry, rule, numbers } in &written {
        // An option has a row for each of its changes.
        let own: Vec<&&Told> = told.iter().filter(|told| told.entry == *entry).collect();
        let Some(first) = own.first() else {
            faults.push(format!("{entry} is not told"));
            continue;
        };
        if first.rule != *rule {
            faults.push(format!("{entry} stands beside {:?}, expected {rule:?}", first.rule));
        }
        let words = own.iter().map(|told| told.words.as_str()).collect::<Vec<_>>().join(" ");
        for number in numbers {
            count += 1;
            if !stands(number, &words) {
                faults.push(format!("{entry} {rule:?}: no {number} in: {words}"));
            }
        }
        for told in own {
            let row = squeezed(&format!("{}{}{}", told.rule.as_deref().unwrap_or_default(), told.name, told.words));
            if !shown.contains(&row) {
                faults.push(format!("{entry} is not on paper: {row}"));
            }
        }
    }
    let heads: Vec<String> = faults.iter().take(25).map(|fault| fault.chars().take(400).collect()).collect();
    assert!(faults.is_empty(), "{name}: {} of {} entries: {heads:#?}", faults.len(), written.len());
    assert!(count > 10, "{name}: {count} numbers");
    count
}

#[test]
fn each_number_of_the_rules_stands_in_the_kit_beside_its_rule() {
    let counts = ["first-steps", "bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"].map(all_is_told);
    assert!(counts.iter().sum::<usize>() > 1000, "{counts:?}");
}

#[test]
fn a_number_is_only_found_by_itself() {
    assert!(stands("3", "up to 3 hexes") && !stands("3", "hex 0312") && !stands("3", "33"));
    assert!(stands("-1", "−1 column") && !stands("-1", "+1 column"));
    assert!(stands("1/2", "attack × ½") && stands("1/2", "half the hexes") && !stands("1/2", "the hexes"));
    assert!(stands("0101-0103", "hexes 0101 0102 0103"));
}

/// Nobody finds on a counter what its author has marked it with, nor on a map regions that it leaves out.
#[test]
fn marked_units_and_regions_are_told() {
    for name in ["bitter-woods", "ardennes-44", "enemy-action"] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let all: Vec<&Told> = book.iter().flat_map(|chapter| &chapter.told).collect();
        let marks: Vec<&str> = all.iter().filter(|told| told.entry.starts_with("tags/")).map(|told| told.name.as_str()).collect();
        let mut asked = 0;
        for told in &all {
            for rest in told.words.split("marked “").skip(1) {
                let mark = rest.split('”').next().unwrap();
                assert!(marks.contains(&format!("“{mark}”").as_str()), "{name}, {}: nobody is told to be “{mark}”", told.entry);
                asked += 1;
            }
        }
        assert!(asked > 10, "{name}: {asked}");
        if name != "bitter-woods" {
            continue;
        }
        let told = |entry: &str| all.iter().find(|told| told.entry == entry).map(|told| told.words.as_str());
        assert_eq!(told("tags/mech"), Some("all Armored infantry units; all Armor units; all Armored cavalry units"));
        assert_eq!(told("tags/own-release"), Some("KG Peiper, Führer-Begleit Brigade"));
        assert_eq!(told("areas/permanent-forts"), Some("1624, 2902, 2903, 4717, 4909"));
        // No rule, table or scenario asks for the first; the second is a word for turns.
        assert_eq!([told("tags/third-army"), told("tags/afternoon")], [None, None]);
    }
}

/// One unit that is alone of its kind is named: it is not all of its side but nobody, and no counter shows its id.
#[test]
fn a_marked_unit_that_is_alone_of_its_kind_is_named() {
    let mut all = 0;
    for name in ["first-steps", "bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        for told in book.iter().flat_map(|chapter| &chapter.told).filter(|told| told.entry.starts_with("tags/")) {
            let cut = told.words.split("; ").find(|part| part.trim_end().ends_with("except"));
            assert_eq!(cut, None, "{name}, {}: {}", told.name, told.words);
            if name == "first-steps" {
                assert_eq!(
                    (told.name.as_str(), told.words.as_str()),
                    ("“spearhead”", "5 (Reconnaissance); all Aster Tanks units; M/5 (Infantry), A/M (Infantry), B/M (Infantry)")
                );
            }
            all += 1;
        }
    }
    assert!(all > 30, "{all}");
}

/// What no phrase was found for once: ways between zones, boxes, several tags, ways that are not possible, bonds.
#[test]
fn rules_are_told_without_the_words_of_the_format() {
    let (compiled, _) = module("ardennes-44");
    let game = &compiled.game;
    let teller = Teller::new(game);
    let book = teller.book();
    let told = |entry: &str| {
        let found = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry);
        found.map(|told| told.words.clone()).unwrap_or_else(|| panic!("{entry}"))
    };
    for (entry, words) in [
        ("retreat/twice", "Not possible: units that are Fell back — only if “the attackers break through” does not hold"),
        ("retreat/engineers-far", "Not possible: for a way of at least 3 hexes (units marked “american engineer”)"),
        (
            "retreat/off-the-map",
            "Allied units in hexes at the north, south or west edge; where it cannot: the unit leaves the map",
        ),
        (
            "triggers/tries-forgotten",
            "When the phase ends (Combat or Night combat): marker Demolition tried is removed in all hexes",
        ),
    ] {
        assert_eq!(told(entry), words, "{entry}");
    }
    for (entry, words) in [
        (
            "advance/advance",
            "; from zone to zone only as the first step of a move, or from the zone of one unit into that of another;",
        ),
        ("entry.rules/southeast-closed", " of Allied units in the box Blocking position A)"),
        ("combat.shifts/armor", "there are no units marked “tank” or “flak” among the defenders"),
        ("triggers/disguise-tried", "; unless a roll of d6 gives 3 or less: the unit becomes Detected; the move ends"),
        ("movement.modes/strategic", " along a road — not on turn 1"),
        (
            "zones.bonds/german-edge",
            "; with the east edge of the map; closed to movement, retreats and supply; \
             not from units marked “silhouette” in Wooded rough hexes across hexsides without a road",
        ),
        ("zones.bonds/bond", "; closed to movement, retreats and supply; broken by at least 2 of River or Meuse hexsides"),
    ] {
        assert!(told(entry).contains(words), "{entry}: {}", told(entry));
    }
    let campaign = game.scenarios.values().find(|scenario| scenario.id == "campaign").unwrap();
    assert_eq!(teller.change(&campaign.changes[0]), "“Leave by the west edge” (actions) does not count");
}

#[test]
fn rules_are_told_as_a_player_would_say_them() {
    let (compiled, _) = module("first-steps");
    let book = Teller::new(&compiled.game).book();
    let told = |entry: &str| {
        let found = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry);
        found.map(|told| told.words.clone()).unwrap_or_else(|| panic!("{entry}"))
    };
    for (entry, words) in [
        ("stacking.limits/units", "At most 2 in a hex: units, except Headquarters or Strongpoint units"),
        ("stacking.limits/steps", "At most 6 steps in a hex"),
        ("stacking.limits/column", "At most 1 unit in a hex, moving by Road march"),
        (
            "movement.surcharges/mud",
            "+1 movement point for Mechanised or Towed guns units across hexsides, except those crossed by a Highway — only if the ground is mud",
        ),
        ("combat.shifts/dug-in", "−1 — only if the target is one of the hexes with a marker Dug in"),
        ("combat.shifts/slope", "−1 — only if all of the attackers are units across Slope hexsides"),
        (
            "combat.values/river",
            "Attack × ½, rounded up: units across River hexsides, as the attackers; only the first that fits of “halved”",
        ),
        ("bans/weak-bridge", "Tanks units may not cross hexside 0408/0508"),
        ("policy/garrisons", "Brenn: units standing in hexes of Lys, Marrow or Oxmill stay"),
        ("policy/counterattack", "Brenn: attacks with units, at 1½ to 1 or better"),
        ("triggers/dug", "When a turn begins: marker Digging in is turned over"),
    ] {
        assert_eq!(told(entry), words, "{entry}");
    }
}

/// Whom support is for, what nobody may do, and one unit: no word of the format, and no plural of one.
#[test]
fn whom_support_is_for_and_what_nobody_may_do_is_said_in_plain_words() {
    for (name, entry, words) in [
        ("ardennes-44", "support/offensive", " give +1 column to the attacker from up to its Range (in hexes) away, "),
        ("bitter-woods", "bans/no-attack-over-cliffs", "No unit may attack across Cliff hexsides"),
        (
            "bitter-woods",
            "bans/front-of-the-fifth",
            "only on turn 16AM, if the target is not one of the hexes where there are units marked “front 5”",
        ),
        ("enemy-action", "supply.traces/allied", "; hex 2603 if German does not hold Consdorf (13.14)"),
        ("enemy-action", "advance/over-river", " advance up to 1 hex; at most 1 of them across each hexside"),
        (
            "enemy-action",
            "retreat/german-not-forward",
            "every hex of the way: hexes, except those to which the Primary arrow or Secondary arrow points (German units)",
        ),
        ("enemy-action", "bans/enemy-bridge-extended", "with a marker Allied bridge by Extended movement"),
        ("bitter-woods", "entry.rules/road", "All units: the first hex costs as usual, at least 1; if closed: "),
        ("ardennes-44", "bans/lake", "No unit may cross, attack or advance after combat across Lake hexsides"),
        ("ardennes-44", "movement.modes/truck-far", "where there are no units, except those that are the unit itself"),
        (
            "bitter-woods",
            "support/rockets-attack",
            "Own Rockets units, except those that are Fired, Out of supply or Short of supply, give strength",
        ),
        ("bastogne-breakout", "actions/mark-flamierge", "up to 1 of “Exit panzer Army1” may come back"),
    ] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let found = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry);
        let told = found.map(|told| told.words.as_str()).unwrap_or_else(|| panic!("{name}: {entry}"));
        assert!(told.contains(words), "{name}, {entry}: {told}");
        assert!(!told.contains("for attacker"), "{name}, {entry}: {told}");
        // What stands behind exceptions until the sentence is whole.
        assert!(book.iter().flat_map(|chapter| &chapter.told).all(|told| !told.words.contains('\u{fdd0}')), "{name}");
        // Ways of two classes that are called alike are told once.
        assert!(!told.contains("Extended movement or"), "{name}, {entry}: {told}");
    }
}

/// What becomes the same is told together, half is half, and what is all but some is none of these.
#[test]
fn rules_are_told_in_as_few_words_as_do() {
    for (name, entry, words) in [
        (
            "enemy-action",
            "triggers/fading-cards",
            "When the phase begins (Supply phase): the count “Tactics played” becomes 0; “screen”, “assault coordination”, ",
        ),
        ("enemy-action", "triggers/fading-cards", " and “the Allies reinforce the battle” no longer hold — only from turn 19 on"),
        ("enemy-action", "combat/assault", "; the counts “Hits on the defender”, “Hexes that the defender fell back”, "),
        ("ardennes-44", "advance/advance", "All units advance up to half the hexes retreated, rounded up; "),
        ("ardennes-44", "combat.shifts/armor", "the target is not one of the Forest, Wooded rough, West Wall or City hexes and "),
    ] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let found = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry);
        let told = found.map(|told| told.words.as_str()).unwrap_or_else(|| panic!("{name}: {entry}"));
        assert!(told.contains(words), "{name}, {entry}: {told}");
    }
}

/// A chit has its name on it and no more: what it does in a battle is told with the rules.
#[test]
fn what_chits_do_is_told() {
    let told = |name: &str| {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let all = book.into_iter().flat_map(|chapter| chapter.told);
        all.filter(|told| told.entry.starts_with("cards/")).collect::<Vec<Told>>()
    };
    let chits = told("enemy-action");
    assert_eq!(chits.len(), 27);
    let words = |id: &str| {
        let found = chits.iter().find(|told| told.entry == format!("cards/{id}")).unwrap();
        (found.name.as_str(), found.words.as_str())
    };
    let (name, says) = words("three-to-one");
    assert_eq!(name, "At least 3:1; less than 1.5:1 (×3)");
    assert!(says.contains("defenders × 3: 1 hit on the defender; "), "{says}");
    assert!(says.ends_with("defenders × 1½: 1 hit on the attacker"), "{says}");
    assert!(words("recon").1.contains(": −1 hit on the defender; "), "{}", words("recon").1);
    assert!(words("elite-blue").1.starts_with("What was drawn before goes back; if "), "{}", words("elite-blue").1);
    // These cards say it themselves.
    assert!(told("bastogne-breakout").is_empty());
}

/// What is different in a scenario or with an option is called as where it stands: nobody finds “to the meuse”.
#[test]
fn what_is_different_is_called_as_in_its_chapter() {
    for name in ["first-steps", "bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"] {
        let (compiled, _) = module(name);
        let game = &compiled.game;
        let teller = Teller::new(game);
        let book = teller.book();
        let of_chapters = book.iter().map(|chapter| chapter.title.as_str());
        let of_entries = book.iter().flat_map(|chapter| &chapter.told).map(|told| told.name.as_str());
        let names: BTreeSet<&str> = of_chapters.chain(of_entries).collect();
        let with_options = game.rules.options.values().flat_map(|option| &option.changes);
        for change in with_options.chain(game.scenarios.values().flat_map(|scenario| &scenario.changes)) {
            let words = teller.change(change);
            let called = words.strip_prefix('“').and_then(|rest| rest.split_once('”')).map(|(called, _)| called);
            assert!(called.is_some_and(|called| names.contains(called)), "{name}: {words}");
        }
    }
}

#[test]
fn how_often_an_action_is_done_is_said_in_full() {
    for (name, entry, words) in [
        ("bastogne-breakout", "actions/mark-flamierge", "up to 1 time by each side in the whole game"),
        ("ardennes-44", "actions/take-roadblock-in", "once at a hex in a phase"),
        ("ardennes-44", "actions/test-ouren", "once in the whole game"),
    ] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let told = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry).unwrap();
        assert!(told.words.contains(words), "{entry}: {}", told.words);
    }
}

/// What is different is told in the sentence of the entry, not field by field.
#[test]
fn what_is_different_is_told_in_the_sentence_of_its_entry() {
    let (compiled, _) = module("bastogne-breakout");
    let game = &compiled.game;
    let teller = Teller::new(game);
    let changes: Vec<String> =
        game.rules.options.values().flat_map(|option| &option.changes).map(|change| teller.change(change)).collect();
    for words in [
        "“Crowded minor road” (what costs more) is different: More along Minor road where others stand: \
         +½ from 2 steps on, +2 from 3 steps on and +3 from 5 steps on (6.3)",
        "“Not in enemy zones” (retreat) is different: Must be: every hex of the way: \
         hexes, except those in a zone of control of the enemy; where it cannot: the unit loses 1 step (7.8)",
        // A field that is taken away.
        "“Hey Buddy got the Time” (what costs more) is different: +4 movement points into hexes in Crossroads \
         — only if “Hey Buddy has been played” holds (3.9.2)",
    ] {
        assert!(changes.iter().any(|change| change == words), "{words}: {changes:#?}");
    }
    // A whole kind of combat, without the modifiers that stay what they were.
    let combat = changes.iter().find(|change| change.contains("before shifts: that column")).unwrap();
    assert!(combat.contains(" is different: Decided by odds on the table ") && !combat.contains("Column shifts"), "{combat}");
    let (compiled, _) = module("first-steps");
    let crossing = compiled.game.scenarios.values().find(|scenario| scenario.id == "crossing").unwrap();
    assert_eq!(
        Teller::new(&compiled.game).change(&crossing.changes[0]),
        "“Units” (limits) is different, up to turn 2: At most 3 in a hex: units, except Headquarters or Strongpoint units (12.4)"
    );
}

/// Nobody reads “only if “hey buddy” holds” without being told what makes it hold.
#[test]
fn what_is_to_be_remembered_is_told_with_who_changes_it() {
    let mut asked = 0;
    for name in ["bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let kept: Vec<&Told> = book.iter().find(|chapter| chapter.title == "Things to remember").unwrap().told.iter().collect();
        let known = |word: &str| kept.iter().any(|told| told.name == format!("“{word}”"));
        for told in book.iter().filter(|chapter| chapter.title != "Things to remember").flat_map(|chapter| &chapter.told) {
            for rest in told.words.split("the count “").skip(1) {
                let word = rest.split('”').next().unwrap();
                assert!(known(word), "{name}, {}: what changes the count “{word}”?", told.entry);
                asked += 1;
            }
            for before in told.words.split("” holds").filter(|before| before.contains('“')) {
                let word = before.rsplit('“').next().unwrap();
                // What stands behind the last one ends in no word.
                if !word.contains('”') {
                    assert!(known(word), "{name}, {}: what makes “{word}” hold?", told.entry);
                    asked += 1;
                }
            }
        }
        assert!(kept.iter().all(|told| !told.words.contains("no rule changes it")), "{name}: {kept:#?}");
        let told = |entry: &str| kept.iter().find(|told| told.entry == entry).map(|told| told.words.as_str());
        match name {
            "bastogne-breakout" => {
                assert_eq!(told("flags/hey-buddy"), Some("Holds until the end of the turn: card “Hey Buddy got the Time”"));
            }
            "bitter-woods" => {
                let words = "Becomes 0: “Interdictions, from none” (22.2); +1: “Interdictions are counted” (22.2)";
                assert_eq!(told("counters/interdictions"), Some(words));
            }
            _ => {}
        }
    }
    assert!(asked > 100, "{asked}");
}

/// The number of a pool that is counted is no limit: the count begins with it, and other rules change it.
#[test]
fn a_pool_says_what_its_count_begins_with() {
    for (name, entry, words) in [
        (
            "bitter-woods",
            "pools/interdiction",
            "Allied: markers Interdiction, as many as the count “Allied aircraft” allows; it begins with none (0)",
        ),
        ("bastogne-breakout", "pools/air", "Allied: the count “Aircraft left today” begins with none (0), anew each turn"),
        ("ardennes-44", "pools/left-g-inf", "German: the count “German infantry breakdown units left” begins with 5"),
    ] {
        let (compiled, _) = module(name);
        let book = Teller::new(&compiled.game).book();
        let told = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == entry).unwrap();
        assert_eq!(told.words, words, "{entry}");
    }
}

#[test]
fn one_is_told_as_one_and_hexes_one_by_one() {
    let mut all = String::new();
    for name in ["bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"] {
        let (compiled, _) = module(name);
        let game = &compiled.game;
        let teller = Teller::new(game);
        for told in teller.book().into_iter().flat_map(|chapter| chapter.told) {
            all.push_str(&told.words);
            all.push('\n');
        }
        let levels = game.scenarios.values().flat_map(|scenario| &scenario.levels).filter_map(|level| level.when.as_ref());
        levels.for_each(|when| all.push_str(&format!("{}\n", teller.when(when))));
    }
    for wrong in ["at least 1 units", "exactly 1 units", "at most 1 units", " 1 steps", " 1 times", "strength of at most 0"] {
        let found = all.lines().find(|line| line.contains(wrong));
        assert_eq!(found, None, "{wrong}");
    }
    for right in [
        "there is exactly 1 of the units marked “breakdown infantry”",
        "there is at most 1 unit among the defenders",
        "there is at least 1 of the units of 2nd Panzer Division",
        "as near as can be to: hexes 4106, 4115 or 4121",
        "units without Bracketed strength (0)",
    ] {
        assert!(all.contains(right), "{right}");
    }
}
