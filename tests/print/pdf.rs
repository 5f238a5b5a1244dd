//! Reads a PDF as a viewer would: what is painted where, in millimetres from the upper left corner of the page.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};

const MM: f64 = 25.4 / 72.0;

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    /// Whether two boxes are the same to a hundredth of a millimetre.
    pub(super) fn same(&self, other: &Area) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 0.01;
        near(self.x, other.x) && near(self.y, other.y) && near(self.width, other.width) && near(self.height, other.height)
    }

    fn holds(&self, other: &Area) -> bool {
        let ends = |area: &Area| (area.x + area.width, area.y + area.height);
        let ((right, bottom), (u, v)) = (ends(self), ends(other));
        self.x <= other.x && self.y <= other.y && u <= right && v <= bottom
    }
}

/// A page as it is painted.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Filled shapes: red, green, blue, and their box; each outline of a shape on its own.
    pub(super) filled: Vec<((u8, u8, u8), Area)>,
    /// Straight lines of stroked shapes.
    pub(super) lines: Vec<((f64, f64), (f64, f64))>,
}

type Matrix = [f64; 6];

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn number(object: &Object) -> f64 {
    match object {
        Object::Integer(n) => *n as f64,
        Object::Real(n) => f64::from(*n),
        other => panic!("a number, found {other:?}"),
    }
}

pub(super) fn read(bytes: &[u8]) -> (Document, Vec<Sheet>) {
    let document = Document::load_mem(bytes).unwrap();
    let pages = document.get_pages();
    let sheets = pages.values().map(|id| sheet(&document, *id)).collect();
    (document, sheets)
}

fn sheet(document: &Document, id: ObjectId) -> Sheet {
    let page = document.get_object(id).unwrap().as_dict().unwrap();
    let frame: Vec<f64> = inherited(document, page, b"MediaBox").as_array().unwrap().iter().map(number).collect();
    let resources = match page.get(b"Resources") {
        Ok(Object::Reference(id)) => document.get_object(*id).unwrap().as_dict().unwrap().clone(),
        Ok(Object::Dictionary(resources)) => resources.clone(),
        _ => Dictionary::new(),
    };
    let mut painter =
        Painter { document, sheet: Sheet { width: frame[2] * MM, height: frame[3] * MM, ..Sheet::default() }, height: frame[3] };
    let content = document.get_page_content(id);
    painter.run(&content, &resources, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    painter.sheet
}

fn inherited(document: &Document, page: &Dictionary, key: &[u8]) -> Object {
    let mut at = page.clone();
    loop {
        if let Ok(found) = at.get(key) {
            return found.clone();
        }
        let parent = at.get(b"Parent").unwrap().as_reference().unwrap();
        at = document.get_object(parent).unwrap().as_dict().unwrap().clone();
    }
}

struct Painter<'d> {
    document: &'d Document,
    sheet: Sheet,
    height: f64,
}

#[derive(Clone)]
struct State {
    matrix: Matrix,
    fill: (u8, u8, u8),
}

impl Painter<'_> {
    fn run(&mut self, content: &[u8], resources: &Dictionary, matrix: Matrix) {
        let mut state = State { matrix, fill: (0, 0, 0) };
        let mut stack = Vec::new();
        // Outlines, each a list of points on the page.
        let mut path: Vec<Vec<(f64, f64)>> = Vec::new();
        for Operation { operator, operands } in Content::decode(content).unwrap().operations {
            let n = |k: usize| number(&operands[k]);
            match operator.as_str() {
                "q" => stack.push(state.clone()),
                "Q" => state = stack.pop().unwrap(),
                "cm" => state.matrix = times([n(0), n(1), n(2), n(3), n(4), n(5)], state.matrix),
                "sc" | "scn" | "rg" if operands.len() == 3 => {
                    let byte = |k: usize| (n(k) * 255.0).round() as u8;
                    state.fill = (byte(0), byte(1), byte(2));
                }
                // Greys have one number.
                "sc" | "scn" | "g" if operands.len() == 1 && operands[0].as_name().is_err() => {
                    let byte = (n(0) * 255.0).round() as u8;
                    state.fill = (byte, byte, byte);
                }
                "m" => path.push(vec![self.at(state.matrix, n(0), n(1))]),
                "l" => path.last_mut().unwrap().push(self.at(state.matrix, n(0), n(1))),
                "c" => {
                    for k in [0, 2, 4] {
                        path.last_mut().unwrap().push(self.at(state.matrix, n(k), n(k + 1)));
                    }
                }
                "re" => {
                    let (x, y, w, h) = (n(0), n(1), n(2), n(3));
                    let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
                    path.push(corners.iter().map(|(x, y)| self.at(state.matrix, *x, *y)).collect());
                }
                "h" => {}
                // Of two outlines, one within the other, only the ring between them is filled.
                "f*" => {
                    let all: Vec<Area> = path.drain(..).map(|outline| area(&outline)).collect();
                    for (n, own) in all.iter().enumerate() {
                        let around = all.iter().take(n).filter(|other| other.holds(own)).count();
                        self.sheet.filled.push((if around % 2 == 0 { state.fill } else { (255, 255, 255) }, *own));
                    }
                }
                "f" | "F" => {
                    let found = path.drain(..).map(|outline| (state.fill, area(&outline)));
                    self.sheet.filled.extend(found);
                }
                "S" | "s" | "B" | "B*" | "b" => {
                    for outline in path.drain(..) {
                        self.sheet.lines.extend(outline.windows(2).map(|two| (two[0], two[1])));
                    }
                }
                "n" => path.clear(),
                "Do" => self.form(operands[0].as_name().unwrap(), resources, state.matrix),
                _ => {}
            }
        }
    }

    fn form(&mut self, name: &[u8], resources: &Dictionary, matrix: Matrix) {
        let forms = match resources.get(b"XObject") {
            Ok(Object::Reference(id)) => self.document.get_object(*id).unwrap().as_dict().unwrap().clone(),
            Ok(Object::Dictionary(forms)) => forms.clone(),
            _ => return,
        };
        let stream = self.document.get_object(forms.get(name).unwrap().as_reference().unwrap()).unwrap().as_stream().unwrap();
        if stream.dict.get(b"Subtype").unwrap().as_name().unwrap() != b"Form" {
            return;
        }
        let own = match stream.dict.get(b"Matrix") {
            Ok(Object::Array(m)) => {
                let m: Vec<f64> = m.iter().map(number).collect();
                times([m[0], m[1], m[2], m[3], m[4], m[5]], matrix)
            }
            _ => matrix,
        };
        let inner = match stream.dict.get(b"Resources") {
            Ok(Object::Reference(id)) => self.document.get_object(*id).unwrap().as_dict().unwrap().clone(),
            Ok(Object::Dictionary(inner)) => inner.clone(),
            _ => Dictionary::new(),
        };
        let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        self.run(&content, &inner, own);
    }

    fn at(&self, m: Matrix, x: f64, y: f64) -> (f64, f64) {
        let (px, py) = (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        (px * MM, (self.height - py) * MM)
    }
}

fn area(points: &[(f64, f64)]) -> Area {
    let (mut min, mut max) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in points {
        min = (min.0.min(*x), min.1.min(*y));
        max = (max.0.max(*x), max.1.max(*y));
    }
    Area { x: min.0, y: min.1, width: max.0 - min.0, height: max.1 - min.1 }
}

/// Filled boxes by colour.
pub(super) fn by_colour(sheet: &Sheet) -> BTreeMap<(u8, u8, u8), Vec<Area>> {
    let mut found: BTreeMap<_, Vec<Area>> = BTreeMap::new();
    for (color, area) in &sheet.filled {
        found.entry(*color).or_default().push(*area);
    }
    found
}

/// The fonts of a document: their names, and whether they are embedded.
pub(super) fn fonts(document: &Document) -> Vec<(String, bool)> {
    let described = document.objects.values().filter_map(|object| {
        let dict = object.as_dict().ok()?;
        let kind = dict.get(b"Type").ok()?.as_name().ok()?;
        if kind != b"FontDescriptor" {
            return None;
        }
        let name = String::from_utf8_lossy(dict.get(b"FontName").ok()?.as_name().ok()?).into_owned();
        let embedded = [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| dict.has(key));
        Some((name, embedded))
    });
    described.collect()
}
