//! What counters share: whoever changes a prototype changes a hundred counters at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Build;
use super::encode::{Part, Prototype, Trait};
use super::traits::{
    Keys, area, command, ctrl, delete, flat, hidden_while, levels_key, marks, moved, overlay, place, property, report, send,
    send_to_box, send_told, submenu, trail, trigger,
};
use crate::draw::page::shortened;
use crate::draw::scene::{Anchor, Color, Face, Page, Path, Point, Rect, Scene, Shape, Stroke, Text};
use crate::draw::{font, words};
use crate::model::{Called, Entry, EntryId, Game, Key, MarkerOn, RatingValue, StateId, Unit, UnitId};
use crate::rules::could_exert;

/// Properties that prototypes give to units, beside those that the model lists.
pub(super) const PROPERTIES: [&str; 7] = ["Arrival", "ArrivalMap", "ArrivalX", "ArrivalY", "Entry", "EntryX", "EntryY"];
/// So many states have a picture and a key; the others are told by markers.
const MOST_STATES: usize = 40;
/// So many markers can be placed from the menu of a unit.
const MOST_MARKERS: usize = 40;
/// So many entries of a unit have a command each.
const MOST_ENTRIES: usize = 16;
/// What stands between entries any of which may be used.
pub(super) const OR: &str = " or ";
/// What a changed counter says in the chat.
pub(super) const CHANGED: &str = "$oldPieceName$ becomes $newPieceName$ at $location$";

/// What one that was sent says: from where is what it was when the key was pressed, since VASSAL keeps the old place of
/// one that never moved nowhere, and that of its last move for one that stays.
const SENT: &str = "{menuCommand+\": \"+newPieceName+(\"\"+oldLocationName==\"\"+location?\" is there already: \":\", \"+oldLocationName+\" -> \")+location}";

/// Prototypes that are made.
#[derive(Default)]
pub(super) struct Shared {
    counter: Option<Arc<Prototype>>,
    marker: Option<Arc<Prototype>>,
    sign: Option<Arc<Prototype>>,
    unit: Option<Arc<Prototype>>,
    arrives: Option<Arc<Prototype>>,
    zone: Option<Arc<Prototype>>,
    range: Option<Arc<Prototype>>,
    /// Those who have a zone of control, and those who shoot afar.
    exerting: BTreeSet<UnitId>,
    shooting: BTreeSet<UnitId>,
    /// Those who come later, by their counters or in some scenario.
    arriving: BTreeSet<UnitId>,
    /// Where units may choose to enter: a command for each entry.
    entries: Vec<(EntryId, String, Arc<Prototype>)>,
    /// Those who have several entries, by all scenarios.
    entering: BTreeMap<UnitId, BTreeSet<EntryId>>,
    /// By the number of steps that faces show, less one.
    steps: Vec<Arc<Prototype>>,
    sides: Vec<Arc<Prototype>>,
    types: Vec<Arc<Prototype>>,
    states: Vec<(StateId, Arc<Prototype>)>,
    owns: Vec<Arc<Prototype>>,
    /// Commands with a key, for the page that helps.
    pub(super) keys: Vec<(String, String)>,
}

fn shared(name: impl Into<String>, about: &str, traits: Vec<Trait>) -> Arc<Prototype> {
    Arc::new(Prototype { name: name.into(), about: about.to_owned(), traits })
}

impl Shared {
    /// All, in the order in which an author looks for them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Prototype>> {
        let single = [&self.counter, &self.unit, &self.marker, &self.sign, &self.arrives, &self.zone, &self.range];
        let states = self.states.iter().map(|(_, shared)| shared);
        let entries = self.entries.iter().map(|(_, _, shared)| shared);
        let lists = self.steps.iter().chain(&self.sides).chain(&self.types).chain(states).chain(entries).chain(&self.owns);
        single.into_iter().flatten().chain(lists)
    }

    /// A prototype by its name, the author's or one of ours.
    pub(super) fn own(&self, name: &str) -> Option<Arc<Prototype>> {
        self.all().find(|own| own.name == name).cloned()
    }

    pub(super) fn of_marker(&self, two_sided: bool) -> Vec<Part> {
        let second = self.marker.iter().filter(|_| two_sided);
        self.counter.iter().chain(second).cloned().map(Part::Shared).collect()
    }

    pub(super) fn of_sign(&self) -> Vec<Part> {
        self.sign.iter().cloned().map(Part::Shared).collect()
    }

    /// What a unit shares with others, the outermost first.
    pub(super) fn of_unit(&self, game: &Game, id: UnitId, unit: &Unit) -> Vec<Part> {
        let mut all: Vec<Arc<Prototype>> = [&self.counter, &self.unit].into_iter().flatten().cloned().collect();
        let shown = |state: StateId| unit.faces.iter().any(|face| face.state == state);
        all.extend(self.states.iter().filter(|(state, _)| !shown(*state)).map(|(_, shared)| shared.clone()));
        // The side stands further out than the steps: who is lost already loses no more.
        all.extend(unit.side.and_then(|side| self.sides.get(side.index())).cloned());
        // One who has more steps than faces is lost when its markers say so.
        let faces = step_faces(game, unit);
        let hidden = unit.steps.is_some_and(|steps| usize::try_from(steps).is_ok_and(|steps| steps > faces));
        all.extend(self.steps.get(faces.saturating_sub(1)).filter(|_| !hidden).cloned());
        all.extend(unit.kind.and_then(|kind| self.types.get(kind.index())).cloned());
        all.extend(self.arrives.clone().filter(|_| self.arriving.contains(&id)));
        all.extend(self.zone.clone().filter(|_| self.exerting.contains(&id)));
        all.extend(self.range.clone().filter(|_| self.shooting.contains(&id)));
        let mut all: Vec<Part> = all.into_iter().map(Part::Shared).collect();
        let own = self.entering.get(&id);
        let ways: Vec<_> = self.entries.iter().filter(|(entry, ..)| own.is_some_and(|own| own.contains(entry))).collect();
        if !ways.is_empty() {
            all.push(Part::Own(submenu("Enter", ways.iter().map(|(_, menu, _)| menu))));
            all.extend(ways.into_iter().map(|(.., shared)| Part::Shared(shared.clone())));
        }
        all
    }

    /// The name by which a setup shows a state that has no face.
    pub(super) fn state(&self, state: StateId) -> Option<&str> {
        let (_, shared) = self.states.iter().find(|(known, _)| *known == state)?;
        shared.traits.iter().map(|one| one.named.as_str()).find(|name| !name.is_empty())
    }
}

/// How many faces, from the front, show a step less each.
fn step_faces(game: &Game, unit: &Unit) -> usize {
    let step = |state: StateId| state == Game::FULL || game.states.at(state).is_some_and(|state| state.step);
    unit.faces.iter().take_while(|face| step(face.state)).count().max(1)
}

impl Build<'_> {
    /// What every counter can do, and every marker and sign.
    pub(super) fn share_counters(&mut self) {
        let (right, above) = self.game.art.counter_area(self.game.art.counter());
        let half = |length: f64| super::whole(length * self.per_mm / 2.0);
        let mark = super::whole(MARK * self.per_mm);
        let told = "{newPieceName+(Moved==true?\" is marked as moved\":\" is no longer marked as moved\")+\" at \"+location}";
        // The mark lies in the upper right corner, above everything else.
        self.shared.counter = Some(shared(
            "Counter",
            "What every counter can do",
            vec![
                moved((half(right) - mark, -half(above))),
                report([ctrl('M')], told),
                report([ctrl('D')], "$oldPieceName$ is deleted"),
                trail(),
                delete(),
            ],
        ));
        self.shared.marker = Some(shared("Marker", "What markers with two sides say", vec![report([levels_key()], CHANGED)]));
        let says = "$newPieceName$ at $location$ (it was: $oldPieceName$)";
        let gone = report([ctrl('D')], "$oldPieceName$ is deleted");
        let mut sign = vec![report([levels_key()], says), gone, delete(), flat()];
        sign.extend(marks(&[("Layer".to_owned(), super::board::SIGNS.to_owned())]));
        self.shared.sign = Some(shared("Sign", "Flags of holders and states of bridges", sign));
        for (name, key) in [("Flip", 'F'), ("Mark as moved, or not", 'M'), ("Movement trail", 'T'), ("Delete", 'D')] {
            self.shared.keys.push((name.to_owned(), ctrl(key)));
        }
    }

    /// What units share; markers are made already, and trays laid out.
    pub(super) fn share_units(&mut self) {
        let game = self.game;
        let mut keys = Keys::default();
        let (lost, back, enter, loss) = (ctrl('E'), ctrl('B'), ctrl('A'), ctrl('L'));
        let mut state_menus = Vec::new();
        let free: Vec<StateId> =
            game.states.ids().filter(|id| *id != Game::FULL && self.unshown(*id)).take(MOST_STATES).collect();
        for (n, id) in free.into_iter().enumerate() {
            let Some(state) = game.states.at(id) else { continue };
            let name = state.called().to_owned();
            let key = keys.of(&name, "state");
            let image = self.state_sign(&state.id, &name, n);
            let (_, high) = game.art.counter_area(game.art.counter());
            let below = super::whole(high * self.per_mm * BANDS.get(n % BANDS.len()).copied().unwrap_or_default());
            let layer =
                overlay(&format!("State {}", state.id), &name, &key, &image, &format!("+ ({})", name.to_lowercase()), below);
            let about = format!("Shows that a unit is in the state: {name}");
            self.shared
                .states
                .push((id, shared(format!("State: {name} ({})", state.id), &about, vec![report([&key], CHANGED), layer])));
            self.shared.keys.push((name.clone(), key.clone()));
            state_menus.push(name);
        }
        let exerting: BTreeSet<UnitId> = game.units.ids().filter(|id| could_exert(game, *id)).collect();
        if !exerting.is_empty() {
            let key = keys.of("Zone", "show");
            let shows = area("Show the zone of control", &key, ZONE_COLOUR, Ok(1));
            self.shared.zone = Some(shared("Zone", "Shows the hexes of a zone of control", vec![shows]));
            self.shared.keys.push(("Show the zone of control".to_owned(), key));
            self.shared.exerting = exerting;
        }
        if let Some(range) = game.ratings.ids().find(|id| game.ratings.at(*id).is_some_and(|rating| rating.id == "range")) {
            let key = keys.of("Range", "show");
            let shows = area("Show the range", &key, RANGE_COLOUR, Err("range"));
            self.shared.range = Some(shared("Range", "Shows all hexes in range", vec![shows]));
            self.shared.keys.push(("Show the range".to_owned(), key));
            let shoots = |unit: &Unit| unit.faces.iter().any(|face| matches!(face.rating(range), RatingValue::Known(n) if n > 0));
            self.shared.shooting = game.units.iter().filter(|(_, unit)| shoots(unit)).map(|(id, _)| id).collect();
        }
        let mut placed = Vec::new();
        let mut places = Vec::new();
        let on_units: Vec<_> =
            game.markers.iter().filter(|(_, marker)| marker.on == Some(MarkerOn::Unit)).take(MOST_MARKERS).collect();
        for (id, marker) in on_units {
            let Some(piece) = self.made.markers.get(id.index()) else { continue };
            let (menu, key) = (format!("Place: {}", marker.called()), keys.of(marker.called(), "place"));
            let gpid = self.ids.of("place", &marker.id);
            places.push(place(&menu, &key, &piece.made(gpid), gpid));
            self.shared.keys.push((menu.clone(), key.clone()));
            placed.push((menu, key));
        }
        let mut traits = Vec::new();
        if !placed.is_empty() {
            traits.push(report(placed.iter().map(|(_, key)| key), "$menuCommand$ on $newPieceName$ at $location$"));
            traits.push(submenu("Markers", placed.iter().map(|(menu, _)| menu)));
        }
        if !state_menus.is_empty() {
            traits.push(submenu("States", &state_menus));
        }
        traits.extend(places);
        self.shared.unit = Some(shared("Unit", "What every unit can do, and what it says in the chat", traits));
        let most = game.units.values().map(|unit| step_faces(game, unit)).max().unwrap_or(0);
        for faces in 1..=most {
            let menu = "Lose a step";
            let mut all = vec![report([&loss], "$newPieceName$ has lost a step")];
            if faces > 1 {
                // Of two commands with one key the menu shows the first, also where it can do nothing: there is one, and
                // what it does is decided behind it. The inner one looks first, at the face as it was.
                let which = command("lose-a-step");
                all.push(trigger(menu, &loss, "", &which));
                all.push(trigger("", &which, &format!("{{Step_Level<{faces}}}"), &levels_key()));
                all.push(trigger("", &which, &format!("{{Step_Level>={faces}}}"), &lost));
            } else {
                all.push(trigger(menu, &loss, "", &lost));
            }
            let about = match faces {
                1 => "Has one step: who loses it is lost".to_owned(),
                faces => format!("Has {faces} steps: who loses the last is lost"),
            };
            self.shared.steps.push(shared(format!("Steps: {faces}"), &about, all));
        }
        for (n, side) in game.sides.values().enumerate() {
            let mut all = Vec::new();
            if let Some(at) = self.trays.lost.get(n) {
                let there = format!("{{CurrentZone==\"{}\"}}", at.zone.replace(['"', '\\'], ""));
                all.push(hidden_while("Lost already", [&lost, &loss], &there));
                all.push(report([&lost], "$newPieceName$ is lost: $oldLocationName$ -> $location$"));
                all.push(send_to_box("Send to the lost", &lost, super::TRAYS, at));
            }
            all.extend(marks(&[("Side".to_owned(), side.called().to_owned())]));
            self.shared.sides.push(shared(format!("Side: {}", side.called()), "What the units of a side share", all));
        }
        for kind in game.types.values() {
            let all = marks(&[("Type".to_owned(), kind.id.clone())]).into_iter().collect();
            self.shared.types.push(shared(format!("Type: {}", kind.id), "What the units of a type share", all));
        }
        let said = game.units.iter().filter(|(_, unit)| unit.arrives.is_some()).map(|(id, _)| id);
        let told =
            game.scenarios.values().flat_map(|scenario| &scenario.arrivals).flat_map(|arrival| arrival.units.iter().copied());
        self.shared.arriving = said.chain(told).collect();
        let mut all = vec![
            report([&back, &enter], SENT),
            send_told("Back to the space of arrival", &back, "ArrivalMap", ["ArrivalX", "ArrivalY"]),
            send_told("Enter the map", &enter, "\"Map\"", ["EntryX", "EntryY"]),
        ];
        all.extend(PROPERTIES.map(property));
        self.shared.arrives = Some(shared("Arrives", "When and where a unit comes, as the scenario says", all));
        self.share_entries();
        for (name, key) in
            [("Lose a step", loss), ("Send to the lost", lost), ("Back to the space of arrival", back), ("Enter the map", enter)]
        {
            self.shared.keys.push((name.to_owned(), key));
        }
        for (name, traits) in &game.vassal.prototypes {
            self.shared.owns.push(shared(name.clone(), "", traits.iter().map(|one| Trait::fresh(one)).collect()));
        }
    }

    /// A command for each entry of those who may choose.
    fn share_entries(&mut self) {
        let game = self.game;
        let Some(map) = &game.map else { return };
        let mut entering: BTreeMap<UnitId, BTreeSet<EntryId>> = BTreeMap::new();
        for arrival in game.scenarios.values().flat_map(|scenario| &scenario.arrivals) {
            for unit in &arrival.units {
                entering.entry(*unit).or_default().extend(arrival.entries.iter().chain(&arrival.instead));
            }
        }
        entering.retain(|_, entries| (2..=MOST_ENTRIES).contains(&entries.len()));
        let used: BTreeSet<EntryId> = entering.values().flatten().copied().collect();
        for id in used {
            let Some(entry) = map.entries.at(id) else { continue };
            let Some(at) = entry.hexes.first().and_then(|hex| self.centres.get(hex.index())).copied() else { continue };
            let (menu, key) = (format!("Enter at {}", letter(entry)), command(&format!("enter-{}", entry.id)));
            // Only where the scenario lets it in; a counter from the palette may use all.
            let told = letter(entry).replace(['"', '\\'], "");
            let when = format!("{{(\"\"+Entry).length()>0&&!(\"{OR}\"+Entry+\"{OR}\").contains(\"{OR}{told}{OR}\")}}");
            let all = vec![
                hidden_while(&menu, [&key], &when),
                report([&key], "$newPieceName$ enters the map: $oldLocationName$ -> $location$"),
                send(&menu, &key, (super::MAP, super::MAP), at),
            ];
            self.shared.entries.push((id, menu, shared(format!("Entry: {}", entry.id), "Enters the map there", all)));
        }
        self.shared.entering = entering;
    }

    /// Whether some unit could be in that state without a face that shows it. A lost step is shown by a face, or not at all.
    fn unshown(&self, state: StateId) -> bool {
        let game = self.game;
        let step = game.states.at(state).is_none_or(|state| state.step);
        !step && game.units.values().any(|unit| !unit.faces.iter().any(|face| face.state == state))
    }

    /// A band with the name of a state, which lies upon the counter.
    fn state_sign(&mut self, id: &str, name: &str, n: usize) -> String {
        let file = format!("state-{id}.png");
        let (width, height) = self.game.art.counter_area(self.game.art.counter());
        let (width, height) = (width * 0.96, height * 0.23);
        let color = COLOURS.get(n % COLOURS.len()).copied().unwrap_or(Color::BLACK);
        let mut path = Path::new();
        path.rect(Rect { x: 0.1, y: 0.1, width: width - 0.2, height: height - 0.2 });
        let mut size = height * 0.62;
        let room = width - height * 0.3;
        let wide = words::Ruler::new().width(Face::Bold, name, size);
        if wide > room {
            size = (size * room / wide).max(height * 0.42);
        }
        let text = shortened(Face::Bold, name, size, room);
        let at = Point { x: width / 2.0, y: height / 2.0 + size * font::CAP_HEIGHT / 2.0 };
        let nodes = vec![
            Shape::filled(path, color).with_stroke(Stroke::butt(Color::WHITE, 0.2)).into(),
            Text::new(at, Anchor::Middle, text, Face::Bold, size, Color::WHITE).into(),
        ];
        let page = Page { title: String::new(), width, height, ground: None, nodes };
        let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
        self.pages_wanted.push((file.clone(), scene, self.per_mm));
        self.images.insert(file.clone(), Vec::new());
        file
    }
}

/// The letter of an entry; its name where it has a word instead of a letter.
pub(super) fn letter(entry: &Entry) -> &str {
    let word = entry.id.chars().count() > 3;
    entry.name.as_deref().filter(|_| word).unwrap_or(&entry.id)
}

/// Colours of areas that are shown.
const ZONE_COLOUR: &str = "193,39,45";
const RANGE_COLOUR: &str = "31,74,138";
/// The side of the mark of the moved, in millimetres.
pub(super) const MARK: f64 = 4.0;
/// Where the bands of states lie, in counters below the middle.
const BANDS: [f64; 4] = [0.37, 0.13, -0.11, -0.35];
/// Dark enough for white letters.
const COLOURS: [Color; 4] = [Color::hex(0x8a_1f1f), Color::hex(0x1f_4a8a), Color::hex(0x2f_6b2f), Color::hex(0x5a_3a78)];
