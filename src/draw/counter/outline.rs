//! The edge of a counter: what is cut out, what shows on a screen, and what lies beyond the cut.

use std::sync::Arc;

use super::super::scene::{Color, Fill, Group, Node, Path, Point, Rect, Shape, Stroke, Transform};
use super::palette::{at_lightness, lightness};
use super::{BLEED, Drawn};
use crate::model::Outline;

/// How round the corners of a square counter are on a screen, and how wide the line along its edge, as shares of its side.
const CORNER: f64 = 0.0315;
const EDGE: f64 = 0.013;
/// Where a frame that saves ink begins and ends, as shares of a counter's shorter side.
pub(super) const FRAME: (f64, f64) = (0.025, 0.07);
/// The line along which a counter is cut that is not square.
const CUT: Color = Color::hex(0x8a_8a8a);
const CUT_LINE: f64 = 0.1;

/// The outline of a counter in its oblong.
pub(super) fn outline_path(outline: Outline, Rect { x, y, width, height }: Rect) -> Path {
    let mut path = Path::new();
    match outline {
        Outline::Square => path.rect(Rect { x, y, width, height }),
        Outline::Round => path.ellipse(Point { x: x + width / 2.0, y: y + height / 2.0 }, width / 2.0, height / 2.0),
        Outline::Hexagon => {
            let corner = Outline::hexagon_corner((width, height));
            let (right, bottom, middle) = (x + width, y + height, y + height / 2.0);
            path.polygon(&[
                Point { x: x + corner, y },
                Point { x: right - corner, y },
                Point { x: right, y: middle },
                Point { x: right - corner, y: bottom },
                Point { x: x + corner, y: bottom },
                Point { x, y: middle },
            ])
        }
    };
    path
}

impl Drawn {
    /// Pictures that cover a face, and nothing else.
    pub(super) fn bare(nodes: Vec<Node>, outline: Outline) -> Drawn {
        Drawn { ground: None, nodes, around: Vec::new(), edge: None, outline, slots: Vec::new(), issues: Vec::new() }
    }

    /// A face on a ground to its edges.
    pub(in crate::draw) fn plain(ground: Color, nodes: Vec<Node>) -> Drawn {
        Drawn { ground: Some(ground), edge: Some(ground), ..Drawn::bare(nodes, Outline::Square) }
    }

    /// The face with its upper left corner at a point, cut off so far outside its edges. What it lies on may have the
    /// colour of its ground already.
    #[must_use]
    pub fn at(&self, at: Point, (width, height): (f64, f64), bleed: f64, lies_on: Option<Color>) -> Node {
        let mut area = Path::new();
        area.rect(Rect { x: 0.0, y: 0.0, width, height }.grown(bleed));
        let ground = self.ground.filter(|ground| Some(*ground) != lies_on);
        let ground = ground.map(|ground| Shape::filled(area.clone(), ground).into());
        let around = if bleed > 0.0 { self.around.as_slice() } else { &[] };
        let nodes = ground.into_iter().chain(around.iter().chain(&self.nodes).cloned()).collect();
        // Where the edges have one colour, nothing reaches beyond them.
        let clip = self.edge.is_none().then(|| Arc::new(area));
        Group { transform: Transform::shift(at.x, at.y), clip, nodes, ..Group::default() }.into()
    }

    /// A side on white whose colour is a frame inside the cut, whatever its outline: no ink is spent on the bleed, and a
    /// cut that misses shows no colour. A picture stays as it is.
    #[must_use]
    pub fn framed(self, area: (f64, f64)) -> Drawn {
        self.framed_within(area, FRAME)
    }

    /// The same with a frame that begins and ends there, as shares of the shorter side.
    #[must_use]
    pub(in crate::draw) fn framed_within(mut self, (width, height): (f64, f64), (from, to): (f64, f64)) -> Drawn {
        let Some(color) = self.ground.filter(|color| *color != Color::WHITE) else { return self };
        let (whole, unit) = (Rect { x: 0.0, y: 0.0, width, height }, width.min(height));
        let mut frame = outline_path(self.outline, whole.grown(-unit * from));
        frame.segs.extend(outline_path(self.outline, whole.grown(-unit * to)).segs);
        self.nodes.insert(0, Shape { path: frame, fill: Some(Fill::EvenOdd(color)), stroke: None }.into());
        self.ground = Some(Color::WHITE);
        // Only a band that reaches beyond the cut keeps its neighbours away.
        if self.edge.is_some() || self.outline != Outline::Square {
            self.edge = Some(Color::WHITE);
        }
        self
    }

    /// The line along which it is cut, if straight cuts do not do it.
    #[must_use]
    pub fn cut_line(&self, at: Point, (width, height): (f64, f64)) -> Option<Node> {
        let path =
            (self.outline != Outline::Square).then(|| outline_path(self.outline, Rect { x: at.x, y: at.y, width, height }))?;
        Some(Shape::stroked(path, Stroke::butt(CUT, CUT_LINE)).into())
    }

    /// The face as it is after the cut, for screens: its outline, and a thin line along it that keeps it apart from what
    /// it lies on.
    #[must_use]
    pub fn cut_out(&self, at: Point, (width, height): (f64, f64)) -> Node {
        let unit = width.min(height);
        let whole = Rect { x: 0.0, y: 0.0, width, height };
        let line = unit * EDGE;
        let mut area = Path::new();
        let mut inner = Path::new();
        match self.outline {
            Outline::Square => {
                area.round_rect(whole, unit * CORNER);
                inner.round_rect(whole.grown(-line / 2.0), unit * CORNER - line / 2.0);
            }
            other => {
                area = outline_path(other, whole);
                inner = outline_path(other, whole.grown(-line / 2.0));
            }
        }
        let ground = self.ground.map(|ground| Shape::filled(area.clone(), ground).into());
        let edge = self.ground.map(|ground| {
            let dark = at_lightness(ground, (lightness(ground) - 26.0).max(4.0), 1.2);
            Shape::stroked(inner, Stroke::butt(dark, line)).into()
        });
        let nodes = ground.into_iter().chain(self.nodes.iter().cloned()).chain(edge).collect();
        // A picture keeps its corners: whoever drew it knows where it ends.
        let clip = (self.ground.is_some() || self.outline != Outline::Square).then_some(area);
        let clip = clip.or_else(|| {
            let mut square = Path::new();
            square.rect(whole);
            Some(square)
        });
        let transform = Transform::shift(at.x, at.y);
        Group { transform, clip: clip.map(Arc::new), nodes, ..Group::default() }.into()
    }
}

/// What lies around a face that is a picture: the picture itself, mirrored at its edges. So the bleed goes on as the edge
/// ends, with nothing enlarged or moved. Beneath lies the picture once more, over all of the bleed: where edges meet in
/// the middle of a pixel, a light line would be seen between them.
pub(super) fn mirrored(nodes: &[Node], whole: Rect) -> Vec<Node> {
    let Rect { x, y, width, height } = whole;
    let deep = BLEED.min(width).min(height);
    // For each side: what is mirrored, and where the mirror stands twice over.
    let across = [(-1.0, (x, deep), 2.0 * x), (1.0, (x, width), 0.0), (-1.0, (x + width - deep, deep), 2.0 * (x + width))];
    let down = [(-1.0, (y, deep), 2.0 * y), (1.0, (y, height), 0.0), (-1.0, (y + height - deep, deep), 2.0 * (y + height))];
    let (wider, higher) = ((width + 2.0 * deep) / width, (height + 2.0 * deep) / height);
    let beneath = Transform { a: wider, d: higher, e: x - deep - wider * x, f: y - deep - higher * y, ..Transform::IDENTITY };
    let mut own = Path::new();
    own.rect(whole);
    let mut all = vec![Group { transform: beneath, clip: Some(Arc::new(own)), nodes: nodes.to_vec(), ..Group::default() }.into()];
    for (a, (left, wide), e) in across {
        for (d, (top, high), f) in down {
            if a > 0.0 && d > 0.0 {
                continue;
            }
            let mut strip = Path::new();
            strip.rect(Rect { x: left, y: top, width: wide, height: high });
            let transform = Transform { a, d, e, f, ..Transform::IDENTITY };
            all.push(Group { transform, clip: Some(Arc::new(strip)), nodes: nodes.to_vec(), ..Group::default() }.into());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bleed_is_the_edge_mirrored_on_all_sides() {
        let whole = Rect { x: 0.0, y: 0.0, width: 16.0, height: 12.0 };
        let all = mirrored(&[], whole);
        assert_eq!(all.len(), 9);
        let mut around = Vec::new();
        for (n, node) in all.iter().enumerate() {
            let Node::Group(group) = node else { panic!("{node:?}") };
            let bounds = group.clip.as_ref().unwrap().moved(group.transform).bounds().unwrap();
            if n == 0 {
                // No light shows through where the others meet.
                assert_eq!(bounds, whole.grown(BLEED));
                continue;
            }
            assert!(!(bounds.x >= 0.0 && bounds.x < 16.0 && bounds.y >= 0.0 && bounds.y < 12.0), "{bounds:?} lies inside");
            around.push(bounds);
        }
        let all = around.into_iter().reduce(Rect::union).unwrap();
        assert_eq!(all, whole.grown(BLEED));
    }

    #[test]
    fn a_frame_that_saves_ink_lies_within_the_cut_of_every_outline() {
        let color = Color::hex(0x87_362b);
        for (area, outline) in [((15.9, 15.9), Outline::Square), ((17.0, 14.7), Outline::Hexagon), ((25.4, 12.7), Outline::Round)]
        {
            let edge = (outline == Outline::Square).then_some(color);
            let drawn = Drawn { outline, edge, ..Drawn::plain(color, Vec::new()) }.framed(area);
            assert_eq!((drawn.ground, drawn.edge), (Some(Color::WHITE), Some(Color::WHITE)), "{outline:?}");
            let Some(Node::Shape(Shape { path, fill: Some(Fill::EvenOdd(_)), .. })) = drawn.nodes.first() else { panic!() };
            let bounds = path.bounds().unwrap();
            let near = area.0.min(area.1) * FRAME.0;
            let off = [bounds.x, bounds.y, area.0 - bounds.x - bounds.width, area.1 - bounds.y - bounds.height];
            assert!(off.iter().all(|off| (off - near).abs() < 1e-9), "{outline:?} {bounds:?}");
        }
        let band = Drawn { edge: None, ..Drawn::plain(color, Vec::new()) }.framed((15.9, 15.9));
        assert_eq!((band.ground, band.edge), (Some(Color::WHITE), None), "what reaches the edge keeps its bleed");
        assert_eq!(Drawn::bare(Vec::new(), Outline::Square).framed((15.9, 15.9)).ground, None, "a picture stays as it is");
    }

    #[test]
    fn outlines_touch_all_edges_and_stay_inside() {
        for area in [(15.9, 15.9), (25.4, 12.7), (18.0, 15.6)] {
            let whole = Rect { x: 1.0, y: 2.0, width: area.0, height: area.1 };
            for outline in [Outline::Square, Outline::Round, Outline::Hexagon] {
                let bounds = outline_path(outline, whole).bounds().unwrap();
                let same = [bounds.x - 1.0, bounds.y - 2.0, bounds.width - area.0, bounds.height - area.1];
                assert!(same.iter().all(|off| off.abs() < 1e-9), "{outline:?} {bounds:?}");
            }
        }
    }
}
