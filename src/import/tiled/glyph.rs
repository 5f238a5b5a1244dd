//! A glyph for each terrain: its first letter if that is free, else another of its letters, else any.

use std::collections::{BTreeMap, BTreeSet};

/// The glyph of what is not on the map.
pub(super) const OFF: char = '-';
/// Ground that most maps leave white.
const CLEAR: [&str; 6] = ["clear", "open", "plain", "plains", "grass", "grassland"];

/// One for each, those before taking first; nothing if there are not so many.
pub(super) fn glyphs<'t>(terrain: impl Iterator<Item = &'t str>) -> Option<BTreeMap<&'t str, char>> {
    let mut taken: BTreeSet<char> = [OFF].into();
    let mut rest = others();
    let mut all = BTreeMap::new();
    for id in terrain {
        let clear = CLEAR.contains(&id).then_some('.');
        let own = id.chars().filter(|c| c.is_ascii_alphanumeric());
        let capitals = own.clone().map(|c| c.to_ascii_uppercase());
        let letters = own.clone().filter(char::is_ascii_alphabetic);
        let mut wanted = clear.into_iter().chain(letters).chain(capitals).chain(own);
        let free = wanted.find(|c| !taken.contains(c));
        let glyph = match free {
            Some(glyph) => glyph,
            None => rest.find(|c| !taken.contains(c))?,
        };
        taken.insert(glyph);
        all.insert(id, glyph);
    }
    Some(all)
}

/// All others that can be told apart and typed somewhere.
fn others() -> impl Iterator<Item = char> {
    let signs = "#*+=%&@!?$~^:;,<>()[]{}|/'`_".chars();
    let ascii = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(signs);
    let letters = ('\u{c0}'..='\u{24f}').chain('\u{391}'..='\u{3c9}').chain('\u{410}'..='\u{44f}').filter(|c| c.is_alphabetic());
    ascii.chain(letters).chain('\u{4e00}'..='\u{9fa5}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_that_is_free() {
        let of = |ids: &[&'static str]| glyphs(ids.iter().copied()).unwrap().into_iter().collect::<Vec<_>>();
        assert_eq!(of(&["woods", "clear", "water", "wood"]), [("clear", '.'), ("water", 'a'), ("wood", 'o'), ("woods", 'w')]);
        assert_eq!(of(&["a", "a1", "1", "1a", "11"]), [("1", '1'), ("11", 'c'), ("1a", 'b'), ("a", 'a'), ("a1", 'A')]);
        let many: Vec<String> = (0..3_000).map(|n| format!("tile-{n}")).collect();
        let all = glyphs(many.iter().map(String::as_str)).unwrap();
        assert_eq!(all.values().collect::<BTreeSet<_>>().len(), 3_000);
        assert!(all.values().all(|glyph| !glyph.is_whitespace()));
        let too_many: Vec<String> = (0..30_000).map(|n| format!("tile-{n}")).collect();
        assert_eq!(glyphs(too_many.iter().map(String::as_str)), None);
    }
}
