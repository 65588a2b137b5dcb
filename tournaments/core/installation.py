"""Places of the program's files and of the user's data, in a clone and in an installed package."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from tournaments import __version__

ROOT: Final = Path(__file__).resolve().parents[2]
INSTALLED: Final = not (ROOT / "manage.py").exists()
PROGRAM: Final = "mahjong-director" if INSTALLED else "./run"
KEY_FILE: Final = "secret_key"


class ServeError(Exception):
    """Failure of the program; the message names the problem and the remedy."""


def read_version() -> str:
    """Return the version; that of a wheel built between releases names the commit."""
    from importlib.metadata import version

    return version("mahjong-director") if INSTALLED else __version__


def get_program_folder(name: str) -> Path:
    """Return `templates`, `static`, `locale` or `docs`; a wheel has them inside the package."""
    return (ROOT / "tournaments" / "resources" if INSTALLED else ROOT) / name


def get_data_folder(folder: str | None = None) -> Path:
    """Return the data folder: MAHJONG_DIRECTOR_DATA, else `var/` of the clone or the platform's folder for data."""
    if path := os.environ.get("MAHJONG_DIRECTOR_DATA") if folder is None else folder:
        return Path(path).resolve()
    if not INSTALLED:
        return ROOT / "var"
    from platformdirs import user_data_path

    return user_data_path("mahjong-director", appauthor=False)


def make_data_folder() -> Path:
    folder = get_data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(folder)
    return folder


def close_to_others(folder: Path) -> None:
    """Deny other users the data folder and its databases, unless it lacks our key or has a sticky bit (/tmp)."""
    with suppress(OSError):
        if (folder / KEY_FILE).exists() and not folder.stat().st_mode & stat.S_ISVTX:
            folder.chmod(0o700)
            for database in folder.glob("*.sqlite3*"):
                database.chmod(0o600)


def build_manage_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tournaments.site.command", "manage", *arguments]
