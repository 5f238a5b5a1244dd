//! How large a unit is: the dots, bars and crosses above its frame.

use super::names::plain;
use crate::draw::scene::{Color, Node, Path, Point, Rect, Shape, Stroke};

/// The size of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// A ring with a line through it.
    Team,
    /// One dot.
    Squad,
    /// Two dots.
    Section,
    /// Three dots.
    Platoon,
    /// One bar.
    Company,
    /// Two bars.
    Battalion,
    /// Three bars.
    Regiment,
    /// One cross.
    Brigade,
    /// Two crosses.
    Division,
    /// Three crosses.
    Corps,
    /// Four crosses.
    Army,
    /// Five crosses.
    ArmyGroup,
}

/// One of the marks, of which there may be several.
enum Mark {
    Ring,
    Dot,
    Bar,
    Cross,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Size; 12] = [
        Size::Team,
        Size::Squad,
        Size::Section,
        Size::Platoon,
        Size::Company,
        Size::Battalion,
        Size::Regiment,
        Size::Brigade,
        Size::Division,
        Size::Corps,
        Size::Army,
        Size::ArmyGroup,
    ];

    /// Reads what stands in a list of counters: `II`, `XX`, `•••`, `battalion`; `None` for other words, such as `KG`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Size> {
        let text = plain(text);
        // There may be blanks between the marks.
        let marks = text.replace('-', "");
        let all = |of: &str| marks.chars().all(|c| of.contains(c));
        let sizes: &[Size] = if all("•·●∙.*o") {
            &[Size::Squad, Size::Section, Size::Platoon]
        } else if all("i|") {
            &[Size::Company, Size::Battalion, Size::Regiment]
        } else if all("x×") {
            &[Size::Brigade, Size::Division, Size::Corps, Size::Army, Size::ArmyGroup]
        } else {
            return named(&text);
        };
        sizes.get(marks.chars().count().checked_sub(1)?).copied()
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Size::Team => "team",
            Size::Squad => "squad",
            Size::Section => "section",
            Size::Platoon => "platoon",
            Size::Company => "company",
            Size::Battalion => "battalion",
            Size::Regiment => "regiment",
            Size::Brigade => "brigade",
            Size::Division => "division",
            Size::Corps => "corps",
            Size::Army => "army",
            Size::ArmyGroup => "army group",
        }
    }

    const fn marks(self) -> (Mark, u8) {
        match self {
            Size::Team => (Mark::Ring, 1),
            Size::Squad => (Mark::Dot, 1),
            Size::Section => (Mark::Dot, 2),
            Size::Platoon => (Mark::Dot, 3),
            Size::Company => (Mark::Bar, 1),
            Size::Battalion => (Mark::Bar, 2),
            Size::Regiment => (Mark::Bar, 3),
            Size::Brigade => (Mark::Cross, 1),
            Size::Division => (Mark::Cross, 2),
            Size::Corps => (Mark::Cross, 3),
            Size::Army => (Mark::Cross, 4),
            Size::ArmyGroup => (Mark::Cross, 5),
        }
    }

    /// Draws it in the middle of the room, never larger than that.
    #[must_use]
    pub fn draw(self, room: Rect, ink: Color) -> Vec<Node> {
        let (mark, count) = self.marks();
        // Of a height of 1: how high, how wide, and how far apart.
        let (tall, wide, gap) = match mark {
            Mark::Ring => (1.0, 1.0, 0.0),
            Mark::Dot => (0.62, 0.62, 0.28),
            Mark::Bar => (1.0, 0.2, 0.26),
            Mark::Cross => (1.0, 0.84, 0.18),
        };
        let (of, gaps) = (f64::from(count), f64::from(count.saturating_sub(1)));
        let unit = room.height.min(room.width / (of * wide + gaps * gap));
        if !(unit.is_finite() && unit > 0.0) {
            return Vec::new();
        }
        let (tall, wide, gap) = (tall * unit, wide * unit, gap * unit);
        let left = room.x + (room.width - of * wide - gaps * gap) / 2.0;
        let y = room.y + (room.height - tall) / 2.0;
        let mut path = Path::new();
        for n in 0..count {
            let one = Rect { x: left + f64::from(n) * (wide + gap), y, width: wide, height: tall };
            let centre = Point { x: one.x + wide / 2.0, y: y + tall / 2.0 };
            match mark {
                Mark::Ring => return ring(centre, unit, ink),
                Mark::Dot => path.circle(centre, wide / 2.0),
                Mark::Bar => path.rect(one),
                Mark::Cross => cross(&mut path, one),
            };
        }
        vec![Shape::filled(path, ink).into()]
    }
}

/// A size by its name, or by what is short for it.
fn named(text: &str) -> Option<Size> {
    Some(match text {
        "ø" | "team" | "crew" | "fireteam" | "fire-team" => Size::Team,
        "squad" | "sqd" => Size::Squad,
        "section" | "sec" | "sect" => Size::Section,
        "platoon" | "plt" | "pltn" | "zug" => Size::Platoon,
        "company" | "coy" | "co" | "battery" | "bty" | "kompanie" => Size::Company,
        "battalion" | "bn" | "btn" | "batt" | "abteilung" => Size::Battalion,
        "regiment" | "regt" | "rgt" | "reg" => Size::Regiment,
        "brigade" | "bde" | "brig" => Size::Brigade,
        "division" | "div" => Size::Division,
        "corps" | "korps" => Size::Corps,
        "army" | "armee" => Size::Army,
        "army-group" | "armygroup" | "front" => Size::ArmyGroup,
        _ => return None,
    })
}

/// Two bars, cut level above and below as in a printed X.
fn cross(path: &mut Path, Rect { x, y, width, height }: Rect) -> &mut Path {
    let thick = width * 0.26;
    let (right, bottom) = (x + width, y + height);
    let at = |x: f64, y: f64| Point { x, y };
    path.polygon(&[at(x, y), at(x + thick, y), at(right, bottom), at(right - thick, bottom)]);
    path.polygon(&[at(right - thick, y), at(right, y), at(x + thick, bottom), at(x, bottom)])
}

fn ring(centre: Point, unit: f64, ink: Color) -> Vec<Node> {
    let width = unit * 0.16;
    let r = unit * 0.34;
    let far = unit / 2.0 - width / 2.0;
    let mut path = Path::new();
    path.circle(centre, r);
    path.line(Point { x: centre.x - far, y: centre.y + far }, Point { x: centre.x + far, y: centre.y - far });
    vec![Shape::stroked(path, Stroke::butt(ink, width)).into()]
}
