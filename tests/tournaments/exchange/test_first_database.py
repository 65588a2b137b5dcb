"""A new site begins with a copy of the wheel's database, and shares no code, key or seal with another one."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.fernet import InvalidToken
from django.conf import settings

from tests.support import patience
from tournaments.exchange.demo import first_database
from tournaments.exchange.demo.build_key import BUILD_KEY
from tournaments.seating.services import sealed

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.long

FINISHED = {"madrid-2018", "wrc2025-teams", "duplicate-cup"}
COPY = (
    "import sys, django; django.setup()\n"
    "from pathlib import Path\n"
    "from tournaments.exchange.demo.first_database import copy_first_database as copy\n"
    "print(copy(Path(sys.argv[1])), copy(Path(sys.argv[1])))"
)


def run(folder: Path, *command: str, key: str = "") -> str:
    """Return what a new process prints that has this data folder, on SQLite."""
    env = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "CACHE_URL")}
    env |= {"MAHJONG_DIRECTOR_DATA": str(folder), "MAHJONG_DIRECTOR_SECRET_KEY": key}
    env["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=2 * patience.SECONDS
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    run(folder / "data", "manage.py", "first_database", str(folder / "first.sqlite3"), key=BUILD_KEY)
    return folder / "first.sqlite3"


@pytest.fixture(scope="module")
def sites(built: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Data folders of two sites that have begun with it; a second copy replaces nothing."""
    folders = [tmp_path_factory.mktemp("site") for _ in range(2)]
    assert [run(folder, "-c", COPY, str(built)) for folder in folders] == ["True False\n"] * 2
    return folders


def rows(path: Path, query: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def list_secrets(path: Path) -> Iterator[str]:
    for column in first_database.list_secret_columns():
        for (secret,) in rows(path, f'SELECT "{column.field.column}" FROM "{column.table}"'):
            if secret:
                yield secret


def can_open(seal: str, key: str) -> bool:
    try:
        sealed._derive_key(key).decrypt(seal.encode())
    except InvalidToken:
        return False
    return True


def test_copies_share_no_secret_and_hold_the_same_events(built: Path, sites: list[Path]) -> None:
    former, first, second = (set(list_secrets(path)) for path in (built, *(site / "db.sqlite3" for site in sites)))
    assert (len(former), len(former & first), len(former & second), len(first & second)) == (len(first), 0, 0, 0)
    assert len(first) == len([*list_secrets(built)]) > 200
    for query in (
        "SELECT slug, name FROM tournaments_tournament",
        "SELECT digest FROM tournaments_auditentry",
        "SELECT name, sql FROM sqlite_master ORDER BY name",
    ):
        assert rows(sites[0] / "db.sqlite3", query) == rows(built, query)
    assert {slug for (slug,) in rows(built, "SELECT slug FROM tournaments_tournament")} == FINISHED


def test_seals_of_a_copy_open_with_the_key_of_its_site_alone(sites: list[Path]) -> None:
    seals = [secret for secret in list_secrets(sites[0] / "db.sqlite3") if secret.startswith("gAAAA")]
    keys = [(site / "secret_key").read_text() for site in sites]
    assert len(seals) == 18
    assert [[can_open(seal, key) for key in (*keys, BUILD_KEY)] for seal in seals] == [[True, False, False]] * 18


def test_it_holds_no_account_no_sign_in_and_nothing_that_is_under_way(built: Path) -> None:
    tables = {name for (name,) in rows(built, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in ("user", "signinlink", "apitoken", "membership", "job", "application"):
        (name,) = [name for name in tables if name == f"tournaments_{table}"] or [""]
        assert not name or rows(built, f"SELECT count(*) FROM {name}") == [(0,)], table
    assert rows(built, "SELECT count(*) FROM django_session") == [(0,)]
    assert rows(built, "SELECT count(*) FROM tournaments_round WHERE state <> 'finished'") == [(0,)]


def test_columns_of_secrets_are_found_by_their_defaults() -> None:
    columns = {f"{column.table}.{column.field.column}" for column in first_database.list_secret_columns()}
    assert columns >= {
        "tournaments_gametable.token",
        "tournaments_application.token",
        "tournaments_application.mail_token",
        "tournaments_person.key",
        "tournaments_board.sealed_deal",
        "tournaments_boardset.sealed_seed",
        "tournaments_seedcommitment.sealed_seed",
    }


def test_a_first_start_makes_what_is_under_way_and_an_upgrade_changes_nothing(built: Path, tmp_path: Path) -> None:
    program = (
        "import sys, django; django.setup()\n"
        "from pathlib import Path\n"
        "from django.core.management import call_command\n"
        "from tournaments.exchange.demo import first_database\n"
        "first_database.find_first_database = lambda: Path(sys.argv[1])\n"
        "call_command('prepare', '--sign-in-link', *sys.argv[2:])"
    )
    site = tmp_path / "site"
    assert run(site, "-c", program, str(built)).startswith("/")
    slugs = {slug for (slug,) in rows(site / "db.sqlite3", "SELECT slug FROM tournaments_tournament")}
    assert slugs > FINISHED | {"lantern-open", "duplicate-evening"}
    before = set(list_secrets(site / "db.sqlite3"))
    run(site, "-c", program, str(built))
    assert set(list_secrets(site / "db.sqlite3")) == before
    empty = tmp_path / "empty"
    run(empty, "-c", program, str(built), "--empty")
    assert rows(empty / "db.sqlite3", "SELECT count(*) FROM tournaments_tournament") == [(0,)]


def test_a_site_with_a_database_of_its_own_gets_none(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.postgresql", "NAME": "site"})
    assert not first_database.copy_first_database(built)


def test_a_clone_keeps_the_database_of_its_sources_for_the_next_first_start(
    built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "db.sqlite3")}
    monkeypatch.setitem(settings.DATABASES, "default", site)
    monkeypatch.setattr(first_database, "KEPT", tmp_path / "kept")
    assert first_database.is_makeable()
    first_database.keep_first_database(built)
    assert not (tmp_path / "kept").exists()
    (tmp_path / "kept").mkdir()
    for mark in ("sources", "changed"):
        monkeypatch.setattr(first_database, "compute_sources_mark", lambda mark=mark: mark)
        assert first_database.is_makeable()
        first_database.keep_first_database(built)
        assert [path.name for path in (tmp_path / "kept").iterdir()] == [f"first-{mark}.sqlite3"]
    assert not first_database.is_makeable()
    assert (first_database.copy_first_database(), Path(site["NAME"]).exists()) == (True, True)
    first_database.find_first_database().unlink()
    assert not first_database.is_makeable()


def test_the_process_that_makes_it_ends_with_the_preparation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = tmp_path / "endless.py"
    module.write_text("import os, sys, time\nopen(sys.argv[2], 'w').write(repr({**os.environ}))\ntime.sleep(600)\n")
    for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL", "MAHJONG_DIRECTOR_S3"):
        monkeypatch.setenv(name, "redis://site")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(
        first_database, "build_manage_command", lambda *words: [sys.executable, "-m", "endless", *words]
    )
    folder = tmp_path / "first"
    with first_database.first_database_made(folder) as making:
        assert patience.wait_for(lambda: making.target.exists() and making.target.read_text().endswith("}"))
        assert making.process.poll() is None
        assert "redis://site" not in making.target.read_text()
    assert (making.process.returncode, folder.exists()) == (-signal.SIGTERM, False)
