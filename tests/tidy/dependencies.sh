#!/usr/bin/env bash
# Which folder includes which, drawn by levels from the includes themselves: a folder stands one
# level above the highest that it includes. Exit status 1 if two folders include each other.
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
