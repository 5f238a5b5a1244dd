//! The one handle to which everything is written. A reader that goes away (`muster check | head`) ends the
//! writing, not the run: the exit code stays what it would have been.

#![allow(clippy::disallowed_methods, reason = "colour and width are what the terminal and its environment say")]

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use super::args::Color;
use super::exit::{Failure, plain};
use crate::report::Style;

/// Standard output, or what stands for it in a test.
pub(super) struct Out {
    to: BufWriter<Box<dyn Write>>,
    terminal: bool,
    error: Option<io::Error>,
}

impl Out {
    pub(super) fn stdout() -> Self {
        Out { to: BufWriter::new(Box::new(io::stdout())), terminal: io::stdout().is_terminal(), error: None }
    }

    /// Writes bytes; what fails is remembered for the end.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
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
        Style { colour, width: stated.or_else(measured).unwrap_or(Style::default().width) }
    }
}

impl fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        // There is no use in wording what nobody reads.
        if self.error.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}
