//! Single counters and cards as pictures for print services: 300 dots an inch, an eighth of an inch of bleed.

use super::{Artifacts, EmitContext, Failed, Progress, Settings};
use crate::draw::card;
use crate::draw::counter::{Art, BLEED, Counter, Drawn, Faces, Shown, inventory};
use crate::draw::scene::{Page, Path, Picture, Point, Rect, Scene, Shape};
use crate::draw::words::Ruler;
use crate::draw::work;
use crate::model::{Card, Game};
use crate::render::{explained, png};
use crate::source::sheet::written;

/// Dots in a millimetre.
const PER_MM: f64 = 300.0 / 25.4;

/// One side of a component.
enum Side<'g> {
    Counter(Shown),
    Card(&'g Card, bool),
}

/// A picture for each side of each counter and card that is not blank.
pub(in crate::emit) fn emit(context: &EmitContext<'_>, told: &mut Progress<'_>) -> Result<Artifacts, Failed> {
    let (game, settings) = (context.game, Settings::new(context.game, &context.print));
    let mut wanted: Vec<(String, Side<'_>)> = Vec::new();
    let mut list = Quantities::default();
    for counter in inventory(game) {
        let Counter { id, kind, front, back, name, .. } = &counter;
        if super::wanted(context, &counter) {
            let folder = format!("components/{}s", kind.word());
            let (first, second) = (format!("{folder}/{id}.png"), format!("{folder}/{id}_b.png"));
            let behind = if counter.is_blank_behind() { "" } else { &second };
            let side = counter.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str()).unwrap_or_default();
            let size = game.art.counter_area(settings.counter);
            list.row([kind.word(), id, name, side, &first, behind], counter.copies, size);
            wanted.push((first, Side::Counter(*front)));
            if !counter.is_blank_behind() {
                wanted.push((second, Side::Counter(*back)));
            }
        }
    }
    for (_, it) in game.cards.iter().filter(|(id, card)| super::wanted_card(context, *id, card)) {
        let (front, back) = (format!("components/cards/{}.png", it.id), format!("components/cards/{}_b.png", it.id));
        let side = it.side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str()).unwrap_or_default();
        let name = it.name.as_deref().unwrap_or_default();
        list.row(["card", &it.id, name, side, &front, &back], it.count, card::size(settings.bridge));
        wanted.push((front, Side::Card(it, true)));
        wanted.push((back, Side::Card(it, false)));
    }
    let art = Art::new(game);
    let mut artifacts = Artifacts::new();
    let mut done = 0;
    for some in wanted.chunks(256) {
        told(done, wanted.len());
        done += some.len();
        let made = work::map_with(
            some,
            || (art.faces(game, settings.counter), Ruler::new()),
            |(faces, ruler), (name, side)| (name.clone(), picture(game, &art, faces, ruler, &settings, side)),
        );
        for (name, bytes) in made {
            let bytes = bytes.map_err(|why| Failed { what: name.clone(), why })?;
            artifacts.insert(name, bytes);
        }
    }
    artifacts.extend(list.file(context.only.is_some()));
    Ok(artifacts)
}

/// How many of each picture are wanted, and how large they are cut: what a print service asks for.
#[derive(Default)]
struct Quantities(String);

impl Quantities {
    fn row(&mut self, cells: [&str; 6], copies: u32, (width, height): (f64, f64)) {
        let cells: Vec<String> = cells.iter().map(|text| written(text, ',')).collect();
        let [width, height] = [width, height].map(|mm| (mm * 1000.0).round() / 1000.0);
        self.0 += &format!("{},{copies},{width},{height},{BLEED}\n", cells.join(","));
    }

    fn file(self, some: bool) -> Option<(String, Vec<u8>)> {
        if self.0.is_empty() {
            return None;
        }
        let name = if some { "components/quantities-part.csv" } else { "components/quantities.csv" };
        let text = format!("kind,id,name,side,front,back,copies,width-mm,height-mm,bleed-mm\n{}", self.0);
        Some((name.to_owned(), text.into_bytes()))
    }
}

fn picture(
    game: &Game,
    art: &Art,
    faces: &Faces<'_>,
    ruler: &Ruler,
    settings: &Settings,
    side: &Side<'_>,
) -> Result<Vec<u8>, String> {
    let (drawn, size) = match side {
        Side::Counter(shown) => (faces.draw(*shown), faces.area()),
        Side::Card(it, front) => {
            let size = card::size(settings.bridge);
            (card::side(faces, game, it, *front, size, ruler), size)
        }
    };
    let scene = bled(&drawn, size, faces.pictures());
    png::render(&scene, 0, PER_MM).map_err(|why| explained(&why, art, |scene| png::render(scene, 0, PER_MM).map(drop)))
}

/// A side with its bleed all around, on a page of whole pixels.
fn bled(drawn: &Drawn, (width, height): (f64, f64), pictures: &[Picture]) -> Scene {
    // A hair less than whole pixels: reckoning must not add a row.
    let whole = |mm: f64| ((mm * PER_MM).round() - 0.001) / PER_MM;
    let (page_width, page_height) = (whole(width + 2.0 * BLEED), whole(height + 2.0 * BLEED));
    let mut path = Path::new();
    path.rect(Rect { x: 0.0, y: 0.0, width: page_width + 1.0, height: page_height + 1.0 });
    let ground = drawn.edge.or(drawn.ground).map(|color| Shape::filled(path, color).into());
    let face =
        drawn.at(Point { x: BLEED, y: BLEED }, (width, height), if drawn.edge.is_some() { 0.0 } else { BLEED }, drawn.edge);
    let nodes = ground.into_iter().chain([face]).collect();
    let page = Page { title: String::new(), width: page_width, height: page_height, ground: None, nodes };
    Scene::single(page, pictures)
}
