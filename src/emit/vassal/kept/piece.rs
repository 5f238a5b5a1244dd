//! A piece of a kept module, taken apart and put together again.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::encode::{list, nested, sequence};
use crate::source::limits;
use crate::vassal::prototype::Use;
use crate::vassal::text::{Levels, split};

/// A trait as VASSAL writes it, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) kind: String,
    pub(super) state: String,
}

impl Raw {
    pub(super) fn new(kind: impl Into<String>, state: impl Into<String>) -> Raw {
        Raw { kind: kind.into(), state: state.into() }
    }

    fn is(&self, id: &str) -> Option<&str> {
        self.kind.strip_prefix(id)?.strip_prefix(';')
    }
}

/// How deep prototypes may use each other.
const NESTED: usize = 40;

/// Prototypes by name.
#[derive(Debug, Default)]
pub(super) struct Prototypes {
    all: BTreeMap<String, Vec<Raw>>,
    /// What all pieces together have taken, in bytes.
    spent: Cell<u64>,
}

/// The traits of a piece, with those of its prototypes.
#[derive(Default)]
struct Unfolded {
    traits: Vec<Raw>,
    /// The prototypes that are open, from the outside in.
    open: Vec<String>,
    /// How often one was opened.
    uses: usize,
    /// Bytes that were taken.
    taken: u64,
}

impl Prototypes {
    /// Adds one; of two that have one name the first counts.
    pub(super) fn add(&mut self, name: &str, traits: Vec<Raw>) {
        self.all.entry(name.to_owned()).or_insert(traits);
    }

    /// Whether all pieces together take more than is made of a module: what was read of them is not whole then.
    pub(super) fn are_too_many(&self) -> bool {
        self.spent.get() > limits::PROTOTYPES_BYTES + limits::SETUPS_BYTES
    }

    /// Every prototype replaced by its traits; nothing if that would be more than any piece has.
    fn unfolded(&self, traits: &[Raw]) -> Option<Vec<Raw>> {
        let mut out = Unfolded::default();
        traits.iter().try_for_each(|one| self.unfold(one.clone(), &mut out))?;
        Some(out.traits)
    }

    fn unfold(&self, one: Raw, out: &mut Unfolded) -> Option<()> {
        let Some(fields) = one.is("prototype") else {
            out.traits.push(one);
            return (out.traits.len() <= limits::PIECE_TRAITS).then_some(());
        };
        let uses = Use::read(fields);
        out.uses += 1;
        if out.uses > limits::PROTOTYPE_USES {
            return None;
        }
        let Some(traits) = self.all.get(&uses.name) else { return Some(()) };
        // A prototype that uses itself is cut off, as the engine does.
        if out.open.contains(&uses.name) || out.open.len() >= NESTED {
            return Some(());
        }
        let most = limits::PIECE_BYTES as u64;
        let name = uses.name.clone();
        out.open.push(name);
        for inner in traits {
            let left = most.saturating_sub(out.taken);
            let ((kind, kinds), (state, states)) = (uses.filled(&inner.kind, left), uses.filled(&inner.state, left));
            let taken = kind.saturating_add(state).saturating_add(1);
            out.taken = out.taken.saturating_add(taken);
            self.spent.set(self.spent.get().saturating_add(taken));
            if out.taken > most || self.are_too_many() {
                return None;
            }
            self.unfold(Raw::new(kinds, states), out)?;
        }
        out.open.pop();
        Some(())
    }
}

/// A piece: traits from the outermost to the innermost, then what it is at heart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) id: String,
    pub(super) traits: Vec<Raw>,
    /// Fields of the heart: `piece`, two keys, picture, name.
    heart: Vec<String>,
    /// Fields of its state: map, x, y, number, and whatever it remembers.
    state: Vec<String>,
}

/// A property of a piece: its value, and the trait of the piece's own that says it, by place in that.
pub(super) struct Property {
    pub(super) value: String,
    pub(super) own: Option<(usize, usize)>,
    /// The expression that says it, where it is reckoned.
    pub(super) reckoned: Option<String>,
}

const IMAGE: usize = 3;
const NAME: usize = 4;

impl Piece {
    /// Reads `+/id/type/state`; nothing if it is no piece, such as one whose traits run into each other.
    pub(super) fn read(text: &str) -> Option<Piece> {
        let items = split(text, '/');
        let (id, kind, state) = match items.as_slice() {
            [plus, id, kind, state, ..] if plus == "+" => (id, kind, state.as_str()),
            [plus, id, kind] if plus == "+" => (id, kind, ""),
            _ => return None,
        };
        if kind == "stack" || kind.starts_with("deck;") {
            return None;
        }
        let (mut levels, mut states) = (Levels::new(kind, '\t'), Levels::new(state, '\t'));
        let mut traits = Vec::new();
        loop {
            let (outer, inner) = levels.next()?;
            let own = states.next().map(|(own, _)| own).unwrap_or_default();
            if !inner {
                let heart = split(&outer, ';');
                let whole = heart.first().is_some_and(|first| first == "piece");
                return whole.then(|| Piece { id: id.clone(), traits, heart, state: split(&own, ';') });
            }
            traits.push(Raw::new(outer, own));
        }
    }

    pub(super) fn written(&self) -> String {
        let heart = sequence(&self.heart, ';');
        let kind = nested(self.traits.iter().map(|one| one.kind.as_str()), &heart);
        let rest = sequence(&self.state, ';');
        let state = nested(self.traits.iter().map(|one| one.state.as_str()), &rest);
        sequence(["+", &self.id, &kind, &state], '/')
    }

    fn field(&self, at: usize) -> &str {
        self.heart.get(at).map_or("", String::as_str)
    }

    pub(super) fn name(&self) -> &str {
        self.field(NAME)
    }

    pub(super) fn set_name(&mut self, name: &str) {
        set(&mut self.heart, NAME, name);
    }

    pub(super) fn set_image(&mut self, image: &str) {
        set(&mut self.heart, IMAGE, image);
    }

    /// The number of its slot.
    pub(super) fn gpid(&self) -> &str {
        self.state.get(3).map_or("", String::as_str)
    }

    /// Lays it down elsewhere.
    pub(super) fn lay(&mut self, map: &str, x: &str, y: &str) {
        for (at, word) in [map, x, y].into_iter().enumerate() {
            set(&mut self.state, at, word);
        }
    }

    /// Puts the traits of its prototypes in their stead, as VASSAL does when a piece is taken from its slot. One that would
    /// become too large keeps them as they are: VASSAL reads that too.
    pub(super) fn unfold(&mut self, prototypes: &Prototypes) {
        if let Some(traits) = prototypes.unfolded(&self.traits) {
            self.traits = traits;
        }
    }

    /// What is written on it, by name; what stands further out hides what stands within.
    pub(super) fn properties(&self, prototypes: &Prototypes) -> BTreeMap<String, Property> {
        let mut all: BTreeMap<String, Property> = BTreeMap::new();
        for (n, own) in self.traits.iter().enumerate() {
            let shared = own.is("prototype").is_some();
            for one in &prototypes.unfolded(std::slice::from_ref(own)).unwrap_or_default() {
                let place = |at: usize| (!shared).then_some((n, at));
                if let Some(names) = one.is("mark") {
                    let mut values = split(&one.state, ',').into_iter();
                    for (at, name) in split(names, ',').into_iter().enumerate() {
                        let value = values.next().unwrap_or_default();
                        all.entry(name.trim().to_owned()).or_insert(Property { value, own: place(at), reckoned: None });
                    }
                } else if let Some(fields) = one.is("PROP") {
                    let name = split(fields, ';').into_iter().next().unwrap_or_default();
                    let value = one.state.clone();
                    all.entry(name.trim().to_owned()).or_insert(Property { value, own: place(0), reckoned: None });
                } else if let Some(fields) = one.is("calcProp") {
                    let mut fields = split(fields, ';').into_iter();
                    let name = fields.next().unwrap_or_default();
                    let reckoned = fields.next();
                    all.entry(name).or_insert(Property { value: String::new(), own: place(0), reckoned });
                }
            }
        }
        all
    }

    /// Writes something else into a trait of its own.
    pub(super) fn set_property(&mut self, (n, at): (usize, usize), value: &str) {
        let Some(one) = self.traits.get_mut(n) else { return };
        if one.is("mark").is_some() {
            let mut values = split(&one.state, ',');
            set(&mut values, at, value);
            one.state = list(values);
        } else {
            value.clone_into(&mut one.state);
        }
    }

    /// Puts another picture in the stead of one, at that level of a layer or below all layers; whether it was there.
    pub(super) fn set_picture(&mut self, level: i64, old: &str, new: &str) -> bool {
        let mut found = false;
        if self.field(IMAGE) == old && !old.is_empty() {
            self.set_image(new);
            found = true;
        }
        for one in &mut self.traits {
            let Some(mut layer) = Layer::of(one) else { continue };
            if layer.image(level) == Some(old) {
                layer.set_image(level, new);
                one.kind = layer.written();
                found = true;
            }
        }
        found
    }

    /// Shows one of these faces, each told by its level and picture: on the layer that has any of them.
    pub(super) fn show(&mut self, faces: &[(i64, &str)], which: i64) {
        let has = |layer: &Layer| faces.iter().any(|(level, image)| layer.image(*level) == Some(*image));
        let found = self.traits.iter_mut().find_map(|one| Some((Layer::of(one).filter(has)?, one)));
        let Some((layer, one)) = found else { return };
        // A layer that is switched off remembers its level.
        let off = || one.state.strip_prefix('-').unwrap_or(&one.state).parse().unwrap_or(1i64).max(1);
        one.state = if which > 0 { which.to_string() } else { format!("-{}", off()) };
        let Some((name, first)) = layer.follows() else { return };
        let value = which.saturating_sub(1).saturating_add(first).to_string();
        let says = |one: &&mut Raw| one.is("PROP").is_some_and(|fields| split(fields, ';').first() == Some(&name));
        if let Some(property) = self.traits.iter_mut().find(says) {
            property.state = value;
        }
    }
}

/// A layer, of either kind that VASSAL has had.
struct Layer {
    fields: Vec<String>,
    /// The picture of each level.
    images: Vec<String>,
    old: bool,
}

/// Where an old layer names its levels: picture and name of each.
const OLD_LEVELS: usize = 9;
/// Where a layer lists its pictures; whether it follows a property, which, and what that is at the first level.
const IMAGES: usize = 16;
const FOLLOWS: usize = 22;

impl Layer {
    fn of(one: &Raw) -> Option<Layer> {
        let old = one.is("emb").is_some();
        if !old && one.is("emb2").is_none() {
            return None;
        }
        let fields = split(&one.kind, ';');
        let images = if old {
            let levels = fields.iter().skip(OLD_LEVELS);
            levels.map(|level| split(level, ',').into_iter().next().unwrap_or_default()).collect()
        } else {
            fields.get(IMAGES).map(|images| split(images, ',')).unwrap_or_default()
        };
        Some(Layer { fields, images, old })
    }

    /// The picture of a level, from 1; nothing where none is drawn.
    fn image(&self, level: i64) -> Option<&str> {
        let at = usize::try_from(level).ok()?.checked_sub(1)?;
        self.images.get(at).map(String::as_str).filter(|image| !image.is_empty())
    }

    /// Puts another picture there, where there is one.
    fn set_image(&mut self, level: i64, new: &str) {
        let at = usize::try_from(level).ok().and_then(|level| level.checked_sub(1));
        let Some(at) = at.filter(|at| *at < self.images.len()) else { return };
        set(&mut self.images, at, new);
        if self.old {
            let mut level = split(self.fields.get(OLD_LEVELS + at).map_or("", String::as_str), ',');
            set(&mut level, 0, new);
            set(&mut self.fields, OLD_LEVELS + at, &list(level));
        } else {
            set(&mut self.fields, IMAGES, &list(&self.images));
        }
    }

    fn written(&self) -> String {
        sequence(&self.fields, ';')
    }

    /// The property that says which level shows, and what it is at the first.
    fn follows(&self) -> Option<(String, i64)> {
        let field = |at: usize| self.fields.get(at).map_or("", String::as_str);
        let follows = !self.old && field(FOLLOWS) == "true";
        follows.then(|| (field(FOLLOWS + 1).to_owned(), field(FOLLOWS + 2).parse().unwrap_or(1)))
    }
}

fn set(fields: &mut Vec<String>, at: usize, word: &str) {
    if fields.len() <= at {
        fields.resize(at + 1, String::new());
    }
    if let Some(field) = fields.get_mut(at) {
        word.clone_into(field);
    }
}

/// The pieces of a stack: its map and point, those within from below, and what follows.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    id: String,
    pub(super) place: [String; 3],
    pub(super) inside: Vec<String>,
    rest: Vec<String>,
}

impl Stack {
    pub(super) fn read(command: &str) -> Option<Stack> {
        let items = split(command, '/');
        let [plus, id, kind, state, ..] = items.as_slice() else { return None };
        if plus != "+" || kind != "stack" {
            return None;
        }
        let mut fields = split(state, ';').into_iter();
        let place = [fields.next()?, fields.next()?, fields.next()?];
        let (rest, inside) = fields.partition(|word| word.starts_with("@@"));
        Some(Stack { id: id.clone(), place, inside, rest })
    }

    pub(super) fn new(id: String, place: [String; 3]) -> Stack {
        Stack { id, place, inside: Vec::new(), rest: vec!["@@0".to_owned()] }
    }

    pub(super) fn written(&self) -> String {
        let state = self.place.iter().chain(&self.inside).chain(&self.rest);
        sequence(["+", &self.id, "stack", &sequence(state, ';')], '/')
    }
}

/// Names that many pieces have in common.
pub(super) type Names = BTreeSet<String>;

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: &str = "+/null/emb2;;128;;Flip;128;;;128;;;;1;false;0;0;b1.png,b1r.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true\tmark;Strength,Side\\\tprototype;Blue\\\\\tpiece;;;b1.png;1st Inf/1\t4-3,Blue\\\t\\\\\tnull;0;0;12;0";

    #[test]
    fn a_piece_comes_back_as_it_was() {
        assert_eq!(Piece::read(SLOT).unwrap().written(), SLOT);
        assert!(Piece::read("+/7/stack/Main;1;2;3;@@0").is_none());
        let stack = Stack::read("+/7/stack/Main;1;2;3;4;@@-1").unwrap();
        assert_eq!((stack.inside.len(), stack.written().as_str()), (2, "+/7/stack/Main;1;2;3;4;@@-1"));
    }

    #[test]
    fn what_is_written_on_it_can_be_changed() {
        let mut piece = Piece::read(SLOT).unwrap();
        let mut prototypes = Prototypes::default();
        prototypes.add("Blue", vec![Raw::new("mark;Army,Side", "First,Red")]);
        let properties = piece.properties(&prototypes);
        assert_eq!((properties["Side"].value.as_str(), properties["Side"].own), ("Blue", Some((1, 1))));
        assert_eq!((properties["Army"].value.as_str(), properties["Army"].own), ("First", None));
        piece.set_property((1, 0), "5-3");
        piece.set_name("Guard");
        assert!(piece.set_picture(1, "b1.png", "new.png"));
        assert!(!piece.set_picture(2, "b1.png", "new.png"));
        let text = piece.written();
        assert!(
            text.contains("/1\t5-3,Blue\\\t") && text.contains(";new.png,b1r.png;") && text.contains(";new.png;Guard/"),
            "{text}"
        );
        piece.unfold(&prototypes);
        assert!(piece.written().contains("mark;Army,Side\\\\\tpiece;"));
    }

    #[test]
    fn layers_old_and_new_are_turned_and_get_other_pictures() {
        let show = |kind: &str, state: &str, faces: &[(i64, &str)], which: i64| {
            let mut piece = Piece::read("+/1/piece;;;a.png;A/null;0;0;0;0").unwrap();
            piece.traits = vec![Raw::new("PROP;Hits;true,0,9,false;;", "0"), Raw::new(kind, state)];
            piece.show(faces, which);
            piece.traits.into_iter().map(|one| one.state).collect::<Vec<_>>()
        };
        let layer = |images: &str, follows: &str| {
            format!("emb2;;128;;;128;;;128;;;;1;false;0;0;{images};;true;L;;;{follows};1;true;;;;;1.0;;true")
        };
        // What lies below shows at a blank level, or where the layer is off.
        let faces = [(1, "a.png"), (2, "r.png")];
        assert_eq!(show(&layer(",r.png", "false;;1"), "2", &faces, 1), ["0", "1"]);
        let faces = [(0, "a.png"), (1, "r.png")];
        assert_eq!(show(&layer("r.png", "false;;1"), "1", &faces, 0), ["0", "-1"]);
        assert_eq!(show(&layer("r.png", "false;;1"), "-1", &faces, 1), ["0", "1"]);
        assert_eq!(show("emb;F;Flip;;;;;0;0;r.png,+ back", "1", &faces, 0), ["0", "-1"]);
        // The property that it follows says which.
        assert_eq!(show(&layer("a.png,r.png", "true;Hits;0"), "1", &[(1, "a.png"), (2, "r.png")], 2), ["1", "2"]);
        let mut piece = Piece::read("+/1/emb;F;Flip;;;;;0;0;r.png,+ back\tpiece;;;a.png;A/-1\tnull;0;0;0;0").unwrap();
        assert!(piece.set_picture(1, "r.png", "new.png"));
        assert!(piece.written().contains(";new.png,+ back\t"), "{}", piece.written());
    }

    #[test]
    fn words_that_multiply_stay_in_their_prototypes() {
        let mut prototypes = Prototypes::default();
        for n in 1..30 {
            let uses = format!("prototype;P{};w={}", n + 1, "$w$".repeat(9));
            prototypes.add(&format!("P{n}"), vec![Raw::new(uses, "")]);
        }
        prototypes.add("P30", vec![Raw::new("mark;A", "$w$")]);
        let mut piece = Piece::read("+/1/prototype;P1;w=x\tpiece;;;;/\tnull;0;0;0;0").unwrap();
        let before = piece.clone();
        piece.unfold(&prototypes);
        assert_eq!(piece, before);
        let mut piece = Piece::read("+/1/prototype;P28;w=x\tpiece;;;;/\tnull;0;0;0;0").unwrap();
        piece.unfold(&prototypes);
        assert_eq!(piece.traits.iter().map(|one| one.state.len()).collect::<Vec<_>>(), [81]);
    }
}
