"""The type hints of the package, by mypy.

    test_types.py SOURCE
"""
import importlib.util
import os
import pathlib
import subprocess
import sys

if not importlib.util.find_spec("mypy"):
    print("skipped: mypy is not installed")
    sys.exit(77)
source = pathlib.Path(sys.argv[1])
sys.exit(subprocess.run(
    [sys.executable, "-m", "mypy", "--config-file", str(source / "pyproject.toml"), "--cache-dir",
     os.devnull, str(source / "python/redist")], cwd=source, check=False).returncode)
