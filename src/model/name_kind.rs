//! What a name in the rules is of. A type tells it to whoever reads or writes it, through the only word that serde hands
//! on: the name of a newtype.

use super::{IdKind, WordKind};

/// Kinds of names, each with the word that serde hands on.
macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident { $($(#[$kind_doc:meta])* $kind:ident $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub enum $name { $($(#[$kind_doc])* $kind),+ }

        impl $name {
            /// Every kind.
            pub const ALL: &'static [$name] = &[$($name::$kind),+];

            /// What it is called.
            pub const fn word(self) -> &'static str {
                match self { $($name::$kind => $word),+ }
            }

            /// The kind that is called so.
            pub fn of(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($name::$kind),)+
                    _ => None,
                }
            }
        }
    };
}
pub(super) use kinds;

/// What serde hands on for no name, but for an entry of a list, which is lost by itself if a name in it is not known.
pub const LIST_ENTRY: &str = "entry of a list";

kinds! {
    /// What else a rule names or says in one word.
    PhraseKind {
        /// A side, or `own` or `enemy`.
        SideWord "side word",
        /// A rating, or `units` or `steps`.
        Counted "counted",
        /// Hexes by their numbers.
        Hexes "hexes",
        /// Hexsides by the hexes that they divide.
        Hexsides "hexsides",
        /// Dice.
        Dice "dice",
    }
}

/// What a name in the rules is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum NameKind {
    /// A thing of the game: the name becomes an id.
    Id(IdKind),
    /// An entry of the rules or a word of the author's: the name stays a word.
    Word(WordKind),
    /// Anything else.
    Phrase(PhraseKind),
}

impl NameKind {
    /// The kind that is called so.
    pub fn of(word: &str) -> Option<Self> {
        let id = IdKind::of(word).map(NameKind::Id);
        id.or_else(|| WordKind::of(word).map(NameKind::Word)).or_else(|| PhraseKind::of(word).map(NameKind::Phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_share_a_word() {
        for kind in IdKind::ALL {
            assert_eq!(NameKind::of(kind.word()), Some(NameKind::Id(*kind)));
        }
        for kind in WordKind::ALL {
            assert_eq!(NameKind::of(kind.word()), Some(NameKind::Word(*kind)));
        }
        for kind in PhraseKind::ALL {
            assert_eq!(NameKind::of(kind.word()), Some(NameKind::Phrase(*kind)));
        }
        assert_eq!(NameKind::of(LIST_ENTRY), None);
        assert_eq!(NameKind::of("sde"), None);
    }
}
