//! How VASSAL writes things down: sequences with one quoting rule, pieces as traits around a basic piece, saves.

/// One item of a sequence. Only the divider is escaped; a backslash at the end would swallow it, so nobody may write one.
fn item(text: &str, divider: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == divider {
            out.push('\\');
        }
        out.push(c);
    }
    let quoted = text.starts_with('\\') || (text.len() > 1 && text.starts_with('\'') && text.ends_with('\''));
    if quoted { format!("'{out}'") } else { out }
}

pub(super) fn sequence<T: AsRef<str>>(items: impl IntoIterator<Item = T>, divider: char) -> String {
    let items: Vec<String> = items.into_iter().map(|text| item(text.as_ref(), divider)).collect();
    items.join(&divider.to_string())
}

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
        Trait { kind, state: state.into() }
    }
}

/// A piece: traits from the outermost to the innermost, then what it is at heart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) traits: Vec<Trait>,
    /// Traits that it shares with others, by the name of their prototype; they lie innermost.
    pub(super) prototypes: Vec<(String, Vec<Trait>)>,
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
        let shared = self.prototypes.iter().map(|(name, _)| Trait::new(fields("prototype", [name.as_str()]), ""));
        self.written("null", self.traits.iter().cloned().chain(shared), "null;0;0")
    }

    /// As a save holds it: every prototype expanded.
    pub(super) fn saved(&self, id: &str, at: &Lies) -> String {
        let shared = self.prototypes.iter().flat_map(|(_, traits)| traits.iter().cloned());
        let place = sequence([at.map, &at.x.to_string(), &at.y.to_string()], ';');
        self.written(id, self.traits.iter().cloned().chain(shared), &place)
    }

    fn written(&self, id: &str, traits: impl Iterator<Item = Trait>, place: &str) -> String {
        let mut kind = fields("piece", ["", "", &self.image, &self.name]);
        let mut state = format!("{place};{};0", self.gpid);
        let traits: Vec<Trait> = traits.collect();
        for outer in traits.iter().rev() {
            kind = sequence([outer.kind.as_str(), &kind], '\t');
            state = sequence([outer.state.as_str(), &state], '\t');
        }
        sequence(["+", id, &kind, &state], '/')
    }
}

/// The definition of a prototype.
pub(super) fn prototype(traits: &[Trait]) -> String {
    let piece = Piece { traits: traits.to_vec(), ..Piece::default() };
    piece.slot()
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
    pub(super) at: Lies,
    pub(super) size: (i64, i64),
    /// Whether several may be drawn at once.
    pub(super) several: bool,
    /// Where its cards are shuffled back into: then it lies open, and is not shuffled itself.
    pub(super) back_into: Option<String>,
    pub(super) pieces: Vec<Piece>,
}

impl Deck {
    pub(super) const COLOUR: &'static str = "120,110,90";
    pub(super) const CHOOSE: &'static str = "Choose from the deck";
    pub(super) const SEVERAL: &'static str = "Draw several";
    pub(super) const BACK: &'static str = "Shuffle back into the deck";

    /// Whether it lies face down and shuffled, in VASSAL's words.
    pub(super) fn hidden(&self) -> &'static str {
        if self.back_into.is_some() { "Never" } else { "Always" }
    }

    /// As a save holds it; its cards come before it.
    pub(super) fn saved(&self, id: &str, children: &[String]) -> String {
        let (width, height) = (self.size.0.to_string(), self.size.1.to_string());
        let several = self.several.to_string();
        let hidden = self.hidden();
        let (back, into) = self.back_into.as_deref().map_or(("", ""), |into| (Deck::BACK, into));
        let kind = fields(
            "deck",
            [
                "true",
                Deck::COLOUR,
                &width,
                &height,
                hidden,
                hidden,
                &several,
                "true",
                "false",
                back,
                into,
                "",
                &self.name,
                "",
                "",
                "",
                "true",
                "false",
                "",
                "",
                "12",
                "",
                "false",
                "",
                "false",
                "",
                "$BasicName$",
                "",
                "false",
                "",
                "Shuffle",
                "Reverse",
                "",
                Deck::SEVERAL,
                Deck::CHOOSE,
                "Face up",
                "Face down",
                "",
                "",
                "",
                "",
                "Save Deck",
                "",
                "Deck Saved",
                "Load Deck",
                "",
                "Deck Loaded",
                "false",
                "",
            ],
        );
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
    fn a_piece_is_written_as_the_engine_writes_it() {
        let piece = Piece {
            traits: vec![Trait::new("mark;Strength".to_owned(), "4-3")],
            prototypes: vec![("Unit".to_owned(), vec![Trait::new("delete;Delete;68,130;".to_owned(), "")])],
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
        assert_eq!(stack("13", &at, &["12".to_owned()]), "+/13/stack/Map;3;4;12;@@0");
    }
}
