//! Charts for the players, on paper: tables, terrain, the sequence of play, the words of the game, the turn track.
//!
//! - `flow`: blocks on pages; `grid`: rows and columns, `cut`: how they are drawn; `look`: colours, sizes, signs
//! - `tables`, `terrain`, `phases`, `reading`, `glossary`, `track`, `book`, `parts`: what is on them

mod book;
mod cut;
mod flow;
mod glossary;
mod grid;
mod look;
mod parts;
mod phases;
mod reading;
mod tables;
mod terrain;
#[cfg(test)]
mod tests;
mod track;

use flow::{Desk, Span};
pub(in crate::draw) use look::called;
pub use parts::Listed;

use crate::draw::counter::Faces;
use crate::draw::lent;
use crate::draw::page::{Heading, MARGIN, Paper};
use crate::draw::scene::{Page, Rect};
use crate::draw::words::Ruler;
use crate::model::{ChartPicture, Game};
use crate::words::Teller;

/// Room between rows and blocks where that saves a sheet; 1 is usual.
const DENSE: f64 = 0.65;

/// Every chart of a game, on pages of that paper; none if the game has nothing to show.
#[must_use]
pub fn charts(game: &Game, paper: Paper) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let ruler = Ruler::new();
    let teller = Teller::new(game);
    let book = teller.book();
    // Fonts and pictures are read only where a counter is shown.
    let drawn = game.units.values().any(|unit| unit.faces.first().is_some_and(|front| front.picture.is_none()));
    let faces = drawn.then(|| Faces::new(game));
    let lay = |air: f64| {
        let desk = Desk::new(&ruler, paper, air);
        let mut blocks = tables::blocks(game, &teller, &book, &desk);
        let terrain = terrain::blocks(game, &desk);
        // As wide as the chart to which they belong: so they stand together.
        let span = terrain.first().map_or(Span::Full, |block| block.span);
        blocks.extend(terrain);
        blocks.extend(terrain::notes(game, &book, &desk, span));
        blocks.extend(phases::block(game, &teller, &desk));
        blocks.extend(book::quick(&book, &desk));
        blocks.extend(phases::reminders(game, &desk));
        blocks.extend(faces.as_ref().and_then(|faces| reading::block(game, &teller, faces, &desk)));
        blocks.extend(glossary::blocks(game, &desk));
        // What is as wide as the page comes first; the rest fills the columns beside and below.
        blocks.sort_by_key(|block| block.span != Span::Full);
        flow::pages(game, &desk, "Charts", &blocks)
    };
    let usual = lay(1.0);
    if usual.len() <= 1 {
        return usual;
    }
    let dense = lay(DENSE);
    if dense.len() < usual.len() { dense } else { usual }
}

/// The rules in short on pages of that paper, each entry beside its printed number; none if the game has no rules.
#[must_use]
pub fn rules(game: &Game, paper: Paper) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let ruler = Ruler::new();
    let desk = Desk::new(&ruler, paper, 1.0);
    let mut blocks = book::blocks(&Teller::new(game).book(), &desk);
    blocks.extend(phases::reminders(game, &desk));
    flow::pages(game, &desk, "Rules in short", &blocks)
}

/// What is in the box: components with quantities, the files of the kit, and where sheets are cut.
#[must_use]
pub fn components(game: &Game, paper: Paper, files: &[Listed], counter: f64, card: (f64, f64)) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let ruler = Ruler::new();
    let desk = Desk::new(&ruler, paper, 1.0);
    flow::pages(game, &desk, "Components", &parts::blocks(game, files, counter, card, &desk))
}

/// The turn track, with boxes large enough for a counter of that size, on pages of that paper; none if there are no turns.
#[must_use]
pub fn turn_track(game: &Game, paper: Paper, counter_mm: f64) -> Vec<Page> {
    let _fonts = lent::lend(game);
    let ruler = Ruler::new();
    let desk = Desk::new(&ruler, paper, 1.0);
    flow::pages(game, &desk, "Turn track", track::block(game, &desk, counter_mm).as_slice())
}

/// The charts that the author has drawn, each on a page of its own, as large as fits; those that cannot be drawn are
/// left out. With the faces' pictures they can be rendered.
#[must_use]
pub fn pictures(game: &Game, faces: &Faces<'_>, paper: Paper) -> Vec<Page> {
    let _fonts = faces.lend();
    let page = |it: &ChartPicture| {
        let (width, height, _) = faces.picture_size(&it.picture)?;
        let (short, long) = paper.size();
        // A wide chart lies on its side.
        let (across, down) = if width > height { (long, short) } else { (short, long) };
        let inside = Rect { x: 0.0, y: 0.0, width: across, height: down }.grown(-MARGIN);
        let mut nodes = faces.picture(&it.picture, inside);
        nodes.extend(Heading { what: &it.name, sheet: (1, 1), side: "", hint: "" }.draw(game, across, down));
        Some(Page { title: format!("Charts: {}", it.name), width: across, height: down, ground: None, nodes })
    };
    game.art.charts.iter().filter_map(page).collect()
}
