//! Chance: what falls at the k-th throw of a game is found from its seed and k alone, so that a throw that is taken back
//! falls the same again.

use crate::model::Dice;

/// The generator PCG32 (O'Neill, 2014), permuted congruential: small, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Pcg {
    state: u64,
    stream: u64,
}

impl Pcg {
    /// A generator for a seed and a stream of its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut pcg = Pcg { state: 0, stream: (stream << 1) | 1 };
        pcg.next();
        pcg.state = pcg.state.wrapping_add(seed);
        pcg.next();
        pcg
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends, and nobody walks over it")]
    pub fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(self.stream);
        #[expect(clippy::cast_possible_truncation, reason = "the generator takes these bits")]
        let (shifted, turn) = ((((old >> 18) ^ old) >> 27) as u32, (old >> 59) as u32);
        shifted.rotate_right(turn)
    }

    /// A number below a bound, each as likely; 0 if the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        // Numbers beyond the last whole multiple of the bound would favour small ones.
        let least = bound.wrapping_neg() % bound;
        loop {
            let number = self.next();
            if number >= least {
                return number % bound;
            }
        }
    }
}

/// The faces that the k-th throw of a game shows.
pub fn throw(seed: u64, k: u32, dice: Dice) -> Vec<u32> {
    let mut pcg = Pcg::new(seed, u64::from(k));
    let (count, sides) = match dice {
        Dice::Sum(count, sides) => (count, sides),
        Dice::TensUnits => (2, 6),
    };
    (0..count).map(|_| pcg.below(sides) + 1).collect()
}

/// What faces come to; nothing if such dice cannot show them.
pub fn sum(dice: Dice, faces: &[u32]) -> Option<i32> {
    let (count, sides) = match dice {
        Dice::Sum(count, sides) => (count, sides),
        Dice::TensUnits => (2, 6),
    };
    if faces.len() != count as usize || faces.iter().any(|face| *face < 1 || *face > sides) {
        return None;
    }
    let sum = match (dice, faces) {
        (Dice::TensUnits, [tens, units]) => tens * 10 + units,
        (_, faces) => faces.iter().sum(),
    };
    i32::try_from(sum).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation's demonstration, seed 42 and stream 54.
    #[test]
    fn the_generator_is_pcg32() {
        let mut pcg = Pcg::new(42, 54);
        let first: Vec<u32> = (0..6).map(|_| pcg.next()).collect();
        assert_eq!(first, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
    }

    #[test]
    fn a_throw_falls_the_same_again_and_every_face_comes() {
        let d6 = Dice::Sum(1, 6);
        assert_eq!(throw(7, 3, d6), throw(7, 3, d6));
        let mut seen = [0u32; 6];
        for k in 0..6000 {
            let [face] = throw(7, k, d6)[..] else { panic!("one die has one face") };
            seen[face as usize - 1] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn faces_that_dice_do_not_have_are_refused() {
        assert_eq!(sum(Dice::Sum(2, 6), &[4, 2]), Some(6));
        assert_eq!(sum(Dice::TensUnits, &[4, 2]), Some(42));
        assert_eq!(sum(Dice::Sum(1, 6), &[7]), None);
        assert_eq!(sum(Dice::Sum(1, 6), &[0]), None);
        assert_eq!(sum(Dice::Sum(2, 6), &[4]), None);
    }
}
