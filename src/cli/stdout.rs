//! The one handle to which everything is written. A reader that goes away (`muster check | head`) ends the
//! writing, not the run: the exit code stays what it would have been.
//!
//! Whatever a command says passes [`Stdout::bytes`], where names of files and words of a game lose what a terminal would
//! obey: no command has to think of it. Reports colour what they write, and make their words harmless themselves: they
//! write into `Stdout` as a [`fmt::Write`]. What programs read goes through [`Stdout::raw`] or [`Stdout::json`].

#![allow(clippy::disallowed_methods, reason = "colour and width are what the terminal and its environment say")]

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use super::args::Color;
use super::exit::{Failure, plain};
use crate::report::{self, Style};

/// Standard output, or what stands for it in a test.
pub(super) struct Stdout {
    to: BufWriter<Box<dyn Write>>,
    terminal: bool,
    error: Option<io::Error>,
}

impl Stdout {
    pub(super) fn open() -> Self {
        Stdout { to: BufWriter::new(Box::new(io::stdout())), terminal: io::stdout().is_terminal(), error: None }
    }

    /// One whose words nobody reads.
    #[cfg(test)]
    pub(super) fn nowhere() -> Self {
        Stdout { to: BufWriter::new(Box::new(io::sink())), terminal: false, error: None }
    }

    /// Writes text for people; nothing in it moves the cursor or turns the direction of writing.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        self.raw(report::plain(&text).as_bytes());
    }

    /// Writes JSON for programs: the same values, with escapes for what a terminal would obey.
    pub(super) fn json(&mut self, text: &str) {
        let text: Cow<'_, str> = report::escaped(text);
        self.raw(text.as_bytes());
    }

    /// Writes bytes as they are; what fails is remembered for the end.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.to.write_all(bytes).err();
        }
    }

    /// Whether a person sees it at once.
    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes what is held so far; false if it cannot be written, now or before.
    pub(super) fn flush(&mut self) -> bool {
        if self.error.is_none() {
            self.error = self.to.flush().err();
        }
        self.error.is_none()
    }

    /// Writes everything that is still held, and says whether all could be written. A reader that has gone away
    /// had what it wanted.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush();
        match &self.error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::new(format!("the report cannot be written: {}", plain(error))))
            }
            _ => Ok(()),
        }
    }

    /// Colour and width.
    pub(super) fn style(&self, color: Color) -> Style {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colour = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR").is_some() => false,
            Color::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            Color::Auto => self.terminal && set("TERM").as_deref() != Some("dumb") && set("CLICOLOR").as_deref() != Some("0"),
        };
        let stated = set("COLUMNS").and_then(|columns| columns.parse().ok());
        let measured = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        Style { colour, width: stated.or_else(measured).unwrap_or(Style::default().width), ..Style::default() }
    }
}

impl fmt::Write for Stdout {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.raw(text.as_bytes());
        // There is no use in wording what nobody reads.
        if self.error.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}
