"""Imports what was built; ends with 77, which is skipped, where it was not, or cffi is missing."""
import sys

try:
    import redist
    from redist._flat import ffi, lib
except ImportError as error:
    if error.name not in ("redist", "_cffi_backend"):
        raise
    print(f"skipped: {error}")
    sys.exit(77)
