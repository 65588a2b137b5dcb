from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.services import rounds as rounds_service
from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.promises import FIXTURES
from tournaments.seating.queries.draw_inputs import build_fixtures_inputs
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import draw_records, promises, seating
from tournaments.seating.services.drafts import require_open

Meetings = Mapping[int, Sequence[Sequence[str]]]
"""Round number -> the codes of the teams of each group."""
Starts = Mapping[int, datetime.datetime | datetime.date]
"""Round number -> its planned start, or its day."""


@change("seating.fixtures", gettext_noop("Fixtures of teams drawn"))
def draw(
    change: Change, tournament: Tournament, *, rounds: Sequence[Round], seed: str = "", why: str = ""
) -> list[Seating]:
    """Draw rounds in which four teams meet at tables with one member of each; others rest in turn. A promised seed
    decides; repeated, the draw needs a public `why`. Raises `UserError` for players without a team, and where there are
    no fixtures.
    """
    if not rounds:
        raise UserError(_("Choose the rounds to seat."), field="rounds")
    require_open(rounds, field="rounds")
    _require_teams(rounds)
    promise, seed = promises.choose_promise_and_seed(tournament, rounds, FIXTURES, {}, seed=seed, why=why)
    inputs = build_fixtures_inputs(rounds)
    options = DrawOptions(seed=seed, promise=promise, why=why)
    return draw_records.draw(change, rounds, inputs, options, source=Seating.Source.FIXTURES)


@change("seating.list_fixtures", gettext_noop("Fixtures of teams entered"))
def draft_listed_fixtures(
    change: Change, tournament: Tournament, *, meetings: Meetings, starts: Starts
) -> list[Seating]:
    """Draft fixtures made elsewhere with their starts. Raises `UserError` with all `problems`, saving nothing."""
    if problems := list_misfits(tournament, meetings):
        raise UserError(problems[0], problems=problems)
    rounds = list(tournament.rounds.filter(number__in=meetings).select_related("stage").order_by("number"))
    require_open(rounds)
    _require_teams(rounds)
    inputs = build_fixtures_inputs(rounds)
    number_of = {code: number for number, code in enumerate(inputs.codes, 1)}
    weeks = []
    for round_ in rounds:
        groups = [tuple(number_of[code] for code in group) for group in meetings[round_.number]]
        playing = {team for group in groups for team in group}
        weeks.append((*groups, tuple(team for team in number_of.values() if team not in playing)))
    # Imported here, since it loads numpy, which few requests need.
    from tournaments.seating.logic.fixtures import seat_fixtures

    try:
        seated, numbers = seat_fixtures(inputs, weeks, "")
    except SeatingError as error:
        raise UserError(in_words(error)) from error
    entries: dict[int, Entry] = {entry.number: entry for entry in tournament.entries.all()}
    plans = {
        round_.number: {
            table: tuple(entries[player] for player in players) for table, players in zip(line, tables, strict=True)
        }
        for round_, line, tables in zip(rounds, numbers, seated, strict=True)
    }
    for round_ in rounds:
        if (start := starts.get(round_.number)) is not None:
            _set_start(change, round_, start)
    source = Seating.Source.FIXTURES
    return [seating.draft(change.by, row, plans[row.number], source=source, earlier=plans) for row in rounds]


def _set_start(change: Change, round_: Round, start: datetime.datetime | datetime.date) -> None:
    zone = zoneinfo.ZoneInfo(round_.tournament.time_zone)
    starts_at = start.replace(tzinfo=zone) if isinstance(start, datetime.datetime) else None
    rounds_service.edit(
        change.by, round_, minutes=round_.minutes, starts_at=starts_at, day=start if starts_at is None else None
    )


def _require_teams(rounds: Sequence[Round]) -> None:
    """Raise `UserError` naming players without a team, except house substitutes."""
    alone = {entry.number: entry for round_ in rounds for entry in list_round_players(round_) if entry.team_id is None}
    names = [str(entry) for _number, entry in sorted(alone.items()) if not entry.is_spare]
    if names:
        raise UserError(
            _("By fixtures teams play: put these players into a team first: %(names)s.") % {"names": ", ".join(names)},
            problems=names,
        )


def list_misfits(tournament: Tournament, meetings: Meetings) -> list[str]:
    """Return every reason against these meetings, a sentence each."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.select_related("stage")}
    codes = dict(tournament.teams.values_list("pk", "code"))
    problems = []
    for number, groups in sorted(meetings.items()):
        if number not in rounds:
            problems.append(_("The tournament has no round %(round)s.") % {"round": number})
            continue
        playing = {codes[entry.team_id] for entry in list_round_players(rounds[number]) if entry.team_id is not None}
        codes_so_far: set[str] = set()
        for code in (code for group in groups for code in group):
            where = {"round": number, "team": code}
            if code in codes_so_far:
                problems.append(_("Round %(round)s: team %(team)s stands there twice.") % where)
            elif code not in playing:
                problems.append(_("Round %(round)s: team %(team)s has no player.") % where)
            codes_so_far.add(code)
    return problems
