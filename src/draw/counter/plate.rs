//! Markers and chits: an icon that says what it means, and its name on a plate; or as a layout of the author's says.

use super::super::card::{DeckLook, deck_name};
use super::colour::Colours;
use super::palette::at_lightness;
use super::pen::{Block, Pen};
use super::plan::arranged;
use super::slots::{self, Slots};
use super::subject::Subject;
use super::{Aid, Drawn, Faces, colour};
use crate::draw::scene::{Color, Face, Rect};
use crate::draw::symbol::Icon;
use crate::model::{Align, Called, Card, MarkerId, Outline, PlateLayout, SlotPlace, filled_with};

/// What names stand on.
const PLATE: Color = Color::hex(0xf5_f0e2);
const INK: Color = Color::hex(0x10_1010);

/// The layout for one of those names.
fn layout_for<'l>(layouts: &'l [PlateLayout], names: &[&str]) -> Option<&'l PlateLayout> {
    layouts.iter().find(|layout| layout.who.is_empty() || layout.who.iter().any(|who| names.contains(&who.as_str())))
}

impl<'g> Faces<'g> {
    #[must_use]
    pub fn marker(&self, id: MarkerId) -> Drawn {
        let (game, _fonts) = (self.game, self.lend());
        let Some(marker) = game.markers.at(id) else { return self.blank(Color::WHITE, game.art.shape) };
        let layout = layout_for(&game.art.marker_layouts, &[&marker.id]);
        let outline = layout.and_then(|layout| layout.shape).unwrap_or(game.art.shape);
        let own = self.own(marker.picture.as_deref(), outline);
        if let Some(drawn) = own.or_else(|| self.ready_made(&marker.id, 0, outline)) {
            return drawn;
        }
        let subject = Subject::Marker(marker);
        let side = marker.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str());
        let mut colours = Colours::of_plate(game, &marker.id, side);
        // Its own colour counts; that of a side tints the plate, so that the icon stays what it is.
        let told = game.art.colours.get(&marker.id).is_some_and(|told| told.ground.is_some());
        let icon = subject.icon(game);
        // A layout that says nothing but the outline leaves the rest as it is.
        if let Some(layout) = layout.filter(|layout| !layout.slots.is_empty()) {
            let shows_icon = layout.slots.iter().any(|(_, slot)| slot.show.trim() == "icon");
            let ground = icon.filter(|_| shows_icon && !told && side.is_none()).map(Icon::ground);
            return self.laid_out(layout, subject, ground.map_or(colours, Colours::plain), self.area, outline);
        }
        let Some(icon) = icon else {
            return self.plate(subject, colours, outline, marker.called(), "");
        };
        let mut plate = if side.is_some() && !told { colours.ground } else { PLATE };
        if !told {
            colours = Colours::plain(icon.ground());
        }
        let mut ink = colour::readable(colours.ground, Color::WHITE);
        // A back with the icon of its front is told by the other way round.
        if self.is_back_of_same(id, icon) {
            (ink, plate) = (colours.ground, colours.ground);
            colours = Colours::plain(PLATE);
        }
        self.pictured(subject, icon, (colours, ink, plate), outline, marker.called())
    }

    /// What the kit adds looks like a marker of nobody's.
    #[must_use]
    pub fn aid(&self, aid: Aid) -> Drawn {
        let (game, _fonts) = (self.game, self.lend());
        let (layout, outline) = self.aid_layout();
        let subject = Subject::Aid(aid);
        let icon = subject.icon(game);
        let plain = Colours::of_plate(game, "", None);
        if let Some(layout) = layout.filter(|layout| !layout.slots.is_empty()) {
            let shows_icon = layout.slots.iter().any(|(_, slot)| slot.show.trim() == "icon");
            let ground = icon.filter(|_| shows_icon).map(Icon::ground);
            return self.laid_out(layout, subject, ground.map_or(plain, Colours::plain), self.area, outline);
        }
        let name = aid.name(game);
        let Some(icon) = icon else { return self.plate(subject, plain, outline, &name, "") };
        let colours = Colours::plain(icon.ground());
        self.pictured(subject, icon, (colours, colour::readable(colours.ground, Color::WHITE), PLATE), outline, &name)
    }

    /// The blank back of what the kit adds.
    #[must_use]
    pub fn blank_aid(&self, aid: Aid) -> Drawn {
        let (layout, outline) = self.aid_layout();
        let shows_icon =
            |layout: &PlateLayout| layout.slots.is_empty() || layout.slots.iter().any(|(_, slot)| slot.show.trim() == "icon");
        let icon = Subject::Aid(aid).icon(self.game).filter(|_| layout.is_none_or(shows_icon));
        self.blank(icon.map_or_else(|| Colours::of_plate(self.game, "", None).ground, Icon::ground), outline)
    }

    /// The layout of all markers, if it tells which one each is: what the kit adds has it too. And the outline.
    fn aid_layout(&self) -> (Option<&PlateLayout>, Outline) {
        let named =
            |layout: &&PlateLayout| layout.slots.is_empty() || layout.slots.iter().any(|(_, slot)| slot.show.contains("{name"));
        let layout = layout_for(&self.game.art.marker_layouts, &[]).filter(named);
        (layout, layout.and_then(|layout| layout.shape).unwrap_or(self.game.art.shape))
    }

    /// An icon, and a name on a plate below it. The colours are those of the ground, the icon and the plate.
    fn pictured(
        &self,
        subject: Subject<'g>,
        icon: &Icon,
        (mut colours, mut ink, mut plate): (Colours, Color, Color),
        outline: Outline,
        name: &str,
    ) -> Drawn {
        if self.low_ink {
            (ink, plate) = (colour::readable(Color::WHITE, colours.ground), Color::WHITE);
            colours = colours.on_white();
        }
        let mut pen = Pen::new(self, colours, self.area, outline).of(subject);
        let (width, height) = self.area;
        let unit = width.min(height);
        // What is round has less room in its corners.
        let inset = unit * if outline == Outline::Square { 0.05 } else { 0.17 };
        let foot = unit * if outline == Outline::Square { 0.05 } else { 0.14 };
        let high = unit * 0.27;
        let room = Rect { x: inset, y: unit * 0.06, width: width - 2.0 * inset, height: height - high - foot - unit * 0.09 };
        pen.marker_icon(icon, room, ink);
        let area = Rect { x: inset, y: height - high - foot, width: width - 2.0 * inset, height: high };
        // White on white shows nothing, and would cut pieces out of the frame.
        if !self.low_ink {
            pen.plate(area, plate);
        }
        let block = Block {
            text: name,
            least: None,
            face: self.able(self.face(None), name),
            wanted: unit * 0.148,
            ink: colour::readable(plate, INK),
            behind: plate,
            align: Align::Middle,
        };
        // The lowest line of several has the least room.
        let words = if outline == Outline::Square { area } else { Rect { x: area.x * 1.3, width: width - 2.6 * area.x, ..area } };
        pen.lines(SlotPlace::Centre, words.grown(-unit * 0.02), &block, true);
        pen.finish()
    }

    /// Whether a marker is the back of one with the same icon.
    fn is_back_of_same(&self, id: MarkerId, icon: &Icon) -> bool {
        let game = self.game;
        let fronts = game.markers.values().filter(|front| front.back == Some(id));
        fronts.filter_map(|front| Subject::Marker(front).icon(game)).any(|other| other.name() == icon.name())
    }

    /// A chit that is drawn from a cup: its front, or the back that all of a cup share.
    #[must_use]
    pub fn chit(&self, card: &'g Card, front: bool) -> Drawn {
        let (game, _fonts) = (self.game, self.lend());
        let layout = layout_for(&game.art.card_layouts, &[&card.id, &card.deck]);
        let outline = layout.and_then(|layout| layout.shape).unwrap_or(game.art.shape);
        if let Some(drawn) = self.own(card.side_picture(front), outline) {
            return drawn;
        }
        let side = card.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str());
        let colours = Colours::of_plate(game, &card.deck, side);
        let subject = Subject::Card(card);
        match (front, layout) {
            (true, Some(layout)) if !layout.slots.is_empty() => self.laid_out(layout, subject, colours, self.area, outline),
            (true, _) => self.plate(subject, colours, outline, card.called(), &deck_name(game, &card.deck)),
            // Dark, so that a chit that lies face down is told from one that lies open.
            (false, _) => {
                let dark = Colours::plain(at_lightness(colours.ground, 30.0, 1.0));
                self.plate(subject, dark, outline, &deck_name(game, &card.deck), "")
            }
        }
    }

    /// The front of a card as a layout of the author's says; nothing if there is none for it.
    #[must_use]
    pub fn card_layout(&self, card: &'g Card, ground: Color, area: (f64, f64)) -> Option<Drawn> {
        let layouts = &self.game.art.card_layouts;
        let layout = layout_for(layouts, &[&card.id, &card.deck]).filter(|layout| !layout.slots.is_empty())?;
        Some(self.laid_out(layout, Subject::Card(card), Colours::plain(ground), area, Outline::Square))
    }

    /// How the cards of a deck look: found once.
    pub(in crate::draw) fn deck_look(&self, deck: &str, find: impl FnOnce() -> DeckLook) -> DeckLook {
        if let Some(known) = self.decks.borrow().get(deck) {
            return *known;
        }
        let found = find();
        self.decks.borrow_mut().insert(deck.to_owned(), found);
        found
    }

    /// The font of the game for a text on a card, if it has one that can write it; else the usual ones serve, and the
    /// others lend them letters.
    pub(in crate::draw) fn text_face(&self, text: &str) -> Option<Face> {
        let wanted = self.face(Some(self.game.art.font.as_deref()?));
        (wanted != slots::USUAL_FACE && wanted.can_write(text)).then_some(wanted)
    }

    /// The picture in the window of a card, if it is there.
    pub(in crate::draw) fn window_picture(&self, card: &Card) -> Option<String> {
        let path = filled_with(self.game.art.card_window.as_deref()?, &|word| self.game.card_word(card, word));
        self.assets.get(&path).is_some().then_some(path)
    }

    /// The icon of a card, if somebody gave it one.
    pub(in crate::draw) fn card_icon(&self, card: &'g Card) -> Option<&'static Icon> {
        Subject::Card(card).icon(self.game)
    }

    /// The hue of a colour, so light; lighter still where ink is saved.
    pub(in crate::draw) fn shade(&self, color: Color, light: f64) -> Color {
        let shade = at_lightness(color, light, 0.8);
        if self.low_ink { colour::pale(shade) } else { shade }
    }

    /// Whether all is drawn on white, to save ink.
    pub(in crate::draw) fn saves_ink(&self) -> bool {
        self.low_ink
    }

    fn laid_out(
        &self,
        layout: &PlateLayout,
        subject: Subject<'g>,
        colours: Colours,
        area: (f64, f64),
        outline: Outline,
    ) -> Drawn {
        let mut all = layout.slots.clone();
        arranged(&mut all);
        let rects = Slots::new(area, outline, &all);
        let colours = if self.low_ink { colours.on_white() } else { colours };
        let mut pen = Pen::new(self, colours, area, outline).of(subject);
        for (at, slot) in &all {
            pen.slot(&rects, *at, slot, &[], false);
        }
        pen.finish()
    }

    /// The blank back of a marker.
    #[must_use]
    pub fn blank_marker(&self, id: MarkerId) -> Drawn {
        let game = self.game;
        let Some(marker) = game.markers.at(id) else { return self.blank(Color::WHITE, game.art.shape) };
        let side = marker.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str());
        let layout = layout_for(&game.art.marker_layouts, &[&marker.id]);
        let outline = layout.and_then(|layout| layout.shape).unwrap_or(game.art.shape);
        let told = game.art.colours.get(&marker.id).is_some_and(|told| told.ground.is_some());
        let shows_icon = |layout: &PlateLayout| {
            layout.slots.is_empty() || side.is_none() && layout.slots.iter().any(|(_, slot)| slot.show.trim() == "icon")
        };
        let icon = Subject::Marker(marker).icon(game).filter(|_| layout.is_none_or(shows_icon) && !told);
        let ground = icon.map_or_else(|| Colours::of_plate(game, &marker.id, side).ground, Icon::ground);
        self.blank(ground, outline)
    }

    /// Words in the middle, and perhaps a few below.
    fn plate(&self, subject: Subject<'g>, colours: Colours, outline: Outline, name: &str, small: &str) -> Drawn {
        let colours = if self.low_ink { colours.on_white() } else { colours };
        let mut pen = Pen::new(self, colours, self.area, outline).of(subject);
        let (width, height) = self.area;
        let s = width.min(height);
        let edge = s * if outline == Outline::Square { slots::INSET } else { 0.15 };
        let below = if small.is_empty() { 0.0 } else { s * 0.2 };
        let (ink, behind) = (pen.colours.ink, pen.colours.ground);
        let block = |text, wanted| Block {
            text,
            least: None,
            face: self.able(self.face(None), text),
            wanted,
            ink,
            behind,
            align: Align::Middle,
        };
        let room = Rect { x: edge, y: edge, width: width - 2.0 * edge, height: height - 2.0 * edge - below };
        pen.lines(SlotPlace::Centre, room.grown(-s * 0.02), &block(name, s * 0.22), true);
        if below > 0.0 {
            let room = Rect { x: edge, y: height - edge - below, width: width - 2.0 * edge, height: below };
            pen.lines(SlotPlace::Bottom, room, &block(small, s * 0.13), true);
        }
        pen.finish()
    }
}
