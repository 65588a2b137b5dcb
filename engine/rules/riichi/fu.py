"""Fu (minipoints), limits and payments: the arithmetic of RI-5, each part by parameter."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.reading.decompositions import PAIR
from engine.reading.suit_tables import KONG, PUNG
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.view import CLOSED, ORPHAN_KINDS, SELF_DRAW, WIN_TILE_SEEN, View, kind_of_code
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.tile import DRAGONS

CLAUSE: Final = "RI-5.3"


def _set_fu(code: int, concealed: bool) -> int:
    if code < PUNG:
        return 0
    fu = 2
    if ORPHAN_KINDS >> kind_of_code(code) & 1:
        fu *= 2
    if code >= KONG:
        fu *= 4
    return fu * 2 if concealed else fu


OPEN_FU: Final = tuple(_set_fu(code, False) for code in range(KONG + 34))
CONCEALED_FU: Final = tuple(_set_fu(code, True) for code in range(KONG + 34))


def pair_fu(view: View) -> int:
    """Fu of the pair: 2 for dragons, seat wind or prevalent wind; ``double_wind_pair_fu`` for a wind that is both."""
    if view.pair in DRAGONS:
        return 2
    seat, prevalent = view.seat_wind, view.prevalent_wind
    if view.pair == seat == prevalent:
        return view.rules.double_wind_pair_fu
    return 2 if view.pair in (seat, prevalent) else 0


def wait_fu(code: int, winning: int) -> int:
    """Fu of a chow's wait: 2 for the middle tile or an edge wait, else 0."""
    if code >= PUNG:
        return 0
    if winning == code + 1:
        return 2
    return 2 if (code % 9 == 6 if winning == code else code % 9 == 0) else 0


class FuStep(NamedTuple):
    fu: int
    what: Sentence
    clause: str = CLAUSE


_SETS: Final = {
    (False, False, False): _("open pung"),
    (False, False, True): _("open pung of terminals or honours"),
    (False, True, False): _("concealed pung"),
    (False, True, True): _("concealed pung of terminals or honours"),
    (True, False, False): _("open kong"),
    (True, False, True): _("open kong of terminals or honours"),
    (True, True, False): _("concealed kong"),
    (True, True, True): _("concealed kong of terminals or honours"),
}


def fu_steps(view: View, pinfu: bool) -> list[FuStep]:
    closed, self_drawn = view.features & CLOSED, view.features & SELF_DRAW
    steps = [FuStep(30, _("closed win on a discard")) if closed and not self_drawn else FuStep(20, _("base"))]
    concealed_sets = len(view.codes) - view.melds
    for index, code in enumerate(view.codes):
        if code < PUNG:
            continue
        concealed = index < concealed_sets and (index != view.where or bool(self_drawn))
        concealed = concealed or (code >= KONG and bool(view.concealed_kongs >> kind_of_code(code) & 1))
        what = _SETS[code >= KONG, concealed, bool(ORPHAN_KINDS >> kind_of_code(code) & 1)]
        steps.append(FuStep(_set_fu(code, concealed), what))
    value = pair_fu(view)
    if value:
        steps.append(
            FuStep(value, _("pair of dragons or of a counting wind") if value == 2 else _("pair of the double wind"))
        )
    win_tile_seen = view.features & WIN_TILE_SEEN
    if not win_tile_seen:
        steps.append(FuStep(0, _("winning tile mixed into the hand"), "RI-E20"))
    elif view.where == PAIR:
        steps.append(FuStep(2, _("pair wait")))
    elif wait_fu(view.codes[view.where], view.winning):
        middle = view.winning == view.codes[view.where] + 1
        steps.append(FuStep(2, _("closed wait") if middle else _("edge wait")))
    if self_drawn and win_tile_seen and not pinfu:
        steps.append(FuStep(2, _("self-draw")))
    if not closed and not self_drawn and sum(step.fu for step in steps) == 20 and view.rules.open_pinfu_fu:
        steps.append(FuStep(2, _("open hand without other fu")))
    return steps


def round_up(value: int, unit: int) -> int:
    """Round up to a multiple of ``unit``.

    >>> round_up(32, 10), round_up(7680, 100)
    (40, 7700)
    """
    return -(-value // unit) * unit


MANGAN: Final = 2000
YAKUMAN: Final = 8000
_LIMITS: Final = ((11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"))


def base_points(han: int, fu: int, rules: Parameters) -> tuple[int, str | None]:
    """Base points of ``han`` and ``fu`` without yakuman, and the limit reached, if any (RI-5.5, RI-5.6).

    >>> base_points(4, 30, Parameters()), base_points(4, 30, Parameters(kiriage_mangan=True))
    ((1920, None), (2000, 'mangan'))
    """
    if rules.counted_yakuman and han >= 13:
        return YAKUMAN, "yakuman"
    for least, base, name in _LIMITS:
        if han >= least:
            return base, name
    base = fu << han + 2
    if han >= 5 or base >= MANGAN or (rules.kiriage_mangan and base == 1920):
        return MANGAN, "mangan"
    return base, None


def payments(base: int, *, self_drawn: bool, dealer: bool) -> dict[str, int]:
    """Payment of each payer for these base points, without counters (RI-5.8).

    >>> payments(1920, self_drawn=True, dealer=False)
    {'dealer': 3900, 'others': 2000}
    """
    if not self_drawn:
        return {"discarder": round_up((6 if dealer else 4) * base, 100)}
    if dealer:
        return {"each": round_up(2 * base, 100)}
    return {"dealer": round_up(2 * base, 100), "others": round_up(base, 100)}
