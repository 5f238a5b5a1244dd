//! The pipeline: files to trees to model to findings. It holds no policy; what to do with the result is the caller's.

mod cause;
mod consequence;
mod declared;

use crate::check;
use crate::diag::{Diag, Finished, Levels, Named, Omitted, Rule, Severity, Sink, Unchecked, codes, did_you_mean};
use crate::lower::{self, Lowered, Validated};
use crate::model::Game;
use crate::origins::Origins;
use crate::rules::Engine;
use crate::source::{Files, Project, World};
use crate::span::Origin;

/// The codes whose level an import sets, because modules of VASSAL have a lot of what they are about.
const SET_BY_IMPORT: [&str; 5] = ["M0213", "M0502", "M0703", "M0709", "M0713"];

/// What came of a game.
pub struct Compiled {
    /// Its files, as they were read.
    pub files: Files,
    /// What was found: sorted, levels applied, repetitions folded.
    pub diags: Vec<Diag>,
    /// What was found besides and only counted: too much of one kind in one file.
    pub omitted: Vec<Omitted>,
    /// What could not be checked.
    pub unchecked: Vec<Unchecked>,
    /// How much could not be checked besides.
    pub more_unchecked: usize,
    /// What the game states and nothing enforces: how many entries, and why.
    pub stated: Vec<Unchecked>,
    /// Levels and exemptions of what simulated games find.
    pub in_games: Levels,
    /// The game, as far as it could be understood.
    pub game: Game,
    /// Which file was validated by which schema.
    pub validated: Validated,
    /// Where everything stands.
    pub origins: Origins,
    /// Names that were looked up, and where; only for whoever asked by [`compile_named`].
    pub named: Vec<Named>,
}

impl Compiled {
    /// How many findings of that severity, repetitions counted.
    pub fn count(&self, severity: Severity) -> usize {
        let held = self.diags.iter().filter(|diag| diag.severity == severity).map(|diag| 1 + diag.repeated());
        let omitted = self.omitted.iter().filter(|omitted| omitted.severity == severity).map(|omitted| omitted.places);
        held.chain(omitted).sum()
    }
}

/// Reads, lowers and checks a game, on all processors.
pub fn compile(world: &dyn World) -> Compiled {
    compile_on(threads(), world, &mut |_| {})
}

/// How many threads [`compile`] uses: more than a few would only wait for the longest check.
pub fn threads() -> usize {
    crate::threads::most().min(8)
}

/// The same on one processor, and says the name of each step as it ends: whoever has a clock can tell how long it took.
///
/// The steps are those of [`lower::STEPS`], every check by its name, and at the end `finish`. A step that comes back,
/// as reading does with every file, is named every time.
pub fn compile_timed(world: &dyn World, ended: &mut dyn FnMut(&'static str)) -> Compiled {
    compile_on(1, world, ended)
}

/// The same on so many threads. With more than one, what others do beside is part of no step, and the checks are one.
pub fn compile_on(threads: usize, world: &dyn World, ended: &mut dyn FnMut(&'static str)) -> Compiled {
    whole(threads, world, ended, false)
}

/// The same on all processors, and notes every name that is looked up: for editors.
pub fn compile_named(world: &dyn World) -> Compiled {
    whole(threads(), world, &mut |_| {}, true)
}

fn whole(threads: usize, world: &dyn World, ended: &mut dyn FnMut(&'static str), listening: bool) -> Compiled {
    let (compiled, map) = once(threads, world, ended, listening);
    let again = |world: &dyn World| once(threads, world, &mut |_| {}, false).0;
    declared::blamed(world, cause::blamed(world, map, compiled, &again), &again)
}

/// By place; what is only asked comes after what is wrong.
fn in_order(diags: &mut [Diag], files: &Files) {
    diags.sort_by_cached_key(|diag| {
        let asked = diag.severity == Severity::Hint;
        (asked, diag.place.file, files.span(&diag.place), diag.rule.code, diag.message.clone())
    });
}

/// A game as it is written, and where its map stands.
fn once(threads: usize, world: &dyn World, ended: &mut dyn FnMut(&'static str), listening: bool) -> (Compiled, Option<Origin>) {
    let mut project = Project::new(world);
    let mut sink = Sink::new();
    if listening {
        sink.listen();
    }
    let Lowered { game, origins, incomplete, mut levels, validated, named } =
        lower::lower(&mut project, &mut sink, ended, threads);
    levels.hints = rules().iter().filter(|rule| rule.severity == Severity::Hint).map(|rule| rule.code).collect();
    let known: Vec<&str> = rules().iter().map(|rule| rule.code).collect();
    // What these find is left out of the game: hiding it would hide a hole.
    let fixed = |code: &str| codes::CODES.iter().any(|rule| rule.code == code && rule.severity == Severity::Error);
    let unknown = |code: &str, place: &crate::span::Place| {
        let help = did_you_mean(code, known.iter().copied()).unwrap_or_else(|| "copy the code from the report".to_owned());
        Diag::new(&codes::UNKNOWN_CODE, place.clone(), format!("unknown code `{code}`")).help(help)
    };
    levels.codes.retain(|code, (_, place)| {
        let there = known.contains(&code.as_str());
        if !there {
            sink.report(unknown(code, place));
        } else if fixed(code) {
            let message = format!("the level of `{code}` cannot be changed: what it finds is left out of the game");
            sink.report(Diag::new(&codes::UNKNOWN_CODE, place.clone(), message).help("mend what it finds"));
            return false;
        }
        there
    });
    levels.exemptions.retain(|exemption| {
        let there = known.contains(&exemption.code.as_str());
        if !there {
            sink.report(unknown(&exemption.code, &exemption.place));
        }
        there
    });
    // Only games that were played tell whether these meet anything.
    let of_games = |code: &str| code.starts_with("M10");
    let mut in_games = Levels::default();
    (in_games.exemptions, levels.exemptions) =
        std::mem::take(&mut levels.exemptions).into_iter().partition(|exemption| of_games(&exemption.code));
    (in_games.codes, levels.codes) = std::mem::take(&mut levels.codes).into_iter().partition(|(code, _)| of_games(code));
    // Before the checks: what is exempted takes no room from what is not.
    sink.exempt(&levels.exemptions);
    let engine = Engine::new(&game, None);
    ended("engine");
    check::run(&check::CheckContext::new(&game, &origins, incomplete, &levels, &engine), &mut sink, ended, threads);
    drop(engine);
    let (unchecked, more_unchecked) = sink.take_unchecked();
    let files = project.files;
    let Finished { mut diags, omitted } = sink.finish(&levels);
    consequence::without(&mut diags, origins.map.map.map(|map| map.file));
    // That this game has nothing of it is no fault of its author.
    if origins.from_import {
        let set = |diag: &Diag| SET_BY_IMPORT.iter().any(|code| diag.message.starts_with(&format!("level for `{code}`")));
        diags.retain(|diag| diag.rule.code != codes::UNUSED_EXEMPTION.code || !set(diag));
    }
    in_order(&mut diags, &files);
    ended("finish");
    let stated = crate::model::stated(&game).into_iter().map(|(stated, entries)| {
        let what = match entries.len() {
            1 => format!("{} (1 entry)", stated.what),
            n => format!("{} ({n} entries)", stated.what),
        };
        Unchecked { what, why: stated.why.to_owned() }
    });
    let stated = stated.collect();
    let map = origins.map.map;
    (Compiled { files, diags, omitted, unchecked, more_unchecked, stated, in_games, game, validated, origins, named }, map)
}

/// Every code there is, in order.
pub fn rules() -> Vec<&'static Rule> {
    let mut all: Vec<&'static Rule> = codes::CODES.to_vec();
    all.extend(check::CHECKS.iter().map(|check| check.rule));
    all.sort_by_key(|rule| rule.code);
    all
}
