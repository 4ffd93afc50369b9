#!/usr/bin/env python3
"""Writes the C source of the module redist._flat, by cffi.

    flat_interface.py REDIST.H INTERRUPT.H OUT.C

What Python sees is what the header declares: the declarations are read from it. Besides, the handler
of Ctrl-C.
"""
import pathlib
import re
import sys

import cffi


def declarations(header: str) -> str:
    """The header's declarations, in the C that cffi reads: no comments, conditions, includes."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.DOTALL)
    kept = [line for line in text.splitlines() if not line.startswith("#")]
    constants = re.findall(r"^#define (RD_\w+) \(?UINT32_MAX", text, flags=re.MULTILINE)
    return "\n".join(kept + [f"#define {name} ..." for name in constants])


def main() -> None:
    header, interrupt, out = sys.argv[1:]
    ffi = cffi.FFI()
    ffi.cdef(declarations(pathlib.Path(header).read_text(encoding="utf-8")))
    ffi.cdef("const int *watch_interrupts(void); void leave_interrupts(void);")
    ffi.set_source("redist._flat", "#include <redist/redist.h>\n"
                   + pathlib.Path(interrupt).read_text(encoding="utf-8").replace("#pragma once", ""))
    ffi.emit_c_code(out)


if __name__ == "__main__":
    main()
