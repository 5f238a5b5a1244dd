//! `muster sheet`: counters to look at. It draws whatever was understood.

use super::args::Sheet;
use super::check::open;
use super::exit::{Exit, Failure};
use super::folder::{not_through_links_of, write_one};
use super::picture::{self, PictureFormat};
use super::stdout::Stdout;
use crate::compile::compile;
use crate::diag::did_you_mean;
use crate::draw::counter::{Counter, Faces, Shown, contact, inventory, large};
use crate::model::Game;

pub(super) fn run(args: &Sheet, out: &mut Stdout) -> Result<Exit, Failure> {
    let kind = PictureFormat::of(&args.output)?.with_live_text(args.live_text)?;
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    let game = &compiled.game;
    let all = inventory(game);
    if all.is_empty() {
        return Err(Failure::new("the game has no counters that could be drawn").help("`muster check` says what is wrong"));
    }
    let faces = Faces::new(game);
    let faces = if args.low_ink { faces.low_ink() } else { faces };
    let (scene, per_mm) = if args.contact {
        (contact(game, &faces), f64::from(args.scale.unwrap_or(90)) / faces.area().0.max(faces.area().1))
    } else {
        let mut chosen: Vec<&Counter> = Vec::new();
        for id in &args.unit {
            let some: Vec<&Counter> = all.iter().filter(|counter| is(game, counter, id)).collect();
            if some.is_empty() {
                let help = did_you_mean(id, all.iter().map(|counter| counter.id.as_str()))
                    .unwrap_or_else(|| "name the id of a unit or of a marker".to_owned());
                return Err(Failure::new(format!("the game has no counter `{id}`")).help(help));
            }
            chosen.extend(some);
        }
        (large(game, &faces, &chosen), f64::from(args.scale.unwrap_or(600)) / 60.0)
    };
    let bytes = picture::render(&scene, kind, per_mm, "the counters", "draw fewer of them with --unit", game)?;
    not_through_links_of(&args.dir, &args.output)?;
    write_one(&args.output, &bytes)?;
    out.bytes(format!("{}  {} bytes\n", args.output.display(), bytes.len()).as_bytes());
    Ok(Exit::Clean)
}

/// Whether a counter is that of an id: of a unit with all its counters, or of a marker on either side.
fn is(game: &Game, counter: &Counter, id: &str) -> bool {
    let shows = |shown: Shown| match shown {
        Shown::Unit(unit, _) => game.units.at(unit).is_some_and(|unit| unit.id == id),
        Shown::Marker(marker) => game.markers.at(marker).is_some_and(|marker| marker.id == id),
        Shown::Chit(card, _) => game.cards.at(card).is_some_and(|card| card.id == id),
        Shown::BlankUnit(_) | Shown::BlankMarker(_) | Shown::Aid(_) | Shown::BlankAid(_) => false,
    };
    counter.id == id || shows(counter.front) || shows(counter.back)
}
