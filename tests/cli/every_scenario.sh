#!/usr/bin/env bash
# Every scenario of the repository is one that a user can check and run, and comes to what its
# <expect> elements say. `redist instance` writes it as one that stands alone, whose rows are the same.
# Usage: every_scenario.sh SOURCES REDIST once|alone FILES_NOT_RUN [FILE LEFT OUT]...
#   once            scenarios are only checked and run, not written as such that stand alone
#   FILES_NOT_RUN   those that are only checked, as "a.xml b.xml"
set -euo pipefail
redist=$(realpath "$2")
how=$3
not_run=$4
cd "$1"
left_out=(-false)
for file in "${@:5}"; do left_out+=(-o -name "$file"); done
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
bad=0
count=0
# In: what is run, the file for its standard output, the command.
holds() {
    local what=$1 out=$2 status=0
    shift 2
    "$@" >"$out" 2>"$place/said" || status=$?
    [ "$status" -eq 0 ] && return
    printf '%s: exit status %d\n' "$what" "$status"
    cat "$out" "$place/said"
    bad=$((bad + 1))
    return 1
}
while IFS= read -r scenario; do
    count=$((count + 1))
    alone=$place/$(basename "$scenario")
    holds "redist check $scenario" "$place/out" "$redist" check --allow platforms "$scenario" || continue
    case " $not_run " in *" $(basename "$scenario") "*) continue ;; esac
    holds "redist run $scenario" "$place/rows" "$redist" run --allow platforms "$scenario" --format csv || continue
    [ "$how" = alone ] || continue
    holds "redist instance $scenario" "$place/out" \
        "$redist" instance --allow platforms "$scenario" --format xml --out "$alone" || continue
    if grep -E '<platform [^>]*(seed|generator="random)|<loads [^>]|<sweep' "$alone"; then
        printf 'redist instance %s: something is left to draw\n' "$scenario"
        bad=$((bad + 1))
    fi
    holds "redist run of what stands alone, of $scenario" "$place/alone" \
        "$redist" run "$alone" --format csv || continue
    cmp "$place/rows" "$place/alone" || {
        printf 'redist instance %s: other rows\n' "$scenario"
        bad=$((bad + 1))
    }
done < <(find scenarios -name '*.xml' -not \( "${left_out[@]}" \) | sort)
[ "$count" -gt 0 ] || { echo 'no scenario was found'; exit 1; }
printf '%d scenarios\n' "$count"
[ "$bad" -eq 0 ]
