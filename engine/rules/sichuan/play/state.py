from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.play.players import Player
from engine.play.table import TableState, as_type
from engine.play.transfers import Transfer
from engine.tiles.seats import Seat
from engine.tiles.tile import Suit, Tile

Letter = Literal["m", "p", "s"]

LETTERS: Final[dict[Suit, Letter]] = {Suit.CHARACTERS: "m", Suit.DOTS: "p", Suit.BAMBOOS: "s"}


class Void(NamedTuple):
    suit: Suit
    face_down: Tile | None = None


class KongIncome(NamedTuple):
    seat: Seat
    transfers: tuple[Transfer, ...]
    returned: bool = False


class KongLedger(NamedTuple):
    """Kongs of the hand in order; ``fresh``: the added kong on offer is of the tile just drawn.

    ``shot`` is the index of the kong whose next discard is on offer, else None; ``settled`` are the transfers of its
    income caused by wins on that discard.
    """

    kongs: tuple[KongIncome, ...] = ()
    fresh: bool = False
    shot: int | None = None
    settled: tuple[Transfer, ...] = ()


def kong_ledger(state: TableState) -> KongLedger:
    return as_type(state.special, KongLedger)


def void_of(player: Player) -> Void | None:
    """Void suit of the player, None if not chosen or unknown."""
    return None if player.special is None else as_type(player.special, Void)


def letter_of(player: Player) -> Letter | None:
    void = void_of(player)
    return LETTERS[void.suit] if void is not None else None
