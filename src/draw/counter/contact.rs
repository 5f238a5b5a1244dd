//! Counters as pictures to look at: one of them large, or all of them by formation.

use super::super::font;
use super::super::scene::{Anchor, Color, Face, Group, Node, Page, Point, Scene, Text, Transform};
use super::{Counter, CounterKind, Faces, Shown, inventory};
use crate::draw::page::shortened;
use crate::model::{Called, FormationId, Game, SideId};

const PAPER: Color = Color::hex(0xfb_f8ef);
const INK: Color = Color::hex(0x2b_2620);
const SOFT: Color = Color::hex(0x6b_6354);

/// All faces of some counters, large, side by side.
#[must_use]
pub fn large(game: &Game, faces: &Faces<'_>, counters: &[&Counter]) -> Scene {
    let _fonts = faces.lend();
    const SIDE: f64 = 60.0;
    const GAP: f64 = 8.0;
    let area = faces.area();
    let scale = SIDE / area.0.max(area.1);
    let (wide, high) = (area.0 * scale, area.1 * scale);
    let mut nodes: Vec<Node> = Vec::new();
    let mut x = GAP;
    let mut title = String::new();
    for counter in counters {
        title.clone_from(&counter.name);
        for (shown, words) in [(counter.front, caption(game, counter.front)), (counter.back, caption(game, counter.back))] {
            let face = faces.draw(shown).cut_out(Point { x: 0.0, y: 0.0 }, area);
            let transform = Transform::shift(x, GAP).after(Transform::scale(scale, scale));
            nodes.push(Group { transform, nodes: vec![face], ..Group::default() }.into());
            let at = Point { x: x + wide / 2.0, y: GAP + high + 6.0 };
            nodes.push(Text::new(at, Anchor::Middle, words, Face::Regular, 4.0, SOFT).into());
            x += wide + GAP;
        }
    }
    let page = Page { title: title.clone(), width: x, height: high + 2.0 * GAP + 4.0, ground: Some(PAPER), nodes };
    Scene { title, pages: vec![page], pictures: faces.pictures().to_vec() }
}

fn caption(game: &Game, shown: Shown) -> String {
    match shown {
        Shown::Unit(id, face) => {
            let state = game.units.at(id).and_then(|unit| game.states.at(unit.faces.get(face)?.state));
            state.map(|state| state.called().to_owned()).unwrap_or_default()
        }
        Shown::Marker(id) => game.markers.at(id).map(|m| m.called().to_owned()).unwrap_or_default(),
        Shown::Chit(_, true) => "front".to_owned(),
        Shown::Chit(_, false) => "back".to_owned(),
        Shown::Aid(aid) => aid.name(game),
        Shown::BlankUnit(_) | Shown::BlankMarker(_) | Shown::BlankAid(_) => "blank back".to_owned(),
    }
}

/// Counters of one heading.
struct Block<'c> {
    title: String,
    counters: Vec<&'c Counter>,
}

/// Where a counter lies on the picture of all of them: both its sides, as one oblong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lying {
    pub front: Shown,
    pub corner: Point,
    pub width: f64,
    pub height: f64,
}

/// Every counter on one picture, fronts beside backs, by side and formation.
#[must_use]
pub fn contact(game: &Game, faces: &Faces<'_>) -> Scene {
    contact_with_places(game, faces).0
}

/// The same, and where each counter lies on it.
#[must_use]
pub fn contact_with_places(game: &Game, faces: &Faces<'_>) -> (Scene, Vec<Lying>) {
    let _fonts = faces.lend();
    let mut lying = Vec::new();
    let all = inventory(game);
    let area = faces.area();
    let size = area.0.max(area.1);
    let (gap, edge, small) = (size * 0.18, size * 0.6, (size * 0.2).max(2.2));
    let pair = |counter: &Counter| if counter.is_blank_behind() { area.0 } else { 2.0 * area.0 + gap * 0.3 };
    // A row has a line for the heading of a formation above its counters, and one for their ids below.
    let (title_room, line) = (small * 1.9, area.1 + small * 1.9);
    // About as wide as a screen is to its height.
    let all_wide: f64 = all.iter().map(|counter| (pair(counter) + gap) * (line + title_room)).sum();
    let width = (all_wide * 1.6).sqrt().clamp(size * 12.0, size * 60.0);
    let mut nodes: Vec<Node> = Vec::new();
    let mut y = edge + small * 1.6;
    let name = format!("{}{}", game.name, game.version.as_deref().map(|v| format!(" {v}")).unwrap_or_default());
    nodes.push(Text::new(Point { x: edge, y }, Anchor::Start, name, Face::Bold, small * 2.0, INK).into());
    y += small * 1.6;
    for (heading, blocks) in sections(game, &all) {
        y += small * 2.4;
        nodes.push(Text::new(Point { x: edge, y }, Anchor::Start, heading, Face::Bold, small * 1.5, INK).into());
        y += small * 0.8;
        let mut x = edge;
        // Where nobody has a formation, there is no line for its name.
        let title_room = if blocks.iter().all(|block| block.title.is_empty()) { small * 0.6 } else { title_room };
        for block in blocks {
            let long: f64 = block.counters.iter().map(|counter| pair(counter) + gap).sum();
            // A formation begins a line unless all of it fits beside the last one.
            if x > edge {
                if x + long > edge + width + gap {
                    x = edge;
                    y += title_room + line;
                } else {
                    x += gap * 2.0;
                }
            }
            // A heading is no longer than its counters, so that it never runs into the next one.
            let room = (width - (x - edge)).min(long.max(area.0) - gap);
            let title = shortened(Face::Regular, &block.title, small * 1.05, room);
            let at = Point { x, y: y + small * 1.3 };
            nodes.push(Text::new(at, Anchor::Start, title, Face::Regular, small * 1.05, SOFT).into());
            for counter in &block.counters {
                let wide = pair(counter);
                if x > edge && x + wide > edge + width {
                    x = edge;
                    y += line;
                }
                let top = y + title_room;
                lying.push(Lying { front: counter.front, corner: Point { x, y: top }, width: wide, height: area.1 });
                nodes.push(faces.draw(counter.front).cut_out(Point { x, y: top }, area));
                if !counter.is_blank_behind() {
                    nodes.push(faces.draw(counter.back).cut_out(Point { x: x + area.0 + gap * 0.3, y: top }, area));
                }
                let words = if counter.copies > 1 { format!("{} ×{}", counter.id, counter.copies) } else { counter.id.clone() };
                let words = shortened(Face::Regular, &words, small * 0.8, wide);
                let at = Point { x: x + wide / 2.0, y: top + area.1 + small * (0.3 + font::CAP_HEIGHT * 0.8) };
                nodes.push(Text::new(at, Anchor::Middle, words, Face::Regular, small * 0.8, SOFT).into());
                x += wide + gap;
            }
        }
        y += title_room + line;
    }
    let title = format!("{}: counters", game.name);
    let page = Page { title: title.clone(), width: width + 2.0 * edge, height: y + edge, ground: Some(PAPER), nodes };
    (Scene { title, pages: vec![page], pictures: faces.pictures().to_vec() }, lying)
}

/// Counters by side, then by formation; markers and chits after them.
fn sections<'c>(game: &Game, all: &'c [Counter]) -> Vec<(String, Vec<Block<'c>>)> {
    let mut found: Vec<(String, Vec<Block<'c>>)> = Vec::new();
    let mut last: Option<(CounterKind, Option<SideId>, Option<FormationId>)> = None;
    for counter in all {
        // Markers and chits are few: those of all sides stand together.
        let side = if counter.kind == CounterKind::Unit { counter.side } else { None };
        let (kind, formation) = (counter.kind, counter.formation);
        if last.is_none_or(|(k, s, _)| (k, s) != (kind, side)) {
            let heading = match kind {
                CounterKind::Unit => {
                    side.and_then(|id| game.sides.at(id)).map_or_else(|| "Units".to_owned(), |side| side.called().to_owned())
                }
                CounterKind::Marker => "Markers".to_owned(),
                CounterKind::Chit => "Chits".to_owned(),
            };
            found.push((heading, Vec::new()));
        }
        let Some((_, blocks)) = found.last_mut() else { continue };
        if blocks.is_empty() || last.is_none_or(|(_, _, f)| f != formation) {
            let title = formation.and_then(|id| game.formations.at(id)).map(|f| f.called().to_owned());
            blocks.push(Block { title: title.unwrap_or_default(), counters: Vec::new() });
        }
        if let Some(block) = blocks.last_mut() {
            block.counters.push(counter);
        }
        last = Some((kind, side, formation));
    }
    found
}
