#!/usr/bin/env bash
# Installs into a folder of its own, then compiles and runs a program that knows nothing but what
# pkg-config says.
set -euo pipefail
build=$1
user=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
DESTDIR=$folder meson install -C "$build" --no-rebuild >"$folder/log" || { cat "$folder/log"; exit 1; }
pc=$(find "$folder" -name redist.pc)
[ -n "$pc" ] || { echo "redist.pc is not installed"; exit 1; }
export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$folder
library=$(find "$folder" -name libredist.so)
# Whatever the library was built with (a sanitizer, say), its user must be linked with too.
sanitize=
grep -qa __asan_init "$library" && sanitize=-fsanitize=address,undefined
# The flags are words to be split.
# shellcheck disable=SC2046
${CC:-cc} -std=c17 -Wall -Wextra -Werror $sanitize "$user" -o "$folder/user" \
    $(pkg-config --cflags --libs redist)
needed=$(ldd "$library")
! grep -qE 'simgrid|libxml' <<<"$needed" || { echo "libredist needs SimGrid or libxml2"; exit 1; }
LD_LIBRARY_PATH=${library%/*} "$folder/user"
