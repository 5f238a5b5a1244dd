//! Pieces as their definitions describe them: traits, what is printed on them, what they know of themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::sequence::{filled, items, list};
use super::traits::{broken, faults, sorts};

/// One trait.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trait {
    pub(super) id: String,
    /// The whole type, the id with it.
    pub(super) kind: String,
    /// The fields after the id.
    pub(super) fields: Vec<String>,
    pub(super) state: String,
}

/// A piece, from a slot, a prototype or a save.
#[derive(Clone, Debug, Default)]
pub(super) struct Definition {
    /// `null` in slots.
    pub(super) id: String,
    /// The outermost first.
    pub(super) traits: Vec<Trait>,
    pub(super) name: String,
    pub(super) image: String,
    /// `null` in slots.
    pub(super) map: String,
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) gpid: String,
    pub(super) extra: BTreeMap<String, String>,
    /// What is wrong with the text itself.
    pub(super) faults: Vec<String>,
}

/// What a layer shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    pub(super) name: String,
    /// From one.
    pub(super) level: usize,
    pub(super) active: bool,
    /// Empty while nothing is shown.
    pub(super) image: String,
    /// The name of the level as it is written: `+ text`, `text +` or a whole name.
    pub(super) part: String,
    pub(super) images: Vec<String>,
}

impl Trait {
    pub(super) fn field(&self, n: usize) -> &str {
        self.fields.get(n).map_or("", String::as_str)
    }

    fn read(kind: String, state: String) -> Trait {
        let (id, rest) = kind.split_once(';').map_or((kind.as_str(), None), |(id, rest)| (id, Some(rest)));
        let fields = match (id, rest) {
            // The names of a marker are a list at once.
            (_, None) => Vec::new(),
            ("mark", Some(rest)) => vec![rest.to_owned()],
            (_, Some(rest)) => items(rest, ';'),
        };
        Trait { id: id.to_owned(), fields, state, kind }
    }

    /// The names and values of a marker.
    pub(super) fn marks(&self) -> (Vec<String>, Vec<String>) {
        (list(self.field(0)), items(&self.state, ','))
    }
}

/// The levels of a type or state, outermost first.
fn levels(text: &str, what: &str, faults: &mut Vec<String>) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), text.to_owned());
    loop {
        let mut parts = items(&rest, '\t').into_iter();
        found.push(parts.next().unwrap_or_default());
        let Some(inner) = parts.next() else { return found };
        if parts.next().is_some() {
            faults.push(format!("wrong number of backslashes before a tab in the {what}, level {}", found.len()));
        }
        rest = inner;
    }
}

impl Definition {
    /// Reads `+/ID/TYPE/STATE` of a piece.
    pub(super) fn read(text: &str) -> Definition {
        let parts = items(text, '/');
        let mut piece = Definition::default();
        if parts.len() != 4 || parts[0] != "+" {
            piece.faults.push(format!("a definition of {} parts: {text:?}", parts.len()));
        }
        let part = |n: usize| parts.get(n).map_or("", String::as_str);
        piece.id = part(1).to_owned();
        let mut kinds = levels(part(2), "type", &mut piece.faults);
        let mut states = levels(part(3), "state", &mut piece.faults);
        if kinds.len() != states.len() {
            piece.faults.push(format!("{} levels of type, {} of state", kinds.len(), states.len()));
            states.resize(kinds.len(), String::new());
        }
        piece.read_basic(&kinds.pop().unwrap_or_default(), &states.pop().unwrap_or_default());
        piece.traits = kinds.into_iter().zip(states).map(|(kind, state)| Trait::read(kind, state)).collect();
        let found: Vec<String> = piece.traits.iter().flat_map(faults).collect();
        piece.faults.extend(found);
        piece
    }

    fn read_basic(&mut self, kind: &str, state: &str) {
        let fields = items(kind, ';');
        if fields.len() != 5 || fields[0] != "piece" {
            self.faults.push(format!("no proper basic piece within: {kind:?}"));
        }
        let at = |fields: &[String], n: usize| fields.get(n).cloned().unwrap_or_default();
        (self.image, self.name) = (at(&fields, 3), at(&fields, 4));
        self.faults.extend(fields.iter().filter_map(|field| broken("piece", field)));
        let fields = items(state, ';');
        (self.map, self.gpid) = (at(&fields, 0), at(&fields, 3));
        for (n, slot) in [(1, &mut self.x), (2, &mut self.y)] {
            match at(&fields, n).parse() {
                Ok(number) => *slot = number,
                Err(_) => self.faults.push(format!("a place that is no integer in the basic piece: {state:?}")),
            }
        }
        let pairs = fields.get(5..).unwrap_or_default();
        if at(&fields, 4).parse() != Ok(pairs.len() / 2) || pairs.len() % 2 != 0 {
            self.faults.push(format!("properties of the basic piece miscounted: {state:?}"));
        }
        self.extra = pairs.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }

    /// The piece as it leaves its slot: prototypes opened, comments dropped.
    pub(super) fn expanded(&self, prototypes: &BTreeMap<String, String>) -> Definition {
        let mut piece = self.clone();
        piece.traits = opened(&self.traits, prototypes, &mut Vec::new(), &mut piece.faults);
        piece
    }

    /// All traits of an id.
    pub(super) fn all<'d>(&'d self, id: &'d str) -> impl Iterator<Item = &'d Trait> {
        self.traits.iter().filter(move |t| t.id == id)
    }

    /// Everything the piece knows of itself by name. Where two traits give one property, the outer one counts.
    pub(super) fn properties(&self) -> BTreeMap<String, String> {
        let mut known =
            BTreeMap::from([("BasicName".to_owned(), self.basic_name()), ("PieceName".to_owned(), self.shown_name())]);
        let mut add = |name: &str, value: &str| {
            if !name.is_empty() {
                known.entry(name.to_owned()).or_insert_with(|| value.to_owned());
            }
        };
        for t in &self.traits {
            match t.id.as_str() {
                "mark" => {
                    let (names, values) = t.marks();
                    names.iter().zip(&values).for_each(|(name, value)| add(name, value));
                }
                "PROP" => add(t.field(0), &t.state),
                "label" => add(t.field(15), &t.state),
                "markmoved" => add("Moved", &t.state),
                "hide" if t.state != "null" => add("InvisibleTo", &t.state),
                "obs" if !t.state.starts_with("null") => add("ObscuredTo", &items(&t.state, ';')[0]),
                "propertysheet" => {
                    let labels = items(t.field(0), '~');
                    labels.iter().zip(items(&t.state, '~')).for_each(|(label, value)| add(label.get(1..).unwrap_or(""), &value));
                }
                "emb2" if !t.field(18).is_empty() => {
                    let layer = self.layer(t);
                    for (key, value) in [
                        ("Level", layer.level.to_string()),
                        ("Active", layer.active.to_string()),
                        ("Image", layer.image),
                        ("Name", layer.part),
                    ] {
                        add(&format!("{}_{key}", layer.name), &value);
                    }
                }
                _ => {}
            }
        }
        self.extra.iter().for_each(|(name, value)| add(name, value));
        known
    }

    /// The layers by name, the outermost first.
    pub(super) fn layers(&self) -> Vec<Layer> {
        self.all("emb2").map(|t| self.layer(t)).collect()
    }

    fn layer(&self, t: &Trait) -> Layer {
        let (images, names) = (list(t.field(15)), list(t.field(16)));
        let state: i64 = t.state.parse().unwrap_or(1);
        let mut active = state > 0 || t.field(25) == "true";
        let mut wanted = state.abs();
        if t.field(21) == "true" {
            // The property gives the level, one that marks, values and texts of the piece hold.
            let value = self.plain(t.field(22)).and_then(|v| v.parse::<i64>().ok());
            wanted = value.map_or(wanted, |v| v - t.field(23).parse().unwrap_or(1) + 1);
            active = true;
        }
        let level = usize::try_from(wanted).unwrap_or(1).clamp(1, images.len().max(1));
        let shown = |of: &[String]| if active { of.get(level - 1).cloned().unwrap_or_default() } else { String::new() };
        Layer { name: t.field(18).to_owned(), level, active, image: shown(&images), part: shown(&names), images }
    }

    fn plain(&self, name: &str) -> Option<String> {
        self.traits.iter().find_map(|t| match t.id.as_str() {
            "mark" => {
                let (names, values) = t.marks();
                names.iter().position(|n| n == name).and_then(|n| values.get(n).cloned())
            }
            "PROP" if t.field(0) == name => Some(t.state.clone()),
            "label" if t.field(15) == name => Some(t.state.clone()),
            _ => None,
        })
    }

    fn basic_name(&self) -> String {
        self.all("basicName").next().map_or(&self.name, |t| &t.fields[0]).clone()
    }

    /// The name that a player reads: the basic name, changed by layers and texts from the inside out.
    pub(super) fn shown_name(&self) -> String {
        let mut name = self.basic_name();
        for t in self.traits.iter().rev() {
            if t.id == "emb2" {
                let part = self.layer(t).part;
                name = match (part.strip_prefix('+'), part.strip_suffix('+')) {
                    (Some(after), _) => name + after,
                    (_, Some(before)) => before.to_owned() + &name,
                    _ if part.is_empty() => name,
                    _ => part,
                };
            } else if t.id == "label" && !t.state.is_empty() && !t.field(11).is_empty() {
                name = filled(t.field(11), |key| match key {
                    "pieceName" => Some(name.clone()),
                    "label" => Some(t.state.clone()),
                    _ => self.plain(key),
                });
            }
        }
        name
    }

    /// The pictures that are drawn, the undermost first: the basic piece, then the layers from the inside out.
    pub(super) fn shown_images(&self) -> Vec<String> {
        let layers = self.traits.iter().rev().filter(|t| t.id == "emb2").map(|t| self.layer(t).image);
        std::iter::once(self.image.clone()).chain(layers).filter(|image| !image.is_empty()).collect()
    }

    /// Every picture that any trait or level refers to.
    pub(super) fn images(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::from([self.image.clone()]);
        for t in &self.traits {
            for (sort, field) in sorts(&t.id, &t.fields).unwrap_or("").chars().zip(&t.fields) {
                match sort {
                    'm' => found.extend([field.clone()]),
                    'M' => found.extend(list(field)),
                    'D' if field != "null" => found.extend(Definition::read(field).images()),
                    _ => {}
                }
            }
            if t.id == "obs" {
                found.extend(t.field(3).strip_prefix('G').map(str::to_owned));
            }
        }
        found.remove("");
        found
    }

    /// The gpids of the pieces that this one can make.
    pub(super) fn made(&self) -> Vec<String> {
        let makers = self.traits.iter().filter(|t| t.id == "placemark" || t.id == "replace");
        makers.map(|t| t.field(9).to_owned()).filter(|gpid| !gpid.is_empty()).collect()
    }
}

fn opened(
    traits: &[Trait],
    prototypes: &BTreeMap<String, String>,
    within: &mut Vec<String>,
    faults: &mut Vec<String>,
) -> Vec<Trait> {
    let mut found = Vec::new();
    for t in traits.iter().filter(|t| t.id != "cmt") {
        if t.id != "prototype" {
            found.push(t.clone());
            continue;
        }
        let name = t.field(0).to_owned();
        let Some(text) = prototypes.get(&name) else {
            faults.push(format!("no prototype {name:?}"));
            continue;
        };
        if within.contains(&name) {
            faults.push(format!("the prototype {name:?} uses itself"));
            continue;
        }
        let given: Vec<Vec<String>> = list(t.field(1)).iter().map(|pair| items(pair, '=')).collect();
        let value = |key: &str| given.iter().find(|p| p[0] == key).map(|p| p.get(1).cloned().unwrap_or_default());
        let inner = Definition::read(&filled(text, value));
        if !given.is_empty() {
            // Otherwise they are faults of the prototype itself.
            faults.extend(inner.faults);
        }
        within.push(name);
        found.extend(opened(&inner.traits, prototypes, within, faults));
        within.pop();
    }
    found
}
