//! Which counters must be printed again.

use std::collections::{BTreeMap, BTreeSet};

use super::speak::{Speak, rated};
use crate::model::*;

/// The units of `new` whose counter is not printed as in `old`, new ones too: name, designation, side, nation,
/// formation, type, class, size, faces, how many; and setup, arrival and steps where a layout shows them, tags where a layout
/// or a look is for them.
///
/// A layout, a look, a font or a picture of a slot that changed changes every counter: which of them it fits is not
/// judged here. Colours count for those of their side, nation or formation, a face that is drawn already for its own unit.
pub fn changed_units(old: &Game, new: &Game) -> BTreeSet<UnitId> {
    let (before, after) = (Speak { game: old, ids: true }, Speak { game: new, ids: true });
    if layouts(before) != layouts(after) || looks(before) != looks(after) || shared(old) != shared(new) {
        return new.units.ids().collect();
    }
    let (shown, tags) = (shown(new), tags_asked(new));
    let (sums_before, sums_after) = (sums(old), sums(new));
    let printed: BTreeMap<&str, Vec<String>> =
        old.units.values().map(|unit| (unit.id.as_str(), face(before, unit, (shown.as_slice(), &tags), &sums_before))).collect();
    let differs = |unit: &Unit| printed.get(unit.id.as_str()) != Some(&face(after, unit, (shown.as_slice(), &tags), &sums_after));
    new.units.iter().filter(|(_, unit)| differs(unit)).map(|(id, _)| id).collect()
}

/// The markers of `new` that are not printed as in `old`, new ones too: name, side, how many, picture, icon, colours, and
/// what lies behind. A layout that changed changes every marker.
pub fn changed_markers(old: &Game, new: &Game) -> BTreeSet<MarkerId> {
    if are_all_markers_changed(old, new) {
        return new.markers.ids().collect();
    }
    let (sums_before, sums_after) = (sums(old), sums(new));
    let one = |game: &Game, marker: &Marker, sums: &BTreeMap<&str, u64>| {
        let ready = || game.art.ready_made.path(&marker.id, 0);
        let picture = marker.picture.clone().unwrap_or_else(ready);
        let picture = (marker.picture.clone(), sums.get(picture.as_str()).copied());
        (marker.id.clone(), marker.name.clone(), marker.count, picture, dressed(game, [&marker.id, ""], marker.side))
    };
    let both = |game: &Game, marker: &Marker, sums: &BTreeMap<&str, u64>| {
        let back = marker.back.and_then(|id| game.markers.at(id)).map(|back| one(game, back, sums));
        (one(game, marker, sums), back)
    };
    let printed: BTreeMap<&str, _> = old.markers.values().map(|it| (it.id.as_str(), both(old, it, &sums_before))).collect();
    let differs = |it: &Marker| printed.get(it.id.as_str()) != Some(&both(new, it, &sums_after));
    new.markers.iter().filter(|(_, it)| differs(it)).map(|(id, _)| id).collect()
}

/// Whether no marker is printed as before: their size, outline, fonts or layouts changed.
pub fn are_all_markers_changed(old: &Game, new: &Game) -> bool {
    shared(old) != shared(new) || old.art.marker_layouts != new.art.marker_layouts
}

/// The cards of `new` that are not printed as in `old`, new ones too: name, deck, side, how many, words, pictures, icon,
/// colours. A layout, the windows, the size of cards and the name of the game are on every card.
pub fn changed_cards(old: &Game, new: &Game) -> BTreeSet<CardId> {
    let all = |game: &Game| {
        let art = &game.art;
        (art.card_layouts.clone(), art.card_window.clone(), art.print.bridge_cards, game.name.clone())
    };
    if shared(old) != shared(new) || all(old) != all(new) {
        return new.cards.ids().collect();
    }
    let (sums_before, sums_after) = (sums(old), sums(new));
    let one = |game: &Game, card: &Card, sums: &BTreeMap<&str, u64>| {
        let pictures =
            [&card.picture, &card.back].map(|path| path.as_deref().map(|path| (path.to_owned(), sums.get(path).copied())));
        let faces = card.faces.iter().map(|face| written(game, face)).collect::<Vec<_>>();
        let dressed = dressed(game, [&card.id, &card.deck], card.side);
        ((card.name.clone(), card.deck.clone(), dressed), (card.count, card.text.clone(), pictures, faces))
    };
    let printed: BTreeMap<&str, _> = old.cards.values().map(|it| (it.id.as_str(), one(old, it, &sums_before))).collect();
    let differs = |it: &Card| printed.get(it.id.as_str()) != Some(&one(new, it, &sums_after));
    new.cards.iter().filter(|(_, it)| differs(it)).map(|(id, _)| id).collect()
}

/// What art.json says by the ids of a marker, or of a card and its deck, and by their side; and what the side is called.
fn dressed(game: &Game, [own, other]: [&str; 2], side: Option<SideId>) -> impl PartialEq + use<> {
    let side = side.and_then(|id| game.sides.at(id)).map(|side| (side.id.clone(), side.name.clone()));
    let ground = |id: &str| game.art.colours.get(id).map(|it| format!("{it:?}"));
    let colours = [ground(own), ground(other), side.as_ref().and_then(|(id, _)| ground(id))];
    let icons = [own, other].map(|id| game.art.icons.get(id).cloned());
    (side, colours, icons)
}

/// A number for the content of each file: many counters may share one.
fn sums(game: &Game) -> BTreeMap<&str, u64> {
    let sum = |bytes: &[u8]| {
        let begin = 0xcbf2_9ce4_8422_2325u64 ^ bytes.len() as u64;
        bytes.iter().fold(begin, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    game.art.files.iter().map(|(path, bytes)| (path.as_str(), sum(bytes))).collect()
}

/// Every layout in words.
fn layouts(speak: Speak<'_>) -> Vec<String> {
    let told = |layout: &Layout| {
        let slots: BTreeMap<SlotPlace, &Slot> = layout.slots.iter().map(|(at, slot)| (*at, slot)).collect();
        format!("{:?} {:?} {slots:?}", layout.who.as_ref().map(|who| speak.selection(who)), layout.shape)
    };
    speak.game.layouts.iter().map(told).collect()
}

/// Every look in words.
fn looks(speak: Speak<'_>) -> Vec<String> {
    let told = |look: &Look| {
        let who = look.who.as_ref().map(|who| speak.selection(who));
        format!("{who:?} {:?}", Look { who: None, ..look.clone() })
    };
    speak.game.art.looks.iter().map(told).collect()
}

/// What all counters share: their size and outline, fonts, and pictures that are not the face of one of them.
fn shared(game: &Game) -> impl PartialEq {
    let ready = &game.art.ready_made;
    let folder = ready.front.rsplit_once('/').map_or("", |(folder, _)| folder);
    let map = game.art.map.images.iter().map(|image| image.path.as_str());
    let own: BTreeSet<&str> = game.own_pictures().map(|(path, _)| path).chain(map).collect();
    let apart = |path: &str| own.contains(path) || path.rsplit_once('/').map_or("", |(folder, _)| folder) == folder;
    let files = game.art.files.iter().filter(|(path, _)| !apart(path));
    let art = &game.art;
    (
        (art.counter_mm.map(f64::to_bits), art.counter_height_mm.map(f64::to_bits)),
        (art.shape, art.plain_backs, art.pictures),
        (&art.fonts, &art.font),
        files.map(|(path, bytes)| (path, &**bytes)).collect::<Vec<_>>(),
    )
}

/// The words in braces of all layouts.
fn shown(game: &Game) -> Vec<&str> {
    let texts = game.layouts.iter().flat_map(|layout| &layout.slots).map(|(_, slot)| slot.show.as_str());
    texts.flat_map(|text| text.split(['{', '}', '|'])).map(str::trim).collect()
}

/// The tags by which layouts and looks choose their units.
fn tags_asked(game: &Game) -> BTreeSet<&str> {
    fn of<'g>(units: &'g Units, tags: &mut BTreeSet<&'g str>) {
        tags.extend(units.tags.iter().flatten().map(|tag| tag.0.as_str()));
        let inside = units.all.iter().chain(&units.any).flatten();
        inside.chain(units.not.as_deref()).for_each(|units| of(units, tags));
    }
    let layouts = game.layouts.iter().filter_map(|layout| layout.who.as_ref());
    let looks = game.art.looks.iter().filter_map(|look| look.who.as_ref());
    let mut tags = BTreeSet::new();
    layouts.chain(looks).for_each(|units| of(units, &mut tags));
    tags
}

/// Everything that may stand on the counter, or that its layout and looks hang on: of words those that layouts show, of tags
/// those that are asked for.
fn face(speak: Speak<'_>, unit: &Unit, (shown, tags): (&[&str], &BTreeSet<&str>), sums: &BTreeMap<&str, u64>) -> Vec<String> {
    let game = speak.game;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let name =
        |id: Option<&str>, name: Option<&Option<String>>| format!("{} {}", id.unwrap_or(""), name.map(text).unwrap_or_default());
    let side = unit.side.and_then(|id| game.sides.at(id));
    let nation = unit.nation.and_then(|id| game.nations.at(id));
    let class = unit.class.and_then(|id| game.classes.at(id));
    let mut all = vec![
        text(&unit.name),
        text(&unit.designation),
        text(&unit.size),
        unit.count.to_string(),
        name(side.map(|it| it.id.as_str()), side.map(|it| &it.name)),
        name(nation.map(|it| it.id.as_str()), nation.map(|it| &it.name)),
        name(class.map(|it| it.id.as_str()), class.map(|it| &it.name)),
    ];
    if let Some(kind) = unit.kind.and_then(|id| game.types.at(id)) {
        all.extend([kind.id.clone(), text(&kind.name), kind.symbol.clone()]);
    }
    // The stripe may be that of a formation above.
    let mut above = unit.formation;
    for _ in 0..=game.formations.len() {
        let Some(formation) = above.and_then(|id| game.formations.at(id)) else { break };
        all.push(formation.id.clone());
        if above == unit.formation {
            all.extend([text(&formation.name), text(&formation.short)]);
        }
        above = formation.parent;
    }
    for face in &unit.faces {
        let numbers = game.ratings.iter().filter_map(|(id, rating)| Some(format!("{} {}", rating.id, rated(face.rating(id))?)));
        let mut numbers: Vec<String> = numbers.collect();
        numbers.sort();
        all.push(format!("{}: {}", speak.state(face.state), numbers.join(", ")));
    }
    let mut coloured = |id: Option<&str>| {
        if let Some(colours) = id.and_then(|id| game.art.colours.get(id)) {
            all.push(format!("{colours:?}"));
        }
    };
    coloured(side.map(|it| it.id.as_str()));
    coloured(nation.map(|it| it.id.as_str()));
    let mut above = unit.formation;
    for _ in 0..=game.formations.len() {
        let Some(formation) = above.and_then(|id| game.formations.at(id)) else { break };
        coloured(Some(&formation.id));
        above = formation.parent;
    }
    for (n, face) in unit.faces.iter().enumerate() {
        let own = face.picture.as_deref().and_then(|path| sums.get(path));
        if let Some(sum) = own.or_else(|| sums.get(game.art.ready_made.path(&unit.id, n).as_str())) {
            all.push(format!("picture {n} {sum:x}"));
        }
    }
    all.extend(unit.properties.iter().filter(|(name, _)| shown.contains(&name.as_str())).map(|(_, word)| word.clone()));
    let own: BTreeSet<&str> = unit.tags.iter().map(String::as_str).filter(|tag| tags.contains(tag)).collect();
    all.extend(own.into_iter().map(|tag| format!("tag {tag}")));
    if shown.contains(&"steps") {
        all.push(format!("{:?}", unit.steps));
    }
    if shown.contains(&"setup") {
        all.extend(unit.setup.iter().map(|at| speak.somewhere(at)));
    }
    if let (true, Some(arrives)) = (shown.contains(&"arrives"), &unit.arrives) {
        all.push(format!("{}@{}", speak.turn(arrives.turn), speak.all(&arrives.entries, Speak::entry, "or")));
    }
    all
}
