//! Cards: a coloured frame, the name, what it says; and a back that all of a deck share.

use super::counter::{Drawn, Faces, contrast};
use super::font;
use super::page::shortened;
use super::scene::{Anchor, Color, Face, Node, Path, Point, Rect, Shape, Stroke, Text};
use super::words::Ruler;
use crate::model::{Called, Card, Game, Rgb};

const PAPER: Color = Color::hex(0xfd_fbf5);
const INK: Color = Color::hex(0x22_1f1a);
const SOFT: Color = Color::hex(0x6b_6354);
/// Frames of decks for which nobody chose a colour.
const USUAL: Color = Color::hex(0x5a_5f6b);
/// From the edge to the panel: what lies inside is safe from every cut.
const FRAME: f64 = 3.5;

/// Width and height of a card, in millimetres.
#[must_use]
pub const fn size(bridge: bool) -> (f64, f64) {
    if bridge { (56.0, 88.9) } else { (63.5, 88.9) }
}

fn colour(game: &Game, card: &Card) -> Color {
    let side = card.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str());
    let told = [Some(card.deck.as_str()), side].into_iter().flatten().find_map(|name| game.art.colours.get(name)?.ground);
    told.map_or(USUAL, |(r, g, b): Rgb| Color::rgb(r, g, b))
}

/// What a deck is called: its id in words.
fn deck_name(deck: &str) -> String {
    let words = deck.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A side of a card: the picture that the author names, else as it is drawn.
#[must_use]
pub fn side(faces: &Faces<'_>, game: &Game, card: &Card, is_front: bool, size: (f64, f64), ruler: &Ruler) -> Drawn {
    let own = faces.card_picture(card, is_front, size);
    own.unwrap_or_else(|| if is_front { front(game, card, size, ruler) } else { back(game, card, size, ruler) })
}

/// The front of a card.
fn front(game: &Game, card: &Card, (width, height): (f64, f64), ruler: &Ruler) -> Drawn {
    let color = colour(game, card);
    let panel = Rect { x: 0.0, y: 0.0, width, height }.grown(-FRAME);
    let mut path = Path::new();
    path.round_rect(panel, 2.0);
    let mut nodes: Vec<Node> = vec![Shape::filled(path, PAPER).into()];
    let middle = width / 2.0;
    let room = panel.width - 6.0;
    // The name, on as many lines as it needs, then a rule, then the words as large as fits.
    let name = card.called();
    let (lines, title) = fitted(ruler, Face::Bold, name, 5.4, 2.6, room, 20.0);
    let mut y = panel.y + 4.0;
    for line in &lines {
        y += title * 1.12;
        let at = Point { x: middle, y: y - title * 0.25 };
        nodes.push(Text::new(at, Anchor::Middle, line.clone(), Face::Bold, title, INK).into());
    }
    y += 2.2;
    let mut rule = Path::new();
    rule.line(Point { x: panel.x + 6.0, y }, Point { x: panel.x + panel.width - 6.0, y });
    nodes.push(Shape::stroked(rule, Stroke::butt(color, 0.5)).into());
    let foot = panel.y + panel.height - 3.2;
    if let Some(text) = &card.text {
        let below = y + 3.0;
        let free = foot - 5.0 - below;
        let (lines, size) = fitted(ruler, Face::Regular, text, 4.4, 1.9, room, free);
        // A few words stand a little above the middle; many begin at the top.
        let spare = free - size * 1.25 * f64::from(u32::try_from(lines.len()).unwrap_or(0));
        let mut y = below + (spare * 0.4).max(0.0);
        for line in &lines {
            y += size * 1.25;
            let at = Point { x: middle, y: y - size * 0.3 };
            nodes.push(Text::new(at, Anchor::Middle, line.clone(), Face::Regular, size, INK).into());
        }
    }
    let side = card.side.and_then(|side| game.sides.at(side)).map(|side| side.called().to_owned());
    let words = match side {
        // A deck is often called like the side that draws from it.
        Some(side) if deck_name(&card.deck).to_lowercase().contains(&side.to_lowercase()) => deck_name(&card.deck),
        Some(side) => format!("{} · {side}", deck_name(&card.deck)),
        None => deck_name(&card.deck),
    };
    let words = shortened(Face::Regular, &words, 2.6, room);
    nodes.push(Text::new(Point { x: middle, y: foot }, Anchor::Middle, words, Face::Regular, 2.6, SOFT).into());
    Drawn { ground: Some(color), nodes, around: Vec::new(), edge: Some(color), slots: Vec::new(), issues: Vec::new() }
}

/// The back of a card: the same for all of its deck.
fn back(game: &Game, card: &Card, (width, height): (f64, f64), ruler: &Ruler) -> Drawn {
    let color = colour(game, card);
    let ink = if contrast(color, Color::WHITE) > contrast(color, INK) { Color::WHITE } else { INK };
    let mut path = Path::new();
    path.round_rect(Rect { x: 0.0, y: 0.0, width, height }.grown(-FRAME), 2.0);
    path.round_rect(Rect { x: 0.0, y: 0.0, width, height }.grown(-FRAME - 1.4), 1.4);
    let mut nodes: Vec<Node> = vec![Shape::stroked(path, Stroke::butt(ink, 0.4)).into()];
    let room = width - 2.0 * FRAME - 10.0;
    let name = deck_name(&card.deck);
    let (lines, size) = fitted(ruler, Face::Bold, &name, 7.5, 2.6, room, 40.0);
    let mut y = height / 2.0 - size * 1.12 * f64::from(u32::try_from(lines.len()).unwrap_or(1)) / 2.0;
    for line in &lines {
        y += size * 1.12;
        let at = Point { x: width / 2.0, y: y - size * (1.12 - font::CAP_HEIGHT) / 2.0 };
        nodes.push(Text::new(at, Anchor::Middle, line.clone(), Face::Bold, size, ink).into());
    }
    let game_name = shortened(Face::Regular, &game.name, 3.2, room);
    let at = Point { x: width / 2.0, y: height - FRAME - 5.5 };
    nodes.push(Text::new(at, Anchor::Middle, game_name, Face::Regular, 3.2, ink).into());
    Drawn { ground: Some(color), nodes, around: Vec::new(), edge: Some(color), slots: Vec::new(), issues: Vec::new() }
}

/// A text in lines, in the largest letters in which it fits a room; those that do not fit in the least are left out.
fn fitted(ruler: &Ruler, face: Face, text: &str, wanted: f64, least: f64, width: f64, height: f64) -> (Vec<String>, f64) {
    let mut size = wanted;
    loop {
        let mut lines = ruler.wrap(face, text, size, width);
        let most = (height / (size * 1.25)).floor().max(1.0);
        let fits = f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX)) <= most;
        if fits || size <= least {
            if !fits {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a card has few lines")]
                lines.truncate(most as usize);
                if let Some(last) = lines.last_mut() {
                    *last = shortened(face, &format!("{last} …"), size, width);
                }
            }
            return (lines, size);
        }
        size = (size * 0.95).max(least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_on_a_card_shrink_and_never_leave_it() {
        let ruler = Ruler::new();
        for words in [3usize, 40, 400, 4000] {
            let text = vec!["reinforcements"; words].join(" ");
            let (lines, size) = fitted(&ruler, Face::Regular, &text, 4.0, 1.9, 50.0, 55.0);
            assert!(lines.len() as f64 * size * 1.25 <= 55.0 + 1e-6, "{words}");
            assert!(lines.iter().all(|line| font::width(Face::Regular, line, size) <= 50.0 + 1e-6), "{words}");
        }
        assert_eq!(deck_name("random-events"), "Random events");
    }
}
