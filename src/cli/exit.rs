//! How a run ends: 0 clean, 1 findings, 2 could not run; and what is said in the last case.

use std::io::Write;
use std::process::ExitCode;

use crate::diag::shortened;
use crate::report;

/// The three ends of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Nothing to complain of.
    Clean,
    /// Something was found.
    Findings,
    /// It did not come to that.
    CouldNotRun,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::CouldNotRun => 2,
        })
    }
}

/// Why a command could not run: nothing that stands in the game's files.
#[derive(Debug)]
pub(super) struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), help: None }
    }

    /// Adds an act that mends it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What has happened, without the help.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// What has happened, with the help, in one line.
    pub(super) fn told(&self) -> String {
        let help = self.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        format!("{}{help}", self.message)
    }

    /// Says it on the error stream.
    pub(super) fn tell(&self) {
        let mut text = format!("muster: {}\n", shortened(self.message.clone()));
        if let Some(help) = &self.help {
            text.push_str(&format!("  help: {}\n", shortened(help.clone())));
        }
        complain(&text);
    }
}

/// Writes to the error stream, where names of files and words of a game do no harm either.
pub(super) fn complain(text: &str) {
    // If even that stream is closed, the exit code still says it.
    let _ = std::io::stderr().lock().write_all(report::plain(text).as_bytes());
}

/// The words of an error of the system, without its number.
pub(super) fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "you may not".to_owned(),
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let words = error.to_string();
            words.split(" (os error").next().unwrap_or(&words).to_lowercase()
        }
    }
}
