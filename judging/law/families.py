"""The law of a family (`FamilyLaw`), and the facts of a claim as its checks read them (`Facts`).

A family's law is the ``LAW`` of the package ``judging.law.<family>``, or is registered. A family without one has
the claims that need none: faults of its table of infractions, and records of play.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from engine.family import RuleFamily, Ruleset
from engine.parameters import meets
from engine.play.table import TableState
from engine.play.transfers import Transfer
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.seats import Wind
from engine.tiles.tile import WINDS, Tile, kind_of
from judging.law.claim import Claim
from judging.law.facts import DECLARED, MEMBER_OF, NOTHING_OF, Declared, Fact, MissingFact
from judging.law.findings import Finding
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.penalties import Effects, Offence, Row, find_default_effects
from judging.law.shared_facts import DEALER, HAND, PREVALENT_WIND, SEAT_WIND

T = TypeVar("T")


class Check(NamedTuple):
    run: Callable[[Facts], Iterator[Finding]]
    clause: str
    """Cited by its findings (``facts.clause``) unless they name another, as the edition in force cites it."""
    costs: Callable[[Facts], str | None] | None = None
    """The infraction of failing it, by facts or record, where it has one price (``facts.find_cost()``)."""
    if_right: bool = False
    """Run only while no check before it has failed: its answer is about a claim that stands."""
    codes: tuple[str, ...] = ()
    """Breaches and locks of a record that it stands for, beside those of ``judging.law.breaches``."""


class Facts:
    """The facts of one claim.

    ``facts(SHOWN)`` is the value of a fact: the answer, else what the kind of claim assumes; it raises MissingFact if
    there is neither, or nobody knows it. ``facts.get_answer(fact)`` is the answer alone, None while nobody has been
    asked. ``facts.clause`` is the clause of the running check, which a check may replace by one of its edition.
    """

    def __init__(
        self,
        rules: Ruleset,
        seat: int | None,
        values: Mapping[str, Any],
        check: Check | None = None,
        declared: Mapping[str, Declared] | None = None,
        read: dict[str, None] | None = None,
    ) -> None:
        self.rules = rules
        self.law = get_law(rules.family)
        self.seat = seat
        self.clause = "" if check is None else check.clause
        self.check = check
        self.values = values
        self.declared = declared or {}
        self.queried: dict[str, None] = {}
        self.read = {} if read is None else read

    def __call__(self, fact: Fact[T]) -> T:
        value = self.get_answer(fact)
        if value is not None:
            return value
        row = self.declared.get(fact.name)
        if row is None or not row.assumed or (row.role != "assumes" and row.may_matter(self.values)):
            raise MissingFact(fact)
        assumed: T = row.assumed[0]
        return assumed

    def _infer_value(self, fact: Fact[Any]) -> Any:
        """Return the answer, or its inference: if the dealer is East, seat wind and dealer follow from each other."""
        self.read[fact.name] = None
        value = self._look_up(fact)
        if value is not None or self.seat is None or not is_dealer_east(self.rules):
            return value
        wind, dealer = self.values.get(SEAT_WIND.name), self.values.get(DEALER.name)
        if fact is DEALER and wind is not None:
            return (self.seat - wind) % 4
        if fact is SEAT_WIND and dealer is not None:
            return Wind((self.seat - dealer) % 4)
        return None

    def _look_up(self, fact: Fact[Any]) -> Any:
        """Return the answer of an object of circumstances, else the fact's own. An empty object tells that none of them
        applied; it counts nothing.
        """
        of, key = MEMBER_OF.get(fact.name, ("", ""))
        held = self.values.get(of)
        value = held.get(key) if held else None
        if value is None:
            value = self.values.get(fact.name)
        if value is None and held is not None and not held and fact.name not in self.values:
            return NOTHING_OF.get(fact.type)
        return value

    def find_cost(self) -> str | None:
        """Return the infraction of failing the running check; None if it has none."""
        return None if self.check is None or self.check.costs is None else self.check.costs(self)

    def ask_other_player(self, fact: Fact[int]) -> int:
        """Return the seat of another player than the claimant. Raises MissingFact for the claimant's own seat."""
        seat = self(fact)
        if seat == self.seat:
            raise MissingFact(fact)
        return seat

    def get_answer(self, fact: Fact[T]) -> T | None:
        """Return the answer, None while nobody has been asked. Raises MissingFact if nobody knows it."""
        if self.is_unknown(fact):
            of, _key = MEMBER_OF.get(fact.name, ("", ""))
            object_unknown = of in self.values and self.values[of] is None and fact.name not in self.values
            raise MissingFact(DECLARED[of] if object_unknown else fact)
        value: T | None = self._infer_value(fact)
        return value

    def peek(self, fact: Fact[T]) -> T | None:
        """Return the value of a fact even if the claim does not ask for it, or None if it is unknown."""
        value: T | None = self._infer_value(fact)
        return value

    def is_known(self, fact: Fact[Any]) -> bool:
        self.queried[fact.name] = None
        return self._infer_value(fact) is not None

    def is_unknown(self, fact: Fact[Any]) -> bool:
        """True if the answer was "unknown" and nothing else tells it."""
        self.queried[fact.name] = None
        of, key = MEMBER_OF.get(fact.name, ("", ""))
        held = self.values.get(of, {})
        answered = fact.name in self.values or held is None or key in held
        return answered and self._infer_value(fact) is None


class Hint(NamedTuple):
    """A hint beside the question of a fact; ``when``: the options that it needs."""

    fact: Fact[Any]
    text: str
    when: Mapping[str, Sequence[Any]] = {}


def find_hint(fact: Fact[Any], rules: Ruleset) -> str | None:
    hints = (hint for hint in get_law(rules.family).hints if hint.fact is fact)
    return next((hint.text for hint in hints if meets(rules.parameters, hint.when)), None)


DEALERS_STAY = gettext_noop("Dealers stay, so the number of the hand does not tell; a log or hand sheet does.")


class PenaltyDeadline(NamedTuple):
    """The first discard of the next hand as the end of the time for a penalty, by a clause. ``only``: the penalties
    that it is about, empty for all. ``session``: infractions with time to the session's end.
    """

    clause: str
    only: frozenset[str] = frozenset()
    session: frozenset[str] = frozenset()


def is_dealer_east(rules: Ruleset) -> bool:
    """True if seat winds count from the dealer, not from the break, so that each follows from the other (TW-2.7)."""
    return getattr(rules.parameters, "seat_wind_basis", "dealer") == "dealer"


def ask_winds_of_win(
    facts: Facts, by: str, circumstances: Mapping[str, Any], *, without_wind_tiles: bool = False
) -> dict[str, Any]:
    """Return winds and circumstances of a score case, for a family with winds.

    Winds are asked for only if the hand has wind tiles: without them they count for nothing, except the seat wind
    where the caller says so (``without_wind_tiles``).
    """
    hand = facts.peek(HAND)
    counts = hand is None or any(kind_of(tile) in WINDS for tile in hand.tiles)
    return {
        "prevalent_wind": (facts(PREVALENT_WIND) if counts else Wind.EAST).letter,
        "seat_wind": (facts(SEAT_WIND) if counts or without_wind_tiles else facts.peek(SEAT_WIND) or Wind.EAST).letter,
        "context": dict(circumstances),
    }


@dataclass(frozen=True, kw_only=True, eq=False)
class FamilyLaw:
    """Everything that differs by family. Functions get the facts of the claim or the ruleset."""

    family: str

    checks: Mapping[str, Sequence[Check]] = field(default_factory=dict)
    """Kind of claim -> its checks, in the order in which the rulebook tests: that of the step-by-step questions."""

    kinds: Sequence[ClaimKind] = ()

    record_clause: str = ""

    deadline: PenaltyDeadline | None = None

    outcomes: Mapping[tuple[str, str], Outcome] = field(default_factory=dict)
    """(kind, clause of the finding) -> outcome without a fault, if it differs from the kind's."""

    call_rights: Mapping[str, str] = field(default_factory=dict)
    """Call -> the clause that gives the right to it, cited where it stands."""

    draw_stands: str = ""
    """Cited against a call after the next player's draw, in editions in which this clause is in force."""

    first_test_decides: bool = False
    """True if a false win costs the first failed test, not the heaviest."""

    win_case: Callable[[Facts, str, Mapping[str, Any]], dict[str, Any]] = ask_winds_of_win
    """Winds and ``context`` of a score case (facts, way of winning, circumstances)."""

    ready_case: Callable[[Facts], dict[str, Any]] = field(default=lambda facts: {})

    win_excused: Callable[[Facts], bool] = field(default=lambda facts: False)

    require_consistency: Callable[[Facts], None] = field(default=lambda facts: None)
    """Raise Contradiction for facts of the family that cannot all be true."""

    win_transfers: Callable[[Facts, ScoredHand, int, int | None], list[Transfer]] = field(
        default=lambda facts, scored, seat, source: []
    )
    """Payments of the scored win of a seat on a discard of another, None for a self-draw; asks for the dealer if it
    matters.
    """

    state_of_win: Callable[[Facts, TableState], TableState] = field(default=lambda facts, state: state)
    """The table of a recorded win with what only the facts tell of it."""

    payments_assume: Callable[[Facts], str | None] = field(default=lambda facts: None)
    """The sentence over payments that assume unanswered facts; None if they assume nothing."""

    require_price_facts: Callable[[Facts, Row], None] = field(default=lambda facts, row: None)

    proved_fault: Callable[[Facts, Row], str] = field(default=lambda facts, row: str(row["code"]))
    """The infraction of a fault claimed by itself: its facts may lead to a row with ``proved_by``."""

    check_facts: Callable[[Mapping[str, Any], int | None], None] = field(default=lambda facts, seat: None)
    """Raise ClaimError for facts (by name, on a claim of the seat) that contradict each other, at one of them."""

    row_in_force: Callable[[Ruleset, Row], Row] = field(default=lambda ruleset, row: row)
    """A row of the table of infractions as the ruleset has it. Rows with the same ``together`` count as repetitions of
    each other; ``asks`` names a fact that a fault claimed by itself needs.
    """

    effects: Callable[[Ruleset, Row, str, int, Offence], Effects] = find_default_effects
    """Effects of a penalty (ruleset, row, word of the penalty, number of earlier offences, case)."""

    further_findings: Callable[[Claim, Iterable[Finding]], Iterator[Finding]] = field(
        default=lambda claim, findings: iter(())
    )
    """Findings that follow from others (claim, findings)."""

    kong_income: Callable[[Claim, int], tuple[Transfer, ...] | None] = field(default=lambda claim, seat: None)
    """The seat's kong income in the hand of the claim; None if unknown or if kongs are not paid."""

    hints: Sequence[Hint] = ()

    tiles_to_try: Callable[[Facts, Fact[Any]], Iterable[tuple[Tile, ...]]] = field(default=lambda facts, fact: ())
    """Answers to a fact of tiles that would change a win, for the facts of the family."""

    value_unit: str = "points"

    reads: Mapping[str, Reads] = field(default_factory=dict)
    """Kind of claim -> facts that its checks read beside those of the kind."""


_LAWS: dict[str, FamilyLaw] = {}
_discovered = False


def register(law: FamilyLaw) -> None:
    """Add or replace the law of a family from outside this package."""
    _LAWS[law.family] = law


def unregister(family: str) -> None:
    _LAWS.pop(family, None)


def load_laws() -> dict[str, FamilyLaw]:
    """Return the laws by family: the ``LAW`` of each package of ``judging.law``, and those registered."""
    global _discovered
    if not _discovered:
        _discovered = True
        package = importlib.import_module("judging.law")
        for module in pkgutil.iter_modules(package.__path__):
            law = getattr(importlib.import_module(f"judging.law.{module.name}"), "LAW", None) if module.ispkg else None
            if isinstance(law, FamilyLaw):
                _LAWS.setdefault(law.family, law)
    return _LAWS


def get_law(family: RuleFamily) -> FamilyLaw:
    return load_laws().get(family.name) or FamilyLaw(family=family.name, record_clause=family.clause_prefix)
