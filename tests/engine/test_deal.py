"""Deals: pinned vectors, nothing lost in a shuffle, sheets read back, and every swapped tile found."""

from __future__ import annotations

import hashlib
import hmac
import random
import subprocess
import sys
from collections import Counter

import pytest

from engine.deal import Deal, DealError, deal_tiles, differences, make_deal, read_deal
from engine.family import ruleset
from engine.table import start
from engine.tiles import format_tiles, sort_tiles
from engine.wall import Board, SecretError, board_key, commitment, read_secret, shuffled, stream

SECRET = bytes(range(32))
RULESETS = ("mcr-2006", "sichuan-sbr-2025", "riichi-ema-2016", "taiwan-aono")
PINNED = {
    "mcr-2006": "3a6c4744ee7cf1879c7c4f867548f04fab9b4b6d3eddb484d90f30213556707c",
    "sichuan-sbr-2025": "8806287e36c2d559a26e7688fb936542eaffd959116d92758ba28129cb8e1f8d",
    "riichi-ema-2016": "7c556ef876c4a644c401c97e0cc44c026230f535c14aaa19257785e9bac4b251",
    "taiwan-aono": "6db039d851af98ef3ab566debabbec6f154003f13a14c40ff2fcd9a748d0f265",
}


@pytest.mark.parametrize("name", RULESETS)
def test_the_same_secret_gives_the_same_deal_for_ever(name: str) -> None:
    deal = make_deal(name, SECRET, Board(7, "Spring Open", "1", 0, "4711"))
    assert deal.digest == PINNED[name]


def test_the_stream_is_hmac_in_counter_mode() -> None:
    key = board_key(SECRET, Board(1))
    first = hmac.new(key, bytes(8), hashlib.sha256).digest()
    numbers = stream(key)
    assert [next(numbers) for _ in range(16)] == [int.from_bytes(first[at : at + 2], "big") for at in range(0, 32, 2)]


def test_the_commitment_binds_event_sessions_boards_and_secret() -> None:
    first = commitment(SECRET, "Spring Open", 5, 16)
    others = {
        commitment(SECRET, "Autumn Open", 5, 16),
        commitment(SECRET, "Spring Open", 4, 16),
        commitment(SECRET, "Spring Open", 5, 17),
        commitment(SECRET[::-1], "Spring Open", 5, 16),
    }
    assert len(others) == 4
    assert first not in others


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("model", ["seat34", "shared"])
def test_a_deal_holds_the_whole_set_and_can_be_played(name: str, model: str) -> None:
    for number in range(1, 20):
        deal = make_deal(name, SECRET, Board(number), model=model)  # type: ignore[arg-type]
        tiles = [tile for wall in deal.walls for tile in wall] + list(deal.common)
        assert sort_tiles(tiles) == deal_tiles(ruleset(name), deal.model).tiles
        assert start(deal.setup()).moment == 0


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("mcr-2006", [34] * 4),
        ("sichuan-sbr-2025", [27] * 4),
        ("riichi-ema-2016", [31, 31, 30, 30]),
        ("taiwan-aono", [34] * 4),
    ],
)
def test_seat_walls_are_quarters(name: str, sizes: list[int]) -> None:
    assert [len(wall) for wall in make_deal(name, SECRET, Board(1)).walls] == sizes


@pytest.mark.parametrize("name", RULESETS)
def test_a_sheet_reads_back_and_is_the_deal(name: str) -> None:
    deal = make_deal(name, SECRET, Board(3, "Cup", "2", 1, "99"))
    assert read_deal(deal.text) == deal
    assert differences(deal, SECRET) == []


def test_one_swapped_tile_anywhere_is_found_and_named() -> None:
    deal = make_deal("mcr-2006", SECRET, Board(5))
    rng = random.Random(5)
    for _ in range(50):
        seat = rng.randrange(4)
        wall = list(deal.walls[seat])
        a, b = rng.sample(range(34), 2)
        if wall[a] == wall[b]:
            continue
        wall[a], wall[b] = wall[b], wall[a]
        walls = (*deal.walls[:seat], tuple(wall), *deal.walls[seat + 1 :])
        found = differences(deal._replace(walls=walls), SECRET)
        name = ("East", "South", "West", "North")[seat]
        assert [line.split(":")[0] for line in found] == [f"{name}, tile {at + 1}" for at in sorted((a, b))]


def test_a_sheet_of_another_board_differs_nearly_everywhere() -> None:
    other = make_deal("mcr-2006", SECRET, Board(6))._replace(board=Board(5))
    assert len(differences(other, SECRET)) > 100


def test_every_place_is_equally_likely() -> None:
    # 24 orders of four tiles, 4,800 shuffles: the chi-square with 23 degrees of freedom passes 60 once in 30,000 runs.
    counts = Counter(shuffled((0, 1, 2, 3), board_key(SECRET, Board(number))) for number in range(4_800))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 60


@pytest.mark.parametrize("text", ["", "xyz", "0", "00" * 15])
def test_a_secret_is_hexadecimal_and_long_enough(text: str) -> None:
    with pytest.raises(SecretError):
        read_secret(text)


@pytest.mark.parametrize(
    ("line", "replacement", "message"),
    [
        ('[Model "seat34"]', '[Model "bridge"]', "line 9: the model is one of seat34, shared"),
        ('[Board "5"]', '[Board "five"]', "line 4: [Board] is a number, not 'five'"),
        ('[Board "5"]', "Board 5", "line 4: a tag such as [Board \"7\"] is expected, not 'Board 5'"),
    ],
)
def test_a_wrong_sheet_names_its_line(line: str, replacement: str, message: str) -> None:
    text = make_deal("mcr-2006", SECRET, Board(5)).text
    with pytest.raises(DealError) as refused:
        read_deal(text.replace(line, replacement))
    assert refused.value.message == message


def command(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "deal", *arguments], input=stdin, capture_output=True, text=True, check=False
    )


def test_the_command_makes_a_sheet_that_it_verifies() -> None:
    made = command("make", "--ruleset", "mcr-2006", "--seed", SECRET.hex(), "--number", "7")
    deal = make_deal("mcr-2006", SECRET, Board(7))
    assert (made.returncode, made.stdout) == (0, f"{deal.text}digest {deal.digest}\n")
    assert command("verify", "--seed", SECRET.hex(), stdin=made.stdout).stdout == "ok\n"


def swapped(deal: Deal) -> str:
    wall = deal.walls[0]
    at = next(at for at in range(1, 34) if wall[at] != wall[0])
    changed = (wall[at], *wall[1:at], wall[0], *wall[at + 1 :])
    return deal.text.replace(format_tiles(wall), format_tiles(changed))


def test_the_command_names_differences_and_mistakes() -> None:
    deal = make_deal("mcr-2006", SECRET, Board(7))
    found = command("verify", "--seed", SECRET.hex(), stdin=swapped(deal))
    assert (found.returncode, len(found.stdout.splitlines())) == (1, 2)
    short = command("make", "--ruleset", "mcr-2006", "--seed", "00ff", "--number", "1")
    assert (short.returncode, short.stderr) == (2, "a seed has at least 32 hexadecimal digits, not 4\n")
