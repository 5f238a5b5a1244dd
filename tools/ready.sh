#!/usr/bin/env bash
# Formatting, lints, documentation, the core without its command line and for a browser, builds that are stopped, and all
# tests. Needs only Rust; a browser is tried where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never INSTA_UPDATE=no RUSTDOCFLAGS="-D warnings"
cargo fmt --check
# Licences and advisories of what is depended upon.
if cargo deny --version >/dev/null 2>&1; then cargo deny --all-features check; else echo "cargo-deny is not installed: licences and advisories are not checked"; fi
# What a player in a browser stands on: model, rules and bundles, and drawing to SVG, with few crates: without the schema
# validator, without pixels and PDF. It is compiled beside the lints: both work on one crate at the end, on one core each.
browser() { CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/browser" cargo check --locked --lib --no-default-features --features bundle,svg,web "$@"; }
if rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then
  browser --target wasm32-unknown-unknown &
elif [ "${CI:-}" = true ]; then
  echo "the target wasm32-unknown-unknown is missing and cannot be added" >&2
  exit 1
else
  echo "the target wasm32-unknown-unknown is missing: the core is not built for a browser"
  browser &
fi
beside=$!
cargo clippy --locked --all-targets -- -D warnings
wait "$beside"
cargo doc --locked --no-deps --quiet
cargo test --locked --no-run --quiet
bash tests/interrupt/run.sh short
# The pages in a real browser, where there is one.
bash tests/browser/run.sh
# Real editors, and what only other services run, where they can be had.
bash tests/editors/run.sh
cargo test --locked
