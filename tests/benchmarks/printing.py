"""How long a pack of one hundred score sheets takes, how large it is, and how much memory it needs.

    python -m tests.benchmarks printing [SHEETS] [EDITION...]

One edition of each family unless said, each in a process of its own that has loaded nothing that prints: "first sheet"
is what it takes until one is laid out, "again" what the whole pack takes in a process that has printed before. As on
every site, the faces are unpacked before (`manage.py prepare`).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Final

from tests.benchmarks.figures import keep

EDITIONS: Final = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")
APART: Final = "--apart"
FACES: Final = "--faces"


def main(argv: Sequence[str] = ()) -> int:
    """Print a line an edition. Returns 1 where one failed."""
    if FACES in argv:
        _unpack_faces()
        return 0
    if APART in argv:
        _measure(int(argv[0]), argv[1])
        return 0
    number, *editions = argv or ("100",)
    command = [sys.executable, "-m", "tests.benchmarks", "printing"]
    with tempfile.TemporaryDirectory(prefix="mahjong-director-printing-") as data:
        settings = {**os.environ, "MAHJONG_DIRECTOR_DATA": data}
        subprocess.run([*command, FACES], env=settings, check=True)
        runs = [[*command, number, each, APART] for each in editions or EDITIONS]
        return max(subprocess.run(run, env=settings).returncode for run in runs)


def _unpack_faces() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    from tournaments.exports import faces

    faces.unpack()


def _measure(number: int, edition: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from engine.family import ruleset
    from tournaments.exports import pdf
    from tournaments.papers.registry import labels
    from tournaments.printing.papers import Heading
    from tournaments.printing.scoresheet import PrintedSeat, PrintedSheet, pages
    from tournaments.wording.papers import SHEET

    def made() -> tuple[float, float, float, int]:
        """Seconds by the clock and of processor, seconds until the first sheet, bytes."""
        first: list[float] = []
        began, worked = time.perf_counter(), time.process_time()
        heading = Heading("Spring Open", "Lyon", "2 May 2026", 1, "Qualification", "10:00")
        tables = [
            PrintedSheet(
                str(table),
                [PrintedSeat(wind, 4 * table + wind, f"Given Family {wind}", "髙橋 﨑子") for wind in range(4)],
                f"https://example.org/e/{table:022}/",
            )
            for table in range(1, number + 1)
        ]
        content = pdf.render(
            pages(heading, ruleset(edition).sheet, tables),
            title="Score sheets",
            paper="a4",
            language="en",
            labels=labels(["en", "ja"], SHEET),
            progress=lambda done, total: first.append(time.perf_counter() - began),
        )
        return time.perf_counter() - began, time.process_time() - worked, first[0], len(content)

    clock, worked, first, size = made()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    again = made()
    print(
        f"{number} score sheets, {edition}: {clock:.1f} s, {worked:.1f} s of processor, first sheet {first:.1f} s; "
        f"again {again[1]:.1f} and {again[2]:.1f} s; {size // 1024} kB, {peak:.0f} MB at its peak"
    )
    keep(f"{number} score sheets, {edition}", worked, "s")
    keep(f"{number} score sheets, {edition}, again", again[1], "s")
    keep(f"{number} score sheets, {edition}, first sheet", first, "s")
    keep(f"{number} score sheets, {edition}, peak", peak, "MB")
