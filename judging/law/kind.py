"""A kind of claim, and what follows from one where nobody is punished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.sentences import gettext_noop


class Outcome(NamedTuple):
    """What follows without a fault: the word of the proposal, its sentence, and what becomes of the hand."""

    penalty: str
    title: str
    hand: str = "continues"


STANDS = Outcome("stands", gettext_noop("The claim stands"))
NO_FAULT = Outcome("none", gettext_noop("No rule was broken; there is no penalty"))
CORRECTED = Outcome("corrected", gettext_noop("The hand is paid as computed; nobody is punished"))
RESTORED = Outcome("corrected", gettext_noop("It is put right as the clause says, and play goes on without a penalty"))


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of claim: what is asked, and what follows where no infraction is proved."""

    code: str
    """As it is stored: ``tile_count``."""

    title: str
    """The question that the claim answers."""

    order: int
    """Its place among the kinds in lists."""

    holds: Outcome = STANDS
    """What follows where the claim holds."""

    fails: Outcome = RESTORED
    """What follows where it fails and no infraction in force is proved."""

    sentences: Mapping[str, Outcome] = field(default_factory=dict)
    """Sentence of the deciding finding -> what follows, where it says more than that the claim holds or fails."""

    whose: str = "claimant"
    """Whom a proposal without a fault is for: the ``claimant``, ``each`` of several, or the ``table`` where nobody
    claims anything and the hands are looked at and paid."""

    from_record: bool = False
    """Examined by the engine itself, for every family with rules of play; it needs a record of play."""
