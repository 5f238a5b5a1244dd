//! `muster build`: what is proven becomes files. Nothing is built while an error stands.

use super::args::Build;
use super::check::{open, view};
use super::exit::{Exit, Failure};
use super::out::Out;
use super::output;
use crate::compile::compile;
use crate::diag::{Severity, did_you_mean};
use crate::emit::{Artifacts, EMITTERS, Input};
use crate::model::{Game, ScenarioId};
use crate::report;

pub(super) fn run(args: &Build, out: &mut Out) -> Result<Exit, Failure> {
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    let folder = args.dir.to_string_lossy().replace('\\', "/");
    if compiled.count(Severity::Error) > 0 {
        let style = out.style(args.color);
        // It fails only when the output does; `Out` remembers why.
        let _ = report::render(report::Format::Human, &[view(&folder, &compiled)], &style, out);
        out.bytes(b"nothing was built: mend the errors first\n");
        return Ok(Exit::Findings);
    }
    let scenarios = wanted(&compiled.game, &args.scenario)?;
    let mut artifacts = Artifacts::new();
    for name in &args.emit {
        let emitter = EMITTERS.iter().find(|emitter| emitter.name == name).ok_or_else(|| {
            let names: Vec<&str> = EMITTERS.iter().map(|emitter| emitter.name).collect();
            Failure::new(format!("nothing is called `{name}` that could be built"))
                .help(format!("name one of: {}", names.join(", ")))
        })?;
        artifacts.extend((emitter.emit)(&Input { game: &compiled.game, scenarios: &scenarios }));
    }
    if artifacts.is_empty() {
        return Err(Failure::new("there is nothing to build: the game has no scenarios").help("write one into scenarios/"));
    }
    let manifest = output::write(&args.output, &compiled.game.name, &artifacts)?;
    let width = manifest.files.iter().map(|file| file.path.chars().count()).max().unwrap_or(0);
    for file in &manifest.files {
        out.bytes(format!("{:width$}  {:>9} bytes\n", file.path, file.bytes).as_bytes());
    }
    let total: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let files = if manifest.files.len() == 1 { "file" } else { "files" };
    out.bytes(format!("{} {files}, {total} bytes, in `{}`\n", manifest.files.len(), args.output.display()).as_bytes());
    Ok(Exit::Clean)
}

/// The scenarios that are named, or all.
fn wanted(game: &Game, names: &[String]) -> Result<Vec<ScenarioId>, Failure> {
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
