"""Yakuman: a named condition for each, then their rows in rulebook order, doubled forms last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.reading.decompositions import PAIR
from engine.rules.riichi import view as has
from engine.rules.riichi.view import (
    DRAGON_KINDS,
    GREEN_TILES,
    HONOUR_TILES,
    SUIT_TILES,
    TERMINAL_TILES,
    WIND_KINDS,
    View,
    Yaku,
    in_first_turn,
    is_one_suit,
    sets_of,
)
from engine.scoring.patterns import NOT_THERE, Occurrences, whole_hand
from engine.tiles.tile import WINDS

_NINE_GATES: Final = 0o311111113


def blessing_of_heaven(view: View) -> Occurrences:
    return whole_hand(in_first_turn(view) and view.win.dealer and bool(view.features & has.SELF_DRAW))


def blessing_of_earth(view: View) -> Occurrences:
    return whole_hand(in_first_turn(view) and not view.win.dealer and bool(view.features & has.SELF_DRAW))


def thirteen_orphans(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ORPHANS_FORM))


def thirteen_orphans_13(view: View) -> Occurrences:
    return whole_hand(
        bool(view.features & has.ORPHANS_FORM) and view.pair == view.winning and not blessing_of_heaven(view)
    )


def _gates(view: View) -> int:
    if view.melds or not is_one_suit(view) or view.everything & HONOUR_TILES:
        return 0
    first = next(shift for shift in (0, 27, 54) if view.concealed >> shift & SUIT_TILES[0])
    return view.concealed >> first


def nine_gates(view: View) -> Occurrences:
    gates = _gates(view)
    if not gates:
        return NOT_THERE
    needed = (_NINE_GATES >> 3 * rank & 7 for rank in range(9))
    return whole_hand(all((gates >> 3 * rank & 7) >= count for rank, count in enumerate(needed)))


def nine_gates_9(view: View) -> Occurrences:
    gates = _gates(view)
    free = bool(gates) and gates - (1 << 3 * (view.winning % 9)) == _NINE_GATES
    return whole_hand(free and not blessing_of_heaven(view))


def four_concealed_pungs(view: View) -> Occurrences:
    return whole_hand(view.concealed_pungs == 4)


def four_concealed_pungs_pair_wait(view: View) -> Occurrences:
    return whole_hand(view.concealed_pungs == 4 and view.where == PAIR and not blessing_of_heaven(view))


def four_kongs(view: View) -> Occurrences:
    return whole_hand(view.kongs == 4)


def big_three_dragons(view: View) -> Occurrences:
    if (view.pungs & DRAGON_KINDS).bit_count() != 3:
        return NOT_THERE
    return (sets_of(view, DRAGON_KINDS),)


def little_four_winds(view: View) -> Occurrences:
    if view.pair not in WINDS or (view.pungs & WIND_KINDS).bit_count() != 3:
        return NOT_THERE
    return (sets_of(view, WIND_KINDS),)


def big_four_winds(view: View) -> Occurrences:
    return whole_hand((view.pungs & WIND_KINDS).bit_count() == 4)


def all_green(view: View) -> Occurrences:
    return whole_hand(not view.everything & ~GREEN_TILES)


def all_terminals(view: View) -> Occurrences:
    return whole_hand(not view.everything & ~TERMINAL_TILES)


def all_honors(view: View) -> Occurrences:
    return whole_hand(not view.everything & ~HONOUR_TILES)


def _yakuman(
    name: str,
    when: Callable[[View], Occurrences],
    needs: int,
    example: str,
    *,
    clause: str = "",
    excludes: tuple[str, ...] = (),
    by_wait: bool = False,
) -> Yaku:
    return Yaku(
        id=name, value=1, when=when, clause=clause or f"RI-4/{name}", excludes=excludes, example=example,
        needs=needs, yakuman=True, by_wait=by_wait,
    )  # fmt: skip


_PLAIN: Final = "234567m345p23s88s +4s"

# fmt: off
YAKUMAN: Final[tuple[Yaku, ...]] = (
    _yakuman("thirteen_orphans", thirteen_orphans, has.ORPHANS_FORM, "19m19p19s1234567z +1z"),
    _yakuman("nine_gates", nine_gates, has.CLOSED | has.ONE_SUIT | has.NO_HONOURS, "1112345678999p +5p"),
    _yakuman("blessing_of_heaven", blessing_of_heaven, has.FIRST_TURN | has.SELF_DRAW, _PLAIN),
    _yakuman("blessing_of_earth", blessing_of_earth, has.FIRST_TURN | has.SELF_DRAW, _PLAIN),
    _yakuman("four_concealed_pungs", four_concealed_pungs, has.CLOSED | has.PUNGS_4, "222m333p444s777p9s +9s",
             by_wait=True),
    _yakuman("four_kongs", four_kongs, has.PUNGS_4, "5p kong(2222m) kong(3333s) ckong(8888s) kong(1111z) +5p"),
    _yakuman("all_green", all_green, has.ALL_GREEN, "234s66s88s666z pung(444s) +6s"),
    _yakuman("all_terminals", all_terminals, has.NO_SIMPLES | has.NO_HONOURS, "11m99p999s pung(111p) pung(111s) +9p"),
    _yakuman("all_honors", all_honors, has.NO_SIMPLES | has.WITH_HONOURS, "11z22z555z pung(333z) pung(777z) +2z"),
    _yakuman("big_three_dragons", big_three_dragons, has.DRAGON_PUNG | has.PUNGS_3, "55566677z99m pung(999p) +7z"),
    _yakuman("little_four_winds", little_four_winds, has.WIND_PUNG | has.PUNGS_3, "111z33z44z234m pung(222z) +3z"),
    _yakuman("big_four_winds", big_four_winds, has.WIND_PUNG | has.PUNGS_4, "111z333z44z55m pung(222z) +4z"),
)

DOUBLE_YAKUMAN: Final[tuple[Yaku, ...]] = (
    _yakuman("four_concealed_pungs_pair_wait", four_concealed_pungs_pair_wait, has.CLOSED | has.PUNGS_4,
             "222m333p444s777p9s +9s", clause="RI-4.42", excludes=("four_concealed_pungs",), by_wait=True),
    _yakuman("thirteen_orphans_13", thirteen_orphans_13, has.ORPHANS_FORM, "19m19p19s1234567z +1z", clause="RI-4.42",
             excludes=("thirteen_orphans",)),
    _yakuman("nine_gates_9", nine_gates_9, has.CLOSED | has.ONE_SUIT | has.NO_HONOURS, "1112345678999p +5p",
             clause="RI-4.42", excludes=("nine_gates",)),
)
"""Forms of three yakuman for rules that count them twice."""
# fmt: on
