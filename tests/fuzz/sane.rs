//! What holds of every game, however broken; tests/fuzzing.rs holds the same in short.

use muster::compile::compile;
use muster::source::Memory;

/// Compiles a game: no fault of our own, every place inside its file, not more findings than the text could hold.
pub fn sane(memory: &Memory) {
    let compiled = compile(memory);
    let bytes: usize = memory.files.values().map(Vec::len).sum();
    assert!(compiled.diags.len() <= 200 + bytes, "{} findings in {bytes} bytes", compiled.diags.len());
    for diag in &compiled.diags {
        assert_ne!(diag.rule.code, "M0107", "{}", diag.message);
        assert!(diag.help.is_some(), "{} without help", diag.message);
        let related = diag.related.iter().map(|(place, _)| place);
        for place in std::iter::once(&diag.place).chain(related).chain(&diag.others) {
            let file = compiled.files.get(place.file).expect("a place is in a file");
            let span = compiled.files.span(place);
            assert!(file.tree.text().get(span.range()).is_some(), "{span:?} is outside {}: {}", file.path, diag.message);
        }
    }
}
