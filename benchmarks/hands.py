"""Seeded winning hands of all kinds, as notation lines, for measuring and for comparing with other engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine.reading.decompositions import KNITTED
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import FLOWERS, ORPHANS, Tile

Pieces = tuple[list[tuple[Tile, ...]], Tile]
"""Sets and the kind of the pair."""


def _pieces(random: Random, kinds: list[Tile], sets: int, chow_share: float) -> Pieces | None:
    """Random sets and a pair from these kinds, or None when a kind is needed a fifth time."""
    counts: dict[Tile, int] = dict.fromkeys(range(34), 0)
    found: list[tuple[Tile, ...]] = []
    starts = [k for k in kinds if k < 27 and k % 9 < 7 and k + 1 in kinds and k + 2 in kinds]
    for _ in range(sets):
        if starts and random.random() < chow_share:
            first = random.choice(starts)
            found.append((first, first + 1, first + 2))
        else:
            found.append((random.choice(kinds),) * 3)
        for tile in found[-1]:
            counts[tile] += 1
    pair = random.choice(kinds)
    counts[pair] += 2
    return (found, pair) if max(counts.values()) <= 4 else None


def _standard(
    random: Random, kinds: list[Tile], chow_share: float, melded: float, sets: int, kongs: bool = True
) -> Hand:
    """Sets and a pair with melds and kongs, the winning tile taken out at random from the concealed tiles."""
    while True:
        pieces = _pieces(random, kinds, sets, chow_share)
        if pieces is None:
            continue
        found, pair = pieces
        tiles = [pair, pair]
        melds = []
        used = [tile for item in found for tile in item] + tiles
        for item in found:
            if random.random() >= melded:
                tiles.extend(item)
            elif item[0] != item[1]:
                melds.append(Meld(MeldKind.CHOW, item))
            elif kongs and used.count(item[0]) == 3 and random.random() < 0.5:
                kind = random.choice((MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG))
                melds.append(Meld(kind, (*item, item[0])))
            else:
                melds.append(Meld(MeldKind.PUNG, item))
        return _won(random, tiles, tuple(melds))


def _won(random: Random, tiles: list[Tile], melds: tuple[Meld, ...] = ()) -> Hand:
    winning = random.choice(tiles)
    tiles.remove(winning)
    return Hand(tuple(sorted(tiles)), melds, (), winning)


def _one_suit(random: Random, melded: float, sets: int, chow_share: float) -> Hand:
    suit = 9 * random.randrange(3)
    return _standard(random, list(range(suit, suit + 9)), chow_share, melded, sets)


def _few_numbers(random: Random, sets: int) -> Hand:
    low = random.randrange(5)
    kinds = [9 * suit + low + step for suit in range(3) for step in range(5)]
    return _standard(random, kinds, random.choice((0.0, 0.5, 1.0)), random.choice((0.0, 0.4)), sets)


def _two_suits_honours(random: Random, sets: int) -> Hand:
    suit = 9 * random.randrange(3)
    return _standard(random, [*range(suit, suit + 9), *range(27, 34)], 0.4, random.choice((0.0, 0.5)), sets)


def _seven_pairs(random: Random) -> Hand:
    suit = 9 * random.randrange(3)
    pool = random.choice((list(range(34)), list(range(suit, suit + 9)), list(ORPHANS), [19, 20, 21, 23, 25, 32]))
    while True:
        kinds = [random.choice(pool) for _ in range(7)]
        if max(map(kinds.count, kinds)) <= 2:
            return _won(random, [kind for kind in kinds for _ in (0, 1)])


def _orphans(random: Random) -> Hand:
    return _won(random, [*ORPHANS, random.choice(ORPHANS)])


def _singles(random: Random) -> Hand:
    return _won(random, random.sample([*random.choice(KNITTED), *range(27, 34)], 14))


def _knitted(random: Random) -> Hand:
    body = random.choice(KNITTED)
    while True:
        pieces = _pieces(random, list(range(34)), 1, 0.6)
        if pieces is None:
            continue
        (item,), pair = pieces
        tiles = [*body, pair, pair]
        if max(map([*tiles, *item].count, item)) > 4:
            continue
        if random.random() < 0.6:
            return _won(random, [*tiles, *item])
        kind = MeldKind.CHOW if item[0] != item[1] else MeldKind.PUNG
        return _won(random, tiles, (Meld(kind, item),))


def _nine_gates(random: Random) -> Hand:
    suit = 9 * random.randrange(3)
    tiles = [suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    return Hand(tuple(tiles), (), (), suit + random.randrange(9))


def _kinds_of_hands(family: str) -> list[Callable[[Random], Hand]]:
    """Every kind of winning hand of a family, each a function of the random source."""
    sets = 5 if family == "taiwan" else 4
    kinds = list(range(27 if family == "sichuan" else 34))
    makers: list[Callable[[Random], Hand]] = [
        lambda random: _standard(random, kinds, 0.75, 0.0, sets),
        lambda random: _standard(random, kinds, 0.75, 0.35, sets),
        lambda random: _standard(random, kinds, 0.75, 0.8, sets),
        lambda random: _standard(random, kinds, 0.1, 0.5, sets),
        lambda random: _one_suit(random, 0.0, sets, 0.8),
        lambda random: _one_suit(random, 0.0, sets, 0.3),
        lambda random: _one_suit(random, 0.4, sets, 0.7),
        lambda random: _few_numbers(random, sets),
    ]
    if family != "sichuan":
        makers.append(lambda random: _two_suits_honours(random, sets))
    if family != "taiwan":
        makers.append(_seven_pairs)
    if family in ("mcr", "riichi"):
        makers += [_orphans, _nine_gates, lambda random: _standard(random, list(ORPHANS), 0.0, 0.4, sets)]
    if family == "mcr":
        makers += [_singles, _knitted]
    return makers


def _possible(family: str, hand: Hand) -> bool:
    """True for a hand that the family's players can hold."""
    tiles = hand.tiles
    if max(map(tiles.count, tiles)) > 4:
        return False
    return family != "sichuan" or not (max(tiles) >= 27 or any(meld.is_chow for meld in hand.melds))


def winning_hands(family: str, number: int, seed: int = 1) -> Iterator[Hand]:
    """``number`` winning hands of a family, all kinds in turn; the same seed gives the same hands."""
    random = Random(seed)
    makers = _kinds_of_hands(family)
    for made in range(number):
        hand = makers[made % len(makers)](random)
        while not _possible(family, hand):
            hand = makers[made % len(makers)](random)
        if family == "mcr" and made % 5 == 0:
            hand = hand._replace(flowers=tuple(random.sample(FLOWERS, random.randrange(1, 9))))
        yield hand
