"""Rows of tables as a mirror stores them: boards and logs that everybody may open."""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from tournaments.core.models.columns import FIRST_MOMENT
from tournaments.core.visibility import open_boards, open_rounds
from tournaments.duplicate.logic.seed_shares import read_shares
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.events.models import Tournament
from tournaments.exchange.document.visitor import VisitorSection, add_visitor_section
from tournaments.results.queries.table_logs import list_secret_plays
from tournaments.rounds.models import Seating


def _seal_sets(_event: Tournament, rows: list[BoardSet]) -> list[BoardSet]:
    for row in rows:
        row.sealed_seed = ""
        if row.seed_shares:
            row.seed_shares = [
                share._replace(sealed_share="", share=share.share if row.seed else "")._asdict()
                for share in read_shares(row.seed_shares)
            ]
    return rows


def _seal_deals(_event: Tournament, rows: list[Board]) -> list[Board]:
    for row in rows:
        row.sealed_deal = ""
    return rows


def _list_open_plays(event: Tournament) -> set[int]:
    plays = BoardPlay.objects.filter(open_boards(event, "board__"), table__round__tournament=event)
    return set(plays.values_list("pk", flat=True))


def _hide_plays(event: Tournament, rows: list[BoardPlay]) -> list[BoardPlay]:
    """Leave of a play that is not open only whether it is over, as the page of the next boards says."""
    open_plays = _list_open_plays(event)
    for row in rows:
        is_open = row.pk in open_plays
        if row.entered_at is not None or (row.done and not is_open):
            row.entered_at = FIRST_MOMENT
        if not is_open:
            row.flag = row.ruling = row.foul = ""
            row.record = {}
        # The database asks for a reason, which the desk alone sees.
        row.ruling_reason = "–" if row.ruling else ""
    return rows


def _hide_points(event: Tournament, rows: list[PlaySeat]) -> list[PlaySeat]:
    open_plays = _list_open_plays(event)
    for row in rows:
        if row.play_id not in open_plays:
            row.points = row.award = None
            row.penalty = 0
    return rows


def _filter_logs(event: Tournament, _through: int) -> Q:
    secret = list_secret_plays().filter(table__round__tournament=event)
    return Q(removed_at=None) & open_rounds(event, "table__round__") & ~Q(table__in=secret.values("table"))


ROWS: Final = {
    "board_sets": VisitorSection(
        (
            "number", "event", "ruleset", "model", "flowers", "sessions", "boards", "sealed_seed", "commitment",
            "promise", "value_kind", "value_source", "value_which", "value_name", "value_known_at",
            "entries_close_at", "corrections", "committed_at", "withdrawn_at", "withdrawn_reason", "public_value",
            "value_at", "made_at", "seed", "seed_at", "seed_shares",
        ),
        show=_seal_sets,
    ),
    "boards": VisitorSection(
        (
            "board_set", "session", "number", "reserve", "prevalent_wind", "sealed_deal", "digest", "text",
            "released_at", "retired_at", "retired_reason",
        ),
        show=_seal_deals,
    ),
    "board_plays": VisitorSection(
        ("board", "table", "order", "copy", "entered_at", "record", "flag", "ruling", "foul", "ruling_reason"),
        lambda _event, _through: Q(table__round__seatings__state__in=Seating.LIVE),
        _hide_plays,
    ),
    "play_seats": VisitorSection(
        ("play", "board", "seat", "entry", "points", "penalty", "award"),
        lambda _event, _through: Q(play__table__round__seatings__state__in=Seating.LIVE),
        _hide_points,
    ),
    "logs": VisitorSection(("table", "number", "text", "form", "digest", "hands", "first_line"), _filter_logs),
}  # fmt: skip

for name, section in ROWS.items():
    add_visitor_section(name, section)
