from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from engine.sentences import sentence as _
from tournaments.core.open_items import RESULT_STEPS, ItemKind, OpenItem, open_items
from tournaments.duplicate.queries.sheets_of_boards import iterate_outdated_sheets, list_unruled_plays
from tournaments.events.models import Tournament


@open_items(*RESULT_STEPS)
def sheets_unlike_boards(tournament: Tournament) -> Iterator[OpenItem]:
    """Yield the sheets made before one of their boards was corrected."""
    for table in iterate_outdated_sheets(tournament):
        number = table.round.number
        yield OpenItem(
            ItemKind.CHECK,
            f"boards {number}/{table.number}",
            _("Round %(round)s, table %(table)s: the sheet differs from its boards", round=number, table=table.called),
            reverse("manage_deals_session", args=[tournament.slug, number]) + "#sheets",
            "results.view",
            number,
        )


@open_items(*RESULT_STEPS)
def boards_to_rule_on(tournament: Tournament) -> Iterator[OpenItem]:
    for play in list_unruled_plays(tournament):
        number, board = play.table.round.number, play.board.number
        yield OpenItem(
            ItemKind.CHECK,
            f"ruling {number}/{play.table.number}/{board}",
            _(
                "Round %(round)s, table %(table)s, board %(board)s: waiting for a ruling",
                round=number,
                table=play.table.called,
                board=board,
            ),
            reverse("manage_deals_play", args=[tournament.slug, play.pk]) + "#rule",
            "results.correct",
            number,
        )
