"""Files that commands read and write; a failure is a CommandError."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError

from engine.files import explain_file_failure, quote_path


def read_file(path: Path, *, status: int = 1) -> bytes:
    """Return the content, which is not empty. Raises CommandError with the exit status."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CommandError(explain_file_failure(error, path), returncode=status) from error
    if not content.strip():
        raise CommandError(f"{quote_path(path)} is empty; name another file.", returncode=status)
    return content


def write_file(path: Path, content: bytes) -> None:
    """Write the content. Raises CommandError."""
    try:
        path.write_bytes(content)
    except FileNotFoundError as error:
        folder = quote_path(path.parent)
        raise CommandError(f"{quote_path(path)} cannot be written; make the folder {folder} first.") from error
    except OSError as error:
        raise CommandError(explain_file_failure(error, path)) from error
