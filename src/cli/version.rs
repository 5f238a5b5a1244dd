//! A version of a game, by what the user calls it: a folder, a bundle, or a folder in a revision of git.

use std::path::Path;

use super::exit::Failure;
use super::git::{self, Git};
use super::{check, inspect};
use crate::compile::{Compiled, compile};
use crate::diag::Severity;
use crate::emit::{EMITTERS, EmitContext};

/// A version that was read.
pub(super) struct Version {
    /// The game, as far as it can be understood; errors in it are no reason not to compare.
    pub(super) compiled: Compiled,
    /// The scenario, if it is a bundle: only that one is in it.
    pub(super) scenario: Option<String>,
}

/// Reads a version. This is the one place that knows what a version can be: a revision without a folder means `here`.
pub(super) fn version(arg: &str, here: &Path) -> Result<Version, Failure> {
    let path = Path::new(arg);
    // A file or folder of that name is meant, whatever its name looks like.
    if path.is_file() && path.extension().is_some_and(|ending| ending == "muster") {
        let bundle = inspect::bundle(path)?.map_err(|why| Failure::new(format!("`{arg}` is no sound bundle: {why}")))?;
        return Ok(Version { compiled: bundle.compiled, scenario: Some(bundle.manifest.scenario) });
    }
    let compiled = match revision(arg) {
        _ if path.exists() => compile(&check::open(path)?),
        Some((rev, folder)) => compile(&git::open(Git { here: Path::new(".") }, rev, folder)?),
        None if git::knows(Git { here }, arg) => compile(&git::open(Git { here }, arg, "./")?),
        None => {
            return Err(Failure::new(format!("there is no folder, bundle or revision `{arg}`"))
                .help("name the folder of a game, a bundle, or a revision such as `HEAD~1`"));
        }
    };
    // Without its module.json a game has no name, and nothing of it is known.
    if compiled.game.name.is_empty() {
        return Err(Failure::new(format!("the game in `{arg}` cannot be read")).help("`muster check` says why"));
    }
    Ok(Version { compiled, scenario: None })
}

/// The folder that a version without one means: that of the other version, or the current one.
pub(super) fn here(other: &str) -> &Path {
    Some(Path::new(other)).filter(|path| path.is_dir()).unwrap_or(Path::new("."))
}

/// A game as it would come out of a bundle of that scenario, so that like is compared with like.
pub(super) fn like_bundle(compiled: &Compiled, arg: &str, scenario: &str) -> Result<Compiled, Failure> {
    let game = &compiled.game;
    if compiled.count(Severity::Error) > 0 {
        return Err(Failure::new(format!("the game in `{arg}` has errors, so it cannot be compared with a bundle"))
            .help(format!("mend what `muster check {arg}` finds")));
    }
    let Some((id, _)) = game.scenarios.iter().find(|(_, found)| found.id == scenario) else {
        return Err(Failure::new(format!("the game in `{arg}` has no scenario `{scenario}`, which the bundle is of"))
            .help("name the bundle of another scenario"));
    };
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "bundle");
    let built =
        emitter.and_then(|emitter| (emitter.emit)(&EmitContext::new(game, &[id]), &mut |_, _| {}).ok()).unwrap_or_default();
    let opened = built.files.values().next().map(|bytes| crate::bundle::open(bytes));
    match opened {
        Some(Ok(bundle)) => Ok(bundle.compiled),
        _ => Err(Failure::new(format!("the game in `{arg}` makes no sound bundle")).help("compare two folders")),
    }
}

/// `HEAD~1:modules/first-steps`; the drive of a Windows path is no revision.
fn revision(arg: &str) -> Option<(&str, &str)> {
    let (rev, folder) = arg.split_once(':')?;
    let drive = rev.len() == 1 && folder.starts_with(['\\', '/']);
    (!rev.is_empty() && !drive).then_some((rev, folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_a_revision_has_a_colon() {
        assert_eq!(revision("HEAD~1:modules/x"), Some(("HEAD~1", "modules/x")));
        assert_eq!(revision("v1.0:"), Some(("v1.0", "")));
        assert_eq!(revision("modules/x"), None);
        assert_eq!(revision(r"C:\games\x"), None);
        assert_eq!(revision(":x"), None);
    }
}
