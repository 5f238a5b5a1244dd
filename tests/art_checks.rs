//! What is said of counters: pictures of pixels, names that are nearly right, exemptions, one word for one fault.

use muster::compile::compile;
use muster::draw::counter::{Faces, Issue, inventory};
use muster::source::Memory;

use crate::support::{clean, edit, first_steps, folder, game, png, said, says};

/// Units of First Steps whose counters have one face.
const ONE_FACE: [&str; 4] = ["a-hq", "a-motor-a", "a-motor-b", "a-tank-rem"];

fn with_pictures(sizes: [(u32, u32); 4]) -> Memory {
    let add = |memory: Memory, (id, (width, height)): (&&str, (u32, u32))| {
        memory.with(&format!("counters/{id}.png"), png(width, height))
    };
    ONE_FACE.iter().zip(sizes).fold(first_steps(), add)
}

#[test]
fn pictures_of_one_size_are_fine_without_a_word() {
    clean(&with_pictures([(188, 188); 4]));
}

#[test]
fn a_picture_may_be_too_small_or_of_another_size_or_not_square() {
    let of = |size: (u32, u32)| said(&with_pictures([(188, 188), (188, 188), size, (188, 188)])).join("\n");
    for (size, message) in [
        ((60, 60), "`counters/a-motor-b.png` has 60 × 60 pixels, which is 96 an inch, expected at least 150"),
        ((200, 200), "`counters/a-motor-b.png` has 200 × 200 pixels, expected 188 × 188 as 3 others have"),
        ((188, 150), "`counters/a-motor-b.png` has 188 × 150 pixels, expected a square"),
    ] {
        let found = of(size);
        assert!(found.contains("M0709") && found.contains(message) && found.lines().count() == 1, "{found}");
    }
}

#[test]
fn a_picture_that_a_counter_names_needs_its_pixels_too() {
    let units = |memory: &Memory| String::from_utf8(memory.files["units.csv"].clone()).unwrap();
    let of = |size: (u32, u32)| {
        let memory = first_steps();
        let sheet = units(&memory).replacen("id,name,", "id,picture,name,", 1);
        let sheet = sheet.lines().map(|line| match line {
            line if line.starts_with("id,") || line.starts_with('#') => line.to_owned(),
            line => match line.strip_prefix("a-hq,") {
                Some(rest) => format!("a-hq,pics/hq.png,{rest}"),
                None => line.replacen(',', ",,", 1),
            },
        });
        let sheet = sheet.collect::<Vec<_>>().join("\n");
        said(&memory.with("units.csv", sheet.into_bytes()).with("pics/hq.png", png(size.0, size.1))).join("\n")
    };
    // 90 pixels on 15.9 mm are 144 an inch.
    let found = of((90, 90));
    assert!(found.contains("M0709") && found.contains("which is 144 an inch, expected at least 150"), "{found}");
    assert_eq!(of((100, 60)), "");
}

#[test]
fn a_picture_with_nearly_the_right_name_is_one_fault() {
    let memory = first_steps().with("counters/a-eng.png", png(188, 188)).with("counters/a-eng_back.png", png(188, 188));
    let found = said(&memory);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("M0707") && found[0].ends_with("| did you mean `counters/a-eng_back.png`? rename it"), "{found:?}");
}

#[test]
fn a_marker_with_a_ready_made_front_needs_its_back() {
    let memory = first_steps().with("counters/digging.png", png(188, 188));
    says(
        &memory,
        "markers.json:6:14 M0707 «dug-in» marker `dug-in` has no picture `counters/dug-in.png`, expected beside `counters/digging.png` | add it, or take the other away so that both sides are drawn alike",
    );
}

#[test]
fn backs_stay_on_the_paper() {
    let with = |offset: &str| {
        let print = format!("  \"counter-mm\": 15.9, \"print\": {{ \"back-offset-mm\": {offset} }},");
        said(&edit(first_steps(), "art.json", "  \"counter-mm\": 15.9,", &print))
    };
    assert_eq!(with("[0.5, -20]"), [""; 0]);
    let found = with("[0.5, -500]");
    let told = "`back-offset-mm` has -500, expected -20 to 20";
    assert!(found.len() == 1 && found[0].contains("M0105") && found[0].contains(told), "{found:?}");
}

#[test]
fn a_card_that_says_too_much_is_told() {
    let says = |times: usize| {
        let text = "All artillery of both sides counts as fired this turn. ".repeat(times);
        edit(first_steps(), "cards.json", "Nothing happens.", text.trim_end())
    };
    clean(&says(15));
    let found = said(&says(80));
    let told = "card `quiet` says more than there is room for in the smallest letters: the rest is left out | shorten it";
    assert!(found.len() == 1 && found[0].contains("M0704") && found[0].ends_with(told), "{found:?}");
}

#[test]
fn cards_with_a_layout_are_looked_at_as_counters_are() {
    let with = |slot: &str| {
        let layout = format!("  \"counter-mm\": 15.9, \"card-layouts\": [{{ \"placed\": [{slot}] }}],");
        said(&edit(first_steps(), "art.json", "  \"counter-mm\": 15.9,", &layout))
    };
    let found = with(r#"{ "show": "{text}", "x": 10, "y": 30, "width": 80, "height": 60 }"#);
    assert_eq!(found, [""; 0]);
    let found = with(r#"{ "show": "{text}", "x": 10, "y": 30, "width": 30, "height": 3 }"#).join("\n");
    assert!(found.contains("M0704") && found.contains("in slot `placed` of card `shells` fit only in letters of"), "{found}");
    let found = with(r##"{ "show": "{name}", "x": 10, "y": 10, "width": 80, "height": 10, "ink": "#606873" }"##);
    assert!(found.len() == 1 && found[0].contains("M0705") && found[0].contains("on card `quiet`"), "{found:?}");
    let found = with(r#"{ "show": "art/{id}.svg", "x": 10, "y": 10, "width": 80, "height": 40 }"#);
    assert!(found.len() == 5 && found[0].contains("there is no picture `art/quiet.svg` for card `quiet`"), "{found:?}");
}

#[test]
fn one_counter_may_be_exempt() {
    let long = edit(
        first_steps(),
        "units.csv",
        "engineer,,I,Pi,1,2,4,,reduced,0,1,,2,,0504",
        "engineer,,I,Divisional Engineer Battalion,1,2,4,,reduced,0,1,,2,,0504",
    );
    assert!(said(&long)[0].contains("M0704"));
    let allow = "\"license\": \"MIT OR Apache-2.0\",\n  \"allow\": [{ \"code\": \"M0704\", \"unit\": \"a-eng\", \"reason\": \"so printed\" }],";
    clean(&edit(long, "module.json", "\"license\": \"MIT OR Apache-2.0\",", allow));
}

#[test]
fn without_art_nothing_is_said_of_letters_and_symbols() {
    let mut memory = edit(
        first_steps(),
        "module.json",
        "\"id\": \"fort\", \"name\": \"Strongpoint\"",
        "\"id\": \"fort\", \"symbol\": \"dragon\", \"name\": \"Strongpoint\"",
    );
    assert!(said(&memory)[0].contains("M0706"));
    memory.files.remove("art.json");
    clean(&memory);
}

/// Five usual colours are far apart; a sixth is as light as another.
#[test]
fn usual_colours_of_six_sides_are_told() {
    let of = |sides: &[&str], art: &str| {
        let ids: Vec<String> = sides.iter().map(|id| format!("{{\"id\": \"{id}\"}}")).collect();
        let module = format!(
            "{{\"format\": 2, \"name\": \"Many\", \"sides\": [{}], \"classes\": [{{\"id\": \"foot\"}}]}}",
            ids.join(", ")
        );
        let units: String = sides.iter().map(|id| format!("u-{id},{id},foot\n")).collect();
        said(&game(&[("module.json", &module), ("units.csv", &format!("id,side,class\n{units}")), ("art.json", art)]))
    };
    let six = ["a", "b", "c", "d", "e", "f"];
    for count in 2..=5 {
        assert_eq!(of(&six[..count], "{}"), [""; 0], "{count}");
    }
    let found = of(&six, "{}");
    let one = found.len() == 1 && found[0].contains(" M0715 «");
    assert!(one && ["side `e` in #", "side `f` in #"].iter().all(|side| found[0].contains(side)), "{found:?}");
    assert!(found[0].ends_with("| give it a `ground` of its own in `colours` of art.json"), "{found:?}");
    // Colours that lie between the usual ones.
    let art = r##"{"colours": {"a": {"ground": "#ffffff"}, "b": {"ground": "#000000"}, "c": {"ground": "#777777"}}}"##;
    assert_eq!(of(&six[..4], art), [""; 0]);
}

/// Counters are printed before anybody moves.
#[test]
fn what_only_play_tells_chooses_no_counters() {
    let with = |who: &str| {
        let found = said(&edit(first_steps(), "art.json", "{ \"tags\": [\"spearhead\"] }", who));
        found.iter().map(|line| line.split(' ').skip(1).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let help = "choose by what stands on a counter: `id`, `side`, `nation`, `formation`, `type`, `class`, `tags`, `size`, `rating` or `state`";
    let told = |under: &str, what: &str| {
        format!("M0102 «{under}» `{what}` is known only in play, and counters are printed before | {help}")
    };
    for (field, value) in [
        ("steps", r#"{ "at-least": 1 }"#),
        ("full", "true"),
        ("did", r#"["moved"]"#),
        ("at", r#"{ "hex": ["0101"] }"#),
        ("start", r#"{ "hex": ["0101"] }"#),
        ("alone", "true"),
        ("near", r#"[{ "units": { "side": ["brenn"] } }]"#),
        ("role", r#"["unit"]"#),
    ] {
        assert_eq!(with(&format!(r#"{{ "tags": ["spearhead"], "{field}": {value} }}"#)), [told(field, field)]);
        assert_eq!(with(&format!(r#"{{ "tags": ["spearhead"], "not": {{ "{field}": {value} }} }}"#)), [told(field, field)]);
    }
    assert_eq!(with(r#"{ "tags": ["spearhead"], "side": ["own"] }"#), [told("own", "own")]);
    assert_eq!(with(r#"{ "tags": ["spearhead"], "side": ["aster"], "size": ["II", "III"] }"#), [""; 0]);
    // Who has faces that are drawn already is asked as well.
    let ready = "\"counter-mm\": 15.9, \"ready-made\": { \"front\": \"counters/{id}.png\", \"for\": { \"full\": true } },";
    let found = said(&edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", ready));
    assert!(found.len() == 1 && found[0].contains("M0102 «full»"), "{found:?}");
    // What no counter shows is told as what no unit has.
    let unshown = edit(first_steps(), "module.json", "\"states\": [", "\"states\": [\n    { \"id\": \"shaken\" },");
    let found = said(&edit(unshown, "art.json", "\"state\": [\"fired\"]", "\"state\": [\"shaken\"]"));
    let told =
        "art.json:29:8 M0501 «for» no unit of the game fits this selector | correct the selector, or take out what it is for";
    assert_eq!(found, [told]);
}

#[test]
fn a_symbol_that_is_a_picture_must_be_there() {
    let memory = edit(
        first_steps(),
        "module.json",
        "\"id\": \"fort\", \"name\": \"Strongpoint\"",
        "\"id\": \"fort\", \"symbol\": \"art/fort.svg\", \"name\": \"Strongpoint\"",
    );
    let found = said(&memory);
    assert!(found.len() == 1 && found[0].contains("«art/fort.svg» there is no file `art/fort.svg`"), "{found:?}");
}

/// Letters that the layout itself writes are its own fault, whoever shows them.
#[test]
fn a_layout_that_cannot_be_written_is_one_fault() {
    let memory = edit(first_steps(), "art.json", "\"{attack}({range}){move}\"", "\"{attack}大{move}\"");
    let found = said(&memory);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("art.json:") && found[0].contains("M0711 «{attack}大{move}»"), "{found:?}");
}

/// Looking over a face finds what drawing it finds, and draws nothing.
#[test]
fn looking_over_is_drawing_without_a_drawing() {
    let poor = r##""slots": { "centre": "{name|designation}", "top": { "show": "{designation}", "ink": "#c0a060", "mm": 8, "least-mm": 3 }, "bottom": "工 {attack}", "left": "steps", "left-bar": "art/{type}.svg" } },
    { "slots": { "centre""##;
    let poor = edit(
        first_steps(),
        "art.json",
        "\"slots\": { \"centre\": \"symbol\", \"top\": \"{size}\", \"left\": \"{designation}\", \"right\": \"{formation.short}\", \"bottom\": \"{attack}({range}){move}\" } },\n",
        &format!("{poor}: \"symbol\" }} }},\n"),
    );
    let poor = edit(poor, "module.json", "\"id\": \"fort\"", "\"symbol\": \"dragon\", \"id\": \"fort\"");
    let mut kinds = [0; 5];
    for memory in [poor, folder("tests/paper"), folder("modules/bastogne-breakout")] {
        let game = compile(&memory).game;
        let (drawn, seen) = (Faces::new(&game), Faces::new(&game).only_looked_over());
        for shown in inventory(&game).into_iter().flat_map(|counter| [counter.front, counter.back]) {
            let (one, other) = (drawn.draw(shown), seen.draw(shown));
            assert_eq!(one.issues, other.issues, "{shown:?}");
            assert!(other.nodes.is_empty() && (one.edge, one.ground) == (other.edge, other.ground), "{shown:?}");
            for issue in &one.issues {
                let kind = match issue {
                    Issue::Crowded { .. } => 0,
                    Issue::NoLetters { .. } => 1,
                    Issue::Faint { .. } => 2,
                    Issue::NoSymbol { .. } => 3,
                    Issue::NoPicture { .. } => 4,
                };
                kinds[kind] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
}
