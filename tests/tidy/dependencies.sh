#!/usr/bin/env bash
# Which folder includes which, drawn by levels from the includes themselves: a folder stands one
# level above the highest that it includes. Exit status 1 if two folders include each other, or two
# files of a folder, each X.c and X.h as one; or if a folder holds too many files.
# In: the source folder. Out: a line per folder, LEVEL FOLDER -> INCLUDED ...
set -euo pipefail
cd "$1"
export LC_ALL=C

# Every include of a file of the tree: the file and what it includes.
includes=$(grep -rE --include='*.[ch]' '^#include "' sim algorithms |
    sed -E 's/:#include "([^"]+)".*/ \1/')

# Prints "FROM TO" for each include of a file of another folder, and "FROM FROM" for every folder.
arrows() {
    { find sim algorithms -name '*.[ch]' -type f -printf '%p %p\n'
      grep -E ' (sim/[a-z]+|algorithms)/' <<<"$includes"; } |
        sed -E 's/\b(sim\/[a-z]+|algorithms)\/[^ ]+/\1/g' | sort -u
}

# --- files within a folder ------------------------------------------------------------------------

most_files=45

# Prints "FOLDER/X FOLDER/Y" for each file X of a folder that includes another one, Y, of the same.
file_arrows() {
    awk 'NF == 1 { header[$1]; next }
    {
        folder = $1; sub(/\/[^\/]*$/, "", folder)
        from = $1; sub(/\.[ch]$/, "", from)
        to = $2; sub(/\.h$/, "", to)
        if (to !~ /\//) to = folder "/" to
        other = to; sub(/\/[^\/]*$/, "", other)
        if (other == folder && to != from && (to ".h") in header) print from, to
    }' <(find sim algorithms -name '*.h' -type f) - <<<"$includes" | sort -u
}

circles=$(file_arrows | { tsort 2>&1 >/dev/null || true; } |
    sed -nE 's/^tsort: (.+)\/([a-z0-9_]+)$/\1 \2/p' | sort -u |
    awk '{ circle[$1] = circle[$1] " " $2 }
         END { for (f in circle) print f ": files include each other in a circle:" circle[f] }')
full=$(find sim algorithms -name '*.[ch]' -type f -printf '%h\n' | sort | uniq -c |
    awk -v most="$most_files" '$1 > most { printf "%s: %d .c and .h files, where %d are accepted\n", $2, $1, most }')
wrong=$(printf '%s\n%s' "$circles" "$full" | sed '/^$/d')
# Folders of algorithms, and of the engine, in a circle. What lies in algorithms itself is left out:
# the table of all algorithms, and what each of them has.
inner=$(for folder in algorithms sim/engine; do
    grep -rEo --include='*.[ch]' "^#include \"$folder/[a-z_]+/" "$folder"/*/ |
        sed -E 's/\/[a-z0-9_]+\.[ch]:#include "/ /; s/\/$//' | sort -u | awk '$1 != $2' |
        { tsort 2>&1 >/dev/null || true; } | sed -nE 's/^tsort: ([a-z_/]+)$/\1: in a circle of folders/p'
done)
[[ ! $wrong$inner ]] || { printf '%s\n%s\n' "$wrong" "$inner"; exit 1; }

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
