from __future__ import annotations

from pathlib import Path

from engine.family import RuleFamily, from_options
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.match import plan
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.patterns import patterns
from engine.rules.sichuan.play.procedure import compose
from engine.rules.sichuan.scoring import explain, make_scorer, make_waits
from engine.rules.sichuan.sheet import make_sheet
from engine.rules.sichuan.words import WORDS, value_in_words
from engine.sentences import gettext_noop
from engine.tiles.tile import TileSet


def tile_set(parameters: Parameters) -> TileSet:
    return TileSet.standard(honours=False)


FAMILY = RuleFamily(
    name="sichuan",
    title=gettext_noop("Sichuan Bloody"),
    clause_prefix="SC",
    folder=Path(__file__).parent,
    default_preset="world-championship",
    parameters=Parameters,
    circumstances=Circumstances,
    sets=4,
    tile_set=from_options(Parameters, tile_set),
    patterns=from_options(Parameters, patterns),
    make_scorer=make_scorer,
    explain=explain,
    words=WORDS,
    value_in_words=value_in_words,
    example_hand="11223344m5566p7p +7p",
    make_waits=make_waits,
    make_sheet=make_sheet,
    match=from_options(Parameters, plan),
    make_procedure=compose,
)
