"""Stored databases of earlier releases, brought up to date with today's program: in a process and a folder of its own.

`tests/data/release-X.sql` is the database as that release wrote it, `release-X.json` what it said of it then,
`release-X-postgresql.sql` its schema and list of migrations on PostgreSQL, by `pg_dump`. `release-X-0088.sql` is the
database after the migrations up to 0088. `tests.support.make_release` writes all of them.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
SECRET_KEY = "a stored release of the tests: no site uses this key"
"""Seeds in a stored database are sealed with it."""
PUBLIC_PAGES = ("event", "event_players", "event_seating", "event_results", "event_standings", "event_draws")
DUPLICATE_PAGES = ("event_deals", "manage_deals")
HOME_PAGES = ("event", "manage_home")


def then(release: str) -> dict[str, Any]:
    """Return the release's own record of its database: standings, rulings, lines of the ledger, digests of the log."""
    said: dict[str, Any] = json.loads((DATA / f"release-{release}.json").read_text("utf-8"))
    return said


EVERY_PAGE = "--every-page"


def brought_up_to_date(release: str, folder: Path, *, every_page: bool) -> dict[str, Any]:
    """Today's program migrates the database in the folder and answers with `facts`."""
    load(release, folder)
    answer = run(folder, "-m", "tests.support.releases", *([EVERY_PAGE] if every_page else []))
    if answer.returncode:
        raise AssertionError(answer.stderr)
    answered: dict[str, Any] = json.loads(answer.stdout)
    return answered


def load(release: str, folder: Path) -> Path:
    """Make the stored database that of the data folder; return its file."""
    path = folder / "db.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, text) is not None)
        database.executescript((DATA / f"release-{release}.sql").read_text("utf-8"))
    return path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {
        "MAHJONG_DIRECTOR_DATA": str(folder),
        "MAHJONG_DIRECTOR_SECRET_KEY": SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "tournaments.site.settings",
    }
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def facts(*, every_page: bool = False) -> dict[str, Any]:
    """Return what the migrated database says."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import DatabaseError

    from judging.cases.models import Ruling
    from tests.support.release_facts import choose, open_more, read_kept
    from tournaments.core.audit import broken_at
    from tournaments.core.models.log import AuditEntry
    from tournaments.entries.models.entries import Entry
    from tournaments.events.models import RulesetVersion, Tournament
    from tournaments.exchange.document.writing import build_document
    from tournaments.exchange.files.public_bundle import build_public_bundle
    from tournaments.standings.models import ScoreLine
    from tournaments.standings.queries.standings import compute_standings

    call_command("migrate", verbosity=0)
    tournaments = list(Tournament.objects.order_by("pk"))
    chosen = choose(tournaments, every_page=every_page)
    lines = ScoreLine.objects.order_by("pk")
    try:
        AuditEntry.objects.update(reason="another")
        stays = False
    except DatabaseError:
        stays = True
    said = {
        "opened": _opened(chosen, every_page=every_page),
        "kept": _kept_rows(),
        "standings": [
            [row.place, Entry.objects.get(pk=row.key).number, str(row.total)]
            for row in compute_standings(tournaments[0]).individual
        ],
        "rules": [[one.preset, one.options] for one in RulesetVersion.objects.order_by("pk")],
        "rulings": [
            [one.number, one.in_force, one.payments, one.reason, one.hand_effect]
            for one in Ruling.objects.order_by("pk")
        ],
        "lines": [[str(one.amount), one.unit, one.voided_at is not None] for one in lines],
        "digests": list(AuditEntry.objects.order_by("pk").values_list("digest", flat=True)),
        "broken": [broken_at(one) for one in (*tournaments, None)],
        "log_stays": stays,
        "bundles": [build_public_bundle(one) for one in chosen],
        "files": [build_document(one)[0] for one in chosen],
    }
    said |= read_kept() | {"opened_more": open_more(every_page=every_page)}
    return said | {"erased": _erased(tournaments[0])}


def _erased(event: Any) -> dict[str, Any]:
    """Erase the first player whom the log names; return what then stands in the log, and how its chain is."""
    from tournaments.core.audit import Actor, broken_at
    from tournaments.core.models.log import AuditEntry
    from tournaments.exchange.document.writing import build_document
    from tournaments.exchange.services import privacy

    def text() -> str:
        log = AuditEntry.objects.filter(tournament=event)
        return json.dumps([[str(one.object_name), one.before, one.after, str(one.reason)] for one in log])

    before, digests = text(), list(AuditEntry.objects.filter(tournament=event).values_list("digest", flat=True))
    player = next(one for one in event.entries.order_by("pk") if one.family_name and one.family_name in before)
    name = player.family_name
    privacy.erase(Actor.of_command("test"), player)
    log = AuditEntry.objects.filter(tournament=event)
    return {
        "named": name in text(),
        "broken": broken_at(event),
        "same": list(log.values_list("digest", flat=True))[: len(digests)] == digests,
        "emptied": log.exclude(redacted_by=None).count(),
        "file": build_document(event)[0],
    }


def _opened(tournaments: Sequence[Any], *, every_page: bool) -> list[tuple[str, int]]:
    """Address and status of the first pages of every event, for everybody and for the director.

    Without `every_page` the home pages of every event, and each other kind of page once.
    """
    from django.test import Client
    from django.urls import reverse

    from tournaments.accounts.models import Role, User

    opened: list[tuple[str, int]] = []
    kinds = set()
    for event in tournaments:
        director = Client()
        olga = User.objects.filter(memberships__tournament=event, memberships__role=Role.DIRECTOR).earliest("pk")
        director.force_login(olga, backend="django.contrib.auth.backends.ModelBackend")
        duplicate = DUPLICATE_PAGES if event.board_sets.exists() else ()
        public = [(name, reverse(name, args=[event.slug])) for name in PUBLIC_PAGES if event.published]
        managed = [(name, reverse(name, args=[event.slug])) for name in ("manage_home", *duplicate)]
        for round_ in event.rounds.order_by("-number"):
            for name in ("manage_round", "manage_seating"):
                managed.append((name, reverse(name, args=[event.slug, round_.number])))
        managed += [("draw", draw.get_absolute_url()) for draw in event.draws.all()]
        for visitor, browser, pages in (("anybody", Client(), public), ("director", director, public + managed)):
            for name, address in pages:
                if every_page or name in HOME_PAGES or (visitor, name) not in kinds:
                    kinds.add((visitor, name))
                    opened.append((address, browser.get(address).status_code))
    return opened


def _kept_rows() -> dict[str, int]:
    """Removed feature -> how many of its rows lie in the backup folder."""
    from django.core.files.storage import storages

    found = Path(storages["backups"].path("")).glob("removed-*.jsonl.gz")
    return {
        path.name.rpartition("-")[0].removeprefix("removed-"): len(gzip.decompress(path.read_bytes()).splitlines())
        for path in found
    }


if __name__ == "__main__":
    print(json.dumps(facts(every_page=EVERY_PAGE in sys.argv)))
