//! Edits of several files, and what would come of them: the game is compiled with them before an editor hears of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::names::Spot;
use super::overlay::Texts;
use super::text::range;
use crate::compile::Compiled;
use crate::diag::{Diag, Severity};
use crate::span::{FileId, Span};

/// What is to stand in place of some bytes, file by file. A sheet that serves two lists is read twice, and edited once.
#[derive(Debug, Default)]
pub(super) struct Edits {
    files: BTreeMap<PathBuf, (FileId, BTreeMap<Span, String>)>,
}

impl Edits {
    pub(super) fn add(&mut self, analysis: &Analysis, file: FileId, span: Span, text: String) {
        if let Some(path) = analysis.path(file) {
            self.files.entry(path.to_owned()).or_insert_with(|| (file, BTreeMap::new())).1.insert(span, text);
        }
    }

    /// As the protocol has them.
    pub(super) fn told(&self, analysis: &Analysis) -> Value {
        let mut changes: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (file, edits) in self.files.values() {
            let (Some(uri), Some(source)) = (analysis.uri(*file), analysis.compiled.files.get(*file)) else { continue };
            let list = edits.iter().map(|(span, text)| json!({ "range": range(source, *span), "newText": text }));
            changes.insert(uri, list.collect());
        }
        json!({ "changes": changes })
    }

    /// The game with the edits in it.
    pub(super) fn tried(&self, analysis: &Analysis) -> std::io::Result<Analysis> {
        let mut texts: Texts = analysis.texts.clone();
        for (path, (file, edits)) in &self.files {
            let Some(tree) = analysis.compiled.files.tree(*file) else { continue };
            let mut text = tree.text().to_owned();
            for (span, new) in edits.iter().rev() {
                if text.get(span.range()).is_some() {
                    text.replace_range(span.range(), new);
                }
            }
            texts.insert(path.clone(), text.into());
        }
        Analysis::new(&analysis.root, texts)
    }

    /// Whether a name is of the same kind afterwards as it was before, and of the same tables.
    pub(super) fn still_means(&self, analysis: &Analysis, after: &Analysis, spot: &Spot) -> bool {
        let meant = |of: &Analysis, byte: usize| -> BTreeSet<Option<usize>> {
            let here = of.names().at(spot.file, byte);
            let same = here.iter().filter(|other| other.kind == spot.kind && other.thing.is_some());
            same.map(|other| of.names().within(other)).collect()
        };
        // In its middle, where no other name touches it.
        let middle = spot.span.start as usize + spot.span.range().len() / 2;
        meant(after, self.moved(analysis, spot)) == meant(analysis, middle)
    }

    /// The middle of a name where it stands afterwards.
    fn moved(&self, analysis: &Analysis, spot: &Spot) -> usize {
        let edits = analysis.path(spot.file).and_then(|path| self.files.get(path)).map(|(_, edits)| edits);
        let before = edits.into_iter().flat_map(|edits| edits.range(..spot.span));
        let (gone, come) = before.fold((0, 0), |(gone, come), (span, new)| (gone + span.range().len(), come + new.len()));
        let long = edits.and_then(|edits| edits.get(&spot.span)).map_or(spot.span.range().len(), String::len);
        (spot.span.start as usize + come).saturating_sub(gone) + long / 2
    }
}

/// The first finding that is there only afterwards. A finding may have changed the name that it tells of: `same` words
/// both alike.
pub(super) fn new_finding<'a>(before: &Compiled, after: &'a Compiled, same: &dyn Fn(&str) -> String) -> Option<&'a Diag> {
    let (codes, words) = counted(before, same);
    let (more_codes, more_words) = counted(after, same);
    let new = |diag: &&Diag| {
        let code = diag.rule.code;
        let key = (code, same(&diag.message));
        wrong(diag) && more_codes.get(code) > codes.get(code) && more_words.get(&key) > words.get(&key)
    };
    after.diags.iter().find(new)
}

/// What is only asked is not wrong.
fn wrong(diag: &Diag) -> bool {
    diag.severity != Severity::Hint
}

/// How many findings there are, by code and by code and words.
type Counted = (BTreeMap<&'static str, usize>, BTreeMap<(&'static str, String), usize>);

fn counted(compiled: &Compiled, same: &dyn Fn(&str) -> String) -> Counted {
    let (mut codes, mut words) = Counted::default();
    for diag in compiled.diags.iter().filter(|diag| wrong(diag)) {
        let times = 1 + diag.repeated();
        *codes.entry(diag.rule.code).or_default() += times;
        *words.entry((diag.rule.code, same(&diag.message))).or_default() += times;
    }
    for omitted in compiled.omitted.iter().filter(|omitted| omitted.severity != Severity::Hint) {
        *codes.entry(omitted.rule.code).or_default() += omitted.places;
    }
    (codes, words)
}
