//! Cards: the name on a band, a window with a picture, what the card says; and a back that all of a deck share.

use super::counter::{Drawn, Faces, Issue, contrast, side_colours};
use super::font;
use super::lent;
use super::page::shortened;
use super::rich;
use super::scene::{Anchor, Color, Face, Group, Node, Path, Point, Rect, Shape, Stroke, Text, Transform};
use super::words::Ruler;
use crate::model::{Called, Card, Game, PictureFit, Rgb};

const PAPER: Color = Color::hex(0xf7_f2e4);
const INK: Color = Color::hex(0x1d_1b16);
const SOFT: Color = Color::hex(0x6b_6354);
/// Frames of decks for which nobody chose a colour.
const USUAL: Color = Color::hex(0x5a_5f6b);
/// From the edge to the panel: what lies inside is safe from every cut.
const FRAME: f64 = 3.5;
/// Where a frame that saves ink begins and ends, as shares of the shorter side: it takes no more than the usual border.
const THIN_FRAME: (f64, f64) = (0.025, 0.05);

/// Width and height of a card, in millimetres.
#[must_use]
pub const fn size(bridge: bool) -> (f64, f64) {
    if bridge { (56.0, 88.9) } else { (63.5, 88.9) }
}

/// The colour of a deck: its own, else that of the side whose cards all of it are. One deck has one back, so cards of
/// several sides in it tell nothing of themselves.
#[must_use]
pub fn deck_colour(game: &Game, card: &Card) -> Color {
    let told = game.art.colours.get(&card.deck).and_then(|told| told.ground);
    let alike = || game.cards.values().filter(|it| it.deck == card.deck).all(|it| it.side == card.side);
    let side = || card.side.filter(|_| alike()).map(|side| side_colours(game, side).0);
    told.map(|(r, g, b): Rgb| Color::rgb(r, g, b)).or_else(side).unwrap_or(USUAL)
}

/// What a deck is called: as the rules call it, else its id in words.
#[must_use]
pub fn deck_name(game: &Game, deck: &str) -> String {
    let rule = game.rules.decks.iter().find(|it| it.id.0 == deck);
    if let Some(name) = rule.and_then(|it| it.name.as_deref()).map(str::trim).filter(|name| !name.is_empty()) {
        return name.to_owned();
    }
    let words = deck.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The name of a game without what stands in brackets behind it: a card has little room.
fn short_name(game: &Game) -> &str {
    game.name.split(" (").next().filter(|name| !name.is_empty()).unwrap_or(&game.name)
}

/// A side of a card: the picture that the author names, else as it is drawn.
#[must_use]
pub fn side<'g>(faces: &Faces<'g>, game: &Game, card: &'g Card, is_front: bool, size: (f64, f64), ruler: &Ruler) -> Drawn {
    let _fonts = faces.lend();
    if let Some(own) = faces.card_picture(card, is_front, size) {
        return own;
    }
    let drawn = match is_front {
        false => back(faces, game, card, size, ruler),
        true => faces.card_layout(card, deck_colour(game, card), size).unwrap_or_else(|| front(faces, game, card, size, ruler)),
    };
    if faces.saves_ink() { drawn.framed_within(size, THIN_FRAME) } else { drawn }
}

/// What the author should know of the front of a card that a layout of the author's draws; nothing if none does.
#[must_use]
pub fn issues<'g>(faces: &Faces<'g>, game: &Game, card: &'g Card, size: (f64, f64)) -> Vec<Issue> {
    let _fonts = faces.lend();
    if is_pictured(faces, card) {
        return Vec::new();
    }
    faces.card_layout(card, deck_colour(game, card), size).map(|drawn| drawn.issues).unwrap_or_default()
}

/// Whether the front of a card is a picture that can be drawn.
fn is_pictured(faces: &Faces<'_>, card: &Card) -> bool {
    card.side_picture(true).is_some_and(|path| faces.picture_size(path).is_some())
}

/// Whether a card as it is usually drawn has no room for all that it says, in the smallest letters: the rest is left out.
#[must_use]
pub fn is_overfull<'g>(faces: &Faces<'g>, game: &Game, card: &'g Card, (width, height): (f64, f64), ruler: &Ruler) -> bool {
    let _fonts = faces.lend();
    let Some(text) = card.text.as_deref() else { return false };
    let size = (width, height);
    if is_pictured(faces, card) || faces.card_layout(card, Color::WHITE, size).is_some() {
        return false;
    }
    let look = faces.deck_look(&card.deck, || deck_look(faces, game, &card.deck, size, ruler));
    let lines = rich::wrapped(ruler, text, faces_of(faces, text), look.size, width - 2.0 * TEXT);
    lines.len() > most_lines(look.size, if look.window { WINDOW } else { TITLE }, height)
}

/// So many lines of that size stand below the title of a card, or its window.
fn most_lines(size: f64, text_top: f64, height: f64) -> usize {
    let free = height - FOOT - 1.5 - text_top - 3.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a card has few lines")]
    let most = (free / (size * LEADING)).floor().max(1.0) as usize;
    most + 1
}

/// What of a deck is the same on all its cards: whether there is a window, and how large the words are.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeckLook {
    window: bool,
    size: f64,
}

/// From the edge to what is printed; and to words.
const BORDER: f64 = 3.2;
const TEXT: f64 = 6.2;
/// The least size of a title on one line that could stand on two, and of one on two lines.
const LEAST_ALONE: f64 = 4.3;
const LEAST_TITLE: f64 = 3.7;
/// Where the title ends, and where the window does.
const TITLE: f64 = 15.4;
const WINDOW: f64 = 46.0;
/// The foot, from below.
const FOOT: f64 = 10.2;
/// Sizes of words, the usual one first; and from line to line, as a share of it.
const SIZES: [f64; 7] = [3.55, 3.2, 2.9, 2.6, 2.3, 2.1, 1.9];
const LEADING: f64 = 1.27;
const GOLD: Color = Color::hex(0xc9_a24a);

fn faces_of(faces: &Faces<'_>, text: &str) -> rich::Faces {
    let own = faces.text_face(text);
    rich::Faces { plain: own.unwrap_or(Face::Regular), bold: own.unwrap_or(Face::Bold) }
}

/// Whether the cards of a deck have a window, and how large the words of all of them are: a window goes only where the
/// longest text leaves room for it in letters that are read with ease.
fn deck_look(faces: &Faces<'_>, game: &Game, deck: &str, (width, height): (f64, f64), ruler: &Ruler) -> DeckLook {
    let cards: Vec<&Card> = game.cards.values().filter(|card| card.deck == deck && card.faces.is_empty()).collect();
    let texts: Vec<&str> = cards.iter().filter_map(|card| card.text.as_deref()).collect();
    let style = faces_of(faces, "");
    let room = width - 2.0 * TEXT;
    let below = |from: f64| height - FOOT - 1.5 - from - 3.0;
    let size = rich::largest(ruler, &texts, style, SIZES.get(..3).unwrap_or(&SIZES), room, below(WINDOW), LEADING);
    let fits = |size: f64| rich::largest(ruler, &texts, style, &[size, 0.0], room, below(WINDOW), LEADING) > 0.0;
    let pictured = cards.iter().any(|card| faces.window_picture(card).is_some());
    if pictured || fits(size) {
        let size = if fits(size) { size } else { rich::largest(ruler, &texts, style, &SIZES, room, below(WINDOW), LEADING) };
        return DeckLook { window: true, size };
    }
    DeckLook { window: false, size: rich::largest(ruler, &texts, style, &SIZES, room, below(TITLE), LEADING) }
}

/// The front of a card: the title on a band, a window, then what it says.
fn front<'g>(faces: &Faces<'g>, game: &Game, card: &'g Card, (width, height): (f64, f64), ruler: &Ruler) -> Drawn {
    let color = dark(deck_colour(game, card));
    let look = faces.deck_look(&card.deck, || deck_look(faces, game, &card.deck, (width, height), ruler));
    let panel = Rect { x: 0.0, y: 0.0, width, height }.grown(-BORDER);
    let mut nodes: Vec<Node> = Vec::new();
    if !faces.saves_ink() {
        let mut path = Path::new();
        path.round_rect(panel, 1.6);
        nodes.push(Shape::filled(path, PAPER).into());
        let band = Rect { height: TITLE - panel.y, ..panel };
        let mut path = Path::new();
        path.rect(band.grown(0.2));
        nodes.push(Shape::filled(path, color).into());
    }
    nodes.extend(title(faces, game, card, width, ruler));
    let text_top = if look.window {
        let window = Rect { x: panel.x, y: TITLE, width: panel.width, height: WINDOW - TITLE };
        nodes.extend(picture_window(faces, card, window, color));
        WINDOW
    } else {
        TITLE
    };
    let mut rules = Path::new();
    for y in if look.window { vec![TITLE, WINDOW] } else { vec![TITLE] } {
        rules.line(Point { x: panel.x, y }, Point { x: panel.x + panel.width, y });
    }
    nodes.push(Shape::stroked(rules, Stroke::butt(GOLD, 0.35)).into());
    if let Some(text) = &card.text {
        let mut lines = rich::wrapped(ruler, text, faces_of(faces, text), look.size, width - 2.0 * TEXT);
        lines.truncate(most_lines(look.size, text_top, height));
        let from = Point { x: TEXT, y: text_top + 3.0 + font::CAP_HEIGHT * look.size };
        nodes.extend(rich::draw(&lines, look.size, look.size * LEADING, INK, from, width - 2.0 * TEXT, None));
    }
    nodes.extend(foot(game, card, (width, height)));
    Drawn::plain(color, nodes)
}

/// Where a line of a title begins: at the right end of its room if it is read from right to left.
fn begins(text: &str, room: f64) -> (f64, Anchor) {
    if lent::reads_back(text) { (TEXT + room, Anchor::End) } else { (TEXT, Anchor::Start) }
}

/// The name, what kind of card it is, and how many there are.
fn title(faces: &Faces<'_>, game: &Game, card: &Card, width: f64, ruler: &Ruler) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    // Where ink is saved, there is no band to write on.
    let ink = if faces.saves_ink() { INK } else { Color::WHITE };
    let room = if card.count > 1 { width - 2.0 * TEXT - 8.2 } else { width - 2.0 * TEXT };
    let name = card.called();
    let face = faces.text_face(name).unwrap_or(Face::Bold);
    // A long name is narrowed, then a little smaller.
    let wide = font::width(face, name, 1.0).max(1e-6);
    let size = (room / 0.72 / wide).min(5.3);
    let least = if name.trim().contains(' ') { LEAST_ALONE } else { LEAST_TITLE };
    if size >= least {
        let narrow = (room / (wide * size)).min(1.0);
        let (x, anchor) = begins(name, room);
        let text = Text::new(Point { x: 0.0, y: 0.0 }, anchor, name, face, size, ink);
        let transform = Transform { a: narrow, e: x, f: 10.6, ..Transform::IDENTITY };
        nodes.push(Group { transform, nodes: vec![text.into()], ..Group::default() }.into());
    } else {
        // What would be too small on one line stands on two.
        let (lines, size) = fitted(ruler, face, name, LEAST_TITLE, 1.9, room, 2.5 * LEAST_TITLE);
        let step = size * 1.06;
        let mut y =
            7.4 - step * f64::from(u32::try_from(lines.len()).unwrap_or(1)) / 2.0 - (step - size * font::CAP_HEIGHT) / 2.0;
        for line in lines {
            y += step;
            let (x, anchor) = begins(name, room);
            nodes.push(Text::new(Point { x, y }, anchor, line, face, size, ink).into());
        }
    }
    let below = shortened(Face::Regular, &deck_name(game, &card.deck), 2.65, room);
    let (x, anchor) = begins(&below, room);
    nodes.push(Text::new(Point { x, y: 14.0 }, anchor, below, Face::Regular, 2.65, ink).into());
    if card.count > 1 {
        let at = Point { x: width - 8.6, y: 9.3 };
        let mut disc = Path::new();
        disc.circle(at, 3.5);
        let disc = match faces.saves_ink() {
            true => Shape::stroked(disc, Stroke::butt(INK, 0.25)),
            false => Shape::filled(disc, PAPER),
        };
        nodes.push(disc.into());
        let size = 3.8;
        let at = Point { y: at.y + size * font::CAP_HEIGHT / 2.0, ..at };
        nodes.push(Text::new(at, Anchor::Middle, card.count.to_string(), Face::Bold, size, INK).into());
    }
    nodes
}

/// The picture of a card, cropped to fill its window; else hills in the colour of the deck, and its icon.
fn picture_window<'g>(faces: &Faces<'g>, card: &'g Card, window: Rect, color: Color) -> Vec<Node> {
    let own = faces.window_picture(card).map(|path| faces.picture_as(&path, window, PictureFit::Cover));
    if let Some(own) = own.filter(|nodes| !nodes.is_empty()) {
        return own;
    }
    let Rect { x, y, width, height } = window;
    let mut nodes: Vec<Node> = Vec::new();
    let hills = [(81.0, 0.42, 0.10), (72.0, 0.6, 0.09), (60.0, 0.76, 0.07)];
    // Hills that are pale enough to save ink are not told apart: the nearest is left.
    let left_out = if faces.saves_ink() { hills.len() - 1 } else { 0 };
    if left_out == 0 {
        let mut sky = Path::new();
        sky.rect(window);
        nodes.push(Shape::filled(sky, faces.shade(color, 88.0)).into());
    }
    for (light, base, rise) in hills.into_iter().skip(left_out) {
        let at = |share: f64, level: f64| Point { x: x + width * share, y: y + height * level };
        let mut hill = Path::new();
        hill.move_to(at(0.0, base));
        hill.cubic_to(at(0.18, base - rise), at(0.3, base - rise), at(0.5, base));
        hill.cubic_to(at(0.68, base + rise), at(0.82, base + rise * 0.6), at(1.0, base - rise * 0.5));
        hill.line_to(at(1.0, 1.0)).line_to(at(0.0, 1.0)).close();
        nodes.push(Shape::filled(hill, faces.shade(color, light)).into());
    }
    if let Some(icon) = faces.card_icon(card) {
        let centre = Point { x: x + width / 2.0, y: y + height / 2.0 };
        for (radius, fill) in [(12.2, GOLD), (11.8, color), (11.2, PAPER)] {
            let mut disc = Path::new();
            disc.circle(centre, radius);
            nodes.push(Shape::filled(disc, fill).into());
        }
        let room = Rect { x: centre.x - 7.2, y: centre.y - 7.2, width: 14.4, height: 14.4 };
        nodes.extend(icon.draw(room, color, PAPER));
    }
    nodes
}

/// A text on one line: in smaller letters where it is too long, and cut off only where the smallest are too large.
fn on_a_line(face: Face, text: &str, (wanted, least): (f64, f64), room: f64) -> (String, f64) {
    let size = (room / font::width(face, text, 1.0).max(1e-6)).clamp(least, wanted);
    // A hair more, so that what fits to the last is not cut off.
    (shortened(face, text, size, room + 1e-6), size)
}

/// Whose card it is.
fn foot(game: &Game, card: &Card, (width, height): (f64, f64)) -> Vec<Node> {
    let y = height - FOOT;
    let mut rule = Path::new();
    rule.line(Point { x: TEXT, y }, Point { x: width - TEXT, y });
    let side = card.side.and_then(|side| game.sides.at(side)).map(|side| side.called().to_owned()).unwrap_or_default();
    let base = height - 6.4;
    let words = shortened(Face::Regular, &side, 2.7, width * 0.3);
    let room = width - 2.0 * TEXT - font::width(Face::Regular, &words, 2.7) - 3.0;
    let (left, size) = on_a_line(Face::Bold, short_name(game), (2.7, 1.8), room);
    vec![
        Shape::stroked(rule, Stroke::butt(SOFT, 0.15)).into(),
        Text::new(Point { x: TEXT, y: base }, Anchor::Start, left, Face::Bold, size, INK).into(),
        Text::new(Point { x: width - TEXT, y: base }, Anchor::End, words, Face::Regular, 2.7, SOFT).into(),
    ]
}

/// A colour for the band of a title: dark enough for white letters.
fn dark(color: Color) -> Color {
    let mut color = color;
    for _ in 0..20 {
        if contrast(color, Color::WHITE) >= 7.0 {
            break;
        }
        color = color.mix(Color::BLACK, 20);
    }
    color
}

/// The back of a card: the same for all of its deck, in its colour as it is, which tells decks apart also in grey.
fn back(faces: &Faces<'_>, game: &Game, card: &Card, (width, height): (f64, f64), ruler: &Ruler) -> Drawn {
    let color = deck_colour(game, card);
    let white = !faces.saves_ink() && contrast(color, Color::WHITE) > contrast(color, INK);
    let ink = if white { Color::WHITE } else { INK };
    let mut path = Path::new();
    path.round_rect(Rect { x: 0.0, y: 0.0, width, height }.grown(-FRAME), 2.0);
    path.round_rect(Rect { x: 0.0, y: 0.0, width, height }.grown(-FRAME - 1.4), 1.4);
    let mut nodes: Vec<Node> = vec![Shape::stroked(path, Stroke::butt(ink, 0.4)).into()];
    let room = width - 2.0 * FRAME - 10.0;
    let name = deck_name(game, &card.deck);
    let (lines, size) = fitted(ruler, Face::Bold, &name, 7.5, 2.6, room, 40.0);
    let mut y = height / 2.0 - size * 1.12 * f64::from(u32::try_from(lines.len()).unwrap_or(1)) / 2.0;
    for line in &lines {
        y += size * 1.12;
        let at = Point { x: width / 2.0, y: y - size * (1.12 - font::CAP_HEIGHT) / 2.0 };
        nodes.push(Text::new(at, Anchor::Middle, line.clone(), Face::Bold, size, ink).into());
    }
    let (game_name, size) = on_a_line(Face::Regular, short_name(game), (3.2, 1.8), room);
    let at = Point { x: width / 2.0, y: height - FRAME - 5.5 };
    nodes.push(Text::new(at, Anchor::Middle, game_name, Face::Regular, size, ink).into());
    Drawn::plain(color, nodes)
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

    /// A title that one line would squeeze and make small stands on two, as longer ones do; one word stays whole.
    #[test]
    fn a_title_that_would_be_squeezed_stands_on_two_lines() {
        let card = |name: &str| Card {
            id: "a".to_owned(),
            name: Some(name.to_owned()),
            deck: "events".to_owned(),
            side: None,
            count: 1,
            text: None,
            picture: None,
            back: None,
            effects: Vec::new(),
            phase: Vec::new(),
            when: None,
            present: None,
            refills: false,
            faces: Vec::new(),
        };
        let (game, ruler) = (Game::default(), Ruler::new());
        let faces = Faces::new(&game);
        let is_on_one_line = |name: &str| matches!(title(&faces, &game, &card(name), 63.5, &ruler).first(), Some(Node::Group(_)));
        let wide = |name: &str| font::width(Face::Bold, name, 1.0);
        // In letters of 3.9 mm it would fill the line, narrowed as far as may be.
        let full = (63.5 - 2.0 * TEXT) / 0.72 / 3.9;
        let grown = |word: &str, between: &str| {
            let all = (1..200).map(|n| vec![word; n].join(between));
            all.take_while(|name| wide(name) < full).last().unwrap_or_default()
        };
        assert!(!is_on_one_line(&grown("of", " ")) && is_on_one_line(&grown("of", "")));
        assert!(is_on_one_line("Fog of war"));
    }

    /// A name that is a little too long is a little smaller; only one that could not be read is cut off.
    #[test]
    fn the_name_of_the_game_is_whole_on_its_cards() {
        let name = "Caravan of the Two Scripts";
        let at_full = font::width(Face::Bold, name, 2.7);
        assert_eq!(on_a_line(Face::Bold, name, (2.7, 1.8), at_full), (name.to_owned(), 2.7));
        let (smaller, size) = on_a_line(Face::Bold, name, (2.7, 1.8), at_full * 0.7);
        assert!(smaller == name && (1.8..2.7).contains(&size), "{smaller} {size}");
        let (cut, size) = on_a_line(Face::Bold, name, (2.7, 1.8), at_full * 0.3);
        assert!(cut.ends_with('…') && (size - 1.8).abs() < 1e-9, "{cut} {size}");
        assert_eq!(on_a_line(Face::Bold, "", (2.7, 1.8), 40.0).0, "");
    }

    /// What is read from right to left begins at the right end of its room.
    #[test]
    fn a_title_begins_where_it_is_read_from() {
        assert_eq!(begins("שלום 12", 40.0), (TEXT + 40.0, Anchor::End));
        assert_eq!(begins("Road שלום", 40.0), (TEXT, Anchor::Start));
    }

    #[test]
    fn long_words_on_a_card_shrink_and_never_leave_it() {
        let ruler = Ruler::new();
        for words in [3usize, 40, 400, 4000] {
            let text = vec!["reinforcements"; words].join(" ");
            let (lines, size) = fitted(&ruler, Face::Regular, &text, 4.0, 1.9, 50.0, 55.0);
            assert!(lines.len() as f64 * size * 1.25 <= 55.0 + 1e-6, "{words}");
            assert!(lines.iter().all(|line| font::width(Face::Regular, line, size) <= 50.0 + 1e-6), "{words}");
        }
        assert_eq!(deck_name(&Game::default(), "random-events"), "Random events");
        // A long title goes on on a second line, in letters that are read with ease.
        let name = "12th Volksgrenadier Division and 3rd Parachute Division";
        let (lines, size) = fitted(&ruler, Face::Bold, name, LEAST_TITLE, 1.9, 51.1, 2.5 * LEAST_TITLE);
        assert!(lines.len() == 2 && size > 3.0, "{lines:?} {size}");
    }
}
