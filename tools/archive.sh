#!/usr/bin/env bash
# Builds muster for a target and packs it with its man pages, completions, schemas and licences, as a release has it:
# bash tools/archive.sh x86_64-unknown-linux-musl. `PROFILE=release` is built sooner and runs slower.
set -euo pipefail
cd "$(dirname "$0")/.."
triple="${1:?name a target, such as x86_64-unknown-linux-musl}"
profile="${PROFILE:-dist}"
features="${FEATURES-parquet}"
target="${CARGO_TARGET_DIR:-target}"
rustup target add "$triple"
cargo build --locked --profile "$profile" --features "$features" --target "$triple"
version="$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)"
ending=""
case "$triple" in *windows*) ending=.exe ;; esac
muster="$target/$triple/$profile/muster$ending"
folder="muster-$version-$triple"
out="$target/archives"
rm -rf "${out:?}/$folder"
mkdir -p "$out/$folder/completions"
cp "$muster" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$out/$folder/"
"$muster" man "$out/$folder/man"
"$muster" schema -o "$out/$folder/schemas"
# Each by the name under which its shell looks for it; PowerShell reads only what ends in .ps1.
for pair in bash:muster.bash zsh:_muster fish:muster.fish powershell:muster.ps1 elvish:muster.elv; do
  "$muster" completions "${pair%%:*}" > "$out/$folder/completions/${pair#*:}"
done
rm -f "$out/$folder"/*/.muster*
cd "$out"
case "$triple" in
  *windows*) 7z a -bd "$folder.zip" "$folder" >/dev/null ;;
  *) tar czf "$folder.tar.gz" "$folder" ;;
esac
rm -rf "${folder:?}"
ls -l "$PWD"/"$folder".*
