"""`python -m tools.compile_engine [--check]`: the engine's busiest modules as machine code, from the same source.

mypyc compiles what mypy has checked. It needs `requirements-compile.lock` and a C compiler with Python's headers; a
site needs neither. The extensions go to `engine/_compiled`, where `engine.compiled` finds them. With --check nothing
is made: the tests of the game and the law run on the compiled build, and both builds score thousands of hands and
play games of every ruleset, alike to the last byte.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from engine import compiled
from tools.bootstrap.check import PURE
from tools.bootstrap.steps import ROOT, StepFailed, step

BUSY: Final = (
    "engine/fixed.py",
    *(f"engine/tiles/{name}.py" for name in ("fields", "hand", "melds", "picking", "seats", "spellings", "tile")),
    *(f"engine/reading/{name}.py" for name in ("decompositions", "suit_tables", "waits")),
    *(
        f"engine/play/{name}.py"
        for name in (
            "answers",
            "beginning",
            "call_priority",
            "candidates",
            "discard_claims",
            "discards",
            "ends",
            "flowers",
            "kongs",
            "locks",
            "missed_wins",
            "next_tile",
            "passes",
            "players",
            "procedure",
            "table",
            "tile_draws",
            "transfers",
            "turns",
            "wins",
        )
    ),
    "engine/records/hand_cases.py",
    *(f"engine/scoring/{name}.py" for name in ("occurrences", "score")),
    *(
        f"engine/rules/*/{name}.py"
        for name in (
            "alike",
            "conditions",
            "conditions/*",
            "counting",
            "fu",
            "grouping",
            "manner",
            "play/*",
            "readiness",
            "scoring",
            "settlement",
            "view",
            "waiting",
            "waits",
            "winning",
        )
    ),
)
"""Modules in which scoring and waits spend their time. What is made once, such as rows of patterns, stays as it is."""

SETTINGS: Final = """[mypy]
python_version = 3.11
namespace_packages = True
explicit_package_bases = True
"""

SLOTS: Final = re.compile(r"^    __slots__ = \([^()]*\)\n|(?<=@dataclass\(frozen=True, )slots=True, ", re.MULTILINE)
"""Left out of what is compiled: mypyc refuses it, and its classes have no dictionary anyway."""

PROCESSES: Final = os.cpu_count() or 1


def modules() -> list[Path]:
    """The sources that are compiled, as paths inside the repository, in one order on every machine."""
    found = {path.relative_to(ROOT) for pattern in BUSY for path in ROOT.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")


def dotted(path: Path) -> str:
    """`engine/tiles/tile.py` -> `engine.tiles.tile`."""
    return ".".join(path.with_suffix("").parts)


def build(folder: Path) -> dict[str, Path]:
    """Compile in an empty folder; name of each extension -> its file. Raises StepFailed with what the compiler said."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
    for path in modules():
        source = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(SLOTS.sub("", source), encoding="utf-8")
    (folder / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    command = [sys.executable, "-c", SETUP, *map(str, modules())]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    found = {
        ".".join((*path.relative_to(folder).parent.parts, path.name.split(".")[0])): path
        for path in folder.rglob("*.so")
        if "build" not in path.relative_to(folder).parts
    }
    missing = [dotted(path) for path in modules() if dotted(path) not in found]
    if done.returncode or missing:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise StepFailed(f"mypyc did not compile {', '.join(missing) or 'everything'}:\n{said}")
    return found


SETUP: Final = f"""
import sys
from mypyc.build import mypycify
from setuptools import setup
extensions = mypycify(["--config-file=mypy.ini", *sys.argv[1:]], multi_file=True)
setup(name="engine", ext_modules=extensions, script_args=["build_ext", "--inplace", "-j{PROCESSES}"])
"""
"""One library for all modules: calls from one to another are a tenth of a score quicker than between libraries."""


def put_in_place(found: dict[str, Path], sources: str) -> None:
    """The extensions and their list, with the digest of what was compiled, beside the sources: whole or not at all."""
    target = compiled.FOLDER
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="_compiled-") as making:
        new = Path(making) / "new"
        new.mkdir()
        for name, path in found.items():
            shutil.copyfile(path, new / f"{name}{path.suffix}")
        made = {
            "python": compiled.python(),
            "sources": sources,
            "compiled": [dotted(path) for path in modules()],
            "extensions": {name: f"{name}{path.suffix}" for name, path in sorted(found.items())},
        }
        (new / compiled.LIST).write_text(json.dumps(made, indent=1), encoding="utf-8")
        if target.exists():
            target.rename(Path(making) / "old")
        new.rename(target)


def environment(build: str) -> dict[str, str]:
    """The environment of a process that uses this build, "plain" or "compiled"."""
    return {**os.environ, compiled.VARIABLE: build}


def answers(build: str) -> str:
    """What the engine of this build says to many hands and games, as one digest and the number of answers."""
    command = [sys.executable, "-m", "tests.support.answers"]
    said = subprocess.run(command, cwd=ROOT, env=environment(build), stdout=subprocess.PIPE, check=True).stdout
    return f"{hashlib.sha256(said).hexdigest()}, {len(said.splitlines())} answers"


def check() -> bool:
    """Whether the tests of the game and the law pass on the compiled build, and both builds say the same."""
    if not compiled.FOLDER.is_dir():
        print("There is no compiled engine to check: python -m tools.compile_engine makes it.", file=sys.stderr)
        return False
    said = {build: answers(build) for build in ("plain", "compiled")}
    for build, digest in said.items():
        print(f"{build}: {digest}", flush=True)
    tests = [sys.executable, "-m", "pytest", "-q", *PURE]
    passed = subprocess.run(tests, cwd=ROOT, env=environment("compiled")).returncode == 0
    return passed and len(set(said.values())) == 1


def main(arguments: list[str]) -> int:
    """Returns 0 when the build is there, or is checked and right."""
    parser = argparse.ArgumentParser(prog="python -m tools.compile_engine", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="test the build that is there and compare it with the source"
    )
    if parser.parse_args(arguments).check:
        return 0 if check() else 1
    try:
        with step(f"Compiling {len(modules())} modules of the engine"), tempfile.TemporaryDirectory() as folder:
            sources = compiled.digest(map(dotted, modules()))
            put_in_place(build(Path(folder)), sources)
    except StepFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
