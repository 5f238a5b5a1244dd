//! `muster build`: what is proven becomes files. Nothing is built while an error stands.

use std::collections::BTreeSet;
use std::path::Path;

use super::args::Build;
use super::check::{open, shown, view};
use super::exit::{Exit, Failure};
use super::open::{like_bundle, version};
use super::out::Out;
use super::output::{self, BuildManifest};
use super::progress::Progress;
use crate::compile::{Compiled, compile};
use crate::diag::{Severity, did_you_mean};
use crate::diff::changed_units;
use crate::emit::{Artifacts, EMITTERS, Emitter, Input, PrintChoice};
use crate::model::{Game, ScenarioId, Unit, UnitId};
use crate::report;

pub(super) fn run(args: &Build, out: &mut Out) -> Result<Exit, Failure> {
    let emitters = emitters(&args.emit)?;
    some_counters_can_be_printed(args, &emitters)?;
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    if compiled.count(Severity::Error) > 0 {
        let style = out.style(args.color);
        let folder = shown(&args.dir);
        // It fails only when the output does; `Out` remembers why.
        let _ = report::render(report::Format::Human, &[view(&folder, &compiled)], &style, out);
        out.bytes(b"nothing was built: mend the errors first\n");
        return Ok(Exit::Findings);
    }
    let scenarios = wanted(&compiled.game, &args.scenario)?;
    let mut progress = Progress::new();
    let before = |path: &str| output::before(&args.output, path);
    let only = only(args, &compiled)?;
    let input = Input { game: &compiled.game, scenarios: &scenarios, only, print: print(args), before: Some(&before) };
    let built = build(&input, &emitters, &args.dir, &args.output, &mut progress)?;
    progress.clear();
    out.bytes(output::table(built.files.iter().map(|file| (file.path.as_str(), file.bytes)), &args.output).as_bytes());
    Ok(Exit::Clean)
}

/// What is wanted of what is printed.
fn print(args: &Build) -> PrintChoice {
    PrintChoice {
        paper: args.paper.iter().map(|paper| (*paper).into()).collect(),
        backs: args.backs.iter().map(|backs| (*backs).into()).collect(),
        back_offset: args.back_offset,
        low_ink: args.low_ink,
        counter: args.counter,
    }
}

/// The emitters of these names.
pub(super) fn emitters(names: &[String]) -> Result<Vec<&'static Emitter>, Failure> {
    let find = |name: &String| {
        EMITTERS.iter().find(|emitter| emitter.name == name).ok_or_else(|| {
            let names: Vec<&str> = EMITTERS.iter().map(|emitter| emitter.name).collect();
            Failure::new(format!("nothing is called `{name}` that could be built"))
                .help(format!("name one of: {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Makes everything and writes it; what belongs into the game's own folder goes there.
pub(super) fn build(
    input: &Input<'_>,
    emitters: &[&Emitter],
    home: &Path,
    output: &Path,
    progress: &mut Progress,
) -> Result<BuildManifest, Failure> {
    let (mut artifacts, mut kept) = (Artifacts::new(), Artifacts::new());
    for emitter in emitters {
        let made = (emitter.emit)(input, &mut |done, of| progress.say(emitter.name, done, of));
        let made = made.map_err(|failed| Failure::new(format!("`{}` cannot be made: {}", failed.what, failed.why)))?;
        artifacts.extend(made.files);
        kept.extend(made.keep);
    }
    if artifacts.is_empty() {
        return Err(Failure::new("there is nothing to build: the game has no scenarios").help("write one into scenarios/"));
    }
    let owned = |path: &str| emitters.iter().any(|emitter| (emitter.owns)(path));
    let told = &mut |done, of| progress.say("writing", done, of);
    let written = output::write(output, &input.game.name, &artifacts, &owned, told)?;
    // Last: numbers count only when what has them is there.
    for (path, bytes) in &kept {
        output::write_one(&home.join(path), bytes)?;
    }
    Ok(written)
}

/// Refuses to leave counters out of what always holds them all.
fn some_counters_can_be_printed(args: &Build, emitters: &[&Emitter]) -> Result<(), Failure> {
    let flag = match (args.only.is_empty(), &args.changed_since) {
        (false, _) => "--only",
        (true, Some(_)) => "--changed-since",
        (true, None) => return Ok(()),
    };
    if emitters.iter().any(|emitter| emitter.per_counter) {
        return Ok(());
    }
    let able: Vec<&str> = EMITTERS.iter().filter(|emitter| emitter.per_counter).map(|emitter| emitter.name).collect();
    let able = match able.as_slice() {
        [] => "nothing that can be built takes it yet".to_owned(),
        names => format!("or ask for what takes it: {}", names.join(", ")),
    };
    let asked: Vec<String> = emitters.iter().map(|emitter| format!("`{}`", emitter.name)).collect();
    let asked = asked.join(" and ");
    Err(Failure::new(format!("`{flag}` is for what is printed counter by counter, {asked} always holds the whole game"))
        .help(format!("leave out `{flag}`; {able}")))
}

/// The units whose counters are wanted; all if none.
fn only(args: &Build, compiled: &Compiled) -> Result<Option<BTreeSet<UnitId>>, Failure> {
    let Some(since) = &args.changed_since else {
        return (!args.only.is_empty()).then(|| named(&compiled.game, &args.only)).transpose();
    };
    let old = version(since, &args.dir)?;
    Ok(Some(match &old.scenario {
        None => changed_units(&old.compiled.game, &compiled.game),
        // The units of a bundle stand in the order of the game.
        Some(scenario) => changed_units(&old.compiled.game, &like_bundle(compiled, &args.dir.to_string_lossy(), scenario)?.game),
    }))
}

/// The units of these ids, and those of the formations of these ids.
fn named(game: &Game, names: &[String]) -> Result<BTreeSet<UnitId>, Failure> {
    let mut all = BTreeSet::new();
    for name in names {
        let formation = game.formations.iter().find(|(_, formation)| formation.id == *name).map(|(id, _)| id);
        let unit = game.units.iter().find(|(_, unit)| unit.id == *name).map(|(id, _)| id);
        if formation.is_none() && unit.is_none() {
            let ids = game.units.values().map(|unit| unit.id.as_str()).chain(game.formations.values().map(|f| f.id.as_str()));
            let near = did_you_mean(name, ids);
            return Err(Failure::new(format!("the game has no unit or formation `{name}`"))
                .help(near.unwrap_or_else(|| "name the id of a unit or of a formation".to_owned())));
        }
        all.extend(unit);
        let inside = |unit: &Unit| unit.formation.zip(formation).is_some_and(|(below, above)| game.belongs(below, above));
        all.extend(game.units.iter().filter(|(_, unit)| inside(unit)).map(|(id, _)| id));
    }
    Ok(all)
}

/// The scenarios that are named, or all.
pub(super) fn wanted(game: &Game, names: &[String]) -> Result<Vec<ScenarioId>, Failure> {
    if names.is_empty() {
        return Ok(game.scenarios.ids().collect());
    }
    let find = |name: &String| {
        game.scenarios.iter().find(|(_, scenario)| scenario.id == *name).map(|(id, _)| id).ok_or_else(|| {
            let near = did_you_mean(name, game.scenarios.values().map(|s| s.id.as_str()));
            Failure::new(format!("the game has no scenario `{name}`"))
                .help(near.unwrap_or_else(|| "name one of its scenarios".to_owned()))
        })
    };
    names.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cli::args::{Cli, Command};

    fn first_steps() -> Compiled {
        compile(&open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/modules/first-steps"))).unwrap())
    }

    fn ids(game: &Game, units: &BTreeSet<UnitId>) -> Vec<String> {
        units.iter().map(|id| game.units[*id].id.clone()).collect()
    }

    #[test]
    fn units_are_named_alone_or_by_their_formation() {
        let game = first_steps().game;
        let of = |names: &[&str]| named(&game, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(ids(&game, &of(&["a-hq", "a-tank"]).unwrap()), ["a-hq", "a-tank"]);
        assert_eq!(ids(&game, &of(&["1-inf"]).unwrap()), ["a-1-i", "a-1-ii", "a-1-iii", "a-eng"]);
        assert!(of(&["1-div"]).unwrap().is_superset(&of(&["1-inf", "a-hq"]).unwrap()), "with everything below it");
        assert_eq!(
            format!("{:?}", of(&["a-1-iiii"]).unwrap_err()),
            format!("{:?}", Failure::new("the game has no unit or formation `a-1-iiii`").help("did you mean `a-1-iii`?"))
        );
    }

    #[test]
    fn what_holds_the_whole_game_takes_no_choice_of_counters() {
        use clap::Parser;
        let refused = |emitters: &[&Emitter], flags: &[&str]| {
            let Command::Build(args) = Cli::parse_from([&["muster", "build"], flags].concat()).command else { unreachable!() };
            some_counters_can_be_printed(&args, emitters).is_err()
        };
        let emitter = |per_counter| Emitter {
            name: "x",
            about: "",
            per_counter,
            owns: |_| false,
            emit: |_, _| Ok(Artifacts::new().into()),
        };
        let (whole, each) = (emitter(false), emitter(true));
        for flags in [&["--only", "a-hq"][..], &["--changed-since", "HEAD"]] {
            assert!(refused(&[&whole], flags));
            assert!(!refused(&[&each], flags));
            assert!(!refused(&[&whole, &each], flags), "one of them can");
        }
        assert!(!refused(&[&whole], &[]));
    }
}
