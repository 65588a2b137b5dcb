"""`./test`: every check of the repository, on real services."""

import os
import subprocess
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

USAGE = """./test                  all checks, then all tests on PostgreSQL and Redis, then the database tests on SQLite
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
    """Run every check, also after one has failed: a person wants to know all of it at once."""
    start = time.monotonic()
    failed = [title for title, command in static_checks() if not _passes(title, command)]
    parallel = ["-q", "-n", PROCESSES, DURATIONS]
    print("\nAll tests on PostgreSQL and Redis", flush=True)
    if _pytest(parallel, embedded=False):
        failed.append("Tests on PostgreSQL")
    print("\nDatabase tests on SQLite and the embedded queue", flush=True)
    if _pytest([*parallel, "--both-databases"], embedded=True):
        failed.append("Tests on SQLite")
    verdict = f"FAILED: {', '.join(failed)}" if failed else "All in order"
    print(f"\n{verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    return 1 if failed else 0


def static_checks() -> list[tuple[str, Sequence[str]]]:
    """Title and command (in the virtual environment) of every check that is no test, quickest first."""
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


def _passes(title: str, command: Sequence[str]) -> bool:
    """One line when the check passes, all that the tool said when it does not."""
    print(f"{title} ... ", end="", flush=True)
    start = time.monotonic()
    program = [str(BIN / command[0]), *command[1:]]
    done = subprocess.run(program, cwd=ROOT, env=_environment(), capture_output=True, text=True, errors="replace")
    if done.returncode == 0:
        print(f"ok ({time.monotonic() - start:.1f} s)", flush=True)
        return True
    print(f"failed\n{done.stdout}{done.stderr}\n{title} failed: {' '.join(command)}\n", flush=True)
    return False


def _pytest(arguments: Sequence[str], *, embedded: bool) -> int:
    """Run pytest under the services' launcher; a service that cannot be had is a failure."""
    services = [str(BIN / "python"), "-m", "tests.support.services", *(["--embedded"] if embedded else []), "--"]
    command = [*services, str(BIN / "python"), "-m", "pytest", *arguments]
    return processes.run(command, _environment(), cwd=ROOT, grace=GRACE_SECONDS)


def _environment() -> Mapping[str, str]:
    """Settings of a site on this machine (such as its secret key) stay out of the tests; given servers go in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAHJONG_DIRECTOR_")}
    return {**kept, "MAHJONG_DIRECTOR_DATA": str(ROOT / "var" / "checks")}
