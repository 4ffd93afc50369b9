#!/usr/bin/env bash
# libredist shows the functions that its header declares, and nothing else.
# In: libredist.so, redist.h.
set -euo pipefail
export LC_ALL=C
shown=$(nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
declared=$(sed 's|/\*.*\*/||; /^ \*/d; /^\/\*/d' "$2" | grep -oE '\brd_[a-z_]+\(' | tr -d '(' | sort -u)
[ -n "$declared" ] || { echo "$2 declares nothing"; exit 1; }
diff <(echo "$declared") <(echo "$shown") || {
    echo "< is declared and not shown, > is shown and not declared"
    exit 1
}
