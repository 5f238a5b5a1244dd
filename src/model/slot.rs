//! The slots of counters, markers and cards, and the outline of what they lie on.

use super::Rgb;

/// The outline of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outline {
    /// A square, or an oblong where width and height differ.
    #[default]
    Square,
    /// A circle, or an oval.
    Round,
    /// A hexagon with level sides above and below.
    Hexagon,
}

impl Outline {
    /// How far the level sides of a hexagon keep from the left and right end of its oblong. It is regular where the
    /// height is that of a hexagon so wide; else a little longer or flatter.
    #[must_use]
    pub fn hexagon_corner((width, height): (f64, f64)) -> f64 {
        (height / 3.0_f64.sqrt() / 2.0).min(width * 0.3)
    }

    /// Half of what a counter so wide and so high has across, so far above or below its middle.
    #[must_use]
    pub fn half(self, whole: (f64, f64), off: f64) -> f64 {
        let (half_width, half_height) = (whole.0 / 2.0, whole.1 / 2.0);
        let off = (off.abs() / half_height).min(1.0);
        match self {
            Outline::Square => half_width,
            Outline::Round => half_width * (1.0 - off * off).sqrt(),
            Outline::Hexagon => half_width - Outline::hexagon_corner(whole) * off,
        }
    }
}

/// How a picture fills its room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PictureFit {
    /// As large as fits, its shape kept.
    #[default]
    Fit,
    /// Its shape kept, as small as covers the room; what is beyond is cut off.
    Cover,
    /// To the shape of the room.
    Stretch,
}

/// Where the lines of a text begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Align {
    Left,
    Middle,
    Right,
}

/// Where a slot that is placed freely lies: in hundredths of the width and height of what it lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlotArea {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// What stands where on some markers, cards or chits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlateLayout {
    /// The ids of markers, of cards or of decks; all if none.
    pub who: Vec<String>,
    pub shape: Option<Outline>,
    /// What goes into each slot.
    pub slots: Vec<(SlotPlace, Slot)>,
}

/// Where a slot lies on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotPlace {
    /// The middle.
    Centre,
    /// The upper edge.
    Top,
    /// The lower edge.
    Bottom,
    /// The left edge.
    Left,
    /// The right edge.
    Right,
    /// The upper left corner.
    TopLeft,
    /// The upper right corner.
    TopRight,
    /// The lower left corner.
    BottomLeft,
    /// The lower right corner.
    BottomRight,
    /// A band along the upper edge.
    TopBar,
    /// A band along the lower edge.
    BottomBar,
    /// A band along the left edge.
    LeftBar,
    /// A band along the right edge.
    RightBar,
    /// Placed freely, by its number: that of its look times 256, and its place in the list.
    Placed(u32),
}

impl SlotPlace {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SlotPlace::Centre => "centre",
            SlotPlace::Top => "top",
            SlotPlace::Bottom => "bottom",
            SlotPlace::Left => "left",
            SlotPlace::Right => "right",
            SlotPlace::TopLeft => "top-left",
            SlotPlace::TopRight => "top-right",
            SlotPlace::BottomLeft => "bottom-left",
            SlotPlace::BottomRight => "bottom-right",
            SlotPlace::TopBar => "top-bar",
            SlotPlace::BottomBar => "bottom-bar",
            SlotPlace::LeftBar => "left-bar",
            SlotPlace::RightBar => "right-bar",
            SlotPlace::Placed(_) => "placed",
        }
    }

    /// Whether it is a band from edge to edge.
    #[must_use]
    pub const fn is_bar(self) -> bool {
        matches!(self, SlotPlace::TopBar | SlotPlace::BottomBar | SlotPlace::LeftBar | SlotPlace::RightBar)
    }
}

/// A colour of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotColour {
    /// That of the formation's stripe.
    Stripe,
    /// This one.
    Rgb(Rgb),
}

/// What a slot shows, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// What it shows: `symbol`, `size`, `steps`, `stripe`, a picture, or words.
    pub show: String,
    /// Whether the author wrote that alone, and not an object.
    pub plain: bool,
    /// Its font; the usual one if none.
    pub font: Option<String>,
    /// The size of letters in millimetres.
    pub mm: Option<f64>,
    /// How small they may become.
    pub least_mm: Option<f64>,
    /// The colour of letters and lines.
    pub ink: Option<SlotColour>,
    /// The colour behind them.
    pub fill: Option<SlotColour>,
    /// The colour of a box round them.
    pub frame: Option<SlotColour>,
    /// Clockwise, in degrees.
    pub turn: Option<i32>,
    /// How a picture fills it.
    pub fit: Option<PictureFit>,
    /// Where its lines begin or end.
    pub align: Option<Align>,
    /// Where it lies, if it is placed freely.
    pub area: Option<SlotArea>,
    /// What has a higher one lies over what has a lower one.
    pub layer: i32,
    /// The word that must not be blank, else the slot is left out.
    pub needs: Option<String>,
}
