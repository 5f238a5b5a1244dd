//! Parts of the kit that shall lie in a module, of which the game has nothing.

use muster::compile::compile;

use crate::support::first_steps;

fn said(kit: &str, without: &[&str]) -> Vec<String> {
    let mut world = first_steps();
    world.files.retain(|path, _| !without.iter().any(|gone| path.starts_with(gone)));
    world.files.insert("vassal.json".to_owned(), format!(r#"{{"kit": [{kit}]}}"#).into_bytes());
    let diags = compile(&world).diags.into_iter().filter(|diag| diag.rule.code == "M0803");
    diags.map(|diag| format!("{}; {}", diag.message, diag.help.unwrap_or_default())).collect()
}

#[test]
fn a_part_that_is_not_there_is_told() {
    let cards = "the module has no `cards`: the game has no cards; take `cards` out of `kit`";
    assert_eq!(said(r#""rules", "cards""#, &["cards.json"]), [cards]);
    let found = said(r#""setup", "order-of-appearance""#, &["scenarios/"]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].contains("no arrivals or withdrawals"), "{found:?}");
}

#[test]
fn all_parts_that_are_there_are_not_told() {
    let all = r#""rules", "charts", "setup", "order-of-appearance", "turn-track", "map", "counters", "cards""#;
    assert_eq!(said(all, &[]), Vec::<String>::new());
    // Nor what could not be read.
    let mut world = first_steps();
    world.files.insert("cards.json".to_owned(), br#"{"cards": [{"deck": 7}]}"#.to_vec());
    world.files.insert("vassal.json".to_owned(), br#"{"kit": ["cards"]}"#.to_vec());
    assert!(!compile(&world).diags.iter().any(|diag| diag.rule.code == "M0803"));
}
