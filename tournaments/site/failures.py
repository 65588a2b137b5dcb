"""Failures of a machine - its files, its database, its settings - as one sentence of a command, with the remedy."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.files import explain_file_failure, quote_path
from tournaments.core.installation import PROGRAM, get_data_folder

TRACEBACK = "--traceback"
"""Django's option of every command."""
UNPREPARED = ("no such table", "no such column", "does not exist")


@contextmanager
def explained(arguments: Sequence[str] = ()) -> Iterator[None]:
    """End the program with a sentence where its machine fails; `--traceback` among the arguments shows the place."""
    try:
        yield
    except BrokenPipeError:
        raise
    except Exception as error:
        sentence = "" if TRACEBACK in arguments else explain(error)
        if not sentence:
            raise
        sys.exit(sentence)


def explain(error: Exception) -> str:
    """Return the sentence, or "" for a fault of the program, whose traceback is wanted."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError

    if isinstance(error, DatabaseError):
        return explain_database(str(error))
    if isinstance(error, ImproperlyConfigured):
        return f"The settings cannot be used: {error}"
    if isinstance(error, OSError):
        return explain_file_failure(error) if error.filename else f"The system refuses it: {error.strerror or error}."
    return ""


def explain_database(message: str) -> str:
    first = (message.strip().splitlines() or ["no reason is given"])[0].rstrip(".?")
    if any(words in first for words in UNPREPARED):
        return (
            f"The database is not up to date with this program ({first}); start {PROGRAM} once, or use "
            f"{PROGRAM} manage prepare --empty, then try again."
        )
    if "locked" in first:
        return "The database is busy; try again in a minute, or stop the site first."
    return (
        f"The database cannot be used ({first}); look at DATABASE_URL, or at the permissions of the data folder, "
        f"{quote_path(get_data_folder())}."
    )
