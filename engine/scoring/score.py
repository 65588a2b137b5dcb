"""Score a hand: one call for all families, and a result that explains itself."""

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
    """What scoring asks of the ruleset; ``engine.family.Ruleset`` is one."""

    @property
    def tile_set(self) -> TileSet:
        """The tiles of the game."""

    @property
    def scorer(self) -> Callable[[Hand, Win], ScoredHand]:
        """The scoring function of the family under the parameters."""

    @property
    def waits(self) -> WaitsOf:
        """What a hand waits for under the parameters."""

    def options(self, kind: type[Options]) -> Options:
        """The parameters as the type of the family."""

    def explain(self, scored: ScoredHand) -> ScoreExplanation:
        """Why a hand scores what it scores."""


class Alternative(NamedTuple):
    """A reading that was considered: its awards and its total in the unit of the family."""

    reading: Reading
    awards: tuple[Award, ...]
    total: int


class ScoreExplanation(NamedTuple):
    """Why a hand scores what it scores.

    ``not_counted``: patterns that are there and lost to another one, with the clause. ``alternatives``: every reading
    considered, the chosen one first. ``steps``: the computation with its numbers, a clause each.
    """

    not_counted: tuple[NotCounted, ...]
    alternatives: tuple[Alternative, ...]
    steps: tuple[tuple[Sentence, str], ...]
    """(sentence or formula with the numbers put in, clause)."""


def payer_name(payer: str) -> Sentence:
    """The kind of payer of ``ScoredHand.payments`` as it stands in a sum."""
    return Sentence(_PAYERS[payer])


_PAYERS = {
    "discarder": gettext_noop("discarder"),
    "each": gettext_noop("each"),
    "dealer": gettext_noop("dealer"),
    "others": gettext_noop("others"),
}


class Unread(Protocol):
    """The reading of a scored hand, not yet in words."""

    def read(self, hand: Hand, win: Win) -> Reading:
        """The reading in words."""


class ScoredHand(NamedTuple):
    """The worth of a hand under a ruleset.

    ``complete``: the tiles have a winning form. ``win``: a legal win; if not, ``reasons`` say why. A complete hand is
    scored even when the win is refused. ``value`` and ``payments`` are as in the batch format: payments are what each
    kind of payer gives, without counters, deposits and liability.
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
    best: Reading | Unread | None = None
    """The reading that scores most; ``reading`` has it in words."""
    alternatives: int = 0
    """Number of readings considered, the chosen one included."""

    @property
    def reading(self) -> Reading | None:
        """The reading that scores most; put into words when somebody asks for it."""
        best = self.best
        return best if best is None or isinstance(best, Reading) else best.read(self.hand, self.circumstances)

    def explain(self) -> ScoreExplanation:
        """The computation laid open; recomputed from the hand, so that scoring itself stays fast."""
        return self.ruleset.explain(self)

    def to_dict(self) -> dict[str, object]:
        """The result as ``python -m engine score`` prints it (without the id)."""
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
    """The best legal score of a hand with its winning tile.

    The hand must be possible (``engine.tiles.hand.check_hand``); tiles that form no winning hand give
    ``complete=False``. Raises HandError when there is no winning tile.
    """
    return ruleset.scorer(hand, win)
