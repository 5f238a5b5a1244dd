//! The two games that `muster new` writes are in order.

use super::{example, starter};
use crate::compile::compile;
use crate::diag::Severity;
use crate::source::Memory;

#[test]
fn what_new_writes_is_clean() {
    for (what, files) in [("starter", starter::files("A \"quoted\" name")), ("example", example::files())] {
        let world = files.into_iter().fold(Memory::new(), |world, (path, bytes)| world.with(path, bytes));
        let compiled = compile(&world);
        let found: Vec<&str> = compiled.diags.iter().map(|diag| diag.message.as_str()).collect();
        assert_eq!(found, [""; 0], "{what}");
        assert_eq!(compiled.count(Severity::Error), 0);
    }
}

#[test]
fn the_arguments_are_consistent() {
    use clap::CommandFactory;
    super::args::Cli::command().debug_assert();
}
