//! Draws on one face: what goes into each slot, and what the author should know of it.

use std::sync::Arc;

use super::assets::Asset;
use super::colour::{self, Colours};
use super::outline::FRAME;
use super::palette;
use super::plan::Mark;
use super::sizes::On;
use super::slots::{self, Slots};
use super::subject::Subject;
use super::words::{self, Measured, Word};
use super::{BLEED, Drawn, Faces, Issue, LEAST_CONTRAST, outline_path};
use crate::draw::scene::{Color, Face, Fill, Group, Image, Join, Node, Path, Point, Rect, Shape, Stroke, Transform};
use crate::draw::symbol::{Icon, Paint};
use crate::draw::words::Ruler;
use crate::draw::{lent, rich};
use crate::model::{Align, Outline, PictureFit, Slot, SlotColour, SlotPlace, is_picture};

/// Colours that differ by less are not told apart where they lie side by side.
const TOLD_APART: f64 = 1.6;
/// How wide the line round a fill is that saves ink, as a share of a counter's shorter side.
const FILL_LINE: f64 = 0.012;

/// How worn a face is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worn {
    /// The front, or a face that the author tells apart.
    No,
    /// A step is lost.
    Reduced,
    /// More than one is.
    Weak,
    /// No step is lost, but something is different: the unit has fired, or is on the march.
    Mode,
}

/// Draws on one face.
pub(super) struct Pen<'f, 'g> {
    faces: &'f Faces<'g>,
    pub(super) colours: Colours,
    area: (f64, f64),
    /// The shorter side.
    unit: f64,
    subject: Option<Subject<'g>>,
    /// What part of the face has another ground, and which.
    plate: Option<(Rect, Color)>,
    /// What slots of the author's have filled so far, and with what.
    fills: Vec<(Rect, Color)>,
    drawn: Drawn,
}

impl<'f, 'g> Pen<'f, 'g> {
    pub(super) fn new(faces: &'f Faces<'g>, colours: Colours, area: (f64, f64), outline: Outline) -> Pen<'f, 'g> {
        let unit = area.0.min(area.1);
        let edge = Some(colours.rim.unwrap_or(colours.ground));
        let mut drawn = Drawn {
            ground: edge,
            nodes: Vec::new(),
            around: Vec::new(),
            edge: edge.filter(|_| outline == Outline::Square),
            outline,
            slots: Vec::new(),
            issues: Vec::new(),
        };
        // The rim is what the white leaves: it reaches into the bleed, and no line shows where the cut is.
        if colours.rim.is_some() && faces.draws {
            let inner = Rect { x: 0.0, y: 0.0, width: area.0, height: area.1 }.grown(-unit * 0.07);
            drawn.nodes.push(Shape::filled(outline_path(outline, inner), colours.ground).into());
        }
        Pen { faces, colours, area, unit, subject: None, plate: None, fills: Vec::new(), drawn }
    }

    /// The same for what the face tells of.
    pub(super) fn of(mut self, subject: Subject<'g>) -> Pen<'f, 'g> {
        self.subject = Some(subject);
        self
    }

    pub(super) fn finish(self) -> Drawn {
        self.drawn
    }

    /// Tells how worn the face is, at a glance and whichever way a knife slips: a pale plate behind the middle, or down to
    /// the foot; a dark one below the middle for another mode.
    pub(super) fn worn(&mut self, worn: Worn, rects: &Slots) {
        let ground = self.colours.rim.unwrap_or(self.colours.ground);
        let light = palette::lightness(ground);
        let dark_side = light < 50.0;
        let (rect, fill) = match worn {
            Worn::No => return,
            Worn::Reduced => (rects.worn(false), ground.mix(Color::WHITE, if dark_side { 230 } else { 215 })),
            Worn::Weak => (rects.worn(true), ground.mix(Color::WHITE, if dark_side { 230 } else { 215 })),
            Worn::Mode => (rects.foot(), palette::at_lightness(ground, if dark_side { 90.0 } else { 26.0 }, 1.0)),
        };
        // On white the line alone tells it: a plate would cost the ink that is to be saved.
        let fill = if self.colours.rim.is_some() { self.colours.ground } else { fill };
        let rule = match light {
            light if light < 50.0 => palette::at_lightness(ground, 10.0, 0.6),
            light if light < 75.0 => palette::at_lightness(ground, 30.0, 1.5),
            _ => palette::at_lightness(ground, 40.0, 1.5),
        };
        self.plate = Some((rect, fill));
        if self.faces.draws {
            let width = self.unit * 0.02;
            let mut path = Path::new();
            path.round_rect(rect.grown(-width / 2.0), self.unit * 0.02);
            let plate = Shape::filled(path, fill).with_stroke(Stroke::butt(rule, width)).into();
            let plate = self.inside(plate);
            self.drawn.nodes.push(plate);
        }
    }

    /// A plate whose corners follow an edge that is not straight.
    fn inside(&self, plate: Node) -> Node {
        if self.drawn.outline == Outline::Square {
            return plate;
        }
        let whole = Rect { x: 0.0, y: 0.0, width: self.area.0, height: self.area.1 };
        let clip = outline_path(self.drawn.outline, whole.grown(-self.unit * slots::INSET));
        Group { clip: Some(Arc::new(clip)), nodes: vec![plate], ..Group::default() }.into()
    }

    fn colour(&self, colour: SlotColour) -> Option<Color> {
        match colour {
            SlotColour::Stripe => self.colours.stripe,
            SlotColour::Rgb((r, g, b)) => Some(Color::rgb(r, g, b)),
        }
    }

    /// What is behind a room: what a slot below has filled, else the plate, else the ground.
    fn behind(&self, rect: Rect) -> Color {
        let plate = self.plate.filter(|(plate, _)| has_middle(*plate, rect)).map(|(_, fill)| fill);
        self.filled_behind(rect).or(plate).unwrap_or(self.colours.ground)
    }

    /// What a slot below has filled behind a room.
    fn filled_behind(&self, rect: Rect) -> Option<Color> {
        self.fills.iter().rev().find(|(filled, _)| has_middle(*filled, rect)).map(|(_, fill)| *fill)
    }

    pub(super) fn slot(&mut self, rects: &Slots, at: SlotPlace, slot: &Slot, marks: &[Mark], striped: bool) {
        let Some(subject) = self.subject else { return };
        let game = self.faces.game;
        if slot.needs.as_deref().is_some_and(|word| subject.word(game, word).is_none()) {
            return;
        }
        let show = slot.show.trim();
        self.unit = rects.unit();
        let rect = rects.rect(at);
        let mut behind = self.behind(rect);
        let on_fill = self.filled_behind(rect).is_some();
        let mut fill = slot.fill.and_then(|fill| self.colour(fill));
        if show == "stripe" {
            fill = self.colours.stripe;
        }
        if let Some(fill) = fill {
            behind = self.filled(rects, at, show == "stripe", fill);
        }
        let saves_ink = self.colours.rim.is_some();
        self.drawn.slots.push((at, rect));
        if let Some(frame) = slot.frame.and_then(|frame| self.colour(frame)).filter(|_| self.faces.draws) {
            // A pale line is lost on white.
            let is_lost = saves_ink && self.faces.contrast(frame, behind) < TOLD_APART;
            let frame = if is_lost { self.colours.ink } else { frame };
            let width = self.unit * 0.025;
            let mut path = Path::new();
            path.rect(rect.grown(-width / 2.0));
            let stroke = Stroke { join: Join::Miter, ..Stroke::butt(frame, width) };
            self.drawn.nodes.push(Shape::stroked(path, stroke).into());
        }
        let own = slot.ink.and_then(|ink| self.colour(ink));
        // Whoever chose an ink did not know of the plate that tells a worn face, nor of the white that saves ink.
        let on_other = saves_ink || fill.is_none() && !on_fill && behind != self.colours.ground;
        let own = own.map(|own| if on_other { colour::readable(behind, own) } else { own });
        let ink = own.unwrap_or_else(|| match behind == self.colours.ground {
            true => self.colours.ink,
            false => colour::readable(behind, self.colours.ink),
        });
        match show {
            "" | "stripe" => {}
            "symbol" => self.symbol(at, rect, subject.symbol(game), own, behind, striped),
            "size" | "{size}" => {
                let size = subject.size();
                match self.faces.size_mark(size) {
                    Some(size) if self.faces.draws => {
                        let room = rects.mark(at);
                        self.drawn.nodes.extend(size.draw(room, ink));
                    }
                    Some(_) => {}
                    None => self.write(at, rect, slot, &[Word::plain(size.to_owned())], ink, behind),
                }
            }
            "steps" => self.steps(rect, subject.steps(game), at, slot, ink, behind),
            "icon" => self.icon(rect, subject.icon(game), ink, behind),
            icon if icon.starts_with("icon:") => {
                let name = icon.get(5..).unwrap_or_default().trim();
                self.icon(rect, Icon::named(name), ink, behind);
            }
            path if is_picture(path) => {
                let path = subject.filled(game, &slot.show);
                self.picture(at, rect, &path, ink, slot.fit.unwrap_or_default());
            }
            _ => {
                let mut words = words::words(game, subject, &slot.show, marks);
                let bare = words.iter_mut().filter(|word| on_other && word.frame.is_none());
                for ink in bare.filter_map(|word| word.ink.as_mut()) {
                    *ink = colour::readable(behind, *ink);
                }
                self.write(at, rect, slot, &words, ink, behind);
            }
        }
    }

    fn icon(&mut self, rect: Rect, icon: Option<&Icon>, ink: Color, behind: Color) {
        if let Some(icon) = icon.filter(|_| self.faces.draws) {
            self.drawn.nodes.extend(icon.draw(rect, ink, behind));
        }
    }

    /// A filled box with round corners, and what is written on it from now on lies on it.
    pub(super) fn plate(&mut self, rect: Rect, fill: Color) {
        self.plate = Some((rect, fill));
        if self.faces.draws {
            let mut path = Path::new();
            path.round_rect(rect, self.unit * 0.02);
            let plate = self.inside(Shape::filled(path, fill).into());
            self.drawn.nodes.push(plate);
        }
    }

    /// The icon of a marker, as a slot may show it.
    pub(super) fn marker_icon(&mut self, icon: &Icon, room: Rect, ink: Color) {
        let behind = self.behind(room);
        self.icon(room, Some(icon), ink, behind);
    }

    /// Paints what is behind a slot, and says what colour lies there.
    fn filled(&mut self, rects: &Slots, at: SlotPlace, stripe: bool, fill: Color) -> Color {
        let mut area = if at.is_bar() {
            rects.to_the_edge(at)
        } else if stripe && !matches!(at, SlotPlace::Centre | SlotPlace::Placed(_)) {
            rects.patch(at)
        } else {
            rects.rect(at)
        };
        let mut square = at.is_bar();
        if matches!(at, SlotPlace::Placed(_)) {
            let wide = self.to_the_bleed(area);
            square = wide != area;
            area = wide;
        }
        if self.colours.rim.is_some() {
            return self.outlined(area, square, stripe, fill);
        }
        if square {
            self.drawn.edge = None;
        }
        self.fills.push((area, fill));
        if !self.faces.draws {
            return fill;
        }
        let mut path = Path::new();
        if square {
            path.rect(area)
        } else {
            path.round_rect(area, self.unit * 0.02)
        };
        let mut shape = Shape::filled(path, fill);
        if stripe && !square && self.faces.contrast(fill, self.colours.ground) < TOLD_APART {
            // A stripe that hardly differs from the ground is told by its rim.
            shape.stroke = Some(Stroke::butt(self.colours.ink, self.unit * 0.01));
        }
        self.drawn.nodes.push(shape.into());
        fill
    }

    /// The same where ink is saved: pale within a line of its colour, and not beyond the frame. So nothing of it reaches
    /// into the bleed, or over a neighbour.
    fn outlined(&mut self, area: Rect, square: bool, stripe: bool, fill: Color) -> Color {
        let pale = colour::pale(fill);
        self.fills.push((area, pale));
        if !self.faces.draws {
            return pale;
        }
        let straight = self.drawn.outline == Outline::Square;
        // A band takes the place of the frame along a straight edge; it would leave scraps of one that is not.
        let edge = self.area.0.min(self.area.1) * if straight { FRAME.0 } else { FRAME.1 };
        let inside = self.faces.whole().grown(-edge);
        let area = area.common(inside);
        // A line as pale as the ground would not be seen, and a fill that was pale before needs none.
        let line = match self.faces.contrast(fill, self.colours.ground) < TOLD_APART {
            true => (stripe || pale != fill).then_some(self.colours.ink),
            false => Some(fill),
        };
        let width = line.map_or(0.0, |_| self.unit * FILL_LINE);
        let mut nodes: Vec<Node> = Vec::new();
        for (room, color) in [(area, line), (area.grown(-width), Some(pale))] {
            let Some(color) = color.filter(|_| room.width > 0.0 && room.height > 0.0) else { continue };
            let mut path = Path::new();
            if square {
                path.rect(room)
            } else {
                path.round_rect(room, self.unit * 0.02)
            };
            nodes.push(Shape::filled(path, color).into());
        }
        if !straight {
            let clip = Some(Arc::new(outline_path(self.drawn.outline, inside)));
            nodes = vec![Group { clip, nodes, ..Group::default() }.into()];
        }
        self.drawn.nodes.extend(nodes);
        pale
    }

    /// A room that reaches an edge reaches beyond it by the bleed.
    fn to_the_bleed(&self, Rect { x, y, width, height }: Rect) -> Rect {
        let (w, h) = self.area;
        let beyond = |at: f64, edge: bool| if edge { at } else { 0.0 };
        let (left, top) = (beyond(x + BLEED, x <= 1e-6), beyond(y + BLEED, y <= 1e-6));
        let right = beyond(w + BLEED - x - width, x + width >= w - 1e-6);
        let bottom = beyond(h + BLEED - y - height, y + height >= h - 1e-6);
        Rect { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
    }

    fn symbol(&mut self, at: SlotPlace, rect: Rect, name: &str, own: Option<Color>, behind: Color, striped: bool) {
        if name.is_empty() {
            return;
        }
        let ink = own.unwrap_or_else(|| colour::readable(behind, self.colours.ink));
        if is_picture(name) {
            return self.picture(at, rect, name, ink, PictureFit::Fit);
        }
        // The inside tells the formation, where nothing else does.
        let stripe = self.colours.stripe.filter(|_| !striped && self.colours.rim.is_none());
        let usual = self.colours.ground.mix(Color::WHITE, 205);
        let fill = self.colours.symbol.or(stripe).or_else(|| self.colours.rim.is_none().then_some(usual));
        match self.faces.symbols.get(name).unwrap_or(&None) {
            Some(_) if !self.faces.draws => {}
            Some(symbol) if !symbol.is_framed() => {
                let paint = Paint { ink, frame: ink, fill: Some(behind), key: None, line: 0.0 };
                self.drawn.nodes.extend(symbol.draw(rect, &paint));
            }
            Some(symbol) => {
                let frame = own.unwrap_or(self.colours.frame);
                let marks = own.or_else(|| fill.map(|fill| colour::readable(fill, frame))).unwrap_or(frame);
                // A pale line around the frame keeps it apart from a ground that is dark or lively.
                let key = self.colours.rim.is_none().then(|| self.colours.ground.mix(Color::WHITE, 204));
                // On a plate nobody sees it, but the symbol stays as large as on the front.
                let key = key.map(|key| if behind == self.colours.ground { key } else { behind });
                let paint = Paint { ink: marks, frame, fill, key, line: 0.0 };
                self.drawn.nodes.extend(symbol.draw(rect, &paint));
            }
            None => {
                self.drawn.issues.push(Issue::NoSymbol { name: name.to_owned() });
                if !self.faces.draws {
                    return;
                }
                let room = rect.grown(-self.unit * 0.02);
                let mut path = Path::new();
                path.rect(room);
                let shape = Shape { path, fill: fill.map(Fill::Color), stroke: None };
                let line = Stroke { join: Join::Miter, ..Stroke::butt(ink, self.unit * 0.02) };
                self.drawn.nodes.push(shape.with_stroke(line).into());
                let behind = fill.unwrap_or(behind);
                let told = self.drawn.issues.len();
                let block = Block {
                    text: name,
                    least: None,
                    face: Face::Regular,
                    wanted: rect.height * 0.4,
                    ink: colour::readable(behind, ink),
                    behind,
                    align: Align::Middle,
                };
                self.lines(at, room.grown(-self.unit * 0.02), &block, false);
                // That there is no symbol is enough.
                self.drawn.issues.truncate(told);
            }
        }
    }

    /// A dot for each step that is left, a ring for each that is lost.
    fn steps(&mut self, rect: Rect, (left, lost): (u32, u32), at: SlotPlace, slot: &Slot, ink: Color, behind: Color) {
        let n = left + lost;
        if n > 6 {
            return self.write(at, rect, slot, &[Word::plain(left.to_string())], ink, behind);
        }
        if !self.faces.draws || n == 0 {
            return;
        }
        let upright = rect.height > rect.width;
        let (long, wide) = if upright { (rect.height, rect.width) } else { (rect.width, rect.height) };
        let pitch = (long / f64::from(n)).min(wide).min(self.unit * 0.075);
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let start = match at {
            SlotPlace::TopLeft | SlotPlace::BottomLeft if !upright => rect.x + pitch / 2.0,
            SlotPlace::TopRight | SlotPlace::BottomRight if !upright => rect.x + rect.width - pitch * (f64::from(n) - 0.5),
            _ if upright => centre.y - (f64::from(n) - 1.0) / 2.0 * pitch,
            _ => centre.x - (f64::from(n) - 1.0) / 2.0 * pitch,
        };
        let (mut dots, mut rings) = (Path::new(), Path::new());
        for k in 0..n {
            let along = start + f64::from(k) * pitch;
            let at = if upright { Point { x: centre.x, y: along } } else { Point { x: along, y: centre.y } };
            if k < left {
                dots.circle(at, pitch * 0.36)
            } else {
                rings.circle(at, pitch * 0.29)
            };
        }
        if left > 0 {
            self.drawn.nodes.push(Shape::filled(dots, ink).into());
        }
        if lost > 0 {
            self.drawn.nodes.push(Shape::stroked(rings, Stroke::butt(ink, pitch * 0.15)).into());
        }
    }

    fn picture(&mut self, at: SlotPlace, rect: Rect, path: &str, ink: Color, fit: PictureFit) {
        match self.faces.asset(path) {
            Some(_) if !self.faces.draws => {}
            Some(asset) => self.drawn.nodes.extend(asset.fitted(rect, ink, fit)),
            None if self.faces.assets.unreadable.contains_key(path) || self.faces.assets.get(path).is_some() => {}
            None => self.drawn.issues.push(Issue::NoPicture { slot: at, path: path.to_owned() }),
        }
    }

    /// Words on one line. All counters have them in one size; a longer text is narrowed, and smaller only if it is still
    /// too long at the least size.
    fn write(&mut self, at: SlotPlace, rect: Rect, slot: &Slot, words: &[Word], ink: Color, behind: Color) {
        let text = joined(words);
        if text.trim().is_empty() {
            return;
        }
        let face = self.faces.able(self.faces.face(slot.font.as_deref()), &text);
        let several = matches!(at, SlotPlace::Centre | SlotPlace::Placed(_));
        if several && slot.turn.is_none() && slot.show.contains("{text}") && matches!(self.subject, Some(Subject::Card(_))) {
            return self.paragraphs(at, rect, slot, &text, face, ink, behind);
        }
        if several && words.iter().all(|word| word.frame.is_none()) && slot.turn.is_none() {
            let wanted = slot.mm.unwrap_or_else(|| match at {
                SlotPlace::Centre => rect.height * 0.5,
                _ => rect.height.min(slots::usual_share(at) * self.unit),
            });
            let align = slot.align.unwrap_or(Align::Middle);
            // A word that looks different does so on one line as on several.
            let ink = words.first().and_then(|word| word.ink).unwrap_or(ink);
            let block = Block { text: &text, least: slot.least_mm, face, wanted, ink, behind, align };
            // Words that fill the middle of a worn face keep clear of the line around its plate.
            let on_plate = at == SlotPlace::Centre && self.plate.is_some_and(|(plate, _)| has_middle(plate, rect));
            let rect = if on_plate { rect.grown(-self.unit * 0.03) } else { rect };
            return self.lines(at, rect, &block, true);
        }
        let turn = f64::from(slot.turn.unwrap_or_else(|| slots::usual_turn(at)));
        let (width, height) = if turn % 180.0 == 0.0 { (rect.width, rect.height) } else { (rect.height, rect.width) };
        // A box takes a little room on each side.
        let pad = words::BOX_PAD * words.iter().filter(|word| word.frame.is_some()).count() as f64 * 2.0;
        let boxed = words.iter().any(|word| word.frame.is_some());
        let narrowest = slots::narrowest(at);
        // Between rows there is a little room for what reaches above or below the capitals.
        let spare = self.unit * if slots::row(at) == slots::Row::Bottom { 0.1 } else { 0.04 };
        let tall = |text: Measured| {
            let capitals = height / face.cap_height().max(1e-6);
            capitals.min((height + spare) / text.tallest(face, boxed).max(1e-6))
        };
        let fits = |text: Measured| (width / narrowest / (text.width + pad).max(1e-6)).min(tall(text));
        let wanted = slot.mm.unwrap_or_else(|| slots::usual_share(at) * self.unit);
        let least = slot.least_mm.unwrap_or_else(|| slots::least_mm(self.unit)).min(wanted);
        // Where nothing is drawn, letters with room to spare need not be measured to a hair.
        let rough = (!self.faces.draws).then(|| self.faces.measure_roughly(face, &text)).flatten();
        let measured = match rough {
            Some(rough) if fits(rough.measured) > least * (1.0 + rough.wider) => rough.measured,
            _ => self.faces.measure(face, &text),
        };
        let room = fits(measured);
        let size = self.one_size(at, wanted, least, room);
        let (wider, higher) = if turn % 180.0 == 0.0 { (0.0, spare) } else { (spare, 0.0) };
        let reach =
            Rect { x: rect.x - wider / 2.0, y: rect.y - higher / 2.0, width: rect.width + wider, height: rect.height + higher };
        self.drawn.slots.push((at, reach));
        self.judge(at, &text, face, measured, size, least);
        for word in words.iter().filter(|word| !word.text.trim().is_empty()) {
            match word.frame {
                Some(plate) => self.see(at, word.on_plate(plate), plate),
                None => self.see(at, word.ink.unwrap_or(ink), behind),
            }
        }
        if !self.faces.draws {
            return;
        }
        let long = (measured.width + pad) * size;
        let narrow = (width / long.max(1e-6)).min(1.0);
        let spare = width - long * narrow;
        let along = match slot.align {
            Some(Align::Left) => 0.0,
            Some(Align::Middle) => spare / 2.0,
            Some(Align::Right) => spare,
            None => slots::anchor(at, spare),
        };
        let from = Point { x: measured.left * size, y: height / 2.0 + face.cap_height() * size / 2.0 };
        let nodes = words::line(words, face, size, ink, from);
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let squeezed = Transform::shift(along, 0.0).after(Transform::scale(narrow, 1.0));
        let place = Transform::turn(turn, centre)
            .after(Transform::shift(centre.x - width / 2.0, centre.y - height / 2.0))
            .after(squeezed);
        self.drawn.nodes.extend(words::placed(nodes, place, turn == 0.0 && narrow >= 1.0));
    }

    /// What a card says, with bold and italic words, from the upper left corner of its slot.
    #[expect(clippy::too_many_arguments, reason = "they are those of `write`, which found them")]
    fn paragraphs(&mut self, at: SlotPlace, rect: Rect, slot: &Slot, text: &str, face: Face, ink: Color, behind: Color) {
        let wanted = slot.mm.unwrap_or(3.55);
        let least = slot.least_mm.unwrap_or_else(|| slots::least_mm(self.unit)).min(wanted);
        let bold = if face == Face::Regular || face == slots::USUAL_FACE { Face::Bold } else { face };
        let plain = if face == slots::USUAL_FACE && slot.font.is_none() { Face::Regular } else { face };
        let style = rich::Faces { plain, bold };
        let sizes: Vec<f64> = (0..24).map(|n| wanted * 0.94_f64.powi(n)).take_while(|size| *size > 0.5).collect();
        let ruler = Ruler::new();
        let size = rich::largest(&ruler, &[text], style, &sizes, rect.width, rect.height, 1.25);
        self.judge(at, text, face, self.faces.measure(face, text), size, least);
        self.see(at, ink, behind);
        if self.faces.draws {
            let lines = rich::wrapped(&ruler, text, style, size, rect.width);
            let from = Point { x: rect.x, y: rect.y + face.cap_height() * size };
            self.drawn.nodes.extend(rich::draw(&lines, size, size * 1.25, ink, from, rect.width, slot.align));
        }
    }

    /// The size of letters in a slot: the same on all counters, unless this text does not fit even in the least.
    fn one_size(&self, at: SlotPlace, wanted: f64, least: f64, room: f64) -> f64 {
        let on = self.subject.map_or(On::Markers, On::from);
        let key = (slots::row(at), on, wanted.to_bits());
        if let Some(looking) = &mut *self.faces.looking.borrow_mut() {
            if room < wanted {
                looking.fits(key, room.max(least), wanted * on.floor());
            }
            return wanted.min(room);
        }
        if !self.faces.draws {
            return wanted.min(room);
        }
        self.faces.sizes().of(&key, wanted, room)
    }

    /// Words on as many lines as make them largest.
    pub(super) fn lines(&mut self, at: SlotPlace, rect: Rect, block: &Block<'_>, one_size: bool) {
        let Block { text, face, wanted, ink, behind, align, .. } = *block;
        if text.trim().is_empty() {
            return;
        }
        // Lines may be narrowed a little.
        let room = (rect, slots::narrowest(at));
        let broken = |wanted: f64| words::broken(text, face, room, wanted, &|line| self.faces.measure(face, line));
        let (mut lines, mut size) = broken(wanted);
        let least = block.least.unwrap_or_else(|| slots::least_mm(self.unit)).min(wanted);
        if one_size {
            let same = self.one_size(at, wanted, least, size);
            if same < size {
                (lines, size) = broken(same);
            }
        }
        self.judge(at, text, face, self.faces.measure(face, text), size, least);
        self.see(at, ink, behind);
        self.drawn.slots.push((at, rect));
        if self.faces.draws {
            self.drawn.nodes.extend(words::stacked(&lines, face, size, ink, rect, align));
        }
    }

    /// Notes a text that its font cannot write, or that does not fit.
    fn judge(&mut self, slot: SlotPlace, text: &str, face: Face, measured: Measured, mm: f64, least: f64) {
        if measured.lacks_letters {
            self.drawn.issues.push(Issue::NoLetters { slot, text: text.to_owned(), letters: lent::lacking(face, text) });
        } else if mm < least - 0.005 {
            self.drawn.issues.push(Issue::Crowded { slot, text: text.to_owned(), mm, least });
        }
    }

    /// Notes letters that hardly stand out.
    fn see(&mut self, slot: SlotPlace, ink: Color, behind: Color) {
        let ratio = self.faces.contrast(ink, behind);
        if ratio < LEAST_CONTRAST {
            self.drawn.issues.push(Issue::Faint { slot, ink, behind, ratio });
        }
    }
}

/// Whether a part of a face holds the middle of a room.
fn has_middle(part: Rect, room: Rect) -> bool {
    let (x, y) = (room.x + room.width / 2.0, room.y + room.height / 2.0);
    (part.x..part.x + part.width).contains(&x) && (part.y..part.y + part.height).contains(&y)
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Words on several lines.
pub(super) struct Block<'t> {
    pub(super) text: &'t str,
    /// How small its letters may become.
    pub(super) least: Option<f64>,
    pub(super) face: Face,
    /// How large they are where there is room.
    pub(super) wanted: f64,
    pub(super) ink: Color,
    pub(super) behind: Color,
    pub(super) align: Align,
}

impl Asset {
    /// As the author wants it: its shape kept, or covering the room, or of the room's shape.
    pub(super) fn fitted(&self, rect: Rect, ink: Color, fit: PictureFit) -> Vec<Node> {
        let (width, height) = self.size();
        let (across, along) = (rect.width / width, rect.height / height);
        let scale = match fit {
            PictureFit::Stretch => return self.stretched(rect, ink),
            PictureFit::Fit => across.min(along),
            PictureFit::Cover => across.max(along),
        };
        let (w, h) = (width * scale, height * scale);
        let area = Rect { x: rect.x + (rect.width - w) / 2.0, y: rect.y + (rect.height - h) / 2.0, width: w, height: h };
        let nodes = self.stretched(area, ink);
        if fit == PictureFit::Cover {
            let mut path = Path::new();
            path.rect(rect);
            return vec![Group { clip: Some(Arc::new(path)), nodes, ..Group::default() }.into()];
        }
        nodes
    }

    #[cfg_attr(not(feature = "draw"), expect(unused_variables, reason = "a drawing that is shown as it is has its own ink"))]
    pub(super) fn stretched(&self, rect: Rect, ink: Color) -> Vec<Node> {
        match self {
            Asset::Picture { number, .. } => vec![Node::Image(Image { picture: *number, rect })],
            #[cfg(feature = "draw")]
            Asset::Vector(vector) => vec![vector.draw(rect, ink)],
        }
    }
}
