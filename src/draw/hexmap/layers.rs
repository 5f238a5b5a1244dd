//! Everything on the map in its order: first it is found where all lies, then it is painted from the ground up.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::canvas::{self, Canvas};
use super::labels::{LayoutIssue, Placed, Taken};
use super::neat::Neat;
use super::numbers::{self, Read};
use super::panels::Beside;
use super::plan::{Asked, Plan};
use super::style::{self, LineKind};
use super::{
    Drawn, Outlines, arrows, bridges, furniture, ground, known, outline, outlines, overlay, paint, relief, rivers, roads,
    scatter, towns,
};
use crate::draw::path::Path;
use crate::draw::scene::{Fill, Group, Node, Scene, Shape, Text};
use crate::hexgrid::{HexId, Point, RegisterError, Registration};
use crate::model::{Called, MapLayer, TerrainId};

/// The layers of a map, painted, and what they leave to be known.
#[derive(Default)]
pub(super) struct Layered {
    pub(super) nodes: Vec<Node>,
    placed: Vec<Placed>,
    pub(super) issues: Vec<LayoutIssue>,
    courses: Vec<Vec<Point>>,
    regions: Vec<(TerrainId, Vec<Vec<Point>>)>,
    roads: Vec<(HexId, [Point; 4])>,
    numbers: Vec<Read>,
}

impl Layered {
    /// All of it; or nothing painted, only where everything lies, with the regions or without them.
    pub(super) fn made(
        canvas: &Canvas<'_>,
        layers: &BTreeSet<MapLayer>,
        counters: &[(HexId, usize)],
        unpainted: Option<bool>,
    ) -> Layered {
        let has = |layer: MapLayer| layers.contains(&layer);
        let asked = Asked {
            terrain: unpainted != Some(false) && has(MapLayer::Terrain),
            rivers: has(MapLayer::Rivers),
            roads: has(MapLayer::Roads),
            places: has(MapLayer::Places),
            numbers: has(MapLayer::Numbers),
        };
        let mut made = Layered::default();
        if canvas.board.is_empty() {
            return made;
        }
        let Some((found, named)) = known::of(canvas, layers, asked, counters) else { return made };
        let Some(mut plan) = Plan::new(canvas, asked, found) else { return made };
        let lay = canvas.lay();
        if asked.rivers {
            let lines = plan.waters.stretches.iter();
            made.courses = lines.map(|stretch| stretch.points.iter().map(|p| lay.point(*p)).collect()).collect();
        }
        if asked.roads {
            made.roads = plan.network.pieces.iter().map(|piece| (piece.hex, piece.curve.map(|p| lay.point(p)))).collect();
        }
        let (numbers, read) = numbers::draw(&plan.canvas, &plan.numbers, &plan.regions, &plan.towns, &lay);
        made.numbers = read;
        let mut gates = Vec::new();
        if has(MapLayer::Entries) {
            let neat = plan.neat.as_ref().filter(|_| has(MapLayer::Terrain)).map(|neat| neat.laid(&lay));
            gates = overlay::entries(canvas, neat.as_ref()).0;
        }
        // Names were placed as if the map lay in the corner of the page.
        let shift = lay.point(Point { x: 0.0, y: 0.0 });
        let names: Vec<Node> = named.texts.iter().map(|text| moved(text, shift).into()).collect();
        made.issues.clone_from(&named.issues);
        made.issues.extend(guesses(canvas, &plan, asked.rivers));
        made.placed =
            named.placed.iter().map(|it| Placed { centre: canvas::plus(it.centre, shift, 1.0), ..it.clone() }).collect();
        for region in &plan.regions {
            let lines = region.loops().map(|line| line.iter().map(|p| lay.point(*p)).collect());
            made.regions.push((region.id, lines.collect()));
        }
        if unpainted.is_some() {
            return made;
        }
        for placed in made.placed.iter().filter(|placed| placed.taken == Taken::Name) {
            plan.keep(placed, &lay);
        }
        let mut add = |layer: &str, inside: Vec<Node>| {
            if !inside.is_empty() {
                made.nodes.push(Group::named(layer, inside).into());
            }
        };
        if asked.terrain {
            add(MapLayer::Terrain.word(), terrain(canvas, &plan));
        }
        if has(MapLayer::Grid) {
            add(MapLayer::Grid.word(), ground::grid(canvas));
        }
        if asked.terrain && plan.fine() {
            let clip = Some(Arc::new(edge(canvas, &plan, true)));
            let nodes = growth(&plan, &lay);
            add("growth", if nodes.is_empty() { nodes } else { vec![Group { clip, nodes, ..Group::default() }.into()] });
        }
        if asked.rivers {
            // What ends at the border of the map ends with it, or at its frame.
            let clip = Some(Arc::new(edge(canvas, &plan, asked.terrain)));
            let nodes = hexsides(&plan, &lay);
            add(MapLayer::Rivers.word(), vec![Group { clip, nodes, ..Group::default() }.into()]);
        }
        if asked.roads {
            add(MapLayer::Roads.word(), roads::draw(&plan.network, &lay, plan.neat.is_some() && asked.terrain));
        }
        if has(MapLayer::Bridges) {
            add(MapLayer::Bridges.word(), bridges::draw(&plan.canvas, &plan.network, &plan.waters.widths, &lay));
        }
        if asked.places {
            add(MapLayer::Places.word(), towns::draw(&plan.towns, plan.seed, &lay));
        }
        if has(MapLayer::Arrows) {
            add(MapLayer::Arrows.word(), arrows::draw(&plan.canvas, &lay));
        }
        if has(MapLayer::Areas) {
            let rivers = if asked.rivers { rivers::water(canvas) } else { BTreeSet::new() };
            add(MapLayer::Areas.word(), overlay::areas(canvas, &rivers));
        }
        let border = asked.terrain || has(MapLayer::Grid);
        let neat = plan.neat.as_ref().filter(|_| asked.terrain).map(|neat| neat.laid(&lay));
        add("edge", if border { borders(canvas, neat.as_ref()) } else { Vec::new() });
        add(MapLayer::Numbers.word(), numbers);
        add(MapLayer::Entries.word(), gates);
        add(MapLayer::Names.word(), names);
        made
    }

    /// Everything that takes room.
    pub(super) fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// What came of it, with the rest that is known of a map.
    pub(super) fn drawn(
        self,
        scene: Scene,
        canvas: &Canvas<'_>,
        registrations: Vec<(String, Result<Registration, RegisterError>)>,
        beside: Vec<Beside>,
    ) -> Drawn {
        let centres = canvas.board.hexes().filter_map(|hex| canvas.centre(hex)).collect();
        let Outlines { sheets, areas, edges } = outlines(canvas);
        let Layered { placed, issues, courses, regions, roads, numbers, .. } = self;
        Drawn {
            scene,
            placed,
            issues,
            registrations,
            across: canvas.a,
            courses,
            centres,
            beside,
            sheets,
            edges,
            areas,
            regions,
            roads,
            numbers,
        }
    }
}

/// The same words elsewhere.
fn moved(text: &Text, by: Point) -> Text {
    let along = text.along.as_ref().map(|line| line.iter().map(|at| canvas::plus(*at, by, 1.0)).collect());
    Text { at: canvas::plus(text.at, by, 1.0), along, ..text.clone() }
}

/// The ground with all that lies flat on it.
fn terrain(canvas: &Canvas<'_>, plan: &Plan<'_>) -> Vec<Node> {
    let (lay, fine) = (canvas.lay(), plan.fine());
    let clip = edge(canvas, plan, true);
    let mut nodes: Vec<Node> = vec![Shape::filled(clip.clone(), ground::base_fill(&plan.canvas)).into()];
    let wooded = plan.regions.iter().any(|region| region.ground.texture == crate::model::Texture::Woods);
    let tints = paint::Tints::new(plan.frame, plan.seed, fine, wooded);
    nodes.extend(tints.ground(&lay));
    let heights = if fine { relief::heights(&plan.canvas, &plan.waters, plan.frame, plan.seed) } else { None };
    nodes.extend(heights.as_ref().map(|heights| heights.tints(&lay)).unwrap_or_default());
    nodes.extend(ground::meadows(&plan.waters, &lay));
    if fine {
        nodes.extend(ground::fields(&plan.canvas, &plan.regions, &plan.free, plan.frame, plan.seed, &lay));
    }
    for region in plan.regions.iter().chain(towns::own(&plan.towns)) {
        nodes.extend(paint::region(region, &tints, &plan.free, plan.seed, &lay));
    }
    nodes.extend(heights.map(|heights| heights.shades(&lay)).unwrap_or_default());
    nodes.extend(ground::unknown(canvas));
    nodes.extend(towns::built(&plan.towns, &lay));
    vec![Group { clip: Some(Arc::new(clip)), nodes, ..Group::default() }.into()]
}

/// Trees, reeds and waves.
fn growth(plan: &Plan<'_>, lay: &canvas::Lay) -> Vec<Node> {
    // A region reaches beneath those above it, and nothing grows through them.
    let mut nodes = Vec::new();
    for (n, region) in plan.regions.iter().enumerate() {
        let above = plan.regions.get(n + 1..).unwrap_or_default();
        nodes.extend(scatter::growth(region, above, &plan.free, plan.frame, plan.seed, lay));
    }
    for region in towns::own(&plan.towns) {
        nodes.extend(scatter::growth(region, &[], &plan.free, plan.frame, plan.seed, lay));
    }
    nodes
}

/// Where the ground ends: at the frame, or with the hexes.
fn edge(canvas: &Canvas<'_>, plan: &Plan<'_>, framed: bool) -> Path {
    match plan.neat.as_ref().filter(|_| framed) {
        Some(neat) => neat.laid(&canvas.lay()).path(0.0),
        None => outline::exact(canvas, &canvas.board.hexes().collect()),
    }
}

/// Rivers, and what else runs along hexsides.
fn hexsides(plan: &Plan<'_>, lay: &canvas::Lay) -> Vec<Node> {
    let canvas = &plan.canvas;
    let classes: BTreeSet<TerrainId> = canvas.map.features.values().map(|feature| feature.class).collect();
    let mut nodes = Vec::new();
    for class in classes {
        let line = canvas.line(class);
        match line.kind {
            LineKind::River => {}
            LineKind::Slope => nodes.extend(ground::slope(canvas, class, line, plan.seed, lay)),
            _ => nodes.extend(outline::along(canvas, class, line, lay)),
        }
    }
    nodes.extend(rivers::draw(&plan.waters, lay));
    nodes
}

/// What lies beyond the map is pale; around it the frame.
fn borders(canvas: &Canvas<'_>, neat: Option<&Neat>) -> Vec<Node> {
    let Some(neat) = neat else { return vec![ground::border(canvas)] };
    let paper = canvas.game.art.map.paper.map_or(style::PAPER, canvas::color);
    let mut veil = outline::exact(canvas, &canvas.board.hexes().collect());
    veil.append(&neat.path(0.0));
    let veil = Shape { path: veil, fill: Some(Fill::EvenOdd(paper.alpha(158))), stroke: None };
    let mut nodes: Vec<Node> = vec![veil.into(), ground::border(canvas)];
    nodes.extend(furniture::neat_line(neat, canvas.a));
    nodes
}

/// Rivers that may well flow the other way.
fn guesses(canvas: &Canvas<'_>, plan: &Plan<'_>, asked: bool) -> Vec<LayoutIssue> {
    let ids = plan.waters.guessed.iter().filter(|_| asked);
    let told =
        ids.filter_map(|id| canvas.map.features.at(*id)).map(|feature| LayoutIssue::Guessed {
            name: feature.name.clone().or_else(|| feature.id.clone()).unwrap_or_else(|| {
                canvas.game.terrain.at(feature.class).map(|class| class.called().to_owned()).unwrap_or_default()
            }),
            hex: feature.sides.first().map(|side| side.hex()),
        });
    told.collect()
}
