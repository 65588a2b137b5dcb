"""Build hook of the wheel: static files collected, translations compiled, the database of a first start made.

`uv build` or `python -m build` run it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

RESOURCES = "tournaments/resources"
"""Folder in the wheel that `tournaments.core.installation.program_folder` returns folders of."""


class ResourcesHook(BuildHookInterface[Any]):
    """Adds to the wheel what a clone makes at its first start. Nothing is written into the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        work = Path(tempfile.mkdtemp(prefix="mahjong-director-wheel-"))
        self._work = work
        sys.path.insert(0, self.root)
        static, locale = work / "data" / "static", work / "locale"
        sources = Path(self.root) / "locale"
        shutil.copytree(sources, locale, ignore=shutil.ignore_patterns("*.mo", ".*"))
        self._manage("collectstatic", "--no-input", "--verbosity=0")
        self._compile(locale)
        first = work / "first.sqlite3"
        self._make_first_database(first)
        build_data["force_include"] |= {
            str(static): f"{RESOURCES}/static",
            str(locale): f"{RESOURCES}/locale",
            str(first): f"{RESOURCES}/database/first.sqlite3",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self._work, ignore_errors=True)

    def _make_first_database(self, path: Path) -> None:
        from tournaments.exchange.demo.build_key import BUILD_KEY

        self._manage("first_database", str(path), MAHJONG_DIRECTOR_SECRET_KEY=BUILD_KEY, DATABASE_URL="")

    def _manage(self, *arguments: str, **more: str) -> None:
        settings = {**os.environ, "MAHJONG_DIRECTOR_DATA": str(self._work / "data"), **more}
        command = [sys.executable, str(Path(self.root) / "manage.py"), *arguments]
        subprocess.run(command, cwd=self.root, env=settings, check=True)

    def _compile(self, locale: Path) -> None:
        """Compile the copied catalogues and leave their sources out. Raises SystemExit for a faulty one."""
        from tournaments.site.translations import compile_catalogues

        if faults := compile_catalogues([locale]):
            raise SystemExit("\n".join(faults))
        for source in locale.rglob("*.po"):
            source.unlink()
