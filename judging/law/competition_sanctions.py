"""Effects on a player's place in the event, in points of the game: lost session, substitute, disqualification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

SESSION_LOST, SUBSTITUTE, DISQUALIFIED = "session_lost", "substitute", "disqualified"


class ScoreOfPresent(NamedTuple):
    """The score of each of the ``players`` present if fewer than three are left and nobody plays."""

    players: int
    points: int = 0
    table_points: int = 0


class CompetitionSanction(NamedTuple):
    """``kind`` session_lost or substitute: the session counts ``points``, ``uma`` and ``table_points`` for the player.

    ``takes_negative``: the substitute's points if they are less. ``by_referee``: the rules name none. ``chair``: the
    player's chair is ``ranked`` at the table, or ``last`` whatever its points. ``order``: a disqualified player is
    ``removed`` from the order of the event, or ``last``.
    """

    kind: str
    clause: str
    points: int = 0
    uma: int = 0
    table_points: int = 0
    takes_negative: bool = False
    by_referee: bool = False
    chair: str = "ranked"
    order: str = ""
    present: tuple[ScoreOfPresent, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "present": [score._asdict() for score in self.present]}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> CompetitionSanction:
        """Return the place that ``to_dict`` wrote.

        >>> lost = CompetitionSanction("session_lost", "MCR-E16", chair="last", present=(ScoreOfPresent(2, 0, 3),))
        >>> CompetitionSanction.from_dict(lost.to_dict()) == lost
        True
        """
        return cls(**{**stored, "present": tuple(ScoreOfPresent(**score) for score in stored["present"])})


def lose_session(missed: CompetitionSanction) -> CompetitionSanction:
    """Return a lost session with the score of a missed one. A substitute is ranked at the table so that the others get
    their places (MCR-8.8, RI-8.8); if three play on, the empty chair is last (MCR-E16, RI-E13, SC-E14).
    """
    return missed._replace(kind=SESSION_LOST)


def substitute_player(missed: CompetitionSanction, *, later: bool = False) -> CompetitionSanction:
    """Let a substitute play the session; one who comes in ``later``, during play, is last (editions 5)."""
    if later:
        return missed._replace(kind=SUBSTITUTE, chair="last")
    return missed._replace(kind=SUBSTITUTE, chair="ranked", present=())


def disqualify(clause: str, *, order: str = "removed") -> CompetitionSanction:
    """Return the place of a disqualified player: out of the order of the event, or ``last`` in it."""
    return CompetitionSanction(DISQUALIFIED, clause, order=order)
