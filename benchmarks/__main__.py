"""`python -m benchmarks NAME [ARGS...] [--json FILE]`; without a name: the list of them.

With a file, a benchmark that keeps figures writes them there: see `figures.py`.
"""

import ast
import importlib
import sys
from pathlib import Path

from benchmarks import figures

FOLDER = Path(__file__).resolve().parent


def names() -> list[str]:
    """The modules of this folder that define `main`."""
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py") if _has_main(path))


def _has_main(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in names():
        sys.exit(f"python -m benchmarks NAME, where NAME is one of: {', '.join(names())}")
    arguments = sys.argv[2:]
    if "--json" in arguments[:-1]:
        at = arguments.index("--json")
        figures.begin(arguments[at + 1])
        del arguments[at : at + 2]
    sys.exit(importlib.import_module(f"benchmarks.{sys.argv[1]}").main(arguments))
