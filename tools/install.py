"""Prepare a clone and start what was asked for: `./run` and `./test` call it. Uses the standard library only.

Creates `.venv`, installs the lock file into it, and as root on Debian installs the system packages that printing and
browser tests need; others are told the command. `--no-system-packages` leaves the system alone.
"""

import ctypes.util
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

Packages = Mapping[str, Callable[[], object]]
"""Debian packages, each with a function that returns something true where it, or its like, is there."""

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
VENV_PACKAGE: Packages = {
    f"python3.{sys.version_info.minor}-venv": lambda: importlib.util.find_spec("ensurepip") is not None,
}
PRINTING: Packages = {
    "libpango-1.0-0": lambda: ctypes.util.find_library("pango-1.0"),
    "libpangoft2-1.0-0": lambda: ctypes.util.find_library("pangoft2-1.0"),
    "libharfbuzz-subset0": lambda: ctypes.util.find_library("harfbuzz-subset"),
    "fonts-noto-cjk": lambda: any(next(folder.rglob("Noto*CJK*"), None) for folder in FONT_FOLDERS),
}
TESTING: Packages = {
    "libatomic1": lambda: ctypes.util.find_library("atomic"),
    "gettext": lambda: shutil.which("xgettext"),
    "chromium": lambda: any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
    "poppler-utils": lambda: shutil.which("pdftotext"),
}
QUICKER: Packages = {"chromium-headless-shell": lambda: shutil.which("chromium-headless-shell")}
"""Has no window to draw for, which saves browser tests half of the processor; they go on without it."""
PURE_TESTS = (
    *("tests/engine", "tests/judging/law"),
    *(
        f"tests/conformance/test_{name}.py"
        for name in ("declared", "declared_examples", "option_examples", "parameter_ranges", "seat_walls")
    ),
)
"""Tests of the pure packages, which need no browser, no PDF, no server and no Django."""
COMMANDS = {
    "run": ("requirements.lock", PRINTING, "tournaments.site.command"),
    "test": ("requirements-dev.lock", {**PRINTING, **TESTING}, "tools.checks"),
}


class InstallError(Exception):
    """Ends the command; the message says what to do."""


def main(command: str, arguments: list[str]) -> None:
    """Install what is missing, then become the command."""
    lock, packages, module = COMMANDS[command]
    system = "--no-system-packages" not in arguments
    arguments = [argument for argument in arguments if argument != "--no-system-packages"]
    wished = QUICKER if command == "test" else {}
    if command == "test" and ("--quick" in arguments or only_pure(arguments)):
        packages = wished = {}
    if missing(VENV_PACKAGE):
        install_packages(VENV_PACKAGE, system)
    with ThreadPoolExecutor(1) as beside:
        # Two networks are waited for at once.
        installed = [beside.submit(install_packages, packages, system), beside.submit(install_wished, wished, system)]
        install_lock(ROOT / lock)
        for each in installed:
            each.result()
    if lacking := missing(VENV_PACKAGE if command == "run" else packages):
        raise InstallError(f"Missing: {', '.join(lacking)}; as administrator type:  {apt_line(lacking)}")
    if lacking := missing(packages):
        print(f"! Going on without PDF; as administrator type:  {apt_line(lacking)}", file=sys.stderr, flush=True)
    os.chdir(ROOT)
    # A site and its tests start many processes of the same sources; each would compile them anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.execv(PYTHON, [str(PYTHON), "-m", module, *arguments])


def only_pure(arguments: Sequence[str]) -> bool:
    """Return True if the arguments name tests, all of them in `PURE_TESTS`."""
    paths = [argument.partition("::")[0] for argument in arguments if not argument.startswith("-")]
    named = [ROOT / path for path in paths if "/" in path and (ROOT / path).exists()]
    return bool(named) and all(any(path.is_relative_to(ROOT / pure) for pure in PURE_TESTS) for path in named)


def missing(packages: Packages) -> list[str]:
    """The names of the packages that are not there."""
    return [name for name, present in packages.items() if not present()]


def apt_line(names: list[str]) -> str:
    """The command that an administrator types."""
    return "apt-get install --no-install-recommends " + " ".join(names)


def install_packages(packages: Packages, allowed: bool) -> None:
    """Install the missing Debian packages where this is root and apt-get is there; they are looked for again later."""
    names = missing(packages)
    if names and _may_install(allowed):
        _announce(names)
        step("Updating the package list", ["apt-get", "update", "-q"], _UNATTENDED, required=False)
        _apt_install(names)


def install_wished(packages: Packages, allowed: bool) -> None:
    """Install those that the distribution has, one by one: apt-get installs all that it is told or nothing."""
    for name in missing(packages):
        if _may_install(allowed) and subprocess.run(["apt-cache", "show", name], capture_output=True).returncode == 0:
            _announce([name])
            _apt_install([name])


def _announce(names: list[str]) -> None:
    print(f"Installing on this system: {' '.join(names)} (--no-system-packages leaves it as it is)", flush=True)


_UNATTENDED = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


def _may_install(allowed: bool) -> bool:
    return allowed and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt_install(names: list[str]) -> None:
    line = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *names]
    step(f"Installing {', '.join(names)}", line, _UNATTENDED, required=False)


def install_lock(lock: Path) -> None:
    """Create the environment, and install the lock file where it has changed since the last time."""
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = VENV / lock.name
    finished, uv = stamp.exists() and stamp.read_text() == wanted, shutil.which("uv")
    # A creation that failed or was stopped half-way leaves a Python without pip.
    needed = "" if finished or uv else "import pip"
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", needed], capture_output=True).returncode:
        step("Creating .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)])
        finished = False
    if finished:
        return
    if uv:
        command = ["uv", "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    options = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(lock)]
    step(f"Installing {lock.name}", [*command, *options])
    stamp.write_text(wanted)
    if lock.name == "requirements-dev.lock":
        # It holds the runtime lock.
        runtime = ROOT / "requirements.lock"
        (VENV / runtime.name).write_text(hashlib.sha256(runtime.read_bytes()).hexdigest())


def step(title: str, command: list[str], env: Mapping[str, str] | None = None, required: bool = True) -> None:
    """Run a command and print a line when it is done. Raises InstallError with the end of what it said."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode and required:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise InstallError(f"{title} failed:\n{said}\nStart again to go on where it stopped.")
    print(f"{title} ... {'failed' if done.returncode else 'done'} ({time.monotonic() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - here the version is only hoped for
        sys.exit(f"Mahjong Director needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    try:
        main(sys.argv[1], sys.argv[2:])
    except InstallError as failure:
        sys.exit(f"\n{failure}")
