"""Second site on a copy, to inspect a backup or to try something: a web server on another port, without background
work.

Only one runs at a time; it ends when it is closed, and with the site. On PostgreSQL a comment of the copy's database
names its machine, and a copy without its database ends itself.
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from tournaments.core import installation
from tournaments.core.errors import UserError
from tournaments.core.this_machine import get_machine_name
from tournaments.exchange.backups import archive, dumps, erasures, restoring
from tournaments.exchange.backups.store import Backup
from tournaments.site import hall_access
from tournaments.site.listening import does_answer, get_reachable_host, listen, make_inheritance
from tournaments.site.managed_process import interrupt_main

STARTS_WITHIN: Final = 40.0
FIRST_PORT: Final = 8100
MOMENT: Final = "%Y-%m-%d %H:%M UTC"

# The copy must not share caches, addresses and backup folders with the site.
_OWN: Final = (
    "REDIS_URL",
    "CACHE_URL",
    "DATABASE_URL",
    "MAHJONG_DIRECTOR_URL",
    "MAHJONG_DIRECTOR_PROXIES",
    "MAHJONG_DIRECTOR_MEDIA",
    "MAHJONG_DIRECTOR_S3",
    "MAHJONG_DIRECTOR_BACKUPS",
    "MAHJONG_DIRECTOR_BACKUP_COPY",
)


# The process that ends a copy asks it for its exit code.
_children: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True)
class Rehearsal:
    """Running copy: its machine, address, port, time of backup, database on a server, and process on this machine."""

    machine: str
    host: str
    port: int
    made_at: str
    database: str = ""
    pid: int = 0
    started: float = 0

    @property
    def is_elsewhere(self) -> bool:
        return not self.pid

    @property
    def moment(self) -> datetime.datetime:
        return datetime.datetime.strptime(self.made_at, MOMENT).replace(tzinfo=datetime.UTC)


def running() -> Rehearsal | None:
    return _running_here() or (_running_elsewhere() if connection.vendor == archive.POSTGRESQL else None)


def _running_here() -> Rehearsal | None:
    import psutil

    try:
        copy = Rehearsal(**json.loads(_state().read_text(encoding="utf-8")))
        process = psutil.Process(copy.pid)
        alive = process.status() != psutil.STATUS_ZOMBIE and abs(process.create_time() - copy.started) < 2
    except (OSError, ValueError, TypeError, psutil.NoSuchProcess):
        return None
    return copy if alive else None


def _running_elsewhere() -> Rehearsal | None:
    note = dumps.note_of(_database())
    if note is None or not dumps.is_in_use(_database()):
        return None
    return Rehearsal(**json.loads(note))


def start(backup: Backup, account: str) -> tuple[Rehearsal, str]:
    """Start a site on a copy, instead of a running one; return it with a one-time sign-in path. Raises `UserError`."""
    import psutil

    close()
    folder, moment = _folder(), f"{backup.made_at:{MOMENT}}"
    env = {name: value for name, value in os.environ.items() if name not in _OWN and "_MAIL" not in name}
    env |= {"MAHJONG_DIRECTOR_DATA": str(folder), "MAHJONG_DIRECTOR_REHEARSAL": moment}
    env |= {"MAHJONG_DIRECTOR_BACKUPS": str(folder / "backups")}
    database = ""
    with backup.local() as file:
        about = archive.read_about(file)
        if about.engine == archive.SQLITE:
            restoring.into_folder(file, folder)
        else:
            database = _database()
            env["DATABASE_URL"] = dumps.write_address(database)
            restoring.unpack(file, about, folder)
            erasures.take_along(file, folder)
            dumps.load_into_new(folder / about.database, database)
    _run(installation.build_manage_command("prepare", "--empty"), env)
    path = _run(installation.build_manage_command("sign_in_link", account), env).strip().splitlines()[-1]
    # The copy serves the site's present network, which it reads in its folder.
    access = hall_access.state(Path(settings.DATA_DIR)) or hall_access.Access(hall_access.HERE, 0)
    host = access.host
    # Closing here, once the server has the socket, leaves no request waiting at a copy that has ended.
    with _free_socket(host) as listener, (folder / "web.log").open("wb") as log:
        port: int = listener.getsockname()[1]
        copy = Rehearsal(get_machine_name(), host, port, moment, database)
        if database:
            dumps.set_note(database, json.dumps(asdict(copy)))
        hall_access.write_state(folder, replace(access, port=port, fixed=True, problem=""))
        process = subprocess.Popen(
            [sys.executable, "-m", "tournaments.site.web", "--socket", str(listener.fileno())],
            cwd=installation.ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            **make_inheritance(listener),
        )
    _children.append(process)
    copy = replace(copy, pid=process.pid, started=psutil.Process(process.pid).create_time())
    _state().write_text(json.dumps(asdict(copy)), encoding="utf-8")
    deadline = time.monotonic() + STARTS_WITHIN
    while not does_answer(get_reachable_host(host), port):
        if process.poll() is not None or time.monotonic() > deadline:
            log_tail = (folder / "web.log").read_text(errors="replace").strip().splitlines()[-1:]
            close()
            raise UserError(_("The copy does not start: %(why)s") % {"why": " ".join(log_tail)})
        time.sleep(0.05)
    return copy, path


def close() -> None:
    """Stop the running copy and delete its data. Dropping its database ends a copy on another machine."""
    import psutil

    copy = _running_here()
    if copy is not None:
        process = psutil.Process(copy.pid)
        process.terminate()
        try:
            process.wait(12)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(5)
    if connection.vendor == archive.POSTGRESQL:
        dumps.drop(_database())
    _children[:] = [child for child in _children if child.poll() is None]
    _state().unlink(missing_ok=True)
    shutil.rmtree(_folder(), ignore_errors=True)


def end_with_its_database() -> None:
    """Delete this copy's data and end its process when another machine has dropped its database."""
    if connection.vendor != archive.POSTGRESQL:
        return

    def watch() -> None:
        wait_for_end(connection)
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)
        interrupt_main()

    threading.Thread(target=watch, name="end of the rehearsal", daemon=True).start()


def _pause() -> None:
    time.sleep(2.0)


def wait_for_end(
    database: BaseDatabaseWrapper, *, pause: Callable[[], object] = _pause, patience: float = 10.0
) -> None:
    """Return when the database was replaced, or has not answered for `patience` seconds: libpq has no code for that."""
    name = str(database.settings_dict["NAME"])
    note, silent_since = dumps.note_of(name, database), None
    while silent_since is None or time.monotonic() - silent_since < patience:
        pause()
        try:
            if dumps.note_of(name, database) != note:
                return
            silent_since = None
        except (DatabaseError, InterfaceError):
            database.close()
            silent_since = silent_since or time.monotonic()


def _state() -> Path:
    return Path(settings.DATA_DIR) / "rehearsal.json"


def _database() -> str:
    return f"{connection.settings_dict['NAME']}_rehearsal"


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "rehearsal"


def _run(command: list[str], env: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=installation.ROOT, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode:
        output = " ".join((done.stdout + done.stderr).strip().splitlines()[-2:])
        raise UserError(_("The copy does not start: %(why)s") % {"why": output})
    return done.stdout


def _free_socket(host: str) -> socket.socket:
    for port in range(FIRST_PORT, FIRST_PORT + 100):
        with suppress(OSError):
            return listen(host, port)
    raise UserError(_("No port is free for the copy."))
