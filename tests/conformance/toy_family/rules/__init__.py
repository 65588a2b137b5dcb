"""The toy game: one suit and the honours, thirteen tiles in hand, one pattern, one penalty."""

from __future__ import annotations

from pathlib import Path

from engine.family import RuleFamily, from_options
from engine.match.plan import HandPlace, MatchPlan
from engine.tiles.seats import Wind
from engine.tiles.tile import HONOURS, TileSet

from .parameters import Parameters
from .patterns import Circumstances, patterns
from .play.procedure import compose
from .scoring import explain, make_scorer, make_waits
from .sheet import make_sheet
from .words import WORDS, value_in_words

BAMBOOS = range(18, 27)


def tile_set(parameters: Parameters) -> TileSet:
    return TileSet.of(tile for kind in (*BAMBOOS, *HONOURS) for tile in (kind,) * 4)


def plan(parameters: Parameters) -> MatchPlan:
    return MatchPlan(minutes=20, prevalent_winds=1, hand_place=lambda hand: HandPlace((hand - 1) % 4, Wind.EAST))


FAMILY = RuleFamily(
    name="toy",
    title="Toy game",
    clause_prefix="TOY",
    folder=Path(__file__).parent,
    default_preset="plain",
    parameters=Parameters,
    circumstances=Circumstances,
    sets=4,
    tile_set=from_options(Parameters, tile_set),
    patterns=from_options(Parameters, patterns),
    make_scorer=make_scorer,
    explain=explain,
    words=WORDS,
    value_in_words=value_in_words,
    example_hand="123456789s2233s +2s",
    make_waits=make_waits,
    match=from_options(Parameters, plan),
    make_procedure=compose,
    make_sheet=make_sheet,
)
