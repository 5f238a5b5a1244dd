//! `muster explain`: what a code means. With `--all` this is docs/checks.md.

use std::fmt::Write;

use super::args::{Color, Explain};
use super::exit::{Exit, Failure};
use super::stdout::Stdout;
use crate::compile::rules;
use crate::diag::{Rule, did_you_mean};
use crate::report::fill;

pub(super) fn run(args: &Explain, out: &mut Stdout) -> Result<Exit, Failure> {
    let rules = rules();
    let text = match &args.code {
        Some(wanted) => {
            let rule = find(&rules, wanted)?;
            let width = out.style(Color::Never).width.clamp(40, 100);
            format!("{}\n\n{}", title(rule), wrapped(body(rule.docs), width))
        }
        None if args.all => document(&rules),
        None => list(&rules),
    };
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// By code, however it is written, or by name.
fn find(rules: &[&'static Rule], wanted: &str) -> Result<&'static Rule, Failure> {
    let wanted = wanted.trim();
    let number = wanted.strip_prefix(['M', 'm']).unwrap_or(wanted);
    let code = number.parse::<u16>().ok().filter(|_| !number.starts_with('+')).map(|number| format!("M{number:04}"));
    let fits = |rule: &&&Rule| Some(rule.code) == code.as_deref() || rule.name.eq_ignore_ascii_case(wanted);
    if let Some(rule) = rules.iter().find(fits) {
        return Ok(rule);
    }
    let near = match &code {
        Some(code) => did_you_mean(code, rules.iter().map(|rule| rule.code)),
        None => did_you_mean(wanted, rules.iter().map(|rule| rule.name)),
    };
    let what = if code.is_some() { "code" } else { "code or name" };
    Err(Failure::new(format!("there is no {what} `{wanted}`"))
        .help(near.unwrap_or_else(|| "`muster explain` lists them all".to_owned())))
}

fn title(rule: &Rule) -> String {
    format!("{} {} ({})", rule.code, rule.name, rule.severity.word())
}

/// The text without its own heading, which is the name again.
fn body(docs: &str) -> &str {
    let docs = docs.trim();
    match docs.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, body)| body).trim(),
        None => docs,
    }
}

fn list(rules: &[&Rule]) -> String {
    let mut text = String::new();
    for rule in rules {
        let _ = writeln!(text, "{}  {:7}  {}", rule.code, rule.severity.word(), rule.name);
    }
    text.push_str("\n`muster explain M0302` tells more about one of them.\n");
    text
}

fn document(rules: &[&Rule]) -> String {
    let mut text = String::from(
        "# What Muster checks\n\n\
        Written by `muster explain --all`. Every finding has a code that never changes; `module.json` can lower or allow \
        it under `levels`, or a single one under `allow`, each with a reason.\n\n",
    );
    let _ = writeln!(text, "| code | name | is |\n|---|---|---|");
    for rule in rules {
        let _ = writeln!(text, "| [{0}](#{1}) | {2} | {3} |", rule.code, anchor(rule), rule.name, rule.severity.word());
    }
    for rule in rules {
        let _ = writeln!(text, "\n## {}", title(rule));
        let body = demoted(body(rule.docs));
        if !body.is_empty() {
            let _ = writeln!(text, "\n{body}");
        }
    }
    text
}

/// The name that a Markdown reader gives the heading.
fn anchor(rule: &Rule) -> String {
    let kept = title(rule).to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | ' ')).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Headings one level down, for they now stand below a heading of the document.
fn demoted(text: &str) -> String {
    let mut code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        code ^= line.trim_start().starts_with("```");
        lines.push(if line.starts_with('#') && !code { format!("#{line}") } else { line.to_owned() });
    }
    lines.join("\n")
}

/// Paragraphs and list entries wrapped; headings, tables and code as they are.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut code = false;
    let flush = |paragraph: &mut String, out: &mut String| {
        if paragraph.is_empty() {
            return;
        }
        let indent = if paragraph.starts_with("- ") { "  " } else { "" };
        for (i, line) in fill(paragraph, width - indent.len()).iter().enumerate() {
            let _ = writeln!(out, "{}{line}", if i > 0 { indent } else { "" });
        }
        paragraph.clear();
    };
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if fence || code || line.starts_with(['#', '|', '\t']) || line.starts_with("    ") || line.trim().is_empty() {
            flush(&mut paragraph, &mut out);
            code ^= fence;
            let _ = writeln!(out, "{line}");
            continue;
        }
        if line.starts_with("- ") {
            flush(&mut paragraph, &mut out);
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line.trim());
    }
    flush(&mut paragraph, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::codes::CODES;

    #[test]
    fn a_code_is_found_however_it_is_written() {
        for wanted in ["M0302", "m0302", "m302", "302", "unknown-hex", " Unknown-Hex "] {
            assert_eq!(find(CODES, wanted).unwrap().code, "M0302", "{wanted}");
        }
        let near = find(CODES, "unknwon-hex").unwrap_err();
        assert!(format!("{near:?}").contains("did you mean `unknown-hex`?"), "{near:?}");
        assert!(find(CODES, "").is_err());
        assert!(find(CODES, "99999999").is_err());
    }

    #[test]
    fn only_prose_is_wrapped() {
        let text = "# Why\nA line that is rather long and has to be broken somewhere.\n\n- an entry of a list, and that is long too, really\n```json\n{ \"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5, \"f\": 6 }\n```\n";
        let expected = "# Why\nA line that is rather long and has to be\nbroken somewhere.\n\n- an entry of a list, and that is long\n  too, really\n```json\n{ \"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5, \"f\": 6 }\n```\n";
        assert_eq!(wrapped(text, 40), expected);
    }

    #[test]
    fn headings_go_down_and_code_stays() {
        assert_eq!(demoted("# A\n```\n# no\n```\n## B"), "## A\n```\n# no\n```\n### B");
        assert_eq!(body("# name\n\nText."), "Text.");
        assert_eq!(body("# name"), "");
    }
}
