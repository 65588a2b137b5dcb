"""Sentences of every command line about files that it cannot read or write."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ADVICE = {
    FileNotFoundError: "is not there; look at the path",
    FileExistsError: "is there already and no folder; name another",
    IsADirectoryError: "is a folder; name a file",
    NotADirectoryError: "is not there: a part of the path is a file; look at the path",
    PermissionError: "is closed to this user; change its permissions, or run the command as its owner",
    UnicodeDecodeError: "is not text in UTF-8; name another file, or save it as UTF-8",
}


class FileFailure(Exception):
    """File that cannot be read; the message is the sentence for its user."""


def read_text(path: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for "". Raises FileFailure."""
    try:
        return (Path(path).read_bytes() if path else sys.stdin.buffer.read()).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileFailure(explain_file_failure(error, path or "standard input")) from None


def quote_path(path: Path | str) -> str:
    """Return the path as the shell takes it.

    >>> print(quote_path("spring-open.zip"), quote_path("My events/spring open.zip"))
    spring-open.zip 'My events/spring open.zip'
    """
    return subprocess.list2cmdline([str(path)]) if os.name == "nt" else shlex.quote(str(path))


def explain_file_failure(error: OSError | UnicodeDecodeError, path: Path | str = "") -> str:
    """Return a sentence with the remedy; without `path` it names the file of the error.

    >>> print(explain_file_failure(FileNotFoundError(2, "No such file or directory", "my events.json")))
    'my events.json' is not there; look at the path.
    """
    name = quote_path(path or getattr(error, "filename", None) or "the file")
    for kind, advice in ADVICE.items():
        if isinstance(error, kind):
            return f"{name} {advice}."
    return f"{name} cannot be used ({getattr(error, 'strerror', '') or error}); name another, or make room for it."
