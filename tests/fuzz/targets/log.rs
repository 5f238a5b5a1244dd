//! Logs of games.

#![no_main]

#[path = "../holds.rs"]
#[allow(dead_code, reason = "each target asks one thing")]
mod holds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| holds::log(bytes));
