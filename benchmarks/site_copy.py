"""The static copy of an event of 400 players and 12 rounds in one language: `python -m benchmarks site_copy`.

Seconds of processor, since other work of the machine does not count in it; pages, files and megabytes of the copy.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import keep

PLAYERS: Final = 400
ROUNDS: Final = 12


def main(argv: Sequence[str] = ()) -> int:
    """Print a line. Returns 1 where the copy has fewer pages than the players have."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-copy-") as data:
        os.environ |= {"MAHJONG_DIRECTOR_DATA": data, "MAHJONG_DIRECTOR_LOG_LEVEL": "ERROR"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.core.management import call_command

        from benchmarks.desk import SLUG, _event

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        _event(PLAYERS, ROUNDS, whole=True)
        from tournaments.events.models import Tournament
        from tournaments.exchange.site_copy.making import make_copy

        folder = Path(data) / "copy"
        began, began_at = time.process_time(), time.perf_counter()
        outcome = make_copy(Tournament.objects.get(slug=SLUG), folder, ["en"])
        processor, spent = time.process_time() - began, time.perf_counter() - began_at
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        keep(f"static copy of {PLAYERS} x {ROUNDS}, processor", processor, "s")
        print(f"  {outcome.pages} pages and files, {size:.0f} MB: {processor:.1f} s of processor, {spent:.1f} s")
        return 0 if outcome.pages > 3 * PLAYERS else 1
