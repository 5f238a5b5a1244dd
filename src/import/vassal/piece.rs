//! Pieces: traits around a basic piece, written inside each other.

use std::collections::{BTreeMap, BTreeSet};

use super::text::{Fields, head, split};

/// The longest definition that is read.
const LONGEST: usize = 4 << 20;
/// The most traits of a piece, prototypes included.
const TRAITS: usize = 2_000;
/// How deep prototypes may use each other.
const NESTED: usize = 40;

/// A trait: its id, what it is, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trait {
    pub(super) id: String,
    /// What follows the id.
    pub(super) fields: String,
    pub(super) state: String,
    /// The prototype that it comes from.
    pub(super) from: Option<String>,
}

/// A piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its id in a save.
    pub(super) id: String,
    /// From the outermost to the innermost.
    pub(super) traits: Vec<Trait>,
    pub(super) image: String,
    pub(super) name: String,
    pub(super) gpid: String,
    pub(super) at: Option<Lies>,
}

/// Where a piece lies in a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lies {
    pub(super) map: String,
    pub(super) x: i64,
    pub(super) y: i64,
}

/// What a command of a save, or the text of a slot, puts on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Piece(Piece),
    /// A stack: where, and the ids of its pieces from below.
    Stack(Lies, Vec<String>),
    /// A deck: where, its name, and the ids of its cards.
    Deck(Lies, String, Vec<String>),
}

/// Reads `+/id/type/state`; why it cannot otherwise.
pub(super) fn read(text: &str) -> Result<Thing, String> {
    if text.len() > LONGEST {
        return Err(format!("its definition has more than {} MiB", LONGEST >> 20));
    }
    let items = split(text, '/');
    let (id, kind, state) = match items.as_slice() {
        [plus, id, kind, state, ..] if plus == "+" => (id, kind, state),
        [plus, id, kind] if plus == "+" => (id, kind, &String::new()),
        _ => return Err("its definition does not begin with `+/`".to_owned()),
    };
    if kind == "stack" {
        let mut fields = split(state, ';').into_iter();
        let lies = lies(&mut fields);
        let inside = fields.filter(|id| !id.starts_with("@@") && !id.is_empty()).collect();
        return Ok(Thing::Stack(lies, inside));
    }
    if let Some(fields) = kind.strip_prefix("deck;") {
        let name = Fields::new(fields, ';').skip(12).text();
        let mut fields = split(state, ';').into_iter();
        let lies = lies(&mut fields);
        let rest: Vec<String> = fields.skip(1).collect();
        // One field with commas; older saves have a field for each card.
        let cards = rest.iter().flat_map(|field| split(field, ',')).filter(|id| !id.is_empty()).collect();
        return Ok(Thing::Deck(lies, name, cards));
    }
    piece(id, kind, state).map(Thing::Piece)
}

fn lies(fields: &mut impl Iterator<Item = String>) -> Lies {
    let map = fields.next().unwrap_or_default();
    let mut number = || fields.next().and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or(0).clamp(-1_000_000, 1_000_000);
    Lies { map, x: number(), y: number() }
}

fn piece(id: &str, kind: &str, state: &str) -> Result<Piece, String> {
    let mut piece = Piece { id: id.to_owned(), ..Piece::default() };
    let (mut kind, mut state) = (kind.to_owned(), Some(state.to_owned()));
    loop {
        let (outer, inner) = head(&kind, '\t');
        let Some(inner) = inner else {
            piece.basic(&outer, state.as_deref().unwrap_or_default());
            return Ok(piece);
        };
        // Whatever follows is one item: the rest of the piece, written as an item of this level.
        let inner = split(inner, '\t').into_iter().next().unwrap_or_default();
        let (own, below) = match &state {
            Some(state) => {
                let (own, below) = head(state, '\t');
                (own, below.map(|below| split(below, '\t').into_iter().next().unwrap_or_default()))
            }
            None => (String::new(), None),
        };
        let (id, fields) = outer.split_once(';').unwrap_or((&outer, ""));
        piece.traits.push(Trait { id: id.to_owned(), fields: fields.to_owned(), state: own, from: None });
        if piece.traits.len() > TRAITS {
            return Err(format!("it has more than {TRAITS} traits"));
        }
        (kind, state) = (inner, below);
    }
}

impl Piece {
    fn basic(&mut self, kind: &str, state: &str) {
        let mut fields = Fields::new(kind.strip_prefix("piece;").unwrap_or_default(), ';');
        fields.skip(2);
        self.image = fields.text();
        self.name = fields.text();
        let mut fields = split(state, ';').into_iter();
        let at = lies(&mut fields);
        self.at = (at.map != "null" && !at.map.is_empty()).then_some(at);
        self.gpid = fields.next().unwrap_or_default();
        if self.gpid == "null" {
            self.gpid.clear();
        }
    }

    /// Every prototype replaced by its traits. Told: those that do not exist, and those that were used.
    pub(super) fn flattened(mut self, prototypes: &Prototypes) -> (Piece, Vec<String>, Vec<String>) {
        let (mut missing, mut used) = (Vec::new(), Vec::new());
        let mut out = Vec::new();
        let mut open = Vec::new();
        for one in std::mem::take(&mut self.traits) {
            prototypes.unfold(one, &mut open, &mut out, &mut missing, &mut used);
        }
        self.traits = out;
        (self, missing, used)
    }
}

/// Prototypes by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Prototypes {
    pub(super) all: BTreeMap<String, Vec<Trait>>,
}

impl Prototypes {
    fn unfold(
        &self,
        one: Trait,
        open: &mut Vec<String>,
        out: &mut Vec<Trait>,
        missing: &mut Vec<String>,
        used: &mut Vec<String>,
    ) {
        if out.len() >= TRAITS {
            return;
        }
        if one.id != "prototype" {
            out.push(Trait { from: one.from.or_else(|| open.first().cloned()), ..one });
            return;
        }
        let mut fields = Fields::new(&one.fields, ';');
        let name = fields.text();
        let Some(traits) = self.all.get(&name) else {
            missing.push(name);
            return;
        };
        used.push(name.clone());
        // A prototype that uses itself is cut off, as the engine does.
        if open.contains(&name) || open.len() >= NESTED {
            return;
        }
        let words: Vec<(String, String)> = fields.list().iter().filter_map(|pair| pair.split_once('=')).map(word).collect();
        open.push(name);
        for inner in traits {
            let mut inner = inner.clone();
            for (key, value) in &words {
                inner.fields = inner.fields.replace(key, value);
                inner.state = inner.state.replace(key, value);
            }
            self.unfold(inner, open, out, missing, used);
        }
        open.pop();
    }

    /// The prototypes that nobody uses, also not through another.
    pub(super) fn idle(&self, used: &BTreeSet<String>) -> Vec<String> {
        self.all.keys().filter(|name| !used.contains(*name)).cloned().collect()
    }
}

fn word((key, value): (&str, &str)) -> (String, String) {
    (format!("${}$", key.trim()), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: &str = "+/null/emb2;;128;;Flip;128;;;128;;;;1;false;0;0;b1.png,b1r.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true\tmark;Strength\\\tprototype;Blue\\\\\tprototype;Unit\\\\\\\tpiece;;;b1.png;1st Inf/1\t4-3\\\t\\\\\t\\\\\\\tnull;0;0;0;0";

    fn slot(text: &str) -> Piece {
        match read(text).unwrap() {
            Thing::Piece(piece) => piece,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_slot_is_read_from_the_outside_in() {
        let piece = slot(SLOT);
        assert_eq!(
            (piece.name.as_str(), piece.image.as_str(), piece.gpid.as_str(), &piece.at),
            ("1st Inf", "b1.png", "0", &None)
        );
        let traits: Vec<(&str, &str)> = piece.traits.iter().map(|one| (one.id.as_str(), one.state.as_str())).collect();
        assert_eq!(traits, [("emb2", "1"), ("mark", "4-3"), ("prototype", ""), ("prototype", "")]);
    }

    #[test]
    fn prototypes_are_put_in_their_place_once() {
        let mut prototypes = Prototypes::default();
        let trait_of = |text: &str| slot(text).traits;
        prototypes
            .all
            .insert("Blue".to_owned(), trait_of("+/null/mark;Side\tprototype;Unit\\\tpiece;;;;/Blue\t\\\tnull;0;0;0;0"));
        prototypes
            .all
            .insert("Unit".to_owned(), trait_of("+/null/prototype;Blue\tdelete;Delete;68,130;\\\tpiece;;;;/\t\\\tnull;0;0;0;0"));
        let (piece, missing, used) = slot(SLOT).flattened(&prototypes);
        let ids: Vec<&str> = piece.traits.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["emb2", "mark", "mark", "delete", "mark", "delete"]);
        assert!(missing.is_empty() && used.contains(&"Unit".to_owned()));
        let (_, missing, _) = slot(SLOT).flattened(&Prototypes::default());
        assert_eq!(missing, ["Blue", "Unit"]);
    }

    #[test]
    fn parameters_are_filled_in() {
        let mut prototypes = Prototypes::default();
        prototypes.all.insert("P".to_owned(), slot("+/null/mark;Arm\tpiece;;;;/$arm$\tnull;0;0;0;0").traits);
        let (piece, ..) = slot("+/null/prototype;P;arm=tank,x=y\tpiece;;;;/\tnull;0;0;0;0").flattened(&prototypes);
        assert_eq!(piece.traits.first().unwrap().state, "tank");
    }

    #[test]
    fn stacks_and_decks_tell_what_they_hold() {
        let lies = || Lies { map: "Main".to_owned(), x: 3, y: -4 };
        assert_eq!(read("+/9/stack/Main;3;-4;1;2;@@0"), Ok(Thing::Stack(lies(), vec!["1".to_owned(), "2".to_owned()])));
        let deck = "+/9/deck;true;255,0,0;50;50;Always;Always;true;false;false;;;;Draw;;/Main;3;-4;true;7,8";
        assert_eq!(read(deck), Ok(Thing::Deck(lies(), "Draw".to_owned(), vec!["7".to_owned(), "8".to_owned()])));
        assert!(read("nothing").is_err());
    }

    #[test]
    fn a_state_with_too_few_levels_is_borne() {
        let piece = slot("+/null/mark;A\tmark;B\\\tpiece;;;x.png;N/1");
        assert_eq!(piece.traits.len(), 2);
        assert_eq!(piece.name, "N");
    }
}
