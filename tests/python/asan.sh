#!/usr/bin/env bash
# The Python package under gcc's address and undefined-behaviour sanitizers: misuse, interrupts,
# certificates, dates and random problems.
#
#   tests/python/asan.sh FOLDER
#
# In: a build folder, which is made if it is not there. A Python that was built without a sanitizer
# loads what has one if the sanitizer's library comes first, by LD_PRELOAD. Python's own leaks are none
# of ours. Exit status 1 if one failed.
set -euo pipefail
folder=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
[ -f "$folder/build.ninja" ] ||
    CC=gcc meson setup "$folder" "$source" -Db_sanitize=address,undefined -Db_lundef=false \
        -Dprogram=false -Dtests=false -Dmpi=disabled >/dev/null
meson compile -C "$folder" >"$folder/compile.log" 2>&1 || { tail -n 40 "$folder/compile.log"; exit 1; }
export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export PYTHONPATH=$folder/python PYTHONDONTWRITEBYTECODE=1
python=$(sed -n 's/.*command = \(\S*python3\S*\) .*flat_interface.py.*/\1/ip' "$folder/build.ninja" | head -n 1)
status=0
for name in misuse interrupt certificates dates lists pickling package same_digits; do
    "${python:-/usr/bin/python3}" "$source/tests/python/test_$name.py" || status=1
done
exit $status
