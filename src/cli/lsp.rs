//! `muster lsp`: a language server over standard input and output.

use std::io::{self, BufReader, Write};

use super::args::Lsp as Args;
use super::exit::{Exit, Failure};
use super::stdout::Stdout;
use crate::lsp::{Ended, serve};

/// What the server says goes to the editor as it is: `Stdout` makes words harmless for terminals, which this is not.
struct Line<'o>(&'o mut Stdout);

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.raw(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0.flush() { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}

pub(super) fn run(_: &Args, out: &mut Stdout) -> Result<Exit, Failure> {
    match serve(BufReader::new(io::stdin()), Line(out)) {
        Ended::Asked => Ok(Exit::Clean),
        // The protocol wants it so: an editor that ends without saying so.
        Ended::BrokenOff => Ok(Exit::Findings),
    }
}
