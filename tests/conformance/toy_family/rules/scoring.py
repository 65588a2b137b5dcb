from __future__ import annotations

from collections.abc import Callable

from engine.family import Ruleset
from engine.reading.decompositions import pack, standard_readings
from engine.reading.waits import Waits, WaitsOf, missing_standard, standard_waits
from engine.scoring.patterns import Award, Reason
from engine.scoring.score import Alternative, ScoredHand, ScoreExplanation
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import count_kinds

from .parameters import Parameters
from .patterns import patterns

SETS = 4


def make_scorer(ruleset: Ruleset) -> Callable[[Hand, Win], ScoredHand]:
    parameters = ruleset.options(Parameters)
    rows = patterns(parameters)

    def score(hand: Hand, win: Win) -> ScoredHand:
        assert hand.winning is not None
        claimed = win.by is not WinBy.SELF_DRAW
        packed = pack((*hand.concealed, hand.winning))
        readings = list(standard_readings(packed, hand.melds, hand.winning, SETS, claimed=claimed))
        if not readings:
            reason = Reason("incomplete", "TOY-3", _("the tiles are not a winning hand"))
            return ScoredHand(hand, win, ruleset, complete=False, win=False, reasons=(reason,))
        earned = [(row, row.when(hand)) for row in rows]
        awards = tuple(Award(row.id, row.value, len(sets), row.clause, sets) for row, sets in earned if sets)
        points = parameters.win_points + sum(award.total for award in awards)
        return ScoredHand(
            hand,
            win,
            ruleset,
            complete=True,
            win=True,
            awards=awards,
            value={"points": points},
            payments={"discarder": points} if claimed else {"each": points},
            best=readings[0],
            alternatives=len(readings),
        )

    return score


def explain(scored: ScoredHand) -> ScoreExplanation:
    if scored.reading is None:
        return ScoreExplanation((), (), ())
    points = int(str(scored.value["points"]))
    step = _("%(points)s points", points=points)
    return ScoreExplanation((), (Alternative(scored.reading, scored.awards, points),), ((step, "TOY-4"),))


def make_waits(ruleset: Ruleset) -> WaitsOf:
    copies = ruleset.tile_set.copies

    def waits(hand: Hand, special: object = None) -> Waits:
        packed, sets = pack(hand.concealed), SETS - len(hand.melds)
        held = count_kinds(hand.tiles)
        tiles = tuple(kind for kind in standard_waits(packed) if held[kind] < copies[kind])
        return Waits(tiles, bool(tiles), lambda: {"standard": missing_standard(packed, sets) - 1})

    return waits
