"""Message catalogues, compiled by Babel, so that no machine needs GNU gettext."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folders: list[Path], *, force: bool = False) -> list[str]:
    problems: list[str] = []
    for source in sorted(path for folder in folders for path in folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if force or not target.exists() or target.stat().st_mtime <= source.stat().st_mtime:
            problems += _compile(source, target)
    return problems


def _compile(source: Path, target: Path) -> list[str]:
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name, domain=source.stem)
    problems = []
    for message, errors in catalogue.check():
        problems += [f"{source}:{message.lineno or 0}: {error}" for error in errors]
        message.string = ""
    # Renamed when complete, so that a starting server never reads half a catalogue. Two may write at once.
    draft = target.with_suffix(f".{os.getpid()}.mo")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    draft.replace(target)
    return problems
