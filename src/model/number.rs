//! Exact numbers: movement points and weights in 1/5040, so that thirds and quarters add up.

use borsh::{BorshDeserialize, BorshSerialize};
use std::fmt;

use super::Rounding;

/// Movement points, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, BorshSerialize, BorshDeserialize)]
pub struct Points(pub i64);

impl Points {
    /// One point.
    pub const ONE: Points = Points(5040);

    /// `2`, `1/2`, `3/4`; nothing if it is not a number or not exact in 1/5040.
    pub fn parse(text: &str) -> Option<Points> {
        let (above, below) = match text.split_once('/') {
            Some((above, below)) => (above.parse::<i64>().ok()?, below.parse::<i64>().ok()?),
            None => (text.parse::<i64>().ok()?, 1),
        };
        let whole = above.checked_mul(Points::ONE.0)?;
        (below > 0 && whole % below == 0).then(|| Points(whole / below))
    }
}

impl Points {
    /// A whole number.
    pub fn whole(n: i32) -> Points {
        Points(i64::from(n).saturating_mul(Points::ONE.0))
    }

    /// With so many more.
    #[must_use]
    pub fn plus(self, more: Points) -> Points {
        Points(self.0.saturating_add(more.0))
    }

    /// With so many less.
    #[must_use]
    pub fn less(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }

    /// The whole points in it.
    pub fn floor(self) -> i64 {
        self.0.div_euclid(Points::ONE.0)
    }

    /// Multiplied.
    #[must_use]
    pub fn times(self, by: Points) -> Points {
        let product = i128::from(self.0) * i128::from(by.0) / i128::from(Points::ONE.0);
        Points(i64::try_from(product).unwrap_or(if product < 0 { i64::MIN } else { i64::MAX }))
    }

    /// Rounded to a whole number.
    #[must_use]
    pub fn rounded(self, rounding: Rounding) -> Points {
        let one = Points::ONE.0;
        let down = self.0.div_euclid(one);
        let whole = match rounding {
            Rounding::Down => down,
            Rounding::Up => down + i64::from(self.0.rem_euclid(one) != 0),
            Rounding::Nearest => down + i64::from(self.0.rem_euclid(one) * 2 >= one),
        };
        Points(whole.saturating_mul(one))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points(0), Points::plus)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut above, mut below) = (self.0, Points::ONE.0);
        let (mut a, mut b) = (above.unsigned_abs(), below.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = i64::try_from(a.max(1)).unwrap_or(1);
        (above, below) = (above / divisor, below / divisor);
        if below == 1 { write!(f, "{above}") } else { write!(f, "{above}/{below}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact() {
        let third = Points::parse("1/3").unwrap();
        assert_eq!(Points(third.0 * 3), Points::ONE);
        assert_eq!(Points::parse("3/4").unwrap().to_string(), "3/4");
        assert_eq!(Points::parse("2").unwrap().to_string(), "2");
        assert_eq!(Points::parse("1/11"), None);
        assert_eq!(Points::parse("1/0"), None);
        assert_eq!(Points::parse("99999999999999999999"), None);
    }
}
