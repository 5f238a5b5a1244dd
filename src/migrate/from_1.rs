//! From format 1 to 2: a line of a scenario's arrivals stands instead of the counter's own column.
//!
//! In format 1 a line whose condition named an option stood beside the column, so that the unit could come twice, and came
//! by the column where the option was off. In format 2 it comes once; the column holds where the option is off only if the
//! line says so.

use super::{Files, Step};
use crate::source::{NodeRef, Shape};

pub(super) const STEP: Step = Step {
    from: 1,
    name: "arrivals-stand-instead",
    docs: "a line of a scenario's `arrivals` stands instead of the counter's own column; \
           a line that hung on an option gets `\"else\": \"column\"`, which keeps the column where the option is off",
    run,
};

fn run(files: &mut Files) -> Result<Vec<String>, String> {
    let mut told = Vec::new();
    for path in files.paths(".json") {
        let (mut lines, mut stated) = (0, 0);
        // What is no JSON now has nothing that could be read before either.
        let edited = files.edit(&path, |root, edits| {
            each(root, "arrivals", &mut |list| {
                for line in list.elements().filter(|line| line.shape() == Shape::Object) {
                    let Some(when) = line.get("if").filter(|when| names_option(*when)) else { continue };
                    if line.get("else").is_none() {
                        edits.add_after(when, ", \"else\": \"column\"");
                        lines += 1;
                    } else {
                        stated += 1;
                    }
                }
            });
        });
        let count = |n: usize| if n == 1 { "a line".to_owned() } else { format!("{n} lines") };
        if edited.is_ok() && lines > 0 {
            told.push(format!("added `\"else\": \"column\"` to {} of the arrivals in {path}", count(lines)));
        }
        if edited.is_ok() && stated > 0 {
            let lines = count(stated);
            told.push(format!(
                "look at {path}: {lines} of the arrivals with an option and an `else`, which no longer stand beside the column"
            ));
        }
    }
    let judged = judged_traces(files);
    if !judged.is_empty() {
        told.push(format!(
            "look at {}: supply that a phase judges is now what the unit shows, so `supplied` reads its state or marker",
            judged.join(", ")
        ));
    }
    let sheets: Vec<String> = files.paths(".csv").into_iter().filter(|path| conditional_arrivals(files, path)).collect();
    if !sheets.is_empty() {
        told.push(format!("look at {}: give the lines that hang on an option `column` under `else`", sheets.join(", ")));
    }
    Ok(told)
}

/// Every list of that name, wherever it stands.
fn each<'t>(node: NodeRef<'t>, name: &str, found: &mut impl FnMut(NodeRef<'t>)) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match node.shape() {
            Shape::Object => {
                for member in node.members() {
                    if member.name == name && member.value.shape() == Shape::List {
                        found(member.value);
                    } else {
                        open.push(member.value);
                    }
                }
            }
            Shape::List => open.extend(node.elements()),
            _ => {}
        }
    }
}

fn names_option(when: NodeRef<'_>) -> bool {
    let mut open = vec![when];
    while let Some(node) = open.pop() {
        if node.get("option").is_some() {
            return true;
        }
        open.extend(node.members().map(|member| member.value).chain(node.elements()));
    }
    false
}

/// Traces that a phase judges, as `supply.traces/line`.
fn judged_traces(files: &mut Files) -> Vec<String> {
    let mut judged = Vec::new();
    for path in files.paths(".json") {
        let _ = files.edit(&path, |root, _| {
            let Some(traces) = root.get("supply").and_then(|supply| supply.get("traces")) else { return };
            for trace in traces.elements() {
                let shows = trace.get("state").is_some() || trace.get("marker").is_some();
                let id = trace.get("id").and_then(NodeRef::text).filter(|_| shows && trace.get("phase").is_some());
                judged.extend(id.map(|id| format!("`supply.traces/{id}`")));
            }
        });
    }
    judged
}

/// Whether a sheet is one of arrivals with conditions: its first row names a turn and a condition.
fn conditional_arrivals(files: &Files, path: &str) -> bool {
    let text = files.get(path).unwrap_or_default();
    let bare = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let heads: Vec<&str> = text.lines().find(bare).into_iter().flat_map(|line| line.split([',', ';', '\t'])).collect();
    let named = |name: &str| heads.iter().any(|head| head.trim().trim_matches('"') == name);
    let option = heads.iter().any(|head| head.trim().trim_matches('"').starts_with("if.") && head.contains("option"));
    named("turn") && option && !named("else")
}
