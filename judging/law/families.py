"""What the law asks of a family, and the facts of a claim as the checks of that family see them.

A family's law is the package ``judging.law.<family>`` with its ``LAW``; another can be registered from anywhere. A
family without one has the kinds of claims that need none: faults of its table of infractions, and records of play.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, overload

from engine.family import RuleFamily, Ruleset
from engine.play.events import Event
from engine.play.table import Breach, TableState
from engine.play.transfers import Transfer
from engine.scoring.score import ScoredHand
from engine.tiles.seats import Wind
from judging.law.claim import Claim
from judging.law.facts import Contradiction, Fact, MissingFact
from judging.law.findings import Finding
from judging.law.kind import Kind, Outcome
from judging.law.penalties import Effects, Offence, Row, default_effects
from judging.law.shared_facts import DEALER, PREVALENT_WIND, SEAT_WIND

T = TypeVar("T")


class Check(NamedTuple):
    """One test of a claim in one family."""

    run: Callable[[Facts], Iterator[Finding]]
    clause: str
    """What its findings cite (``f.clause``) unless they name another, in the words of the edition in force."""
    also: tuple[Fact[Any], ...] = ()
    """Facts that the ruling needs where the check does not ask for them itself."""


class Facts:
    """The facts of one claim, as checks ask for them.

    ``f(SHOWN)`` is the value of a fact; it raises MissingFact where nobody knows it. ``f.get(fact, default)`` serves
    facts that matter only when given. ``f.clause`` is the clause of the check that is being run; a check may set it to
    one that only its family's edition has.
    """

    def __init__(self, rules: Ruleset, seat: int | None, values: Mapping[str, Any], clause: str = "") -> None:
        self.rules = rules
        self.law = law_of(rules.family)
        self.seat = seat
        self.clause = clause
        self._values = values
        self.asked: dict[str, None] = {}

    def __call__(self, fact: Fact[T]) -> T:
        value = self.get(fact)
        if value is None:
            raise MissingFact(fact)
        return value

    def _value(self, fact: Fact[Any]) -> Any:
        """What was answered, or what follows: where the dealer is East, the claimant's wind and the dealer tell each
        other.
        """
        value = self._values.get(fact.name)
        if value is not None or self.seat is None or not self.law.dealer_is_east(self.rules):
            return value
        wind, dealer = self._values.get(SEAT_WIND.name), self._values.get(DEALER.name)
        if fact is DEALER and wind is not None:
            return (self.seat - wind) % 4
        if fact is SEAT_WIND and dealer is not None:
            return Wind((self.seat - dealer) % 4)
        return None

    def other_player(self, fact: Fact[int]) -> int:
        """The seat of another player than the claimant. Raises MissingFact for the claimant's own seat."""
        seat = self(fact)
        if seat == self.seat:
            raise MissingFact(fact)
        return seat

    @overload
    def get(self, fact: Fact[T]) -> T | None: ...
    @overload
    def get(self, fact: Fact[T], default: T) -> T: ...
    def get(self, fact: Fact[T], default: T | None = None) -> T | None:
        """The value of a fact, or the default if it is unknown."""
        self.asked[fact.name] = None
        value: T | None = self._value(fact)
        return default if value is None else value

    def peek(self, fact: Fact[T]) -> T | None:
        """The value of a fact even if the claim does not ask for it, or None if it is unknown."""
        value: T | None = self._value(fact)
        return value

    def known(self, fact: Fact[Any]) -> bool:
        """True when the fact is known."""
        return self._value(fact) is not None

    def is_unknown(self, fact: Fact[Any]) -> bool:
        """True when the fact was asked for and nobody knows it."""
        return fact.name in self._values and self._values[fact.name] is None


def never(rules: Ruleset) -> bool:
    """Under no parameters: the answer of an edition that does not know what a shared check asks."""
    return False


def _always(rules: Ruleset) -> bool:
    return True


def winds_of_the_win(f: Facts, by: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a score case says of a win in a family with winds: the two winds, and the circumstances as given."""
    return {
        "prevalent_wind": f(PREVALENT_WIND).letter,
        "seat_wind": f(SEAT_WIND).letter,
        "context": dict(given),
    }


def _nothing(f: Facts) -> dict[str, Any]:
    return {}


def _no_payments(f: Facts, scored: ScoredHand) -> list[Transfer]:
    return []


def _no_locks(f: Facts, costs: Callable[[Facts], str | None]) -> Iterator[Finding]:
    return iter(())


def _unpunished(f: Facts) -> str | None:
    return None


def _no_question(f: Facts, row: Row) -> None:
    """The price of the infraction hangs on nothing else."""


def _any_facts(facts: Mapping[str, Any], seat: int | None) -> None:
    """Nothing is held against anything else."""


def _as_named(f: Facts, row: Row) -> str:
    return str(row["code"])


def _as_written(ruleset: Ruleset, row: Row) -> Row:
    return row


def _itself(ruleset: Ruleset, row: Row, rows: Mapping[str, Row]) -> tuple[str, ...]:
    return (str(row["code"]),)


def _no_fine(ruleset: Ruleset) -> Sequence[Fraction]:
    return ()


def _nothing_follows(claim: Claim, found: Iterable[Finding]) -> Iterator[Finding]:
    return iter(())


def _no_income(claim: Claim, seat: int) -> tuple[Transfer, ...] | None:
    return None


def _nobody(state: TableState) -> tuple[int, ...]:
    return ()


def _no_hints(ruleset: Ruleset) -> dict[str, str]:
    return {}


def _all_asked(kind: str, ruleset: Ruleset) -> frozenset[str]:
    return frozenset()


def _none_contradict(f: Facts) -> Iterator[Contradiction]:
    return iter(())


def _no_breaches(state: TableState, event: Event) -> Iterator[Breach]:
    return iter(())


def _no_excuse(f: Facts) -> bool:
    return False


@dataclass(frozen=True, kw_only=True, eq=False)
class FamilyLaw:
    """Everything in which the law of a family differs. Functions get the facts of the claim or the ruleset."""

    family: str
    """The name of the family."""

    checks: Mapping[str, Sequence[Check]] = field(default_factory=dict)
    """Kind of claim -> its checks, in the order in which the rulebook tests: that of the step-by-step questions."""

    kinds: Sequence[Kind] = ()
    """Kinds of claims that only this family has."""

    record_clause: str = ""
    """Cited where a record of play is legal."""

    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a check or a breach of the record names -> the infractions it may be, the first in force counting. A fault
    that is not listed is the infraction of the same code."""

    outcomes: Mapping[tuple[str, str], Outcome] = field(default_factory=dict)
    """(kind, clause of the finding) -> what follows without a fault, where the clause says more than the kind."""

    first_test_decides: bool = False
    """A false win is of the class of the first test that it fails, not of the heaviest."""

    breach_faults: Mapping[str, Callable[[Facts], str | None]] = field(default_factory=dict)
    """Code of a breach in the record -> the infraction, where facts beside the record decide it."""

    dealer_is_east: Callable[[Ruleset], bool] = _always
    """Whether the seat winds are counted from the dealer, so that each tells the other."""

    record_clauses: Mapping[str, str] = field(default_factory=dict)
    """Code of a breach in the record -> the clause that the facts cite for it, where it is another."""

    record_breaches: Callable[[TableState, Event], Iterator[Breach]] = _no_breaches
    """What the facts look at and the rules of play leave out, because another breach refuses the event already."""

    record_checks: Mapping[type[Any], tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    """Type of an event -> the kind of claim that is brought about it, and code of a breach -> name of the check that
    looks at it; beside what ``judging.law.breaches`` has for every family."""

    win_locks: tuple[str, ...] = ()
    """Kinds of locks that bar a win, in the order in which the rulebook looks at them."""

    win_case: Callable[[Facts, str, Mapping[str, Any]], dict[str, Any]] = winds_of_the_win
    """What a score case says of a win, of how it was won and the circumstances given: winds and ``context``."""

    ready_case: Callable[[Facts], dict[str, Any]] = _nothing
    """What a waits case says beside the hand."""

    win_excused: Callable[[Facts], bool] = _no_excuse
    """Whether a win shown with a hand that may not win is no fault this time."""

    contradictions: Callable[[Facts], Iterator[Contradiction]] = _none_contradict
    """Facts of the family that no position can have together."""

    win_transfers: Callable[[Facts, ScoredHand], list[Transfer]] = _no_payments
    """Who pays what for the scored win of the claim's seat; asks for source and dealer where they matter."""

    lock_findings: Callable[[Facts, Callable[[Facts], str | None]], Iterator[Finding]] = _no_locks
    """One finding for each lock that the family knows, failing where it bars the win. The function says what a win
    claimed against it costs."""

    lock_fault: Callable[[Facts], str | None] = _unpunished
    """The infraction of a win claimed against a lock."""

    require_price_facts: Callable[[Facts, Row], None] = _no_question
    """Ask for what the price of an infraction depends on."""

    require_fault_facts: Callable[[Facts, Row], None] = _no_question
    """The same for a fault that is claimed by itself."""

    proved_fault: Callable[[Facts, Row], str] = _as_named
    """The infraction that a fault claimed by itself turns out to be: its facts may lead to a row that has
    ``proved_by``."""

    check_facts: Callable[[Mapping[str, Any], int | None], None] = _any_facts
    """Raises ClaimError for facts (by name, on a claim of the seat) that contradict each other, at one of them."""

    row_in_force: Callable[[Ruleset, Row], Row] = _as_written
    """A row of the table of infractions as the ruleset has it."""

    counted_together: Callable[[Ruleset, Row, Mapping[str, Row]], tuple[str, ...]] = _itself
    """The infractions that count as a repetition of a row, of those in force."""

    effects: Callable[[Ruleset, Row, str, int, Offence], Effects] = default_effects
    """What a penalty does: ruleset, row, word of the penalty, earlier offences, case."""

    offered_fines: Callable[[Ruleset], Sequence[Fraction]] = _no_fine
    """The fines that the referee may choose from where a row has no points of its own."""

    further_findings: Callable[[Claim, Iterable[Finding]], Iterator[Finding]] = _nothing_follows
    """What the findings on a claim bring with them, as further findings (claim, findings)."""

    kong_income: Callable[[Claim, int], tuple[Transfer, ...] | None] = _no_income
    """What the seat has earned by kongs in the hand of the claim; None where nobody knows or none is paid."""

    won_seats: Callable[[TableState], tuple[int, ...]] = _nobody
    """The seats that have won and take no part in the hand any more."""

    hints: Callable[[Ruleset], Mapping[str, str]] = _no_hints
    """Name of a fact -> what a form says beside it."""

    value_unit: str = "points"
    """The name of the value of a win that players claim."""

    unneeded_facts: Callable[[str, Ruleset], frozenset[str]] = _all_asked
    """Names of facts of a kind of claim that nothing hangs on under this ruleset."""


_LAWS: dict[str, FamilyLaw] = {}
_found = False


def register(law: FamilyLaw) -> None:
    """Add the law of a family that lies elsewhere than in this package; one of the same name is replaced."""
    _LAWS[law.family] = law


def unregister(family: str) -> None:
    """Take a registered law out again."""
    _LAWS.pop(family, None)


def laws() -> dict[str, FamilyLaw]:
    """Family -> its law: the packages of ``judging.law`` that hold a LAW, and those registered."""
    global _found
    if not _found:
        _found = True
        package = importlib.import_module("judging.law")
        for module in pkgutil.iter_modules(package.__path__):
            law = getattr(importlib.import_module(f"judging.law.{module.name}"), "LAW", None) if module.ispkg else None
            if isinstance(law, FamilyLaw):
                _LAWS.setdefault(law.family, law)
    return _LAWS


def law_of(family: RuleFamily) -> FamilyLaw:
    """The law of a family; one that says nothing where there is none."""
    return laws().get(family.name) or FamilyLaw(family=family.name, record_clause=family.clause_prefix)
