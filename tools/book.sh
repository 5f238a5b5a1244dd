#!/usr/bin/env bash
# Builds the book, docs and the reference generated from the schemas, into one site with search: target/book/index.html.
# Needs mdbook. `MUSTER=…` names a muster that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
if command -v mdbook >/dev/null; then mdbook=mdbook
elif [ -x "$target/mdbook/bin/mdbook" ]; then mdbook="$target/mdbook/bin/mdbook"
else
  echo "mdbook is missing. This gets it, in a few minutes:" >&2
  echo "  cargo install mdbook --locked --no-default-features --features search --root $target/mdbook" >&2
  exit 2
fi
muster="${MUSTER:-}"
if [ -z "$muster" ]; then
  cargo build --locked --quiet
  muster="$target/debug/muster"
fi
# Beside the pages stand those that are generated, so both are put together elsewhere.
rm -rf "$target/book-pages"
mkdir -p "$target/book-pages"
cp -r docs/. "$target/book-pages/"
"$muster" schema --pages -o "$target/book-pages/reference"
"$mdbook" build "$target/book-pages"
# What mdBook copies and nobody reads.
rm -f "$target/book/book.toml"
echo "$target/book/index.html"
