"""Data of a clone, copied for the installed command at its first start."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from tournaments.site.installation import INSTALLED, ServeError

DATABASE: Final = "db.sqlite3"
LEFT_OUT: Final = shutil.ignore_patterns("*.lock", "*.sqlite3*", "checks", "locks", "logs", "start.html", "static")
"""Locks, the queue and what each start makes anew; the database is copied by SQLite itself."""


def adopt(source: Path | None, target: Path) -> None:
    """Copy the data of `source`, or of a clone in the current folder after a question, into a new data folder.

    Raises ServeError if `source` cannot be copied.
    """
    new = not (target / DATABASE).exists() and not os.environ.get("DATABASE_URL")
    if source is None:
        source = clone_here() if INSTALLED and new else None
        if source is None or not agreed(source, target):
            return
    if not new:
        raise ServeError(f"{target} holds a site already; choose a new folder with --data.")
    if not (source / DATABASE).exists():
        raise ServeError(f"{source} holds no site; name the folder with {DATABASE}, such as var in a clone.")
    copy(source, target)
    print(f"Copied the data of {source}; the original stays as it is.", flush=True)


def clone_here() -> Path | None:
    """Return the data folder of the clone in the current folder, or None."""
    here = Path.cwd()
    return here / "var" if (here / "manage.py").exists() and (here / "var" / DATABASE).exists() else None


def agreed(source: Path, target: Path) -> bool:
    """Ask a person whether to copy the data; without one, print how to."""
    if not (sys.stdin and sys.stdin.isatty()):
        print(f"To start with the data of {source}, add: --copy-data {source}", flush=True)
        return False
    answer = input(f"Copy the data of ./run in {source} to {target}? [Y/n] ")
    return answer.strip().lower() in ("", "y", "yes")


def copy(source: Path, target: Path) -> None:
    """Copy a data folder on which no site runs. Raises ServeError."""
    try:
        with FileLock(source / "run.lock", timeout=0):
            shutil.copytree(source, target, ignore=LEFT_OUT, dirs_exist_ok=True)
            draft = target / f"{DATABASE}.new"
            with closing(sqlite3.connect(source / DATABASE)) as old, closing(sqlite3.connect(draft)) as new:
                old.backup(new)
                new.execute("PRAGMA journal_mode = DELETE")
            draft.replace(target / DATABASE)
    except Timeout:
        raise ServeError(f"A site runs on {source}; stop it, then start again.") from None
    except (OSError, shutil.Error, sqlite3.Error) as error:
        raise ServeError(f"The data of {source} cannot be copied ({error}); check the folder, or leave it.") from None
