#!/bin/sh
# A test that lacks what meson tells it says so, and how it is run. Arguments: the test, and the
# variables that it needs.
set -eu
program=$1
shift
for variable; do
    if said=$(env -u "$variable" "$program" 2>&1); then
        echo "$program passed without $variable"
        exit 1
    fi
    for part in "${program##*/}: $variable is not set" "meson test -C BUILD"; do
        case $said in
        *"$part"*) ;;
        *) printf '%s\n' "this was expected: $part" "in this: $said"; exit 1 ;;
        esac
    done
done
