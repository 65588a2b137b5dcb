"""How long a pack of one hundred score sheets takes, how large it is, and how much memory it needs."""

from __future__ import annotations

import os
import resource
import time


def main(argv: list[str]) -> None:
    """Print the seconds, kilobytes and peak of memory of 100 MCR sheets; a number as argument asks for other packs."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from engine.family import ruleset
    from tournaments.exports import pdf
    from tournaments.papers.registry import labels
    from tournaments.printing.papers import Heading
    from tournaments.printing.scoresheet import PrintedSeat, PrintedSheet, pages
    from tournaments.wording.papers import SHEET

    number = int(argv[0]) if argv else 100
    heading = Heading("Spring Open", "Lyon", "2 May 2026", 1, "Qualification", "10:00")
    chairs = [PrintedSeat(wind, wind + 1, f"Given Family {wind}", "髙橋 﨑子") for wind in range(4)]
    tables = [PrintedSheet(str(table), chairs, f"https://example.org/e/{table:022}/") for table in range(1, number + 1)]
    began = time.perf_counter()
    words = labels(["en", "ja"], SHEET)
    leaves = pages(heading, ruleset("mcr-2006").sheet, tables)
    made = pdf.render(leaves, title="Score sheets", paper="a4", language="en", labels=words)
    seconds, peak = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{number} score sheets: {seconds:.1f} s, {len(made) // 1024} kB, {peak} MB at its peak")
