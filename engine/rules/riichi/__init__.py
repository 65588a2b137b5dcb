"""Riichi: European, World Championship, Tenhou and MIL competition rules."""

from __future__ import annotations

from pathlib import Path

from engine.family import RuleFamily, from_options
from engine.rules.riichi.circumstances import COUNTING, Circumstances, named_tiles
from engine.rules.riichi.explanation import explain
from engine.rules.riichi.match import plan
from engine.rules.riichi.parameters import Parameters, implied
from engine.rules.riichi.patterns import yaku_in_force
from engine.rules.riichi.play.procedure import compose
from engine.rules.riichi.scoring import Scorer
from engine.rules.riichi.sheet import make_sheet
from engine.rules.riichi.waits import make_waits
from engine.rules.riichi.words import WORDS, value_in_words
from engine.sentences import gettext_noop
from engine.tiles.tile import TileSet


def _tile_set(rules: Parameters) -> TileSet:
    reds = rules.red_fives // 3
    return TileSet.standard(red_fives=(reds, reds, reds))


FAMILY = RuleFamily(
    name="riichi",
    title=gettext_noop("Riichi mahjong"),
    clause_prefix="RI",
    folder=Path(__file__).parent,
    default_preset="wrc",
    implied=implied,
    parameters=Parameters,
    circumstances=Circumstances,
    circumstances_when=COUNTING,
    named_tiles=named_tiles,
    sets=4,
    tile_set=from_options(Parameters, _tile_set),
    patterns=from_options(Parameters, yaku_in_force),
    make_scorer=Scorer,
    explain=explain,
    words=WORDS,
    value_in_words=value_in_words,
    example_hand="23467m345p55s pung(666z) +5m",
    make_waits=make_waits,
    make_sheet=make_sheet,
    match=from_options(Parameters, plan),
    make_procedure=compose,
)
