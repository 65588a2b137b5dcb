from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol, TypeVar

from engine.reading.decompositions import Reading
from engine.reading.waits import WaitsOf
from engine.scoring.patterns import Award, NotCounted, Reason
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand, Win
from engine.tiles.tile import TileSet, format_tile

Options = TypeVar("Options")

NOTHING: Final[Mapping[str, int]] = {}


class ScoringRules(Protocol):
    """Part of a ruleset that scoring needs; implemented by `engine.family.Ruleset`."""

    @property
    def tile_set(self) -> TileSet: ...

    @property
    def scorer(self) -> Callable[[Hand, Win], ScoredHand]: ...

    @property
    def waits(self) -> WaitsOf: ...

    def options(self, kind: type[Options]) -> Options: ...

    def explain(self, scored: ScoredHand) -> ScoreExplanation: ...


class Alternative(NamedTuple):
    """Reading that was considered: awards, and total in the unit of the family."""

    reading: Reading
    awards: tuple[Award, ...]
    total: int


class ScoreExplanation(NamedTuple):
    """Explanation of a score: patterns that another one replaced, readings with the chosen one first, computation."""

    not_counted: tuple[NotCounted, ...]
    alternatives: tuple[Alternative, ...]
    steps: tuple[tuple[Sentence, str], ...]
    """(sentence or formula with the numbers put in, clause)."""


def payer_name(payer: str) -> Sentence:
    return Sentence(_PAYERS[payer])


_PAYERS = {
    "discarder": gettext_noop("discarder"),
    "each": gettext_noop("each"),
    "dealer": gettext_noop("dealer"),
    "others": gettext_noop("others"),
}


class CompactReading(Protocol):
    def read(self, hand: Hand, win: Win) -> Reading: ...


class ScoredHand(NamedTuple):
    """Score of a hand under a ruleset.

    ``complete``: the tiles have a winning form. ``win``: a legal win, else see ``reasons``. A complete hand is scored
    even when the win is refused. ``value`` and ``payments`` are in the batch format: payments by payer, without
    counters, deposits and liability.
    """

    hand: Hand
    circumstances: Win
    ruleset: ScoringRules
    complete: bool
    win: bool
    reasons: tuple[Reason, ...] = ()
    awards: tuple[Award, ...] = ()
    value: Mapping[str, object] = NOTHING
    payments: Mapping[str, int] = NOTHING
    best: Reading | CompactReading | None = None
    """Reading with the highest score in compact form; see ``reading``."""
    alternatives: int = 0
    """Number of readings considered, including the chosen one."""

    @property
    def reading(self) -> Reading | None:
        best = self.best
        return best if best is None or isinstance(best, Reading) else best.read(self.hand, self.circumstances)

    def explain(self) -> ScoreExplanation:
        return self.ruleset.explain(self)

    def to_dict(self) -> dict[str, object]:
        concealed, melds, flowers, _winning = self.hand
        waits = self.ruleset.waits(Hand(concealed, melds, flowers), self.circumstances.special)
        reading = self.reading
        return {
            "complete": self.complete,
            "win": self.win,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "awards": [award.to_list() for award in self.awards],
            "value": dict(self.value),
            "payments": dict(self.payments),
            "reading": str(reading) if reading else None,
            "alternatives": self.alternatives,
            "waits": [format_tile(tile) for tile in waits.tiles],
        }


def score(hand: Hand, win: Win, ruleset: ScoringRules) -> ScoredHand:
    """Score a hand with its winning tile by its best legal reading.

    The hand must be possible (``engine.tiles.hand.check_hand``); tiles without a winning form give ``complete=False``.
    Raises HandError without a winning tile.
    """
    return ruleset.scorer(hand, win)
