from pathlib import Path

from engine.family import RuleFamily, from_options
from engine.rules.taiwan.circumstances import Circumstances, named_tiles
from engine.rules.taiwan.match import plan
from engine.rules.taiwan.parameters import Parameters, tile_set
from engine.rules.taiwan.patterns import table
from engine.rules.taiwan.play.procedure import compose
from engine.rules.taiwan.scoring import explain, make_scorer
from engine.rules.taiwan.sheet import make_sheet
from engine.rules.taiwan.waits import make_waits
from engine.rules.taiwan.winning_forms import SETS
from engine.rules.taiwan.words import WORDS, value_in_words
from engine.sentences import gettext_noop

FAMILY = RuleFamily(
    name="taiwan",
    title=gettext_noop("Taiwanese 16 tiles"),
    clause_prefix="TW",
    folder=Path(__file__).parent,
    default_preset="aono",
    parameters=Parameters,
    circumstances=Circumstances,
    named_tiles=named_tiles,
    sets=SETS,
    tile_set=from_options(Parameters, tile_set),
    patterns=from_options(Parameters, table),
    make_scorer=make_scorer,
    explain=explain,
    words=WORDS,
    value_in_words=value_in_words,
    example_hand="123456789m234p55s67s +8s",
    make_waits=make_waits,
    make_sheet=make_sheet,
    match=from_options(Parameters, plan),
    make_procedure=compose,
)
