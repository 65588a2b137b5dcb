"""Comparison of listed with computed standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.exchange.reading.event_file import EventFile, Id, as_number, parse_id
from tournaments.standings.logic import Standings, StandingsRow

COMPARED = ("total", "table_points")


def compare(event: EventFile, standings: Standings, *, strict: bool) -> list[Sentence]:
    """Return differences from the listed standings; not `strict`: listed decimals may be rounded."""
    differences: list[Sentence] = []
    for name, key, rows in (("individual", "player", standings.individual), ("teams", "team", standings.teams)):
        listed = event.standings.get(name)
        if not isinstance(listed, list):
            continue
        differences += _compare_rows(listed, key, {row.key: row for row in rows}, strict=strict)
    return differences


def _compare_rows(
    listed: Iterable[object], key: str, rows: dict[Id, StandingsRow], *, strict: bool
) -> Iterator[Sentence]:
    for raw in listed:
        if not isinstance(raw, dict):
            continue
        row = rows.get(parse_id(raw.get(key)))
        if row is None:
            yield _("%(who)s is listed and has no place here", who=raw.get(key))
            continue
        facts: list[tuple[str, object]] = [("place", row.place or None), ("shared", row.shared)]
        values: dict[str, Fraction] = {name: row.values[name] for name in COMPARED if name in row.values}
        wrong = [name for name, ours in facts if name in raw and raw[name] != ours]
        for name, value in values.items():
            written = as_number(raw.get(name))
            if written is None or written == value:
                continue
            if strict or not is_rounded_to(value, written, raw[name]):
                wrong.append(name)
        if wrong:
            yield _(
                "%(who)s: %(what)s",
                who=raw.get(key),
                what=", ".join(f"{name} {raw.get(name)} / {getattr(row, name, values.get(name))}" for name in wrong),
            )


def is_rounded_to(value: Fraction, written: Fraction, raw: object) -> bool:
    """Return True if a number with decimals is the rounded exact value; an integer must be the value itself."""
    text = str(raw)
    decimals = len(text.partition(".")[2]) if "." in text and "e" not in text.lower() else 0
    if decimals == 0:
        return written == value
    return abs(value - written) <= Fraction(1, 2 * 10**decimals)
