#!/usr/bin/env bash
# Builds the player that `muster build --emit html` puts into its pages: the engine for a browser, as small as it gets.
# Needs Rust and gzip; with zopfli it becomes smaller. Beside it stands a hash of what it was built from, which a test compares. `--check` only tells whether
# the player that is there is what would be built, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."
player=src/emit/web/player.wasm.gz
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
# Where crates lie on this machine is nobody's business, and would make every machine's player another.
export RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$PWD=muster"
target="${CARGO_TARGET_DIR:-target}/player"
CARGO_TARGET_DIR="$target" cargo rustc --locked --lib --crate-type cdylib --no-default-features --features web \
  --profile player --target wasm32-unknown-unknown
built="$target/wasm32-unknown-unknown/player/muster.wasm"
if [ "${1:-}" = --check ]; then
  gzip -dc "$player" | cmp - "$built" && echo "the player is what would be built"
  exit
fi
# Zopfli packs for the same reader a twentieth smaller; what is unpacked is the same.
if command -v zopfli >/dev/null; then zopfli --i15 -c "$built" > "$player"; else gzip -9nc "$built" > "$player"; fi
# The same as tests/player.rs: every file that can become part of it, by name and content.
find src/hexgrid src/model src/rules src/words src/play src/wire src/web src/sim/players src/sim/mod.rs src/sorting.rs Cargo.lock -type f |
  LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1 > src/emit/web/player.sha256
echo "$(wc -c < "$player") bytes"
