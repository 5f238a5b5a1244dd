//! What the traits of a piece mean: its faces, its properties, its back.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::piece::{Piece, Trait};
use super::text::{Fields, levels, split};
use crate::source::limits;

/// A layer: pictures of which one shows, or none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) images: Vec<String>,
    /// What each level adds to the piece's name, or puts in its stead.
    pub(super) names: Vec<String>,
    /// Whether one of them always shows.
    pub(super) always: bool,
    /// The level that shows: from 1; naught or less if none does.
    pub(super) value: i64,
    pub(super) offset: (i64, i64),
    pub(super) scale: f64,
    /// Words of its menu: they often say what it is for.
    pub(super) words: String,
    /// The property that says which level shows, and what it is at the first.
    pub(super) follows: Option<(String, i64)>,
}

impl Layer {
    /// Both kinds of layer that VASSAL has had.
    pub(super) fn of(one: &Trait) -> Option<Layer> {
        let mut layer = match one.id.as_str() {
            "emb2" => Layer::new(&one.fields),
            "emb" => Layer::old(&one.fields),
            _ => return None,
        };
        let most = i64::try_from(layer.images.len()).unwrap_or(i64::MAX);
        let fresh = if layer.always { 1 } else { -1 };
        let first = split(&one.state, ';').into_iter().next().unwrap_or_default();
        layer.value = first.trim().parse::<i64>().unwrap_or(fresh).clamp(-most, most);
        if layer.always && layer.value <= 0 {
            layer.value = layer.value.abs().max(1);
        }
        Some(layer)
    }

    fn new(text: &str) -> Layer {
        let mut fields = Fields::new(text, ';');
        let activate = fields.text();
        fields.skip(1);
        let key = fields.some().unwrap_or_else(|| "A".to_owned());
        let up = fields.text();
        fields.skip(2);
        let down = fields.text();
        fields.skip(2);
        fields.skip(4);
        let offset = (fields.number().unwrap_or(0), fields.number().unwrap_or(0));
        let mut images = fields.list();
        if images.is_empty() {
            images.push(String::new());
        }
        let names = fields.list();
        fields.skip(1);
        let name = fields.text();
        fields.skip(2);
        let follows = fields.some().is_some_and(|text| text == "true");
        let follows = (fields.text(), fields.number().unwrap_or(1), follows);
        let follows = follows.2.then_some((follows.0, follows.1));
        let version = fields.number().unwrap_or(0);
        let always = fields.some().is_none_or(|text| text == "true");
        fields.skip(3);
        fields.skip(1);
        let scale = fields.some().and_then(|text| text.parse().ok()).filter(|s: &f64| (0.01..=20.0).contains(s)).unwrap_or(1.0);
        let words = format!("{activate} {up} {down}");
        // Before there was a version, a layer without a key always showed.
        let always = if version == 0 { key.is_empty() } else { always };
        Layer { name, images, names, always, value: 0, offset, scale, words, follows }
    }

    /// As VASSAL wrote it before version 3.
    fn old(text: &str) -> Layer {
        let mut fields = Fields::new(text, ';');
        let keys = fields.text();
        let key = split(&keys, ';').into_iter().next().unwrap_or_default();
        let activate = fields.text();
        fields.skip(1);
        let up = fields.text();
        fields.skip(1);
        let down = fields.text();
        let offset = (fields.number().unwrap_or(0), fields.number().unwrap_or(0));
        let (mut images, mut names) = (Vec::new(), Vec::new());
        for level in fields.rest() {
            let mut parts = split(&level, ',').into_iter();
            images.push(parts.next().unwrap_or_default());
            names.push(parts.next().unwrap_or_default());
        }
        let words = format!("{activate} {up} {down}");
        Layer { name: String::new(), images, names, always: key.is_empty(), value: 0, offset, scale: 1.0, words, follows: None }
    }

    /// Shows what its property says, where one does. While nothing says it, nothing shows.
    pub(super) fn followed(mut self, words: &Words) -> Layer {
        if let Some((name, first)) = &self.follows {
            let told = words.get(name.trim()).and_then(|value| value.parse::<i64>().ok());
            let level = told.and_then(|value| value.checked_sub(*first)?.checked_add(1)).unwrap_or(-1);
            let most = i64::try_from(self.images.len()).unwrap_or(i64::MAX);
            self.value = if (1..=most).contains(&level) { level } else { -1 };
            self.always = false;
        }
        self
    }

    /// The picture of a level, from 1.
    pub(super) fn image(&self, level: i64) -> Option<&str> {
        let index = usize::try_from(level.checked_sub(1)?).ok()?;
        self.images.get(index).map(String::as_str).filter(|image| !image.is_empty())
    }

    /// What a level is called, without the signs that say where it goes.
    pub(super) fn level_name(&self, level: i64) -> &str {
        let index = level.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let name = index.and_then(|index| self.names.get(index)).map_or("", String::as_str).trim();
        let name = name.strip_prefix('+').or_else(|| name.strip_suffix('+')).unwrap_or(name).trim();
        name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name).trim()
    }

    /// Whether it has anything to show.
    pub(super) fn shows(&self) -> bool {
        self.images.iter().any(|image| !image.is_empty())
    }
}

/// What is written on a piece, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// Values that never change, and those that a fresh piece has.
    pub(super) plain: Vec<(String, String)>,
    /// Values that depend on the level of a layer: its name, and a value for each level.
    pub(super) by_level: BTreeMap<String, (String, BTreeMap<i64, String>)>,
    /// Whether Muster wrote them.
    pub(super) own: bool,
    /// Those that are too many: the first, and how many.
    pub(super) beyond: Option<(String, usize)>,
}

impl Words {
    /// The innermost trait of a name is shadowed by those outside it.
    pub(super) fn of(piece: &Piece) -> Words {
        let mut words = Words::default();
        let mut known = BTreeSet::new();
        for one in &piece.traits {
            match one.id.as_str() {
                "mark" => {
                    let names = split(&one.fields, ',');
                    let mut values = split(&one.state, ',').into_iter();
                    for name in names {
                        words.add(&name, &values.next().unwrap_or_default(), &mut known);
                    }
                }
                "PROP" => {
                    let name = Fields::new(&one.fields, ';').text();
                    words.add(&name, &one.state, &mut known);
                }
                "calcProp" => {
                    let mut fields = Fields::new(&one.fields, ';');
                    let (name, expression) = (fields.text(), fields.text());
                    let found = levels(&expression);
                    if known.insert(name.trim().to_owned())
                        && let Some(found) = found
                    {
                        words.by_level.insert(name, found);
                    }
                }
                _ => {}
            }
        }
        words
    }

    fn add(&mut self, name: &str, value: &str, known: &mut BTreeSet<String>) {
        let name = name.trim();
        if name.is_empty() || known.contains(name) {
            return;
        }
        if known.len() < limits::PIECE_PROPERTIES {
            known.insert(name.to_owned());
            self.plain.push((name.to_owned(), value.trim().to_owned()));
        } else {
            self.beyond.get_or_insert_with(|| (name.to_owned(), 0)).1 += 1;
        }
    }

    /// A number for all that is written, to find the same again.
    pub(super) fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.plain, &self.by_level).hash(&mut hasher);
        hasher.finish()
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.plain.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// A property that Muster writes, in a module of ours.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|_| self.own)
    }

    /// Properties whose name speaks of one of these, in their order.
    pub(super) fn about<'w>(&'w self, words: &'w [&str]) -> impl Iterator<Item = &'w str> {
        words.iter().flat_map(|word| {
            let speaks = move |name: &String| name.to_lowercase().contains(word);
            self.plain.iter().filter(move |(name, value)| !value.is_empty() && speaks(name)).map(|(_, value)| value.as_str())
        })
    }
}

/// The picture of a piece's back: that of a mask.
pub(super) fn mask(piece: &Piece) -> Option<String> {
    let one = piece.traits.iter().find(|one| one.id == "obs")?;
    let mut fields = Fields::new(&one.fields, ';');
    let image = fields.skip(1).text();
    // A style of its own may name another picture.
    let style = fields.skip(1).text();
    let image = if image.is_empty() { style.strip_prefix('G').unwrap_or_default().to_owned() } else { image };
    (!image.is_empty()).then_some(image)
}

/// The sides that alone may move a piece.
pub(super) fn owners(piece: &Piece) -> Vec<String> {
    let restricted = piece.traits.iter().find(|one| one.id == "restrict");
    restricted.map(|one| Fields::new(&one.fields, ';').list()).unwrap_or_default()
}

/// What VASSAL does with a trait, for those that have nothing to do with a printed counter.
pub(super) fn about(id: &str) -> Option<&'static str> {
    Some(match id {
        "emb2" | "emb" | "mark" | "PROP" | "prototype" | "restrict" | "piece" => return None,
        // Every module that is built has these.
        "delete" | "clone" | "markmoved" | "footprint" | "immob" | "menuSeparator" | "submenu" | "cmt" => return None,
        "label" => "text label",
        "obs" => "mask",
        "hide" => "invisibility",
        "rotate" => "facing",
        "nonRect" | "nonRect2" => "outline of its own",
        "sendto" => "send to a place",
        "return" => "return to a deck",
        "report" => "message",
        "macro" => "trigger",
        "hideCmd" => "restricted commands",
        "calcProp" => "reckoned property",
        "placemark" => "places a marker",
        "replace" => "turns into another piece",
        "propertysheet" => "property sheet",
        "globalkey" => "global command",
        "globalhotkey" => "global hotkey",
        "setprop" | "setpieceprop" => "sets a property",
        "playSound" => "sound",
        "button" => "button",
        "deselect" => "deselection",
        "translate" | "pivot" => "moves by a fixed way",
        "AreaOfEffect" => "area of effect",
        "table" => "table",
        "basicName" => "changing name",
        "border" => "border",
        "mat" | "matPiece" => "mat",
        "attach" => "attachment",
        "locmsg" | "locCommand" => "translated command",
        _ => "unknown trait",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: &str, fields: &str, state: &str) -> Trait {
        Trait { id: id.to_owned(), fields: fields.to_owned(), state: state.to_owned(), from: None }
    }

    #[test]
    fn both_kinds_of_layer_are_read() {
        let new =
            ";128;;Flip;128;;;128;;;;1;false;3;-4;b1.png,b1r.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true";
        let layer = Layer::of(&one("emb2", new, "2")).unwrap();
        assert_eq!((layer.name.as_str(), layer.value, layer.always, layer.offset), ("Step", 2, true, (3, -4)));
        assert_eq!((layer.image(2), layer.level_name(2), layer.level_name(1)), (Some("b1r.png"), "reduced", ""));
        // Version 2.9: no version field; a key that switches it on.
        let early = "Flip;2;F;;2;;;2;;;;;false;0;0;back.gif;;false";
        let layer = Layer::of(&one("emb2", early, "-1")).unwrap();
        assert_eq!((layer.always, layer.value, layer.image(1)), (false, -1, Some("back.gif")));
        let old = Layer::of(&one("emb", "F;Flip;;;;;0;0;back.gif,+ back;x.gif", "1")).unwrap();
        assert_eq!((old.always, old.value, old.images.len(), old.level_name(1)), (false, 1, 2, "back"));
        // A state beyond the levels is the nearest that there is.
        assert_eq!(Layer::of(&one("emb2", new, "99")).unwrap().value, 2);
        assert_eq!(Layer::of(&one("emb2", new, "")).unwrap().value, 1);
    }

    #[test]
    fn a_layer_that_follows_a_property_shows_what_it_says() {
        let layer = |prop: &str| {
            Layer::of(&one(
                "emb2",
                &format!(";128;;;128;;;128;;;;1;false;0;0;a.png,b.png;;true;L;;;true;{prop};0;1;true;;;;;1.0;;true"),
                "1",
            ))
            .unwrap()
        };
        let piece = Piece { traits: vec![one("PROP", "Hits;true,0,9,false;;", "1")], ..Piece::default() };
        assert_eq!(layer("Hits").followed(&Words::of(&piece)).value, 2);
        assert_eq!(layer("Other").followed(&Words::of(&piece)).value, -1);
    }

    #[test]
    fn values_by_level_are_understood() {
        let (layer, values) = levels("{Step_Level==3?\"x\":(Step_Level==2?2:(4))}").unwrap();
        assert_eq!(layer, "Step");
        assert_eq!(values, BTreeMap::from([(0, "4".to_owned()), (2, "2".to_owned()), (3, "x".to_owned())]));
        assert!(levels("{Strength*2}").is_none());
        assert!(levels("{A_Level==2?1:(B_Level==2?3:4)}").is_none());
    }

    #[test]
    fn what_stands_further_out_hides_what_stands_within() {
        let by_level = one("calcProp", "A;{Step_Level==2?2:(4)};", "");
        let words = |traits: &[Trait]| Words::of(&Piece { traits: traits.to_vec(), ..Piece::default() });
        let outer = words(&[by_level.clone(), one("mark", "A", "9")]);
        assert_eq!((outer.get("A"), outer.by_level.len()), (None, 1));
        let inner = words(&[one("mark", "A", "9"), by_level]);
        assert_eq!((inner.get("A"), inner.by_level.len()), (Some("9"), 0));
        assert_eq!(words(&[one("calcProp", "A;{B*2};", ""), one("mark", "A", "9")]).get("A"), None);
    }

    #[test]
    fn marks_give_their_values_by_name() {
        let piece = Piece {
            traits: vec![one("mark", "A,B", "1\\,5,two"), one("PROP", "Hits;true,0,3,false;", "0"), one("mark", "A", "9")],
            ..Piece::default()
        };
        let words = Words::of(&piece);
        assert_eq!((words.get("A"), words.get("B"), words.get("Hits")), (Some("1,5"), Some("two"), Some("0")));
        assert_eq!(words.about(&["hit", "a"]).collect::<Vec<_>>(), ["0", "1,5"]);
        assert_eq!(words.tag("A"), None);
    }
}
