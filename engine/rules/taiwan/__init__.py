"""Taiwanese sixteen-tile mahjong 台灣十六張麻將: five sets and a pair, counted in tai."""

from pathlib import Path

from engine.family import RuleFamily
from engine.rules.taiwan.parameters import Parameters, tile_set
from engine.rules.taiwan.patterns import table
from engine.rules.taiwan.procedure import TaiwanProcedure
from engine.rules.taiwan.readiness import make_waits
from engine.rules.taiwan.scoring import explain, make_scorer
from engine.rules.taiwan.sheet import make_sheet
from engine.rules.taiwan.view import Circumstances
from engine.rules.taiwan.winning import SETS

FAMILY = RuleFamily(
    name="taiwan",
    clause_prefix="TW",
    folder=Path(__file__).parent,
    parameters=Parameters,
    circumstances=Circumstances,
    sets=SETS,
    tile_set=tile_set,
    patterns=table,
    make_scorer=make_scorer,
    explain=explain,
    make_waits=make_waits,
    make_sheet=make_sheet,
    make_procedure=TaiwanProcedure,
)
