//! The module that a game was imported from, built again: everything that its author had made in VASSAL stays, and what
//! the game says by now stands in it.
//!
//! - `piece`: a piece, taken apart; `saves`: setups

mod piece;
mod saves;

use std::collections::{BTreeMap, BTreeSet};

use super::encode::fields;
use super::traits::marks;
use super::xml::Component as Written;
use super::{Build, EmitContext, Emitted, Failed, Progress, VASSAL, version};
use crate::bundle::{sha256, zip};
use crate::draw::counter::Shown;
use crate::draw::limits::PICTURE_PIXELS;
use crate::draw::picture;
use crate::emit::Before;
use crate::model::{Called, CardId, Component, Game, Kept, MarkerId, RatingValue, Unit, UnitId, Units, Vassal};
use crate::rules::could_fit;
use crate::source::{limits, sheet};
use crate::vassal::text::{levels, split};
use piece::{Names, Piece, Property, Prototypes, Raw};

/// The window of counters that the module did not have.
const ADDED: &str = "Added counters";

/// What a slot of the module became.
#[derive(Clone, Debug, Default)]
struct Link {
    kind: String,
    id: String,
    side: Option<String>,
    faces: Vec<Face>,
}

/// A face of such a piece: the level of its layer, its picture there and here, and the state that it shows.
#[derive(Clone, Debug, Default)]
struct Face {
    level: i64,
    image: String,
    path: String,
    state: String,
}

impl Link {
    fn of(part: &Component) -> Option<Link> {
        let get = |name: &str| part.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let (kind, id) = get(Vassal::LINK)?.split_once(' ')?;
        let faces = get(Vassal::LINK_FACES).map(|faces| split(faces, ',')).unwrap_or_default();
        let face = |text: &String| {
            let mut words = split(text, '|').into_iter();
            let level = words.next().and_then(|level| level.parse().ok()).unwrap_or(0);
            let mut word = || words.next().unwrap_or_default();
            Face { level, image: word(), path: word(), state: word() }
        };
        let side = get(Vassal::LINK_SIDE).map(ToOwned::to_owned);
        Some(Link { kind: kind.to_owned(), id: id.to_owned(), side, faces: faces.iter().map(face).collect() })
    }

    fn key(&self) -> (String, String) {
        (self.kind.clone(), self.id.clone())
    }
}

/// What a piece is in the game.
#[derive(Clone, Copy)]
enum Is {
    Unit(UnitId),
    Marker(MarkerId),
    Card(CardId),
}

/// A kept module on its way.
struct Again<'a, 'g> {
    game: &'g Game,
    home: &'a Before<'a>,
    build: Build<'g>,
    prototypes: Prototypes,
    known: BTreeMap<(String, String), Is>,
    /// Slots by what they became: the piece, and the link.
    slots: BTreeMap<(String, String), (Piece, Link)>,
    /// Properties that some unit of the game has.
    words: Names,
    /// Pictures that the module did not have.
    images: BTreeMap<String, Vec<u8>>,
    /// What has changed since it was imported: its pieces in setups change too, all others stay as they are.
    changed: BTreeSet<(String, String)>,
}

/// Builds it.
pub(super) fn emit(context: &EmitContext<'_>, kept: &Kept, told: &mut Progress<'_>) -> Result<Emitted, Failed> {
    let game = context.game;
    let what = || format!("{}.vmod", game.slug());
    let failed = |why: String| Failed { what: what(), why };
    let home = context.home.ok_or_else(|| failed("the files of the module it was imported from are not at hand".to_owned()))?;
    told(0, 3);
    let mut again = Again::new(context, kept, home);
    let mut tree = kept.tree.clone();
    again.part(&mut tree);
    let entries = again.setups(context, &mut tree)?;
    again.additions(&mut tree);
    if again.prototypes.are_too_many() {
        let most = (limits::PROTOTYPES_BYTES + limits::SETUPS_BYTES) >> 20;
        return Err(failed(format!("the prototypes of all pieces take more than {most} MiB")));
    }
    told(1, 3);
    let mut all: BTreeMap<String, Vec<u8>> = entries.into_iter().collect();
    for row in rows(home, "files")? {
        let [name, path, ..] = row.as_slice() else { continue };
        let bytes = home(path).ok_or_else(|| failed(format!("`{path}` is not there, which is `{name}` of the module")))?;
        all.entry(name.clone()).or_insert(bytes);
    }
    told(2, 3);
    all.extend(std::mem::take(&mut again.images).into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)));
    again.build.pictures()?;
    all.extend(std::mem::take(&mut again.build.images).into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)));
    let vassal = again.head(&mut tree);
    for (title, name, bytes) in super::documents(context)? {
        let class = "VASSAL.build.module.Documentation";
        if !tree.parts.iter().any(|part| part.name == class) {
            tree.parts.insert(0, Component { name: class.to_owned(), ..Component::default() });
        }
        let help = tree.parts.iter_mut().filter(|part| part.name == class);
        help.take(1).for_each(|help| help.parts.push(super::document(&title, &name).into()));
        all.insert(name, bytes);
    }
    all.insert("moduledata".to_owned(), again.build.data_for(true, &vassal));
    all.insert("buildFile.xml".to_owned(), Written::from(&tree).document());
    let listed: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    Ok(Emitted { files: BTreeMap::from([(what(), zip(&listed))]), added: again.build.ids.added(game) })
}

/// The rows of a sheet of the kept module, without its headings.
fn rows(home: &Before<'_>, name: &str) -> Result<Vec<Vec<String>>, Failed> {
    let path = format!("{}/{name}.csv", Kept::FOLDER);
    let failed = |why: &str| Failed { what: path.clone(), why: why.to_owned() };
    let bytes =
        home(&path).ok_or_else(|| failed("it is not there; import the module again, or leave out `kept` in vassal.json"))?;
    let text = String::from_utf8(bytes).map_err(|_| failed("it is no text in UTF-8"))?;
    let mut rows = sheet::cells(&text).ok_or_else(|| failed("it is no sheet"))?;
    if !rows.is_empty() {
        rows.remove(0);
    }
    Ok(rows)
}

fn attribute<'p>(part: &'p Component, name: &str) -> &'p str {
    part.attributes.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

fn set_attribute(part: &mut Component, name: &str, value: String) {
    match part.attributes.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = value,
        None => part.attributes.push((name.to_owned(), value)),
    }
}

/// Hears every component of a tree.
fn each<'p>(part: &'p Component, hear: &mut impl FnMut(&'p Component)) {
    hear(part);
    part.parts.iter().for_each(|part| each(part, hear));
}

/// A text as a sheet of an import has it: in one line.
fn one_line(text: &str) -> String {
    text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl<'a, 'g> Again<'a, 'g> {
    fn new(context: &EmitContext<'g>, kept: &Kept, home: &'a Before<'a>) -> Again<'a, 'g> {
        let game = context.game;
        let mut prototypes = Prototypes::default();
        let mut highest = 0;
        let mut slots = BTreeMap::new();
        each(&kept.tree, &mut |part| {
            highest = highest.max(attribute(part, "gpid").parse::<u32>().unwrap_or(0));
            // This one is free still.
            highest = highest.max(attribute(part, "nextPieceSlotId").parse::<u32>().unwrap_or(0).saturating_sub(1));
            if part.name == Kept::PROTOTYPE {
                let traits = Piece::read(&part.text).map(|piece| piece.traits).unwrap_or_default();
                prototypes.add(attribute(part, "name"), traits);
            }
            if let Some((link, piece)) = Link::of(part).zip(Piece::read(&part.text)) {
                slots.entry(link.key()).or_insert((piece, link));
            }
        });
        let mut known = BTreeMap::new();
        let key = |kind: &str, id: &String| (kind.to_owned(), id.clone());
        known.extend(game.units.iter().map(|(n, unit)| (key("unit", &unit.id), Is::Unit(n))));
        known.extend(game.markers.iter().map(|(n, marker)| (key("marker", &marker.id), Is::Marker(n))));
        known.extend(game.cards.iter().map(|(n, card)| (key("card", &card.id), Is::Card(n))));
        let words = game.units.values().flat_map(|unit| unit.properties.keys().cloned()).collect();
        let mut build = Build::new(context);
        build.ids.above(highest);
        Again { game, home, build, prototypes, known, slots, words, images: BTreeMap::new(), changed: BTreeSet::new() }
    }

    /// Goes through the tree: what is gone is left out, what has changed is changed.
    fn part(&mut self, part: &mut Component) {
        part.parts.retain(|inner| match Link::of(inner) {
            Some(link) if link.kind != "scenario" => self.known.contains_key(&link.key()),
            _ => true,
        });
        for inner in &mut part.parts {
            self.part(inner);
        }
        let link = Link::of(part).filter(|link| link.kind != "scenario");
        if link.is_some() {
            part.attributes.retain(|(name, _)| !name.starts_with(Vassal::LINK));
        }
        let Some((link, mut piece)) = link.zip(Piece::read(&part.text)) else { return };
        let entry = attribute(part, "entryName").to_owned();
        let before = piece.clone();
        self.revise(&mut piece, &link, &entry);
        if piece.name() != before.name() {
            set_attribute(part, "entryName", piece.name().to_owned());
        }
        if piece != before {
            self.changed.insert(link.key());
            part.text = piece.written();
        }
    }

    /// Gives a piece the traits that vassal.json adds to its unit.
    fn add(&self, piece: &mut Piece, id: UnitId) {
        let game = self.game;
        let fits = |who: &Option<Units>| who.as_ref().is_none_or(|who| could_fit(game, who, id));
        for kind in game.vassal.traits.iter().filter(|(who, _)| fits(who)).flat_map(|(_, add)| add) {
            let fresh = super::encode::Trait::fresh(kind);
            piece.traits.push(Raw::new(fresh.kind, fresh.state));
        }
    }

    /// Writes into a piece what the game says of it by now. `entry` is what its slot is called.
    fn revise(&mut self, piece: &mut Piece, link: &Link, entry: &str) {
        let game = self.game;
        let called = [piece.name(), entry].into_iter().map(one_line).find(|name| !name.is_empty()).unwrap_or_default();
        let rename = |piece: &mut Piece, name: Option<&String>| {
            if let Some(name) = name.filter(|name| !called.is_empty() && **name != called) {
                piece.set_name(name);
            }
        };
        match self.known.get(&link.key()).copied() {
            Some(Is::Unit(id)) => {
                let Some(unit) = game.units.at(id) else { return };
                rename(piece, unit.name.as_ref());
                self.numbers(piece, unit, link);
                for (n, face) in unit.faces.iter().enumerate() {
                    self.picture(piece, link, n, face.picture.as_deref());
                }
                self.add(piece, id);
            }
            Some(Is::Marker(id)) => {
                let Some(marker) = game.markers.at(id) else { return };
                rename(piece, marker.name.as_ref());
                self.picture(piece, link, 0, marker.picture.as_deref());
                let back = marker.back.and_then(|back| game.markers.at(back));
                self.picture(piece, link, 1, back.and_then(|back| back.picture.as_deref()));
            }
            Some(Is::Card(id)) => {
                let Some(card) = game.cards.at(id) else { return };
                rename(piece, card.name.as_ref());
                self.picture(piece, link, 0, card.side_picture(true));
            }
            None => {}
        }
    }

    /// The picture of a face, where it is another than was imported.
    fn picture(&mut self, piece: &mut Piece, link: &Link, n: usize, path: Option<&str>) {
        let (Some(face), Some(path)) = (link.faces.get(n), path) else { return };
        let Some(bytes) = self.game.art.files.get(path).filter(|_| face.path != path) else { return };
        let file = path.rsplit('/').next().unwrap_or(path);
        let (stem, ending) = file.rsplit_once('.').unwrap_or((file, "png"));
        let name = format!("{stem}-{}.{ending}", sha256(path.as_bytes()).get(..8).unwrap_or_default());
        self.images.entry(name.clone()).or_insert_with(|| match picture::sound(bytes, PICTURE_PIXELS) {
            Ok(upright) => upright.bytes.to_vec(),
            Err(_) => bytes.to_vec(),
        });
        if piece.set_picture(face.level, &face.image, &name) {
            return;
        }
        // It may stand in a prototype, which others use.
        let mut whole = piece.clone();
        whole.unfold(&self.prototypes);
        if whole.set_picture(face.level, &face.image, &name) {
            *piece = whole;
        } else if n == 0 {
            piece.set_image(&name);
        }
    }

    /// Ratings, properties and side of a unit, where they are others than the piece says.
    fn numbers(&self, piece: &mut Piece, unit: &Unit, link: &Link) {
        let game = self.game;
        let known = piece.properties(&self.prototypes);
        let mut wanted: Vec<(String, String)> = Vec::new();
        let mut reckoned: Vec<Raw> = Vec::new();
        for (id, rating) in game.ratings.iter() {
            let told: Vec<String> = unit
                .faces
                .iter()
                .map(|face| match face.rating(id) {
                    RatingValue::Absent => String::new(),
                    RatingValue::Unknown => "?".to_owned(),
                    RatingValue::Known(n) => n.to_string(),
                })
                .collect();
            let name = rating.called();
            match known.get(name).and_then(|property| property.reckoned.as_deref()) {
                Some(expression) => reckoned.extend(by_level(name, expression, &told, link)),
                None => wanted.extend(told.into_iter().next().map(|value| (name.to_owned(), value))),
            }
        }
        let rated = |name: &str| game.ratings.values().any(|rating| rating.called() == name);
        // Of several that share a column the import took the first.
        let mut columns: BTreeMap<String, Vec<&String>> = BTreeMap::new();
        for name in known.iter().filter(|(_, property)| property.reckoned.is_none()).map(|(name, _)| name) {
            if !rated(name) {
                columns.entry(Vassal::column(name)).or_default().push(name);
            }
        }
        for (column, names) in columns.iter().filter(|(column, _)| self.words.contains(*column)) {
            let Some(name) = names.iter().min_by_key(|name| (name.contains('.'), name.as_str())) else { continue };
            wanted.push(((*name).clone(), unit.properties.get(column).cloned().unwrap_or_default()));
        }
        let taken: BTreeSet<String> = known.keys().map(|name| Vassal::column(name)).collect();
        let unknown = unit.properties.iter().filter(|(name, _)| !taken.contains(*name));
        wanted.extend(unknown.map(|(name, word)| (name.clone(), word.clone())));
        wanted.extend(self.side(unit, link, &known));
        let mut added: Vec<(String, String)> = Vec::new();
        for (name, value) in wanted {
            match known.get(&name) {
                Some(property) if one_line(&property.value) == value => {}
                Some(Property { own: Some(place), .. }) => piece.set_property(*place, &value),
                None if value.is_empty() => {}
                _ => added.push((name, value)),
            }
        }
        let marks = marks(&added).map(|one| Raw::new(one.kind, one.state));
        piece.traits.splice(0..0, reckoned.into_iter().chain(marks));
    }

    /// The property that says whose a unit is, where its side has changed.
    fn side(&self, unit: &Unit, link: &Link, known: &BTreeMap<String, Property>) -> Option<(String, String)> {
        let game = self.game;
        let side = unit.side.and_then(|side| game.sides.at(side))?;
        if link.side.as_ref() == Some(&side.id) {
            return None;
        }
        let names = |value: &str| game.sides.values().any(|side| side.called().eq_ignore_ascii_case(value.trim()));
        let mut own = known.iter().filter(|(name, property)| name.to_lowercase().contains("side") && names(&property.value));
        let name = own.next().map_or_else(|| "Side".to_owned(), |(name, _)| name.clone());
        Some((name, side.called().to_owned()))
    }

    /// Counters that the module did not have, and what vassal.json adds.
    fn additions(&mut self, tree: &mut Component) {
        let game = self.game;
        let mut panel = super::xml::part("VASSAL.build.widget.ListWidget").with("entryName", ADDED);
        let mut count = 0;
        for (id, unit) in game.units.iter() {
            if !self.slots.contains_key(&("unit".to_owned(), unit.id.clone())) && !self.stray(unit) {
                let piece = self.build.unit(id);
                panel = panel.has(self.build.piece_slot(&piece));
                count += 1;
            }
        }
        if count > 0 {
            let window = super::xml::part("VASSAL.build.module.PieceWindow").with("name", ADDED).with("text", ADDED);
            tree.parts.push(window.has(panel).into());
        }
        let definitions = game.vassal.prototypes.iter().map(|(name, traits)| {
            let traits = traits.iter().map(|one| super::encode::Trait::fresh(one)).collect();
            let shared = super::encode::Prototype { name: name.clone(), about: String::new(), traits };
            let attributes = vec![("name".to_owned(), name.clone())];
            Component { name: Kept::PROTOTYPE.to_owned(), attributes, parts: Vec::new(), text: shared.definition() }
        });
        let definitions: Vec<Component> = definitions.collect();
        if !definitions.is_empty() {
            const CONTAINER: &str = "VASSAL.build.module.PrototypesContainer";
            match tree.parts.iter_mut().find(|part| part.name == CONTAINER) {
                Some(container) => container.parts.extend(definitions),
                None => tree.parts.push(Component { name: CONTAINER.to_owned(), parts: definitions, ..Component::default() }),
            }
        }
        for (window, part) in &game.vassal.components {
            match window {
                None => tree.parts.push(part.clone()),
                Some(window) => drop(within(tree, window, part)),
            }
        }
    }

    /// Whether a unit came from a setup and no palette had it: it lies where it lay.
    fn stray(&self, unit: &Unit) -> bool {
        self.game.imported.iter().any(|found| found.is == crate::model::FoundKind::Stray && found.pieces.contains(&unit.id))
    }

    /// What the module says of itself; told: the version of VASSAL that it needs.
    fn head(&self, tree: &mut Component) -> String {
        let game = self.game;
        set_attribute(tree, "name", game.name.clone());
        set_attribute(tree, "version", version(game));
        if let Some(about) = &game.about {
            set_attribute(tree, "description", about.clone());
        }
        set_attribute(tree, "nextPieceSlotId", self.build.ids.next().to_string());
        // Before 3.5 the build file had another name.
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        let old = attribute(tree, "VassalVersion").to_owned();
        let mut parts = old.split(['.', '-']);
        let told = (number(parts.next()), number(parts.next()));
        let vassal = if told < (3, 6) { VASSAL.to_owned() } else { old };
        set_attribute(tree, "VassalVersion", vassal.clone());
        if tree.name != "VASSAL.build.GameModule" {
            "VASSAL.build.GameModule".clone_into(&mut tree.name);
        }
        vassal
    }

    /// Draws the face of a unit for a piece that the module did not have.
    fn drawn(&mut self, id: UnitId) -> String {
        let name = self.game.units.at(id).map(|unit| format!("unit-{}.png", unit.id)).unwrap_or_default();
        self.build.face(name, Shown::Unit(id, 0))
    }
}

/// Puts a component into the map window of that name.
fn within(tree: &mut Component, window: &str, part: &Component) -> bool {
    if attribute(tree, "mapName") == window {
        tree.parts.push(part.clone());
        return true;
    }
    tree.parts.iter_mut().any(|inner| within(inner, window, part))
}

/// A rating that depends on the face, where the game says otherwise than the expression.
fn by_level(name: &str, expression: &str, told: &[String], link: &Link) -> Option<Raw> {
    let (layer, values) = levels(expression)?;
    let at = |level: i64| values.get(&level).or_else(|| values.get(&0)).cloned().unwrap_or_default();
    if told.iter().zip(&link.faces).all(|(value, face)| at(face.level) == *value) {
        return None;
    }
    let quoted = |text: &String| if text.parse::<i64>().is_ok() { text.clone() } else { format!("\"{text}\"") };
    let mut text = told.first().map(quoted)?;
    for (value, face) in told.iter().zip(&link.faces).skip(1) {
        text = format!("{layer}_Level=={}?{}:({text})", face.level, quoted(value));
    }
    Some(Raw::new(fields("calcProp", [name, &format!("{{{text}}}"), ""]), ""))
}

#[cfg(test)]
mod tests {
    use super::super::encode::list;
    use super::*;

    #[test]
    fn a_rating_by_level_is_left_alone_while_it_is_right() {
        let face = |level: i64| Face { level, ..Face::default() };
        let link = Link { faces: vec![face(1), face(2)], ..Link::default() };
        let told = |front: &str, back: &str| [front.to_owned(), back.to_owned()];
        let expression = "{Step_Level==2?2:(4)}";
        assert_eq!(by_level("attack", expression, &told("4", "2"), &link), None);
        let changed = by_level("attack", expression, &told("5", "2"), &link).unwrap();
        assert_eq!(changed.kind, "calcProp;attack;{Step_Level==2?2:(5)};");
    }

    #[test]
    fn what_a_slot_became_is_read() {
        let part = Component {
            attributes: vec![
                ("muster".to_owned(), "unit 1-inf".to_owned()),
                ("muster-faces".to_owned(), list(["1|a.png|images/a.png|full", "2|b\\|c.png||reduced"])),
            ],
            ..Component::default()
        };
        let link = Link::of(&part).unwrap();
        assert_eq!((link.kind.as_str(), link.id.as_str()), ("unit", "1-inf"));
        assert_eq!((link.faces[1].level, link.faces[1].image.as_str(), link.faces[1].state.as_str()), (2, "b|c.png", "reduced"));
    }
}
