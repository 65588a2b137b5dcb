"""The practice desk without a database: its questions, and the score sheet that travels signed in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.core import signing
from django.core.cache import cache

from engine.family import Ruleset
from engine.play.table import TableState
from engine.play.visibility import visible_to
from judging.law.disputes.practice import Question, Right, question
from tournaments.selectors.replay import table_seen

SALT: Final = "practice"
LONGEST: Final = 40
"""Rulings on a score sheet; an address has room for it."""
KEPT: Final = 3600


class Ruled(NamedTuple):
    """A ruling: verdict, clause, code of the fault, who wins, what each seat gains; what was not asked is empty."""

    verdict: str = ""
    clause: str = ""
    fault: str = ""
    winners: tuple[int, ...] | None = None
    gains: tuple[int, ...] | None = None


class Mark(NamedTuple):
    """One ruling on the sheet: the kind of dispute, its difficulty, points got of points to get, the ruling given and
    the right one.
    """

    kind: str
    level: str
    got: int
    of: int
    given: Ruled
    right: Ruled


class PracticeSheet(NamedTuple):
    """What is practised, and the rulings so far. ``number`` questions make an exam; 0: as long as one likes."""

    ruleset: str
    seed: int
    kind: str = ""
    level: str = ""
    number: int = 0
    name: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def full(self) -> bool:
        """Whether nothing more is asked."""
        return len(self.marks) >= (self.number or LONGEST)

    @property
    def got(self) -> int:
        """Points so far."""
        return sum(mark.got for mark in self.marks)

    @property
    def of(self) -> int:
        """Points that could have been got."""
        return sum(mark.of for mark in self.marks)

    def signed(self) -> str:
        """The sheet for an address; nobody else can write one."""
        return signing.dumps(self, salt=SALT, compress=True)

    def marked(self, mark: Mark) -> PracticeSheet:
        """The sheet with one ruling more."""
        return self._replace(marks=(*self.marks, mark))


def read_sheet(text: str) -> PracticeSheet:
    """The sheet of an address. Raises BadSignature for one that was not written here."""
    name, seed, kind, level, number, who, marks = signing.loads(text, salt=SALT)
    return PracticeSheet(name, seed, kind, level, number, who, tuple(map(_mark, marks)))


def _mark(items: Sequence[Any]) -> Mark:
    kind, level, got, of, given, right = items
    return Mark(kind, level, got, of, _ruled(given), _ruled(right))


def _ruled(items: Sequence[Any]) -> Ruled:
    verdict, clause, fault, winners, gains = items
    return Ruled(verdict, clause, fault, _seats(winners), _seats(gains))


def _seats(items: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if items is None else tuple(items)


def asked(rules: Ruleset, sheet: PracticeSheet, edition: str) -> Question:
    """Return the next question of a sheet, cached for an hour by this edition of the program.

    Raises LookupError where the ruleset has no such dispute.
    """
    # What is practised and what is examined are different disputes, so that nobody meets an exam by chance.
    seed = f"{'exam' if sheet.number else 'practice'}/{sheet.seed}/{len(sheet.marks)}"
    key = f"practice/{edition}/{rules.name}/{sheet.kind}/{sheet.level}/{seed}"
    found: Question | None = cache.get(key)
    if found is None:
        found = question(rules.name, sheet.kind, sheet.level, seed)
        cache.set(key, found, KEPT)
    return found


def table_of(found: Question) -> dict[str, Any]:
    """The table as everybody sees it, with the hands that lie open."""
    full: TableState = found.now
    seen = visible_to(full, "public")
    for seat in found.open_seats:
        seen = seen.with_player(seat, full.players[seat])
    return table_seen(full, seen)


def ruled(right: Right) -> Ruled:
    """The right ruling as the sheet writes it."""
    clause = right.clauses[0] if right.clauses else ""
    return Ruled(right.verdict, clause, right.fault or "", right.winners, right.paid)


class Part(NamedTuple):
    """One part of a ruling that was asked: ``what`` is verdict, clause, fault, winners or gains."""

    what: str
    right: bool


def compare(given: Ruled, right: Right, *, same_clause: Mapping[str, str]) -> list[Part]:
    """The parts of a ruling, each right or wrong. ``same_clause``: clause as cited -> as it is compared.

    Of a claim that stands no clause is asked; whoever lets a wrong one stand has missed its clause too.
    """
    if right.winners is not None:
        return [Part("winners", given.winners == right.winners)]
    parts = []
    if right.verdict and given.verdict:
        parts.append(Part("verdict", given.verdict == right.verdict))
        if right.clauses:
            known = {same_clause.get(clause, clause) for clause in right.clauses}
            parts.append(Part("clause", same_clause.get(given.clause, given.clause) in known))
        parts.append(Part("fault", given.fault == (right.fault or "")))
    if right.paid is not None:
        parts.append(Part("gains", given.gains == right.paid))
    return parts
