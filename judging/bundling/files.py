"""The files that phones fetch, made once for each state of the program, and found again by what is in them."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import brotli
from django.conf import settings
from filelock import FileLock

from judging.bundling import runtime, sources
from judging.bundling.manifest import MANIFEST, manifest
from judging.engine_version import engine_version

HERE: Final = Path(__file__).parent
RUNTIME: Final = {"loader": "pyodide.js", "script": "pyodide.asm.js", "wasm": "pyodide.asm.wasm"}
"""Part of the manifest -> file of the runtime that goes to phones as it is, under the name that is asked for."""

PACKED: Final = {
    "br": lambda data: brotli.compress(data, quality=9, lgwin=24),
    "gz": lambda data: gzip.compress(data, 9, mtime=0),
}
"""Ending of a packed file -> how it is packed: well, and in seconds."""


def make() -> dict[str, Any]:
    """Make the files where they are not made yet; the manifest. Raises NotMade where the runtime cannot be had."""
    folder: Path = settings.POCKET_DIR
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        state = _state()
        known = manifest()
        if known is not None and known["state"] == state:
            return known
        with tempfile.TemporaryDirectory(dir=folder) as draft, runtime.node() as programs:
            return _made(folder, Path(draft), programs, state)


def _made(folder: Path, draft: Path, programs: Path, state: str) -> dict[str, Any]:
    place = runtime.provide(folder, programs)
    gathered, out = draft / "sources", draft / "out"
    gathered.mkdir()
    out.mkdir()
    sources.gather(gathered)
    _compile(programs, place, gathered, out)
    parts = {part: (f"{runtime.PACKAGE}-{runtime.RELEASE}", name) for part, name in RUNTIME.items()}
    files = {part: _packed(folder, mark, name) for part, (mark, name) in parts.items()}
    files |= {part: _archived(folder, out / part) for part in ("library", "law")}
    made = {"engine": engine_version(), "state": state, "info": runtime.info(place), "files": files}
    fresh = draft / MANIFEST
    fresh.write_text(json.dumps(made, indent=1), encoding="utf-8")
    fresh.replace(folder / MANIFEST)
    _forget(folder, {line["path"].partition("/")[0] for line in files.values()})
    return made


def _alone(folder: Path) -> FileLock:
    """Return the lock of the folder: two that make the files at once would fetch everything twice."""
    return FileLock(folder / "lock")


def _state() -> str:
    """The mark of all that the files are made of."""
    digest = hashlib.sha256(runtime.DIGEST.encode())
    for path in (*sources.files(), *sources.catalogues().values(), *sorted(HERE.glob("*.*"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _compile(programs: Path, place: Path, gathered: Path, out: Path) -> None:
    command = [str(runtime.node_in(programs)), str(HERE / "compile.mjs"), str(place), str(gathered), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise runtime.NotMade(f"The law could not be compiled for phones: {done.stderr[-2000:].strip()}")


def _archived(folder: Path, content: Path) -> dict[str, Any]:
    """A folder as one file, which is packed as a whole, under the mark of its content; its line of the manifest."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(content.rglob("*")):
            if path.is_file():
                archive.writestr(zipfile.ZipInfo(str(path.relative_to(content))), path.read_bytes())
    mark = hashlib.sha256(file.getvalue()).hexdigest()[:16]
    name = f"{content.name}.zip"
    (folder / mark).mkdir(exist_ok=True)
    (folder / mark / name).write_bytes(file.getvalue())
    return _packed(folder, mark, name)


def _packed(folder: Path, mark: str, name: str) -> dict[str, Any]:
    """Put the packed forms of a file beside it; its line of the manifest."""
    path = folder / mark / name
    content = path.read_bytes()
    line: dict[str, Any] = {"path": f"{mark}/{name}", "bytes": len(content)}
    for kind, pack in PACKED.items():
        target = path.with_name(f"{name}.{kind}")
        if not target.exists():
            draft = path.with_name(f"{name}.draft")
            draft.write_bytes(pack(content))
            draft.replace(target)
        line[kind] = target.stat().st_size
    return line


def _forget(folder: Path, marks: set[str]) -> None:
    """Remove what an earlier state of the program left."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in marks and not path.name.startswith("tmp"):
            shutil.rmtree(path)
