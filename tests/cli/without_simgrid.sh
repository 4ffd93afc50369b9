#!/bin/sh
# What simulates nothing does not look at SimGrid's library; what needs it says that it cannot be
# used. In: the program, the name of that library, an empty one, a scenario with a generated platform, and
# one with a platform's file.
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cp "$3" "$folder/$2"
LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
plan=$folder/plan.csv
for command in --version --help 'list algorithms' 'list bounds' "check $4" "instance $4" \
    "plan $4 --algorithm ring-two-way-list --out $plan" "judge $4 $plan"; do
    "$1" $command >"$folder/said" || { echo "redist $command: exit status $?"; exit 1; }
done
status=0
"$1" run "$5" >"$folder/said" 2>"$folder/wrong" || status=$?
if [ "$status" -ne 5 ] || ! grep -q "^$2: SimGrid cannot be loaded: .*: SimGrid [0-9.]*, where the loader looks" "$folder/wrong"; then
    echo "exit status $status, and this was said:"
    cat "$folder/wrong"
    exit 1
fi
