//! Colours of units and markers, and whether letters stand out.

use super::super::scene::Color;
use super::palette::Palette;
use crate::model::{Colours as Told, Game, Key, Rgb, SideId, Unit};

/// Letters must be so much brighter or darker than what is behind them: WCAG's ratio for text.
pub const LEAST_CONTRAST: f64 = 4.5;

/// The ground of units without a side.
const NOBODY: Color = Color::hex(0xd8_d4ca);
const MARKER: Color = Color::hex(0xf2_ede0);
const INK: Color = Color::hex(0x10_1010);

/// The colours of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colours {
    pub(super) ground: Color,
    pub(super) ink: Color,
    pub(super) stripe: Option<Color>,
    /// The inside of the symbol, where the author says.
    pub(super) symbol: Option<Color>,
    /// The line of the symbol's frame.
    pub(super) frame: Color,
    /// The rim of a face on white.
    pub(super) rim: Option<Color>,
}

fn color((r, g, b): Rgb) -> Color {
    Color::rgb(r, g, b)
}

/// The ground of a side's counters and the ink on it, as the author says or as usual.
#[must_use]
pub fn side_colours(game: &Game, id: SideId) -> (Color, Color) {
    let told = game.sides.at(id).and_then(|side| game.art.colours.get(&side.id));
    let ground =
        told.and_then(|told| told.ground).map(color).or_else(|| Palette::new(game).ground(Some(id), None)).unwrap_or(NOBODY);
    (ground, told.and_then(|told| told.ink).map_or_else(|| readable(ground, INK), color))
}

impl Colours {
    /// Those of its formation, or of one above it; else of its nation; else of its side.
    pub(super) fn of_unit(game: &Game, palette: &Palette, unit: &Unit) -> Colours {
        let mut told: Vec<&Told> = Vec::new();
        let mut above = unit.formation;
        for _ in 0..=game.formations.len() {
            let Some(formation) = above.and_then(|id| game.formations.at(id)) else { break };
            told.extend(game.art.colours.get(&formation.id));
            above = formation.parent;
        }
        told.extend(unit.nation.and_then(|id| game.nations.at(id)).and_then(|nation| game.art.colours.get(&nation.id)));
        told.extend(unit.side.and_then(|id| game.sides.at(id)).and_then(|side| game.art.colours.get(&side.id)));
        let first = |of: &dyn Fn(&Told) -> Option<Rgb>| told.iter().find_map(|told| of(told)).map(color);
        let ground = first(&|told| told.ground);
        let ground = ground.or_else(|| palette.ground(unit.side, unit.nation.map(Key::index))).unwrap_or(NOBODY);
        let ink = first(&|told| told.ink);
        Colours {
            ground,
            ink: ink.unwrap_or_else(|| readable(ground, INK)),
            stripe: first(&|told| told.stripe),
            symbol: first(&|told| told.symbol),
            frame: ink.unwrap_or(INK),
            rim: None,
        }
    }

    /// Those of a marker or deck; else of its side; else paper.
    pub(super) fn of_plate(game: &Game, id: &str, side: Option<&str>) -> Colours {
        let told: Vec<&Told> = [Some(id), side].into_iter().flatten().filter_map(|name| game.art.colours.get(name)).collect();
        let first = |of: &dyn Fn(&Told) -> Option<Rgb>| told.iter().find_map(|told| of(told)).map(color);
        let ground = first(&|told| told.ground).unwrap_or(MARKER);
        let ink = first(&|told| told.ink).unwrap_or_else(|| readable(ground, INK));
        Colours { ground, ink, stripe: first(&|told| told.stripe), symbol: None, frame: INK, rim: None }
    }

    /// One ground, and whatever can be read on it.
    pub(super) fn plain(ground: Color) -> Colours {
        Colours { ground, ink: readable(ground, INK), stripe: None, symbol: None, frame: INK, rim: None }
    }

    /// The same on white, with a rim that tells the ground.
    pub(super) fn on_white(self) -> Colours {
        Colours {
            ground: Color::WHITE,
            ink: readable(Color::WHITE, self.ink),
            stripe: self.stripe,
            symbol: None,
            frame: readable(Color::WHITE, self.frame),
            rim: Some(self.ground),
        }
    }
}

/// This ink if it can be read on that ground; else black or white, whichever is better.
pub(super) fn readable(ground: Color, ink: Color) -> Color {
    if contrast(ground, ink) >= LEAST_CONTRAST {
        return ink;
    }
    if contrast(ground, Color::WHITE) > contrast(ground, Color::BLACK) { Color::WHITE } else { Color::BLACK }
}

/// Of three inks at 255 each, no more than this is spent on a fill where ink is saved.
const PALE: u32 = 76;

/// The same colour, so pale that it costs little ink; one that costs little already stays as it is.
pub(super) fn pale(color: Color) -> Color {
    let ink: u32 = [color.r, color.g, color.b].into_iter().map(|part| u32::from(255 - part)).sum();
    let white = if ink > PALE { 255 - 255 * PALE / ink } else { 0 };
    color.mix(Color::WHITE, u8::try_from(white).unwrap_or(u8::MAX))
}

/// How much brighter one colour is than the other, as WCAG 2 reckons it: from 1 to 21.
#[must_use]
pub fn contrast(one: Color, other: Color) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

pub(super) fn luminance(color: Color) -> f64 {
    let [r, g, b] = light_of(color);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// How much red, green and blue light a colour has, from 0 to 1.
pub(super) fn light_of(color: Color) -> [f64; 3] {
    [color.r, color.g, color.b].map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pale_colour_costs_little_ink_and_keeps_its_hue() {
        let ink = |color: Color| [color.r, color.g, color.b].map(|part| u32::from(255 - part));
        for color in [0x00_0000, 0x22_272c, 0x7a_2222, 0x1d_2f4a, 0xff_ff00, 0xc1_9a5d].map(Color::hex) {
            let (full, left) = (ink(color), ink(pale(color)));
            assert!((PALE - 6..=PALE + 2).contains(&left.iter().sum::<u32>()), "{color:?}: {left:?}");
            // The ink of which there is most stays the one of which there is most.
            let most = |of: [u32; 3]| of.iter().position(|part| Some(part) == of.iter().max());
            assert_eq!(most(full), most(left), "{color:?}");
            assert!(contrast(pale(color), Color::BLACK) > 15.0, "{color:?}");
        }
        for color in [0xff_ffff, 0xf5_f0e2, 0xe8_f0ff].map(Color::hex) {
            assert_eq!(pale(color), color);
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(Color::BLACK, Color::WHITE) - 21.0).abs() < 1e-9);
        assert!((contrast(Color::WHITE, Color::WHITE) - 1.0).abs() < 1e-9);
        // The grey that is known for just passing on white, and the one beside it that does not.
        assert!(contrast(Color::hex(0x76_7676), Color::WHITE) >= 4.5);
        assert!(contrast(Color::hex(0x77_7777), Color::WHITE) < 4.5);
        assert_eq!(readable(Color::hex(0x22_2222), Color::hex(0x33_3333)), Color::WHITE);
        assert_eq!(readable(Color::hex(0xe0_d0a0), Color::hex(0x1a_1a1a)), Color::hex(0x1a_1a1a));
    }
}
