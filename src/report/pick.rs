//! What of the findings is shown. An author mends the first dozen and runs again: ten thousand rows with one name each
//! that nobody knows are a page, and a count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::words::harmless;
use super::{Checked, Format, Style};
use crate::diag::{Diag, Rule, Severity};
use crate::span::FileId;

/// So many files may each show as many of one code as one file may.
const FILES: usize = 5;
/// So many lines about what is left out.
const MOST_LINES: usize = 10;

/// The findings that are shown, and how many are not.
pub(super) struct Picked<'a> {
    pub(super) diags: Vec<&'a Diag>,
    pub(super) rest: Vec<Rest<'a>>,
}

/// What is not shown of one code in one file.
pub(super) struct Rest<'a> {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) file: &'a str,
    pub(super) count: usize,
}

/// How many findings of one code in one file each format shows, unless somebody says otherwise.
fn usual(format: Format) -> usize {
    match format {
        Format::Human => 12,
        Format::Short | Format::Github => 100,
        Format::Json | Format::Sarif => 1_000,
    }
}

/// What is shown of a game in that format.
pub(super) fn pick<'a>(format: Format, game: &Checked<'a>, style: &Style) -> Picked<'a> {
    let most = style.findings.unwrap_or(usual(format)).max(1);
    let mut all: HashMap<(FileId, &str), usize> = HashMap::new();
    for diag in game.diags {
        *all.entry((diag.place.file, diag.rule.code)).or_default() += 1;
    }
    let mut rest: BTreeMap<(FileId, &str), (&'static Rule, Severity, usize)> = BTreeMap::new();
    for omitted in game.omitted {
        *all.entry((omitted.file, omitted.rule.code)).or_default() += omitted.count;
        rest.insert((omitted.file, omitted.rule.code), (omitted.rule, omitted.severity, omitted.count));
    }
    let mut shown: HashMap<(FileId, &str), usize> = HashMap::new();
    let mut of_code: HashMap<&str, usize> = HashMap::new();
    let mut diags = Vec::new();
    for diag in game.diags {
        let key = (diag.place.file, diag.rule.code);
        let total = all.get(&key).copied().unwrap_or(0);
        // One more is not worth a line that says so.
        let here = if total == most.saturating_add(1) { total } else { most };
        let (in_file, in_all) = (shown.entry(key).or_default(), of_code.entry(diag.rule.code).or_default());
        if *in_file < here && *in_all < most.saturating_mul(FILES) {
            *in_file += 1;
            *in_all += 1;
            diags.push(diag);
        } else {
            rest.entry(key).or_insert((diag.rule, diag.severity, 0)).2 += 1;
        }
    }
    let label = |file: FileId| game.files.get(file).map_or("", |file| file.label.as_str());
    let rest = rest.into_iter().map(|((file, _), (rule, severity, count))| Rest { rule, severity, file: label(file), count });
    Picked { diags, rest: rest.collect() }
}

impl Picked<'_> {
    /// What is not shown, in a few lines.
    pub(super) fn lines(&self) -> Vec<String> {
        // One line more is not worth a line that says so.
        let most = if self.rest.len() == MOST_LINES + 1 { MOST_LINES + 1 } else { MOST_LINES };
        let mut lines: Vec<String> = Vec::new();
        for rest in self.rest.iter().take(most) {
            lines.push(format!("and {} more {} {} in {}", rest.count, rest.rule.code, rest.rule.name, harmless(rest.file)));
        }
        let beyond = self.rest.get(most..).unwrap_or(&[]);
        if !beyond.is_empty() {
            let files: BTreeSet<&str> = beyond.iter().map(|rest| rest.file).collect();
            let count: usize = beyond.iter().map(|rest| rest.count).sum();
            lines.push(format!("and {count} more in {} files", files.len()));
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(" (--max-findings shows more)");
        }
        lines
    }
}
