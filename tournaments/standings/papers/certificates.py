from __future__ import annotations

from collections.abc import Sequence

from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.standings.papers.standings_list import StandingLine
from tournaments.standings.queries.inputs import HONOURED

ON_POSTER, NEXT_TEAMS, HEADING, OF_LOGO, OF_SPONSORS = 16, 5, 2, 1, 2
"""Lines of a page, lines of teams behind the first three, and lines that a heading, a logo and sponsors take."""


def build_certificates(heading: PaperHeading, honoured: Sequence[tuple[int, StandingLine]]) -> list[Leaf]:
    return [
        Leaf("certificate", {"heading": heading, "place": f"place_{place}", "line": line}) for place, line in honoured
    ]


def build_poster(
    heading: PaperHeading,
    after: int,
    players: tuple[str, Sequence[StandingLine]],
    teams: tuple[str, Sequence[StandingLine]],
    *,
    provisional: bool = False,
) -> list[Leaf]:
    """Return one page, the first three large; each list comes with the unit of its figures."""
    unit, first = teams if teams[1] else players
    most = ON_POSTER - (OF_LOGO if heading.look.logo else 0) - (OF_SPONSORS if heading.look.sponsors else 0)
    winners, others = (
        first[:HONOURED],
        first[HONOURED : HONOURED + NEXT_TEAMS] if teams[1] else first[HONOURED:most],
    )
    boards = [("", "team" if teams[1] else "player", unit, others)] if others else []
    if teams[1] and players[1]:
        room = most - HONOURED - len(others) - HEADING
        boards.append(("players", "player", players[0], players[1][:room]))
    values = {"heading": heading, "after": after, "winners": winners, "boards": boards, "provisional": provisional}
    return [Leaf("result_poster", values)]
