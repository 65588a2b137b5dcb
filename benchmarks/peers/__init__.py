"""Other packages on the same hands: PyMahjongGB, mahjong and riichienv, each left out where it is not installed.

As for the engine, a call begins with a text: its arguments are read from our notation in the same call where the
package has no notation of its own. Installed in another environment, they are found by PYTHONPATH.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final

from benchmarks.hands import winning_hands
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import Tile, format_tiles

Call = Callable[[], object]

GB_TILES: Final = (
    *(f"{letter}{rank}" for letter in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)
GB_NAMES: Final = {
    f"{rank}{suit}": GB_TILES[9 * at + rank - 1]
    for at, suit in enumerate("mpsz")
    for rank in range(1, 8 if suit == "z" else 10)
}
GB_PACKS: Final = {"chow": "CHI", "pung": "PENG", "kong": "GANG", "akong": "GANG", "ckong": "GANG"}


def found(name: str) -> ModuleType | None:
    """The package, or None and a line that says so."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed")
        return None


def gb_scores(number: int) -> list[Call]:
    """PyMahjongGB on the MCR hands; empty where it is not installed."""
    package = found("MahjongGB")
    if package is None:
        return []
    count = package.MahjongFanCalculator

    def call(line: str, self_draw: bool) -> Call:
        def score() -> object:
            packs, tiles, winning, flowers = gb_arguments(line)
            return count(packs, tiles, winning, flowers, self_draw, False, False, False, 0, 0)

        return score

    return [call(str(hand), index % 2 == 1) for index, hand in enumerate(winning_hands("mcr", number))]


def gb_arguments(line: str) -> tuple[tuple[tuple[str, str, int], ...], tuple[str, ...], str, int]:
    """Melds, concealed tiles, winning tile and number of flowers of a line of our notation, as PyMahjongGB wants them.

    >>> gb_arguments("22z44m ckong(2222m) pung(333s) +4m | 12f")
    ((('GANG', 'W2', 0), ('PENG', 'T3', 1)), ('F2', 'F2', 'W4', 'W4'), 'W4', 2)
    """
    rest, _bar, flowers = line.partition("|")
    rest, _plus, winning = rest.partition("+")
    packs: list[tuple[str, str, int]] = []
    tiles: list[str] = []
    for word in rest.split():
        kind, bracket, inside = word.partition("(")
        if bracket:
            packs.append((GB_PACKS[kind], GB_NAMES[inside[1] + inside[-2]], int(kind != "ckong")))
        else:
            digits = ""
            for char in word:
                if char.isdigit():
                    digits += char
                else:
                    tiles += [GB_NAMES[digit + char] for digit in digits]
                    digits = ""
    return tuple(packs), tuple(tiles), GB_NAMES[winning.strip()], len(flowers.strip()[:-1])


def mahjong_scores(number: int) -> list[Call]:
    """The package mahjong on the riichi hands, its objects ready-made: it reads no melds."""
    if found("mahjong") is None:
        return []
    calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator
    config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig

    def call(hand: Hand, self_draw: bool) -> Call:
        tiles, winning, melds = mahjong_arguments(hand)
        return lambda: calculator.estimate_hand_value(tiles, winning, melds, [], config(is_tsumo=self_draw))

    return [call(hand, index % 2 == 1) for index, hand in enumerate(winning_hands("riichi", number))]


def mahjong_arguments(hand: Hand) -> tuple[list[int], int, list[Any]]:
    """All tiles of a hand, the winning one and the melds, as the package mahjong wants them: each tile has a number."""
    meld_of = importlib.import_module("mahjong.meld").Meld
    used: dict[Tile, int] = {}

    def numbered(tiles: Sequence[Tile]) -> list[int]:
        ids = []
        for tile in tiles:
            ids.append(4 * tile + used.get(tile, 0))
            used[tile] = used.get(tile, 0) + 1
        return ids

    winning = numbered([hand.winning or 0])[0]
    tiles = [winning, *numbered(hand.concealed)]
    melds = []
    for meld in hand.melds:
        named = "chi" if meld.is_chow else "kan" if meld.is_kong else "pon"
        melds.append(meld_of(meld_type=named, tiles=numbered(meld.tiles), opened=meld.is_exposed))
        tiles += melds[-1].tiles
    return tiles, winning, melds


def riichienv_calls(number: int) -> tuple[list[Call], list[Call], list[Call]]:
    """riichienv on the riichi hands, from its own notation: scores, waits, shanten of the concealed tiles."""
    package = found("riichienv")
    if package is None:
        return [], [], []
    evaluator, shanten, parse = package.HandEvaluator, package.calculate_shanten, package.parse_hand
    drawn, claimed = package.Conditions(tsumo=True), package.Conditions()

    def score(text: str, conditions: object) -> Call:
        return lambda: evaluator.calc_from_text(text, conditions=conditions)

    def waits(text: str) -> Call:
        return lambda: evaluator.hand_from_text(text).get_waits()

    def distance(text: str) -> Call:
        return lambda: shanten(parse(text)[0])

    hands = list(winning_hands("riichi", number))
    texts = [format_tiles(hand.concealed) + "".join(map(riichienv_meld, hand.melds)) for hand in hands]
    won = [f"{text}{format_tiles((hand.winning or 0,))}" for text, hand in zip(texts, hands, strict=True)]
    return (
        [score(text, drawn if index % 2 else claimed) for index, text in enumerate(won)],
        [waits(text) for text in texts],
        [distance(text) for text in texts],
    )


def riichienv_meld(meld: Meld) -> str:
    """A meld in the notation of riichienv.

    >>> riichienv_meld(Meld.parse("pung(333s)")), riichienv_meld(Meld.parse("ckong(2222m)"))
    ('(p3s1)', '(k2m)')
    """
    digits, suit = format_tiles(meld.tiles)[:-1], format_tiles(meld.tiles)[-1]
    if meld.kind is MeldKind.CHOW:
        return f"({digits}{suit}0)"
    word = {MeldKind.PUNG: "p", MeldKind.ADDED_KONG: "s"}.get(meld.kind, "k")
    return f"({word}{digits[0]}{suit}{'1' if meld.is_exposed else ''})"
