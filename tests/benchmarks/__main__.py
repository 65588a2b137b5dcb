"""``python -m tests.benchmarks NAME ...`` runs ``main`` of the module NAME in this folder with the other arguments."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def main(argv: list[str]) -> int:
    """Run the benchmark named first; without a name list those that there are."""
    modules = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    names = [name for name in modules if name not in ("__main__", "hands")]
    if not argv or argv[0] not in names:
        print(f"usage: python -m tests.benchmarks {{{','.join(names)}}} ...", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"tests.benchmarks.{argv[0]}").main(argv[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
