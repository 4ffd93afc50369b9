#!/usr/bin/env bash
# The rules of docs/house.md that a program can check. Prints every breach as FILE:LINE: what.
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

# --- arrows: who may include whom -------------------------------------------------------------
# In: a folder, an extended regular expression of what its includes may be.
check_arrow() {
    local folder=$1 allowed=$2
    report "an include that $folder may not have" < <(
        c_files "$folder" | xargs grep -nE '^#include' | grep -vE ":#include ($allowed)" || true)
}
libc='<(argp|assert|ctype|errno|fcntl|float|inttypes|limits|locale|math|signal|stdalign|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|wchar)\.h>'
system='<(sys/[a-z]+|poll|sched)\.h>'
own='"[a-z0-9_]+\.h"'
core='"sim/core/[a-z0-9_]+\.h"'
check_arrow sim/core "$libc|$own"
check_arrow algorithms "$libc|$own|$core|\"(algorithms/)?([a-z0-9_]+/)?[a-z0-9_]+\.h\""
check_arrow sim/scenario "$libc|$system|$own|$core|<libxml/[a-zA-Z0-9]+\.h>"
check_arrow sim/engine "$libc|$system|$own|$core|\"sim/engine/[a-z0-9_]+\.h\"|<(simgrid|xbt)/[a-z0-9_]+\.h>|<dlfcn\.h>"
check_arrow sim/report "$libc|$system|$own|$core|<(jansson|sqlite3)\.h>"

# --- banned calls and words -------------------------------------------------------------------
ban() {
    local pattern=$1 why=$2
    shift 2
    report "$why" < <(c_files "$@" | xargs grep -nE "$pattern" || true)
}
ban '\b(malloc|calloc|realloc|strdup|strndup|asprintf|vasprintf)\(' \
    'memory comes from an arena (sim/core/arena.h)' \
    $(find sim algorithms -name '*.[ch]' ! -path sim/core/arena.c ! -path sim/core/sure_memory.c)
ban '\b(rand|srand|random|srandom|drand48)\(' 'random numbers come from sim/core/rng.h' \
    sim algorithms tests
ban '\b(sprintf|vsprintf|strcpy|strcat|gets|atoi|atol|atof|strtok|alloca)\(' \
    'a call that cannot be bounded or checked' sim algorithms tests
ban 'typedef struct' 'structs are named, not hidden behind typedefs' sim algorithms
ban '\b(TODO|FIXME|XXX|HACK)\b' 'open ends belong in the tracker' sim algorithms tests
ban '[[:space:]]$' 'white space at the end of a line' sim algorithms tests
report 'a path of one machine' < <(
    git grep -nIE '(/w[o]rk/|/r[o]ot/|/h[o]me/[a-z])' -- . 2>/dev/null || true)

# --- comments and pages name files that are there ----------------------------------------------
there=$(find sim algorithms tests docs ./*.md -type f -printf '%f\n' | sort -u)
report 'no such file' < <(
    { c_files sim algorithms tests | xargs grep -nHE '/\*|^ *\*|//' | grep -v '#include'
      find docs ./*.md -name '*.md' -print0 | xargs -0 grep -nH ''; } |
        grep -oE '^[^:]+:[0-9]+|\b[a-z0-9_]{3,}\.(md|c|h)\b' |
        awk '/:/ { place = $0; next } { print place ": " $0 }' |
        awk -v there="$there" 'BEGIN { n = split(there, name, "\n"); while (n) known[name[n--]] = 1 }
                               !($2 in known)')

report 'letters of a font of its own: write them in UTF-8, which is what an SVG is read as' < <(
    grep -nE '/Symbol|\\[0-7]{3}' scenarios/figures/*.gp || true)

# --- sizes ------------------------------------------------------------------------------------
report 'a line of more than 100 columns' < <(
    c_files sim algorithms tests | xargs grep -nE '^.{101,}$' | cut -d: -f1,2 || true)
report 'a function of more than 70 lines' < <(
    c_files sim algorithms | xargs awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ { if (start && FNR - start - 1 > 70) print FILENAME ":" start; start = 0 }')
report 'a file of more than 600 lines: give each job its own' < <(
    c_files sim algorithms | xargs wc -l | awk '$1 > 600 && $2 != "total" { print $2 ":" $1 }')

# --- cards: every function of a header has a comment above it, or follows one that has ----------
report 'a public function without a card' < <(
    find sim algorithms -name '*.h' | sort | xargs awk '
        FNR == 1 { told = 0 }
        /\*\/[[:space:]]*$/ { told = 1; next }
        /^[a-z].*\(/ && !/^(static inline|typedef|struct [a-z_]+ \{|enum)/ {
            if (!told) print FILENAME ":" FNR }
        /^[[:space:]]*$/ { told = 0 }')

# --- every algorithm is registered and documented -----------------------------------------------
names=$("$redist" list algorithms --format json | grep -oE '"name": *"[^"]+"' | cut -d'"' -f4)
[ -n "$names" ] || { echo "redist list algorithms names none"; breaches=$((breaches + 1)); }
for name in $names; do
    grep -qsF "\`$name\`" docs/algorithms.md || {
        printf 'docs/algorithms.md: %s is registered and not documented\n' "$name"
        breaches=$((breaches + 1))
    }
done
# What the library shows without the prefix rd_ is its algorithms, and nothing else; gcov adds a
# function of its own.
library=$(find "${redist%/sim/redist}/algorithms" -name 'libredist.so' | head -n 1)
defined=$(nm -D --defined-only "$library" | awk '$2 ~ /[BDR]/ && $3 !~ /^(rd_|_)/' | wc -l)
registered=$(printf '%s\n' "$names" | wc -l)
report 'a public function without the prefix rd_' < <(
    nm -D --defined-only "$library" | awk '$2 == "T" && $3 !~ /^(rd_|_|mangle_path$)/ { print "libredist: " $3 }')
[ "$defined" -eq "$registered" ] || {
    printf 'algorithms: %d are defined and %d registered\n' "$defined" "$registered"
    breaches=$((breaches + 1))
}

[ "$breaches" -eq 0 ] || { printf '%d breaches of docs/house.md\n' "$breaches"; exit 1; }
echo "tidy"
