"""The collected static files: a module has one address, whether a page or another script asks for it, and during an
update the files of both versions are served.
"""

from __future__ import annotations

import os
import posixpath
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.site import static_files

BASE_DIR = Path(__file__).parents[3]
IMPORT = re.compile(r"""\b(?:import|export|Worker|importScripts)\b[^"';]*["'](\.[^"']+)["']""")
"""Every way in which a script names another one; wider than what Django rewrites."""


@pytest.mark.django_db
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
    # Neither the documentation of the API nor maps of scripts; both are served from their packages.
    assert [path.name for path in tmp_path.rglob("*") if path.suffix == ".map" or "swagger" in path.name] == []
    settings.WHITENOISE_AUTOREFRESH = False
    serve = static_files.StaticFilesMiddleware(lambda _request: HttpResponse(status=404))
    for name in ("drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css", "rest_framework/css/bootstrap.min.css.map"):
        with closing(serve(RequestFactory().get(staticfiles_storage.url(name)))) as response:
            assert (name, response.status_code) == (name, 200)
    monkeypatch.setattr(static_files.StaticStorage, "support_js_module_import_aggregation", False)
    assert (tmp_path / ".sources").read_text(encoding="ascii") != static_files.compute_fingerprint()


class Machine:
    """A machine with a data folder of its own, and its web process."""

    def __init__(self, folder: Path, settings: Any) -> None:
        self.static, self.settings = folder / "static", settings
        self.static.mkdir(parents=True)

    def collect(self) -> str:
        """Collect as an update does. Return the address of the style sheet on the pages of that version."""
        self.settings.STATIC_ROOT = self.static
        call_command("prepare", "--files")
        return str(staticfiles_storage.url("css/site.css"))

    def restart(self) -> None:
        self.settings.STATIC_ROOT = self.static
        self.process = static_files.StaticFilesMiddleware(lambda _request: HttpResponse(status=404))

    def text(self, address: str) -> str:
        self.settings.STATIC_ROOT = self.static
        with closing(self.process(RequestFactory().get(address))) as response:
            return response.getvalue().decode() if response.status_code == 200 else str(response.status_code)


@pytest.fixture
def sheet(settings: Any, tmp_path: Path) -> Path:
    """The one style sheet of a small program."""
    path = tmp_path / "program" / "css" / "site.css"
    path.parent.mkdir(parents=True)
    settings.STATICFILES_DIRS = [tmp_path / "program"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.WHITENOISE_AUTOREFRESH = False
    return path


@pytest.mark.django_db
def test_during_an_update_each_of_two_machines_has_the_style_sheets_of_both_versions(
    settings: Any, tmp_path: Path, sheet: Path
) -> None:
    machines = [Machine(tmp_path / name, settings) for name in ("one", "two")]
    sheet.write_text("red")
    (old,) = {machine.collect() for machine in machines}
    for machine in machines:
        machine.restart()
    sheet.write_text("green")
    (new,) = {machine.collect() for machine in machines}
    machines[0].restart()
    sheets = [[machine.text(address) for address in (old, new)] for machine in machines]
    assert sheets == [["red", "green"]] * 2
    machines[1].restart()
    assert machines[1].text(old) == "red"
    assert machines[0].text("/static/css/site.0123456789ab.css") == "404"


@pytest.mark.django_db
def test_files_stay_thirty_days_after_the_last_version_that_had_them(
    settings: Any, tmp_path: Path, sheet: Path
) -> None:
    machine, day = Machine(tmp_path / "one", settings), 24 * 3600
    addresses = []
    for color, days in (("red", 200), ("green", 29), ("blue", 2), ("white", 0)):
        sheet.write_text(color)
        addresses.append(machine.collect())
        for path in machine.static.rglob("*.css*"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - days * day))
    machine.restart()
    assert [machine.text(address) for address in addresses] == ["404", "green", "blue", "white"]


def test_nothing_changes_under_a_running_process_until_everything_is_made(
    settings: Any, tmp_path: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path / "one", settings)
    sheet.write_text("red")
    machine.collect()
    sheet.touch()
    state: list[dict[Path, int]] = []

    def files() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in machine.static.rglob("*.css*")}

    def collect(*arguments: Any, **named: Any) -> None:
        state.append(files())
        call_command(*arguments, **named)
        state.append(files())

    monkeypatch.setattr(static_files, "call_command", collect)
    machine.collect()
    assert (state[0] == state[1], state[0].keys() == files().keys(), len(state[0]) > 1) == (True, True, True)
