"""``python -m tests.benchmarks engine``: time of a score, waits and shanten of a hand, and of the batch command.

Every time is that of one call from a notation string, parsing included, on seeded hands of all kinds, one-suit hands
among them. ``first`` meets each hand for the first time, ``again`` a second time. The other packages get their
arguments ready-made, as a program that uses them would keep them; they are left out when they are not installed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from engine.family import Ruleset, ruleset
from engine.reading.decompositions import pack
from engine.reading.waits import missing_standard
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import Tile, format_tiles
from tests.benchmarks.figures import keep
from tests.benchmarks.hands import winning_hands

RULESETS = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")
GB_TILES = (
    *(f"{letter}{rank}" for letter in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)
GB_PACKS = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}


def timed(call: Callable[[], object]) -> float:
    """Microseconds of one call."""
    started = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - started) / 1000


def row(name: str, calls: Sequence[Callable[[], object]], turn: str = "again") -> None:
    """Print median, 90th percentile and maximum; each call is made once before unless this is the first turn."""
    if turn == "again":
        for call in calls:
            call()
    times = sorted(map(timed, calls))
    middle, high = times[len(times) // 2], times[len(times) * 9 // 10]
    print(f"{name:34} {turn:6} {middle:8.1f} {high:8.1f} {times[-1]:9.1f}", flush=True)
    keep(f"{name}, {turn}, median", middle, "us")
    keep(f"{name}, {turn}, p90", high, "us")


def _winning_call(line: str, win: Win, rules: Ruleset) -> Callable[[], object]:
    return lambda: score(Hand.parse(line), win, rules)


def _waits_call(line: str, rules: Ruleset) -> Callable[[], object]:
    return lambda: rules.waits(Hand.parse(line))


def _shanten_call(line: str, sets: int) -> Callable[[], object]:
    def call() -> int:
        hand = Hand.parse(line)
        return missing_standard(pack(hand.concealed), sets - len(hand.melds)) - 1

    return call


def measure_family(name: str, number: int) -> None:
    """The rows of one ruleset."""
    rules = ruleset(name)
    hands = list(winning_hands(rules.family.name, number))
    wins = [Win(WinBy.SELF_DRAW if index % 2 else WinBy.DISCARD, dealer=False) for index in range(number)]
    scores = [_winning_call(str(hand), win, rules) for hand, win in zip(hands, wins, strict=True)]
    row(f"{name} score", scores, "first")
    row(f"{name} score", scores)
    one_suit = [call for call, hand in zip(scores, hands, strict=True) if _one_suit(hand)]
    row(f"{name} score, one suit ({len(one_suit)})", one_suit)
    lines = [str(hand._replace(winning=None)) for hand in hands]
    row(f"{name} waits", [_waits_call(line, rules) for line in lines])
    row(f"{name} shanten, sets and pair", [_shanten_call(line, rules.family.sets) for line in lines])


def _one_suit(hand: Hand) -> bool:
    return len({tile // 9 for tile in hand.tiles}) == 1 and max(hand.tiles) < 27


def measure_gb(number: int) -> None:
    """PyMahjongGB on the MCR hands."""
    try:
        count = importlib.import_module("MahjongGB").MahjongFanCalculator
    except ImportError:
        print("PyMahjongGB is not installed")
        return

    def call(hand: Hand, self_draw: bool) -> Callable[[], object]:
        packs = tuple(_gb_pack(meld) for meld in hand.melds)
        tiles, winning = tuple(GB_TILES[tile] for tile in hand.concealed), GB_TILES[hand.winning or 0]
        return lambda: count(packs, tiles, winning, len(hand.flowers), self_draw, False, False, False, 0, 0)

    hands = winning_hands("mcr", number)
    row("PyMahjongGB score", [call(hand, index % 2 == 1) for index, hand in enumerate(hands)])


def _gb_pack(meld: Meld) -> tuple[str, str, int]:
    middle = meld.tiles[1]
    return GB_PACKS.get(meld.kind, "GANG"), GB_TILES[middle], int(meld.is_exposed)


def measure_mahjong(number: int) -> None:
    """The package mahjong on the riichi hands."""
    try:
        calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator
        config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig
        melds = importlib.import_module("mahjong.meld").Meld
    except ImportError:
        print("mahjong is not installed")
        return

    def call(hand: Hand, self_draw: bool) -> Callable[[], object]:
        used: dict[Tile, int] = {}

        def numbered(tiles: Sequence[Tile]) -> list[int]:
            found = []
            for tile in tiles:
                found.append(4 * tile + used.get(tile, 0))
                used[tile] = used.get(tile, 0) + 1
            return found

        winning = numbered([hand.winning or 0])[0]
        tiles = [winning, *numbered(hand.concealed)]
        shown = []
        for meld in hand.melds:
            named = "chi" if meld.is_chow else "kan" if meld.is_kong else "pon"
            shown.append(melds(meld_type=named, tiles=numbered(meld.tiles), opened=meld.is_exposed))
            tiles += shown[-1].tiles
        return lambda: calculator.estimate_hand_value(tiles, winning, shown, [], config(is_tsumo=self_draw))

    hands = winning_hands("riichi", number)
    row("mahjong score", [call(hand, index % 2 == 1) for index, hand in enumerate(hands)])


def measure_batch(number: int) -> None:
    """Cases a second of the batch command with one and two processes, starting them included."""
    cases = []
    for index, hand in enumerate(winning_hands("mcr", number)):
        case = {"id": index, "ruleset": "mcr-2006", "hand": format_tiles(hand.concealed), "by": "discard"}
        case |= {"melds": [str(meld) for meld in hand.melds], "win": format_tiles((hand.winning or 0,))}
        cases.append(json.dumps(case))
    for jobs in ("1", "2"):
        started = time.perf_counter()
        command = [sys.executable, "-m", "engine", "score", "--jobs", jobs]
        done = subprocess.run(command, input="\n".join(cases), capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - started
        answers = len(done.stdout.splitlines())
        keep(f"batch score, jobs {jobs}", answers / seconds, "/s", "higher")
        print(f"batch score, {jobs} job{'s' if jobs != '1' else ''}: {answers / seconds:8.0f} cases/s")


def main(argv: Sequence[str] = ()) -> int:
    """Print all tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks engine")
    parser.add_argument("--hands", type=int, default=4000, help="hands of each family")
    parser.add_argument("--batch", type=int, default=20000, help="cases of the batch command")
    options = parser.parse_args(list(argv))
    print(f"{'microseconds a call':34} {'turn':6} {'median':>8} {'p90':>8} {'max':>9}")
    for name in RULESETS:
        measure_family(name, options.hands)
    measure_gb(options.hands)
    measure_mahjong(options.hands)
    measure_batch(options.batch)
    return 0
