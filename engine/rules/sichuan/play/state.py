"""What only a Sichuan table and player know: void suits, and the income of kongs."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.play.players import Player
from engine.play.table import TableState, part
from engine.play.transfers import Transfer
from engine.tiles.seats import Seat
from engine.tiles.tile import Suit, Tile

Letter = Literal["m", "p", "s"]

LETTERS: Final[dict[Suit, Letter]] = {Suit.CHARACTERS: "m", Suit.DOTS: "p", Suit.BAMBOOS: "s"}


class Void(NamedTuple):
    """What a player has given up: the suit, and the face-down tile where one was laid."""

    suit: Suit
    face_down: Tile | None = None


class KongIncome(NamedTuple):
    """A kong of the hand, what it earned, and whether that went back."""

    seat: Seat
    transfers: tuple[Transfer, ...]
    returned: bool = False


class Ledger(NamedTuple):
    """The kongs of the hand in order; ``fresh`` says whether the added kong on offer is of the tile just drawn.

    ``shot`` is the index of the kong whose next discard is on offer, None after an ordinary turn; ``settled`` are the
    transfers that the wins on that discard have made of its income.
    """

    kongs: tuple[KongIncome, ...] = ()
    fresh: bool = False
    shot: int | None = None
    settled: tuple[Transfer, ...] = ()


def ledger(state: TableState) -> Ledger:
    """The kongs of the hand."""
    return part(state.special, Ledger)


def void_of(player: Player) -> Void | None:
    """The void suit, None where it is not chosen or nobody knows it."""
    return None if player.special is None else part(player.special, Void)


def letter_of(player: Player) -> Letter | None:
    """The letter of the player's void suit, None where nobody knows it."""
    void = void_of(player)
    return LETTERS[void.suit] if void is not None else None
