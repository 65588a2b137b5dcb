from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from tournaments.core.models.columns import FIRST_DAY, LAST_DAY
from tournaments.core.tabular.reading import RowProblem, SourceRow, has_errors
from tournaments.core.text.folding import fold_to_name_key
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.seating.reading.formats.reading import read_layout
from tournaments.seating.reading.formats.values import PlanCell


@dataclass
class FixtureFile:
    """Round -> codes of the teams of each group; planned starts or days by round; problems by line."""

    meetings: dict[int, list[list[str]]] = field(default_factory=dict)
    starts: dict[int, datetime.datetime | datetime.date] = field(default_factory=dict)
    problems: list[RowProblem] = field(default_factory=list)


def parse_fixtures(
    tournament: Tournament, content: str | Sequence[SourceRow], *, problems: Iterable[RowProblem] = (), first: int = 1
) -> FixtureFile:
    """Match the teams of the event; unnumbered rounds count from `first`; errors in `problems` stop it."""
    result = FixtureFile(problems=list(problems))
    if has_errors(result.problems):
        return result
    layout = read_layout(content)
    result.problems += [RowProblem(0, "", in_words(problem)) for problem in layout.problems]
    teams = _map_codes_by_sign(tournament.teams.order_by("code"))
    number = first - 1
    for round_ in layout.rounds:
        number = number + 1 if round_.number is None else round_.number
        for date in round_.dates:
            _add_start(result, number, date)
        for table in round_.tables:
            codes = [_find_code(result, player, teams) for player in table.players]
            if None not in codes:
                result.meetings.setdefault(number, []).append([code for code in codes if code is not None])
    if not result.meetings and not has_errors(result.problems):
        result.problems.append(RowProblem(0, "", _("There is no line with four teams.")))
    return result


def _map_codes_by_sign(teams: Iterable[Team]) -> dict[str, str]:
    codes: dict[str, str] = {}
    for number, team in enumerate(teams, 1):
        for sign in (fold_to_name_key(team.code), fold_to_name_key(team.name), str(number)):
            codes.setdefault(sign, team.code)
    return codes


def _get_line(cell: PlanCell) -> int:
    return int(cell.place.values.get("line", 0))


def _find_code(result: FixtureFile, cell: PlanCell, teams: dict[str, str]) -> str | None:
    code = teams.get(fold_to_name_key(cell.written))
    if code is None:
        text = _("There is no team “%(team)s”. Write its number, code or name.") % {"team": cell.written[:60]}
        result.problems.append(RowProblem(_get_line(cell), "", text))
    return code


def _add_start(result: FixtureFile, number: int, cell: PlanCell) -> None:
    written = cell.written.strip().replace("/", "-")
    start: datetime.datetime | datetime.date | None
    try:
        start = parse_date(written) or parse_datetime(written)
    except ValueError:
        start = None
    day = start.date() if isinstance(start, datetime.datetime) else start
    if start is None or day is None or not FIRST_DAY <= day <= LAST_DAY:
        text = _("“%(date)s” is no date. Write it as 2026-03-14 or 2026-03-14 19:00.") % {"date": cell.written[:40]}
        result.problems.append(RowProblem(_get_line(cell), "", text))
    elif result.starts.setdefault(number, start) != start:
        text = _("Round %(round)s has another date above.") % {"round": number}
        result.problems.append(RowProblem(_get_line(cell), "", text))
