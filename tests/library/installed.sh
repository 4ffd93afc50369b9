#!/usr/bin/env bash
# Installs into a folder of its own, as a package does, and then knows nothing but what is there and
# what pkg-config says: builds and runs every example, in C, C++ and Python, and looks at the pages.
# In: the build folder, the source folder.
set -euo pipefail
build=$1
source=$2
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

DESTDIR=$folder/root meson install -C "$build" --no-rebuild >"$folder/log" ||
    { cat "$folder/log"; exit 1; }
pc=$(find "$folder/root" -name redist.pc)
[ -n "$pc" ] || fail "redist.pc is not installed"
export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$folder/root
library=$(find "$folder/root" -name libredist.so)
export LD_LIBRARY_PATH=${library%/*}
headers=$(find "$folder/root" -name '*.h' -printf '%P\n' | sed 's|.*/include/||' | sort | xargs)
[[ $headers =~ ^(redist/mpi.h )?redist/redist.h$ ]] || fail "installed headers: $headers"
[ -e "${library%/*}/libredist.so.0" ] || fail "libredist.so.0 is not installed"
needed=$(ldd "$library")
! grep -qE 'simgrid|libxml' <<<"$needed" || fail "libredist needs SimGrid or libxml2"
[ "$(pkg-config --modversion redist)" = "$(sed -n 's/^#define RD_VERSION_TEXT "\(.*\)"/\1/p' \
    "$source/include/redist/redist.h")" ] || fail "redist.h and redist.pc are of two versions"

# Whatever the library was built with (a sanitizer, say), its user must be linked with too.
sanitize=
grep -qa __asan_init "$library" && sanitize=-fsanitize=address,undefined
flags="-Wall -Wextra -Wpedantic -Werror $sanitize"
# Flags are words to be split.
# shellcheck disable=SC2046,SC2086
make() {
    case $1 in
    *.cpp) ${CXX:-c++} -std=$2 $flags "$source/examples/$1" -o "$folder/$1.out" \
        $(pkg-config --cflags --libs redist) ;;
    *) ${CC:-cc} -std=$2 $flags "$source/examples/$1" -o "$folder/$1.out" \
        $(pkg-config --cflags --libs redist) ;;
    esac
}
# What an example prints holds these lines; how they were derived stands in the examples.
holds() {
    local what=$1 line
    while IFS= read -r line; do
        grep -qF -e "$line" "$folder/said" || { cat "$folder/said"; fail "$what lacks: $line"; }
    done
}

make plan.c c99
"$folder/plan.c.out" >"$folder/said"
holds plan.c <<'END'
plans 4 s for this ring
  host 0 sends host 1 2 x 1 items
  host 1 sends host 2 2 x 1 items
no plan takes less than 4 s
the bound is reached, and no schedule beats it
END
make judge.c c17
"$folder/judge.c.out" >"$folder/said"
holds judge.c <<'END'
one message: 8 s, and no schedule takes less than 4 s
two messages: 4 s, and no schedule takes less than 4 s: optimal, proved
across: not legal (neighbour): transfer 0: host 0 sends to host 2: no link joins them
recorded: 4 s, and no schedule takes less than 4 s: optimal, proved
recorded early: not legal (port): transfer 2: at 1 s host 0 sends twice at a time
END
if command -v "${CXX:-c++}" >/dev/null; then
    for standard in c++11 c++20; do
        make plan.cpp "$standard"
        "$folder/plan.cpp.out" >"$folder/said"
        holds plan.cpp <<'END'
: 3 s
host 0 sends host 2 1 items of component 0
host 1 sends host 0 1 items of component 1
host 2 sends host 1 1 items of component 2
component 0 lies on host 2
proved optimal
END
    done
else
    echo "no C++ compiler: plan.cpp is not tried"
fi

# A Python that was built without a sanitizer cannot load a library that was built with one.
if command -v python3 >/dev/null && [ -z "$sanitize" ]; then
    python3 "$source/examples/plan.py" >"$folder/said"
    holds plan.py <<'END'
: 9 s
  host 0 computes 3 items
proved optimal
END
    # The means of results.py are those of what redist itself exports.
    program=$(find "$folder/root" -name redist -type f -perm -u+x | grep '/bin/')
    "$program" sweep "$source/examples/sweep.xml" --results "$folder/results.db" >/dev/null 2>&1
    MPLCONFIGDIR=$folder python3 "$source/examples/results.py" "$folder/results.db" hosts \
        "$folder/ratio.png" >"$folder/said" 2>"$folder/errors"
    "$program" export "$folder/results.db" --format csv | python3 -c '
import csv, json, sys
means = {}
for row in csv.DictReader(sys.stdin):
    means.setdefault((row["algorithm"], float(row["hosts"])), []).append(float(row["ratio"]))
for (algorithm, hosts), found in sorted(means.items()):
    print(f"{algorithm}  hosts {hosts:g}  {sum(found) / len(found):.4f}")' >"$folder/means"
    [ -s "$folder/means" ] || fail "nothing was swept"
    diff "$folder/means" "$folder/said"
    if python3 -c 'import matplotlib' 2>/dev/null; then
        file "$folder/ratio.png" | grep -q 'PNG image' || fail "results.py drew no picture"
    else
        grep -q 'matplotlib is not installed' "$folder/errors" || fail "results.py is silent"
    fi
else
    echo "no Python, or a sanitizer: plan.py and results.py are not tried"
fi

# Whoever has an MPI that the library was built for can call it.
if pkg-config --exists redist-mpi && command -v mpicc >/dev/null; then
    # shellcheck disable=SC2046,SC2086
    mpicc -std=c17 $flags "$source/examples/block_cyclic.c" -o "$folder/block_cyclic" \
        $(pkg-config --cflags --libs redist redist-mpi)
fi

# Every function has its place in the manual page, and the pages are well formed.
pages=$(find "$folder/root" -name 'redist.1*' -o -name 'libredist.3*' | wc -l)
[ "$pages" -eq 2 ] || fail "$pages manual pages are installed: redist.1 and libredist.3 are wanted"
functions=$(cat "$source"/include/redist/*.h | grep -oE '^[a-z].*\brd_[a-z_]+\(' |
    grep -oE 'rd_[a-z_]+\(' | tr -d '(')
for function in $functions; do
    grep -q "$function" "$source/docs/man/libredist.3" || fail "libredist.3 lacks $function"
    grep -q "$function" "$source/docs/library.md" || fail "docs/library.md lacks $function"
done
echo "all examples do as they say"
