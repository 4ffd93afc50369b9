#!/bin/sh
# Writes a file as a C array. In: the file, the C file to write, the array's name.
set -eu
{
    printf '#include "schema.h"\n\nconst unsigned char %s[] = {\n' "$3"
    od -An -v -tu1 "$1" | sed 's/  */,/g; s/^,//; s/$/,/'
    printf '};\nconst unsigned long %s_size = sizeof %s;\n' "$3" "$3"
} >"$2"
