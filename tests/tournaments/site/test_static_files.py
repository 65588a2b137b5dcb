"""The collected static files: a module has one address, whether a page or another script asks for it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from tournaments.site import static_files

IMPORT = re.compile(r"""\b(?:import|export|Worker|importScripts)\b[^"';]*["'](\.[^"']+)["']""")
"""Every way in which a script names another one; wider than what Django rewrites."""


@pytest.fixture
def collected(settings: object, tmp_path: Path) -> Path:
    """A folder that ./run would serve."""
    settings.STATIC_ROOT = tmp_path  # type: ignore[attr-defined]
    static_files.collect_static_files()
    return tmp_path


def test_scripts_import_modules_under_the_names_that_pages_use(collected: Path) -> None:
    imported: list[tuple[str, str]] = []
    for source in sorted((settings.BASE_DIR / "static" / "js").rglob("*.js")):
        name = source.relative_to(settings.BASE_DIR / "static").as_posix()
        folder = posixpath.dirname(name)
        text = (collected / staticfiles_storage.stored_name(name)).read_text(encoding="utf-8")
        named = [posixpath.join(folder, each) for each in IMPORT.findall(text)]
        meant = [posixpath.join(folder, each) for each in IMPORT.findall(source.read_text(encoding="utf-8"))]
        imported += [
            (posixpath.normpath(got), staticfiles_storage.stored_name(posixpath.normpath(want)))
            for got, want in zip(named, meant, strict=True)
        ]
    assert [(got, want) for got, want in imported if got != want] == []
    assert len(imported) > 10


def test_files_are_collected_again_when_they_are_named_otherwise(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert static_files.collect_static_files() is False
    monkeypatch.setattr(type(staticfiles_storage._wrapped), "support_js_module_import_aggregation", False)
    assert static_files.collect_static_files() is True
