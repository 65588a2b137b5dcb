"""The wheel with the packages that it declares, fetched as an organiser's laptop does."""

from __future__ import annotations

from pathlib import Path

from tests.support import wheel
from tests.support.wheel import Installed


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
