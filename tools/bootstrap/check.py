"""`./test`: every check of the repository, on real services."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.bootstrap import processes, python, system
from tools.bootstrap.steps import ROOT

# More would want more memory than a small machine has: each may hold a browser, a web server and a worker.
PROCESSES = min(4, os.cpu_count() or 2)
# For the services' launcher, which gives pytest ten seconds, to stop its servers.
GRACE_SECONDS = 20.0
BIN = python.VENV / "bin"

PURE = (
    "tests/engine",
    "tests/judging/law",
    *(
        f"tests/conformance/test_{name}.py"
        for name in ("declared", "declared_examples", "parameter_ranges", "seat_walls")
    ),
)
"""Tests of the pure rooms whose branches are counted; of the rest of the program it is the lines."""
REACHED = ROOT / "var" / "checks" / "reached"
OWN, OTHERS = REACHED / "own", REACHED / "others"
NOTING = ("-p", "tests.support.reached")

USAGE = """./test                  all checks, all tests on PostgreSQL and Redis, those of the database again on SQLite
./test PYTEST-ARGS...   only these tests, on PostgreSQL and Redis, e.g. ./test tests/engine -k furiten
./test --sqlite ARGS... only these tests, on SQLite and the embedded queue"""


def main(arguments: list[str]) -> int:
    """Returns 0 when everything is in order."""
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    system.provide(required=(system.VENV, *system.PRINTING, *system.TESTING), wished=system.QUICKER_TESTING)
    python.provide(python.DEVELOPMENT_LOCK)
    os.chdir(ROOT)
    if arguments:
        embedded = "--sqlite" in arguments
        arguments = [argument for argument in arguments if argument != "--sqlite"]
        return _pytest(arguments, embedded=embedded)
    return _everything()


def _everything() -> int:
    """Run every check, also after one has failed: a person wants to know all of it at once.

    The types take a minute of one processor and the tests on SQLite wait a lot, so both run beside everything else.
    One process more than there are cores shares the tests of the site, which wait for browsers and servers.
    """
    start = time.monotonic()
    shutil.rmtree(REACHED, ignore_errors=True)
    *quick, types = (Check(title, command) for title, command in static_checks())
    again = Check(
        "Tests of the database again, on SQLite and the embedded queue",
        _session([*_shared(1), "--both-databases"], embedded=True),
    )
    with types, again:
        types.start()
        failed = [check.title for check in quick if not check.passes()]
        # Many of them wait: for a lock, for a worker that was killed. It would leave a core idle, were they alone.
        again.start()
        print("\nThe game and the law, with what their tests reach", flush=True)
        noted = _noted(OWN, ("engine", "judging/law"), branches=True)
        if _pytest([*_shared(PROCESSES), *PURE, *NOTING], embedded=True, env=noted):
            failed.append("Tests of the game and the law")
        print("\nAll other tests on PostgreSQL and Redis", flush=True)
        noted = _noted(OTHERS, ("tournaments", "judging"))
        others = [*_shared(PROCESSES + 1), *(f"--ignore={folder}" for folder in PURE), *NOTING]
        if _pytest(others, embedded=False, env=noted):
            failed.append("Tests on PostgreSQL")
        coverage = Check("Coverage", ["python", "-m", "tests.support.coverage_floor", str(OWN), str(OTHERS)])
        failed += [check.title for check in (coverage, types, again) if not check.passes(show=check is not types)]
    verdict = f"FAILED: {', '.join(failed)}" if failed else "All in order"
    print(f"\n{verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    return 1 if failed else 0


def _shared(processes: int) -> list[str]:
    """pytest's arguments for tests that so many processes share."""
    return ["-q", "-n", str(processes), "--dist", "worksteal", "--durations=15"]


def _noted(folder: Path, rooms: Sequence[str], *, branches: bool = False) -> Mapping[str, str]:
    """What tests.support.reached is told."""
    return {"REACHED_FOLDER": str(folder), "REACHED_ROOMS": ",".join(rooms), "REACHED_BRANCHES": str(int(branches))}


def static_checks() -> list[tuple[str, Sequence[str]]]:
    """Title and command (in the virtual environment) of every check that is no test, the slowest last."""
    return [
        ("Format", ["ruff", "format", "--check", "--quiet", "."]),
        ("Lint", ["ruff", "check", "--quiet", "."]),
        ("Format of templates", ["djangofmt", "--check", "templates"]),
        ("Lint of templates", ["djangofmt", "check", "templates"]),
        ("Scripts and styles", ["biome", "check", "--error-on-warnings", "static"]),
        ("Import contracts", ["lint-imports", "--no-cache"]),
        ("Missing migrations", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
        ("Translations", ["python", "manage.py", "compile_translations"]),
        ("Types", ["mypy"]),
    ]


class Check:
    """A tool that says by its exit code whether all is well."""

    def __init__(self, title: str, command: Sequence[str]) -> None:
        self.title = title
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0

    def start(self) -> None:
        """Let it run beside what comes next; inside `with`, so that it ends when that is broken off."""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - read and closed when the tool has ended
        self._started = time.monotonic()
        program = [str(BIN / self._command[0]), *self._command[1:]]
        self._process = subprocess.Popen(
            program,
            cwd=ROOT,
            env=dict(_environment()),
            stdout=self._said,
            stderr=subprocess.STDOUT,
            preexec_fn=processes.die_with_parent(),
        )

    def __enter__(self) -> "Check":
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_SECONDS)

    def passes(self, *, show: bool = False) -> bool:
        """Wait for its end. One line when all is well, all that the tool said when it is not, or to `show` it."""
        if self._process is None:
            self.start()
        assert self._process is not None
        print(f"{self.title} ... ", end="", flush=True)
        code = self._process.wait()
        with self._said as said:
            said.seek(0)
            text = said.read().decode(errors="replace")
        if code == 0:
            print(f"ok ({time.monotonic() - self._started:.1f} s)", flush=True)
            if show:
                print(text.rstrip(), flush=True)
            return True
        print(f"failed\n{text}\n{self.title} failed: {' '.join(self._command)}\n", flush=True)
        return False


def _session(arguments: Sequence[str], *, embedded: bool) -> list[str]:
    """pytest under the services' launcher; a service that cannot be had is a failure."""
    launcher = ["python", "-m", "tests.support.services", *(["--embedded"] if embedded else []), "--"]
    return [*launcher, str(BIN / "python"), "-m", "pytest", *arguments]


def _pytest(arguments: Sequence[str], *, embedded: bool, env: Mapping[str, str] | None = None) -> int:
    """Run pytest to its end; its exit code."""
    program, *rest = _session(arguments, embedded=embedded)
    command = [str(BIN / program), *rest]
    return processes.run(command, {**_environment(), **(env or {})}, cwd=ROOT, grace=GRACE_SECONDS)


def _environment() -> Mapping[str, str]:
    """Settings of a site on this machine (such as its secret key) stay out of the tests; given servers go in."""
    own = ("MAHJONG_DIRECTOR_", "REACHED_", "PYTEST_XDIST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {**kept, "MAHJONG_DIRECTOR_DATA": str(ROOT / "var" / "checks")}
