from __future__ import annotations

from engine.errors import HandError
from engine.reading.decompositions import Form, pack
from engine.reading.waits import Waits, WaitsOf, missing_buda, missing_ligu, missing_standard
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.winning_forms import SETS, wait_set
from engine.scoring.score import ScoringRules
from engine.sentences import sentence as _
from engine.tiles.hand import Hand


def distances(concealed: int, melds: int, rules: Parameters) -> dict[str, int]:
    """Tile exchanges missing to each winning form of the ruleset; ``concealed`` is packed."""
    by_form = {Form.STANDARD.value: missing_standard(concealed, SETS - melds) - 1}
    if not melds:
        if rules.ligu_enabled:
            by_form[Form.LIGU.value] = missing_ligu(concealed) - 1
        if rules.buda_enabled:
            by_form[Form.BUDA.value] = missing_buda(concealed) - 1
    return by_form


def make_waits(ruleset: ScoringRules) -> WaitsOf:
    """Waits and shanten under the ruleset's forms; ready means a wait for a kind not owned four times (TW-3.11)."""
    rules = ruleset.options(Parameters)

    def waits(hand: Hand, special: object = None) -> Waits:
        melds = len(hand.melds)
        if len(hand.concealed) + 3 * melds != 3 * SETS + 1:
            raise HandError(
                _("a waiting hand has 16 tiles, three of them in each meld, not %(hand)s", hand=repr(str(hand))),
                at="hand",
            )
        concealed = pack(hand.concealed)
        held = sum([pack(meld.tiles) for meld in hand.melds])
        tiles = wait_set(concealed, held, melds, rules)
        return Waits(tiles, bool(tiles), lambda: distances(concealed, melds, rules))

    return waits
