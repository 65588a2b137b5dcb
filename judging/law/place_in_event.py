"""What a penalty does to a player's place in the event: the session lost, a substitute, disqualification.

The amounts are the ruleset's, in points of the game, so that a tournament can keep them as plain numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.family import Ruleset

SESSION_LOST, SUBSTITUTE, DISQUALIFIED = "session_lost", "substitute", "disqualified"


class Present(NamedTuple):
    """What each of the ``players`` present gets where fewer than three are left and nobody plays."""

    players: int
    points: int = 0
    table_points: int = 0


class Standing(NamedTuple):
    """``kind`` session_lost or substitute: the session counts ``points``, ``uma`` and ``table_points`` for the player.

    ``takes_negative``: the substitute's points where they are less. ``by_referee``: the rules name none. ``chair``:
    the player's chair is ``ranked`` at the table with the substitute, or is ``last`` whatever its points. ``order``:
    a disqualified player is ``removed`` from the order of the event, or ``last``.
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
    present: tuple[Present, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The standing as JSON has it."""
        return {**self._asdict(), "present": [each._asdict() for each in self.present]}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Standing:
        """The standing that ``to_dict`` wrote.

        >>> lost = Standing("session_lost", "MCR-E16", chair="last", present=(Present(2, 0, 3),))
        >>> Standing.from_dict(lost.to_dict()) == lost
        True
        """
        return cls(**{**stored, "present": tuple(Present(**each) for each in stored["present"])})


def session_lost(ruleset: Ruleset) -> Standing:
    """The player's session is lost: what it counts, and what becomes of the chair.

    A substitute is ranked at the table so that the others get their places (MCR-8.8, RI-8.8); where three go on, the
    empty chair is last (MCR-E16, RI-E13, SC-E14).
    """
    return _absent(ruleset, SESSION_LOST)


def substituted(ruleset: Ruleset, *, later: bool = False) -> Standing:
    """Somebody plays the session for the player. Who comes in ``later``, play having begun, is last (editions 5)."""
    found = _absent(ruleset, SUBSTITUTE)
    return found._replace(chair="last") if later else found._replace(chair="ranked", present=())


def disqualified(ruleset: Ruleset) -> Standing:
    """The player is out of the event: out of its order (MCR-8.9), or last in it (RI-7.4 row 24, EMA 5.5, 5.8)."""
    last = ruleset.family.name == "riichi"
    clause = {"riichi": "RI-7.4 row 24", "sichuan": "SC-E14"}.get(ruleset.family.name, "MCR-8.9")
    return Standing(DISQUALIFIED, clause, order="last" if last else "removed")


def out_after_two(ruleset: Ruleset, sessions_lost: int) -> tuple[Standing, ...]:
    """Where three play on in MCR, who loses a second session by coming too late is out of the event (MCR-E16)."""
    if ruleset.parameters.short_table != "three_play" or not sessions_lost:
        return ()
    return (disqualified(ruleset)._replace(clause="MCR-E16"),)


def _absent(ruleset: Ruleset, kind: str) -> Standing:
    rules, family = ruleset.parameters, ruleset.family.name
    three = family == "sichuan" or rules.short_table == "three_play"
    chair = "last" if three else "ranked"
    if family == "riichi":
        points, uma = rules.substitute_score or (0, 0)
        nobody = (Present(2, points=10000), Present(1, points=15000)) if three else ()
        open_ = rules.substitute_score is None
        return Standing(kind, "RI-8.8", points, uma, by_referee=open_, chair=chair, present=nobody)
    fixed = (Present(2, table_points=3), Present(1, table_points=3)) if three else ()
    if family == "sichuan":
        return Standing(kind, "SC-E14", chair=chair, present=fixed if rules.table_points else ())
    # "Score 0 for ranking as last" (MCR-7.3): where places earn uma instead of table points, that of the last.
    uma = rules.uma[-1] if rules.match_scoring == "raw_plus_uma" and rules.uma else 0
    negative = rules.absent_takes_negative and not three
    clause = "MCR-E16" if three else "MCR-8.8"
    return Standing(kind, clause, uma=uma, takes_negative=negative, chair=chair, present=fixed)
