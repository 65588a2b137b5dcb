"""The compiled build of the engine's busiest modules: found by itself, never needed.

`python -m tools.compile_engine` puts it beside the sources, into `engine/_compiled`: an extension for each module and
a list of them with the digest of the sources that they were made from. Where the sources have changed since, or the
extensions are another Python's, the sources run as they are.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

SOURCES: Final = Path(__file__).resolve().parents[1]
"""The folder in which the package `engine` lies."""
FOLDER: Final = SOURCES / "engine" / "_compiled"
LIST: Final = "modules.json"
VARIABLE: Final = "MAHJONG_DIRECTOR_ENGINE"
"""`plain` leaves the compiled build alone, `compiled` refuses to start without it."""


class UnusableBuildError(ImportError):
    """The compiled build was asked for and is not there, or was made from other sources."""


class Extensions:
    """A finder of modules (`sys.meta_path`) that knows the extensions alone."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the extension of a module lies; None where it has none."""
        if name not in self._files:
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(name, FOLDER / self._files[name])


def use() -> None:
    """Let the engine's modules come from the compiled build where there is one of these sources.

    Raises UnusableBuildError when the environment asks for it and it cannot be had.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "plain":
        return
    if not FOLDER.is_dir():
        if wanted == "compiled":
            raise UnusableBuildError(f"There is no compiled engine in {FOLDER}: python -m tools.compile_engine")
        return
    import json

    made = json.loads((FOLDER / LIST).read_text(encoding="utf-8"))
    if made["python"] == python() and made["sources"] == digest(made["compiled"]):
        sys.meta_path.insert(0, Extensions(made["extensions"]))
        return
    stale = "The compiled engine belongs to other sources or another Python: python -m tools.compile_engine"
    if wanted == "compiled":
        raise UnusableBuildError(stale)
    import warnings

    warnings.warn(f"{stale}. The engine runs uncompiled.", RuntimeWarning, stacklevel=2)


def python() -> str:
    """The Python and the machine that an extension is made for: `.cpython-311-x86_64-linux-gnu.so`."""
    from importlib.machinery import EXTENSION_SUFFIXES

    return EXTENSION_SUFFIXES[0]


def digest(names: Iterable[str]) -> str:
    """SHA-256, hexadecimal, over the sources of modules (`engine.tiles.tile`) in the order given, lost ones empty."""
    from hashlib import sha256

    whole = sha256()
    for name in names:
        path = SOURCES.joinpath(*name.split(".")).with_suffix(".py")
        whole.update(name.encode() + b"\0" + (path.read_bytes() if path.is_file() else b"") + b"\0")
    return whole.hexdigest()
