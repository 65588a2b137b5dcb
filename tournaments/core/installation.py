"""Places of the program's files and of the user's data, in a clone and in an installed package."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
"""Folder of the packages: the clone, or `site-packages`."""
INSTALLED: Final = not (ROOT / "manage.py").exists()
PROGRAM: Final = "mahjong-director" if INSTALLED else "./run"
"""Command that serves the site."""
KEY_FILE: Final = "secret_key"
"""File of the data folder with the site's secret key."""


class ServeError(Exception):
    """The program cannot do what it was asked for; the message names the problem and the remedy."""


def program_folder(name: str) -> Path:
    """Return a folder of the program's files: `templates`, `static`, `locale` or `docs`.

    A wheel carries them inside the package; its `static` is collected and its `locale` compiled.
    """
    return (ROOT / "tournaments" / "resources" if INSTALLED else ROOT) / name


def data_folder(folder: str | None = None) -> Path:
    """Return the data folder: MAHJONG_DIRECTOR_DATA, else `var/` of the clone or the platform's folder for data.

    `given` stands for the variable; an empty one returns the folder used without it.
    """
    if path := os.environ.get("MAHJONG_DIRECTOR_DATA") if folder is None else folder:
        return Path(path).resolve()
    if not INSTALLED:
        return ROOT / "var"
    from platformdirs import user_data_path

    return user_data_path("mahjong-director", appauthor=False)


def made_data_folder() -> Path:
    """Return the data folder, created if missing and closed to other users."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(folder)
    return folder


def close_to_others(folder: Path) -> None:
    """Take the data folder and its databases from other users; one made by an earlier release or by hand was open.

    A folder without our key, or shared by its sticky bit as /tmp is, stays as it is, and so does another user's.
    """
    with suppress(OSError):
        if (folder / KEY_FILE).exists() and not folder.stat().st_mode & stat.S_ISVTX:
            folder.chmod(0o700)
            for database in folder.glob("*.sqlite3*"):
                database.chmod(0o600)


def manage_command(*arguments: str) -> list[str]:
    """Return the command line of a management command in a process of its own, to run in `ROOT`."""
    return [sys.executable, "-m", "tournaments.site.command", "manage", *arguments]
