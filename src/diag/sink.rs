//! Collects diagnostics, applies the author's levels and exemptions, folds repetitions, sorts.

use std::collections::{BTreeMap, BTreeSet};

use super::{Diag, Rule, Severity, codes};
use crate::span::Place;

/// What an author may make of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Error,
}

/// "This code, here, is meant": code plus scenario, hex or unit, with a reason.
#[derive(Clone, Debug)]
pub struct Exemption {
    /// The code.
    pub code: String,
    /// Only in this scenario.
    pub scenario: Option<String>,
    /// Only at this hex.
    pub hex: Option<String>,
    /// Only about this unit.
    pub unit: Option<String>,
    /// Where it is written.
    pub place: Place,
}

impl Exemption {
    fn covers(&self, diag: &Diag) -> bool {
        let subject = &diag.subject;
        self.code == diag.rule.code
            && self.scenario.as_ref().is_none_or(|scenario| subject.scenarios.contains(scenario))
            && self.hex.as_ref().is_none_or(|hex| subject.hex.as_ref() == Some(hex))
            && self.unit.as_ref().is_none_or(|unit| subject.units.contains(unit))
    }
}

/// Levels per code and exemptions, as module.json states them.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// Level and where it is set.
    pub codes: BTreeMap<String, (Level, Place)>,
    /// Single exemptions.
    pub exemptions: Vec<Exemption>,
}

impl Levels {
    /// Whether nobody hears of what a rule finds.
    #[must_use]
    pub fn allow(&self, rule: &Rule) -> bool {
        self.codes.get(rule.code).is_some_and(|(level, _)| *level == Level::Allow)
    }
}

/// Something the tool could not check, and why: never an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unchecked {
    /// What: "stacking", "attack of `2-pz`".
    pub what: String,
    /// Why: "rules.json states no stacking limits".
    pub why: String,
}

impl Unchecked {
    /// Why something is undecided.
    const UNDECIDED: &'static str = "no way was found and none ruled out within the bounds of the search";

    /// Whether a search ended without an answer.
    pub fn is_undecided(&self) -> bool {
        self.why == Self::UNDECIDED
    }
}

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Sink {
    diags: Vec<Diag>,
    unchecked: BTreeSet<Unchecked>,
}

/// So many repetitions of one mistake are still listed one by one.
const FOLD_OVER: usize = 3;

impl Sink {
    /// Nothing found yet.
    pub fn new() -> Self {
        Sink::default()
    }

    /// Takes a diagnostic.
    pub fn report(&mut self, diag: Diag) {
        self.diags.push(diag);
    }

    /// Takes over what another has collected.
    pub fn take(&mut self, other: Sink) {
        self.diags.extend(other.diags);
        self.unchecked.extend(other.unchecked);
    }

    /// Notes that something was not checked.
    pub fn unchecked(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.unchecked.insert(Unchecked { what: what.into(), why: why.into() });
    }

    /// Notes that something could neither be shown nor ruled out within bounds.
    pub fn undecided(&mut self, what: impl Into<String>) {
        self.unchecked(what, Unchecked::UNDECIDED);
    }

    /// How many have been reported so far.
    pub fn len(&self) -> usize {
        self.diags.len()
    }

    /// Takes back what was reported since there were so many: it has been said already.
    pub fn forget_after(&mut self, count: usize) {
        self.diags.truncate(count);
    }

    /// Whether nothing has been reported.
    pub fn is_empty(&self) -> bool {
        self.diags.is_empty()
    }

    /// What was not checked, in order.
    pub fn take_unchecked(&mut self) -> Vec<Unchecked> {
        std::mem::take(&mut self.unchecked).into_iter().collect()
    }

    /// Ends the run: levels, exemptions, folding, order.
    pub fn finish(self, levels: &Levels) -> Vec<Diag> {
        let mut used = vec![false; levels.exemptions.len()];
        let mut used_levels: BTreeSet<&str> = BTreeSet::new();
        let mut kept: Vec<Diag> = Vec::with_capacity(self.diags.len());
        for mut diag in self.diags {
            let mut exempt = false;
            for (exemption, used) in levels.exemptions.iter().zip(&mut used) {
                if exemption.covers(&diag) {
                    *used = true;
                    exempt = true;
                }
            }
            if let Some((code, (level, _))) = levels.codes.get_key_value(diag.rule.code) {
                used_levels.insert(code);
                match level {
                    Level::Allow => exempt = true,
                    Level::Warn => diag.severity = Severity::Warning,
                    Level::Error => diag.severity = Severity::Error,
                }
            }
            if !exempt {
                kept.push(diag);
            }
        }
        for (exemption, used) in levels.exemptions.iter().zip(used) {
            if !used {
                kept.push(unused(&exemption.code, &exemption.place, "exemption"));
            }
        }
        // Where something could not be read, what a level is for may not have been looked at.
        let lost = |diag: &Diag| {
            diag.severity == Severity::Error && ["M00", "M01", "M02", "M03"].iter().any(|c| diag.rule.code.starts_with(c))
        };
        let whole = !kept.iter().any(lost);
        for (code, (level, place)) in &levels.codes {
            if *level == Level::Allow && !used_levels.contains(code.as_str()) && whole {
                kept.push(unused(code, place, "level"));
            }
        }
        // The findings about exemptions have a level of their own.
        if let Some((level, _)) = levels.codes.get(codes::UNUSED_EXEMPTION.code) {
            kept.retain(|diag| diag.rule != &codes::UNUSED_EXEMPTION || *level != Level::Allow);
            for diag in kept.iter_mut().filter(|diag| diag.rule == &codes::UNUSED_EXEMPTION && *level == Level::Error) {
                diag.severity = Severity::Error;
            }
        }
        let mut folded = fold(merge(kept));
        folded.sort_by(|a, b| (&a.place, a.rule.code, &a.message).cmp(&(&b.place, b.rule.code, &b.message)));
        folded
    }
}

fn unused(code: &str, place: &Place, what: &str) -> Diag {
    let rule: &'static Rule = &codes::UNUSED_EXEMPTION;
    Diag::new(rule, place.clone(), format!("{what} for `{code}` is not needed: nothing it allows was found"))
        .help("remove it, or correct the code, scenario, hex or unit that it names")
}

/// The same thing said of several scenarios is said once, of all of them.
fn merge(diags: Vec<Diag>) -> Vec<Diag> {
    let mut seen: BTreeMap<(Place, &'static str, String), usize> = BTreeMap::new();
    let mut out: Vec<Diag> = Vec::with_capacity(diags.len());
    for diag in diags {
        let key = (diag.place.clone(), diag.rule.code, diag.message.clone());
        match seen.get(&key).and_then(|at| out.get_mut(*at)) {
            Some(first) => {
                let new = diag.subject.scenarios.into_iter().filter(|s| !first.subject.scenarios.contains(s));
                let new: Vec<String> = new.collect();
                first.subject.scenarios.extend(new);
            }
            None => {
                seen.insert(key, out.len());
                out.push(diag);
            }
        }
    }
    out
}

/// Three hundred rows with one mistake are one mistake, said once with the count.
fn fold(diags: Vec<Diag>) -> Vec<Diag> {
    let mut groups: BTreeMap<(u32, &'static str, Severity, String), Vec<Diag>> = BTreeMap::new();
    for diag in diags {
        let like = diag.like.clone().unwrap_or_else(|| diag.message.clone());
        groups.entry((diag.place.file.0, diag.rule.code, diag.severity, like)).or_default().push(diag);
    }
    let mut out = Vec::new();
    for (_, mut group) in groups {
        group.sort_by(|a, b| a.place.cmp(&b.place));
        if group.len() <= FOLD_OVER {
            out.extend(group);
            continue;
        }
        let mut group = group.into_iter();
        if let Some(mut first) = group.next() {
            first.others = group.map(|diag| diag.place).collect();
            out.push(first);
        }
    }
    out
}
