"""Random winning hands of all kinds, for properties and benchmarks."""

from __future__ import annotations

from random import Random

from engine.rules.riichi.circumstances import Circumstances
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.seats import Wind
from engine.tiles.tile import HONOURS, ORPHANS, TERMINALS, Tile

STYLES: dict[str, tuple[tuple[Tile, ...], float]] = {
    "any": (tuple(range(34)), 0.3),
    "one suit": (tuple(range(9)), 0.3),
    "one suit and honours": ((*range(18, 27), *HONOURS), 0.3),
    "simples": (tuple(kind for kind in range(27) if kind % 9 not in (0, 8)), 0.2),
    "pungs": (tuple(range(34)), 0.95),
    "chows": (tuple(range(27)), 0.0),
    "honours": ((*HONOURS, *HONOURS, *TERMINALS), 1.0),
    "green": ((19, 20, 21, 23, 25, 32), 0.5),
}
"""Kinds a hand is made of, and the share of pungs among its sets."""


def random_tiles(random: Random) -> tuple[list[Tile], list[Meld]]:
    style = random.choice((*STYLES, "pairs", "orphans"))
    if style == "orphans":
        return [*ORPHANS, random.choice(ORPHANS)], []
    if style == "pairs":
        return [kind for kind in random.sample(range(34), 7) for _ in range(2)], []
    kinds, pungs = STYLES[style]
    while True:
        pair = random.choice(kinds)
        sets: list[list[Tile]] = []
        for _ in range(4):
            kind = random.choice(kinds)
            if random.random() < pungs:
                sets.append([kind] * 3)
            elif kind < 27 and kind % 9 < 7:
                sets.append([kind, kind + 1, kind + 2])
        tiles = [pair, pair, *(kind for made in sets for kind in made)]
        if len(tiles) == 14 and all(tiles.count(kind) <= 4 for kind in tiles):
            return _melded(random, pair, sets)


def _melded(random: Random, pair: Tile, sets: list[list[Tile]]) -> tuple[list[Tile], list[Meld]]:
    used = [pair, pair, *(kind for made in sets for kind in made)]
    concealed, melds = [pair, pair], []
    shown = random.choice((0, 0, 0, 1, 2, 4))
    for index, made in enumerate(sets):
        is_pung = made[0] == made[1]
        if is_pung and used.count(made[0]) == 3 and random.random() < 0.2:
            kind = MeldKind.KONG if index < shown else MeldKind.CONCEALED_KONG
            melds.append(Meld(kind, (made[0],) * 4))
        elif index < shown:
            melds.append(Meld(MeldKind.PUNG if is_pung else MeldKind.CHOW, tuple(made)))
        else:
            concealed.extend(made)
    return concealed, melds


def random_win(random: Random) -> tuple[Hand, Win]:
    concealed, melds = random_tiles(random)
    random.shuffle(concealed)
    random.shuffle(melds)
    hand = Hand(tuple(concealed[:-1]), tuple(melds), (), concealed[-1])
    seat = Wind(random.randrange(4))
    riichi = hand.is_closed and random.random() < 0.4
    special = Circumstances(
        riichi=riichi,
        ippatsu=riichi and random.random() < 0.3,
        dora_indicators=tuple(random.randrange(34) for _ in range(random.randrange(3))),
        ura_indicators=tuple(random.randrange(34) for _ in range(random.randrange(2))),
    )
    by = random.choice((WinBy.SELF_DRAW, WinBy.DISCARD))
    last = random.random() < 0.1
    return hand, Win(by, Wind(random.randrange(4)), seat, last_tile=last, dealer=seat == 0, special=special)
