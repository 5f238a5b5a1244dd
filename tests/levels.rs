//! Levels and exemptions: what is meant, with a reason, and nothing that is not needed.

use muster::compile::compile;
use muster::diag::Severity;

use crate::support::{clean, codes, edit, first_steps, says};

/// First Steps with one stack too high: three units in 0503, where the scenario `dash` allows two.
fn overstacked() -> muster::source::Memory {
    let two = edit(first_steps(), "units.csv", ",2,,0603,", ",2,,0503,");
    edit(two, "units.csv", ",2,,0504,", ",2,,0503,")
}

fn with(levels: &str) -> muster::source::Memory {
    edit(overstacked(), "module.json", "\"sides\": [", &format!("{levels},\n  \"sides\": ["))
}

#[test]
fn the_fault_is_there() {
    says(
        &overstacked(),
        "units.csv:7:59 M0403 «0503» 3 units in hex 0503 at the start, limit 2 | move one of them elsewhere, or change limit `units` in the scenario's `changes`",
    );
}

#[test]
fn a_code_can_be_lowered_raised_or_allowed_for_the_whole_game() {
    clean(&with(r#""levels": {"M0403": {"level": "allow", "reason": "big stacks"}}"#));
    let warned = compile(&with(r#""levels": {"M0403": {"level": "warn", "reason": "big stacks"}}"#));
    assert!(!warned.diags.is_empty() && warned.diags.iter().all(|d| d.severity == Severity::Warning));
    let raised = edit(
        first_steps(),
        "module.json",
        "\"sides\": [",
        "\"levels\": {\"M0020\": {\"level\": \"error\", \"reason\": \"strict\"}},\n  \"sides\": [",
    );
    let raised = edit(raised, "module.json", "\"ignore\": [\"my-notes\"]", "\"ignore\": [\"my-notes\", \"nothing\"]");
    let found = compile(&raised);
    assert_eq!(found.diags.iter().map(|d| (d.rule.code, d.severity)).collect::<Vec<_>>(), [("M0020", Severity::Error)]);
}

#[test]
fn an_exemption_names_code_and_scenario_hex_or_unit() {
    for exemption in [
        r#"{"code": "M0403", "scenario": "dash", "reason": "meant"}"#,
        r#"{"code": "M0403", "hex": "0503", "reason": "meant"}"#,
        r#"{"code": "M0403", "unit": "a-eng", "reason": "meant"}"#,
        r#"{"code": "M0403", "hex": "0503", "unit": "a-eng", "reason": "meant"}"#,
    ] {
        let memory = with(&format!("\"allow\": [{exemption}]"));
        assert_eq!(codes(&memory), [""; 0], "{exemption}");
    }
}

#[test]
fn an_exemption_elsewhere_does_not_help_and_is_said_to_be_idle() {
    let memory = with(r#""allow": [{"code": "M0403", "hex": "0101", "reason": "meant"}]"#);
    let found = codes(&memory);
    assert!(found.contains(&"M0403") && found.contains(&"M0018"), "{found:?}");
    let idle = edit(
        first_steps(),
        "module.json",
        "\"sides\": [",
        "\"allow\": [{\"code\": \"M0403\", \"hex\": \"0101\", \"reason\": \"meant\"}],\n  \"sides\": [",
    );
    says(
        &idle,
        "module.json:12:23 M0018 «M0403» exemption for `M0403` is not needed: nothing it allows was found | remove it, or correct the code, scenario, hex, box or unit that it names",
    );
}

#[test]
fn unknown_codes_and_missing_reasons_are_refused() {
    let unknown = edit(
        first_steps(),
        "module.json",
        "\"sides\": [",
        "\"allow\": [{\"code\": \"M0493\", \"hex\": \"0101\", \"reason\": \"meant\"}],\n  \"sides\": [",
    );
    let found = codes(&unknown);
    assert_eq!(found, ["M0019"]);
    let reason = edit(first_steps(), "module.json", "\"sides\": [", "\"allow\": [{\"code\": \"M0403\"}],\n  \"sides\": [");
    assert_eq!(codes(&reason), ["M0103"]);
}

#[test]
fn an_exemption_must_say_where_and_name_what_is_there() {
    let with = |scope: &str| {
        let allow = format!("\"allow\": [{{\"code\": \"M0403\"{scope}, \"reason\": \"meant\"}}],\n  \"sides\": [");
        edit(overstacked(), "module.json", "\"sides\": [", &allow)
    };
    assert_eq!(codes(&with("")), ["M0211", "M0403"]);
    assert_eq!(codes(&with(", \"scenario\": \"dsh\"")), ["M0201", "M0403"]);
    assert_eq!(codes(&with(", \"unit\": \"a-engg\"")), ["M0201", "M0403"]);
    assert_eq!(codes(&with(", \"hex\": \"9999\"")), ["M0302", "M0403"]);
}

#[test]
fn a_level_cannot_hide_what_is_left_out() {
    let hidden = edit(
        first_steps(),
        "module.json",
        "\"sides\": [",
        "\"levels\": {\"M0103\": {\"level\": \"allow\", \"reason\": \"x\"}},\n  \"sides\": [",
    );
    assert_eq!(codes(&hidden), ["M0019"]);
}
