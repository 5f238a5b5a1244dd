//! Our JSON against serde_json: what it accepts, ours accepts, and reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use muster::source::parse_json;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (tree, faults) = parse_json(text.to_owned());
    for fault in &faults {
        assert!(
            text.get(fault.span().range()).is_some() || fault.span().start as usize >= text.len(),
            "a fault outside the file: {fault:?}"
        );
    }
    let ours = match (faults.first(), tree.root()) {
        (None, Some(root)) => Ok(root.to_value()),
        (Some(fault), _) => Err(fault.message().to_owned()),
        (None, None) => panic!("neither a value nor a fault"),
    };
    match (serde_json::from_str::<Value>(text), ours) {
        (Ok(theirs), Ok(ours)) => assert_eq!(theirs, ours),
        // Only ours refuses a key that stands twice, and nesting beyond what any game needs.
        (Ok(_), Err(why)) => assert!(why.contains("stands twice") || why.contains("levels deep"), "{why}"),
        // Only ours reads comments and trailing commas.
        (Err(why), Ok(_)) => assert!(text.contains(',') || text.contains('/'), "{why}"),
        (Err(_), Err(_)) => {}
    }
});
