"""A dispute from a ruleset, a kind and a seed: the same three give the same dispute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from engine.family import Ruleset
from engine.play.beginning import with_beginning
from engine.play.events import Won, event_to_list
from engine.play.walks import EAGER, Walk, random_setup, walk
from engine.records.cases import case_of
from engine.tiles.seats import Wind
from judging.law.claim import Claim
from judging.law.claim_reading import read_claim
from judging.law.disputes.calls import CALLS
from judging.law.disputes.moment import DisputeKind, Moment
from judging.law.disputes.procedure import PROCEDURE
from judging.law.disputes.telling import told
from judging.law.disputes.wins import WINS
from judging.law.families import law_of
from judging.law.kinds import kinds_of

WALKS: Final = 12
"""Hands that are played to find a moment of one kind."""

LET_PASS: Final = 0.3
"""How often a win is taken in a hand where wins are let pass."""

MOST_SEED: Final = 10**9
"""Seeds are smaller."""


UNRECORDED = ("shown", "hand_end", "next_acted", "other_valid_win")
"""Facts that no record shows."""


class Dispute(NamedTuple):
    """A moment with what the table tells of it; ``looked_at`` counts the hands that were played to find it."""

    kind: DisputeKind
    seed: int
    moment: Moment
    facts: dict[str, Any]
    looked_at: int = 1

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return self.moment.ruleset

    def claimed(self, facts: dict[str, Any] | None = None) -> Claim:
        """The claim as the table tells it, or with other facts."""
        return read_claim(self._claim(self.facts if facts is None else facts))

    def recorded(self) -> Claim:
        """The claim with the record of play in the place of the facts; what no record shows is told all the same."""
        moment = self.moment
        case = case_of(moment.setup._replace(wall=None), moment.record)
        beside = {name: self.facts[name] for name in UNRECORDED if name in self.facts}
        event = {"event": event_to_list(moment.event)} if moment.event is not None else {}
        return read_claim({**self._claim(beside), "log": case, **event})

    def _claim(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {"kind": self.kind.claim, "ruleset": self.ruleset.name, "seat": self.moment.seat, "facts": facts}


def kinds_of_disputes(rules: Ruleset) -> list[DisputeKind]:
    """The kinds of disputes that can come up under a ruleset."""
    claims = {kind.code for kind in kinds_of(rules.family)}
    every = (*WINS, *CALLS, *PROCEDURE, *law_of(rules.family).disputes)
    return [kind for kind in every if kind.claim in claims]


def dispute(rules: Ruleset, kind: DisputeKind, seed: int) -> Dispute | None:
    """The dispute of this kind that a seed makes; None where ``WALKS`` hands have no moment of it."""
    rng = Random(f"{rules.name}/{kind.code}/{seed}")
    for number in range(1, WALKS + 1):
        played = hand_of(rules, rng, kind)
        moment = first_moment(kind, played, rng)
        if moment is not None:
            return Dispute(kind, seed, moment, told(kind.claim, moment), number)
    return None


def disputes_of(rules: Ruleset, seed: int, kinds: Iterable[DisputeKind] | None = None) -> Iterator[Dispute]:
    """A dispute of each kind that one hand has a moment of; kinds with tiles of their own come with ``dispute``."""
    played = hand_of(rules, Random(f"{rules.name}/{seed}"))
    for kind in kinds_of_disputes(rules) if kinds is None else kinds:
        if kind.held is not None:
            continue
        moment = first_moment(kind, played, Random(f"{rules.name}/{kind.code}/{seed}"))
        if moment is not None:
            yield Dispute(kind, seed, moment, told(kind.claim, moment))


def hand_of(rules: Ruleset, rng: Random, kind: DisputeKind | None = None) -> Walk:
    """A hand in the middle of a match, dealt and played so that a moment of the kind is likely."""
    held = kind.held(rng) if kind is not None and kind.held is not None else None
    setup = random_setup(rules, rng, held)
    roll = (rng.randint(1, 6), rng.randint(1, 6))
    setup = with_beginning(setup, honba=rng.choice((0, 0, 1, 2)), dealer_repeats=rng.choice((0, 0, 1, 2)))
    setup = setup._replace(
        prevalent_wind=rng.choice((Wind.EAST, Wind.SOUTH)),
        start_scores=(rules.match.scoring.start_points,) * 4,
        seat_winds=rules.procedure.seat_winds([roll, roll], setup.dealer),
    )
    eager = kind.eager if kind is not None else EAGER
    # In every other hand wins are often let pass, so that there are locks. Three seeds of four have players who want to
    # win, and those have the disputes.
    return walk(rules, 4 * rng.randrange(MOST_SEED) + 1, setup, {**eager, Won: rng.choice((eager[Won], LET_PASS))})


def first_moment(kind: DisputeKind, played: Walk, rng: Random) -> Moment | None:
    """One of the moments of a kind in a hand, None where it has none."""
    places = list(range(len(played.states)))
    rng.shuffle(places)
    for at in places:
        found = list(kind.find(played, at, rng))
        if found:
            return rng.choice(found)
    return None
