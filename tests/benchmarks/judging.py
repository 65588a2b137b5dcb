"""``python -m tests.benchmarks judging [--moments 1000] [--write]``: what the law says to disputes, and how fast.

For each family and kind of dispute: how many moments, how often the facts of the table and the record of play agree,
what happens when one fact is missing, and the milliseconds of an examination. ``--write`` brings the table of known
disagreements up to date.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from engine.family import Ruleset, families, ruleset, ruleset_names
from judging.law.disputes.agreement import Answer, by_facts, by_record
from judging.law.disputes.generator import Dispute
from judging.law.findings import Verdict
from judging.law.kinds import facts_of
from tests.benchmarks.figures import keep
from tests.judging.law.disputes import known

COLUMNS = (
    ("moments", 8),
    ("record", 8),
    ("agree", 8),
    ("missing: named", 16),
    ("same", 6),
    ("other", 6),
    ("ms", 8),
    ("ms rec.", 8),
)


class Tally:
    """What was seen of one kind of dispute."""

    def __init__(self) -> None:
        self.moments = 0
        self.recorded = 0
        self.agree = 0
        self.without: Counter[str] = Counter()
        self.facts_ms: list[float] = []
        self.record_ms: list[float] = []


class Seen(NamedTuple):
    """A disagreement with the first dispute that showed it."""

    what: known.Disagreement
    example: tuple[str, int]


def without_one(case: Dispute, told: Answer, rng: random.Random) -> str | None:
    """What becomes of the answer when nobody knows one of the facts: ``named`` as missing, ``same``, or ``other``."""
    asked = [
        fact.name
        for fact in facts_of(case.kind.claim, case.ruleset.family)
        if fact.name in case.facts and not fact.optional
    ]
    if not asked:
        return None
    gone = rng.choice(asked)
    left = by_facts(case, {name: value for name, value in case.facts.items() if name != gone})
    if gone in left.missing:
        return "named"
    same = (left.verdict, left.clause, left.infraction) == (told.verdict, told.clause, told.infraction)
    return "same" if same or left.verdict is Verdict.UNDECIDED else f"other:{gone}"


def look(rules: Ruleset, seed: int, tallies: dict[str, Tally], seen: dict[known.Disagreement, Seen]) -> int:
    """Examine the disputes of one seed; how many there were."""
    number = 0
    for case in known.disputes(rules, seed, rare=seed % 5 == 0):
        tally = tallies[case.kind.code]
        started = time.perf_counter()
        told = by_facts(case)
        between = time.perf_counter()
        recorded = by_record(case)
        tally.facts_ms.append(1000 * (between - started))
        tally.moments += 1
        number += 1
        gone = without_one(case, told, random.Random(seed))
        if gone is not None:
            tally.without[gone] += 1
        if recorded is None:
            continue
        tally.record_ms.append(1000 * (time.perf_counter() - between))
        tally.recorded += 1
        what = known.between(case, told, recorded)
        tally.agree += what is None
        if what is not None:
            seen.setdefault(what, Seen(what, (rules.name, seed)))
    return number


def main(argv: Sequence[str] = ()) -> int:
    """Print a table a family, then the disagreements that are not known and the rows that are mended."""
    parser = argparse.ArgumentParser(prog="judging")
    parser.add_argument("--moments", type=int, default=1000, help="of each family")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--write", action="store_true", help="bring the table of known disagreements up to date")
    options = parser.parse_args(argv)
    seen: dict[known.Disagreement, Seen] = {}
    print(" " * 24 + "".join(f"{title:>{width}}" for title, width in COLUMNS))
    for family in families():
        tallies: dict[str, Tally] = defaultdict(Tally)
        names = [name for name in ruleset_names() if ruleset(name).family.name == family]
        number = 0
        for seed in count(options.first):
            number += sum(look(ruleset(name), seed, tallies, seen) for name in names)
            if number >= options.moments:
                break
        print(f"{family}: {number} moments")
        for code, tally in tallies.items():
            for way, times in (("facts", tally.facts_ms), ("record", tally.record_ms)):
                if times:
                    keep(f"judging {family} {code}, {way}", statistics.median(times), "ms")
            print(f"  {code:22}{line(tally)}")
    rows = {row.what: row for row in known.known()}
    for what, found in seen.items():
        if what not in rows:
            print("not known:", what, found.example)
    for what in rows.keys() - seen.keys():
        if known.shows(rows[what]):
            seen[what] = Seen(what, rows[what].example)
        else:
            print("mended:", what)
    if options.write:
        why = {what: row.why for what, row in rows.items()}
        known.write(known.Row(what, found.example, why.get(what, "")) for what, found in seen.items())
    return 0


def line(tally: Tally) -> str:
    """The figures of a kind."""
    share = f"{100 * tally.agree / tally.recorded:.1f} %" if tally.recorded else "–"
    other = sum(number for what, number in tally.without.items() if what.startswith("other"))
    told, recorded = (f"{statistics.median(each):.1f}" if each else "–" for each in (tally.facts_ms, tally.record_ms))
    values = (
        tally.moments,
        tally.recorded,
        share,
        tally.without["named"],
        tally.without["same"],
        other,
        told,
        recorded,
    )
    figures = "".join(f"{value:>{width}}" for value, (_title, width) in zip(values, COLUMNS, strict=True))
    names = ", ".join(sorted({what[6:] for what in tally.without if what.startswith("other")}))
    return figures + (f"  {names}" if names else "")
