//! Tables: what can come up, what cannot, and two printings of one table.

use crate::support::{edit, first_steps, said};

const ROWS: &str = "        { \"roll\": \"5-6\", \"result\": \"fails\" }\n      ],";

fn with(rows: &str) -> Vec<String> {
    said(&edit(first_steps(), "tables.json", ROWS, rows))
}

#[test]
fn two_printings_are_compared_cell_by_cell() {
    let reprint = |rows: &str| with(&format!("{ROWS}\n      \"reprint\": [{rows}],"));
    assert_eq!(reprint("{\"roll\": \"1-4\", \"result\": \"blown\"}, {\"roll\": \"5-6\", \"result\": \"fails\"}"), [""; 0]);
    // The same in other rows is the same table.
    assert_eq!(
        reprint(
            "{\"roll\": \"1-2\", \"result\": \"blown\"}, {\"roll\": \"3-4\", \"result\": \"blown\"}, {\"roll\": \"5-6\", \"result\": \"fails\"}"
        ),
        [""; 0]
    );
    let found = reprint("{\"roll\": \"1-3\", \"result\": \"blown\"}, {\"roll\": \"4-6\", \"result\": \"fails\"}");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("M0609 «fails» table `Blowing a bridge` has `blown` for 4, its other printing `fails`"),
        "{found:#?}"
    );
    let found = reprint("{\"roll\": \"1-4\", \"cells\": {\"mud\": \"blown\"}}");
    assert!(found.iter().all(|line| line.contains("M0609")) && found.len() == 2, "{found:#?}");
}

#[test]
fn a_reprint_in_a_sheet_is_blamed_at_its_cell() {
    let text = String::from_utf8(first_steps().files["tables/crt.csv"].clone()).unwrap();
    let other = text.replacen("EX", "DR", 1);
    assert_ne!(text, other);
    let rows = "\"rows\": { \"csv\": \"tables/crt.csv\" },";
    let game = |csv: &str| {
        let game =
            edit(first_steps(), "tables.json", rows, &format!("{rows}\n      \"reprint\": {{ \"csv\": \"tables/card.csv\" }},"));
        said(&game.with("tables/card.csv", csv.to_owned()))
    };
    assert_eq!(game(&text), [""; 0]);
    let found = game(&other);
    assert!(found.len() == 1 && found[0].starts_with("tables/card.csv") && found[0].contains("M0609 «DR»"), "{found:#?}");
}

#[test]
fn no_row_waits_for_a_roll_that_never_comes() {
    assert_eq!(with(ROWS), [""; 0]);
    // Three modifiers take one and add two: 0 to 8 can come up.
    let found = with(
        "        { \"roll\": \"5-6\", \"result\": \"fails\" },\n        { \"roll\": \"9\", \"result\": \"fails\" }\n      ],",
    );
    assert!(
        found.len() == 1
            && found[0].contains("M0608 «9» table `Blowing a bridge` has a row for 9, which d6 never makes with its modifiers"),
        "{found:#?}"
    );
    assert_eq!(
        with(
            "        { \"roll\": \"5-6\", \"result\": \"fails\" },\n        { \"roll\": \"8\", \"result\": \"fails\" }\n      ],"
        ),
        [""; 0]
    );
}

#[test]
fn a_deck_is_covered_card_by_card() {
    let cards = "{\"list\": [{\"id\": \"rain\", \"deck\": \"sky\"}, {\"id\": \"sun\", \"deck\": \"sky\"}]}";
    let table = |rows: &str| {
        let table = format!("[{{\"id\": \"weather\", \"draw\": \"sky\", \"rows\": [{rows}]}}]");
        let module = "{\"format\": 2, \"name\": \"Sky\"}";
        said(&crate::support::game(&[("module.json", module), ("cards.json", cards), ("tables.json", &table)]))
    };
    assert_eq!(table("{\"roll\": \"rain\", \"result\": \"mud\"}, {\"roll\": \"sun\", \"result\": \"dry\"}"), [""; 0]);
    let found = table("{\"roll\": \"rain\", \"result\": \"mud\"}");
    assert!(
        found.len() == 1 && found[0].contains("M0603") && found[0].contains("has no row for `sun`, which may be drawn"),
        "{found:#?}"
    );
    let found = table("{\"roll\": \"rain\", \"result\": \"mud\"}, {\"roll\": \"snow\", \"result\": \"dry\"}");
    assert!(found.len() == 1 && found[0].contains("M0201 «snow» unknown card `snow`"), "{found:#?}");
}

#[test]
fn columns_of_numbers_leave_no_gap() {
    let table = |columns: [&str; 3]| {
        let cells = columns.map(|c| format!("\"{c}\": \"-\"")).join(", ");
        let rows = (1..=6).map(|roll| format!("{{\"roll\": {roll}, \"cells\": {{{cells}}}}}")).collect::<Vec<_>>().join(", ");
        let table = format!("[{{\"id\": \"fire\", \"dice\": \"d6\", \"columns\": \"numbers\", \"rows\": [{rows}]}}]");
        said(&crate::support::game(&[("module.json", "{\"format\": 2, \"name\": \"Fire\"}"), ("tables.json", &table)]))
    };
    assert_eq!(table(["1", "2-3", "4+"]), [""; 0]);
    let found = table(["1", "3-4", "5+"]);
    assert!(found.len() == 1 && found[0].contains("M0607") && found[0].contains("leaves a gap after `1`"), "{found:#?}");
    let found = table(["1-2", "2-3", "4+"]);
    assert!(found.len() == 1 && found[0].contains("overlaps with `1-2`"), "{found:#?}");
    let found = table(["1", "few", "2+"]);
    assert!(found.iter().any(|line| line.contains("column `few` of table `fire` is no number")), "{found:#?}");
    // The keys of JSON have no order, the headings of a sheet do.
    assert_eq!(table(["1", "4+", "2-3"]), [""; 0]);
    let table = "[{\"id\": \"fire\", \"dice\": \"d2\", \"columns\": \"numbers\", \"rows\": {\"csv\": \"fire.csv\"}}]";
    let sheet = [
        ("module.json", "{\"format\": 2, \"name\": \"Fire\"}"),
        ("tables.json", table),
        ("fire.csv", "roll,1,4+,2-3\n1,-,-,-\n2,-,-,-\n"),
    ];
    let found = said(&crate::support::game(&sheet));
    assert!(found.len() == 1 && found[0].contains("column `2-3` of table `fire` stands after `4+`, which is more"), "{found:#?}");
}
