#!/usr/bin/env bash
# Formatting, lints, documentation, the pure core without its command line, builds that are stopped, and all tests. Needs
# only Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never INSTA_UPDATE=no RUSTDOCFLAGS="-D warnings"
cargo fmt --check
# Licences and advisories of what is depended upon.
if cargo deny --version >/dev/null 2>&1; then cargo deny --all-features check; else echo "cargo-deny is not installed: licences and advisories are not checked"; fi
cargo clippy --locked --all-targets -- -D warnings
cargo check --locked --lib --no-default-features
cargo doc --locked --no-deps --quiet
cargo test --locked --no-run --quiet
bash tests/interrupt/run.sh short
cargo test --locked
