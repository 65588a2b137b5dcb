from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.sentences import gettext_noop

Condition = Mapping[str, Sequence[Any]]
"""Parameters and facts with the values under which a fact is read."""


@dataclass(frozen=True, eq=False)
class Reads:
    """The facts that the checks of a kind read, by name, in the order of the questions.

    ``decides``: its answer can change the verdict. ``prices``: only the penalty or payments. ``assumes``: name -> value
    while nobody has been asked. ``when``: name -> parameters and facts with the values under which it is read; a fact
    under two headings is assumed where they are not met.
    """

    decides: str = ""
    prices: str = ""
    assumes: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, Condition | tuple[Condition, ...]] = field(default_factory=dict)


class Outcome(NamedTuple):
    """Outcome without a fault: word of the proposal, its sentence, and effect on the hand."""

    penalty: str
    title: str
    hand: str


NO_FAULT = Outcome("none", gettext_noop("No rule was broken; there is no penalty"), "continues")
CORRECTED = Outcome("corrected", gettext_noop("The hand is paid as computed; nobody is punished"), "over")
RESTORED = Outcome(
    "corrected",
    gettext_noop("The mistake is corrected as the clause says; play goes on without a penalty"),
    "continues",
)


SITUATIONS = {
    "deal": gettext_noop("Before the deal"),
    "call": gettext_noop("Chow, pung or kong"),
    "discard": gettext_noop("Discard or declaration"),
    "win": gettext_noop("Win or hand's end"),
    "wall": gettext_noop("Wall or tiles"),
    "conduct": gettext_noop("Behaviour"),
}


@dataclass(frozen=True, kw_only=True)
class ClaimKind:
    code: str

    title: str

    order: int

    reads: Reads = field(default_factory=Reads)
    """Facts that its checks read in every family (``FamilyLaw.reads`` adds to them)."""

    situation: str = "conduct"

    holds: Outcome

    fails: Outcome = RESTORED

    sentences: Mapping[str, Outcome] = field(default_factory=dict)
    """Sentence of the deciding finding -> its own outcome."""

    recipient: str = "claimant"
    """Seats of proposals without a fault: the ``claimant``, ``each`` of several, or the ``table`` if hands are
    inspected and paid without a claimant."""

    events: tuple[type[Any], ...] = ()

    from_record: bool = False
    """Examined by the engine, for every family with rules of play; it needs a record of play."""
