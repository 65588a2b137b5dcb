"""Settings from the environment: data folder, secret key, public URL, database, message queue, cache."""

import hashlib
import ipaddress
import os
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from filelock import FileLock

from tournaments.core.installation import INSTALLED, KEY_FILE, ROOT, get_program_folder

# WAL lets readers pass a writer; IMMEDIATE takes the write lock at BEGIN, so that the busy timeout applies to it. Each
# thread keeps its connection (CONN_MAX_AGE): opening one takes more than a public page, with all that Django registers
# in it. So its own cache is small; the system keeps the file's pages for all of them. FULL has each commit on disk
# before it is acknowledged; with NORMAL a power cut takes back the last sheets.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cache_size=-4000;PRAGMA secure_delete=ON;",
}


FILE_SYSTEM = "django.core.files.storage.FileSystemStorage"

POSTGRESQL_SECONDS = 600

# Threads of a process share these connections, each of which takes 6 MB of the database. One that waits for the lock of
# an event holds its connection, so there are more than the few that work at a time; idle ones are closed after a
# minute. A database that was away is asked again at the next request, not after a growing pause.
POOL: Mapping[str, Any] = {"min_size": 1, "max_size": 8, "max_idle": 60, "timeout": 10, "reconnect_timeout": 5}

SOURCE, SOURCE_VARIABLE = "source", "MAHJONG_DIRECTOR_SOURCE_DATABASE"
"""Alias and variable of the database that `copy_database` reads."""


def read_secret_key(folder: Path) -> str:
    """Return MAHJONG_DIRECTOR_SECRET_KEY, else the data folder's `secret_key`, created once with mode 0600."""
    if key := os.environ.get("MAHJONG_DIRECTOR_SECRET_KEY"):
        return key
    path = folder / KEY_FILE
    if not path.exists():
        # One of two processes that start together makes the key; renamed when complete, it is never read in part.
        with FileLock(folder / "secret_key.lock"):
            if not path.exists():
                draft = folder / "secret_key.new"
                draft.touch(mode=0o600)
                draft.write_text(secrets.token_urlsafe(50), encoding="ascii")
                draft.replace(path)
    return path.read_text(encoding="ascii")


def build_databases(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the site's database, and while a backup of another kind is restored the one that it was unpacked to."""
    databases = {"default": _build_database(folder)}
    if os.environ.get(SOURCE_VARIABLE):
        databases[SOURCE] = _read_given_database(SOURCE_VARIABLE)
    return databases


def _build_database(folder: Path) -> dict[str, Any]:
    if not os.environ.get("DATABASE_URL"):
        name = str(folder / "db.sqlite3")
        # Tests use a file too, because a database in memory has no second connection to write at the same time.
        test = {"NAME": str(folder / "test.sqlite3")}
        engine = "django.db.backends.sqlite3"
        connection = {"CONN_MAX_AGE": None, "OPTIONS": dict(SQLITE_OPTIONS)}
        return {"ENGINE": engine, "NAME": name, "TEST": test, **connection}
    settings = _read_given_database("DATABASE_URL")
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"].endswith("postgresql"):
        settings["CONN_HEALTH_CHECKS"] = True
        if find_spec("psycopg_pool"):
            options["pool"] = dict(POOL)
        else:
            # An environment of an earlier version.
            settings["CONN_MAX_AGE"] = POSTGRESQL_SECONDS
    elif settings["ENGINE"].endswith("sqlite3"):
        settings["CONN_MAX_AGE"] = None
        options.update(SQLITE_OPTIONS)
    return settings


def _read_given_database(variable: str) -> dict[str, Any]:
    """Return the database of the address in the variable. An invalid one raises ImproperlyConfigured."""
    address = os.environ[variable]
    form = "postgresql://user:password@host:5432/name or sqlite:////path/of/the/file"
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(address))
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{variable} cannot be read; it must look like {form}") from error
    if settings.get("ENGINE", "").rpartition(".")[2] not in ("postgresql", "sqlite3") or not settings.get("NAME"):
        raise ImproperlyConfigured(f"{variable} names no database that this program knows; it must look like {form}")
    return settings


def describe_database(settings: Mapping[str, Any]) -> str:
    """Return kind and name of the database for the log and `/readyz`, without host, account or folder.

    >>> describe_database({"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/var/db.sqlite3"})
    'SQLite db.sqlite3'
    """
    if str(settings["ENGINE"]).endswith("sqlite3"):
        return f"SQLite {Path(settings['NAME']).name}"
    return f"PostgreSQL {settings['NAME']}"


def read_file_storage() -> dict[str, Any]:
    """Return the bucket in MAHJONG_DIRECTOR_S3, else a folder. Raises ImproperlyConfigured for an invalid URL."""
    address = os.environ.get("MAHJONG_DIRECTOR_S3", "")
    return parse_bucket("MAHJONG_DIRECTOR_S3", address) if address else {"BACKEND": FILE_SYSTEM}


def read_backup_storage(folder: Path) -> dict[str, Any]:
    """Return the bucket or folder in MAHJONG_DIRECTOR_BACKUPS, else the data folder's. Raises ImproperlyConfigured."""
    place = os.environ.get("MAHJONG_DIRECTOR_BACKUPS", "")
    return (
        parse_bucket("MAHJONG_DIRECTOR_BACKUPS", place)
        if "://" in place
        else make_closed_folder(place or folder / "backups")
    )


def make_closed_folder(path: str | Path) -> dict[str, Any]:
    modes = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
    return {"BACKEND": FILE_SYSTEM, "OPTIONS": {"location": str(path), **modes}}


def parse_bucket(variable: str, address: str) -> dict[str, Any]:
    """Return the storage of an S3-compatible bucket, with AWS's variables for the keys. Raises ImproperlyConfigured."""
    parts = urlsplit(address)
    name, _slash, folder = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.hostname or not name:
        raise ImproperlyConfigured(f"{variable} must look like https://storage.example/bucket or .../bucket/folder")
    if find_spec("storages") is None or find_spec("boto3") is None:
        raise ImproperlyConfigured(f"{variable} needs the packages django-storages and boto3 of requirements.lock")
    options = {
        "bucket_name": name,
        "location": folder,
        "endpoint_url": f"{parts.scheme}://{parts.netloc}",
        "addressing_style": "path",
        "signature_version": "s3v4",
        "file_overwrite": False,
        # Larger files are read from the disk; without a limit they fill the memory.
        "max_memory_size": 10_000_000,
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}


class MailServer(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool


def read_mail_server() -> MailServer | None:
    """Return MAHJONG_DIRECTOR_MAIL: smtp:// (STARTTLS on port 587) or smtps://; None if unset.

    Raises ImproperlyConfigured.
    """
    address = os.environ.get("MAHJONG_DIRECTOR_MAIL", "")
    if not address:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("MAHJONG_DIRECTOR_MAIL must look like smtps://user:password@host:465")
    if not os.environ.get("MAHJONG_DIRECTOR_MAIL_FROM"):
        raise ImproperlyConfigured("MAHJONG_DIRECTOR_MAIL needs the sender in MAHJONG_DIRECTOR_MAIL_FROM")
    tls = parts.scheme == "smtps"
    port = parts.port or (465 if tls else 587)
    return MailServer(
        parts.hostname,
        port,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        starttls=not tls and port != 25,
        tls=tls,
    )


BROKER_FILE = "broker.sqlite3"


def read_broker_url(folder: Path) -> str:
    """Return REDIS_URL, else a queue in a separate SQLite file, which never locks the site's database."""
    return os.environ.get("REDIS_URL") or f"sqla+sqlite:///{folder / BROKER_FILE}"


def build_broker_options() -> dict[str, Any]:
    """Return the broker's options; Redis redelivers after `visibility_timeout` seconds, longer than the longest job."""
    return {"visibility_timeout": 4000} if os.environ.get("REDIS_URL") else {}


def build_caches(folder: Path, edition: str) -> dict[str, dict[str, Any]]:
    """Return Redis if CACHE_URL or REDIS_URL is set, else the memory of each process, which suits one web process.

    `pages` and `large_pages` hold the response cache, `replay` steps of replays, `pictures` those of links, `throttles`
    counts.
    """
    url = os.environ.get("CACHE_URL") or os.environ.get("REDIS_URL")

    def local(name: str, entries: int) -> dict[str, Any]:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": entries},
            "KEY_FUNCTION": "tournaments.site.caches.make_key_since_restore",
        }

    def shared(prefix: str) -> dict[str, Any]:
        return {
            "BACKEND": "tournaments.site.caches.ForgivingRedisCache",
            "LOCATION": url,
            "OPTIONS": {"socket_connect_timeout": 1.0, "socket_timeout": 1.0},
            "KEY_PREFIX": prefix,
        }

    return {
        "default": shared(edition) if url else local("default", 1000),
        "pages": shared(edition) if url else local("pages", 500),
        "large_pages": shared(edition) if url else local("large_pages", 20),
        "throttles": shared("throttles") if url else local("throttles", 10_000),
        "replay": local("replay", 300),
        "pictures": local("pictures", 200),
    }


def compute_program_mark() -> str:
    """Return twelve hexadecimal digits of the program's version, equal on every machine."""
    digest = hashlib.sha256()
    for room in ("engine", "tournaments", "judging"):
        for path in sorted((ROOT / room).rglob("*.py")):
            digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
    # In a clone the catalogues are compiled beside the start of the web server.
    for name, pattern in (("templates", "*.html"), ("locale", "*.mo" if INSTALLED else "*.po")):
        for path in sorted(get_program_folder(name).rglob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def read_public_address() -> tuple[str, str] | None:
    address = os.environ.get("MAHJONG_DIRECTOR_URL")
    if not address:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ImproperlyConfigured(f"MAHJONG_DIRECTOR_URL must look like https://mahjong.example, not {address!r}")
    return parts.scheme, parts.netloc


def read_networks(variable: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Return the networks of a list with commas, such as 192.168.1.0/24. Raises ImproperlyConfigured."""
    try:
        return tuple(
            ipaddress.ip_network(text.strip()) for text in os.environ.get(variable, "").split(",") if text.strip()
        )
    except ValueError as error:
        raise ImproperlyConfigured(f"{variable}: {error}") from error


def discard_read_messages(data_dir: Path) -> int:
    """Delete read messages, which the transport of a queue without Redis only hides; return their number."""
    path = data_dir / BROKER_FILE
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=20)) as queue, queue:
        if not queue.execute("SELECT 1 FROM sqlite_master WHERE name = 'kombu_message'").fetchone():
            return 0
        return queue.execute("DELETE FROM kombu_message WHERE NOT visible").rowcount
