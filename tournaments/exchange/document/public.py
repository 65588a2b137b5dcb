"""The public part of an event: the public columns and rows of the file. Names of players are on the event's list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from tournaments.core.visibility import find_visible_draw, list_retracted_tables, open_boards
from tournaments.duplicate.logic.seed_shares import list_public_shares
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.sections import Section, list_sections
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.results.queries.sheets import get_ruleset
from tournaments.rounds.models import Seating
from tournaments.seating.models.draws import SeatingDraw

PublicRows = Callable[[Tournament, int], Q]
"""Function of the event and the last public round that returns the condition on public rows."""


@dataclass(frozen=True)
class PublicSection:
    """Public columns and rows of a section, and the rows that these refer to.

    `rows` may be the column of the parent row: rows below public rows are public. None: rows are named, but not
    written. `public_values`: column -> function to its public value, read with the related rows `read_with`.
    """

    columns: tuple[str, ...]
    rows: PublicRows | str | None = lambda _event, _through: Q()
    public_values: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    read_with: tuple[str, ...] = ()


def filter_counted_results(event: Tournament, through: int) -> Q:
    """Return the condition on confirmed sheets of the rounds in the public standings."""
    confirmed = Q(state=TableResult.State.CONFIRMED, table__round__number__lte=through)
    return confirmed & ~Q(table__round__in=list_retracted_tables(event))


def _filter_finished_plays(event: Tournament, _through: int) -> Q:
    """Return the condition on finished plays of boards with public results."""
    return open_boards(event, "board__") & (Q(entered_at__isnull=False) | Q(flag=BoardPlay.Flag.UNPLAYABLE))


def _filter_visible_draws(event: Tournament, _through: int) -> Q:
    return Q(pk__in=[draw.pk for draw in event.draws.all() if find_visible_draw(AnonymousUser(), draw) is not None])


def is_closed(draw: SeatingDraw) -> bool:
    """Return True while a round of the draw, or the standings that it used, are not public."""
    sight = find_visible_draw(AnonymousUser(), draw)
    return sight is None or not sight.whole


TOURNAMENT: Final = ("slug", "name", "version")
PUBLIC: Final = {
    "rulesets": PublicSection(
        ("number", "preset", "parameters", "match_scoring", "house_rules"),
        lambda event, through: Q(pk=event.ruleset.pk) | Q(rounds__number__lte=through),
    ),
    "teams": PublicSection(("code",), lambda event, _through: Q() if event.has_teams else Q(pk=None)),
    "entries": PublicSection(("number", "team"), lambda _event, _through: ~Q(status=Entry.Status.WAITING)),
    "rounds": PublicSection(("number",), None),
    "seatings": PublicSection(("round", "version"), lambda _event, _through: Q(state__in=Seating.LIVE)),
    "seats": PublicSection(("seating", "table_number", "wind", "entry"), "seating"),
    "tables": PublicSection(("round", "number"), None),
    "results": PublicSection(
        ("table", "version", "ruleset", "leftover_points"),
        filter_counted_results,
        {"ruleset": lambda result: get_ruleset(result).number},
        ("ruleset", "table__round__ruleset"),
    ),
    "result_seats": PublicSection(("result", "order", "entry", "points", *ResultSeat.FROM_FILE), "result"),
    "seed_commitments": PublicSection(
        (
            "commitment", "promise", "rounds", "public_value", "corrections", "withdrawn_reason", "created_at",
            "value_at", "withdrawn_at",
        )
    ),
    "draws": PublicSection(
        ("number", "kind", "under", "certificate"),
        _filter_visible_draws,
        {"certificate": lambda draw: None if is_closed(draw) else draw.certificate},
    ),
    "board_sets": PublicSection(
        (
            "number", "event", "ruleset", "model", "flowers", "sessions", "boards", "commitment", "promise",
            "public_value", "corrections", "withdrawn_reason", "seed", "committed_at", "value_at", "seed_shares",
        ),
        public_values={
            "seed_shares": lambda board_set: list_public_shares(board_set.seed_shares) if board_set.seed else []
        },
    ),
    "boards": PublicSection(("board_set", "session", "number", "reserve", "digest", "text", "retired_reason")),
    "board_plays": PublicSection(("table", "order", "board", "flag", "ruling", "record"), _filter_finished_plays),
    "play_seats": PublicSection(("play", "seat", "entry", "points", "penalty"), "play"),
    "log": PublicSection(("sequence", "digest")),
}  # fmt: skip


def list_public_columns(section: str, *more: str, without: Collection[str] = ()) -> list[str]:
    """Return the fields of an API serializer: public columns of the section except `without`, and `more` of the API."""
    return [*(column for column in PUBLIC[section].columns if column not in without), *more]


def list_public_sections() -> tuple[Section, ...]:
    return tuple(
        replace(
            section,
            without=section.without | {c.name for c in section.columns} - set(PUBLIC[section.name].columns),
            many=(),
        )
        for section in list_sections()
        if section.name in PUBLIC
    )
