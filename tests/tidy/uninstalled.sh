#!/usr/bin/env bash
# What is installed into a folder of its own is removed again, every file of it.
set -euo pipefail
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
DESTDIR=$folder/there meson install -C "$build" --no-rebuild >"$folder/log" ||
    { cat "$folder/log"; exit 1; }
[ -n "$(find "$folder/there" -path '*/bin/redist')" ] || { echo "redist is not installed"; exit 1; }
ninja -C "$build" uninstall >"$folder/log" || { cat "$folder/log"; exit 1; }
left=$(find "$folder" -path '*/there/*' -not -type d)
[ -z "$left" ] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
