#!/usr/bin/env bash
# A build or a migration that is killed, or that meets a full disk, at each call that changes a disk: `bash tests/interrupt/run.sh [full|short]`.
#
# An older build of First Steps lies in the folder, and a file of the user's; the game has changed since. Whatever
# happens, every file is wholly the old one or wholly the new one, the user's file stays, `inspect` never calls a mixture
# whole, and the next build, without --force, makes of it what it would have been.
# `short` tries some calls only. Calls that change nothing make no difference: between two of those that do, a process may
# be killed anywhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
much=${1:-full}
skip() { echo "interrupt: not tried, $1"; [ "${CI:-}" != true ] || exit 1; exit 0; }
[ "$(uname)" = Linux ] || skip "it needs Linux"
command -v cc > /dev/null || skip "it needs a C compiler"

muster=${MUSTER:-target/debug/muster}
[ -x "$muster" ] || cargo build --locked --quiet --bin muster
muster=$(realpath "$muster")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -shared -fPIC -O1 -o "$work/shim.so" tests/interrupt/shim.c -ldl
run() { LD_PRELOAD="$work/shim.so" "$@"; }
fail() { echo "interrupt: $1" >&2; exit 1; }
# Whether two folders hold the same, but for what waits in them.
same() { diff -r --exclude='.muster-stage-*' "$1" "$2" > "$work/diff" 2>&1; }

tried=0
try() { # kind, step, arguments of build
    local kind=$1 step=$2; shift 2
    local start=$work/$kind/start old=$work/$kind/old new=$work/$kind/new now=$work/$kind/now
    mkdir -p "$start"
    cp -r modules/first-steps "$start/game"
    rm "$start/game/vassal-ids.csv"
    (cd "$start" && "$muster" build game -o out "$@" > /dev/null)
    echo mine > "$start/out/mine.txt"
    # The game changes: a counter has another id, and a scenario goes.
    sed -i 's/^a-hq,/a-hqs,/' "$start/game/units.csv"
    sed -i 's/a-hq"/a-hqs"/g' "$start/game"/*.json "$start/game"/scenarios/*.json
    rm "$start/game/scenarios/dash.json"
    cp -r "$start" "$old"
    cp -r "$start" "$new"
    (cd "$new" && STOP_COUNT=$work/count run "$muster" build game -o out "$@" > "$work/said" 2>&1) || { cat "$work/said"; fail "$kind: the build itself fails"; }
    local calls how n
    calls=$(cat "$work/count")
    ! same "$old" "$new" || fail "$kind: nothing changed, so nothing is tried"
    for how in kill full; do
        for ((n = 1; n <= calls; n += step)); do
            rm -rf "$now" && cp -r "$start" "$now"
            local code=0
            (cd "$now" && STOP_AT=$n STOP_HOW=$how run "$muster" build game -o out "$@" > "$work/said" 2>&1) || code=$?
            tried=$((tried + 1))
            [ "$code" != 101 ] || fail "$kind, $how at call $n of $calls: panic"
            # Each file is as it was or as it will be.
            (cd "$now" && find . -type f ! -path '*/.muster-stage-*' ! -name '*.c') | while read -r file; do
                cmp -s "$now/$file" "$old/$file" || cmp -s "$now/$file" "$new/$file" || fail "$kind, $how at call $n of $calls: $file is neither old nor new"
            done
            if (cd "$now" && "$muster" inspect out > "$work/said" 2>&1); then
                same "$now/out" "$old/out" || same "$now/out" "$new/out" || fail "$kind, $how at call $n of $calls: inspect calls a mixture whole"
            fi
            # A disk that was full has lost nothing at all.
            if [ $how = full ] && [ $code != 0 ]; then
                same "$now/out" "$old/out" || fail "$kind, full at call $n of $calls: the folder has changed: $(cat "$work/diff")"
            fi
            (cd "$now" && "$muster" build game -o out "$@" > "$work/said" 2>&1) || { cat "$work/said"; fail "$kind, $how at call $n of $calls: the next build fails"; }
            diff -r "$now" "$new" || fail "$kind, $how at call $n of $calls: the next build makes something else"
        done
    done
    echo "interrupt: $kind: $calls calls, every $step. tried: killed and disk full"
}

# A game of 0.1.0 that is carried forward: it is wholly the old one or wholly the new one, or the next process ends it.
migrated() { # step
    local start=$work/migrate/start new=$work/migrate/new now=$work/migrate/now calls how n
    mkdir -p "$work/migrate"
    cp -r tests/migrate/0.1.0/first-steps "$start"
    # Two files change: the format, and a line that hangs on an option.
    sed -i 's/"turn": "2"/"turn": "2", "if": { "option": ["volunteers"] }/' "$start/scenarios/dash.json"
    cp -r "$start" "$new"
    (cd "$new" && STOP_COUNT=$work/count run "$muster" migrate > "$work/said" 2>&1) || { cat "$work/said"; fail "migrate: it fails by itself"; }
    calls=$(cat "$work/count")
    [ "$(diff -rq "$start" "$new" | wc -l)" -ge 2 ] || fail "migrate: fewer than two files change, so nothing is tried"
    for how in kill full; do
        for ((n = 1; n <= calls; n += $1)); do
            rm -rf "$now" && cp -r "$start" "$now"
            local code=0
            (cd "$now" && STOP_AT=$n STOP_HOW=$how run "$muster" migrate > "$work/said" 2>&1) || code=$?
            tried=$((tried + 1))
            [ "$code" != 101 ] || fail "migrate, $how at call $n of $calls: panic"
            (cd "$now" && find . -type f ! -path '*/.muster-stage-*') | while read -r file; do
                cmp -s "$now/$file" "$start/$file" || cmp -s "$now/$file" "$new/$file" || fail "migrate, $how at call $n of $calls: $file is neither old nor new"
            done
            if [ $how = full ] && [ $code != 0 ]; then
                same "$now" "$start" || fail "migrate, full at call $n of $calls: the folder has changed: $(cat "$work/diff")"
            fi
            (cd "$now" && "$muster" migrate > "$work/said" 2>&1) || { cat "$work/said"; fail "migrate, $how at call $n of $calls: the next one fails"; }
            diff -r "$now" "$new" || fail "migrate, $how at call $n of $calls: the next one makes something else"
        done
    done
    echo "interrupt: migrate: $calls calls, every $1. tried: killed and disk full"
}

small=1 large=1
[ "$much" = full ] || { small=7 large=40; }
try bundle $small
try vmod $small --emit vmod
try print $large --emit print --paper a4 --backs fronts
try html $small --emit html
try components $((large * 5)) --emit components
migrated 1
echo "interrupt: $tried commands stopped, nothing lost"
