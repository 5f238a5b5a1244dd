//! What somebody who plays by mail needs: what was done is told, what has moved is seen, the tracker has the phases of the
//! scenario, cards are hidden.

use std::collections::{BTreeMap, BTreeSet};

use muster::compile::compile;

use super::pieces::{Definition, Trait};
use super::reader::Module;
use super::save::Setup;
use super::sequence::{items, list};
use super::written::{bytes, game, module};
use crate::support::{edit, first_steps};

fn units(module: &Module) -> Vec<Definition> {
    let all = module.slots.iter().map(|slot| module.piece(slot));
    all.filter(|piece| piece.properties().contains_key("Unit")).collect()
}

/// The keys that a trait answers to.
fn keys(one: &Trait) -> Vec<String> {
    let at: &[usize] = match one.id.as_str() {
        "emb2" => &[10, 26, 27, 28],
        "delete" | "return" | "sendto" | "placemark" => &[1],
        "macro" => &[2],
        "obs" => &[0],
        "markmoved" => &[4],
        _ => &[],
    };
    at.iter().map(|n| one.field(*n).to_owned()).filter(|key| !key.is_empty()).collect()
}

#[test]
fn the_mark_of_the_moved_is_outermost_and_in_a_corner() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (_, module) = module(name);
        let all = units(&module);
        assert!(all.len() > 20);
        for piece in all {
            let mark = &piece.traits[0];
            assert_eq!(mark.id, "markmoved", "{}", piece.name);
            let (x, y): (i64, i64) = (mark.field(1).parse().unwrap(), mark.field(2).parse().unwrap());
            assert!(x > 5 && y < -20, "{}: {x},{y}", piece.name);
        }
    }
}

/// Whatever a key does is said by a trait further out, which sees what came of it.
#[test]
fn every_command_is_told_in_the_chat() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (_, module) = module(name);
        let mut told = 0;
        for slot in &module.slots {
            let piece = module.piece(slot);
            let mut said: BTreeSet<String> = BTreeSet::new();
            for one in &piece.traits {
                if one.id == "report" {
                    said.extend(list(one.field(0)));
                    assert!(one.field(1).contains("ieceName"), "{}", one.kind);
                }
                // What the tracker presses is told by the tracker, and what a key presses with that key.
                let silent = |key: &String| ["to-the-turn", "card-moved", "lose-a-step"].iter().any(|end| key.ends_with(end));
                let pressed = keys(one).into_iter().filter(|key| one.id != "markmoved" && !silent(key));
                for key in pressed {
                    assert!(said.contains(&key), "{name}: {} is silent about {key}: {}", piece.name, one.kind);
                    told += 1;
                }
            }
        }
        assert!(told > 200, "{told}");
    }
}

#[test]
fn a_unit_is_called_as_its_counter_is() {
    let (game, module) = module("modules/bastogne-breakout");
    for piece in units(&module) {
        let id = &piece.properties()["Unit"];
        let unit = game.units.values().find(|unit| unit.id == *id).unwrap();
        let told = unit.name.as_ref().or(unit.designation.as_ref()).unwrap_or(&unit.id);
        let of = piece.name.strip_prefix(told.as_str()).unwrap();
        assert!(of.is_empty() || of.starts_with(" of "), "{}", piece.name);
    }
}

/// Counters of several sides or formations with the same number on them are told apart in the chat.
#[test]
fn counters_with_the_same_number_are_told_apart() {
    let plain = "a-1-ii,,aster,,1-inf,infantry,,II,II/1,";
    let world = edit(first_steps(), "units.csv", plain, "a-1-ii,,aster,,1-inf,infantry,,II,I/1,");
    let world = edit(world, "units.csv", "b-8-iii,,brenn,,8-bde,infantry,,II,III/8,", "b-8-iii,,brenn,,8-bde,infantry,,II,T/5,");
    let told = game(&world);
    let module = Module::read(&bytes(&told));
    let called = |unit: &str| units(&module).into_iter().find(|piece| piece.properties()["Unit"] == unit).unwrap().name;
    let formation = |id: &str| told.formations.values().find(|it| it.id == id).unwrap().name.clone().unwrap();
    assert_eq!(called("b-8-iii"), format!("T/5 of {}", formation("8-bde")));
    assert_eq!(called("a-tank"), format!("T/5 of {}", formation("5-arm")));
    // Two of one formation are not told apart by it.
    assert_eq!((called("a-1-i").as_str(), called("a-1-ii").as_str()), ("I/1", "I/1"));
    // The setup's page says the same.
    assert!(module.setup("The Alder Crossing").pieces.iter().any(|piece| piece.piece.name == called("a-tank")));
}

/// Those who have the same name are told apart as those who have the same number.
#[test]
fn counters_with_the_same_name_are_told_apart() {
    let (game, module) = module("modules/bastogne-breakout");
    let mut of: BTreeMap<String, BTreeSet<_>> = BTreeMap::new();
    for piece in units(&module) {
        let unit = game.units.values().find(|unit| unit.id == piece.properties()["Unit"]).unwrap();
        of.entry(piece.name.clone()).or_default().insert((unit.formation, unit.side));
    }
    for (name, all) in &of {
        assert_eq!(all.len(), 1, "{name} is called so in several formations or sides");
    }
    assert!(of.contains_key("CCA Brigade of 10th Armored Division") && of.contains_key("CCA Brigade of 9th Armored Division"));
}

#[test]
fn prototypes_are_by_side_and_type() {
    let (game, module) = module("modules/bastogne-breakout");
    let uses = |prototype: &str| module.slots.iter().filter(|slot| slot.text.contains(&format!("prototype;{prototype}"))).count();
    for side in game.sides.ids() {
        let name = format!("Side: {}", game.sides[side].name.as_deref().unwrap());
        assert!(module.prototypes.contains_key(&name));
        assert_eq!(uses(&name), game.units.values().filter(|unit| unit.side == Some(side)).count(), "{name}");
    }
    for (id, kind) in game.types.iter() {
        let name = format!("Type: {}\\", kind.id);
        assert_eq!(uses(&name), game.units.values().filter(|unit| unit.kind == Some(id)).count(), "{name}");
    }
}

/// A state that no face shows is a picture upon the counter, and a setup may begin with it.
#[test]
fn states_without_a_face_can_be_shown() {
    let (told, module) = module("modules/bastogne-breakout");
    let mut seen = 0;
    for piece in units(&module) {
        let unit = told.units.values().find(|unit| unit.id == piece.properties()["Unit"]).unwrap();
        for (id, state) in told.states.iter().filter(|(_, state)| !state.step && state.id != "full") {
            let layer = piece.layers().into_iter().find(|layer| layer.name == format!("State {}", state.id));
            let face = unit.faces.iter().any(|face| face.state == id);
            assert_eq!(layer.is_none(), face, "{} {}", unit.id, state.id);
            if let Some(layer) = layer {
                assert!(!layer.active && layer.images == [format!("state-{}.png", state.id)]);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
    let both = "\"state\": \"reduced\", \"also\": [\"fired\"]";
    let world = edit(first_steps(), "scenarios/crossing.json", "\"state\": \"reduced\"", both);
    let module = Module::read(&bytes(&game(&world)));
    let setup = module.setup("The Alder Crossing");
    let placed = setup.pieces.iter().find(|p| p.property("Unit") == "a-1-iii").unwrap();
    assert_eq!(placed.property("Step_Level"), "2");
    let active: Vec<String> = placed.piece.layers().into_iter().filter(|layer| layer.active).map(|layer| layer.name).collect();
    assert_eq!(active, ["State fired", "Step"]);
    assert_eq!(placed.property("PieceName").matches("(fired)").count(), 1, "{}", placed.property("PieceName"));
}

/// What the tracker of a setup goes through.
fn steps(module: &Module, setup: &Setup) -> Vec<String> {
    let level = module.tree.all(&["TurnTracker"])[0].children.iter().find(|c| c.kind() == "ListTurnLevel").unwrap();
    let names = list(level.get("list"));
    let state = setup.commands.iter().find_map(|command| command.strip_prefix("TURNTurnTracker0\t")).unwrap();
    let flags = list(&items(&items(state, '|')[1], ';')[3]);
    assert_eq!(names.len(), flags.len());
    names.into_iter().zip(flags).filter(|(_, flag)| flag == "true").map(|(name, _)| name).collect()
}

#[test]
fn the_tracker_has_the_phases_of_the_scenario_and_then_the_game_is_over() {
    let (_, module) = module("modules/first-steps");
    let setup = module.setup("The Alder Crossing");
    let all = steps(&module, setup);
    assert_eq!(setup.turns[0].text, all[0]);
    assert_eq!(all[0], "Turn 1, 4 May, noon – Event");
    // The demolition is Brenn's alone.
    assert!(!all.iter().any(|step| step.contains("Aster: Demolition")), "{all:?}");
    assert!(all.iter().any(|step| step.contains("Brenn: Demolition")));
    let over = module.tree.all(&["CounterTurnLevel"]);
    assert_eq!((over.len(), over[0].get("turnFormat"), over[0].get("loop")), (1, "The game is over", "true"));
    assert_eq!(over[0].get("incr"), "0", "it never comes round");
}

/// What only a card lets play is no step of a turn.
#[test]
fn phases_that_only_an_effect_runs_are_not_in_the_tracker() {
    let end = "{ \"id\": \"end\", \"name\": \"End of the turn\"";
    let march = format!("{{ \"id\": \"march\", \"name\": \"Night march\", \"does\": [\"move\"] }},\n{end}");
    let every_turn = edit(first_steps(), "turns.json", end, &march);
    let text = "\"text\": \"Nothing happens.\",";
    let runs = format!("{text} \"effects\": [{{ \"kind\": \"run\", \"phases\": [\"march\"], \"side\": \"aster\" }}],");
    let by_card = edit(every_turn.clone(), "cards.json", text, &runs);
    for (memory, there) in [(every_turn, true), (by_card, false)] {
        let module = Module::read(&bytes(&game(&memory)));
        let all = steps(&module, module.setup("The Alder Crossing"));
        assert_eq!(all.iter().any(|step| step.contains("Night march")), there, "{all:?}");
        assert!(all.iter().any(|step| step.ends_with(" – End of the turn")), "{all:?}");
    }
}

#[test]
fn conditions_and_lengths_of_scenarios_are_kept() {
    let (game, module) = module("modules/bastogne-breakout");
    for scenario in game.scenarios.values() {
        let all = steps(&module, module.setup(scenario.name.as_deref().unwrap_or(&scenario.id)));
        let (first, last) = scenario.turns.unwrap();
        let turns: BTreeSet<&str> = all.iter().map(|step| step.split([' ', ',']).nth(1).unwrap()).collect();
        let last = scenario.checked.map_or(last, |checked| checked.min(last));
        let expected: BTreeSet<&str> =
            game.turns.iter().filter(|(id, _)| (first..=last).contains(id)).map(|(_, turn)| turn.id.as_str()).collect();
        assert_eq!(turns, expected, "{}", scenario.id);
        let hands: BTreeSet<&str> =
            all.iter().filter(|step| step.ends_with(" hand")).map(|step| step.split([' ', ',']).nth(1).unwrap()).collect();
        assert!(hands.iter().all(|turn| *turn == "1"), "hands are chosen once: {hands:?}");
    }
}

#[test]
fn moved_units_are_unmarked_and_the_turn_marker_follows() {
    let (_, module) = module("modules/first-steps");
    let hotkeys: BTreeMap<&str, &str> =
        module.tree.all(&["TurnGlobalHotkey"]).into_iter().map(|x| (x.get("name"), x.get("hotkey"))).collect();
    let orders = module.tree.all(&["GlobalKeyCommand"]);
    for name in ["Moved units are unmarked", "The turn marker follows"] {
        assert!(orders.iter().any(|order| order.get("buttonHotkey") == hotkeys[name]), "{name}");
    }
    let follows = orders.iter().find(|order| order.get("buttonHotkey") == hotkeys["The turn marker follows"]).unwrap();
    let marker = module
        .slots
        .iter()
        .map(|slot| module.piece(slot))
        .find(|piece| piece.properties().get("Marker").is_some_and(|m| m == "turn"));
    let sends = marker.unwrap().traits.iter().find(|one| one.id == "sendto").cloned().unwrap();
    assert_eq!(sends.field(1), follows.get("hotkey"));
    // It is sent to a zone that is there.
    let zones: BTreeSet<&str> = module.tree.all(&["Zone"]).into_iter().map(|zone| zone.get("name")).collect();
    let named: Vec<&str> = sends.field(14).split('"').filter(|word| zones.contains(word)).collect();
    assert_eq!(named.len(), 8, "{}", sends.field(14));
}

#[test]
fn placed_markers_flags_and_bridges_show_their_other_sides() {
    let (_, module) = module("modules/first-steps");
    let levels = |image: &str| -> Vec<String> {
        let all = module.slots.iter().map(|slot| module.piece(slot));
        let piece = all.into_iter().find(|piece| piece.image == image).unwrap_or_else(|| panic!("no {image}"));
        piece.layers().into_iter().next().map(|layer| layer.images).unwrap_or_default()
    };
    assert_eq!(levels("marker-dug-in.png"), ["marker-dug-in.png", "marker-digging.png"], "the back has the front on its back");
    assert_eq!(levels("control-brenn.png"), ["control-brenn.png", "control-aster.png"]);
    assert_eq!(levels("bridge-blown.png"), ["bridge-blown.png", "bridge-building.png", "bridge-stands.png"]);
    // A key of a unit lays one upon it.
    let places: Vec<Trait> = units(&module)[0].all("placemark").cloned().collect();
    assert!(!places.is_empty());
    for one in &places {
        let made = Definition::read(one.field(2));
        assert_eq!((made.faults.clone(), made.gpid.as_str()), (Vec::new(), one.field(9)));
        assert!(made.properties().contains_key("Marker"));
        // What an author changes in a prototype holds for them too.
        assert!(made.traits.iter().any(|one| one.id == "prototype" && one.field(0) == "Counter"), "{:?}", made.traits);
    }
}

/// Flags and signs of bridges lie where they are: they have no mark of the moved, and are not marked with the others.
#[test]
fn flags_and_bridges_are_never_marked_as_moved() {
    let (_, module) = module("modules/first-steps");
    let signs: Vec<Definition> = module
        .slots
        .iter()
        .map(|slot| module.piece(slot))
        .filter(|piece| piece.image.starts_with("control-") || piece.image.starts_with("bridge-"))
        .collect();
    assert_eq!(signs.len(), 4);
    for piece in signs {
        assert!(piece.all("markmoved").next().is_none(), "{}", piece.name);
        assert!(piece.all("immob").next().is_some() && piece.all("delete").next().is_some(), "{}", piece.name);
    }
}

/// One who lies in the box of the lost is not sent there again, and loses nothing more.
#[test]
fn the_lost_are_not_lost_again() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (_, module) = module(name);
        for piece in units(&module) {
            let at =
                |id: &str, key: &str| piece.traits.iter().position(|one| one.id == id && keys(one).contains(&key.to_owned()));
            let hides = piece.traits.iter().position(|one| one.id == "hideCmd" && one.field(0) == "Lost already").unwrap();
            let hidden = &piece.traits[hides];
            let zone = hidden.field(2).split('"').nth(1).unwrap();
            assert_eq!(zone, format!("{}: lost", piece.properties()["Side"]));
            let shut = list(hidden.field(3));
            assert_eq!(shut, ["69,130", "76,130"]);
            // It stands further out than what it shuts, and than what would be said of it.
            let said = |key: &str| piece.traits.iter().position(|one| one.id == "report" && list(one.field(0)) == [key]);
            assert!(at("sendto", &shut[0]).unwrap() > hides && said(&shut[0]).unwrap() > hides, "{}", piece.name);
            if let Some(loss) = at("macro", &shut[1]) {
                assert!(loss > hides && said(&shut[1]).unwrap() > hides, "{}", piece.name);
            }
        }
    }
}

/// Of several commands with one key VASSAL's menu shows the first, and in grey where its condition does not hold.
#[test]
fn the_menu_has_one_command_for_each_key() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (_, module) = module(name);
        let mut faces = 0;
        for slot in &module.slots {
            let piece = module.piece(slot);
            let mut seen: BTreeSet<String> = BTreeSet::new();
            for one in piece.all("macro").filter(|one| !one.field(1).is_empty()) {
                assert!(seen.insert(one.field(2).to_owned()), "{name}: {} has two commands: {}", piece.name, one.kind);
                assert!(one.field(3).is_empty(), "{name}: {} may be grey: {}", piece.name, one.kind);
            }
            // A step after the other is lost by the same command.
            if let Some(loss) = piece.all("macro").find(|one| one.field(1) == "Lose a step" && one.field(5) != "69\\,130") {
                let behind = list(loss.field(5));
                let told: Vec<_> = piece.all("macro").filter(|one| behind.iter().any(|key| key == one.field(2))).collect();
                let pressed: Vec<_> = told.iter().flat_map(|one| list(one.field(5))).collect();
                assert_eq!(pressed, ["70,130", "69,130"], "{}", piece.name);
                assert!(told.iter().all(|one| one.field(1).is_empty() && one.field(3).starts_with("{Step_Level")));
                faces += 1;
            }
        }
        assert!(faces > 5, "{name}: {faces}");
    }
}

/// Every side that holds cards of a deck has a command that takes one there, also where two keys are too few.
#[test]
fn three_sides_have_three_hands() {
    let world = crate::support::game(&[
        (
            "module.json",
            r#"{"format": 2, "name": "Three", "id": "three", "sides": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"}]}"#,
        ),
        ("rules.json", r#"{"decks": [{"id": "plots", "name": "Plots", "hand": 2}]}"#),
        ("cards.json", r#"{"list": [{"id": "one", "name": "One", "deck": "plots"}]}"#),
    ]);
    let module = Module::read(&bytes(&compile(&world).game));
    let hands: BTreeSet<&str> = module.tree.all(&["PlayerHand"]).into_iter().map(|hand| hand.get("mapName")).collect();
    assert_eq!(hands, BTreeSet::from(["Hand: A", "Hand: B", "Hand: C"]));
    let card = module.piece(module.slots.iter().find(|slot| slot.card).unwrap());
    let sent: BTreeSet<&str> = card.all("sendto").map(|one| one.field(2)).collect();
    assert_eq!(sent, hands);
    let said: BTreeSet<String> = card.all("report").flat_map(|one| list(one.field(0))).collect();
    assert!(card.all("sendto").all(|one| said.contains(one.field(1))), "each is told");
}

/// Where the rules say that a deck is full again with each turn, whatever was drawn goes back as one begins.
#[test]
fn a_deck_is_full_again_when_its_time_has_come() {
    let deck = r#"{ "id": "events", "name": "Events","#;
    let world = edit(first_steps(), "rules.json", deck, &format!(r#"{deck} "each": "turn","#));
    let told = game(&world);
    let module = Module::read(&bytes(&told));
    let hotkeys = module.tree.all(&["TurnGlobalHotkey"]);
    let full = hotkeys.iter().find(|hotkey| hotkey.get("name") == "Events: full again").unwrap();
    let orders = module.tree.all(&["GlobalKeyCommand"]);
    let order = orders.iter().find(|order| order.get("buttonHotkey") == full.get("hotkey")).unwrap();
    assert_eq!((order.get("hotkey"), order.get("deckCount")), ("82,130", "-1"), "also out of the pile of what was played");
    assert!(order.get("filter").contains(r#"Deck=="events""#) && order.get("filter").contains(r#"DeckName!="events""#));
    assert!(order.get("filter").contains("Hand: "), "who holds one keeps it");
    assert!(order.get("filter").contains("ObscuredToOthers"), "what lies face down stays, whoever turns the tracker");
    let all = steps(&module, module.setup("The Alder Crossing"));
    let turn = |step: &String| step.split(" – ").next().unwrap().to_owned();
    let mut before = String::new();
    for step in &all {
        let begins = turn(step) != before;
        before = turn(step);
        assert_eq!(full.get("match").contains(&format!("|{step}|")), begins, "{step}");
    }
    // Without such a rule nothing goes back by itself.
    let (_, module) = super::written::module("modules/first-steps");
    assert!(module.tree.all(&["TurnGlobalHotkey"]).iter().all(|hotkey| !hotkey.get("name").contains("full again")));
    // What a cup that is always full gives goes back, and nowhere else.
    let world = edit(first_steps(), "rules.json", deck, &format!(r#"{deck} "returns": true,"#));
    let module = Module::read(&bytes(&game(&world)));
    let card = module.piece(module.slots.iter().find(|slot| slot.card).unwrap());
    assert_eq!(card.all("return").map(|one| one.field(2)).collect::<Vec<_>>(), ["events"]);
    let said: Vec<String> = card.all("report").flat_map(|one| list(one.field(0))).collect();
    assert_eq!(said, ["72,130", "82,130"], "a key that does nothing says nothing");
}

#[test]
fn a_deck_with_hands_is_drawn_in_secret() {
    let (_, module) = module("modules/bastogne-breakout");
    let hands: Vec<_> =
        module.tree.all(&["PlayerHand"]).into_iter().map(|x| (x.get("mapName"), x.get("side"), x.get("visible"))).collect();
    assert_eq!(hands, [("Hand: German", "German,Solitaire", "false"), ("Hand: Allied", "Allied,Solitaire", "false")]);
    for pile in module.tree.all(&["DrawPile"]) {
        let open = pile.get("name").contains(": ");
        assert_eq!(pile.get("drawFaceUp"), if open { "true" } else { "false" }, "{}", pile.get("name"));
    }
    // Who holds a card reads it. On the pile of the played it is turned up, however it came there.
    let cards = module.tree.all(&["Map"]).into_iter().find(|map| map.get("mapName") == "Cards").unwrap();
    for slot in module.slots.iter().filter(|slot| slot.card) {
        let card = module.piece(slot);
        let mask = card.all("obs").next().unwrap();
        assert_eq!(mask.field(3), "2", "no key is needed");
        let turns = card.all("macro").find(|one| one.field(2) == cards.get("moveKey")).unwrap();
        assert_eq!(list(turns.field(5)), [mask.field(0)]);
        assert!(turns.field(3).contains("ObscuredToOthers") && turns.field(3).contains("\": played\""), "{}", turns.field(3));
        let discards = card.all("return").find(|one| one.field(0) == "Discard").unwrap();
        assert!(discards.field(2).ends_with(": played"));
        let told = card.all("report").find(|one| list(one.field(0)) == [discards.field(1)]).unwrap();
        assert!(told.field(1).contains("$newPieceName$"));
    }
    let (_, module) = super::written::module("modules/first-steps");
    assert!(module.tree.all(&["PlayerHand"]).is_empty(), "events happen when they are drawn");
    assert!(module.tree.all(&["DrawPile"]).iter().all(|pile| pile.get("drawFaceUp") == "true"));
}

/// The chat calls a place by the deck that is exactly there, else by its zone: cards lie where people know the name.
#[test]
fn places_of_cards_are_called_by_their_names() {
    let (told, module) = module("modules/bastogne-breakout");
    let mut called = BTreeSet::new();
    for setup in &module.setups {
        for card in setup.pieces.iter().filter(|placed| placed.map == "Cards") {
            called.insert(card.location.clone());
        }
    }
    let named: Vec<String> = told.rules.decks.list.iter().filter_map(|deck| deck.name.clone()).collect();
    assert!(!named.is_empty() && named.iter().all(|name| called.contains(name)), "{called:?} {named:?}");
    assert!(!told.rules.decks.list.iter().any(|deck| called.contains(&deck.id.0)), "{called:?}");
    // What goes into a hand lies in a zone of its name.
    let sends: Vec<Trait> =
        module.slots.iter().flat_map(|slot| module.piece(slot).traits).filter(|one| one.field(2).starts_with("Hand: ")).collect();
    assert!(sends.len() > 10);
    for one in sends {
        let hand = module.map(one.field(2)).unwrap();
        let (x, y): (i64, i64) = (one.field(4).parse().unwrap(), one.field(5).parse().unwrap());
        assert_eq!(hand.location(&hand.layout, x, y).1, one.field(2));
    }
    // Decks that are called alike can be told apart.
    let one = r#"{ "id": "events", "name": "Events""#;
    let both = format!(r#"{{ "id": "more", "name": "Events" }}, {one}"#);
    let world = edit(first_steps(), "rules.json", one, &both);
    let world = edit(world, "cards.json", r#""list": ["#, r#""list": [{ "id": "y", "deck": "more", "name": "Y" },"#);
    let module = Module::read(&bytes(&compile(&world).game));
    let zones: BTreeSet<&str> = module.tree.all(&["Zone"]).into_iter().map(|zone| zone.get("name")).collect();
    assert!(zones.contains("Events (events)") && zones.contains("Events (more): played"), "{zones:?}");
}

/// What the chat says of one that was sent is where it was when the key was pressed.
#[test]
fn the_old_place_of_one_that_is_sent_is_told() {
    let (_, module) = module("modules/bastogne-breakout");
    let mut told = 0;
    for one in module.slots.iter().flat_map(|slot| module.piece(slot).traits).filter(|one| one.id == "report") {
        // VASSAL knows $oldLocation$ only of those that have moved before.
        assert!(!one.field(1).contains("$oldLocation$"), "{}", one.kind);
        told += usize::from(one.field(1).contains("oldLocationName"));
    }
    assert!(told > 50, "{told}");
}

/// Who may choose where to enter has a command for each entry, and the scenario says which of them are there.
#[test]
fn entries_are_commands_of_those_who_may_choose() {
    let (game, module) = module("modules/first-steps");
    let map = game.map.as_ref().unwrap();
    let setup = module.setup("The Alder Crossing");
    let tank = setup.pieces.iter().find(|p| p.property("Unit") == "a-tank").unwrap();
    assert_eq!((tank.property("Arrival").as_str(), tank.property("Entry").as_str()), ("turn 2 at A or B", "A or B"));
    let window = module.map("Map").unwrap();
    let mut ways = Vec::new();
    for one in tank.piece.all("sendto").filter(|one| one.field(0).starts_with("Enter at ")) {
        let letter = one.field(0).strip_prefix("Enter at ").unwrap();
        let entry = map.entries.values().find(|entry| entry.id == letter).unwrap();
        let (x, y): (i64, i64) = (one.field(4).parse().unwrap(), one.field(5).parse().unwrap());
        assert_eq!(window.location(&window.layout, x, y).1, map.board.name(entry.hexes[0]), "{letter}");
        // A scenario that does not name it hides it.
        let hidden = tank.piece.all("hideCmd").find(|hide| hide.field(0) == one.field(0)).unwrap();
        assert_eq!(list(hidden.field(3)), [one.field(1)]);
        assert!(hidden.field(2).contains(&format!("contains(\" or {letter} or \")")), "{}", hidden.field(2));
        ways.push(letter);
    }
    assert_eq!(ways, ["A", "B"]);
    assert!(tank.piece.all("submenu").any(|menu| list(menu.field(1)) == ["Enter at A", "Enter at B"]));
    let alone = setup.pieces.iter().find(|p| p.property("Unit") == "b-vol").unwrap();
    assert!(alone.piece.all("sendto").all(|one| !one.field(0).starts_with("Enter at ")), "ctrl-A is enough for one");
}

/// Whoever is sent back to the space of his turn lies where the setup had put him.
#[test]
fn those_who_go_back_lie_where_they_were() {
    let (_, module) = module("modules/bastogne-breakout");
    let mut seen = 0;
    for setup in &module.setups {
        for placed in setup.pieces.iter().filter(|placed| !placed.property("ArrivalX").is_empty()) {
            if placed.location.contains("Turn") || placed.location.contains("turn") {
                assert_eq!(placed.property("ArrivalMap"), placed.map);
                assert_eq!(placed.property("ArrivalX"), placed.x.to_string(), "{}", placed.property("Unit"));
                assert_eq!(placed.property("ArrivalY"), placed.y.to_string(), "{}", placed.property("Unit"));
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

/// The space and the entry are those of the scenario, not those of the counter.
#[test]
fn arrivals_are_properties_of_the_scenario() {
    let (game, module) = module("modules/bastogne-breakout");
    let mut seen = 0;
    for scenario in game.scenarios.values() {
        let setup = module.setup(scenario.name.as_deref().unwrap_or(&scenario.id));
        for arrival in &scenario.arrivals {
            let turn = &game.turns[arrival.turn].id;
            for unit in &arrival.units {
                let id = &game.units[*unit].id;
                let first = scenario.arrivals.iter().find(|other| other.units.contains(unit)).unwrap();
                let placed = setup.pieces.iter().find(|p| p.property("Unit") == *id).unwrap();
                if first.turn == arrival.turn {
                    assert!(format!("{} ", placed.property("Arrival")).starts_with(&format!("turn {turn} ")), "{id}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 10, "{seen}");
}
