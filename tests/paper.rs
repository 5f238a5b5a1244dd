//! The paper game: typed with care by an author, and still with real mistakes in it. Each is found, at its place.

use crate::support::{folder, said};

#[test]
fn every_mistake_of_the_paper_game_is_reported() {
    insta::assert_snapshot!(said(&folder("tests/paper")).join("\n"));
}
