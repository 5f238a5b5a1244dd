#!/usr/bin/env bash
# How fast the engine is beside an older commit, both built the same way in the same run: `bash tools/ratio.sh COMMIT`.
#
# The bench of today is built with the older commit too, with the names that things had then.
set -euo pipefail
cd "$(dirname "$0")/.."
commit=${1:?a commit to compare with}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/old" > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/old" "$commit"
sed 's/\bSituation\b/Field/g; s/\bt\.id\.number()/\&t.id.0/g' benches/reach.rs > "$work/old/benches/reach.rs"
grep -q 'name = "reach"' "$work/old/Cargo.toml" || printf '\n[[bench]]\nname = "reach"\nharness = false\n' >> "$work/old/Cargo.toml"
# The older commit may know neither the profile nor its settings.
settings=(--config 'profile.bench.opt-level=3' --config 'profile.bench.lto="thin"' --config 'profile.bench.strip=false' "${@:2}")
cargo bench --quiet --bench reach "${settings[@]}" --no-run
(cd "$work/old" && CARGO_TARGET_DIR="$work/target" cargo bench --quiet --bench reach "${settings[@]}" --no-run)
# By turns, so that a busy moment meets both.
for _ in 1 2 3; do
    cargo bench --quiet --bench reach "${settings[@]}" >> "$work/new.txt"
    (cd "$work/old" && CARGO_TARGET_DIR="$work/target" cargo bench --quiet --bench reach "${settings[@]}") >> "$work/old.txt"
done
least() { sort -k1,1 -k2,2n "$1" | awk '!seen[$1]++ { print $1, $2 }'; }
join <(least "$work/old.txt") <(least "$work/new.txt") | awk -v commit="$commit" '
    { printf "%-10s %9.2f us at %s, %9.2f us now: %.1f times as fast\n", $1, $2, commit, $3, $2 / $3 }'
