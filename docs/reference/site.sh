#!/usr/bin/env bash
# Makes the site in OUT: the pages of docs/, the pages of the public header, and an example of an
# interactive report. In: the source folder, OUT, the program redist (or "": then pages say what it would
# list, and there is no example), a Doxyfile (or ""), and a browser that prints all pages for users as a PDF
# (Chromium; "-": the page that it would print stays, guide.html; none: there is neither).
set -euo pipefail
source=$1 out=$2 redist=$3 doxyfile=$4 browser=${5-}
REDIST=$redist REDIST_API=$doxyfile REDIST_GUIDE=$browser mkdocs build --quiet --strict --config-file "$source/mkdocs.yml" --site-dir "$out"
if [ -n "$redist" ]; then
    results=$(mktemp -d)
    trap 'rm -rf "$results"' EXIT
    "$redist" sweep "$source/scenarios/sweep_bandwidth.xml" --results "$results/bandwidth.db" \
        --repeat 10 >/dev/null
    "$redist" report "$results/bandwidth.db" --out "$out/example_report.html"
fi
if [ -n "$browser" ] && [ "$browser" != - ]; then
    "$browser" --headless --no-sandbox --disable-gpu --no-pdf-header-footer --print-to-pdf="$out/redist.pdf" \
        "file://$(realpath "$out")/guide.html" >/dev/null 2>&1
    rm "$out/guide.html"
fi
[ -z "$doxyfile" ] || { cat "$doxyfile"; echo "OUTPUT_DIRECTORY = $out"; echo "HTML_OUTPUT = api"; } |
    doxygen -
echo "$out/index.html"
