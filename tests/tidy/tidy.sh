#!/usr/bin/env bash
# The rules of docs/development/architecture.md that a program can check. Prints every breach as FILE:LINE: what.
# In: the source folder, and the program redist (for the names of the algorithms).
set -euo pipefail
redist=$(realpath "$2")
cd "$1"

breaches=0
# Reads FILE:LINE:... lines and prints each with what it breaks.
report() {
    local line
    while IFS= read -r line; do
        printf '%s: %s\n' "$line" "$1"
        breaches=$((breaches + 1))
    done
}

c_files() { find "$@" -name '*.[ch]' -type f | sort; }

# --- folders: the table of docs/development/architecture.md holds all of them, and what each may include -----
page=docs/development/architecture.md
# The table's rows as FOLDER|INCLUDES|LIBRARIES|TESTS, code marks taken away.
folder_table() {
    awk -F'|' '/^\| `(sim\/[a-z]+|algorithms)` \|/ {
        gsub(/`/, ""); gsub(/ *\| */, "|"); print }' "$page" | awk -F'|' '{ print $2 "|" $4 "|" $5 "|" $6 }'
}
known=$(folder_table | cut -d'|' -f1)
report "a folder that the table of $page does not have" < <(
    { find sim -mindepth 1 -maxdepth 1 -type d; echo algorithms; } | sort |
        grep -vxF -e "$known" || true)
report 'it belongs in a folder' < <(
    find sim -maxdepth 1 -type f ! -name meson.build; find algorithms/* -maxdepth 0 -type f \
        ! -name meson.build ! -name 'algorithm.[ch]' ! -name registry.c)
libc='argp|assert|ctype|errno|fcntl|float|inttypes|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|wchar'
system='sys/[a-z]+|dirent|dlfcn|malloc|poll|sched|spawn'
# Which headers a library of the table is.
headers_of() {
    case $1 in
    libxml2) echo 'libxml/[a-zA-Z0-9]+' ;;
    SimGrid) echo '(simgrid|xbt)/[a-z0-9_]+' ;;
    jansson) echo jansson ;;
    SQLite) echo sqlite3 ;;
    nettle) echo 'nettle/[a-z0-9]+' ;;
    MPI) echo mpi ;;
    *) echo "$1" ;;
    esac
}
pure='sim/base sim/model sim/referee sim/lockstep sim/generators sim/csv algorithms sim/library'
while IFS='|' read -r folder included libraries tests; do
    own='"[a-z0-9_]+\.h"'
    [ "$folder" != algorithms ] || own='"(algorithms/)?([a-z0-9_]+/)?[a-z0-9_]+\.h"'
    allowed="<($libc)\.h>|$own|\"$folder/[a-z0-9_/]+\.h\""
    grep -qwF "$folder" <<<"$pure" || allowed="$allowed|<($system)\.h>"
    [ "$folder" != sim/base ] || allowed="$allowed|<sys/mman\.h>"
    if [[ $included == 'all of these' ]]; then
        allowed="$allowed|\"(sim|algorithms)/[a-z0-9_/]+\.h\""
    else
        for other in ${included//,/ }; do allowed="$allowed|\"$other/[a-z0-9_/]+\.h\""; done
    fi
    for library in ${libraries//,/ }; do allowed="$allowed|<$(headers_of "$library")\.h>"; done
    report "an include that $folder may not have" < <(
        c_files "$folder" | xargs grep -nE '^#include' | grep -vE ":#include ($allowed)" || true)
    report 'no such folder' < <(
        for test in ${tests//,/ }; do
            [ -d "$test" ] || echo "$page: $test, where $folder is tested"
        done)
done < <(folder_table)
drawn=$(tests/tidy/dependencies.sh . | sed 's/^/    /') || { echo "$drawn"; breaches=$((breaches + 1)); }
[ "$drawn" = "$(sed -n '/^<!-- dependencies/,/^<!-- end/p' "$page" | grep '^    ')" ] || {
    printf '%s: its levels of folders are not those of the includes, which are\n%s\n' "$page" "$drawn"
    breaches=$((breaches + 1))
}

# --- banned calls and words -------------------------------------------------------------------
ban() {
    local pattern=$1 why=$2
    shift 2
    report "$why" < <(c_files "$@" | xargs grep -nE "$pattern" || true)
}
ban '\b(malloc|calloc|realloc|strdup|strndup|asprintf|vasprintf)\(' \
    'memory comes from an arena (sim/base/arena.h)' \
    $(find sim algorithms -name '*.[ch]' ! -path sim/base/arena.c \
        ! -path sim/base/checked_memory.c ! -path sim/engine/process/cxx_memory.c \
        ! -path 'sim/execute/*mpi*.c')
ban '\b(rand|srand|random|srandom|drand48)\(' 'random numbers come from sim/base/rng.h' \
    sim algorithms tests
ban '\b(sprintf|vsprintf|strcpy|strcat|gets|atoi|atol|atof|strtok|alloca)\(' \
    'a call that cannot be bounded or checked' sim algorithms tests
ban 'typedef struct' 'structs are named, not hidden behind typedefs' sim algorithms
ban '\b(TODO|FIXME|XXX|HACK)\b' 'open ends belong in the tracker' sim algorithms tests
ban '[[:space:]]$' 'white space at the end of a line' sim algorithms tests
report 'a path of one machine' < <(
    git grep -nIE '(/w[o]rk/|/r[o]ot/|/h[o]me/[a-z])' -- . 2>/dev/null || true)

# --- comments and pages name files that are there ----------------------------------------------
there=$(find include examples sim algorithms tests docs ./*.md -type f -printf '%f\n' | sort -u)
report 'no such file' < <(
    { c_files include examples sim algorithms tests | xargs grep -nHE '/\*|^ *\*|//' | grep -v '#include'
      find docs ./*.md -name '*.md' -print0 | xargs -0 grep -nHv '#include <'; } |
        grep -oE '^[^:]+:[0-9]+|\b[a-z0-9_]{3,}\.(md|c|h)\b' |
        awk '/:/ { place = $0; next } { print place ": " $0 }' |
        awk -v there="$there" 'BEGIN { n = split(there, name, "\n"); while (n) known[name[n--]] = 1 }
                               !($2 in known)')

report 'letters of a font of its own: write them in UTF-8, which is what an SVG is read as' < <(
    grep -nE '/Symbol|\\[0-7]{3}' scenarios/figures/*.gp || true)

# --- sizes ------------------------------------------------------------------------------------
report 'a line of more than 100 columns' < <(
    c_files include examples sim algorithms tests | xargs grep -nE '^.{101,}$' | cut -d: -f1,2 || true)
report 'a function of more than 70 lines' < <(
    c_files sim algorithms | xargs awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ { if (start && FNR - start - 1 > 70) print FILENAME ":" start; start = 0 }')
report 'a file of more than 600 lines: give each job its own' < <(
    c_files sim algorithms | xargs wc -l | awk '$1 > 600 && $2 != "total" { print $2 ":" $1 }')

# --- doc comments: every function of a header has one above it, or follows one that has ----------
report 'a public function without a doc comment' < <(
    find include sim algorithms -name '*.h' | sort | xargs awk '
        FNR == 1 { told = 0 }
        /\*\/[[:space:]]*$/ { told = 1; next }
        /^[a-z].*\(/ && !/^(static inline|typedef|struct [a-z_]+ \{|enum)/ {
            if (!told) print FILENAME ":" FNR }
        /^[[:space:]]*$/ { told = 0 }')

# --- every figure is in docs/figures.md, every scenario in scenarios/README.md -------------------
report 'a figure that is not described' < <(
    "$redist" list figures --format json | grep -oE '"name": *"[^"]+"' | cut -d'"' -f4 |
        while IFS= read -r name; do
            grep -qF "\`$name\`" docs/figures.md || echo "docs/figures.md: $name"
        done)
report 'a scenario that is not described' < <(
    find scenarios -name '*.xml' ! -path 'scenarios/figures/*' | cut -d/ -f2- | sort |
        while IFS= read -r scenario; do
            grep -qF "\`$scenario\`" scenarios/README.md || echo "scenarios/README.md: $scenario"
        done)

# What the library shows without the prefix rd_ is its algorithms and bounds, and nothing else; gcov
# adds a function of its own.
library=$(find "${redist%/sim/redist}/sim/library" -name 'libredist_internal.so' | head -n 1)
defined=$(nm -D --defined-only "$library" | awk '$2 ~ /[BDR]/ && $3 !~ /^(rd_|_)/' | wc -l)
names=$("$redist" list algorithms --format json | grep -oE '"name": *"[^"]+"')
bounds=$("$redist" list bounds --format json | grep -oE '"name": *"[^"]+"')
registered=$(printf '%s\n' "$names" "$bounds" | wc -l)
report 'a public function without the prefix rd_' < <(
    nm -D --defined-only "$library" | awk '$2 == "T" && $3 !~ /^(rd_|_|mangle_path$)/ { print "libredist: " $3 }')
[ "$defined" -eq "$registered" ] || {
    printf 'algorithms and bounds: %d are defined and %d registered\n' "$defined" "$registered"
    breaches=$((breaches + 1))
}

[ "$breaches" -eq 0 ] || { printf '%d breaches of docs/development/architecture.md\n' "$breaches"; exit 1; }
echo "tidy"
