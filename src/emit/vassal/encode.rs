//! How VASSAL writes things down: sequences with one quoting rule, pieces as traits around a basic piece, saves.

use std::borrow::Cow;
use std::sync::Arc;

pub(super) use crate::vassal::text::sequence;

/// A list with commas.
pub(super) fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    sequence(items, ',')
}

/// A trait, by its id and fields.
pub(super) fn fields<T: AsRef<str>>(id: &str, items: impl IntoIterator<Item = T>) -> String {
    format!("{id};{}", sequence(items, ';'))
}

/// A trait and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trait {
    pub(super) kind: String,
    pub(super) state: String,
    /// By what name a setup gives it another state; empty where none does.
    pub(super) named: String,
}

impl Trait {
    /// A trait as an author wrote it down, in the state that a fresh piece has.
    pub(super) fn fresh(kind: &str) -> Trait {
        let state = match kind.split(';').next().unwrap_or_default() {
            "emb2" => "1",
            "markmoved" => "false",
            "footprint" => "false;;0;false",
            "hide" => "null",
            "obs" => "null;",
            "sendto" => ";;",
            "report" => "-1",
            "rotate" => "0",
            "AreaOfEffect" => "false",
            _ => "",
        };
        Trait::new(kind.to_owned(), state)
    }

    pub(super) fn new(kind: String, state: impl Into<String>) -> Trait {
        Trait { kind, state: state.into(), named: String::new() }
    }

    /// With the name by which a setup gives it another state.
    pub(super) fn named(mut self, name: impl Into<String>) -> Trait {
        self.named = name.into();
        self
    }
}

/// Traits that counters share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prototype {
    pub(super) name: String,
    /// What it is for, as the editor shows it.
    pub(super) about: String,
    pub(super) traits: Vec<Trait>,
}

/// A part of a piece: a trait of its own, or all those of a prototype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Own(Trait),
    Shared(Arc<Prototype>),
}

/// A piece: traits from the outermost, which is drawn last, to the innermost; then what it is at heart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) parts: Vec<Part>,
    /// States that traits have in place of their usual ones, by their names.
    pub(super) states: Vec<(String, String)>,
    pub(super) image: String,
    pub(super) name: String,
    pub(super) gpid: u32,
}

/// Where a piece lies in a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lies {
    pub(super) map: &'static str,
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Piece {
    /// As a slot of a palette holds it.
    pub(super) fn slot(&self) -> String {
        let used = |shared: &Prototype| Trait::new(fields("prototype", [shared.name.as_str()]), "");
        let traits = self.parts.iter().map(|part| match part {
            Part::Own(own) => Cow::Borrowed(own),
            Part::Shared(shared) => Cow::Owned(used(shared)),
        });
        self.written("null", &traits.collect::<Vec<_>>(), "null;0;0")
    }

    /// As a save holds it: every prototype expanded.
    pub(super) fn saved(&self, id: &str, at: &Lies) -> String {
        let place = sequence([at.map, &at.x.to_string(), &at.y.to_string()], ';');
        self.written(id, &self.expanded(), &place)
    }

    /// As a trait holds it that makes such pieces, with the number that those have: VASSAL expands prototypes as it makes
    /// one.
    pub(super) fn made(&self, gpid: u32) -> String {
        Piece { gpid, ..self.clone() }.slot()
    }

    fn expanded(&self) -> Vec<Cow<'_, Trait>> {
        let mut all = Vec::new();
        for part in &self.parts {
            match part {
                Part::Own(own) => all.push(self.as_set(own)),
                Part::Shared(shared) => all.extend(shared.traits.iter().map(|one| self.as_set(one))),
            }
        }
        all
    }

    fn as_set<'t>(&self, one: &'t Trait) -> Cow<'t, Trait> {
        match self.states.iter().find(|(name, _)| !name.is_empty() && *name == one.named) {
            Some((_, state)) => Cow::Owned(Trait { state: state.clone(), ..one.clone() }),
            None => Cow::Borrowed(one),
        }
    }

    fn written(&self, id: &str, traits: &[Cow<'_, Trait>], place: &str) -> String {
        let heart = fields("piece", ["", "", &self.image, &self.name]);
        let kind = nested(traits.iter().map(|outer| outer.kind.as_str()), &heart);
        let state = nested(traits.iter().map(|outer| outer.state.as_str()), &format!("{place};{};0", self.gpid));
        sequence(["+", id, &kind, &state], '/')
    }
}

impl Prototype {
    /// Its definition.
    pub(super) fn definition(&self) -> String {
        let piece = Piece { parts: self.traits.iter().cloned().map(Part::Own).collect(), ..Piece::default() };
        piece.slot()
    }
}

/// Each text and all that follows it, as two items with a tab: the first is the outermost.
pub(super) fn nested<'t>(outer: impl DoubleEndedIterator<Item = &'t str> + Clone, heart: &'t str) -> String {
    let plain = |text: &str| !text.starts_with(['\\', '\'']) && !text.contains('\t');
    if !outer.clone().chain([heart]).all(plain) {
        return outer.rev().fold(heart.to_owned(), |inner, text| sequence([text, &inner], '\t'));
    }
    // Every level escapes the tabs of those within: as many backslashes as there are levels around.
    let mut out = String::new();
    for (depth, text) in outer.chain([heart]).enumerate() {
        if depth > 0 {
            out.extend(std::iter::repeat_n('\\', depth - 1));
            out.push('\t');
        }
        out.push_str(text);
    }
    out
}

/// A stack of pieces, the lowest first.
pub(super) fn stack(id: &str, at: &Lies, children: &[String]) -> String {
    let mut state = vec![at.map.to_owned(), at.x.to_string(), at.y.to_string()];
    state.extend(children.iter().cloned());
    state.push("@@0".to_owned());
    sequence(["+", id, "stack", &sequence(state, ';')], '/')
}

/// A deck of cards or a cup of chits, face down and shuffled.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    pub(super) name: String,
    /// What people call it.
    pub(super) title: String,
    pub(super) at: Lies,
    pub(super) size: (i64, i64),
    /// Whether several may be drawn at once.
    pub(super) several: bool,
    /// Whether only who draws sees what is drawn.
    pub(super) secret: bool,
    /// Where its cards are shuffled back into: then it lies open, and is not shuffled itself.
    pub(super) back_into: Option<String>,
    /// What is told when nothing is left, and what shuffles its cards back: a command.
    pub(super) empty: Option<String>,
    pub(super) pieces: Vec<Piece>,
}

impl Deck {
    pub(super) const COLOUR: &'static str = "120,110,90";
    /// So many cards of a pile are drawn, each a little higher.
    pub(super) const MOST_SHOWN: i64 = 12;
    pub(super) const CHOOSE: &'static str = "Choose from the deck";
    pub(super) const SEVERAL: &'static str = "Draw several";
    pub(super) const BACK: &'static str = "Shuffle back into the deck";

    /// Whether it lies face down and shuffled, in VASSAL's words.
    pub(super) fn hidden(&self) -> &'static str {
        if self.back_into.is_some() { "Never" } else { "Always" }
    }

    /// What is said when its cards are shuffled back.
    pub(super) fn says(&self) -> String {
        format!("{}: its cards are shuffled back into the deck", self.title)
    }

    /// The command that tells that it is empty, and the one that shuffles its cards back.
    pub(super) fn commands(&self) -> (&str, &str) {
        let command = self.empty.as_deref().unwrap_or_default();
        if self.back_into.is_some() { ("", command) } else { (command, "") }
    }

    /// As a save holds it; its cards come before it.
    pub(super) fn saved(&self, id: &str, children: &[String]) -> String {
        let (width, height) = (self.size.0.to_string(), self.size.1.to_string());
        let several = self.several.to_string();
        let hidden = self.hidden();
        let (back, into) = self.back_into.as_deref().map_or(("", ""), |into| (Deck::BACK, into));
        let says = if into.is_empty() { String::new() } else { self.says() };
        let (empty, send) = self.commands();
        let tells = (!empty.is_empty()).to_string();
        let (open, most) = ((!self.secret).to_string(), Self::MOST_SHOWN.to_string());
        let what = ["true", Deck::COLOUR, &width, &height, hidden, hidden, &several, "true", "false"];
        let drawn = [back, into, &says, &self.name, "", "", "", &open, "false", "", send, &most, "", "false", ""];
        let told = [&tells, empty, "$BasicName$", "", "false", "", "Shuffle", "Reverse", "", Deck::SEVERAL, Deck::CHOOSE];
        let faces = ["Face up", "Face down", "", "", "", "", "Save Deck", "", "Deck Saved", "Load Deck", "", "Deck Loaded"];
        let all = what.into_iter().chain(drawn).chain(told).chain(faces).chain(["false", ""]);
        let kind = fields("deck", all);
        let (x, y) = (self.at.x.to_string(), self.at.y.to_string());
        let down = self.back_into.is_none().to_string();
        let mut state = vec![self.at.map.to_owned(), x, y, down];
        if !children.is_empty() {
            state.push(list(children));
        }
        let state = sequence(state, ';');
        sequence(["+", id, &kind, &state], '/')
    }
}

/// A save: commands, one after the other. VASSAL itself hides them behind a key; it reads them plain as well.
pub(super) fn save(commands: &[String]) -> Vec<u8> {
    sequence(commands, '\u{1b}').into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_divider_is_escaped_and_each_level_escapes_again() {
        assert_eq!(list(["a,b", "", "c\\d"]), "a\\,b,,c\\d");
        assert_eq!(sequence(["\\x", "'y'"], ';'), "'\\x';''y''");
        let inner = sequence(["a", "b"], '\t');
        assert_eq!(sequence(["x", &inner], '\t'), "x\ta\\\tb");
    }

    #[test]
    fn plain_texts_are_nested_as_any_others_are() {
        let slow = |all: &[&str]| all.iter().rev().fold("heart".to_owned(), |inner, text| sequence([*text, &inner], '\t'));
        for all in [&["a", "", "c", ""] as &[&str], &[], &["", ""], &["a\tb", "c"], &["\\a", "b"], &["'a'", "b", "'"]] {
            assert_eq!(nested(all.iter().copied(), "heart"), slow(all), "{all:?}");
        }
    }

    #[test]
    fn a_piece_is_written_as_the_engine_writes_it() {
        let unit = Prototype {
            name: "Unit".to_owned(),
            about: String::new(),
            traits: vec![Trait::new("delete;Delete;68,130;".to_owned(), "")],
        };
        let piece = Piece {
            parts: vec![Part::Own(Trait::new("mark;Strength".to_owned(), "4-3").named("Strength")), Part::Shared(Arc::new(unit))],
            states: Vec::new(),
            image: "b1.png".to_owned(),
            name: "1st Inf".to_owned(),
            gpid: 7,
        };
        assert_eq!(piece.slot(), "+/null/mark;Strength\tprototype;Unit\\\tpiece;;;b1.png;1st Inf/4-3\t\\\tnull;0;0;7;0");
        let at = Lies { map: "Map", x: 3, y: 4 };
        assert_eq!(
            piece.saved("12", &at),
            "+/12/mark;Strength\tdelete;Delete;68,130;\\\tpiece;;;b1.png;1st Inf/4-3\t\\\tMap;3;4;7;0"
        );
        let other = Piece { states: vec![("Strength".to_owned(), "2-3".to_owned())], ..piece.clone() };
        assert!(other.saved("12", &at).contains("/2-3\t"), "a setup may say otherwise");
        assert!(other.slot().contains("/4-3\t"), "a fresh piece is as usual");
        assert_eq!(stack("13", &at, &["12".to_owned()]), "+/13/stack/Map;3;4;12;@@0");
    }
}
