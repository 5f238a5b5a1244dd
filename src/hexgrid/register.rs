//! An image of the map, laid under the grid: the affine map that fits the hexes whose place on it is known, and how
//! far it misses them.

use super::{HexId, Point};

/// How an image lies on the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Registration {
    /// From pixels of the image to the page: x of x, y of x, x of y, y of y, to the right, down.
    pub place: [f64; 6],
    /// How far each reference hex is missed, in hexes across.
    pub residuals: Vec<(HexId, f64)>,
    /// How much longer one direction is drawn than the other: 0 is square.
    pub stretch: f64,
    /// By how many degrees the image is turned.
    pub turn: f64,
}

impl Registration {
    /// The worst miss, in hexes across.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.residuals.iter().map(|(_, off)| *off).fold(0.0, f64::max)
    }
}

/// Why an image cannot be laid under the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterError {
    /// Fewer than three reference hexes.
    TooFew,
    /// All of them in one line.
    InLine,
}

impl std::fmt::Display for RegisterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            RegisterError::TooFew => "the image needs at least three hexes whose place on it is known",
            RegisterError::InLine => "the hexes whose place on the image is known lie in one line, or on one point of the image",
        })
    }
}

/// The affine map that fits best: from pixels to millimetres. `across` is the size of a hex.
///
/// # Errors
/// If there are too few references, or they are in one line.
pub fn register(references: &[(HexId, Point, Point)], across: f64) -> Result<Registration, RegisterError> {
    if references.len() < 3 {
        return Err(RegisterError::TooFew);
    }
    let count = f64::from(u32::try_from(references.len()).unwrap_or(u32::MAX));
    let mean = |of: fn(&(HexId, Point, Point)) -> Point| {
        let sum = references.iter().map(of).fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
        Point { x: sum.0 / count, y: sum.1 / count }
    };
    let (from, to) = (mean(|r| r.1), mean(|r| r.2));
    // Least squares about the means: two normal equations, the same for x and for y.
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut xu, mut yu, mut xv, mut yv) = (0.0, 0.0, 0.0, 0.0);
    for (_, pixel, page) in references {
        let (x, y, u, v) = (pixel.x - from.x, pixel.y - from.y, page.x - to.x, page.y - to.y);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
        (xu, yu, xv, yv) = (xu + x * u, yu + y * u, xv + x * v, yv + y * v);
    }
    let det = xx * yy - xy * xy;
    // Of a flat set of points the determinant is naught against the spread.
    if !det.is_finite() || det <= (xx + yy).powi(2) * 1e-6 {
        return Err(RegisterError::InLine);
    }
    let (a, c) = ((xu * yy - yu * xy) / det, (yu * xx - xu * xy) / det);
    let (b, d) = ((xv * yy - yv * xy) / det, (yv * xx - xv * xy) / det);
    let (e, f) = (to.x - a * from.x - c * from.y, to.y - b * from.x - d * from.y);
    if !(a.is_finite() && e.is_finite() && f.is_finite()) || (a * d - b * c).abs() <= 0.0 {
        return Err(RegisterError::InLine);
    }
    let residual = |pixel: &Point, page: &Point| {
        let (x, y) = (a * pixel.x + c * pixel.y + e, b * pixel.x + d * pixel.y + f);
        (x - page.x).hypot(y - page.y) / across
    };
    let residuals = references.iter().map(|(hex, pixel, page)| (*hex, residual(pixel, page))).collect();
    // The longest and the shortest image of a unit circle.
    let (sum, area) = (a * a + b * b + c * c + d * d, (a * d - b * c).abs());
    let (plus, minus) = ((sum + 2.0 * area).max(0.0).sqrt(), (sum - 2.0 * area).max(0.0).sqrt());
    let (long, short) = ((plus + minus) / 2.0, (plus - minus) / 2.0);
    let stretch = if short > 0.0 { long / short - 1.0 } else { f64::INFINITY };
    Ok(Registration { place: [a, b, c, d, e, f], residuals, stretch, turn: (b - c).atan2(a + d).to_degrees() })
}
