#!/usr/bin/env bash
# Turns the style sheet and the program of a page into C.
# Usage: embed_page.sh OUTPUT.c page.css PROGRAM.js...
set -euo pipefail
# An array of lines that ends with NULL.
embed() {
    printf '\nconst char *const %s[] = {\n' "$1"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$/\\n",/' "${@:2}"
    printf '    NULL};\n'
}
{
    echo '#include "sim/report/page_parts.h"'
    embed rd_page_style "$2"
    embed rd_page_script "${@:3}"
} >"$1"
