"""Erase a person from the stored database of a release, brought up to date: in a process and a folder of its own."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

NAMES = ("Family01", "Given01", "山田 花子", "Ikkan", "15826780", "98780219", "tabs are not")
"""Names, club, numbers and note of the first player of every event, as `tests.support.make_release` wrote them."""


def facts() -> dict[str, Any]:
    """Return what is found of the person before and after, and what the logs say."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.support import traces
    from tournaments.core.audit import Actor, broken_at
    from tournaments.core.models.log import AuditEntry
    from tournaments.entries.models.entries import Entry
    from tournaments.events.models import Tournament
    from tournaments.exchange.backups import making
    from tournaments.exchange.document.writing import build_document
    from tournaments.exchange.files.public_bundle import build_public_bundle
    from tournaments.exchange.services import privacy
    from tournaments.exchange.services.mentions import mentions

    call_command("migrate", verbosity=0)
    pattern = traces.pattern_of(NAMES)
    before = [name for name in NAMES if not traces.in_database(traces.pattern_of([name]))]
    digests = list(AuditEntry.objects.order_by("pk").values_list("digest", flat=True))
    for entry in Entry.objects.filter(number=1).select_related("tournament"):
        texts = [mention.key for mention in mentions(entry)]
        privacy.erase(Actor.of_command("erase"), entry, texts=texts, reason="asked for")
    events = list(Tournament.objects.order_by("pk"))
    backup = making.make(making.HAND)
    folder = Path(settings.DATA_DIR)
    with zipfile.ZipFile(backup.path) as opened:
        opened.extractall(folder / "opened")
    after = list(AuditEntry.objects.order_by("pk").values_list("digest", flat=True))
    return {
        "missing_before": before,
        "database": traces.in_database(pattern),
        "backup": traces.in_files(pattern, folder / "opened"),
        "digests_stay": after[: len(digests)] == digests,
        "broken": [broken_at(event) for event in (*events, None)],
        "bundles": [build_public_bundle(event) for event in events],
        "files": [build_document(event)[0] for event in events],
    }


if __name__ == "__main__":
    print(json.dumps(facts(), default=str))
