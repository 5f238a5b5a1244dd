//! Levels and exemptions: what is meant, with a reason, and nothing that is not needed.

use muster::compile::compile;
use muster::diag::Severity;

use crate::support::{clean, codes, edit, first_steps, says};

/// First Steps with one stack too high: three units and an engineer in 0704, where three may stand.
fn overstacked() -> muster::source::Memory {
    edit(first_steps(), "units.csv", "brenn,,8-bde,artillery,,II,A/8,3,1,6,4,fired,0,,,1,,0904,", "brenn,,8-bde,artillery,,II,A/8,3,1,6,4,fired,0,,,1,,0508,")
}

fn with(levels: &str) -> muster::source::Memory {
    edit(overstacked(), "module.json", "\"sides\": [", &format!("{levels},\n  \"sides\": ["))
}

#[test]
fn the_fault_is_there() {
    let found = codes(&overstacked());
    assert!(!found.is_empty() && found.iter().all(|c| *c == "M0403"), "{found:?}");
}

#[test]
fn a_code_can_be_lowered_raised_or_allowed_for_the_whole_game() {
    clean(&with(r#""levels": {"M0403": {"level": "allow", "reason": "big stacks"}}"#));
    let warned = compile(&with(r#""levels": {"M0403": {"level": "warn", "reason": "big stacks"}}"#));
    assert!(!warned.diags.is_empty() && warned.diags.iter().all(|d| d.severity == Severity::Warning));
    let raised = edit(first_steps(), "module.json", "\"sides\": [", "\"levels\": {\"M0020\": {\"level\": \"error\", \"reason\": \"strict\"}},\n  \"sides\": [");
    let raised = edit(raised, "module.json", "\"ignore\": [\"my-notes\"]", "\"ignore\": [\"my-notes\", \"nothing\"]");
    let found = compile(&raised);
    assert_eq!(found.diags.iter().map(|d| (d.rule.code, d.severity)).collect::<Vec<_>>(), [("M0020", Severity::Error)]);
}

#[test]
fn an_exemption_names_code_and_scenario_hex_or_unit() {
    for exemption in [
        r#"{"code": "M0403", "scenario": "crossing", "reason": "meant"}, {"code": "M0403", "scenario": "dash", "reason": "meant"}"#,
        r#"{"code": "M0403", "hex": "0508", "reason": "meant"}"#,
        r#"{"code": "M0403", "unit": "b-8-guns", "reason": "meant"}"#,
        r#"{"code": "M0403", "hex": "0508", "unit": "b-8-guns", "reason": "meant"}"#,
    ] {
        let memory = with(&format!("\"allow\": [{exemption}]"));
        let found: Vec<_> = compile(&memory).diags.iter().map(|d| (d.rule.code, d.message.clone())).collect();
        assert!(found.iter().all(|(code, _)| *code != "M0403"), "{exemption}: {found:?}");
    }
}

#[test]
fn an_exemption_elsewhere_does_not_help_and_is_said_to_be_idle() {
    let memory = with(r#""allow": [{"code": "M0403", "hex": "0101", "reason": "meant"}]"#);
    let found = codes(&memory);
    assert!(found.contains(&"M0403") && found.contains(&"M0018"), "{found:?}");
    let idle = edit(first_steps(), "module.json", "\"sides\": [", "\"allow\": [{\"code\": \"M0403\", \"reason\": \"meant\"}],\n  \"sides\": [");
    says(&idle, "module.json:11:22 M0018 «M0403» exemption for `M0403` is not needed: nothing it allows was found | remove it, or correct the code, scenario, hex or unit that it names");
}

#[test]
fn unknown_codes_and_missing_reasons_are_refused() {
    let unknown = edit(first_steps(), "module.json", "\"sides\": [", "\"allow\": [{\"code\": \"M0493\", \"reason\": \"meant\"}],\n  \"sides\": [");
    let found = codes(&unknown);
    assert_eq!(found, ["M0019"]);
    let reason = edit(first_steps(), "module.json", "\"sides\": [", "\"allow\": [{\"code\": \"M0403\"}],\n  \"sides\": [");
    assert_eq!(codes(&reason), ["M0103"]);
}
