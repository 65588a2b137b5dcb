"""Hide what only POSIX has: modules from our own code, functions from everybody.

Copied into an environment, so it imports nothing of the suite.
"""

from __future__ import annotations

import builtins
import os
import signal
from typing import Any

MODULES = {"fcntl", "grp", "pwd", "resource", "termios"}
OWN = ("engine", "judging", "tournaments")
FUNCTIONS = (
    (os, "fork"),
    (os, "forkpty"),
    (os, "getpgid"),
    (os, "killpg"),
    (os, "setpgid"),
    (os, "setpgrp"),
    (os, "setsid"),
    (signal, "alarm"),
    (signal, "setitimer"),
)


def hide() -> None:
    """Hide it from this process."""
    whole = builtins.__import__

    def without(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        importer = str((globals or {}).get("__name__", "")).partition(".")[0]
        if name in MODULES and importer in OWN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return whole(name, globals, locals, fromlist, level)

    builtins.__import__ = without
    for module, name in FUNCTIONS:
        if hasattr(module, name):
            delattr(module, name)
