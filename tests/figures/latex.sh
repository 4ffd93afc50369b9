#!/usr/bin/env bash
# The gnuplot files of figures draw what LaTeX can set: it does, where there is one; else no text has
# a sign of LaTeX's own outside a formula.
# In: the program, figures.
set -euo pipefail
redist=$(realpath "$1")
shift
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$redist" figure "$@" --out "$place" >/dev/null
cd "$place"
command -v pdflatex >/dev/null || echo 'pdflatex is not there: texts are read only'
bad=0
for script in *.gp; do
    name=${script%.gp}
    gnuplot -e "terminal='cairolatex pdf size 14cm,10cm'; output='$name.tex'" "$script"
    texts=$(grep -oE '\\strut\{\}.*\}\}' "$name.tex" | sed -E 's/^\\strut\{\}//; s/\}+$//') || true
    [ -n "$texts" ] || { echo "$name: no texts"; bad=1; }
    if sed -E 's/\$[^$]*\$//g' <<<"$texts" | grep -P '[%&#_^~\\{}$]|[^\x00-\x7F]'; then
        echo "$name: LaTeX reads these texts otherwise"
        bad=1
    fi
    command -v pdflatex >/dev/null || continue
    printf '\\documentclass{article}\\usepackage{graphicx,color}\\begin{document}\\input{%s}\\end{document}\n' \
        "$name.tex" >page.tex
    pdflatex -halt-on-error page.tex >said || { grep -A3 '^!' said; echo "$name: not set"; bad=1; }
done
exit "$bad"
