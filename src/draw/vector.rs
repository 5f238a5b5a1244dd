//! Pictures of lines that authors bring: SVG with plain colours, and nothing that lies outside the file.
//!
//! It is turned into our own shapes, so that it stays sharp on paper. What has no shape of ours is refused by name:
//! a silhouette that silently lost half of itself would be found only after printing.

use std::sync::Arc;

use usvg::roxmltree;
use usvg::tiny_skia_path::PathSegment;

use super::limits;
use super::picture::OUR_BUG;
use super::scene::{Cap, Color, Fill, Group, Join, Node, Path, Point, Rect, Seg, Shape, Stroke, Transform};
use super::work::{Panicked, guarded};

mod weight;

/// Stands for `currentColor` until it is known what that is. Nobody writes it by hand.
const INK: Color = Color::hex(0x01_0203);
const INK_WORD: &str = "#010203";

/// A drawing.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its width, in its own units.
    pub width: f64,
    pub height: f64,
    nodes: Vec<Node>,
    segments: usize,
}

impl Vector {
    /// Reads an SVG file; why it cannot be drawn otherwise.
    ///
    /// # Errors
    /// If it is no SVG, names something outside of itself, or has what is not drawn here.
    pub fn read(bytes: &[u8]) -> Result<Vector, String> {
        if bytes.len() > limits::SVG_BYTES {
            return Err(format!("it has more than {} MiB", limits::SVG_BYTES >> 20));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
        if let Some(what) = outside(text) {
            return Err(format!("it points outside of itself: `{what}`"));
        }
        if text.contains("<text") {
            return Err("it has text; turn it into outlines".to_owned());
        }
        let inked = text.replace("currentColor", INK_WORD).replace("currentcolor", INK_WORD);
        guarded(|| Vector::parsed(&inked)).unwrap_or_else(|Panicked| Err(OUR_BUG.to_owned()))
    }

    fn parsed(text: &str) -> Result<Vector, String> {
        weight::tags(text)?;
        let unread = |why: &dyn std::fmt::Display| format!("it is no SVG that can be read: {why}");
        let options = roxmltree::ParsingOptions { nodes_limit: weight::MOST_NODES, ..roxmltree::ParsingOptions::default() };
        let document = roxmltree::Document::parse_with_options(text, options).map_err(|why| unread(&why))?;
        weight::weighed(&document)?;
        let mut options = usvg::Options::default();
        // Nothing is ever fetched, whatever was overlooked above.
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        let tree = usvg::Tree::from_xmltree(&document, &options).map_err(|why| unread(&why))?;
        let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        let (least, most) = (limits::SVG_LEAST, limits::SVG_MOST);
        if !(least..=most).contains(&width) || !(least..=most).contains(&height) {
            return Err(format!("it is {width:e} wide and {height:e} high; a drawing has from {least} to {most} units"));
        }
        let mut sum = Sum { segments: 0, dashes: 0.0, long: 0.0, layers: 0, size: width.max(height) };
        let mut nodes = Vec::new();
        group(tree.root(), Transform::default(), &mut sum, &mut nodes)?;
        Ok(Vector { width, height, nodes, segments: sum.segments })
    }

    /// How many lines and curves it has.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.segments
    }

    /// The drawing, stretched to a place, with that ink where it says `currentColor`.
    #[must_use]
    pub fn draw(&self, rect: Rect, ink: Color) -> Node {
        let scale = Transform::scale(rect.width / self.width, rect.height / self.height);
        let mut clip = Path::new();
        clip.rect(Rect { x: 0.0, y: 0.0, width: self.width, height: self.height });
        let nodes = self.nodes.iter().map(|node| inked(node, ink)).collect();
        let transform = Transform::shift(rect.x, rect.y).after(scale);
        Group { transform, clip: Some(Arc::new(clip)), nodes, ..Group::default() }.into()
    }
}

/// Whether an SVG is small enough to be looked at: its tags, its elements, its style sheets, and that it fetches nothing
/// by way of an entity.
///
/// # Errors
/// What there is too much of.
pub fn bounded(text: &str) -> Result<(), String> {
    if text.to_ascii_lowercase().contains("<!entity") {
        return Err("it has entities of its own".to_owned());
    }
    weight::tags(text)?;
    let options =
        roxmltree::ParsingOptions { nodes_limit: weight::MOST_NODES, allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let read = || {
        let document = roxmltree::Document::parse_with_options(text, options)
            .map_err(|why| format!("it is no SVG that can be read: {why}"))?;
        weight::weighed(&document)
    };
    guarded(read).unwrap_or_else(|Panicked| Err(OUR_BUG.to_owned()))
}

/// Something that the file would fetch: the first such reference.
fn outside(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    for word in ["<!entity", "<?xml-stylesheet", "@import", "<script", "<foreignobject"] {
        if lower.contains(word) {
            return Some(word.trim_start_matches('<').to_owned());
        }
    }
    let quoted = |rest: &str| -> Option<String> {
        let rest = rest.trim_start();
        let mark = rest.chars().next().filter(|c| *c == '"' || *c == '\'')?;
        super::font::cut(rest.get(1..)?, 200).split(mark).next().map(str::to_owned)
    };
    for (at, _) in lower.match_indices("href") {
        let value = text.get(at + 4..).and_then(|rest| rest.trim_start().strip_prefix('=')).and_then(quoted);
        if let Some(value) = value.filter(|value| !value.trim().starts_with('#') && !value.trim().starts_with("data:")) {
            return Some(value);
        }
    }
    for (at, _) in lower.match_indices("url(") {
        // Only its beginning is looked at: nobody may make us read the same end again and again.
        let begin = text.get(at + 4..).map_or("", |rest| super::font::cut(rest, 200));
        let value = begin.split(')').next().unwrap_or_default();
        let value = value.trim().trim_matches(['"', '\'']).replace("&quot;", "");
        if !value.starts_with('#') {
            return Some(value);
        }
    }
    None
}

/// What a drawing has so far.
struct Sum {
    segments: usize,
    dashes: f64,
    /// How long all lines are.
    long: f64,
    layers: usize,
    /// The width or the height of the whole drawing, whichever is greater.
    size: f64,
}

impl Sum {
    fn segments(&mut self, more: usize) -> Result<(), String> {
        self.segments += more;
        if self.segments > limits::SVG_SEGMENTS {
            return Err(format!("it has more than {} lines and curves", limits::SVG_SEGMENTS));
        }
        Ok(())
    }

    fn layer(&mut self) -> Result<(), String> {
        self.layers += 1;
        if self.layers > limits::SVG_LAYERS {
            return Err(format!("it has more than {} groups that are cut off or translucent", limits::SVG_LAYERS));
        }
        Ok(())
    }

    /// Numbers that crates which draw in single precision cannot reckon with are refused, and lines that are too long. `at` is where the shape lies
    /// in the whole drawing; its own numbers count too.
    fn numbers(&mut self, path: &Path, width: f64, at: Transform) -> Result<(), String> {
        let near = |point: &Point, most: f64| point.x.abs() <= most && point.y.abs() <= most;
        let far = self.size * limits::SVG_REACH;
        let fits = |point: &Point| near(point, MOST_NUMBER) && near(&at.apply(*point), far);
        let inside = path.segs.iter().all(|seg| match seg {
            Seg::Move(to) | Seg::Line(to) => fits(to),
            Seg::Quad(control, to) => fits(control) && fits(to),
            Seg::Cubic(first, second, to) => fits(first) && fits(second) && fits(to),
            Seg::Close => true,
        });
        if !inside || width > MOST_NUMBER || width * at.stretch() > far {
            return Err(format!("it has shapes that reach more than {} times its size beyond it", limits::SVG_REACH));
        }
        // Painting takes as long as its lines are: a thicket across the whole drawing is far dearer than a fine outline.
        self.long += length(path) * at.stretch();
        if self.long > self.size * limits::SVG_LENGTH {
            return Err(format!("its lines are together more than {} times as long as it is wide or high", limits::SVG_LENGTH));
        }
        Ok(())
    }

    fn dashes(&mut self, path: &Path, dash: &[f64]) -> Result<(), String> {
        let once: f64 = dash.iter().sum();
        if once.is_nan() || once <= 0.0 {
            return Ok(());
        }
        self.dashes += length(path) / once * dash.len() as f64;
        if self.dashes <= limits::SVG_DASHES {
            return Ok(());
        }
        Err(format!("it has more than {} dashes", limits::SVG_DASHES))
    }
}

/// How long the lines of a path are, curves by their controls.
fn length(path: &Path) -> f64 {
    let (mut long, mut pen, mut begun) = (0.0, Point { x: 0.0, y: 0.0 }, Point { x: 0.0, y: 0.0 });
    for seg in &path.segs {
        let to: &[Point] = match seg {
            Seg::Move(to) => {
                (pen, begun) = (*to, *to);
                continue;
            }
            Seg::Line(to) => &[*to],
            Seg::Quad(control, to) => &[*control, *to],
            Seg::Cubic(first, second, to) => &[*first, *second, *to],
            Seg::Close => &[begun],
        };
        for next in to {
            long += (next.x - pen.x).hypot(next.y - pen.y);
            pen = *next;
        }
    }
    long
}

/// A number in a drawing is no greater.
const MOST_NUMBER: f64 = 1e9;

fn group(from: &usvg::Group, at: Transform, sum: &mut Sum, to: &mut Vec<Node>) -> Result<(), String> {
    if from.mask().is_some() {
        return Err("it has a mask, which is not drawn; cut the shapes instead".to_owned());
    }
    if !from.filters().is_empty() {
        return Err("it has a filter, which is not drawn; use plain shapes".to_owned());
    }
    let own = transform(from.transform());
    let at = at.after(own);
    if ![own, at].iter().all(|t| [t.a, t.b, t.c, t.d, t.e, t.f].iter().all(|n| n.abs() <= MOST_NUMBER)) {
        return Err(format!("it has shapes that reach more than {} times its size beyond it", limits::SVG_REACH));
    }
    let mut nodes = Vec::new();
    for child in from.children() {
        match child {
            usvg::Node::Group(inner) => group(inner, at, sum, &mut nodes)?,
            usvg::Node::Path(path) => shape(path, at, sum, &mut nodes)?,
            usvg::Node::Image(_) => return Err("it has a picture of pixels in it; name that picture itself".to_owned()),
            usvg::Node::Text(_) => return Err("it has text; turn it into outlines".to_owned()),
        }
    }
    if nodes.is_empty() {
        return Ok(());
    }
    let mut clip = None;
    if let Some(cut) = from.clip_path() {
        let mut path = Path::new();
        outlines(cut.root(), transform(cut.transform()), sum, &mut path)?;
        sum.numbers(&path, 0.0, at)?;
        sum.layer()?;
        clip = Some(Arc::new(path));
    }
    let opacity = Some(f64::from(from.opacity().get())).filter(|opacity| *opacity < 1.0);
    if opacity.is_some() {
        sum.layer()?;
    }
    to.push(Group { transform: own, clip, opacity, id: None, nodes }.into());
    Ok(())
}

/// All outlines of a clip.
fn outlines(from: &usvg::Group, at: Transform, sum: &mut Sum, to: &mut Path) -> Result<(), String> {
    let at = at.after(transform(from.transform()));
    for child in from.children() {
        match child {
            usvg::Node::Group(inner) => outlines(inner, at, sum, to)?,
            usvg::Node::Path(path) => {
                sum.segments(path.data().verbs().len())?;
                to.append(&outline(path).moved(at));
            }
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
    Ok(())
}

fn shape(from: &usvg::Path, at: Transform, sum: &mut Sum, to: &mut Vec<Node>) -> Result<(), String> {
    if !from.is_visible() {
        return Ok(());
    }
    sum.segments(from.data().verbs().len())?;
    let path = outline(from);
    let fill = from.fill().map(|fill| {
        let color = plain(fill.paint(), fill.opacity().get())?;
        Ok::<Fill, String>(match fill.rule() {
            usvg::FillRule::NonZero => Fill::Color(color),
            usvg::FillRule::EvenOdd => Fill::EvenOdd(color),
        })
    });
    let stroke = from.stroke().map(|stroke| {
        Ok::<Stroke, String>(Stroke {
            color: plain(stroke.paint(), stroke.opacity().get())?,
            width: f64::from(stroke.width().get()),
            dash: stroke.dasharray().map(|dash| dash.iter().map(|mm| f64::from(*mm)).collect()).unwrap_or_default(),
            cap: match stroke.linecap() {
                usvg::LineCap::Butt => Cap::Butt,
                usvg::LineCap::Round => Cap::Round,
                usvg::LineCap::Square => Cap::Square,
            },
            join: match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => Join::Miter,
                usvg::LineJoin::Round => Join::Round,
                usvg::LineJoin::Bevel => Join::Bevel,
            },
        })
    });
    let stroke = stroke.transpose()?;
    sum.numbers(&path, stroke.as_ref().map_or(0.0, |stroke| stroke.width), at)?;
    if let Some(stroke) = &stroke {
        sum.dashes(&path, &stroke.dash)?;
    }
    to.push(Shape { path, fill: fill.transpose()?, stroke }.into());
    Ok(())
}

fn plain(paint: &usvg::Paint, opacity: f32) -> Result<Color, String> {
    match paint {
        usvg::Paint::Color(color) => {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 255")]
            let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
            Ok(Color::rgb(color.red, color.green, color.blue).alpha(alpha))
        }
        usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {
            Err("it has a gradient, which is not drawn; use plain colours".to_owned())
        }
        usvg::Paint::Pattern(_) => Err("it has a pattern, which is not drawn; use plain colours".to_owned()),
    }
}

fn outline(from: &usvg::Path) -> Path {
    let mut path = Path::new();
    let at = |point: usvg::tiny_skia_path::Point| Point { x: f64::from(point.x), y: f64::from(point.y) };
    for segment in from.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => path.move_to(at(to)),
            PathSegment::LineTo(to) => path.line_to(at(to)),
            PathSegment::QuadTo(control, to) => path.quad_to(at(control), at(to)),
            PathSegment::CubicTo(first, second, to) => path.cubic_to(at(first), at(second), at(to)),
            PathSegment::Close => path.close(),
        };
    }
    path
}

fn transform(t: usvg::Transform) -> Transform {
    let [a, b, c, d, e, f] = [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from);
    Transform { a, b, c, d, e, f }
}

/// The same with ink where it is wanted.
fn inked(node: &Node, ink: Color) -> Node {
    let of = |color: Color| if color.alpha(255) == INK { ink.alpha(color.a) } else { color };
    match node {
        Node::Group(group) => Group { nodes: group.nodes.iter().map(|node| inked(node, ink)).collect(), ..group.clone() }.into(),
        Node::Shape(shape) => {
            let fill = shape.fill.clone().map(|fill| match fill {
                Fill::Color(color) => Fill::Color(of(color)),
                Fill::EvenOdd(color) => Fill::EvenOdd(of(color)),
                Fill::Pattern(pattern) => Fill::Pattern(pattern),
            });
            let stroke = shape.stroke.clone().map(|stroke| Stroke { color: of(stroke.color), ..stroke });
            Shape { path: shape.path.clone(), fill, stroke }.into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inside: &str) -> Result<Vector, String> {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 20 10\">{inside}</svg>"
        );
        Vector::read(text.as_bytes())
    }

    #[test]
    fn plain_shapes_are_read_and_inked() {
        let drawing = svg("<g transform=\"translate(2 1)\"><path d=\"M0 0h6v4h-6z\" fill=\"currentColor\"/></g>").unwrap();
        assert_eq!((drawing.width, drawing.height), (20.0, 10.0));
        let node = drawing.draw(Rect { x: 1.0, y: 1.0, width: 4.0, height: 2.0 }, Color::rgb(9, 8, 7));
        assert!(format!("{node:?}").contains("Color { r: 9, g: 8, b: 7, a: 255 }"));
    }

    #[test]
    fn what_is_outside_or_cannot_be_drawn_is_named() {
        for (inside, why) in [
            ("<image href=\"http://example.org/a.png\"/>", "points outside"),
            ("<image xlink:href = 'tank.png'/>", "tank.png"),
            ("<rect width=\"3\" height=\"3\" style=\"fill:url(other.svg#a)\"/>", "other.svg#a"),
            ("<style>@import \"x.css\";</style>", "@import"),
            ("<text x=\"1\" y=\"2\">II</text>", "text"),
            (
                "<defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\" stop-color=\"blue\"/></linearGradient></defs><rect width=\"9\" height=\"9\" fill=\"url(#g)\"/>",
                "gradient",
            ),
        ] {
            let found = svg(inside).unwrap_err();
            assert!(found.contains(why), "{inside}: {found}");
        }
        assert!(Vector::read(b"<svg").unwrap_err().contains("no SVG"));
        assert!(Vector::read(&[0x1f, 0x8b, 8, 0xff]).unwrap_err().contains("UTF-8"));
    }
}
