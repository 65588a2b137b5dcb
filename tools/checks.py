"""`./test`: every check of the repository, on real services. `tools/install.py` prepares the environment before."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from tools.install import PURE_TESTS, only_pure

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
# More would want more memory than a small machine has: each may hold a browser, a web server and a worker.
PROCESSES = min(4, os.cpu_count() or 2)
MARK = "MAHJONG_TEST_RUN"
"""Variable that every process started here inherits, so that none is left behind, whatever group it is in."""

REACHED = ROOT / "var" / "checks" / "reached"
OWN, OTHERS = REACHED / "own", REACHED / "others"
NOTING = ("-p", "tests.support.reached")
QUICK = (
    *("tests/tools", "tests/docs", "tests/design", "tests/roles/test_table.py", "tests/conformance/test_toy_family.py"),
    *("tests/tournaments/game", "tests/tournaments/rounds", "tests/tournaments/standings", "tests/judging/rulebook"),
    *(f"tests/tournaments/site/test_{name}.py" for name in ("catalogues", "golden")),
    *("tests/tournaments/events/test_settings.py", "tests/tournaments/results/test_services.py"),
)
"""Tests of the site, for `--quick`: those that find most in little time, and need neither browser nor PDF."""
OF_A_RELEASE = ("tests/recipes", "tests/roles/test_mutants.py", "tests/package/test_wheel.py")
"""Tests of `--release` alone: they follow CONTRIBUTING.md in copies of the tree, loosen each permission in turn, and
install the wheel.
"""

USAGE = """./test                  style and import contracts, and all tests on PostgreSQL and Redis
./test --more           the types, and the tests of the database again on SQLite; CI runs both
./test --quick          the checks, tests of game and law, and some of the site on SQLite: two minutes, no browser
./test --release        everything and more, each walk in full, missing translations as failures, recipes, installation,
                        the benchmarks
./test PYTEST-ARGS...   only these tests, on PostgreSQL and Redis, e.g. ./test tests/journeys -k quiz
                        (on SQLite where all are of game or law: ./test tests/engine -k furiten)
./test --sqlite ARGS... only these tests, on SQLite and the queue of a site without Redis
With any of them, --slice N takes another part of the long walks than the commit's, and -p randomly another order.
Before any of them: --no-system-packages installs nothing on the system."""


class Ended(SystemExit):
    """A signal asked this command to end; the exit code says by which, as a shell's does."""


def main(arguments: list[str]) -> int:
    """Run what is asked for; 0 when everything is in order. Nothing that it started is left running."""
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    scratch = Path(tempfile.mkdtemp(prefix="mahjong-test-"))
    scratch.chmod(0o711)  # PostgreSQL runs as another user
    os.environ |= {MARK: uuid.uuid4().hex, "TMPDIR": str(scratch)}
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    os.chdir(ROOT)
    try:
        code = _run_chosen(arguments)
        _end_all_started()
        left = sorted(path.name for path in scratch.iterdir() if not path.name.startswith("pytest-of-"))
        if left:
            print(f"FAILED: left in the temporary folder: {', '.join(left)}", flush=True)
        return code or int(bool(left))
    finally:
        _end_all_started()
        shutil.rmtree(scratch, ignore_errors=True)


def _run_chosen(arguments: list[str]) -> int:
    commands, more = _parted(arguments)
    if commands == []:
        return _everything(more)
    if commands == ["--release"]:
        return _everything(more, release=True)
    if commands == ["--more"]:
        return _more(more)
    if commands == ["--quick"]:
        return _quick(more)
    chosen = [argument for argument in arguments if argument != "--sqlite"]
    return _run(_session(chosen, embedded="--sqlite" in arguments or only_pure(chosen)))


def _parted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Part what to run from pytest's options that any run may have.

    >>> _parted(["--release", "--slice", "17", "-p", "randomly", "--randomly-seed=5"])
    (['--release'], ['--slice', '17', '-p', 'randomly', '--randomly-seed=5'])
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--slice")
    parser.add_argument("--randomly-seed")
    parser.add_argument("-p", action="append")
    commands = parser.parse_known_args(arguments)[1]
    return commands, [argument for argument in arguments if argument not in commands]


def _quick(more: Sequence[str]) -> int:
    """Run what finds most mistakes, while the types are checked beside it."""
    start = time.monotonic()
    *quick, types = (Check(title, command) for title, command in static_checks())
    for check in (*quick, types):
        check.start()
    failed = [check.title for check in quick if not check.passes()]
    chosen = ["-m", "not browser and not worker and not long", *PURE_TESTS, *QUICK]
    if _run(_session([*_shared(PROCESSES), *chosen, *more], embedded=True)):
        failed.append("Tests")
    if not types.passes():
        failed.append(types.title)
    return _verdict(failed, start)


def _everything(more: Sequence[str], *, release: bool = False) -> int:
    """Run every check, also after one has failed: a person wants to know all of it at once.

    One process more than there are cores shares the tests of the site, which wait for browsers and servers. A release
    has the types and the tests on SQLite beside everything else.
    """
    start = time.monotonic()
    shutil.rmtree(REACHED, ignore_errors=True)
    # Another order finds tests that need those before them.
    order = ["-p", "randomly", *more] if release else more
    more = ["--release", *order] if release else order
    *quick, types = (Check(title, command) for title, command in static_checks())
    beside = [types, _again(1, more)] if release else []
    # None needs another, and most of them run on one core.
    for check in (*quick, *beside):
        check.start()
    failed = [check.title for check in quick if not check.passes()]
    print("\nThe game and the law, with the branches that their tests reach", flush=True)
    noted = _noted(OWN, ("engine", "judging/law"), branches=True)
    if _run(_session([*_shared(PROCESSES), *PURE_TESTS, *NOTING, *more], embedded=True), noted):
        failed.append("Tests of the game and the law")
    print("\nAll other tests on PostgreSQL and Redis", flush=True)
    others = [*_shared(PROCESSES + 1), *(f"--ignore={path}" for path in (*PURE_TESTS, *OF_A_RELEASE))]
    # The lines of the site have no floor: only a release counts them.
    others += [*more, *(NOTING if release else ())]
    if _run(_session(others, embedded=False), _noted(OTHERS, ("tournaments", "judging")) if release else None):
        failed.append("Tests on PostgreSQL")
    folders = [str(OWN), *([str(OTHERS)] if release else [])]
    coverage = Check("Coverage", ["python", "-m", "tools.coverage_floor", *folders])
    failed += [check.title for check in (coverage, *beside) if not check.passes(show=check is not types)]
    if release:
        print("\nThe recipes of CONTRIBUTING.md, the wheel with its packages, and the permissions loosened", flush=True)
        if _run(_session([*_shared(PROCESSES), *OF_A_RELEASE, *order], embedded=True)):
            failed.append("Tests of a release")
        # Last and alone: they are told by the clock.
        benchmarks = Check("Benchmarks", ["python", "-m", "benchmarks", "table"])
        failed += [] if benchmarks.passes(show=True) else [benchmarks.title]
    return _verdict(failed, start)


def _more(more: Sequence[str]) -> int:
    """Run what seldom fails where `./test` passes: the types, and beside them the tests of the database on SQLite."""
    start = time.monotonic()
    types = Check(*static_checks()[-1])
    types.start()
    again = _again(PROCESSES, more)
    return _verdict([check.title for check in (again, types) if not check.passes(show=check is again)], start)


def _again(processes: int, more: Sequence[str]) -> Check:
    """The tests marked both_databases on SQLite. Many of them wait: for a lock, for a worker that was killed."""
    command = _session([*_shared(processes), "--both-databases", *more], embedded=True)
    return Check("Tests of the database again, on SQLite and its queue", command)


def _verdict(failed: Sequence[str], start: float) -> int:
    """Print what failed and the seconds since the start; the exit code."""
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
    """A tool whose exit code says that all is well."""

    def __init__(self, title: str, command: Sequence[str]) -> None:
        self.title, self._command = title, command
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Let the tool run beside what comes next."""
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - read and closed when the tool has ended
        self._started = time.monotonic()
        program = [str(BIN / self._command[0]), *self._command[1:]]
        self._process = subprocess.Popen(program, env=_environment(), stdout=self._output, stderr=subprocess.STDOUT)

    def passes(self, *, show: bool = False) -> bool:
        """Wait for the end. Print one line when all is well; the whole output when it is not, or to `show` it."""
        if self._process is None:
            self.start()
        assert self._process is not None
        print(f"{self.title} ... ", end="", flush=True)
        code = self._process.wait()
        with self._output as output:
            output.seek(0)
            text = output.read().decode(errors="replace")
        if code:
            print(f"failed\n{text}\n{self.title} failed: {' '.join(self._command)}\n", flush=True)
            return False
        print(f"ok ({time.monotonic() - self._started:.1f} s)", flush=True)
        if show:
            print(text.rstrip(), flush=True)
        return True


def _shared(processes: int) -> list[str]:
    """pytest's arguments for tests that so many processes share."""
    return ["-q", "-n", str(processes), "--dist", "worksteal", "--durations=15"]


def _noted(folder: Path, packages: Sequence[str], *, branches: bool = False) -> Mapping[str, str]:
    """The settings of tests.support.reached."""
    return {
        "REACHED_FOLDER": str(folder),
        "REACHED_PACKAGES": ",".join(packages),
        "REACHED_BRANCHES": str(int(branches)),
    }


def _session(arguments: Sequence[str], *, embedded: bool) -> list[str]:
    """pytest under the services' launcher; a service that cannot be had is a failure."""
    launcher = ["python", "-m", "tools.services", *(["--embedded"] if embedded else []), "--"]
    return [*launcher, str(BIN / "python"), "-m", "pytest", *arguments]


def _run(command: Sequence[str], env: Mapping[str, str] | None = None) -> int:
    """Run a command of the environment to its end; its exit code."""
    return subprocess.Popen([str(BIN / command[0]), *command[1:]], env={**_environment(), **(env or {})}).wait()


def _environment() -> dict[str, str]:
    """The environment without the settings of a site on this machine, such as its secret key."""
    own = ("MAHJONG_DIRECTOR_", "REACHED_", "PYTEST_XDIST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {**kept, "MAHJONG_DIRECTOR_DATA": str(ROOT / "var" / "checks")}


def _end(number: int, _frame: object) -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Ended(128 + number)


def _end_all_started() -> None:
    """Ask all that this command started to end, and kill what has not after twenty seconds (pytest takes ten)."""
    started = _started()
    for process in started:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    psutil.wait_procs(started, timeout=20)
    for process in _started():
        with contextlib.suppress(psutil.Error):
            process.kill()


def _started() -> list[psutil.Process]:
    """The other living processes with this run's mark, also those that have left their parents."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            mine = process.pid != os.getpid() and process.environ().get(MARK) == os.environ[MARK]
            if mine and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
