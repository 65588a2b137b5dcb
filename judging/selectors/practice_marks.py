"""Rulings of the practice desk, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.family import Ruleset
from judging.law.disputes.generator import kinds_of_disputes
from judging.law.infractions import in_force
from judging.selectors.practice import Mark, Part, PracticeSheet, Ruled
from judging.wording import practice as words
from judging.wording.findings import row_name
from tournaments.templatetags.figures import exact
from tournaments.wording.language import reader
from tournaments.wording.sentences import seat_title, translated


@dataclass(frozen=True)
class ShownPart:
    """One part of a ruling: what was ruled, what is right, whether they are the same."""

    title: str
    given: str
    right: str
    ok: bool


@dataclass(frozen=True)
class ShownMark:
    """A line of the score sheet."""

    number: int
    kind: str
    given: str
    right: str
    got: int
    of: int


def in_parts(rules: Ruleset, ruled: Ruled) -> dict[str, str]:
    """A ruling part by part in words; what was not asked is left out."""
    said: dict[str, str] = {}
    if ruled.winners is not None:
        return {"winners": words.winners(list(map(seat_title, ruled.winners)), reader())}
    if ruled.verdict:
        rows = in_force(rules)
        said["verdict"] = words.verdict(ruled.verdict, reader())
        said["clause"] = row_name(ruled.clause) or "–"
        said["fault"] = words.fault(rows[ruled.fault]["title"] if ruled.fault in rows else None, reader())
    if ruled.gains is not None:
        said["gains"] = " · ".join(f"{seat_title(seat)} {exact(gain)}" for seat, gain in enumerate(ruled.gains))
    return said


def part_titles(rules: Ruleset, parts: Sequence[Part], mark: Mark) -> list[ShownPart]:
    """The parts that were asked, beside what is right."""
    given, right = in_parts(rules, mark.given), in_parts(rules, mark.right)
    return [
        ShownPart(
            words.part_title(part.what, reader()), given.get(part.what, "–"), right.get(part.what, "–"), part.right
        )
        for part in parts
    ]


def marks_shown(rules: Ruleset, sheet: PracticeSheet) -> list[ShownMark]:
    """The lines of the score sheet."""
    titles = {kind.code: kind.title for kind in kinds_of_disputes(rules)}
    return [
        ShownMark(
            number,
            translated(titles.get(mark.kind, mark.kind)),
            _line(in_parts(rules, mark.given)),
            _line(in_parts(rules, mark.right)),
            mark.got,
            mark.of,
        )
        for number, mark in enumerate(sheet.marks, 1)
    ]


def _line(parts: dict[str, str]) -> str:
    return "; ".join(text for text in parts.values() if text not in ("–", ""))
