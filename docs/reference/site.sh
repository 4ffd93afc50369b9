#!/usr/bin/env bash
# Makes the site in OUT: the pages of docs/, the pages of the public header, and an example of an
# interactive report. In: the source folder, OUT, the program redist, and a Doxyfile (or "").
set -euo pipefail
source=$1 out=$2 redist=$3 doxyfile=$4
REDIST_API=$doxyfile mkdocs build --quiet --strict --config-file "$source/mkdocs.yml" --site-dir "$out"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
"$redist" sweep "$source/scenarios/sweep_bandwidth.xml" --results "$results/bandwidth.db" \
    --repeat 10 >/dev/null
"$redist" report "$results/bandwidth.db" --out "$out/example_report.html"
[ -z "$doxyfile" ] || { cat "$doxyfile"; echo "OUTPUT_DIRECTORY = $out"; echo "HTML_OUTPUT = api"; } |
    doxygen -
echo "$out/index.html"
