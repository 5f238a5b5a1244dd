//! Prototypes that use each other.

#![no_main]

#[path = "../holds.rs"]
#[allow(dead_code, reason = "each target asks one thing")]
mod holds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| holds::prototypes(bytes));
