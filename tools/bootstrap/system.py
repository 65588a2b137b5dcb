"""Debian packages that no Python package carries: looked for by what they bring, installed only when missing."""

import contextlib
import ctypes.util
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from tools.bootstrap.steps import StepFailed, quietly, step, warn

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# The same pages for two fifths of the processor, because it has no window to draw for; it keeps no profile.
HEADLESS_SHELL = "chromium-headless-shell"


@dataclass(frozen=True)
class Need:
    """A Debian package, what it is for, and how to see that it (or its like) is there."""

    package: str
    purpose: str
    present: Callable[[], bool]


def _library(name: str) -> Callable[[], bool]:
    return lambda: ctypes.util.find_library(name) is not None


def _cjk_font() -> bool:
    return any(
        next(folder.rglob("NotoSansCJK*"), None) or next(folder.rglob("NotoSerifCJK*"), None) for folder in FONT_FOLDERS
    )


def chromium(*, whole: bool = False) -> str | None:
    """The path of the browser for the tests; the `whole` one keeps what it knows when it is started again."""
    names = CHROMIUM if whole else (HEADLESS_SHELL, *CHROMIUM)
    return next((path for name in names if (path := shutil.which(name))), None)


VENV = Need(
    f"python{sys.version_info.major}.{sys.version_info.minor}-venv",
    "virtual environment",
    lambda: importlib.util.find_spec("ensurepip") is not None,
)
PRINTING = (
    Need("libpango-1.0-0", "PDF", _library("pango-1.0")),
    Need("libpangoft2-1.0-0", "PDF", _library("pangoft2-1.0")),
    Need("libharfbuzz-subset0", "PDF", _library("harfbuzz-subset")),
    Need("fonts-noto-cjk", "Japanese and Chinese names in PDF", _cjk_font),
)
TESTING = (
    Need("libatomic1", "browser tests", _library("atomic")),
    Need(CHROMIUM[0], "browser tests", lambda: chromium(whole=True) is not None),
    Need("poppler-utils", "reading PDF in tests", lambda: shutil.which("pdftotext") is not None),
)
QUICKER_TESTING = (Need(HEADLESS_SHELL, "quicker browser tests", lambda: shutil.which(HEADLESS_SHELL) is not None),)


def missing(needs: tuple[Need, ...]) -> list[Need]:
    """Those of `needs` that are not there."""
    return [need for need in needs if not need.present()]


def install_line(needs: list[Need]) -> str:
    """The command that an administrator types.

    >>> install_line([VENV])[:40]
    'apt-get install --no-install-recommends '
    """
    return "apt-get install --no-install-recommends " + " ".join(need.package for need in needs)


def provide(required: tuple[Need, ...], wished: tuple[Need, ...] = (), later: tuple[Need, ...] = ()) -> None:
    """Install what is missing. Without the right to: StepFailed for something required, a warning for a wish.

    `later`: wishes for `beside`; an administrator is told of them too.
    """
    lacking = missing(required + wished)
    if not lacking:
        return
    prefix = _administrator()
    if prefix is not None:
        _apt(prefix, missing(required))
        # Apart: not every distribution has a package of each name.
        with contextlib.suppress(StepFailed):
            _apt(prefix, missing(wished))
        lacking = missing(required + wished)
    if hard := [need for need in lacking if need in required]:
        line = install_line(lacking + missing(later))
        raise StepFailed(f"Missing for {_purposes(hard)}; as administrator type:  {line}")
    _go_on_without(lacking)


@contextmanager
def beside(wished: tuple[Need, ...]) -> Iterator[None]:
    """Install what is missing of the wishes while the block runs; it ends when both have ended, with a warning where
    something is still missing. The first start waits for two networks at once.
    """
    lacking = missing(wished)
    prefix = _administrator() if lacking else None
    if prefix is None:
        yield
    else:
        work = Thread(target=_apt_if_it_can, args=(prefix, lacking))
        work.start()
        try:
            yield
        finally:
            with step(f"Waiting for {_names(lacking)}"):
                work.join()
    _go_on_without(missing(wished))


def _go_on_without(lacking: list[Need]) -> None:
    if lacking:
        warn(f"Going on without {_purposes(lacking)}; as administrator type:  {install_line(lacking)}")


def _administrator() -> list[str] | None:
    """What to put before a command that needs the right to install: nothing for root, sudo where it asks nothing."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def _apt(prefix: list[str], needs: list[Need]) -> None:
    """Install them, if any; StepFailed with what apt-get said."""
    if not needs:
        return
    with step(f"Installing {_names(needs)}"):
        _install(prefix, needs)


def _apt_if_it_can(prefix: list[str], needs: list[Need]) -> None:
    with contextlib.suppress(StepFailed):
        _install(prefix, needs)


def _install(prefix: list[str], needs: list[Need]) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = [need.package for need in needs]
    quietly([*prefix, "apt-get", "update", "-q"], env)
    quietly([*prefix, "apt-get", "install", "-q", "-y", "--no-install-recommends", *packages], env)


def _names(needs: list[Need]) -> str:
    return ", ".join(need.package for need in needs)


def _purposes(needs: list[Need]) -> str:
    return " and ".join(sorted({need.purpose for need in needs}))
