#!/usr/bin/env bash
# Muster beside two validators of JSON Schema, on the same big game with the published schemas: seconds and ratios.
# Installs ajv-cli (npm) and check-jsonschema (pip) into a temporary directory and removes it. Needs cargo, npm, python3.
#
#   bash tools/side-by-side.sh [HEXES] [COUNTERS]
#
# Each time is that of whole processes, the best of three. `muster check` also lowers the game and runs every check;
# the line below it counts only what the others do: reading, making the schemas, validating.
set -euo pipefail
cd "$(dirname "$0")/.."
hexes=${1:-60000} counters=${2:-20000}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
game=$temporary/game

# MUSTER and GENERATE name programs that are built already; without them they are built here.
if [ -z "${MUSTER:-}" ]; then
    cargo build --release --quiet
    MUSTER=target/release/muster
fi
if [ -n "${GENERATE:-}" ]; then
    "$GENERATE" write "$game" "$hexes" "$counters" json
else
    cargo bench --quiet --bench check -- write "$game" "$hexes" "$counters" json
fi

npm install --silent --no-fund --no-audit --prefix "$temporary/npm" ajv-cli@5 > "$temporary/npm.log" 2>&1 \
    || { cat "$temporary/npm.log" >&2; exit 2; }
python3 -m venv "$temporary/venv"
"$temporary/venv/bin/pip" install --quiet --disable-pip-version-check check-jsonschema
ajv=$temporary/npm/node_modules/.bin/ajv
check=$temporary/venv/bin/check-jsonschema

# The files that are big: the map as a list of hexes, and the counters.
run_muster() { "$MUSTER" check "$game" > /dev/null; }
run_ajv() {
    for kind in map units; do
        "$ajv" validate --spec=draft2020 --strict=false -s "schemas/$kind.schema.json" -d "$game/$kind.json" > /dev/null
    done
}
run_check() {
    for kind in map units; do
        "$check" --schemafile "schemas/$kind.schema.json" "$game/$kind.json" > /dev/null
    done
}

# Seconds of the best of three runs.
best() {
    local fastest='' begin took
    for _ in 1 2 3; do
        begin=$(date +%s%N)
        "$@" || { echo "$1 does not accept the game" >&2; exit 1; }
        took=$(($(date +%s%N) - begin))
        if [ -z "$fastest" ] || [ "$took" -lt "$fastest" ]; then fastest=$took; fi
    done
    awk -v n="$fastest" 'BEGIN { printf "%.3f", n / 1e9 }'
}

muster=$(best run_muster)
# The steps, on all processors: the first column.
"$MUSTER" check --timings "$game" > /dev/null 2> "$temporary/timings"
alike=$(awk '$1 == "read" || $1 == "schemas" || $1 == "validate" { sum += $2 } END { printf "%.3f", sum / 1000 }' "$temporary/timings")
ajv_time=$(best run_ajv)
check_time=$(best run_check)
bytes=$(cat "$game/map.json" "$game/units.json" | wc -c)

awk -v bytes="$bytes" -v hexes="$hexes" -v counters="$counters" -v muster="$muster" -v alike="$alike" -v ajv="$ajv_time" \
    -v check="$check_time" 'BEGIN {
    printf "%d hexes, %d counters, %.1f MB of JSON\n", hexes, counters, bytes / 1e6
    printf "%-36s %9s %16s %16s\n", "", "seconds", "to all of it", "to the like of it"
    printf "%-36s %9.3f %16s\n", "muster check (everything)", muster, "1.0"
    printf "%-36s %9.3f %16.2f %16s\n", "  read, schemas, validate", alike, alike / muster, "1.0"
    printf "%-36s %9.3f %16.1f %16.1f\n", "ajv-cli (validates)", ajv, ajv / muster, ajv / alike
    printf "%-36s %9.3f %16.1f %16.1f\n", "check-jsonschema (validates)", check, check / muster, check / alike
}'
