#!/usr/bin/env bash
# Formatting, lints, documentation, the core without its command line and for a browser, builds that are stopped, and all
# tests. Needs only Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never INSTA_UPDATE=no RUSTDOCFLAGS="-D warnings"
cargo fmt --check
# Licences and advisories of what is depended upon.
if cargo deny --version >/dev/null 2>&1; then cargo deny --all-features check; else echo "cargo-deny is not installed: licences and advisories are not checked"; fi
cargo clippy --locked --all-targets -- -D warnings
cargo check --locked --lib --no-default-features --features draw
# What a player in a browser stands on: model, rules and bundles, and drawing to SVG, with few crates: without the schema
# validator, without pixels and PDF.
if rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then
  cargo check --locked --lib --no-default-features --features bundle --target wasm32-unknown-unknown
  cargo check --locked --lib --no-default-features --features svg --target wasm32-unknown-unknown
elif [ "${CI:-}" = true ]; then
  echo "the target wasm32-unknown-unknown is missing and cannot be added" >&2
  exit 1
else
  echo "the target wasm32-unknown-unknown is missing: the core is not built for a browser"
  cargo check --locked --lib --no-default-features --features bundle
  cargo check --locked --lib --no-default-features --features svg
fi
cargo doc --locked --no-deps --quiet
cargo test --locked --no-run --quiet
bash tests/interrupt/run.sh short
cargo test --locked
