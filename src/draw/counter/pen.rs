//! Draws on one face: what goes into each slot, and what the author should know of it.

use super::assets::Asset;
use super::colour::{self, Colours};
use super::words::{self, Measured, Word};
use super::{Drawn, Faces, Issue, LEAST_CONTRAST, contrast, slots};
use crate::draw::scene::{Color, Face, Fill, Image, Join, Node, Path, Point, Rect, Shape, Stroke, Transform};
use crate::draw::symbol::Paint;
use crate::model::{Slot, SlotColour, SlotPlace, is_picture};

/// What is wanted of a unit for a slot.
pub(super) enum Wanted {
    Words,
    Path,
    Symbol,
    Size,
    Steps,
}

/// Draws on one face.
pub(super) struct Pen<'f, 'g> {
    faces: &'f Faces<'g>,
    colours: Colours,
    drawn: Drawn,
}

impl<'f, 'g> Pen<'f, 'g> {
    pub(super) fn new(faces: &'f Faces<'g>, colours: Colours) -> Pen<'f, 'g> {
        let mut drawn = Drawn {
            ground: Some(colours.rim.unwrap_or(colours.ground)),
            nodes: Vec::new(),
            around: Vec::new(),
            edge: Some(colours.rim.unwrap_or(colours.ground)),
            slots: Vec::new(),
            issues: Vec::new(),
        };
        // The rim is what the white leaves: it reaches into the bleed, and no line shows where the cut is.
        if colours.rim.is_some() && faces.draws {
            let mut path = Path::new();
            let whole = Rect { x: 0.0, y: 0.0, width: faces.size, height: faces.size };
            path.rect(whole.grown(-faces.size * 0.07));
            drawn.nodes.push(Shape::filled(path, colours.ground).into());
        }
        Pen { faces, colours, drawn }
    }

    pub(super) fn finish(self) -> Drawn {
        self.drawn
    }

    fn colour(&self, colour: SlotColour) -> Option<Color> {
        match colour {
            SlotColour::Stripe => self.colours.stripe,
            SlotColour::Rgb((r, g, b)) => Some(Color::rgb(r, g, b)),
        }
    }

    pub(super) fn slot(&mut self, rects: &slots::Slots, at: SlotPlace, slot: &Slot, unit: &dyn Fn(Wanted) -> Vec<Word>) {
        let show = slot.show.trim();
        let rect = rects.rect(at);
        let mut behind = self.colours.ground;
        let mut fill = slot.fill.and_then(|fill| self.colour(fill));
        if show == "stripe" {
            fill = self.colours.stripe;
        }
        if let Some(fill) = fill {
            behind = fill;
            self.filled(rects, at, show == "stripe", fill);
        }
        self.drawn.slots.push((at, rect));
        if let Some(frame) = slot.frame.and_then(|frame| self.colour(frame)).filter(|_| self.faces.draws) {
            let width = self.faces.size * 0.025;
            let mut path = Path::new();
            path.rect(rect.grown(-width / 2.0));
            let stroke = Stroke { join: Join::Miter, ..Stroke::butt(frame, width) };
            self.drawn.nodes.push(Shape::stroked(path, stroke).into());
        }
        let own = slot.ink.and_then(|ink| self.colour(ink));
        let ink = own.unwrap_or_else(|| match fill {
            Some(fill) => colour::readable(fill, self.colours.ink),
            None => self.colours.ink,
        });
        match show {
            "" | "stripe" => {}
            "symbol" => self.symbol(at, rect, &joined(&unit(Wanted::Symbol)), ink),
            "size" | "{size}" => {
                let size = joined(&unit(Wanted::Size));
                match self.faces.size_mark(&size) {
                    Some(size) if self.faces.draws => {
                        let room = rects.mark(at);
                        self.drawn.nodes.extend(size.draw(room, ink));
                    }
                    Some(_) => {}
                    None => self.write(at, rect, slot, &[Word::plain(size)], ink, behind),
                }
            }
            "steps" => self.steps(rect, &joined(&unit(Wanted::Steps)), at, slot, ink, behind),
            path if is_picture(path) => self.picture(at, rect, &joined(&unit(Wanted::Path)), ink),
            _ => self.write(at, rect, slot, &unit(Wanted::Words), ink, behind),
        }
    }

    /// Paints what is behind a slot.
    fn filled(&mut self, rects: &slots::Slots, at: SlotPlace, stripe: bool, fill: Color) {
        if at.is_bar() {
            self.drawn.edge = None;
        }
        if !self.faces.draws {
            return;
        }
        let area = if at.is_bar() {
            rects.to_the_edge(at)
        } else if stripe && at != SlotPlace::Centre {
            rects.patch(at)
        } else {
            rects.rect(at)
        };
        let mut path = Path::new();
        if at.is_bar() {
            path.rect(area)
        } else {
            path.round_rect(area, self.faces.size * 0.02)
        };
        let mut shape = Shape::filled(path, fill);
        if stripe && !at.is_bar() && contrast(fill, self.colours.ground) < 1.6 {
            // A stripe that hardly differs from the ground is told by its rim.
            shape.stroke = Some(Stroke::butt(self.colours.ink, self.faces.size * 0.01));
        }
        self.drawn.nodes.push(shape.into());
    }

    fn symbol(&mut self, at: SlotPlace, rect: Rect, name: &str, ink: Color) {
        if name.is_empty() {
            return;
        }
        if is_picture(name) {
            return self.picture(at, rect, name, ink);
        }
        match self.faces.symbols.get(name).unwrap_or(&None) {
            Some(_) if !self.faces.draws => {}
            Some(symbol) => {
                let paint = Paint { ink, fill: self.colours.symbol, line: 0.0 };
                self.drawn.nodes.extend(symbol.draw(rect, &paint));
            }
            None => {
                self.drawn.issues.push(Issue::NoSymbol { name: name.to_owned() });
                if !self.faces.draws {
                    return;
                }
                let room = rect.grown(-self.faces.size * 0.02);
                let mut path = Path::new();
                path.rect(room);
                let shape = Shape { path, fill: self.colours.symbol.map(Fill::Color), stroke: None };
                let line = Stroke { join: Join::Miter, ..Stroke::butt(ink, self.faces.size * 0.02) };
                self.drawn.nodes.push(shape.with_stroke(line).into());
                let behind = self.colours.symbol.unwrap_or(self.colours.ground);
                let (told, saved) = (self.drawn.issues.len(), self.colours.ground);
                self.colours.ground = behind;
                self.lines(at, room.grown(-self.faces.size * 0.02), name, None, Face::Regular, rect.height * 0.4);
                self.colours.ground = saved;
                // That there is no symbol is enough.
                self.drawn.issues.truncate(told);
            }
        }
    }

    fn steps(&mut self, rect: Rect, count: &str, at: SlotPlace, slot: &Slot, ink: Color, behind: Color) {
        let n: u32 = count.parse().unwrap_or(0);
        if n > 6 {
            return self.write(at, rect, slot, &[Word::plain(count.to_owned())], ink, behind);
        }
        if !self.faces.draws {
            return;
        }
        let upright = rect.height > rect.width;
        let (long, wide) = if upright { (rect.height, rect.width) } else { (rect.width, rect.height) };
        let pitch = (long / f64::from(n.max(1))).min(wide).min(self.faces.size * 0.13);
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let mut path = Path::new();
        for k in 0..n {
            let along = (f64::from(k) - (f64::from(n) - 1.0) / 2.0) * pitch;
            let at =
                if upright { Point { x: centre.x, y: centre.y + along } } else { Point { x: centre.x + along, y: centre.y } };
            path.circle(at, pitch * 0.36);
        }
        if n > 0 {
            self.drawn.nodes.push(Shape::filled(path, ink).into());
        }
    }

    fn picture(&mut self, at: SlotPlace, rect: Rect, path: &str, ink: Color) {
        match self.faces.asset(path) {
            Some(_) if !self.faces.draws => {}
            Some(asset) => self.drawn.nodes.extend(asset.inside(rect, ink)),
            None if self.faces.assets.unreadable.contains_key(path) || self.faces.assets.get(path).is_some() => {}
            None => self.drawn.issues.push(Issue::NoPicture { slot: at, path: path.to_owned() }),
        }
    }

    /// Words on one line, as large as fits and no larger than wanted.
    fn write(&mut self, at: SlotPlace, rect: Rect, slot: &Slot, words: &[Word], ink: Color, behind: Color) {
        let s = self.faces.size;
        let face = match slot.font.as_deref() {
            None => slots::usual_face(at),
            Some("bold") => Face::Bold,
            Some("regular") => Face::Regular,
            Some(own) => self.faces.assets.font(own).unwrap_or(slots::usual_face(at)),
        };
        let text = joined(words);
        if text.trim().is_empty() {
            return;
        }
        if at == SlotPlace::Centre && words.iter().all(|word| word.frame.is_none()) && slot.turn.is_none() {
            let wanted = slot.mm.unwrap_or(rect.height * 0.5);
            let saved = (self.colours.ground, self.colours.ink);
            (self.colours.ground, self.colours.ink) = (behind, ink);
            self.lines(at, rect, &text, slot.least_mm, face, wanted);
            (self.colours.ground, self.colours.ink) = saved;
            return;
        }
        let turn = f64::from(slot.turn.unwrap_or_else(|| slots::usual_turn(at)));
        let (width, height) = if turn % 180.0 == 0.0 { (rect.width, rect.height) } else { (rect.height, rect.width) };
        // A box takes a little room on each side.
        let pad = words::BOX_PAD * words.iter().filter(|word| word.frame.is_some()).count() as f64 * 2.0;
        let boxed = words.iter().any(|word| word.frame.is_some());
        let fits = |text: Measured| (width / (text.width + pad).max(1e-6)).min(height / text.tallest(face, boxed).max(1e-6));
        let wanted = slot.mm.unwrap_or_else(|| slots::usual_mm(at, s));
        let least = slot.least_mm.unwrap_or_else(|| slots::least_mm(s)).min(wanted);
        // Where nothing is drawn, letters with room to spare need not be measured to a hair.
        let rough = (!self.faces.draws).then(|| self.faces.measure_roughly(face, &text)).flatten();
        let measured = match rough {
            Some(rough) if fits(rough.measured) > least * (1.0 + rough.wider) => rough.measured,
            _ => self.faces.measure(face, &text),
        };
        let size = wanted.min(fits(measured));
        self.judge(at, &text, face, measured, size, least);
        for word in words.iter().filter(|word| !word.text.trim().is_empty()) {
            self.see(at, word.ink.unwrap_or(ink), behind);
        }
        if !self.faces.draws {
            return;
        }
        let along = slots::anchor(at, width - (measured.width + pad) * size) + measured.left * size;
        let nodes = words::line(words, face, size, ink, Point { x: along, y: height / 2.0 + face.cap_height() * size / 2.0 });
        let centre = Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 };
        let place = Transform::turn(turn, centre).after(Transform::shift(centre.x - width / 2.0, centre.y - height / 2.0));
        self.drawn.nodes.extend(words::placed(nodes, place, turn));
    }

    /// Words on as many lines as make them largest.
    pub(super) fn lines(&mut self, at: SlotPlace, rect: Rect, text: &str, least: Option<f64>, face: Face, wanted: f64) {
        if text.trim().is_empty() {
            return;
        }
        let (lines, size) = words::broken(text, face, rect, wanted, &|line| self.faces.measure(face, line));
        let least = least.unwrap_or_else(|| slots::least_mm(self.faces.size)).min(wanted);
        self.judge(at, text, face, self.faces.measure(face, text), size, least);
        let ink = self.colours.ink;
        self.see(at, ink, self.colours.ground);
        self.drawn.slots.push((at, rect));
        if self.faces.draws {
            self.drawn.nodes.extend(words::stacked(&lines, face, size, ink, rect));
        }
    }

    /// Notes a text that its font cannot write, or that does not fit.
    fn judge(&mut self, slot: SlotPlace, text: &str, face: Face, measured: Measured, mm: f64, least: f64) {
        if measured.lacks_letters {
            self.drawn.issues.push(Issue::NoLetters { slot, text: text.to_owned(), letters: words::missing(face, text) });
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

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

impl Asset {
    /// As large as fits, its shape kept.
    pub(super) fn inside(&self, rect: Rect, ink: Color) -> Vec<Node> {
        let (width, height) = self.size();
        let scale = (rect.width / width).min(rect.height / height);
        let (w, h) = (width * scale, height * scale);
        self.stretched(Rect { x: rect.x + (rect.width - w) / 2.0, y: rect.y + (rect.height - h) / 2.0, width: w, height: h }, ink)
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
