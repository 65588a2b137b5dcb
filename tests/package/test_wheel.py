"""The wheel, installed where there is no repository, in a folder with a space, an umlaut and letters of Japanese."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.files import quote_path
from hatch_version import build_version
from tests.support import patience, wheel
from tests.support.wheel import Installed

MAX_BYTES = 15_000_000
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="the helper lays out an environment of POSIX"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def command(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in its environment, without what only POSIX has."""
    folder = tmp_path_factory.mktemp("Verein Zürich 麻雀")
    command = wheel.environment(folder / "environment", declared=False, wheel=built)
    wheel.hide_posix(command)
    return command


@pytest.fixture
def computers(command: Path) -> Iterator[Callable[[str], Installed]]:
    """A function that makes a computer, with a home of that name; all are stopped at the end."""
    made: list[Installed] = []

    def make(name: str) -> Installed:
        home = command.parents[2] / name
        home.mkdir()
        made.append(Installed(command, home))
        return made[-1]

    yield make
    for computer in made:
        if hasattr(computer, "process"):
            computer.stop()


@pytest.fixture
def site(computers: Callable[[str], Installed]) -> Installed:
    return computers("mein Büro")


def test_the_wheel_holds_the_program_and_nothing_else(built: Path) -> None:
    names = zipfile.ZipFile(built).namelist()
    assert built.name == f"mahjong_director-{build_version()}-py3-none-any.whl"
    assert built.stat().st_size <= MAX_BYTES
    assert {name.partition("/")[0] for name in names} == {
        *("engine", "judging", "tournaments"),
        f"mahjong_director-{build_version()}.dist-info",
    }
    found = {name.split("/")[2] for name in names if name.startswith("tournaments/resources/")}
    assert found == {"database", "docs", "locale", "static", "templates"}
    assert {name.rpartition(".")[2] for name in names if "/resources/locale/" in name} == {"mo"}
    assert "tournaments/resources/static/staticfiles.json" in names


def test_an_event_from_installation_to_a_printed_sheet(site: Installed) -> None:
    site.start("--empty", "--no-browser")
    data = site.home / ".local" / "share" / "mahjong-director"
    assert site.said.splitlines()[0] == f"Data folder: {quote_path(data)}"
    site.sign_in()
    rows, printed = wheel.play(site)
    assert [row["place"] for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7], rows[0]
    assert printed.startswith(b"%PDF-")

    # Templates, translations, guides with their pictures, collected files and those that pages read by name.
    page = site.get("/t/open/standings/").decode()
    assert "Family1" in page
    (style,) = re.findall(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"', page)
    assert site.get(style)
    for path in ("/help/organiser/", "/help/files/mahjong-event-2.schema.json", "/hand/", "/service-worker.js"):
        assert site.get(path)

    # A second start finds the first one; a second site does not take its port.
    again = site.run("--no-browser")
    assert again.returncode == 1
    running = f"A site runs on {quote_path(data)} already at {site.address}/."
    assert again.stderr == f"\n{running} Stop it, or choose another folder with --data.\n"
    other = site.run("--port", str(site.port), "--data", "other")
    assert re.fullmatch(rf"\nCannot serve on 127.0.0.1 port {site.port} \(.+\); .* --port \d+\.\n", other.stderr)

    made = site.run("backup")
    assert Path(made.stdout.strip()).is_file(), made.stderr
    assert site.stop() == 0
    assert site.said.endswith("\nStopped.\n")

    # The commands without a running site.
    assert site.run("export", "open", "--output", "open.zip").returncode == 0
    assert site.run("restore", made.stdout.strip(), "--into", "Läptop 2").returncode == 0
    assert (site.home / "Läptop 2" / "db.sqlite3").exists()
    copied = site.run("import", "open.zip", "--slug", "again").stdout
    assert copied == "again: restored whole, 8 players, 1 rounds with results\n"
    hand = json.dumps({"ruleset": "mcr-2006", "hand": "123m456m789m11p99s"})
    one, two = (site.run("waits", *jobs, text=f"{hand}\n" * 3) for jobs in ((), ("--jobs", "2")))
    assert (one.returncode, one.stdout.count("\n"), one.stdout) == (0, 3, two.stdout)
    assert site.run("--version").stdout == f"Mahjong Director {build_version()}\n"
    nothing = site.run("backup", "--data", "nothing")
    assert nothing.stderr.startswith(f"\nThere is no data in {quote_path(site.home / 'nothing')} yet; ")


PASSPHRASE = "nine gates in the hall"
MANAGED = "/t/open/manage"


def page_of(computer: Installed, path: str) -> str:
    return html.unescape(" ".join(computer.get(path).decode().split()))


def read_event(computer: Installed, name: str, *more: str) -> dict[str, Any]:
    """Return the rows of the event, by the name of their section."""
    assert computer.run("export", "open", "--output", name, *more).returncode == 0
    with zipfile.ZipFile(computer.home / name) as archive:
        (document,) = [part for part in archive.namelist() if part.endswith(".json")]
        return {**json.loads(archive.read(document)), "exported_at": ""}


def test_another_computer_goes_on_from_the_sealed_backup_of_the_mirror(
    computers: Callable[[str], Installed],
) -> None:
    club, first, second = computers("club"), computers("first"), computers("second")
    for computer in (club, first):
        computer.start("--empty", "--no-browser")
        computer.sign_in()
    club.ask("tournaments/", {"preset": "mcr-ema", "name": "Open", "rounds": 1})
    club.ask("tournaments/open/edit/", {"facts": {"place": "Hall 2"}})
    club.ask("tournaments/open/publish/", {"published": True})
    (link,) = re.findall(r"<code[^>]*>(http[^<]*#mirror=\w+)</code>", club.post(f"{MANAGED}/mirror/key/").decode())
    wheel.play(first)
    first.post(f"{MANAGED}/publishing/start/", address=link)
    # The worker makes one after a round: wait for it, so that the one by hand is the newest.
    patience.wait_for(lambda: "round" in first.run("backup", "--list").stdout)
    made = first.run("backup")
    assert Path(made.stdout.strip()).is_file(), made.stderr
    rows = read_event(first, "first.zip")
    first.post(f"{MANAGED}/publishing/backup/", passphrase=PASSPHRASE, repeated=PASSPHRASE)
    patience.wait_for(lambda: "Family1" in page_of(club, "/t/open/standings/"))
    patience.wait_for(lambda: "An encrypted backup of that computer" in page_of(club, f"{MANAGED}/publishing/"))

    # Without a terminal the passphrase is read from the input.
    fetched = subprocess.run(
        [str(second.command), "fetch-backup", link],
        cwd=second.home,
        env=second.env,
        input=f"{PASSPHRASE}\n",
        capture_output=True,
        encoding="utf-8",
        start_new_session=True,
        timeout=patience.SECONDS,
    )
    assert fetched.returncode == 0, fetched.stderr
    backup = second.home / "fetched-backup.zip"
    assert backup.read_bytes() == Path(made.stdout.strip()).read_bytes()
    restored = second.run("restore", backup.name, "--into", "Läptop 2")
    assert restored.returncode == 0, restored.stderr
    assert read_event(second, "second.zip", "--data", "Läptop 2") == rows

    second.start("--no-browser", "--data", "Läptop 2")
    path = second.run("sign-in-link", "organiser", "--data", "Läptop 2").stdout.strip()
    second.get(path)
    second.post(path)
    second.post(f"{MANAGED}/publishing/start/", address=link)
    second.ask("tournaments/open/edit/", {"facts": {"place": "Hall 3"}})
    patience.wait_for(lambda: "Hall 3" in page_of(club, "/t/open/"))
    first.ask("tournaments/open/edit/", {"facts": {"place": "Hall 4"}})
    patience.wait_for(lambda: "Another computer publishes this event now" in page_of(first, f"{MANAGED}/publishing/"))
    assert "Hall 3" in page_of(club, "/t/open/")
