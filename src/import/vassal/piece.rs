//! Pieces: traits around a basic piece, written inside each other.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::text::{Fields, Levels, split};
use crate::source::limits;
use crate::vassal::prototype::Use;

/// How deep prototypes may use each other.
const NESTED: usize = 40;
/// Traits of which more is read than their id; of all others the text is dropped, which is most of a module.
const READ: [&str; 10] = ["emb2", "emb", "mark", "PROP", "calcProp", "obs", "restrict", "placemark", "replace", "prototype"];
/// What a trait takes beside its text, in bytes.
const TRAIT: u64 = 110;

/// A trait: its id, what it is, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trait {
    pub(super) id: String,
    /// What follows the id.
    pub(super) fields: String,
    pub(super) state: String,
    /// The prototype that it comes from.
    pub(super) from: Option<Arc<str>>,
}

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
    /// Whether no basic piece is at its heart: VASSAL cannot read it.
    pub(super) heartless: bool,
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
    if text.len() > limits::PIECE_BYTES {
        return Err(format!("its definition has more than {} MiB", limits::PIECE_BYTES >> 20));
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
    let (mut levels, mut states) = (Levels::new(kind, '\t'), Levels::new(state, '\t'));
    loop {
        let (outer, inner) = levels.next().unwrap_or_default();
        let own = states.next().map(|(own, _)| own).unwrap_or_default();
        if !inner {
            piece.basic(&outer, &own);
            return Ok(piece);
        }
        if piece.traits.len() >= limits::PIECE_TRAITS {
            return Err(format!("it has more than {} traits", limits::PIECE_TRAITS));
        }
        let (id, fields) = outer.split_once(';').unwrap_or((&outer, ""));
        let (fields, state) = if READ.contains(&id) { (fields.to_owned(), own) } else { (String::new(), String::new()) };
        piece.traits.push(Trait { id: id.to_owned(), fields, state, from: None });
    }
}

/// Where a piece lies, and the number of its slot, by the state of its heart.
pub(super) fn basic_state(state: &str) -> (Option<Lies>, String) {
    let mut fields = split(state, ';').into_iter();
    let at = lies(&mut fields);
    let gpid = fields.next().filter(|gpid| gpid != "null").unwrap_or_default();
    ((at.map != "null" && !at.map.is_empty()).then_some(at), gpid)
}

impl Piece {
    fn basic(&mut self, kind: &str, state: &str) {
        let mut fields = Fields::new(kind.strip_prefix("piece;").unwrap_or_default(), ';');
        fields.skip(2);
        self.heartless = !kind.starts_with("piece;");
        self.image = fields.text();
        self.name = fields.text();
        (self.at, self.gpid) = basic_state(state);
    }

    /// Every prototype replaced by its traits. Told: those that do not exist, and those that were used.
    ///
    /// # Errors
    /// If that would be more than any piece has: prototypes may use each other, each several times.
    pub(super) fn flattened(mut self, prototypes: &Prototypes) -> Result<(Piece, BTreeSet<String>, BTreeSet<String>), String> {
        let mut flat = Flat { left: limits::PIECE_BYTES as u64, ..Flat::default() };
        for one in std::mem::take(&mut self.traits) {
            prototypes.unfold(one, &mut flat)?;
        }
        self.traits = flat.traits;
        Ok((self, flat.missing, flat.used))
    }
}

/// A piece that is being put together.
#[derive(Default)]
struct Flat {
    /// The prototypes that are open, from the outside in.
    open: Vec<Arc<str>>,
    traits: Vec<Trait>,
    missing: BTreeSet<String>,
    used: BTreeSet<String>,
    /// How often a prototype was opened.
    steps: usize,
    /// Bytes that it may still take.
    left: u64,
}

/// Prototypes by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Prototypes {
    pub(super) all: BTreeMap<String, Vec<Trait>>,
    /// What all pieces together have taken.
    spent: Cell<u64>,
    /// Whether the pieces of setups are read by now: they are not kept.
    setups: Cell<bool>,
}

impl Prototypes {
    /// Takes so many bytes, of the piece and of all pieces.
    fn pay(&self, flat: &mut Flat, bytes: u64) -> Result<(), String> {
        flat.left = flat
            .left
            .checked_sub(bytes)
            .ok_or_else(|| format!("its prototypes make more than {} MiB of it", limits::PIECE_BYTES >> 20))?;
        self.spent.set(self.spent.get() + bytes);
        let most = if self.setups.get() { limits::SETUPS_BYTES } else { limits::PROTOTYPES_BYTES };
        if self.spent.get() > most {
            return Err(format!("the prototypes of all pieces take more than {} MiB", most >> 20));
        }
        Ok(())
    }

    /// From now on the pieces of setups are read.
    pub(super) fn begin_setups(&self) {
        self.spent.set(0);
        self.setups.set(true);
    }

    fn unfold(&self, one: Trait, flat: &mut Flat) -> Result<(), String> {
        if one.id != "prototype" {
            if flat.traits.len() >= limits::PIECE_TRAITS {
                return Err(format!("with its prototypes it has more than {} traits", limits::PIECE_TRAITS));
            }
            flat.traits.push(Trait { from: one.from.or_else(|| flat.open.first().cloned()), ..one });
            return Ok(());
        }
        let uses = Use::read(&one.fields);
        let Some(traits) = self.all.get(&uses.name) else {
            flat.missing.insert(uses.name);
            return Ok(());
        };
        flat.steps += 1;
        if flat.steps > limits::PROTOTYPE_USES {
            return Err(format!("its prototypes use each other more than {} times", limits::PROTOTYPE_USES));
        }
        // A prototype that uses itself is cut off, as the engine does.
        if !flat.open.iter().any(|open| **open == *uses.name) && flat.open.len() < NESTED {
            flat.open.push(uses.name.as_str().into());
            for inner in traits {
                let (fields, text) = uses.filled(&inner.fields, flat.left);
                let (state, own) = uses.filled(&inner.state, flat.left);
                // One that is replaced itself is not kept; it is counted as a use.
                let own_weight = if inner.id == "prototype" { 0 } else { TRAIT };
                self.pay(flat, own_weight.saturating_add(fields).saturating_add(state))?;
                self.unfold(Trait { id: inner.id.clone(), fields: text, state: own, from: None }, flat)?;
            }
            flat.open.pop();
        }
        flat.used.insert(uses.name);
        Ok(())
    }

    /// The prototypes that nobody uses, also not through another. One that says nothing is a heading in the author's list.
    pub(super) fn idle(&self, used: &BTreeSet<String>) -> Vec<String> {
        let says = |traits: &Vec<Trait>| traits.iter().any(|one| one.id != "cmt");
        self.all.iter().filter(|(name, traits)| says(traits) && !used.contains(*name)).map(|(name, _)| name.clone()).collect()
    }
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
        let (piece, missing, used) = slot(SLOT).flattened(&prototypes).unwrap();
        let ids: Vec<&str> = piece.traits.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["emb2", "mark", "mark", "delete", "mark", "delete"]);
        assert!(missing.is_empty() && used.contains("Unit"));
        let (_, missing, _) = slot(SLOT).flattened(&Prototypes::default()).unwrap();
        assert!(missing.iter().eq(["Blue", "Unit"]));
    }

    #[test]
    fn parameters_are_filled_in() {
        let mut prototypes = Prototypes::default();
        prototypes.all.insert("P".to_owned(), slot("+/null/mark;Arm\tpiece;;;;/$arm$\tnull;0;0;0;0").traits);
        let (piece, ..) = slot("+/null/prototype;P;arm=tank,x=y\tpiece;;;;/\tnull;0;0;0;0").flattened(&prototypes).unwrap();
        assert_eq!(piece.traits.first().unwrap().state, "tank");
    }

    /// A piece of `depth` prototypes, each of which uses the next so many times.
    fn tower(depth: usize, times: usize) -> (Piece, Prototypes) {
        let uses = |n: usize| Trait { id: "prototype".to_owned(), fields: format!("P{n}"), state: String::new(), from: None };
        let mut prototypes = Prototypes::default();
        for n in 0..depth {
            prototypes.all.insert(format!("P{n}"), vec![uses(n + 1); times]);
        }
        prototypes.all.insert(format!("P{depth}"), Vec::new());
        (Piece { traits: vec![uses(0)], ..Piece::default() }, prototypes)
    }

    #[test]
    fn prototypes_that_multiply_are_cut_off() {
        // 2 + 4 + … + 4096 uses, and the first.
        let (piece, prototypes) = tower(12, 2);
        assert!(piece.flattened(&prototypes).is_ok());
        for (depth, times) in [(30, 2), (9, 9), (2, 5_000)] {
            let (piece, prototypes) = tower(depth, times);
            let why = piece.flattened(&prototypes).unwrap_err();
            assert_eq!(why, "its prototypes use each other more than 10000 times");
        }
    }

    #[test]
    fn words_that_multiply_are_cut_off() {
        let mark = |state: String| Trait { id: "mark".to_owned(), fields: "A".to_owned(), state, from: None };
        let uses = |n: usize, value: &str| Trait {
            id: "prototype".to_owned(),
            fields: format!("P{n};w={value}"),
            state: String::new(),
            from: None,
        };
        let of = |depth: usize| {
            let mut prototypes = Prototypes::default();
            for n in 1..depth {
                prototypes.all.insert(format!("P{n}"), vec![uses(n + 1, &"$w$".repeat(9))]);
            }
            prototypes.all.insert(format!("P{depth}"), vec![mark("$w$".to_owned())]);
            Piece { traits: vec![uses(1, "x")], ..Piece::default() }.flattened(&prototypes)
        };
        let (piece, ..) = of(5).unwrap();
        assert_eq!(piece.traits.first().unwrap().state.len(), 9usize.pow(4));
        assert_eq!(of(9).unwrap_err(), "its prototypes make more than 1 MiB of it");
        assert_eq!(of(30).unwrap_err(), "its prototypes make more than 1 MiB of it");
    }

    #[test]
    fn many_pieces_of_many_traits_are_cut_off() {
        let mut prototypes = Prototypes::default();
        let delete = Trait { id: "delete".to_owned(), fields: String::new(), state: String::new(), from: None };
        prototypes.all.insert("P".to_owned(), vec![delete; limits::PIECE_TRAITS]);
        let one = || slot("+/null/prototype;P\tpiece;;;;/\tnull;0;0;0;0").flattened(&prototypes);
        let fine = (0..100_000).take_while(|_| one().is_ok()).count() as u64;
        assert_eq!(fine, limits::PROTOTYPES_BYTES / (TRAIT * limits::PIECE_TRAITS as u64));
        assert_eq!(one().unwrap_err(), "the prototypes of all pieces take more than 128 MiB");
        // One more than a piece may have.
        let mut piece = slot("+/null/prototype;P\tdelete\\\tpiece;;;;/\t\\\tnull;0;0;0;0");
        prototypes.spent.set(0);
        piece.traits.reverse();
        assert_eq!(piece.flattened(&prototypes).unwrap_err(), "with its prototypes it has more than 2000 traits");
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
