//! Our JSON against serde_json, and what only ours reads.

use muster::source::parse_json;
use proptest::prelude::*;
use serde_json::Value;

fn ours(text: &str) -> Result<Value, String> {
    let (tree, faults) = parse_json(text.to_owned());
    match faults.first() {
        Some(fault) => Err(fault.message().to_owned()),
        None => Ok(tree.root().unwrap().to_value()),
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|n| Value::Number(n.into())),
        any::<u64>().prop_map(|n| Value::Number(n.into())),
        any::<f64>().prop_filter_map("finite", |n| serde_json::Number::from_f64(n).map(Value::Number)),
        any::<String>().prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::btree_map(any::<String>(), inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_serde_json_writes_is_read_the_same(value in any_json()) {
        prop_assert_eq!(ours(&serde_json::to_string(&value).unwrap()), Ok(value.clone()));
        prop_assert_eq!(ours(&serde_json::to_string_pretty(&value).unwrap()), Ok(value));
    }

    #[test]
    fn whatever_serde_json_accepts_is_accepted(text in "[\\[\\]{},:\"\\\\ 0-9a-eEnrtuls.+\\-\u{e9}]{0,24}") {
        let theirs: Result<Value, _> = serde_json::from_str(&text);
        match (theirs, ours(&text)) {
            (Ok(theirs), Ok(ours)) => prop_assert_eq!(theirs, ours),
            // Only ours refuses a key that stands twice.
            (Ok(_), Err(why)) => prop_assert!(why.contains("stands twice"), "{}", why),
            // Only ours reads trailing commas.
            (Err(_), Ok(_)) => prop_assert!(text.contains(','), "{}", text),
            (Err(_), Err(_)) => {}
        }
    }

    #[test]
    fn nothing_makes_it_panic(text in any::<String>()) {
        let _ = ours(&text);
    }
}

#[test]
fn comments_and_trailing_commas_are_read() {
    let text = "// one\n{ /* two */ \"a\": [1, 2,], // three\n \"b\": {\"c\": \"//\",},\n}\n";
    assert_eq!(ours(text), Ok(serde_json::json!({"a": [1, 2], "b": {"c": "//"}})));
}

#[test]
fn faults_are_said_in_an_authors_words() {
    for (text, expected) in [
        ("", "the file is empty, expected a JSON object"),
        ("  // only a comment", "the file is empty, expected a JSON object"),
        ("{\"a\": 1", "this `{` is never closed"),
        ("{\"a\": [1, 2", "this `[` is never closed"),
        ("{\"a\": \"x", "this text is never closed"),
        ("{\"a\" 1}", "expected `:` after a key, found `1`"),
        ("{\"a\": 1 \"b\": 2}", "expected `,` or `}` after a value, found `\"`"),
        ("{a: 1}", "expected a key, found `a`"),
        ("{\"a\": 'x'}", "expected a value, found `'`"),
        ("{\"a\": 0512}", "the number `0512` begins with a zero"),
        ("{\"a\": 1/2}", "`1/2` is not a number"),
        ("{\"a\": 16PM}", "`16PM` is not a number"),
        ("{\"a\": 1e999}", "the number `1e999` is out of range"),
        ("{\"a\": clear}", "expected a value, found `clear`"),
        ("{\"a\": 1} x", "expected the end of the file after the last `}` or `]`, found `x`"),
        ("{\"a\": 1, \"a\": 2}", "key `a` stands twice in one object"),
        ("{\"a\": 1, \"\\u0061\": 2}", "key `a` stands twice in one object"),
        ("{\"a\": \"\\ud800\"}", "the first half of a character pair without its second"),
        ("{\"a\": \"\\q\"}", "unknown escape after `\\`"),
        ("/* open", "this comment is never closed"),
    ] {
        assert_eq!(ours(text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn depth_and_number_of_values_are_limited() {
    let deep = "[".repeat(70) + &"]".repeat(70);
    assert_eq!(ours(&deep).unwrap_err(), "nested more than 64 levels deep");
    let fine = "[".repeat(60) + &"]".repeat(60);
    assert!(ours(&fine).is_ok());
    let bomb = "[".repeat(5_000_000);
    assert_eq!(ours(&bomb).unwrap_err(), "nested more than 64 levels deep");
    let many = format!("[{}0]", "0,".repeat(8_000_001));
    assert_eq!(ours(&many).unwrap_err(), "the file holds more than 8000000 values");
}

#[test]
fn a_key_that_stands_twice_loses_only_itself() {
    let (tree, faults) =
        parse_json("{\"x\": {\"a\": [1, 2], \"a\": [3], \"b\": {\"c\": 4}, \"b\": 5, \"d\": 6}, \"y\": 7}".to_owned());
    assert_eq!(faults.len(), 2);
    let value = tree.root().unwrap().to_value();
    assert_eq!(value, serde_json::json!({"x": {"a": [1, 2], "b": {"c": 4}, "d": 6}, "y": 7}));
}
