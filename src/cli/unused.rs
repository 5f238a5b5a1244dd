//! `muster simulate --unused`: what of the rules of a game none of several simulations has used. One scenario seldom needs all
//! rules, and one kind of player does not see all that may be done: only all of them together tell what is never used.

use std::path::PathBuf;

use super::exit::{Exit, Failure};
use super::simulation::Simulation;
use super::stdout::Stdout;
use crate::model::Game;
use crate::sim::{Counts, cell, unused};

/// Adds up what was counted in the folders, and lists what was never used.
pub(super) fn run(folders: &[PathBuf], out: &mut Stdout) -> Result<Exit, Failure> {
    let mut counts = Counts::default();
    let mut first: Option<(String, Game)> = None;
    for folder in folders {
        let (part, played) = Simulation::read(folder)?;
        if let Some((id, _)) = first.as_ref().filter(|(id, _)| *id != part.about.game) {
            let why = format!("the simulation in `{}` is of the game `{}`, not of `{id}`", folder.display(), part.about.game);
            return Err(Failure::new(why).help("name the folders of one game's simulations"));
        }
        counts.add_all(&part.counts);
        first.get_or_insert((part.about.game, played.bundle.compiled.game));
    }
    let Some((_, game)) = first else { return Err(Failure::new("no simulations are named")) };
    let mut text = String::from("kind,of,id,said\n");
    for one in unused(&game, &counts) {
        text.push_str(&format!("{},{},{},{}\n", one.kind.word(), cell(&one.of), cell(&one.id), one.kind.said()));
    }
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}
