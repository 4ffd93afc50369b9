#!/usr/bin/env bash
# Turns the style sheet and the program of a page into C.
# Usage: embed_page.sh OUTPUT.c HEADER.h NAME STYLE.css PROGRAM.js...
# HEADER.h, from the root, declares NAME_style and NAME_script.
set -euo pipefail
output=$1 header=$2 name=$3
# An array of lines that ends with NULL.
embed() {
    printf '\nconst char *const %s[] = {\n' "$1"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$/\\n",/' "${@:2}"
    printf '    NULL};\n'
}
{
    printf '#include "%s"\n' "$header"
    embed "${name}_style" "$4"
    embed "${name}_script" "${@:5}"
} >"$output"
