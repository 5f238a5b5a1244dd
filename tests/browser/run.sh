#!/usr/bin/env bash
# Plays the pages of `muster build --emit html`, and works at the page of `muster watch`, in a real browser: Chromium, driven by playwright-core. Needs node, npm and
# Chromium; where they are not and cannot be had it says so and does nothing. `--pictures FOLDER` keeps pictures of some moments; GAME=FOLDER
# also tells how fast a page of that game answers.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
muster="${MUSTER:-$root/target/debug/muster}"
chromium="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -z "$chromium" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get install -y --no-install-recommends chromium || { apt-get update && apt-get install -y --no-install-recommends chromium; }; } \
    >/dev/null 2>&1 || true
  chromium="$(command -v chromium || true)"
fi
if [ -z "$chromium" ] || ! command -v npm >/dev/null; then
  echo "browser tests: not run, there is no Chromium or no npm here"
  exit 0
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp "$here"/*.mjs "$work"
cd "$work"
if ! npm install --no-save --no-package-lock --no-audit --no-fund --silent playwright-core@1.64.1 axe-core@4.10.3 >/dev/null 2>&1; then
  echo "browser tests: not run, playwright-core cannot be installed here"
  exit 0
fi
export CHROMIUM="$chromium" MUSTER="$muster" ROOT="$root"
[ "${ONLY:-}" = desk ] || node play.mjs "$@"
node desk.mjs "$@"
