//! The print-and-play kit: counters, map, charts, cards and setups as PDF, and a list of where each counter lies.
//!
//! - `kit`: which files there are, and what is in each
//! - `manifest`: where every counter and card lies
//! - `components`: single pictures for print services

mod components;
mod kit;
mod manifest;

use super::{Artifacts, EmitContext, Failed, Progress};
use crate::draw::counter::{Counter, Shown};
use crate::draw::scene::Scene;
use crate::model::{Backs, Card, CardId, Game, KitPart, Paper};
use crate::render::pdf::Duplex;

pub(super) use components::emit as components;

/// What the person at the command line wants of the kit; what is left open is as art.json says.
#[derive(Clone, Debug, Default)]
pub struct PrintChoice {
    pub paper: Vec<Paper>,
    /// How backs are printed.
    pub backs: Vec<Backs>,
    /// How far backs are moved.
    pub back_offset: Option<(f64, f64)>,
    /// Counters on white.
    pub low_ink: bool,
    /// The side of a counter in millimetres.
    pub counter: Option<f64>,
}

/// How a kit is printed.
#[derive(Clone, Debug)]
struct Settings {
    paper: Vec<Paper>,
    backs: Vec<Backs>,
    bleed: f64,
    gutter: Option<f64>,
    offset: (f64, f64),
    low_ink: bool,
    overlap: f64,
    bridge: bool,
    counter: f64,
}

impl Settings {
    fn new(game: &Game, choice: &PrintChoice) -> Settings {
        let art = &game.art.print;
        Settings {
            paper: first_said(&choice.paper, &art.paper, &Paper::ALL),
            backs: first_said(&choice.backs, &art.backs, &Backs::ALL),
            bleed: art.bleed_mm.unwrap_or(2.0),
            gutter: art.gutter_mm,
            offset: choice.back_offset.or(art.back_offset_mm).unwrap_or_default(),
            low_ink: choice.low_ink || art.low_ink,
            overlap: art.overlap_mm.unwrap_or(10.0),
            bridge: art.bridge_cards,
            counter: choice.counter.unwrap_or_else(|| game.art.counter()),
        }
    }
}

/// What the person wants, else what art.json says, else everything: each once, however often it is named.
fn first_said<T: Copy + PartialEq>(wanted: &[T], told: &[T], all: &[T]) -> Vec<T> {
    let mut said: Vec<T> = Vec::new();
    for one in [wanted, told, all].into_iter().find(|list| !list.is_empty()).unwrap_or_default() {
        if !said.contains(one) {
            said.push(*one);
        }
    }
    said
}

/// Whether a counter is wanted.
fn wanted(context: &EmitContext<'_>, counter: &Counter) -> bool {
    let Some(only) = &context.only else { return true };
    let named = |shown: Shown| match shown {
        Shown::Unit(id, _) => only.units.contains(&id),
        Shown::Marker(id) => only.markers.contains(&id),
        Shown::Chit(id, _) => only.cards.contains(&id),
        Shown::Aid(aid) => only.aids.contains(&aid),
        Shown::BlankUnit(_) | Shown::BlankMarker(_) | Shown::BlankAid(_) => false,
    };
    named(counter.front) || named(counter.back)
}

/// Whether a card is wanted; chits are counters.
fn wanted_card(context: &EmitContext<'_>, id: CardId, card: &Card) -> bool {
    card.faces.is_empty() && context.only.as_ref().is_none_or(|only| only.cards.contains(&id))
}

/// The whole kit.
pub(super) fn emit(context: &EmitContext<'_>, told: &mut Progress<'_>) -> Result<Artifacts, Failed> {
    kit::make(context, &Settings::new(context.game, &context.print), told)
}

/// Parts of a kit that lie in something else: what each is, the name of its file, and its content.
pub(super) fn documents(context: &EmitContext<'_>, wanted: &[KitPart]) -> Result<Vec<(String, String, Vec<u8>)>, Failed> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let mut settings = Settings::new(context.game, &context.print);
    settings.paper.truncate(1);
    settings.backs.truncate(1);
    kit::documents(context, &settings, wanted)
}

/// How a kit is looked at: on the first paper, with backs the first way. The other papers have the same on them.
fn looked_at(game: &Game) -> Settings {
    let mut settings = Settings::new(game, &PrintChoice::default());
    settings.paper.truncate(1);
    settings.backs.truncate(1);
    settings
}

/// The parts of a kit, in words, for somebody who looks at them one by one.
pub fn parts(game: &Game) -> Vec<String> {
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    kit::parts(&EmitContext::new(game, &scenarios), &looked_at(game))
}

/// One of these parts as a scene, which may have no pages; nothing if there is no such part.
///
/// # Errors
/// If it cannot be drawn.
pub fn part(game: &Game, nth: usize) -> Result<Option<Scene>, String> {
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    kit::part(&EmitContext::new(game, &scenarios), &looked_at(game), nth)
}

impl From<Backs> for Duplex {
    fn from(backs: Backs) -> Duplex {
        match backs {
            Backs::DuplexLong => Duplex::Long,
            Backs::DuplexShort => Duplex::Short,
            Backs::Fold | Backs::Fronts => Duplex::Simplex,
        }
    }
}
