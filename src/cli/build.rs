//! `muster build`: what is proven becomes files. Nothing is built while an error stands.

use std::path::Path;

use super::args::Build;
use super::check::{open, shown, view};
use super::exit::{Exit, Failure};
use super::out::Out;
use super::output::{self, BuildManifest};
use super::progress::Progress;
use crate::compile::compile;
use crate::diag::{Severity, did_you_mean};
use crate::emit::{Artifacts, EMITTERS, Emitter, Input};
use crate::model::{Game, ScenarioId};
use crate::report;

pub(super) fn run(args: &Build, out: &mut Out) -> Result<Exit, Failure> {
    let world = open(&args.dir)?;
    let emitters = emitters(&args.emit)?;
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
    let built = build(&compiled.game, &emitters, &scenarios, &args.output, &mut progress)?;
    progress.clear();
    out.bytes(table(&built, &args.output).as_bytes());
    Ok(Exit::Clean)
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

/// Makes everything and writes it.
pub(super) fn build(
    game: &Game,
    emitters: &[&Emitter],
    scenarios: &[ScenarioId],
    output: &Path,
    progress: &mut Progress,
) -> Result<BuildManifest, Failure> {
    let mut artifacts = Artifacts::new();
    for emitter in emitters {
        let made = (emitter.emit)(&Input { game, scenarios }, &mut |done, of| progress.say(emitter.name, done, of));
        artifacts.extend(made);
    }
    if artifacts.is_empty() {
        return Err(Failure::new("there is nothing to build: the game has no scenarios").help("write one into scenarios/"));
    }
    output::write(output, &game.name, &artifacts, &mut |done, of| progress.say("writing", done, of))
}

/// What was written, and how big it is.
fn table(built: &BuildManifest, output: &Path) -> String {
    let width = built.files.iter().map(|file| file.path.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for file in &built.files {
        text += &format!("{:width$}  {:>9} bytes\n", file.path, file.bytes);
    }
    let total: u64 = built.files.iter().map(|file| file.bytes).sum();
    let files = if built.files.len() == 1 { "file" } else { "files" };
    text + &format!("{} {files}, {total} bytes, in `{}`\n", built.files.len(), output.display())
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
