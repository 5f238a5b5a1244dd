//! Where things lie: which columns or rows are shifted, and in which hex a point is.

use super::element::Element;

/// How the hexes of a map lie on its plane, which is measured in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lie {
    /// Columns are shifted, and a flat side is on top; otherwise rows, and a corner is.
    pub(super) by_column: bool,
    /// Those of even number are shifted, counted from 0.
    pub(super) even: bool,
    /// From a column to the next, and from a row to the next.
    step: (f64, f64),
    /// How far the shifted ones are shifted.
    shift: f64,
    /// A hex.
    size: (f64, f64),
}

impl Lie {
    /// As the map says; why it cannot be otherwise.
    pub(super) fn of(map: &Element) -> Result<Lie, String> {
        let size = |name: &str, least: f64| match map.number(name) {
            Some(number) if (least..=10_000.0).contains(&number) => Ok(number.trunc()),
            found => Err(format!("`{name}` is {}, expected {least} to 10000", found.unwrap_or(0.0))),
        };
        let (width, height) = (size("tilewidth", 1.0)?, size("tileheight", 1.0)?);
        let side = map.number("hexsidelength").map_or(Ok(0.0), |_| size("hexsidelength", 0.0))?;
        let word = |name: &str, first: &str, second: &str, unless_said: &str| match map.get(name).unwrap_or(unless_said) {
            found if found == first => Ok(true),
            found if found == second => Ok(false),
            found => Err(format!("`{name}` is `{found}`, expected `{first}` or `{second}`")),
        };
        let by_column = word("staggeraxis", "x", "y", "y")?;
        let even = word("staggerindex", "even", "odd", "odd")?;
        let (side_x, side_y) = if by_column { (side, 0.0) } else { (0.0, side) };
        // Tiled counts in whole pixels.
        let (over_x, over_y) = (((width - side_x) / 2.0).trunc(), ((height - side_y) / 2.0).trunc());
        let (column, row) = (over_x + side_x, over_y + side_y);
        let size = (column + over_x, row + over_y);
        let (step, shift) = if by_column { ((column, size.1), row) } else { ((size.0, row), column) };
        if step.0 < 1.0 || step.1 < 1.0 {
            return Err(format!("a hex of {width} by {height} pixels is too small"));
        }
        Ok(Lie { by_column, even, step, shift, size })
    }

    /// Whether a column, or a row, is shifted.
    pub(super) fn shifted(self, at: i64) -> bool {
        (at & 1 == 1) != self.even
    }

    /// The middle of a hex.
    fn middle(self, column: i64, row: i64) -> (f64, f64) {
        let shift = |at: i64| if self.shifted(at) { self.shift } else { 0.0 };
        let (right, down) = if self.by_column { (0.0, shift(column)) } else { (shift(row), 0.0) };
        let at = |index: i64, step: f64, size: f64| index as f64 * step + size / 2.0;
        (at(column, self.step.0, self.size.0) + right, at(row, self.step.1, self.size.1) + down)
    }

    /// The hex in which a point is: the one whose middle is nearest, as Tiled has it.
    pub(super) fn hex(self, x: f64, y: f64) -> Option<(i64, i64)> {
        // Beyond that there is no hex, and no whole number of pixels either.
        if !(x.abs() < 1e9 && y.abs() < 1e9) {
            return None;
        }
        let near = |at: f64, step: f64| ((at / step).floor() as i64 - 2)..=((at / step).floor() as i64 + 1);
        let all = near(x, self.step.0).flat_map(|column| near(y, self.step.1).map(move |row| (column, row)));
        let far = |&(column, row): &(i64, i64)| {
            let middle = self.middle(column, row);
            (middle.0 - x).powi(2) + (middle.1 - y).powi(2)
        };
        all.min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// The middle of an object, on the plane of its layer. `alignment` is that of its tileset, if it is a tile.
pub(super) fn middle(object: &Element, alignment: Option<&str>) -> (f64, f64) {
    let number = |name: &str| object.number(name).unwrap_or(0.0);
    let (width, height) = (number("width"), number("height"));
    let (across, down) = match alignment {
        // What has no tile begins at its top left.
        None => bounds(object).unwrap_or((width / 2.0, height / 2.0)),
        Some(word) => {
            let across = if word.ends_with("left") {
                0.5
            } else if word.ends_with("right") {
                -0.5
            } else {
                0.0
            };
            let down = if word.starts_with("top") {
                0.5
            } else if word.starts_with("bottom") {
                -0.5
            } else {
                0.0
            };
            (width * across, height * down)
        }
    };
    let (sin, cos) = number("rotation").to_radians().sin_cos();
    (number("x") + across * cos - down * sin, number("y") + across * sin + down * cos)
}

/// The middle of a polygon or a line of several points, from its beginning.
fn bounds(object: &Element) -> Option<(f64, f64)> {
    let shape = object.all("polygon").chain(object.all("polyline")).next()?;
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse::<f64>().ok()?, y.parse::<f64>().ok()?))
    };
    let points: Vec<(f64, f64)> = shape.get("points")?.split_whitespace().filter_map(point).collect();
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let least = points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (least + most) / 2.0
    };
    (!points.is_empty()).then(|| (middle(|point| point.0), middle(|point| point.1)))
}
