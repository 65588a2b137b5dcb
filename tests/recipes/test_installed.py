"""The wheel with the packages that it declares, fetched as an organiser's laptop does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import wheel, without_posix
from tests.support.wheel import Installed
from tools.checks import ROOT


def test_the_wheel_runs_with_the_packages_that_it_declares(tmp_path: Path) -> None:
    home = tmp_path / "Mein Verein 麻雀"
    home.mkdir()
    command = wheel.environment(home / "environment", declared=True, wheel=wheel.built(tmp_path / "dist"))
    site = Installed(command, home)
    site.start("--no-browser")
    try:
        site.sign_in()
        rows, printed = wheel.play(site)
    finally:
        code = site.stop()
    assert [row["place"] for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert (printed[:5], code) == (b"%PDF-", 0)


def test_jobs_and_backups_work_without_what_only_posix_has(tmp_path: Path) -> None:
    """Every process of the run, also the workers and web servers that the tests start, begins by hiding it."""
    shutil.copy(Path(without_posix.__file__), tmp_path)
    (tmp_path / "sitecustomize.py").write_text("import without_posix\n\nwithout_posix.hide()\n", encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAHJONG_", "PYTEST_"))}
    tests = ["tests/tournaments/core/test_jobs.py", "tests/tournaments/exchange/test_backups.py"]
    command = [sys.executable, "-m", "tools.services", "--embedded", "--"]
    command += [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    ended = subprocess.run(
        command, cwd=ROOT, env={**kept, "PYTHONPATH": str(tmp_path)}, capture_output=True, encoding="utf-8"
    )
    assert ended.returncode == 0, ended.stdout[-8000:] + ended.stderr[-2000:]
