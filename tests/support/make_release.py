"""Write the stored database of a release: ``python -m tests.support.make_release 0.3.0``.

Run it once, with the program of that release. The database holds an event of two stages in its final (MCR), one of
riichi with teams, a duplicate event under way (boards opened for printing, one replaced by its reserve), a
Swiss round, and a sealed seed of rounds to come. From 0.4.0 on, it holds what `tests.support.stored_events` makes, too.

``python -m tests.support.make_release 0.3.0 --upgraded`` writes it as the migrations up to a number upgrade it.
``python -m tools.services -- python -m tests.support.make_release 0.4.0 --postgresql`` writes the schema on PostgreSQL.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from unittest import mock

from tests.support.releases import DATA, ROOT, SECRET_KEY, brought_up_to_date, load, run

FINISHED = {"tournaments": "0088", "judging": "0013"}
"""App -> number of a migration up to which a release alone upgrades the stored database: they change no more."""


def fill() -> None:
    """Make the events, by the services that the pages call."""
    from engine.walls.public_value import ValueName
    from tests.support.duplicate import HOUR, VALUE, committed, duplicate_event, enter_board, session_planned
    from tests.support.people import acting, people, small_tournament
    from tests.support.play import played
    from tests.support.whole_events import eventful
    from tournaments.duplicate.services import deals
    from tournaments.seating.queries.draw_options import DrawOptions
    from tournaments.seating.services import drafts as seating_drafts
    from tournaments.seating.services import promises

    eventful("mcr", 1)
    eventful("riichi", 2)

    duplicate = duplicate_event(sessions=4)
    made = committed(duplicate)
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
    deals.make(acting(), made)
    deals.print_boards(acting(), made, session=1, reason="sheets of session 1")
    boards = list(made.all_boards.filter(session=1, number__gt=0).order_by("number"))
    deals.replace_board(acting("omar"), boards[3], reason="a tray fell over")
    session_planned(duplicate)
    enter_board(boards[0])

    swiss = small_tournament(16, slug="swiss", rounds=4)
    people(swiss)
    played(swiss, 1, ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30)))
    seating_drafts.draft_swiss(acting("sue"), swiss.rounds.get(number=2), DrawOptions(seed="spring"))
    promises.seal(
        acting("olga"),
        swiss,
        rounds=[swiss.rounds.get(number=3)],
        way="swiss",
        value=ValueName("other", "the lottery of 2 May"),
        value_known_at=made.value_known_at,
        seed=bytes(range(32)),
    )


def main(release: str) -> None:
    """Write ``release-X.sql``, the database, and ``release-X.json``, the facts that it has to tell for ever."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {
            "MAHJONG_DIRECTOR_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "tournaments.site.settings",
            "MAHJONG_DIRECTOR_SECRET_KEY": SECRET_KEY,
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from tests.support.release_facts import read_kept
        from tests.support.stored_events import fill_all

        call_command("migrate", verbosity=0)
        fill()
        fill_all()
        names = ("standings", "rulings", "lines", "digests", *read_kept())
        connections.close_all()
        store(Path(folder) / "db.sqlite3", release)
    # In a copy, since `facts` erases a player. Wording may change; the tests of a release look for texts themselves.
    with tempfile.TemporaryDirectory() as folder:
        facts = brought_up_to_date(release, Path(folder), every_page=True)
    if wrong := [page for page, status in (*facts["opened"], *facts["opened_more"]) if status != HTTPStatus.OK]:
        raise SystemExit(f"Pages that do not open: {wrong}")
    said = {name: facts[name] for name in names}
    (DATA / f"release-{release}.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")


def store(database: Path, release: str) -> None:
    """Write the database as ``release-X.sql``."""
    with closing(sqlite3.connect(database)) as opened:
        lines = [line for line in opened.iterdump() if not line.startswith('INSERT INTO "auth_permission"')]
    (DATA / f"release-{release}.sql").write_text("\n".join(lines) + "\n", "utf-8")


def store_upgraded(release: str) -> None:
    """Write ``release-X-NNNN.sql``: the database after the migrations up to that number."""
    with tempfile.TemporaryDirectory() as folder:
        database = load(release, Path(folder))
        for app, number in FINISHED.items():
            if (answer := run(Path(folder), "manage.py", "migrate", app, number, "--verbosity=0")).returncode:
                raise SystemExit(answer.stderr)
        store(database, f"{release}-{FINISHED['tournaments']}")


LEFT_OUT = ("--", "\\", "SET ", "SELECT pg_catalog.set_config(")
"""Beginnings of the lines of a dump that hold for its session, or say nothing."""


def store_postgresql(release: str) -> None:
    """Write ``release-X-postgresql.sql``: the schema in the empty database of `DATABASE_URL`, and its migrations."""
    address = os.environ["DATABASE_URL"]
    programs = Path(os.environ.get("MAHJONG_DIRECTOR_POSTGRESQL_PROGRAMS", ""))
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
    with tempfile.TemporaryDirectory() as folder:
        environment["MAHJONG_DIRECTOR_DATA"] = folder
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=environment, cwd=ROOT, check=True)

    def dump(*options: str) -> list[str]:
        command = [str(programs / "pg_dump"), "--no-owner", "--no-privileges", *options, address]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        return [line for line in lines if line.strip() and not line.startswith(LEFT_OUT)]

    title = f"-- The schema that release {release} made on PostgreSQL, and its list of migrations; without other rows."
    lines = [title, *dump("--schema-only"), *dump("--data-only", "--inserts", "--table=public.django_migrations")]
    (DATA / f"release-{release}-postgresql.sql").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    stores = {"--upgraded": store_upgraded, "--postgresql": store_postgresql}
    stores.get(sys.argv[-1], main)(sys.argv[1])
