"""Certificates, and the poster of an event's result."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.core.printing.documents import Heading, Leaf
from tournaments.standings.papers.standings_list import StandingLine
from tournaments.standings.queries.inputs import HONOURED

ON_POSTER, TEAMS_ON_POSTER = 18, 4
"""Players and teams that a page has room for."""


def certificates(heading: Heading, honoured: Sequence[tuple[int, StandingLine]]) -> list[Leaf]:
    """Return certificates for places 1 to 3."""
    return [
        Leaf("certificate", {"heading": heading, "place": f"place_{place}", "line": line}) for place, line in honoured
    ]


def poster(
    heading: Heading,
    after: int,
    unit: str,
    players: Sequence[StandingLine],
    teams: Sequence[StandingLine],
    *,
    provisional: bool = False,
) -> list[Leaf]:
    """Return one page: the first three large, the next places below them, and the first teams; ``unit`` heads the
    figures.

    ``provisional``: the results may still change, and the paper says so.
    """
    room = ON_POSTER - (TEAMS_ON_POSTER + 2 if teams else 0)
    boards = [("players", "player", players[HONOURED:room])] if len(players) > HONOURED else []
    if teams:
        boards.append(("teams", "team", teams[:TEAMS_ON_POSTER]))
    values = {"heading": heading, "after": after, "unit": unit, "winners": players[:HONOURED], "boards": boards}
    values["provisional"] = provisional
    return [Leaf("result_poster", values)]
