//! The author's own image of the map, and the proof: what the data says, laid over it so that one can see whether
//! both agree.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::{Drawn, Layered, Options, overlay, panels, style, wanted};
use crate::draw::scene::{Anchor, Color, Face, Group, Image, Node, Page, Picture, Rect, Scene, Text, Transform};
use crate::hexgrid::{Point, RegisterError, Registration, register};
use crate::model::{Game, Location, Map, MapLayer};

/// Fits the image to the grid; `None` if there is no image to fit.
pub(super) fn fit(game: &Game, map: &Map, a: f64, picture: &Picture) -> Option<(Picture, Result<Registration, RegisterError>)> {
    let image = game.art.map.image.as_ref()?;
    picture.size()?;
    let canvas = Canvas::new(game, map, a)?;
    let references: Vec<_> =
        image.at.iter().filter_map(|(hex, (x, y))| Some((*hex, Point { x: *x, y: *y }, canvas.centre(*hex)?))).collect();
    Some((picture.clone(), register(&references, a)))
}

/// The image, and over it what is asked for.
pub(super) fn draw(game: &Game, map: &Map, a: f64, options: &Options, picture: Picture, fit: Registration) -> Option<Drawn> {
    let (width, height) = picture.size()?;
    let (width, height) = (f64::from(width), f64::from(height));
    let [xx, yx, xy, yy, right, down] = fit.place;
    let mut place = Transform { a: xx, b: yx, c: xy, d: yy, e: right, f: down };
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| place.apply(Point { x, y }));
    let plain = Canvas::new(game, map, a)?;
    let grid = plain.bounds();
    let low = corners.iter().fold(grid.min, |low, p| Point { x: low.x.min(p.x), y: low.y.min(p.y) });
    let high = corners.iter().fold(grid.max, |high, p| Point { x: high.x.max(p.x), y: high.y.max(p.y) });
    let shift = Point { x: -low.x, y: -low.y };
    let canvas = plain.moved(shift);
    place.e += shift.x;
    place.f += shift.y;
    let image = Node::Image(Image { picture: 0, rect: Rect { x: 0.0, y: 0.0, width, height } });
    let mut nodes: Vec<Node> =
        vec![Group { transform: place, id: Some("image".to_owned()), nodes: vec![image], ..Group::default() }.into()];
    let layers: BTreeSet<MapLayer> = match (&options.only, options.proof) {
        (Some(_), _) => wanted(game, options),
        (None, true) => BTreeSet::from([MapLayer::Grid, MapLayer::Rivers, MapLayer::Roads, MapLayer::Bridges, MapLayer::Numbers]),
        (None, false) => BTreeSet::new(),
    };
    let mut layered = Layered::new(&canvas, &layers);
    if options.proof {
        layered.nodes.push(Group::named("letters", letters(&canvas)).into());
    }
    nodes.push(
        Group { opacity: options.proof.then_some(0.65), nodes: std::mem::take(&mut layered.nodes), ..Group::default() }.into(),
    );
    nodes.push(Group::named("faded", overlay::faded(&canvas, &options.faded)).into());
    nodes.push(Group::named("highlight", overlay::highlight(&canvas, &options.highlight)).into());
    let mut legend = Vec::new();
    for (n, (location, text)) in options.marks.iter().enumerate() {
        legend.push((n + 1, text.clone()));
        if let Location::Hex(hex) = location {
            nodes.extend(canvas.centre(*hex).map(|at| overlay::mark(at, n + 1, a)).unwrap_or_default());
        }
    }
    let from = Point { x: 4.0, y: high.y - low.y + 4.0 };
    let made = panels::draw(&canvas, &BTreeSet::new(), from, high.x - low.x - 8.0, &legend);
    let below = if made.height > 0.0 { made.height + 8.0 } else { 0.0 };
    nodes.push(Group::named("panels", made.nodes).into());
    let page = Page {
        title: format!("{}: map", game.name),
        width: high.x - low.x,
        height: high.y - low.y + below,
        ground: Some(game.art.map.paper.map_or(style::PAPER, super::canvas::color)),
        nodes,
    };
    let scene = Scene { title: game.name.clone(), pages: vec![page], pictures: vec![picture] };
    let centres = map.board.hexes().filter_map(|hex| canvas.centre(hex)).collect();
    let Layered { placed, issues, courses, .. } = layered;
    let shifted = [place.a, place.b, place.c, place.d, place.e, place.f];
    let registration = Some(Ok(Registration { place: shifted, ..fit }));
    Some(Drawn {
        scene,
        placed,
        issues,
        registration,
        across: a,
        courses,
        centres,
        beside: Vec::new(),
        sheets: Vec::new(),
        areas: Vec::new(),
    })
}

/// The first letter of the ground of each hex; open ground has none.
fn letters(canvas: &Canvas<'_>) -> Vec<Node> {
    let size = canvas.a * 0.3;
    let made = canvas.board.hexes().filter_map(|hex| {
        let id = canvas.map.ground(hex)?;
        if style::ground(canvas.game, id).open {
            return None;
        }
        let letter = canvas.game.terrain.at(id)?.id.chars().next()?.to_uppercase().to_string();
        let centre = canvas.centre(hex)?;
        let at = Point { x: centre.x, y: centre.y + size * 0.36 };
        let text = Text::new(at, Anchor::Middle, letter, Face::Bold, size, Color::hex(0xb0_1030));
        Some(text.halo(Color::WHITE, size * 0.09).into())
    });
    made.collect()
}
