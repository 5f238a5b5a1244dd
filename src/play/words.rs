//! Decisions and changes in words: JSON with ids and printed numbers, so that a log survives a new build of a game; and
//! sentences for people.

use serde_json::{Map, Value, json};

use super::hand::{HandDeed, Place};
use super::{Ask, Asker, ByHand, Change, Decision, Drawn, Frame, Match, Origin, Site, What};
use crate::hexgrid::{HexId, Hexside};
use crate::model::{BridgeCondition, Game, Key, List, Location, MarkerId, Ruled, SideId, StateId, UnitId};
use crate::rules::{Counter, Piece};

/// Names of things of a game, and back.
#[derive(Clone, Copy)]
pub struct Naming<'g> {
    pub game: &'g Game,
}

fn id_of<K: Key, T>(list: &List<K, T>, wanted: &str, id: impl Fn(&T) -> &str) -> Option<K> {
    list.iter().find(|(_, item)| id(item) == wanted).map(|(key, _)| key)
}

fn entry_of<T: Ruled>(list: &[T], wanted: &str) -> Option<u16> {
    list.iter().position(|entry| entry.id() == wanted).and_then(|n| u16::try_from(n).ok())
}

/// What is wrong with something that was sent.
type Wrong = String;

impl<'g> Naming<'g> {
    /// A counter: the unit's id, and which of several like it.
    pub fn counter(&self, (unit, n): Counter) -> String {
        match self.game.units.at(unit) {
            Some(unit) if unit.count > 1 => format!("{}/{n}", unit.id),
            Some(unit) => unit.id.clone(),
            None => "?".to_owned(),
        }
    }

    /// A counter by its name.
    pub fn find_counter(&self, name: &str) -> Result<Counter, Wrong> {
        let (id, n) = match name.rsplit_once('/') {
            Some((id, n)) => (id, n.parse().map_err(|_| format!("no unit is called `{name}`"))?),
            None => (name, 1),
        };
        let unit: Option<UnitId> = id_of(&self.game.units, id, |unit| &unit.id);
        let known = unit.and_then(|id| self.game.units.at(id)).is_some_and(|unit| (1..=unit.count).contains(&n));
        match unit {
            Some(unit) if known => Ok((unit, n)),
            _ => Err(format!("no unit is called `{name}`")),
        }
    }

    /// A hex by its printed number.
    pub fn hex(&self, hex: HexId) -> String {
        self.game.map.as_ref().map(|map| map.board.name(hex)).unwrap_or_default()
    }

    /// The hex with that number.
    pub fn find_hex(&self, name: &str) -> Result<HexId, Wrong> {
        let map = self.game.map.as_ref().ok_or("the game has no map")?;
        map.board.parse(name).map_err(|_| format!("the map has no hex `{name}`"))
    }

    pub fn hexside(&self, side: Hexside) -> String {
        self.game.map.as_ref().map(|map| map.board.hexside_name(side)).unwrap_or_default()
    }

    fn find_hexside(&self, name: &str) -> Result<Hexside, Wrong> {
        let map = self.game.map.as_ref().ok_or("the game has no map")?;
        map.board.parse_hexside(name).map_err(|_| format!("the map has no hexside `{name}`"))
    }

    /// A side by its id.
    pub fn side(&self, side: SideId) -> String {
        self.game.sides.at(side).map(|side| side.id.clone()).unwrap_or_default()
    }

    fn find_side(&self, name: &str) -> Result<SideId, Wrong> {
        id_of(&self.game.sides, name, |side| &side.id).ok_or_else(|| format!("no side is called `{name}`"))
    }

    /// A hex by its number, a box by its id.
    pub fn location(&self, at: Location) -> String {
        match at {
            Location::Hex(hex) => self.hex(hex),
            Location::Box(id) => {
                let map = self.game.map.as_ref();
                map.and_then(|map| map.boxes.at(id)).map(|it| it.id.clone()).unwrap_or_default()
            }
        }
    }

    fn find_location(&self, name: &str) -> Result<Location, Wrong> {
        let in_box = self.game.map.as_ref().and_then(|map| id_of(&map.boxes, name, |it| &it.id));
        match in_box {
            Some(id) => Ok(Location::Box(id)),
            None => self.find_hex(name).map(Location::Hex),
        }
    }

    fn state(&self, state: StateId) -> String {
        self.game.states.at(state).map(|state| state.id.clone()).unwrap_or_default()
    }

    fn marker(&self, marker: MarkerId) -> String {
        self.game.markers.at(marker).map(|marker| marker.id.clone()).unwrap_or_default()
    }

    fn find_marker(&self, name: &str) -> Result<MarkerId, Wrong> {
        id_of(&self.game.markers, name, |marker| &marker.id).ok_or_else(|| format!("no marker is called `{name}`"))
    }

    fn site(&self, site: Site) -> String {
        match site {
            Site::At(at) => self.location(at),
            Site::Side(side) => self.hexside(side),
            Site::Unit(counter) => self.counter(counter),
        }
    }

    fn find_place(&self, name: &str) -> Result<Place, Wrong> {
        if let Ok(counter) = self.find_counter(name) {
            return Ok(Place::Unit(counter));
        }
        if let Ok(at) = self.find_location(name) {
            return Ok(Place::At(at));
        }
        let side = self.find_hexside(name).map_err(|_| format!("there is no unit, hex, box or hexside `{name}`"))?;
        Ok(Place::Side(side))
    }

    pub fn bridge_word(is: BridgeCondition) -> &'static str {
        match is {
            BridgeCondition::Intact => "intact",
            BridgeCondition::Blown => "blown",
            BridgeCondition::Building => "building",
        }
    }

    /// A decision as it is sent.
    pub fn decision(&self, decision: &Decision) -> Value {
        let rules = &self.game.rules;
        let modes = || rules.movement.iter().flat_map(|movement| &movement.modes.list);
        let combats = || rules.combat.iter().flat_map(|combat| &combat.list);
        match decision {
            Decision::Piece(counter) => json!({ "piece": self.counter(*counter) }),
            Decision::Hex(hex) => json!({ "hex": self.hex(*hex) }),
            Decision::Side(side) => json!({ "side": self.hexside(*side) }),
            Decision::Exit(exit) => {
                let exit = self.game.map.as_ref().and_then(|map| map.exits.at(*exit));
                json!({ "exit": exit.map(|exit| exit.id.clone()) })
            }
            Decision::Mode(n) => json!({ "mode": modes().nth(usize::from(*n)).map(|mode| mode.id.0.clone()) }),
            Decision::Combat(n) => json!({ "combat": combats().nth(usize::from(*n)).map(|combat| combat.id.0.clone()) }),
            Decision::Action(n) => json!({ "action": rules.actions.list.get(usize::from(*n)).map(|action| action.id.0.clone()) }),
            Decision::Card(card) => json!({ "card": self.game.cards.at(*card).map(|card| card.id.clone()) }),
            Decision::Choice(n) => json!({ "choice": n }),
            Decision::Roll(faces) => json!({ "roll": faces }),
            Decision::Draw(Drawn::Card(card)) => json!({ "draw": self.game.cards.at(*card).map(|card| card.id.clone()) }),
            Decision::Draw(Drawn::Counter(counter)) => json!({ "draw-piece": self.counter(*counter) }),
            Decision::Done => json!("done"),
            Decision::Pass => json!("pass"),
            Decision::Force(hex) => json!({ "hex": self.hex(*hex), "force": true }),
            Decision::Hand(hand) => {
                let mut sent = json!({ "hand": self.deed(&hand.deed) });
                if let (Some(rule), Some(sent)) = (&hand.rule, sent.as_object_mut()) {
                    sent.insert("rule".to_owned(), json!(rule));
                }
                sent
            }
        }
    }

    fn deed(&self, deed: &HandDeed) -> Value {
        match deed {
            HandDeed::Put(counter, at) => json!({ "put": [self.counter(*counter), self.location(*at)] }),
            HandDeed::Take(counter) => json!({ "take": self.counter(*counter) }),
            HandDeed::Face(counter, state) => json!({ "face": [self.counter(*counter), self.state(*state)] }),
            HandDeed::State(counter, state, is) => json!({ "state": [self.counter(*counter), self.state(*state), is] }),
            HandDeed::Mark(place, marker, is) => json!({ "mark": [self.site(Site::from(*place)), self.marker(*marker), is] }),
            HandDeed::Hold(place, side) => {
                let place = self.game.map.as_ref().and_then(|map| map.places.at(*place)).map(|place| place.id.clone());
                json!({ "hold": [place, side.map(|side| self.side(side))] })
            }
            HandDeed::Bridge(side, is) => json!({ "bridge": [self.hexside(*side), Self::bridge_word(*is)] }),
            HandDeed::Count(name, n) => json!({ "count": [self.game.words.counters.word(*name), n] }),
            HandDeed::Flag(name, is) => json!({ "flag": [self.game.words.flags.word(*name), is] }),
            HandDeed::Keep(name, n) => json!({ "count": [name, n] }),
            HandDeed::Lose(counter) => json!({ "lose": self.counter(*counter) }),
            HandDeed::EndPhase => json!("end-phase"),
        }
    }

    /// A decision that was sent.
    pub fn read(&self, sent: &Value) -> Result<Decision, Wrong> {
        let rules = &self.game.rules;
        match sent {
            Value::String(word) if word == "done" => return Ok(Decision::Done),
            Value::String(word) if word == "pass" => return Ok(Decision::Pass),
            Value::Object(_) => {}
            _ => return Err("a decision is `\"done\"`, `\"pass\"` or an object".to_owned()),
        }
        let Some(fields) = sent.as_object() else { return Err("a decision is an object".to_owned()) };
        let only = |names: &[&str]| match fields.keys().find(|key| !names.contains(&key.as_str())) {
            Some(key) => Err(format!("`{key}` does not belong to this decision")),
            None => Ok(()),
        };
        let word = |name: &str| match fields.get(name) {
            Some(Value::String(word)) => Ok(word.as_str()),
            _ => Err(format!("`{name}` must be a word")),
        };
        let first = fields.keys().find(|key| !matches!(key.as_str(), "force" | "rule")).map(String::as_str);
        match first {
            Some("piece") => {
                only(&["piece"])?;
                self.find_counter(word("piece")?).map(Decision::Piece)
            }
            Some("hex") => {
                only(&["hex", "force"])?;
                let hex = self.find_hex(word("hex")?)?;
                match fields.get("force") {
                    None | Some(Value::Bool(false)) => Ok(Decision::Hex(hex)),
                    Some(Value::Bool(true)) => Ok(Decision::Force(hex)),
                    Some(_) => Err("`force` is true or false".to_owned()),
                }
            }
            Some("side") => {
                only(&["side"])?;
                self.find_hexside(word("side")?).map(Decision::Side)
            }
            Some("exit") => {
                only(&["exit"])?;
                let wanted = word("exit")?;
                let found = self.game.map.as_ref().and_then(|map| id_of(&map.exits, wanted, |exit| &exit.id));
                found.map(Decision::Exit).ok_or_else(|| format!("no exit is called `{wanted}`"))
            }
            Some("mode") => {
                only(&["mode"])?;
                let wanted = word("mode")?;
                let list = rules.movement.as_ref().map(|movement| movement.modes.list.as_slice()).unwrap_or_default();
                entry_of(list, wanted).map(Decision::Mode).ok_or_else(|| format!("no mode is called `{wanted}`"))
            }
            Some("combat") => {
                only(&["combat"])?;
                let wanted = word("combat")?;
                let list = rules.combat.as_ref().map(|combat| combat.list.as_slice()).unwrap_or_default();
                entry_of(list, wanted).map(Decision::Combat).ok_or_else(|| format!("no combat is called `{wanted}`"))
            }
            Some("action") => {
                only(&["action"])?;
                let wanted = word("action")?;
                let found = entry_of(&rules.actions.list, wanted);
                found.map(Decision::Action).ok_or_else(|| format!("no action is called `{wanted}`"))
            }
            Some("card") => {
                only(&["card"])?;
                let wanted = word("card")?;
                let found = id_of(&self.game.cards, wanted, |card| &card.id);
                found.map(Decision::Card).ok_or_else(|| format!("no card is called `{wanted}`"))
            }
            Some("choice") => {
                only(&["choice"])?;
                let n = fields.get("choice").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
                n.map(Decision::Choice).ok_or_else(|| "`choice` is a number".to_owned())
            }
            Some("roll") => {
                only(&["roll"])?;
                let faces = fields.get("roll").and_then(Value::as_array).filter(|faces| faces.len() <= 100);
                let faces = faces.and_then(|faces| {
                    faces.iter().map(|face| face.as_u64().and_then(|face| u32::try_from(face).ok())).collect::<Option<Vec<u32>>>()
                });
                faces.map(Decision::Roll).ok_or_else(|| "`roll` is a list of what the dice show".to_owned())
            }
            Some("draw") => {
                only(&["draw"])?;
                let wanted = word("draw")?;
                let found = id_of(&self.game.cards, wanted, |card| &card.id);
                found.map(|card| Decision::Draw(Drawn::Card(card))).ok_or_else(|| format!("no card is called `{wanted}`"))
            }
            Some("draw-piece") => {
                only(&["draw-piece"])?;
                self.find_counter(word("draw-piece")?).map(|counter| Decision::Draw(Drawn::Counter(counter)))
            }
            Some("hand") => {
                only(&["hand", "rule"])?;
                let rule = match fields.get("rule") {
                    None => None,
                    Some(Value::String(rule)) if rule.chars().count() <= 64 => Some(rule.clone()),
                    Some(_) => return Err("`rule` is the number of a printed rule".to_owned()),
                };
                let deed = self.read_deed(fields.get("hand").unwrap_or(&Value::Null))?;
                Ok(Decision::Hand(Box::new(ByHand { deed, rule })))
            }
            Some(other) => Err(format!("there is no decision `{other}`")),
            None => Err("the decision is empty".to_owned()),
        }
    }

    fn read_deed(&self, sent: &Value) -> Result<HandDeed, Wrong> {
        if sent == "end-phase" {
            return Ok(HandDeed::EndPhase);
        }
        let fields: &Map<String, Value> = sent.as_object().ok_or("`hand` is an object, or \"end-phase\"")?;
        let (name, what) = match fields.iter().next() {
            Some(first) if fields.len() == 1 => first,
            _ => return Err("`hand` says exactly one thing".to_owned()),
        };
        let list = || what.as_array().map(Vec::as_slice).unwrap_or(std::slice::from_ref(what));
        let word = |n: usize| {
            list().get(n).and_then(Value::as_str).ok_or_else(|| format!("`{name}` needs a word as its part {}", n + 1))
        };
        let truth = |n: usize| match list().get(n) {
            None => Ok(true),
            Some(Value::Bool(is)) => Ok(*is),
            Some(_) => Err(format!("`{name}` needs true or false as its part {}", n + 1)),
        };
        let state = |n: usize| {
            let wanted = word(n)?;
            id_of(&self.game.states, wanted, |state| &state.id).ok_or_else(|| format!("no state is called `{wanted}`"))
        };
        let most = match name.as_str() {
            "take" | "lose" => 1,
            "state" | "mark" => 3,
            _ => 2,
        };
        if list().len() > most {
            return Err(format!("`{name}` has too many parts: at most {most}"));
        }
        Ok(match name.as_str() {
            "put" => HandDeed::Put(self.find_counter(word(0)?)?, self.find_location(word(1)?)?),
            "take" => HandDeed::Take(self.find_counter(word(0)?)?),
            "face" => HandDeed::Face(self.find_counter(word(0)?)?, state(1)?),
            "state" => HandDeed::State(self.find_counter(word(0)?)?, state(1)?, truth(2)?),
            "mark" => HandDeed::Mark(self.find_place(word(0)?)?, self.find_marker(word(1)?)?, truth(2)?),
            "hold" => {
                let wanted = word(0)?;
                let place = self.game.map.as_ref().and_then(|map| id_of(&map.places, wanted, |place| &place.id));
                let side = match list().get(1) {
                    None | Some(Value::Null) => None,
                    Some(_) => Some(self.find_side(word(1)?)?),
                };
                HandDeed::Hold(place.ok_or_else(|| format!("no place is called `{wanted}`"))?, side)
            }
            "bridge" => {
                let is = match word(1)? {
                    "intact" => BridgeCondition::Intact,
                    "blown" => BridgeCondition::Blown,
                    "building" => BridgeCondition::Building,
                    other => return Err(format!("a bridge is not `{other}`")),
                };
                HandDeed::Bridge(self.find_hexside(word(0)?)?, is)
            }
            "count" => {
                let n = list().get(1).and_then(Value::as_i64).and_then(|n| i32::try_from(n).ok());
                let n = n.filter(|n| (-1_000_000..=1_000_000).contains(n));
                let (wanted, n) = (word(0)?, n.ok_or("`count` needs a number as its part 2")?);
                match self.game.words.counters.find(wanted) {
                    Some(name) => HandDeed::Count(name, n),
                    None => HandDeed::Keep(kept(wanted)?, n),
                }
            }
            "flag" => {
                let wanted = word(0)?;
                match self.game.words.flags.find(wanted) {
                    Some(name) => HandDeed::Flag(name, truth(1)?),
                    None => HandDeed::Keep(kept(wanted)?, i32::from(truth(1)?)),
                }
            }
            "lose" => HandDeed::Lose(self.find_counter(word(0)?)?),
            other => return Err(format!("nothing is called `{other}` by hand")),
        })
    }

    /// A change as it is sent to a screen; nothing if it shows nothing.
    pub fn event(&self, change: &Change) -> Option<Value> {
        let shown = |piece: &Piece| {
            let also = self.game.states.ids().filter(|state| piece.also.has(*state)).map(|state| self.state(state));
            json!({ "face": self.state(piece.state), "also": also.collect::<Vec<_>>() })
        };
        Some(match change {
            Change::Put { before, after } => {
                let counter = before.map(|(_, _, piece)| piece).or(after.map(|(_, piece)| piece))?.counter();
                let from = before.map(|(at, _, _)| self.location(at));
                json!({ "put": [self.counter(counter), from, after.map(|(at, _)| self.location(at))] })
            }
            Change::Show { after, .. } => json!({ "show": [self.counter(after.counter()), shown(after)] }),
            Change::Mark { on, after, .. } => {
                json!({ "mark": [self.site(*on), after.iter().map(|marker| self.marker(*marker)).collect::<Vec<_>>()] })
            }
            Change::Hold { place, after, .. } => {
                let place = self.game.map.as_ref().and_then(|map| map.places.at(*place)).map(|place| place.id.clone());
                json!({ "hold": [place, after.map(|side| self.side(side))] })
            }
            Change::Bridge { side, after, .. } => json!({ "bridge": [self.hexside(*side), after.map(Self::bridge_word)] }),
            Change::Flag { name, is } => json!({ "flag": [self.game.words.flags.word(*name), is] }),
            Change::Count { name, after, .. } => json!({ "count": [self.game.words.counters.word(*name), after] }),
            Change::Keep { name, after, .. } => json!({ "count": [name, after] }),
            Change::Lose(piece) => json!({ "lose": self.counter(piece.counter()) }),
            Change::Exit(piece, _) => json!({ "exit": self.counter(piece.counter()) }),
            Change::Unlose(_, piece) | Change::Unexit(_, piece, _) => json!({ "back": self.counter(piece.counter()) }),
            Change::Due { counter, after: Some(_), .. } => json!({ "due": self.counter(*counter) }),
            Change::Deal { card, .. } => json!({ "card": self.game.cards.at(*card).map(|card| card.id.clone()) }),
            Change::Over(over) => json!({ "over": { "side": over.side.map(|side| self.side(side)), "how": over.how } }),
            _ => return None,
        })
    }
}

impl Naming<'_> {
    /// A change in a sentence; nothing if there is nothing to say.
    pub fn sentence(&self, change: &Change) -> Option<String> {
        let mark = |list: &[MarkerId]| list.iter().map(|marker| self.marker(*marker)).collect::<Vec<_>>().join(", ");
        Some(match change {
            Change::Put { before, after } => {
                let piece = before.map(|(_, _, piece)| piece).or(after.map(|(_, piece)| piece))?;
                let name = self.counter(piece.counter());
                match (before, after) {
                    (Some((from, ..)), Some((to, _))) => {
                        format!("{name} goes from {} to {}", self.location(*from), self.location(*to))
                    }
                    (None, Some((to, _))) => format!("{name} comes to {}", self.location(*to)),
                    (Some((from, ..)), None) => format!("{name} leaves {}", self.location(*from)),
                    (None, None) => return None,
                }
            }
            Change::Show { after, .. } => {
                let also = self.game.states.ids().filter(|state| after.also.has(*state)).map(|state| self.state(state));
                let shows: Vec<String> = std::iter::once(self.state(after.state)).chain(also).collect();
                format!("{} is {}", self.counter(after.counter()), shows.join(", "))
            }
            Change::Mark { on, after, .. } if after.is_empty() => format!("no marker is left on {}", self.site(*on)),
            Change::Mark { on, after, .. } => format!("{} has {}", self.site(*on), mark(after)),
            Change::Hold { place, after, .. } => {
                let place = self.game.map.as_ref().and_then(|map| map.places.at(*place)).map(|place| place.name.clone())?;
                match after {
                    Some(side) => format!("{} takes {place}", self.side(*side)),
                    None => format!("nobody holds {place}"),
                }
            }
            Change::Bridge { side, after, .. } => {
                let is = after.map_or("as the map has it", Self::bridge_word);
                format!("the bridge at {} is {is}", self.hexside(*side))
            }
            Change::Lose(piece) => format!("{} is lost", self.counter(piece.counter())),
            Change::Exit(piece, _) => format!("{} has left the map", self.counter(piece.counter())),
            Change::Unlose(_, piece) | Change::Unexit(_, piece, _) => format!("{} comes back", self.counter(piece.counter())),
            Change::Due { counter, after: Some(_), .. } => format!("{} may come", self.counter(*counter)),
            Change::Deal { card, .. } => {
                let card = self.game.cards.at(*card)?;
                let text = card.text.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
                format!("card {}{text}", card.name.as_ref().unwrap_or(&card.id))
            }
            Change::Count { name, after, .. } => {
                let (id, n) = (self.game.words.counters.word(*name), after.unwrap_or(0));
                match self.game.rules.kept_name(id) {
                    Some(kept) if !kept.told => return None,
                    Some(kept) => format!("{}: {n}", kept.name),
                    None => format!("{id} is {n}"),
                }
            }
            Change::Keep { name, after, .. } => format!("{name} is {}", after.unwrap_or(0)),
            Change::Flag { name, is } => {
                let id = self.game.words.flags.word(*name);
                match self.game.rules.kept_name(id) {
                    Some(kept) if !kept.told => return None,
                    Some(kept) => format!("“{}” {}", kept.name, if *is { "holds" } else { "no longer holds" }),
                    None => format!("{id} is {}", if *is { "set" } else { "no longer set" }),
                }
            }
            Change::Step { before: super::Frame::Battle(before), after: super::Frame::Battle(after), .. }
                if before.code != after.code =>
            {
                let roll = after.roll.map(|roll| format!("{roll}: ")).unwrap_or_default();
                format!("result {roll}{}", after.code.as_deref().unwrap_or("nothing"))
            }
            Change::Over(over) => {
                let side = over.side.map(|side| format!("{} wins: ", self.side(side))).unwrap_or_default();
                format!("the game is over: {side}{}", over.how)
            }
            _ => return None,
        })
    }
}

impl<'e> Match<'e> {
    /// Names of things of this game.
    pub fn naming(&self) -> Naming<'e> {
        Naming { game: self.engine.game() }
    }

    /// Who is asked, by id; `dice` for chance.
    pub fn asker_word(&self, by: Asker) -> String {
        match by {
            Asker::Side(side) => self.naming().side(side),
            Asker::Dice => "dice".to_owned(),
        }
    }

    /// What is asked, for people.
    pub fn prompt(&self, ask: &Ask) -> String {
        let naming = self.naming();
        let unit = |counter: Counter| {
            let unit = self.engine.game().units.at(counter.0);
            let words = unit.and_then(|unit| unit.name.clone().or_else(|| unit.designation.clone()));
            match words {
                Some(words) => format!("{words} ({})", naming.counter(counter)),
                None => naming.counter(counter),
            }
        };
        let action = |n: u16| {
            let action = self.engine.game().rules.actions.list.get(usize::from(n));
            action.map(|action| action.name.clone().unwrap_or_else(|| action.id.0.clone())).unwrap_or_default()
        };
        match &ask.what {
            What::Place => "Which unit do you set up?".to_owned(),
            What::PlaceAt(piece) => format!("Where do you set up {}?", unit(*piece)),
            What::Act => {
                let phase = self.phase().map(|phase| phase.name.clone()).unwrap_or_default();
                format!("{phase}: what do you do?")
            }
            What::Arrive(piece) => format!("Where does {} come in?", unit(*piece)),
            What::Step(piece) => format!("Where does {} go?", unit(*piece)),
            What::ActBy(n) => format!("{}: who?", action(*n)),
            What::ActAcross(n) => format!("{}: at which hexside?", action(*n)),
            What::ActAt(n) => format!("{}: in which hex?", action(*n)),
            What::Combat => "Which kind of combat?".to_owned(),
            What::Target => "Which unit do you attack?".to_owned(),
            What::Gather => "Who attacks?".to_owned(),
            What::Support => "Who supports?".to_owned(),
            What::Resolve => "Which combat comes next?".to_owned(),
            What::Lose => "Who loses a step?".to_owned(),
            What::Retreat(piece) => format!("Where does {} retreat to?", unit(*piece)),
            What::Advance => "Who advances?".to_owned(),
            What::AdvanceTo(piece) => format!("Where does {} advance to?", unit(*piece)),
            What::Choose => match self.chosen_of() {
                Some(name) => format!("{name}: which of these?"),
                None => "Which of these?".to_owned(),
            },
            What::Pick => "Where does the marker go?".to_owned(),
            What::Return => "Which unit comes back?".to_owned(),
            What::March => "Who moves now? `pass` for nobody".to_owned(),
            What::ReturnAt(piece) => format!("Where does {} come back?", unit(*piece)),
            What::Take(deck) => format!("Which card of {deck} do you take?"),
            What::Offer(n) => {
                let trigger = self.live_at(&self.engine.game().rules.triggers, *n);
                let rule = trigger.and_then(|trigger| trigger.rule.as_ref()).map(|rule| rule.0.as_str());
                let id = trigger.map(|trigger| trigger.name.as_deref().unwrap_or(&trigger.id.0)).unwrap_or_default();
                let does = trigger.map(|it| self.effects_in_words(&Origin::Trigger(*n), &it.effects)).unwrap_or_default();
                format!("{id}{}: {does}. `done` to do it, or `pass`", crate::rules::Words::rule(rule))
            }
            What::Roll(dice, what) => {
                // Of a roll for each unit it says for which.
                let whose = match self.state().frames.last() {
                    Some(Frame::Roll(rolling)) => rolling.each.first().copied().flatten(),
                    _ => None,
                };
                whose.map_or_else(|| format!("{dice} for {what}"), |counter| format!("{dice} for {what} on {}", unit(counter)))
            }
            What::Draw(deck) => format!("a draw from {deck}"),
        }
    }
}

/// A name for something that players count by themselves.
fn kept(name: &str) -> Result<String, Wrong> {
    match name.chars().count() {
        1..=64 => Ok(name.to_owned()),
        _ => Err("a name has 1 to 64 letters".to_owned()),
    }
}
