#!/usr/bin/env bash
# Builds the player that `muster build --emit html` puts into its pages: the engine for a browser, as small as it gets.
set -euo pipefail
cd "$(dirname "$0")/.."
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
cargo rustc --locked --lib --crate-type cdylib --no-default-features --features web --profile player --target wasm32-unknown-unknown
gzip -9nc target/wasm32-unknown-unknown/player/muster.wasm > src/emit/web/player.wasm.gz
