"""Cards of public pages, of what everybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.tiles.tile import UNKNOWN, format_tile
from tournaments.core.printing.looks import read_look
from tournaments.core.text.hand_results import evaluate
from tournaments.core.text.language import format_language_tag, get_language_code
from tournaments.core.text.names import choose_leading_name, choose_second_name, format_persons
from tournaments.core.text.numbers import format_brief, format_exact, format_signed
from tournaments.core.text.places import format_country, format_days
from tournaments.core.text.rules import find_ruleset_title, format_game_title
from tournaments.core.text.tiles import TileGroup, group_tiles
from tournaments.core.visibility import exclude_waiting
from tournaments.duplicate.queries import board_results
from tournaments.duplicate.queries.deals import find_board_set
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.game.logic.hand_input import HandInput
from tournaments.previews.logic import JADE, Card, CardRow
from tournaments.results.queries import explain
from tournaments.results.queries.public_results import ResultRow, find_round_results
from tournaments.results.queries.result_columns import list_result_columns
from tournaments.rounds.models import Round
from tournaments.rounds.queries.public_seatings import (
    PlayerSeat,
    add_table_mates,
    find_public_seating,
    list_published_seats,
    list_seated_tables,
)
from tournaments.seasons.queries import SeasonView
from tournaments.standings.queries import public
from tournaments.standings.queries.metric_names import format_columns
from tournaments.standings.queries.standings import PlayerStanding, TeamStanding, find_public_standings

FIRST: Final = 8
PODIUM: Final = 3
WINDS: Final = "東南西北"
MAX_AWARDS: Final = 4
MAX_SEATS: Final = 4


def build_event_card(tournament: Tournament) -> Card:
    """Return days, place, and who leads, or before that the next round."""
    ranked = find_public_standings(tournament)
    lines = (ranked.teams if ranked.headed_by_teams else ranked.individual) if ranked else ()
    facts = [
        format_days(tournament.starts_on, tournament.ends_on) if tournament.starts_on else "",
        " · ".join(filter(None, (tournament.place, _country(tournament.country_code)))),
    ]
    if ranked:
        facts.append(_describe_standings(tournament, ranked.after))
    else:
        facts.append(_describe_next_round(tournament))
        count = public.filter_field(tournament.entries.all()).count()
        facts.append(ngettext("%(n)s player", "%(n)s players", count) % {"n": count})
    return _card(
        tournament,
        heading=format_game_title(tournament.family),
        title=tournament.name,
        facts=facts,
        rows=_standing_rows(lines, PODIUM),
    )


def _describe_standings(tournament: Tournament, after: int) -> str:
    if tournament.state == Tournament.State.FINISHED:
        return _("Final standings")
    return _("Standings after round %(number)s") % {"number": after}


def build_standings_card(tournament: Tournament) -> Card:
    ranked = find_public_standings(tournament)
    title = _describe_standings(tournament, ranked.after) if ranked else _("Standings")
    facts = () if ranked else (_("The standings are not public yet."),)
    rows = _standing_rows(ranked.individual, FIRST) if ranked else ()
    return _card(tournament, heading=tournament.name, title=title, facts=facts, rows=rows)


def build_player_card(tournament: Tournament, number: int) -> Card | None:
    entry = exclude_waiting(tournament.entries.all()).select_related("team").filter(number=number).first()
    if entry is None:
        return None
    why = explain.find_explained_place(tournament, number)
    after = why.rounds[-1] if why and why.rounds else None
    about = " · ".join(
        filter(
            None, (choose_second_name(entry), format_country(entry), entry.club, entry.team.name if entry.team else "")
        )
    )
    return _card(
        tournament,
        heading=tournament.name,
        title=choose_leading_name(entry),
        facts=[about, _describe_seat(add_table_mates(entry, list_published_seats(entry)))],
        value=_place(after.place, after.shared) if after and after.place else "",
        unit=_("of %(of)s after round %(number)s") % {"of": why.of, "number": after.round} if why and after else "",
        trail=tuple(step.place for step in why.rounds if step.place) if why else (),
        of=why.of if why else 0,
    )


def build_table_card(tournament: Tournament, number: int, table: int) -> Card | None:
    """Return the result of a table, before its release the players of the published seating."""
    sheets = find_round_results(tournament, number) or ()
    sheet = next((sheet for sheet in sheets if sheet.table == table and sheet.rows), None)
    if sheet is not None:
        label, rows = sheet.label, _result_rows(tournament, sheet.rows)
    else:
        seated = list_seated_tables(find_public_seating(tournament, number))
        seated_table = next((row for row in seated if row.number == table), None)
        if seated_table is None:
            return None
        label = seated_table.label
        rows = tuple(
            CardRow(_wind(seat.wind), choose_leading_name(seat.entry), format_country(seat.entry))
            for seat in seated_table.seats
        )
    title = _("Round %(number)s, table %(table)s") % {"number": number, "table": label}
    return _card(tournament, heading=tournament.name, title=title, rows=rows)


def build_board_card(tournament: Tournament, session: int, number: int) -> Card | None:
    """Return the first hand of a public board and its best results."""
    board_set = find_board_set(tournament)
    travelled = board_results.find_traveller(board_set, session, number) if board_set else None
    if travelled is None:
        return None
    board, results = travelled
    name, hand, _wall = board_results.list_walls(board)[0]
    counted = sorted((row for row in results if row.points is not None), key=lambda row: -(row.points or 0))
    rows = tuple(
        CardRow(
            _wind(row.seat.seat), choose_leading_name(row.seat.entry),
            _("Table %(number)s") % {"number": row.seat.play.table.number}, format_signed(row.points),
        )
        for row in counted[:MAX_SEATS]
    )  # fmt: skip
    return _card(
        tournament,
        heading=tournament.name,
        title=_("Session %(session)s, board %(number)s") % {"session": session, "number": number},
        facts=[name] if hand else [],
        tiles=_tile_names(group_tiles(hand)) if hand else (),
        rows=rows,
    )


def build_season_card(reading: SeasonView) -> Card:
    table = reading.ranking()
    rows = tuple(
        CardRow(
            _place(line.row.place, line.row.shared), choose_leading_name(line.person),
            format_country(line.person), format_brief(line.row.total),
        )
        for line in table.rows[:FIRST]
        if line.row.place
    )  # fmt: skip
    facts = [] if rows else [_("No ranking yet")]
    return _card(None, heading=_("Ranking"), title=reading.season.name, facts=facts, rows=rows)


def build_hand_card(question: HandInput) -> Card:
    """Return tiles, patterns and value of the hand checker's case."""
    answer = evaluate(question)
    groups = group_tiles(answer.hand) if answer.hand else []
    awards = tuple(CardRow(str(line.total), line.name) for line in answer.awards[:MAX_AWARDS])
    verdict = answer.verdict[1] if answer.verdict else answer.problem or answer.lead
    return _card(
        None,
        heading=find_ruleset_title(question.ruleset),
        title=answer.value or _("Hand checker"),
        facts=[verdict],
        tiles=_tile_names(groups),
        rows=awards,
    )


def _card(tournament: Tournament | None, *, facts: Iterable[str] = (), **parts: Any) -> Card:
    look = read_look(tournament) if tournament is not None else None
    return Card(
        language=format_language_tag(get_language_code()),
        facts=tuple(fact for fact in facts if fact),
        colour=(look.colour if look else "") or JADE,
        logo=look.logo if look else "",
        foot=urlsplit(settings.PUBLIC_ADDRESS or "").netloc or "Mahjong Director",
        **parts,
    )


def _standing_rows(lines: Sequence[PlayerStanding | TeamStanding], most: int) -> tuple[CardRow, ...]:
    first = [line for line in lines if line.row.place][:most]
    names = [line.team.name if isinstance(line, TeamStanding) else choose_leading_name(line.player) for line in first]
    countries = ["" if isinstance(line, TeamStanding) else format_country(line.player) for line in first]
    return tuple(
        CardRow(_place(line.row.place, line.row.shared), name, country, cells[0] if cells else "")
        for (line, cells), name, country in zip(format_columns(first), names, countries, strict=True)
    )


def _result_rows(tournament: Tournament, rows: Sequence[ResultRow]) -> tuple[CardRow, ...]:
    column = list_result_columns(tournament.ruleset.scoring)[-1]
    names = format_persons([row.player for row in rows])
    return tuple(
        CardRow(_wind(row.wind), name, format_exact(row.points), format_exact(getattr(row, column.unit)))
        for row, name in zip(rows, names, strict=True)
    )


def _describe_next_round(tournament: Tournament) -> str:
    coming = choose_current_round(public.schedule(tournament)).first_to_come
    if coming is None or coming.starts_at is None:
        return ""
    return f"{_('Round %(number)s') % {'number': coming.number}}: {_moment(tournament, coming.starts_at)}"


def _describe_seat(seats: Sequence[PlayerSeat]) -> str:
    """Return the player's table now or next; empty after the last seated round."""
    current = choose_current_round(seat.round for seat in seats).current
    if current is None or current.state == Round.State.FINISHED:
        return ""
    seat = next(seat for seat in seats if seat.round == current)
    text = _("Round %(number)s, table %(table)s") % {"number": current.number, "table": seat.at}
    return f"{text} · {_moment(current.tournament, seat.starts_at)}" if seat.starts_at else text


def _moment(tournament: Tournament, moment: Any) -> str:
    return formats.date_format(moment.astimezone(ZoneInfo(tournament.time_zone)), "SHORT_DATETIME_FORMAT")


def _tile_names(groups: Iterable[TileGroup]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple("back" if index in down or tile == UNKNOWN else format_tile(tile) for index, tile in enumerate(tiles))
        for tiles, down in groups
    )


def _country(code: str | None) -> str:
    return format_country(code) if code else ""


def _place(place: int, shared: bool) -> str:
    return f"{place}=" if shared else str(place)


def _wind(wind: int | None) -> str:
    return "–" if wind is None else WINDS[wind]
