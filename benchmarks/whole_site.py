"""A PostgreSQL and a Redis as they run for good, and an event being played on them: for benchmarks of a whole site."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import disturbance
from tools import services


def servers(stack: ExitStack, folder: Path) -> list[disturbance.Part]:
    """A PostgreSQL that flushes to its disk (`disk` in the folder) and a Redis; the environment names both."""
    binaries, account = services._postgresql_binaries(), services._unprivileged()
    home, ports = folder / "disk" / "postgresql", (services.free_port(), services.free_port())
    home.mkdir()
    folder.chmod(0o711)
    (folder / "disk").chmod(0o711)
    os.chown(home, account.pw_uid, account.pw_gid)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8"}
    who: dict[str, Any] = (
        {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    )
    made = [str(binaries / "initdb"), "-D", str(home / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    made += ["--wal-segsize=1"]
    subprocess.run(made, cwd="/", env=env, check=True, stdout=subprocess.DEVNULL, **who)
    serve = [str(binaries / "postgres"), "-D", str(home / "data"), "-k", str(home), "-p", str(ports[0])]
    serve += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"]
    serve += ["-c", "max_wal_size=32MB", "-c", "min_wal_size=5MB"]
    database = disturbance.Part("database", serve, env, folder / "postgresql.log", who, Path("/"))
    binary = shutil.which("redis-server") or services._packaged_redis()
    cache = [binary, "--port", str(ports[1]), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    redis = disturbance.Part("Redis", cache, dict(os.environ), folder / "redis.log", {}, folder)
    for part, port in ((database, ports[0]), (redis, ports[1])):
        part.start()
        stack.callback(part.end)
        disturbance.until(partial(services._accepts, port), 30)
    os.environ["DATABASE_URL"] = f"postgresql://postgres@127.0.0.1:{ports[0]}/postgres"
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{ports[1]}/0"
    os.environ["MAHJONG_DIRECTOR_POSTGRESQL_PROGRAMS"] = str(binaries)
    time.sleep(1)
    return [database, redis]


def event(slug: str, tables: int) -> str:
    """Make an event whose first round is being played; olga's cookies."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    from tests.support.people import acting, people, person, seat_in_order, small_tournament
    from tournaments.rounds.services import rounds
    from tournaments.seating.services import seating

    made = small_tournament(4 * tables, slug=slug)
    made.confirmations = made.Confirmations.NONE
    made.save(update_fields=["confirmations"])
    people(made)
    first = made.rounds.get(number=1)
    seating.publish(acting("olga"), seat_in_order(first))
    first.refresh_from_db()
    rounds.start(acting("olga"), first)
    browser = Client()
    browser.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={browser.session.session_key}; csrftoken={'a' * 32}"
