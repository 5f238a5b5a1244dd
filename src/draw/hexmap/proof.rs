//! The author's own images of the map, and the proof: what the data says, laid over them so that one can see whether
//! both agree.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::{Drawn, Layered, Options, overlay, panels, setup, style, wanted};
use crate::draw::scene::{Anchor, Color, Face, Group, Image, Node, Page, Picture, Rect, Scene, Text, Transform};
use crate::hexgrid::{Bounds, Point, RegisterError, Registration, register};
use crate::model::{BoxId, BoxOffMap, Game, Location, Map, MapLayer};

/// Between images that lie by themselves.
const GAP: f64 = 10.0;

/// An image on the page: which it is, and how its pixels lie.
pub(super) struct Laid {
    image: usize,
    picture: Picture,
    place: Transform,
    size: (f64, f64),
    /// How it lies on the grid; nothing if it lies by itself.
    fit: Option<Registration>,
}

impl Laid {
    /// Where a part of it lies, in pixels: the box around it on the page.
    fn around(&self, Rect { x, y, width, height }: Rect) -> Bounds {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let corners = corners.map(|(x, y)| self.place.apply(Point { x, y }));
        let far = Point { x: f64::INFINITY, y: f64::INFINITY };
        let near = Point { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY };
        corners.iter().fold(Bounds { min: far, max: near }, |all, p| with(all, Bounds { min: *p, max: *p }))
    }

    fn whole(&self) -> Bounds {
        self.around(Rect { x: 0.0, y: 0.0, width: self.size.0, height: self.size.1 })
    }
}

/// The box around both.
fn with(one: Bounds, other: Bounds) -> Bounds {
    Bounds {
        min: Point { x: one.min.x.min(other.min.x), y: one.min.y.min(other.min.y) },
        max: Point { x: one.max.x.max(other.max.x), y: one.max.y.max(other.max.y) },
    }
}

/// How images lie on the grid, by their paths.
type Registrations = Vec<(String, Result<Registration, RegisterError>)>;

/// Lays every image that is there: where its hexes are, or right of everything before it.
pub(super) fn lay(game: &Game, map: &Map, a: f64, options: &Options) -> (Vec<Laid>, Registrations) {
    let (mut laid, mut told, mut loose) = (Vec::new(), Vec::new(), Vec::new());
    let Some(canvas) = Canvas::new(game, map, a) else { return (laid, told) };
    let pictures = options.images.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    for (n, (image, picture)) in game.art.map.images.iter().zip(pictures).enumerate() {
        let Some((picture, (width, height))) = picture.and_then(|picture| Some((picture, picture.size()?))) else { continue };
        let size = (f64::from(width), f64::from(height));
        if let Some(mm) = image.loose() {
            loose.push((n, picture, size, mm / size.0));
            continue;
        }
        let references = image.at.iter().filter_map(|(hex, (x, y))| Some((*hex, Point { x: *x, y: *y }, canvas.centre(*hex)?)));
        let fit = register(&references.collect::<Vec<_>>(), a);
        if let Ok(fit) = &fit {
            let [xx, yx, xy, yy, right, down] = fit.place;
            let place = Transform { a: xx, b: yx, c: xy, d: yy, e: right, f: down };
            laid.push(Laid { image: n, picture: picture.clone(), place, size, fit: Some(fit.clone()) });
        }
        told.push((image.path.clone(), fit));
    }
    let grid = (!map.board.is_empty()).then(|| canvas.bounds());
    let mut all = grid.into_iter().chain(laid.iter().map(Laid::whole)).reduce(with);
    for (n, picture, size, scale) in loose {
        let at = all.map_or(Point { x: 0.0, y: 0.0 }, |all| Point { x: all.max.x + GAP, y: all.min.y });
        let place = Transform { e: at.x, f: at.y, ..Transform::scale(scale, scale) };
        let one = Laid { image: n, picture: picture.clone(), place, size, fit: None };
        all = Some(all.map_or(one.whole(), |all| with(all, one.whole())));
        laid.push(one);
    }
    (laid, told)
}

/// The page of a map on images before anything is on it, and what lies beside it.
pub(super) struct Frame<'g> {
    canvas: Canvas<'g>,
    /// How far everything was moved.
    shift: Point,
    panels: panels::Panels,
    /// Marks on boxes, with their numbers.
    boxes: Vec<(BoxId, usize)>,
    pub(super) page: (f64, f64),
}

impl<'g> Frame<'g> {
    /// Moves the images and the grid to where they lie on the page.
    pub(super) fn new(game: &'g Game, map: &'g Map, a: f64, options: &Options, laid: &mut [Laid]) -> Option<Frame<'g>> {
        let plain = Canvas::new(game, map, a)?;
        let grid = (!map.board.is_empty()).then(|| plain.bounds());
        let all = grid.into_iter().chain(laid.iter().map(Laid::whole)).reduce(with)?;
        let shift = Point { x: -all.min.x, y: -all.min.y };
        let canvas = plain.moved(shift);
        for one in laid.iter_mut() {
            one.place.e += shift.x;
            one.place.f += shift.y;
        }
        let on = on_images(game, map, laid);
        let boxes = options.marks.iter().enumerate().filter_map(|(n, (location, _))| match location {
            Location::Box(id) => Some((*id, n + 1)),
            Location::Hex(_) => None,
        });
        let boxes = boxes.collect();
        // An image has its boxes printed on it, unless the author says where some of them are: then the others are not
        // there.
        let beside = (map.board.is_empty() || !on.is_empty()) && !game.art.map.leave_out.contains(&MapLayer::Boxes);
        let layers = BTreeSet::from_iter(beside.then_some(MapLayer::Boxes));
        let (width, height) = (all.max.x - all.min.x, all.max.y - all.min.y);
        let room = (width - 8.0).max(100.0);
        let all = panels::wanted(&canvas, &layers, options, Some(&on));
        let which: Vec<usize> = (0..all.len()).collect();
        let (places, high) = panels::flow(&canvas, &all, &which, Point { x: 4.0, y: height + 4.0 }, room);
        let mut panels = panels::paint_all(&canvas, &all, &places);
        panels::on_images(&canvas, &on, &mut panels);
        let below = if high > 0.0 { high + 8.0 } else { 0.0 };
        let page = (if below > 0.0 { width.max(room + 8.0) } else { width }, height + below);
        Some(Frame { canvas, shift, panels, boxes, page })
    }
}

/// The images, and over them what is asked for.
pub(super) fn draw(game: &Game, map: &Map, a: f64, options: &Options, mut laid: Vec<Laid>, told: Registrations) -> Option<Drawn> {
    let Frame { canvas, shift, panels: mut made, boxes, page } = Frame::new(game, map, a, options, &mut laid)?;
    let mut nodes: Vec<Node> = Vec::new();
    for (n, one) in laid.iter().enumerate() {
        let image = Node::Image(Image { picture: n, rect: Rect { x: 0.0, y: 0.0, width: one.size.0, height: one.size.1 } });
        nodes.push(Group { transform: one.place, id: Some("image".to_owned()), nodes: vec![image], ..Group::default() }.into());
    }
    let layers: BTreeSet<MapLayer> = match (&options.only, options.proof) {
        (Some(_), _) => wanted(game, options),
        (None, true) => BTreeSet::from([MapLayer::Grid, MapLayer::Rivers, MapLayer::Roads, MapLayer::Bridges, MapLayer::Numbers]),
        // Hexes that lie on no image are drawn.
        (None, false) if laid.iter().all(|one| one.fit.is_none()) => wanted(game, options),
        (None, false) => BTreeSet::new(),
    };
    let mut layered = Layered::made(&canvas, &layers, &options.counters, None);
    if options.proof {
        layered.nodes.push(Group::named("letters", letters(&canvas)).into());
    }
    nodes.push(
        Group { opacity: options.proof.then_some(0.65), nodes: std::mem::take(&mut layered.nodes), ..Group::default() }.into(),
    );
    nodes.push(Group::named("faded", overlay::faded(&canvas, &options.faded)).into());
    nodes.push(Group::named("highlight", overlay::highlight(&canvas, &options.highlight)).into());
    nodes.push(Group::named("setup", setup::draw(&canvas, &options.setup, layered.placed())).into());
    for (n, (location, _)) in options.marks.iter().enumerate() {
        if let Location::Hex(hex) = location {
            nodes.extend(canvas.centre(*hex).map(|at| overlay::mark(at, n + 1, a)).unwrap_or_default());
        }
    }
    nodes.push(Group::named("panels", std::mem::take(&mut made.nodes)).into());
    nodes.extend(panels::marks(&made, &boxes, a));
    let page = Page {
        title: format!("{}: map", game.name),
        width: page.0,
        height: page.1,
        ground: Some(game.art.map.paper.map_or(style::PAPER, super::canvas::color)),
        nodes,
    };
    let registrations = told.into_iter().map(|(path, fit)| {
        let place = |[xx, yx, xy, yy, right, down]: [f64; 6]| [xx, yx, xy, yy, right + shift.x, down + shift.y];
        (path, fit.map(|fit| Registration { place: place(fit.place), ..fit }))
    });
    let registrations = registrations.collect();
    let pictures = laid.into_iter().map(|one| one.picture).collect();
    let scene = Scene { title: game.name.clone(), pages: vec![page], pictures };
    Some(layered.drawn(scene, &canvas, registrations, made.beside))
}

/// Boxes that lie on an image that is shown.
fn on_images(game: &Game, map: &Map, laid: &[Laid]) -> panels::OnImages {
    let place = |it: &BoxOffMap| {
        let on = it.on.as_ref()?;
        let image = game.art.map.under(on)?;
        let [x, y, width, height] = on.rect;
        let Bounds { min, max } = laid.iter().find(|one| one.image == image)?.around(Rect { x, y, width, height });
        Some(Rect { x: min.x, y: min.y, width: max.x - min.x, height: max.y - min.y })
    };
    map.boxes.iter().filter_map(|(id, it)| Some((id, place(it)?))).collect()
}

/// The first letter of the ground of each hex; open ground has none.
fn letters(canvas: &Canvas<'_>) -> Vec<Node> {
    let size = canvas.a * 0.3;
    let made = canvas.board.hexes().filter_map(|hex| {
        let id = canvas.map.ground(hex)?;
        if canvas.ground(id).open {
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
