#!/usr/bin/env bash
# Plants every kind of fault in every game, and legal edits beside them; prints how many were named, and where. Builds every
# game, and what legal edits make of them. Needs only Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never INSTA_UPDATE=no
MUSTER_PROOF=all cargo test --locked --test all -- --nocapture proof:: agree::
