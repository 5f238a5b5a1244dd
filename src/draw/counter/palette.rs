//! Colours for whoever chose none: a hue by nation, a lightness by side, so that opponents are told apart in grey and by
//! colour-blind readers too.

use std::collections::BTreeMap;

use super::super::scene::Color;
use super::colour::{light_of, luminance};
use crate::model::{Called, Game, Rgb, SideId};

/// Sides have grounds of different lightness, these: L* in between would leave neither black nor white letters clear.
const TIERS: [f64; 3] = [66.0, 88.0, 31.0];
/// The same for more than three sides. Further ones must share a lightness with another.
const TIERS_OF_FOUR: [f64; 4] = [67.0, 89.0, 24.0, 45.5];
const TIERS_OF_MORE: [f64; 5] = [71.5, 92.0, 29.0, 51.0, 8.0];
/// So much lighter or darker is a side than every other.
const APART: f64 = 20.0;

/// A nation: words for it, its tier, and chroma and hue of its ground as CIE LCh.
struct Nation {
    words: &'static str,
    tier: usize,
    chroma: f64,
    hue: f64,
}

const fn nation(words: &'static str, tier: usize, chroma: f64, hue: f64) -> Nation {
    Nation { words, tier, chroma, hue }
}

/// What is usual, from the uniforms that people think of.
const NATIONS: &[Nation] = &[
    nation("german germany germans ger deutsch wehrmacht heer axis reich", 0, 11.0, 140.0),
    nation("ss waffen-ss", 0, 2.0, 260.0),
    nation("luftwaffe", 0, 17.0, 248.0),
    nation("italian italy italians ital", 0, 25.0, 168.0),
    nation("japanese japan", 0, 40.0, 66.0),
    nation("finnish finland finns romanian romania hungarian hungary bulgarian", 0, 14.0, 200.0),
    nation("american us usa america americans united-states allied allies", 1, 22.0, 107.0),
    nation("british britain uk commonwealth english england canadian canada", 1, 22.0, 78.0),
    nation("french france", 1, 11.0, 245.0),
    nation("polish poland poles belgian belgium dutch norwegian", 1, 12.0, 10.0),
    nation("soviet soviets ussr russian russia russians rkka", 2, 42.0, 36.0),
    nation("chinese china", 2, 30.0, 60.0),
    nation("union federal north", 2, 30.0, 268.0),
    nation("confederate confederates csa south rebel rebels", 0, 17.0, 82.0),
    nation("austrian austria austrians spanish spain", 1, 20.0, 92.0),
    nation("prussian prussia prussians", 0, 24.0, 258.0),
    nation("blue", 0, 24.0, 258.0),
    nation("red", 2, 42.0, 36.0),
    nation("green", 0, 26.0, 142.0),
    nation("yellow", 1, 40.0, 95.0),
    nation("orange", 0, 45.0, 65.0),
    nation("brown", 2, 25.0, 62.0),
    nation("purple violet", 2, 30.0, 312.0),
    nation("white", 1, 2.0, 100.0),
    nation("grey gray", 0, 2.0, 260.0),
    nation("black", 2, 2.0, 260.0),
];

/// Hues of those that nobody knows, in turn.
const HUES: [(f64, f64); 6] = [(26.0, 78.0), (14.0, 235.0), (24.0, 40.0), (18.0, 145.0), (16.0, 300.0), (10.0, 190.0)];

/// The ground of each side, and of each nation within it, for those without colours of their own.
pub(super) struct Palette {
    sides: Vec<Color>,
    /// By side and nation.
    nations: BTreeMap<(usize, usize), Color>,
}

impl Palette {
    pub(super) fn new(game: &Game) -> Palette {
        let told = |id: &str| game.art.colours.get(id).and_then(|colours| colours.ground);
        let fixed: Vec<Option<f64>> =
            game.sides.values().map(|side| told(&side.id).map(|(r, g, b): Rgb| lightness(Color::rgb(r, g, b)))).collect();
        let mut taken: Vec<f64> = fixed.iter().flatten().copied().collect();
        let all = tiers_of(game.sides.len());
        let mut sides = Vec::new();
        let mut tiers = Vec::new();
        for ((n, side), fixed) in game.sides.values().enumerate().zip(&fixed) {
            let known = known(&side.id).or_else(|| known(side.called()));
            let (chroma, hue) = known.map_or(usual(n), |nation| (nation.chroma, nation.hue));
            let wanted = known.map_or(n % all.len(), |nation| nation.tier);
            let light = fixed.unwrap_or_else(|| {
                let light = free(all, wanted, &taken);
                taken.push(light);
                light
            });
            tiers.push(light);
            sides.push(lch(light, chroma, hue));
        }
        let mut nations = BTreeMap::new();
        for (side, light) in tiers.iter().enumerate() {
            for (n, nation) in game.nations.values().enumerate() {
                if let Some(known) = known(&nation.id).or_else(|| known(nation.called())) {
                    nations.insert((side, n), lch(*light, known.chroma, known.hue));
                }
            }
        }
        Palette { sides, nations }
    }

    /// The ground of a unit of a side and a nation; `None` for one without a side.
    pub(super) fn ground(&self, side: Option<SideId>, nation: Option<usize>) -> Option<Color> {
        let side = crate::model::Key::index(side?);
        let own = nation.and_then(|nation| self.nations.get(&(side, nation)));
        own.or_else(|| self.sides.get(side)).copied()
    }
}

/// What lightness so many sides have: one in the middle first, then a light one, then a dark one.
fn tiers_of(sides: usize) -> &'static [f64] {
    match sides {
        0..=3 => &TIERS,
        4 => &TIERS_OF_FOUR,
        _ => &TIERS_OF_MORE,
    }
}

/// A lightness that is far from those that are taken: the wanted one, or another; the farthest where there is none left.
fn free(tiers: &[f64], wanted: usize, taken: &[f64]) -> f64 {
    let far = |light: f64| taken.iter().map(|other| (light - other).abs()).fold(f64::INFINITY, f64::min);
    let all = || (0..tiers.len()).filter_map(|n| tiers.get((wanted + n) % tiers.len()).copied());
    let best = || all().max_by(|a, b| far(*a).total_cmp(&far(*b)));
    all().find(|light| far(*light) > APART).or_else(best).unwrap_or(88.0)
}

fn usual(n: usize) -> (f64, f64) {
    HUES.get(n % HUES.len()).copied().unwrap_or((0.0, 0.0))
}

/// The nation that a word names: all of it, or a word of several.
fn known(text: &str) -> Option<&'static Nation> {
    let text = text.to_lowercase();
    let is = |word: &str| NATIONS.iter().find(|nation| nation.words.split(' ').any(|known| known == word));
    is(&text).or_else(|| text.split([' ', '-', '_']).find_map(is))
}

/// How light a colour is in grey: CIE L*.
pub(super) fn lightness(color: Color) -> f64 {
    let y = luminance(color);
    if y > 0.008_856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
}

/// The colour of a lightness, a chroma and a hue; with less chroma where no screen has so much.
pub(super) fn lch(light: f64, chroma: f64, hue: f64) -> Color {
    let (sin, cos) = hue.to_radians().sin_cos();
    let mut chroma = chroma;
    loop {
        let found = linear(light, chroma * cos, chroma * sin);
        if chroma < 0.5 || found.iter().all(|part| (-0.000_5..=1.000_5).contains(part)) {
            let [r, g, b] = found.map(|part| {
                let part = part.clamp(0.0, 1.0);
                let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
                let byte = (part * 255.0).round() as u8;
                byte
            });
            return Color::rgb(r, g, b);
        }
        chroma -= 0.5;
    }
}

/// Linear red, green and blue of CIE L*a*b*.
fn linear(light: f64, a: f64, b: f64) -> [f64; 3] {
    let y = (light + 16.0) / 116.0;
    let straight = |t: f64| if t > 6.0 / 29.0 { t * t * t } else { (t - 16.0 / 116.0) / 7.787 };
    let (x, y, z) = (straight(y + a / 500.0) * 0.950_47, straight(y), straight(y - b / 200.0) * 1.088_83);
    [
        3.240_454 * x - 1.537_139 * y - 0.498_531 * z,
        -0.969_266 * x + 1.876_011 * y + 0.041_556 * z,
        0.055_643 * x - 0.204_026 * y + 1.057_225 * z,
    ]
}

/// The hue of a colour in degrees, and its chroma.
fn hue(color: Color) -> (f64, f64) {
    let [r, g, b] = light_of(color);
    let bent = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = bent((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = bent(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = bent((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    let (a, b) = (500.0 * (x - y), 200.0 * (y - z));
    (b.atan2(a).to_degrees(), a.hypot(b))
}

/// The same hue, so light, with so much of its chroma.
pub(super) fn at_lightness(color: Color, light: f64, share: f64) -> Color {
    let (hue, chroma) = hue(color);
    lch(light, (chroma * share).min(40.0), hue)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What readers without red, green or blue cones see, from linear light: Machado, Oliveira and Fernandes.
    const READERS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn seen_lightness(color: Color, reader: [[f64; 3]; 3]) -> f64 {
        let rgb = light_of(color);
        let seen = reader.map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
        let y: f64 = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
        116.0 * y.cbrt() - 16.0
    }

    #[test]
    fn opponents_are_far_apart_in_grey_and_for_colour_blind_readers() {
        for one in NATIONS {
            for other in NATIONS {
                let first = free(&TIERS, one.tier, &[]);
                let second = free(&TIERS, other.tier, &[first]);
                let colours = [lch(first, one.chroma, one.hue), lch(second, other.chroma, other.hue)];
                let apart = (lightness(colours[0]) - lightness(colours[1])).abs();
                assert!(apart >= 20.0, "{} and {}: {apart}", one.words, other.words);
                for reader in READERS {
                    let [a, b] = colours.map(|color| seen_lightness(color, reader));
                    assert!((a - b).abs() >= 15.0, "{} and {}: {a} {b}", one.words, other.words);
                }
            }
        }
    }

    #[test]
    fn letters_are_clear_on_every_ground() {
        for nation in NATIONS {
            for light in TIERS {
                let ground = lch(light, nation.chroma, nation.hue);
                let ink = super::super::colour::readable(ground, Color::hex(0x10_1010));
                assert!(super::super::contrast(ground, ink) >= 7.0, "{} {light}", nation.words);
            }
        }
    }

    #[test]
    fn up_to_five_sides_are_far_apart_and_can_be_written_on() {
        for count in 2..=5 {
            let tiers = tiers_of(count);
            let hues = HUES.iter().copied().chain(NATIONS.iter().map(|nation| (nation.chroma, nation.hue)));
            for (n, (chroma, hue)) in hues.enumerate() {
                let colours: Vec<Color> = tiers.iter().map(|light| lch(*light, chroma, hue)).collect();
                for (k, one) in colours.iter().enumerate() {
                    let ink = super::super::colour::readable(*one, Color::hex(0x10_1010));
                    assert!(super::super::contrast(*one, ink) >= super::super::LEAST_CONTRAST, "{count} {n} {k}");
                    for other in colours.iter().skip(k + 1) {
                        assert!((lightness(*one) - lightness(*other)).abs() >= APART - 0.5, "{count} {n} {k}");
                    }
                }
            }
            // Whatever the first of them want, there is one left for the last.
            let mut taken = Vec::new();
            for _ in 0..count {
                taken.push(free(tiers, 0, &taken));
            }
            taken.sort_by(f64::total_cmp);
            assert!(taken.windows(2).all(|pair| pair[1] - pair[0] > APART), "{taken:?}");
        }
    }

    #[test]
    fn a_side_takes_what_is_far_from_the_others() {
        assert_eq!(free(&TIERS, 0, &[]), 66.0);
        assert_eq!(free(&TIERS, 0, &[66.0]), 88.0);
        assert_eq!(free(&TIERS, 1, &[88.0]), 31.0);
        // What the author chose counts as well.
        assert_eq!(free(&TIERS, 0, &[70.0]), 31.0);
    }
}
