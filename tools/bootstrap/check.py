"""`./test`: every check of the repository, on real services."""

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence

from tools.bootstrap import processes, python, system
from tools.bootstrap.steps import ROOT

# More would want more memory than a small machine has: each may hold a browser, a web server and a worker.
PROCESSES = str(min(4, os.cpu_count() or 2))
# For the services' launcher, which gives pytest ten seconds, to stop its servers.
GRACE_SECONDS = 20.0
BIN = python.VENV / "bin"
DURATIONS = "--durations=15"

PURE = (
    "tests/engine",
    "tests/judging/law",
    *(
        f"tests/conformance/test_{name}.py"
        for name in ("declared", "declared_examples", "parameter_ranges", "seat_walls")
    ),
)
"""Tests of the pure rooms whose branches are counted. Tracing makes them twice as long, so nothing else is traced."""
COVERED = ROOT / "var" / "checks" / "coverage"
COVERAGE = ("--cov=engine", "--cov=judging/law", "--cov-branch", "--cov-report=")

USAGE = """./test                  all checks, all tests on PostgreSQL and Redis, those of the database again on SQLite
./test PYTEST-ARGS...   only these tests, on PostgreSQL and Redis, e.g. ./test tests/engine -k furiten
./test --sqlite ARGS... only these tests, on SQLite and the embedded queue"""


def main(arguments: list[str]) -> int:
    """Returns 0 when everything is in order."""
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    system.provide(required=(system.VENV, *system.PRINTING, *system.TESTING), wished=())
    python.provide(python.DEVELOPMENT_LOCK)
    os.chdir(ROOT)
    if arguments:
        embedded = "--sqlite" in arguments
        arguments = [argument for argument in arguments if argument != "--sqlite"]
        return _pytest(arguments, embedded=embedded)
    return _everything()


def _everything() -> int:
    """Run every check, also after one has failed: a person wants to know all of it at once.

    The types take a minute of one processor, so they are checked beside everything else.
    """
    start = time.monotonic()
    *quick, types = (Check(title, command) for title, command in static_checks())
    types.start()
    failed = [check.title for check in quick if not check.passes()]
    parallel = ["-q", "-n", PROCESSES, "--dist", "worksteal", DURATIONS]
    print("\nThe game and the law, with what their tests reach", flush=True)
    if _pytest([*parallel, *PURE, *COVERAGE], embedded=False):
        failed.append("Tests of the game and the law")
    if not Check("Coverage", ["python", "-m", "tests.support.coverage_floor", str(COVERED)]).passes(show=True):
        failed.append("Coverage")
    print("\nAll other tests on PostgreSQL and Redis", flush=True)
    if _pytest([*parallel, *(f"--ignore={folder}" for folder in PURE)], embedded=False):
        failed.append("Tests on PostgreSQL")
    if not types.passes():
        failed.append(types.title)
    print("\nTests of the database again, on SQLite and the embedded queue", flush=True)
    if _pytest([*parallel, "--both-databases"], embedded=True):
        failed.append("Tests on SQLite")
    verdict = f"FAILED: {', '.join(failed)}" if failed else "All in order"
    print(f"\n{verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    return 1 if failed else 0


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
        """Let it run beside what comes next."""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - read and closed when the tool has ended
        self._started = time.monotonic()
        program = [str(BIN / self._command[0]), *self._command[1:]]
        env = dict(_environment())
        self._process = subprocess.Popen(program, cwd=ROOT, env=env, stdout=self._said, stderr=subprocess.STDOUT)

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


def _pytest(arguments: Sequence[str], *, embedded: bool) -> int:
    """Run pytest under the services' launcher; a service that cannot be had is a failure."""
    services = [str(BIN / "python"), "-m", "tests.support.services", *(["--embedded"] if embedded else []), "--"]
    command = [*services, str(BIN / "python"), "-m", "pytest", *arguments]
    return processes.run(command, _environment(), cwd=ROOT, grace=GRACE_SECONDS)


def _environment() -> Mapping[str, str]:
    """Settings of a site on this machine (such as its secret key) stay out of the tests; given servers go in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAHJONG_DIRECTOR_")}
    return {**kept, "MAHJONG_DIRECTOR_DATA": str(ROOT / "var" / "checks"), "COVERAGE_FILE": str(COVERED)}
