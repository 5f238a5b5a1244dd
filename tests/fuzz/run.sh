#!/usr/bin/env bash
# Fuzzes for a while: `bash tests/fuzz/run.sh [json|csv|compile|bundle|tiled|counters|build_file|piece|save|workbook|prototypes|svg|log|protocol] [SECONDS]`. Needs cargo-fuzz (`cargo install cargo-fuzz`).
# The corpus is made of the games under modules/ and kept, with what is found, in $MUSTER_FUZZ (target/fuzz).
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${1:-compile} seconds=${2:-60}
home=${MUSTER_FUZZ:-$PWD/target/fuzz}
corpus=$home/corpus/$target
mkdir -p "$corpus" "$home/artifacts/$target"

for game in modules/*/ tests/paper/; do
    name=$(basename "$game")
    case $target in
    json) find "$game" -name '*.json' | while read -r file; do cp "$file" "$corpus/$name-$(basename "$file")"; done ;;
    tiled) cp tests/fuzz/seeds/*.tm? "$corpus/" ;;
    build_file) cp tests/fuzz/seeds/build-*.xml "$corpus/" ;;
    piece) cp tests/fuzz/seeds/piece-*.txt "$corpus/" ;;
    workbook) cp tests/fuzz/seeds/workbook-*.txt "$corpus/" ;;
    prototypes) cp tests/fuzz/seeds/prototypes-*.txt "$corpus/" ;;
    log) cp tests/fuzz/seeds/*.mlog "$corpus/" ;;
    protocol) cp tests/fuzz/seeds/protocol-*.txt "$corpus/" ;;
    svg) cp tests/fuzz/seeds/*.svg "$corpus/" ;;
    save) cp tests/fuzz/seeds/save-*.txt "$corpus/" ;;
    counters) cp tests/fuzz/seeds/*.csv "$corpus/" ;;
    csv) find "$game" -name '*.csv' | while read -r file; do cp "$file" "$corpus/$name-$(basename "$file")"; done ;;
    compile)
        # All files of the game, and the game without one of them in turn.
        files=$(cd "$game" && find . -name '*.json' -o -name '*.csv' | sed 's,^\./,,' | sort)
        for without in none $files; do
            for file in $files; do
                [ "$file" = "$without" ] && continue
                printf '\n==== %s\n' "$file"
                cat "$game$file"
            done > "$corpus/$name-without-${without//\//-}"
        done ;;
    bundle)
        [ -f "$game/module.json" ] && [ "$game" != tests/paper/ ] || continue
        cargo run --quiet -- build "$game" -o "$home/built/$name" > /dev/null
        for file in "$home/built/$name"/*.muster; do
            cp "$file" "$corpus/$name-$(basename "$file")"
            python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read("game.json"))' \
                "$file" > "$corpus/$name-$(basename "$file").json"
        done ;;
    *) echo "json, csv, compile, bundle, tiled, counters, build_file, piece, save, workbook, prototypes, svg, log or protocol?" >&2; exit 2 ;;
    esac
done

# No sanitizer: the crate has no unsafe code, and so a stable compiler will do.
exec cargo fuzz run -s none --fuzz-dir tests/fuzz --target-dir "$home/build" "$target" "$corpus" -- \
    -artifact_prefix="$home/artifacts/$target/" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
    -max_len=65536 -print_final_stats=1 -dict=tests/fuzz/tokens.dict
