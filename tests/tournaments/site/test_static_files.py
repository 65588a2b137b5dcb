"""The collected static files: a module has one address, whether a page or another script asks for it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from tournaments.site import static_files

BASE_DIR = Path(__file__).parents[3]
IMPORT = re.compile(r"""\b(?:import|export|Worker|importScripts)\b[^"';]*["'](\.[^"']+)["']""")
"""Every way in which a script names another one; wider than what Django rewrites."""


def test_scripts_import_modules_under_the_names_that_pages_use(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that ./run would serve; it is collected again when files are named otherwise, and only then."""
    settings.STATIC_ROOT = tmp_path
    assert [static_files.collect_static_files() for _time in range(2)] == [True, False]
    imported: list[tuple[str, str]] = []
    for source in sorted((BASE_DIR / "static" / "js").rglob("*.js")):
        name = source.relative_to(BASE_DIR / "static").as_posix()
        folder = posixpath.dirname(name)
        text = (tmp_path / staticfiles_storage.stored_name(name)).read_text(encoding="utf-8")
        named = [posixpath.join(folder, each) for each in IMPORT.findall(text)]
        meant = [posixpath.join(folder, each) for each in IMPORT.findall(source.read_text(encoding="utf-8"))]
        imported += [
            (posixpath.normpath(got), staticfiles_storage.stored_name(posixpath.normpath(want)))
            for got, want in zip(named, meant, strict=True)
        ]
    assert [(got, want) for got, want in imported if got != want] == []
    assert len(imported) > 10
    monkeypatch.setattr(static_files.StaticStorage, "support_js_module_import_aggregation", False)
    assert (tmp_path / ".sources").read_text(encoding="ascii") != static_files.fingerprint()
