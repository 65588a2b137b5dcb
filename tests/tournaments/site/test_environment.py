"""Settings from the environment, and the system checks of them."""

import io
import stat
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tournaments.accounts.models import User
from tournaments.core import installation
from tournaments.site import environment


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in ("SECRET_KEY", "URL", "DATA"):
        monkeypatch.delenv(f"MAHJONG_DIRECTOR_{name}", raising=False)
    for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_the_secret_key_is_made_once_and_closed_to_others(tmp_path, monkeypatch):
    with ThreadPoolExecutor(8) as pool:
        (key,) = set(pool.map(environment.read_secret_key, [tmp_path] * 40))
    assert (len(key) > 50, {path.name for path in tmp_path.iterdir()}) == (True, {"secret_key", "secret_key.lock"})
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    monkeypatch.setenv("MAHJONG_DIRECTOR_DATA", str(tmp_path / "spring" / "data"))
    folder = installation.make_data_folder()
    assert (folder, stat.S_IMODE(folder.stat().st_mode)) == (tmp_path / "spring" / "data", 0o700)
    monkeypatch.setenv("MAHJONG_DIRECTOR_SECRET_KEY", "given")
    assert (environment.read_secret_key(folder), list(folder.iterdir())) == ("given", [])


def test_a_database_is_a_file_that_bears_many_writers_or_a_server_whose_connections_are_checked(tmp_path, monkeypatch):
    database = environment.build_databases(tmp_path)["default"]
    assert (database["ENGINE"], database["NAME"]) == ("django.db.backends.sqlite3", str(tmp_path / "db.sqlite3"))
    kept = [database["OPTIONS"][name] for name in ("transaction_mode", "timeout")]
    assert (kept, database["CONN_MAX_AGE"]) == (["IMMEDIATE", 20], None)
    assert environment.describe_database(database) == "SQLite db.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "postgresql://director:secret@db.example:5433/mahjong")
    database = environment.build_databases(tmp_path)["default"]
    address = [database[part] for part in ("ENGINE", "USER", "PASSWORD", "HOST", "PORT", "NAME")]
    assert address == ["django.db.backends.postgresql", "director", "secret", "db.example", 5433, "mahjong"]
    pooled = find_spec("psycopg_pool") is not None
    kept = [database[part] for part in ("CONN_MAX_AGE", "CONN_HEALTH_CHECKS", "OPTIONS")]
    assert kept == ([0, True, {"pool": environment.POOL}] if pooled else [600, True, {}])
    monkeypatch.setattr(environment, "find_spec", lambda name: object() if not pooled else None)
    database = environment.build_databases(tmp_path)["default"]
    assert [database["CONN_MAX_AGE"], "pool" in database["OPTIONS"]] == ([600, False] if pooled else [0, True])
    monkeypatch.setenv("DATABASE_URL", "postgresql://director:secret@db.example:5433/mahjong?sslmode=require")
    assert environment.describe_database(environment.build_databases(tmp_path)["default"]) == "PostgreSQL mahjong"


def test_redis_carries_jobs_and_cache(tmp_path, monkeypatch):
    address = "redis://cache.example/0"
    monkeypatch.setenv("REDIS_URL", address)
    assert environment.read_broker_url(tmp_path) == address
    caches = environment.build_caches(tmp_path, "1a2b").items()
    shared = {name: cache["KEY_PREFIX"] for name, cache in caches if cache["LOCATION"] == address}
    assert shared == {"default": "1a2b", "pages": "1a2b", "large_pages": "1a2b", "throttles": "throttles"}
    monkeypatch.setenv("CACHE_URL", "redis://cache.example/1")
    assert environment.build_caches(tmp_path, "1a2b")["default"]["LOCATION"] == "redis://cache.example/1"


def test_without_redis_the_queue_is_a_file_and_caches_are_bounded_memory(tmp_path):
    assert environment.read_broker_url(tmp_path) == f"sqla+sqlite:///{tmp_path}/broker.sqlite3"
    caches = environment.build_caches(tmp_path, "1a2b")
    local = {name: each["OPTIONS"] for name, each in caches.items() if each["BACKEND"].endswith("LocMemCache")}
    assert local == {
        "default": {"MAX_ENTRIES": 1000},
        "pages": {"MAX_ENTRIES": 500},
        "large_pages": {"MAX_ENTRIES": 20},
        "throttles": {"MAX_ENTRIES": 10_000},
        "replay": {"MAX_ENTRIES": 300},
        "pictures": {"MAX_ENTRIES": 200},
    }
    assert len({caches[name]["LOCATION"] for name in local}) == len(local)


def test_the_public_address_is_scheme_and_host(monkeypatch):
    assert environment.read_public_address() is None
    monkeypatch.setenv("MAHJONG_DIRECTOR_URL", "https://mahjong.example:8443/")
    assert environment.read_public_address() == ("https", "mahjong.example:8443")
    for address in ("mahjong.example", "ftp://mahjong.example", "https://"):
        monkeypatch.setenv("MAHJONG_DIRECTOR_URL", address)
        with pytest.raises(ImproperlyConfigured, match="MAHJONG_DIRECTOR_URL must look like"):
            environment.read_public_address()


def test_another_version_of_the_program_does_not_read_what_this_one_has_kept(tmp_path, monkeypatch):
    ours = environment.compute_program_mark()
    assert environment.compute_program_mark() == ours
    for room in ("engine", "tournaments", "judging"):
        (tmp_path / room).mkdir()
    (tmp_path / "engine" / "tiles.py").write_text("TILES = 34\n", encoding="utf-8")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "get_program_folder", tmp_path.joinpath)
    other = environment.compute_program_mark()
    (tmp_path / "engine" / "tiles.py").write_text("TILES = 136\n", encoding="utf-8")
    resized = environment.compute_program_mark()
    (tmp_path / "templates").mkdir()
    marks = {ours, other, resized}
    for text in ("<p>Teh standings</p>", "<p>The standings</p>"):
        (tmp_path / "templates" / "page.html").write_text(text, encoding="utf-8")
        marks.add(environment.compute_program_mark())
    assert len(marks) == 5


@pytest.mark.parametrize(
    "address", ["postgresql//mahjong", "mahjong", "mysql://root@localhost/x", " ", "postgresql://"]
)
def test_a_database_that_cannot_be_read_is_refused_and_never_another_one(tmp_path, monkeypatch, address):
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.build_databases(tmp_path)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_commit_is_on_the_disk_before_it_is_acknowledged():
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
        full = 2
        assert found == [full, "wal"]
    else:
        # The server's own settings, which its administrator may loosen; the program loosens none for its connections.
        assert "options" not in connection.settings_dict["OPTIONS"]


@pytest.fixture
def said(monkeypatch):
    """The output of `manage.py check` with a variable in the environment."""

    def check(name: str) -> str:
        monkeypatch.setenv(name, "plain")
        output = io.StringIO()
        call_command("check", stdout=output, stderr=output)
        return output.getvalue()

    monkeypatch.delenv("MAHJONG_DIRECTOR_ENGINE", raising=False)
    return check


def test_a_removed_variable_produces_a_warning_and_one_in_use_none(said):
    assert said("MAHJONG_DIRECTOR_QUEUE") == "System check identified no issues (0 silenced).\n"
    warning = "?: (tournaments.W001) The environment variable MAHJONG_DIRECTOR_ENGINE no longer has any effect."
    assert warning in said("MAHJONG_DIRECTOR_ENGINE").splitlines()


def test_preparation_warns_of_a_removed_variable(monkeypatch):
    monkeypatch.setenv("MAHJONG_DIRECTOR_ENGINE", "compiled")
    monkeypatch.setattr("tournaments.management.commands.prepare.Command.handle", lambda *args, **options: None)
    errors = io.StringIO()
    call_command("prepare", stderr=errors, skip_checks=False)
    assert "MAHJONG_DIRECTOR_ENGINE" in errors.getvalue()


@pytest.mark.django_db
def test_the_organiser_is_made_once_and_has_a_link_until_they_sign_in(monkeypatch):
    """Files are collected for a server only."""
    monkeypatch.setattr("tournaments.management.commands.prepare.Command.make_files", lambda self: None)

    def prepared() -> tuple[str, bool]:
        path, steps = io.StringIO(), io.StringIO()
        call_command("prepare", "--empty", "--sign-in-link", stdout=path, stderr=steps)
        return path.getvalue()[:9], "Making the organiser's account" in steps.getvalue()

    assert [prepared(), prepared()] == [("/sign-in/", True), ("/sign-in/", False)]
    User.objects.update(last_login=timezone.now())
    assert prepared() == ("", False)
