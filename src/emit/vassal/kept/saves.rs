//! The setups of a kept module: those that are still right stay as they are, byte for byte; in the others pieces are
//! moved, turned over, taken away and added.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::super::encode::sequence;
use super::super::{EmitContext, Failed};
use super::piece::{Piece, Stack};
use super::{Again, Is, attribute, rows, set_attribute};
use crate::bundle::zip;
use crate::model::{Called, Component, Game, Kept, Location, MarkerAt, Scenario, Vassal, Where};
use crate::source::limits;
use crate::vassal::save::{ESCAPE, commands};
use crate::vassal::text::revealed;

/// What stands somewhere: kind and id.
type Key = (String, String);

/// Where something stood when it was imported.
#[derive(Clone, Debug)]
struct Was {
    /// Its id in the save; empty where the module itself lays it there.
    piece: String,
    place: String,
    state: String,
}

/// Where something stands by now.
#[derive(Clone, Debug)]
struct Stands {
    place: String,
    state: String,
}

/// What is to be done with the pieces of a save.
#[derive(Default)]
struct Changes {
    gone: BTreeSet<String>,
    /// Pieces that stand elsewhere or show another face: what they are, and where.
    moved: BTreeMap<String, (Key, Stands, bool)>,
    new: Vec<(Key, Stands)>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.moved.is_empty() && self.new.is_empty()
    }
}

impl Again<'_, '_> {
    /// The saves of all scenarios that are wanted; setups that are gone leave the tree, new ones are added to it.
    pub(super) fn setups(&mut self, context: &EmitContext<'_>, tree: &mut Component) -> Result<Vec<(String, Vec<u8>)>, Failed> {
        let game = self.game;
        let wanted: BTreeMap<&str, &Scenario> =
            context.scenarios.iter().filter_map(|id| game.scenarios.at(*id)).map(|it| (it.id.as_str(), it)).collect();
        let mut linked: BTreeMap<String, String> = BTreeMap::new();
        setups_of(tree, &wanted, &mut linked);
        let mut places: BTreeMap<String, [String; 3]> = BTreeMap::new();
        for row in rows(self.home, "places")? {
            if let [place, map, x, y, ..] = row.as_slice() {
                places.insert(place.clone(), [map.clone(), x.clone(), y.clone()]);
            }
        }
        let mut all = Vec::new();
        for (id, scenario) in wanted {
            let path = format!("{}/setups/{id}", Kept::FOLDER);
            let was = if (self.home)(&format!("{path}.csv")).is_some() { Some(was(self.home, id)?) } else { None };
            let old = (self.home)(&format!("{path}.vsav"));
            let now = stands(game, scenario);
            let made = match (was, linked.get(id)) {
                // What lies there from the start is laid by the module itself.
                (Some(was), None) => {
                    if !changes(&was, &now).is_empty() {
                        let why = "what lies there from the start has changed: move the stacks in vassal/buildFile.xml";
                        return Err(Failed { what: format!("the setup of `{id}`"), why: why.to_owned() });
                    }
                    continue;
                }
                (Some(was), Some(file)) => {
                    let why = format!("`{path}.vsav` is not there, which is its save");
                    let old = old.ok_or(Failed { what: format!("the setup of `{id}`"), why })?;
                    (file.clone(), self.save(id, &old, &was, &now, &places)?)
                }
                (None, _) => {
                    let file = format!("scenario-{id}.vsav");
                    let mut part = Component { name: "VASSAL.build.module.PredefinedSetup".to_owned(), ..Component::default() };
                    for (name, value) in [("name", scenario.called()), ("isMenu", "false"), ("useFile", "true"), ("file", &file)]
                    {
                        set_attribute(&mut part, name, value.to_owned());
                    }
                    tree.parts.push(part);
                    (file, self.save(id, &[], &BTreeMap::new(), &now, &places)?)
                }
            };
            all.push(made);
        }
        Ok(all)
    }

    /// A save with what has changed.
    fn save(
        &mut self,
        id: &str,
        old: &[u8],
        was: &BTreeMap<Key, Vec<Was>>,
        now: &BTreeMap<Key, Vec<Stands>>,
        places: &BTreeMap<String, [String; 3]>,
    ) -> Result<Vec<u8>, Failed> {
        let failed = |why: String| Failed { what: format!("the setup of `{id}`"), why };
        let changes = changes(was, now);
        if was.values().flatten().any(|it| it.piece.is_empty() && changes.gone.contains("")) {
            return Err(failed(
                "what the module itself lays there has changed: move the stacks in vassal/buildFile.xml".to_owned(),
            ));
        }
        let place = |stands: &Stands| {
            places.get(&stands.place).ok_or_else(|| failed(format!("the module has no place for `{}`", stands.place)))
        };
        let packed = if old.is_empty() { Vec::new() } else { unpacked(old).map_err(failed)? };
        let game = packed.iter().find(|(name, _)| name.eq_ignore_ascii_case("savedGame"));
        let (text, _) = revealed(game.map(|(_, bytes)| bytes.as_slice()).unwrap_or_default());
        let mut commands = single(text).ok_or_else(|| failed("it has more commands than are read".to_owned()))?;
        if commands.len() < 2 {
            commands = vec!["begin_save".to_owned(), String::new(), "end_save".to_owned()];
        }
        let keys: BTreeMap<&str, &Key> = was
            .iter()
            .flat_map(|(key, all)| all.iter().map(move |it| (it.piece.as_str(), key)))
            .filter(|(id, _)| !id.is_empty())
            .collect();
        let numbered = self.slots.iter().filter(|((kind, _), (piece, _))| kind == "card" && !piece.gpid().is_empty());
        let cards: BTreeMap<String, Key> = numbered.map(|(key, (piece, _))| (piece.gpid().to_owned(), key.clone())).collect();
        let mut changed = false;
        let mut out: Vec<String> = Vec::new();
        let mut stacks: Vec<Stack> = Vec::new();
        let mut arrived: Vec<(String, [String; 3])> = Vec::new();
        let mut left: BTreeSet<String> = changes.gone.clone();
        for command in commands {
            if !command.starts_with("+/") {
                out.push(command);
                continue;
            }
            if let Some(stack) = Stack::read(&command) {
                stacks.push(stack);
                out.push(command);
                continue;
            }
            let Some(mut piece) = Piece::read(&command) else {
                out.push(command);
                continue;
            };
            if changes.gone.contains(&piece.id) {
                changed = true;
                continue;
            }
            let before = piece.clone();
            // Cards lie in decks, which no line of a scenario tells: they are known by their number.
            let card = || cards.get(piece.gpid());
            if let Some((_, link)) = keys
                .get(piece.id.as_str())
                .copied()
                .or_else(card)
                .filter(|key| self.changed.contains(*key))
                .and_then(|key| self.slots.get(key))
                .cloned()
            {
                self.revise(&mut piece, &link, "");
            }
            if let Some((key, stands, moves)) = changes.moved.get(&piece.id) {
                if *moves {
                    let [map, x, y] = place(stands)?;
                    piece.lay(map, x, y);
                    left.insert(piece.id.clone());
                    arrived.push((piece.id.clone(), [map.clone(), x.clone(), y.clone()]));
                }
                self.turn(&mut piece, key, stands);
            }
            changed |= piece != before;
            out.push(if piece == before { command } else { piece.written() });
        }
        for (n, (key, stands)) in changes.new.iter().enumerate() {
            let [map, x, y] = place(stands)?;
            let mut piece = match self.slots.get(key).cloned() {
                Some((mut piece, link)) => {
                    self.revise(&mut piece, &link, "");
                    piece.unfold(&self.prototypes);
                    piece
                }
                None => match self.known.get(key).copied() {
                    Some(Is::Unit(unit)) => {
                        self.drawn(unit);
                        Piece::read(&self.build.unit(unit).slot())
                            .ok_or_else(|| failed(format!("{} `{}` is no piece", key.0, key.1)))?
                    }
                    _ => return Err(failed(format!("the module has no {} `{}`", key.0, key.1))),
                },
            };
            piece.id = format!("muster{n}");
            piece.lay(map, x, y);
            self.turn(&mut piece, key, stands);
            arrived.push((piece.id.clone(), [map.clone(), x.clone(), y.clone()]));
            let end = out.iter().rposition(|command| command.starts_with("+/")).map_or(2.min(out.len()), |at| at + 1);
            out.insert(end, piece.written());
            changed = true;
        }
        if !changed && !old.is_empty() {
            return Ok(old.to_vec());
        }
        restack(&mut out, stacks, &left, arrived);
        let saved = sequence(&out, ESCAPE).into_bytes();
        let mut entries: BTreeMap<&str, &[u8]> = packed.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        entries.retain(|name, _| !name.eq_ignore_ascii_case("savedGame"));
        entries.insert("savedGame", &saved);
        let listed: Vec<(&str, &[u8])> = entries.into_iter().collect();
        Ok(zip(&listed))
    }

    /// Shows the face of a state.
    fn turn(&self, piece: &mut Piece, key: &Key, stands: &Stands) {
        let faces = self.slots.get(key).map(|(_, link)| link.faces.as_slice()).unwrap_or_default();
        if let Some(face) = faces.iter().find(|face| face.state == stands.state) {
            let all: Vec<(i64, &str)> = faces.iter().map(|face| (face.level, face.image.as_str())).collect();
            piece.show(&all, face.level);
        }
    }
}

/// What was there before and is gone, or stands otherwise; what is new.
fn changes(was: &BTreeMap<Key, Vec<Was>>, now: &BTreeMap<Key, Vec<Stands>>) -> Changes {
    let mut changes = Changes::default();
    let keys: BTreeSet<&Key> = was.keys().chain(now.keys()).collect();
    for key in keys {
        let mut before: Vec<Was> = was.get(key).cloned().unwrap_or_default();
        let mut after: Vec<Stands> = now.get(key).cloned().unwrap_or_default();
        // First those that are as they were, then those that only show another face.
        after.retain(|it| {
            let same = before.iter().position(|was| was.place == it.place && was.state == it.state);
            same.map(|at| before.remove(at)).is_none()
        });
        after.retain(|it| {
            let Some(at) = before.iter().position(|was| was.place == it.place) else { return true };
            changes.moved.insert(before.remove(at).piece, (key.clone(), it.clone(), false));
            false
        });
        before.reverse();
        for it in after {
            match before.pop() {
                Some(was) => drop(changes.moved.insert(was.piece, (key.clone(), it, true))),
                None => changes.new.push((key.clone(), it)),
            }
        }
        changes.gone.extend(before.into_iter().map(|was| was.piece));
    }
    changes
}

/// Where everything of a scenario stood when it was imported.
fn was(home: &crate::emit::Before<'_>, id: &str) -> Result<BTreeMap<Key, Vec<Was>>, Failed> {
    let mut all: BTreeMap<Key, Vec<Was>> = BTreeMap::new();
    for row in rows(home, &format!("setups/{id}"))? {
        let word = |n: usize| row.get(n).cloned().unwrap_or_default();
        all.entry((word(1), word(2))).or_default().push(Was { piece: word(0), place: word(3), state: word(4) });
    }
    Ok(all)
}

/// Where everything of a scenario stands by now.
fn stands(game: &Game, scenario: &Scenario) -> BTreeMap<Key, Vec<Stands>> {
    let mut all: BTreeMap<Key, Vec<Stands>> = BTreeMap::new();
    let map = game.map.as_ref();
    let location = |at: &Location| match at {
        Location::Hex(hex) => map.map(|map| map.board.name(*hex)).unwrap_or_default(),
        Location::Box(id) => map.and_then(|map| map.boxes.at(*id)).map(|it| format!("box {}", it.id)).unwrap_or_default(),
    };
    for line in &scenario.setup {
        let Some(unit) = game.units.at(line.unit) else { continue };
        let place = match &line.at {
            Where::At(at) => location(at),
            Where::In(area, _) => {
                map.and_then(|map| map.areas.at(*area)).map(|area| format!("in {}", area.id)).unwrap_or_default()
            }
            Where::Within(hexes, _) => hexes.first().map(|hex| location(&Location::Hex(*hex))).unwrap_or_default(),
        };
        let state = game.states.at(line.state).map(|state| state.id.clone()).unwrap_or_default();
        let copies = if line.n.is_some() { 1 } else { unit.count };
        let here = all.entry(("unit".to_owned(), unit.id.clone())).or_default();
        here.extend((0..copies).map(|_| Stands { place: place.clone(), state: state.clone() }));
    }
    for arrival in &scenario.arrivals {
        let Some(turn) = game.turns.at(arrival.turn) else { continue };
        for unit in arrival.units.iter().filter_map(|unit| game.units.at(*unit)) {
            let stands = Stands { place: format!("turn {}", turn.id), state: "full".to_owned() };
            all.entry(("unit".to_owned(), unit.id.clone())).or_default().push(stands);
        }
    }
    for line in &scenario.markers {
        let (Some(marker), MarkerAt::Location(at)) = (game.markers.at(line.marker), &line.at) else { continue };
        let stands = Stands { place: location(at), state: String::new() };
        all.entry(("marker".to_owned(), marker.id.clone())).or_default().push(stands);
    }
    all
}

/// Leaves out setups that are not wanted, and says what the others are called by now. Told: the save of each scenario.
fn setups_of(part: &mut Component, wanted: &BTreeMap<&str, &Scenario>, linked: &mut BTreeMap<String, String>) {
    let scenario = |part: &Component| attribute(part, Vassal::LINK).strip_prefix("scenario ").map(ToOwned::to_owned);
    part.parts.retain(|inner| scenario(inner).is_none_or(|id| wanted.contains_key(id.as_str())));
    for inner in &mut part.parts {
        if let Some(id) = scenario(inner) {
            inner.attributes.retain(|(name, _)| !name.starts_with(Vassal::LINK));
            if let Some(it) = wanted.get(id.as_str()).filter(|it| it.called() != attribute(inner, "name").trim()) {
                set_attribute(inner, "name", it.called().to_owned());
            }
            linked.insert(id, attribute(inner, "file").to_owned());
        }
        setups_of(inner, wanted, linked);
    }
}

/// Takes pieces out of their stacks and lays them on those of their new places; every stack comes after its pieces.
fn restack(out: &mut Vec<String>, stacks: Vec<Stack>, left: &BTreeSet<String>, arrived: Vec<(String, [String; 3])>) {
    let mut kept = stacks;
    for stack in &mut kept {
        stack.inside.retain(|id| !left.contains(id));
    }
    let mut at: BTreeMap<[String; 3], usize> = BTreeMap::new();
    for (n, stack) in kept.iter().enumerate() {
        at.entry(stack.place.clone()).or_insert(n);
    }
    for (n, (id, place)) in arrived.into_iter().enumerate() {
        let here = *at.entry(place.clone()).or_insert_with(|| {
            kept.push(Stack::new(format!("musterstack{n}"), place));
            kept.len() - 1
        });
        if let Some(stack) = kept.get_mut(here) {
            stack.inside.push(id);
        }
    }
    out.retain(|command| Stack::read(command).is_none());
    let end = out.iter().rposition(|command| command.starts_with("+/")).map_or(2.min(out.len()), |at| at + 1);
    let written = kept.iter().filter(|stack| !stack.inside.is_empty()).map(Stack::written);
    out.splice(end..end, written.collect::<Vec<_>>());
}

/// Single commands, those in groups too; nothing if there are too many.
fn single(text: String) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let extent = commands(text, &mut |command| out.push(command.to_owned()));
    (extent.deep == 0 && !extent.is_cut()).then_some(out)
}

/// The entries of a save; of an old one, which is no zip, the game itself.
fn unpacked(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    if !bytes.starts_with(b"PK") {
        return Ok(vec![("savedGame".to_owned(), bytes.to_vec())]);
    }
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|why| format!("its save is no zip: {why}"))?;
    let names: Vec<String> = zip.file_names().filter_map(Result::ok).map(|name| name.into_owned()).collect();
    let mut all = Vec::new();
    let mut left = limits::SAVE_BYTES;
    for name in names.into_iter().filter(|name| !name.ends_with('/')) {
        let mut content = Vec::new();
        let file = zip.by_name(&name).map_err(|why| format!("its save cannot be unpacked: {why}"))?;
        file.take(left + 1).read_to_end(&mut content).map_err(|why| format!("its save cannot be unpacked: {why}"))?;
        left = left
            .checked_sub(content.len() as u64)
            .ok_or_else(|| format!("its save unpacks to more than {} MiB", limits::SAVE_BYTES >> 20))?;
        all.push((name, content));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn was(piece: &str, place: &str, state: &str) -> Was {
        Was { piece: piece.to_owned(), place: place.to_owned(), state: state.to_owned() }
    }

    fn stands(place: &str, state: &str) -> Stands {
        Stands { place: place.to_owned(), state: state.to_owned() }
    }

    #[test]
    fn what_has_changed_is_found_piece_by_piece() {
        let key = |id: &str| ("unit".to_owned(), id.to_owned());
        let before = BTreeMap::from([
            (key("a"), vec![was("1", "0101", "full"), was("2", "0102", "full")]),
            (key("b"), vec![was("3", "0103", "full")]),
            (key("c"), vec![was("4", "0104", "full")]),
        ]);
        let after = BTreeMap::from([
            (key("a"), vec![stands("0102", "full"), stands("0105", "full")]),
            (key("b"), vec![stands("0103", "reduced")]),
            (key("d"), vec![stands("0106", "full")]),
        ]);
        let found = changes(&before, &after);
        assert!(found.gone.iter().eq(["4"]) && found.new.len() == 1);
        assert_eq!((found.moved["1"].1.place.as_str(), found.moved["1"].2, found.moved["3"].2), ("0105", true, false));
        assert!(
            changes(
                &before,
                &BTreeMap::from([
                    (key("a"), vec![stands("0102", "full"), stands("0101", "full")]),
                    (key("b"), vec![stands("0103", "full")]),
                    (key("c"), vec![stands("0104", "full")])
                ])
            )
            .is_empty()
        );
    }

    #[test]
    fn pieces_leave_their_stacks_and_join_others() {
        let mut out: Vec<String> =
            ["begin_save", "+/1/piece;;;;A/M;1;1;1;0", "+/9/stack/M;1;1;1;2;@@0", "+/2/piece;;;;B/M;1;1;1;0", "end_save"]
                .map(str::to_owned)
                .to_vec();
        let stacks = vec![Stack::read("+/9/stack/M;1;1;1;2;@@0").unwrap()];
        let place = ["M", "5", "5"].map(str::to_owned);
        restack(&mut out, stacks, &BTreeSet::from(["2".to_owned()]), vec![("2".to_owned(), place)]);
        assert_eq!(out[3..5], ["+/9/stack/M;1;1;1;@@0".to_owned(), "+/musterstack0/stack/M;5;5;2;@@0".to_owned()]);
        assert_eq!(out.last().unwrap(), "end_save");
    }
}
