"""Stored databases of earlier releases, brought up to date with today's program: in a process and a folder of its own.

`tests/data/release-X.sql` is the database as that release wrote it, `release-X.json` what it said of it then.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
SECRET_KEY = "a stored release of the tests: no site uses this key"
"""Seeds in a stored database are sealed with it."""
PUBLIC_PAGES = ("event", "event_players", "event_seating", "event_results", "event_standings", "event_draws")
DUPLICATE_PAGES = ("event_deals", "manage_deals")


def then(release: str) -> dict[str, Any]:
    """What the release said of its database: standings, rulings, lines of the ledger, digests of the log."""
    said: dict[str, Any] = json.loads((DATA / f"release-{release}.json").read_text("utf-8"))
    return said


def brought_up_to_date(release: str, folder: Path, more: str = "") -> dict[str, Any]:
    """Today's program migrates the database in the folder, with `more` SQL run in it, and answers with `facts`."""
    database = sqlite3.connect(folder / "db.sqlite3")
    database.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, text) is not None)
    database.executescript((DATA / f"release-{release}.sql").read_text("utf-8"))
    if more:
        database.executescript(more)
    database.close()
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {
        "MAHJONG_DIRECTOR_DATA": str(folder),
        "MAHJONG_DIRECTOR_SECRET_KEY": SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "tournaments.site.settings",
    }
    answer = subprocess.run(
        [sys.executable, "-m", "tests.support.releases"], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    answered: dict[str, Any] = json.loads(answer.stdout)
    return answered


def facts() -> dict[str, Any]:
    """What the migrated database says; reasons and names as a reader of each language sees them."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import DatabaseError, connection
    from django.utils.translation import override

    from judging.models import Ruling
    from tournaments.models import ApiToken, AuditEntry, Entry, Forfeit, Job, ScoreLine, Seating, Stage, Tournament
    from tournaments.selectors.standings import compute_standings
    from tournaments.services.audit import broken_at
    from tournaments.wording.sentences import in_words

    call_command("compile_translations", verbosity=0, stdout=sys.stderr)
    call_command("migrate", verbosity=0)
    tournaments = list(Tournament.objects.order_by("pk"))
    lines = ScoreLine.objects.order_by("pk")
    try:
        AuditEntry.objects.update(reason="another")
        stays = False
    except DatabaseError:
        stays = True
    seen = {}
    for language in ("en", "ja", "zh-hans", "zh-hant"):
        with override(language):
            seen[language] = {
                "lines": [[in_words(line.reason), in_words(line.void_reason)] for line in lines],
                "forfeits": [in_words(one.reason) for one in Forfeit.objects.order_by("pk")],
                "seatings": [in_words(one.reason) for one in Seating.objects.order_by("pk")],
                "stages": [str(one) for one in Stage.objects.order_by("pk")],
                "names": [one.name for one in Entry.objects.filter(tournament=tournaments[1]).order_by("number")],
                "jobs": [in_words(one.message) for one in Job.objects.order_by("created_at")],
            }
    return {
        "opened": _opened(tournaments),
        "standings": [
            [row.place, Entry.objects.get(pk=row.key).number, str(row.total)]
            for row in compute_standings(tournaments[0]).individual
        ],
        "rulings": [
            [one.number, one.in_force, one.payments, one.reason, one.hand_effect]
            for one in Ruling.objects.order_by("pk")
        ],
        "lines": [[str(one.amount), one.unit, one.voided_at is not None] for one in lines],
        "digests": list(AuditEntry.objects.order_by("pk").values_list("digest", flat=True)),
        "broken": [broken_at(one) for one in (*tournaments, None)],
        "log_stays": stays,
        "tables": connection.introspection.table_names(),
        "tokens": [
            [one.user.username, one.digest, one.scopes, str(one.created_at), one.expires_at]
            for one in ApiToken.objects.select_related("user")
        ],
        "seen": seen,
    }


def _opened(tournaments: Sequence[Any]) -> list[tuple[str, int]]:
    """Address and status of the first pages of every event, for everybody and for the director."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Role, User

    opened = []
    for event in tournaments:
        director = Client()
        olga = User.objects.filter(memberships__tournament=event, memberships__role=Role.DIRECTOR).earliest("pk")
        director.force_login(olga, backend="django.contrib.auth.backends.ModelBackend")
        duplicate = DUPLICATE_PAGES if event.board_sets.exists() else ()
        managed = [reverse("manage_home", args=[event.slug])]
        for round_ in event.rounds.order_by("number"):
            managed += [reverse(name, args=[event.slug, round_.number]) for name in ("manage_round", "manage_seating")]
        public = [reverse(name, args=[event.slug]) for name in PUBLIC_PAGES]
        managed += [draw.get_absolute_url() for draw in event.draws.all()]
        for page in public:
            opened.append((page, Client().get(page).status_code))
        for page in (*public, *managed, *(reverse(name, args=[event.slug]) for name in duplicate)):
            opened.append((page, director.get(page).status_code))
    return opened


if __name__ == "__main__":
    print(json.dumps(facts()))
