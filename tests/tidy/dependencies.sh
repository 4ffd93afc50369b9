#!/usr/bin/env bash
# Which folder includes which, drawn by levels from the includes themselves: a folder stands one
# level above the highest that it includes. Exit status 1 if two folders include each other, or two
# files of a folder, each X.c and X.h as one; or if a folder holds too many files.
# In: the source folder. Out: a line per folder, LEVEL FOLDER -> INCLUDED ...
set -euo pipefail
cd "$1"
export LC_ALL=C

# Prints "FROM TO" for each include of a file of another folder, and "FROM FROM" for every folder.
arrows() {
    find sim algorithms -name '*.[ch]' -type f | while IFS= read -r file; do
        from=$(cut -d/ -f1,2 <<<"${file%/*}")
        [[ $from == sim/* ]] || from=algorithms
        printf '%s %s\n' "$from" "$from"
        sed -nE 's/^#include "((sim\/[a-z]+|algorithms)\/[^"]+)".*/\1/p' "$file" |
            while IFS= read -r included; do
                to=$(cut -d/ -f1,2 <<<"$included")
                [[ $to == sim/* ]] || to=algorithms
                printf '%s %s\n' "$from" "$to"
            done
    done | sort -u
}

# --- files within a folder ------------------------------------------------------------------------

# Folders that have circles still, and those that are too full. These lists only shrink.
circular='algorithms/network algorithms/ring algorithms/star algorithms/switch sim/base sim/engine
    sim/generators sim/lockstep sim/model sim/referee sim/scenario'
crowded='algorithms/network sim/engine sim/scenario'
most_files=45

# Prints "X Y" for each file X of a folder that includes another one, Y, of the same folder.
file_arrows() {
    local file included
    for file in "$1"/*.[ch]; do
        sed -nE 's/^#include "([^"]+)\.h".*/\1/p' "$file" | while IFS= read -r included; do
            [[ $included == "$1"/* || $included != */* ]] || continue
            [[ -f $1/${included##*/}.h ]] || continue
            file=${file##*/}
            [[ ${file%.*} == "${included##*/}" ]] || printf '%s %s\n' "${file%.*}" "${included##*/}"
        done
    done | sort -u
}

# Says what is wrong with a folder, or that it could leave a list. In: the folder, what is found
# ("" for nothing), the list.
hold() {
    local listed=
    for known in $3; do [[ $known != "$1" ]] || listed=yes; done
    if [[ $2 && ! $listed ]]; then
        echo "$1: $2"
    elif [[ ! $2 && $listed ]]; then
        echo "$1: is in a list of tests/tidy/dependencies.sh, and need not be"
    fi
}

wrong=$(find sim algorithms -name '*.[ch]' -type f -printf '%h\n' | sort -u |
    while IFS= read -r folder; do
        circle=$(file_arrows "$folder" | { tsort 2>&1 >/dev/null || true; } |
            sed -nE 's/^tsort: ([a-z0-9_]+)$/\1/p' | sort -u | paste -sd' ')
        hold "$folder" "${circle:+files include each other in a circle: $circle}" "$circular"
        count=$(find "$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
        full=; ((count <= most_files)) || full="$count .c and .h files, where $most_files are accepted"
        hold "$folder" "$full" "$crowded"
    done)
[[ ! $wrong ]] || { printf '%s\n' "$wrong"; exit 1; }

# --- folders --------------------------------------------------------------------------------------

arrows | awk '
    { folder[$1]; if ($1 != $2) { includes[$1] = includes[$1] " " $2; count++ } }
    END {
        # A longest path has fewer arrows than there are folders, unless there is a circle.
        for (moved = 1; moved; round++) {
            if (round > length(folder)) { print "folders include each other in a circle"; exit 1 }
            moved = 0
            for (f in folder) {
                n = split(includes[f], to, " ")
                for (i = 1; i <= n; i++)
                    if (level[f] < level[to[i]] + 1) { level[f] = level[to[i]] + 1; moved = 1 }
            }
        }
        for (f in folder) printf "%d  %s%s\n", level[f], f, includes[f] ? " ->" includes[f] : ""
    }' | sort -k1,1n -k2,2
