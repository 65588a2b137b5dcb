"""Time, size and memory of 100 score sheets as PDF.

    python -m benchmarks printing [SHEETS] [EDITION...]

One edition of each family unless said. "First sheet" is the PDF of the first sheet alone by a child that starts for it;
"warm" the same by one that the printing page has started before; "peak" the memory of the child process that makes
the pack. Seconds of processor include the child.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Sequence
from typing import Final

import psutil

from benchmarks.figures import keep

EDITIONS: Final = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")


def main(argv: Sequence[str] = ()) -> int:
    """Print a line for each edition."""
    number, *editions = argv or ("100",)
    with tempfile.TemporaryDirectory(prefix="mahjong-director-bench-") as data:
        os.environ |= {"MAHJONG_DIRECTOR_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for edition in editions or EDITIONS:
            _measure(int(number), edition)
    return 0


def print_sheets(edition: str, tables: range, *, at_once: bool = False) -> int:
    """Print the score sheets of the tables by a child of low priority; return the bytes of the PDF.

    A child that prints `at_once`, as for a page, waits for the next paper; one of the background ends.
    """
    from engine.family import ruleset
    from tournaments.core.printing import pdf
    from tournaments.core.printing.documents import PaperHeading, PrintedSeat
    from tournaments.core.printing.registry import translate_labels
    from tournaments.results.papers.scoresheet import SHEET, PrintedSheet, make_pages

    heading = PaperHeading("Spring Open", "Lyon", "2 May 2026", 1, "Qualification", "10:00")
    sheets = [
        PrintedSheet(
            str(table),
            [PrintedSeat(wind, 4 * table + wind, f"Given Family {wind}", "髙橋 﨑子") for wind in range(4)],
            f"https://example.org/e/{table:022}/",
        )
        for table in tables
    ]
    leaves = make_pages(heading, ruleset(edition).sheet, sheets)
    run = pdf.PrintRun(leaves, "Score sheets", "a4", "en", translate_labels(["en", "ja"], SHEET), "UTC")
    return len(pdf.render_run(run, seconds=None if at_once else 3600))


def _measure(number: int, edition: str) -> None:
    from tournaments.core.printing import pdf

    def made(tables: range, *, at_once: bool = False) -> tuple[float, float, int]:
        """Return seconds by the clock and of processor, and bytes."""
        began, worked = time.perf_counter(), _processor()
        size = print_sheets(edition, tables, at_once=at_once)
        return time.perf_counter() - began, _processor() - worked, size

    print_sheets(edition, range(0))  # unpacks the fonts, once for each data folder
    pdf.end_waiting_child()
    first_clock, first, _size = made(range(1, 2), at_once=True)
    warm_clock, warm, _size = made(range(1, 2), at_once=True)
    pdf.end_waiting_child()
    clock, worked, size = made(range(1, number + 1))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{number} score sheets, {edition}: {clock:.1f} s, {worked:.1f} s of processor; "
        f"first sheet {first_clock:.2f} s, {first:.2f} s of processor; "
        f"warm {warm_clock:.2f} s, {warm:.2f} s of processor; {size // 1024} kB, {peak:.0f} MB at the peak"
    )
    keep(f"{number} score sheets, {edition}", worked, "s")
    keep(f"{number} score sheets, {edition}, first sheet", first, "s")
    keep(f"{number} score sheets, {edition}, first sheet, warm", warm, "s")
    keep(f"{number} score sheets, {edition}, peak", peak, "MB")


def _processor() -> float:
    """Return the seconds of processor of this process and its children, those that have ended too."""
    running = [child.cpu_times() for child in psutil.Process().children()]
    return sum(os.times()[:4]) + sum(times.user + times.system for times in running)
