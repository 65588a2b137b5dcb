"""Mahjong Competition Rules (国标麻将): 1998, 2006, 2014, beginner, Japanese and MIL editions."""

from __future__ import annotations

from pathlib import Path

from engine.family import RuleFamily, from_options
from engine.rules.mcr.adoption import rows_in_force
from engine.rules.mcr.circumstances import Circumstances, named_tiles
from engine.rules.mcr.explanation import explain
from engine.rules.mcr.match import plan
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.play.procedure import compose
from engine.rules.mcr.scoring import make_scorer
from engine.rules.mcr.sheet import make_sheet
from engine.rules.mcr.waits import make_waits
from engine.rules.mcr.words import WORDS, value_in_words
from engine.sentences import gettext_noop
from engine.tiles.tile import TileSet


def tile_set(parameters: Parameters) -> TileSet:
    return TileSet.standard(flowers=8 if parameters.use_flowers else 0)


FAMILY = RuleFamily(
    name="mcr",
    title=gettext_noop("Chinese Official (MCR)"),
    clause_prefix="MCR",
    folder=Path(__file__).parent,
    default_preset="2006",
    parameters=Parameters,
    circumstances=Circumstances,
    named_tiles=named_tiles,
    sets=4,
    tile_set=from_options(Parameters, tile_set),
    patterns=from_options(Parameters, rows_in_force),
    make_scorer=make_scorer,
    explain=explain,
    words=WORDS,
    value_in_words=value_in_words,
    example_hand="234567m345p23s88s +4s",
    make_waits=make_waits,
    make_sheet=make_sheet,
    match=from_options(Parameters, plan),
    make_procedure=compose,
)
