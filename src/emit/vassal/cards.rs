//! Decks, cups, piles of what was played, and hands that only their side sees.

use super::board::{BOARD, Kind, PICKER, ZONES, tools, window, zone};
use super::encode::{Deck, Lies, Trait};
use super::pieces::card_moved;
use super::traits::{command, ctrl, send};
use super::windows::SOLITAIRE;
use super::xml::{Component, part};
use super::{Build, CARDS, Failed};
use crate::draw::font;
use crate::draw::page::shortened;
use crate::draw::scene::{Anchor, Color, Face, Page, Path, Point, Rect, Scene, Shape, Stroke, Text};
use crate::model::{Called, Card, SideId, SideWord};

/// Pixels in a millimetre of a card.
const CARD: f64 = 4.0;
/// Room between the piles, in pixels.
const GAP: i64 = 60;
/// Room above a pile, for its name.
const ABOVE: i64 = 70;
/// The window of a hand, in pixels.
const HAND_WIDTH: i64 = 1400;
const HAND_HEIGHT: i64 = 420;
/// So far lies a pile of the module beside its deck in the setups, in pixels. VASSAL calls a place by the name of a pile
/// that is exactly there, and piles are named by ids, which saves know; beside it a place is called as its zone is.
const BESIDE: i64 = 1;
/// So far above its pile stands a name, in millimetres: a pile of many cards rises above its frame.
const LABEL: f64 = 8.0;
/// What lies beside all piles, lies here.
const BETWEEN: &str = "Beside the piles";
/// Keys that take a card into a hand, by the place of the hand in the deck's list; further hands have commands.
const INTO_HAND: [char; 2] = ['K', 'J'];

/// The key that takes a card into the so-manieth hand.
pub(super) fn into_hand(n: usize) -> String {
    INTO_HAND.get(n).map_or_else(|| command(&format!("into-hand-{}", n + 1)), |key| ctrl(*key))
}

/// A deck as the module has it.
fn pile(deck: &Deck) -> Component {
    let (empty, send) = deck.commands();
    let mut pile = part("VASSAL.build.module.map.DrawPile")
        .with("name", &deck.name)
        .with("owningBoard", CARDS)
        .with("x", deck.at.x + BESIDE)
        .with("y", deck.at.y)
        .with("width", deck.size.0)
        .with("height", deck.size.1)
        .with("allowMultiple", deck.several)
        .with("allowSelect", true)
        .with("drawSpecificMessage", Deck::CHOOSE)
        .with("drawMultipleMessage", Deck::SEVERAL)
        .with("faceDown", deck.hidden())
        .with("drawFaceUp", !deck.secret)
        .with("shuffle", deck.hidden())
        .with("shuffleCommand", "Shuffle")
        .with("reversible", false)
        .with("draw", true)
        .with("color", Deck::COLOUR)
        .with("hotkeyOnEmpty", !empty.is_empty())
        .with("emptyHotkey", empty)
        .with("reshufflable", deck.back_into.is_some())
        .with("canSave", false)
        .with("maxStack", Deck::MOST_SHOWN);
    if let Some(into) = &deck.back_into {
        pile = pile.with("reshuffleCommand", Deck::BACK).with("reshuffleTarget", into);
        pile = pile.with("reshuffleMessage", deck.says()).with("reshuffleHotkey", send);
    }
    pile
}

/// With what the name of a hand's window begins.
pub(super) const HAND: &str = "Hand: ";

/// The window of a side's hand.
fn hand_name(side: &str) -> String {
    format!("{HAND}{side}")
}

impl Build<'_> {
    pub(super) fn deck_rule(&self, deck: &str) -> Option<&crate::model::Deck> {
        self.game.rules.decks.list.iter().find(|it| it.id.0 == deck)
    }

    /// What people call a deck; of decks that are called alike, each has its id behind it.
    pub(super) fn deck_name(&self, deck: &str) -> String {
        let Some(name) = self.deck_rule(deck).and_then(|it| it.name.clone()) else { return deck.to_owned() };
        let alike = self.game.rules.decks.list.iter().filter(|it| it.name.as_ref() == Some(&name)).count();
        if alike > 1 { format!("{name} ({deck})") } else { name }
    }

    /// The sides that hold cards of a deck in their hands.
    fn holders(&self, deck: &str) -> Vec<SideId> {
        let Some(rule) = self.deck_rule(deck).filter(|rule| rule.hand.is_some()) else { return Vec::new() };
        match &rule.side {
            Some(SideWord::Is(side)) => vec![*side],
            _ => self.game.sides.ids().collect(),
        }
    }

    /// Commands that take a card into a hand.
    pub(super) fn to_hand(&self, card: &Card) -> Vec<Trait> {
        let sides = self.holders(&card.deck).into_iter().filter_map(|id| self.game.sides.at(id));
        let one = |(n, side): (usize, &crate::model::Side)| {
            let hand = hand_name(side.called());
            send(&format!("Into the hand of {}", side.called()), &into_hand(n), (&hand, &hand), (150, 200))
        };
        sides.enumerate().map(one).collect()
    }

    /// A window for each side that has a hand: nobody else sees what is in it.
    pub(super) fn hands(&self) -> Vec<Component> {
        let mut decks: Vec<&str> = self.game.cards.values().map(|card| card.deck.as_str()).collect();
        decks.sort_unstable();
        decks.dedup();
        let mut sides: Vec<SideId> = decks.iter().flat_map(|deck| self.holders(deck)).collect();
        sides.sort_unstable();
        sides.dedup();
        let hand = |id: &SideId| {
            let side = self.game.sides.at(*id)?.called();
            let name = hand_name(side);
            // What lies in it lies in a place of that name: else the chat says "offboard".
            let whole = zone(&name, format!("0,0;{HAND_WIDTH},0;{HAND_WIDTH},{HAND_HEIGHT};0,{HAND_HEIGHT}"), None);
            let board = part(BOARD).with("name", &name).with("width", HAND_WIDTH).with("height", HAND_HEIGHT);
            let board = board.with("color", "203,214,196").has(part(ZONES).has(whole));
            let window = window("VASSAL.build.module.PlayerHand", &name, true, "Cards that only this side sees");
            let window = window.with("side", super::encode::list([side, SOLITAIRE])).with("visible", false);
            Some(tools(window.has(part(PICKER).has(board)), Kind::Hand))
        };
        sides.iter().filter_map(hand).collect()
    }

    /// The window with decks and cups.
    pub(super) fn cards_map(&mut self) -> Result<Option<Component>, Failed> {
        let game = self.game;
        if game.cards.is_empty() {
            return Ok(None);
        }
        let mut decks: Vec<String> = Vec::new();
        for card in game.cards.values() {
            if !decks.contains(&card.deck) {
                decks.push(card.deck.clone());
            }
        }
        let (wide, high) = crate::draw::card::size(game.art.print.bridge_cards);
        let (width, height) = (super::whole(wide * CARD), super::whole(high * CARD));
        let step = width + GAP;
        // A few decks lie in one row, many in several. Cards that come later lie in a third pile.
        let later = game.cards.values().any(|card| card.present.is_some());
        let across = if later { 3 } else { 2 };
        let count = i64::try_from(decks.len()).unwrap_or(1);
        let in_row = (1..=count).find(|n| *n >= 6 && n * n >= count).unwrap_or(count);
        let rows = (count + in_row - 1) / in_row.max(1);
        let size = (step * in_row * across + GAP, (height + 120) * rows);
        let mut picker = part(PICKER);
        let mut zones = Vec::new();
        let mut piles = Vec::new();
        let mut labels = Vec::new();
        for (n, id) in decks.iter().enumerate() {
            let n = i64::try_from(n).unwrap_or(0);
            let (left, above) = (GAP + n % in_row * step * across, n / in_row * (height + 120));
            let cards: Vec<_> =
                game.cards.iter().filter(|(_, card)| card.deck == *id).map(|(id, card)| (id, card.count)).collect();
            let chits = cards.iter().any(|(id, _)| game.cards.at(*id).is_some_and(|card| !card.faces.is_empty()));
            let rule = self.deck_rule(id);
            let secret = rule.is_some_and(|rule| rule.hand.is_some());
            let again = rule.is_some_and(|rule| rule.reshuffles == Some(true)).then(|| command(&format!("reshuffle-{id}")));
            let called = self.deck_name(id);
            let lies = |place: i64| Lies { map: CARDS, x: left + width / 2 + place * step, y: above + height / 2 + ABOVE };
            let new = |name: String, title: String, place: i64| Deck {
                name,
                title,
                at: lies(place),
                size: (width, height),
                several: true,
                secret: false,
                back_into: None,
                empty: again.clone(),
                pieces: Vec::new(),
            };
            let mut deck = Deck { several: !chits, secret, ..new(id.clone(), called.clone(), 0) };
            let mut pile = pile(&deck);
            for (id, count) in cards {
                for copy in 1..=count {
                    let piece = self.card(id, copy);
                    pile = pile.has(
                        part("VASSAL.build.widget.CardSlot")
                            .with("entryName", &piece.name)
                            .with("gpid", piece.gpid)
                            .with("width", width)
                            .with("height", height)
                            .says(piece.slot()),
                    );
                    deck.pieces.push(piece);
                }
            }
            // What is played lies open beside it, and can be shuffled back.
            let played = new(format!("{id}: played"), format!("{called}: played"), 1);
            let played = Deck { back_into: Some(id.clone()), ..played };
            let waits = later.then(|| {
                let waits = new(format!("{id}: later"), format!("{called}: not in play"), 2);
                Deck { back_into: Some(id.clone()), empty: None, ..waits }
            });
            let path = |x: i64| {
                let (right, upper, lower) = (x + width + 20, above + 20, above + height + 100);
                format!("{x},{upper};{right},{upper};{right},{lower};{x},{lower}")
            };
            zones.push(zone(&deck.title, path(left - 10), None));
            zones.push(zone(&played.title, path(left - 10 + step), None));
            piles.extend([pile, self::pile(&played)]);
            labels.extend([(deck.at.clone(), deck.title.clone()), (played.at.clone(), played.title.clone())]);
            self.decks.extend([deck, played]);
            if let Some(waits) = waits {
                zones.push(zone(&waits.title, path(left - 10 + 2 * step), None));
                piles.push(self::pile(&waits));
                labels.push((waits.at.clone(), waits.title.clone()));
                self.decks.push(waits);
            }
        }
        zones.push(zone(BETWEEN, format!("0,0;{0},0;{0},{1};0,{1}", size.0, size.1), None));
        let scene = labelled(size, (width, height), &labels);
        let (image, _) = self.large_picture("cards", &scene, CARD)?;
        let board = part(BOARD).with("name", CARDS).with("image", image).with("reversible", false).has(part(ZONES).all(zones));
        picker = picker.has(board);
        let window = window("VASSAL.build.module.Map", CARDS, true, "Decks and cups").with("moveKey", card_moved());
        Ok(Some(tools(window.has(picker).all(piles), Kind::Cards)))
    }
}

/// The board of all piles, each with its frame and name.
fn labelled(size: (i64, i64), card: (i64, i64), labels: &[(Lies, String)]) -> Scene {
    let mm = |pixels: i64| pixels as f64 / CARD;
    let mut nodes = Vec::new();
    for (at, title) in labels {
        let (width, height) = (mm(card.0), mm(card.1));
        let rect = Rect { x: mm(at.x) - width / 2.0, y: mm(at.y) - height / 2.0, width, height };
        let mut path = Path::new();
        path.rect(rect);
        nodes.push(Shape::filled(path, Color::hex(0xc9_bfa8)).with_stroke(Stroke::butt(Color::hex(0x7a_6f5a), 0.4)).into());
        let text = shortened(Face::Bold, title, 4.2, width + mm(GAP) * 0.8);
        let at = Point { x: mm(at.x), y: rect.y - LABEL - 4.2 * (1.0 - font::CAP_HEIGHT) / 2.0 };
        nodes.push(Text::new(at, Anchor::Middle, text, Face::Bold, 4.2, Color::hex(0x2b_2620)).into());
    }
    // A hair less than whole pixels: reckoning must not add a row.
    let side = |pixels: i64| (pixels as f64 - 0.001) / CARD;
    let page =
        Page { title: String::new(), width: side(size.0), height: side(size.1), ground: Some(Color::hex(0xd6_cdba)), nodes };
    Scene { title: String::new(), pages: vec![page], pictures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::scene::Node;

    /// VASSAL draws each card of a pile two pixels higher than the one below it.
    #[test]
    fn a_name_stands_above_the_highest_pile() {
        let card = (252, 352);
        let at = Lies { map: CARDS, x: 400, y: card.1 / 2 + ABOVE };
        let scene = labelled((900, 500), card, &[(at.clone(), "A long name of a deck".to_owned())]);
        let nodes = scene.pages.first().map(|page| page.nodes.as_slice()).unwrap_or_default();
        let text = nodes.iter().find_map(|node| if let Node::Text(text) = node { Some(text) } else { None });
        let text = text.expect("a name");
        let rises = 2 * (Deck::MOST_SHOWN - 1);
        let top = (at.y - card.1 / 2 - rises) as f64 / CARD;
        let size = text.runs.iter().map(|run| run.size).fold(0.0, f64::max);
        // What hangs below the line is less than a third of the letters' height.
        assert!(size > 2.0 && text.at.y + size * 0.3 < top, "{} above {top}", text.at.y);
        assert!(text.at.y - size > 0.0, "it is on the board");
    }
}
