//! Colours of units and markers, and whether letters stand out.

use super::super::scene::Color;
use crate::model::{Colours as Told, Game, Rgb, Unit};

/// Letters must be so much brighter or darker than what is behind them: WCAG's ratio for text.
pub const LEAST_CONTRAST: f64 = 4.5;

/// Grounds of sides for which nobody chose any.
const USUAL: [u32; 6] = [0xc9_b27c, 0x9a_b0a0, 0xb8_8f7a, 0x9f_a9c4, 0xc4_b6a6, 0xa8_a49a];
const MARKER: Color = Color::hex(0xf2_ede0);
const INK: Color = Color::hex(0x1a_1a1a);

/// The colours of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colours {
    pub(super) ground: Color,
    pub(super) ink: Color,
    pub(super) stripe: Option<Color>,
    pub(super) symbol: Option<Color>,
    /// The rim of a face on white.
    pub(super) rim: Option<Color>,
}

fn color((r, g, b): Rgb) -> Color {
    Color::rgb(r, g, b)
}

impl Colours {
    /// Those of its formation, or of one above it; else of its nation; else of its side.
    pub(super) fn of_unit(game: &Game, unit: &Unit) -> Colours {
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
        let n = unit.side.map_or(0, crate::model::Key::index);
        let usual = USUAL.get(n % USUAL.len()).copied().map_or(MARKER, Color::hex);
        let ground = first(&|told| told.ground).unwrap_or(usual);
        Colours {
            ground,
            ink: first(&|told| told.ink).unwrap_or_else(|| readable(ground, INK)),
            stripe: first(&|told| told.stripe),
            symbol: Some(first(&|told| told.symbol).unwrap_or_else(|| ground.mix(Color::WHITE, 130))),
            rim: None,
        }
    }

    /// Those of a marker or deck; else of its side; else paper.
    pub(super) fn of_plate(game: &Game, id: &str, side: Option<&str>) -> Colours {
        let told: Vec<&Told> = [Some(id), side].into_iter().flatten().filter_map(|name| game.art.colours.get(name)).collect();
        let first = |of: &dyn Fn(&Told) -> Option<Rgb>| told.iter().find_map(|told| of(told)).map(color);
        let ground = first(&|told| told.ground).unwrap_or(MARKER);
        let ink = first(&|told| told.ink).unwrap_or_else(|| readable(ground, INK));
        Colours { ground, ink, stripe: first(&|told| told.stripe), symbol: None, rim: None }
    }

    /// One ground, and whatever can be read on it.
    pub(super) fn plain(ground: Color) -> Colours {
        Colours { ground, ink: readable(ground, INK), stripe: None, symbol: None, rim: None }
    }

    /// The same on white, with a rim that tells the ground.
    pub(super) fn on_white(self) -> Colours {
        Colours {
            ground: Color::WHITE,
            ink: readable(Color::WHITE, self.ink),
            stripe: self.stripe,
            symbol: None,
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

/// How much brighter one colour is than the other, as WCAG 2 reckons it: from 1 to 21.
#[must_use]
pub fn contrast(one: Color, other: Color) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(color: Color) -> f64 {
    let line = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * line(color.r) + 0.7152 * line(color.g) + 0.0722 * line(color.b)
}

#[cfg(test)]
mod tests {
    use super::*;

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
