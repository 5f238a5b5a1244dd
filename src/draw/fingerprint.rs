//! A number that tells one drawing from another, so that what has been drawn already need not be drawn again.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::scene::{Color, Fill, Node, Page, Path, Point, Rect, Scene, Seg, Shape, Stroke, Text, Transform};

/// The number of the first page of a scene, drawn with so many pixels in a millimetre. Another version of the program has
/// other numbers: it may draw otherwise.
#[must_use]
pub fn fingerprint(scene: &Scene, per_mm: f64) -> u64 {
    let mut sum = Sum(DefaultHasher::new());
    env!("CARGO_PKG_VERSION").hash(&mut sum.0);
    sum.number(per_mm);
    if let Some(Page { title: _, width, height, ground, nodes }) = scene.pages.first() {
        sum.number(*width);
        sum.number(*height);
        sum.colour(*ground);
        sum.nodes(nodes, scene);
    }
    sum.0.finish()
}

struct Sum(DefaultHasher);

impl Sum {
    fn number(&mut self, value: f64) {
        value.to_bits().hash(&mut self.0);
    }

    fn point(&mut self, point: Point) {
        self.number(point.x);
        self.number(point.y);
    }

    fn colour(&mut self, colour: Option<Color>) {
        colour.hash(&mut self.0);
    }

    fn rect(&mut self, rect: Rect) {
        [rect.x, rect.y, rect.width, rect.height].into_iter().for_each(|value| self.number(value));
    }

    fn path(&mut self, path: &Path) {
        path.segs.len().hash(&mut self.0);
        for seg in &path.segs {
            std::mem::discriminant(seg).hash(&mut self.0);
            match *seg {
                Seg::Move(to) | Seg::Line(to) => self.point(to),
                Seg::Quad(a, to) => [a, to].into_iter().for_each(|point| self.point(point)),
                Seg::Cubic(a, b, to) => [a, b, to].into_iter().for_each(|point| self.point(point)),
                Seg::Close => {}
            }
        }
    }

    fn stroke(&mut self, stroke: Option<&Stroke>) {
        let Some(Stroke { color, width, dash, cap, join }) = stroke else { return 0u8.hash(&mut self.0) };
        color.hash(&mut self.0);
        self.number(*width);
        dash.iter().for_each(|mm| self.number(*mm));
        std::mem::discriminant(cap).hash(&mut self.0);
        std::mem::discriminant(join).hash(&mut self.0);
    }

    fn shape(&mut self, shape: &Shape) {
        self.path(&shape.path);
        match &shape.fill {
            None => 0u8.hash(&mut self.0),
            Some(Fill::Color(color)) => (1u8, color).hash(&mut self.0),
            Some(Fill::EvenOdd(color)) => (2u8, color).hash(&mut self.0),
            Some(Fill::Pattern(pattern)) => {
                3u8.hash(&mut self.0);
                self.number(pattern.width);
                self.number(pattern.height);
                pattern.shapes.iter().for_each(|shape| self.shape(shape));
            }
        }
        self.stroke(shape.stroke.as_ref());
    }

    fn nodes(&mut self, nodes: &[Node], scene: &Scene) {
        nodes.len().hash(&mut self.0);
        for node in nodes {
            std::mem::discriminant(node).hash(&mut self.0);
            match node {
                Node::Group(group) => {
                    let Transform { a, b, c, d, e, f } = group.transform;
                    [a, b, c, d, e, f].into_iter().for_each(|value| self.number(value));
                    group.clip.iter().for_each(|clip| self.path(clip));
                    group.opacity.iter().for_each(|opacity| self.number(*opacity));
                    self.nodes(&group.nodes, scene);
                }
                Node::Shape(shape) => self.shape(shape),
                Node::Image(image) => {
                    self.rect(image.rect);
                    scene.pictures.get(image.picture).map(|picture| &*picture.bytes).hash(&mut self.0);
                }
                Node::Text(text) => self.text(text),
                Node::Stamps(stamps) => {
                    stamps.kinds.iter().flatten().for_each(|shape| self.shape(shape));
                    for (kind, at) in &stamps.at {
                        kind.hash(&mut self.0);
                        self.point(*at);
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        self.point(text.at);
        std::mem::discriminant(&text.anchor).hash(&mut self.0);
        self.number(text.rotation);
        self.number(text.spacing);
        text.small_caps.hash(&mut self.0);
        text.along.iter().flat_map(|line| line.iter()).for_each(|at| self.point(*at));
        if let Some((color, width)) = text.halo {
            color.hash(&mut self.0);
            self.number(width);
        }
        for run in &text.runs {
            (&run.text, run.face, run.color).hash(&mut self.0);
            self.number(run.size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::scene::{Anchor, Face};

    #[test]
    fn every_part_of_a_drawing_counts() {
        let scene = |text: &str, color: Color, x: f64| {
            let mut path = Path::new();
            path.rect(Rect { x, y: 1.0, width: 2.0, height: 3.0 });
            let nodes = vec![
                Shape::filled(path, color).into(),
                Text::new(Point { x: 1.0, y: 1.0 }, Anchor::Start, text, Face::Bold, 3.0, Color::BLACK).into(),
            ];
            let page = Page { title: "t".to_owned(), width: 9.0, height: 9.0, ground: None, nodes };
            Scene { title: String::new(), pages: vec![page], pictures: Vec::new() }
        };
        let base = fingerprint(&scene("4-4", Color::WHITE, 1.0), 4.0);
        assert_eq!(base, fingerprint(&scene("4-4", Color::WHITE, 1.0), 4.0));
        assert_ne!(base, fingerprint(&scene("4-5", Color::WHITE, 1.0), 4.0));
        assert_ne!(base, fingerprint(&scene("4-4", Color::BLACK, 1.0), 4.0));
        assert_ne!(base, fingerprint(&scene("4-4", Color::WHITE, 1.1), 4.0));
        assert_ne!(base, fingerprint(&scene("4-4", Color::WHITE, 1.0), 5.0));
    }
}
