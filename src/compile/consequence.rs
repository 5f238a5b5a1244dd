//! Findings that only follow from others: they stay silent until those are mended.

use std::collections::BTreeSet;

use crate::diag::{Diag, Severity};
use crate::span::FileId;

/// What stays silent while errors of these codes, or of codes that begin so, stand.
struct Follows {
    silent: &'static [&'static str],
    from: &'static [&'static str],
}

const FOLLOWS: [Follows; 7] = [
    // Supply rests on the map, and on units that stand where they may.
    Follows { silent: &["M0414"], from: &["M03", "M0402", "M0404", "M0405"] },
    // A hex or a line that could not be read may be what is asked for.
    Follows { silent: &["M0502", "M0509"], from: &["M03"] },
    // Who stands outside the map of the scenario has no room inside it.
    Follows { silent: &["M0413"], from: &["M0402"] },
    // Where a unit is in a formation of the enemy, that one has too many and its own too few.
    Follows { silent: &["M0206", "M0214"], from: &["M0205"] },
    // Where a list of terrain was not read as it was meant, roads and rivers are of the wrong kind.
    Follows { silent: &["M0305"], from: &["M0012", "M0202"] },
    // A row that is missing may have had the result.
    Follows { silent: &["M0606"], from: &["M0603"] },
    // What could not be read may be what is used, set or meant.
    Follows {
        silent: &["M0409", "M0501", "M0502", "M0503", "M0504", "M0509"],
        from: &["M0002", "M0005", "M0007", "M0008", "M0009", "M0011", "M0012", "M0013", "M01"],
    },
];

/// Leaves out what only follows from something else. A hex number that is wrong in a list of units is no fault of the map.
pub(super) fn without(diags: &mut Vec<Diag>, map: Option<FileId>) {
    let counts = |diag: &&Diag| !diag.rule.code.starts_with("M03") || Some(diag.place.file) == map;
    let errors = diags.iter().filter(|diag| diag.severity == Severity::Error).filter(counts);
    let errors: BTreeSet<&'static str> = errors.map(|diag| diag.rule.code).collect();
    let stands = |from: &[&str]| errors.iter().any(|code| from.iter().any(|from| code.starts_with(from)));
    let silent: BTreeSet<&str> =
        FOLLOWS.iter().filter(|follows| stands(follows.from)).flat_map(|follows| follows.silent.iter().copied()).collect();
    diags.retain(|diag| !silent.contains(diag.rule.code));
}
