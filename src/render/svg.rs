//! SVG: one file that needs no other. Letters are outlines, so that it looks the same without the font.
//!
//! Lengths are whole hundredths of a millimetre, and each step is told from the last: that is small, and no float
//! is ever printed.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::RenderError;
use crate::draw::scene::{
    Cap, Color, Face, Fill, Group, Image, Join, Letters, Node, Page, Path, Pattern, PictureKind, Point, Scene, Seg, Shape,
    Stamps, Stroke, Text, Transform,
};
use crate::draw::work::guarded;

/// Units in a millimetre.
const UNITS: f64 = 100.0;

/// One page as SVG.
///
/// # Errors
/// If there is no such page, or it has no size.
pub fn render(scene: &Scene, page: usize) -> Result<String, RenderError> {
    written_page(scene, page, false)
}

/// One page as SVG to be worked on: letters are words in their fonts, and parts that have a name are layers. It looks right
/// only where the fonts are.
///
/// # Errors
/// If there is no such page, or it has no size.
pub fn render_live(scene: &Scene, page: usize) -> Result<String, RenderError> {
    written_page(scene, page, true)
}

fn written_page(scene: &Scene, page: usize, live: bool) -> Result<String, RenderError> {
    let page = scene.pages.get(page).ok_or(RenderError::NoPage)?;
    if !(page.width.is_finite() && page.height.is_finite() && page.width > 0.0 && page.height > 0.0) {
        return Err(RenderError::NoSize);
    }
    Ok(guarded(|| written(scene, page, live))?)
}

fn written(scene: &Scene, page: &Page, live: bool) -> String {
    let mut writer = Writer {
        scene,
        live,
        body: String::new(),
        glyphs: BTreeSet::new(),
        own: Vec::new(),
        patterns: Vec::new(),
        clips: Vec::new(),
        stamps: Vec::new(),
    };
    writer.nodes(&page.nodes);
    writer.finish(page)
}

struct Writer<'s> {
    scene: &'s Scene,
    /// Whether words stay words, and parts with a name are layers.
    live: bool,
    body: String,
    glyphs: BTreeSet<(Face, u16)>,
    /// Faces of the author's, in the order of their first use.
    own: Vec<Face>,
    patterns: Vec<&'s Pattern>,
    clips: Vec<&'s Path>,
    stamps: Vec<&'s [Vec<Shape>]>,
}

impl<'s> Writer<'s> {
    fn glyph_id(&self, face: Face, glyph: u16) -> String {
        match face {
            Face::Regular => format!("r{glyph}"),
            Face::Bold => format!("b{glyph}"),
            Face::Serif => format!("s{glyph}"),
            Face::SerifBold => format!("t{glyph}"),
            Face::SerifItalic => format!("i{glyph}"),
            Face::Own(_) => format!("f{}-{glyph}", self.own.iter().position(|own| *own == face).unwrap_or(0)),
        }
    }

    fn finish(self, page: &Page) -> String {
        let (width, height) = (whole(page.width), whole(page.height));
        let layers = if self.live { " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"" } else { "" };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{layers} width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\">\n",
            hundredths(width),
            hundredths(height)
        );
        let title = if page.title.is_empty() { &self.scene.title } else { &page.title };
        push(&mut out, format_args!("<title>{}</title>\n<defs>\n", escaped(title)));
        for (n, path) in self.clips.iter().enumerate() {
            push(&mut out, format_args!("<clipPath id=\"clip{n}\"><path d=\"{}\"/></clipPath>\n", data(path, UNITS)));
        }
        for (n, pattern) in self.patterns.iter().enumerate() {
            let (width, height) = (whole(pattern.width).max(1), whole(pattern.height).max(1));
            push(
                &mut out,
                format_args!("<pattern id=\"tile{n}\" width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\">\n"),
            );
            for shape in &pattern.shapes {
                let fill = match &shape.fill {
                    Some(Fill::Color(color)) => paint("fill", *color),
                    _ => " fill=\"none\"".to_owned(),
                };
                push(&mut out, format_args!("<path d=\"{}\"{fill}{}/>\n", data(&shape.path, UNITS), line(shape.stroke.as_ref())));
            }
            out.push_str("</pattern>\n");
        }
        let stamps =
            self.stamps.iter().enumerate().flat_map(|(n, kinds)| kinds.iter().enumerate().map(move |(k, it)| (n, k, it)));
        for (n, k, shapes) in stamps {
            push(&mut out, format_args!("<g id=\"stamp{n}-{k}\">"));
            for shape in shapes {
                let fill = match &shape.fill {
                    Some(Fill::Color(color) | Fill::EvenOdd(color)) => paint("fill", *color),
                    _ => " fill=\"none\"".to_owned(),
                };
                push(&mut out, format_args!("<path d=\"{}\"{fill}{}/>", data(&shape.path, UNITS), line(shape.stroke.as_ref())));
            }
            out.push_str("</g>\n");
        }
        for (face, glyph) in &self.glyphs {
            push(
                &mut out,
                format_args!("<path id=\"{}\" d=\"{}\"/>\n", self.glyph_id(*face, *glyph), data(&face.outline(*glyph), 1.0)),
            );
        }
        out.push_str("</defs>\n");
        if let Some(ground) = page.ground {
            push(&mut out, format_args!("<path d=\"M0 0h{width}v{height}h-{width}z\"{}/>\n", paint("fill", ground)));
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }

    fn nodes(&mut self, nodes: &'s [Node]) {
        for node in nodes {
            match node {
                Node::Group(group) => self.group(group),
                Node::Shape(shape) => self.shape(shape),
                Node::Image(image) => self.image(image),
                Node::Text(text) => self.text(text),
                Node::Stamps(stamps) => self.stamps(stamps),
            }
        }
    }

    fn group(&mut self, group: &'s Group) {
        self.body.push_str("<g");
        if let Some(id) = &group.id {
            let plain: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            push(&mut self.body, format_args!(" id=\"{plain}\""));
            if self.live {
                push(&mut self.body, format_args!(" inkscape:groupmode=\"layer\" inkscape:label=\"{}\"", escaped(id)));
            }
        }
        if !group.transform.is_identity() {
            push(&mut self.body, format_args!(" transform=\"{}\"", matrix(group.transform, UNITS)));
        }
        if let Some(clip) = &group.clip {
            push(&mut self.body, format_args!(" clip-path=\"url(#clip{})\"", self.clips.len()));
            self.clips.push(clip);
        }
        if let Some(opacity) = group.opacity {
            push(&mut self.body, format_args!(" opacity=\"{}\"", decimal(opacity.clamp(0.0, 1.0))));
        }
        self.body.push_str(">\n");
        self.nodes(&group.nodes);
        self.body.push_str("</g>\n");
    }

    fn shape(&mut self, shape: &'s Shape) {
        if shape.path.is_empty() {
            return;
        }
        let fill = match &shape.fill {
            None => " fill=\"none\"".to_owned(),
            Some(Fill::Color(color)) => paint("fill", *color),
            Some(Fill::EvenOdd(color)) => paint("fill", *color) + " fill-rule=\"evenodd\"",
            Some(Fill::Pattern(pattern)) => {
                let known = self.patterns.iter().position(|known| std::ptr::eq(*known, &raw const **pattern));
                let n = known.unwrap_or_else(|| {
                    self.patterns.push(pattern);
                    self.patterns.len() - 1
                });
                format!(" fill=\"url(#tile{n})\"")
            }
        };
        let stroke = line(shape.stroke.as_ref());
        push(&mut self.body, format_args!("<path d=\"{}\"{fill}{stroke}/>\n", data(&shape.path, UNITS)));
    }

    fn stamps(&mut self, stamps: &'s Stamps) {
        let known = self.stamps.iter().position(|known| std::ptr::eq(*known, &raw const *stamps.kinds));
        let n = known.unwrap_or_else(|| {
            self.stamps.push(&stamps.kinds);
            self.stamps.len() - 1
        });
        let uses: Vec<String> = (0..stamps.kinds.len()).map(|k| format!("<use href=\"#stamp{n}-{k}\" x=\"")).collect();
        for (k, at) in &stamps.at {
            let Some(begun) = uses.get(*k) else { continue };
            self.body.push_str(begun);
            number(&mut self.body, whole(at.x));
            self.body.push_str("\" y=\"");
            number(&mut self.body, whole(at.y));
            self.body.push_str("\"/>");
        }
        self.body.push('\n');
    }

    fn image(&mut self, image: &Image) {
        let Some(picture) = self.scene.pictures.get(image.picture) else { return };
        let kind = match picture.kind {
            PictureKind::Png => "png",
            PictureKind::Jpeg => "jpeg",
            PictureKind::Svg => "svg+xml",
        };
        let rect = image.rect;
        push(
            &mut self.body,
            format_args!(
                "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" href=\"data:image/{kind};base64,",
                whole(rect.x),
                whole(rect.y),
                whole(rect.width),
                whole(rect.height)
            ),
        );
        STANDARD.encode_string(&picture.bytes, &mut self.body);
        self.body.push_str("\"/>\n");
    }

    fn text(&mut self, text: &Text) {
        let words: String = text.runs.iter().map(|run| run.text.as_str()).collect();
        if words.trim().is_empty() {
            return;
        }
        push(&mut self.body, format_args!("<g aria-label=\"{}\">", escaped(&words)));
        let letters = text.letters();
        // The letters of a font of the author's own have no name that another program would know.
        if self.live && letters.iter().all(|run| family(run.face).is_some()) {
            letters.iter().for_each(|run| self.words(run, text.halo));
            self.body.push_str("</g>\n");
            return;
        }
        // All rims first, so that none lies over a letter.
        let separate = text.halo.is_some() && letters.len() > 1;
        if separate {
            letters.iter().for_each(|one| self.letters(one, text.halo, false));
        }
        letters.iter().for_each(|one| self.letters(one, if separate { None } else { text.halo }, true));
        self.body.push_str("</g>\n");
    }
}

impl Writer<'_> {
    /// A run of letters as words.
    fn words(&mut self, run: &Letters, halo: Option<(Color, f64)>) {
        let Some(family) = family(run.face) else { return };
        let (x, y, size) = (whole(run.at.x), whole(run.at.y), whole(run.size));
        let turn = if run.turn == 0.0 { String::new() } else { format!(" transform=\"rotate({} {x} {y})\"", decimal(run.turn)) };
        let halo = halo.map_or_else(String::new, |(color, width)| {
            let stroke = paint("stroke", color);
            format!("{stroke} stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"", whole(width * 2.0))
        });
        let fill = paint("fill", run.color);
        let words = escaped(&run.text);
        push(
            &mut self.body,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" {family} font-size=\"{size}\" xml:space=\"preserve\"{fill}{halo}{turn}>{words}</text>"
            ),
        );
    }

    fn letters(&mut self, run: &Letters, halo: Option<(Color, f64)>, filled: bool) {
        if matches!(run.face, Face::Own(_)) && !self.own.contains(&run.face) {
            self.own.push(run.face);
        }
        let units = run.face.units();
        let place = Transform::turn(run.turn, run.at).after(Transform {
            a: run.size / units,
            d: run.size / units,
            ..Transform::shift(run.at.x, run.at.y)
        });
        let matrix =
            matrix(Transform { a: place.a * UNITS, b: place.b * UNITS, c: place.c * UNITS, d: place.d * UNITS, ..place }, UNITS);
        let halo = match halo {
            Some((color, width)) if run.size > 0.0 => {
                let stroke = paint("stroke", color);
                let width = whole(width * 2.0 / run.size * units / UNITS);
                let order = if filled { " paint-order=\"stroke\"" } else { "" };
                format!("{stroke} stroke-width=\"{width}\" stroke-linejoin=\"round\"{order}")
            }
            _ => String::new(),
        };
        let fill = if filled { paint("fill", run.color) } else { " fill=\"none\"".to_owned() };
        push(&mut self.body, format_args!("<g transform=\"{matrix}\"{fill}{halo}>"));
        for letter in &run.glyphs {
            self.glyphs.insert((run.face, letter.id));
            let id = self.glyph_id(run.face, letter.id);
            let (x, y) = (whole(letter.x * units / UNITS), whole(-letter.y * units / UNITS));
            push(&mut self.body, format_args!("<use href=\"#{id}\""));
            for (name, value) in [("x", x), ("y", y)] {
                if value != 0 {
                    push(&mut self.body, format_args!(" {name}=\"{value}\""));
                }
            }
            self.body.push_str("/>");
        }
        self.body.push_str("</g>");
    }
}

/// What a face is called in other programs.
fn family(face: Face) -> Option<&'static str> {
    Some(match face {
        Face::Regular => "font-family=\"Roboto Condensed\"",
        Face::Bold => "font-family=\"Roboto Condensed\" font-weight=\"bold\"",
        Face::Serif => "font-family=\"Muster Serif, serif\" font-weight=\"600\"",
        Face::SerifBold => "font-family=\"Muster Serif, serif\" font-weight=\"bold\"",
        Face::SerifItalic => "font-family=\"Muster Serif, serif\" font-style=\"italic\"",
        Face::Own(_) => return None,
    })
}

fn push(out: &mut String, what: std::fmt::Arguments<'_>) {
    out.write_fmt(what).expect("a String takes whatever is written");
}

/// Millimetres as whole units; what is no number is 0.
fn whole(mm: f64) -> i64 {
    nearest(mm * UNITS)
}

/// The nearest whole number. Not `round`, which is a call on most machines: a map has a million numbers.
fn nearest(units: f64) -> i64 {
    // No page is near a kilometre.
    #[expect(clippy::cast_possible_truncation, reason = "bounded; a cast cuts off what is behind the point")]
    if units.abs() < 1e11 { (units + 0.5f64.copysign(units)) as i64 } else { 0 }
}

/// Writes a whole number: most have one to four digits.
fn number(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    let mut left = value.unsigned_abs();
    let mut digits = [0u8; 20];
    let mut count = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(left % 10).unwrap_or(0);
        left /= 10;
        count += 1;
        if left == 0 {
            break;
        }
    }
    out.extend(digits.iter().skip(digits.len() - count).map(|digit| char::from(*digit)));
}

fn hundredths(units: i64) -> String {
    format!("{}.{:02}", units / 100, units % 100)
}

/// A number with at most seven decimals, without trailing noughts.
fn decimal(value: f64) -> String {
    let mut text = format!("{value:.7}");
    while text.contains('.') && text.ends_with(['0', '.']) {
        let dot = text.ends_with('.');
        text.pop();
        if dot {
            break;
        }
    }
    if text == "-0" { "0".to_owned() } else { text }
}

fn matrix(t: Transform, units: f64) -> String {
    let [a, b, c, d] = [t.a, t.b, t.c, t.d].map(decimal);
    format!("matrix({a} {b} {c} {d} {} {})", whole(t.e * units / UNITS), whole(t.f * units / UNITS))
}

fn paint(what: &str, color: Color) -> String {
    let Color { r, g, b, a } = color;
    let short = [r, g, b].iter().all(|c| c >> 4 == c & 15);
    let mut text = if short {
        format!(" {what}=\"#{:x}{:x}{:x}\"", r & 15, g & 15, b & 15)
    } else {
        format!(" {what}=\"#{r:02x}{g:02x}{b:02x}\"")
    };
    if a < 255 {
        push(&mut text, format_args!(" {what}-opacity=\"{}\"", decimal((f64::from(a) / 255.0 * 1000.0).round() / 1000.0)));
    }
    text
}

fn line(stroke: Option<&Stroke>) -> String {
    let Some(stroke) = stroke else { return String::new() };
    let mut text = paint("stroke", stroke.color);
    push(&mut text, format_args!(" stroke-width=\"{}\"", whole(stroke.width)));
    match stroke.cap {
        Cap::Butt => {}
        Cap::Round => text.push_str(" stroke-linecap=\"round\""),
        Cap::Square => text.push_str(" stroke-linecap=\"square\""),
    }
    match stroke.join {
        Join::Miter => {}
        Join::Round => text.push_str(" stroke-linejoin=\"round\""),
        Join::Bevel => text.push_str(" stroke-linejoin=\"bevel\""),
    }
    if !stroke.dash.is_empty() {
        let dash: Vec<String> = stroke.dash.iter().map(|mm| whole(*mm).to_string()).collect();
        push(&mut text, format_args!(" stroke-dasharray=\"{}\"", dash.join(" ")));
    }
    text
}

/// The steps of an outline, each from the last.
fn data(path: &Path, units: f64) -> String {
    let mut out = String::with_capacity(path.segs.len() * 8);
    let mut pen = (0i64, 0i64);
    let mut begun = pen;
    let mut last = ' ';
    let zero = Point { x: 0.0, y: 0.0 };
    for seg in &path.segs {
        let (letter, points, count) = match *seg {
            Seg::Move(to) => ('m', [to, zero, zero], 1),
            Seg::Line(to) => ('l', [to, zero, zero], 1),
            Seg::Quad(control, to) => ('q', [control, to, zero], 2),
            Seg::Cubic(first, second, to) => ('c', [first, second, to], 3),
            Seg::Close => ('z', [zero; 3], 0),
        };
        let mut same = letter == last;
        if letter != last || letter == 'm' {
            out.push(letter);
            same = false;
        }
        let mut there = pen;
        for point in points.iter().take(count) {
            there = (nearest(point.x * units), nearest(point.y * units));
            for step in [there.0 - pen.0, there.1 - pen.1] {
                // A minus divides as well as a blank does.
                if same && step >= 0 {
                    out.push(' ');
                }
                number(&mut out, step);
                same = true;
            }
        }
        match seg {
            Seg::Close => pen = begun,
            _ => pen = there,
        }
        if letter == 'm' {
            begun = pen;
        }
        last = letter;
    }
    out
}

/// Text inside XML. What XML cannot hold is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
